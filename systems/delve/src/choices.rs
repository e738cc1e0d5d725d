//! What can be chosen: the list, which is quick, and the reasons, which are careful. Tests hold them against each other.

use fracas_kernel::{Made, Refusal, Who};

use crate::data::{Attack, Brief, Delve, Does, Sheet, Spell, Takes};
use crate::state::{Phase, State, bit, each, ix};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Starts the encounter: surprise, then initiative.
    Begin { who: Who },
    /// One zone; a second one gives up the action.
    Move { who: Who, to: u8 },
    /// Off the field, from an exit.
    Leave { who: Who },
    /// `with` is the place of the attack on the sheet.
    Attack { who: Who, with: u8, target: Who },
    /// `spell` is the place of the spell on the sheet.
    Cast { who: Who, spell: u8, target: Target },
    /// No more in this round.
    Done { who: Who },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    One(Who),
    Zone(u8),
}

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Begin { who }
            | Choice::Move { who, .. }
            | Choice::Leave { who }
            | Choice::Attack { who, .. }
            | Choice::Cast { who, .. }
            | Choice::Done { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

impl Delve {
    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[ix(who)] as usize]
    }

    #[inline]
    pub(crate) fn brief(&self, state: &State, who: Who) -> &Brief {
        &self.briefs[state.sheet[ix(who)] as usize]
    }

    pub(crate) fn attack(&self, state: &State, who: Who, with: u8) -> Option<&Attack> {
        self.sheet(state, who).attacks.get(with as usize)
    }

    pub(crate) fn spell(&self, state: &State, who: Who, spell: u8) -> Option<&Spell> {
        let index = *self.sheet(state, who).spells.get(spell as usize)?;
        self.spells.get(index as usize)
    }

    /// Whom a spell of `who` can take: one target of it, or those in a zone who feel it.
    #[inline]
    pub(crate) fn takes(&self, state: &State, who: Who, spell: &Spell) -> u32 {
        let side = match spell.takes {
            Takes::Friends => state.friends(who),
            Takes::Foes => state.foes(who),
            Takes::Everyone => state.everyone(),
        };
        // The fallen can be healed, and a blast does not spare them; nothing else concerns them.
        match spell.effect.does {
            Does::Heal(_) => side & state.present(),
            Does::Damage(_) if spell.area => side & state.present(),
            _ => side & state.standing,
        }
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if state.phase == Phase::Before {
            out.extend(each(state.acting).map(|who| Choice::Begin { who }));
            return;
        }
        for who in each(state.acting) {
            if state.acted & bit(who) == 0 {
                self.list_actions(state, who, out);
            }
            if state.moved & state.acted & bit(who) == 0 {
                let zone = state.zone_of(who);
                out.extend(each_zone(self.zones.adjacent(zone)).map(|to| Choice::Move { who, to }));
                if self.zones.exits() >> zone & 1 == 1 {
                    out.push(Choice::Leave { who });
                }
            }
            out.push(Choice::Done { who });
        }
    }

    fn list_actions(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let zone = state.zone_of(who);
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        for (with, attack) in (0..).zip(&sheet.attacks) {
            let targets = foes & state.in_zones(self.reached(zone, attack.reach));
            out.extend(each(targets).map(|target| Choice::Attack { who, with, target }));
        }
        for (spell, &index) in (0..).zip(&sheet.spells) {
            let cast = &self.spells[index as usize];
            if state.slots[ix(who)][cast.level as usize - 1] == 0 {
                continue;
            }
            let taken = self.takes(state, who, cast);
            let reached = self.reached(zone, cast.reach);
            if cast.area {
                let zones = each_zone(reached).filter(|&zone| state.in_zone(zone) & taken != 0);
                out.extend(zones.map(|zone| Choice::Cast { who, spell, target: Target::Zone(zone) }));
            } else {
                let targets = each(taken & state.in_zones(reached));
                out.extend(targets.map(|one| Choice::Cast { who, spell, target: Target::One(one) }));
            }
        }
    }

    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.outcome.is_some() {
            return Err(Refusal::by("DELVE-R9", "the encounter is over"));
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        if state.acting & bit(who) == 0 {
            return Err(self.why_not_acting(state, who));
        }
        let begins = matches!(choice, Choice::Begin { .. });
        if begins != (state.phase == Phase::Before) {
            let why = if begins { "it has begun" } else { "surprise and initiative come first" };
            return Err(Refusal::by("DELVE-C1", why));
        }
        match choice {
            Choice::Begin { .. } | Choice::Done { .. } => Ok(()),
            Choice::Move { to, .. } => self.why_not_move(state, who, to),
            Choice::Leave { .. } if !self.zones.zone(state.zone_of(who)).exit => {
                Err(Refusal::by("DELVE-R9", "there is no exit here"))
            }
            Choice::Leave { .. } => self.why_not_step(state, who),
            Choice::Attack { with, target, .. } => self.why_not_attack(state, who, with, target),
            Choice::Cast { spell, target, .. } => self.why_not_cast(state, who, spell, target),
        }
    }

    fn why_not_acting(&self, state: &State, who: Who) -> Refusal {
        let name = self.name_of(state, who);
        if state.standing & bit(who) == 0 {
            return Refusal::by("DELVE-D1", format!("{name} is out of the fight"));
        }
        if state.helpless() & bit(who) != 0 {
            return Refusal::by("DELVE-R6", format!("{name} is helpless"));
        }
        Refusal::by("DELVE-C1", format!("it is not {name}'s time to act"))
    }

    fn why_not_move(&self, state: &State, who: Who, to: u8) -> Result<(), Refusal> {
        let zone = state.zone_of(who);
        if to as usize >= self.zones.len() || to == zone {
            return Err(Refusal::new("that is no zone to move to"));
        }
        if self.zones.adjacent(zone) >> to & 1 == 0 {
            return Err(Refusal::by("DELVE-R10", "one moves to the next zone only"));
        }
        self.why_not_step(state, who)
    }

    fn why_not_step(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.moved & state.acted & bit(who) != 0 {
            return Err(Refusal::by("DELVE-T2", "the move and the action of this round are spent"));
        }
        Ok(())
    }

    fn why_not_action(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.acted & bit(who) != 0 {
            return Err(Refusal::by("DELVE-T2", "the action of this round is spent"));
        }
        Ok(())
    }

    fn why_not_attack(&self, state: &State, who: Who, with: u8, target: Who) -> Result<(), Refusal> {
        let Some(attack) = self.attack(state, who, with) else {
            return Err(Refusal::new("there is no such weapon"));
        };
        if state.foes(who) & bit(target) == 0 || target.index() >= state.count as usize {
            return Err(Refusal::new("that is no enemy"));
        }
        if state.standing & bit(target) == 0 {
            return Err(Refusal::new("that one is out of the fight"));
        }
        self.why_not_action(state, who)?;
        let (from, to) = (state.zone_of(who), state.zone_of(target));
        if attack.melee && from != to {
            return Err(Refusal::by("DELVE-R2", "melee needs to be close"));
        }
        if !self.zones.sees(from, to) {
            return Err(Refusal::by("DELVE-R2", "the target is not in sight"));
        }
        if self.reached(from, attack.reach) >> to & 1 == 0 {
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
                if self.takes(state, who, cast) & bit(one) == 0 {
                    return Err(Refusal::new("the spell does not take that one"));
                }
                state.zone_of(one)
            }
            Target::Zone(zone) if (zone as usize) < self.zones.len() && cast.area => zone,
            _ => return Err(Refusal::new("that is no target of this spell")),
        };
        self.why_not_action(state, who)?;
        if state.slots[ix(who)][cast.level as usize - 1] == 0 {
            return Err(Refusal::by("DELVE-R7", format!("no spells of level {} are left", cast.level)));
        }
        if self.reached(state.zone_of(who), cast.reach) >> zone & 1 == 0 {
            return Err(Refusal::by("DELVE-R2", "out of the spell's reach"));
        }
        if state.in_zone(zone) & self.takes(state, who, cast) == 0 {
            return Err(Refusal::new("nobody is there"));
        }
        Ok(())
    }

    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let all = || (0..state.count).map(Who);
        let zones = || 0..self.zones.len() as u8;
        for who in all() {
            let sheet = self.sheet(state, who);
            out.extend([Choice::Begin { who }, Choice::Done { who }, Choice::Leave { who }]);
            out.extend(zones().map(|to| Choice::Move { who, to }));
            for with in 0..sheet.attacks.len() as u8 {
                out.extend(all().map(|target| Choice::Attack { who, with, target }));
            }
            for spell in 0..sheet.spells.len() as u8 {
                out.extend(all().map(|one| Choice::Cast { who, spell, target: Target::One(one) }));
                out.extend(zones().map(|zone| Choice::Cast { who, spell, target: Target::Zone(zone) }));
            }
        }
    }
}

#[inline]
pub(crate) fn each_zone(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let zone = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(zone)
    })
}
