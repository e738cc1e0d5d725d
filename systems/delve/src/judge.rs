//! The judge's hand in this system.

use fracas_kernel::{Judgement, Log, Outcome, Refusal, Who};

use crate::data::{Condition, Delve, Lasts};
use crate::event::Event;
use crate::state::{MOST, Phase, State, bit, ix};

impl Delve {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { who, to } => {
                self.known(state, *who)?;
                let zone = self.zone_named(to)?;
                state.put(*who, zone);
                if state.gone & bit(*who) != 0 {
                    state.gone &= !bit(*who);
                    self.fit_to_hit_points(state, *who);
                }
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
                self.known(state, *who)?;
                state.standing &= !bit(*who);
                state.acting &= !bit(*who);
                state.gone |= bit(*who);
                state.take_off(*who);
            }
            Judgement::Afflict { who, condition, rank } => {
                self.known(state, *who)?;
                let lasts = match rank {
                    Some(rounds) => Lasts::Rounds((*rounds).clamp(1, 253) as u8),
                    None => Lasts::UntilSave,
                };
                state.set_condition(*who, condition_named(condition)?, lasts.code());
                state.acting &= !state.helpless();
            }
            Judgement::Lift { who, condition } => {
                self.known(state, *who)?;
                let condition = condition_named(condition)?;
                if !state.is(*who, condition) {
                    let name = self.name_of(state, *who);
                    return Err(Refusal::new(format!("{name} is not {}", condition.name())));
                }
                state.set_condition(*who, condition, 0);
            }
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.outcome = Some(outcome);
                state.acting = 0;
                log.tell(Event::Over { outcome });
            }
            // The table keeps these for the rolls to come.
            Judgement::Gauge { .. }
            | Judgement::Grant { .. }
            | Judgement::Fate { .. }
            | Judgement::EndAdventure { .. } => {
                return Err(Refusal::no_adventure());
            }
            Judgement::Favour { .. } | Judgement::Dice { .. } => {}
        }
        if !matches!(act, Judgement::End { .. }) {
            self.reopen(state);
        }
        Ok(())
    }

    fn known(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if who.index() < state.count as usize {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no combatant number {}", who.0)))
    }

    fn zone_named(&self, id: &str) -> Result<u8, Refusal> {
        self.zones.find(id).ok_or_else(|| {
            let known: Vec<&str> = self.zones.all().iter().map(|zone| zone.id.as_str()).collect();
            Refusal::new(format!("there is no zone {id:?}; known: {}", known.join(", ")))
        })
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        self.known(state, who)?;
        let level = match track {
            "hp" => {
                let value = value.clamp(-999, 999) as i16;
                state.set_hit_points(who, value);
                self.fit_to_hit_points(state, who);
                return Ok(());
            }
            "spells-1" => 0,
            "spells-2" => 1,
            "spells-3" => 2,
            _ => {
                let known = "hp, spells-1, spells-2, spells-3";
                return Err(Refusal::new(format!("there is no track {track:?}; known: {known}")));
            }
        };
        state.slots[ix(who)][level] = value.clamp(0, 99) as u8;
        Ok(())
    }

    /// Standing, down or dead, as the hit points say.
    fn fit_to_hit_points(&self, state: &mut State, who: Who) {
        let hp = state.hp[ix(who)];
        state.dead &= !bit(who);
        state.standing &= !bit(who);
        if state.gone & bit(who) != 0 {
            return;
        }
        if hp > 0 {
            state.standing |= bit(who);
        } else {
            state.acting &= !bit(who);
            if hp <= self.sheet(state, who).dead_at {
                state.dead |= bit(who);
            }
        }
    }

    /// After the judge's act the fight goes on with whoever can act, or is over.
    fn reopen(&self, state: &mut State) {
        let [heroes, monsters] = state.side.map(|side| side & state.standing != 0);
        state.outcome = match (heroes, monsters) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(fracas_kernel::Side::Heroes)),
            (false, true) => Some(Outcome::Won(fracas_kernel::Side::Monsters)),
            (false, false) => Some(Outcome::Draw),
        };
        if state.outcome.is_some() {
            state.acting = 0;
            return;
        }
        if state.acting == 0 {
            self.open_again(state);
        }
    }

    /// Somebody must be asked: whoever of the acting side is still able, or else anybody.
    fn open_again(&self, state: &mut State) {
        let able = state.standing & !state.helpless();
        let members = match state.phase {
            Phase::Before => able & state.side[0],
            Phase::Free(side) | Phase::First(side) | Phase::Second(side) => state.side[side.index()] & able,
            Phase::Both => able,
        };
        let members = if members != 0 { members } else { able };
        let members = if members != 0 { members } else { state.standing };
        state.acting = if state.phase == Phase::Before { members & members.wrapping_neg() } else { members };
    }
}

fn condition_named(name: &str) -> Result<Condition, Refusal> {
    Condition::named(name).ok_or_else(|| {
        let known: Vec<&str> = Condition::ALL.iter().map(|condition| condition.name()).collect();
        Refusal::new(format!("there is no condition {name:?}; known: {}", known.join(", ")))
    })
}
