//! Everything that changes on a journey, as plain data of fixed size. A set of heroes is a `u8`, bit by number.

use fracas_adventure::Whereabouts;
use fracas_kernel::grid::Square;
use fracas_kernel::{Crowd, Who};
use serde::{Deserialize, Serialize};

use super::wide;
use crate::state::{Borne, MAX_CONDITIONS, MAX_ITEMS, NOTHING};

/// How many heroes go on a journey.
pub const MOST_HEROES: usize = 8;
pub(crate) const MOST_ENCOUNTERS: usize = 16;
/// How many things can lie about in all stages together.
pub(crate) const MOST_LEFT: usize = 48;
pub(crate) const MOST_STRAYS: usize = 4;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) here: Whereabouts,
    pub(crate) wounds: [u8; MOST_HEROES],
    pub(crate) damage: [i16; MOST_HEROES],
    pub(crate) borne: [[Borne; MAX_CONDITIONS]; MOST_HEROES],
    pub(crate) items: [[u8; MAX_ITEMS]; MOST_HEROES],
    pub(crate) equipped: [u8; MOST_HEROES],
    /// How many things each has handled in these ten minutes.
    pub(crate) handled: [u8; MOST_HEROES],
    /// In the party and not dead; of these, who is unconscious.
    pub(crate) alive: u8,
    pub(crate) down: u8,
    pub(crate) dead: u8,
    /// Taken out of the party by the judge.
    pub(crate) gone: u8,
    pub(crate) leader: u8,
    /// Who has done something in these ten minutes.
    pub(crate) busy: u8,
    /// Whose wounds were seen to since the last rest.
    pub(crate) tended: u8,
    pub(crate) passing: Passing,
    /// Who of each encounter is beaten, bit by number.
    pub(crate) felled: [u64; MOST_ENCOUNTERS],
    /// Encounters whose field the party had to leave: what lies on it is among `lying`.
    pub(crate) disputed: u16,
    #[serde(with = "wide")]
    pub(crate) lying: [Left; MOST_LEFT],
    /// In times ten minutes.
    pub(crate) clock: u16,
    pub(crate) food: u16,
    /// Who has to be fought now.
    pub(crate) meeting: Option<Meeting>,
    /// What turns up next, if the judge has said so.
    pub(crate) next: Option<u8>,
    pub(crate) strays: [Option<Stray>; MOST_STRAYS],
}

const _: () = assert!(size_of::<State>() <= 768);

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

impl Default for Left {
    fn default() -> Left {
        Left { item: NOTHING, spot: Spot::Stage(0), at: Square::NOWHERE }
    }
}

/// What is under way in these ten minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Passing {
    /// They are over.
    pub over: bool,
    /// The party has come to another stage.
    pub arrived: bool,
    /// A rest was broken.
    pub stirred: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meeting {
    Encounter(u8),
    /// Those whom the judge has put where the party is.
    Strays,
}

/// A creature that the judge has put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stray {
    pub sheet: u8,
    pub stage: u8,
}

#[inline]
pub(crate) fn bit(who: Who) -> u8 {
    1 << (who.0 & 7)
}

#[inline]
pub(crate) fn ix(who: Who) -> usize {
    who.index() % MOST_HEROES
}

pub(crate) fn crowd(set: u8) -> Crowd {
    Crowd::of(set.into())
}

pub(crate) fn each(set: u8) -> impl Iterator<Item = Who> {
    crowd(set)
}

pub(crate) fn has(set: u64, index: u8) -> bool {
    set >> (index & 63) & 1 == 1
}

impl State {
    pub(crate) fn nowhere(here: Whereabouts) -> State {
        State {
            here,
            wounds: [0; MOST_HEROES],
            damage: [0; MOST_HEROES],
            borne: [[Borne::default(); MAX_CONDITIONS]; MOST_HEROES],
            items: [[NOTHING; MAX_ITEMS]; MOST_HEROES],
            equipped: [0; MOST_HEROES],
            handled: [0; MOST_HEROES],
            alive: 0,
            down: 0,
            dead: 0,
            gone: 0,
            leader: 0,
            busy: 0,
            tended: 0,
            passing: Passing::default(),
            felled: [0; MOST_ENCOUNTERS],
            disputed: 0,
            lying: [Left::default(); MOST_LEFT],
            clock: 0,
            food: 0,
            meeting: None,
            next: None,
            strays: [None; MOST_STRAYS],
        }
    }

    /// Who can do something.
    #[inline]
    pub(crate) fn able(&self) -> u8 {
        self.alive & !self.down
    }

    /// Who decides for the party: whoever took the lead, or else the first who can.
    pub(crate) fn leading(&self) -> u8 {
        let able = self.able();
        let chosen = able & 1 << (self.leader & 7);
        if chosen != 0 { chosen } else { able & able.wrapping_neg() }
    }

    pub(crate) fn strays_in(&self, stage: u8) -> impl Iterator<Item = Stray> {
        self.strays.into_iter().flatten().filter(move |stray| stray.stage == stage)
    }

    pub(crate) fn kill(&mut self, who: Who) {
        self.dead |= bit(who);
        self.alive &= !bit(who);
        self.down &= !bit(who);
    }

    pub(crate) fn has_equipped(&self, who: Who, place: u8) -> bool {
        self.equipped[ix(who)] >> (place & 7) & 1 == 1
    }

    pub(crate) fn item(&self, who: Who, place: u8) -> Option<u8> {
        self.items[ix(who)].get(usize::from(place)).copied().filter(|&item| item != NOTHING)
    }

    /// The items of somebody, each with its place, those that are alike once.
    pub(crate) fn carried(&self, who: Who) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0_u8..).zip(self.items[ix(who)]).filter(move |&(place, item)| {
            let alike = |other: u8| {
                self.items[ix(who)][usize::from(other)] == item
                    && self.has_equipped(who, other) == self.has_equipped(who, place)
            };
            item != NOTHING && !(0..place).any(alike)
        })
    }

    pub(crate) fn free_place(&self, who: Who) -> Option<u8> {
        self.items[ix(who)].iter().position(|&item| item == NOTHING).map(|place| place as u8)
    }

    /// Puts an item where somebody has a hand free for it; false where nobody has.
    pub(crate) fn receive(&mut self, who: Who, item: u8) -> bool {
        let Some(place) = self.free_place(who) else { return false };
        self.items[ix(who)][usize::from(place)] = item;
        true
    }

    /// Takes an item from somebody.
    pub(crate) fn part_with(&mut self, who: Who, place: u8) -> Option<u8> {
        let item = self.item(who, place)?;
        self.items[ix(who)][usize::from(place)] = NOTHING;
        self.equipped[ix(who)] &= !(1 << (place & 7));
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

    pub(crate) fn lay_here(&mut self, item: u8) {
        self.lay(item, Spot::Stage(self.here.at), Square::NOWHERE);
    }

    /// What lies at a spot.
    pub(crate) fn left_at(&self, spot: Spot) -> impl Iterator<Item = Left> + '_ {
        self.lying.iter().copied().filter(move |left| left.item != NOTHING && left.spot == spot)
    }

    pub(crate) fn sweep(&mut self, spot: Spot) {
        self.lying.iter_mut().filter(|left| left.spot == spot).for_each(|left| *left = Left::default());
    }
}
