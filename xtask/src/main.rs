//! The one test command: `cargo xtask test` checks formatting, lints, tests and documentation of everything.

use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask test     formatting, clippy, all tests, documentation
cargo xtask bench    every benchmark; they print ratios and fail when a bar is missed
";

/// A step by name, and the cargo call that is that step.
type Step = (&'static str, &'static [&'static str]);

const TEST: &[Step] = &[
    ("formatting", &["fmt", "--all", "--check"]),
    ("clippy", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    ("tests", &["test", "--workspace", "--locked"]),
    ("documentation", &["doc", "--workspace", "--no-deps", "--locked"]),
];

const BENCH: &[Step] = &[("benchmarks", &["bench", "--workspace", "--locked"])];

fn main() -> ExitCode {
    let steps = match std::env::args().nth(1).as_deref() {
        Some("test") => TEST,
        Some("bench") => BENCH,
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
    for (name, arguments) in steps {
        if let Err(error) = run(name, arguments) {
            eprintln!("xtask: {name}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn run(name: &str, arguments: &[&str]) -> Result<(), String> {
    println!("── {name}: cargo {}", arguments.join(" "));
    let start = Instant::now();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(arguments)
        // Links to private items are for those who read the source beside the page.
        .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links")
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    println!("── {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("failed ({status})")) }
}
