//! One file for one server. All writing is done by one [`writer`]; readers have connections of their own.

mod file;
mod rows;
mod schema;
mod writer;

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use fracas_table::Files;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, SqlitePool};
use tokio::sync::{broadcast, mpsc, oneshot};

pub use file::{Lock, beside, create_private};
use file::{look, make_private};
use rows::{event_row, seat_row, seats_of, table_row};
use schema::migrate;
use writer::{Job, Write, Writer};

use crate::rows::{files_of, files_text, without_gaps};
use crate::{
    EventRow, Figures, Kept, Listed, News, SeatRow, Since, Sizes, Store, StoreError, Summary, TableRow,
};

/// A store that is only looked at.
#[derive(Debug)]
pub struct Look(SqliteConnection);

impl Look {
    pub async fn load(&mut self, table: &str) -> Result<Option<Kept>, StoreError> {
        load(&mut self.0, table).await
    }

    pub async fn summaries(&mut self) -> Result<Vec<Summary>, StoreError> {
        summaries(&mut self.0).await
    }

    /// What is wrong with its pages, if anything.
    pub async fn damage(&mut self) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("PRAGMA integrity_check(1)").fetch_one(&mut self.0).await?;
        let said: String = row.try_get(0)?;
        Ok((said != "ok").then_some(said))
    }

    /// Copies all of it, as it is at one moment, into an empty file.
    pub async fn copy_to(&mut self, to: &Path) -> Result<(), StoreError> {
        let name =
            to.to_str().ok_or_else(|| StoreError::Corrupt("the file's name is no UTF-8".to_owned()))?;
        sqlx::query("VACUUM INTO ?").bind(name).execute(&mut self.0).await?;
        Ok(())
    }

    pub async fn close(self) {
        let _ = self.0.close().await;
    }
}

#[derive(Clone, Debug)]
pub struct Sqlite {
    path: PathBuf,
    figures: Figures,
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
}

impl Sqlite {
    /// `most_wal`: bytes of the write-ahead log after which it is folded into the file.
    pub async fn open(path: &Path, most_wal: u64) -> Result<Sqlite, StoreError> {
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
        Ok(Sqlite { path: path.to_owned(), figures, readers, writer })
    }

    /// For looking only: beside a server that has it open, too.
    pub async fn look(path: &Path) -> Result<Look, StoreError> {
        match look(path).await? {
            Some(stamp) if stamp.is_store() => Ok(Look(options(path).read_only(true).connect().await?)),
            _ => Err(StoreError::Nothing),
        }
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let kept = async {
            let (done, answer) = oneshot::channel();
            self.writer.send(Job::Write(write, done)).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        };
        self.figures.waiting(kept).await
    }
}

/// A connection with which something went wrong is not used again: it might be left inside a transaction, and show for
/// ever how things were.
fn put_back<T>(
    mut reader: PoolConnection<sqlx::Sqlite>,
    result: Result<T, StoreError>,
) -> Result<T, StoreError> {
    if let Err(StoreError::Sql(_)) = &result {
        reader.close_on_drop();
    }
    result
}

#[async_trait]
impl Store for Sqlite {
    fn place(&self) -> String {
        self.path.display().to_string()
    }

    fn figures(&self) -> &Figures {
        &self.figures
    }

    async fn sizes(&self) -> Sizes {
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
        Sizes {
            database: size(&self.path),
            wal: size(&beside(&self.path, "-wal")),
            free: file::free_bytes(&self.path),
        }
    }

    fn news(&self) -> Option<broadcast::Receiver<News>> {
        None
    }

    async fn keep(&self, table: TableRow, files: &Files, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        let files = files_text(files)?;
        self.write(Write::Open { table: Box::new(table), files, seats }).await
    }

    async fn append(&self, table: &str, event: EventRow, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        self.write(Write::Append { table: table.to_owned(), event: Box::new(event), seats }).await
    }

    async fn import(&self, kept: Kept) -> Result<(), StoreError> {
        self.write(Write::Import(Box::new(kept))).await
    }

    async fn delete(&self, table: &str) -> Result<(), StoreError> {
        self.write(Write::Delete { table: table.to_owned() }).await
    }

