//! The kernel's checks, on every scenario that ships.

use std::sync::Arc;

use fracas_content::{Bundle, scenarios};
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Judgement, Play, Show, Side, Tell, Who, check_every};
use fracas_ranks::Ranks;

fn all() -> Vec<Arc<Ranks>> {
    let ours = scenarios().filter(|scenario| scenario.system == Ranks::SYSTEM);
    let all: Vec<_> = ours
        .map(|scenario| {
            let bundle = Bundle::new(scenario.source).expect("a built-in scenario names its system");
            Arc::new(Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")))
        })
        .collect();
    assert!(all.len() >= 5);
    all
}

check_every!(all, Effort::SOME);

#[test]
fn the_judge_never_breaks_the_table() {
    for rules in all() {
        let to = rules.view(&rules.start(), fracas_kernel::Seat::Judge).tokens[0].place.clone().unwrap();
        let add = |creature: &str, side, to: &str| Judgement::Add {
            creature: creature.to_owned(),
            side,
            to: to.to_owned(),
        };
        let mut acts = vec![
            add("footpad", Side::Monsters, "3,4"),
            add("tusker", Side::Monsters, "8,6"),
            add("orla", Side::Heroes, "4,5"),
            add("nobody", Side::Heroes, &to),
            add("orla", Side::Heroes, "99,99"),
            Judgement::Dice { roller: None, roll: None, faces: vec![10, 9] },
            Judgement::End { winner: Some(Side::Heroes) },
        ];
        for who in [0, 1, 4, 7, 90].map(Who) {
            for (track, value) in [
                ("wounds", 2),
                ("wounds", 9),
                ("wounds", 0),
                ("damage", 7),
                ("movement", 9),
                ("hidden", 30),
                ("luck", 1),
            ] {
                acts.push(Judgement::Set { who, track: track.to_owned(), value });
            }
            for to in [to.as_str(), "5,5", "0,0", "here"] {
                acts.push(Judgement::Move { who, to: to.to_owned() });
            }
            for condition in ["stunned", "prone", "burning", "happy"] {
                let condition = condition.to_owned();
                acts.push(Judgement::Afflict { who, condition: condition.clone(), rank: Some(2) });
                acts.push(Judgement::Lift { who, condition });
            }
            acts.push(Judgement::Remove { who });
        }
        for seed in 0..20 {
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
