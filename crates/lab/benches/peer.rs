//! The same fight beside npm's dnd-combat-simulator, each by its own CPU time. The package is installed into a folder
//! under the target directory, once. Needs node and npm, and the registry the first time.

mod common;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use common::{Table, delve, grouped, made, timed};
use fracas_delve::Delve;
use fracas_kernel::{Null, Outcome, Rules, Side, fight};
use fracas_lab::Plan;
use serde_json::Value;

const PACKAGE: &str = "dnd-combat-simulator";
const VERSION: &str = "0.3.15";
const FIGHTS: u64 = 40_000;
const TIMES: usize = 15;
/// How many times as many fights per CPU-second.
const BAR: f64 = 20.0;

fn main() -> ExitCode {
    let mut table = Table::new(&format!("Four fighters against four orcs, beside {PACKAGE} {VERSION}"));
    let (theirs, their_wins) = match peer() {
        Ok(figures) => figures,
        Err(error) => {
            eprintln!("no comparison: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (ours, our_wins) = own(&made(delve::FOUR_AGAINST_FOUR, Delve::load));
    for (who, seconds, wins) in [(PACKAGE, theirs, their_wins), ("delve, by instinct", ours, our_wins)] {
        println!(" {who}");
        table.line("fights per CPU-second", grouped(1.0 / seconds));
        table.line("heroes win (initiative differs between the rules)", format!("{:.1}%", wins * 100.0));
    }
    table.at_least("times as many", theirs / ours, BAR);
    table.finish()
}

/// Seconds for a fight, and how many of them the heroes win.
fn own<R: Rules>(rules: &R) -> (f64, f64) {
    let plan = Plan::new(FIGHTS, 1);
    let (mut best, mut won) = (f64::MAX, 0);
    for _ in 0..TIMES {
        won = 0;
        let seconds = timed(|| {
            for number in 0..FIGHTS {
                let (mut dice, mut whim) = (plan.dice(number), plan.whim(number));
                let fought = fight(rules, &mut rules.start(), &mut dice, &mut whim, &mut Null, plan.cap);
                won += u64::from(fought.outcome == Some(Outcome::Won(Side::Heroes)));
            }
        });
        best = best.min(seconds);
    }
    (best / FIGHTS as f64, won as f64 / FIGHTS as f64)
}

fn peer() -> Result<(f64, f64), Box<dyn Error>> {
    let folder = install()?;
    let script = folder.join("peer.cjs");
    std::fs::write(&script, include_str!("peer.cjs"))?;
    let said = run("node", &["peer.cjs"], &folder)?;
    let figures: Value = serde_json::from_str(&said)?;
    let figure = |key: &str| figures[key].as_f64().ok_or(format!("node did not say {key}: {said}"));
    Ok((figure("seconds_per_fight")?, figure("heroes_win")?))
}

/// The folder with the package in it, which is installed if it is not there.
fn install() -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peer");
    let manifest = folder.join("node_modules").join(PACKAGE).join("package.json");
    let installed =
        std::fs::read_to_string(&manifest).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    if installed.is_none_or(|package| package["version"] != VERSION) {
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("package.json"), "{ \"private\": true }\n")?;
        let package = format!("{PACKAGE}@{VERSION}");
        run(
            "npm",
            &["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", &package],
            &folder,
        )?;
    }
    Ok(folder)
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{program} cannot be run: {error}; this bench needs Node and npm"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{program} {} failed: {}", arguments.join(" "), said.trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
