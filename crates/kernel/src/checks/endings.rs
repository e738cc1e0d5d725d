//! How things end: a fight is announced to be over once and last, and the dead stay dead.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::CAP;
use crate::{Ask, Beat, History, Line, Outcome, Rules, Seat, Side, Status, Telling, Typing, Whim};

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

/// Does a line announce the end of a fight?
fn announces(line: &Line) -> bool {
    let ends = [Outcome::Won(Side::Heroes), Outcome::Won(Side::Monsters), Outcome::Draw];
    ends.into_iter().any(|end| end.words() == line.text)
}

/// The announcements of a fight's end that a step has made.
fn announced<R: Rules>(history: &History<R>, seat: Seat) -> usize {
    let lines = history.step_lines(history.steps().len() - 1, seat);
    lines.iter().filter(|line| announces(line)).count()
}

/// What comes of a fight is told before its end is: after it something else begins.
fn end_of_fight_is_last<R: Rules>(history: &History<R>, seat: Seat) {
    let (rules, state) = (history.rules(), history.state());
    let step = history.steps().last().expect("a choice was made");
    let telling = Telling { before: &step.before.state, state, seat, rolls: &step.rolls };
    let told = step.events.iter().filter_map(|event| Some((event, rules.line(&telling, event)?)));
    if let Some((event, line)) = told.skip_while(|(_, line)| !announces(line)).nth(1) {
        assert!(rules.beat(event) == Beat::Next, "after the end of a fight: {:?}", line.text);
    }
}

fn fights_end_once<R: Rules>(history: &History<R>, fought: bool) {
    let (rules, state) = (history.rules(), history.state());
    let over = matches!(history.ask(), Ask::Over(_)) || !rules.fighting(state);
    for seat in [Seat::Judge, Seat::Watcher] {
        let times = announced(history, seat);
        let lines = || history.step_lines(history.steps().len() - 1, seat);
        match (fought, over) {
            (true, true) => {
                assert_eq!(times, 1, "an end is announced {times} times: {:#?}", lines());
                end_of_fight_is_last(history, seat);
            }
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
