//! Numbers, choices and flags in content, by a path that people can type: `goblin.hp`, `foes.goblin.count`, `heroes.level`.
//! They can be listed, and a bundle can be had with one of them changed, in the text of its files, so that what comes out
//! is what a person would have written. It knows neither systems nor what a value means: the loader judges the result.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::kin::LIKE;
use crate::near::nearest;
use crate::{Bundle, Form, Question, Source};

/// A value in a bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    pub path: String,
    /// As it stands in the file.
    pub value: String,
    pub file: String,
    /// Counted from one.
    pub line: usize,
    /// A whole number: what one more of it is worth can be asked.
    pub whole: Option<i64>,
    /// It stands there; otherwise the value is what its table has without it, and the place is that of the table.
    pub given: bool,
}

/// A whole number that a table could have and does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blank {
    pub path: String,
    pub file: String,
    pub line: usize,
    pub least: i64,
    pub most: i64,
}

/// Why a path leads nowhere, or why a value cannot be put there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathError(String);

impl PathError {
    pub(crate) fn new(why: String) -> PathError {
        PathError(why)
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PathError {}

/// Who fights: the two lists of a scenario, and what they are called in paths that mean all of them.
const GROUPS: [(&str, &str); 2] = [("heroes", "party"), ("monsters", "foes")];

pub(crate) type Table<'a> = DeTable<'a>;

/// A table that can be named: what it is called, and where it stands.
pub(crate) struct Named<'t> {
    /// `goblin`, `creature.goblin`; `foes.goblin`, `foes.1`; empty for the top of a file.
    names: Vec<String>,
    /// The list that it is in; empty for the top of a file.
    pub(crate) list: &'t str,
    pub(crate) file: usize,
    pub(crate) table: &'t Table<'t>,
}

/// The files of a bundle, parsed.
pub(crate) struct Files<'b> {
    pub(crate) sources: Vec<&'b Source>,
    pub(crate) roots: Vec<Table<'b>>,
}

impl Bundle {
    fn sources(&self) -> Vec<&Source> {
        self.library.iter().chain([&self.scenario]).chain(&self.party).collect()
    }

    /// Every value that [`Bundle::with`] can change and that this scenario uses: what its heroes and foes are made of,
    /// what that names in turn (weapons, armour, spells, hazards), and all of the scenario itself.
    pub fn spots(&self) -> Vec<Spot> {
        let files = Files::parse(self);
        let tables = files.tables();
        let mut spots = Vec::new();
        let used = files.used(&tables, self.library.len());
        for (named, _) in tables.iter().zip(used).filter(|(_, used)| *used) {
            let prefix = short(&tables, named).map_or(String::new(), |name| format!("{name}."));
            for (key, value) in named.table {
                files.list(named.file, &format!("{prefix}{}", key.get_ref()), value, &mut spots);
            }
        }
        spots
    }

    /// Every whole number that the tables in [`Bundle::spots`] leave out, by what the loaders ask of this bundle.
    pub fn blanks(&self, asked: &[Question]) -> Vec<Blank> {
        let files = Files::parse(self);
        let tables = files.tables();
        let used = files.used(&tables, self.library.len());
        let mut blanks = Vec::new();
        for (named, _) in tables.iter().zip(used).filter(|(named, used)| *used && !named.list.is_empty()) {
            let Some(name) = short(&tables, named) else { continue };
            for question in asked {
                let key = question.path.strip_prefix(named.list).and_then(|path| path.strip_prefix('.'));
                // What it is like has the others.
                let Some(key) = key.filter(|key| !key.contains('.') && !named.table.contains_key(LIKE))
                else {
                    continue;
                };
                let range = question.forms.iter().find_map(|form| match form {
                    Form::Whole { least, most } => {
                        Some((i64::try_from(*least).ok()?, i64::try_from(*most).ok()?))
                    }
                    _ => None,
                });
                let Some((least, most)) = range.filter(|_| !named.table.contains_key(key)) else { continue };
                let path = format!("{name}.{key}");
                let source = files.sources[named.file];
                let first = named.table.iter().map(|(key, _)| key.span().start).min().unwrap_or(0);
                let line = line_of(source, first);
                let blank = Blank { path, file: source.name.clone(), line, least, most };
                if !blanks.contains(&blank) {
                    blanks.push(blank);
                }
            }
        }
        blanks
    }

