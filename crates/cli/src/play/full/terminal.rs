//! The real terminal: taken over for as long as somebody plays, and given back whatever happens.

use std::io::{self, Stdout, stdout};
use std::time::Duration;

use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::pane::Glass;

pub struct Real {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Real {
    /// Takes the terminal over. A panic or a signal gives it back before anything is printed.
    pub fn open() -> io::Result<Real> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        // In raw mode Ctrl+C is a key; this is for a signal from elsewhere. Every step is on disk already.
        let _ = ctrlc::set_handler(|| {
            give_back();
            std::process::exit(130);
        });
        enable_raw_mode()?;
        // Not the library's own clearing: that asks the terminal where its cursor is, and not every one answers.
        execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), Hide)?;
        Ok(Real { terminal: Terminal::new(CrosstermBackend::new(stdout()))? })
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        give_back();
    }
}

/// As it was. Nothing can be done where this fails: the terminal has gone.
fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), LeaveAlternateScreen, Show);
}

impl Glass for Real {
    fn draw(&mut self, picture: &mut dyn FnMut(&mut Frame)) -> io::Result<()> {
        self.terminal.draw(picture).map(drop)
    }

    fn event(&mut self) -> io::Result<Event> {
        event::read()
    }

    fn pending(&mut self) -> io::Result<bool> {
        event::poll(Duration::ZERO)
    }
}
