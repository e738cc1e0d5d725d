//! The file itself: whose it is, who may read it, and that one server at a time has it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::schema::{APPLICATION, Stamp};
use crate::StoreError;

/// Every SQLite database begins so.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Where its header says whose it is.
const APPLICATION_AT: usize = 68;
const HEADER: usize = 100;

/// The name of a file that stands beside the store.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |error| StoreError::Io { path, error }
}

/// Held by whoever writes to a store. It goes with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    pub fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = beside(store, ".lock");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        owner_only(&mut options);
        let mut file = options.open(&path).map_err(io_error(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                return Err(StoreError::InUse { holder: holder.trim().to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::Io { path, error }),
        }
        // Only for the message to whoever comes second.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock { _file: file })
    }
}

fn owner_only(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Makes an empty file that only its owner can read; an error if there is one already.
pub fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    owner_only(&mut options);
    options.open(path).map(drop).map_err(io_error(path))
}

/// Whoever can read the file can sit down at every table. SQLite gives its other files the same permissions.
pub fn make_private(path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        create_private(path)?;
    }
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let file = beside(path, ending);
        let Ok(known) = std::fs::metadata(&file) else { continue };
        if known.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).map_err(io_error(&file))?;
        }
    }
    Ok(())
}

/// What a file is, found out without changing it. None: there is none, or it is empty.
pub async fn look(path: &Path) -> Result<Option<Stamp>, StoreError> {
    let mut header = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(HEADER as u64).read_to_end(&mut header).map_err(io_error(path))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error(path)(error)),
    };
    if header.is_empty() {
        return Ok(None);
    }
    if header.len() < HEADER || !header.starts_with(MAGIC) {
        return Err(StoreError::NotADatabase);
    }
    let application = header[APPLICATION_AT..].first_chunk().map_or(0, |bytes| i32::from_be_bytes(*bytes));
    if application != 0 && i64::from(application) != APPLICATION {
        return Err(StoreError::Foreign);
    }
    // A log beside it may hold what the file does not yet say. Without one, SQLite need not touch anything.
    let log = std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(!log);
    let mut connection = options.disable_statement_logging().connect().await?;
    let stamp = Stamp::read(&mut connection).await;
    let _ = connection.close().await;
    let stamp = stamp?;
    stamp.check()?;
    Ok(Some(stamp))
}

#[cfg(unix)]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

#[cfg(not(unix))]
pub fn free_bytes(_: &Path) -> Option<u64> {
    None
}
