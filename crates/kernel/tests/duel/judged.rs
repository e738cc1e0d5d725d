//! What the judge calls for, what people try that no choice stands for, and who is told.

use std::sync::Arc;

use fracas_kernel::{Crowd, EdgeName, History, Judgement, Seat, Sequel, Typing, Who};

use crate::ANNA;
use crate::system::Duel;

const CARL: Who = Who(1);

fn table() -> History<Duel> {
    let mut history = History::new(Arc::new(Duel::pair()), 11, 0);
    for choice in ["anna guard high", "carl guard high"] {
        let choice = history.find(choice).expect("it is legal");
        history.choose(choice, &Typing::default()).expect("it is legal");
    }
    history
}

fn set(who: Who, value: i32) -> Judgement {
    Judgement::Set { who, track: "hp".to_owned(), value }
}

fn follows(says: &str, acts: Vec<Judgement>) -> Sequel {
    Sequel { says: says.to_owned(), acts }
}

fn check(check: &str, against: Option<i32>) -> Judgement {
    Judgement::Check {
        who: ANNA,
        check: check.to_owned(),
        against,
        success: follows("She sees it coming.", vec![]),
        failure: follows("", vec![set(ANNA, 4)]),
    }
}

fn told(history: &History<Duel>, seat: Seat) -> Vec<String> {
    let lines = history.step_lines(history.steps().len() - 1, seat);
    lines.into_iter().map(|line| line.text).collect()
}

fn typed(faces: &[u16]) -> Typing {
    Typing::all(faces.to_vec())
}

#[test]
fn the_judge_calls_for_a_check_and_says_what_follows() {
    let mut history = table();
    history.judge_with(check("skill", None), &typed(&[9])).unwrap();
    let line = "Anna makes a check: d20 [9] + 2 = 11 against number 11: success. She sees it coming";
    assert_eq!(told(&history, Seat::Watcher), [line]);
    assert_eq!(history.state().fencers[0].health, 8);
    history.judge_with(check("skill", Some(12)), &typed(&[9])).unwrap();
    let failed = "Anna makes a check: d20 [9] + 2 = 11 against number 12: failure";
    assert_eq!(told(&history, Seat::Watcher), [failed, "Judge: Anna's hp is now 4"]);
    assert_eq!(history.state().fencers[0].health, 4);
    let line = &history.step_lines(history.steps().len() - 1, Seat::Watcher)[0];
    assert_eq!((line.rolls[0].success, line.about.clone()), (Some(false), vec![ANNA]));
    assert!(history.undo() && history.undo());
    assert_eq!(history.state().fencers[0].health, 8);
}

#[test]
fn what_cannot_follow_is_refused_before_anybody_rolls() {
    let mut history = table();
    let before = history.now().clone();
    for (success, failure) in [(vec![set(CARL, 99)], vec![]), (vec![], vec![set(CARL, 99)])] {
        let act = Judgement::Check {
            who: ANNA,
            check: "skill".to_owned(),
            against: None,
            success: follows("", success),
            failure: follows("", failure),
        };
        assert!(history.judge(act).unwrap_err().why.contains("hp is from 0 to 7, not 99"));
    }
    let refusal = history.judge(check("charm", None)).unwrap_err();
    assert_eq!(refusal.why, "there is no check \"charm\"; known: skill, nerve");
    let nested = Judgement::Check {
        who: ANNA,
        check: "skill".to_owned(),
        against: None,
        success: follows("", vec![check("skill", None)]),
        failure: Sequel::default(),
    };
    assert!(history.judge(nested).unwrap_err().why.contains("call for it afterwards"));
    assert_eq!(history.now(), &before, "and no die has fallen");
}

/// Advantage helps whoever rolls, also where a low roll is the good one; the log calls it what it is.
#[test]
fn the_judges_advantage_is_called_by_its_name() {
    let mut history = table();
    let favour = |edge, add| Judgement::Favour { roller: Some(ANNA), roll: None, add, edge };
    history.judge(favour(EdgeName::Advantage, 0)).unwrap();
    history.judge_with(check("nerve", Some(6)), &typed(&[9, 3])).unwrap();
    let line = "Anna makes a check: adv d20 [9 3] = 3 against nerve 6: success. She sees it coming";
    assert_eq!(told(&history, Seat::Judge), [line]);
    history.judge(favour(EdgeName::Disadvantage, 0)).unwrap();
    history.judge_with(check("nerve", Some(6)), &typed(&[9, 3])).unwrap();
    assert_eq!(
        told(&history, Seat::Judge)[0],
        "Anna makes a check: dis d20 [9 3] = 9 against nerve 6: failure"
    );
    history.judge(favour(EdgeName::Level, 2)).unwrap();
    history.judge_with(check("nerve", Some(6)), &typed(&[8])).unwrap();
    let line = &history.step_lines(history.steps().len() - 1, Seat::Judge)[0];
    assert!(line.text.contains("d20 [8] - 2 = 6 against nerve 6: success"), "{}", line.text);
    let named = &line.rolls[0].modifiers[0];
    assert_eq!((named.name.as_str(), named.value, line.rule), ("judge", -2, Some("DUEL-N1")));
}

