//! The judge's hand in this system.

use fracas_dice::{Roll, Why};
use fracas_kernel::plot::{Tick, verdict};
use fracas_kernel::{Decision, Demand, Log, Named, Outcome, Overrule, Refusal, Side, Who};

use crate::conditions::Condition;
use crate::data::{Delve, Ill, Lasts, Sheet, Talents};
use crate::event::Event;
use crate::state::{Band, MAX, Phase, State};

/// What a check has to reach where the judge names no number: as likely as not.
const EVEN: i32 = 11;

#[derive(Clone, Copy, Debug)]
pub enum Settable {
    HitPoints,
    /// Spells left, by level from 0.
    Spells(usize),
}

impl Overrule for Delve {
    type Track = Settable;
    const TRACKS: &'static [(&'static str, Settable)] = &[
        ("hp", Settable::HitPoints),
        ("spells-1", Settable::Spells(0)),
        ("spells-2", Settable::Spells(1)),
        ("spells-3", Settable::Spells(2)),
    ];
    type Spot = u8;
    type Condition = Condition;
    const MAX: usize = MAX;

    fn spot(&self, name: &str) -> Result<u8, Refusal> {
        self.field.zones().named(name)
    }

    fn checks(&self) -> Vec<Named> {
        Sheet::checks()
    }

    fn check_of(&self, state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        Some(self.sheet(state, who).demand(who, check, against))
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn conditions(&self) -> Vec<(Condition, Named)> {
        let named =
            |&condition: &Condition| Named::new(self.condition_id(condition), self.condition_name(condition));
        self.conditions_there().iter().map(|condition| (*condition, named(condition))).collect()
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
            Settable::HitPoints => {
                state.set_hit_points(who, value.clamp(-999, 999) as i16);
                self.fit_to_hit_points(state, who);
            }
            Settable::Spells(level) => state.slots[who][level] = value.clamp(0, 99) as u8,
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
        state.put(who, zone);
        if state.gone.has(who) {
            state.gone.remove(who);
            self.fit_to_hit_points(state, who);
        }
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
        state.leave(who);
    }

    fn has_condition(&self, state: &State, who: Who, condition: Condition) -> bool {
        state.is(who, condition)
    }

    fn afflict(
        &self,
        state: &mut State,
        who: Who,
        condition: Condition,
        rounds: Option<i32>,
    ) -> Result<(), Refusal> {
        let lasts = rounds.map_or(Lasts::UntilSave, |rounds| Lasts::Rounds(rounds.clamp(1, 253) as u8));
        self.set_condition(state, who, condition, lasts.code());
        if condition == Condition::Poisoned {
            let poison = self.hazards.iter().position(|one| one.kind == Ill::Poison && one.lasting.is_some());
            state.poison[who] = poison.map_or(0, |number| number as u8 + 1);
        }
        state.acting -= state.helpless();
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: Condition, _log: &mut impl Log<Event>) {
        self.set_condition(state, who, condition, 0);
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![Decision::one_of("surprise", &["nobody", "heroes", "monsters", "both", "rolled"])]
    }

    /// DELVE-C2: the judge says who knows of whom, and who is caught unawares; else dice do.
    fn decide(
        &self,
        state: &mut State,
        _what: &str,
        _who: Option<Who>,
        value: &str,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if state.phase != Phase::Before {
            return Err(Refusal::by("DELVE-C2", "the fight has begun"));
        }
        state.caught = ["heroes", "monsters"].map(|side| value == side || value == "both");
        state.aware = state.caught.map(|caught| !caught && value != "rolled");
        Ok(())
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }

    fn go_on(&self, state: &mut State, log: &mut impl Log<Event>) {
        let before = state.outcome.take();
        self.look_around(state);
        let result = if self.plotted { verdict(self, state, Tick::Now) } else { state.result() };
        if let Some(outcome) = result {
            state.end(outcome);
            if before.is_none() {
                log.tell(Event::Over { outcome });
            }
        } else if state.acting.is_empty() {
            ask_somebody(state);
        }
    }
}

impl Sheet {
    /// What the judge can call for, in a fight and between fights.
    pub(crate) fn checks() -> Vec<Named> {
        let own = ["save", "luck"].into_iter();
        own.chain(Talents::NAMES.map(|(name, _)| name)).map(Named::word).collect()
    }

    /// A saving throw; or a d20 against the judge's number, with what an ability gives or by luck alone.
    pub(crate) fn demand(&self, who: Who, check: &str, against: Option<i32>) -> Demand {
        let talent = Talents::NAMES.into_iter().find(|(name, _)| *name == check);
        let (label, more, own) = match talent {
            // DELVE-R1
            Some((name, of)) => (name, of(&self.talents), EVEN),
            None if check == "save" => ("save", 0, self.save.into()),
            None => ("luck", 0, EVEN),
        };
        let (why, roll) = (Why::new(label, who.0), Roll::d(20).plus(more));
        Demand::reaching(why, roll, label, against.unwrap_or(own))
    }
}

impl Delve {
    /// Standing, down or dead, as the hit points say.
    fn fit_to_hit_points(&self, state: &mut State, who: Who) {
        let hp = state.hp[who];
        let there = !state.gone.has(who);
        state.standing.put(who, there && hp > 0);
        state.dead.put(who, there && hp <= self.sheet(state, who).dead_at);
        state.acting &= state.standing;
    }
}

/// Whoever of the acting side is still able is asked, or else anybody.
fn ask_somebody(state: &mut State) {
    let able = state.standing - state.helpless();
    let members = match state.phase {
        Phase::Before => state.side[0] & able,
        Phase::Free(side) | Phase::First(side) | Phase::Second(side) => state.side[side.index()] & able,
        Phase::Both => able,
    };
    let first = [members, able, state.standing].into_iter().find(|&band| band != Band::NONE);
    let members = first.unwrap_or(Band::NONE);
    state.acting = if state.phase == Phase::Before { members.lowest() } else { members };
}
