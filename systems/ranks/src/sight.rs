//! Who sees whom, and what: lines of sight with the walls as they are now, and Senses against Hidden. Where a line runs
//! (RANKS-R7) the grid of the kernel knows.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::{Crowd, Side, Who};

use crate::data::Ranks;
use crate::state::State;

impl Ranks {
    /// Do two squares see each other, with the walls as they are now?
    #[inline]
    pub(crate) fn squares_see(&self, state: &State, a: Square, b: Square) -> bool {
        let ground = self.ground(state);
        if state.rebuilt { ground.sees_past(&state.walls, a, b) } else { ground.sees(a, b) }
    }

    /// Is there a line of sight between two bodies?
    #[inline]
    pub(crate) fn bodies_see(&self, state: &State, a: Body, b: Body) -> bool {
        if a.size == 1 && b.size == 1 {
            return self.squares_see(state, a.at, b.at);
        }
        a.squares().any(|from| b.squares().any(|to| self.squares_see(state, from, to)))
    }

    /// Can `who` see `other`?
    #[inline]
    pub fn can_see(&self, state: &State, who: Who, other: Who) -> bool {
        !self.hides_from(state, who, other) && self.bodies_see(state, state.body(who), state.body(other))
    }

    /// The enemies that somebody sees, the unconscious among them.
    #[inline]
    pub(crate) fn seen_foes(&self, state: &State, who: Who) -> Crowd {
        let foes = state.foes(who) & state.present();
        if state.rebuilt {
            return self.seen_among(state, who, foes);
        }
        foes.filter(|&foe| self.can_see(state, who, foe)).collect()
    }

    /// Friends whom somebody sees, the unconscious among them.
    pub(crate) fn seen_friends(&self, state: &State, who: Who) -> Crowd {
        let friends = (state.friends(who) & state.present()) - Crowd::one(who);
        if state.rebuilt {
            return self.seen_among(state, who, friends);
        }
        friends.filter(|&friend| self.can_see(state, who, friend)).collect()
    }

    /// Whom of these somebody sees, where walls have changed: the whole view at once as soon as it is needed at all.
    #[inline(never)]
    pub(crate) fn seen_among(&self, state: &State, who: Who, others: Crowd) -> Crowd {
        let (body, ground) = (state.body(who), self.ground(state));
        let mut view: Option<Board> = None;
        let mut seen = Crowd::NONE;
        for other in others {
            if self.hides_from(state, who, other) {
                continue;
            }
            let mut unsure = false;
            let theirs = state.body(other);
            let mut surely = body.squares().any(|from| {
                theirs.squares().any(|to| match ground.sees_surely(&state.walls, from, to) {
                    Some(sees) => sees,
                    None => {
                        unsure = true;
                        false
                    }
                })
            });
            if !surely && unsure {
                let view = view.get_or_insert_with(|| self.view_of(state, who));
                surely = theirs.squares().any(|square| view.has(square));
            }
            seen |= Crowd::one(other).only_if(surely);
        }
        seen
    }

    /// Is this an enemy whose Hidden beats the Senses of `who`?
    #[inline]
    fn hides_from(&self, state: &State, who: Who, other: Who) -> bool {
        // RANKS-M8
        state.foes(who).has(other) && state.hidden[other] > state.senses[who]
    }

    /// The members of the other side whom anybody of a side sees.
    pub(crate) fn seen_by_side(&self, state: &State, side: Side) -> Crowd {
        let eyes = state.side[side.index()] & state.up;
        let mut seen = Crowd::NONE;
        for foe in state.side[side.other().index()] - state.gone {
            if eyes.any(|who| self.can_see(state, who, foe)) {
                seen.insert(foe);
            }
        }
        seen
    }

    /// All squares that somebody sees.
    pub(crate) fn view_of(&self, state: &State, who: Who) -> Board {
        self.ground(state).view(state.rebuilt.then_some(&state.walls), state.body(who))
    }
}
