//! What the tests need beside Rust, on a fresh Debian machine: npm's packages for the play page, Chromium for the browser
//! tests, PostgreSQL for several servers. The tests start a PostgreSQL of their own. It installs what is missing and leaves alone what is there.

use std::fs;
use std::path::Path;
use std::process::Command;

pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
const CHROMIUM: &str = "/usr/bin/chromium";

pub fn install(web: &Path) -> Result<(), String> {
    packages(web)?;
    browser()?;
    database()
}

/// npm's packages, as the lock file names them.
fn packages(web: &Path) -> Result<(), String> {
    let lock = fs::read(web.join("package-lock.json"))
        .map_err(|error| format!("web/package-lock.json cannot be read: {error}"))?;
    let stamp = web.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let advice = "install Node.js 20 or later (on Debian: apt-get install nodejs npm)";
    run(Command::new(NPM).args(["ci", "--no-audit", "--no-fund"]).current_dir(web), advice)?;
    fs::write(&stamp, &lock).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// Debian's Chromium, unless `CHROMIUM` names another.
fn browser() -> Result<(), String> {
    if std::env::var_os("CHROMIUM").is_some() || Path::new(CHROMIUM).exists() {
        return Ok(());
    }
    let advice = "install Chromium by hand, or name one in CHROMIUM";
    apt(&["update"], advice)?;
    apt(&["install", "--yes", "--no-install-recommends", "chromium"], advice)
}

/// Debian's PostgreSQL, unless there is one.
fn database() -> Result<(), String> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let found = debian.map(|version| version.path().join("bin/initdb")).any(|program| program.exists());
    if found || Command::new("initdb").arg("--version").output().is_ok() {
        return Ok(());
    }
    let advice = "install PostgreSQL by hand, with initdb and pg_ctl on the PATH";
    // It would otherwise make a cluster of its own and start it.
    apt(&["update"], advice)?;
    apt(&["install", "--yes", "--no-install-recommends", "postgresql"], advice)
}

pub fn apt(arguments: &[&str], advice: &str) -> Result<(), String> {
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        let mut command = Command::new("sudo");
        command.arg("apt-get");
        command
    };
    run(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"), advice)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

pub fn run(command: &mut Command, advice: &str) -> Result<(), String> {
    println!("── {command:?}");
    let status =
        command.status().map_err(|error| format!("{command:?} cannot be run ({error}): {advice}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed ({status}): {advice}")) }
}
