//! Generated maps: rooms, a cavern, a street. The same seed gives the same map. All floor hangs together, and the sides
//! start apart.

use fracas_dice::Seeded;
use fracas_kernel::grid::{Board, MAX_SIDE, Square, can_step};

/// RANKS-R15
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Rooms,
    Cavern,
    Street,
}

impl Kind {
    pub const ALL: [(&'static str, Kind); 3] =
        [("rooms", Kind::Rooms), ("cavern", Kind::Cavern), ("street", Kind::Street)];
}

/// Walls, obstructed squares, and where each side starts, the best places first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    pub walls: Board,
    pub rough: Board,
    /// Squares of floor in which a door stands, one each.
    pub doors: Board,
    pub starts: [Vec<Square>; 2],
}

/// How wide and high a generated map is at least.
pub const LEAST: u8 = 12;

/// Makes a map of a kind and size by a seed.
pub fn generate(kind: Kind, width: u8, height: u8, seed: u64) -> Ground {
    let mut best: Option<Ground> = None;
    // A cavern may come out too small; the next stream is tried then, always in the same order.
    for attempt in 0..8 {
        let mut draft = Draft {
            width,
            height,
            walls: Board::full(width, height),
            rough: Board::EMPTY,
            doors: Board::EMPTY,
            lots: Seeded::stream(seed, attempt),
        };
        match kind {
            Kind::Rooms => draft.rooms(),
            Kind::Cavern => draft.cavern(),
            Kind::Street => draft.street(),
        }
        let ground = draft.finish();
        let floor = |ground: &Ground| Board::full(width, height).without(&ground.walls).len();
        let enough = floor(&ground) * 3 >= usize::from(width) * usize::from(height);
        if best.as_ref().is_none_or(|best| floor(best) < floor(&ground)) {
            best = Some(ground);
        }
        if enough {
            break;
        }
    }
    best.expect("there was at least one attempt")
}

struct Draft {
    width: u8,
    height: u8,
    walls: Board,
    rough: Board,
    doors: Board,
    lots: Seeded,
}

impl Draft {
    /// A number from `low` to `high`.
    fn lot(&mut self, low: u8, high: u8) -> u8 {
        low + self.lots.below(u64::from(high.saturating_sub(low)) + 1) as u8
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.lots.below(n) == 0
    }

    /// Clears a rectangle, the edge of the map excepted.
    fn carve(&mut self, left: u8, top: u8, right: u8, bottom: u8) {
        for y in top.max(1)..=bottom.min(self.height - 2) {
            for x in left.max(1)..=right.min(self.width - 2) {
                self.walls.remove(Square::new(x, y));
            }
        }
    }

    fn rooms(&mut self) {
        let cell = 8;
        let (columns, rows) = ((self.width / cell).max(1), (self.height / cell).max(1));
        let (wide, high) = (self.width / columns, self.height / rows);
        let mut centres = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let (left, top) = (column * wide + self.lot(1, 2), row * high + self.lot(1, 2));
                let (right, bottom) =
                    (left + self.lot(3, wide.saturating_sub(4)), top + self.lot(3, high.saturating_sub(4)));
                self.carve(left, top, right, bottom);
                centres.push(((left + right) / 2, (top + bottom) / 2));
                if self.one_in(2) {
                    self.scatter(left, top, right, bottom, 6);
                }
            }
        }
        for at in 0..centres.len() {
            let next_row = at + usize::from(columns);
            if (at + 1) % usize::from(columns) != 0 {
                self.passage(centres[at], centres[at + 1]);
            }
            // The first column always leads on, the others often.
            let leads_down = at % usize::from(columns) == 0 || !self.one_in(3);
            if next_row < centres.len() && leads_down {
                self.passage(centres[at], centres[next_row]);
            }
        }
    }

    /// Two squares wide, with one bend.
    fn passage(&mut self, from: (u8, u8), to: (u8, u8)) {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        self.carve(left, from.1, right + 1, from.1 + 1);
        self.carve(to.0, top, to.0 + 1, bottom + 1);
    }

    /// Obstructs one square in `one_in`.
    fn scatter(&mut self, left: u8, top: u8, right: u8, bottom: u8, one_in: u64) {
        for y in top..=bottom {
            for x in left..=right {
                if self.one_in(one_in) {
                    self.rough.insert(Square::new(x, y));
                }
            }
        }
    }

    fn cavern(&mut self) {
        for y in 1..self.height - 1 {
            for x in 1..self.width - 1 {
                if self.lots.below(100) >= 42 {
                    self.walls.remove(Square::new(x, y));
                }
            }
        }
        for _ in 0..4 {
            let before = self.walls;
            for y in 1..self.height - 1 {
                for x in 1..self.width - 1 {
                    let here = Square::new(x, y);
                    let around = neighbours(here).filter(|&square| before.has(square)).count();
                    if around >= 5 {
                        self.walls.insert(here);
                    } else if around <= 3 {
                        self.walls.remove(here);
                    }
                }
            }
        }
        let (right, bottom) = (self.width - 2, self.height - 2);
        self.scatter(1, 1, right, bottom, 9);
    }

    fn street(&mut self) {
        let (width, height) = (self.width, self.height);
        self.carve(1, 1, width - 2, height - 2);
        // Houses along both sides of a road that winds from left to right.
        let mut middle = height / 2;
        let mut x = 1;
        while x + 4 < width {
            let wide = self.lot(3, 5).min(width - 2 - x);
            middle = (middle + self.lot(0, 2)).saturating_sub(1).clamp(4, height - 5);
            self.house(x, 1, wide, middle.saturating_sub(4));
            let below = middle + 3;
            self.house(x, below, wide, height.saturating_sub(below + 2));
            x += wide + self.lot(1, 2);
        }
        self.scatter(1, 1, width - 2, height - 2, 14);
    }

    /// A block of walls, sometimes hollow with a door.
    fn house(&mut self, left: u8, top: u8, wide: u8, high: u8) {
        if high < 2 || wide < 2 {
            return;
        }
        let (right, bottom) = (left + wide - 1, top + high - 1);
        for y in top..=bottom {
            for x in left..=right {
                self.walls.insert(Square::new(x, y));
            }
        }
        if wide >= 4 && high >= 4 && !self.one_in(3) {
            self.carve(left + 1, top + 1, right - 1, bottom - 1);
            let door = self.lot(left + 1, right - 1);
            let side = if top <= 1 { bottom } else { top };
            self.walls.remove(Square::new(door, side));
            self.doors.insert(Square::new(door, side));
        }
    }

    /// The largest piece of floor stays, and the sides are put at its far ends.
    fn finish(mut self) -> Ground {
        let inside = Board::full(self.width, self.height);
        let mut floor = inside.without(&self.walls);
        let mut largest = Board::EMPTY;
        while let Some(start) = floor.first() {
            let piece: Board = {
                let mut piece = Board::EMPTY;
                spread(&self.walls, &floor, start).into_iter().for_each(|square| piece.insert(square));
                piece
            };
            if piece.len() > largest.len() {
                largest = piece;
            }
            floor = floor.without(&piece);
        }
        if largest.is_empty() {
            self.carve(1, 1, self.width - 2, self.height - 2);
            largest = inside.without(&self.walls);
        }
        self.walls = inside.without(&largest);
        // There is always something in the way.
        if !self.rough.meets(&largest) {
            self.rough.insert(largest.squares().nth(largest.len() / 2).unwrap_or(Square::new(1, 1)));
        }
        let starts = far_apart(&self.walls, &largest);
        let doors = self.doors.and(&largest);
        Ground { walls: self.walls, rough: self.rough.and(&largest).without(&doors), doors, starts }
    }
}

