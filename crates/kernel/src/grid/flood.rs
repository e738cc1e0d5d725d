//! Least-cost movement: rings of equal price grow over the board, all squares of a ring at once.
//!
//! A step has a price that depends on the square left and on the square entered; nothing else is known here of the
//! rules.

use super::board::{Board, MAX_SIDE, Square};

/// What a mover can do, in boards of the places where its upper left square may be.
#[derive(Clone, Copy, Debug)]
pub struct Ways<'a> {
    /// Where it may go. Its own place need not be among them.
    pub open: &'a Board,
    /// Places that cost more to enter.
    pub rough: &'a Board,
    /// Places that cost more to leave.
    pub held: &'a Board,
    /// The walls between which there is no diagonal step; none for a body that is larger than a square.
    pub walls: Option<&'a Board>,
    pub prices: Prices,
}

/// A plain step costs 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prices {
    /// More for entering a rough place.
    pub rough: u8,
    /// More for leaving a held place.
    pub held: u8,
}

/// A path with more than this many steps or points is found in parts.
pub const MAX_PRICE: usize = 62;

/// Every place that can be reached, by its least price. `N` boards hold prices below `N`.
#[derive(Clone, Debug)]
pub struct Flood<const N: usize> {
    rings: [Board; N],
    start: Square,
    /// The highest price that was looked at.
    last: usize,
}

impl<const N: usize> Flood<N> {
    /// Spreads from `start` for at most `budget`, or until a ring meets `goal`.
    pub fn new(start: Square, ways: &Ways<'_>, budget: u8, goal: Option<&Board>) -> Flood<N> {
        let mut flood = Flood { rings: [Board::EMPTY; N], start, last: 0 };
        let budget = usize::from(budget).min(N - 1);
        flood.rings[0].insert(start);
        let top = usize::from(start.y()).min(MAX_SIDE - 1);
        // The rows that have been reached so far, and what has a price already.
        let (mut low, mut high) = (top, top);
        let mut priced = Board::EMPTY;
        for price in 0..=budget {
            flood.last = price;
            let mut ring = flood.rings[price];
            let (mut free, mut held, mut found) = (0, 0, 0);
            for y in low..=high {
                ring.rows[y] &= !priced.rows[y];
                priced.rows[y] |= ring.rows[y];
                free |= ring.rows[y] & !ways.held.rows[y];
                held |= ring.rows[y] & ways.held.rows[y];
                found |= goal.map_or(0, |goal| ring.rows[y] & goal.rows[y]);
            }
            flood.rings[price] = ring;
            if found != 0 {
                return flood;
            }
            if free | held == 0 {
                continue;
            }
            let (from, to) = (low.saturating_sub(1), (high + 1).min(MAX_SIDE - 1));
            if free != 0 {
                flood.spread(&ring, ways, &priced, price + 1, false, from..to + 1);
            }
            if held != 0 {
                flood.spread(
                    &ring,
                    ways,
                    &priced,
                    price + 1 + usize::from(ways.prices.held),
                    true,
                    from..to + 1,
                );
            }
            (low, high) = (from, to);
        }
        flood
    }

    /// Steps from the held or the free places of a ring.
    #[inline]
    fn spread(
        &mut self,
        ring: &Board,
        ways: &Ways<'_>,
        priced: &Board,
        price: usize,
        held: bool,
        rows: std::ops::Range<usize>,
    ) {
        if price >= N {
            return;
        }
        let rough_price = price + usize::from(ways.prices.rough);
        let part = |y: usize| {
            let (ring, mask) = (ring.rows[y], ways.held.rows[y]);
            if held { ring & mask } else { ring & !mask }
        };
        let wide = |row: u64| row | row << 1 | row >> 1;
        for y in rows {
            let here = part(y);
            let above = if y > 0 { part(y - 1) } else { 0 };
            let below = if y + 1 < MAX_SIDE { part(y + 1) } else { 0 };
            let reached = match ways.walls {
                None => wide(here | above | below),
                Some(walls) => {
                    let wall = walls.rows[y];
                    let down = if y > 0 { around(above, walls.rows[y - 1], wall) } else { 0 };
                    let up = if y + 1 < MAX_SIDE { around(below, walls.rows[y + 1], wall) } else { 0 };
                    wide(here) | above | below | down | up
                }
            };
            let open = reached & ways.open.rows[y] & !priced.rows[y];
            self.rings[price].rows[y] |= open & !ways.rough.rows[y];
            if rough_price < N {
                self.rings[rough_price].rows[y] |= open & ways.rough.rows[y];
            }
        }
    }

    /// The highest price that was looked at.
    pub fn last(&self) -> u8 {
        self.last as u8
    }

    /// The places with this least price.
    #[inline]
    pub fn ring(&self, price: u8) -> &Board {
        &self.rings[usize::from(price).min(N - 1)]
    }

    /// The least price of a place; none if it is out of reach.
    pub fn price(&self, place: Square) -> Option<u8> {
        (0..=self.last).find(|&price| self.rings[price].has(place)).map(|price| price as u8)
    }

    /// A cheapest path to a place, its end first, without the start. `out` must hold it; returns how many steps it has.
    pub fn path(&self, to: Square, ways: &Ways<'_>, out: &mut [Square]) -> usize {
        let Some(price) = self.price(to) else { return 0 };
        let (mut at, mut price, mut steps) = (to, usize::from(price), 0);
        while at != self.start && steps < out.len() {
            out[steps] = at;
            steps += 1;
            let entering = 1 + if ways.rough.has(at) { usize::from(ways.prices.rough) } else { 0 };
            let before = STEPS.iter().find_map(|&(dx, dy)| {
                let from = at.step(dx, dy)?;
                let leaving = if ways.held.has(from) { usize::from(ways.prices.held) } else { 0 };
                let paid = price.checked_sub(entering + leaving)?;
                (self.rings[paid].has(from) && can_step(from, at, ways.walls)).then_some((from, paid))
            });
            let Some((from, paid)) = before else { return 0 };
            (at, price) = (from, paid);
        }
        steps
    }
}

/// Straight steps first: they look better on the way.
const STEPS: [(i8, i8); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Where the squares of a row get by a diagonal step into the next row, given the walls of both rows.
#[inline]
fn around(row: u64, walls: u64, next: u64) -> u64 {
    // A step to the right is barred by a wall on the right and one in the next row.
    let right = row & !(walls >> 1 & next);
    let left = row & !(walls << 1 & next);
    right << 1 | left >> 1
}

/// Is there a step between two adjacent squares, as far as walls at their corner go?
pub fn can_step(from: Square, to: Square, walls: Option<&Board>) -> bool {
    let Some(walls) = walls else { return true };
    if from.x() == to.x() || from.y() == to.y() {
        return true;
    }
    !(walls.has(Square::new(from.x(), to.y())) && walls.has(Square::new(to.x(), from.y())))
}
