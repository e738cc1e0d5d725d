//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::{Play, Rules};
use fracas_lab::{Trick, won_by};
use fracas_twelves::{Trek, Twelves};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 4] = [
    Trick::Always("grapple", &["grapple"]),
    Trick::Always("shove", &["shove"]),
    Trick::Always("features", &["use"]),
    Trick::Always("doors", &["shut", "bar"]),
];

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String> {
    let share = |trick| won_by(rules, trick, games).share * 100.0;
    let shipped = share(Trick::Shipped);
    let mut row = format!("{:<28} shipped mind {shipped:>5.1}", rules.title());
    let mut wrong = Vec::new();
    // What chance alone may make of two shares of this many games, in points.
    let doubt = 2.0 * 100.0 * (0.5 / games as f64).sqrt();
    for trick in Trick::USUAL.into_iter().chain(OURS) {
        let won = share(trick);
        row += &format!(", {} {won:.1}", trick.name());
        if won > shipped + 5.0 + doubt || won > 90.0 {
            wrong.push(format!("{}: {} wins {won:.1} %, {shipped:.1} %", rules.title(), trick.name()));
        }
    }
    println!("{row}");
    wrong
}

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Twelves::SYSTEM) {
        let rules = Twelves::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(compare(&rules, 250));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Twelves::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(compare(&rules, 80));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
