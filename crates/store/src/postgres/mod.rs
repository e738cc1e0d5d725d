//! One database for several servers. A change is one statement: it appends at its position or does nothing, and the others
//! are told by the database itself as soon as it is kept.
//!
//! A connection that breaks in the middle says nothing about what became of a change. It is simply made again: if it was
//! kept the first time, its position holds exactly it.

mod rows;
mod schema;

use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use fracas_table::Files;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, PgConnection, PgPool, Row};
use tokio::sync::{broadcast, watch};

use crate::rows::{crowd_text, files_of, files_text, key_of, without_gaps, word};
use crate::{
    EventRow, Figures, Kept, Listed, News, SeatRow, Since, Sizes, Store, StoreError, Summary, TableRow,
};
use rows::{event_row, seat_row, small, table_row};
use schema::{LOCK, migrate};

/// Where news is told.
const CHANNEL: &str = "fracas";
const CONNECTIONS: u32 = 8;
/// Whoever waits longer for a connection is told that there is none.
const PATIENCE: Duration = Duration::from_secs(2);
const RETRY: Duration = Duration::from_millis(200);
/// News that nobody has read yet.
const NEWS: usize = 4096;
/// A server that has not written for so long is forgotten, in milliseconds.
const FORGOTTEN: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug)]
pub struct Postgres {
    pool: PgPool,
    place: String,
    /// This server's name among those that write.
    server: String,
    figures: Figures,
    news: broadcast::Sender<News>,
    closing: watch::Sender<bool>,
}

impl Postgres {
    /// `url` is "postgres://user:password@host:port/database".
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let options = PgConnectOptions::from_str(url)?
            .options([("search_path", "fracas"), ("synchronous_commit", "on")])
            .application_name("fracas")
            .disable_statement_logging();
        let database = options.get_database().unwrap_or_else(|| options.get_username()).to_owned();
        let place = format!("postgres://{}:{}/{database}", options.get_host(), options.get_port());
        let pool = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
        let all = pool(CONNECTIONS).connect_with(options.clone()).await?;
        migrate(&mut *all.acquire().await?).await?;
        let (news, _) = broadcast::channel(NEWS);
        let (closing, closed) = watch::channel(false);
        tokio::spawn(listen(pool(1).connect_lazy_with(options), news.clone(), closed));
        let mut server = [0; 8];
        getrandom::fill(&mut server).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let server = server.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Postgres { pool: all, place, server, figures: Figures::default(), news, closing })
    }

    /// Does something once more if a connection broke while it was done. It must do no harm to have done it before.
    async fn twice<T, F>(&self, work: impl Fn() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let again = async {
            match work().await {
                Err(StoreError::Sql(error)) if is_broken(&error) => {
                    self.figures.commit_failures.inc();
                    tracing::warn!(%error, "a connection to the database broke; it is tried once more");
                    work().await
                }
                result => result,
            }
        };
        self.figures.waiting(again).await
    }

    async fn put(&self, table: &str, event: &EventRow, seats: &[SeatRow]) -> Result<(), StoreError> {
        let appended = append(&self.pool, table, event, seats).await?;
        if appended {
            return Ok(());
        }
        // Perhaps it is this very one, kept before a connection broke.
        let found = sqlx::query("SELECT * FROM events WHERE table_id = $1 AND revision = $2");
        let found = found.bind(table).bind(event.revision as i64).fetch_optional(&self.pool).await?;
        match found.map(|row| event_row(&row)).transpose()? {
            Some(kept) if kept == *event => Ok(()),
            Some(_) => Err(StoreError::Taken),
            None if has_table(&self.pool, table).await? => Err(StoreError::Taken),
            None => Err(StoreError::NoTable),
        }
    }
}

/// Is it the connection's fault, or the server's that is just going or coming, and not the statement's?
fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        // Class 57: ended by the administrator, or not yet up; class 08: connections.
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
        }
        _ => false,
    }
}

/// Tells what others have kept. When its connection is lost, something may have been missed, and it says so.
async fn listen(pool: PgPool, news: broadcast::Sender<News>, mut closing: watch::Receiver<bool>) {
    let hear = async {
        loop {
            if let Err(error) = attend(&pool, &news).await {
                tracing::warn!(%error, "news from the database is interrupted");
            }
            let _ = news.send(News::Missed);
            tokio::time::sleep(RETRY).await;
        }
    };
    tokio::select! {
        () = hear => {}
        _ = closing.wait_for(|closing| *closing) => {}
    }
    pool.close().await;
}

