//! A trek on the screen, as far as it is of the delve rules alone. Shows what it is given: a player's view is made of what
//! the party knows.

use fracas_adventure::{Attitude, Clock, Display, Foes, Lookup};
use fracas_kernel::{Badge, BadgeMark, Gauge, Seat, Tag, Token, Track, TrackKind, Unit, Who};

use super::data::{DAY, GOLD, HOUR, MINUTES, SUPPLIES, Ware};
use super::state::Stage;
use super::{Lore, State};
use crate::data::{Delve, xp_for_next};
use crate::state::State as Fight;

impl Display for Lore {
    const HEALTH: Unit = Unit::new("hit point", "hit points", "hp");

    fn token(&self, state: &State, rules: &Delve, field: &Fight, who: Who) -> Token {
        let mut token = rules.token(field, who);
        token.badges.clear();
        token.tracks.push(Track {
            id: "xp",
            name: "experience",
            value: state.own.xp[who].into(),
            max: Some(xp_for_next(self.sheet(who).hit_dice()).into()),
            kind: TrackKind::Plain,
            unit: Unit::new("point of experience", "points of experience", "xp"),
        });
        let ills = [
            (state.own.poison[who], "a save each turn, or it hurts"),
            (state.own.disease[who], "a save each day, or it hurts"),
        ];
        for (number, means) in ills {
            if let Some(hazard) = number.checked_sub(1).filter(|_| state.party.alive.has(who)) {
                token.badges.push(Badge::bad(BadgeMark::Poisoned, self.hazard_words(hazard), means));
            }
        }
        token
    }

    fn gauges(&self, state: &State) -> Vec<Gauge> {
        let (turn, light) = (state.clock, state.own.light);
        let left = self.setting.clock.limit.saturating_sub(turn);
        let dark = self.setting.place.is_dark(state.here.at);
        let stirs = self.wandering.map_or_else(String::new, |wandering| {
            let (every, chance) = (wandering.every, wandering.chance);
            format!("; something may turn up every {every} turns, on {chance} in 6")
        });
        let torch = match (light, dark) {
            (0, true) => "none: it is dark".to_owned(),
            (0, false) => "not needed here".to_owned(),
            (1, _) => "a torch, for one turn more".to_owned(),
            (turns, _) => format!("a torch, for {turns} turns"),
        };
        let means = "a torch burns for six turns; without one nobody searches in the dark, and fights are fought blind";
        let torches = state.supplies.of(Ware::Torches as usize);
        let time = format!("{} (turn {turn})", Clock::words(turn * MINUTES));
        let span = format!("a turn is ten minutes (T1); {} are left{stirs}", span_words(left));
        let mut gauges = vec![
            Gauge::new("clock", "clock", time, span).low(left <= DAY / 2),
            Gauge::new("light", "light", torch, means).low(dark && light <= 1 && torches == 0),
        ];
        gauges.extend((0..=GOLD).map(|kind| {
            let have = usize::from(state.supplies.of(kind));
            let low = kind == Ware::Torches as usize && have == 0
                || kind == Ware::Rations as usize && have < state.party.alive.len();
            state.supplies.gauge(&SUPPLIES, kind, low)
        }));
        gauges
    }

    /// What is there for fights, and lairs of which the party knows.
    fn tags(&self, state: &State, seat: Seat, zone: u8, tags: &mut Vec<Tag>) {
        if seat == Seat::Judge || state.here.visited.has(zone) {
            let (rules, field, local) = self.field_at(state, zone);
            // That it is dark, the map says already.
            tags.extend(rules.tags(&field, local).into_iter().filter(|tag| tag.text != "dark"));
        }
        if seat == Seat::Judge {
            return;
        }
        for foes in state.living_in(&self.setting.place, zone).map(Foes::numbered) {
            let (tag, whom) = match state.own.attitudes.of(foes) {
                Some(attitude) => (attitude.name(), self.foes_name(state, foes)),
                None => ("heard", "somebody"),
            };
            tags.push(Tag::feature(format!("{tag}: {whom}")));
        }
    }

    fn question(&self, state: &State) -> Option<(String, Option<&'static str>)> {
        let Some(foes) = state.meeting else {
            return Some(("What does the party do in this turn?".to_owned(), Some("DELVE-T1")));
        };
        let band = self.foes_name(state, foes);
        let (text, rule) = match (state.own.talk.stage, state.own.attitudes.of(foes).unwrap_or_default()) {
            (Stage::Sighted, _) => (format!("{band} in sight. How do they take to you?"), "DELVE-M1"),
            (Stage::Aftermath, _) => ("The fight is over. Go on?".to_owned(), "DELVE-T1"),
            (_, Attitude::Unfriendly) => {
                let price = self.band(foes).price;
                let paid = price.map_or(String::new(), |price| format!(" are paid {price} gold or"));
                (format!("{band}: unfriendly. They attack unless they{paid} are left alone."), "DELVE-R8")
            }
            (_, attitude) => (format!("{band}: {}. What now?", attitude.name()), "DELVE-R8"),
        };
        Some((text, Some(rule)))
    }
}

impl Lore {
    pub(crate) fn hazard_words(&self, number: u8) -> String {
        self.hazard(number).map_or_else(String::new, |hazard| hazard.name.to_lowercase())
    }
}

/// Turns in words.
fn span_words(turns: u32) -> String {
    match (turns / DAY, turns % DAY / HOUR) {
        (0, hours) => format!("{hours} hours"),
        (1, hours) => format!("1 day and {hours} hours"),
        (days, hours) => format!("{days} days and {hours} hours"),
    }
}
