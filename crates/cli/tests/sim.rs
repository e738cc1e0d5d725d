//! `fracas sim` as a program: the same bytes on any number of threads, replays that verify, errors that say what is
//! wrong.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn fracas(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fracas"));
    command.args(arguments).env("NO_COLOR", "1").output().expect("the program runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "over a pipe there is no progress bar: {output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn some_scenario() -> String {
    let list: Value = serde_json::from_str(&text(&fracas(&["list", "--json"]))).expect("JSON");
    list["scenarios"][0]["id"].as_str().expect("an id").to_owned()
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let scenario = some_scenario();
    let run =
        |threads: &str| text(&fracas(&["sim", &scenario, "-n", "3000", "--threads", threads, "--json"]));
    let alone = run("1");
    assert_eq!(alone, run("2"));
    assert_eq!(alone, run("5"));
    let report: Value = serde_json::from_str(&alone).expect("JSON");
    let count = |end: &str| report["ends"][end]["count"].as_u64().expect("a count");
    assert_eq!(count("heroes") + count("monsters") + count("draw") + count("cap"), 3000);
    assert!(report["luck"]["fights"].as_u64() <= Some(2000), "{report}");
    assert_ne!(alone, text(&fracas(&["sim", &scenario, "-n", "3000", "--seed", "2", "--json"])));
}

#[test]
fn kept_fights_are_replays_that_verify() {
    let (scenario, folder) = (some_scenario(), fresh_folder("kept"));
    let out = folder.to_str().expect("a plain path");
    let said = text(&fracas(&["sim", &scenario, "-n", "500", "--keep", "3", "--out", out, "--json"]));
    let report: Value = serde_json::from_str(&said).expect("JSON");
    let kept = report["kept"].as_array().expect("a list");
    let places: Vec<&Value> =
        kept.iter().flat_map(|one| one["percentiles"].as_array().expect("a list")).collect();
    assert_eq!(places, [5, 50, 95]);
    for one in kept {
        let file = one["file"].as_str().expect("a path");
        let replay: Value =
            serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON");
        assert_eq!(replay["fight"], one["fight"]);
        let verified = fracas(&["replay", file, "--verify"]);
        assert!(verified.status.success(), "{verified:?}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), kept.len());
}

#[test]
fn the_report_fits_a_terminal() {
    let said = text(&fracas(&["sim", &some_scenario(), "-n", "200"]));
    for part in ["How it ends", "Rounds", "Who falls", "Luck apart from plan"] {
        assert!(said.contains(part), "{part} is missing:\n{said}");
    }
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn wrong_arguments_are_refused_with_what_would_be_right() {
    let scenario = some_scenario();
    for (arguments, code, says) in [
        (&["sim", "no-such-scenario"][..], 4, "no scenario is called \"no-such-scenario\""),
        (&["sim", &scenario, "-n", "0"], 2, "0 is not in 1..="),
        (&["sim", &scenario, "--threads", "0"], 2, "0 is not in 1..="),
        (&["sim", &scenario, "--keep", "0"], 2, "0 is not in 1..="),
        (&["sim", &scenario, "-n", "10", "--keep", "1", "--out", "/dev/null/x"], 5, "cannot make the folder"),
    ] {
        let output = fracas(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_adventure_tells_what_is_left_of_supplies() {
    let run = |more: &[&str]| {
        text(&fracas(&[&["sim", "the-drowned-mint", "-n", "40", "--seed", "3"], more].concat()))
    };
    let report: Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    let supplies = report["supplies"].as_array().expect("a list");
    let names: Vec<&str> = supplies.iter().map(|supply| supply["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["food", "oil", "salves", "silver"]);
    let lost = report["ends"]["monsters"]["count"].as_u64().expect("a count");
    for supply in supplies {
        assert_eq!(supply["left"]["parties"], 40 - lost);
    }
    // Silver is found and not spent, oil is burnt.
    assert_eq!((&supplies[1]["start"], &supplies[3]["start"]), (&Value::from(36), &Value::from(0)));
    assert!(supplies[3]["left"]["mean"].as_f64() > Some(0.0));
    assert!(supplies[1]["left"]["mean"].as_f64() < Some(36.0));
    assert!(run(&[]).contains("Supplies"));
    let fight: Value =
        serde_json::from_str(&text(&fracas(&["sim", &some_scenario(), "-n", "10", "--json"]))).expect("JSON");
    assert!(fight["supplies"].is_null(), "a fight has none");
}
