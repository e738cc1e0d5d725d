//! The lab on the command line: parts that merge to the whole, versions, balance, files for other programs, reviews.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;

const SCENARIO: &str = "goblins-at-the-ford";

fn fracas(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fracas"));
    command.args(arguments).env("NO_COLOR", "1").output().expect("the program runs")
}

fn text(arguments: &[&str]) -> String {
    let output = fracas(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).expect("JSON")
}

fn refusal(arguments: &[&str], code: i32) -> String {
    let output = fracas(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a plain path").to_owned()
}

fn part(folder: &Path, scenario: &str, fights: &str, shard: &str) -> String {
    let file = path(folder, &format!("part-{}.fracas", shard.replace('/', "-")));
    text(&["sim", scenario, "-n", fights, "--seed", "9", "--shard", shard, "--out", &file]);
    file
}

#[test]
fn parts_merged_in_any_order_give_the_same_bytes_as_one_run() {
    // An adventure too: supplies and scenes are merged like everything else.
    for (scenario, fights) in [(SCENARIO, "2500"), ("the-drowned-mint", "60")] {
        let folder = folder(&format!("merge-{scenario}"));
        let files: Vec<String> =
            ["2/3", "3/3", "1/3"].iter().map(|shard| part(&folder, scenario, fights, shard)).collect();
        let mut merge = vec!["merge"];
        merge.extend(files.iter().map(String::as_str));
        merge.push("--json");
        assert_eq!(text(&merge), text(&["sim", scenario, "-n", fights, "--seed", "9", "--json"]));
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused_by_name() {
    let folder = folder("refused");
    let [one, two] = ["1/2", "2/2"].map(|shard| part(&folder, SCENARIO, "100", shard));
    let told = refusal(&["merge", &one], 3);
    assert!(told.contains("of 2 parts, 1 are missing: 2"), "{told}");
    let twice = path(&folder, "again.fracas");
    fs::copy(&two, &twice).unwrap();
    let told = refusal(&["merge", &one, &two, &twice], 3);
    assert!(told.contains("again.fracas") && told.contains("the same part, 2/2"), "{told}");
    let damaged = path(&folder, "damaged.fracas");
    fs::write(&damaged, fs::read_to_string(&two).unwrap().replacen(":1", ":2", 1)).unwrap();
    let told = refusal(&["merge", &one, &damaged], 3);
    assert!(told.contains("damaged.fracas: the file is damaged"), "{told}");
    let foreign = path(&folder, "foreign.fracas");
    fs::write(&foreign, [0, 159, 146, 150]).unwrap();
    assert!(refusal(&["merge", &one, &foreign], 3).contains("foreign.fracas: this is not a part"));
    let other = path(&folder, "other.fracas");
    text(&["sim", SCENARIO, "-n", "100", "--seed", "8", "--shard", "2/2", "--out", &other]);
    assert!(refusal(&["merge", &one, &other], 3).contains("its seed is 8, and not 9"));
    assert!(refusal(&["merge", &path(&folder, "none.fracas")], 4).contains("none.fracas cannot be read"));
    assert!(refusal(&["sim", SCENARIO, "--shard", "3/2", "--out", &other], 2).contains("no part 3 of 2"));
}

#[test]
fn a_run_is_resumed_and_made_longer() {
    let folder = folder("resumed");
    let file = path(&folder, "run.fracas");
    text(&["sim", SCENARIO, "-n", "700", "--out", &file]);
    let told = refusal(&["sim", SCENARIO, "-n", "900", "--out", &file], 2);
    assert!(told.contains("is there already: add --resume"), "{told}");
    let longer = text(&["sim", SCENARIO, "-n", "900", "--out", &file, "--resume", "--json"]);
    assert_eq!(longer, text(&["sim", SCENARIO, "-n", "900", "--json"]));
    let told = refusal(&["sim", SCENARIO, "-n", "900", "--seed", "2", "--out", &file, "--resume"], 2);
    assert!(told.contains("belongs to another run: its seed is 1, and not 2"), "{told}");
    let told = refusal(&["sim", SCENARIO, "-n", "900", "--mind", "greedy", "--out", &file, "--resume"], 2);
    assert!(
        told.contains("its minds are instinct against instinct, and not greedy against greedy"),
        "{told}"
    );
}

/// More fights than anybody waits for; the file appears once the first of them are done.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = folder("ctrl-c");
    let file = path(&folder, "long.fracas");
    let long = ["sim", SCENARIO, "-n", "9000000000", "--json", "--out", &file];
    let mut command = Command::new(env!("CARGO_BIN_EXE_fracas"));
    let running = command.args(long).stdout(std::process::Stdio::piped()).spawn().expect("the program runs");
    while !Path::new(&file).exists() {
        std::thread::yield_now();
    }
    let signalled =
        Command::new("kill").args(["-INT", &running.id().to_string()]).status().expect("kill runs");
    assert!(signalled.success());
    let output = running.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let done = report["fights"].as_u64().expect("a number");
    assert!(done > 0 && done < 9_000_000_000, "{done}");
    // What is done is the first fights of the run: as many at once give the same report.
    assert_eq!(report["ends"], json(&["sim", SCENARIO, "-n", &done.to_string(), "--json"])["ends"]);
    let more = (done + 5_000).to_string();
    let resumed = json(&["sim", SCENARIO, "-n", &more, "--json", "--out", &file, "--resume"]);
    assert_eq!(resumed["fights"], done + 5_000);
}

#[test]
fn a_simulation_stops_when_it_is_precise_enough() {
    let report = json(&["sim", SCENARIO, "--until", "2%", "--json"]);
    let heroes = &report["ends"]["heroes"];
    let width = heroes["high"].as_f64().unwrap() - heroes["low"].as_f64().unwrap();
    assert!(width <= 0.04, "{heroes}");
    let fights = report["fights"].as_u64().unwrap();
    assert!(fights <= 16_384, "{fights} are more than it takes");
    let same = json(&["sim", SCENARIO, "-n", &fights.to_string(), "--json"]);
    assert_eq!(report, same, "it is the simulation of as many fights");
}

#[test]
fn values_are_listed_varied_weighed_and_compared() {
    let paths = text(&["check", "--paths", SCENARIO]);
    assert!(
        paths.lines().any(|line| line.starts_with("foes.goblin.count") && line.contains("= 5")),
        "{paths}"
    );
    // What they fight with counts as well, what has a default, and what all of them have.
    assert!(paths.lines().any(|line| line.starts_with("short-sword.damage")), "{paths}");
    let line = |path: &str| {
        paths
            .lines()
            .find(|line| line.split(' ').next() == Some(path))
            .unwrap_or_else(|| panic!("{path}: {paths}"))
    };
    assert!(
        line("goblin.hp").contains("= 4  (default, ") && line("goblin.hp").contains("creatures.toml:"),
        "{paths}"
    );
    assert!(line("heroes.level").contains(" = ") && !line("heroes.level").contains("default"), "{paths}");
    let swept = json(&[
        "sim",
        SCENARIO,
        "-n",
        "300",
        "--vary",
        "goblin.hp=2..8/3",
        "--vary",
        "heroes.level=1,3",
        "--json",
    ]);
    let points = swept["points"].as_array().unwrap();
    assert_eq!(points.len(), 6);
    assert_eq!(points[1]["at"], serde_json::json!({ "goblin.hp": 2, "heroes.level": 3 }));
    let share = |nth: usize| points[nth]["heroes"]["share"].as_f64().unwrap();
    assert!(share(1) > share(4), "more hit points for goblins, fewer wins: {swept}");
    let folder = folder("versions");
    let other = path(&folder, "ford.toml");
    let found = json(&["balance", SCENARIO, "--win", "50%", "-n", "300", "--out", &other, "--json"]);
    assert!(found["path"].as_str().unwrap().ends_with(".count"), "{found}");
    assert_eq!(fs::read_to_string(&other).unwrap(), found["toml"].as_str().unwrap());
    text(&["check", &other]);
    assert!(
        refusal(&["balance", SCENARIO, "--win", "50%", "-n", "10", "--out", &other], 2)
            .contains("is there already")
    );
    let compared = json(&["sim", SCENARIO, "--against", &other, "-n", "500", "--json"]);
    assert!(compared["comparison"]["difference"].is_f64(), "{compared}");
    let weighed = json(&["sim", SCENARIO, "--weights", "-n", "200", "--json"]);
    assert!(weighed["weights"].as_array().unwrap().len() > 5, "{weighed}");
    let adventures = text(&["sim", "the-drowned-mint", "--against", "the-drowned-mint", "-n", "10"]);
    assert!(adventures.starts_with("10 adventures of each"), "{adventures}");
    assert!(refusal(&["sim", SCENARIO, "--vary", "gobln.hp=1"], 2).contains("did you mean \"goblin\"?"));
    assert!(refusal(&["sim", SCENARIO, "--vary", "goblin.ac=-99"], 3).contains("with goblin.ac = -99"));
}

/// What stands in an address, as it was.
fn from_address(address: &str) -> Vec<u8> {
    let mut parts = address.split('%');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

#[test]
fn reports_are_written_for_people_and_programs() {
    let folder = folder("reports");
    let (page, csv, lines) = (path(&folder, "r.html"), path(&folder, "r.csv"), path(&folder, "r.jsonl"));
    let report = json(&["sim", SCENARIO, "-n", "400", "--html", &page, "--rows", &csv, "--json"]);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("How it ends") && html.contains("Fights told in full"), "{html}");
    for outside in ["http://", "https://", "<script", "src=", "@import", "url(h"] {
        assert!(!html.contains(outside), "the page needs nothing from outside, and has {outside}");
    }
    assert!(html.contains("What brings them down") && html.contains("Damage by source"), "{html}");
    let kinds = ["An extreme fight", "A typical fight"].map(|kind| html.matches(kind).count());
    assert_eq!(kinds, [2, 3], "two extreme fights and three typical ones");
    // What is embedded is a replay that today's rules give again.
    let (_, address) = html.split_once("href=\"data:application/json,").unwrap();
    let replay = path(&folder, "embedded.json");
    fs::write(&replay, from_address(address.split('"').next().unwrap())).unwrap();
    text(&["replay", &replay, "--verify"]);
    // Whoever falls falls to something, and all of it together is every fall that was looked at.
    let victim = report["combatants"].as_array().unwrap().iter().find(|who| who["id"] == "goblin-1").unwrap();
    let to = victim["falls"]["to"].as_array().unwrap();
    let shares: f64 = to.iter().map(|to| to["share"]["share"].as_f64().unwrap()).sum();
    assert!(
        (shares - 1.0).abs() < 1e-9 && to[0]["who"].is_string() && to[0]["title"].is_string(),
        "{victim}"
    );
    let rows = fs::read_to_string(&csv).unwrap();
    let mut rows = rows.lines();
    let head: Vec<&str> = rows.next().unwrap().split(',').collect();
    assert_eq!(head[..3], ["fight", "end", "rounds"]);
    assert!(head.contains(&"goblin-1.health"), "{head:?}");
    let won = rows.clone().filter(|row| row.split(',').nth(1) == Some("heroes")).count();
    assert_eq!(rows.count(), 400);
    assert_eq!(report["ends"]["heroes"]["count"].as_u64(), Some(won as u64));
    // The same rows in the report itself, if they are asked for.
    assert!(report["each"].is_null());
    let each = json(&["sim", SCENARIO, "-n", "400", "--json", "--each"]);
    let each = each["each"].as_array().unwrap();
    assert_eq!((each.len(), each.iter().filter(|row| row["end"] == "heroes").count()), (400, won));
    assert!(each[7]["fight"] == 7 && each[7]["goblin-1.health"].is_number(), "{}", each[7]);
    assert!(refusal(&["sim", SCENARIO, "-n", "5", "--each"], 2).contains("--json"));
    text(&["sim", SCENARIO, "-n", "5", "--rows", &lines]);
    let first: Value =
        serde_json::from_str(fs::read_to_string(&lines).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!(first["fight"], 0);
    assert!(
        refusal(&["sim", SCENARIO, "-n", "5", "--rows", "r.xls"], 2).contains(".csv, .jsonl or .parquet")
    );
}

#[test]
fn three_numbers_are_drawn_as_small_maps() {
    let page = path(&folder("maps"), "r.html");
    let mut args = vec!["sim", SCENARIO, "-n", "20", "--html", &page];
    for vary in ["goblin.hp=3,5", "goblin.ac=11,13", "heroes.level=1,2"] {
        args.extend(["--vary", vary]);
    }
    text(&args);
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<figcaption>heroes.level = ").count(), 2, "{html}");
    assert_eq!(html.matches("color-mix(").count(), 8);
}

#[test]
fn the_help_of_odds_has_the_whole_notation() {
    assert!(text(&["odds", "--", "-d6"]).contains("-d6"), "not a flag");
    let help = text(&["odds", "--help"]);
    for written in ["!n", "ra6", "keep(=3)", "drop(<=2)", "=1|3|6", "Where others differ"] {
        assert!(help.contains(written), "{written} is missing in {help}");
    }
}

/// Versions are fought until each is known as well as was asked, and no longer.
#[test]
fn versions_are_precise_enough() {
    let sim = |args: &[&str]| json(&[&["sim", SCENARIO, "--json"], args].concat());
    let fights = |point: &Value| point["fights"].as_u64().unwrap();
    let varied = sim(&["--vary", "goblin.ac=11,14", "--until", "1.5%"]);
    for point in varied["points"].as_array().unwrap() {
        let wide = point["heroes"]["high"].as_f64().unwrap() - point["heroes"]["low"].as_f64().unwrap();
        assert!(wide <= 0.03 && (2_049..20_000).contains(&fights(point)), "{point}");
    }
    let compared = sim(&["--against", "goblins-at-the-ford", "--until", "2%"]);
    let error = compared["comparison"]["error"].as_f64().unwrap();
    assert!(error <= 0.02 && fights(&compared) < 20_000, "{compared}");
    let weighed = sim(&["--weights", "--until", "8%", "-n", "9000000"]);
    for weight in weighed["weights"].as_array().unwrap() {
        assert!(weight["error"].as_f64().unwrap() <= 0.08 && fights(weight) < 20_000, "{weight}");
    }
}

/// As soon as the program listens for the key: there is always something done by then.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_what_is_done_of_several_versions() {
    let folder = folder("halt");
    let rows = path(&folder, "r.csv");
    let long = ["-n", "9000000"];
    let runs: [&[&str]; 5] = [
        &["sim", SCENARIO, "--vary", "goblin.ac=11..15"],
        &["sim", SCENARIO, "--against", "goblins-at-the-ford"],
        &["sim", SCENARIO, "--weights"],
        &["balance", SCENARIO, "--win", "60%", "--by", "goblin.ac=11..15"],
        &["sim", SCENARIO, "--rows", &rows],
    ];
    for run in runs {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_fracas"))
            .args(run)
            .args(long)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        while !listens(child.id()) {
            std::thread::yield_now();
        }
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let done = child.wait_with_output().unwrap();
        let out = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && !out.is_empty(), "{run:?}: {done:?}");
        // A stopped simulation is a shorter one, and says how long it was.
        assert!(out.contains("Stopped: ") || run.contains(&"--rows"), "{run:?}: {out}");
    }
}

/// Does a process have a handler of its own for Ctrl-C?
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    const CTRL_C: u64 = 1 << 1;
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("as Linux tells it");
    u64::from_str_radix(caught.trim(), 16).expect("a mask") & CTRL_C != 0
}

