//! The bindings for Python: a virtual environment with the packages that the tests name, the extension as cargo has built it,
//! and pytest. The benchmarks take a wheel as people install it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::built;
use crate::tools::{apt, run};

const PYTHON: &str = "python3";

/// Runs pytest on the extension that `cargo test` builds: the same crates with the same features, so that nothing is compiled
/// twice. The wheel is tested with the benchmarks: maturin builds this package alone, for which cargo chooses other features
/// and compiles nearly every crate again.
pub fn test(root: &Path, fracas: &Path) -> Result<(), String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let bindings = root.join("bindings/python");
    let home = root.join("target/python");
    let python = environment(&home.join("venv"), &bindings.join("requirements.txt"))?;
    install(&bindings, &home.join("package"), &extension(&root)?, &python)?;
    pytest(&python, &bindings, fracas, &[])
}

/// Runs these tests, or all, on the package that this Python has.
fn pytest(python: &Path, bindings: &Path, fracas: &Path, tests: &[&str]) -> Result<(), String> {
    // Ray tells on its users unless it is asked not to.
    run(
        Command::new(python)
            .args(["-m", "pytest", "--quiet", "--durations=5"])
            .args(tests)
            .current_dir(bindings)
            .env("FRACAS_BIN", fracas)
            // Workers of Ray run anywhere, in a Python that lies anywhere.
            .env("FRACAS_CONTENT", bindings.join("../../content"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("RAY_USAGE_STATS_ENABLED", "0"),
        "run it by hand in bindings/python to see more",
    )
}

/// Builds a wheel for release, installs it beside the games that it is compared with, tests it as it is installed, and runs
/// the benchmark.
pub fn bench(root: &Path, fracas: &Path, figures: Option<&Path>) -> Result<(), String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let bindings = root.join("bindings/python");
    let home = root.join("target/python");
    let python = environment(&home.join("bench"), &bindings.join("requirements-bench.txt"))?;
    let wheels = home.join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    let advice = "see docs/PYTHON.md for how to build a wheel";
    run(
        Command::new(&python)
            .args(["-m", "maturin", "build", "--release", "--locked", "--out"])
            .arg(&wheels)
            .current_dir(&bindings),
        advice,
    )?;
    run(
        Command::new(&python)
            .args(["-m", "pip", "install", "--no-index", "--no-deps", "--force-reinstall", "--find-links"])
            .arg(&wheels)
            .arg("fracas"),
        advice,
    )?;
    pytest(&python, &bindings, fracas, &["tests/test_core.py", "tests/test_envs.py"])?;
    run(
        Command::new(&python)
            .arg(bindings.join("benches/steps.py"))
            .envs(figures.map(|file| (crate::performance::FIGURES, file))),
        "a bar was missed, or a game has changed",
    )
}

/// A virtual environment with these packages, made anew when the list changes.
fn environment(venv: &Path, requirements: &Path) -> Result<PathBuf, String> {
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let wanted = wanted(requirements)?;
    let stamp = venv.join("installed-requirements.txt");
    if python.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let _ = fs::remove_dir_all(venv);
    let advice =
        "install Python 3.11 or later with its venv module (on Debian: apt-get install python3-venv)";
    let able = Command::new(PYTHON).args(["-c", "import ensurepip, venv"]).output();
    if !able.is_ok_and(|output| output.status.success()) {
        apt(&["update"], advice)?;
        apt(&["install", "--yes", "--no-install-recommends", "python3-venv"], advice)?;
    }
    run(Command::new(PYTHON).args(["-m", "venv"]).arg(venv), advice)?;
    let advice = "the packages could not be installed: is there a connection?";
    run(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
            .arg(requirements),
        advice,
    )?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

/// What a list of packages says, with the lists that it names.
fn wanted(requirements: &Path) -> Result<String, String> {
    let text = fs::read_to_string(requirements)
        .map_err(|error| format!("{} cannot be read: {error}", requirements.display()))?;
    let named = text.lines().filter_map(|line| line.strip_prefix("--requirement "));
    let more: Result<Vec<String>, String> =
        named.map(|file| wanted(&requirements.with_file_name(file))).collect();
    Ok(text.clone() + &more?.concat())
}

/// The extension that cargo builds with the tests.
fn extension(root: &Path) -> Result<PathBuf, String> {
    let name = format!("{}_fracas{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let messages = built(root)?;
    let files = messages.iter().filter_map(|message| message["filenames"].as_array()).flatten();
    let file = files.filter_map(|file| file.as_str()).map(PathBuf::from).find(|file| file.ends_with(&name));
    file.ok_or_else(|| "cargo does not say where it has built the extension for Python".to_owned())
}

/// Puts the package together and tells the virtual environment where it is. Ray's workers find it there too.
fn install(bindings: &Path, package: &Path, extension: &Path, python: &Path) -> Result<(), String> {
    let inside = package.join("fracas");
    let _ = fs::remove_dir_all(package);
    fs::create_dir_all(&inside).map_err(|error| format!("{}: {error}", inside.display()))?;
    let source = bindings.join("python/fracas");
    let entries = fs::read_dir(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
        copy(&entry.path(), &inside.join(entry.file_name()))?;
    }
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    copy(extension, &inside.join(format!("_fracas.{ending}")))?;
    let ask = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let output = Command::new(python).args(["-c", ask]).output().map_err(|error| error.to_string())?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let note = Path::new(&folder).join("fracas.pth");
    fs::write(&note, format!("{}\n", package.display()))
        .map_err(|error| format!("{}: {error}", note.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}
