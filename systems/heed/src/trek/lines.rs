//! What happens on a trek by the heed rules alone, as lines of the log.

use fracas_adventure::Tales;
use fracas_dice::Check;
use fracas_kernel::{Line, Mark, Telling, Tone, Who};

use super::data::Opening;
use super::event::Handling;
use super::meeting::Answer;
use super::state::Chore;
use super::words::trys_words;
use super::{Deed, Event, Lore, State};
use crate::words::WOUND;

impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, who: Who, event: &Event) -> Option<Line> {
        // The party may be elsewhere afterwards: what it set about is told from where it was.
        let state = telling.before;
        let item = |kind: u8| self.heed().item_words(kind);
        let chores = |chore: Chore| self.chore_words(state, who, chore);
        let name = |who: Who| self.hero_sheet(state, who).name.as_str();
        Some(match *event {
            Event::Did(Deed::Pick { chore }) => Line::plain(format!("will: {}", chores(chore))).by("HEED-T7"),
            Event::Did(Deed::Candle { lit: true }) => Line::plain("lights a candle-end").by("HEED-T8"),
            Event::Did(Deed::Candle { lit: false }) => Line::plain("puts the candle-end out"),
            Event::Did(Deed::Handle { how, kind }) => Line::plain(match how {
                Handling::Draw => format!("takes the {} in hand", item(kind)),
                Handling::Stow => format!("stows the {} in a slot", item(kind)),
                Handling::PickUp => format!("picks up the {} from the floor", item(kind)),
            }),
            Event::Did(Deed::Give { to, kind }) => {
                Line::plain(format!("gives the {} to {}", item(kind), name(to))).by("HEED-R19").about([to])
            }
            Event::Did(_) => Line::plain("stands by"),
            Event::Packed(count) => Line::plain(format!("leaves {count} things here")).by("HEED-R19"),
            Event::Works(chore) => Line::plain(format!("— {}", chores(chore))),
            Event::Tried(check) => {
                let rolled = telling.rolled(&check.throw).against("", check.target).success(check.success);
                let how = if check.success { "success" } else { "failure" };
                Line::plain(format!("tries: {}, needs {}: {how}", rolled.text, check.target)).rolled(rolled)
            }
            Event::Healed { by, wounds, left } => {
                let by = if who == by { String::new() } else { format!(" by {}", name(by)) };
                let count = if wounds == 1 { "a wound".to_owned() } else { format!("{wounds} wounds") };
                Line::good(format!("is healed of {count}{by}; {left} left")).by("HEED-R9")
            }
            Event::Disarmed(trap) => {
                let at = self.setting.place.trap_place(&state.here, trap);
                Line::good(format!("has taken the trap {at} apart")).by("HEED-J1")
            }
            Event::Made(kind) => Line::good(format!("has made a {}", item(kind))),
            Event::CameToNothing(chore) => {
                Line::plain(format!("— {}: there was nothing left to do", chores(chore)))
            }
            Event::Answered { who, answer, check } => self.answer_line(telling, name(who), answer, check),
            _ => self.try_line(telling, event),
        })
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Found(_) | Event::Heard { .. } | Event::Opened(_))
    }

    fn mark(&self, _who: Who, event: &Event) -> Mark {
        match event {
            // A high chance is a good one, here as everywhere.
            Event::Rolled { throw, faces, .. } if throw.value > i32::from(*faces) => Mark::Success,
            Event::Answered { check, .. } if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        let haul = self.hauls.get(usize::from(cache));
        haul.map_or(Vec::new(), |haul| haul.items.iter().map(|&kind| self.heed().item_words(kind)).collect())
    }

    fn trap_name(&self, what: u8) -> String {
        let Some(trap) = self.traps.get(usize::from(what)) else { return String::new() };
        let (strikes, whom) = (WOUND.count(trap.wounds.into()), if trap.all { " for everybody" } else { "" });
        format!("{} ({strikes}{whom}, dodge)", trap.name.to_lowercase())
    }

    fn welcome(&self, state: &State) -> &'static str {
        match state.own.opening {
            Opening::Ours => " The party acts first.",
            Opening::OurAmbush => " They notice nothing, and are surprised.",
            Opening::Theirs => " They act first.",
            Opening::TheirAmbush => " They come out of nowhere, and the party is surprised.",
        }
    }
}

impl Lore {
    /// What a try brings to all.
    fn try_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let (state, place) = (telling.before, &self.setting.place);
        match *event {
            Event::Began(trys) => {
                let clock = self.setting.clock.when(state.clock);
                Line::new(Tone::Round, format!("{clock}: {}", trys_words(trys))).by("HEED-T1")
            }
            Event::Found(found) => match place.found_words(&telling.state.here, found).as_str() {
                "" => Line::plain("Nothing is hidden there"),
                found => Line::good(format!("Found: {found}")),
            },
            Event::Opened(way) => {
                let beyond = place.beyond(way, state.here.at).unwrap_or(state.here.at);
                Line::good(format!("The door to {} is open", place.zone(beyond).name))
            }
            Event::Heard { zone, somebody } => {
                let way = place.way_between(&state.here, state.here.at, zone).unwrap_or(u8::MAX);
                let there = place.way_words(&state.here, way);
                Line::plain(match somebody {
                    true => format!("Somebody is beyond {there}"),
                    false => format!("Not a sound from beyond {there}"),
                })
            }
            Event::Rolled { throw, trys, faces } => {
                let rule = if trys > 1 { "HEED-T3" } else { "HEED-T2" };
                let rolled = telling.rolled(&throw).against("", i32::from(faces) + 1);
                let brings = match faces {
                    0 => "nothing is left here that could come".to_owned(),
                    1 => "an encounter on a 1".to_owned(),
                    _ => format!("an encounter on 1 to {faces}"),
                };
                Line::plain(format!("The end of the try: {}; {brings}", rolled.text)).rolled(rolled).by(rule)
            }
            Event::Stirred(Some(sense)) => {
                let text = format!("Something has noticed the party, by {}", self.sense_name(sense));
                Line::bad(text).by("HEED-T5")
            }
            Event::Stirred(None) => Line::bad("Something comes this way").by("HEED-T2"),
            Event::Drawn(throw) => {
                let rolled = telling.rolled(&throw);
                Line::plain(format!("Who it is: {}", rolled.text)).rolled(rolled).by("HEED-T2")
            }
            _ => Line::plain(""),
        }
    }

    fn answer_line(&self, telling: &Telling<'_, State>, who: &str, answer: Answer, check: Check) -> Line {
        let rolled = telling.rolled(&check.throw).against("", check.target).success(check.success);
        let (deed, peace) = match answer {
            Answer::Hide => ("hides", "nobody finds it"),
            Answer::Talk => ("talks to them", "they let it pass"),
            Answer::Pay => ("offers gold", "they let it pass"),
            _ => ("backs away", "nobody follows"),
        };
        let (how, tone) =
            if check.success { (peace, Tone::Good) } else { ("it comes to a fight", Tone::Bad) };
        let text = format!("The party {deed}, {who} first: {}, needs {}: {how}", rolled.text, check.target);
        Line::new(tone, text).rolled(rolled).by("HEED-R21")
    }
}
