//! What the battlefields of the adventures that ship are like, counted in simulated play.

use std::collections::BTreeSet;

use fracas_adventure::{Adventure, Either};
use fracas_content::{Bundle, adventures};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Door, Log, MapView, Play, Report, Seat, Show, TableView, Tell, Think};
use fracas_ranks::{Event, Ranks, Trek};

type Game = Adventure<Trek>;

/// Did something on the map matter: a door, obstructed ground, a place to hide, things that lie there?
#[derive(Default)]
struct Watch {
    mattered: bool,
    doors: u32,
}

impl Log<<Game as Play>::Event> for Watch {
    fn tell(&mut self, event: <Game as Play>::Event) {
        let Either::Fight(event) = event else { return };
        match event {
            Event::Door { .. } => {
                self.mattered = true;
                self.doors += 1;
            }
            Event::PickedUp { .. } | Event::Found { .. } => self.mattered = true,
            _ => {}
        }
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

/// In the median fight people are in two rooms at least, blows are struck at every distance, and in one fight of three
/// something on the map matters.
#[test]
fn fights_go_through_rooms_that_matter() {
    for adventure in adventures().filter(|adventure| adventure.system == Ranks::SYSTEM) {
        let bundle = Bundle::new(adventure.source).unwrap();
        let rules = Adventure(Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
        let (mut sizes, mut mattered, mut doors, mut ranges) = (Vec::new(), 0, 0, BTreeSet::new());
        for seed in 0..30 {
            let (mut dice, mut whim) = (Seeded::stream(seed, 0), Seeded::stream(seed, 1));
            let (mut state, mut watch, mut fighting) = (rules.start(), Watch::default(), false);
            let (mut plan, mut used) = (Vec::new(), BTreeSet::new());
            let mut steps = 0_u32;
            loop {
                let asked = match rules.ask(&state) {
                    Ask::Over(_) => break,
                    ask => ask.asked(),
                };
                let choice = rules.instinct(&state, asked, &mut whim);
                let begins = rules.fighting(&state) && !fighting;
                steps += 1;
                if begins || fighting && steps.is_multiple_of(8) {
                    let view = rules.view(&state, Seat::Judge);
                    if begins {
                        plan = rooms(&view);
                        (watch, used) = (Watch::default(), BTreeSet::new());
                    }
                    let MapView::Squares { pieces, .. } = &view.map else { panic!("a map of squares") };
                    used.extend(
                        pieces.iter().map(|piece| plan[usize::from(piece.at.1)][usize::from(piece.at.0)]),
                    );
                    used.remove(&0);
                }
                if let (Either::Fight(fight), Some(fought)) = (choice, &state.fight)
                    && let fracas_ranks::Deed::Act { aim, .. } = fight.deed
                    && let Some(one) = aim.one
                    && rules.side(&state, one) != rules.side(&state, fight.who)
                {
                    let (from, to) = (fought.state.square(fight.who), fought.state.square(one));
                    let apart = from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y()));
                    ranges.insert(match apart {
                        0 | 1 => "beside",
                        2..=4 => "near",
                        _ => "far",
                    });
                }
                fighting = rules.fighting(&state);
                rules.apply(&mut state, choice, &mut dice, &mut watch);
                if fighting && !rules.fighting(&state) {
                    mattered += usize::from(watch.mattered);
                    doors += watch.doors;
                    sizes.push(used.len());
                    fighting = false;
                }
            }
        }
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
