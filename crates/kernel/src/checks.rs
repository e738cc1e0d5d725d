//! Checks that every system must pass, for its tests to call. They panic with what is wrong.

use std::sync::Arc;

use fracas_dice::Seeded;

use crate::{Ask, Crowd, Done, History, Judgement, Null, Rules, Seat, Typing, Whim, fight, odds};

/// A playout that makes more choices than this has hung.
pub const CAP: u32 = 20_000;

/// Random choices from the start, calling `visit` before each. Returns how many were made.
fn wander<R: Rules>(rules: &R, seed: u64, mut visit: impl FnMut(&R::State, &[R::Choice])) -> u32 {
    let mut state = rules.start();
    let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
    let mut choices = Vec::new();
    for made in 0..CAP {
        if let Ask::Over(_) = rules.ask(&state) {
            return made;
        }
        rules.choices(&state, &mut choices);
        assert!(!choices.is_empty(), "seed {seed}: somebody is asked and has no choice: {state:?}");
        visit(&state, &choices);
        let choice = choices[whim.below(choices.len() as u64) as usize];
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    CAP
}

/// A choice is legal exactly when it is listed; nothing is listed twice; only those who are asked choose; text forms
/// differ and are found again.
pub fn legal_exactly_when_listed<R: Rules>(rules: &R, seeds: std::ops::Range<u64>) {
    let mut conceivable = Vec::new();
    for seed in seeds {
        let mut count = 0;
        wander(rules, seed, |state, listed| {
            count += 1;
            if count > 200 {
                return;
            }
            rules.conceivable(state, &mut conceivable);
            for &choice in listed {
                assert!(conceivable.contains(&choice), "listed, but not conceivable: {choice:?}");
                assert!(rules.ask(state).asked().has(rules.actor(choice)), "not asked: {choice:?}");
            }
            for &choice in &conceivable {
                let legal = rules.legal(state, choice);
                let is_listed = listed.contains(&choice);
                assert_eq!(legal.is_ok(), is_listed, "seed {seed}: {choice:?} is {legal:?} in {state:?}");
            }
            let mut texts: Vec<String> = listed.iter().map(|&choice| rules.text(state, choice)).collect();
            let all = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all, "two choices read alike in {state:?}: {texts:?}");
        });
    }
}

/// Random playouts end. Returns how many choices they made in all.
pub fn playouts_end<R: Rules>(rules: &R, seeds: std::ops::Range<u64>) -> u64 {
    seeds
        .map(|seed| {
            let made = wander(rules, seed, |_, _| {});
            assert!(made < CAP, "seed {seed}: no end after {CAP} choices");
            u64::from(made)
        })
        .sum()
}

/// Instinct only makes legal choices, for anybody who is asked, and its fights end.
pub fn instinct_is_legal<R: Rules>(rules: &R, seeds: std::ops::Range<u64>) {
    for seed in seeds.clone() {
        let mut whim = Whim::stream(seed, 2);
        wander(rules, seed, |state, listed| {
            let asked = rules.ask(state).asked();
            for one in asked {
                let choice = rules.instinct(state, Crowd::one(one), &mut whim);
                assert!(listed.contains(&choice), "{choice:?} in {state:?}");
                assert_eq!(rules.actor(choice), one, "{choice:?}");
            }
        });
    }
    for seed in seeds {
        let (mut dice, mut whim) = (Seeded::stream(seed, 0), Whim::stream(seed, 1));
        let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, CAP);
        assert!(fought.outcome.is_some(), "seed {seed}: instinct goes on for ever");
    }
}

