//! Keeps tables with their content, seats, and everything that happened, in order. It knows no rule and does not look into
//! events.
//!
//! A table is a log. **The log is the truth, and the position is the lock**: an event is appended at a position that only
//! one writer can win; whoever loses reads on ([`StoreError::Taken`]). Nothing is ever rewritten but seats, and those only
//! together with an event. [`Sqlite`] is one file for one server; [`Postgres`] is shared by several, and tells each what the
//! others have kept.
//!
//! Tokens are kept as they are: the judge must be able to show a link again, and whoever can read the store can read the
//! tables themselves.

mod postgres;
mod rows;
mod sqlite;

use std::fmt::Debug;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use async_trait::async_trait;
use fracas_table::Files;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::broadcast;

pub use postgres::Postgres;
pub use rows::{DiceMode, EventRow, Kept, Listed, Mode, SeatKind, SeatRow, Since, Summary, TableRow};
pub use sqlite::{Lock, Look, Sqlite, beside, create_private};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error(
        "the database was made by a later version of the program (format {found}; this one reads up to {known})"
    )]
    Later { found: i64, known: i64 },
    #[error("it is the database of another program, and is left as it is; name another file")]
    Foreign,
    #[error("it is not a database, and is left as it is; name another file")]
    NotADatabase,
    #[error("another server has it open{}; stop that one first, or name another file", by(.holder))]
    InUse { holder: String },
    #[error("its write-ahead log cannot be folded into it; is the disk full?")]
    Unfolded,
    #[error("no tables are kept there")]
    Nothing,
    #[error("there is no such table")]
    NoTable,
    /// Something else has happened at this position, or not all before it is known here.
    #[error("the position is taken")]
    Taken,
    #[error("the database is closing")]
    Closed,
    #[error("{0}")]
    Corrupt(String),
}

fn by(holder: &str) -> String {
    if holder.is_empty() { String::new() } else { format!(" (process {holder})") }
}

/// What other servers have done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// Something was appended to a table at this revision; 0: the table was deleted.
    Table { table: String, revision: u64 },
    /// Something may have been missed: whoever wants to be sure looks.
    Missed,
}

/// Bytes, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    pub database: u64,
    pub wal: u64,
    pub free: Option<u64>,
}

/// Where tables are kept. What has returned `Ok` is safe on disk.
#[async_trait]
pub trait Store: Debug + Send + Sync {
    /// Where it is, for people; without anything secret.
    fn place(&self) -> String;
    fn figures(&self) -> &Figures;
    async fn sizes(&self) -> Sizes;

    /// What others keep in the same store; none if there can be no others.
    fn news(&self) -> Option<broadcast::Receiver<News>>;

    /// Keeps a new table.
    async fn keep(&self, table: TableRow, files: &Files, seats: Vec<SeatRow>) -> Result<(), StoreError>;
    /// Keeps what happened, with the seats that it changed. [`StoreError::Taken`] if its position is not the next one.
    async fn append(&self, table: &str, event: EventRow, seats: Vec<SeatRow>) -> Result<(), StoreError>;
    /// Keeps a whole table at once.
    async fn import(&self, kept: Kept) -> Result<(), StoreError>;
    /// Deletes a table, if there is one, with everything that hangs on it.
    async fn delete(&self, table: &str) -> Result<(), StoreError>;
    /// Writes something.
    async fn pulse(&self, at: i64) -> Result<(), StoreError>;
    /// What is kept under a name: what was there first, or else this.
    async fn setting(&self, name: &str, otherwise: String) -> Result<String, StoreError>;

    async fn count(&self) -> Result<u64, StoreError>;
    /// The table and the seat that a token opens.
    async fn seat(&self, token: &str) -> Result<Option<(String, SeatRow)>, StoreError>;
    async fn load(&self, table: &str) -> Result<Option<Kept>, StoreError>;
    /// What has happened at a table after this revision, and its seats now; none if there is no such table.
    async fn since(&self, table: &str, revision: u64) -> Result<Option<Since>, StoreError>;
    /// A table as its seat's owner lists it.
    async fn listed(&self, token: &str) -> Result<Option<Listed>, StoreError>;
    /// Every table, the one that was played last first.
    async fn summaries(&self) -> Result<Vec<Summary>, StoreError>;

    /// Lets go of it.
    async fn close(&self);
}

/// What a store counts about itself.
#[derive(Clone, Debug)]
pub struct Figures {
    pub queue: Gauge,
    pub write_seconds: Histogram,
    pub commit_failures: Counter,
    pub fold_failures: Counter,
}

impl Default for Figures {
    fn default() -> Figures {
        Figures {
            queue: Gauge::default(),
            write_seconds: seconds(),
            commit_failures: Counter::default(),
            fold_failures: Counter::default(),
        }
    }
}

/// Upper ends of the buckets of times, in seconds.
const ENDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

/// A histogram of times.
pub fn seconds() -> Histogram {
    Histogram::new(ENDS)
}

impl Figures {
    /// Counts a change for as long as it waits.
    async fn waiting<T>(&self, write: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        struct Queued<'a>(&'a Gauge);
        impl Drop for Queued<'_> {
            fn drop(&mut self) {
                self.0.dec();
            }
        }
        let start = Instant::now();
        self.queue.inc();
        let _queued = Queued(&self.queue);
        let kept = write.await;
        if kept.is_ok() {
            self.write_seconds.observe(start.elapsed().as_secs_f64());
        }
        kept
    }
}
