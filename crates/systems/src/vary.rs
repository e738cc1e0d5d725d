//! One scenario in many versions: what a number is worth, which number gives a wanted win rate, whether two versions differ.
//! All versions are fought with the same seeds, so that differences between them are differences of the versions.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use fracas_content::{Bundle, PathError, Problems, Source};
use fracas_lab::{Comparison, Course, End, Plan, Rate, Tally};
use fracas_minds::Minds;
use serde::Serialize;

use crate::spots::{asked, spots};
use crate::{Trials, trials_by};

/// More versions than anybody looks at.
const MAX_POINTS: usize = 10_000;
const MAX_VALUES: i64 = 1_000;
/// Fights by which a written version is held against the one that was meant.
const SAME: u64 = 200;

/// Whoever waits for many fights: told how many more are done, and may have had enough.
pub trait Follow: Sync {
    fn more(&self, fights: u64);

    /// Stop, and keep what is done.
    fn is_over(&self) -> bool {
        false
    }

    /// A share that is known this well, by half the width of its 95 % bounds, is known well enough.
    fn is_precise(&self, _error: f64) -> bool {
        false
    }
}

impl<F: Fn(u64) + Sync> Follow for F {
    fn more(&self, fights: u64) {
        self(fights);
    }
}

/// What is varied: a value's path, and what it shall be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Vary {
    pub path: String,
    pub values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    /// `goblin.hp=3..9`, `goblin.hp=3..9/2` for every second one, `brakk.armour=leather,plate`.
    fn from_str(text: &str) -> Result<Vary, String> {
        let wrong = |what: &str| {
            format!("{text:?}: {what}; write PATH=3..9, PATH=3..9/2 for every second one, or PATH=a,b,c")
        };
        let (path, values) = text.split_once('=').ok_or_else(|| wrong("there is no ="))?;
        let (path, values) = (path.trim().to_owned(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(wrong("a path and its values are wanted"));
        }
        let Some((first, rest)) = values.split_once("..") else {
            let values: Vec<String> = listed(values);
            return Ok(Vary { path, values });
        };
        let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
        let whole = |text: &str| {
            text.trim().parse::<i64>().map_err(|_| wrong(&format!("{text:?} is not a whole number")))
        };
        let (first, last, step) = (whole(first)?, whole(last)?, whole(step)?);
        if first > last || step < 1 {
            return Err(wrong("a range goes upwards"));
        }
        if last.saturating_sub(first) / step >= MAX_VALUES {
            return Err(wrong("these are more than 1000 values"));
        }
        let values = (first..=last).step_by(step as usize).map(|value| value.to_string()).collect();
        Ok(Vary { path, values })
    }
}

/// Values between commas; those in brackets stay whole.
fn listed(text: &str) -> Vec<String> {
    let (mut values, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        match values.last_mut() {
            _ if c == ',' && depth == 0 => values.push(String::new()),
            Some(value) => value.push(c),
            None => {}
        }
    }
    values.iter().map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()).collect()
}

#[derive(Debug)]
pub enum VaryError {
    Path(PathError),
    /// A version that the loader refuses.
    Problems {
        version: String,
        problems: Problems,
    },
    Other(String),
}

impl fmt::Display for VaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaryError::Path(error) => error.fmt(f),
            VaryError::Problems { version, problems } if version.is_empty() => problems.fmt(f),
            VaryError::Problems { version, problems } => write!(f, "with {version}:\n{problems}"),
            VaryError::Other(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for VaryError {}

impl From<PathError> for VaryError {
    fn from(error: PathError) -> VaryError {
        VaryError::Path(error)
    }
}

/// One version, and how it goes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// A value for each path, in their order.
    pub values: Vec<String>,
    /// Fewer than were planned where somebody had enough.
    pub fights: u64,
    pub heroes: Rate,
    pub monsters: Rate,
    pub draw: Rate,
    /// How long it takes, on average.
    pub rounds: f64,
}

