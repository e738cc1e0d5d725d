//! Thinking about one choice: what is known, what could be done, what it is worth.

use std::time::{Duration, Instant};

use fracas_kernel::{Crowd, Made, Role, Rules, Seat, Side, Whim, Who};

use crate::brain::{Brain, Budget, Kind};
use crate::outlook::{Line, Outlook};
use crate::search::{Arm, Effort, halve, sort, try_all, width};
use crate::temper::weights;

/// How often greedy tries each choice at first, and how often those that look best.
const GLANCES: u64 = 6;
const LOOKS: u64 = 24;
/// For how many turns of everybody a long look goes on; a quick one does as the system advises.
const LATER: u32 = 15;
/// More lines than this are thinned out by a quick look before they are tried further.
const SEARCHED: usize = 12;
const QUICK: u64 = 8;
/// With fewer long playouts than this for each line, short ones tell more.
const WORTHWHILE: f64 = 60.0;
/// The share of a budget that the quick look may take, in hundredths.
const QUICK_SHARE: u32 = 35;
/// What instinct's own choice is given beforehand, and how many of its standard errors: of many things that were tried a
/// few times, one always looks better than it is.
const TRUST: f64 = 0.004;
const DOUBT: f64 = 1.2;
/// A careless mind slips once in this many choices.
const SLIPS: u64 = 3;
/// In a long fight instinct is given more with every round: where both sides lose by coming first, neither ever would, and instinct
/// comes.
const LONG: u32 = 20;
const HASTE: f64 = 0.03;

/// What a mind came to.
#[derive(Clone, Debug)]
pub struct Thought<C> {
    pub choice: C,
    /// Everything that was tried, the best first; nothing where nothing had to be weighed.
    pub weighed: Vec<Weighed<C>>,
    pub playouts: u64,
    pub took: Duration,
}

/// A choice, and what a mind thinks of it.
#[derive(Clone, Debug)]
pub struct Weighed<C> {
    pub choice: C,
    /// From about -1.5, all is lost, to 1.5; and how far that may be off.
    pub worth: f64,
    pub error: f64,
    /// The share of fights won, where they were played to the end.
    pub wins: Option<f64>,
    pub tries: u64,
    /// How often each one still stood at the end, by number.
    pub standing: Vec<f64>,
}

impl<C: Copy> Thought<C> {
    fn at_once(choice: C) -> Thought<C> {
        Thought { choice, weighed: Vec::new(), playouts: 0, took: Duration::ZERO }
    }
}

/// Thinks for one of `asked`, who must be asked now, with what their side knows. Where they are of both sides, for one of
/// the side that is named first.
pub fn think<R: Rules>(
    brain: &Brain,
    rules: &R,
    state: &R::State,
    asked: Crowd,
    whim: &mut Whim,
) -> Thought<R::Choice> {
    let side = asked.first().map_or(Side::Heroes, |who| rules.side(state, who));
    think_as(brain, rules, state, asked, Seat::Player(members(rules, state, side)), whim)
}

