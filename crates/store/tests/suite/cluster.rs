//! A PostgreSQL for tests, with a folder, a socket and a port of its own. It does not run as root, and it goes with the last
//! test that uses it.
#![allow(dead_code)]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Weak};

use tempfile::TempDir;

/// Whom it runs as, if the tests run as root.
const NOBODY: &str = "nobody";

#[derive(Debug)]
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    databases: AtomicU32,
    /// What it runs with, besides its place.
    options: &'static str,
}

impl Cluster {
    /// The one that other tests of this program use just now, or a new one.
    pub fn shared() -> Arc<Cluster> {
        static RUNNING: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        running.upgrade().unwrap_or_else(|| {
            let started = Arc::new(Cluster::start());
            *running = Arc::downgrade(&started);
            started
        })
    }

    /// What the machine would lose in a power cut, tests do not look at; a killed PostgreSQL loses nothing by it.
    pub fn start() -> Cluster {
        Cluster::with("-c fsync=off -c full_page_writes=off")
    }

    /// One that is as slow as one that keeps its word in a power cut too.
    pub fn durable() -> Cluster {
        Cluster::with("")
    }

    fn with(options: &'static str) -> Cluster {
        let programs =
            programs().expect("PostgreSQL: `cargo xtask test` installs it (apt-get install postgresql)");
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            done(Command::new("chown").arg(NOBODY).arg(folder.path()));
        }
        // Nobody else has it now; whoever takes it in between makes the start fail, and loudly.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Cluster { folder, programs, port, databases: AtomicU32::new(0), options };
        let data = cluster.data();
        done(
            cluster
                .program("initdb")
                .args(["-U", "fracas", "--auth=trust", "--no-sync", "-E", "UTF8"])
                .args(["--locale=C", "-D", &data]),
        );
        cluster.up();
        cluster
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", NOBODY, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(self.folder.path());
        command
    }

    pub fn up(&self) {
        let folder = self.folder.path().display().to_string();
        let options = format!(
            "-p {} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=100 {}",
            self.port, self.options
        );
        let log = self.folder.path().join("log").display().to_string();
        done(self.program("pg_ctl").args(["-w", "-D", &self.data(), "-l", &log, "-o", &options, "start"]));
    }

    /// As if it had crashed: nobody's connection is closed in an orderly way.
    pub fn down(&self) {
        done(self.program("pg_ctl").args(["-w", "-D", &self.data(), "-m", "immediate", "stop"]));
    }

    /// The address of a database with nothing in it.
    pub fn empty_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Relaxed));
        let port = self.port.to_string();
        done(self.program("createdb").args(["-h", "127.0.0.1", "-p", &port, "-U", "fracas", &name]));
        format!("postgres://fracas@127.0.0.1:{port}/{name}")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.program("pg_ctl").args(["-D", &self.data(), "-m", "immediate", "stop"]).output();
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Where its programs are: Debian keeps them out of the way.
fn programs() -> Option<PathBuf> {
    let has = |folder: &Path| folder.join("initdb").exists();
    let path = std::env::var_os("PATH")?;
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut debian: Vec<PathBuf> = debian.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect();
    debian.sort();
    debian.into_iter().rev().chain(std::env::split_paths(&path)).find(|folder| has(folder))
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}: {}{}", said(&output.stdout), said(&output.stderr));
    output
}
