//! Who perceives and sees whom, which depends on zones, light and the one who looks.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who, ZoneSet};

use crate::apply::Turn;
use crate::data::{Heed, Quality, Range};
use crate::event::Event;
use crate::state::{NOBODY, State};

impl Heed {
    /// The zones in which `who` perceives whoever is there.
    #[inline]
    pub(crate) fn perceived(&self, state: &State, who: Who) -> ZoneSet {
        let zone = state.zone_of(who);
        let far = self.reached(state, zone, Range::Far);
        if self.dark.is_empty() {
            return far;
        }
        // HEED-R17: not remote, nor in darkness without a light; a keen nose needs none nearby.
        let smelt = self.reached(state, zone, Range::Near).only_if(self.sheet(state, who).scent);
        far & (self.lit_for(state, who) | smelt)
    }

    #[inline]
    pub(crate) fn perceives(&self, state: &State, who: Who, target: Who) -> bool {
        self.perceived(state, who).has(state.zone_of(target))
    }

    /// The zones in which `who` sees whoever is there.
    #[inline]
    pub(crate) fn seen(&self, state: &State, who: Who) -> ZoneSet {
        self.map(state).seen_from(state.zone_of(who)) & self.lit_for(state, who)
    }

    #[inline]
    fn lit_for(&self, state: &State, who: Who) -> ZoneSet {
        if self.sheet(state, who).dark_sight { ZoneSet::ALL } else { state.lit }
    }

    /// The zones into which `who` can attack at this range: one need not perceive whom one can touch.
    #[inline]
    pub(crate) fn attacked(&self, state: &State, who: Who, range: Range) -> ZoneSet {
        let zone = state.zone_of(who);
        self.reached(state, zone, range) & self.perceived(state, who).with(zone)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Lights have been moved, lit or put out: who loses sight of whom?
    pub(crate) fn lights_changed(&mut self) {
        if self.rules.dark.is_empty() {
            return;
        }
        self.state.relight(self.rules);
        self.check_sight();
    }

    /// Something has come between people, or gone: heeds and aims that have lost sight end.
    pub(crate) fn check_sight(&mut self) {
        for who in self.state.present() {
            for target in self.state.one(who).heeds {
                self.check_heed(who, target);
            }
            let aim = self.state.one(who).aim;
            if aim != NOBODY && !self.rules.seen(self.state, who).has(self.state.zone_of(aim)) {
                self.lose_aim(who);
            }
        }
    }
}

impl State {
    /// Works out again in which zones one can see.
    pub(crate) fn relight(&mut self, rules: &Heed) {
        if rules.dark.is_empty() {
            return;
        }
        let lights = |kind| rules.is(kind, Quality::Light);
        let carries = |&who: &Who| self.one(who).hands().into_iter().any(lights);
        let carried: ZoneSet = self.present().filter(carries).map(|who| self.zone_of(who)).collect();
        self.lit = !rules.dark | carried | self.floor.zones_with(lights);
    }
}
