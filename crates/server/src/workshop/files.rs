//! The files of the owner's library. A path never leaves it, and nothing is overwritten that was not read: whoever
//! saves, renames or deletes says which version they mean. Files are written beside and renamed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use axum::http::StatusCode;
use fracas_content::{OwnLibrary, Source, adventures, library, own_library, scenarios};
use fracas_systems::System;
use fracas_workshop::document;
use serde_json::Value;

use super::messages::{FileText, SavedFile, Workshop, WorkshopFile};
use crate::refusal::{Failed, Refused};

/// Names that are longer make trouble on some disks.
const LONGEST_NAME: usize = 100;

/// The folders below that of a system, and what is in them; what lies beside them is part of its library.
const FOLDERS: [(&str, &str); 3] =
    [("scenarios", "fight"), ("adventures", "adventure"), ("parties", "party")];
const LIBRARY: &str = "library";
/// What the paths of built-in files begin with.
const BUILT_IN: &str = "content/";

/// A place in a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    pub system: System,
    /// "fight", "adventure", "party" or "library".
    pub kind: &'static str,
    /// Below the library's folder, with slashes.
    pub path: String,
}

impl Spot {
    /// `SYSTEM/NAME.toml`, or `SYSTEM/FOLDER/NAME.toml`, and nothing else.
    pub fn read(path: &str) -> Result<Spot, Failed> {
        let parts: Vec<&str> = path.split('/').collect();
        let (system, kind, name) = match parts[..] {
            [system, name] => (system, Some(LIBRARY), name),
            [system, folder, name] => {
                (system, FOLDERS.iter().find(|known| known.0 == folder).map(|known| known.1), name)
            }
            _ => ("", None, ""),
        };
        match (System::named(system), kind) {
            (Some(system), Some(kind)) if proper(name) => Ok(Spot { system, kind, path: path.to_owned() }),
            _ => {
                let advice = "write SYSTEM/scenarios/NAME.toml, SYSTEM/adventures/NAME.toml, SYSTEM/parties/NAME.toml, or \
                              SYSTEM/NAME.toml for a part of the library";
                let refused = Refused::new("bad-path", "that is not a path in the library").advise(advice);
                Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, refused))
            }
        }
    }

    /// The file on disk, for reading other files beside it; none if there is no library.
    pub fn on_disk(&self) -> Option<PathBuf> {
        own_library().map(|own| own.folder().join(&self.path))
    }

    /// A draft of this file. Only in a library can it include others.
    pub fn source(&self, text: String) -> Source {
        Source { path: self.on_disk(), ..Source::new(self.path.clone(), text) }
    }
}

/// Can be the name of a file anywhere, and is the name of no other kind of thing.
fn proper(name: &str) -> bool {
    let stem = name.strip_suffix(".toml").unwrap_or_default();
    let fine = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.' | '\'');
    !stem.is_empty() && name.len() <= LONGEST_NAME && stem.chars().all(fine) && !stem.starts_with(['.', ' '])
}

fn failed(status: StatusCode, code: &'static str, message: impl Into<String>, advice: &str) -> Failed {
    Failed::new(status, Refused::new(code, message).advise(advice))
}

fn own() -> Result<OwnLibrary, Failed> {
    let advice = "start the server with --library FOLDER";
    own_library().ok_or_else(|| {
        failed(StatusCode::CONFLICT, "no-library", "this server has no library of its own", advice)
    })
}

/// Where a file is, with links followed: it must still be inside.
fn inside(spot: &Spot, make: bool) -> Result<PathBuf, Failed> {
    let own = own()?;
    let outside = || {
        failed(StatusCode::FORBIDDEN, "outside", "that leads out of the library", "copy it into the library")
    };
    let path = own.folder().join(&spot.path);
    let folder = path.parent().ok_or_else(outside)?;
    if make {
        std::fs::create_dir_all(folder).map_err(|error| disk(&error))?;
    }
    let real = |path: &Path| path.canonicalize();
    let (Ok(root), Ok(within)) = (real(own.folder()), real(folder)) else { return Ok(path) };
    let file = real(&path).unwrap_or_else(|_| within.join(path.file_name().unwrap_or_default()));
    if within.starts_with(&root) && file.starts_with(&root) { Ok(path) } else { Err(outside()) }
}

