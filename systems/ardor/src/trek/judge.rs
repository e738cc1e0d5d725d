//! The judge's hand between fights.

use fracas_kernel::{Fate, Judgement, Log, Outcome, Refusal, Side, Who};

use super::data::Trek;
use super::event::Event;
use super::state::{DAY, Foes, Meeting, Press, State, Stray, bit, has, hero, hx};
use crate::data::Condition;

impl Trek {
    pub(crate) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => self.set_track(state, *who, track, *value),
            Judgement::Move { who, to } => {
                self.check_known(*who)?;
                let zone = self.place.zone_named(to)?;
                if state.present(self.party()) & hero(*who) == 0 {
                    // One who was missing is with the party again.
                    state.lost &= !hero(*who);
                    state.captor[hx(*who)] = 0;
                    state.health[hx(*who)] = state.health[hx(*who)].max(1);
                }
                self.place.arrive(&mut state.here, zone);
                (state.pausing, state.leisure, state.idle) = (false, 0, 0);
                self.look_around(state, log);
                if let Some(foes) = self.inhabitants(state) {
                    // Nobody has seen them come.
                    self.come_to_know(state, foes);
                }
                self.take_stock(state, log);
                Ok(())
            }
            Judgement::Add { creature, side, to } => self.bring(state, creature, *side, to, log),
            Judgement::Remove { who } => {
                self.check_known(*who)?;
                state.lost |= hero(*who);
                state.discovering &= !hero(*who);
                state.leisure &= !hero(*who);
                state.idle &= !hero(*who);
                self.conclude(state, false, log);
                Ok(())
            }
            Judgement::Afflict { who, condition, rank } => {
                self.check_known(*who)?;
                let condition = condition_named(condition)?;
                state.lasts[hx(*who)][condition as usize] = rank.unwrap_or(1).clamp(1, 99) as u8;
                Ok(())
            }
            Judgement::Lift { who, condition } => {
                self.check_known(*who)?;
                let condition = condition_named(condition)?;
                let lasts = &mut state.lasts[hx(*who)][condition as usize];
                if *lasts == 0 {
                    let name = &self.sheet(*who).name;
                    return Err(Refusal::new(format!("{name} is not {}", condition.name())));
                }
                *lasts = 0;
                Ok(())
            }
            Judgement::End { winner } | Judgement::EndAdventure { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                (state.discovering, state.meeting) = (0, None);
                log.tell(Event::Over { outcome });
                Ok(())
            }
            Judgement::Gauge { gauge, value } => self.set_gauge(state, gauge, *value, log),
            Judgement::Grant { who, what, count } => self.grant(state, *who, what, *count, log),
            Judgement::Fate { encounter, fate } => self.decree(state, encounter, *fate, log),
            // The table keeps these for the rolls to come.
            Judgement::Favour { .. } | Judgement::Dice { .. } => Ok(()),
        }
    }

    fn check_known(&self, who: Who) -> Result<(), Refusal> {
        if who.index() < self.heroes.len() {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no hero number {}", who.0)))
    }

    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        self.check_known(who)?;
        let (index, small) = (hx(who), value.clamp(0, 99) as u8);
        match track {
            // ARDOR-H2 is for fights: between them nobody lies on the ground.
            "health" => state.health[index] = value.clamp(1, state.most[index].into()) as i16,
            "ardor" => state.ardor[index] = small,
            "surges" => state.surges[index] = small,
            "trauma" => state.trauma[index] = small.min(20),
            "xp" => state.xp[index] = small,
            _ => {
                let known = "health, ardor, surges, trauma, xp";
                return Err(Refusal::new(format!("there is no track {track:?}; known: {known}")));
            }
        }
        Ok(())
    }

    fn bring(
        &self,
        state: &mut State,
        creature: &str,
        side: Side,
        to: &str,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let zone = self.place.zone_named(to)?;
        let sheets = &self.fights[0].sheets;
        let found = sheets.iter().position(|sheet| sheet.id == creature && !sheet.rolls);
        let sheet = found.ok_or_else(|| {
            let known: Vec<&str> =
                sheets.iter().filter(|sheet| !sheet.rolls).map(|sheet| sheet.id.as_str()).collect();
            Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
        })?;
        if side == Side::Heroes {
            return Err(Refusal::new("between fights only foes are placed; friends join in a fight"));
        }
        let Some(slot) = state.strays.iter().position(Option::is_none) else {
            return Err(Refusal::new(
                "so many were placed already that have not been met: see to these first",
            ));
        };
        state.strays[slot] = Some(Stray { sheet: sheet as u8, zone, known: false });
        if zone == state.here.at && state.here.outcome.is_none() {
            self.open(state, Foes::Stray(slot as u8), log);
        }
        Ok(())
    }

    fn open(&self, state: &mut State, foes: Foes, log: &mut impl Log<Event>) {
        if state.meeting.is_some() {
            return;
        }
        self.come_to_know(state, foes);
        (state.pausing, state.leisure, state.idle) = (false, 0, 0);
        state.meeting = Some(Meeting { foes, unaware: false });
        log.tell(Event::Met { foes, unaware: false });
    }

    fn set_gauge(
        &self,
        state: &mut State,
        gauge: &str,
        value: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let small = value.clamp(0, 200) as u8;
        match gauge {
            "clock" => {
                let last = u32::from(self.days) * DAY;
                let clock = u32::try_from(value).ok().filter(|&clock| clock <= last).ok_or_else(|| {
                    let what = "the clock counts minutes from the first midnight";
                    Refusal::new(format!("{what}: give 0 to {last}"))
                })?;
                let (before, gone) = (self.pressed(state), i64::from(clock) - i64::from(state.clock));
                if gone >= 0 {
                    self.let_pass(state, gone as u32, log);
                } else {
                    // Set back, nothing is undone; what presses has so much more time.
                    state.clock = clock;
                    state.slept = state.slept.min(clock);
                    self.press(state, before, log);
                }
            }
            "light" => return Err(Refusal::new("light follows the clock and the place: set the clock")),
            "kits" => state.kits = small,
            "rations" => state.rations = small,
            "pressing" => {
                let Some(matter) = &self.matter else {
                    return Err(Refusal::new("nothing presses in this adventure"));
                };
                let before = self.pressed(state);
                let filled = value.clamp(0, matter.segments.into());
                state.matter = if state.matter == Press::Settled { Press::Settled } else { Press::Presses };
                state.pressed = state.clock as i32 - filled * i32::from(matter.hours) * 60;
                self.press(state, before, log);
            }
            _ => {
                let known = "clock, kits, rations, pressing";
                return Err(Refusal::new(format!("there is no gauge {gauge:?} to set; known: {known}")));
            }
        }
        Ok(())
    }

    fn grant(
        &self,
        state: &mut State,
        who: Who,
        what: &str,
        count: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_known(who)?;
        let small = count.clamp(0, 99) as u8;
        let shared = matches!(what, "kit" | "kits" | "ration" | "rations")
            || self.pursuits.iter().any(|pursuit| pursuit.id == what);
        if state.meeting.is_some() && !shared {
            // The fight has its own account of everybody, which counts in the end.
            return Err(Refusal::new(
                "not in the middle of a fight: grant it afterwards, or set the XP there",
            ));
        }
        match what {
            "xp" => state.earn(who, small),
            "kit" | "kits" => state.kits = state.kits.saturating_add(small).min(200),
            "ration" | "rations" => state.rations = state.rations.saturating_add(small).min(200),
            _ => return self.grant_more(state, who, what, small, log),
        }
        Ok(())
    }

    /// An ability of the archetype's lore, or segments of a pursuit.
    fn grant_more(
        &self,
        state: &mut State,
        who: Who,
        what: &str,
        count: u8,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if let Some(index) = self.pursuits.iter().position(|pursuit| pursuit.id == what) {
            let (most, before) = (self.pursuits[index].segments, state.pursuits[index]);
            state.pursuits[index] = before.saturating_add(count).min(most);
            if before < most {
                self.complete(state, index as u8, log);
            }
            return Ok(());
        }
        let sheet = self.sheet(who);
        let lore = || sheet.known..sheet.abilities.len() as u8;
        let named = |which: &u8| self.lore(who, *which).is_some_and(|ability| ability.id == what);
        let Some(which) = lore().find(named) else {
            let abilities =
                lore().filter_map(|which| self.lore(who, which)).map(|ability| ability.id.as_str());
            let pursuits = self.pursuits.iter().map(|pursuit| pursuit.id.as_str());
            let known: Vec<&str> =
                ["xp", "kits", "rations"].into_iter().chain(abilities).chain(pursuits).collect();
            return Err(Refusal::new(format!(
                "{} cannot be given {what:?}; known: {}",
                sheet.name,
                known.join(", ")
            )));
        };
        let place = 1 << (which - sheet.known).min(7);
        state.learned[hx(who)] |= place;
        state.noted[hx(who)] &= !place;
        if self.undiscovered(state, who).is_none() {
            state.discovering &= !hero(who);
        }
        Ok(())
    }

    fn decree(
        &self,
        state: &mut State,
        id: &str,
        fate: Fate,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let index = self.place.encounter_named(id)?;
        let gone = has(state.here.gone.0, index);
        match fate {
            Fate::Now | Fate::Next if gone => {
                return Err(Refusal::new(format!("{id} is over: bring it back first")));
            }
            Fate::Now => {
                if state.meeting.is_some() || state.here.outcome.is_some() {
                    return Err(Refusal::new("not while a fight goes on, nor when all is over"));
                }
                self.open(state, Foes::Band(index), log);
            }
            Fate::Next => state.next = Some(index),
            Fate::Gone => {
                if state.meeting.is_some_and(|meeting| meeting.foes == Foes::Band(index)) {
                    return Err(Refusal::new("it is being fought: end the encounter instead"));
                }
                state.here.gone.0 |= bit(index);
                self.free_captives(state, Foes::Band(index), log);
                state.next = state.next.filter(|&next| next != index);
            }
            Fate::Back => {
                state.here.gone.0 &= !bit(index);
                state.here.beaten.0 &= !bit(index);
                if self.place.encounters[usize::from(index)].lair == Some(state.here.at) {
                    state.met |= bit(index);
                }
            }
        }
        Ok(())
    }
}

fn condition_named(name: &str) -> Result<Condition, Refusal> {
    Condition::named(name).ok_or_else(|| {
        let known: Vec<&str> = Condition::ALL.iter().map(|condition| condition.name()).collect();
        Refusal::new(format!("there is no condition {name:?}; known: {}", known.join(", ")))
    })
}
