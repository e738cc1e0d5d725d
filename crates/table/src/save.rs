//! Games kept on disk while they are played: one replay file each, replaced whole after every step.
//!
//! Nothing that somebody may still want is lost: a file is written beside the old one and then put in its place, a file
//! that another program has changed meanwhile is not touched, nor is one that cannot be read. When to save is for the
//! front end to know.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{Replay, ReplayError};

/// A fight of ten thousand steps stays well below this.
const MAX_BYTES: u64 = 64 << 20;
/// How many games of one scenario and seed find a free name.
const MAX_NAMES: u32 = 10_000;

#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: larger than {} MiB, so it is not a saved game", .path.display(), MAX_BYTES >> 20)]
    TooLarge { path: PathBuf },
    #[error("{}: {error}", .path.display())]
    Unreadable { path: PathBuf, error: ReplayError },
    #[error("{} is there already", .path.display())]
    Exists { path: PathBuf },
    #[error("{} was changed by another program; it is left as it is", .path.display())]
    Changed { path: PathBuf },
}

impl SaveError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> SaveError + use<> {
        let path = path.to_owned();
        move |error| SaveError::Io { path, error }
    }

    pub fn is_not_found(&self) -> bool {
        matches!(self, SaveError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// The file of one game.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    /// What we last read or wrote there; `None` before the first time.
    last: Option<String>,
}

impl SaveFile {
    /// A file that is not there yet.
    pub fn new(path: impl Into<PathBuf>) -> Result<SaveFile, SaveError> {
        let path = path.into();
        if path.exists() {
            return Err(SaveError::Exists { path });
        }
        Ok(SaveFile { path, last: None })
    }

    /// A free name in `folder`: "ford-7.json", "ford-7-2.json", and so on.
    pub fn fresh(folder: &Path, stem: &str) -> Result<SaveFile, SaveError> {
        let name = |n| if n == 1 { format!("{stem}.json") } else { format!("{stem}-{n}.json") };
        let mut names = (1..MAX_NAMES).map(|n| folder.join(name(n)));
        match names.find(|path| !path.exists()) {
            Some(path) => Ok(SaveFile { path, last: None }),
            None => Err(SaveError::Exists { path: folder.join(name(MAX_NAMES)) }),
        }
    }

    /// Takes up a saved game.
    pub fn open(path: impl Into<PathBuf>) -> Result<(SaveFile, Replay), SaveError> {
        let path = path.into();
        let text = read_text(&path)?;
        let replay =
            Replay::read(&text).map_err(|error| SaveError::Unreadable { path: path.clone(), error })?;
        Ok((SaveFile { path, last: Some(text) }, replay))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves, unless the file is no longer as we left it.
    pub fn write(&mut self, replay: &Replay) -> Result<(), SaveError> {
        let text = replay.write();
        let there = match read_text(&self.path) {
            Ok(there) => Some(there),
            Err(error) if error.is_not_found() => None,
            Err(_) => return Err(SaveError::Changed { path: self.path.clone() }),
        };
        match (&there, &self.last) {
            (None, _) => place_new(&self.path, &text)?,
            (Some(there), Some(last)) if there == last => place(&self.path, &text)?,
            (Some(_), Some(_)) => return Err(SaveError::Changed { path: self.path.clone() }),
            (Some(_), None) => return Err(SaveError::Exists { path: self.path.clone() }),
        }
        self.last = Some(text);
        Ok(())
    }
}

/// A game found on disk.
#[derive(Debug)]
pub struct Saved {
    pub path: PathBuf,
    pub modified: SystemTime,
    pub replay: Replay,
}

/// Every saved game in a folder, the newest first, and what could not be read. A folder that is not there is empty.
pub fn saved(folder: &Path) -> (Vec<Saved>, Vec<SaveError>) {
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    let Ok(entries) = fs::read_dir(folder) else { return (games, errors) };
    for entry in entries.flatten() {
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if hidden || path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let modified = entry.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        match SaveFile::open(&path) {
            Ok((_, replay)) => games.push(Saved { path, modified, replay }),
            Err(error) => errors.push(error),
        }
    }
    games.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
    (games, errors)
}

/// Where saved games are kept: `FRACAS_STATE_DIR`, or a folder of ours where the system keeps such things.
pub fn state_dir(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| env(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG rules say that a relative path there is to be ignored.
    let xdg = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
    set("FRACAS_STATE_DIR")
        .or_else(|| xdg.map(|path| path.join("fracas")))
        .or_else(|| set("HOME").map(|home| home.join(".local/state/fracas")))
        .or_else(|| set("LOCALAPPDATA").map(|local| local.join("fracas")))
}

/// Writes a file as a whole or not at all, whatever was there before.
pub fn write_file(path: &Path, text: &str) -> Result<(), SaveError> {
    place(path, text)
}

fn read_text(path: &Path) -> Result<String, SaveError> {
    let file = File::open(path).map_err(SaveError::io(path))?;
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(SaveError::io(path))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(SaveError::TooLarge { path: path.to_owned() });
    }
    Ok(text)
}

fn place(path: &Path, text: &str) -> Result<(), SaveError> {
    let temporary = write_beside(path, text)?;
    fs::rename(&temporary, path).map_err(|error| discard(&temporary, path, error))?;
    sync_folder(path);
    Ok(())
}

/// Like [`place`], but never over a file that somebody else has just made.
fn place_new(path: &Path, text: &str) -> Result<(), SaveError> {
    let temporary = write_beside(path, text)?;
    match fs::hard_link(&temporary, path) {
        Ok(()) => {
            let _ = fs::remove_file(&temporary);
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let _ = fs::remove_file(&temporary);
            return Err(SaveError::Exists { path: path.to_owned() });
        }
        // Some file systems have no links.
        Err(_) => fs::rename(&temporary, path).map_err(|error| discard(&temporary, path, error))?,
    }
    sync_folder(path);
    Ok(())
}

fn write_beside(path: &Path, text: &str) -> Result<PathBuf, SaveError> {
    let folder = folder_of(path);
    fs::create_dir_all(&folder).map_err(SaveError::io(&folder))?;
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = folder.join(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| discard(&temporary, path, error))?;
    Ok(temporary)
}

fn discard(temporary: &Path, path: &Path, error: io::Error) -> SaveError {
    let _ = fs::remove_file(temporary);
    SaveError::io(path)(error)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes the new name last through a power cut, where folders can be synced at all.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}
