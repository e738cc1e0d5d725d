//! A file that is being written: its text is changed by small edits at paths, as a form makes them, and everything
//! that is not meant stays as a person wrote it, with its order and comments. It knows no field and no system: whether
//! the outcome makes sense is for the loaders to say.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Key, RawString, Table, Value};

/// Longer lists stand one value a line.
const LINE: usize = 100;
/// Deeper than anything that a loader reads.
const DEEPEST: usize = 16;

/// One step of a path: into a table by its key, or into a list by number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    Nth(usize),
    Key(String),
}

/// A change of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Puts a value there; tables on the way are made.
    Set { path: Vec<Step>, value: Json },
    /// One more in a list, before the one that has this number now.
    Insert { path: Vec<Step>, value: Json },
    /// Takes away a key, or one of a list.
    Remove { path: Vec<Step> },
    /// Puts one of a list in the place of another.
    Move { path: Vec<Step>, to: usize },
}

/// Why an edit cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditError(String);

impl EditError {
    pub(crate) fn new(why: &str) -> EditError {
        EditError(why.to_owned())
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EditError {}

type Done<T = ()> = Result<T, EditError>;

/// The text after these edits.
pub fn edited(text: &str, edits: &[Edit]) -> Done<String> {
    let mut document: DocumentMut =
        text.parse().map_err(|_| EditError("the text is not TOML: correct it first".to_owned()))?;
    for edit in edits {
        apply(&mut document, edit)?;
    }
    Ok(document.to_string())
}

/// What a file says, as JSON; `None` where it is not TOML.
pub fn document(text: &str) -> Option<Json> {
    toml::from_str(text).ok()
}

/// A table, a list or a value inside a document.
enum Node<'d> {
    Table(&'d mut Table),
    Tables(&'d mut ArrayOfTables),
    Inline(&'d mut InlineTable),
    List(&'d mut Array),
}

impl<'d> Node<'d> {
    fn of_item(item: &'d mut Item) -> Option<Node<'d>> {
        match item {
            Item::Table(table) => Some(Node::Table(table)),
            Item::ArrayOfTables(tables) => Some(Node::Tables(tables)),
            Item::Value(value) => Node::of_value(value),
            Item::None => None,
        }
    }

    fn of_value(value: &'d mut Value) -> Option<Node<'d>> {
        match value {
            Value::InlineTable(table) => Some(Node::Inline(table)),
            Value::Array(list) => Some(Node::List(list)),
            _ => None,
        }
    }

    /// What is at this step; a table that is missing is made.
    fn enter(self, step: &Step, top: bool) -> Option<Node<'d>> {
        match (self, step) {
            (Node::Table(table), Step::Key(key)) => {
                let new = || if top { Item::Table(Table::new()) } else { inline(InlineTable::new()) };
                Node::of_item(table.entry(key).or_insert_with(new))
            }
            (Node::Inline(table), Step::Key(key)) => {
                let item = table.entry(key.as_str()).or_insert_with(|| InlineTable::new().into());
                Node::of_value(item)
            }
            (Node::Tables(tables), Step::Nth(nth)) => tables.get_mut(*nth).map(Node::Table),
            (Node::List(list), Step::Nth(nth)) => list.get_mut(*nth).and_then(Node::of_value),
            _ => None,
        }
    }
}

fn inline(table: InlineTable) -> Item {
    Item::Value(Value::InlineTable(table))
}

fn apply(document: &mut DocumentMut, edit: &Edit) -> Done {
    let path = match edit {
        Edit::Set { path, .. }
        | Edit::Insert { path, .. }
        | Edit::Remove { path }
        | Edit::Move { path, .. } => path,
    };
    let nowhere = || EditError(format!("there is nothing at {}", shown(path)));
    if path.len() > DEEPEST {
        return Err(nowhere());
    }
    let (last, way) = path.split_last().ok_or_else(nowhere)?;
    match edit {
        Edit::Remove { .. } => {
            remove(parent(document, way, false).ok_or_else(nowhere)?, last).ok_or_else(nowhere)
        }
        Edit::Set { value, .. } => {
            let value = written(value)?;
            let node = parent(document, way, true).ok_or_else(nowhere)?;
            set(node, last, value, way.is_empty()).ok_or_else(nowhere)
        }
        Edit::Insert { value, .. } => {
            let (Step::Nth(nth), value) = (last, written(value)?) else { return Err(nowhere()) };
            insert(document, way, *nth, value).ok_or_else(nowhere)
        }
        Edit::Move { to, .. } => {
            let Step::Nth(from) = last else { return Err(nowhere()) };
            shift(parent(document, way, false).ok_or_else(nowhere)?, *from, *to).ok_or_else(nowhere)
        }
    }
}

/// What a path leads to. Only where something is to be put there may it be made.
fn parent<'d>(document: &'d mut DocumentMut, way: &[Step], make: bool) -> Option<Node<'d>> {
    if !make && !is_there(document.as_item(), way) {
        return None;
    }
    let mut node = Node::Table(document.as_table_mut());
    for (depth, step) in way.iter().enumerate() {
        node = node.enter(step, depth == 0)?;
    }
    Some(node)
}

fn is_there(item: &Item, way: &[Step]) -> bool {
    let found = way.iter().try_fold(Seen::Item(item), |seen, step| seen.step(step));
    found.is_some()
}

/// The same as [`Node`] for those who only look.
enum Seen<'d> {
    Item(&'d Item),
    Table(&'d Table),
    Value(&'d Value),
}

impl<'d> Seen<'d> {
    fn step(self, step: &Step) -> Option<Seen<'d>> {
        match (self, step) {
            (Seen::Item(Item::Table(table)) | Seen::Table(table), Step::Key(key)) => {
                table.get(key).map(Seen::Item)
            }
            (Seen::Item(Item::ArrayOfTables(tables)), Step::Nth(nth)) => tables.get(*nth).map(Seen::Table),
            (Seen::Item(Item::Value(value)) | Seen::Value(value), step) => match (value, step) {
                (Value::InlineTable(table), Step::Key(key)) => table.get(key).map(Seen::Value),
                (Value::Array(list), Step::Nth(nth)) => list.get(*nth).map(Seen::Value),
                _ => None,
            },
            _ => None,
        }
    }
}

fn set(node: Node<'_>, last: &Step, value: Value, top: bool) -> Option<()> {
    match (node, last) {
        (Node::Table(table), Step::Key(key)) => {
            // A header stays a header, and what stands at the top of a file gets one.
            let headed =
                top || table.get(key).is_some_and(|item| item.is_table() || item.is_array_of_tables());
            let new = if headed { as_headers(value) } else { Item::Value(value) };
            match (table.get_mut(key), new) {
                (Some(Item::Value(old)), Item::Value(new)) => replace(old, new),
                (Some(old), new) => *old = new,
                (None, new) => drop(table.insert(key, new)),
            }
        }
        (Node::Inline(table), Step::Key(key)) => match table.get_mut(key) {
            Some(old) => replace(old, value),
            None => drop(table.insert(key, value)),
        },
        (Node::List(list), Step::Nth(nth)) => replace(list.get_mut(*nth)?, value),
        (Node::Tables(tables), Step::Nth(nth)) => match as_headers(value) {
            Item::Table(mut new) => {
                let old = tables.get_mut(*nth)?;
                new.set_position(old.position());
                *new.decor_mut() = old.decor().clone();
                *old = new;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// Another value in the same place, with what was written around it, and a list over several lines stays one.
fn replace(old: &mut Value, mut new: Value) {
    let decor = old.decor().clone();
    if let (Value::Array(before), Value::Array(now)) = (&*old, &mut new)
        && spread(before)
    {
        spread_out(now);
    }
    *new.decor_mut() = decor;
    *old = new;
}

fn remove(node: Node<'_>, last: &Step) -> Option<()> {
    match (node, last) {
        (Node::Table(table), Step::Key(key)) => table.remove(key).map(drop),
        (Node::Inline(table), Step::Key(key)) => table.remove(key).map(drop),
        (Node::Tables(tables), Step::Nth(nth)) if *nth < tables.len() => {
            tables.remove(*nth);
            Some(())
        }
        (Node::List(list), Step::Nth(nth)) if *nth < list.len() => {
            list.remove(*nth);
            Some(())
        }
        _ => None,
    }
}

fn insert(document: &mut DocumentMut, way: &[Step], nth: usize, value: Value) -> Option<()> {
    let (key, above) = way.split_last()?;
    let is_table = matches!(value, Value::InlineTable(_));
    // A list that is not there yet begins with this one.
    let there = is_there(document.as_item(), way);
    let empty =
        parent(document, way, false).is_some_and(|node| matches!(node, Node::List(list) if list.is_empty()));
    if !there || (empty && above.is_empty() && is_table) {
        let list = Value::Array(Array::from_iter([value]));
        return (nth == 0).then(|| set(parent(document, above, true)?, key, list, above.is_empty()))?;
    }
    match parent(document, way, false)? {
        Node::Tables(tables) if nth <= tables.len() => match as_headers(value) {
            Item::Table(table) => tables.insert(nth, table),
            _ => return None,
        },
        Node::List(list) if nth <= list.len() => {
            let several = spread(list);
            list.insert(nth, value);
            let long = || list.to_string().len() > LINE;
            if several || long() {
                spread_out(list);
            }
        }
        _ => return None,
    }
    Some(())
}

fn shift(node: Node<'_>, from: usize, to: usize) -> Option<()> {
    match node {
        Node::Tables(tables) if from < tables.len() && to < tables.len() => {
            // They are written in the order of these positions.
            let positions: Vec<Option<isize>> = tables.iter().map(Table::position).collect();
            let table = tables.remove(from);
            tables.insert(to, table);
            for (table, position) in tables.iter_mut().zip(positions) {
                inner_headers(table);
                table.set_position(position);
            }
        }
        Node::List(list) if from < list.len() && to < list.len() => {
            let several = spread(list);
            let mut value = list.remove(from);
            value.decor_mut().clear();
            list.insert(to, value);
            if several {
                spread_out(list);
            }
        }
        _ => return None,
    }
    Some(())
}

/// Headers inside a table that has moved go with it.
fn inner_headers(table: &mut Table) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(table) => {
                table.set_position(None);
                inner_headers(table);
            }
            Item::ArrayOfTables(tables) => {
                for table in tables.iter_mut() {
                    table.set_position(None);
                    inner_headers(table);
                }
            }
            _ => {}
        }
    }
}

/// A table under a header, or a list of them; anything else as it is.
fn as_headers(value: Value) -> Item {
    match value {
        Value::InlineTable(table) => Item::Table(headed(table)),
        Value::Array(list) if !list.is_empty() && list.iter().all(Value::is_inline_table) => {
            let tables = list.into_iter().filter_map(|value| match value {
                Value::InlineTable(table) => Some(headed(table)),
                _ => None,
            });
            Item::ArrayOfTables(tables.collect())
        }
        value => Item::Value(value),
    }
}

fn headed(table: InlineTable) -> Table {
    let mut headed = Table::new();
    for (key, mut value) in table {
        if let Value::Array(list) = &mut value
            && list.to_string().len() + key.len() > LINE
        {
            spread_out(list);
        }
        headed.insert(&key, Item::Value(value));
    }
    headed
}

/// Does this list stand on several lines?
fn spread(list: &Array) -> bool {
    let newline =
        |raw: Option<&RawString>| raw.and_then(RawString::as_str).is_some_and(|text| text.contains('\n'));
    newline(Some(list.trailing())) || list.iter().any(|value| newline(value.decor().prefix()))
}

fn spread_out(list: &mut Array) {
    list.iter_mut().for_each(|value| value.decor_mut().set_prefix("\n  "));
    list.iter_mut().for_each(|value| value.decor_mut().set_suffix(""));
    list.set_trailing("\n");
    list.set_trailing_comma(true);
}

/// A value of a form as it is written in a file.
fn written(json: &Json) -> Done<Value> {
    Ok(match json {
        Json::Null => return Err(EditError("there is no value; take the key away instead".to_owned())),
        Json::Bool(flag) => (*flag).into(),
        Json::String(text) => text.as_str().into(),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.into(),
            (None, Some(number)) if !number.is_nan() => number.into(),
            _ => return Err(EditError(format!("{number} is not a number that a file can hold"))),
        },
        Json::Array(list) => {
            let mut array = list.iter().map(written).collect::<Done<Array>>()?;
            if array.to_string().len() > LINE {
                spread_out(&mut array);
            }
            array.into()
        }
        Json::Object(table) => {
            let mut inline = InlineTable::new();
            for (key, value) in table.iter().filter(|(_, value)| !value.is_null()) {
                inline.insert_formatted(&Key::new(key), written(value)?);
            }
            inline.into()
        }
    })
}

fn shown(path: &[Step]) -> String {
    path.iter().fold(String::new(), |text, step| match step {
        Step::Nth(nth) => format!("{text}[{nth}]"),
        Step::Key(key) if text.is_empty() => key.clone(),
        Step::Key(key) => format!("{text}.{key}"),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const INN: &str = "# The inn.\nsystem = 'delve' # rules\n\n[[zone]]\nid = \"bar\"\nnear = [\"loft\"]\n\n\
                       # Up there.\n[[zone]]\nid = \"loft\"\n\n[[zone.thing]]\nid = \"rope\"\n\n[[foes]]\ncreature = \"goblin\"\ncount = 2\n";

    fn after(text: &str, edits: serde_json::Value) -> String {
        edited(text, &serde_json::from_value::<Vec<Edit>>(edits).unwrap()).unwrap()
    }

    #[test]
    fn what_is_not_meant_stays_as_it_was_written() {
        assert_eq!(edited(INN, &[]).unwrap(), INN);
        let more = after(INN, json!([{ "op": "set", "path": ["foes", 0, "count"], "value": 3 }]));
        assert_eq!(more, INN.replace("count = 2", "count = 3"));
        let named = after(INN, json!([{ "op": "set", "path": ["system"], "value": "heed" }]));
        assert_eq!(named, INN.replace("'delve' # rules", "\"heed\" # rules"));
        let again = json!([{ "op": "insert", "path": ["zone", 2], "value": { "id": "yard" } }, { "op": "remove", "path": ["zone", 2] }]);
        assert_eq!(after(INN, again), INN);
    }

    #[test]
    fn what_is_new_is_written_as_a_person_would() {
        let zone = json!({ "id": "yard", "at": [2, 0], "near": ["bar"] });
        let text = after(INN, json!([{ "op": "insert", "path": ["zone", 2], "value": zone }]));
        let there = "[[zone.thing]]\nid = \"rope\"\n\n[[zone]]\nat = [2, 0]\nid = \"yard\"\nnear = [\"bar\"]\n\n[[foes]]";
        assert!(text.contains(there), "{text}");
        let edits = json!([
            { "op": "set", "path": ["foes", 0, "with", "hp"], "value": 9 },
            { "op": "set", "path": ["goal", "text"], "value": "Out" },
            { "op": "insert", "path": ["party", 0], "value": { "hero": "brakk" } },
        ]);
        let text = after(INN, edits);
        assert!(
            text.ends_with("with = { hp = 9 }\n\n[goal]\ntext = \"Out\"\n\n[[party]]\nhero = \"brakk\"\n"),
            "{text}"
        );
        let rows: Vec<String> = (0..6).map(|_| "#".repeat(20)).collect();
        let text = after("", json!([{ "op": "set", "path": ["map", "rows"], "value": rows }]));
        assert!(text.starts_with("[map]\nrows = [\n  \"####"), "{text}");
        let text = after(&text, json!([{ "op": "set", "path": ["map", "rows"], "value": ["##", "#."] }]));
        assert_eq!(text, "[map]\nrows = [\n  \"##\",\n  \"#.\",\n]\n");
    }

    #[test]
    fn lists_are_put_in_another_order_with_all_that_belongs_to_them() {
        let text = after(INN, json!([{ "op": "move", "path": ["zone", 1], "to": 0 }]));
        let zones = document(&text).unwrap()["zone"].clone();
        assert_eq!(zones[0]["id"], "loft");
        assert_eq!(
            (zones[0]["thing"][0]["id"].as_str(), zones[1]["id"].as_str()),
            (Some("rope"), Some("bar"))
        );
        assert!(text.contains("# Up there.\n[[zone]]\nid = \"loft\""), "{text}");
        let text = after("a = [1, 2, 3]\n", json!([{ "op": "move", "path": ["a", 0], "to": 2 }]));
        assert_eq!(document(&text).unwrap()["a"], json!([2, 3, 1]));
    }

    #[test]
    fn edits_that_lead_nowhere_are_refused_and_say_where() {
        let why = |edit: serde_json::Value| {
            edited(INN, &[serde_json::from_value(edit).unwrap()]).unwrap_err().to_string()
        };
        assert_eq!(why(json!({ "op": "remove", "path": ["zone", 7] })), "there is nothing at zone[7]");
        assert_eq!(
            why(json!({ "op": "set", "path": ["zone", 7, "id"], "value": 1 })),
            "there is nothing at zone[7].id"
        );
        assert_eq!(
            why(json!({ "op": "insert", "path": ["zone", 9], "value": {} })),
            "there is nothing at zone[9]"
        );
        assert_eq!(
            why(json!({ "op": "set", "path": ["system", "x"], "value": 1 })),
            "there is nothing at system.x"
        );
        assert_eq!(why(json!({ "op": "move", "path": ["zone", 0], "to": 9 })), "there is nothing at zone[0]");
        assert!(why(json!({ "op": "set", "path": ["x"], "value": null })).contains("no value"));
        assert!(edited("a = ", &[]).is_err());
    }
}
