//! What a choice is worth, before it is made: every outcome of its rolls, weighed, and reduced to what people ask.
//!
//! The rules are run on copies of the state with dice that take every result in turn. There is no probability in any
//! system's code. Where somebody else must answer in between, the answer is the one that the rules presume, or else the
//! one that is best for whoever gives it; [`Stakes::assumes`] says which.

use fracas_dice::{Seeded, Walk};
use serde::Serialize;

use crate::{Ask, Crowd, Log, Mark, Rules, Side, Who};

/// Above so many outcomes the odds are sampled, and say so.
const MOST_LEAVES: usize = 60_000;
/// How many outcomes are drawn where they are too many to count.
const SAMPLES: u32 = 20_000;
/// What staying on one's feet is worth beside health, when answers are compared.
const STANDING: f64 = 12.0;
/// How many questions in a row are looked through.
const MOST_ANSWERS: usize = 64;

/// What a choice may bring.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stakes {
    /// The chance that it comes off, and what that means.
    #[serde(skip_serializing_if = "Option::is_none")]
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
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chance {
    pub p: f64,
    /// As a verb: "hits".
    pub means: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drop {
    pub who: Who,
    pub p: f64,
}

/// A distribution with the figures that are read off it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
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

    /// Everything added up: 1, but for rounding.
    pub fn total(&self) -> f64 {
        self.values.iter().map(|&(_, p)| p).sum()
    }

    pub fn at_least(&self, value: i32) -> f64 {
        self.values.iter().filter(|&&(v, _)| v >= value).map(|&(_, p)| p).sum()
    }
}

/// Listens for what counts as success.
#[derive(Debug)]
struct Marker<'a, R> {
    rules: &'a R,
    success: bool,
}

impl<R: Rules> Log<R::Event> for Marker<'_, R> {
    fn tell(&mut self, event: R::Event) {
        self.success |= self.rules.mark(&event) == Mark::Success;
    }
}

/// The answers given on the way to one outcome. Paths share their beginning, and so they share these.
struct Answers<C> {
    given: Vec<(usize, C)>,
    at: usize,
}

impl<C: Copy> Answers<C> {
    fn new() -> Answers<C> {
        Answers { given: Vec::new(), at: 0 }
    }

    /// Forgets what was answered after roll number `kept`.
    fn rewind(&mut self, kept: usize) {
        self.given.retain(|&(depth, _)| depth < kept);
        self.at = 0;
    }
}

/// One way of going through all outcomes of `choice`.
struct Lookahead<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    choice: R::Choice,
    side: Side,
    crowd: Crowd,
    stakes: Stakes,
    success: f64,
}

/// The stakes of a legal choice.
pub fn odds<R: Rules>(rules: &R, state: &R::State, choice: R::Choice) -> Stakes {
    let mut look = Lookahead::new(rules, state, choice);
    if !look.count_all() {
        look = Lookahead::new(rules, state, choice);
        look.sample();
    }
    look.finish()
}

