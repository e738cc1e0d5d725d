//! `fracas merge`: the parts of a simulation as one, with the report that it would have given at once.

use std::path::PathBuf;

use clap::Args;
use fracas_lab::{Page, Part, merge};
use fracas_table::write_file;

use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::sim::Done;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fracas merge part-*.fracas\n  fracas merge part-*.fracas --json > report.json\n\n\
    The parts may come in any order, from any machines. Parts that are damaged, that stand twice or that\n\
    belong to another run are refused by name. docs/SCALE.md shows how to run many at once."
)]
pub struct MergeArgs {
    /// The parts that `fracas sim --shard … --out` wrote: all of one run
    #[arg(required = true, value_name = "PART", value_hint = clap::ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
    /// Write a page with the report
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Keep the whole in one file, which `fracas sim --resume` can make longer
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

pub fn run(args: &MergeArgs, colour: bool) -> Result<(), Failure> {
    let wrong = |error: fracas_lab::PartError| Failure::new(Kind::Content, error.to_string());
    let read = |file: &PathBuf| {
        let name = file.display().to_string();
        let text = std::fs::read(file).map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            let kind = if missing { Kind::NotFound } else { Kind::Io };
            Failure::new(kind, format!("{name} cannot be read: {error}"))
        })?;
        let part = Part::read(&name, &String::from_utf8_lossy(&text)).map_err(wrong)?;
        Ok::<_, Failure>((name, part))
    };
    let parts = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let whole = merge(parts).map_err(wrong)?;
    if let Some(file) = &args.out {
        write_file(file, &whole.write())?;
    }
    let done = Done::of(&whole);
    if let Some(file) = &args.html {
        write_file(file, &Page { report: &done.report, curve: None, fights: Vec::new() }.write())?;
    }
    say(&done.words(args.json, colour)?)
}
