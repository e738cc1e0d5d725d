//! `cargo xtask new-system NAME`: a copy of the template under another name, registered, so that it plays at once. And the
//! check of that, in a copy of the whole project.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the check calls its system.
const SAMPLE: &str = "sample";

/// Copies and registers the template in the project at `root`.
pub fn create(root: &Path, name: &str) -> Result<(), String> {
    let fits = name.bytes().all(|letter| letter.is_ascii_lowercase());
    if name.is_empty() || !fits || name.len() > 20 {
        return Err(format!("{name:?} is no name for a system: use up to 20 lower-case letters"));
    }
    let system = root.join("systems").join(name);
    if system.exists() || root.join("content").join(name).exists() {
        return Err(format!("there is a system named {name:?} already"));
    }
    copy(&root.join("systems/template"), &system, name)?;
    fs::rename(system.join("content"), root.join("content").join(name)).map_err(|error| error.to_string())?;
    let rules = format!("# {name}\n\n{}", rules_of(&read(&system.join("README.md"))?));
    write(&root.join(format!("docs/rules/{name}.md")), &rules)?;
    let packages = format!(
        "fracas-{name} = {{ path = \"systems/{name}\" }}\n\
         fracas-{name}-games = {{ path = \"systems/{name}/games\" }}\n"
    );
    insert(&root.join("Cargo.toml"), "fracas-heed = {", &packages)?;
    let systems = root.join("crates/systems");
    let packages = format!("fracas-{name}.workspace = true\nfracas-{name}-games.workspace = true\n");
    insert(&systems.join("Cargo.toml"), "fracas-heed.", &packages)?;
    let title = title(name);
    let line = format!("    {title}: fracas_{name}_games, fracas_{name}::{title};\n");
    insert(&systems.join("src/lib.rs"), "    Heed:", &line)
}

/// The paragraph of the README that tells the rules.
fn rules_of(readme: &str) -> String {
    readme.split("\n\n").last().unwrap_or_default().trim_start_matches("Rules: ").to_owned()
}

fn title(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// Copies a folder, with the template's name replaced in every file.
fn copy(from: &Path, to: &Path, name: &str) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?.flatten() {
        let file = PathBuf::from(entry.file_name().to_string_lossy().replace("template", name));
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(file), name)?;
            continue;
        }
        let text = read(&entry.path())?
            .replace("../content/", &format!("../../../content/{name}/"))
            .replace("template", name)
            .replace("Template", &title(name));
        write(&to.join(file), &text)?;
    }
    Ok(())
}

/// Puts a line before the first one that starts so.
fn insert(path: &Path, before: &str, line: &str) -> Result<(), String> {
    let text = read(path)?;
    let at =
        if text.starts_with(before) { Some(0) } else { text.find(&format!("\n{before}")).map(|at| at + 1) };
    let at = at.ok_or_else(|| format!("{}: no line starts with {before:?}", path.display()))?;
    write(path, &format!("{}{line}{}", &text[..at], &text[at..]))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Makes a system in a copy of the project, and plays it in every way there is.
pub fn check(root: &Path) -> Result<(), String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let scratch = root.join("target/new-system");
    let _ = fs::remove_dir_all(&scratch);
    let checked = check_in(&root, &scratch);
    // Cargo takes the crates of both for the same. As long as the copy is there it looks at its files, and does not see
    // that those of the project have changed.
    let _ = fs::remove_dir_all(&scratch);
    checked
}

fn check_in(root: &Path, scratch: &Path) -> Result<(), String> {
    for file in tracked(root)? {
        let (from, to) = (root.join(&file), scratch.join(&file));
        if let (true, Some(folder)) = (from.is_file(), to.parent()) {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            copy_file(&from, &to).map_err(|error| format!("{file}: {error}"))?;
        }
    }
    create(scratch, SAMPLE)?;
    // The same folder for what is built, and the same features as when everything is tested: only what has to do with the
    // new system is compiled.
    let (target, content) = (root.join("target"), scratch.join("content"));
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(crate::cargo_program());
        crate::prepare(&mut command);
        command.args(arguments).current_dir(scratch);
        command.env("CARGO_TARGET_DIR", &target).env("FRACAS_CONTENT", &content);
        run(command, "")
    };
    cargo(&["test", "--quiet", "--offline", "--workspace", "--test", SAMPLE])?;
    // A test of the command, because that builds the command with the features that tests have.
    cargo(&["test", "--quiet", "--offline", "--workspace", "--test", "command", "--no-run"])?;
    let program = target.join("debug/fracas");
    let fracas = |arguments: &[&str], typed: &str, wanted: &str| {
        let mut command = Command::new(&program);
        command.args(arguments).env("FRACAS_CONTENT", &content).env("XDG_STATE_HOME", scratch.join("state"));
        let told = run(command, typed)?;
        let seen = told.contains(wanted);
        seen.then_some(()).ok_or_else(|| format!("fracas {arguments:?} does not say {wanted:?}:\n{told}"))
    };
    fracas(&["list"], "", "the-brook")?;
    fracas(&["sim", "the-brook", "-n", "500", "--json"], "", "\"system\": \"sample\"")?;
    fracas(&["play", "the-brook", "--seed", "1"], "2\nrally\ngo all\nquit\n", "won")?;
    let lines = "{\"op\":\"open\",\"scenario\":\"the-brook\",\"seed\":1}\n{\"op\":\"odds\",\"choice\":\"ann rally\"}\n";
    fracas(&["protocol"], lines, "\"p\":0.5")?;
    served(&program, scratch, &content)
}

/// Copies a file with the time of its last change, by which cargo tells what has to be compiled.
fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::copy(from, to)?;
    fs::File::options().write(true).open(to)?.set_modified(fs::metadata(from)?.modified()?)
}

/// The files of the project: those that git knows, and new ones that it does not ignore.
fn tracked(root: &Path) -> Result<Vec<String>, String> {
    let mut command = Command::new("git");
    command.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    Ok(run(command, "")?.lines().map(str::to_owned).collect())
}

/// The browser's table lists it too.
fn served(program: &Path, scratch: &Path, content: &Path) -> Result<(), String> {
    use std::io::{BufRead, BufReader, Read};
    let store = scratch.join("tables.sqlite");
    let mut server = Command::new(program)
        .args(["serve", "--port", "0", "--no-browser", "--data"])
        .arg(&store)
        .env("FRACAS_CONTENT", content)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let answer = (|| {
        let out = server.stdout.take().ok_or("no output")?;
        let told = BufReader::new(out).lines().map_while(Result::ok).find_map(|line| {
            let at = line.find("http://")? + "http://".len();
            Some(line[at..].trim_end_matches('/').split('/').next()?.to_owned())
        });
        let address = told.ok_or("the server gave no address")?;
        let mut stream = std::net::TcpStream::connect(&address).map_err(|error| error.to_string())?;
        let request = format!("GET /api/scenarios HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
        let mut text = String::new();
        stream.read_to_string(&mut text).map_err(|error| error.to_string())?;
        Ok::<_, String>(text)
    })();
    let _ = server.kill();
    let _ = server.wait();
    let answer = answer?;
    let listed = answer.contains("the-brook");
    listed.then_some(()).ok_or_else(|| format!("the server does not list the new system: {answer}"))
}

fn run(mut command: Command, typed: &str) -> Result<String, String> {
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
    let mut child = started.map_err(|error| format!("{command:?}: {error}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // Whoever stops reading has heard enough.
        let _ = stdin.write_all(typed.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| format!("{command:?}: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(told) } else { Err(format!("{command:?}: {}\n{told}", output.status)) }
}
