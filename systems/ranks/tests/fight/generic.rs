//! The kernel's checks, on every scenario that ships.

use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{
    check_endings, check_every, check_golden, check_judge, check_odds, check_shown, shipped,
};
use fracas_ranks::Ranks;

shipped!(scenarios, 5, Ranks, Ranks::load);

check_every!(all, Effort::SOME);
check_odds!(all, Effort { nth: 397, ..Effort::SOME });
check_endings!(all);
check_shown!(all, 0..1);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["footpad", "tusker"],
    heroes: &["orla"],
    places: &["3,4", "8,6", "0,0", "99,99"],
    tracks: &["wounds", "damage", "movement", "hidden"],
    conditions: &["stunned", "prone", "burning"],
    faces: &[10, 9],
    ends: true,
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..20);
