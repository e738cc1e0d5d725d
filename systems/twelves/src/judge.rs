//! The judge's hand in this system.

use fracas_kernel::{Judgement, Log, Outcome, Refusal, Who};

use crate::apply::{next_turn, outcome};
use crate::data::Twelves;
use crate::event::Event;
use crate::state::{MOST, NOBODY, State, bit, ix};

/// What the judge can put on somebody, and lift again.
pub(crate) const CONDITIONS: [&str; 2] = ["held", "dazed"];

impl Twelves {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if let Some(who) = act.about()
            && who.index() >= state.count as usize
        {
            return Err(Refusal::new(format!("there is no combatant number {}", who.0)));
        }
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { who, to } => {
                let zone = self.zone_named(to)?;
                end_holds(state, *who);
                state.put(*who, zone);
                state.gone &= !bit(*who);
                fit_to_hits(state, *who);
            }
            Judgement::Add { creature, side, to } => {
                let zone = self.zone_named(to)?;
                let sheet = self.sheets.iter().position(|sheet| sheet.id == *creature).ok_or_else(|| {
                    let known: Vec<&str> = self.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
                    Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
                })?;
                if state.count as usize >= MOST {
                    return Err(Refusal::new(format!("a fight holds at most {MOST} combatants")));
                }
                state.add(self, sheet as u8, *side, zone);
            }
            Judgement::Remove { who } => {
                end_holds(state, *who);
                state.gone |= bit(*who);
                state.take_off(*who);
                fit_to_hits(state, *who);
            }
            Judgement::Afflict { who, condition, .. } => self.afflict(state, *who, condition)?,
            Judgement::Lift { who, condition } => self.lift(state, *who, condition)?,
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.outcome = Some(outcome);
                state.acting = 0;
                state.pending = NOBODY;
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
        self.reopen(state, log);
        Ok(())
    }

    fn zone_named(&self, id: &str) -> Result<u8, Refusal> {
        self.zones.find(id).ok_or_else(|| {
            let known: Vec<&str> = self.zones.all().iter().map(|zone| zone.id.as_str()).collect();
            Refusal::new(format!("there is no zone {id:?}; known: {}", known.join(", ")))
        })
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        let index = ix(who);
        match track {
            "hits" => {
                let hits = value.clamp(0, 99) as u8;
                state.hits[index] = hits;
                state.most_hits[index] = state.most_hits[index].max(hits);
                fit_to_hits(state, who);
            }
            "th" => state.th[index] = value.clamp(2, 12) as u8,
            "rank" => state.rank[index] = value.clamp(1, 9) as u8,
            _ => return Err(Refusal::new(format!("there is no track {track:?}; known: hits, th, rank"))),
        }
        Ok(())
    }

    fn afflict(&self, state: &mut State, who: Who, condition: &str) -> Result<(), Refusal> {
        if state.standing & bit(who) == 0 {
            return Err(Refusal::new(format!("{} is out of the fight", self.name_of(state, who))));
        }
        match condition_named(condition)? {
            "held" if state.held & bit(who) == 0 => state.hold(who, NOBODY),
            "dazed" if state.acting & bit(who) != 0 && !state.is_before() => state.acting &= !bit(who),
            "dazed" => state.dazed |= bit(who),
            _ => {}
        }
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: &str) -> Result<(), Refusal> {
        let condition = condition_named(condition)?;
        let set = if condition == "held" { state.held } else { state.dazed };
        if set & bit(who) == 0 {
            return Err(Refusal::new(format!("{} is not {condition}", self.name_of(state, who))));
        }
        match condition {
            "held" => state.release(who),
            _ => state.dazed &= !bit(who),
        }
        Ok(())
    }

    /// After the judge's act the fight goes on with whoever can act, or is over.
    fn reopen(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.outcome = outcome(state);
        if state.pending != NOBODY {
            let who = Who(state.pending);
            let reach = self.sheet(state, who).arm(state.pending_arm).reach;
            let gone = state.standing & bit(who) == 0 || self.targets(state, who, reach) == 0;
            if gone || state.outcome.is_some() {
                state.pending = NOBODY;
            }
        }
        state.acting &= state.standing;
        if state.outcome.is_some() {
            state.acting = 0;
        } else if state.acting == 0 && state.is_before() {
            let heroes = state.side[0] & state.standing;
            state.acting = heroes & heroes.wrapping_neg();
        } else {
            while state.acting == 0 && state.pending == NOBODY {
                next_turn(state, log);
            }
        }
    }
}

/// Standing or not, as the hits say.
fn fit_to_hits(state: &mut State, who: Who) {
    if state.hits[ix(who)] > 0 && state.gone & bit(who) == 0 {
        state.standing |= bit(who);
        return;
    }
    state.standing &= !bit(who);
    state.acting &= !bit(who);
    state.dazed &= !bit(who);
    end_holds(state, who);
}

fn end_holds(state: &mut State, who: Who) {
    if let Some(held) = state.held_of(who) {
        state.release(held);
    }
    state.release(who);
}

fn condition_named(name: &str) -> Result<&'static str, Refusal> {
    CONDITIONS.into_iter().find(|&known| known == name).ok_or_else(|| {
        Refusal::new(format!("there is no condition {name:?}; known: {}", CONDITIONS.join(", ")))
    })
}
