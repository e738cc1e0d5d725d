//! The kernel's checks, on every scenario that ships.

use fracas_delve::Delve;
use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};

shipped!(scenarios, 4, Delve, Delve::load);

check_every!(all, Effort::FULL);
check_odds!(all, Effort { nth: 53, ..Effort::FULL });
check_endings!(all);
check_shown!(all, 0..4);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["goblin"],
    heroes: &["brakk"],
    tracks: &["hp"],
    conditions: &["held", "asleep"],
    faces: &[20],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);
