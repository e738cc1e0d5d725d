//! `fracas review`: a fight that was played, looked at again: what was luck, what was skill, and what would have been better.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use fracas_lab::{Review, ReviewStep, Scrutiny};
use fracas_systems::trials;

use crate::failure::Failure;
use crate::lines::say;
use crate::paint::{Ink, Paint};
use crate::replay::read;
use crate::sim::versions::as_json;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas review fight.json\n  fracas review fight.json --json | jq .turning_points\n\n\
    Reads replays, saved games and exported tables. Chances are the heroes', from how minds play on; luck and skill of all\n\
    steps add up to what became of the fight."
)]
pub struct ReviewArgs {
    /// A replay, a saved game or an exported table
    #[arg(value_hint = clap::ValueHint::FilePath)]
    pub file: PathBuf,
    /// The seed of what is played out
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many threads [default: one for each core]; changes nothing but the time it takes
    #[arg(long, value_name = "T", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Option<usize>,
    /// How much is played out, in choices: more is more precise and takes longer
    #[arg(long, value_name = "N", default_value_t = Scrutiny::BUDGET)]
    pub budget: u64,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &ReviewArgs, paint: Paint) -> Result<(), Failure> {
    let replay = read(&args.file)?;
    let trials = trials(replay.bundle.clone().into())?;
    let wrong =
        |what| Failure::new(crate::failure::Kind::Content, format!("{}: {what}", args.file.display()));
    let scrutiny = Scrutiny { seed: args.seed, budget: args.budget, threads: args.threads };
    let review = trials.review(&replay, scrutiny).map_err(wrong)?;
    say(&if args.json { as_json(&review)? } else { text(&review, paint) })
}

fn many(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn points(share: f64) -> String {
    format!("{:+.1}", share * 100.0).replace('-', "−")
}

fn text(review: &Review, paint: Paint) -> String {
    let mut out = String::new();
    let heading = |text: &str| paint.ink(Ink::Strong, text);
    let _ = writeln!(out, "{}", heading(&review.title));
    let how = match review.method {
        "counted" => "every chance counted out".to_owned(),
        _ => format!("±{:.1} points", review.error * 100.0),
    };
    let ending = match review.last {
        last if last >= 1.0 => "won".to_owned(),
        last if last <= 0.0 => "lost".to_owned(),
        _ if review.over => "ended in a draw".to_owned(),
        last => format!("now have one of {:.0} %", last * 100.0),
    };
    let _ = writeln!(
        out,
        "The heroes had a chance of {:.1} % and {ending} ({how}). They threw away {:.1} points a choice.\n",
        review.initial * 100.0,
        review.rating * 100.0
    );
    let _ = writeln!(out, "{}", heading("Turning points"));
    for turn in &review.turning_points {
        let _ = writeln!(out, "  step {:>3}  {}", turn.step, turn.text);
    }
    let _ = writeln!(out, "\n{}", heading("Luck and skill, in points of the heroes' chance"));
    for person in &review.people {
        let faults = match (person.mistakes, person.blunders) {
            (0, 0) => String::new(),
            (mistakes, blunders) => format!("  {}, {}", many(mistakes, "mistake"), many(blunders, "blunder")),
        };
        let (luck, skill) = (points(person.luck), points(person.skill));
        let _ = writeln!(out, "  {:<22}luck {luck:>7}  skill {skill:>7}{faults}", person.name);
    }
    let means = "  Luck is what the dice did beyond what was to be expected of a choice. Skill is what\n  \
        choices were worth beyond what the minds that play on would have made of the table;\n  \
        mistakes and blunders are measured against the best choice that was found.";
    let _ = writeln!(out, "{}", paint.ink(Ink::Quiet, means));
    let faults: Vec<&ReviewStep> = review
        .steps
        .iter()
        .filter(|step| step.better.as_ref().is_some_and(|better| better.grade != "slip"))
        .collect();
    if !faults.is_empty() {
        let _ = writeln!(out, "\n{}", heading("What would have been better"));
    }
    for step in faults {
        let Some(better) = &step.better else { continue };
        let _ = writeln!(
            out,
            "  step {:>3}  {}: {} ({} {}); better: {}",
            step.step,
            step.name,
            step.label,
            better.grade,
            points(-better.gain),
            better.label
        );
    }
    out
}
