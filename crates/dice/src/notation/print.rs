//! The normal form: what it prints reads back as the same value.

use std::fmt::{Display, Formatter, Result};

use super::func::Func;
use super::pool::{Burst, Cond, Faces, How, Listed, Made, Pool};
use super::{Expr, Node, Op};
use crate::{Edge, Explode, FaceSet, Roll, Take};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.times {
            1 => self.node.fmt(f),
            times => write!(f, "{times}x{}", self.node),
        }
    }
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::AtMost(n) => write!(f, "<={n}"),
            Cond::AtLeast(n) => write!(f, ">={n}"),
            Cond::Exactly(n) => write!(f, "={n}"),
            Cond::Not(n) => write!(f, "<>{n}"),
            Cond::Above(n) => write!(f, ">{n}"),
            Cond::Below(n) => write!(f, "<{n}"),
            Cond::OneOf(_) => {
                let faces: Vec<String> = self.listed().map(|face| face.to_string()).collect();
                write!(f, "={}", faces.join("|"))
            }
        }
    }
}

impl Display for Listed {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if *self == Listed::FUDGE || *self == Listed::RARE_FUDGE {
            return write!(f, "{}", if *self == Listed::FUDGE { "F" } else { "F.1" });
        }
        let faces: Vec<String> = self.faces().iter().map(ToString::to_string).collect();
        write!(f, "{{{}}}", faces.join(","))
    }
}

impl Display for Made {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Made::Sum => Ok(()),
            Made::High(kept) => write!(f, "kh{kept}"),
            Made::Low(kept) => write!(f, "kl{kept}"),
            Made::Count { hits, fails } => {
                write!(f, "{hits}")?;
                fails.map_or(Ok(()), |fails| write!(f, "f{fails}"))
            }
            Made::Only { cond, keep } => write!(f, "{}({cond})", if *keep { "keep" } else { "drop" }),
        }
    }
}

impl Display for Pool {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.edge {
            Edge::Level => {}
            Edge::Advantage => write!(f, "adv ")?,
            Edge::Disadvantage => write!(f, "dis ")?,
        }
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        match self.faces {
            Faces::Sides(sides) => write!(f, "d{sides}")?,
            Faces::Listed(list) => write!(f, "d{list}")?,
        }
        if let Some((cond, once)) = self.reroll {
            write!(f, "{}{cond}", if once { "ro" } else { "r" })?;
        }
        if let Some(burst) = self.burst {
            // Alone, `!` means another die where dice are counted, and more on the same die elsewhere.
            let counting = matches!(self.made, Made::Count { .. } | Made::Only { .. });
            let mark = match (burst.how, counting) {
                (How::Less, _) => "!p",
                (How::Add, true) => "!!",
                (How::Again, false) => "!n",
                (How::Add, false) | (How::Again, true) => "!",
            };
            write!(f, "{mark}")?;
            if burst.once {
                write!(f, "o")?;
            }
            if burst.on != Cond::AtLeast(self.faces.highest()) {
                write!(f, "({})", burst.on)?;
            }
        }
        for (word, bound) in [("min", self.least), ("max", self.most)] {
            bound.map_or(Ok(()), |bound| write!(f, "{word}{bound}"))?;
        }
        // Bare, these would be held against the total, or say on what a die explodes.
        let beyond = |n: i32| n < self.faces.lowest() || n > self.faces.highest();
        let special = |burst: Burst| burst.how != How::Again || burst.once;
        if let Made::Count { hits, fails } = self.made
            && (hits.number().is_some_and(beyond)
                || self.burst.is_some_and(|burst| fails.is_some() || special(burst)))
        {
            write!(f, "cs")?;
        }
        self.made.fmt(f)
    }
}

impl Display for Roll {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if *self == Roll::constant(self.added()) {
            return write!(f, "{}", self.added());
        }
        self.print(f)
    }
}

impl Roll {
    /// With its dice, also where there are none.
    fn print(&self, f: &mut Formatter<'_>) -> Result {
        let tricks = self.tricks();
        match tricks.edge {
            Edge::Level => {}
            Edge::Advantage => write!(f, "adv ")?,
            Edge::Disadvantage => write!(f, "dis ")?,
        }
        if self.count() != 1 {
            write!(f, "{}", self.count())?;
        }
        write!(f, "d{}", self.sides())?;
        if let Some(reroll) = tricks.reroll {
            write!(f, "{}{}", if reroll.once { "ro" } else { "r" }, reroll.faces)?;
        }
        match (tricks.explode, tricks.take) {
            (Explode::No, _) => {}
            // Alone, `!` would be another chance to count.
            (Explode::Add, Take::Hits(_)) => write!(f, "!!")?,
            (Explode::Add | Explode::Again, _) => write!(f, "!")?,
        }
        match tricks.take {
            Take::All => {}
            Take::High(kept) => write!(f, "kh{kept}")?,
            Take::Low(kept) => write!(f, "kl{kept}")?,
            // Held against the total, if no die could reach it.
            Take::Hits(target) if (target == 0 || target > self.sides()) && tricks.explode == Explode::No => {
                write!(f, "t{target}")?
            }
            Take::Hits(target) => write!(f, ">={target}")?,
        }
        if tricks.halve {
            write!(f, "/2")?;
        }
        if self.added() != 0 {
            write!(f, "{:+}", self.added())?;
        }
        Ok(())
    }
}

