//! How much somebody does in a round: several attacks in one action, zones that a move takes, hit points that come back.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Attack, Delve, Harm};
use crate::event::Event;
use crate::state::State;

impl Delve {
    /// Can somebody go on to another zone, were there a way?
    #[inline]
    pub(crate) fn can_step(&self, state: &State, who: Who) -> bool {
        if state.rooted.has(who) {
            return false;
        }
        // DELVE-T2, DELVE-R10, DELVE-F11: as many zones as its speed; as many again instead of the action.
        let (steps, speed) = (state.steps[who], self.sheet(state, who).speed);
        let hurries = steps > speed || !(state.acted.has(who) || state.struck[who] != 0);
        steps < speed || (steps < 2 * speed && hurries)
    }

    /// Could this attack still be made, as far as the action goes?
    #[inline]
    pub(crate) fn can_strike(&self, state: &State, who: Who, attack: &Attack) -> bool {
        // DELVE-F9: of several attacks each is made once, and another takes the whole action.
        match attack.turns {
            0 => state.struck[who] == 0,
            turns => turns & !state.struck[who] != 0,
        }
    }

    /// How many of several attacks somebody has begun are left.
    pub(crate) fn strikes_left(&self, state: &State, who: Who) -> Option<u32> {
        let begun = state.struck[who] != 0 && !state.acted.has(who);
        begun.then(|| (self.sheet(state, who).several & !state.struck[who]).count_ones())
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// One of several attacks is made; the action is spent with the last of them.
    #[inline(never)]
    pub(crate) fn strike_one_of(mut self, who: Who, turns: u8) {
        let free = turns & !self.state.struck[who];
        self.state.struck[who] |= free & free.wrapping_neg();
        if self.state.struck[who] == self.rules.sheet(self.state, who).several {
            self.state.acted.insert(who);
        }
        self.rest_if_spent(who);
    }

    /// Uses a zone of the move, or the action for those beyond it. True if it was the action.
    pub(crate) fn spend_move(&mut self, who: Who) -> bool {
        // DELVE-T2, DELVE-R10
        let speed = self.rules.sheet(self.state, who).speed;
        let steps = self.state.steps[who].saturating_add(1);
        self.state.steps[who] = steps;
        let far = steps > speed;
        if far || self.state.struck[who] != 0 {
            self.state.acted.insert(who);
        }
        if steps >= speed {
            self.state.moved.insert(who);
        }
        far
    }

    /// Damage of a kind that somebody minds more or less than others do. True if it does nothing.
    #[inline(never)]
    pub(crate) fn minds(self, who: Who, harm: Harm) -> bool {
        let sheet = self.rules.sheet(self.state, who);
        if sheet.immune.has(harm) {
            // DELVE-F8
            self.log.tell(Event::Unharmed { who, harm });
            return true;
        }
        if sheet.scars.has(harm) {
            self.state.scarred.insert(who);
        }
        false
    }

    /// The end of a round for those who regenerate.
    #[inline(never)]
    pub(crate) fn regrow(mut self) {
        // DELVE-F10: what is dead stays so, and what has scarred it keeps it from healing.
        let healing = (self.state.regrows & self.state.hurt & self.state.present()) - self.state.scarred;
        for who in healing {
            let (hp, most) = (self.state.hp[who], self.state.max_hp[who]);
            let amount = self.rules.sheet(self.state, who).regrows.min(most - hp);
            self.state.set_hit_points(who, hp + amount);
            self.log.tell(Event::Regrown { who, amount, hp: hp + amount });
            self.rise(who);
        }
        self.state.scarred = crate::state::Band::NONE;
    }
}
