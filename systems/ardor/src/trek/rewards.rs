//! Time and what presses, experience, pursuits, and what is known of others: the course of a trek where no dice are needed.

use fracas_adventure::{Course, Event as Common, Foes};
use fracas_kernel::{Outcome, Side};

use super::data::{KITS, RATIONS};
use super::state::Press;
use super::{Event, Lore, State, Told};

impl Lore {
    /// Those who are where the party is and have not noticed it.
    pub(crate) fn company(&self, state: &State) -> Option<Foes> {
        match state.inhabitants(&self.setting.place)? {
            foes @ Foes::Encounter(index) if state.heard.has(index) => Some(foes),
            _ => {
                let known = state.strays_in(state.here.at).find(|(_, stray)| stray.known);
                known.map(|(slot, _)| Foes::Stray(slot))
            }
        }
    }

    // --- time ---

    /// By how much everything is harder, once what pressed has come to pass.
    pub(crate) fn hardship(&self, state: &State) -> i16 {
        let harder = self.matter.as_ref().map_or(0, |matter| matter.harder);
        if state.own.matter == Press::CameToPass { harder } else { 0 }
    }

    /// How many segments of what presses are full.
    pub(crate) fn pressed(&self, state: &State) -> u8 {
        let Some(matter) = &self.matter else { return 0 };
        let (segment, gone) = (i32::from(matter.hours) * 60, state.clock as i32 - state.own.pressed);
        (gone.max(0) / segment.max(1)).min(matter.segments.into()) as u8
    }

    /// Time goes by; false if the adventure ends with it.
    pub(crate) fn let_pass(&self, state: &mut State, minutes: u32, log: Told<'_>) -> bool {
        state.clock = state.clock.saturating_add(minutes);
        state.own.fresh = false;
        self.press(state, log);
        if state.clock >= self.setting.clock.limit {
            self.conclude(state, false, log);
        }
        !state.is_over()
    }

    /// What presses has come further, and may come to pass.
    pub(crate) fn press(&self, state: &mut State, log: Told<'_>) {
        let (Some(matter), Press::Presses) = (&self.matter, state.own.matter) else { return };
        let filled = self.pressed(state);
        let before = std::mem::replace(&mut state.own.filled, filled);
        if state.is_over() {
            return;
        }
        if filled > before {
            log.tell(Event::Pressed(filled).into());
        }
        if filled >= matter.segments {
            state.own.matter = Press::CameToPass;
            log.tell(Event::CameToPass.into());
            if matter.ends {
                let outcome = Outcome::Won(Side::Monsters);
                (state.here.outcome, state.meeting) = (Some(outcome), None);
                log.tell(Common::Over { outcome });
            }
        }
    }

    // --- what is achieved ---

    /// After anything was reached, taken or beaten: does it still press, and is the goal reached?
    pub(crate) fn take_stock(&self, state: &mut State, log: Told<'_>) {
        if let (Some(matter), Press::Presses) = (&self.matter, state.own.matter)
            && matter.goal.holds(&state.here)
        {
            state.own.matter = Press::Settled;
            log.tell(Event::Settled.into());
        }
        if !state.own.rewarded && self.setting.place.achieved(&state.here) {
            state.own.rewarded = true;
            log.tell(Event::Achieved.into());
            self.reward(state, self.reward, log);
        }
        self.conclude(state, false, log);
    }

    pub(crate) fn reward(&self, state: &mut State, xp: u8, log: Told<'_>) {
        if xp > 0 {
            state.able().for_each(|who| state.own.earn(who, xp));
            log.tell(Event::Earned(xp).into());
        }
    }

    /// Experience for an encounter that was overcome, by force or by stealth, once.
    pub(crate) fn pay_for(&self, state: &mut State, foes: Foes, log: Told<'_>) {
        let Foes::Encounter(index) = foes else { return };
        if !state.own.paid.has(index) {
            state.own.paid.insert(index);
            self.reward(state, foes.of(&self.bands).map_or(0, |band| band.xp), log);
        }
    }

    // --- pursuits ---

    /// One segment more; how many are full then.
    pub(crate) fn further(&self, state: &mut State, pursuit: u8) -> u8 {
        let most = self.pursuits.get(usize::from(pursuit)).map_or(0, |pursuit| pursuit.segments);
        let Some(filled) = state.own.pursuits.get_mut(usize::from(pursuit)) else { return 0 };
        *filled = (*filled + 1).min(most);
        *filled
    }

    /// Something was done that brings a pursuit forward.
    pub(crate) fn deed_done(&self, state: &mut State, fills: Option<u8>, log: Told<'_>) {
        let Some(pursuit) = fills.filter(|&index| !self.is_full(state, index)) else { return };
        let filled = self.further(state, pursuit);
        log.tell(Event::Furthered(pursuit, filled).into());
        self.complete(state, pursuit, log);
    }

    pub(crate) fn is_full(&self, state: &State, pursuit: u8) -> bool {
        let known = self.pursuits.get(usize::from(pursuit));
        known.is_none_or(|known| state.own.pursuits[usize::from(pursuit)] >= known.segments)
    }

    /// If its clock has just been filled: what it is good for.
    pub(crate) fn complete(&self, state: &mut State, pursuit: u8, log: Told<'_>) {
        let Some(known) = self.pursuits.get(usize::from(pursuit)) else { return };
        if self.is_full(state, pursuit) {
            log.tell(Event::Completed(pursuit).into());
            state.supplies.add(KITS, known.gives.kits.into());
            state.supplies.add(RATIONS, known.gives.rations.into());
            self.reward(state, known.gives.xp, log);
        }
    }
}
