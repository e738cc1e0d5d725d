//! Dice as people write them: read, printed in one normal form, and put into plain words.
//!
//! Knows the grammar and nothing of what a roll is for. What it reads becomes an [`Expr`]; an expression that is one
//! pool and a number is a [`Roll`], and a roll has the same text form.
//!
//! | written | means | also |
//! |---|---|---|
//! | `4d6`, `d20`, `d%` | dice added up; `d%` is `d100` | `4D6`, `4w6`, `d100` |
//! | `+ - * /` | arithmetic; `/` rounds down, and `/2` halves a pool | `−`, `–`, `×`, `·`, `÷` |
//! | `4d6kh3`, `4d6kl1` | keep the highest, the lowest | `4d6k3`, `4d6h3`, `4d6l1`, `keep highest 3`, `keep lowest 1`, `best 3 of 4d6`, `worst 3 of 4d6` |
//! | `4d6dl1`, `4d6dh1` | drop the lowest, the highest; printed as keeping | `drop lowest 1`, `drop highest 1` |
//! | `6d12>=8`, `6d12>7` | how many dice show 8 or more | `≥8`, `t8`, `tn8` |
//! | `!` | a die on its highest face is rolled again: added, or, with counting, for another chance | `x`, `e`, `exploding` |
//! | `!!` | rolled again and always added to the same die | `compounding` |
//! | `r1`, `r<3`, `r>=5` | rerolled until something else shows | `r=1`, `r<=2`, `reroll 1` |
//! | `ro1`, `ro<3` | rerolled once | `ro=1`, `ro<=2` |
//! | `adv d20+5`, `dis d20` | the pool rolled twice, the higher or lower taken | `d20 adv + 5`, `d20+5 adv`, `advantage`, `disadvantage`, `with advantage` |
//! | `d20[to hit]` | a label | `[to hit] d20` labels the whole |
//!
//! Spaces and capitals do not matter. `4d6d1` is refused, because some drop the lowest by it and some the highest.

mod error;
mod lex;
mod parse;
mod print;
#[cfg(test)]
mod tests;
mod words;

use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::ser::{Serialize, Serializer};

pub use error::NotationError;

use crate::dist::floor_div;
use crate::{Dice, Dist, Explode, MAX_REPEATS, NoDist, Roll, Take, Why};

/// What was written, in its normal form: numbers are worked out, and a number added to a pool is part of its roll.
///
/// No value of an expression lies further than a thousand million from 0, and no divisor is ever 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    node: Node,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Number(i32),
    Roll(Roll),
    Minus(Box<Node>),
    Two(Op, Box<Node>, Box<Node>),
    Label(Box<Node>, String),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

/// No result lies further from 0 than this.
const FAR: i64 = 1_000_000_000;
/// The longest chain of explosions.
const CHAIN: i64 = MAX_REPEATS as i64;
/// Additions and products for one distribution: about a second.
const MAX_WORK: u64 = 1 << 29;

/// Why two parts do not go together.
enum Unfit {
    TooFar,
    ByZero,
}

impl Expr {
    /// Reads the notation. Everything must be understood; nothing is guessed or left over.
    pub fn parse(text: &str) -> Result<Expr, NotationError> {
        parse::parse(text).map(|node| Expr { node })
    }

    /// The reading in plain English.
    pub fn words(&self) -> String {
        words::expression(&self.node)
    }

    /// The exact distribution of the result.
    pub fn dist(&self) -> Result<Dist, NoDist> {
        self.node.dist(&mut MAX_WORK.clone())
    }

    /// As one roll, where it is one pool and a number; labels are dropped.
    pub fn as_roll(&self) -> Option<Roll> {
        self.node.as_roll()
    }

    /// The pools, in the order in which they are rolled.
    pub fn rolls(&self) -> Vec<Roll> {
        let mut rolls = Vec::new();
        self.node.visit(&mut |node| {
            if let Node::Roll(roll) = node {
                rolls.push(*roll);
            }
        });
        rolls
    }

    /// Rolls it.
    pub fn evaluate(&self, why: Why, dice: &mut impl Dice) -> i32 {
        self.node.evaluate(why, dice) as i32
    }

    /// The lowest and the highest result that can be, with every chain of explosions at its longest.
    pub fn bounds(&self) -> (i32, i32) {
        let (low, high) = self.node.bounds(CHAIN);
        (low as i32, high as i32)
    }

