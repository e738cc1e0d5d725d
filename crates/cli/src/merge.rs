//! `fracas merge`: the parts of a simulation as one, with the report that it would have given at once.

use std::path::PathBuf;

use clap::Args;
use fracas_content::{Source, adventures, find, scenarios};
use fracas_lab::{Part, Plan, merge};
use fracas_minds::Minds;
use fracas_systems::{Trials, bundle_for, trials_by};
use fracas_table::write_file;

use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::sim::{Done, page, tell};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas merge part-*.fracas\n  fracas merge part-*.fracas --json > report.json\n\n\
    The parts may come in any order, from any machines. Parts that are damaged, that stand twice or that\n\
    belong to another run are refused by name. docs/SCALE.md shows how to run many at once."
)]
pub struct MergeArgs {
    /// The parts that `fracas sim --shard … --out` wrote: all of one run
    #[arg(required = true, value_name = "PART", value_hint = clap::ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Write a page with the report and, told in full, the typical and the extreme fights
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// The scenario that was fought, where it is not a built-in one: its fights are told on the page
    #[arg(long, value_name = "SCENARIO", requires = "html")]
    pub scenario: Option<String>,
    /// Keep the whole in one file, which `fracas sim --resume` can make longer
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

pub fn run(args: &MergeArgs, colour: bool) -> Result<(), Failure> {
    let wrong = |error: fracas_lab::PartError| Failure::new(Kind::Content, error.to_string());
    let read = |file: &PathBuf| {
        let name = file.display().to_string();
        let text = std::fs::read(file).map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            let kind = if missing { Kind::NotFound } else { Kind::Io };
            Failure::new(kind, format!("{name} cannot be read: {error}"))
        })?;
        let part = Part::read(&name, &String::from_utf8_lossy(&text)).map_err(wrong)?;
        Ok::<_, Failure>((name, part))
    };
    let parts = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let whole = merge(parts).map_err(wrong)?;
    if let Some(file) = &args.out {
        write_file(file, &whole.write())?;
    }
    let done = Done::of(&whole);
    if let Some(file) = &args.html {
        let plan = Plan::new(whole.run.fights, whole.run.seed);
        let trials = fought(args.scenario.as_deref(), &whole, &plan)?;
        page(trials.as_deref(), &plan, &whole, &done.report, None, file)?;
        if trials.is_none() {
            tell(args.json, "The page tells no fights: name the scenario with --scenario.\n")?;
        }
    }
    say(&done.words(args.json, colour)?)
}

/// What was fought, to fight some of it again: the scenario that is named, or a built-in one.
fn fought(named: Option<&str>, whole: &Part, plan: &Plan) -> Result<Option<Box<dyn Trials>>, Failure> {
    let [heroes, monsters] = &whole.run.minds;
    let minds = [format!("heroes={heroes}"), format!("monsters={monsters}")];
    let minds = Minds::read(minds.iter().map(String::as_str))
        .map_err(|error| Failure::new(Kind::Content, error.to_string()))?;
    let load = |source: Source| Ok::<_, Failure>(trials_by(bundle_for(source)?, &minds)?);
    if let Some(named) = named {
        let trials = load(find(named)?)?;
        return match trials.run(plan).differs(&whole.run) {
            None => Ok(Some(trials)),
            Some(what) => Err(Failure::new(Kind::Content, format!("{named} is not what was fought: {what}"))),
        };
    }
    let built_in = scenarios().chain(adventures()).filter(|listed| listed.system == whole.run.about.system);
    let same = |trials: &dyn Trials| trials.run(plan).differs(&whole.run).is_none();
    let quoted = format!("title = {:?}", whole.run.about.title);
    let likely = built_in.filter(|listed| listed.source.text.contains(&quoted));
    Ok(likely.filter_map(|listed| load(listed.source).ok()).find(|trials| same(&**trials)))
}
