//! The battlefield of a scenario: its map, drawn or generated, who stands where, and what lies about.

use fracas_content::{Plots, Reader};
use fracas_kernel::grid::{Board, Body, Grid, MAX_SIDE, Square};
use fracas_kernel::{Door, Side};

use crate::data::{Doorway, Placed, Ranks, Sheet};
use crate::encounter;
use crate::load::Loader;
use crate::maps::{self, Kind, far_apart, generate, spread};
use crate::plot::Area;
use crate::state::{MAX_COMBATANTS, MAX_DOORS, MAX_LYING, State};

/// How many places are looked into by those who see nobody.
const HAUNTS: usize = 6;

pub(crate) struct Field {
    pub grid: Grid,
    pub doors: Vec<Doorway>,
    pub ways: [Vec<u8>; 3],
    pub placed: Vec<Placed>,
    /// The event with which each of them comes, if it is not there from the start.
    pub comes: Vec<Option<u8>>,
    pub areas: Vec<Area>,
    pub treasure: Vec<(u8, Square)>,
    pub haunts: Vec<Square>,
}

/// A map with what is already on it.
struct Layout {
    grid: Grid,
    floor: Board,
    doors: Vec<Doorway>,
    filled: Board,
    starts: [Vec<Square>; 2],
}

impl Field {
    pub fn read(loader: &Loader, top: &mut Reader<'_>, plots: &Plots<'_>) -> Option<Field> {
        // A map with problems is reported; the rest is looked at on an open floor then.
        let mut layout = Layout::of_scenario(top).or_else(Layout::stand_in)?;
        let (mut placed, mut comes) = (Vec::new(), Vec::new());
        for mut table in top.need_tables("party") {
            place(loader, &mut layout, &mut table, "hero", Side::Heroes, &mut placed);
            comes.resize(placed.len(), plots.comes(&mut table));
            table.finish();
        }
        for mut table in top.tables("foes") {
            table.renamed("monster", "creature");
            place(loader, &mut layout, &mut table, "creature", Side::Monsters, &mut placed);
            comes.resize(placed.len(), plots.comes(&mut table));
            table.finish();
        }
        if let Some(mut table) = top.table("encounter") {
            let party =
                placed.iter().map(|one| usize::from(one.sheet)).filter(|&one| loader.sheets[one].is_hero());
            let party: Vec<usize> = party.collect();
            for sheet in build(loader, &mut table, &party, 0, MAX_COMBATANTS.saturating_sub(placed.len())) {
                let monster = &loader.sheets[usize::from(sheet)];
                if let Some(at) = layout.room(&layout.starts[1].clone(), monster.size) {
                    layout.put(monster, at);
                    placed.push(Placed { sheet, side: Side::Monsters, at });
                }
            }
            table.finish();
        }
        if !placed.iter().any(|one| one.side == Side::Monsters) {
            top.problem("there is nobody to fight", "add [[foes]] or [encounter]");
        }
        if placed.len() > MAX_COMBATANTS {
            let count = placed.len();
            top.problem_at(
                "foes",
                format!("{count} combatants"),
                format!("a fight holds at most {MAX_COMBATANTS}"),
            );
        }
        // RANKS-G3: those who come later are listed last.
        comes.resize(placed.len(), None);
        let mut all: Vec<(Placed, Option<u8>)> = placed.into_iter().zip(comes).collect();
        all.sort_by_key(|(_, comes)| comes.is_some());
        let (placed, comes) = all.into_iter().unzip();
        let treasure = treasure(loader, &layout, top);
        let areas = Area::read_all(top, &layout.floor);
        Some(Field { comes, areas, ..Field::finish(loader, layout, placed, treasure) })
    }

    /// The field of a part of an adventure's place: its map, what lies there, and the party. Who else is met there, and
    /// where everybody stands, is known when a fight begins.
    pub fn of_place(loader: &Loader, table: &mut Reader<'_>, party: &[usize]) -> Option<Field> {
        let mut layout = Layout::read(table)?;
        let mut placed = Vec::new();
        for &hero in party {
            let Some(at) = layout.room(&layout.starts[0].clone(), loader.sheets[hero].size) else {
                table.problem("there is no room on the map", "make the map larger, or bring fewer");
                return None;
            };
            layout.put(&loader.sheets[hero], at);
            placed.push(Placed { sheet: hero as u8, side: Side::Heroes, at });
        }
        let treasure = treasure(loader, &layout, table);
        Some(Field::finish(loader, layout, placed, treasure))
    }

