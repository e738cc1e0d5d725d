//! Checks that every system must pass, for its tests to call. They panic with what is wrong. What is played often is played
//! as simulations are, and all else through [`any_dice`] and [`any_log`]: each other pair would be one more copy of all rules.

mod battlefields;
mod endings;
mod meddling;
mod odds;
mod secrets;

use std::ops::Range;
use std::sync::Arc;

use fracas_dice::{Dice, Roll, Seeded, Throw, Why};

use crate::{
    Ask, ChoiceView, Crowd, Done, History, Judgement, Made, Null, Outcome, Rules, Seat, Side, Typing, Whim,
    any_dice, any_log, fight,
};

pub use battlefields::{Survey, place_of, survey, zones_apart};
pub use endings::endings_are_final;
pub use meddling::{Meddling, the_judge_meddles};
pub use odds::{odds_come_true, what_odds_get_wrong};
pub use secrets::{nobody_peeks, secrets_are_kept};

/// How much of each check is done.
#[derive(Clone, Debug)]
pub struct Effort {
    pub listed: Range<u64>,
    pub illegal: Range<u64>,
    pub playouts: Range<u64>,
    pub instinct: Range<u64>,
    pub same: Range<u64>,
    pub json: Range<u64>,
    pub odds: Range<u64>,
    /// How many choices apart odds are held against what comes of them.
    pub nth: usize,
    pub shortcuts: Range<u64>,
    pub peeks: Range<u64>,
}

impl Effort {
    pub const FULL: Effort = Effort {
        listed: 0..6,
        illegal: 0..2,
        playouts: 0..200,
        instinct: 0..100,
        same: 0..16,
        json: 0..5,
        odds: 0..2,
        nth: 97,
        shortcuts: 0..10,
        peeks: 0..3,
    };
    /// For games with very many choices, or very long ones.
    pub const SOME: Effort = Effort {
        listed: 0..2,
        illegal: 0..1,
        playouts: 0..60,
        instinct: 0..40,
        same: 0..8,
        json: 0..2,
        odds: 0..1,
        nth: 997,
        shortcuts: 0..3,
        peeks: 0..2,
    };
}

/// Tests for every check that needs nothing but the rules: `check_every!(all, Effort::FULL)`, where `all()` gives the
/// rules of every scenario, each in an `Arc`.
#[macro_export]
macro_rules! check_every {
    ($all:path, $effort:expr) => {
        #[test]
        fn a_choice_is_legal_exactly_when_it_is_listed() {
            for rules in $all() {
                $crate::checks::legal_exactly_when_listed(&*rules, $effort.listed);
            }
        }

        #[test]
        fn illegal_choices_do_not_panic() {
            for rules in $all() {
                $crate::checks::illegal_choices_do_not_panic(&*rules, $effort.illegal);
            }
        }

        #[test]
        fn random_playouts_end() {
            for rules in $all() {
                $crate::checks::playouts_end(&*rules, $effort.playouts);
            }
        }

        #[test]
        fn instinct_is_legal_and_ends() {
            for rules in $all() {
                $crate::checks::instinct_is_legal(&*rules, $effort.instinct);
            }
        }

        #[test]
        fn the_same_seed_gives_the_same_fight() {
            for rules in $all() {
                $crate::checks::same_seed_same_fight(&*rules, $effort.same);
            }
        }

        #[test]
        fn the_state_survives_json() {
            for rules in $all() {
                $crate::checks::state_survives_json(&*rules, $effort.json);
            }
        }

        #[test]
        fn shortcuts_agree_and_nobody_peeks() {
            for rules in $all() {
                $crate::checks::shortcuts_agree(&*rules, $effort.shortcuts);
                $crate::checks::nobody_peeks(&*rules, $effort.peeks);
            }
        }

        #[test]
        fn secrets_are_kept() {
            for rules in $all() {
                $crate::checks::secrets_are_kept(&*rules, $effort.peeks, 7);
            }
        }

        #[test]
        fn undo_restores_every_moment() {
            for rules in $all() {
                $crate::checks::undo_restores(rules, 3);
            }
        }

        #[test]
        fn everything_can_be_shown() {
            for rules in $all() {
                $crate::checks::everything_can_be_shown(rules, 5);
            }
        }
    };
}

/// A test that what odds say comes true in everything that ships: `check_odds!(all, Effort::FULL)`.
#[macro_export]
macro_rules! check_odds {
    ($all:path, $effort:expr) => {
        #[test]
        fn odds_come_true() {
            for rules in $all() {
                $crate::checks::odds_come_true(&*rules, $effort.odds, $effort.nth);
            }
        }
    };
}

