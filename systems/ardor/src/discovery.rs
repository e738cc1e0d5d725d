//! Discoveries: the abilities that an Inspired Moment may show, learned at once or noted for a rest.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::Ardor;
use crate::event::Event;
use crate::state::{Abilities, Phase, State};

impl Ardor {
    /// Does `who` command the ability at this place on the sheet?
    pub(crate) fn knows(&self, state: &State, who: Who, which: u8) -> bool {
        match which.checked_sub(self.sheet(state, who).known) {
            None => true,
            Some(found) => state.learned[who].has(found),
        }
    }

    /// The first ability that `who` could still discover.
    pub(crate) fn undiscovered(&self, state: &State, who: Who) -> Option<u8> {
        let sheet = self.sheet(state, who);
        let had = state.learned[who] | state.noted[who];
        (sheet.known..sheet.abilities.len() as u8).find(|which| !had.has(which - sheet.known))
    }

    /// The next ability to discover, its place among those, and what learning it costs.
    fn discovery(&self, state: &State, who: Who) -> Option<(u8, u8, u8)> {
        let which = self.undiscovered(state, who)?;
        let price = self.ability(state, who, which)?.xp;
        Some((which, which - self.sheet(state, who).known, price))
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(never)]
    pub(crate) fn discover(&mut self, who: Who) {
        // ARDOR-O3
        if !self.rules.discovery {
            return;
        }
        let Some((ability, _, price)) = self.rules.discovery(self.state, who) else { return };
        let enough = self.state.xp[who] >= price;
        self.log.tell(Event::Discovered { who, ability, enough });
        // ARDOR-S7: with enough XP it can be learned at once, and is noted otherwise.
        if enough {
            self.state.discovering.insert(who);
        } else {
            self.note(who);
        }
    }

    pub(crate) fn learn(&mut self, who: Who) {
        let Some((ability, place, price)) = self.rules.discovery(self.state, who) else { return };
        self.state.xp[who] = self.state.xp[who].saturating_sub(price);
        self.state.learned[who] |= Abilities::one(place);
        self.log.tell(Event::Learned { who, ability });
        self.settle_discovery(who);
    }

    pub(crate) fn note(&mut self, who: Who) {
        let Some((ability, place, _)) = self.rules.discovery(self.state, who) else { return };
        self.state.noted[who] |= Abilities::one(place);
        self.log.tell(Event::Noted { who, ability });
        self.settle_discovery(who);
    }

    fn settle_discovery(&mut self, who: Who) {
        self.state.discovering.remove(who);
        if self.state.phase == Phase::Arduous && !self.rules.may_strain(self.state, who) {
            self.done(who);
        }
    }
}
