//! Typed dice: asks a person for what lies on the table, roll by roll, until it is right.

use fracas_dice::{Missing, Roll, Why, asked};
use fracas_kernel::{Crowd, Typing, Who};

use super::desk::Desk;
use super::screen::Screen;
use crate::args::DiceOf;
use crate::failure::Failure;

/// Why no faces were typed.
#[derive(Debug)]
pub enum NoFaces {
    /// Take the choice back.
    Cancelled,
    /// Let the program roll everything of this step.
    Program,
    /// The input has ended, or the person leaves.
    Gone,
    Failed(Failure),
}

/// Whose rolls are typed.
pub fn typing(whose: DiceOf, mine: Crowd) -> Typing {
    match whose {
        DiceOf::Program => Typing::default(),
        DiceOf::Mine => Typing { rollers: mine, ..Typing::default() },
        DiceOf::All => Typing::all(Vec::new()),
    }
}

/// Asks for the faces of a roll, as many as it wants.
pub fn ask(
    missing: &Missing,
    name: impl Fn(Who) -> String,
    desk: &mut impl Desk,
    screen: &Screen,
) -> Result<Vec<u16>, NoFaces> {
    let Missing { why, roll, die, .. } = missing;
    let whose =
        if why.roller == Why::NOBODY { String::new() } else { format!(" for {}", name(Who(why.roller))) };
    // Of a roll whose first dice the judge has chosen, the rest is asked for one by one.
    let wanted = if *die == 0 { *roll } else { Roll::d(roll.sides()) };
    let which = if *die == 0 { String::new() } else { format!(", die {}", die + 1) };
    let prompt = format!(" {}{whose}, {roll}{which}: ", why.label);
    loop {
        let line = match desk.ask(&prompt) {
            Ok(Some(line)) => line,
            Ok(None) => return Err(NoFaces::Gone),
            Err(failure) => return Err(NoFaces::Failed(failure)),
        };
        match line.to_lowercase().as_str() {
            "x" | "cancel" => return Err(NoFaces::Cancelled),
            "p" | "program" => return Err(NoFaces::Program),
            "q" | "quit" => return Err(NoFaces::Gone),
            _ => {}
        }
        let complaint = match asked::faces(&wanted, &line) {
            Ok(faces) => return Ok(faces),
            Err(error) => format!(
                "{error}\nType what the dice show, x to take the choice back, or p to let the program roll."
            ),
        };
        if let Err(failure) = desk.say(&screen.complaint(&complaint)) {
            return Err(NoFaces::Failed(failure));
        }
    }
}
