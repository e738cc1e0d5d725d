//! JSON Schema for the files of a system, as editors with a TOML language server use it: they complete keys and
//! words, say what a field means, and mark what is wrong while it is typed. It is written in the words of draft 7,
//! which all of them know.

use std::collections::BTreeMap;

use fracas_content::{FileKind, Form, Kind, Needed, Question};
use serde_json::{Map, Value, json};

use crate::page::{default_of, kind_of};
use crate::reference::{Field, Part, Reference, Table, WHO};

/// What there are schemas for, and what they are called.
pub const FILES: [(&str, FileKind); 4] = [
    ("library", None),
    ("fight", Some(Kind::Fight)),
    ("adventure", Some(Kind::Adventure)),
    ("party", Some(Kind::Party)),
];

/// A schema, and the name of the file that it goes into.
#[derive(Clone, PartialEq, Debug)]
pub struct Schema {
    pub name: String,
    pub json: Value,
}

/// The schema of one kind of file.
pub fn schema(reference: &Reference, file: FileKind) -> Schema {
    let of = |file: FileKind| reference.parts.iter().find(|part| part.file == file);
    let things = of(None).filter(|_| file != Some(Kind::Party));
    let own = of(file).filter(|_| file.is_some());
    let parts: Vec<&Part> = things.into_iter().chain(own).collect();
    let writer = Writer { reference, parts: &parts };
    let mut top = writer.table(file, "");
    let what = FILES.iter().find(|(_, known)| *known == file).map_or("library", |(name, _)| name);
    let system = reference.system.name();
    top.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    top.insert("title".to_owned(), json!(format!("fracas: {what} files of {system}")));
    let mut definitions = writer.names();
    for (name, table) in writer.variants() {
        definitions.insert(name, table);
    }
    top.insert("definitions".to_owned(), Value::Object(definitions));
    Schema { name: format!("{system}-{what}.schema.json"), json: Value::Object(top) }
}

/// The schemas of all kinds of files of a system.
pub fn schemas(reference: &Reference) -> Vec<Schema> {
    FILES.iter().map(|(_, file)| schema(reference, *file)).collect()
}

/// What a TOML language server has to be told so that it finds the schemas in the folder beside which this file lies.
pub fn taplo(system: &str) -> String {
    let places = [
        ("library", format!("**/{system}/*.toml")),
        ("fight", format!("**/{system}/scenarios/*.toml")),
        ("adventure", format!("**/{system}/adventures/*.toml")),
    ];
    let rule = |(what, files): &(&str, String)| {
        format!(
            "[[rule]]\ninclude = [\"{files}\"]\n[rule.schema]\nenabled = true\npath = \"{system}-{what}.schema.json\"\n\n"
        )
    };
    places.iter().map(rule).collect()
}

struct Writer<'a> {
    reference: &'a Reference,
    parts: &'a [&'a Part],
}

