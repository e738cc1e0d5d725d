//! `fracas puzzles`: positions from real play, for people and for minds.

use std::fmt::Write;

use clap::Args;
use fracas_minds::Brain;
use fracas_minds::puzzle::{Answer, Puzzle, Puzzles, Verdict};
use fracas_systems::{arena, bundle_for};
use serde_json::{Value, json};

use crate::failure::{Failure, Kind};
use crate::lines::say;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fracas puzzles\n  fracas puzzles last-stand-2\n  \
    fracas puzzles --system delve --mind search:50ms\n  fracas puzzles --mind greedy --json\n\n\
    A puzzle is solved by a choice that a good player would accept. One whose steps today's rules do not allow any more is\n\
    stale, and counts for nothing.")]
pub struct PuzzlesArgs {
    /// Only the puzzle with this id: what led to it, what was good and what was bad
    pub id: Option<String>,
    /// Only those of this system
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Let this mind solve them
    #[arg(long, value_name = "MIND")]
    pub mind: Option<Brain>,
    /// The seed of the mind's whims
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
    let rows = rows(args)?;
    if rows.is_empty() {
        let wanted = args.id.as_deref().or(args.system.as_deref()).unwrap_or_default();
        return Err(Failure::new(
            Kind::NotFound,
            format!("no puzzle is called {wanted:?}; `fracas puzzles` lists them all"),
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

fn rows(args: &PuzzlesArgs) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for built_in in fracas_content::puzzles() {
        if args.system.as_ref().is_some_and(|system| *system != built_in.system) {
            continue;
        }
        let Puzzles { scenario, puzzles } = Puzzles::read(&built_in.source)?;
        let mut wanted = puzzles
            .into_iter()
            .filter(|puzzle| args.id.as_ref().is_none_or(|id| *id == puzzle.id))
            .peekable();
        if wanted.peek().is_none() {
            continue;
        }
        let source = fracas_content::scenario(&format!("{}/{scenario}", built_in.system))?.source;
        let arena = arena(bundle_for(source)?)?;
        rows.extend(wanted.map(|puzzle| {
            let solve = |mind: &Brain| arena.solve(&puzzle, mind, args.seed).map_err(|stale| stale.0);
            let answer = args.mind.as_ref().map(solve);
            Row { system: built_in.system.clone(), scenario: scenario.clone(), puzzle, answer }
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
