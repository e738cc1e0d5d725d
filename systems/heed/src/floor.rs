//! What lies on the floors of all zones: a list of fixed size, and which zones have anything at all.

use serde::{Deserialize, Serialize};

/// So many items can lie about; a fight that loads has no more than this.
pub const MOST_ITEMS: usize = 128;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Lying {
    pub zone: u8,
    pub kind: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<Lying>", try_from = "Vec<Lying>")]
pub(crate) struct Floor {
    list: [Lying; MOST_ITEMS],
    count: u8,
    /// Zones where something lies.
    littered: u32,
}

impl From<Floor> for Vec<Lying> {
    fn from(floor: Floor) -> Vec<Lying> {
        floor.all().to_vec()
    }
}

impl TryFrom<Vec<Lying>> for Floor {
    type Error = String;

    fn try_from(list: Vec<Lying>) -> Result<Floor, String> {
        if list.len() > MOST_ITEMS {
            return Err(format!("at most {MOST_ITEMS} items can lie about, not {}", list.len()));
        }
        let mut floor = Floor::EMPTY;
        list.into_iter().for_each(|lying| floor.drop(lying.zone, lying.kind));
        Ok(floor)
    }
}

impl Floor {
    pub const EMPTY: Floor = Floor { list: [Lying { zone: 0, kind: 0 }; MOST_ITEMS], count: 0, littered: 0 };

    pub fn all(&self) -> &[Lying] {
        &self.list[..usize::from(self.count)]
    }

    #[inline]
    pub fn is_bare(&self, zone: u8) -> bool {
        self.littered >> (zone & 31) & 1 == 0
    }

    pub fn drop(&mut self, zone: u8, kind: u8) {
        if let Some(place) = self.list.get_mut(usize::from(self.count)) {
            *place = Lying { zone, kind };
            self.count += 1;
            self.littered |= 1 << (zone & 31);
        }
    }

    /// Takes one of this kind off the floor of a zone; false if none lies there.
    pub fn take(&mut self, zone: u8, kind: u8) -> bool {
        let wanted = Lying { zone, kind };
        let Some(at) = self.all().iter().position(|lying| *lying == wanted) else { return false };
        // Kept in order, so that what fell first is found first, and no trace of the past is left behind.
        let count = usize::from(self.count);
        self.list.copy_within(at + 1..count, at);
        self.list[count - 1] = Lying { zone: 0, kind: 0 };
        self.count -= 1;
        if !self.all().iter().any(|lying| lying.zone == zone) {
            self.littered &= !(1 << (zone & 31));
        }
        true
    }

    pub fn has(&self, zone: u8, kind: u8) -> bool {
        !self.is_bare(zone) && self.all().contains(&Lying { zone, kind })
    }

    /// The kinds that lie in a zone, each once.
    #[inline]
    pub fn kinds(&self, zone: u8) -> impl Iterator<Item = u8> {
        let all = if self.is_bare(zone) { &[] } else { self.all() };
        let here = move |index: usize| all[index].zone == zone;
        (0..all.len())
            .filter(move |&at| here(at) && !all[..at].contains(&all[at]))
            .map(move |at| all[at].kind)
    }

    pub fn zones_with(&self, wanted: impl Fn(u8) -> bool) -> u32 {
        self.all()
            .iter()
            .filter(|lying| wanted(lying.kind))
            .fold(0, |zones, lying| zones | 1 << (lying.zone & 31))
    }
}
