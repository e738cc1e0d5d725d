//! The journey in words: the text forms of choices, the lines of the log.

use fracas_adventure::Place;
use fracas_dice::Check;
use fracas_kernel::{Line, Outcome, Side, Telling, Tone, Who};

use super::choices::Choice;
use super::data::Trek;
use super::event::Event;
use super::state::State;

impl Trek {
    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = &self.sheet(choice.who()).id;
        let of = |who: Who| &self.sheet(who).id;
        let held = |who: Who, place: u8| state.item(who, place).map_or("nothing", |item| self.item_id(item));
        match choice {
            Choice::Go { to, .. } => format!("{id} go {}", self.place.handle(&state.here, to)),
            Choice::Pause { .. } => format!("{id} pause"),
            Choice::Rest { .. } => format!("{id} rest"),
            Choice::Leave { .. } => format!("{id} leave"),
            Choice::Search { .. } => format!("{id} search"),
            Choice::Force { way, .. } => format!("{id} force {}", self.way_id(state, way)),
            Choice::Pick { way, .. } => format!("{id} pick {}", self.way_id(state, way)),
            Choice::Open { cache, .. } => {
                let cache = self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.id);
                format!("{id} open {cache}")
            }
            Choice::Tend { target, .. } => format!("{id} tend {}", of(target)),
            Choice::Wait { .. } => format!("{id} wait"),
            Choice::Take { lying, .. } => {
                let item =
                    state.lying.get(usize::from(lying)).map_or("nothing", |left| self.item_id(left.item));
                format!("{id} take {item}")
            }
            Choice::Equip { who, place } => format!("{id} equip {}", held(who, place)),
            Choice::Unequip { who, place } => format!("{id} unequip {}", held(who, place)),
            Choice::Give { who, place, to } => format!("{id} give {} {}", held(who, place), of(to)),
            Choice::Drop { who, place } => format!("{id} drop {}", held(who, place)),
            Choice::Lead { .. } => format!("{id} lead"),
        }
    }

    fn item_id(&self, item: u8) -> &str {
        self.shelf().items.get(usize::from(item)).map_or("nothing", |item| &item.id)
    }

    pub(crate) fn item_name(&self, item: u8) -> String {
        self.shelf().item_name(item).to_lowercase()
    }

    /// A way by the stage that it leads to from here.
    fn way_id(&self, state: &State, way: u8) -> String {
        self.place
            .beyond(way, state.here.at)
            .map_or("nowhere".to_owned(), |zone| self.place.handle(&state.here, zone))
    }

    pub(crate) fn way_words(&self, state: &State, way: u8) -> String {
        match self.place.beyond(way, state.here.at) {
            Some(zone) => format!("the door to {}", self.place.whither(&state.here, zone)),
            None => "a door elsewhere".to_owned(),
        }
    }

    fn cache_name(&self, cache: u8) -> &str {
        self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.name)
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let name = |who: Who| self.sheet(who).name.as_str();
        let plain = |text: String| Line::new(Tone::Plain, text);
        let zone = |zone: u8| self.place.zone(zone).name.as_str();
        match *event {
            Event::Went { to, first } => {
                let about = &self.place.spots[usize::from(to) % self.place.spots.len()].about;
                let about = if first && !about.is_empty() { format!(". {about}") } else { String::new() };
                Line::new(Tone::Heading, format!("{}{about}", zone(to))).by("RANKS-J1")
            }
            Event::Searched { who, ref check, ways, caches } => {
                let found = self.found_words(telling.state, ways, caches);
                checked(telling, format!("{} searches", name(who)), check, &found, "finds nothing")
                    .by("RANKS-J2")
            }
            Event::Opened { who, way, ref check, force } => {
                let verb = if force { "throws a shoulder against" } else { "picks at" };
                let words = format!("{} {verb} {}", name(who), self.way_words(telling.before, way));
                checked(telling, words, check, "it opens", "it holds").by("RANKS-J3")
            }
            Event::Emptied { who, cache, left } => self.emptied_line(who, cache, left),
            Event::Took { who, item } => {
                plain(format!("{} takes the {}", name(who), self.item_name(item))).by("RANKS-J4")
            }
            Event::Gave { who, to, item } => {
                plain(format!("{} gives the {} to {}", name(who), self.item_name(item), name(to)))
                    .by("RANKS-J4")
            }
            Event::Dropped { who, item } => {
                plain(format!("{} leaves the {}", name(who), self.item_name(item))).by("RANKS-J4")
            }
            Event::Equipped { who, item } => {
                plain(format!("{} equips the {}", name(who), self.item_name(item))).by("RANKS-M7")
            }
            Event::Unequipped { who, item } => {
                plain(format!("{} puts the {} away", name(who), self.item_name(item))).by("RANKS-M7")
            }
            Event::Tended { who, target, wounds } => {
                let words =
                    format!("{} binds {}'s wounds: {} left", name(who), name(target), wounds_words(wounds));
                Line::new(Tone::Good, words).by("RANKS-J6")
            }
            Event::Woke { who } => Line::new(Tone::Good, format!("{} comes round", name(who))).by("RANKS-W4"),
            Event::Waited { who } => plain(format!("{} waits", name(who))).by("RANKS-J1"),
            Event::Leads { who } => plain(format!("{} leads from now on", name(who))).by("RANKS-J1"),
            Event::Breathed => {
                plain("Everybody catches breath: Damage and conditions are gone".to_owned()).by("RANKS-J5")
            }
            Event::Rested => Line::new(Tone::Good, "Eight hours of rest, and nobody comes").by("RANKS-J7"),
            Event::Recovered { who, wounds } => {
                plain(format!("{} eats and sleeps: {} left", name(who), wounds_words(wounds))).by("RANKS-J7")
            }
            Event::Stirred => Line::new(Tone::Bad, "The rest is broken").by("RANKS-J7"),
            Event::Nothing => plain("A noise somewhere, and then no more of it".to_owned()).by("RANKS-J8"),
            Event::Met { encounter, turned_up } => self.met_line(encounter, turned_up),
            Event::MetStrays => Line::new(Tone::Bad, "Somebody is here").by("RANKS-J1"),
            Event::Won { lying } => {
                let what = match lying {
                    0 => String::new(),
                    1 => ", and one thing lies on it".to_owned(),
                    n => format!(", and {n} things lie on it"),
                };
                Line::new(Tone::Good, format!("The field is yours{what}")).by("RANKS-J4")
            }
            Event::GotAway { to } => {
                Line::new(Tone::Bad, format!("Whoever got away gathers at {}", zone(to))).by("RANKS-R20")
            }
            Event::Died { who } => Line::new(Tone::Bad, format!("{} is dead", name(who))).by("RANKS-W3"),
            Event::Left => plain("The party leaves".to_owned()),
            Event::TimeIsUp => Line::new(Tone::Bad, "The time is up").by("RANKS-J9"),
            Event::Over { outcome } => Line::new(Tone::Heading, self.outcome_words(outcome)),
        }
    }

    fn emptied_line(&self, who: Who, cache: u8, left: bool) -> Line {
        let items = self.contents.get(usize::from(cache)).map_or(&[][..], |contents| &contents.items);
        let food = self.contents.get(usize::from(cache)).map_or(0, |contents| contents.food);
        let mut what: Vec<String> = items.iter().map(|&item| self.item_name(item)).collect();
        if food > 0 {
            what.push(format!("{food} meals"));
        }
        let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
        let left = if left { " (more than can be carried)" } else { "" };
        let name = &self.sheet(who).name;
        Line::new(Tone::Good, format!("{name} opens {}{what}{left}", self.cache_name(cache))).by("RANKS-J4")
    }

    fn met_line(&self, encounter: u8, turned_up: bool) -> Line {
        let Some(met) = self.place.encounters.get(usize::from(encounter)) else {
            return Line::new(Tone::Bad, "Somebody is here");
        };
        let how = if turned_up { "Something turns up" } else { "Somebody is here" };
        let about = if met.about.is_empty() { String::new() } else { format!(". {}", met.about) };
        let line = Line::new(Tone::Bad, format!("{how}: {}{about}", met.name));
        line.by(if turned_up { "RANKS-J8" } else { "RANKS-J1" })
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

fn checked(telling: &Telling<'_, State>, words: String, check: &Check, good: &str, bad: &str) -> Line {
    let sum = format!("{} against {}", telling.sum(&check.throw), check.target);
    let (tone, result) = if check.success { (Tone::Good, good) } else { (Tone::Plain, bad) };
    Line::new(tone, format!("{words}: {sum}: {result}"))
}

fn wounds_words(wounds: u8) -> String {
    if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") }
}
