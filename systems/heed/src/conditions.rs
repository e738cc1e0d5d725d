//! Conditions: from whatever source somebody has them, and when they end.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Condition, Does, Heed};
use crate::event::Event;
use crate::state::{Band, Kept, State};

impl Heed {
    /// Does a spell that somebody concentrates on put this condition on this target?
    pub(crate) fn causes(&self, kept: &Kept, who: Who, condition: Condition) -> bool {
        let does = self.spells.get(kept.spell as usize).map(|spell| spell.power.does);
        kept.target == who && matches!(does, Some(Does::Afflict { condition: c, .. }) if c == condition)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn afflict(&mut self, who: Who, condition: Condition, lasts: u8) {
        self.state.set_condition(who, condition, lasts, self.rules);
        self.log.tell(Event::Afflicted { who, condition });
    }

    /// Conditions that last for some rounds run out.
    pub(crate) fn pass_conditions(&mut self) {
        for who in self.state.afflicted {
            for condition in Condition::ALL {
                let lasts = &mut self.state.lasts[who][condition as usize];
                if matches!(*lasts, 0 | Condition::LASTING) {
                    continue;
                }
                *lasts -= 1;
                if *lasts == 0 {
                    self.relieve(who, condition);
                }
            }
        }
    }

    fn relieve(&mut self, who: Who, condition: Condition) {
        self.state.refresh(who, condition, self.rules);
        if !self.state.is(who, condition) {
            self.log.tell(Event::Relieved { who, condition });
        }
    }
}

impl State {
    /// A condition of its own, for this many rounds; 0 ends it, but not what others do.
    pub(crate) fn set_condition(&mut self, who: Who, condition: Condition, lasts: u8, rules: &Heed) {
        self.lasts[who][condition as usize] = lasts;
        self.refresh(who, condition, rules);
    }

    /// Has somebody a condition, from any source?
    pub(crate) fn refresh(&mut self, who: Who, condition: Condition, rules: &Heed) {
        let mut has = self.lasts[who][condition as usize] != 0;
        has |= self.kept().iter().any(|kept| rules.causes(kept, who, condition));
        has |= condition == Condition::Held && self.everybody().any(|one| self.one(one).hold == who);
        self.has[condition as usize].put(who, has);
        self.afflicted = self.has.iter().fold(Band::NONE, |all, &set| all | set);
    }
}
