//! What the benches have measured, as docs/PERFORMANCE.md: each hands its figures over as lines in a file.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the benches read to know where to write.
pub const FIGURES: &str = "FRACAS_FIGURES";

/// The file for figures, with nothing in it.
pub fn begin(root: &Path) -> Result<PathBuf, String> {
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let file = root.join("target/figures.tsv");
    fs::create_dir_all(root.join("target")).map_err(|error| error.to_string())?;
    fs::write(&file, "").map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}

/// Writes the page of what is in the file.
pub fn write(root: &Path, figures: &Path) -> Result<(), String> {
    let text = fs::read_to_string(figures).map_err(|error| format!("{}: {error}", figures.display()))?;
    let page =
        page(&text, &[("Machine", machine()), ("Date", date()), ("Compiler", compiler()), ("Load", load())])?;
    let file = root.join("docs/PERFORMANCE.md");
    fs::write(&file, page).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("── {}", file.display());
    Ok(())
}

fn page(figures: &str, about: &[(&str, String)]) -> Result<String, String> {
    let mut page =
        "# Performance\n\nWritten by `cargo xtask bench`; do not edit. Figures of one machine on one day: \
                    the ratios are what lasts.\n\n"
            .to_owned();
    for (name, value) in about {
        let _ = writeln!(page, "- {name}: {value}");
    }
    let mut last = String::new();
    for line in figures.lines() {
        let [bench, of, what, value, bar, verdict] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("a bench has written a line that has not six fields: {line:?}"));
        };
        if bench != last {
            let _ = write!(page, "\n## {bench}\n\n| of | what | figure | bar |\n|---|---|---:|---|\n");
            bench.clone_into(&mut last);
        }
        let bar = if bar.is_empty() { String::new() } else { format!("{bar}, {verdict}") };
        let cells = [of, what, value, &bar].map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
    if last.is_empty() {
        return Err("no bench has handed over any figure".to_owned());
    }
    Ok(page)
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("processor unknown", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// How many programs wanted a core in the last quarter of an hour: more than there are cores, and figures suffer.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ')
        .nth(2)
        .map_or("unknown".to_owned(), |load| format!("{load} in the last 15 minutes, our own included"))
}

fn date() -> String {
    said("date", &["-u", "+%Y-%m-%d"])
}

fn compiler() -> String {
    said("rustc", &["--version"])
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.ok().filter(|said| !said.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_become_tables() {
        let figures = "Fights\tdelve\tfights per CPU-second\t1,000\t\t\nFights\tdelve\ttimes its rolls\t3.10\tat most 4\tmet\n\
                       Odds\td20|d6\ttimes as fast\t40\tat least 50\tmissed\n";
        let page = page(figures, &[("Date", "today".to_owned())]).unwrap();
        assert!(page.contains("- Date: today\n\n## Fights\n"), "{page}");
        assert!(page.contains("| delve | fights per CPU-second | 1,000 |  |\n"), "{page}");
        assert!(page.contains("| delve | times its rolls | 3.10 | at most 4, met |\n\n## Odds\n"), "{page}");
        assert!(page.contains("| d20\\|d6 | times as fast | 40 | at least 50, missed |\n"), "{page}");
    }

    #[test]
    fn what_is_no_figure_is_refused() {
        assert!(page("", &[]).unwrap_err().contains("no bench"));
        assert!(page("a\tb\n", &[]).unwrap_err().contains("six fields"));
    }
}
