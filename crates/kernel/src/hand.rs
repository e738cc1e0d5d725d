//! The dice of a table: the generator, unless somebody types what lies on the table or the judge has chosen a face.
//!
//! Every roll is written down with its faces. The generator moves on by one for every die, typed ones too, so that a
//! recorded fight can be taken up again exactly where it was left.

use fracas_dice::{Check, Dice, Missing, Roll, Seeded, TapeError, Throw, Versus, Why};
use serde::{Deserialize, Serialize};

use crate::{Crowd, DieView, Fiat, Rolled, Who};

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
    /// Was a low roll the good one?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub low: bool,
    /// Was it a draw among things, and no die?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// What the judge added to it, or took off.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub judged: i16,
}

fn is_zero(number: &i16) -> bool {
    *number == 0
}

impl Record {
    /// What was rolled, without what is added. Advantage is what helps whoever rolls: where a low roll is the good one,
    /// it keeps the lower.
    fn pool(&self) -> String {
        let pool = self.roll.plus(self.roll.added().saturating_neg()).to_string();
        match (self.low, pool.split_once(' ')) {
            (true, Some(("adv", rest))) => format!("dis {rest}"),
            (true, Some(("dis", rest))) => format!("adv {rest}"),
            _ => pool,
        }
    }

    /// The arithmetic: `d20 [14] + 3 = 17`.
    pub fn sum(&self) -> String {
        let (added, pool) = (self.roll.added(), self.pool());
        let faces: Vec<String> = self.faces.iter().map(u16::to_string).collect();
        let add = match added {
            0 => String::new(),
            n if n < 0 => format!(" - {}", -i32::from(n)),
            n => format!(" + {n}"),
        };
        format!("{pool} [{}]{add} = {}", faces.join(" "), self.value)
    }

    /// The same as a value.
    pub fn rolled(&self) -> Rolled {
        let kept = self.roll.kept(&self.faces);
        let die = |(&face, kept)| DieView { sides: self.roll.sides(), face, kept };
        let rolled = Rolled {
            text: self.sum(),
            pool: self.pool(),
            dice: self.faces.iter().zip(kept).map(die).collect(),
            total: self.value,
            added: self.roll.added().into(),
            ..Rolled::default()
        };
        rolled.plus("judge", self.judged.into())
    }
}

/// Faces typed by people, in the order in which they are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typing {
    /// Whose rolls are typed.
    pub rollers: Crowd,
    /// The table's own rolls too?
    pub table: bool,
    /// Drawn cards and the like too? No die has as many sides as there are cards left, so people are not asked for them.
    pub picks: bool,
    pub faces: Vec<u16>,
    /// When a record is played again: which of its rolls were by hand. Those come from `faces`, what the judge had
    /// chosen too.
    pub recorded: Option<Vec<bool>>,
}

impl Typing {
    /// Every roll comes from this list.
    pub fn all(faces: Vec<u16>) -> Typing {
        Typing { rollers: Crowd::ALL, table: true, picks: true, faces, recorded: None }
    }

    /// Every roll as it was recorded.
    pub fn again(rolls: &[Record]) -> Typing {
        let faces = rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
        Typing { recorded: Some(rolls.iter().map(|roll| roll.by_hand).collect()), ..Typing::all(faces) }
    }

    /// What people rolled as it was recorded, and everything else from the generator.
    pub fn again_by_hand(rolls: &[Record]) -> Typing {
        let by_hand = rolls.iter().filter(|roll| roll.by_hand);
        let faces = by_hand.flat_map(|roll| roll.faces.iter().copied()).collect();
        let recorded = Some(rolls.iter().map(|roll| roll.by_hand).collect());
        Typing { faces, recorded, ..Typing::default() }
    }

