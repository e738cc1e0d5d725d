//! Why something cannot be chosen, and by which rule. Written without a look at the list in `choices`: prices are found
//! square by square here, and targets one by one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fracas_kernel::grid::{Body, MAX_SIDE, Square, can_step};
use fracas_kernel::plot::{why_not_drop, why_not_take};
use fracas_kernel::{Allow, Refusal, Tell, Who};

use crate::aim::{Aim, is_first, range_of, reach_of, steps_of};
use crate::card::{Card, Does, Ground, Takes};
use crate::choices::{Choice, Deed, EFFORT, HANDLING, HANDS};
use crate::data::{ItemKind, Ranks, Weapon};
use crate::state::{MAX_ITEMS, NOTHING, Phase, State};
use crate::words::POINTS;

impl Allow for Ranks {
    fn legal(&self, state: &State, Choice { who, deed }: Choice) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::by("RANKS-R14", "the encounter is over").unsought());
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("nobody goes by that name"));
        }
        if deed == Deed::Roll {
            return self.may_roll(state, who);
        }
        if state.phase == Phase::Initiative {
            return Err(Refusal::by("RANKS-T1", "initiative comes first").unsought());
        }
        if deed == Deed::Begin || state.phase == Phase::Ending {
            let begins = deed == Deed::Begin && state.phase == Phase::Ending && self.next_up(state) == who;
            let why = "a turn begins when the one before it is over";
            return if begins { Ok(()) } else { Err(Refusal::by("RANKS-R22", why).unsought()) };
        }
        if state.current() != who {
            let why = format!("it is not {}'s turn", self.name(state, who));
            return Err(Refusal::by("RANKS-T1", why).unsought());
        }
        match deed {
            Deed::Roll | Deed::Begin | Deed::End => Ok(()),
            Deed::Move { to } => self.may_move(state, who, to),
            Deed::Inspire => can_pay(state, who, EFFORT, "RANKS-M4"),
            Deed::Scan => can_pay(state, who, EFFORT, "RANKS-M5"),
            Deed::Hide => can_pay(state, who, EFFORT, "RANKS-M6"),
            Deed::PickUp { lying } => self.may_pick_up(state, who, lying),
            Deed::Equip { place } => self.may_equip(state, who, place),
            Deed::Unequip { place } => {
                self.may_handle(state, who, place, Some(true))?;
                can_pay(state, who, HANDLING, "RANKS-M7")
            }
            Deed::Drop { place } => self.may_handle(state, who, place, None),
            Deed::Door { at, how } => self.may_handle_door(state, who, at, how),
            Deed::Act { card, aim } => self.may_play(state, who, card, aim),
            Deed::Carry { prize, up: true } => {
                why_not_take(self, state, who, prize)?;
                can_pay(state, who, HANDLING, "RANKS-G2")
            }
            Deed::Carry { prize, up: false } => why_not_drop(self, state, who, prize),
            Deed::Retreat if !state.side[0].has(who) => {
                Err(Refusal::by("RANKS-R20", "only heroes can call a retreat").unsought())
            }
            Deed::Retreat => Ok(()),
        }
    }
}

impl Ranks {
    fn may_roll(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.phase != Phase::Initiative {
            return Err(Refusal::by("RANKS-T1", "initiative is rolled at the start of a round").unsought());
        }
        if self.spokesman(state) != who {
            return Err(Refusal::new("somebody else is asked to roll"));
        }
        Ok(())
    }

    // --- moving ---

