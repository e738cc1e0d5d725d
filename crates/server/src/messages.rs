//! Everything that goes over the wire: what a seat is sent and what it may send; the bodies of the REST routes are in
//! `rest`.
//!
//! Plain data. The TypeScript types of the play page are generated from this file and from the kernel's display model.

mod rest;

use fracas_kernel::{
    Bond, Habit, Judgement, Line, LinePart, Named, Rolled, Stakes, TableView, Threat, Tone, Undo, Veiled, Who,
};
use fracas_minds::Advice;
pub use fracas_minds::Difficulty;
pub use fracas_store::{DiceMode, Mode, SeatKind};
use serde::{Deserialize, Serialize};

pub use rest::*;

/// What the server sends over a table's WebSocket.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ServerMessage {
    State(Box<State>),
    Odds(Odds),
    Threats(Threats),
    Hint(Hint),
    Chance(Prospect),
    /// What was said at the table: all that this seat has heard on connecting, then each as it is said.
    Talk {
        said: Vec<Said>,
    },
    /// Somebody points at a place of the map (the id of a zone, or "x,y").
    Point {
        seat: u32,
        name: String,
        place: String,
    },
    Reply(Reply),
    /// This table cannot be shown; the connection is closed after it. `code` is as in [`Reply`].
    Gone {
        code: String,
        message: String,
        advice: Option<String>,
    },
    Pong,
}

/// All that a seat knows of its table, sent on connecting and after every change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct State {
    /// Grows by at least one with every change of anything here: a client that reconnects says which it has seen.
    pub revision: u64,
    /// Which moment of the fight this is. A choice names the position that it answers. No position ever comes twice, so
    /// that a late message never meets another question after something was taken back. (How many steps were made is
    /// `steps`.)
    pub position: u64,
    /// How many steps the fight has made.
    pub steps: usize,
    /// What the table is called by whoever opened it.
    pub name: String,
    pub mode: Mode,
    /// Without the odds of its choices: they follow in messages of their own.
    pub view: TableView,
    /// The client keeps the lines of steps before this one and throws the others away; `lines` come after those.
    pub lines_from: usize,
    pub lines: Vec<LogLine>,
    pub undo: Undo,
    pub redo: bool,
    /// May this seat undo now, and if not, why?
    pub may_undo: May,
    pub seat: Own,
    pub seats: Vec<SeatView>,
    /// Everybody whom a mind plays.
    pub minds: Vec<Who>,
    /// Milliseconds before a mind acts; none: by hand, each on `go`.
    pub pace: Option<u32>,
    pub difficulty: Difficulty,
    /// Do minds say why they choose as they do: to the judge, and to a solo player? That may tell what is hidden.
    pub explains: bool,
    /// Who sees how the fight stands.
    pub bar: Bar,
    /// A mind is asked and waits for `go`, because the pace is by hand.
    pub waits: Option<Waiting>,
    /// What a mind is about to do, for an arrow on the map: while its pace lets it wait, for every seat that sees all of it;
    /// by hand, for whoever says `go`.
    pub meant: Option<Meant>,
    pub paused: bool,
    /// Nothing happens here any more; whoever has a link may have the whole replay.
    pub closed: bool,
    /// How the dice of this seat's combatants are rolled.
    pub dice: DiceMode,
    /// Standing answers of this seat's combatants.
    pub standing: Vec<Habit>,
    /// Which of the present choices can be made a standing answer.
    pub habits: Vec<HabitOffer>,
    /// The rules have changed since this table was played; until that is answered with `continue`, nothing else is done.
    pub changed: Option<Changed>,
    /// A die that a person at this seat is to type: sent to those who may answer with `faces`.
    pub wanted: Option<Wanted>,
    /// For a judge, in an adventure: what can be given to a hero, and who can be met.
    pub gifts: Vec<Named>,
    pub encounters: Vec<Named>,
    /// Who means what to whom, and who heeds, holds or guards whom, as far as this seat knows.
    pub bonds: Vec<Bond>,
    /// Pictures that this seat may see; for whoever runs the table, all of them.
    pub pictures: Vec<PictureView>,
    /// For the judge: what is hidden from everybody else until it is revealed.
    pub veiled: Veiled,
    pub premise: Premise,
    /// Seats with a hand up.
    pub hands: Vec<u32>,
}