    /// Those who fight, by what paths call all of them: `heroes` and `monsters`.
    pub fn groups(&self) -> [(&'static str, Vec<String>); 2] {
        let files = Files::parse(self);
        GROUPS.map(|(group, list)| (group, files.members(list)))
    }

    /// This bundle with another value at a path. `heroes.KEY` and `monsters.KEY` mean all who fight here. A value that is
    /// neither number, flag, list nor in quotes is text.
    pub fn with(&self, path: &str, value: &str) -> Result<Bundle, PathError> {
        let files = Files::parse(self);
        let tables = files.tables();
        let mut edits = files.find(&tables, path)?;
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.file, edit.at.start)));
        let value = written(value);
        let mut changed = self.clone();
        for edit in edits {
            let source = match edit.file {
                file if file < self.library.len() => &mut changed.library[file],
                file if file == self.library.len() => &mut changed.scenario,
                _ => changed.party.as_mut().ok_or_else(|| PathError("there is no party".to_owned()))?,
            };
            source.text.replace_range(edit.at, &edit.text.replace('\0', &value));
        }
        Ok(changed)
    }
}

/// A change of a file; the value comes in the place of a NUL.
struct Edit {
    file: usize,
    at: Range<usize>,
    text: String,
}

/// A value as TOML.
fn written(value: &str) -> String {
    let value = value.trim();
    let plain = value.parse::<f64>().is_ok_and(f64::is_finite) || matches!(value, "true" | "false");
    if plain || value.starts_with(['[', '{', '"', '\'']) { value.to_owned() } else { format!("{value:?}") }
}

impl<'b> Files<'b> {
    pub(crate) fn parse(bundle: &'b Bundle) -> Files<'b> {
        let sources = bundle.sources();
        let roots =
            sources.iter().map(|source| DeTable::parse_recoverable(&source.text).0.into_inner()).collect();
        Files { sources, roots }
    }

    /// Everything with a name, in the order of the files.
    pub(crate) fn tables(&self) -> Vec<Named<'_>> {
        let mut all = Vec::new();
        for (file, root) in self.roots.iter().enumerate() {
            if file + 1 >= self.sources.len() - usize::from(self.has_party()) {
                all.push(Named { names: Vec::new(), list: "", file, table: root });
            }
            for (key, value) in root {
                let DeValue::Array(list) = value.get_ref() else { continue };
                for (number, entry) in list.iter().enumerate() {
                    let DeValue::Table(table) = entry.get_ref() else { continue };
                    let names = names(key.get_ref(), number, table);
                    all.push(Named { names, list: key.get_ref(), file, table });
                }
            }
        }
        all
    }

    /// The library comes first, then the scenario, then perhaps a party.
    fn has_party(&self) -> bool {
        let scenario = |root: &Table<'_>| root.iter().any(|(key, _)| key.get_ref() == "system");
        self.roots.len() >= 2 && self.roots[self.roots.len() - 2..].iter().all(scenario)
    }

    /// Is this what somebody in the scenario is made of?
    fn fights(&self, named: &Named<'_>) -> bool {
        let Some(id) = text(named.table, "id") else { return false };
        GROUPS.iter().any(|(_, list)| self.members(list).iter().any(|member| member == id))
    }

