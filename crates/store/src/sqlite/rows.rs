//! Rows as they are written and read. Knows neither connections nor when to commit.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use crate::rows::{crowd_of, crowd_text, from_word, key_of, word};
use crate::{EventRow, SeatRow, StoreError, TableRow};

/// The same content is kept once.
pub async fn bundle_id(tx: &mut SqliteConnection, files: &str) -> Result<i64, StoreError> {
    let key = key_of(files);
    let known = sqlx::query("SELECT id FROM bundles WHERE key = ? AND files = ?").bind(key).bind(files);
    if let Some(row) = known.fetch_optional(&mut *tx).await? {
        return Ok(row.try_get(0)?);
    }
    let made = sqlx::query("INSERT INTO bundles (key, files) VALUES (?, ?)").bind(key).bind(files);
    Ok(made.execute(&mut *tx).await?.last_insert_rowid())
}

pub async fn insert_table(
    tx: &mut SqliteConnection,
    table: &TableRow,
    bundle: i64,
) -> Result<(), StoreError> {
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

pub async fn insert_event(
    tx: &mut SqliteConnection,
    table: &str,
    event: &EventRow,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO events (table_id, revision, at, seat, message, round, outcome, body, told) \
                  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?2 = 1 OR EXISTS \
                  (SELECT 1 FROM events WHERE table_id = ?1 AND revision = ?2 - 1) ON CONFLICT DO NOTHING";
    let inserted = sqlx::query(insert)
        .bind(table)
        .bind(event.revision as i64)
        .bind(event.at)
        .bind(event.seat)
        .bind(&event.message)
        .bind(event.round)
        .bind(&event.outcome)
        .bind(&event.body)
        .bind(&event.told)
        .execute(&mut *tx)
        .await;
    match inserted {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) if has_table(tx, table).await? => Err(StoreError::Taken),
        Ok(_) => Err(StoreError::NoTable),
        Err(error) if error.as_database_error().is_some_and(|error| error.is_foreign_key_violation()) => {
            Err(StoreError::NoTable)
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn put_seat(tx: &mut SqliteConnection, table: &str, seat: &SeatRow) -> Result<(), StoreError> {
    let put = "INSERT INTO seats (table_id, id, token, kind, name, controls, dice) VALUES (?, ?, ?, ?, ?, ?, ?) \
               ON CONFLICT (table_id, id) DO UPDATE SET token = excluded.token, kind = excluded.kind, \
               name = excluded.name, controls = excluded.controls, dice = excluded.dice";
    sqlx::query(put)
        .bind(table)
        .bind(seat.id)
        .bind(&seat.token)
        .bind(word(&seat.kind))
        .bind(&seat.name)
        .bind(crowd_text(seat.controls))
        .bind(word(&seat.dice))
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn has_table(connection: &mut SqliteConnection, table: &str) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT 1 FROM tables WHERE id = ?").bind(table);
    Ok(found.fetch_optional(connection).await?.is_some())
}

/// With everything that hangs on it, and its content if nobody else uses it.
pub async fn delete_table(tx: &mut SqliteConnection, table: &str) -> Result<(), StoreError> {
    for delete in [
        "DELETE FROM events WHERE table_id = ?",
        "DELETE FROM seats WHERE table_id = ?",
        "DELETE FROM tables WHERE id = ?",
    ] {
        sqlx::query(delete).bind(table).execute(&mut *tx).await?;
    }
    let unused = "DELETE FROM bundles WHERE id NOT IN (SELECT bundle FROM tables)";
    sqlx::query(unused).execute(tx).await?;
    Ok(())
}

pub async fn put_pulse(tx: &mut SqliteConnection, at: i64) -> Result<(), StoreError> {
    let put = "INSERT INTO pulse (id, at) VALUES (0, ?) ON CONFLICT (id) DO UPDATE SET at = max(excluded.at, at + 1)";
    sqlx::query(put).bind(at).execute(tx).await?;
    Ok(())
}

pub async fn seats_of(connection: &mut SqliteConnection, table: &str) -> Result<Vec<SeatRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM seats WHERE table_id = ? ORDER BY id").bind(table);
    rows.fetch_all(connection).await?.iter().map(seat_row).collect()
}

pub fn table_row(row: &SqliteRow) -> Result<TableRow, StoreError> {
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

pub fn seat_row(row: &SqliteRow) -> Result<SeatRow, StoreError> {
    Ok(SeatRow {
        id: row.try_get("id")?,
        token: row.try_get("token")?,
        kind: from_word(row.try_get("kind")?)?,
        name: row.try_get("name")?,
        controls: crowd_of(row.try_get("controls")?)?,
        dice: from_word(row.try_get("dice")?)?,
    })
}

pub fn event_row(row: &SqliteRow) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        revision: row.try_get::<i64, _>("revision")? as u64,
        at: row.try_get("at")?,
        seat: row.try_get("seat")?,
        message: row.try_get("message")?,
        round: row.try_get("round")?,
        outcome: row.try_get("outcome")?,
        body: row.try_get("body")?,
        told: match row.try_get("told") {
            // A store of 0.1.0 that is only looked at.
            Err(sqlx::Error::ColumnNotFound(_)) => None,
            told => told?,
        },
    })
}
