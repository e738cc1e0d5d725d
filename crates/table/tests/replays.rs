//! Replays, verifying, resuming, undo and the judge, through the erased [`Game`] that front ends hold.

mod toy;

use std::sync::Arc;

use fracas_dice::TapeError;
use fracas_kernel::{Crowd, Judgement, Seat, Side, Typing, Undo, Who};
use fracas_table::{
    Game, GameError, Replay, ReplayError, Stopped, Table, Verdict, choose_asking, play_back, verify,
};
use toy::Toy;

const SEED: u64 = 11;

fn table(seed: u64) -> Box<dyn Game> {
    Box::new(Table::new(Arc::new(Toy::load(&Toy::bundle()).unwrap()), Toy::bundle(), seed, 0))
}

/// Plays by instinct for `steps` steps, or to the end.
fn play_on(game: &mut dyn Game, steps: usize) {
    for _ in 0..steps {
        if game.outcome().is_some() {
            return;
        }
        let choice = game.instinct(Crowd::ALL).unwrap();
        game.choose(&choice, &Typing::default()).unwrap();
    }
}

fn set(who: u8, value: i32) -> Judgement {
    Judgement::Set { who: Who(who), track: "hp".into(), value }
}

fn judge_dice(faces: &[u16]) -> Judgement {
    Judgement::Dice { roller: Some(Who(0)), roll: Some("to hit".into()), faces: faces.to_vec() }
}

/// A fight with typed dice, a chosen die, a judge's act and a step taken back.
fn eventful() -> Box<dyn Game> {
    let mut game = table(SEED);
    game.judge(judge_dice(&[20])).unwrap();
    let ann = Typing { rollers: Crowd::one(Who(0)), faces: vec![4, 1], ..Typing::default() };
    game.choose("ann hit rat", &ann).unwrap();
    game.judge(set(2, 13)).unwrap();
    play_on(&mut *game, 4);
    game.take_back(1);
    play_on(&mut *game, 100);
    game
}

#[test]
fn a_replay_survives_the_file_and_plays_to_the_same_end() {
    let game = eventful();
    let written = game.replay().write();
    let replay = Replay::read(&written).unwrap();
    assert_eq!(replay, game.replay());
    let mut again = table(replay.seed);
    play_back(&replay, usize::MAX, &mut *again).unwrap();
    assert_eq!(again.state(), game.state());
    assert_eq!(again.replay().write(), written);
    assert_eq!(again.lines(0, Seat::Judge), game.lines(0, Seat::Judge));
    let steps = replay.steps.len();
    assert_eq!(verify(&replay, &mut *table(replay.seed)), Verdict::Same { steps });
}

#[test]
fn resuming_at_any_step_equals_playing_without_a_break() {
    let mut whole = table(SEED);
    play_on(&mut *whole, 100);
    for steps in 0..whole.position() {
        let mut first = table(SEED);
        play_on(&mut *first, steps);
        let saved = Replay::read(&first.replay().write()).unwrap();
        let mut second = table(saved.seed);
        play_back(&saved, usize::MAX, &mut *second).unwrap();
        play_on(&mut *second, 100);
        assert_eq!(second.replay(), whole.replay(), "broken off after {steps} steps");
    }
}

fn difference(replay: &Replay) -> fracas_table::Difference {
    match verify(replay, &mut *table(SEED)) {
        Verdict::Differs(difference) => difference,
        same => panic!("{same:?}"),
    }
}

