//! How the doors of a place are: what has become of each.

use fracas_kernel::Door;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Place;

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
