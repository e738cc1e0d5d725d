//! Into a fight and out of it: what the heroes bring, and what they take along.

use fracas_kernel::grid::Square;
use fracas_kernel::{By, Log, Outcome, Side, Who};

use super::data::Trek;
use super::event::Event;
use super::state::{Meeting, Spot, State, bit, each, ix};
use crate::data::{Ability, Ranks};
use crate::maps::far_apart;
use crate::state::{NOTHING, Places};

impl Trek {
    pub(crate) fn fight_number(&self, state: &State) -> Option<usize> {
        match state.meeting? {
            Meeting::Encounter(index) => Some(usize::from(index)),
            Meeting::Strays => Some(self.fights.len() - 1),
        }
    }

    /// A fight with the party as it is, by its number.
    pub(crate) fn field(&self, state: &State, number: usize) -> (&Ranks, crate::State) {
        let rules = &self.fights[number.min(self.fights.len() - 1)];
        let mut fight = crate::State::new(rules);
        for who in (0..self.heroes.len() as u8).map(Who) {
            let (index, there) = (ix(who), who);
            fight.items[there] = state.items[index];
            fight.equipped[there] = Places::of(state.equipped[index]);
            fight.wounds[there] = state.wounds[index];
            fight.damage[there] = state.damage[index];
            fight.borne[there] = state.borne[index];
            rules.refresh(&mut fight, who);
            // RANKS-J5: who is unconscious is carried along, and lies there.
            if state.able() & bit(who) == 0 {
                fight.up.remove(who);
            }
            if state.down & bit(who) != 0 {
                fight.unconscious.insert(who);
            }
            if state.alive & bit(who) == 0 {
                fight.take_off(who);
                fight.at[there] = Square::NOWHERE;
                let dead = state.dead & bit(who) != 0;
                if dead { &mut fight.dead } else { &mut fight.gone }.insert(who);
            }
        }
        (rules, fight)
    }

    pub(crate) fn open_fight(&self, state: &State) -> crate::State {
        let number = self.fight_number(state).unwrap_or(self.fights.len() - 1);
        let (rules, mut fight) = self.field(state, number);
        if let Some(Meeting::Encounter(index)) = state.meeting {
            let felled = state.felled.get(usize::from(index)).copied().unwrap_or(0);
            for who in self.foes(&fight).filter(|&who| felled >> self.number_of(who) & 1 == 1) {
                fight.take_off(who);
                fight.up.remove(who);
                fight.dead.insert(who);
            }
            if state.disputed >> index & 1 == 1 {
                // RANKS-J4: everything lies where it was left.
                fight.lying = By::all(Default::default());
                for left in state.left_at(Spot::Field(index)) {
                    fight.lay(left.item, left.at);
                }
            }
            return fight;
        }
        let floor = rules.grid.inside().without(rules.grid.walls());
        let [_, far] = far_apart(rules.grid.walls(), &floor);
        for stray in state.strays_in(state.here.at) {
            let size = rules.sheets[usize::from(stray.sheet)].size;
            let everybody = fight.everyone();
            let room = far.iter().copied().find(|&at| rules.has_room(&fight, Who(0), at, size, everybody));
            if let Some(at) = room {
                fight.add(rules, stray.sheet, Side::Monsters, at);
            }
        }
        fight
    }

    /// Those who were there from the start, the first 64 of them.
    fn foes(&self, fight: &crate::State) -> impl Iterator<Item = Who> + use<> {
        let heroes = self.heroes.len() as u8;
        (heroes..fight.count.min(heroes.saturating_add(64))).map(Who)
    }

    fn number_of(&self, who: Who) -> u8 {
        who.0.saturating_sub(self.heroes.len() as u8) & 63
    }

    pub(crate) fn close_fight(
        &self,
        state: &mut State,
        fight: &crate::State,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        let lost = outcome == Outcome::Won(Side::Monsters);
        let stage = state.here.at;
        let spot = match state.meeting {
            Some(Meeting::Encounter(index)) if lost => Spot::Field(index),
            _ => Spot::Stage(stage),
        };
        if let Some(Meeting::Encounter(index)) = state.meeting {
            state.sweep(Spot::Field(index));
            state.disputed = state.disputed & !(1 << index) | u16::from(lost) << index;
        }
        self.heroes_after(state, fight, lost, log);
        // RANKS-J4: what lies on a field that nobody disputes can be picked up at leisure.
        let left = self.strew(state, fight, spot);
        let foes_up = fight.side[1].meets(fight.up);
        match state.meeting.take() {
            Some(Meeting::Encounter(index)) => {
                let out = |who: &Who| !fight.up.has(*who);
                let felled = self.foes(fight).filter(out).fold(0, |set, who| set | 1 << self.number_of(who));
                state.felled[usize::from(index)] |= felled;
                if !lost || !foes_up {
                    state.here.gone.0 |= 1 << index;
                }
                if !foes_up || outcome == Outcome::Won(Side::Heroes) {
                    state.here.beaten.0 |= 1 << index;
                }
            }
            _ if !lost => {
                for stray in &mut state.strays {
                    *stray = stray.filter(|one| one.stage != stage);
                }
            }
            _ => {}
        }
        if !lost {
            log.tell(Event::Won { lying: left });
        }
        // A fight takes the rest of the ten minutes.
        (state.busy, state.handled, state.passing) = (0, Default::default(), Default::default());
        state.clock = state.clock.saturating_add(1);
        if lost {
            self.get_away(state, log);
        }
        self.conclude(state, false, log);
        self.meet_here(state, log);
    }

