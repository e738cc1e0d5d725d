//! The party as a file: written from how everybody is now, and read at the start of an adventure.

use fracas_adventure::{Muster, PartyFile};
use fracas_content::Reader;
use fracas_kernel::Who;

use super::state::{MAX_PURSUITS, Own};
use super::{Lore, State};
use crate::data::Sheet;
use crate::load::Loader;
use crate::state::Abilities;

impl Own {
    /// A hero as the file tells of it; false for one that is lost, or that nobody knows.
    pub(crate) fn read(&mut self, who: Who, table: &mut Reader<'_>, index: usize, library: &Loader) -> bool {
        let lost = table.flag("lost", false);
        let mut number = |key, range| table.optional_integer::<u8>(key, range);
        let (ardor, surges) = (number("ardor", 0..=99), number("surges", 0..=99));
        let (trauma, xp) = (number("trauma", 0..=20), number("xp", 0..=99));
        let most = table.optional_integer("most", 1..=300);
        let health = table.optional_integer("health", 1..=300);
        let learned = table.references("learned", &library.ability_names);
        let noted = table.references("noted", &library.ability_names);
        let Some(sheet) = library.sheets.get(index) else { return false };
        if !sheet.rolls {
            table.problem_at("hero", format_args!("{} is no hero", sheet.name), "name a hero here");
        }
        self.learned[who] = lore(table, sheet, "learned", &learned);
        self.noted[who] = lore(table, sheet, "noted", &noted) - self.learned[who];
        self.most[who] = most.unwrap_or(sheet.health);
        self.health[who] = health.unwrap_or(self.most[who]).min(self.most[who]);
        self.ardor[who] = ardor.unwrap_or(sheet.ardor);
        self.surges[who] = surges.unwrap_or(sheet.surges);
        self.trauma[who] = trauma.unwrap_or(0);
        self.xp[who] = xp.unwrap_or(sheet.xp);
        !lost
    }
}

/// Abilities by their place among those that a hero can discover.
fn lore(table: &Reader<'_>, sheet: &Sheet, key: &str, abilities: &[usize]) -> Abilities {
    let found = |ability: &usize| {
        let lore = sheet.abilities.iter().skip(usize::from(sheet.known));
        let place = lore.copied().position(|one| usize::from(one) == *ability);
        if place.is_none() {
            let message = format_args!("{} cannot discover this", sheet.name);
            table.problem_at(key, message, "name abilities of the archetype's `lore`");
        }
        place.map(|place| place as u8)
    };
    abilities.iter().filter_map(found).collect()
}

/// How far each pursuit has come.
pub(crate) fn segments(top: &mut Reader<'_>, library: &Loader) -> [u8; MAX_PURSUITS] {
    let mut all = [0; MAX_PURSUITS];
    let Some(mut table) = top.table("pursuits") else { return all };
    for (key, field) in table.entries() {
        let Some(index) = library.pursuit_names.find(key) else {
            let known: Vec<&str> = library.pursuit_names.iter().collect();
            field.problem(format!("there is no pursuit {key:?}"), format!("known: {}", known.join(", ")));
            continue;
        };
        let most = library.pursuits[index].segments;
        if let Some(slot) = all.get_mut(index) {
            *slot = field.integer(&(0..=most)).unwrap_or(0);
        }
    }
    all
}

impl Muster for Lore {
    const TIME: &'static str = "hours";

    fn time(&self, state: &State) -> u32 {
        state.clock / 60
    }

    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        let sheet = self.sheet(who);
        let lore = |set: Abilities| {
            let abilities = set.filter_map(|place| Some(self.ability(who, sheet.known + place)?.id.as_str()));
            abilities.collect::<Vec<_>>()
        };
        // ARDOR-B2: the next adventure begins with all health, Ardor and surges.
        file.number("most", state.own.most[who]);
        file.number("trauma", state.own.trauma[who].min(20)).number("xp", state.own.xp[who]);
        file.texts("learned", lore(state.own.learned[who])).texts("noted", lore(state.own.noted[who]));
    }

    fn write_more(&self, state: &State, file: &mut PartyFile) {
        if !self.pursuits.is_empty() {
            file.table("pursuits");
            for (pursuit, filled) in self.pursuits.iter().zip(state.own.pursuits) {
                file.number(&pursuit.id, filled);
            }
        }
    }
}
