//! What cards do.

use std::cmp::Ordering;

use fracas_dice::{Dice, Why};
use fracas_kernel::grid::{Body, Square, can_step};
use fracas_kernel::{Crowd, Log, Who};

use crate::aim::Aim;
use crate::apply::Turn;
use crate::card::{Amount, Attack, Card, Does, Ground, Only, Takes};
use crate::data::{Harm, Ranks, Weapon};
use crate::event::{Bonus, Event};
use crate::state::{MAX_COMBATANTS, NOTHING, State, dice_of};

/// A card as it is played.
#[derive(Clone, Copy)]
pub(crate) struct Played<'a> {
    who: Who,
    /// The place of the card on the sheet.
    place: u8,
    index: u8,
    pub card: &'a Card,
    item: u8,
    weapon: Option<&'a Weapon>,
    aim: Aim,
}

/// An Unreliable weapon fails on this.
pub(crate) const FAILS: i32 = 10;

impl Ranks {
    pub(crate) fn play_of(&self, state: &State, who: Who, place: u8, aim: Aim) -> Option<Played<'_>> {
        let &index = self.sheet(state, who).cards.get(place as usize)?;
        let item = state.items[who].get(aim.with as usize).copied().unwrap_or(NOTHING);
        let weapon = self.items.get(item as usize).and_then(|item| item.weapon());
        Some(Played { who, place, index, card: &self.cards[index as usize], item, weapon, aim })
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub fn play(&mut self, who: Who, card: u8, aim: Aim) {
        let rules = self.rules;
        let Some(play) = rules.play_of(self.state, who, card, aim) else { return };
        for target in self.open(&play) {
            self.come_to(&play, target);
        }
        self.close(&play);
    }

    /// What comes before any target, and who the targets are: nobody where a weapon fails.
    pub fn open(&mut self, play: &Played<'_>) -> Crowd {
        self.state.acted = true;
        self.state.played.insert(play.place);
        self.rules.note_use(self.state, play.who, play.place);
        self.log.tell(Event::Plays { who: play.who, card: play.index, aim: play.aim });
        for does in &play.card.first {
            self.serve(play, *does);
        }
        if play.card.attack.is_some() && self.fails(play) { Crowd::NONE } else { self.targets(play) }
    }

    pub fn come_to(&mut self, play: &Played<'_>, target: Who) {
        let hit = play.card.attack.is_none_or(|attack| self.hits(play, attack, target));
        // RANKS-E2: some do something to those too whom they miss.
        self.strike(play, if hit { &play.card.hit } else { &play.card.miss }, target);
    }

    /// What comes after the last target.
    pub fn close(&mut self, play: &Played<'_>) {
        if play.card.attack.is_some() {
            // RANKS-R16
            self.state.hidden[play.who] = 0;
        }
        for does in &play.card.after {
            self.serve(play, *does);
        }
        self.stop_if_out();
    }

    fn fails(&mut self, play: &Played<'_>) -> bool {
        let (who, item) = (play.who, play.item);
        // RANKS-A2
        let Some(weapon) = play.weapon.filter(|weapon| weapon.unreliable > 0) else { return false };
        let why = Why::new("unreliable", who.0).wanted_low();
        let check = self.dice.check(why, dice_of(weapon.unreliable), FAILS);
        self.log.tell(Event::Tries { who, item, check });
        check.success
    }

    fn hits(&mut self, play: &Played<'_>, attack: Attack, target: Who) -> bool {
        // RANKS-A3
        let (mine, theirs) = (self.rank(play.who, attack.skill), self.rank(target, attack.against));
        let contest = self.dice.versus(
            Why::new(attack.skill.name(), play.who.0),
            dice_of(mine),
            Why::new(attack.against.name(), target.0),
            dice_of(theirs),
        );
        let area = matches!(play.card.takes, Takes::Around | Takes::Burst);
        let meant = !(area && self.state.friends(play.who).has(target));
        self.log.tell(Event::Attacks { who: play.who, target, meant, attack, contest });
        // RANKS-R3
        contest.result == Ordering::Greater
    }

    /// Whom a card takes, in the order of the list.
    pub fn targets(&self, play: &Played<'_>) -> Crowd {
        let state = &*self.state;
        match play.card.takes {
            Takes::Nothing | Takes::Square => Crowd::NONE,
            Takes::Around | Takes::Burst => self.rules.in_area(state, play.who, play.card, play.aim.square),
            _ => {
                let named: Crowd = [play.aim.one, play.aim.two].into_iter().flatten().collect();
                named & state.present()
            }
        }
    }

    /// Everything that a card does to a target.
    fn strike(&mut self, play: &Played<'_>, all: &[Does], target: Who) {
        for does in all {
            if !self.state.present().has(target) {
                return;
            }
            self.affect(play, *does, target);
        }
    }

