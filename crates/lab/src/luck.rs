//! Luck apart from plan.
//!
//! The margin of a fight is the health left to the heroes less that left to the monsters. Before each choice that a fight
//! made, every outcome of its dice is counted out by the rules themselves, which gives the margin to be expected after
//! it. What really came is the expected plus a surprise: the surprises of a fight added up are its **luck** (above zero:
//! the dice favoured the heroes), the expected changes added up are its **plan**, and margin at the end = margin at the
//! start + plan + luck, with nothing left over. Surprises average to zero whatever the minds do, so luck says nothing
//! about how well anybody played. What the dice change without touching health at once, such as who goes first or who
//! falls asleep, shows in the plan of the choices that follow.

use std::ops::Range;

use fracas_dice::{Seeded, Walk};
use fracas_kernel::{Mind, Null, Report, Side, any_dice, any_log};
use serde::{Deserialize, Serialize};

use crate::run::retrace;
use crate::{End, Plan};

/// The most fights that are looked at.
const MAX_FIGHTS: u64 = 2000;
/// The fewest, however expensive they are.
const FEWEST_FIGHTS: u64 = 40;
/// How many fights are looked at to see how expensive one is.
const PILOT: u64 = 8;
/// What all outcomes together may cost: a second's worth, or a few. One costs a point, and another for every this many bytes of
/// the state, which is copied for each.
const BUDGET: u64 = 20_000_000;
const BYTES_A_POINT: usize = 2048;
/// A choice with more outcomes than this is sampled.
const MAX_LEAVES: u64 = 4_000;
/// The mean of this many outcomes strays little beside one outcome: the luck of a fight spreads wider by less than a
/// hundredth.
const SAMPLES: u32 = 64;
/// Sets the stream of such samples apart from all others.
const SAMPLING: u64 = 0x6c75_636b_2121;

/// The luck and plan of one fight, in health.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fortune {
    pub fight: u64,
    pub end: End,
    pub start: i32,
    pub luck: f64,
    pub plan: f64,
    /// Choices made, and for how many of them the expectation was sampled instead of counted out.
    pub choices: u32,
    pub sampled: u32,
    leaves: u64,
}

/// The fights that were looked at, evenly spread over all of them and in their order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    pub of: u64,
    pub fights: Vec<Fortune>,
}

/// Looks at an even spread of the plan's fights: at most 2,000, fewer where outcomes are many. The same on any number of
/// threads.
pub fn luck<R: Report>(rules: &R, plan: &Plan, mind: &impl Mind<R>) -> Sample {
    luck_in(rules, plan, 0..plan.fights, mind)
}

/// Of the fights that [`luck`] would look at, those that are among `some`.
pub fn luck_in<R: Report>(rules: &R, plan: &Plan, some: Range<u64>, mind: &impl Mind<R>) -> Sample {
    let look = |count: u64, some: &Range<u64>| -> Vec<Fortune> {
        let chosen: Vec<u64> = evenly(count, plan.fights).filter(|fight| some.contains(fight)).collect();
        plan.map(chosen.len() as u64, &|nth| {
            fortune(rules, plan, mind, chosen[nth as usize], &mut Walk::new())
        })
    };
    let most = plan.fights.min(MAX_FIGHTS);
    // The pilot is the same for every part, so that all parts look at the same fights.
    let pilot = look(most.min(PILOT), &(0..plan.fights));
    let leaves: u64 = pilot.iter().map(|fortune| fortune.leaves).sum();
    let points = 1 + size_of::<R::State>() / BYTES_A_POINT;
    let affordable = BUDGET * pilot.len() as u64 / (leaves * points as u64).max(1);
    let fights = look(affordable.clamp(FEWEST_FIGHTS, MAX_FIGHTS).min(most), &some);
    Sample { of: plan.fights, fights }
}

/// This many fights, spread evenly over `all`.
pub(crate) fn evenly(count: u64, all: u64) -> impl Iterator<Item = u64> {
    (0..count).map(move |nth| spread(nth, count, all))
}

/// Number `nth` of `count` fights spread evenly over `all`.
fn spread(nth: u64, count: u64, all: u64) -> u64 {
    (u128::from(nth) * u128::from(all) / u128::from(count.max(1))) as u64
}

pub(crate) fn margin<R: Report>(rules: &R, state: &R::State) -> i32 {
    rules
        .reported(state)
        .map(|who| {
            let left = rules.vital(state, who).health.max(0);
            if rules.side(state, who) == Side::Heroes { left } else { -left }
        })
        .sum()
}

fn fortune<R: Report>(rules: &R, plan: &Plan, mind: &impl Mind<R>, fight: u64, walk: &mut Walk) -> Fortune {
    let (mut luck, mut drift) = (0.0, 0.0);
    let (mut leaves, mut sampled) = (0, 0);
    let mut dice = Seeded::stream(plan.seed ^ SAMPLING, fight);
    let told = retrace(rules, plan, mind, fight, |before, choice, after| {
        let expected = counted(rules, before, choice, walk).unwrap_or_else(|| {
            sampled += 1;
            leaves += u64::from(SAMPLES);
            estimated(rules, before, choice, &mut dice)
        });
        leaves += walk.leaves();
        luck += f64::from(margin(rules, after)) - expected;
        drift += expected - f64::from(margin(rules, before));
    });
    let end = End::of(told.fought.outcome);
    let start = margin(rules, &rules.start());
    Fortune { fight, end, start, luck, plan: drift, choices: told.fought.choices, sampled, leaves }
}

/// The margin to be expected right after a choice; `None` if it has too many outcomes.
fn counted<R: Report>(rules: &R, state: &R::State, choice: R::Choice, walk: &mut Walk) -> Option<f64> {
    let mut sum = 0.0;
    walk.restart();
    loop {
        walk.begin();
        let mut after = state.clone();
        rules.apply(&mut after, choice, &mut any_dice(walk), &mut any_log(&mut Null));
        sum += f64::from(margin(rules, &after)) * walk.probability();
        // The first way through tells how much there is to come: most of what is too much need not be begun.
        let hopeless = walk.leaves() == 0 && walk.breadth() > MAX_LEAVES as f64;
        if !walk.advance() {
            return Some(sum);
        }
        if hopeless || walk.leaves() >= MAX_LEAVES {
            return None;
        }
    }
}

fn estimated<R: Report>(rules: &R, state: &R::State, choice: R::Choice, dice: &mut Seeded) -> f64 {
    let sum: i64 = (0..SAMPLES)
        .map(|_| {
            let mut after = state.clone();
            rules.apply(&mut after, choice, dice, &mut Null);
            i64::from(margin(rules, &after))
        })
        .sum();
    sum as f64 / f64::from(SAMPLES)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_sample_is_spread_evenly_and_never_twice_the_same() {
        let of = |count, all| (0..count).map(|nth| spread(nth, count, all)).collect::<Vec<_>>();
        assert_eq!(of(4, 4), [0, 1, 2, 3]);
        assert_eq!(of(4, 10), [0, 2, 5, 7]);
        assert_eq!(of(1, u64::MAX), [0]);
        assert_eq!(of(2, u64::MAX), [0, u64::MAX / 2]);
    }
}