impl<'a, R: Rules> Lookahead<'a, R> {
    fn new(rules: &'a R, state: &'a R::State, choice: R::Choice) -> Lookahead<'a, R> {
        let stakes = Stakes {
            chance: None,
            drops: Vec::new(),
            harm: Spread::default(),
            loss: Spread::default(),
            gain: Spread::default(),
            exact: true,
            assumes: Vec::new(),
        };
        let side = rules.side(state, rules.actor(choice));
        Lookahead { rules, state, choice, side, crowd: rules.everyone(state), stakes, success: 0.0 }
    }

    /// Counts every outcome; false if there are too many.
    fn count_all(&mut self) -> bool {
        let mut walk = Walk::new();
        let mut answers = Answers::new();
        loop {
            walk.begin();
            let (after, success) = self.run(&mut walk, &mut answers);
            self.weigh(&after, success, walk.probability());
            if walk.leaves() > MOST_LEAVES {
                return false;
            }
            if !walk.next() {
                return true;
            }
            answers.rewind(walk.kept());
        }
    }

    fn sample(&mut self) {
        self.stakes.exact = false;
        let mut dice = Seeded::new(0);
        for _ in 0..SAMPLES {
            let mut marker = Marker { rules: self.rules, success: false };
            let mut after = self.state.clone();
            self.rules.apply(&mut after, self.choice, &mut dice, &mut marker);
            for _ in 0..MOST_ANSWERS {
                if !self.rules.unresolved(&after) {
                    break;
                }
                let Some((who, answer)) = self.answer(&after) else { break };
                self.assume(&after, who, answer);
                self.rules.apply(&mut after, answer, &mut dice, &mut marker);
            }
            self.weigh(&after, marker.success, 1.0 / f64::from(SAMPLES));
        }
    }

    /// Plays the choice and everything that it sets off, along the path of `walk`.
    fn run(&mut self, walk: &mut Walk, answers: &mut Answers<R::Choice>) -> (R::State, bool) {
        let mut marker = Marker { rules: self.rules, success: false };
        let mut after = self.state.clone();
        self.rules.apply(&mut after, self.choice, walk, &mut marker);
        for _ in 0..MOST_ANSWERS {
            if !self.rules.unresolved(&after) {
                break;
            }
            let answer = match answers.given.get(answers.at) {
                Some(&(_, answer)) => answer,
                None => {
                    let Some((who, answer)) = self.answer(&after) else { break };
                    self.assume(&after, who, answer);
                    answers.given.push((walk.depth(), answer));
                    answer
                }
            };
            answers.at += 1;
            self.rules.apply(&mut after, answer, walk, &mut marker);
        }
        (after, marker.success)
    }

    /// What the one who is asked would say.
    fn answer(&self, state: &R::State) -> Option<(Who, R::Choice)> {
        let who = self.rules.ask(state).asked().first()?;
        if let Some(answer) = self.rules.presumed(state, who) {
            return Some((who, answer));
        }
        let side = self.rules.side(state, who);
        let mut choices = Vec::new();
        self.rules.choices(state, &mut choices);
        choices.retain(|&choice| self.rules.actor(choice) == who);
        let value = |choice| expected(self.rules, state, choice, side);
        let best = choices.into_iter().map(|c| (c, value(c))).reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.map(|(choice, _)| (who, choice))
    }

    fn assume(&mut self, state: &R::State, who: Who, answer: R::Choice) {
        let label = self.rules.describe(state, answer).label;
        let how = if self.rules.presumed(state, who).is_some() { "as usual" } else { "the best answer" };
        let text = format!("{}: {label} ({how})", self.rules.name(state, who));
        if !self.stakes.assumes.contains(&text) {
            self.stakes.assumes.push(text);
        }
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
            if was.standing && !is.standing {
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
        self.stakes.drops.sort_by_key(|drop| drop.who);
        let aim = self.rules.describe(self.state, self.choice).aim;
        self.stakes.chance = aim.map(|means| Chance { p: self.success, means });
        self.stakes
    }
}

/// How well `side` stands after a choice, on average.
fn expected<R: Rules>(rules: &R, state: &R::State, choice: R::Choice, side: Side) -> f64 {
    let mut look = Lookahead::new(rules, state, choice);
    let mut walk = Walk::new();
    let mut answers = Answers::new();
    let mut sum = 0.0;
    loop {
        walk.begin();
        let (after, _) = look.run(&mut walk, &mut answers);
        sum += walk.probability() * standing(rules, &after, side);
        if walk.leaves() > MOST_LEAVES || !walk.next() {
            return sum;
        }
        answers.rewind(walk.kept());
    }
}

fn standing<R: Rules>(rules: &R, state: &R::State, side: Side) -> f64 {
    if let Ask::Over(crate::Outcome::Won(winner)) = rules.ask(state) {
        return if winner == side { 1e6 } else { -1e6 };
    }
    rules
        .everyone(state)
        .map(|who| {
            let vital = rules.vital(state, who);
            let worth = f64::from(vital.health) + if vital.standing { STANDING } else { 0.0 };
            if rules.side(state, who) == side { worth } else { -worth }
        })
        .sum()
}
