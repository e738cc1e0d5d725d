//! The zones of a fight with the doors between them. A door that does not show what is beyond blocks steps, sight and
//! shots alike, so for each way in which the doors can be open or shut there is one map, made when the field is: asking
//! it is as fast as on a field without doors.

use serde::{Deserialize, Serialize};

use crate::{Set, Zone, ZoneSet, Zones, ZonesError};

/// How a door is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Door {
    /// No door: what is beyond can be seen and reached.
    #[default]
    None,
    Open,
    /// Opened by going through.
    Shut,
    /// Has to be forced: there is no lock to pick.
    Barred,
    /// Has to be picked or forced first.
    Locked,
    /// Was forced, and shuts no more.
    Broken,
    /// Nobody knows of it: it is a wall until it is found.
    Hidden,
}

impl Door {
    /// Can one walk through, opening it if need be?
    pub const fn lets_through(self) -> bool {
        !matches!(self, Door::Barred | Door::Locked | Door::Hidden)
    }

    /// Can one see through, and so shoot and step through as it is?
    pub const fn shows(self) -> bool {
        matches!(self, Door::None | Door::Open | Door::Broken)
    }

    /// As one character on a map of squares; none where there is no door to be seen.
    pub const fn glyph(self) -> Option<char> {
        match self {
            Door::None | Door::Hidden => None,
            Door::Open => Some('/'),
            Door::Shut => Some('+'),
            Door::Barred => Some('B'),
            Door::Locked => Some('L'),
            Door::Broken => Some('%'),
        }
    }

    /// The door that is drawn so.
    pub fn drawn(glyph: char) -> Option<Door> {
        let all = [Door::Open, Door::Shut, Door::Barred, Door::Locked, Door::Broken];
        all.into_iter().find(|door| door.glyph() == Some(glyph))
    }

    /// As a note on a map.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Door::None | Door::Hidden => None,
            Door::Open => Some("open door"),
            Door::Shut => Some("closed door"),
            Door::Barred => Some("barred door"),
            Door::Locked => Some("locked door"),
            Door::Broken => Some("broken door"),
        }
    }
}

/// A door of a field, as the fight finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doorway {
    /// As choices name it.
    pub id: String,
    pub name: String,
    pub between: [u8; 2],
    pub door: Door,
}

/// Doors of a field, by number.
pub type DoorSet = Set<u8, u8>;

/// How the doors of a field are now. Part of a fight's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Doors {
    each: [Door; Field::MAX_DOORS],
}

impl Doors {
    /// No doors anywhere.
    pub const NONE: Doors = Doors { each: [Door::None; Field::MAX_DOORS] };

    #[inline]
    pub fn at(&self, door: u8) -> Door {
        self.each.get(usize::from(door)).copied().unwrap_or_default()
    }

    /// A door is opened, shut, barred or broken. Where there is none, none appears.
    pub fn set(&mut self, door: u8, now: Door) {
        if let Some(was) = self.each.get_mut(usize::from(door)).filter(|was| **was != Door::None) {
            *was = now;
        }
    }

    /// Those that block steps, sight and shots.
    #[inline]
    pub fn blocked(&self) -> DoorSet {
        let each = self.each.iter().zip(0_u8..);
        each.fold(DoorSet::NONE, |set, (door, number)| if door.shows() { set } else { set.with(number) })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// By the set of doors that are blocked.
    maps: Vec<Zones>,
    doorways: Vec<Doorway>,
    start: Doors,
}

impl Field {
    pub const MAX_DOORS: usize = 6;

