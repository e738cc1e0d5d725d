//! Everything that changes in a fight, as plain data of fixed size.
//!
//! A set of combatants is a `u32`, bit by number. Everybody's zone is kept twice, by combatant and by zone, because both
//! are asked for all the time; [`State::put`] is the only place that writes them.

use fracas_kernel::{Crowd, Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::data::{Condition, Delve, SPELL_LEVELS};

/// How many combatants a fight can hold, the dead and gone included.
pub const MOST: usize = 32;
/// How many zones a battlefield can have.
pub const MOST_ZONES: usize = 32;

// Copy, so that a clone is one memcpy and not a copy of each field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) hp: [i16; MOST],
    pub(crate) most_hp: [i16; MOST],
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: [u8; MOST],
    pub(crate) sheet: [u8; MOST],
    pub(crate) slots: [[u8; SPELL_LEVELS]; MOST],
    /// How long each condition lasts ([`crate::data::Lasts::code`]); 0 is not there.
    pub(crate) lasts: [[u8; Condition::COUNT]; MOST],
    /// What takes effect at the end of a round in which both sides act at the same time.
    pub(crate) later: Later,
    /// Who is in each zone, the fallen included.
    pub(crate) at: [u32; MOST_ZONES],
    /// Who has a condition.
    pub(crate) has: [u32; Condition::COUNT],
    /// Who has any condition at all.
    pub(crate) afflicted: u32,
    pub(crate) side: [u32; 2],
    /// On their feet and on the field.
    pub(crate) standing: u32,
    pub(crate) dead: u32,
    pub(crate) gone: u32,
    /// Who has lost any hit points.
    pub(crate) hurt: u32,
    /// Who has used the move of this round, and the action.
    pub(crate) moved: u32,
    pub(crate) acted: u32,
    /// Who may still act in this phase.
    pub(crate) acting: u32,
    pub(crate) count: u8,
    /// How many were there from the start.
    pub(crate) at_first: u8,
    /// Sides that know of the other and cannot be surprised.
    pub(crate) aware: [bool; 2],
    pub(crate) round: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 1024);

/// Effects of a simultaneous round that wait for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Later {
    /// Whom any of it concerns.
    pub touched: u32,
    pub harm: [i16; MOST],
    pub heal: [i16; MOST],
    pub lasts: [[u8; Condition::COUNT]; MOST],
}

impl Later {
    pub const NOTHING: Later =
        Later { touched: 0, harm: [0; MOST], heal: [0; MOST], lasts: [[0; Condition::COUNT]; MOST] };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Nothing was rolled yet.
    Before,
    /// The free round of a side that surprised the other.
    Free(Side),
    First(Side),
    Second(Side),
    /// Both sides at the same time.
    Both,
}

#[inline]
pub(crate) fn bit(who: Who) -> u32 {
    1 << (who.0 & 31)
}

/// The place of a combatant in the arrays. The mask costs nothing and saves every bounds check.
#[inline]
pub(crate) fn ix(who: Who) -> usize {
    who.0 as usize % MOST
}

#[inline]
fn zx(zone: u8) -> usize {
    zone as usize % MOST_ZONES
}

