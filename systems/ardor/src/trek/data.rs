//! What does not change on a journey: the place with what the ardor rules say about each part of it, the party's sheets,
//! what presses and what is worked on.

use fracas_adventure::Place;
use fracas_kernel::Who;

use super::state::{HEROES, State};
use crate::data::{Ardor, Attribute, Careful, Fumble, Sheet};

/// One adventure of the ardor rules.
#[derive(Clone, Debug)]
pub struct Trek {
    pub(crate) title: String,
    pub(crate) place: Place,
    /// Beside the zones, ways, caches and encounters of the place.
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) hoards: Vec<Hoard>,
    pub(crate) bands: Vec<Band>,
    /// The party, by their sheets.
    pub(crate) heroes: Vec<u8>,
    /// One for each field, and the zones of the place that each is made of, in its order.
    pub(crate) fights: Vec<Ardor>,
    pub(crate) fields: Vec<Vec<u8>>,
    pub(crate) matter: Option<Matter>,
    pub(crate) pursuits: Vec<Pursuit>,
    pub(crate) careful: Option<Careful>,
    pub(crate) discovery: bool,
    /// Experience for reaching the goal.
    pub(crate) reward: u8,
    /// The adventure ends after so many days, and an Extended Rest takes so many.
    pub(crate) days: u8,
    pub(crate) rest_days: u8,
    pub(crate) opening: State,
}

impl Trek {
    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        let sheet = self.heroes.get(who.index()).copied().unwrap_or_default();
        &self.fights[0].sheets[usize::from(sheet)]
    }

    /// Everybody who set out, as bits.
    pub(crate) fn party(&self) -> u8 {
        match self.heroes.len() {
            count if count >= HEROES => u8::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The field that a zone belongs to, and its number there.
    pub(crate) fn field_of(&self, zone: u8) -> (usize, u8) {
        let found = self.fields.iter().enumerate().find_map(|(field, zones)| {
            let at = zones.iter().position(|&one| one == zone)?;
            Some((field, at as u8))
        });
        found.unwrap_or((0, 0))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// The Challenge Score.
    pub challenge: i16,
    /// Is it out of reach of the sun's coming and going?
    pub indoors: bool,
    /// Of six nights, so many are broken by something that turns up.
    pub risk: u8,
    /// Whom it suits for an Extended Rest, by [`Comfort`], as bits.
    pub comforts: u8,
    /// What threatens those who go there unseen.
    pub slip: Option<Fumble>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    pub minutes: u16,
    /// Of a lock.
    pub challenge: i16,
    /// The cache that opens it.
    pub key: Option<u8>,
    pub hazard: Option<Hazard>,
}

/// A way on which one can fail: a climb, a ford, a deck in a storm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub name: String,
    pub challenge: i16,
    pub by: Attribute,
    pub slip: Option<Fumble>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hoard {
    pub kits: u8,
    pub rations: u8,
    pub xp: u8,
    /// The pursuit that having it brings forward.
    pub fills: Option<u8>,
}

/// What the rules add to an encounter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// Its own Challenge Score, which counts once the party knows of it.
    pub challenge: Option<i16>,
    /// Can be seen from the next zone.
    pub plain: bool,
    pub xp: u8,
    pub fills: Option<u8>,
    /// The kind of creature among them that bluffs.
    pub bluffs: Option<u8>,
}

/// What presses: a clock that fills as time goes by, until something is done about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matter {
    pub name: String,
    pub segments: u8,
    pub hours: u8,
    pub take: Option<u8>,
    pub beat: Option<u8>,
    pub reach: Option<u8>,
    /// What is told when it comes to pass.
    pub comes: String,
    /// Does that end the adventure? If not, every Challenge Score is so much higher.
    pub ends: bool,
    pub harder: i16,
}

/// A stronghold or a long-term goal: a clock that fills at Extended Rests and by deeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pursuit {
    pub id: String,
    pub name: String,
    pub about: String,
    pub segments: u8,
    pub gives: Boon,
}

/// What a pursuit is good for when its clock is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Boon {
    /// At once, and at the start of every adventure from then on.
    pub kits: u8,
    pub rations: u8,
    /// Once, for everybody.
    pub xp: u8,
    /// So much lower is every Challenge Score for going unseen.
    pub stealth: i16,
}

/// What makes a place comfortable for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Comfort {
    Inn = 1,
    Manor = 2,
    Woods = 4,
    Library = 8,
    Shore = 16,
    Shrine = 32,
}

impl Comfort {
    pub const ALL: [(&'static str, Comfort); 6] = [
        ("inn", Comfort::Inn),
        ("manor", Comfort::Manor),
        ("woods", Comfort::Woods),
        ("library", Comfort::Library),
        ("shore", Comfort::Shore),
        ("shrine", Comfort::Shrine),
    ];
    /// A bed and a roof, for those of whom nothing is said.
    pub const USUAL: u8 = Comfort::Inn as u8 | Comfort::Manor as u8;

    /// The words for a set.
    pub fn words(set: u8) -> String {
        let all = Comfort::ALL.into_iter().filter(|(_, comfort)| set & *comfort as u8 != 0);
        all.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    }
}