#[test]
fn parquet_holds_the_same_rows_as_csv() {
    let folder = folder("parquet");
    let (columns, csv) = (path(&folder, "r.parquet"), path(&folder, "r.csv"));
    for file in [&columns, &csv] {
        text(&["sim", SCENARIO, "-n", "150", "--rows", file]);
    }
    let reader = SerializedFileReader::new(fs::File::open(&columns).unwrap()).unwrap();
    let cell = |field: &Field| {
        if *field == Field::Null { String::new() } else { field.to_string().replace('"', "") }
    };
    let row = |row: Result<Row, ParquetError>| {
        let row = row.unwrap();
        row.get_column_iter().map(|(_, field)| cell(field)).collect::<Vec<_>>().join(",")
    };
    let names: Vec<String> = reader
        .metadata()
        .file_metadata()
        .schema()
        .get_fields()
        .iter()
        .map(|field| field.name().to_owned())
        .collect();
    let rows: Vec<String> = [names.join(",")].into_iter().chain(reader.into_iter().map(row)).collect();
    let wanted = fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.len(), 151);
    assert_eq!(rows, wanted.lines().collect::<Vec<_>>());
}

/// What a sharded run has on its page is what one run has.
#[test]
fn a_merged_page_tells_fights_too() {
    let folder = folder("merged-page");
    let parts = ["1/2", "2/2"].map(|shard| {
        let file = path(&folder, &format!("{}.fracas", &shard[..1]));
        text(&["sim", SCENARIO, "-n", "400", "--shard", shard, "--out", &file]);
        file
    });
    let (whole, merged) = (path(&folder, "whole.html"), path(&folder, "merged.html"));
    text(&["sim", SCENARIO, "-n", "400", "--html", &whole]);
    text(&["merge", &parts[0], &parts[1], "--html", &merged]);
    let [whole, merged_page] = [&whole, &merged].map(|file| fs::read_to_string(file).unwrap());
    assert!(merged_page.contains("A typical fight") && merged_page == whole);
    let duel = duel(&folder);
    let own = path(&folder, "own.fracas");
    text(&["sim", &duel, "-n", "40", "--out", &own]);
    let told = text(&["merge", &own, "--html", &merged]);
    assert!(told.contains("The page tells no fights: name the scenario with --scenario."), "{told}");
    text(&["merge", &own, "--html", &merged, "--scenario", &duel]);
    assert!(fs::read_to_string(&merged).unwrap().contains("A typical fight"));
    assert!(
        refusal(&["merge", &own, "--html", &merged, "--scenario", SCENARIO], 3)
            .contains("is not what was fought")
    );
}

