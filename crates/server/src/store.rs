//! What the server keeps, in SQLite: tables with their content, seats, and everything that happened, in order.
//!
//! Nothing is ever rewritten but seats. One writer takes changes from all tables and commits as many at once as are
//! waiting, so that syncing the disk before every acknowledgement does not make a thousand tables wait for each other.
//! Tokens are kept as they are: the judge must be able to show a link again, and whoever can read this file can read the
//! tables themselves. It knows no rule and does not look into events.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use fracas_kernel::{Crowd, Who};
use fracas_table::Files;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use crate::messages::{DiceMode, Mode, SeatKind};

/// The version of the tables below; a file of a later one is left alone.
const VERSION: i64 = 1;
/// So many changes are committed together at most.
const BATCH: usize = 256;

const SCHEMA: &str = "
CREATE TABLE bundles (
    id INTEGER PRIMARY KEY,
    key INTEGER NOT NULL,
    files TEXT NOT NULL
);
CREATE INDEX bundles_by_key ON bundles (key);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    bundle INTEGER NOT NULL REFERENCES bundles (id),
    version TEXT NOT NULL,
    system TEXT NOT NULL,
    title TEXT NOT NULL,
    name TEXT NOT NULL,
    mode TEXT NOT NULL,
    seed INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    id INTEGER NOT NULL,
    token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    controls TEXT NOT NULL,
    dice TEXT NOT NULL,
    PRIMARY KEY (table_id, id)
) WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    message TEXT,
    round INTEGER NOT NULL,
    outcome TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, revision)
) WITHOUT ROWID;
";

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    #[error("the database was made by a later version of the program (format {0}; this one reads {VERSION})")]
    Later(i64),
    #[error("the database is closing")]
    Closed,
    #[error("{0}")]
    Corrupt(String),
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
}

/// A table as it is found on disk.
#[derive(Debug)]
pub struct Kept {
    pub table: TableRow,
    pub files: Files,
    pub seats: Vec<SeatRow>,
    pub events: Vec<EventRow>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    pub table: TableRow,
    pub seat: SeatRow,
    pub round: u32,
    pub outcome: Option<String>,
    pub updated: i64,
    pub players: Vec<String>,
}

#[derive(Debug)]
enum Write {
    Open { table: Box<TableRow>, files: String, seats: Vec<SeatRow> },
    Append { table: String, event: Box<EventRow>, seats: Vec<SeatRow> },
}

type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
}

impl Store {
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        prepare(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(2).connect_with(options).await?;
        let (writer, jobs) = mpsc::channel(1024);
        tokio::spawn(write_all(connection, jobs));
        Ok(Store { readers, writer })
    }

    /// Keeps a new table. Returns when it is safe on disk.
    pub async fn keep(&self, table: TableRow, files: &Files, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        let files = serde_json::to_string(files).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        self.write(Write::Open { table: Box::new(table), files, seats }).await
    }

