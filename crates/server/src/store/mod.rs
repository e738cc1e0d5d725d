//! What the server keeps, in SQLite: tables with their content, seats, and everything that happened, in order.
//!
//! Nothing is ever rewritten but seats. All writing is done by one [`writer`]; readers have connections of their own.
//! Tokens are kept as they are: the judge must be able to show a link again, and whoever can read this file can read the
//! tables themselves. It knows no rule and does not look into events.

mod file;
mod rows;
mod schema;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fracas_kernel::Crowd;
use fracas_table::Files;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

pub use file::{Lock, beside, create_private};
use file::{look, make_private};
use rows::{event_row, seat_row, seats_of, table_row};
use schema::migrate;
use writer::{Job, Write, Writer};

use crate::messages::{DiceMode, Mode, SeatKind};
use crate::metrics::seconds;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error(
        "the database was made by a later version of the program (format {0}; this one reads up to {now})",
        now = schema::VERSION
    )]
    Later(i64),
    #[error("it is the database of another program, and is left as it is; name another file")]
    Foreign,
    #[error("it is no database, and is left as it is; name another file")]
    NotADatabase,
    #[error("another server has it open{}; stop that one first, or name another file", by(.holder))]
    InUse { holder: String },
    #[error("its write-ahead log cannot be folded into it; is the disk full?")]
    Unfolded,
    #[error("no tables are kept there")]
    Nothing,
    #[error("the database is closing")]
    Closed,
    #[error("{0}")]
    Corrupt(String),
}

fn by(holder: &str) -> String {
    if holder.is_empty() { String::new() } else { format!(" (process {holder})") }
}

#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    pub id: String,
    pub version: String,
    pub system: String,
    pub title: String,
    pub name: String,
    pub mode: Mode,
    pub seed: u64,
    pub created: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    pub id: u32,
    pub token: String,
    pub kind: SeatKind,
    pub name: String,
    pub controls: Crowd,
    pub dice: DiceMode,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EventRow {
    /// From 1, without gaps.
    pub revision: u64,
    pub at: i64,
    /// Who sent it, and under which id: none if the table acted by itself.
    pub seat: Option<u32>,
    pub message: Option<String>,
    /// How the table stood afterwards, for lists.
    pub round: u32,
    pub outcome: Option<String>,
    pub body: String,
    /// The lines that it brought, as each seat was told them.
    pub told: Option<String>,
}

/// A table as it is found on disk.
#[derive(Clone, Debug)]
pub struct Kept {
    pub table: TableRow,
    pub files: Files,
    pub seats: Vec<SeatRow>,
    pub events: Vec<EventRow>,
}

/// A table in the list of all.
#[derive(Clone, Debug)]
pub struct Summary {
    pub table: TableRow,
    pub events: u64,
    pub updated: i64,
    pub round: u32,
    pub outcome: Option<String>,
}

/// A table in a list of somebody's.
#[derive(Clone, Debug)]
pub struct Listed {
    pub table: TableRow,
    pub seat: SeatRow,
    pub round: u32,
    pub outcome: Option<String>,
    pub updated: i64,
    pub players: Vec<String>,
}

/// What the store counts about itself.
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

/// A change that waits, for as long as it does.
struct Queued<'a>(&'a Gauge);

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[derive(Clone, Debug)]
pub struct Store {
    pub path: PathBuf,
    pub figures: Figures,
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
}

