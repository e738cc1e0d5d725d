//! A mind for treks.

use fracas_kernel::{Crowd, Know, Ponder, Seat, Think, Whim};

use crate::explore::{Expedition, StateOf};
use crate::{Choice, Explorer, Heroes};

impl<R: Expedition> Think for Explorer<R> {
    fn instinct(&self, state: &StateOf<R>, asked: Crowd, whim: &mut Whim) -> Choice<R::Deed> {
        let known = self.known(state, Seat::Watcher);
        let listed = self.0.asked(&known);
        let asked = Heroes::of(asked.0 as u8) & listed;
        self.0.think(&known, if asked.is_empty() { listed } else { asked }, whim)
    }
}

/// Between fights instinct decides.
impl<R: Expedition> Ponder for Explorer<R> {
    fn is_weighty(&self, _state: &StateOf<R>) -> bool {
        false
    }
}
