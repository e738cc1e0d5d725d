//! Several results side by side, of which some are kept or counted: `{2d6, d12}kh1`.

use std::collections::BTreeMap;

use super::pool::{Cond, Made};
use super::values::{Ratio, Values};
use super::{Node, Op, spend};
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
            values.fold(Ratio::whole(0), |sum, value| sum.with(Op::Add, value))
        };
        match self.made {
            Made::High(kept) => sum(&mut values.into_iter().rev().take(kept.into())),
            Made::Low(kept) => sum(&mut values.into_iter().take(kept.into())),
            _ => sum(&mut values.into_iter().map(|value| self.worth(value))),
        }
    }

    /// What one member is worth where they are counted or added up.
    fn worth(&self, value: Ratio) -> Ratio {
        match self.made {
            Made::Sum | Made::High(_) | Made::Low(_) => value,
            Made::Count { hits, fails } => {
                let failed = fails.is_some_and(|fails: Cond| fails.holds(value));
                Ratio::whole(i64::from(hits.holds(value)) - i64::from(failed))
            }
            Made::Only { cond, keep } if cond.holds(value) == keep => value,
            Made::Only { .. } => Ratio::whole(0),
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
        let members = self.members.iter().map(|node| node.values(budget));
        let members: Vec<Values> = members.collect::<Result<_, _>>()?;
        match self.made {
            Made::High(kept) => keep(&members, kept.into(), true, budget),
            Made::Low(kept) => keep(&members, kept.into(), false, budget),
            _ => {
                let mut total = Values::Whole(Dist::constant(0));
                for member in members {
                    let worth = member.map(|value| self.worth(value));
                    spend(budget, total.width() * worth.width())?;
                    total = total.with(Op::Add, &worth)?;
                }
                Ok(total)
            }
        }
    }
}

/// The sum of the highest or lowest `kept`: value by value from that end, which of the members show it.
fn keep(members: &[Values], kept: usize, high: bool, budget: &mut u64) -> Result<Values, NoDist> {
    let mut shown: Vec<(Ratio, usize, f64)> = Vec::new();
    for (number, member) in members.iter().enumerate() {
        shown.extend(member.parts().map(|(value, p)| (value, number, p)));
    }
    shown.sort_by_key(|(value, number, _)| (*value, *number));
    if high {
        shown.reverse();
    }
    let sets = 1_usize << members.len();
    let mut states: Vec<BTreeMap<Ratio, f64>> = vec![BTreeMap::new(); sets];
    states[0].insert(Ratio::whole(0), 1.0);
    for (value, number, p) in shown {
        for set in (0..sets).filter(|set| set >> number & 1 == 0) {
            let counted = (set.count_ones() as usize) < kept;
            let (from, to) = states.split_at_mut(set | 1 << number);
            spend(budget, 4 * from[set].len() as u64 + 1)?;
            for (&sum, &weight) in &from[set] {
                let sum = if counted { sum.with(Op::Add, value) } else { sum };
                *to[0].entry(sum).or_default() += weight * p;
            }
        }
    }
    let error = members.iter().map(Values::error).sum();
    Ok(Values::summed(states.pop().unwrap_or_default(), error))
}
