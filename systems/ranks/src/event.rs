//! What happens in a fight, as data. Words are made of it in `lines`.

use fracas_dice::{Check, Throw, Versus};
use fracas_kernel::grid::Square;
use fracas_kernel::plot::Happening;
use fracas_kernel::{Outcome, Who};

use crate::aim::Aim;
use crate::card::{Attack, Ground};
use crate::data::Harm;
use crate::doors::Handle;
use crate::state::MAX_ITEMS;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Round {
        number: u16,
    },
    Initiative {
        who: Who,
        throw: Throw,
    },
    /// Movement points, Senses, and Hidden back to 0.
    Turn {
        who: Who,
        speed: Throw,
        bonus: i16,
        movement: u8,
        perception: Throw,
    },
    Drawn {
        who: Who,
    },
    /// Stunned, and so nothing can be done.
    Dazed {
        who: Who,
    },
    /// An unconscious one at the start of its turn.
    Clings {
        who: Who,
        throw: Throw,
    },
    Reanimated {
        who: Who,
    },
    Moved {
        who: Who,
        from: Square,
        to: Square,
        price: u8,
        halted: Halt,
    },
    Found {
        who: Who,
        by: Who,
    },
    Inspires {
        who: Who,
        check: Check,
    },
    Scans {
        who: Who,
        throw: Throw,
        senses: i16,
    },
    Hides {
        who: Who,
        throw: Throw,
        hidden: i16,
    },
    PickedUp {
        who: Who,
        item: u8,
    },
    Equipped {
        who: Who,
        item: u8,
    },
    Unequipped {
        who: Who,
        item: u8,
    },
    Dropped {
        who: Who,
        item: u8,
    },
    /// What a dead one carried, by place.
    Spilled {
        who: Who,
        items: [u8; MAX_ITEMS],
    },
    /// `check` is none where nothing is against it.
    Door {
        who: Who,
        at: Square,
        how: Handle,
        check: Option<Check>,
    },
    /// A door is broken by a card.
    Burst {
        at: Square,
    },
    Plays {
        who: Who,
        card: u8,
        aim: Aim,
    },
    /// An Unreliable weapon.
    Tries {
        who: Who,
        item: u8,
        check: Check,
    },
    /// `meant` unless the target is a friend who stands in the way of an area.
    Attacks {
        who: Who,
        target: Who,
        meant: bool,
        attack: Attack,
        contest: Versus,
    },
    /// `by` is none for what comes of conditions and auras.
    Hurt {
        who: Who,
        by: Option<Who>,
        harm: Harm,
        throw: Throw,
        bonus: Bonus,
        resisted: i16,
        dealt: i16,
        damage: i16,
    },
    Endures {
        who: Who,
        check: Check,
    },
    Wounded {
        who: Who,
        wounds: u8,
    },
    Healed {
        who: Who,
        throw: Throw,
        damage: i16,
    },
    Mended {
        who: Who,
        wounds: u8,
    },
    Afflicted {
        who: Who,
        condition: u8,
        rank: u8,
    },
    /// `contest` is none for what serves its bearer.
    Wears {
        who: Who,
        condition: u8,
        contest: Option<Versus>,
        rank: u8,
    },
    Relieved {
        who: Who,
        condition: u8,
    },
    Turned {
        who: Who,
        from: u8,
        to: u8,
    },
    PassedOn {
        who: Who,
        to: Who,
        condition: u8,
        rank: u8,
    },
    KnockedDown {
        who: Who,
    },
    Stunned {
        who: Who,
    },
    Unstunned {
        who: Who,
    },
    Stands {
        who: Who,
    },
    Revealed {
        who: Who,
    },
    Shifted {
        who: Who,
        to: Square,
    },
    Disarmed {
        who: Who,
        item: u8,
    },
    Stolen {
        who: Who,
        by: Who,
        item: u8,
    },
    Ground {
        at: Square,
        ground: Ground,
    },
    Summoned {
        who: Who,
        by: Who,
    },
    ActsAgain {
        who: Who,
    },
    Unconscious {
        who: Who,
    },
    Dead {
        who: Who,
    },
    Conscious {
        who: Who,
    },
    Ended {
        who: Who,
    },
    Retreat {
        who: Who,
    },
    /// Of the goals and events of this fight.
    Plot {
        happening: Happening,
    },
    Over {
        outcome: Outcome,
    },
}

/// Why a move ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    No,
    /// Somebody came into sight.
    Sighted,
    /// Somebody was in the way.
    Blocked,
    /// The next step costs more than is left.
    Spent,
}

/// What is added to a damage roll, by where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonus {
    pub card: i8,
    pub weapon: i8,
    /// Of whoever deals it: sheet, conditions and auras.
    pub own: i16,
}

impl Bonus {
    pub fn sum(self) -> i16 {
        i16::from(self.card) + i16::from(self.weapon) + self.own
    }
}
