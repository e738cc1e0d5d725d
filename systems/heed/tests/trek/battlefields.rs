//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::{BTreeMap, BTreeSet};

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_dice::Seeded;
use fracas_heed::{Deed, Event, Heed, Source, Trek};
use fracas_kernel::{Ask, Log, MapView, Play, Report, Seat, Show, Tell, Think, Who};

type Game = Adventure<Trek>;

/// Did something in the zones matter: cover, height, what trips or harms, a door, something to use?
#[derive(Default)]
struct Watch {
    mattered: bool,
}

impl Log<<Game as Play>::Event> for Watch {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        self.mattered |= match event {
            Event::Attacked { sources, .. } => sources.0.has(Source::Cover) || sources.0.has(Source::Height),
            Event::Worked { .. } | Event::Treads { .. } | Event::Handled { .. } => true,
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

/// The range between two zones, as HEED-S2 has it.
fn range(map: &MapView, from: &str, to: &str) -> &'static str {
    let MapView::Zones { zones, sight, .. } = map else { panic!("a map of zones") };
    let number = |id: &str| zones.iter().position(|zone| zone.id == id).expect("on the map");
    let (a, b) = (number(from), number(to));
    match steps(map, from).get(to) {
        Some(0) => "reach",
        Some(1) => "near",
        _ if sight.contains(&(a, b)) || sight.contains(&(b, a)) => "far",
        _ => "remote",
    }
}

/// In the median fight at least four zones lie open to each other, people are at every range, shots and throws come from all
/// that they can, and in one fight of three something in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Heed::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let (mut sizes, mut mattered, mut ranges, mut apart) =
            (Vec::new(), 0, BTreeSet::new(), BTreeSet::new());
        for seed in 0..100 {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let (mut state, mut watch, mut fighting) = (rules.start(), Watch::default(), false);
            let mut last = Vec::new();
            for step in 0.. {
                assert!(step < 20_000, "seed {seed} does not end: {last:?}");
                let asked = match rules.ask(&state) {
                    Ask::Over(_) => break,
                    ask => ask.asked(),
                };
                let choice = rules.instinct(&state, asked, &mut whim);
                if rules.fighting(&state) && !fighting {
                    let view = rules.view(&state, Seat::Judge);
                    let place = |who: Who| view.tokens.iter().find(|token| token.who == who)?.place.clone();
                    let party = place(Who(0)).or_else(|| place(Who(1))).expect("somebody fights");
                    sizes.push(steps(&view.map, &party).len());
                    let foes = view.tokens.iter().filter(|token| token.side == fracas_kernel::Side::Monsters);
                    apart.extend(
                        foes.filter_map(|foe| foe.place.as_ref()).map(|at| range(&view.map, &party, at)),
                    );
                    watch = Watch::default();
                }
                if let (Either::Fight(fight), 0..20) = (choice, seed)
                    && let Deed::Attack { target, .. } = fight.deed
                {
                    let view = rules.view(&state, Seat::Judge);
                    let place = |who: Who| view.tokens.iter().find(|token| token.who == who)?.place.clone();
                    if let (Some(from), Some(to)) = (place(fight.who), place(target)) {
                        ranges.insert(range(&view.map, &from, &to));
                    }
                }
                if step > 19_950 {
                    last.push(rules.text(&state, choice));
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
            "{}: {count} fights, {median} zones in the median, begun at {apart:?}, attacks at {ranges:?}, zones \
             mattered in {mattered}",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert_eq!(ranges, BTreeSet::from(["far", "near", "reach"]), "{}", rules.title());
        assert!(
            apart.is_superset(&BTreeSet::from(["near", "far", "remote"])),
            "{}: {apart:?}",
            rules.title()
        );
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
    }
}
