//! Dice as people write them: read, printed in one normal form, and put into plain words.
//!
//! Knows the grammar and nothing of what a roll is for. What it reads becomes an [`Expr`]; an expression that is one
//! pool and a number is a [`Roll`], and a roll has the same text form.
//!
//! All of the grammar is in `docs/NOTATION.md`. `4d6d1` is refused, because some drop the lowest by it and some the highest.

mod error;
mod func;
mod group;
mod lex;
mod parse;
mod pool;
mod print;
#[cfg(test)]
mod tests;
mod values;
mod words;

use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::ser::{Serialize, Serializer};

pub use error::NotationError;
pub use parse::Dialect;

use crate::{Dice, Dist, Explode, MAX_REPEATS, NoDist, Roll, Take, Tricks, Why};
use func::Func;
use group::Group;
use pool::{Cond, Pool};
use values::{Ratio, Values};

/// What was written, in its normal form: numbers are worked out, and a number added to a pool is part of its roll.
///
/// No value of an expression lies further than a thousand million from 0, and no divisor is ever 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    node: Node,
    /// How often it is rolled, each time for itself.
    times: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Node {
    Number(i32),
    Roll(Roll),
    Pool(Pool),
    /// As many dice as the first comes to, each with as many sides as the second.
    Dice(Box<Node>, Box<Node>),
    /// As many dice as it comes to, of which is made what is made of the pool.
    Many(Box<Node>, Pool),
    Func(Func, Box<Node>),
    Group(Group),
    Minus(Box<Node>),
    Two(Op, Box<Node>, Box<Node>),
    /// 1 if it is so, else 0.
    Holds(Box<Node>, Cond),
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

/// The most dice, and the most sides, where dice say how many.
const MAX_DRAWN: i64 = 100;

/// Why parts do not go together.
enum Unfit {
    TooFar,
    ByZero,
    NeverStops,
    KeepsTooMany {
        kept: u8,
        rolled: u8,
    },
    /// Extra dice kept apart, where they are not the highest.
    KeepsExtra,
}

impl Expr {
    /// Reads the notation. Everything must be understood; nothing is guessed or left over.
    pub fn parse(text: &str) -> Result<Expr, NotationError> {
        Expr::read(text, Dialect::default()).map(|(expr, _)| expr)
    }

    /// The same as it is written elsewhere, with what others would read differently, each with the other spelling.
    pub fn read(text: &str, dialect: Dialect) -> Result<(Expr, Vec<String>), NotationError> {
        let read = parse::parse(text, dialect)?;
        Ok((Expr { node: read.node, times: read.times }, read.notes))
    }

    /// How often it is rolled, each time for itself.
    pub fn times(&self) -> u8 {
        self.times
    }

    /// The reading in plain English.
    pub fn words(&self) -> String {
        let mut words = words::expression(&self.node);
        if self.node.has_fractions() {
            words += ", rounded down";
        }
        match self.times {
            1 => words,
            times => format!("rolled {times} times: {words}"),
        }
    }

    /// The exact distribution of the result, of each if it is rolled several times.
    pub fn dist(&self) -> Result<Dist, NoDist> {
        self.node.values(&mut MAX_WORK.clone()).map(Values::floor)
    }

    /// As one roll, where it is one pool and a number; labels are dropped.
    pub fn as_roll(&self) -> Option<Roll> {
        self.node.as_roll().filter(|_| self.times == 1)
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

    /// Do its dice show the numbers 1, 2, 3 and so on?
    pub fn has_plain_faces(&self) -> bool {
        let mut plain = true;
        self.node.visit(&mut |node| {
            plain &= !matches!(node, Node::Pool(pool) if !matches!(pool.faces, pool::Faces::Sides(_)));
        });
        plain
    }

    /// Rolls it.
    pub fn evaluate(&self, why: Why, dice: &mut impl Dice) -> i32 {
        self.node.evaluate(why, dice).floor() as i32
    }

    /// The lowest and the highest result that can be, with every chain of explosions at its longest.
    pub fn bounds(&self) -> (i32, i32) {
        let (low, high) = self.node.bounds(CHAIN);
        (low.floor() as i32, high.floor() as i32)
    }

    /// Whether nothing but the length of a chain of explosions limits the low end, and the high end.
    pub fn open_ends(&self) -> (bool, bool) {
        let (long, short) = (self.node.bounds(CHAIN), self.node.bounds(CHAIN / 2));
        (long.0.floor() != short.0.floor(), long.1.floor() != short.1.floor())
    }
}

impl Node {
    /// A roll without dice is a number.
    fn roll(roll: Roll) -> Node {
        if roll == Roll::constant(roll.added()) {
            return Node::Number(roll.added().into());
        }
        let tricks = roll.tricks();
        if !tricks.halve {
            return Node::Roll(roll);
        }
        // Halved, it may come to a fraction, which is rounded at the very end.
        let whole = Roll::new(roll.count(), roll.sides(), 0, Tricks { halve: false, ..tricks });
        let half = Node::Two(Op::Div, Box::new(Node::Roll(whole.unwrap_or(roll))), Box::new(Node::Number(2)));
        match roll.added() {
            0 => half,
            n if n < 0 => Node::Two(Op::Sub, Box::new(half), Box::new(Node::Number(-i32::from(n)))),
            n => Node::Two(Op::Add, Box::new(half), Box::new(Node::Number(n.into()))),
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
            if low <= 0.0 && high >= 0.0 {
                return Err(Unfit::ByZero);
            }
        }
        let (low, high) = node.bounds(CHAIN);
        if low < -(FAR as f64) || high > FAR as f64 { Err(Unfit::TooFar) } else { Ok(node) }
    }

    /// A pool in its simplest form.
    fn pool(pool: Pool) -> Result<Node, Unfit> {
        pool.check()?;
        if pool.is_far(CHAIN) {
            return Err(Unfit::TooFar);
        }
        Ok(pool.as_roll().map_or(Node::Pool(pool), Node::Roll))
    }

    /// Can it come to something that is not whole?
    fn has_fractions(&self) -> bool {
        match self {
            Node::Number(_) | Node::Pool(_) | Node::Dice(..) | Node::Many(..) | Node::Holds(..) => false,
            Node::Roll(roll) => roll.tricks().halve,
            Node::Two(Op::Div, ..) => true,
            Node::Two(_, left, right) => left.has_fractions() || right.has_fractions(),
            Node::Func(func, node) => !func.rounds() && node.has_fractions(),
            Node::Minus(node) | Node::Label(node, _) => node.has_fractions(),
            Node::Group(group) => group.members.iter().any(Node::has_fractions),
        }
    }

    fn as_roll(&self) -> Option<Roll> {
        match self {
            Node::Number(n) => i16::try_from(*n).ok().map(Roll::constant),
            Node::Roll(roll) => Some(*roll),
            Node::Pool(pool) => pool.as_roll(),
            Node::Label(node, _) => node.as_roll(),
            Node::Minus(_) | Node::Dice(..) | Node::Many(..) | Node::Func(..) => None,
            Node::Group(_) | Node::Holds(..) => None,
            Node::Two(Op::Div, left, right) => {
                let (left, right) = (left.as_roll()?, right.as_roll()?);
                let halves = right == Roll::constant(2) && left.added() == 0 && !left.tricks().halve;
                let number = left == Roll::constant(left.added()) && right == Roll::constant(right.added());
                match halves && left != Roll::constant(0) {
                    true => Some(left.halved()),
                    // A number that does not divide evenly is rounded down, as the whole is.
                    false => {
                        number.then(|| left.added().checked_div_euclid(right.added()).map(Roll::constant))?
                    }
                }
            }
            Node::Two(op, left, right) => {
                let (left, right) = (left.as_roll()?, right.as_roll()?);
                let number = |roll: Roll| (roll == Roll::constant(roll.added())).then_some(roll.added());
                let plus = |roll: Roll, n: i32| {
                    i16::try_from(i32::from(roll.added()) + n).ok().map(|add| Roll { add, ..roll })
                };
                match (op, number(left), number(right)) {
                    (Op::Mul, Some(a), Some(b)) => a.checked_mul(b).map(Roll::constant),
                    (Op::Add, _, Some(n)) => plus(left, n.into()),
                    (Op::Add, Some(n), _) => plus(right, n.into()),
                    (Op::Sub, _, Some(n)) => plus(left, -i32::from(n)),
                    _ => None,
                }
            }
        }
    }

    fn has_dice(&self) -> bool {
        let mut found = false;
        self.visit(&mut |node| {
            found |= matches!(node, Node::Roll(_) | Node::Pool(_) | Node::Dice(..) | Node::Many(..));
        });
        found
    }

    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Node)) {
        see(self);
        match self {
            Node::Number(_) | Node::Roll(_) | Node::Pool(_) => {}
            Node::Minus(node) | Node::Label(node, _) | Node::Holds(node, _) => node.visit(see),
            Node::Many(node, _) | Node::Func(_, node) => node.visit(see),
            Node::Group(group) => group.members.iter().for_each(|node| node.visit(see)),
            Node::Two(_, left, right) | Node::Dice(left, right) => {
                left.visit(see);
                right.visit(see);
            }
        }
    }

    fn evaluate(&self, why: Why, dice: &mut impl Dice) -> Ratio {
        match self {
            Node::Number(n) => Ratio::whole((*n).into()),
            Node::Roll(roll) => Ratio::whole(dice.roll(why, *roll).value.into()),
            Node::Pool(pool) => Ratio::whole(pool.evaluate(why, dice)),
            Node::Dice(count, sides) => {
                let count = count.evaluate(why, dice).floor().clamp(0, MAX_DRAWN) as u8;
                let sides = sides.evaluate(why, dice).floor().clamp(1, Roll::MAX_SIDES.into()) as u16;
                Ratio::whole(dice.roll(why, Roll::pool(count, sides)).value.into())
            }
            Node::Many(count, pool) => {
                let count = count.evaluate(why, dice).floor();
                Ratio::whole(pool.of(count).evaluate(why, dice))
            }
            Node::Func(func, node) => func.of(node.evaluate(why, dice)),
            Node::Group(group) => group.evaluate(why, dice),
            Node::Minus(node) => node.evaluate(why, dice).minus(),
            Node::Label(node, _) => node.evaluate(why, dice),
            Node::Holds(node, cond) => {
                let value = node.evaluate(why, dice);
                Ratio::whole(cond.holds(value).into())
            }
            Node::Two(op, left, right) => {
                let left = left.evaluate(why, dice);
                left.with(*op, right.evaluate(why, dice))
            }
        }
    }

    /// Where no chain of explosions is longer than `chain`.
    fn bounds(&self, chain: i64) -> (f64, f64) {
        let whole = |(low, high): (i64, i64)| (low as f64, high as f64);
        match self {
            Node::Number(n) => (f64::from(*n), f64::from(*n)),
            Node::Roll(roll) => whole(roll_bounds(roll, chain)),
            Node::Pool(pool) => whole(pool.bounds(chain)),
            Node::Dice(count, sides) => {
                let (low, high) = count.bounds(chain);
                (low.max(0.0), high.max(0.0) * sides.bounds(chain).1.max(1.0))
            }
            Node::Many(count, pool) => {
                let (least, most) = count.bounds(chain);
                let [(a, b), (c, d)] = [least, most].map(|count| whole(pool.of(count as i64).bounds(chain)));
                (a.min(c), b.max(d))
            }
            Node::Func(func, node) => func.bounds(node.bounds(chain)),
            Node::Group(group) => group.bounds(chain),
            Node::Minus(node) => {
                let (low, high) = node.bounds(chain);
                (-high, -low)
            }
            Node::Label(node, _) => node.bounds(chain),
            Node::Holds(..) => (0.0, 1.0),
            Node::Two(op, left, right) => {
                let ((a, b), (c, d)) = (left.bounds(chain), right.bounds(chain));
                // A divisor is of one sign, so that the corners are the extremes here too.
                let corners = [op.of(a, c), op.of(a, d), op.of(b, c), op.of(b, d)];
                corners.iter().fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(*n), high.max(*n)))
            }
        }
    }

    fn values(&self, budget: &mut u64) -> Result<Values, NoDist> {
        match self {
            Node::Number(n) => Ok(Values::Whole(Dist::constant(*n))),
            Node::Roll(roll) => {
                spend(budget, Dist::work(roll))?;
                Ok(Values::Whole(Dist::of(roll)))
            }
            Node::Pool(pool) => pool.dist(budget),
            Node::Dice(count, sides) => {
                let (counts, sides) = (count.values(budget)?.floor(), sides.values(budget)?.floor());
                let mut all = Vec::new();
                for (count, p) in counts.iter() {
                    for (sides, q) in sides.iter() {
                        let pool =
                            Roll::pool(count.clamp(0, MAX_DRAWN as i32) as u8, sides.clamp(1, 1000) as u16);
                        spend(budget, Dist::work(&pool))?;
                        all.push((Values::Whole(Dist::of(&pool)), p * q));
                    }
                }
                Ok(Values::mixed(all))
            }
            Node::Many(count, pool) => {
                let counts = count.values(budget)?.floor();
                let each = |(count, p): (i32, f64)| Ok((pool.of(count.into()).dist(budget)?, p));
                Ok(Values::mixed(counts.iter().map(each).collect::<Result<_, _>>()?))
            }
            Node::Func(func, node) => Ok(node.values(budget)?.map(|value| func.of(value))),
            Node::Group(group) => group.dist(budget),
            Node::Minus(node) => Ok(node.values(budget)?.minus()),
            Node::Label(node, _) => node.values(budget),
            Node::Holds(node, cond) => {
                let values = node.values(budget)?;
                let chance = values.chance(|value| cond.holds(value));
                let both = [(0, 1.0 - chance), (1, chance)].into_iter().filter(|(_, p)| *p > 0.0).collect();
                Ok(Values::Whole(Dist::from_values(both, 0, 0.0)))
            }
            Node::Two(op, left, right) => {
                let (left, right) = (left.values(budget)?, right.values(budget)?);
                spend(budget, left.width() * right.width())?;
                left.with(*op, &right)
            }
        }
    }
}

