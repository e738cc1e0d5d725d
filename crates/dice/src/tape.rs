//! Faces from a script: a test's, a replay's, or what a person has typed so far.
//!
//! A tape never stops the rules in mid-action. Where it runs out, or holds a face that the die does not have, it goes on
//! with the lowest face and remembers the first thing that was wrong; the caller throws that result away.

use crate::{Dice, Roll, Throw, Why};

#[derive(Clone, Debug, Default)]
pub struct Tape {
    faces: Vec<u16>,
    used: usize,
    nth: u16,
    wrong: Option<TapeError>,
}

/// The roll for which the tape has no face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    pub why: Why,
    pub roll: Roll,
    /// Which die of the roll is wanted next, from 0.
    pub die: usize,
    /// How many rolls of the same step came before it: what they decided is known by now.
    pub rolls: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TapeError {
    Missing(Missing),
    /// The face at `position` of the tape is none of the die.
    Range {
        why: Why,
        roll: Roll,
        position: usize,
        face: u16,
    },
    LeftOver {
        faces: Vec<u16>,
    },
}

impl std::fmt::Display for TapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TapeError::Missing(m) => {
                write!(f, "no face left for die {} of the roll {:?}", m.die + 1, m.why.label)
            }
            TapeError::Range { why, roll, position, face } => write!(
                f,
                "face {face} (number {} on the tape) for the roll {:?}: a d{} shows 1 to {}",
                position + 1,
                why.label,
                roll.sides(),
                roll.sides()
            ),
            TapeError::LeftOver { faces } => write!(f, "faces left over: {faces:?}"),
        }
    }
}

impl std::error::Error for TapeError {}

impl Tape {
    pub fn new(faces: impl Into<Vec<u16>>) -> Tape {
        Tape { faces: faces.into(), ..Tape::default() }
    }

    /// The first thing that was wrong so far, apart from left-over faces.
    pub fn wrong(&self) -> Option<&TapeError> {
        self.wrong.as_ref()
    }

    /// Faces not used yet.
    pub fn rest(&self) -> &[u16] {
        &self.faces[self.used.min(self.faces.len())..]
    }

    /// Was every face used, and no more wanted?
    pub fn done(&self) -> Result<(), TapeError> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        match self.rest() {
            [] => Ok(()),
            rest => Err(TapeError::LeftOver { faces: rest.to_vec() }),
        }
    }
}

impl Dice for Tape {
    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        let mut die = 0;
        let value = roll.evaluate(&mut |sides| {
            let position = self.used;
            let Some(&face) = self.faces.get(position) else {
                let missing = TapeError::Missing(Missing { why, roll, die, rolls: self.nth });
                self.wrong.get_or_insert(missing);
                return 1;
            };
            self.used += 1;
            die += 1;
            if !(1..=sides).contains(&face) {
                self.wrong.get_or_insert(TapeError::Range { why, roll, position, face });
                return 1;
            }
            face
        });
        let nth = self.nth;
        self.nth += 1;
        Throw { roll, value, nth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHY: Why = Why::new("attack", 2);

    #[test]
    fn faces_are_used_in_order() {
        let mut tape = Tape::new([3, 4, 17]);
        let damage = tape.roll(WHY, Roll::pool(2, 6));
        let attack = tape.roll(WHY, Roll::d(20));
        assert_eq!((damage.value, damage.nth), (7, 0));
        assert_eq!((attack.value, attack.nth), (17, 1));
        assert_eq!(tape.done(), Ok(()));
    }

    #[test]
    fn a_missing_face_names_its_roll_and_die() {
        let mut tape = Tape::new([3]);
        // It goes on with the lowest face.
        assert_eq!(tape.roll(WHY, Roll::pool(3, 6)).value, 5);
        let missing = TapeError::Missing(Missing { why: WHY, roll: Roll::pool(3, 6), die: 1, rolls: 0 });
        assert_eq!(tape.wrong(), Some(&missing));
        tape.roll(Why::table("later"), Roll::d(6));
        assert_eq!(tape.done(), Err(missing.clone()), "the first mistake is the one that is kept");
        assert_eq!(missing.to_string(), "no face left for die 2 of the roll \"attack\"");
    }

    #[test]
    fn a_face_that_the_die_does_not_have() {
        for face in [0, 7] {
            let mut tape = Tape::new([2, face]);
            assert_eq!(tape.roll(WHY, Roll::pool(2, 6)).value, 3);
            let range = TapeError::Range { why: WHY, roll: Roll::pool(2, 6), position: 1, face };
            assert_eq!(tape.done(), Err(range.clone()));
            assert!(range.to_string().ends_with("a d6 shows 1 to 6"), "{range}");
        }
    }

    #[test]
    fn faces_left_over() {
        let mut tape = Tape::new([2, 5, 6]);
        tape.roll(WHY, Roll::d(6));
        assert_eq!(tape.rest(), [5, 6]);
        assert_eq!(tape.wrong(), None);
        assert_eq!(tape.done(), Err(TapeError::LeftOver { faces: vec![5, 6] }));
    }

    #[test]
    fn an_empty_tape_ends_any_chain() {
        let mut tape = Tape::default();
        for text in ["255d1000r<1000", "adv 9d2ro1!", "6d12!>=8"] {
            tape.roll(WHY, text.parse().unwrap());
        }
        assert!(matches!(tape.wrong(), Some(TapeError::Missing(_))));
    }
}
