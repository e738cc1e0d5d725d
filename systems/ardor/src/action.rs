//! What somebody can do in a round: the ten standard actions, doors and the special abilities, as small values.
//!
//! Knows the modifier of each and the attribute that goes with it; nothing of who does it, or whether they may.

use fracas_kernel::{Handle, Who};
use serde::{Deserialize, Serialize};

use crate::data::Attribute;

/// No zone: beyond the edge of the field.
pub const OFF: u8 = u8::MAX;

/// An action with everything that must be said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(align(4))]
pub enum Action {
    #[default]
    Nothing,
    MoveFar {
        via: u8,
        to: u8,
    },
    MoveToAttack {
        to: u8,
        target: Who,
    },
    /// Move and Attack: a zone, then a shot.
    MoveAndShoot {
        to: u8,
        target: Who,
    },
    /// Move and Attack the other way round.
    AttackAndMove {
        target: Who,
        ranged: bool,
        to: u8,
    },
    Attack {
        target: Who,
        ranged: bool,
    },
    /// May bar the way between one's own zone and one beside it.
    Defend {
        bar: Option<u8>,
    },
    DefendOther {
        ward: Who,
    },
    Flee {
        to: u8,
    },
    Recover,
    /// Recover while incapacitated, with or without a surge.
    Rise {
        surge: bool,
    },
    Tend {
        patient: Who,
    },
    /// `which` is the ability's place on the sheet, or the number of a feature; `on` is a zone for an area, or else a
    /// combatant; `to` is where that one is to be pushed, or [`OFF`].
    Ability {
        which: u8,
        on: u8,
        #[serde(default = "nowhere")]
        to: u8,
    },
    /// Opens, shuts, bars, forces or picks a door of one's own zone.
    Door {
        door: u8,
        what: Handle,
    },
}

fn nowhere() -> u8 {
    OFF
}

// A word, so that it is read at once.
const _: () = assert!(size_of::<Action>() == 4);

/// The kinds of action, as fumbles and modifiers tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    MoveFar,
    MoveToAttack,
    MoveAndAttack,
    Attack,
    Defend,
    DefendOther,
    Flee,
    Recover,
    Rise,
    Tend,
    Ability,
    /// A door, by strength; and its lock, by wit.
    Door,
    Pick,
    Nothing,
}

impl Kind {
    pub const COUNT: usize = 14;
    /// With the names that content and choices use.
    pub const ALL: [(&'static str, Kind); Kind::COUNT] = [
        ("move-far", Kind::MoveFar),
        ("move-to-attack", Kind::MoveToAttack),
        ("move-and-attack", Kind::MoveAndAttack),
        ("attack", Kind::Attack),
        ("defend", Kind::Defend),
        ("defend-other", Kind::DefendOther),
        ("flee", Kind::Flee),
        ("recover", Kind::Recover),
        ("rise", Kind::Rise),
        ("tend", Kind::Tend),
        ("ability", Kind::Ability),
        ("door", Kind::Door),
        ("pick", Kind::Pick),
        ("nothing", Kind::Nothing),
    ];

    /// As people know it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::MoveFar => "Move Far",
            Kind::MoveToAttack => "Move to Attack",
            Kind::MoveAndAttack => "Move and Attack",
            Kind::Attack => "Attack",
            Kind::Defend => "Defend",
            Kind::DefendOther => "Defend Other",
            Kind::Flee => "Flee",
            Kind::Recover | Kind::Rise => "Recover",
            Kind::Tend => "Tend",
            Kind::Ability => "ability",
            Kind::Door => "door",
            Kind::Pick => "lock",
            Kind::Nothing => "nothing",
        }
    }

    /// What a standard action adds to the score.
    pub const fn modifier(self) -> i16 {
        match self {
            Kind::MoveFar => 0,       // ARDOR-A1
            Kind::MoveToAttack => 1,  // ARDOR-A2
            Kind::MoveAndAttack => 0, // ARDOR-A3
            Kind::Attack => 3,        // ARDOR-A4
            Kind::Defend => 2,        // ARDOR-A5
            Kind::DefendOther => 5,   // ARDOR-A6
            Kind::Flee => 2,          // ARDOR-A7
            Kind::Recover => 2,       // ARDOR-A8
            Kind::Rise => 0,          // ARDOR-A9
            Kind::Tend => 0,          // ARDOR-A10
            Kind::Ability | Kind::Door | Kind::Pick | Kind::Nothing => 0,
        }
    }

    /// The attribute that goes with it, where the weapon or the ability does not say.
    pub const fn attribute(self) -> Option<Attribute> {
        match self {
            Kind::MoveFar | Kind::Defend | Kind::Flee => Some(Attribute::Grace),
            Kind::DefendOther | Kind::Door => Some(Attribute::Might),
            Kind::Recover => Some(Attribute::Will),
            Kind::Tend | Kind::Pick => Some(Attribute::Wit),
            // The body alone, and the will to live: nothing is added.
            Kind::Rise | Kind::Nothing => None,
            Kind::MoveToAttack | Kind::MoveAndAttack | Kind::Attack | Kind::Ability => None,
        }
    }
}

impl Action {
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Action::Nothing => Kind::Nothing,
            Action::MoveFar { .. } => Kind::MoveFar,
            Action::MoveToAttack { .. } => Kind::MoveToAttack,
            Action::MoveAndShoot { .. } | Action::AttackAndMove { .. } => Kind::MoveAndAttack,
            Action::Attack { .. } => Kind::Attack,
            Action::Defend { .. } => Kind::Defend,
            Action::DefendOther { .. } => Kind::DefendOther,
            Action::Flee { .. } => Kind::Flee,
            Action::Recover => Kind::Recover,
            Action::Rise { .. } => Kind::Rise,
            Action::Tend { .. } => Kind::Tend,
            Action::Ability { .. } => Kind::Ability,
            Action::Door { what: Handle::Pick, .. } => Kind::Pick,
            Action::Door { .. } => Kind::Door,
        }
    }

    /// Does it shoot, where others of its kind strike?
    #[inline]
    pub const fn is_ranged(self) -> bool {
        match self {
            Action::MoveAndShoot { .. } => true,
            Action::Attack { ranged, .. } | Action::AttackAndMove { ranged, .. } => ranged,
            _ => false,
        }
    }

    /// The zone that it ends in, if it leaves one's own.
    pub const fn destination(self) -> Option<u8> {
        match self {
            Action::MoveFar { to, .. }
            | Action::MoveToAttack { to, .. }
            | Action::MoveAndShoot { to, .. }
            | Action::AttackAndMove { to, .. }
            | Action::Flee { to } => Some(to),
            _ => None,
        }
    }

    /// The zones that it enters, the last one last.
    pub fn entered(self) -> impl Iterator<Item = u8> {
        let via = match self {
            Action::MoveFar { via, .. } => Some(via),
            _ => None,
        };
        via.into_iter().chain(self.destination()).filter(|&zone| zone != OFF)
    }

    /// The target of a basic attack.
    pub const fn target(self) -> Option<Who> {
        match self {
            Action::MoveToAttack { target, .. }
            | Action::MoveAndShoot { target, .. }
            | Action::AttackAndMove { target, .. }
            | Action::Attack { target, .. } => Some(target),
            _ => None,
        }
    }
}
