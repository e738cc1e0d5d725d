//! What a seat knows: enemies whom nobody of its side sees are off its map, with nothing known of them but that they
//! are there, and whether they still stand. Allies tell each other what they see.

use fracas_kernel::grid::Square;
use fracas_kernel::{Seat, Side, Who};

use crate::data::Ranks;
use crate::state::{Borne, MOST_CONDITIONS, MOST_ITEMS, NOTHING, State, bit, each, ix};

impl Ranks {
    /// The combatants of whom a seat must not know where they are.
    pub(crate) fn unknown_to(&self, state: &State, seat: Seat) -> u128 {
        let unseen =
            |side: Side| state.side[side.other().index()] & !state.gone & !self.seen_by_side(state, side);
        match seat {
            Seat::Judge => 0,
            Seat::Watcher => self.unknown_to_both(state),
            Seat::Player(crowd) => {
                let [heroes, monsters] = state.side.map(|side| side & crowd.0 != 0);
                match (heroes, monsters) {
                    (true, true) => 0,
                    (true, false) => unseen(Side::Heroes),
                    (false, true) => unseen(Side::Monsters),
                    (false, false) => self.unknown_to_both(state),
                }
            }
        }
    }

    /// Everybody at the table knows what both sides know: not whom one side alone sees, nor whom only such a one sees.
    fn unknown_to_both(&self, state: &State) -> u128 {
        let (mut known, mut unknown) = (state.clone(), 0);
        loop {
            let unseen =
                Side::BOTH.map(|side| known.side[side.other().index()] & !self.seen_by_side(&known, side));
            let more = (unseen[0] | unseen[1]) & !known.gone & !unknown;
            if more == 0 {
                return unknown;
            }
            each(more).for_each(|who| self.forget(&mut known, who));
            unknown |= more;
        }
    }

    /// Whose cards and plans a seat knows.
    pub(crate) fn confides(&self, state: &State, seat: Seat, who: Who) -> bool {
        match seat {
            Seat::Judge => true,
            Seat::Watcher => false,
            Seat::Player(crowd) => state.friends(who) & crowd.0 != 0,
        }
    }

    pub(crate) fn as_known(&self, state: &State, seat: Seat) -> State {
        let mut known = state.clone();
        if seat == Seat::Judge {
            return known;
        }
        let unknown = self.unknown_to(state, seat);
        for who in each(unknown) {
            self.forget(&mut known, who);
        }
        for who in each(state.everyone()).filter(|&who| !self.confides(state, seat, who)) {
            let sheet = self.sheet(state, who);
            known.hand[ix(who)] = sheet.held;
            known.deck[ix(who)] = sheet.whole_deck();
        }
        if unknown & bit(state.current()) != 0 {
            known.acted = false;
            known.played = 0;
        }
        known
    }

    /// As good as new, and nowhere.
    fn forget(&self, state: &mut State, who: Who) {
        let index = ix(who);
        state.take_off(who);
        state.at[index] = Square::NOWHERE;
        state.damage[index] = 0;
        state.wounds[index] = 0;
        state.movement[index] = 0;
        state.senses[index] = 0;
        state.hidden[index] = 0;
        state.borne[index] = [Borne::default(); MOST_CONDITIONS];
        state.items[index] = [NOTHING; MOST_ITEMS];
        state.equipped[index] = 0;
        state.prone &= !bit(who);
        state.stunned &= !bit(who);
        let sheet = self.sheet(state, who);
        for (place, &(item, equipped)) in sheet.items.iter().enumerate().take(MOST_ITEMS) {
            state.items[index][place] = item;
            state.equipped[index] |= u8::from(equipped) << place;
        }
        self.refresh(state, who);
    }
}
