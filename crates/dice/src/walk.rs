//! Every outcome of any piece of code that rolls dice, each with its chance, by running it again and again.
//!
//! The code must be deterministic apart from its dice. A walk goes depth first through the tree of results: each run
//! follows the path so far and takes the next branch at its end. It knows nothing of what the code does, nor of what is
//! made of the outcomes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{Check, Dice, Dist, Roll, Throw, Versus, Why};

/// A source of dice that gives every result in turn.
///
/// ```
/// use fracas_dice::{Dice, Roll, Walk, Why};
/// let attack = |dice: &mut Walk| {
///     let hit = dice.check(Why::table("attack"), Roll::d(20).plus(5), 15).success;
///     if hit { dice.roll(Why::table("damage"), Roll::d(8)).value } else { 0 }
/// };
/// let (mut walk, mut mean) = (Walk::new(), 0.0);
/// walk.each(attack, |damage, chance| mean += f64::from(damage) * chance);
/// assert!((mean - 0.55 * 4.5).abs() < 1e-12);
/// assert_eq!(walk.leaves(), 9);
/// ```
///
/// The far ends of a roll's distribution, at most [`Walk::MERGED`] at either end, are merged into the nearest value
/// that is left, so that an exploding die does not multiply the leaves by its endless tail. A check or a contest merges
/// nothing.
#[derive(Debug, Default)]
pub struct Walk {
    path: Vec<Step>,
    /// How many steps of the path this run has gone.
    gone: usize,
    chance: f64,
    leaves: u64,
    menus: HashMap<Key, Menu, Quick>,
    branches: Vec<Branch>,
    dists: HashMap<Roll, Dist, Quick>,
}

/// A place where the dice decide, and the branch taken there now.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: u32,
    end: u32,
    /// The chance to get here.
    before: f64,
    #[cfg(debug_assertions)]
    key: Key,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Roll(Roll),
    Check(Roll, i32),
    Exactly(Roll, i32),
    Versus(Roll, Roll),
}

/// Where the branches of a question lie.
#[derive(Clone, Copy, Debug)]
struct Menu {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    mine: i32,
    theirs: i32,
    chance: f64,
}

impl Walk {
    /// At most this much of a roll is moved to a neighbouring value at either end.
    pub const MERGED: f64 = 1e-13;

    pub fn new() -> Walk {
        Walk::default()
    }

    /// Runs the code once for each outcome and tells what came of it, and how likely that was.
    pub fn each<T>(&mut self, mut run: impl FnMut(&mut Walk) -> T, mut tell: impl FnMut(T, f64)) {
        self.restart();
        loop {
            self.begin();
            let outcome = run(self);
            tell(outcome, self.probability());
            if !self.advance() {
                return;
            }
        }
    }

    /// Forgets where it was, but none of the distributions: for another piece of code.
    pub fn restart(&mut self) {
        self.path.clear();
        self.leaves = 0;
        self.begin();
    }

    /// Before each run.
    pub fn begin(&mut self) {
        self.gone = 0;
        self.chance = 1.0;
    }

