//! What the party knows: all but the judge's word about the next encounter.

use fracas_adventure::Secrets;

use super::{Lore, State};

impl Secrets for Lore {
    fn hide(&self, state: &mut State) {
        state.own.faces = None;
    }
}