    /// Of all tables, those that matter in this scenario: its own, those of whoever fights in it, and whatever is named
    /// in one that matters.
    pub(crate) fn used(&self, tables: &[Named<'_>], library: usize) -> Vec<bool> {
        let mut used: Vec<bool> =
            tables.iter().map(|named| named.file >= library || self.fights(named)).collect();
        loop {
            let mut words = BTreeSet::new();
            for (named, _) in tables.iter().zip(&used).filter(|(_, used)| **used) {
                named.table.iter().for_each(|(_, value)| mentioned(value.get_ref(), &mut words));
            }
            let mut more = false;
            for (named, used) in tables.iter().zip(&mut used).filter(|(_, used)| !**used) {
                *used = text(named.table, "id").is_some_and(|id| words.contains(id));
                more |= *used;
            }
            if !more {
                return used;
            }
        }
    }

    /// The ids that a list of the scenario names.
    fn members(&self, list: &str) -> Vec<String> {
        let mut members = Vec::new();
        for root in &self.roots {
            let Some(DeValue::Array(entries)) = root.get(list).map(Spanned::get_ref) else { continue };
            for entry in entries.iter() {
                let DeValue::Table(table) = entry.get_ref() else { continue };
                members.extend(reference(table).map(ToOwned::to_owned));
            }
        }
        members.dedup();
        members
    }

    /// What has to be changed for this path.
    fn find(&self, tables: &[Named<'_>], path: &str) -> Result<Vec<Edit>, PathError> {
        if let Some((group, key)) = path.split_once('.')
            && let Some((_, list)) = GROUPS.iter().find(|(name, _)| *name == group)
        {
            let members = self.members(list);
            let edits: Vec<Edit> =
                members.iter().filter_map(|id| self.one(tables, &format!("{id}.{key}"))).collect();
            if !edits.is_empty() {
                return Ok(edits);
            }
        }
        match self.one(tables, path) {
            Some(edit) => Ok(vec![edit]),
            None => Err(self.unknown(tables, path)),
        }
    }

    fn one(&self, tables: &[Named<'_>], path: &str) -> Option<Edit> {
        // The longest name wins, and of two of the same name the later: a scenario comes after its library.
        let fits = tables.iter().flat_map(|named| {
            let whole = named.names.is_empty().then_some(("", named, path));
            let rest = |name: &'_ String| path.strip_prefix(name.as_str())?.strip_prefix('.');
            named.names.iter().filter_map(move |name| Some((name.as_str(), named, rest(name)?))).chain(whole)
        });
        let (_, named, rest) = fits
            .filter(|(_, named, rest)| self.place(named, rest).is_some())
            .max_by_key(|(name, _, _)| name.len())?;
        self.place(named, rest)
    }

    /// Where a value stands in a table, or where it would.
    fn place(&self, named: &Named<'_>, path: &str) -> Option<Edit> {
        let edit = |at: Range<usize>, text: String| Some(Edit { file: named.file, at, text });
        if let Some(value) = value_at(named.table, path) {
            return edit(value.span(), "\0".to_owned());
        }
        // A table of its own can take a key that it does not have; the loader knows whether it means anything.
        let plain = |key: &str| key.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
        if named.names.is_empty() || path.is_empty() || !plain(path) {
            return None;
        }
        let first = named.table.iter().map(|(key, _)| key.span().start).min()?;
        let text = &self.sources[named.file].text;
        let line = text[..first].rfind('\n').map_or(0, |end| end + 1);
        let alone = text[line..first].trim().is_empty();
        let at = if alone { line } else { first };
        edit(at..at, format!("{path} = \0{}", if alone { "\n" } else { ", " }))
    }

    fn unknown(&self, tables: &[Named<'_>], path: &str) -> PathError {
        let known: Vec<&str> =
            tables.iter().flat_map(|named| named.names.first()).map(String::as_str).collect();
        let name = path.split('.').next().unwrap_or_default();
        let advice = match nearest(name, known.iter().copied()) {
            Some(near) if !known.contains(&name) => format!("did you mean {near:?}? "),
            _ => String::new(),
        };
        PathError(format!(
            "no value is at {path:?}: {advice}a path is a thing and one of its keys, as in goblin.hp, foes.goblin.count, \
             heroes.level; `fracas check --paths SCENARIO` lists them"
        ))
    }

    /// A value and all that is in it.
    fn list(&self, file: usize, path: &str, value: &Spanned<DeValue<'_>>, spots: &mut Vec<Spot>) {
        let source = self.sources[file];
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    self.list(file, &format!("{path}.{}", key.get_ref()), value, spots);
                }
            }
            // Lists of tables are things with names of their own.
            DeValue::Array(list) => {
                let values = list.iter().enumerate();
                for (number, value) in
                    values.filter(|(_, value)| !matches!(value.get_ref(), DeValue::Table(_)))
                {
                    self.list(file, &format!("{path}.{}", number + 1), value, spots);
                }
            }
            _ => {
                let Some(written) = source.text.get(value.span()) else { return };
                let line = line_of(source, value.span().start);
                let whole = written.parse().ok();
                let (path, value) = (path.to_owned(), written.to_owned());
                spots.push(Spot { path, value, file: source.name.clone(), line, whole, given: true });
            }
        }
    }
}

/// The short name of a table, unless it is somebody else's too.
fn short<'t>(tables: &'t [Named<'_>], named: &'t Named<'_>) -> Option<&'t String> {
    let alone = |name: &&String| tables.iter().filter(|other| other.names.contains(name)).count() == 1;
    named.names.iter().find(alone).or(named.names.first())
}

fn line_of(source: &Source, at: usize) -> usize {
    source.text[..at].matches('\n').count() + 1
}

/// What a table of a list is called.
fn names(list: &DeString<'_>, number: usize, table: &Table<'_>) -> Vec<String> {
    let numbered = format!("{list}.{}", number + 1);
    match (text(table, "id"), reference(table)) {
        (Some(id), _) => vec![id.to_owned(), format!("{list}.{id}"), numbered],
        (None, Some(id)) => vec![format!("{list}.{id}"), numbered],
        (None, None) => vec![numbered],
    }
}

pub(crate) fn text<'t>(table: &'t Table<'_>, key: &str) -> Option<&'t str> {
    match table.get(key)?.get_ref() {
        DeValue::String(text) => Some(text),
        _ => None,
    }
}

/// Whom an entry of a list names: `hero = "brakk"`, `creature = "goblin"`.
fn reference<'t>(table: &'t Table<'_>) -> Option<&'t str> {
    ["hero", "creature", "monster"].into_iter().find_map(|key| text(table, key))
}

/// All texts in a value.
fn mentioned<'t>(value: &'t DeValue<'_>, words: &mut BTreeSet<&'t str>) {
    match value {
        DeValue::String(text) => drop(words.insert(text)),
        DeValue::Array(list) => list.iter().for_each(|value| mentioned(value.get_ref(), words)),
        DeValue::Table(table) => table.iter().for_each(|(_, value)| mentioned(value.get_ref(), words)),
        _ => {}
    }
}

fn value_at<'t>(table: &'t Table<'t>, path: &str) -> Option<&'t Spanned<DeValue<'t>>> {
    if let Some(value) = table.get(path) {
        return Some(value);
    }
    let (key, rest) = path.split_once('.')?;
    value_in(table.get(key)?, rest)
}

