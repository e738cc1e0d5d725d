//! The reading: what was written, in plain English, so that nobody has to know the notation to check it.

use super::print::Tight;
use super::{Node, Op};
use crate::{Edge, Explode, FaceSet, Reroll, Roll, Take, Tricks};

pub(super) fn expression(node: &Node) -> String {
    match node {
        Node::Number(n) => number(*n),
        Node::Roll(roll) => self::roll(roll),
        Node::Minus(node) => format!("minus {}", part(node, Tight::Whole)),
        Node::Label(node, label) => format!("{} ({label})", part(node, Tight::Sign)),
        Node::Two(op, left, right) => {
            let (sign, here, next) = match op {
                Op::Add => ("plus", Tight::Sum, Tight::Product),
                Op::Sub => ("minus", Tight::Sum, Tight::Product),
                Op::Mul => ("times", Tight::Product, Tight::Sign),
                Op::Div => ("divided by", Tight::Product, Tight::Sign),
            };
            let (left, right) = (part(left, here), part(right, next));
            let comma = if left.contains(',') { "," } else { "" };
            let down = if *op == Op::Div { ", rounded down" } else { "" };
            format!("{left}{comma} {sign} {right}{down}")
        }
    }
}

fn part(node: &Node, at_least: Tight) -> String {
    let words = expression(node);
    if node.tight() >= at_least { words } else { format!("({words})") }
}

fn number(n: i32) -> String {
    if n < 0 { format!("minus {}", n.unsigned_abs()) } else { n.to_string() }
}

pub(super) fn roll(roll: &Roll) -> String {
    if *roll == Roll::constant(roll.added()) {
        return number(roll.added().into());
    }
    let tricks = roll.tricks();
    let mut words = taken(roll, &tricks);
    if let Some(reroll) = tricks.reroll {
        words += &rerolled(reroll);
    }
    words = match tricks.edge {
        Edge::Level => words,
        Edge::Advantage => words + comma(&tricks) + " with advantage",
        Edge::Disadvantage => words + comma(&tricks) + " with disadvantage",
    };
    if tricks.halve {
        words = format!("half of {words}, rounded down");
    }
    let plain = tricks == Tricks::default();
    match roll.added() {
        0 => words,
        n => {
            let comma = if plain { "" } else { "," };
            let sign = if n > 0 { "plus" } else { "minus" };
            format!("{words}{comma} {sign} {}", n.unsigned_abs())
        }
    }
}

/// Sets what concerns the whole apart from what concerns its last die.
fn comma(tricks: &Tricks) -> &'static str {
    let level = Tricks { edge: Edge::Level, halve: false, ..*tricks };
    if level == Tricks::default() { "" } else { "," }
}

/// What is made of the pool, without rerolls and what comes after.
fn taken(roll: &Roll, tricks: &Tricks) -> String {
    let dice = dice(roll, tricks);
    let (one, two) = (roll.count() == 1, roll.count() == 2);
    match tricks.take {
        Take::All if tricks.explode == Explode::No || one => dice,
        Take::All => format!("{dice} added up"),
        Take::High(1) if two => format!("the higher of {dice}"),
        Take::Low(1) if two => format!("the lower of {dice}"),
        Take::High(1) => format!("the highest of {dice}"),
        Take::Low(1) => format!("the lowest of {dice}"),
        Take::High(kept) => format!("the highest {kept} of {dice} added up"),
        Take::Low(kept) => format!("the lowest {kept} of {dice} added up"),
        Take::Hits(target) => match (tricks.explode, one) {
            (Explode::Again, true) => format!("how often {dice} shows {target} or more"),
            (_, true) => format!("1 if {dice} shows {target} or more, else 0"),
            (Explode::Add, false) => format!("how many of {dice} come to {target} or more"),
            (_, false) => format!("how many of {dice} show {target} or more"),
        },
    }
}

fn dice(roll: &Roll, tricks: &Tricks) -> String {
    let (count, sides) = (roll.count(), roll.sides());
    let counted = matches!(tricks.take, Take::Hits(_));
    let kind = match tricks.explode {
        Explode::No => "",
        // Next to counting, "exploding" means another chance.
        Explode::Add if counted => "compounding ",
        Explode::Add | Explode::Again => "exploding ",
    };
    match (count, kind) {
        (1, "") if counted => format!("a d{sides}"),
        (1, "") => format!("d{sides}"),
        (1, "compounding ") => format!("a compounding d{sides}"),
        (1, kind) => format!("an {kind}d{sides}"),
        (_, "") => format!("{count}d{sides}"),
        (_, kind) => format!("{count} {kind}d{sides}"),
    }
}

fn rerolled(reroll: Reroll) -> String {
    let faces = match reroll.faces {
        FaceSet::AtMost(n) if n > 1 => format!("{n} or less"),
        FaceSet::AtLeast(n) => format!("{n} or more"),
        FaceSet::AtMost(n) | FaceSet::Exactly(n) => n.to_string(),
    };
    let how = if reroll.once { "once" } else { "until it shows something else" };
    format!(", each die that shows {faces} rerolled {how}")
}
