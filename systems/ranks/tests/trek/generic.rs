//! The kernel's checks, on every adventure that ships.

use fracas_adventure::Adventure;
use fracas_kernel::checks::{self, Effort, Meddling};
use fracas_kernel::{Tell, check_endings, check_every, check_judge, check_odds, check_shown, shipped};
use fracas_ranks::Trek;

shipped!(adventures, 1, Adventure<Trek>, |bundle| Trek::load(bundle).map(Adventure));

const EFFORT: Effort = Effort {
    listed: 0..2,
    illegal: 0..1,
    playouts: 0..20,
    instinct: 0..8,
    same: 0..8,
    json: 0..2,
    odds: 0..1,
    nth: 499,
    shortcuts: 0..2,
    peeks: 0..1,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);
check_shown!(all, 0..1);

#[test]
fn adventures_are_worth_playing() {
    for rules in all() {
        checks::is_worth_playing(&*rules, 100);
    }
}

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["footpad"],
    heroes: &["jory"],
    encounters: &["scavengers", "reeve"],
    gauges: &["clock", "food"],
    tracks: &["wounds"],
    conditions: &["bleeding", "burning", "slowed"],
    gifts: &["mace", "food"],
    faces: &[12],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..10);

#[test]
fn golden_playthroughs() {
    for rules in all() {
        let name = rules.title().to_lowercase().replace([' ', '\''], "-");
        // Fights have golden files of their own: here they are only counted.
        let whole = checks::playthrough(rules.clone(), 7);
        let mut told = String::new();
        let mut skipped = 0;
        for step in whole.split("\n\n") {
            if step.contains("[RANKS-J") || !step.starts_with('?') {
                if skipped > 0 {
                    told += &format!("… {skipped} choices\n\n");
                }
                told += &format!("{step}\n\n");
                skipped = 0;
            } else {
                skipped += 1;
            }
        }
        insta::assert_snapshot!(name, told);
    }
}
