//! What does not change on a journey: the place, what its ways and caches hold, the heroes, and a fight for each area.

use fracas_adventure::{Clock, Place};
use fracas_kernel::Who;

use super::state::{State, ix};
use crate::data::{Attribute, Sheet, Twelves};

/// One adventure of the twelves rules.
#[derive(Clone, Debug)]
pub struct Trek {
    pub(crate) title: String,
    pub(crate) place: Place,
    /// By area of the place; all have the same sheets.
    pub(crate) fights: Vec<Twelves>,
    /// The zones of each area, by their number in the place.
    pub(crate) inside: Vec<Vec<u8>>,
    /// The features of each area, by their number in the place.
    pub(crate) furniture: Vec<Vec<u8>>,
    /// By so much a check at each way is lowered.
    pub(crate) hard: Vec<u8>,
    /// What is in each cache.
    pub(crate) contents: Vec<Contents>,
    pub(crate) heroes: Vec<Hero>,
    /// The weapons that can be found, by their number among all.
    pub(crate) finds: Vec<u8>,
    /// What turns up does so on a d12 of this or less.
    pub(crate) danger: u8,
    pub(crate) clock: Clock,
    pub(crate) start: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// By its place among the weapons that can be found.
    pub weapon: Option<u8>,
    pub food: u8,
    pub oil: u8,
    pub salves: u8,
    pub silver: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hero {
    /// With what is on the sheet only.
    pub sheet: u8,
    /// With each of the weapons that can be found; none where that cannot be.
    pub with: Vec<Option<u8>>,
    pub hits: u8,
}

impl Trek {
    /// A rest of six hours, in times ten minutes; it is broken or not at the end of each third.
    pub const REST: u16 = 36;
    pub const WATCHES: u16 = 3;
    /// What an unbroken rest and a salve give back.
    pub const REST_HEALS: u8 = 3;
    pub const SALVE_HEALS: u8 = 2;

    /// All heroes, the dead and gone included.
    pub(crate) fn all(&self) -> u8 {
        ((1_u16 << self.heroes.len().min(8)) - 1) as u8
    }

    pub(crate) fn sheet_index(&self, state: &State, who: Who) -> u8 {
        let Some(hero) = self.heroes.get(ix(who)) else { return 0 };
        let found = hero.with.get(usize::from(state.weapon[ix(who)]));
        found.copied().flatten().unwrap_or(hero.sheet)
    }

    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.fights[0].sheets[usize::from(self.sheet_index(state, who))]
    }

    pub(crate) fn most_hits(&self, who: Who) -> u8 {
        self.heroes.get(ix(who)).map_or(0, |hero| hero.hits)
    }

    /// What somebody's attribute is worth in a check: never hopeless, never certain.
    pub(crate) fn attribute(&self, state: &State, who: Who, attribute: Attribute, less: u8) -> u8 {
        self.sheet(state, who).attribute(attribute).saturating_sub(less).clamp(1, 11)
    }

    /// The area where the party is, and its zone there.
    pub(crate) fn spot(&self, state: &State) -> (usize, u8) {
        let area = self.place.area_of(state.here.at);
        (area, self.local(area, state.here.at).unwrap_or(0))
    }

    /// A zone of the place by its number in an area.
    pub(crate) fn local(&self, area: usize, zone: u8) -> Option<u8> {
        self.inside.get(area)?.iter().position(|&other| other == zone).map(|index| index as u8)
    }

    /// Can one see where the party is?
    pub(crate) fn is_lit(&self, state: &State) -> bool {
        state.oil > 0 || !self.is_dark(state.here.at)
    }

    pub(crate) fn is_dark(&self, zone: u8) -> bool {
        self.place.spots.get(usize::from(zone)).is_some_and(|spot| spot.dark)
    }
}
