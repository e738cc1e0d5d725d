//! A fight that was played, looked at again: the chance to win after every choice and every roll, and what of it was
//! luck and what was skill.
//!
//! A position is worth what its side wins of it when minds play on. A choice is worth what the positions are worth
//! that its dice can lead to, weighed by how likely they are. Then the **skill** of a choice is what it is worth less
//! what its position was worth, and its **luck** is what came of it less what it was worth. Each step starts where the
//! last one ended, so luck and skill of all steps add up to final less initial, with nothing left over. The dice's own
//! chances are counted, not drawn: only what follows them is played out, with the same seeds for everything that is
//! compared.

use std::collections::BTreeMap;
use std::ops::Range;

use fracas_dice::{Seeded, Walk};
use fracas_kernel::{
    Ask, ChoiceView, Made, Mind, Null, Outcome, Role, Rules, Side, Whim, any_dice, any_log, playout,
};
use serde::Serialize;

use crate::stats::Z;
use crate::{Plan, exact};

/// Sets its streams apart from all others.
const REVIEW: u64 = 0x7265_7669_6577;
const BYTES_A_POINT: usize = 1024;
/// Ways that a whole fight may take to be counted out.
const COUNTED: u64 = 60_000;
/// A choice with more outcomes than this is drawn instead of counted.
const MAX_OUTCOMES: usize = 60;
const MAX_LEAVES: u64 = 3_000;
/// The most playouts of each of somebody's other choices, to see which are worth a second look; and how many are.
const GLANCE: u32 = 48;
const SECOND_LOOKS: usize = 3;
/// A second look takes an eighth of a value's playouts, then half, then all of them.
const STAGES: [u32; 3] = [8, 2, 1];
/// Its first stage has at least this many.
const FEWEST: u32 = 16;
/// A choice stays in while it is ahead by this share of the error.
const AHEAD: f64 = 0.1;
/// The fewest playouts for one value, however long the fight is.
const FLOOR: u32 = 30;
/// Deviations that 99 of 100 values are within, so that of any hundred seeds at least 95 are.
const SURE: f64 = 2.575_829_303_548_901;
/// What a choice has to lose to be called so.
const MISTAKE: f64 = 0.05;
const BLUNDER: f64 = 0.12;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scrutiny {
    pub seed: u64,
    /// What everything together may cost, in choices; large states cost more of them.
    pub budget: u64,
    /// Changes nothing but the time it takes.
    pub threads: Option<usize>,
}

impl Scrutiny {
    /// A few seconds.
    pub const BUDGET: u64 = 16_000_000;
}

/// One step of a fight that was played.
#[derive(Debug)]
pub struct Taken<'a, R: Rules> {
    pub before: &'a R::State,
    /// `None` where the judge acted.
    pub choice: Option<R::Choice>,
    /// What was done, in its stable form.
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Review {
    pub system: String,
    pub title: String,
    /// `counted` where every value is exact, otherwise `sampled`.
    pub method: &'static str,
    /// From the heroes' side: 1 is won, 0 lost, 0.5 a draw.
    pub initial: f64,
    #[serde(rename = "final")]
    pub last: f64,
    /// Was it fought to its end? If not, `final` is what it was worth when it was left.
    pub over: bool,
    /// Every value is this near to the truth, 95 times of 100.
    pub error: f64,
    pub steps: Vec<ReviewStep>,
    pub people: Vec<Person>,
    /// The steps that changed most, by number, the greatest first.
    pub turning_points: Vec<TurningPoint>,
    /// What a choice of the heroes threw away, on average.
    pub rating: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReviewStep {
    /// Counted from one.
    pub step: usize,
    pub round: u32,
    /// The id of whoever chose; `judge` for the judge.
    pub who: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub side: Option<Side>,
    pub choice: String,
    pub label: String,
    /// What was done, as the beginning of a sentence: "Pell's shot at Goblin shaman".
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub deed: String,
    pub before: f64,
    pub after: f64,
    pub luck: f64,
    pub skill: f64,
    /// How near `before` is to the truth.
    pub error: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub better: Option<Better>,
}

/// What would have been better.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Better {
    pub choice: String,
    pub label: String,
    /// How much better, for whoever chose, and how near that is to the truth.
    pub gain: f64,
    pub error: f64,
    /// `slip`, `mistake` or `blunder`.
    pub grade: &'static str,
}

