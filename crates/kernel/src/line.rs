//! Lines of the log as values: whom they are about, how they are taken, and the rolls in them.

use fracas_dice::Throw;
use serde::{Deserialize, Serialize};

use crate::{Record, Seat, Side, Who};

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    pub text: String,
    pub tone: Tone,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Who>,
    /// The rolls in it, in the order in which they stand in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Rolled>,
    /// The rule that it follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tone {
    /// A new round.
    Round,
    /// Another part of a round, or a new scene.
    Heading,
    Plain,
    /// Only that somebody has nothing more to do: for a full record, and not worth a look.
    Aside,
    /// Good news for the seat that is told.
    Good,
    /// Bad news for it.
    Bad,
    /// The judge's doing.
    Judge,
}

impl Line {
    pub fn new(tone: Tone, text: impl Into<String>) -> Line {
        Line { text: text.into(), tone, about: Vec::new(), rolls: Vec::new(), rule: None }
    }

    pub fn plain(text: impl Into<String>) -> Line {
        Line::new(Tone::Plain, text)
    }

    pub fn good(text: impl Into<String>) -> Line {
        Line::new(Tone::Good, text)
    }

    pub fn bad(text: impl Into<String>) -> Line {
        Line::new(Tone::Bad, text)
    }

    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Line {
        self.rule = Some(rule);
        self
    }

    #[must_use]
    pub fn about(mut self, who: impl IntoIterator<Item = Who>) -> Line {
        self.about.extend(who);
        self
    }

    /// A roll whose [`Rolled::text`] stands in the text of the line.
    #[must_use]
    pub fn rolled(mut self, rolled: Rolled) -> Line {
        self.rolls.push(rolled);
        self
    }

    /// The line cut into words and rolls. A roll whose arithmetic is not in the text comes last.
    pub fn parts(&self) -> Vec<LinePart> {
        let (mut parts, mut rest, mut last) = (Vec::new(), self.text.as_str(), Vec::new());
        for rolled in &self.rolls {
            let Some((before, after)) = rest.split_once(&rolled.text) else {
                last.push(LinePart::Roll(rolled.clone()));
                continue;
            };
            parts.extend((!before.is_empty()).then(|| LinePart::Words(before.to_owned())));
            parts.push(LinePart::Roll(rolled.clone()));
            rest = after;
        }
        parts.extend((!rest.is_empty()).then(|| LinePart::Words(rest.to_owned())));
        parts.extend(last);
        parts
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LinePart {
    #[serde(rename = "text")]
    Words(String),
    Roll(Rolled),
}

/// A roll as a value: what lay on the table, what was added and why, what had to be reached, and how it went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rolled {
    /// The arithmetic in words, as it stands in the line: `d20 [14] + 3 = 17`.
    pub text: String,
    /// What was rolled, without what is added ("d20", "3d12!").
    pub pool: String,
    pub dice: Vec<DieView>,
    /// All that was added to the dice, and the parts of it that have a name.
    pub added: i32,
    pub modifiers: Vec<Modifier>,
    pub total: i32,
    /// What had to be reached.
    pub target: Option<Target>,
    pub success: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DieView {
    pub sides: u16,
    pub face: u16,
    /// Does it count?
    pub kept: bool,
}

/// A number that is added to a roll, or changes a chance, and why. With 0 it says what decides which dice count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Modifier {
    pub name: String,
    pub value: i32,
}

/// What a roll is held against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Target {
    pub name: String,
    pub value: i32,
    /// Must the roll stay at or below it?
    pub under: bool,
}

impl Rolled {
    /// Names a part of what was added.
    #[must_use]
    pub fn plus(mut self, name: impl Into<String>, value: i32) -> Rolled {
        if value != 0 {
            self.modifiers.push(Modifier { name: name.into(), value });
        }
        self
    }

    /// It had to reach this.
    #[must_use]
    pub fn against(mut self, name: impl Into<String>, value: i32) -> Rolled {
        self.success = Some(self.total >= value);
        self.target = Some(Target { name: name.into(), value, under: false });
        self
    }

    /// It had to stay at or below this.
    #[must_use]
    pub fn under(mut self, name: impl Into<String>, value: i32) -> Rolled {
        self.success = Some(self.total <= value);
        self.target = Some(Target { name: name.into(), value, under: true });
        self
    }

    /// Where that does not say it all.
    #[must_use]
    pub fn success(mut self, success: bool) -> Rolled {
        self.success = Some(success);
        self
    }
}

/// What is needed to tell an event: the state around it, who listens, and the dice as they lay.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a, S> {
    pub before: &'a S,
    pub state: &'a S,
    pub seat: Seat,
    pub rolls: &'a [Record],
}

impl<S> Telling<'_, S> {
    /// A roll with its arithmetic: `d20 [14] + 3 = 17`.
    pub fn sum(&self, throw: &Throw) -> String {
        match self.rolls.get(usize::from(throw.nth)) {
            Some(record) => record.sum(),
            None => format!("{} = {}", throw.roll, throw.value),
        }
    }

    /// The same as a value.
    pub fn rolled(&self, throw: &Throw) -> Rolled {
        match self.rolls.get(usize::from(throw.nth)) {
            Some(record) => record.rolled(),
            None => Rolled { text: self.sum(throw), total: throw.value, ..Rolled::default() },
        }
    }

    /// The tone of what is good or bad for `side`, as the seat that is told would take it. The judge and watchers feel
    /// with the heroes.
    pub fn news(&self, good: bool, side: Side, own: impl Fn(Who) -> Side) -> Tone {
        let mine = match self.seat {
            Seat::Player(crowd) => crowd.first().map_or(Side::Heroes, own),
            _ => Side::Heroes,
        };
        if good == (side == mine) { Tone::Good } else { Tone::Bad }
    }
}
