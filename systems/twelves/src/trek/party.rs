//! The party as a file: written from how everybody is now, and read at the start of an adventure.

use fracas_adventure::PartyFile;
use fracas_adventure::explore::Muster;
use fracas_content::Reader;
use fracas_kernel::Who;

use super::State;
use super::data::Lore;
use crate::load::Loader;

pub(crate) struct Member {
    pub(crate) sheet: usize,
    pub(crate) hits: Option<u8>,
    pub(crate) weapon: Option<usize>,
}

impl Member {
    pub(crate) fn read(table: &mut Reader<'_>, sheet: usize, loader: &Loader) -> Member {
        let hits = table.optional_integer("hits", 1..=99);
        Member { sheet, hits, weapon: table.optional_reference("weapon", &loader.weapon_names) }
    }
}

impl Muster for Lore {
    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        // Whoever is down when the others come home is brought round there.
        file.number("hits", state.own.hits[who].max(1));
        if let Some(&weapon) = state.own.weapon[who].and_then(|find| self.finds.get(usize::from(find))) {
            file.text("weapon", &self.fights[0].weapons[usize::from(weapon)].id);
        }
    }
}
