//! What can be chosen: the list, which is quick, and everything that somebody could think of. Why something cannot be
//! chosen is told in `legal`, which is careful; tests hold the two against each other. What cards can be aimed at is in
//! `aim`.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::plot::can_take;
use fracas_kernel::{Crowd, Offer, Who};

use crate::aim::{Aim, is_first, steps_of};
use crate::card::Takes;
use crate::data::{ItemKind, Ranks};
use crate::doors::Handle;
use crate::state::{MAX_ITEMS, NOTHING, Phase, State};

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Initiative for the round.
    Roll,
    /// The next turn, after the judge has ended one.
    Begin,
    Move {
        to: Square,
    },
    Inspire,
    Scan,
    Hide,
    /// `lying` is the place of the item in the list of what lies about.
    PickUp {
        lying: u8,
    },
    /// `place` is that of the item among those carried.
    Equip {
        place: u8,
    },
    Unequip {
        place: u8,
    },
    Drop {
        place: u8,
    },
    /// `at` is a square of the door.
    Door {
        at: Square,
        how: Handle,
    },
    /// `card` is the place of the card on the sheet.
    Act {
        card: u8,
        aim: Aim,
    },
    /// Picks up something that the fight is about, or drops it.
    Carry {
        prize: u8,
        up: bool,
    },
    End,
    Retreat,
}

const _: () = assert!(size_of::<Choice>() <= 12);

/// RANKS-M4, RANKS-M5, RANKS-M6
pub(crate) const EFFORT: u8 = 4;
/// RANKS-M7
pub(crate) const HANDLING: u8 = 1;
/// What can be held.
pub(crate) const HANDS: u8 = 2;

impl Offer for Ranks {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if state.phase == Phase::Initiative {
            out.push(self.spokesman(state).does(Deed::Roll));
            return;
        }
        if state.phase == Phase::Ending {
            out.push(self.next_up(state).does(Deed::Begin));
            return;
        }
        let who = state.current();
        let seen = self.seen_foes(state, who);
        // RANKS-A1
        if !state.acted {
            self.list_cards(state, who, seen, out);
        }
        if self.budget(state, who) > 0 {
            let steps = self.steps(state, who, seen);
            self.explore(state, who, &steps, None, |rings, _| {
                for price in 1..=rings.last() {
                    out.extend(rings.ring(price).squares().map(|to| who.does(Deed::Move { to })));
                }
            });
        }
        if state.movement[who] >= EFFORT {
            out.extend([Deed::Inspire, Deed::Scan, Deed::Hide].map(|deed| who.does(deed)));
        }
        self.list_handling(state, who, out);
        for (at, door) in self.doors_at_hand(state, who) {
            let can =
                |how: &Handle| state.movement[who] >= how.price() && self.can_handle(state, who, door, *how);
            out.extend(Handle::ALL.into_iter().filter(can).map(|how| who.does(Deed::Door { at, how })));
        }
        if state.movement[who] >= HANDLING {
            let here = (0..self.plot.prizes.len() as u8).filter(|&prize| can_take(self, state, who, prize));
            out.extend(here.map(|prize| who.does(Deed::Carry { prize, up: true })));
        }
        if let Some(prize) = state.course.carried(who) {
            out.push(who.does(Deed::Carry { prize, up: false }));
        }
        out.push(who.does(Deed::End));
        if state.side[0].has(who) {
            out.push(who.does(Deed::Retreat));
        }
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in (0..state.count).map(Who) {
            let all =
                [Deed::Roll, Deed::Begin, Deed::End, Deed::Retreat, Deed::Inspire, Deed::Scan, Deed::Hide];
            out.extend(all.map(|deed| who.does(deed)));
        }
        // What others might do on their turns is not looked at in detail.
        let who = state.current();
        if who.index() >= state.count as usize || state.phase != Phase::Turn {
            return;
        }
        // RANKS-R23: nobody thinks of what lies out of sight, nor of a door there.
        let view = self.view_of(state, who);
        let things = (0..).zip(state.lying.iter()).filter(|(_, thing)| {
            let beside = state.body(who).distance(Body::new(thing.at, 1)) <= 1;
            thing.item != NOTHING && (beside || view.has(thing.at))
        });
        out.extend(things.map(|(lying, _)| who.does(Deed::PickUp { lying })));
        let doors = self.doors.iter().fold(Board::EMPTY, |all, way| all.or(&way.squares));
        for at in doors.and(&view).squares().filter(|&at| self.door_on(state, at).is_some()) {
            out.extend(Handle::ALL.map(|how| who.does(Deed::Door { at, how })));
        }
        for prize in 0..self.plot.prizes.len() as u8 {
            out.extend([true, false].map(|up| who.does(Deed::Carry { prize, up })));
        }
        for (place, _) in state.carried(who) {
            let all = [Deed::Equip { place }, Deed::Unequip { place }, Deed::Drop { place }];
            out.extend(all.map(|deed| who.does(deed)));
        }
        let inside = self.grid.inside();
        let all = |range: u8| {
            inside.squares().filter(move |&square| state.body(who).distance(Body::new(square, 1)) <= range)
        };
        let far = state.movement[who].saturating_add(1);
        out.extend(all(far).map(|to| who.does(Deed::Move { to })));
        for card in 0..self.sheet(state, who).cards.len() as u8 {
            self.think_of_card(state, who, card, &all, out);
        }
    }
}

