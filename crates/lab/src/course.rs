//! A simulation under way: it stops early where it is precise enough or where somebody stops it, and what is done is
//! always the first fights of the run, so that it means what a shorter simulation would.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Part, Rate, Tally};

/// The fewest fights between two looks, and how much longer each stretch is than what is done: a quarter.
const STRETCH: u64 = 8192;
/// How many fights whoever stops a simulation waits for, at most.
const LOOK: u64 = 2048;
/// Both for minds that think.
const THOUGHTFUL: u64 = 16;

/// When a simulation is over.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// Half the width of the 95 % bounds on the heroes' chance to win.
    pub until: Option<f64>,
    /// Somebody has had enough.
    pub halt: &'a AtomicBool,
}

impl Course<'_> {
    /// How many fights there are between two looks at whether somebody has had enough.
    pub const fn look(by_instinct: bool) -> u64 {
        if by_instinct { LOOK } else { THOUGHTFUL }
    }

    /// Simulates what is left of a part, a stretch at a time. `kept` is called after each.
    pub fn run<E>(
        &self,
        part: &mut Part,
        mut simulate: impl FnMut(Range<u64>) -> Tally,
        mut kept: impl FnMut(&Part) -> Result<(), E>,
    ) -> Result<(), E> {
        let fights = part.range();
        let look = Course::look(part.run.is_by_instinct());
        let least = if part.run.is_by_instinct() { STRETCH } else { THOUGHTFUL };
        while fights.start + part.done < fights.end && !self.is_over(&part.tally) {
            let from = fights.start + part.done;
            let stretch = (part.done / 4 / least * least).max(least);
            let to = fights.end.min(from.saturating_add(stretch));
            for first in (from..to).step_by(look as usize) {
                let last = to.min(first + look);
                part.tally.merge(&simulate(first..last));
                part.done += last - first;
                if self.halt.load(Ordering::Relaxed) {
                    break;
                }
            }
            kept(part)?;
        }
        Ok(())
    }

    fn is_over(&self, tally: &Tally) -> bool {
        let precise = self.until.is_some_and(|wanted| {
            let rate = Rate::new(tally.ends[0], tally.fights);
            tally.fights > 0 && (rate.high - rate.low) / 2.0 <= wanted
        });
        precise || self.halt.load(Ordering::Relaxed)
    }
}
