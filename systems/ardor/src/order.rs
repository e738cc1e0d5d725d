//! The order of a round: who acts when, from the highest score down.
//!
//! An entry is one machine word that sorts as it should, and a handful of them is sorted without a branch: which of two
//! scores is higher is anybody's guess, and a processor that guesses wrong loses more than the comparisons cost.

use fracas_kernel::{By, Who};

use crate::state::MAX;

/// A first and a second action for everybody.
const MAX_ACTIONS: usize = 2 * MAX;
/// As many are sorted without a branch.
const LANES: usize = 16;
/// The bits of an entry that hold a combatant.
const WHO: u32 = MAX as u32 - 1;
const WHO_WIDTH: u32 = WHO.count_ones();
const PLACE_AT: u32 = 8;

/// What comes first among equal scores: the incapacitated wait for those who may tend them, second actions for first ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Rank {
    Fallen = 1,
    Second,
    First,
}

pub(crate) struct Order {
    entries: By<usize, u32, MAX_ACTIONS>,
    count: usize,
}

/// An action's place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry(u32);

impl Entry {
    /// Entries with the same place happen at once.
    #[inline(always)]
    pub(crate) fn place(self) -> u32 {
        self.0 >> PLACE_AT
    }

    #[inline(always)]
    pub(crate) fn who(self) -> Who {
        Who((self.0 & WHO ^ WHO) as u8)
    }

    #[inline(always)]
    pub(crate) fn is_second(self) -> bool {
        self.0 >> WHO_WIDTH & 1 == 0
    }
}

impl Order {
    #[inline(always)]
    pub(crate) fn new() -> Order {
        Order { entries: By::all(0), count: 0 }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, place: i16, rank: Rank, who: Who) {
        let place = (i32::from(place) + 0x8000) as u32;
        let who = u32::from(who.0) & WHO ^ WHO;
        self.entries[self.count] = place << PLACE_AT | (rank as u32) << WHO_WIDTH | who;
        self.count += 1;
    }

    /// From the highest.
    #[inline(always)]
    pub(crate) fn sorted(&mut self) -> impl Iterator<Item = Entry> {
        let count = self.count.min(MAX_ACTIONS);
        if count > LANES {
            let mut entries = *self.entries.values();
            entries[..count].sort_unstable_by(|a, b| b.cmp(a));
            self.entries = By::new(entries);
        } else {
            self.sort_few();
        }
        self.entries.values().iter().take(count).map(|&entry| Entry(entry))
    }

    /// For each, how many are higher: no branches, and the compiler does several at a time.
    #[inline(always)]
    fn sort_few(&mut self) {
        let few: [i32; LANES] = std::array::from_fn(|lane| self.entries[lane] as i32);
        let mut above = [0_i32; LANES];
        for &entry in &few[..self.count.min(LANES)] {
            for (rank, &other) in above.iter_mut().zip(&few) {
                *rank += i32::from(entry > other);
            }
        }
        for (&entry, &rank) in few.iter().zip(&above).take(self.count) {
            self.entries[rank as usize] = entry as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(entries: &[(i16, Rank, u8)], expected: &[(u8, bool)]) {
        let mut order = Order::new();
        entries.iter().for_each(|&(place, rank, who)| order.add(place, rank, Who(who)));
        let sorted: Vec<_> = order.sorted().map(|entry| (entry.who().0, entry.is_second())).collect();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn the_highest_comes_first() {
        check(
            &[(9, Rank::First, 0), (-3, Rank::First, 1), (12, Rank::First, 2)],
            &[(2, false), (0, false), (1, false)],
        );
    }

    #[test]
    fn among_equals_first_actions_then_second_ones_then_the_fallen_each_by_number() {
        check(
            &[(5, Rank::Fallen, 0), (5, Rank::Second, 1), (5, Rank::First, 31), (5, Rank::First, 1)],
            &[(1, false), (31, false), (1, true), (0, false)],
        );
    }

    #[test]
    fn many_are_sorted_as_few_are() {
        let many: Vec<_> = (0..32).map(|who| (i16::from(who), Rank::First, who)).collect();
        let expected: Vec<_> = (0..32).rev().map(|who| (who, false)).collect();
        check(&many, &expected);
        check(&many[..LANES], &expected[32 - LANES..]);
    }
}