    fn finish(loader: &Loader, layout: Layout, placed: Vec<Placed>, treasure: Vec<(u8, Square)>) -> Field {
        let sizes = |size: u8| {
            let used = placed.iter().any(|one| loader.sheets[one.sheet as usize].size == size);
            used || loader.sheets.iter().any(|sheet| sheet.size == size)
        };
        let ways = [1, 2, 3]
            .map(|size| if size == 1 || sizes(size) { layout.grid.distances(size) } else { Vec::new() });
        let haunts = haunts(&layout.grid, &layout.floor, &ways[0]);
        let comes = vec![None; placed.len()];
        let (grid, doors) = (layout.grid, layout.doors);
        Field { grid, doors, ways, placed, comes, areas: Vec::new(), treasure, haunts }
    }
}

impl Layout {
    fn of_scenario(top: &mut Reader<'_>) -> Option<Layout> {
        let mut table = top.need_table("map")?;
        let layout = Layout::read(&mut table);
        table.finish();
        layout
    }

    fn read(table: &mut Reader<'_>) -> Option<Layout> {
        if table.has("rows") { Layout::drawn(table) } else { Layout::generated(table) }
    }

    fn stand_in() -> Option<Layout> {
        let grid = Grid::new(MAX_SIDE, MAX_SIDE, Board::EMPTY, Board::EMPTY).ok()?;
        let floor = grid.inside();
        let starts = far_apart(grid.walls(), &floor);
        Some(Layout { grid, floor, doors: Vec::new(), filled: Board::EMPTY, starts })
    }

    fn generated(table: &mut Reader<'_>) -> Option<Layout> {
        let kind = table.one_of("kind", &Kind::ALL);
        let [width, height] = table.array("size", maps::LEAST..=MAX_SIDE as u8);
        let seed = table.integer("seed", 0..=u64::from(u32::MAX));
        let ground = generate(kind, width, height, seed);
        let grid = Grid::new(width.into(), height.into(), ground.walls, ground.rough).ok()?;
        let floor = grid.inside().without(grid.walls());
        let doors = ground.doors.squares().take(MAX_DOORS);
        let doors = doors.map(|at| Doorway { squares: Board::one(at), at, door: Door::Shut }).collect();
        Some(Layout { grid, floor, doors, filled: Board::EMPTY, starts: ground.starts })
    }

    /// `#` is a wall, `.` floor, `,` obstructed; `H` and `M` are floor where heroes and monsters start; `/` is a door that
    /// is open, `+` shut, `L` locked, `B` barred, `%` broken.
    fn drawn(table: &mut Reader<'_>) -> Option<Layout> {
        let (mut walls, mut rough, mut starts) = (Board::EMPTY, Board::EMPTY, [Vec::new(), Vec::new()]);
        let rows = table.need_list("rows");
        let (mut width, height) = (0, rows.len());
        let (mut good, mut drawn) = (true, Vec::new());
        for (y, field) in rows.iter().enumerate() {
            let text = field.text().unwrap_or_default();
            if y == 0 {
                width = text.chars().count();
            }
            if text.chars().count() != width {
                field.problem(
                    format!("{} squares", text.chars().count()),
                    format!("the first row has {width}"),
                );
                good = false;
            }
            if width > MAX_SIDE || y >= MAX_SIDE {
                field.problem("the map is too large", format!("at most {MAX_SIDE} by {MAX_SIDE} squares"));
                return None;
            }
            for (x, cell) in text.chars().enumerate().take(width) {
                let square = Square::new(x as u8, y as u8);
                match cell {
                    '#' => walls.insert(square),
                    '.' => {}
                    ',' => rough.insert(square),
                    'H' => starts[0].push(square),
                    'M' => starts[1].push(square),
                    _ if Door::drawn(cell).is_some() => {
                        drawn.extend(Door::drawn(cell).map(|door| (square, door)))
                    }
                    _ => {
                        let right = "# is a wall, . floor, `,` obstructed, H and M where the sides start, / + L B % a door";
                        field.problem(format!("{cell:?} at column {x} is no square"), right);
                        good = false;
                    }
                }
            }
        }
        let grid = Grid::new(width, height, walls, rough).ok()?;
        let floor = grid.inside().without(grid.walls());
        if floor.is_empty() {
            table.problem_at("rows", "there is no floor", "write . for floor");
            return None;
        }
        let doors = doorways(&drawn);
        if doors.len() > MAX_DOORS {
            let many = format!("{} doors", doors.len());
            table.problem_at(
                "rows",
                many,
                format!("a map has at most {MAX_DOORS}: leave some open for good"),
            );
            return None;
        }
        let ends = far_apart(grid.walls(), &floor);
        for (own, end) in starts.iter_mut().zip(ends) {
            own.extend(end);
        }
        good.then_some(Layout { grid, floor, doors, filled: Board::EMPTY, starts })
    }

