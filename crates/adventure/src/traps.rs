//! Traps of a place: where they are, which would still go off, and of which the party knows; going into one, and taking one
//! apart. What a trap does is a number to this module, and the system's business.

use fracas_content::{Names, Reader};
use fracas_kernel::Who;
use serde::{Deserialize, Serialize};

use crate::explore::Explore;
use crate::{Attempt, Event, Numbers, Parts, Place, Step, Whereabouts};

/// Where a trap is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    Zone(u8),
    Way(u8),
    Cache(u8),
}

/// Some of the traps of a place, by zones, ways and caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TrapSet {
    pub zones: Numbers,
    pub ways: Numbers,
    pub caches: Numbers,
}

impl Trap {
    /// Where it is as two numbers: at what, and what that is.
    pub fn numbers(self) -> (u8, u8) {
        match self {
            Trap::Zone(at) => (at, 0),
            Trap::Way(at) => (at, 1),
            Trap::Cache(at) => (at, 2),
        }
    }

    pub fn numbered(at: u8, what: u8) -> Option<Trap> {
        let trap = [Trap::Zone(at), Trap::Way(at), Trap::Cache(at)];
        trap.get(usize::from(what)).copied()
    }
}

impl TrapSet {
    pub fn has(&self, trap: Trap) -> bool {
        match trap {
            Trap::Zone(zone) => self.zones.has(zone),
            Trap::Way(way) => self.ways.has(way),
            Trap::Cache(cache) => self.caches.has(cache),
        }
    }

    fn put(&mut self, trap: Trap, there: bool) {
        match trap {
            Trap::Zone(zone) => self.zones.put(zone, there),
            Trap::Way(way) => self.ways.put(way, there),
            Trap::Cache(cache) => self.caches.put(cache, there),
        }
    }

    fn and(self, other: TrapSet) -> TrapSet {
        TrapSet {
            zones: self.zones & other.zones,
            ways: self.ways & other.ways,
            caches: self.caches & other.caches,
        }
    }
}

/// What each trap of a place does, by the system's number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snares {
    zones: Vec<Option<u8>>,
    ways: Vec<Option<u8>>,
    caches: Vec<Option<u8>>,
}

impl Snares {
    /// The `trap` of zones, ways and caches: one of `names`.
    pub fn read(parts: &mut Parts<'_>, names: &Names) -> Snares {
        let trap = |table: &mut Reader<'_>| table.optional_reference("trap", names).map(|index| index as u8);
        Snares {
            zones: parts.zones.iter_mut().map(trap).collect(),
            ways: parts.ways.iter_mut().map(trap).collect(),
            caches: parts.caches.iter_mut().map(trap).collect(),
        }
    }

    pub fn at(&self, trap: Trap) -> Option<u8> {
        let (all, index) = match trap {
            Trap::Zone(zone) => (&self.zones, zone),
            Trap::Way(way) => (&self.ways, way),
            Trap::Cache(cache) => (&self.caches, cache),
        };
        all.get(usize::from(index)).copied().flatten()
    }

    /// All of them, ready to go off.
    pub fn set(&self) -> Traps {
        let there = |traps: &[Option<u8>]| {
            let all = (0_u8..).zip(traps).filter(|(_, trap)| trap.is_some());
            all.map(|(index, _)| index).collect()
        };
        let armed =
            TrapSet { zones: there(&self.zones), ways: there(&self.ways), caches: there(&self.caches) };
        Traps { armed, spied: TrapSet::default() }
    }
}

/// What has become of the traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Traps {
    /// Those that would go off.
    pub armed: TrapSet,
    /// Those of which the party knows.
    spied: TrapSet,
}

impl Traps {
    /// Those that would go off and of which the party knows: it steps around them.
    pub fn known(&self) -> TrapSet {
        self.armed.and(self.spied)
    }

    /// Would it catch somebody who does not look for it?
    pub fn lurks(&self, trap: Trap) -> bool {
        self.armed.has(trap) && !self.spied.has(trap)
    }

