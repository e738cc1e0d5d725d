//! The party as a file, and how its heroes are read: with what they carry, and their wounds.

use fracas_adventure::PartyFile;
use fracas_adventure::explore::Muster;
use fracas_content::Reader;
use fracas_kernel::Who;

use super::State;
use super::data::Lore;
use super::state::{Chore, Hero};
use crate::data::{NOTHING, WOUND};
use crate::items::is_item;
use crate::load::Loader;

const WOUNDED: &str = "wound";
const EMPTY: &str = "-";

impl Muster for Lore {
    const TIME: &'static str = "trys";

    fn time(&self, state: &State) -> u32 {
        state.clock
    }

    fn write_more(&self, state: &State, file: &mut PartyFile) {
        let stacks = state.own.pack.all();
        let pack = stacks.flat_map(|stack| std::iter::repeat_n(stack.kind, stack.count.into()));
        file.texts("pack", pack.map(|kind| self.heed().item_id(kind)));
    }

    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        let hero = &state.own.heroes[who];
        let word = |&kind: &u8| match kind {
            WOUND => WOUNDED,
            kind if is_item(kind) => self.heed().item_id(kind),
            _ => EMPTY,
        };
        file.texts("slots", hero.slots.iter().map(word));
        file.texts("hands", hero.hands.iter().filter(|&&kind| is_item(kind)).map(word));
    }
}

impl Hero {
    pub(super) fn read(table: &mut Reader<'_>, index: usize, loader: &Loader) -> Option<Hero> {
        let own_slots = table.has("slots").then(|| slots(loader, table));
        let own_hands = table.has("hands").then(|| loader.hands(table));
        let sheet = loader.sheets.get(index)?;
        let slots = own_slots.unwrap_or(sheet.slots);
        let hands = own_hands.unwrap_or(sheet.hands);
        Some(Hero { slots, hands, sheet: index as u8, chore: Chore::UNDECIDED, handled: 0 })
    }
}

/// As on a sheet, and wounds.
fn slots(loader: &Loader, table: &mut Reader<'_>) -> [u8; 6] {
    let mut slots = [NOTHING; 6];
    for (at, field) in table.list("slots").into_iter().enumerate() {
        let Some(slot) = slots.get_mut(at) else {
            let advice = format!("name at most six; {EMPTY:?} is an empty slot and {WOUNDED:?} a wound");
            field.problem("there are six gear slots", advice);
            break;
        };
        *slot = match field.as_text() {
            Some(EMPTY) => NOTHING,
            Some(WOUNDED) => WOUND,
            _ => loader.carried_kind(&field),
        };
    }
    slots
}