    fn amount(&self, play: &Played<'_>, amount: Amount) -> u8 {
        match amount {
            Amount::Rank(rank) => rank,
            Amount::Weapon => play.weapon.map_or(0, |weapon| weapon.damage),
            Amount::Own(ability) => self.rank(play.who, ability),
        }
    }

    /// What is done to the one who plays a card, or to its square.
    pub fn serve(&mut self, play: &Played<'_>, does: Does) {
        let (who, square) = (play.who, play.aim.square);
        match does {
            Does::Step(_) if square != Square::NOWHERE => self.leap(who, square),
            Does::Terrain(ground) => self.reshape(who, play.card, square, ground),
            Does::Summon(sheet) => self.summon(who, sheet, square),
            Does::Again => {
                self.state.acted = false;
                self.log.tell(Event::ActsAgain { who });
            }
            _ => {
                if self.state.present().has(who) {
                    self.affect(play, does, who);
                }
            }
        }
    }

    fn affect(&mut self, play: &Played<'_>, does: Does, target: Who) {
        let who = play.who;
        match does {
            Does::Damage { amount, bonus, harm } => {
                let rank = self.amount(play, amount);
                let by_weapon = if amount == Amount::Weapon { play.weapon } else { None };
                let harm = harm.or(by_weapon.map(|weapon| weapon.harm)).unwrap_or(Harm::Impact);
                let bonus = Bonus {
                    card: bonus,
                    weapon: by_weapon.map_or(0, |weapon| weapon.bonus),
                    own: self.rules.dealt(self.state, who),
                };
                self.hurt(target, Some(who), rank, bonus, harm);
            }
            Does::Heal(amount) => {
                let rank = self.amount(play, amount);
                self.heal(target, rank);
            }
            Does::Mend(wounds) => self.mend(target, wounds),
            Does::Wound(wounds) => self.wound(target, wounds),
            Does::Afflict { condition, rank } => self.afflict(target, condition, rank),
            Does::Remove(which) => self.relieve(target, which),
            Does::Turn => self.turn_conditions(target, self.state.foes(who).has(target)),
            Does::Pass => self.pass_on(who, target),
            Does::KnockDown => {
                self.state.prone.insert(target);
                self.log.tell(Event::KnockedDown { who: target });
            }
            Does::Stun => {
                self.state.stunned.insert(target);
                self.log.tell(Event::Stunned { who: target });
            }
            Does::Stand => {
                // RANKS-R9
                self.state.prone.remove(target);
                self.log.tell(Event::Stands { who: target });
            }
            Does::Scan => self.scan(target),
            Does::Hide => self.hide(target),
            Does::Reveal => {
                self.state.hidden[target] = 0;
                self.log.tell(Event::Revealed { who: target });
            }
            Does::Push(steps) => self.shove(who, target, steps, 1),
            Does::Pull(steps) => self.shove(who, target, steps, -1),
            Does::Swap => self.swap(who, target),
            Does::Disarm => self.disarm(target),
            Does::Steal => self.steal(who, target),
            Does::Step(_) | Does::Terrain(_) | Does::Summon(_) | Does::Again => {}
        }
    }

    // --- bodies ---

    fn leap(&mut self, who: Who, to: Square) {
        if self.rules.is_free(self.state, who, to) {
            self.state.put(who, to);
            self.log.tell(Event::Shifted { who, to });
        } else {
            self.bump_into(who, to);
        }
    }

    /// Away from the actor, or towards it, as far as there is room.
    fn shove(&mut self, who: Who, target: Who, steps: u8, away: i8) {
        if who == target {
            return;
        }
        let mut moved = false;
        for _ in 0..steps {
            if away < 0 && self.state.distance(who, target) <= 1 {
                break;
            }
            let (dx, dy) = heading(self.state.body(who), self.state.body(target));
            let from = self.state.at[target];
            let Some(to) = from.step(dx * away, dy * away) else { break };
            let slips = self.state.size[target] > 1 || can_step(from, to, Some(&self.state.walls));
            if (dx, dy) == (0, 0) || !slips || !self.rules.is_free(self.state, target, to) {
                break;
            }
            self.state.put(target, to);
            moved = true;
        }
        if moved {
            self.log.tell(Event::Shifted { who: target, to: self.state.at[target] });
        }
    }

    fn swap(&mut self, who: Who, target: Who) {
        let (mine, theirs) = (self.state.at[who], self.state.at[target]);
        if who == target || self.state.size[who] != self.state.size[target] {
            return;
        }
        self.state.put(who, theirs);
        self.state.at[target] = mine;
        // Each has left the other's squares as they were: both are filled.
        self.state.filled.put(self.state.body(target));
        self.state.filled.put(self.state.body(who));
        self.log.tell(Event::Shifted { who, to: theirs });
        self.log.tell(Event::Shifted { who: target, to: mine });
    }

    // --- things ---