fn disk(error: &std::io::Error) -> Failed {
    tracing::warn!(%error, "the library cannot be written");
    let message = format!("the library cannot be written: {error}");
    failed(
        StatusCode::SERVICE_UNAVAILABLE,
        "storage",
        message,
        "is the disk full, or the folder somebody else's?",
    )
}

fn version(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// One change after the other: what was looked at is still so when it is changed.
static WRITING: Mutex<()> = Mutex::new(());

fn text_of(path: &Path) -> Result<String, Failed> {
    Source::read(path).map(|source| source.text).map_err(|missing| {
        failed(StatusCode::NOT_FOUND, "no-such-file", missing.message, "somebody may have moved it")
    })
}

/// A file of the library, or a built-in one.
pub fn read(path: &str) -> Result<FileText, Failed> {
    let text = match path.starts_with(BUILT_IN) {
        true => {
            let found = built_in_sources().find(|(_, source)| source.name == path);
            found
                .map(|(_, source)| source.text)
                .ok_or_else(|| Failed::not_found("no built-in file is called that"))?
        }
        false => text_of(&inside(&Spot::read(path)?, false)?)?,
    };
    Ok(FileText { path: path.to_owned(), version: version(&text), text })
}

/// Is the file still as somebody knows it?
fn unchanged(path: &Path, known: &str) -> Result<(), Failed> {
    if version(&text_of(path)?) == known {
        return Ok(());
    }
    let advice = "open it again, or save yours under another name";
    Err(failed(StatusCode::CONFLICT, "changed", "the file has been changed since you opened it", advice))
}

pub fn save(path: &str, text: &str, known: Option<&str>) -> Result<SavedFile, Failed> {
    let spot = Spot::read(path)?;
    let _writing = WRITING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let file = inside(&spot, true)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(|error| disk(&error))?;
    beside
        .write_all(text.as_bytes())
        .and_then(|()| beside.as_file().sync_all())
        .map_err(|error| disk(&error))?;
    match known {
        Some(known) => {
            unchanged(&file, known)?;
            beside.persist(&file).map_err(|error| disk(&error.error))?;
        }
        None => {
            beside.persist_noclobber(&file).map_err(|error| match error.error.kind() {
                std::io::ErrorKind::AlreadyExists => taken(path),
                _ => disk(&error.error),
            })?;
        }
    }
    Ok(SavedFile { path: path.to_owned(), version: version(text) })
}

fn taken(path: &str) -> Failed {
    failed(StatusCode::CONFLICT, "taken", format!("there is a file {path} already"), "take another name")
}

pub fn rename(path: &str, to: &str, known: &str) -> Result<SavedFile, Failed> {
    let (from, target) = (Spot::read(path)?, Spot::read(to)?);
    let _writing = WRITING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (file, new) = (inside(&from, false)?, inside(&target, true)?);
    unchanged(&file, known)?;
    if new.exists() {
        return Err(taken(to));
    }
    std::fs::rename(&file, &new).map_err(|error| disk(&error))?;
    Ok(SavedFile { path: to.to_owned(), version: known.to_owned() })
}

pub fn delete(path: &str, known: &str) -> Result<(), Failed> {
    let spot = Spot::read(path)?;
    let _writing = WRITING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let file = inside(&spot, false)?;
    unchanged(&file, known)?;
    std::fs::remove_file(&file).map_err(|error| disk(&error))
}

/// Everything there is.
pub fn list() -> Workshop {
    static BUILT_IN: OnceLock<Vec<WorkshopFile>> = OnceLock::new();
    let built_in = BUILT_IN.get_or_init(|| {
        let all =
            built_in_sources().map(|(system, source)| described(system, &source.name.clone(), &source.text));
        all.collect()
    });
    let systems = System::ALL.iter().map(|system| system.name().to_owned()).collect();
    let (folder, mut files) = (own_library().map(|own| own.folder().display().to_string()), Vec::new());
    if let Some(own) = own_library() {
        for system in System::ALL {
            for folder in [""].into_iter().chain(FOLDERS.map(|known| known.0)) {
                files.extend(listed(&own, *system, folder));
            }
        }
    }
    Workshop { folder, systems, files, built_in: built_in.clone() }
}

/// The files of one folder, by name.
fn listed(own: &OwnLibrary, system: System, folder: &str) -> Vec<WorkshopFile> {
    let within = Path::new(system.name()).join(folder);
    let Ok(entries) = own.folder().join(&within).read_dir() else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| proper(name))
        .collect();
    names.sort();
    let path = |name: &String| match folder {
        "" => format!("{}/{name}", system.name()),
        folder => format!("{}/{folder}/{name}", system.name()),
    };
    let read = |name: &String| {
        let path = path(name);
        let text = Source::read(&own.folder().join(&path)).ok()?.text;
        Some(described(system, &path, &text))
    };
    names.iter().filter_map(read).collect()
}