/// The same seed gives the same log and the same final state, on one thread and on several.
pub fn same_seed_same_fight<R: Rules>(rules: &R, seeds: std::ops::Range<u64>) {
    let run = |seed| {
        let (mut dice, mut whim) = (Seeded::stream(seed, 0), Whim::stream(seed, 1));
        let (mut state, mut log) = (rules.start(), Vec::new());
        fight(rules, &mut state, &mut dice, &mut whim, &mut log, CAP);
        (state, log)
    };
    let alone: Vec<_> = seeds.clone().map(run).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = seeds.map(|seed| scope.spawn(move || run(seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a fight panicked")).collect()
    });
    for (a, b) in alone.iter().zip(&together) {
        assert_eq!(a, b);
    }
    // A log that is read changes nothing.
    let (mut dice, mut whim) = (Seeded::stream(0, 0), Whim::stream(0, 1));
    let mut state = rules.start();
    fight(rules, &mut state, &mut dice, &mut whim, &mut Null, CAP);
    assert_eq!(state, run(0).0);
}

/// The state survives a trip through JSON at every step.
pub fn state_survives_json<R: Rules>(rules: &R, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        wander(rules, seed, |state, _| {
            let text = serde_json::to_string(state).expect("a state is plain data");
            let back: R::State = serde_json::from_str(&text).expect("what was written can be read");
            assert_eq!(&back, state);
        });
    }
}

/// Odds sum to 1 and agree with ten thousand samples. Looks at every `nth` choice of the playouts.
pub fn odds_agree_with_samples<R: Rules>(rules: &R, seeds: std::ops::Range<u64>, nth: usize) {
    const SAMPLES: u32 = 10_000;
    for seed in seeds {
        let mut met = 0;
        wander(rules, seed, |state, listed| {
            for &choice in listed {
                met += 1;
                if met % nth != 0 {
                    continue;
                }
                let stakes = odds(rules, state, choice);
                for spread in [&stakes.harm, &stakes.loss, &stakes.gain] {
                    assert!((spread.total() - 1.0).abs() < 1e-9, "{choice:?}: {spread:?}");
                }
                if !stakes.assumes.is_empty() || stakes.harm.most + stakes.loss.most == 0 {
                    continue;
                }
                let side = rules.side(state, rules.actor(choice));
                let mut dice = Seeded::stream(seed, met as u64);
                let (mut harm, mut loss) = (0.0, 0.0);
                for _ in 0..SAMPLES {
                    let mut after = state.clone();
                    rules.apply(&mut after, choice, &mut dice, &mut Null);
                    for who in rules.everyone(state) {
                        let lost = rules.vital(state, who).health - rules.vital(&after, who).health;
                        if rules.side(state, who) == side {
                            loss += f64::from(lost.max(0));
                        } else {
                            harm += f64::from(lost.max(0));
                        }
                    }
                }
                for (spread, sum) in [(&stakes.harm, harm), (&stakes.loss, loss)] {
                    let mean = sum / f64::from(SAMPLES);
                    let variance: f64 =
                        spread.values.iter().map(|&(v, p)| p * (f64::from(v) - spread.mean).powi(2)).sum();
                    // Six deviations of the mean: wrong once in half a billion checks.
                    let slack = 6.0 * (variance / f64::from(SAMPLES)).sqrt() + 1e-9;
                    assert!(
                        (mean - spread.mean).abs() <= slack,
                        "{choice:?} in {state:?}: sampled {mean}, counted {spread:?}"
                    );
                }
            }
        });
    }
}

/// Undo restores every moment bit for bit, and redo brings it back.
pub fn undo_restores<R: Rules>(rules: Arc<R>, seed: u64) {
    let mut history = History::new(rules, seed, 0);
    let mut moments = vec![history.now().clone()];
    let mut whim = Whim::stream(seed, 3);
    while !matches!(history.ask(), Ask::Over(_)) && moments.len() < 300 {
        let choices = history.choices();
        let choice = choices[whim.below(choices.len() as u64) as usize];
        history.choose(choice, &Typing::default()).expect("a listed choice is legal");
        moments.push(history.now().clone());
    }
    let lines = history.lines(0, Seat::Judge);
    for moment in moments.iter().rev().skip(1) {
        assert!(history.undo());
        assert_eq!(history.now(), moment);
    }
    assert!(!history.undo());
    for moment in moments.iter().skip(1) {
        assert!(history.redo());
        assert_eq!(history.now(), moment);
    }
    assert!(!history.redo());
    assert_eq!(history.lines(0, Seat::Judge), lines);
}

