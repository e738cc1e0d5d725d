//! The normal form: what it prints reads back as the same value.

use std::fmt::{Display, Formatter, Result};

use super::{Expr, Node, Op};
use crate::{Edge, Explode, FaceSet, Roll, Take};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.node.fmt(f)
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
            Node::Roll(_) | Node::Label(..) => Tight::Whole,
            Node::Minus(_) => Tight::Sign,
            Node::Two(Op::Add | Op::Sub, ..) => Tight::Sum,
            Node::Two(Op::Mul | Op::Div, ..) => Tight::Product,
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
