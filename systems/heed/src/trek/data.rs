//! What does not change on a trek: the place, its tasks, what its caches hold and the fights that may be fought in it,
//! checked and ready for use. Nothing here knows where the party is.

use fracas_adventure::{ByHero, Setting, Supply};
use fracas_kernel::{Side, Who};
use serde::{Deserialize, Serialize};

use super::State;
use super::meeting::Manner;
use super::state::Hero;
use crate::data::{Does, Heed, NOTHING, Quality, Senses, Sheet, Takes, Trap};
use crate::features::Feature;

pub(super) const CANDLES: usize = 0;
pub(super) const GOLD: usize = 1;
pub(super) const SUPPLIES: [Supply; 2] = [
    Supply::new("candles", "candle-ends", "a light of one's own for one try", ["candle-end", "candle-ends"]),
    Supply::new("gold", "gold", "what was found so far", ["gold", "gold"]),
];

/// An adventure of the heed rules.
#[derive(Clone, Debug)]
pub struct Lore {
    pub(super) setting: Setting,
    /// By the zone around which they are fought; all have the same items, spells and sheets.
    pub(super) fights: Vec<Heed>,
    /// All features of the place.
    pub(super) features: Vec<Feature>,
    pub(super) tasks: Vec<Task>,
    pub(super) traps: Vec<Trap>,
    /// The task that going into unknown parts is, and the one that a combat is.
    pub(super) walk: u8,
    pub(super) fight: u8,
    /// What is in each cache.
    pub(super) hauls: Vec<Haul>,
    /// How many trys it takes to open a way or to search a zone, where that is not as usual.
    pub(super) way_trys: Vec<Option<u8>>,
    pub(super) zone_trys: Vec<Option<u8>>,
    /// How those of each encounter can be talked to.
    pub(super) manners: Vec<Manner>,
    /// What those of each encounter can sense between them.
    pub(super) sensed: Vec<Senses>,
    pub(super) senses: Vec<String>,
    /// How many adventures each hero has been on that reached their goal.
    pub(super) advances: ByHero<u8>,
    /// The state before anything has happened.
    pub(super) start: State,
}

/// Something that can be done in a try.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Task {
    pub id: String,
    pub name: String,
    pub about: String,
    pub does: Work,
    pub trys: u8,
    /// How many can work on it at once.
    pub together: Option<u8>,
    /// By which senses it could be noticed.
    pub senses: Senses,
    /// On how many faces of a d6 it succeeds; 6 is always.
    pub chance: u8,
    /// The kind of item without which it cannot be done, and whether that is used up.
    pub needs: Option<u8>,
    pub uses: bool,
    /// The kind of item that comes of it.
    pub gives: Option<u8>,
    /// How many wounds it closes.
    pub wounds: u8,
}

impl Task {
    /// HEED-T8: all that is done is work, but for resting.
    pub fn is_work(&self) -> bool {
        self.does != Work::Rest
    }
}

/// What a task is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Work {
    #[default]
    Search,
    /// A locked way.
    Open,
    /// A trap that the party knows.
    Disarm,
    /// At a way, for what is beyond.
    Listen,
    Watch,
    /// What lies in a cache.
    Take,
    Bandage,
    /// A spell that heals.
    Cast,
    /// A potion that heals.
    Drink,
    /// One thing becomes another.
    Make,
    /// Brings to light what is hidden in all zones that the party has seen.
    Read,
    Rest,
    /// Leaves things where the party is.
    Pack,
    /// Going into unknown parts; nobody picks it.
    Walk,
    /// A combat; nobody picks it.
    Fight,
}

impl Work {
    pub const ALL: [(&'static str, Work); 15] = [
        ("search", Work::Search),
        ("open", Work::Open),
        ("disarm", Work::Disarm),
        ("listen", Work::Listen),
        ("watch", Work::Watch),
        ("take", Work::Take),
        ("bandage", Work::Bandage),
        ("cast", Work::Cast),
        ("drink", Work::Drink),
        ("make", Work::Make),
        ("read", Work::Read),
        ("rest", Work::Rest),
        ("pack", Work::Pack),
        ("walk", Work::Walk),
        ("fight", Work::Fight),
    ];
}

/// What is in a cache.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Haul {
    pub items: Vec<u8>,
    pub trys: Option<u8>,
    pub senses: Senses,
}

/// Who begins a combat, and whether the others are surprised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    #[default]
    Ours,
    OurAmbush,
    Theirs,
    TheirAmbush,
}

impl Opening {
    /// The side that begins, and the one that is surprised, if one is.
    pub fn sides(self) -> (Side, Option<Side>) {
        match self {
            Opening::Ours => (Side::Heroes, None),
            Opening::OurAmbush => (Side::Heroes, Some(Side::Monsters)),
            Opening::Theirs => (Side::Monsters, None),
            Opening::TheirAmbush => (Side::Monsters, Some(Side::Heroes)),
        }
    }
}

impl Lore {
    /// Any of the fights, for items, spells and sheets, which are the same in all.
    pub(super) fn heed(&self) -> &Heed {
        &self.fights[0]
    }

    pub(super) fn task(&self, index: u8) -> Option<&Task> {
        self.tasks.get(usize::from(index))
    }

    /// Does a potion of this kind close wounds? How many?
    pub(super) fn heals(&self, kind: u8) -> Option<u8> {
        let potion = self.heed().items.get(usize::from(kind))?;
        match potion.power?.does {
            Does::Heal(wounds) if self.heed().is(kind, Quality::Potion) => Some(wounds),
            _ => None,
        }
    }

    /// How many wounds a spell of somebody's sheet closes, if that is what it does and it can be read.
    pub(super) fn mends(&self, hero: &Hero, spell: u8) -> Option<u8> {
        let sheet = self.heed().sheets.get(usize::from(hero.sheet))?;
        let spell = self.heed().spells.get(usize::from(*sheet.spells.get(usize::from(spell))?))?;
        // HEED-R19
        if spell.needs != NOTHING && !hero.carries(spell.needs) {
            return None;
        }
        match spell.power.does {
            Does::Heal(wounds) if spell.power.takes == Takes::Friends => Some(wounds),
            _ => None,
        }
    }

    pub(super) fn sheet(&self, sheet: u8) -> &Sheet {
        &self.heed().sheets[usize::from(sheet) % self.heed().sheets.len()]
    }

    pub(super) fn hero_sheet(&self, state: &State, who: Who) -> &Sheet {
        self.sheet(state.own.heroes[who].sheet)
    }
}