    /// It has gone off, or was taken apart, and everybody knows where it was.
    pub fn spend(&mut self, trap: Trap) {
        self.armed.put(trap, false);
        self.spied.put(trap, true);
    }

    /// Somebody with an eye for it finds those on what lies here, on the ways from here, and in zones that can be seen. True
    /// if any.
    pub fn spy(&mut self, place: &Place, here: &Whereabouts) -> bool {
        let before = self.known();
        let ways: Numbers = place.ways_from(here, here.at).collect();
        let beyond: Numbers = ways.filter_map(|way| place.beyond(way, here.at)).collect();
        self.spied.ways |= ways & self.armed.ways;
        self.spied.zones |= beyond & here.seen & self.armed.zones;
        self.spied.caches |= place.caches_here(here) & self.armed.caches;
        self.known() != before
    }

    /// The trap that the party knows on the way to a neighbouring zone, or in it.
    pub fn toward(&self, place: &Place, here: &Whereabouts, to: u8) -> Option<Trap> {
        let way = place.way_between(here, here.at, to)?;
        [Trap::Way(way), Trap::Zone(to)].into_iter().find(|&trap| self.known().has(trap))
    }

    /// Nobody is to be caught out: everybody sees where traps are.
    pub fn show(&mut self) {
        self.spied = self.armed;
    }

    /// Those that the party knows and can get at from where it is: on what lies here, on the ways from here, and in the zones
    /// beyond. Behind one on a way, the one in the zone waits.
    pub fn within_reach(&self, place: &Place, here: &Whereabouts) -> impl Iterator<Item = Trap> + use<> {
        let known = self.known();
        let caches = place.caches_here(here).map(Trap::Cache);
        let ways: Numbers = place.ways_from(here, here.at).collect();
        let bare = ways.filter(|&way| !known.ways.has(way));
        let beyond: Numbers = bare.filter_map(|way| place.beyond(way, here.at)).collect();
        let all = caches.chain(ways.map(Trap::Way)).chain(beyond.map(Trap::Zone));
        all.filter(move |&trap| known.has(trap))
    }

    /// As the party sees it.
    pub fn hide(&mut self) {
        self.armed = self.known();
    }
}

impl<R: Explore> Step<'_, R> {
    /// A trap goes off; `first` is whoever did it.
    pub fn spring(&mut self, trap: Trap, first: Who) {
        let Some(what) = self.rules.setting().place.snares.at(trap) else { return };
        self.state.traps.spend(trap);
        self.log.tell(Event::Sprung { trap, what });
        self.rules.befall(self, what, first);
    }

    /// A trap on the way catches those who do not know of it, or who cannot step around it.
    pub fn step_into(&mut self, trap: Trap, first: Who) {
        let traps = &self.state.traps;
        let caught = if R::STEPS_AROUND { traps.lurks(trap) } else { traps.armed.has(trap) };
        if caught {
            self.spring(trap, first);
        }
    }

    /// The party goes on to a neighbouring zone, with whoever leads in front: into what is on the way, and what waits there.
    pub fn cross(&mut self, to: u8) {
        let here = &self.state.here;
        let way = self.rules.setting().place.way_between(here, here.at, to);
        if let (Some(way), Some(leader)) = (way, self.state.party.leader()) {
            self.step_into(Trap::Way(way), leader);
        }
        self.arrive(to);
        if let Some(leader) = self.state.party.leader() {
            self.step_into(Trap::Zone(to), leader);
        }
    }

    /// Somebody takes a trap apart, or sets it off.
    pub(crate) fn disarm(&mut self, who: Who, trap: Trap) {
        let test = self.rules.attempt(self, who, Attempt::Disarm { trap });
        self.log.tell(Event::Disarmed { who, trap, test });
        if test.success {
            self.state.traps.spend(trap);
        } else if self.state.traps.armed.has(trap) {
            self.spring(trap, who);
        }
    }

    /// Somebody with an eye for it looks for traps.
    pub fn spy(&mut self, who: Who) -> bool {
        let state = &mut *self.state;
        let found = state.traps.spy(&self.rules.setting().place, &state.here);
        if found {
            self.log.tell(Event::Spied { who });
        }
        found
    }
}