    /// Was roll number `nth` by hand, if this is a record?
    fn was_by_hand(&self, nth: usize) -> Option<bool> {
        self.recorded.as_ref().map(|rolls| rolls.get(nth).copied().unwrap_or(false))
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
    /// Is something drawn, and not rolled?
    picking: bool,
    wrong: Option<TapeError>,
}

impl<'a> Hand<'a> {
    pub fn new(generator: &'a mut Seeded, fiats: &'a mut Vec<Fiat>, typing: &'a Typing) -> Hand<'a> {
        Hand { generator, fiats, typing, used: 0, records: Vec::new(), picking: false, wrong: None }
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
    fn favour(&mut self, why: Why) -> i32 {
        Fiat::favour(self.fiats, why)
    }

    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        let added = roll.added();
        let (roll, mut chosen) = match self.picking {
            true => (roll, Fiat::draw(self.fiats, why)),
            false => Fiat::take(self.fiats, why, roll),
        };
        let judged = roll.added().saturating_sub(added);
        let was_by_hand = self.typing.was_by_hand(self.records.len());
        if was_by_hand.is_some() {
            chosen.clear();
        }
        let mut faces = Vec::new();
        let asked = self.typing.covers(why) && (self.typing.picks || !self.picking);
        let typed = asked || was_by_hand == Some(true);
        let by_hand = was_by_hand.unwrap_or(typed || !chosen.is_empty());
        let rolls = self.records.len() as u16;
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
                        self.wrong.get_or_insert(TapeError::Missing(Missing { why, roll, die, rolls }));
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
        self.records.push(Record {
            label: why.label.to_owned(),
            roller,
            roll,
            faces,
            value,
            by_hand,
            low: why.low,
            drawn: self.picking,
            judged,
        });
        Throw { roll, value, nth }
    }

    fn pick(&mut self, why: Why, n: usize) -> usize {
        if n < 2 {
            return 0;
        }
        self.picking = true;
        let nth = self.roll(why, Roll::d(n as u16)).value - 1;
        self.picking = false;
        nth as usize
    }
}

/// Any source under the judge's word about rolls to come, for odds.
#[derive(Debug)]
pub(crate) struct Favoured<'a, D> {
    dice: &'a mut D,
    fiats: Vec<Fiat>,
}

impl<'a, D: Dice> Favoured<'a, D> {
    pub(crate) fn new(dice: &'a mut D, fiats: &[Fiat]) -> Favoured<'a, D> {
        Favoured { dice, fiats: fiats.to_vec() }
    }

    /// What the judge has said that no roll has met yet.
    pub(crate) fn left(self) -> Vec<Fiat> {
        self.fiats
    }

    /// The roll as the judge will have it; and its result, if faces of it are chosen.
    fn settle(&mut self, why: Why, roll: Roll) -> (Roll, Option<i32>) {
        if self.fiats.is_empty() {
            return (roll, None);
        }
        let (roll, chosen) = Fiat::take(&mut self.fiats, why, roll);
        if chosen.is_empty() {
            return (roll, None);
        }
        let mut chosen = chosen.into_iter();
        let value = roll.evaluate(&mut |sides| match chosen.next() {
            Some(face) => face.clamp(1, sides),
            None => self.dice.roll(why, Roll::d(sides)).value as u16,
        });
        (roll, Some(value))
    }
}

impl<D: Dice> Dice for Favoured<'_, D> {
    #[inline]
    fn favour(&mut self, why: Why) -> i32 {
        if self.fiats.is_empty() { 0 } else { Fiat::favour(&mut self.fiats, why) }
    }

    #[inline]
    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        match self.settle(why, roll) {
            (roll, None) => self.dice.roll(why, roll),
            (roll, Some(value)) => Throw { roll, value, nth: 0 },
        }
    }

    #[inline]
    fn check(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        match self.settle(why, roll) {
            (roll, None) => self.dice.check(why, roll, target),
            (roll, Some(value)) => {
                Check { throw: Throw { roll, value, nth: 0 }, target, success: value >= target }
            }
        }
    }

