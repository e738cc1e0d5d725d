//! The kernel's checks, on every scenario that ships.

use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};
use fracas_twelves::Twelves;

shipped!(scenarios, 4, Twelves, Twelves::load);

check_every!(all, Effort::FULL);
check_odds!(all, Effort::FULL);
check_endings!(all);
check_shown!(all, 0..4);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["toll-thug"],
    heroes: &["karsh"],
    tracks: &["hits", "th", "rank"],
    conditions: &["held", "dazed"],
    faces: &[12],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);
