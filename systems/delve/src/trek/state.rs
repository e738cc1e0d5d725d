//! Everything that changes between fights, as plain data of fixed size. Sets of heroes are a `u8`, sets of bands a `u32`.

use fracas_adventure::Whereabouts;
use fracas_kernel::{Crowd, Who};
use serde::{Deserialize, Serialize};

use super::data::{Attitude, Trek, Ware};
use crate::data::SPELL_LEVELS;

/// How many heroes can go on an adventure.
pub const MOST_HEROES: usize = 8;
/// How many encounters its file can have, and how many creatures the judge can place beside them.
pub const MOST_BANDS: usize = 28;
pub(crate) const EXTRAS: usize = 4;
const ALL_BANDS: usize = MOST_BANDS + EXTRAS;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) here: Whereabouts,
    pub(crate) hp: [i16; MOST_HEROES],
    pub(crate) slots: [[u8; SPELL_LEVELS]; MOST_HEROES],
    /// Since the last level.
    pub(crate) xp: [u16; MOST_HEROES],
    /// What each is suffering from: a hazard's number from 1, [`VENOM`], or 0.
    pub(crate) poison: [u8; MOST_HEROES],
    pub(crate) disease: [u8; MOST_HEROES],
    pub(crate) dead: u8,
    /// Left behind on a field that was lost, or taken away by the judge.
    pub(crate) lost: u8,
    /// Who has used this turn.
    pub(crate) busy: u8,
    pub(crate) leader: u8,
    /// Turns since the midnight before it began.
    pub(crate) turn: u16,
    /// Turns for which the torch still burns.
    pub(crate) light: u8,
    /// How often somebody searched since the party came here.
    pub(crate) tries: u8,
    pub(crate) wares: [u16; Ware::COUNT],
    pub(crate) gold: u16,
    /// Traps that would go off, and those of which the party knows.
    pub(crate) armed: Traps,
    pub(crate) spied: Traps,
    /// Zones that a thief has searched well, those that were searched for a turn by anybody, and ways at which somebody
    /// listened.
    pub(crate) scanned: u64,
    pub(crate) combed: u64,
    pub(crate) listened: u64,
    /// Bands whose attitude is settled; of which the party knows; that know of the party; that it has dealt with since
    /// it came here.
    pub(crate) met: u32,
    pub(crate) knows: u32,
    pub(crate) known_to: u32,
    pub(crate) faced: u32,
    pub(crate) attitude: [Attitude; ALL_BANDS],
    /// Those of each band who are dead, by their number in it.
    pub(crate) slain: [u32; ALL_BANDS],
    /// What the judge has placed: a sheet and a zone.
    pub(crate) extras: [(u8, u8); EXTRAS],
    /// What the judge wants to turn up next.
    pub(crate) next: Option<u8>,
    pub(crate) meeting: Option<Meeting>,
}

const _: () = assert!(size_of::<State>() <= 640);

/// A poison that outlasts a fight and is no hazard of its own.
pub(crate) const VENOM: u8 = 255;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Traps {
    pub zones: u64,
    pub ways: u64,
    pub caches: u64,
}

impl Traps {
    pub fn and(self, other: Traps) -> Traps {
        Traps {
            zones: self.zones & other.zones,
            ways: self.ways & other.ways,
            caches: self.caches & other.caches,
        }
    }
}

/// Those whom the party faces now, and how far it has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Meeting {
    pub band: u8,
    pub stage: Stage,
    /// Was a second word tried; was help given?
    pub talked: bool,
    pub healed: bool,
    /// Sides that cannot be surprised.
    pub aware: [bool; 2],
    /// The party stands in the dark.
    pub dim: bool,
    /// Who of the band was caught in a trap, fully or half, and the damage of it.
    pub caught: u32,
    pub grazed: u32,
    pub damage: i16,
    /// Turns that a fight took, and whom of the heroes it may have infected.
    pub owed: u8,
    pub exposed: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// Nothing was rolled yet.
    Sighted,
    Parley,
    Fight,
    /// The fight is over, and the turn is not.
    Aftermath,
}

impl Meeting {
    pub fn new(band: u8, stage: Stage) -> Meeting {
        Meeting {
            band,
            stage,
            talked: false,
            healed: false,
            aware: [false; 2],
            dim: false,
            caught: 0,
            grazed: 0,
            damage: 0,
            owed: 0,
            exposed: 0,
        }
    }
}

#[inline]
pub(crate) fn hx(who: Who) -> usize {
    who.0 as usize % MOST_HEROES
}

#[inline]
pub(crate) fn hero_bit(who: Who) -> u8 {
    1_u8.checked_shl(who.0.into()).unwrap_or(0)
}

#[inline]
pub(crate) fn bit64(index: u8) -> u64 {
    1_u64.checked_shl(index.into()).unwrap_or(0)
}

#[inline]
pub(crate) fn bit32(index: u8) -> u32 {
    1_u32.checked_shl(index.into()).unwrap_or(0)
}

