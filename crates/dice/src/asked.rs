//! Typed dice: what a person reads off the table becomes the faces of a tape.
//!
//! Knows which faces a roll wants and in which order; does not know who is asked, nor what the roll is for.

use crate::{Explode, Roll};

/// What is wrong with the faces that were typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskedError {
    /// Something that is no number, at a byte of the text.
    NotANumber { at: usize, word: String },
    /// No face of this die: the `nth` face that was typed, from 1.
    Range { at: usize, nth: usize, word: String, sides: u16 },
    /// At least `more` faces are missing after the `given` ones.
    TooFew { roll: Roll, given: usize, more: usize },
    /// Only `wanted` faces belong to this roll.
    TooMany { wanted: usize, extra: Vec<u16> },
}

impl std::fmt::Display for AskedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AskedError::NotANumber { word, .. } => {
                write!(
                    f,
                    "“{word}” is not a face: type numbers with spaces or commas between them, such as 3 5 6"
                )
            }
            AskedError::Range { nth, word, sides, .. } => {
                write!(f, "face {nth}: a d{sides} shows 1 to {sides}, not {word}")
            }
            AskedError::TooFew { roll, given, more } => {
                let faces = if *more == 1 { "face" } else { "faces" };
                write!(f, "{more} more {faces}: {given} of {} are there", given + more)?;
                if *given > 0 {
                    write!(f, "{}", again(roll))?;
                }
                Ok(())
            }
            AskedError::TooMany { wanted, extra } => {
                let faces = if *wanted == 1 { "face belongs" } else { "faces belong" };
                write!(f, "{wanted} {faces} to this roll; left over: ")?;
                let extra: Vec<String> = extra.iter().map(u16::to_string).collect();
                write!(f, "{}", extra.join(" "))
            }
        }
    }
}

impl std::error::Error for AskedError {}

/// Which dice are to be rolled again at once: the usual reason why faces are missing.
fn again(roll: &Roll) -> &'static str {
    let tricks = roll.tricks();
    match (tricks.explode != Explode::No, tricks.reroll.is_some()) {
        (false, false) => "",
        (true, false) => " (a die that explodes is rolled again at once)",
        (false, true) => " (type the face that is rerolled, then the new one)",
        (true, true) => " (a die that explodes or is rerolled is rolled again at once: type both faces)",
    }
}

/// The faces of a roll from what a person typed, in the order of [`Roll::evaluate`]: die by die, a die that is rolled
/// again at once. A d10 may show 0 for 10, and percentile dice 00 for 100.
pub fn faces(roll: &Roll, text: &str) -> Result<Vec<u16>, AskedError> {
    let faces = read(roll.sides(), text)?;
    let wanted = wanted_after(roll, &faces);
    if wanted > faces.len() {
        return Err(AskedError::TooFew { roll: *roll, given: faces.len(), more: wanted - faces.len() });
    }
    if wanted < faces.len() {
        return Err(AskedError::TooMany { wanted, extra: faces[wanted..].to_vec() });
    }
    Ok(faces)
}

/// How many faces a roll wants when nothing is rolled again.
pub fn least(roll: &Roll) -> usize {
    wanted_after(roll, &[])
}

fn read(sides: u16, text: &str) -> Result<Vec<u16>, AskedError> {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let words = text.split(separates).filter(|word| !word.is_empty());
    let mut faces = Vec::new();
    for word in words {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            return Err(AskedError::NotANumber { at, word: word.to_owned() });
        }
        let face = match (word, sides) {
            ("0", 10) => 10,
            ("00", 100) => 100,
            _ => word.parse().unwrap_or(0),
        };
        if !(1..=sides).contains(&face) {
            return Err(AskedError::Range { at, nth: faces.len() + 1, word: word.to_owned(), sides });
        }
        faces.push(face);
    }
    Ok(faces)
}

/// How many faces the roll takes when it starts with these and then has no die to roll again.
fn wanted_after(roll: &Roll, faces: &[u16]) -> usize {
    let quiet = quiet_face(roll);
    let mut wanted = 0;
    roll.evaluate(&mut |_| {
        wanted += 1;
        faces.get(wanted - 1).copied().unwrap_or(quiet)
    });
    wanted
}