#[test]
fn verifying_finds_the_first_step_that_was_tampered_with() {
    let replay = eventful().replay();
    let step = replay.steps.iter().rposition(|s| s.rolls.iter().any(|r| !r.by_hand)).unwrap();
    let roll = replay.steps[step].rolls.iter().position(|r| !r.by_hand).unwrap();

    let mut face = replay.clone();
    let faces = &mut face.steps[step].rolls[roll].faces;
    faces[0] = faces[0] % 4 + 1;
    let found = difference(&face);
    assert_eq!(found.step, step + 1);
    assert!(found.what.starts_with("the dice of"), "{found:?}");
    assert_ne!(found.recorded, found.now);

    let mut line = replay.clone();
    line.steps[1].lines[0].push('!');
    assert_eq!((difference(&line).step, difference(&line).recorded.len()), (2, line.steps[1].lines.len()));

    let mut choice = replay.clone();
    choice.steps[1].choice = Some("ann fly".into());
    assert!(difference(&choice).what.contains("no such choice now"), "{:?}", difference(&choice));

    let mut outcome = replay.clone();
    outcome.outcome = None;
    assert_eq!(difference(&outcome).what, "how it ended");

    let mut seed = replay;
    seed.steps.retain(|s| s.judge.is_none());
    assert!(matches!(verify(&seed, &mut *table(SEED + 1)), Verdict::Differs(_)));
}

#[test]
fn files_that_are_no_replays_are_refused() {
    let good = eventful().replay();
    let error = |text: &str| Replay::read(text).unwrap_err().to_string();
    assert!(error("").starts_with("this is not a replay file"));
    assert!(error("{}").contains("should be \"replay\""));
    assert!(error("{\"fracas\":\"replay\"}").contains("missing field"));
    let other = Replay { fracas: "scenario".into(), ..good.clone() };
    assert!(error(&other.write()).contains("should be \"replay\", not \"scenario\""));
    let future = Replay { format: 99, ..good.clone() };
    assert!(error(&future.write()).contains("format 99"));
    let mut empty = good;
    empty.steps[2].choice = None;
    empty.steps[2].judge = None;
    assert!(error(&empty.write()).contains("step 3 has neither"));
}

#[test]
fn a_step_that_rules_no_longer_allow_is_named() {
    let mut replay = eventful().replay();
    replay.steps[1].choice = Some("ann hit bob".into());
    match play_back(&replay, usize::MAX, &mut *table(SEED)).unwrap_err() {
        ReplayError::Stuck { step, what, .. } => assert_eq!((step, what.as_str()), (2, "ann hit bob")),
        other => panic!("{other}"),
    }
}

#[test]
fn undo_and_redo_go_back_and_forth_with_the_same_dice() {
    let mut game = table(SEED);
    assert_eq!((game.undo_cost(), game.undo(), game.redo()), (Undo::Nothing, false, false));
    game.choose("ann wait", &Typing::default()).unwrap();
    assert_eq!(game.undo_cost(), Undo::Free);
    let before = game.state();
    game.choose("bob hit rat", &Typing::default()).unwrap();
    assert_eq!(game.undo_cost(), Undo::DiceFell);
    let (after, told) = (game.state(), game.lines(0, Seat::Judge));
    assert!(game.undo() && game.can_redo());
    assert_eq!(game.state(), before);
    assert!(game.redo() && !game.can_redo());
    assert_eq!((game.state(), game.lines(0, Seat::Judge)), (after.clone(), told));
    game.undo();
    game.choose("bob hit rat", &Typing::default()).unwrap();
    assert_eq!(game.state(), after, "the same choice rolls the same dice");
    game.undo();
    game.choose("bob wait", &Typing::default()).unwrap();
    assert!(!game.can_redo(), "another choice forgets what was undone");
}

#[test]
fn what_the_judge_does_is_in_the_log_and_in_the_replay() {
    let mut game = table(SEED);
    game.judge(set(0, 3)).unwrap();
    game.judge(judge_dice(&[20])).unwrap();
    let refused = game.judge(Judgement::Remove { who: Who(0) }).unwrap_err();
    assert_eq!(refused.code(), "refused");
    game.choose("ann hit rat", &Typing::default()).unwrap();
    assert_eq!(game.undo_cost(), Undo::DiceFell);
    game.judge(Judgement::End { winner: Some(Side::Heroes) }).unwrap();
    assert_eq!(game.undo_cost(), Undo::Judged);
    let lines: Vec<String> = game.lines(0, Seat::Judge).into_iter().map(|line| line.text).collect();
    assert_eq!(lines[0], "Judge: ANN's hp is now 3");
    assert_eq!(lines[1], "Judge: ANN's next to hit roll will show 20");
    assert_eq!(lines[2], "ANN hits RAT: d20 [20] + 2 = 22");
    let replay = game.replay();
    let acts: Vec<bool> = replay.steps.iter().map(|step| step.judge.is_some()).collect();
    assert_eq!(acts, [true, true, false, true]);
    assert!(replay.steps[2].rolls[0].by_hand && !replay.steps[2].rolls[1].by_hand);
    assert_eq!(verify(&replay, &mut *table(SEED)), Verdict::Same { steps: 4 });
    assert_eq!(game.take_back(2), 2);
    let last = game.lines(0, Seat::Judge).pop().unwrap().text;
    assert!(last.starts_with("The judge takes back: the encounter ends"), "{last}");
}

