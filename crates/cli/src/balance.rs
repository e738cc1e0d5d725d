//! `fracas balance`: the version of a scenario that gives a wanted win rate.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use fracas_lab::Plan;
use fracas_systems::{Vary, balance};
use fracas_table::write_file;

use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::sim::versions::{as_json, bounds, percent};
use crate::sim::{Bar, MindArgs, Percent, bundle, stopped, tell};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fracas balance goblins-at-the-ford --win 65%\n  \
    fracas balance goblins-at-the-ford --win 65% --by goblin.hp=3..9 --out my-ford.toml\n\n\
    Without --by it looks for how many foes of one kind there should be. `fracas check --paths` lists what can be named.
    Ctrl-C ends it with the best of what was tried.")]
pub struct BalanceArgs {
    /// A built-in scenario (see `fracas list`) or the path of a scenario file
    pub scenario: String,
    /// How often the heroes should win
    #[arg(long, value_name = "SHARE")]
    pub win: Percent,
    /// What may be changed, and to what; may be repeated: the best of all is taken
    #[arg(long, value_name = "PATH=VALUES")]
    pub by: Vec<Vary>,
    /// Write the scenario there; `-` prints it instead of the report
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// How many fights of each version; the best is fought ten times as often
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5_000,
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=100_000_000))]
    pub fights: u64,
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub mind: MindArgs,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &BalanceArgs) -> Result<(), Failure> {
    let Percent(wanted) = args.win;
    let bundle = bundle(&args.scenario, None)?;
    let plan = Plan::new(args.fights, args.seed);
    let bar = Bar::new(0, "balancing");
    let found = balance(&bundle, &args.mind.minds()?, wanted, &args.by, &plan, &bar)?;
    bar.clear();
    let cut = stopped(&format!("the best of the {} versions that were tried", found.tried.len()));
    let cut = if found.stopped { cut.as_str() } else { "" };
    let to_out = args.out.as_ref().filter(|file| file.as_os_str() != "-");
    if let Some(file) = to_out {
        if file.exists() {
            let advice = "name another, or take it away first";
            return Err(Failure::new(Kind::Usage, format!("{} is there already: {advice}", file.display())));
        }
        write_file(file, &found.scenario.text)?;
    } else if args.out.is_some() {
        say(&found.scenario.text)?;
        return tell(true, cut);
    }
    if args.json {
        let mut value =
            serde_json::to_value(&found).map_err(|error| Failure::new(Kind::Io, error.to_string()))?;
        value["wanted"] = wanted.into();
        value["toml"] = found.scenario.text.clone().into();
        say(&as_json(&value)?)?;
        return tell(true, cut);
    }
    let mut out = format!(
        "{} = {}: heroes win {} ({})\n",
        found.path,
        found.value,
        percent(found.win.share),
        bounds(found.win)
    );
    if !found.met {
        let _ =
            writeln!(out, "That is as near to {} as these numbers come; --by names others.", percent(wanted));
    }
    match to_out {
        Some(file) => drop(writeln!(out, "Written to {}.", file.display())),
        None => drop(writeln!(out, "--out FILE writes the scenario.")),
    }
    say(&(out + cut))
}