/// A face after which a die is at rest, or the nearest to that.
fn quiet_face(roll: &Roll) -> u16 {
    let tricks = roll.tricks();
    let explodes = |face: u16| tricks.explode != Explode::No && face == roll.sides();
    let rerolled = |face: u16| tricks.reroll.is_some_and(|r| r.faces.has(face));
    let faces = || 1..=roll.sides();
    let quiet = faces().find(|face| !explodes(*face) && !rerolled(*face));
    quiet.or_else(|| faces().find(|face| !explodes(*face))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, FaceSet, Reroll, Tricks, Why};

    fn says(roll: Roll, text: &str) -> String {
        faces(&roll, text).unwrap_err().to_string()
    }

    #[test]
    fn faces_in_order() {
        assert_eq!(faces(&Roll::d(20), "14"), Ok(vec![14]));
        assert_eq!(faces(&Roll::pool(4, 6), " 3 5,6 ; 1\n"), Ok(vec![3, 5, 6, 1]));
        assert_eq!(faces(&Roll::best_exploding(2, 6), "6 6 2 4"), Ok(vec![6, 6, 2, 4]));
        assert_eq!(faces(&Roll::constant(4), ""), Ok(vec![]));
        assert_eq!(faces(&Roll::pool(2, 10), "0 3"), Ok(vec![10, 3]));
        assert_eq!(faces(&Roll::d(100), "00"), Ok(vec![100]));
    }

    #[test]
    fn what_is_accepted_fills_a_tape_exactly() {
        let rolls = [Roll::pool(3, 6), Roll::exploding_hits(3, 6, 5), Roll::best_exploding(3, 6)];
        for roll in rolls {
            for text in ["1 2 3", "6 1 2 3", "1 2 6 6 3", "6 6 6 1 1 1"] {
                if let Ok(faces) = faces(&roll, text) {
                    let mut tape = crate::Tape::new(faces);
                    tape.roll(Why::table("typed"), roll);
                    assert_eq!(tape.done(), Ok(()), "{roll:?} {text}");
                }
            }
        }
    }

    #[test]
    fn wrong_faces_say_what_would_be_right() {
        assert_eq!(says(Roll::pool(2, 6), "3 9"), "face 2: a d6 shows 1 to 6, not 9");
        assert_eq!(says(Roll::pool(2, 6), "0 1"), "face 1: a d6 shows 1 to 6, not 0");
        assert_eq!(says(Roll::d(6), "99999999999999"), "face 1: a d6 shows 1 to 6, not 99999999999999");
        assert!(says(Roll::d(6), "-3").starts_with("“-3” is not a face"));
        let error = faces(&Roll::pool(2, 6), "3, five").unwrap_err();
        assert_eq!(error, AskedError::NotANumber { at: 3, word: "five".into() });
    }

    #[test]
    fn too_few_and_too_many() {
        assert_eq!(says(Roll::pool(4, 6), "3"), "3 more faces: 1 of 4 are there");
        assert_eq!(says(Roll::pool(4, 6), ""), "4 more faces: 0 of 4 are there");
        assert!(says(Roll::best_exploding(2, 6), "6 2").starts_with("1 more face: 2 of 3"));
        assert_eq!(says(Roll::d(20), "3 17 2"), "1 face belongs to this roll; left over: 17 2");
        let twice = Roll::d(20).with_edge(crate::Edge::Advantage);
        assert_eq!(says(twice, "14"), "1 more face: 1 of 2 are there");
    }

    #[test]
    fn rerolls_want_both_faces() {
        let reroll = Some(Reroll { faces: FaceSet::AtMost(2), once: true });
        let roll = Roll::new(2, 6, 0, Tricks { reroll, ..Tricks::default() }).unwrap();
        assert_eq!(faces(&roll, "1 1 4"), Ok(vec![1, 1, 4]));
        assert!(says(roll, "1 4").contains("type the face that is rerolled"));
        let every = Some(Reroll { faces: FaceSet::AtLeast(1), once: true });
        assert_eq!(least(&Roll::new(2, 6, 0, Tricks { reroll: every, ..Tricks::default() }).unwrap()), 4);
    }
}
