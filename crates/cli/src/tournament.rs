//! `fracas tournament`: minds against each other over all scenarios, and how they stand.

use std::fmt::Write;
use std::thread::available_parallelism;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use fracas_content::find;
use fracas_minds::tournament::{Ring, Standing, Terms, Verdict, run as fight};
use fracas_minds::{Arena, Brain};
use fracas_systems::{System, arena, arenas, bundle_for};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::failure::{Failure, Kind};
use crate::lines::say;

const MAX_PAIRS: u64 = 1_000_000;
const MAX_THREADS: u64 = 1024;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas tournament greedy instinct\n  fracas tournament search:50ms greedy --system delve\n  \
    fracas tournament search:1000 greedy instinct random --scenario last-stand --pairs 50 --json\n\n\
    Every two minds meet in each scenario, in pairs of fights with the same dice: each leads the heroes once. It goes on\n\
    until it is clear whether the first is better by at most LOW or at least HIGH Elo, or the pairs are used up. Scenarios\n\
    are not even, so each has an advantage of its own that is estimated too. Minds that count playouts (search:1000)\n\
    give the same result every time."
)]
pub struct TournamentArgs {
    /// The minds: random, instinct, greedy, search:50ms, search:1000 (playouts), easy, normal, hard, brutal
    #[arg(required = true, num_args = 2.., value_name = "MIND")]
    pub minds: Vec<Brain>,
    /// Only the scenarios of this system; may be repeated
    #[arg(long, value_name = "NAME")]
    pub system: Vec<String>,
    /// Only this scenario, built in or a file; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "system")]
    pub scenario: Vec<String>,
    /// The most pairs of fights in each scenario
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=MAX_PAIRS))]
    pub pairs: u64,
    /// The seed of all dice and whims
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many fights at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Between which bounds, in Elo, the question lies
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], default_values_t = [0.0, 30.0], allow_negative_numbers = true)]
    pub between: Vec<f64>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Meeting {
    system: String,
    #[serde(flatten)]
    standing: Standing,
}

pub fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let &[low, high] = &args.between[..] else { return Ok(()) };
    if !(low < high && low.is_finite() && high.is_finite()) {
        return Err(Failure::new(Kind::Usage, "--between takes the lower bound first: --between 0 30"));
    }
    let threads = args.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let terms = Terms { seed: args.seed, pairs: args.pairs, threads, between: [low, high] };
    let mut meetings = Vec::new();
    for (system, rings) in rings(args)? {
        for (nth, first) in args.minds.iter().enumerate() {
            for second in &args.minds[nth + 1..] {
                let standing = meet(&system, &rings, [first, second], &terms);
                let meeting = Meeting { system: system.clone(), standing };
                if !args.json {
                    say(&text(&meeting))?;
                }
                meetings.push(meeting);
            }
        }
    }
    if args.json {
        let json = serde_json::to_string_pretty(&meetings)
            .map_err(|error| Failure::new(Kind::Io, error.to_string()))?;
        say(&(json + "\n"))?;
    }
    Ok(())
}

/// The scenarios that are fought in, by system.
/// The scenarios of each system.
type Rings = Vec<(String, Vec<Box<dyn Ring>>)>;

fn rings(args: &TournamentArgs) -> Result<Rings, Failure> {
    let known: Vec<&str> = System::ALL.iter().map(|system| system.name()).collect();
    if let Some(unknown) = args.system.iter().find(|name| !known.contains(&name.as_str())) {
        let advice = fracas_content::suggest(unknown, known.iter().copied(), "systems", '"');
        return Err(Failure::new(Kind::NotFound, format!("no system is called {unknown:?}; {advice}")));
    }
    let mut all: Rings = Vec::new();
    let mut add = |arena: Box<dyn Arena>| {
        let system = arena.system().to_owned();
        let ring: Box<dyn Ring> = arena;
        match all.iter_mut().find(|(name, _)| *name == system) {
            Some((_, rings)) => rings.push(ring),
            None => all.push((system, vec![ring])),
        }
    };
    for name in &args.scenario {
        add(arena(bundle_for(find(name)?)?)?);
    }
    if args.scenario.is_empty() {
        for name in
            known.into_iter().filter(|&name| args.system.is_empty() || args.system.iter().any(|s| s == name))
        {
            arenas(Some(name))?.into_iter().for_each(&mut add);
        }
    }
    Ok(all)
}

fn meet(system: &str, rings: &[Box<dyn Ring>], minds: [&Brain; 2], terms: &Terms) -> Standing {
    let bar = ProgressBar::with_draw_target(Some(terms.pairs), ProgressDrawTarget::stderr());
    bar.set_style(
        ProgressStyle::with_template("{msg} {bar:24} {pos}/{len} pairs").expect("a fixed template"),
    );
    let standing = fight(rings, minds, terms, &mut |standing| {
        bar.set_message(format!("{system}: {:+.0} ± {:.0} Elo", standing.elo.difference, standing.elo.error));
        bar.inc(1);
        true
    });
    bar.finish_and_clear();
    standing
}

fn text(Meeting { system, standing }: &Meeting) -> String {
    let Standing { first, second, fights, elo, verdict, scenarios, pace } = standing;
    let verdict = match verdict {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Open => "not clear yet",
    };
    let mut text = format!(
        "{system}: {first} against {second}: {:+.0} ± {:.0} Elo, {verdict}, {fights} fights\n",
        elo.difference, elo.error
    );
    for scored in scenarios {
        let share = |halves: u64| 50.0 * halves as f64 / scored.pairs.max(1) as f64;
        let _ = writeln!(
            text,
            "  {:<26}{:>5} pairs  the heroes win {:>3.0} % with {first}, {:>3.0} % with {second}",
            scored.scenario,
            scored.pairs,
            share(scored.first_as_heroes),
            share(scored.second_as_heroes)
        );
    }
    for (mind, pace) in [first, second].into_iter().zip(pace).filter(|(_, pace)| pace.weighed > 0) {
        let _ = writeln!(
            text,
            "  {mind} weighed {} choices in {:.1} ms each, the slowest in {:.1} ms",
            pace.weighed, pace.mean_ms, pace.slowest_ms
        );
    }
    text
}
