//! What is to be simulated, and where each fight gets its chances from.

use fracas_dice::Seeded;
use fracas_kernel::Whim;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Sets the streams of minds apart from those of dice.
const WHIMS: u64 = 0x7768_696d_7321;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub fights: u64,
    pub seed: u64,
    /// How many threads; `None` takes as many as there are cores. Changes nothing but the time it takes.
    pub threads: Option<usize>,
    /// A fight that makes more choices than this is given up.
    pub cap: u32,
}

impl Plan {
    /// No sensible fight comes near it.
    pub const CAP: u32 = 20_000;

    pub fn new(fights: u64, seed: u64) -> Plan {
        Plan { fights, seed, threads: None, cap: Plan::CAP }
    }

    /// The dice of one fight: those of a table with the same seed and the same number.
    #[inline]
    pub fn dice(&self, fight: u64) -> Seeded {
        Seeded::stream(self.seed, fight)
    }

    /// The whims of the minds in one fight.
    #[inline]
    pub fn whim(&self, fight: u64) -> Whim {
        Whim::stream(self.seed ^ WHIMS, fight)
    }

    /// What `work` makes of each number below `count`, in their order, on as many threads as were asked for. Behind
    /// `dyn`, because rayon would otherwise be compiled again for every system and every mind.
    pub(crate) fn map<T: Send>(&self, count: u64, work: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
        self.spread(|| (0..count).into_par_iter().map(work).collect())
    }

    /// Lets `work` add each number below `count` to a sum that begins with `none`, and joins the sums. Rayon joins
    /// neighbours only, the earlier first: what comes out does not depend on who did what.
    pub(crate) fn fold<T: Send>(
        &self,
        count: u64,
        none: &(dyn Fn() -> T + Sync),
        work: &(dyn Fn(&mut T, u64) + Sync),
        join: fn(&mut T, &T),
    ) -> T {
        let add = |mut sum: T, number: u64| {
            work(&mut sum, number);
            sum
        };
        let joined = |mut earlier: T, later: T| {
            join(&mut earlier, &later);
            earlier
        };
        self.spread(|| (0..count).into_par_iter().fold(none, add).reduce(none, joined))
    }

    /// Where as many threads as were asked for cannot be had, fewer do the same.
    fn spread<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let Some(threads) = self.threads else { return work() };
        match rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}
