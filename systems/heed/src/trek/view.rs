//! A trek on the screen, as far as it is of the heed rules alone.

use fracas_adventure::Display;
use fracas_kernel::{Badge, BadgeMark, Gauge, Seat, Tag, TagKind, Token, Unit, Who};

use super::data::{CANDLES, GOLD, SUPPLIES};
use super::state::Chore;
use super::{Lore, State};
use crate::data::{Heed, Quality};
use crate::state::{Band, State as Fight};
use crate::words::WOUND;

impl Display for Lore {
    const HEALTH: Unit = WOUND;

    fn token(&self, state: &State, rules: &Heed, fight: &Fight, who: Who) -> Token {
        let mut token = rules.token(fight, who, Band::NONE);
        let chore = state.own.heroes[who].chore;
        if chore != Chore::UNDECIDED {
            let words = self.chore_words(state, who, chore);
            token.badges.insert(0, Badge::good(BadgeMark::Busy, words, "in this try"));
        }
        if state.own.lit.has(who) {
            let means = "a light of its own for this try";
            token.badges.push(Badge::good(BadgeMark::Burning, "candle-end", means));
        }
        token
    }

    fn tags(&self, state: &State, _seat: Seat, zone: u8, tags: &mut Vec<Tag>) {
        let features = (0_u8..).zip(&self.features).filter(|(_, feature)| feature.zone == zone);
        tags.extend(features.map(|(number, feature)| feature.tag(state.own.uses[number])));
        let lying: Vec<&str> = state.own.floor.kinds(zone).map(|kind| self.heed().item_name(kind)).collect();
        if !lying.is_empty() {
            let text = format!("here lies: {}", lying.join(", ").to_lowercase());
            tags.push(Tag::new(TagKind::Loot, text).meaning("can be picked up"));
        }
        if state.own.warned.has(zone) && !state.here.visited.has(zone) {
            tags.push(Tag::new(TagKind::Hazard, "somebody is in there"));
        }
    }

    fn question(&self, state: &State) -> Option<(String, Option<&'static str>)> {
        if state.own.facing {
            return Some(("How does the party meet them?".to_owned(), Some("HEED-R21")));
        }
        if state.own.fought {
            return Some(("The combat is over. Go on?".to_owned(), Some("HEED-T6")));
        }
        let leader = state.party.leader().map_or("", |who| &self.hero_sheet(state, who).name);
        let faces = self.faces(state, self.touched(state));
        let text = format!(
            "What does everybody do in this try? {leader} begins it, or leads on (d10: {faces} of 10 bring an encounter)"
        );
        Some((text, Some("HEED-T2")))
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        let lit = state.able().filter(|&who| self.has_light(state, who));
        let lights: Vec<&str> = lit.map(|who| self.hero_sheet(state, who).name.as_str()).collect();
        let here = if self.is_dark(state) { "dark" } else { "light" };
        let own = if lights.is_empty() { "nobody has a light".to_owned() } else { lights.join(", ") };
        let candles = state.supplies.of(CANDLES);
        let light = format!("{here} here; own light: {own}; {candles} candle-ends");
        let (clock, limit) = (self.setting.clock, self.setting.clock.limit);
        let time = format!("{} ({} of {limit} trys)", clock.when(state.clock), state.clock);
        let bandages = self.carried(state, Quality::Bandage);
        let potions = self.carried(state, Quality::Potion);
        let dark = lights.is_empty() && self.is_dark(state);
        vec![
            Gauge::new("clock", "time", time, "a try is six minutes").low(state.clock + 10 >= limit),
            Gauge::new("light", "light", light, "in the dark those who work at once need a light each")
                .low(dark),
            Gauge::new("bandages", "bandages", bandages.to_string(), "carried; one for each wound")
                .low(bandages == 0),
            Gauge::new("potions", "potions", potions.to_string(), "carried"),
            state.supplies.gauge(&SUPPLIES, GOLD, false),
        ]
    }
}

impl Lore {
    /// How many things of a sort the party carries.
    pub(super) fn carried(&self, state: &State, wanted: Quality) -> u32 {
        let slots = state.party.alive.flat_map(|who| state.own.heroes[who].slots);
        slots.filter(|&kind| self.heed().is(kind, wanted)).count() as u32
    }
}
