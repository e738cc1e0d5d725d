//! How things end: a fight is announced to be over once and last, and the dead stay dead.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::CAP;
use crate::{Ask, History, Outcome, Rules, Seat, Side, Status, Typing, Whim};

/// In games by instinct and by chance: the end of a fight is told once, and is the last line about it; the end of it all is
/// the last line; and whoever is dead is never seen on their feet again.
pub fn endings_are_final<R: Rules>(rules: Arc<R>, seeds: Range<u64>) {
    for seed in seeds {
        for by_chance in [false, true] {
            let mut history = History::new(rules.clone(), seed, 0);
            let (mut whim, mut dead) = (Whim::stream(seed, 3), HashSet::new());
            while !matches!(history.ask(), Ask::Over(_)) {
                assert!(history.steps().len() < CAP as usize, "seed {seed}: no end");
                let choice = match by_chance {
                    true => {
                        let choices = history.choices();
                        choices[whim.below(choices.len() as u64) as usize]
                    }
                    false => history.instinct(history.ask().asked()),
                };
                let fought = history.rules().fighting(history.state());
                history.choose(choice, &Typing::default()).expect("a listed choice is legal");
                stay_dead(&history, &mut dead, fought);
                fights_end_once(&history, fought);
            }
            end_is_last(&history);
        }
    }
}

/// The announcements of a fight's end that a step has made.
fn announced<R: Rules>(history: &History<R>, seat: Seat) -> usize {
    let words = [Outcome::Won(Side::Heroes), Outcome::Won(Side::Monsters), Outcome::Draw].map(Outcome::words);
    let lines = history.step_lines(history.steps().len() - 1, seat);
    lines.iter().filter(|line| words.contains(&line.text.as_str())).count()
}

fn fights_end_once<R: Rules>(history: &History<R>, fought: bool) {
    let (rules, state) = (history.rules(), history.state());
    let over = matches!(history.ask(), Ask::Over(_)) || !rules.fighting(state);
    for seat in [Seat::Judge, Seat::Watcher] {
        let times = announced(history, seat);
        let lines = || history.step_lines(history.steps().len() - 1, seat);
        match (fought, over) {
            (true, true) => assert_eq!(times, 1, "an end is announced {times} times: {:#?}", lines()),
            (true, false) | (false, true) => {
                assert!(times <= 1, "an end is announced {times} times: {:#?}", lines());
            }
            (false, false) => {}
        }
    }
}

fn end_is_last<R: Rules>(history: &History<R>) {
    for seat in [Seat::Judge, Seat::Watcher] {
        let outcome = history.rules().view(history.state(), seat).outcome.expect("it is over");
        let lines = history.lines(0, seat);
        let last = lines.last().map(|line| line.text.as_str());
        assert_eq!(last, Some(outcome.text.as_str()), "the end is not the last line");
    }
}

/// Nobody who was seen dead is seen otherwise, as long as it is the same fight or the same hero.
fn stay_dead<R: Rules>(history: &History<R>, dead: &mut HashSet<(String, Side)>, fought: bool) {
    let (rules, state) = (history.rules(), history.state());
    if fought && !rules.fighting(state) {
        // Those of the next fight are others.
        dead.retain(|(_, side)| *side == Side::Heroes);
    }
    for token in rules.view(state, Seat::Judge).tokens {
        let key = (token.id, token.side);
        match token.status {
            Status::Dead => {
                dead.insert(key);
            }
            Status::Up | Status::Down => assert!(!dead.contains(&key), "{} was dead", key.0),
            Status::Gone => {}
        }
    }
}
