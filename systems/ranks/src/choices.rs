//! What can be chosen: the list, which is quick. Why something cannot be chosen is told in `legal`, which is careful;
//! tests hold the two against each other.

use fracas_kernel::Made;
use fracas_kernel::Who;
use fracas_kernel::grid::{Board, Body, Square};

use crate::data::{Card, Does, Ground, ItemKind, Need, Ranks, Takes, Weapon, Wields, Worn};
use crate::state::{MOST_ITEMS, NOTHING, Phase, State, bit, each, ix};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Initiative for the round.
    Roll {
        who: Who,
    },
    Move {
        who: Who,
        to: Square,
    },
    Inspire {
        who: Who,
    },
    Scan {
        who: Who,
    },
    Hide {
        who: Who,
    },
    /// `lying` is the place of the item in the list of what lies about.
    PickUp {
        who: Who,
        lying: u8,
    },
    /// `place` is that of the item among those carried.
    Equip {
        who: Who,
        place: u8,
    },
    Unequip {
        who: Who,
        place: u8,
    },
    Drop {
        who: Who,
        place: u8,
    },
    /// `card` is the place of the card on the sheet.
    Act {
        who: Who,
        card: u8,
        aim: Aim,
    },
    End {
        who: Who,
    },
    Retreat {
        who: Who,
    },
}

/// What a card wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The place of the weapon among the items; [`NOTHING`] for none.
    pub with: u8,
    pub one: Option<Who>,
    pub two: Option<Who>,
    /// [`Square::NOWHERE`] for none.
    pub square: Square,
}

const _: () = assert!(size_of::<Choice>() <= 12);

