//! The desk of the full screen: draws, waits for keys, and asks in a box over whatever is shown.

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::super::desk::Desk;
use super::ansi;
use crate::failure::Failure;
use crate::paint::{tame, width, wrap};

/// What is drawn on, and where keys come from.
pub trait Glass {
    fn draw(&mut self, picture: &mut dyn FnMut(&mut Frame)) -> io::Result<()>;
    /// Waits for the next.
    fn event(&mut self) -> io::Result<Event>;
    /// Is there one already? Never waits.
    fn pending(&mut self) -> io::Result<bool>;
    /// Was the question shown only now? Then a key was meant for the one before, or is held down.
    fn is_too_soon(&self, since: Instant) -> bool {
        since.elapsed() < SETTLE
    }
}

/// Nobody reads a question faster.
const SETTLE: Duration = Duration::from_millis(200);

pub struct Pane<G: Glass> {
    pub glass: G,
    pub colour: bool,
    /// What was shown last.
    last: Buffer,
    /// What was said since it was taken.
    said: String,
}

impl<G: Glass> Pane<G> {
    pub fn new(glass: G, colour: bool) -> Pane<G> {
        Pane { glass, colour, last: Buffer::empty(Rect::ZERO), said: String::new() }
    }

    pub fn draw(&mut self, mut picture: impl FnMut(&mut Frame)) -> Result<(), Failure> {
        let last = &mut self.last;
        self.glass.draw(&mut |frame| {
            picture(frame);
            last.clone_from(frame.buffer_mut());
        })?;
        Ok(())
    }

    /// The next key that was pressed, or `None` for anything else that wants another look at the screen.
    pub fn key(&mut self) -> Result<Option<KeyEvent>, Failure> {
        Ok(match self.glass.event()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }

    /// Forgets what was typed before the present question could be seen: it cannot have been an answer to it.
    pub fn forget(&mut self) -> Result<bool, Failure> {
        let mut leaves = false;
        while self.glass.pending()? {
            leaves |= self.key()?.is_some_and(is_break);
        }
        Ok(leaves)
    }

    pub fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    /// Something takes a while.
    pub fn thinks(&mut self) -> Result<(), Failure> {
        self.show_box("One moment", &[Line::from("Working it out …")])
    }

    /// A box over what was shown last.
    fn show_box(&mut self, title: &str, lines: &[Line<'static>]) -> Result<(), Failure> {
        let last = &self.last;
        self.glass.draw(&mut |frame| {
            let area = frame.area();
            if last.area == area {
                frame.buffer_mut().clone_from(last);
            }
            let wide = lines.iter().map(Line::width).max().unwrap_or(0).max(width(title)) + 4;
            let wide = (wide as u16).clamp(area.width.min(40), area.width);
            let high = (lines.len() as u16 + 2).min(area.height);
            let inside =
                Rect::new(area.x + (area.width - wide) / 2, area.y + (area.height - high) / 2, wide, high);
            boxed(frame, inside, title, lines.to_vec());
        })?;
        Ok(())
    }
}

/// A box with a title that hides what is under it.
pub fn boxed(frame: &mut Frame, area: Rect, title: &str, lines: Vec<Line<'static>>) {
    let block = Block::bordered().title(format!(" {title} "));
    let inside = block.inner(area);
    Clear.render(area, frame.buffer_mut());
    block.render(area, frame.buffer_mut());
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    Paragraph::new(lines).render(inside, frame.buffer_mut());
}

/// Ctrl+C
pub fn is_break(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// How wide boxes with questions are.
const BOX: usize = 64;

impl<G: Glass> Desk for Pane<G> {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.said += text;
        Ok(())
    }

    /// The log is on the screen anyway.
    fn tell(&mut self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let said = self.take_said();
        let mut typed = String::new();
        loop {
            let mut lines = ansi::lines(&said, self.colour);
            lines.extend(wrap(prompt, BOX).into_iter().map(Line::from));
            lines.push(Line::from(format!("> {}▏", tame(&typed))));
            self.show_box("Roll, and type what the dice show", &lines)?;
            let Some(key) = self.key()? else { continue };
            match key.code {
                _ if is_break(key) => return Ok(None),
                KeyCode::Enter => return Ok(Some(typed)),
                KeyCode::Esc => return Ok(Some("x".to_owned())),
                KeyCode::Backspace => drop(typed.pop()),
                KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                    typed.push(letter);
                }
                _ => {}
            }
        }
    }

    fn confirm(&mut self, question: &str, means: &str) -> Result<bool, Failure> {
        let mut lines: Vec<Line<'static>> = wrap(&tame(means), BOX).into_iter().map(Line::from).collect();
        lines.push(Line::default());
        lines.push(Line::from("Y: yes     any other key: stay"));
        loop {
            self.show_box(&tame(question), &lines)?;
            let Some(key) = self.key()? else { continue };
            return Ok(matches!(key.code, KeyCode::Char('y' | 'Y')) && key.modifiers != KeyModifiers::CONTROL);
        }
    }

    fn interrupted(&mut self) -> Result<bool, Failure> {
        while self.glass.pending()? {
            if self.key()?.is_some_and(|key| is_break(key) || key.code == KeyCode::Esc) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