impl Writer<'_> {
    /// The table at a path: all that may stand in it, and nothing else.
    fn table(&self, file: FileKind, path: &str) -> Map<String, Value> {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut free = json!(false);
        let parts = self.parts.iter().filter(|part| path.is_empty() || part.file == file);
        for part in parts {
            for table in part.tables.iter().filter(|table| table.path == path) {
                for field in &table.fields {
                    let value = self.field(part.file, field);
                    if field.key == "*" {
                        free = value;
                        continue;
                    }
                    if field.question.needed == Needed::Always {
                        required.push(json!(field.key));
                    }
                    properties.insert(field.key.clone(), value);
                }
            }
            for table in part.tables.iter().filter(|table| parent(&table.path) == Some(path)) {
                let key = table.path.rsplit('.').next().unwrap_or_default().to_owned();
                if table.needed == Needed::Always {
                    required.push(json!(key));
                }
                properties.entry(key.clone()).or_insert_with(|| self.inner(part.file, table, &key));
            }
        }
        let derived = properties.contains_key("like");
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("additionalProperties".to_owned(), free);
        match (required.is_empty(), derived) {
            (true, _) => {}
            (false, false) => drop(schema.insert("required".to_owned(), Value::Array(required))),
            // What is like another has the rest from there.
            (false, true) => {
                let own = json!({ "required": ["like", "id", "name"] });
                schema.insert("anyOf".to_owned(), json!([{ "required": required }, own]));
            }
        }
        schema
    }

    fn inner(&self, file: FileKind, table: &Table, key: &str) -> Value {
        let mut inner = match key {
            "with" => self.variant_of(&table.path),
            _ => Value::Object(self.table(file, &table.path)),
        };
        if table.is_list {
            inner = json!({ "type": "array", "items": inner });
        }
        inner["description"] = json!(table.meaning);
        inner
    }

    /// What may differ in somebody who is named.
    fn variant_of(&self, path: &str) -> Value {
        let beside = parent(path).unwrap_or_default();
        let named: Vec<&str> = self
            .parts
            .iter()
            .flat_map(|part| &part.tables)
            .filter(|table| table.path == beside)
            .flat_map(|table| &table.fields)
            .map(|field| field.key.as_str())
            .filter(|key| WHO.contains(key))
            .collect();
        let is_hero = named.contains(&"hero");
        let lists = WHO.iter().filter(|list| (**list == "hero") == is_hero && self.has_list(list));
        let all: Vec<Value> =
            lists.map(|list| json!({ "$ref": format!("#/definitions/{list}-that-differs") })).collect();
        json!({ "anyOf": all })
    }

    fn has_list(&self, list: &str) -> bool {
        self.parts.iter().flat_map(|part| &part.tables).any(|table| table.path == list && table.is_list)
    }

    /// The tables of those who fight, of which nothing has to be there.
    fn variants(&self) -> BTreeMap<String, Value> {
        let lists = WHO.iter().filter(|list| self.has_list(list));
        let open = lists.map(|list| {
            let mut table = self.table(None, list);
            table.remove("required");
            table.remove("anyOf");
            (format!("{list}-that-differs"), Value::Object(table))
        });
        open.collect()
    }

    /// The ids that there are of each kind, for completion; other ids are as good.
    fn names(&self) -> Map<String, Value> {
        let ids = self.reference.ids.iter().filter(|(_, ids)| !ids.is_empty());
        let known = ids.map(|(kind, ids)| {
            (name_of(kind), json!({ "anyOf": [{ "type": "string", "enum": ids }, { "type": "string" }] }))
        });
        known.collect()
    }

    fn field(&self, file: FileKind, field: &Field) -> Value {
        let Question { forms, items, .. } = &field.question;
        let mut kinds: Vec<Value> =
            forms.iter().map(|form| self.form(file, form, &field.question.path)).collect();
        if let Some(items) = items {
            let items: Vec<Value> =
                items.iter().map(|form| self.form(file, form, &field.question.path)).collect();
            kinds.push(json!({ "type": "array", "items": one_of_these(items) }));
        }
        let mut schema = one_of_these(kinds);
        let default = default_of(field);
        let mut description = format!("{}\n\n{}", field.meaning, capital(&kind_of(field)));
        if !default.is_empty() {
            description += &format!(". Left out: {default}");
        }
        schema["description"] = json!(description + ".");
        schema
    }

    fn form(&self, file: FileKind, form: &Form, path: &str) -> Value {
        let whole = |least: i128, most: i128| {
            let mut schema = json!({ "type": "integer" });
            if let Ok(least) = i64::try_from(least) {
                schema["minimum"] = json!(least);
            }
            if let Ok(most) = i64::try_from(most) {
                schema["maximum"] = json!(most);
            }
            schema
        };
        match form {
            Form::Text | Form::Notation => json!({ "type": "string" }),
            Form::Id(_) => json!({ "type": "string", "minLength": 1 }),
            Form::Flag => json!({ "type": "boolean" }),
            Form::Whole { least, most } => whole(*least, *most),
            Form::Number { least, most } => json!({ "type": "number", "minimum": least, "maximum": most }),
            Form::Numbers { many, least, most } => {
                json!({ "type": "array", "items": whole(*least, *most), "minItems": many, "maxItems": many })
            }
            Form::OneOf(choices) => json!({ "type": "string", "enum": choices }),
            Form::Reference(kind) if self.reference.ids.get(kind).is_some_and(|ids| !ids.is_empty()) => {
                json!({ "$ref": format!("#/definitions/{}", name_of(kind)) })
            }
            Form::Reference(_) => json!({ "type": "string" }),
            Form::Table => Value::Object(self.table(file, path)),
            Form::Tables => json!({ "type": "array", "items": self.table(file, path) }),
        }
    }
}

fn parent(path: &str) -> Option<&str> {
    match path.rsplit_once('.') {
        Some((parent, _)) => Some(parent),
        None => (!path.is_empty()).then_some(""),
    }
}

/// Any of these, and nothing else; a reference stands alone in its table, because others beside it are passed over.
fn one_of_these(mut kinds: Vec<Value>) -> Value {
    match kinds.len() {
        0 => json!({}),
        1 if kinds[0].get("$ref").is_none() => kinds.remove(0),
        _ => json!({ "anyOf": kinds }),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the ids of a kind are called among the definitions.
fn name_of(kind: &str) -> String {
    format!("id-of-{}", kind.replace(' ', "-"))
}
