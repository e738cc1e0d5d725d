//! The judge's hand between fights.

use fracas_kernel::{Fate, Judgement, Log, Outcome, Refusal, Side, Who};

use super::data::{Opening, Trek};
use super::event::Event;
use super::state::{Extra, NONE, State};
use crate::data::{NOTHING, Quality, WOUND};
use crate::items::is_item;

const GAUGES: &str = "clock, light, bandages, gold";

impl Trek {
    pub(super) fn overrule(
        &self,
        state: &mut State,
        act: &Judgement,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match act {
            Judgement::Set { who, track, value } => {
                self.known_hero(state, *who)?;
                if track != "grit" {
                    return Err(Refusal::new(format!(
                        "there is no track {track:?} between fights; known: grit"
                    )));
                }
                self.set_grit(state, *who, *value);
                self.conclude(state, false, log);
            }
            Judgement::Move { who, to } => {
                self.known_hero(state, *who)?;
                self.put_party(state, self.place.zone_named(to)?, log);
            }
            Judgement::Add { creature, side, to } => self.wait_there(state, creature, *side, to, log)?,
            Judgement::Remove { who } => {
                self.known_hero(state, *who)?;
                state.hero_mut(*who).lost = true;
                self.conclude(state, false, log);
            }
            Judgement::Afflict { .. } | Judgement::Lift { .. } => {
                return Err(Refusal::new("conditions last for rounds: between fights nobody has any"));
            }
            Judgement::End { winner } | Judgement::EndAdventure { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                log.tell(Event::Over { outcome });
            }
            Judgement::Gauge { gauge, value } => self.set_gauge(state, gauge, *value)?,
            Judgement::Grant { who, what, count } => self.grant(state, *who, what, *count)?,
            Judgement::Fate { encounter, fate } => self.decide_fate(state, encounter, *fate, log)?,
            // The table keeps these for the rolls to come.
            Judgement::Favour { .. } | Judgement::Dice { .. } => {}
        }
        self.count_senses(state);
        Ok(())
    }

    fn known_hero(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if self.is_hero(state, who) {
            return Ok(());
        }
        Err(Refusal::new(format!("there is no hero number {}", who.0)))
    }

    /// Gives or takes wounds until so much grit is left; what a slot held goes into the pack.
    fn set_grit(&self, state: &mut State, who: Who, value: i32) {
        let grit = self.hero_sheet(state.hero(who).sheet).grit;
        let wounds = grit - value.clamp(0, grit.into()) as u8;
        for _ in 0..6 {
            let hero = state.hero_mut(who);
            if hero.wounds() > wounds {
                hero.heal();
            } else if hero.wounds() < wounds {
                let free = |kind: &u8| *kind == NOTHING;
                let slot =
                    hero.slots.iter().position(free).or(hero.slots.iter().position(|&kind| kind != WOUND));
                let Some(slot) = slot else { break };
                let held = std::mem::replace(&mut hero.slots[slot], WOUND);
                if is_item(held) {
                    state.keep(held);
                }
            }
        }
        // Back from the dead, if the judge says so.
        if value > 0 {
            state.hero_mut(who).lost = false;
        }
    }

    fn put_party(&self, state: &mut State, zone: u8, log: &mut impl Log<Event>) {
        let new = state.here.visited.0 >> zone & 1 == 0;
        self.place.arrive(&mut state.here, zone);
        state.clear_chores();
        log.tell(Event::Arrived { zone, new });
        self.conclude(state, false, log);
    }