/// What it is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Premise {
    /// As the scenario tells it; may be empty.
    pub about: String,
    /// Of an adventure.
    pub goal: Option<String>,
}

/// Something that was said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Said {
    /// Grows.
    pub number: u64,
    /// Milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub at: i64,
    /// The seat that said it, and its name then.
    pub from: u32,
    pub name: String,
    /// Whom it was whispered to; none: everybody.
    pub to: Option<u32>,
    pub to_name: Option<String>,
    pub text: String,
    /// Dice that were rolled instead of words.
    pub roll: Option<Rolled>,
}

impl Said {
    pub fn is_for(&self, seat: u32) -> bool {
        self.to.is_none_or(|to| to == seat || self.from == seat)
    }
}

/// Today's program does not give what was told at this table, or is not the one that told it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Changed {
    pub message: String,
    /// For the judge: the lines of the first step that differs, as they were told and as they would be now.
    pub told: Vec<String>,
    pub now: Vec<String>,
    /// Is it for this seat to answer?
    pub ask: bool,
    /// It was answered: the table is left as it was told. (It can still be continued.)
    pub left: bool,
}

/// A line of the log, with the step that it belongs to. (Steps are counted from 0; a note about something taken back
/// belongs to the last step that stood.)
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LogLine {
    pub step: usize,
    pub text: String,
    /// The same, cut into words and rolls.
    pub parts: Vec<LinePart>,
    pub tone: Tone,
    /// Whom it is about.
    pub about: Vec<Who>,
    pub rule: Option<String>,
}

impl LogLine {
    pub fn new(step: usize, line: Line) -> LogLine {
        let parts = line.parts();
        let rule = line.rule.map(str::to_owned);
        LogLine { step, text: line.text, parts, tone: line.tone, about: line.about, rule }
    }
}

/// Yes, or why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct May {
    pub ok: bool,
    pub why: Option<String>,
    /// The first step that would be taken back: its lines of the log say what that is.
    pub back_to: Option<usize>,
}

/// The seat that a state is for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Own {
    pub id: u32,
    pub kind: SeatKind,
    pub name: String,
    pub controls: Vec<Who>,
    /// May it say `go`, `auto` for anybody, `pace` and `pause`? (The judge; at a solo table the player too.)
    pub host: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatView {
    pub id: u32,
    pub name: String,
    pub kind: SeatKind,
    pub controls: Vec<Who>,
    pub online: bool,
    /// Does a mind play all that this seat controls?
    pub mind: bool,
    pub dice: DiceMode,
    /// Its link's token: for the judge's eyes, and a solo player's.
    pub token: Option<String>,
}

/// A mind that waits for `go`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Waiting {
    pub who: Vec<Who>,
    /// What it means to do: for the judge, and for a solo player who may know it.
    pub means: Option<String>,
    /// It is still thinking; `go` is remembered.
    pub thinks: bool,
}

/// A choice that is about to be made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Meant {
    pub who: Who,
    pub targets: Vec<Who>,
    pub to: Option<String>,
}

/// A choice that can be made a standing answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct HabitOffer {
    /// The choice's text form.
    pub choice: String,
    pub who: Who,
    pub question: String,
    pub answer: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Wanted {
    /// What the roll is for.
    pub label: String,
    /// In notation: "2d6+1".
    pub roll: String,
    /// Which die of the roll, from 0.
    pub die: usize,
    pub sides: u16,
    /// Whose roll; none for the table's own.
    pub who: Option<Who>,
    /// The choice that waits for it, where this seat made it or may know it.
    pub choice: Option<String>,
    /// Faces typed so far for this choice.
    pub faces: Vec<u16>,
}

/// Odds of some of the choices at a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Odds {
    pub position: u64,
    pub odds: Vec<ChoiceOdds>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChoiceOdds {
    /// The choice's text form.
    pub text: String,
    pub stakes: Stakes,
}

