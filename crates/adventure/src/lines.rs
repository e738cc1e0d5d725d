//! What happens on a trek, as lines of the log.

use fracas_kernel::{Line, Narrate, Outcome, Side, Telling, Tone, Who};

use crate::explore::{EventOf, Expedition, StateOf};
use crate::{Event, Explorer, Foes, Numbers, Test};

impl Test {
    /// "… : d12 \[12\] = 12 against wits 10: finds nothing"
    pub fn line<S>(&self, telling: &Telling<'_, S>, words: String, good: &str, bad: &str) -> Line {
        let Test { throw, against, value, under, success } = *self;
        let rolled = telling.rolled(&throw).success(success);
        let rolled = if under { rolled.under(against, value) } else { rolled.against(against, value) };
        let held = if against.is_empty() { value.to_string() } else { format!("{against} {value}") };
        let (tone, result) = if success { (Tone::Good, good) } else { (Tone::Plain, bad) };
        let text = format!("{words}: {} against {held}: {result}", telling.sum(&throw));
        Line::new(tone, text).rolled(rolled)
    }
}

/// Cites a clause, if there is one.
fn by(line: Line, rule: Option<&'static str>) -> Line {
    Line { rule, ..line }
}

impl<R: Expedition> Narrate for Explorer<R> {
    fn reveals(&self, event: &EventOf<R>) -> bool {
        match event {
            Event::Searched { .. } | Event::Listened { .. } | Event::Went { .. } | Event::Met { .. } => true,
            Event::Own(event) => self.0.reveals(event),
            _ => false,
        }
    }

    fn line(&self, telling: &Telling<'_, StateOf<R>>, event: &EventOf<R>) -> Option<Line> {
        let (state, rules) = (telling.state, R::WORDS.rules);
        let place = &self.0.setting().place;
        let name = |who: Who| self.0.called(state, who).1;
        let zone = |zone: u8| place.zone(zone).name.as_str();
        let plain = |text: String| Line::new(Tone::Plain, text);
        let bad = |text: String| Line::new(Tone::Bad, text);
        Some(match *event {
            Event::Went { to, first } => {
                let about = place.spots.get(usize::from(to)).map_or("", |spot| &spot.about);
                let about = if first && !about.is_empty() { format!(". {about}") } else { String::new() };
                by(Line::new(Tone::Heading, format!("{}{about}", zone(to))), rules.turn)
            }
            Event::Searched { who, test, ways, caches } => {
                let (words, found) = (format!("{} searches", name(who)), self.found(state, ways, caches));
                by(test.line(telling, words, &found, "finds nothing"), rules.search).about([who])
            }
            Event::Listened { who, way, test, heard } => {
                let what = heard.map_or("all is quiet".to_owned(), |foes| self.0.sound(foes));
                let words =
                    format!("{} listens at {}", name(who), place.way_words(&telling.before.here, way));
                by(test.line(telling, words, &what, "hears nothing certain"), rules.listen).about([who])
            }
            Event::Opened { who, way, test, force } => {
                let verb = if force { "throws a shoulder against" } else { "picks at" };
                let words = format!("{} {verb} {}", name(who), place.way_words(&telling.before.here, way));
                by(test.line(telling, words, "it opens", "it holds"), rules.door).about([who])
            }
            Event::Stayed { who } => {
                let verb = if R::WORDS.stay == "watch" { "keeps watch" } else { "waits" };
                by(plain(format!("{} {verb}", name(who))), rules.stay.or(rules.turn)).about([who])
            }
            Event::Leads { who } => {
                by(plain(format!("{} leads from now on", name(who))), rules.turn).about([who])
            }
            Event::Rested => by(Line::new(Tone::Good, R::WORDS.rested), rules.rest),
            Event::RestBroken => by(bad("The rest is broken".to_owned()), rules.rest),
            Event::Nothing => {
                by(plain("A noise somewhere, and then no more of it".to_owned()), rules.wandering)
            }
            Event::Met { foes, turned_up } => {
                let how = if turned_up { "Something turns up" } else { "Somebody is here" };
                let rule = if turned_up { rules.wandering } else { rules.lair };
                let (mut text, welcome) = (format!("{how}{}", self.whom(foes)), self.0.welcome(state));
                if !welcome.is_empty() && !text.ends_with(['.', '!', '?']) {
                    text.push('.');
                }
                by(bad(text + welcome), rule)
            }
            Event::GotAway { to } => {
                by(bad(format!("Whoever got away gathers at {}", zone(to))), rules.flight)
            }
            Event::Died { who } => by(bad(format!("{} is dead", name(who))), rules.death).about([who]),
            Event::Left => plain("The party leaves".to_owned()),
            Event::TimeIsUp => by(bad("The time is up".to_owned()), rules.time),
            Event::Over { outcome } => Line::new(Tone::Heading, self.outcome(outcome)),
            Event::Own(ref event) => return self.0.line(telling, event),
        })
    }
}

impl<R: Expedition> Explorer<R> {
    fn whom(&self, foes: Foes) -> String {
        let Foes::Encounter(index) = foes else { return String::new() };
        match self.0.setting().place.encounters.get(usize::from(index)) {
            Some(met) if met.about.is_empty() => format!(": {}", met.name),
            Some(met) => format!(": {}. {}", met.name, met.about),
            None => String::new(),
        }
    }

    fn found(&self, state: &StateOf<R>, ways: Numbers, caches: Numbers) -> String {
        let (place, here) = (&self.0.setting().place, &state.here);
        let ways = ways.map(|way| match place.beyond(way, here.at) {
            Some(zone) => format!("a hidden way to {}", place.whither(here, zone)),
            None => "a hidden way".to_owned(),
        });
        let found: Vec<String> = ways.chain(caches.map(|cache| place.cache_name(cache).to_owned())).collect();
        match found.as_slice() {
            [] => "there is nothing to find".to_owned(),
            found => format!("finds {}", found.join(", ")),
        }
    }

    pub(crate) fn outcome(&self, outcome: Outcome) -> String {
        let goal = &self.0.setting().place.goal.text;
        match outcome {
            Outcome::Won(Side::Heroes) => format!("Done: {goal}"),
            Outcome::Won(Side::Monsters) => "Nobody of the party is left".to_owned(),
            Outcome::Draw => format!("Not done: {goal}"),
        }
    }
}
