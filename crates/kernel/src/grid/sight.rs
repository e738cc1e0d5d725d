//! Who sees what: two squares see each other when some straight line from the inside of one to the inside of the other
//! touches no wall. Walls have their edges and corners with them, so no line passes where two walls meet at a corner.
//!
//! A quarter of the map at a time, squares are visited from near to far. A *view* is a bundle of lines that no wall has
//! stopped yet, held between its shallowest and its steepest line; a wall trims a view, ends it, or splits it in two
//! (after J. Duerig's precise permissive field of view). All in whole numbers, and without allocation.

use super::board::{Board, MAX_SIDE, Square};

/// A point where squares meet; the square that looks out has its corners at (0, 0) and (1, 1).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Point {
    x: i16,
    y: i16,
}

#[derive(Clone, Copy)]
struct Line {
    near: Point,
    far: Point,
}

impl Line {
    /// Above 0 where the line runs below the point, below 0 where it runs above.
    #[inline]
    fn side(self, p: Point) -> i32 {
        let (dx, dy) = (i32::from(self.far.x - self.near.x), i32::from(self.far.y - self.near.y));
        dy * i32::from(self.far.x - p.x) - dx * i32::from(self.far.y - p.y)
    }

    #[inline]
    fn is_below(self, p: Point) -> bool {
        self.side(p) > 0
    }

    #[inline]
    fn is_above(self, p: Point) -> bool {
        self.side(p) < 0
    }

    #[inline]
    fn holds(self, p: Point) -> bool {
        self.side(p) == 0
    }
}

/// A corner that a view bends around, and the one before it; 0 is none. Corners are on the map, and small.
#[derive(Clone, Copy)]
struct Bump {
    x: i8,
    y: i8,
    before: u16,
}

impl Bump {
    #[inline]
    fn at(self) -> Point {
        Point { x: self.x.into(), y: self.y.into() }
    }
}

#[derive(Clone, Copy)]
struct View {
    shallow: Line,
    steep: Line,
    shallow_bumps: u16,
    steep_bumps: u16,
}

/// More than the walls of one quarter can cause.
const MAX_BUMPS: usize = 2 * MAX_SIDE * MAX_SIDE + 1;
/// A row of squares across a quarter is split into no more.
const MAX_VIEWS: usize = 2 * MAX_SIDE + 2;

/// Far enough out for the first lines to pass above and beside every square along the edges.
const FAR: i16 = 4 * MAX_SIDE as i16;
/// Everything, as long as there is no wall.
const FIRST: View = View {
    shallow: Line { near: Point { x: 0, y: 1 }, far: Point { x: FAR, y: 0 } },
    steep: Line { near: Point { x: 1, y: 0 }, far: Point { x: 0, y: FAR } },
    shallow_bumps: 0,
    steep_bumps: 0,
};

struct Quarter {
    views: [View; MAX_VIEWS],
    count: usize,
    bumps: [Bump; MAX_BUMPS],
    bump_count: u16,
}

impl Quarter {
    fn new() -> Quarter {
        let bump = Bump { x: 0, y: 0, before: 0 };
        Quarter { views: [FIRST; MAX_VIEWS], count: 1, bumps: [bump; MAX_BUMPS], bump_count: 1 }
    }

    /// Ready for another quarter.
    fn clear(&mut self) {
        (self.views[0], self.count, self.bump_count) = (FIRST, 1, 1);
    }

    /// Is the square this many columns and rows away seen? If it is a wall, it stops what looks at it. `at` is the first
    /// view that this square or a later one of the same diagonal can meet.
    fn visit(&mut self, x: i16, y: i16, at: &mut usize, is_wall: bool) -> bool {
        let (top_left, bottom_right) = (Point { x, y: y + 1 }, Point { x: x + 1, y });
        while *at < self.count && self.views[*at].steep.side(bottom_right) >= 0 {
            *at += 1;
        }
        if *at == self.count || self.views[*at].shallow.side(top_left) <= 0 {
            return false;
        }
        if is_wall {
            self.stop(at, top_left, bottom_right);
        }
        true
    }

    fn stop(&mut self, at: &mut usize, top_left: Point, bottom_right: Point) {
        let view = self.views[*at];
        let from_below = view.shallow.is_above(bottom_right);
        let from_above = view.steep.is_below(top_left);
        match (from_below, from_above) {
            (true, true) => self.end(*at),
            (true, false) => {
                self.raise_shallow(*at, top_left);
                self.check(*at);
            }
            (false, true) => {
                self.lower_steep(*at, bottom_right);
                self.check(*at);
            }
            (false, false) => {
                self.split(*at);
                self.lower_steep(*at, bottom_right);
                self.raise_shallow(*at + 1, top_left);
                self.check(*at + 1);
                if self.check(*at) {
                    *at += 1;
                }
            }
        }
    }

