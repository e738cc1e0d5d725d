//! Typed dice, the judge's word, the log, and taking back.

use std::sync::Arc;

use fracas_dice::{Missing, Roll, Seeded, TapeError};
use fracas_kernel::{
    Ask, Care, ChooseError, Crowd, EdgeName, History, Judgement, Outcome, Seat, Side, Tone, Typing, Undo, Who,
};

use crate::ANNA;
use crate::system::{Choice, Duel, Guard};

const CARL: Who = Who(1);

/// Two in the yard, guards shown, Anna to act.
fn table() -> History<Duel> {
    let mut history = History::new(Arc::new(Duel::pair()), 11, 0);
    make(&mut history, "anna guard high");
    make(&mut history, "carl guard high");
    history
}

fn make(history: &mut History<Duel>, text: &str) {
    make_with(history, text, &Typing::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn make_with(history: &mut History<Duel>, text: &str, typing: &Typing) -> Result<(), ChooseError> {
    let choice = history.find(text).unwrap_or_else(|| panic!("{text:?} is not legal"));
    history.choose(choice, typing).map(|_| ())
}

fn annas(faces: &[u16]) -> Typing {
    Typing { rollers: Crowd::one(ANNA), faces: faces.to_vec(), ..Typing::default() }
}

fn lines(history: &History<Duel>) -> Vec<String> {
    history.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect()
}

#[test]
fn dice_are_typed_one_by_one() {
    let mut history = table();
    let before = history.now().clone();
    let flurry = Roll::exploding_hits(4, 6, 5);
    let wanted = [&[][..], &[6], &[6, 5], &[6, 5, 1], &[6, 5, 1, 2]];
    for (die, faces) in wanted.into_iter().enumerate() {
        let Err(ChooseError::Dice(TapeError::Missing(missing))) =
            make_with(&mut history, "anna flurry carl", &annas(faces))
        else {
            panic!("one more die is wanted after {faces:?}");
        };
        assert_eq!((missing.roll, missing.die, missing.why.label), (flurry, die, "flurry"));
        assert_eq!(history.now(), &before, "an error changes nothing");
        assert_eq!(history.steps().len(), 2);
    }
    // The 6 was rolled again and showed 5: five faces for four dice.
    make_with(&mut history, "anna flurry carl", &annas(&[6, 5, 1, 2, 3])).unwrap();
    let record = &history.steps()[2].rolls[0];
    assert_eq!((record.faces.as_slice(), record.value, record.by_hand), (&[6, 5, 1, 2, 3][..], 2, true));
    assert_eq!((record.roller, record.label.as_str()), (Some(ANNA), "flurry"));
    assert_eq!(history.state().of(CARL).health, 5);
}

#[test]
fn a_face_that_the_die_has_not_is_refused() {
    let mut history = table();
    let before = history.now().clone();
    for wrong in [7, 0] {
        let error = make_with(&mut history, "anna flurry carl", &annas(&[2, wrong, 1, 1])).unwrap_err();
        let ChooseError::Dice(TapeError::Range { position: 1, face, .. }) = &error else {
            panic!("{error:?}");
        };
        assert_eq!(*face, wrong);
        assert!(error.to_string().contains("1 to 6"), "{error}");
        assert_eq!(history.now(), &before);
    }
}

#[test]
fn a_face_too_many_is_refused() {
    let mut history = table();
    let before = history.now().clone();
    let error = make_with(&mut history, "anna flurry carl", &annas(&[1, 1, 1, 1, 4])).unwrap_err();
    assert_eq!(error, ChooseError::Dice(TapeError::LeftOver { faces: vec![4] }));
    assert_eq!(history.now(), &before);
    assert!(!history.can_redo());
}

#[test]
fn only_those_who_roll_by_hand_are_asked() {
    let mut history = table();
    // Who goes is struck at by Carl, whose dice the generator rolls.
    make_with(&mut history, "anna move stair", &annas(&[])).unwrap();
    assert!(history.steps()[2].rolls.iter().all(|roll| !roll.by_hand && roll.roller == Some(CARL)));
    let mut history = table();
    let carls = Typing { rollers: Crowd::one(CARL), ..Typing::default() };
    let error = make_with(&mut history, "anna move stair", &carls).unwrap_err();
    let ChooseError::Dice(TapeError::Missing(Missing { why, die: 0, .. })) = error else {
        panic!("{error:?}")
    };
    assert_eq!((why.label, why.roller), ("free blow", CARL.0));
}

#[test]
fn the_generator_keeps_step_with_typed_dice() {
    let mut history = table();
    let mut generator = history.now().dice.clone();
    make_with(&mut history, "anna flurry carl", &annas(&[6, 5, 1, 2, 3])).unwrap();
    for _ in 0..5 {
        generator.face(6);
    }
    assert_eq!(history.now().dice, generator);
}

/// A fight with typed dice, a chosen die and a favour in it is taken up again from its record exactly where it was.
#[test]
fn a_recorded_fight_is_taken_up_where_it_was() {
    let mut history = table();
    let chosen = Judgement::Dice { roller: Some(ANNA), roll: Some("flurry".to_owned()), faces: vec![6] };
    history.judge(chosen).unwrap();
    make_with(&mut history, "anna flurry carl", &annas(&[5, 1, 2, 3])).unwrap();
    history
        .judge(Judgement::Favour { roller: None, roll: None, add: 3, edge: EdgeName::Disadvantage })
        .unwrap();
    make(&mut history, "carl strike anna");
    make(&mut history, "anna dodge");
    for again in [Typing::again, Typing::again_by_hand] {
        let mut resumed = History::new(Arc::new(Duel::pair()), 11, 0);
        for step in history.steps() {
            match &step.done {
                fracas_kernel::Done::Chose(choice) => {
                    resumed.choose(*choice, &again(&step.rolls)).unwrap();
                }
                fracas_kernel::Done::Judged(act) => {
                    resumed.judge(act.clone()).unwrap();
                }
            }
        }
        assert_eq!(resumed.now(), history.now());
        assert_eq!(lines(&resumed), lines(&history));
        let rolls = |history: &History<Duel>| -> Vec<_> {
            history.steps().iter().flat_map(|step| step.rolls.clone()).collect()
        };
        assert_eq!(rolls(&resumed), rolls(&history));
    }
}

#[test]
fn a_favour_is_for_the_next_roll_that_fits() {
    let mut history = table();
    let favour =
        |roller, roll: &str, add, edge| Judgement::Favour { roller, roll: Some(roll.to_owned()), add, edge };
    history.judge(favour(Some(ANNA), "strike", 2, EdgeName::Level)).unwrap();
    history.judge(favour(None, "strike", 0, EdgeName::Advantage)).unwrap();
    history.judge(favour(Some(CARL), "strike", 5, EdgeName::Level)).unwrap();
    history.judge(favour(Some(ANNA), "parry", 7, EdgeName::Level)).unwrap();
    make(&mut history, "anna strike carl");
    make(&mut history, "carl block");
    let roll = &history.steps().last().unwrap().rolls[0];
    // Both that fit are used up on it: d20 + 2 by skill, + 2 and advantage by favour.
    assert_eq!((roll.roll.added(), roll.faces.len(), roll.by_hand), (4, 2, false));
    assert_eq!(roll.value, i32::from(*roll.faces.iter().max().unwrap()) + 4);
    assert_eq!(history.now().fiats.len(), 2);
    assert_eq!(history.now().fiats[0].roller, Some(CARL));
    assert_eq!(history.now().fiats[1].roll.as_deref(), Some("parry"));
}

#[test]
fn the_judge_chooses_a_die() {
    let mut history = table();
    let dice = |faces: &[u16]| Judgement::Dice {
        roller: None,
        roll: Some("flurry".to_owned()),
        faces: faces.to_vec(),
    };
    history.judge(dice(&[2, 2])).unwrap();
    // The judge thinks better of it; a face beyond the die is its highest.
    history.judge(dice(&[5, 60])).unwrap();
    let mut generator = history.now().dice.clone();
    make(&mut history, "anna flurry carl");
    let roll = history.steps().last().unwrap().rolls[0].clone();
    assert_eq!(roll.faces[..2], [5, 6]);
    assert!(roll.by_hand);
    // What was not chosen fell as it would have.
    let drawn: Vec<u16> = roll.faces.iter().map(|_| generator.face(6)).collect();
    assert_eq!(roll.faces[2..], drawn[2..]);
    assert!(history.now().fiats.is_empty());
}

#[test]
fn the_odds_of_a_table_know_the_judges_word() {
    let mut history = table();
    let chosen = Judgement::Dice { roller: None, roll: Some("taunt".to_owned()), faces: vec![20] };
    let taunt = history.find("anna taunt carl").unwrap();
    assert!((history.odds(taunt).chance.unwrap().p - 0.475).abs() < 1e-12);
    // Which face will lie there is the judge's secret, unless it is said openly.
    history.judge(chosen.clone()).unwrap();
    assert!((history.odds(taunt).chance.unwrap().p - 0.475).abs() < 1e-12);
    history.judge(Judgement::Open { of: Box::new(chosen) }).unwrap();
    assert!((history.odds(taunt).chance.unwrap().p - 0.95).abs() < 1e-12);
}

#[test]
fn every_act_of_the_judge_is_in_the_log() {
    let mut history = History::new(Arc::new(Duel::four()), 1, 0);
    for act in crate::generic::acts() {
        let (before, told) = (history.now().clone(), lines(&history).len());
        match history.judge(act.clone()) {
            Ok(_) => {
                let last = history.steps().len() - 1;
                let line = &history.step_lines(last, Seat::Judge)[0];
                assert_eq!(line.tone, Tone::Judge, "{act:?}");
                // Everybody sees everything but what the dice will show, and breath that is as it was.
                let seen = history.step_lines(last, Seat::Watcher).first() == Some(line);
                let unseen = matches!(&act, Judgement::Dice { .. })
                    || matches!(&act, Judgement::Set { track, .. } if track == "breath");
                assert_eq!(seen, !unseen, "{act:?}");
                assert!(lines(&history).len() > told);
                assert_eq!(history.undo_cost(), Undo::Judged);
            }
            Err(_) => assert_eq!(history.now(), &before, "{act:?}"),
        }
    }
    let judged: Vec<String> =
        lines(&history).into_iter().filter(|line| line.starts_with("Judge: ")).collect();
    assert_eq!(
        judged,
        [
            "Judge: Anna's hp is now 3",
            "Judge: Carl's hp is now 0",
            "Judge: Bela's breath is now 2",
            "Judge: Anna is moved to Gate",
            "Judge: guard joins the monsters at Stair",
            "Judge: Bela is taken off the table",
            "Judge: Anna is shaken (2)",
            "Judge: Dora is bound",
            "Judge: Anna is no longer shaken",
            "Judge: +2 and advantage on Anna's next strike roll",
            "Judge: the next harm roll will show 6",
            "Judge: the encounter ends, the heroes win",
        ]
    );
    assert_eq!(history.ask(), Ask::Over(Outcome::Won(Side::Heroes)));
    assert_eq!(history.choose(Choice::Hold(ANNA), &Typing::default()).unwrap_err(), ChooseError::Over);
}

#[test]
fn what_means_nothing_is_refused() {
    let mut history = table();
    let refused = |history: &mut History<Duel>, act| history.judge(act).unwrap_err().to_string();
    let favour = |roller, add| Judgement::Favour { roller, roll: None, add, edge: EdgeName::Level };
    assert!(refused(&mut history, favour(None, 0)).contains("advantage"));
    assert_eq!(refused(&mut history, favour(Some(Who(7)), 1)), "there is no combatant number 7");
    assert_eq!(
        refused(&mut history, Judgement::Remove { who: Who(200) }),
        "there is no combatant number 200"
    );
    let dice = |faces| Judgement::Dice { roller: None, roll: None, faces };
    assert!(refused(&mut history, dice(vec![])).contains("at least one"));
    assert!(refused(&mut history, dice(vec![3, 0])).contains("lowest face is 1"));
    assert_eq!(history.steps().len(), 2);
}

#[test]
fn an_illegal_choice_changes_nothing() {
    let mut history = table();
    let before = history.now().clone();
    let error = history.choose(Choice::Leave(ANNA), &Typing::default()).unwrap_err();
    assert_eq!(error.to_string(), "not a legal choice: there is no way out here (DUEL-T6)");
    assert_eq!((history.now(), history.steps().len()), (&before, 2));
    assert_eq!(history.find("anna  flurry   carl "), Some(Choice::Flurry(ANNA, CARL)));
    assert_eq!(history.find("anna leave"), None);
    assert_eq!(history.who("carl"), Some(CARL));
}

#[test]
fn what_taking_back_costs() {
    let mut history = History::new(Arc::new(Duel::pair()), 11, 0);
    assert_eq!(history.undo_cost(), Undo::Nothing);
    assert!(!history.undo());
    make(&mut history, "anna guard high");
    assert_eq!(history.undo_cost(), Undo::Free);
    make(&mut history, "carl guard low");
    assert_eq!(history.undo_cost(), Undo::Revealed);
    make(&mut history, "anna strike carl");
    assert_eq!(history.undo_cost(), Undo::Free);
    make(&mut history, "carl block");
    assert_eq!(history.undo_cost(), Undo::DiceFell);
    history.judge(Judgement::Set { who: CARL, track: "hp".to_owned(), value: 5 }).unwrap();
    assert_eq!(history.undo_cost(), Undo::Judged);
    assert!(history.undo() && history.undo() && history.undo());
    assert_eq!(history.undo_cost(), Undo::Revealed);
}

#[test]
fn a_new_choice_ends_redo() {
    let mut history = table();
    make(&mut history, "anna flurry carl");
    let after = history.now().clone();
    assert!(history.undo() && history.can_redo());
    assert!(history.redo() && !history.redo());
    assert_eq!(history.now(), &after);
    history.undo();
    make(&mut history, "anna hold");
    assert!(!history.can_redo() && !history.redo());
    // The same choice again rolls the same dice again.
    history.undo();
    make(&mut history, "anna flurry carl");
    assert_eq!(history.now(), &after);
    history.undo();
    history.judge(Judgement::Set { who: ANNA, track: "hp".to_owned(), value: 5 }).unwrap();
    assert!(!history.can_redo());
}

#[test]
fn what_the_judge_takes_back_stays_in_the_log() {
    let mut history = table();
    make(&mut history, "anna strike carl");
    make(&mut history, "carl block");
    assert_eq!(history.take_back(0), 0);
    assert!(history.notes().is_empty());
    assert_eq!(history.take_back(1), 1);
    make(&mut history, "carl dodge");
    assert_eq!(history.take_back(2), 2);
    assert_eq!(history.steps().len(), 2);
    let expected = ["The judge takes back: block", "The judge takes back: dodge; strike carl"];
    assert_eq!(lines(&history)[lines(&history).len() - 2..], expected);
    // What comes after comes after it.
    make(&mut history, "anna hold");
    let told = lines(&history);
    assert_eq!(told[told.len() - 3..], [expected[0], expected[1], "Anna waits"]);
    assert_eq!(history.take_back(100), 3);
    assert_eq!(history.notes().len(), 3);
    assert!(history.notes().iter().all(|note| note.at == 0));
    assert_eq!(lines(&history).len(), 3);
}

/// A note about a future that was undone and never came back moves to where it was given up.
#[test]
fn notes_do_not_wait_for_another_future() {
    let mut history = table();
    make(&mut history, "anna hold");
    make(&mut history, "carl hold");
    history.take_back(1);
    assert_eq!(history.notes()[0].at, 3);
    history.undo();
    assert!(!lines(&history).iter().any(|line| line.contains("takes back")));
    history.redo();
    assert!(lines(&history).iter().any(|line| line.contains("takes back")));
    history.undo();
    make(&mut history, "anna taunt carl");
    make(&mut history, "carl hold");
    assert_eq!(history.notes()[0].at, 2);
}

#[test]
fn a_mind_gives_the_same_answer_twice() {
    let history = History::new(Arc::new(Duel::four()), 5, 3);
    let asked = history.ask().asked();
    assert_eq!(history.instinct(asked), history.instinct(asked));
    let guards: Vec<Choice> =
        (0..20).map(|seed| History::new(Arc::new(Duel::four()), seed, 0).instinct(asked)).collect();
    assert!(Guard::ALL.iter().all(|&guard| guards.contains(&Choice::Guard(ANNA, guard))));
    assert_eq!(history.now().dice, Seeded::stream(5, 3), "thinking rolls no dice of the table");
}

#[test]
fn there_is_nothing_to_tell_of_a_step_that_is_not() {
    let history = table();
    assert!(history.step_lines(99, Seat::Judge).is_empty());
    assert!(history.lines(99, Seat::Judge).is_empty());
}

#[test]
fn the_judges_acts_are_read_from_json() {
    let read = |text: &str| serde_json::from_str::<Judgement>(text);
    for act in crate::generic::acts() {
        let text = serde_json::to_string(&act).unwrap();
        assert_eq!(read(&text).unwrap(), act, "{text}");
    }
    let favour = read(r#"{"act": "favour", "add": 2}"#).unwrap();
    assert_eq!(favour, Judgement::Favour { roller: None, roll: None, add: 2, edge: EdgeName::Level });
    let wrong = |text: &str| read(text).unwrap_err().to_string();
    assert!(wrong(r#"{"act": "favour", "ad": 2}"#).contains("unknown field `ad`"));
    assert!(wrong(r#"{"act": "smite", "who": 1}"#).contains("unknown variant `smite`"));
    assert!(wrong(r#"{"act": "remove", "who": 200}"#).contains("from 0 to 127, not 200"));
}

#[test]
fn a_standing_answer_is_given_and_counted_until_it_is_lifted() {
    let mut history = table();
    let strike = history.find("anna strike carl").unwrap();
    assert_eq!(history.odds(strike).assumes, ["Carl: block (the best answer)"]);
    history.always(CARL, "strike", Some("dodge"));
    let found = history.odds(strike);
    assert_eq!(found.assumes, ["Carl: dodge (the standing answer)"]);
    // Against a dodge 14 or more hits.
    assert!((found.chance.unwrap().p - 0.35).abs() < 1e-12);

    assert_eq!(history.standing_answer(), None, "nobody is asked yet");
    make(&mut history, "anna strike carl");
    let dodge = history.find("carl dodge").unwrap();
    assert_eq!(history.standing_answer(), Some(dodge));
    history.always(ANNA, "strike", Some("block"));
    assert_eq!(history.standing_answer(), Some(dodge), "that is another's habit");
    history.always(CARL, "strike", None);
    assert_eq!(history.standing_answer(), None);
    history.always(CARL, "strike", Some("juggle"));
    assert_eq!(history.standing_answer(), None, "no such answer is legal");
}

#[test]
fn who_looks_at_a_choice_is_told_what_it_takes() {
    let history = table();
    let flurry = history.find("anna flurry carl").unwrap();
    let stakes = history.odds_later()(flurry, Care::FULL);
    let first = &stakes.because.first().expect("dice fall").pool;
    assert!(first.starts_with("4d6"), "{first}");
    assert!(stakes.because.iter().all(|roll| roll.dice.is_empty() && roll.total == 0), "no face is told");
    // Nothing falls for this one, and nothing is said.
    let waits = history.find("anna wait").or_else(|| history.find("anna pass"));
    if let Some(waits) = waits {
        assert_eq!(history.odds_later()(waits, Care::FULL).because, []);
    }
    // Simulations and threats do not pay for it.
    assert_eq!(history.odds(flurry).because, []);
}
