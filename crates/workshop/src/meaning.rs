//! What fields mean, from `fields/common.toml` and the system's own file there.

use std::cell::RefCell;
use std::collections::BTreeSet;

use fracas_content::{FileKind, Kind};
use fracas_systems::System;
use include_dir::{Dir, File, include_dir};
use toml::de::{DeTable, DeValue};

static FIELDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fields");

/// A sentence about a field, and what holds where it is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    pub text: String,
    pub default: Option<String>,
}

/// One line of the files.
#[derive(Debug)]
struct Entry {
    /// As it stands in the file.
    key: String,
    own: bool,
    file: Option<Kind>,
    parts: Vec<String>,
    meaning: Meaning,
}

/// All that is known about the fields of a system.
#[derive(Debug)]
pub struct Meanings {
    entries: Vec<Entry>,
    used: RefCell<BTreeSet<(bool, String)>>,
}

impl Meanings {
    pub fn of(system: System) -> Meanings {
        // A system that is new has no file yet: the tests say what is missing.
        let text = |name: &str| {
            FIELDS.get_file(format!("{name}.toml")).and_then(File::contents_utf8).unwrap_or_default()
        };
        let own = text(system.name());
        let common = read(text("common"), false);
        Meanings { entries: common.chain(read(own, true)).collect(), used: RefCell::default() }
    }

    /// What the best fitting entry says: the system's own before the common ones, one for this kind of file before
    /// one for all, and the one that spells out most of the path.
    pub fn find(&self, file: FileKind, path: &str) -> Option<&Meaning> {
        let path: Vec<&str> = path.split('.').collect();
        let fits =
            |entry: &&Entry| entry.file.is_none_or(|kind| Some(kind) == file) && fits(&entry.parts, &path);
        let spelt = |entry: &Entry| entry.parts.iter().filter(|part| !part.starts_with('*')).count();
        let whole = |entry: &Entry| entry.parts.first().is_some_and(|part| part != "**");
        let rank = |entry: &&Entry| (spelt(entry), whole(entry), entry.own, entry.file.is_some());
        let best = self.entries.iter().filter(fits).max_by_key(rank)?;
        self.used.borrow_mut().insert((best.own, best.key.clone()));
        Some(&best.meaning)
    }

    /// The entries that nothing was found by so far: of the system's own file, or of the common one.
    pub fn unused(&self, own: bool) -> BTreeSet<String> {
        let used = self.used.borrow();
        let unused = self.entries.iter().filter(|entry| entry.own == own);
        unused.map(|entry| entry.key.clone()).filter(|key| !used.contains(&(own, key.clone()))).collect()
    }
}

fn read(text: &'static str, own: bool) -> impl Iterator<Item = Entry> {
    let table = DeTable::parse(text).expect("the meanings are TOML").into_inner();
    table.into_iter().map(move |(key, value)| {
        let key = key.into_inner().into_owned();
        let text = |value: &DeValue<'_>| value.as_str().map(ToOwned::to_owned);
        let meaning = match value.get_ref() {
            DeValue::Array(list) => Meaning {
                text: list.first().and_then(|item| text(item.get_ref())).unwrap_or_default(),
                default: list.get(1).and_then(|item| text(item.get_ref())),
            },
            value => Meaning { text: text(value).unwrap_or_default(), default: None },
        };
        let (file, path) = match key.split_once(':') {
            Some((file, path)) => {
                (Kind::NAMES.iter().find(|(name, _)| *name == file).map(|(_, kind)| *kind), path)
            }
            None => (None, key.as_str()),
        };
        let parts = path.split('.').map(ToOwned::to_owned).collect();
        Entry { own, file, parts, meaning, key }
    })
}

fn fits(pattern: &[String], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "**" => {
            (0..=path.len()).any(|skipped| fits(rest, &path[skipped..]))
        }
        (Some((first, rest)), Some((part, path))) => (first == "*" || first == part) && fits(rest, path),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_fit_what_they_say() {
        let fits = |pattern: &str, path: &str| {
            let pattern: Vec<String> = pattern.split('.').map(ToOwned::to_owned).collect();
            super::fits(&pattern, &path.split('.').collect::<Vec<_>>())
        };
        assert!(fits("**.id", "id") && fits("**.id", "zone.thing.id") && !fits("**.id", "zone.ids"));
        assert!(fits("*.hp", "hero.hp") && !fits("*.hp", "hp") && !fits("*.hp", "a.b.hp"));
        assert!(fits("zone.at", "zone.at") && !fits("zone.at", "zone") && !fits("zone", "zone.at"));
    }
}
