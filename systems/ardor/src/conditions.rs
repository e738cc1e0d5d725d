//! Conditions: when they begin, and when they are over. What each does is in `data`.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::data::Condition;
use crate::event::Event;
use crate::resolution::Resolution;
use crate::state::Band;

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    /// A condition begins after this and everything that happens at the same time, and then lasts for some rounds.
    pub(crate) fn afflict(&mut self, who: Who, condition: Condition, rounds: u8) {
        self.state.lasts[who][condition as usize] = rounds.saturating_add(1);
        self.coming[condition as usize].insert(who);
        self.has_coming = true;
        self.log.tell(Event::Afflicted { who, condition, rounds });
    }

    pub(crate) fn settle_conditions(&mut self) {
        for (has, coming) in self.state.has.iter_mut().zip(&mut self.coming) {
            *has |= *coming;
            self.state.afflicted |= *coming;
            *coming = Band::NONE;
        }
    }

    /// A round has gone by.
    #[inline(never)]
    pub(crate) fn pass_conditions(&mut self) {
        for who in self.state.afflicted {
            for condition in Condition::ALL {
                let lasts = self.state.lasts[who][condition as usize];
                if lasts > 0 {
                    self.state.set_condition(who, condition, lasts - 1);
                }
                if lasts == 1 && self.state.present().has(who) {
                    self.log.tell(Event::Relieved { who, condition });
                }
            }
        }
    }
}