    async fn pulse(&self, at: i64) -> Result<(), StoreError> {
        self.write(Write::Pulse { at }).await
    }

    async fn setting(&self, name: &str, otherwise: String) -> Result<String, StoreError> {
        self.write(Write::Setting { name: name.to_owned(), value: otherwise }).await?;
        let mut reader = self.readers.acquire().await?;
        let found = setting(&mut reader, name).await;
        put_back(reader, found)
    }

    async fn count(&self) -> Result<u64, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = count(&mut reader).await;
        put_back(reader, found)
    }

    async fn seat(&self, token: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = seat(&mut reader, token).await;
        put_back(reader, found)
    }

    async fn load(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = load(&mut reader, table).await;
        put_back(reader, found)
    }

    async fn since(&self, table: &str, revision: u64) -> Result<Option<Since>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = since(&mut reader, table, revision).await;
        put_back(reader, found)
    }

    async fn listed(&self, token: &str) -> Result<Option<Listed>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = listed(&mut reader, token).await;
        put_back(reader, found)
    }

    async fn summaries(&self) -> Result<Vec<Summary>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let found = summaries(&mut reader).await;
        put_back(reader, found)
    }

    /// Folds everything into the one file. Whatever was acknowledged is on disk already.
    async fn close(&self) {
        self.readers.close().await;
        let (done, closed) = oneshot::channel();
        if self.writer.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

/// Every table, the one that was played last first: with its round, outcome, number of events and time of the last.
async fn summaries(connection: &mut SqliteConnection) -> Result<Vec<Summary>, StoreError> {
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

async fn setting(connection: &mut SqliteConnection, name: &str) -> Result<String, StoreError> {
    let row =
        sqlx::query("SELECT value FROM settings WHERE name = ?").bind(name).fetch_one(connection).await?;
    Ok(row.try_get(0)?)
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

async fn load(connection: &mut SqliteConnection, table: &str) -> Result<Option<Kept>, StoreError> {
    // One snapshot: nothing may come in between.
    let mut tx = connection.begin().await?;
    let found =
        sqlx::query("SELECT t.*, b.files FROM tables t JOIN bundles b ON b.id = t.bundle WHERE t.id = ?");
    let Some(row) = found.bind(table).fetch_optional(&mut *tx).await? else { return Ok(None) };
    let files = files_of(row.try_get("files")?)?;
    let (seats, events) = (seats_of(&mut tx, table).await?, events_after(&mut tx, table, 0).await?);
    tx.rollback().await?;
    Ok(Some(Kept { table: table_row(&row)?, files, seats, events }))
}

async fn since(
    connection: &mut SqliteConnection,
    table: &str,
    revision: u64,
) -> Result<Option<Since>, StoreError> {
    let mut tx = connection.begin().await?;
    if !rows::has_table(&mut tx, table).await? {
        return Ok(None);
    }
    let (seats, events) = (seats_of(&mut tx, table).await?, events_after(&mut tx, table, revision).await?);
    tx.rollback().await?;
    Ok(Some(Since { seats, events }))
}

async fn events_after(
    connection: &mut SqliteConnection,
    table: &str,
    revision: u64,
) -> Result<Vec<EventRow>, StoreError> {
    let events = sqlx::query("SELECT * FROM events WHERE table_id = ? AND revision > ? ORDER BY revision");
    let events = events.bind(table).bind(revision as i64).fetch_all(connection).await?;
    without_gaps(events.iter().map(event_row).collect::<Result<_, _>>()?, revision)
}

async fn listed(connection: &mut SqliteConnection, token: &str) -> Result<Option<Listed>, StoreError> {
    let Some((table, seat)) = seat(connection, token).await? else { return Ok(None) };
    let row =
        sqlx::query("SELECT * FROM tables WHERE id = ?").bind(&table).fetch_one(&mut *connection).await?;
    let last =
        sqlx::query("SELECT * FROM events WHERE table_id = ? ORDER BY revision DESC LIMIT 1").bind(&table);
    let last = last.fetch_optional(&mut *connection).await?.map(|row| event_row(&row)).transpose()?;
    let seats = seats_of(connection, &table).await?;
    Ok(Some(Listed::new(table_row(&row)?, seat, last, seats)))
}

/// What every connection has.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).disable_statement_logging()
}
