//! How many choices a random playout makes in a second where every legal choice is listed each time.

mod common;

use std::hint::black_box;
use std::process::ExitCode;

use common::{Load, Table, ardor, best_of, built_in, delve, grouped, heed, made, playouts, twelves};
use fracas_ardor::Ardor;
use fracas_delve::Delve;
use fracas_heed::Heed;
use fracas_kernel::Rules;
use fracas_lab::Plan;
use fracas_ranks::Ranks;
use fracas_twelves::Twelves;

const PLAYOUTS: u64 = 4_000;
const TIMES: usize = 15;
/// Millions of choices per CPU-second.
const BAR: f64 = 5.0;
/// Heed lists more for each choice: items, focus, every setup.
const HEED_BAR: f64 = 3.0;
/// Ardor lists an intent with every second thought that may go with it.
const ARDOR_BAR: f64 = 1.0;
/// On squares every step to every place within reach is listed.
const RANKS_BAR: f64 = 0.2;

fn main() -> ExitCode {
    let mut table = Table::new("Random playouts, every choice listed, on one thread");
    system(&mut table, Some(delve::FOUR_AGAINST_FOUR), Delve::load, BAR);
    system(&mut table, Some(twelves::FOUR_AGAINST_FOUR), Twelves::load, BAR);
    system(&mut table, Some(heed::FOUR_AGAINST_FOUR), Heed::load, HEED_BAR);
    system(&mut table, Some(ardor::FOUR_AGAINST_FOUR), Ardor::load, ARDOR_BAR);
    system(&mut table, None, Ranks::load, RANKS_BAR);
    // A system more is a line more.
    table.finish()
}

/// The fight that was written for the benches, if there is one, and all that ship.
fn system<R: Rules>(table: &mut Table, bench: Option<&str>, load: Load<R>, bar: f64) {
    if let Some(text) = bench {
        measure(table, &format!("{}, four against four", R::SYSTEM), &made(text, load), bar);
    }
    for (id, rules) in built_in(load) {
        measure(table, &format!("{}, {id}", R::SYSTEM), &rules, bar);
    }
}

fn measure<R: Rules>(table: &mut Table, name: &str, rules: &R, bar: f64) {
    let plan = Plan::new(PLAYOUTS, 1);
    let mut lengths = Vec::new();
    playouts(rules, &plan, |listed| lengths.push(listed as u64));
    let picks = || {
        let mut whim = plan.whim(0);
        black_box(lengths.iter().fold(0, |sum: u64, &listed| sum.wrapping_add(whim.below(listed))));
    };
    let (played, picked) = best_of(TIMES, || playouts(rules, &plan, |_| {}), picks);
    let choices = lengths.len() as f64;
    let listed = lengths.iter().sum::<u64>() as f64;
    table.of(name);
    table.line("choices in a playout", format!("{:.1}", choices / PLAYOUTS as f64));
    table.line("choices listed each time", format!("{:.1}", listed / choices));
    table.line("floor: random picks alone, per CPU-second", grouped(choices / picked));
    table.line("choices listed, per CPU-second", grouped(listed / played));
    table.at_least("choices made, millions per CPU-second", choices / played / 1e6, bar);
}
