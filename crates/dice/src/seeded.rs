//! The generator: the same seed gives the same faces on any machine and in any version.
//!
//! Xoshiro256++ gives the words; how a word becomes a face is frozen here, because libraries change theirs.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::{Dice, Roll, Throw, Why};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeded {
    words: Xoshiro256PlusPlus,
}

impl Seeded {
    pub fn new(seed: u64) -> Seeded {
        Seeded::stream(seed, 0)
    }

    /// Stream `index` of a seed: fight 7 of a simulation draws from stream 7, wherever and whenever it is run.
    pub fn stream(seed: u64, index: u64) -> Seeded {
        let mut mix = SplitMix(seed);
        let start = mix.next() ^ index.wrapping_mul(0xD134_2543_DE82_EF95);
        let mut mix = SplitMix(start);
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&mix.next().to_le_bytes());
        }
        Seeded { words: Xoshiro256PlusPlus::from_seed(bytes) }
    }

    /// An even face from 1 to `sides`: Lemire's multiplication, with its rejection, so that no face is favoured.
    #[inline]
    pub fn face(&mut self, sides: u16) -> u16 {
        self.below(u64::from(sides)) as u16 + 1
    }

    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0);
        loop {
            let product = u128::from(self.words.next_u64()) * u128::from(n);
            let low = product as u64;
            // The second test is only reached once in 2^64/n words.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }
}

impl Dice for Seeded {
    #[inline]
    fn roll(&mut self, _why: Why, roll: Roll) -> Throw {
        let value = roll.evaluate(&mut |sides| self.face(sides));
        Throw { roll, value, nth: 0 }
    }
}

/// Spreads a seed over the generator's state (Vigna's splitmix64).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