    /// Whether nothing but the length of a chain of explosions limits the low end, and the high end.
    pub fn open_ends(&self) -> (bool, bool) {
        let (long, short) = (self.node.bounds(CHAIN), self.node.bounds(CHAIN / 2));
        (long.0 != short.0, long.1 != short.1)
    }
}

impl Node {
    /// A roll without dice is a number.
    fn roll(roll: Roll) -> Node {
        if roll == Roll::constant(roll.added()) {
            Node::Number(roll.added().into())
        } else {
            Node::Roll(roll)
        }
    }

    fn minus(self) -> Node {
        match self {
            Node::Number(n) => Node::Number(-n),
            Node::Minus(node) => *node,
            node => Node::Minus(Box::new(node)),
        }
    }

    /// Two parts together, in normal form.
    fn two(op: Op, left: Node, right: Node) -> Result<Node, Unfit> {
        let node = match fold(op, &left, &right) {
            Some(node) => node,
            None => Node::Two(op, Box::new(left), Box::new(right)),
        };
        if let Node::Two(Op::Div, _, divisor) = &node {
            let (low, high) = divisor.bounds(CHAIN);
            if low <= 0 && high >= 0 {
                return Err(Unfit::ByZero);
            }
        }
        let (low, high) = node.bounds(CHAIN);
        if low < -FAR || high > FAR { Err(Unfit::TooFar) } else { Ok(node) }
    }

    fn as_roll(&self) -> Option<Roll> {
        match self {
            Node::Number(n) => i16::try_from(*n).ok().map(Roll::constant),
            Node::Roll(roll) => Some(*roll),
            Node::Label(node, _) => node.as_roll(),
            Node::Minus(_) => None,
            Node::Two(op, left, right) => {
                let (left, right) = (Node::roll(left.as_roll()?), Node::roll(right.as_roll()?));
                fold(*op, &left, &right)?.as_roll()
            }
        }
    }

    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Node)) {
        see(self);
        match self {
            Node::Number(_) | Node::Roll(_) => {}
            Node::Minus(node) | Node::Label(node, _) => node.visit(see),
            Node::Two(_, left, right) => {
                left.visit(see);
                right.visit(see);
            }
        }
    }

    fn evaluate(&self, why: Why, dice: &mut impl Dice) -> i64 {
        match self {
            Node::Number(n) => (*n).into(),
            Node::Roll(roll) => dice.roll(why, *roll).value.into(),
            Node::Minus(node) => -node.evaluate(why, dice),
            Node::Label(node, _) => node.evaluate(why, dice),
            Node::Two(op, left, right) => {
                let left = left.evaluate(why, dice);
                op.apply(left, right.evaluate(why, dice))
            }
        }
    }

    /// Where no chain of explosions is longer than `chain`.
    fn bounds(&self, chain: i64) -> (i64, i64) {
        match self {
            Node::Number(n) => ((*n).into(), (*n).into()),
            Node::Roll(roll) => roll_bounds(roll, chain),
            Node::Minus(node) => {
                let (low, high) = node.bounds(chain);
                (-high, -low)
            }
            Node::Label(node, _) => node.bounds(chain),
            Node::Two(op, left, right) => {
                let ((a, b), (c, d)) = (left.bounds(chain), right.bounds(chain));
                // A divisor is of one sign, so that the corners are the extremes here too.
                let corners = [op.apply(a, c), op.apply(a, d), op.apply(b, c), op.apply(b, d)];
                corners.iter().fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(*n), high.max(*n)))
            }
        }
    }

    fn dist(&self, budget: &mut u64) -> Result<Dist, NoDist> {
        match self {
            Node::Number(n) => Ok(Dist::constant(*n)),
            Node::Roll(roll) => {
                spend(budget, Dist::work(roll))?;
                Ok(Dist::of(roll))
            }
            Node::Minus(node) => Ok(node.dist(budget)?.negate()),
            Node::Label(node, _) => node.dist(budget),
            Node::Two(op, left, right) => {
                let (left, right) = (left.dist(budget)?, right.dist(budget)?);
                spend(budget, left.width() * right.width())?;
                match op {
                    Op::Add => left.plus(&right),
                    Op::Sub => left.minus(&right),
                    Op::Mul => left.times(&right),
                    Op::Div => left.over(&right),
                }
            }
        }
    }
}

