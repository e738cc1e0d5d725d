//! What choices do on a trek by the ranks rules, and what ten minutes bring.

use fracas_adventure::{Attempt, ByHero, Clauses, Event as Happens, Explore, Heroes, Test, Words};
use fracas_dice::Why;
use fracas_kernel::Who;

use super::data::FOOD;
use super::state::Left;
use super::{Deed, Event, Lore, State, Step};
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
    const FALLEN_DIE: bool = true;

    fn health(&self, state: &State, who: Who) -> i32 {
        self.worth(state, who)
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        deed == Deed::Pause
    }

    /// RANKS-J1, RANKS-J4: one thing for each, or a few things from hand to hand.
    fn is_own_work(&self, deed: Deed) -> bool {
        matches!(deed, Deed::Tend(_))
    }

    fn attempt(&self, step: &mut Step<'_>, who: Who, what: Attempt) -> Test {
        // RANKS-J2, RANKS-J3: a rank against a number.
        let (label, ability) = tried(what);
        let rank = self.rank(step.state, who, ability);
        step.dice.check(Why::new(label, who.0), dice_of(rank), Lore::ENOUGH).into()
    }

    fn act(&self, step: &mut Step<'_>, who: Who, deed: Deed) {
        match deed {
            Deed::Pause => step.state.passing.over = true,
            Deed::Tend(target) => {
                // RANKS-J6: once between two rests, and as far as the card goes.
                step.state.own.tended.insert(target);
                let wounds = step.state.own.wounds[target].saturating_sub(self.mends(who));
                step.state.own.wounds[target] = wounds;
                step.tell_of(who, Event::Tended { target, wounds });
                self.wake(step, target);
            }
            _ => {
                let handled = &mut step.state.own.handled[who];
                *handled = handled.saturating_add(1);
                if let Some(item) = handle(self, step.state, who, deed) {
                    step.tell_of(who, Event::Handled(deed, item));
                }
            }
        }
    }

    fn receive(&self, state: &mut State, who: Who, cache: u8) -> bool {
        self.items_in(cache).iter().filter(|&&item| !self.hand_over(state, who, item)).count() == 0
    }

    fn rest(&self, step: &mut Step<'_>) {
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
            step.tell_of(who, Event::Recovered(wounds));
            self.wake(step, who);
        }
    }

    fn settle(&self, step: &mut Step<'_>) {
        if step.end_turn() {
            step.state.own.handled = ByHero::all(0);
        }
        step.conclude(false);
    }

    fn stirs(&self, step: &mut Step<'_>) -> bool {
        // RANKS-J8
        let why = Why::table("what turns up");
        let danger = step.state.own.danger;
        danger > 0 && step.dice.check(why, dice_of(danger), Lore::TURNS_UP).success
    }

    /// Whoever stays for ten minutes catches breath.
    fn lingers(&self, step: &mut Step<'_>) -> bool {
        if step.state.passing.arrived {
            return false;
        }
        if self.breathe(step.state) {
            step.tell(Event::Breathed);
        }
        true
    }

    /// What lies where the party has not been is hidden with the place.
    fn hide(&self, state: &mut State) {
        let visited = state.here.visited;
        let unseen = state.own.lying.iter_mut().filter(|left| !visited.has(left.zone));
        unseen.for_each(|left| *left = Left::NOTHING);
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

/// From hand to hand. None if it comes to nothing, and otherwise which item it was.
fn handle(lore: &Lore, state: &mut State, who: Who, deed: Deed) -> Option<u8> {
    let own = &mut state.own;
    match deed {
        Deed::Take(lying) => {
            let item = own.lying[lying].item;
            if item == NOTHING || !own.receive(who, item) {
                return None;
            }
            own.lift_off(lying);
            Some(item)
        }
        Deed::Equip(place) | Deed::Unequip(place) => {
            let item = own.item(who, place)?;
            own.equipped[who].put(place, matches!(deed, Deed::Equip(_)));
            Some(item)
        }
        Deed::Give { place, to } => {
            let item = own.item(who, place)?;
            if !own.receive(to, item) {
                return None;
            }
            own.part_with(who, place)
        }
        Deed::Drop(place) => {
            let item = own.part_with(who, place)?;
            own.lay(item, state.here.at, lore.stage(state.here.at).square);
            Some(item)
        }
        Deed::Pause | Deed::Tend(_) => None,
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
    fn wake(&self, step: &mut Step<'_>, who: Who) {
        // RANKS-W4
        let resolve = self.rank(step.state, who, Ability::Resolve);
        if step.state.party.down.has(who) && step.state.own.wounds[who] < resolve {
            step.state.party.down.remove(who);
            step.log.tell(Happens::Woke { who });
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
