//! The party as a file: written from how everybody is now, and read at the start of an adventure.

use fracas_adventure::{Muster, PartyFile};
use fracas_content::Reader;
use fracas_kernel::Who;

use super::growth::Growth;
use super::{Lore, State};
use crate::load::Loader;

#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) sheet: usize,
    pub(crate) hits: Option<u8>,
    pub(crate) weapon: Option<usize>,
    pub(crate) growth: Growth,
}

impl Member {
    pub(crate) fn read(table: &mut Reader<'_>, sheet: usize, loader: &Loader) -> Member {
        let hits = table.optional_integer("hits", 1..=99);
        let weapon = table.optional_reference("weapon", &loader.weapon_names);
        let own = loader.sheets.get(sheet);
        let growth = own.map_or_else(Growth::default, |own| Growth::read(table, own, loader));
        Member { sheet, hits, weapon, growth }
    }
}

impl Muster for Lore {
    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        // Whoever is down when the others come home is brought round there.
        file.number("hits", state.own.hits[who].max(1));
        if let Some(&weapon) = state.own.weapon[who].and_then(|find| self.finds.get(usize::from(find))) {
            file.text("weapon", &self.fights[0].weapons[usize::from(weapon)].id);
        }
        let Some(growth) = self.heroes.get(who.index()).map(|hero| &hero.growth) else { return };
        // TWELVES-H2
        let deeds = growth.deeds.saturating_add(state.is_won().into());
        if deeds > 0 {
            file.number("deeds", deeds);
        }
        if !growth.steps.is_empty() {
            file.texts("grown", growth.steps.iter().map(String::as_str));
        }
    }
}
