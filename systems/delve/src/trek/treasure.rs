//! The sheets of heroes with weapons and armour that were found, and what those are to them.

use fracas_adventure::{Pack, Treasure};
use fracas_content::Reader;
use fracas_kernel::Who;

use super::{Lore, State};
use crate::data::Sheet;
use crate::load::{Loader, promise};

/// How many sheets there can be.
const MAX_SHEETS: usize = 250;

/// A sheet for each hero with everything that it could take up. `None` if that is too much.
pub(crate) fn kits(
    loader: &mut Loader,
    treasure: &Treasure,
    heroes: &[u8],
    top: &Reader<'_>,
) -> Option<Vec<Vec<u8>>> {
    let ways = treasure.kits().count() - 1;
    if loader.sheets.len() + heroes.len() * ways > MAX_SHEETS {
        let most = MAX_SHEETS.saturating_sub(loader.sheets.len()) / heroes.len().max(1);
        let advice = format!("let there be fewer: {most} ways to combine them are the most for this party");
        top.problem_at("cache", "too many weapons and pieces of armour to be found", advice);
        return None;
    }
    let mut armed = |hero: u8| {
        let sheets = treasure.kits().skip(1).map(|kit| {
            let [weapon, worn] = kit.map(|gear| gear.map(|gear| gear.number));
            loader.sheets.push(loader.equipped(&loader.sheets[usize::from(hero)], weapon, worn));
            (loader.sheets.len() - 1) as u8
        });
        std::iter::once(hero).chain(sheets).collect()
    };
    Some(heroes.iter().map(|&hero| armed(hero)).collect())
}

impl Lore {
    /// The sheet of a hero with what it has taken up.
    pub(crate) fn sheet_now(&self, pack: &Pack, who: Who) -> u8 {
        let kit = self.setting.place.treasure.kit_of(pack, who);
        let kits = self.kits.get(who.index());
        kits.and_then(|kits| kits.get(kit)).copied().unwrap_or(self.setting.hero(who))
    }

    /// What somebody would gain by taking something up, as minds see it; nothing if it is no better than what there is.
    pub(crate) fn gain_by(&self, state: &State, who: Who, gear: u8) -> i32 {
        let mut pack = state.pack;
        self.setting.place.treasure.equip(&mut pack, who, gear, true);
        let [now, then] = [&state.pack, &pack].map(|pack| self.sheet_at(self.sheet_now(pack, who).into()));
        let best = |sheet: &Sheet| sheet.attacks.iter().map(promise).max().unwrap_or(0);
        let safety = |sheet: &Sheet| i32::from(2 * sheet.ac - sheet.save);
        (best(then) - best(now)).max(0) + 100 * (safety(then) - safety(now)).max(0)
    }

    /// What lies in the pack that somebody should take up: each thing goes to whom it serves most.
    pub(crate) fn better_gear(&self, state: &State, who: Who) -> Option<u8> {
        let free = |&gear: &u8| state.pack.free(state.party.alive, gear) > 0;
        self.setting.place.treasure.numbers().filter(free).find(|&gear| {
            let gain = |one: Who| self.gain_by(state, one, gear);
            gain(who) > 0 && state.able().all(|other| gain(other) <= gain(who))
        })
    }
}
