//! What happens between fights, as data. Words are made of it in `words`.

use fracas_dice::{Check, Throw};
use fracas_kernel::{Outcome, Who};

use super::choices::Trap;
use super::data::{Attitude, Ware};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Turn {
        turn: u16,
    },
    Led {
        who: Who,
    },
    Lit {
        left: u16,
    },
    BurntOut,
    Dark,
    Arrived {
        to: u8,
        first: bool,
    },
    Sprung {
        trap: Trap,
        hazard: u8,
    },
    Saved {
        who: Who,
        hazard: u8,
        check: Check,
    },
    Hurt {
        who: Who,
        throw: Throw,
        amount: i16,
        hp: i16,
    },
    Down {
        who: Who,
    },
    Dead {
        who: Who,
    },
    Caught {
        who: Who,
        hazard: u8,
    },
    Cured {
        who: Who,
        hazard: u8,
    },
    Healed {
        who: Who,
        throw: Throw,
        hp: i16,
    },
    Up {
        who: Who,
    },
    Searched {
        who: Who,
        check: Check,
        ways: u64,
        caches: u64,
        traps: bool,
    },
    Listened {
        who: Who,
        to: u8,
        check: Check,
        band: Option<u8>,
    },
    Opened {
        who: Who,
        to: u8,
        check: Check,
        forced: bool,
    },
    Disarmed {
        who: Who,
        cache: u8,
        check: Check,
    },
    Took {
        who: Who,
        cache: u8,
    },
    KeyFits {
        way: u8,
    },
    Cast {
        who: Who,
        spell: u8,
        on: Option<Who>,
    },
    Used {
        who: Who,
        ware: Ware,
        on: Who,
    },
    Idled {
        who: Who,
    },
    Waited,
    /// Success means that something comes.
    Stirring {
        check: Check,
    },
    Met {
        band: u8,
    },
    Reaction {
        band: u8,
        throw: Throw,
        total: i32,
        attitude: Attitude,
    },
    /// No roll was needed.
    Mood {
        band: u8,
        attitude: Attitude,
    },
    Provoked {
        band: u8,
    },
    Attacked {
        band: u8,
    },
    Paid {
        band: u8,
        gold: u16,
    },
    Withdrew {
        to: u8,
    },
    Lured {
        band: u8,
        to: u8,
    },
    FoeSaved {
        band: u8,
        number: u8,
        check: Check,
    },
    FoesHurt {
        throw: Throw,
    },
    FoeSlain {
        band: u8,
        number: u8,
    },
    Passed {
        band: u8,
    },
    Wandered {
        band: u8,
    },
    Guided {
        band: u8,
    },
    Bought {
        ware: Ware,
        gold: u16,
    },
    Won {
        band: u8,
        gold: u16,
    },
    /// For each of the party.
    Learnt {
        xp: u16,
    },
    GotAway {
        to: u8,
    },
    LeftBehind {
        who: Who,
    },
    Gathered {
        turns: u8,
    },
    Camped,
    CampBroken,
    Ate {
        who: Who,
    },
    Hungry {
        who: Who,
    },
    Rested {
        who: Who,
        hp: i16,
    },
    Morning,
    TimeUp,
    Ended {
        outcome: Outcome,
    },
}
