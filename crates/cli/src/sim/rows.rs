//! Every fight of a simulation as a row, in a file that other programs read.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use fracas_lab::Plan;
use fracas_systems::Trials;
use serde_json::{Map, Value};

use crate::failure::{Failure, Kind};

/// Rows that are worked out at once.
const STRETCH: u64 = 16_384;

pub fn write(trials: &dyn Trials, plan: &Plan, fights: u64, file: &Path) -> Result<(), Failure> {
    let broken = |error: &dyn std::fmt::Display| {
        Failure::new(Kind::Io, format!("{} cannot be written: {error}", file.display()))
    };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let header = trials.header();
    let columns = header.columns();
    let stretches = (0..fights).step_by(STRETCH as usize).map(|from| from..fights.min(from + STRETCH));
    let out = || File::create(file).map(BufWriter::new).map_err(|error| broken(&error));
    match ending.as_deref() {
        Some("csv") => {
            let mut csv = csv::Writer::from_writer(out()?);
            csv.write_record(&columns).map_err(|error| broken(&error))?;
            for some in stretches {
                for row in trials.rows(plan, some, &header) {
                    csv.write_record(row.cells()).map_err(|error| broken(&error))?;
                }
            }
            csv.flush().map_err(|error| broken(&error))
        }
        Some("jsonl") => {
            let mut out = out()?;
            for some in stretches {
                for row in trials.rows(plan, some, &header) {
                    let cells = columns.iter().cloned().zip(row.cells().into_iter().map(typed));
                    let line = Value::Object(cells.collect::<Map<String, Value>>());
                    writeln!(out, "{line}").map_err(|error| broken(&error))?;
                }
            }
            out.flush().map_err(|error| broken(&error))
        }
        _ => Err(Failure::new(
            Kind::Usage,
            format!("{}: rows are written as .csv or .jsonl: name the file so", file.display()),
        )),
    }
}

/// Numbers are numbers, and what is not there is null.
fn typed(cell: String) -> Value {
    match cell.parse::<i64>() {
        _ if cell.is_empty() => Value::Null,
        Ok(number) => number.into(),
        Err(_) => cell.into(),
    }
}
