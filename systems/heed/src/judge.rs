//! The judge's hand in a fight.

use fracas_dice::{Roll, Seeded, Why};
use fracas_kernel::plot::{Tick, verdict};
use fracas_kernel::{Decision, Demand, Log, Named, Outcome, Overrule, Refusal, Side, Who};

use crate::apply::Turn;
use crate::data::{BOTH, Condition, Heed, NOTHING, Placed, Quality, WOUND};
use crate::event::Event;
use crate::items::{MAX_ITEMS, is_item};
use crate::load::carried;
use crate::state::{Band, MAX, NOBODY, Pending, Phase, SLOTS, State, Waiting};

/// What the judge can set.
#[derive(Clone, Copy, Debug)]
pub enum Track {
    Grit,
    Focus,
    Setup,
    Action,
    Items,
}

impl Overrule for Heed {
    type Track = Track;
    const TRACKS: &'static [(&'static str, Track)] = &[
        ("grit", Track::Grit),
        ("focus", Track::Focus),
        ("setup", Track::Setup),
        ("action", Track::Action),
        ("items", Track::Items),
    ];

    type Spot = u8;
    type Condition = Condition;
    const MAX: usize = MAX;

    fn spot(&self, name: &str) -> Result<u8, Refusal> {
        self.zones().named(name)
    }

    fn checks(&self) -> Vec<Named> {
        Heed::chances()
    }

    fn check_of(&self, _state: &State, who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        Heed::chance(who, check, against)
    }

    fn take_action(&self, state: &mut State, who: Who) -> Result<(), Refusal> {
        let another = state.active != NOBODY && state.active != who;
        if !matches!(state.phase, Phase::Turn(_)) || !state.acting.has(who) || another {
            return Err(Refusal::by("HEED-A2", "it is another's turn"));
        }
        if state.has_acted(who) {
            return Err(Refusal::by("HEED-A2", "the action of this round is spent"));
        }
        // HEED-A2: what is named there is not all that can be done.
        state.acted.insert(who);
        state.active = who;
        state.heeding.remove(who);
        Ok(())
    }

    fn decisions(&self) -> Vec<Decision> {
        vec![
            Decision::one_of("surprise", &["nobody", "heroes", "monsters"]),
            Decision::one_of("first", &["heroes", "monsters"]),
        ]
    }

    /// HEED-I1, HEED-I2: the judge says who started it, and who did not see it coming.
    fn decide(
        &self,
        state: &mut State,
        what: &str,
        _who: Option<Who>,
        value: &str,
        _log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        if state.phase != Phase::Before {
            return Err(Refusal::by("HEED-I2", "the combat has begun"));
        }
        let side = Side::BOTH.into_iter().find(|side| side.name() == value);
        if what == "surprise" {
            state.surprised = side;
            state.first = side.map_or(state.first, Side::other);
            // HEED-R16: whoever is surprised has heeded nobody.
            let caught = side.map_or(Band::NONE, |side| state.side[side.index()]);
            for who in caught {
                state.one(who).heeds.for_each(|target| state.unheed(who, target));
            }
        } else if let Some(side) = side {
            if state.surprised == Some(side) {
                return Err(Refusal::by("HEED-I2", "the side that starts is not surprised"));
            }
            state.first = side;
        }
        self.open_before(state);
        Ok(())
    }

    fn creatures(&self) -> Vec<Named> {
        self.sheets.iter().map(|sheet| Named::new(&sheet.id, &sheet.name)).collect()
    }

    fn conditions(&self) -> Vec<(Condition, Named)> {
        Condition::ALL.into_iter().map(|condition| (condition, Named::word(condition.name()))).collect()
    }

    fn set_track(
        &self,
        state: &mut State,
        who: Who,
        track: Track,
        value: i32,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match track {
            Track::Grit => {
                let grit = state.one(who).grit;
                self.set_wounds(state, who, grit - value.clamp(0, grit.into()) as u8, log);
            }
            Track::Focus => {
                let free = value.clamp(0, 9) as u8;
                let filled = state.one(who).filled();
                state.one_mut(who).focus = (free + filled).min(40);
            }
            Track::Setup => state.set_up.put(who, value <= 0),
            Track::Action => state.acted.put(who, value <= 0),
            Track::Items => {
                state.one_item.put(who, value > 0);
                state.two_items.put(who, value > 1);
            }
        }
        Ok(())
    }

    fn put_at(
        &self,
        state: &mut State,
        who: Who,
        zone: u8,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        state.put(who, zone);
        if state.gone.has(who) {
            state.gone.remove(who);
            self.fit_to_wounds(state, who);
        }
        self.turn(state, log, |turn| {
            if turn.state.aiming.has(who) {
                turn.lose_aim(who);
            }
            turn.moved(who);
        });
        Ok(())
    }

    fn bring_in(&self, state: &mut State, sheet: usize, side: Side, zone: u8) -> Result<(), Refusal> {
        // Those who are still to come have their places.
        if usize::from(state.count) >= MAX {
            return Err(Refusal::new("there is no room for more"));
        }
        let all = state.everybody().map(|who| carried(self.sheet(state, who))).sum::<usize>();
        if all + carried(&self.sheets[sheet]) > MAX_ITEMS {
            return Err(Refusal::new(format!("a fight holds at most {MAX_ITEMS} items")));
        }
        let who = state.add(self, &Placed { sheet: sheet as u8, side, zone });
        state.relight(self);
        self.look_around(state);
        if state.phase == Phase::Turn(side) {
            state.acting.insert(who);
        }
        Ok(())
    }

    fn take_off(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        state.standing.remove(who);
        self.turn(state, log, |turn| turn.vanish(who));
    }

    fn has_condition(&self, state: &State, who: Who, condition: Condition) -> bool {
        state.is(who, condition)
    }

    fn afflict(
        &self,
        state: &mut State,
        who: Who,
        condition: Condition,
        rank: Option<i32>,
    ) -> Result<(), Refusal> {
        let lasts = match rank {
            Some(rounds) if condition != Condition::Prone => rounds.clamp(1, 250) as u8,
            _ => Condition::LASTING,
        };
        state.set_condition(who, condition, lasts, self);
        Ok(())
    }

    fn lift(&self, state: &mut State, who: Who, condition: Condition, log: &mut impl Log<Event>) {
        state.set_condition(who, condition, 0, self);
        self.turn(state, log, |turn| {
            turn.end_spells(|kept| self.causes(kept, who, condition));
            if condition == Condition::Held {
                turn.release_from_all(who);
            }
        });
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.end(outcome);
        log.tell(Event::Over { outcome });
    }

    /// What waited for an answer and can no longer be answered is dropped.
    fn go_on(&self, state: &mut State, _log: &mut impl Log<Event>) {
        self.look_around(state);
        let result = if self.plotted { verdict(self, state, Tick::Now) } else { state.result() };
        if let Some(outcome) = result {
            state.end(outcome);
            return;
        }
        state.outcome = None;
        state.acting &= state.standing;
        if self.is_stale(state) {
            state.pending = Pending::NOTHING;
        }
        if state.active != NOBODY && !state.acting.has(state.active) {
            state.active = NOBODY;
        }
        if state.acting.is_empty() && state.pending.waiting == Waiting::Nothing {
            self.open_again(state);
        }
    }
}

