//! What does not change in a fight: items, powers, sheets and the scenario, checked and ready for use.
//!
//! An item is a number in slots, hands and on floors; what it is good for is a set of flags, looked up by that number.

use fracas_kernel::{Side, Zones};
use serde::{Deserialize, Serialize};

use crate::load::SENSES;
use crate::state::State;

/// One scenario of the heed rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Heed {
    pub(crate) title: String,
    pub(crate) zones: Zones,
    /// By kind; kind 0 is nothing and kind 1 a pair of bare hands.
    pub(crate) items: Vec<Item>,
    /// The flags of every kind, so that looking one up needs no check.
    pub(crate) flags: Box<[u16; 256]>,
    pub(crate) spells: Vec<Spell>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    /// Whose turn comes first in every round.
    pub(crate) first: Side,
    pub(crate) surprised: Option<Side>,
    /// The special properties that improvised weapons keep.
    pub(crate) improvised: u16,
    /// Zones that are dark unless somebody brings a light.
    pub(crate) dark: u32,
    /// For each zone the zones in reach, up to near, and up to far.
    pub(crate) reached: Vec<[u32; 3]>,
    /// For each zone the zones in a straight line of sight.
    pub(crate) sight: Vec<u32>,
    pub(crate) exits: u32,
    /// The state before anything has happened.
    pub(crate) begun: Box<State>,
}

impl Heed {
    /// The zones that something with this range gets to from `zone`.
    #[inline]
    pub(crate) fn reached(&self, zone: u8, range: Range) -> u32 {
        self.reached[zone as usize][range as usize]
    }

    /// The range between two zones; none is remote.
    #[inline]
    pub(crate) fn range(&self, from: u8, to: u8) -> Option<Range> {
        let [reach, near, far] = self.reached[from as usize];
        match 1 << (to & 31) {
            bit if reach & bit != 0 => Some(Range::Reach),
            bit if near & bit != 0 => Some(Range::Near),
            bit if far & bit != 0 => Some(Range::Far),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn flags(&self, kind: u8) -> u16 {
        self.flags[kind as usize]
    }

    #[inline]
    pub(crate) fn has(&self, kind: u8, flags: u16) -> bool {
        self.flags(kind) & flags != 0
    }

    pub(crate) fn item_name(&self, kind: u8) -> &str {
        self.items.get(kind as usize).map_or("nothing", |item| &item.name)
    }

    pub(crate) fn item_id(&self, kind: u8) -> &str {
        self.items.get(kind as usize).map_or("nothing", |item| &item.id)
    }
}

/// For each zone what is in reach, near and far, each with what is closer.
pub(crate) fn reaches(zones: &Zones) -> Vec<[u32; 3]> {
    (0..zones.len() as u8)
        .map(|zone| {
            // HEED-S2: the same zone, an adjacent one, any other in sight; the rest is remote.
            let reach = 1 << zone;
            let near = reach | zones.adjacent(zone) as u32;
            [reach, near, near | zones.sight(zone) as u32]
        })
        .collect()
}

/// How far something gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Range {
    Reach,
    Near,
    Far,
}

impl Range {
    pub const ALL: [(&'static str, Range); 3] =
        [("reach", Range::Reach), ("near", Range::Near), ("far", Range::Far)];

    pub fn name(self) -> &'static str {
        Range::ALL[self as usize].0
    }

    /// How many focus slots an aim at this range fills.
    pub(crate) const fn aim_slots(self) -> u8 {
        // HEED-K8
        self as u8 + 1
    }
}

/// What an item is good for, as flags.
pub mod flag {
    /// A melee weapon.
    pub const MELEE: u16 = 1;
    /// A bow, a crossbow, a sling; or a creature's spittle.
    pub const SHOT: u16 = 1 << 1;
    pub const SHIELD: u16 = 1 << 2;
    pub const ARMOUR: u16 = 1 << 3;
    pub const BANDAGE: u16 = 1 << 4;
    pub const POTION: u16 = 1 << 5;
    pub const LIGHT: u16 = 1 << 6;
    pub const TWO_HANDED: u16 = 1 << 7;
    /// Part of a body: in no slot and in no hand.
    pub const NATURAL: u16 = 1 << 8;
    /// Bare hands: one of them must be free.
    pub const FISTS: u16 = 1 << 9;
    /// Special properties.
    pub const THROWING: u16 = 1 << 10;
    pub const HEAVY: u16 = 1 << 11;
    pub const TRIPPING: u16 = 1 << 12;
    pub const DISARMING: u16 = 1 << 13;

