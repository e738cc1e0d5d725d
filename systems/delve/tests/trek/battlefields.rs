//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::{BTreeMap, BTreeSet};

use fracas_adventure::checks::Stands;
use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_delve::{Deed, Delve, Event, Lie, Trek};
use fracas_kernel::checks::{Survey, place_of, survey, zones_apart};
use fracas_kernel::{Log, Play, Seat, Show, TableView, Tell};

type Game = Adventure<Trek>;

#[derive(Default)]
struct Fights {
    /// Zones that lie open to each other, in each fight.
    sizes: Vec<usize>,
    ranges: BTreeSet<usize>,
    stands: Stands,
    /// What of the zones has mattered in this fight: cover, height, the dark, a hazard, a door, something to use. In how
    /// many anything did, and in how many each.
    matters: BTreeSet<&'static str>,
    mattered: usize,
    what: BTreeMap<&'static str, usize>,
}

impl Log<<Game as Play>::Event> for Fights {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        let mut saw = |what: &'static str, so: bool| {
            if so {
                self.matters.insert(what);
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

impl Survey<Game> for Fights {
    fn begins(&mut self, view: &TableView, party: &str) {
        self.sizes.push(zones_apart(&view.map, party).len());
        self.stands.begins();
        self.matters.clear();
    }

    fn chooses(&mut self, rules: &Game, state: &<Game as Play>::State, choice: <Game as Play>::Choice) {
        self.stands.look(rules, state);
        if let Either::Fight(fight) = choice
            && let Deed::Attack { target, .. } = fight.deed
            && let view = rules.view(state, Seat::Judge)
            && let (Some(from), Some(to)) = (place_of(&view, fight.who), place_of(&view, target))
        {
            self.ranges.insert(zones_apart(&view.map, from)[to].min(2));
        }
    }

    fn ends(&mut self) {
        self.mattered += usize::from(!self.matters.is_empty());
        self.matters.iter().for_each(|one| *self.what.entry(one).or_default() += 1);
    }
}

/// In the median fight at least four zones lie open to each other, every range occurs, and in one fight of three something
/// in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Delve::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let mut fights = Fights::default();
        (0..120).for_each(|seed| survey(&rules, seed, &mut fights));
        let Fights { mut sizes, ranges, stands, mattered, what, .. } = fights;
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {stands:?}, {median} zones in the median, ranges {ranges:?}, zones mattered in {mattered}: {what:?}",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert_eq!(ranges, BTreeSet::from([0, 1, 2]), "{}: close, near and far", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
        assert_eq!(
            (stands.beside, stands.behind),
            (0, 0),
            "{}: beside the party, or behind it",
            rules.title()
        );
    }
}
