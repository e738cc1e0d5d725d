//! What is left of an adventure's supplies, read from the files that its parties would be kept in.

use std::ops::Range;

use fracas_content::{Source, read};
use fracas_kernel::{Mind, Outcome, Rules, Side};
use fracas_lab::{Plan, Stock, retell};

/// How many adventures are looked at; more would not change the figures much.
const MAX_LOOKED_AT: u64 = 400;

/// The supplies of those parties, among some of the plan's adventures, that were not lost; nothing of a single fight.
pub fn stock<R: Rules>(rules: &R, plan: &Plan, some: Range<u64>, mind: &impl Mind<R>) -> Stock {
    let Some(start) = rules.party_file(&rules.start()) else { return Stock::default() };
    let mut stock = Stock { start: listed(start), ..Stock::default() };
    for fight in some.start..some.end.min(MAX_LOOKED_AT) {
        let told = retell(rules, plan, mind, fight);
        if told.fought.outcome != Some(Outcome::Won(Side::Monsters)) {
            stock.add(rules.party_file(&told.state).map(listed).unwrap_or_default());
        }
    }
    stock
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
