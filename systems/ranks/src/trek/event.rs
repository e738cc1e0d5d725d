//! What happens on a trek by the ranks rules alone, as data. Words are made of it in `lines`.

use fracas_kernel::Who;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Handled {
        who: Who,
        how: Handling,
        item: u8,
    },
    Gave {
        who: Who,
        to: Who,
        item: u8,
    },
    Tended {
        who: Who,
        target: Who,
        wounds: u8,
    },
    /// Damage and conditions are over.
    Breathed,
    Recovered {
        who: Who,
        wounds: u8,
    },
}

/// What somebody does with an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handling {
    Take,
    Drop,
    Equip,
    Unequip,
}