    /// Room for a body of this size, as near as can be to the first of these squares.
    fn room(&self, wanted: &[Square], size: u8) -> Option<Square> {
        let free = self.free(size);
        let first = wanted.iter().copied().find(|&square| free.has(square));
        first.or_else(|| {
            let near = spread(self.grid.walls(), &self.floor, *wanted.first()?);
            near.into_iter().find(|&square| free.has(square))
        })
    }

    /// Where a body of this size can be put: not into a door.
    fn free(&self, size: u8) -> Board {
        let doors = self.doors.iter().fold(self.filled, |filled, way| filled.or(&way.squares));
        self.floor.without(&doors).fits(size)
    }

    fn put(&mut self, sheet: &Sheet, at: Square) {
        self.filled.put(Body::new(at, sheet.size));
    }
}

/// Squares that are drawn alike and touch with a side are one wide door.
fn doorways(drawn: &[(Square, Door)]) -> Vec<Doorway> {
    let mut all: Vec<Doorway> = Vec::new();
    for &(at, door) in drawn {
        let beside = [(-1, 0), (0, -1)].into_iter().filter_map(|(dx, dy)| at.step(dx, dy));
        let touches =
            |way: &&mut Doorway| way.door == door && beside.clone().any(|near| way.squares.has(near));
        match all.iter_mut().find(touches) {
            Some(way) => way.squares.insert(at),
            None => all.push(Doorway { squares: Board::one(at), at, door }),
        }
    }
    all
}

fn place(
    loader: &Loader,
    layout: &mut Layout,
    table: &mut Reader<'_>,
    what: &str,
    side: Side,
    placed: &mut Vec<Placed>,
) {
    let index = table.reference(what, &loader.sheet_names);
    let at = table.optional_array("at", 0..=MAX_SIDE as u8 - 1).map(|[x, y]| Square::new(x, y));
    let count = table.optional_integer("count", 1..=MAX_COMBATANTS).unwrap_or(1);
    let Some(sheet) = index.and_then(|index| loader.sheets.get(index)) else { return };
    for nth in 0..count {
        let room = match at {
            Some(at) if !layout.floor.has(at) => {
                table.problem_at(
                    "at",
                    "there is no floor on that square",
                    "name a square of the map that is no wall",
                );
                return;
            }
            Some(at) if nth == 0 && !layout.free(sheet.size).has(at) => {
                table.problem_at(
                    "at",
                    "there is no room",
                    "somebody else stands there, or a wall is in the way",
                );
                return;
            }
            Some(at) => layout.room(&[at], sheet.size),
            None => layout.room(&layout.starts[side.index()].clone(), sheet.size),
        };
        let Some(at) = room else {
            table.problem("there is no room on the map", "make the map larger, or bring fewer");
            return;
        };
        layout.put(sheet, at);
        placed.push(Placed { sheet: index.unwrap_or(0) as u8, side, at });
    }
}

