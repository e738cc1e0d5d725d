//! What is hidden, and from whom: intents that lie face down, and what those who bluff really mean.

use fracas_kernel::{Know, Offer, Seat, Who};

use crate::action::Action;
use crate::choices::Deed;
use crate::data::Ardor;
use crate::state::{Band, Phase, State};

impl Know for Ardor {
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        for who in state.committed.filter(|&who| !Ardor::confides(state, who, seat)) {
            if state.rollers.has(who) {
                known.intent[who] = Action::Nothing;
                known.careful.remove(who);
            } else if state.bluffers.has(who) {
                known.intent[who] = self.supposed(state, who);
            }
        }
        known
    }
}

impl Ardor {
    /// Does everybody's intent lie open?
    pub(crate) fn is_revealed(state: &State) -> bool {
        state.phase == Phase::Arduous
    }

    /// May this seat know what `who` really intends?
    pub(crate) fn confides(state: &State, who: Who, seat: Seat) -> bool {
        Ardor::is_revealed(state) || seat.controls(who)
    }

    /// What one that bluffs is taken to mean: what it shows, unless the score that is seen belies it.
    fn supposed(&self, state: &State, foe: Who) -> Action {
        let shown = state.shown[foe];
        if state.phase != Phase::Commit || self.bonus(state, foe, shown) == state.score[foe] {
            return shown;
        }
        self.fitting(state, foe).first().copied().unwrap_or(shown)
    }

    /// Everything that `foe` could mean with the score that is seen.
    pub(crate) fn fitting(&self, state: &State, foe: Who) -> Vec<Action> {
        let mut asking = state.clone();
        asking.phase = Phase::Intents;
        (asking.asked, asking.feigning) = (Band::one(foe), Band::one(foe));
        let mut choices = Vec::new();
        self.choices(&asking, &mut choices);
        let meant = choices.into_iter().filter_map(|choice| match choice.deed {
            Deed::Mean { action } => Some(action),
            _ => None,
        });
        // ARDOR-R6: the score is that of the real intent, and it is seen.
        meant.filter(|&action| self.bonus(state, foe, action) == state.score[foe]).collect()
    }
}
