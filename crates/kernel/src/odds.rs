//! What a choice is worth, before it is made: every outcome of its rolls, weighed, and reduced to what people ask.
//!
//! The rules are run on copies of the state, as the one who chooses knows it, with dice that take every result in turn.
//! There is no probability in any system's code. Where somebody else must answer in between, [`Stakes::assumes`] says
//! what was taken for granted.

use fracas_dice::{Seeded, Walk};
use serde::Serialize;

use crate::answers::{Answer, Minds, Path, Source, play};
use crate::hand::Favoured;
use crate::range::Range;
use crate::{Crowd, Fiat, Log, Mark, Rules, Seat, Side, Standing, Who};

/// Above so many outcomes the odds are sampled, and say so.
const MOST_LEAVES: u64 = 100_000;
/// How many outcomes are drawn where they are too many to count.
const SAMPLES: u32 = 20_000;

/// What a choice may bring.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Stakes {
    /// The chance that it comes off, and what that means.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub chance: Option<Chance>,
    /// Who may be put out of the fight by it, on either side.
    pub drops: Vec<Drop>,
    /// Health that the other side loses.
    pub harm: Spread,
    /// Health that the own side loses.
    pub loss: Spread,
    /// Health that the own side regains.
    pub gain: Spread,
    /// False if there were too many outcomes to count, and these are estimates.
    pub exact: bool,
    /// Answers of others that were taken for granted.
    pub assumes: Vec<String>,
    /// Where something is hidden: the bounds, whatever it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub range: Option<Range>,
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
pub struct Drop {
    pub who: Who,
    pub p: f64,
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
        self.mean = self.values.iter().map(|&(v, p)| f64::from(v) * p).sum();
        self.least = self.values.first().map_or(0, |&(v, _)| v);
        self.most = self.values.last().map_or(0, |&(v, _)| v);
    }

    /// What this and another that has nothing to do with it come to together.
    fn join(&self, other: &Spread) -> Spread {
        let mut sum = Spread::default();
        for &(value, p) in &self.values {
            other.values.iter().for_each(|&(more, q)| sum.add(value + more, p * q));
        }
        sum.settle();
        sum
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
    /// Of two things that happen whatever becomes of the other, and to different people. It comes off if either does.
    fn join(mut self, other: Stakes) -> Stakes {
        self.harm = self.harm.join(&other.harm);
        self.loss = self.loss.join(&other.loss);
        self.gain = self.gain.join(&other.gain);
        self.chance = match (self.chance, other.chance) {
            (Some(a), Some(b)) => Some(Chance { p: 1.0 - (1.0 - a.p) * (1.0 - b.p), ..a }),
            (one, other) => one.or(other),
        };
        self.drops.extend(other.drops);
        self.drops.sort_by_key(|drop| drop.who);
        self.exact &= other.exact;
        self.assumes.extend(other.assumes);
        self
    }
}

/// Listens for what counts as success.
#[derive(Debug)]
struct Marker<'a, R> {
    rules: &'a R,
    actor: Who,
    success: bool,
}

impl<R: Rules> Log<R::Event> for Marker<'_, R> {
    fn tell(&mut self, event: R::Event) {
        self.success |= match self.rules.mark(&event) {
            Mark::Nothing => false,
            Mark::Success => true,
            Mark::SuccessBy(who) => who == self.actor,
        };
    }
}

/// The stakes of a legal choice.
pub fn odds<R: Rules>(rules: &R, state: &R::State, choice: R::Choice) -> Stakes {
    odds_with(rules, state, choice, &[], &[])
}

/// The stakes of a legal choice, with what the judge has said about rolls to come, and with the standing answers of
/// those who may be asked. (Who thinks about an answer does so without the judge's word.)
pub fn odds_with<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    habits: &[Standing],
) -> Stakes {
    let known = rules.known(state, Seat::Player(Crowd::one(rules.actor(choice))));
    let mut stakes = counted_or_sampled(rules, &known, choice, fiats, habits);
    stakes.assumes.extend(rules.presumptions(&known, choice));
    let doubts = rules.doubts(&known, choice);
    let others: Vec<Stakes> =
        doubts.iter().map(|other| counted_or_sampled(rules, other, choice, fiats, habits)).collect();
    stakes.range = Range::over(&stakes, &others);
    stakes
}

fn counted_or_sampled<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    habits: &[Standing],
) -> Stakes {
    // What the judge has said may be about the first roll only: then the parts are not alike.
    let parts = if fiats.is_empty() { rules.parts(state, choice) } else { Vec::new() };
    if let Some(stakes) = counted_in_parts(rules, state, &parts, habits) {
        return stakes;
    }
    let mut look = Lookahead::new(rules, state, choice, fiats, habits);
    if !look.count() {
        look = Lookahead::new(rules, state, choice, fiats, habits);
        look.sample(SAMPLES, 0);
    }
    look.finish()
}

