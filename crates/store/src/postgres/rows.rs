//! Rows as they are read.

use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::rows::{crowd_of, from_word};
use crate::{EventRow, SeatRow, StoreError, TableRow};

pub fn table_row(row: &PgRow) -> Result<TableRow, StoreError> {
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

pub fn seat_row(row: &PgRow) -> Result<SeatRow, StoreError> {
    Ok(SeatRow {
        id: small(row.try_get("id")?)?,
        token: row.try_get("token")?,
        kind: from_word(row.try_get("kind")?)?,
        name: row.try_get("name")?,
        controls: crowd_of(row.try_get("controls")?)?,
        dice: from_word(row.try_get("dice")?)?,
    })
}

pub fn event_row(row: &PgRow) -> Result<EventRow, StoreError> {
    Ok(EventRow {
        revision: row.try_get::<i64, _>("revision")? as u64,
        at: row.try_get("at")?,
        seat: row.try_get::<Option<i64>, _>("seat")?.map(small).transpose()?,
        message: row.try_get("message")?,
        round: small(row.try_get("round")?)?,
        outcome: row.try_get("outcome")?,
        body: row.try_get("body")?,
        told: row.try_get("told")?,
    })
}

pub fn small(number: i64) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} is too large")))
}
