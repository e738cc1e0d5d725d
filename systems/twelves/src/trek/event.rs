//! What happens on a trek by the twelves rules alone, as data. Words are made of it in `lines`.

use fracas_adventure::Test;
use fracas_kernel::Who;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Tended { target: Who, test: Test },
    // Pulls somebody out of what holds, or oneself.
    Freed { target: Who, test: Test },
    Salved { target: Who, left: u8 },
    // And has this many hits now.
    Recovered(u8),
    Darkness,
}
