//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::BTreeSet;

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_kernel::checks::{Survey, survey};
use fracas_kernel::{Door, Log, MapView, Play, Seat, Show, TableView, Tell};
use fracas_ranks::{Deed, Event, Ranks, Trek};

type Game = Adventure<Trek>;

/// After how many choices it is looked up again who is in which room.
const OFTEN: u32 = 8;

#[derive(Default)]
struct Fights {
    /// The rooms of this map, those in which somebody was, and how many they were in each fight.
    plan: Vec<Vec<usize>>,
    used: BTreeSet<usize>,
    sizes: Vec<usize>,
    choices: u32,
    ranges: BTreeSet<&'static str>,
    doors: u32,
    /// The obstructed squares of this map.
    rough: BTreeSet<(u8, u8)>,
    /// Did something on the map matter in this fight: a door, or ground that cost somebody steps? And in how many it did.
    matters: bool,
    mattered: usize,
}

impl Fights {
    fn look(&mut self, view: &TableView) {
        let MapView::Squares { pieces, .. } = &view.map else { panic!("a map of squares") };
        let room = |(x, y): (u8, u8)| self.plan[usize::from(y)][usize::from(x)];
        self.used.extend(pieces.iter().map(|piece| room(piece.at)).filter(|&room| room > 0));
    }
}

impl Log<<Game as Play>::Event> for Fights {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        match event {
            Event::Door { .. } => {
                self.matters = true;
                self.doors += 1;
            }
            Event::Burst { .. } => self.matters = true,
            Event::Moved { to, .. } => self.matters |= self.rough.contains(&(to.x(), to.y())),
            _ => {}
        }
    }
}

impl Survey<Game> for Fights {
    fn begins(&mut self, view: &TableView, _party: &str) {
        (self.plan, self.used, self.matters) = (rooms(view), BTreeSet::new(), false);
        self.rough = rough(view);
        self.look(view);
    }

    fn chooses(&mut self, rules: &Game, state: &<Game as Play>::State, choice: <Game as Play>::Choice) {
        self.choices += 1;
        if self.choices.is_multiple_of(OFTEN) {
            self.look(&rules.view(state, Seat::Judge));
        }
        if let (Either::Fight(fight), Some(fought)) = (choice, &state.fight)
            && let Deed::Act { aim, .. } = fight.deed
            && let Some(one) = aim.one
            && rules.side(state, one) != rules.side(state, fight.who)
        {
            let (from, to) = (fought.state.square(fight.who), fought.state.square(one));
            let apart = from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y()));
            self.ranges.insert(match apart {
                0 | 1 => "beside",
                2..=4 => "near",
                _ => "far",
            });
        }
    }

    fn ends(&mut self) {
        self.mattered += usize::from(self.matters);
        self.sizes.push(self.used.len());
    }
}

/// The room of each square of a map, by number: floor that hangs together without a door.
fn rooms(view: &TableView) -> Vec<Vec<usize>> {
    let MapView::Squares { cells, .. } = &view.map else { panic!("a map of squares") };
    let cells: Vec<Vec<char>> = cells.iter().map(|row| row.chars().collect()).collect();
    let floor = |x: usize, y: usize| cells[y][x] != MapView::WALL && Door::drawn(cells[y][x]).is_none();
    let mut rooms = vec![vec![0; cells[0].len()]; cells.len()];
    let mut count = 0;
    for y in 0..cells.len() {
        for x in 0..cells[0].len() {
            if !floor(x, y) || rooms[y][x] != 0 {
                continue;
            }
            count += 1;
            let mut queue = vec![(x, y)];
            while let Some((x, y)) = queue.pop() {
                if floor(x, y) && rooms[y][x] == 0 {
                    rooms[y][x] = count;
                    queue.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
                }
            }
        }
    }
    rooms
}

/// The obstructed squares of a map.
fn rough(view: &TableView) -> BTreeSet<(u8, u8)> {
    let MapView::Squares { cells, .. } = &view.map else { panic!("a map of squares") };
    let row = |(y, row): (u8, &String)| -> Vec<(u8, u8)> {
        (0..).zip(row.chars()).filter(|&(_, cell)| cell == MapView::OBSTRUCTED).map(|(x, _)| (x, y)).collect()
    };
    (0..).zip(cells).flat_map(row).collect()
}

/// In the median fight people are in two rooms at least, blows are struck at every distance, and in one fight of three
/// something on the map matters.
#[test]
fn fights_go_through_rooms_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Ranks::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let mut fights = Fights::default();
        (0..30).for_each(|seed| survey(&rules, seed, &mut fights));
        let Fights { mut sizes, ranges, doors, mattered, .. } = fights;
        sizes.sort_unstable();
        let (count, median) = (sizes.len(), sizes[sizes.len() / 2]);
        println!(
            "{}: {count} fights, {median} rooms in the median, blows {ranges:?}, the map mattered in {mattered}, {doors} doors handled",
            rules.title()
        );
        assert!(median >= 2, "{}: {median} rooms", rules.title());
        assert_eq!(ranges, BTreeSet::from(["beside", "near", "far"]), "{}", rules.title());
        assert!(mattered * 3 >= count, "{}: {mattered} of {count}", rules.title());
    }
}