async fn attend(pool: &PgPool, news: &broadcast::Sender<News>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    // What was kept before it listened.
    let _ = news.send(News::Missed);
    while let Some(told) = listener.try_recv().await? {
        if let Some((table, revision)) = told.payload().split_once(' ')
            && let Ok(revision) = revision.parse()
        {
            let _ = news.send(News::Table { table: table.to_owned(), revision });
        }
    }
    Ok(())
}

/// False if the position is taken, or not the next one.
async fn append(pool: &PgPool, table: &str, event: &EventRow, seats: &[SeatRow]) -> Result<bool, StoreError> {
    const APPEND: &str = "
        WITH put AS (
            INSERT INTO events (table_id, revision, at, seat, message, round, outcome, body, told)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
            WHERE EXISTS (SELECT 1 FROM tables WHERE id = $1)
              AND ($2 = 1 OR EXISTS (SELECT 1 FROM events WHERE table_id = $1 AND revision = $2 - 1))
            ON CONFLICT DO NOTHING RETURNING 1
        ), sat AS (
            INSERT INTO seats (table_id, id, token, kind, name, controls, dice)
            SELECT $1, new.id, new.token, new.kind, new.name, new.controls, new.dice
            FROM put, unnest($10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
                AS new (id, token, kind, name, controls, dice)
            ON CONFLICT (table_id, id) DO UPDATE SET token = excluded.token, kind = excluded.kind,
                name = excluded.name, controls = excluded.controls, dice = excluded.dice
            RETURNING 1
        ), told AS (
            SELECT pg_notify($16, $1 || ' ' || $2) FROM put
        )
        SELECT (SELECT count(*) FROM put) AS put, (SELECT count(*) FROM sat), (SELECT count(*) FROM told)";
    let row = sqlx::query(APPEND)
        .bind(table)
        .bind(event.revision as i64)
        .bind(event.at)
        .bind(event.seat.map(i64::from))
        .bind(&event.message)
        .bind(i64::from(event.round))
        .bind(&event.outcome)
        .bind(&event.body)
        .bind(&event.told)
        .bind(seats.iter().map(|seat| i64::from(seat.id)).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.token.clone()).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| word(&seat.kind)).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| crowd_text(seat.controls)).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| word(&seat.dice)).collect::<Vec<_>>())
        .bind(CHANNEL)
        .fetch_one(pool)
        .await;
    match row {
        Ok(row) => Ok(row.try_get::<i64, _>("put")? == 1),
        // Deleted between the two looks.
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => Err(StoreError::NoTable),
        Err(error) => Err(error.into()),
    }
}

async fn has_table(pool: &PgPool, table: &str) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(table);
    Ok(found.fetch_optional(pool).await?.is_some())
}

/// The same content is kept once. Nobody deletes content while somebody is about to use it.
async fn bundle_id(tx: &mut PgConnection, files: &str) -> Result<i64, StoreError> {
    sqlx::query("SELECT pg_advisory_xact_lock_shared($1)").bind(LOCK + 1).execute(&mut *tx).await?;
    let key = key_of(files);
    let known =
        sqlx::query("SELECT id FROM bundles WHERE key = $1 AND files = $2 LIMIT 1").bind(key).bind(files);
    if let Some(row) = known.fetch_optional(&mut *tx).await? {
        return Ok(row.try_get(0)?);
    }
    let made =
        sqlx::query("INSERT INTO bundles (key, files) VALUES ($1, $2) RETURNING id").bind(key).bind(files);
    Ok(made.fetch_one(&mut *tx).await?.try_get(0)?)
}