/// The two ends of a piece of floor: for each, the squares nearest to it, as far as they are nearer to it than to the
/// other.
pub fn far_apart(walls: &Board, floor: &Board) -> [Vec<Square>; 2] {
    let Some(any) = floor.first() else { return Default::default() };
    let end = |from: Square| spread(walls, floor, from).last().copied().unwrap_or(from);
    let a = end(any);
    let b = end(a);
    let (from_a, from_b) = (spread(walls, floor, a), spread(walls, floor, b));
    let half = from_a.len() / 2;
    let first: Vec<Square> = from_a.iter().copied().take(half.max(1)).collect();
    let second: Vec<Square> = from_b.iter().copied().filter(|square| !first.contains(square)).collect();
    [first, second]
}

/// Every square of the floor that can be walked to, nearest first.
pub fn spread(walls: &Board, floor: &Board, from: Square) -> Vec<Square> {
    let mut reached = Board::one(from);
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&square) = queue.get(at) {
        at += 1;
        for next in neighbours(square) {
            if floor.has(next) && !reached.has(next) && can_step(square, next, Some(walls)) {
                reached.insert(next);
                queue.push(next);
            }
        }
    }
    queue
}

/// The first square that is wanted, of those of the floor that can be walked to, nearest first. Allocates nothing.
pub fn nearest(
    walls: &Board,
    floor: &Board,
    from: Square,
    mut wanted: impl FnMut(Square) -> bool,
) -> Option<Square> {
    let mut reached = Board::one(from);
    let mut queue = [from; MAX_SIDE * MAX_SIDE];
    let (mut at, mut end) = (0, 1);
    while at < end {
        let square = queue[at];
        at += 1;
        if floor.has(square) && wanted(square) {
            return Some(square);
        }
        for next in neighbours(square) {
            if floor.has(next) && !reached.has(next) && can_step(square, next, Some(walls)) {
                reached.insert(next);
                queue[end] = next;
                end += 1;
            }
        }
    }
    None
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    const AROUND: [(i8, i8); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
    AROUND.into_iter().filter_map(move |(dx, dy)| square.step(dx, dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RANKS-R15: three kinds, always connected, the sides apart, the same for the same seed.
    #[test]
    fn every_map_hangs_together_and_keeps_the_sides_apart() {
        for (name, kind) in Kind::ALL {
            let mut seen = Vec::new();
            for seed in 0..60 {
                let (width, height) = [(24, 24), (12, 12), (40, 40), (31, 17)][seed as usize % 4];
                let ground = generate(kind, width, height, seed);
                assert_eq!(ground, generate(kind, width, height, seed));
                let floor = Board::full(width, height).without(&ground.walls);
                let from = ground.starts[0][0];
                assert_eq!(
                    spread(&ground.walls, &floor, from).len(),
                    floor.len(),
                    "{name} {seed} falls apart"
                );
                assert!(
                    floor.len() * 4 > usize::from(width) * usize::from(height),
                    "{name} {seed} is too small"
                );
                for x in 0..width {
                    assert!(
                        ground.walls.has(Square::new(x, 0)) && ground.walls.has(Square::new(x, height - 1))
                    );
                }
                assert!(ground.rough.without(&floor).is_empty() && !ground.rough.is_empty(), "{name} {seed}");
                let order = spread(&ground.walls, &floor, from);
                let far = order.iter().position(|&square| square == ground.starts[1][0]).unwrap();
                assert!(far * 2 > order.len(), "{name} {seed}: the sides start side by side");
                assert!(ground.starts.iter().all(|starts| starts.len() >= 12), "{name} {seed}");
                assert!(!ground.starts[0].iter().any(|square| ground.starts[1].contains(square)));
                seen.push(ground);
            }
            seen.dedup();
            assert_eq!(seen.len(), 60, "{name}: other seeds give other maps");
        }
    }
}
