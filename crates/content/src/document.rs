//! A parsed file: syntax errors become problems, and what remains is handed out through [`Reader`]. It does not know
//! which fields a file should have.

use toml::de::DeTable;

use crate::bundle::Kind;
use crate::kin::{Kin, Spot};
use crate::problem::{Check, Problems};
use crate::reader::Reader;
use crate::source::Source;
use crate::survey::{FileKind, IMAGINED, Watch};
use crate::syntax::{explain, too_deep};

/// Where a value came from and where to report about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub source: &'a Source,
    pub check: &'a Check,
    /// Where each line starts, so that a file with many names or errors is not counted through for each.
    pub lines: &'a [usize],
    pub watch: Option<Watch<'a>>,
    pub kin: Option<&'a Kin<'a>>,
}

impl Origin<'_> {
    /// Does a survey imagine what is not in this file?
    pub fn imagines(&self) -> bool {
        self.watch.is_some_and(|watch| watch.imagined)
    }
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
        if let Some(span) = too_deep(&source.text) {
            check.report(source, &span, "", "nested too deeply", "use fewer levels, and close every bracket");
            return None;
        }
        let (root, errors) = DeTable::parse_recoverable(&source.text);
        let lines: Vec<usize> = source.text.split_inclusive('\n').scan(0, step).collect();
        if errors.is_empty() {
            return Some(Self { source, check, lines, root: root.into_inner() });
        }
        let mut last = None;
        for error in &errors {
            let span = error.span().unwrap_or_default();
            let line = Some(line_at(&lines, span.start));
            // After a slip the parser stumbles over the rest of the line as well: the first report is the true one.
            if line != last {
                let (message, advice) = explain(error, source.text.get(span.clone()).unwrap_or_default());
                check.report(source, &span, "", message, advice);
            }
            last = line;
        }
        None
    }

    /// The table that is the whole file.
    pub fn top(&self) -> Reader<'_> {
        Reader::new(self.spot())
    }

    /// The same in a file of several, in which things may be like others.
    pub(crate) fn top_with<'d>(&'d self, kin: Option<&'d Kin<'d>>) -> Reader<'d> {
        let mut spot = self.spot();
        spot.origin.kin = kin;
        Reader::new(spot)
    }

    pub(crate) fn spot(&self) -> Spot<'_> {
        let watch = self.check.survey.as_deref().map(|survey| Watch {
            survey,
            file: self.kind(),
            imagined: self.source.name == IMAGINED,
            name: &self.source.name,
        });
        let origin = Origin { source: self.source, check: self.check, lines: &self.lines, watch, kin: None };
        Spot { origin, table: &self.root, span: 0..0, path: String::new() }
    }

    fn kind(&self) -> FileKind {
        let text = |key| self.root.get(key).and_then(|value| value.get_ref().as_str());
        text("system")?;
        let named = Kind::NAMES.into_iter().find(|(name, _)| text("kind") == Some(name));
        Some(named.map_or(Kind::Fight, |(_, kind)| kind))
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