async fn keep_all(pool: &PgPool, kept: &Kept) -> Result<(), StoreError> {
    let files = files_text(&kept.files)?;
    let mut tx = pool.begin().await?;
    let table = &kept.table;
    let bundle = bundle_id(&mut tx, &files).await?;
    let insert = "INSERT INTO tables (id, bundle, version, system, title, name, mode, seed, created) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
    let new = sqlx::query(insert)
        .bind(&table.id)
        .bind(bundle)
        .bind(&table.version)
        .bind(&table.system)
        .bind(&table.title)
        .bind(&table.name)
        .bind(word(&table.mode))
        .bind(table.seed as i64)
        .bind(table.created)
        .execute(&mut *tx)
        .await?;
    // Kept before a connection broke: names of tables are not given twice.
    if new.rows_affected() == 0 {
        return Ok(());
    }
    for seat in &kept.seats {
        let insert = "INSERT INTO seats (table_id, id, token, kind, name, controls, dice) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7)";
        sqlx::query(insert)
            .bind(&table.id)
            .bind(i64::from(seat.id))
            .bind(&seat.token)
            .bind(word(&seat.kind))
            .bind(&seat.name)
            .bind(crowd_text(seat.controls))
            .bind(word(&seat.dice))
            .execute(&mut *tx)
            .await?;
    }
    for event in &kept.events {
        let insert = "INSERT INTO events (table_id, revision, at, seat, message, round, outcome, body, told) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        sqlx::query(insert)
            .bind(&table.id)
            .bind(event.revision as i64)
            .bind(event.at)
            .bind(event.seat.map(i64::from))
            .bind(&event.message)
            .bind(i64::from(event.round))
            .bind(&event.outcome)
            .bind(&event.body)
            .bind(&event.told)
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn delete_table(pool: &PgPool, table: &str) -> Result<(), StoreError> {
    let mut tx = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK + 1).execute(&mut *tx).await?;
    sqlx::query("DELETE FROM tables WHERE id = $1").bind(table).execute(&mut *tx).await?;
    let unused = "DELETE FROM bundles b WHERE NOT EXISTS (SELECT 1 FROM tables WHERE bundle = b.id)";
    sqlx::query(unused).execute(&mut *tx).await?;
    sqlx::query("SELECT pg_notify($1, $2)")
        .bind(CHANNEL)
        .bind(format!("{table} 0"))
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

async fn put_pulse(pool: &PgPool, server: &str, at: i64) -> Result<(), StoreError> {
    let put = "INSERT INTO pulses (server, at) VALUES ($1, $2) ON CONFLICT (server) DO UPDATE SET at = greatest(excluded.at, pulses.at + 1)";
    sqlx::query(put).bind(server).bind(at).execute(pool).await?;
    sqlx::query("DELETE FROM pulses WHERE at < $1").bind(at - FORGOTTEN).execute(pool).await?;
    Ok(())
}

async fn setting(pool: &PgPool, name: &str, otherwise: &str) -> Result<String, StoreError> {
    let put = sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    put.bind(name).bind(otherwise).execute(pool).await?;
    let found = sqlx::query("SELECT value FROM settings WHERE name = $1").bind(name);
    Ok(found.fetch_one(pool).await?.try_get(0)?)
}

/// All that is read in it is of one moment.
async fn snapshot(pool: &PgPool) -> Result<sqlx::Transaction<'static, sqlx::Postgres>, StoreError> {
    Ok(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
}

async fn seats_of(connection: &mut PgConnection, table: &str) -> Result<Vec<SeatRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM seats WHERE table_id = $1 ORDER BY id").bind(table);
    rows.fetch_all(connection).await?.iter().map(seat_row).collect()
}

async fn events_after(
    connection: &mut PgConnection,
    table: &str,
    revision: u64,
) -> Result<Vec<EventRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM events WHERE table_id = $1 AND revision > $2 ORDER BY revision");
    let rows = rows.bind(table).bind(revision as i64).fetch_all(connection).await?;
    without_gaps(rows.iter().map(event_row).collect::<Result<_, _>>()?, revision)
}

#[async_trait]
impl Store for Postgres {
    fn place(&self) -> String {
        self.place.clone()
    }

    fn figures(&self) -> &Figures {
        &self.figures
    }

    async fn sizes(&self) -> Sizes {
        let row = sqlx::query("SELECT pg_database_size(current_database())").fetch_one(&self.pool).await;
        let database = row.and_then(|row| row.try_get::<i64, _>(0)).unwrap_or(0) as u64;
        Sizes { database, ..Sizes::default() }
    }

    fn news(&self) -> Option<broadcast::Receiver<News>> {
        Some(self.news.subscribe())
    }

    async fn keep(&self, table: TableRow, files: &Files, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        let kept = Kept { table, files: files.clone(), seats, events: Vec::new() };
        self.twice(|| keep_all(&self.pool, &kept)).await
    }

