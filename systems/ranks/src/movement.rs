//! Where somebody can go, and at what price. Only what the mover knows counts: it plans over squares that it sees, and
//! whoever it cannot see neither fills a square nor costs anything, until it is walked into.

use fracas_dice::Dice;
use fracas_kernel::grid::{Board, Body, Flood, MAX_PRICE, Prices, Square, Ways};
use fracas_kernel::{Crowd, Log, Who};

use crate::apply::Turn;
use crate::data::Ranks;
use crate::event::{Event, Halt};
use crate::state::State;

/// RANKS-M1, RANKS-M2: what is added to the 1 of a step.
pub(crate) const PRICES: Prices = Prices { rough: 1, held: 4 };

/// A mover's boards, by the place of its upper left square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub open: Board,
    pub rough: Board,
    pub held: Board,
    /// Walls, and what is out of sight: nobody plans to slip past a corner that it does not see.
    pub walls: Board,
}

/// Places by price, whatever the number of boards behind them.
pub(crate) trait Rings {
    fn last(&self) -> u8;
    fn ring(&self, price: u8) -> &Board;
    fn price(&self, place: Square) -> Option<u8>;
    fn path(&self, to: Square, ways: &Ways<'_>, out: &mut [Square]) -> usize;
}

impl<const N: usize> Rings for Flood<N> {
    fn last(&self) -> u8 {
        Flood::last(self)
    }

    fn ring(&self, price: u8) -> &Board {
        Flood::ring(self, price)
    }

    fn price(&self, place: Square) -> Option<u8> {
        Flood::price(self, place)
    }

    fn path(&self, to: Square, ways: &Ways<'_>, out: &mut [Square]) -> usize {
        Flood::path(self, to, ways, out)
    }
}

/// A way to a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// The end first.
    squares: [Square; MAX_PRICE],
    steps: usize,
    /// In movement points.
    pub price: u8,
}

impl Path {
    pub fn steps(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares[..self.steps].iter().rev().copied()
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub fn walk(&mut self, who: Who, to: Square) {
        let rules = self.rules;
        let mut seen = rules.seen_foes(self.state, who);
        let Some(path) = rules.path_past(self.state, who, to, seen) else { return };
        let from = self.state.at[who];
        let (mut paid, mut halted) = (0_u8, Halt::No);
        for next in path.steps() {
            // RANKS-M1, RANKS-M2
            let price = rules.step_price(self.state, who, next, seen);
            if price > self.state.movement[who] {
                halted = Halt::Spent;
                break;
            }
            if !rules.is_free(self.state, who, next) {
                self.bump_into(who, next);
                halted = Halt::Blocked;
                break;
            }
            self.pay(who, price);
            paid = paid.saturating_add(price);
            self.state.put(who, next);
            let now = rules.seen_foes(self.state, who);
            if (now - seen).meets(self.state.up) {
                halted = Halt::Sighted;
                break;
            }
            seen = now;
        }
        let to = self.state.at[who];
        self.log.tell(Event::Moved { who, from, to, price: paid, halted });
    }

    /// Whoever was not seen and is in the way is found.
    pub fn bump_into(&mut self, who: Who, at: Square) {
        let body = Body::new(at, self.state.size[who]);
        self.find_at(who, body);
    }

    /// Enemies who fill any of these squares are hidden no longer.
    pub fn find_at(&mut self, who: Who, body: Body) {
        for foe in self.state.foes(who) & self.state.present() {
            if self.state.body(foe).distance(body) == 0 {
                self.state.hidden[foe] = 0;
                self.log.tell(Event::Found { who: foe, by: who });
            }
        }
    }
}

impl Ranks {
    /// Squares that are filled, as far as a mover knows who sees these enemies.
    #[inline]
    fn filled_for(&self, state: &State, who: Who, seen: Crowd) -> Board {
        let mut filled = state.filled;
        filled.lift(state.body(who));
        for foe in state.foes(who) & (state.present() - seen) {
            filled.lift(state.body(foe));
        }
        filled
    }

    /// Where a mover might stand: in sight as it is, elsewhere as the place was built.
    pub(crate) fn open_floor(&self, state: &State, who: Who, seen: Crowd) -> Board {
        let filled = self.filled_for(state, who, seen);
        let walls = self.grid.walls().or(&state.walls.and(&self.view_of(state, who)));
        self.grid.inside().without(&walls).without(&filled).fits(state.size[who])
    }

    /// The boards of a mover who sees these enemies.
    pub(crate) fn steps(&self, state: &State, who: Who, seen: Crowd) -> Steps {
        let size = state.size[who];
        let free = self.filled_for(state, who, seen);
        // Bodies of those who are seen may overlap those who are not only after a judge's doing; they go on top.
        let walls = state.rebuilt.then_some(&state.walls);
        let far = self.budget(state, who).saturating_add(size);
        let view = self.ground(state).view_within(walls, state.body(who), far);
        let (mut open, mut walls) = (Board::EMPTY, Board::EMPTY);
        for y in 0..usize::from(self.grid.height()) {
            walls.rows[y] = state.walls.rows[y] | !view.rows[y];
            open.rows[y] = !walls.rows[y] & !free.rows[y];
        }
        let held = self.held(state, who, seen);
        if size == 1 {
            return Steps { open, rough: state.rough, held, walls };
        }
        Steps { open: open.fits(size), rough: state.rough.touches(size), held, walls }
    }

