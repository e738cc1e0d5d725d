//! The kernel's checks, on every scenario that ships.

use std::sync::Arc;

use fracas_content::{Bundle, scenarios};
use fracas_heed::Heed;
use fracas_kernel::{Judgement, Rules, Side, Who, checks};

fn all() -> Vec<Arc<Heed>> {
    let ours = scenarios().filter(|scenario| scenario.system == Heed::SYSTEM);
    let all: Vec<_> = ours
        .map(|scenario| {
            let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
            Arc::new(Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
        })
        .collect();
    assert!(all.len() >= 4);
    all
}

#[test]
fn a_choice_is_legal_exactly_when_it_is_listed() {
    for rules in all() {
        checks::legal_exactly_when_listed(&*rules, 0..6);
        checks::illegal_choices_do_not_panic(&*rules, 0..2);
    }
}

#[test]
fn random_playouts_end() {
    for rules in all() {
        checks::playouts_end(&*rules, 0..200);
    }
}

#[test]
fn instinct_is_legal_and_ends() {
    for rules in all() {
        checks::instinct_is_legal(&*rules, 0..100);
    }
}

#[test]
fn the_same_seed_gives_the_same_fight() {
    for rules in all() {
        checks::same_seed_same_fight(&*rules, 0..16);
    }
}

#[test]
fn the_state_survives_json() {
    for rules in all() {
        checks::state_survives_json(&*rules, 0..5);
    }
}

#[test]
fn odds_agree_with_samples() {
    for rules in all() {
        checks::odds_agree_with_samples(&*rules, 0..2, 97);
    }
}

#[test]
fn shortcuts_agree_and_nobody_peeks() {
    for rules in all() {
        checks::shortcuts_agree(&*rules, 0..10);
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
    let zone = |rules: &Heed| {
        rules.view(&rules.start(), fracas_kernel::Seat::Judge).tokens[0].place.clone().unwrap()
    };
    for rules in all() {
        let to = zone(&rules);
        let add =
            |creature: &str, side| Judgement::Add { creature: creature.to_owned(), side, to: to.clone() };
        let mut acts = vec![
            add("goblin", Side::Monsters),
            add("hanno", Side::Heroes),
            add("nobody", Side::Heroes),
            Judgement::Dice { roller: None, roll: None, faces: vec![6] },
            Judgement::End { winner: None },
        ];
        for who in [0, 1, 4, 7, 40].map(Who) {
            let set = |track: &str, value| Judgement::Set { who, track: track.to_owned(), value };
            let afflict =
                |condition: &str, rank| Judgement::Afflict { who, condition: condition.to_owned(), rank };
            acts.extend([
                set("grit", 0),
                set("grit", 1),
                set("grit", 3),
                set("focus", 0),
                set("focus", 3),
                set("setup", 0),
                set("action", 1),
                set("action", 0),
                set("items", 2),
                set("luck", 1),
                afflict("held", None),
                afflict("held", Some(2)),
                afflict("prone", None),
                afflict("asleep", Some(2)),
                Judgement::Lift { who, condition: "held".to_owned() },
                Judgement::Lift { who, condition: "prone".to_owned() },
                Judgement::Move { who, to: to.clone() },
                Judgement::Move { who, to: "nowhere".to_owned() },
                Judgement::Remove { who },
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
