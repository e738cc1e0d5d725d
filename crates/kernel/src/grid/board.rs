//! Squares, and sets of squares as bit boards: one word for each row. Knows nothing of what lies on a square. A board is
//! no [`Set`], because most of what is done to it is done to whole rows at once.

use serde::{Deserialize, Serialize};

use crate::Set;

/// How many squares a map is wide and high at most.
pub const MAX_SIDE: usize = 40;

/// One square, by column and row from the upper left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Square(pub u16);

impl Square {
    /// Off the map.
    pub const NOWHERE: Square = Square(u16::MAX);

    #[inline]
    pub const fn new(x: u8, y: u8) -> Square {
        Square((y as u16) << 6 | (x & 63) as u16)
    }

    #[inline]
    pub const fn x(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// Above any map for [`Square::NOWHERE`].
    #[inline]
    pub const fn y(self) -> u8 {
        let y = self.0 >> 6;
        if y > 255 { 255 } else { y as u8 }
    }

    /// The square this many columns and rows away, if that is on any map.
    #[inline]
    pub fn step(self, dx: i8, dy: i8) -> Option<Square> {
        let (x, y) = (i16::from(self.x()) + i16::from(dx), i16::from(self.y()) + i16::from(dy));
        let on_a_map = |n: i16| (0..MAX_SIDE as i16).contains(&n);
        (on_a_map(x) && on_a_map(y)).then(|| Square::new(x as u8, y as u8))
    }

    /// As people write it: "3,4", column and row from 0.
    pub fn read(text: &str) -> Option<Square> {
        let (x, y) = text.split_once(',')?;
        let number = |text: &str| text.trim().parse::<u8>().ok().filter(|&n| usize::from(n) < MAX_SIDE);
        Some(Square::new(number(x)?, number(y)?))
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Square::NOWHERE { f.write_str("nowhere") } else { write!(f, "{},{}", self.x(), self.y()) }
    }
}

/// A body on the map: its upper left square, and how many squares it is wide and high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    pub at: Square,
    pub size: u8,
}

impl Body {
    #[inline]
    pub const fn new(at: Square, size: u8) -> Body {
        Body { at, size }
    }

    /// How many steps lie between two bodies, diagonals counting as one: 1 when they are adjacent.
    #[inline]
    pub fn distance(self, other: Body) -> u8 {
        let gap = |a: u8, a_size: u8, b: u8, b_size: u8| {
            let (a, b) = (i16::from(a), i16::from(b));
            (b - (a + i16::from(a_size) - 1)).max(a - (b + i16::from(b_size) - 1)).max(0) as u8
        };
        let across = gap(self.at.x(), self.size, other.at.x(), other.size);
        let down = gap(self.at.y(), self.size, other.at.y(), other.size);
        across.max(down)
    }

    /// Its squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let Body { at, size } = self;
        (0..size).flat_map(move |dy| (0..size).filter_map(move |dx| at.step(dx as i8, dy as i8)))
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub rows: [u64; MAX_SIDE],
}

impl Board {
    pub const EMPTY: Board = Board { rows: [0; MAX_SIDE] };

    /// Every square of a map of this size.
    pub fn full(width: u8, height: u8) -> Board {
        let mut board = Board::EMPTY;
        board.fill(0, 0, i16::from(width) - 1, i16::from(height) - 1);
        board
    }

    pub fn one(square: Square) -> Board {
        let mut board = Board::EMPTY;
        board.insert(square);
        board
    }

    #[inline]
    pub fn has(&self, square: Square) -> bool {
        let y = usize::from(square.y());
        y < MAX_SIDE && self.rows[y] >> square.x() & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, square: Square) {
        if let Some(row) = self.rows.get_mut(usize::from(square.y())) {
            *row |= 1 << square.x();
        }
    }

