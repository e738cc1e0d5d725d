//! What a choice is worth, before it is made: every outcome of its rolls, weighed, and reduced to what people ask.
//!
//! The rules are run on copies of the state, as the one who chooses knows it, with dice that take every result in turn.
//! There is no probability in any system's code. Where somebody else must answer in between, [`Stakes::assumes`] says
//! what was taken for granted.

use fracas_dice::Seeded;
use serde::Serialize;

use crate::answers::{Answer, Marker, Minds, play, unfold};
use crate::hand::Favoured;
use crate::range::Range;
use crate::toll::Toll;
use crate::{Befall, Crowd, Fall, Fiat, Habit, Made, Part, Rolled, Rules, Seat, any_dice, any_log, steps};

/// How much trouble is taken over odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Care {
    /// Above this many runs of the rules the odds are sampled, and say so.
    runs: u64,
    /// How many outcomes are drawn where they are too many to count.
    samples: u32,
}

impl Care {
    pub const FULL: Care = Care { runs: 100_000, samples: 20_000 };
    /// For somebody who is waiting: better ones may follow.
    pub const QUICK: Care = Care { runs: 2_000, samples: 1_000 };
}

/// What a choice may bring.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Stakes {
    /// The chance of success, and what success means.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub chance: Option<Chance>,
    /// What it brings where it succeeds, and where it fails. None where it cannot be told which of the two it was, or where
    /// it always comes to the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub split: Option<Split>,
    /// Who may be put out of the fight by it, on either side.
    pub drops: Vec<Fall>,
    /// Health that the other side loses.
    pub harm: Spread,
    /// Health that the own side loses.
    pub loss: Spread,
    /// Health that the own side regains.
    pub gain: Spread,
    /// How many of the other side are hurt by it, or otherwise worse off.
    pub struck: Spread,
    /// How many of the own side are healed by it, or otherwise better off.
    pub aided: Spread,
    /// Who comes to suffer or enjoy something, or is rid of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Befall>>"))]
    pub befalls: Vec<Befall>,
    /// Where health is made of several things: what is lost and regained of each, on average.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Part>>"))]
    pub parts: Vec<Part>,
    /// What the own side gains over the other, in health and in what befalls people, on average.
    pub swing: f64,
    /// False if there were too many outcomes to count, and these are estimates.
    pub exact: bool,
    /// How many outcomes an estimate is drawn from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub tries: Option<u32>,
    /// Is this a quick estimate, where better odds can be had?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rough: bool,
    /// Answers of others that were taken for granted.
    pub assumes: Vec<String>,
    /// Where something is hidden: the bounds, whatever it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub range: Option<Range>,
    /// What it takes: the rolls of a try that went well, with every modifier and what they are held against, but without
    /// faces. Only where somebody looks at the choice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Rolled>>"))]
    pub because: Vec<Rolled>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chance {
    pub p: f64,
    /// As a verb: "hits".
    pub means: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Split {
    pub success: Means,
    pub failure: Means,
}

/// Health lost and regained, on average.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Means {
    pub harm: f64,
    pub loss: f64,
    pub gain: f64,
}

impl Means {
    /// What was added up over outcomes that have this chance together.
    fn over(self, p: f64) -> Means {
        let Means { harm, loss, gain } = self;
        Means { harm: tidy(harm / p), loss: tidy(loss / p), gain: tidy(gain / p) }
    }
}

/// A distribution with the figures that are read off it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Spread {
    pub mean: f64,
    pub least: i32,
    pub most: i32,
    /// Values that can happen, ascending, with their probabilities.
    pub values: Vec<(i32, f64)>,
}

impl Spread {
    fn add(&mut self, value: i32, p: f64) {
        match self.values.binary_search_by_key(&value, |&(v, _)| v) {
            Ok(at) => self.values[at].1 += p,
            Err(at) => self.values.insert(at, (value, p)),
        }
    }

    fn settle(&mut self) {
        self.values.iter_mut().for_each(|(_, p)| *p = tidy(*p));
        self.mean = tidy(self.values.iter().map(|&(v, p)| f64::from(v) * p).sum());
        self.least = self.values.first().map_or(0, |&(v, _)| v);
        self.most = self.values.last().map_or(0, |&(v, _)| v);
    }

