//! Everything that changes in a fight, as plain data of fixed size.
//!
//! A set of combatants or of zones is a `u32`, bit by number. Everybody's zone is kept twice, by combatant and by zone;
//! [`State::put`] is the only place that writes them. Who holds whom is kept as sets and as the holder's number.

use fracas_kernel::{Crowd, Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::data::Twelves;

/// How many combatants a fight can hold, the defeated and gone included.
pub const MOST: usize = 32;
/// How many zones a battlefield can have.
pub const MOST_ZONES: usize = 32;
/// How many features, and how many gates.
pub const MOST_FEATURES: usize = 16;

/// Stands for nobody where a number is kept.
pub(crate) const NOBODY: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) hits: [u8; MOST],
    pub(crate) most_hits: [u8; MOST],
    pub(crate) th: [u8; MOST],
    pub(crate) rank: [u8; MOST],
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: [u8; MOST],
    pub(crate) sheet: [u8; MOST],
    /// Who holds each of `held`; [`NOBODY`] if it is a net, or mud.
    pub(crate) held_by: [u8; MOST],
    /// Who is in each zone, the defeated included.
    pub(crate) at: [u32; MOST_ZONES],
    pub(crate) cover: [u8; MOST_ZONES],
    /// How often each feature can still come off.
    pub(crate) uses: [u8; MOST_FEATURES],
    /// Gates that are open, bit by number.
    pub(crate) open: u16,
    /// Zones whose hazard is awake.
    pub(crate) hazards: u32,
    pub(crate) side: [u32; 2],
    /// Undefeated and on the field.
    pub(crate) standing: u32,
    /// Who need not make the agility check of the first round.
    pub(crate) ready: u32,
    pub(crate) gone: u32,
    pub(crate) held: u32,
    pub(crate) holding: u32,
    /// Who loses the next turn.
    pub(crate) dazed: u32,
    /// Who has made the opportunity attack of this round.
    pub(crate) struck: u32,
    /// Who may still act in this turn.
    pub(crate) acting: u32,
    /// Whose second weapon is looking for another target, and which of the arms it is.
    pub(crate) pending: u8,
    pub(crate) pending_arm: u8,
    pub(crate) count: u8,
    /// How many of them were there from the start.
    pub(crate) first: u8,
    pub(crate) round: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 512);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Nothing was rolled yet.
    Before,
    Turn(Side),
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
pub(crate) fn zx(zone: u8) -> usize {
    zone as usize % MOST_ZONES
}

/// The numbers in a set, from the lowest.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(first)
    })
}

/// The combatants of a set, from the lowest.
#[inline]
pub(crate) fn each(set: u32) -> impl Iterator<Item = Who> {
    bits(set).map(Who)
}

impl State {
    /// Nobody, and no map: what a loader starts from.
    pub(crate) fn nowhere() -> State {
        State {
            hits: [0; MOST],
            most_hits: [0; MOST],
            th: [0; MOST],
            rank: [0; MOST],
            zone: [0; MOST],
            sheet: [0; MOST],
            held_by: [NOBODY; MOST],
            at: [0; MOST_ZONES],
            cover: [0; MOST_ZONES],
            uses: [0; MOST_FEATURES],
            open: 0,
            hazards: 0,
            side: [0; 2],
            standing: 0,
            ready: 0,
            gone: 0,
            held: 0,
            holding: 0,
            dazed: 0,
            struck: 0,
            acting: 0,
            pending: NOBODY,
            pending_arm: 0,
            count: 0,
            first: 0,
            round: 0,
            phase: Phase::Before,
            outcome: None,
        }
    }

    /// The state before anything was rolled.
    pub(crate) fn new(rules: &Twelves) -> State {
        let mut state = State::nowhere();
        for (index, gate) in rules.gates.iter().enumerate() {
            state.open |= u16::from(gate.open) << index;
        }
        for (uses, feature) in state.uses.iter_mut().zip(&rules.features) {
            *uses = feature.uses;
        }
        for (zone, hazard) in rules.hazards.iter().enumerate() {
            state.hazards |= u32::from(hazard.as_ref().is_some_and(|hazard| hazard.active)) << zone;
        }
        for placed in &rules.placed {
            let who = state.add(rules, placed.sheet, placed.side, placed.zone);
            state.hits[ix(who)] = placed.hits;
            state.most_hits[ix(who)] = placed.hits;
        }
        state.open_fight();
        state
    }

    /// Everybody is there: the first hero who stands may begin it.
    pub(crate) fn open_fight(&mut self) {
        let heroes = self.side[0] & self.standing;
        self.acting = heroes & heroes.wrapping_neg();
        self.first = self.count;
    }

    /// A new combatant, as its sheet has it. There must be room.
    pub(crate) fn add(&mut self, rules: &Twelves, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let index = ix(who);
        let of = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[index] = sheet;
        self.hits[index] = of.hits;
        self.most_hits[index] = of.hits;
        self.th[index] = of.th;
        self.rank[index] = of.rank;
        self.side[side.index()] |= bit(who);
        self.standing |= bit(who);
        self.ready |= if of.ready { bit(who) } else { 0 };
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
    pub(crate) fn in_zones(&self, mut zones: u32) -> u32 {
        let mut all = 0;
        while zones != 0 {
            all |= self.at[zones.trailing_zeros() as usize % MOST_ZONES];
            zones &= zones - 1;
        }
        all
    }

    #[inline]
    pub(crate) fn everyone(&self) -> u32 {
        self.side[0] | self.side[1]
    }

    /// Whom `who` holds.
    pub(crate) fn held_of(&self, who: Who) -> Option<Who> {
        if self.holding & bit(who) == 0 {
            return None;
        }
        each(self.held).find(|&held| self.held_by[ix(held)] == who.0)
    }

    pub(crate) fn hold(&mut self, who: Who, by: u8) {
        self.held |= bit(who);
        self.held_by[ix(who)] = by;
        if by != NOBODY {
            self.holding |= bit(Who(by));
        }
    }

    /// Ends the hold on `who`.
    pub(crate) fn release(&mut self, who: Who) {
        let by = std::mem::replace(&mut self.held_by[ix(who)], NOBODY);
        self.held &= !bit(who);
        if by != NOBODY {
            self.holding &= !bit(Who(by));
        }
    }

    pub(crate) fn is_before(&self) -> bool {
        self.phase == Phase::Before
    }

    pub(crate) fn crowd(set: u32) -> Crowd {
        Crowd::of(u128::from(set))
    }
}
