//! What a second thread is worth: the same simulation on one thread and on two, by the clock on the wall. It needs two
//! cores that nobody else uses.

mod common;

use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use common::{Table, built_in, grouped};
use fracas_delve::Delve;
use fracas_kernel::{Instinct, Named, Rules};
use fracas_lab::{Plan, simulate};
use fracas_twelves::Twelves;

const FIGHTS: u64 = 50_000;
const TIMES: usize = 7;
/// How many times as many fights in a second.
const BAR: f64 = 1.8;

fn main() -> ExitCode {
    let mut table = Table::new("Two threads, by the clock on the wall");
    let cores = available_parallelism().map_or(1, usize::from);
    if cores < 2 {
        table.line("cores", cores);
        eprintln!("not measured: two threads need two cores");
        return ExitCode::FAILURE;
    }
    measure(&mut table, built_in(Delve::load).next());
    measure(&mut table, built_in(Twelves::load).next());
    table.finish()
}

fn measure<R: Rules>(table: &mut Table, scenario: Option<(String, R)>) {
    let Some((id, rules)) = scenario else { return };
    let named = |state: &R::State, who| Named { id: rules.id(state, who), name: rules.name(state, who) };
    // In turn, so that a slow spell of the machine meets both; the best of each counts.
    let mut best = [f64::MAX; 2];
    for _ in 0..TIMES {
        for (threads, best) in [1, 2].into_iter().zip(&mut best) {
            let plan = Plan { threads: Some(threads), ..Plan::new(FIGHTS, 1) };
            let start = Instant::now();
            std::hint::black_box(simulate(&rules, &plan, &Instinct, &named, &|_| {}));
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    table.of(&format!("{}, {id}", R::SYSTEM));
    table.figure("fights in a second on one thread", grouped(FIGHTS as f64 / best[0]));
    table.at_least("times as many on two", best[0] / best[1], BAR);
}
