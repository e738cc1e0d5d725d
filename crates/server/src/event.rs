//! What happens at a table, as it is kept: played again from the start, events give the table as it was.

use fracas_kernel::Who;
use fracas_table::ReplayStep;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A choice or an act of the judge, with every face that fell.
    Step(ReplayStep),
    Undo {
        steps: usize,
    },
    Redo,
    /// By the judge, and the log says so.
    TakeBack {
        steps: usize,
    },
    Auto {
        who: Vec<Who>,
        on: bool,
    },
    Pace {
        ms: Option<u32>,
    },
    Pause {
        on: bool,
    },
    Standing {
        who: Who,
        question: String,
        answer: Option<String>,
    },
    /// A seat was changed; seats are kept beside the events, this only says when.
    Seat {
        seat: u32,
    },
}

impl Event {
    /// Does it change the fight itself, so that choices made before it come too late?
    pub fn moves(&self) -> bool {
        matches!(self, Event::Step(_) | Event::Undo { .. } | Event::Redo | Event::TakeBack { .. })
    }
}
