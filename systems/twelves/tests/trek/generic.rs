//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_dice::Seeded;
use fracas_kernel::checks::{self, Effort};
use fracas_kernel::{
    Ask, Fate, Judgement, Null, Outcome, Play, Report, Show, Side, Tell, Think, Who, check_endings,
    check_every, check_odds,
};
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

const EFFORT: Effort = Effort {
    listed: 0..8,
    illegal: 0..1,
    playouts: 0..60,
    instinct: 0..30,
    same: 0..8,
    json: 0..2,
    odds: 0..2,
    nth: 197,
    shortcuts: 0..6,
    peeks: 0..2,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);
check_endings!(all);

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