    /// From values with their probabilities, ascending.
    pub(crate) fn of(values: Vec<(i32, f64)>) -> Spread {
        let mut spread = Spread { values, ..Spread::default() };
        spread.settle();
        spread
    }

    /// Everything added up: 1, but for rounding.
    pub fn total(&self) -> f64 {
        self.values.iter().map(|&(_, p)| p).sum()
    }

    pub fn at_least(&self, value: i32) -> f64 {
        self.values.iter().filter(|&&(v, _)| v >= value).map(|&(_, p)| p).sum()
    }
}

impl Stakes {
    /// How far an estimate of something with this variance may be off: three deviations of the mean, which is about one
    /// point in a hundred for a chance from 20,000 tries, and five from 1,000.
    pub fn error(&self, variance: f64) -> f64 {
        self.tries.map_or(0.0, |tries| 3.0 * (variance / f64::from(tries)).sqrt())
    }

    /// All that was weighed, but for words.
    pub(crate) fn of<R: Rules>(mut toll: Toll<'_, R>, spreads: [Spread; 5]) -> Stakes {
        toll.settle();
        let [harm, loss, gain, struck, aided] = spreads;
        Stakes {
            chance: None,
            split: None,
            drops: toll.drops,
            harm,
            loss,
            gain,
            struck,
            aided,
            befalls: toll.befalls,
            parts: toll.parts,
            swing: tidy(toll.swing),
            exact: true,
            tries: None,
            rough: false,
            assumes: Vec::new(),
            range: None,
            because: Vec::new(),
        }
    }
}

/// A half is 0.5, and not what is left of it after ten twentieths were added up.
fn tidy(sum: f64) -> f64 {
    const PLACES: f64 = 1e12;
    let short = (sum * PLACES).round() / PLACES;
    if (sum - short).abs() < 1e-14 * sum.abs().max(1.0) { short } else { sum }
}

/// The stakes of a legal choice.
pub fn odds<R: Rules>(rules: &R, state: &R::State, choice: R::Choice) -> Stakes {
    odds_with(rules, state, choice, &[], &[], Care::FULL)
}

/// The stakes of a legal choice, with what the judge has said about rolls to come, and with the standing answers of
/// those who may be asked. (Who thinks about an answer does so without the judge's word.)
pub fn odds_with<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    habits: &[Habit],
    care: Care,
) -> Stakes {
    let known = rules.known(state, Seat::Player(Crowd::one(choice.who())));
    let mut stakes = counted_or_sampled(rules, &known, choice, fiats, habits, care);
    let doubts = rules.doubts(&known, choice);
    stakes.assumes.extend(doubts.presumed);
    let others: Vec<Stakes> = doubts
        .instead
        .iter()
        .map(|other| counted_or_sampled(rules, other, choice, fiats, habits, care))
        .collect();
    stakes.rough |= others.iter().any(|other| other.rough);
    stakes.range = Range::over(&stakes, &others);
    stakes
}

fn counted_or_sampled<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    habits: &[Habit],
    care: Care,
) -> Stakes {
    if rules.has_steps(state, choice)
        && let Some((mut stakes, p)) = steps::count(rules, state, choice, fiats, care.runs)
    {
        stakes.chance = rules.describe(state, choice).aim.map(|means| Chance { p: tidy(p), means });
        return stakes;
    }
    let mut look = Lookahead::new(rules, state, choice, fiats, habits);
    if look.count(care.runs) {
        return look.finish();
    }
    look = Lookahead::new(rules, state, choice, fiats, habits);
    look.sample(care.samples, 0);
    Stakes { exact: false, tries: Some(care.samples), rough: care != Care::FULL, ..look.finish() }
}

/// One way of going through the outcomes of `choice`.
struct Lookahead<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    choice: R::Choice,
    fiats: &'a [Fiat],
    minds: Minds<'a, R>,
    assumed: Assumed<'a, R>,
    sum: Sum<'a, R>,
}