/// A short fight, so that minds need not think for long.
const DUEL: &str = "system = 'delve'\ntitle = 'Duel in the lane'\naware = ['heroes', 'monsters']\n\
    [[zone]]\nid = 'lane'\nname = 'Lane'\nat = [0, 0]\n[[party]]\nhero = 'brakk'\nat = 'lane'\n\
    [[foes]]\ncreature = 'goblin'\nat = 'lane'\ncount = 2\n";

fn duel(folder: &Path) -> String {
    let file = path(folder, "duel.toml");
    fs::write(&file, DUEL).unwrap();
    file
}

#[test]
fn minds_decide_and_everything_says_so() {
    let folder = folder("minds");
    let duel = duel(&folder);
    let sim = |more: &[&str]| {
        let own = ["sim", &duel, "-n", "40", "--mind", "heroes=greedy", "--mind", "monsters=search:30"];
        text(&own.iter().chain(more).copied().collect::<Vec<&str>>())
    };
    let one = sim(&["--json", "--threads", "1"]);
    assert_eq!(one, sim(&["--json", "--threads", "2"]), "the same on any number of threads");
    let report: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(report["minds"], serde_json::json!({ "heroes": "greedy", "monsters": "search:30" }));
    assert_eq!(json(&["sim", &duel, "-n", "40", "--json"]).get("minds"), None);
    assert!(sim(&[]).contains("40 fights by greedy against search:30, seed 1"));
    // Parts, pages, rows and replays.
    let parts = ["1/2", "2/2"].map(|shard| {
        let file = path(&folder, &format!("{}.fracas", &shard[..1]));
        sim(&["--shard", shard, "--out", &file]);
        file
    });
    assert_eq!(text(&["merge", &parts[1], &parts[0], "--json"]), one);
    let other = path(&folder, "other.fracas");
    text(&["sim", &duel, "-n", "40", "--shard", "2/2", "--out", &other]);
    let told = refusal(&["merge", &parts[0], &other], 3);
    assert!(
        told.contains("its minds are instinct against instinct, and not greedy against search:30"),
        "{told}"
    );
    let (page, rows, kept) = (path(&folder, "p.html"), path(&folder, "r.csv"), path(&folder, "kept"));
    sim(&["--html", &page, "--rows", &rows, "--keep", "1", "--out", &kept]);
    assert!(fs::read_to_string(&page).unwrap().contains("played by greedy against search:30"));
    let rows = fs::read_to_string(&rows).unwrap();
    assert!(rows.lines().next().unwrap().ends_with(",heroes_mind,monsters_mind"), "{rows}");
    assert!(rows.lines().skip(1).all(|row| row.ends_with(",greedy,search:30")), "{rows}");
    let replay = fs::read_dir(&kept).unwrap().next().unwrap().unwrap().path();
    text(&["replay", replay.to_str().unwrap(), "--verify"]);
    // Versions.
    let swept: Value = serde_json::from_str(&sim(&["--vary", "foes.goblin.count=1,3", "--json"])).unwrap();
    assert_eq!(swept["minds"]["heroes"], "greedy");
    let share = |nth: usize| swept["points"][nth]["heroes"]["share"].as_f64().unwrap();
    assert!(share(0) > share(1), "{swept}");
    assert!(sim(&["--against", &duel]).contains("40 fights by greedy against search:30 of each"));
    let shorter = json(&["sim", &duel, "--until", "20%", "--mind", "random", "--json"]);
    assert!(shorter["fights"].as_u64().unwrap() < 100, "{shorter}");
}

