//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::BTreeSet;

use fracas_adventure::checks::Stands;
use fracas_adventure::{Adventure, Either};
use fracas_ardor::{Action, Ardor, Deed, Event, FEATURE, Trek, With};
use fracas_content::{Bundle, adventures};
use fracas_kernel::checks::{Survey, place_of, survey, zones_apart};
use fracas_kernel::{Log, Play, Seat, Show, TableView, Tell};

type Game = Adventure<Trek>;

#[derive(Default)]
struct Fights {
    /// Zones that lie open to each other, in each fight.
    sizes: Vec<usize>,
    stands: Stands,
    ranges: BTreeSet<usize>,
    /// Did something in the zones matter in this fight: cover, a mishap on bad ground, a fall, a door, a feature? And in how
    /// many it did.
    matters: bool,
    mattered: usize,
    /// How often a feature was used.
    used: usize,
}

impl Log<<Game as Play>::Event> for Fights {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        if let Event::Used { which, .. } | Event::Struck { with: With::Ability(which), .. } = event
            && which >= FEATURE
        {
            self.matters = true;
            self.used += 1;
        }
        self.matters |= match event {
            Event::Struck { blow, .. } => blow.cover > 0,
            // Whoever is pushed where nothing is falls into nothing.
            Event::Pushed { damage, .. } => damage.is_some(),
            // Fumbles of adventures belong to zones.
            Event::Mishap { .. }
            | Event::Handled { .. }
            | Event::DoorOpened { .. }
            | Event::Barred { .. } => true,
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
            && let Deed::Commit { action, .. } | Deed::Show { action } = fight.deed
            && let Action::Attack { target, .. } = action
            && let view = rules.view(state, Seat::Judge)
            && let (Some(from), Some(to)) = (place_of(&view, fight.who), place_of(&view, target))
        {
            self.ranges.extend(zones_apart(&view.map, from).get(to));
        }
    }

    fn ends(&mut self) {
        self.mattered += usize::from(self.matters);
    }
}

/// ARDOR-D4: in the median fight at least four zones lie open to each other, blows and shots are exchanged at every range, and
/// in one fight of three something in the zones matters.
#[test]
fn fights_span_several_zones_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Ardor::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let mut fights = Fights::default();
        (0..100).for_each(|seed| survey(&rules, seed, &mut fights));
        let Fights { mut sizes, stands, ranges, mattered, used, .. } = fights;
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {stands:?}, {median} zones in the median, ranges {ranges:?}, zones mattered in {mattered}, features used {used} times",
            rules.title()
        );
        assert!(median >= 4, "{}: {median} zones", rules.title());
        assert!(ranges.is_superset(&BTreeSet::from([0, 1, 2])), "{}: {ranges:?}", rules.title());
        assert!(used >= count / 10, "{}: features are used {used} times in {count} fights", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
        assert_eq!(
            (stands.beside, stands.behind),
            (0, 0),
            "{}: beside the party, or behind it",
            rules.title()
        );
    }
}