    /// A creature waits in a zone, to be met there: at once if the party is there.
    fn wait_there(
        &self,
        state: &mut State,
        creature: &str,
        side: Side,
        to: &str,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let zone = self.place.zone_named(to)?;
        let sheets = &self.heed().sheets;
        let sheet = sheets.iter().position(|sheet| sheet.id == creature).ok_or_else(|| {
            let known: Vec<&str> = sheets.iter().map(|sheet| sheet.id.as_str()).collect();
            Refusal::new(format!("there is no creature {creature:?}; known: {}", known.join(", ")))
        })?;
        if side == Side::Heroes {
            return Err(Refusal::new("nobody joins the party on the way: write a party file instead"));
        }
        let own = self.place.encounters.len();
        let Some(at) = state.extras.iter().position(|extra| extra.zone == NONE) else {
            let most = state.extras.len();
            return Err(Refusal::new(format!(
                "{most} creatures of yours wait already: that is all there can be"
            )));
        };
        if zone == state.here.at && (state.fought || state.here.outcome.is_some()) {
            return Err(Refusal::new("the try has to end first: let the leader go on"));
        }
        state.extras[at] = Extra { sheet: sheet as u8, zone };
        if zone == state.here.at {
            self.meet(state, (own + at) as u8, Opening::Ours, log);
        }
        Ok(())
    }

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Result<(), Refusal> {
        match gauge {
            "clock" => state.trys = value.clamp(0, i32::from(self.limit)) as u16,
            "light" => {
                state.candles = value.clamp(0, 100) as u8;
                if u32::from(state.candles) < state.lit.count_ones() {
                    state.lit = 0;
                }
            }
            "bandages" => {
                let Some(kind) = self.bandage_kind() else {
                    return Err(Refusal::new("there are no bandages in this game's content"));
                };
                // What the heroes have at hand is theirs: the pack makes up the rest.
                let at_hand = self.carried(state, Quality::Bandage) - u32::from(state.pack.count(kind));
                let wanted = (value.clamp(0, 100) as u32).saturating_sub(at_hand) as u8;
                while state.pack.count(kind) > wanted {
                    state.pack.take(kind);
                }
                while state.pack.count(kind) < wanted && state.pack.add(kind) {}
            }
            "gold" => state.gold = value.clamp(0, 60_000) as u16,
            _ => return Err(Refusal::new(format!("there is no gauge {gauge:?}; known: {GAUGES}"))),
        }
        Ok(())
    }

    pub(super) fn bandage_kind(&self) -> Option<u8> {
        (2..self.heed().items.len() as u8).find(|&kind| self.heed().is(kind, Quality::Bandage))
    }

    /// Items go into empty slots, and else into the pack; gold and candle-ends to the party.
    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        self.known_hero(state, who)?;
        if !(1..=60_000).contains(&count) {
            return Err(Refusal::new("give at least one, and not more than 60000"));
        }
        match what {
            "gold" => state.gold = state.gold.saturating_add(count as u16),
            "candle" | "candles" => state.candles = state.candles.saturating_add(count.min(100) as u8),
            _ => {
                let items = &self.heed().items;
                let carried = |item: &&crate::Item| !item.qualities.has(Quality::Natural);
                let kind = items.iter().skip(2).filter(carried).position(|item| item.id == what);
                if kind.is_none() {
                    let known: Vec<&str> =
                        items.iter().skip(2).filter(carried).map(|item| item.id.as_str()).collect();
                    let known = known.join(", ");
                    return Err(Refusal::new(format!("there is no {what:?}; known: gold, candles, {known}")));
                }
                let Some(kind) = items.iter().position(|item| item.id == what) else { return Ok(()) };
                // What a slot gets in the middle of a combat would be forgotten at its end.
                let fighting = state.open.is_some();
                for _ in 0..count.min(20) {
                    let hero = state.hero_mut(who);
                    match hero.empty_slot().filter(|_| !hero.lost && !fighting) {
                        Some(slot) => hero.slots[slot] = kind as u8,
                        None => state.keep(kind as u8),
                    }
                }
            }
        }
        Ok(())
    }

    fn decide_fate(
        &self,
        state: &mut State,
        encounter: &str,
        fate: Fate,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let index = self.place.encounter_named(encounter)?;
        let met = state.open.is_some_and(|met| met.encounter == index);
        if met {
            return Err(Refusal::new("that is the combat that goes on"));
        }
        let gone = state.here.gone.0 >> index & 1 == 1;
        match fate {
            Fate::Now | Fate::Next if gone => {
                return Err(Refusal::new("those are no longer there: bring them back first"));
            }
            Fate::Now if state.open.is_some() || state.fought => {
                return Err(Refusal::new("another combat takes this try"));
            }
            Fate::Now => self.meet(state, index, Opening::Theirs, log),
            Fate::Next => state.next = index,
            Fate::Gone => {
                state.here.gone.0 |= 1 << index;
                if state.next == index {
                    state.next = NONE;
                }
            }
            Fate::Back => {
                state.here.gone.0 &= !(1 << index);
                state.here.beaten.0 &= !(1 << index);
            }
        }
        Ok(())
    }
}
