//! What somebody is worth to minds that look ahead: hits left, the dice they bring, what they are caught in.

use fracas_kernel::plot::progress;
use fracas_kernel::{Ponder, Side, Whim, Who};

use crate::choices::{Choice, Deed};
use crate::data::Twelves;
use crate::state::State;

impl Ponder for Twelves {
    fn stands_at(&self, state: &State, who: Who) -> Option<[u8; 2]> {
        (!state.gone.has(who)).then(|| [state.zone[who], 0])
    }

    fn progress(&self, state: &State) -> f32 {
        if self.plotted { progress(self, state) } else { 0.0 }
    }

    fn worth(&self, state: &State, who: Who) -> f32 {
        let hits = f32::from(state.hits[who]);
        if !state.standing.has(who) {
            return if state.gone.has(who) { 0.5 * hits } else { 0.0 };
        }
        let sheet = self.sheet(state, who);
        let mut worth = 1.0 + hits + 0.8 * f32::from(sheet.threat) + f32::from(sheet.regrows);
        if state.held.has(who) {
            worth -= 0.5;
        }
        if state.dazed.has(who) {
            worth -= 1.0;
        }
        worth
    }

    /// Those whom nobody sees are somewhere that nobody watches.
    fn suppose(&self, known: &State, _side: Side, whim: &mut Whim) -> State {
        let mut maybe = known.clone();
        let nowhere = known.standing.filter(|&who| !known.is_on_map(who));
        let hiding = self.field.zones().numbers() - self.watched(known);
        for who in nowhere {
            if !hiding.is_empty() {
                let zone = hiding.nth(whim.below(hiding.len() as u64) as usize).unwrap_or(0);
                maybe.put(who, zone);
            }
        }
        maybe
    }

    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        let turn = state.pending.is_none() && !state.is_before() && state.acting.has(who);
        turn.then_some(who.does(Deed::Pass))
    }

    /// Nobody lets go of an enemy without a reason.
    fn narrow(&self, _state: &State, choices: &mut Vec<Choice>) {
        if choices.iter().any(|choice| choice.deed != Deed::LetGo) {
            choices.retain(|choice| choice.deed != Deed::LetGo);
        }
    }
}
