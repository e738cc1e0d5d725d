//! The end of a round: damage takes effect, people fall, time runs out, and it may be over.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::Round;
use crate::data::Condition;
use crate::event::Event;
use crate::state::{bit, each, ix};

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Round<'_, D, L, FOCUS> {
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        let lay = self.state.down;
        // ARDOR-R3: only now does damage take effect.
        for who in each(self.harmed) {
            self.hurt(who);
        }
        if self.leaving != 0 {
            self.leave();
        }
        if lay & self.state.down != 0 {
            self.run_down(lay & self.state.down);
        }
        if self.state.afflicted != 0 {
            self.pass_conditions();
        }
        if self.alarm {
            self.state.unaware = 0;
            self.log.tell(Event::Alarm);
        }
        let [heroes, monsters] = self.state.side.map(|side| side & self.state.standing != 0);
        if !(heroes && monsters) {
            self.conclude();
        }
    }

    #[inline(always)]
    fn hurt(&mut self, who: Who) {
        // ARDOR-H1
        let amount = std::mem::take(&mut self.state.harm[ix(who)]);
        let health = (self.state.health[ix(who)] - amount).max(0);
        self.state.health[ix(who)] = health;
        self.state.hurt |= bit(who);
        self.log.tell(Event::Hurt { who, amount, health });
        if health == 0 {
            self.fall(who);
        }
    }

    #[inline(never)]
    fn fall(&mut self, who: Who) {
        if self.state.standing & bit(who) == 0 {
            return;
        }
        self.state.standing &= !bit(who);
        self.leaving &= !bit(who);
        if self.state.rollers & bit(who) == 0 {
            // ARDOR-R2
            self.state.take_off(who);
            self.log.tell(Event::Out { who });
            return;
        }
        // ARDOR-H2: a Trauma, and a d4 for the next.
        self.state.down |= bit(who);
        self.state.trauma[ix(who)] = self.state.trauma[ix(who)].saturating_add(1);
        let timer = self.dice.roll(Why::new("timer", who.0), Roll::d(4));
        self.state.timer[ix(who)] = timer.value.clamp(1, 99) as u8;
        self.log.tell(Event::Fell { who, timer });
    }

    fn leave(&mut self) {
        for who in each(self.leaving) {
            self.state.standing &= !bit(who);
            self.state.gone |= bit(who);
            self.state.take_off(who);
        }
    }

    /// Those who lay there when the round began are running out of time.
    #[inline(never)]
    fn run_down(&mut self, lay: u32) {
        for who in each(lay) {
            // ARDOR-R15: from the round after the fall.
            let left = self.state.timer[ix(who)].saturating_sub(1);
            self.state.timer[ix(who)] = left;
            if left == 0 {
                // ARDOR-H2
                self.state.trauma[ix(who)] = self.state.trauma[ix(who)].saturating_add(1);
                let timer = self.dice.roll(Why::new("timer", who.0), Roll::d(4));
                self.state.timer[ix(who)] = timer.value.clamp(1, 99) as u8;
                self.log.tell(Event::Worse { who, timer });
            }
        }
    }

    #[inline(never)]
    fn pass_conditions(&mut self) {
        for who in each(self.state.afflicted) {
            for condition in Condition::ALL {
                let lasts = self.state.lasts[ix(who)][condition as usize];
                if lasts > 0 {
                    self.state.set_condition(who, condition, lasts - 1);
                }
                if lasts == 1 && self.state.present() & bit(who) != 0 {
                    self.log.tell(Event::Relieved { who, condition });
                }
            }
        }
    }

    #[inline(never)]
    fn conclude(&mut self) {
        // ARDOR-R9
        let [heroes, monsters] = self.state.side.map(|side| side & self.state.standing != 0);
        let outcome = match (heroes, monsters) {
            (true, true) => return,
            (true, false) => Outcome::Won(Side::Heroes),
            (false, true) => Outcome::Won(Side::Monsters),
            (false, false) => Outcome::Draw,
        };
        self.state.outcome = Some(outcome);
        self.state.asked = 0;
        self.log.tell(Event::Over { outcome });
    }
}
