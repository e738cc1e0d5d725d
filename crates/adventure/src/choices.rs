//! What can be chosen on a trek: the list, which is quick. The reasons, which are careful, are in `legal`.

use fracas_kernel::Offer;

use crate::explore::{Expedition, StateOf};
use crate::{Explorer, Trap};

pub type Choice<O> = fracas_kernel::Choice<Deed<O>>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed<O> {
    // Of the whole party, for its leader to say.
    Go {
        to: u8,
    },
    Rest,
    Leave,
    // Of one hero, who has done something then in this turn.
    Search,
    Listen {
        way: u8,
    },
    Force {
        way: u8,
    },
    Pick {
        way: u8,
    },
    Take {
        cache: u8,
    },
    Disarm {
        trap: Trap,
    },
    /// What was found: out of the pack, or back into it.
    Equip {
        gear: u8,
        up: bool,
    },
    /// Does nothing in this turn, or keeps watch.
    Stay,
    /// Costs nothing.
    Lead,
    /// Of this system alone.
    Own(O),
}

impl<R: Expedition> Explorer<R> {
    fn has(word: &str) -> bool {
        !word.is_empty()
    }
}

impl<R: Expedition> Offer for Explorer<R> {
    fn choices(&self, state: &StateOf<R>, out: &mut Vec<Choice<R::Deed>>) {
        out.clear();
        let Some(leader) = state.party.leader().filter(|_| !state.is_over()) else { return };
        let (rules, here) = (&self.0, &state.here);
        let (place, words) = (&rules.setting().place, R::WORDS);
        let held_up = rules.first_things(state).is_some();
        if !held_up && rules.why_not_set_out(state).is_ok() {
            out.extend(place.steps(here).map(|to| leader.does(Deed::Go { to })));
            if Self::has(words.rest) && rules.why_not_rest(state).is_ok() {
                out.push(leader.does(Deed::Rest));
            }
            if place.is_exit(here) {
                out.push(leader.does(Deed::Leave));
            }
        }
        let mut own = Vec::new();
        for who in rules.asked(state) {
            let free = !state.party.busy.has(who);
            rules.conceive(state, who, &mut own);
            own.retain(|&deed| if rules.is_for_all(deed) { who == leader } else { free });
            own.retain(|&deed| rules.refuse(state, who, deed).is_ok());
            out.extend(own.drain(..).map(|deed| who.does(Deed::Own(deed))));
            if held_up || !free {
                continue;
            }
            let mut add = |deed| out.push(who.does(deed));
            let unsearched = place.is_cluttered(here.at)
                && !rules.is_searched(state, who)
                && rules.why_not_search(state, who).is_ok();
            if Self::has(words.search) && unsearched && !rules.is_dark(state, here.at) {
                add(Deed::Search);
            }
            for way in place.ways_from(here, here.at) {
                if Self::has(words.listen) && rules.why_not_listen(state, way).is_ok() {
                    add(Deed::Listen { way });
                }
                if here.doors.at(way).lets_through() {
                    continue;
                }
                if Self::has(words.force) && rules.why_not_open(state, who, way, true).is_ok() {
                    add(Deed::Force { way });
                }
                let locked = here.doors.at(way) == crate::Door::Locked;
                if Self::has(words.pick) && locked && rules.why_not_open(state, who, way, false).is_ok() {
                    add(Deed::Pick { way });
                }
            }
            if Self::has(words.disarm) {
                let known = state.traps.within_reach(place, here);
                let can = known.filter(|&trap| rules.why_not_disarm(state, who, trap).is_ok());
                can.for_each(|trap| add(Deed::Disarm { trap }));
            }
            if Self::has(words.take) {
                place.caches_here(here).for_each(|cache| add(Deed::Take { cache }));
            }
            let loose = place.treasure.numbers().filter(|&gear| {
                let free = state.pack.free(state.party.alive, gear) > 0 && !state.pack.has(who, gear);
                free && rules.why_not_equip(state, who, gear).is_ok()
            });
            loose.for_each(|gear| add(Deed::Equip { gear, up: true }));
            state.pack.of(who).for_each(|gear| add(Deed::Equip { gear, up: false }));
            if Self::has(words.stay) && rules.why_not_stay(state, who).is_ok() {
                add(Deed::Stay);
            }
            if who != leader {
                add(Deed::Lead);
            }
        }
    }

    /// What the party could think of. What it does not know of, it cannot think of: refusals are told too.
    fn conceivable(&self, state: &StateOf<R>, out: &mut Vec<Choice<R::Deed>>) {
        out.clear();
        let (rules, here, words) = (&self.0, &state.here, R::WORDS);
        let place = &rules.setting().place;
        let ways = || place.ways_from(here, here.at);
        let zones = here.seen | ways().filter_map(|way| place.beyond(way, here.at)).collect();
        let mut own = Vec::new();
        for who in rules.setting().everyone() {
            let mut add = |word: &str, deed| out.extend(Self::has(word).then(|| who.does(deed)));
            zones.for_each(|to| add("go", Deed::Go { to }));
            add(words.rest, Deed::Rest);
            add("leave", Deed::Leave);
            add(words.search, Deed::Search);
            for way in ways() {
                add(words.listen, Deed::Listen { way });
                add(words.force, Deed::Force { way });
                add(words.pick, Deed::Pick { way });
            }
            let known = state.traps.within_reach(place, here);
            known.for_each(|trap| add(words.disarm, Deed::Disarm { trap }));
            let gone = here.taken.filter(|&cache| place.caches[usize::from(cache)].at == here.at);
            place.caches_here(here).chain(gone).for_each(|cache| add(words.take, Deed::Take { cache }));
            let had = place.treasure.numbers().filter(|&gear| state.pack.count(gear) > 0);
            for gear in had {
                add("take-up", Deed::Equip { gear, up: true });
                add("put-away", Deed::Equip { gear, up: false });
            }
            add(words.stay, Deed::Stay);
            add("lead", Deed::Lead);
            rules.conceive(state, who, &mut own);
            out.extend(own.drain(..).map(|deed| who.does(Deed::Own(deed))));
        }
    }
}