impl Better {
    /// A blunder, and a mistake at least if everything is as far off as it may be.
    pub fn is_clear_blunder(&self) -> bool {
        self.grade == "blunder" && self.gain - self.error >= MISTAKE
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Person {
    pub who: String,
    pub name: String,
    /// From the heroes' side, as in the steps.
    pub luck: f64,
    pub skill: f64,
    pub choices: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// What a choice threw away, on average, for their own side.
    pub rating: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TurningPoint {
    pub step: usize,
    /// Of the heroes' chance to win.
    pub change: f64,
    pub text: String,
}

/// An estimate and its variance.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Worth {
    value: f64,
    variance: f64,
}

impl Worth {
    const fn certain(value: f64) -> Worth {
        Worth { value, variance: 0.0 }
    }

    /// The mean of what some playouts came to.
    fn of(sum: f64, playouts: u32) -> Worth {
        let n = f64::from(playouts.max(1));
        // Nothing seen in a few playouts is not nothing: two more, one of each, keep the error honest.
        let smoothed = (sum + 1.0) / (n + 2.0);
        Worth { value: sum / n, variance: smoothed * (1.0 - smoothed) / n }
    }

    fn error(self) -> f64 {
        SURE * self.variance.sqrt()
    }
}

/// What an outcome is worth to the heroes.
fn worth_of(outcome: Option<Outcome>) -> f64 {
    match outcome {
        Some(Outcome::Won(Side::Heroes)) => 1.0,
        Some(Outcome::Won(Side::Monsters)) => 0.0,
        Some(Outcome::Draw) | None => 0.5,
    }
}

/// What can come of a step's dice.
enum Fan<S> {
    /// Every outcome with its chance, and which of them came.
    Counted(Vec<(S, f64)>, Option<usize>),
    /// Too many to count.
    Drawn,
}

struct Reviewer<'a, R: Rules, M> {
    rules: &'a R,
    mind: &'a M,
    seed: u64,
    /// Playouts for one value.
    effort: u32,
    /// Every value is counted out.
    counted: bool,
}

/// Looks at a fight again. `last` is the table as it was left; a fight that was not finished is judged by what it is
/// worth.
pub fn review<R: Rules>(
    rules: &R,
    mind: &impl Mind<R>,
    steps: &[Taken<'_, R>],
    last: &R::State,
    scrutiny: Scrutiny,
) -> Review {
    let Scrutiny { seed, budget, threads } = scrutiny;
    let plan = Plan { threads, ..Plan::new(0, seed) };
    let mut reviews = plan.map(1, &|_| {
        let start = steps.first().map_or(last, |step| step.before);
        let counted = exact(rules, start, mind, COUNTED).is_some();
        let effort = effort(rules, mind, start, seed, budget / steps.len().max(1) as u64);
        Reviewer { rules, mind, seed: seed ^ REVIEW, effort, counted }.look(steps, last)
    });
    reviews.swap_remove(0)
}

/// How many playouts a value gets, so that a long fight takes no longer than a short one.
fn effort<R: Rules>(rules: &R, mind: &impl Mind<R>, start: &R::State, seed: u64, each: u64) -> u32 {
    const PILOT: u64 = 16;
    let played = |nth: u64| {
        let (mut dice, mut whim) = (Seeded::stream(seed, nth), Whim::stream(!seed, nth));
        let mut state = start.clone();
        let turn =
            |state: &mut R::State, asked| mind.act(rules, state, asked, &mut whim, &mut dice, &mut Null);
        u64::from(playout(rules, &mut state, Plan::CAP, turn).choices)
    };
    let choices = (0..PILOT).map(played).sum::<u64>().div_ceil(PILOT).max(1);
    let points = 1 + size_of::<R::State>() as u64 / BYTES_A_POINT as u64;
    // About four values a step: before it, its outcomes, and two looks at something better. Half of the fight is left.
    let cost = 4 * choices.div_ceil(2) * points;
    (each / cost).clamp(FLOOR.into(), 20_000) as u32
}

impl<R: Rules, M: Mind<R>> Reviewer<'_, R, M> {
    fn look(&self, steps: &[Taken<'_, R>], last: &R::State) -> Review {
        let rules = self.rules;
        // On the threads on which this runs itself.
        let plan = Plan::new(0, self.seed);
        let count = steps.len() as u64;
        let fans: Vec<Fan<R::State>> = plan.map(count, &|nth| {
            let (step, index) = (&steps[nth as usize], nth as usize);
            let after = steps.get(index + 1).map_or(last, |next| next.before);
            step.choice.map_or(Fan::Counted(Vec::new(), None), |choice| self.fan(step.before, choice, after))
        });
        // What else came of the dice, and the position itself where the choice was not the mind's own.
        let looks: Vec<(Worth, Option<Worth>)> = plan.map(count, &|nth| {
            let step = &steps[nth as usize];
            let others = self.others(step, &fans[nth as usize], nth);
            let own = step.choice.is_some_and(|choice| self.is_minds_own(step.before, choice));
            (others, (!own).then(|| self.worth(step.before, self.effort, 0)))
        });
        let betters: Vec<Option<Better>> = plan.map(count, &|nth| self.better(&steps[nth as usize]));
        let last_worth = match rules.ask(last) {
            Ask::Over(outcome) => Worth::certain(worth_of(Some(outcome))),
            _ => self.worth(last, self.effort, 0),
        };
        // Backwards: what a choice is worth rests on what the table after it is worth.
        let mut after = last_worth;
        let mut told: Vec<ReviewStep> = Vec::with_capacity(steps.len());
        let mut error = last_worth.error();
        for ((step, (fan, (others, position))), better) in
            steps.iter().zip(fans.iter().zip(looks)).zip(betters).rev()
        {
            let chosen = match fan {
                Fan::Counted(outcomes, Some(came)) => {
                    let chance = outcomes[*came].1;
                    let variance = others.variance + chance * chance * after.variance;
                    Worth { value: others.value + chance * after.value, variance }
                }
                // The judge's hand is nobody's luck.
                Fan::Counted(_, None) => after,
                Fan::Drawn => others,
            };
            let before = position.unwrap_or(chosen);
            error = error.max(before.error());
            told.push(self.tell(step, before, chosen, after, better));
            after = before;
        }
        told.reverse();
        for (number, step) in told.iter_mut().enumerate() {
            step.step = number + 1;
        }
        let people = people(&told);
        let heroes: Vec<&ReviewStep> = told.iter().filter(|step| step.side == Some(Side::Heroes)).collect();
        let better = heroes.iter().filter_map(|step| step.better.as_ref());
        // An empty sum would be less than nothing, and be written so.
        let thrown = better.fold(0.0, |sum, better| sum + better.gain);
        Review {
            system: R::SYSTEM.to_owned(),
            title: rules.title().to_owned(),
            method: if self.counted { "counted" } else { "sampled" },
            initial: after.value,
            last: last_worth.value,
            over: matches!(rules.ask(last), Ask::Over(_)),
            error,
            turning_points: turning_points(&told),
            people,
            rating: thrown / heroes.len().max(1) as f64,
            steps: told,
        }
    }

    fn tell(
        &self,
        step: &Taken<'_, R>,
        before: Worth,
        chosen: Worth,
        after: Worth,
        better: Option<Better>,
    ) -> ReviewStep {
        let (rules, state) = (self.rules, step.before);
        let who = step.choice.map(Made::who);
        let view = step.choice.map(|choice| rules.describe(state, choice));
        let told = |view: &ChoiceView| {
            let targets = view.targets.iter().map(|&target| rules.name(state, target)).collect();
            deed(&rules.name(state, view.who), view, targets)
        };
        ReviewStep {
            step: 0,
            round: rules.round(state),
            who: who.map_or("judge".to_owned(), |who| rules.id(state, who)),
            name: who.map_or("The judge".to_owned(), |who| rules.name(state, who)),
            side: who.map(|who| rules.side(state, who)),
            choice: step.text.clone(),
            deed: view.as_ref().map_or_else(|| format!("The judge: {}", step.text), told),
            label: view.map_or(step.text.clone(), |view| view.label),
            before: before.value,
            after: after.value,
            luck: after.value - chosen.value,
            skill: chosen.value - before.value,
            error: before.error(),
            better,
        }
    }

    /// Where the dice of a choice can lead.
    fn fan(&self, before: &R::State, choice: R::Choice, came: &R::State) -> Fan<R::State> {
        let mut walk = Walk::new();
        let mut outcomes: Vec<(R::State, f64)> = Vec::new();
        loop {
            walk.begin();
            let mut after = before.clone();
            self.rules.apply(&mut after, choice, &mut any_dice(&mut walk), &mut any_log(&mut Null));
            let chance = walk.probability();
            match outcomes.iter_mut().find(|(other, _)| *other == after) {
                Some((_, sum)) => *sum += chance,
                None => outcomes.push((after, chance)),
            }
            let much = walk.leaves() == 0 && walk.breadth() > MAX_LEAVES as f64;
            if !walk.advance() {
                break;
            }
            if much || outcomes.len() > MAX_OUTCOMES || walk.leaves() >= MAX_LEAVES {
                return Fan::Drawn;
            }
        }
        match outcomes.iter().position(|(other, _)| other == came) {
            Some(index) => Fan::Counted(outcomes, Some(index)),
            // A judge who favoured a roll, or rules that have changed since.
            None => Fan::Drawn,
        }
    }

    /// The share of a choice's worth that lies in what did not come, or all of it where that cannot be counted.
    fn others(&self, step: &Taken<'_, R>, fan: &Fan<R::State>, index: u64) -> Worth {
        let Some(choice) = step.choice else { return Worth::certain(0.0) };
        match fan {
            Fan::Counted(outcomes, came) => {
                let others = outcomes.iter().enumerate().filter(|(nth, _)| Some(*nth) != *came);
                others.fold(Worth::certain(0.0), |sum, (_, (state, chance))| {
                    // What is as good as certain not to come needs no close look: each outcome adds as much to the
                    // variance as its chance, however few its playouts.
                    let playouts = (f64::from(self.effort) * chance).ceil() as u32;
                    let worth = self.worth(state, playouts, 1);
                    let variance = sum.variance + chance * chance * worth.variance;
                    Worth { value: sum.value + chance * worth.value, variance }
                })
            }
            Fan::Drawn => self.choice_worth(step.before, choice, self.effort, index + 2),
        }
    }

    /// Would the mind have chosen the same, without drawing lots? Then the position is worth what its choice is worth.
    fn is_minds_own(&self, state: &R::State, choice: R::Choice) -> bool {
        let fresh = Whim::new(0);
        let mut whim = fresh.clone();
        let asked = self.rules.ask(state).asked();
        self.mind.choose(self.rules, state, asked, &mut whim) == choice && whim == fresh
    }

    /// What a position is worth. `salt` keeps apart what must not rest on the same playouts.
    fn worth(&self, state: &R::State, playouts: u32, salt: u64) -> Worth {
        if let Ask::Over(outcome) = self.rules.ask(state) {
            return Worth::certain(worth_of(Some(outcome)));
        }
        if self.counted
            && let Some(exact) = exact(self.rules, state, self.mind, COUNTED)
        {
            return Worth::certain(exact.worth());
        }
        Worth::of(self.played(0..playouts, salt, |_| state.clone()), playouts)
    }

    /// What a choice is worth, its own dice drawn too.
    fn choice_worth(&self, state: &R::State, choice: R::Choice, playouts: u32, salt: u64) -> Worth {
        Worth::of(self.played_after(state, choice, 0..playouts, salt), playouts)
    }

    /// What some playouts after a choice come to, all together.
    fn played_after(&self, state: &R::State, choice: R::Choice, some: Range<u32>, salt: u64) -> f64 {
        self.played(some, salt, |dice| {
            let mut after = state.clone();
            self.rules.apply(&mut after, choice, dice, &mut Null);
            after
        })
    }

    fn played(&self, some: Range<u32>, salt: u64, mut from: impl FnMut(&mut Seeded) -> R::State) -> f64 {
        let seed = self.seed.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        some.map(u64::from)
            .map(|nth| {
                let (mut dice, mut whim) = (Seeded::stream(seed, nth), Whim::stream(!seed, nth));
                let mut state = from(&mut dice);
                let turn = |state: &mut R::State, asked| {
                    self.mind.act(self.rules, state, asked, &mut whim, &mut dice, &mut Null);
                };
                worth_of(playout(self.rules, &mut state, Plan::CAP, turn).outcome)
            })
            .sum()
    }

    /// The best of what else could have been chosen, if it is better beyond doubt.
    fn better(&self, step: &Taken<'_, R>) -> Option<Better> {
        let (rules, state, made) = (self.rules, step.before, step.choice?);
        let sign = if rules.side(state, made.who()) == Side::Heroes { 1.0 } else { -1.0 };
        let mut choices = Vec::new();
        rules.choices(state, &mut choices);
        choices.retain(|choice| choice.who() == made.who());
        // With so little to spend only great differences show, and those are not where the mind would have done the
        // same.
        let hardly = self.effort <= FLOOR && self.is_minds_own(state, made);
        if choices.len() < 2 || hardly {
            return None;
        }
        let others: Vec<R::Choice> = choices.into_iter().filter(|&choice| choice != made).collect();
        let best = self.most_promising(state, others, sign);
        let (choice, gain, error) = self.second_look(state, made, best, sign)?;
        if gain <= error.max(0.01) {
            return None;
        }
        let grade = match gain {
            gain if gain >= BLUNDER => "blunder",
            gain if gain >= MISTAKE => "mistake",
            _ => "slip",
        };
        let view = rules.describe(state, choice);
        Some(Better { choice: view.text, label: view.label, gain, error, grade })
    }

    /// A look with other dice, so that whoever was first only by luck is found out: the best of these choices, what it
    /// gains over the one that was made, and how far that may be off. It begins with a few playouts and goes on with
    /// those that may still turn out better: where what was made is good, as it mostly is, little is spent on showing
    /// it.
    fn second_look(
        &self,
        state: &R::State,
        made: R::Choice,
        choices: Vec<R::Choice>,
        sign: f64,
    ) -> Option<(R::Choice, f64, f64)> {
        let (mut own, mut done) = (0.0, 0);
        let mut looked: Vec<(R::Choice, f64)> = choices.into_iter().map(|choice| (choice, 0.0)).collect();
        let compare = |own: f64, sum: f64, playouts: u32| {
            let [own, worth] = [own, sum].map(|sum| Worth::of(sum, playouts));
            // The same seeds on both sides: what is shared cancels, so this is the most that it can be off.
            (sign * (worth.value - own.value), Z * (worth.variance + own.variance).sqrt())
        };
        for share in STAGES {
            let playouts = (self.effort / share).max(FEWEST.min(self.effort));
            own += self.played_after(state, made, done..playouts, 2);
            for (choice, sum) in &mut looked {
                *sum += self.played_after(state, *choice, done..playouts, 2);
            }
            // What is not ahead by a part of the error now will hardly be ahead by the whole of it in the end.
            looked.retain(|&(_, sum)| {
                let (gain, error) = compare(own, sum, playouts);
                gain > error * AHEAD
            });
            if looked.is_empty() {
                return None;
            }
            done = playouts;
        }
        let (choice, sum) = looked.into_iter().max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)))?;
        let (gain, error) = compare(own, sum, done);
        Some((choice, gain, error))
    }

    /// Those that are worth a second look: each round costs the same, and the better half of them goes on.
    fn most_promising(&self, state: &R::State, mut choices: Vec<R::Choice>, sign: f64) -> Vec<R::Choice> {
        // With little to spend, not all are looked at.
        let apart = choices.len().div_ceil(self.effort as usize);
        choices = choices.into_iter().step_by(apart.max(1)).collect();
        let rounds = (choices.len() / SECOND_LOOKS).max(1).ilog2() + 1;
        let mut salt = 3;
        while choices.len() > SECOND_LOOKS {
            let playouts = (self.effort / rounds / choices.len() as u32).clamp(1, GLANCE);
            let glance =
                |choice: R::Choice| (choice, sign * self.choice_worth(state, choice, playouts, salt).value);
            let mut seen: Vec<(R::Choice, f64)> = choices.into_iter().map(glance).collect();
            seen.sort_by(|a, b| b.1.total_cmp(&a.1));
            seen.truncate((seen.len() / 2).max(SECOND_LOOKS));
            choices = seen.into_iter().map(|(choice, _)| choice).collect();
            salt += 1;
        }
        choices
    }
}

