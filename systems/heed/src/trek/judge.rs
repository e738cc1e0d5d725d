//! The judge's hand on a trek, as far as it is of the heed rules alone.

use fracas_adventure::Supplies;
use fracas_adventure::explore::{Decrees, Explore};
use fracas_kernel::{Named, Refusal, Who};

use super::State;
use super::data::{CANDLES, Lore};
use crate::data::{Item, NOTHING, Quality, WOUND};
use crate::items::is_item;

impl Decrees for Lore {
    fn put(&self, state: &mut State, zone: u8) {
        self.setting.place.arrive(&mut state.here, zone);
        state.own.clear_chores();
    }

    fn placed(&self, state: &mut State, _slot: u8, _zone: u8) {
        self.count_senses(state);
    }

    fn redraw(&self, state: &mut State, _encounter: u8, _back: bool) {
        self.count_senses(state);
    }

    /// Gives or takes wounds until this much grit is left; what a slot held goes into the pack.
    fn set_track(&self, state: &mut State, who: Who, track: &str, value: i32) -> Result<(), Refusal> {
        if track != "grit" {
            return Err(Refusal::unknown("track", track, ["grit"].into_iter()));
        }
        let grit = self.hero_sheet(state, who).grit;
        let wounds = grit - value.clamp(0, grit.into()) as u8;
        let at = state.here.at;
        for _ in 0..6 {
            let hero = &mut state.own.heroes[who];
            if hero.wounds() > wounds {
                hero.heal();
            } else if hero.wounds() < wounds {
                let unwounded = || hero.slots.iter().position(|&kind| kind != WOUND);
                let Some(slot) = hero.empty_slot().or_else(unwounded) else { break };
                let held = std::mem::replace(&mut hero.slots[slot], WOUND);
                if is_item(held) {
                    state.own.keep(at, held);
                }
            }
        }
        // Back from the dead, if the judge says so.
        if value > 0 {
            state.party.raise(who);
        }
        self.fit_to_wounds(state, who);
        Ok(())
    }

    fn afflict(&self, _: &mut State, _: Who, _: &str, _: Option<i32>) -> Result<(), Refusal> {
        Err(Refusal::new("conditions last for rounds: on a trek nobody has any"))
    }

    fn lift(&self, _: &mut State, _: Who, _: &str) -> Result<(), Refusal> {
        Err(Refusal::new("conditions last for rounds: on a trek nobody has any"))
    }

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Result<(), Refusal> {
        match gauge {
            "light" => {
                state.supplies.set(CANDLES, value.clamp(0, 100) as u16);
                let enough = usize::from(state.supplies.of(CANDLES)) >= state.own.lit.len();
                state.own.lit = state.own.lit.only_if(enough);
            }
            "bandages" => self.set_bandages(state, value)?,
            _ => {
                Supplies::find(Lore::SUPPLIES, gauge, &["clock", "light", "bandages"])?;
            }
        }
        Ok(())
    }

    /// In trys.
    fn set_clock(&self, state: &mut State, value: i32) -> Result<(), Refusal> {
        state.clock = value.clamp(0, self.setting.clock.limit as i32) as u32;
        Ok(())
    }

    fn gifts(&self) -> Vec<Named> {
        self.carriable().map(|(_, item)| Named::new(&item.id, &item.name)).collect()
    }

    /// Items go into empty slots, and else into the pack.
    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        let Some((kind, _)) = self.carriable().find(|(_, item)| item.id == what) else { return Ok(()) };
        if count < 1 {
            return Err(Refusal::new("give at least one"));
        }
        // What a slot gets in the middle of a combat would be forgotten at its end.
        let in_slot = state.party.alive.has(who) && state.meeting.is_none();
        for _ in 0..count.min(20) {
            let hero = &mut state.own.heroes[who];
            match hero.slots.iter_mut().find(|slot| **slot == NOTHING).filter(|_| in_slot) {
                Some(slot) => *slot = kind,
                None => state.own.keep(state.here.at, kind),
            }
        }
        Ok(())
    }
}

impl Lore {
    /// Items that somebody can carry, with their kinds.
    fn carriable(&self) -> impl Iterator<Item = (u8, &Item)> {
        let kinds = self.heed().items.iter().enumerate().skip(2).map(|(kind, item)| (kind as u8, item));
        kinds.filter(|(_, item)| !item.qualities.has(Quality::Natural))
    }

    /// What the heroes have at hand is theirs: the pack makes up the rest.
    fn set_bandages(&self, state: &mut State, value: i32) -> Result<(), Refusal> {
        let bandage = self.carriable().find(|(_, item)| item.qualities.has(Quality::Bandage));
        let Some((kind, _)) = bandage else {
            return Err(Refusal::new("there are no bandages in this game's content"));
        };
        let at_hand = self.carried(state, Quality::Bandage) - u32::from(state.own.pack.count(kind));
        let wanted = (value.clamp(0, 100) as u32).saturating_sub(at_hand) as u8;
        let pack = &mut state.own.pack;
        while pack.count(kind) > wanted {
            pack.take(kind);
        }
        while pack.count(kind) < wanted && pack.add(kind) {}
        Ok(())
    }
}
