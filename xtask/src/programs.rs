//! The Rust tests: cargo builds all test programs, and as many as there are cores run side by side. One after the other, as
//! `cargo test` has it, a core waits wherever a program ends with one long test. What takes longest begins first, by the
//! times of the last run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;

/// A program of tests, and the folder of its package, in which cargo would run it.
struct Program {
    name: String,
    file: PathBuf,
    package: PathBuf,
}

/// Seconds by program, of the last run.
type Times = BTreeMap<String, f64>;

const TIMES: &str = "target/test-times.json";
const SLOWEST: usize = 8;

/// Builds and runs every test program, and then the examples in the documentation. All run, whatever fails.
pub fn test(root: &Path) -> Result<(), String> {
    let mut programs: Vec<Program> = built(root)?.iter().filter_map(program).collect();
    if programs.is_empty() {
        return Err("tests: cargo names no test program".to_owned());
    }
    let last: Times = fs::read(root.join(TIMES))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    // A new one may be a long one.
    let seconds = |program: &Program| last.get(&program.name).copied().unwrap_or(f64::MAX);
    programs.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let (times, failed) = run_all(&programs);
    tell(&times, programs.len());
    let text = serde_json::to_vec_pretty(&times).map_err(|error| error.to_string())?;
    fs::write(root.join(TIMES), text).map_err(|error| format!("{TIMES}: {error}"))?;
    let examples = cargo(root, &["test", "--workspace", "--locked", "--doc"]).status();
    let examples = examples.is_ok_and(|status| status.success());
    match (failed.as_slice(), examples) {
        ([], true) => Ok(()),
        ([], false) => Err("tests: examples in the documentation failed".to_owned()),
        (failed, _) => Err(format!("tests: {} failed", failed.join(", "))),
    }
}

/// Builds everything that is tested. Each message tells of one thing that cargo has built, with its files.
pub fn built(root: &Path) -> Result<Vec<Value>, String> {
    // Without examples, which clippy has looked at.
    let arguments = ["test", "--workspace", "--lib", "--bins", "--tests", "--locked", "--no-run"];
    let arguments = [&arguments[..], &["--message-format", "json-render-diagnostics"]].concat();
    let output = cargo(root, &arguments)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err("tests: they do not compile".to_owned());
    }
    let lines = output.stdout.split(|byte| *byte == b'\n');
    Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}

/// The test program that a message is about, if it is about one.
fn program(message: &Value) -> Option<Program> {
    if message["profile"]["test"] != true {
        return None;
    }
    let file = PathBuf::from(message["executable"].as_str()?);
    let package = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let name = format!("{}/{}", package.file_name()?.to_str()?, message["target"]["name"].as_str()?);
    Some(Program { name, file, package })
}

fn run_all(programs: &[Program]) -> (Times, Vec<String>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(programs.iter());
    let done = Mutex::new((Times::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(program) = next.lock().ok().and_then(|mut programs| programs.next()) {
                    let (seconds, passed, text) = run(program);
                    let Ok(mut done) = done.lock() else { return };
                    let mark = if passed { "ok" } else { "FAILED" };
                    let told = if passed { result(&text) } else { &text };
                    println!("   {seconds:>6.1} s  {mark:<6}  {}\n{told}", program.name);
                    done.0.insert(program.name.clone(), seconds);
                    if !passed {
                        done.1.push(program.name.clone());
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_default()
}

/// Runs one program with its output caught, so that two do not speak at once.
fn run(program: &Program) -> (f64, bool, String) {
    let began = Instant::now();
    let output = Command::new(&program.file)
        .current_dir(&program.package)
        .env("CARGO_MANIFEST_DIR", &program.package)
        .stdin(Stdio::null())
        .output();
    let (passed, text) = match output {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            (output.status.success(), String::from_utf8_lossy(&text).into_owned())
        }
        Err(error) => (false, format!("{} could not be started: {error}", program.file.display())),
    };
    (began.elapsed().as_secs_f64(), passed, text)
}

/// The line in which a program says how many tests passed.
fn result(text: &str) -> &str {
    text.lines().rfind(|line| line.starts_with("test result")).unwrap_or_default()
}

fn tell(times: &Times, programs: usize) {
    let mut slowest: Vec<(&String, &f64)> = times.iter().collect();
    slowest.sort_by(|a, b| b.1.total_cmp(a.1));
    println!("   {programs} programs; the slowest:");
    for (name, seconds) in slowest.into_iter().take(SLOWEST) {
        println!("   {seconds:>6.1} s  {name}");
    }
}

fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::cargo_program());
    command.args(arguments).current_dir(root);
    crate::prepare(&mut command);
    command
}
