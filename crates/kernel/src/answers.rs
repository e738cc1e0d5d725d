//! What others would answer in the middle of an action, when the odds look through their questions.
//!
//! The answer is the one that somebody has standing; or that the rules presume; or else the one that is best for whoever
//! gives it, as far as that one knows the table, found by looking ahead again; or, where there is too much to think
//! through, instinct's.

use fracas_dice::{Seeded, Walk};

use crate::hand::Favoured;
use crate::{
    AnyDice, AnyLog, Ask, Crowd, Fiat, Habit, Log, Made, Mark, Null, Outcome, Rules, Seat, Side, Whim, Who,
    any_dice, any_log, standing_answer,
};

/// What staying on one's feet is worth beside health, when answers are compared.
const STANDING: f64 = 12.0;
/// What an encounter won or lost is worth.
const VICTORY: f64 = 1e6;
/// How many questions in a row are looked through.
const MAX_ANSWERS: usize = 64;
/// Above this many runs of the rules an answer is weighed by samples, as many as [`GLANCES`].
const MAX_RUNS: u64 = 4_000;
const GLANCES: u32 = 500;
/// After this many outcomes in all, nothing more is thought through.
const PATIENCE: u64 = 100_000;
/// How many questions are remembered.
const MEMORY: usize = 64;

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

/// Listens for what counts as success.
#[derive(Debug)]
pub(crate) struct Marker<'a, R> {
    pub(crate) rules: &'a R,
    pub(crate) actor: Who,
    pub(crate) success: bool,
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

/// Plays a choice and everything that it sets off once, others' answers included. `heard` is told each answer.
pub(crate) fn play<R: Rules>(
    minds: &mut Minds<'_, R>,
    state: &R::State,
    choice: R::Choice,
    dice: &mut AnyDice<'_>,
    log: &mut AnyLog<'_, R::Event>,
    heard: &mut impl FnMut(&R::State, Answer<R::Choice>),
) -> R::State {
    let rules = minds.rules;
    let mut after = state.clone();
    rules.foresee(&mut after, choice, dice, log);
    for _ in 0..MAX_ANSWERS {
        if !rules.unresolved(&after) {
            break;
        }
        let Some(answer) = minds.answer(&after) else { break };
        heard(&after, answer);
        rules.resolve(&mut after, answer.choice, dice, log);
    }
    after
}

/// A way that things can go, up to somebody's question.
#[derive(Debug)]
struct Way<S> {
    state: S,
    success: bool,
    /// What the judge has said about rolls that are still to come.
    fiats: Vec<Fiat>,
    chance: f64,
}

/// Goes through all outcomes of a choice and of everything that it sets off, from question to question: ways that lead to
/// the same table go on as one, so that many who answer one after the other do not multiply. `told` gets the table at the
/// end of each, whether the choice came off, and the chance. False if that took more than `most` runs of the rules.
pub(crate) fn unfold<R: Rules>(
    minds: &mut Minds<'_, R>,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    most: u64,
    heard: &mut impl FnMut(&R::State, Answer<R::Choice>),
    told: &mut impl FnMut(&R::State, bool, f64),
) -> bool {
    let (rules, mut walk, mut left) = (minds.rules, Walk::new(), most);
    let actor = choice.who();
    let start = Way { state: state.clone(), success: false, fiats: fiats.to_vec(), chance: 1.0 };
    let mut ways = vec![start];
    for nth in 0..=MAX_ANSWERS {
        let mut next = Vec::new();
        for way in ways {
            let step = if nth == 0 {
                Step::Choice(choice)
            } else if let Some(answer) = minds.answer(&way.state) {
                heard(&way.state, answer);
                Step::Answer(answer.choice)
            } else {
                told(&way.state, way.success, way.chance);
                continue;
            };
            let whole = fan_out(rules, &mut walk, &way, actor, step, &mut left, |after| {
                if nth < MAX_ANSWERS && rules.unresolved(&after.state) {
                    merge(&mut next, after);
                } else {
                    told(&after.state, after.success, after.chance);
                }
            });
            if !whole {
                return false;
            }
        }
        if next.is_empty() {
            return true;
        }
        ways = next;
    }
    true
}

