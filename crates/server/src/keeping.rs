//! What is done to a store from outside a server: backups, and tables listed, exported, imported and deleted.
//!
//! Looking and backing up work beside a running server. Whatever writes wants the store for itself.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fracas_store::{
    Kept, Lock, Look, Postgres, SeatRow, Sqlite, Store, StoreError, Summary, beside, create_private,
};
use serde::Serialize;

use crate::Limits;
use crate::export::{Export, ExportError};
use crate::messages::{Mode, SeatKind};

#[derive(Debug, thiserror::Error)]
pub enum KeepingError {
    #[error("{place}: {error}")]
    Store { place: String, error: StoreError },
    #[error(
        "a database that several servers share is backed up and restored by its own tools: pg_dump, pg_restore"
    )]
    Shared,
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{} is there already; name another file, or move it away", .0.display())]
    Exists(PathBuf),
    #[error("{}: it is damaged: {why}", .path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("there is no table {0:?}; `fracas tables list` lists all tables")]
    NoSuchTable(String),
    #[error("{0}")]
    Export(#[from] ExportError),
}

/// A table in the list of all.
#[derive(Clone, Debug, Serialize)]
pub struct TableSummary {
    pub table: String,
    pub system: String,
    pub name: String,
    pub title: String,
    pub mode: Mode,
    pub version: String,
    pub events: u64,
    pub round: u32,
    /// Who won, or "draw", if it is over.
    pub over: Option<String>,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
}

/// The links of a table that was imported: what each seat opens at the server, after its address.
#[derive(Clone, Debug, Serialize)]
pub struct Links {
    pub table: String,
    pub name: String,
    /// The seat's name, and its link.
    pub seats: Vec<(String, String)>,
}

/// A store, by its file or by its address.
#[derive(Clone, Debug)]
pub enum Keeping {
    File(PathBuf),
    /// Its tables are seen to while servers run.
    Postgres(String),
}

impl Keeping {
    pub fn new(path: impl Into<PathBuf>) -> Keeping {
        Keeping::File(path.into())
    }

    fn file(&self) -> Result<&Path, KeepingError> {
        match self {
            Keeping::File(path) => Ok(path),
            Keeping::Postgres(_) => Err(KeepingError::Shared),
        }
    }

    fn wrong(&self) -> impl Fn(StoreError) -> KeepingError + use<> {
        let place = match self {
            Keeping::File(path) => path.display().to_string(),
            // It may hold a password.
            Keeping::Postgres(_) => "the database that was named".to_owned(),
        };
        move |error| KeepingError::Store { place: place.clone(), error }
    }

    async fn look(&self) -> Result<Look, KeepingError> {
        Sqlite::look(self.file()?).await.map_err(self.wrong())
    }

    /// Copies the whole store, as it is at one moment, into a new file.
    pub fn backup(&self, to: &Path) -> Result<(), KeepingError> {
        self.file()?;
        if to.exists() {
            return Err(KeepingError::Exists(to.to_owned()));
        }
        run(async {
            let temporary = beside(to, ".part");
            self.copy(&temporary).await?;
            put(&temporary, to)
        })
    }

    /// A complete and private copy, on disk when this returns.
    async fn copy(&self, to: &Path) -> Result<(), KeepingError> {
        let _ = std::fs::remove_file(to);
        create_private(to).map_err(|error| KeepingError::Store { place: to.display().to_string(), error })?;
        let copied = async {
            let mut look = self.look().await?;
            let copied = look.copy_to(to).await.map_err(self.wrong());
            look.close().await;
            copied?;
            let synced = std::fs::File::open(to).and_then(|file| file.sync_all());
            synced.map_err(|error| KeepingError::Io { path: to.to_owned(), error })
        };
        let copied = copied.await;
        if copied.is_err() {
            let _ = std::fs::remove_file(to);
        }
        copied
    }

