//! Several results side by side, of which some are kept or counted: `{2d6, d12}kh1`.

use super::pool::{Cond, Made};
use super::values::{Ratio, Values};
use super::{Node, spend};
use crate::dist::gather;
use crate::{Dice, Dist, NoDist, Why};

/// More than this are not kept apart from each other.
pub(super) const MAX_MEMBERS: usize = 10;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Group {
    pub members: Vec<Node>,
    pub made: Made,
}

impl Group {
    pub fn evaluate(&self, why: Why, dice: &mut impl Dice) -> Ratio {
        let mut values: Vec<Ratio> = self.members.iter().map(|node| node.evaluate(why, dice)).collect();
        values.sort_unstable();
        let sum = |values: &mut dyn Iterator<Item = Ratio>| {
            values.fold(Ratio::whole(0), |sum, value| sum.with(super::Op::Add, value))
        };
        match self.made {
            Made::High(kept) => sum(&mut values.into_iter().rev().take(kept.into())),
            Made::Low(kept) => sum(&mut values.into_iter().take(kept.into())),
            _ => sum(&mut values.into_iter().map(|value| Ratio::whole(self.worth(value)))),
        }
    }

    /// What one member is worth where they are counted or added up.
    fn worth(&self, value: Ratio) -> i64 {
        let value = value.floor().clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        match self.made {
            Made::Sum | Made::High(_) | Made::Low(_) => value.into(),
            Made::Count { hits, fails } => {
                i64::from(hits.has(value)) - i64::from(fails.is_some_and(|fails: Cond| fails.has(value)))
            }
            Made::Only { cond, keep } => {
                if cond.has(value) == keep {
                    value.into()
                } else {
                    0
                }
            }
        }
    }

    pub fn bounds(&self, chain: i64) -> (f64, f64) {
        let each: Vec<(f64, f64)> = self.members.iter().map(|node| node.bounds(chain)).collect();
        let sum = |ends: Vec<f64>, kept: usize, high: bool| {
            let mut ends = ends;
            ends.sort_by(f64::total_cmp);
            if high {
                ends.reverse()
            }
            ends.into_iter().take(kept).sum::<f64>()
        };
        let (lows, highs): (Vec<f64>, Vec<f64>) = each.iter().copied().unzip();
        let count = self.members.len();
        match self.made {
            Made::High(kept) => (sum(lows, kept.into(), true), sum(highs, kept.into(), true)),
            Made::Low(kept) => (sum(lows, kept.into(), false), sum(highs, kept.into(), false)),
            Made::Sum => (lows.iter().sum(), highs.iter().sum()),
            Made::Count { fails: None, .. } => (0.0, count as f64),
            Made::Count { .. } => (-(count as f64), count as f64),
            Made::Only { .. } => {
                (lows.iter().map(|low| low.min(0.0)).sum(), highs.iter().map(|high| high.max(0.0)).sum())
            }
        }
    }

    pub fn dist(&self, budget: &mut u64) -> Result<Values, NoDist> {
        let members = self.members.iter().map(|node| Ok(node.values(budget)?.floor()));
        let members: Vec<Dist> = members.collect::<Result<_, _>>()?;
        match self.made {
            Made::High(kept) => keep(&members, kept.into(), true, budget).map(Values::Whole),
            Made::Low(kept) => keep(&members, kept.into(), false, budget).map(Values::Whole),
            _ => {
                let mut total = Dist::constant(0);
                for member in members {
                    let mut worth: Vec<(i32, f64)> = member
                        .iter()
                        .map(|(value, p)| (self.worth(Ratio::whole(value.into())) as i32, p))
                        .collect();
                    worth.sort_by_key(|pair| pair.0);
                    gather(&mut worth);
                    let worth = Dist::from_values(worth, 0, member.error());
                    spend(budget, total.width() * worth.width())?;
                    total = total.plus(&worth)?;
                }
                Ok(Values::Whole(total))
            }
        }
    }
}

/// The sum of the highest or lowest `kept`: value by value from that end, which of the members show it.
fn keep(members: &[Dist], kept: usize, high: bool, budget: &mut u64) -> Result<Dist, NoDist> {
    let mut values: Vec<i32> =
        members.iter().flat_map(|member| member.iter().map(|(value, _)| value)).collect();
    values.sort_unstable();
    values.dedup();
    if high {
        values.reverse();
    }
    let sets = 1_usize << members.len();
    let mut states: Vec<std::collections::BTreeMap<i32, f64>> = vec![Default::default(); sets];
    states[0].insert(0, 1.0);
    for value in values {
        for (number, member) in members.iter().enumerate() {
            let p = member.probability(value);
            if p == 0.0 {
                continue;
            }
            for set in (0..sets).filter(|set| set >> number & 1 == 0) {
                let counted = (set.count_ones() as usize) < kept;
                let (from, to) = states.split_at_mut(set | 1 << number);
                spend(budget, from[set].len() as u64 + 1)?;
                for (&sum, &weight) in &from[set] {
                    let sum = if counted { sum.saturating_add(value) } else { sum };
                    *to[0].entry(sum).or_default() += weight * p;
                }
            }
        }
    }
    let sums = states.pop().unwrap_or_default().into_iter().collect();
    Ok(Dist::from_values(sums, 0, members.iter().map(Dist::error).sum()))
}