fn people(steps: &[ReviewStep]) -> Vec<Person> {
    let mut order: Vec<&str> = Vec::new();
    let mut people: BTreeMap<&str, Person> = BTreeMap::new();
    for step in steps {
        if !order.contains(&step.who.as_str()) {
            order.push(&step.who);
        }
        let (who, name) = (step.who.clone(), step.name.clone());
        let nobody =
            Person { who, name, luck: 0.0, skill: 0.0, choices: 0, mistakes: 0, blunders: 0, rating: 0.0 };
        let person = people.entry(&step.who).or_insert(nobody);
        person.luck += step.luck;
        person.skill += step.skill;
        person.choices += 1;
        if let Some(better) = &step.better {
            person.rating += better.gain;
            person.mistakes += u32::from(better.grade == "mistake");
            person.blunders += u32::from(better.grade == "blunder");
        }
    }
    let rated = |mut person: Person| {
        person.rating /= f64::from(person.choices.max(1));
        person
    };
    order.into_iter().filter_map(|who| people.remove(who)).map(rated).collect()
}

/// What somebody does, as the beginning of a sentence. Deeds without anybody to aim at are as their labels say them.
fn deed(name: &str, view: &ChoiceView, targets: Vec<String>) -> String {
    let lower = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect::<String>())
    };
    match view.role {
        Role::EndTurn => return format!("The end of {name}'s turn"),
        Role::Begin => return "The beginning".to_owned(),
        _ if targets.is_empty() => return format!("{name}'s choice to {}", lower(&view.label)),
        _ => {}
    }
    let (what, with) = view.deed.title.split_once(" · ").unwrap_or((&view.deed.title, ""));
    let what = if what == "Shoot" { "shot".to_owned() } else { lower(what) };
    let with = if with.is_empty() { String::new() } else { format!(" ({with})") };
    let at = match &targets[..] {
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        many => format!("{} people", many.len()),
    };
    format!("{name}'s {what}{with} at {at}")
}

