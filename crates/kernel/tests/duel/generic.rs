//! Duel passes every check that every system must pass.

use std::sync::Arc;

use fracas_kernel::{EdgeName, Judgement, Side, Who, checks};

use crate::system::Duel;

#[test]
fn legal_exactly_when_listed() {
    checks::legal_exactly_when_listed(&Duel::four(), 0..20);
    checks::legal_exactly_when_listed(&Duel { wild: true, ..Duel::pair() }, 0..5);
}

#[test]
fn illegal_choices_do_not_panic() {
    checks::illegal_choices_do_not_panic(&Duel::four(), 0..5);
}

#[test]
fn playouts_end() {
    let made = checks::playouts_end(&Duel::four(), 0..200);
    assert!(made > 200 * 10, "fights of {made} choices in all are no fights");
}

#[test]
fn instinct_is_legal() {
    checks::instinct_is_legal(&Duel::four(), 0..50);
}

#[test]
fn same_seed_same_fight() {
    checks::same_seed_same_fight(&Duel::four(), 0..20);
}

#[test]
fn state_survives_json() {
    checks::state_survives_json(&Duel::four(), 0..20);
}

#[test]
fn odds_come_true() {
    checks::odds_come_true(&Duel::four(), 0..4, 17);
    checks::odds_come_true(&Duel { habit: Some(crate::system::Defence::Dodge), ..Duel::pair() }, 0..2, 7);
}

#[test]
fn undo_restores() {
    for seed in 0..10 {
        checks::undo_restores(Arc::new(Duel::four()), seed);
    }
}

#[test]
fn nobody_peeks() {
    checks::nobody_peeks(&Duel::four(), 0..10);
}

#[test]
fn secrets_are_kept() {
    checks::secrets_are_kept(&Duel::four(), 0..10, 1);
}

#[test]
fn endings_are_final() {
    checks::endings_are_final(Arc::new(Duel::four()), 0..20);
}

#[test]
fn shortcuts_agree() {
    checks::shortcuts_agree(&Duel::four(), 0..20);
}

#[test]
fn everything_can_be_shown() {
    for seed in 0..5 {
        checks::everything_can_be_shown(Arc::new(Duel::four()), seed);
    }
}

/// One of each that the judge may do, and some that must be refused.
pub fn acts() -> Vec<Judgement> {
    let words = |text: &str| text.to_owned();
    vec![
        Judgement::Set { who: Who(0), track: words("hp"), value: 3 },
        Judgement::Set { who: Who(2), track: words("hp"), value: 0 },
        Judgement::Set { who: Who(1), track: words("breath"), value: 2 },
        Judgement::Set { who: Who(1), track: words("wits"), value: 2 },
        Judgement::Set { who: Who(9), track: words("hp"), value: 2 },
        Judgement::Set { who: Who(0), track: words("hp"), value: 1000 },
        Judgement::Move { who: Who(0), to: words("gate") },
        Judgement::Move { who: Who(3), to: words("moon") },
        Judgement::Add { creature: words("guard"), side: Side::Monsters, to: words("stair") },
        Judgement::Add { creature: words("dragon"), side: Side::Heroes, to: words("yard") },
        Judgement::Remove { who: Who(1) },
        Judgement::Afflict { who: Who(0), condition: words("shaken"), rank: Some(2) },
        Judgement::Afflict { who: Who(3), condition: words("bound"), rank: None },
        Judgement::Lift { who: Who(0), condition: words("shaken") },
        Judgement::Favour {
            roller: Some(Who(0)),
            roll: Some(words("strike")),
            add: 2,
            edge: EdgeName::Advantage,
        },
        Judgement::Favour { roller: None, roll: None, add: 0, edge: EdgeName::Level },
        Judgement::Dice { roller: None, roll: Some(words("harm")), faces: vec![6] },
        Judgement::Dice { roller: None, roll: None, faces: vec![] },
        Judgement::End { winner: Some(Side::Heroes) },
    ]
}

#[test]
fn judge_never_breaks_the_table() {
    for seed in 0..40 {
        checks::judge_never_breaks_the_table(Arc::new(Duel::four()), &acts(), seed);
    }
}

/// Set `FRACAS_GOLDEN=write` to write the file anew, and look at what changed.
#[test]
fn golden_playthrough() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/duel/playthrough.txt");
    let now = checks::playthrough(Arc::new(Duel::four()), 104);
    if std::env::var("FRACAS_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(path, &now).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    for (line, (was, is)) in golden.lines().zip(now.lines()).enumerate() {
        assert_eq!(is, was, "line {} of {path}", line + 1);
    }
    assert_eq!(now, golden);
}