#[test]
fn minds_that_would_not_think_alike_everywhere_are_refused() {
    let told = refusal(&["sim", SCENARIO, "--mind", "search:50ms"], 2);
    assert!(told.contains("give it playouts instead, as in search:200"), "{told}");
    let told = refusal(&["sim", SCENARIO, "--mind", "hero=greedy"], 2);
    assert!(told.contains("write heroes=… or monsters=…"), "{told}");
}

#[test]
fn a_day_is_fought_with_what_is_left() {
    let folder = folder("day");
    let duel = duel(&folder);
    let day = json(&["sim", &duel, &duel, &duel, "-n", "3000", "--json"]);
    let fights = day["fights"].as_array().unwrap();
    let share = |nth: usize, what: &str| fights[nth][what]["share"].as_f64().unwrap();
    // The first is the fight itself, and those after it find him the worse for wear.
    let alone = json(&["sim", &duel, "-n", "3000", "--json"]);
    assert_eq!(fights[0]["won"], alone["ends"]["heroes"]);
    assert!(share(1, "won") < share(0, "won") && share(2, "won") < share(0, "won"), "{day}");
    let health = |nth: usize| fights[nth]["health"].as_f64().unwrap();
    assert!(health(1) < health(0) && health(2) < health(1), "{day}");
    for nth in 0..2 {
        assert_eq!(fights[nth]["so_far"]["count"], fights[nth + 1]["reached"]["count"]);
    }
    assert_eq!(day["whole"], fights[2]["so_far"]);
    assert_eq!(day, json(&["sim", &duel, &duel, &duel, "-n", "3000", "--json", "--threads", "1"]));
    let minded = text(&["sim", &duel, &duel, "-n", "20", "--mind", "greedy"]);
    assert!(minded.contains("A day of 2 fights") && minded.contains("20 days by greedy"), "{minded}");
}

