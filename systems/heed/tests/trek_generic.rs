//! The kernel's checks, on every adventure that ships.

use std::sync::Arc;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_heed::Trek;
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

check_every!(all, Effort::SOME);

#[test]
fn nothing_is_left_to_guess() {
    for rules in all() {
        checks::nothing_is_left_to_guess(&*rules, 0..1);
    }
}

#[test]
fn the_judge_never_breaks_the_table() {
    for rules in all() {
        let add = |creature: &str, side, to: &str| Judgement::Add {
            creature: creature.to_owned(),
            side,
            to: to.to_owned(),
        };
        let mut acts = vec![
            add("goblin", Side::Monsters, "taproom"),
            add("ghoul", Side::Monsters, "yard"),
            add("hanno", Side::Heroes, "yard"),
            add("nobody", Side::Monsters, "yard"),
            // To end a fight is not to end the adventure: that is tested elsewhere.
            Judgement::Dice { roller: None, roll: Some("encounter".to_owned()), faces: vec![1] },
        ];
        for (gauge, value) in
            [("clock", 3), ("light", 0), ("light", 9), ("bandages", 4), ("gold", -1), ("tea", 1)]
        {
            acts.push(Judgement::Gauge { gauge: gauge.to_owned(), value });
        }
        for encounter in ["drinkers", "cork-gatherers", "tithe-wyrm", "nobody"] {
            let fates = [Fate::Now, Fate::Next, Fate::Gone, Fate::Back];
            acts.extend(fates.map(|fate| Judgement::Fate { encounter: encounter.to_owned(), fate }));
        }
        for who in [0, 1, 3, 40].map(Who) {
            let set = |track: &str, value| Judgement::Set { who, track: track.to_owned(), value };
            let grant = |what: &str, count| Judgement::Grant { who, what: what.to_owned(), count };
            acts.extend([
                set("grit", 0),
                set("grit", 2),
                set("grit", 9),
                set("luck", 1),
                grant("bandage", 2),
                grant("maul", 9),
                grant("gold", 10),
                grant("moon", 1),
                Judgement::Afflict { who, condition: "prone".to_owned(), rank: None },
                Judgement::Move { who, to: "crypt".to_owned() },
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

/// Instinct plays an adventure through, wins most of them and loses some.
#[test]
fn instinct_wins_neither_always_nor_never() {
    use fracas_dice::Seeded;
    use fracas_kernel::{Null, Outcome, Whim, fight};
    for rules in all() {
        let (mut won, mut lost, mut drawn, mut trys, mut choices) = (0, 0, 0, 0, 0);
        for seed in 0..400 {
            let mut state = rules.start();
            let fought = fight(
                &*rules,
                &mut state,
                &mut Seeded::stream(seed, 0),
                &mut Whim::stream(seed, 1),
                &mut Null,
                checks::CAP,
            );
            match fought.outcome {
                Some(Outcome::Won(Side::Heroes)) => won += 1,
                Some(Outcome::Won(Side::Monsters)) => lost += 1,
                _ => drawn += 1,
            }
            trys += rules.time(&state);
            choices += fought.choices;
        }
        eprintln!(
            "{}: won {won}, lost {lost}, drawn {drawn}; trys {}, choices {}",
            rules.title(),
            trys / 400,
            choices / 400
        );
        assert!((160..=340).contains(&won), "{won} of 400");
    }
}

/// By instinct parties win more often than not, and not always.
#[test]
fn adventures_are_balanced() {
    const RUNS: u64 = 400;
    for rules in all() {
        let won = (0..RUNS).filter(|&run| {
            let (mut dice, mut whim) = (Whim::stream(1, run), Whim::stream(2, run));
            let fought = fight(&*rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, checks::CAP);
            fought.outcome == Some(Outcome::Won(Side::Heroes))
        });
        let won = won.count() as u64 * 100 / RUNS;
        println!("{}: {won} % won", rules.title());
        assert!((40..=85).contains(&won), "{}: {won} % won", rules.title());
    }
}
