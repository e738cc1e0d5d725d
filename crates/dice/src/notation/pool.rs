//! Pools that no [`Roll`] can hold: dice that explode from some face on, or less each time; dice with a least or a
//! highest value; fudge dice; counting low dice, and taking failures off.

use super::values::Values;
use super::{FAR, Unfit};
use crate::dist::gather;
use crate::{Dice, Dist, Edge, Explode, FaceSet, MAX_REPEATS, NoDist, Reroll, Roll, Take, Tricks, Why};

/// What a die has on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Faces {
    Sides(u16),
    /// -1, 0 and 1.
    Fudge,
}

impl Faces {
    pub fn lowest(self) -> i32 {
        match self {
            Faces::Sides(_) => 1,
            Faces::Fudge => -1,
        }
    }

    pub fn highest(self) -> i32 {
        match self {
            Faces::Sides(sides) => sides.into(),
            Faces::Fudge => 1,
        }
    }

    fn throw(self, why: Why, dice: &mut impl Dice) -> i32 {
        match self {
            Faces::Sides(sides) => dice.roll(why, Roll::d(sides)).value,
            Faces::Fudge => dice.roll(why, Roll::d(3)).value - 2,
        }
    }
}

/// Which values are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cond {
    AtMost(i32),
    AtLeast(i32),
    Exactly(i32),
}

impl Cond {
    pub fn has(self, value: i32) -> bool {
        match self {
            Cond::AtMost(n) => value <= n,
            Cond::AtLeast(n) => value >= n,
            Cond::Exactly(n) => value == n,
        }
    }