#[test]
fn every_system_has_days() {
    for scenario in [SCENARIO, "kiln-yard", "hexers-mill", "the-heron-bridge", "toll-bridge"] {
        let day = json(&["sim", scenario, scenario, "-n", "60", "--json"]);
        let fights = &day["fights"];
        assert_eq!(fights[0]["reached"]["count"], 60, "{day}");
        assert_eq!(fights[0]["so_far"]["count"], fights[1]["reached"]["count"], "{day}");
        assert!(fights[1]["health"].as_f64().unwrap() < fights[0]["health"].as_f64().unwrap(), "{day}");
    }
}

#[test]
fn fights_that_make_no_day_are_refused_with_the_reason() {
    let told = refusal(&["sim", SCENARIO, "last-stand"], 2);
    assert!(told.contains("the heroes are not the same: brakk, pell, quorra, ysolde in"), "{told}");
    let told = refusal(&["sim", SCENARIO, "kiln-yard"], 2);
    assert!(told.contains("is by the rules of delve") && told.contains("by those of twelves"), "{told}");
    let told = refusal(&["sim", SCENARIO, "the-drowned-mint"], 2);
    assert!(told.contains("is an adventure: a day is made of single fights"), "{told}");
    let told = refusal(&["sim", SCENARIO, SCENARIO, "--vary", "goblin.hp=1..3"], 2);
    assert!(told.contains("--vary is for one scenario"), "{told}");
}

