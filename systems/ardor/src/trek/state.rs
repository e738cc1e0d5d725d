//! What changes on a trek by the ardor rules, as plain data of fixed size.

use fracas_adventure::{ByHero, Clock, Foes, Heroes, Numbers, Wounds};
use fracas_kernel::{By, Who};
use serde::{Deserialize, Serialize};

use super::State;
use crate::data::Condition;
use crate::features::MAX_FEATURES;
use crate::state::Abilities;

pub const MAX_PURSUITS: usize = 8;
/// Between these minutes of a day it is night.
pub(crate) const DAWN: u32 = 6 * 60;
pub(crate) const DUSK: u32 = 20 * 60;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    pub(crate) health: ByHero<i16>,
    pub(crate) most: ByHero<i16>,
    pub(crate) ardor: ByHero<u8>,
    pub(crate) surges: ByHero<u8>,
    pub(crate) trauma: ByHero<u8>,
    pub(crate) xp: ByHero<u8>,
    /// Abilities beyond those known from the start.
    pub(crate) learned: ByHero<Abilities>,
    pub(crate) noted: ByHero<Abilities>,
    /// What somebody has glimpsed and can choose from.
    pub(crate) offer: ByHero<Abilities>,
    /// Whose captive somebody is.
    pub(crate) captor: ByHero<Option<Foes>>,
    /// Conditions that are brought into the next fight, in rounds.
    pub(crate) lasts: ByHero<[u8; Condition::COUNT]>,
    /// What foes have lost in fights that they survived.
    pub(crate) foes: Wounds,
    /// How often the features of the place can still be used.
    pub(crate) uses: By<u8, u8, MAX_FEATURES>,
    /// Who has searched each zone.
    pub(crate) looked: By<u8, Heroes, 64>,
    /// Segments of each pursuit.
    pub(crate) pursuits: [u8; MAX_PURSUITS],
    /// Encounters for which the party had its experience.
    pub(crate) paid: Numbers,
    /// When the last Standard Rest ended, and when what presses began to, in minutes; both may be before the start.
    pub(crate) slept: i32,
    pub(crate) pressed: i32,
    /// How many segments of what presses have been told of.
    pub(crate) filled: u8,
    pub(crate) matter: Press,
    /// Who rests in comfort and may spend experience, and who of them may still work on something.
    pub(crate) leisure: Heroes,
    pub(crate) idle: Heroes,
    /// Who has discovered something and can learn it at once.
    pub(crate) discovering: Heroes,
    /// A lock was tried: the time for it is still to pass.
    pub(crate) forced: bool,
    /// Who has just had an Inspired Moment.
    pub(crate) inspired: Option<Who>,
    /// A Break goes on: nothing strenuous was done since.
    pub(crate) pausing: bool,
    pub(crate) rewarded: bool,
    /// Come from another adventure, and no time has gone by in this one yet.
    pub(crate) fresh: bool,
    /// Those who are met have noticed nobody.
    pub(crate) unaware: bool,
    /// The judge's word: the score below which somebody fumbles, that there is no time for care, and on how many faces the
    /// next night is broken.
    pub(crate) limit: ByHero<u8>,
    pub(crate) hurried: bool,
    pub(crate) faces: Option<u8>,
}

const _: () = assert!(size_of::<State>() <= 1040);

/// How it stands with what presses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Press {
    #[default]
    Nothing,
    Presses,
    Settled,
    /// It was not stopped in time.
    CameToPass,
}

impl Own {
    /// Something strenuous begins: Breaks and leisure are over.
    pub(crate) fn strain(&mut self) {
        (self.pausing, self.leisure, self.idle) = (false, Heroes::NONE, Heroes::NONE);
    }

    /// What conditions add to a score.
    pub(crate) fn burden(&self, who: Who) -> i16 {
        let all = Condition::ALL.into_iter().filter(|&one| self.lasts[who][one as usize] > 0);
        all.map(Condition::modifier).sum()
    }

    /// Health is lost; who is at its end is brought round by the others, with a Trauma more. True if so.
    pub(crate) fn hurt(&mut self, who: Who, amount: i16) -> bool {
        let left = self.health[who] - amount.max(0);
        self.health[who] = left.max(1);
        if left > 0 {
            return false;
        }
        // ARDOR-H2, without the clock: no fight keeps the others from helping at once.
        self.trauma[who] = self.trauma[who].saturating_add(1);
        true
    }

    /// A discovery is settled, one way or another.
    pub(crate) fn settle_discovery(&mut self, who: Who) {
        self.discovering.remove(who);
        self.offer[who] = Abilities::NONE;
    }

    pub(crate) fn earn(&mut self, who: Who, xp: u8) {
        self.xp[who] = self.xp[who].saturating_add(xp).min(99);
    }

    /// Health in percent.
    pub(crate) fn shape(&self, who: Who) -> i32 {
        i32::from(self.health[who]) * 100 / i32::from(self.most[who].max(1))
    }
}

/// Minutes of the day.
pub(crate) fn of_day(clock: Clock, units: u32) -> u32 {
    clock.minutes(units) % Clock::DAY
}
