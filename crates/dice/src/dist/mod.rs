//! The exact distribution of an integer result, and what can be asked of it.
//!
//! Knows numbers and their chances; how a pool of dice is counted is in `pool`, and no value here knows which roll it
//! came from.

mod die;
mod pool;
#[cfg(test)]
pub(crate) mod tests;

use crate::Roll;

/// Every value from the lowest to the highest, each with its chance.
///
/// The chances add up to 1. Where a chain of exploding dice was cut, what lies beyond is put on the highest value, and
/// [`Dist::error`] bounds how much that is.
#[derive(Clone, PartialEq, Debug)]
pub struct Dist {
    min: i32,
    chances: Vec<f64>,
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

    /// How many values there are from the lowest to the highest.
    pub(crate) fn width(&self) -> u64 {
        self.chances.len() as u64
    }

    pub fn constant(value: i32) -> Dist {
        Dist { min: value, chances: vec![1.0], error: 0.0 }
    }

    /// From the chances of `min`, `min + 1`, …; what is missing to 1 because of a cut goes to the highest.
    fn from_chances(min: i32, mut chances: Vec<f64>, error: f64) -> Dist {
        if error > 0.0 {
            let missing = 1.0 - chances.iter().sum::<f64>();
            if let Some(last) = chances.iter_mut().rev().find(|p| **p > 0.0) {
                *last += missing.max(0.0);
            }
        }
        let end = chances.iter().rposition(|p| *p > 0.0).map_or(0, |at| at + 1);
        chances.truncate(end);
        let start = chances.iter().position(|p| *p > 0.0).unwrap_or(0);
        chances.drain(..start);
        if chances.is_empty() {
            return Dist::constant(min);
        }
        Dist { min: min.saturating_add(start as i32), chances, error }
    }

    /// The lowest value whose chance does not vanish.
    pub fn min(&self) -> i32 {
        self.min
    }

    /// The highest value whose chance does not vanish, or where an endless chain was cut.
    pub fn max(&self) -> i32 {
        self.min.saturating_add(self.chances.len() as i32 - 1)
    }

    /// At most so much of the whole is on a wrong value because endless chains were cut; below 1e-12 for one roll.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Every value that can come up with its chance, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, f64)> + '_ {
        self.chances.iter().enumerate().map(|(at, p)| (self.min + at as i32, *p)).filter(|(_, p)| *p > 0.0)
    }

    pub fn probability(&self, value: i32) -> f64 {
        let at = i64::from(value) - i64::from(self.min);
        usize::try_from(at).ok().and_then(|at| self.chances.get(at)).copied().unwrap_or(0.0)
    }

    /// How many of the dense chances belong to values below `value`.
    fn below(&self, value: i64) -> usize {
        (value - i64::from(self.min)).clamp(0, self.chances.len() as i64) as usize
    }

    /// The chance of `value` or more.
    pub fn at_least(&self, value: i32) -> f64 {
        self.chances[self.below(value.into())..].iter().sum::<f64>().min(1.0)
    }

    /// The chance of `value` or less.
    pub fn at_most(&self, value: i32) -> f64 {
        self.chances[..self.below(i64::from(value) + 1)].iter().sum::<f64>().min(1.0)
    }

    pub fn mean(&self) -> f64 {
        // Measured from the lowest value, so that a large shift costs no digits.
        let above: f64 = self.chances.iter().enumerate().map(|(at, p)| at as f64 * p).sum();
        f64::from(self.min) + above
    }

    pub fn variance(&self) -> f64 {
        let mean = self.mean() - f64::from(self.min);
        self.chances.iter().enumerate().map(|(at, p)| (at as f64 - mean).powi(2) * p).sum()
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
        let room = i64::from(i32::MAX) - (self.chances.len() as i64 - 1);
        let min = i64::from(self.min) + i64::from(by);
        self.min = min.clamp(i32::MIN.into(), room) as i32;
        self
    }

    #[must_use]
    pub fn negate(mut self) -> Dist {
        self.min = self.max().saturating_neg();
        self.chances.reverse();
        self
    }

    /// Every value halved, rounded down.
    #[must_use]
    pub fn halve(self) -> Dist {
        let min = self.min.div_euclid(2);
        let mut chances = vec![0.0; (self.max().div_euclid(2) - min) as usize + 1];
        for (value, p) in self.iter() {
            chances[(value.div_euclid(2) - min) as usize] += p;
        }
        Dist::from_chances(min, chances, self.error)
    }

    /// The higher of two independent results of this kind.
    #[must_use]
    pub fn best_of_two(mut self) -> Dist {
        let mut below = 0.0;
        for p in &mut self.chances {
            let here = *p;
            *p *= below + (below + here);
            below += here;
        }
        let error = 2.0 * self.error;
        Dist::from_chances(self.min, self.chances, error)
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
        self.min.into()
    }

    fn max64(&self) -> i64 {
        self.max().into()
    }

    fn combine(&self, other: &Dist, ends: (i64, i64), f: impl Fn(i64, i64) -> i64) -> Result<Dist, NoDist> {
        let (low, high) = ends;
        let values = (high - low + 1) as u64;
        let fits = low >= i32::MIN.into() && high <= i32::MAX.into();
        if !fits || values > Dist::MAX_VALUES as u64 {
            return Err(NoDist::TooManyValues { most: Dist::MAX_VALUES });
        }
        if self.chances.len() as u64 * other.chances.len() as u64 > Dist::MAX_PAIRS {
            return Err(NoDist::TooMuchWork);
        }
        let mut chances = vec![0.0; values as usize];
        for (a, p) in self.iter() {
            for (b, q) in other.iter() {
                chances[(f(a.into(), b.into()) - low) as usize] += p * q;
            }
        }
        Ok(Dist::from_chances(low as i32, chances, self.error + other.error))
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