impl Display for FaceSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            FaceSet::AtMost(n) => write!(f, "<={n}"),
            FaceSet::AtLeast(n) => write!(f, ">={n}"),
            FaceSet::Exactly(n) => write!(f, "={n}"),
        }
    }
}

/// How tightly a part holds together in print.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tight {
    Loose,
    Sum,
    Product,
    Sign,
    Whole,
}

impl Node {
    pub(super) fn tight(&self) -> Tight {
        match self {
            Node::Number(n) if *n < 0 => Tight::Sign,
            Node::Number(_) => Tight::Whole,
            Node::Roll(roll) if roll.added() != 0 => Tight::Sum,
            Node::Roll(roll) if roll.tricks().halve => Tight::Product,
            Node::Roll(_) | Node::Label(..) | Node::Pool(_) | Node::Dice(..) | Node::Many(..) => Tight::Whole,
            Node::Func(Func::Rest(_), _) => Tight::Product,
            Node::Func(Func::Power(_), _) => Tight::Sign,
            Node::Func(..) | Node::Group(_) => Tight::Whole,
            Node::Holds(..) => Tight::Loose,
            Node::Minus(_) => Tight::Sign,
            Node::Two(Op::Add | Op::Sub, ..) => Tight::Sum,
            Node::Two(Op::Mul | Op::Div, ..) => Tight::Product,
        }
    }

    /// Whether a comparison behind it would be taken for the last of its dice.
    fn ends_in_dice(&self) -> bool {
        match self {
            Node::Number(_) | Node::Label(..) | Node::Func(..) => false,
            Node::Two(_, _, last) | Node::Minus(last) => last.ends_in_dice(),
            _ => true,
        }
    }

    fn print(&self, at_least: Tight, f: &mut Formatter<'_>) -> Result {
        if self.tight() >= at_least { self.fmt(f) } else { write!(f, "({self})") }
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Node::Number(n) => write!(f, "{n}"),
            // Written with dice: `0d1` is not `0`, because it can be halved.
            Node::Roll(roll) => roll.print(f),
            Node::Pool(pool) => pool.fmt(f),
            Node::Dice(count, sides) => write!(f, "({count})d({sides})"),
            // Behind the bracket everything is as behind a number, and one die has none.
            Node::Many(count, pool) => write!(f, "({count}){}", Pool { count: 1, ..*pool }),
            Node::Func(func, node) => {
                let name = match func {
                    Func::Floor => "floor",
                    Func::Ceil => "ceil",
                    Func::Round => "round",
                    Func::Abs => "abs",
                    Func::Rest(by) => {
                        node.print(Tight::Product, f)?;
                        return write!(f, "%{by}");
                    }
                    Func::Power(n) => {
                        node.print(Tight::Whole, f)?;
                        return write!(f, "**{n}");
                    }
                };
                write!(f, "{name}({node})")
            }
            Node::Group(group) => {
                write!(f, "{{")?;
                for (nth, member) in group.members.iter().enumerate() {
                    write!(f, "{}{member}", if nth == 0 { "" } else { "," })?;
                }
                write!(f, "}}{}", group.made)
            }
            // Bare dice would be counted one by one.
            Node::Holds(node, cond) if node.ends_in_dice() => write!(f, "({node}){cond}"),
            Node::Holds(node, cond) => write!(f, "{node}{cond}"),
            Node::Minus(node) => {
                write!(f, "-")?;
                node.print(Tight::Whole, f)
            }
            Node::Two(op, left, right) => {
                let (sign, here) = match op {
                    Op::Add => ('+', Tight::Sum),
                    Op::Sub => ('-', Tight::Sum),
                    Op::Mul => ('*', Tight::Product),
                    Op::Div => ('/', Tight::Product),
                };
                left.print(here, f)?;
                write!(f, "{sign}")?;
                // Read from left to right, so that the right side must hold more tightly.
                right.print(if here == Tight::Sum { Tight::Product } else { Tight::Sign }, f)
            }
            Node::Label(node, label) if matches!(**node, Node::Label(..)) => write!(f, "({node})[{label}]"),
            Node::Label(node, label) => {
                node.print(Tight::Whole, f)?;
                write!(f, "[{label}]")
            }
        }
    }
}
