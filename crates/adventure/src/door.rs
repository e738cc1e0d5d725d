//! Doors as things with states: what stands between two zones, and what has become of it.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Place;

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
}

impl Door {
    /// Can one walk through, opening it if need be?
    pub const fn lets_through(self) -> bool {
        !matches!(self, Door::Barred | Door::Locked)
    }

    /// Can one see through?
    pub const fn shows(self) -> bool {
        matches!(self, Door::None | Door::Open | Door::Broken)
    }

    /// As a note on a map.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Door::None => None,
            Door::Open => Some("open door"),
            Door::Shut => Some("closed door"),
            Door::Barred => Some("barred door"),
            Door::Locked => Some("locked door"),
            Door::Broken => Some("broken door"),
        }
    }
}

/// How the doors of a place are now, by its ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doors([Door; Place::MAX_WAYS]);

impl Doors {
    pub(crate) fn of(place: &Place) -> Doors {
        let mut doors = Doors([Door::None; Place::MAX_WAYS]);
        for (now, way) in doors.0.iter_mut().zip(&place.ways) {
            *now = way.door;
        }
        doors
    }

    pub fn at(&self, way: u8) -> Door {
        self.0.get(usize::from(way)).copied().unwrap_or_default()
    }

    pub fn set(&mut self, way: u8, door: Door) {
        // Where there is no door, none appears.
        if let Some(now) = self.0.get_mut(usize::from(way)).filter(|now| **now != Door::None) {
            *now = door;
        }
    }
}

impl Serialize for Doors {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let last = self.0.iter().rposition(|&door| door != Door::None).map_or(0, |last| last + 1);
        self.0[..last].serialize(to)
    }
}

impl<'de> Deserialize<'de> for Doors {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Doors, D::Error> {
        let read = Vec::<Door>::deserialize(from)?;
        let mut doors = Doors([Door::None; Place::MAX_WAYS]);
        let there = doors.0.get_mut(..read.len());
        there
            .ok_or_else(|| D::Error::invalid_length(read.len(), &"a door for each way"))?
            .copy_from_slice(&read);
        Ok(doors)
    }
}