    pub const SPECIAL: u16 = THROWING | HEAVY | TRIPPING | DISARMING;
    pub const PROPERTIES: [(&str, u16); 4] =
        [("throwing", THROWING), ("heavy", HEAVY), ("tripping", TRIPPING), ("disarming", DISARMING)];
}

/// Marks that stand where a kind of item could.
pub(crate) const NOTHING: u8 = 0;
pub(crate) const FISTS: u8 = 1;
/// In a slot: a wound.
pub(crate) const WOUND: u8 = 255;
/// In the second hand: the other end of what the first one holds.
pub(crate) const BOTH: u8 = 254;
/// In a hand: somebody is held with it.
pub(crate) const HOLDING: u8 = 253;
/// So many kinds of item there can be, those two included.
pub(crate) const MOST_KINDS: usize = 250;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub id: String,
    pub name: String,
    pub flags: u16,
    /// What a potion does.
    pub power: Option<Power>,
    /// The senses, as a set, by which using it could be noticed between fights.
    pub senses: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    pub id: String,
    pub name: String,
    pub level: u8,
    pub concentration: bool,
    pub power: Power,
}

/// The grammar of effects, shared by spells and potions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    pub range: Range,
    /// Everybody in a zone, or one target.
    pub area: bool,
    pub takes: Takes,
    /// A Gear(dodge) check of the target negates it.
    pub dodge: bool,
    pub does: Does,
}

impl Power {
    /// Is it an attack, against which the target chooses between block and dodge?
    pub fn is_attack(&self) -> bool {
        matches!(self.does, Does::Wound { .. }) && !self.area && !self.dodge
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Friends,
    Foes,
    Everyone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Wound {
        heavy: bool,
    },
    /// Takes so many wounds off.
    Heal(u8),
    /// For so many rounds; 0 is as long as the caster concentrates.
    Afflict {
        condition: Condition,
        rounds: u8,
    },
    /// What is in the target's hands falls.
    Disarm,
    /// The target loses its focus.
    Scatter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Condition {
    Prone,
    Held,
    Warded,
    Dazzled,
    Emboldened,
}

impl Condition {
    pub const COUNT: usize = 5;
    pub const ALL: [Condition; Condition::COUNT] =
        [Condition::Prone, Condition::Held, Condition::Warded, Condition::Dazzled, Condition::Emboldened];
    /// Until something else ends it.
    pub(crate) const LASTING: u8 = u8::MAX;

    pub fn name(self) -> &'static str {
        match self {
            Condition::Prone => "prone",
            Condition::Held => "held",
            Condition::Warded => "warded",
            Condition::Dazzled => "dazzled",
            Condition::Emboldened => "emboldened",
        }
    }

    pub fn named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|condition| condition.name() == name)
    }

    pub fn means(self) -> &'static str {
        match self {
            Condition::Prone => {
                "melee attacks on it have advantage, thrown and shot ones disadvantage, its own melee attacks \
                 disadvantage; it cannot move before it stands up"
            }
            Condition::Held => "cannot move or leave; melee attacks on it have advantage",
            Condition::Warded => "attacks on it have disadvantage",
            Condition::Dazzled => "its attacks have disadvantage",
            Condition::Emboldened => "its attacks have advantage",
        }
    }

    pub fn is_good(self) -> bool {
        matches!(self, Condition::Warded | Condition::Emboldened)
    }
}

