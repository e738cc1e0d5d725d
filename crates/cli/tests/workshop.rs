//! Content of one's own, through the real program: starting points, a library, schemas, watching, and the examples of
//! the help.

mod run;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use run::{Ran, command, fracas, with_env};
use serde_json::Value;
use tempfile::TempDir;

const SYSTEMS: [&str; 5] = ["ardor", "delve", "heed", "ranks", "twelves"];

/// Runs the program with a library of its own.
fn with_library(args: &[&str], folder: &TempDir) -> Ran {
    let library = folder.path().to_str().unwrap();
    let args: Vec<&str> = ["--library", library].iter().chain(args).copied().collect();
    fracas(&args, "")
}

fn put(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn starting_points_are_accepted_and_never_overwrite() {
    let folder = tempfile::tempdir().unwrap();
    for system in SYSTEMS {
        for what in ["fight", "adventure", "creature", "hero"] {
            let file = folder.path().join(format!("{system}-{what}.toml"));
            let file = file.to_str().unwrap();
            let made = fracas(&["new", what, "--system", system, file], "");
            assert_eq!(made.code, 0, "{made:?}");
            assert!(made.out.contains(file), "{made:?}");
            let text = std::fs::read_to_string(file).unwrap();
            assert!(text.starts_with("# "), "it explains itself: {text}");
            let checked = fracas(&["check", "--system", system, file], "");
            assert_eq!(checked.code, 0, "{checked:?}");
            std::fs::write(file, "mine").unwrap();
            let again = fracas(&["new", what, "--system", system, file], "");
            assert_eq!(again.code, 5, "{again:?}");
            assert!(again.err.contains("is there already"), "{again:?}");
            assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
        }
    }
}

#[test]
fn wrong_words_get_the_nearest() {
    let system = fracas(&["new", "fight", "--system", "delv"], "");
    assert!(system.code == 2 && system.err.contains("did you mean \"delve\"?"), "{system:?}");
    let what = fracas(&["new", "monster", "--system", "delve"], "");
    assert!(what.code == 2 && what.err.contains("\"creature\""), "{what:?}");
    let schema = fracas(&["schema", "twelve"], "");
    assert!(schema.code == 2 && schema.err.contains("did you mean \"twelves\"?"), "{schema:?}");
}

#[test]
fn without_a_file_it_goes_into_the_library_and_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let made = with_library(&["new", "fight", "--system", "heed"], &folder);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(folder.path().join("heed/scenarios/my-fight.toml").exists());
    let listed = with_library(&["list"], &folder);
    assert!(
        listed.out.contains("my-fight") && listed.out.contains("A fight of my own (yours)"),
        "{listed:?}"
    );
    let json: Value = serde_json::from_str(&with_library(&["list", "--json"], &folder).out).unwrap();
    let all = json["scenarios"].as_array().unwrap();
    let yours: Vec<&Value> = all.iter().filter(|one| one["yours"] == true).collect();
    assert_eq!((yours.len(), &yours[0]["id"]), (1, &Value::from("my-fight")));
    let menu = with_library(&["menu"], &folder);
    assert!(menu.out.contains("my-fight"), "{menu:?}");
    let simulated = with_library(&["sim", "my-fight", "-n", "50"], &folder);
    assert_eq!(simulated.code, 0, "{simulated:?}");
    let unknown = with_library(&["sim", "my-figth"], &folder);
    assert!(unknown.err.contains("did you mean \"my-fight\"?"), "{unknown:?}");
}

const OGRE: &str =
    "[[creature]]\nid = 'bog-ogre'\nname = 'Bog ogre'\nlike = 'goblin'\nhd = 3\nweapons = ['bog-club']\n";
const CLUB: &str = "[[weapon]]\nid = 'bog-club'\nname = 'Bog club'\ndamage = '1d8'\n";

fn fight(more: &str, creature: &str) -> String {
    format!(
        "system = 'delve'\ntitle = 'Bog'\n{more}\n[[zone]]\nid = 'bog'\nname = 'Bog'\nat = [0, 0]\n[[party]]\nhero = 'brakk'\nat = 'bog'\n\
         [[foes]]\ncreature = '{creature}'\nat = 'bog'\n"
    )
}

