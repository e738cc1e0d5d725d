//! The place as it is drawn: which part of a field each stage is, and where on it people stand when a fight begins
//! there. Nothing is allocated for that: fights are opened in simulations too.

use fracas_adventure::Distance;
use fracas_kernel::Who;
use fracas_kernel::grid::{Board, Body, Square};

use super::{Lore, State};
use crate::data::{Ranks, Sheet};

/// A stage on its field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The number of the field.
    pub field: u8,
    /// Where people are who stay there.
    pub square: Square,
    /// Where people come in who come from off the field.
    pub edge: Option<Square>,
    /// All that belongs to it.
    pub squares: Board,
    /// What lies behind doors and is nearer to it than to other stages: closets, sheds that no stage is made of.
    pub behind: Board,
}

/// From which distance those like to fight who need not be near, in steps.
const APART: u16 = 5;

impl Lore {
    pub(crate) fn stage(&self, zone: u8) -> &Stage {
        &self.stages[usize::from(zone) % self.stages.len()]
    }

    /// The stage that a square of a field belongs to.
    pub(crate) fn stage_of(&self, field: u8, at: Square) -> u8 {
        let holds = |stage: &Stage| stage.field == field && (stage.squares.has(at) || stage.behind.has(at));
        let own = self.stages.iter().position(holds);
        own.or(self.stages.iter().position(|stage| stage.field == field)).unwrap_or(0) as u8
    }

    /// The door on a field that a way leads through, by its number there.
    pub(crate) fn door_of(&self, way: u8, field: u8) -> Option<u8> {
        let (there, door) = (*self.way_doors.get(usize::from(way))?)?;
        (there == field).then_some(door)
    }

    /// Where the party is when a fight begins: just inside, if it has come in just now.
    pub(crate) fn entry(&self, state: &State) -> Square {
        let (here, from) = (self.stage(state.here.at), self.stage(state.here.from));
        if state.turned_up || state.here.at == state.here.from {
            return here.square;
        }
        if from.field != here.field {
            return here.edge.unwrap_or(here.square);
        }
        let rules = &self.fights[usize::from(here.field)];
        rules.first_in(from.square, &here.squares).unwrap_or(here.square)
    }

    /// Puts the party onto a fight's field, whoever leads farthest in.
    pub(crate) fn line_up(&self, state: &State, rules: &Ranks, fight: &mut crate::State) {
        let (stage, entry) = (self.stage(state.here.at), self.entry(state));
        let everyone = self.setting.everyone();
        everyone.for_each(|who| fight.take_off(who));
        everyone.for_each(|who| fight.at[who] = Square::NOWHERE);
        let (leader, there) = (state.party.leader(), state.party.alive);
        let others = (0..self.setting.heroes.len() as u8).rev().map(Who).filter(|&who| Some(who) != leader);
        for who in others.chain(leader).filter(|&who| there.has(who)) {
            let at = rules.room_in(fight, &stage.squares, entry, fight.size[who]);
            if let Some(at) = at {
                fight.put(who, at);
            }
        }
    }

    /// A square for somebody who lives in a stage, or is met there.
    pub(crate) fn stand(
        &self,
        state: &State,
        rules: &Ranks,
        fight: &crate::State,
        sheet: &Sheet,
        zone: u8,
        stands: Option<Distance>,
    ) -> Option<Square> {
        let stage = self.stage(zone);
        let best = match zone == state.here.at {
            true => {
                let (all, wants) = (stage.squares.squares(), rules.wants(sheet, stands));
                rules.best_spot(fight, all, self.entry(state), sheet.size, wants)
            }
            false => None,
        };
        best.or_else(|| rules.room_in(fight, &stage.squares, stage.square, sheet.size))
    }

