//! The judge's hand on a trek, as far as it is of the heed rules alone.

use fracas_adventure::{Decrees, Fray, Verdict, need, no};
use fracas_kernel::{Decision, Demand, Named, Who};

use super::data::CANDLES;
use super::senses::FACES;
use super::state::Chore;
use super::{Lore, State};
use crate::data::{BOTH, Heed, Item, Quality, Senses, WOUND};
use crate::items::is_item;

impl Decrees for Lore {
    const GAUGES: &'static [&'static str] = &["light", "bandages"];

    fn put(&self, state: &mut State, zone: u8) {
        self.setting.place.arrive(&mut state.here, zone);
        state.own.clear_chores();
    }

    fn placed(&self, state: &mut State, _slot: u8, _zone: u8) {
        self.count_senses(state);
    }

    fn redraw(&self, state: &mut State, _encounter: u8, _back: bool) {
        state.own.facing &= state.meeting.is_some();
        self.count_senses(state);
    }

    const TRACKS: &'static [&'static str] = &["grit"];

    /// Gives or takes wounds until this much grit is left; what a slot held falls.
    fn set_track(&self, state: &mut State, who: Who, _grit: &str, value: i32) -> Verdict {
        let grit = self.hero_sheet(state, who).grit;
        let wounds = grit - value.clamp(0, grit.into()) as u8;
        let at = state.here.at;
        for _ in 0..6 {
            let hero = &mut state.own.heroes[who];
            if hero.wounds() > wounds {
                hero.heal();
            } else if hero.wounds() < wounds {
                let unwounded = || hero.slots.iter().rposition(|&kind| kind != WOUND);
                let Some(slot) = hero.pocket().or_else(unwounded) else { break };
                let held = if hero.slots[slot] == BOTH { hero.slots[0] } else { hero.slots[slot] };
                hero.let_go(held);
                hero.slots[slot] = WOUND;
                if is_item(held) {
                    state.own.floor.drop(at, held);
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

    fn set_gauge(&self, state: &mut State, gauge: &str, value: i32) -> Verdict {
        if gauge == "bandages" {
            return self.set_bandages(state, value);
        }
        state.supplies.set(CANDLES, value.clamp(0, 100) as u16);
        let enough = usize::from(state.supplies.of(CANDLES)) >= state.own.lit.len();
        state.own.lit = state.own.lit.only_if(enough);
        Ok(())
    }

    /// In trys.
    fn set_clock(&self, state: &mut State, value: i32) -> Verdict {
        state.clock = value.clamp(0, self.setting.clock.limit as i32) as u32;
        Ok(())
    }

    fn checks(&self) -> Vec<Named> {
        Heed::chances()
    }

    fn check_of(&self, _state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        Heed::chance(who, check, against)
    }

    /// HEED-T2: it is the task of this one in this try. HEED-T8: and work like any other.
    fn occupy(&self, state: &mut State, who: Who) -> Verdict {
        self.why_no_light(state, who)?;
        state.own.heroes[who].chore = Chore::NOTHING;
        state.party.busy.insert(who);
        Ok(())
    }

    fn decisions(&self) -> Vec<Decision> {
        let senses = self.senses.iter().flat_map(|sense| [sense.clone(), format!("no-{sense}")]);
        let senses: Vec<String> = senses.collect();
        vec![
            Decision::number("faces", 0, FACES.into()),
            Decision::number("trys", 1, 20),
            Decision::number("talk", 0, 6),
            Decision::number("price", 0, 999),
            Decision::one_of("senses", &senses.iter().map(String::as_str).collect::<Vec<_>>()),
        ]
    }

    /// HEED-T4, HEED-T5, HEED-T6, HEED-R21: on how many faces the next encounter comes, how long the next task takes, which
    /// senses count here; and on how many faces those who are met listen, and for how much gold.
    fn decide(&self, state: &mut State, what: &str, _who: Option<Who>, value: &str) -> Verdict {
        match what {
            "faces" => state.own.faces = value.parse().ok(),
            "trys" => state.own.trys = value.parse().ok(),
            "talk" | "price" => {
                need(state.own.facing, "HEED-R21", "the party faces nobody")?;
                match what {
                    "talk" => state.own.talk = value.parse().ok(),
                    _ => state.own.price = value.parse().ok(),
                }
            }
            _ => {
                let (name, on) = value.strip_prefix("no-").map_or((value, true), |name| (name, false));
                let at = self.senses.iter().position(|known| known == name).map(|at| at as u8);
                let sense: Senses = at.into_iter().collect();
                let missing = if on { sense - state.own.alert } else { sense & state.own.alert };
                state.own.turned = (state.own.turned - missing) | (missing - state.own.turned);
                self.count_senses(state);
            }
        }
        Ok(())
    }

    fn gifts(&self) -> Vec<Named> {
        self.carriable().map(|(_, item)| Named::new(&item.id, &item.name)).collect()
    }

    /// Items go into empty slots, and else lie at somebody's feet.
    fn grant(&self, state: &mut State, who: Who, what: &str, count: i32) -> Verdict {
        let Some((kind, _)) = self.carriable().find(|(_, item)| item.id == what) else { return Ok(()) };
        need(count > 0, None, "give at least one")?;
        let why = "in the middle of a combat nobody has a hand for it: give it afterwards";
        need(self.field(state).is_none(), None, why)?;
        for _ in 0..count.min(20) {
            state.own.keep(self.heed(), who, state.here.at, kind);
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

    /// Whoever has room gets one more, and whoever has one loses it.
    fn set_bandages(&self, state: &mut State, value: i32) -> Verdict {
        let bandage = self.carriable().find(|(_, item)| item.qualities.has(Quality::Bandage));
        let Some((kind, _)) = bandage else {
            return no(None, "there are no bandages in this game's content");
        };
        let wanted = value.clamp(0, 100) as u32;
        while self.carried(state, Quality::Bandage) > wanted {
            let alive = state.party.alive;
            if !alive.any(|who| state.own.heroes[who].let_go(kind)) {
                break;
            }
        }
        while self.carried(state, Quality::Bandage) < wanted {
            let rules = self.heed();
            let alive = state.party.alive;
            if !alive.any(|who| state.own.heroes[who].stow(rules, kind)) {
                return no(None, "nobody has room for more");
            }
        }
        Ok(())
    }
}
