//! The judge's hand in this system.

use fracas_dice::Dice;
use fracas_kernel::plot::{Tick, verdict};
use fracas_kernel::{Decision, Demand, Log, Named, Outcome, Overrule, Refusal, Side, Tell, Who};

use crate::apply::next_turn;
use crate::data::{Attribute, Twelves};
use crate::event::Event;
use crate::state::{MAX, Pending, State};

#[derive(Clone, Copy, Debug)]
pub enum Settable {
    Hits,
    ToHit,
    Rank,
}

/// What the judge can put on somebody, and lift again.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    Held,
    Dazed,
    /// Needs no agility check in the first round.
    Ready,
}

impl Overrule for Twelves {
    type Track = Settable;
    const TRACKS: &'static [(&'static str, Settable)] =
        &[("hits", Settable::Hits), ("th", Settable::ToHit), ("rank", Settable::Rank)];
    type Spot = u8;
    type Condition = Condition;
    const MAX: usize = MAX;

    fn spot(&self, name: &str) -> Result<u8, Refusal> {
        self.field.zones().named(name)
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn conditions(&self) -> Vec<(Condition, Named)> {
        vec![
            (Condition::Held, Named::word("held")),
            (Condition::Dazed, Named::word("dazed")),
            (Condition::Ready, Named::word("ready")),
        ]
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        track: Settable,
        value: i32,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match track {
            Settable::Hits => {
                let hits = value.clamp(0, 99) as u8;
                state.hits[who] = hits;
                state.max_hits[who] = state.max_hits[who].max(hits);
                fit_to_hits(state, who);
            }
            Settable::ToHit => state.th[who] = value.clamp(2, 12) as u8,
            Settable::Rank => state.rank[who] = value.clamp(1, 9) as u8,
        }
        Ok(())
    }

    fn put_at(
        &self,
        state: &mut State,
        who: Who,
        zone: u8,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        end_holds(state, who);
        state.put(who, zone);
        state.gone.remove(who);
        fit_to_hits(state, who);
        Ok(())
    }

    fn bring_in(&self, state: &mut State, sheet: usize, side: Side, zone: u8) -> Result<(), Refusal> {
        // Those who are still to come have their places.
        if usize::from(state.count) >= MAX {
            return Err(Refusal::new("there is no room for more"));
        }
        state.add(self, sheet as u8, side, zone);
        Ok(())
    }

    fn take_off(&self, state: &mut State, who: Who, _log: &mut impl Log<Event>) {
        state.gone.insert(who);
        state.take_off(who);
        fit_to_hits(state, who);
    }

    fn has_condition(&self, state: &State, who: Who, condition: Condition) -> bool {
        match condition {
            Condition::Held => state.held.has(who),
            Condition::Dazed => state.dazed.has(who),
            Condition::Ready => state.ready.has(who),
        }
    }

    fn afflict(
        &self,
        state: &mut State,
        who: Who,
        condition: Condition,
        _rank: Option<i32>,
    ) -> Result<(), Refusal> {
        if !state.standing.has(who) {
            return Err(Refusal::new(format!("{} is out of the fight", self.name(state, who))));
        }
        match condition {
            Condition::Held if !state.held.has(who) => state.hold(who, None),
            Condition::Held => {}
            // The turn that is lost is this one, if it is still to come.
            Condition::Dazed if state.acting.has(who) && !state.is_before() => state.acting.remove(who),
            Condition::Dazed => state.dazed.insert(who),
            // TWELVES-A3: the judge says what the circumstances are.
            Condition::Ready if !state.is_before() => {
                return Err(Refusal::by("TWELVES-A3", "the first round has begun"));
            }
            Condition::Ready => state.ready.insert(who),
        }
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: Condition, _log: &mut impl Log<Event>) {
        match condition {
            Condition::Held => state.release(who),
            Condition::Dazed => state.dazed.remove(who),
            Condition::Ready => state.ready.remove(who),
        }
    }

    fn checks(&self) -> Vec<Named> {
        Attribute::checks()
    }

    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let attribute = Attribute::named(check)?;
        let own = i32::from(self.attribute(state, who, attribute, 0, 0));
        Some(attribute.demand(who, against.unwrap_or(own)))
    }

    fn take_action(&self, state: &mut State, who: Who) -> Result<(), Refusal> {
        if state.is_before() {
            return Err(Refusal::new("the fight has not begun"));
        }
        if !state.acting.has(who) {
            return Err(self.why_not_acting(state, who));
        }
        // TWELVES-A5, TWELVES-R17: anything else within reason is an action like any other.
        state.acting.remove(who);
        Ok(())
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![
            Decision::one_of("surprise", &["nobody", "heroes"]),
            Decision::one_of("readiness", &["ready", "unready"]).of_somebody(),
        ]
    }

    /// TWELVES-A3, TWELVES-O1: the judge says what the circumstances are, for all at once or for one.
    fn decide(
        &self,
        state: &mut State,
        _what: &str,
        who: Option<Who>,
        value: &str,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if !state.is_before() {
            return Err(Refusal::by("TWELVES-A3", "the first round has begun"));
        }
        if let Some(who) = who {
            state.ready.put(who, value == "ready");
            return Ok(());
        }
        let heroes = state.side[Side::Heroes.index()];
        state.ready = if value == "heroes" { state.ready - heroes } else { state.ready | heroes };
        Ok(())
    }

    /// Whom the judge leaves no hits falls as anybody does, and whoever was held is let go.
    fn aftermath(&self, before: &State, state: &mut State, _dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in before.standing - state.standing {
            // TWELVES-R2
            if !state.gone.has(who) {
                log.tell(Event::Defeated { who });
            }
        }
        // TWELVES-R5: a hold ends with whoever holds.
        for who in (before.held - state.held) & state.standing {
            if before.held_by[who].is_some_and(|by| !state.standing.has(by)) {
                log.tell(Event::Loose { who });
            }
        }
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }

    fn go_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        self.look_around(state);
        let before = state.outcome.take();
        let result = if self.plotted { verdict(self, state, Tick::Now) } else { state.result() };
        if let Some(outcome) = result {
            state.end(outcome);
            if before.is_none() {
                log.tell(Event::Over { outcome });
            }
            return;
        }
        state.pending = state.pending.filter(|&Pending { who, arm }| {
            let reach = self.sheet(state, who).arm(arm).reach;
            state.standing.has(who) && !self.targets(state, who, reach).is_empty()
        });
        state.acting &= state.standing;
        if state.acting.is_empty() && state.is_before() {
            state.acting = (state.side[0] & state.standing).lowest();
        }
        while state.acting.is_empty() && state.pending.is_none() {
            next_turn(self, state, log);
        }
    }
}

/// Standing or not, as the hits say.
fn fit_to_hits(state: &mut State, who: Who) {
    let stands = state.hits[who] > 0 && !state.gone.has(who);
    state.standing.put(who, stands);
    if !stands {
        state.acting.remove(who);
        state.dazed.remove(who);
        end_holds(state, who);
    }
}

fn end_holds(state: &mut State, who: Who) {
    if let Some(held) = state.held_of(who) {
        state.release(held);
    }
    state.release(who);
}
