//! Starting points for files of one's own: short, with comments, and without problems.

use fracas_systems::System;
use include_dir::{Dir, include_dir};

static STARTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starts");

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

/// The text of a new file; none for a system that is too new to have one.
pub fn start(system: System, what: Start) -> Option<&'static str> {
    STARTS.get_file(format!("{}/{}.toml", system.name(), what.name()))?.contents_utf8()
}
