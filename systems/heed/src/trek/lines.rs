//! What happened between fights, in words.

use fracas_kernel::{Line, Outcome, Side, Telling, Tone, Who};

use super::data::{Opening, Trek};
use super::event::{Event, Handling};
use super::state::{Chore, State};
use super::view::trys_words;

impl Trek {
    pub(super) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        // The party may be elsewhere afterwards: what it set about is told from where it was.
        let state = telling.before;
        let name = |who: Who| self.hero_name(state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        match *event {
            Event::Chose { who, chore: Chore::NOTHING } => plain(format!("{} stands by", name(who))),
            Event::Chose { who, chore } => {
                plain(format!("{} will: {}", name(who), self.chore_words(state, who, chore))).by("HEED-T7")
            }
            Event::Leads { who } => plain(format!("{} leads the party", name(who))),
            Event::Candle { who, lit: true } => {
                plain(format!("{} lights a candle-end", name(who))).by("HEED-T8")
            }
            Event::Candle { who, lit: false } => plain(format!("{} puts the candle-end out", name(who))),
            Event::Handled { who, how, kind } => {
                let item = self.heed().item_name(kind).to_lowercase();
                let (verb, end) = match how {
                    Handling::Draw => ("takes", "in hand"),
                    Handling::Stow => ("stows", "in a slot"),
                    Handling::Pack => ("puts", "into the pack"),
                    Handling::Unpack => ("takes", "out of the pack"),
                };
                plain(format!("{} {verb} the {item} {end}", name(who)))
            }
            Event::Gathered { count, .. } => plain(format!("What lies here goes into the pack ({count})")),
            Event::Began { trys, .. } => {
                Line::new(Tone::Heading, format!("{}: {}", self.clock(state.trys), trys_words(trys)))
                    .by("HEED-T1")
            }
            Event::Arrived { .. } | Event::Met { .. } | Event::Beaten { .. } | Event::GotAway { .. } => {
                self.way_line(event)
            }
            Event::Rolled { .. } | Event::Stirred { .. } | Event::Drawn { .. } => {
                self.dice_line(telling, event)
            }
            Event::Lost { who } => Line::new(Tone::Bad, format!("{} is lost", name(who))),
            Event::TimeUp => Line::new(Tone::Bad, "There is no time left: it is over"),
            Event::Over { outcome } => {
                let text = match outcome {
                    Outcome::Won(Side::Heroes) => "It is done, and the party has come through it",
                    Outcome::Won(Side::Monsters) => "Nobody of the party is left",
                    Outcome::Draw => "The party gives it up",
                };
                Line::new(Tone::Heading, text)
            }
            _ => self.task_line(telling, event),
        }
    }

    fn way_line(&self, event: &Event) -> Line {
        match *event {
            Event::Arrived { zone, new } => {
                let spot = &self.place.spots[usize::from(zone) % self.place.spots.len()];
                let about = if new { spot.about.as_str() } else { "" };
                let text = format!("The party comes to {}. {about}", spot.zone.name);
                Line::new(Tone::Heading, text.trim())
            }
            Event::Met { encounter, opening, sheet } => {
                let own = self.place.encounters.get(usize::from(encounter));
                let (name, about) = match own {
                    Some(own) => (own.name.as_str(), own.about.as_str()),
                    None => (self.hero_sheet(sheet).name.as_str(), ""),
                };
                let how = match opening {
                    Opening::Ours => "the party acts first",
                    Opening::OurAmbush => "they notice nothing, and are surprised",
                    Opening::Theirs => "they act first",
                    Opening::TheirAmbush => "they come out of nowhere, and the party is surprised",
                };
                let rule = if opening.surprised().is_some() { "HEED-I2" } else { "HEED-I1" };
                Line::new(Tone::Bad, format!("{name}: {how}. {about}").trim()).by(rule)
            }
            Event::Beaten { encounter } => {
                let name =
                    self.place.encounters.get(usize::from(encounter)).map_or("", |one| one.name.as_str());
                Line::new(Tone::Good, format!("{name}: beaten"))
            }
            Event::GotAway { to } => {
                Line::new(Tone::Bad, format!("The party gets away to {}", self.zone_name(to)))
            }
            _ => Line::new(Tone::Plain, ""),
        }
    }

