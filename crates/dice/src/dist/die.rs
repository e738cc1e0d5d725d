//! One die as runs of equally likely values, and how many of them are added up.
//!
//! Adding a die to a sum costs a few operations for each value of the sum, however many sides it has: a run is added as
//! a moving window, and an endless chain of explosions as a recurrence. Every step adds positive numbers only, so that
//! small chances keep their digits.

use crate::{Explode, FaceSet, Reroll, Tricks};

/// A run of neighbouring values, equally likely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub len: usize,
    pub each: f64,
}

impl Run {
    fn last(&self) -> usize {
        self.first + self.len - 1
    }
}

/// The values of one die, after rerolls: those of the last throw of its chain, and how it goes on.
#[derive(Debug)]
pub(super) struct Die {
    pub sides: usize,
    /// The faces that end the chain, ascending.
    pub faces: Vec<Run>,
    /// The chance of the face that explodes; 0 where none does.
    pub again: f64,
}

impl Die {
    pub fn new(sides: u16, tricks: &Tricks) -> Die {
        let sides = usize::from(sides.max(1));
        let mut faces = settled(sides, tricks.reroll);
        let mut again = 0.0;
        // A die of one side that explodes is refused by `Roll::new`; built by hand, it counts as one that does not.
        let ends = faces.iter().any(|run| run.first < sides);
        if tricks.explode != Explode::No
            && ends
            && let Some(top) = faces.last_mut()
            && top.last() == sides
        {
            again = top.each;
            top.len -= 1;
            faces.retain(|run| run.len > 0);
        }
        Die { sides, faces, again }
    }

    /// The highest value without any explosion that goes on.
    pub fn top(&self) -> usize {
        self.faces.last().map_or(self.sides, Run::last)
    }

    /// The chance that one throw shows `face` or more, the exploding face included.
    fn shows_at_least(&self, face: usize) -> f64 {
        let ending: f64 = self
            .faces
            .iter()
            .map(|run| run.each * (run.last() + 1).saturating_sub(face.max(run.first)) as f64)
            .sum();
        if face <= self.sides { ending + self.again } else { ending }
    }

    /// The chance that one throw ends the chain with `face` or more.
    pub fn ends_at_least(&self, face: usize) -> f64 {
        let ending = |run: &Run| run.each * (run.last() + 1).saturating_sub(face.max(run.first)) as f64;
        self.faces.iter().map(ending).sum()
    }

    /// The chance that the whole chain adds up to `value` or more.
    pub fn at_least(&self, value: usize) -> f64 {
        if value == 0 {
            return 1.0;
        }
        if self.again == 0.0 {
            return self.ends_at_least(value);
        }
        // This many explosions are certain to fall short; the next throw decides.
        let explosions = (value - 1) / self.sides;
        self.again.powi(explosions as i32) * self.shows_at_least(value - explosions * self.sides)
    }

    /// The chance that one throw ends the chain below `face`.
    pub fn ends_below(&self, face: usize) -> f64 {
        let ending = |run: &Run| run.each * face.saturating_sub(run.first).min(run.len) as f64;
        self.faces.iter().map(ending).sum()
    }

    /// The chance that the whole chain adds up to less than `value`: not 1 less the other, which would never be 0.
    pub fn less_than(&self, value: usize) -> f64 {
        let (mut left, mut here, mut sum) = (value, 1.0, 0.0);
        while left > 0 && here > 0.0 {
            sum += here * self.ends_below(left);
            left = left.saturating_sub(self.sides);
            here *= self.again;
        }
        sum
    }

    /// The chance of each value from 0 to `most`.
    pub fn chances(&self, most: usize) -> Vec<f64> {
        let mut chances = vec![0.0; most + 1];
        self.whole(0).add_to(&[1.0], &mut chances, &mut Vec::new());
        chances
    }

    /// The whole die, counted from `base`.
    pub fn whole(&self, base: usize) -> Kernel {
        let faces = shifted(&self.faces, 0, base, 1.0);
        if self.again == 0.0 {
            return Kernel { runs: faces, tail: None };
        }
        Kernel { runs: Vec::new(), tail: Some(Tail { runs: faces, again: self.again, step: self.sides }) }
    }

    /// What lies above `value`, counted from `value + 1`, as chances that add up to 1 / `mass` of what they are.
    pub fn above(&self, value: usize, mass: f64) -> Kernel {
        let base = value + 1;
        if self.again == 0.0 {
            return Kernel { runs: clipped(&self.faces, base, usize::MAX, 0, base, 1.0 / mass), tail: None };
        }
        // The chain has come to `explosions`, and only part of the next throw lies above.
        let explosions = value / self.sides;
        let (here, next) = (explosions * self.sides, (explosions + 1) * self.sides);
        let scale = self.again.powi(explosions as i32) / mass;
        let runs = clipped(&self.faces, base - here, usize::MAX, here, base, scale);
        let rest = shifted(&self.faces, next, base, scale * self.again);
        Kernel { runs, tail: Some(Tail { runs: rest, again: self.again, step: self.sides }) }
    }

