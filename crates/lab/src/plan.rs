//! What is to be simulated, and where each fight gets its chances from.

use fracas_dice::Seeded;
use fracas_kernel::Whim;

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

    /// Runs `work` on as many threads as were asked for. Where they cannot be had, fewer do the same.
    pub(crate) fn spread<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let Some(threads) = self.threads else { return work() };
        match rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}
