//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_delve::Trek;
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{
    Fate, Judgement, Null, Outcome, Play, Report, Side, Tell, Whim, Who, check_every, fight,
};

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
