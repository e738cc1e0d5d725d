//! Counters in a row, one for each whole number that occurs. They grow as numbers come and never hold a fraction, so
//! that adding two rows gives the same in any order.

use serde::{Deserialize, Serialize};

/// No number in a fight comes near this; those that do are counted at the end of the row.
const FARTHEST: i32 = 1 << 16;

/// One `T` for each whole number in a range that grows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Row<T> {
    low: i32,
    bins: Vec<T>,
}

impl<T: Clone + Default + PartialEq> Row<T> {
    #[inline]
    pub(crate) fn at(&mut self, value: i32) -> &mut T {
        // A number below the range wraps around to a huge index, and so fails the same test.
        let index = value.wrapping_sub(self.low) as u32 as usize;
        if index < self.bins.len() {
            return &mut self.bins[index];
        }
        self.grow(value)
    }

    #[cold]
    fn grow(&mut self, value: i32) -> &mut T {
        let value = value.clamp(-FARTHEST, FARTHEST);
        if self.bins.is_empty() {
            self.low = value;
        }
        if value < self.low {
            let more = (self.low - value) as usize;
            self.bins.splice(0..0, std::iter::repeat_n(T::default(), more));
            self.low = value;
        }
        let index = (value - self.low) as usize;
        if index >= self.bins.len() {
            self.bins.resize(index + 1, T::default());
        }
        &mut self.bins[index]
    }

    /// Numbers that occurred, ascending.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, &T)> {
        let none = T::default();
        let all = self.bins.iter().enumerate();
        all.filter(move |(_, bin)| **bin != none).map(|(index, bin)| (self.low + index as i32, bin))
    }

    pub(crate) fn merge(&mut self, other: &Row<T>, mut add: impl FnMut(&mut T, &T)) {
        for (value, bin) in other.iter() {
            add(self.at(value), bin);
        }
    }
}

/// How often each number occurred.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts(Row<u64>);

impl PartialEq for Counts {
    fn eq(&self, other: &Counts) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Counts {}

impl Counts {
    #[inline]
    pub fn add(&mut self, value: i32) {
        *self.0.at(value) += 1;
    }

    pub fn merge(&mut self, other: &Counts) {
        self.0.merge(&other.0, |mine, theirs| *mine += theirs);
    }

    #[must_use]
    pub fn and(&self, other: &Counts) -> Counts {
        let mut both = self.clone();
        both.merge(other);
        both
    }

    /// Numbers that occurred, ascending, and how often.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, u64)> {
        self.0.iter().map(|(value, &count)| (value, count))
    }

    pub fn total(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// `None` where nothing was counted.
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        let total = self.total();
        (total > 0).then(|| sum as f64 / total as f64)
    }

    /// The least number that at least this share, in percent, of all does not exceed.
    pub fn percentile(&self, percent: u64) -> Option<i32> {
        let wanted = (u128::from(self.total()) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        self.iter().find_map(|(value, count)| {
            seen += u128::from(count);
            (seen >= wanted).then_some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[i32]) -> Counts {
        let mut counts = Counts::default();
        values.iter().for_each(|&value| counts.add(value));
        counts
    }

    #[test]
    fn a_row_grows_both_ways_and_order_does_not_matter() {
        let some = counts(&[3, -2, 7, 3]);
        assert_eq!(some.iter().collect::<Vec<_>>(), [(-2, 1), (3, 2), (7, 1)]);
        assert_eq!(some, counts(&[7, 3, 3, -2]));
        assert_ne!(some, counts(&[7, 3, -2]));
        assert_eq!(some.and(&counts(&[0, 9])), counts(&[9, 0]).and(&some));
        assert_eq!(
            counts(&[1, i32::MAX, i32::MIN]).iter().map(|(v, _)| v).collect::<Vec<_>>(),
            [-65536, 1, 65536]
        );
    }

    #[test]
    fn figures_of_a_row() {
        let some = counts(&[1, 2, 3, 4]);
        assert_eq!(some.mean(), Some(2.5));
        assert_eq!([0, 25, 26, 50, 75, 76, 100].map(|p| some.percentile(p).unwrap()), [1, 1, 2, 2, 3, 4, 4]);
        assert_eq!((Counts::default().mean(), Counts::default().percentile(50)), (None, None));
    }
}