fn spend(budget: &mut u64, work: u64) -> Result<(), NoDist> {
    *budget = budget.checked_sub(work).ok_or(NoDist::TooMuchWork)?;
    Ok(())
}

impl Op {
    /// Saturates far beyond what an expression may be.
    fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Op::Add => a.saturating_add(b),
            Op::Sub => a.saturating_sub(b),
            Op::Mul => a.saturating_mul(b),
            Op::Div if b == 0 => 0,
            Op::Div => floor_div(a, b),
        }
    }
}

/// Two parts that are one: numbers, a number added to a pool, a pool halved.
fn fold(op: Op, left: &Node, right: &Node) -> Option<Node> {
    match (op, left, right) {
        (Op::Div, Node::Number(_), Node::Number(0)) => None,
        (_, Node::Number(a), Node::Number(b)) => {
            let value = op.apply((*a).into(), (*b).into());
            i32::try_from(value).ok().map(Node::Number)
        }
        (Op::Add, Node::Roll(roll), Node::Number(n)) | (Op::Add, Node::Number(n), Node::Roll(roll)) => {
            added(*roll, (*n).into())
        }
        (Op::Sub, Node::Roll(roll), Node::Number(n)) => added(*roll, -i64::from(*n)),
        (Op::Div, Node::Roll(roll), Node::Number(2)) if roll.added() == 0 && !roll.tricks().halve => {
            Some(Node::Roll(roll.halved()))
        }
        _ => None,
    }
}

fn added(roll: Roll, n: i64) -> Option<Node> {
    let sum = i16::try_from(i64::from(roll.added()) + n).ok()?;
    Some(Node::Roll(Roll { add: sum, ..roll }))
}

fn roll_bounds(roll: &Roll, chain: i64) -> (i64, i64) {
    let tricks = roll.tricks();
    let rolled_again = |face: &u16| tricks.reroll.is_some_and(|r| !r.once && r.faces.has(*face));
    let mut faces = (1..=roll.sides()).filter(|face| !rolled_again(face)).map(i64::from);
    let lowest = faces.next().unwrap_or(1);
    let highest = faces.next_back().unwrap_or(lowest);
    // The highest face may be one that is rolled again, and then nothing explodes.
    let explodes = tricks.explode != Explode::No && highest == i64::from(roll.sides());
    let longest = if explodes { chain } else { 1 };
    let count = i64::from(roll.count());
    let (low, high) = match tricks.take {
        Take::All => (count * lowest, count * highest * longest),
        Take::High(kept) | Take::Low(kept) => (i64::from(kept) * lowest, i64::from(kept) * highest * longest),
        Take::Hits(target) => {
            let hits = |value: i64| count * i64::from(value >= target.into());
            match tricks.explode {
                Explode::Again => (hits(lowest), hits(highest) * longest),
                _ => (hits(lowest), hits(highest * longest)),
            }
        }
    };
    let (low, high) = if tricks.halve { (low / 2, high / 2) } else { (low, high) };
    let add = i64::from(roll.added());
    (low + add, high + add)
}

impl From<Roll> for Expr {
    fn from(roll: Roll) -> Expr {
        Expr { node: Node::roll(roll) }
    }
}

impl FromStr for Expr {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Expr, NotationError> {
        Expr::parse(text)
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Roll, NotationError> {
        let expr = Expr::parse(text)?;
        expr.as_roll().ok_or_else(|| NotationError::not_one_roll(text))
    }
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Roll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expr, D::Error> {
        deserializer.deserialize_any(Written).map(|node| Expr { node })
    }
}

impl<'de> Deserialize<'de> for Roll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roll, D::Error> {
        let node = deserializer.deserialize_any(Written)?;
        node.as_roll().ok_or_else(|| D::Error::custom("wanted one pool of dice and a number, such as 2d6+3"))
    }
}

/// Dice in a file: text, or a bare number.
struct Written;

impl Visitor<'_> for Written {
    type Value = Node;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "dice such as \"2d6+3\", or a number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Node, E> {
        parse::parse(text).map_err(E::custom)
    }

    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Node, E> {
        let far = E::custom(format_args!("{n} is too far from 0"));
        if (-FAR..=FAR).contains(&n) { Ok(Node::Number(n as i32)) } else { Err(far) }
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Node, E> {
        self.visit_i64(n.try_into().unwrap_or(i64::MAX))
    }
}