    async fn append(&self, table: &str, event: EventRow, seats: Vec<SeatRow>) -> Result<(), StoreError> {
        self.twice(|| self.put(table, &event, &seats)).await
    }

    async fn import(&self, kept: Kept) -> Result<(), StoreError> {
        self.twice(|| keep_all(&self.pool, &kept)).await
    }

    async fn delete(&self, table: &str) -> Result<(), StoreError> {
        self.twice(|| delete_table(&self.pool, table)).await
    }

    async fn pulse(&self, at: i64) -> Result<(), StoreError> {
        self.twice(|| put_pulse(&self.pool, &self.server, at)).await
    }

    async fn setting(&self, name: &str, otherwise: String) -> Result<String, StoreError> {
        self.twice(|| setting(&self.pool, name, &otherwise)).await
    }

    async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM tables").fetch_one(&self.pool).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    async fn seat(&self, token: &str) -> Result<Option<(String, SeatRow)>, StoreError> {
        let found = sqlx::query("SELECT * FROM seats WHERE token = $1").bind(token);
        match found.fetch_optional(&self.pool).await? {
            Some(row) => Ok(Some((row.try_get("table_id")?, seat_row(&row)?))),
            None => Ok(None),
        }
    }

    async fn load(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        let mut tx = snapshot(&self.pool).await?;
        let found = sqlx::query(
            "SELECT t.*, b.files FROM tables t JOIN bundles b ON b.id = t.bundle WHERE t.id = $1",
        );
        let Some(row) = found.bind(table).fetch_optional(&mut *tx).await? else { return Ok(None) };
        let files = files_of(row.try_get("files")?)?;
        let (seats, events) = (seats_of(&mut tx, table).await?, events_after(&mut tx, table, 0).await?);
        tx.rollback().await?;
        Ok(Some(Kept { table: table_row(&row)?, files, seats, events }))
    }

    async fn since(&self, table: &str, revision: u64) -> Result<Option<Since>, StoreError> {
        let mut tx = snapshot(&self.pool).await?;
        let found = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(table);
        if found.fetch_optional(&mut *tx).await?.is_none() {
            return Ok(None);
        }
        let (seats, events) =
            (seats_of(&mut tx, table).await?, events_after(&mut tx, table, revision).await?);
        tx.rollback().await?;
        Ok(Some(Since { seats, events }))
    }

    async fn listed(&self, token: &str) -> Result<Option<Listed>, StoreError> {
        let Some((table, seat)) = self.seat(token).await? else { return Ok(None) };
        let mut tx = snapshot(&self.pool).await?;
        let row =
            sqlx::query("SELECT * FROM tables WHERE id = $1").bind(&table).fetch_optional(&mut *tx).await?;
        let Some(row) = row else { return Ok(None) };
        let last = sqlx::query("SELECT * FROM events WHERE table_id = $1 ORDER BY revision DESC LIMIT 1");
        let last = last.bind(&table).fetch_optional(&mut *tx).await?;
        let last = last.map(|row| event_row(&row)).transpose()?;
        let seats = seats_of(&mut tx, &table).await?;
        tx.rollback().await?;
        Ok(Some(Listed::new(table_row(&row)?, seat, last, seats)))
    }

    async fn summaries(&self) -> Result<Vec<Summary>, StoreError> {
        // Events have no gaps, so the last revision is how many there are.
        let all = "SELECT t.*, coalesce(e.revision, 0) AS events, coalesce(e.at, t.created) AS updated, \
                   coalesce(e.round, 0) AS round, e.outcome AS outcome FROM tables t LEFT JOIN LATERAL \
                   (SELECT * FROM events WHERE table_id = t.id ORDER BY revision DESC LIMIT 1) e ON true \
                   ORDER BY updated DESC, t.id";
        let rows = sqlx::query(all).fetch_all(&self.pool).await?;
        let summary = |row: &sqlx::postgres::PgRow| {
            Ok(Summary {
                table: table_row(row)?,
                events: row.try_get::<i64, _>("events")? as u64,
                updated: row.try_get("updated")?,
                round: small(row.try_get("round")?)?,
                outcome: row.try_get("outcome")?,
            })
        };
        rows.iter().map(summary).collect()
    }

    async fn close(&self) {
        let _ = self.closing.send(true);
        self.pool.close().await;
    }
}