/// The same with what a seat knows, which may be less.
pub fn think_as<R: Rules>(
    brain: &Brain,
    rules: &R,
    state: &R::State,
    asked: Crowd,
    seat: Seat,
    whim: &mut Whim,
) -> Thought<R::Choice> {
    let began = Instant::now();
    let asked = asked_of_one_side(rules, state, asked);
    if brain.kind == Kind::Instinct || !rules.is_weighty(state) && brain.kind != Kind::Random {
        return Thought::at_once(brain.instinct(rules, state, asked, whim));
    }
    let Some(side) = asked.first().map(|who| rules.side(state, who)) else {
        return Thought::at_once(rules.instinct(state, asked, whim));
    };
    let known = rules.known(state, seat);
    let mut choices = Vec::new();
    // What can be chosen is read off the table itself: it is what a player is offered too.
    rules.choices(state, &mut choices);
    let awaited = rules.awaited(state) & asked;
    let choosers = if awaited.is_empty() { asked } else { awaited };
    choices.retain(|choice| choosers.has(choice.who()));
    if brain.kind == Kind::Random && !choices.is_empty() {
        return Thought::at_once(choices[whim.below(choices.len() as u64) as usize]);
    }
    let first = brain.instinct(rules, &known, choosers, whim);
    rules.narrow(&known, &mut choices);
    if !choices.contains(&first) && rules.legal(state, first).is_ok() {
        choices.push(first);
    }
    if choices.len() < 2 {
        return Thought::at_once(choices.first().copied().unwrap_or(first));
    }
    if brain.kind == Kind::Careless {
        let slips = whim.below(SLIPS) == 0;
        return Thought::at_once(if slips { slip(rules, &known, &choices, first, whim) } else { first });
    }
    // Instinct's choice comes first, and is taken where all are equal.
    if let Some(at) = choices.iter().position(|&choice| choice == first) {
        choices.swap(0, at);
    }
    // The others in any order: what comes first in a list, and so in a file, is not better for it.
    for at in (2..choices.len()).rev() {
        choices.swap(at, 1 + whim.below(at as u64) as usize);
    }
    let who = first.who();
    let weights = weights(brain.temper(rules, &known, who));
    let outlook = Outlook::new(rules, &known, side, weights, whim);
    let size = width(outlook.everyone());
    let arms: Vec<_> = choices.iter().map(|&choice| Arm::new(Line::of(choice), size)).collect();
    let noises: Vec<f64> = choices.iter().map(|_| f64::from(weights.noise) * wobble(whim)).collect();
    let trust = TRUST + HASTE * f64::from(rules.round(&known).saturating_sub(LONG));
    let trusted = |arm: &Arm<R::Choice>| {
        if arm.line.choice == first { trust + DOUBT * arm.error().min(0.2) } else { 0.0 }
    };
    let bonus = |arm: &Arm<R::Choice>| {
        let at = choices.iter().position(|&choice| choice == arm.line.choice);
        trusted(arm) + at.map_or(0.0, |at| noises[at])
    };
    let known = &known;
    let arms = match brain.kind {
        Kind::Search(budget) => {
            let thinking = Thinking { rules, known, outlook: &outlook, threads: brain.threads, began };
            thinking.search(arms, budget, size, bonus)
        }
        _ => {
            let mut arms = arms;
            let effort = Effort { threads: brain.threads, far: outlook.soon(), is_late: &|| false };
            try_all(&outlook, &mut arms, GLANCES, effort);
            sort(&mut arms, &bonus);
            let rejected = arms.split_off(arms.len().min(SEARCHED));
            try_all(&outlook, &mut arms, LOOKS, effort);
            sort(&mut arms, &bonus);
            arms.extend(rejected);
            arms
        }
    };
    conclude(&outlook, arms, began)
}

/// What somebody careless does instead: nothing, or anything but going somewhere, which some want more than to fight.
fn slip<R: Rules>(
    rules: &R,
    known: &R::State,
    choices: &[R::Choice],
    first: R::Choice,
    whim: &mut Whim,
) -> R::Choice {
    let rest = rules.rest(known, first.who()).filter(|rest| choices.contains(rest));
    let any = choices[whim.below(choices.len() as u64) as usize];
    let acts = || rules.describe(known, any).role == Role::Act;
    rest.unwrap_or_else(|| if acts() { any } else { first })
}

struct Thinking<'a, R: Rules> {
    rules: &'a R,
    known: &'a R::State,
    outlook: &'a Outlook<'a, R>,
    threads: usize,
    began: Instant,
}

