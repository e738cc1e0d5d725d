//! The kernel's checks, on every scenario that ships.

use std::sync::Arc;

use fracas_content::{Bundle, scenarios};
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Judgement, Play, Show, Side, Tell, Who, check_endings, check_every, check_odds};
use fracas_twelves::Twelves;

fn all() -> Vec<Arc<Twelves>> {
    let ours = scenarios().filter(|scenario| scenario.system == Twelves::SYSTEM);
    let all: Vec<_> = ours
        .map(|scenario| {
            let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
            Arc::new(Twelves::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
        })
        .collect();
    assert!(all.len() >= 4);
    all
}

check_every!(all, Effort::FULL);
check_odds!(all, Effort::FULL);
check_endings!(all);

#[test]
fn nothing_is_left_to_guess() {
    for rules in all() {
        checks::nothing_is_left_to_guess(&*rules, 0..4);
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    let zone = |rules: &Twelves| {
        rules.view(&rules.start(), fracas_kernel::Seat::Judge).tokens[0].place.clone().unwrap()
    };
    for rules in all() {
        let to = zone(&rules);
        let mut acts = vec![
            Judgement::Add { creature: "toll-thug".to_owned(), side: Side::Monsters, to: to.clone() },
            Judgement::Add { creature: "karsh".to_owned(), side: Side::Heroes, to: to.clone() },
            Judgement::Add { creature: "nobody".to_owned(), side: Side::Heroes, to: to.clone() },
            Judgement::Dice { roller: None, roll: None, faces: vec![12] },
        ];
        for who in [0, 1, 4, 7, 40].map(Who) {
            acts.extend([
                Judgement::Set { who, track: "hits".to_owned(), value: 3 },
                Judgement::Set { who, track: "hits".to_owned(), value: 0 },
                Judgement::Set { who, track: "luck".to_owned(), value: 1 },
                Judgement::Set { who, track: "th".to_owned(), value: 12 },
                Judgement::Set { who, track: "rank".to_owned(), value: 4 },
                Judgement::Move { who, to: to.clone() },
                Judgement::Move { who, to: "nowhere".to_owned() },
                Judgement::Remove { who },
                Judgement::Afflict { who, condition: "held".to_owned(), rank: None },
                Judgement::Afflict { who, condition: "dazed".to_owned(), rank: None },
                Judgement::Lift { who, condition: "held".to_owned() },
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
