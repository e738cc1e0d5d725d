//! What a card asks for (weapon, enemy, ally, square), and what it can be aimed at as far as its player knows.

use fracas_kernel::grid::{Board, Body, Square};
use fracas_kernel::{Crowd, Set, Who};

use crate::card::{Card, Does, Ground, Need, Takes, Wields};
use crate::data::{ItemKind, Ranks, Weapon, Worn};
use crate::state::{MAX_ITEMS, NOTHING, State};

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

impl Aim {
    pub const NONE: Aim = Aim { with: NOTHING, one: None, two: None, square: Square::NOWHERE };

    /// At one combatant.
    pub fn at(one: Who) -> Aim {
        Aim { one: Some(one), ..Aim::NONE }
    }

    /// At a square.
    pub fn on(square: Square) -> Aim {
        Aim { square, ..Aim::NONE }
    }

    /// Whom it names.
    pub fn targets(self) -> impl Iterator<Item = Who> {
        [self.one, self.two].into_iter().flatten()
    }
}

impl Ranks {
    /// Hands in use, and which pieces of armour are worn.
    pub(crate) fn in_use(&self, state: &State, who: Who) -> (u8, Set<Worn, u8>) {
        self.taken_up(state.in_use(who))
    }

    /// The same for whoever has these items in use.
    pub(crate) fn taken_up(&self, in_use: impl Iterator<Item = u8>) -> (u8, Set<Worn, u8>) {
        let mut used = (0, Set::NONE);
        for item in in_use.map(|item| &self.items[item as usize]) {
            used.0 += item.hands();
            if let ItemKind::Armour(armour) = item.kind {
                used.1.insert(armour.worn);
            }
        }
        used
    }

    /// The weapons in somebody's hands that can be used so, those that are alike once.
    #[inline]
    pub(crate) fn weapons_for<'a>(
        &'a self,
        state: &'a State,
        who: Who,
        wields: Wields,
    ) -> impl Iterator<Item = (u8, &'a Weapon)> + use<'a> {
        (0..MAX_ITEMS as u8).filter_map(move |place| {
            let item = state.items[who][place as usize];
            if item == NOTHING || !state.has_equipped(who, place) || !is_first(state, who, place) {
                return None;
            }
            let weapon = self.items[item as usize].weapon()?;
            (reach_of(weapon, wields) > 0).then_some((place, weapon))
        })
    }

    pub(crate) fn unmet_need(&self, state: &State, who: Who, card: &Card) -> Option<Need> {
        if card.needs.is_empty() {
            return None;
        }
        let met = |need: Need| match need {
            Need::Prone => state.prone.has(who),
            Need::Standing => !state.prone.has(who),
            Need::Hidden => state.hidden[who] > 0,
            Need::Wounded => state.wounds[who] > 0,
            Need::Damaged => state.damage[who] > 0,
            Need::Shield => self.in_use(state, who).1.has(Worn::Shield),
            Need::Afflicted => {
                state.conditions(who).any(|borne| !self.conditions[borne.condition as usize].does.is_good())
            }
        };
        card.needs.find(|&need| !met(need))
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a card, its weapon and who sees whom; a struct would say no more"
    )]
    pub(crate) fn list_aims(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        with: u8,
        seen: Crowd,
        tell: &mut dyn FnMut(Aim),
    ) {
        let range = range_of(card, weapon);
        let aim = Aim { with, ..Aim::NONE };
        let body = state.body(who);
        let near = |other: Who| body.distance(state.body(other)) <= range;
        match card.takes {
            Takes::Nothing | Takes::Around => tell(aim),
            Takes::Enemy => seen.filter(|&one| near(one)).for_each(|one| tell(Aim { one: Some(one), ..aim })),
            Takes::TwoEnemies => {
                for one in seen.filter(|&one| near(one)) {
                    tell(Aim { one: Some(one), ..aim });
                    let later = seen.filter(|&two| two > one && near(two));
                    later.for_each(|two| tell(Aim { one: Some(one), two: Some(two), ..aim }));
                }
            }
            Takes::Ally | Takes::Friend | Takes::Anyone => {
                let mut others = self.seen_friends(state, who);
                if card.takes == Takes::Friend {
                    others.insert(who);
                }
                if card.takes == Takes::Anyone {
                    others |= seen;
                }
                others.filter(|&one| near(one)).for_each(|one| tell(Aim { one: Some(one), ..aim }));
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
        seen: Crowd,
        tell: &mut dyn FnMut(Aim),
    ) {
        let (steps, reach) = (steps_of(card), range_of(card, weapon));
        let size = state.size[who];
        for square in self.squares_in_range(state, who, steps).squares() {
            if !self.suits(state, who, card, square, seen) {
                continue;
            }
            let there = Body::new(square, size);
            for one in seen {
                let body = state.body(one);
                if there.distance(body) <= reach && self.bodies_see(state, there, body) {
                    tell(Aim { one: Some(one), square, ..aim });
                }
            }
        }
    }

    /// Squares without walls that somebody sees, at most `range` away.
    fn squares_in_range(&self, state: &State, who: Who, range: u8) -> Board {
        let body = state.body(who);
        let (x, y, more) = (i16::from(body.at.x()), i16::from(body.at.y()), i16::from(body.size) - 1);
        let range = i16::from(range);
        let mut near = Board::EMPTY;
        near.fill(x - range, y - range, x + more + range, y + more + range);
        near.and(&self.view_of(state, who)).and(&self.grid.inside()).without(&state.walls)
    }

    /// Can what a card does to its square be done here, as far as the actor knows?
    fn suits(&self, state: &State, who: Who, card: &Card, square: Square, seen: Crowd) -> bool {
        card.first.iter().chain(&card.after).all(|does| match *does {
            Does::Step(_) => self.has_room(state, who, square, state.size[who], seen),
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
    let items = &state.items[who];
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
