//! The server as people start it: what it says, how it ends, and what is there when it is started again.
#![cfg(unix)]

mod run;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use run::{Ran, command, fracas, state, with_env};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server that a test has started. It is killed when it is dropped.
struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    url: String,
}

impl Serving {
    fn start(args: &[&str], data: &Path) -> Serving {
        Serving::with(command(args, data).env("FRACAS_DATA_DIR", data))
    }

    /// Waits for the line that says where it is.
    fn with(command: &mut Command) -> Serving {
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"] {
            if !command.get_envs().any(|(set, _)| set == name) {
                command.env_remove(name);
            }
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line.strip_prefix("Fracas is at ").and_then(|rest| rest.strip_suffix("/\n"));
        let url = url.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        assert!(url.starts_with("http://"), "{url}");
        Serving { child, out, url }
    }

    fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    /// A plain request, and the body of the answer.
    fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> String {
        let answer = self.answer(method, path, head, body);
        assert!(answer.starts_with("HTTP/1.1 2"), "{answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// The same with the head of the answer, whatever it is.
    fn answer(&self, method: &str, path: &str, head: &str, body: &str) -> String {
        let address = self.address();
        let mut stream = TcpStream::connect(address).unwrap();
        let size = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {size}\r\n{head}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends it by a signal: its exit code, what else it said on standard output, and all of standard error.
    fn end(mut self, signal: &str) -> (Option<i32>, String, String) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let (mut rest, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), rest, err)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_a_command_the_table_is_served_and_a_missing_browser_is_only_a_hint() {
    let data = state();
    let server = Serving::start(&[], data.path());
    assert_eq!(server.ask("GET", "/healthz", "", ""), "ok\n");
    let (code, rest, err) = server.end("-INT");
    assert_eq!((code, rest.as_str()), (Some(0), ""), "one line on standard output, and a clean end");
    assert!(err.contains("No browser could be opened"), "{err}");
    assert!(err.contains("tables.sqlite") && data.path().join("tables.sqlite").is_file(), "{err}");
}

#[test]
fn the_default_port_gives_way_and_one_that_was_asked_for_does_not() {
    let data = state();
    // Whether or not somebody else has the default port here, two servers get two ports.
    let one = Serving::start(&["serve", "--no-browser"], data.path());
    let other = state();
    let two = Serving::start(&["serve", "--no-browser"], other.path());
    assert_ne!(one.url, two.url);
    let port = one.address().rsplit(':').next().unwrap().to_owned();
    let taken = fracas(&["serve", "--no-browser", "--port", &port, "--data", ":unused:"], "");
    assert_eq!(taken.code, 5, "{}", taken.err);
    assert!(taken.err.contains(&port) && taken.err.contains("--port 0"), "{}", taken.err);
    assert!(taken.out.is_empty(), "{}", taken.out);
    assert_eq!(two.end("-TERM").0, Some(0));
}

#[test]
fn friends_are_told_where_to_come() {
    let data = state();
    let server = Serving::start(&["serve", "--host", "0.0.0.0", "--port", "0", "--no-browser"], data.path());
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    let (_, rest, err) = server.end("-INT");
    assert!(rest.is_empty());
    assert!(
        err.contains("Friends on the same network: http://") || err.contains("no address on a network"),
        "{err}"
    );
    assert!(!err.contains("No browser"), "{err}");
}

#[test]
fn the_command_line_of_serve_is_checked() {
    let wrong = fracas(&["serve", "--host", "no such host"], "");
    assert!(wrong.code == 2 && wrong.err.contains("0.0.0.0"), "{}", wrong.err);
    assert_eq!(fracas(&["serve", "--port", "70000"], "").code, 2);
    let folder = state();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let under = file.join("tables.sqlite").display().to_string();
    let wrong = fracas(&["serve", "--no-browser", "--port", "0", "--data", &under], "");
    assert!(wrong.code == 5 && wrong.err.contains("file"), "{}", wrong.err);
    let text = file.display().to_string();
    let wrong = fracas(&["serve", "--no-browser", "--port", "0", "--data", &text], "");
    assert!(wrong.code == 5 && wrong.err.contains("file"), "{}", wrong.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "no folder", "it is left as it was");
}

/// The browser is whatever the system opens addresses with: here a script that passes on what it was given.
#[test]
fn the_browser_is_shown_the_page() {
    let folder = state();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = folder.path().join("xdg-open");
    std::fs::write(&script, format!("#!/bin/sh\necho \"$1\" > '{}'\n", pipe.display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut start = command(&["serve", "--port", "0"], folder.path());
    start.env("FRACAS_DATA_DIR", folder.path()).env("PATH", folder.path()).env("DISPLAY", ":0");
    let server = Serving::with(&mut start);
    // Opening the pipe waits for the script to write.
    let shown = std::fs::read_to_string(&pipe).unwrap();
    assert_eq!(shown.trim(), format!("{}/", server.url));
    let (code, rest, err) = server.end("-INT");
    assert_eq!((code, rest.as_str()), (Some(0), ""));
    assert!(!err.contains("No browser"), "{err}");
}

#[test]
fn a_killed_server_has_its_tables_when_it_is_started_again() {
    let data = state();
    let server = Serving::start(&["serve", "--no-browser", "--port", "0"], data.path());
    let body = json!({ "scenario": "delve/last-stand", "name": "Kept" }).to_string();
    let opened: Value = serde_json::from_str(&server.ask("POST", "/api/tables", "", &body)).unwrap();
    assert_eq!(server.end("-KILL").0, None);
    let server = Serving::start(&["serve", "--no-browser", "--port", "0"], data.path());
    let head = format!("x-fracas-tokens: {}\r\n", opened["you"].as_str().unwrap());
    let tables: Value = serde_json::from_str(&server.ask("GET", "/api/tables", &head, "")).unwrap();
    assert_eq!((&tables[0]["name"], &tables[0]["table"]), (&json!("Kept"), &opened["table"]));
}

fn keeping(args: &[&str], data: &TempDir) -> Ran {
    with_env(args, "", &[("FRACAS_DATA_DIR", data.path().to_str().unwrap())], data)
}

fn listed(data: &TempDir) -> Vec<Value> {
    let listed = keeping(&["tables", "list", "--json"], data);
    assert_eq!(listed.code, 0, "{}", listed.err);
    serde_json::from_str(&listed.out).unwrap()
}

fn opened(server: &Serving, name: &str) -> String {
    let body = json!({ "scenario": "delve/last-stand", "name": name, "seed": 5 }).to_string();
    let opened: Value = serde_json::from_str(&server.ask("POST", "/api/tables", "", &body)).unwrap();
    opened["table"].as_str().unwrap().to_owned()
}

const SERVE: [&str; 4] = ["serve", "--no-browser", "--port", "0"];

#[test]
fn a_backup_is_taken_of_a_running_server_and_restored() {
    let data = state();
    let server = Serving::start(&SERVE, data.path());
    let kept = opened(&server, "Kept");
    let backup = data.path().join("monday.sqlite").display().to_string();
    let made = keeping(&["backup", &backup], &data);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(std::fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
    let again = keeping(&["backup", &backup], &data);
    assert!(again.code == 5 && again.err.contains("is there already"), "{}", again.err);
    let later = opened(&server, "Later");
    let refused = keeping(&["restore", &backup], &data);
    assert!(refused.code == 5 && refused.err.contains("another server has it open"), "{}", refused.err);
    assert_eq!(server.end("-TERM").0, Some(0));
    assert_eq!(listed(&data).len(), 2);

    let restored = keeping(&["restore", &backup], &data);
    assert_eq!(restored.code, 0, "{}", restored.err);
    let names: Vec<String> =
        listed(&data).iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, [kept]);
    let before = data.path().join("tables.sqlite.before-restore-1").display().to_string();
    assert!(restored.out.contains(&before), "{}", restored.out);
    let old = keeping(&["tables", "list", "--data", &before], &data);
    assert!(old.out.contains(&later), "what was there is kept: {}", old.out);
    let server = Serving::start(&SERVE, data.path());
    assert_eq!(server.ask("GET", "/readyz", "", ""), "ready\n");

    let junk = data.path().join("junk");
    std::fs::write(&junk, "no backup").unwrap();
    drop(server);
    let wrong = keeping(&["restore", junk.to_str().unwrap()], &data);
    assert!(wrong.code == 5 && wrong.err.contains("not a database"), "{}", wrong.err);
    assert_eq!(listed(&data).len(), 1, "it is as it was");
}

#[test]
fn tables_are_listed_exported_imported_deleted_and_expired() {
    let data = state();
    let none = keeping(&["tables", "list"], &data);
    assert!(none.code == 5 && none.err.contains("no tables are kept there"), "{}", none.err);
    let server = Serving::start(&SERVE, data.path());
    let (one, two) = (opened(&server, "One"), opened(&server, "Two"));
    let folder = data.path().join("exports");
    let exported = keeping(&["tables", "export", "--all", "--to", folder.to_str().unwrap()], &data);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let file = folder.join(format!("{one}.json")).display().to_string();
    let alone = keeping(&["tables", "export", &one], &data);
    assert_eq!(alone.out, std::fs::read_to_string(&file).unwrap());
    let busy = keeping(&["tables", "delete", &two], &data);
    assert!(busy.code == 5 && busy.err.contains("another server has it open"), "{}", busy.err);
    assert_eq!(server.end("-TERM").0, Some(0));

    let imported = keeping(&["tables", "import", &file], &data);
    assert_eq!(imported.code, 0, "{}", imported.err);
    let link = imported.out.lines().find(|line| line.contains("Judge")).unwrap();
    let (path, token) = link.split_whitespace().last().unwrap().split_once('#').unwrap();
    assert_eq!(listed(&data).len(), 3);
    let server = Serving::start(&SERVE, data.path());
    let head = format!("x-fracas-tokens: {token}\r\n");
    let tables: Value = serde_json::from_str(&server.ask("GET", "/api/tables", &head, "")).unwrap();
    assert_eq!((&tables[0]["name"], &tables[0]["seat"]), (&json!("One"), &json!("judge")));
    assert_eq!(path, format!("/t/{}", tables[0]["table"].as_str().unwrap()));
    drop(server);

    let missing = keeping(&["tables", "delete", &one, "nobody"], &data);
    assert!(missing.code == 4 && missing.err.contains("nobody"), "{}", missing.err);
    assert_eq!(keeping(&["tables", "delete", &one], &data).code, 0);
    assert!(listed(&data).iter().all(|table| table["table"] != json!(one)));
    let young = keeping(&["tables", "expire", "--days", "1"], &data);
    assert!(young.code == 0 && young.out.contains("Deleted 0 tables"), "{}", young.out);
    let tried = keeping(&["tables", "expire", "--days", "0", "--dry-run"], &data);
    assert!(tried.out.contains("Would delete 2 tables") && listed(&data).len() == 2, "{}", tried.out);
    let done = keeping(&["tables", "expire", "--days", "0"], &data);
    assert!(done.out.contains("Deleted 2 tables") && listed(&data).is_empty(), "{}", done.out);
    let wrong = keeping(&["tables", "import", data.path().join("none.json").to_str().unwrap()], &data);
    assert_eq!(wrong.code, 4, "{}", wrong.err);
}

/// Exports, those of 0.1.0 too, are replays as well.
#[test]
fn an_exported_table_is_replayed() {
    let data = state();
    let store = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/stores/0.1.0.sqlite");
    let database = data.path().join("tables.sqlite");
    std::fs::copy(store, &database).unwrap();
    let all = listed(&data);
    assert_eq!(all.len(), 3);
    for table in &all {
        let name = table["table"].as_str().unwrap();
        let exported = keeping(&["tables", "export", name, "--with-seed"], &data);
        let discreet = keeping(&["tables", "export", name], &data);
        let seed = |text: &str| serde_json::from_str::<Value>(text).unwrap()["seed"].clone();
        assert_ne!(seed(&exported.out), seed(&discreet.out), "the seed is told only if it is asked for");
        let file = data.path().join("table.json");
        let mut old: Value = serde_json::from_str(&exported.out).unwrap();
        std::fs::write(&file, &exported.out).unwrap();
        let printed = keeping(&["replay", file.to_str().unwrap(), "--print"], &data);
        assert_eq!(printed.code, 0, "{}", printed.err);
        assert!(
            printed.out.contains("last stand")
                || printed.out.contains("Last stand")
                || printed.out.contains("Round 1"),
            "{}",
            printed.out
        );
        // As 0.1.0 wrote it: less is said about each thing that happened.
        old["format"] = json!(1);
        for event in old["events"].as_array_mut().unwrap() {
            let event = event.as_object_mut().unwrap();
            for field in ["message", "round", "outcome", "told"] {
                event.remove(field);
            }
        }
        std::fs::write(&file, old.to_string()).unwrap();
        let again = keeping(&["replay", file.to_str().unwrap(), "--print"], &data);
        assert_eq!(again.out, printed.out);
        let imported = keeping(&["tables", "import", file.to_str().unwrap()], &data);
        assert_eq!(imported.code, 0, "{}", imported.err);
    }
    let now = listed(&data);
    assert_eq!(now.len(), 6);
    let ends = |tables: &[Value]| {
        let mut ends: Vec<String> =
            tables.iter().map(|t| format!("{} {} {}", t["events"], t["round"], t["over"])).collect();
        ends.sort();
        ends
    };
    assert_eq!(ends(&now), ends(&[all.clone(), all].concat()), "an imported table stands as it stood");
}

#[test]
fn logs_are_objects_when_asked_for() {
    let data = state();
    let args = ["serve", "--no-browser", "--port", "0", "--json-logs"];
    let mut start = command(&args, data.path());
    start.env("FRACAS_DATA_DIR", data.path()).env("RUST_LOG", "fracas_server=debug");
    let server = Serving::with(&mut start);
    server.ask("GET", "/api/tables?token=secret", "", "");
    let (_, _, err) = server.end("-INT");
    let logged: Vec<Value> = err.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let answered = logged.iter().find(|line| line["fields"]["message"] == "answered").expect(&err);
    assert_eq!(
        (&answered["fields"]["path"], &answered["fields"]["status"]),
        (&json!("/api/tables"), &json!(200))
    );
    assert!(logged.iter().any(|line| line["fields"]["message"] == "listening"), "{err}");
    assert!(!err.contains("secret"), "no token is logged");
}

const BOG: &str = "system = 'delve'\ntitle = 'Bog'\ninclude = ['beasts.toml']\n[[zone]]\nid = 'bog'\nname = 'Bog'\nat = [0, 0]\n\
                   [[party]]\nhero = 'brakk'\nat = 'bog'\n[[foes]]\ncreature = 'bog-goblin'\nat = 'bog'\n";

#[test]
fn the_own_library_is_offered_and_nobody_reads_it_from_outside() {
    let data = state();
    let scenarios = data.path().join("library/delve/scenarios");
    std::fs::create_dir_all(&scenarios).unwrap();
    let beasts = scenarios.join("beasts.toml");
    // It is no scenario, and is told of by name.
    std::fs::write(&beasts, "[[creature]]\nid = 'bog-goblin'\nname = 'Bog goblin'\nlike = 'goblin'\n")
        .unwrap();
    std::fs::write(scenarios.join("bog.toml"), BOG).unwrap();
    let server = Serving::start(&SERVE, data.path());
    let cards: Value = serde_json::from_str(&server.ask("GET", "/api/scenarios", "", "")).unwrap();
    let yours: Vec<&Value> = cards.as_array().unwrap().iter().filter(|card| card["yours"] == true).collect();
    assert_eq!((yours.len(), &yours[0]["id"], &yours[0]["foes"]), (1, &json!("bog"), &json!(["Bog goblin"])));
    let body = json!({ "scenario": "delve/bog", "name": "Mine" }).to_string();
    server.ask("POST", "/api/tables", "", &body);
    // The same text from somebody else reads nothing here, by whatever path.
    for named in ["beasts.toml", beasts.to_str().unwrap(), "library/delve/scenarios/beasts.toml"] {
        let body = json!({ "toml": BOG.replace("beasts.toml", named), "name": "Theirs" }).to_string();
        let answer = server.answer("POST", "/api/tables", "", &body);
        assert!(answer.contains("only a file on disk can include others"), "{answer}");
    }
    let (_, _, err) = server.end("-INT");
    assert!(err.contains("beasts.toml") && !err.contains("bog.toml"), "{err}");
}
