//! `fracas sim` of several versions of a scenario: `--vary`, `--against`, `--weights`.

use std::fmt::Write;

use fracas_content::Bundle;
use fracas_lab::{Comparison, Curve, MindsReport, Plan, Rate};
use fracas_minds::Minds;
use fracas_systems::{Follow, Point, Trials, Vary, VaryError, trials_by};
use serde::Serialize;

use super::{Bar, Percent, SimArgs, bundle, stopped, tell};
use crate::failure::{Failure, Kind};
use crate::lines::say;

impl From<VaryError> for Failure {
    fn from(error: VaryError) -> Failure {
        let kind = match &error {
            VaryError::Path(_) | VaryError::Other(_) => Kind::Usage,
            VaryError::Problems { .. } => Kind::Content,
        };
        Failure::new(kind, error.to_string())
    }
}

pub fn as_json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n").map_err(|error| Failure::new(Kind::Io, error.to_string()))
}

pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

pub fn bounds(rate: Rate) -> String {
    format!("{:.1}–{:.1}%", rate.low * 100.0, rate.high * 100.0)
}

/// Who decides, where it is not instinct; and the same in words, to stand behind a number of fights.
fn told(trials: &dyn Trials, plan: &Plan) -> (Option<MindsReport>, String) {
    let minds = MindsReport::of(&trials.run(plan));
    let words = minds.as_ref().map_or(String::new(), |minds| format!(" by {}", minds.words()));
    (minds, words)
}

/// Every version, printed; what a page draws of them is handed on.
pub fn vary(args: &SimArgs, minds: &Minds, bundle: &Bundle) -> Result<Curve, Failure> {
    #[derive(Serialize)]
    struct Swept<'a> {
        system: String,
        title: String,
        fights: u64,
        seed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        minds: Option<MindsReport>,
        vary: &'a [Vary],
        points: Vec<serde_json::Value>,
    }
    let plan = args.plan();
    let base = trials_by(bundle.clone(), minds)?;
    let (about, (by, by_words)) = (base.about(), told(&*base, &plan));
    let what = about.plural();
    let many = args.vary.iter().fold(1, |many: u64, vary| many.saturating_mul(vary.values.len() as u64));
    let bar = Bar::new(many.saturating_mul(plan.fights), "fighting").until(args.until);
    let points = fracas_systems::vary(bundle, minds, &args.vary, &plan, &bar)?;
    bar.clear();
    // The last one was under way when somebody stopped it.
    let cut = points.last().filter(|point| bar.is_over() && point.fights < plan.fights);
    let (whole, cut) = (points.len() as u64 - u64::from(cut.is_some()), cut.map(|point| point.fights));
    let paths: Vec<String> = args.vary.iter().map(|vary| vary.path.clone()).collect();
    if args.json {
        let named = |point: &Point| {
            let at: serde_json::Map<String, serde_json::Value> =
                paths.iter().cloned().zip(point.values.iter().map(|value| typed(value))).collect();
            let mut all = serde_json::json!({ "at": at });
            if let (Some(all), Ok(serde_json::Value::Object(rest))) =
                (all.as_object_mut(), serde_json::to_value(point))
            {
                all.extend(rest.into_iter().filter(|(key, _)| key != "values"));
            }
            all
        };
        let points = points.iter().map(named).collect();
        let (system, title) = (about.system, about.title);
        say(&as_json(&Swept {
            system,
            title,
            fights: plan.fights,
            seed: plan.seed,
            minds: by,
            vary: &args.vary,
            points,
        })?)?;
    } else {
        let fights = as_many(args, plan.fights, &format!("{what}{by_words}"));
        say(&table(&about.title, &fights, &paths, &points, args.until.is_some()))?;
    }
    if whole < many {
        let last = cut.map_or(String::new(), |fights| format!("; the next one was fought {fights} times"));
        tell(args.json, &stopped(&format!("{whole} of {many} versions are done{last}")))?;
    }
    Ok(Curve { paths, points: points.into_iter().map(|point| (point.values, point.heroes)).collect() })
}

/// How many there are of something: a number, the most there may be, or as many as it takes.
fn as_many(args: &SimArgs, fights: u64, what: &str) -> String {
    match (args.until, args.fights) {
        (None, _) => format!("{fights} {what}"),
        (Some(Percent(wanted)), None) => format!("as many {what} as ±{} % takes", wanted * 100.0),
        (Some(Percent(wanted)), Some(most)) => {
            format!("at most {most} {what}, until ±{} %,", wanted * 100.0)
        }
    }
}

/// A value as JSON: a number where it is one.
fn typed(value: &str) -> serde_json::Value {
    let number = value.parse::<i64>().map(serde_json::Value::from);
    number.or_else(|_| value.parse::<bool>().map(Into::into)).unwrap_or_else(|_| value.into())
}

