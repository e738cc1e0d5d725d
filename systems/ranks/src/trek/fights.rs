//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::{Battles, ByHero, Course, Door, Event, Foe, Foes, Fray};
use fracas_kernel::grid::{Board, Square};
use fracas_kernel::{By, Crowd, Null, Outcome, Side, Who};

use super::state::{Kept, Left};
use super::{Lore, State, Told};
use crate::data::Ranks;
use crate::state::{MAX_COMBATANTS, MAX_ITEMS, NOTHING, Places, State as Fight};

impl Battles for Lore {
    fn field_of(&self, zone: u8) -> usize {
        self.stage(zone).field.into()
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
            let who = self.put(state, fight, &foe, comes, kept.unwrap_or_default());
            // RANKS-J11: dead long since.
            who.filter(|_| kept.is_none()).into_iter().for_each(|who| fight.lie_dead(who));
        }
        fight.begin(rules, self.begin_plot(state, &rules.plot));
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
    fn put(
        &self,
        state: &State,
        fight: &mut Fight,
        foe: &Foe,
        comes: Option<(Square, Board)>,
        kept: Kept,
    ) -> Option<Who> {
        let here = self.stage(state.here.at);
        let rules = &self.fights[usize::from(here.field)];
        let sheet = &rules.sheets[foe.creature];
        let at = match comes {
            Some(comes) => self.come(state, rules, fight, sheet, comes, foe.stands),
            None => {
                let own = foe.at.filter(|&zone| self.stage(zone).field == here.field);
                self.stand(state, rules, fight, sheet, own.unwrap_or(state.here.at), foe.stands)
            }
        };
        // In a fight with goals everybody has a number, whether there is room or not.
        let counts = at.is_some() || state.plotted(&self.setting.place).is_some();
        if !counts || usize::from(fight.count) >= MAX_COMBATANTS {
            return None;
        }
        let who = fight.add_somewhere(rules, foe.creature as u8, foe.side, at);
        for place in kept.robbed {
            fight.items[who][usize::from(place) % MAX_ITEMS] = NOTHING;
            fight.equipped[who].remove(place);
        }
        rules.refresh(fight, who);
        // RANKS-J11: wounds of an earlier fight.
        let resolve = sheet.ranks[crate::data::Ability::Resolve as usize];
        fight.wounds[who] = kept.wounds.min(resolve.saturating_sub(1));
        Some(who)
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
        let foes = (fight.side[1] - fight.course.away).filter(|&who| !self.was_beaten(state, who));
        for who in foes.collect::<Crowd>() {
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
        let later = self.fights[self.fought(state)].plot.comers.len() as u8;
        let entered = fight.first + later;
        let mut left = self.count_losses(state, state.met_now(), |who, before| {
            // There was no room for more of them on the field, or they never came.
            if who.0 >= entered || fight.course.away.has(who) {
                return Some(before);
            }
            let kept = || Kept { wounds: fight.wounds[who], robbed: self.missing(fight, who) };
            fight.up.has(who).then(kept)
        });
        if let Some(Foes::Encounter(index)) = state.meeting {
            left = fight.side[1].meets(fight.up | fight.course.away);
            state.heard.insert(index);
        }
        left
    }
}