    #[inline]
    pub fn remove(&mut self, square: Square) {
        if let Some(row) = self.rows.get_mut(usize::from(square.y())) {
            *row &= !(1 << square.x());
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Adds every square of a rectangle, as far as it is on a map; the corners belong to it.
    #[inline]
    pub fn fill(&mut self, left: i16, top: i16, right: i16, bottom: i16) {
        let mask = span(left, right);
        for y in top.max(0)..=bottom.min(MAX_SIDE as i16 - 1) {
            self.rows[y as usize] |= mask;
        }
    }

    #[inline]
    pub fn put(&mut self, body: Body) {
        let (x, y, more) = (i16::from(body.at.x()), i16::from(body.at.y()), i16::from(body.size) - 1);
        self.fill(x, y, x + more, y + more);
    }

    #[inline]
    pub fn lift(&mut self, body: Body) {
        let mask = span(body.at.x().into(), i16::from(body.at.x()) + i16::from(body.size) - 1);
        let top = usize::from(body.at.y());
        for row in self.rows.iter_mut().skip(top).take(body.size.into()) {
            *row &= !mask;
        }
    }

    #[inline]
    #[must_use]
    pub fn and(&self, other: &Board) -> Board {
        Board { rows: std::array::from_fn(|y| self.rows[y] & other.rows[y]) }
    }

    #[inline]
    #[must_use]
    pub fn or(&self, other: &Board) -> Board {
        Board { rows: std::array::from_fn(|y| self.rows[y] | other.rows[y]) }
    }

    #[inline]
    #[must_use]
    pub fn without(&self, other: &Board) -> Board {
        Board { rows: std::array::from_fn(|y| self.rows[y] & !other.rows[y]) }
    }

    #[inline]
    pub fn meets(&self, other: &Board) -> bool {
        self.rows.iter().zip(&other.rows).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Where the upper left square of a body of this size can be, so that all of it lies on this board.
    #[must_use]
    pub fn fits(&self, size: u8) -> Board {
        let mut fits = *self;
        for _ in 1..size {
            let before = fits.rows;
            for y in 0..MAX_SIDE {
                let below = before.get(y + 1).copied().unwrap_or(0);
                fits.rows[y] = before[y] & before[y] >> 1 & below & below >> 1;
            }
        }
        fits
    }

    /// Where the upper left square of a body of this size can be, so that any of it lies on this board.
    #[must_use]
    pub fn touches(&self, size: u8) -> Board {
        let mut touches = *self;
        for _ in 1..size {
            let before = touches.rows;
            for y in 0..MAX_SIDE {
                let below = before.get(y + 1).copied().unwrap_or(0);
                touches.rows[y] = before[y] | before[y] >> 1 | below | below >> 1;
            }
        }
        touches
    }

    /// Its squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let rows = (0_u8..).zip(&self.rows);
        rows.flat_map(|(y, &row)| Set::<u8, u64>::of(row).map(move |x| Square::new(x, y)))
    }

    #[inline]
    pub fn first(&self) -> Option<Square> {
        let y = self.rows.iter().position(|&row| row != 0)?;
        Some(Square::new(self.rows[y].trailing_zeros() as u8, y as u8))
    }
}

/// The bits of a row from one column to another.
#[inline]
fn span(left: i16, right: i16) -> u64 {
    let (left, right) = (left.max(0), right.min(63));
    if left > right { 0 } else { (u64::MAX >> (63 - right as u32)) & (u64::MAX << left as u32) }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.squares().map(|square| (square.x(), square.y()))).finish()
    }
}

impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = MAX_SIDE - self.rows.iter().rev().take_while(|&&row| row == 0).count();
        self.rows[..used].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let rows = Vec::<u64>::deserialize(deserializer)?;
        if rows.len() > MAX_SIDE {
            return Err(serde::de::Error::invalid_length(rows.len(), &"at most 40 rows"));
        }
        let mut board = Board::EMPTY;
        board.rows[..rows.len()].copy_from_slice(&rows);
        Ok(board)
    }
}
