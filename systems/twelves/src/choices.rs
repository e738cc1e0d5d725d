//! What can be chosen: the list, which is quick. The reasons are in `legal`; tests hold the two against each other.

use fracas_kernel::plot::can_take;
use fracas_kernel::{Handle, Offer, Who};

use crate::data::Twelves;
use crate::state::{Pending, State, Things};

pub type Choice = fracas_kernel::Choice<Deed>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Starts the fight: the agility checks of the first round.
    Begin,
    /// `with` is the place of the weapon on the sheet.
    Attack {
        with: u8,
        target: Who,
    },
    /// `pair` is the place of the two weapons among the sheet's pairs.
    Pair {
        pair: u8,
        target: Who,
    },
    /// An answer in mid-action: whom the second weapon takes when the first has felled its target.
    Second {
        target: Who,
    },
    Move {
        to: u8,
    },
    /// Off the field, from an exit.
    Flee,
    Grapple {
        target: Who,
    },
    Shove {
        target: Who,
        to: u8,
    },
    BreakFree,
    /// Costs nothing.
    LetGo,
    Use {
        feature: u8,
        target: Option<Who>,
    },
    Door {
        door: u8,
        what: Handle,
    },
    /// Picks up something that the fight is about, or drops it, which costs nothing.
    Carry {
        prize: u8,
        up: bool,
    },
    /// Nothing in this turn.
    Pass,
}

const _: () = assert!(size_of::<Choice>() <= 6);

impl Offer for Twelves {
    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if let Some(Pending { who, arm }) = state.pending {
            let targets = self.targets(state, who, self.sheet(state, who).arm(arm).reach);
            out.extend(targets.map(|target| who.does(Deed::Second { target })));
            return;
        }
        if state.is_before() {
            out.extend(state.acting.map(|who| who.does(Deed::Begin)));
            return;
        }
        for who in state.acting {
            self.list_attacks(state, who, out);
            self.list_manoeuvres(state, who, out);
            for prize in (0..self.plot.prizes.len() as u8).filter(|&one| can_take(self, state, who, one)) {
                out.push(who.does(Deed::Carry { prize, up: true }));
            }
            if let Some(prize) = state.course.carried(who) {
                out.push(who.does(Deed::Carry { prize, up: false }));
            }
            out.push(who.does(Deed::Pass));
        }
    }

    fn conceivable(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everyone() {
            // Nobody thinks of what they do not perceive.
            let everyone = state.everyone() - self.unperceived(state, who);
            let zones = self.thinkable(state, who);
            let sheet = self.sheet(state, who);
            let mut add = |deed| out.push(who.does(deed));
            for deed in [Deed::Begin, Deed::Pass, Deed::Flee, Deed::BreakFree, Deed::LetGo] {
                add(deed);
            }
            zones.for_each(|to| add(Deed::Move { to }));
            for prize in 0..self.plot.prizes.len() as u8 {
                [true, false].into_iter().for_each(|up| add(Deed::Carry { prize, up }));
            }
            for target in everyone {
                (0..sheet.armed).for_each(|with| add(Deed::Attack { with, target }));
                (0..sheet.pairs.len() as u8).for_each(|pair| add(Deed::Pair { pair, target }));
                add(Deed::Second { target });
                add(Deed::Grapple { target });
                zones.for_each(|to| add(Deed::Shove { target, to }));
            }
            for door in self.thinkable_doors(state, who) {
                Handle::ALL.into_iter().for_each(|what| add(Deed::Door { door, what }));
            }
            for (feature, offer) in (0..).zip(&self.features).filter(|(_, offer)| zones.has(offer.zone)) {
                match offer.aimed() {
                    Some(_) => everyone.for_each(|one| add(Deed::Use { feature, target: Some(one) })),
                    None => add(Deed::Use { feature, target: None }),
                }
            }
        }
    }
}

impl Twelves {
    fn list_attacks(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let sheet = self.sheet(state, who);
        for (with, arm) in (0..).zip(sheet.arms()) {
            let targets = self.targets(state, who, arm.reach);
            out.extend(targets.map(|target| who.does(Deed::Attack { with, target })));
        }
        for (pair, &[first, second]) in (0..).zip(&sheet.pairs) {
            let targets = self.targets(state, who, sheet.arm(first).reach & sheet.arm(second).reach);
            out.extend(targets.map(|target| who.does(Deed::Pair { pair, target })));
        }
    }

    fn list_manoeuvres(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let zone = state.zone[who];
        let ways = self.ways(state, zone);
        let close = state.close_foes(who);
        if state.holding.has(who) {
            out.push(who.does(Deed::LetGo));
        } else {
            out.extend((close - state.held).map(|target| who.does(Deed::Grapple { target })));
        }
        let open = self.zones(state).beside(zone);
        for target in close {
            out.extend(open.map(|to| who.does(Deed::Shove { target, to })));
        }
        if state.held.has(who) {
            out.push(who.does(Deed::BreakFree));
        } else {
            out.extend(ways.map(|to| who.does(Deed::Move { to })));
            if self.field.zones().exit_zones().has(zone) {
                out.push(who.does(Deed::Flee));
            }
        }
        if self.doored.has(zone) {
            for door in self.field.doors_of(zone) {
                let able = Handle::ALL.into_iter().filter(|&what| self.can_handle(state, zone, door, what));
                out.extend(able.map(|what| who.does(Deed::Door { door, what })));
            }
        }
        self.list_features(state, who, self.offered[zone], out);
    }

    pub(crate) fn list_features(&self, state: &State, who: Who, offered: Things, out: &mut Vec<Choice>) {
        for feature in offered {
            let Some(offer) = self.feature(feature) else { continue };
            let stuck = offer.moves_user() && state.held.has(who);
            if stuck || state.uses[feature] == 0 {
                continue;
            }
            let mut add = |target| out.push(who.does(Deed::Use { feature, target }));
            match offer.aimed() {
                Some(effect) => self.touched(state, who, effect).for_each(|one| add(Some(one))),
                None if offer.effects.iter().any(|effect| self.is_of_use(state, who, effect)) => add(None),
                None => {}
            }
        }
    }
}
