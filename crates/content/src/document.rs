//! A parsed file: syntax errors become problems, and what remains is handed out through [`Reader`]. It does not know
//! which fields a file should have.

use std::ops::Range;

use toml::de::{DeTable, Error};

use crate::problem::{Check, Problems};
use crate::reader::Reader;
use crate::source::Source;

/// Deeper nesting than the parser follows; only such files have keys of that many parts.
const DEEPEST: usize = 80;

/// Where a value came from and where to report about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub source: &'a Source,
    pub check: &'a Check,
    /// Where each line starts, so that a file with many names or errors is not counted through for each.
    pub lines: &'a [usize],
}

/// The tree of one file.
#[derive(Debug)]
pub struct Document<'a> {
    source: &'a Source,
    check: &'a Check,
    lines: Vec<usize>,
    root: DeTable<'a>,
}

impl<'a> Document<'a> {
    /// `None` when the file is not TOML; the check knows why.
    pub fn parse(source: &'a Source, check: &'a Check) -> Option<Self> {
        let (root, errors) = DeTable::parse_recoverable(&source.text);
        let lines: Vec<usize> = source.text.split_inclusive('\n').scan(0, step).collect();
        if errors.is_empty() {
            return Some(Self { source, check, lines, root: root.into_inner() });
        }
        let mut last = None;
        for error in &errors {
            let span = span_of(error, &source.text);
            let line = Some(line_at(&lines, span.start));
            // After a slip the parser stumbles over the rest of the line as well: the first report is the true one.
            if line != last {
                let (message, advice) = explain(error);
                check.report(source, &span, "", message, advice);
            }
            last = line;
        }
        None
    }

    /// The table that is the whole file.
    pub fn top(&self) -> Reader<'_> {
        let origin = Origin { source: self.source, check: self.check, lines: &self.lines };
        Reader::new(origin, &self.root, 0..0, String::new())
    }
}

/// Reads one file that stands alone: parses it, lets `with` pick the fields, and returns its value or every problem.
pub fn read<T>(source: &Source, with: impl FnOnce(&mut Reader<'_>) -> T) -> Result<T, Problems> {
    let check = Check::new();
    let value = Document::parse(source, &check).map(|document| with(&mut document.top()));
    check.finish_some(value)
}

/// The line of a byte, counted from one.
pub(crate) fn line_at(lines: &[usize], at: usize) -> usize {
    lines.partition_point(|start| *start <= at).max(1)
}

/// The start of this line, remembering the start of the next.
fn step(at: &mut usize, line: &str) -> Option<usize> {
    Some(std::mem::replace(at, *at + line.len()))
}

/// The parser does not say where a key with too many parts is.
fn span_of(error: &Error, text: &str) -> Range<usize> {
    error.span().unwrap_or_else(|| {
        let starts = text.split_inclusive('\n').scan(0, step);
        let mut lines = starts.zip(text.split_inclusive('\n'));
        let start = lines.find(|(_, line)| line.matches('.').count() >= DEEPEST).map_or(0, |found| found.0);
        start..start
    })
}

fn explain(error: &Error) -> (String, &'static str) {
    let message = error.message();
    let advice = match message {
        _ if message.contains("recurs") => return ("nested too deeply".into(), "use fewer levels"),
        "duplicate key" => "a key stands only once in a table; join the two, or remove one",
        _ if message.contains("string") && message.contains("quote") => {
            "close the text with the quote that opened it"
        }
        _ if message.contains("invalid") && message.contains("quote") => "put text in quotes: name = \"Inn\"",
        _ => "a line is `key = value`, `[table]` or `[[list of tables]]`; text stands in \"quotes\"",
    };
    (message.to_owned(), advice)
}