impl Point {
    /// What came of one version.
    pub fn of(values: Vec<String>, tally: &Tally) -> Point {
        let rate = |end: End| Rate::new(tally.ends[end as usize], tally.fights);
        Point {
            values,
            fights: tally.fights,
            heroes: rate(End::Heroes),
            monsters: rate(End::Monsters),
            draw: rate(End::Draw),
            rounds: tally.rounds.mean().unwrap_or(0.0),
        }
    }
}

/// This bundle with these values.
fn version(bundle: &Bundle, varied: &[Vary], values: &[String]) -> Result<Bundle, VaryError> {
    let mut pairs = varied.iter().zip(values);
    let one = |bundle: Bundle, (vary, value): (&Vary, &String)| Ok(bundle.with(&vary.path, value)?);
    pairs.try_fold(bundle.clone(), one)
}

fn load(
    bundle: &Bundle,
    minds: &Minds,
    varied: &[Vary],
    values: &[String],
) -> Result<Box<dyn Trials>, VaryError> {
    trials_by(bundle.clone(), minds).map_err(|problems| {
        let words: Vec<String> =
            varied.iter().zip(values).map(|(vary, value)| format!("{} = {value}", vary.path)).collect();
        VaryError::Problems { version: words.join(", "), problems }
    })
}

/// The ranges of a plan's fights, from one look at whether it is over to the next; the first is always fought.
fn looks<'a>(
    trials: &dyn Trials,
    plan: &Plan,
    follow: &'a dyn Follow,
) -> impl Iterator<Item = Range<u64>> + use<'a> {
    let (look, fights) = (Course::look(trials.run(plan).is_by_instinct()), plan.fights);
    let ranges = (0..fights).step_by(look as usize).map(move |from| from..fights.min(from + look));
    ranges.take_while(move |some| some.start == 0 || !follow.is_over())
}

fn fought(trials: &dyn Trials, plan: &Plan, follow: &dyn Follow) -> Tally {
    let mut tally = trials.simulate(plan, 0..0, &|_| {});
    for some in looks(trials, plan, follow) {
        tally.merge(&trials.simulate(plan, some, &|more| follow.more(more)));
        let rate = Rate::new(tally.ends[End::Heroes as usize], tally.fights);
        if follow.is_precise((rate.high - rate.low) / 2.0) {
            break;
        }
    }
    tally
}

/// Fights side by side, so that there are as many of the one as of the other whenever it is over. `ours` are the ends that
/// are known already, and grow if more are wanted.
fn paired(
    (this, ours): (&dyn Trials, &mut Vec<End>),
    other: &dyn Trials,
    plan: &Plan,
    follow: &dyn Follow,
) -> (Comparison, Vec<End>) {
    let mut theirs = Vec::new();
    let so_far = |ours: &[End], theirs: &[End]| Comparison::of(&ours[..theirs.len()], theirs);
    for some in looks(this, plan, follow) {
        let known = ours.len() as u64;
        if known < some.end {
            ours.extend(this.ends(plan, known..some.end));
        }
        theirs.extend(other.ends(plan, some.clone()));
        follow.more(some.end - some.start);
        // What was not seen in so many fights may still happen in three of them.
        let unseen = 3.0 / theirs.len() as f64;
        if follow.is_precise(unseen) && follow.is_precise(so_far(ours, &theirs).error) {
            break;
        }
    }
    (so_far(ours, &theirs), theirs)
}

