//! The reference of a system: every table and field that its loaders read, with what it means. What a library, a
//! fight and an adventure can all hold is told once.

use std::collections::{BTreeMap, BTreeSet};

use fracas_content::{FileKind, Form, Kind, Needed, Question, Survey};
use fracas_systems::{System, survey};

use crate::meaning::Meanings;

/// Everything that can be written in the files of a system.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    pub system: System,
    pub parts: Vec<Part>,
    /// The ids that there are of each kind of thing.
    pub ids: BTreeMap<String, BTreeSet<String>>,
    /// Fields of which nobody says what they mean, or what holds without them.
    pub unexplained: Vec<String>,
    /// Meanings that belong to no field: of the system's own, and of those that are common.
    pub unused: [BTreeSet<String>; 2],
}

/// What a kind of file holds; none is what all but parties can hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub file: FileKind,
    pub tables: Vec<Table>,
}

/// A table, or a list of them, and the fields that are neither.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Empty for the top of the file.
    pub path: String,
    pub meaning: String,
    pub fields: Vec<Field>,
    /// Several of them can stand in a file.
    pub is_list: bool,
    pub needed: Needed,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub key: String,
    pub question: Question,
    pub meaning: String,
    pub default: Option<String>,
}

impl Reference {
    pub fn of(system: System) -> Reference {
        let surveyed = survey(system);
        Reference::from_survey(system, &surveyed)
    }

    fn from_survey(system: System, surveyed: &Survey) -> Reference {
        let meanings = Meanings::of(system);
        let mut reference = Reference {
            system,
            parts: Vec::new(),
            ids: surveyed.ids(),
            unexplained: Vec::new(),
            unused: Default::default(),
        };
        let questions = with_kin(with_lairs(shared(surveyed.questions())));
        for file in [None, Some(Kind::Fight), Some(Kind::Adventure), Some(Kind::Party)] {
            let asked: Vec<&Question> = questions.iter().filter(|question| question.file == file).collect();
            let tables = reference.tables(file, &asked, &meanings);
            reference.parts.push(Part { file, tables });
        }
        reference.unused = [meanings.unused(true), meanings.unused(false)];
        reference
    }

    fn tables(&mut self, file: FileKind, asked: &[&Question], meanings: &Meanings) -> Vec<Table> {
        let mut tables = vec![Table {
            path: String::new(),
            meaning: String::new(),
            fields: Vec::new(),
            is_list: false,
            needed: Needed::Always,
        }];
        for question in asked.iter().filter(|question| is_table(question)) {
            let meaning = self.explain(file, question, meanings);
            let is_list = question.forms.contains(&Form::Tables);
            let table = Table {
                path: question.path.clone(),
                meaning,
                fields: Vec::new(),
                is_list,
                needed: question.needed,
            };
            tables.push(table);
        }
        for question in asked {
            let (path, key) = question.path.rsplit_once('.').unwrap_or(("", &question.path));
            // What may be a table or something else is a field as well.
            let only_table = question.items.is_none() && question.forms.iter().all(is_table_form);
            if only_table && !question.forms.is_empty() {
                continue;
            }
            let meaning = self.explain(file, question, meanings);
            let default = meanings.find(file, &question.path).and_then(|meaning| meaning.default.clone());
            let obvious =
                question.items.is_some() || question.absent.is_some() || question.needed != Needed::Never;
            let only_flag = question.forms == [Form::Flag];
            if default.is_none() && !obvious && !only_flag {
                self.unexplained.push(format!("{}: what holds if it is left out?", question.path));
            }
            let field = Field { key: key.to_owned(), question: (*question).clone(), meaning, default };
            if let Some(table) = tables.iter_mut().find(|table| table.path == path) {
                table.fields.push(field);
            }
        }
        // What is in a table comes after it, in the order in which tables are asked for.
        let place = |path: &str| asked.iter().position(|question| question.path == path).unwrap_or(0);
        tables.sort_by_cached_key(|table| {
            let parts: Vec<&str> = table.path.split('.').collect();
            (1..=parts.len()).map(|count| place(&parts[..count].join("."))).collect::<Vec<_>>()
        });
        tables
            .iter()
            .position(|table| table.path.is_empty())
            .into_iter()
            .for_each(|top| tables[..=top].rotate_right(1));
        tables
    }

