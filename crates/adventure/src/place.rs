//! A place that is explored: zones, the ways between them, what lies there and what lives there. What does not change;
//! what does is in [`crate::Whereabouts`].

use fracas_kernel::{Named, Refusal, Set, Side, Zone};

use crate::{Distance, Door, Snares, Supplies, Treasure, Whereabouts};

/// A set of zones, ways, caches or encounters, by their numbers in the place.
pub type Numbers = Set<u8, u64>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub spots: Vec<Spot>,
    pub ways: Vec<Way>,
    pub caches: Vec<Cache>,
    pub encounters: Vec<Encounter>,
    /// Where the party begins.
    pub start: u8,
    pub goal: Goal,
    /// Zones that no door parts, and that are taken in at a glance. Each zone is in one.
    pub areas: Vec<Numbers>,
    /// Pairs of zones that do not see each other although no door parts them.
    pub unseen: Vec<(u8, u8)>,
    /// The traps in its zones, on its ways and on its caches.
    pub snares: Snares,
    /// Gear in its caches and with those who can be met.
    pub treasure: Treasure,
    /// Weights of the encounters that turn up by chance, summed.
    pub weight: u16,
}

impl Place {
    pub const MAX_ZONES: usize = 64;
    pub const MAX_WAYS: usize = 64;
    pub const MAX_CACHES: usize = 64;
    pub const MAX_ENCOUNTERS: usize = 32;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// As on a map; `exit` is where the place can be left.
    pub zone: Zone,
    /// What is told when the party comes here first.
    pub about: String,
    /// Is there no light but what the party carries?
    pub dark: bool,
    /// Can something lie hidden here? Where not, there is nothing to search for, and people see that.
    pub cluttered: bool,
}

/// Between two zones, both ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub a: u8,
    pub b: u8,
    /// As it is at the start.
    pub door: Door,
    /// Found only by searching at one of its ends.
    pub secret: bool,
    /// The cache that holds its key.
    pub key: Option<u8>,
}

/// Something that lies somewhere and can be taken or used. What is in it beside supplies is the system's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    pub id: String,
    pub name: String,
    pub at: u8,
    /// Found only by searching.
    pub hidden: bool,
    /// What is told when it is taken.
    pub about: String,
    pub supplies: Supplies,
}

/// Those who are met together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    pub id: String,
    pub name: String,
    pub about: String,
    /// The zone where they live and are met by going there; `None` for those who only turn up.
    pub lair: Option<u8>,
    /// Of how many lots this one draws, when something turns up by chance; 0 for never.
    pub weight: u8,
    /// Those who come to a fight later are last.
    pub foes: Vec<Foe>,
    /// Who is on the party's side in the fight where they live.
    pub friends: Vec<Foe>,
    /// The fight where they live has goals, events or friends: its number among those that have.
    pub plot: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foe {
    /// The creature, by its place among the system's names.
    pub creature: usize,
    pub count: u8,
    /// Where it stands; with the others of its encounter if nothing is said.
    pub at: Option<u8>,
    /// How it stands to those who come; as its weapons suggest if nothing is said.
    pub stands: Option<Distance>,
    /// The event with which it comes, where the fight has any.
    pub comes: Option<u8>,
    /// Against the party, or one of its friends.
    pub side: Side,
}

impl Foe {
    /// One of a kind, of whom nothing else is said.
    pub fn new(creature: usize) -> Foe {
        Foe { creature, count: 1, at: None, stands: None, comes: None, side: Side::Monsters }
    }
}

/// What the party is here for. All that is named must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    pub text: String,
    pub take: Option<u8>,
    pub beat: Option<u8>,
    pub reach: Option<u8>,
    /// And then come out alive, through an exit.
    pub leave: bool,
}

impl Goal {
    /// Is it done, coming out apart?
    pub fn holds(&self, here: &Whereabouts) -> bool {
        self.take.is_none_or(|cache| here.taken.has(cache))
            && self.beat.is_none_or(|encounter| here.beaten.has(encounter))
            && self.reach.is_none_or(|zone| here.visited.has(zone))
    }
}

