//! The kernel's checks, on every scenario that ships.

use std::sync::Arc;

use fracas_ardor::Ardor;
use fracas_content::{Bundle, scenarios};
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Judgement, Play, Show, Side, Tell, Who, check_every};

fn all() -> Vec<Arc<Ardor>> {
    let ours = scenarios().filter(|scenario| scenario.system == Ardor::SYSTEM);
    let all: Vec<_> = ours
        .map(|scenario| {
            let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
            Arc::new(Ardor::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
        })
        .collect();
    assert!(all.len() >= 4);
    all
}

/// Odds are held against real play here and there; `odds.rs` does so for many more, and for what each is about.
const EFFORT: Effort =
    Effort { illegal: 0..1, playouts: 0..100, odds: 0..1, nth: 2003, peeks: 0..1, ..Effort::FULL };

check_every!(all, EFFORT);

#[test]
fn nothing_is_left_to_guess() {
    for rules in all() {
        checks::nothing_is_left_to_guess(&*rules, 0..2);
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    let zone = |rules: &Ardor| {
        rules.view(&rules.start(), fracas_kernel::Seat::Judge).tokens[0].place.clone().unwrap()
    };
    for rules in all() {
        let to = zone(&rules);
        let mut acts = vec![
            Judgement::Add { creature: "raider".to_owned(), side: Side::Monsters, to: to.clone() },
            Judgement::Add { creature: "maren".to_owned(), side: Side::Heroes, to: to.clone() },
            Judgement::Add { creature: "nobody".to_owned(), side: Side::Heroes, to: to.clone() },
            Judgement::Dice { roller: None, roll: None, faces: vec![20] },
        ];
        for who in [0, 1, 4, 7, 40].map(Who) {
            acts.extend([
                Judgement::Set { who, track: "health".to_owned(), value: 3 },
                Judgement::Set { who, track: "health".to_owned(), value: -9 },
                Judgement::Set { who, track: "luck".to_owned(), value: 1 },
                Judgement::Set { who, track: "ardor".to_owned(), value: 3 },
                Judgement::Set { who, track: "timer".to_owned(), value: 1 },
                Judgement::Set { who, track: "score".to_owned(), value: 30 },
                Judgement::Move { who, to: to.clone() },
                Judgement::Move { who, to: "nowhere".to_owned() },
                Judgement::Remove { who },
                Judgement::Afflict { who, condition: "rooted".to_owned(), rank: None },
                Judgement::Afflict { who, condition: "prone".to_owned(), rank: Some(2) },
                Judgement::Lift { who, condition: "rooted".to_owned() },
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