    /// `links` are the pairs of zones that are adjacent without a door between them, `unseen` those that cannot see each
    /// other whatever the doors are like. Zones that doors part see each other only through an open one: from its
    /// threshold all of the room beyond, and no further.
    pub fn new(
        zones: Vec<Zone>,
        links: &[(usize, usize)],
        unseen: &[(usize, usize)],
        doorways: Vec<Doorway>,
    ) -> Result<Field, ZonesError> {
        if doorways.len() > Field::MAX_DOORS {
            return Err(ZonesError::TooManyDoors(doorways.len()));
        }
        let mut start = Doors::default();
        for (door, way) in start.each.iter_mut().zip(&doorways) {
            *door = way.door;
        }
        let through: Vec<(usize, usize)> =
            doorways.iter().map(|way| (way.between[0].into(), way.between[1].into())).collect();
        let (rooms, parts) = (rooms(zones.len(), links), rooms(zones.len(), &[links, &through].concat()));
        let room = |zone: usize| rooms.iter().position(|room| room.has(zone as u8));
        let part = |zone: usize| parts.iter().position(|part| part.has(zone as u8));
        let pairs = || (0..zones.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
        let map = |bits: u8| {
            let open = (0_u8..).zip(&through).filter(|(number, _)| !DoorSet::of(bits).has(*number));
            let open: Vec<(usize, usize)> = open.map(|(_, &ends)| ends).collect();
            let glimpsed = |a: usize, b: usize| {
                let from = |p: usize, q: usize| a == p && room(b) == room(q) || b == p && room(a) == room(q);
                open.iter().any(|&(p, q)| from(p, q) || from(q, p))
            };
            let parted = |a: usize, b: usize| room(a) != room(b) && part(a) == part(b) && !glimpsed(a, b);
            let blind: Vec<(usize, usize)> =
                pairs().filter(|&(a, b)| parted(a, b)).chain(unseen.iter().copied()).collect();
            Zones::new(zones.clone(), &[links, &open].concat(), &blind)
        };
        let maps = (0..1_u8 << doorways.len()).map(map).collect::<Result<_, _>>()?;
        Ok(Field { maps, doorways, start })
    }

    /// The map as the doors are now.
    #[inline]
    pub fn now(&self, doors: &Doors) -> &Zones {
        match &self.maps[..] {
            // No doors, and nothing to count.
            [only] => only,
            maps => &maps[usize::from(doors.blocked().0) & (maps.len() - 1)],
        }
    }

    /// The map with every door open: the names of the zones, and how many there are.
    #[inline]
    pub fn zones(&self) -> &Zones {
        &self.maps[0]
    }

    /// Every map there is, by the set of doors that are blocked.
    pub fn maps(&self) -> &[Zones] {
        &self.maps
    }

    pub fn doorways(&self) -> &[Doorway] {
        &self.doorways
    }

    pub fn find_door(&self, id: &str) -> Option<u8> {
        self.doorways.iter().position(|way| way.id == id).map(|index| index as u8)
    }

    /// How the doors are when the fight begins.
    pub fn start(&self) -> Doors {
        self.start
    }

    /// The doors of a zone.
    pub fn doors_of(&self, zone: u8) -> DoorSet {
        let ways = self.doorways.iter().zip(0_u8..).filter(|(way, _)| way.between.contains(&zone));
        ways.map(|(_, number)| number).collect()
    }

    /// The zone at the other side of a door.
    pub fn beyond(&self, door: u8, from: u8) -> Option<u8> {
        let [a, b] = self.doorways.get(usize::from(door))?.between;
        match from {
            from if from == a => Some(b),
            from if from == b => Some(a),
            _ => None,
        }
    }

    /// The door between two zones, if there is one.
    pub fn door_between(&self, a: u8, b: u8) -> Option<u8> {
        self.doors_of(a).find(|&door| self.beyond(door, a) == Some(b))
    }

    /// All that is seen from these zones.
    pub fn watched(&self, doors: &Doors, from: ZoneSet) -> ZoneSet {
        let map = self.now(doors);
        from.fold(ZoneSet::NONE, |seen, zone| seen | map.seen_from(zone))
    }
}

/// A field without doors.
impl From<Zones> for Field {
    fn from(zones: Zones) -> Field {
        Field { maps: vec![zones], doorways: Vec::new(), start: Doors::default() }
    }
}

/// Sets of zones that are joined.
fn rooms(zones: usize, links: &[(usize, usize)]) -> Vec<ZoneSet> {
    let mut rooms: Vec<ZoneSet> = (0..zones.min(Zones::MAX) as u8).map(ZoneSet::one).collect();
    for &(a, b) in links {
        let find = |zone: usize| rooms.iter().position(|room| room.has(zone as u8));
        if let (Some(a), Some(b)) = (find(a), find(b))
            && a != b
        {
            let joined = rooms.remove(a.max(b));
            rooms[a.min(b)] |= joined;
        }
    }
    rooms
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 – 1 |door| 2 |door| 3: who is at a door sees what is beyond it.
    fn field() -> Field {
        let zones = (0..4).map(|i| Zone { id: format!("z{i}"), ..Zone::default() }).collect();
        let way =
            |a, b, door| Doorway { id: format!("z{a}-z{b}"), name: String::new(), between: [a, b], door };
        let ways = vec![way(1, 2, Door::Open), way(2, 3, Door::Locked)];
        Field::new(zones, &[(0, 1)], &[], ways).unwrap()
    }

    #[test]
    fn a_door_that_is_shut_blocks_steps_and_sight() {
        let field = field();
        let mut doors = field.start();
        assert_eq!(field.now(&doors).beside(2), ZoneSet::one(1));
        assert_eq!(field.now(&doors).distance(0, 3), Zones::APART);
        assert_eq!(
            field.now(&doors).seen_from(2),
            ZoneSet::of(0b0111),
            "the whole room beyond, from the threshold"
        );
        doors.set(1, Door::Broken);
        assert_eq!(field.now(&doors).distance(0, 3), 3);
        doors.set(0, Door::Shut);
        assert_eq!(field.now(&doors).beside(2), ZoneSet::one(3));
        assert!(!field.now(&doors).sees(1, 2));
        assert_eq!(field.watched(&doors, ZoneSet::one(0)), ZoneSet::of(0b0011));
        assert_eq!(field.zones().distance(0, 3), 3, "all doors open");
    }

    #[test]
    fn doors_are_found_from_both_sides() {
        let field = field();
        assert_eq!((field.doors_of(2).0, field.doors_of(0).0), (0b11, 0));
        assert_eq!((field.beyond(0, 1), field.beyond(0, 2), field.beyond(0, 3)), (Some(2), Some(1), None));
        assert_eq!((field.door_between(3, 2), field.door_between(0, 1)), (Some(1), None));
        assert_eq!(field.find_door("z2-z3"), Some(1));
        let mut doors = field.start();
        doors.set(5, Door::Open);
        assert_eq!((doors.at(5), doors.at(200)), (Door::None, Door::None), "no door appears");
    }

    #[test]
    fn too_many_doors_are_refused() {
        let zones: Vec<Zone> = (0..8).map(|i| Zone { id: format!("z{i}"), ..Zone::default() }).collect();
        let way =
            |a| Doorway { id: String::new(), name: String::new(), between: [a, a + 1], door: Door::Shut };
        let ways = (0..7).map(way).collect();
        assert_eq!(Field::new(zones, &[], &[], ways), Err(ZonesError::TooManyDoors(7)));
    }
}