/// What enemies could do to somebody if it were their turn now, as far as the seat that asked knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Threats {
    /// Of the message that asked.
    pub id: String,
    /// The moment that they were worked out for: of no interest once the table has moved on.
    pub position: u64,
    pub who: Who,
    pub threats: Vec<Threat>,
    /// False if there was no time for all of them.
    pub complete: bool,
}

/// The heroes' chance to win if everybody acts by instinct from here on, as far as the seat can know. Better estimates for
/// the same position may follow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Prospect {
    pub position: u64,
    pub heroes: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// A picture that whoever runs the table has brought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PictureView {
    /// For `GET /api/tables/{table}/pictures/{picture}`.
    pub id: String,
    pub name: String,
    /// In pixels.
    pub width: u32,
    pub height: u32,
    /// Does it lie under the map? Otherwise it is a handout.
    pub map: bool,
    /// Who sees it; told to whoever runs the table.
    pub to: Option<Audience>,
}

/// Who sees a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Audience {
    Nobody,
    /// Everybody, under the map; one picture at a time.
    Map,
    /// Everybody, as a handout.
    Everyone,
    /// These seats, as a handout.
    Seats(Vec<u32>),
}

/// Who sees the bar with the heroes' chance to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Bar {
    #[default]
    Nobody,
    /// Whoever runs the table.
    Host,
    Everyone,
}

/// The best choices of a seat at a position, as far as it knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Hint {
    /// Of the message that asked.
    pub id: String,
    pub position: u64,
    pub best: Vec<Advice>,
}

/// The answer to a client's message. `ok` means that it is done and kept: it survives the death of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reply {
    /// None if the message had no readable id.
    pub id: Option<String>,
    pub ok: bool,
    /// A short stable name of what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub advice: Option<String>,
}

/// What a client sends. `id` is a text of at most 64 bytes that is used once (a UUID): a message that is sent again after
/// a reconnection, because its reply was lost, is answered and not done twice.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ClientMessage {
    /// Makes a choice, by its text form. Faces are those of typed dice, if they are known already.
    Choose {
        id: String,
        position: u64,
        choice: String,
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
        faces: Vec<u16>,
    },
    /// Types faces that are wanted.
    Faces {
        id: String,
        position: u64,
        faces: Vec<u16>,
    },
    /// Gives up a choice that waits for typed dice.
    Withdraw {
        id: String,
        position: u64,
    },
    Undo {
        id: String,
        position: u64,
    },
    Redo {
        id: String,
        position: u64,
    },
    /// Lets the mind that is asked make its choice, or play its whole turn.
    Go {
        id: String,
        position: u64,
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
        turn: bool,
    },
    /// Lets a mind play these, or no longer.
    Auto {
        id: String,
        who: Vec<Who>,
        on: bool,
    },
    /// How long a mind waits before it acts; null: for `go`.
    Pace {
        id: String,
        ms: Option<u32>,
    },
    /// How hard it is from now on.
    Difficulty {
        id: String,
        level: Difficulty,
    },
    /// Show how the fight stands.
    Bar {
        id: String,
        whose: Bar,
    },
    /// Who sees a picture from now on. (It is brought by `POST /api/tables/{table}/pictures`.)
    Show {
        id: String,
        picture: String,
        to: Audience,
    },
    /// Throw a picture away.
    Discard {
        id: String,
        picture: String,
    },
    /// Let minds say why they choose as they do.
    Explain {
        id: String,
        on: bool,
    },
    Judge {
        id: String,
        act: Judgement,
    },
    /// The judge takes back the last steps.
    TakeBack {
        id: String,
        position: u64,
        steps: usize,
    },
    Pause {
        id: String,
        on: bool,
    },
    /// Changes a seat: the judge any, others their own name. What is left out stays as it is.
    Seat {
        id: String,
        seat: u32,
        #[cfg_attr(feature = "types", ts(optional))]
        name: Option<String>,
        #[cfg_attr(feature = "types", ts(optional))]
        controls: Option<Vec<Who>>,
        /// Let a mind play all that the seat controls.
        #[cfg_attr(feature = "types", ts(optional))]
        mind: Option<bool>,
        /// Give it a new link; the old one no longer works.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
        renew: bool,
    },
    /// The judge opens another seat.
    Invite {
        id: String,
        kind: SeatKind,
        name: String,
        controls: Vec<Who>,
    },
    /// How the dice of this seat's combatants are rolled.
    Dice {
        id: String,
        mode: DiceMode,
    },
    /// `who` will always answer so to that kind of question; with null, wants to be asked.
    Standing {
        id: String,
        who: Who,
        question: String,
        answer: Option<String>,
    },
    /// The rules have changed: continue by today's, or leave the table as it was told.
    Continue {
        id: String,
        on: bool,
    },
    /// Closes the table for good (the judge; at a solo table the player too): nothing can be done any more, and everybody
    /// may have the replay with its seed.
    Close {
        id: String,
    },
    /// Asks for the odds of one choice of this seat; they come as `odds`.
    Odds {
        id: String,
        position: u64,
        choice: String,
    },
    /// Asks what enemies could do to one of this seat's combatants, or could do if it stood at `to` (the id of a zone, or
    /// "x,y"); the answer comes as `threats` after the reply. Who asks again before it came gets the newer one.
    Threats {
        id: String,
        who: Who,
        #[cfg_attr(feature = "types", ts(optional))]
        to: Option<String>,
    },
    /// Asks for the best choices of this seat; they come as `hint` after the reply.
    Hint {
        id: String,
        position: u64,
    },
    /// Says something: to everybody, or whispers it to one seat. `/roll 2d6+1` rolls dice.
    Say {
        id: String,
        text: String,
        #[cfg_attr(feature = "types", ts(optional))]
        to: Option<u32>,
    },
    /// Points at a place of the map, for everybody.
    Point {
        id: String,
        place: String,
    },
    /// Raises this seat's hand or takes it down; the judge takes down any.
    Hand {
        id: String,
        up: bool,
        #[cfg_attr(feature = "types", ts(optional))]
        seat: Option<u32>,
    },
    Ping,
}