#[test]
fn things_of_the_library_are_used_and_what_is_broken_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    put(&folder, "delve/beasts.toml", OGRE);
    put(&folder, "delve/clubs.toml", CLUB);
    put(&folder, "delve/broken.toml", "[[creature]]\nid = 'half'\n");
    put(&folder, "delve/nonsense.toml", "[[[");
    put(&folder, "delve/scenarios/bog.toml", &fight("", "bog-ogre"));
    put(&folder, "delve/scenarios/mired.toml", &fight("", "bog-oger"));
    let listed = with_library(&["list"], &folder);
    assert_eq!(listed.code, 0, "{listed:?}");
    assert!(listed.out.contains("bog ") && listed.out.contains("Bog (yours)"), "{listed:?}");
    assert!(!listed.out.contains("mired"), "{listed:?}");
    for broken in ["broken.toml:", "nonsense.toml:", "mired.toml:"] {
        assert!(listed.err.contains(broken), "{broken} is not told of: {}", listed.err);
    }
    assert!(!listed.err.contains("beasts.toml") && !listed.err.contains("clubs.toml"), "{}", listed.err);
    let simulated = with_library(&["sim", "delve/bog", "-n", "20"], &folder);
    assert_eq!(simulated.code, 0, "{simulated:?}");
    // A path works as well as a name.
    let path = put(&folder, "elsewhere.toml", &fight("", "bog-ogre"));
    assert_eq!(with_library(&["check", &path], &folder).code, 0);
    // A file of the library is checked among the others.
    let beasts = folder.path().join("delve/beasts.toml");
    let checked = with_library(&["check", beasts.to_str().unwrap()], &folder);
    assert!(checked.code == 0 && checked.out.contains("a delve library file"), "{checked:?}");
    // Without the library it is unknown.
    let without = fracas(&["check", &path], "");
    assert!(
        without.code == 1 && without.out.contains("no hero or creature is named \"bog-ogre\""),
        "{without:?}"
    );
}

#[test]
fn a_replay_keeps_all_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    put(&folder, "mine/beasts.toml", &format!("include = ['clubs.toml']\n{OGRE}"));
    put(&folder, "mine/clubs.toml", CLUB);
    let path = put(&folder, "mine/bog.toml", &fight("include = ['beasts.toml']", "bog-ogre"));
    let replay = folder.path().join("replays");
    let replay = replay.to_str().unwrap();
    let kept = fracas(&["sim", &path, "-n", "5", "--keep", "1", "--out", replay], "");
    assert_eq!(kept.code, 0, "{kept:?}");
    let file = std::fs::read_dir(replay).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_dir_all(folder.path().join("mine")).unwrap();
    let verified = fracas(&["replay", file.to_str().unwrap(), "--verify"], "");
    assert_eq!(verified.code, 0, "{verified:?}");
}

#[test]
fn text_over_the_protocol_includes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let secret = put(&folder, "secret.toml", "[[weapon]]\nid = 'secret'\n");
    for named in [secret.as_str(), "secret.toml"] {
        let text = fight(&format!("include = ['{named}']"), "goblin");
        let request = serde_json::json!({ "op": "open", "toml": text });
        let answer = with_env(&["protocol"], &format!("{request}\n"), &[], &folder);
        assert!(answer.out.contains("only a file on disk can include others"), "{answer:?}");
        assert!(!answer.out.contains("\"secret\""), "{answer:?}");
    }
}

#[test]
fn what_cannot_work_is_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str, more: &[&str]| {
        let path = put(&folder, "bog.toml", text);
        let args: Vec<&str> = ["check", path.as_str()].iter().chain(more).copied().collect();
        let ran = fracas(&args, "");
        assert_eq!(ran.code, 0, "a warning is no problem: {ran:?}");
        ran.out
    };
    assert!(!check(&fight("", "goblin"), &[]).contains("warning"));
    let hopeless = fight("", "goblin") + "count = 20\n";
    assert!(check(&hopeless, &[]).contains("warning: the heroes won none of 1000 tries"), "{hopeless}");
    assert!(!check(&hopeless, &["--tries", "0"]).contains("warning"));
    let json: Value = serde_json::from_str(&check(&hopeless, &["--json", "--tries", "50"])).unwrap();
    assert_eq!(json["files"][0]["warnings"], serde_json::json!(["the heroes won none of 50 tries"]));
    // A hero with neither weapon nor spell does nobody any harm.
    let meek = "[[hero]]\nid = 'meek'\nname = 'Meek'\nclass = 'magic-user'\nlevel = 1\nweapons = []\n";
    let text = fight("", "goblin").replace("hero = 'brakk'", "hero = 'meek'") + meek;
    let told = check(&text, &[]);
    assert!(told.contains("warning: nobody can hurt Goblin: it lost nothing in 1000 tries"), "{told}");
}

/// A program that goes on until it is told to stop.
struct Watching {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Watching {
    fn new(file: &str, state: &Path) -> Watching {
        let mut start = command(&["watch", file, "-n", "200"], state);
        let mut child = start.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Watching { child, lines }
    }

