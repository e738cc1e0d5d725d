//! The reference says what the loaders read, no less and no more; pages and schemas follow from it. With
//! `FRACAS_WRITE_DOCS=1` the pages are written again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fracas_content::{Kind, Source, adventures, library, scenarios};
use fracas_systems::System;
use fracas_workshop::{FILES, Reference, page, schema};
use serde_json::Value;

/// A survey takes a while: one for all tests.
fn all() -> &'static [Reference] {
    static ALL: OnceLock<Vec<Reference>> = OnceLock::new();
    ALL.get_or_init(|| System::ALL.iter().map(|&system| Reference::of(system)).collect())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_field_has_a_meaning_and_every_meaning_a_field() {
    let mut wrong = Vec::new();
    let mut unused: Option<BTreeSet<String>> = None;
    for reference in all() {
        let name = reference.system.name();
        wrong.extend(reference.unexplained.iter().map(|what| format!("{name}: {what}")));
        let [own, common] = &reference.unused;
        wrong.extend(own.iter().map(|key| format!("{name}: no field is {key:?}")));
        unused = Some(unused.map_or_else(|| common.clone(), |unused| &unused & common));
    }
    wrong.extend(unused.iter().flatten().map(|key| format!("common: no field is {key:?}")));
    assert!(wrong.is_empty(), "see crates/workshop/fields\n{}", wrong.join("\n"));
}

/// Calls of a reader that name a key.
const CALLS: [&str; 31] = [
    "string",
    "optional_string",
    "strings",
    "integer",
    "optional_integer",
    "integers",
    "array",
    "optional_array",
    "number",
    "flag",
    "one_of",
    "optional_one_of",
    "some_of",
    "parsed",
    "optional_parsed",
    "name",
    "reference",
    "optional_reference",
    "references",
    "list",
    "need_list",
    "table",
    "need_table",
    "tables",
    "need_tables",
    "field",
    "has",
    "problem_at",
    "need",
    "demand_at",
    "roll",
];

/// Whatever key a loader's code spells out was asked for: nothing was overlooked.
#[test]
fn no_key_in_the_code_was_overlooked() {
    let (mut missing, mut of_any) = (Vec::new(), BTreeSet::new());
    for reference in all() {
        let tables = reference.parts.iter().flat_map(|part| &part.tables);
        let known: BTreeSet<&str> = tables
            .flat_map(|table| {
                let own = table.path.rsplit('.').next();
                table.fields.iter().map(|field| field.key.as_str()).chain(own)
            })
            .collect();
        let system = root().join("systems").join(reference.system.name()).join("src");
        missing.extend(overlooked(&system, &known));
        of_any.extend(known);
    }
    // What adventures have in common not every system makes use of.
    missing.extend(overlooked(&root().join("crates/adventure/src"), &of_any));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The goals and events of a fight are the same in a lair as anywhere.
#[test]
fn a_lair_has_all_that_a_fight_has() {
    for reference in all() {
        let fields = |file: Kind, path: &str| -> BTreeSet<String> {
            let part = reference.parts.iter().find(|part| part.file == Some(file)).unwrap();
            let below = |table: &str| table == path || table.starts_with(&format!("{path}."));
            let tables = part.tables.iter().filter(|table| below(&table.path));
            let keys = tables.flat_map(|table| {
                let inner = table.path[path.len()..].to_owned();
                table.fields.iter().map(move |field| format!("{inner}.{}", field.key))
            });
            keys.collect()
        };
        for list in ["goal", "loss", "prize", "event"] {
            let (in_fight, in_lair) =
                (fields(Kind::Fight, list), fields(Kind::Adventure, &format!("encounter.{list}")));
            let name = reference.system.name();
            assert!(in_fight.len() > 2, "{name}: {list}: {in_fight:?}");
            assert_eq!(in_fight, in_lair, "{name}: {list}");
        }
    }
}

fn overlooked(folder: &Path, known: &BTreeSet<&str>) -> Vec<String> {
    let mut missing = Vec::new();
    for file in rust_files(folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        if text.contains("Reader<") {
            let keys = keys(text).filter(|key| !known.contains(key.as_str()));
            missing.extend(keys.map(|key| format!("{key} in {}", file.display())));
        }
    }
    missing
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(rust_files(&path)),
            false if path.extension().is_some_and(|ending| ending == "rs") => all.push(path),
            false => {}
        }
    }
    all
}

/// The keys that stand in calls such as `table.integer("hp", …`.
fn keys(text: &str) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    for call in CALLS {
        for (at, _) in text.match_indices(&format!(".{call}(")) {
            let rest = text[at + call.len() + 2..].trim_start();
            if let Some(key) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                found.push(key.to_owned());
            }
        }
    }
    // Writing a party's file looks alike.
    let written = |key: &String| !text.contains(&format!("file.{key}"));
    found.into_iter().filter(move |key| !key.contains(' ')).filter(written).collect::<Vec<_>>().into_iter()
}

