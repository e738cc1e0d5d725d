//! The reference as a page to read.

use std::fmt::Write;

use fracas_content::{Form, Kind, Needed};

use crate::reference::{Field, Part, Reference, Table};

/// A system's reference in Markdown.
pub fn page(reference: &Reference) -> String {
    let name = reference.system.name();
    let mut text = format!(
        "# {name}: every table and field\n\n\
         Made from what the program reads, with an example from what ships with it; do not change it by hand, but renew it with\n\
         `FRACAS_WRITE_DOCS=1 cargo test -p fracas-workshop --test reference`. How to write files at all is in\n\
         [AUTHORING](../AUTHORING.md), the rules themselves are in [{name}.md](../rules/{name}.md).\n\n\
         `[name]` is one table, `[[name]]` a list of them. **!** marks what has to be there, **(!)** what has to be there in some cases.\n"
    );
    for part in &reference.parts {
        part_page(part, &mut text);
    }
    text
}

fn part_page(part: &Part, text: &mut String) {
    let title = match part.file {
        None => "Things: in library files, fights and adventures",
        Some(Kind::Fight) => "Fights",
        Some(Kind::Adventure) => "Adventures",
        Some(Kind::Party) => "Parties",
    };
    let _ = write!(text, "\n## {title}\n");
    for table in part.tables.iter().filter(|table| !table.fields.is_empty() || !table.path.is_empty()) {
        table_page(table, text);
    }
}

fn table_page(table: &Table, text: &mut String) {
    let mark = mark(table.needed);
    let header = match (table.path.is_empty(), table.is_list) {
        (true, _) => "At the top of the file".to_owned(),
        (false, true) => format!("`[[{}]]`{mark}", table.path),
        (false, false) => format!("`[{}]`{mark}", table.path),
    };
    let _ = write!(text, "\n### {header}\n");
    if !table.meaning.is_empty() {
        let _ = writeln!(text, "{}", table.meaning);
    }
    if table.fields.is_empty() {
        return;
    }
    let _ = write!(text, "\n| field | is | meaning | left out | example |\n|---|---|---|---|---|\n");
    for field in &table.fields {
        let (key, is, meaning) = (&field.key, kind_of(field), &field.meaning);
        let (default, example) = (default_of(field), example_of(field));
        let cells = [
            format!("`{key}`{}", crate::page::mark(field.question.needed)),
            is,
            meaning.clone(),
            default,
            example,
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

fn mark(needed: Needed) -> &'static str {
    match needed {
        Needed::Always => " **!**",
        Needed::Sometimes => " **(!)**",
        Needed::Never => "",
    }
}

/// What a value may be, in words.
pub(crate) fn kind_of(field: &Field) -> String {
    let mut kinds: Vec<String> = field.question.forms.iter().map(|form| words(form, false)).collect();
    if let Some(items) = &field.question.items {
        let items: Vec<String> = items.iter().map(|form| words(form, true)).collect();
        let of = if items.is_empty() { "anything".to_owned() } else { items.join(" or ") };
        kinds.push(format!("list of {of}"));
    }
    kinds.join(", or ")
}

fn words(form: &Form, many: bool) -> String {
    let whole = |least: i128, most: i128| match (least > i128::from(i64::MIN), most < i128::from(i64::MAX)) {
        (true, true) => format!(" from {least} to {most}"),
        (true, false) => format!(" from {least} on"),
        (false, true) => format!(" up to {most}"),
        (false, false) => String::new(),
    };
    match form {
        Form::Text if many => "texts".to_owned(),
        Form::Text => "text".to_owned(),
        Form::Notation => "text in a notation, as in the example".to_owned(),
        Form::Flag => "true or false".to_owned(),
        Form::Whole { least, most } if many => format!("whole numbers{}", whole(*least, *most)),
        Form::Whole { least, most } => format!("whole number{}", whole(*least, *most)),
        Form::Number { least, most } => format!("number from {least} to {most}"),
        Form::Numbers { many, least, most } => {
            format!("{many} whole numbers{} in a list", whole(*least, *most))
        }
        Form::OneOf(choices) => {
            let choices: Vec<String> = choices.iter().map(|choice| format!("`{choice}`")).collect();
            choices.join(", ")
        }
        Form::Id(_) => "id".to_owned(),
        Form::Reference(kind) if many => format!("ids, each of {}", article(kind)),
        Form::Reference(kind) => format!("id of {}", article(kind)),
        Form::Table if many => "tables".to_owned(),
        Form::Table => "table".to_owned(),
        Form::Tables => "list of tables".to_owned(),
    }
}

/// What holds where a field is left out, in words; empty where that cannot be.
pub fn default_of(field: &Field) -> String {
    match (&field.default, field.question.absent) {
        (Some(default), _) => default.clone(),
        (None, Some(absent)) => absent.to_string(),
        (None, None) if field.question.items.is_some() && field.question.needed == Needed::Never => {
            "empty".to_owned()
        }
        (None, None) if field.question.forms == [Form::Flag] => "false".to_owned(),
        (None, None) => String::new(),
    }
}

/// The example as one line of a file.
pub fn example_of(field: &Field) -> String {
    const LONGEST: usize = 60;
    let Some((_, written)) = &field.question.example else { return String::new() };
    let line: Vec<&str> = written.split_whitespace().collect();
    let line = line.join(" ");
    let line = match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    };
    format!("`{line}`")
}

fn article(kind: &str) -> String {
    let an = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if an { "an" } else { "a" })
}
