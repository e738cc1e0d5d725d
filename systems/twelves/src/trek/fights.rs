//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::explore::Battles;
use fracas_adventure::{Course, Event as Common, Foe, Foes, Heroes, Numbers};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::State;
use super::data::Lore;
use super::event::Event;
use super::state::fit_to_hits;
use crate::data::Twelves;
use crate::state::{Band, MAX, Phase};

impl Battles for Lore {
    type Fight = Twelves;

    fn fights(&self) -> &[Twelves] {
        &self.fights
    }

    fn enter(&self, state: &State) -> crate::State {
        let (rules, mut fight) = self.field_now(state);
        let (area, here) = self.spot(state);
        // TWELVES-J6: face to face across the room, if the room has more than one zone.
        let across = rules.zones.beside(here).first().unwrap_or(here);
        let mut put = |sheet: u8, zone: u8| {
            if fight.count < MAX as u8 {
                fight.add(rules, sheet, Side::Monsters, zone);
            }
        };
        match state.meeting {
            Some(Foes::Encounter(index)) => {
                for (_, foe) in self.foes_left(state, index) {
                    let at = foe.at.and_then(|zone| self.local(area, zone));
                    put(foe.creature as u8, at.unwrap_or(across));
                }
            }
            _ => state.strays_in(state.here.at).for_each(|(_, stray)| put(stray.sheet, across)),
        }
        fight.phase = Phase::Before;
        fight.ready |= Band::of(state.own.ready.0.into());
        fight.open_fight();
        fight
    }

    fn take_back(&self, state: &mut State, fight: &crate::State) {
        self.heroes_after(state, fight);
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &crate::State,
        outcome: Outcome,
        log: &mut dyn Log<Common<Event>>,
    ) {
        self.heroes_after(state, fight);
        let lost = outcome == Outcome::Won(Side::Monsters);
        if !lost && !fight.side[1].meets(fight.standing) {
            log.tell(Common::Own(Event::Won));
        }
        if lost {
            // TWELVES-J7: who lay there is lost.
            self.bury_the_fallen(state, log);
        }
        state.own.ready = Heroes::NONE;
        let (felled, left) = match state.meeting {
            Some(Foes::Encounter(index)) => {
                let foes = self.foes_left(state, index).zip(self.heroes.len() as u8..);
                let out = foes.filter(|(_, who)| !fight.standing.has(Who(*who)));
                let felled: Numbers = out.map(|((number, _), _)| number).collect();
                (felled, self.foes_left(state, index).any(|(number, _)| !felled.has(number)))
            }
            _ => (Numbers::NONE, true),
        };
        self.close_fight(state, outcome, felled, left, log);
    }
}

impl Lore {
    /// The battlefield where the party is, with the party and nobody else.
    pub(crate) fn field_now(&self, state: &State) -> (&Twelves, crate::State) {
        let (area, zone) = self.spot(state);
        let rules = &self.fights[area];
        let mut field = rules.start.clone();
        for (uses, &feature) in field.uses.iter_mut().zip(&self.furniture[area]) {
            *uses = state.own.uses[feature];
        }
        field.hazards = Default::default();
        for (local, &place) in (0_u8..).zip(&self.inside[area]) {
            field.cover[local] = state.own.cover[place];
            field.hazards.put(local, state.own.hazards.has(place));
        }
        for hero in self.setting.everyone() {
            let who = field.add(rules, self.sheet_index(state, hero), Side::Heroes, zone);
            field.hits[who] = state.own.hits[hero];
            if !state.able().has(hero) {
                field.standing.remove(who);
            }
            if !state.party.alive.has(hero) {
                field.gone.insert(who);
                field.take_off(who);
            }
        }
        field.phase = Phase::Turn(Side::Heroes);
        field.open_fight();
        (rules, field)
    }

    /// What a fight has done to the heroes and to the place.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &crate::State) {
        let (area, _) = self.spot(state);
        for (&uses, &feature) in fight.uses.iter().zip(&self.furniture[area]) {
            state.own.uses[feature] = uses;
        }
        for (local, &place) in (0_u8..).zip(&self.inside[area]) {
            state.own.cover[place] = fight.cover[local];
            state.own.hazards.put(place, fight.hazards.has(local));
        }
        for who in state.party.alive {
            state.own.hits[who] = fight.hits[who].min(self.max_hits(who));
            fit_to_hits(state, who);
        }
    }

    /// Who of an encounter is still to be fought, each with its number.
    fn foes_left<'a>(&'a self, state: &'a State, encounter: u8) -> impl Iterator<Item = (u8, Foe)> + 'a {
        let foes = self.setting.place.encounters.get(usize::from(encounter)).map_or(&[][..], |met| &met.foes);
        let each = foes.iter().flat_map(|&foe| std::iter::repeat_n(foe, usize::from(foe.count)));
        (0_u8..32).zip(each).filter(move |(number, _)| !state.is_felled(encounter, *number))
    }
}
