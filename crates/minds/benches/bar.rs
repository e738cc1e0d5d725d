//! How long the bar takes that says who is winning, from a choice to an estimate within two points: at positions of whole
//! fights in every scenario that ships, on all cores, in time as people know it.

#[path = "../../lab/benches/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use common::{Load, Table, built_in};
use fracas_ardor::Ardor;
use fracas_delve::Delve;
use fracas_dice::Seeded;
use fracas_heed::Heed;
use fracas_kernel::{Ask, Null, Rules, Seat, Side, Whim};
use fracas_minds::{PRECISE, chance};
use fracas_ranks::Ranks;
use fracas_twelves::Twelves;

/// Milliseconds, 99 times of 100.
const BAR: f64 = 100.0;
const FIGHTS: u64 = 3;
/// Choices from one position that is looked at to the next.
const EVERY: u32 = 7;
const CAP: u32 = 2_000;

fn main() -> ExitCode {
    let mut table = Table::new("The bar that says who is winning");
    system(&mut table, Delve::load);
    system(&mut table, Twelves::load);
    system(&mut table, Heed::load);
    system(&mut table, Ardor::load);
    system(&mut table, Ranks::load);
    // A system more is a line more.
    table.finish()
}

fn system<R: Rules>(table: &mut Table, load: Load<R>) {
    let (mut times, mut rough) = (Vec::new(), 0);
    for (_, rules) in built_in(load) {
        for seed in 0..FIGHTS {
            rough += bars(&rules, seed, &mut times);
        }
    }
    times.sort_by(f64::total_cmp);
    let part = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    table.of(R::SYSTEM);
    table.line("positions", times.len());
    table.line("of them never within two points", rough);
    table.figure("ms to within two points, half the time", format!("{:.1}", part(0.5)));
    table.at_most("ms to within two points, 99 of 100", part(0.99), BAR);
}

/// Milliseconds at every few positions of a fight, and how often it never was precise.
fn bars<R: Rules>(rules: &R, seed: u64, times: &mut Vec<f64>) -> usize {
    let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::stream(seed, 1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut rough = 0;
    for nth in 0..CAP {
        let ask = rules.ask(&state);
        if matches!(ask, Ask::Over(_)) {
            break;
        }
        if nth % EVERY == 0 {
            let known = rules.known(&state, Seat::Watcher);
            let (start, mut error) = (Instant::now(), 1.0);
            chance(rules, &known, Some(Side::Heroes), seed, cores, &mut |found| {
                error = found.error;
                true
            });
            times.push(start.elapsed().as_secs_f64() * 1e3);
            rough += usize::from(error > PRECISE);
        }
        rules.follow_instinct(&mut state, ask.asked(), &mut whim, &mut dice, &mut Null);
    }
    rough
}
