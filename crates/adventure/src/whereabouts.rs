//! What changes about a place: where the party is, what it has seen, found, opened, taken and beaten.

use fracas_kernel::{Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::{Door, Place};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    pub at: u8,
    /// Where the party was before: to where it gets away.
    pub from: u8,
    /// Zones that are on the party's map, and those where it has been.
    pub seen: u64,
    pub visited: u64,
    pub searched: u64,
    /// Secret ways that were found, and doors that were opened.
    pub found: u64,
    pub opened: u64,
    /// Hidden caches that were found, and caches that are emptied.
    pub spotted: u64,
    pub taken: u64,
    /// Encounters that are over, one way or the other, and those of them that were beaten.
    pub gone: u64,
    pub beaten: u64,
    pub outcome: Option<Outcome>,
}

/// What a search brought to light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub ways: u64,
    pub caches: u64,
}

impl Found {
    pub fn nothing(self) -> bool {
        self.ways | self.caches == 0
    }
}

#[inline]
pub(crate) fn has(set: u64, index: impl Into<u64>) -> bool {
    set.checked_shr(index.into() as u32).unwrap_or(0) & 1 == 1
}

#[inline]
pub(crate) fn bit(index: impl Into<u64>) -> u64 {
    1_u64.checked_shl(index.into() as u32).unwrap_or(0)
}

/// The indices of the bits that are set, from the lowest.
pub(crate) fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(first)
    })
}

impl Place {
    pub fn begin(&self) -> Whereabouts {
        let mut here = Whereabouts {
            at: self.start,
            from: self.start,
            seen: 0,
            visited: 0,
            searched: 0,
            found: 0,
            opened: 0,
            spotted: 0,
            taken: 0,
            gone: 0,
            beaten: 0,
            outcome: None,
        };
        self.arrive(&mut here, self.start);
        here.from = self.start;
        here
    }

    /// The zones that the party has had in sight from where it stood: all of every open area in which it has been. Nothing
    /// parts the zones of an area, a fight in it is fought in all of them, and so it is taken in at a glance: its zones,
    /// its ways and its doors. What lies in a zone, and what is hidden there, shows only to those who go and look.
    pub fn surveyed(&self, here: &Whereabouts) -> u64 {
        self.areas.iter().filter(|&&area| area & here.visited != 0).fold(0, |set, area| set | area)
    }

    /// Is this way on the party's map?
    pub fn knows_way(&self, here: &Whereabouts, way: u8) -> bool {
        let Some(known) = self.ways.get(usize::from(way)) else { return false };
        let found = !known.secret || has(here.found, way);
        let surveyed = self.surveyed(here);
        // What was searched for is known at its ends only to those who have been there.
        let seen = if known.secret { here.visited } else { surveyed };
        found && (has(seen, known.a) || has(seen, known.b))
    }

    /// Can it be walked, as far as doors go?
    pub fn is_open(&self, here: &Whereabouts, way: u8) -> bool {
        let Some(known) = self.ways.get(usize::from(way)) else { return false };
        known.door != Door::Locked || has(here.opened, way)
    }

    /// The zone at the other end of a way.
    pub fn beyond(&self, way: u8, from: u8) -> Option<u8> {
        let way = self.ways.get(usize::from(way))?;
        match from {
            from if from == way.a => Some(way.b),
            from if from == way.b => Some(way.a),
            _ => None,
        }
    }

