//! What does not change in an adventure: the place with what this system knows of it, the heroes as they set out, hazards
//! and moods.

use fracas_adventure::Place;
use fracas_dice::Roll;
use serde::{Deserialize, Serialize};

use crate::data::{Delve, SPELL_LEVELS, Save};

/// An adventure of the delve rules.
#[derive(Clone, Debug)]
pub struct Trek {
    pub(crate) title: String,
    pub(crate) place: Place,
    /// One for each area of the place.
    pub(crate) fights: Vec<Delve>,
    /// By zone of the place: its number on the battlefield of its area.
    pub(crate) in_field: Vec<u8>,
    pub(crate) heroes: Vec<Hero>,
    /// Heroes of the party's file who did not live to see this adventure.
    pub(crate) fallen: Vec<String>,
    pub(crate) wares: [u16; Ware::COUNT],
    pub(crate) gold: u16,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) zones: Vec<ZoneLore>,
    pub(crate) ways: Vec<WayLore>,
    pub(crate) caches: Vec<CacheLore>,
    /// By encounter.
    pub(crate) bands: Vec<Band>,
    pub(crate) wandering: Option<Wandering>,
    /// The turn in which it begins, and that in which time is up.
    pub(crate) first_turn: u16,
    pub(crate) last_turn: u16,
}

// DELVE-T1: a turn is ten minutes.
pub(crate) const MINUTES: u16 = 10;
pub(crate) const HOUR: u16 = 60 / MINUTES;
pub(crate) const DAY: u16 = 24 * HOUR;
pub(crate) const DAWN: u16 = 6 * HOUR;
/// A night's rest.
pub(crate) const NIGHT: u16 = 8 * HOUR;
/// How long a torch burns.
pub(crate) const TORCH: u8 = 6;
pub(crate) const SALVE: Roll = Roll::d(4).plus(1);

/// How many turns so many minutes of fighting take: every turn begun counts.
pub(crate) fn turns_of(rounds: u32) -> u8 {
    // DELVE-T1: a round is a minute.
    rounds.div_ceil(MINUTES.into()).clamp(1, 200) as u8
}

#[derive(Clone, Debug)]
pub(crate) struct Hero {
    pub sheet: u8,
    pub strength: i16,
    pub charisma: i16,
    /// Of six, for what only thieves do.
    pub skill: Option<u8>,
    pub hp: i16,
    pub slots: [u8; SPELL_LEVELS],
    pub poison: u8,
    pub disease: u8,
    pub level: u8,
    pub xp: u16,
}

/// The experience that a hero of this level needs for the next.
pub(crate) fn xp_for_next(level: u8) -> u16 {
    100 * u16::from(level)
}

/// What beating a hit die is worth, to the whole party.
pub(crate) const XP_PER_HIT_DIE: u32 = 10;

/// In how many of six cases somebody finds, hears, opens or breaks something.
impl Hero {
    pub fn notices(&self) -> u8 {
        self.skill.unwrap_or(2)
    }

    pub fn forces(&self) -> u8 {
        (1 + self.strength).clamp(1, 5) as u8
    }
}

/// A trap, a poison or a disease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hazard {
    pub id: String,
    pub name: String,
    pub kind: Ill,
    pub save: Save,
    /// At once, unless a save helps.
    pub damage: Option<Roll>,
    /// Until a save ends it: each turn by a poison, each day by a disease.
    pub lasting: Option<Roll>,
    /// Everybody who is there, or only whoever set it off.
    pub all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ill {
    Trap,
    Poison,
    Disease,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ZoneLore {
    pub trap: Option<u8>,
    /// Nothing turns up here by chance.
    pub safe: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WayLore {
    pub trap: Option<u8>,
    /// Cannot be forced.
    pub iron: bool,
    /// The cache that holds its key.
    pub key: Option<u8>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct CacheLore {
    pub trap: Option<u8>,
    pub about: String,
    pub gold: u16,
    pub wares: [u16; Ware::COUNT],
}

/// Those who are met together, as far as meeting them goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Band {
    /// Where no reaction is rolled.
    pub mood: Option<Attitude>,
    /// What they want for letting the party be.
    pub price: Option<u16>,
    /// What they carry.
    pub gold: u16,
    /// What friends can do: heal so much, sell at a price, and show a part of the map.
    pub heals: Option<Roll>,
    pub sells: [Option<u16>; Ware::COUNT],
    pub guides: u64,
    /// What their bites may bring.
    pub disease: Option<u8>,
    /// What is heard of them at a door; nothing if they make no sound.
    pub sound: Option<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Wandering {
    /// Looked for every so many turns, and so often in a night.
    pub every: u16,
    pub night: u16,
    /// On so many in six.
    pub chance: u8,
}

/// How those who are met take to the party.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attitude {
    Hostile,
    Unfriendly,
    #[default]
    Neutral,
    Indifferent,
    Friendly,
}

impl Attitude {
    pub const ALL: [(&'static str, Attitude); 5] = [
        ("hostile", Attitude::Hostile),
        ("unfriendly", Attitude::Unfriendly),
        ("neutral", Attitude::Neutral),
        ("indifferent", Attitude::Indifferent),
        ("friendly", Attitude::Friendly),
    ];

    pub fn name(self) -> &'static str {
        Attitude::ALL[self as usize].0
    }
}

/// What 2d6 and the leader's charisma come to.
pub fn reaction(total: i32) -> Attitude {
    // DELVE-M1
    match total {
        ..=2 => Attitude::Hostile,
        3..=5 => Attitude::Unfriendly,
        6..=8 => Attitude::Neutral,
        9..=11 => Attitude::Indifferent,
        12.. => Attitude::Friendly,
    }
}

/// What the party carries and uses up, gold apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ware {
    Torches,
    Rations,
    Salves,
    Tinctures,
}

impl Ware {
    pub const COUNT: usize = 4;
    pub const ALL: [Ware; Ware::COUNT] = [Ware::Torches, Ware::Rations, Ware::Salves, Ware::Tinctures];

    pub fn id(self) -> &'static str {
        match self {
            Ware::Torches => "torches",
            Ware::Rations => "rations",
            Ware::Salves => "salves",
            Ware::Tinctures => "tinctures",
        }
    }

    pub fn one(self) -> &'static str {
        match self {
            Ware::Torches => "a torch",
            Ware::Rations => "a ration",
            Ware::Salves => "a salve",
            Ware::Tinctures => "a tincture",
        }
    }

    pub fn means(self) -> &'static str {
        match self {
            Ware::Torches => "each burns for six turns",
            Ware::Rations => "a meal for one; who eats and sleeps a whole night regains a hit point (D3)",
            Ware::Salves => "heals 1d4+1",
            Ware::Tinctures => "ends a poison or a disease",
        }
    }
}
