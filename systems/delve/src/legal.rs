//! Why something cannot be chosen, and by which rule.

use fracas_kernel::{Allow, Refusal, Tell, Who};

use crate::choices::{Choice, Deed, Target};
use crate::data::Delve;
use crate::state::{Phase, State};

impl Allow for Delve {
    fn legal(&self, state: &State, Choice { who, deed }: Choice) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::by("DELVE-R9", "the fight is over").unsought());
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        if !state.acting.has(who) {
            return Err(self.why_not_acting(state, who));
        }
        let begins = deed == Deed::Begin;
        if begins != (state.phase == Phase::Before) {
            let why = if begins { "the fight has begun" } else { "surprise and initiative come first" };
            return Err(Refusal::by("DELVE-C1", why).unsought());
        }
        match deed {
            Deed::Begin | Deed::Done => Ok(()),
            Deed::Move { to } => self.why_not_move(state, who, to),
            Deed::Leave if !self.zones.zone(state.zone[who]).exit => {
                Err(Refusal::by("DELVE-R9", "there is no exit here"))
            }
            Deed::Leave => self.why_not_step(state, who),
            Deed::Attack { with, target } => self.why_not_attack(state, who, with, target),
            Deed::Cast { spell, target } => self.why_not_cast(state, who, spell, target),
        }
    }
}

impl Delve {
    fn why_not_acting(&self, state: &State, who: Who) -> Refusal {
        let name = self.name(state, who);
        if !state.standing.has(who) {
            return Refusal::by("DELVE-D1", format!("{name} is out of the fight"));
        }
        if state.helpless().has(who) {
            return Refusal::by("DELVE-R6", format!("{name} is helpless"));
        }
        Refusal::by("DELVE-C1", format!("it is not {name}'s turn"))
    }

    fn why_not_move(&self, state: &State, who: Who, to: u8) -> Result<(), Refusal> {
        let zone = state.zone[who];
        if to as usize >= self.zones.len() || to == zone {
            return Err(Refusal::new("that is no zone to move to"));
        }
        if !self.zones.beside(zone).has(to) {
            return Err(Refusal::by("DELVE-R10", "a move takes you to an adjacent zone only"));
        }
        self.why_not_step(state, who)
    }

    fn why_not_step(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if (state.moved & state.acted).has(who) {
            return Err(Refusal::by("DELVE-T2", "the move and the action of this round are spent"));
        }
        Ok(())
    }

    fn why_not_action(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.acted.has(who) {
            return Err(Refusal::by("DELVE-T2", "the action of this round is spent"));
        }
        Ok(())
    }

    fn why_not_attack(&self, state: &State, who: Who, with: u8, target: Who) -> Result<(), Refusal> {
        let Some(attack) = self.attack(state, who, with) else {
            return Err(Refusal::new("there is no such weapon"));
        };
        if !state.foes(who).has(target) || target.index() >= state.count as usize {
            return Err(Refusal::new("that is no enemy"));
        }
        if !state.standing.has(target) {
            return Err(Refusal::new("that one is out of the fight"));
        }
        self.why_not_action(state, who)?;
        let (from, to) = (state.zone[who], state.zone[target]);
        if attack.melee && from != to {
            return Err(Refusal::by("DELVE-R2", "melee needs a target in the same zone"));
        }
        if !self.zones.sees(from, to) {
            return Err(Refusal::by("DELVE-R2", "the target is not in sight"));
        }
        if !self.reached(from, attack.reach).has(to) {
            return Err(Refusal::by("DELVE-R11", "the target is too far away"));
        }
        Ok(())
    }

    fn why_not_cast(&self, state: &State, who: Who, spell: u8, target: Target) -> Result<(), Refusal> {
        let Some(cast) = self.spell(state, who, spell) else {
            return Err(Refusal::new("there is no such spell"));
        };
        let zone = match target {
            Target::One(one) if one.index() < state.count as usize && !cast.area => {
                if !self.takes(state, who, cast).has(one) {
                    return Err(Refusal::new("the spell has no effect on that one"));
                }
                state.zone[one]
            }
            Target::Zone(zone) if (zone as usize) < self.zones.len() && cast.area => zone,
            _ => return Err(Refusal::new("that is no target of this spell")),
        };
        self.why_not_action(state, who)?;
        if state.slots[who][cast.level as usize - 1] == 0 {
            return Err(Refusal::by("DELVE-R7", format!("no spells of level {} are left", cast.level)));
        }
        if !self.reached(state.zone[who], cast.reach).has(zone) {
            return Err(Refusal::by("DELVE-R2", "out of the spell's reach"));
        }
        if !state.at[zone].meets(self.takes(state, who, cast)) {
            return Err(Refusal::new("there is nobody there whom it would affect"));
        }
        Ok(())
    }
}