impl Place {
    pub fn zone(&self, index: u8) -> &Zone {
        &self.spots[usize::from(index) % self.spots.len()].zone
    }

    pub fn find_zone(&self, id: &str) -> Option<u8> {
        self.spots.iter().position(|spot| spot.zone.id == id).map(|index| index as u8)
    }

    pub fn find_encounter(&self, id: &str) -> Option<u8> {
        self.encounters.iter().position(|encounter| encounter.id == id).map(|index| index as u8)
    }

    /// A zone by its id, for the judge: the refusal says which there are.
    pub fn zone_named(&self, id: &str) -> Result<u8, Refusal> {
        let known = self.spots.iter().map(|spot| spot.zone.id.as_str());
        self.find_zone(id).ok_or_else(|| Refusal::unknown("zone", id, known))
    }

    /// Everybody who can be met here, for the judge to choose from.
    pub fn meetings(&self) -> Vec<Named> {
        self.encounters.iter().map(|encounter| Named::new(&encounter.id, &encounter.name)).collect()
    }

    /// The same for an encounter.
    pub fn encounter_named(&self, id: &str) -> Result<u8, Refusal> {
        let known = self.encounters.iter().map(|met| met.id.as_str());
        self.find_encounter(id).ok_or_else(|| Refusal::unknown("encounter", id, known))
    }

    /// The scene of being in a zone, for reports, with the encounter that is fought there if one is.
    pub fn scene(&self, zone: u8, encounter: Option<u8>) -> u16 {
        u16::from(zone) << 8 | encounter.map_or(0, |encounter| u16::from(encounter) + 1)
    }

    pub fn scene_name(&self, scene: u16) -> String {
        let zone = &self.zone((scene >> 8) as u8).name;
        match self.encounters.get(usize::from(scene & 0xff).wrapping_sub(1)) {
            Some(encounter) => format!("{zone}: {}", encounter.name),
            None => zone.clone(),
        }
    }

    /// How many can be met here, all encounters together.
    pub fn population(&self) -> usize {
        self.encounters.iter().flat_map(|met| &met.foes).map(|foe| usize::from(foe.count)).sum()
    }

    /// The number of somebody of an encounter among all who can be met.
    pub fn rank(&self, encounter: u8, number: u8) -> u8 {
        let before = self.encounters.iter().take(encounter.into()).flat_map(|met| &met.foes);
        before.map(|foe| usize::from(foe.count)).sum::<usize>().min(255) as u8 + number
    }

    /// How many steps it is from the start to a zone, with every door open.
    pub fn steps_to(&self, zone: u8) -> u32 {
        let (mut reached, mut steps) = (Numbers::one(self.start), 0);
        while !reached.has(zone) {
            let joined = self.ways.iter().filter(|way| reached.has(way.a) || reached.has(way.b));
            let next = joined.fold(reached, |set, way| set.with(way.a).with(way.b));
            if next == reached {
                break;
            }
            (reached, steps) = (next, steps + 1);
        }
        steps
    }

    /// The area that a zone is in, by its place in [`Place::areas`].
    pub fn area_of(&self, zone: u8) -> usize {
        self.areas.iter().position(|area| area.has(zone)).unwrap_or(0)
    }

    /// The encounter that a lot from 0 to [`Place::weight`] − 1 draws, of those in `left`. The lots of others go to the
    /// next one that is left, so that something always turns up while anything is.
    pub fn drawn(&self, lot: u16, left: Numbers) -> Option<u8> {
        let mut lots = lot;
        let turns_up =
            |&(index, encounter): &(usize, &Encounter)| encounter.weight > 0 && left.has(index as u8);
        let numbered = || self.encounters.iter().enumerate();
        for (index, encounter) in numbered().filter(|(_, encounter)| encounter.weight > 0) {
            let weight = u16::from(encounter.weight);
            if lots < weight {
                let later = numbered().skip(index).find(turns_up);
                return later.or_else(|| numbered().find(turns_up)).map(|(index, _)| index as u8);
            }
            lots -= weight;
        }
        None
    }
}
