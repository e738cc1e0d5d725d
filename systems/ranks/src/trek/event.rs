//! What happens on a trek by the ranks rules alone, as data. Words are made of it in `lines`.

use fracas_kernel::Who;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Handled {
        how: Handling,
        item: u8,
    },
    Gave {
        to: Who,
        item: u8,
    },
    Tended {
        target: Who,
        wounds: u8,
    },
    /// Damage and conditions are over.
    Breathed,
    /// And has this many wounds left.
    Recovered(u8),
}

/// What somebody does with an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    Take,
    Drop,
    Equip,
    Unequip,
}
