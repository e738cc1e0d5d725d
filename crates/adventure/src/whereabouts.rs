//! What changes about a place: where the party is, what it has seen, found, opened, taken and beaten.

use fracas_kernel::{Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::place::Numbers;
use crate::{Door, Doors, Place};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Whereabouts {
    pub at: u8,
    /// Where the party was before: to where it gets away.
    pub from: u8,
    /// Zones that are on the party's map, and those where it has been.
    pub seen: Numbers,
    pub visited: Numbers,
    pub searched: Numbers,
    /// Secret ways that were found.
    pub found: Numbers,
    pub doors: Doors,
    /// Hidden caches that were found, and caches that are emptied.
    pub spotted: Numbers,
    pub taken: Numbers,
    /// Encounters that are over, one way or the other, and those of them that were beaten.
    pub gone: Numbers,
    pub beaten: Numbers,
    pub outcome: Option<Outcome>,
}

/// What a search brought to light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub ways: Numbers,
    pub caches: Numbers,
}

impl Found {
    pub fn nothing(self) -> bool {
        (self.ways | self.caches).is_empty()
    }
}

impl Place {
    pub fn begin(&self) -> Whereabouts {
        let mut here = Whereabouts {
            at: self.start,
            from: self.start,
            seen: Numbers::NONE,
            visited: Numbers::NONE,
            searched: Numbers::NONE,
            found: Numbers::NONE,
            doors: Doors::of(self),
            spotted: Numbers::NONE,
            taken: Numbers::NONE,
            gone: Numbers::NONE,
            beaten: Numbers::NONE,
            outcome: None,
        };
        self.arrive(&mut here, self.start);
        here.from = self.start;
        here
    }

    /// The zones that the party has had in sight from where it stood: all of every open area in which it has been. Nothing
    /// parts the zones of an area, a fight in it is fought in all of them, and so it is taken in at a glance: its zones,
    /// its ways and its doors. What lies in a zone, and what is hidden there, shows only to those who go and look.
    pub fn surveyed(&self, here: &Whereabouts) -> Numbers {
        self.areas.iter().filter(|area| area.meets(here.visited)).fold(Numbers::NONE, |set, &area| set | area)
    }

    /// Is this way on the party's map?
    pub fn knows_way(&self, here: &Whereabouts, way: u8) -> bool {
        let Some(known) = self.ways.get(usize::from(way)) else { return false };
        let found = !known.secret || here.found.has(way);
        let surveyed = self.surveyed(here);
        // What was searched for is known at its ends only to those who have been there.
        let seen = if known.secret { here.visited } else { surveyed };
        found && (seen.has(known.a) || seen.has(known.b))
    }

    /// The door of a way, as a fight finds it.
    pub fn door_in_fights(&self, here: &Whereabouts, way: u8) -> Door {
        let known = !self.ways[usize::from(way)].secret || here.found.has(way);
        match here.doors.at(way) {
            _ if !known => Door::Hidden,
            // A secret way without a door stands open once it is found.
            Door::None => Door::Open,
            now => now,
        }
    }

    /// Can it be walked, as far as doors go?
    pub fn is_open(&self, here: &Whereabouts, way: u8) -> bool {
        usize::from(way) < self.ways.len() && here.doors.at(way).lets_through()
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
        let all = 0..self.ways.len().min(Place::MAX_WAYS) as u8;
        all.filter(move |&way| self.beyond(way, zone).is_some() && self.knows_way(&here, way))
    }

    /// The known way between two zones.
    pub fn way_between(&self, here: &Whereabouts, from: u8, to: u8) -> Option<u8> {
        self.ways_from(here, from).find(|&way| self.beyond(way, from) == Some(to))
    }

    /// The zones to which the party can walk from where it is, in one move.
    pub fn steps(&self, here: &Whereabouts) -> Numbers {
        let open = self.ways_from(here, here.at).filter(|&way| self.is_open(here, way));
        open.filter_map(|way| self.beyond(way, here.at)).collect()
    }

    /// The party comes to a zone: what can be seen from there goes onto its map, and the door it came through is open.
    pub fn arrive(&self, here: &mut Whereabouts, zone: u8) {
        if let Some(way) = self.way_between(here, here.at, zone)
            && here.doors.at(way) != Door::Broken
        {
            here.doors.set(way, Door::Open);
        }
        (here.from, here.at) = (here.at, zone);
        here.visited.insert(zone);
        here.seen |= self.surveyed(here);
        for way in 0..self.ways.len().min(Place::MAX_WAYS) as u8 {
            let through = here.doors.at(way).shows();
            if self.knows_way(here, way)
                && through
                && let Some(other) = self.beyond(way, zone)
            {
                here.seen.insert(other);
            }
        }
    }

    /// A door is picked, or unlocked with its key.
    pub fn unlock(&self, here: &mut Whereabouts, way: u8) {
        self.set_door(here, way, Door::Open);
    }

    /// Something happens to a door; what it no longer hides is seen.
    pub fn set_door(&self, here: &mut Whereabouts, way: u8, door: Door) {
        here.doors.set(way, door);
        if !door.shows() {
            return;
        }
        if let Some(other) = self.beyond(way, here.at) {
            here.seen.insert(other);
        }
    }

