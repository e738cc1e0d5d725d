//! Classes: what each gives at the levels 1 to 5. Four come with the program, as content like any other.

use fracas_content::{Names, Reader};

use crate::data::{SPELL_LEVELS, Talents};

pub(crate) const LEVELS: usize = 5;

/// A class as the content describes it, level by level.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Class {
    pub id: String,
    pub name: String,
    pub hit_die: i16,
    pub hit_bonus: [i16; LEVELS],
    pub save: [i16; LEVELS],
    pub slots: [[u8; SPELL_LEVELS]; LEVELS],
    /// Its strength adds to the damage of its blows.
    pub mighty: bool,
    /// What gives it one more spell of level 1.
    pub bright: Option<Bright>,
    /// Of six, at locks, traps and whatever is hidden; 0 for those who have not learnt it.
    pub picks: [u8; LEVELS],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bright {
    Intelligence,
    Wisdom,
    Charisma,
}

impl Class {
    pub(crate) fn read(table: &mut Reader<'_>, names: &mut Names) -> Class {
        let id = table.name("id", names);
        let mut slots = [[0; SPELL_LEVELS]; LEVELS];
        for (level, row) in table.list("slots").into_iter().enumerate() {
            match (slots.get_mut(level), row.array::<u8, SPELL_LEVELS>(&(0..=9))) {
                (Some(slot), Some(row)) => *slot = row,
                (None, _) => {
                    row.problem("there are only five levels", "give one row for each of the levels 1 to 5")
                }
                (_, None) => {}
            }
        }
        let abilities = [("int", Bright::Intelligence), ("wis", Bright::Wisdom), ("cha", Bright::Charisma)];
        Class {
            name: table.optional_string("name").unwrap_or_else(|| id.clone()),
            id,
            hit_die: table.integer("hit_die", 2..=12),
            hit_bonus: table.array("hit_bonus", 0..=10),
            save: table.array("save", 2..=20),
            slots,
            mighty: table.flag("mighty", false),
            bright: table.optional_one_of("bright", &abilities),
            picks: table.optional_array("picks", 0..=5).unwrap_or_default(),
        }
    }

    /// Spells by level; those who have any may know more of the first.
    pub(crate) fn spells(&self, level: u8, talents: Talents) -> [u8; SPELL_LEVELS] {
        // DELVE-F7
        let bright = match self.bright {
            Some(Bright::Intelligence) => talents.intelligence,
            Some(Bright::Wisdom) => talents.wisdom,
            Some(Bright::Charisma) => talents.charisma,
            None => 0,
        };
        let mut slots = self.slots[row(level)];
        slots[0] += u8::from(slots[0] > 0 && bright > 0);
        slots
    }
}

/// The place of a level in the tables.
pub(crate) fn row(level: u8) -> usize {
    usize::from(level.clamp(1, LEVELS as u8)) - 1
}
