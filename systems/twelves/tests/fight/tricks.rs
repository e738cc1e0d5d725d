//! No cheap trick wins: scripted heroes beside the shipped mind, in every scenario and adventure that ships.

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures, scenarios};
use fracas_kernel::Play;
use fracas_lab::{Trick, too_good, usual_tricks};
use fracas_twelves::{Trek, Twelves};

/// What only these rules have, beside what everybody would try.
const OURS: [Trick; 4] = [
    Trick::Always("grapple", &["grapple"]),
    Trick::Always("shove", &["shove"]),
    Trick::Always("features", &["use"]),
    Trick::Always("doors", &["shut", "bar"]),
];

#[test]
fn no_cheap_trick_wins() {
    let mut wrong = Vec::new();
    for built_in in scenarios().filter(|scenario| scenario.system == Twelves::SYSTEM) {
        let rules = Twelves::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        wrong.extend(too_good(&rules, 250, usual_tricks(&rules, &OURS)));
    }
    for built_in in adventures().filter(|adventure| adventure.system == Twelves::SYSTEM) {
        let rules = Adventure(Trek::load(&Bundle::new(built_in.source).unwrap()).unwrap());
        wrong.extend(too_good(&rules, 80, usual_tricks(&rules, &OURS)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
