//! The kernel's checks, on every scenario that ships.

use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{check_every, check_golden, check_judge, shipped};
use fracas_ranks::Ranks;

shipped!(scenarios, 5, Ranks, Ranks::load);

check_every!(all, Effort::SOME);
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
