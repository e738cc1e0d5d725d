//! Everything that changes in a fight, as plain data of fixed size.
//!
//! A set of combatants is a `u32`, bit by number. Everybody's zone is kept twice, by combatant and by zone, because both
//! are asked for all the time; [`State::put`] and [`State::take_off`] are the only places that write them.

use fracas_kernel::{Crowd, Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::data::{Ardor, Condition, Placed};

/// How many combatants a fight can hold, the fallen and gone included.
pub const MOST: usize = 32;
/// How many zones a battlefield can have.
pub const MOST_ZONES: usize = 32;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) health: [i16; MOST],
    pub(crate) most: [i16; MOST],
    /// Damage that waits for the end of the round.
    pub(crate) harm: [i16; MOST],
    /// Action Scores of this round; for the incapacitated, what they rolled to recover.
    pub(crate) score: [i16; MOST],
    /// What everybody intends, those who bluff in earnest.
    pub(crate) act: [Act; MOST],
    pub(crate) second: [Act; MOST],
    /// What those who bluff seem to intend.
    pub(crate) shown: [Act; MOST],
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: [u8; MOST],
    /// Where everybody was when the round began.
    pub(crate) began: [u8; MOST],
    pub(crate) sheet: [u8; MOST],
    pub(crate) ardor: [u8; MOST],
    pub(crate) surges: [u8; MOST],
    pub(crate) trauma: [u8; MOST],
    /// The d6 of a surge in this round, for one who tries to recover.
    pub(crate) boost: [u8; MOST],
    /// Rounds until the next Trauma of one who is incapacitated.
    pub(crate) timer: [u8; MOST],
    pub(crate) xp: [u8; MOST],
    /// Abilities learned in this fight and those noted for a rest, bit by their place among those that can be discovered.
    pub(crate) learned: [u8; MOST],
    pub(crate) noted: [u8; MOST],
    /// How many rounds each condition lasts; 0 is not there.
    pub(crate) lasts: [[u8; Condition::COUNT]; MOST],
    /// Who is in each zone, the fallen included.
    pub(crate) at: [u32; MOST_ZONES],
    pub(crate) has: [u32; Condition::COUNT],
    /// Who has any condition at all.
    pub(crate) afflicted: u32,
    pub(crate) side: [u32; 2],
    /// Player characters.
    pub(crate) rollers: u32,
    /// Conscious and on the field.
    pub(crate) standing: u32,
    /// Incapacitated, on the field.
    pub(crate) down: u32,
    pub(crate) gone: u32,
    /// Who has lost any health.
    pub(crate) hurt: u32,
    pub(crate) bluffers: u32,
    /// Foes who know of nobody yet.
    pub(crate) unaware: u32,
    pub(crate) asked: u32,
    /// Whose intent is in.
    pub(crate) committed: u32,
    /// Those who bluff and have shown something, but not yet decided what they mean.
    pub(crate) feigning: u32,
    pub(crate) careful: u32,
    /// Natural 20 this round: of those on their feet, and of the incapacitated.
    pub(crate) inspired: u32,
    pub(crate) lucky: u32,
    /// Who has discovered something and can learn it at once.
    pub(crate) discovering: u32,
    /// Who takes a second action.
    pub(crate) doubled: u32,
    /// The Challenge Score of the encounter, which counts where that of the zone is lower; and what is added to all.
    pub(crate) least: i16,
    pub(crate) harder: i16,
    pub(crate) round: u16,
    pub(crate) count: u8,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 1440);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Before,
    /// Those who do not roll show their intents.
    Intents,
    /// Players commit theirs, face down.
    Commit,
    /// The dice have fallen; Arduous Actions are declared.
    Arduous,
}

#[inline(always)]
pub(crate) fn bit(who: Who) -> u32 {
    1 << (who.0 & 31)
}

/// The place of a combatant in the arrays. The mask costs nothing and saves every bounds check.
#[inline(always)]
pub(crate) fn ix(who: Who) -> usize {
    who.0 as usize % MOST
}

#[inline(always)]
pub(crate) fn zx(zone: u8) -> usize {
    zone as usize % MOST_ZONES
}

/// The lowest of a set that is not empty.
#[inline(always)]
pub(crate) fn lowest(set: u32) -> Who {
    Who(set.trailing_zeros() as u8 % 32)
}

/// The combatants of a set, from the lowest.
#[inline]
pub(crate) fn each(mut set: u32) -> impl Iterator<Item = Who> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let who = Who(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(who)
    })
}

/// The zones of a set, from the lowest.
#[inline]
pub(crate) fn each_zone(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let zone = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(zone)
    })
}

impl State {
    /// Nobody, before anything.
    pub(crate) fn empty() -> State {
        State {
            health: [0; MOST],
            most: [0; MOST],
            harm: [0; MOST],
            score: [0; MOST],
            act: [Act::Nothing; MOST],
            second: [Act::Nothing; MOST],
            shown: [Act::Nothing; MOST],
            zone: [0; MOST],
            began: [0; MOST],
            sheet: [0; MOST],
            ardor: [0; MOST],
            surges: [0; MOST],
            trauma: [0; MOST],
            boost: [0; MOST],
            timer: [0; MOST],
            xp: [0; MOST],
            learned: [0; MOST],
            noted: [0; MOST],
            lasts: [[0; Condition::COUNT]; MOST],
            at: [0; MOST_ZONES],
            has: [0; Condition::COUNT],
            afflicted: 0,
            side: [0; 2],
            rollers: 0,
            standing: 0,
            down: 0,
            gone: 0,
            hurt: 0,
            bluffers: 0,
            unaware: 0,
            asked: 0,
            committed: 0,
            feigning: 0,
            careful: 0,
            inspired: 0,
            lucky: 0,
            discovering: 0,
            doubled: 0,
            least: i16::MIN,
            harder: 0,
            round: 0,
            count: 0,
            phase: Phase::Before,
            outcome: None,
        }
    }

