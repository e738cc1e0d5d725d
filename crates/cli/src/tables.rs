//! `fracas backup`, `fracas restore` and `fracas tables`: the tables of `serve`, from outside.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fracas_server::{Export, Keeping, KeepingError, TableSummary};
use serde_json::json;

use crate::args::{BackupArgs, DataArgs, TablesCommand};
use crate::failure::{Failure, Kind};
use crate::lines::say;
use crate::paint::tame;
use crate::serve::database;

const DAY: u64 = 24 * 60 * 60;

pub fn backup(args: &BackupArgs) -> Result<(), Failure> {
    keeping(&args.data)?.backup(&args.file)?;
    say(&format!("All tables are in {}.\n", args.file.display()))
}

pub fn restore(args: &BackupArgs) -> Result<(), Failure> {
    let replaced = keeping(&args.data)?.restore(&args.file)?;
    let mut text = "The tables are as they were in the backup.\n".to_owned();
    if let Some(file) = replaced {
        let _ = writeln!(text, "Those that were there before are in {}.", file.display());
    }
    say(&text)
}

pub fn run(command: &TablesCommand) -> Result<(), Failure> {
    match command {
        TablesCommand::List { json, data } => {
            let all = keeping(data)?.list()?;
            say(&if *json { format!("{:#}\n", json!(all)) } else { listed(&all) })
        }
        TablesCommand::Export { tables, all, to, with_seed, data } => {
            export(&keeping(data)?, tables, *all, to.as_deref(), *with_seed)
        }
        TablesCommand::Import { files, data } => {
            let keeping = keeping(data)?;
            files.iter().try_for_each(|file| import(&keeping, file))
        }
        TablesCommand::Delete { tables, data } => {
            keeping(data)?.delete(tables)?;
            say(&format!("Deleted {}.\n", many(tables.len())))
        }
        TablesCommand::Expire { days, dry_run, data } => {
            let keeping = keeping(data)?;
            let old = keeping.older_than(Duration::from_secs(u64::from(*days) * DAY))?;
            let names: Vec<String> = old.iter().map(|table| table.table.clone()).collect();
            if *dry_run {
                return say(&format!("{}Would delete {}.\n", listed(&old), many(old.len())));
            }
            if !names.is_empty() {
                keeping.delete(&names)?;
            }
            say(&format!("{}Deleted {}.\n", listed(&old), many(old.len())))
        }
    }
}

fn keeping(data: &DataArgs) -> Result<Keeping, Failure> {
    if let Some(url) = &data.store {
        return Ok(Keeping::Postgres(url.clone()));
    }
    Ok(Keeping::new(database(data.data.as_ref(), |name| std::env::var_os(name))?))
}

fn many(count: usize) -> String {
    if count == 1 { "1 table".to_owned() } else { format!("{count} tables") }
}

fn listed(all: &[TableSummary]) -> String {
    let mut text = String::new();
    for table in all {
        let how = match &table.over {
            Some(over) if over == "draw" => "over, a draw".to_owned(),
            Some(over) => format!("over, the {over} won"),
            None => format!("round {}", table.round),
        };
        let name = tame(&table.name);
        let _ = writeln!(text, "{}  {}  {name}: {how}, {}", table.table, table.system, ago(table.updated));
    }
    text
}

/// How long ago something happened, in days.
fn ago(ms: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let then = Duration::from_millis(ms.max(0) as u64);
    match now.saturating_sub(then).as_secs() / DAY {
        0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        days => format!("{days} days ago"),
    }
}

fn export(
    keeping: &Keeping,
    tables: &[String],
    all: bool,
    to: Option<&Path>,
    with_seed: bool,
) -> Result<(), Failure> {
    let exported = |name: &str| {
        let export = if with_seed { keeping.export_with_seed(name) } else { keeping.export(name) };
        export.map(|export| export.write())
    };
    let every = if all { keeping.list()? } else { Vec::new() };
    let names: Vec<&String> = tables.iter().chain(every.iter().map(|table| &table.table)).collect();
    let Some(folder) = to else {
        let [name] = names.as_slice() else {
            return Err(Failure::new(Kind::Usage, "several tables need a folder: `--to FOLDER`"));
        };
        return say(&exported(name)?);
    };
    for name in &names {
        let file = folder.join(format!("{name}.json"));
        fracas_table::write_file(&file, &exported(name)?)?;
    }
    say(&format!("Wrote {} to {}.\n", many(names.len()), folder.display()))
}

fn import(keeping: &Keeping, file: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let kind = match error.kind() {
            std::io::ErrorKind::NotFound => Kind::NotFound,
            std::io::ErrorKind::InvalidData => Kind::Content,
            _ => Kind::Io,
        };
        Failure::new(kind, format!("{}: {error}", file.display()))
    })?;
    let wrong =
        |error: &dyn std::fmt::Display| Failure::new(Kind::Content, format!("{}: {error}", file.display()));
    let export = Export::read(&text).map_err(|error| wrong(&error))?;
    let links = keeping.import(&export).map_err(|error| match error {
        KeepingError::Export(error) => wrong(&error),
        error => error.into(),
    })?;
    let mut text =
        format!("{} is table {}. Its links, after the server's address:\n", tame(&links.name), links.table);
    for (seat, link) in &links.seats {
        let _ = writeln!(text, "  {}  {link}", tame(seat));
    }
    say(&text)
}

impl From<KeepingError> for Failure {
    fn from(error: KeepingError) -> Failure {
        let kind = match &error {
            KeepingError::NoSuchTable(_) => Kind::NotFound,
            KeepingError::Export(_) | KeepingError::Damaged { .. } => Kind::Content,
            _ => Kind::Io,
        };
        Failure::new(kind, error.to_string())
    }
}
