//! What a seat knows: enemies whom nobody of its side sees are off its map, with nothing known of them but that they
//! are there, and whether they still stand, and so is what lies out of sight. Allies tell each other what they see.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::{Crowd, Know, Seat, Side, Who};

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
        if let Seat::Player(crowd) = seat {
            self.forget_unseen_things(state, &mut known, crowd);
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

    /// What lies where nobody of a seat's side looks or stands.
    fn forget_unseen_things(&self, state: &State, known: &mut State, crowd: Crowd) {
        let sides = state.side.into_iter().filter(|side| side.meets(crowd));
        let eyes = sides.fold(Crowd::NONE, Crowd::or) & state.up;
        let mut seen: Option<Board> = None;
        for thing in known.lying.iter_mut().filter(|thing| thing.item != NOTHING) {
            let look = || eyes.fold(Board::EMPTY, |seen, who| seen.or(&self.view_of(state, who)));
            let beside = |who: Who| state.body(who).distance(Body::new(thing.at, 1)) <= 1;
            if !seen.get_or_insert_with(look).has(thing.at) && !eyes.any(beside) {
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