    /// The ways that the party knows here.
    pub fn ways_from(&self, here: &Whereabouts, zone: u8) -> impl Iterator<Item = u8> + use<'_> {
        let here = *here;
        let all = 0..self.ways.len().min(Place::MOST_WAYS) as u8;
        all.filter(move |&way| self.beyond(way, zone).is_some() && self.knows_way(&here, way))
    }

    /// The known way between two zones.
    pub fn way_between(&self, here: &Whereabouts, from: u8, to: u8) -> Option<u8> {
        self.ways_from(here, from).find(|&way| self.beyond(way, from) == Some(to))
    }

    /// The zones to which the party can walk from where it is, in one move.
    pub fn steps(&self, here: &Whereabouts) -> u64 {
        let open = self.ways_from(here, here.at).filter(|&way| self.is_open(here, way));
        open.filter_map(|way| self.beyond(way, here.at)).fold(0, |set, zone| set | bit(zone))
    }

    /// The party comes to a zone: what can be seen from there goes onto its map, and the door it came through is open.
    pub fn arrive(&self, here: &mut Whereabouts, zone: u8) {
        if let Some(way) = self.way_between(here, here.at, zone) {
            here.opened |= bit(way);
        }
        (here.from, here.at) = (here.at, zone);
        here.visited |= bit(zone);
        here.seen |= self.surveyed(here);
        for way in 0..self.ways.len().min(Place::MOST_WAYS) as u8 {
            let through = self.ways[usize::from(way)].door == Door::None || has(here.opened, way);
            if self.knows_way(here, way)
                && through
                && let Some(other) = self.beyond(way, zone)
            {
                here.seen |= bit(other);
            }
        }
    }

    /// A door is picked, forced or unlocked.
    pub fn unlock(&self, here: &mut Whereabouts, way: u8) {
        here.opened |= bit(way);
        if let Some(other) = self.beyond(way, here.at) {
            here.seen |= bit(other);
        }
    }

    /// What lies hidden where the party is.
    pub fn hidden_here(&self, here: &Whereabouts) -> Found {
        let ways = self.ways.iter().zip(0_u8..).filter(|(way, index)| {
            way.secret && !has(here.found, *index) && (way.a == here.at || way.b == here.at)
        });
        let caches = self.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            cache.hidden && cache.at == here.at && !has(here.spotted | here.taken, *index)
        });
        Found {
            ways: ways.fold(0, |set, (_, index)| set | bit(index)),
            caches: caches.fold(0, |set, (_, index)| set | bit(index)),
        }
    }

    /// The zone is searched, and everything hidden in it comes to light.
    pub fn search(&self, here: &mut Whereabouts) -> Found {
        let found = self.hidden_here(here);
        here.searched |= bit(here.at);
        here.found |= found.ways;
        for way in each(found.ways).filter(|&way| self.ways[usize::from(way)].door == Door::None) {
            here.seen |= self.beyond(way, here.at).map_or(0, bit);
        }
        here.spotted |= found.caches;
        found
    }

    /// What the party can see lying about here, and has not taken.
    pub fn caches_here(&self, here: &Whereabouts) -> u64 {
        let there = self.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            cache.at == here.at && !has(here.taken, *index) && (!cache.hidden || has(here.spotted, *index))
        });
        there.fold(0, |set, (_, index)| set | bit(index))
    }

    /// Who lives where the party is, and is still to be met.
    pub fn lair_here(&self, here: &Whereabouts) -> Option<u8> {
        let lairs = self.encounters.iter().zip(0_u8..);
        let mut here_now = lairs.filter(|(e, index)| e.lair == Some(here.at) && !has(here.gone, *index));
        here_now.next().map(|(_, index)| index)
    }

    /// Is what the party came for done, coming out apart?
    pub fn achieved(&self, here: &Whereabouts) -> bool {
        let goal = &self.goal;
        goal.take.is_none_or(|cache| has(here.taken, cache))
            && goal.beat.is_none_or(|encounter| has(here.beaten, encounter))
            && goal.reach.is_none_or(|zone| has(here.visited, zone))
    }

    /// Notes how the adventure ends, if it does: `leaving` through an exit, or with nobody left.
    pub fn conclude(&self, here: &mut Whereabouts, leaving: bool, anybody_left: bool) {
        let done = self.achieved(here);
        here.outcome = match (anybody_left, leaving) {
            (false, _) => Some(Outcome::Won(Side::Monsters)),
            (true, false) if done && !self.goal.leave => Some(Outcome::Won(Side::Heroes)),
            (true, true) => Some(if done { Outcome::Won(Side::Heroes) } else { Outcome::Draw }),
            (true, false) => here.outcome,
        };
    }

    /// The next zone on the shortest known way to one of `goals`, over open ways; `None` if it is there or there is none.
    pub fn toward(&self, here: &Whereabouts, goals: u64) -> Option<u8> {
        if has(goals, here.at) || goals == 0 {
            return None;
        }
        // From the goals outwards, ring by ring, until a ring holds a neighbour of the party.
        let mut reached = goals;
        loop {
            let near = self.steps(here) & reached;
            if near != 0 {
                return Some(near.trailing_zeros() as u8);
            }
            let mut next = reached;
            for way in (0..self.ways.len().min(Place::MOST_WAYS) as u8)
                .filter(|&way| self.knows_way(here, way) && self.is_open(here, way))
            {
                let (a, b) = (self.ways[usize::from(way)].a, self.ways[usize::from(way)].b);
                if has(reached, a) || has(reached, b) {
                    next |= bit(a) | bit(b);
                }
            }
            if next == reached {
                return None;
            }
            reached = next;
        }
    }

    /// Where those gather who get away: back where they came from, or beside it, but not with others whom they got away
    /// from before, if there is a better place. `taken` tells of zones that are no refuge for other reasons.
    pub fn refuge(&self, here: &Whereabouts, taken: impl Fn(u8) -> bool) -> u8 {
        let steps = self.steps(here) & here.visited;
        let safe = |zone: &u8| {
            let there = Whereabouts { at: *zone, ..*here };
            *zone != here.at && self.lair_here(&there).is_none() && !taken(*zone)
        };
        std::iter::once(here.from).chain(each(steps)).find(safe).unwrap_or(here.from)
    }

    /// Zones that the party could walk to and has not been in.
    pub fn unvisited(&self, here: &Whereabouts) -> u64 {
        let ways = 0..self.ways.len().min(Place::MOST_WAYS) as u8;
        let open = ways.filter(|&way| self.knows_way(here, way) && self.is_open(here, way));
        let ends = open.map(|way| &self.ways[usize::from(way)]);
        ends.fold(0, |set, way| set | bit(way.a) | bit(way.b)) & !here.visited
    }

    /// The zones from which the place can be left.
    pub fn exits(&self) -> u64 {
        let exits = self.spots.iter().zip(0_u8..).filter(|(spot, _)| spot.zone.exit);
        exits.fold(0, |set, (_, index)| set | bit(index))
    }

    pub fn zones_in(set: u64) -> impl Iterator<Item = u8> {
        each(set)
    }
}
