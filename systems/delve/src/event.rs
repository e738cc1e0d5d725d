//! What happens in a fight, as data. Words are made of it in `lines`.

use fracas_dice::{Check, Throw};
use fracas_kernel::plot::Happening;
use fracas_kernel::{Handle, Outcome, Side, Who};

use crate::choices::Target;
use crate::conditions::Condition;
use crate::data::Harm;
use crate::ground::Lie;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A side that did not know of the other: success means that it was not surprised.
    Surprise {
        side: Side,
        check: Check,
    },
    BothSurprised,
    FreeRound {
        side: Side,
    },
    Round {
        number: u16,
    },
    Initiative {
        heroes: Throw,
        monsters: Throw,
        first: Option<Side>,
    },
    Moved {
        who: Who,
        from: u8,
        to: u8,
        far: bool,
    },
    Left {
        who: Who,
    },
    /// A shot into a melee found somebody at random.
    Stray {
        who: Who,
        meant: Who,
        found: Who,
    },
    Attacked {
        who: Who,
        with: u8,
        target: Who,
        check: Check,
        lie: Lie,
        /// The one who is struck is an enemy.
        foe: bool,
    },
    Cast {
        who: Who,
        spell: u8,
        target: Target,
    },
    Handled {
        who: Who,
        door: u8,
        what: Handle,
        /// Where a roll was needed.
        check: Option<Check>,
    },
    /// Somebody goes through.
    DoorOpens {
        door: u8,
    },
    Used {
        who: Who,
        thing: u8,
    },
    /// Somebody enters a zone that has a hazard.
    Braves {
        who: Who,
        hazard: u8,
    },
    /// A save that was forced on somebody.
    Saved {
        who: Who,
        check: Check,
    },
    /// `by` is none for what comes of itself, such as poison; `hp` is what is left, or would be, if it takes effect
    /// `later`.
    Hurt {
        who: Who,
        by: Option<Who>,
        throw: Throw,
        amount: i16,
        hp: i16,
        later: bool,
        /// By an enemy.
        foe: bool,
    },
    Healed {
        who: Who,
        throw: Throw,
        amount: i16,
        hp: i16,
        later: bool,
    },
    Slumber {
        throw: Throw,
    },
    Afflicted {
        who: Who,
        condition: Condition,
        later: bool,
        /// By whom it was meant.
        meant: bool,
    },
    /// This kind of damage does nothing to it.
    Unharmed {
        who: Who,
        harm: Harm,
    },
    /// This condition does nothing to it.
    Proof {
        who: Who,
        condition: Condition,
    },
    /// Somebody who regenerates has got hit points back.
    Regrown {
        who: Who,
        amount: i16,
        hp: i16,
    },
    /// What has no mind cannot be put to sleep.
    Sleepless {
        who: Who,
    },
    /// Ten rounds have gone by.
    TurnPassed {
        turn: u8,
    },
    /// A condition ended.
    Relieved {
        who: Who,
        condition: Condition,
    },
    /// By pain, or by a friend.
    Woken {
        who: Who,
        by: Option<Who>,
    },
    Down {
        who: Who,
    },
    Dead {
        who: Who,
    },
    /// Conscious again.
    Up {
        who: Who,
    },
    /// All results of a simultaneous round take effect.
    AtOnce,
    Passed {
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

impl Event {
    /// Whom it is about: who perceives none of them does not perceive it.
    pub(crate) fn people(&self) -> [Option<Who>; 2] {
        match *self {
            Event::Moved { who, .. }
            | Event::Left { who }
            | Event::Handled { who, .. }
            | Event::Used { who, .. }
            | Event::Braves { who, .. }
            | Event::Saved { who, .. }
            | Event::Hurt { who, .. }
            | Event::Healed { who, .. }
            | Event::Afflicted { who, .. }
            | Event::Unharmed { who, .. }
            | Event::Proof { who, .. }
            | Event::Regrown { who, .. }
            | Event::Sleepless { who }
            | Event::Relieved { who, .. }
            | Event::Woken { who, .. }
            | Event::Down { who }
            | Event::Dead { who }
            | Event::Up { who }
            | Event::Passed { who } => [Some(who), None],
            Event::Stray { who, found, .. } => [Some(who), Some(found)],
            Event::Attacked { who, target, .. } => [Some(who), Some(target)],
            Event::Cast { who, target: Target::One(one), .. } => [Some(who), Some(one)],
            Event::Cast { who, target: Target::Zone(_), .. } => [Some(who), None],
            Event::Plot { happening } => happening.people(),
            Event::Surprise { .. }
            | Event::BothSurprised
            | Event::FreeRound { .. }
            | Event::Round { .. }
            | Event::Initiative { .. }
            | Event::DoorOpens { .. }
            | Event::Slumber { .. }
            | Event::TurnPassed { .. }
            | Event::AtOnce
            | Event::Over { .. } => [None, None],
        }
    }
}
