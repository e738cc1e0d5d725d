//! What forms are made of: the reference of a system, which its loaders write, as plain data.

use std::sync::OnceLock;

use fracas_content::{FileKind, Form, Kind, Needed};
use fracas_systems::System;
use fracas_workshop::{Field, Reference, Table, default_of, example_of};

use super::messages::{FieldForm, SystemForms, TableForm, ValueForm};

/// Asking the loaders takes a moment: each system once.
pub fn forms(system: System) -> &'static SystemForms {
    static FORMS: [OnceLock<SystemForms>; System::ALL.len()] = [const { OnceLock::new() }; System::ALL.len()];
    FORMS[system as usize].get_or_init(|| described(&Reference::of(system)))
}

fn described(reference: &Reference) -> SystemForms {
    let name = |file: FileKind| file.map_or("library", Kind::name).to_owned();
    let tables = |tables: &[Table]| tables.iter().map(table).collect();
    SystemForms {
        system: reference.system.name().to_owned(),
        files: reference.parts.iter().map(|part| (name(part.file), tables(&part.tables))).collect(),
    }
}

fn table(table: &Table) -> TableForm {
    TableForm {
        path: table.path.clone(),
        meaning: table.meaning.clone(),
        list: table.is_list,
        needed: needed(table.needed).to_owned(),
        fields: table.fields.iter().map(field).collect(),
    }
}

fn field(field: &Field) -> FieldForm {
    let values = |forms: &[Form]| forms.iter().map(value).collect();
    FieldForm {
        key: field.key.clone(),
        meaning: field.meaning.clone(),
        left_out: default_of(field),
        needed: needed(field.question.needed).to_owned(),
        example: example_of(field).trim_matches('`').to_owned(),
        forms: values(&field.question.forms),
        items: field.question.items.as_deref().map(values),
    }
}

fn needed(needed: Needed) -> &'static str {
    match needed {
        Needed::Always => "always",
        Needed::Sometimes => "sometimes",
        Needed::Never => "never",
    }
}

fn value(form: &Form) -> ValueForm {
    // Numbers beyond what JavaScript can hold are no bounds.
    let bound = |whole: i128| i64::try_from(whole).ok().filter(|whole| whole.unsigned_abs() < 1 << 53);
    match form {
        Form::Text => ValueForm::Text,
        Form::Notation => ValueForm::Notation,
        Form::Flag => ValueForm::Flag,
        Form::Whole { least, most } => ValueForm::Whole { least: bound(*least), most: bound(*most) },
        Form::Number { least, most } => ValueForm::Number { least: *least, most: *most },
        Form::Numbers { many, .. } => ValueForm::Numbers { many: *many },
        Form::OneOf(choices) => ValueForm::Choice { of: choices.clone() },
        Form::Id(kind) => ValueForm::Id { of: kind.clone() },
        Form::Reference(kind) => ValueForm::Reference { to: kind.clone() },
        Form::Table => ValueForm::Table,
        Form::Tables => ValueForm::Tables,
    }
}
