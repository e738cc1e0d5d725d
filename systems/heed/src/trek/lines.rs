//! What happens on a trek by the heed rules alone, as lines of the log.

use fracas_adventure::Tales;
use fracas_dice::Check;
use fracas_kernel::{Line, Mark, Narrate, Telling, Tone, Who};

use super::data::Opening;
use super::event::Handling;
use super::meeting::Answer;
use super::state::Chore;
use super::words::trys_words;
use super::{Event, Lore, State};

/// The place hides what the party has not seen; nothing else is hidden.
impl Tales for Lore {
    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        // The party may be elsewhere afterwards: what it set about is told from where it was.
        let state = telling.before;
        let name = |who: Who| self.hero_sheet(state, who).name.as_str();
        Some(match *event {
            Event::Chose { who, chore: Chore::NOTHING } => {
                Line::plain(format!("{} stands by", name(who))).about([who])
            }
            Event::Chose { who, chore } => {
                let text = format!("{} will: {}", name(who), self.chore_words(state, who, chore));
                Line::plain(text).by("HEED-T7").about([who])
            }
            Event::Candle { who, lit: true } => {
                Line::plain(format!("{} lights a candle-end", name(who))).by("HEED-T8")
            }
            Event::Candle { who, lit: false } => {
                Line::plain(format!("{} puts the candle-end out", name(who)))
            }
            Event::Handled { who, how, kind } => {
                let item = self.heed().item_words(kind);
                let (verb, end) = match how {
                    Handling::Draw => ("takes", "in hand"),
                    Handling::Stow => ("stows", "in a slot"),
                    Handling::PickUp => ("picks up", "from the floor"),
                };
                Line::plain(format!("{} {verb} the {item} {end}", name(who)))
            }
            Event::Gave { who, to, kind } => {
                let item = self.heed().item_words(kind);
                Line::plain(format!("{} gives the {item} to {}", name(who), name(to))).by("HEED-R19")
            }
            Event::Packed { who, count } => {
                Line::plain(format!("{} leaves {count} things here", name(who))).by("HEED-R19")
            }
            Event::Answered { who, answer, check } => self.answer_line(telling, name(who), answer, check),
            Event::Began { trys, .. } => {
                let clock = fracas_adventure::Clock::words(self.setting.clock.minutes(state.clock));
                Line::new(Tone::Round, format!("{clock}: {}", trys_words(trys))).by("HEED-T1")
            }
            Event::Rolled { throw, trys, faces } => {
                let rule = if trys > 1 { "HEED-T3" } else { "HEED-T2" };
                let rolled = telling.rolled(&throw).under("encounter", faces.into());
                let sum = &rolled.text;
                let text = match faces {
                    0 => format!("The end of the try: {sum}; nothing is left here that could come"),
                    1 => format!("The end of the try: {sum}; an encounter on a 1"),
                    _ => format!("The end of the try: {sum}; an encounter on 1 to {faces}"),
                };
                Line::plain(text).rolled(rolled).by(rule)
            }
            Event::Stirred { sense: Some(sense) } => {
                let text = format!("Something has noticed the party, by {}", self.sense_name(sense));
                Line::bad(text).by("HEED-T5")
            }
            Event::Stirred { sense: None } => Line::bad("Something comes this way").by("HEED-T2"),
            Event::Drawn { throw } => {
                let rolled = telling.rolled(&throw);
                Line::plain(format!("Who it is: {}", rolled.text)).rolled(rolled).by("HEED-T2")
            }
            Event::There { at, ref event } => return self.there_line(telling, at, event),
            _ => self.task_line(telling, event),
        })
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Found { .. } | Event::FoundNothing | Event::Heard { .. } | Event::Opened { .. }
        )
    }

    fn mark(&self, event: &Event) -> Mark {
        match event {
            Event::Stirred { .. } => Mark::Success,
            Event::Answered { check, .. } if check.success => Mark::Success,
            _ => Mark::Nothing,
        }
    }

    fn contents(&self, cache: u8) -> Vec<String> {
        let haul = self.hauls.get(usize::from(cache));
        haul.map_or(Vec::new(), |haul| haul.items.iter().map(|&kind| self.heed().item_words(kind)).collect())
    }

    fn trap_name(&self, what: u8) -> String {
        self.traps.get(usize::from(what)).map_or_else(String::new, super::data::Trap::words)
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
    fn there_line(&self, telling: &Telling<'_, State>, at: u8, event: &crate::Event) -> Option<Line> {
        let (_, field) = self.field_now(telling.state);
        let telling = Telling { before: &field, state: &field, seat: telling.seat, rolls: telling.rolls };
        Narrate::line(self.fights.get(usize::from(at))?, &telling, event)
    }

    fn task_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let (state, place) = (telling.before, &self.setting.place);
        let name = |who: Who| self.hero_sheet(state, who).name.as_str();
        match *event {
            Event::Works { who, chore } => {
                Line::plain(format!("{} — {}", name(who), self.chore_words(state, who, chore)))
            }
            Event::Tried { who, check, .. } => {
                let rolled = telling.rolled(&check.throw).against("", check.target).success(check.success);
                let how = if check.success { "success" } else { "failure" };
                let text = format!("{}: {}, needs {}: {how}", name(who), rolled.text, check.target);
                Line::plain(text).rolled(rolled).about([who])
            }
            Event::Found { ways, caches } => {
                let ways = ways.map(|way| {
                    let beyond = place.beyond(way, state.here.at).unwrap_or(state.here.at);
                    format!("a hidden way to {}", place.whither(&telling.state.here, beyond))
                });
                let caches = caches.map(|cache| place.cache_name(cache).to_owned());
                let all: Vec<String> = ways.chain(caches).collect();
                Line::good(format!("Found: {}", all.join(", ")))
            }
            Event::FoundNothing => Line::plain("Nothing is hidden there"),
            Event::Opened { way } => {
                let beyond = place.beyond(way, state.here.at).unwrap_or(state.here.at);
                Line::good(format!("The door to {} is open", place.zone(beyond).name))
            }
            Event::Disarmed { who, trap } => {
                let at = place.trap_place(&state.here, trap);
                Line::good(format!("{} has taken the trap {at} apart", name(who))).by("HEED-J1").about([who])
            }
            Event::Heard { zone, somebody } => {
                let way = place.way_between(&state.here, state.here.at, zone).unwrap_or(u8::MAX);
                let there = place.way_words(&state.here, way);
                Line::plain(match somebody {
                    true => format!("Somebody is beyond {there}"),
                    false => format!("Not a sound from beyond {there}"),
                })
            }
            Event::Healed { who, by, wounds, left } => {
                let (whom, by) = (name(who), name(by));
                let by = if whom == by { String::new() } else { format!(" by {by}") };
                let count = if wounds == 1 { "a wound".to_owned() } else { format!("{wounds} wounds") };
                Line::good(format!("{whom} is healed of {count}{by}; {left} left")).by("HEED-R9")
            }
            Event::Made { who, kind } => {
                Line::good(format!("{} has made a {}", name(who), self.heed().item_words(kind)))
            }
            Event::CameToNothing { who, chore } => Line::plain(format!(
                "{} — {}: there was nothing left to do",
                name(who),
                self.chore_words(state, who, chore)
            )),
            _ => Line::plain(""),
        }
    }

    fn answer_line(&self, telling: &Telling<'_, State>, who: &str, answer: Answer, check: Check) -> Line {
        let rolled = telling.rolled(&check.throw).against("", check.target).success(check.success);
        let deed = match answer {
            Answer::Hide => "The party hides",
            Answer::Talk => "The party talks to them",
            Answer::Pay => "The party offers gold",
            _ => "The party backs away",
        };
        let (how, tone) = match (check.success, answer) {
            (false, _) => ("it comes to a fight", Tone::Bad),
            (true, Answer::Hide) => ("nobody finds it", Tone::Good),
            (true, Answer::GoAway) => ("nobody follows", Tone::Good),
            (true, _) => ("they let it pass", Tone::Good),
        };
        let text = format!("{deed}, {who} first: {}, needs {}: {how}", rolled.text, check.target);
        Line::new(tone, text).rolled(rolled).by("HEED-R21")
    }
}
