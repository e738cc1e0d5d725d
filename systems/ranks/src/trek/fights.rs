//! Into a fight and out of it: what the heroes bring, and what they take along.

use fracas_adventure::explore::Battles;
use fracas_adventure::{ByHero, Course, Event as Told, Foes, Numbers};
use fracas_kernel::grid::Square;
use fracas_kernel::{By, Log, Null, Outcome, Side, Who};

use super::State;
use super::data::Lore;
use super::event::Event;
use super::state::Spot;
use crate::data::Ranks;
use crate::maps::far_apart;
use crate::state::NOTHING;

impl Battles for Lore {
    type Fight = Ranks;

    fn fights(&self) -> &[Ranks] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        match state.meeting? {
            Foes::Encounter(index) => Some(usize::from(index)),
            Foes::Stray(_) => Some(self.fights.len() - 1),
        }
    }

    fn enter(&self, state: &State) -> crate::State {
        let (rules, mut fight) = self.field_now(state, self.field(state).unwrap_or(self.fights.len() - 1));
        if let Some(Foes::Encounter(index)) = state.meeting {
            for who in self.foes(&fight).filter(|&who| state.is_felled(index, self.number_of(who))) {
                fight.take_off(who);
                fight.up.remove(who);
                fight.dead.insert(who);
            }
            if state.own.disputed.has(index) {
                // RANKS-J4: everything lies where it was left.
                fight.lying = By::all(Default::default());
                for left in state.own.left_at(Spot::Field(index)) {
                    fight.lay(left.item, left.at);
                }
            }
            return fight;
        }
        let floor = rules.grid.inside().without(rules.grid.walls());
        let [_, far] = far_apart(rules.grid.walls(), &floor);
        for (_, stray) in state.strays_in(state.here.at) {
            let size = rules.sheets[usize::from(stray.sheet)].size;
            let everybody = fight.everyone();
            let room = far.iter().copied().find(|&at| rules.has_room(&fight, Who(0), at, size, everybody));
            if let Some(at) = room {
                fight.add(rules, stray.sheet, Side::Monsters, at);
            }
        }
        fight
    }

    fn take_back(&self, state: &mut State, fight: &crate::State) {
        self.heroes_after(state, fight, false, &mut Null);
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &crate::State,
        outcome: Outcome,
        log: &mut dyn Log<Told<Event>>,
    ) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        let mut spot = Spot::Stage(state.here.at);
        if let Some(Foes::Encounter(index)) = state.meeting {
            state.own.sweep(Spot::Field(index));
            state.own.disputed.put(index, lost);
            spot = if lost { Spot::Field(index) } else { spot };
        }
        self.heroes_after(state, fight, lost, log);
        // RANKS-J4: what lies on a field that nobody disputes can be picked up at leisure.
        let lying = self.strew(state, fight, spot);
        if !lost {
            log.tell(Told::Own(Event::Won { lying }));
        }
        let out = |who: &Who| !fight.up.has(*who);
        let felled: Numbers = self.foes(fight).filter(out).map(|who| self.number_of(who)).collect();
        state.own.handled = ByHero::all(0);
        self.close_fight(state, outcome, felled, fight.side[1].meets(fight.up), log);
    }
}

impl Lore {
    /// A fight with the party as it is, by its number.
    pub(crate) fn field_now(&self, state: &State, number: usize) -> (&Ranks, crate::State) {
        let rules = &self.fights[number.min(self.fights.len() - 1)];
        let mut fight = crate::State::new(rules);
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
            if !state.party.alive.has(who) {
                fight.take_off(who);
                fight.at[who] = Square::NOWHERE;
                let dead = state.party.dead.has(who);
                if dead { &mut fight.dead } else { &mut fight.gone }.insert(who);
            }
        }
        (rules, fight)
    }

    /// Those who were there from the start, the first 64 of them.
    fn foes(&self, fight: &crate::State) -> impl Iterator<Item = Who> + use<> {
        let heroes = self.heroes.len() as u8;
        (heroes..fight.count.min(heroes.saturating_add(64))).map(Who)
    }

    fn number_of(&self, who: Who) -> u8 {
        who.0.saturating_sub(self.heroes.len() as u8) & 63
    }

    /// What the fight has done to the heroes.
    fn heroes_after(
        &self,
        state: &mut State,
        fight: &crate::State,
        lost: bool,
        log: &mut dyn Log<Told<Event>>,
    ) {
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
                log.tell(Told::Died { who });
            }
        }
    }

    /// Everything that lies on a field after a fight, with what the dead carried and what foes have taken; how much it is.
    fn strew(&self, state: &mut State, fight: &crate::State, spot: Spot) -> u8 {
        let mut count = 0;
        for thing in fight.lying.iter().filter(|thing| thing.item != NOTHING) {
            state.own.lay(thing.item, spot, thing.at);
            count += 1;
        }
        for who in self.foes(fight) {
            let own = &self.shelf().sheets[usize::from(fight.sheet[who])].items;
            // What they have more of than they came with.
            let mut found = 0_u32;
            for item in fight.items[who].into_iter().filter(|&item| item != NOTHING) {
                match (0..own.len()).find(|&place| own[place].0 == item && found >> place & 1 == 0) {
                    Some(place) => found |= 1 << place,
                    None => {
                        state.own.lay(item, spot, fight.at[who]);
                        count += 1;
                    }
                }
            }
        }
        for who in state.party.dead {
            for place in 0..crate::state::MAX_ITEMS as u8 {
                if let Some(item) = state.own.part_with(who, place).filter(|&item| !self.is_natural(item)) {
                    state.own.lay(item, spot, fight.at[who]);
                    count += 1;
                }
            }
        }
        count
    }
}
