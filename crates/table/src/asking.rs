//! Choosing with dice that come from outside, one face at a time: a person at a table, or a list.
//!
//! The game stays as it was until every wanted face is there. Where a face comes from is the caller's business.

use fracas_dice::Missing;
use fracas_kernel::{Judgement, Typing};

use crate::{Game, GameError};

/// Why a choice was not made. Nothing has changed then.
#[derive(Debug, PartialEq, Eq)]
pub enum Stopped<E> {
    Game(GameError),
    /// No face could be had.
    Face(E),
}

/// Makes a choice, asking `faces` for at least one face where a die that `typing` covers has none. Returns all faces it
/// took.
pub fn choose_asking<E>(
    game: &mut dyn Game,
    choice: &str,
    typing: Typing,
    faces: impl FnMut(&Missing) -> Result<Vec<u16>, E>,
) -> Result<Vec<u16>, Stopped<E>> {
    asking(typing, faces, |typing| game.choose(choice, typing))
}

/// The same for an act of the judge that calls for dice.
pub fn judge_asking<E>(
    game: &mut dyn Game,
    act: &Judgement,
    typing: Typing,
    faces: impl FnMut(&Missing) -> Result<Vec<u16>, E>,
) -> Result<Vec<u16>, Stopped<E>> {
    asking(typing, faces, |typing| game.judge_with(act.clone(), typing))
}

fn asking<E>(
    mut typing: Typing,
    mut faces: impl FnMut(&Missing) -> Result<Vec<u16>, E>,
    mut step: impl FnMut(&Typing) -> Result<(), GameError>,
) -> Result<Vec<u16>, Stopped<E>> {
    loop {
        match step(&typing) {
            Ok(()) => return Ok(typing.faces),
            Err(GameError::Wanted(missing)) => {
                let more = faces(&missing).map_err(Stopped::Face)?;
                if more.is_empty() {
                    return Err(Stopped::Game(GameError::Wanted(missing)));
                }
                typing.faces.extend(more);
            }
            Err(error) => return Err(Stopped::Game(error)),
        }
    }
}
