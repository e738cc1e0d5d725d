//! The names that a file, or several, gave to things of one kind, so that other fields can refer to them. Names are
//! numbered in the order they were read. It does not know what bears them.

use std::collections::HashMap;

/// Names of one kind, each with its index.
#[derive(Clone, Debug)]
pub struct Names {
    kind: String,
    list: Vec<String>,
    index: HashMap<String, usize>,
    /// Where each name was given, for the error about a second one.
    places: Vec<String>,
}

impl Names {
    /// `kind` is what errors call such a thing: `weapon`.
    pub fn new(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), list: Vec::new(), index: HashMap::new(), places: Vec::new() }
    }

    /// Names that stand in no file.
    pub fn of<N: Into<String>>(kind: impl Into<String>, names: impl IntoIterator<Item = N>) -> Self {
        let mut known = Self::new(kind);
        for name in names {
            let _ = known.add(name.into(), String::new());
        }
        known
    }

    pub fn kind(&self) -> &str {
        &self.kind
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        self.list.get(index).map(String::as_str)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(String::as_str)
    }

    /// A name takes a number even when it is missing or taken, so that numbers stay those of the things as read.
    /// Where a taken name was given first is the error.
    pub(crate) fn add(&mut self, name: String, place: String) -> Result<(), &str> {
        let number = self.list.len();
        self.list.push(name.clone());
        self.places.push(place);
        if name.is_empty() {
            return Ok(());
        }
        match *self.index.entry(name).or_insert(number) {
            first if first == number => Ok(()),
            first => Err(&self.places[first]),
        }
    }
}