/// The stakes of a choice whose parts have nothing to do with each other; none if it has no parts, or one of them has too
/// many outcomes.
fn counted_in_parts<R: Rules>(
    rules: &R,
    state: &R::State,
    parts: &[R::Choice],
    habits: &[Standing],
) -> Option<Stakes> {
    let mut whole: Option<Stakes> = None;
    for &part in parts {
        let mut look = Lookahead::new(rules, state, part, &[], habits);
        if !look.count() {
            return None;
        }
        let part = look.finish();
        whole = Some(match whole {
            None => part,
            Some(before) => before.join(part),
        });
    }
    whole
}

/// The same by drawing lots, for checking the other.
pub(crate) fn sampled_odds<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    samples: u32,
    seed: u64,
) -> Stakes {
    let known = rules.known(state, Seat::Player(Crowd::one(rules.actor(choice))));
    let mut look = Lookahead::new(rules, &known, choice, &[], &[]);
    look.sample(samples, seed);
    look.finish()
}

/// One way of going through the outcomes of `choice`.
struct Lookahead<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    choice: R::Choice,
    fiats: &'a [Fiat],
    minds: Minds<'a, R>,
    /// What was taken for granted so far, so that nothing is said twice.
    assumed: Vec<Answer<R::Choice>>,
    actor: Who,
    side: Side,
    crowd: Crowd,
    stakes: Stakes,
    success: f64,
}

impl<'a, R: Rules> Lookahead<'a, R> {
    fn new(
        rules: &'a R,
        state: &'a R::State,
        choice: R::Choice,
        fiats: &'a [Fiat],
        habits: &'a [Standing],
    ) -> Lookahead<'a, R> {
        let stakes = Stakes {
            chance: None,
            drops: Vec::new(),
            harm: Spread::default(),
            loss: Spread::default(),
            gain: Spread::default(),
            exact: true,
            assumes: Vec::new(),
            range: None,
        };
        let actor = rules.actor(choice);
        Lookahead {
            rules,
            state,
            choice,
            fiats,
            minds: Minds::new(rules, habits),
            assumed: Vec::new(),
            actor,
            side: rules.side(state, actor),
            crowd: rules.everyone(state),
            stakes,
            success: 0.0,
        }
    }

    /// Counts every outcome; false if there are too many.
    fn count(&mut self) -> bool {
        let (mut walk, mut path) = (Walk::new(), Path::default());
        loop {
            walk.begin();
            let (after, success) = self.run(&mut Favoured::new(&mut walk, self.fiats), &mut path);
            self.weigh(&after, success, walk.probability());
            if walk.leaves() >= MOST_LEAVES {
                return false;
            }
            if !walk.advance() {
                return true;
            }
            path.rewind(walk.kept());
        }
    }

    fn sample(&mut self, samples: u32, seed: u64) {
        self.stakes.exact = false;
        let mut dice = Seeded::new(seed);
        for _ in 0..samples {
            let mut dice = Favoured::new(&mut dice, self.fiats);
            let (after, success) = self.run(&mut dice, &mut Path::default());
            self.weigh(&after, success, 1.0 / f64::from(samples));
        }
    }

    /// Plays the choice and everything that it sets off, once.
    fn run(&mut self, dice: &mut impl Source, path: &mut Path<R::Choice>) -> (R::State, bool) {
        let mut marker = Marker { rules: self.rules, actor: self.actor, success: false };
        let (rules, assumed, assumes) = (self.rules, &mut self.assumed, &mut self.stakes.assumes);
        let mut heard = |state: &R::State, answer: Answer<R::Choice>| {
            if !assumed.contains(&answer) {
                assumed.push(answer);
                assumes.push(answer.words(rules, state));
            }
        };
        let after = play(&mut self.minds, self.state, self.choice, dice, &mut marker, path, &mut heard);
        (after, marker.success)
    }

    fn weigh(&mut self, after: &R::State, success: bool, p: f64) {
        let (mut harm, mut loss, mut gain) = (0, 0, 0);
        for who in self.crowd {
            let (was, is) = (self.rules.vital(self.state, who), self.rules.vital(after, who));
            let lost = was.health - is.health;
            if self.rules.side(self.state, who) != self.side {
                harm += lost.max(0);
            } else {
                loss += lost.max(0);
                gain += (-lost).max(0);
            }
            if was.standing && !is.standing && !self.rules.left(after, who) {
                match self.stakes.drops.iter_mut().find(|drop| drop.who == who) {
                    Some(drop) => drop.p += p,
                    None => self.stakes.drops.push(Drop { who, p }),
                }
            }
        }
        self.stakes.harm.add(harm, p);
        self.stakes.loss.add(loss, p);
        self.stakes.gain.add(gain, p);
        if success {
            self.success += p;
        }
    }

    fn finish(mut self) -> Stakes {
        for spread in [&mut self.stakes.harm, &mut self.stakes.loss, &mut self.stakes.gain] {
            spread.settle();
        }
        // Many small chances that make a certainty may add up to a little more.
        for drop in &mut self.stakes.drops {
            drop.p = drop.p.min(1.0);
        }
        self.stakes.drops.sort_by_key(|drop| drop.who);
        let aim = self.rules.describe(self.state, self.choice).aim;
        self.stakes.chance = aim.map(|means| Chance { p: self.success.min(1.0), means });
        self.stakes
    }
}
