//! The one writer: takes changes from all tables and commits as many at once as are waiting, so that syncing the disk
//! before every acknowledgement does not make a thousand tables wait for each other.
//!
//! A commit that fails says nothing about what is on disk: it may have landed all the same, and the connection may be left
//! inside a transaction that swallows whatever comes next. So after any failure the connection is thrown away, and what was
//! being written is looked for through a new one before anybody is told anything.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::file::{Lock, beside};
use super::rows::{
    bundle_id, delete_table, event_row, has_table, insert_event, insert_table, put_pulse, put_seat,
};
use crate::rows::files_text;
use crate::{EventRow, Figures, Kept, SeatRow, StoreError, TableRow};

/// At most this many changes are committed together.
const BATCH: usize = 256;

#[derive(Debug)]
pub enum Write {
    Open {
        table: Box<TableRow>,
        files: String,
        seats: Vec<SeatRow>,
    },
    Append {
        table: String,
        event: Box<EventRow>,
        seats: Vec<SeatRow>,
    },
    /// A whole table at once, from a file.
    Import(Box<Kept>),
    Delete {
        table: String,
    },
    /// Unless something is kept under that name already.
    Setting {
        name: String,
        value: String,
    },
    /// Changes nothing but a row of its own: does writing work?
    Pulse {
        at: i64,
    },
}

#[derive(Debug)]
pub enum Job {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    /// Fold everything into the one file and let go of it.
    Close(oneshot::Sender<()>),
}

#[derive(Debug)]
pub struct Writer {
    options: SqliteConnectOptions,
    /// None after a failure, until it can be opened again.
    connection: Option<SqliteConnection>,
    /// Bytes of the write-ahead log after which it is folded into the file.
    most_wal: u64,
    /// Folds it just now, while others are written.
    folding: Option<JoinHandle<()>>,
    figures: Figures,
    /// Until the file is closed.
    _lock: Lock,
}

impl Writer {
    pub fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        most_wal: u64,
        lock: Lock,
        figures: Figures,
    ) -> Writer {
        Writer { options, connection: Some(connection), most_wal, folding: None, figures, _lock: lock }
    }

    pub async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut waiting, BATCH).await > 0 {
            let (mut batch, mut closed) = (Vec::new(), None);
            for job in waiting.drain(..) {
                match job {
                    // What comes after the end is dropped, and its sender learns that the store is closed.
                    Job::Write(write, done) if closed.is_none() => batch.push((write, done)),
                    Job::Write(..) => {}
                    Job::Close(done) => closed = Some(done),
                }
            }
            if !batch.is_empty() {
                self.keep(batch).await;
            }
            if let Some(done) = closed {
                jobs.close();
                self.close().await;
                drop(self);
                let _ = done.send(());
                return;
            }
            self.fold_if_long().await;
        }
        self.close().await;
    }

    async fn keep(&mut self, batch: Vec<(Write, oneshot::Sender<Result<(), StoreError>>)>) {
        let writes: Vec<&Write> = batch.iter().map(|(write, _)| write).collect();
        let together = self.commit(&writes).await;
        // Somebody was quicker: that is nobody's fault.
        if let Err(error) = &together
            && !matches!(error, StoreError::Taken | StoreError::NoTable)
        {
            tracing::warn!(%error, changes = batch.len(), "a commit failed");
        }
        for (write, done) in batch {
            let result = match &together {
                Ok(()) => Ok(()),
                // One bad change must not take the others with it.
                Err(_) => self.settle(&write).await,
            };
            let _ = done.send(result);
        }
    }

    /// After a commit that failed: was this kept, and if not, can it be now?
    async fn settle(&mut self, write: &Write) -> Result<(), StoreError> {
        if self.is_kept(write).await? {
            return Ok(());
        }
        let Err(error) = self.commit(&[write]).await else { return Ok(()) };
        match self.is_kept(write).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(error),
            Err(unreadable) => {
                tracing::warn!(error = %unreadable, "what became of a change could not be read");
                Err(error)
            }
        }
    }

    /// All of them in one transaction.
    async fn commit(&mut self, writes: &[&Write]) -> Result<(), StoreError> {
        let mut connection = self.take_connection().await?;
        let done = transact(&mut connection, writes).await;
        if done.as_ref().is_err_and(|error| !matches!(error, StoreError::Taken | StoreError::NoTable)) {
            self.figures.commit_failures.inc();
        }
        self.put_back(connection, done).await
    }

    async fn is_kept(&mut self, write: &Write) -> Result<bool, StoreError> {
        let mut connection = self.take_connection().await?;
        let found = find(&mut connection, write).await;
        self.put_back(connection, found).await
    }

    async fn take_connection(&mut self) -> Result<SqliteConnection, StoreError> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.options.connect().await?),
        }
    }

    /// Keeps a connection only as long as nothing has ever gone wrong with it.
    async fn put_back<T>(
        &mut self,
        connection: SqliteConnection,
        result: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &result {
            Ok(_) => self.connection = Some(connection),
            Err(_) => drop(connection.close().await),
        }
        result
    }

    /// SQLite would do this as a part of some commit, whose failure would then say nothing about the commit. Most of it is done
    /// through a connection of its own, and nobody waits for that; what was written meanwhile is little, and without it the log
    /// would never begin anew.
    async fn fold_if_long(&mut self) {
        let long = || {
            std::fs::metadata(beside(self.options.get_filename(), "-wal"))
                .is_ok_and(|wal| wal.len() > self.most_wal)
        };
        match self.folding.take() {
            Some(folding) if !folding.is_finished() => self.folding = Some(folding),
            Some(_) => self.fold("PRAGMA wal_checkpoint(PASSIVE)").await,
            None if long() => {
                let (options, figures) = (self.options.clone(), self.figures.clone());
                self.folding = Some(tokio::spawn(async move {
                    told(&figures, fold_beside(&options).await);
                }));
            }
            None => {}
        }
    }

    async fn fold(&mut self, how: &'static str) {
        let folded = async {
            let mut connection = self.take_connection().await?;
            let folded = sqlx::raw_sql(how).execute(&mut connection).await.map_err(StoreError::from);
            self.put_back(connection, folded).await.map(|_| ())
        };
        let folded = folded.await;
        told(&self.figures, folded);
    }

    async fn close(&mut self) {
        if let Some(folding) = self.folding.take() {
            let _ = folding.await;
        }
        self.fold("PRAGMA wal_checkpoint(TRUNCATE)").await;
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the database was not closed properly");
        }
    }
}

