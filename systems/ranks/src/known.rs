//! What a seat knows: enemies whom nobody of its side sees are off its map, with nothing known of them but that they
//! are there, and whether they still stand; and so is the ground out of sight, with what lies on it. Allies tell each
//! other what they see.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::{Crowd, Door, Know, Seat, Side, Who};

use crate::data::{Cards, Ranks};
use crate::state::{Borne, Lying, MAX_CONDITIONS, NOTHING, State};

impl Know for Ranks {
    fn known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if seat == Seat::Judge {
            return known;
        }
        let unknown = self.unknown_to(state, seat);
        for who in unknown {
            self.lose_sight(&mut known, who);
        }
        for who in state.everyone().filter(|&who| !self.confides(state, seat, who)) {
            let sheet = self.sheet(state, who);
            known.hand[who] = sheet.held;
            known.deck[who] = sheet.whole_deck();
        }
        self.forget_unseen_ground(state, &mut known, seat);
        // RANKS-G5: nobody but the judge knows what is to come.
        if self.plotted {
            known.course = self.course_known_to(state, seat);
        }
        if unknown.has(state.current()) {
            known.acted = false;
            known.played = Cards::NONE;
        }
        known
    }
}

impl Ranks {
    /// The combatants of whom a seat must not know where they are.
    pub(crate) fn unknown_to(&self, state: &State, seat: Seat) -> Crowd {
        let unseen =
            |side: Side| state.side[side.other().index()] - state.gone - self.seen_by_side(state, side);
        match seat {
            Seat::Judge => Crowd::NONE,
            Seat::Watcher => self.unknown_to_both(state),
            Seat::Player(crowd) => {
                let [heroes, monsters] = state.side.map(|side| side.meets(crowd));
                match (heroes, monsters) {
                    (true, true) => Crowd::NONE,
                    (true, false) => unseen(Side::Heroes),
                    (false, true) => unseen(Side::Monsters),
                    (false, false) => self.unknown_to_both(state),
                }
            }
        }
    }

    /// Everybody at the table knows what both sides know: not whom one side alone sees, nor whom only such a one sees.
    fn unknown_to_both(&self, state: &State) -> Crowd {
        let (mut known, mut unknown) = (state.clone(), Crowd::NONE);
        loop {
            let [one, other] =
                Side::BOTH.map(|side| known.side[side.other().index()] - self.seen_by_side(&known, side));
            let more = (one | other) - known.gone - unknown;
            if more.is_empty() {
                return unknown;
            }
            more.for_each(|who| self.lose_sight(&mut known, who));
            unknown |= more;
        }
    }

    /// Whose cards and plans a seat knows.
    pub(crate) fn confides(&self, state: &State, seat: Seat, who: Who) -> bool {
        match seat {
            Seat::Judge => true,
            Seat::Watcher => false,
            Seat::Player(crowd) => state.friends(who).meets(crowd),
        }
    }

    /// Those through whose eyes a seat looks at the field.
    fn eyes(&self, state: &State, seat: Seat) -> Crowd {
        // A watcher has the eyes of those heroes of whom everybody knows.
        let watcher = || state.side[0] - self.unknown_to_both(state);
        let all = match seat {
            Seat::Judge => state.everyone(),
            Seat::Watcher => watcher(),
            Seat::Player(crowd) => {
                let sides = state.side.into_iter().filter(|side| side.meets(crowd));
                let own = sides.fold(Crowd::NONE, Crowd::or);
                if own.is_empty() { watcher() } else { own }
            }
        };
        let up = all & state.up;
        // When the last of them falls, the field does not go dark: it is as the fallen see it.
        if up.is_empty() {
            (all - state.gone).filter(|&who| state.at[who] != Square::NOWHERE).collect()
        } else {
            up
        }
    }

    /// The squares that a seat sees now.
    pub(crate) fn ground_known_to(&self, state: &State, seat: Seat) -> Board {
        match seat {
            Seat::Judge => self.grid.inside(),
            _ => {
                let eyes = self.eyes(state, seat);
                eyes.fold(Board::EMPTY, |seen, who| seen.or(&self.view_of(state, who)))
            }
        }
    }

    /// Out of sight there is open floor and nothing on it, as far as anybody knows: no wall, no door, no treasure. What
    /// is seen past it stays as it is, because the walls that bound a view are seen.
    fn forget_unseen_ground(&self, state: &State, known: &mut State, seat: Seat) {
        // RANKS-R23
        let (eyes, seen) = (self.eyes(state, seat), self.ground_known_to(state, seat));
        known.walls = state.walls.and(&seen);
        known.rough = state.rough.and(&seen);
        for (door, _) in (0_u8..).zip(&self.doors).filter(|(_, way)| !way.squares.meets(&seen)) {
            known.doors[door] = Door::Open;
            known.shut.remove(door);
        }
        self.look_at_walls(known);
        for thing in known.lying.iter_mut().filter(|thing| thing.item != NOTHING) {
            let beside = |who: Who| state.body(who).distance(Body::new(thing.at, 1)) <= 1;
            if !seen.has(thing.at) && !eyes.any(beside) {
                *thing = Lying::default();
            }
        }
    }

    /// As good as new, and nowhere.
    fn lose_sight(&self, state: &mut State, who: Who) {
        state.take_off(who);
        state.at[who] = Square::NOWHERE;
        state.damage[who] = 0;
        state.wounds[who] = 0;
        state.movement[who] = 0;
        state.senses[who] = 0;
        state.hidden[who] = 0;
        state.borne[who] = [Borne::default(); MAX_CONDITIONS];
        state.prone.remove(who);
        state.stunned.remove(who);
        state.outfit(who, self.sheet(state, who));
        self.refresh(state, who);
    }
}
