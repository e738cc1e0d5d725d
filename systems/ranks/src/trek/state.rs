//! What changes on a trek by the ranks rules, as plain data of fixed size.

use fracas_adventure::{ByHero, Heroes};
use fracas_kernel::grid::Square;
use fracas_kernel::{By, Set, Who};
use serde::{Deserialize, Serialize};

use super::State;
use crate::state::{Borne, MAX_CONDITIONS, MAX_ITEMS, NOTHING};

/// How many things can lie about in all stages together.
pub(crate) const MAX_LEFT: usize = 48;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Own {
    pub(crate) wounds: ByHero<u8>,
    pub(crate) damage: ByHero<i16>,
    pub(crate) borne: ByHero<[Borne; MAX_CONDITIONS]>,
    pub(crate) items: ByHero<[u8; MAX_ITEMS]>,
    /// Of these, which are in use, by place.
    pub(crate) equipped: ByHero<Set<u8, u8>>,
    /// How many things each has handled in these ten minutes.
    pub(crate) handled: ByHero<u8>,
    /// Whose wounds were seen to since the last rest.
    pub(crate) tended: Heroes,
    /// Encounters whose field the party had to leave: what lies on it is among `lying`.
    pub(crate) disputed: Set<u8, u32>,
    pub(crate) lying: By<u8, Left, MAX_LEFT>,
}

const _: () = assert!(size_of::<State>() <= 1024);

/// An item that lies somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Left {
    pub item: u8,
    pub spot: Spot,
    /// Its square on a field.
    pub at: Square,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    Stage(u8),
    /// On the field of an encounter that the party had to leave to others.
    Field(u8),
}

impl Left {
    pub(crate) const NOTHING: Left = Left { item: NOTHING, spot: Spot::Stage(0), at: Square::NOWHERE };
}

impl Own {
    pub(crate) const START: Own = Own {
        wounds: ByHero::all(0),
        damage: ByHero::all(0),
        borne: ByHero::all([Borne { condition: 0, rank: 0 }; MAX_CONDITIONS]),
        items: ByHero::all([NOTHING; MAX_ITEMS]),
        equipped: ByHero::all(Set::NONE),
        handled: ByHero::all(0),
        tended: Heroes::NONE,
        disputed: Set::NONE,
        lying: By::all(Left::NOTHING),
    };

    pub(crate) fn has_equipped(&self, who: Who, place: u8) -> bool {
        self.equipped[who].has(place)
    }

    pub(crate) fn item(&self, who: Who, place: u8) -> Option<u8> {
        self.items[who].get(usize::from(place)).copied().filter(|&item| item != NOTHING)
    }

    /// The items of somebody, each with its place, those that are alike once.
    pub(crate) fn carried(&self, who: Who) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0_u8..).zip(self.items[who]).filter(move |&(place, item)| {
            let alike = |other: u8| {
                self.items[who][usize::from(other)] == item
                    && self.has_equipped(who, other) == self.has_equipped(who, place)
            };
            item != NOTHING && !(0..place).any(alike)
        })
    }

    pub(crate) fn free_place(&self, who: Who) -> Option<u8> {
        self.items[who].iter().position(|&item| item == NOTHING).map(|place| place as u8)
    }

    /// Puts an item where somebody has a hand free for it; false where nobody has.
    pub(crate) fn receive(&mut self, who: Who, item: u8) -> bool {
        let Some(place) = self.free_place(who) else { return false };
        self.items[who][usize::from(place)] = item;
        true
    }

    /// Takes an item from somebody.
    pub(crate) fn part_with(&mut self, who: Who, place: u8) -> Option<u8> {
        let item = self.item(who, place)?;
        self.items[who][usize::from(place)] = NOTHING;
        self.equipped[who].remove(place);
        Some(item)
    }

    /// Lays an item down; what has no room is lost.
    pub(crate) fn lay(&mut self, item: u8, spot: Spot, at: Square) {
        if let Some(place) = self.lying.iter_mut().find(|left| left.item == NOTHING) {
            // At leisure it is all the same where exactly in a stage something lies.
            let at = if matches!(spot, Spot::Stage(_)) { Square::NOWHERE } else { at };
            *place = Left { item, spot, at };
        }
    }

    /// What lies at a spot.
    pub(crate) fn left_at(&self, spot: Spot) -> impl Iterator<Item = Left> + '_ {
        self.lying.iter().copied().filter(move |left| left.item != NOTHING && left.spot == spot)
    }

    pub(crate) fn sweep(&mut self, spot: Spot) {
        self.lying.iter_mut().filter(|left| left.spot == spot).for_each(|left| *left = Left::NOTHING);
    }
}
