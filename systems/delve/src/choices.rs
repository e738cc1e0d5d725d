//! What can be chosen: the list, which is quick. The reasons are in `legal`; tests hold the two against each other.

use fracas_kernel::{Handle, Offer, Who};

use crate::conditions::Condition;
use crate::data::Delve;
use crate::state::{Phase, State};

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Starts the fight: surprise, then initiative.
    Begin,
    /// One zone; a second one gives up the action.
    Move {
        to: u8,
    },
    /// Off the field, from an exit.
    Leave,
    /// `with` is the place of the attack on the sheet.
    Attack {
        with: u8,
        target: Who,
    },
    /// `spell` is the place of the spell on the sheet.
    Cast {
        spell: u8,
        target: Target,
    },
    /// Something that is at hand, by its number on the field.
    Use {
        thing: u8,
    },
    Door {
        door: u8,
        what: Handle,
    },
    /// Shakes a friend who is asleep.
    Wake {
        target: Who,
    },
    /// Picks up something that the fight is about, or drops it.
    Carry {
        prize: u8,
        up: bool,
    },
    /// No more in this round.
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    One(Who),
    Zone(u8),
}

impl Offer for Delve {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if state.phase == Phase::Before {
            out.extend(state.acting.map(|who| who.does(Deed::Begin)));
            return;
        }
        for who in state.acting {
            if !state.acted.has(who) {
                self.list_actions(state, who, out);
            }
            if self.can_step(state, who) {
                let zone = state.zone[who];
                out.extend(self.ways(state, zone).map(|to| who.does(Deed::Move { to })));
                if self.field.zones().exit_zones().has(zone) {
                    out.push(who.does(Deed::Leave));
                }
            }
            if let Some(prize) = state.course.carried(who) {
                out.push(who.does(Deed::Carry { prize, up: false }));
            }
            out.push(who.does(Deed::Done));
        }
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everyone() {
            // Nobody thinks of what they do not perceive.
            let everyone = state.everyone() - self.unperceived(state, who);
            let zones = self.thinkable(state, who);
            let sheet = self.sheet(state, who);
            out.extend([Deed::Begin, Deed::Done, Deed::Leave].map(|deed| who.does(deed)));
            out.extend(zones.map(|to| who.does(Deed::Move { to })));
            out.extend(everyone.map(|target| who.does(Deed::Wake { target })));
            for door in self.thinkable_doors(state, who) {
                out.extend(Handle::ALL.map(|what| who.does(Deed::Door { door, what })));
            }
            // What stands behind a shut door has shown itself to nobody.
            let known = self.charted(state, who);
            let things = (0_u8..).zip(&self.ground.things).filter(|(_, thing)| known.has(thing.zone));
            out.extend(things.map(|(thing, _)| who.does(Deed::Use { thing })));
            for prize in 0..self.plot.prizes.len() as u8 {
                out.extend([true, false].map(|up| who.does(Deed::Carry { prize, up })));
            }
            for with in 0..sheet.attacks.len() as u8 {
                out.extend(everyone.map(|target| who.does(Deed::Attack { with, target })));
            }
            for spell in 0..sheet.spells.len() as u8 {
                let targets = everyone.map(Target::One).chain(zones.map(Target::Zone));
                out.extend(targets.map(|target| who.does(Deed::Cast { spell, target })));
            }
        }
    }
}

impl Delve {
    fn list_actions(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let zone = state.zone[who];
        let sheet = self.sheet(state, who);
        let foes = state.foes(who) & state.standing;
        for (with, attack) in (0..).zip(&sheet.attacks) {
            if !self.can_strike(state, who, attack) {
                continue;
            }
            let targets = foes & state.in_zones(self.reached(state, zone, attack.reach));
            out.extend(targets.map(|target| who.does(Deed::Attack { with, target })));
        }
        // DELVE-F9: whoever has begun to strike does nothing else.
        if state.struck[who] != 0 {
            return;
        }
        for (spell, &index) in (0..).zip(&sheet.spells) {
            let cast = &self.spells[index as usize];
            if state.slots[who][cast.level as usize - 1] == 0 {
                continue;
            }
            let taken = self.takes(state, who, cast);
            let reached = self.reached(state, zone, cast.reach);
            let cast_on = |target| who.does(Deed::Cast { spell, target });
            if cast.area {
                let zones = reached.filter(|&zone| state.at[zone].meets(taken));
                out.extend(zones.map(|zone| cast_on(Target::Zone(zone))));
            } else {
                out.extend((taken & state.in_zones(reached)).map(|one| cast_on(Target::One(one))));
            }
        }
        for (thing, offer) in self.things_at(state, zone) {
            if !self.touched_by(state, who, offer).is_empty() {
                out.push(who.does(Deed::Use { thing }));
            }
        }
        for prize in (0..self.plot.prizes.len() as u8).filter(|&prize| self.can_take(state, who, prize)) {
            out.push(who.does(Deed::Carry { prize, up: true }));
        }
        for door in self.field.known_doors_of(&state.doors, zone) {
            let able = Handle::ALL.into_iter().filter(|&what| self.can_handle(state, who, door, what));
            out.extend(able.map(|what| who.does(Deed::Door { door, what })));
        }
        let sleepers = state.friends(who) & state.standing & state.has[Condition::Asleep as usize];
        out.extend((sleepers & state.at[zone]).map(|target| who.does(Deed::Wake { target })));
    }
}
