//! A trek on the screen, as far as it is of the ranks rules alone.

use fracas_adventure::Display;
use fracas_kernel::{Badge, BadgeMark, Crowd, Gauge, Seat, Tag, TagKind, Token, Unit, Who};

use super::data::{FOOD, SUPPLIES};
use super::{Lore, State};
use crate::data::Ranks;
use crate::state::{NOTHING, State as Fight};

impl Display for Lore {
    const HEALTH: Unit = crate::view::HEALTH;

    fn token(&self, state: &State, rules: &Ranks, field: &Fight, who: Who) -> Token {
        let mut token = rules.token(field, Seat::Judge, who, Crowd::NONE);
        // Movement, senses and cards belong to turns.
        token.tracks.retain(|track| ["health", "wounds-left", "damage"].contains(&track.id));
        token.badges.retain(|badge| badge.mark != BadgeMark::Gear);
        for (place, item) in (0_u8..).zip(state.own.items[who]).filter(|&(_, item)| item != NOTHING) {
            let means = if state.own.has_equipped(who, place) { "equipped" } else { "carried" };
            token.badges.push(Badge::good(BadgeMark::Gear, self.item_name(item), means));
        }
        token
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        let clock = self.setting.clock;
        let light = if clock.is_day(state.clock) { "day" } else { "night" };
        let hungry = usize::from(state.supplies.of(FOOD)) < state.party.alive.len();
        let danger = "rolled after ten minutes in one place: on 10 or more something turns up";
        vec![
            clock.gauge(state.clock, 48),
            Gauge::new("light", "light", light, "by the clock; lamps are lit where they are needed"),
            state.supplies.gauge(&SUPPLIES, FOOD, hungry),
            Gauge::new(
                "treasure",
                "treasure",
                self.treasure(state).to_string(),
                "valuables that are carried",
            ),
            Gauge::new("danger", "danger", format!("rank {}", state.own.danger), danger),
        ]
    }

    fn tags(&self, state: &State, seat: Seat, zone: u8, tags: &mut Vec<Tag>) {
        if seat == Seat::Judge || state.here.visited.has(zone) {
            let lying = state.own.left_in(zone);
            let words = lying.map(|left| match left.count {
                1 => format!("lies there: {}", self.item_name(left.item)),
                many => format!("lies there: {} ×{many}", self.item_name(left.item)),
            });
            tags.extend(words.map(|words| Tag::new(TagKind::Loot, words)));
        }
    }
}