    /// What lies below `value`, counted from 1, as chances that add up to 1 / `mass` of what they are.
    pub fn below(&self, value: usize, mass: f64) -> Kernel {
        let mut runs = Vec::new();
        let (mut start, mut scale) = (0, 1.0 / mass);
        while start + 1 < value {
            runs.extend(clipped(&self.faces, 0, value - 1 - start, start, 1, scale));
            if self.again == 0.0 {
                break;
            }
            start += self.sides;
            scale *= self.again;
        }
        Kernel { runs, tail: None }
    }
}

fn shifted(faces: &[Run], up: usize, base: usize, scale: f64) -> Vec<Run> {
    faces
        .iter()
        .map(|run| Run { first: run.first + up - base, len: run.len, each: run.each * scale })
        .collect()
}

/// The faces from `low` to `high`, then moved and scaled.
fn clipped(faces: &[Run], low: usize, high: usize, up: usize, base: usize, scale: f64) -> Vec<Run> {
    let clip = |run: &Run| {
        let (first, last) = (run.first.max(low), run.last().min(high));
        (first <= last).then(|| Run {
            first: first + up - base,
            len: last - first + 1,
            each: run.each * scale,
        })
    };
    faces.iter().filter_map(clip).collect()
}

/// The chances of the faces of one throw, ascending, after rerolls.
fn settled(sides: usize, reroll: Option<Reroll>) -> Vec<Run> {
    let even = 1.0 / sides as f64;
    let all = Run { first: 1, len: sides, each: even };
    let Some(reroll) = reroll else { return vec![all] };
    let (low, high) = match reroll.faces {
        FaceSet::AtMost(n) => (1, usize::from(n).min(sides)),
        FaceSet::AtLeast(n) => (usize::from(n).max(1), sides),
        FaceSet::Exactly(n) => (usize::from(n), usize::from(n)),
    };
    if low == 0 || low > high || high > sides {
        return vec![all];
    }
    let rerolled = high - low + 1;
    let (inside, outside) = if reroll.once {
        let chance = rerolled as f64 * even;
        (chance * even, (1.0 + chance) * even)
    } else if rerolled < sides {
        (0.0, 1.0 / (sides - rerolled) as f64)
    } else {
        (even, even)
    };
    let runs = [(1, low - 1, outside), (low, rerolled, inside), (high + 1, sides - high, outside)];
    let real = runs.into_iter().filter(|(_, len, each)| *len > 0 && *each > 0.0);
    real.map(|(first, len, each)| Run { first, len, each }).collect()
}

/// Something that can be added to a sum: runs, and runs that repeat for ever.
#[derive(Debug)]
pub(super) struct Kernel {
    runs: Vec<Run>,
    tail: Option<Tail>,
}

#[derive(Debug)]
struct Tail {
    runs: Vec<Run>,
    /// Each `step` further on, the same again with this chance.
    again: f64,
    step: usize,
}

impl Kernel {
    /// Adds one more of these to the sum `from`; `out` holds zeros and is as long as anybody wants to know.
    pub fn add_to(&self, from: &[f64], out: &mut [f64], scratch: &mut Vec<f64>) {
        if let Some(tail) = &self.tail {
            for run in &tail.runs {
                spread(from, run, out, scratch);
            }
            repeat(out, tail.again, tail.step);
        }
        for run in &self.runs {
            spread(from, run, out, scratch);
        }
    }
}

/// Divides by 1 - `again`·z^`step`: everything once more, `step` further on, and so on.
pub(super) fn repeat(chances: &mut [f64], again: f64, step: usize) {
    for at in step..chances.len() {
        chances[at] += again * chances[at - step];
    }
}

/// Below this length, adding shifted copies is faster than a window.
const SHORT: usize = 16;

fn spread(from: &[f64], run: &Run, out: &mut [f64], scratch: &mut Vec<f64>) {
    if run.len > SHORT {
        return window(from, run, out, scratch);
    }
    for first in run.first..run.first + run.len {
        let Some(out) = out.get_mut(first..) else { return };
        for (out, p) in out.iter_mut().zip(from) {
            *out += run.each * p;
        }
    }
}

/// Adds the sum of the last `run.len` values at each place. Cut into blocks of that length, a window is the end of one
/// block and the start of the next, so nothing is ever taken away again.
fn window(from: &[f64], run: &Run, out: &mut [f64], ends: &mut Vec<f64>) {
    let len = run.len;
    ends.clear();
    ends.resize(len + 1, 0.0);
    let Some(out) = out.get_mut(run.first..) else { return };
    let mut blocks = from.chunks(len);
    for out in out.chunks_mut(len).take(from.len().div_ceil(len) + 1) {
        let block = blocks.next().unwrap_or(&[]);
        let mut start = 0.0;
        for (at, out) in out.iter_mut().enumerate() {
            start += block.get(at).unwrap_or(&0.0);
            *out += run.each * (start + ends[at + 1]);
        }
        ends.fill(0.0);
        let mut end = 0.0;
        for (kept, p) in ends[..block.len()].iter_mut().zip(block).rev() {
            end += p;
            *kept = end;
        }
    }
}