    fn may_move(&self, state: &State, who: Who, to: Square) -> Result<(), Refusal> {
        if !self.grid.holds(to) || to == state.at[who] {
            return Err(Refusal::new("that is not a square to move to"));
        }
        let body = Body::new(to, state.size[who]);
        let view = self.view_of(state, who);
        // Out of sight comes first: no refusal tells of a wall that nobody has seen.
        if body.squares().any(|square| self.grid.holds(square) && !view.has(square)) {
            return Err(Refusal::by("RANKS-U5", "that square is out of sight").unsought());
        }
        if body.squares().any(|square| state.walls.has(square)) {
            return Err(Refusal::by("RANKS-M1", "there is a wall").unsought());
        }
        if !self.could_stand(state, who, to) {
            return Err(Refusal::by("RANKS-M1", "there is no room").unsought());
        }
        match self.plain_price(state, who, to) {
            None => Err(Refusal::by("RANKS-M1", "there is no way to that square").unsought()),
            Some(price) => {
                let had = state.movement[who];
                if u32::from(had) >= price && price / (1 + u32::from(state.is_slowed(who))) <= 62 {
                    return Ok(());
                }
                Err(Refusal::by(
                    "RANKS-M1",
                    format!("that costs {}, and {had} are left", POINTS.count(price as i32)),
                ))
            }
        }
    }

    /// Could somebody stand here, as far as it knows?
    fn could_stand(&self, state: &State, who: Who, at: Square) -> bool {
        let body = Body::new(at, state.size[who]);
        let fits = usize::from(at.x()) + usize::from(body.size) <= usize::from(self.grid.width())
            && usize::from(at.y()) + usize::from(body.size) <= usize::from(self.grid.height());
        let known =
            |other: Who| other != who && (state.friends(who).has(other) || self.can_see(state, who, other));
        fits && body.squares().all(|square| !state.walls.has(square))
            && state.present().filter(|&other| known(other)).all(|other| state.body(other).distance(body) > 0)
    }