    fn disarm(&mut self, target: Who) {
        let items = &self.rules.items;
        let held = self.state.carried(target).find(|&(place, item)| {
            let item = &items[item as usize];
            item.weapon().is_some() && !item.is_natural() && self.state.has_equipped(target, place)
        });
        if let Some((place, item)) = held {
            self.lose(target, place);
            self.state.lay(item, self.state.at[target]);
            self.log.tell(Event::Disarmed { who: target, item });
        }
    }

    /// Something that is not in use, or else the weapon in hand.
    fn steal(&mut self, who: Who, target: Who) {
        let Some(free) = self.state.free_place(who) else { return };
        let (rules, state) = (self.rules, &*self.state);
        let loose = |&(place, item): &(u8, u8)| {
            !state.has_equipped(target, place) && !rules.items[item as usize].is_natural()
        };
        let weapon = |&(_, item): &(u8, u8)| {
            rules.items[item as usize].weapon().is_some() && !rules.items[item as usize].is_natural()
        };
        let taken = state.carried(target).find(loose).or_else(|| state.carried(target).find(weapon));
        if let Some((place, item)) = taken {
            self.lose(target, place);
            self.state.items[who][free as usize] = item;
            self.log.tell(Event::Stolen { who: target, by: who, item });
        }
    }

    // --- ground ---

    fn reshape(&mut self, who: Who, card: &Card, at: Square, ground: Ground) {
        let middle = match card.takes {
            Takes::Around => self.state.body(who),
            _ if at == Square::NOWHERE => return,
            _ => Body::new(at, 1),
        };
        let area = if card.takes == Takes::Square { 0 } else { card.area };
        let rules = self.rules;
        for square in rules.grid.inside().squares() {
            let body = Body::new(square, 1);
            if middle.distance(body) <= area && rules.bodies_see(self.state, middle, body) {
                self.change(square, ground);
            }
        }
        rules.look_at_walls(self.state);
    }

    fn change(&mut self, square: Square, ground: Ground) {
        // A door that bursts is broken for good.
        let door =
            (0_u8..).zip(&self.rules.doors).find(|(_, way)| way.squares.has(square)).map(|(door, _)| door);
        if let Some(door) = door.filter(|&door| ground == Ground::Clear && self.state.shut.has(door)) {
            self.rules.set_door(self.state, door, fracas_kernel::Door::Broken);
            self.log.tell(Event::Burst { at: square });
            return;
        }
        let State { walls, rough, filled, .. } = &mut *self.state;
        let before = (walls.has(square), rough.has(square));
        match ground {
            // No wall rises under somebody's feet.
            Ground::Wall if filled.has(square) => return,
            Ground::Wall => {
                walls.insert(square);
                rough.remove(square);
            }
            Ground::Obstructed if walls.has(square) => return,
            Ground::Obstructed => rough.insert(square),
            Ground::Clear => {
                walls.remove(square);
                rough.remove(square);
            }
        }
        if before != (walls.has(square), rough.has(square)) {
            self.log.tell(Event::Ground { at: square, ground });
        }
    }

    fn summon(&mut self, who: Who, sheet: u8, at: Square) {
        let seen = self.state.foes(who);
        let size = self.rules.sheets[sheet as usize].size;
        let room = (self.state.count as usize) < MAX_COMBATANTS
            && self.rules.has_room(self.state, who, at, size, seen);
        if at != Square::NOWHERE && room {
            let side = self.state.side_of(who);
            let new = self.state.add(self.rules, sheet, side, at);
            self.log.tell(Event::Summoned { who: new, by: who });
        }
    }
}

impl Ranks {
    /// Whom a card takes that goes around its player, or around a square.
    pub(crate) fn in_area(&self, state: &State, who: Who, card: &Card, square: Square) -> Crowd {
        let (middle, spared) = match card.takes {
            Takes::Around => (state.body(who), Crowd::one(who)),
            _ => (Body::new(square, 1), Crowd::NONE),
        };
        let taken = match card.only {
            Only::Everyone => state.present(),
            Only::Allies => state.present() & state.friends(who),
            Only::Enemies => state.present() & state.foes(who),
        };
        // RANKS-R16: seen or not.
        (taken - spared)
            .filter(|&one| {
                let body = state.body(one);
                middle.distance(body) <= card.area && self.bodies_see(state, middle, body)
            })
            .collect()
    }
}

/// The direction from one body to another, in steps of one.
fn heading(from: Body, to: Body) -> (i8, i8) {
    let towards = |a: u8, a_size: u8, b: u8, b_size: u8| {
        let (a, b) = (2 * i16::from(a) + i16::from(a_size), 2 * i16::from(b) + i16::from(b_size));
        (b - a).signum() as i8
    };
    (towards(from.at.x(), from.size, to.at.x(), to.size), towards(from.at.y(), from.size, to.at.y(), to.size))
}
