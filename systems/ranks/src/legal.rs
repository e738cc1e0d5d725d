//! Why something cannot be chosen, and by which rule; and everything that somebody could think of. Written without a
//! look at the list in `choices`: prices are found square by square here, and targets one by one.

use fracas_kernel::grid::{Body, MOST as MOST_SQUARES, Square, can_step};
use fracas_kernel::{Refusal, Who};

use crate::choices::{Aim, Choice, EFFORT, HANDLING, HANDS, is_first, range_of, reach_of, steps_of};
use crate::data::{Ability, Card, Does, Ground, ItemKind, Ranks, Takes, Weapon};
use crate::state::{MOST_ITEMS, NOTHING, Phase, State, bit, each, ix};

impl Ranks {
    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.outcome.is_some() {
            return Err(Refusal::by("RANKS-R14", "the encounter is over"));
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        if let Choice::Roll { .. } = choice {
            return self.why_not_roll(state, who);
        }
        if state.phase == Phase::Initiative {
            return Err(Refusal::by("RANKS-T1", "initiative comes first"));
        }
        if state.current() != who {
            return Err(Refusal::by("RANKS-T1", format!("it is not {}'s turn", self.name_of(state, who))));
        }
        match choice {
            Choice::Roll { .. } | Choice::End { .. } => Ok(()),
            Choice::Move { to, .. } => self.why_not_move(state, who, to),
            Choice::Inspire { .. } => pays(state, who, EFFORT, "RANKS-M4"),
            Choice::Scan { .. } => pays(state, who, EFFORT, "RANKS-M5"),
            Choice::Hide { .. } => pays(state, who, EFFORT, "RANKS-M6"),
            Choice::PickUp { lying, .. } => self.why_not_pick_up(state, who, lying),
            Choice::Equip { place, .. } => self.why_not_equip(state, who, place),
            Choice::Unequip { place, .. } => {
                self.why_not_handle(state, who, place, Some(true))?;
                pays(state, who, HANDLING, "RANKS-M7")
            }
            Choice::Drop { place, .. } => self.why_not_handle(state, who, place, None),
            Choice::Act { card, aim, .. } => self.why_not_act(state, who, card, aim),
            Choice::Retreat { .. } if state.side[0] & bit(who) == 0 => {
                Err(Refusal::by("RANKS-R20", "only heroes call a retreat"))
            }
            Choice::Retreat { .. } => Ok(()),
        }
    }

    fn why_not_roll(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.phase != Phase::Initiative {
            return Err(Refusal::by("RANKS-T1", "initiative is rolled at the start of a round"));
        }
        if self.spokesman(state) != who {
            return Err(Refusal::new("somebody else is asked to roll"));
        }
        Ok(())
    }

    // --- moving ---

    fn why_not_move(&self, state: &State, who: Who, to: Square) -> Result<(), Refusal> {
        if !self.grid.holds(to) || to == state.at[ix(who)] {
            return Err(Refusal::new("that is no square to move to"));
        }
        let body = Body::new(to, state.size[ix(who)]);
        let view = self.view_of(state, who);
        for square in body.squares() {
            if state.walls.has(square) {
                return Err(Refusal::by("RANKS-M1", "there is a wall"));
            }
            if self.grid.holds(square) && !view.has(square) {
                return Err(Refusal::by("RANKS-U5", "that square is out of sight"));
            }
        }
        if !self.could_stand(state, who, to) {
            return Err(Refusal::by("RANKS-M1", "there is no room"));
        }
        match self.plain_price(state, who, to) {
            None => Err(Refusal::by("RANKS-M1", "there is no way to it")),
            Some(price) => {
                let had = state.movement[ix(who)];
                if u32::from(had) >= price && price / (1 + u32::from(state.is_slowed(who))) <= 62 {
                    return Ok(());
                }
                Err(Refusal::by(
                    "RANKS-M1",
                    format!("that costs {price} movement points, and {had} are left"),
                ))
            }
        }
    }

    /// Could somebody stand here, as far as it knows?
    fn could_stand(&self, state: &State, who: Who, at: Square) -> bool {
        let body = Body::new(at, state.size[ix(who)]);
        let fits = usize::from(at.x()) + usize::from(body.size) <= usize::from(self.grid.width())
            && usize::from(at.y()) + usize::from(body.size) <= usize::from(self.grid.height());
        let known = |other: Who| {
            other != who && (state.friends(who) & bit(other) != 0 || self.can_see(state, who, other))
        };
        fits && body.squares().all(|square| !state.walls.has(square))
            && each(state.present())
                .filter(|&other| known(other))
                .all(|other| state.body(other).distance(body) > 0)
    }

