//! What does not change on a trek: the place, what its ways and caches hold, the heroes, and a fight around each zone.

use fracas_adventure::{Setting, Supply};
use fracas_kernel::Who;

use super::State;
use super::growth::Growth;
use crate::data::{Attribute, Does, Feature, Sheet, Twelves};

/// One adventure of the twelves rules, as far as it is not like any other.
#[derive(Clone, Debug)]
pub struct Lore {
    pub(crate) setting: Setting,
    /// By the zone around which they are fought; all have the same sheets.
    pub(crate) fights: Vec<Twelves>,
    /// By how much a check at each way is lowered.
    pub(crate) hard: Vec<u8>,
    /// The weapon in each cache, by its place among those that can be found.
    pub(crate) weapons: Vec<Option<u8>>,
    pub(crate) heroes: Vec<Hero>,
    /// The weapons that can be found, by their number among all.
    pub(crate) finds: Vec<u8>,
    pub(crate) start: State,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hero {
    /// With what is on the sheet only.
    pub sheet: u8,
    /// With each of the weapons that can be found; none where that cannot be.
    pub with: Vec<Option<u8>>,
    pub hits: u8,
    pub(crate) growth: Growth,
}

pub(crate) const FOOD: usize = 0;
pub(crate) const OIL: usize = 1;
pub(crate) const SALVES: usize = 2;
pub(crate) const SILVER: usize = 3;

pub(crate) const SUPPLIES: [Supply; 4] = [
    Supply::new("food", "meals", "one each for a rest", ["meal", "meals"]),
    Supply::new(
        "oil",
        "oil",
        "ten minutes of light each, in the dark",
        ["measure of oil", "measures of oil"],
    ),
    Supply::new("salves", "salves", "2 hits back, for the defeated too", ["salve", "salves"]),
    Supply::new("silver", "silver", "what was found", ["silver", "silver"]),
];

impl Lore {
    /// A rest of six hours, in times ten minutes; it is broken or not at the end of each third.
    pub const REST: u32 = 36;
    pub const WATCHES: u32 = 3;
    /// What an unbroken rest and a salve give back.
    pub const REST_HEALS: u8 = 3;
    pub const SALVE_HEALS: u8 = 2;

    pub(crate) fn sheet_index(&self, state: &State, who: Who) -> u8 {
        let Some(hero) = self.heroes.get(who.index()) else { return 0 };
        let armed = state.own.weapon[who].and_then(|find| *hero.with.get(usize::from(find))?);
        armed.unwrap_or(hero.sheet)
    }

    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.fights[0].sheets[usize::from(self.sheet_index(state, who))]
    }

    pub(crate) fn max_hits(&self, who: Who) -> u8 {
        self.heroes.get(who.index()).map_or(0, |hero| hero.hits)
    }

    pub(crate) fn is_hurt(&self, state: &State, who: Who) -> bool {
        state.own.hits[who] < self.max_hits(who)
    }

    /// What somebody's attribute is worth in a check: never hopeless, never certain.
    pub(crate) fn attribute(&self, state: &State, who: Who, attribute: Attribute, less: u8) -> u8 {
        self.sheet(state, who).attribute(attribute).saturating_sub(less).clamp(1, 11)
    }

    /// Has somebody a hand free for a weapon that is found?
    pub(crate) fn can_carry(&self, state: &State, who: Who, weapon: u8) -> bool {
        let hero = self.heroes.get(who.index());
        let fits = hero.and_then(|hero| hero.with.get(usize::from(weapon)).copied().flatten());
        state.own.weapon[who].is_none() && fits.is_some()
    }

    /// Is a feature of any use where nobody fights? It gives back hits, or ends a hazard.
    pub(crate) fn serves(&self, rules: &Twelves, feature: u8) -> bool {
        let helps = |feature: &Feature| {
            let serves = |does: Does| matches!(does, Does::Heal(_) | Does::Quell);
            feature.effects.iter().all(|effect| serves(effect.does))
        };
        rules.feature(feature).is_some_and(helps)
    }

    pub(crate) fn weapon_in(&self, cache: u8) -> Option<u8> {
        self.weapons.get(usize::from(cache)).copied().flatten()
    }

    pub(crate) fn find_name(&self, find: u8) -> String {
        let weapon = self.finds.get(usize::from(find)).map_or(0, |&weapon| usize::from(weapon));
        self.fights[0].weapons[weapon.min(self.fights[0].weapons.len() - 1)].name.to_lowercase()
    }
}