    /// The least price of a place in movement points, found square by square.
    fn plain_price(&self, state: &State, who: Who, to: Square) -> Option<u32> {
        let view = self.view_of(state, who);
        let size = state.size[who];
        // What is out of sight may be a wall, at a corner too.
        let hidden = state.walls.or(&self.grid.inside().without(&view));
        let walls = (size == 1).then_some(&hidden);
        let threats = self.seen_foes(state, who) & state.up;
        let mut prices = [u16::MAX; MAX_SIDE * MAX_SIDE];
        let index = |square: Square| usize::from(square.y()) * MAX_SIDE + usize::from(square.x());
        let start = state.at[who];
        let mut queue: BinaryHeap<Reverse<(u16, Square)>> = Default::default();
        prices[index(start)] = 0;
        queue.push(Reverse((0, start)));
        while let Some(Reverse((price, from))) = queue.pop() {
            if from == to {
                let times = 1 + u32::from(state.is_slowed(who));
                return Some(u32::from(price) * times);
            }
            // Nobody can pay for more.
            if price > prices[index(from)] || price > 200 {
                continue;
            }
            let here = Body::new(from, size);
            let held = threats.any(|foe| state.body(foe).distance(here) == 1);
            for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let Some(next) = from.step(dx, dy) else { continue };
                let there = Body::new(next, size);
                let seen = there.squares().all(|square| view.has(square));
                if !seen || !can_step(from, next, walls) || !self.could_stand(state, who, next) {
                    continue;
                }
                let rough = there.squares().any(|square| state.rough.has(square));
                let price = price + 1 + u16::from(rough) + if held { 4 } else { 0 };
                if price < prices[index(next)] {
                    prices[index(next)] = price;
                    queue.push(Reverse((price, next)));
                }
            }
        }
        None
    }

    // --- items ---

    fn may_pick_up(&self, state: &State, who: Who, lying: u8) -> Result<(), Refusal> {
        let there = state.lying.get(lying as usize).filter(|thing| thing.item != NOTHING);
        let beside = |at: Square| state.body(who).distance(Body::new(at, 1)) <= 1;
        // Nobody knows of what lies out of sight.
        let known = |at: Square| beside(at) || self.view_of(state, who).has(at);
        let Some(thing) = there.filter(|thing| known(thing.at)) else {
            return Err(Refusal::new("nothing lies there"));
        };
        if !beside(thing.at) {
            return Err(Refusal::by("RANKS-M7", "it is not within arm's reach"));
        }
        if state.free_place(who).is_none() {
            return Err(Refusal::new(format!("nobody carries more than {MAX_ITEMS} things")).sought());
        }
        can_pay(state, who, HANDLING, "RANKS-M7")
    }

    /// `equipped` is what the item must be, if it matters.
    fn may_handle(&self, state: &State, who: Who, place: u8, equipped: Option<bool>) -> Result<(), Refusal> {
        let item = state.items[who].get(place as usize).copied().filter(|&item| item != NOTHING);
        let Some(item) = item else { return Err(Refusal::new("there is no such item")) };
        if self.items[item as usize].is_natural() {
            return Err(Refusal::new("it is a part of the body"));
        }
        if !is_first(state, who, place) {
            return Err(Refusal::new("another like it comes first"));
        }
        match (equipped, state.has_equipped(who, place)) {
            (Some(true), false) => Err(Refusal::by("RANKS-M7", "it is not equipped").unsought()),
            (Some(false), true) => Err(Refusal::by("RANKS-M7", "it is already equipped").unsought()),
            _ => Ok(()),
        }
    }

    fn may_equip(&self, state: &State, who: Who, place: u8) -> Result<(), Refusal> {
        self.may_handle(state, who, place, Some(false))?;
        let items = &self.items;
        let new = &items[state.items[who][place as usize] as usize];
        let in_use = || {
            state
                .carried(who)
                .filter(|&(at, _)| state.has_equipped(who, at))
                .map(|(_, item)| &items[item as usize])
        };
        if let ItemKind::Valuable = new.kind {
            return Err(Refusal::new("it cannot be equipped"));
        }
        let worn =
            |kind: &ItemKind| if let ItemKind::Armour(armour) = kind { Some(armour.worn) } else { None };
        if worn(&new.kind).is_some_and(|place| in_use().any(|item| worn(&item.kind) == Some(place))) {
            return Err(Refusal::by("RANKS-M7", "something of that kind is already worn"));
        }
        let hands: u8 = in_use().map(|item| item.hands()).sum();
        if hands + new.hands() > HANDS {
            return Err(Refusal::by("RANKS-M7", "no hand is free"));
        }
        can_pay(state, who, HANDLING, "RANKS-M7")
    }

    // --- cards ---

    fn may_play(&self, state: &State, who: Who, card: u8, aim: Aim) -> Result<(), Refusal> {
        let sheet = self.sheet(state, who);
        let Some(&index) = sheet.cards.get(card as usize) else {
            return Err(Refusal::new("there is no such card"));
        };
        let played = &self.cards[index as usize];
        let weapon = self.weapon_in(state, who, played, aim.with)?;
        self.fits_the_form(state, who, played, aim)?;
        if state.acted {
            return Err(Refusal::by("RANKS-A1", "this turn's action has been taken"));
        }
        if !state.hand[who].has(card) {
            return Err(Refusal::by("RANKS-R11", "the card is not in hand").unsought());
        }
        if state.played.has(card) {
            return Err(Refusal::by("RANKS-A1", "the card has been played this turn"));
        }
        if self.used_up(state, who).has(card) {
            return Err(Refusal::by("RANKS-E3", "the card is used up in this fight"));
        }
        if let Some(need) = self.unmet_need(state, who, played) {
            return Err(Refusal::by("RANKS-U8", need.words()));
        }
        self.may_aim(state, who, played, weapon, aim)
    }

    pub(crate) fn weapon_in(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        place: u8,
    ) -> Result<Option<&Weapon>, Refusal> {
        let Some(wields) = card.weapon else {
            let none = place == NOTHING;
            return if none { Ok(None) } else { Err(Refusal::new("the card is played without a weapon")) };
        };
        let item = state.items[who].get(place as usize).copied().filter(|&item| item != NOTHING);
        let weapon = item.and_then(|item| self.items[item as usize].weapon());
        let Some(weapon) = weapon else { return Err(Refusal::new("that is not a weapon")) };
        if !is_first(state, who, place) {
            return Err(Refusal::new("another like it comes first"));
        }
        if !state.has_equipped(who, place) {
            return Err(Refusal::by("RANKS-M7", "the weapon is not in hand"));
        }
        if reach_of(weapon, wields) == 0 {
            return Err(Refusal::new("the card is not for such a weapon"));
        }
        Ok(Some(weapon))
    }

    /// Is everything named that the card wants to know, and nothing else?
    fn fits_the_form(&self, state: &State, who: Who, card: &Card, aim: Aim) -> Result<(), Refusal> {
        let (one, two, square) = (aim.one.is_some(), aim.two.is_some(), aim.square != Square::NOWHERE);
        let fits = match card.takes {
            Takes::Nothing | Takes::Around => !one && !two && !square,
            Takes::Enemy | Takes::Ally | Takes::Friend | Takes::Anyone => one && !two && !square,
            Takes::TwoEnemies => one && !square && aim.two.is_none_or(|two| Some(two) > aim.one),
            Takes::Square | Takes::Burst => !one && !two && square,
            Takes::Charge => one && !two && square,
        };
        if !fits {
            return Err(Refusal::new("that is not what the card asks for"));
        }
        for other in aim.targets() {
            if other.index() >= state.count as usize || !state.present().has(other) {
                return Err(Refusal::new("that one is not there"));
            }
            let friend = state.friends(who).has(other);
            let fits = match card.takes {
                Takes::Ally => friend && other != who,
                Takes::Friend => friend,
                Takes::Anyone => other != who,
                _ => !friend,
            };
            if !fits {
                return Err(Refusal::new("the card does not take that one"));
            }
        }
        Ok(())
    }

    fn may_aim(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        weapon: Option<&Weapon>,
        aim: Aim,
    ) -> Result<(), Refusal> {
        let range = range_of(card, weapon);
        let mut from = state.body(who);
        if aim.square != Square::NOWHERE {
            let far = if card.takes == Takes::Charge { steps_of(card) } else { range };
            self.may_choose(state, who, card, aim.square, far)?;
        }
        if card.takes == Takes::Charge {
            from = Body::new(aim.square, from.size);
        }
        for other in aim.targets().filter(|&other| other != who) {
            let body = state.body(other);
            if !self.can_see(state, who, other) {
                return Err(Refusal::by("RANKS-M8", "the target is not seen"));
            }
            if from.distance(body) > range {
                return Err(Refusal::by("RANKS-R8", format!("the target is more than {range} squares away")));
            }
            if !self.bodies_see(state, from, body) {
                return Err(Refusal::by("RANKS-R7", "there is a wall between"));
            }
        }
        Ok(())
    }

    fn may_choose(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        square: Square,
        far: u8,
    ) -> Result<(), Refusal> {
        let no_choice = || Refusal::new("that is not a square to choose");
        if !self.grid.holds(square) {
            return Err(no_choice());
        }
        if state.body(who).distance(Body::new(square, 1)) > far {
            let why = format!("the square is more than {far} squares away");
            return Err(Refusal::by("RANKS-R8", why).unsought());
        }
        if !self.view_of(state, who).has(square) {
            return Err(Refusal::by("RANKS-R7", "the square is not in sight").unsought());
        }
        if state.walls.has(square) {
            return Err(no_choice());
        }
        for does in card.first.iter().chain(&card.after) {
            let size = match *does {
                Does::Step(_) => state.size[who],
                Does::Summon(sheet) => self.sheets[sheet as usize].size,
                Does::Terrain(Ground::Wall) if card.takes == Takes::Square => 1,
                _ => continue,
            };
            let body = Body::new(square, size);
            let full = state.present().any(|other| {
                let known = state.friends(who).has(other) || self.can_see(state, who, other);
                known && state.body(other).distance(body) == 0
            });
            let inside = body.squares().filter(|&s| self.grid.holds(s) && !state.walls.has(s)).count();
            if full || inside != usize::from(size).pow(2) {
                return Err(Refusal::by("RANKS-R17", "there is no room").unsought());
            }
        }
        Ok(())
    }
}

fn can_pay(state: &State, who: Who, price: u8, rule: &'static str) -> Result<(), Refusal> {
    let had = state.movement[who];
    if had >= price {
        return Ok(());
    }
    let price = POINTS.count(price.into());
    Err(Refusal::by(rule, format!("it costs {price}, and {had} are left")))
}