/// The five steps that changed most, and why.
fn turning_points(steps: &[ReviewStep]) -> Vec<TurningPoint> {
    let mut turns: Vec<TurningPoint> = steps
        .iter()
        .filter(|step| step.luck.abs().max(step.skill.abs()) > 0.005)
        .map(|step| {
            let (luck, skill) = (step.luck, step.skill);
            let change = if luck.abs() >= skill.abs() { luck } else { skill };
            let percent = format!("{:+.0} %", change * 100.0).replace('-', "−");
            let ours = step.side != Some(Side::Monsters);
            let good = (change > 0.0) == ours;
            // The figure is the heroes' chance: what is lucky for the others is a loss.
            let whose = if ours { "" } else { " for the monsters" };
            let deed = &step.deed;
            let text = if luck.abs() >= skill.abs() {
                let how = if good { "lucky" } else { "unlucky" };
                format!("{deed}: {how}{whose}, {percent}")
            } else if let Some(better) = &step.better {
                format!("{deed}: {percent}, “{}” was best", better.label)
            } else {
                let how = if good { "well chosen" } else { "poorly chosen" };
                format!("{deed}: {how}{whose}, {percent}")
            };
            TurningPoint { step: step.step, change, text }
        })
        .collect();
    turns.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    turns.truncate(5);
    turns
}

