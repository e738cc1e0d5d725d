//! The judge's hand on a trek.

use fracas_dice::Dice;
use fracas_kernel::{
    Decision, Demand, Fate, Judge, Judgement, Log, Named, Outcome, Refusal, Repertoire, Side, Who, find_named,
};

use crate::explore::{EventOf, Expedition, StateOf};
use crate::{Course, Event, Explorer, Foes, Heroes, Lookup, Step, Stray, Supplies, Verdict, need};

impl<R: Expedition> Judge for Explorer<R> {
    fn repertoire(&self) -> Repertoire {
        Repertoire {
            gifts: Supplies::named(R::SUPPLIES).chain(self.0.gifts()).chain(self.gear()).collect(),
            encounters: self.0.setting().place.meetings(),
            checks: self.0.checks(),
            decisions: self.0.decisions(),
            ..Repertoire::default()
        }
    }

    /// Works on a copy: what is refused has changed nothing.
    fn judge(
        &self,
        state: &mut StateOf<R>,
        act: &Judgement,
        log: &mut impl Log<EventOf<R>>,
    ) -> Result<(), Refusal> {
        let mut next = state.clone();
        let mut told: Vec<EventOf<R>> = Vec::new();
        self.overrule(&mut next, act, &mut told)?;
        *state = next;
        told.into_iter().for_each(|event| log.tell(event));
        Ok(())
    }

    fn demand(
        &self,
        state: &StateOf<R>,
        who: Who,
        check: &str,
        against: Option<i32>,
    ) -> Result<Demand, Refusal> {
        let id = find_named("check", check, &self.0.checks())?;
        let demand = self.0.check_of(state, who, &id, against);
        demand.ok_or_else(|| Refusal::new(format!("{} cannot make that check", self.0.called(state, who).1)))
    }

    /// Between fights everybody does one thing in a turn: why not something that no list has?
    fn spend(
        &self,
        state: &mut StateOf<R>,
        who: Who,
        _log: &mut impl Log<EventOf<R>>,
    ) -> Result<(), Refusal> {
        let name = self.0.called(state, who).1;
        if !state.goes_on() || !state.able().has(who) {
            return Err(Refusal::new(format!("{name} can do nothing now")));
        }
        if state.party.busy.has(who) {
            return Err(Refusal::new(format!("{name} has done something {}", R::WORDS.in_turn)));
        }
        if let Some(refusal) = self.0.first_things(state) {
            return Err(refusal);
        }
        self.0.occupy(state, who)
    }

    /// Whoever has just been given something to do has done it: when all have, time goes by.
    fn resume(
        &self,
        before: &StateOf<R>,
        state: &mut StateOf<R>,
        ended: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<EventOf<R>>,
    ) {
        if !ended && state.goes_on() && !(state.party.busy - before.party.busy).is_empty() {
            self.0.settle(&mut Step { rules: &self.0, state, dice, log });
        }
    }
}

/// Is it one of these?
fn known(what: &str, name: &str, all: &[&str]) -> Verdict {
    need(!all.is_empty(), None, format!("on a trek nobody has a {what} by these rules"))?;
    if all.contains(&name) { Ok(()) } else { Err(Refusal::unknown(what, name, all.iter().copied())) }
}

impl<R: Expedition> Explorer<R> {
    fn overrule(
        &self,
        state: &mut StateOf<R>,
        act: &Judgement,
        log: &mut dyn Log<EventOf<R>>,
    ) -> Result<(), Refusal> {
        let rules = &self.0;
        // The table keeps these, for the rolls to come and for the log.
        if matches!(
            act,
            Judgement::Favour { .. }
                | Judgement::Dice { .. }
                | Judgement::Say { .. }
                | Judgement::Decline { .. }
        ) {
            return Ok(());
        }
        if let Some(who) = act.about().filter(|who| who.index() >= rules.setting().heroes.len()) {
            return Err(Refusal::new(format!("there is no hero number {}", who.0)));
        }
        match act {
            Judgement::Set { who, track, value } => {
                known("track", track, R::TRACKS)?;
                rules.set_track(state, *who, track, *value)?;
            }
            Judgement::Move { who, to } => {
                let zone = rules.setting().place.zone_named(to)?;
                if state.party.gone.has(*who) {
                    state.party.raise(*who);
                }
                rules.put(state, zone);
            }
            Judgement::Add { creature, side, to } => {
                let (slot, zone) = self.add_stray(state, creature, *side, to)?;
                rules.placed(state, slot, zone);
            }
            Judgement::Remove { who } => state.party.lose(*who),
            Judgement::Afflict { who, condition, rank } => {
                known("condition", condition, &rules.conditions())?;
                rules.afflict(state, *who, condition, *rank)?;
            }
            Judgement::Lift { who, condition } => {
                known("condition", condition, &rules.conditions())?;
                let name = rules.called(state, *who).1.to_owned();
                need(rules.lift(state, *who, condition), None, format!("{name} is not {condition}"))?;
            }
            Judgement::End { winner } | Judgement::EndAdventure { winner } => {
                let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
                state.here.outcome = Some(outcome);
                state.meeting = None;
                log.tell(Event::Over { outcome });
                return Ok(());
            }
            Judgement::Gauge { gauge, value } => self.set_gauge(state, gauge, *value)?,
            Judgement::Grant { who, what, count } => self.grant(state, *who, what, *count)?,
            Judgement::Fate { encounter, fate } => self.decide(state, encounter, *fate, log)?,
            Judgement::Decide { what, who, value } => {
                let what = Decision::fit(&rules.decisions(), what, *who, value)?;
                rules.decide(state, &what, *who, value)?;
            }
            Judgement::Check { .. } | Judgement::Attempt { .. } => {
                return Err(Refusal::new("checks are made at a table"));
            }
            Judgement::Hide { .. }
            | Judgement::Reveal { .. }
            | Judgement::HideZone { .. }
            | Judgement::RevealZone { .. } => return Err(Refusal::new("hiding is done at a table")),
            Judgement::Open { of } | Judgement::Secret { of } => return self.overrule(state, of, log),
            Judgement::Favour { .. }
            | Judgement::Dice { .. }
            | Judgement::Say { .. }
            | Judgement::Decline { .. } => {}
        }
        rules.decreed(state, log);
        self.reopen(state, log);
        if state.here.outcome.is_none() && matches!(act, Judgement::Move { .. } | Judgement::Add { .. }) {
            rules.come_upon(state, log);
        }
        Ok(())
    }

