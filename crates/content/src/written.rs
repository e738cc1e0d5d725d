//! A changed bundle as one scenario file: what was changed in the library stands in it under a name of its own, and so
//! does whatever names that, up to those who fight. What names what is known from the questions of the loaders.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::kin::{LIKE, OWN};
use crate::paths::{Files, Named, Table, text};
use crate::shown::Key;
use crate::{Bundle, Form, MINDS, Question, Source};

/// What loaders call those who fight: a kind of creature, or the same with a number behind it.
const COMBATANT: &str = "combatant";

/// A thing of the library that the scenario has in a version of its own.
struct Renamed<'t> {
    list: &'t str,
    kind: &'t str,
    id: &'t str,
    own: String,
}

/// What names what, and what is called otherwise.
struct Names<'t> {
    /// The kinds of things that each list holds, and that each key names.
    kinds: HashMap<&'t str, &'t str>,
    references: HashMap<&'t str, Vec<&'t str>>,
    renamed: Vec<Renamed<'t>>,
}

impl Bundle {
    /// The scenario as one file that gives the same fight with the library of `original`. `asked` is what the loaders ask
    /// of this bundle.
    pub fn scenario_with_changes(&self, original: &Bundle, asked: &[Question]) -> Source {
        let [now, before] = [self, original].map(Files::parse);
        let tables = now.tables();
        let used = now.used(&tables, self.library.len());
        let place = self.library.len();
        let library: Vec<&Named<'_>> = tables
            .iter()
            .zip(used)
            .filter(|(named, used)| *used && named.file < place)
            .map(|(named, _)| named)
            .collect();
        let mut names = Names::of(asked);
        let changed = |named: &&Named<'_>| {
            let same = before
                .roots
                .get(named.file)
                .and_then(|root| find(root, named.list, text(named.table, "id")?));
            let print = |files: &Files<'_>, table: &Table<'_>| {
                lines(&names, files.sources[named.file], named.list, table)
            };
            same.is_none_or(|same| print(&now, named.table) != print(&before, same))
        };
        let mut open: Vec<&Named<'_>> = library.iter().copied().filter(changed).collect();
        // Whoever names one that is called otherwise is another one too.
        while !open.is_empty() {
            for named in open {
                let Some(id) = text(named.table, "id") else { continue };
                let taken = |own: &str| tables.iter().any(|other| text(other.table, "id") == Some(own));
                let own =
                    (1..).map(
                        |nth| if nth == 1 { format!("{id}-changed") } else { format!("{id}-changed-{nth}") },
                    );
                let Some(own) = own.into_iter().find(|own| !taken(own)) else { continue };
                let kind = names.kinds.get(named.list).copied().unwrap_or(named.list);
                names.renamed.push(Renamed { list: named.list, kind, id, own });
            }
            let names_one = |named: &&Named<'_>| {
                let mut found = Vec::new();
                named.table.iter().for_each(|(key, value)| {
                    names.look(&under(named.list, key.get_ref()), value, &mut found)
                });
                !found.is_empty() && names.own_id(named.list, text(named.table, "id")).is_none()
            };
            open = library.iter().copied().filter(names_one).collect();
        }
        let mut edits = Vec::new();
        for (key, value) in &now.roots[place] {
            names.look(key.get_ref(), value, &mut edits);
            let DeValue::Table(minds) = value.get_ref() else { continue };
            for key in minds.keys().filter(|_| key.get_ref() == MINDS) {
                edits.extend(names.combatant(key.get_ref()).map(|own| (key.span(), own)));
            }
        }
        let mut more = String::new();
        for named in &library {
            let Some(own) = names.own_id(named.list, text(named.table, "id")) else { continue };
            let was = before
                .roots
                .get(named.file)
                .and_then(|root| find(root, named.list, text(named.table, "id")?));
            let was = was.map(|was| lines(&Names::of(&[]), before.sources[named.file], named.list, was));
            let rows = version(&names, now.sources[named.file], named, own, &was.unwrap_or_default());
            // A list that stands between brackets goes on there.
            let list = now.roots[place].get(named.list).map(Spanned::span);
            match list.filter(|list| {
                self.scenario
                    .text
                    .get(list.clone())
                    .is_some_and(|list| list.starts_with('[') && !list.starts_with("[["))
            }) {
                Some(list) => {
                    edits.push((list.start + 1..list.start + 1, format!("{{ {} }}, ", rows.join(", "))))
                }
                None => more += &format!("\n[[{}]]\n{}\n", named.list, rows.join("\n")),
            }
        }
        let mut written = self.scenario.text.clone();
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
        edits.into_iter().for_each(|(at, own)| written.replace_range(at, &own));
        if !more.is_empty() {
            written = format!("{}\n{more}", written.trim_end());
        }
        Source { text: written, ..self.scenario.clone() }
    }
}

