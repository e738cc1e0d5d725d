//! The session in docs/PROTOCOL.md is real: it is played here, and every reply compared.
//!
//! When a reply has changed for a good reason, run this test with `FRACAS_BLESS=1` and look at what became of the page.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md")
}

fn replies(requests: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fracas"))
        .arg("protocol")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(requests.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The page with the replies that the program gives now.
fn played(page: &str) -> String {
    let requests: String = page
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|request| format!("{request}\n"))
        .collect();
    let mut replies = replies(&requests).into_iter();
    let mut fresh = String::new();
    for line in page.lines().filter(|line| !line.starts_with("< ")) {
        fresh += &format!("{line}\n");
        if line.starts_with("> ") {
            fresh += &format!("< {}\n", replies.next().expect("a reply for every request"));
        }
    }
    assert_eq!(replies.next(), None, "more replies than requests");
    fresh
}

#[test]
fn the_session_in_the_document_is_real() {
    let page = std::fs::read_to_string(document()).unwrap();
    assert!(page.lines().filter(|line| line.starts_with("> ")).count() > 20, "the session has gone");
    let fresh = played(&page);
    if std::env::var_os("FRACAS_BLESS").is_some() {
        std::fs::write(document(), &fresh).unwrap();
        return;
    }
    for (number, (is, should)) in page.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(is, should, "docs/PROTOCOL.md, line {}", number + 1);
    }
    assert_eq!(page.lines().count(), fresh.lines().count());
}

#[test]
fn every_op_and_every_error_code_is_documented() {
    let page = std::fs::read_to_string(document()).unwrap();
    for source in ["reply.rs", "desk.rs", "session.rs", "request.rs", "mod.rs"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/protocol").join(source);
        let code = std::fs::read_to_string(path).unwrap();
        for part in code.split("Fault::new(\"").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(page.contains(&format!("| `{name}` |")), "{name} is not documented");
        }
    }
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/protocol/request.rs");
    let code = std::fs::read_to_string(source).unwrap();
    let ops =
        code.split("const OPS").nth(1).unwrap().split("];").next().unwrap().split("= [").nth(1).unwrap();
    let ops: Vec<&str> = ops.split('"').skip(1).step_by(2).collect();
    assert!(ops.len() > 10, "{ops:?}");
    for op in ops {
        let titled = page.lines().any(|line| line.starts_with("### ") && line.contains(&format!("`{op}`")));
        assert!(titled, "{op} is not documented");
    }
}
