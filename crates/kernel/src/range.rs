//! Odds where something is hidden: between which bounds they lie, whatever it is.

use serde::Serialize;

use crate::Stakes;

/// The least and the most that the figures of a choice come to, over everything that the hidden could be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Range {
    /// How many possibilities were counted, the presumed one apart.
    pub over: usize,
    /// The chance of success.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub chance: Option<Bounds>,
    /// Health that the other side loses, on average.
    pub harm: Bounds,
    /// Health that the own side loses, on average.
    pub loss: Bounds,
    /// Health that the own side regains, on average.
    pub gain: Bounds,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Bounds {
    pub least: f64,
    pub most: f64,
}

impl Bounds {
    fn of(values: impl Iterator<Item = f64>) -> Bounds {
        let start = Bounds { least: f64::INFINITY, most: f64::NEG_INFINITY };
        values.fold(start, |all, value| Bounds { least: all.least.min(value), most: all.most.max(value) })
    }
}

impl Range {
    /// None where there is nothing else that it could be.
    pub(crate) fn over(presumed: &Stakes, others: &[Stakes]) -> Option<Range> {
        if others.is_empty() {
            return None;
        }
        let all = || std::iter::once(presumed).chain(others);
        let chances = all().filter_map(|stakes| stakes.chance.as_ref().map(|chance| chance.p));
        Some(Range {
            over: others.len(),
            chance: presumed.chance.as_ref().map(|_| Bounds::of(chances)),
            harm: Bounds::of(all().map(|stakes| stakes.harm.mean)),
            loss: Bounds::of(all().map(|stakes| stakes.loss.mean)),
            gain: Bounds::of(all().map(|stakes| stakes.gain.mean)),
        })
    }
}
