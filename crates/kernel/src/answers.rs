//! What others would answer in the middle of an action, when the odds look through their questions.
//!
//! The answer is the one that somebody has standing; or that the rules presume; or else the one that is best for whoever gives it, as far as that one
//! knows the table, found by looking ahead again; or, where there is too much to think through, instinct's.

use fracas_dice::{Dice, Seeded, Walk};

use crate::hand::Favoured;
use crate::{Ask, Crowd, Log, Null, Outcome, Rules, Seat, Side, Standing, Whim, Who, standing_answer};

/// What staying on one's feet is worth beside health, when answers are compared.
const STANDING: f64 = 12.0;
/// What an encounter won or lost is worth.
const VICTORY: f64 = 1e6;
/// How many questions in a row are looked through.
const MOST_ANSWERS: usize = 64;
/// Above so many outcomes an answer is weighed by samples, as many as [`GLANCES`].
const MOST_LEAVES: u64 = 4_000;
const GLANCES: u32 = 500;
/// After so many outcomes in all, nothing more is thought through.
const PATIENCE: u64 = 100_000;
/// How many questions are remembered.
const MEMORY: usize = 64;

/// Dice that know how many results they have given.
pub(crate) trait Source: Dice {
    fn depth(&self) -> usize;
}

impl Source for Favoured<'_, Walk> {
    fn depth(&self) -> usize {
        self.dice.depth()
    }
}

impl Source for Favoured<'_, Seeded> {
    fn depth(&self) -> usize {
        0
    }
}

/// The answers given on the way to one outcome. Ways share their beginning, and so they share these.
#[derive(Debug)]
pub(crate) struct Path<C> {
    given: Vec<(usize, C)>,
}

impl<C> Default for Path<C> {
    fn default() -> Path<C> {
        Path { given: Vec::new() }
    }
}

impl<C> Path<C> {
    /// Forgets what was answered after more than the first `kept` results.
    pub(crate) fn rewind(&mut self, kept: usize) {
        self.given.retain(|&(depth, _)| depth <= kept);
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Answer<C> {
    pub(crate) who: Who,
    pub(crate) choice: C,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Standing,
    Presumed,
    Best,
    Instinct,
}

impl<C: Copy> Answer<C> {
    pub(crate) fn words<R: Rules<Choice = C>>(&self, rules: &R, state: &R::State) -> String {
        let how = match self.how {
            How::Standing => "the standing answer",
            How::Presumed => "as usual",
            How::Best => "the best answer",
            How::Instinct => "by instinct",
        };
        format!("{}: {} ({how})", rules.name(state, self.who), rules.describe(state, self.choice).label)
    }
}

/// Plays a choice and everything that it sets off, others' answers included. `heard` is told each answer that is not
/// on `path` yet.
pub(crate) fn play<R: Rules, D: Source>(
    minds: &mut Minds<'_, R>,
    state: &R::State,
    choice: R::Choice,
    dice: &mut D,
    log: &mut impl Log<R::Event>,
    path: &mut Path<R::Choice>,
    heard: &mut impl FnMut(&R::State, Answer<R::Choice>),
) -> R::State {
    let rules = minds.rules;
    let mut after = state.clone();
    rules.foresee(&mut after, choice, dice, log);
    for nth in 0..MOST_ANSWERS {
        if !rules.unresolved(&after) {
            break;
        }
        let answer = match path.given.get(nth) {
            Some(&(_, answer)) => answer,
            None => {
                let Some(answer) = minds.answer(&after) else { break };
                heard(&after, answer);
                path.given.push((dice.depth(), answer.choice));
                answer.choice
            }
        };
        rules.resolve(&mut after, answer, dice, log);
    }
    after
}

/// Everybody who might be asked.
#[derive(Debug)]
pub(crate) struct Minds<'a, R: Rules> {
    rules: &'a R,
    habits: &'a [Standing],
    /// An answer depends on the state alone, and the same questions come up again while answers are compared.
    memory: Vec<(R::State, Answer<R::Choice>)>,
    thought: u64,
}

impl<'a, R: Rules> Minds<'a, R> {
    pub(crate) fn new(rules: &'a R, habits: &'a [Standing]) -> Minds<'a, R> {
        Minds { rules, habits, memory: Vec::new(), thought: 0 }
    }

    /// What the one who is asked would say.
    fn answer(&mut self, state: &R::State) -> Option<Answer<R::Choice>> {
        let who = self.rules.ask(state).asked().first()?;
        if let Some(choice) = standing_answer(self.rules, state, self.habits) {
            return Some(Answer { who, choice, how: How::Standing });
        }
        if let Some(choice) = self.rules.presumed(state, who)
            && self.rules.legal(state, choice).is_ok()
        {
            return Some(Answer { who, choice, how: How::Presumed });
        }
        if let Some((_, known)) = self.memory.iter().find(|(met, _)| met == state) {
            return Some(*known);
        }
        if self.thought >= PATIENCE || self.memory.len() >= MEMORY {
            let choice = self.rules.instinct(state, Crowd::one(who), &mut Whim::new(0));
            return Some(Answer { who, choice, how: How::Instinct });
        }
        let choice = self.best(state, who)?;
        let answer = Answer { who, choice, how: How::Best };
        self.memory.push((state.clone(), answer));
        Some(answer)
    }

    /// The answer after which the side of `who` stands best; the first of equals.
    fn best(&mut self, state: &R::State, who: Who) -> Option<R::Choice> {
        let mut choices = Vec::new();
        self.rules.choices(state, &mut choices);
        choices.retain(|&choice| self.rules.actor(choice) == who);
        if let [only] = choices[..] {
            return Some(only);
        }
        let known = self.rules.known(state, Seat::Player(Crowd::one(who)));
        let side = self.rules.side(state, who);
        let mut best: Option<(R::Choice, f64)> = None;
        for choice in choices {
            let value = self.expected(&known, choice, side);
            // Values that differ by rounding alone are equal.
            if best.is_none_or(|(_, most)| value > most + 1e-9) {
                best = Some((choice, value));
            }
        }
        best.map(|(choice, _)| choice)
    }

    /// How well `side` stands after a choice, on average.
    fn expected(&mut self, state: &R::State, choice: R::Choice, side: Side) -> f64 {
        let (mut walk, mut path, mut sum) = (Walk::new(), Path::default(), 0.0);
        loop {
            walk.begin();
            let mut dice = Favoured::new(&mut walk, &[]);
            let after = play(self, state, choice, &mut dice, &mut Null, &mut path, &mut |_, _| {});
            sum += walk.probability() * standing(self.rules, &after, side);
            self.thought += 1;
            if walk.leaves() >= MOST_LEAVES {
                return self.glimpsed(state, choice, side);
            }
            if !walk.advance() {
                return sum;
            }
            path.rewind(walk.kept());
        }
    }

    /// The same by samples.
    fn glimpsed(&mut self, state: &R::State, choice: R::Choice, side: Side) -> f64 {
        let (mut dice, mut sum) = (Seeded::new(0), 0.0);
        for _ in 0..GLANCES {
            let (mut dice, mut path) = (Favoured::new(&mut dice, &[]), Path::default());
            let after = play(self, state, choice, &mut dice, &mut Null, &mut path, &mut |_, _| {});
            sum += standing(self.rules, &after, side);
            self.thought += 1;
        }
        sum / f64::from(GLANCES)
    }
}

fn standing<R: Rules>(rules: &R, state: &R::State, side: Side) -> f64 {
    if let Ask::Over(Outcome::Won(winner)) = rules.ask(state) {
        return if winner == side { VICTORY } else { -VICTORY };
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
