//! Two versions of a fight, fought with the same seeds, and whether what differs is more than chance. Fight *i* of both has
//! the same dice for as long as it goes the same way, so most of the noise is the same in both and cancels.

use serde::Serialize;

use crate::stats::Z;
use crate::{End, Rate};

/// Fights of two versions, pair by pair.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// How often the heroes win: this version, and the other.
    pub this: Rate,
    pub other: Rate,
    /// Pairs in which only one of the two was won.
    pub only_this: u64,
    pub only_other: u64,
    /// The other's win rate less this one's, with its 95 % bounds.
    pub difference: f64,
    pub error: f64,
    pub low: f64,
    pub high: f64,
    /// Is it more than chance would do once in twenty times?
    pub real: bool,
}

impl Comparison {
    /// Both lists are of the same fights, in the same order.
    pub fn of(this: &[End], other: &[End]) -> Comparison {
        let pairs = this.iter().zip(other).map(|(a, b)| (*a == End::Heroes, *b == End::Heroes));
        let (mut both, mut only_this, mut only_other, mut all) = (0_u64, 0_u64, 0_u64, 0_u64);
        for (a, b) in pairs {
            all += 1;
            both += u64::from(a && b);
            only_this += u64::from(a && !b);
            only_other += u64::from(b && !a);
        }
        let n = all.max(1) as f64;
        let difference = (only_other as f64 - only_this as f64) / n;
        let changed = (only_this + only_other) as f64 / n;
        // At least as much as if one more pair had differed each way: no difference seen is not no difference.
        let variance = (changed - difference * difference).max(0.0) + 2.0 / n;
        let error = Z * (variance / n).sqrt();
        let (low, high) = ((difference - error).max(-1.0), (difference + error).min(1.0));
        let [this, other] = [only_this, only_other].map(|only| Rate::new(both + only, all));
        Comparison {
            this,
            other,
            only_this,
            only_other,
            difference,
            error,
            low,
            high,
            real: low > 0.0 || high < 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cancels_is_not_noise() {
        let won = |n: usize| -> Vec<End> {
            (0..1000).map(|i| if i % 10 < n { End::Heroes } else { End::Monsters }).collect()
        };
        let same = Comparison::of(&won(5), &won(5));
        assert_eq!((same.difference, same.real, same.only_this), (0.0, false, 0));
        assert!(same.error > 0.0 && same.error < 0.004, "{same:?}");
        let more = Comparison::of(&won(5), &won(6));
        assert!((more.difference - 0.1).abs() < 1e-12 && more.real, "{more:?}");
        assert!(more.error < 0.02, "far less than the 4.3 points of two separate runs: {more:?}");
        let less = Comparison::of(&won(6), &won(5));
        assert!(less.real && less.high < 0.0, "{less:?}");
        let few = Comparison::of(&won(5)[..10], &won(6)[..10]);
        assert!(!few.real, "one pair of ten says nothing: {few:?}");
    }
}
