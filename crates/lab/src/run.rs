//! Runs the fights of a plan, in shards, on many threads. It needs nothing of the rules but to play and to report.

use std::ops::Range;

use fracas_kernel::{Crowd, Fought, Mind, Named, Null, Play, Report, Who, playout};

use crate::tally::{Falls, Summed};
use crate::{End, Plan, Tally};

/// The most fights between two reports of progress: a few milliseconds' worth, by instinct. Where there are few, as
/// with minds that take their time, they are cut into at least this many pieces for the threads to share.
const SHARD: u64 = 1024;
const PIECES: u64 = 64;

/// Runs all fights of the plan and counts how they went. The tally is the same on any number of threads. `named` says
/// what somebody is called; `progress` is told how many more fights are done, now and then, from any thread.
pub fn simulate<R: Report>(
    rules: &R,
    plan: &Plan,
    mind: &impl Mind<R>,
    named: &(impl Fn(&R::State, Who) -> Named + Sync),
    progress: &(impl Fn(u64) + Sync + ?Sized),
) -> Tally {
    simulate_some(rules, plan, 0..plan.fights, mind, named, progress)
}

/// The same for some of the plan's fights. Tallies of parts, merged in their order, are the tally of the whole.
pub fn simulate_some<R: Report>(
    rules: &R,
    plan: &Plan,
    some: Range<u64>,
    mind: &impl Mind<R>,
    named: &(impl Fn(&R::State, Who) -> Named + Sync),
    progress: &(impl Fn(u64) + Sync + ?Sized),
) -> Tally {
    let fights = some.end.saturating_sub(some.start);
    let size = (fights / PIECES).clamp(1, SHARD);
    let shards = fights.div_ceil(size);
    let work = |tally: &mut Tally, shard: u64| {
        let first = some.start + shard * size;
        let fights = first..some.end.min(first + size);
        let count = fights.end - fights.start;
        let mut falls = Falls::none();
        fights.for_each(|fight| run(rules, plan, mind, named, fight, &mut falls, tally));
        progress(count);
    };
    plan.fold(shards, &Tally::default, &work, Tally::merge)
}

/// How each of some fights ended, in their order: for comparing two versions fight by fight.
pub fn ends<R: Play>(rules: &R, plan: &Plan, some: Range<u64>, mind: &impl Mind<R>) -> Vec<End> {
    plan.map(some.end.saturating_sub(some.start), &|nth| {
        let fight = some.start + nth;
        let (mut dice, mut whim, mut state) = (plan.dice(fight), plan.whim(fight), rules.start());
        let fought = playout(rules, &mut state, plan.cap, |state, asked| {
            mind.act(rules, state, asked, &mut whim, &mut dice, &mut Null);
        });
        End::of(fought.outcome)
    })
}

#[inline]
fn run<R: Report>(
    rules: &R,
    plan: &Plan,
    mind: &impl Mind<R>,
    named: &impl Fn(&R::State, Who) -> Named,
    fight: u64,
    falls: &mut Falls,
    tally: &mut Tally,
) {
    let (state, summed) = fight_out(rules, plan, mind, fight, falls);
    tally.count(rules, named, &state, falls, &summed);
}

/// One fight, with a look at who has fallen whenever a round is over.
#[inline]
pub(crate) fn fight_out<R: Report>(
    rules: &R,
    plan: &Plan,
    mind: &impl Mind<R>,
    fight: u64,
    falls: &mut Falls,
) -> (R::State, Summed) {
    let (mut dice, mut whim) = (plan.dice(fight), plan.whim(fight));
    let mut state = rules.start();
    falls.fell = Crowd::NONE;
    let mut round = rules.time(&state);
    let mut scene = rules.scene(&state);
    // The round of the last choice: rules may count on when all is over.
    let (mut last, mut ended) = (round, scene);
    let Fought { outcome, choices } = playout(rules, &mut state, plan.cap, |state, asked| {
        mind.act(rules, state, asked, &mut whim, &mut dice, &mut Null);
        let (now, next) = (rules.time(state), rules.scene(state));
        last = round;
        if now != round || next != scene {
            falls.look(rules, state, round, scene);
            round = now;
        }
        // How it ended is put down to where it was decided, and not to where the last choice led.
        ended = scene;
        scene = next;
    });
    falls.look(rules, &state, last, ended);
    let end = End::of(outcome);
    (state, Summed { fight, end, rounds: last, choices, scene: ended })
}

/// A fight of a simulation, with every choice that was made in it.
#[derive(Debug)]
pub struct Told<R: Play> {
    pub choices: Vec<R::Choice>,
    pub fought: Fought,
    pub state: R::State,
}

/// Runs one fight of a plan again and keeps its choices.
pub fn retell<R: Play>(rules: &R, plan: &Plan, mind: &impl Mind<R>, fight: u64) -> Told<R> {
    retrace(rules, plan, mind, fight, |_, _, _| {})
}

/// Runs one fight of a plan again, calling `visit` with the state before each choice, the choice, and the state after.
pub(crate) fn retrace<R: Play>(
    rules: &R,
    plan: &Plan,
    mind: &impl Mind<R>,
    fight: u64,
    mut visit: impl FnMut(&R::State, R::Choice, &R::State),
) -> Told<R> {
    let (mut dice, mut whim) = (plan.dice(fight), plan.whim(fight));
    let (mut state, mut choices) = (rules.start(), Vec::new());
    let fought = playout(rules, &mut state, plan.cap, |state, asked| {
        let choice = mind.choose(rules, state, asked, &mut whim);
        let before = state.clone();
        rules.apply(state, choice, &mut dice, &mut Null);
        visit(&before, choice, state);
        choices.push(choice);
    });
    Told { choices, fought, state }
}
