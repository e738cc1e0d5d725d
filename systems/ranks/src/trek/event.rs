//! What happens on a trek by the ranks rules alone, as data. Words are made of it in `lines`.

use fracas_kernel::Who;

use super::Deed;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    // From hand to hand, and which item it was.
    Handled(Deed, u8),
    Tended { target: Who, wounds: u8 },
    // Damage and conditions are over.
    Breathed,
    // And has this many wounds left.
    Recovered(u8),
}
