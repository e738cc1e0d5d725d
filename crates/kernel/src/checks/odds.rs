//! Are odds true? What a seat is shown is held against what happens when the game is really played on from there.
//!
//! Nothing of the look-ahead is used: choices are carried out by [`crate::Play::apply`], others answer what the odds say that
//! they would, and what has become of everybody is counted.

use std::ops::Range;

use fracas_dice::{Dice, Seeded, Walk};

use super::stray;
use crate::answers::{Marker, Minds};
use crate::toll::Toll;
use crate::{
    Ask, Crowd, Made, Null, Part, Rules, Seat, Spread, Stakes, Unit, Whim, Who, any_dice, any_log, odds,
};

/// How often each choice is played on. `FRACAS_ODDS=20000` is for a thorough run, and `FRACAS_NTH=10` looks at more choices.
const CONTINUATIONS: u32 = 1_000;
/// How many questions in a row are answered before a choice has borne fruit.
const MAX_ANSWERS: usize = 200;
/// One choice in this many along the way is by chance, the others are instinct's.
const WHIMS: u64 = 3;

/// Looks at every `nth` choice along playthroughs: odds sum to 1, whatever can be rolled was counted, and the game played on
/// from there many times bears them out. Exact ones within what chance allows, estimates within the error that they state,
/// and where something is hidden, between the bounds.
pub fn odds_come_true<R: Rules>(rules: &R, seeds: Range<u64>, nth: usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
    let times = number("FRACAS_ODDS").unwrap_or(CONTINUATIONS);
    let nth = number("FRACAS_NTH").map_or(nth as u64, u64::from).max(1);
    let (mut met, mut exact, mut estimates, mut wrong) = (0, 0, 0, Vec::new());
    for seed in seeds {
        stray(rules, seed, WHIMS, |state, listed| {
            for &choice in listed {
                met += 1;
                if met % nth != 0 {
                    continue;
                }
                let (is_exact, found) = what_odds_get_wrong(rules, state, choice, times, met);
                *if is_exact { &mut exact } else { &mut estimates } += 1;
                if !found.is_empty() {
                    let label = rules.describe(state, choice).label;
                    wrong.push(format!("{label}: {}\n    {choice:?} in {state:?}", found.join("; ")));
                }
            }
        });
    }
    let title = rules.title();
    println!("{title}: {exact} exact, {estimates} estimates, of {met} choices, each played on {times} times");
    assert!(wrong.is_empty(), "{title}: {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// All that is shown of a choice and does not come true when it is played on so often; and whether it was called exact.
pub fn what_odds_get_wrong<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    times: u32,
    seed: u64,
) -> (bool, Vec<String>) {
    let shown = odds(rules, state, choice);
    for spread in [&shown.harm, &shown.loss, &shown.gain, &shown.struck, &shown.aided] {
        let total = spread.total();
        assert!((total - 1.0).abs() < 1e-9, "{choice:?}: not 1 in all: {spread:?}");
    }
    every_end_is_counted(rules, state, choice, seed);
    // Odds are about the table as far as it is known.
    let known = rules.known(state, Seat::Player(Crowd::one(choice.who())));
    let played = Played::on(rules, &known, choice, times, seed);
    let mut found = played.against(rules, &known, &shown);
    if let Some(range) = &shown.range {
        let played = Played::on(rules, state, choice, times, seed);
        found.extend(played.outside(range));
    }
    (shown.exact, found)
}

/// Every state that a choice leads to with drawn dice is one of those that it leads to with counted dice: no rule uses
/// more of a [`fracas_dice::Dice::check`] than whether it came off.
fn every_end_is_counted<R: Rules>(rules: &R, state: &R::State, choice: R::Choice, seed: u64) {
    const MAX: u64 = 500;
    const DRAWS: u32 = 200;
    let (mut walk, mut ends) = (Walk::new(), Vec::new());
    loop {
        walk.begin();
        ends.push(after(rules, state, choice, &mut walk));
        if walk.leaves() >= MAX {
            return;
        }
        if !walk.advance() {
            break;
        }
    }
    let mut dice = Seeded::new(seed);
    for _ in 0..DRAWS {
        let end = after(rules, state, choice, &mut dice);
        assert!(ends.contains(&end), "{choice:?} in {state:?}: not among the counted ends: {end:?}");
    }
}

fn after<R: Rules>(rules: &R, state: &R::State, choice: R::Choice, dice: &mut dyn Dice) -> R::State {
    let mut after = state.clone();
    rules.foresee(&mut after, choice, &mut any_dice(dice), &mut any_log(&mut Null));
    after
}

/// What came of a choice, played on many times.
struct Played {
    times: f64,
    /// How often it came off.
    success: f64,
    /// Each value of harm, loss, gain, struck and aided, with how often it came up.
    sums: [Spread; 5],
    falls: Vec<(Who, f64)>,
    befalls: Vec<(Who, &'static str, bool, f64)>,
    /// What was lost and regained of each thing that health is made of, in the order of [`parts_of`].
    parts: Vec<(Unit, [Tally; 3])>,
    swing: Tally,
    /// Others acted of their own before it bore fruit, and nobody knows to whom: what they did is in the sums.
    mixed: bool,
}

/// What came of something in each of many runs.
#[derive(Clone, Copy, Default)]
struct Tally {
    sum: f64,
    squares: f64,
    most: f64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.most = self.most.max(value.abs());
    }
}

/// Health that the others lose, and that the own side loses and regains, of one thing.
fn parts_of(part: &Part) -> [f64; 3] {
    [part.harm, part.loss, part.gain]
}

impl Played {
    fn on<R: Rules>(rules: &R, state: &R::State, choice: R::Choice, times: u32, seed: u64) -> Played {
        let actor = choice.who();
        let seat = Seat::Player(Crowd::one(actor));
        // Of those whom the actor cannot see, no odds are told.
        let seen: Crowd = rules.view(state, seat).tokens.iter().map(|token| token.who).collect();
        let about = rules.about(state, choice);
        let crowd = rules.everyone(state).and(seen).and(about.unwrap_or(Crowd::ALL));
        let mut toll = Toll::new(rules, state, rules.side(state, actor));
        let mut minds = Minds::new(rules, &[]);
        let (mut dice, chance) = (Seeded::new(seed), 1.0 / f64::from(times));
        let (mut successes, mut mixed) = (0_u32, false);
        let mut counts: [Vec<i32>; 5] = std::array::from_fn(|_| Vec::new());
        let (mut parts, mut swing) = (Vec::<(Unit, [Tally; 3])>::new(), Tally::default());
        for _ in 0..times {
            let mut marker = Marker { rules, actor, success: false };
            let end = play_on(rules, &mut minds, state, choice, &mut dice, &mut marker, &mut mixed);
            let (swung, had) = (toll.swing, toll.parts.clone());
            for (counts, value) in counts.iter_mut().zip(toll.book(&end, crowd, chance)) {
                counts.push(value);
            }
            swing.add((toll.swing - swung) * f64::from(times));
            for (nth, part) in toll.parts.iter().enumerate() {
                if nth == parts.len() {
                    parts.push((part.unit, [Tally::default(); 3]));
                }
                let had = had.get(nth).map_or([0.0; 3], parts_of);
                for ((tally, now), had) in parts[nth].1.iter_mut().zip(parts_of(part)).zip(had) {
                    tally.add((now - had) * f64::from(times));
                }
            }
            successes += u32::from(marker.success);
        }
        toll.settle();
        Played {
            times: times.into(),
            success: f64::from(successes) / f64::from(times),
            sums: counts.map(|values| spread(values, chance)),
            falls: toll.drops.iter().map(|fall| (fall.who, fall.p)).collect(),
            befalls: toll.befalls.iter().map(|one| (one.who, one.what, one.ends, one.p)).collect(),
            parts,
            swing,
            mixed: mixed && about.is_none(),
        }
    }

    /// All that odds have shown otherwise.
    fn against<R: Rules>(&self, rules: &R, state: &R::State, shown: &Stakes) -> Vec<String> {
        let mut wrong = Vec::new();
        let chance = shown.chance.as_ref().map_or(self.success, |chance| chance.p);
        wrong.extend(self.differ("success", shown, chance, self.success));
        if self.mixed {
            return wrong;
        }
        let spreads = [&shown.harm, &shown.loss, &shown.gain, &shown.struck, &shown.aided];
        let names = ["harm", "loss", "gain", "struck", "aided"];
        for ((name, shown_one), played) in names.into_iter().zip(spreads).zip(&self.sums) {
            let variance = |spread: &Spread| {
                spread.values.iter().map(|&(v, p)| p * (f64::from(v) - spread.mean).powi(2)).sum::<f64>()
            };
            let most = f64::from(shown_one.most.max(played.most).max(1));
            let slack = self.slack(variance(shown_one), most) + error_of(shown, variance(shown_one));
            let known = |value: i32| shown_one.values.iter().any(|&(v, _)| v == value);
            let strange = shown.exact && played.values.iter().any(|&(value, _)| !known(value));
            if strange || (shown_one.mean - played.mean).abs() > slack {
                wrong.push(format!("{name}: played {played:?}, shown {shown_one:?}"));
            }
        }
        for who in rules.everyone(state) {
            let shown_one = shown.drops.iter().find(|fall| fall.who == who).map_or(0.0, |fall| fall.p);
            let played = self.falls.iter().find(|fall| fall.0 == who).map_or(0.0, |fall| fall.1);
            wrong.extend(self.differ("fall", shown, shown_one, played));
        }
        let key = |one: &crate::Befall| (one.who, one.what, one.ends);
        for &(who, what, ends, p) in &self.befalls {
            let shown_one =
                shown.befalls.iter().find(|one| key(one) == (who, what, ends)).map_or(0.0, |one| one.p);
            wrong.extend(self.differ(what, shown, shown_one, p));
        }
        for one in &shown.befalls {
            let came = self.befalls.iter().any(|&(who, what, ends, _)| key(one) == (who, what, ends));
            wrong.extend((!came).then(|| self.differ(one.what, shown, one.p, 0.0)).flatten());
        }
        wrong.extend(self.strays("swing", shown, shown.swing, self.swing));
        let units = shown.parts.iter().map(|part| part.unit).chain(self.parts.iter().map(|part| part.0));
        for unit in units {
            let shown_one = shown.parts.iter().find(|part| part.unit == unit).map_or([0.0; 3], parts_of);
            let played =
                self.parts.iter().find(|part| part.0 == unit).map_or([Tally::default(); 3], |part| part.1);
            for (mean, tally) in shown_one.into_iter().zip(played) {
                wrong.extend(self.strays(unit.many, shown, mean, tally));
            }
        }
        wrong
    }

    /// Whatever the hidden is, it is between the bounds that are shown.
    fn outside(&self, range: &crate::range::Range) -> Option<String> {
        let bounds = range.chance?;
        let slack = self.slack(self.success * (1.0 - self.success), 1.0);
        let within = (bounds.least - slack..=bounds.most + slack).contains(&self.success);
        (!within).then(|| format!("success: played {}, shown {bounds:?}", self.success))
    }

    fn differ(&self, what: &str, shown: &Stakes, p: f64, played: f64) -> Option<String> {
        let variance = p * (1.0 - p).max(0.0);
        let slack = self.slack(variance, 1.0) + error_of(shown, variance);
        ((p - played).abs() > slack).then(|| format!("{what}: played {played}, shown {p}"))
    }

    /// The same for a mean without a spread: the variance is that of what was played, in which the rarest may be missing.
    fn strays(&self, what: &str, shown: &Stakes, mean: f64, tally: Tally) -> Option<String> {
        let played = tally.sum / self.times;
        let variance = (tally.squares / self.times - played * played).max(0.0);
        let slack = self.slack(variance, 12.0 * tally.most.max(1.0)) + error_of(shown, variance);
        ((mean - played).abs() > slack).then(|| format!("{what}: played {played}, shown {mean}"))
    }

    /// Six deviations of the mean, wrong once in half a billion checks; and three of what is very rare.
    fn slack(&self, variance: f64, most: f64) -> f64 {
        6.0 * (variance / self.times).sqrt() + 3.0 * most / self.times + 1e-9
    }
}

/// The error that an estimate states.
fn error_of(shown: &Stakes, variance: f64) -> f64 {
    if shown.exact { 0.0 } else { shown.error(variance) }
}

fn spread(mut values: Vec<i32>, chance: f64) -> Spread {
    values.sort_unstable();
    let runs = values.chunk_by(|a, b| a == b);
    Spread::of(runs.map(|run| (run[0], run.len() as f64 * chance)).collect())
}

/// Plays a choice, and on until it has borne fruit.
fn play_on<R: Rules>(
    rules: &R,
    minds: &mut Minds<'_, R>,
    state: &R::State,
    choice: R::Choice,
    dice: &mut Seeded,
    marker: &mut Marker<'_, R>,
    mixed: &mut bool,
) -> R::State {
    let (mut now, mut step) = (state.clone(), choice);
    for _ in 0..MAX_ANSWERS {
        let (before, mut again) = (now.clone(), dice.clone());
        let mut told = Vec::new();
        rules.apply(&mut now, step, &mut any_dice(dice), &mut any_log(&mut told));
        // What comes of itself when the choice is over is nobody's doing: then the table counts as it was before that.
        let mut then = before;
        let mut told_then = Vec::new();
        rules.resolve(&mut then, step, &mut any_dice(&mut again), &mut any_log(&mut told_then));
        let moment = |state: &R::State| (rules.ask(state), rules.round(state), rules.turn(state));
        let goes_on = moment(&then) == moment(&now);
        let told = if goes_on { told } else { told_then };
        told.into_iter().for_each(|event| crate::Log::tell(marker, event));
        let waits = rules.is_pending(&now, choice);
        if matches!(rules.ask(&now), Ask::Over(_)) || !(waits || rules.unresolved(&now)) {
            return if goes_on { now } else { then };
        }
        *mixed |= waits;
        let Some(next) = would_do(rules, minds, &now, waits) else { return now };
        step = next;
    }
    now
}

/// What the next who is asked has stated or would do.
fn would_do<R: Rules>(
    rules: &R,
    minds: &mut Minds<'_, R>,
    state: &R::State,
    waits: bool,
) -> Option<R::Choice> {
    if !waits {
        return minds.answer(state).map(|answer| answer.choice);
    }
    let who = rules.awaited(state).first()?;
    let presumed = rules.presumed(state, who).filter(|&choice| rules.legal(state, choice).is_ok());
    Some(presumed.unwrap_or_else(|| rules.instinct(state, Crowd::one(who), &mut Whim::new(0))))
}
