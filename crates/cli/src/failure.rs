//! What can go wrong with a command, as an exit code and as a message.

use std::fmt;
use std::process::ExitCode;

use fracas_content::{NotFound, Problems};
use fracas_table::{ReplayError, SaveError};

/// The kinds of errors that exit codes tell apart. Their numbers are promised in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whoever read our output has gone, as `head` does: nothing went wrong.
    Unheard = 0,
    /// The question was understood, and the answer is no: problems were found, a replay differs.
    No = 1,
    /// The command line itself is wrong.
    Usage = 2,
    /// A file was read, and what is in it is wrong.
    Content = 3,
    /// There is no such scenario or file.
    NotFound = 4,
    /// Reading or writing failed.
    Io = 5,
}

#[derive(Debug)]
pub struct Failure {
    pub kind: Kind,
    message: String,
}

impl Failure {
    pub fn new(kind: Kind, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }

    /// The answer is no, and it has been given already.
    pub fn no() -> Failure {
        Failure::new(Kind::No, "")
    }

    /// Says what went wrong on standard error, once.
    pub fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            eprintln!("fracas: {}", self.message.trim_end());
        }
        ExitCode::from(self.kind as u8)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Failure {
        let many = problems.iter().count() + problems.omitted();
        let what = if many == 1 { "1 problem".to_owned() } else { format!("{many} problems") };
        Failure::new(Kind::Content, format!("{what}:\n{problems}"))
    }
}

impl From<NotFound> for Failure {
    fn from(missing: NotFound) -> Failure {
        Failure::new(Kind::NotFound, missing.to_string())
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Failure {
        let kind = match &error {
            missing if missing.is_not_found() => Kind::NotFound,
            SaveError::TooLarge { .. } | SaveError::Unreadable { .. } => Kind::Content,
            SaveError::Io { error, .. } if error.kind() == std::io::ErrorKind::InvalidData => Kind::Content,
            _ => Kind::Io,
        };
        Failure::new(kind, error.to_string())
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        Failure::new(Kind::Content, error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::new(Kind::Unheard, ""),
            _ => Failure::new(Kind::Io, error.to_string()),
        }
    }
}
