//! The kernel's checks, on every adventure that ships.

use fracas_adventure::Adventure;
use fracas_ardor::Trek;
use fracas_kernel::checks::{self, Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};

shipped!(adventures, 3, Adventure<Trek>, |bundle| Trek::load(bundle).map(Adventure));

const EFFORT: Effort = Effort {
    listed: 0..6,
    illegal: 0..1,
    playouts: 0..100,
    instinct: 0..50,
    same: 0..16,
    json: 0..5,
    odds: 0..3,
    nth: 997,
    shortcuts: 0..5,
    peeks: 0..2,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);
check_shown!(all, 0..2);
check_golden!(all);

#[test]
fn undo_restores_every_moment_of_several_treks() {
    for rules in all() {
        for seed in 0..5 {
            checks::undo_restores(rules.clone(), seed);
        }
    }
}

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["raider"],
    heroes: &["maren"],
    places: &["cove", "quay", "lobster-pot"],
    encounters: &["patrol", "wreckers"],
    gauges: &["clock", "kits", "rations", "pressing"],
    tracks: &["health", "trauma"],
    conditions: &["dazed"],
    gifts: &["xp", "quake-stamp", "toll-house"],
    faces: &[20],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..60);
