//! What the party carries together and uses up: oil, meals, gold. Which there are, a system says.

use fracas_content::Reader;
use fracas_kernel::{Gauge, Named};
use serde::{Deserialize, Serialize};

use crate::PartyFile;

/// One kind of supply. Systems number theirs from 0, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Supply {
    /// In files, and in the judge's `set` and `grant`.
    pub id: &'static str,
    /// On screens.
    pub name: &'static str,
    /// What it is good for.
    pub means: &'static str,
    /// What is counted, after a number ("measure of oil", "measures of oil").
    pub one: &'static str,
    pub many: &'static str,
}

impl Supply {
    pub const fn new(
        id: &'static str,
        name: &'static str,
        means: &'static str,
        [one, many]: [&'static str; 2],
    ) -> Supply {
        Supply { id, name, means, one, many }
    }
}

/// How much there is of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Supplies([u16; Supplies::KINDS]);

impl Supplies {
    pub const KINDS: usize = 6;
    pub const MAX: u16 = 60_000;

    pub const fn of(&self, kind: usize) -> u16 {
        self.0[kind]
    }

    pub fn set(&mut self, kind: usize, amount: u16) {
        self.0[kind] = amount;
    }

    /// Adds, or takes away as much as there is.
    pub fn add(&mut self, kind: usize, amount: i32) {
        self.0[kind] = (i32::from(self.0[kind]) + amount).clamp(0, Supplies::MAX.into()) as u16;
    }

    pub fn add_all(&mut self, more: &Supplies) {
        (0..Supplies::KINDS).for_each(|kind| self.add(kind, more.0[kind].into()));
    }

    /// Takes one, if there is one.
    pub fn spend(&mut self, kind: usize) -> bool {
        let there = self.0[kind] > 0;
        self.0[kind] = self.0[kind].saturating_sub(1);
        there
    }

    /// The keys of a table that name supplies.
    pub fn read(table: &mut Reader<'_>, kinds: &[Supply]) -> Supplies {
        let mut supplies = Supplies::default();
        for (amount, kind) in supplies.0.iter_mut().zip(kinds) {
            *amount = table.optional_integer(kind.id, 0..=Supplies::MAX).unwrap_or(0);
        }
        supplies
    }

    pub fn write(&self, file: &mut PartyFile, kinds: &[Supply]) {
        file.table("supplies");
        for (&amount, kind) in self.0.iter().zip(kinds) {
            file.number(kind.id, amount);
        }
    }

    /// Those of which there are some, in words ("2 meals").
    pub fn words<'a>(&'a self, kinds: &'a [Supply]) -> impl Iterator<Item = String> + 'a {
        let some = self.0.iter().zip(kinds).filter(|(amount, _)| **amount > 0);
        some.map(|(amount, kind)| format!("{amount} {}", if *amount == 1 { kind.one } else { kind.many }))
    }

    pub fn gauge(&self, kinds: &[Supply], kind: usize, low: bool) -> Gauge {
        let Supply { id, name, means, .. } = kinds[kind];
        Gauge { id, name, text: self.0[kind].to_string(), means: means.to_owned(), low }
    }

    pub fn named(kinds: &[Supply]) -> impl Iterator<Item = Named> {
        kinds.iter().map(|kind| Named::word(kind.id))
    }
}
