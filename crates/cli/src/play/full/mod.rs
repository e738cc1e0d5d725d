//! Play on the full screen: map, order, panel and log on the same display model as everywhere else, with the browser's
//! keys. It knows no rule and no system; whatever can be typed line by line can be typed here after a colon.

mod ansi;
mod bonds;
mod draw;
mod keys;
mod layout;
mod log;
mod map;
mod order;
mod pane;
mod panel;
mod rows;
mod scene;
mod stats;
mod terminal;
#[cfg(test)]
mod tests;
mod ui;

#[cfg(test)]
pub use tests::picture;

use std::time::Instant;

use super::keep::Keeper;
use super::screen::Screen;
use super::session::{Flow, Session, Terms};
use crate::failure::Failure;
use crate::lines::say;
use crate::paint::Paint;
use fracas_table::Game;
use pane::{Glass, Pane};
use terminal::Real;
use ui::Ui;

/// Plays on this terminal; `opening` is what is said first.
pub fn run(
    game: Box<dyn Game>,
    keeper: Keeper,
    screen: Screen,
    terms: Terms,
    about: Vec<String>,
    opening: Vec<String>,
) -> Result<(), Failure> {
    let colour = screen.paint.colour;
    // Everything is painted, and what is no colour (bold, dim, turned round) is kept where colours are not wanted.
    let screen = Screen { paint: Paint { colour: true }, ..screen };
    let pane = Pane::new(Real::open()?, colour);
    let mut session = Session::new(game, keeper, screen, terms, about, pane);
    let done = drive(&mut session, opening);
    session.screen.paint = Paint { colour };
    let kept = session.finish();
    let said = session.desk.take_said();
    // The terminal is given back before the last words.
    drop(session);
    say(&said)?;
    done.and(kept)
}

/// From question to question until somebody leaves.
fn drive<G: Glass>(session: &mut Session<Pane<G>>, opening: Vec<String>) -> Result<(), Failure> {
    let mut ui = Ui::new(session, opening);
    loop {
        let others_act = session.asked().is_empty() && session.game.outcome().is_none();
        if others_act {
            show(session, &mut ui, true)?;
        }
        if session.let_minds_act()? == Flow::Leave {
            return Ok(());
        }
        session.keep()?;
        let asked_anew = ui.look_again(session);
        show(session, &mut ui, false)?;
        if asked_anew {
            ui.since = Instant::now();
            if session.desk.forget()? {
                return Ok(());
            }
        }
        let Some(key) = session.desk.key()? else { continue };
        if ui.take(key, session)? == Flow::Leave {
            return Ok(());
        }
    }
}

fn show<G: Glass>(session: &mut Session<Pane<G>>, ui: &mut Ui, busy: bool) -> Result<(), Failure> {
    let (screen, colour) = (session.screen, session.desk.colour);
    session.desk.draw(|frame| draw::draw(frame, ui, &screen, colour, busy))
}
