//! What does not change on a trek: the stages, what lies there, the heroes, and the fight of each encounter.

use std::ops::RangeInclusive;

use fracas_adventure::{ByHero, Setting, Supply};
use fracas_kernel::Who;

use super::State;
use super::ground::Stage;
use super::party::Growth;
use crate::apply::WOUND_WORTH;
use crate::card::{Card, Does, Takes};
use crate::data::{Ability, ItemKind, Ranks, Sheet};
use crate::state::NOTHING;

/// One adventure of the ranks rules, as far as it is not like any other.
#[derive(Clone, Debug)]
pub struct Lore {
    pub(crate) setting: Setting,
    /// By field, and behind them those that have goals.
    pub(crate) fights: Vec<Ranks>,
    pub(crate) stages: Vec<Stage>,
    /// For each way of the place, the field and the number of the door that it leads through.
    pub(crate) way_doors: Vec<Option<(u8, u8)>>,
    /// The items in each cache.
    pub(crate) hoards: Vec<Vec<u8>>,
    /// How the heroes have grown.
    pub(crate) growth: ByHero<Growth>,
    pub(crate) start: State,
}

pub(crate) const FOOD: usize = 0;
/// The danger ranks that there are.
pub(crate) const DANGER: RangeInclusive<i32> = 0..=5;

pub(crate) const SUPPLIES: [Supply; 1] =
    [Supply::new("food", "meals", "one each for a rest", ["meal", "meals"])];

impl Lore {
    /// A rest, in times ten minutes; it is broken or not at the end of each half.
    pub const REST: u32 = 48;
    /// What a search or a lock has to be beaten with.
    pub const ENOUGH: i32 = 8;
    /// On this something turns up.
    pub const TURNS_UP: i32 = 10;
    /// How many things one hero can handle in ten minutes.
    pub const HANDLED: u8 = 6;

    /// For what all fights have in common: items, conditions, cards.
    pub(crate) fn shelf(&self) -> &Ranks {
        &self.fights[0]
    }

    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        &self.shelf().sheets[usize::from(self.setting.hero(who))]
    }

    /// A rank as it stands, gear and conditions counted; nobody has an aura on them here.
    pub(crate) fn rank(&self, state: &State, who: Who, ability: Ability) -> u8 {
        let borne = state.own.borne[who].into_iter().filter(|borne| borne.rank > 0);
        let ranks = self.shelf().ranks_with(self.sheet(who), state.own.in_use(who), borne);
        ranks[ability as usize].max(0) as u8
    }

    /// As in a fight: wounds that are left, ten points each, less the Damage towards the next.
    pub(crate) fn worth(&self, state: &State, who: Who) -> i32 {
        if state.party.dead.has(who) {
            return -WOUND_WORTH;
        }
        let left = i32::from(self.rank(state, who, Ability::Resolve)) - i32::from(state.own.wounds[who]);
        left.max(0) * WOUND_WORTH - i32::from(state.own.damage[who]).min(WOUND_WORTH - 1)
    }

    /// By how many wounds somebody can mend another, with the best of its cards.
    pub(crate) fn mends(&self, who: Who) -> u8 {
        let cards = self.sheet(who).cards.iter().map(|&card| &self.shelf().cards[usize::from(card)]);
        cards.map(mended_by).max().unwrap_or(0)
    }

    pub(crate) fn is_hurt(&self, state: &State) -> bool {
        state.party.alive.any(|who| state.own.wounds[who] > 0 || state.own.damage[who] > 0)
    }

    pub(crate) fn is_afflicted(&self, state: &State, who: Who) -> bool {
        let bad = |condition: u8| !self.shelf().conditions[usize::from(condition)].does.is_good();
        state.own.borne[who].iter().any(|borne| borne.rank > 0 && bad(borne.condition))
    }

    pub(crate) fn is_natural(&self, item: u8) -> bool {
        self.shelf().items.get(usize::from(item)).is_none_or(|item| item.is_natural())
    }

    pub(crate) fn items_in(&self, cache: u8) -> &[u8] {
        self.hoards.get(usize::from(cache)).map_or(&[], |items| items)
    }

    /// How many valuables the party has with it.
    pub(crate) fn treasure(&self, state: &State) -> usize {
        let carried = state.party.alive.flat_map(|who| state.own.items[who]);
        let known = carried.filter_map(|item| self.shelf().items.get(usize::from(item)));
        known.filter(|item| item.kind == ItemKind::Valuable).count()
    }

    /// What lies where the party is, the first of those that are alike.
    pub(crate) fn lying_here<'a>(&self, state: &'a State) -> impl Iterator<Item = (u8, u8)> + use<'a> {
        let here = state.here.at;
        (0_u8..).zip(state.own.lying.values()).filter_map(move |(index, left)| {
            let before = &state.own.lying.values()[..usize::from(index)];
            let alike = before.iter().any(|other| (other.item, other.zone) == (left.item, left.zone));
            (left.item != NOTHING && left.zone == here && !alike).then_some((index, left.item))
        })
    }
}

/// The wounds that a card takes from a friend who can be chosen, and nothing else is needed for it.
fn mended_by(card: &Card) -> u8 {
    let helps =
        matches!(card.takes, Takes::Friend | Takes::Ally) && card.attack.is_none() && card.needs.is_empty();
    let mended = card.hit.iter().map(|does| if let Does::Mend(fewer) = does { *fewer } else { 0 });
    if helps { mended.max().unwrap_or(0) } else { 0 }
}
