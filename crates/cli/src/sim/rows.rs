//! Every fight of a simulation as a row, in a file that other programs read.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use fracas_lab::{Cell, FightRow, Header, Plan};
use fracas_systems::{Follow, Trials};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use super::Bar;
use crate::failure::{Failure, Kind};

/// Rows that are worked out, and written, at once.
const STRETCH: u64 = 16_384;
/// The same for minds that think.
const THOUGHTFUL: u64 = 64;

type Fine<T = ()> = Result<T, Box<dyn Error>>;

/// A file that takes rows.
trait Sink {
    fn put(&mut self, header: &Header, rows: &[FightRow]) -> Fine;
    fn finish(self: Box<Self>) -> Fine;
}

/// Writes a row for each fight, and says how many: fewer if somebody has had enough.
pub fn write(trials: &dyn Trials, plan: &Plan, fights: u64, file: &Path) -> Result<u64, Failure> {
    let broken = |error: Box<dyn Error>| {
        Failure::new(Kind::Io, format!("{} cannot be written: {error}", file.display()))
    };
    let header = trials.header();
    let open = opener(file)?;
    let mut sink =
        File::create(file).map_err(Into::into).and_then(|out| open(out, &header)).map_err(broken)?;
    // Where the fights were stopped, their rows are wanted all the same: only Ctrl-C from here on stops these.
    let bar = Bar::anew(fights, "writing rows");
    let stretch = if trials.run(plan).is_by_instinct() { STRETCH } else { THOUGHTFUL };
    let mut done = 0;
    while done < fights && !bar.is_over() {
        let to = fights.min(done + stretch);
        sink.put(&header, &trials.rows(plan, done..to, &header)).map_err(broken)?;
        bar.more(to - done);
        done = to;
    }
    bar.clear();
    sink.finish().map_err(broken)?;
    Ok(done)
}

/// Refuses a name that says nothing of how rows are to be written; it costs nothing to ask early.
pub fn check(file: &Path) -> Result<(), Failure> {
    opener(file).map(drop)
}

/// Begins a file of rows with these columns.
type Open = fn(File, &Header) -> Fine<Box<dyn Sink>>;

/// What opens a file of this name.
fn opener(file: &Path) -> Result<Open, Failure> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("csv") => Ok(|out, header| {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(header.columns())?;
            Ok(Box::new(csv))
        }),
        Some("jsonl") => Ok(|out, _| Ok(Box::new(BufWriter::new(out)))),
        Some("parquet") => Ok(|out, header| Ok(Box::new(columns(out, header)?))),
        _ => Err(Failure::new(
            Kind::Usage,
            format!("{}: rows are written as .csv, .jsonl or .parquet: name the file so", file.display()),
        )),
    }
}

impl Sink for csv::Writer<File> {
    fn put(&mut self, header: &Header, rows: &[FightRow]) -> Fine {
        for row in rows {
            self.write_record(row.cells(header).into_iter().map(|cell| match cell {
                Cell::Number(number) => number.to_string(),
                Cell::Text(text) => text.to_owned(),
                Cell::Nothing => String::new(),
            }))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Fine {
        Ok(self.flush()?)
    }
}

impl Sink for BufWriter<File> {
    fn put(&mut self, header: &Header, rows: &[FightRow]) -> Fine {
        as_json(header, rows).try_for_each(|line| writeln!(self, "{line}").map_err(Into::into))
    }

    fn finish(mut self: Box<Self>) -> Fine {
        Ok(self.flush()?)
    }
}

/// Rows as objects, by column.
pub fn as_json<'a>(header: &'a Header, rows: &'a [FightRow]) -> impl Iterator<Item = Value> + 'a {
    let columns = header.columns();
    rows.iter().map(move |row| {
        let cells = row.cells(header).into_iter().map(|cell| match cell {
            Cell::Number(number) => number.into(),
            Cell::Text(text) => text.into(),
            Cell::Nothing => Value::Null,
        });
        Value::Object(columns.iter().cloned().zip(cells).collect::<Map<String, Value>>())
    })
}

/// A Parquet file with a column of words or of numbers for each of the header's.
fn columns(out: File, header: &Header) -> Fine<SerializedFileWriter<File>> {
    let field = |name: &String| {
        let field = if Header::is_text(name) {
            let text = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
            text.with_repetition(Repetition::REQUIRED).with_logical_type(Some(LogicalType::String)).build()
        } else {
            let number = Type::primitive_type_builder(name, Physical::INT64);
            number.with_repetition(Repetition::OPTIONAL).build()
        };
        field.map(Arc::new)
    };
    let fields = header.columns().iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("fights").with_fields(fields).build()?;
    Ok(SerializedFileWriter::new(out, Arc::new(schema), Arc::default())?)
}

impl Sink for SerializedFileWriter<File> {
    fn put(&mut self, header: &Header, rows: &[FightRow]) -> Fine {
        let cells: Vec<Vec<Cell<'_>>> = rows.iter().map(|row| row.cells(header)).collect();
        let mut group = self.next_row_group()?;
        for (nth, name) in header.columns().iter().enumerate() {
            let Some(mut column) = group.next_column()? else { break };
            let own = cells.iter().map(|row| row[nth]);
            if Header::is_text(name) {
                let text = |cell| ByteArray::from(if let Cell::Text(text) = cell { text } else { "" });
                let texts: Vec<ByteArray> = own.map(text).collect();
                column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
            } else {
                let number = |cell| if let Cell::Number(number) = cell { Some(number) } else { None };
                let there: Vec<i16> = own.clone().map(|cell| number(cell).is_some().into()).collect();
                let numbers: Vec<i64> = own.filter_map(number).collect();
                column.typed::<Int64Type>().write_batch(&numbers, Some(&there), None)?;
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Fine {
        self.close()?;
        Ok(())
    }
}
