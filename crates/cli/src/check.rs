//! `fracas check`: everything that is wrong with scenario files.

use fracas_content::{NotFound, Problem, Problems, Source, find};
use fracas_lab::Plan;
use fracas_systems::{Checked, bundle_for, check_closely, trials};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::paint::{Ink, Paint};

enum Found {
    /// With what can be loaded, and yet does not work.
    Fine(Checked, Vec<String>),
    Wrong(Problems),
    Missing(NotFound),
}

pub fn run(args: &CheckArgs, paint: Paint) -> Result<(), Failure> {
    if args.paths {
        return paths(args);
    }
    let all: Vec<(&str, Found)> = args.files.iter().map(|file| (file.as_str(), look(file, args))).collect();
    if args.json {
        let files: Vec<Value> = all.iter().map(|(file, found)| as_json(file, found)).collect();
        let ok = all.iter().all(|(_, found)| matches!(found, Found::Fine(..)));
        say(&format!("{:#}\n", json!({ "ok": ok, "files": files })))?;
    } else {
        say(&all.iter().map(|(file, found)| as_text(file, found, paint)).collect::<String>())?;
    }
    if all.iter().any(|(_, found)| matches!(found, Found::Missing(_))) {
        return Err(Failure::new(Kind::NotFound, ""));
    }
    match all.iter().any(|(_, found)| matches!(found, Found::Wrong(_))) {
        true => Err(Failure::no()),
        false => Ok(()),
    }
}

/// Every value that can be varied, with where it stands, or where it would.
fn paths(args: &CheckArgs) -> Result<(), Failure> {
    for file in &args.files {
        let spots = fracas_systems::spots(&bundle_for(find(file)?)?)?;
        if args.json {
            let all = spots.iter().map(|spot| {
                json!({
                    "path": spot.path, "value": spot.value, "file": spot.file, "line": spot.line, "given": spot.given,
                })
            });
            say(&format!("{:#}\n", Value::Array(all.collect())))?;
            continue;
        }
        let wide = spots.iter().map(|spot| spot.path.chars().count()).max().unwrap_or(0);
        for spot in &spots {
            let default = if spot.given { "" } else { "default, " };
            say(&format!("{:<wide$} = {}  ({default}{}:{})\n", spot.path, spot.value, spot.file, spot.line))?;
        }
    }
    Ok(())
}

fn look(file: &str, args: &CheckArgs) -> Found {
    let source = match find(file) {
        Ok(source) => source,
        Err(missing) => return Found::Missing(missing),
    };
    let checked = check_closely(source.clone(), args.system).and_then(|(checked, odd)| {
        let tries = match checked {
            Checked::Scenario(_) => args.tries,
            // Whole adventures take longer.
            Checked::Adventure(_) => args.tries / 10,
            Checked::Party(_) | Checked::Library(_) => 0,
        };
        let played = if tries > 0 { warnings(source, tries)? } else { Vec::new() };
        let odd = odd.iter().map(located).collect::<Vec<_>>();
        Ok(Found::Fine(checked, odd.into_iter().chain(played).collect()))
    });
    checked.unwrap_or_else(Found::Wrong)
}

/// A warning with where it stands.
fn located(warning: &Problem) -> String {
    let Problem { line, field, message, advice, .. } = warning;
    let advice = advice.as_ref().map(|advice| format!(": {advice}")).unwrap_or_default();
    format!("line {line}, {field}: {message}{advice}")
}

/// What does not work, found out by playing.
fn warnings(source: Source, tries: u64) -> Result<Vec<String>, Problems> {
    let tally = trials(bundle_for(source)?)?.simulate(&Plan::new(tries, 1), 0..tries, &|_| ());
    Ok(tally.warnings())
}

fn as_text(file: &str, found: &Found, paint: Paint) -> String {
    match found {
        Found::Fine(checked, warnings) => {
            let (what, system) = kind(*checked);
            let a = if system.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let fine =
                format!("{} {file}: {a} {system} {what} without problems\n", paint.ink(Ink::Good, "✓"));
            let warnings = warnings.iter().map(|warning| format!("  warning: {warning}\n"));
            std::iter::once(fine).chain(warnings).collect()
        }
        Found::Wrong(problems) => problems
            .to_string()
            .lines()
            .map(|line| {
                let ink = if line.starts_with("  |") { Ink::Quiet } else { Ink::Plain };
                format!("{}\n", paint.ink(ink, line))
            })
            .collect(),
        Found::Missing(missing) => format!("{} {missing}\n", paint.ink(Ink::Bad, "✗")),
    }
}

fn as_json(file: &str, found: &Found) -> Value {
    match found {
        Found::Fine(checked, warnings) => {
            let (what, system) = kind(*checked);
            json!({
                "file": file, "ok": true, "system": system, "kind": what, "problems": [], "warnings": warnings,
            })
        }
        Found::Wrong(problems) => {
            let list: Vec<Value> = problems.iter().map(problem_json).collect();
            json!({ "file": file, "ok": false, "problems": list, "omitted": problems.omitted() })
        }
        Found::Missing(missing) => {
            json!({ "file": file, "ok": false, "problems": [], "missing": missing.message, "advice": missing.advice })
        }
    }
}

fn kind(checked: Checked) -> (&'static str, &'static str) {
    match checked {
        Checked::Scenario(system) => ("scenario", system.name()),
        Checked::Adventure(system) => ("adventure", system.name()),
        Checked::Party(system) => ("party", system.name()),
        Checked::Library(system) => ("library file", system.name()),
    }
}

/// A problem for programs.
pub fn problem_json(problem: &Problem) -> Value {
    json!({
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "message": problem.message,
        "advice": problem.advice,
    })
}
