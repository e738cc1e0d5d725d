//! Who looks at the table: what a seat must not know never leaves the kernel.

use serde::{Deserialize, Serialize};

use crate::{Crowd, Who};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Sees everything and may do everything.
    Judge,
    /// Controls these combatants and knows what they know.
    Player(Crowd),
    /// Sees what everybody at the table can see.
    Watcher,
}

impl Seat {
    /// Does this seat decide for `who`?
    pub fn controls(self, who: Who) -> bool {
        match self {
            Seat::Judge => true,
            Seat::Player(crowd) => crowd.has(who),
            Seat::Watcher => false,
        }
    }
}
