//! Days of several fights in a row, with the same heroes: how far they get. How heroes come out of one fight and into
//! the next is for whoever knows the rules.

use std::ops::Range;

use fracas_dice::Seeded;
use fracas_kernel::{Mind, Null, Report, Side, playout};
use serde::Serialize;

use crate::report::MindsReport;
use crate::{Counts, End, Plan, Rate, Run};

/// One of the fights of a day: its rules, and who decides in it.
#[derive(Debug)]
pub struct Leg<R, M> {
    pub rules: R,
    pub mind: M,
}

/// What is counted of many days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayTally {
    pub days: u64,
    pub legs: Vec<LegTally>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LegTally {
    /// By [`End`], of the days that came to it.
    pub ends: [u64; 4],
    /// How many heroes begin it on their feet, and what health they have between them.
    pub standing: Counts,
    pub health: Counts,
    pub rounds: Counts,
}

impl LegTally {
    fn reached(&self) -> u64 {
        self.ends.iter().sum()
    }
}

impl DayTally {
    fn none(legs: usize) -> DayTally {
        DayTally { days: 0, legs: vec![LegTally::default(); legs] }
    }

    /// Adds other days.
    pub fn merge(&mut self, other: &DayTally) {
        self.days += other.days;
        for (mine, theirs) in self.legs.iter_mut().zip(&other.legs) {
            mine.ends.iter_mut().zip(theirs.ends).for_each(|(mine, theirs)| *mine += theirs);
            mine.standing.merge(&theirs.standing);
            mine.health.merge(&theirs.health);
            mine.rounds.merge(&theirs.rounds);
        }
    }
}

/// Runs some of a plan's days. The dice and whims of day *i* are those of fight *i*, and go on from one fight to the
/// next: the first is fight *i* itself. `onward` is told the number of a fight that was won and how it ended, and
/// makes the start of the next.
pub fn days<R: Report, M: Mind<R> + Send>(
    legs: &[Leg<R, M>],
    plan: &Plan,
    some: Range<u64>,
    onward: &(impl Fn(usize, &R::State, &mut Seeded) -> R::State + Sync),
    progress: &(impl Fn(u64) + Sync + ?Sized),
) -> DayTally {
    let work = |tally: &mut DayTally, nth: u64| {
        live(legs, plan, some.start + nth, onward, tally);
        progress(1);
    };
    let days = some.end.saturating_sub(some.start);
    plan.fold(days, &|| DayTally::none(legs.len()), &work, DayTally::merge)
}

fn live<R: Report, M: Mind<R>>(
    legs: &[Leg<R, M>],
    plan: &Plan,
    day: u64,
    onward: &impl Fn(usize, &R::State, &mut Seeded) -> R::State,
    tally: &mut DayTally,
) {
    tally.days += 1;
    let Some(first) = legs.first() else { return };
    let (mut dice, mut whim, mut state) = (plan.dice(day), plan.whim(day), first.rules.start());
    for (nth, (Leg { rules, mind }, leg)) in legs.iter().zip(&mut tally.legs).enumerate() {
        let (mut standing, mut health) = (0, 0);
        for who in rules.reported(&state).filter(|&who| rules.side(&state, who) == Side::Heroes) {
            let vital = rules.vital(&state, who);
            standing += i32::from(vital.standing);
            health += vital.health.max(0);
        }
        leg.standing.add(standing);
        leg.health.add(health);
        let mut last = rules.time(&state);
        let fought = playout(rules, &mut state, plan.cap, |state, asked| {
            // Rules may count on when all is over.
            last = rules.time(state);
            mind.act(rules, state, asked, &mut whim, &mut dice, &mut Null);
        });
        let end = End::of(fought.outcome);
        leg.rounds.add(last as i32);
        leg.ends[end as usize] += 1;
        if end != End::Heroes {
            break;
        }
        if nth + 1 < legs.len() {
            state = onward(nth, &state, &mut dice);
        }
    }
}

/// What many days come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DayReport {
    pub system: String,
    pub days: u64,
    pub seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minds: Option<MindsReport>,
    /// Days on which every fight is won.
    pub whole: Rate,
    pub fights: Vec<LegReport>,
    pub notes: &'static [&'static str],
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LegReport {
    pub title: String,
    /// Of all days, those on which it comes to this fight.
    pub reached: Rate,
    /// Of those, the ones on which the heroes win it.
    pub won: Rate,
    pub lost: Rate,
    pub draw: Rate,
    /// Of all days, those on which the heroes have won it and those before.
    pub so_far: Rate,
    /// How many heroes begin it on their feet, and with how much health between them, on average.
    pub standing: Option<f64>,
    pub health: Option<f64>,
    pub rounds: Option<f64>,
}

const NOTES: &[&str] = &[
    "low and high: 95% bounds on the true chance, by Wilson's method",
    "won, lost, draw: of the days that came to this fight; so_far: of all days",
    "between fights nobody sleeps: docs/DAYS.md says what each system gives",
];

impl DayReport {
    /// `runs` are the fights of the day, each as a run of its own.
    pub fn of(runs: &[Run], tally: &DayTally) -> Option<DayReport> {
        let first = runs.first()?;
        let fights = runs.iter().zip(&tally.legs).map(|(run, leg)| {
            let reached = leg.reached();
            let won = leg.ends[End::Heroes as usize];
            let undecided = leg.ends[End::Draw as usize] + leg.ends[End::Cap as usize];
            LegReport {
                title: run.about.title.clone(),
                reached: Rate::new(reached, tally.days),
                won: Rate::new(won, reached),
                lost: Rate::new(leg.ends[End::Monsters as usize], reached),
                draw: Rate::new(undecided, reached),
                so_far: Rate::new(won, tally.days),
                standing: leg.standing.mean(),
                health: leg.health.mean(),
                rounds: leg.rounds.mean(),
            }
        });
        let fights: Vec<LegReport> = fights.collect();
        Some(DayReport {
            system: first.about.system.clone(),
            days: tally.days,
            seed: first.seed,
            minds: MindsReport::of(first),
            whole: fights.last()?.so_far,
            fights,
            notes: NOTES,
        })
    }
}
