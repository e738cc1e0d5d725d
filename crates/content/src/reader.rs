//! The hand tool every system reads its content with: a [`Reader`] picks typed fields out of one table, reports what
//! is missing or wrong, and at the end reports the keys nobody asked for. It knows no field by name.
//!
//! A method without `optional_` in its name reports a missing key, and on any problem returns a stand-in (an empty
//! text, the start of the range, the first choice) so that reading goes on and finds the other problems too. The
//! stand-in is never used: [`Check::finish`](crate::Check::finish) gives the problems in its place.

use std::collections::HashSet;
use std::fmt::{Display, from_fn};
use std::ops::{Range, RangeInclusive};

use crate::document::{Origin, line_at};
use crate::field::{Field, LIST, TEXT, Whole, any_number, any_of, numbers, whole_number};
use crate::kin::Spot;
use crate::names::Names;
use crate::near::suggest;
use crate::shown::{Key, quoted};
use crate::survey::{Form, any_value};

/// One table of a file.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    spot: Spot<'a>,
    asked: Vec<String>,
    /// Keys that had another name before: the old one, the new one.
    renamed: Vec<[&'static str; 2]>,
    /// What stands elsewhere already, by list and id, and is not read here a second time.
    known: Option<&'a HashSet<(&'a str, &'a str)>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(spot: Spot<'a>) -> Self {
        if let Some(watch) = spot.origin.watch {
            watch.table(&spot.path);
        }
        Self { spot, asked: Vec::new(), renamed: Vec::new(), known: None }
    }

    /// The same file as one of the library, for the things in it that are not `known` from elsewhere. What it is asked for
    /// is of no interest to a survey.
    pub(crate) fn shelf(&self, known: &'a HashSet<(&'a str, &'a str)>) -> Reader<'a> {
        let origin = Origin { watch: None, ..self.spot.origin };
        Reader { known: Some(known), ..Reader::new(Spot { origin, ..self.spot.clone() }) }
    }

    /// What another reader of the same file was asked for is known here too.
    pub(crate) fn adopt(&mut self, other: Reader<'a>) {
        self.asked.extend(other.asked);
    }

    /// Such as `zone[2]`; empty for the file itself.
    pub fn path(&self) -> &str {
        &self.spot.path
    }

    /// Whether the key is there; this does not count as asking for it.
    pub fn has(&self, key: &str) -> bool {
        if let Some(watch) = self.spot.origin.watch {
            watch.choice(&self.spot.path, key);
        }
        self.spot.table.contains_key(key) || self.peek(key).is_some()
    }

    /// Says that a key had another name before. A file that was kept from then may still use it; anywhere else the new
    /// name is asked for, and the value is read all the same.
    pub fn renamed(&mut self, old: &'static str, new: &'static str) {
        self.renamed.push([old, new]);
        let Some((key, _)) = self.spot.table.get_key_value(old) else { return };
        self.asked.push(old.to_owned());
        if !self.spot.origin.source.kept {
            let message = format_args!("`{old}` is now called `{new}`");
            self.report(&key.span(), &self.path_of(old), message, format_args!("write `{new}`"));
        }
    }

    /// One of some words, of which some were others before: the old one, the new one.
    pub fn optional_one_of_renamed<T: Clone>(
        &mut self,
        key: &str,
        choices: &[(&str, T)],
        renamed: &[[&str; 2]],
    ) -> Option<T> {
        let field = self.field(key)?;
        let Some([old, new]) = renamed.iter().find(|pair| field.value.as_str() == Some(pair[0])) else {
            return field.one_of(choices);
        };
        if !self.spot.origin.source.kept {
            field.problem(format_args!("\"{old}\" is now called \"{new}\""), format_args!("write \"{new}\""));
        }
        choices.iter().find(|(word, _)| word == new).map(|(_, value)| value.clone())
    }

    /// The value of a key that is no longer read, in a file that was kept from before. Anywhere else it is reported.
    pub fn dropped(&mut self, old: &str, message: impl Display, advice: impl Display) -> Option<Field<'a>> {
        let (key, value) = self.spot.table.get_key_value(old)?;
        self.asked.push(old.to_owned());
        let Spot { origin, .. } = self.spot;
        if !origin.source.kept {
            self.report(&key.span(), &self.path_of(old), message, advice);
            return None;
        }
        Some(Field { origin, path: self.path_of(old), span: value.span(), value: value.get_ref() })
    }

    /// A key and what it was called before.
    fn names_of<'k>(&'k self, key: &'k str) -> impl Iterator<Item = &'k str> {
        let before = self.renamed.iter().filter(move |pair| pair[1] == key).map(|pair| pair[0]);
        std::iter::once(key).chain(before)
    }

    /// The value of a key that may be absent.
    pub fn field(&mut self, key: &str) -> Option<Field<'a>> {
        if !self.asked.iter().any(|asked| asked == key) {
            self.asked.push(key.to_owned());
        }
        let field = self.peek(key);
        if let Some(watch) = self.spot.origin.watch {
            watch.ask(&self.path_of(key), field.as_ref().and_then(Field::written));
        }
        field
    }

    /// The value of a key that must be there; `right` says what belongs there.
    pub fn need(&mut self, key: &str, right: impl Display) -> Option<Field<'a>> {
        let place = if self.spot.path.is_empty() { " at the top of the file" } else { "" };
        self.require(key, format_args!("add `{}`{place}: {right}", Key(key)))
    }

    /// Every key with its value, in the order of the file: for tables whose keys are free.
    pub fn entries(&mut self) -> Vec<(&'a str, Field<'a>)> {
        if let Some(watch) = self.spot.origin.watch {
            watch.free(&self.spot.path);
        }
        let table = self.spot.table;
        let mut keys: Vec<_> = table.keys().map(|key| (key.span().start, key.get_ref().as_ref())).collect();
        keys.sort_unstable();
        if self.spot.origin.imagines() {
            keys.push((0, "some"));
        }
        keys.into_iter().filter_map(|(_, key)| Some((key, self.field(key)?))).collect()
    }

    pub fn string(&mut self, key: &str) -> String {
        self.need(key, TEXT).and_then(|field| field.string()).unwrap_or_default()
    }

    pub fn optional_string(&mut self, key: &str) -> Option<String> {
        self.field(key)?.string()
    }

    /// A list of texts; absent is empty.
    pub fn strings(&mut self, key: &str) -> Vec<String> {
        self.list(key).iter().filter_map(Field::string).collect()
    }

    pub fn integer<T: Whole>(&mut self, key: &str, range: RangeInclusive<T>) -> T {
        let field = self.need(key, whole_number(&range));
        field.and_then(|field| field.integer(&range)).unwrap_or(*range.start())
    }

    pub fn optional_integer<T: Whole>(&mut self, key: &str, range: RangeInclusive<T>) -> Option<T> {
        self.field(key)?.integer(&range)
    }

    /// A list of whole numbers; absent is empty.
    pub fn integers<T: Whole>(&mut self, key: &str, range: RangeInclusive<T>) -> Vec<T> {
        self.list(key).iter().filter_map(|field| field.integer(&range)).collect()
    }

    /// As many whole numbers as the caller takes: `let [x, y] = zone.array("at", 0..=30)`.
    pub fn array<T: Whole, const N: usize>(&mut self, key: &str, range: RangeInclusive<T>) -> [T; N] {
        let field = self.need(key, numbers(N, &range));
        field.and_then(|field| field.array(&range)).unwrap_or([*range.start(); N])
    }

    pub fn optional_array<T: Whole, const N: usize>(
        &mut self,
        key: &str,
        range: RangeInclusive<T>,
    ) -> Option<[T; N]> {
        self.field(key)?.array(&range)
    }

    /// A number that may have decimals.
    pub fn number(&mut self, key: &str, range: RangeInclusive<f64>) -> f64 {
        let field = self.need(key, any_number(&range));
        field.and_then(|field| field.number(&range)).unwrap_or(*range.start())
    }

    /// True or false, or `absent` when the key is not there.
    pub fn flag(&mut self, key: &str, absent: bool) -> bool {
        if let Some(watch) = self.spot.origin.watch {
            watch.absent(&self.path_of(key), absent);
        }
        self.field(key).and_then(|field| field.flag()).unwrap_or(absent)
    }

    /// One of some words. There must be at least one choice.
    pub fn one_of<T: Clone>(&mut self, key: &str, choices: &[(&str, T)]) -> T {
        let field = self.need(key, any_of(choices));
        field.and_then(|field| field.one_of(choices)).unwrap_or_else(|| choices[0].1.clone())
    }

    pub fn optional_one_of<T: Clone>(&mut self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.field(key)?.one_of(choices)
    }

    /// A list of words, each one of some; absent is empty.
    pub fn some_of<T: Clone>(&mut self, key: &str, choices: &[(&str, T)]) -> Vec<T> {
        self.list(key).iter().filter_map(|field| field.one_of(choices)).collect()
    }

    /// Text in a notation of its own, such as dice; `None` when it was missing or wrong, which is reported.
    pub fn parsed<T, E: Display>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.need(key, TEXT)?.parsed(parse)
    }

    pub fn optional_parsed<T, E: Display>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.field(key)?.parsed(parse)
    }

    /// The name of the thing this table describes: not empty, and not given to another of the same kind. Its index is
    /// the number of calls before with the same `names`.
    pub fn name(&mut self, key: &str, names: &mut Names) -> String {
        let field = self.need(key, TEXT);
        let name = field.as_ref().and_then(|field| field.own_name()).unwrap_or_default();
        let place = field.as_ref().map_or_else(String::new, |field| self.place_of(field));
        let kind = names.kind().to_owned();
        if let (Some(watch), Some(field)) = (self.spot.origin.watch, &field) {
            watch.form(&field.path, Form::Id(kind.clone()));
            watch.id(&kind, &name);
        }
        match (names.add(name.clone(), place), field) {
            (Err(first), Some(field)) => field.problem(
                format_args!("another {kind} is named {}, at {first}", quoted(&name)),
                format_args!("give each {kind} a name of its own"),
            ),
            (_, Some(field)) if field.as_text() == Some("") => {
                field.problem("the name is empty", "write a name")
            }
            _ => {}
        }
        name
    }

    /// The index of a known name; `None` when it was missing or wrong, which is reported.
    pub fn reference(&mut self, key: &str, names: &Names) -> Option<usize> {
        let kin = self.spot.origin.kin;
        let meant = kin.and_then(|kin| self.names_of(key).find_map(|key| kin.meant(self.spot.table, key)));
        if let Some(index) = meant.and_then(|id| names.find(id)) {
            self.field(key);
            return Some(index);
        }
        self.need(key, format_args!("the name of a {}", names.kind()))?.reference(names)
    }

    pub fn optional_reference(&mut self, key: &str, names: &Names) -> Option<usize> {
        self.field(key)?.reference(names)
    }

    /// A list of known names; absent is empty.
    pub fn references(&mut self, key: &str, names: &Names) -> Vec<usize> {
        self.list(key).iter().filter_map(|field| field.reference(names)).collect()
    }

    /// A list of anything; absent is empty.
    pub fn list(&mut self, key: &str) -> Vec<Field<'a>> {
        self.field(key).and_then(|field| field.list()).unwrap_or_default()
    }

    /// A list that must be there and hold something.
    pub fn need_list(&mut self, key: &str) -> Vec<Field<'a>> {
        let Some(field) = self.need(key, LIST) else { return Vec::new() };
        let list = field.list();
        if list.as_ref().is_some_and(Vec::is_empty) {
            field.problem("the list is empty", "write at least one value");
        }
        list.unwrap_or_default()
    }

    /// A table that may be absent.
    pub fn table(&mut self, key: &str) -> Option<Reader<'a>> {
        self.field(key)?.table()
    }

    /// A table that must be there; `None` when it was missing or wrong, which is reported.
    pub fn need_table(&mut self, key: &str) -> Option<Reader<'a>> {
        let advice = format!("add [{}]", self.header(key));
        self.require(key, advice)?.table()
    }

    /// A list of tables; absent is empty.
    pub fn tables(&mut self, key: &str) -> Vec<Reader<'a>> {
        let mut tables = self.field(key).and_then(|field| field.tables()).unwrap_or_default();
        if let Some(kin) = self.spot.origin.kin.filter(|_| self.spot.path.is_empty()) {
            let variants = self.names_of(key).flat_map(|list| kin.variants(self.spot.origin.source, list));
            tables.extend(variants.map(|spot| {
                let origin = Origin { kin: Some(kin), ..spot.origin };
                Reader::new(Spot { origin, ..spot.clone() })
            }));
        }
        if let Some(known) = self.known {
            tables.retain(|table| table.spot.id().is_none_or(|id| !known.contains(&(key, id))));
        }
        tables
    }

    /// A list of tables of which there must be at least one.
    pub fn need_tables(&mut self, key: &str) -> Vec<Reader<'a>> {
        let advice = format!("add [[{}]]", self.header(key));
        self.require(key, advice);
        self.tables(key)
    }

    /// Reports something about the value of a key, or about the table when the key is absent; empty advice is none.
    pub fn problem_at(&self, key: &str, message: impl Display, advice: impl Display) {
        match self.peek(key) {
            Some(field) => field.problem(message, advice),
            None => self.report(&self.spot.span, &self.path_of(key), message, advice),
        }
    }

    /// The same about what was not always asked of a file: one that was kept from before may still be played.
    pub fn demand_at(&self, key: &str, message: impl Display, advice: impl Display) {
        if !self.spot.origin.source.kept {
            self.problem_at(key, message, advice);
        }
    }

    /// Reports something about the table as a whole; empty advice is none.
    pub fn problem(&self, message: impl Display, advice: impl Display) {
        self.report(&self.spot.span, &self.spot.path, message, advice);
    }

    /// Warns of the value of a key, or of the table when the key is absent: it can be played, and is hardly meant.
    pub fn warn_at(&self, key: &str, message: impl Display, advice: impl Display) {
        let span = self.peek(key).map_or_else(|| self.spot.span.clone(), |field| field.span);
        let Spot { origin, .. } = &self.spot;
        origin.check.warn(origin.source, &span, &self.path_of(key), message, advice);
    }

    /// The same about the table as a whole.
    pub fn warn(&self, message: impl Display, advice: impl Display) {
        let Spot { origin, span, path, .. } = &self.spot;
        origin.check.warn(origin.source, span, path, message, advice);
    }

    /// Reports every key that was never asked for. Call it when all has been read.
    pub fn finish(&self) {
        let asked = || self.asked.iter().map(String::as_str);
        let kin = self.spot.origin.kin;
        let known = |key: &str| {
            asked().any(|asked| asked == key) || kin.is_some_and(|kin| kin.knows(self.spot.table, key))
        };
        for key in self.spot.table.keys().filter(|key| !known(key.get_ref())) {
            let name = key.get_ref();
            // Worded only if it is shown: a file may have a hundred thousand such keys.
            let advice = from_fn(|f| f.write_str(&suggest(name, asked(), "known keys", '`')));
            self.report(&key.span(), &self.path_of(name), "unknown key", advice);
        }
    }

    fn require(&mut self, key: &str, advice: impl Display) -> Option<Field<'a>> {
        let field = self.field(key);
        if let Some(watch) = self.spot.origin.watch {
            watch.need(&self.spot.path, &self.path_of(key));
        }
        if field.is_none() {
            self.report(&self.spot.span, &self.path_of(key), "missing", advice);
        }
        field
    }

    fn peek(&self, key: &str) -> Option<Field<'a>> {
        let Spot { origin, table, .. } = self.spot;
        if let Some((key, value)) = self.names_of(key).find_map(|key| Some((key, table.get(key)?))) {
            let path = self.path_of(key);
            return Some(Field { origin, path, span: value.span(), value: value.get_ref() });
        }
        if origin.imagines() {
            return self.imagine(key);
        }
        self.names_of(key).find_map(|key| origin.kin?.field(&self.spot, key))
    }

    fn imagine(&self, key: &str) -> Option<Field<'a>> {
        let (origin, path) = (self.spot.origin, self.path_of(key));
        let there = origin.watch?.is_there(&self.spot.path, key, &path);
        there.then(|| Field { origin, path, span: 0..0, value: any_value() })
    }

    fn report(&self, span: &Range<usize>, field: &str, message: impl Display, advice: impl Display) {
        self.spot.origin.check.report(self.spot.origin.source, span, field, message, advice);
    }

    fn path_of(&self, key: &str) -> String {
        let (path, key) = (&self.spot.path, Key(key));
        if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
    }

    /// The path of a key as a header has it, without indices: `[[zone.door]]` belongs to the last `[[zone]]`.
    fn header(&self, key: &str) -> String {
        let path = self.path_of(key);
        let parts: Vec<&str> = path.split('.').map(|part| part.split('[').next().unwrap_or(part)).collect();
        parts.join(".")
    }

    fn place_of(&self, field: &Field<'a>) -> String {
        format!("{}:{}", field.origin.source.name, line_at(field.origin.lines, field.span.start))
    }
}
