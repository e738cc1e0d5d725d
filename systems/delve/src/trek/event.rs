//! What happens on a trek by the delve rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Attitude, Foes, Test};
use fracas_dice::Throw;
use fracas_kernel::Who;

use super::data::Ware;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    // By the rules of a fight around this zone, where nobody fights.
    There { at: u8, event: crate::Event },
    Turn { turn: u32 },
    Lit { left: u16 },
    BurntOut,
    Dark,
    Caught { who: Who, hazard: u8 },
    Cured { who: Who, hazard: u8 },
    Used { who: Who, ware: Ware, on: Who },
    Waited,
    // Success means that something comes.
    Stirring { test: Test },
    Reaction { throw: Throw, total: i32, attitude: Attitude },
    // No roll was needed.
    Mood { foes: Foes, attitude: Attitude, first: bool },
    Provoked { foes: Foes },
    Attacked { foes: Foes },
    Paid { gold: u16 },
    Withdrew { to: u8 },
    Lured { foes: Foes, to: u8 },
    Passed { foes: Foes },
    Guided,
    Bought { ware: Ware, gold: u16 },
    BoughtGear { gear: u8, gold: u16 },
    // Takes something up out of the pack, or puts it away.
    Equipped { who: Who, gear: u8, up: bool },
    // On those who were beaten.
    Spoils { gear: u8 },
    Won { gold: u16 },
    // For each of the party.
    Learnt { xp: u16 },
    Gathered { turns: u8 },
    Camped,
    Hungry { who: Who },
    Rested { who: Who, hp: i16 },
    Morning,
}
