//! What changes on a trek by the delve rules, as plain data of fixed size.

use fracas_adventure::{ByHero, Foes, Heroes, Numbers, Place};
use fracas_kernel::{By, Set, Who};
use serde::{Deserialize, Serialize};

use super::State;
use super::data::{Attitude, Lore, TORCH, Ware};
use crate::data::SPELL_LEVELS;

/// Bands are numbered: the encounters of the place first, then those whom the judge has placed.
const STRAYS: u8 = Place::MAX_ENCOUNTERS as u8;
const BANDS: usize = Place::MAX_ENCOUNTERS + 4;

pub(crate) fn number(foes: Foes) -> u8 {
    match foes {
        Foes::Encounter(index) => index,
        Foes::Stray(slot) => STRAYS + slot,
    }
}

pub(crate) fn numbered(number: u8) -> Foes {
    match number.checked_sub(STRAYS) {
        None => Foes::Encounter(number),
        Some(slot) => Foes::Stray(slot),
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Own {
    pub(crate) hp: ByHero<i16>,
    pub(crate) slots: ByHero<[u8; SPELL_LEVELS]>,
    /// Since the last level.
    pub(crate) xp: ByHero<u16>,
    /// What each is suffering from: a hazard's number from 1, [`VENOM`], or 0.
    pub(crate) poison: ByHero<u8>,
    pub(crate) disease: ByHero<u8>,
    /// Turns for which the torch still burns.
    pub(crate) light: u8,
    /// How often somebody searched since the party came here.
    pub(crate) tries: u8,
    /// Traps that would go off, and those of which the party knows.
    pub(crate) armed: Traps,
    pub(crate) spied: Traps,
    /// Zones that a thief has searched well, and those that were searched for a turn by anybody.
    pub(crate) scanned: Numbers,
    pub(crate) combed: Numbers,
    /// Bands whose attitude is settled; that know of the party; that it has dealt with since it came here.
    pub(crate) met: Numbers,
    pub(crate) known_to: Numbers,
    pub(crate) faced: Numbers,
    pub(crate) attitude: By<u8, Attitude, BANDS>,
    /// Whom of those that the judge has placed a trap has killed.
    pub(crate) slain: Set<u8, u8>,
    /// How it stands with those whom the party faces.
    pub(crate) talk: Talk,
}

const _: () = assert!(size_of::<State>() <= 864);

/// A poison that outlasts a fight and is no hazard of its own.
pub(crate) const VENOM: u8 = 255;

/// By zones, ways and caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Traps {
    pub zones: Numbers,
    pub ways: Numbers,
    pub caches: Numbers,
}

/// Where a trap is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trap {
    Zone(u8),
    Way(u8),
    Cache(u8),
}

impl Traps {
    pub fn and(self, other: Traps) -> Traps {
        Traps {
            zones: self.zones & other.zones,
            ways: self.ways & other.ways,
            caches: self.caches & other.caches,
        }
    }

    pub fn has(&self, trap: Trap) -> bool {
        match trap {
            Trap::Zone(zone) => self.zones.has(zone),
            Trap::Way(way) => self.ways.has(way),
            Trap::Cache(cache) => self.caches.has(cache),
        }
    }

    pub fn put(&mut self, trap: Trap, there: bool) {
        match trap {
            Trap::Zone(zone) => self.zones.put(zone, there),
            Trap::Way(way) => self.ways.put(way, there),
            Trap::Cache(cache) => self.caches.put(cache, there),
        }
    }
}

/// How far the party has come to with those whom it faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Talk {
    pub stage: Stage,
    /// Was a second word tried; was help given?
    pub talked: bool,
    pub healed: bool,
    /// Sides that cannot be surprised.
    pub aware: [bool; 2],
    /// The party stands in the dark.
    pub dim: bool,
    /// Who of the band was caught in a trap, fully or half, and the damage of it.
    pub caught: Numbers,
    pub grazed: Numbers,
    pub damage: i16,
    /// Turns that a fight took, and whom of the heroes it may have infected.
    pub owed: u8,
    pub exposed: Heroes,
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

impl Talk {
    pub const fn at(stage: Stage) -> Talk {
        Talk {
            stage,
            talked: false,
            healed: false,
            aware: [false; 2],
            dim: false,
            caught: Numbers::NONE,
            grazed: Numbers::NONE,
            damage: 0,
            owed: 0,
            exposed: Heroes::NONE,
        }
    }
}

impl Own {
    pub(crate) const START: Own = Own {
        hp: ByHero::all(0),
        slots: ByHero::all([0; SPELL_LEVELS]),
        xp: ByHero::all(0),
        poison: ByHero::all(0),
        disease: ByHero::all(0),
        light: 0,
        tries: 0,
        armed: Traps { zones: Numbers::NONE, ways: Numbers::NONE, caches: Numbers::NONE },
        spied: Traps { zones: Numbers::NONE, ways: Numbers::NONE, caches: Numbers::NONE },
        scanned: Numbers::NONE,
        combed: Numbers::NONE,
        met: Numbers::NONE,
        known_to: Numbers::NONE,
        faced: Numbers::NONE,
        attitude: By::all(Attitude::Neutral),
        slain: Set::NONE,
        talk: Talk::at(Stage::Sighted),
    };
}