    fn end(&mut self, at: usize) {
        self.views.copy_within(at + 1..self.count, at);
        self.count -= 1;
    }

    fn split(&mut self, at: usize) {
        if self.count < MAX_VIEWS {
            self.views.copy_within(at..self.count, at + 1);
            self.count += 1;
        }
    }

    fn bump(&mut self, at: Point, before: u16) -> u16 {
        let index = self.bump_count.min(MAX_BUMPS as u16 - 1);
        self.bumps[usize::from(index)] = Bump { x: at.x as i8, y: at.y as i8, before };
        self.bump_count = index + 1;
        index
    }

    fn bends_at(&self, mut bump: u16, corner: Point) -> bool {
        while bump != 0 {
            let known = self.bumps[usize::from(bump)];
            if known.at() == corner {
                return true;
            }
            bump = known.before;
        }
        false
    }

    fn raise_shallow(&mut self, at: usize, corner: Point) {
        let mut view = self.views[at];
        view.shallow.far = corner;
        view.shallow_bumps = self.bump(corner, view.shallow_bumps);
        let mut bump = view.steep_bumps;
        while bump != 0 {
            let known = self.bumps[usize::from(bump)];
            if view.shallow.is_above(known.at()) {
                view.shallow.near = known.at();
            }
            bump = known.before;
        }
        self.views[at] = view;
    }

    fn lower_steep(&mut self, at: usize, corner: Point) {
        let mut view = self.views[at];
        view.steep.far = corner;
        view.steep_bumps = self.bump(corner, view.steep_bumps);
        let mut bump = view.shallow_bumps;
        while bump != 0 {
            let known = self.bumps[usize::from(bump)];
            if view.steep.is_below(known.at()) {
                view.steep.near = known.at();
            }
            bump = known.before;
        }
        self.views[at] = view;
    }

    /// A view that has shrunk to one line, or to lines through one corner, touches walls on both sides: it is none. True
    /// if it is still there.
    fn check(&mut self, at: usize) -> bool {
        let View { shallow, steep, shallow_bumps, steep_bumps } = self.views[at];
        let line = shallow.holds(steep.near) && shallow.holds(steep.far);
        let gone = line || self.bends_at(steep_bumps, shallow.far) || self.bends_at(shallow_bumps, steep.far);
        if gone {
            self.end(at);
        }
        !gone
    }
}

/// Everything that is seen from a square, walls included, at most `far` squares away.
pub(super) fn seen_from(walls: &Board, width: u8, height: u8, from: Square, far: u8) -> Board {
    let mut seen = Board::one(from);
    let mut quarter = Quarter::new();
    for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let room = |at: u8, size: u8, d: i16| {
            if d > 0 { i16::from(size) - 1 - i16::from(at) } else { i16::from(at) }
        };
        let (wide, high) =
            (room(from.x(), width, dx).min(far.into()), room(from.y(), height, dy).min(far.into()));
        quarter.clear();
        sweep(
            &mut quarter,
            wide,
            high,
            |x, y| square(from, x * dx, y * dy),
            walls,
            |square| seen.insert(square),
        );
    }
    seen
}

/// Do two squares see each other?
pub(super) fn sees(walls: &Board, from: Square, to: Square) -> bool {
    let (dx, dy) = (i16::from(to.x()) - i16::from(from.x()), i16::from(to.y()) - i16::from(from.y()));
    let sign = |d: i16| if d < 0 { -1 } else { 1 };
    let mut found = from == to;
    let place = |x, y| square(from, x * sign(dx), y * sign(dy));
    sweep(&mut Quarter::new(), dx.abs(), dy.abs(), place, walls, |seen| found |= seen == to);
    found
}

fn square(from: Square, dx: i16, dy: i16) -> Square {
    Square::new((i16::from(from.x()) + dx) as u8, (i16::from(from.y()) + dy) as u8)
}

/// Visits a quarter from near to far and tells every square that is seen.
fn sweep(
    quarter: &mut Quarter,
    wide: i16,
    high: i16,
    place: impl Fn(i16, i16) -> Square,
    walls: &Board,
    mut tell: impl FnMut(Square),
) {
    for diagonal in 1..=wide + high {
        let mut at = 0;
        for y in (diagonal - wide).max(0)..=diagonal.min(high) {
            if quarter.count == 0 {
                return;
            }
            let square = place(diagonal - y, y);
            if quarter.visit(diagonal - y, y, &mut at, walls.has(square)) {
                tell(square);
            }
        }
    }
}
