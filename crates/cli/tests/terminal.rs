//! The full screen on a real terminal: a whole fight by keys, and the terminal as it was afterwards. Nothing waits for a
//! time: each key is followed by a look at the command line, which can only open when everything before it is done.
#![cfg(unix)]

mod run;

use std::fs;
use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longer than this nothing takes, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// After this a key that was pressed before the question could be seen is pressed again.
const AGAIN: Duration = Duration::from_millis(250);

struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Terminal {
    fn start(args: &[&str], state: &TempDir, env: &[(&str, &str)]) -> Terminal {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_fracas"));
        command.args(args);
        command.env_remove("NO_COLOR");
        command.env("TERM", "xterm-256color");
        command.env("FRACAS_STATE_DIR", state.path());
        env.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { child, master: pair.master, keys, output, parser: vt100::Parser::new(24, 80, 0) }
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    fn foot(&self) -> String {
        self.parser.screen().rows(0, 80).last().unwrap_or_default()
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Reads until the screen is so, or for so long; true if it is.
    fn reads(&mut self, patience: Duration, so: impl Fn(&Terminal) -> bool) -> bool {
        let end = Instant::now() + patience;
        loop {
            if so(self) {
                return true;
            }
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return so(self),
            }
        }
    }

    fn wait(&mut self, what: &str, so: impl Fn(&Terminal) -> bool) {
        assert!(self.reads(PATIENCE, so), "{what}:\n{}", self.text());
    }

    /// Waits until everything that was pressed is done and drawn.
    fn settle(&mut self) {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            self.press(":");
            if self.reads(AGAIN, |terminal| terminal.foot().starts_with(':')) {
                self.press("\x1b");
                return self.wait("the command line closes", |terminal| !terminal.foot().starts_with(':'));
            }
        }
        panic!("the command line does not open:\n{}", self.text());
    }

    fn ends(&mut self) -> u32 {
        // The output ends when the program does.
        self.reads(PATIENCE, |_| false);
        self.child.wait().unwrap().exit_code()
    }

    /// What stands under the cursor of the panel.
    fn row(&self) -> String {
        let text = self.text();
        let row = text.lines().find(|line| line.contains('›')).unwrap_or_default();
        row.chars().skip_while(|&one| one != '›').take_while(|&one| one != '│').collect()
    }
}

fn saved(state: &TempDir) -> serde_json::Value {
    let file = fs::read_dir(state.path()).unwrap().next().unwrap().unwrap().path();
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The first thing that can be done, best first, and the end of the turn where nothing is left.
fn play_to_the_end(terminal: &mut Terminal) {
    for _ in 0..400 {
        terminal.settle();
        if terminal.text().contains("Ctrl+C leave") {
            return;
        }
        let row = terminal.row();
        let before = terminal.text();
        // A key that comes before the question can have been read does nothing.
        while terminal.text() == before {
            terminal.press(match &row {
                row if row.is_empty() => "e",
                row if row.contains('▾') => "\x1b[B",
                _ => "\r",
            });
            terminal.reads(AGAIN, |terminal| terminal.text() != before);
        }
    }
    panic!("the fight has no end:\n{}", terminal.text());
}

#[test]
fn a_whole_fight_by_keys() {
    let state = run::state();
    let mut terminal = Terminal::start(&["play", "last-stand", "--seed", "7"], &state, &[]);
    terminal.wait("the first question", |terminal| terminal.text().contains("? keys"));
    assert!(terminal.parser.screen().alternate_screen());
    play_to_the_end(&mut terminal);
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
    let text = terminal.text();
    assert!(!terminal.parser.screen().alternate_screen(), "the terminal is as it was");
    assert!(text.contains("The fight is kept") && text.contains("fracas replay"), "{text}");
    let replay = saved(&state);
    assert!(replay["outcome"].is_string() || replay["outcome"].is_object(), "{}", replay["outcome"]);
}

#[test]
fn ctrl_c_gives_the_terminal_back_and_nothing_is_lost() {
    let state = run::state();
    let mut terminal = Terminal::start(&["play", "last-stand", "--seed", "7"], &state, &[]);
    terminal.wait("the first question", |terminal| terminal.text().contains("? keys"));
    while !terminal.reads(AGAIN, |terminal| terminal.text().contains("round 1")) {
        terminal.press("\r");
    }
    terminal.settle();
    // The shape of the terminal may change at any time.
    let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    terminal.parser.screen_mut().set_size(40, 120);
    terminal.master.resize(size).unwrap();
    terminal.wait("the larger screen", |terminal| {
        terminal.parser.screen().rows(0, 120).last().unwrap_or_default().contains("? keys")
    });
    terminal.press("\x03");
    assert_eq!(terminal.ends(), 0);
    assert!(!terminal.parser.screen().alternate_screen());
    assert!(terminal.text().contains("fracas play --resume"), "{}", terminal.text());
    assert!(!saved(&state)["steps"].as_array().unwrap().is_empty());
}

#[test]
fn a_signal_gives_the_terminal_back_too() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let state = run::state();
        let mut terminal = Terminal::start(&["play", "last-stand", "--seed", "7"], &state, &[]);
        terminal.wait("the first question", |terminal| terminal.text().contains("? keys"));
        let id = terminal.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(terminal.ends(), 130, "{signal}");
        let screen = terminal.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{signal}");
    }
}

#[test]
fn plain_is_line_by_line_on_a_terminal_too() {
    for (args, env) in [
        (&["play", "last-stand", "--seed", "7", "--plain"][..], &[][..]),
        (&["play", "last-stand", "--seed", "7"], &[("TERM", "dumb")]),
    ] {
        let state = run::state();
        let mut terminal = Terminal::start(args, &state, env);
        terminal.wait("a prompt", |terminal| terminal.text().contains("brakk>"));
        assert!(!terminal.parser.screen().alternate_screen());
        terminal.press("quit\r");
        assert_eq!(terminal.ends(), 0);
    }
}
