//! How many fights are saved: by the same seeds where two versions are compared, as `fracas sim --against`,
//! `--weights` and `balance` do; and by knowing the luck of each fight, which averages to nothing and so can be taken
//! out of a win rate. A factor says how many times as many fights would be needed otherwise for the same error.

mod common;

use std::process::ExitCode;

use common::{Table, built_in};
use fracas_content::{Bundle, scenario};
use fracas_delve::Delve;
use fracas_kernel::Instinct;
use fracas_lab::{Comparison, End, Plan, Rate, ends, luck};

const FIGHTS: u64 = 100_000;
/// Versions that differ in one number.
const VERSIONS: [(&str, &str, &str); 4] = [
    ("goblins-at-the-ford", "goblin.ac", "14"),
    ("goblins-at-the-ford", "goblin.hp", "5"),
    ("goblins-at-the-ford", "brakk.level", "3"),
    ("last-stand", "heroes.level", "3"),
];
/// The same seeds must never cost anything.
const BAR: f64 = 1.0;

fn main() -> ExitCode {
    let mut table = Table::new("Fights saved");
    for (id, path, value) in VERSIONS {
        match saved(id, path, value) {
            Ok(factor) => {
                table.of(&format!("the same seeds: {id} beside it with {path} = {value}"));
                table.at_least("times as many without", factor, BAR);
            }
            Err(error) => {
                eprintln!("{id} with {path} = {value}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    for (id, rules) in built_in(Delve::load) {
        table.of(&format!("luck taken out: {id}"));
        table.figure("times as many without", format!("{:.2}", without_luck(&rules)));
    }
    table.finish()
}

/// What is left of the variance of winning when the part of it that goes with luck is taken out, turned round.
fn without_luck(rules: &Delve) -> f64 {
    let sample = luck(rules, &Plan::new(FIGHTS, 1), &Instinct);
    let pairs =
        || sample.fights.iter().map(|fight| (fight.luck, f64::from(u8::from(fight.end == End::Heroes))));
    let n = sample.fights.len() as f64;
    let mean = |sum: f64| sum / n;
    let (a, b) = (mean(pairs().map(|(luck, _)| luck).sum()), mean(pairs().map(|(_, won)| won).sum()));
    let both: f64 = pairs().map(|(luck, won)| (luck - a) * (won - b)).sum();
    let [lucks, wins]: [f64; 2] =
        [pairs().map(|(luck, _)| (luck - a).powi(2)).sum(), pairs().map(|(_, won)| (won - b).powi(2)).sum()];
    1.0 / (1.0 - both * both / (lucks * wins).max(f64::MIN_POSITIVE)).max(f64::MIN_POSITIVE)
}

fn saved(id: &str, path: &str, value: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let this = Bundle::new(scenario(id)?.source)?;
    let other = this.with(path, value)?;
    let plan = Plan::new(FIGHTS, 1);
    let [one, two] = [&this, &other]
        .map(|bundle| Delve::load(bundle).map(|rules| ends(&rules, &plan, 0..plan.fights, &Instinct)));
    let compared = Comparison::of(&one?, &two?);
    // What the error would be if the two had nothing to do with each other; 1.96 deviations, as in the comparison.
    let variance = |rate: Rate| rate.share * (1.0 - rate.share) / FIGHTS as f64;
    let apart = 1.959_963_984_540_054 * (variance(compared.this) + variance(compared.other)).sqrt();
    Ok((apart / compared.error).powi(2))
}