impl Store {
    /// `most_wal`: bytes of the write-ahead log after which it is folded into the file.
    pub async fn open(path: &Path, most_wal: u64) -> Result<Store, StoreError> {
        look(path).await?;
        let lock = Lock::take(path)?;
        make_private(path)?;
        let options = options(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            // The writer does it, where a failure is not taken for that of a commit.
            .pragma("wal_autocheckpoint", "0")
            .pragma("journal_size_limit", "0");
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(options.clone()).await?;
        let (writer, jobs) = mpsc::channel(1024);
        let figures = Figures::default();
        tokio::spawn(Writer::new(options, connection, most_wal, lock, figures.clone()).run(jobs));
        Ok(Store { path: path.to_owned(), figures, readers, writer })
    }

    /// For looking only: beside a server that has it open, too.
    pub async fn look(path: &Path) -> Result<SqliteConnection, StoreError> {
        match look(path).await? {
            Some(stamp) if stamp.is_store() => Ok(options(path).read_only(true).connect().await?),
            _ => Err(StoreError::Nothing),
        }
    }

    /// Keeps a new table. Returns when it is safe on disk.
    pub async fn keep(&self, table: TableRow, files: &Files, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        let files = rows::files_text(files)?;
        self.write(Write::Open { table: Box::new(table), files, seats }).await
    }

    /// Keeps what happened, with the seats that it changed. Returns when it is safe on disk.
    pub async fn append(&self, table: &str, event: EventRow, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        self.write(Write::Append { table: table.to_owned(), event: Box::new(event), seats }).await
    }

    pub async fn import(&self, kept: Kept) -> Result<(), StoreError> {
        self.write(Write::Import(Box::new(kept))).await
    }

    pub async fn delete(&self, table: &str) -> Result<(), StoreError> {
        self.write(Write::Delete { table: table.to_owned() }).await
    }

    /// Writes something and waits until it is on disk.
    pub async fn pulse(&self, at: i64) -> Result<(), StoreError> {
        self.write(Write::Pulse { at }).await
    }

    /// What is kept under a name: what was there first, or else this.
    pub async fn setting(&self, name: &str, otherwise: String) -> Result<String, StoreError> {
        self.write(Write::Setting { name: name.to_owned(), value: otherwise }).await?;
        let mut reader = self.readers.acquire().await?;
        let row = sqlx::query("SELECT value FROM settings WHERE name = ?").bind(name).fetch_one(&mut *reader).await;
        let found = row.and_then(|row| row.try_get(0)).map_err(StoreError::from);
        put_back(reader, found)
    }

    /// The tables at which nothing has happened since (in milliseconds since 1970).
    pub async fn older_than(&self, at: i64) -> Result<Vec<String>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let all = summaries(&mut reader).await;
        let all = put_back(reader, all)?;
        Ok(all.into_iter().filter(|one| one.updated < at).map(|one| one.table.id).collect())
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let start = Instant::now();
        self.figures.queue.inc();
        let _queued = Queued(&self.figures.queue);
        let (done, answer) = oneshot::channel();
        self.writer.send(Job::Write(write, done)).await.map_err(|_| StoreError::Closed)?;
        let kept = answer.await.map_err(|_| StoreError::Closed)?;
        self.figures.write_seconds.observe(start.elapsed().as_secs_f64());
        kept
    }