impl Aim {
    pub const NONE: Aim = Aim { with: NOTHING, one: None, two: None, square: Square::NOWHERE };
}

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Roll { who }
            | Choice::Move { who, .. }
            | Choice::Inspire { who }
            | Choice::Scan { who }
            | Choice::Hide { who }
            | Choice::PickUp { who, .. }
            | Choice::Equip { who, .. }
            | Choice::Unequip { who, .. }
            | Choice::Drop { who, .. }
            | Choice::Act { who, .. }
            | Choice::End { who }
            | Choice::Retreat { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

/// RANKS-M4, RANKS-M5, RANKS-M6
pub(crate) const EFFORT: u8 = 4;
/// RANKS-M7
pub(crate) const HANDLING: u8 = 1;
/// What can be held.
pub(crate) const HANDS: u8 = 2;

impl Ranks {
    /// Who is asked to roll initiative.
    pub(crate) fn spokesman(&self, state: &State) -> Who {
        let heroes = state.side[0] & state.up;
        let asked = if heroes != 0 { heroes } else { state.up };
        each(asked).next().unwrap_or(Who(0))
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if state.phase == Phase::Initiative {
            out.push(Choice::Roll { who: self.spokesman(state) });
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
                    out.extend(rings.ring(price).squares().map(|to| Choice::Move { who, to }));
                }
            });
        }
        if state.movement[ix(who)] >= EFFORT {
            out.extend([Choice::Inspire { who }, Choice::Scan { who }, Choice::Hide { who }]);
        }
        self.list_handling(state, who, out);
        out.push(Choice::End { who });
        if state.side[0] & bit(who) != 0 {
            out.push(Choice::Retreat { who });
        }
    }

    fn list_handling(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let can_pay = state.movement[ix(who)] >= HANDLING;
        if can_pay && state.free_place(who).is_some() {
            for (lying, thing) in (0..).zip(&state.lying) {
                let beside = state.body(who).distance(Body::new(thing.at, 1)) <= 1;
                let first = !state.lying[..lying as usize].contains(thing);
                if thing.item != NOTHING && beside && first {
                    out.push(Choice::PickUp { who, lying });
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
                out.push(Choice::Unequip { who, place });
            }
            let fits = match known.kind {
                ItemKind::Valuable => false,
                ItemKind::Weapon(_) => true,
                ItemKind::Armour(armour) => worn & 1 << armour.worn as u8 == 0,
            };
            if can_pay && !equipped && fits && hands + known.hands() <= HANDS {
                out.push(Choice::Equip { who, place });
            }
            out.push(Choice::Drop { who, place });
        }
    }

    /// Hands in use, and which pieces of armour are worn, bit by [`Worn`].
    fn in_use(&self, state: &State, who: Who) -> (u8, u8) {
        let mut used = (0, 0);
        for (place, item) in state.carried(who) {
            if state.has_equipped(who, place) {
                let item = &self.items[item as usize];
                used.0 += item.hands();
                if let ItemKind::Armour(armour) = item.kind {
                    used.1 |= 1 << armour.worn as u8;
                }
            }
        }
        used
    }

    fn list_cards(&self, state: &State, who: Who, seen: u128, out: &mut Vec<Choice>) {
        let sheet = self.sheet(state, who);
        let hand = state.hand[ix(who)] & !state.played;
        for (card, &index) in (0..).zip(&sheet.cards) {
            if hand >> card & 1 == 0 {
                continue;
            }
            let played = &self.cards[index as usize];
            if self.unmet_need(state, who, played).is_some() {
                continue;
            }
            match played.weapon {
                None => {
                    self.list_aims(state, who, played, None, NOTHING, seen, &mut |aim| {
                        out.push(Choice::Act { who, card, aim });
                    });
                }
                Some(wields) => {
                    for (place, weapon) in self.weapons_for(state, who, wields) {
                        self.list_aims(state, who, played, Some(weapon), place, seen, &mut |aim| {
                            out.push(Choice::Act { who, card, aim });
                        });
                    }
                }
            }
        }
    }

    /// The weapons in somebody's hands that can be used so, those that are alike once.
    #[inline]
    pub(crate) fn weapons_for<'a>(
        &'a self,
        state: &'a State,
        who: Who,
        wields: Wields,
    ) -> impl Iterator<Item = (u8, &'a Weapon)> + use<'a> {
        (0..MOST_ITEMS as u8).filter_map(move |place| {
            let item = state.items[ix(who)][place as usize];
            if item == NOTHING || !state.has_equipped(who, place) || !is_first(state, who, place) {
                return None;
            }
            let weapon = self.items[item as usize].weapon()?;
            (reach_of(weapon, wields) > 0).then_some((place, weapon))
        })
    }

    pub(crate) fn unmet_need(&self, state: &State, who: Who, card: &Card) -> Option<Need> {
        if card.needs == 0 {
            return None;
        }
        let met = |need: Need| match need {
            Need::Prone => state.prone & bit(who) != 0,
            Need::Standing => state.prone & bit(who) == 0,
            Need::Hidden => state.hidden[ix(who)] > 0,
            Need::Wounded => state.wounds[ix(who)] > 0,
            Need::Damaged => state.damage[ix(who)] > 0,
            Need::Shield => self.in_use(state, who).1 >> Worn::Shield as u8 & 1 == 1,
            Need::Afflicted => {
                state.conditions(who).any(|borne| !self.conditions[borne.condition as usize].does.is_good())
            }
        };
        Need::ALL.into_iter().map(|(_, need)| need).find(|&need| card.needs & need as u8 != 0 && !met(need))
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a card, its weapon and who sees whom; a struct would say no more"
    )]
    fn list_aims(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        with: u8,
        seen: u128,
        tell: &mut dyn FnMut(Aim),
    ) {
        let range = range_of(card, weapon);
        let aim = Aim { with, ..Aim::NONE };
        let body = state.body(who);
        let near = |other: Who| body.distance(state.body(other)) <= range;
        match card.takes {
            Takes::Nothing | Takes::Around => tell(aim),
            Takes::Enemy => {
                each(seen).filter(|&one| near(one)).for_each(|one| tell(Aim { one: Some(one), ..aim }))
            }
            Takes::TwoEnemies => {
                for one in each(seen).filter(|&one| near(one)) {
                    tell(Aim { one: Some(one), ..aim });
                    let later = each(seen).filter(|&two| two > one && near(two));
                    later.for_each(|two| tell(Aim { one: Some(one), two: Some(two), ..aim }));
                }
            }
            Takes::Ally | Takes::Friend | Takes::Anyone => {
                let mut others = self.seen_friends(state, who);
                if card.takes == Takes::Friend {
                    others |= bit(who);
                }
                if card.takes == Takes::Anyone {
                    others |= seen;
                }
                each(others).filter(|&one| near(one)).for_each(|one| tell(Aim { one: Some(one), ..aim }));
            }
            Takes::Square | Takes::Burst => {
                for square in self.squares_in_range(state, who, range).squares() {
                    if self.suits(state, who, card, square, seen) {
                        tell(Aim { square, ..aim });
                    }
                }
            }
            Takes::Charge => self.list_charges(state, who, card, weapon, aim, seen, tell),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "as above")]
    fn list_charges(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        aim: Aim,
        seen: u128,
        tell: &mut dyn FnMut(Aim),
    ) {
        let (steps, reach) = (steps_of(card), range_of(card, weapon));
        let size = state.size[ix(who)];
        for square in self.squares_in_range(state, who, steps).squares() {
            if !self.suits(state, who, card, square, seen) {
                continue;
            }
            let there = Body::new(square, size);
            for one in each(seen) {
                let body = state.body(one);
                if there.distance(body) <= reach && self.bodies_see(state, there, body) {
                    tell(Aim { one: Some(one), square, ..aim });
                }
            }
        }
    }

    /// Friends whom somebody sees, the unconscious among them.
    pub(crate) fn seen_friends(&self, state: &State, who: Who) -> u128 {
        let friends = state.friends(who) & state.present() & !bit(who);
        if state.rebuilt {
            return self.seen_among(state, who, friends);
        }
        each(friends)
            .filter(|&friend| self.can_see(state, who, friend))
            .fold(0, |set, friend| set | bit(friend))
    }

    /// Squares without walls that somebody sees, so many steps away at most.
    fn squares_in_range(&self, state: &State, who: Who, range: u8) -> Board {
        let body = state.body(who);
        let (x, y, more) = (i16::from(body.at.x()), i16::from(body.at.y()), i16::from(body.size) - 1);
        let range = i16::from(range);
        let mut near = Board::EMPTY;
        near.fill(x - range, y - range, x + more + range, y + more + range);
        near.and(&self.view_of(state, who)).and(&self.grid.inside()).without(&state.walls)
    }

    /// Can what a card does to its square be done here, as far as the actor knows?
    fn suits(&self, state: &State, who: Who, card: &Card, square: Square, seen: u128) -> bool {
        card.first.iter().chain(&card.after).all(|does| match *does {
            Does::Step(_) => self.has_room(state, who, square, state.size[ix(who)], seen),
            Does::Summon(sheet) => self.has_room(state, who, square, self.sheets[sheet as usize].size, seen),
            Does::Terrain(Ground::Wall) if card.takes == Takes::Square => {
                self.has_room(state, who, square, 1, seen)
            }
            _ => true,
        })
    }
}

