//! From a roll to its distribution, by counting over the pool and never by walking all faces.
//!
//! Sums add one die at a time; the highest and the lowest come from powers of the one die's distribution; keeping
//! several conditions on the value of the last die that is kept; hits are a sum of dice that are worth 0, 1 or more.

use super::Dist;
use super::die::{Die, repeat};
use crate::{Edge, Explode, Roll, Take};

/// The chance of more explosions in the whole pool than are counted.
const CUT: f64 = 1e-14;
/// Cases of keeping that are rarer than this are left out: no number could hold them.
const RARE: f64 = 1e-290;

/// About a second.
pub(super) const MAX_WORK: u64 = 1 << 29;

pub(super) fn count(roll: &Roll) -> Dist {
    let tricks = roll.tricks();
    let die = Die::new(roll.sides(), &tricks);
    let pool = Pool::new(&die, roll.count());
    let dice = match tricks.take {
        _ if roll.count() == 0 => Dist::constant(0),
        Take::High(0) | Take::Low(0) => Dist::constant(0),
        Take::High(kept) | Take::Low(kept) if kept >= roll.count() => pool.sum(),
        Take::All => pool.sum(),
        Take::High(1) => pool.highest(),
        Take::Low(1) => pool.lowest(),
        Take::High(kept) => pool.keep(kept.into(), true),
        Take::Low(kept) => pool.keep(kept.into(), false),
        Take::Hits(target) => pool.hits(target.into(), tricks.explode),
    };
    let dice = match tricks.edge {
        Edge::Level => dice,
        Edge::Advantage => dice.best_of_two(),
        Edge::Disadvantage => dice.worst_of_two(),
    };
    let dice = if tricks.halve { dice.halve() } else { dice };
    dice.shift(roll.added().into())
}

/// About how many additions `count` takes.
pub(super) fn work(roll: &Roll) -> u64 {
    let tricks = roll.tricks();
    let die = Die::new(roll.sides(), &tricks);
    let pool = Pool::new(&die, roll.count());
    match tricks.take {
        Take::High(kept) | Take::Low(kept) if kept > 1 && kept < roll.count() => {
            let high = matches!(tricks.take, Take::High(_));
            let values =
                (1..=pool.most(1)).filter(|value| pool.may_be_last(*value, kept.into(), high)).count();
            // Each of them as the last one kept, with up to `kept` dice beyond it.
            (values * usize::from(kept) * (pool.most(kept.into()) / 2 + pool.dice)) as u64
        }
        _ => 2 * (pool.dice * pool.most(pool.dice)) as u64,
    }
}

struct Pool<'a> {
    die: &'a Die,
    dice: usize,
    /// The most explosions that are counted, over all dice together.
    explosions: usize,
    /// The chance of more.
    cut: f64,
}

