//! One value and where it stood: a [`Field`] gives it as the type that is asked for, or reports why it cannot. It does
//! not know whether the value had to be there; that is for [`Reader`].

use std::fmt::{Display, from_fn};
use std::ops::{Range, RangeInclusive};

use toml::de::DeValue;

use crate::document::Origin;
use crate::kin::Spot;
use crate::names::Names;
use crate::near::{listing, suggest};
use crate::reader::Reader;
use crate::shown::{clipped, quoted};
use crate::survey::{FEW, Form, Watch, any_value, empty};

/// Any text, where one is imagined.
const SOME: &str = "some";

/// A whole number type that a field may be read as.
pub trait Whole: Copy + Display {
    fn widen(self) -> i128;
    fn narrow(value: i128) -> Option<Self>;
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl Whole for $type {
            fn widen(self) -> i128 {
                self as i128
            }
            fn narrow(value: i128) -> Option<Self> {
                Self::try_from(value).ok()
            }
        }
    )*};
}
whole!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

/// A value in a file, with its path and place.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) path: String,
    pub(crate) span: Range<usize>,
    pub(crate) value: &'a DeValue<'a>,
}

impl<'a> Field<'a> {
    /// Such as `zone[2].near[0]`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Reports something about this value; empty advice is none.
    pub fn problem(&self, message: impl Display, advice: impl Display) {
        self.origin.check.report(self.origin.source, &self.span, &self.path, message, advice);
    }

