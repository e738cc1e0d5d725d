//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_heed::Trek;
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Rules, check_every};

fn all() -> Vec<Arc<Adventure<Trek>>> {
    let ours = adventures().filter(|adventure| adventure.system == Trek::SYSTEM);
    let all: Vec<_> = ours
        .map(|adventure| {
            let bundle = Bundle::new(adventure.source).expect("a built-in adventure names its system");
            Arc::new(Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))))
        })
        .collect();
    assert!(!all.is_empty());
    all
}

check_every!(all, Effort::SOME);

#[test]
fn golden_playthroughs() {
    for rules in all() {
        let name = rules.title().to_lowercase().replace([' ', '\''], "-");
        insta::assert_snapshot!(name, checks::playthrough(rules.clone(), 7));
    }
}

/// Instinct plays an adventure through, wins most of them and loses some.
#[test]
fn instinct_wins_neither_always_nor_never() {
    use fracas_dice::Seeded;
    use fracas_kernel::{Null, Outcome, Side, Whim, fight};
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