impl<'a> Pool<'a> {
    fn new(die: &'a Die, dice: u8) -> Pool<'a> {
        let (explosions, cut) = explosions(dice.into(), die.again);
        Pool { die, dice: dice.into(), explosions, cut }
    }

    /// The highest sum of this many of the dice that is counted.
    fn most(&self, dice: usize) -> usize {
        dice * self.die.top() + self.explosions * self.die.sides
    }

    /// Is it likely enough to be worked out that the last die kept is `value`? A generous guess.
    fn may_be_last(&self, value: usize, kept: usize, high: bool) -> bool {
        let others = self.dice - kept + 1;
        let (at_least, at_most) = if high { (kept, others) } else { (others, kept) };
        let chance = self.die.at_least(value);
        let below = 1.0 - self.die.at_least(value + 1);
        // There are fewer than 2ⁿ ways to choose which of the dice these are.
        let ways = self.dice as f64 * std::f64::consts::LN_2;
        let possible = |dice: usize, chance: f64| ways + dice as f64 * chance.ln() > RARE.ln();
        possible(at_least, chance) && possible(at_most, below)
    }

    fn sum(&self) -> Dist {
        // Counted from 1 for each die, so that no zeros are carried along.
        let kernel = self.die.whole(1);
        let (mut sum, mut next, mut scratch) = (vec![1.0], Vec::new(), Vec::new());
        for dice in 1..=self.dice {
            next.clear();
            next.resize(self.most(dice) - dice + 1, 0.0);
            kernel.add_to(&sum, &mut next, &mut scratch);
            std::mem::swap(&mut sum, &mut next);
        }
        Dist::from_chances(self.dice as i32, sum, self.cut)
    }

    fn highest(&self) -> Dist {
        let mut chances = self.die.chances(self.most(1));
        let mut below = 0.0;
        for p in &mut chances {
            let up_to = below + *p;
            *p *= power_slope(up_to, below, self.dice);
            below = up_to;
        }
        Dist::from_chances(0, chances, self.cut)
    }

    fn lowest(&self) -> Dist {
        let mut chances = self.die.chances(self.most(1));
        let mut above = 0.0;
        for p in chances.iter_mut().rev() {
            let from = above + *p;
            *p *= power_slope(from, above, self.dice);
            above = from;
        }
        Dist::from_chances(0, chances, self.cut)
    }

    /// The sum of the highest or lowest `kept`: for each value that the last die kept can have, the dice beyond it are
    /// added up, and the rest of those kept are equal to it.
    fn keep(&self, kept: usize, high: bool) -> Dist {
        let values = self.die.chances(self.most(1));
        let mut out = vec![0.0; self.most(kept) + 1];
        let choose = binomials(self.dice);
        let mut work = Work::default();
        let mut left_out = 0.0;
        let mut below = 0.0;
        let above = sums_above(&values);
        for (value, &here) in values.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let (beyond, short) = if high { (above[value], below) } else { (below, above[value]) };
            below += here;
            let last = Last { value, beyond, here, short };
            left_out += last.weigh(self.dice, kept, &choose, &mut work);
            self.beyond(&last, kept, high, &mut work, &mut out);
        }
        Dist::from_chances(0, out, self.cut + left_out)
    }

    /// Adds up the cases in which the last die kept is `last`, by the number of dice beyond it.
    fn beyond(&self, last: &Last, kept: usize, high: bool, work: &mut Work, out: &mut [f64]) {
        let Some(most) = work.weights.iter().rposition(|weight| *weight > 0.0) else { return };
        let Work { weights, sum, next, scratch, .. } = work;
        sum.clear();
        sum.push(1.0);
        let kernel = (most > 0).then(|| match high {
            true => self.die.above(last.value, last.beyond),
            false => self.die.below(last.value, last.beyond),
        });
        let base = if high { last.value + 1 } else { 1 };
        for (dice, &weight) in weights.iter().enumerate().take(most + 1) {
            if let (Some(kernel), true) = (&kernel, dice > 0) {
                let highest = if high { self.most(dice) } else { dice * (last.value - 1) };
                let Some(span) = highest.checked_sub(dice * base) else { return };
                next.clear();
                next.resize(span + 1, 0.0);
                kernel.add_to(sum, next, scratch);
                std::mem::swap(sum, next);
            }
            if weight > 0.0 {
                let start = dice * base + (kept - dice) * last.value;
                for (out, p) in out.iter_mut().skip(start).zip(sum.iter()) {
                    *out += weight * p;
                }
            }
        }
    }

    fn hits(&self, target: usize, explode: Explode) -> Dist {
        if explode != Explode::Again || self.die.again == 0.0 {
            let (hit, miss) = (self.die.at_least(target), self.die.less_than(target));
            return Dist::from_chances(0, several(hit, miss, self.dice, self.dice), 0.0);
        }
        if target > self.die.sides {
            return Dist::constant(0);
        }
        // The last throw of a chain hits or not; each explosion before it was a hit.
        let (hit, miss) = (self.die.ends_at_least(target), self.die.ends_below(target));
        let mut hits = several(hit, miss, self.dice, self.dice + self.explosions);
        for _ in 0..self.dice {
            repeat(&mut hits, self.die.again, 1);
        }
        Dist::from_chances(0, hits, self.cut)
    }
}

