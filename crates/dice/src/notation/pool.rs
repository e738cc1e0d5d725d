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
    Listed(Listed),
}

/// The faces of a die one by one, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Listed {
    many: u8,
    faces: [i16; Listed::MAX],
}

impl Listed {
    pub const MAX: usize = 20;
    pub const FUDGE: Listed = Listed::new(&[-1, 0, 1]);
    /// One plus and one minus on six sides.
    pub const RARE_FUDGE: Listed = Listed::new(&[-1, 0, 0, 0, 0, 1]);

    /// Of at least one and at most [`Listed::MAX`] faces, ascending.
    pub const fn new(list: &[i16]) -> Listed {
        let mut faces = [0; Listed::MAX];
        let mut at = 0;
        while at < list.len() {
            faces[at] = list[at];
            at += 1;
        }
        Listed { many: list.len() as u8, faces }
    }

    pub fn faces(&self) -> &[i16] {
        &self.faces[..self.many.into()]
    }
}

impl Faces {
    pub fn lowest(self) -> i32 {
        match self {
            Faces::Sides(_) => 1,
            Faces::Listed(list) => list.faces[0].into(),
        }
    }

    pub fn highest(self) -> i32 {
        match self {
            Faces::Sides(sides) => sides.into(),
            Faces::Listed(list) => list.faces().last().copied().unwrap_or(0).into(),
        }
    }

    /// Every face, each as often as it is on the die.
    pub fn all(self) -> Vec<i32> {
        match self {
            Faces::Sides(sides) => (1..=sides.into()).collect(),
            Faces::Listed(list) => list.faces().iter().map(|face| i32::from(*face)).collect(),
        }
    }

    fn throw(self, why: Why, dice: &mut impl Dice) -> i32 {
        match self {
            Faces::Sides(sides) => dice.roll(why, Roll::d(sides)).value,
            Faces::Listed(list) => {
                let side = dice.roll(why, Roll::d(list.many.into())).value;
                list.faces[(side - 1).clamp(0, i32::from(list.many) - 1) as usize].into()
            }
        }
    }
}

/// Which values are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cond {
    AtMost(i32),
    AtLeast(i32),
    Exactly(i32),
    Not(i32),
    /// More, or less: of a total that may be a fraction.
    Above(i32),
    Below(i32),
    /// Several of the faces from 0 to 127, a bit for each: see [`Cond::one_of`].
    OneOf(u128),
}

impl Cond {
    /// These faces of a die and no others; `None` where a die has faces that have no bit.
    pub fn of_faces(faces: Faces, is_one: impl Fn(i32) -> bool) -> Option<Cond> {
        let all = faces.all();
        if !all.iter().all(|face| (0..128).contains(face)) {
            return None;
        }
        let meant: Vec<i32> = all.iter().copied().filter(|face| is_one(*face)).collect();
        // Where no face is meant: a number that is on none.
        let none = || (0..128).find(|face| !all.contains(face)).map(Cond::Exactly);
        if meant.is_empty() { none() } else { Some(Cond::one_of(&meant)) }
    }

    /// Any of these faces from 0 to 127; one alone has a plainer form.
    pub fn one_of(faces: &[i32]) -> Cond {
        let bits = faces.iter().fold(0_u128, |all, face| all | 1 << face);
        if bits.count_ones() == 1 { Cond::Exactly(faces[0]) } else { Cond::OneOf(bits) }
    }

    /// The faces of a list.
    pub fn listed(self) -> impl Iterator<Item = i32> {
        (0..128).filter(move |face| matches!(self, Cond::OneOf(_)) && self.has(*face))
    }

    /// The number that it is about; `None` where it is about several.
    pub fn number(self) -> Option<i32> {
        match self {
            Cond::AtMost(n) | Cond::AtLeast(n) | Cond::Exactly(n) => Some(n),
            Cond::Not(n) | Cond::Above(n) | Cond::Below(n) => Some(n),
            Cond::OneOf(_) => None,
        }
    }