impl Heed {
    /// What the judge can call for, in a combat and on a trek.
    pub(crate) fn chances() -> Vec<Named> {
        vec![Named::word("chance")]
    }

    /// A d6, as tasks are tried.
    pub(crate) fn chance(who: Who, check: &str, against: Option<i32>) -> Option<Demand> {
        let why = Why::new("chance", who.0);
        (check == "chance").then(|| Demand::reaching(why, Roll::d(6), "number", against.unwrap_or(4)))
    }

    /// Lets the rules do something without dice.
    fn turn<L: Log<Event>>(
        &self,
        state: &mut State,
        log: &mut L,
        act: impl FnOnce(&mut Turn<'_, Seeded, L>),
    ) {
        act(&mut Turn { rules: self, state, dice: &mut Seeded::new(0), log });
    }

    /// Gives or takes wounds until there are this many; wounds of the judge's ruin nothing.
    fn set_wounds(&self, state: &mut State, who: Who, wounds: u8, log: &mut impl Log<Event>) {
        let more = wounds > state.one(who).wound_count();
        while state.one(who).wound_count() > wounds {
            let slot = state.one(who).wounds.head();
            state.fill_slot(self, who, slot, NOTHING);
        }
        while state.one(who).wound_count() < wounds {
            let one = state.one(who);
            // An empty slot first: what somebody carries is theirs.
            let slot = one.pockets().first().or(one.empty.first()).unwrap_or((SLOTS - one.wounds).head());
            let held = one.slots[slot as usize];
            if held == BOTH || self.is(held, Quality::TwoHanded) && slot < 2 {
                let kind = one.slots[0];
                state.fill_slot(self, who, 0, NOTHING);
                state.fill_slot(self, who, 1, NOTHING);
                state.floor.drop(state.zone_of(who), kind);
                continue;
            }
            state.fill_slot(self, who, slot, WOUND);
            if is_item(held) && !self.is_ruined(slot, held) {
                state.floor.drop(state.zone_of(who), held);
            }
        }
        if more {
            self.turn(state, log, |turn| turn.lose_focus(who));
        }
        state.relight(self);
        self.fit_to_wounds(state, who);
    }

    /// Up or down, as the wounds say.
    fn fit_to_wounds(&self, state: &mut State, who: Who) {
        let one = state.one(who);
        let up = one.wound_count() < one.grit && !state.gone.has(who);
        if up && !state.standing.has(who) {
            state.rise(who, self);
        } else if !up {
            state.standing.remove(who);
        }
    }

    /// Has the question that waits for an answer lost whoever asks or is asked?
    fn is_stale(&self, state: &State) -> bool {
        let up = |who: Who| who != NOBODY && state.standing.has(who);
        let pending = &state.pending;
        let blow = pending.blow;
        match pending.waiting {
            Waiting::Nothing => false,
            Waiting::Interrupt => {
                let able = up(pending.asked) && up(pending.maker);
                !able || !self.actions(state, pending.asked, &mut |_| true)
            }
            Waiting::Defence | Waiting::Parry => {
                let made = pending.setup.is_none() || up(pending.maker);
                !(made && up(pending.asked) && up(blow.by) && up(blow.at))
            }
        }
    }

    /// Somebody must be asked: whoever of the acting side is still able, or else anybody.
    fn open_again(&self, state: &mut State) {
        let Phase::Turn(side) = state.phase else { return self.open_before(state) };
        let members = state.side[side.index()] & state.standing;
        state.acting = if members.is_empty() { state.standing } else { members };
        state.spent -= state.acting;
    }
}
