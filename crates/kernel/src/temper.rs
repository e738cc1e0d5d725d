//! How somebody is minded, and lots for whoever has no reason to prefer one to another.

use std::cmp::Reverse;

use crate::{Bits, Set, Whim, Who};

/// What somebody cares about in a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Temper {
    /// Cares for its side and against the other in equal measure.
    #[default]
    Steady,
    /// Would rather strike than be safe.
    Aggressive,
    /// Would rather be safe than strike.
    Cautious,
    /// Cares for its own skin.
    Cowardly,
    /// Cares for the others of its side more than for itself.
    Loyal,
    /// Does not think of how it will end, and does not pick its targets well.
    Mindless,
    /// Thinks of nothing but how it will end.
    Cunning,
    /// Cares above all that none of its side falls.
    Protective,
}

/// Whom a quick mind strikes of those at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quarry {
    /// Whoever falls soonest.
    Easiest,
    /// Whoever does its side most harm.
    Fiercest,
    /// Anybody.
    Anyone,
}

impl Temper {
    pub const NAMED: [(&'static str, Temper); 8] = [
        ("steady", Temper::Steady),
        ("aggressive", Temper::Aggressive),
        ("cautious", Temper::Cautious),
        ("cowardly", Temper::Cowardly),
        ("loyal", Temper::Loyal),
        ("mindless", Temper::Mindless),
        ("cunning", Temper::Cunning),
        ("protective", Temper::Protective),
    ];

    pub fn name(self) -> &'static str {
        Temper::NAMED.iter().find(|(_, temper)| *temper == self).map_or("steady", |(name, _)| name)
    }

    /// What those are by nature of whom content says that they are beasts, or have no mind.
    pub const fn by_nature(artless: bool) -> Temper {
        if artless { Temper::Mindless } else { Temper::Steady }
    }

    #[inline]
    pub const fn quarry(self) -> Quarry {
        match self {
            Temper::Mindless => Quarry::Anyone,
            // Who cannot strike any more is no danger to friends.
            Temper::Protective | Temper::Loyal => Quarry::Fiercest,
            _ => Quarry::Easiest,
        }
    }

    /// Would a quick mind leave? `has_reason` is what the system says of anybody; `health` is what is left, in hundredths.
    #[inline]
    pub const fn flees(self, has_reason: bool, health: i32) -> bool {
        match self {
            Temper::Cowardly => has_reason || health <= 60,
            Temper::Cautious => has_reason || health <= 25,
            Temper::Aggressive | Temper::Loyal | Temper::Protective => false,
            _ => has_reason,
        }
    }
}

/// One of them by lot. Nothing is drawn where there is only one.
#[inline(always)]
pub fn by_lot<B: Bits>(set: Set<Who, B>, whim: &mut Whim) -> Who {
    match set.only() {
        Some(one) => one,
        None => draw(set, whim),
    }
}

#[inline(never)]
fn draw<B: Bits>(set: Set<Who, B>, whim: &mut Whim) -> Who {
    let nth = whim.below(set.len().max(1) as u64) as usize;
    set.nth(nth).unwrap_or(set.head())
}

/// The one with the least of something, of a set that is not empty. By lot among equals: where somebody stands in a file
/// decides nothing.
#[inline(always)]
pub fn least<B: Bits, K: Ord>(set: Set<Who, B>, whim: &mut Whim, key: impl Fn(Who) -> K) -> Who {
    let first = set.head();
    let (mut equals, mut least) = (Set::<Who, B>::one(first), key(first));
    for one in set - Set::one(first) {
        let own = key(one);
        if own < least {
            (equals, least) = (Set::one(one), own);
        } else if own == least {
            equals.insert(one);
        }
    }
    by_lot(equals, whim)
}

/// The one with the most of something; by lot among equals.
#[inline(always)]
pub fn most<B: Bits, K: Ord>(set: Set<Who, B>, whim: &mut Whim, key: impl Fn(Who) -> K) -> Who {
    least(set, whim, |one| Reverse(key(one)))
}

/// The best of what was considered, if it is better than a floor; by lot among equals.
#[derive(Clone, Copy, Debug)]
pub struct Best<T, W> {
    pub found: Option<T>,
    pub worth: W,
    equals: u64,
}

impl<T, W: PartialOrd> Best<T, W> {
    #[inline]
    pub fn above(floor: W) -> Best<T, W> {
        Best { found: None, worth: floor, equals: 0 }
    }

    #[inline]
    pub fn consider(&mut self, one: T, worth: W, whim: &mut Whim) {
        if worth > self.worth {
            *self = Best { found: Some(one), worth, equals: 1 };
        } else if self.equals > 0 && worth == self.worth {
            // Each of the equals is kept with the same chance.
            self.equals += 1;
            if whim.below(self.equals) == 0 {
                self.found = Some(one);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Band = Set<Who, u32>;

    #[test]
    fn lots_are_even_among_equals_and_nothing_is_drawn_for_one() {
        let mut whim = Whim::new(1);
        let set: Band = [2, 5, 9].map(Who).into_iter().collect();
        let (mut drawn, mut kept) = ([0; 10], [0; 10]);
        for _ in 0..3000 {
            drawn[least(set, &mut whim, |_| 0).index()] += 1;
            let mut best = Best::above(0);
            set.for_each(|one| best.consider(one, 1, &mut whim));
            kept[best.found.unwrap().index()] += 1;
        }
        for count in [2, 5, 9].into_iter().flat_map(|at| [drawn[at], kept[at]]) {
            assert!((900..1100).contains(&count), "{drawn:?}, {kept:?}");
        }
        let before = whim.clone();
        assert_eq!(least(set, &mut whim, |one| one.0), Who(2));
        assert_eq!(most(set, &mut whim, |one| one.0), Who(9));
        assert_eq!(whim, before);
        let mut none = Best::above(3);
        none.consider(Who(1), 3, &mut whim);
        assert_eq!(none.found, None);
    }
}
