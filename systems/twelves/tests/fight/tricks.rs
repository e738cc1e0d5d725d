//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::{Play, Rules};
use fracas_lab::{Trick, too_good, won_by};
use fracas_twelves::{Trek, Twelves};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 4] = [
    Trick::Always("grapple", &["grapple"]),
    Trick::Always("shove", &["shove"]),
    Trick::Always("features", &["use"]),
    Trick::Always("doors", &["shut", "bar"]),
];

fn compare<R: Rules>(rules: &R, games: u64) -> Vec<String> {
    let won = |trick| won_by(rules, trick, games);
    let tricks = Trick::USUAL.into_iter().chain(OURS).map(|trick| (trick.name().to_owned(), won(trick)));
    too_good(rules, won(Trick::Shipped), tricks)
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