    /// Everybody in their places.
    pub(crate) fn opening(rules: &Ardor) -> State {
        let mut state = State::empty();
        for placed in &rules.placed {
            state.place(rules, placed);
        }
        if rules.unaware {
            state.unaware = state.side[1] & !state.rollers;
        }
        state.asked = state.side[0] & state.side[0].wrapping_neg();
        state
    }

    fn place(&mut self, rules: &Ardor, placed: &Placed) {
        let who = self.add(rules, placed.sheet, placed.side, placed.zone);
        self.most[ix(who)] = placed.most;
        self.trauma[ix(who)] = placed.trauma;
        self.set_health(who, placed.health);
        if placed.health <= 0 {
            self.standing &= !bit(who);
            self.down |= bit(who);
        }
        if placed.bluffs {
            self.bluffers |= bit(who);
        }
    }

    /// A new combatant, with the health of its sheet. There must be room.
    pub(crate) fn add(&mut self, rules: &Ardor, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let index = ix(who);
        let card = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[index] = sheet;
        self.health[index] = card.health;
        self.most[index] = card.health;
        self.ardor[index] = card.ardor;
        self.surges[index] = card.surges;
        self.xp[index] = card.xp;
        self.side[side.index()] |= bit(who);
        self.standing |= bit(who);
        if card.rolls {
            self.rollers |= bit(who);
        }
        self.zone[index] = zone;
        self.began[index] = zone;
        self.at[zx(zone)] |= bit(who);
        who
    }

    /// Puts somebody into a zone.
    #[inline]
    pub(crate) fn put(&mut self, who: Who, zone: u8) {
        let from = self.zone[ix(who)];
        self.at[zx(from)] &= !bit(who);
        self.at[zx(zone)] |= bit(who);
        self.zone[ix(who)] = zone;
    }

    /// Takes somebody off the map.
    pub(crate) fn take_off(&mut self, who: Who) {
        let zone = self.zone_of(who);
        self.at[zx(zone)] &= !bit(who);
    }

    /// New health, no more than there can be and no less than none.
    pub(crate) fn set_health(&mut self, who: Who, health: i16) {
        let most = self.most[ix(who)];
        self.health[ix(who)] = health.clamp(0, most.max(0));
        if health < most {
            self.hurt |= bit(who);
        } else {
            self.hurt &= !bit(who);
        }
    }

    #[inline(always)]
    pub(crate) fn zone_of(&self, who: Who) -> u8 {
        self.zone[ix(who)]
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0] & bit(who) != 0 { Side::Heroes } else { Side::Monsters }
    }

    /// The members of the other side.
    #[inline(always)]
    pub(crate) fn foes(&self, who: Who) -> u32 {
        // Without a branch: the heroes' foes are the second set.
        self.side[(self.side[0] >> (who.0 & 31) & 1) as usize]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> u32 {
        self.side[self.side_of(who).index()]
    }

    #[inline(always)]
    pub(crate) fn in_zone(&self, zone: u8) -> u32 {
        self.at[zx(zone)]
    }

    /// Everybody in a set of zones.
    #[inline]
    pub(crate) fn in_zones(&self, zones: u64) -> u32 {
        each_zone(zones).fold(0, |all, zone| all | self.at[zx(zone)])
    }

    #[inline]
    pub(crate) fn is(&self, who: Who, condition: Condition) -> bool {
        self.has[condition as usize] & bit(who) != 0
    }

    /// Who cannot leave their zone.
    #[inline]
    pub(crate) fn stuck(&self) -> u32 {
        self.has[Condition::Rooted as usize] | self.has[Condition::Prone as usize]
    }

    /// On the field, on their feet or not.
    #[inline]
    pub(crate) fn present(&self) -> u32 {
        self.standing | self.down
    }

    #[inline]
    pub(crate) fn everyone(&self) -> u32 {
        self.side[0] | self.side[1]
    }

    /// Those who are asked now. After the rolls that is one at a time.
    #[inline(always)]
    pub(crate) fn answering(&self) -> u32 {
        if self.phase == Phase::Arduous { self.asked & self.asked.wrapping_neg() } else { self.asked }
    }

    /// Those without whom it cannot go on; others who are asked may only change their mind.
    #[inline]
    pub(crate) fn awaited(&self) -> u32 {
        if self.phase == Phase::Commit { self.asked & !self.committed } else { self.answering() }
    }

    pub(crate) fn set_condition(&mut self, who: Who, condition: Condition, lasts: u8) {
        self.lasts[ix(who)][condition as usize] = lasts;
        if lasts == 0 {
            self.has[condition as usize] &= !bit(who);
        } else {
            self.has[condition as usize] |= bit(who);
        }
        self.afflicted = self.has.iter().fold(0, |all, set| all | set);
    }

    #[inline(always)]
    pub(crate) fn crowd(set: u32) -> Crowd {
        Crowd::of(u128::from(set))
    }
}
