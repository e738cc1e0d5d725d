//! The judge's hand between fights.

use fracas_kernel::{Fate, Judgement, Log, Outcome, Refusal, Side, Who};

use super::data::Trek;
use super::event::Event;
use super::state::{Meeting, Spot, State, Stray, bit, ix};
use crate::apply::WOUND_WORTH;
use crate::state::Borne;

impl Trek {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if let Some(who) = act.about()
            && who.index() >= self.heroes.len()
            && !matches!(act, Judgement::Favour { .. } | Judgement::Dice { .. })
        {
            return Err(Refusal::new(format!("there is no hero number {}", who.0)));
        }
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { to, .. } => {
                let zone = self.place.zone_named(to)?;
                self.place.arrive(&mut state.here, zone);
                self.reopen(state, log);
                self.meet_here(state, log);
                return Ok(());
            }
            Judgement::Add { creature, side, to } => {
                self.add_stray(state, creature, *side, to)?;
                self.reopen(state, log);
                self.meet_here(state, log);
                return Ok(());
            }
            Judgement::Remove { who } => {
                state.alive &= !bit(*who);
                state.down &= !bit(*who);
                state.gone |= bit(*who) & !state.dead;
            }
            Judgement::Afflict { who, condition, rank } => self.afflict(state, *who, condition, *rank)?,
            Judgement::Lift { who, condition } => self.lift(state, *who, condition)?,
            Judgement::End { winner } | Judgement::EndAdventure { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                state.meeting = None;
                log.tell(Event::Over { outcome });
                return Ok(());
            }
            Judgement::Gauge { gauge, value } => match gauge.as_str() {
                "clock" => state.clock = self.clock.set(*value)? as u16,
                "food" => state.food = (*value).clamp(0, 9999) as u16,
                _ => {
                    let known = "clock, food";
                    return Err(Refusal::new(format!("{gauge:?} cannot be set; known: {known}")));
                }
            },
            Judgement::Grant { who, what, count } => self.grant(state, *who, what, *count)?,
            Judgement::Fate { encounter, fate } => self.decide(state, encounter, *fate, log)?,
            Judgement::Favour { .. } | Judgement::Dice { .. } => return Ok(()),
        }
        self.reopen(state, log);
        Ok(())
    }

    /// After the judge's act the journey goes on with whoever can act, or is over.
    fn reopen(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.here.outcome = None;
        state.busy &= state.able();
        self.conclude(state, false, log);
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        let resolve = i32::from(self.rank(state, who, crate::data::Ability::Resolve));
        match track {
            "wounds-left" => self.set_track(state, who, "wounds", resolve - value)?,
            "health" => {
                let left = (value + WOUND_WORTH - 1) / WOUND_WORTH;
                self.set_track(state, who, "wounds", resolve - left)?;
                self.set_track(state, who, "damage", left * WOUND_WORTH - value)?;
            }
            "wounds" => {
                state.wounds[ix(who)] = value.clamp(0, 99) as u8;
                state.dead &= !bit(who);
                state.gone &= !bit(who);
                state.alive |= bit(who);
                self.fit_to_wounds(state, who);
            }
            "damage" => state.damage[ix(who)] = value.clamp(0, 999) as i16,
            _ => {
                let known = "health, wounds-left, wounds, damage";
                return Err(Refusal::new(format!(
                    "there is no track {track:?} between fights; known: {known}"
                )));
            }
        }
        Ok(())
    }

    fn condition_named(&self, name: &str) -> Result<u8, Refusal> {
        let conditions = &self.shelf().conditions;
        let found = conditions.iter().position(|known| known.id == name).map(|index| index as u8);
        found.ok_or_else(|| {
            let known: Vec<&str> = conditions.iter().map(|known| known.id.as_str()).collect();
            Refusal::new(format!(
                "there is no condition {name:?} between fights; known: {}",
                known.join(", ")
            ))
        })
    }

    fn afflict(&self, state: &mut State, who: Who, name: &str, rank: Option<i32>) -> Result<(), Refusal> {
        let condition = self.condition_named(name)?;
        let borne = &mut state.borne[ix(who)];
        let place = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
        let place = place.or(borne.iter().position(|b| b.rank == 0)).unwrap_or(0);
        borne[place] = Borne { condition, rank: rank.unwrap_or(3).clamp(1, 20) as u8 };
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, name: &str) -> Result<(), Refusal> {
        let condition = self.condition_named(name)?;
        let borne = &mut state.borne[ix(who)];
        match borne.iter_mut().find(|b| b.rank > 0 && b.condition == condition) {
            Some(borne) => borne.rank = 0,
            None => return Err(Refusal::new(format!("{} is not {name}", self.sheet(who).name))),
        }
        Ok(())
    }

    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        if what == "food" {
            let food = i32::from(state.food) + count.clamp(-9999, 9999);
            state.food = food.clamp(0, 9999) as u16;
            return Ok(());
        }
        // What a hero has in a fight is what it comes out with.
        if state.meeting.is_some() {
            return Err(Refusal::new("nobody has a hand free in a fight: grant it when that is over"));
        }
        let items = &self.shelf().items;
        let Some(item) = items.iter().position(|item| item.id == what && !item.is_natural()) else {
            let known: Vec<&str> =
                items.iter().filter(|item| !item.is_natural()).map(|item| item.id.as_str()).collect();
            return Err(Refusal::new(format!("{what:?} cannot be given; known: food, {}", known.join(", "))));
        };
        if count < 1 || state.alive & bit(who) == 0 {
            return Err(Refusal::new("give at least one, and to somebody who is with the party"));
        }
        for _ in 0..count.min(6) {
            if !state.receive(who, item as u8) {
                state.lay_here(item as u8);
            }
        }
        Ok(())
    }

    fn add_stray(&self, state: &mut State, creature: &str, side: Side, to: &str) -> Result<(), Refusal> {
        let stage = self.place.zone_named(to)?;
        if side == Side::Heroes {
            return Err(Refusal::new("between fights only the party is on the heroes' side"));
        }
        let sheets = &self.shelf().sheets;
        let Some(sheet) = sheets.iter().position(|sheet| sheet.id == creature) else {
            let known: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            return Err(Refusal::new(format!(
                "there is no creature {creature:?}; known: {}",
                known.join(", ")
            )));
        };
        let Some(free) = state.strays.iter_mut().find(|stray| stray.is_none()) else {
            return Err(Refusal::new("there are as many as can be: let the party meet some first"));
        };
        *free = Some(Stray { sheet: sheet as u8, stage });
        Ok(())
    }

    fn decide(
        &self,
        state: &mut State,
        encounter: &str,
        fate: Fate,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let index = self.place.encounter_named(encounter)?;
        let back = |state: &mut State| {
            state.here.gone.0 &= !(1 << index);
            state.here.beaten.0 &= !(1 << index);
            state.felled[usize::from(index)] = 0;
            state.disputed &= !(1 << index);
            state.sweep(Spot::Field(index));
        };
        match fate {
            Fate::Now => {
                if state.meeting.is_some() {
                    return Err(Refusal::new("one fight at a time: end this one first"));
                }
                if state.able() == 0 || state.here.outcome.is_some() {
                    return Err(Refusal::new("nobody is left to meet it"));
                }
                back(state);
                state.meeting = Some(Meeting::Encounter(index));
                log.tell(Event::Met { encounter: index, turned_up: true });
            }
            Fate::Next => {
                back(state);
                state.next = Some(index);
            }
            Fate::Gone => {
                state.here.gone.0 |= 1 << index;
                self.give_up_field(state, index);
                state.next = state.next.filter(|&next| next != index);
            }
            Fate::Back => back(state),
        }
        Ok(())
    }
}