    /// Reads on until a line has this in it.
    fn until(&mut self, wanted: &str) -> String {
        let found = self.lines.by_ref().map(Result::unwrap).find(|line| line.contains(wanted));
        found.unwrap_or_else(|| panic!("it ended without {wanted:?}"))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn watching_tells_how_it_goes_each_time_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let goblins = |count: &str| fight("", "goblin") + count;
    put(&folder, "beasts.toml", "[[weapon]]\nid = 'twig'\nname = 'Twig'\ndamage = '1'\n");
    let path = put(&folder, "bog.toml", &goblins("count = 1\n"));
    let mut watching = Watching::new(&path, folder.path());
    let easy = watching.until("the heroes win");
    assert!(easy.starts_with("Bog: the heroes win ") && easy.contains(" ± "), "{easy}");
    put(&folder, "bog.toml", &goblins("count = 0\n"));
    let wrong = watching.until("bog.toml:");
    assert!(wrong.contains("foes[0].count: 0 is out of range"), "{wrong}");
    watching.until("1 problem.");
    put(&folder, "bog.toml", &goblins("count = 12\n"));
    let hard = watching.until("the heroes win");
    let share = |line: &str| -> f64 {
        line.split(" win ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(share(&hard) < share(&easy), "{hard} {easy}");
    // What it includes is watched too.
    put(&folder, "bog.toml", &format!("include = ['beasts.toml']\n{}", goblins("count = 2\n")));
    watching.until("the heroes win");
    put(&folder, "beasts.toml", "[[weapon]]\nid = 'twig'\n");
    watching.until("beasts.toml:");
}

#[test]
fn a_file_that_is_not_there_cannot_be_watched() {
    let ran = fracas(&["watch", "no-such-file.toml"], "");
    assert!(ran.code == 4 && ran.err.contains("there is no such file"), "{ran:?}");
}

#[test]
fn schemas_are_written_for_editors() {
    let printed: Value = serde_json::from_str(&fracas(&["schema", "delve"], "").out).unwrap();
    assert_eq!(printed["$schema"], "http://json-schema.org/draft-07/schema#");
    let hp = &printed["properties"]["creature"]["items"]["properties"]["hp"];
    assert!(hp["description"].as_str().unwrap().starts_with("Hit points."), "{hp}");
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    put(&folder, ".taplo.toml", "# mine\n");
    for _ in 0..2 {
        let ran = fracas(&["schema", "delve", "--to", to], "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    for kind in ["library", "fight", "adventure", "party"] {
        assert!(folder.path().join(format!("delve-{kind}.schema.json")).exists(), "{kind}");
    }
    let rules = std::fs::read_to_string(folder.path().join(".taplo.toml")).unwrap();
    assert!(rules.starts_with("# mine\n"), "{rules}");
    assert_eq!(rules.matches("delve-fight.schema.json").count(), 1, "{rules}");
}

/// All help texts, by the words that lead to them.
fn helps() -> Vec<(String, String)> {
    let mut all = vec![(String::new(), fracas(&["--help"], "").out)];
    let mut next = 0;
    while next < all.len() {
        let (path, text) = all[next].clone();
        next += 1;
        let commands = text.split("Commands:\n").nth(1).unwrap_or_default();
        let lines = commands.lines().take_while(|line| line.starts_with("  "));
        // What a line goes on with is further in.
        let names =
            lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
        for name in names.filter(|name| *name != "help") {
            let words = format!("{path} {name}").trim().to_owned();
            let args: Vec<&str> = words.split(' ').chain(["--help"]).collect();
            all.push((words.clone(), fracas(&args, "").out));
        }
    }
    all
}

#[test]
fn examples_in_the_help_name_what_there_is() {
    let helps = helps();
    assert!(helps.len() > 20, "{helps:?}");
    let commands: Vec<&str> = helps.iter().map(|(path, _)| path.as_str()).collect();
    let list: Value = serde_json::from_str(&fracas(&["list", "--json"], "").out).unwrap();
    let known: Vec<String> = list["scenarios"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| {
            let (system, id) = (one["system"].as_str().unwrap(), one["id"].as_str().unwrap());
            [id.to_owned(), format!("{system}/{id}")]
        })
        .collect();
    let is_known = |word: &str| known.iter().any(|known| known == word);
    let (mut tried, mut wrong) = (0, Vec::new());
    for (path, text) in &helps {
        let examples = text.lines().filter_map(|line| line.strip_prefix("  fracas "));
        for example in examples {
            let words: Vec<&str> = example.split("  ").next().unwrap().split_whitespace().collect();
            let Some(&name) = words.first() else { continue };
            if !commands.contains(&name) && !name.starts_with('-') {
                wrong.push(format!("{path}: no command is {name}"));
            }
            let plays = matches!(name, "play" | "sim" | "balance" | "watch");
            let named = words.get(1).filter(|word| plays && !word.starts_with(['-', '<']));
            let others = words.windows(2).filter(|pair| pair[0] == "--against").map(|pair| &pair[1]);
            for scenario in named.into_iter().chain(others) {
                tried += 1;
                // A file of one's own can be called anything.
                if !scenario.ends_with(".toml") && !scenario.ends_with(".json") && !is_known(scenario) {
                    wrong.push(format!("{path}: no scenario is {scenario} in `fracas {example}`"));
                }
            }
        }
    }
    assert!(tried > 8, "only {tried} examples name a scenario");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
