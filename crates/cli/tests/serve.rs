//! The server as people start it: what it says, how it ends, and what is there when it is started again.
#![cfg(unix)]

mod run;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use run::{command, fracas, state};
use serde_json::{Value, json};

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
        let address = self.address();
        let mut stream = TcpStream::connect(address).unwrap();
        let size = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {size}\r\n{head}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 2"), "{answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
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
    let two = Serving::start(&["serve", "--no-browser"], data.path());
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