    /// What lies hidden in these zones.
    pub fn hidden_in(&self, here: &Whereabouts, zones: Numbers) -> Found {
        let ways = self.ways.iter().zip(0_u8..).filter(|(way, index)| {
            way.secret && !here.found.has(*index) && (zones.has(way.a) || zones.has(way.b))
        });
        let caches = self.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            cache.hidden && zones.has(cache.at) && !(here.spotted | here.taken).has(*index)
        });
        Found {
            ways: ways.map(|(_, index)| index).collect(),
            caches: caches.map(|(_, index)| index).collect(),
        }
    }

    /// The zone is searched, and everything hidden in it comes to light.
    pub fn search(&self, here: &mut Whereabouts) -> Found {
        let found = self.reveal(here, Numbers::one(here.at));
        here.searched.insert(here.at);
        for way in found.ways.filter(|&way| here.doors.at(way).shows()) {
            here.seen |= self.beyond(way, here.at).into_iter().collect();
        }
        found
    }

    /// What is hidden in these zones comes to light, without anybody looking there.
    pub fn reveal(&self, here: &mut Whereabouts, zones: Numbers) -> Found {
        let found = self.hidden_in(here, zones);
        here.found |= found.ways;
        here.spotted |= found.caches;
        found
    }

    /// What the party can see lying about here, and has not taken.
    pub fn caches_here(&self, here: &Whereabouts) -> Numbers {
        let there = self.caches.iter().zip(0_u8..).filter(|(cache, index)| {
            cache.at == here.at && !here.taken.has(*index) && (!cache.hidden || here.spotted.has(*index))
        });
        there.map(|(_, index)| index).collect()
    }

    /// Who lives where the party is, and is still to be met.
    pub fn lair_here(&self, here: &Whereabouts) -> Option<u8> {
        let lairs = self.encounters.iter().zip(0_u8..);
        let mut here_now = lairs.filter(|(e, index)| e.lair == Some(here.at) && !here.gone.has(*index));
        here_now.next().map(|(_, index)| index)
    }

    /// Is what the party came for done, coming out apart?
    pub fn achieved(&self, here: &Whereabouts) -> bool {
        self.goal.holds(here)
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
    pub fn toward(&self, here: &Whereabouts, goals: Numbers) -> Option<u8> {
        if goals.has(here.at) || goals.is_empty() {
            return None;
        }
        // From the goals outwards, ring by ring, until a ring holds a neighbour of the party.
        let mut reached = goals;
        loop {
            if let Some(near) = (self.steps(here) & reached).first() {
                return Some(near);
            }
            let mut next = reached;
            for way in (0..self.ways.len().min(Place::MAX_WAYS) as u8)
                .filter(|&way| self.knows_way(here, way) && self.is_open(here, way))
            {
                let (a, b) = (self.ways[usize::from(way)].a, self.ways[usize::from(way)].b);
                if reached.has(a) || reached.has(b) {
                    next = next.with(a).with(b);
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
        std::iter::once(here.from).chain(steps).find(safe).unwrap_or(here.from)
    }

    /// Zones that the party could walk to and has not been in.
    pub fn unvisited(&self, here: &Whereabouts) -> Numbers {
        let ways = 0..self.ways.len().min(Place::MAX_WAYS) as u8;
        let open = ways.filter(|&way| self.knows_way(here, way) && self.is_open(here, way));
        let ends = open.map(|way| &self.ways[usize::from(way)]);
        ends.fold(Numbers::NONE, |set, way| set.with(way.a).with(way.b)) - here.visited
    }

    /// The zones from which the place can be left.
    pub fn exits(&self) -> Numbers {
        let exits = self.spots.iter().zip(0_u8..).filter(|(spot, _)| spot.zone.exit);
        exits.map(|(_, index)| index).collect()
    }

    /// Can the place be left from where the party is?
    pub fn is_exit(&self, here: &Whereabouts) -> bool {
        self.zone(here.at).exit
    }

    /// Can something lie hidden in this zone?
    pub fn is_cluttered(&self, zone: u8) -> bool {
        self.spots.get(usize::from(zone)).is_some_and(|spot| spot.cluttered)
    }

    /// Is there no light in this zone but what the party carries?
    pub fn is_dark(&self, zone: u8) -> bool {
        self.spots.get(usize::from(zone)).is_some_and(|spot| spot.dark)
    }

    /// Known doors here that nobody walks through.
    pub fn closed_here(&self, here: &Whereabouts) -> Numbers {
        self.ways_from(here, here.at).filter(|&way| !self.is_open(here, way)).collect()
    }

    /// Zones where the party was that have a known door which nobody walks through, of those that `counts`.
    pub fn closed_ends(&self, here: &Whereabouts, counts: impl Fn(u8) -> bool) -> Numbers {
        let all = (0..self.ways.len() as u8).filter(|&way| self.knows_way(here, way));
        let closed = all.filter(|&way| !self.is_open(here, way) && counts(way));
        let ends = closed.map(|way| &self.ways[usize::from(way)]);
        ends.fold(Numbers::NONE, |set, way| set.with(way.a).with(way.b)) & here.visited
    }

    /// Who lives in a zone and is still to be met.
    pub fn living_in(&self, here: &Whereabouts, zone: u8) -> Numbers {
        let lairs = self.encounters.iter().zip(0_u8..);
        lairs
            .filter(|(met, index)| met.lair == Some(zone) && !here.gone.has(*index))
            .map(|(_, i)| i)
            .collect()
    }
}
