//! The way that costs least: round hazards and past enemies who would strike, and only then the shortest. For minds; it
//! allocates nothing.

use fracas_kernel::{By, Door, Who, ZoneSet};

use crate::data::Twelves;
use crate::instinct::{HIT, expected};
use crate::state::{Band, MAX_ZONES, State};

/// A way to somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// The first zone on it; the own zone for who is there.
    pub(crate) next: u8,
    /// What whoever goes there may expect to lose, in parts of a hit, and a little for each step.
    pub(crate) cost: i32,
}

/// What a step costs in itself: so little that nobody is struck to save some.
const STEP: i32 = 1;
/// What a door costs that has to be forced: turns, which are worth some hits.
pub(crate) const FORCED: i32 = 8 * HIT;
const NO_WAY: i32 = i32::MAX / 2;

impl Twelves {
    /// The way to one of `goals`.
    pub(crate) fn way_to(&self, state: &State, who: Who, goals: ZoneSet) -> Option<Way> {
        self.cheapest(state, who, goals, true, |_| 0)
    }

    /// The way off the map.
    pub(crate) fn way_out(&self, state: &State, who: Who) -> Option<Way> {
        // TWELVES-R16: the one that provokes least; who flees leaves the last zone too.
        let leaving = |zone| self.price_of_leaving(state, who, zone);
        self.cheapest(state, who, self.field.zones().exit_zones(), false, leaving)
    }

    /// What the opportunity attacks on `who` would bring, for leaving `zone`.
    pub(crate) fn price_of_leaving(&self, state: &State, who: Who, zone: u8) -> i32 {
        let strikers = if zone == state.zone[who] {
            self.provoked(state, who)
        } else if self.sheet(state, who).knack.slips {
            Band::NONE
        } else {
            // Another round will have begun by then.
            (state.foes(who) & state.standing & state.at[zone]) - state.held
        };
        let price = |enemy: Who| {
            let sheet = self.sheet(state, enemy);
            expected(sheet.arm(sheet.best[0]).dice, state.th[who])
        };
        strikers.map(price).sum()
    }

    /// The zones behind doors that have to be forced or picked.
    fn fast(&self, state: &State, zone: u8) -> ZoneSet {
        if !self.doored.has(zone) {
            return ZoneSet::NONE;
        }
        self.behind(state, zone, Door::Barred) | self.behind(state, zone, Door::Locked)
    }

    /// Back from the goals, each of which may have a cost of its own.
    fn cheapest(
        &self,
        state: &State,
        who: Who,
        goals: ZoneSet,
        force: bool,
        last: impl Fn(u8) -> i32,
    ) -> Option<Way> {
        let mut costs: By<u8, i32, MAX_ZONES> = By::all(NO_WAY);
        let mut nexts: By<u8, u8, MAX_ZONES> = By::all(0);
        for zone in goals {
            (costs[zone], nexts[zone]) = (last(zone), zone);
        }
        let mut edge = goals;
        while !edge.is_empty() {
            let mut changed = ZoneSet::NONE;
            for to in edge {
                // TWELVES-Z4, TWELVES-R11
                let beyond = costs[to] + self.peril(state, who, to) + STEP;
                let walked = self.ways(state, to);
                let forced = self.fast(state, to).only_if(force) - walked;
                for from in walked | forced {
                    let door = if forced.has(from) { FORCED } else { 0 };
                    let cost = beyond + door + self.price_of_leaving(state, who, from);
                    if cost < costs[from] {
                        (costs[from], nexts[from]) = (cost, to);
                        changed.insert(from);
                    }
                }
            }
            edge = changed;
        }
        let here = state.zone[who];
        (costs[here] < NO_WAY).then(|| Way { next: nexts[here], cost: costs[here] })
    }
}
