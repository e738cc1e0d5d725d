//! The judge's hand between fights.

use fracas_kernel::{Fate, Judgement, Log, Outcome, Refusal, Side, Who};

use super::data::Trek;
use super::event::Event;
use super::state::{NONE, State, Stray, bit, ix};

const CONDITIONS: [&str; 3] = ["down", "busy", "dead"];
const GAUGES: [&str; 5] = ["clock", "oil", "food", "salves", "silver"];

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
            Judgement::Afflict { who, condition, .. } => self.afflict(state, *who, condition, true)?,
            Judgement::Lift { who, condition } => self.afflict(state, *who, condition, false)?,
            Judgement::End { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                state.meeting = None;
                log.tell(Event::Over { outcome });
                return Ok(());
            }
            Judgement::Gauge { gauge, value } => self.set_gauge(state, gauge, *value)?,
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
        state.watching &= state.busy;
        if self.asked(state) == 0 {
            (state.busy, state.watching) = (0, 0);
        }
        self.conclude(state, false, log);
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        if track != "hits" {
            return Err(Refusal::new(format!("there is no track {track:?} between fights; known: hits")));
        }
        let hits = value.clamp(0, self.most_hits(who).into()) as u8;
        if hits > 0 {
            self.raise(state, who);
        }
        state.hits[ix(who)] = hits;
        state.fit_to_hits(who);
        Ok(())
    }

    /// Back from the dead, or from wherever it was.
    fn raise(&self, state: &mut State, who: Who) {
        state.dead &= !bit(who);
        state.gone &= !bit(who);
        state.alive |= bit(who);
    }

    fn afflict(&self, state: &mut State, who: Who, condition: &str, on: bool) -> Result<(), Refusal> {
        if !CONDITIONS.contains(&condition) {
            let known = CONDITIONS.join(", ");
            return Err(Refusal::new(format!("there is no condition {condition:?} here; known: {known}")));
        }
        let set = match condition {
            "down" => state.down,
            "busy" => state.busy,
            _ => state.dead,
        };
        if (set & bit(who) != 0) == on {
            let name = &self.sheet(state, who).name;
            let not = if on { "already" } else { "not" };
            return Err(Refusal::new(format!("{name} is {not} {condition}")));
        }
        if on && state.alive & bit(who) == 0 {
            return Err(Refusal::new(format!("{} is not with the party", self.sheet(state, who).name)));
        }
        match (condition, on) {
            ("busy", true) => state.busy |= bit(who),
            ("busy", false) => state.busy &= !bit(who),
            ("dead", true) => state.kill(who),
            (_, true) => {
                state.hits[ix(who)] = 0;
                state.fit_to_hits(who);
            }
            (_, false) => {
                self.raise(state, who);
                state.hits[ix(who)] = 1;
                state.fit_to_hits(who);
            }
        }
        Ok(())
    }

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Result<(), Refusal> {
        if gauge == "clock" {
            state.clock = self.clock.set(value)?;
            return Ok(());
        }
        let value = value.clamp(0, 9999) as u16;
        match gauge {
            "oil" => state.oil = value,
            "food" => state.food = value,
            "salves" => state.salves = value,
            "silver" => state.silver = value,
            _ => {
                let known = GAUGES.join(", ");
                return Err(Refusal::new(format!("{gauge:?} cannot be set; known: {known}")));
            }
        }
        Ok(())
    }

    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        let add =
            |known: &mut u16| *known = (i32::from(*known) + count.clamp(-9999, 9999)).clamp(0, 9999) as u16;
        match what {
            "oil" => add(&mut state.oil),
            "food" => add(&mut state.food),
            "salve" | "salves" => add(&mut state.salves),
            "silver" => add(&mut state.silver),
            _ => {
                let weapons = &self.fights[0].weapons;
                let id = |find: u8| weapons[usize::from(find)].id.as_str();
                let Some(find) = self.finds.iter().position(|&find| id(find) == what) else {
                    let finds: Vec<&str> = self.finds.iter().map(|&find| id(find)).collect();
                    let known = format!("oil, food, salves, silver, {}", finds.join(", "));
                    return Err(Refusal::new(format!("{what:?} cannot be given; known: {known}")));
                };
                let before = std::mem::replace(&mut state.weapon[ix(who)], NONE);
                if !self.can_carry(state, who, find as u8) {
                    state.weapon[ix(who)] = before;
                    let name = &self.sheet(state, who).name;
                    return Err(Refusal::new(format!("{name} has that already, or no hand free for it")));
                }
                state.weapon[ix(who)] = find as u8;
            }
        }
        Ok(())
    }

    fn add_stray(&self, state: &mut State, creature: &str, side: Side, to: &str) -> Result<(), Refusal> {
        let zone = self.place.zone_named(to)?;
        if side == Side::Heroes {
            return Err(Refusal::new("between fights only the party is on the heroes' side"));
        }
        let sheets = &self.fights[0].sheets;
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
        *free = Some(Stray { sheet: sheet as u8, zone });
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
            state.here.gone &= !(1 << index);
            state.here.beaten &= !(1 << index);
            state.felled[usize::from(index)] = 0;
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
                let ready = state.watching;
                self.meet(state, index, true, ready, log);
            }
            Fate::Next => {
                back(state);
                state.next = Some(index);
            }
            Fate::Gone => {
                state.here.gone |= 1 << index;
                state.next = state.next.filter(|&next| next != index);
            }
            Fate::Back => back(state),
        }
        Ok(())
    }
}
