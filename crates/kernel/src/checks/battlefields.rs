//! What fights are like in simulated play: where they begin, what is done in them, what mattered.

use std::collections::BTreeMap;

use fracas_dice::Seeded;

use crate::{Ask, Log, MapView, Rules, Seat, Side, TableView, Who};

/// More choices than any game takes.
const ENDLESS: u32 = 30_000;

/// What is made of the fights of a playthrough.
pub trait Survey<R: Rules>: Log<R::Event> {
    /// A fight begins. The party is in the zone, or on the square, of this id.
    fn begins(&mut self, view: &TableView, party: &str);
    /// In a fight somebody is about to choose.
    fn chooses(&mut self, rules: &R, state: &R::State, choice: R::Choice);
    /// The fight is over.
    fn ends(&mut self);
}

/// Plays a game of this seed by instinct, and tells the survey of every fight in it.
pub fn survey<R: Rules>(rules: &R, seed: u64, survey: &mut impl Survey<R>) {
    let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
    let (mut state, mut fighting) = (rules.start(), false);
    for step in 0.. {
        assert!(step < ENDLESS, "seed {seed} does not end");
        if let Ask::Over(_) = rules.ask(&state) {
            break;
        }
        let choice = rules.instinct(&state, rules.awaited(&state), &mut whim);
        let fights = rules.fighting(&state);
        if fights && !fighting {
            let view = rules.view(&state, Seat::Judge);
            let mut heroes = view.tokens.iter().filter(|token| token.side == Side::Heroes);
            let party = heroes.find_map(|hero| hero.place.clone()).expect("somebody of the party is there");
            survey.begins(&view, &party);
        }
        if fights {
            survey.chooses(rules, &state, choice);
        }
        rules.apply(&mut state, choice, &mut dice, survey);
        fighting = fights && rules.fighting(&state);
        if fights && !fighting {
            survey.ends();
        }
    }
}

/// How many steps each zone is from another, over ways that stand open.
pub fn zones_apart(map: &MapView, from: &str) -> BTreeMap<String, usize> {
    let MapView::Zones { zones, links, .. } = map else { panic!("a map of zones") };
    let open = |note: &Option<String>| {
        note.as_deref().is_none_or(|note| note.starts_with("open") || note.starts_with("broken"))
    };
    let mut found = BTreeMap::from([(from.to_owned(), 0)]);
    for step in 1..zones.len() {
        for link in links.iter().filter(|link| open(&link.note)) {
            for (a, b) in [(link.a, link.b), (link.b, link.a)] {
                if found.get(&zones[a].id) == Some(&(step - 1)) {
                    found.entry(zones[b].id.clone()).or_insert(step);
                }
            }
        }
    }
    found
}

/// Where somebody is.
pub fn place_of(view: &TableView, who: Who) -> Option<&str> {
    view.tokens.iter().find(|token| token.who == who)?.place.as_deref()
}