impl<R: Rules> Thinking<'_, R> {
    fn search(
        &self,
        mut arms: Vec<Arm<R::Choice>>,
        budget: Budget,
        size: usize,
        bonus: impl Fn(&Arm<R::Choice>) -> f64,
    ) -> Vec<Arm<R::Choice>> {
        let soon = self.outlook.soon();
        let mut rejected = Vec::new();
        let mut left = budget;
        // The pace of short playouts, where time counts: how many in a second.
        let mut pace = f64::INFINITY;
        if arms.len() > SEARCHED {
            let (tries, until) = match budget {
                Budget::Playouts(total) => {
                    let may = u64::from(total) * u64::from(QUICK_SHARE) / 100;
                    let tries = (may / arms.len() as u64).clamp(1, QUICK);
                    let spent = tries * arms.len() as u64;
                    left = Budget::Playouts(total.saturating_sub(spent as u32).max(1));
                    (tries, None)
                }
                Budget::Time(time) => (QUICK, Some(self.began + time * QUICK_SHARE / 100)),
            };
            let is_late = || until.is_some_and(|until| Instant::now() >= until);
            let effort = Effort { threads: self.threads, far: soon, is_late: &is_late };
            try_all(self.outlook, &mut arms, tries, effort);
            if until.is_some() {
                let tried: u64 = arms.iter().map(|arm| arm.tries).sum();
                pace = tried as f64 / self.began.elapsed().as_secs_f64().max(1e-6);
            }
            sort(&mut arms, &bonus);
            rejected = arms.split_off(SEARCHED);
        }
        let mut lines: Vec<Line<R::Choice>> = arms.iter().map(|arm| arm.line).collect();
        let resting = arms.iter().map(|arm| arm.line.choice).filter(|&choice| self.goes_on_after(choice));
        lines.extend(resting.map(|choice| Line { choice, then_rests: true }));
        let mut far = self.outlook.turns(LATER);
        if let Budget::Time(time) = budget {
            let time = time.saturating_sub(self.began.elapsed());
            left = Budget::Time(time);
            // A long playout takes a few times as long as a short one.
            if pace * time.as_secs_f64() / (4.0 * lines.len() as f64) < WORTHWHILE {
                far = soon;
            }
        }
        // What was seen in the quick look does not count any more.
        let arms = lines.into_iter().map(|line| Arm::new(line, size)).collect();
        let mut arms =
            halve(self.outlook, arms, left, Effort { threads: self.threads, far, is_late: &|| false }, bonus);
        arms.extend(rejected);
        arms
    }

    /// Could whoever makes this choice do more in the same turn, as far as one can tell without dice?
    fn goes_on_after(&self, choice: R::Choice) -> bool {
        let who = choice.who();
        let Some(rest) = self.rules.rest(self.known, who).filter(|&rest| rest != choice) else {
            return false;
        };
        let mut after = self.known.clone();
        let mut dice = fracas_dice::Seeded::new(0);
        self.rules.apply(&mut after, choice, &mut dice, &mut fracas_kernel::Null);
        self.rules.ask(&after).asked().has(who)
            && self.rules.round(&after) == self.rules.round(self.known)
            && self.rules.rest(&after, who) == Some(rest)
    }
}

fn conclude<R: Rules>(
    outlook: &Outlook<'_, R>,
    arms: Vec<Arm<R::Choice>>,
    began: Instant,
) -> Thought<R::Choice> {
    let playouts = arms.iter().map(|arm| arm.tries).sum();
    let mut weighed: Vec<Weighed<R::Choice>> = Vec::with_capacity(arms.len());
    let counted = width(outlook.everyone());
    for arm in arms {
        // A choice is worth what its best line is worth, and that one comes first.
        if weighed.iter().any(|known| known.choice == arm.line.choice) {
            continue;
        }
        weighed.push(Weighed {
            choice: arm.line.choice,
            worth: arm.mean(),
            error: arm.error(),
            wins: arm.wins(),
            tries: arm.tries,
            standing: (0..counted).map(|number| arm.up(Who(number as u8))).collect(),
        });
    }
    Thought { choice: weighed[0].choice, weighed, playouts, took: began.elapsed() }
}

/// Between -1 and 1, mostly near 0.
fn wobble(whim: &mut Whim) -> f64 {
    let mut even = || whim.below(1 << 20) as f64 / f64::from(1 << 20);
    even() - even()
}

/// All who are asked of one side: that without which it cannot go on.
pub(crate) fn asked_of_one_side<R: Rules>(rules: &R, state: &R::State, asked: Crowd) -> Crowd {
    let awaited = rules.awaited(state) & asked;
    let Some(side) = awaited.first().or(asked.first()).map(|who| rules.side(state, who)) else {
        return asked;
    };
    asked.filter(|&who| rules.side(state, who) == side).collect()
}

fn members<R: Rules>(rules: &R, state: &R::State, side: Side) -> Crowd {
    rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect()
}