/// The value of the last die that is kept, and how a die compares to it.
struct Last {
    value: usize,
    beyond: f64,
    here: f64,
    short: f64,
}

impl Last {
    /// The chance, for each number of dice beyond, that this is the last die kept; gives back what is too rare to count.
    fn weigh(&self, dice: usize, kept: usize, choose: &[Vec<f64>], work: &mut Work) -> f64 {
        let Work { weights, here, short, .. } = work;
        powers(self.here, dice, here);
        powers(self.short, dice, short);
        weights.clear();
        let (mut left_out, mut all_beyond) = (0.0, 1.0);
        for beyond in 0..kept {
            let rest = dice - beyond;
            let at_or_short: f64 =
                (kept - beyond..=rest).map(|at| choose[rest][at] * here[at] * short[rest - at]).sum();
            let weight = choose[dice][beyond] * all_beyond * at_or_short;
            all_beyond *= self.beyond;
            let counts = weight > RARE;
            left_out += if counts { 0.0 } else { weight };
            weights.push(if counts { weight } else { 0.0 });
        }
        left_out
    }
}

/// What is used again for each value, to allocate once.
#[derive(Default)]
struct Work {
    weights: Vec<f64>,
    here: Vec<f64>,
    short: Vec<f64>,
    sum: Vec<f64>,
    next: Vec<f64>,
    scratch: Vec<f64>,
}

/// The powers of `base` from 0 to `most`.
fn powers(base: f64, most: usize, out: &mut Vec<f64>) {
    out.clear();
    out.extend(std::iter::successors(Some(1.0), |power| Some(power * base)).take(most + 1));
}

/// For each place, the sum of what comes after it.
fn sums_above(chances: &[f64]) -> Vec<f64> {
    let mut above = vec![0.0; chances.len()];
    for at in (1..chances.len()).rev() {
        above[at - 1] = above[at] + chances[at];
    }
    above
}

/// (aⁿ - bⁿ) / (a - b), without the difference: the sum of all aⁱ·bʲ with i + j = n - 1.
fn power_slope(a: f64, b: f64, n: usize) -> f64 {
    let (mut slope, mut an, mut bn) = (0.0, 1.0, 1.0);
    for bit in (0..usize::BITS - n.leading_zeros()).rev() {
        slope *= an + bn;
        an *= an;
        bn *= bn;
        if n >> bit & 1 == 1 {
            slope = a * slope + bn;
            an *= a;
            bn *= b;
        }
    }
    slope
}

/// Binomial numbers up to `n`.
fn binomials(n: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for row in 1..=n {
        let above: &Vec<f64> = &rows[row - 1];
        let inner = above.windows(2).map(|pair| pair[0] + pair[1]);
        rows.push(std::iter::once(1.0).chain(inner).chain([1.0]).collect());
    }
    rows
}

/// How many of `dice` hit, with room up to `most`.
fn several(hit: f64, miss: f64, dice: usize, most: usize) -> Vec<f64> {
    let mut hits = vec![0.0; most + 1];
    hits[0] = 1.0;
    for thrown in 1..=dice {
        for at in (1..=thrown).rev() {
            hits[at] = miss * hits[at] + hit * hits[at - 1];
        }
        hits[0] *= miss;
    }
    hits
}

/// How many explosions to count in a pool, and a bound for the chance of more.
fn explosions(dice: usize, again: f64) -> (usize, f64) {
    if again == 0.0 || dice == 0 {
        return (0, 0.0);
    }
    let mut exactly = (1.0 - again).powi(dice as i32);
    for counted in 0.. {
        // From here on, one more explosion is rarer by at least this factor.
        let factor = again * (dice + counted) as f64 / (counted + 1) as f64;
        let more = exactly * factor / (1.0 - factor);
        if factor < 1.0 && more < CUT {
            return (counted, more);
        }
        exactly *= factor;
    }
    (0, 1.0)
}
