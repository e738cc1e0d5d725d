//! `fracas sim`: a scenario fought many times by instinct, and a report of it. How fights are run and counted is the
//! lab's business; this is its command line, its progress bar and its replay files.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use fracas_content::{Source, find};
use fracas_lab::{Kept, Plan, Report};
use fracas_systems::{Supply, Trials, bundle_with, supplies_text, trials};
use fracas_table::write_file;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::failure::{Failure, Kind};
use crate::lines::say;

/// A day's work on one core.
const MAX_FIGHTS: u64 = 10_000_000_000;
const MAX_THREADS: u64 = 1024;
const MAX_KEPT: u64 = 91;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas sim goblins-at-the-ford\n  fracas sim goblins-at-the-ford -n 1000000 --seed 7\n  \
    fracas sim my-ford.toml --json | jq .ends.heroes.share\n  \
    fracas sim goblins-at-the-ford --keep 3 --out kept && fracas replay kept/*p05*.json\n\n\
    The report is the same for any number of threads."
)]
pub struct SimArgs {
    /// A built-in scenario (see `fracas list`) or the path of a scenario file
    pub scenario: String,
    /// Take this party into an adventure
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub party: Option<PathBuf>,
    /// How many fights, or adventures
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000,
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=MAX_FIGHTS))]
    pub fights: u64,
    /// The seed of all dice and whims; fight number I has a stream of its own
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Write replays of K fights, spread evenly from the heroes' worst 5% to their best (1: the middle one)
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_KEPT))]
    pub keep: Option<usize>,
    /// The folder for those replays; it is made if need be [default: this one]
    #[arg(long, value_name = "DIR", requires = "keep")]
    pub out: Option<PathBuf>,
}

pub fn run(args: &SimArgs, colour: bool) -> ExitCode {
    match attempt(args, colour) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn attempt(args: &SimArgs, colour: bool) -> Result<(), Failure> {
    let source = find(&args.scenario)?;
    let stem = Path::new(&source.name)
        .file_stem()
        .map_or("fight".into(), |stem| stem.to_string_lossy().into_owned());
    let party = args.party.as_deref().map(Source::read).transpose()?;
    if party.is_some() && fracas_content::Kind::of(&source)? != fracas_content::Kind::Adventure {
        return Err(Failure::new(Kind::Usage, "--party is for adventures, and this is a single fight"));
    }
    let done = trial(&*trials(bundle_with(source, party)?)?, args, &stem)?;
    let text = if args.json {
        serde_json::to_string_pretty(&done).map_err(|error| Failure::new(Kind::Io, error.to_string()))? + "\n"
    } else {
        done.report.text(colour) + &supplies_text(&done.supplies) + &kept_text(&done.kept)
    };
    say(&text)
}

/// What is printed for programs.
#[derive(Debug, Serialize)]
struct Done {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supplies: Vec<Supply>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kept: Vec<KeptFile>,
}

#[derive(Debug, Serialize)]
struct KeptFile {
    #[serde(flatten)]
    kept: Kept,
    end: &'static str,
    file: PathBuf,
}

/// Runs the fights, and writes the replays that are asked for. `stem` is what they are named after.
fn trial(trials: &dyn Trials, args: &SimArgs, stem: &str) -> Result<Done, Failure> {
    let plan = Plan { threads: args.threads, ..Plan::new(args.fights, args.seed) };
    let bar = progress(args.fights);
    let tally = trials.simulate(&plan, &|more| bar.inc(more));
    bar.set_message("weighing luck");
    let sample = trials.luck(&plan);
    bar.finish_and_clear();
    let report = trials.report(args.seed, &tally, &sample);
    let supplies = trials.supplies(&plan);
    let kept = tally.keep(args.keep.unwrap_or(0));
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("."));
    if !kept.is_empty() {
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(Kind::Io, format!("cannot make the folder {}: {error}", folder.display()))
        })?;
    }
    let write = |kept: Kept| {
        let (replay, end) = trials.record(&plan, kept.fight).map_err(|what| Failure::new(Kind::Io, what))?;
        let name = format!("{stem}-seed{}-p{:02}-fight{}.json", plan.seed, kept.percentiles[0], kept.fight);
        let file = folder.join(name);
        write_file(&file, &replay.write())?;
        Ok(KeptFile { kept, end: end.name(), file })
    };
    let kept = kept.into_iter().map(write).collect::<Result<Vec<_>, Failure>>()?;
    Ok(Done { report, supplies, kept })
}

/// A bar on a terminal, and nothing anywhere else.
fn progress(fights: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(fights), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg:>13} {wide_bar} {human_pos}/{human_len}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message("fighting");
    bar
}

fn kept_text(kept: &[KeptFile]) -> String {
    let mut text = String::new();
    if !kept.is_empty() {
        text += "\nKept (p50: half of the fights went no better for the heroes)\n";
    }
    for KeptFile { kept, end, file } in kept {
        let places: Vec<String> = kept.percentiles.iter().map(|p| format!("p{p:02}")).collect();
        let end = match *end {
            "draw" => "a draw".to_owned(),
            "cap" => "given up".to_owned(),
            side => format!("{side} win"),
        };
        let _ =
            writeln!(text, "  {}: fight {}, {end}, margin {:+}", places.join(" "), kept.fight, kept.margin);
        let _ = writeln!(text, "    {}", file.display());
    }
    text
}
