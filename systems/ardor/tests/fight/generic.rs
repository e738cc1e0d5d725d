//! The kernel's checks, on every scenario that ships.

use fracas_ardor::Ardor;
use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};

shipped!(scenarios, 4, Ardor, Ardor::load);

const EFFORT: Effort = Effort { illegal: 0..1, playouts: 0..100, odds: 0..1, peeks: 0..1, ..Effort::FULL };

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);
check_shown!(all, 0..2);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["raider"],
    heroes: &["maren"],
    tracks: &["health", "ardor", "timer", "score"],
    conditions: &["rooted", "prone"],
    faces: &[20],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);
