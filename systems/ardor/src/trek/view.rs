//! A trek on the screen, as far as it is of the ardor rules alone.

use fracas_adventure::{Clock, Display, Lookup};
use fracas_kernel::{Badge, BadgeMark, Gauge, Seat, Tag, Token, Unit, Who};

use super::data::{Comfort, KITS, RATIONS, SUPPLIES};
use super::state::Press;
use super::{Lore, State};
use crate::data::Ardor;
use crate::effects::HEALTH;
use crate::state::State as Fight;

impl Display for Lore {
    const HEALTH: Unit = HEALTH;

    /// As a fight would show it that nobody else is in.
    fn token(&self, state: &State, rules: &Ardor, fight: &Fight, who: Who) -> Token {
        let mut token = rules.token(fight, who, Seat::Watcher);
        if state.own.captor[who].is_some() {
            let means = "free when those who hold it are beaten";
            token.badges.push(Badge::bad(BadgeMark::Held, "captive", means));
        }
        if self.suited(state).has(who) {
            let means = format!("can rest for days in: {}", Comfort::words(self.sheet(who).comforts));
            token.badges.push(Badge::good(BadgeMark::Gear, "at ease", means));
        }
        token
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        let light = match (self.is_gloomy(state, state.here.at), self.is_night(state)) {
            (true, true) => "night",
            (true, false) => "dark",
            (false, true) => "night, lamps within",
            (false, false) => "day",
        };
        let dark = "the dark hides you, and makes dangerous ways worse";
        let mut all = vec![
            self.setting.clock.gauge(state.clock, 2 * Clock::DAY),
            Gauge::new("light", "light", light, dark),
            state.supplies.gauge(&SUPPLIES, KITS, state.supplies.of(KITS) == 0),
            state.supplies.gauge(&SUPPLIES, RATIONS, !self.has_food(state)),
        ];
        if let Some(matter) = &self.matter {
            let pressed = self.pressed(state);
            let text = match state.own.matter {
                Press::Presses => format!("{}: {pressed} of {}", matter.name, matter.segments),
                Press::CameToPass => format!("{}: too late", matter.name),
                Press::Settled | Press::Nothing => format!("{}: settled", matter.name),
            };
            let low = state.own.matter == Press::Presses && pressed + 1 >= matter.segments;
            let means = "no Extended Rest until it is settled";
            all.push(Gauge::new("pressing", "pressing", text, means).low(low));
        }
        let begun = self.pursuits.iter().zip(state.own.pursuits).filter(|(_, filled)| *filled > 0);
        let begun: Vec<String> =
            begun.map(|(one, filled)| format!("{} {filled}/{}", one.name, one.segments)).collect();
        if !begun.is_empty() {
            let means = "filled at Extended Rests and by deeds";
            all.push(Gauge::new("pursuits", "pursuits", begun.join(", "), means));
        }
        all
    }

    /// Challenge Scores, what a place is good for, and who is known to live there.
    fn tags(&self, state: &State, seat: Seat, zone: u8, tags: &mut Vec<Tag>) {
        let challenge = self.challenge(state, zone);
        tags.push(Tag::feature(format!("challenge {challenge}")).meaning("what it takes to go unseen here"));
        let comforts = self.terrain(zone).comforts;
        if !comforts.is_empty() && state.here.visited.has(zone) {
            let text = format!("comfort: {}", Comfort::words(comforts));
            tags.push(Tag::feature(text).meaning("those whom it suits can rest here for days"));
        }
        if seat == Seat::Judge {
            return;
        }
        let known = state.known_in(&self.setting.place, zone);
        tags.extend(known.map(|foes| Tag::feature(self.foes_name(state, foes))));
    }

    fn question(&self, state: &State) -> Option<(String, Option<&'static str>)> {
        Some(match state.own.discovering.first() {
            Some(_) => ("A discovery: which, and now or later?".to_owned(), Some("ARDOR-R20")),
            None => {
                let at = &self.setting.place.zone(state.here.at).name;
                (format!("You are at {at}. What now?"), None)
            }
        })
    }
}
