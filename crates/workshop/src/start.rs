//! Starting points for files of one's own: short, with comments, and without problems.

use fracas_systems::System;

/// What can be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Fight,
    Adventure,
    Creature,
    Hero,
}

impl Start {
    pub const ALL: [(&'static str, Start); 4] = [
        ("fight", Start::Fight),
        ("adventure", Start::Adventure),
        ("creature", Start::Creature),
        ("hero", Start::Hero),
    ];

    pub fn name(self) -> &'static str {
        Start::ALL[self as usize].0
    }

    /// The folder of a library that it belongs into, below that of its system.
    pub fn folder(self) -> &'static str {
        match self {
            Start::Fight => "scenarios",
            Start::Adventure => "adventures",
            Start::Creature | Start::Hero => "",
        }
    }
}

macro_rules! starts {
    ($system:literal, $what:expr) => {
        match $what {
            Start::Fight => include_str!(concat!("../starts/", $system, "/fight.toml")),
            Start::Adventure => include_str!(concat!("../starts/", $system, "/adventure.toml")),
            Start::Creature => include_str!(concat!("../starts/", $system, "/creature.toml")),
            Start::Hero => include_str!(concat!("../starts/", $system, "/hero.toml")),
        }
    };
}

/// The text of a new file.
pub fn start(system: System, what: Start) -> &'static str {
    match system {
        System::Ardor => starts!("ardor", what),
        System::Delve => starts!("delve", what),
        System::Heed => starts!("heed", what),
        System::Ranks => starts!("ranks", what),
        System::Twelves => starts!("twelves", what),
    }
}
