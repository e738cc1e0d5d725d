//! What choices do on a trek by the twelves rules, and what ten minutes bring.

use fracas_adventure::{
    Attempt, Clauses, Event as Common, Explore, Foes, Heroes, Limits, Lookup, Test, There, Words,
};
use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::Who;

use super::data::{FOOD, OIL, SALVES};
use super::state::fit_to_hits;
use super::{Deed, Event, Lore, State, Step};
use crate::apply::Turn;
use crate::data::Attribute;

impl Explore for Lore {
    const WORDS: Words = Words {
        stay: "watch",
        disarm: "disarm",
        rested: "Six hours of rest, and nobody comes",
        rules: Clauses {
            turn: Some("TWELVES-J1"),
            able: Some("TWELVES-R2"),
            search: Some("TWELVES-J2"),
            listen: Some("TWELVES-J5"),
            door: Some("TWELVES-J3"),
            trap: Some("TWELVES-J13"),
            light: Some("TWELVES-J10"),
            rest: Some("TWELVES-J8"),
            stay: Some("TWELVES-J5"),
            lair: Some("TWELVES-J6"),
            wandering: Some("TWELVES-J4"),
            flight: Some("TWELVES-J7"),
            death: Some("TWELVES-J7"),
            time: Some("TWELVES-J12"),
            ..Clauses::NONE
        },
        ..Words::USUAL
    };
    const FALLEN_DIE: bool = true;
    const STEPS_AROUND: bool = false;

    fn health(&self, state: &State, who: Who) -> i32 {
        state.own.hits[who].into()
    }

    /// The leader is asked as long as there is something to decide.
    fn asked(&self, state: &State) -> Heroes {
        let (place, here) = (&self.setting.place, &state.here);
        let anywhere =
            !place.steps(here).is_empty() || place.is_exit(here) || self.why_not_rest(state).is_ok();
        let leader = state.party.leader().filter(|_| self.is_free(state) && anywhere);
        state.party.free() | leader.into_iter().collect()
    }

    fn attempt(&self, step: &mut Step<'_>, who: Who, what: Attempt) -> Test {
        let (label, attribute, less) = self.means(what);
        step.state.passing.loud |= matches!(what, Attempt::Force { .. });
        self.test(step, label, who, attribute, less)
    }

    fn act(&self, step: &mut Step<'_>, who: Who, deed: Deed) {
        match deed {
            Deed::Tend(target) => self.tend(step, who, target),
            Deed::Salve(target) => {
                // TWELVES-J9
                if step.state.party.alive.has(target) && step.state.supplies.spend(SALVES) {
                    let left = self.heal(step.state, target, Lore::SALVE_HEALS);
                    step.tell_of(who, Event::Salved { target, left });
                }
            }
            Deed::Free(target) => {
                // TWELVES-J11: nobody fights, so others can pull.
                let test = self.test(step, "break free", who, Attribute::Might, 0);
                step.tell_of(who, Event::Freed { target, test });
                if test.success {
                    step.state.own.held.remove(target);
                }
            }
            Deed::Use { feature, target } => {
                self.at_the_place(step, |turn| turn.use_feature(who, feature, target))
            }
        }
    }

    fn travel(&self, step: &mut Step<'_>, to: u8) {
        step.cross(to);
        (step.state.passing.over, step.state.passing.arrived) = (true, true);
        // TWELVES-J11: a hazard costs whoever walks into it what it costs in a fight.
        if step.state.own.hazards.has(to) {
            let (.., zone) = self.spot(step.state);
            let party = step.state.able();
            self.at_the_place(step, |turn| party.for_each(|who| turn.enter(who, zone)));
        }
    }

    /// TWELVES-J13: it takes whoever set it off, or all.
    fn befall(&self, step: &mut Step<'_>, what: u8, first: Who) {
        let all = self.fights[0].traps.get(usize::from(what)).is_some_and(|trap| trap.all);
        let caught = if all { step.state.able() } else { Heroes::one(first) };
        self.at_the_place(step, |turn| caught.for_each(|who| turn.be_trapped(who, what)));
    }

    fn receive(&self, state: &mut State, who: Who, cache: u8) -> bool {
        let Some(weapon) = self.weapon_in(cache) else { return true };
        let carries = self.can_carry(state, who, weapon);
        if carries {
            state.own.weapon[who] = Some(weapon);
        }
        carries
    }

    fn rest(&self, step: &mut Step<'_>) {
        // Whoever wakes is not ready; somebody is always on watch, and who that is changes.
        if !step.sleep(Lore::REST, Lore::WATCHES) {
            return;
        }
        // TWELVES-J8
        for who in step.state.able() {
            step.state.supplies.spend(FOOD);
            let left = self.heal(step.state, who, Lore::REST_HEALS);
            step.tell_of(who, Event::Recovered(left));
        }
    }

