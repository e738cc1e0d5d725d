//! Runs the fights of a plan, in shards, on many threads.

use fracas_kernel::{Ask, Crowd, Fought, Null, Rules};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::tally::{Falls, Summed};
use crate::{End, Plan, Tally};

/// Fights between two reports of progress: a few milliseconds' worth.
const SHARD: u64 = 1024;

/// Runs all fights of the plan and counts how they went. The tally is the same on any number of threads. `progress` is
/// told how many more fights are done, now and then, from any thread.
pub fn simulate<R: Rules>(rules: &R, plan: &Plan, progress: &(impl Fn(u64) + Sync)) -> Tally {
    let shards = plan.fights.div_ceil(SHARD);
    plan.spread(|| {
        (0..shards)
            .into_par_iter()
            .fold(Tally::default, |mut tally, shard| {
                let fights = shard * SHARD..plan.fights.min((shard + 1) * SHARD);
                let count = fights.end - fights.start;
                let mut falls = Falls::none();
                fights.for_each(|fight| run(rules, plan, fight, &mut falls, &mut tally));
                progress(count);
                tally
            })
            // Rayon joins neighbours only, the earlier first: what comes out does not depend on who ran what.
            .reduce(Tally::default, |mut earlier, later| {
                earlier.merge(&later);
                earlier
            })
    })
}

/// One fight: [`fracas_kernel::fight`], with a look at who has fallen whenever a round is over.
#[inline]
fn run<R: Rules>(rules: &R, plan: &Plan, fight: u64, falls: &mut Falls, tally: &mut Tally) {
    let (mut dice, mut whim) = (plan.dice(fight), plan.whim(fight));
    let mut state = rules.start();
    falls.fell = Crowd::NONE;
    let mut round = rules.time(&state);
    let mut scene = rules.scene(&state);
    // The round of the last choice: rules may count on when all is over.
    let mut last = round;
    let mut made = plan.cap;
    let mut ended = scene;
    let mut outcome = None;
    for choices in 0..plan.cap {
        let asked = match rules.ask(&state) {
            Ask::Over(over) => {
                (outcome, made) = (Some(over), choices);
                break;
            }
            ask => ask.asked(),
        };
        rules.follow_instinct(&mut state, asked, &mut whim, &mut dice, &mut Null);
        let (now, next) = (rules.time(&state), rules.scene(&state));
        last = round;
        if now != round || next != scene {
            falls.look(rules, &state, round, scene);
            round = now;
        }
        // How it ended is put down to where it was decided, and not to where the last choice led.
        ended = scene;
        scene = next;
    }
    falls.look(rules, &state, last, ended);
    let end = End::of(outcome);
    tally.count(rules, &state, falls, &Summed { fight, end, rounds: last, choices: made, scene: ended });
}

/// A fight of a simulation, with every choice that was made in it.
#[derive(Debug)]
pub struct Told<R: Rules> {
    pub choices: Vec<R::Choice>,
    pub fought: Fought,
    pub state: R::State,
}

/// Runs one fight of a plan again and keeps its choices.
pub fn retell<R: Rules>(rules: &R, plan: &Plan, fight: u64) -> Told<R> {
    retrace(rules, plan, fight, |_, _, _| {})
}

/// Runs one fight of a plan again, calling `visit` with the state before each choice, the choice, and the state after.
pub(crate) fn retrace<R: Rules>(
    rules: &R,
    plan: &Plan,
    fight: u64,
    mut visit: impl FnMut(&R::State, R::Choice, &R::State),
) -> Told<R> {
    let (mut dice, mut whim) = (plan.dice(fight), plan.whim(fight));
    let mut state = rules.start();
    let mut choices = Vec::new();
    let mut outcome = None;
    while choices.len() < plan.cap as usize {
        let asked = match rules.ask(&state) {
            Ask::Over(over) => {
                outcome = Some(over);
                break;
            }
            ask => ask.asked(),
        };
        let choice = rules.instinct(&state, asked, &mut whim);
        let before = state.clone();
        rules.apply(&mut state, choice, &mut dice, &mut Null);
        visit(&before, choice, &state);
        choices.push(choice);
    }
    let fought = Fought { outcome, choices: choices.len() as u32 };
    Told { choices, fought, state }
}