#[test]
fn a_check_is_open_or_secret_as_the_judge_says() {
    let mut history = table();
    let secret = |of| Judgement::Secret { of: Box::new(of) };
    let open = |of| Judgement::Open { of: Box::new(of) };
    history.judge_with(secret(check("skill", None)), &typed(&[9])).unwrap();
    assert_eq!(told(&history, Seat::Judge).len(), 1);
    for seat in [Seat::Watcher, Seat::Player(Crowd::one(ANNA))] {
        assert!(told(&history, seat).is_empty());
    }
    history.judge(secret(set(ANNA, 3))).unwrap();
    assert!(told(&history, Seat::Watcher).is_empty());
    let dice = Judgement::Dice { roller: None, roll: None, faces: vec![2] };
    history.judge(dice.clone()).unwrap();
    assert!(told(&history, Seat::Watcher).is_empty(), "nobody perceives what dice will show");
    history.judge(open(dice)).unwrap();
    assert_eq!(told(&history, Seat::Watcher), ["Judge: the next roll will show 2"]);
    // A track that is as it was shows nothing.
    history.judge(set(ANNA, 3)).unwrap();
    assert!(told(&history, Seat::Watcher).is_empty());
    let refused = history.judge(secret(open(set(ANNA, 3)))).unwrap_err();
    assert_eq!(refused.why, "an act is open or secret once");
    // Nor does what is taken back give a secret away.
    assert_eq!(history.take_back(2), 2);
    let note = &history.notes()[0].text;
    assert!(note.ends_with("a decision that the judge keeps back; the next roll will show 2"), "{note}");
}

#[test]
fn a_player_tries_what_no_choice_stands_for() {
    let mut history = table();
    assert!(history.propose(CARL, "runs").unwrap_err().why.contains("not their turn"));
    assert!(history.propose(ANNA, "  ").unwrap_err().why.contains("write a few words"));
    assert!(history.propose(ANNA, &"x".repeat(301)).unwrap_err().why.contains("at most 300"));
    history.propose(ANNA, "spits").unwrap();
    history.propose(ANNA, " throws sand\ninto his eyes. ").unwrap();
    assert_eq!(history.proposals().len(), 1, "the last word counts");
    let tries = history.proposals()[0].tries.clone();
    assert_eq!(tries, "throws sand into his eyes.");
    let attempt = |check: Option<&str>| Judgement::Attempt {
        who: ANNA,
        tries: tries.clone(),
        check: check.map(str::to_owned),
        against: Some(15),
        success: follows("He is blinded.", vec![set(CARL, 2)]),
        failure: follows("The wind is against her", vec![]),
    };
    let steps = history.steps().len();
    history.judge_with(attempt(Some("skill")), &typed(&[12])).unwrap();
    assert_eq!(history.steps().len(), steps + 1, "one deed");
    assert_eq!(
        told(&history, Seat::Watcher)[0],
        "Anna: throws sand into his eyes: d20 [12] + 2 = 14 against number 15: failure. The wind is against her"
    );
    assert!(history.proposals().is_empty());
    // It took the action.
    assert!(!history.ask().asked().has(ANNA));
    assert!(history.judge(attempt(None)).unwrap_err().why.contains("not Anna's turn"));
    history.undo();
    assert!(history.ask().asked().has(ANNA));
    history.judge(attempt(None)).unwrap();
    assert_eq!(
        told(&history, Seat::Watcher)[..2],
        ["Anna: throws sand into his eyes. He is blinded", "Judge: Carl's hp is now 2"]
    );
    history.undo();
    history.propose(ANNA, "flies").unwrap();
    let why = "nobody flies here".to_owned();
    history.judge(Judgement::Decline { who: ANNA, tries: "flies".to_owned(), why }).unwrap();
    assert_eq!(told(&history, Seat::Watcher), ["Judge: Anna: flies. That cannot be done: nobody flies here"]);
    assert!(history.proposals().is_empty() && history.ask().asked().has(ANNA));
}
