//! The judge's hand between fights.

use fracas_kernel::{Fate, Judgement, Log, Outcome, Refusal, Side, Who};

use super::data::{Ill, Trek, Ware};
use super::event::Event;
use super::state::{EXTRAS, MOST_BANDS, Meeting, Stage, State, VENOM, bit32, bit64, hero_bit, hx};

impl Trek {
    /// Works on a copy: what is refused has changed nothing.
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value)?,
            Judgement::Move { who, to } => {
                self.is_hero(*who)?;
                let zone = self.place.zone_named(to)?;
                state.lost &= !hero_bit(*who);
                if zone != state.here.at {
                    self.place.arrive(&mut state.here, zone);
                    (state.tries, state.faced, state.meeting) = (0, 0, None);
                }
            }
            Judgement::Add { creature, side, to } => self.place_creature(state, creature, *side, to)?,
            Judgement::Remove { who } => {
                self.is_hero(*who)?;
                state.lost |= hero_bit(*who);
            }
            Judgement::Afflict { who, condition, .. } => self.afflict(state, *who, condition)?,
            Judgement::Lift { who, condition } => self.lift(state, *who, condition)?,
            Judgement::End { winner } | Judgement::EndAdventure { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                state.meeting = None;
                log.tell(Event::Ended { outcome });
                return Ok(());
            }
            Judgement::Gauge { gauge, value } => self.set_gauge(state, gauge, *value)?,
            Judgement::Grant { who, what, count } => self.grant(state, *who, what, *count)?,
            Judgement::Fate { encounter, fate } => self.decide_fate(state, encounter, *fate)?,
            // The table keeps these for the rolls to come.
            Judgement::Favour { .. } | Judgement::Dice { .. } => return Ok(()),
        }
        self.reopen(state);
        Ok(())
    }

    /// The adventure goes on if anybody can go on, whatever was before.
    fn reopen(&self, state: &mut State) {
        if state.able() == 0 {
            state.here.outcome = Some(Outcome::Won(Side::Monsters));
            state.meeting = None;
        } else if state.here.outcome == Some(Outcome::Won(Side::Monsters)) {
            state.here.outcome = None;
        }
        // Somebody must still have this turn.
        if state.able() & !state.busy == 0 {
            state.busy = 0;
        }
    }

    fn is_hero(&self, who: Who) -> Result<(), Refusal> {
        if who.index() < self.heroes.len() {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no hero number {}", who.0)))
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        self.is_hero(who)?;
        let level = match track {
            "hp" => {
                let sheet = self.sheet(who);
                let hp = value.clamp(-999, 999) as i16;
                state.hp[hx(who)] = hp.min(sheet.hp);
                state.dead &= !hero_bit(who);
                if hp <= sheet.dead_at {
                    state.dead |= hero_bit(who);
                }
                return Ok(());
            }
            "xp" => {
                state.xp[hx(who)] = value.clamp(0, 60_000) as u16;
                return Ok(());
            }
            "spells-1" => 0,
            "spells-2" => 1,
            "spells-3" => 2,
            _ => {
                let known = "hp, xp, spells-1, spells-2, spells-3";
                return Err(Refusal::new(format!("there is no track {track:?}; known: {known}")));
            }
        };
        state.slots[hx(who)][level] = value.clamp(0, 9) as u8;
        Ok(())
    }

    fn place_creature(&self, state: &mut State, creature: &str, side: Side, to: &str) -> Result<(), Refusal> {
        let zone = self.place.zone_named(to)?;
        if side == Side::Heroes {
            return Err(Refusal::new("heroes come with the party's file; here only monsters are placed"));
        }
        let sheets = &self.fights[0].sheets;
        let sheet = sheets.iter().position(|sheet| sheet.id == creature).ok_or_else(|| {
            let known: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
        })?;
        let free = (0..EXTRAS).find(|&slot| !state.is_about((MOST_BANDS + slot) as u8));
        let Some(slot) = free else {
            let why = format!("no more than {EXTRAS} creatures can be placed at a time");
            return Err(Refusal::new(why));
        };
        let band = (MOST_BANDS + slot) as u8;
        state.extras[slot] = (sheet as u8, zone);
        state.here.gone.0 &= !bit64(band);
        state.here.beaten.0 &= !bit64(band);
        for set in [&mut state.met, &mut state.knows, &mut state.known_to, &mut state.faced] {
            *set &= !bit32(band);
        }
        state.slain[usize::from(band)] = 0;
        if zone == state.here.at && state.meeting.is_none() {
            self.bring_on(state, band);
        }
        Ok(())
    }

    /// Those come into sight; how they take to the party is rolled when somebody chooses to see.
    fn bring_on(&self, state: &mut State, band: u8) {
        let aware = [state.knows, state.known_to].map(|set| set & bit32(band) != 0);
        let dim = self.is_dark(state);
        state.faced |= bit32(band);
        state.knows |= bit32(band);
        state.known_to |= bit32(band);
        state.meeting = Some(Meeting { aware, dim, ..Meeting::new(band, Stage::Sighted) });
    }

    fn afflict(&self, state: &mut State, who: Who, condition: &str) -> Result<(), Refusal> {
        self.is_hero(who)?;
        if state.with_us(self) & hero_bit(who) == 0 {
            return Err(Refusal::new(format!("{} is beyond that", self.sheet(who).name)));
        }
        if condition == "poisoned" {
            state.poison[hx(who)] = VENOM;
            return Ok(());
        }
        let lasting = || self.hazards.iter().enumerate().filter(|(_, hazard)| hazard.lasting.is_some());
        let Some((number, hazard)) = lasting().find(|(_, hazard)| hazard.id == condition) else {
            let known: Vec<&str> = lasting().map(|(_, hazard)| hazard.id.as_str()).collect();
            let why = format!("nothing called {condition:?} lasts; known: poisoned, {}", known.join(", "));
            return Err(Refusal::new(why));
        };
        let kept = match hazard.kind {
            Ill::Disease => &mut state.disease,
            Ill::Poison | Ill::Trap => &mut state.poison,
        };
        kept[hx(who)] = number as u8 + 1;
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: &str) -> Result<(), Refusal> {
        self.is_hero(who)?;
        let named = |number: u8| match number {
            0 => false,
            VENOM => condition == "poisoned",
            number => self.hazards.get(usize::from(number) - 1).is_some_and(|hazard| hazard.id == condition),
        };
        for kept in [&mut state.poison[hx(who)], &mut state.disease[hx(who)]] {
            if named(*kept) {
                *kept = 0;
                return Ok(());
            }
        }
        Err(Refusal::new(format!("{} does not suffer from {condition:?}", self.sheet(who).name)))
    }

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Result<(), Refusal> {
        match gauge {
            "clock" => {
                let range = i32::from(self.first_turn)..i32::from(self.last_turn);
                if !range.contains(&value) {
                    let why = format!(
                        "the clock counts turns of ten minutes from the first midnight: {} to {}",
                        range.start,
                        range.end - 1
                    );
                    return Err(Refusal::new(why));
                }
                state.turn = value as u16;
            }
            "light" => state.light = value.clamp(0, 250) as u8,
            "gold" => state.gold = value.clamp(0, i32::from(u16::MAX)) as u16,
            _ => {
                let Some(ware) = Ware::ALL.into_iter().find(|ware| ware.id() == gauge) else {
                    let known = "clock, light, gold, torches, rations, salves, tinctures";
                    return Err(Refusal::new(format!("there is no gauge {gauge:?}; known: {known}")));
                };
                state.wares[ware as usize] = value.clamp(0, 999) as u16;
            }
        }
        Ok(())
    }

    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        self.is_hero(who)?;
        let more = |have: u16| i32::from(have).saturating_add(count).clamp(0, i32::from(u16::MAX)) as u16;
        match what {
            "gold" => {
                state.gold = more(state.gold);
                return Ok(());
            }
            "xp" => {
                state.xp[hx(who)] = more(state.xp[hx(who)]).min(60_000);
                return Ok(());
            }
            _ => {}
        }
        let Some(ware) = Ware::ALL.into_iter().find(|ware| ware.id() == what) else {
            let known = "gold, xp, torches, rations, salves, tinctures";
            return Err(Refusal::new(format!("there is no {what:?} to give; known: {known}")));
        };
        state.wares[ware as usize] = more(state.wares[ware as usize]);
        Ok(())
    }

    fn decide_fate(&self, state: &mut State, encounter: &str, fate: Fate) -> Result<(), Refusal> {
        let band = self.place.encounter_named(encounter)?;
        match fate {
            Fate::Now if state.meeting.is_some() => {
                return Err(Refusal::new("the party faces somebody already"));
            }
            Fate::Now | Fate::Next if !state.is_about(band) => {
                return Err(Refusal::new("that one is gone: bring it back first"));
            }
            Fate::Back if state.meeting.is_some_and(|meeting| meeting.band == band) => {
                return Err(Refusal::new("the party faces them now"));
            }
            Fate::Now => self.bring_on(state, band),
            Fate::Next => state.next = Some(band),
            Fate::Gone => {
                if state
                    .meeting
                    .is_some_and(|meeting| meeting.band == band && meeting.stage != Stage::Aftermath)
                {
                    state.meeting = None;
                }
                state.remove(band);
            }
            Fate::Back => {
                state.here.gone.0 &= !bit64(band);
                state.here.beaten.0 &= !bit64(band);
                state.met &= !bit32(band);
                state.slain[usize::from(band)] = 0;
            }
        }
        Ok(())
    }
}
