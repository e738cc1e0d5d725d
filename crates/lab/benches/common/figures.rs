//! What a bench tells `cargo xtask bench`, which puts the figures of all of them into docs/PERFORMANCE.md: a line for
//! each in the file that `FRACAS_FIGURES` names, its fields apart by tabs. Run by hand, a bench only prints.

use std::fs::OpenOptions;
use std::io::Write;

/// One figure. `bar` is what it has to reach, if anything, and whether it does.
pub fn record(bench: &str, of: &str, what: &str, value: &str, bar: Option<(&str, bool)>) {
    let Some(file) = std::env::var_os("FRACAS_FIGURES") else { return };
    let verdict = bar.map_or("", |(_, met)| if met { "met" } else { "missed" });
    let line = [bench, of, what, value, bar.map_or("", |(bar, _)| bar), verdict].join("\t");
    let kept =
        OpenOptions::new().create(true).append(true).open(&file).and_then(|mut out| writeln!(out, "{line}"));
    if let Err(error) = kept {
        eprintln!("the figure is not kept: {error}");
    }
}