/// The lowest of a set that is not empty.
#[inline]
pub(crate) fn first(set: u32) -> Who {
    // With the highest bit set, the compiler knows that the number fits.
    Who((set | 1 << 31).trailing_zeros() as u8)
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

impl State {
    pub(crate) fn new(rules: &Delve) -> State {
        let mut state = State { aware: rules.aware, ..State::NOBODY };
        for placed in &rules.placed {
            let who = state.add(rules, placed.sheet, placed.side, placed.zone);
            state.hp[ix(who)] = placed.hp;
            state.most_hp[ix(who)] = placed.hp;
        }
        state.open();
        state
    }

    /// A field before anybody came to it.
    pub(crate) const NOBODY: State = State {
        hp: [0; MOST],
        most_hp: [0; MOST],
        zone: [0; MOST],
        sheet: [0; MOST],
        slots: [[0; SPELL_LEVELS]; MOST],
        lasts: [[0; Condition::COUNT]; MOST],
        later: Later::NOTHING,
        at: [0; MOST_ZONES],
        has: [0; Condition::COUNT],
        afflicted: 0,
        side: [0; 2],
        standing: 0,
        dead: 0,
        gone: 0,
        hurt: 0,
        moved: 0,
        acted: 0,
        acting: 0,
        count: 0,
        at_first: 0,
        aware: [false; 2],
        round: 0,
        phase: Phase::Before,
        outcome: None,
    };

    /// Everybody is there: the first hero on their feet may begin.
    pub(crate) fn open(&mut self) {
        self.at_first = self.count;
        let able = self.side[0] & self.standing;
        self.acting = able & able.wrapping_neg();
    }

    /// A new combatant, with the hit points of its sheet. There must be room.
    pub(crate) fn add(&mut self, rules: &Delve, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let index = ix(who);
        self.count += 1;
        self.sheet[index] = sheet;
        self.hp[index] = rules.sheets[sheet as usize].hp;
        self.most_hp[index] = self.hp[index];
        self.slots[index] = rules.sheets[sheet as usize].slots;
        self.side[side.index()] |= bit(who);
        self.standing |= bit(who);
        self.zone[index] = zone;
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

    /// New hit points, no more than there can be.
    pub(crate) fn set_hit_points(&mut self, who: Who, hp: i16) {
        let most = self.most_hp[ix(who)];
        self.hp[ix(who)] = hp.min(most);
        if hp < most {
            self.hurt |= bit(who);
        } else {
            self.hurt &= !bit(who);
        }
    }

    #[inline]
    pub(crate) fn zone_of(&self, who: Who) -> u8 {
        self.zone[ix(who)]
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0] & bit(who) != 0 { Side::Heroes } else { Side::Monsters }
    }

    /// The members of the other side.
    #[inline]
    pub(crate) fn foes(&self, who: Who) -> u32 {
        // Without a branch: the heroes' foes are the second set.
        self.side[(self.side[0] >> (who.0 & 31) & 1) as usize]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> u32 {
        self.side[self.side_of(who).index()]
    }

    #[inline]
    pub(crate) fn in_zone(&self, zone: u8) -> u32 {
        self.at[zx(zone)]
    }

    /// Everybody in a set of zones.
    #[inline]
    pub(crate) fn in_zones(&self, mut zones: u64) -> u32 {
        let mut all = 0;
        while zones != 0 {
            all |= self.at[zones.trailing_zeros() as usize % MOST_ZONES];
            zones &= zones - 1;
        }
        all
    }

    #[inline]
    pub(crate) fn is(&self, who: Who, condition: Condition) -> bool {
        self.has[condition as usize] & bit(who) != 0
    }

    /// Who cannot do anything for now.
    #[inline]
    pub(crate) fn helpless(&self) -> u32 {
        self.has[Condition::Asleep as usize] | self.has[Condition::Held as usize]
    }

    /// On the field, on their feet or not, and alive.
    #[inline]
    pub(crate) fn present(&self) -> u32 {
        self.everyone() & !self.dead & !self.gone
    }

    #[inline]
    pub(crate) fn everyone(&self) -> u32 {
        self.side[0] | self.side[1]
    }

    pub(crate) fn set_condition(&mut self, who: Who, condition: Condition, lasts: u8) {
        self.lasts[ix(who)][condition as usize] = lasts;
        if lasts == 0 {
            self.has[condition as usize] &= !bit(who);
        } else {
            self.has[condition as usize] |= bit(who);
        }
        let any = self.has.iter().fold(0, |all, set| all | set);
        self.afflicted = any;
    }

    pub(crate) fn crowd(set: u32) -> Crowd {
        Crowd::of(u128::from(set))
    }
}
