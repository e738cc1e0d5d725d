//! A hero in a file that is being written takes a step of growth: what the system's rules know as one, as edits. What the
//! loaders refuse afterwards is not offered.

use fracas_content::Source;
use fracas_systems::{Change, Growth, Hero, System, check_as, growth};
use serde_json::{Value, json};

use crate::draft::{Edit, Step, document, edited};

/// One is like another that is like a third: no further, for it may go round in a circle.
const LINKS: usize = 16;

/// A step that can be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Grown {
    pub name: String,
    pub edits: Vec<Edit>,
}

/// The steps for the hero with this number in the list `hero` or `party` of a file; `library` are the files that it can
/// call on.
pub fn grown(system: System, file: &Source, (list, nth): (&str, usize), library: &[Source]) -> Vec<Grown> {
    let Some(own) = document(&file.text) else { return Vec::new() };
    let entry = own[list][nth].clone();
    let files: Vec<Value> = library.iter().filter_map(|source| document(&source.text)).chain([own]).collect();
    let in_party = list == "party";
    let sheet = match in_party {
        true => thing(&files, "hero", entry["hero"].as_str().unwrap_or_default(), LINKS),
        false => Some(whole(&files, "hero", &entry, LINKS)),
    };
    let Some(sheet) = sheet else { return Vec::new() };
    let hero = Known { files: &files, entry: in_party.then_some(&entry), sheet: &sheet };
    let offered =
        growth(system, &hero).into_iter().filter_map(|Growth { name, in_party: party, on_sheet }| {
            let changes = if in_party { party } else { on_sheet };
            let edits: Vec<Edit> = changes.iter().map(|change| edit(change, &entry, (list, nth))).collect();
            let text = edited(&file.text, &edits).ok()?;
            let fine = check_as(Source { text, ..file.clone() }, Some(system)).is_ok();
            (fine && !edits.is_empty()).then_some(Grown { name, edits })
        });
    offered.collect()
}

fn edit(change: &Change, entry: &Value, (list, nth): (&str, usize)) -> Edit {
    let (path, value) = match change {
        Change::More { path, by, absent } => {
            let now = entry.pointer(&format!("/{}", path.replace('.', "/"))).and_then(Value::as_i64);
            (path, json!(now.unwrap_or(*absent) + by))
        }
        Change::Add { path, id } => {
            let now = entry[path].as_array().cloned().unwrap_or_default();
            (path, now.into_iter().chain([json!(id)]).collect())
        }
    };
    let keys = path.split('.').map(|key| Step::Key(key.to_owned()));
    Edit::Set { path: [Step::Key(list.to_owned()), Step::Nth(nth)].into_iter().chain(keys).collect(), value }
}

/// What stands in files about a hero.
struct Known<'a> {
    files: &'a [Value],
    entry: Option<&'a Value>,
    sheet: &'a Value,
}

impl Known<'_> {
    /// The value of a key in the party's file, on the sheet, or of what the sheet calls on.
    fn value(&self, key: &str) -> Option<Value> {
        let said = |table: &Value| table.get(key).cloned();
        let called_on = || {
            let kinds = ["class", "archetype"].into_iter();
            kinds
                .filter_map(|kind| thing(self.files, kind, self.sheet[kind].as_str()?, LINKS))
                .find_map(|it| said(&it))
        };
        self.entry.and_then(said).or_else(|| said(self.sheet)).or_else(called_on)
    }
}

impl Hero for Known<'_> {
    fn number(&self, key: &str) -> Option<i64> {
        self.value(key)?.as_i64()
    }

    fn list(&self, key: &str) -> Vec<String> {
        let list = self.value(key);
        let ids = list.iter().filter_map(Value::as_array).flatten();
        ids.filter_map(Value::as_str).map(ToOwned::to_owned).collect()
    }

    fn all(&self, kind: &str) -> Vec<String> {
        let things = self.files.iter().filter_map(|file| file[kind].as_array()).flatten();
        things.filter_map(|thing| thing["id"].as_str()).map(ToOwned::to_owned).collect()
    }

    fn number_of(&self, kind: &str, id: &str, key: &str) -> Option<i64> {
        thing(self.files, kind, id, LINKS)?[key].as_i64()
    }
}

/// The last thing of this id, with what it has from the one that it is like; no further than this many `links`.
fn thing(files: &[Value], list: &str, id: &str, links: usize) -> Option<Value> {
    let mut tables = files.iter().filter_map(|file| file[list].as_array()).flatten();
    let found = tables.rfind(|table| table["id"] == id)?;
    Some(whole(files, list, found, links))
}

fn whole(files: &[Value], list: &str, table: &Value, links: usize) -> Value {
    let base = table["like"].as_str().filter(|_| links > 0);
    let base = base.and_then(|like| thing(files, list, like, links - 1));
    let Some(Value::Object(mut all)) = base else { return table.clone() };
    let left_out = table["without"].as_array().cloned().unwrap_or_default();
    all.retain(|key, _| !left_out.iter().any(|one| one == key));
    all.extend(table.as_object().cloned().unwrap_or_default());
    Value::Object(all)
}
