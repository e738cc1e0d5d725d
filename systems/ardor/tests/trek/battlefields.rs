//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::{BTreeMap, BTreeSet};

use fracas_adventure::{Adventure, Either};
use fracas_ardor::{Action, Ardor, Deed, Event, Trek};
use fracas_content::{Bundle, adventures};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Log, MapView, Play, Report, Seat, Show, Tell, Think, Who};

type Game = Adventure<Trek>;

/// Did something in the zones matter: cover, a fumble, a door?
#[derive(Default)]
struct Watch {
    mattered: bool,
}

impl Log<<Game as Play>::Event> for Watch {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        self.mattered |= match event {
            Event::Struck { blow, .. } => blow.cover > 0,
            Event::Fumbled { .. }
            | Event::Handled { .. }
            | Event::DoorOpened { .. }
            | Event::Barred { .. } => true,
            _ => false,
        };
    }
}

/// How many steps each zone is from another, over ways that stand open.
fn steps(map: &MapView, from: &str) -> BTreeMap<String, usize> {
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

/// ARDOR-D4: in the median fight at least four zones lie open to each other, blows and shots are exchanged at every range, and
/// in one fight of three something in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Ardor::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let (mut sizes, mut mattered, mut ranges) = (Vec::new(), 0, BTreeSet::new());
        for seed in 0..100 {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let (mut state, mut watch, mut fighting) = (rules.start(), Watch::default(), false);
            while !matches!(rules.ask(&state), Ask::Over(_)) {
                let asked = rules.awaited(&state);
                let choice = rules.instinct(&state, asked, &mut whim);
                let place = |who: Who| {
                    let tokens = rules.view(&state, Seat::Judge).tokens;
                    tokens.into_iter().find(|token| token.who == who).and_then(|token| token.place)
                };
                if rules.fighting(&state) && !fighting {
                    let party = asked.first().and_then(place).expect("somebody begins it");
                    sizes.push(steps(&rules.view(&state, Seat::Judge).map, &party).len());
                    watch = Watch::default();
                }
                if let (Either::Fight(fight), 0..20) = (choice, seed)
                    && let Deed::Commit { action, .. } | Deed::Show { action } = fight.deed
                    && let Action::Attack { target, .. } = action
                    && let (Some(from), Some(to)) = (place(fight.who), place(target))
                {
                    ranges.extend(steps(&rules.view(&state, Seat::Judge).map, &from).get(&to));
                }
                fighting = rules.fighting(&state);
                rules.apply(&mut state, choice, &mut dice, &mut watch);
                if fighting && !rules.fighting(&state) {
                    mattered += usize::from(watch.mattered);
                    fighting = false;
                }
            }
        }
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {median} zones in the median, ranges {ranges:?}, zones mattered in {mattered}",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert!(ranges.is_superset(&BTreeSet::from([0, 1, 2])), "{}: {ranges:?}", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
    }
}