/// A character or a kind of creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// So many wounds put it down.
    pub grit: u8,
    pub focus: u8,
    /// Sees in the dark.
    pub dark_sight: bool,
    /// Perceives, but does not see, what is in reach or near.
    pub scent: bool,
    /// All of its senses by name.
    pub senses: Vec<String>,
    /// What it can notice between fights, as a set of senses.
    pub sensed: u32,
    /// Never runs.
    pub fearless: bool,
    /// What each gear slot holds at first.
    pub slots: [u8; 6],
    pub hands: [u8; 2],
    /// Kinds of its natural weapons, bare hands where it has no others.
    pub natural: Vec<u8>,
    /// Indices into [`Heed::spells`].
    pub spells: Vec<u8>,
    /// Has a spell that hurts or hinders enemies: somebody to be interrupted.
    pub caster: bool,
    /// The focus that a mind keeps free, for spells or an aim.
    pub kept_free: u8,
}

impl Sheet {
    /// The bit of a sense that every place knows.
    pub(crate) fn sense(name: &str) -> u32 {
        SENSES.iter().position(|&known| known == name).map_or(0, |at| 1 << at)
    }

    pub(crate) fn has_sense(set: u32, name: &str) -> bool {
        set & Sheet::sense(name) != 0
    }
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
}

/// Everything that gives advantage or disadvantage to an attack, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources(pub u16);

impl Sources {
    pub const AIMED: u16 = 1;
    pub const TARGET_PRONE: u16 = 1 << 1;
    pub const TARGET_HELD: u16 = 1 << 2;
    pub const EMBOLDENED: u16 = 1 << 3;
    const FOR: u16 = 0xF;
    pub const NOT_FOR_THROWING: u16 = 1 << 4;
    pub const SHOT: u16 = 1 << 5;
    pub const IMPROVISED: u16 = 1 << 6;
    pub const ATTACKER_PRONE: u16 = 1 << 7;
    pub const LOW_TARGET: u16 = 1 << 8;
    pub const DAZZLED: u16 = 1 << 9;
    pub const WARDED: u16 = 1 << 10;
    pub const UNSEEN: u16 = 1 << 11;

    /// Above 0: advantage for the attack; below: disadvantage.
    #[inline]
    pub fn net(self) -> i32 {
        // HEED-R2: they cancel one for one.
        if self.0 == 0 {
            return 0;
        }
        (self.0 & Sources::FOR).count_ones() as i32 - (self.0 & !Sources::FOR).count_ones() as i32
    }

    /// Every source in words, with its rule; true is an advantage.
    pub fn reasons(self) -> impl Iterator<Item = (bool, &'static str, &'static str)> {
        const ALL: [(u16, &str, &str); 12] = [
            (Sources::AIMED, "aimed", "HEED-K7"),
            (Sources::TARGET_PRONE, "the target is prone", "HEED-R8"),
            (Sources::TARGET_HELD, "the target is held", "HEED-S3"),
            (Sources::EMBOLDENED, "emboldened", "HEED-R11"),
            (Sources::NOT_FOR_THROWING, "thrown, and not made for it", "HEED-K4"),
            (Sources::SHOT, "a shot", "HEED-K5"),
            (Sources::IMPROVISED, "an improvised weapon", "HEED-K6"),
            (Sources::ATTACKER_PRONE, "the attacker is prone", "HEED-R8"),
            (Sources::LOW_TARGET, "the target lies low", "HEED-R8"),
            (Sources::DAZZLED, "dazzled", "HEED-R11"),
            (Sources::WARDED, "the target is warded", "HEED-R11"),
            (Sources::UNSEEN, "the target is not perceived", "HEED-R17"),
        ];
        ALL.into_iter()
            .filter(move |(bit, ..)| self.0 & bit != 0)
            .map(|(bit, words, rule)| (bit & Sources::FOR != 0, words, rule))
    }
}