impl<'t> Names<'t> {
    fn of(asked: &'t [Question]) -> Names<'t> {
        let mut names = Names { kinds: HashMap::new(), references: HashMap::new(), renamed: Vec::new() };
        for question in asked {
            for form in question.forms.iter().chain(question.items.iter().flatten()) {
                match form {
                    Form::Id(kind) => {
                        if let Some(list) = question.path.strip_suffix(".id") {
                            names.kinds.insert(list, kind);
                        }
                    }
                    Form::Reference(kind) => names.references.entry(&question.path).or_default().push(kind),
                    _ => {}
                }
            }
        }
        names
    }

    fn own_id(&self, list: &str, id: Option<&str>) -> Option<&str> {
        let one = self.renamed.iter().find(|one| one.list == list && Some(one.id) == id);
        one.map(|one| one.own.as_str())
    }

    /// What a text at this path has to be instead.
    fn instead(&self, path: &str, text: &str) -> Option<String> {
        if let Some(list) = path.strip_suffix(LIKE).and_then(|path| path.strip_suffix('.')) {
            return self.own_id(list, Some(text)).map(ToOwned::to_owned);
        }
        let kinds = self.references.get(path)?;
        let one = self.renamed.iter().find(|one| one.id == text && kinds.contains(&one.kind));
        one.map(|one| one.own.clone()).or_else(|| self.combatant(text).filter(|_| kinds.contains(&COMBATANT)))
    }

    /// Somebody who fights: `goblin`, `goblin-2`, and `goblin-b` of one that differs.
    fn combatant(&self, text: &str) -> Option<String> {
        let letter = |c: char| c.is_ascii_lowercase();
        let number =
            |part: &str| part.strip_prefix(letter).unwrap_or(part).chars().all(|c| c.is_ascii_digit());
        self.renamed.iter().find_map(|one| {
            let rest = text.strip_prefix(one.id)?;
            let fits = rest.is_empty() || rest.starts_with('-') && rest[1..].split('-').all(number);
            fits.then(|| format!("{}{rest}", one.own))
        })
    }

    /// Every text in a value that has to be another.
    fn look(&self, path: &str, value: &Spanned<DeValue<'_>>, found: &mut Vec<(Range<usize>, String)>) {
        match value.get_ref() {
            DeValue::String(text) => {
                found.extend(self.instead(path, text).map(|own| (value.span(), format!("{own:?}"))));
            }
            DeValue::Array(list) => list.iter().for_each(|value| self.look(path, value, found)),
            DeValue::Table(table) => {
                table.iter().for_each(|(key, value)| self.look(&under(path, key.get_ref()), value, found));
            }
            _ => {}
        }
    }

    /// A value on one line, with the names that its texts have now.
    fn print(&self, source: &Source, path: &str, value: &Spanned<DeValue<'_>>) -> String {
        let as_written = || source.text.get(value.span()).unwrap_or_default().to_owned();
        match value.get_ref() {
            DeValue::String(text) => {
                self.instead(path, text).map_or_else(as_written, |own| format!("{own:?}"))
            }
            DeValue::Array(list) => {
                let all: Vec<String> = list.iter().map(|value| self.print(source, path, value)).collect();
                format!("[{}]", all.join(", "))
            }
            DeValue::Table(table) => format!("{{ {} }}", lines(self, source, path, table).join(", ")),
            _ => as_written(),
        }
    }
}

fn under(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{}", Key(key)) }
}

fn find<'t>(root: &'t Table<'_>, list: &str, id: &str) -> Option<&'t Table<'t>> {
    let DeValue::Array(entries) = root.get(list)?.get_ref() else { return None };
    let tables = entries.iter().filter_map(|entry| match entry.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    });
    tables.into_iter().find(|table| text(table, "id") == Some(id))
}

/// A table's keys and values, each as a line of its own.
fn lines(names: &Names<'_>, source: &Source, path: &str, table: &Table<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in table {
        let (path, name) = (under(path, key.get_ref()), Key(key.get_ref()));
        let whole = source.text.get(value.span()).is_some_and(|text| text.starts_with(['{', '[']));
        match value.get_ref() {
            // `ranks.might = 3` changes one value of a table that it has from another.
            DeValue::Table(table) if !whole => {
                lines.extend(
                    self::lines(names, source, &path, table).iter().map(|line| format!("{name}.{line}")),
                );
            }
            _ => lines.push(format!("{name} = {}", names.print(source, &path, value))),
        }
    }
    lines
}

