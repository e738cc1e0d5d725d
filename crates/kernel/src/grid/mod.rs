//! A battlefield of squares: walls, rough ground, sight and least-cost movement on bit boards.
//!
//! Sight between all squares is worked out once, when the map is built; where walls have changed since, it is worked out
//! on the spot. Knows nothing of who stands where: occupancy is a [`Board`] that a system keeps.

mod board;
mod flood;
mod sight;
#[cfg(test)]
mod tests;

pub use board::{Board, Body, MAX_SIDE, Square};
pub use flood::{Flood, MAX_PRICE, Prices, Ways, can_step};

/// A map as it was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
    walls: Board,
    rough: Board,
    /// For each square, row by row, the rows of the board that it sees.
    sight: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a map is from 1 to {most} squares wide and high, not {width} by {height}", most = MAX_SIDE)]
pub struct GridError {
    pub width: usize,
    pub height: usize,
}

impl Grid {
    pub fn new(width: usize, height: usize, walls: Board, rough: Board) -> Result<Grid, GridError> {
        let fits = |n: usize| (1..=MAX_SIDE).contains(&n);
        if !fits(width) || !fits(height) {
            return Err(GridError { width, height });
        }
        let inside = Board::full(width as u8, height as u8);
        let (walls, rough) = (walls.and(&inside), rough.and(&inside).without(&walls));
        let mut grid = Grid { width: width as u8, height: height as u8, walls, rough, sight: Vec::new() };
        grid.sight = grid.all_sight(&walls);
        Ok(grid)
    }

    fn all_sight(&self, walls: &Board) -> Vec<u64> {
        let mut sight = Vec::with_capacity(usize::from(self.width) * usize::from(self.height).pow(2));
        for y in 0..self.height {
            for x in 0..self.width {
                let seen =
                    sight::seen_from(walls, self.width, self.height, Square::new(x, y), MAX_SIDE as u8);
                sight.extend_from_slice(&seen.rows[..self.height.into()]);
            }
        }
        sight
    }

    #[inline]
    pub fn width(&self) -> u8 {
        self.width
    }

    #[inline]
    pub fn height(&self) -> u8 {
        self.height
    }

    #[inline]
    pub fn walls(&self) -> &Board {
        &self.walls
    }

    #[inline]
    pub fn rough(&self) -> &Board {
        &self.rough
    }

    pub fn inside(&self) -> Board {
        Board::full(self.width, self.height)
    }

    #[inline]
    pub fn holds(&self, square: Square) -> bool {
        square.x() < self.width && square.y() < self.height
    }

    /// The number of a square, row by row.
    #[inline]
    pub fn index(&self, square: Square) -> usize {
        usize::from(square.y()) * usize::from(self.width) + usize::from(square.x())
    }

    /// The rows of the board that a square sees, as the map was built.
    #[inline]
    pub fn sight(&self, from: Square) -> &[u64] {
        let high = usize::from(self.height);
        let start = self.index(from) * high;
        self.sight.get(start..start + high).unwrap_or(&[])
    }

    /// Do two squares see each other, as the map was built?
    #[inline]
    pub fn sees(&self, from: Square, to: Square) -> bool {
        if !self.holds(from) || !self.holds(to) {
            return false;
        }
        let row = self.index(from) * usize::from(self.height) + usize::from(to.y());
        self.sight.get(row).is_some_and(|row| row >> to.x() & 1 == 1)
    }

    /// Do two squares see each other, with other walls than the map was built with?
    pub fn sees_past(&self, walls: &Board, from: Square, to: Square) -> bool {
        self.sees_surely(walls, from, to).unwrap_or_else(|| sight::sees(walls, from, to))
    }

    /// The same, unless a wall that has come or gone may matter: then it must be looked at anew.
    #[inline]
    pub fn sees_surely(&self, walls: &Board, from: Square, to: Square) -> Option<bool> {
        if !self.holds(from) || !self.holds(to) {
            return Some(false);
        }
        let before = self.sees(from, to);
        let (left, right) = (from.x().min(to.x()), from.x().max(to.x()));
        let columns = (u64::MAX >> (63 - right)) & (u64::MAX << left);
        let rows = usize::from(from.y().min(to.y()))..=usize::from(from.y().max(to.y()));
        let matters = rows.fold(0, |all, y| {
            // What was seen can only be lost to new walls, what was not only be won by those that are gone.
            let (old, new) = (self.walls.rows[y], walls.rows[y]);
            all | columns & if before { new & !old } else { old & !new }
        });
        (matters == 0).then_some(before)
    }

    /// Everything that a body sees with these walls, or as the map was built.
    pub fn view(&self, walls: Option<&Board>, body: Body) -> Board {
        self.view_within(walls, body, MAX_SIDE as u8)
    }

    /// The same, but no farther than `far` squares need be looked at.
    pub fn view_within(&self, walls: Option<&Board>, body: Body, far: u8) -> Board {
        let mut seen = Board::EMPTY;
        for square in body.squares().filter(|&square| self.holds(square)) {
            match walls {
                None => seen.rows.iter_mut().zip(self.sight(square)).for_each(|(row, more)| *row |= more),
                Some(walls) => seen = seen.or(&sight::seen_from(walls, self.width, self.height, square, far)),
            }
        }
        seen
    }

    /// Steps between all places of a body of this size, bodies and rough ground apart; [`Grid::APART`] where there is
    /// no way. Row by row, from the first place to all others.
    pub fn distances(&self, size: u8) -> Vec<u8> {
        let squares = usize::from(self.width) * usize::from(self.height);
        let mut distances = vec![Grid::APART; squares * squares];
        let open = self.inside().without(&self.walls).fits(size);
        for from in open.squares() {
            let row = &mut distances[self.index(from) * squares..][..squares];
            self.measure(from, &open, size, row);
        }
        distances
    }

    /// The distance of places that no way joins.
    pub const APART: u8 = u8::MAX;

    fn measure(&self, from: Square, open: &Board, size: u8, row: &mut [u8]) {
        let (mut reached, mut ring) = (Board::one(from), Board::one(from));
        let walls = (size == 1).then_some(&self.walls);
        for distance in 0..Grid::APART {
            for square in ring.squares() {
                row[self.index(square)] = distance;
            }
            let mut next = Board::EMPTY;
            for square in ring.squares() {
                for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                    if let Some(to) = square.step(dx, dy)
                        && open.has(to)
                        && can_step(square, to, walls)
                    {
                        next.insert(to);
                    }
                }
            }
            ring = next.without(&reached);
            if ring.is_empty() {
                return;
            }
            reached = reached.or(&ring);
        }
    }
}
