//! Results with their chances while they are worked out: whole numbers, or fractions that are rounded at the very end.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::Op;
use crate::dist::gather;
use crate::{Dist, NoDist};

/// A fraction in lowest terms; what is below the line is above 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ratio {
    above: i64,
    below: i64,
}

impl Ratio {
    pub fn whole(n: i64) -> Ratio {
        Ratio { above: n, below: 1 }
    }

    fn new(above: i128, below: i128) -> Ratio {
        let divisor = gcd(above.unsigned_abs(), below.unsigned_abs()).max(1) as i128;
        let sign = below.signum().max(-1);
        let fit = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        Ratio { above: fit(sign * above / divisor), below: fit((sign * below / divisor).max(1)) }
    }

    pub fn is_whole(self) -> bool {
        self.below == 1
    }

    /// Rounded down.
    pub fn floor(self) -> i64 {
        self.above.div_euclid(self.below)
    }

    pub fn minus(self) -> Ratio {
        Ratio { above: self.above.saturating_neg(), ..self }
    }

    /// Division by 0 gives 0: expressions in which it could happen are refused.
    pub fn with(self, op: Op, other: Ratio) -> Ratio {
        let [a, b, c, d] = [self.above, self.below, other.above, other.below].map(i128::from);
        match op {
            Op::Add => Ratio::new(a * d + c * b, b * d),
            Op::Sub => Ratio::new(a * d - c * b, b * d),
            Op::Mul => Ratio::new(a * c, b * d),
            Op::Div if c == 0 => Ratio::whole(0),
            Op::Div => Ratio::new(a * d, b * c),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        if self.below == other.below {
            return self.above.cmp(&other.above);
        }
        let [a, b, c, d] = [self.above, self.below, other.above, other.below].map(i128::from);
        (a * d).cmp(&(c * b))
    }
}

/// What can come of an expression.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Whole(Dist),
    /// Fractions with their chances, and how much is on a wrong one because a chain was cut.
    Parts(Vec<(Ratio, f64)>, f64),
}

/// More pairs of fractions than this take too long.
const MAX_PAIRS: u64 = 1 << 23;

impl Values {
    /// Every value rounded down.
    pub fn floor(self) -> Dist {
        match self {
            Values::Whole(dist) => dist,
            Values::Parts(parts, error) => {
                let mut values: Vec<(i32, f64)> =
                    parts.into_iter().map(|(value, p)| (value.floor() as i32, p)).collect();
                gather(&mut values);
                Dist::from_values(values, 0, error)
            }
        }
    }

    pub fn width(&self) -> u64 {
        match self {
            Values::Whole(dist) => dist.width(),
            Values::Parts(parts, _) => parts.len() as u64,
        }
    }

    pub fn error(&self) -> f64 {
        match self {
            Values::Whole(dist) => dist.error(),
            Values::Parts(_, error) => *error,
        }
    }

    pub fn minus(self) -> Values {
        match self {
            Values::Whole(dist) => Values::Whole(dist.negate()),
            Values::Parts(mut parts, error) => {
                parts.iter_mut().for_each(|(value, _)| *value = value.minus());
                parts.reverse();
                Values::Parts(parts, error)
            }
        }
    }

    pub fn with(&self, op: Op, other: &Values) -> Result<Values, NoDist> {
        if let (Values::Whole(a), Values::Whole(b)) = (self, other) {
            match op {
                Op::Add => return a.plus(b).map(Values::Whole),
                Op::Sub => return a.minus(b).map(Values::Whole),
                Op::Mul => return a.times(b).map(Values::Whole),
                Op::Div if b.probability(0) > 0.0 => return Err(NoDist::DividesByZero),
                Op::Div => {}
            }
        }
        if self.width() * other.width() > MAX_PAIRS {
            return Err(NoDist::TooMuchWork);
        }
        let mut sums = HashMap::<Ratio, f64>::new();
        for (a, p) in self.parts() {
            for (b, q) in other.parts() {
                *sums.entry(a.with(op, b)).or_default() += p * q;
            }
        }
        Ok(Values::summed(sums, self.error() + other.error()))
    }

    /// Whole, where all are.
    pub fn summed(sums: impl IntoIterator<Item = (Ratio, f64)>, error: f64) -> Values {
        let mut parts: Vec<(Ratio, f64)> = sums.into_iter().collect();
        parts.sort_by_key(|part| part.0);
        match parts.iter().all(|(value, _)| value.is_whole()) {
            true => Values::Whole(Values::Parts(parts, error).floor()),
            false => Values::Parts(parts, error),
        }
    }

    /// Every value as something else.
    pub fn map(&self, of: impl Fn(Ratio) -> Ratio) -> Values {
        let mut sums = HashMap::<Ratio, f64>::new();
        self.parts().for_each(|(value, p)| *sums.entry(of(value)).or_default() += p);
        Values::summed(sums, self.error())
    }

    /// The chance that it is so.
    pub fn chance(&self, holds: impl Fn(Ratio) -> bool) -> f64 {
        self.parts().filter(|(value, _)| holds(*value)).map(|(_, p)| p).sum::<f64>().min(1.0)
    }

    pub fn parts(&self) -> Box<dyn Iterator<Item = (Ratio, f64)> + '_> {
        match self {
            Values::Whole(dist) => Box::new(dist.iter().map(|(value, p)| (Ratio::whole(value.into()), p))),
            Values::Parts(parts, _) => Box::new(parts.iter().copied()),
        }
    }

    /// One of these, each with its chance.
    pub fn mixed(all: Vec<(Values, f64)>) -> Values {
        let error = all.iter().map(|(values, chance)| values.error() * chance).sum();
        let mut sums = HashMap::<Ratio, f64>::new();
        for (values, chance) in &all {
            values.parts().for_each(|(value, p)| *sums.entry(value).or_default() += p * chance);
        }
        Values::summed(sums, error)
    }
}