/// A test that what is over is over: `check_endings!(all)`.
#[macro_export]
macro_rules! check_endings {
    ($all:path) => {
        #[test]
        fn endings_are_final() {
            for rules in $all() {
                $crate::checks::endings_are_final(rules, 0..3);
            }
        }
    };
}

/// A function `all()` with everything of a system that ships, at least so much: `shipped!(scenarios, 4, Delve, Delve::load)`.
#[macro_export]
macro_rules! shipped {
    ($list:ident, $least:expr, $rules:ty, $load:expr) => {
        fn all() -> Vec<std::sync::Arc<$rules>> {
            let ours = fracas_content::$list().filter(|one| one.system == <$rules as $crate::Play>::SYSTEM);
            let load = |source| {
                let bundle = fracas_content::Bundle::new(source).expect("what ships names its system");
                $load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
            };
            let all: Vec<_> = ours.map(|one| std::sync::Arc::new(load(one.source))).collect();
            assert!(all.len() >= $least);
            all
        }
    };
}

/// A test that no judge can break a table, whatever it names: `check_judge!(all, Meddling { … }, 0..30)`.
#[macro_export]
macro_rules! check_judge {
    ($all:path, $meddling:expr, $seeds:expr) => {
        #[test]
        fn the_judge_never_breaks_the_table() {
            for rules in $all() {
                $crate::checks::the_judge_meddles(&rules, &$meddling, $seeds);
            }
        }
    };
}

/// A test that everything that ships still plays as its snapshot says: `check_golden!(all)`.
#[macro_export]
macro_rules! check_golden {
    ($all:path) => {
        #[test]
        fn golden_playthroughs() {
            for rules in $all() {
                let name = $crate::Tell::title(&*rules).to_lowercase().replace([' ', '\''], "-");
                insta::assert_snapshot!(name, $crate::checks::playthrough(rules, 7));
            }
        }
    };
}

/// A test that nothing of what is shown is left for screens to guess: `check_shown!(all, 0..4)`.
#[macro_export]
macro_rules! check_shown {
    ($all:path, $seeds:expr) => {
        #[test]
        fn nothing_is_left_to_guess() {
            for rules in $all() {
                $crate::checks::nothing_is_left_to_guess(&*rules, $seeds);
            }
        }
    };
}

/// A playout that makes more choices than this has hung.
pub const CAP: u32 = 20_000;

/// Random choices from the start, calling `visit` before each. Returns how many were made, and the last state.
fn wander<R: Rules>(rules: &R, seed: u64, visit: impl FnMut(&R::State, &[R::Choice])) -> (u32, R::State) {
    stray(rules, seed, 1, visit)
}

/// The same, but only one choice in `whims` is random, the others are instinct's: so games get on, and to their late parts.
fn stray<R: Rules>(
    rules: &R,
    seed: u64,
    whims: u64,
    mut visit: impl FnMut(&R::State, &[R::Choice]),
) -> (u32, R::State) {
    let mut state = rules.start();
    let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
    let mut choices = Vec::new();
    for made in 0..CAP {
        if let Ask::Over(_) = rules.ask(&state) {
            return (made, state);
        }
        rules.choices(&state, &mut choices);
        assert!(!choices.is_empty(), "seed {seed}: somebody is asked and has no choice: {state:?}");
        visit(&state, &choices);
        let choice = match whims == 1 || whim.below(whims) == 0 {
            true => choices[whim.below(choices.len() as u64) as usize],
            false => rules.instinct(&state, rules.ask(&state).asked(), &mut whim),
        };
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    (CAP, state)
}

/// A choice is legal exactly when it is listed; nothing is listed twice; only those who are asked choose; text forms
/// differ and are found again.
pub fn legal_exactly_when_listed<R: Rules>(rules: &R, seeds: Range<u64>) {
    let mut conceivable = Vec::new();
    for seed in seeds {
        let mut count = 0;
        wander(rules, seed, |state, listed| {
            count += 1;
            if count > 200 {
                return;
            }
            ids_are_fit(rules, state);
            rules.conceivable(state, &mut conceivable);
            for &choice in listed {
                assert!(rules.ask(state).asked().has(choice.who()), "not asked: {choice:?}");
                let legal = rules.legal(state, choice);
                assert!(legal.is_ok(), "seed {seed}: {choice:?} is listed and {legal:?} in {state:?}");
            }
            // Nearly all that is conceivable is illegal: only the rest is looked for among what is listed.
            let mut conceived = vec![false; listed.len()];
            for &choice in conceivable.iter().filter(|&&choice| rules.legal(state, choice).is_ok()) {
                let mut is_listed = false;
                for (_, conceived) in listed.iter().zip(&mut conceived).filter(|(one, _)| **one == choice) {
                    (is_listed, *conceived) = (true, true);
                }
                assert!(is_listed, "seed {seed}: {choice:?} is not listed and legal in {state:?}");
            }
            for (choice, conceived) in listed.iter().zip(conceived) {
                assert!(conceived, "listed, but not conceivable: {choice:?}");
            }
            let mut texts: Vec<String> =
                listed.iter().map(|&choice| fit_text(rules, state, choice)).collect();
            let all = texts.len();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), all, "two choices read alike in {state:?}: {texts:?}");
        });
    }
}

