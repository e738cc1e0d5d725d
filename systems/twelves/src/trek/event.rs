//! What happens on a trek by the twelves rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::Test;
use fracas_kernel::Who;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something about the place, by the rules of a fight around this zone.
    There {
        at: u8,
        event: crate::Event,
    },
    Tended {
        who: Who,
        target: Who,
        test: Test,
    },
    /// Pulls somebody out of what holds, or oneself.
    Freed {
        who: Who,
        target: Who,
        test: Test,
    },
    Salved {
        who: Who,
        target: Who,
        left: u8,
    },
    Recovered {
        who: Who,
        left: u8,
    },
    Darkness,
}