    /// Puts a backup in the store's place. What was there is kept beside it; its name is returned.
    pub fn restore(&self, from: &Path) -> Result<Option<PathBuf>, KeepingError> {
        let path = self.file()?;
        run(async {
            let backup = Keeping::new(from);
            backup.check().await?;
            let temporary = beside(path, ".part");
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)
                    .map_err(|error| KeepingError::Io { path: folder.to_owned(), error })?;
            }
            // Opened once: so nobody else has it, it is ours, and it is one complete file afterwards.
            let there = path.exists();
            if there {
                self.open().await?.close().await;
            }
            // A log that was left would be taken for that of the backup.
            let log = std::fs::metadata(beside(path, "-wal")).map_or(0, |log| log.len());
            if log > 0 {
                return Err(self.wrong()(StoreError::Unfolded));
            }
            let _lock = Lock::take(path).map_err(self.wrong())?;
            backup.copy(&temporary).await?;
            let mut old = None;
            if there {
                let name = (1..).map(|n| beside(path, &format!(".before-restore-{n}")));
                let name =
                    name.into_iter().find(|name| !name.exists()).expect("there is always another number");
                put(path, &name)?;
                old = Some(name);
            }
            put(&temporary, path)?;
            Ok(old)
        })
    }

    /// Is every page of it sound?
    async fn check(&self) -> Result<(), KeepingError> {
        let mut look = self.look().await?;
        match look.damage().await.map_err(self.wrong())? {
            None => Ok(()),
            Some(why) => Err(KeepingError::Damaged { path: self.file()?.to_owned(), why }),
        }
    }

    async fn open(&self) -> Result<Box<dyn Store>, KeepingError> {
        Ok(match self {
            Keeping::File(path) => {
                Box::new(Sqlite::open(path, Limits::default().wal).await.map_err(self.wrong())?)
            }
            Keeping::Postgres(url) => Box::new(Postgres::open(url).await.map_err(self.wrong())?),
        })
    }

    /// Every table, the one that was played last first.
    pub fn list(&self) -> Result<Vec<TableSummary>, KeepingError> {
        run(async {
            let all = match self {
                Keeping::File(_) => {
                    let mut look = self.look().await?;
                    let all = look.summaries().await;
                    look.close().await;
                    all
                }
                Keeping::Postgres(_) => self.open().await?.summaries().await,
            };
            Ok(all.map_err(self.wrong())?.into_iter().map(summary).collect())
        })
    }

    /// A table as others may have it: as long as anything can come, without the seed that would tell the dice to come.
    pub fn export(&self, table: &str) -> Result<Export, KeepingError> {
        self.export_with_seed(table).map(Export::discreet)
    }

    /// A table with its seed, for its owner: imported, it goes on with the very dice that it would have had here.
    pub fn export_with_seed(&self, table: &str) -> Result<Export, KeepingError> {
        run(async {
            let kept = match self {
                Keeping::File(_) => {
                    let mut look = self.look().await?;
                    let kept = look.load(table).await;
                    look.close().await;
                    kept
                }
                Keeping::Postgres(_) => self.open().await?.load(table).await,
            };
            let kept = kept.map_err(self.wrong())?;
            let kept = kept.ok_or_else(|| KeepingError::NoSuchTable(table.to_owned()))?;
            Ok(Export::new(&kept))
        })
    }

    /// Brings an exported table in, under a new name and with new links.
    pub fn import(&self, export: &Export) -> Result<Links, KeepingError> {
        let kept = export.kept(Limits::default().seats)?;
        run(async {
            let store = self.open().await?;
            let links = links(&kept);
            let done = store.import(kept).await.map_err(self.wrong());
            store.close().await;
            done.map(|()| links)
        })
    }

    /// Deletes these tables; none of them, if there is one that there is not.
    pub fn delete(&self, tables: &[String]) -> Result<(), KeepingError> {
        let known = self.list()?;
        if let Some(missing) = tables.iter().find(|table| known.iter().all(|known| known.table != **table)) {
            return Err(KeepingError::NoSuchTable(missing.clone()));
        }
        run(async {
            let store = self.open().await?;
            let mut done = Ok(());
            for table in tables {
                done = store.delete(table).await.map_err(self.wrong());
                if done.is_err() {
                    break;
                }
            }
            store.close().await;
            done
        })
    }

    /// The tables at which nothing has happened for so long.
    pub fn older_than(&self, age: Duration) -> Result<Vec<TableSummary>, KeepingError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let latest = now.saturating_sub(age).as_millis() as i64;
        Ok(self.list()?.into_iter().filter(|table| table.updated < latest).collect())
    }
}

fn run<T>(work: impl Future<Output = Result<T, KeepingError>>) -> Result<T, KeepingError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| KeepingError::Io { path: PathBuf::new(), error })?;
    runtime.block_on(work)
}

/// Renames, and makes the new name last through a power cut.
fn put(from: &Path, to: &Path) -> Result<(), KeepingError> {
    std::fs::rename(from, to).map_err(|error| KeepingError::Io { path: to.to_owned(), error })?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Where folders can be synced at all.
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn summary(known: Summary) -> TableSummary {
    let Summary { table, events, updated, round, outcome } = known;
    TableSummary {
        table: table.id,
        system: table.system,
        name: table.name,
        title: table.title,
        mode: table.mode,
        version: table.version,
        events,
        round,
        over: outcome,
        created: table.created,
        updated,
    }
}

fn links(kept: &Kept) -> Links {
    let link = |seat: &SeatRow| {
        let name = match seat.kind {
            SeatKind::Judge | SeatKind::Watcher => format!("{:?}", seat.kind),
            SeatKind::Player => seat.name.clone(),
        };
        (name, format!("/t/{}#{}", kept.table.id, seat.token))
    };
    Links {
        table: kept.table.id.clone(),
        name: kept.table.name.clone(),
        seats: kept.seats.iter().map(link).collect(),
    }
}
