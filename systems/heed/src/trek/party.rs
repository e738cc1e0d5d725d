//! The party as a file, and how its heroes are read: with what they carry, and their wounds.

use fracas_adventure::{Muster, PartyFile};
use fracas_content::Reader;
use fracas_kernel::Who;

use super::state::{Hero, Own};
use super::{Lore, State};
use crate::data::{BOTH, WOUND};
use crate::items::is_item;
use crate::load::{EMPTY, Loader, WOUNDED};

impl Muster for Lore {
    const TIME: &'static str = "trys";

    fn time(&self, state: &State) -> u32 {
        state.clock
    }

    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        let hero = &state.own.heroes[who];
        let word = |&kind: &u8| match kind {
            WOUND => WOUNDED,
            kind if is_item(kind) => self.heed().item_id(kind),
            _ => EMPTY,
        };
        let both = hero.slots[1] == BOTH;
        file.texts("hands", hero.slots[..if both { 1 } else { 2 }].iter().map(word));
        file.texts("slots", hero.slots[2..].iter().map(word));
        let advances = self.advances[who].saturating_add(u8::from(state.is_won()));
        if advances > 0 {
            file.number("advances", advances);
        }
    }
}

impl Own {
    /// A hero, with what the file or its sheet gives it; false if nobody knows it.
    pub(super) fn read(&mut self, who: Who, table: &mut Reader<'_>, index: usize, loader: &Loader) -> bool {
        let own = table.has("slots") || table.has("hands");
        let own = own.then(|| loader.gear_slots(table, &[]));
        let Some(sheet) = loader.sheets.get(index) else { return false };
        self.heroes[who] = Hero { slots: own.unwrap_or(sheet.slots), sheet: index as u8, ..Hero::default() };
        true
    }
}
