//! What the parties of an adventure bring home of their supplies. It knows neither systems nor what supplies are good for.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// What was there at the start, and what was left in each adventure whose party was not lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stock {
    pub start: Vec<(String, i64)>,
    pub left: BTreeMap<String, Vec<i64>>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Supply {
    pub name: String,
    pub start: i64,
    pub left: Left,
}

/// At the end, of parties that were not lost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Left {
    pub parties: usize,
    pub mean: f64,
    pub p5: i64,
    pub median: i64,
    pub p95: i64,
}

impl Stock {
    pub fn add(&mut self, left: Vec<(String, i64)>) {
        for (name, amount) in left {
            self.left.entry(name).or_default().push(amount);
        }
    }

    pub fn merge(&mut self, other: Stock) {
        if self.start.is_empty() {
            self.start = other.start;
        }
        for (name, amounts) in other.left {
            self.left.entry(name).or_default().extend(amounts);
        }
    }

    /// Each kind of supplies; nothing of a single fight.
    pub fn supplies(&self) -> Vec<Supply> {
        let known = self.start.iter();
        known
            .filter_map(|(name, start)| {
                let left = Left::of(self.left.get(name)?.clone())?;
                Some(Supply { name: name.clone(), start: *start, left })
            })
            .collect()
    }
}

impl Left {
    fn of(mut amounts: Vec<i64>) -> Option<Left> {
        amounts.sort_unstable();
        let parties = amounts.len();
        let at = |share: usize| amounts.get((parties.saturating_sub(1)) * share / 100).copied();
        let mean = amounts.iter().sum::<i64>() as f64 / parties as f64;
        Some(Left { parties, mean, p5: at(5)?, median: at(50)?, p95: at(95)? })
    }
}

pub fn supplies_text(supplies: &[Supply]) -> String {
    let Some(Left { parties, .. }) = supplies.first().map(|supply| &supply.left) else {
        return String::new();
    };
    let mut text = format!("\n{:<24}{:>6}{:>8}  5–95%\n", "Supplies", "start", "left");
    for Supply { name, start, left } in supplies {
        let range = format!("({}–{})", left.p5, left.p95);
        let _ = writeln!(text, "  {name:<22}{start:>6}{:>8.1}  {range}", left.mean);
    }
    let _ = writeln!(text, "  left: at the end of {parties} adventures whose party was not lost");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_counted() {
        let mut stock =
            Stock { start: vec![("oil".to_owned(), 36), ("rope".to_owned(), 1)], ..Stock::default() };
        (0..=60).rev().for_each(|amount| stock.add(vec![("oil".to_owned(), amount)]));
        let mut more = Stock::default();
        (61..=100).for_each(|amount| more.add(vec![("oil".to_owned(), amount)]));
        stock.merge(more);
        let [oil] = &stock.supplies()[..] else { panic!("{stock:?}") };
        assert_eq!(oil.left, Left { parties: 101, mean: 50.0, p5: 5, median: 50, p95: 95 });
        let shown = supplies_text(&stock.supplies());
        assert!(shown.contains("oil                       36    50.0  (5–95)"), "{shown}");
        assert_eq!(supplies_text(&[]), "");
        assert_eq!(Left::of(Vec::new()), None);
    }
}
