//! The journey in words: the text forms of choices, the lines of the log.

use fracas_adventure::Place;
use fracas_kernel::{Line, Outcome, Side, Telling, Tone, Who};

use super::choices::Choice;
use super::data::{Contents, Trek};
use super::event::Event;
use super::state::State;
use crate::data::Attribute;
use crate::event::Test;
use crate::words::HITS;

impl Trek {
    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = &self.sheet(state, choice.who()).id;
        let of = |who: Who| &self.sheet(state, who).id;
        match choice {
            Choice::Go { to, .. } => format!("{id} go {}", self.place.handle(&state.here, to)),
            Choice::Rest { .. } => format!("{id} rest"),
            Choice::Leave { .. } => format!("{id} leave"),
            Choice::Search { .. } => format!("{id} search"),
            Choice::Listen { way, .. } => format!("{id} listen {}", self.way_id(state, way)),
            Choice::Force { way, .. } => format!("{id} force {}", self.way_id(state, way)),
            Choice::Pick { way, .. } => format!("{id} pick {}", self.way_id(state, way)),
            Choice::Take { cache, .. } => {
                let cache = self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.id);
                format!("{id} take {cache}")
            }
            Choice::Tend { target, .. } => format!("{id} tend {}", of(target)),
            Choice::Salve { target, .. } => format!("{id} salve {}", of(target)),
            Choice::Use { feature, target, .. } => {
                let (area, _) = self.spot(state);
                let feature = self.fights[area].feature(feature).map_or("nothing", |feature| &feature.id);
                let target = target.map_or(String::new(), |one| format!(" {}", of(one)));
                format!("{id} use {feature}{target}")
            }
            Choice::Watch { .. } => format!("{id} watch"),
            Choice::Lead { .. } => format!("{id} lead"),
        }
    }

    /// A way by the zone that it leads to from here.
    pub(crate) fn way_id(&self, state: &State, way: u8) -> String {
        let beyond = self.place.beyond(way, state.here.at);
        // From elsewhere it has no other end; the number keeps its text apart from all others.
        beyond.map_or("nowhere".to_owned(), |zone| self.place.handle(&state.here, zone))
    }

    /// "the door to Ossuary", or where nobody has seen beyond it, "the door to the north".
    pub(crate) fn way_words(&self, state: &State, way: u8) -> String {
        match self.place.beyond(way, state.here.at) {
            Some(zone) => format!("the door to {}", self.place.whither(&state.here, zone)),
            None => "a door elsewhere".to_owned(),
        }
    }

    fn cache_name(&self, cache: u8) -> &str {
        self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.name)
    }

    /// What is in a cache, in a few words.
    pub(crate) fn contents_words(&self, contents: &Contents, armed: bool) -> String {
        let mut parts = Vec::new();
        if let Some(weapon) = contents.weapon.and_then(|find| self.finds.get(usize::from(find))) {
            let name = self.fights[0].weapons[usize::from(*weapon)].name.to_lowercase();
            parts.push(if armed { name } else { format!("{name} (left lying)") });
        }
        let amounts = [
            (u16::from(contents.food), "meals"),
            (contents.oil.into(), "measures of oil"),
            (contents.salves.into(), "salves"),
            (contents.silver, "silver"),
        ];
        parts.extend(amounts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
        parts.join(", ")
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who: Who| self.sheet(state, who).name.as_str();
        let plain = |text: String| Line::new(Tone::Plain, text);
        let zone = |zone: u8| self.place.zone(zone).name.as_str();
        Some(match *event {
            Event::Went { to, first } => {
                let about = &self.place.spots[usize::from(to) % self.place.spots.len()].about;
                let about = if first && !about.is_empty() { format!(". {about}") } else { String::new() };
                Line::new(Tone::Heading, format!("{}{about}", zone(to))).by("TWELVES-J1")
            }
            Event::There { area, ref event } => return self.there_line(telling, area, event),
            Event::Searched { who, ref test, ways, caches } => {
                let found = self.found_words(telling.state, ways, caches);
                tested(telling, format!("{} searches", name(who)), test, &found, "finds nothing")
                    .by("TWELVES-J2")
            }
            Event::Listened { who, way, ref test, heard } => {
                let what = if heard { "somebody is behind it" } else { "all is quiet" };
                let words = format!("{} listens at {}", name(who), self.way_words(telling.before, way));
                tested(telling, words, test, what, "hears nothing certain").by("TWELVES-J5")
            }
            Event::Opened { who, way, ref test } => {
                let verb =
                    if test.attribute == Attribute::Might { "throws a shoulder against" } else { "picks at" };
                let words = format!("{} {verb} {}", name(who), self.way_words(telling.before, way));
                tested(telling, words, test, "it opens", "it holds").by("TWELVES-J3")
            }
            Event::Took { who, cache, armed } => {
                let contents = self.contents.get(usize::from(cache)).copied().unwrap_or_default();
                let what = self.contents_words(&contents, armed);
                let what = if what.is_empty() { String::new() } else { format!(": {what}") };
                let cache = self.cache_name(cache);
                Line::new(Tone::Good, format!("{} takes {cache}{what}", name(who)))
            }
            Event::Tended { who, target, ref test } => {
                let words = format!("{} tends {}", name(who), name(target));
                tested(telling, words, test, "opens its eyes, 1 hit left", "does not stir").by("TWELVES-J7")
            }
            Event::Salved { who, target, left } => {
                let words =
                    format!("{} salves {}: {} left", name(who), name(target), HITS.count(left.into()));
                Line::new(Tone::Good, words).by("TWELVES-J9")
            }
            Event::Watched { who } => plain(format!("{} keeps watch", name(who))).by("TWELVES-J5"),
            Event::Leads { who } => plain(format!("{} leads from now on", name(who))).by("TWELVES-J1"),
            Event::Rested => Line::new(Tone::Good, "Six hours of rest, and nobody comes").by("TWELVES-J8"),
            Event::Recovered { who, left } => {
                plain(format!("{} eats and sleeps: {} left", name(who), HITS.count(left.into())))
                    .by("TWELVES-J8")
            }
            Event::Stirred => Line::new(Tone::Bad, "The rest is broken").by("TWELVES-J8"),
            Event::Nothing => plain("A noise somewhere, and then no more of it".to_owned()).by("TWELVES-J4"),
            Event::Met { encounter, turned_up } => self.met_line(state, encounter, turned_up),
            Event::MetStrays => Line::new(Tone::Bad, "Somebody is here").by("TWELVES-J6"),
            Event::Won => Line::new(Tone::Good, "The party holds the field").by("TWELVES-J7"),
            Event::GotAway { to } => {
                Line::new(Tone::Bad, format!("Whoever got away gathers at {}", zone(to))).by("TWELVES-J7")
            }
            Event::Died { who } => Line::new(Tone::Bad, format!("{} is dead", name(who))).by("TWELVES-J7"),
            Event::Darkness => Line::new(Tone::Bad, "The last of the oil is burnt").by("TWELVES-J10"),
            Event::Left => plain("The party leaves".to_owned()),
            Event::TimeIsUp => Line::new(Tone::Bad, "The time is up").by("TWELVES-J12"),
            Event::Over { outcome } => Line::new(Tone::Heading, self.outcome_words(outcome)),
        })
    }

    fn met_line(&self, state: &State, encounter: u8, turned_up: bool) -> Line {
        let Some(met) = self.place.encounters.get(usize::from(encounter)) else {
            return Line::new(Tone::Bad, "Somebody is here");
        };
        let how = if turned_up { "Something turns up" } else { "Somebody is here" };
        let about = if met.about.is_empty() { String::new() } else { format!(". {}", met.about) };
        let ready = if state.ready == 0 { "" } else { " They do not come unseen." };
        Line::new(Tone::Bad, format!("{how}: {}{about}{ready}", met.name)).by(if turned_up {
            "TWELVES-J4"
        } else {
            "TWELVES-J6"
        })
    }

    fn there_line(&self, telling: &Telling<'_, State>, area: u8, event: &crate::Event) -> Option<Line> {
        let rules = self.fights.get(usize::from(area))?;
        let (_, field) = self.field(telling.state);
        let telling = Telling { before: &field, state: &field, seat: telling.seat, rolls: telling.rolls };
        fracas_kernel::Narrate::line(rules, &telling, event)
    }

    fn found_words(&self, state: &State, ways: u64, caches: u64) -> String {
        let ways = Place::zones_in(ways).map(|way| match self.place.beyond(way, state.here.at) {
            Some(zone) => format!("a hidden way to {}", self.place.whither(&state.here, zone)),
            None => "a hidden way".to_owned(),
        });
        let found: Vec<String> =
            ways.chain(Place::zones_in(caches).map(|cache| self.cache_name(cache).to_owned())).collect();
        if found.is_empty() {
            "there is nothing to find".to_owned()
        } else {
            format!("finds {}", found.join(", "))
        }
    }

    pub(crate) fn outcome_words(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won(Side::Heroes) => format!("Done: {}", self.place.goal.text),
            Outcome::Won(Side::Monsters) => "Nobody of the party is left".to_owned(),
            Outcome::Draw => format!("Not done: {}", self.place.goal.text),
        }
    }
}

fn tested(telling: &Telling<'_, State>, words: String, test: &Test, good: &str, bad: &str) -> Line {
    let sum = format!("{} against {} {}", telling.sum(&test.throw), test.attribute.name(), test.value);
    let (tone, result) = if test.success { (Tone::Good, good) } else { (Tone::Plain, bad) };
    Line::new(tone, format!("{words}: {sum}: {result}"))
}
