//! Days of several fights of one system, behind one object.

use std::ops::Range;

use fracas_adventure::{Onward, onward};
use fracas_content::{Bundle, Problems};
use fracas_kernel::{Instinct, Mind, Rules, Side, Who};
use fracas_lab::{DayReport, DayTally, Leg, Plan, Run, days};
use fracas_minds::{Minds, Tempers, Thinkers};

use crate::Trials;

/// Fights that the same heroes fight one after the other, many times.
pub trait Days: Send + Sync {
    /// Runs some days of a plan; `progress` is told how many more are done.
    fn simulate(&self, plan: &Plan, some: Range<u64>, progress: &(dyn Fn(u64) + Sync)) -> DayTally;
    fn report(&self, plan: &Plan, tally: &DayTally) -> Option<DayReport>;
}

/// Why some fights make no day.
#[derive(Debug)]
pub enum DayError {
    Problems(Problems),
    /// They do not belong together.
    Apart(String),
}

impl std::fmt::Display for DayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DayError::Problems(problems) => problems.fmt(f),
            DayError::Apart(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for DayError {}

impl From<Problems> for DayError {
    fn from(problems: Problems) -> DayError {
        DayError::Problems(problems)
    }
}

/// The fights of a day, in their order; `singles` are the same, each by itself.
pub fn day<R: Rules + Onward>(
    fights: Vec<R>,
    bundles: &[Bundle],
    minds: &Minds,
    singles: Vec<Box<dyn Trials>>,
) -> Result<Box<dyn Days>, DayError> {
    let heroes = fights.windows(2).enumerate().map(|(nth, pair)| {
        let named = |at: usize| singles[at].about().title;
        same_heroes([(&pair[0], named(nth)), (&pair[1], named(nth + 1))])
    });
    let heroes = heroes.collect::<Result<Vec<_>, _>>().map_err(DayError::Apart)?;
    let tempers = bundles.iter().map(|bundle| Tempers::read(&bundle.scenario));
    let tempers = tempers.collect::<Result<Vec<_>, Problems>>()?;
    if minds.are_instinct() && tempers.iter().all(Tempers::is_empty) {
        let legs = fights.into_iter().map(|rules| Leg { rules, mind: Instinct }).collect();
        return Ok(Box::new(Loaded { legs, heroes, singles }));
    }
    let leg = |(rules, tempers): (R, &Tempers)| Leg { rules, mind: Thinkers::new(minds, tempers) };
    let legs = fights.into_iter().zip(&tempers).map(leg).collect();
    Ok(Box::new(Loaded { legs, heroes, singles }))
}

/// The numbers of the heroes in one fight and in the next, or how they differ.
fn same_heroes<R: Rules>(
    [(one, first), (other, second)]: [(&R, String); 2],
) -> Result<Vec<(Who, Who)>, String> {
    let [then, now] = [heroes(one), heroes(other)];
    let ids = |all: &[Hero]| {
        let mut ids: Vec<String> = all.iter().map(|hero| hero.id.clone()).collect();
        ids.sort();
        ids
    };
    if ids(&then) != ids(&now) {
        let [then, now] = [then, now].map(|all| ids(&all).join(", "));
        return Err(format!(
            "the heroes are not the same: {then} in {first:?}, and {now} in {second:?}; a day needs one party"
        ));
    }
    then.iter()
        .map(|hero| {
            let same = now.iter().find(|known| known.id == hero.id).expect("the ids are the same");
            if same.health != hero.health {
                return Err(format!(
                    "{} is not the same: {} health in {first:?}, and {} in {second:?}; a day needs one party",
                    hero.id, hero.health, same.health
                ));
            }
            Ok((hero.who, same.who))
        })
        .collect()
}

struct Hero {
    who: Who,
    id: String,
    health: i32,
}

fn heroes<R: Rules>(rules: &R) -> Vec<Hero> {
    let start = rules.start();
    let all = rules.reported(&start).filter(|&who| rules.side(&start, who) == Side::Heroes);
    all.map(|who| Hero { who, id: rules.id(&start, who), health: rules.vital(&start, who).health }).collect()
}

struct Loaded<R, M> {
    legs: Vec<Leg<R, M>>,
    /// Who is who in each fight but the last, and in the next.
    heroes: Vec<Vec<(Who, Who)>>,
    singles: Vec<Box<dyn Trials>>,
}

impl<R: Rules + Onward, M: Mind<R> + Send> Days for Loaded<R, M> {
    fn simulate(&self, plan: &Plan, some: Range<u64>, progress: &(dyn Fn(u64) + Sync)) -> DayTally {
        let go_on = |nth: usize, ended: &R::State, dice: &mut fracas_dice::Seeded| {
            let [before, next] = [nth, nth + 1].map(|at| &self.legs[at].rules);
            onward(next, before, ended, &self.heroes[nth], dice)
        };
        days(&self.legs, plan, some, &go_on, progress)
    }

    fn report(&self, plan: &Plan, tally: &DayTally) -> Option<DayReport> {
        let runs: Vec<Run> = self.singles.iter().map(|single| single.run(plan)).collect();
        DayReport::of(&runs, tally)
    }
}
