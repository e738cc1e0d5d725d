//! A battlefield of zones: which are adjacent, which see each other, how far apart they are.
//!
//! Everything that a rule asks of the map is worked out once, as bit sets and tables, when the map is built.

use serde::{Deserialize, Serialize};

use crate::{Picture, Set};

/// For how many rounds those who search in a long fight stay with a zone.
const SWEEP: u16 = 8;

/// One zone as the scenario describes it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Zone {
    pub id: String,
    pub name: String,
    /// What is of interest there, in a word or two each.
    pub tags: Vec<String>,
    /// Where its card lies, in columns and rows.
    pub at: (i16, i16),
    /// Can the field be left from here?
    pub exit: bool,
    pub picture: Picture,
}

/// Zones of a map, by number.
pub type ZoneSet = Set<u8, u64>;

/// The methods that give a bare `u64` are on their way out: [`Zones::beside`], [`Zones::seen_from`] and
/// [`Zones::exit_zones`] give the same as typed sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    zones: Vec<Zone>,
    adjacent: Vec<u64>,
    sight: Vec<u64>,
    /// Steps between two zones, row by row.
    distance: Vec<u8>,
    /// The first step on a shortest way, row by row.
    toward: Vec<u8>,
    exits: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ZonesError {
    #[error("a map has at least one zone")]
    Empty,
    #[error("a map has at most {most} zones, not {0}", most = Zones::MAX)]
    TooMany(usize),
    #[error("there is no zone number {0}")]
    NoSuchZone(usize),
    #[error("a zone cannot be joined to itself: {0}")]
    Loop(String),
    #[error("a field has at most {most} doors, not {0}", most = crate::Field::MAX_DOORS)]
    TooManyDoors(usize),
}

impl Zones {
    pub const MAX: usize = 64;
    /// The distance of zones that no way joins.
    pub const APART: u8 = u8::MAX;
    /// The round from which a fight is a long one: minds then see to it that it ends.
    pub const LONG_FIGHT: u16 = 30;

    /// `links` are the pairs of adjacent zones; `blind` the pairs that cannot see each other. All others can.
    pub fn new(
        zones: Vec<Zone>,
        links: &[(usize, usize)],
        blind: &[(usize, usize)],
    ) -> Result<Zones, ZonesError> {
        let n = zones.len();
        if n == 0 {
            return Err(ZonesError::Empty);
        }
        if n > Zones::MAX {
            return Err(ZonesError::TooMany(n));
        }
        if let Some(&missing) = links.iter().chain(blind).flat_map(|(a, b)| [a, b]).find(|&&zone| zone >= n) {
            return Err(ZonesError::NoSuchZone(missing));
        }
        if let Some(&(a, _)) = links.iter().chain(blind).find(|(a, b)| a == b) {
            return Err(ZonesError::Loop(zones[a].id.clone()));
        }
        let everything = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        let mut adjacent = vec![0; n];
        let mut sight = vec![everything; n];
        for &(a, b) in links {
            adjacent[a] |= 1 << b;
            adjacent[b] |= 1 << a;
        }
        for &(a, b) in blind {
            sight[a] &= !(1 << b);
            sight[b] &= !(1 << a);
        }
        let exits = zones.iter().enumerate().filter(|(_, z)| z.exit).fold(0, |set, (i, _)| set | 1 << i);
        let mut map =
            Zones { zones, adjacent, sight, distance: vec![0; n * n], toward: vec![0; n * n], exits };
        map.measure();
        Ok(map)
    }