    fn settle(&self, step: &mut Step<'_>) {
        if step.end_turn() && step.state.meeting.is_none() {
            step.state.own.dazed = Heroes::NONE;
        }
        if !step.state.is_over() {
            self.give_up(step);
        }
        step.conclude(false);
    }

    /// Oil burns where it is dark.
    fn pass(&self, step: &mut Step<'_>, units: u32) {
        let state = &mut *step.state;
        state.clock += units;
        // TWELVES-J10
        if self.setting.place.is_dark(state.here.at) && state.supplies.of(OIL) > 0 {
            state.supplies.add(OIL, -(units as i32));
            if state.supplies.of(OIL) == 0 {
                step.tell(Event::Darkness);
            }
        }
    }

    /// Twice as likely after noise.
    fn stirs(&self, step: &mut Step<'_>) -> bool {
        // TWELVES-J4
        let times = 1 + u8::from(step.state.passing.loud);
        let danger = i32::from(step.state.own.danger.saturating_mul(times).min(11));
        danger > 0 && !step.dice.check(Why::table("what turns up"), Roll::d(12), danger + 1).success
    }

    /// Who only walks is gone before anything comes.
    fn lingers(&self, step: &mut Step<'_>) -> bool {
        !step.state.party.busy.is_empty()
    }

    fn met(&self, state: &mut State, foes: Foes, turned_up: bool) {
        // TWELVES-J5, TWELVES-A3: who keeps watch sees them come, if anything can be seen; who was heard does not take
        // anybody unawares.
        state.own.ready = match foes {
            _ if turned_up => state.party.staying.only_if(!self.is_dark(state, state.here.at)),
            foes => state.able().only_if(state.knows(foes)),
        };
    }
}

impl Lore {
    /// An attribute check.
    fn test(&self, step: &mut Step<'_>, label: &'static str, who: Who, by: Attribute, less: u8) -> Test {
        // TWELVES-R1
        let value = self.attribute(step.state, who, by, less).into();
        let check = step.dice.check(Why::new(label, who.0).wanted_low(), Roll::d(12), value + 1);
        Test { throw: check.throw, against: by.name(), value, under: true, success: !check.success }
    }

    /// What something is tried with, and by how much that is lowered.
    pub(crate) fn means(&self, what: Attempt) -> (&'static str, Attribute, u8) {
        let hard = |way: u8| self.hard.get(usize::from(way)).copied().unwrap_or(0);
        match what {
            // TWELVES-J2: all that is hidden comes to light at once.
            Attempt::Search => ("search", Attribute::Wits, 0),
            Attempt::Listen { .. } => ("listen", Attribute::Wits, 0),
            // TWELVES-J3
            Attempt::Force { way } => ("force", Attribute::Might, hard(way)),
            Attempt::Pick { way } => ("pick", Attribute::Wits, hard(way)),
            // TWELVES-J13
            Attempt::Disarm { trap } => {
                let what = self.setting.place.snares.at(trap).map_or(usize::MAX, usize::from);
                ("disarm", Attribute::Wits, self.fights[0].traps.get(what).map_or(0, |trap| trap.hard))
            }
        }
    }

    /// Something by the rules of a fight, with nobody to fight.
    fn at_the_place(
        &self,
        step: &mut Step<'_>,
        what: impl FnOnce(&mut Turn<'_, &mut dyn Dice, There<'_, Lore>>),
    ) {
        step.as_if_fighting(|rules, state, mut dice, log| {
            what(&mut Turn { rules, state, dice: &mut dice, log })
        })
    }

    fn tend(&self, step: &mut Step<'_>, who: Who, target: Who) {
        // TWELVES-J7: each can try once.
        let test = self.test(step, "tend", who, Attribute::Wits, 0);
        step.state.own.tried[target].insert(who);
        step.tell_of(who, Event::Tended { target, test });
        if test.success && step.state.party.down.has(target) {
            self.heal(step.state, target, 1);
        }
    }

    fn heal(&self, state: &mut State, who: Who, hits: u8) -> u8 {
        let left = state.own.hits[who].saturating_add(hits).min(self.max_hits(who));
        state.own.hits[who] = left;
        fit_to_hits(state, who);
        left
    }

    /// Whom nobody can help any more.
    fn give_up(&self, step: &mut Step<'_>) {
        let able = step.state.able();
        for who in step.state.party.down {
            let tried = able.is_within(step.state.own.tried[who]);
            if tried && !able.is_empty() && step.state.supplies.of(SALVES) == 0 {
                // TWELVES-J7
                step.state.party.kill(who);
                step.log.tell(Common::Died { who });
            }
        }
    }
}
