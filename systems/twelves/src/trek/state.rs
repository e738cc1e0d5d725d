//! What changes on a trek by the twelves rules, as plain data of fixed size.

use fracas_adventure::{ByHero, Heroes, Wounds};
use fracas_kernel::{By, Set, Who};
use serde::{Deserialize, Serialize};

use super::State;
use crate::state::MAX_ZONES;

pub(crate) const MAX_FURNITURE: usize = 32;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    pub(crate) hits: ByHero<u8>,
    /// The weapon that each has found, by its place among those that can be.
    pub(crate) weapon: ByHero<Option<u8>>,
    /// Who has tended each of the down in vain.
    pub(crate) tried: ByHero<Heroes>,
    /// What turns up does so on a d12 of this or less.
    pub(crate) danger: u8,
    /// Who is ready for those who are met.
    pub(crate) ready: Heroes,
    /// Who is held by what no fight ends, as mud does; and who is dazed and would lose the first turn of a fight.
    pub(crate) held: Heroes,
    pub(crate) dazed: Heroes,
    /// What fights have changed about the place: how often its features can be used, its cover, its hazards.
    pub(crate) uses: By<u8, u8, MAX_FURNITURE>,
    pub(crate) cover: By<u8, u8, MAX_ZONES>,
    pub(crate) hazards: Set<u8, u32>,
    /// The hits that foes have lost in fights they survived: those of the place, and whom the judge has put there.
    pub(crate) foes: Wounds,
}

const _: () = assert!(size_of::<State>() <= 920);

/// Up or down, as the hits say.
pub(crate) fn fit_to_hits(state: &mut State, who: Who) {
    let fallen = state.own.hits[who] == 0;
    if fallen && !state.party.down.has(who) {
        state.own.tried[who] = Heroes::NONE;
    }
    if fallen {
        state.own.held.remove(who);
        state.own.dazed.remove(who);
    }
    state.set_down(who, fallen);
}
