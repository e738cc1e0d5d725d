//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_delve::Trek;
use fracas_kernel::{Fate, Judgement, Null, Outcome, Rules, Side, Whim, Who, checks, fight};

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

#[test]
fn a_choice_is_legal_exactly_when_it_is_listed() {
    for rules in all() {
        checks::legal_exactly_when_listed(&*rules, 0..12);
        checks::illegal_choices_do_not_panic(&*rules, 0..2);
    }
}

#[test]
fn random_playouts_end() {
    for rules in all() {
        checks::playouts_end(&*rules, 0..100);
    }
}

#[test]
fn instinct_is_legal_and_ends() {
    for rules in all() {
        checks::instinct_is_legal(&*rules, 0..60);
    }
}

#[test]
fn the_same_seed_gives_the_same_adventure() {
    for rules in all() {
        checks::same_seed_same_fight(&*rules, 0..8);
    }
}

#[test]
fn the_state_survives_json() {
    for rules in all() {
        checks::state_survives_json(&*rules, 0..3);
    }
}

#[test]
fn odds_agree_with_samples() {
    for rules in all() {
        checks::odds_agree_with_samples(&*rules, 0..4, 211);
    }
}

#[test]
fn shortcuts_agree_and_nobody_peeks() {
    for rules in all() {
        checks::shortcuts_agree(&*rules, 0..6);
        checks::nobody_peeks(&*rules, 0..3);
    }
}

#[test]
fn undo_restores_every_moment() {
    for rules in all() {
        checks::undo_restores(rules.clone(), 3);
    }
}

#[test]
fn everything_can_be_shown() {
    for rules in all() {
        checks::everything_can_be_shown(rules.clone(), 5);
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    for rules in all() {
        let place = |zone: &str| zone.to_owned();
        let mut acts = vec![
            Judgement::Add { creature: "goblin".to_owned(), side: Side::Monsters, to: place("nave") },
            Judgement::Add { creature: "goblin".to_owned(), side: Side::Monsters, to: place("causeway") },
            Judgement::Add { creature: "brakk".to_owned(), side: Side::Heroes, to: place("nave") },
            Judgement::Add { creature: "nobody".to_owned(), side: Side::Monsters, to: place("nave") },
            Judgement::Dice { roller: None, roll: None, faces: vec![20] },
            Judgement::End { winner: None },
        ];
        for encounter in ["squatters", "toads", "prior", "nobody"] {
            for fate in [Fate::Now, Fate::Next, Fate::Gone, Fate::Back] {
                acts.push(Judgement::Fate { encounter: encounter.to_owned(), fate });
            }
        }
        for gauge in ["clock", "light", "gold", "torches", "rations", "salves", "tinctures", "luck"] {
            acts.extend([0, 3, 100].map(|value| Judgement::Gauge { gauge: gauge.to_owned(), value }));
        }
        for who in [0, 1, 3, 7, 40].map(Who) {
            acts.extend([
                Judgement::Set { who, track: "hp".to_owned(), value: 3 },
                Judgement::Set { who, track: "hp".to_owned(), value: 0 },
                Judgement::Set { who, track: "spells-1".to_owned(), value: 2 },
                Judgement::Set { who, track: "luck".to_owned(), value: 1 },
                Judgement::Move { who, to: place("choir") },
                Judgement::Move { who, to: place("nowhere") },
                Judgement::Remove { who },
                Judgement::Afflict { who, condition: "rat-fever".to_owned(), rank: None },
                Judgement::Afflict { who, condition: "poisoned".to_owned(), rank: None },
                Judgement::Lift { who, condition: "rat-fever".to_owned() },
                Judgement::Grant { who, what: "salves".to_owned(), count: 2 },
                Judgement::Grant { who, what: "wings".to_owned(), count: 1 },
            ]);
        }
        for seed in 0..30 {
            checks::judge_never_breaks_the_table(rules.clone(), &acts, seed);
        }
    }
}

#[test]
fn golden_playthroughs() {
    for rules in all() {
        let name = rules.title().to_lowercase().replace([' ', '\''], "-");
        insta::assert_snapshot!(name, checks::playthrough(rules.clone(), 7));
    }
}

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
