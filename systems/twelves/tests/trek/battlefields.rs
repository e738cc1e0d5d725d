//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::BTreeSet;

use fracas_adventure::checks::Stands;
use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_kernel::checks::{Survey, place_of, survey, zones_apart};
use fracas_kernel::{Log, Play, Seat, Show, TableView, Tell};
use fracas_twelves::{Deed, Event, Source, Trek, Twelves};

type Game = Adventure<Trek>;

#[derive(Default)]
struct Fights {
    /// Zones that lie open to each other, in each fight.
    sizes: Vec<usize>,
    stands: Stands,
    ranges: BTreeSet<usize>,
    /// Did something in the zones matter in this fight: cover, a hazard, a door, something to use? And in how many it did.
    matters: bool,
    mattered: usize,
}

impl Log<<Game as Play>::Event> for Fights {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        self.matters |= match event {
            Event::Attacked { number, .. } => number.cover > 0,
            Event::Used { test, .. } => test.success,
            Event::Harmed { by: Source::Hazard(_), .. } | Event::Held { .. } => true,
            Event::Handled { .. } | Event::Door { .. } => true,
            _ => false,
        };
    }
}

impl Survey<Game> for Fights {
    fn begins(&mut self, view: &TableView, party: &str) {
        self.sizes.push(zones_apart(&view.map, party).len());
        self.stands.begins();
        self.matters = false;
    }

    fn chooses(&mut self, rules: &Game, state: &<Game as Play>::State, choice: <Game as Play>::Choice) {
        self.stands.look(rules, state);
        if let Either::Fight(fight) = choice
            && let Deed::Attack { target, .. } | Deed::Pair { target, .. } = fight.deed
            && let view = rules.view(state, Seat::Judge)
            && let (Some(from), Some(to)) = (place_of(&view, fight.who), place_of(&view, target))
        {
            self.ranges.insert(zones_apart(&view.map, from)[to]);
        }
    }

    fn ends(&mut self) {
        self.mattered += usize::from(self.matters);
    }
}

/// In the median fight at least four zones lie open to each other, every range occurs, and in one fight of three something
/// in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Twelves::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let mut fights = Fights::default();
        (0..200).for_each(|seed| survey(&rules, seed, &mut fights));
        let Fights { mut sizes, stands, ranges, mattered, .. } = fights;
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {stands:?}, {median} zones in the median, ranges {ranges:?}, zones mattered in {mattered}",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert_eq!(ranges, BTreeSet::from([0, 1, 2, 3]), "{}", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
        assert_eq!(
            (stands.beside, stands.behind),
            (0, 0),
            "{}: beside the party, or behind it",
            rules.title()
        );
    }
}
