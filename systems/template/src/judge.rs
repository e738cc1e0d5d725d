//! The judge's hand: what the common acts mean here.

use fracas_kernel::{Log, Named, Outcome, Overrule, Refusal, Side, Who};

use crate::data::{Placed, Template};
use crate::event::Event;
use crate::state::{MAX_COMBATANTS, State};

impl Overrule for Template {
    type Track = ();
    const TRACKS: &'static [(&'static str, ())] = &[("health", ())];
    type Spot = u8;
    type Condition = ();
    const MAX: usize = MAX_COMBATANTS;

    fn spot(&self, name: &str) -> Result<u8, Refusal> {
        self.zones.named(name)
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        (): (),
        value: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        let most = self.sheet(state, who).health.into();
        state.health[who] = Refusal::within("health", value, 0..=most)? as i16;
        self.fit(state, who, log);
        Ok(())
    }

    fn put_at(&self, state: &mut State, who: Who, zone: u8, _: &mut impl Log<Event>) -> Result<(), Refusal> {
        state.zone[who] = zone;
        Ok(())
    }

    fn bring_in(&self, state: &mut State, sheet: usize, side: Side, zone: u8) -> Result<(), Refusal> {
        state.bring_in(self, Placed { sheet: sheet as u8, side, zone });
        Ok(())
    }

    fn take_off(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        state.health[who] = 0;
        self.fit(state, who, log);
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.outcome = Some(outcome);
        log.tell(Event::Over(outcome));
    }

    /// Over, or the next round, or the next turn.
    fn go_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.outcome.is_some() {
            return;
        }
        let left = Side::BOTH.map(|side| state.of_side(side).meets(state.standing));
        if let Some(outcome) = Outcome::of_sides(left) {
            state.outcome = Some(outcome);
            log.tell(Event::Over(outcome));
        } else if state.turn().is_none() {
            (state.acted, state.round) = (Default::default(), state.round.saturating_add(1));
            log.tell(Event::Round(state.round));
        }
    }
}
