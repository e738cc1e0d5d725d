//! Plays every scenario and adventure that ships by simple tricks, and prints how often the heroes win by each, beside the
//! shipped mind:
//!
//! ```text
//! cargo run --release -p fracas-systems --example tricks -- [GAMES] [SYSTEM]
//! ```
//!
//! A trick that beats the shipped mind by more than five points, or wins more than nine games in ten, is marked. It ends with
//! an error if there is one.

use std::process::ExitCode;

use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::Rules;
use fracas_lab::{Trick, won_by};
use fracas_systems::{Visit, bundle_for, visit};

struct Row {
    games: u64,
}

impl Visit for Row {
    type Out = (String, f64, Vec<(Trick, f64)>);

    fn visit<R: Rules>(self, rules: R, _bundle: Bundle) -> Self::Out {
        let share = |trick| won_by(&rules, trick, self.games).share * 100.0;
        let shipped = share(Trick::Shipped);
        let title = rules.title().to_owned();
        (title, shipped, Trick::USUAL.map(|trick| (trick, share(trick))).to_vec())
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(400);
    let only = arguments.next();
    let mut marked = 0;
    // What chance alone makes of two shares of this many games, in points.
    let doubt = 2.0 * 100.0 * (0.5 / games as f64).sqrt();
    let names: Vec<&str> = Trick::USUAL.iter().map(|trick| trick.name()).collect();
    println!("{games} games each; * marks a trick that is too good\n");
    println!("| game | shipped mind | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    for built_in in scenarios().chain(adventures()) {
        if only.as_ref().is_some_and(|only| *only != built_in.system) {
            continue;
        }
        let system = built_in.system;
        let bundle = bundle_for(built_in.source).expect("what ships names its system");
        let (title, shipped, tricks) = visit(bundle, Row { games }).expect("what ships can be loaded");
        let cells: Vec<String> = tricks
            .iter()
            .map(|&(_, share)| {
                let wrong = share > shipped + 5.0 + doubt || share > 90.0 + doubt;
                marked += u32::from(wrong);
                format!("{share:.0}{}", if wrong { "*" } else { "" })
            })
            .collect();
        println!("| {system}: {title} | {shipped:.0} | {} |", cells.join(" | "));
    }
    if marked == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