    /// The text, if it is one, with no report otherwise: for a field that may be text or something else.
    pub fn as_text(&self) -> Option<&'a str> {
        self.asks(|| Form::Text);
        match self.imagined() {
            Some(watch) => (watch.whim(&self.path) % 2 == 1).then_some(SOME),
            None => self.value.as_str(),
        }
    }

    /// Whether this is a table: for a field that may be a table or something else.
    pub fn is_table(&self) -> bool {
        self.imagined().map_or(self.value.is_table(), |watch| watch.whim(&self.path) % 2 == 1)
    }

    /// Whether this is a list: for a field that may be a list or something else.
    pub fn is_list(&self) -> bool {
        self.imagined().map_or(self.value.is_array(), |watch| watch.whim(&self.path) % 2 == 1)
    }

    pub fn text(&self) -> Option<&'a str> {
        self.asks(|| Form::Text);
        if self.imagined().is_some() {
            return Some(SOME);
        }
        self.expect(self.value.as_str(), "text", TEXT)
    }

    /// The text of an id: where it is imagined, one that nothing else has.
    pub(crate) fn own_name(&self) -> Option<String> {
        match self.imagined() {
            Some(watch) => Some(watch.dream(&self.path)),
            None => self.string(),
        }
    }

    pub fn string(&self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    pub fn flag(&self) -> Option<bool> {
        self.asks(|| Form::Flag);
        if let Some(watch) = self.imagined() {
            return Some(watch.whim(&self.path) % 3 > 0);
        }
        self.expect(self.value.as_bool(), FLAG, FLAG)
    }

    pub fn integer<T: Whole>(&self, range: &RangeInclusive<T>) -> Option<T> {
        let (least, most) = (range.start().widen(), range.end().widen());
        self.asks(|| Form::Whole { least, most });
        self.whole(range)
    }

    fn whole<T: Whole>(&self, range: &RangeInclusive<T>) -> Option<T> {
        if let Some(watch) = self.imagined() {
            // Small numbers make the most sense together.
            let more = (watch.whim(&self.path) % 3) as i128;
            return T::narrow((range.start().widen() + more).min(range.end().widen()));
        }
        let integer = self.expect(self.value.as_integer(), "a whole number", whole_number(range))?;
        let value = i128::from_str_radix(integer.as_str(), integer.radix()).ok();
        let inside = value.filter(|value| (range.start().widen()..=range.end().widen()).contains(value));
        match inside.and_then(T::narrow) {
            Some(value) => Some(value),
            None => self.out_of_range(integer, whole_number(range)),
        }
    }

    /// A number that may have decimals.
    pub fn number(&self, range: &RangeInclusive<f64>) -> Option<f64> {
        self.asks(|| Form::Number { least: *range.start(), most: *range.end() });
        if self.imagined().is_some() {
            return Some(*range.start());
        }
        let digits = match self.value {
            DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(value) => (value as f64, integer.to_string()),
                Err(_) => (f64::INFINITY, integer.to_string()),
            },
            DeValue::Float(float) => (float.as_str().parse().unwrap_or(f64::NAN), float.to_string()),
            _ => return self.expect(None, "a number", any_number(range)),
        };
        if range.contains(&digits.0) {
            Some(digits.0)
        } else {
            self.out_of_range(digits.1, any_number(range))
        }
    }

    pub fn one_of<T: Clone>(&self, choices: &[(&str, T)]) -> Option<T> {
        self.asks(|| Form::OneOf(choices.iter().map(|choice| choice.0.to_owned()).collect()));
        if let Some(watch) = self.imagined() {
            return choices
                .get(watch.whim(&self.path) % choices.len().max(1))
                .map(|(_, value)| value.clone());
        }
        let text = self.expect(self.value.as_str(), "text", any_of(choices))?;
        let chosen = choices.iter().find(|(word, _)| *word == text);
        if chosen.is_none() {
            let advice = from_fn(|f| {
                f.write_str(&suggest(text, choices.iter().map(|choice| choice.0), "allowed", '"'))
            });
            self.problem(format_args!("{} is not allowed here", quoted(text)), advice);
        }
        chosen.map(|(_, value)| value.clone())
    }

    /// Text in a notation of its own, such as dice.
    pub fn parsed<T, E: Display>(&self, parse: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        self.asks(|| Form::Notation);
        if let Some(watch) = self.imagined() {
            return parse(&watch.notation(&self.path)).ok();
        }
        let text = self.text()?;
        if let Some(watch) = self.origin.watch {
            watch.sample(&self.path, text);
        }
        let wrong = |error: E| {
            // A notation marks the place on lines of its own; here the file's line is shown, and its advice stands last.
            let told = error.to_string();
            let mut lines = told.lines();
            let what = lines.next().unwrap_or_default();
            self.problem(
                format_args!("{}: {what}", quoted(text)),
                lines.next_back().unwrap_or_default().trim(),
            );
        };
        parse(text).map_err(wrong).ok()
    }

    /// The index of a known name.
    pub fn reference(&self, names: &Names) -> Option<usize> {
        self.asks(|| Form::Reference(names.kind().to_owned()));
        if let Some(watch) = self.imagined() {
            return watch.pick(&self.path, names);
        }
        let text =
            self.expect(self.value.as_str(), "text", format_args!("the name of a {}", names.kind()))?;
        let found = names.find(text);
        if found.is_none() {
            let known = || names.iter().filter(|name| !name.is_empty());
            let advice = from_fn(|f| f.write_str(&suggest(text, known(), "known", '"')));
            self.problem(format_args!("no {} is named {}", names.kind(), quoted(text)), advice);
        }
        found
    }

    /// The fields of a list.
    pub fn list(&self) -> Option<Vec<Field<'a>>> {
        if let Some(watch) = self.origin.watch {
            watch.list(&self.path);
        }
        self.items(FEW)
    }

    /// The same without a word about it; an imagined list holds `many`.
    fn items(&self, many: usize) -> Option<Vec<Field<'a>>> {
        if self.imagined().is_some() {
            let item = |index| Field { path: format!("{}[{index}]", self.path), ..self.clone() };
            return Some((0..many).map(item).collect());
        }
        let array = self.expect(self.value.as_array(), "a list", LIST)?;
        let item = |(index, item): (usize, &'a toml::Spanned<DeValue<'a>>)| Field {
            origin: self.origin,
            path: format!("{}[{index}]", self.path),
            span: item.span(),
            value: item.get_ref(),
        };
        Some(array.iter().enumerate().map(item).collect())
    }

    /// A list of as many whole numbers as are asked for.
    pub fn array<T: Whole, const N: usize>(&self, range: &RangeInclusive<T>) -> Option<[T; N]> {
        let (least, most) = (range.start().widen(), range.end().widen());
        self.asks(|| Form::Numbers { many: N, least, most });
        if self.imagined().is_none() {
            self.expect(self.value.as_array(), "a list", numbers(N, range))?;
        }
        let list = self.items(N)?;
        if list.len() != N {
            self.problem(
                format_args!("{} in this list", count(list.len())),
                format_args!("write {}", numbers(N, range)),
            );
            return None;
        }
        // Not `?` at once: every number that is out of range is to be reported.
        let values: Vec<Option<T>> = list.iter().map(|field| field.whole(range)).collect();
        values.into_iter().collect::<Option<Vec<T>>>()?.try_into().ok()
    }

    pub fn table(&self) -> Option<Reader<'a>> {
        self.asks(|| Form::Table);
        self.inside()
    }

    fn inside(&self) -> Option<Reader<'a>> {
        let reader = |table| {
            let (span, path) = (self.span.clone(), self.path.clone());
            Reader::new(Spot { origin: self.origin, table, span, path })
        };
        if self.imagined().is_some() {
            return Some(reader(empty()));
        }
        let advice = match (&self.value, self.key()) {
            // `[[name]]` in place of `[name]` is the slip that everybody makes once.
            (DeValue::Array(_), Some(key)) => {
                format!("a table: [{key}] with one pair of brackets, or {{ … }}")
            }
            _ => "a table: { key = value, … }".to_owned(),
        };
        let table = self.expect(self.value.as_table(), "a table", advice)?;
        Some(reader(table))
    }

    /// The tables of a list.
    pub fn tables(&self) -> Option<Vec<Reader<'a>>> {
        let advice = match (&self.value, self.key()) {
            (DeValue::Table(_), Some(key)) => format!("[[{key}]] with two pairs of brackets"),
            _ => "a list of tables".to_owned(),
        };
        self.asks(|| Form::Tables);
        if self.imagined().is_none() {
            self.expect(self.value.as_array(), "a list of tables", advice)?;
        }
        Some(self.items(FEW)?.iter().filter_map(Field::inside).collect())
    }

    /// As it stands in the file.
    pub(crate) fn written(&self) -> Option<&'a str> {
        if self.imagined().is_some() { None } else { self.origin.source.text.get(self.span.clone()) }
    }

    /// Tells a survey what is asked of this value.
    fn asks(&self, form: impl FnOnce() -> Form) {
        if let Some(watch) = self.origin.watch {
            watch.form(&self.path, form());
        }
    }

    /// The survey that imagines this value, if it stands in no file.
    fn imagined(&self) -> Option<Watch<'a>> {
        self.origin.watch.filter(|watch| watch.imagined && std::ptr::eq(self.value, any_value()))
    }

    /// The path, unless it ends in an index: what may stand in a table header.
    fn key(&self) -> Option<&str> {
        (!self.path.contains('[')).then_some(self.path.as_str())
    }

    fn out_of_range<T>(&self, value: impl Display, right: impl Display) -> Option<T> {
        self.problem(
            format_args!("{} is out of range", clipped(&value.to_string())),
            format_args!("write {right}"),
        );
        None
    }

    fn expect<T>(&self, value: Option<T>, wanted: &str, right: impl Display) -> Option<T> {
        if value.is_none() {
            self.problem(
                format_args!("this is {}, not {wanted}", kind(self.value)),
                format_args!("write {right}"),
            );
        }
        value
    }
}

pub(crate) const TEXT: &str = "text in quotes";
pub(crate) const FLAG: &str = "true or false";
pub(crate) const LIST: &str = "a list: [ … ]";

pub(crate) fn whole_number<T: Whole>(range: &RangeInclusive<T>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

pub(crate) fn any_number(range: &RangeInclusive<f64>) -> String {
    format!("a number from {} to {}", range.start(), range.end())
}

pub(crate) fn numbers<T: Whole>(many: usize, range: &RangeInclusive<T>) -> String {
    format!("a list of {many} whole numbers from {} to {}", range.start(), range.end())
}

pub(crate) fn any_of<T>(choices: &[(&str, T)]) -> String {
    format!("one of {}", listing(&choices.iter().map(|choice| choice.0).collect::<Vec<_>>(), '"'))
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(array) if array.iter().all(|item| item.get_ref().is_table()) && !array.is_empty() => {
            "a list of tables"
        }
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn count(items: usize) -> String {
    match items {
        0 => "nothing".into(),
        1 => "1 value".into(),
        _ => format!("{items} values"),
    }
}
