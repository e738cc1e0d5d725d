//! Finds the scenario that somebody asked for, and packs it with its system's library into one bundle that needs
//! nothing else. It reads one field, `system`, and knows no system.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::document::{Document, read};
use crate::kin::{Kin, ids};
use crate::library::{library, scenario};
use crate::problem::{Check, Problems};
use crate::reader::Reader;
use crate::source::{NotFound, Source};

/// All the content a fight needs. A replay keeps it, and so still plays after the library has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    pub scenario: Source,
    pub library: Vec<Source>,
    /// Who goes on an adventure, where it is not the party of its own file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<Source>,
}

impl Bundle {
    /// A scenario with the built-in library of its system.
    pub fn new(scenario: Source) -> Result<Self, Problems> {
        let library = library(&system_of(&scenario)?);
        Ok(Self { scenario, library, party: None })
    }

    /// Reads the library's files and then the scenario, which comes last, and reports every problem in any of them.
    pub fn read<T>(&self, read: impl FnOnce(&mut [Reader<'_>]) -> Option<T>) -> Result<T, Problems> {
        self.read_with(None, |tops, _| read(tops))
    }

    /// The same with the party's file, if there is one.
    pub fn read_party<T, F>(&self, read: F) -> Result<T, Problems>
    where
        F: for<'a> FnOnce(&mut [Reader<'a>], Option<&mut Reader<'a>>) -> Option<T>,
    {
        self.read_with(self.party.as_ref(), read)
    }

    fn read_with<T, F>(&self, party: Option<&Source>, read: F) -> Result<T, Problems>
    where
        F: for<'a> FnOnce(&mut [Reader<'a>], Option<&mut Reader<'a>>) -> Option<T>,
    {
        let check = Check::new();
        let sources: Vec<&Source> = self.library.iter().chain([&self.scenario]).chain(party).collect();
        let documents: Vec<_> = sources.iter().filter_map(|source| Document::parse(source, &check)).collect();
        if documents.len() < sources.len() {
            return check.finish_some(None);
        }
        let kin = Kin::find(&documents);
        let place = self.library.len();
        let known = ids(&documents[..=place]);
        let mut tops = documents.iter().map(|document| document.top_with(kin.as_ref()));
        let mut shelves: Vec<Reader<'_>> = tops.by_ref().take(place + 1).collect();
        let mut party = tops.next();
        // Heroes of one's own, and what they are made of, can stand in their party's file.
        shelves.splice(place..place, party.as_ref().map(|top| top.shelf(&known)));
        let done = read(&mut shelves, party.as_mut());
        if let Some(party) = &mut party {
            party.adopt(shelves.remove(place));
        }
        // What they name was found when the bundle was packed.
        shelves.iter_mut().for_each(|top| drop(top.strings(INCLUDE)));
        // Temperaments are for minds, which read them by themselves.
        if let Some(scenario) = shelves.last_mut() {
            scenario.table(MINDS);
        }
        shelves.iter().chain(&party).for_each(Reader::finish);
        check.finish_some(done)
    }

    /// The system that the scenario names.
    pub fn system(&self) -> Result<String, Problems> {
        system_of(&self.scenario)
    }
}

/// The files that a file needs.
pub(crate) const INCLUDE: &str = "include";

/// The table of a scenario that says who has which temperament.
pub const MINDS: &str = "minds";

/// What a file with a `system` is, by its key `kind`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Kind {
    #[default]
    Fight,
    Adventure,
    /// Heroes who go from one adventure to the next.
    Party,
}

impl Kind {
    pub const NAMES: [(&'static str, Kind); 3] =
        [("fight", Kind::Fight), ("adventure", Kind::Adventure), ("party", Kind::Party)];

    pub fn of(source: &Source) -> Result<Kind, Problems> {
        read(source, |top| top.optional_one_of("kind", &Kind::NAMES).unwrap_or_default())
    }

    pub fn name(self) -> &'static str {
        Kind::NAMES[self as usize].0
    }
}

/// The value of the key `system`, which every scenario has at its top.
pub fn system_of(source: &Source) -> Result<String, Problems> {
    read(source, |top| top.string("system"))
}

/// The scenario that an argument on the command line means: the id of a built-in one, `system/id`, or a path. It reads
/// any file the program may read, so a server must not pass on what a stranger sent: [`scenario`] is for that.
pub fn find(argument: &str) -> Result<Source, NotFound> {
    let path = Path::new(argument);
    match scenario(argument) {
        Ok(found) => Ok(found.source),
        Err(_) if path.exists() || looks_like_a_path(argument) => Source::read(path),
        Err(mut error) => {
            let advice = error.advice.take().unwrap_or_default();
            Err(NotFound::new(error.message, format!("{advice}; or give the path of a file")))
        }
    }
}

/// So that a wrong path gets an error about the path, and a wrong id one about ids.
fn looks_like_a_path(argument: &str) -> bool {
    let path = Path::new(argument);
    path.extension().is_some_and(|ending| ending == "toml") || path.is_absolute() || argument.starts_with('.')
}

/// Every table of this name in all files, in the order of the files.
pub fn each_table(tops: &mut [Reader<'_>], key: &str, mut read: impl FnMut(&mut Reader<'_>)) {
    for top in tops {
        for mut table in top.tables(key) {
            read(&mut table);
            table.finish();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_read_and_other_keys_are_left_alone() {
        let scenario = Source::new("inn.toml", "system = 'nowhere'\nother = 1\n");
        let bundle = Bundle::new(scenario.clone()).unwrap();
        assert_eq!(bundle.system().unwrap(), "nowhere");
        assert_eq!(bundle, Bundle { scenario, library: vec![], party: None });
        assert_eq!(
            system_of(&Source::new("inn.toml", "name = 'The Inn'")).unwrap_err().to_string(),
            "inn.toml:1:1: system: missing\n  | name = 'The Inn'\n  | ^\n  help: add `system` at the top of the file: text in quotes\n"
        );
    }

    #[test]
    fn a_path_is_read_and_a_wrong_one_explained() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine");
        std::fs::write(&path, "system = 'delve'").unwrap();
        assert_eq!(find(path.to_str().unwrap()).unwrap().text, "system = 'delve'");
        assert_eq!(find("no/such.toml").unwrap_err().to_string(), "no/such.toml: there is no such file");
        assert_eq!(find("./nowhere").unwrap_err().to_string(), "./nowhere: there is no such file");
    }

    #[test]
    fn what_is_neither_gets_advice_about_both() {
        let error = find("qqqqqqqqqq").unwrap_err();
        assert_eq!(error.message, "no scenario is called \"qqqqqqqqqq\"");
        assert!(error.advice.unwrap().ends_with("; or give the path of a file"));
        assert!(find("").is_err());
    }
}