/// Lists are counted from one, and may stand in lists.
fn value_in<'t>(value: &'t Spanned<DeValue<'t>>, path: &str) -> Option<&'t Spanned<DeValue<'t>>> {
    match value.get_ref() {
        DeValue::Table(inner) => value_at(inner, path),
        DeValue::Array(list) => {
            let (nth, rest) = path.split_once('.').map_or((path, None), |(nth, rest)| (nth, Some(rest)));
            let value = list.get(nth.parse::<usize>().ok()?.checked_sub(1)?)?;
            rest.map_or(Some(value), |rest| value_in(value, rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let creatures = "[[creature]]\nid = \"goblin\"\nac = 13\nweapons = [\"bow\", \"club\"]\n\n[[creature]]\nid = \"ogre\"\nac = 12\n";
        let heroes = "[[hero]]\nid = \"ann\"\nlevel = 2\nranks = { might = 3 }\n[[hero]]\nid = \"bob\"\nlevel = 1\n[[hero]]\nid = \"cal\"\nlevel = 4\n";
        let scenario = "system = \"x\"\ndark = false\n[[party]]\nhero = \"ann\"\n[[party]]\nhero = \"bob\"\n\n[[foes]]\ncreature = \"goblin\"\ncount = 5\n";
        let library = vec![Source::new("creatures.toml", creatures), Source::new("heroes.toml", heroes)];
        Bundle { scenario: Source::new("ford.toml", scenario), library, party: None }
    }

    #[test]
    fn a_value_is_changed_where_it_stands() {
        let changed = |path: &str, value: &str| {
            let bundle = bundle().with(path, value).unwrap();
            let all: Vec<String> = bundle.sources().iter().map(|source| source.text.clone()).collect();
            all.join("---\n")
        };
        assert!(changed("goblin.ac", "15").contains("id = \"goblin\"\nac = 15\n"));
        assert!(changed("creature.goblin.ac", "15").contains("id = \"goblin\"\nac = 15\n"));
        assert!(changed("goblin.weapons.2", "axe").contains("[\"bow\", \"axe\"]"));
        assert!(changed("foes.goblin.count", "7").contains("count = 7\n"));
        assert!(changed("foes.1.count", "7").contains("count = 7\n"));
        assert!(changed("dark", "true").contains("dark = true\n"));
        assert!(changed("ann.ranks.might", "4").contains("{ might = 4 }"));
        let levels = changed("heroes.level", "3");
        assert_eq!(levels.matches("level = 3").count(), 2, "{levels}");
        assert!(levels.contains("level = 4"), "who is not in the party stays: {levels}");
    }

    #[test]
    fn a_key_that_is_not_there_is_written_into_its_table() {
        let with = bundle().with("goblin.hp", "6").unwrap();
        assert!(with.library[0].text.starts_with("[[creature]]\nhp = 6\nid = \"goblin\"\n"));
        let all = bundle().with("monsters.hp", "6").unwrap();
        assert_eq!(all.library[0].text.matches("hp = 6").count(), 1, "the ogre does not fight here");
        let two = bundle().with("heroes.luck", "odd").unwrap();
        assert_eq!(two.library[1].text.matches("luck = \"odd\"").count(), 2);
    }

    #[test]
    fn what_is_not_there_is_told_with_what_there_is() {
        let error = bundle().with("gobln.hp", "6").unwrap_err().to_string();
        assert!(error.contains("\"gobln.hp\"") && error.contains("did you mean \"goblin\"?"), "{error}");
        assert!(bundle().with("goblin.a.b", "6").is_err());
        assert!(bundle().with("", "6").is_err());
        assert!(bundle().with("goblin.", "6").is_err());
        assert!(bundle().with("nothing", "6").is_err(), "no new keys at the top of a scenario");
    }

    /// Weapons are no people, and their numbers matter all the same.
    #[test]
    fn what_is_named_by_what_is_used_is_listed_too() {
        let mut bundle = bundle();
        let arms = "[[weapon]]\nid = \"bow\"\nrange = 3\nby_level = [[1, 2], [3]]\nammo = \"arrow\"\n[[weapon]]\nid = \"pike\"\nrange = 2\n\
            [[ammo]]\nid = \"arrow\"\nharm = 1\n[[spell]]\nid = \"club\"\nrange = 9\n[[weapon]]\nid = \"club\"\nrange = 1\n";
        bundle.library.push(Source::new("arms.toml", arms));
        let spots = bundle.spots();
        let paths: Vec<&str> = spots.iter().map(|spot| spot.path.as_str()).collect();
        for path in ["bow.range", "bow.by_level.2.1", "arrow.harm", "weapon.club.range", "spell.club.range"] {
            assert!(paths.contains(&path), "{path} is missing in {paths:?}");
        }
        assert!(!paths.contains(&"pike.range"), "nobody has one: {paths:?}");
        for spot in &spots {
            assert_eq!(bundle.with(&spot.path, &spot.value).unwrap(), bundle, "{}", spot.path);
        }
    }

    #[test]
    fn everything_that_the_scenario_uses_is_listed_and_can_be_changed() {
        let spots = bundle().spots();
        let paths: Vec<&str> = spots.iter().map(|spot| spot.path.as_str()).collect();
        for path in ["goblin.ac", "goblin.weapons.1", "ann.level", "bob.level", "foes.goblin.count", "dark"] {
            assert!(paths.contains(&path), "{path} is missing in {paths:?}");
        }
        assert!(!paths.contains(&"ogre.ac") && !paths.contains(&"cal.level"), "{paths:?}");
        let count = spots.iter().find(|spot| spot.path == "foes.goblin.count").unwrap();
        assert_eq!((count.value.as_str(), count.line, count.whole), ("5", 10, Some(5)));
        for spot in &spots {
            let same = bundle().with(&spot.path, &spot.value).unwrap();
            assert_eq!(same, bundle(), "{}", spot.path);
        }
    }
}
