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
const MAX: usize = 50;
/// Advice is broken into lines of about this many characters.
const WIDE: usize = 110;

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

impl Problem {
    fn new(
        source: &Source,
        span: &Range<usize>,
        field: &str,
        message: impl fmt::Display,
        advice: impl fmt::Display,
    ) -> Problem {
        let place = locate(&source.text, span);
        Problem {
            file: printable(&source.name),
            line: place.line,
            column: place.column,
            field: field.to_owned(),
            message: printable(&message.to_string()),
            advice: Some(printable(&advice.to_string())).filter(|advice| !advice.is_empty()),
            excerpt: place.excerpt,
            marker: place.marker,
        }
    }
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
            Some(advice) => writeln!(f, "  help: {}", wrapped(advice)),
            None => Ok(()),
        }
    }
}

/// Broken between words, where it is too long for a line.
fn wrapped(text: &str) -> String {
    let (mut lines, mut wide) = (String::new(), 0);
    for word in text.split(' ') {
        let width = word.chars().count();
        match wide {
            0 => {}
            _ if wide + width >= WIDE => {
                lines += "\n    ";
                wide = 0;
            }
            _ => lines.push(' '),
        }
        lines += word;
        wide += width + 1;
    }
    lines
}

thread_local! {
    static WARNED: RefCell<Option<Vec<Problem>>> = const { RefCell::new(None) };
}

/// What `work` comes to, and what loaders warned of on the way: what can be played, and is hardly meant.
pub fn with_warnings<T>(work: impl FnOnce() -> T) -> (T, Vec<Problem>) {
    let before = WARNED.replace(Some(Vec::new()));
    let done = work();
    (done, WARNED.replace(before).unwrap_or_default())
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
        if found.len() >= MAX {
            self.omitted.set(self.omitted.get() + 1);
            return;
        }
        let problem = Problem::new(source, span, field, message, advice);
        // A field that is read twice is still wrong only once.
        if !found.contains(&problem) {
            found.push(problem);
        }
    }

    /// Warns of something, if anybody listens.
    pub(crate) fn warn(
        &self,
        source: &Source,
        span: &Range<usize>,
        field: &str,
        message: impl fmt::Display,
        advice: impl fmt::Display,
    ) {
        if self.survey.is_none() {
            WARNED.with_borrow_mut(|warned| {
                warned.iter_mut().for_each(|all| {
                    let warning = Problem::new(source, span, field, &message, &advice);
                    if !all.contains(&warning) {
                        all.push(warning);
                    }
                });
            });
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
    fn long_advice_is_broken_between_words() {
        let check = Check::new();
        let words = "word ".repeat(40);
        check.report(&Source::new("one", "a"), &(0..1), "a", "bad", words.trim_end());
        let told = check.finish(()).unwrap_err().to_string();
        let help: Vec<&str> = told.lines().skip(3).collect();
        assert_eq!(help.len(), 2, "{told}");
        assert!(help[0].starts_with("  help: word word") && help[1].starts_with("    word word"), "{told}");
        assert_eq!(told.matches("word").count(), 40);
        assert!(help.iter().all(|line| line.len() <= WIDE + 10), "{told}");
    }

    #[test]
    fn warnings_are_heard_only_by_those_who_listen() {
        let (check, one) = (Check::new(), Source::new("one", "a\nb"));
        check.warn(&one, &(0..1), "a", "odd", "");
        let warn = || {
            check.warn(&one, &(2..3), "b", "odd", "better");
            check.warn(&one, &(2..3), "b", "odd", "better");
        };
        let ((), warned) = with_warnings(warn);
        assert_eq!(warned.iter().map(|one| (one.line, one.field.as_str())).collect::<Vec<_>>(), [(2, "b")]);
        assert!(check.is_clean());
    }

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
