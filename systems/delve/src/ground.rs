//! What the zones of a field are like, and what that does: cover, height, the dark, hazards, and things to use.

use fracas_dice::{Dice, Why};
use fracas_kernel::{By, DoorSet, Log, Who, ZoneSet};

use crate::apply::Turn;
use crate::data::{DARK, Delve, Effect, HEIGHT, Save, Takes};
use crate::event::Event;
use crate::spells::share;
use crate::state::{Band, MAX_ZONES, State};

/// How many things a field can have that somebody can use.
pub const MAX_THINGS: usize = 16;
/// No zone.
pub(crate) const NONE: u8 = u8::MAX;

/// By number of zone, door and thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    /// What is added to the armour class of those who are there, against what comes from another zone.
    pub cover: By<u8, i16, MAX_ZONES>,
    pub high: ZoneSet,
    pub dark: ZoneSet,
    /// The hazard that whoever enters has to brave.
    pub hazards: By<u8, Option<u8>, MAX_ZONES>,
    /// Doors that do not give to anybody's shoulder.
    pub iron: DoorSet,
    pub things: Vec<Thing>,
}

/// Something in a zone that can be used, a few times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    pub id: String,
    pub name: String,
    /// Where it is, and where it does something.
    pub zone: u8,
    pub at: u8,
    pub takes: Takes,
    pub effect: Effect,
    pub uses: u8,
    pub about: String,
}

/// How two people stand to each other, as far as a shot or a throw is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lie {
    /// Helps the target.
    pub cover: i16,
    /// Help or hinder the shooter.
    pub height: i16,
    pub dark: i16,
}

impl Ground {
    pub(crate) fn hazard_zones(&self) -> ZoneSet {
        let there = (0_u8..).zip(self.hazards.iter()).filter(|(_, hazard)| hazard.is_some());
        there.map(|(zone, _)| zone).collect()
    }

    /// The ground of a field whose zones are these of the place, with the numbers that its things have there. What works
    /// beyond the field cannot be used on it.
    pub(crate) fn part(&self, zones: &[u8]) -> (Ground, Vec<u8>) {
        let local = |zone: u8| zones.iter().position(|&other| other == zone).map(|index| index as u8);
        let mut part = Ground::default();
        for (number, &zone) in (0_u8..).zip(zones) {
            (part.cover[number], part.hazards[number]) = (self.cover[zone], self.hazards[zone]);
            part.high.put(number, self.high.has(zone));
            part.dark.put(number, self.dark.has(zone));
        }
        let mut numbers = Vec::new();
        for (number, thing) in (0_u8..).zip(&self.things) {
            if let (Some(zone), Some(at)) = (local(thing.zone), local(thing.at)) {
                part.things.push(Thing { zone, at, ..thing.clone() });
                numbers.push(number);
            }
        }
        (part, numbers)
    }
}

impl Delve {
    /// What the ground does to an attack from `from` on somebody in `to`.
    pub(crate) fn lie(&self, state: &State, who: Who, target: Who) -> Lie {
        let (from, to) = (state.zone[who], state.zone[target]);
        if from == to {
            return Lie::default();
        }
        // DELVE-F3: cover helps against other zones; from above it does not, and a shot down is a better one.
        let above = self.ground.high.has(from) && !self.ground.high.has(to);
        let cover = if above { 0 } else { self.ground.cover[to] };
        // DELVE-F4: heroes shoot badly at what no light falls on.
        let unlit = state.side[0].has(who) && self.ground.dark.has(to) && !self.is_lit(state, to);
        Lie { cover, height: if above { HEIGHT } else { 0 }, dark: if unlit { DARK } else { 0 } }
    }

    /// Light falls where a hero stands, and on the zones next to that.
    fn is_lit(&self, state: &State, zone: u8) -> bool {
        let near = self.zones(state).beside(zone).with(zone);
        state.in_zones(near).meets(state.side[0] & state.standing)
    }

    /// The hazard that `who` has to brave in a zone.
    pub(crate) fn peril(&self, state: &State, who: Who, zone: u8) -> Option<u8> {
        let risen = if self.plotted { self.plot.hazard_at(&state.course, zone) } else { None };
        self.ground.hazards[zone]
            .or(risen)
            .filter(|hazard| !self.sheet(state, who).unharmed_by.contains(hazard))
    }

    /// Things that can be used where somebody is, by number.
    pub(crate) fn things_at<'a>(
        &'a self,
        state: &'a State,
        zone: u8,
    ) -> impl Iterator<Item = (u8, &'a Thing)> + 'a {
        let here = (0_u8..).zip(&self.ground.things).filter(move |(_, thing)| thing.zone == zone);
        here.filter(|(number, _)| state.uses[*number] > 0)
    }

    /// Whom a thing would touch if `who` used it now.
    pub(crate) fn touched_by(&self, state: &State, who: Who, thing: &Thing) -> Band {
        // Nothing works through a shut door, and nothing works for beasts.
        let works = self.sheet(state, who).handy && self.zones(state).sees(thing.zone, thing.at);
        let there = state.at[thing.at].only_if(works);
        there & self.touched(state, who, thing.takes, thing.effect.does, true)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Somebody has come to a zone, and braves what is there.
    pub(crate) fn enter(&mut self, who: Who, zone: u8) {
        // DELVE-F5
        if let Some(hazard) = self.rules.peril(self.state, who, zone) {
            self.log.tell(Event::Braves { who, hazard });
            self.brave(Band::one(who), None, hazard);
        }
    }

    /// A trap or a poison takes these, unless saves help. Its damage is rolled once.
    pub(crate) fn brave(&mut self, taken: Band, by: Option<Who>, number: u8) {
        let rules = self.rules;
        let Some(hazard) = rules.hazard(number) else { return };
        let roll = |turn: &mut Self| hazard.damage.map(|roll| turn.dice.roll(Why::table("damage"), roll));
        let shared = if taken.len() > 1 { roll(self) } else { None };
        for who in taken & self.state.present() {
            let saved = hazard.save != Save::No && self.saves(who);
            if saved && hazard.save == Save::Negates {
                continue;
            }
            if let Some(throw) = shared.or_else(|| roll(self)) {
                self.hurt(who, by, throw, share(throw.value, saved), hazard.harm);
            }
            if hazard.lasting.is_some() && !saved && self.state.present().has(who) {
                self.poison(who, number);
            }
        }
    }

    /// Uses something that is at hand.
    pub(crate) fn use_thing(&mut self, who: Who, number: u8) {
        let rules = self.rules;
        let Some(thing) = rules.ground.things.get(usize::from(number)) else { return };
        // DELVE-F6
        self.state.acted.insert(who);
        self.state.uses[number] = self.state.uses[number].saturating_sub(1);
        self.log.tell(Event::Used { who, thing: number });
        let taken = rules.touched_by(self.state, who, thing);
        self.work(thing.effect, who, taken);
        self.rest_if_spent(who);
    }
}
