//! The kernel's checks, on every scenario that ships.

use std::sync::Arc;

use fracas_content::{Bundle, scenarios};
use fracas_heed::Heed;
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Judgement, MapView, Picture, Play, Seat, Show, Side, Tell, Who, check_every};

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

check_every!(all, Effort::FULL);

#[test]
fn nothing_is_left_to_guess() {
    for rules in all() {
        checks::nothing_is_left_to_guess(&*rules, 0..3);
        let MapView::Zones { zones, .. } = rules.view(&rules.start(), Seat::Judge).map else {
            panic!("zones")
        };
        assert!(zones.iter().all(|card| card.picture != Picture::Open), "every zone has a picture");
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    let zone = |rules: &Heed| rules.view(&rules.start(), Seat::Judge).tokens[0].place.clone().unwrap();
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
