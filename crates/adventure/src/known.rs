//! What a seat knows of a trek.

use fracas_kernel::{Know, Seat};

use crate::Explorer;
use crate::explore::{Expedition, StateOf};

impl<R: Expedition> Know for Explorer<R> {
    /// What the judge has laid out for later, the others do not know, nor what the system hides.
    fn known(&self, state: &StateOf<R>, seat: Seat) -> StateOf<R> {
        let mut known = state.clone();
        if seat != Seat::Judge {
            known.next = None;
            known.traps.hide();
            for stray in &mut known.strays {
                *stray = stray.filter(|stray| stray.known);
            }
            self.0.hide(&mut known);
        }
        known
    }
}
