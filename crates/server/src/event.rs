//! What happens at a table, as it is kept: played again from the start, events give the table as it was.

use fracas_kernel::{Crowd, Habit, Who};
use fracas_table::ReplayStep;
use serde::{Deserialize, Serialize};

use crate::messages::{Audience, Bar, Difficulty};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A choice or an act of the judge, with every face that fell.
    Step(ReplayStep),
    Undo {
        steps: usize,
        /// The seed of new dice, where those that fell are known: the table was over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<u64>,
    },
    Redo,
    /// By the judge, and the log says so.
    TakeBack {
        steps: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<u64>,
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
    Difficulty {
        level: Difficulty,
    },
    Explain {
        on: bool,
    },
    Bar {
        whose: Bar,
    },
    Standing {
        who: Who,
        question: String,
        answer: Option<String>,
    },
    /// A choice was made that wants dice to be typed, or still more of them.
    Typed {
        choice: String,
        /// The seat that chose; none: a mind or a standing answer.
        seat: Option<u32>,
        faces: Vec<u16>,
    },
    /// The choice that dice were typed for was given up.
    Withdrawn,
    /// The rules have changed, and the table goes on by those of this version.
    Continued {
        version: String,
        /// The fight as it is played by them, if that is not how it was told: all before is only to be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<Vec<ReplayStep>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settings: Option<Box<Settings>>,
    },
    /// The rules have changed, and the table is left as it was told.
    Left,
    /// A seat was changed; seats are kept beside the events, this only says when.
    Seat {
        seat: u32,
        /// Only its name: whatever waits for dice goes on waiting.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        renamed: bool,
    },
    /// A picture for the map or as a handout, in base64. Nobody sees it yet.
    Picture {
        picture: String,
        name: String,
        data: String,
    },
    /// Who sees it from now on.
    Show {
        picture: String,
        to: Audience,
    },
    /// It is thrown away.
    Discard {
        picture: String,
    },
    /// Nothing happens here any more, and all may know everything.
    Closed,
}

/// What else makes a table, where its events are not played from the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub minded: Crowd,
    pub by_hand: Crowd,
    pub met: Vec<(Who, String)>,
    pub pace: Option<u32>,
    pub paused: bool,
    #[serde(default)]
    pub difficulty: Difficulty,
    #[serde(default)]
    pub explains: bool,
    #[serde(default)]
    pub bar: Bar,
    pub habits: Vec<Habit>,
}

impl Event {
    /// Does it change the fight itself, so that choices made before it come too late?
    pub fn moves(&self) -> bool {
        matches!(
            self,
            Event::Step(_)
                | Event::Undo { .. }
                | Event::Redo
                | Event::TakeBack { .. }
                | Event::Continued { .. }
        )
    }
}
