//! A look at play from outside: which choices were idle, pacing back and forth, or clearly losing?
//!
//! The judge is greedy with many tries, on what the chooser's side knows. A choice is held against leaving it at that
//! ([`Ponder::rest`](fracas_kernel::Ponder)), and leaving it at that is held against the best there was.

use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Made, Null, Rules, Seat, Temper, Whim};
use serde::Serialize;

use crate::CAP;
use crate::brain::Brain;
use crate::outlook::{Line, Outlook};
use crate::search::{Arm, Effort, try_all, width};
use crate::temper::weights;
use crate::thought::think;

/// How often the judge tries each choice, and for how many turns of everybody.
const TRIES: u64 = 160;
const TURNS: u32 = 2;
/// A difference must be this many standard errors, and this much of all that there is, to count.
const CLEAR: f64 = 4.0;
const LEAST: f64 = 0.02;

/// What was found in some fights.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Audit {
    /// Choices that were made, and how many of them were looked at.
    pub made: u64,
    pub judged: u64,
    /// Did nothing where something would have been clearly better.
    pub idle: u64,
    /// Went back to where it had just come from, with nothing done in between.
    pub pacing: u64,
    /// Worse than doing nothing.
    pub losing: u64,
    /// A few of them in words.
    pub examples: Vec<String>,
}

impl Audit {
    const EXAMPLES: usize = 12;

    pub fn faults(&self) -> u64 {
        self.idle + self.pacing + self.losing
    }

    pub fn add(&mut self, other: Audit) {
        self.made += other.made;
        self.judged += other.judged;
        self.idle += other.idle;
        self.pacing += other.pacing;
        self.losing += other.losing;
        let room = Audit::EXAMPLES.saturating_sub(self.examples.len());
        self.examples.extend(other.examples.into_iter().take(room));
    }
}

/// Plays fight `nth` of a seed by `brain` on both sides, and judges every `step`th choice.
pub fn audit<R: Rules>(rules: &R, brain: &Brain, seed: u64, nth: u64, step: u32) -> Audit {
    let mut state = rules.start();
    let (mut dice, mut whim) = (Seeded::stream(seed, nth), Whim::stream(!seed, nth));
    let mut steps: Vec<Vec<String>> = Vec::new();
    let mut found = Audit::default();
    for made in 0..CAP {
        let asked = match rules.ask(&state) {
            Ask::Over(_) => break,
            ask => ask.asked(),
        };
        let choice = think(brain, rules, &state, asked, &mut whim).choice;
        found.made += 1;
        if rules.is_weighty(&state) {
            let paced = paces(rules, &state, choice, &mut steps);
            if made % step.max(1) == 0 {
                let judge =
                    &mut Whim::stream(seed ^ 0x0061_7564_6974, nth * u64::from(CAP) + u64::from(made));
                let fault = judge_one(rules, &state, choice, judge, &mut found);
                let fault = fault.or(paced.then_some("pacing"));
                match fault {
                    Some("idle") => found.idle += 1,
                    Some("losing") => found.losing += 1,
                    Some(_) => found.pacing += 1,
                    None => {}
                }
                if let Some(fault) = fault
                    && found.examples.len() < Audit::EXAMPLES
                {
                    let text = rules.text(&state, choice);
                    found.examples.push(format!("{fault}: fight {nth}, choice {}, {text}", made + 1));
                }
            }
        }
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    found
}

/// Is this a step back to where somebody was before its last step, with nothing but steps in between?
fn paces<R: Rules>(rules: &R, state: &R::State, choice: R::Choice, steps: &mut Vec<Vec<String>>) -> bool {
    let who = choice.who();
    if steps.len() <= who.index() {
        steps.resize(who.index() + 1, Vec::new());
    }
    let trail = &mut steps[who.index()];
    if rules.rest(state, who) == Some(choice) {
        return false;
    }
    let view = rules.describe(state, choice);
    match view.to.filter(|_| view.targets.is_empty()) {
        Some(to) => {
            let back = trail.len() >= 2 && trail[trail.len() - 2] == to;
            trail.push(to);
            back
        }
        None => {
            trail.clear();
            false
        }
    }
}

fn judge_one<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    whim: &mut Whim,
    found: &mut Audit,
) -> Option<&'static str> {
    let who = choice.who();
    found.judged += 1;
    let rest = rules.rest(state, who)?;
    let side = rules.side(state, who);
    let seat: Crowd = rules.everyone(state).filter(|&one| rules.side(state, one) == side).collect();
    let known = rules.known(state, Seat::Player(seat));
    let outlook = Outlook::new(rules, &known, side, weights(Temper::Steady), whim);
    let size = width(outlook.everyone());
    let effort = Effort { threads: 1, far: outlook.turns(TURNS), is_late: &|| false };
    let weigh = |choices: &[R::Choice], tries: u64| {
        let mut arms: Vec<Arm<R::Choice>> =
            choices.iter().map(|&choice| Arm::new(Line::of(choice), size)).collect();
        try_all(&outlook, &mut arms, tries, effort);
        arms
    };
    let clearly_below = |worse: &Arm<R::Choice>, better: &Arm<R::Choice>| {
        let behind = better.mean() - worse.mean();
        behind > LEAST && behind > CLEAR * better.error().hypot(worse.error())
    };
    if choice != rest {
        let arms = weigh(&[choice, rest], TRIES);
        return clearly_below(&arms[0], &arms[1]).then_some("losing");
    }
    let mut others = Vec::new();
    rules.choices(state, &mut others);
    others.retain(|&other| other.who() == who && other != rest);
    // The best of a quick look, and then a fair comparison with dice that did not pick it.
    let quick = weigh(&others, 12);
    let best = quick.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()))?.line.choice;
    let again = Outlook::new(rules, &known, side, weights(Temper::Steady), whim);
    let mut arms = [Arm::new(Line::of(rest), size), Arm::new(Line::of(best), size)];
    try_all(&again, &mut arms, TRIES, effort);
    clearly_below(&arms[0], &arms[1]).then_some("idle")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_add_up_and_examples_stay_few() {
        let one = Audit {
            made: 10,
            judged: 5,
            idle: 1,
            pacing: 2,
            losing: 3,
            examples: (0..8).map(|nth| nth.to_string()).collect(),
        };
        let mut all = one.clone();
        all.add(one);
        assert_eq!((all.made, all.judged, all.faults(), all.examples.len()), (20, 10, 12, 12));
    }
}
