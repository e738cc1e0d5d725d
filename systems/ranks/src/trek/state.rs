//! What changes on a trek by the ranks rules, as plain data of fixed size.

use fracas_adventure::{ByFoe, ByHero, Heroes};
use fracas_kernel::grid::Square;
use fracas_kernel::{By, Door, Set, Who};
use serde::{Deserialize, Serialize};

use super::State;
use crate::state::{Borne, MAX_CONDITIONS, MAX_DOORS, MAX_ITEMS, NOTHING, Places};

/// How many piles can lie about in all stages together; more than there are kinds of items.
pub(crate) const MAX_LEFT: usize = 128;
/// How many fields a place can have.
pub(crate) const MAX_FIELDS: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    /// The rank that is rolled when time goes by; on 10 or more something turns up.
    pub(crate) danger: u8,
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
    pub(crate) lying: By<u8, Left, MAX_LEFT>,
    /// The doors of each field, as far as no way of the place leads through them.
    pub(crate) doors: By<u8, [Door; MAX_DOORS], MAX_FIELDS>,
    pub(crate) foes: ByFoe<Kept, 132>,
}

/// What a foe takes along from a fight: its wounds, and which of the things on its sheet it has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Kept {
    pub wounds: u8,
    pub robbed: Places,
}

const _: () = assert!(size_of::<State>() <= 2048);

/// Items that are alike and lie somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Left {
    pub item: u8,
    pub count: u8,
    /// The stage.
    pub zone: u8,
    /// The square on its field.
    pub at: Square,
}

impl Left {
    pub(crate) const NOTHING: Left = Left { item: NOTHING, count: 0, zone: 0, at: Square::NOWHERE };
}

impl Default for Left {
    fn default() -> Left {
        Left::NOTHING
    }
}

impl Own {
    /// Nobody has anything.
    pub(crate) fn new() -> Own {
        Own { items: ByHero::all([NOTHING; MAX_ITEMS]), ..Own::default() }
    }

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

    /// The items that somebody has in use.
    pub(crate) fn in_use(&self, who: Who) -> impl Iterator<Item = u8> {
        self.equipped[who].filter_map(move |place| self.item(who, place))
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

    /// Lays an item down, on what is like it there.
    pub(crate) fn lay(&mut self, item: u8, zone: u8, at: Square) {
        let room = |left: &Left| left.item == item && left.zone == zone && left.count < u8::MAX;
        let same = self.lying.iter().position(|left| room(left) && left.at == at);
        let free = || self.lying.iter().position(|left| left.item == NOTHING);
        let near = || self.lying.iter().position(room);
        let Some(place) = same.or_else(free).or_else(near).or_else(|| self.heap_up()) else { return };
        let left = &mut self.lying[place as u8];
        match left.item {
            NOTHING => *left = Left { item, count: 1, zone, at },
            _ => left.count += 1,
        }
    }

    /// RANKS-R21: as in a fight, two piles of a kind become one.
    fn heap_up(&mut self) -> Option<usize> {
        let piles = *self.lying.values();
        let fits =
            |one: &Left, other: &Left| one.item == other.item && one.count.checked_add(other.count).is_some();
        let pairs = (0..MAX_LEFT).flat_map(|from| (0..from).map(move |to| (from, to)));
        let (from, to) = pairs.into_iter().find(|&(from, to)| fits(&piles[from], &piles[to]))?;
        self.lying[to as u8].count += piles[from].count;
        self.lying[from as u8] = Left::NOTHING;
        Some(from)
    }

    /// Takes one item off a pile.
    pub(crate) fn lift_off(&mut self, pile: u8) {
        let left = &mut self.lying[pile];
        left.count = left.count.saturating_sub(1);
        if left.count == 0 {
            *left = Left::NOTHING;
        }
    }

    /// What lies in a stage.
    pub(crate) fn left_in(&self, zone: u8) -> impl Iterator<Item = Left> + '_ {
        self.lying.iter().copied().filter(move |left| left.item != NOTHING && left.zone == zone)
    }
}