/// Foes whose worth is a share of the party's, `harder` by that much than the table says.
pub(crate) fn build(
    loader: &Loader,
    table: &mut Reader<'_>,
    party: &[usize],
    harder: u32,
    room: usize,
) -> Vec<u8> {
    let difficulty = table.integer("difficulty", 10..=400) + harder;
    let seed = table.integer("seed", 0..=u64::from(u32::MAX));
    let from = table.references("from", &loader.creature_names);
    let budget = encounter::budget(party.iter().map(|&hero| loader.sheets[hero].worth).sum(), difficulty);
    let known: Vec<(u8, &Sheet)> = (0..)
        .zip(&loader.sheets)
        .filter(|(index, sheet)| !sheet.is_hero() && (from.is_empty() || from.contains(&usize::from(*index))))
        .collect();
    encounter::build(&known, budget, room, seed)
}

fn treasure(loader: &Loader, layout: &Layout, top: &mut Reader<'_>) -> Vec<(u8, Square)> {
    let mut all = Vec::new();
    // Where nobody says where it lies, it lies half way.
    let middle = layout.starts[0].last().copied();
    for mut table in top.tables("treasure") {
        let at = table.optional_array("at", 0..=MAX_SIDE as u8 - 1).map(|[x, y]| Square::new(x, y));
        let at = at.or(middle).unwrap_or(Square::new(0, 0));
        if !layout.floor.has(at) {
            table.problem_at(
                "at",
                "there is no floor on that square",
                "name a square of the map that is no wall",
            );
        }
        let items = table.references("items", &loader.item_names);
        all.extend(items.into_iter().map(|item| (item as u8, at)));
        table.finish();
    }
    if all.len() > MAX_LYING {
        top.problem_at("treasure", "too many things lie about", format!("at most {MAX_LYING}"));
        all.truncate(MAX_LYING);
    }
    all
}

/// Squares all over the floor, each as far from the others as can be.
fn haunts(grid: &Grid, floor: &Board, ways: &[u8]) -> Vec<Square> {
    let squares: Vec<Square> = floor.squares().collect();
    let count = usize::from(grid.width()) * usize::from(grid.height());
    let apart = |a: Square, b: Square| match ways[grid.index(a) * count + grid.index(b)] {
        Grid::APART => 0,
        steps => steps,
    };
    let mut haunts: Vec<Square> = squares.get(squares.len() / 2).copied().into_iter().collect();
    while haunts.len() < HAUNTS {
        let nearest = |square: &Square| haunts.iter().map(|&known| apart(known, *square)).min().unwrap_or(0);
        match squares.iter().copied().max_by_key(nearest) {
            Some(next) if nearest(&next) > 0 => haunts.push(next),
            _ => break,
        }
    }
    haunts
}

/// Where those stand who come onto a field. Nothing is allocated for that: fights are opened in simulations too.
impl Ranks {
    /// Does somebody fight from afar?
    pub(crate) fn shoots(&self, sheet: &Sheet) -> bool {
        let weapons = sheet.items.iter().filter_map(|&(item, _)| self.items[usize::from(item)].weapon());
        weapons.map(|weapon| weapon.range).max().unwrap_or(0) > 3
    }

    /// Room for a body in a part of the field, or else as near to it as can be.
    pub(crate) fn room_in(&self, fight: &State, part: &Board, from: Square, size: u8) -> Option<Square> {
        let floor = self.grid.inside().without(self.grid.walls());
        let free = |at: Square| self.is_bare(fight, at, size);
        maps::nearest(self.grid.walls(), part, from, free)
            .or_else(|| maps::nearest(self.grid.walls(), &floor, from, free))
            .or_else(|| floor.squares().find(|&at| free(at)))
    }

    /// Is there nobody, and no door?
    pub(crate) fn is_bare(&self, fight: &State, at: Square, size: u8) -> bool {
        let body = Body::new(at, size);
        let in_a_door = || body.squares().any(|square| self.doors.iter().any(|way| way.squares.has(square)));
        self.is_clear(fight, body, |square| fight.filled.has(square)) && !in_a_door()
    }

    /// The square of a part of the field that somebody comes to first, all doors open.
    pub(crate) fn first_in(&self, from: Square, part: &Board) -> Option<Square> {
        let floor = self.grid.inside().without(self.grid.walls());
        maps::nearest(self.grid.walls(), &floor, from, |at| part.has(at))
    }
}
