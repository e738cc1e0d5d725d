//! Everything that changes on a journey, as plain data of fixed size. Sets of heroes are a `u8`, bit by number; sets of
//! encounters a `u64`.

use fracas_adventure::Whereabouts;
use fracas_kernel::{Crowd, Who};
use serde::{Deserialize, Serialize};

use crate::data::Condition;

/// How many heroes a party can have.
pub const HEROES: usize = 8;
pub const MOST_PURSUITS: usize = 8;
/// How many creatures the judge can have placed at a time.
pub const STRAYS: usize = 4;
pub(crate) const DAY: u32 = 24 * 60;
/// Between these hours it is night.
pub(crate) const DAWN: u32 = 6 * 60;
pub(crate) const DUSK: u32 = 20 * 60;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) here: Whereabouts,
    /// Encounters that the party knows of, and those for which it had its experience.
    pub(crate) met: u64,
    pub(crate) paid: u64,
    /// Minutes since the midnight before the first day.
    pub(crate) clock: u32,
    /// When the last Standard Rest ended.
    pub(crate) slept: u32,
    /// When what presses began to; the judge may put that before the first day.
    pub(crate) pressed: i32,
    pub(crate) health: [i16; HEROES],
    pub(crate) most: [i16; HEROES],
    pub(crate) ardor: [u8; HEROES],
    pub(crate) surges: [u8; HEROES],
    pub(crate) trauma: [u8; HEROES],
    pub(crate) xp: [u8; HEROES],
    /// Abilities beyond those known from the start, bit by their place among what can be discovered.
    pub(crate) learned: [u8; HEROES],
    pub(crate) noted: [u8; HEROES],
    /// Whose captive somebody is: the encounter's number and 1 more.
    pub(crate) captor: [u8; HEROES],
    /// Conditions that are brought into the next fight, in rounds.
    pub(crate) lasts: [[u8; Condition::COUNT]; HEROES],
    /// Who has searched each zone.
    #[serde(with = "zones")]
    pub(crate) looked: [u8; 64],
    pub(crate) strays: [Option<Stray>; STRAYS],
    /// Segments of each pursuit.
    pub(crate) pursuits: [u8; MOST_PURSUITS],
    pub(crate) kits: u8,
    pub(crate) rations: u8,
    /// Who is lost for good.
    pub(crate) lost: u8,
    pub(crate) leader: u8,
    /// Who rests in comfort and may spend experience, and who of them may still work on something.
    pub(crate) leisure: u8,
    pub(crate) idle: u8,
    /// Who has discovered something and can learn it at once.
    pub(crate) discovering: u8,
    /// A Break goes on: nothing strenuous was done since.
    pub(crate) pausing: bool,
    pub(crate) rewarded: bool,
    /// Come from another adventure, and no time has gone by in this one yet.
    pub(crate) fresh: bool,
    pub(crate) matter: Press,
    /// What has to be fought now.
    pub(crate) meeting: Option<Meeting>,
    /// What turns up next, by the judge's word.
    pub(crate) next: Option<u8>,
}

const _: () = assert!(size_of::<State>() <= 400);

/// How it stands with what presses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Press {
    Nothing,
    Presses,
    Settled,
    /// It was not stopped in time.
    CameToPass,
}

/// A creature that the judge has put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stray {
    pub sheet: u8,
    pub zone: u8,
    /// Does the party know of it?
    pub known: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meeting {
    pub foes: Foes,
    /// They have noticed nobody.
    pub unaware: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Foes {
    Band(u8),
    Stray(u8),
}

#[inline]
pub(crate) fn hx(who: Who) -> usize {
    who.0 as usize % HEROES
}

/// Nobody, for a number that no hero has.
#[inline]
pub(crate) fn hero(who: Who) -> u8 {
    1_u8.checked_shl(who.0.into()).unwrap_or(0)
}

#[inline]
pub(crate) fn has(set: u64, index: u8) -> bool {
    set.checked_shr(index.into()).unwrap_or(0) & 1 == 1
}

#[inline]
pub(crate) fn bit(index: u8) -> u64 {
    1_u64.checked_shl(index.into()).unwrap_or(0)
}

/// The heroes of a set, from the lowest.
pub(crate) fn each(mut set: u8) -> impl Iterator<Item = Who> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let who = Who(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(who)
    })
}

pub(crate) fn crowd(set: u8) -> Crowd {
    Crowd::of(u128::from(set))
}

impl State {
    /// Those who travel: neither lost nor captive.
    pub(crate) fn present(&self, party: u8) -> u8 {
        let free = each(party & !self.lost).filter(|&who| self.captor[hx(who)] == 0);
        free.fold(0, |set, who| set | hero(who))
    }

    pub(crate) fn is_night(&self) -> bool {
        !(DAWN..DUSK).contains(&(self.clock % DAY))
    }

    /// What conditions add to a score.
    pub(crate) fn burden(&self, who: Who) -> i16 {
        let all = Condition::ALL.into_iter().filter(|&one| self.lasts[hx(who)][one as usize] > 0);
        all.map(Condition::modifier).sum()
    }

    /// Health is lost; who is at its end is brought round by the others, with a Trauma more. True if so.
    pub(crate) fn hurt(&mut self, who: Who, amount: i16) -> bool {
        let left = self.health[hx(who)] - amount.max(0);
        self.health[hx(who)] = left.max(1);
        if left > 0 {
            return false;
        }
        // ARDOR-H2, without the clock: no fight keeps the others from helping at once.
        self.trauma[hx(who)] = self.trauma[hx(who)].saturating_add(1);
        true
    }

    pub(crate) fn earn(&mut self, who: Who, xp: u8) {
        let all = &mut self.xp[hx(who)];
        *all = all.saturating_add(xp).min(99);
    }
}

/// Serde knows arrays of up to 32.
mod zones {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(zones: &[u8; 64], to: S) -> Result<S::Ok, S::Error> {
        zones.as_slice().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 64], D::Error> {
        let all = Vec::<u8>::deserialize(from)?;
        let count = all.len();
        all.try_into().map_err(|_| D::Error::invalid_length(count, &"64 numbers"))
    }
}
