//! One value and where it stood: a [`Field`] gives it as the type that is asked for, or reports why it cannot. It does
//! not know whether the value had to be there; that is for [`Reader`].

use std::fmt::{Display, from_fn};
use std::ops::{Range, RangeInclusive};

use toml::de::DeValue;

use crate::document::Origin;
use crate::names::Names;
use crate::near::{listing, suggest};
use crate::reader::Reader;
use crate::shown::{clipped, quoted};

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
        self.value.as_str()
    }

    /// Whether this is a table: for a field that may be a table or something else.
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// Whether this is a list: for a field that may be a list or something else.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    pub fn text(&self) -> Option<&'a str> {
        self.expect(self.value.as_str(), "text", TEXT)
    }

    pub fn string(&self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    pub fn flag(&self) -> Option<bool> {
        self.expect(self.value.as_bool(), FLAG, FLAG)
    }

    pub fn integer<T: Whole>(&self, range: &RangeInclusive<T>) -> Option<T> {
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
        let text = self.text()?;
        parse(text).map_err(|error| self.problem(format_args!("{}: {error}", quoted(text)), "")).ok()
    }

    /// The index of a known name.
    pub fn reference(&self, names: &Names) -> Option<usize> {
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
        let list = self.expect(self.value.as_array(), "a list", numbers(N, range)).and(self.list())?;
        if list.len() != N {
            self.problem(
                format_args!("{} in this list", count(list.len())),
                format_args!("write {}", numbers(N, range)),
            );
            return None;
        }
        // Not `?` at once: every number that is out of range is to be reported.
        let values: Vec<Option<T>> = list.iter().map(|field| field.integer(range)).collect();
        values.into_iter().collect::<Option<Vec<T>>>()?.try_into().ok()
    }

    pub fn table(&self) -> Option<Reader<'a>> {
        let advice = match (&self.value, self.key()) {
            // `[[name]]` in place of `[name]` is the slip that everybody makes once.
            (DeValue::Array(_), Some(key)) => {
                format!("a table: [{key}] with one pair of brackets, or {{ … }}")
            }
            _ => "a table: { key = value, … }".to_owned(),
        };
        let table = self.expect(self.value.as_table(), "a table", advice)?;
        Some(Reader::new(self.origin, table, self.span.clone(), self.path.clone()))
    }

    /// The tables of a list.
    pub fn tables(&self) -> Option<Vec<Reader<'a>>> {
        let advice = match (&self.value, self.key()) {
            (DeValue::Table(_), Some(key)) => format!("[[{key}]] with two pairs of brackets"),
            _ => "a list of tables".to_owned(),
        };
        self.expect(self.value.as_array(), "a list of tables", advice)?;
        Some(self.list()?.iter().filter_map(Field::table).collect())
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
