//! The tables in the database, and how those of earlier versions become those of this one. They stand in a schema of their
//! own, so that the database may hold other things too. A version that was released is never changed here.

use sqlx::{Connection, PgConnection, Row};

use crate::StoreError;

/// The version of the last step; a database of a later one is left alone.
pub const VERSION: i64 = STEPS.len() as i64;

const STEPS: [&str; 1] = [FIRST];

/// Held while the tables are made or changed: several servers may start at once.
pub const LOCK: i64 = 0x4652_4353;

const FIRST: &str = "
CREATE TABLE bundles (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key BIGINT NOT NULL,
    files TEXT NOT NULL
);
CREATE INDEX bundles_by_key ON bundles (key);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    bundle BIGINT NOT NULL REFERENCES bundles (id),
    version TEXT NOT NULL,
    system TEXT NOT NULL,
    title TEXT NOT NULL,
    name TEXT NOT NULL,
    mode TEXT NOT NULL,
    seed BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    id BIGINT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    controls TEXT NOT NULL,
    dice TEXT NOT NULL,
    PRIMARY KEY (table_id, id)
);
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT,
    message TEXT,
    round BIGINT NOT NULL,
    outcome TEXT,
    body TEXT NOT NULL,
    told TEXT,
    PRIMARY KEY (table_id, revision)
);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE pulses (
    server TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
";

/// Makes the tables, or brings them up to this version: all of it, or nothing.
pub async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut tx = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *tx).await?;
    sqlx::raw_sql(
        "CREATE SCHEMA IF NOT EXISTS fracas; CREATE TABLE IF NOT EXISTS fracas.format (version BIGINT NOT NULL)",
    )
    .execute(&mut *tx)
    .await?;
    let row = sqlx::query("SELECT max(version) FROM format").fetch_one(&mut *tx).await?;
    let found = row.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    if found > VERSION {
        return Err(StoreError::Later { found, known: VERSION });
    }
    for (step, version) in STEPS.iter().zip(1..).filter(|(_, version)| *version > found) {
        sqlx::raw_sql(*step).execute(&mut *tx).await?;
        sqlx::query("INSERT INTO format (version) VALUES ($1)").bind(version).execute(&mut *tx).await?;
    }
    tx.commit().await?;
    Ok(())
}
