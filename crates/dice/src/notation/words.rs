//! The reading: what was written, in plain English, so that nobody has to know the notation to check it.

use super::func::Func;
use super::pool::{Cond, Faces, How, Listed, Made, Pool};
use super::print::Tight;
use super::{Node, Op};
use crate::{Edge, Explode, FaceSet, Reroll, Roll, Take, Tricks};

pub(super) fn expression(node: &Node) -> String {
    match node {
        Node::Number(n) => number(*n),
        Node::Roll(roll) => self::roll(roll),
        Node::Pool(pool) => self::pool(pool),
        Node::Dice(count, sides) => {
            let count = part(count, Tight::Whole);
            match **sides {
                Node::Number(sides) => format!("as many d{sides} as {count} comes to"),
                _ => format!(
                    "as many dice as {count} comes to, each with as many sides as {}",
                    part(sides, Tight::Whole)
                ),
            }
        }
        Node::Many(count, pool) => {
            let dice = self::pool(&Pool { count: 2, ..*pool });
            format!(
                "{} with as many dice as {} comes to",
                dice.replacen("2d", "d", 1),
                part(count, Tight::Whole)
            )
        }
        Node::Func(func, node) => {
            let node = part(node, Tight::Whole);
            match func {
                Func::Floor => format!("{node} rounded down"),
                Func::Ceil => format!("{node} rounded up"),
                Func::Round => format!("{node} rounded to the nearest whole number"),
                Func::Abs => format!("{node} without its sign"),
                Func::Rest(by) => format!("what is left of {node} divided by {by}"),
                Func::Power(n) => format!("{node} to the power of {n}"),
            }
        }
        Node::Group(group) => {
            let members: Vec<String> = group.members.iter().map(expression).collect();
            let members = members.join("; ");
            match group.made {
                Made::Sum => format!("{members}: all added up"),
                Made::High(1) => format!("the highest of these: {members}"),
                Made::Low(1) => format!("the lowest of these: {members}"),
                Made::High(kept) => format!("the highest {kept} of these added up: {members}"),
                Made::Low(kept) => format!("the lowest {kept} of these added up: {members}"),
                Made::Count { hits, fails } => {
                    format!("how many of these are {}{}: {members}", shown(hits), failing(fails))
                }
                Made::Only { cond, keep: true } => {
                    format!("those of these that are {}, added up: {members}", shown(cond))
                }
                Made::Only { cond, keep: false } => {
                    format!("those of these that are not {}, added up: {members}", shown(cond))
                }
            }
        }
        Node::Holds(node, cond) => {
            format!("1 if {} comes to {}, else 0", part(node, Tight::Sum), shown(*cond))
        }
        Node::Minus(node) => format!("minus {}", part(node, Tight::Whole)),
        Node::Label(node, label) => format!("{} ({label})", part(node, Tight::Sign)),
        Node::Two(op, left, right) => {
            let (sign, here, next) = match op {
                Op::Add => ("plus", Tight::Sum, Tight::Product),
                Op::Sub => ("minus", Tight::Sum, Tight::Product),
                Op::Mul => ("times", Tight::Product, Tight::Sign),
                Op::Div => ("divided by", Tight::Product, Tight::Sign),
            };
            if let (Op::Div, Node::Number(2)) = (op, &**right) {
                return format!("half of {}", part(left, Tight::Whole));
            }
            let (left, right) = (part(left, here), part(right, next));
            let comma = if left.contains(',') { "," } else { "" };
            format!("{left}{comma} {sign} {right}")
        }
    }
}

/// In brackets, where it could be taken for something else: what is put before it (`half of`), a list, or what is
/// said behind it in many words.
fn part(node: &Node, at_least: Tight) -> String {
    let words = expression(node);
    let open = match node {
        Node::Two(Op::Div, _, right) => **right == Node::Number(2) && at_least == Tight::Product,
        Node::Group(_) | Node::Func(..) | Node::Many(..) => at_least > Tight::Loose,
        _ => false,
    };
    if node.tight() >= at_least && !open { words } else { format!("({words})") }
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
        words = format!("half of {words}");
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

fn shown(cond: Cond) -> String {
    match cond {
        Cond::AtMost(n) => format!("{n} or less"),
        Cond::AtLeast(n) => format!("{n} or more"),
        Cond::Exactly(n) => format!("exactly {n}"),
        Cond::Not(n) => format!("anything but {n}"),
        Cond::Above(n) => format!("more than {n}"),
        Cond::Below(n) => format!("less than {n}"),
        Cond::OneOf(_) => {
            let faces: Vec<String> = cond.listed().map(|face| face.to_string()).collect();
            match faces.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => faces.concat(),
            }
        }
    }
}

fn failing(fails: Option<Cond>) -> String {
    fails.map_or(String::new(), |fails| format!(", less those that show {}", shown(fails)))
}

fn pool(pool: &Pool) -> String {
    let die = match pool.faces {
        Faces::Sides(sides) => format!("d{sides}"),
        Faces::Listed(Listed::FUDGE) => "fudge dice".to_owned(),
        Faces::Listed(list) => format!("d{list}"),
    };
    let dice = match (pool.faces, pool.count) {
        (Faces::Listed(Listed::FUDGE), 1) => "a fudge die".to_owned(),
        (Faces::Listed(Listed::FUDGE), count) => format!("{count} {die}"),
        (_, 1) => die,
        (_, count) => format!("{count}{die}"),
    };
    let mut words = match pool.made {
        Made::Sum => dice,
        Made::High(1) => format!("the highest of {dice}"),
        Made::Low(1) => format!("the lowest of {dice}"),
        Made::High(kept) => format!("the highest {kept} of {dice} added up"),
        Made::Low(kept) => format!("the lowest {kept} of {dice} added up"),
        Made::Count { hits, fails: None } if pool.count == 1 && pool.burst.is_none() => {
            format!("1 if {dice} shows {}, else 0", shown(hits))
        }
        Made::Count { hits, fails } => format!("how many of {dice} show {}{}", shown(hits), failing(fails)),
        Made::Only { cond, keep: true } => format!("those of {dice} that show {}, added up", shown(cond)),
        Made::Only { cond, keep: false } => {
            format!("those of {dice} that do not show {}, added up", shown(cond))
        }
    };
    if let Some((cond, once)) = pool.reroll {
        let how = if once { "once" } else { "until it shows something else" };
        words += &format!(", each die that shows {} rerolled {how}", shown(cond));
    }
    if let Some(burst) = pool.burst {
        let how = match burst.how {
            How::Add if burst.once => "rolled again once and added",
            How::Less if burst.once => "rolled again once and added, less one",
            How::Again if burst.once => "followed by one more die",
            How::Add => "rolled again and added to the same die",
            How::Again => "followed by another die",
            How::Less => "rolled again and added, one less each time",
        };
        words += &format!(", each die that shows {} {how}", shown(burst.on));
    }
    if let Some(least) = pool.least {
        words += &format!(", each die at least {least}");
    }
    if let Some(most) = pool.most {
        words += &format!(", each die at most {most}");
    }
    match pool.edge {
        Edge::Level => words,
        Edge::Advantage => words + ", with advantage",
        Edge::Disadvantage => words + ", with disadvantage",
    }
}