#[derive(Clone, Copy, Debug)]
enum Step<C> {
    Choice(C),
    Answer(C),
}

/// Takes one step in every way that its dice can fall. False if the runs that are `left` did not do.
fn fan_out<R: Rules>(
    rules: &R,
    walk: &mut Walk,
    from: &Way<R::State>,
    actor: Who,
    step: Step<R::Choice>,
    left: &mut u64,
    mut tell: impl FnMut(Way<R::State>),
) -> bool {
    walk.restart();
    while *left > 0 {
        *left -= 1;
        walk.begin();
        let mut state = from.state.clone();
        let mut dice = Favoured::new(walk, &from.fiats);
        let mut marker = Marker { rules, actor, success: from.success };
        let (mut thrown, mut log) = (any_dice(&mut dice), any_log(&mut marker));
        match step {
            Step::Choice(choice) => rules.foresee(&mut state, choice, &mut thrown, &mut log),
            Step::Answer(answer) => rules.resolve(&mut state, answer, &mut thrown, &mut log),
        }
        let fiats = dice.left();
        tell(Way { state, success: marker.success, fiats, chance: from.chance * walk.probability() });
        if !walk.advance() {
            return true;
        }
    }
    false
}

/// Adds a way to those that go on, or its chance to the one that is the same.
fn merge<S: PartialEq>(ways: &mut Vec<Way<S>>, way: Way<S>) {
    let same = |other: &&mut Way<S>| {
        other.success == way.success && other.fiats == way.fiats && other.state == way.state
    };
    match ways.iter_mut().find(same) {
        Some(other) => other.chance += way.chance,
        None => ways.push(way),
    }
}

/// Everybody who might be asked.
#[derive(Debug)]
pub(crate) struct Minds<'a, R: Rules> {
    pub(crate) rules: &'a R,
    habits: &'a [Habit],
    /// An answer depends on the state alone, and the same questions come up again while answers are compared.
    memory: Vec<(R::State, Answer<R::Choice>)>,
    thought: u64,
}

impl<'a, R: Rules> Minds<'a, R> {
    pub(crate) fn new(rules: &'a R, habits: &'a [Habit]) -> Minds<'a, R> {
        Minds { rules, habits, memory: Vec::new(), thought: 0 }
    }

    /// What the one who is asked would say.
    pub(crate) fn answer(&mut self, state: &R::State) -> Option<Answer<R::Choice>> {
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
        choices.retain(|&choice| choice.who() == who);
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
        let (rules, mut runs, mut sum) = (self.rules, 0, 0.0);
        let whole = unfold(self, state, choice, &[], MAX_RUNS, &mut |_, _| {}, &mut |after, _, chance| {
            runs += 1;
            sum += chance * standing(rules, after, side);
        });
        self.thought += runs;
        if whole { sum } else { self.glimpsed(state, choice, side) }
    }

    /// The same by samples.
    fn glimpsed(&mut self, state: &R::State, choice: R::Choice, side: Side) -> f64 {
        let (mut dice, mut sum) = (Seeded::new(0), 0.0);
        for _ in 0..GLANCES {
            let after =
                play(self, state, choice, &mut any_dice(&mut dice), &mut any_log(&mut Null), &mut |_, _| {});
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
    let mut plights = Vec::new();
    rules
        .everyone(state)
        .map(|who| {
            let vital = rules.vital(state, who);
            let mut worth = f64::from(vital.health);
            if vital.standing {
                plights.clear();
                rules.plights(state, who, &mut plights);
                worth += STANDING + plights.iter().map(|plight| f64::from(plight.worth)).sum::<f64>();
            }
            if rules.side(state, who) == side { worth } else { -worth }
        })
        .sum()
}