#[test]
fn blunders_become_puzzles_that_can_be_run() {
    let folder = folder("blunders");
    let (kept, mine) = (path(&folder, "kept"), path(&folder, "mine.toml"));
    // Whoever chooses at random blunders.
    text(&["sim", SCENARIO, "-n", "8", "--mind", "heroes=random", "--keep", "1", "--out", &kept]);
    let fight = fs::read_dir(&kept).unwrap().next().unwrap().unwrap().path();
    let fight = fight.to_str().unwrap();
    let made = text(&["puzzles", "--from", fight, "--out", &mine, "--budget", "1000000"]);
    assert!(made.contains("in ") && made.contains("lists them"), "{made}");
    let all = json(&["puzzles", "--file", &mine, "--json"]);
    let all = all.as_array().unwrap();
    assert!(!all.is_empty());
    let steps: Value = serde_json::from_str(&fs::read_to_string(fight).unwrap()).unwrap();
    for row in all {
        let puzzle = &row["puzzle"];
        assert_eq!((&row["system"], &row["scenario"]), (&"delve".into(), &SCENARIO.into()));
        let at = puzzle["steps"].as_array().unwrap().len();
        let chosen = &steps["steps"][at]["choice"];
        assert!(puzzle["bad"].as_array().unwrap().contains(chosen), "{chosen} was the blunder: {puzzle}");
        assert!(puzzle["id"].as_str().unwrap().ends_with(&format!("-{}", at + 1)), "{puzzle}");
    }
    let id = all[0]["puzzle"]["id"].as_str().unwrap();
    assert!(text(&["puzzles", id, "--file", &mine]).contains("Good:\n"));
    let solved = json(&["puzzles", "--file", &mine, "--mind", "search:400", "--json"]);
    assert!(
        solved.as_array().unwrap().iter().all(|row| row["answer"]["verdict"].is_string()),
        "none is stale"
    );
    assert!(refusal(&["puzzles", "--file", "no-such.toml"], 4).contains("no-such.toml"));
    assert!(refusal(&["puzzles", "nobody", "--file", &mine], 4).contains("is called \"nobody\""));
    assert!(refusal(&["puzzles", "--from", &mine], 3).contains("mine.toml"));
}

