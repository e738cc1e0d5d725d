//! A trek on the screen, as far as it is of the twelves rules alone.

use fracas_adventure::{Display, Lookup};
use fracas_kernel::{Badge, BadgeMark, Gauge, Seat, Tag, TagKind, Token, Unit, Who};

use super::data::{FOOD, OIL, SALVES, SILVER, SUPPLIES};
use super::{Lore, State};
use crate::data::{Feature, Twelves};
use crate::state::State as Fight;

impl Display for Lore {
    const HEALTH: Unit = Unit::new("hit", "hits", "hits");

    fn token(&self, state: &State, rules: &Twelves, field: &Fight, who: Who) -> Token {
        let mut token = rules.token(field, who);
        if state.party.staying.has(who) {
            token.badges.push(Badge::good(BadgeMark::Guarding, "watch", "ready for what turns up"));
        }
        if let Some(find) = state.own.weapon[who] {
            let name = self.find_name(find);
            let means = format!("has found a {name}");
            token.badges.push(Badge::good(BadgeMark::Gear, name, means));
        }
        token
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        let (dark, oil) = (self.setting.place.is_dark(state.here.at), state.supplies.of(OIL));
        let danger = "that something turns up after ten minutes in one place";
        let supply = |kind, low| state.supplies.gauge(&SUPPLIES, kind, low);
        let light = match (dark, oil) {
            (false, _) => "none needed",
            (true, 0) => "dark",
            (true, _) => "lamp",
        };
        vec![
            self.setting.clock.gauge(state.clock, 36),
            Gauge::new("light", "light", light, "where it is dark, oil burns").low(dark && oil == 0),
            supply(OIL, oil <= 6),
            supply(FOOD, usize::from(state.supplies.of(FOOD)) < state.party.alive.len()),
            supply(SALVES, state.supplies.of(SALVES) == 0),
            supply(SILVER, false),
            Gauge::new("danger", "danger", format!("{} in 12", state.own.danger), danger),
        ]
    }

    /// Hazards, features and cover.
    fn tags(&self, state: &State, seat: Seat, zone: u8, tags: &mut Vec<Tag>) {
        let hazard = self.hazard_words(state, zone);
        tags.extend(hazard.map(|words| Tag::new(TagKind::Hazard, format!("hazard: {words}"))));
        if seat != Seat::Judge && !state.here.visited.has(zone) {
            return;
        }
        let (rules, ground, local) = self.around(zone);
        let there = ground.things.iter().zip(&rules.features);
        for (&number, feature) in there.filter(|(_, feature)| feature.zone == local) {
            let left = match state.own.uses[number] {
                0 => " (used up)".to_owned(),
                Feature::ENDLESS => String::new(),
                left => format!(" ({left} left)"),
            };
            tags.push(Tag::feature(format!("use: {}{left}", feature.name.to_lowercase())));
        }
        match state.own.cover[zone] {
            0 => {}
            cover => tags.push(Tag::feature(format!("cover {cover}"))),
        }
        if rules.high.has(local) {
            tags.push(Tag::feature("high"));
        }
    }

    fn question(&self, state: &State) -> Option<(String, Option<&'static str>)> {
        let name = &self.sheet(state, state.party.down.first()?).name;
        Some((format!("{name} lies there. Who helps, and how?"), Some("TWELVES-J7")))
    }
}