/// Every version of a grid, or the first of them if it is stopped; the last may have been fought less often then.
pub fn vary(
    bundle: &Bundle,
    minds: &Minds,
    varied: &[Vary],
    plan: &Plan,
    follow: &dyn Follow,
) -> Result<Vec<Point>, VaryError> {
    let twice =
        varied.iter().enumerate().find(|(nth, vary)| varied[..*nth].iter().any(|one| one.path == vary.path));
    if let Some((_, Vary { path, .. })) = twice {
        return Err(VaryError::Other(format!(
            "{path} is varied twice: name all its values at once, as in {path}=1,3,5"
        )));
    }
    let many = varied.iter().fold(1, |many: usize, vary| many.saturating_mul(vary.values.len()));
    if many > MAX_POINTS {
        return Err(VaryError::Other(format!(
            "these are more than {MAX_POINTS} versions: vary less at once"
        )));
    }
    let all: Vec<Vec<String>> = varied.iter().fold(vec![Vec::new()], |grid, vary| {
        let more = |point: &Vec<String>| {
            let with = |value: &String| point.iter().chain([value]).cloned().collect();
            vary.values.iter().map(with).collect::<Vec<Vec<String>>>()
        };
        grid.iter().flat_map(more).collect()
    });
    // Everything is loaded before anything is fought: a slip in the last version is found at once.
    let loaded = all.iter().map(|values| load(&version(bundle, varied, values)?, minds, varied, values));
    let loaded = loaded.collect::<Result<Vec<_>, _>>()?;
    let mut points: Vec<Point> = Vec::new();
    for (values, trials) in all.into_iter().zip(loaded) {
        points.push(Point::of(values, &fought(&*trials, plan, follow)));
        if follow.is_over() {
            break;
        }
    }
    Ok(points)
}

/// Two versions, fight by fight, and how many fights of each that were.
pub fn against(this: &dyn Trials, other: &dyn Trials, plan: &Plan, follow: &dyn Follow) -> (Comparison, u64) {
    let (compared, ends) = paired((this, &mut Vec::new()), other, plan, follow);
    (compared, ends.len() as u64)
}

/// What one more of a number is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Weight {
    pub path: String,
    pub value: i64,
    /// How many fights of each version that took.
    pub fights: u64,
    /// What it does to the heroes' chance to win, and how sure that is.
    pub worth: f64,
    pub error: f64,
    pub real: bool,
}

/// What every number is worth.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Weights {
    /// Those that matter most first.
    pub weights: Vec<Weight>,
    /// Numbers that change nothing, or that cannot be higher.
    pub idle: Vec<String>,
    /// Numbers that nobody waited for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

/// Each whole number that this scenario uses, one higher, whether it stands in a file or is a default. What is followed is
/// numbers, and not fights.
pub fn weights(
    bundle: &Bundle,
    minds: &Minds,
    plan: &Plan,
    follow: &dyn Follow,
) -> Result<Weights, VaryError> {
    /// One number is weighed out, or not at all.
    struct Quiet<'a>(&'a dyn Follow);
    impl Follow for Quiet<'_> {
        fn more(&self, _: u64) {}

        fn is_over(&self) -> bool {
            self.0.is_over()
        }

        fn is_precise(&self, error: f64) -> bool {
            self.0.is_precise(error)
        }
    }
    let numbers =
        spots(bundle).map_err(|problems| VaryError::Problems { version: String::new(), problems })?;
    let (base, mut ends) = (load(bundle, minds, &[], &[])?, Vec::new());
    let mut found = Weights::default();
    for spot in numbers {
        let Some(value) = spot.whole else { continue };
        if follow.is_over() {
            found.left.push(spot.path);
            continue;
        }
        let more = bundle.with(&spot.path, &(value.saturating_add(1)).to_string())?;
        let higher =
            trials_by(more, minds).map(|trials| paired((&*base, &mut ends), &*trials, plan, &Quiet(follow)));
        follow.more(1);
        match higher {
            _ if follow.is_over() => found.left.push(spot.path),
            Ok((compared, higher)) if !ends.starts_with(&higher) => {
                let fights = higher.len() as u64;
                let Comparison { difference: worth, error, real, .. } = compared;
                found.weights.push(Weight { path: spot.path, value, fights, worth, error, real });
            }
            _ => found.idle.push(spot.path),
        }
    }
    found.weights.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()).then_with(|| a.path.cmp(&b.path)));
    Ok(found)
}

