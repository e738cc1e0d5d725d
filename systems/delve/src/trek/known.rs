//! What the party knows: nobody who was not heard or seen.

use fracas_adventure::Secrets;

use super::{Lore, State};

impl Secrets for Lore {
    fn hide(&self, state: &mut State) {
        state.own.faces = None;
        state.here.gone |= !state.heard;
        state.own.known_to &= state.heard;
    }
}