    pub fn has(self, value: i32) -> bool {
        match self {
            Cond::AtMost(n) => value <= n,
            Cond::AtLeast(n) => value >= n,
            Cond::Exactly(n) => value == n,
            Cond::Not(n) => value != n,
            Cond::Above(n) => value > n,
            Cond::Below(n) => value < n,
            Cond::OneOf(faces) => (0..128).contains(&value) && faces >> value & 1 == 1,
        }
    }

    pub fn faces(self) -> Option<FaceSet> {
        let face = |n: i32| u16::try_from(n).ok();
        Some(match self {
            Cond::AtMost(n) => FaceSet::AtMost(face(n)?),
            Cond::AtLeast(n) => FaceSet::AtLeast(face(n)?),
            Cond::Exactly(n) => FaceSet::Exactly(face(n)?),
            Cond::Not(_) | Cond::Above(_) | Cond::Below(_) | Cond::OneOf(_) => return None,
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
    /// Whatever is rolled then, it is not rolled a third time.
    pub once: bool,
}

impl Burst {
    /// The longest chain, where no chain is longer than `chain`.
    fn longest(self, chain: i64) -> i64 {
        if self.once { chain.min(2) } else { chain }
    }
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
            Some(Burst { on, once, .. }) if once || !top_only(on, sides) => return None,
            Some(Burst { how: How::Less, .. }) => return None,
            Some(Burst { how: How::Again, .. }) if matches!(take, Take::High(_) | Take::Low(_)) => {
                return None;
            }
            Some(Burst { how: How::Again, .. }) if counted => Explode::Again,
            Some(_) => Explode::Add,
        };
        let reroll = match self.reroll {
            None => None,
            Some((cond, once)) => Some(Reroll { faces: cond.faces()?, once }),
        };
        Roll::new(self.count, sides, 0, Tricks { explode, reroll, take, edge: self.edge, halve: false }).ok()
    }

    /// The same of this many dice, of which no more are kept than there are.
    pub fn of(&self, count: i64) -> Pool {
        let count = count.clamp(0, super::MAX_DRAWN) as u8;
        let made = match self.made {
            Made::High(kept) => Made::High(kept.min(count)),
            Made::Low(kept) => Made::Low(kept.min(count)),
            made => made,
        };
        Pool { count, made, ..*self }
    }

    /// Does every die come to an end, and are not more kept than rolled?
    pub fn check(&self) -> Result<(), Unfit> {
        if let Made::High(kept) | Made::Low(kept) = self.made
            && kept > self.count
        {
            return Err(Unfit::KeepsTooMany { kept, rolled: self.count });
        }
        let faces = self.faces.all();
        let again = |face: i32| self.reroll.is_some_and(|(cond, once)| !once && cond.has(face));
        let bursts = |face: i32| self.burst.is_some_and(|burst| !burst.once && burst.on.has(face));
        if faces.iter().all(|face| again(*face) || bursts(*face)) {
            return Err(Unfit::NeverStops);
        }
        let upper = |burst: Burst| {
            !burst.once && matches!(burst.on, Cond::AtLeast(_))
                || burst.on == Cond::Exactly(self.faces.highest())
        };
        if self.keeps_extra() && !self.burst.is_some_and(upper) {
            return Err(Unfit::KeepsExtra);
        }
        Ok(())
    }

    /// The lowest and highest result, where no chain is longer than `chain`.
    pub fn bounds(&self, chain: i64) -> (i64, i64) {
        let again = |face: i32| self.reroll.is_some_and(|(cond, once)| !once && cond.has(face));
        let shown = |face: i32| face.max(self.least.unwrap_or(i32::MIN)).min(self.most.unwrap_or(i32::MAX));
        let faces: Vec<i32> = self.faces.all().into_iter().filter(|face| !again(*face)).collect();
        let bursts = self.burst.is_some_and(|burst| faces.iter().any(|face| burst.on.has(*face)));
        let longest = self.burst.filter(|_| bursts).map_or(1, |burst| burst.longest(chain));
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

    /// Are extra dice kept or dropped for themselves?
    fn keeps_extra(&self) -> bool {
        matches!(self.made, Made::High(_) | Made::Low(_))
            && self.burst.is_some_and(|burst| burst.how == How::Again)
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
        let mut values: Vec<i64> = Vec::new();
        for _ in 0..self.count {
            self.die(why, dice, &mut values);
        }
        values.sort_unstable();
        match self.made {
            Made::High(kept) => values.iter().rev().take(kept.into()).sum(),
            Made::Low(kept) => values.iter().take(kept.into()).sum(),
            _ => values.iter().sum(),
        }
    }

    /// One die with those that it brings along: as one value, or each for itself.
    fn die(&self, why: Why, dice: &mut impl Dice, values: &mut Vec<i64>) {
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
            if self.keeps_extra() {
                values.push(value.into());
            }
            total += if self.adds_up() { value } else { self.worth(value) };
            if !self.burst.is_some_and(|burst| burst.on.has(face) && !(burst.once && depth > 0)) {
                break;
            }
        }
        if !self.keeps_extra() {
            values.push(if self.adds_up() { self.worth(total) } else { total }.into());
        }
    }

    /// The faces of one throw with their chances, after rerolls.
    fn settled(&self) -> Vec<(i32, f64)> {
        let faces = self.faces.all();
        let even = 1.0 / faces.len() as f64;
        let Some((cond, once)) = self.reroll else {
            return faces.into_iter().map(|face| (face, even)).collect();
        };
        let rerolled = faces.iter().filter(|face| cond.has(**face)).count() as f64 * even;
        let chance = |face: i32| match (once, cond.has(face)) {
            (true, true) => rerolled * even,
            (true, false) => even + rerolled * even,
            (false, true) => 0.0,
            (false, false) => even / (1.0 - rerolled),
        };
        faces.into_iter().map(|face| (face, chance(face))).filter(|(_, p)| *p > 0.0).collect()
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
                    let goes_on =
                        self.burst.is_some_and(|burst| burst.on.has(face) && !(burst.once && depth > 0));
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
            Made::High(kept) | Made::Low(kept) if self.keeps_extra() => self.kept_with_extra(kept, budget)?,
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

    /// Dice that stop show less than those that bring another. So the lowest are among them, and the highest are extra
    /// dice as far as there are any.
    fn kept_with_extra(&self, kept: u8, budget: &mut u64) -> Result<Dist, NoDist> {
        let on = |face: i32| self.burst.is_some_and(|burst| burst.on.has(face));
        let shown = |(face, p): (i32, f64)| (self.shown(face, 0), p);
        let (extra, stops): (Vec<_>, Vec<_>) = self.settled().into_iter().partition(|(face, _)| on(*face));
        let chance: f64 = extra.iter().map(|(_, p)| p).sum();
        let given = |faces: Vec<(i32, f64)>, all: f64| {
            let mut values: Vec<(i32, f64)> =
                faces.into_iter().map(shown).map(|(value, p)| (value, p / all)).collect();
            gather(&mut values);
            Dist::from_values(values, 0, 0.0)
        };
        let stops = given(stops, 1.0 - chance);
        if matches!(self.made, Made::Low(_)) || chance == 0.0 {
            return keep(&stops, self.count, kept, matches!(self.made, Made::High(_)), budget);
        }
        let extra = given(extra, chance);
        // How many extra dice there are before the last one stops.
        let (mut all, mut left) = (Vec::new(), 1.0);
        let mut many = (1.0 - chance).powi(self.count.into());
        for dice in 0.. {
            let high = keep(&extra, dice, kept.min(dice), true, budget)?;
            let rest = keep(&stops, self.count, kept.saturating_sub(dice), true, budget)?;
            let last = left < CUT;
            all.push((Values::Whole(high.plus(&rest)?), if last { left.max(0.0) } else { many }));
            if last {
                break;
            }
            left -= many;
            many *= chance * (f64::from(dice) + f64::from(self.count)) / (f64::from(dice) + 1.0);
            if dice == u8::MAX {
                return Err(NoDist::TooMuchWork);
            }
        }
        Ok(Values::mixed(all).floor())
    }

    pub fn is_far(&self, chain: i64) -> bool {
        let (low, high) = self.bounds(chain);
        low < -FAR || high > FAR
    }
}

fn top_only(on: Cond, sides: u16) -> bool {
    match on {
        Cond::AtLeast(n) | Cond::Exactly(n) => n == i32::from(sides),
        _ => false,
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