    /// A square for somebody who comes from elsewhere: just inside for those who fight hand to hand, and for others a few
    /// steps at most from there.
    pub(crate) fn come(
        &self,
        state: &State,
        rules: &Ranks,
        fight: &crate::State,
        sheet: &Sheet,
        (from, part): (Square, Board),
        stands: Option<Distance>,
    ) -> Option<Square> {
        let near = part.squares().filter(|&at| rules.way(at, from, 1) <= APART);
        let best = match rules.wants(sheet, stands) {
            Distance::Near => None,
            wants => rules.best_spot(fight, near, self.entry(state), sheet.size, wants),
        };
        best.or_else(|| rules.room_in(fight, &part, from, sheet.size))
    }

    /// By which way those come who come from elsewhere: through a door from a stage beside the party's, which they leave
    /// open behind them; or over the edge of the field.
    pub(crate) fn arrival(&self, state: &State, rules: &Ranks, fight: &mut crate::State) -> (Square, Board) {
        let (zone, place) = (state.here.at, &self.setting.place);
        let here = self.stage(zone);
        let open = |way: &u8| {
            let known = !place.ways[usize::from(*way)].secret || state.here.found.has(*way);
            known && state.here.doors.at(*way).lets_through()
        };
        let ways = (0..place.ways.len() as u8).filter(open);
        let beside = ways.filter_map(|way| {
            let other = place.beyond(way, zone)?;
            (self.stage(other).field == here.field).then_some((way, other))
        });
        let far = |zone: u8| rules.way(self.stage(zone).square, here.square, 1);
        if let Some((way, other)) = beside.max_by_key(|&(_, other)| far(other)) {
            if let Some(door) = self.door_of(way, here.field)
                && !fight.doors[door].shows()
            {
                rules.set_door(fight, door, fracas_kernel::Door::Open);
            }
            let stage = self.stage(other);
            return (rules.first_in(here.square, &stage.squares).unwrap_or(stage.square), stage.squares);
        }
        let edge = here.edge.unwrap_or_else(|| {
            let all = here.squares.squares();
            all.max_by_key(|&at| rules.way(at, here.square, 1) % 512).unwrap_or(here.square)
        });
        (edge, here.squares)
    }

    /// Stages of a field that the heroes see into in a fight.
    pub(crate) fn look_about(&self, state: &mut State, fight: &crate::State) {
        let field = self.stage(state.here.at).field;
        let rules = &self.fights[usize::from(field)];
        let eyes = fight.side[0] & fight.up;
        for (zone, stage) in (0_u8..).zip(&self.stages).filter(|(_, stage)| stage.field == field) {
            if eyes.any(|who| rules.squares_see(fight, fight.at[who], stage.square)) {
                state.here.seen.insert(zone);
            }
        }
    }
}

impl Ranks {
    /// Where somebody wants to stand: as is said, or as it suits its weapons.
    fn wants(&self, sheet: &Sheet, stands: Option<Distance>) -> Distance {
        stands.unwrap_or(if self.shoots(sheet) { Distance::Far } else { Distance::Near })
    }

    /// Of these squares the one that suits best who fights against those at `entry`: not beside a hero, and if it is to be
    /// far, still in sight.
    fn best_spot(
        &self,
        fight: &crate::State,
        squares: impl Iterator<Item = Square>,
        entry: Square,
        size: u8,
        wants: Distance,
    ) -> Option<Square> {
        let at_a_door = |square: Square| {
            let beside = |way: &crate::data::Doorway| {
                way.squares.squares().any(|door| Body::new(door, 1).distance(Body::new(square, size)) == 1)
            };
            self.doors.iter().any(beside)
        };
        let apart = |square: Square| {
            let body = Body::new(square, size);
            fight.side[0].all(|hero| fight.at[hero] == Square::NOWHERE || fight.body(hero).distance(body) > 1)
        };
        let free = squares.filter(|&at| self.is_bare(fight, at, size) && apart(at));
        free.min_by_key(|&at| {
            let steps = self.way(at, entry, 1);
            let suits = match wants {
                Distance::Near => steps.abs_diff(APART),
                Distance::Far => u16::MAX - steps,
                Distance::Door => u16::from(!at_a_door(at)) << 10 | steps,
            };
            (wants == Distance::Far && !self.squares_see(fight, at, entry), suits)
        })
    }
}
