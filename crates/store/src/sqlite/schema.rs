//! The tables in the file, and how files of earlier versions become files of this one. A version that was released is never
//! changed here; what is new is a step of its own.

use sqlx::{Row, SqliteConnection};

use crate::StoreError;

/// "FRCS": says in the file's header whose it is.
pub const APPLICATION: i64 = 0x4652_4353;

/// The version of the last step; a file of a later one is left alone.
pub const VERSION: i64 = STEPS.len() as i64;

const STEPS: [&str; 3] = [FIRST, TOLD, SETTINGS];

/// As 0.1.0 made it (which did not say whose it is).
const FIRST: &str = "
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

/// The lines that each seat was told, and a row that is written to see whether writing works.
const TOLD: &str = "
ALTER TABLE events ADD COLUMN told TEXT;
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    at INTEGER NOT NULL
);
PRAGMA application_id = 0x46524353;
";

/// What is said once about the whole store.
const SETTINGS: &str = "
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
";

/// What a database says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    pub application: i64,
    pub version: i64,
    /// Has it the tables of our first version?
    ours: bool,
    empty: bool,
}

impl Stamp {
    pub async fn read(connection: &mut SqliteConnection) -> Result<Stamp, StoreError> {
        let application = number(connection, "PRAGMA application_id").await?;
        let version = number(connection, "PRAGMA user_version").await?;
        let ours = number(
            connection,
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('bundles', 'tables', 'seats', 'events')",
        );
        let ours = ours.await? == 4;
        let empty = number(connection, "SELECT count(*) FROM sqlite_master").await? == 0;
        Ok(Stamp { application, version, ours, empty })
    }

    /// Is it a store that this program may open, or an empty file that it may make one?
    pub fn check(self) -> Result<(), StoreError> {
        match self {
            Stamp { application: APPLICATION, version, .. } if version > VERSION => {
                Err(StoreError::Later { found: version, known: VERSION })
            }
            Stamp { application: APPLICATION, .. } => Ok(()),
            Stamp { application: 0, version: 0, empty: true, .. } => Ok(()),
            Stamp { application: 0, version: 1, ours: true, .. } => Ok(()),
            _ => Err(StoreError::Foreign),
        }
    }

    pub fn is_store(self) -> bool {
        self.check().is_ok() && !self.empty
    }
}

async fn number(connection: &mut SqliteConnection, sql: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(sql).fetch_one(connection).await?.try_get(0)?)
}

/// Brings a file up to this version: each step as a whole, or not at all.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let stamp = Stamp::read(connection).await?;
    stamp.check()?;
    for (step, version) in STEPS.iter().zip(1..).filter(|(_, version)| *version > stamp.version) {
        let all = format!("BEGIN IMMEDIATE; {step} PRAGMA user_version = {version}; COMMIT;");
        sqlx::raw_sql(sqlx::AssertSqlSafe(all)).execute(&mut *connection).await?;
        if stamp.version > 0 {
            tracing::info!(version, "the store was brought up to date");
        }
    }
    Ok(())
}
