//! Where a person sits: what is said to them, and what they are asked. Lines on a terminal or a pipe are one desk, the
//! full screen is another.

use crate::failure::Failure;
use crate::lines::{Typist, say};
use crate::paint::{tame, wrap};

pub trait Desk {
    /// A remark, or the answer to what was typed.
    fn say(&mut self, text: &str) -> Result<(), Failure>;
    /// New lines of the log.
    fn tell(&mut self, text: &str) -> Result<(), Failure>;
    /// Something to be typed; `None` when nobody is there any more.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure>;
    /// Something that should not be done by accident: is it meant?
    fn confirm(&mut self, question: &str, means: &str) -> Result<bool, Failure>;
    /// Does the person want a long business to stop?
    fn interrupted(&mut self) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// Line by line.
impl Desk for Typist {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        say(text)
    }

    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        say(text)
    }

    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        Typist::ask(self, prompt)
    }

    /// Only a word will do: a number that was something else a moment ago is a no.
    fn confirm(&mut self, question: &str, means: &str) -> Result<bool, Failure> {
        let text = format!("{question} {means}");
        say(&wrap(&tame(&text), 78).iter().map(|line| format!(" {line}\n")).collect::<String>())?;
        let answer = Typist::ask(self, " yes or no? ")?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }
}
