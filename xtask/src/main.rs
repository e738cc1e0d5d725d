//! The one test command: `cargo xtask test` installs what the tests need, and checks formatting, lints, tests and
//! documentation of everything, the play page included. What a step does is for the tools it calls.

mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test       formatting, clippy, all tests, documentation; the play page: types, unit tests, browser tests
cargo xtask bench      every benchmark; they print ratios and fail when a bar is missed
cargo xtask pictures   takes the README's pictures of the play page again
";

/// A named step: a program with its arguments, in a folder.
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
}

const fn cargo(name: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { name, program: Program::Cargo, arguments }
}

const fn npm(name: &'static str, arguments: &'static [&'static str]) -> Step {
    Step { name, program: Program::Npm, arguments }
}

const TEST: &[Step] = &[
    cargo("formatting", &["fmt", "--all", "--check"]),
    npm("types of the page", &["run", "check"]),
    npm("unit tests of the page", &["test"]),
    cargo("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    // Builds the program too, which the browser tests then use.
    cargo("tests", &["test", "--workspace", "--locked"]),
    npm("browser tests", &["run", "e2e"]),
    cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"]),
];

const BENCH: &[Step] = &[
    cargo("benchmarks", &["bench", "--workspace", "--locked"]),
    cargo("the program", &["build", "--package", "fracas", "--locked"]),
    npm("the page", &["run", "bench"]),
];

const PICTURES: &[Step] = &[
    cargo("the program", &["build", "--package", "fracas", "--locked"]),
    npm("pictures", &["run", "pictures"]),
];

fn main() -> ExitCode {
    let steps = match std::env::args().nth(1).as_deref() {
        Some("test") => TEST,
        Some("bench") => BENCH,
        Some("pictures") => PICTURES,
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        other => {
            let what = other.map_or("no task given".to_owned(), |task| format!("there is no task {task:?}"));
            eprint!("xtask: {what}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let web = root.join("web");
    if let Err(error) = tools::install(&web) {
        eprintln!("xtask: {error}");
        return ExitCode::FAILURE;
    }
    let start = Instant::now();
    for step in steps {
        if let Err(error) = run(step, &root, &web) {
            eprintln!("xtask: {}: {error}", step.name);
            return ExitCode::FAILURE;
        }
    }
    println!("── all of it: {:.0} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

fn run(step: &Step, root: &Path, web: &Path) -> Result<(), String> {
    let program = match step.program {
        Program::Cargo => std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()),
        Program::Npm => tools::NPM.to_owned(),
    };
    println!("── {}: {} {}", step.name, name_of(step.program), step.arguments.join(" "));
    let start = Instant::now();
    let mut command = Command::new(&program);
    command
        .args(step.arguments)
        .current_dir(if step.program == Program::Npm { web } else { root })
        // Links to private items are for those who read the source beside the page.
        .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links")
        // The tests look at the page, so it must be in the program.
        .env_remove("FRACAS_SKIP_WEB");
    if step.program == Program::Npm {
        command.env("FRACAS_BIN", fracas()?);
    }
    let status = command.status().map_err(|error| format!("{program} could not be started: {error}"))?;
    println!("── {}: {:.0} s", step.name, start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("failed ({status})")) }
}

fn name_of(program: Program) -> &'static str {
    match program {
        Program::Cargo => "cargo",
        Program::Npm => "npm",
    }
}

/// The program that cargo builds: it lies beside this one.
fn fracas() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    Ok(own.with_file_name(format!("fracas{}", std::env::consts::EXE_SUFFIX)))
}