async fn fold_beside(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let mut connection = options.connect().await?;
    let folded = sqlx::raw_sql("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await;
    let _ = connection.close().await;
    folded.map(|_| ()).map_err(StoreError::from)
}

/// Takes note of a log that was not folded.
fn told(figures: &Figures, folded: Result<(), StoreError>) {
    if let Err(error) = folded {
        figures.fold_failures.inc();
        tracing::warn!(%error, "the write-ahead log could not be folded into the file; nothing is lost");
    }
}

async fn transact(connection: &mut SqliteConnection, writes: &[&Write]) -> Result<(), StoreError> {
    // Not by sqlx's own transactions: a failed commit leaves their depth raised, and what follows is a savepoint in a
    // transaction that nobody ends.
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for write in writes {
        match write {
            Write::Open { table, files, seats } => {
                let bundle = bundle_id(connection, files).await?;
                insert_table(connection, table, bundle).await?;
                for seat in seats {
                    put_seat(connection, &table.id, seat).await?;
                }
            }
            Write::Import(kept) => {
                let bundle = bundle_id(connection, &files_text(&kept.files)?).await?;
                insert_table(connection, &kept.table, bundle).await?;
                for seat in &kept.seats {
                    put_seat(connection, &kept.table.id, seat).await?;
                }
                for event in &kept.events {
                    insert_event(connection, &kept.table.id, event).await?;
                }
            }
            Write::Delete { table } => delete_table(connection, table).await?,
            Write::Setting { name, value } => {
                let put =
                    sqlx::query("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING");
                put.bind(name).bind(value).execute(&mut *connection).await?;
            }
            Write::Pulse { at } => put_pulse(connection, *at).await?,
            Write::Append { table, event, seats } => {
                insert_event(connection, table, event).await?;
                for seat in seats {
                    put_seat(connection, table, seat).await?;
                }
            }
        }
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// Is exactly this on disk? What was written with it in the same transaction is there too, then.
async fn find(connection: &mut SqliteConnection, write: &Write) -> Result<bool, StoreError> {
    match write {
        Write::Open { table, .. } => has_table(connection, &table.id).await,
        Write::Import(kept) => has_table(connection, &kept.table.id).await,
        Write::Delete { table } => Ok(!has_table(connection, table).await?),
        // It is about writing, not about what is written.
        Write::Pulse { .. } | Write::Setting { .. } => Ok(false),
        Write::Append { table, event, .. } => {
            let found = sqlx::query("SELECT * FROM events WHERE table_id = ? AND revision = ?");
            let found = found.bind(table).bind(event.revision as i64).fetch_optional(connection).await?;
            Ok(found.map(|row| event_row(&row)).transpose()?.is_some_and(|row| row == **event))
        }
    }
}