/// Ids differ, and are single words in lower case.
fn ids_are_fit<R: Rules>(rules: &R, state: &R::State) {
    let mut ids: Vec<String> = rules.everyone(state).map(|who| rules.id(state, who)).collect();
    for id in &ids {
        let fit = !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c.is_uppercase());
        assert!(fit, "an id is one word in lower case, not {id:?}");
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "two combatants have the same id: {ids:?}");
}

/// The text form of a choice, which must be one that people can type.
fn fit_text<R: Rules>(rules: &R, state: &R::State, choice: R::Choice) -> String {
    let text = rules.text(state, choice);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.join(" "), text, "words of a choice are set apart by one space each");
    let actor = rules.id(state, choice.who());
    assert_eq!(words.first(), Some(&actor.as_str()), "a choice starts with who makes it: {text:?}");
    text
}

/// Whatever somebody could think of can be tried on any state without a panic, legal or not.
pub fn illegal_choices_do_not_panic<R: Rules>(rules: &R, seeds: Range<u64>) {
    let mut conceivable = Vec::new();
    for seed in seeds {
        let mut dice = Seeded::stream(seed, 5);
        wander(rules, seed, |state, _| {
            rules.conceivable(state, &mut conceivable);
            for &choice in &conceivable {
                rules.apply(&mut state.clone(), choice, &mut dice, &mut Null);
            }
        });
    }
}

/// Random playouts end. Returns how many choices they made in all.
pub fn playouts_end<R: Rules>(rules: &R, seeds: Range<u64>) -> u64 {
    seeds
        .map(|seed| {
            let (made, _) = wander(rules, seed, |_, _| {});
            assert!(made < CAP, "seed {seed}: no end after {CAP} choices");
            u64::from(made)
        })
        .sum()
}

/// Instinct only makes legal choices, for anybody who is asked; following it is making its choice; and its fights end.
pub fn instinct_is_legal<R: Rules>(rules: &R, seeds: Range<u64>) {
    for seed in seeds.clone() {
        let mut whim = Whim::stream(seed, 2);
        wander(rules, seed, |state, listed| {
            let asked = rules.ask(state).asked();
            for one in asked {
                let choice = rules.instinct(state, Crowd::one(one), &mut whim);
                assert!(listed.contains(&choice), "instinct is illegal: {choice:?} in {state:?}");
                assert_eq!(choice.who(), one, "instinct chooses for another: {choice:?}");
            }
            follow_agrees(rules, state, seed);
            let choice = rules.instinct(state, asked, &mut whim);
            assert!(listed.contains(&choice), "instinct is illegal: {choice:?} in {state:?}");
        });
    }
    for seed in seeds {
        let (mut dice, mut whim) = (Seeded::stream(seed, 0), Whim::stream(seed, 1));
        let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, CAP);
        assert!(fought.outcome.is_some(), "seed {seed}: instinct goes on for ever");
    }
}

/// `follow_instinct` does, rolls and tells what instinct's choice does when it is applied.
fn follow_agrees<R: Rules>(rules: &R, state: &R::State, seed: u64) {
    let asked = rules.ask(state).asked();
    let (mut dice, mut whim) = (Seeded::stream(seed, 3), Whim::stream(seed, 4));
    let (mut other_dice, mut other_whim) = (dice.clone(), whim.clone());
    let (mut after, mut other) = (state.clone(), state.clone());
    let (mut told, mut other_told) = (Vec::new(), Vec::new());
    rules.follow_instinct(&mut after, asked, &mut whim, &mut any_dice(&mut dice), &mut any_log(&mut told));
    let choice = rules.instinct(state, asked, &mut other_whim);
    rules.apply(&mut other, choice, &mut any_dice(&mut other_dice), &mut any_log(&mut other_told));
    assert_eq!(told, other_told, "following instinct tells something else than {choice:?} in {state:?}");
    assert_eq!(after, other, "following instinct does something else than {choice:?} in {state:?}");
    assert_eq!((dice, whim), (other_dice, other_whim), "following instinct rolls something else: {choice:?}");
}

