//! The content built into the program: `content/<system>/*.toml` is a system's library,
//! `content/<system>/scenarios/*.toml` are its fights, `content/<system>/adventures/*.toml` its adventures, and
//! `content/<system>/puzzles/*.toml` its puzzles. A system here is only the name of a folder.

use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, File};

use crate::near::suggest;
use crate::own::own_library;
use crate::source::{NotFound, Source};

static CONTENT: LazyLock<Dir<'static>> = LazyLock::new(content);
pub(crate) const SCENARIOS: &str = "scenarios";
pub(crate) const ADVENTURES: &str = "adventures";
const PUZZLES: &str = "puzzles";

#[cfg(not(debug_assertions))]
fn content() -> Dir<'static> {
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../content")
}

/// A program for development reads the project's folder when it is first asked for something: every game would have to be
/// compiled again for each word of content otherwise. `FRACAS_CONTENT` names another folder: that of a copy of the project
/// whose crates cargo takes for those of this one.
#[cfg(debug_assertions)]
fn content() -> Dir<'static> {
    use include_dir::DirEntry;

    fn entries(root: &Path, folder: &Path) -> &'static [DirEntry<'static>] {
        let read = folder.read_dir().into_iter().flatten().flatten();
        let mut paths: Vec<_> = read.map(|entry| entry.path()).collect();
        paths.sort();
        let entry = |path: std::path::PathBuf| {
            let name = path.strip_prefix(root).ok()?.to_str()?.to_owned().leak();
            let file = || Some(DirEntry::File(File::new(name, std::fs::read(&path).ok()?.leak())));
            if path.is_dir() { Some(DirEntry::Dir(Dir::new(name, entries(root, &path)))) } else { file() }
        };
        paths.into_iter().filter_map(entry).collect::<Vec<_>>().leak()
    }
    let root = std::env::var_os("FRACAS_CONTENT").map(std::path::PathBuf::from).or_else(project);
    let root = root.expect(
        "a program for development lies under the project; FRACAS_CONTENT names its content elsewhere",
    );
    Dir::new("", entries(&root, &root))
}

/// The content of the project in which this program was built or is started. Looked for, not written into the program:
/// cargo would compile every game again in a copy of the project.
#[cfg(debug_assertions)]
fn project() -> Option<std::path::PathBuf> {
    let inside = [std::env::current_exe().ok(), std::env::var_os("CARGO_MANIFEST_DIR").map(Into::into)];
    let inside = inside.into_iter().chain([std::env::current_dir().ok()]).flatten();
    let roots = inside.flat_map(|path| path.ancestors().map(Path::to_owned).collect::<Vec<_>>());
    roots
        .into_iter()
        .find(|root| root.join("Cargo.lock").exists() && root.join("content").is_dir())
        .map(|root| root.join("content"))
}

/// A scenario that comes with the program, or is in somebody's own library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub system: String,
    /// The file's name without its ending.
    pub id: String,
    pub source: Source,
    pub yours: bool,
}

/// The systems that have content, in the order of their names.
pub fn systems() -> impl Iterator<Item = &'static str> {
    folders(&CONTENT).map(folder_name)
}

/// A system's creatures, gear and so on, in the order of the file names; empty when there are none.
pub fn library(system: &str) -> Vec<Source> {
    library_in(&CONTENT, system)
}

/// Every single fight, by system and then by id.
pub fn scenarios() -> impl Iterator<Item = Listed> {
    scenarios_in(&CONTENT, SCENARIOS)
}

/// Every adventure, by system and then by id.
pub fn adventures() -> impl Iterator<Item = Listed> {
    scenarios_in(&CONTENT, ADVENTURES)
}

/// Every file of puzzles, by system and then by name.
pub fn puzzles() -> impl Iterator<Item = Listed> {
    scenarios_in(&CONTENT, PUZZLES)
}

/// A fight or an adventure, built in or of the own library, by its id, or by `system/id`, which is needed when two
/// systems use the same id.
pub fn scenario(name: &str) -> Result<Listed, NotFound> {
    let own = own_library().map(|own| own.scenarios().files).unwrap_or_default();
    scenario_in(&CONTENT, own, name)
}

pub(crate) fn is_built_in(system: &str, id: &str) -> bool {
    all_in(&CONTENT).any(|known| known.system == system && known.id == id)
}

fn library_in(root: &Dir<'static>, system: &str) -> Vec<Source> {
    folders(root).filter(|folder| folder_name(folder) == system).flat_map(files).map(source).collect()
}

fn all_in(root: &'static Dir<'static>) -> impl Iterator<Item = Listed> {
    scenarios_in(root, SCENARIOS).chain(scenarios_in(root, ADVENTURES))
}

fn scenarios_in(root: &Dir<'static>, kind: &'static str) -> impl Iterator<Item = Listed> {
    folders(root).flat_map(move |system| {
        let inside = folders(system).filter(move |folder| folder_name(folder) == kind).flat_map(files);
        inside.map(|file| Listed {
            system: folder_name(system).to_owned(),
            id: stem(file.path()).to_owned(),
            source: source(file),
            yours: false,
        })
    })
}