/// Every act of the judge either does something that the log tells, or is refused and changes nothing; afterwards the
/// table can still be played.
pub fn judge_never_breaks_the_table<R: Rules>(rules: Arc<R>, acts: &[Judgement], seed: u64) {
    let mut history = History::new(rules, seed, 0);
    let mut whim = Whim::stream(seed, 4);
    for step in 0..400 {
        let act = acts[whim.below(acts.len() as u64) as usize].clone();
        if step % 3 == 0 && !matches!(act, Judgement::End { .. }) {
            let before = history.now().clone();
            let told = history.lines(0, Seat::Judge).len();
            match history.judge(act.clone()) {
                Err(_) => assert_eq!(history.now(), &before, "refused, and yet changed: {act:?}"),
                Ok(_) => {
                    assert!(history.lines(0, Seat::Judge).len() > told, "not in the log: {act:?}");
                    if whim.below(4) == 0 {
                        assert_eq!(history.take_back(1), 1);
                        assert_eq!(history.now(), &before);
                    }
                }
            }
        }
        if matches!(history.ask(), Ask::Over(_)) {
            break;
        }
        let choices = history.choices();
        assert!(!choices.is_empty(), "nobody can go on: {:?}", history.state());
        let choice = choices[whim.below(choices.len() as u64) as usize];
        history.choose(choice, &Typing::default()).expect("a listed choice is legal");
    }
}

/// Every view can be shown, and every event told, to every seat, all through a fight.
pub fn everything_can_be_shown<R: Rules>(rules: Arc<R>, seed: u64) {
    let mut history = History::new(rules, seed, 0);
    let everyone = history.rules().everyone(history.state());
    let seats = [Seat::Judge, Seat::Watcher, Seat::Player(Crowd::one(everyone.first().expect("somebody")))];
    while !matches!(history.ask(), Ask::Over(_)) && history.steps().len() < 300 {
        for seat in seats {
            let view = history.rules().view(history.state(), seat);
            serde_json::to_string(&view).expect("a view is plain data");
        }
        let choice = history.instinct(history.ask().asked());
        history.choose(choice, &Typing::default()).expect("instinct is legal");
        let last = history.steps().len() - 1;
        assert!(!history.step_lines(last, Seat::Judge).is_empty() || history.steps()[last].events.is_empty());
    }
}

/// A fight by instinct as text: every question, how many choices there were, the answer, the dice, and what was told.
/// Golden files hold it, so that a change of rules is seen.
pub fn playthrough<R: Rules>(rules: Arc<R>, seed: u64) -> String {
    use std::fmt::Write;
    let mut history = History::new(rules, seed, 0);
    let mut out = format!("{} · {} · seed {seed}\n", R::SYSTEM, history.rules().title());
    loop {
        let ask = history.ask();
        if let Ask::Over(outcome) = ask {
            let _ = writeln!(out, "\nover: {}\n{}", outcome.name(), fingerprint(&history));
            return out;
        }
        let names: Vec<String> =
            ask.asked().map(|who| history.rules().id(history.state(), who)).collect();
        let listed = history.choices().len();
        let choice = history.instinct(ask.asked());
        history.choose(choice, &Typing::default()).expect("instinct is legal");
        let index = history.steps().len() - 1;
        let step = &history.steps()[index];
        let Done::Chose(_) = step.done else { unreachable!("only choices were made") };
        let _ = writeln!(out, "\n? {} ({listed})\n> {}", names.join(" "), step.text);
        for roll in &step.rolls {
            let _ = writeln!(out, "* {}: {}", roll.label, roll.sum());
        }
        for line in history.step_lines(index, Seat::Judge) {
            let _ = writeln!(out, "  {}{}", line.text, line.rule.map(|r| format!("  [{r}]")).unwrap_or_default());
        }
        assert!(history.steps().len() < CAP as usize, "no end");
    }
}

fn fingerprint<R: Rules>(history: &History<R>) -> String {
    let state = history.state();
    history
        .rules()
        .everyone(state)
        .map(|who| {
            let vital = history.rules().vital(state, who);
            let up = if vital.standing { "up" } else { "out" };
            format!("{} {} {up}", history.rules().id(state, who), vital.health)
        })
        .collect::<Vec<_>>()
        .join(", ")
}