    pub fn faces(self) -> Option<FaceSet> {
        let face = |n: i32| u16::try_from(n).ok();
        Some(match self {
            Cond::AtMost(n) => FaceSet::AtMost(face(n)?),
            Cond::AtLeast(n) => FaceSet::AtLeast(face(n)?),
            Cond::Exactly(n) => FaceSet::Exactly(face(n)?),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum How {
    /// Rolled again and added to the same die.
    Add,
    /// Another die of its own: for sums the same, but counted for itself.
    Again,
    /// Added to the same die, one less each time.
    Less,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Burst {
    pub on: Cond,
    pub how: How,
}

/// What is made of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum Made {
    #[default]
    Sum,
    High(u8),
    Low(u8),
    /// How many are so, less those that fail.
    Count {
        hits: Cond,
        fails: Option<Cond>,
    },
    /// The sum of those that are so, or of all others.
    Only {
        cond: Cond,
        keep: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pool {
    pub count: u8,
    pub faces: Faces,
    pub reroll: Option<(Cond, bool)>,
    pub burst: Option<Burst>,
    pub least: Option<i32>,
    pub most: Option<i32>,
    pub made: Made,
    pub edge: Edge,
}

/// What is left of endless chains is put on their last value.
const CUT: f64 = 1e-16;

impl Pool {
    /// As a roll, where one can hold it.
    pub fn as_roll(&self) -> Option<Roll> {
        let Faces::Sides(sides) = self.faces else { return None };
        if self.least.is_some() || self.most.is_some() {
            return None;
        }
        let take = match self.made {
            Made::Sum => Take::All,
            Made::High(kept) => Take::High(kept),
            Made::Low(kept) => Take::Low(kept),
            Made::Count { hits: Cond::AtLeast(n), fails: None } => Take::Hits(u16::try_from(n).ok()?),
            Made::Count { .. } | Made::Only { .. } => return None,
        };
        let counted = matches!(take, Take::Hits(_));
        let explode = match self.burst {
            None => Explode::No,
            Some(Burst { on, .. }) if !top_only(on, sides) => return None,
            Some(Burst { how: How::Less, .. }) => return None,
            Some(Burst { how: How::Again, .. }) if counted => Explode::Again,
            Some(_) => Explode::Add,
        };
        let reroll = match self.reroll {
            None => None,
            Some((cond, once)) => Some(Reroll { faces: cond.faces()?, once }),
        };
        Roll::new(self.count, sides, 0, Tricks { explode, reroll, take, edge: self.edge, halve: false }).ok()
    }

    /// Does every die come to an end, and are not more kept than rolled?
    pub fn check(&self) -> Result<(), Unfit> {
        if let Made::High(kept) | Made::Low(kept) = self.made
            && kept > self.count
        {
            return Err(Unfit::KeepsTooMany { kept, rolled: self.count });
        }
        let faces = self.faces.lowest()..=self.faces.highest();
        let again = |face: i32| self.reroll.is_some_and(|(cond, once)| !once && cond.has(face));
        let bursts = |face: i32| self.burst.is_some_and(|burst| burst.on.has(face));
        let ends = faces.clone().any(|face| !again(face) && !bursts(face));
        if !ends || faces.clone().all(again) {
            return Err(Unfit::NeverStops);
        }
        Ok(())
    }

    /// The lowest and highest result, where no chain is longer than `chain`.
    pub fn bounds(&self, chain: i64) -> (i64, i64) {
        let again = |face: i32| self.reroll.is_some_and(|(cond, once)| !once && cond.has(face));
        let shown = |face: i32| face.max(self.least.unwrap_or(i32::MIN)).min(self.most.unwrap_or(i32::MAX));
        let faces: Vec<i32> =
            (self.faces.lowest()..=self.faces.highest()).filter(|face| !again(*face)).collect();
        let bursts = self.burst.is_some_and(|burst| faces.iter().any(|face| burst.on.has(*face)));
        let longest = if bursts { chain } else { 1 };
        let each: Vec<i64> = faces.iter().map(|face| self.worth(shown(*face)).into()).collect();
        let (low, high) = (each.iter().min().copied().unwrap_or(0), each.iter().max().copied().unwrap_or(0));
        let dice: i64 = match self.made {
            Made::High(kept) | Made::Low(kept) => kept.into(),
            _ => self.count.into(),
        };
        let compound =
            bursts && matches!((self.made, self.burst), (Made::Count { .. }, Some(b)) if b.how != How::Again);
        let (low, high) = match compound {
            // One that is added up is counted once, whatever it comes to.
            true => (-1, 1),
            false => {
                (if low < 0 { low * longest } else { low }, if high > 0 { high * longest } else { high })
            }
        };
        (dice * low, dice * high)
    }

    /// What one throw is worth.
    fn worth(&self, value: i32) -> i32 {
        match self.made {
            Made::Sum | Made::High(_) | Made::Low(_) => value,
            Made::Count { hits, fails } => {
                i32::from(hits.has(value)) - i32::from(fails.is_some_and(|fails| fails.has(value)))
            }
            Made::Only { cond, keep } => {
                if cond.has(value) == keep {
                    value
                } else {
                    0
                }
            }
        }
    }

    /// Are the throws of a chain added up before anything is made of them?
    fn adds_up(&self) -> bool {
        self.burst.is_some_and(|burst| burst.how != How::Again)
    }

    fn shown(&self, face: i32, depth: u32) -> i32 {
        let value = face.max(self.least.unwrap_or(i32::MIN)).min(self.most.unwrap_or(i32::MAX));
        let less = self.burst.is_some_and(|burst| burst.how == How::Less) && depth > 0;
        value - i32::from(less)
    }

    pub fn evaluate(&self, why: Why, dice: &mut impl Dice) -> i64 {
        let first = self.throw(why, dice);
        match self.edge {
            Edge::Level => first,
            Edge::Advantage => first.max(self.throw(why, dice)),
            Edge::Disadvantage => first.min(self.throw(why, dice)),
        }
    }

    fn throw(&self, why: Why, dice: &mut impl Dice) -> i64 {
        let mut values: Vec<i64> = (0..self.count).map(|_| self.die(why, dice).into()).collect();
        values.sort_unstable();
        match self.made {
            Made::High(kept) => values.iter().rev().take(kept.into()).sum(),
            Made::Low(kept) => values.iter().take(kept.into()).sum(),
            _ => values.iter().sum(),
        }
    }

    fn die(&self, why: Why, dice: &mut impl Dice) -> i32 {
        let mut total = 0;
        for depth in 0..MAX_REPEATS {
            let mut face = self.faces.throw(why, dice);
            if let Some((cond, once)) = self.reroll {
                let most = if once { 1 } else { 1 << 16 };
                for _ in 0..most {
                    if !cond.has(face) {
                        break;
                    }
                    face = self.faces.throw(why, dice);
                }
            }
            let value = self.shown(face, depth);
            total += if self.adds_up() { value } else { self.worth(value) };
            if !self.burst.is_some_and(|burst| burst.on.has(face)) {
                break;
            }
        }
        if self.adds_up() { self.worth(total) } else { total }
    }

    /// The faces of one throw with their chances, after rerolls.
    fn settled(&self) -> Vec<(i32, f64)> {
        let faces = self.faces.lowest()..=self.faces.highest();
        let even = 1.0 / faces.clone().count() as f64;
        let Some((cond, once)) = self.reroll else { return faces.map(|face| (face, even)).collect() };
        let rerolled = faces.clone().filter(|face| cond.has(*face)).count() as f64 * even;
        let chance = |face: i32| match (once, cond.has(face)) {
            (true, true) => rerolled * even,
            (true, false) => even + rerolled * even,
            (false, true) => 0.0,
            (false, false) => even / (1.0 - rerolled),
        };
        faces.map(|face| (face, chance(face))).filter(|(_, p)| *p > 0.0).collect()
    }

    /// One die with its chain, as what it is worth.
    fn one(&self) -> Dist {
        let throw = self.settled();
        let mut out = std::collections::BTreeMap::<i32, f64>::new();
        let mut going = std::collections::BTreeMap::from([(0, 1.0)]);
        let mut error = 0.0;
        for depth in 0..MAX_REPEATS {
            let mut next = std::collections::BTreeMap::new();
            for (&sum, &p) in &going {
                for &(face, q) in &throw {
                    let value = self.shown(face, depth);
                    let sum = sum + if self.adds_up() { value } else { self.worth(value) };
                    let goes_on = self.burst.is_some_and(|burst| burst.on.has(face));
                    *(if goes_on { &mut next } else { &mut out }).entry(sum).or_default() += p * q;
                }
            }
            going = next;
            let left: f64 = going.values().sum();
            if left < CUT {
                error = left;
                break;
            }
        }
        let worth = |(sum, p)| (if self.adds_up() { self.worth(sum) } else { sum }, p);
        let mut values: Vec<(i32, f64)> = out.into_iter().map(worth).collect();
        values.sort_by_key(|pair| pair.0);
        gather(&mut values);
        Dist::from_values(values, 0, error)
    }

    pub fn dist(&self, budget: &mut u64) -> Result<Values, NoDist> {
        if self.count == 0 {
            return Ok(Values::Whole(Dist::constant(0)));
        }
        let one = self.one();
        let dice = match self.made {
            Made::High(kept) if kept < self.count => keep(&one, self.count, kept, true, budget)?,
            Made::Low(kept) if kept < self.count => keep(&one, self.count, kept, false, budget)?,
            _ => sum(&one, self.count, budget)?,
        };
        Ok(Values::Whole(match self.edge {
            Edge::Level => dice,
            Edge::Advantage => dice.best_of_two(),
            Edge::Disadvantage => dice.worst_of_two(),
        }))
    }

    pub fn is_far(&self, chain: i64) -> bool {
        let (low, high) = self.bounds(chain);
        low < -FAR || high > FAR
    }
}

fn top_only(on: Cond, sides: u16) -> bool {
    match on {
        Cond::AtLeast(n) | Cond::Exactly(n) => n == i32::from(sides),
        Cond::AtMost(_) => false,
    }
}

/// The sum of this many, by doubling.
fn sum(one: &Dist, count: u8, budget: &mut u64) -> Result<Dist, NoDist> {
    let (mut total, mut power, mut left) = (Dist::constant(0), one.clone(), count);
    loop {
        if left & 1 == 1 {
            super::spend(budget, total.width() * power.width())?;
            total = total.plus(&power)?;
        }
        left >>= 1;
        if left == 0 {
            return Ok(total);
        }
        super::spend(budget, power.width() * power.width())?;
        power = power.plus(&power)?;
    }
}

/// The sum of the highest or lowest `kept` of equal dice: value by value from that end, how many dice show it.
fn keep(one: &Dist, count: u8, kept: u8, high: bool, budget: &mut u64) -> Result<Dist, NoDist> {
    let values: Vec<(i32, f64)> = if high { one.iter().rev().collect() } else { one.iter().collect() };
    let (count, kept) = (usize::from(count), usize::from(kept));
    let (low, top) = (i64::from(one.min()), i64::from(one.max()));
    let width = ((top - low) * kept as i64 + 1) as usize;
    super::spend(budget, (values.len() * count * count / 2 * width) as u64)?;
    // By dice used so far, and by what those kept come to above the lowest they could.
    let mut used = vec![vec![0.0; width]; count + 1];
    used[0][0] = 1.0;
    for (value, p) in values {
        let above = (i64::from(value) - low) as usize;
        let mut next = vec![vec![0.0; width]; count + 1];
        for (dice, sums) in used.iter().enumerate() {
            let mut ways = 1.0;
            for more in 0..=count - dice {
                let counted = more.min(kept.saturating_sub(dice));
                for (at, weight) in sums.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                    next[dice + more][at + counted * above] += weight * ways;
                }
                ways *= p * (count - dice - more) as f64 / (more + 1) as f64;
            }
        }
        used = next;
    }
    let sums = (0..).zip(used.pop().unwrap_or_default()).filter(|(_, p)| *p > 0.0);
    let values = sums.map(|(at, p): (i64, f64)| ((low * kept as i64 + at) as i32, p)).collect();
    Ok(Dist::from_values(values, 0, one.error() * count as f64))
}