fn scenario_in(root: &'static Dir<'static>, own: Vec<Listed>, name: &str) -> Result<Listed, NotFound> {
    let label = if own.is_empty() { "built in" } else { "known" };
    let all = || all_in(root).chain(own.iter().cloned());
    let mut found: Vec<Listed> = all().filter(|known| named(known, name)).collect();
    if found.len() > 1 {
        let ids: Vec<String> = found.iter().map(full_name).collect();
        return Err(NotFound::new(
            format!("several scenarios are called {name:?}"),
            format!("name the system too: {}", ids.join(", ")),
        ));
    }
    found.pop().ok_or_else(|| {
        let known: Vec<String> =
            all().map(|known| if name.contains('/') { full_name(&known) } else { known.id }).collect();
        let advice = suggest(name, known.iter().map(String::as_str), label, '"');
        NotFound::new(format!("no scenario is called {name:?}"), advice)
    })
}

fn named(known: &Listed, name: &str) -> bool {
    match name.split_once('/') {
        Some((system, id)) => known.system == system && known.id == id,
        None => known.id == name,
    }
}

fn full_name(known: &Listed) -> String {
    format!("{}/{}", known.system, known.id)
}

/// What is embedded and what is read are sorted, so files and folders come in the order of their names.
fn folders(root: &Dir<'static>) -> impl Iterator<Item = &'static Dir<'static>> + use<> {
    root.dirs()
}

fn files(folder: &Dir<'static>) -> impl Iterator<Item = &'static File<'static>> + use<> {
    folder.files().filter(|file| file.path().extension().is_some_and(|ending| ending == "toml"))
}

fn source(file: &File<'static>) -> Source {
    // Were a built-in file not UTF-8, the character shown in place of the bad bytes would be reported where it is.
    Source::new(format!("content/{}", file.path().display()), String::from_utf8_lossy(file.contents()))
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

fn folder_name(folder: &Dir<'static>) -> &'static str {
    folder.path().file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use include_dir::DirEntry;

    use super::*;

    const fn file(path: &'static str) -> DirEntry<'static> {
        DirEntry::File(File::new(path, b"system = 'x'"))
    }

    const fn folder(path: &'static str, entries: &'static [DirEntry<'static>]) -> DirEntry<'static> {
        DirEntry::Dir(Dir::new(path, entries))
    }

    static SHELF: Dir<'_> = Dir::new(
        "",
        &[
            file("README.md"),
            folder(
                "delve",
                &[
                    file("delve/creatures.toml"),
                    file("delve/notes.txt"),
                    folder(
                        "delve/scenarios",
                        &[file("delve/scenarios/bridge.toml"), file("delve/scenarios/inn.toml")],
                    ),
                    file("delve/weapons.toml"),
                ],
            ),
            folder("empty", &[]),
            folder("heed", &[folder("heed/scenarios", &[file("heed/scenarios/inn.toml")])]),
        ],
    );

    fn names(sources: Vec<Source>) -> Vec<String> {
        sources.into_iter().map(|source| source.name).collect()
    }

    fn refusal(name: &str) -> String {
        scenario_in(&SHELF, Vec::new(), name).unwrap_err().to_string()
    }

    #[test]
    fn libraries_and_scenarios_come_in_order() {
        assert_eq!(
            names(library_in(&SHELF, "delve")),
            ["content/delve/creatures.toml", "content/delve/weapons.toml"]
        );
        assert!(library_in(&SHELF, "heed").is_empty() && library_in(&SHELF, "nowhere").is_empty());
        let all: Vec<String> = scenarios_in(&SHELF, SCENARIOS).map(|known| full_name(&known)).collect();
        assert_eq!(all, ["delve/bridge", "delve/inn", "heed/inn"]);
    }

    #[test]
    fn scenarios_are_found_by_id_and_by_system() {
        let bridge = scenario_in(&SHELF, Vec::new(), "bridge").unwrap();
        assert_eq!((bridge.system.as_str(), bridge.id.as_str()), ("delve", "bridge"));
        assert_eq!(bridge.source.name, "content/delve/scenarios/bridge.toml");
        assert_eq!(scenario_in(&SHELF, Vec::new(), "heed/inn").unwrap().system, "heed");
    }

    #[test]
    fn refusals_name_what_there_is() {
        assert_eq!(
            refusal("brigde"),
            "no scenario is called \"brigde\"\n  help: did you mean \"bridge\"? built in: \"bridge\", \"inn\""
        );
        assert_eq!(
            refusal("heed/in"),
            "no scenario is called \"heed/in\"\n  help: did you mean \"heed/inn\"? built in: \"heed/inn\", \"delve/bridge\", \"delve/inn\""
        );
        assert_eq!(
            refusal("inn"),
            "several scenarios are called \"inn\"\n  help: name the system too: delve/inn, heed/inn"
        );
    }

    #[test]
    fn what_is_built_in_is_toml() {
        let all = systems().flat_map(library).chain(all_in(&CONTENT).map(|known| known.source));
        for source in all {
            crate::read(&source, |_| ()).unwrap_or_else(|problems| panic!("{problems}"));
        }
    }
}
