//! What does not change on a trek: the place with what the ardor rules say about each part of it, the party's sheets,
//! what presses and what is worked on.

use fracas_adventure::{Goal, Setting, Supply};
use fracas_kernel::{Numbered, Set, Who};

use super::State;
use crate::data::{Ability, Ardor, Attribute, Careful, Fumble, Sheet};
use crate::state::EachZone;

/// One adventure of the ardor rules, as far as it is not like any other.
#[derive(Clone, Debug)]
pub struct Lore {
    pub(crate) setting: Setting,
    /// Beside the zones, ways, caches and encounters of the place.
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) challenges: EachZone<i16>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) hoards: Vec<Hoard>,
    pub(crate) bands: Vec<Band>,
    /// By the zone around which they are fought; all have the same sheets.
    pub(crate) fights: Vec<Ardor>,
    pub(crate) matter: Option<Matter>,
    pub(crate) pursuits: Vec<Pursuit>,
    pub(crate) careful: Option<Careful>,
    pub(crate) discovery: bool,
    /// Experience for reaching the goal.
    pub(crate) reward: u8,
    /// An Extended Rest takes this many days.
    pub(crate) rest_days: u8,
    pub(crate) start: State,
}

pub(crate) const KITS: usize = 0;
pub(crate) const RATIONS: usize = 1;

pub(crate) const SUPPLIES: [Supply; 2] = [
    Supply::new(
        "kits",
        "Healing Kits",
        "one restores all health of one, at a Break",
        ["Healing Kit", "Healing Kits"],
    ),
    Supply::new("rations", "rations", "a Standard Rest takes one for each", ["ration", "rations"]),
];

impl Lore {
    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        &self.fights[0].sheets[usize::from(self.setting.hero(who))]
    }

    /// An ability by its place on somebody's sheet.
    pub(crate) fn ability(&self, who: Who, which: u8) -> Option<&Ability> {
        let index = *self.sheet(who).abilities.get(usize::from(which))?;
        self.fights[0].abilities.get(usize::from(index))
    }

    pub(crate) fn terrain(&self, zone: u8) -> &Terrain {
        &self.terrain[usize::from(zone).min(self.terrain.len() - 1)]
    }

    /// The way that leads from here to a zone, and what the rules say of it.
    pub(crate) fn passage(&self, state: &State, to: u8) -> Option<(u8, &Passage)> {
        let way = self.setting.place.way_between(&state.here, state.here.at, to)?;
        Some((way, self.passages.get(usize::from(way))?))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// Is it out of reach of the sun's coming and going?
    pub indoors: bool,
    /// Of six nights, this many are broken by something that turns up.
    pub risk: u8,
    /// Whom it suits for an Extended Rest.
    pub(crate) comforts: Comforts,
    /// What threatens those who go there unseen.
    pub slip: Option<Fumble>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    pub minutes: u16,
    /// Of a lock.
    pub challenge: i16,
    pub hazard: Option<Hazard>,
}

impl Passage {
    /// What threatens on a way that is no plain walk.
    pub(crate) fn slip(&self) -> Option<&Fumble> {
        self.hazard.as_ref()?.slip.as_ref()
    }
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
    /// What has to be done about it.
    pub goal: Goal,
    /// What is told when it comes to pass.
    pub comes: String,
    /// Does that end the adventure? If not, every Challenge Score is this much higher.
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
    /// Every Challenge Score for going unseen is this much lower.
    pub stealth: i16,
}

/// What makes a place comfortable for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Comfort {
    Inn,
    Manor,
    Woods,
    Library,
    Shore,
    Shrine,
}

pub(crate) type Comforts = Set<Comfort, u8>;

impl Numbered for Comfort {
    fn number(self) -> usize {
        self as usize
    }

    fn numbered(number: usize) -> Comfort {
        Comfort::ALL[number % Comfort::ALL.len()].1
    }
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
    pub(crate) fn usual() -> Comforts {
        [Comfort::Inn, Comfort::Manor].into_iter().collect()
    }

    /// The words for a set.
    pub(crate) fn words(set: Comforts) -> String {
        set.map(|comfort| Comfort::ALL[comfort as usize].0).collect::<Vec<_>>().join(", ")
    }
}