    /// Places beside an enemy that counts.
    pub(crate) fn held(&self, state: &State, who: Who, seen: Crowd) -> Board {
        let size = i16::from(state.size[who]);
        let mut held = Board::EMPTY;
        // RANKS-R6: seen, and conscious; any number of them count once.
        for foe in seen & state.up {
            let body = state.body(foe);
            let (x, y, theirs) = (i16::from(body.at.x()), i16::from(body.at.y()), i16::from(body.size));
            held.fill(x - size, y - size, x + theirs, y + theirs);
        }
        held
    }

    pub(crate) fn ways<'a>(&self, state: &State, who: Who, steps: &'a Steps) -> Ways<'a> {
        // RANKS-R17: a body of one square does not slip between two walls.
        let walls = (state.size[who] == 1).then_some(&steps.walls);
        Ways { open: &steps.open, rough: &steps.rough, held: &steps.held, walls, prices: PRICES }
    }

    /// What a mover can spend in steps at their plain price.
    #[inline]
    pub(crate) fn budget(&self, state: &State, who: Who) -> u8 {
        state.movement[who] >> u8::from(state.is_slowed(who))
    }

    /// Looks at everything that a mover can reach, until a ring meets the goal.
    #[inline]
    pub(crate) fn explore<T>(
        &self,
        state: &State,
        who: Who,
        steps: &Steps,
        goal: Option<&Board>,
        look: impl FnOnce(&dyn Rings, &Ways<'_>) -> T,
    ) -> T {
        let (ways, budget) = (self.ways(state, who, steps), self.budget(state, who));
        let at = state.at[who];
        if budget < 12 {
            look(&Flood::<12>::new(at, &ways, budget, goal), &ways)
        } else {
            look(&Flood::<{ MAX_PRICE + 1 }>::new(at, &ways, budget, goal), &ways)
        }
    }

    /// The cheapest way to a place, as far as the mover knows.
    pub(crate) fn path_to(&self, state: &State, who: Who, to: Square) -> Option<Path> {
        self.path_past(state, who, to, self.seen_foes(state, who))
    }

    /// The same for a mover who sees these enemies.
    pub(crate) fn path_past(&self, state: &State, who: Who, to: Square, seen: Crowd) -> Option<Path> {
        let steps = self.steps(state, who, seen);
        if !steps.open.has(to) || to == state.at[who] {
            return None;
        }
        let goal = Board::one(to);
        self.explore(state, who, &steps, Some(&goal), |rings, ways| path(state, who, to, rings, ways))
    }

    /// The price of one step for somebody who sees these enemies, in movement points.
    pub(crate) fn step_price(&self, state: &State, who: Who, to: Square, seen: Crowd) -> u8 {
        let size = state.size[who];
        let body = Body::new(to, size);
        let rough = body.squares().any(|square| state.rough.has(square));
        let held = (seen & state.up).any(|foe| state.distance(who, foe) <= 1);
        let price = 1 + if rough { PRICES.rough } else { 0 } + if held { PRICES.held } else { 0 };
        if state.is_slowed(who) { 2 * price } else { price }
    }

    /// May somebody stand with its upper left square here, as far as it knows? `seen` are the enemies that it knows of.
    pub(crate) fn has_room(&self, state: &State, who: Who, at: Square, size: u8, seen: Crowd) -> bool {
        let unseen = state.foes(who) & (state.present() - seen);
        let is_filled = |square: Square| {
            let by_unseen = |foe: Who| state.body(foe).distance(Body::new(square, 1)) == 0;
            state.filled.has(square) && !unseen.any(by_unseen)
        };
        self.is_clear(state, Body::new(at, size), is_filled)
    }

    /// May somebody truly stand here, its own squares apart?
    pub(crate) fn is_free(&self, state: &State, who: Who, to: Square) -> bool {
        let own = state.body(who);
        let alive = !state.dead.has(who);
        let is_filled =
            |square: Square| state.filled.has(square) && !(alive && own.distance(Body::new(square, 1)) == 0);
        self.is_clear(state, Body::new(to, own.size), is_filled)
    }

    /// Is all of a body on floor that nobody fills?
    pub(crate) fn is_clear(&self, state: &State, body: Body, is_filled: impl Fn(Square) -> bool) -> bool {
        let mut squares = 0;
        let clear = body.squares().all(|square| {
            squares += 1;
            self.grid.holds(square) && !state.walls.has(square) && !is_filled(square)
        });
        clear && squares == u32::from(body.size).pow(2)
    }
}

fn path(state: &State, who: Who, to: Square, rings: &dyn Rings, ways: &Ways<'_>) -> Option<Path> {
    let price = rings.price(to)?;
    let mut path = Path { squares: [Square::NOWHERE; MAX_PRICE], steps: 0, price };
    path.steps = rings.path(to, ways, &mut path.squares);
    if state.is_slowed(who) {
        path.price = price.saturating_mul(2);
    }
    (path.steps > 0).then_some(path)
}
