//! The party as a file: read at the start of an adventure, and written from how everybody is now.

use fracas_adventure::PartyFile;
use fracas_content::Reader;
use fracas_kernel::{Play, Who};

use super::data::Trek;
use super::state::{MOST_HEROES, State, bit, ix};
use crate::data::Ranks;
use crate::load::Loader;
use crate::state::{MAX_ITEMS, NOTHING};

#[derive(Default)]
pub(crate) struct Party {
    pub(crate) members: Vec<Member>,
    pub(crate) food: u16,
    /// How many tables there were, the dead included.
    listed: usize,
}

pub(crate) struct Member {
    pub(crate) sheet: usize,
    pub(crate) wounds: u8,
    /// What it has with it, and whether it is in use; that of its sheet if nothing is said.
    pub(crate) gear: Vec<(u8, bool)>,
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
            let wounds = table.optional_integer("wounds", 0..=20).unwrap_or(0);
            let dead = table.flag("dead", false);
            let given = table.has("equipped") || table.has("carried");
            let gear = loader.gear(&mut table);
            if let Some(sheet) = sheet.filter(|_| !dead) {
                let known = &loader.sheets[sheet];
                let resolve = known.ranks[crate::Ability::Resolve as usize];
                if wounds > 0 && wounds >= resolve {
                    table.problem_at(
                        "wounds",
                        "nobody sets out with so many wounds",
                        format_args!("at most {}", resolve.saturating_sub(1)),
                    );
                }
                let gear = if given { gear } else { known.items.clone() };
                party.members.push(Member { sheet, wounds, gear });
            }
            table.finish();
        }
        if let Some(mut table) = top.table("supplies") {
            party.food = table.optional_integer("food", 0..=9999).unwrap_or(0);
            table.finish();
        }
        party
    }

    /// A party's own file, which must be one of this system.
    pub(crate) fn of_file(top: &mut Reader<'_>, loader: &Loader) -> Party {
        PartyFile::check_head(top, Ranks::SYSTEM);
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
        let mut file = PartyFile::new(Ranks::SYSTEM, &format!("After {}", self.title));
        file.table("supplies").number("food", state.food);
        for who in (0..self.heroes.len() as u8).map(Who) {
            if state.gone & bit(who) != 0 {
                continue;
            }
            file.one_of("party").text("hero", &self.sheet(who).id);
            if state.dead & bit(who) != 0 {
                file.flag("dead", true);
                continue;
            }
            // Whoever was carried home comes round there, with as many wounds as can be borne.
            let resolve = self.sheet(who).ranks[crate::Ability::Resolve as usize];
            file.number("wounds", state.wounds[ix(who)].min(resolve.saturating_sub(1)));
            for (key, on) in [("equipped", true), ("carried", false)] {
                let has = |place: &u8| {
                    state.items[ix(who)][usize::from(*place)] != NOTHING
                        && state.has_equipped(who, *place) == on
                };
                let places = (0..MAX_ITEMS as u8).filter(has);
                let items = places.map(|place| usize::from(state.items[ix(who)][usize::from(place)]));
                file.texts(key, items.map(|item| self.shelf().items[item].id.as_str()));
            }
        }
        file.finish()
    }
}