    /// What the fight has done to the heroes.
    pub(crate) fn heroes_after(
        &self,
        state: &mut State,
        fight: &crate::State,
        lost: bool,
        log: &mut impl Log<Event>,
    ) {
        for who in each(state.alive) {
            let (index, there) = (ix(who), who);
            state.items[index] = fight.items[there];
            state.equipped[index] = fight.equipped[there].0;
            state.wounds[index] = fight.wounds[there];
            state.damage[index] = fight.damage[there];
            state.borne[index] = fight.borne[there];
            if fight.dead.has(who) {
                state.kill(who);
                log.tell(Event::Died { who });
                continue;
            }
            let out = fight.unconscious.has(who);
            state.down = if out { state.down | bit(who) } else { state.down & !bit(who) };
            if out && lost {
                // RANKS-R20: left behind.
                state.kill(who);
                log.tell(Event::Died { who });
            }
        }
    }

    /// Everything that lies on a field after a fight, with what the dead carried and what foes have taken; how much it is.
    fn strew(&self, state: &mut State, fight: &crate::State, spot: Spot) -> u8 {
        let mut count = 0;
        for thing in fight.lying.iter().filter(|thing| thing.item != NOTHING) {
            state.lay(thing.item, spot, thing.at);
            count += 1;
        }
        for who in self.foes(fight) {
            let there = who;
            let own = &self.shelf().sheets[usize::from(fight.sheet[there])].items;
            // What they have more of than they came with.
            let mut found = 0_u32;
            for item in fight.items[there].into_iter().filter(|&item| item != NOTHING) {
                match (0..own.len()).find(|&place| own[place].0 == item && found >> place & 1 == 0) {
                    Some(place) => found |= 1 << place,
                    None => {
                        state.lay(item, spot, fight.at[there]);
                        count += 1;
                    }
                }
            }
        }
        for who in each(state.dead) {
            for place in 0..crate::state::MAX_ITEMS as u8 {
                if let Some(item) = state.part_with(who, place).filter(|&item| !self.is_natural(item)) {
                    state.lay(item, spot, fight.at[who]);
                    count += 1;
                }
            }
        }
        count
    }

    /// Nobody disputes the field of an encounter any more.
    pub(crate) fn give_up_field(&self, state: &mut State, index: u8) {
        let lair = self.place.encounters.get(usize::from(index)).and_then(|met| met.lair);
        let stage = Spot::Stage(lair.unwrap_or(state.here.at));
        state.disputed &= !(1 << index);
        for left in state.lying.iter_mut().filter(|left| left.spot == Spot::Field(index)) {
            (left.spot, left.at) = (stage, Square::NOWHERE);
        }
    }

    /// Those who retreated are where they came from; who was left behind is lost.
    fn get_away(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.able() == 0 {
            return;
        }
        let to = self.place.refuge(&state.here, |zone| state.strays_in(zone).next().is_some());
        self.place.arrive(&mut state.here, to);
        log.tell(Event::GotAway { to });
    }

    /// Notes whether it is over.
    pub(crate) fn conclude(&self, state: &mut State, leaving: bool, log: &mut impl Log<Event>) {
        if state.here.outcome.is_some() {
            return;
        }
        if state.able() == 0 {
            for who in each(state.down) {
                state.kill(who);
                log.tell(Event::Died { who });
            }
        }
        let anybody = state.able() != 0;
        self.place.conclude(&mut state.here, leaving, anybody);
        // RANKS-J9
        if state.here.outcome.is_none() && u32::from(state.clock) >= self.clock.limit {
            log.tell(Event::TimeIsUp);
            state.here.outcome = Some(Outcome::Draw);
        }
        if let Some(outcome) = state.here.outcome {
            state.meeting = None;
            log.tell(Event::Over { outcome });
        }
    }

    /// Who is met where the party has come to.
    pub(crate) fn meet_here(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.here.outcome.is_some() || state.meeting.is_some() || state.able() == 0 {
            return;
        }
        if let Some(encounter) = self.place.lair_here(&state.here) {
            state.meeting = Some(Meeting::Encounter(encounter));
            log.tell(Event::Met { encounter, turned_up: false });
        } else if state.strays_in(state.here.at).next().is_some() {
            state.meeting = Some(Meeting::Strays);
            log.tell(Event::MetStrays);
        }
    }

    /// Conscious, unconscious or dead, as the judge has set the wounds.
    pub(crate) fn fit_to_wounds(&self, state: &mut State, who: Who) {
        if state.alive & bit(who) == 0 {
            return;
        }
        let (wounds, resolve) = (state.wounds[ix(who)], self.rank(state, who, Ability::Resolve));
        if wounds > resolve {
            state.kill(who);
        } else if wounds == resolve && wounds > 0 {
            state.down |= bit(who);
        } else {
            state.down &= !bit(who);
        }
    }
}