/// The lines of one that is like another, and of its own where it differs from what `was`.
fn version(names: &Names<'_>, source: &Source, named: &Named<'_>, own: &str, was: &[String]) -> Vec<String> {
    let id = format!("id = {own:?}");
    let all = lines(names, source, named.list, named.table);
    let key = |line: &String, keys: &[&str]| keys.iter().any(|key| line.starts_with(&format!("{key} = ")));
    // What is like one that is called otherwise is written out.
    let elsewhere = all.iter().any(|line| key(line, &[LIKE]) && !was.contains(line));
    if elsewhere {
        return [id].into_iter().chain(all.into_iter().filter(|line| !key(line, &["id"]))).collect();
    }
    let name = all.iter().filter(|line| key(line, &["name"])).cloned();
    let like = format!("{LIKE} = {:?}", text(named.table, "id").unwrap_or_default());
    let others = all.iter().filter(|line| !key(line, &OWN) && !was.contains(line)).cloned();
    [id].into_iter().chain(name).chain([like]).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Needed;

    fn question(path: &str, form: Form) -> Question {
        let (file, forms) = (None, vec![form]);
        Question {
            file,
            path: path.to_owned(),
            forms,
            items: None,
            needed: Needed::Never,
            absent: None,
            example: None,
        }
    }

    fn asked() -> Vec<Question> {
        let id = |list: &str, kind: &str| question(&format!("{list}.id"), Form::Id(kind.to_owned()));
        let names = |path: &str, kind: &str| question(path, Form::Reference(kind.to_owned()));
        vec![
            id("weapon", "weapon"),
            id("creature", "creature"),
            names("creature.weapons", "weapon"),
            names("foes.creature", "creature"),
            names("goal.fells", "combatant"),
        ]
    }

    fn bundle(scenario: &str) -> Bundle {
        let arms = "[[weapon]]\nid = 'bow'\nname = 'Bow'\nrange = 3\n";
        let creatures = "[[creature]]\nid = 'goblin'\nname = 'Goblin'\nac = 13\nweapons = ['bow', 'club']\n\
            [[creature]]\nid = 'chief'\nname = 'Chief'\nlike = 'goblin'\nac = 15\nbow = 'bow'\n";
        let library = vec![Source::new("arms.toml", arms), Source::new("creatures.toml", creatures)];
        Bundle {
            scenario: Source::new("ford.toml", format!("system = 'x'\n{scenario}")),
            library,
            party: None,
        }
    }

    fn written(scenario: &str, path: &str, value: &str) -> String {
        let original = bundle(scenario);
        original.with(path, value).unwrap().scenario_with_changes(&original, &asked()).text
    }

    #[test]
    fn a_changed_creature_is_like_the_other() {
        let fight = "[[foes]]\ncreature = 'goblin' # five\ncount = 5\n[[goal]]\nfells = 'goblin-2'\nsays = 'goblin'\n[minds]\ngoblin = 'loyal'\n";
        assert_eq!(
            written(fight, "goblin.ac", "15"),
            "system = 'x'\n[[foes]]\ncreature = \"goblin-changed\" # five\ncount = 5\n[[goal]]\nfells = \"goblin-changed-2\"\n\
             says = 'goblin'\n[minds]\ngoblin-changed = 'loyal'\n\n\
             [[creature]]\nid = \"goblin-changed\"\nname = 'Goblin'\nlike = \"goblin\"\nac = 15\n"
        );
        assert_eq!(
            written(fight, "foes.goblin.count", "7"),
            bundle(fight).scenario.text.replace("= 5", "= 7")
        );
    }

    /// Whoever has a changed weapon is another one, and whoever is like them too.
    #[test]
    fn what_names_a_changed_thing_is_changed_too() {
        let text = written("foes = [{ creature = 'chief' }]\n", "bow.range", "9");
        assert_eq!(
            text,
            "system = 'x'\nfoes = [{ creature = \"chief-changed\" }]\n\n\
             [[weapon]]\nid = \"bow-changed\"\nname = 'Bow'\nlike = \"bow\"\nrange = 9\n\n\
             [[creature]]\nid = \"goblin-changed\"\nname = 'Goblin'\nlike = \"goblin\"\nweapons = [\"bow-changed\", 'club']\n\n\
             [[creature]]\nid = \"chief-changed\"\nac = 15\nbow = 'bow'\nlike = \"goblin-changed\"\nname = 'Chief'\n"
        );
    }

    #[test]
    fn a_list_between_brackets_goes_on_there() {
        let text = written(
            "foes = [{ creature = 'goblin' }]\ncreature = [{ id = 'goblin-changed' }]\n",
            "goblin.ac",
            "9",
        );
        assert_eq!(
            text,
            "system = 'x'\nfoes = [{ creature = \"goblin-changed-2\" }]\n\
             creature = [{ id = \"goblin-changed-2\", name = 'Goblin', like = \"goblin\", ac = 9 }, { id = 'goblin-changed' }]\n"
        );
    }
}
