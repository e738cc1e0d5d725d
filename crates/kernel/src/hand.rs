//! The dice of a table: the generator, unless somebody types what lies on the table or the judge has chosen a face.
//!
//! Every roll is written down with its faces. The generator moves on by one for every die, typed ones too, so that a
//! recorded fight can be taken up again exactly where it was left.

use fracas_dice::{Dice, Missing, Roll, Seeded, TapeError, Throw, Why};
use serde::{Deserialize, Serialize};

use crate::{Crowd, Fiat, Who};

/// A roll as it happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What it was for.
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roller: Option<Who>,
    pub roll: Roll,
    pub faces: Vec<u16>,
    pub value: i32,
    /// Did a person type or choose a face of it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

impl Record {
    /// The arithmetic: "d20 [14] + 3 = 17".
    pub fn sum(&self) -> String {
        let added = self.roll.added();
        let pool = self.roll.plus(added.saturating_neg());
        let faces: Vec<String> = self.faces.iter().map(u16::to_string).collect();
        let add = match added {
            0 => String::new(),
            n if n < 0 => format!(" - {}", -i32::from(n)),
            n => format!(" + {n}"),
        };
        format!("{pool} [{}]{add} = {}", faces.join(" "), self.value)
    }
}

/// Faces typed by people, in the order in which they are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typing {
    /// Whose rolls are typed.
    pub rollers: Crowd,
    /// The table's own rolls too?
    pub table: bool,
    pub faces: Vec<u16>,
}

impl Typing {
    /// Every roll comes from this list.
    pub fn all(faces: Vec<u16>) -> Typing {
        Typing { rollers: Crowd::ALL, table: true, faces }
    }

    fn covers(&self, why: Why) -> bool {
        if why.roller == Why::NOBODY { self.table } else { self.rollers.has(Who(why.roller)) }
    }
}

/// The source of one step.
#[derive(Debug)]
pub struct Hand<'a> {
    generator: &'a mut Seeded,
    fiats: &'a mut Vec<Fiat>,
    typing: &'a Typing,
    used: usize,
    records: Vec<Record>,
    wrong: Option<TapeError>,
}

impl<'a> Hand<'a> {
    pub fn new(generator: &'a mut Seeded, fiats: &'a mut Vec<Fiat>, typing: &'a Typing) -> Hand<'a> {
        Hand { generator, fiats, typing, used: 0, records: Vec::new(), wrong: None }
    }

    /// What was rolled; or what was wrong with the typed faces, of which the first missing one is asked for.
    pub fn finish(self) -> Result<Vec<Record>, TapeError> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        match &self.typing.faces[self.used..] {
            [] => Ok(self.records),
            rest => Err(TapeError::LeftOver { faces: rest.to_vec() }),
        }
    }
}

impl Dice for Hand<'_> {
    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        let fiat = self.fiats.iter().position(|fiat| fiat.fits(why)).map(|at| self.fiats.remove(at));
        let (roll, chosen) = match fiat {
            Some(fiat) => (roll.plus(fiat.add).with_edge(fiat.edge.into()), fiat.faces),
            None => (roll, Vec::new()),
        };
        let mut faces = Vec::new();
        let typed = self.typing.covers(why);
        let by_hand = typed || !chosen.is_empty();
        let value = roll.evaluate(&mut |sides| {
            let drawn = self.generator.face(sides);
            let die = faces.len();
            let face = if let Some(&face) = chosen.get(die) {
                face.clamp(1, sides)
            } else if !typed {
                drawn
            } else {
                match self.typing.faces.get(self.used) {
                    None => {
                        self.wrong.get_or_insert(TapeError::Missing(Missing { why, roll, die }));
                        1
                    }
                    Some(&face) => {
                        let position = self.used;
                        self.used += 1;
                        if !(1..=sides).contains(&face) {
                            self.wrong.get_or_insert(TapeError::Range { why, roll, position, face });
                        }
                        face.clamp(1, sides)
                    }
                }
            };
            faces.push(face);
            face
        });
        let nth = self.records.len() as u16;
        let roller = (why.roller != Why::NOBODY).then_some(Who(why.roller));
        self.records.push(Record { label: why.label.to_owned(), roller, roll, faces, value, by_hand });
        Throw { roll, value, nth }
    }
}
