//! Whatever ships, opened in the workshop and written again: untouched it is the same text, and built from nothing by
//! the edits of a form it is the same content.

use fracas_content::{Source, adventures, library, scenarios};
use fracas_systems::{System, check};
use fracas_workshop::{Edit, Start, Step, document, edited, start};
use serde_json::Value;

fn shipped() -> Vec<Source> {
    let own = System::ALL.iter().flat_map(|system| library(system.name()));
    let mut all: Vec<Source> =
        own.chain(scenarios().chain(adventures()).map(|listed| listed.source)).collect();
    for &system in System::ALL {
        for (name, what) in Start::ALL {
            let text = start(system, what).expect("there is one");
            all.push(Source::new(format!("{}/my-{name}.toml", system.name()), text));
        }
    }
    all
}

/// A form's way to a file: every key of its own, every table of a list put in one after the other.
fn by_hand(value: &Value) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (key, value) in value.as_object().expect("a file is a table") {
        let path = vec![Step::Key(key.clone())];
        match value {
            Value::Array(list) if list.iter().all(Value::is_object) && !list.is_empty() => {
                for (nth, table) in list.iter().enumerate() {
                    let at = [path.clone(), vec![Step::Nth(nth)]].concat();
                    edits.push(Edit::Insert { path: at.clone(), value: Value::Object(Default::default()) });
                    fill(&at, table, &mut edits);
                }
            }
            Value::Object(_) => fill(&path, value, &mut edits),
            value => edits.push(Edit::Set { path, value: value.clone() }),
        }
    }
    // What stands at the top of a file comes before its first header.
    edits.sort_by_key(|edit| {
        matches!(edit, Edit::Insert { .. }) || matches!(edit, Edit::Set { path, .. } if path.len() > 1)
    });
    edits
}

fn fill(at: &[Step], table: &Value, edits: &mut Vec<Edit>) {
    for (key, value) in table.as_object().expect("a table") {
        let path = [at.to_vec(), vec![Step::Key(key.clone())]].concat();
        edits.push(Edit::Set { path, value: value.clone() });
    }
}

#[test]
fn whatever_ships_comes_out_of_the_workshop_as_it_went_in() {
    let all = shipped();
    assert!(all.len() > 60, "only {} files", all.len());
    for source in all {
        assert_eq!(edited(&source.text, &[]).as_ref(), Ok(&source.text), "{}", source.name);
        let says = document(&source.text).expect("it is TOML");
        let again = edited("", &by_hand(&says)).unwrap_or_else(|error| panic!("{}: {error}", source.name));
        assert_eq!(document(&again).as_ref(), Some(&says), "{}\n{again}", source.name);
        let again = Source::new(source.name.clone(), again);
        assert_eq!(check(again.clone()), check(source), "{}", again.text);
    }
}

/// A number that is set to what it is, wherever it stands, changes nothing else.
#[test]
fn setting_what_is_there_changes_nothing() {
    for source in shipped() {
        let says = document(&source.text).expect("it is TOML");
        let mut edits = Vec::new();
        leaves(&says, &mut Vec::new(), &mut edits);
        let again = edited(&source.text, &edits).unwrap_or_else(|error| panic!("{}: {error}", source.name));
        assert_eq!(document(&again).as_ref(), Some(&says), "{}", source.name);
        assert_eq!(again.lines().count(), source.text.lines().count(), "{}", source.name);
    }
}

fn leaves(value: &Value, path: &mut Vec<Step>, edits: &mut Vec<Edit>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                path.push(Step::Key(key.clone()));
                leaves(value, path, edits);
                path.pop();
            }
        }
        Value::Array(list) => {
            for (nth, value) in list.iter().enumerate() {
                path.push(Step::Nth(nth));
                leaves(value, path, edits);
                path.pop();
            }
        }
        value => edits.push(Edit::Set { path: path.clone(), value: value.clone() }),
    }
}