impl<'a, R: Rules> Lookahead<'a, R> {
    fn new(
        rules: &'a R,
        state: &'a R::State,
        choice: R::Choice,
        fiats: &'a [Fiat],
        habits: &'a [Habit],
    ) -> Lookahead<'a, R> {
        let minds = Minds::new(rules, habits);
        let assumed = Assumed { rules, answers: Vec::new(), words: Vec::new() };
        Lookahead { rules, state, choice, fiats, minds, assumed, sum: Sum::new(rules, state, choice) }
    }

    /// Counts every outcome; false if there are too many.
    fn count(&mut self, runs: u64) -> bool {
        let Lookahead { state, choice, fiats, minds, assumed, sum, .. } = self;
        let mut heard = |state: &R::State, answer| assumed.hear(state, answer);
        let mut told = |after: &R::State, success, p| sum.weigh(after, success, p);
        unfold(minds, state, *choice, fiats, runs, &mut heard, &mut told)
    }

    fn sample(&mut self, samples: u32, seed: u64) {
        let Lookahead { rules, state, choice, fiats, minds, assumed, sum } = self;
        let mut heard = |state: &R::State, answer| assumed.hear(state, answer);
        let mut dice = Seeded::new(seed);
        for _ in 0..samples {
            let mut dice = Favoured::new(&mut dice, fiats);
            let mut marker = Marker { rules: *rules, actor: (*choice).who(), success: false };
            let after =
                play(minds, state, *choice, &mut any_dice(&mut dice), &mut any_log(&mut marker), &mut heard);
            sum.weigh(&after, marker.success, 1.0 / f64::from(samples));
        }
    }

    fn finish(self) -> Stakes {
        let aim = self.rules.describe(self.state, self.choice).aim;
        let (mut stakes, success, split) = self.sum.finish();
        stakes.chance = aim.map(|means| Chance { p: tidy(success), means });
        // Where health is made of several things, their sum would say little.
        stakes.split = aim.and(split).filter(|_| stakes.parts.is_empty());
        stakes.assumes = self.assumed.words;
        stakes
    }
}

/// What was taken for granted, so that nothing is said twice.
struct Assumed<'a, R: Rules> {
    rules: &'a R,
    answers: Vec<Answer<R::Choice>>,
    words: Vec<String>,
}

impl<R: Rules> Assumed<'_, R> {
    fn hear(&mut self, state: &R::State, answer: Answer<R::Choice>) {
        if !self.answers.contains(&answer) {
            self.answers.push(answer);
            self.words.push(answer.words(self.rules, state));
        }
    }
}

/// The outcomes so far, weighed against the table as it was.
struct Sum<'a, R: Rules> {
    crowd: Crowd,
    toll: Toll<'a, R>,
    spreads: [Spread; 5],
    success: f64,
    /// Added up over failures, and over successes.
    means: [Means; 2],
}

impl<'a, R: Rules> Sum<'a, R> {
    fn new(rules: &'a R, state: &R::State, choice: R::Choice) -> Sum<'a, R> {
        let toll = Toll::new(rules, state, rules.side(state, choice.who()));
        let spreads = std::array::from_fn(|_| Spread::default());
        Sum { crowd: rules.everyone(state), toll, spreads, success: 0.0, means: Default::default() }
    }

    fn weigh(&mut self, after: &R::State, success: bool, p: f64) {
        let sums = self.toll.book(after, self.crowd, p);
        for (spread, value) in self.spreads.iter_mut().zip(sums) {
            spread.add(value, p);
        }
        let means = &mut self.means[usize::from(success)];
        let [harm, loss, gain, ..] = sums.map(|sum| p * f64::from(sum));
        *means = Means { harm: means.harm + harm, loss: means.loss + loss, gain: means.gain + gain };
        if success {
            self.success += p;
        }
    }

    /// The stakes, but for what the rules say about them in words; the chance of success, and what hangs on it.
    fn finish(mut self) -> (Stakes, f64, Option<Split>) {
        self.spreads.iter_mut().for_each(Spread::settle);
        let (won, lost) = (self.success, 1.0 - self.success);
        let [failure, success] = self.means;
        let split = (won > 1e-9 && lost > 1e-9)
            .then(|| Split { success: success.over(won), failure: failure.over(lost) })
            .filter(|split| split.success != split.failure);
        (Stakes::of(self.toll, self.spreads), self.success, split)
    }
}
