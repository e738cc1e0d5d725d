//! What happens on a trek, as lines of the log.

use fracas_kernel::{Beat, Line, Narrate, Outcome, Seat, Side, Telling, Tone, Who};

use crate::explore::{EventOf, Expedition, StateOf};
use crate::{Event, Explorer, Foes, Found, Lookup, Numbers, Test, Trap};

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
            Event::Sprung { .. } | Event::Spied { .. } => true,
            Event::Own { what, .. } => self.0.reveals(what),
            _ => false,
        }
    }

    fn beat(&self, event: &EventOf<R>) -> Beat {
        match event {
            Event::Met { .. } | Event::TimeIsUp | Event::Over { .. } => Beat::Next,
            _ => Beat::Within,
        }
    }

    fn line(&self, telling: &Telling<'_, StateOf<R>>, event: &EventOf<R>) -> Option<Line> {
        let (state, rules) = (telling.state, R::WORDS.rules);
        let place = &self.0.setting().place;
        let name = |who: Who| self.0.called(state, who).1;
        let zone = |zone: u8| place.zone(zone).name.as_str();
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
            Event::Took { who, cache, all } => {
                by(Line::good(self.taken(name(who), cache, all)), rules.take).about([who])
            }
            Event::Unlocked { way } if place.knows_way(&state.here, way) || telling.seat == Seat::Judge => {
                by(Line::good(format!("Its key fits {}", place.door_between(&state.here, way))), rules.door)
            }
            Event::Unlocked { .. } => by(Line::good("There is a key in it"), rules.door),
            Event::Sprung { trap, what } => {
                let at = match trap {
                    Trap::Zone(at) => format!("in {}", zone(at)),
                    Trap::Way(_) => "on the way".to_owned(),
                    Trap::Cache(cache) => format!("on {}", place.cache_name(cache)),
                };
                by(Line::bad(format!("A trap {at}: {}", self.0.trap_name(what))), rules.trap)
            }
            Event::Spied { who } => {
                Line::good(format!("{} sees the signs of a trap", name(who))).about([who])
            }
            Event::Disarmed { who, test, .. } => {
                let words = format!("{} works on the trap", name(who));
                test.line(telling, words, "it will not go off", "it goes off").about([who])
            }
            Event::Equipped { who, gear, up } => {
                let (verb, item) =
                    (if up { "takes up" } else { "puts away" }, place.treasure.named(gear).name);
                by(Line::plain(format!("{} {verb} the {item}", name(who))), rules.gear).about([who])
            }
            Event::Plundered { gear } => {
                let item = place.treasure.named(gear).name;
                by(Line::good(format!("On those who were beaten: the {item}")), rules.gear)
            }
            Event::Stayed { who } => {
                let verb = if R::WORDS.stay == "watch" { "keeps watch" } else { "waits" };
                by(Line::plain(format!("{} {verb}", name(who))), rules.stay.or(rules.turn)).about([who])
            }
            Event::Leads { who } => {
                by(Line::plain(format!("{} leads from now on", name(who))), rules.turn).about([who])
            }
            Event::Rested => by(Line::good(R::WORDS.rested), rules.rest),
            Event::RestBroken => by(Line::bad("The rest is broken"), rules.rest),
            Event::Nothing => by(Line::plain("A noise somewhere, then silence"), rules.wandering),
            Event::Met { foes, turned_up } => {
                let how = if turned_up { "Something turns up" } else { "Somebody is here" };
                let rule = if turned_up { rules.wandering } else { rules.lair };
                let (mut text, welcome) = (format!("{how}{}", self.whom(foes)), self.0.welcome(state));
                if !welcome.is_empty() && !text.ends_with(['.', '!', '?']) {
                    text.push('.');
                }
                by(Line::bad(text + welcome), rule)
            }
            Event::GotAway { to } => {
                by(Line::bad(format!("Whoever got away gathers at {}", zone(to))), rules.flight)
            }
            Event::Woke { who } => {
                by(Line::good(format!("{} comes round", name(who))), rules.wake).about([who])
            }
            Event::LeftBehind { who } => {
                let text = format!("{} is left behind, {}", name(who), R::WORDS.left_behind);
                by(Line::bad(text), rules.flight).about([who])
            }
            Event::Died { who } => by(Line::bad(format!("{} is dead", name(who))), rules.death).about([who]),
            Event::Left => Line::plain("The party leaves"),
            Event::TimeIsUp => by(Line::bad("The time is up"), rules.time),
            Event::Over { outcome } => Line::new(Tone::Heading, self.outcome(outcome)),
            Event::There { at, ref event } => {
                // It happened there, wherever the party has gone since.
                let [mut before, mut state] = [telling.before, telling.state].map(Clone::clone);
                (before.here.at, state.here.at) = (at, at);
                let then =
                    Telling { before: &before, state: &state, seat: telling.seat, rolls: telling.rolls };
                let field = &self.0.scene(&then);
                let telling =
                    Telling { before: field, state: field, seat: telling.seat, rolls: telling.rolls };
                return self.0.fights().get(self.0.field_of(at))?.line(&telling, event);
            }
            Event::Own { who: None, ref what } => return self.0.line(telling, Who(0), what),
            Event::Own { who: Some(who), ref what } => {
                let line = self.0.line(telling, who, what)?;
                let about = std::iter::once(who).chain(line.about).collect();
                Line { text: format!("{} {}", name(who), line.text), about, ..line }
            }
        })
    }
}

impl<R: Expedition> Explorer<R> {
    fn whom(&self, foes: Foes) -> String {
        let (place, Foes::Encounter(index)) = (&self.0.setting().place, foes) else { return String::new() };
        let name =
            place.encounters.get(usize::from(index)).map_or(String::new(), |met| format!(": {}", met.name));
        place.foes_about(foes).map_or(name.clone(), |about| format!("{name}. {about}"))
    }

    fn taken(&self, name: &str, cache: u8, all: bool) -> String {
        let place = &self.0.setting().place;
        let known = place.caches.get(usize::from(cache));
        let supplies = known.map(|known| known.supplies).unwrap_or_default();
        let gear = place.treasure.in_cache(cache).iter();
        let gear = gear.map(|&gear| format!("the {}", place.treasure.named(gear).name));
        let what: Vec<String> =
            gear.chain(self.0.contents(cache)).chain(supplies.words(R::SUPPLIES)).collect();
        let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
        let left = if all { "" } else { " (more than can be carried)" };
        let about = known.map(|known| known.about.as_str()).filter(|about| !about.is_empty());
        let about = about.map_or(String::new(), |about| format!(". {about}"));
        let verb = if R::WORDS.take.is_empty() { "take" } else { R::WORDS.take };
        format!("{name} {verb}s {}{what}{left}{about}", place.cache_name(cache))
    }

    fn found(&self, state: &StateOf<R>, ways: Numbers, caches: Numbers) -> String {
        match self.0.setting().place.found_words(&state.here, Found { ways, caches }).as_str() {
            "" => "there is nothing to find".to_owned(),
            found => format!("finds {found}"),
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