fn built_in_sources() -> impl Iterator<Item = (System, Source)> {
    let things = System::ALL
        .iter()
        .flat_map(|system| library(system.name()).into_iter().map(|source| (*system, source)));
    let played = scenarios().chain(adventures());
    things.chain(played.filter_map(|listed| Some((System::named(&listed.system)?, listed.source))))
}

fn described(system: System, path: &str, text: &str) -> WorkshopFile {
    let folder = path.rsplit('/').nth(1).unwrap_or_default();
    let kind = FOLDERS.iter().find(|known| known.0 == folder).map_or(LIBRARY, |known| known.1);
    let says = document(text).unwrap_or_default();
    let said = |key: &str| says[key].as_str().unwrap_or_default().to_owned();
    let stem = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml").to_owned();
    let title = match kind {
        LIBRARY => contents(&says),
        _ => said("title"),
    };
    WorkshopFile {
        path: path.to_owned(),
        system: system.name().to_owned(),
        kind: kind.to_owned(),
        title: if title.is_empty() { stem } else { title },
        about: said("about"),
    }
}

/// "3 × creature, 1 × weapon", or the one thing's name.
fn contents(says: &Value) -> String {
    let lists: Vec<(&String, &Vec<Value>)> = says
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key, value.as_array()?)))
        .collect();
    match lists[..] {
        [(_, list)] if list.len() == 1 => list[0]["name"].as_str().unwrap_or_default().to_owned(),
        _ => lists.iter().map(|(key, list)| format!("{} × {key}", list.len())).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_a_system_and_a_file_and_nothing_else() {
        let kind = |path: &str| Spot::read(path).map(|spot| spot.kind).ok();
        assert_eq!(kind("delve/creatures.toml"), Some("library"));
        assert_eq!(kind("delve/scenarios/inn.toml"), Some("fight"));
        assert_eq!(kind("heed/adventures/The reeve's road.toml"), Some("adventure"));
        assert_eq!(kind("ranks/parties/ours.toml"), Some("party"));
        for wrong in [
            "",
            "delve",
            "nowhere/x.toml",
            "delve/../x.toml",
            "../delve/x.toml",
            "/delve/x.toml",
            "delve/elsewhere/x.toml",
            "delve/scenarios/../x.toml",
            "delve/scenarios/deep/x.toml",
            "delve/.toml",
            "delve/.x.toml",
            "delve/x.txt",
            "delve/x\\y.toml",
            "delve/x\0.toml",
            "delve//x.toml",
        ] {
            assert_eq!(kind(wrong), None, "{wrong}");
        }
        assert_eq!(kind(&format!("delve/{}.toml", "x".repeat(200))), None);
    }
}