    /// The least price of a place in movement points, found square by square.
    fn plain_price(&self, state: &State, who: Who, to: Square) -> Option<u32> {
        let view = self.view_of(state, who);
        let size = state.size[ix(who)];
        let walls = (size == 1).then_some(&state.walls);
        let threats = self.seen_foes(state, who) & state.up;
        let mut prices = [u16::MAX; MOST_SQUARES * MOST_SQUARES];
        let index = |square: Square| usize::from(square.y()) * MOST_SQUARES + usize::from(square.x());
        let start = state.at[ix(who)];
        let mut queue: std::collections::BinaryHeap<std::cmp::Reverse<(u16, Square)>> = Default::default();
        prices[index(start)] = 0;
        queue.push(std::cmp::Reverse((0, start)));
        while let Some(std::cmp::Reverse((price, from))) = queue.pop() {
            if from == to {
                let times = 1 + u32::from(state.is_slowed(who));
                return Some(u32::from(price) * times);
            }
            // Beyond all purses: a way that nobody can pay is as good as none.
            if price > prices[index(from)] || price > 200 {
                continue;
            }
            let here = Body::new(from, size);
            let held = each(threats).any(|foe| state.body(foe).distance(here) == 1);
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
                    queue.push(std::cmp::Reverse((price, next)));
                }
            }
        }
        None
    }

    // --- items ---

    fn why_not_pick_up(&self, state: &State, who: Who, lying: u8) -> Result<(), Refusal> {
        let Some(thing) = state.lying.get(lying as usize).filter(|thing| thing.item != NOTHING) else {
            return Err(Refusal::new("nothing lies there"));
        };
        if state.lying[..lying as usize].contains(thing) {
            return Err(Refusal::new("another like it lies on top"));
        }
        if state.body(who).distance(Body::new(thing.at, 1)) > 1 {
            return Err(Refusal::by("RANKS-M7", "it is not within arm's reach"));
        }
        if state.free_place(who).is_none() {
            return Err(Refusal::new(format!("nobody carries more than {MOST_ITEMS} things")));
        }
        pays(state, who, HANDLING, "RANKS-M7")
    }

    /// `equipped` is what the item must be, if it matters.
    fn why_not_handle(
        &self,
        state: &State,
        who: Who,
        place: u8,
        equipped: Option<bool>,
    ) -> Result<(), Refusal> {
        let item = state.items[ix(who)].get(place as usize).copied().filter(|&item| item != NOTHING);
        let Some(item) = item else { return Err(Refusal::new("there is no such item")) };
        if self.items[item as usize].is_natural() {
            return Err(Refusal::new("it is a part of the body"));
        }
        if !is_first(state, who, place) {
            return Err(Refusal::new("another like it comes first"));
        }
        match (equipped, state.has_equipped(who, place)) {
            (Some(true), false) => Err(Refusal::by("RANKS-M7", "it is not equipped")),
            (Some(false), true) => Err(Refusal::by("RANKS-M7", "it is equipped already")),
            _ => Ok(()),
        }
    }

    fn why_not_equip(&self, state: &State, who: Who, place: u8) -> Result<(), Refusal> {
        self.why_not_handle(state, who, place, Some(false))?;
        let items = &self.items;
        let new = &items[state.items[ix(who)][place as usize] as usize];
        let in_use = || {
            state
                .carried(who)
                .filter(|&(at, _)| state.has_equipped(who, at))
                .map(|(_, item)| &items[item as usize])
        };
        if let ItemKind::Valuable = new.kind {
            return Err(Refusal::new("it is nothing to equip"));
        }
        let worn =
            |kind: &ItemKind| if let ItemKind::Armour(armour) = kind { Some(armour.worn) } else { None };
        if worn(&new.kind).is_some_and(|place| in_use().any(|item| worn(&item.kind) == Some(place))) {
            return Err(Refusal::by("RANKS-M7", "something of that kind is worn already"));
        }
        let hands: u8 = in_use().map(|item| item.hands()).sum();
        if hands + new.hands() > HANDS {
            return Err(Refusal::by("RANKS-M7", "there is no hand free"));
        }
        pays(state, who, HANDLING, "RANKS-M7")
    }

    // --- cards ---

    fn why_not_act(&self, state: &State, who: Who, card: u8, aim: Aim) -> Result<(), Refusal> {
        let sheet = self.sheet(state, who);
        let Some(&index) = sheet.cards.get(card as usize) else {
            return Err(Refusal::new("there is no such card"));
        };
        let played = &self.cards[index as usize];
        let weapon = self.weapon_in(state, who, played, aim.with)?;
        self.fits_the_form(state, who, played, aim)?;
        if state.acted {
            return Err(Refusal::by("RANKS-A1", "the action of this turn is taken"));
        }
        if state.hand[ix(who)] >> card & 1 == 0 {
            return Err(Refusal::by("RANKS-R11", "the card is not in hand"));
        }
        if state.played >> card & 1 == 1 {
            return Err(Refusal::by("RANKS-A1", "the card was played in this turn"));
        }
        if let Some(need) = self.unmet_need(state, who, played) {
            return Err(Refusal::by("RANKS-U8", need.words()));
        }
        self.why_not_aim(state, who, played, weapon, aim)
    }

    fn weapon_in(&self, state: &State, who: Who, card: &Card, place: u8) -> Result<Option<&Weapon>, Refusal> {
        let Some(wields) = card.weapon else {
            let none = place == NOTHING;
            return if none { Ok(None) } else { Err(Refusal::new("the card is played without a weapon")) };
        };
        let item = state.items[ix(who)].get(place as usize).copied().filter(|&item| item != NOTHING);
        let weapon = item.and_then(|item| self.items[item as usize].weapon());
        let Some(weapon) = weapon else { return Err(Refusal::new("that is no weapon")) };
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
        for other in [aim.one, aim.two].into_iter().flatten() {
            if other.index() >= state.count as usize || state.present() & bit(other) == 0 {
                return Err(Refusal::new("that one is not there"));
            }
            let friend = state.friends(who) & bit(other) != 0;
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

    fn why_not_aim(
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
            let most = if card.takes == Takes::Charge { steps_of(card) } else { range };
            self.why_not_square(state, who, card, aim.square, most)?;
        }
        if card.takes == Takes::Charge {
            from = Body::new(aim.square, from.size);
        }
        for other in [aim.one, aim.two].into_iter().flatten().filter(|&other| other != who) {
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

    fn why_not_square(
        &self,
        state: &State,
        who: Who,
        card: &Card,
        square: Square,
        most: u8,
    ) -> Result<(), Refusal> {
        if !self.grid.holds(square) || state.walls.has(square) {
            return Err(Refusal::new("that is no square to choose"));
        }
        if state.body(who).distance(Body::new(square, 1)) > most {
            return Err(Refusal::by("RANKS-R8", format!("the square is more than {most} squares away")));
        }
        if !self.view_of(state, who).has(square) {
            return Err(Refusal::by("RANKS-R7", "the square is not in sight"));
        }
        for does in card.first.iter().chain(&card.after) {
            let size = match *does {
                Does::Step(_) => state.size[ix(who)],
                Does::Summon(sheet) => self.sheets[sheet as usize].size,
                Does::Terrain(Ground::Wall) if card.takes == Takes::Square => 1,
                _ => continue,
            };
            let body = Body::new(square, size);
            let full = each(state.present()).any(|other| {
                let known = state.friends(who) & bit(other) != 0 || self.can_see(state, who, other);
                known && state.body(other).distance(body) == 0
            });
            let inside = body.squares().filter(|&s| self.grid.holds(s) && !state.walls.has(s)).count();
            if full || inside != usize::from(size).pow(2) {
                return Err(Refusal::by("RANKS-R17", "there is no room"));
            }
        }
        Ok(())
    }

    // --- everything ---

    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in (0..state.count).map(Who) {
            out.extend([Choice::Roll { who }, Choice::End { who }, Choice::Retreat { who }]);
            out.extend([Choice::Inspire { who }, Choice::Scan { who }, Choice::Hide { who }]);
        }
        // Of what others than the current one might do on its turn nobody thinks in detail.
        let who = state.current();
        if who.index() >= state.count as usize || state.phase == Phase::Initiative {
            return;
        }
        out.extend((0..state.lying.len() as u8).map(|lying| Choice::PickUp { who, lying }));
        for place in 0..MOST_ITEMS as u8 {
            out.extend([
                Choice::Equip { who, place },
                Choice::Unequip { who, place },
                Choice::Drop { who, place },
            ]);
        }
        let inside = self.grid.inside();
        let all = |range: u8| {
            inside.squares().filter(move |&square| state.body(who).distance(Body::new(square, 1)) <= range)
        };
        let most = state.movement[ix(who)].saturating_add(1);
        out.extend(all(most).map(|to| Choice::Move { who, to }));
        for card in 0..self.sheet(state, who).cards.len() as u8 {
            self.think_of_card(state, who, card, &all, out);
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
        let weapons = (0..MOST_ITEMS as u8).filter(|_| played.weapon.is_some());
        for with in weapons.chain(played.weapon.is_none().then_some(NOTHING)) {
            if with != NOTHING
                && self.weapon_in(state, who, played, with).is_err_and(|why| why.rule.is_none())
            {
                continue;
            }
            let aim = Aim { with, ..Aim::NONE };
            let mut think = |aim| out.push(Choice::Act { who, card, aim });
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

fn pays(state: &State, who: Who, price: u8, rule: &'static str) -> Result<(), Refusal> {
    let had = state.movement[ix(who)];
    if had >= price {
        return Ok(());
    }
    Err(Refusal::by(rule, format!("it costs {price} movement points, and {had} are left")))
}

/// The skill of an attack and the trait that it is against, in words.
pub(crate) fn contest_words(skill: Ability, against: Ability) -> String {
    format!("{} vs {}", skill.name(), against.name())
}