#[test]
fn a_review_adds_up_for_a_fight_of_every_system() {
    for scenario in [SCENARIO, "kiln-yard", "hexers-mill", "the-drowned-chapel", "toll-bridge"] {
        let folder = folder(&format!("review-{scenario}"));
        let out = folder.to_str().unwrap();
        let kept = json(&["sim", scenario, "-n", "40", "--keep", "1", "--out", out, "--json"]);
        let file = kept["kept"][0]["file"].as_str().unwrap();
        let review = json(&["review", file, "--budget", "20000", "--json"]);
        let steps = review["steps"].as_array().unwrap();
        let sum: f64 =
            steps.iter().map(|step| step["luck"].as_f64().unwrap() + step["skill"].as_f64().unwrap()).sum();
        let change = review["final"].as_f64().unwrap() - review["initial"].as_f64().unwrap();
        assert!((sum - change).abs() < 1e-9, "{scenario}: {sum} is not {change}");
        assert!(steps.iter().all(|step| step["who"].is_string() && step["choice"].is_string()));
        assert!(review["error"].as_f64().unwrap() < 0.25, "{review}");
    }
    assert!(refusal(&["review", "no-such-file.json"], 4).contains("no-such-file.json"));
    let folder = folder("review-words");
    text(&["sim", "kiln-yard", "-n", "20", "--keep", "1", "--out", folder.to_str().unwrap()]);
    let kept = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let told = text(&["review", kept.to_str().unwrap(), "--budget", "20000"]);
    assert!(told.contains("mistakes and blunders are measured against the best choice"), "{told}");
    // A fight that was left in the middle.
    let mut replay: Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
    replay["steps"].as_array_mut().unwrap().truncate(4);
    fs::write(&kept, replay.to_string()).unwrap();
    let told = text(&["review", kept.to_str().unwrap(), "--budget", "20000"]);
    assert!(told.contains("and now have one of"), "{told}");
    // JSON of another sort.
    fs::write(&kept, text(&["sim", "kiln-yard", "-n", "20", "--json"])).unwrap();
    let told = refusal(&["review", kept.to_str().unwrap()], 3);
    assert!(told.contains("\"fracas\" should be \"replay\""), "{told}");
}
