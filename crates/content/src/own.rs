//! A library of one's own: a folder on disk that is laid out like the built-in content. What is in it is listed
//! beside what comes with the program. A file that cannot be read is told of by name, and the others are there all
//! the same. It knows neither systems nor whether what a file says makes sense.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::library::{ADVENTURES, Listed, SCENARIOS, is_built_in};
use crate::source::{NotFound, Source};

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// Says where this program's own library is. Only the first word on it counts.
pub fn use_own_library(folder: PathBuf) {
    let _ = ROOT.set(folder);
}

/// Where the own library is, if somebody said so.
pub fn own_library() -> Option<OwnLibrary> {
    ROOT.get().map(OwnLibrary::new)
}

/// A folder with content.
#[derive(Clone, Debug)]
pub struct OwnLibrary {
    folder: PathBuf,
}

/// What was found, and what could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    pub files: Vec<T>,
    pub broken: Vec<NotFound>,
}

impl OwnLibrary {
    pub fn new(folder: impl Into<PathBuf>) -> OwnLibrary {
        OwnLibrary { folder: folder.into() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A system's creatures, gear and so on, in the order of the file names.
    pub fn library(&self, system: &str) -> Found<Source> {
        let mut found = Found { files: Vec::new(), broken: Vec::new() };
        for path in files(&self.folder.join(system)) {
            match Source::read(&path) {
                Ok(source) => found.files.push(source),
                Err(error) => found.broken.push(error),
            }
        }
        found
    }

    /// Every fight and every adventure, by system, fights first, and then by id.
    pub fn scenarios(&self) -> Found<Listed> {
        let mut found: Found<Listed> = Found { files: Vec::new(), broken: Vec::new() };
        for (system, folder) in folders(&self.folder) {
            for kind in [SCENARIOS, ADVENTURES] {
                for path in files(&folder.join(kind)) {
                    match self.scenario(&system, &path, &found.files) {
                        Ok(listed) => found.files.push(listed),
                        Err(error) => found.broken.push(error),
                    }
                }
            }
        }
        found
    }

    fn scenario(&self, system: &str, path: &Path, before: &[Listed]) -> Result<Listed, NotFound> {
        let id = path.file_stem().unwrap_or_default().display().to_string();
        let same = |other: &Listed| other.system == system && other.id == id;
        if is_built_in(system, &id) || before.iter().any(same) {
            let message = format!("{}: another scenario is called {system}/{id}", path.display());
            return Err(NotFound::new(message, "give the file another name"));
        }
        Ok(Listed { system: system.to_owned(), id, source: Source::read(path)?, yours: true })
    }
}

/// Folders by name; hidden ones are somebody else's.
fn folders(root: &Path) -> Vec<(String, PathBuf)> {
    let named = |path: PathBuf| Some((path.file_name()?.to_str()?.to_owned(), path));
    let inside = entries(root).into_iter().filter(|path| path.is_dir()).filter_map(named);
    inside.filter(|(name, _)| !name.starts_with('.')).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml") && !path.is_dir();
    entries(folder).into_iter().filter(is_toml).collect()
}

/// What is in a folder, by name; nothing if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_listed_and_what_cannot_be_read_is_told_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        put("delve/creatures.toml", b"");
        put("delve/broken.toml", b"\xff");
        put("delve/notes.txt", b"");
        put("delve/scenarios/inn.toml", b"system = 'delve'");
        put("delve/scenarios/last-stand.toml", b"system = 'delve'");
        put("delve/adventures/inn.toml", b"system = 'delve'");
        put("heed/adventures/marsh.toml", b"system = 'heed'");
        put(".git/scenarios/x.toml", b"");
        let own = OwnLibrary::new(folder.path());
        let things = own.library("delve");
        assert_eq!(things.files.len(), 1);
        assert!(things.files[0].name.ends_with("creatures.toml") && things.files[0].path.is_some());
        assert!(things.broken[0].message.contains("broken.toml: not UTF-8"), "{:?}", things.broken);
        let scenarios = own.scenarios();
        let names: Vec<String> =
            scenarios.files.iter().map(|known| format!("{}/{}", known.system, known.id)).collect();
        assert_eq!(names, ["delve/inn", "heed/marsh"]);
        assert!(scenarios.files.iter().all(|known| known.yours));
        let told: Vec<&str> = scenarios.broken.iter().map(|broken| broken.message.as_str()).collect();
        assert!(
            told[0].ends_with("last-stand.toml: another scenario is called delve/last-stand"),
            "{told:?}"
        );
        assert!(told[1].ends_with("inn.toml: another scenario is called delve/inn"), "{told:?}");
        let nothing = OwnLibrary::new("no/such/folder").scenarios();
        assert!(nothing.files.is_empty() && nothing.broken.is_empty());
    }
}
