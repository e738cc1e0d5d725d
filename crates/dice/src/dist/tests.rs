//! Against all faces one by one where that is few, and against closed forms where it is not.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::{Dice, Edge, Explode, FaceSet, Reroll, Seeded, Take, Tricks, Why};

/// Chains of explosions are ended where they are rarer than this.
const RARE: f64 = 1e-15;

/// Every sequence of faces, through `Roll::evaluate`. A die that is rerolled until another face shows is a die without
/// those faces.
fn all_faces(roll: Roll) -> BTreeMap<i32, f64> {
    let gone = |face: &u16| roll.tricks().reroll.is_some_and(|r| !r.once && r.faces.has(*face));
    let faces: Vec<u16> = (1..=roll.sides()).filter(|face| !gone(face)).collect();
    let mut values = BTreeMap::new();
    let mut path: Vec<usize> = Vec::new();
    loop {
        let (mut used, mut weight) = (0, 1.0);
        let value = roll.evaluate(&mut |_| {
            if weight < RARE {
                return faces[0];
            }
            if used == path.len() {
                path.push(0);
            }
            used += 1;
            weight /= faces.len() as f64;
            faces[path[used - 1]]
        });
        *values.entry(value).or_insert(0.0) += weight;
        while path.last() == Some(&(faces.len() - 1)) {
            path.pop();
        }
        match path.last_mut() {
            Some(at) => *at += 1,
            None => return values,
        }
    }
}

fn assert_same(roll: Roll) {
    let dist = Dist::of(&roll);
    let slow = all_faces(roll);
    assert!(dist.error() < 1e-12, "{roll:?}: error {}", dist.error());
    let sum: f64 = dist.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{roll:?}: sum {sum}");
    for (value, p) in &slow {
        let q = dist.probability(*value);
        assert!((p - q).abs() < 2e-12, "{roll:?}: {value} has {q}, should have {p}");
    }
    for (value, p) in dist.iter() {
        assert!(p < 2e-12 || slow.contains_key(&value), "{roll:?}: {value} has {p}, but cannot be");
    }
}

fn roll(count: u8, sides: u16, tricks: Tricks) -> Roll {
    Roll::new(count, sides, 0, tricks).unwrap()
}

fn rerolls(sides: u16) -> Vec<Option<Reroll>> {
    let mut all = vec![None];
    for n in 1..=sides {
        for faces in [FaceSet::AtMost(n), FaceSet::AtLeast(n), FaceSet::Exactly(n)] {
            all.extend([true, false].map(|once| Some(Reroll { faces, once })));
        }
    }
    all
}

