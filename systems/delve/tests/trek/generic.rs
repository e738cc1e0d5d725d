//! The kernel's checks, on every adventure that ships.

use fracas_adventure::Adventure;
use fracas_delve::Trek;
use fracas_kernel::checks::{self, Effort, Meddling};
use fracas_kernel::{
    Null, Outcome, Play, Report, Side, Tell, Whim, check_endings, check_every, check_golden, check_judge,
    check_odds, check_shown, fight, shipped,
};

shipped!(adventures, 1, Adventure<Trek>, |bundle| Trek::load(bundle).map(Adventure));

const EFFORT: Effort = Effort {
    listed: 0..12,
    illegal: 0..2,
    playouts: 0..100,
    instinct: 0..60,
    same: 0..8,
    json: 0..3,
    odds: 0..4,
    nth: 211,
    shortcuts: 0..6,
    peeks: 0..3,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);
check_shown!(all, 0..2);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["goblin"],
    heroes: &["brakk"],
    places: &["nave", "causeway", "choir"],
    encounters: &["squatters", "toads", "prior"],
    gauges: &["clock", "light", "gold", "torches", "rations", "salves", "tinctures"],
    tracks: &["hp", "spells-1"],
    conditions: &["rat-fever", "poisoned"],
    gifts: &["salves", "wings"],
    faces: &[20],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);

/// By instinct parties win more often than not, and not always; and an adventure is neither over at once nor endless.
#[test]
fn adventures_are_balanced() {
    const RUNS: u64 = 400;
    for rules in all() {
        let (mut won, mut choices, mut turns) = (0, 0, 0);
        let mut ends = std::collections::BTreeMap::<String, u32>::new();
        for run in 0..RUNS {
            let (mut dice, mut whim) = (Whim::stream(1, run), Whim::stream(2, run));
            let mut state = rules.start();
            let fought = fight(&*rules, &mut state, &mut dice, &mut whim, &mut Null, checks::CAP);
            won += u64::from(fought.outcome == Some(Outcome::Won(Side::Heroes)));
            choices += u64::from(fought.choices);
            turns += u64::from(rules.time(&state));
            let scene = rules.scene(&state).map_or_else(String::new, |scene| rules.scene_name(scene));
            *ends.entry(format!("{:?} at {scene}", fought.outcome)).or_default() += 1;
        }
        let said = format!(
            "{}: {won} of {RUNS} won, {} choices, {} turns; {ends:#?}",
            rules.title(),
            choices / RUNS,
            turns / RUNS
        );
        println!("{said}");
        assert!((RUNS * 40 / 100..=RUNS * 85 / 100).contains(&won), "{said}");
    }
}
