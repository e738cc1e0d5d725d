//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::BTreeSet;

use fracas_adventure::checks::Stands;
use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_heed::{Deed, Event, Heed, Source, Trek};
use fracas_kernel::checks::{Survey, place_of, survey, zones_apart};
use fracas_kernel::{Log, MapView, Play, Seat, Show, Side, TableView, Tell};

type Game = Adventure<Trek>;

#[derive(Default)]
struct Fights {
    /// Zones that lie open to each other, in each fight.
    sizes: Vec<usize>,
    stands: Stands,
    /// At what ranges people attack, and at what ranges foes are when it begins.
    ranges: BTreeSet<&'static str>,
    apart: BTreeSet<&'static str>,
    /// Did something in the zones matter in this fight: cover, height, what trips or harms, a door, something to use? And
    /// in how many it did.
    matters: bool,
    mattered: usize,
}

impl Log<<Game as Play>::Event> for Fights {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        self.matters |= match event {
            Event::Attacked { sources, .. } => sources.0.has(Source::Cover) || sources.0.has(Source::Height),
            Event::Worked { .. } | Event::Treads { .. } | Event::Handled { .. } => true,
            _ => false,
        };
    }
}

impl Survey<Game> for Fights {
    fn begins(&mut self, view: &TableView, party: &str) {
        self.sizes.push(zones_apart(&view.map, party).len());
        self.stands.begins();
        let foes = view.tokens.iter().filter(|token| token.side == Side::Monsters);
        self.apart.extend(foes.filter_map(|foe| foe.place.as_ref()).map(|at| range(&view.map, party, at)));
        self.matters = false;
    }

    fn chooses(&mut self, rules: &Game, state: &<Game as Play>::State, choice: <Game as Play>::Choice) {
        self.stands.look(rules, state);
        if let Either::Fight(fight) = choice
            && let Deed::Attack { target, .. } = fight.deed
            && let view = rules.view(state, Seat::Judge)
            && let (Some(from), Some(to)) = (place_of(&view, fight.who), place_of(&view, target))
        {
            self.ranges.insert(range(&view.map, from, to));
        }
    }

    fn ends(&mut self) {
        self.mattered += usize::from(self.matters);
    }
}

/// The range between two zones, as HEED-S2 has it.
fn range(map: &MapView, from: &str, to: &str) -> &'static str {
    let MapView::Zones { zones, sight, .. } = map else { panic!("a map of zones") };
    let number = |id: &str| zones.iter().position(|zone| zone.id == id).expect("on the map");
    let (a, b) = (number(from), number(to));
    match zones_apart(map, from).get(to) {
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
        let mut fights = Fights::default();
        (0..100).for_each(|seed| survey(&rules, seed, &mut fights));
        let Fights { mut sizes, stands, ranges, apart, mattered, .. } = fights;
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {stands:?}, {median} zones in the median, begun at {apart:?}, attacks at {ranges:?}, zones \
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
        assert_eq!(
            (stands.beside, stands.behind),
            (0, 0),
            "{}: beside the party, or behind it",
            rules.title()
        );
        assert_eq!(stands.harmed, 0, "{}: in a hazard", rules.title());
    }
}