#[test]
fn pages_are_up_to_date() {
    let write = std::env::var_os("FRACAS_WRITE_DOCS").is_some();
    for reference in all() {
        let name = reference.system.name();
        let (path, now) = (root().join(format!("docs/reference/{name}.md")), page(reference));
        if write {
            std::fs::write(&path, &now).unwrap();
        }
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            before == now,
            "{} is not what the loaders say: `FRACAS_WRITE_DOCS=1 cargo test -p fracas-workshop --test reference` renews it",
            path.display()
        );
    }
}

fn validator(system: &str, kind: &str) -> jsonschema::Validator {
    let reference = all().iter().find(|reference| reference.system.name() == system).unwrap();
    let (_, file) = FILES.into_iter().find(|(name, _)| *name == kind).unwrap();
    jsonschema::draft7::new(&schema(reference, file).json).unwrap()
}

fn as_json(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

fn shipped() -> Vec<(String, &'static str, Source)> {
    let mut all = Vec::new();
    for system in System::ALL {
        let name = system.name().to_owned();
        all.extend(library(system.name()).into_iter().map(|source| (name.clone(), "library", source)));
        let fights = scenarios().filter(|listed| listed.system == name);
        all.extend(fights.map(|listed| (listed.system, "fight", listed.source)));
        for listed in adventures().filter(|listed| listed.system == name) {
            let bundle = fracas_systems::bundle_for(listed.source.clone()).unwrap();
            let party = fracas_systems::open(bundle, 1, 0).unwrap().party_file().unwrap();
            all.push((name.clone(), "party", Source::new("party.toml", party)));
            all.push((listed.system, "adventure", listed.source));
        }
    }
    all
}

#[test]
fn whatever_ships_is_valid() {
    let mut wrong = Vec::new();
    for (system, kind, source) in shipped() {
        let (validator, value) = (validator(&system, kind), as_json(&source.text));
        let errors = validator.iter_errors(&value);
        wrong.extend(errors.map(|error| format!("{}: {}: {error}", source.name, error.instance_path())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn starting_points_are_valid_and_without_problems() {
    use fracas_workshop::{Start, start};
    for &system in System::ALL {
        for (name, what) in Start::ALL {
            let text = start(system, what).expect("there is one");
            let kind = if matches!(what, Start::Fight | Start::Adventure) { name } else { "library" };
            let validator = validator(system.name(), kind);
            let value = as_json(text);
            let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{} {name}: {}", system.name(), errors.join("\n"));
            let source = Source::new(format!("{}/{name}.toml", system.name()), text);
            fracas_systems::check(source).unwrap_or_else(|problems| panic!("{problems}"));
        }
    }
}

/// Every key of every shipped file misspelt, and every value of another type, one at a time: the schema finds all of
/// them.
#[test]
fn slips_are_found() {
    let (mut tried, mut overlooked) = (0, Vec::new());
    for (system, kind, source) in shipped() {
        let validator = validator(&system, kind);
        let value = as_json(&source.text);
        let mut paths = Vec::new();
        walk(&value, String::new(), &mut paths);
        for path in paths {
            let mut other_key = value.clone();
            let (parent, key) = path.rsplit_once('/').unwrap();
            let free = matches!(parent, "/minds" | "/pursuits");
            if key.parse::<usize>().is_err() && !free {
                let table = other_key.pointer_mut(parent).unwrap().as_object_mut().unwrap();
                let taken = table.remove(key).unwrap();
                table.insert(format!("{key}_"), taken);
                tried += 1;
                if validator.is_valid(&other_key) {
                    overlooked.push(format!("{}: {path} misspelt", source.name));
                }
            }
            let mut other_type = value.clone();
            let there = other_type.pointer_mut(&path).unwrap();
            // Nothing is ever a list of lists of lists.
            *there = serde_json::json!([[[1.5]]]);
            tried += 1;
            if validator.is_valid(&other_type) {
                overlooked.push(format!("{}: {path} of another type", source.name));
            }
        }
    }
    assert!(tried > 1000, "only {tried} slips were tried");
    assert!(overlooked.is_empty(), "{} of {tried}:\n{}", overlooked.len(), overlooked.join("\n"));
}

/// A few of the places in each file: the first of each list.
fn walk(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                let path = format!("{path}/{key}");
                paths.push(path.clone());
                walk(value, path, paths);
            }
        }
        Value::Array(list) => list.iter().take(1).for_each(|value| walk(value, format!("{path}/0"), paths)),
        _ => {}
    }
}

#[test]
fn a_party_is_a_kind_of_its_own() {
    assert!(!validator("delve", "fight").is_valid(&as_json("system = 'delve'\ntitle = 'X'")));
    assert_eq!(
        FILES.map(|(_, file)| file),
        [None, Some(Kind::Fight), Some(Kind::Adventure), Some(Kind::Party)]
    );
}
