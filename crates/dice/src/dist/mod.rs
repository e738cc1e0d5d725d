//! The exact distribution of an integer result, and what can be asked of it.
//!
//! Knows numbers and their chances; how a pool of dice is counted is in `pool`, and no value here knows which roll it
//! came from.

mod die;
mod pool;
#[cfg(test)]
pub(crate) mod tests;

use crate::Roll;

/// Every value that can come up, ascending, each with its chance.
///
/// The chances add up to 1. Where a chain of exploding dice was cut, what lies beyond is put on the highest value, and
/// [`Dist::error`] bounds how much that is.
#[derive(Clone, PartialEq, Debug)]
pub struct Dist {
    values: Vec<(i32, f64)>,
    error: f64,
}

/// What comes of two independent results held against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contest {
    pub win: f64,
    pub tie: f64,
    pub lose: f64,
}

/// Why a distribution is not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDist {
    TooManyValues { most: usize },
    TooMuchWork,
    DividesByZero,
}

impl std::fmt::Display for NoDist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoDist::TooManyValues { most } => {
                write!(
                    f,
                    "the results spread over more than {most} values: use smaller numbers or fewer dice"
                )
            }
            NoDist::TooMuchWork => write!(f, "this would take too long to count: use fewer or smaller dice"),
            NoDist::DividesByZero => write!(f, "the divisor can be 0"),
        }
    }
}

impl std::error::Error for NoDist {}

impl Dist {
    /// The most values over which results of arithmetic may spread.
    pub const MAX_VALUES: usize = 1 << 21;
    /// The most values that arithmetic may pair.
    const MAX_PAIRS: u64 = 1 << 29;

    /// The exact distribution of a roll. Absurd pools take long (hundreds of d1000 of which half are kept: seconds);
    /// [`Dist::try_of`] refuses those.
    pub fn of(roll: &Roll) -> Dist {
        pool::count(roll)
    }

    /// Like [`Dist::of`], but refuses what would take more than about a second.
    pub fn try_of(roll: &Roll) -> Result<Dist, NoDist> {
        if Dist::work(roll) > pool::MAX_WORK { Err(NoDist::TooMuchWork) } else { Ok(Dist::of(roll)) }
    }

    /// About how many additions [`Dist::of`] takes.
    pub(crate) fn work(roll: &Roll) -> u64 {
        pool::work(roll)
    }

    /// How many values there are.
    pub(crate) fn width(&self) -> u64 {
        self.values.len() as u64
    }

    pub fn constant(value: i32) -> Dist {
        Dist { values: vec![(value, 1.0)], error: 0.0 }
    }

    /// From the chances of `min`, `min + 1`, …; what is missing to 1 because of a cut goes to the highest.
    fn from_chances(min: i32, chances: Vec<f64>, error: f64) -> Dist {
        let values = (i64::from(min)..).zip(chances).filter(|(_, p)| *p > 0.0);
        Dist::from_values(
            values.map(|(value, p)| (value.min(i32::MAX.into()) as i32, p)).collect(),
            min,
            error,
        )
    }

    /// From ascending values; `otherwise` is the only one if there are none.
    pub(crate) fn from_values(mut values: Vec<(i32, f64)>, otherwise: i32, error: f64) -> Dist {
        if error > 0.0 {
            let missing = 1.0 - values.iter().map(|(_, p)| p).sum::<f64>();
            if let Some((_, last)) = values.last_mut() {
                *last += missing.max(0.0);
            }
        }
        // Many roundings may add up to a little more than a certainty.
        values.iter_mut().for_each(|(_, p)| *p = p.min(1.0));
        if values.is_empty() { Dist::constant(otherwise) } else { Dist { values, error } }
    }

    /// The lowest value whose chance does not vanish.
    pub fn min(&self) -> i32 {
        self.values.first().map_or(0, |(value, _)| *value)
    }

    /// The highest value whose chance does not vanish, or where an endless chain was cut.
    pub fn max(&self) -> i32 {
        self.values.last().map_or(0, |(value, _)| *value)
    }