pub(crate) fn has(set: u64, index: u8) -> bool {
    set & bit64(index) != 0
}

pub(crate) fn heroes_in(set: u8) -> impl Iterator<Item = Who> {
    (0..MOST_HEROES as u8).map(Who).filter(move |&who| set & hero_bit(who) != 0)
}

impl State {
    pub(crate) fn new(rules: &Trek) -> State {
        let armed = |traps: &mut dyn Iterator<Item = bool>| {
            traps.enumerate().fold(0, |set, (index, there)| set | u64::from(there) << (index % 64))
        };
        let mut state = State {
            here: rules.place.begin(),
            hp: [0; MOST_HEROES],
            slots: [[0; SPELL_LEVELS]; MOST_HEROES],
            xp: [0; MOST_HEROES],
            poison: [0; MOST_HEROES],
            disease: [0; MOST_HEROES],
            dead: 0,
            lost: 0,
            busy: 0,
            leader: 0,
            turn: rules.first_turn,
            light: 0,
            tries: 0,
            wares: rules.wares,
            gold: rules.gold,
            armed: Traps {
                zones: armed(&mut rules.zones.iter().map(|zone| zone.trap.is_some())),
                ways: armed(&mut rules.ways.iter().map(|way| way.trap.is_some())),
                caches: armed(&mut rules.caches.iter().map(|cache| cache.trap.is_some())),
            },
            spied: Traps::default(),
            scanned: 0,
            combed: 0,
            listened: 0,
            met: 0,
            knows: 0,
            known_to: 0,
            faced: 0,
            attitude: [Attitude::Neutral; ALL_BANDS],
            slain: [0; ALL_BANDS],
            extras: [(0, 0); EXTRAS],
            next: None,
            meeting: None,
        };
        // The places for what the judge may bring are empty.
        for band in MOST_BANDS..ALL_BANDS {
            state.here.gone.0 |= bit64(band as u8);
        }
        for (index, hero) in rules.heroes.iter().enumerate().take(MOST_HEROES) {
            state.hp[index] = hero.hp;
            state.slots[index] = hero.slots;
            state.xp[index] = hero.xp;
            state.poison[index] = hero.poison;
            state.disease[index] = hero.disease;
        }
        state.leader = state.able().trailing_zeros() as u8 % MOST_HEROES as u8;
        if rules.place.spots.get(usize::from(state.here.at)).is_some_and(|spot| spot.dark) {
            state.light_up();
        }
        state
    }

    /// Lights a torch if there is one and none burns.
    pub(crate) fn light_up(&mut self) -> bool {
        let torches = &mut self.wares[Ware::Torches as usize];
        if self.light > 0 || *torches == 0 {
            return false;
        }
        *torches -= 1;
        self.light = super::data::TORCH;
        true
    }

    /// Conscious, and with the party.
    pub(crate) fn able(&self) -> u8 {
        let up = (0..MOST_HEROES).filter(|&index| self.hp[index] > 0);
        up.fold(0_u8, |set, index| set | 1 << index) & !self.dead & !self.lost
    }

    /// Alive and with the party, on their feet or carried.
    pub(crate) fn with_us(&self, rules: &Trek) -> u8 {
        let all = (0..rules.heroes.len().min(MOST_HEROES)).fold(0_u8, |set, index| set | 1 << index);
        all & !self.dead & !self.lost
    }

    /// Whoever was made leader, while able; or else the first who is.
    pub(crate) fn leader(&self) -> Who {
        let able = self.able();
        if able & hero_bit(Who(self.leader)) != 0 {
            return Who(self.leader);
        }
        Who(able.trailing_zeros() as u8 % MOST_HEROES as u8)
    }

    /// Who may choose something.
    pub(crate) fn asked(&self) -> u8 {
        let leader = hero_bit(self.leader());
        match self.meeting {
            Some(_) => leader,
            None => (self.able() & !self.busy) | leader,
        }
    }

    pub(crate) fn crowd(set: u8) -> Crowd {
        Crowd::of(u128::from(set))
    }

    /// Experience for the whole party, shared evenly by those who are with it.
    pub(crate) fn share_xp(&mut self, rules: &Trek, xp: u32) -> u16 {
        let us = self.with_us(rules);
        let share = (xp / us.count_ones().max(1)).min(u16::MAX.into()) as u16;
        for who in heroes_in(us) {
            self.xp[hx(who)] = self.xp[hx(who)].saturating_add(share);
        }
        share
    }

    /// Is this band still about?
    pub(crate) fn is_about(&self, band: u8) -> bool {
        !has(self.here.gone.0, band)
    }

    pub(crate) fn remove(&mut self, band: u8) {
        self.here.gone.0 |= bit64(band);
    }

    pub(crate) fn attitude_of(&self, band: u8) -> Attitude {
        self.attitude[usize::from(band) % ALL_BANDS]
    }
}
