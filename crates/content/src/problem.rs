//! What is wrong with a file, where, and what would be right. A [`Check`] collects problems while several readers are
//! at work; [`Problems`] is the error handed on when they are done. Neither knows what the files are about.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use crate::place::locate;
use crate::shown::printable;
use crate::source::Source;
use crate::survey::Survey;

/// A broken file should not flood the screen.
const MOST: usize = 50;

/// One thing that is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub file: String,
    /// Counted from one.
    pub line: usize,
    /// Counted from one, in characters.
    pub column: usize,
    /// Such as `zone[2].near`, lists counted from nought; empty when the file as a whole is meant.
    pub field: String,
    pub message: String,
    pub advice: Option<String>,
    /// The line in question, or part of it when it is long.
    pub excerpt: String,
    /// Carets under the part of the excerpt that is meant.
    pub marker: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  | {}", self.excerpt)?;
        writeln!(f, "  | {}", self.marker)?;
        match &self.advice {
            Some(advice) => writeln!(f, "  help: {advice}"),
            None => Ok(()),
        }
    }
}

/// Everything found wrong, in the order of the files and of the lines in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    omitted: usize,
}

impl Problems {
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    pub fn as_slice(&self) -> &[Problem] {
        &self.list
    }

    /// How many more were found than are listed.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.iter().try_for_each(|problem| problem.fmt(f))?;
        match self.omitted {
            0 => Ok(()),
            more => writeln!(f, "and {more} more"),
        }
    }
}

impl std::error::Error for Problems {}

impl<'p> IntoIterator for &'p Problems {
    type Item = &'p Problem;
    type IntoIter = std::slice::Iter<'p, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// Collects problems. Shared by reference, so that readers of a table and of the tables inside it can all report.
#[derive(Debug, Default)]
pub struct Check {
    found: RefCell<Vec<Problem>>,
    omitted: Cell<usize>,
    /// If somebody wants to know what is asked of files, and not what is wrong with them.
    pub(crate) survey: Option<Rc<Survey>>,
}

impl Check {
    pub fn new() -> Self {
        Self { survey: Survey::watching(), ..Self::default() }
    }

    /// Whether nothing was found wrong so far.
    pub fn is_clean(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// The value, if nothing was found wrong; else what was. The collection is empty afterwards.
    pub fn finish<T>(&self, value: T) -> Result<T, Problems> {
        if self.is_clean() { Ok(value) } else { Err(self.take()) }
    }

    /// Like [`finish`](Self::finish) for a value that is missing only when a problem was reported.
    pub fn finish_some<T>(&self, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) => self.finish(value),
            None => Err(self.take()),
        }
    }

    /// Reports something about a byte range of a file; empty advice is none.
    pub(crate) fn report(
        &self,
        source: &Source,
        span: &Range<usize>,
        field: &str,
        message: impl fmt::Display,
        advice: impl fmt::Display,
    ) {
        if self.survey.is_some() {
            return;
        }
        let mut found = self.found.borrow_mut();
        if found.len() >= MOST {
            self.omitted.set(self.omitted.get() + 1);
            return;
        }
        let place = locate(&source.text, span);
        let problem = Problem {
            file: printable(&source.name),
            line: place.line,
            column: place.column,
            field: field.to_owned(),
            message: printable(&message.to_string()),
            advice: Some(printable(&advice.to_string())).filter(|advice| !advice.is_empty()),
            excerpt: place.excerpt,
            marker: place.marker,
        };
        // A field that is read twice is still wrong only once.
        if !found.contains(&problem) {
            found.push(problem);
        }
    }

    fn take(&self) -> Problems {
        let mut list = self.found.take();
        let mut files: Vec<String> = Vec::new();
        for problem in &list {
            if !files.contains(&problem.file) {
                files.push(problem.file.clone());
            }
        }
        list.sort_by_key(|problem| {
            (files.iter().position(|file| *file == problem.file), problem.line, problem.column)
        });
        Problems { list, omitted: self.omitted.take() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_come_in_the_order_of_the_file_and_once() {
        let check = Check::new();
        let (one, two) = (Source::new("one", "a\nb"), Source::new("two", "c"));
        check.report(&one, &(2..3), "b", "bad", "");
        check.report(&two, &(0..1), "c", "bad", "");
        check.report(&one, &(0..1), "a", "bad", "better");
        check.report(&one, &(0..1), "a", "bad", "better");
        let problems = check.finish(()).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "one:1:1: a: bad\n  | a\n  | ^\n  help: better\none:2:1: b: bad\n  | b\n  | ^\ntwo:1:1: c: bad\n  | c\n  | ^\n"
        );
        assert!(check.is_clean());
    }

    #[test]
    fn problems_stop_at_fifty() {
        let check = Check::new();
        let source = Source::new("long", "x\n".repeat(60));
        (0..60).for_each(|line| check.report(&source, &(2 * line..2 * line + 1), "x", "bad", ""));
        let problems = check.finish(()).unwrap_err();
        assert_eq!((problems.iter().count(), problems.omitted()), (50, 10));
        assert!(problems.to_string().ends_with("  | ^\nand 10 more\n"));
    }

    #[test]
    fn problems_travel_between_threads() {
        fn travels<T: Send + Sync + 'static>() {}
        travels::<Problems>();
    }
}