impl Ranks {
    fn list_handling(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let can_pay = state.movement[who] >= HANDLING;
        if can_pay && state.free_place(who).is_some() {
            for (lying, thing) in (0..).zip(state.lying.iter()) {
                let beside = state.body(who).distance(Body::new(thing.at, 1)) <= 1;
                if thing.item != NOTHING && beside {
                    out.push(who.does(Deed::PickUp { lying }));
                }
            }
        }
        let (hands, worn) = self.in_use(state, who);
        for (place, item) in state.carried(who) {
            let known = &self.items[item as usize];
            if known.is_natural() || !is_first(state, who, place) {
                continue;
            }
            let equipped = state.has_equipped(who, place);
            if can_pay && equipped {
                out.push(who.does(Deed::Unequip { place }));
            }
            let fits = match known.kind {
                ItemKind::Valuable => false,
                ItemKind::Weapon(_) => true,
                ItemKind::Armour(armour) => !worn.has(armour.worn),
            };
            if can_pay && !equipped && fits && hands + known.hands() <= HANDS {
                out.push(who.does(Deed::Equip { place }));
            }
            out.push(who.does(Deed::Drop { place }));
        }
    }

    fn list_cards(&self, state: &State, who: Who, seen: Crowd, out: &mut Vec<Choice>) {
        let sheet = self.sheet(state, who);
        let hand = state.hand[who] - state.played - self.used_up(state, who);
        for (card, &index) in (0..).zip(&sheet.cards) {
            if !hand.has(card) {
                continue;
            }
            let played = &self.cards[index as usize];
            if self.unmet_need(state, who, played).is_some() {
                continue;
            }
            match played.weapon {
                None => {
                    self.list_aims(state, who, played, None, NOTHING, seen, &mut |aim| {
                        out.push(who.does(Deed::Act { card, aim }));
                    });
                }
                Some(wields) => {
                    for (place, weapon) in self.weapons_for(state, who, wields) {
                        self.list_aims(state, who, played, Some(weapon), place, seen, &mut |aim| {
                            out.push(who.does(Deed::Act { card, aim }));
                        });
                    }
                }
            }
        }
    }

    fn think_of_card<S: Iterator<Item = Square>>(
        &self,
        state: &State,
        who: Who,
        card: u8,
        all: &dyn Fn(u8) -> S,
        out: &mut Vec<Choice>,
    ) {
        let played = &self.cards[self.sheet(state, who).cards[card as usize] as usize];
        let weapons = (0..MAX_ITEMS as u8).filter(|_| played.weapon.is_some());
        for with in weapons.chain(played.weapon.is_none().then_some(NOTHING)) {
            if with != NOTHING
                && self.weapon_in(state, who, played, with).is_err_and(|why| why.rule.is_none())
            {
                continue;
            }
            let aim = Aim { with, ..Aim::NONE };
            let mut think = |aim| out.push(who.does(Deed::Act { card, aim }));
            let everybody = || (0..state.count).map(Who);
            match played.takes {
                Takes::Nothing | Takes::Around => think(aim),
                Takes::Enemy | Takes::Ally | Takes::Friend | Takes::Anyone => {
                    everybody().for_each(|one| think(Aim { one: Some(one), ..aim }));
                }
                Takes::TwoEnemies => {
                    for one in everybody() {
                        think(Aim { one: Some(one), ..aim });
                        let second = everybody().filter(|&two| two > one);
                        second.for_each(|two| think(Aim { one: Some(one), two: Some(two), ..aim }));
                    }
                }
                Takes::Square | Takes::Burst => {
                    all(played.range.saturating_add(1)).for_each(|square| think(Aim { square, ..aim }));
                }
                Takes::Charge => {
                    for square in all(steps_of(played).saturating_add(1)) {
                        everybody().for_each(|one| think(Aim { one: Some(one), square, ..aim }));
                    }
                }
            }
        }
    }
}
