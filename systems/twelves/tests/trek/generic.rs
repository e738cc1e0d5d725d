//! The kernel's checks, on every adventure that ships.

use fracas_adventure::Adventure;
use fracas_kernel::checks::{self, Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};
use fracas_twelves::Trek;

shipped!(adventures, 1, Adventure<Trek>, |bundle| Trek::load(bundle).map(Adventure));

const EFFORT: Effort = Effort {
    listed: 0..8,
    illegal: 0..1,
    playouts: 0..60,
    instinct: 0..30,
    same: 0..8,
    json: 0..2,
    odds: 0..2,
    nth: 197,
    shortcuts: 0..6,
    peeks: 0..2,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);
check_shown!(all, 0..2);
check_golden!(all);

#[test]
fn adventures_are_worth_playing() {
    for rules in all() {
        checks::is_worth_playing(&*rules, 300);
    }
}

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["toll-thug"],
    heroes: &["karsh"],
    encounters: &["rats", "keeper"],
    gauges: &["clock", "oil", "food", "salves", "silver"],
    tracks: &["hits"],
    conditions: &["down", "busy", "dead"],
    gifts: &["war-bow", "oil"],
    faces: &[12],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);
