//! What somebody is worth to minds that look ahead: wounds they can still take, their ranks, how they are armed and placed.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::plot::progress;
use fracas_kernel::{Crowd, Ponder, Side, Whim, Who};

use crate::choices::{Choice, Deed};
use crate::data::Ranks;
use crate::state::{Phase, State};

impl Ponder for Ranks {
    fn stands_at(&self, state: &State, who: Who) -> Option<[u8; 2]> {
        let at = state.at[who];
        (at != Square::NOWHERE && !state.gone.has(who)).then(|| [at.x(), at.y()])
    }

    fn progress(&self, state: &State) -> f32 {
        if self.plotted { progress(self, state) } else { 0.0 }
    }

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
        let eyes = known.side[side.index()] & known.up;
        let seen = eyes.fold(Board::EMPTY, |seen, who| seen.or(&self.view_of(known, who)));
        // Minds know how a place is built, if not who is in it.
        maybe.walls = known.walls.or(&self.grid.walls().without(&seen));
        self.look_at_walls(&mut maybe);
        let lost: Crowd =
            (known.up | known.unconscious).filter(|&who| known.at[who] == Square::NOWHERE).collect();
        if lost.is_empty() {
            return maybe;
        }
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

    /// Turns are long on a grid.
    fn foresight(&self) -> u32 {
        1
    }

    /// Squares are as good as each other where the same enemies are as far and see as much: of each such lot the cheapest
    /// is kept. Of many ways to aim a card some are kept, spread evenly.
    fn narrow(&self, state: &State, choices: &mut Vec<Choice>) {
        let Some(who) = choices.first().map(|choice| choice.who) else { return };
        let foes: Crowd =
            (state.foes(who) & state.up).filter(|&foe| state.at[foe] != Square::NOWHERE).collect();
        let mut lots: Vec<(u8, u8)> = Vec::new();
        let mut aims = [0_usize; 64];
        for choice in &*choices {
            if let Deed::Act { card, .. } = choice.deed {
                aims[usize::from(card) % 64] += 1;
            }
        }
        let mut nth = [0_usize; 64];
        choices.retain(|choice| match choice.deed {
            Deed::Drop { .. } | Deed::Unequip { .. } => false,
            Deed::Retreat => state.round >= 2,
            Deed::Inspire => state.stunned.meets(state.friends(who)),
            Deed::Move { to } => {
                let lot = self.lot(state, who, to, foes);
                let known = lots.iter().filter(|&&other| other == lot).count();
                lots.push(lot);
                known == 0
            }
            Deed::Act { card, .. } => {
                let card = usize::from(card) % 64;
                let every = aims[card].div_ceil(AIMS).max(1);
                nth[card] += 1;
                (nth[card] - 1).is_multiple_of(every)
            }
            _ => true,
        });
    }
}

/// How many ways to aim one card are thought of.
const AIMS: usize = 10;

impl Ranks {
    /// What a square is like: how far the nearest enemy would be, roughly, and how many enemies see it.
    fn lot(&self, state: &State, who: Who, to: Square, foes: Crowd) -> (u8, u8) {
        let body = Body::new(to, state.size[who]);
        let near = foes.map(|foe| state.body(foe).distance(body)).min().unwrap_or(0);
        let far = match near {
            0..=2 => near,
            3..=4 => 3,
            5..=8 => 4,
            _ => 5,
        };
        let seen = foes.filter(|&foe| self.grid.sees(state.at[foe], to)).count().min(2);
        (far, seen as u8)
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
