//! What a seat must not know does not reach it: not in the view, not in the log, not in the odds.

use std::sync::Arc;

use fracas_kernel::{Crowd, History, Know, Play, Seat, Show, Typing, Who, odds};

use crate::system::{Choice, Duel, Guard, State, Turn};
use crate::{ANNA, choice, turn_of};

const BELA: Who = Who(1);
const CARL: Who = Who(2);

fn seen(duel: &Duel, state: &State, seat: Seat) -> String {
    serde_json::to_string(&duel.view(state, seat)).unwrap()
}

fn player(who: Who) -> Seat {
    Seat::Player(Crowd::one(who))
}

#[test]
fn a_secret_guard_is_in_no_other_view() {
    let duel = Duel::four();
    let with = |guard| {
        let mut state = duel.start();
        state.of_mut(ANNA).guard = Some(guard);
        state
    };
    let (feint, low) = (with(Guard::Feint), with(Guard::Low));
    for seat in [player(CARL), Seat::Watcher, Seat::Player(Crowd::NONE)] {
        assert_eq!(seen(&duel, &feint, seat), seen(&duel, &low, seat));
        assert!(!seen(&duel, &feint, seat).contains("feint"));
        assert!(seen(&duel, &feint, seat).contains("ready"), "that a guard is chosen is no secret");
        assert_eq!(duel.known(&feint, seat), duel.known(&low, seat));
    }
    assert_eq!(duel.known(&feint, Seat::Judge), feint);
    for seat in [player(ANNA), player(BELA), Seat::Judge, Seat::Player(Crowd::ALL)] {
        assert!(seen(&duel, &feint, seat).contains("guard: feint"));
        assert_eq!(duel.known(&feint, seat).of(ANNA).guard, Some(Guard::Feint));
    }
}

#[test]
fn guards_come_to_light_together() {
    let mut history = History::new(Arc::new(Duel::four()), 3, 0);
    let guards = [(ANNA, Guard::Feint), (BELA, Guard::Low), (CARL, Guard::Low), (Who(3), Guard::Low)];
    for (who, guard) in guards {
        assert!(!seen(history.rules(), history.state(), Seat::Watcher).contains("feint"));
        history.choose(Choice::Guard(who, guard), &Typing::default()).unwrap();
    }
    assert_eq!(history.state().turn, Turn::Of(ANNA));
    assert!(seen(history.rules(), history.state(), player(CARL)).contains("guard: feint"));
    let told = |seat| history.lines(0, seat).into_iter().map(|line| line.text).collect::<Vec<_>>();
    assert_eq!(told(Seat::Watcher)[0], "Anna has chosen a guard");
    assert_eq!(told(player(CARL))[0], "Anna has chosen a guard");
    assert_eq!(told(player(CARL))[2], "Carl takes the guard: low");
    assert_eq!(told(player(BELA))[0], "Anna takes the guard: feint");
    assert_eq!(told(Seat::Watcher)[4], "Guards: Anna feint, Bela low, Carl low, Dora low");
}

/// The note that something was taken back is read by everybody, and must not say what it was.
#[test]
fn a_secret_that_is_taken_back_stays_one() {
    let mut history = History::new(Arc::new(Duel::four()), 3, 0);
    history.choose(Choice::Guard(ANNA, Guard::Feint), &Typing::default()).unwrap();
    history.take_back(1);
    let told = history.lines(0, Seat::Watcher);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].text, "The judge takes back: what Anna chose in secret");
}

/// Carl's mail shows when it turns a blade, and not in the odds before.
#[test]
fn odds_do_not_see_through_a_coat() {
    let duel = Duel::four();
    let state = turn_of(&duel, ANNA);
    let mut bare = state;
    bare.of_mut(CARL).mail = false;
    let strike = choice(&duel, &state, "anna strike carl");
    assert_eq!(odds(&duel, &state, strike), odds(&duel, &bare, strike));
    let mut met = state;
    met.of_mut(CARL).mail_seen = true;
    assert_ne!(odds(&duel, &met, strike).harm, odds(&duel, &bare, strike).harm);
    let badges = |seat| duel.view(&state, seat).tokens[CARL.index()].badges.len();
    assert_eq!((badges(player(ANNA)), badges(player(CARL))), (1, 2));
}

/// Who answers knows no more than they may. Carl has the better guard and hits a block with 7 or more, a dodge with 11
/// or more; but Anna strikes back from a feint when she is missed. A block costs her 0.7 · 10/6 = 1.17. A dodge costs
/// 0.5 · 3.5 and gives 0.5 · 0.55 · 2.5 back, 1.06 in all, as far as she knows; with Carl's mail, 1.34.
#[test]
fn those_who_answer_do_not_peek() {
    let duel = Duel::pair();
    let carl = Who(1);
    let mut state = turn_of(&duel, carl);
    state.of_mut(ANNA).guard = Some(Guard::Feint);
    state.of_mut(carl).guard = Some(Guard::Low);
    let strike = Choice::Strike(carl, ANNA);
    let found = odds(&duel, &state, strike);
    assert_eq!(found.assumes, ["Anna: dodge (the best answer)"]);
    assert!((found.loss.mean - 0.5 * 0.55 * 1.5).abs() < 1e-12, "Carl knows his own mail: {found:?}");
    state.of_mut(carl).mail_seen = true;
    assert_eq!(odds(&duel, &state, strike).assumes, ["Anna: block (the best answer)"]);
}
