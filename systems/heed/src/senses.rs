//! Who perceives and sees whom, which depends on zones, light and the one who looks.

use fracas_kernel::Who;

use crate::data::{Heed, Range};
use crate::state::State;

impl Heed {
    /// The zones in which `who` perceives whoever is there.
    #[inline]
    pub(crate) fn perceived(&self, state: &State, who: Who) -> u32 {
        let zone = state.zone_of(who);
        let far = self.reached(zone, Range::Far);
        if self.dark == 0 {
            return far;
        }
        // HEED-R17: not remote, nor in darkness without a light; a keen nose needs none nearby.
        let sheet = self.sheet(state, who);
        let lit = if sheet.dark_sight { u32::MAX } else { state.lit };
        let smelt = if sheet.scent { self.reached(zone, Range::Near) } else { 0 };
        far & (lit | smelt)
    }

    #[inline]
    pub(crate) fn perceives(&self, state: &State, who: Who, target: Who) -> bool {
        self.perceived(state, who) >> state.zone_of(target) & 1 == 1
    }

    /// The zones in which `who` sees whoever is there.
    #[inline]
    pub(crate) fn seen(&self, state: &State, who: Who) -> u32 {
        let lit = if self.sheet(state, who).dark_sight { u32::MAX } else { state.lit };
        self.sight[state.zone_of(who) as usize] & lit
    }

    /// The zones into which `who` can attack at this range: one need not perceive whom one can touch.
    #[inline]
    pub(crate) fn attacked(&self, state: &State, who: Who, range: Range) -> u32 {
        let zone = state.zone_of(who);
        self.reached(zone, range) & (self.perceived(state, who) | 1 << zone)
    }
}
