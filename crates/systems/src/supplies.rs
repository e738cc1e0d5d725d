//! What the parties of an adventure bring home of their supplies, by the files that they would be kept in. It knows
//! neither systems nor what supplies are good for.

use std::collections::BTreeMap;
use std::fmt::Write;

use fracas_content::{Source, read};
use fracas_kernel::{Instinct, Outcome, Rules, Side};
use fracas_lab::{Plan, retell};
use serde::Serialize;

/// How many adventures are looked at; more would not change the figures much.
const MOST: u64 = 400;

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

/// Each kind of supplies; nothing of a single fight.
pub fn supplies<R: Rules>(rules: &R, plan: &Plan) -> Vec<Supply> {
    let Some(start) = rules.party_file(&rules.start()) else { return Vec::new() };
    let mut left: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for fight in 0..plan.fights.min(MOST) {
        let told = retell(rules, plan, &Instinct, fight);
        if told.fought.outcome == Some(Outcome::Won(Side::Monsters)) {
            continue;
        }
        for (name, amount) in rules.party_file(&told.state).map(listed).unwrap_or_default() {
            left.entry(name).or_default().push(amount);
        }
    }
    let known = listed(start).into_iter();
    known
        .filter_map(|(name, start)| {
            let left = Left::of(left.remove(&name)?)?;
            Some(Supply { name, start, left })
        })
        .collect()
}

/// The table of supplies in a party's file.
fn listed(file: String) -> Vec<(String, i64)> {
    let told = read(&Source::new("party.toml", file), |top| {
        let mut table = top.table("supplies")?;
        let all = table.entries().into_iter();
        Some(
            all.filter_map(|(name, field)| Some((name.to_owned(), field.integer(&(0..=i64::MAX))?)))
                .collect(),
        )
    });
    told.ok().flatten().unwrap_or_default()
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

pub fn text(supplies: &[Supply]) -> String {
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
        let left = Left::of((0..=100).rev().collect()).unwrap();
        assert_eq!(left, Left { parties: 101, mean: 50.0, p5: 5, median: 50, p95: 95 });
        assert_eq!(Left::of(Vec::new()), None);
        let one = Left::of(vec![3]).unwrap();
        assert_eq!((one.mean, one.p5, one.median, one.p95), (3.0, 3, 3, 3));
        let supply = Supply { name: "oil".to_owned(), start: 36, left };
        let shown = text(&[supply]);
        assert!(shown.contains("oil                       36    50.0  (5–95)"), "{shown}");
        assert_eq!(text(&[]), "");
    }

    #[test]
    fn supplies_are_read_from_a_partys_file() {
        let file = "system = \"x\"\n\n[supplies]\nkits = 2\nrations = 0\n\n[[party]]\nhero = \"a\"\n";
        assert_eq!(listed(file.to_owned()), [("kits".to_owned(), 2), ("rations".to_owned(), 0)]);
        assert_eq!(listed("[[party]]\nhero = \"a\"\n".to_owned()), []);
    }
}