    /// Breadth first from every zone; among equal ways the one through the lowest zone.
    fn measure(&mut self) {
        let n = self.zones.len();
        for from in 0..n {
            let mut distance = vec![Zones::APART; n];
            let mut first = vec![from as u8; n];
            distance[from] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(zone) = queue.pop_front() {
                for next in bits(self.adjacent[zone]) {
                    if distance[next] == Zones::APART {
                        distance[next] = distance[zone] + 1;
                        first[next] = if zone == from { next as u8 } else { first[zone] };
                        queue.push_back(next);
                    }
                }
            }
            self.distance[from * n..][..n].copy_from_slice(&distance);
            self.toward[from * n..][..n].copy_from_slice(&first);
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.zones.len()
    }

    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    #[inline]
    pub fn zone(&self, index: u8) -> &Zone {
        &self.zones[index as usize]
    }

    pub fn all(&self) -> &[Zone] {
        &self.zones
    }

    pub fn find(&self, id: &str) -> Option<u8> {
        self.zones.iter().position(|zone| zone.id == id).map(|index| index as u8)
    }

    /// The zones next to this one.
    #[inline]
    pub fn adjacent(&self, zone: u8) -> u64 {
        self.adjacent[zone as usize]
    }

    /// The zones that this one sees, itself among them.
    #[inline]
    pub fn sight(&self, zone: u8) -> u64 {
        self.sight[zone as usize]
    }

    /// The zones next to this one.
    #[inline]
    pub fn beside(&self, zone: u8) -> ZoneSet {
        ZoneSet::of(self.adjacent[zone as usize])
    }

    /// The zones that this one sees, itself among them.
    #[inline]
    pub fn seen_from(&self, zone: u8) -> ZoneSet {
        ZoneSet::of(self.sight[zone as usize])
    }

    /// The zones from which the field can be left.
    #[inline]
    pub fn exit_zones(&self) -> ZoneSet {
        ZoneSet::of(self.exits)
    }

    /// Every zone.
    pub fn numbers(&self) -> ZoneSet {
        ZoneSet::first_few(self.zones.len())
    }

    /// Where those who see no enemy look for one: where nobody of theirs can see. In a long fight all go to one zone
    /// after another, both sides to the same; else two could miss each other for ever.
    pub fn to_search(&self, watched: ZoneSet, round: u16) -> ZoneSet {
        match round {
            Self::LONG_FIGHT.. => ZoneSet::one((usize::from(round / SWEEP) % self.len().max(1)) as u8),
            _ => self.numbers() - watched,
        }
    }

    #[inline]
    pub fn sees(&self, from: u8, to: u8) -> bool {
        self.sight[from as usize] >> to & 1 == 1
    }

    /// Steps from one zone to another; [`Zones::APART`] if there is no way.
    #[inline]
    pub fn distance(&self, from: u8, to: u8) -> u8 {
        self.distance[from as usize * self.zones.len() + to as usize]
    }

    /// The first zone on a shortest way; `from` itself if it is there already or there is no way.
    #[inline]
    pub fn toward(&self, from: u8, to: u8) -> u8 {
        self.toward[from as usize * self.zones.len() + to as usize]
    }

    /// The zones from which the field can be left.
    #[inline]
    pub fn exits(&self) -> u64 {
        self.exits
    }

    /// The nearest exit, if one can be reached.
    pub fn nearest_exit(&self, from: u8) -> Option<u8> {
        bits(self.exits)
            .map(|zone| zone as u8)
            .filter(|&zone| self.distance(from, zone) != Zones::APART)
            .min_by_key(|&zone| self.distance(from, zone))
    }

    /// Every pair of adjacent zones, once.
    pub fn links(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..self.zones.len())
            .flat_map(|a| bits(self.adjacent[a]).filter(move |&b| a < b).map(move |b| (a as u8, b as u8)))
    }

    /// Every pair of zones that see each other, once, as a map shows it.
    pub fn sights(&self) -> Vec<(usize, usize)> {
        let seen = |a: usize| bits(self.sight[a]).filter(move |&b| a < b).map(move |b| (a, b));
        (0..self.zones.len()).flat_map(seen).collect()
    }
}

/// The indices of the bits that are set, from the lowest.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(n: usize, links: &[(usize, usize)], blind: &[(usize, usize)]) -> Zones {
        let zones = (0..n).map(|i| Zone { id: format!("z{i}"), exit: i == n - 1, ..Zone::default() });
        Zones::new(zones.collect(), links, blind).unwrap()
    }

    #[test]
    fn distances_follow_the_shortest_way() {
        // 0-1-2-3 and a short cut 0-4-3.
        let map = map(6, &[(0, 1), (1, 2), (2, 3), (0, 4), (4, 3)], &[]);
        assert_eq!(map.distance(0, 0), 0);
        assert_eq!(map.distance(0, 2), 2);
        assert_eq!(map.distance(0, 3), 2);
        assert_eq!(map.toward(0, 3), 4);
        assert_eq!(map.toward(3, 0), 4);
        assert_eq!(map.toward(2, 2), 2);
        assert_eq!(map.distance(0, 5), Zones::APART);
        assert_eq!(map.toward(0, 5), 0);
        assert_eq!(map.nearest_exit(0), None);
        assert_eq!(map.links().count(), 5);
    }

    #[test]
    fn those_who_search_for_long_come_to_every_zone() {
        let map = map(5, &[(0, 1), (1, 2), (2, 3)], &[]);
        let watched = ZoneSet::first_few(2);
        assert_eq!(map.to_search(watched, Zones::LONG_FIGHT - 1), map.numbers() - watched);
        let goals =
            (Zones::LONG_FIGHT..Zones::LONG_FIGHT + 5 * SWEEP).map(|round| map.to_search(watched, round));
        assert!(goals.clone().all(|goal| goal.len() == 1));
        assert_eq!(goals.fold(ZoneSet::NONE, |all, goal| all | goal), map.numbers());
    }

    #[test]
    fn sight_is_mutual_and_includes_oneself() {
        let map = map(3, &[(0, 1), (1, 2)], &[(0, 2)]);
        assert_eq!(map.sight(0), 0b011);
        assert_eq!(map.sight(1), 0b111);
        assert_eq!(map.sight(2), 0b110);
        assert!(!map.sees(2, 0));
        assert_eq!(map.sights(), [(0, 1), (1, 2)]);
        assert_eq!(map.nearest_exit(0), Some(2));
    }

    #[test]
    fn sixty_four_zones_fit_and_no_more() {
        let zones = |n| vec![Zone::default(); n];
        assert_eq!(Zones::new(zones(64), &[], &[]).unwrap().sight(63), u64::MAX);
        assert_eq!(Zones::new(zones(65), &[], &[]), Err(ZonesError::TooMany(65)));
        assert_eq!(Zones::new(zones(0), &[], &[]), Err(ZonesError::Empty));
        assert!(Zones::new(zones(2), &[(1, 1)], &[]).is_err());
    }
}
