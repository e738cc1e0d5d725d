//! The end of a round: damage takes effect, people fall, time runs out, and it may be over.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::event::Event;
use crate::resolution::Resolution;
use crate::state::Band;

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        let lay = self.state.down;
        if self.rules.plotted && !self.state.course.risen.is_empty() {
            self.weather();
        }
        // ARDOR-R3: only now does damage take effect.
        for who in self.harmed {
            self.hurt(who);
        }
        if !self.leaving.is_empty() {
            self.leave();
        }
        if lay.meets(self.state.down) {
            self.run_down(lay & self.state.down);
        }
        if !self.state.afflicted.is_empty() {
            self.pass_conditions();
        }
        if self.alarm {
            self.state.unaware = Band::NONE;
            self.log.tell(Event::Alarm);
        }
        // A fight with a plot ends by its goals, when all else has happened.
        if self.rules.plotted {
            return;
        }
        if let Some(outcome) = self.state.decided() {
            self.state.outcome = Some(outcome);
            self.state.asked = Band::NONE;
            self.log.tell(Event::Over { outcome });
        }
    }

    #[inline(always)]
    fn hurt(&mut self, who: Who) {
        // ARDOR-H1
        let amount = std::mem::take(&mut self.state.harm[who]);
        let health = (self.state.health[who] - amount).max(0);
        self.state.health[who] = health;
        self.state.hurt.insert(who);
        self.log.tell(Event::Hurt { who, amount, health });
        if health == 0 {
            self.fall(who);
        }
    }

    #[inline(never)]
    fn fall(&mut self, who: Who) {
        if !self.state.standing.has(who) {
            return;
        }
        self.state.standing.remove(who);
        self.leaving.remove(who);
        if !self.state.rollers.has(who) {
            // ARDOR-R2
            self.state.take_off(who);
            self.log.tell(Event::Out { who });
            return;
        }
        self.state.down.insert(who);
        let timer = self.take_trauma(who);
        self.log.tell(Event::Fell { who, timer });
    }

    fn take_trauma(&mut self, who: Who) -> Throw {
        // ARDOR-H2: a Trauma, and a d4 for the next.
        self.state.trauma[who] = self.state.trauma[who].saturating_add(1);
        let timer = self.dice.roll(Why::new("timer", who.0), Roll::d(4));
        self.state.timer[who] = timer.value.clamp(1, 99) as u8;
        timer
    }

    fn leave(&mut self) {
        for who in self.leaving {
            self.state.standing.remove(who);
            self.state.gone.insert(who);
            self.state.take_off(who);
        }
    }

    /// Those who lay there when the round began are running out of time.
    #[inline(never)]
    fn run_down(&mut self, lay: Band) {
        for who in lay {
            // ARDOR-R15: from the round after the fall.
            let left = self.state.timer[who].saturating_sub(1);
            self.state.timer[who] = left;
            if left == 0 {
                let timer = self.take_trauma(who);
                self.log.tell(Event::Worse { who, timer });
            }
        }
    }
}
