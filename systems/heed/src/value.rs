//! What somebody is worth to minds that look ahead: wounds they can still take, what they carry, what they can do.

use fracas_kernel::plot::progress;
use fracas_kernel::{Ponder, Who};

use crate::choices::{Choice, Deed};
use crate::data::{Condition, Heed};
use crate::state::{NOBODY, Phase, State, UNCHARGED, Waiting};

impl Ponder for Heed {
    fn stands_at(&self, state: &State, who: Who) -> Option<[u8; 2]> {
        (!state.gone.has(who)).then(|| [state.one(who).zone, 0])
    }

    fn progress(&self, state: &State) -> f32 {
        if self.plotted { progress(self, state) } else { 0.0 }
    }

    fn worth(&self, state: &State, who: Who) -> f32 {
        let one = state.one(who);
        let left = one.grit.saturating_sub(one.wound_count());
        if !state.standing.has(who) {
            return if state.gone.has(who) { f32::from(left) } else { 0.5 };
        }
        let mut worth = 3.0 + 2.0 * f32::from(left) + 0.3 * f32::from(one.armour.len() as u8);
        worth += 0.5 * f32::from(one.focus);
        if state.notes.casters.has(who) {
            worth += 2.0;
        }
        // What was prepared counts for something: an aim, a spell, eyes on those who might do the same.
        worth +=
            0.4 * f32::from(u8::from(one.aim != NOBODY)) + 0.8 * f32::from(u8::from(one.charge != UNCHARGED));
        worth += 0.15 * (one.heeds & state.standing).len() as f32;
        if state.is(who, Condition::Held) {
            worth -= 1.0;
        }
        if state.is(who, Condition::Prone) {
            worth -= 0.5;
        }
        worth
    }

    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        if state.pending.waiting != Waiting::Nothing || !state.deciding().has(who) {
            return None;
        }
        Some(who.does(if state.phase == Phase::Before { Deed::Ready } else { Deed::Done }))
    }
}
