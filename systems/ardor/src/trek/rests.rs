//! Breaks, Standard Rests and Extended Rests: what each brings back, and what leisure is good for.

use fracas_adventure::{Clock, Event as Common, Explore, Heroes};
use fracas_kernel::Who;

use super::data::{KITS, RATIONS};
use super::state::{DAWN, DUSK, of_day};
use super::{Event, Lore, State, Step};
use crate::data::Condition;

/// How long rests take, in minutes.
const BREAK: u32 = 10;
const NIGHT: u32 = 8 * 60;
/// Minutes awake before one can sleep again.
pub(crate) const AWAKE: i32 = 12 * 60;
/// Experience for more health.
pub const TOUGHEN: u8 = 4;
/// Nobody gets tougher than this.
pub(crate) const TOUGHEST: i16 = 300;
/// What training costs on top, if the ability was never glimpsed.
pub const UNGLIMPSED: u8 = 2;

impl Lore {
    /// Has anybody something to gain from a Break?
    pub(crate) fn is_weary(&self, state: &State) -> bool {
        let own = &state.own;
        state.able().any(|who| {
            own.ardor[who] < self.sheet(who).ardor
                || (state.supplies.of(KITS) > 0 && own.health[who] < own.most[who])
                || own.lasts[who] != [0; Condition::COUNT]
        })
    }

    /// Minutes until somebody can sleep again.
    pub(crate) fn awake_for(&self, state: &State) -> i32 {
        state.own.slept + AWAKE - state.clock as i32
    }

    /// Whom the place suits for days, of those who are there.
    pub(crate) fn suited(&self, state: &State) -> Heroes {
        // ARDOR-B3: between adventures everybody goes where they are at ease.
        let comforts = self.terrain(state.here.at).comforts;
        state.able().filter(|&who| state.own.fresh || self.sheet(who).comforts.meets(comforts)).collect()
    }

    /// The price of an ability at an Extended Rest; none if it is known already.
    pub(crate) fn price(&self, state: &State, who: Who, which: u8) -> Option<u8> {
        let place = which.checked_sub(self.sheet(who).known)?;
        let ability = self.ability(who, which)?;
        if state.own.learned[who].has(place) {
            return None;
        }
        let glimpsed = state.own.noted[who].has(place);
        Some(ability.xp.saturating_add(if glimpsed { 0 } else { UNGLIMPSED }))
    }

    pub(crate) fn pause(&self, step: &mut Step<'_>) {
        if !self.let_pass(step.state, BREAK, step.log) {
            return;
        }
        step.state.own.pausing = true;
        step.state.able().for_each(|who| self.refresh(step.state, who));
        step.tell(Event::Paused);
    }

    /// The good of a Break.
    fn refresh(&self, state: &mut State, who: Who) {
        // ARDOR-B1
        state.own.ardor[who] = state.own.ardor[who].max(self.sheet(who).ardor);
        state.own.lasts[who] = [0; Condition::COUNT];
    }

    /// The good of a night's sleep.
    fn restore(&self, state: &mut State, who: Who) {
        // ARDOR-B2: as a Break, and all surges. ARDOR-R16: all health, with no kit.
        self.refresh(state, who);
        state.own.surges[who] = state.own.surges[who].max(self.sheet(who).surges);
        state.own.health[who] = state.own.most[who];
    }

    pub(crate) fn sleep(&self, step: &mut Step<'_>) {
        step.state.own.strain();
        if self.stirs(step) {
            if self.let_pass(step.state, NIGHT / 2, step.log) {
                step.log.tell(Common::RestBroken);
                step.draw();
            }
            return;
        }
        let (sleepers, eaten) = (step.state.able(), self.mouths(step.state));
        step.state.supplies.add(RATIONS, -i32::from(eaten));
        if !self.let_pass(step.state, NIGHT, step.log) {
            return;
        }
        sleepers.for_each(|who| self.restore(step.state, who));
        (step.state.own.slept, step.state.own.pausing) = (step.state.clock as i32, true);
        step.tell(Event::Slept(eaten));
    }

    pub(crate) fn linger(&self, step: &mut Step<'_>) {
        step.state.own.strain();
        let suited = self.suited(step.state);
        // What lies before the adventure takes none of its days.
        let before = std::mem::take(&mut step.state.own.fresh);
        if !before && !self.let_pass(step.state, u32::from(self.rest_days) * Clock::DAY, step.log) {
            return;
        }
        let days = if before { 0 } else { self.rest_days };
        step.tell(Event::Lingered(days));
        for who in step.state.able() {
            self.restore(step.state, who);
            if !suited.has(who) {
                // ARDOR-R8: for whom the place does not suit it is only a night's rest.
                step.tell_of(who, Event::IllAtEase);
            } else if step.state.own.trauma[who] > 0 {
                // ARDOR-R8, ARDOR-H3: one Trauma.
                step.state.own.trauma[who] -= 1;
                step.tell_of(who, Event::Eased);
            }
        }
        // ARDOR-B3: experience can be spent, and strongholds and goals worked on.
        (step.state.own.leisure, step.state.own.idle) = (suited, suited);
        (step.state.own.slept, step.state.own.pausing) = (step.state.clock as i32, true);
    }

    /// Until it gets dark, or light.
    pub(crate) fn wait(&self, step: &mut Step<'_>) {
        let now = of_day(self.setting.clock, step.state.clock);
        let dawn = Clock::DAY + DAWN;
        let until = [DAWN, DUSK, dawn].into_iter().find(|&hour| hour > now).unwrap_or(dawn);
        if self.let_pass(step.state, until - now, step.log) {
            step.tell(Event::Waited);
        }
    }
}