/// The same seed gives the same log and the same final state, on one thread and on several.
pub fn same_seed_same_fight<R: Rules>(rules: &R, seeds: Range<u64>) {
    let run = |seed| {
        let (mut dice, mut whim) = (Seeded::stream(seed, 0), Whim::stream(seed, 1));
        let (mut state, mut log) = (rules.start(), Vec::new());
        fight(rules, &mut state, &mut any_dice(&mut dice), &mut whim, &mut any_log(&mut log), CAP);
        (state, log)
    };
    let alone: Vec<_> = seeds.clone().map(run).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = seeds.map(|seed| scope.spawn(move || run(seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a fight panicked")).collect()
    });
    for (a, b) in alone.iter().zip(&together) {
        assert_eq!(a, b, "the same seed gave two fights");
    }
    // A log that is read changes nothing.
    let (mut dice, mut whim) = (Seeded::stream(0, 0), Whim::stream(0, 1));
    let mut state = rules.start();
    fight(rules, &mut state, &mut dice, &mut whim, &mut Null, CAP);
    assert_eq!(state, run(0).0, "a log that is read changes the fight");
}

/// The state survives a trip through JSON at every step.
pub fn state_survives_json<R: Rules>(rules: &R, seeds: Range<u64>) {
    for seed in seeds {
        let survives = |state: &R::State| {
            let text = serde_json::to_string(state).expect("a state is plain data");
            let back: R::State = serde_json::from_str(&text).expect("what was written can be read");
            assert_eq!(&back, state, "lost on the way through JSON");
        };
        let (_, last) = wander(rules, seed, |state, _| survives(state));
        survives(&last);
    }
}

/// What a system answers in a quicker way of its own agrees with the long way round.
pub fn shortcuts_agree<R: Rules>(rules: &R, seeds: Range<u64>) {
    for seed in seeds {
        let mut nth = 0;
        wander(rules, seed, |state, listed| {
            let standing = rules.standing(state);
            for who in rules.everyone(state) {
                let vital = rules.vital(state, who);
                assert_eq!(standing.has(who), vital.standing, "standing, of {who:?} in {state:?}");
                assert!(!(vital.standing && vital.gone), "both up and gone: {who:?} in {state:?}");
            }
            // A standing answer must mean one choice.
            let mut answers: Vec<_> =
                listed.iter().filter_map(|&c| Some((c.who(), rules.answer(state, c)?))).collect();
            let all = answers.len();
            answers.sort();
            answers.dedup();
            assert_eq!(answers.len(), all, "two answers have one name: {answers:?} in {state:?}");
            nth += 1;
            let choice = listed[nth % listed.len()];
            let (mut whole, mut part) = (Recorder::new(seed), Recorder::new(seed));
            let (mut applied, mut resolved) = (state.clone(), state.clone());
            rules.apply(&mut applied, choice, &mut any_dice(&mut whole), &mut any_log(&mut Null));
            rules.resolve(&mut resolved, choice, &mut any_dice(&mut part), &mut any_log(&mut Null));
            assert!(
                whole.thrown.starts_with(&part.thrown),
                "{choice:?} in {state:?}: resolving rolls {:?}, applying {:?}",
                part.thrown,
                whole.thrown
            );
            // Where nothing comes of itself, both lead to the same.
            if rules.ask(&applied) == rules.ask(&resolved)
                && rules.round(&applied) == rules.round(&resolved)
                && whole.thrown.len() == part.thrown.len()
            {
                for who in rules.everyone(state) {
                    let (mut vital, other) = (rules.vital(&applied, who), rules.vital(&resolved, who));
                    // Whoever is out stays behind where a fight begins.
                    if ![rules.vital(state, who), vital, other].iter().any(|vital| vital.standing) {
                        vital.gone = other.gone;
                    }
                    assert_eq!(vital, other, "resolving {choice:?} does otherwise to {who:?}, in {state:?}");
                }
            }
        });
    }
}

/// Writes down what is rolled.
struct Recorder {
    dice: Seeded,
    thrown: Vec<(Why, Throw)>,
}

impl Recorder {
    fn new(seed: u64) -> Recorder {
        Recorder { dice: Seeded::new(seed), thrown: Vec::new() }
    }
}

impl Dice for Recorder {
    fn roll(&mut self, why: Why, roll: Roll) -> Throw {
        let throw = self.dice.roll(why, roll);
        self.thrown.push((why, throw));
        throw
    }
}

/// The judge's seat, a watcher's, and one for each combatant.
fn seats<R: Rules>(rules: &R, state: &R::State) -> Vec<Seat> {
    let players = rules.everyone(state).map(|who| Seat::Player(Crowd::one(who)));
    [Seat::Judge, Seat::Watcher].into_iter().chain(players).collect()
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
    let mut ends = acts.iter().filter(|act| matches!(act, Judgement::End { .. }));
    if let Some(end) = ends.next() {
        history.judge(end.clone()).expect("the judge may end any encounter");
        assert!(matches!(history.ask(), Ask::Over(_)), "the judge ended it, and it goes on");
    }
}

/// Every view can be shown, and every event told, to every seat, all through a fight.
pub fn everything_can_be_shown<R: Rules>(rules: Arc<R>, seed: u64) {
    let mut history = History::new(rules, seed, 0);
    let seats = seats(history.rules(), history.state());
    while !matches!(history.ask(), Ask::Over(_)) && history.steps().len() < 300 {
        for &seat in &seats {
            let view = history.rules().view(history.state(), seat);
            serde_json::to_string(&view).expect("a view is plain data");
        }
        let choice = history.instinct(history.ask().asked());
        history.choose(choice, &Typing::default()).expect("instinct is legal");
        let last = history.steps().len() - 1;
        for &seat in &seats {
            history.step_lines(last, seat);
        }
        let told =
            !history.step_lines(last, Seat::Judge).is_empty() || history.steps()[last].events.is_empty();
        assert!(told, "the judge is told nothing of {:?}", history.steps()[last].events);
    }
}

/// The display model says all that a screen needs without reading a label: every choice has a deed and what it does, no
/// two of one actor look the same, every number has a unit, and every badge a meaning.
pub fn nothing_is_left_to_guess<R: Rules>(rules: &R, seeds: Range<u64>) {
    for seed in seeds {
        wander(rules, seed, |state, listed| {
            let mut seen: Vec<ChoiceView> = Vec::new();
            for &choice in listed {
                let view = rules.describe(state, choice);
                let deed = &view.deed;
                let words = [&view.label, &deed.id, &deed.title, &deed.effect];
                assert!(words.iter().all(|word| !word.is_empty()), "something is missing: {view:?}");
                let same = |other: &&ChoiceView| {
                    let key = |view: &ChoiceView| {
                        (view.who, view.targets.clone(), view.to.clone(), view.item.clone())
                    };
                    other.deed.id == deed.id && key(other) == key(&view)
                };
                assert_eq!(seen.iter().find(same), None, "not to be told from {view:?}");
                seen.push(view);
            }
            let view = rules.view(state, Seat::Judge);
            assert!(!view.health.many.is_empty(), "health is counted in something");
            for token in view.tokens {
                let nameless = token.tracks.iter().find(|track| track.unit.many.is_empty());
                assert_eq!(nameless, None, "a number of {} counts nothing", token.id);
                let idle = token.badges.iter().find(|badge| badge.means.is_empty());
                assert_eq!(idle, None, "a badge of {} means nothing", token.id);
            }
        });
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
        let names: Vec<String> = ask.asked().map(|who| history.rules().id(history.state(), who)).collect();
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
            let _ =
                writeln!(out, "  {}{}", line.text, line.rule.map(|r| format!("  [{r}]")).unwrap_or_default());
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

/// By instinct, an adventure is neither given away nor hopeless, and is over in about an hour of a table's time.
pub fn is_worth_playing<R: Rules>(rules: &R, runs: u64) {
    let (mut won, mut fights, mut decisions) = (0, 0, 0);
    for seed in 0..runs {
        let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
        let (mut state, mut fighting) = (rules.start(), false);
        let outcome = loop {
            let asked = match rules.ask(&state) {
                Ask::Over(outcome) => break outcome,
                ask => ask.asked(),
            };
            let now = rules.fighting(&state);
            fights += u64::from(now && !fighting);
            decisions += u64::from(!now);
            fighting = now;
            let choice = rules.instinct(&state, asked, &mut whim);
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        };
        won += u64::from(outcome == Outcome::Won(Side::Heroes));
    }
    let (title, rate, fights, decisions) = (rules.title(), won * 100 / runs, fights / runs, decisions / runs);
    println!("{title}: {rate} % won, {fights} fights, {decisions} decisions between");
    assert!((40..=85).contains(&rate), "{title}: {rate} % won");
    assert!((3..=7).contains(&fights), "{title}: {fights} fights");
    assert!((40..=120).contains(&decisions), "{title}: {decisions} decisions");
}
