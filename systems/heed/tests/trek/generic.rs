//! The kernel's checks, on every adventure that ships.

use fracas_adventure::Adventure;
use fracas_heed::Trek;
use fracas_kernel::checks::{self, Effort, Meddling};
use fracas_kernel::{
    Null, Outcome, Play, Report, Side, Tell, Whim, check_endings, check_every, check_golden, check_judge,
    check_odds, check_shown, fight, shipped,
};

shipped!(adventures, 1, Adventure<Trek>, |bundle| Trek::load(bundle).map(Adventure));

check_every!(all, Effort::SOME);
check_odds!(all, Effort::SOME);
check_endings!(all);
check_shown!(all, 0..1);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["goblin", "ghoul"],
    heroes: &["hanno"],
    places: &["taproom", "yard", "crypt"],
    encounters: &["drinkers", "cork-gatherers", "tithe-wyrm"],
    gauges: &["clock", "light", "bandages", "gold"],
    tracks: &["grit"],
    conditions: &["prone"],
    gifts: &["bandage", "maul", "gold"],
    faces: &[1],
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);

/// Instinct plays an adventure through, wins most of them and loses some.
#[test]
fn instinct_wins_neither_always_nor_never() {
    use fracas_dice::Seeded;
    for rules in all() {
        let (mut won, mut lost, mut drawn, mut trys, mut choices) = (0, 0, 0, 0, 0);
        for seed in 0..400 {
            let mut state = rules.start();
            let fought = fight(
                &*rules,
                &mut state,
                &mut Seeded::stream(seed, 0),
                &mut Whim::stream(seed, 1),
                &mut Null,
                checks::CAP,
            );
            match fought.outcome {
                Some(Outcome::Won(Side::Heroes)) => won += 1,
                Some(Outcome::Won(Side::Monsters)) => lost += 1,
                _ => drawn += 1,
            }
            trys += rules.time(&state);
            choices += fought.choices;
        }
        eprintln!(
            "{}: won {won}, lost {lost}, drawn {drawn}; trys {}, choices {}",
            rules.title(),
            trys / 400,
            choices / 400
        );
        assert!((160..=340).contains(&won), "{won} of 400");
    }
}

/// By instinct parties win more often than not, and not always.
#[test]
fn adventures_are_balanced() {
    const RUNS: u64 = 400;
    for rules in all() {
        let won = (0..RUNS).filter(|&run| {
            let (mut dice, mut whim) = (Whim::stream(1, run), Whim::stream(2, run));
            let fought = fight(&*rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, checks::CAP);
            fought.outcome == Some(Outcome::Won(Side::Heroes))
        });
        let won = won.count() as u64 * 100 / RUNS;
        println!("{}: {won} % won", rules.title());
        assert!((40..=85).contains(&won), "{}: {won} % won", rules.title());
    }
}
