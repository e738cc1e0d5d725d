//! What it costs to know the odds of one choice before it is made: every outcome, counted anew as a screen asks for it.

mod common;

use std::hint::black_box;
use std::process::ExitCode;

use common::{Table, best_of, made};
use fracas_kernel::{Null, Offer, Play, Tell, odds};
use fracas_twelves::Twelves;

const TIMES: usize = 200;
/// Microseconds.
const BAR: f64 = 1000.0;

fn main() -> ExitCode {
    let mut table = Table::new("Odds of one choice, everything worked out anew");
    // A pool of twelve dice against somebody who can take all of them.
    let text = common::twelves::FOUR_AGAINST_FOUR.replacen("dice = 4", "dice = 12", 1).replacen(
        "hits = 7\nmight = 7\nagility = 5",
        "hits = 40\nmight = 7\nagility = 5",
        1,
    );
    let rules = made(&text, Twelves::load);
    let mut state = rules.start();
    let mut dice = fracas_dice::Seeded::new(4);
    let mut choices = Vec::new();
    rules.choices(&state, &mut choices);
    rules.apply(&mut state, choices[0], &mut dice, &mut Null);
    rules.choices(&state, &mut choices);
    let attack = choices[0];
    table.of(&format!("twelves, {}", rules.describe(&state, attack).label));
    let stakes = odds(&rules, &state, attack);
    assert!(stakes.exact && stakes.harm.most > 12, "a pool of twelve that explodes: {stakes:?}");
    let (took, _) = best_of(TIMES, || drop(black_box(odds(&rules, &state, attack))), || {});
    table.line("outcomes", stakes.harm.values.len());
    table.at_most("microseconds", took * 1e6, BAR);
    table.finish()
}