impl Lore {
    pub(crate) fn set_out(&self) -> State {
        let trapped = |traps: &mut dyn Iterator<Item = bool>| {
            (0_u8..).zip(traps).filter(|(_, there)| *there).map(|(index, _)| index).collect()
        };
        let mut state = State::new(&self.setting.place, self.heroes.len(), self.supplies, Own::START);
        state.clock = self.first_turn;
        state.own.armed = Traps {
            zones: trapped(&mut self.zones.iter().map(|zone| zone.trap.is_some())),
            ways: trapped(&mut self.ways.iter().map(|way| way.trap.is_some())),
            caches: trapped(&mut self.caches.iter().map(|cache| cache.trap.is_some())),
        };
        for (who, hero) in (0..).map(Who).zip(&self.heroes) {
            state.own.slots[who] = hero.slots;
            state.own.xp[who] = hero.xp;
            (state.own.poison[who], state.own.disease[who]) = (hero.poison, hero.disease);
            set_hp(&mut state, who, hero.hp);
        }
        if let Some(first) = state.able().first() {
            state.party.follow(first);
        }
        if self.setting.place.is_dark(state.here.at) {
            light_up(&mut state);
        }
        state
    }

    /// Experience for the whole party, shared evenly by those who are with it.
    pub(crate) fn share_xp(&self, state: &mut State, xp: u32) -> u16 {
        let us = state.party.alive;
        let share = (xp / us.len().max(1) as u32).min(u16::MAX.into()) as u16;
        for who in us {
            state.own.xp[who] = state.own.xp[who].saturating_add(share);
        }
        share
    }

    /// The bands that live in a zone and are about.
    pub(crate) fn living_in(&self, state: &State, zone: u8) -> Numbers {
        let strays = state.strays_in(zone).map(|(slot, _)| number(Foes::Stray(slot)));
        self.setting.place.living_in(&state.here, zone) | strays.collect()
    }

    /// Where a band lives.
    pub(crate) fn lair_of(&self, state: &State, foes: Foes) -> Option<u8> {
        match foes {
            Foes::Encounter(index) => self.setting.place.encounters.get(usize::from(index))?.lair,
            Foes::Stray(slot) => state.stray(slot).map(|stray| stray.zone),
        }
    }

    /// Is nobody of a band left alive?
    pub(crate) fn is_wiped_out(&self, state: &State, foes: Foes) -> bool {
        (0_u8..).zip(self.members(state, foes)).all(|(number, _)| is_slain(state, foes, number))
    }
}

pub(crate) fn set_hp(state: &mut State, who: Who, hp: i16) {
    state.own.hp[who] = hp;
    state.set_down(who, hp <= 0);
}

/// Lights a torch if there is one and none burns.
pub(crate) fn light_up(state: &mut State) -> bool {
    let lit = state.own.light == 0 && state.supplies.spend(Ware::Torches as usize);
    if lit {
        state.own.light = TORCH;
    }
    lit
}

/// Is this band still about?
pub(crate) fn is_about(state: &State, foes: Foes) -> bool {
    match foes {
        Foes::Encounter(index) => !state.here.gone.has(index),
        Foes::Stray(slot) => state.stray(slot).is_some(),
    }
}

pub(crate) fn remove(state: &mut State, foes: Foes) {
    match foes {
        Foes::Encounter(index) => state.here.gone.insert(index),
        Foes::Stray(slot) => state.strays[usize::from(slot)] = None,
    }
}

pub(crate) fn knows(state: &State, foes: Foes) -> bool {
    match foes {
        Foes::Encounter(index) => state.heard.has(index),
        Foes::Stray(slot) => state.stray(slot).is_some_and(|stray| stray.known),
    }
}

pub(crate) fn come_to_know(state: &mut State, foes: Foes) {
    match foes {
        Foes::Encounter(index) => state.heard.insert(index),
        Foes::Stray(slot) => {
            state.strays[usize::from(slot)].iter_mut().for_each(|stray| stray.known = true);
        }
    }
}

pub(crate) fn has_met(state: &State, foes: Foes) -> bool {
    state.own.met.has(number(foes))
}

pub(crate) fn attitude_of(state: &State, foes: Foes) -> Attitude {
    state.own.attitude[number(foes)]
}

/// Would they not stand by while their things are taken?
pub(crate) fn is_wary(state: &State, foes: Foes) -> bool {
    has_met(state, foes) && matches!(attitude_of(state, foes), Attitude::Neutral | Attitude::Unfriendly)
}

pub(crate) fn settle_attitude(state: &mut State, foes: Foes, attitude: Attitude) {
    state.own.met.insert(number(foes));
    state.own.attitude[number(foes)] = attitude;
}

pub(crate) fn is_slain(state: &State, foes: Foes, number: u8) -> bool {
    match foes {
        Foes::Encounter(index) => state.is_felled(index, number),
        Foes::Stray(slot) => state.own.slain.has(slot),
    }
}

pub(crate) fn slay(state: &mut State, foes: Foes, number: u8) {
    match foes {
        Foes::Encounter(index) => state.fell(index, number),
        Foes::Stray(slot) => state.own.slain.insert(slot),
    }
}
