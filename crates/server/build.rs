//! Builds the play page into the program's own folder, so that one `cargo build` of a clean clone gives everything and the
//! work tree stays as it is. Without Node, a page that says what to install takes its place.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is made of, under `web/`.
const PARTS: [&str; 8] = [
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FRACAS_SKIP_WEB");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let web = manifest.join("../../web");
    let dist = out.join("dist");
    for part in PARTS {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    let skip = env::var_os("FRACAS_SKIP_WEB").is_some_and(|skip| skip != "0");
    let result = if skip {
        Err("FRACAS_SKIP_WEB is set, so the play page was not built".to_owned())
    } else {
        build(&web, &out, &dist)
    };
    if let Err(why) = result {
        println!("cargo::warning={why}");
        if !skip {
            // What is missing may be there next time: no file of that name ever is, so cargo tries again.
            println!("cargo::rerun-if-changed={}", out.join("never").display());
        }
        say_instead(&dist, &why).expect("the output folder can be written");
    }
}

fn build(web: &Path, out: &Path, dist: &Path) -> Result<(), String> {
    if !web.join("package.json").is_file() {
        return Err("there is no web/package.json, so there is no play page".to_owned());
    }
    let copy = out.join("web");
    let lock =
        fs::read(web.join("package-lock.json")).map_err(|error| format!("web/package-lock.json: {error}"))?;
    let installed = out.join("installed-lock.json");
    let fresh = fs::read(&installed).is_ok_and(|known| known == lock) && copy.join("node_modules").is_dir();
    for part in PARTS {
        let from = web.join(part);
        let _ = fs::remove_dir_all(copy.join(part));
        if from.exists() {
            copy_all(&from, &copy.join(part)).map_err(|error| format!("{}: {error}", from.display()))?;
        }
    }
    if !fresh {
        npm(&copy, &["ci", "--no-audit", "--no-fund"])?;
        fs::write(&installed, &lock).map_err(|error| error.to_string())?;
    }
    let _ = fs::remove_dir_all(dist);
    let dist = dist.to_str().ok_or("the output folder has an odd name")?;
    npm(&copy, &["run", "build", "--", "--outDir", dist, "--emptyOutDir"])?;
    if Path::new(dist).join("index.html").is_file() {
        Ok(())
    } else {
        Err("the build of web/ made no index.html".to_owned())
    }
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(folder).output().map_err(|error| {
        format!(
            "npm cannot be run ({error}): install Node.js 20 or later and build again to get the play page"
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).rev().take(6).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    Err(format!("npm {} failed: {}", arguments.join(" "), last.join(" | ")))
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_file() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_all(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn say_instead(dist: &Path, why: &str) -> io::Result<()> {
    let _ = fs::remove_dir_all(dist);
    fs::create_dir_all(dist)?;
    let why: String = why.chars().map(|c| if matches!(c, '<' | '>' | '&') { ' ' } else { c }).collect();
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fracas</title>\
         <h1>The play page is not in this build</h1><p>{why}</p>\
         <p>Install Node.js 20 or later (on Debian: <code>apt-get install nodejs npm</code>), then build again with \
         <code>cargo run --release</code>.</p></html>\n"
    );
    fs::write(dist.join("index.html"), page)
}
