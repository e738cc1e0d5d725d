//! What belongs to a party: heroes of one's own and all that they are made of, as tables that can stand in the party's file,
//! so that it can be taken into any adventure. It knows no system, only which lists the built-in library has.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use toml::{Table, Value};

use crate::bundle::{Bundle, system_of};
use crate::document::Document;
use crate::kin::Kin;
use crate::library::library;
use crate::problem::Check;
use crate::source::Source;

/// Lists that are only an author's own in some systems.
const UNSHIPPED: [&str; 2] = ["condition", "keyword"];

/// What people look for at the top of a table.
const FIRST: [&str; 3] = ["id", "name", "like"];

/// A thing with an id: the list that it is in, its id, and its table.
type Thing = (String, String, Table);

impl Bundle {
    /// The tables of everything that a party's file names, and what that names in turn, except what is built in.
    pub fn belongings(&self, party: &str) -> String {
        let built_in: Vec<Source> =
            system_of(&self.scenario).map(|system| library(&system)).unwrap_or_default();
        let shelf: Vec<Thing> = built_in.iter().flat_map(things).collect();
        let lists: HashSet<&str> = shelf.iter().map(|(list, ..)| list.as_str()).chain(UNSHIPPED).collect();
        let known: HashSet<(&str, &str)> =
            shelf.iter().map(|(list, id, _)| (list.as_str(), id.as_str())).collect();
        let sources = self.library.iter().chain([&self.scenario]).chain(&self.party);
        let mut own: Vec<Thing> = Vec::new();
        for (list, id, table) in sources.flat_map(things).chain(self.variants()) {
            let told = own.iter().any(|(other, same, _)| *other == list && *same == id);
            if lists.contains(list.as_str()) && !known.contains(&(list.as_str(), id.as_str())) && !told {
                own.push((list, id, table));
            }
        }
        let mut named = BTreeSet::new();
        party.parse::<Table>().into_iter().for_each(|file| texts(&Value::Table(file), &mut named));
        let mut taken = vec![false; own.len()];
        while let Some(next) = (0..own.len()).find(|&nth| !taken[nth] && named.contains(&own[nth].1)) {
            taken[next] = true;
            texts(&Value::Table(own[next].2.clone()), &mut named);
        }
        let mut text = String::new();
        for ((list, _, table), _) in own.iter().zip(taken).filter(|(_, taken)| *taken) {
            let _ = write!(text, "\n[[{list}]]\n");
            let mut rows: Vec<_> = table.iter().collect();
            rows.sort_by_key(|(key, _)| FIRST.iter().position(|first| key == first).unwrap_or(FIRST.len()));
            for (key, value) in rows {
                let _ = writeln!(text, "{} = {}", written_key(key), written(value));
            }
        }
        text
    }

    /// Heroes who differ from others only in what stands beside their names, as tables of their own.
    fn variants(&self) -> Vec<Thing> {
        let check = Check::new();
        let sources = self.library.iter().chain([&self.scenario]).chain(&self.party);
        let documents: Vec<_> = sources.filter_map(|source| Document::parse(source, &check)).collect();
        let heroes = Kin::find(&documents).map_or_else(Vec::new, |kin| kin.as_tables("hero"));
        heroes.iter().flat_map(|text| things(&Source::new("", text))).collect()
    }
}

/// The tables with ids in the lists of a file.
fn things(source: &Source) -> Vec<Thing> {
    let file: Table = source.text.parse().unwrap_or_default();
    let mut all = Vec::new();
    for (list, tables) in file {
        let Value::Array(tables) = tables else { continue };
        for table in tables {
            if let Value::Table(table) = table
                && let Some(Value::String(id)) = table.get("id")
            {
                all.push((list.clone(), id.clone(), table));
            }
        }
    }
    all
}

/// Every text in a value.
fn texts(value: &Value, all: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => _ = all.insert(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| texts(value, all)),
        Value::Table(table) => table.values().for_each(|value| texts(value, all)),
        _ => {}
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(time) => time.to_string(),
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let all = table.iter().map(|(key, value)| format!("{} = {}", written_key(key), written(value)));
            format!("{{ {} }}", all.collect::<Vec<_>>().join(", "))
        }
    }
}

fn written_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => all.extend(['\\', c]),
            c if c.is_control() => _ = write!(all, "\\u{:04X}", u32::from(c)),
            c => all.push(c),
        }
    }
    all + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_were_read() {
        let text = "a = \"x \\\"y\\\" \\\\ \\u0007\"\nb = [1, -2.5, true]\n\"odd key\" = { c = { d = [] }, e = \"é\" }\n";
        let file: Table = text.parse().unwrap();
        let again: String =
            file.iter().map(|(key, value)| format!("{} = {}\n", written_key(key), written(value))).collect();
        assert_eq!(again.parse::<Table>().unwrap(), file, "{again}");
    }
}
