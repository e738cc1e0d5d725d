//! Exact odds, cold: this crate against icepool, which is written in Python and does the same kind of counting.
//!
//! Each answer is timed in a process that has answered nothing before: icepool's around its first computation, after
//! its import; ours around the first call. The lowest of several processes counts for icepool, which is the kindest to
//! it; ours is shown as the median first call and as the median of later calls. Fails where the answers differ by more
//! than 1e-9, or where the first call is not [`WANTED`] times as fast.
//!
//! icepool comes from the Python package index into a virtual environment beside the build, made once.

#[path = "../../lab/benches/common/figures.rs"]
mod figures;

use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use fracas_dice::{Dist, Roll, Take, Tricks};

const WANTED: f64 = 50.0;
const PROCESSES: usize = 5;
const DIFFERENCE: f64 = 1e-9;

/// Values with their chances.
type Answer = Vec<(i32, f64)>;

struct Question {
    name: &'static str,
    words: &'static str,
    answer: fn() -> Answer,
}

const QUESTIONS: [Question; 4] = [
    Question { name: "hits", words: "hits of 10 exploding d12 from 8", answer: hits },
    Question { name: "contest", words: "best of 8 against best of 6 exploding d10", answer: contest },
    Question { name: "keep", words: "the highest 10 of 20d6", answer: keep },
    Question { name: "drop", words: "3d20 without the lowest", answer: drop_lowest },
];

fn hits() -> Answer {
    Dist::of(&black_box(Roll::exploding_hits(10, 12, 8))).iter().collect()
}

fn contest() -> Answer {
    let (mine, theirs) = black_box((Roll::best_exploding(8, 10), Roll::best_exploding(6, 10)));
    let odds = Dist::of(&mine).versus(&Dist::of(&theirs));
    vec![(-1, odds.lose), (0, odds.tie), (1, odds.win)]
}

fn keep() -> Answer {
    highest(20, 6, 10)
}

fn drop_lowest() -> Answer {
    highest(3, 20, 2)
}

fn highest(count: u8, sides: u16, kept: u8) -> Answer {
    let tricks = Tricks { take: Take::High(kept), ..Tricks::default() };
    let roll = Roll::new(black_box(count), sides, 0, tricks);
    roll.map(|roll| Dist::of(&roll).iter().collect()).unwrap_or_default()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--first") {
        return first_call(args.get(at + 1).map_or("", String::as_str));
    }
    match compare() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the comparison could not be made: {error}");
            ExitCode::from(2)
        }
    }
}

/// In a process of its own: times one answer and prints the nanoseconds.
fn first_call(name: &str) -> ExitCode {
    let Some(question) = QUESTIONS.iter().find(|question| question.name == name) else {
        return ExitCode::FAILURE;
    };
    let start = Instant::now();
    black_box((question.answer)());
    println!("{}", start.elapsed().as_nanos());
    ExitCode::SUCCESS
}

fn compare() -> Result<bool, Box<dyn Error>> {
    let python = icepool()?;
    println!(
        "{:<42} {:>9} {:>10} {:>10} {:>7} {:>7}",
        "", "icepool", "first call", "later", "ratio", "later"
    );
    let mut good = true;
    for question in &QUESTIONS {
        let (theirs, answer) = theirs(&python, question.name)?;
        let (first, later) = (ours_first(question.name)?, ours_later(question));
        let ratio = theirs.as_secs_f64() / first.as_secs_f64();
        let ratio_later = theirs.as_secs_f64() / later.as_secs_f64();
        let difference = difference(&(question.answer)(), &answer);
        println!(
            "{:<42} {:>6.2} ms {:>7.1} µs {:>7.1} µs {ratio:>6.0}× {ratio_later:>6.0}×",
            question.words,
            theirs.as_secs_f64() * 1e3,
            first.as_secs_f64() * 1e6,
            later.as_secs_f64() * 1e6,
        );
        let met = ratio >= WANTED && difference <= DIFFERENCE;
        let bar = format!("at least {WANTED}");
        let (value, what) = (format!("{ratio:.0}"), "times as fast as icepool, the first call of a process");
        figures::record("Exact odds, cold", question.words, what, &value, Some((&bar, met)));
        if difference > DIFFERENCE {
            println!("  the answers differ by {difference:e}");
        }
        good &= met;
    }
    println!("{}", if good { "all answers agree to 1e-9" } else { "not good enough" });
    Ok(good)
}

/// The lowest time of several processes, and the answer.
fn theirs(python: &Path, name: &str) -> Result<(Duration, Answer), Box<dyn Error>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/icepool_odds.py");
    let (mut lowest, mut answer) = (Duration::MAX, Vec::new());
    for _ in 0..PROCESSES {
        let output = run(Command::new(python).arg(&script).arg(name))?;
        let said: serde_json::Value = serde_json::from_str(&output)?;
        let seconds = said["seconds"].as_f64().ok_or("icepool told no time")?;
        lowest = lowest.min(Duration::from_secs_f64(seconds));
        answer = serde_json::from_value(said["pairs"].clone())?;
    }
    Ok((lowest, answer))
}

fn ours_first(name: &str) -> Result<Duration, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let mut times = Vec::new();
    for _ in 0..PROCESSES {
        let nanos = run(Command::new(&program).args(["--first", name]))?;
        times.push(Duration::from_nanos(nanos.trim().parse()?));
    }
    Ok(median(times))
}

/// There is nothing that could be remembered between calls, but the machine is warm.
fn ours_later(question: &Question) -> Duration {
    let once = |_| {
        let start = Instant::now();
        black_box((question.answer)());
        start.elapsed()
    };
    median((0..1001).map(once).collect())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The largest difference between two answers, a value that one of them lacks counted as 0.
fn difference(ours: &[(i32, f64)], theirs: &[(i32, f64)]) -> f64 {
    let chance = |of: &[(i32, f64)], value| of.iter().find(|(v, _)| *v == value).map_or(0.0, |(_, p)| *p);
    let values = ours.iter().chain(theirs).map(|(value, _)| *value);
    values.map(|value| (chance(ours, value) - chance(theirs, value)).abs()).fold(0.0, f64::max)
}

/// A Python that has icepool, made on first use.
fn icepool() -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("icepool");
    let python = folder.join("bin/python");
    let version = |python: &Path| {
        let ask = "from importlib.metadata import version; import icepool; print(version('icepool'))";
        run(Command::new(python).args(["-c", ask]))
    };
    let found = match version(&python) {
        Ok(found) => found,
        Err(_) => {
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
            run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "icepool"]))?;
            version(&python)?
        }
    };
    println!("icepool {}", found.trim());
    Ok(python)
}

fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
