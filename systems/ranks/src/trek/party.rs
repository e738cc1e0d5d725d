//! The party as a file: written from how everybody is now, and read at the start of an adventure.

use fracas_adventure::PartyFile;
use fracas_adventure::explore::Muster;
use fracas_content::Reader;
use fracas_kernel::Who;

use super::State;
use super::data::Lore;
use crate::data::Ability;
use crate::load::Loader;
use crate::state::MAX_ITEMS;

pub(crate) struct Member {
    pub(crate) sheet: usize,
    pub(crate) wounds: u8,
    /// What it has with it, and whether it is in use; that of its sheet if nothing is said.
    pub(crate) gear: Vec<(u8, bool)>,
}

impl Member {
    pub(crate) fn read(table: &mut Reader<'_>, sheet: usize, loader: &Loader) -> Member {
        let wounds = table.optional_integer("wounds", 0..=20).unwrap_or(0);
        let given = table.has("equipped") || table.has("carried");
        let gear = loader.gear(table);
        let known = &loader.sheets[sheet];
        let resolve = known.ranks[Ability::Resolve as usize];
        if wounds > 0 && wounds >= resolve {
            table.problem_at(
                "wounds",
                "nobody sets out with that many wounds",
                format_args!("at most {}", resolve.saturating_sub(1)),
            );
        }
        Member { sheet, wounds, gear: if given { gear } else { known.items.clone() } }
    }
}

impl Muster for Lore {
    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        // Whoever was carried home comes round there, with as many wounds as can be borne.
        let resolve = self.sheet(who).ranks[Ability::Resolve as usize];
        file.number("wounds", state.own.wounds[who].min(resolve.saturating_sub(1)));
        for (key, on) in [("equipped", true), ("carried", false)] {
            let places = (0..MAX_ITEMS as u8).filter(|&place| state.own.has_equipped(who, place) == on);
            let items = places.filter_map(|place| state.own.item(who, place));
            file.texts(key, items.map(|item| self.shelf().items[usize::from(item)].id.as_str()));
        }
    }
}
