//! What happens on a trek by the delve rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::{Attitude, Foes, Good, Test};
use fracas_dice::Throw;
use fracas_kernel::Who;

use super::data::Ware;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Turn { turn: u32 },
    Lit { left: u16 },
    BurntOut,
    Dark,
    Caught { hazard: u8 },
    Cured { hazard: u8 },
    Used { ware: Ware, on: Who },
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
    BoughtGear(Good),
    Won { gold: u16 },
    // For each of the party.
    Learnt { xp: u16 },
    Gathered { turns: u8 },
    Camped,
    Hungry,
    Rested { hp: i16 },
    Morning,
}
