//! What does not change on a journey: the stages, what lies there, the heroes, and the fight of each encounter.

use fracas_adventure::{Clock, Place};
use fracas_kernel::Who;

use super::state::{Spot, State, bit, ix};
use crate::apply::WOUND_WORTH;
use crate::data::{Ability, Card, Does, ItemKind, Lasting, Ranks, Sheet, Takes};
use crate::state::NOTHING;

/// One adventure of the ranks rules.
#[derive(Clone, Debug)]
pub struct Trek {
    pub(crate) title: String,
    pub(crate) place: Place,
    /// By encounter; and one more for those whom the judge puts in the party's way.
    pub(crate) fights: Vec<Ranks>,
    pub(crate) contents: Vec<Contents>,
    /// The sheets of the heroes.
    pub(crate) heroes: Vec<u8>,
    /// The rank that is rolled when time goes by; on 10 or more something turns up.
    pub(crate) danger: u8,
    pub(crate) clock: Clock,
    pub(crate) start: State,
}

/// What is in a cache.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    pub items: Vec<u8>,
    pub food: u8,
}

impl Trek {
    /// A rest, in times ten minutes; it is broken or not at the end of each half.
    pub const REST: u16 = 48;
    /// What a search or a lock has to be beaten with.
    pub const ENOUGH: i32 = 8;
    /// On so much something turns up.
    pub const TURNS_UP: i32 = 10;
    /// So many things can be handled by one hero in ten minutes.
    pub const HANDLED: u8 = 6;

    /// All heroes, the dead and gone included.
    pub(crate) fn all(&self) -> u8 {
        ((1_u16 << self.heroes.len().min(8)) - 1) as u8
    }

    /// For what all fights have in common: items, conditions, cards.
    pub(crate) fn shelf(&self) -> &Ranks {
        &self.fights[0]
    }

    pub(crate) fn sheet(&self, who: Who) -> &Sheet {
        let index = self.heroes.get(ix(who)).or(self.heroes.first()).copied().unwrap_or(0);
        &self.shelf().sheets[usize::from(index)]
    }

    /// A rank as it stands, gear and conditions counted; nobody has an aura on them here.
    pub(crate) fn rank(&self, state: &State, who: Who, ability: Ability) -> u8 {
        let mut rank = self.sheet(who).ranks[ability as usize] as i8;
        for (place, &item) in state.items[ix(who)].iter().enumerate() {
            if item != NOTHING
                && state.equipped[ix(who)] >> place & 1 == 1
                && let ItemKind::Armour(armour) = &self.shelf().items[usize::from(item)].kind
            {
                rank += armour.bonus[ability as usize];
            }
        }
        for borne in state.borne[ix(who)].iter().filter(|borne| borne.rank > 0) {
            if let Lasting::Ability { ability: touched, bonus } =
                self.shelf().conditions[usize::from(borne.condition)].does
                && touched == ability
            {
                let more = borne.rank.min(50) as i8;
                rank += if bonus { more } else { -more };
            }
        }
        rank.max(0) as u8
    }

    /// As in a fight: wounds that are left, ten points each, less the Damage towards the next.
    pub(crate) fn health(&self, state: &State, who: Who) -> i32 {
        if state.dead & bit(who) != 0 {
            return -WOUND_WORTH;
        }
        let left = i32::from(self.rank(state, who, Ability::Resolve)) - i32::from(state.wounds[ix(who)]);
        left.max(0) * WOUND_WORTH - i32::from(state.damage[ix(who)]).min(WOUND_WORTH - 1)
    }

    /// By how many wounds somebody can mend another, with the best of its cards.
    pub(crate) fn mends(&self, who: Who) -> u8 {
        let cards = self.sheet(who).cards.iter().map(|&card| &self.shelf().cards[usize::from(card)]);
        cards.map(mended_by).max().unwrap_or(0)
    }

    /// What lies where the party is, the first of those that are alike.
    pub(crate) fn lying_here<'a>(&self, state: &'a State) -> impl Iterator<Item = (u8, u8)> + use<'a> {
        let here = Spot::Stage(state.here.at);
        (0_u8..).zip(&state.lying).filter_map(move |(index, left)| {
            let alike = state.lying[..usize::from(index)].contains(left);
            (left.item != NOTHING && left.spot == here && !alike).then_some((index, left.item))
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
