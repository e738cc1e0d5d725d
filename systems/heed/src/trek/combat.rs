//! From the journey into a fight and back: who stands where, what everybody carries, and what is left of it afterwards.

use fracas_adventure::{Foe, Whereabouts};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::data::Trek;
use super::event::Event;
use super::state::{Extra, MAX_HEROES, Met, State};
use crate::data::{BOTH, Heed, NOTHING, Placed, Quality, Sheet};
use crate::items::is_item;
use crate::items::{Lying, MAX_ITEMS};
use crate::state as fight;

impl Trek {
    /// The fight that a meeting is, by its place among all fights.
    pub(super) fn fight_of(&self, state: &State, met: Met) -> usize {
        self.place.area_of(state.here.at) * 4 + met.opening as usize
    }

    pub(super) fn open_fight(&self, state: &State) -> fight::State {
        let (mut fight, rules, field) = self.muster(state);
        let room = room(&fight);
        for lying in self.lying(state, field).take(room) {
            fight.floor.drop(place_of(field, lying.zone), lying.kind);
        }
        fight.open(rules);
        fight
    }

    /// Everybody who will fight, the rules of the fight and the zones of its field.
    fn muster<'a>(&'a self, state: &'a State) -> (fight::State, &'a Heed, &'a [u8]) {
        let area = self.place.area_of(state.here.at);
        let number = state.open.map_or(area * 4, |met| self.fight_of(state, met));
        let rules = &self.fights[number % self.fights.len()];
        let field = &self.fields[area % self.fields.len()];
        let mut fight = self.heroes_in(state, rules, field);
        if let Some(met) = state.open {
            for (foe, zone) in self.foes(state, met.encounter, field, rules) {
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
        for who in state.everyone() {
            let hero = state.hero(who);
            fight.add(rules, &Placed { sheet: hero.sheet, side: Side::Heroes, zone });
            for (slot, &kind) in (0..).zip(&hero.slots) {
                fight.fill_slot(rules, who, slot, kind);
            }
            fight.one_mut(who).hands = hero.hands;
            fight.grip(rules, who);
            if !state.is_up(rules, who) {
                fight.standing.remove(who);
            }
            if hero.lost {
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
        encounter: u8,
        field: &'a [u8],
        rules: &'a Heed,
    ) -> impl Iterator<Item = (Foe, u8)> + use<'a> {
        let own = self.place.encounters.get(usize::from(encounter));
        let extra = self.extra(state, encounter);
        let party = place_of(field, state.here.at);
        let lair = own.and_then(|one| one.lair).or(extra.map(|extra| extra.zone));
        let at_home = lair.filter(|&zone| zone != state.here.at).and_then(|zone| inside(field, zone));
        // One step away, so that both sides have room; in a single zone at arm's length.
        let beside = rules.zones.beside(party).first();
        let otherwise = at_home.or(beside).unwrap_or(party);
        let lone = extra.map(|extra| Foe { creature: extra.sheet.into(), count: 1, at: None });
        let foes = own.map_or(&[][..], |one| &one.foes[..]).iter().copied().chain(lone);
        foes.map(move |foe| (foe, foe.at.and_then(|zone| inside(field, zone)).unwrap_or(otherwise)))
    }

    /// What lies on the battlefield.
    fn lying<'a>(&self, state: &'a State, field: &'a [u8]) -> impl Iterator<Item = Lying> + use<'a> {
        state.floor.all().iter().copied().filter(|lying| field.contains(&lying.zone))
    }

    /// The heroes' wounds and gear, as they are in a fight.
    pub(super) fn heroes_after(&self, state: &mut State, fight: &fight::State) {
        for who in state.everyone() {
            let (hero, one) = (state.hero_mut(who), fight.one(who));
            hero.slots = one.slots;
            hero.hands = one.hands.map(|kind| if is_item(kind) || kind == BOTH { kind } else { NOTHING });
        }
    }

    pub(super) fn close_fight(
        &self,
        state: &mut State,
        fight: &fight::State,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        let Some(met) = state.open else { return };
        let area = self.place.area_of(state.here.at);
        let field = &self.fields[area % self.fields.len()];
        self.take_back_floor(state, fight, field);
        let here = fight.standing & fight.side[0];
        let safe = here | fight.gone;
        let held = outcome == Outcome::Won(Side::Heroes) || (outcome == Outcome::Draw && !here.is_empty());
        self.heroes_after(state, fight);
        for who in state.everyone() {
            let hero = state.hero_mut(who);
            // A ruling: the fallen are lost where the others have to leave them.
            if !hero.lost && !held && !safe.has(who) {
                hero.lost = true;
                log.tell(Event::Lost { who });
            }
        }
        state.open = None;
        state.fought = true;
        state.stir = self.stirred(fight);
        if outcome == Outcome::Won(Side::Heroes) {
            self.over(state, met.encounter, log);
            self.loot(state, fight, field);
        } else if !state.up(self.heed()).is_empty() {
            self.get_away(state, log);
        }
        self.count_senses(state);
        if self.conclude(state, false, log) {
            state.fought = false;
        }
    }

    /// What a combat does to the senses: its noise, and whatever was cast and drunk in it.
    fn stirred(&self, fight: &fight::State) -> u32 {
        let noise = self.task(self.fight).map_or(0, |task| task.senses);
        let left = |there: bool, sense: &str| if there { Sheet::sense(sense) } else { 0 };
        noise | left(fight.magic, "magic") | left(fight.potions, "potions")
    }

    /// Those of an encounter are beaten, and gone.
    fn over(&self, state: &mut State, encounter: u8, log: &mut impl Log<Event>) {
        match usize::from(encounter).checked_sub(self.place.encounters.len()) {
            None => {
                state.here.gone.0 |= 1 << encounter;
                state.here.beaten.0 |= 1 << encounter;
                log.tell(Event::Beaten { encounter });
            }
            Some(at) => {
                if let Some(extra) = state.extras.get_mut(at) {
                    *extra = Extra::NOBODY;
                }
            }
        }
    }

    /// The party runs to where it came from.
    fn get_away(&self, state: &mut State, log: &mut impl Log<Event>) {
        let Whereabouts { at, from, .. } = state.here;
        if self.place.steps(&state.here).0 >> from & 1 == 1 {
            self.place.arrive(&mut state.here, from);
            state.here.from = at;
        }
        log.tell(Event::GotAway { to: state.here.at });
    }

    fn take_back_floor(&self, state: &mut State, fight: &fight::State, field: &[u8]) {
        // As many as were taken in, in the same order.
        let room = room(&self.muster(state).0);
        let taken = self.lying(state, field).take(room).count();
        for _ in 0..taken {
            let Some(lying) = self.lying(state, field).next() else { break };
            state.floor.take(lying.zone, lying.kind);
        }
        for lying in fight.floor.all() {
            if let Some(&zone) = field.get(usize::from(lying.zone)) {
                state.floor.drop(zone, lying.kind);
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
                let of_use = !rules.qualities(kind).is_empty() || self.item_touches(kind) != 0;
                if rules.is_loot(kind) && of_use && !rules.is(kind, Quality::Natural) {
                    state.floor.drop(zone, kind);
                }
            }
        }
    }

    pub(super) fn is_hero(&self, state: &State, who: Who) -> bool {
        who.0 < state.count && who.index() < MAX_HEROES
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
