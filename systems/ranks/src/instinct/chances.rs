//! Odds of rank against rank, worked out once, for minds that must be quick. Rules never look here.

/// Ranks above this are as good as this.
const MAX_RANK: usize = 12;
/// Results from this on are put together.
const MAX_RESULT: usize = 60;

#[derive(Clone, PartialEq, Debug)]
pub struct Chances {
    /// That the first rank beats the second.
    beats: [[f32; MAX_RANK + 1]; MAX_RANK + 1],
    /// That a rank rolls less than a number.
    below: [[f32; MAX_RESULT + 1]; MAX_RANK + 1],
    /// What a rank rolls on average.
    mean: [f32; MAX_RANK + 1],
}

impl Chances {
    pub fn new() -> Chances {
        let at_most: Vec<Vec<f64>> = (0..=MAX_RANK).map(at_most).collect();
        let exactly = |rank: usize, value: usize| {
            let below = if value == 0 { 0.0 } else { at_most[rank][value - 1] };
            at_most[rank][value] - below
        };
        let beats = |a: usize, b: usize| {
            (1..=MAX_RESULT).map(|value| exactly(a, value) * at_most[b][value - 1]).sum::<f64>() as f32
        };
        let mean = |rank: usize| (0..MAX_RESULT).map(|value| 1.0 - at_most[rank][value]).sum::<f64>() as f32;
        Chances {
            beats: std::array::from_fn(|a| std::array::from_fn(|b| beats(a, b))),
            below: std::array::from_fn(|rank| {
                std::array::from_fn(|n| if n == 0 { 0.0 } else { at_most[rank][n - 1] as f32 })
            }),
            mean: std::array::from_fn(mean),
        }
    }

    #[inline]
    pub fn beats(&self, mine: u8, theirs: u8) -> f32 {
        self.beats[usize::from(mine).min(MAX_RANK)][usize::from(theirs).min(MAX_RANK)]
    }

    #[inline]
    pub fn below(&self, rank: u8, number: i32) -> f32 {
        self.below[usize::from(rank).min(MAX_RANK)][number.clamp(0, MAX_RESULT as i32) as usize]
    }

    #[inline]
    pub fn mean(&self, rank: u8) -> f32 {
        self.mean[usize::from(rank).min(MAX_RANK)]
    }
}

impl Default for Chances {
    fn default() -> Chances {
        Chances::new()
    }
}

/// The chance that a rank rolls no more than each number.
fn at_most(rank: usize) -> Vec<f64> {
    let one = |value: usize| {
        // One exploding d10: tens that came before, then one of nine faces.
        let (tens, rest) = (value / 10, value % 10);
        let reached = 0.1_f64.powi(tens as i32);
        1.0 - reached + reached * rest as f64 / 10.0
    };
    match rank {
        0 => (0..=MAX_RESULT).map(|value| one(2 * value + 1)).collect(),
        _ => (0..=MAX_RESULT).map(|value| one(value).powi(rank as i32)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use fracas_dice::{Dist, Roll};

    use super::*;

    #[test]
    fn the_tables_agree_with_the_dice() {
        let chances = Chances::new();
        let dist = |rank: u8| {
            let roll = crate::state::dice_of(rank);
            Dist::of(&roll)
        };
        assert_eq!(crate::state::dice_of(3), Roll::best_exploding(3, 10));
        for mine in 0..=8 {
            assert!((f64::from(chances.mean(mine)) - dist(mine).mean()).abs() < 1e-3, "mean of rank {mine}");
            for theirs in 0..=8 {
                let exact = dist(mine).versus(&dist(theirs)).win;
                assert!(
                    (f64::from(chances.beats(mine, theirs)) - exact).abs() < 1e-5,
                    "{mine} against {theirs}"
                );
            }
        }
    }
}
