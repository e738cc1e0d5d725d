//! Every fight on its shelf, by how well it went for the heroes: first by its end, then by the health left to them less
//! that left to the monsters. Of each shelf only the number of fights and the first of them are kept, and so a million
//! fights take no more room than a hundred.

use serde::{Deserialize, Serialize};

use crate::End;
use crate::counts::Row;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Shelf {
    fights: u64,
    first: u64,
}

/// From the worst for the heroes to the best: lost, undecided, won.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Shelves([Row<Shelf>; 3]);

impl PartialEq for Shelves {
    fn eq(&self, other: &Shelves) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Shelves {}

/// A share in percent: 5 means that five of a hundred fights went no better.
pub type Percent = u8;

/// A fight that stands for others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Kept {
    /// Which places among all fights it stands for.
    pub percentiles: Vec<Percent>,
    pub fight: u64,
    /// Health left to the heroes less that left to the monsters.
    pub margin: i32,
}

impl Shelves {
    #[inline]
    pub(crate) fn put(&mut self, end: End, margin: i32, fight: u64) {
        let group = match end {
            End::Monsters => 0,
            End::Draw | End::Cap => 1,
            End::Heroes => 2,
        };
        let shelf = self.0[group].at(margin);
        if shelf.fights == 0 {
            shelf.first = fight;
        }
        shelf.fights += 1;
    }

    pub(crate) fn merge(&mut self, later: &Shelves) {
        for (mine, theirs) in self.0.iter_mut().zip(&later.0) {
            mine.merge(theirs, |mine, theirs| {
                let first = if mine.fights == 0 { theirs.first } else { mine.first };
                *mine = Shelf { fights: mine.fights + theirs.fights, first };
            });
        }
    }

    /// From the worst on: margin, how many fights, the first of them.
    fn iter(&self) -> impl Iterator<Item = (usize, i32, &Shelf)> {
        let groups = self.0.iter().enumerate();
        groups.flat_map(|(group, row)| row.iter().map(move |(margin, shelf)| (group, margin, shelf)))
    }

    fn at(&self, percent: Percent) -> Option<(u64, i32)> {
        let total: u64 = self.iter().map(|(_, _, shelf)| shelf.fights).sum();
        let wanted = (u128::from(total) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        self.iter().find_map(|(_, margin, shelf)| {
            seen += u128::from(shelf.fights);
            (seen >= wanted).then_some((shelf.first, margin))
        })
    }

    /// Fights that stand for `count` places spread evenly from 5 to 95 percent; one place is the middle. Places on the
    /// same shelf share a fight.
    pub(crate) fn keep(&self, count: usize) -> Vec<Kept> {
        let mut kept: Vec<Kept> = Vec::new();
        for percent in places(count) {
            let Some((fight, margin)) = self.at(percent) else { continue };
            match kept.iter_mut().find(|known| known.fight == fight) {
                Some(known) => known.percentiles.push(percent),
                None => kept.push(Kept { percentiles: vec![percent], fight, margin }),
            }
        }
        kept
    }
}

fn places(count: usize) -> Vec<Percent> {
    match count {
        0 => Vec::new(),
        1 => vec![50],
        _ => {
            let mut places: Vec<Percent> =
                (0..count).map(|nth| 5 + ((90 * nth + (count - 1) / 2) / (count - 1)) as Percent).collect();
            places.dedup();
            places
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spread_from_worst_to_best() {
        assert!(places(0).is_empty());
        assert_eq!(places(1), [50]);
        assert_eq!(places(2), [5, 95]);
        assert_eq!(places(3), [5, 50, 95]);
        assert_eq!(places(4), [5, 35, 65, 95]);
        assert_eq!(places(500).len(), 91);
    }

    #[test]
    fn a_lost_fight_is_worse_than_a_won_one_whatever_is_left() {
        let mut shelves = Shelves::default();
        shelves.put(End::Heroes, 1, 0);
        shelves.put(End::Monsters, 30, 1);
        shelves.put(End::Draw, 0, 2);
        shelves.put(End::Heroes, 9, 3);
        let mut later = Shelves::default();
        later.put(End::Heroes, 9, 4);
        shelves.merge(&later);
        let order: Vec<u64> = [1, 21, 41, 61, 81].iter().map(|&p| shelves.at(p).unwrap().0).collect();
        assert_eq!(order, [1, 2, 0, 3, 3]);
        let kept = shelves.keep(5);
        assert_eq!(kept.last().unwrap(), &Kept { percentiles: vec![73, 95], fight: 3, margin: 9 });
        assert!(Shelves::default().keep(3).is_empty());
    }
}
