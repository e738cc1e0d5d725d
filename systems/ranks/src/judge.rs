//! The judge's hand in this system.

use fracas_kernel::grid::Square;
use fracas_kernel::{Judgement, Log, Outcome, Refusal, Side, Who};

use crate::data::{Ability, Ranks};
use crate::event::Event;
use crate::state::{Borne, MOST, Phase, State, bit, each, ix};

const TRACKS: &str = "wounds, damage, movement, senses, hidden";
pub(crate) const STUNNED: &str = "stunned";
pub(crate) const PRONE: &str = "prone";

impl Ranks {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { who, to } => self.move_to(state, *who, to)?,
            Judgement::Add { creature, side, to } => self.bring_in(state, creature, *side, to)?,
            Judgement::Remove { who } => {
                self.there_is(state, *who)?;
                state.take_off(*who);
                state.gone |= bit(*who);
                state.up &= !bit(*who);
                state.unconscious &= !bit(*who);
                state.at[ix(*who)] = Square::NOWHERE;
            }
            Judgement::Afflict { who, condition, rank } => {
                self.put_condition(state, *who, condition, *rank)?
            }
            Judgement::Lift { who, condition } => self.lift_condition(state, *who, condition)?,
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.outcome = Some(outcome);
                log.tell(Event::Over { outcome });
                return Ok(());
            }
            // The table keeps these for the rolls to come.
            Judgement::Gauge { .. }
            | Judgement::Grant { .. }
            | Judgement::Fate { .. }
            | Judgement::EndAdventure { .. } => {
                return Err(Refusal::no_adventure());
            }
            Judgement::Favour { .. } | Judgement::Dice { .. } => return Ok(()),
        }
        self.go_on(state);
        Ok(())
    }

    fn there_is(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if who.index() < state.count as usize {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no combatant number {}", who.0)))
    }

    fn square(&self, text: &str) -> Result<Square, Refusal> {
        let square = Square::read(text).filter(|&square| self.grid.holds(square));
        square.ok_or_else(|| {
            let (right, bottom) = (self.grid.width() - 1, self.grid.height() - 1);
            Refusal::new(format!(
                "there is no square {text:?}; they go from 0,0 to {right},{bottom}, as column,row"
            ))
        })
    }

    fn move_to(&self, state: &mut State, who: Who, to: &str) -> Result<(), Refusal> {
        self.there_is(state, who)?;
        let square = self.square(to)?;
        if state.dead & bit(who) == 0 && !self.is_free(state, who, square) {
            return Err(Refusal::by("RANKS-R17", format!("there is no room at {square}")));
        }
        if state.gone & bit(who) != 0 {
            state.gone &= !bit(who);
            state.at[ix(who)] = Square::NOWHERE;
            state.put(who, square);
            self.fit_to_wounds(state, who);
        } else {
            state.put(who, square);
        }
        Ok(())
    }

    fn bring_in(&self, state: &mut State, creature: &str, side: Side, to: &str) -> Result<(), Refusal> {
        let square = self.square(to)?;
        let sheet = self.sheets.iter().position(|sheet| sheet.id == creature).ok_or_else(|| {
            let known: Vec<&str> = self.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
        })?;
        if state.count as usize >= MOST {
            return Err(Refusal::new(format!("a fight holds at most {MOST} combatants")));
        }
        let size = self.sheets[sheet].size;
        let everybody = state.everyone();
        if !self.has_room(state, Who(0), square, size, everybody) {
            return Err(Refusal::by("RANKS-R17", format!("there is no room at {square}")));
        }
        state.add(self, sheet as u8, side, square);
        Ok(())
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        self.there_is(state, who)?;
        let score = value.clamp(0, 999) as i16;
        match track {
            "wounds" => {
                state.wounds[ix(who)] = value.clamp(0, 99) as u8;
                self.fit_to_wounds(state, who);
            }
            "damage" => state.damage[ix(who)] = score,
            "movement" => state.movement[ix(who)] = value.clamp(0, 250) as u8,
            "senses" => state.senses[ix(who)] = score,
            "hidden" => state.hidden[ix(who)] = score,
            _ => return Err(Refusal::new(format!("there is no track {track:?}; known: {TRACKS}"))),
        }
        Ok(())
    }

    /// Conscious, unconscious or dead, as the wounds say.
    fn fit_to_wounds(&self, state: &mut State, who: Who) {
        if state.gone & bit(who) != 0 {
            return;
        }
        state.take_off(who);
        let (wounds, resolve) = (state.wounds[ix(who)], self.rank(state, who, Ability::Resolve));
        state.up &= !bit(who);
        state.unconscious &= !bit(who);
        state.dead &= !bit(who);
        if wounds > resolve {
            state.dead |= bit(who);
        } else if wounds == resolve && wounds > 0 {
            state.unconscious |= bit(who);
        } else {
            state.up |= bit(who);
        }
        // Somebody may have stepped where a body lay: the nearest free square then.
        if state.dead & bit(who) == 0 {
            let at = state.at[ix(who)];
            let here = crate::maps::spread(&state.walls, &self.grid.inside().without(&state.walls), at);
            let free = here.into_iter().find(|&square| self.fits_now(state, who, square));
            state.at[ix(who)] = free.unwrap_or(at);
            state.filled.put(state.body(who));
        }
    }

    /// Is there room, for somebody whose body is on no board now?
    fn fits_now(&self, state: &State, who: Who, at: Square) -> bool {
        let body = fracas_kernel::grid::Body::new(at, state.size[ix(who)]);
        let size = usize::from(body.size);
        body.squares().count() == size * size
            && body.squares().all(|s| self.grid.holds(s) && !state.walls.has(s) && !state.filled.has(s))
    }

    fn put_condition(
        &self,
        state: &mut State,
        who: Who,
        name: &str,
        rank: Option<i32>,
    ) -> Result<(), Refusal> {
        self.there_is(state, who)?;
        match name {
            STUNNED => state.stunned |= bit(who),
            PRONE => state.prone |= bit(who),
            _ => {
                let condition = self.condition_named(name)?;
                let rank = rank.unwrap_or(3).clamp(1, 20) as u8;
                let borne = &mut state.borne[ix(who)];
                let place = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
                let place = place.or(borne.iter().position(|b| b.rank == 0)).unwrap_or(0);
                borne[place] = Borne { condition, rank };
                self.refresh(state, who);
            }
        }
        Ok(())
    }

    fn lift_condition(&self, state: &mut State, who: Who, name: &str) -> Result<(), Refusal> {
        self.there_is(state, who)?;
        let missing = |state: &State| Refusal::new(format!("{} is not {name}", self.name_of(state, who)));
        let set = match name {
            STUNNED => Some(state.stunned),
            PRONE => Some(state.prone),
            _ => None,
        };
        match set {
            Some(set) if set & bit(who) == 0 => return Err(missing(state)),
            Some(_) if name == STUNNED => state.stunned &= !bit(who),
            Some(_) => state.prone &= !bit(who),
            None => {
                let condition = self.condition_named(name)?;
                let borne = &mut state.borne[ix(who)];
                match borne.iter_mut().find(|b| b.rank > 0 && b.condition == condition) {
                    Some(borne) => borne.rank = 0,
                    None => return Err(missing(state)),
                }
                self.refresh(state, who);
            }
        }
        Ok(())
    }

    fn condition_named(&self, name: &str) -> Result<u8, Refusal> {
        let found = self
            .conditions
            .iter()
            .position(|known| known.id == name || known.name.eq_ignore_ascii_case(name));
        found.map(|index| index as u8).ok_or_else(|| {
            let known: Vec<&str> = self.conditions.iter().map(|known| known.id.as_str()).collect();
            Refusal::new(format!(
                "there is no condition {name:?}; known: {STUNNED}, {PRONE}, {}",
                known.join(", ")
            ))
        })
    }

    /// After the judge's act the fight goes on with whoever can act, or is over.
    fn go_on(&self, state: &mut State) {
        let [heroes, monsters] = state.side.map(|side| side & state.up != 0);
        state.outcome = match (heroes, monsters) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(Side::Heroes)),
            (false, true) => Some(Outcome::Won(Side::Monsters)),
            (false, false) => Some(Outcome::Draw),
        };
        if state.outcome.is_some() || state.phase == Phase::Initiative {
            return;
        }
        // Whoever cannot act any more has had its turn; nothing is rolled for that here.
        let able = |who: Who| state.up & bit(who) != 0 && state.stunned & bit(who) == 0;
        if able(state.current()) {
            state.phase = Phase::Turn;
            return;
        }
        let rest = (state.now..state.turns).find(|&turn| able(Who(state.order[turn as usize])));
        match rest {
            Some(turn) => self.hand_over(state, turn),
            None => {
                state.phase = Phase::Initiative;
                state.now = 0;
            }
        }
    }

    /// The turn of somebody later in the order begins without dice: no movement points, but an action.
    fn hand_over(&self, state: &mut State, turn: u8) {
        state.now = turn;
        state.acted = false;
        state.played = 0;
        state.dazed = false;
        state.phase = Phase::Turn;
        for who in each(bit(state.current())) {
            state.movement[ix(who)] = 0;
            state.hidden[ix(who)] = 0;
        }
    }
}
