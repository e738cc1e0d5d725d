//! Minds that play any system, on the kernel's traits alone.
//!
//! | mind | how it chooses |
//! |---|---|
//! | `random` | any legal choice |
//! | `easy` | instinct, and now and then a slip |
//! | `instinct` | what the system's own quick mind says |
//! | `greedy` | tries every choice a few times, plays on by instinct for a round or so, and takes what leaves its side best off |
//! | `search` | does the same with far more tries, to the end of the fight, and spends them on the choices that are still in question |
//!
//! A mind is honest. It is given what its side knows, makes up the rest ([`Ponder::suppose`](fracas_kernel::Ponder)), and
//! draws dice of its own: two tables that look the same to a side get the same choice, whatever lies hidden and whatever
//! the dice to come. Given playouts instead of time, it thinks the same on any number of threads.

mod advice;
mod arena;
pub mod audit;
mod brain;
mod chance;
mod outlook;
pub mod puzzle;
mod rates;
mod search;
mod sides;
mod temper;
mod thought;
pub mod tournament;

/// A fight that takes more choices than this counts as a draw.
const CAP: u32 = 20_000;

pub use advice::{Advice, advise, explain};
pub use arena::{Arena, Hall};
pub use brain::{Bent, Brain, Budget, Difficulty, Kind, NotAMind};
pub use chance::{Chance, PRECISE, chance};
pub use fracas_kernel::Temper;
pub use rates::{Measured, Rates, Wins};
pub use sides::{Minds, NotMinds, Thinkers};
pub use temper::Tempers;
pub use thought::{Thought, Weighed, think, think_as};
