//! What minds need that look ahead: what people are worth, how the table may be where it is hidden, and where to stop.

use crate::{Play, Side, Whim, Who};

/// Advice of a system to minds that think further than instinct. Everything has a default, so that a new system is played
/// sensibly before it has any advice to give.
pub trait Ponder: Play {
    /// What somebody is worth to their side as they are now: 0 for whoever is out of it for good. Only how these numbers
    /// compare within one fight counts, not their unit. Allocates nothing.
    fn worth(&self, state: &Self::State, who: Who) -> f32 {
        let vital = self.vital(state, who);
        let health = vital.health.max(0) as f32;
        match (vital.standing, vital.gone) {
            (true, _) => 4.0 + health,
            (false, true) => 0.5 * health,
            (false, false) => 0.0,
        }
    }

    /// How near the heroes are to what the fight is about, as a share of all that people are worth; 0 where the last side
    /// standing wins.
    fn progress(&self, _state: &Self::State) -> f32 {
        0.0
    }

    /// Where somebody is, as numbers for those who learn from figures: a zone and 0, or a column and a row. `None` for
    /// whoever is nowhere.
    fn stands_at(&self, _state: &Self::State, _who: Who) -> Option<[u8; 2]> {
        None
    }

    /// The table as it may be: `known` is what `side` knows of it, and what that leaves out is made up, each time in another
    /// way. What comes out must be fit to be played on.
    fn suppose(&self, known: &Self::State, _side: Side, _whim: &mut Whim) -> Self::State {
        known.clone()
    }

    /// The choice of `who` to leave it at that: the end of a turn, or nothing in it.
    fn rest(&self, _state: &Self::State, _who: Who) -> Option<Self::Choice> {
        None
    }

    /// Leaves out of a list of legal choices what nobody would seriously think of, and what is as good as another that is
    /// left in. Something must remain.
    fn narrow(&self, _state: &Self::State, _choices: &mut Vec<Self::Choice>) {}

    /// For how many turns of everybody a quick look ahead goes on: as many as it takes to see what a move was good for, and
    /// no more than time allows.
    fn foresight(&self) -> u32 {
        3
    }

    /// Is there anything to look ahead to? Otherwise instinct decides.
    fn is_weighty(&self, _state: &Self::State) -> bool {
        true
    }

    /// Has a mind that began to think at `from` seen enough? A fight in an adventure is over when the fight is.
    fn is_far_enough(&self, _from: &Self::State, _now: &Self::State) -> bool {
        false
    }
}