    /// After the judge's act the trek goes on with whoever can act, or is over.
    fn reopen(&self, state: &mut StateOf<R>, log: &mut dyn Log<EventOf<R>>) {
        // A lost party may be helped up again; what was won or left stays over.
        if state.here.outcome == Some(Outcome::Won(Side::Monsters)) {
            state.here.outcome = None;
        }
        if state.here.outcome.is_some() {
            return;
        }
        state.party.busy &= state.able();
        state.party.staying &= state.party.busy;
        if self.0.asked(state).is_empty() {
            state.party.busy = Heroes::NONE;
        }
        self.0.conclude(state, false, log);
    }

    fn set_gauge(&self, state: &mut StateOf<R>, gauge: &str, value: i32) -> Result<(), Refusal> {
        if gauge == "clock" {
            return self.0.set_clock(state, value);
        }
        if let Some(kind) = R::SUPPLIES.iter().position(|kind| kind.id == gauge) {
            state.supplies.set(kind, value.clamp(0, Supplies::MAX.into()) as u16);
            return Ok(());
        }
        if !R::GAUGES.contains(&gauge) {
            let known = ["clock"].into_iter().chain(R::GAUGES.iter().copied());
            let known = known.chain(R::SUPPLIES.iter().map(|kind| kind.id));
            return Err(Refusal::unknown("gauge", gauge, known));
        }
        self.0.set_gauge(state, gauge, value)
    }

    /// What can be put into the party's pack.
    fn gear(&self) -> impl Iterator<Item = Named> + '_ {
        self.0.setting().place.treasure.gear.iter().map(|gear| gear.named.clone())
    }

    fn grant(&self, state: &mut StateOf<R>, who: Who, what: &str, count: i32) -> Result<(), Refusal> {
        let gifts = self.0.gifts();
        if gifts.iter().any(|gift| gift.id == what) {
            return self.0.grant(state, who, what, count);
        }
        if let Some((gear, _)) = (0_u8..).zip(self.gear()).find(|(_, gear)| gear.id == what) {
            (0..count.clamp(0, 9)).for_each(|_| state.pack.add(gear));
            return Ok(());
        }
        let Some(kind) = R::SUPPLIES.iter().position(|kind| kind.id == what) else {
            let gifts: Vec<Named> = gifts.into_iter().chain(self.gear()).collect();
            let known =
                R::SUPPLIES.iter().map(|kind| kind.id).chain(gifts.iter().map(|gift| gift.id.as_str()));
            return Err(Refusal::unknown("gift", what, known));
        };
        state.supplies.add(kind, count.clamp(-9999, 9999));
        Ok(())
    }

    fn add_stray(
        &self,
        state: &mut StateOf<R>,
        creature: &str,
        side: Side,
        to: &str,
    ) -> Result<(u8, u8), Refusal> {
        let zone = self.0.setting().place.zone_named(to)?;
        if side == Side::Heroes {
            return Err(Refusal::new("nobody joins the party on a trek: write a party file instead"));
        }
        let known = self.0.sheets().map(|(id, _)| id);
        let sheet = self.0.sheets().position(|(id, _)| id == creature);
        let sheet = sheet.ok_or_else(|| Refusal::unknown("creature", creature, known))?;
        let Some(slot) = state.strays.iter().position(Option::is_none) else {
            return Err(Refusal::new("there is no room for more: let the party meet some first"));
        };
        state.strays[slot] = Some(Stray { sheet: sheet as u8, zone, known: false });
        // Whoever was put there before was another.
        R::forget(&mut state.own, &self.0.setting().place, Foes::Stray(slot as u8));
        Ok((slot as u8, zone))
    }

    fn decide(
        &self,
        state: &mut StateOf<R>,
        encounter: &str,
        fate: Fate,
        log: &mut dyn Log<EventOf<R>>,
    ) -> Result<(), Refusal> {
        let index = self.0.setting().place.encounter_named(encounter)?;
        let back = |state: &mut StateOf<R>| {
            state.bring_back(index);
            R::forget(&mut state.own, &self.0.setting().place, Foes::Encounter(index));
            self.0.redraw(state, index, true);
        };
        match fate {
            Fate::Now if state.meeting.is_some() => {
                return Err(Refusal::new("one at a time: the party faces somebody already"));
            }
            Fate::Now if state.able().is_empty() || state.is_over() => {
                return Err(Refusal::new("nobody is left to meet it"));
            }
            Fate::Back if state.meeting == Some(Foes::Encounter(index)) => {
                return Err(Refusal::new("the party faces them now"));
            }
            Fate::Now => {
                back(state);
                self.0.meet(state, Foes::Encounter(index), true, log);
            }
            Fate::Next => {
                back(state);
                state.next = Some(index);
            }
            Fate::Gone => {
                state.here.gone.insert(index);
                state.next = state.next.filter(|&next| next != index);
                self.0.redraw(state, index, false);
            }
            Fate::Back => back(state),
        }
        Ok(())
    }
}
