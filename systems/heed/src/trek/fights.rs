//! From the trek into a fight and back: who stands where, what everybody carries, and what is left of it afterwards.

use fracas_adventure::explore::Battles;
use fracas_adventure::{Course, Event as Told, Foe, Foes};
use fracas_kernel::{Log, Outcome, Side};

use super::State;
use super::data::Lore;
use super::event::Event;
use crate::data::{BOTH, Heed, NOTHING, Placed, Quality, Senses, Sheet};
use crate::items::{Lying, MAX_ITEMS, is_item};
use crate::state as fight;

impl Battles for Lore {
    type Fight = Heed;

    fn fights(&self) -> &[Heed] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        state.meeting.map(|_| self.setting.place.area_of(state.here.at) * 4 + state.own.opening as usize)
    }

    fn enter(&self, state: &State) -> fight::State {
        let (mut fight, rules, field) = self.muster(state);
        let room = room(&fight);
        for lying in self.lying(state, field).take(room) {
            fight.floor.drop(place_of(field, lying.zone), lying.kind);
        }
        fight.open(rules);
        fight
    }

    /// The heroes' wounds and gear, as they are in a fight.
    fn take_back(&self, state: &mut State, fight: &fight::State) {
        for who in self.setting.everyone() {
            let (hero, one) = (&mut state.own.heroes[who], fight.one(who));
            hero.slots = one.slots;
            hero.hands = one.hands.map(|kind| if is_item(kind) || kind == BOTH { kind } else { NOTHING });
            self.fit_to_wounds(state, who);
        }
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &fight::State,
        outcome: Outcome,
        log: &mut dyn Log<Told<Event>>,
    ) {
        let Some(foes) = state.meeting else { return };
        let area = self.setting.place.area_of(state.here.at);
        let field = &self.fields[area % self.fields.len()];
        self.take_back_floor(state, fight, field);
        let here = fight.standing & fight.side[0];
        let safe = here | fight.gone;
        let held = outcome == Outcome::Won(Side::Heroes) || (outcome == Outcome::Draw && !here.is_empty());
        self.take_back(state, fight);
        for who in state.party.alive {
            // A ruling: the fallen are lost where the others have to leave them.
            if !held && !safe.has(who) {
                state.party.kill(who);
                log.tell(Told::Died { who });
            }
        }
        state.meeting = None;
        state.own.fought = true;
        state.own.stir = self.stirred(fight);
        if outcome == Outcome::Won(Side::Heroes) {
            self.over(state, foes, log);
            self.loot(state, fight, field);
        } else {
            self.get_away(state, log);
        }
        self.count_senses(state);
        self.conclude(state, false, log);
        state.own.fought &= !state.is_over();
    }
}