    pub async fn count(&self) -> Result<u64, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let counted = count(&mut reader).await;
        put_back(reader, counted)
    }

    /// The table and the seat that a token opens.
    pub async fn seat(&self, token: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = seat(&mut reader, token).await;
        put_back(reader, found)
    }

    pub async fn load(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let loaded = load(&mut reader, table).await;
        put_back(reader, loaded)
    }

    /// A table as its seat's owner lists it.
    pub async fn listed(&self, token: &str) -> Result<Option<Listed>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = listed(&mut reader, token).await;
        put_back(reader, found)
    }

    /// Folds everything into the one file and lets go of it. Whatever was acknowledged is on disk already.
    pub async fn close(&self) {
        self.readers.close().await;
        let (done, closed) = oneshot::channel();
        if self.writer.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// Every table, the one that was played last first: with its round, outcome, number of events and time of the last.
pub async fn summaries(connection: &mut SqliteConnection) -> Result<Vec<Summary>, StoreError> {
    // Events have no gaps, so the last revision is how many there are.
    let all = "SELECT t.*, coalesce(e.revision, 0) AS events, coalesce(e.at, t.created) AS updated, \
               coalesce(e.round, 0) AS round, e.outcome AS outcome FROM tables t LEFT JOIN events e ON \
               e.table_id = t.id AND e.revision = (SELECT max(revision) FROM events WHERE table_id = t.id) \
               ORDER BY updated DESC, t.id";
    let rows = sqlx::query(all).fetch_all(connection).await?;
    let summary = |row: &sqlx::sqlite::SqliteRow| {
        Ok(Summary {
            table: table_row(row)?,
            events: row.try_get::<i64, _>("events")? as u64,
            updated: row.try_get("updated")?,
            round: row.try_get("round")?,
            outcome: row.try_get("outcome")?,
        })
    };
    rows.iter().map(summary).collect()
}

/// A connection with which something went wrong is not used again: it might be left inside a transaction, and show for
/// ever how things were.
fn put_back<T>(mut reader: PoolConnection<Sqlite>, result: Result<T, StoreError>) -> Result<T, StoreError> {
    if let Err(StoreError::Sql(_)) = &result {
        reader.close_on_drop();
    }
    result
}

async fn count(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT count(*) FROM tables").fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)? as u64)
}

async fn seat(
    connection: &mut SqliteConnection,
    token: &str,
) -> Result<Option<(String, SeatRow)>, StoreError> {
    let found = sqlx::query("SELECT * FROM seats WHERE token = ?").bind(token);
    match found.fetch_optional(connection).await? {
        Some(row) => Ok(Some((row.try_get("table_id")?, seat_row(&row)?))),
        None => Ok(None),
    }
}

pub async fn load(connection: &mut SqliteConnection, table: &str) -> Result<Option<Kept>, StoreError> {
    // One snapshot: nothing may come in between.
    let mut tx = connection.begin().await?;
    let found =
        sqlx::query("SELECT t.*, b.files FROM tables t JOIN bundles b ON b.id = t.bundle WHERE t.id = ?");
    let Some(row) = found.bind(table).fetch_optional(&mut *tx).await? else { return Ok(None) };
    let files: String = row.try_get("files")?;
    let files =
        serde_json::from_str(&files).map_err(|error| StoreError::Corrupt(format!("its content: {error}")))?;
    let seats = seats_of(&mut tx, table).await?;
    let events = sqlx::query("SELECT * FROM events WHERE table_id = ? ORDER BY revision").bind(table);
    let events = events.fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    let events = events.iter().map(event_row).collect::<Result<Vec<_>, _>>()?;
    for (index, event) in events.iter().enumerate() {
        if event.revision != index as u64 + 1 {
            return Err(StoreError::Corrupt(format!("event {} is missing", index + 1)));
        }
    }
    Ok(Some(Kept { table: table_row(&row)?, files, seats, events }))
}

async fn listed(connection: &mut SqliteConnection, token: &str) -> Result<Option<Listed>, StoreError> {
    let Some((table, seat)) = seat(connection, token).await? else { return Ok(None) };
    let row =
        sqlx::query("SELECT * FROM tables WHERE id = ?").bind(&table).fetch_one(&mut *connection).await?;
    let last =
        sqlx::query("SELECT * FROM events WHERE table_id = ? ORDER BY revision DESC LIMIT 1").bind(&table);
    let last = last.fetch_optional(&mut *connection).await?.map(|row| event_row(&row)).transpose()?;
    let seats = seats_of(connection, &table).await?;
    let table = table_row(&row)?;
    let players = seats.into_iter().filter(|seat| seat.kind == SeatKind::Player).map(|seat| seat.name);
    Ok(Some(Listed {
        seat,
        round: last.as_ref().map_or(0, |event| event.round),
        updated: last.as_ref().map_or(table.created, |event| event.at),
        outcome: last.and_then(|event| event.outcome),
        players: players.collect(),
        table,
    }))
}

/// What every connection has.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).disable_statement_logging()
}
