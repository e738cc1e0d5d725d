//! What happens in a fight, as data. Words are made of it in `lines`.

use fracas_dice::{Check, Throw};
use fracas_kernel::plot::Happening;
use fracas_kernel::{Handle, Outcome, Side, Who};

use crate::choices::{Focus, Manage, Pay, Target};
use crate::data::{Condition, Sources};
use crate::state::{Band, How, Setup};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Ready {
        who: Who,
    },
    Round {
        number: u16,
    },
    Turn {
        side: Side,
        surprised: bool,
    },
    /// `slots` of the focus are filled now.
    Heeded {
        who: Who,
        target: Who,
        slots: u8,
    },
    Moved {
        who: Who,
        to: u8,
    },
    Left {
        who: Who,
    },
    FellProne {
        who: Who,
    },
    StoodUp {
        who: Who,
    },
    Aimed {
        who: Who,
        target: Who,
        with: u8,
        slots: u8,
    },
    /// By the spell's index.
    Charged {
        who: Who,
        spell: u8,
    },
    /// `slot` is where it went, or came from, where there is one.
    Managed {
        who: Who,
        what: Manage,
        pay: Pay,
        slot: Option<u8>,
    },
    /// The action is spent on one more setup.
    InPlaceOfAction {
        who: Who,
    },
    Interrupts {
        who: Who,
        maker: Who,
    },
    HeldBack {
        who: Who,
    },
    /// A setup that did not happen.
    Thwarted {
        who: Who,
        setup: Setup,
    },
    Attacked {
        who: Who,
        how: How,
        with: u8,
        target: Who,
        sources: Sources,
    },
    /// A gear check of `who`: `number` is the die that counts, and `found` what is in that slot.
    Checked {
        who: Who,
        block: bool,
        first: Throw,
        second: Option<Throw>,
        sources: Sources,
        /// Those of them that are left, and the judge's word.
        edge: i32,
        number: u8,
        found: u8,
        success: bool,
    },
    Parried {
        who: Who,
        number: u8,
        dice: [Option<Throw>; 4],
        success: bool,
    },
    DidNotParry {
        who: Who,
    },
    /// An attack that came to nothing.
    Turned {
        who: Who,
        target: Who,
    },
    Landed {
        who: Who,
        target: Who,
    },
    /// What the slot held fell, or was ruined.
    Wounded {
        who: Who,
        slot: u8,
        held: u8,
        wounds: u8,
    },
    FocusLost {
        who: Who,
        heeds: Band,
        aim: Option<Who>,
        charge: Option<u8>,
        spells: u8,
        hold: Option<Who>,
    },
    HeedLost {
        who: Who,
        target: Who,
    },
    AimLost {
        who: Who,
        target: Who,
    },
    ChargeLost {
        who: Who,
        spell: u8,
    },
    SpellEnded {
        who: Who,
        spell: u8,
        target: Who,
    },
    LetGo {
        who: Who,
        what: Focus,
        target: Option<Who>,
        spell: Option<u8>,
    },
    Down {
        who: Who,
    },
    Rose {
        who: Who,
    },
    Healed {
        who: Who,
        by: Who,
        slot: u8,
        wounds: u8,
    },
    Treats {
        who: Who,
        target: Who,
        twice: bool,
    },
    Cast {
        who: Who,
        spell: u8,
        target: Target,
    },
    Used {
        who: Who,
        kind: u8,
        target: Target,
    },
    /// A feature of the zone is used.
    Worked {
        who: Who,
        feature: u8,
        target: Target,
    },
    /// Comes to where one has to look out.
    Treads {
        who: Who,
        zone: u8,
    },
    /// Something is done with a door, or tried.
    Handled {
        who: Who,
        door: u8,
        what: Handle,
        check: Option<Check>,
    },
    Took {
        by: Who,
        who: Who,
        condition: Condition,
    },
    Afflicted {
        who: Who,
        condition: Condition,
    },
    Relieved {
        who: Who,
        condition: Condition,
    },
    Disarmed {
        by: Who,
        who: Who,
        kind: u8,
    },
    Scattered {
        by: Who,
        who: Who,
    },
    Grabs {
        who: Who,
        target: Who,
        sources: Sources,
    },
    Grabbed {
        who: Who,
        target: Who,
    },
    Released {
        who: Who,
        target: Who,
    },
    Freed {
        who: Who,
    },
    StillHeld {
        who: Who,
    },
    Picked {
        who: Who,
        target: Who,
        throw: Throw,
        item: Option<u8>,
        on_floor: bool,
    },
    Passed {
        who: Who,
    },
    /// For a whole try nobody has been wounded, and both sides give up.
    StandOff,
    /// Of the goals and events of this fight.
    Plot {
        happening: Happening,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// Whom it is about: whoever does something, and to whom.
    pub(crate) fn about(&self) -> impl Iterator<Item = Who> {
        let two = match *self {
            Event::Round { .. } | Event::Turn { .. } | Event::StandOff | Event::Over { .. } => [None, None],
            Event::Plot { happening } => happening.people(),
            Event::Ready { who }
            | Event::Moved { who, .. }
            | Event::Left { who }
            | Event::FellProne { who }
            | Event::StoodUp { who }
            | Event::Charged { who, .. }
            | Event::Managed { who, .. }
            | Event::InPlaceOfAction { who }
            | Event::HeldBack { who }
            | Event::Thwarted { who, .. }
            | Event::Checked { who, .. }
            | Event::Parried { who, .. }
            | Event::DidNotParry { who }
            | Event::Wounded { who, .. }
            | Event::FocusLost { who, .. }
            | Event::ChargeLost { who, .. }
            | Event::Down { who }
            | Event::Rose { who }
            | Event::Afflicted { who, .. }
            | Event::Relieved { who, .. }
            | Event::Freed { who }
            | Event::StillHeld { who }
            | Event::Treads { who, .. }
            | Event::Handled { who, .. }
            | Event::Passed { who } => [Some(who), None],
            Event::Heeded { who, target, .. }
            | Event::Aimed { who, target, .. }
            | Event::Interrupts { who, maker: target }
            | Event::Attacked { who, target, .. }
            | Event::Turned { who, target }
            | Event::Landed { who, target }
            | Event::HeedLost { who, target }
            | Event::AimLost { who, target }
            | Event::SpellEnded { who, target, .. }
            | Event::Healed { by: who, who: target, .. }
            | Event::Treats { who, target, .. }
            | Event::Took { by: who, who: target, .. }
            | Event::Disarmed { by: who, who: target, .. }
            | Event::Scattered { by: who, who: target }
            | Event::Grabs { who, target, .. }
            | Event::Grabbed { who, target }
            | Event::Released { who, target }
            | Event::Picked { who, target, .. } => [Some(who), Some(target)],
            Event::LetGo { who, target, .. } => [Some(who), target],
            Event::Cast { who, target, .. }
            | Event::Used { who, target, .. }
            | Event::Worked { who, target, .. } => match target {
                Target::One(one) => [Some(who), Some(one)],
                Target::Zone(_) => [Some(who), None],
            },
        };
        let [first, second] = two;
        first.into_iter().chain(second.filter(|&second| Some(second) != first))
    }
}