    fn explain(&mut self, file: FileKind, question: &Question, meanings: &Meanings) -> String {
        match meanings.find(file, &question.path) {
            Some(meaning) => meaning.text.clone(),
            None => {
                let kind = file.map_or("library", Kind::name);
                self.unexplained.push(format!("{} ({kind}): what does it mean?", question.path));
                String::new()
            }
        }
    }
}

pub(crate) fn is_table_form(form: &Form) -> bool {
    matches!(form, Form::Table | Form::Tables)
}

pub(crate) fn is_table(question: &Question) -> bool {
    question.forms.iter().any(is_table_form)
        || question.items.as_ref().is_some_and(|items| items.iter().any(is_table_form))
}

/// What libraries hold can stand in fights and adventures too, and is told once.
fn shared(questions: Vec<Question>) -> Vec<Question> {
    let first = |path: &str| path.split('.').next().unwrap_or_default().to_owned();
    let library: BTreeSet<String> = questions
        .iter()
        .filter(|question| question.file.is_none())
        .map(|question| first(&question.path))
        .collect();
    let mut all: Vec<Question> = Vec::new();
    for mut question in questions.into_iter().filter(|question| !is_of_kin(&question.path)) {
        let scenario = matches!(question.file, Some(Kind::Fight | Kind::Adventure));
        if scenario && library.contains(&first(&question.path)) {
            question.file = None;
        }
        match all.iter_mut().find(|known| known.file == question.file && known.path == question.path) {
            None => all.push(question),
            Some(known) => {
                for form in question.forms {
                    if !known.forms.contains(&form) {
                        known.forms.push(form);
                    }
                }
                if known.items.is_none() {
                    known.items = question.items;
                }
                if known.example.is_none() {
                    known.example = question.example;
                }
            }
        }
    }
    all
}

/// The fight of a lair has the goals and events that a fight has: the same code reads both (`content::Plots`), but only where a
/// place makes sense as a whole, which an imagined one seldom does.
fn with_lairs(mut questions: Vec<Question>) -> Vec<Question> {
    let plot = |path: &str| {
        let (list, rest) = path.split_once('.').unwrap_or((path, ""));
        ["goal", "loss", "prize", "event"].contains(&list) && !rest.is_empty()
    };
    let has_lairs = questions.iter().any(|question| question.path == "encounter.goal");
    let in_fights = questions.iter().filter(|one| one.file == Some(Kind::Fight) && plot(&one.path));
    let in_lairs = in_fights.map(|question| Question {
        file: Some(Kind::Adventure),
        path: format!("encounter.{}", question.path),
        ..question.clone()
    });
    for question in in_lairs.filter(|_| has_lairs).collect::<Vec<_>>() {
        if !questions.iter().any(|known| known.file == question.file && known.path == question.path) {
            questions.push(question);
        }
    }
    questions
}

/// Is this asked because somebody is like somebody else? What may differ is told where the other one is told.
fn is_of_kin(path: &str) -> bool {
    let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
    ["like", "with", "without"].contains(&key) || table.split('.').any(|part| part == "with")
}

/// Adds what every list of things and every mention of somebody has, whatever a system reads of it.
fn with_kin(questions: Vec<Question>) -> Vec<Question> {
    let plain = |file: FileKind, path: String, forms: Vec<Form>, items: Option<Vec<Form>>| Question {
        file,
        path,
        forms,
        items,
        needed: Needed::Never,
        absent: None,
        example: None,
    };
    let mut all = Vec::new();
    for question in questions {
        let (table, key) = question.path.rsplit_once('.').unwrap_or(("", &question.path));
        let kind = question.forms.iter().find_map(|form| match form {
            Form::Id(kind) => Some(kind.clone()),
            _ => None,
        });
        let (file, table) = (question.file, table.to_owned());
        let names_somebody =
            WHO.contains(&key) && question.forms.iter().any(|form| matches!(form, Form::Reference(_)));
        let in_scenario = matches!(file, Some(Kind::Fight | Kind::Adventure));
        all.push(question);
        if let Some(kind) = kind.filter(|_| file.is_none() && !table.is_empty() && !table.contains('.')) {
            all.push(plain(file, format!("{table}.like"), vec![Form::Reference(kind)], None));
            all.push(plain(file, format!("{table}.without"), Vec::new(), Some(vec![Form::Text])));
        }
        if names_somebody && in_scenario {
            all.push(plain(file, format!("{table}.with"), vec![Form::Table], None));
        }
    }
    all
}

/// Keys that name somebody who fights, and what their lists are called.
pub(crate) const WHO: [&str; 2] = ["creature", "hero"];
