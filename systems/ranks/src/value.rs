//! What somebody is worth to minds that look ahead: wounds they can still take, their ranks, how they are armed and placed.

use fracas_kernel::grid::{Board, Square};
use fracas_kernel::{Crowd, Ponder, Side, Whim, Who};

use crate::choices::{Choice, Deed};
use crate::data::{Ability, Ranks};
use crate::state::{Phase, State};

impl Ponder for Ranks {
    fn worth(&self, state: &State, who: Who) -> f32 {
        let health = self.health(state, who).max(0) as f32;
        if state.dead.has(who) {
            return 0.0;
        }
        if !state.up.has(who) {
            return if state.gone.has(who) { 0.4 * health } else { 1.0 };
        }
        let sheet = self.sheet(state, who);
        let cards =
            f32::from(state.hand[who].len() as u8 - sheet.held.len().min(state.hand[who].len()) as u8);
        let mut worth = 12.0 + health + 0.3 * cards;
        worth += state.conditions(who).map(|borne| -f32::from(borne.rank)).sum::<f32>() * 0.5;
        if state.stunned.has(who) {
            worth -= 4.0;
        }
        if state.prone.has(who) {
            worth -= 2.0;
        }
        if state.hidden[who] > 0 {
            worth += 1.5;
        }
        // A fight is won by those who are in it.
        worth - 0.15 * self.way_to_a_foe(state, who)
    }

    /// Those whom nobody sees stand where nobody looks.
    fn suppose(&self, known: &State, side: Side, whim: &mut Whim) -> State {
        let mut maybe = known.clone();
        let lost: Crowd =
            (known.up | known.unconscious).filter(|&who| known.at[who] == Square::NOWHERE).collect();
        if lost.is_empty() {
            return maybe;
        }
        let eyes = known.side[side.index()] & known.up;
        let seen = eyes.fold(Board::EMPTY, |seen, who| seen.or(&self.view_of(known, who)));
        for who in lost {
            let size = known.size[who];
            let free = self.grid.inside().without(&maybe.walls).without(&maybe.filled);
            let dark = free.without(&seen).fits(size);
            let places = if dark.is_empty() { free.fits(size) } else { dark };
            let nth = whim.below(places.len().max(1) as u64) as usize;
            if let Some(square) = places.squares().nth(nth) {
                maybe.put(who, square);
            }
        }
        maybe
    }

    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        (state.phase == Phase::Turn && state.current() == who).then_some(who.does(Deed::End))
    }

    fn is_idle(&self, state: &State, choice: Choice) -> bool {
        match choice.deed {
            Deed::Drop { .. } | Deed::Unequip { .. } => true,
            Deed::Retreat => state.round < 2,
            Deed::Inspire => state.stunned.is_empty() && self.raw_presence(state, choice.who) == 0,
            _ => false,
        }
    }
}

impl Ranks {
    fn raw_presence(&self, state: &State, who: Who) -> i8 {
        state.ranks[who][Ability::Presence as usize].max(0)
    }

    /// How far the nearest enemy is whose place is known, at most twenty squares.
    fn way_to_a_foe(&self, state: &State, who: Who) -> f32 {
        let near = (state.foes(who) & state.up)
            .filter(|&foe| state.at[foe] != Square::NOWHERE)
            .map(|foe| state.distance(who, foe))
            .min();
        near.map_or(20.0, |near| f32::from(near.min(20)))
    }
}