impl Lore {
    /// Everybody who will fight, the rules of the fight and the zones of its field.
    fn muster<'a>(&'a self, state: &'a State) -> (fight::State, &'a Heed, &'a [u8]) {
        let area = self.setting.place.area_of(state.here.at);
        let number = self.field(state).unwrap_or(area * 4);
        let rules = &self.fights[number % self.fights.len()];
        let field = &self.fields[area % self.fields.len()];
        let mut fight = self.heroes_in(state, rules, field);
        if let Some(foes) = state.meeting {
            for (foe, zone) in self.foes(state, foes, field, rules) {
                for _ in 0..foe.count {
                    fight.add(rules, &Placed { sheet: foe.creature as u8, side: Side::Monsters, zone });
                }
            }
        }
        (fight, rules, field)
    }

    /// The heroes alone, where the party is.
    pub(super) fn heroes_in(&self, state: &State, rules: &Heed, field: &[u8]) -> fight::State {
        let mut fight = fight::State::EMPTY;
        let zone = place_of(field, state.here.at);
        for who in self.setting.everyone() {
            let hero = &state.own.heroes[who];
            fight.add(rules, &Placed { sheet: hero.sheet, side: Side::Heroes, zone });
            for (slot, &kind) in (0..).zip(&hero.slots) {
                fight.fill_slot(rules, who, slot, kind);
            }
            fight.one_mut(who).hands = hero.hands;
            fight.grip(rules, who);
            if !state.able().has(who) {
                fight.standing.remove(who);
            }
            if !state.party.alive.has(who) {
                fight.gone.insert(who);
                fight.at[zone].remove(who);
            }
        }
        fight
    }

    /// Those of an encounter, each with its zone of the battlefield.
    fn foes<'a>(
        &'a self,
        state: &'a State,
        foes: Foes,
        field: &'a [u8],
        rules: &'a Heed,
    ) -> impl Iterator<Item = (Foe, u8)> + use<'a> {
        let (own, stray) = match foes {
            Foes::Encounter(index) => (self.setting.place.encounters.get(usize::from(index)), None),
            Foes::Stray(slot) => (None, state.stray(slot)),
        };
        let party = place_of(field, state.here.at);
        let lair = own.and_then(|one| one.lair).or(stray.map(|stray| stray.zone));
        let at_home = lair.filter(|&zone| zone != state.here.at).and_then(|zone| inside(field, zone));
        // One step away, so that both sides have room; in a single zone at arm's length.
        let beside = rules.zones.beside(party).first();
        let otherwise = at_home.or(beside).unwrap_or(party);
        let lone = stray.map(|stray| Foe { creature: stray.sheet.into(), count: 1, at: None, stands: None });
        let foes = own.map_or(&[][..], |one| &one.foes[..]).iter().copied().chain(lone);
        foes.map(move |foe| (foe, foe.at.and_then(|zone| inside(field, zone)).unwrap_or(otherwise)))
    }

    /// What lies on the battlefield.
    fn lying<'a>(&self, state: &'a State, field: &'a [u8]) -> impl Iterator<Item = Lying> + use<'a> {
        state.own.floor.all().iter().copied().filter(|lying| field.contains(&lying.zone))
    }

    /// What a combat does to the senses: its noise, and whatever was cast and drunk in it.
    fn stirred(&self, fight: &fight::State) -> Senses {
        let noise = self.task(self.fight).map_or(Senses::NONE, |task| task.senses);
        let (magic, potions) = (Sheet::sense("magic"), Sheet::sense("potions"));
        noise | magic.only_if(fight.magic) | potions.only_if(fight.potions)
    }

    /// Those who were met are beaten, and gone.
    fn over(&self, state: &mut State, foes: Foes, log: &mut dyn Log<Told<Event>>) {
        match foes {
            Foes::Encounter(encounter) => {
                state.here.gone.insert(encounter);
                state.here.beaten.insert(encounter);
                log.tell(Told::Own(Event::Beaten { encounter }));
            }
            Foes::Stray(slot) => state.strays[usize::from(slot)] = None,
        }
    }

    fn take_back_floor(&self, state: &mut State, fight: &fight::State, field: &[u8]) {
        // As many as were taken in, in the same order.
        let room = room(&self.muster(state).0);
        let taken = self.lying(state, field).take(room).count();
        for _ in 0..taken {
            let Some(lying) = self.lying(state, field).next() else { break };
            state.own.floor.take(lying.zone, lying.kind);
        }
        for lying in fight.floor.all() {
            if let Some(&zone) = field.get(usize::from(lying.zone)) {
                state.own.floor.drop(zone, lying.kind);
            }
        }
    }

    /// What is of use of the gear of fallen enemies lies where they fell.
    fn loot(&self, state: &mut State, fight: &fight::State, field: &[u8]) {
        let rules = self.heed();
        let fallen = fight.side[1] - fight.standing - fight.gone;
        for who in fallen {
            let one = fight.one(who);
            let Some(&zone) = field.get(usize::from(one.zone)) else { continue };
            for &kind in one.slots.iter().chain(&one.hands) {
                let of_use = !rules.qualities(kind).is_empty() || !self.item_touches(kind).is_empty();
                if rules.is_loot(kind) && of_use && !rules.is(kind, Quality::Natural) {
                    state.own.floor.drop(zone, kind);
                }
            }
        }
    }
}

fn inside(field: &[u8], zone: u8) -> Option<u8> {
    field.iter().position(|&other| other == zone).map(|at| at as u8)
}

fn place_of(field: &[u8], zone: u8) -> u8 {
    inside(field, zone).unwrap_or(0)
}

/// How many things can still lie about, if everybody may drop all they have.
fn room(fight: &fight::State) -> usize {
    let ones = fight.everybody().map(|who| fight.one(who));
    let carried = ones.flat_map(|one| one.slots.iter().chain(&one.hands)).filter(|&&kind| is_item(kind));
    MAX_ITEMS.saturating_sub(carried.count())
}
