//! What does not change in an adventure: the place with what this system knows of it, the heroes as they set out, and moods.

use fracas_adventure::{Attitude, Foes, Numbers, Setting, Supply, Trap, Wandering};
use fracas_dice::Roll;
use fracas_kernel::Who;

use super::State;
use crate::data::{Delve, Does, Hazard, Sheet, Spell};

/// One adventure of the delve rules, as far as it is not like any other.
#[derive(Clone, Debug)]
pub struct Lore {
    pub(crate) setting: Setting,
    /// By the zone around which they are fought; all have the same sheets.
    pub(crate) fights: Vec<Delve>,
    /// Heroes of the party's file who did not live to see this adventure.
    pub(crate) fallen: Vec<String>,
    /// Zones where nothing turns up by chance.
    pub(crate) safe: Numbers,
    /// For each hero, the sheets with what it could take up: see [`fracas_adventure::Treasure::kits`].
    pub(crate) kits: Vec<Vec<u8>>,
    /// Ways that cannot be forced.
    pub(crate) iron: Numbers,
    /// By encounter; the last is for those whom the judge has placed, of whom nothing is known.
    pub(crate) bands: Vec<Band>,
    pub(crate) wandering: Option<Wandering>,
    /// The turn in which it begins, since the midnight before.
    pub(crate) first_turn: u32,
    pub(crate) start: State,
}

// DELVE-T1: a turn is ten minutes.
pub(crate) const MINUTES: u32 = 10;
pub(crate) const HOUR: u32 = 60 / MINUTES;
pub(crate) const DAY: u32 = 24 * HOUR;
pub(crate) const DAWN: u32 = 6 * HOUR;
/// A night's rest.
pub(crate) const NIGHT: u32 = 8 * HOUR;
/// How long a torch burns.
pub(crate) const TORCH: u8 = 6;
pub(crate) const SALVE: Roll = Roll::d(4).plus(1);

/// How many turns a fight takes, by its rounds: every turn begun counts.
pub(crate) fn turns_of(rounds: u32) -> u8 {
    // DELVE-T1: a round is a minute.
    rounds.div_ceil(MINUTES).clamp(1, 200) as u8
}

/// What beating a hit die is worth, to the whole party.
pub(crate) const XP_PER_HIT_DIE: u32 = 10;

/// Those who are met together, as far as meeting them goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Band {
    /// Where no reaction is rolled, and why.
    pub mood: Option<Attitude>,
    pub because: String,
    /// What they want for letting the party be.
    pub price: Option<u16>,
    /// What they carry.
    pub gold: u16,
    /// What friends can do: heal, sell at a price, and show a part of the map.
    pub heals: Option<Roll>,
    pub sells: [Option<u16>; Ware::COUNT],
    pub guides: Numbers,
    /// What their bites may bring.
    pub disease: Option<u8>,
    /// What is heard of them at a door; nothing if they make no sound.
    pub sound: Option<String>,
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

/// What the party carries and uses up, in the order of [`SUPPLIES`]; gold comes after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ware {
    Torches,
    Rations,
    Salves,
    Tinctures,
}

pub(crate) const GOLD: usize = 4;

const fn supply(one: &'static str, id: &'static str, means: &'static str) -> Supply {
    Supply { id, name: id, means, one, many: id }
}

pub(crate) const SUPPLIES: [Supply; 5] = [
    supply("torch", "torches", "each burns for six turns"),
    supply("ration", "rations", "a meal for one; who eats and sleeps a whole night regains a hit point (D3)"),
    supply("salve", "salves", "heals 1d4+1"),
    supply("tincture", "tinctures", "ends a poison or a disease"),
    supply("gold", "gold", "pays those who want to be paid, and those who sell"),
];

impl Ware {
    pub const COUNT: usize = 4;
    pub const ALL: [Ware; Ware::COUNT] = [Ware::Torches, Ware::Rations, Ware::Salves, Ware::Tinctures];

    pub fn id(self) -> &'static str {
        SUPPLIES[self as usize].id
    }

    pub fn one(self) -> String {
        format!("a {}", SUPPLIES[self as usize].one)
    }
}

impl Lore {
    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        self.sheet_at(self.setting.hero(who).into())
    }

    pub(crate) fn sheet_at(&self, index: usize) -> &Sheet {
        &self.fights[0].sheets[index]
    }

    pub(crate) fn is_thief(&self, who: Who) -> bool {
        self.sheet(who).picks > 0
    }

    pub(crate) fn hazard(&self, number: u8) -> Option<&Hazard> {
        self.fights[0].hazard(number)
    }

    pub(crate) fn band(&self, foes: Foes) -> &Band {
        foes.of(&self.bands).unwrap_or(&self.bands[self.bands.len() - 1])
    }

    pub(crate) fn spell_of(&self, who: Who, spell: u8) -> Option<&Spell> {
        let index = *self.sheet(who).spells.get(usize::from(spell))?;
        self.fights[0].spells.get(usize::from(index))
    }

    /// Is there a trap that the party knows on the way to a neighbouring zone, or in it? And what does it do?
    pub(crate) fn trap_toward(&self, state: &State, to: u8) -> Option<(Trap, u8)> {
        let place = &self.setting.place;
        let trap = state.traps.toward(place, &state.here, to)?;
        Some((trap, place.snares.at(trap)?))
    }

    /// Where the party goes when it turns back: where it came from, if it can, or else anywhere.
    pub(crate) fn way_back(&self, state: &State) -> Option<u8> {
        let steps = self.setting.place.steps(&state.here);
        let from = state.here.from;
        if steps.has(from) { Some(from) } else { steps.first() }
    }
}

pub(crate) fn is_healing(spell: &Spell) -> bool {
    matches!(spell.effect.does, Does::Heal(_))
}
