//! What choices do on a trek by the ranks rules, and what ten minutes bring.

use fracas_adventure::{
    Attempt, ByHero, Clauses, Course, Deed as Common, DeedOf, Event as Told, Explore, Foes, Heroes, Step,
    Test, Words,
};
use fracas_dice::Why;
use fracas_kernel::{Log, Who};

use super::data::FOOD;
use super::event::Handling;
use super::{Deed, Event, Lore, State};
use crate::data::Ability;
use crate::state::{NOTHING, dice_of};

impl Explore for Lore {
    const WORDS: Words = Words {
        listen: "",
        take: "open",
        rested: "Eight hours of rest, and nobody comes",
        rules: Clauses {
            turn: Some("RANKS-J1"),
            able: Some("RANKS-W3"),
            search: Some("RANKS-J2"),
            door: Some("RANKS-J3"),
            take: Some("RANKS-J4"),
            rest: Some("RANKS-J7"),
            lair: Some("RANKS-J1"),
            wandering: Some("RANKS-J8"),
            flight: Some("RANKS-R20"),
            wake: Some("RANKS-W4"),
            death: Some("RANKS-W3"),
            time: Some("RANKS-J9"),
            ..Clauses::NONE
        },
        ..Words::USUAL
    };

    fn health(&self, state: &State, who: Who) -> i32 {
        self.worth(state, who)
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        deed == Deed::Pause
    }

    fn is_work(&self, deed: DeedOf<Lore>) -> bool {
        // RANKS-J1, RANKS-J4: one thing for each, or a few things from hand to hand.
        match deed {
            Common::Go { .. } | Common::Rest | Common::Leave | Common::Lead => false,
            Common::Own(own) => matches!(own, Deed::Tend { .. }),
            _ => true,
        }
    }

    fn attempt(&self, step: &mut Step<'_, Lore>, who: Who, what: Attempt) -> Test {
        // RANKS-J2, RANKS-J3: a rank against a number.
        let (label, ability) = tried(what);
        let rank = self.rank(step.state, who, ability);
        step.dice.check(Why::new(label, who.0), dice_of(rank), Lore::ENOUGH).into()
    }

    fn act(&self, step: &mut Step<'_, Lore>, who: Who, deed: Deed) {
        match deed {
            Deed::Pause => step.state.passing.over = true,
            Deed::Tend { target } => {
                // RANKS-J6: once between two rests, and as far as the card goes.
                step.state.own.tended.insert(target);
                let wounds = step.state.own.wounds[target].saturating_sub(self.mends(who));
                step.state.own.wounds[target] = wounds;
                step.tell(Event::Tended { who, target, wounds });
                self.wake(step, target);
            }
            _ => {
                let handled = &mut step.state.own.handled[who];
                *handled = handled.saturating_add(1);
                let event = handle(self, step.state, who, deed);
                event.into_iter().for_each(|event| step.tell(event));
            }
        }
    }

    fn receive(&self, state: &mut State, who: Who, cache: u8) -> bool {
        self.items_in(cache).iter().filter(|&&item| !self.hand_over(state, who, item)).count() == 0
    }

    fn rest(&self, step: &mut Step<'_, Lore>) {
        if !step.sleep(Lore::REST, 2) {
            return;
        }
        // RANKS-J7
        self.breathe(step.state);
        (step.state.own.tended, step.state.own.handled) = (Heroes::NONE, ByHero::all(0));
        for who in step.state.party.alive {
            step.state.supplies.spend(FOOD);
            let wounds = step.state.own.wounds[who].saturating_sub(1);
            step.state.own.wounds[who] = wounds;
            step.tell(Event::Recovered { who, wounds });
            self.wake(step, who);
        }
    }

    fn settle(&self, step: &mut Step<'_, Lore>) {
        if step.end_turn() {
            step.state.own.handled = ByHero::all(0);
        }
        step.conclude(false);
    }

    fn stirs(&self, step: &mut Step<'_, Lore>) -> bool {
        // RANKS-J8
        let why = Why::table("what turns up");
        self.danger > 0 && step.dice.check(why, dice_of(self.danger), Lore::TURNS_UP).success
    }

    /// Whoever stays for ten minutes catches breath.
    fn lingers(&self, step: &mut Step<'_, Lore>) -> bool {
        if step.state.passing.arrived {
            return false;
        }
        if self.breathe(step.state) {
            step.tell(Event::Breathed);
        }
        true
    }

    fn met(&self, state: &mut State, _foes: Foes, turned_up: bool) {
        state.own.turned_up = turned_up;
    }

    fn forsaken(&self, state: &mut State, log: &mut dyn Log<Told<Event>>) {
        self.bury_the_fallen(state, log);
    }
}

/// What something is tried with.
pub(crate) fn tried(what: Attempt) -> (&'static str, Ability) {
    match what {
        Attempt::Search | Attempt::Listen { .. } => ("search", Ability::Perception),
        Attempt::Force { .. } => ("force", Ability::Brawl),
        Attempt::Pick { .. } | Attempt::Disarm { .. } => ("pick", Ability::Reactions),
    }
}

/// From hand to hand.
fn handle(lore: &Lore, state: &mut State, who: Who, deed: Deed) -> Option<Event> {
    let own = &mut state.own;
    match deed {
        Deed::Take { lying } => {
            let item = own.lying[lying].item;
            if item == NOTHING || !own.receive(who, item) {
                return None;
            }
            own.lift_off(lying);
            Some(Event::Handled { who, how: Handling::Take, item })
        }
        Deed::Equip { place } => {
            let item = own.item(who, place)?;
            own.equipped[who].insert(place);
            Some(Event::Handled { who, how: Handling::Equip, item })
        }
        Deed::Unequip { place } => {
            let item = own.item(who, place)?;
            own.equipped[who].remove(place);
            Some(Event::Handled { who, how: Handling::Unequip, item })
        }
        Deed::Give { place, to } => {
            let item = own.item(who, place)?;
            if !own.receive(to, item) {
                return None;
            }
            own.part_with(who, place);
            Some(Event::Gave { who, to, item })
        }
        Deed::Drop { place } => {
            let item = own.part_with(who, place)?;
            own.lay(item, state.here.at, lore.stage(state.here.at).square);
            Some(Event::Handled { who, how: Handling::Drop, item })
        }
        Deed::Pause | Deed::Tend { .. } => None,
    }
}

impl Lore {
    /// Gives something to somebody, or lays it down here: false then.
    pub(crate) fn hand_over(&self, state: &mut State, who: Who, item: u8) -> bool {
        let took = state.own.receive(who, item);
        if !took {
            state.own.lay(item, state.here.at, self.stage(state.here.at).square);
        }
        took
    }

    /// Conscious again, now that there are fewer wounds, if they are few enough.
    fn wake(&self, step: &mut Step<'_, Lore>, who: Who) {
        // RANKS-W4
        let resolve = self.rank(step.state, who, Ability::Resolve);
        if step.state.party.down.has(who) && step.state.own.wounds[who] < resolve {
            step.state.party.down.remove(who);
            step.log.tell(Told::Woke { who });
        }
    }

    /// Damage goes, and conditions wear off; false if there were none.
    fn breathe(&self, state: &mut State) -> bool {
        // RANKS-J5
        let before = (state.own.damage, state.own.borne);
        (state.own.damage, state.own.borne) = Default::default();
        before != (state.own.damage, state.own.borne)
    }
}