    fn dice_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        match *event {
            Event::Rolled { throw, trys, faces } => {
                let rule = if trys > 1 { "HEED-T3" } else { "HEED-T2" };
                let sum = telling.sum(&throw);
                let text = match faces {
                    0 => format!("The end of the try: {sum}; nothing is left here that could come"),
                    1 => format!("The end of the try: {sum}; an encounter on a 1"),
                    _ => format!("The end of the try: {sum}; an encounter on 1 to {faces}"),
                };
                Line::new(Tone::Plain, text).by(rule)
            }
            Event::Stirred { sense: Some(sense) } => {
                let text = format!("Something has noticed the party, by {}", self.sense_name(sense));
                Line::new(Tone::Bad, text).by("HEED-T5")
            }
            Event::Stirred { sense: None } => Line::new(Tone::Bad, "Something comes this way").by("HEED-T2"),
            Event::Drawn { throw } => {
                Line::new(Tone::Plain, format!("Who it is: {}", telling.sum(&throw))).by("HEED-T2")
            }
            _ => Line::new(Tone::Plain, ""),
        }
    }

    fn task_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let state = telling.before;
        let name = |who: Who| self.hero_name(state, who);
        let plain = |text: String| Line::new(Tone::Plain, text);
        let good = |text: String| Line::new(Tone::Good, text);
        match *event {
            Event::Works { who, chore } => {
                plain(format!("{} — {}", name(who), self.chore_words(state, who, chore)))
            }
            Event::Tried { who, check, .. } => {
                let how = if check.success { "comes off" } else { "does not come off" };
                plain(format!("{}: {}, needs {}: {how}", name(who), telling.sum(&check.throw), check.target))
            }
            Event::Found { ways, caches } => {
                let ways = fracas_adventure::Place::zones_in(ways).map(|way| {
                    let beyond = self.place.beyond(way, state.here.at).unwrap_or(state.here.at);
                    format!("a hidden way to {}", self.place.whither(&telling.state.here, beyond))
                });
                let caches = self.place.caches.iter().zip(0_u32..).filter(|(_, at)| caches >> at & 1 == 1);
                let all: Vec<String> = ways.chain(caches.map(|(cache, _)| cache.name.clone())).collect();
                good(format!("Found: {}", all.join(", ")))
            }
            Event::FoundNothing => plain("Nothing is hidden there".to_owned()),
            Event::Opened { way } => {
                let beyond = self.place.beyond(way, state.here.at).unwrap_or(state.here.at);
                good(format!("The door to {} is open", self.zone_name(beyond)))
            }
            Event::Heard { zone, somebody } => {
                let way = self.place.way_between(&state.here, state.here.at, zone).unwrap_or(u8::MAX);
                let there = self.way_words(state, way);
                plain(match somebody {
                    true => format!("Somebody is beyond {there}"),
                    false => format!("Not a sound from beyond {there}"),
                })
            }
            Event::Took { cache } => self.took_line(cache),
            Event::Healed { who, by, wounds, left } => {
                let (whom, by) = (name(who), name(by));
                let by = if whom == by { String::new() } else { format!(" by {by}") };
                let count = if wounds == 1 { "a wound".to_owned() } else { format!("{wounds} wounds") };
                good(format!("{whom} is relieved of {count}{by}; {left} left")).by("HEED-R9")
            }
            Event::Rose { who } => good(format!("{} is on its feet again", name(who))).by("HEED-R9"),
            Event::Made { who, kind } => {
                good(format!("{} has made a {}", name(who), self.heed().item_name(kind).to_lowercase()))
            }
            Event::CameToNothing { who, chore } => plain(format!(
                "{} — {}: there was nothing left to do",
                name(who),
                self.chore_words(state, who, chore)
            )),
            _ => plain(String::new()),
        }
    }

    fn took_line(&self, cache: u8) -> Line {
        let name = self.place.caches.get(usize::from(cache)).map_or("", |cache| cache.name.as_str());
        let haul = self.hauls.get(usize::from(cache));
        let mut all: Vec<String> = haul.map_or(Vec::new(), |haul| {
            haul.items.iter().map(|&kind| self.heed().item_name(kind).to_lowercase()).collect()
        });
        if let Some(haul) = haul {
            all.extend((haul.gold > 0).then(|| format!("{} gold", haul.gold)));
            all.extend((haul.candles > 0).then(|| format!("{} candle-ends", haul.candles)));
        }
        let what = if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) };
        Line::new(Tone::Good, format!("The party takes {name}{what}"))
    }
}
