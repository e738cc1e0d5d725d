//! What the party knows: no trap that was not found, nobody who was not heard or seen.

use fracas_adventure::Secrets;

use super::{Lore, State};

impl Secrets for Lore {
    fn hide(&self, state: &mut State) {
        state.own.traps.hide();
        state.own.faces = None;
        state.here.gone |= !state.heard;
        state.own.known_to &= state.heard;
    }
}
