//! Into a fight, out of it and into the next: the party and the place as they are, and as it leaves them.

use fracas_adventure::{Battles, ByHero, Course, Door, Event, Foe, Foes, Onward};
use fracas_kernel::grid::{Board, Square};
use fracas_kernel::{By, Null, Outcome, Side, Who};

use super::ground::room;
use super::state::{Kept, Left};
use super::{Lore, State, Told};
use crate::data::Ranks;
use crate::state::{MAX_COMBATANTS, MAX_ITEMS, NOTHING, Places, State as Fight};

impl Battles for Lore {
    fn field(&self, state: &State) -> Option<usize> {
        state.meeting.map(|_| usize::from(self.stage(state.here.at).field))
    }

    fn field_now(&self, state: &State) -> (&Ranks, Fight) {
        let field = self.stage(state.here.at).field;
        let rules = &self.fights[usize::from(field)];
        let mut fight = Fight::new(rules);
        for who in self.setting.everyone() {
            fight.items[who] = state.own.items[who];
            fight.equipped[who] = state.own.equipped[who];
            fight.wounds[who] = state.own.wounds[who];
            fight.damage[who] = state.own.damage[who];
            fight.borne[who] = state.own.borne[who];
            rules.refresh(&mut fight, who);
            // RANKS-J5: who is unconscious is carried along, and lies there.
            if !state.able().has(who) {
                fight.up.remove(who);
            }
            if state.party.down.has(who) {
                fight.unconscious.insert(who);
            }
        }
        self.line_up(state, rules, &mut fight);
        for who in self.setting.everyone() - state.party.alive {
            let dead = state.party.dead.has(who);
            if dead { &mut fight.dead } else { &mut fight.gone }.insert(who);
        }
        // RANKS-J10, RANKS-J4: doors are as they were left, and everything lies where it was left.
        for (door, &now) in (0_u8..).zip(&state.own.doors[field]).take(rules.doors.len()) {
            rules.set_door(&mut fight, door, now);
        }
        for way in 0..self.way_doors.len() as u8 {
            if let Some(door) = self.door_of(way, field) {
                rules.set_door(&mut fight, door, self.setting.place.door_in_fights(&state.here, way));
            }
        }
        fight.lying = By::all(Default::default());
        for left in state.own.lying.iter().filter(|left| left.item != NOTHING) {
            if self.stage(left.zone).field == field {
                (0..left.count).for_each(|_| fight.lay(left.item, left.at));
            }
        }
        (rules, fight)
    }

    fn enter(&self, state: &State, rules: &Ranks, fight: &mut Fight) {
        // RANKS-J1: those who live here are where they live; who comes does so through a door or over the edge.
        let comes = state.turned_up.then(|| self.arrival(state, rules, fight));
        for (foe, kept) in self.opponents(state, state.met_now()) {
            self.put(state, fight, &foe, comes, kept);
        }
        fight.first = fight.count;
    }

    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.heroes_after(state, fight, false, &mut Null);
        self.doors_after(state, fight);
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        self.doors_after(state, fight);
        self.look_about(state, fight);
        self.heroes_after(state, fight, lost, log);
        self.strew(state, fight);
        let left = self.foes_after(state, fight);
        state.own.handled = ByHero::all(0);
        self.close_fight(state, outcome, left, log);
    }
}

impl Lore {
    /// Puts a foe onto the field, with the wounds that it has and without what it has lost.
    fn put(&self, state: &State, fight: &mut Fight, foe: &Foe, comes: Option<(Square, Board)>, kept: Kept) {
        let here = self.stage(state.here.at);
        let rules = &self.fights[usize::from(here.field)];
        let sheet = &rules.sheets[foe.creature];
        let at = match comes {
            Some((from, part)) => room(rules, fight, &part, from, sheet.size),
            None => {
                let own = foe.at.filter(|&zone| self.stage(zone).field == here.field);
                self.stand(state, rules, fight, sheet, own.unwrap_or(state.here.at), foe.stands)
            }
        };
        let Some(at) = at.filter(|_| usize::from(fight.count) < MAX_COMBATANTS) else { return };
        let who = fight.add(rules, foe.creature as u8, Side::Monsters, at);
        for place in kept.robbed {
            fight.items[who][usize::from(place) % MAX_ITEMS] = NOTHING;
            fight.equipped[who].remove(place);
        }
        rules.refresh(fight, who);
        // RANKS-J11: wounds of an earlier fight.
        let resolve = sheet.ranks[crate::data::Ability::Resolve as usize];
        fight.wounds[who] = kept.wounds.min(resolve.saturating_sub(1));
    }

    /// The doors of the place are as a fight leaves them.
    fn doors_after(&self, state: &mut State, fight: &Fight) {
        let field = self.stage(state.here.at).field;
        let many = self.fights[usize::from(field)].doors.len();
        let doors = state.own.doors[field].iter_mut().zip(fight.doors.values());
        doors.take(many).for_each(|(kept, &now)| *kept = now);
        for way in 0..self.way_doors.len() as u8 {
            let door = self.door_of(way, field).map(|door| fight.doors[door]);
            if let Some(now) = door.filter(|&now| now != Door::Hidden) {
                self.setting.place.set_door(&mut state.here, way, now);
            }
        }
    }