fn table(title: &str, fights: &str, paths: &[String], points: &[Point], counts: bool) -> String {
    let width = |nth: usize| {
        let values = points.iter().map(|point| point.values[nth].chars().count());
        values.chain([paths[nth].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..paths.len()).map(width).collect();
    let cells = |values: &[String]| -> String {
        values.iter().zip(&widths).map(|(value, width)| format!("{value:>width$}  ")).collect()
    };
    let mut out = format!("{title}: {fights} of each version, with the same seeds\n\n");
    let heading = if counts { "    fights" } else { "" };
    let _ =
        writeln!(out, "  {}{:>11}  {:<13}{:>7}{heading}", cells(paths), "heroes win", "95% bounds", "rounds");
    for point in points {
        let (share, bounds) = (percent(point.heroes.share), bounds(point.heroes));
        let count = if counts { format!("{:>10}", point.fights) } else { String::new() };
        let values = cells(&point.values);
        let _ = writeln!(out, "  {values}{share:>11}  {bounds:<13}{:>7.1}{count}", point.rounds);
    }
    out
}

pub fn against(args: &SimArgs, minds: &Minds, this: Bundle, other: &str) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Compared {
        this: String,
        other: String,
        fights: u64,
        seed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        minds: Option<MindsReport>,
        comparison: Comparison,
    }
    let plan = args.plan();
    let (this, other) = (trials_by(this, minds)?, trials_by(bundle(other, args.party.as_deref())?, minds)?);
    let (by, by_words) = told(&*this, &plan);
    let bar = Bar::new(plan.fights, "comparing").until(args.until);
    let (comparison, fights) = fracas_systems::against(&*this, &*other, &plan, &bar);
    bar.clear();
    let what = this.about().plural();
    let cut = stopped(&format!("{fights} of {} {what} are done", plan.fights));
    let cut = if bar.is_over() && fights < plan.fights { cut.as_str() } else { "" };
    let [this, other] = [&this, &other].map(|trials| trials.about().title);
    if args.json {
        say(&as_json(&Compared { this, other, fights, seed: plan.seed, minds: by, comparison })?)?;
        return tell(true, cut);
    }
    let Comparison { this: a, other: b, difference, low, high, real, .. } = comparison;
    let verdict = match real {
        true if difference > 0.0 => "the other one is easier for the heroes, and that is not chance",
        true => "the other one is harder for the heroes, and that is not chance",
        false => "the difference may be chance: fight more to know",
    };
    let wide = this.chars().count().max(other.chars().count()).max(10);
    let mut out = format!("{fights} {what}{by_words} of each, with the same seeds\n\n");
    let _ = writeln!(out, "  {this:<wide$}  heroes win {:>6}  ({})", percent(a.share), bounds(a));
    let _ = writeln!(out, "  {other:<wide$}  heroes win {:>6}  ({})", percent(b.share), bounds(b));
    let points = |share: f64| format!("{:+.2}", share * 100.0);
    let _ = writeln!(
        out,
        "  {:<wide$}  {} points ({} to {}): {verdict}",
        "difference",
        points(difference),
        points(low),
        points(high)
    );
    say(&(out + cut))
}

pub fn weights(args: &SimArgs, minds: &Minds, bundle: &Bundle) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Weighed {
        title: String,
        fights: u64,
        seed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        minds: Option<MindsReport>,
        #[serde(flatten)]
        found: fracas_systems::Weights,
    }
    let plan = args.plan();
    let base = trials_by(bundle.clone(), minds)?;
    let (about, (by, by_words)) = (base.about(), told(&*base, &plan));
    let (what, title) = (about.plural(), about.title);
    let bar = Bar::new(0, "weighing").until(args.until);
    let found = fracas_systems::weights(bundle, minds, &plan, &bar)?;
    bar.clear();
    let done = found.weights.len() + found.idle.len();
    let cut = stopped(&format!("{done} of {} numbers are weighed", done + found.left.len()));
    let cut = if found.left.is_empty() { "" } else { cut.as_str() };
    if args.json {
        let (fights, seed) = (plan.fights, plan.seed);
        say(&as_json(&Weighed { title, fights, seed, minds: by, found })?)?;
        return tell(true, cut);
    }
    let fracas_systems::Weights { weights, idle, .. } = found;
    let mut out = format!("{title}: what one more of each number does to the heroes' chance to win\n");
    let fights = as_many(args, plan.fights, &format!("{what}{by_words}"));
    let _ = writeln!(out, "{fights} of each version, with the same seeds\n");
    let wide = weights.iter().map(|weight| weight.path.chars().count()).max().unwrap_or(4).max(4);
    let _ = writeln!(out, "  {:<wide$}{:>6}{:>10}  95% bounds", "path", "now", "one more");
    for weight in &weights {
        let doubt = if weight.real { "" } else { "  may be chance" };
        let (worth, error) = (weight.worth * 100.0, weight.error * 100.0);
        let _ =
            writeln!(out, "  {:<wide$}{:>6}{worth:>+9.2}%  ±{error:.2}{doubt}", weight.path, weight.value);
    }
    if !idle.is_empty() {
        let _ = writeln!(out, "\n  Nothing changes, or no more is possible: {}", idle.join(", "));
    }
    say(&(out + cut))
}
