//! The log as it was told, seat by seat: kept with what happened, so that it still reads the same when the rules no longer
//! give it.

use fracas_kernel::{Line, LinePart, Tone};
use fracas_table::ReplayStep;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::fight::Fight;
use crate::messages::{LogLine, SeatKind};
use fracas_store::{EventRow, SeatRow};

/// Seats that came later are shown what the watcher was.
const WATCHER: u32 = 1;

/// The lines of one event. Seats that were told the same share a list.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Told(Vec<ToldTo>);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct ToldTo {
    seats: Vec<u32>,
    lines: Vec<ToldLine>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ToldLine {
    text: String,
    tone: Tone,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
}

impl From<Line> for ToldLine {
    fn from(line: Line) -> ToldLine {
        ToldLine { text: line.text, tone: line.tone, rule: line.rule.map(str::to_owned) }
    }
}

impl ToldLine {
    pub fn judges(text: impl Into<String>) -> ToldLine {
        ToldLine { text: text.into(), tone: Tone::Judge, rule: None }
    }

    /// An aside: why a mind chose as it did.
    pub fn thought(why: &str) -> ToldLine {
        ToldLine { text: format!("({why})"), tone: Tone::Plain, rule: None }
    }

    pub fn at(&self, step: usize) -> LogLine {
        let (text, rule) = (self.text.clone(), self.rule.clone());
        // Its dice were kept as words.
        let parts = vec![LinePart::Words(text.clone())];
        LogLine { step, text, parts, tone: self.tone, about: Vec::new(), rule }
    }
}

impl Told {
    /// What the game has just told each seat: after a step its lines, after steps were taken back the note about it.
    pub fn now(fight: &Fight, event: &Event) -> Option<Told> {
        let last = fight.game.position().checked_sub(1);
        let lines = |seat: &SeatRow| -> Option<Vec<ToldLine>> {
            let eyes = Fight::kernel_seat(seat);
            let lines = match event {
                Event::Step(_) => fight.game.step_lines(last?, eyes),
                Event::TakeBack { .. } => {
                    let (_, note) = fight.game.log(last.unwrap_or(0), eyes).pop()?;
                    vec![note]
                }
                _ => return None,
            };
            Some(lines.into_iter().map(ToldLine::from).collect())
        };
        let mut told = Told::default();
        for seat in &fight.seats {
            let lines = lines(seat)?;
            match told.0.iter_mut().find(|known| known.lines == lines) {
                Some(known) => known.seats.push(seat.id),
                None => told.0.push(ToldTo { seats: vec![seat.id], lines }),
            }
        }
        Some(told)
    }

    fn to(&self, seat: u32) -> Option<&[ToldLine]> {
        let list = |seat: u32| self.0.iter().find(|told| told.seats.contains(&seat));
        list(seat).or_else(|| list(WATCHER)).map(|told| told.lines.as_slice())
    }
}

/// A step as it was told.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// None in stores of 0.1.0, which kept the judge's lines only.
    told: Option<Told>,
    judge: Vec<ToldLine>,
    after: Vec<After>,
}

/// What was told after a step and is none that stands.
#[derive(Clone, Debug)]
pub enum After {
    /// To everybody.
    Note(ToldLine),
    /// A step that the rules of today cannot play.
    Gone(Past),
}

impl Past {
    /// What `seat` was told, if that is known.
    pub fn lines(&self, seat: &SeatRow) -> Option<&[ToldLine]> {
        match (&self.told, seat.kind) {
            (Some(told), _) => told.to(seat.id),
            (None, SeatKind::Judge) => Some(&self.judge),
            (None, _) => None,
        }
    }

    pub fn after(&self, seat: &SeatRow) -> Vec<&ToldLine> {
        told_after(&self.after, seat)
    }
}

fn told_after<'a>(after: &'a [After], seat: &SeatRow) -> Vec<&'a ToldLine> {
    let lines = |one: &'a After| match one {
        After::Note(line) => vec![line],
        After::Gone(past) => past.lines(seat).into_iter().flatten().chain(past.after(seat)).collect(),
    };
    after.iter().flat_map(lines).collect()
}

/// The whole log as it was told, by the steps that stand in it. Needs no rules.
#[derive(Clone, Debug, Default)]
pub struct ToldLog {
    /// Before any step that stands.
    before: Vec<After>,
    pub steps: Vec<Past>,
    undone: Vec<Past>,
}

impl ToldLog {
    /// `otherwise` is what it says where nothing was kept of that.
    pub fn happened(&mut self, event: &Event, row: &EventRow, otherwise: Option<Told>) {
        let told: Option<Told> = row.told.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let told = told.or(otherwise);
        match event {
            Event::Step(step) => {
                self.steps.push(Past { told, judge: judges_lines(step), after: Vec::new() });
                self.undone.clear();
            }
            Event::Undo { steps, .. } => self.take_back(*steps),
            Event::Redo => self.steps.extend(self.undone.pop()),
            Event::TakeBack { steps, .. } => {
                self.take_back(*steps);
                let note = told.as_ref().and_then(|told| told.to(WATCHER)).and_then(|lines| lines.first());
                let note = note.cloned();
                let words = || {
                    let plural = if *steps == 1 { "step" } else { "steps" };
                    ToldLine::judges(format!("The judge takes back {steps} {plural}."))
                };
                self.note(note.unwrap_or_else(words));
            }
            Event::Continued { steps: Some(steps), .. } => self.continued(steps.len()),
            _ => {}
        }
    }

    fn take_back(&mut self, steps: usize) {
        let kept = self.steps.len().saturating_sub(steps);
        self.undone.extend(self.steps.drain(kept..).rev());
    }

    fn note(&mut self, line: ToldLine) {
        self.add([After::Note(line)]);
    }

    fn add(&mut self, more: impl IntoIterator<Item = After>) {
        match self.steps.last_mut() {
            Some(last) => last.after.extend(more),
            None => self.before.extend(more),
        }
    }

    /// From here on the table goes by other rules, and `steps` steps stand. What was told of the others stays in the log.
    pub fn continued(&mut self, steps: usize) {
        self.undone.clear();
        if self.steps.len() > steps {
            let gone = self.steps.split_off(steps);
            self.add(gone.into_iter().map(After::Gone));
        }
        let standing = match steps {
            1 => "1 step stands".to_owned(),
            steps => format!("{steps} steps stand"),
        };
        self.note(ToldLine::judges(format!(
            "The rules have changed: {standing}, and the table goes on from there."
        )));
    }

    /// A step was made: what was told of others at its place is no more.
    pub fn made(&mut self, step: usize) {
        self.steps.truncate(step);
    }

    pub fn before(&self, seat: &SeatRow) -> Vec<&ToldLine> {
        told_after(&self.before, seat)
    }
}

fn judges_lines(step: &ReplayStep) -> Vec<ToldLine> {
    let line = |text: &String| ToldLine { text: text.clone(), tone: Tone::Plain, rule: None };
    step.lines.iter().map(line).collect()
}
