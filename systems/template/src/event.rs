//! What can happen, as data: words come later.

use fracas_dice::{Check, Throw};
use fracas_kernel::{Outcome, Who};

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Round(u16),
    Moved(Who, u8),
    /// Who struck whom, and the harm that a hit did.
    Struck(Who, Who, Check, Option<Throw>),
    Out(Who),
    Rallied(Who, Check, i16),
    Over(Outcome),
}
