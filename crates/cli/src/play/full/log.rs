//! The log: what is new is marked, and where more has happened than fits it is read from its beginning.

use fracas_kernel::Line;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget};

use super::super::screen::Screen;
use super::ansi;
use crate::paint::Ink;

/// What is in the log, and how far it has been read.
#[derive(Debug, Default)]
pub struct Log {
    /// What was said before the first step.
    opening: Vec<String>,
    /// The step at which that was.
    began: usize,
    /// Each line with its step.
    pub lines: Vec<(usize, Line)>,
    /// Why minds chose, each with the step that it led to.
    pub whys: Vec<(usize, String)>,
    /// Steps from here on have not been seen before the last choice.
    pub fresh: usize,
    /// The first line on the screen; none: the newest are shown.
    pub top: Option<usize>,
    /// What was drawn last: how many lines there were, and how many fitted.
    drawn: (usize, usize),
    /// Has what is new been laid out yet?
    settled: bool,
}

impl Log {
    pub fn new(opening: Vec<String>, fresh: usize) -> Log {
        Log { opening, fresh, began: fresh, ..Log::default() }
    }

    pub fn set(&mut self, lines: Vec<(usize, Line)>, whys: Vec<(usize, String)>) {
        (self.lines, self.whys) = (lines, whys);
        (self.top, self.settled) = (None, false);
    }

    /// Painted lines of at most this width; whether each is new.
    fn laid_out(&self, screen: &Screen, columns: usize) -> Vec<(bool, String)> {
        let screen = Screen { columns: columns.saturating_sub(1), ..*screen };
        let mut out = Vec::new();
        for note in &self.opening {
            let first = self.lines.iter().all(|(step, _)| *step < self.began);
            out.extend(screen.note(note).lines().map(|line| (first, line.to_owned())));
        }
        let mut whys = self.whys.iter().peekable();
        for (step, line) in &self.lines {
            while let Some((_, why)) = whys.next_if(|(at, _)| at <= step) {
                out.extend(screen.note(why).lines().map(|line| (*step >= self.fresh, line.to_owned())));
            }
            let shown = screen.line(line);
            let lines = shown.lines().filter(|line| !line.is_empty());
            out.extend(lines.map(|line| (*step >= self.fresh, line.to_owned())));
        }
        out
    }

    pub fn draw(&mut self, frame: &mut Frame, area: Rect, screen: &Screen, colour: bool) {
        let (columns, room) = (usize::from(area.width), usize::from(area.height).max(1));
        let lines = self.laid_out(screen, columns);
        if !self.settled {
            // More news than fits is read from where it begins.
            let first = lines.iter().position(|(fresh, _)| *fresh).unwrap_or(lines.len());
            self.top = (lines.len() - first > room).then_some(first);
            self.settled = true;
        }
        let last = lines.len().saturating_sub(room);
        let from = self.top.unwrap_or(last).min(last);
        self.top = self.top.map(|_| from).filter(|&top| top < last);
        self.drawn = (lines.len(), room);
        let mut shown: Vec<String> = lines
            .iter()
            .skip(from)
            .take(room)
            .map(|(fresh, line)| format!("{}{line}", if *fresh { "▌" } else { " " }))
            .collect();
        let below = lines.len().saturating_sub(from + room);
        if below > 0
            && let Some(line) = shown.last_mut()
        {
            *line = screen.paint.ink(Ink::Strong, &format!("  ▼ {} more lines: Space", below + 1));
        }
        let shown: Vec<_> = shown.iter().map(|line| ansi::one(line, colour)).collect();
        Paragraph::new(shown).render(area, frame.buffer_mut());
    }

    /// Is there more below?
    pub fn has_more(&self) -> bool {
        self.top.is_some()
    }

    /// A page on or back.
    pub fn turn(&mut self, on: bool) {
        let (lines, room) = self.drawn;
        let (last, page) = (lines.saturating_sub(room), room.saturating_sub(1).max(1));
        let now = self.top.unwrap_or(last);
        let top = if on { now + page } else { now.saturating_sub(page) };
        self.top = Some(top).filter(|&top| top < last);
    }
}