impl ClientMessage {
    pub fn id(&self) -> Option<&str> {
        match self {
            ClientMessage::Choose { id, .. }
            | ClientMessage::Faces { id, .. }
            | ClientMessage::Withdraw { id, .. }
            | ClientMessage::Undo { id, .. }
            | ClientMessage::Redo { id, .. }
            | ClientMessage::Go { id, .. }
            | ClientMessage::Auto { id, .. }
            | ClientMessage::Pace { id, .. }
            | ClientMessage::Difficulty { id, .. }
            | ClientMessage::Explain { id, .. }
            | ClientMessage::Show { id, .. }
            | ClientMessage::Discard { id, .. }
            | ClientMessage::Bar { id, .. }
            | ClientMessage::Judge { id, .. }
            | ClientMessage::TakeBack { id, .. }
            | ClientMessage::Pause { id, .. }
            | ClientMessage::Seat { id, .. }
            | ClientMessage::Invite { id, .. }
            | ClientMessage::Dice { id, .. }
            | ClientMessage::Standing { id, .. }
            | ClientMessage::Continue { id, .. }
            | ClientMessage::Close { id }
            | ClientMessage::Odds { id, .. }
            | ClientMessage::Threats { id, .. }
            | ClientMessage::Hint { id, .. }
            | ClientMessage::Say { id, .. }
            | ClientMessage::Point { id, .. }
            | ClientMessage::Hand { id, .. } => Some(id),
            ClientMessage::Ping => None,
        }
    }

    /// The moment that it answers.
    pub fn position(&self) -> Option<u64> {
        match self {
            ClientMessage::Choose { position, .. }
            | ClientMessage::Faces { position, .. }
            | ClientMessage::Withdraw { position, .. }
            | ClientMessage::Undo { position, .. }
            | ClientMessage::Redo { position, .. }
            | ClientMessage::Go { position, .. }
            | ClientMessage::TakeBack { position, .. }
            | ClientMessage::Hint { position, .. }
            | ClientMessage::Odds { position, .. } => Some(*position),
            _ => None,
        }
    }
}