impl Cond {
    /// Of a total, which may be a fraction.
    fn holds(self, value: Ratio) -> bool {
        match self {
            Cond::AtMost(n) => value <= Ratio::whole(n.into()),
            Cond::AtLeast(n) => value >= Ratio::whole(n.into()),
            Cond::Exactly(n) => value == Ratio::whole(n.into()),
            Cond::Not(n) => value != Ratio::whole(n.into()),
            Cond::Above(n) => value > Ratio::whole(n.into()),
            Cond::Below(n) => value < Ratio::whole(n.into()),
            Cond::OneOf(_) => {
                value.is_whole() && i32::try_from(value.floor()).is_ok_and(|value| self.has(value))
            }
        }
    }
}

fn spend(budget: &mut u64, work: u64) -> Result<(), NoDist> {
    *budget = budget.checked_sub(work).ok_or(NoDist::TooMuchWork)?;
    Ok(())
}

impl Op {
    fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div if b == 0.0 => 0.0,
            Op::Div => a / b,
        }
    }
}

/// Two parts that are one: numbers, and a number added to a pool.
fn fold(op: Op, left: &Node, right: &Node) -> Option<Node> {
    match (op, left, right) {
        (_, Node::Number(a), Node::Number(b)) => {
            let (a, b) = (i64::from(*a), i64::from(*b));
            let value = match op {
                Op::Add => a + b,
                Op::Sub => a - b,
                Op::Mul => a * b,
                // What is left over may be needed later.
                Op::Div if b != 0 && a % b == 0 => a / b,
                Op::Div => return None,
            };
            i32::try_from(value).ok().map(Node::Number)
        }
        (Op::Add, Node::Roll(roll), Node::Number(n)) | (Op::Add, Node::Number(n), Node::Roll(roll)) => {
            added(*roll, (*n).into())
        }
        (Op::Sub, Node::Roll(roll), Node::Number(n)) => added(*roll, -i64::from(*n)),
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
        Expr { node: Node::roll(roll), times: 1 }
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
        expr.as_roll().ok_or_else(|| {
            let mut pools = 0;
            let is_pool =
                |node: &Node| matches!(node, Node::Roll(_) | Node::Pool(_) | Node::Dice(..) | Node::Many(..));
            expr.node.visit(&mut |node| pools += usize::from(is_pool(node)));
            NotationError::not_one_roll(text, pools)
        })
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
        deserializer.deserialize_any(Written)
    }
}

impl<'de> Deserialize<'de> for Roll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roll, D::Error> {
        let expr = deserializer.deserialize_any(Written)?;
        expr.as_roll().ok_or_else(|| D::Error::custom("wanted one pool of dice and a number, such as 2d6+3"))
    }
}

/// Dice in a file: text, or a bare number.
struct Written;

impl Visitor<'_> for Written {
    type Value = Expr;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "dice such as \"2d6+3\", or a number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Expr, E> {
        Expr::parse(text).map_err(E::custom)
    }

    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Expr, E> {
        let far = E::custom(format_args!("{n} is too far from 0"));
        if (-FAR..=FAR).contains(&n) { Ok(Expr { node: Node::Number(n as i32), times: 1 }) } else { Err(far) }
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Expr, E> {
        self.visit_i64(n.try_into().unwrap_or(i64::MAX))
    }
}
