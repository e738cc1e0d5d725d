//! `fracas puzzles`: positions from real play, for people and for minds.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use fracas_content::{Source, find};
use fracas_lab::Scrutiny;
use fracas_minds::Brain;
use fracas_minds::puzzle::{Answer, Puzzle, Puzzles, Verdict};
use fracas_systems::{arena, blunders, bundle_for, scenario_of};
use fracas_table::write_file;
use serde_json::{Value, json};

use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::sim::{progress, versions};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fracas puzzles\n  fracas puzzles last-stand-2\n  \
    fracas puzzles --system delve --mind search:50ms\n  fracas puzzles --mind greedy --json\n  \
    fracas puzzles --from kept/*.json --out mine.toml     the blunders of your own fights\n  \
    fracas puzzles --file mine.toml --mind greedy\n\n\
    A puzzle is solved by a choice that a good player would accept. One whose steps today's rules do not allow any more is\n\
    stale, and counts for nothing. --from takes what a review of the fight calls a blunder beyond doubt, if a mind that\n\
    searches, and knows no more than whoever chose, agrees.")]
pub struct PuzzlesArgs {
    /// Only the puzzle with this id: what led to it, what was good and what was bad
    pub id: Option<String>,
    /// Only those of this system
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Those of this file, instead of those that come with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Make puzzles of the clear blunders in these fights (replays, saved games or exported tables of one scenario)
    #[arg(long, value_name = "FIGHT", num_args = 1.., value_hint = ValueHint::FilePath,
          conflicts_with_all = ["id", "system", "file", "mind"])]
    pub from: Vec<PathBuf>,
    /// Write them there, and not to standard output
    #[arg(long, value_name = "FILE", requires = "from", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// How much is played out to find the blunders of a fight, in choices, as in `fracas review`
    #[arg(long, value_name = "N", requires = "from", default_value_t = Scrutiny::BUDGET)]
    pub budget: u64,
    /// Let this mind solve them
    #[arg(long, value_name = "MIND")]
    pub mind: Option<Brain>,
    /// The seed of the mind's whims, or of what is played out to find puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// A puzzle with where it belongs, and what a mind made of it.
struct Row {
    system: String,
    scenario: String,
    puzzle: Puzzle,
    answer: Option<Result<Answer, String>>,
}

pub fn run(args: &PuzzlesArgs) -> Result<(), Failure> {
    if !args.from.is_empty() {
        return make(args);
    }
    let rows = rows(args)?;
    if rows.is_empty() {
        let wanted = args.id.as_deref().or(args.system.as_deref()).unwrap_or_default();
        return Err(Failure::new(
            Kind::NotFound,
            match &args.file {
                Some(file) if wanted.is_empty() => format!("there is no puzzle in {}", file.display()),
                Some(file) => format!("no puzzle in {} is called {wanted:?}", file.display()),
                None => format!("no puzzle is called {wanted:?}; `fracas puzzles` lists them all"),
            },
        ));
    }
    if args.json {
        let all: Vec<Value> = rows.iter().map(as_json).collect();
        let text =
            serde_json::to_string_pretty(&all).map_err(|error| Failure::new(Kind::Io, error.to_string()))?;
        return say(&(text + "\n"));
    }
    let mut text = String::new();
    for row in &rows {
        text += &if args.id.is_some() { in_full(row) } else { in_short(row) };
    }
    if args.mind.is_some() {
        text += &summary(&rows);
    }
    say(&text)
}

/// The clear blunders of some fights, as a file of puzzles.
fn make(args: &PuzzlesArgs) -> Result<(), Failure> {
    let mut all: Option<Puzzles> = None;
    let bar = progress(args.from.len() as u64);
    bar.set_message("looking");
    for file in &args.from {
        let wrong = |what: String| Failure::new(Kind::Content, format!("{}: {what}", file.display()));
        let replay = crate::replay::read(file)?;
        let (scenario, bundle) = scenario_of(&replay).map_err(wrong)?;
        let all = all.get_or_insert_with(|| Puzzles { scenario: scenario.clone(), puzzles: Vec::new() });
        if all.scenario != scenario {
            let what =
                format!("{} is of {scenario}, and those before it of {}", file.display(), all.scenario);
            return Err(Failure::new(Kind::Usage, format!("{what}: make a file for each scenario")));
        }
        let stem = file.file_stem().map_or("fight".into(), |stem| stem.to_string_lossy());
        let scrutiny = Scrutiny { seed: args.seed, budget: args.budget, threads: None };
        let found = blunders(&replay, bundle, &stem, scrutiny).map_err(wrong)?;
        // The same fight may be there twice, as a saved game and as a replay.
        let known: Vec<Puzzle> = all.puzzles.clone();
        all.puzzles.extend(found.into_iter().filter(|new| known.iter().all(|old| old.steps != new.steps)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Some(all) = all.filter(|all| !all.puzzles.is_empty()) else {
        let fights = if args.from.len() == 1 { "this fight" } else { "these fights" };
        return Err(Failure::new(Kind::No, format!("no clear blunder was made in {fights}")));
    };
    match &args.out {
        Some(file) => {
            write_file(file, &all.write())?;
            let many = if all.puzzles.len() == 1 { "puzzle" } else { "puzzles" };
            let (count, file) = (all.puzzles.len(), file.display());
            say(&format!("{count} {many} in {file}; `fracas puzzles --file {file}` lists them\n"))
        }
        None if args.json => say(&versions::as_json(&all)?),
        None => say(&all.write()),
    }
}

/// Files of puzzles, and the system whose folder they are in.
fn sources(args: &PuzzlesArgs) -> Result<Vec<(Option<String>, Source)>, Failure> {
    match &args.file {
        Some(file) => Ok(vec![(None, Source::read(file)?)]),
        None => {
            Ok(fracas_content::puzzles().map(|built_in| (Some(built_in.system), built_in.source)).collect())
        }
    }
}

fn rows(args: &PuzzlesArgs) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (folder, file) in sources(args)? {
        let is_other = |system: &str| args.system.as_ref().is_some_and(|wanted| wanted != system);
        if folder.as_deref().is_some_and(is_other) {
            continue;
        }
        let Puzzles { scenario, puzzles } = Puzzles::read(&file)?;
        let mut wanted = puzzles
            .into_iter()
            .filter(|puzzle| args.id.as_ref().is_none_or(|id| *id == puzzle.id))
            .peekable();
        if wanted.peek().is_none() {
            continue;
        }
        let source = find(&folder.map_or(scenario.clone(), |system| format!("{system}/{scenario}")))?;
        let arena = arena(bundle_for(source)?)?;
        let system = arena.system().to_owned();
        if is_other(&system) {
            continue;
        }
        rows.extend(wanted.map(|puzzle| {
            let solve = |mind: &Brain| arena.solve(&puzzle, mind, args.seed).map_err(|stale| stale.0);
            let answer = args.mind.as_ref().map(solve);
            Row { system: system.clone(), scenario: scenario.clone(), puzzle, answer }
        }));
    }
    Ok(rows)
}

fn as_json(row: &Row) -> Value {
    let mut value = json!({ "system": row.system, "scenario": row.scenario, "puzzle": row.puzzle });
    match &row.answer {
        Some(Ok(answer)) => value["answer"] = json!(answer),
        Some(Err(stale)) => value["stale"] = json!(stale),
        None => {}
    }
    value
}

/// Without the answer: somebody may want to think.
fn in_short(row: &Row) -> String {
    let who = row.puzzle.good.first().and_then(|text| text.split(' ').next()).unwrap_or("somebody");
    let after = row.puzzle.steps.len();
    let told = match &row.answer {
        None => format!("what should {who} do after {after} steps?"),
        Some(Ok(answer)) => format!("{}: {}", verdict(answer.verdict), answer.choice),
        Some(Err(stale)) => format!("stale: {stale}"),
    };
    format!("{:<8}{:<30} {told}\n", row.system, row.puzzle.id)
}

fn in_full(row: &Row) -> String {
    let Puzzle { id, title, steps, good, bad, why } = &row.puzzle;
    let mut text = format!("{id}: {}/{}\n{title}\n\nWhat led to it:\n", row.system, row.scenario);
    for (name, all) in [("", steps), ("Good:\n", good), ("Bad:\n", bad)] {
        text += name;
        all.iter().for_each(|one| text += &format!("  {one}\n"));
    }
    let _ = writeln!(text, "{why}");
    match &row.answer {
        Some(Ok(answer)) => {
            text += &format!("\n{}: {}\n{}\n", verdict(answer.verdict), answer.choice, answer.why)
        }
        Some(Err(stale)) => text += &format!("\nstale: {stale}\n"),
        None => {}
    }
    text
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "solved",
        Verdict::Bad => "wrong",
        Verdict::Neither => "not solved",
    }
}

fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut systems: Vec<&str> = rows.iter().map(|row| row.system.as_str()).collect();
    systems.dedup();
    for system in systems {
        let own = || rows.iter().filter(|row| row.system == system);
        let answers = || own().filter_map(|row| row.answer.as_ref()?.as_ref().ok());
        let (solved, of) =
            (answers().filter(|answer| answer.verdict == Verdict::Good).count(), answers().count());
        let wrong = answers().filter(|answer| answer.verdict == Verdict::Bad).count();
        let stale = own().count() - of;
        let share = 100.0 * solved as f64 / of.max(1) as f64;
        let _ = write!(text, "{system}: {solved} of {of} solved ({share:.0} %), {wrong} wrong");
        let _ = writeln!(text, "{}", if stale > 0 { format!(", {stale} stale") } else { String::new() });
    }
    text
}
