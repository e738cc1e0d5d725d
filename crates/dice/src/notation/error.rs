//! What could not be read, where, and what would be right.

use std::fmt;
use std::ops::Range;

/// Something in the notation that is not understood. Shown with the text and a mark under the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    source: String,
    span: Range<usize>,
    what: String,
    advice: String,
}

/// More of a line than this is not shown.
const SHOWN: usize = 72;

impl NotationError {
    pub(super) fn new(
        source: &str,
        span: Range<usize>,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> NotationError {
        NotationError { source: source.to_owned(), span, what: what.into(), advice: advice.into() }
    }

    /// For what can be rolled, and does not fit into one roll of a game.
    pub(super) fn not_one_roll(source: &str, pools: usize) -> NotationError {
        let what = match pools {
            0 | 1 => "odds and /roll know this, and a roll of the game does not",
            _ => "this is more than one pool of dice and a number",
        };
        NotationError::new(source, 0..source.len(), what, "write one pool, such as 2d6+3, 4d6kh3 or 6d12!>=8")
    }

    /// The bytes of the text that are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What is wrong, without the place.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What would be right.
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// The line of the text with the mistake, the place of the mark in it and its length, in characters.
    fn line(&self) -> (String, usize, usize) {
        let before = self.source.get(..self.span.start).unwrap_or("");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.source[start..].lines().next().unwrap_or("");
        let mut mark = before[start..].chars().count();
        let inside = self.source.get(self.span.clone()).unwrap_or("");
        let long = line.chars().count();
        let mut len = inside.lines().next().unwrap_or("").chars().count().max(1);
        let skipped = if long > SHOWN { mark.saturating_sub(SHOWN / 3) } else { 0 };
        mark -= skipped;
        len = len.min(SHOWN.saturating_sub(mark).max(1));
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        (line.chars().skip(skipped).take(SHOWN).map(plain).collect(), mark, len)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, mark, len) = self.line();
        writeln!(f, "{}", self.what)?;
        writeln!(f, "  {line}")?;
        writeln!(f, "  {}{}", " ".repeat(mark), "^".repeat(len))?;
        write!(f, "  {}", self.advice)
    }
}

impl std::error::Error for NotationError {}
