//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Fate, Judgement, Null, Outcome, Rules, Side, Who, checks};
use fracas_twelves::{Trek, Twelves};

fn all() -> Vec<Arc<Adventure<Trek>>> {
    let ours = adventures().filter(|adventure| adventure.system == Twelves::SYSTEM);
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
        checks::legal_exactly_when_listed(&*rules, 0..8);
        checks::illegal_choices_do_not_panic(&*rules, 0..1);
    }
}

#[test]
fn random_playouts_end() {
    for rules in all() {
        checks::playouts_end(&*rules, 0..60);
    }
}

#[test]
fn instinct_is_legal_and_ends() {
    for rules in all() {
        checks::instinct_is_legal(&*rules, 0..30);
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
        checks::state_survives_json(&*rules, 0..2);
    }
}

#[test]
fn odds_agree_with_samples() {
    for rules in all() {
        checks::odds_agree_with_samples(&*rules, 0..2, 197);
    }
}

#[test]
fn shortcuts_agree_and_nobody_peeks() {
    for rules in all() {
        checks::shortcuts_agree(&*rules, 0..6);
        checks::nobody_peeks(&*rules, 0..2);
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
        let to =
            || rules.0.view(&rules.0.start(), fracas_kernel::Seat::Judge).tokens[0].place.clone().unwrap();
        let add = |creature: &str, side| Judgement::Add { creature: creature.to_owned(), side, to: to() };
        let mut acts = vec![
            add("toll-thug", Side::Monsters),
            add("karsh", Side::Heroes),
            add("nobody", Side::Monsters),
            Judgement::Dice { roller: None, roll: None, faces: vec![12] },
        ];
        for fate in [Fate::Now, Fate::Next, Fate::Gone, Fate::Back] {
            acts.push(Judgement::Fate { encounter: "rats".to_owned(), fate });
            acts.push(Judgement::Fate { encounter: "keeper".to_owned(), fate });
            acts.push(Judgement::Fate { encounter: "nobody".to_owned(), fate });
        }
        for gauge in ["clock", "oil", "food", "salves", "silver", "luck"] {
            acts.push(Judgement::Gauge { gauge: gauge.to_owned(), value: 7 });
        }
        for who in [0, 1, 3, 40].map(Who) {
            let (track, condition) = (|track: &str| track.to_owned(), |condition: &str| condition.to_owned());
            acts.extend([
                Judgement::Set { who, track: track("hits"), value: 3 },
                Judgement::Set { who, track: track("hits"), value: 0 },
                Judgement::Set { who, track: track("luck"), value: 1 },
                Judgement::Move { who, to: to() },
                Judgement::Move { who, to: "nowhere".to_owned() },
                Judgement::Remove { who },
                Judgement::Grant { who, what: "war-bow".to_owned(), count: 1 },
                Judgement::Grant { who, what: "oil".to_owned(), count: -3 },
                Judgement::Grant { who, what: "luck".to_owned(), count: 1 },
                Judgement::Afflict { who, condition: condition("down"), rank: None },
                Judgement::Afflict { who, condition: condition("busy"), rank: None },
                Judgement::Lift { who, condition: condition("down") },
                Judgement::Lift { who, condition: condition("dead") },
                Judgement::Afflict { who, condition: condition("bored"), rank: None },
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

/// By instinct, an adventure is neither given away nor hopeless, and is over in about an hour of a table's time.
#[test]
fn adventures_are_worth_playing() {
    const RUNS: u64 = 300;
    for rules in all() {
        let (mut won, mut fights, mut decisions) = (0, 0, 0);
        for seed in 0..RUNS {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let mut state = rules.start();
            let mut fighting = false;
            let outcome = loop {
                let asked = match rules.ask(&state) {
                    Ask::Over(outcome) => break outcome,
                    ask => ask.asked(),
                };
                let now = rules.round(&state) > 0 || rules.everyone(&state) != rules.reported(&state);
                fights += u64::from(now && !fighting);
                decisions += u64::from(!now);
                fighting = now;
                let choice = rules.instinct(&state, asked, &mut whim);
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            };
            won += u64::from(outcome == Outcome::Won(Side::Heroes));
        }
        let (rate, fights, decisions) = (won * 100 / RUNS, fights / RUNS, decisions / RUNS);
        println!("{}: {rate} % won, {fights} fights, {decisions} decisions between", rules.title());
        assert!((40..=85).contains(&rate), "{}: {rate} % won", rules.title());
        assert!((3..=7).contains(&fights), "{}: {fights} fights", rules.title());
        assert!((40..=120).contains(&decisions), "{}: {decisions} decisions", rules.title());
    }
}