/// A version that gives about the wanted win rate.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Balance {
    pub path: String,
    pub value: String,
    pub win: Rate,
    /// Do its bounds hold what was wanted?
    pub met: bool,
    /// Somebody had enough before everything was tried and the best was fought again.
    pub stopped: bool,
    /// Everything that was tried.
    pub tried: Vec<(String, Point)>,
    #[serde(skip)]
    pub scenario: Source,
}

/// Looks for the number that gives this win rate: among those that are named, or else among how many foes of each kind
/// there are.
pub fn balance(
    bundle: &Bundle,
    minds: &Minds,
    wanted: f64,
    by: &[Vary],
    plan: &Plan,
    follow: &dyn Follow,
) -> Result<Balance, VaryError> {
    let candidates = if by.is_empty() { counts(bundle) } else { by.to_vec() };
    if candidates.is_empty() {
        let advice = "name what may be changed: --by goblin.hp=3..9";
        return Err(VaryError::Other(format!("this scenario has no [[foes]] to count; {advice}")));
    }
    let mut tried: Vec<(String, Point)> = Vec::new();
    for vary in &candidates {
        for value in &vary.values {
            if follow.is_over() && !tried.is_empty() {
                break;
            }
            let one = Vary { path: vary.path.clone(), values: vec![value.clone()] };
            match self::vary(bundle, minds, &[one], plan, follow) {
                Ok(points) => tried.extend(points.into_iter().map(|point| (vary.path.clone(), point))),
                // A count that does not fit the field is no candidate; a path of one's own must be right.
                Err(VaryError::Problems { .. }) if by.is_empty() => {}
                Err(error) => return Err(error),
            }
        }
    }
    let off = |point: &Point| (point.heroes.share - wanted).abs();
    let best = tried.iter().min_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
    let Some((path, point)) = best else {
        return Err(VaryError::Other("no version of this scenario can be played".to_owned()));
    };
    let (path, value, so_far) = (path.clone(), point.values.concat(), point.heroes);
    let changed = bundle.with(&path, &value)?;
    let scenario = changed.scenario_with_changes(bundle, &asked(&changed));
    let written = Bundle { scenario: scenario.clone(), ..bundle.clone() };
    let written = load(&written, minds, &[], &[]).ok();
    let few = Plan { fights: plan.fights.min(SAME), ..*plan };
    let own = load(&changed, minds, &[], &[])?.ends(&few, 0..few.fights);
    let Some(written) = written.filter(|written| written.ends(&few, 0..few.fights) == own) else {
        let advice = "change the library itself, or another number";
        return Err(VaryError::Other(format!("{path} cannot be changed by a scenario alone: {advice}")));
    };
    // Once more with ten times as many fights and other dice, on the file that is handed out.
    let closely = Plan { fights: plan.fights.saturating_mul(10), seed: plan.seed ^ 0x0062_616c, ..*plan };
    let tally = fought(&*written, &closely, follow);
    let stopped = follow.is_over();
    let again = Rate::new(tally.ends[End::Heroes as usize], tally.fights);
    let win = if stopped && tally.fights < plan.fights { so_far } else { again };
    let met = win.low <= wanted && wanted <= win.high;
    Ok(Balance { path, value, win, met, stopped, tried, scenario })
}

/// How many there are of each kind of foe, from one to a few more than twice as many.
fn counts(bundle: &Bundle) -> Vec<Vary> {
    let mut found: Vec<Vary> = Vec::new();
    for spot in bundle.spots() {
        let Some(foe) = spot.path.strip_prefix("foes.").and_then(|rest| rest.split('.').next()) else {
            continue;
        };
        let path = format!("foes.{foe}.count");
        if found.iter().any(|vary| vary.path == path) {
            continue;
        }
        let now = bundle
            .spots()
            .into_iter()
            .find(|spot| spot.path == path)
            .and_then(|spot| spot.whole)
            .unwrap_or(1);
        let most = (now.clamp(1, 20) * 2 + 4).min(30);
        found.push(Vary { path, values: (1..=most).map(|count| count.to_string()).collect() });
    }
    found
}