#[test]
fn typed_faces_are_asked_for_one_by_one_and_nothing_changes_until_all_are_there() {
    let mut game = table(SEED);
    let typing = Typing { rollers: Crowd::one(Who(0)), ..Typing::default() };
    let before = game.state();
    let Err(GameError::Wanted(first)) = game.choose("ann hit rat", &typing) else { panic!() };
    assert_eq!((first.why.label, first.why.roller, first.die), ("to hit", 0, 0));
    let stopped = choose_asking(&mut *game, "ann hit rat", typing.clone(), |_| Err::<Vec<u16>, _>("gone"));
    assert_eq!(stopped, Err(Stopped::Face("gone")));
    assert_eq!((game.state(), game.position()), (before.clone(), 0));

    let mut asked = Vec::new();
    let mut faces = [9, 3, 4].into_iter();
    let took = choose_asking(&mut *game, "ann hit rat", typing.clone(), |missing| {
        asked.push((missing.why.label, missing.die));
        faces.next().map(|face| vec![face]).ok_or(())
    });
    assert_eq!(took, Ok(vec![9, 3, 4]));
    assert_eq!(asked, [("to hit", 0), ("damage", 0), ("damage", 1)]);

    let bob = |faces| Typing { rollers: Crowd::one(Who(1)), faces, ..Typing::default() };
    let error = game.choose("bob hit rat", &bob(vec![21])).unwrap_err();
    assert_eq!(error.code(), "bad-dice");
    assert!(error.to_string().contains("a d20 shows 1 to 20"), "{error}");
    let over = game.choose("bob hit rat", &bob(vec![2, 3])).unwrap_err();
    assert_eq!(over, GameError::Dice(TapeError::LeftOver { faces: vec![3] }));
    assert_eq!(game.position(), 1);
}

#[test]
fn a_wrong_choice_gets_the_nearest_right_one() {
    let mut game = table(SEED);
    let error = game.choose("ann hitt rat", &Typing::default()).unwrap_err();
    assert_eq!(error.code(), "no-such-choice");
    assert!(error.to_string().ends_with("did you mean \"ann hit rat\"?"), "{error}");
    play_on(&mut *game, 200);
    assert_eq!(game.choose("ann wait", &Typing::default()).unwrap_err(), GameError::Over);
    assert_eq!(game.odds("ann wait").unwrap_err(), GameError::Over);
}

#[test]
fn a_view_lists_what_the_seat_may_choose_and_why_not_the_rest() {
    let game = table(SEED);
    let labels = |seat| game.view(seat).choices.into_iter().map(|choice| choice.label).collect::<Vec<_>>();
    assert_eq!(labels(Seat::Player(Crowd::one(Who(0)))), ["Hit RAT", "Wait"]);
    assert_eq!(labels(Seat::Player(Crowd::one(Who(1)))), Vec::<String>::new());
    assert_eq!(labels(Seat::Watcher), Vec::<String>::new());
    let quiet = game.view(Seat::Judge).quiet;
    assert_eq!(quiet.len(), 1);
    assert_eq!((quiet[0].label.as_str(), quiet[0].rule), ("Hit BOB", Some("TOY-2")));
    assert_eq!(game.who("bob"), Some(Who(1)));
    assert_eq!(game.combatants().len(), 3);
}