    /// At most so much of the whole is on a wrong value because endless chains were cut; below 1e-12 for one roll.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Every value that can come up with its chance, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, f64)> + '_ {
        self.values.iter().copied()
    }

    pub fn probability(&self, value: i32) -> f64 {
        self.values.binary_search_by_key(&value, |pair| pair.0).map_or(0.0, |at| self.values[at].1)
    }

    /// How many of the values lie below `value`.
    fn below(&self, value: i64) -> usize {
        self.values.partition_point(|pair| i64::from(pair.0) < value)
    }

    /// The chance of `value` or more.
    pub fn at_least(&self, value: i32) -> f64 {
        self.values[self.below(value.into())..].iter().map(|pair| pair.1).sum::<f64>().min(1.0)
    }

    /// The chance of `value` or less.
    pub fn at_most(&self, value: i32) -> f64 {
        self.values[..self.below(i64::from(value) + 1)].iter().map(|pair| pair.1).sum::<f64>().min(1.0)
    }

    pub fn mean(&self) -> f64 {
        // Measured from the lowest value, so that a large shift costs no digits.
        let min = f64::from(self.min());
        min + self.iter().map(|(value, p)| (f64::from(value) - min) * p).sum::<f64>()
    }

    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(value, p)| (f64::from(value) - mean).powi(2) * p).sum()
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The lowest value that is not exceeded with chance `share`: 0.5 gives the median.
    pub fn quantile(&self, share: f64) -> i32 {
        // A sum that should be exactly `share` may lie a little below it.
        let share = share - 1e-12;
        let mut sum = 0.0;
        for (value, p) in self.iter() {
            sum += p;
            if sum >= share {
                return value;
            }
        }
        self.max()
    }

    pub fn median(&self) -> i32 {
        self.quantile(0.5)
    }

    /// This result against an independent one.
    pub fn versus(&self, other: &Dist) -> Contest {
        let mut contest = Contest { win: 0.0, tie: 0.0, lose: 0.0 };
        let mut below = 0.0;
        let mut others = other.iter().peekable();
        // Sums from both ends rather than differences: a chance of 1e-9 keeps its digits.
        for (value, p) in self.iter() {
            while let Some((_, q)) = others.next_if(|(theirs, _)| *theirs < value) {
                below += q;
            }
            contest.win += p * below;
            contest.tie += p * other.probability(value);
        }
        let mut above = 0.0;
        let mut others = other.iter().rev().peekable();
        for (value, p) in self.iter().rev() {
            while let Some((_, q)) = others.next_if(|(theirs, _)| *theirs > value) {
                above += q;
            }
            contest.lose += p * above;
        }
        contest
    }

    /// Every value moved by the same number.
    #[must_use]
    pub fn shift(mut self, by: i32) -> Dist {
        let room = i32::MAX - by.max(0);
        for (value, _) in &mut self.values {
            *value = (*value).min(room).saturating_add(by);
        }
        self
    }

    #[must_use]
    pub fn negate(mut self) -> Dist {
        self.values.iter_mut().for_each(|(value, _)| *value = value.saturating_neg());
        self.values.reverse();
        self
    }

    /// Every value halved, rounded down.
    #[must_use]
    pub fn halve(mut self) -> Dist {
        self.values.iter_mut().for_each(|(value, _)| *value = value.div_euclid(2));
        gather(&mut self.values);
        self
    }

    /// The higher of two independent results of this kind.
    #[must_use]
    pub fn best_of_two(mut self) -> Dist {
        let mut below = 0.0;
        for (_, p) in &mut self.values {
            let here = *p;
            *p *= below + (below + here);
            below += here;
        }
        let (min, error) = (self.min(), 2.0 * self.error);
        Dist::from_values(self.values, min, error)
    }

    /// The lower of two independent results of this kind.
    #[must_use]
    pub fn worst_of_two(self) -> Dist {
        self.negate().best_of_two().negate()
    }

    /// The sum of two independent results.
    pub fn plus(&self, other: &Dist) -> Result<Dist, NoDist> {
        let ends = (self.min64() + other.min64(), self.max64() + other.max64());
        self.combine(other, ends, |a, b| a + b)
    }

    /// The difference of two independent results.
    pub fn minus(&self, other: &Dist) -> Result<Dist, NoDist> {
        let ends = (self.min64() - other.max64(), self.max64() - other.min64());
        self.combine(other, ends, |a, b| a - b)
    }

    /// The product of two independent results.
    pub fn times(&self, other: &Dist) -> Result<Dist, NoDist> {
        let corners = [self.min64(), self.max64()].map(|a| (a * other.min64(), a * other.max64()));
        let low = corners.iter().map(|(a, b)| *a.min(b)).min().unwrap_or(0);
        let high = corners.iter().map(|(a, b)| *a.max(b)).max().unwrap_or(0);
        self.combine(other, (low, high), |a, b| a * b)
    }

    /// This result divided by an independent one, rounded down.
    pub fn over(&self, other: &Dist) -> Result<Dist, NoDist> {
        if other.probability(0) > 0.0 {
            return Err(NoDist::DividesByZero);
        }
        // Dividing by an integer never leads further from 0, except to -1 by rounding down.
        let far = self.min64().abs().max(self.max64().abs()).max(1);
        self.combine(other, (-far, far), floor_div)
    }

    fn min64(&self) -> i64 {
        self.min().into()
    }

    fn max64(&self) -> i64 {
        self.max().into()
    }

    fn combine(&self, other: &Dist, ends: (i64, i64), f: impl Fn(i64, i64) -> i64) -> Result<Dist, NoDist> {
        let (low, high) = ends;
        let pairs = self.width() * other.width();
        if low < i32::MIN.into() || high > i32::MAX.into() {
            return Err(NoDist::TooManyValues { most: Dist::MAX_VALUES });
        }
        if pairs > Dist::MAX_PAIRS {
            return Err(NoDist::TooMuchWork);
        }
        let each =
            || self.iter().flat_map(|(a, p)| other.iter().map(move |(b, q)| (a.into(), b.into(), p * q)));
        let error = self.error + other.error;
        let values = (high - low + 1) as u64;
        // A few values far apart are sorted; many that are close together are counted in their places.
        if values > Dist::MAX_VALUES as u64 || values > 64 * pairs {
            if pairs > Dist::MAX_VALUES as u64 {
                return Err(NoDist::TooManyValues { most: Dist::MAX_VALUES });
            }
            let mut all: Vec<(i32, f64)> = each().map(|(a, b, p)| (f(a, b) as i32, p)).collect();
            all.sort_by_key(|pair| pair.0);
            gather(&mut all);
            return Ok(Dist::from_values(all, low as i32, error));
        }
        let mut chances = vec![0.0; values as usize];
        each().for_each(|(a, b, p)| chances[(f(a, b) - low) as usize] += p);
        Ok(Dist::from_chances(low as i32, chances, error))
    }
}

impl From<Roll> for Dist {
    fn from(roll: Roll) -> Dist {
        Dist::of(&roll)
    }
}

/// Rounds down, also below 0; the divisor is not 0.
pub(crate) fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// Adds up the chances of equal neighbours.
pub(crate) fn gather<T: PartialEq>(values: &mut Vec<(T, f64)>) {
    values.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0.0 };
        same
    });
}