#[cfg(test)]
mod tests {
    use fracas_kernel::Who;

    use super::*;

    fn step(deed: &str, side: Side, luck: f64, skill: f64) -> ReviewStep {
        let text = String::new;
        ReviewStep {
            step: 1,
            round: 1,
            who: text(),
            name: text(),
            side: Some(side),
            choice: text(),
            label: text(),
            deed: deed.to_owned(),
            before: 0.5,
            after: 0.5 + luck + skill,
            luck,
            skill,
            error: 0.0,
            better: None,
        }
    }

    #[test]
    fn turning_points_are_told_as_somebody_would() {
        let told =
            |deed: &str, side, luck, skill| turning_points(&[step(deed, side, luck, skill)])[0].text.clone();
        assert_eq!(
            told("Pell's shot at Goblin shaman", Side::Heroes, 0.09, 0.0),
            "Pell's shot at Goblin shaman: lucky, +9 %"
        );
        assert_eq!(told("Pell's shot", Side::Heroes, -0.09, 0.0), "Pell's shot: unlucky, −9 %");
        assert_eq!(
            told("Goblin's shot", Side::Monsters, -0.08, 0.0),
            "Goblin's shot: lucky for the monsters, −8 %"
        );
        assert_eq!(
            told("Goblin's shot", Side::Monsters, 0.08, 0.0),
            "Goblin's shot: unlucky for the monsters, +8 %"
        );
        assert_eq!(
            told("Brakk's choice to wait", Side::Heroes, 0.0, -0.1),
            "Brakk's choice to wait: poorly chosen, −10 %"
        );
    }

    #[test]
    fn deeds_are_told_by_what_is_done_and_to_whom() {
        let mut view = ChoiceView::new(Who(0), String::new());
        view.label = "Move to Far bank".to_owned();
        assert_eq!(deed("Pell", &view, Vec::new()), "Pell's choice to move to Far bank");
        view.deed.title = "Shoot · short bow".to_owned();
        assert_eq!(
            deed("Pell", &view, vec!["Goblin shaman".to_owned()]),
            "Pell's shot (short bow) at Goblin shaman"
        );
        view.role = Role::EndTurn;
        assert_eq!(deed("Pell", &view, Vec::new()), "The end of Pell's turn");
    }
}
