//! The one test command: `cargo xtask test` installs what the tests need, and checks formatting, lints, tests and
//! documentation of everything, the play page included. What a step does is for the tools it calls.

mod new_system;
mod performance;
mod programs;
mod python;
mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test             formatting, lints, all tests, documentation; the play page: formatting, lints, types, unit
                             tests, browser tests; the bindings for Python; a new system made from the template
cargo xtask test WORD        only the steps with that word in their name, on what is built already: cargo xtask test browser
cargo xtask bench            every benchmark; they print ratios and fail when a bar is missed; the figures of all of them
                             are written to docs/PERFORMANCE.md, with the machine and the date
cargo xtask pictures         takes the README's pictures of the play page again
cargo xtask new-system NAME  a rule system of your own, copied from systems/template and ready to play
";

/// A named step: a program with its arguments, in a folder.
#[derive(Clone, Copy)]
struct Step {
    name: &'static str,
    program: Program,
    arguments: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq)]
enum Program {
    Cargo,
    /// In `web/`, against the program that cargo has built.
    Npm,
    /// Every test program that cargo builds.
    Tests,
    /// This program itself.
    NewSystem,
    /// The bindings for Python, on the extension that cargo has built.
    PythonTests,
    /// The same as a wheel that is installed: its tests, and how fast it is.
    PythonBench,
}

const fn cargo(name: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { name, program: Program::Cargo, arguments }
}

const fn npm(name: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { name, program: Program::Npm, arguments }
}

const TEST: &[Step] = &[
    cargo("formatting", &["fmt", "--all", "--check"]),
    npm("formatting of the page", &["run", "format:check"]),
    npm("lints of the page", &["run", "lint"]),
    npm("types of the page", &["run", "check"]),
    npm("unit tests of the page", &["test"]),
    cargo("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    // Builds the program too, which the browser tests then use.
    Step { name: "tests", program: Program::Tests, arguments: &[] },
    Step { name: "the bindings for Python", program: Program::PythonTests, arguments: &[] },
    npm("browser tests", &["run", "e2e"]),
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"]),
    // Last, because it builds another program in the place of this one.
    Step { name: "a new system from the template", program: Program::NewSystem, arguments: &[] },
];

const BENCH: &[Step] = &[
    cargo("benchmarks", &["bench", "--workspace", "--locked", "--no-fail-fast"]),
    cargo("the program", &["build", "--package", "fracas", "--locked"]),
    npm("the page", &["run", "bench"]),
    Step { name: "the bindings for Python", program: Program::PythonBench, arguments: &[] },
];

const PICTURES: &[Step] = &[
    cargo("the program", &["build", "--package", "fracas", "--locked"]),
    npm("pictures", &["run", "pictures"]),
];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut arguments = std::env::args().skip(1);
    let (steps, measures) = match (arguments.next().as_deref(), arguments.next()) {
        (Some("test"), None) => (TEST, false),
        (Some("test"), Some(word)) if TEST.iter().any(|step| step.name.contains(&word)) => {
            let steps: Vec<Step> = TEST.iter().copied().filter(|step| step.name.contains(&word)).collect();
            return summarise(&steps, &root, &root.join("web"), None);
        }
        (Some("bench"), None) => (BENCH, true),
        (Some("pictures"), None) => (PICTURES, false),
        (Some("new-system"), Some(name)) => {
            return match new_system::create(&root, &name) {
                Ok(()) => {
                    println!("systems/{name} is there. Play it: cargo run -- play the-brook");
                    ExitCode::SUCCESS
                }
                Err(error) => complain(&error),
            };
        }
        (Some("help" | "--help" | "-h"), _) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        (other, _) => {
            let what =
                other.map_or("no task given".to_owned(), |task| format!("cannot do {task:?} like that"));
            eprint!("xtask: {what}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let web = root.join("web");
    if let Err(error) = tools::install(&web) {
        return complain(&error);
    }
    if !measures {
        return summarise(steps, &root, &web, None);
    }
    let figures = match performance::begin(&root) {
        Ok(figures) => figures,
        Err(error) => return complain(&error),
    };
    let done = summarise(steps, &root, &web, Some(&figures));
    // What was measured is told, also where a bar was missed.
    match performance::write(&root, &figures) {
        Ok(()) => done,
        Err(error) => complain(&error),
    }
}

fn complain(error: &str) -> ExitCode {
    eprintln!("xtask: {error}");
    ExitCode::FAILURE
}

/// Runs the steps up to the first that fails, and tells at the end what ran, how long it took and what failed. Benches
/// go on after a failure: a missed bar says nothing about the others.
fn summarise(steps: &[Step], root: &Path, web: &Path, figures: Option<&Path>) -> ExitCode {
    let start = Instant::now();
    let mut told: Vec<String> = Vec::new();
    let mut failed = None;
    for (nth, step) in steps.iter().enumerate() {
        println!("── {} of {}: {}", nth + 1, steps.len(), step.name);
        let began = Instant::now();
        let wrong = run(step, root, web, figures).err();
        let mark = if wrong.is_some() { "FAILED" } else { "ok" };
        told.push(format!("{:>6.0} s  {mark:<6}  {}", began.elapsed().as_secs_f64(), step.name));
        failed = failed.or(wrong);
        if failed.is_some() && figures.is_none() {
            break;
        }
    }
    let skipped = steps[told.len()..].iter().map(|step| format!("{:>6}    not run {}", "", step.name));
    let summary: Vec<String> = told.into_iter().chain(skipped).collect();
    println!("\n── summary\n{}\n{:>6.0} s  in all", summary.join("\n"), start.elapsed().as_secs_f64());
    match failed {
        Some(error) => complain(&error),
        None => ExitCode::SUCCESS,
    }
}

fn run(step: &Step, root: &Path, web: &Path, figures: Option<&Path>) -> Result<(), String> {
    let program = match step.program {
        Program::Tests => return programs::test(root),
        Program::NewSystem => return new_system::check(root),
        Program::PythonTests => return python::test(root, &fracas()?),
        Program::PythonBench => return python::bench(root, &fracas()?, figures),
        Program::Cargo => cargo_program(),
        Program::Npm => tools::NPM.to_owned(),
    };
    println!("   {program} {}", step.arguments.join(" "));
    let mut command = Command::new(&program);
    command.args(step.arguments).current_dir(if step.program == Program::Npm { web } else { root });
    prepare(&mut command);
    command.envs(figures.map(|file| (performance::FIGURES, file)));
    if step.program == Program::Npm {
        command.env("FRACAS_BIN", fracas()?);
    }
    let status = command.status().map_err(|error| format!("{program} could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{}: failed ({status})", step.name)) }
}

/// The cargo that runs this program.
fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// What holds for every step that may build something.
fn prepare(command: &mut Command) {
    // Links to private items are for those who read the source beside the page.
    command.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    // The tests look at the page, so it must be in the program.
    command.env_remove("FRACAS_SKIP_WEB");
    // Whoever builds once and throws it away has no use for what a next build would reuse, and it doubles the room it
    // takes.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
}

/// The program that cargo builds: it lies beside this one.
fn fracas() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    Ok(own.with_file_name(format!("fracas{}", std::env::consts::EXE_SUFFIX)))
}