    /// Keeps what happened, with the seats that it changed. Returns when it is safe on disk.
    pub async fn append(&self, table: &str, event: EventRow, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        self.write(Write::Append { table: table.to_owned(), event: Box::new(event), seats }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.writer.send((write, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    pub async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM tables").fetch_one(&self.readers).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// The table and the seat that a token opens.
    pub async fn seat(&self, token: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        let found = sqlx::query("SELECT * FROM seats WHERE token = ?").bind(token);
        match found.fetch_optional(&self.readers).await? {
            Some(row) => Ok(Some((row.try_get("table_id")?, seat_row(&row)?))),
            None => Ok(None),
        }
    }

    pub async fn load(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        // One snapshot: nothing may come in between.
        let mut tx = self.readers.begin().await?;
        let found =
            sqlx::query("SELECT t.*, b.files FROM tables t JOIN bundles b ON b.id = t.bundle WHERE t.id = ?");
        let Some(row) = found.bind(table).fetch_optional(&mut *tx).await? else { return Ok(None) };
        let files: String = row.try_get("files")?;
        let files = serde_json::from_str(&files)
            .map_err(|error| StoreError::Corrupt(format!("its content: {error}")))?;
        let seats = seats_of(&mut tx, table).await?;
        let events = sqlx::query("SELECT * FROM events WHERE table_id = ? ORDER BY revision").bind(table);
        let events = events.fetch_all(&mut *tx).await?;
        let events = events.iter().map(event_row).collect::<Result<Vec<_>, _>>()?;
        for (index, event) in events.iter().enumerate() {
            if event.revision != index as u64 + 1 {
                return Err(StoreError::Corrupt(format!("what happened {}th is missing", index + 1)));
            }
        }
        Ok(Some(Kept { table: table_row(&row)?, files, seats, events }))
    }

    /// A table as its seat's owner lists it.
    pub async fn listed(&self, token: &str) -> Result<Option<Listed>, StoreError> {
        let Some((table, seat)) = self.seat(token).await? else { return Ok(None) };
        let mut connection = self.readers.acquire().await?;
        let row =
            sqlx::query("SELECT * FROM tables WHERE id = ?").bind(&table).fetch_one(&mut *connection).await?;
        let last = sqlx::query("SELECT * FROM events WHERE table_id = ? ORDER BY revision DESC LIMIT 1")
            .bind(&table);
        let last = last.fetch_optional(&mut *connection).await?.map(|row| event_row(&row)).transpose()?;
        let seats = seats_of(&mut connection, &table).await?;
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

    /// Lets go of the file. Whatever was acknowledged is on disk already.
    pub async fn close(&self) {
        self.readers.close().await;
    }
}

async fn prepare(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version =
        sqlx::query("PRAGMA user_version").fetch_one(&mut *connection).await?.try_get::<i64, _>(0)?;
    match version {
        0 => {
            let mut tx = connection.begin().await?;
            sqlx::raw_sql(SCHEMA).execute(&mut *tx).await?;
            sqlx::raw_sql("PRAGMA user_version = 1").execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(())
        }
        VERSION => Ok(()),
        later => Err(StoreError::Later(later)),
    }
}

/// Commits what is waiting, as much at once as there is.
async fn write_all(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let together = commit(&mut connection, batch.iter().map(|(write, _)| write)).await;
        let alone = together.is_err() && batch.len() > 1;
        if let Err(error) = &together {
            tracing::warn!(%error, changes = batch.len(), "a commit failed");
        }
        let mut together = Some(together);
        for (write, done) in batch.drain(..) {
            let result = match together.take().filter(|_| !alone) {
                Some(Err(error)) => Err(error),
                Some(Ok(())) => {
                    together = Some(Ok(()));
                    Ok(())
                }
                // One bad change must not take the others with it.
                None => commit(&mut connection, [&write].into_iter()).await,
            };
            let _ = done.send(result);
        }
    }
    let _ = connection.close().await;
}

async fn commit(
    connection: &mut SqliteConnection,
    writes: impl Iterator<Item = &Write>,
) -> Result<(), StoreError> {
    let mut tx = connection.begin().await?;
    for write in writes {
        match write {
            Write::Open { table, files, seats } => {
                let bundle = bundle_id(&mut tx, files).await?;
                insert_table(&mut tx, table, bundle).await?;
                for seat in seats {
                    put_seat(&mut tx, &table.id, seat).await?;
                }
            }
            Write::Append { table, event, seats } => {
                insert_event(&mut tx, table, event).await?;
                for seat in seats {
                    put_seat(&mut tx, table, seat).await?;
                }
            }
        }
    }
    tx.commit().await?;
    Ok(())
}

/// The same content is kept once.
async fn bundle_id(tx: &mut SqliteConnection, files: &str) -> Result<i64, StoreError> {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let key = hasher.finish() as i64;
    let known = sqlx::query("SELECT id FROM bundles WHERE key = ? AND files = ?").bind(key).bind(files);
    if let Some(row) = known.fetch_optional(&mut *tx).await? {
        return Ok(row.try_get(0)?);
    }
    let made = sqlx::query("INSERT INTO bundles (key, files) VALUES (?, ?)").bind(key).bind(files);
    Ok(made.execute(&mut *tx).await?.last_insert_rowid())
}

async fn insert_table(tx: &mut SqliteConnection, table: &TableRow, bundle: i64) -> Result<(), StoreError> {
    let insert = "INSERT INTO tables (id, bundle, version, system, title, name, mode, seed, created) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    sqlx::query(insert)
        .bind(&table.id)
        .bind(bundle)
        .bind(&table.version)
        .bind(&table.system)
        .bind(&table.title)
        .bind(&table.name)
        .bind(word(&table.mode))
        .bind(table.seed as i64)
        .bind(table.created)
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_event(tx: &mut SqliteConnection, table: &str, event: &EventRow) -> Result<(), StoreError> {
    let insert = "INSERT INTO events (table_id, revision, at, seat, message, round, outcome, body) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    sqlx::query(insert)
        .bind(table)
        .bind(event.revision as i64)
        .bind(event.at)
        .bind(event.seat)
        .bind(&event.message)
        .bind(event.round)
        .bind(&event.outcome)
        .bind(&event.body)
        .execute(tx)
        .await?;
    Ok(())
}

async fn put_seat(tx: &mut SqliteConnection, table: &str, seat: &SeatRow) -> Result<(), StoreError> {
    let controls: Vec<String> = seat.controls.map(|who| who.0.to_string()).collect();
    let put = "INSERT INTO seats (table_id, id, token, kind, name, controls, dice) VALUES (?, ?, ?, ?, ?, ?, ?) \
               ON CONFLICT (table_id, id) DO UPDATE SET token = excluded.token, kind = excluded.kind, \
               name = excluded.name, controls = excluded.controls, dice = excluded.dice";
    sqlx::query(put)
        .bind(table)
        .bind(seat.id)
        .bind(&seat.token)
        .bind(word(&seat.kind))
        .bind(&seat.name)
        .bind(controls.join(" "))
        .bind(word(&seat.dice))
        .execute(tx)
        .await?;
    Ok(())
}

async fn seats_of(connection: &mut SqliteConnection, table: &str) -> Result<Vec<SeatRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM seats WHERE table_id = ? ORDER BY id").bind(table);
    rows.fetch_all(connection).await?.iter().map(seat_row).collect()
}

fn table_row(row: &SqliteRow) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: row.try_get("id")?,
        version: row.try_get("version")?,
        system: row.try_get("system")?,
        title: row.try_get("title")?,
        name: row.try_get("name")?,
        mode: from_word(row.try_get("mode")?)?,
        seed: row.try_get::<i64, _>("seed")? as u64,
        created: row.try_get("created")?,
    })
}

fn seat_row(row: &SqliteRow) -> Result<SeatRow, StoreError> {
    let controls: &str = row.try_get("controls")?;
    let who = |text: &str| text.parse::<u8>().ok().and_then(|n| Who::try_from(n).ok());
    let controls = controls.split_whitespace().map(who).collect::<Option<Crowd>>();
    Ok(SeatRow {
        id: row.try_get("id")?,
        token: row.try_get("token")?,
        kind: from_word(row.try_get("kind")?)?,
        name: row.try_get("name")?,
        controls: controls.ok_or_else(|| StoreError::Corrupt("a seat's combatants".to_owned()))?,
        dice: from_word(row.try_get("dice")?)?,
    })
}

fn event_row(row: &SqliteRow) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        revision: row.try_get::<i64, _>("revision")? as u64,
        at: row.try_get("at")?,
        seat: row.try_get("seat")?,
        message: row.try_get("message")?,
        round: row.try_get("round")?,
        outcome: row.try_get("outcome")?,
        body: row.try_get("body")?,
    })
}

/// Enums are kept by the same words as on the wire.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn from_word<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(word.into()).map_err(|error| StoreError::Corrupt(error.to_string()))
}
