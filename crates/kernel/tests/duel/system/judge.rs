//! What the judge may do to a duel.

use fracas_dice::{Roll, Why};
use fracas_kernel::{Demand, Judgement, Log, Outcome, Refusal, Who};

use super::data::{Duel, KINDS};
use super::state::{Event, MAX, Place, State, Turn};

impl Duel {
    pub(super) fn obey(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => {
                let most = self.kind(state, *who).health;
                let fencer = state.of_mut(*who);
                match track.as_str() {
                    "hp" => {
                        fencer.health = within("hp", *value, 0, most)?;
                        fencer.place = match (fencer.place, fencer.health) {
                            (Place::Gone, _) => Place::Gone,
                            (_, 0) => Place::Down,
                            _ => Place::Up,
                        };
                    }
                    "breath" => fencer.breath = within("breath", *value, 0, 9)? as u8,
                    other => {
                        return Err(Refusal::new(format!("no track {other:?}: there are hp and breath")));
                    }
                }
            }
            Judgement::Move { who, to } => state.of_mut(*who).zone = self.find_zone(to)?,
            Judgement::Add { creature, side, to } => {
                let zone = self.find_zone(to)?;
                let kind = KINDS.iter().position(|kind| kind.id == creature).ok_or_else(|| {
                    let known: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
                    Refusal::new(format!("no fencer {creature:?}: there are {}", known.join(", ")))
                })?;
                let free = state.fencers.get_mut(usize::from(state.count));
                *free.ok_or_else(|| Refusal::new(format!("at most {MAX} fencers fit")))? =
                    Duel::fencer(kind as u8, *side, zone);
                state.count += 1;
            }
            Judgement::Remove { who } => state.of_mut(*who).place = Place::Gone,
            Judgement::Afflict { who, condition, rank } => match (condition.as_str(), rank) {
                ("shaken", rank) => {
                    state.of_mut(*who).shaken = within("shaken", rank.unwrap_or(1), 1, 9)? as u8;
                }
                ("bound", None) => state.of_mut(*who).bound = true,
                ("bound", Some(_)) => return Err(Refusal::new("bound has no rank")),
                (other, _) => return Err(no_condition(other)),
            },
            Judgement::Lift { who, condition } => match condition.as_str() {
                "shaken" => state.of_mut(*who).shaken = 0,
                "bound" => state.of_mut(*who).bound = false,
                other => return Err(no_condition(other)),
            },
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                (state.over, state.blow) = (Some(outcome), None);
                log.tell(Event::Ends(outcome));
            }
            Judgement::Gauge { .. }
            | Judgement::Grant { .. }
            | Judgement::Fate { .. }
            | Judgement::EndAdventure { .. } => {
                return Err(Refusal::no_adventure());
            }
            other => return Err(Refusal::new(format!("the table's business, not the rules': {other:?}"))),
        }
        self.tidy(state, log);
        Ok(())
    }

    fn find_zone(&self, id: &str) -> Result<u8, Refusal> {
        self.zones.find(id).ok_or_else(|| {
            let known: Vec<&str> = self.zones.all().iter().map(|zone| zone.id.as_str()).collect();
            Refusal::new(format!("no zone {id:?}: there are {}", known.join(", ")))
        })
    }
}

/// How the judge's checks are made, and what they cost.
impl Duel {
    /// Skill must reach a number, 11 unless the judge names another; nerve must stay at or under twice the breath.
    pub(super) fn test(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let fencer = state.of(who);
        let skill = self.kind(state, who).skill;
        let roll = Roll::d(20);
        match check {
            "skill" => {
                let why = Why::new("skill check", who.0);
                Some(Demand::reaching(why, roll.plus(skill), "number", against.unwrap_or(11)))
            }
            "nerve" => {
                let (why, breath) = (Why::new("nerve check", who.0), 2 * i32::from(fencer.breath));
                Some(Demand::staying_under(why, roll, "nerve", against.unwrap_or(breath)).by("DUEL-N1"))
            }
            _ => None,
        }
    }

    pub(super) fn take_turn(
        &self,
        state: &mut State,
        who: Who,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if state.turn != Turn::Of(who) || state.blow.is_some() {
            return Err(Refusal::new("it is another's turn"));
        }
        self.pass_on(state, log);
        Ok(())
    }
}

fn within(what: &str, value: i32, least: i8, most: i8) -> Result<i8, Refusal> {
    match i8::try_from(value) {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(Refusal::new(format!("{what} is from {least} to {most}, not {value}"))),
    }
}

fn no_condition(name: &str) -> Refusal {
    Refusal::new(format!("no condition {name:?}: there are shaken and bound"))
}
