//! `fracas sim` of several fights in a row: a day that the same heroes live through many times.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use fracas_lab::{DayReport, MindsReport, Run};
use fracas_minds::Minds;
use fracas_systems::{DayError, day};

use super::versions::{as_json, bounds, percent};
use super::{HALT, SimArgs, bundle, listen_for_ctrl_c, progress};
use crate::failure::{Failure, Kind};
use crate::lines::say;

/// Days between two looks at whether somebody has had enough.
const STRETCH: u64 = 4096;
/// The same for minds that think.
const THOUGHTFUL: u64 = 16;

impl From<DayError> for Failure {
    fn from(error: DayError) -> Failure {
        match error {
            DayError::Problems(problems) => problems.into(),
            DayError::Apart(what) => Failure::new(Kind::Usage, what),
        }
    }
}

pub fn run(args: &SimArgs, minds: &Minds) -> Result<(), Failure> {
    if let Some(flag) = foreign(args) {
        let what = format!("{flag} is for one scenario; a day of several fights is simulated as it stands");
        return Err(Failure::new(Kind::Usage, what));
    }
    let bundles = args.scenarios.iter().map(|name| bundle(name, None)).collect::<Result<Vec<_>, _>>()?;
    let day = day(bundles, minds)?;
    let plan = args.plan();
    let bar = progress(plan.fights);
    bar.set_message("living");
    listen_for_ctrl_c();
    let stretch = if minds.are_instinct() { STRETCH } else { THOUGHTFUL };
    let mut tally = day.simulate(&plan, 0..0, &|_| {});
    while tally.days < plan.fights && !HALT.load(Ordering::Relaxed) {
        let to = plan.fights.min(tally.days + stretch.max(tally.days / 4));
        tally.merge(&day.simulate(&plan, tally.days..to, &|more| bar.inc(more)));
    }
    bar.finish_and_clear();
    let Some(report) = day.report(&plan, &tally) else { return Ok(()) };
    say(&if args.json { as_json(&report)? } else { text(&report) })
}

/// What was asked for that a day cannot give.
fn foreign(args: &SimArgs) -> Option<&'static str> {
    let flags = [
        ("--party", args.party.is_some()),
        ("--until", args.until.is_some()),
        ("--vary", !args.vary.is_empty()),
        ("--against", args.against.is_some()),
        ("--weights", args.weights),
        ("--shard", args.shard.is_some()),
        ("--resume", args.resume),
        ("--html", args.html.is_some()),
        ("--rows", args.rows.is_some()),
        ("--keep", args.keep.is_some()),
        ("--out", args.out.is_some()),
    ];
    flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
}

fn text(report: &DayReport) -> String {
    let minds = report.minds.as_ref().map_or(Run::INSTINCT.to_owned(), MindsReport::words);
    let (fights, days) = (report.fights.len(), report.days);
    let mut out = format!(
        "A day of {fights} fights · {}\n{days} days by {minds}, seed {}\n\n",
        report.system, report.seed
    );
    let wide = report.fights.iter().map(|leg| leg.title.chars().count()).max().unwrap_or(0).max(5);
    let head = ["reached", "won of those", "95% bounds", "won so far", "heroes", "health"];
    let row = |name: &str, [reached, won, bounds, so_far, heroes, health]: [&str; 6]| {
        format!("  {name:<wide$}{reached:>9}{won:>14}  {bounds:<13}{so_far:>10}{heroes:>8}{health:>8}\n")
    };
    out += &row("fight", head);
    for leg in &report.fights {
        let mean = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.1}"));
        let (won, within) = match leg.reached.count {
            0 => ("–".to_owned(), String::new()),
            _ => (percent(leg.won.share), bounds(leg.won)),
        };
        let [reached, so_far] = [leg.reached, leg.so_far].map(|rate| percent(rate.share));
        let [heroes, health] = [leg.standing, leg.health].map(mean);
        out += &row(&leg.title, [&reached, &won, &within, &so_far, &heroes, &health]);
    }
    let _ = writeln!(out, "\n  The whole day: {} ({})", percent(report.whole.share), bounds(report.whole));
    out += "  heroes, health: on their feet when it begins, and their health together, on average\n";
    out
}
