//! The party as a file: written from how everybody is now, and read at the start of an adventure.

use fracas_adventure::{Muster, PartyFile};
use fracas_content::Reader;
use fracas_kernel::Who;

use super::state::Own;
use super::{Lore, State};
use crate::data::Ability;
use crate::load::{Loader, ranks};
use crate::state::MAX_ITEMS;

/// What a hero has become on adventures before: one advance for each that reached its goal, and the ranks that were taken
/// for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Growth {
    pub(crate) advances: u8,
    pub(crate) raised: [u8; Ability::COUNT],
}

impl Growth {
    /// By how much an ability can grow.
    const MAX: i16 = 3;

    pub(crate) fn read(table: &mut Reader<'_>) -> Growth {
        // RANKS-E5
        let advances = table.optional_integer("advances", 0..=200).unwrap_or(0);
        let raised = ranks(table, "raised", 0..=Growth::MAX).map(|rank| rank as u8);
        let sum: u32 = raised.iter().map(|&rank| u32::from(rank)).sum();
        if sum > u32::from(advances) {
            table.problem_at(
                "raised",
                format_args!("{sum} ranks for {advances} advances"),
                "raise one rank for each adventure that reached its goal",
            );
        }
        Growth { advances, raised }
    }
}

impl Own {
    /// A hero with its wounds and what it has with it; that of its sheet if nothing is said.
    pub(crate) fn read(&mut self, who: Who, table: &mut Reader<'_>, sheet: usize, loader: &Loader) -> Growth {
        let wounds = table.optional_integer("wounds", 0..=20).unwrap_or(0);
        let given = table.has("equipped") || table.has("carried");
        let gear = loader.gear(table);
        let growth = Growth::read(table);
        let known = &loader.sheets[sheet];
        let resolve = known.ranks[Ability::Resolve as usize] + growth.raised[Ability::Resolve as usize];
        if wounds > 0 && wounds >= resolve {
            table.problem_at(
                "wounds",
                "nobody sets out with that many wounds",
                format_args!("at most {}", resolve.saturating_sub(1)),
            );
        }
        self.wounds[who] = wounds;
        let gear = if given { &gear } else { &known.items };
        for (place, &(item, equipped)) in gear.iter().enumerate().take(MAX_ITEMS) {
            self.items[who][place] = item;
            self.equipped[who].put(place as u8, equipped);
        }
        growth
    }
}

impl Muster for Lore {
    fn write(&self, state: &State, who: Who, file: &mut PartyFile) {
        // Whoever was carried home comes round there, with as many wounds as can be borne.
        let resolve = self.sheet(who).ranks[Ability::Resolve as usize];
        file.number("wounds", state.own.wounds[who].min(resolve.saturating_sub(1)));
        let Growth { advances, raised } = self.growth[who];
        let advances = advances.saturating_add(u8::from(state.is_won()));
        if advances > 0 {
            file.number("advances", advances);
        }
        for ((name, _), rank) in Ability::ALL.iter().zip(raised).filter(|(_, rank)| *rank > 0) {
            file.number(&format!("raised.{name}"), rank);
        }
        for (key, on) in [("equipped", true), ("carried", false)] {
            let places = (0..MAX_ITEMS as u8).filter(|&place| state.own.has_equipped(who, place) == on);
            let items = places.filter_map(|place| state.own.item(who, place));
            file.texts(key, items.map(|item| self.shelf().items[usize::from(item)].id.as_str()));
        }
    }
}
