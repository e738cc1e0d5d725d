//! `fracas check`: everything that is wrong with scenario files.

use fracas_content::{NotFound, Problem, Problems, find};
use fracas_systems::{Checked, System, check_as};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::paint::{Ink, Paint};

enum Found {
    Fine(Checked),
    Wrong(Problems),
    Missing(NotFound),
}

pub fn run(args: &CheckArgs, paint: Paint) -> Result<(), Failure> {
    if args.paths {
        return paths(args);
    }
    let all: Vec<(&str, Found)> =
        args.files.iter().map(|file| (file.as_str(), look(file, args.system))).collect();
    if args.json {
        let files: Vec<Value> = all.iter().map(|(file, found)| as_json(file, found)).collect();
        let ok = all.iter().all(|(_, found)| matches!(found, Found::Fine(_)));
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

/// Every value that can be varied, with where it stands.
fn paths(args: &CheckArgs) -> Result<(), Failure> {
    for file in &args.files {
        let spots = fracas_systems::bundle_for(find(file)?)?.spots();
        if args.json {
            let all = spots.iter().map(|spot| {
                json!({ "path": spot.path, "value": spot.value, "file": spot.file, "line": spot.line })
            });
            say(&format!("{:#}\n", Value::Array(all.collect())))?;
            continue;
        }
        let wide = spots.iter().map(|spot| spot.path.chars().count()).max().unwrap_or(0);
        for spot in &spots {
            say(&format!("{:<wide$} = {}  ({}:{})\n", spot.path, spot.value, spot.file, spot.line))?;
        }
    }
    Ok(())
}

fn look(file: &str, system: Option<System>) -> Found {
    match find(file).map(|source| check_as(source, system)) {
        Ok(Ok(checked)) => Found::Fine(checked),
        Ok(Err(problems)) => Found::Wrong(problems),
        Err(missing) => Found::Missing(missing),
    }
}

fn as_text(file: &str, found: &Found, paint: Paint) -> String {
    match found {
        Found::Fine(checked) => {
            let (what, system) = kind(*checked);
            format!("{} {file}: a {system} {what} without problems\n", paint.ink(Ink::Good, "✓"))
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
        Found::Fine(checked) => {
            let (what, system) = kind(*checked);
            json!({ "file": file, "ok": true, "system": system, "kind": what, "problems": [] })
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
