//! Everything that changes on a journey, as plain data of fixed size. A set of heroes is a `u8`, bit by number.

use fracas_adventure::Whereabouts;
use fracas_kernel::{Crowd, Who};
use serde::{Deserialize, Serialize};

use crate::state::MAX_ZONES;

/// How many heroes go on a journey.
pub const MOST_HEROES: usize = 8;
pub(crate) const MOST_ENCOUNTERS: usize = 32;
pub(crate) const MOST_FURNITURE: usize = 32;
pub(crate) const MOST_STRAYS: usize = 4;
/// Stands for no weapon that was found.
pub(crate) const NONE: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) here: Whereabouts,
    pub(crate) hits: [u8; MOST_HEROES],
    /// The weapon that each has found, by its place among those that can be; [`NONE`] for none.
    pub(crate) weapon: [u8; MOST_HEROES],
    /// Who has tended each of the down in vain.
    pub(crate) tried: [u8; MOST_HEROES],
    /// In the party and not dead; of these, who lies defeated.
    pub(crate) alive: u8,
    pub(crate) down: u8,
    pub(crate) dead: u8,
    /// Taken out of the party by the judge.
    pub(crate) gone: u8,
    pub(crate) leader: u8,
    /// Who has done something in these ten minutes, and who of them keeps watch.
    pub(crate) busy: u8,
    pub(crate) watching: u8,
    /// Who is ready for those who are met.
    pub(crate) ready: u8,
    pub(crate) passing: Passing,
    /// Ways at which somebody has listened, and encounters that were heard.
    pub(crate) listened: u64,
    pub(crate) heard: u64,
    /// Who of each encounter is defeated, bit by number.
    pub(crate) felled: [u32; MOST_ENCOUNTERS],
    /// What fights have changed about the place: how often its features can be used, its cover, its hazards.
    pub(crate) uses: [u8; MOST_FURNITURE],
    pub(crate) cover: [u8; MAX_ZONES],
    pub(crate) hazards: u32,
    /// In times ten minutes.
    pub(crate) clock: u16,
    pub(crate) oil: u16,
    pub(crate) food: u16,
    pub(crate) salves: u16,
    pub(crate) silver: u16,
    /// Who has to be fought now.
    pub(crate) meeting: Option<Meeting>,
    /// What turns up next, if the judge has said so.
    pub(crate) next: Option<u8>,
    pub(crate) strays: [Option<Stray>; MOST_STRAYS],
}

const _: () = assert!(size_of::<State>() <= 448);

/// What is under way in these ten minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Passing {
    /// They are over.
    pub over: bool,
    /// The party has come to another zone.
    pub arrived: bool,
    /// Somebody was loud.
    pub loud: bool,
    /// Something has heard or smelt the party.
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
    pub zone: u8,
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
    fracas_kernel::Set::<Who, u8>::of(set)
}

pub(crate) fn has(set: u64, index: u8) -> bool {
    set >> (index & 63) & 1 == 1
}

impl State {
    pub(crate) fn nowhere(here: Whereabouts) -> State {
        State {
            here,
            hits: [0; MOST_HEROES],
            weapon: [NONE; MOST_HEROES],
            tried: [0; MOST_HEROES],
            alive: 0,
            down: 0,
            dead: 0,
            gone: 0,
            leader: 0,
            busy: 0,
            watching: 0,
            ready: 0,
            passing: Passing::default(),
            listened: 0,
            heard: 0,
            felled: [0; MOST_ENCOUNTERS],
            uses: [0; MOST_FURNITURE],
            cover: [0; MAX_ZONES],
            hazards: 0,
            clock: 0,
            oil: 0,
            food: 0,
            salves: 0,
            silver: 0,
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

    /// Those whom the judge has put into a zone.
    pub(crate) fn strays_in(&self, zone: u8) -> impl Iterator<Item = Stray> {
        self.strays.into_iter().flatten().filter(move |stray| stray.zone == zone)
    }

    pub(crate) fn kill(&mut self, who: Who) {
        self.dead |= bit(who);
        self.alive &= !bit(who);
        self.down &= !bit(who);
        self.hits[ix(who)] = 0;
    }

    /// Up or down, as the hits say.
    pub(crate) fn fit_to_hits(&mut self, who: Who) {
        if self.alive & bit(who) == 0 {
            return;
        }
        let fallen = self.hits[ix(who)] == 0;
        if fallen && self.down & bit(who) == 0 {
            self.tried[ix(who)] = 0;
        }
        self.down = if fallen { self.down | bit(who) } else { self.down & !bit(who) };
    }
}