    /// What the fight has done to the heroes.
    fn heroes_after(&self, state: &mut State, fight: &Fight, lost: bool, log: Told<'_>) {
        for who in state.party.alive {
            state.own.items[who] = fight.items[who];
            state.own.equipped[who] = fight.equipped[who];
            state.own.wounds[who] = fight.wounds[who];
            state.own.damage[who] = fight.damage[who];
            state.own.borne[who] = fight.borne[who];
            let out = fight.unconscious.has(who);
            state.set_down(who, out);
            // RANKS-R20: who is unconscious when the others leave is left behind.
            if fight.dead.has(who) || out && lost {
                state.party.kill(who);
                log.tell(Event::Died { who });
            }
        }
    }

    /// Everything on the field lies in its stages now, with what the beaten carried and what foes have taken.
    fn strew(&self, state: &mut State, fight: &Fight) {
        let field = self.stage(state.here.at).field;
        for left in state.own.lying.iter_mut().filter(|left| self.stage(left.zone).field == field) {
            *left = Left::NOTHING;
        }
        let lay = |state: &mut State, item: u8, at: Square| {
            let at = if at == Square::NOWHERE { self.stage(state.here.at).square } else { at };
            state.own.lay(item, self.stage_of(field, at), at);
        };
        for pile in fight.lying.iter().filter(|pile| pile.item != NOTHING) {
            (0..pile.count).for_each(|_| lay(state, pile.item, pile.at));
        }
        for who in (self.setting.heroes.len() as u8..fight.count).map(Who) {
            let robbed = self.missing(fight, who);
            let own = &self.shelf().sheets[usize::from(fight.sheet[who])].items;
            let mut kept: [u8; MAX_ITEMS] = [NOTHING; MAX_ITEMS];
            for (place, &(item, _)) in (0_u8..).zip(own).filter(|(place, _)| !robbed.has(*place)) {
                kept[usize::from(place) % MAX_ITEMS] = item;
            }
            for item in fight.items[who].into_iter().filter(|&item| item != NOTHING && !self.is_natural(item))
            {
                let its_own = kept.iter().position(|&known| known == item);
                match its_own {
                    // Whoever is still up keeps what is its own, and nothing else.
                    Some(place) if fight.up.has(who) => kept[place] = NOTHING,
                    _ => lay(state, item, fight.at[who]),
                }
            }
        }
        for who in state.party.dead {
            for place in 0..MAX_ITEMS as u8 {
                if let Some(item) = state.own.part_with(who, place).filter(|&item| !self.is_natural(item)) {
                    lay(state, item, fight.at[who]);
                }
            }
        }
    }

    /// Which of the things on its sheet a foe no longer has, by place.
    fn missing(&self, fight: &Fight, who: Who) -> Places {
        let mut has = fight.items[who];
        let mut missing = Places::NONE;
        let own = &self.shelf().sheets[usize::from(fight.sheet[who])].items;
        for (place, &(item, _)) in (0_u8..MAX_ITEMS as u8).zip(own) {
            match has.iter_mut().find(|slot| **slot == item) {
                Some(slot) => *slot = NOTHING,
                None => missing.insert(place),
            }
        }
        missing
    }

    /// What a fight has done to the foes: is anybody left? What they have suffered stays with them.
    fn foes_after(&self, state: &mut State, fight: &Fight) -> bool {
        let mut left = self.count_losses(state, state.met_now(), |who, before| {
            // There was no room for more of them on the field.
            if who.0 >= fight.first {
                return Some(before);
            }
            let kept = || Kept { wounds: fight.wounds[who], robbed: self.missing(fight, who) };
            fight.up.has(who).then(kept)
        });
        if let Some(Foes::Encounter(index)) = state.meeting {
            left = fight.side[1].meets(fight.up);
            state.heard.insert(index);
        }
        left
    }
}

/// On to the next fight when everybody has caught their breath: wounds and gear go along, Damage and conditions do not.
impl Onward for Ranks {
    fn carry_over(&self, fight: &mut Fight, now: Who, then: Who, ended: &Fight, before: &Ranks) {
        // Fights may know other things besides those of the library.
        let here = |item: u8| {
            let item = before.items.get(usize::from(item)).filter(|_| item != NOTHING)?;
            self.items.iter().position(|own| own.id == item.id).map(|at| at as u8)
        };
        let (items, equipped) = (ended.items[then].map(here), ended.equipped[then]);
        fight.items[now] = items.map(|item| item.unwrap_or(NOTHING));
        fight.equipped[now] = equipped.filter(|&place| items[usize::from(place)].is_some()).collect();
        // RANKS-J5: ten minutes end Damage and conditions.
        fight.wounds[now] = ended.wounds[then];
        self.refresh(fight, now);
        if ended.dead.has(then) {
            fight.take_off(now);
            fight.at[now] = Square::NOWHERE;
            fight.up.remove(now);
            fight.dead.insert(now);
        } else if ended.unconscious.has(then) {
            // RANKS-J5: who is unconscious is carried along, and lies there.
            fight.up.remove(now);
            fight.unconscious.insert(now);
        }
    }
}