#[test]
fn every_trick_on_small_pools() {
    let mut tried = 0;
    for (count, sides) in [(0, 4), (1, 1), (1, 5), (2, 3), (3, 3), (4, 2)] {
        let mut takes = vec![Take::All];
        takes.extend((0..=count).flat_map(|k| [Take::High(k), Take::Low(k)]));
        takes.extend([0, 1, 2, 3, 4, 7].map(Take::Hits));
        for take in takes {
            for edge in [Edge::Level, Edge::Advantage, Edge::Disadvantage] {
                if count > 2 && edge != Edge::Level {
                    continue;
                }
                for reroll in rerolls(sides).into_iter().step_by(if count > 2 { 5 } else { 1 }) {
                    let tricks = Tricks { take, edge, reroll, halve: tried % 2 == 0, ..Tricks::default() };
                    if let Ok(roll) = Roll::new(count, sides, 3 - (tried % 7) as i16, tricks) {
                        assert_same(roll);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn explosions_on_small_pools() {
    let takes =
        [Take::All, Take::High(1), Take::Low(1), Take::Low(2), Take::High(2), Take::Hits(3), Take::Hits(9)];
    for (count, sides) in [(1, 4), (2, 6), (3, 10)] {
        for take in takes {
            for explode in [Explode::Add, Explode::Again] {
                let tricks = Tricks { take, explode, ..Tricks::default() };
                if let Ok(roll) = Roll::new(count, sides, 0, tricks) {
                    assert_same(roll);
                }
            }
        }
    }
}

/// One die by hand: the faces of one throw from all pairs of a first and a second, then the chain throw by throw.
#[test]
fn explosions_with_rerolls() {
    for reroll in rerolls(4) {
        let kinds =
            [(Explode::Add, Take::All), (Explode::Again, Take::Hits(3)), (Explode::Again, Take::Hits(2))];
        for (explode, take) in kinds {
            let Ok(roll) = Roll::new(1, 4, 0, Tricks { take, explode, reroll, ..Tricks::default() }) else {
                continue;
            };
            let mut faces = [0.0; 5];
            for (first, second) in (1..=4u16).flat_map(|a| (1..=4u16).map(move |b| (a, b))) {
                let again = reroll.is_some_and(|r| r.faces.has(first));
                let stays = again && reroll.is_some_and(|r| !r.once && r.faces.has(second));
                faces[usize::from(if again { second } else { first })] += if stays { 0.0 } else { 1.0 };
            }
            let all: f64 = faces.iter().sum();
            let mut expected = BTreeMap::new();
            let (mut before, mut so_far) = (1.0, 0);
            for _ in 0..200 {
                let worth = |face: i32| match take {
                    Take::Hits(target) => i32::from(face >= target.into()),
                    _ => face,
                };
                for face in 1..4 {
                    *expected.entry(so_far + worth(face)).or_insert(0.0) +=
                        before * faces[face as usize] / all;
                }
                before *= faces[4] / all;
                so_far += worth(4);
            }
            let dist = Dist::of(&roll);
            for (value, p) in expected {
                assert!((dist.probability(value) - p).abs() < 1e-12, "{roll:?}: {value}");
            }
        }
    }
}

/// Two independent ways to one number: all kept, or one by one.
#[test]
fn keeping_agrees_with_order_statistics() {
    for explode in [Explode::No, Explode::Add] {
        let mean = |take| roll_mean(9, 10, Tricks { take, explode, ..Tricks::default() });
        // What the highest k leave are the lowest n - k.
        for kept in 1..9 {
            let (high, low) = (mean(Take::High(kept)), mean(Take::Low(9 - kept)));
            assert!((high + low - mean(Take::All)).abs() < 1e-9, "{explode:?} {kept}: {high} + {low}");
        }
    }
}

fn roll_mean(count: u8, sides: u16, tricks: Tricks) -> f64 {
    Dist::of(&roll(count, sides, tricks)).mean()
}

#[test]
fn closed_forms() {
    let d20 = Dist::of(&Roll::d(20));
    assert!((d20.mean() - 10.5).abs() < 1e-12);
    assert!((d20.variance() - 399.0 / 12.0).abs() < 1e-9);
    let twice = Dist::of(&Roll::d(20).with_edge(Edge::Advantage));
    assert!((twice.mean() - 13.825).abs() < 1e-12);
    assert!((twice.at_least(20) - 39.0 / 400.0).abs() < 1e-15);
    // 4d6, drop the lowest: 1296 cases, 21 of which give 18, and a mean of 15869/1296.
    let stats = Dist::of(&roll(4, 6, Tricks { take: Take::High(3), ..Tricks::default() }));
    assert!((stats.mean() - 15869.0 / 1296.0).abs() < 1e-12);
    assert!((stats.probability(18) - 21.0 / 1296.0).abs() < 1e-15);
    // An exploding die: each throw adds its mean, and goes on with 1 / sides.
    let open = Dist::of(&roll(3, 10, Tricks { explode: Explode::Add, ..Tricks::default() }));
    assert!((open.mean() - 3.0 * 5.5 * 10.0 / 9.0).abs() < 1e-10);
    // Hits of 12 exploding d12 that count from 7: a half, and a twelfth more each time.
    let hits = Dist::of(&Roll::exploding_hits(12, 12, 7));
    assert!((hits.mean() - 12.0 * 0.5 * 12.0 / 11.0).abs() < 1e-10);
    assert!((hits.probability(0) - 0.5f64.powi(12)).abs() < 1e-15);
}

#[test]
fn large_pools_stay_exact() {
    let many = Dist::of(&Roll::pool(255, 1000));
    assert!((many.mean() - 255.0 * 500.5).abs() < 1e-6);
    assert!((many.variance() / (255.0 * 999_999.0 / 12.0) - 1.0).abs() < 1e-9);
    let coins = Dist::of(&Roll::pool(100, 2));
    // The chance of all ones keeps its digits: nothing was ever taken away.
    assert!((coins.probability(100) * 2f64.powi(100) - 1.0).abs() < 1e-12);
    let wide = Dist::of(&Roll::pool(3, 100));
    assert!((wide.probability(3) * 1e6 - 1.0).abs() < 1e-12);
    assert!((wide.probability(300) * 1e6 - 1.0).abs() < 1e-12);
    let open =
        Dist::of(&roll(60, 3, Tricks { explode: Explode::Add, take: Take::High(59), ..Tricks::default() }));
    let sum: f64 = open.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12 && open.error() < 1e-12);
}

#[test]
fn a_d1000_rolled_until_its_highest_face_shows_just_that() {
    let reroll = Some(Reroll { faces: FaceSet::AtMost(999), once: false });
    let stubborn = roll(2, 1000, Tricks { reroll, ..Tricks::default() });
    assert_eq!(Dist::of(&stubborn), Dist::constant(2000));
    assert_eq!(Seeded::new(1).roll(Why::table("stubborn"), stubborn).value, 2000);
}

/// Rolls that `Roll::new` refuses can be built by hand; they must not hang or panic.
#[test]
fn refused_rolls_are_harmless() {
    for roll in
        [Roll::d(0), Roll::best_exploding(3, 1), Roll::exploding_hits(3, 1, 1), Roll::best_exploding(0, 6)]
    {
        let sum: f64 = Dist::of(&roll).iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{roll:?}");
    }
}

#[test]
fn absurd_pools_are_refused() {
    let absurd = roll(255, 1000, Tricks { take: Take::High(127), ..Tricks::default() });
    assert_eq!(Dist::try_of(&absurd), Err(NoDist::TooMuchWork));
    assert!(Dist::try_of(&Roll::pool(255, 1000)).is_ok());
    assert!(Dist::try_of(&roll(40, 100, Tricks { take: Take::High(20), ..Tricks::default() })).is_ok());
}

#[test]
fn contests_add_up_and_mirror() {
    let (a, b) = (Dist::of(&Roll::best_exploding(8, 10)), Dist::of(&Roll::best_exploding(6, 10)));
    let (ab, ba) = (a.versus(&b), b.versus(&a));
    assert!((ab.win + ab.tie + ab.lose - 1.0).abs() < 1e-12);
    assert!((ab.win - ba.lose).abs() < 1e-14 && (ab.tie - ba.tie).abs() < 1e-14);
    assert!(ab.win > ab.lose);
    let d6 = Dist::of(&Roll::d(6));
    let even = d6.versus(&d6);
    assert!((even.tie - 1.0 / 6.0).abs() < 1e-15 && (even.win - 15.0 / 36.0).abs() < 1e-15);
}

#[test]
fn arithmetic_of_independent_results() {
    let (d4, d6) = (Dist::of(&Roll::d(4)), Dist::of(&Roll::d(6)));
    let pairs: Vec<(i32, i32)> = (1..=4).flat_map(|a| (1..=6).map(move |b| (a, b))).collect();
    let check = |dist: Dist, f: &dyn Fn(i32, i32) -> i32| {
        for value in -30..=30 {
            let count = pairs.iter().filter(|(a, b)| f(*a, *b) == value).count();
            assert!((dist.probability(value) - count as f64 / 24.0).abs() < 1e-14, "{value}");
        }
    };
    check(d4.plus(&d6).unwrap(), &|a, b| a + b);
    check(d4.minus(&d6).unwrap(), &|a, b| a - b);
    check(d4.times(&d6).unwrap(), &|a, b| a * b);
    check(d4.over(&d6).unwrap(), &|a, b| a / b);
    let negative = d6.clone().negate();
    check(d4.over(&negative).unwrap(), &|a, b| -((a + b - 1) / b));
    check(d4.clone().negate().over(&d6).unwrap(), &|a, b| (-a).div_euclid(b));
    assert_eq!(d4.over(&Dist::constant(0)), Err(NoDist::DividesByZero));
    assert_eq!(d4.clone().shift(-3).halve().min(), -1);
}

#[test]
fn arithmetic_refuses_what_is_too_large() {
    let d1000 = Dist::of(&Roll::d(1000));
    let million = d1000.times(&d1000).unwrap();
    assert!(matches!(million.times(&d1000), Err(NoDist::TooManyValues { .. })));
    let far = Dist::constant(i32::MAX);
    assert!(far.plus(&far).is_err());
    assert!(far.times(&far).is_err());
    assert_eq!(Dist::constant(i32::MIN).negate().max(), i32::MAX);
    assert_eq!(d1000.shift(i32::MAX).max(), i32::MAX);
}

#[test]
fn what_can_be_asked() {
    let two = Dist::of(&Roll::pool(2, 6));
    assert_eq!((two.min(), two.max(), two.median()), (2, 12, 7));
    assert_eq!((two.quantile(0.0), two.quantile(1.0 / 36.0), two.quantile(1.0)), (2, 2, 12));
    assert!((two.at_least(10) - 6.0 / 36.0).abs() < 1e-15);
    assert!((two.at_most(4) - 6.0 / 36.0).abs() < 1e-15);
    assert_eq!((two.at_least(i32::MIN), two.at_most(i32::MAX)), (1.0, 1.0));
    assert_eq!((two.at_least(13), two.at_most(1), two.probability(1)), (0.0, 0.0, 0.0));
    assert_eq!(two.iter().count(), 11);
    // The 10 of an exploding d10 cannot be.
    let open = Dist::of(&Roll::best_exploding(1, 10));
    assert_eq!(open.probability(10), 0.0);
    assert!(open.iter().all(|(value, _)| value % 10 != 0 || value == open.max()));
}

prop_compose! {
    pub(crate) fn any_roll()(
        count in 0..=12u8, sides in 1..=30u16, add in -50..=50i16, halve: bool, once: bool,
        explode in prop_oneof![Just(Explode::No), Just(Explode::Add), Just(Explode::Again)],
        edge in prop_oneof![3 => Just(Edge::Level), 1 => Just(Edge::Advantage), 1 => Just(Edge::Disadvantage)],
        take in 0..4u8, k in 0..=12u8, target in 0..40u16, faces in 0..5u8, n in 0..=30u16,
    ) -> Option<Roll> {
        let take = match take {
            0 => Take::All,
            1 => Take::High(k),
            2 => Take::Low(k),
            _ => Take::Hits(target),
        };
        let faces = match faces {
            0 => Some(FaceSet::AtMost(n)),
            1 => Some(FaceSet::AtLeast(n)),
            2 => Some(FaceSet::Exactly(n)),
            _ => None,
        };
        let reroll = faces.map(|faces| Reroll { faces, once });
        Roll::new(count, sides, add, Tricks { explode, reroll, take, edge, halve }).ok()
    }
}

proptest! {
    #[test]
    fn any_distribution_adds_up_to_one(roll in any_roll()) {
        if let Some(roll) = roll {
            let dist = Dist::of(&roll);
            let sum: f64 = dist.iter().map(|(_, p)| p).sum();
            prop_assert!((sum - 1.0).abs() < 1e-11, "{:?}: {}", roll, sum);
            prop_assert!(dist.error() < 1e-12);
        }
    }

    /// The generator draws only what the distribution knows.
    #[test]
    fn samples_are_known(roll in any_roll(), seed: u64) {
        if let Some(roll) = roll {
            let (dist, mut dice) = (Dist::of(&roll), Seeded::new(seed));
            for _ in 0..100 {
                let value = dice.roll(Why::table("any"), roll).value;
                prop_assert!(dist.probability(value) > 0.0, "{:?}: {}", roll, value);
            }
        }
    }
}

/// With a fixed seed: what the generator draws is about as frequent as the distribution says.
#[test]
fn samples_are_as_frequent_as_said() {
    let texts = [
        "3d6+2",
        "4d6kh3",
        "4d10!kh1",
        "5d8!kl2",
        "6d12!>=8",
        "4d6!!>=9",
        "2d6ro<3",
        "adv 2d8r1/2-3",
        "dis d20",
    ];
    for (seed, text) in texts.iter().enumerate() {
        let roll: Roll = text.parse().unwrap();
        let mut dice = Seeded::new(seed as u64);
        let times = 20_000;
        let mut counts = BTreeMap::new();
        for _ in 0..times {
            *counts.entry(dice.roll(Why::table("any"), roll).value).or_insert(0) += 1;
        }
        for (value, p) in Dist::of(&roll).iter() {
            let (count, expected) = (counts.get(&value).map_or(0, |n| *n), p * f64::from(times));
            let off = (f64::from(count) - expected).abs();
            assert!(
                off < 5.0 * expected.sqrt() + 3.0,
                "{text}: {value} came {count} times, not {expected:.1}"
            );
        }
    }
}
