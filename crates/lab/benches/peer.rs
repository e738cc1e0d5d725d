//! Beside other programs, each by its own CPU time: the same fight in npm's dnd-combat-simulator, and random playouts
//! in npm's @pkmn/sim and in OpenSpiel's C++. npm's packages are those of the lock file in `npm/`, OpenSpiel that of
//! the bindings' benchmark; both are installed under the target directory, once. Needs node, npm and Python, and the
//! registries the first time.

mod common;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use common::{Table, best_of, delve, grouped, made, playouts, timed, twelves};
use fracas_delve::Delve;
use fracas_kernel::{Null, Outcome, Rules, Side, fight};
use fracas_lab::Plan;
use fracas_twelves::Twelves;
use serde_json::Value;

const FIGHTS: u64 = 40_000;
const PLAYOUTS: u64 = 4_000;
const TIMES: usize = 15;
/// How many times as many fights per CPU-second.
const BAR: f64 = 20.0;
/// How many times as many choices per CPU-second as in a game with as much to choose from.
const CHOICES_BAR: f64 = 10.0;
/// OpenSpiel's games: whether the bar is for them. Connect four is smaller by far than any fight.
const GAMES: [(&str, bool); 3] = [("backgammon", true), ("chess", true), ("connect_four", false)];

/// npm's packages and the scripts that use them.
const NPM: [(&str, &str); 4] = [
    ("package.json", include_str!("npm/package.json")),
    ("package-lock.json", include_str!("npm/package-lock.json")),
    ("dnd.cjs", include_str!("npm/dnd.cjs")),
    ("pkmn.cjs", include_str!("npm/pkmn.cjs")),
];

fn main() -> ExitCode {
    match compare() {
        Ok(met) => met,
        Err(error) => {
            eprintln!("no comparison: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare() -> Result<ExitCode, Box<dyn Error>> {
    let npm = install_npm()?;
    let mut table = Table::new("Beside other programs");
    let four = made(delve::FOUR_AGAINST_FOUR, Delve::load);
    let theirs = said("node", &["dnd.cjs"], &npm)?;
    let (theirs, their_wins) = (figure(&theirs, "seconds_per_fight")?, figure(&theirs, "heroes_win")?);
    let (ours, our_wins) = own(&four);
    let name = format!("dnd-combat-simulator {}", version("dnd-combat-simulator")?);
    for (who, seconds, wins) in [(name.as_str(), theirs, their_wins), ("delve, by instinct", ours, our_wins)]
    {
        table.of(&format!("four fighters against four orcs: {who}"));
        table.figure("fights per CPU-second", grouped(1.0 / seconds));
        table.line("heroes win (initiative differs between the rules)", format!("{:.1}%", wins * 100.0));
    }
    table.at_least("times as many fights", theirs / ours, BAR);

    // The slower of two counts.
    let ours = choices(&four).min(choices(&made(twelves::FOUR_AGAINST_FOUR, Twelves::load)));
    table.of("random playouts: delve and twelves, the slower of them");
    table.figure("choices per CPU-second", grouped(ours));
    let theirs = figure(&said("node", &["pkmn.cjs"], &npm)?, "choices_per_second")?;
    table.of(&format!("random playouts: @pkmn/sim {}, three against three", version("@pkmn/sim")?));
    table.figure("choices per CPU-second", grouped(theirs));
    table.at_least("times as many choices", ours / theirs, CHOICES_BAR);
    let python = install_spiel()?;
    let python = python.to_str().ok_or("the path of the target directory is no text")?;
    for (game, counts) in GAMES {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/spiel.py");
        let script = script.to_str().ok_or("the path of this project is no text")?;
        let theirs = figure(&said(python, &[script, game], &npm)?, "choices_per_second")?;
        table.of(&format!("random playouts: OpenSpiel's C++, {game}"));
        table.figure("choices per CPU-second", grouped(theirs));
        if counts {
            table.at_least("times as many choices", ours / theirs, CHOICES_BAR);
        } else {
            table.figure("times as many choices, in a far larger game", format!("{:.2}", ours / theirs));
        }
    }
    Ok(table.finish())
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

/// Choices per second in random playouts.
fn choices<R: Rules>(rules: &R) -> f64 {
    let plan = Plan::new(PLAYOUTS, 1);
    let mut made = 0_u64;
    playouts(rules, &plan, |_| made += 1);
    let (seconds, _) = best_of(TIMES, || playouts(rules, &plan, |_| {}), || {});
    made as f64 / seconds
}

/// The version of a package that the lock file names.
fn version(package: &str) -> Result<String, Box<dyn Error>> {
    let lock: Value = serde_json::from_str(NPM[1].1)?;
    let version = lock["packages"][format!("node_modules/{package}")]["version"].as_str();
    Ok(version.ok_or(format!("the lock file does not name {package}"))?.to_owned())
}

/// The folder with npm's packages in it, which are installed if they are not there.
fn install_npm() -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peer");
    let done = folder.join("installed-lock.json");
    fs::create_dir_all(&folder)?;
    for (name, text) in NPM {
        fs::write(folder.join(name), text)?;
    }
    if fs::read_to_string(&done).ok().as_deref() != Some(NPM[1].1) {
        run("npm", &["ci", "--no-audit", "--no-fund", "--ignore-scripts"], &folder)?;
        fs::write(done, NPM[1].1)?;
    }
    Ok(folder)
}

/// A Python with OpenSpiel, in the version that the bindings' benchmark takes.
fn install_spiel() -> Result<PathBuf, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pinned = fs::read_to_string(root.join("bindings/python/requirements-bench.txt"))?;
    let spiel = pinned.lines().find(|line| line.starts_with("open-spiel=="));
    let spiel = spiel.ok_or("requirements-bench.txt does not name open-spiel")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (venv, done) = (folder.join("spiel"), folder.join("spiel/installed.txt"));
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if fs::read_to_string(&done).ok().as_deref() != Some(spiel) {
        let [venv, python] = [&venv, &python].map(|path| path.to_string_lossy().into_owned());
        run("python3", &["-m", "venv", "--clear", &venv], folder)?;
        run(&python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", spiel], folder)?;
        fs::write(done, spiel)?;
    }
    Ok(python)
}

/// What a program says, as JSON.
fn said(program: &str, arguments: &[&str], folder: &Path) -> Result<Value, Box<dyn Error>> {
    let said = run(program, arguments, folder)?;
    Ok(serde_json::from_str(&said).map_err(|error| format!("{program} said {said:?}: {error}"))?)
}

fn figure(said: &Value, key: &str) -> Result<f64, Box<dyn Error>> {
    Ok(said[key].as_f64().ok_or(format!("{key} is missing in {said}"))?)
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().map_err(|error| {
        format!("{program} cannot be run: {error}; this bench needs Node, npm and Python")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{program} {} failed: {}", arguments.join(" "), said.trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
