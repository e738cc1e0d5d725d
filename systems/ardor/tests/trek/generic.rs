//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_ardor::{Ardor, Trek};
use fracas_content::{Bundle, adventures};
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{Fate, Judgement, Play, Side, Tell, Who, check_every};

fn all() -> Vec<Arc<Adventure<Trek>>> {
    let ours = adventures().filter(|adventure| adventure.system == Ardor::SYSTEM);
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
    listed: 0..6,
    illegal: 0..1,
    playouts: 0..100,
    instinct: 0..50,
    same: 0..16,
    json: 0..5,
    odds: 0..3,
    nth: 997,
    shortcuts: 0..5,
    peeks: 0..2,
};

check_every!(all, EFFORT);

#[test]
fn undo_restores_every_moment_of_several_treks() {
    for rules in all() {
        for seed in 0..5 {
            checks::undo_restores(rules.clone(), seed);
        }
    }
}

#[test]
fn nothing_is_left_to_guess() {
    for rules in all() {
        checks::nothing_is_left_to_guess(&*rules, 0..2);
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    let text = str::to_owned;
    let mut acts = vec![
        Judgement::Add { creature: text("raider"), side: Side::Monsters, to: text("cove") },
        Judgement::Add { creature: text("raider"), side: Side::Monsters, to: text("quay") },
        Judgement::Add { creature: text("maren"), side: Side::Heroes, to: text("quay") },
        Judgement::Dice { roller: None, roll: None, faces: vec![20] },
        Judgement::Gauge { gauge: text("clock"), value: 2000 },
        Judgement::Gauge { gauge: text("clock"), value: -1 },
        Judgement::Gauge { gauge: text("kits"), value: 3 },
        Judgement::Gauge { gauge: text("rations"), value: 40 },
        Judgement::Gauge { gauge: text("pressing"), value: 2 },
        Judgement::Gauge { gauge: text("luck"), value: 2 },
    ];
    for fate in [Fate::Now, Fate::Next, Fate::Gone, Fate::Back] {
        for encounter in ["patrol", "wreckers", "nobody"] {
            acts.push(Judgement::Fate { encounter: text(encounter), fate });
        }
    }
    for who in [0, 1, 3, 7, 40].map(Who) {
        acts.extend([
            Judgement::Set { who, track: text("health"), value: 3 },
            Judgement::Set { who, track: text("health"), value: -9 },
            Judgement::Set { who, track: text("luck"), value: 1 },
            Judgement::Set { who, track: text("trauma"), value: 2 },
            Judgement::Move { who, to: text("lobster-pot") },
            Judgement::Move { who, to: text("cove") },
            Judgement::Move { who, to: text("nowhere") },
            Judgement::Remove { who },
            Judgement::Afflict { who, condition: text("dazed"), rank: Some(2) },
            Judgement::Lift { who, condition: text("dazed") },
            Judgement::Grant { who, what: text("xp"), count: 5 },
            Judgement::Grant { who, what: text("quake-stamp"), count: 1 },
            Judgement::Grant { who, what: text("toll-house"), count: 9 },
            Judgement::Grant { who, what: text("a pony"), count: 1 },
        ]);
    }
    for rules in all() {
        for seed in 0..60 {
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
