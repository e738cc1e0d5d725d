//! Every command as people run it: what it prints, and how it exits.

mod run;

use run::{Ran, fracas, state};

#[test]
fn the_menu_lists_scenarios_and_how_to_play_one() {
    let ran = fracas(&["menu"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("last-stand"), "{}", ran.out);
    assert!(ran.out.contains("fracas play "), "{}", ran.out);
}

#[test]
fn help_has_examples_and_exit_codes() {
    for args in [&["help"][..], &["--help"]] {
        let ran = fracas(args, "");
        assert_eq!(ran.code, 0);
        for part in ["Examples:", "Exit codes:", "NO_COLOR", "fracas play --resume"] {
            assert!(ran.out.contains(part), "{part}: {}", ran.out);
        }
    }
    let commands =
        ["serve", "menu", "list", "check", "play", "sim", "replay", "odds", "protocol", "completions"];
    for command in commands {
        let ran = fracas(&["help", command], "");
        assert!(ran.code == 0 && ran.out.contains("Example"), "{command}: {}", ran.out);
    }
}

#[test]
fn the_command_line_is_checked() {
    for args in
        [&["fly"][..], &["play"], &["play", "last-stand", "--seed", "x"], &["check"], &["list", "--colour"]]
    {
        let ran = fracas(args, "");
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.err.contains("Usage") || ran.err.contains("--help"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn list_shows_every_scenario_and_its_sides() {
    let ran = fracas(&["list"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("delve\n") && ran.out.contains("Wolf ×4"), "{}", ran.out);
    let list: serde_json::Value = serde_json::from_str(&fracas(&["list", "--json"], "").out).unwrap();
    assert!(list["systems"].as_array().unwrap().iter().any(|system| system["name"] == "delve"));
    let scenarios = list["scenarios"].as_array().unwrap();
    assert!(scenarios.len() >= 4);
    for scenario in scenarios {
        for field in ["system", "id", "title", "about"] {
            assert!(!scenario[field].as_str().unwrap().is_empty(), "{scenario}");
        }
        let empty = |side: &str| scenario["sides"][side].as_array().unwrap().is_empty();
        // Whom an adventure holds is not told before.
        assert!(!empty("heroes") && empty("monsters") == (scenario["kind"] == "adventure"), "{scenario}");
        assert!(ran.out.contains(scenario["id"].as_str().unwrap()));
    }
}

#[test]
fn check_finds_all_problems_of_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let one = write("one.toml", "system = 'delv'\n");
    let two = write("two.toml", "system = 'delve'\ntitel = 'X'\n[[zone]]\nid = 'a'\n");
    let missing = folder.path().join("none.toml").display().to_string();

    let fine = fracas(&["check", "last-stand", "delve/crypt-door"], "");
    assert_eq!(fine.code, 0, "{}", fine.out);
    assert_eq!(fine.out.lines().count(), 2);

    let wrong = fracas(&["check", &one, &two], "");
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.out.contains("one.toml:1:10: system:") && wrong.out.contains("did you mean \"delve\"?"),
        "{}",
        wrong.out
    );
    assert!(wrong.out.contains("two.toml:2:1: titel: unknown key"), "{}", wrong.out);

    let json = fracas(&["check", &two, "last-stand", "--json"], "");
    assert_eq!(json.code, 1);
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&report["ok"], &report["files"][1]["ok"]), (&false.into(), &true.into()));
    assert!(report["files"][0]["problems"].as_array().unwrap().len() > 1);
    assert_eq!(report["files"][0]["problems"][0]["line"].as_u64().unwrap_or(0).min(1), 1);

    let gone = fracas(&["check", "last-stand", &missing], "");
    assert_eq!(gone.code, 4);
    assert!(gone.out.contains("there is no such file"), "{}", gone.out);
}

#[test]
fn kinds_of_errors_have_codes_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.toml");
    std::fs::write(&broken, "system = \n").unwrap();
    let broken = broken.display().to_string();
    let code = |args: &[&str]| fracas(args, "").code;
    assert_eq!(code(&["play", &broken]), 3);
    assert_eq!(code(&["play", "no-such-place"]), 4);
    assert_eq!(code(&["play", "--resume", "nowhere.json"]), 4);
    assert_eq!(code(&["play", "--resume"]), 4);
    assert_eq!(code(&["replay", "nowhere.json"]), 4);
    assert_eq!(code(&["replay", &broken]), 3);
    assert_eq!(code(&["sim", "no-such-place"]), 4);
    assert_eq!(code(&["odds", "2d"]), 2);
    let near = fracas(&["play", "last-stant"], "");
    assert!(near.err.contains("did you mean \"last-stand\"?"), "{}", near.err);
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    let coloured = |ran: Ran| ran.out.contains('\x1b');
    assert!(!coloured(fracas(&["list"], "")));
    assert!(coloured(fracas(&["list", "--color", "always"], "")));
    assert!(!coloured(fracas(&["list", "--color", "never"], "")));
    let with = |args: &[&str]| coloured(run::with_env(args, "", &[("NO_COLOR", "1")], &state()));
    assert!(!with(&["list"]) && !with(&["play", "last-stand"]) && !with(&["odds", "2d6"]));
    assert!(coloured(fracas(&["play", "last-stand", "--color", "always"], "1\n")));
}

#[test]
fn completions_are_written_for_every_shell() {
    for (shell, part) in [("bash", "_fracas()"), ("zsh", "#compdef fracas"), ("fish", "complete -c fracas")] {
        let ran = fracas(&["completions", shell], "");
        assert!(ran.code == 0 && ran.out.contains(part), "{shell}");
        assert!(ran.out.contains("serve") && ran.out.contains("no-browser"), "{shell}");
    }
    assert_eq!(fracas(&["completions", "cobol"], "").code, 2);
}

#[test]
fn odds_and_sim_are_there() {
    let odds = fracas(&["odds", "2d6", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&odds.out).unwrap();
    assert_eq!(report["mean"], 7.0);
    let versus = fracas(&["odds", "d20", "vs", "d20", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&versus.out).unwrap();
    assert!((report["tie"].as_f64().unwrap() - 0.05).abs() < 1e-12, "{report}");
    let sim = fracas(&["sim", "last-stand", "-n", "50", "--seed", "1", "--json"], "");
    assert_eq!(sim.code, 0, "{}", sim.err);
    assert!(serde_json::from_str::<serde_json::Value>(&sim.out).unwrap().is_object());
}

#[test]
fn the_protocol_answers_every_line_and_goes_on_after_a_bad_one() {
    let long = format!("{{\"op\":\"version\",\"pad\":\"{}\"}}", "x".repeat(1 << 20));
    let input = format!("nonsense\n\n{long}\n{{\"id\":1,\"op\":\"version\"}}\n{{\"id\":2,\"op\":\"state\"}}");
    let ran = fracas(&["protocol"], &input);
    assert_eq!(ran.code, 0);
    let replies: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&str> =
        replies.iter().map(|reply| reply["error"]["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["bad-json", "too-long", "ok", "no-such-table"]);
    assert_eq!(replies[2]["limits"]["line"], 1 << 20);
}

/// A reader that stops early, as `head` does, is no error.
#[test]
fn output_that_nobody_reads_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_fracas"))
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}
