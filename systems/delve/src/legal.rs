//! Why something cannot be chosen, and by which rule.

use fracas_kernel::plot::{why_not_drop, why_not_take};
use fracas_kernel::{Allow, Door, Refusal, Tell, Who};

use crate::choices::{Choice, Deed, Target};
use crate::conditions::Condition;
use crate::data::{Delve, Reach};
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
            Deed::Leave if !self.field.zones().zone(state.zone[who]).exit => {
                Err(Refusal::by("DELVE-R9", "there is no exit here"))
            }
            Deed::Leave => self.why_not_step(state, who),
            Deed::Attack { with, target } => self.why_not_attack(state, who, with, target),
            Deed::Cast { spell, target } => self.why_not_cast(state, who, spell, target),
            Deed::Use { thing } => self.why_not_use(state, who, thing),
            Deed::Door { door, what } => self.why_not_handle(state, who, door, what),
            Deed::Wake { target } => self.why_not_wake(state, who, target),
            Deed::Carry { prize, up } => self.why_not_carry(state, who, prize, up),
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
        if to as usize >= self.field.zones().len() || to == zone {
            return Err(Refusal::new("that is no zone to move to"));
        }
        let hidden = |door: &u8| state.doors.at(*door) == Door::Hidden;
        if !self.field.zones().beside(zone).has(to)
            || self.field.door_between(zone, to).filter(hidden).is_some()
        {
            return Err(Refusal::by("DELVE-R10", "a move takes you to an adjacent zone only"));
        }
        if !self.ways(state, zone).has(to) {
            return Err(Refusal::by("DELVE-F1", "that door is fast"));
        }
        self.why_not_step(state, who)
    }

    fn why_not_step(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if self.can_step(state, who) {
            return Ok(());
        }
        if state.rooted.has(who) {
            return Err(Refusal::by("DELVE-F11", format!("{} cannot move", self.name(state, who))));
        }
        Err(Refusal::by("DELVE-T2", "the move and the action of this round are spent"))
    }

    pub(crate) fn why_not_action(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.acted.has(who) {
            return Err(Refusal::by("DELVE-T2", "the action of this round is spent"));
        }
        if state.struck[who] != 0 {
            return Err(Refusal::by(
                "DELVE-F9",
                "the action of this round is several attacks, and has begun",
            ));
        }
        Ok(())
    }

    fn why_not_attack(&self, state: &State, who: Who, with: u8, target: Who) -> Result<(), Refusal> {
        let Some(attack) = self.attack(state, who, with) else {
            return Err(Refusal::new("there is no such weapon"));
        };
        let there = target.index() < state.count as usize && !self.unperceived(state, who).has(target);
        if !there || !state.foes(who).has(target) {
            return Err(Refusal::new("that is no enemy"));
        }
        if !state.standing.has(target) {
            return Err(Refusal::new("that one is out of the fight"));
        }
        if attack.turns == 0 || state.acted.has(who) {
            self.why_not_action(state, who)?;
        } else if attack.turns & !state.struck[who] == 0 {
            return Err(Refusal::by("DELVE-F9", "that one of several attacks has been made"));
        }
        let (from, to) = (state.zone[who], state.zone[target]);
        if attack.melee && attack.reach == Reach::Close && from != to {
            return Err(Refusal::by("DELVE-R2", "melee needs a target in the same zone"));
        }
        if !self.zones(state).sees(from, to) {
            return Err(Refusal::by("DELVE-R2", "the target is not in sight"));
        }
        if !self.reached(state, from, attack.reach).has(to) {
            return Err(Refusal::by("DELVE-R11", "the target is too far away"));
        }
        Ok(())
    }

    fn why_not_cast(&self, state: &State, who: Who, spell: u8, target: Target) -> Result<(), Refusal> {
        let Some(cast) = self.spell(state, who, spell) else {
            return Err(Refusal::new("there is no such spell"));
        };
        let zone = match target {
            Target::One(one)
                if one.index() < state.count as usize
                    && !cast.area
                    && !self.unperceived(state, who).has(one) =>
            {
                if !self.takes(state, who, cast).has(one) {
                    return Err(Refusal::new("the spell has no effect on that one"));
                }
                state.zone[one]
            }
            Target::Zone(zone) if (zone as usize) < self.field.zones().len() && cast.area => zone,
            _ => return Err(Refusal::new("that is no target of this spell")),
        };
        self.why_not_action(state, who)?;
        if state.slots[who][cast.level as usize - 1] == 0 {
            return Err(Refusal::by("DELVE-R7", format!("no spells of level {} are left", cast.level)));
        }
        if !self.reached(state, state.zone[who], cast.reach).has(zone) {
            return Err(Refusal::by("DELVE-R2", "out of the spell's reach"));
        }
        if !state.at[zone].meets(self.takes(state, who, cast)) {
            return Err(Refusal::new("there is nobody there whom it would affect"));
        }
        Ok(())
    }

    fn why_not_use(&self, state: &State, who: Who, number: u8) -> Result<(), Refusal> {
        let Some(thing) = self.ground.things.get(usize::from(number)) else {
            return Err(Refusal::new("there is no such thing"));
        };
        if thing.zone != state.zone[who] {
            return Err(Refusal::new("that is in another zone"));
        }
        if !self.sheet(state, who).handy {
            return Err(Refusal::by("DELVE-F6", "that takes hands"));
        }
        self.why_not_action(state, who)?;
        if state.uses[number] == 0 {
            return Err(Refusal::by("DELVE-F6", "it is used up"));
        }
        if self.touched_by(state, who, thing).is_empty() {
            return Err(Refusal::by("DELVE-F6", "there is nobody whom it would affect"));
        }
        Ok(())
    }

    fn why_not_carry(&self, state: &State, who: Who, prize: u8, up: bool) -> Result<(), Refusal> {
        if !up {
            return why_not_drop(self, state, who, prize);
        }
        why_not_take(self, state, who, prize)?;
        if !self.sheet(state, who).handy {
            return Err(Refusal::by("DELVE-G2", "that takes hands"));
        }
        self.why_not_action(state, who)
    }

    fn why_not_wake(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        let there = target.index() < state.count as usize && !self.unperceived(state, who).has(target);
        if !there || !(state.friends(who) & state.standing).has(target) {
            return Err(Refusal::new("that is no friend whom you could wake"));
        }
        if !state.is(target, Condition::Asleep) {
            return Err(Refusal::by("DELVE-R18", "that one is not asleep"));
        }
        if state.zone[who] != state.zone[target] {
            return Err(Refusal::by("DELVE-R18", "the sleeper is in another zone"));
        }
        self.why_not_action(state, who)
    }
}
