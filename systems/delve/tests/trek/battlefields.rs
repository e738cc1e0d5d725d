//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::{BTreeMap, BTreeSet};

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_delve::{Deed, Delve, Event, Lie, Trek};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Log, MapView, Play, Report, Seat, Show, Tell, Think, Who};

type Game = Adventure<Trek>;

/// What of the zones has mattered: cover, height, the dark, a hazard, a door, something to use.
#[derive(Default)]
struct Watch(BTreeSet<&'static str>);

impl Log<<Game as Play>::Event> for Watch {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        let mut saw = |what: &'static str, so: bool| {
            if so {
                self.0.insert(what);
            }
        };
        match event {
            Event::Attacked { lie: Lie { cover, height, dark }, .. } => {
                saw("cover", cover != 0);
                saw("height", height != 0);
                saw("dark", dark != 0);
            }
            Event::Used { .. } => saw("thing", true),
            Event::Braves { .. } => saw("hazard", true),
            Event::Handled { .. } | Event::DoorOpens { .. } => saw("door", true),
            _ => {}
        }
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

/// In the median fight at least four zones lie open to each other, every range occurs, and in one fight of three something
/// in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Delve::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let (mut sizes, mut mattered, mut ranges) = (Vec::new(), 0, BTreeSet::new());
        let (mut what, mut beside) = (BTreeMap::<&str, usize>::new(), 0);
        for seed in 0..120 {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let (mut state, mut watch, mut fighting) = (rules.start(), Watch::default(), false);
            loop {
                let asked = match rules.ask(&state) {
                    Ask::Over(_) => break,
                    ask => ask.asked(),
                };
                let choice = rules.instinct(&state, asked, &mut whim);
                let place = |who: Who| {
                    let tokens = rules.view(&state, Seat::Judge).tokens;
                    tokens.into_iter().find(|token| token.who == who).and_then(|token| token.place)
                };
                if rules.fighting(&state) && !fighting {
                    let party = asked.first().and_then(place).expect("somebody begins it");
                    let view = rules.view(&state, Seat::Judge);
                    sizes.push(steps(&view.map, &party).len());
                    let foes = view.tokens.iter().filter(|token| token.side == fracas_kernel::Side::Monsters);
                    beside += usize::from(foes.clone().any(|foe| foe.place.as_ref() == Some(&party)));
                    watch = Watch::default();
                }
                if let (Either::Fight(fight), 0..40) = (choice, seed)
                    && let Deed::Attack { target, .. } = fight.deed
                    && let (Some(from), Some(to)) = (place(fight.who), place(target))
                {
                    ranges.insert(steps(&rules.view(&state, Seat::Judge).map, &from)[&to].min(2));
                }
                fighting = rules.fighting(&state);
                rules.apply(&mut state, choice, &mut dice, &mut watch);
                if fighting && !rules.fighting(&state) {
                    mattered += usize::from(!watch.0.is_empty());
                    watch.0.iter().for_each(|one| *what.entry(one).or_default() += 1);
                    fighting = false;
                }
            }
        }
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {median} zones in the median, ranges {ranges:?}, zones mattered in {mattered}: {what:?}",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert_eq!(ranges, BTreeSet::from([0, 1, 2]), "{}: close, near and far", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
        assert_eq!(beside, 0, "{}: nobody appears beside the party", rules.title());
    }
}
