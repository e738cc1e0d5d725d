//! Runs the real program with a script on its standard input and a state folder of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What came of it.
#[derive(Debug)]
#[allow(dead_code)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A state folder that nobody else uses.
pub fn state() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs the program where no game was ever saved.
#[allow(dead_code)]
pub fn fracas(args: &[&str], input: &str) -> Ran {
    with_env(args, input, &[], &state())
}

#[allow(dead_code)]
pub fn fracas_in(args: &[&str], input: &str, state: &TempDir) -> Ran {
    with_env(args, input, &[], state)
}

pub fn with_env(args: &[&str], input: &str, env: &[(&str, &str)], state: &TempDir) -> Ran {
    let mut child = command(args, state.path())
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn command(args: &[&str], state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fracas"));
    // Whoever runs the tests may have a library of their own.
    command.args(args).env_remove("NO_COLOR").env("FRACAS_STATE_DIR", state).env("FRACAS_DATA_DIR", state);
    command
}