    /// After each run: goes on to the next outcome; false where there is none left.
    pub fn advance(&mut self) -> bool {
        self.leaves += 1;
        // A run that stopped early has made the rest of its path meaningless.
        self.path.truncate(self.gone);
        while let Some(step) = self.path.last_mut() {
            step.at += 1;
            if step.at < step.end {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// How many results of the path stay as they were after the last [`Walk::advance`]; the next one is another.
    pub fn kept(&self) -> usize {
        self.path.len().saturating_sub(1)
    }

    /// The chance of the results given in this run so far.
    pub fn probability(&self) -> f64 {
        self.chance
    }

    /// Outcomes walked since the start.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Results given in this run so far.
    pub fn depth(&self) -> usize {
        self.gone
    }

    /// After the first run: how many outcomes there are, if all paths branch as this one did.
    pub fn breadth(&self) -> f64 {
        self.path[..self.gone].iter().map(|step| f64::from(step.end - step.at)).product()
    }

    /// The distribution of a roll, worked out once.
    pub fn dist(&mut self, roll: Roll) -> &Dist {
        self.dists.entry(roll).or_insert_with(|| Dist::of(&roll))
    }

    #[inline]
    fn step(&mut self, key: Key) -> Branch {
        if self.gone == self.path.len() {
            let Menu { start, end } = match self.menus.get(&key) {
                Some(menu) => *menu,
                None => self.unfold(key),
            };
            let before = self.chance;
            #[cfg(debug_assertions)]
            self.path.push(Step { at: start, end, before, key });
            #[cfg(not(debug_assertions))]
            self.path.push(Step { at: start, end, before });
        }
        let step = self.path[self.gone];
        #[cfg(debug_assertions)]
        debug_assert_eq!(
            step.key, key,
            "code that is walked must ask for the same rolls after the same results"
        );
        self.gone += 1;
        let branch = self.branches[step.at as usize];
        self.chance = step.before * branch.chance;
        branch
    }

    /// Works out the branches of a question that is asked for the first time.
    #[cold]
    fn unfold(&mut self, key: Key) -> Menu {
        let start = self.branches.len() as u32;
        match key {
            Key::Roll(roll) => {
                let values = merged(self.dist(roll));
                let branches = values.map(|(mine, chance)| Branch { mine, theirs: 0, chance });
                let branches: Vec<_> = branches.collect();
                self.branches.extend(branches);
            }
            Key::Check(roll, target) => {
                let dist = self.dist(roll);
                let both = [reached(dist, target), missed(dist, target)];
                self.branches.extend(both.into_iter().flatten());
            }
            Key::Exactly(roll, target) => {
                let dist = self.dist(roll);
                let both = [met(dist, target), unmet(dist, target)];
                self.branches.extend(both.into_iter().flatten());
            }
            Key::Versus(mine, theirs) => {
                let theirs = self.dist(theirs).clone();
                let three = contest(self.dist(mine), &theirs);
                self.branches.extend(three.into_iter().flatten());
            }
        }
        if let [certain] = &mut self.branches[start as usize..] {
            certain.chance = 1.0;
        }
        let menu = Menu { start, end: self.branches.len() as u32 };
        self.menus.insert(key, menu);
        menu
    }
}

fn throw(roll: Roll, value: i32) -> Throw {
    Throw { roll, value, nth: 0 }
}

impl Dice for Walk {
    #[inline]
    fn roll(&mut self, _why: Why, roll: Roll) -> Throw {
        let branch = self.step(Key::Roll(roll));
        throw(roll, branch.mine)
    }

    /// Two branches; the value is the one nearest to the target.
    #[inline]
    fn check(&mut self, _why: Why, roll: Roll, target: i32) -> Check {
        let branch = self.step(Key::Check(roll, target));
        Check { throw: throw(roll, branch.mine), target, success: branch.mine >= target }
    }

    /// Two branches; the value of the second is the likeliest other one.
    #[inline]
    fn exactly(&mut self, _why: Why, roll: Roll, target: i32) -> Check {
        let branch = self.step(Key::Exactly(roll, target));
        Check { throw: throw(roll, branch.mine), target, success: branch.mine == target }
    }

    /// Three branches; the values are the likeliest pair.
    #[inline]
    fn versus(&mut self, _why: Why, mine: Roll, _other: Why, theirs: Roll) -> Versus {
        let branch = self.step(Key::Versus(mine, theirs));
        Versus {
            mine: throw(mine, branch.mine),
            theirs: throw(theirs, branch.theirs),
            result: branch.mine.cmp(&branch.theirs),
        }
    }
}

/// The values of a distribution, the far ends merged into what is left.
fn merged(dist: &Dist) -> impl Iterator<Item = (i32, f64)> + '_ {
    let (low, below) = end(dist.iter());
    let (high, above) = end(dist.iter().rev());
    dist.iter().filter(move |(value, _)| (low..=high).contains(value)).map(move |(value, chance)| {
        let low = if value == low { below } else { 0.0 };
        let high = if value == high { above } else { 0.0 };
        (value, chance + low + high)
    })
}

/// The first value that is too likely to be merged into the next, and the chance of those before it.
fn end(mut values: impl Iterator<Item = (i32, f64)>) -> (i32, f64) {
    let mut merged = 0.0;
    let mut last = 0;
    for (value, chance) in values.by_ref() {
        if merged + chance >= Walk::MERGED {
            return (value, merged);
        }
        merged += chance;
        last = value;
    }
    (last, 0.0)
}

fn reached(dist: &Dist, target: i32) -> Option<Branch> {
    let (mine, _) = dist.iter().find(|(value, _)| *value >= target)?;
    Some(Branch { mine, theirs: 0, chance: dist.at_least(target) })
}

fn missed(dist: &Dist, target: i32) -> Option<Branch> {
    let (mine, _) = dist.iter().rev().find(|(value, _)| *value < target)?;
    Some(Branch { mine, theirs: 0, chance: dist.at_most(target - 1) })
}

fn met(dist: &Dist, target: i32) -> Option<Branch> {
    let chance = dist.probability(target);
    (chance > 0.0).then_some(Branch { mine: target, theirs: 0, chance })
}

fn unmet(dist: &Dist, target: i32) -> Option<Branch> {
    let others = || dist.iter().filter(|(value, chance)| *value != target && *chance > 0.0);
    let (mine, _) = others().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Branch { mine, theirs: 0, chance: others().map(|(_, chance)| chance).sum() })
}

/// Lower, equal and higher, each with its likeliest pair of values; what cannot be is left out.
fn contest(mine: &Dist, theirs: &Dist) -> [Option<Branch>; 3] {
    let odds = mine.versus(theirs);
    [(Ordering::Greater, odds.win), (Ordering::Equal, odds.tie), (Ordering::Less, odds.lose)].map(
        |(order, chance)| {
            let (mine, theirs) = likeliest(mine, theirs, order)?;
            Some(Branch { mine, theirs, chance })
        },
    )
}

fn likeliest(mine: &Dist, theirs: &Dist, order: Ordering) -> Option<(i32, i32)> {
    // The likeliest of theirs up to each of mine, so that a pair costs one step.
    let mut best: Option<(f64, (i32, i32))> = None;
    let mut consider = |p: f64, pair| {
        if p > 0.0 && best.is_none_or(|(most, _)| p > most) {
            best = Some((p, pair));
        }
    };
    match order {
        Ordering::Equal => {
            mine.iter().for_each(|(value, p)| consider(p * theirs.probability(value), (value, value)))
        }
        Ordering::Greater => with_peak(mine.iter(), theirs.iter(), |t, m| t < m, consider),
        Ordering::Less => with_peak(mine.iter().rev(), theirs.iter().rev(), |t, m| t > m, consider),
    }
    best.map(|(_, pair)| pair)
}

/// Pairs each of mine with the likeliest of theirs that comes before it.
fn with_peak(
    mine: impl Iterator<Item = (i32, f64)>,
    theirs: impl Iterator<Item = (i32, f64)>,
    before: impl Fn(i32, i32) -> bool,
    mut consider: impl FnMut(f64, (i32, i32)),
) {
    let mut theirs = theirs.peekable();
    let mut peak: Option<(i32, f64)> = None;
    for (value, p) in mine {
        while let Some(next) = theirs.next_if(|(their, _)| before(*their, value)) {
            if peak.is_none_or(|(_, most)| next.1 > most) {
                peak = Some(next);
            }
        }
        if let Some((their, q)) = peak {
            consider(p * q, (value, their));
        }
    }
}

/// Rolls are a few words: a multiplication each spreads them well enough, and nobody chooses them to collide.
type Quick = BuildHasherDefault<QuickHasher>;

#[derive(Clone, Copy, Debug, Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_i16(&mut self, n: i16) {
        self.write_u64(n as u64);
    }

    fn write_i32(&mut self, n: i32) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
mod tests;
