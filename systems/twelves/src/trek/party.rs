//! The party as a file: read at the start of an adventure, and written from how everybody is now.

use fracas_adventure::PartyFile;
use fracas_content::Reader;
use fracas_kernel::{Play, Who};

use super::data::Trek;
use super::state::{MOST_HEROES, NONE, State, bit, ix};
use crate::data::Twelves;
use crate::load::Loader;

#[derive(Default)]
pub(crate) struct Party {
    pub(crate) members: Vec<Member>,
    pub(crate) supplies: Supplies,
    /// How many tables there were, the dead included.
    listed: usize,
}

pub(crate) struct Member {
    pub(crate) sheet: usize,
    pub(crate) hits: Option<u8>,
    pub(crate) weapon: Option<usize>,
}

#[derive(Default)]
pub(crate) struct Supplies {
    pub(crate) food: u16,
    pub(crate) oil: u16,
    pub(crate) salves: u16,
    pub(crate) silver: u16,
}

impl Party {
    /// The `[[party]]` and `[supplies]` of a file.
    pub(crate) fn read(top: &mut Reader<'_>, loader: &Loader) -> Party {
        let mut party = Party::default();
        let mut there = Vec::new();
        for mut table in top.need_tables("party") {
            party.listed += 1;
            let sheet = table.reference("hero", &loader.sheet_names);
            if sheet.is_some_and(|sheet| there.contains(&sheet)) {
                table.problem_at("hero", "this one is in the party already", "name everybody once");
            }
            there.extend(sheet);
            let hits = table.optional_integer("hits", 1..=99);
            let weapon = table.optional_reference("weapon", &loader.weapon_names);
            let dead = table.flag("dead", false);
            table.finish();
            party.members.extend(sheet.filter(|_| !dead).map(|sheet| Member { sheet, hits, weapon }));
        }
        if let Some(mut table) = top.table("supplies") {
            let mut amount = |key: &str| table.optional_integer(key, 0..=9999).unwrap_or(0);
            party.supplies = Supplies {
                food: amount("food"),
                oil: amount("oil"),
                salves: amount("salves"),
                silver: amount("silver"),
            };
            table.finish();
        }
        party
    }

    /// A party's own file, which must be one of this system.
    pub(crate) fn of_file(top: &mut Reader<'_>, loader: &Loader) -> Party {
        PartyFile::check_head(top, Twelves::SYSTEM);
        Party::read(top, loader).check(top)
    }

    pub(crate) fn check(mut self, top: &Reader<'_>) -> Party {
        PartyFile::check_count(top, self.listed, self.members.len(), MOST_HEROES);
        self.members.truncate(MOST_HEROES);
        self
    }
}

impl Trek {
    pub(crate) fn write_party(&self, state: &State) -> String {
        let mut file = PartyFile::new(Twelves::SYSTEM, &format!("After {}", self.title));
        file.table("supplies")
            .number("food", state.food)
            .number("oil", state.oil)
            .number("salves", state.salves)
            .number("silver", state.silver);
        for who in (0..self.heroes.len() as u8).map(Who) {
            if state.gone & bit(who) != 0 {
                continue;
            }
            file.one_of("party").text("hero", &self.sheet(state, who).id);
            if state.dead & bit(who) != 0 {
                file.flag("dead", true);
                continue;
            }
            // Whoever is down when the others come home is brought round there.
            file.number("hits", state.hits[ix(who)].max(1));
            if state.weapon[ix(who)] != NONE
                && let Some(&weapon) = self.finds.get(usize::from(state.weapon[ix(who)]))
            {
                file.text("weapon", &self.fights[0].weapons[usize::from(weapon)].id);
            }
        }
        file.finish()
    }
}