    #[inline]
    fn exactly(&mut self, why: Why, roll: Roll, target: i32) -> Check {
        match self.settle(why, roll) {
            (roll, None) => self.dice.exactly(why, roll, target),
            (roll, Some(value)) => {
                Check { throw: Throw { roll, value, nth: 0 }, target, success: value == target }
            }
        }
    }

    #[inline]
    fn versus(&mut self, why: Why, mine: Roll, other: Why, theirs: Roll) -> Versus {
        if self.fiats.is_empty() {
            return self.dice.versus(why, mine, other, theirs);
        }
        let (mine, theirs) = (self.roll(why, mine), self.roll(other, theirs));
        Versus { mine, theirs, result: mine.value.cmp(&theirs.value) }
    }

    #[inline]
    fn pick(&mut self, why: Why, n: usize) -> usize {
        let chosen = if n < 2 { Vec::new() } else { Fiat::draw(&mut self.fiats, why) };
        match chosen.first() {
            Some(&face) => usize::from(face.max(1)).min(n) - 1,
            None => self.dice.pick(why, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EdgeName;
    use crate::any::any_dice;

    #[test]
    fn people_are_asked_for_dice_and_never_for_what_is_drawn() {
        let (mut dice, mut fiats) = (Seeded::new(7), Vec::new());
        let typing = Typing { rollers: Crowd::ALL, table: true, ..Typing::default() };
        let mut hand = Hand::new(&mut dice, &mut fiats, &typing);
        assert!(hand.pick(Why::new("card", 0), 9) < 9);
        // Rules reach the hand through one type for all dice.
        assert!(any_dice(&mut hand).pick(Why::new("card", 0), 8) < 8);
        let records = hand.finish().expect("no die is wanted");
        assert!(records.iter().all(|record| record.drawn && !record.by_hand));
        assert_eq!(records.len(), 2);
        let mut hand = Hand::new(&mut dice, &mut fiats, &typing);
        hand.roll(Why::new("attack", 0), Roll::d(20));
        assert!(matches!(hand.finish(), Err(TapeError::Missing(_))));
        // A list of all faces has those of what is drawn too.
        let taped = Typing::all(vec![4]);
        let mut hand = Hand::new(&mut dice, &mut fiats, &taped);
        assert_eq!(hand.pick(Why::new("card", 0), 9), 3);
        assert!(hand.finish().is_ok());
    }

    fn word(add: i16, edge: EdgeName, faces: &[u16]) -> Fiat {
        Fiat { roller: Some(Who(0)), roll: None, add, edge, faces: faces.to_vec(), secret: false }
    }

    /// A favour is for whoever rolls: what is drawn before, as whom a shot finds, leaves it alone.
    #[test]
    fn a_favour_waits_for_a_roll_and_chosen_faces_do_not() {
        let said = vec![word(9, EdgeName::Advantage, &[]), word(0, EdgeName::Level, &[2])];
        let (mut dice, mut fiats, typing) = (Seeded::new(7), said.clone(), Typing::default());
        let mut hand = Hand::new(&mut dice, &mut fiats, &typing);
        assert_eq!(hand.pick(Why::new("who is found", 0), 4), 1);
        assert_eq!(hand.roll(Why::new("to hit", 0), Roll::d(20)).roll.to_string(), "adv d20+9");
        let records = hand.finish().expect("nothing was typed");
        assert_eq!((records[0].judged, records[0].value, records[1].judged), (0, 2, 9));
        // Odds count with it in the same way.
        let mut favoured = Favoured::new(&mut dice, &said);
        assert_eq!(favoured.pick(Why::new("who is found", 0), 4), 1);
        assert!(favoured.pick(Why::new("who is found", 0), 4) < 4);
        assert_eq!(favoured.roll(Why::new("to hit", 0), Roll::d(20)).roll.to_string(), "adv d20+9");
        assert!(favoured.left().is_empty());
    }
}