/// Is this the first of somebody's items that are alike?
pub(crate) fn is_first(state: &State, who: Who, place: u8) -> bool {
    let items = &state.items[ix(who)];
    let like = |other: u8| {
        items[other as usize] == items[place as usize]
            && state.has_equipped(who, other) == state.has_equipped(who, place)
    };
    !(0..place).any(like)
}

/// How far a weapon goes when it is used so; 0 if it cannot be.
#[inline]
pub(crate) fn reach_of(weapon: &Weapon, wields: Wields) -> u8 {
    match wields {
        Wields::Melee => weapon.reach,
        Wields::Ranged => weapon.range,
        Wields::Any => weapon.reach.max(weapon.range),
    }
}

/// How far a card goes with a weapon, or without.
#[inline]
pub(crate) fn range_of(card: &Card, weapon: Option<&Weapon>) -> u8 {
    match (card.weapon, weapon) {
        (Some(wields), Some(weapon)) => reach_of(weapon, wields),
        _ => card.range,
    }
}

/// How far a card lets its player step.
pub(crate) fn steps_of(card: &Card) -> u8 {
    let steps = card.first.iter().chain(&card.after).map(|does| match does {
        Does::Step(steps) => *steps,
        _ => 0,
    });
    steps.max().unwrap_or(0)
}
