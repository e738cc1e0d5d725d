//! Plays a plot: drops what the fallen carry, lets happen what was waited for, and says how the fight ended.

use fracas_dice::Dice;

use super::{Aim, By, Course, Cue, Happening, Lies, Plot};
use crate::{Crowd, Log, Outcome, Side, Tell, Who, ZoneSet};

/// When a plot is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// After a choice, or when a round has begun.
    Now,
    /// When a round is over and the next one has not begun.
    RoundEnds,
}

/// A system whose fights can have a plot.
pub trait Plotted: Tell {
    fn plot(&self) -> &Plot;
    fn course<'s>(&self, state: &'s Self::State) -> &'s Course;
    fn course_mut<'s>(&self, state: &'s mut Self::State) -> &'s mut Course;

    /// The places in which somebody is; none for whoever is off the field.
    fn places_of(&self, state: &Self::State, who: Who) -> ZoneSet;
    /// Steps from where somebody is to the nearest of these places.
    fn steps_to(&self, state: &Self::State, who: Who, places: ZoneSet) -> Option<u8>;
    /// The places from which the field can be left.
    fn exits(&self) -> ZoneSet;
    /// Nothing can be done for this one any more. Who is only down may get up again.
    fn is_past_help(&self, state: &Self::State, who: Who) -> bool;
    fn is_open(&self, state: &Self::State, door: u8) -> bool;

    fn happens(happening: Happening) -> Self::Event;
    /// Somebody who was away comes to the field.
    fn arrive(&self, state: &mut Self::State, who: Who);
    /// A hazard has come to a place, and takes those who are there.
    fn rise(
        &self,
        state: &mut Self::State,
        place: u8,
        hazard: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    );
    fn turn_door(&self, state: &mut Self::State, door: u8, open: bool);
    /// It is over.
    fn conclude(&self, state: &mut Self::State, outcome: Outcome, log: &mut impl Log<Self::Event>);
}

/// Lets happen what is due, and ends the fight if it is decided: nothing else may be told after that in the same step.
#[inline(never)]
pub fn unfold<R: Plotted>(
    rules: &R,
    state: &mut R::State,
    tick: Tick,
    dice: &mut impl Dice,
    log: &mut impl Log<R::Event>,
) {
    let plot = rules.plot();
    // Each incident happens once, so this ends.
    loop {
        drop_from_the_fallen(rules, state, log);
        let due = (0..plot.incidents.len() as u8)
            .find(|&number| !rules.course(state).past.has(number) && is_due(rules, state, number));
        let Some(number) = due else { break };
        happen(rules, state, number, dice, log);
    }
    note_what_is_met(rules, state, log);
    if let Some(outcome) = verdict(rules, state, tick) {
        rules.conclude(state, outcome, log);
    }
}

fn drop_from_the_fallen<R: Plotted>(rules: &R, state: &mut R::State, log: &mut impl Log<R::Event>) {
    for prize in 0..rules.plot().prizes.len() as u8 {
        let Lies::With(who) = rules.course(state).lies(prize) else { continue };
        let vital = rules.vital(state, who);
        if vital.standing {
            continue;
        }
        let lies = match rules.places_of(state, who).first() {
            Some(place) if !vital.gone => Lies::At(place),
            _ if vital.gone => Lies::Out(rules.side(state, who)),
            // Fallen where no place has a name: it is where it was found.
            _ => rules.plot().prize(prize).map_or(Lies::Nowhere, |prize| Lies::At(prize.at)),
        };
        rules.course_mut(state).lay(prize, lies);
        let left = matches!(lies, Lies::Out(_));
        let happening = if left { Happening::Away { who, prize } } else { Happening::Dropped { who, prize } };
        log.tell(R::happens(happening));
    }
}

fn is_due<R: Plotted>(rules: &R, state: &R::State, number: u8) -> bool {
    let Some(incident) = rules.plot().incident(number) else { return false };
    match incident.cue {
        Cue::Round(round) => rules.round(state) >= u32::from(round),
        Cue::Falls(who) => !rules.course(state).away.has(who) && !rules.vital(state, who).standing,
        Cue::DownTo { side, count } => members(rules, state, side).len() <= usize::from(count),
        Cue::Enters { place, side } => {
            members(rules, state, side).any(|who| rules.places_of(state, who).has(place))
        }
        Cue::Opens { door } => rules.is_open(state, door),
        Cue::Taken { prize } => {
            let first = rules.plot().prize(prize).map(|prize| Lies::At(prize.at));
            first.is_some_and(|first| rules.course(state).lies(prize) != first)
        }
    }
}

fn happen<R: Plotted>(
    rules: &R,
    state: &mut R::State,
    number: u8,
    dice: &mut impl Dice,
    log: &mut impl Log<R::Event>,
) {
    let plot = rules.plot();
    let Some(incident) = plot.incident(number) else { return };
    rules.course_mut(state).past.insert(number);
    if incident.text.is_some() {
        log.tell(R::happens(Happening::Read { incident: number }));
    }
    if let Some((door, open)) = incident.door {
        rules.turn_door(state, door, open);
        log.tell(R::happens(Happening::Door { incident: number }));
    }
    for &(who, _) in plot.comers.iter().filter(|&&(_, with)| with == number) {
        if rules.course(state).away.has(who) {
            rules.course_mut(state).away.remove(who);
            rules.arrive(state, who);
            log.tell(R::happens(Happening::Came { who }));
        }
    }
    if let Some((place, hazard)) = incident.hazard {
        rules.course_mut(state).risen.insert(number);
        log.tell(R::happens(Happening::Rose { incident: number }));
        rules.rise(state, place, hazard, dice, log);
    }
}

/// What is reached once stays so; of several goals each is told.
fn note_what_is_met<R: Plotted>(rules: &R, state: &mut R::State, log: &mut impl Log<R::Event>) {
    let plot = rules.plot();
    let several = plot.goals.len() > 1;
    for (number, side, aim) in plot.aims() {
        if rules.course(state).met.has(number) || !is_reached(rules, state, side, aim) {
            continue;
        }
        rules.course_mut(state).met.insert(number);
        if side == Side::Heroes && several {
            log.tell(R::happens(Happening::Met { goal: number }));
        }
    }
}

/// Is it so now? Of what only the end tells, never.
fn is_reached<R: Plotted>(rules: &R, state: &R::State, side: Side, aim: Aim) -> bool {
    let is_at =
        |who: Who, place: u8| rules.vital(state, who).standing && rules.places_of(state, who).has(place);
    match aim {
        Aim::Reach { place, by: By::One(who) } => is_at(who, place),
        Aim::Reach { place, by: By::Any(count) } => {
            members(rules, state, side).filter(|&who| is_at(who, place)).count() >= usize::from(count)
        }
        Aim::Carry { prize, to: None } => rules.course(state).lies(prize) == Lies::Out(side),
        Aim::Carry { prize, to: Some(place) } => match rules.course(state).lies(prize) {
            Lies::With(who) => rules.side(state, who) == side && is_at(who, place),
            _ => false,
        },
        Aim::Bring { who, to: None } => has_got_away(rules, state, who),
        Aim::Bring { who, to: Some(place) } => is_at(who, place),
        Aim::Kill { who } => {
            let vital = rules.vital(state, who);
            !rules.course(state).away.has(who) && !vital.standing && !vital.gone
        }
        Aim::Hold { .. } | Aim::Protect { .. } | Aim::Leave { .. } => false,
    }
}

/// How it has ended, if it has.
pub fn verdict<R: Plotted>(rules: &R, state: &R::State, tick: Tick) -> Option<Outcome> {
    let plot = rules.plot();
    let [heroes, monsters] = Side::BOTH.map(|side| members(rules, state, side));
    let over = |rounds: u16| tick == Tick::RoundEnds && rules.round(state) >= u32::from(rounds);
    let met = |number: u8, aim: Aim| match aim {
        Aim::Hold { rounds } => over(rounds),
        Aim::Leave { count } => heroes.is_empty() && got_away(rules, state) >= usize::from(count),
        Aim::Protect { .. } => true,
        _ => rules.course(state).met.has(number),
    };
    let mut missed = false;
    let mut only_protects = true;
    for (number, side, aim) in plot.aims() {
        let is_met = met(number, aim);
        if side == Side::Monsters && is_met || !is_met && has_failed(rules, state, side, aim) {
            return Some(Outcome::Won(Side::Monsters));
        }
        if let Aim::Protect { who } = aim
            && rules.is_past_help(state, who)
        {
            return Some(Outcome::Won(Side::Monsters));
        }
        if side == Side::Heroes {
            missed |= !is_met;
            only_protects &= matches!(aim, Aim::Protect { .. });
        }
    }
    if only_protects {
        return Outcome::of_sides([!heroes.is_empty(), !monsters.is_empty()]);
    }
    match (missed, heroes.is_empty()) {
        (false, _) => Some(Outcome::Won(Side::Heroes)),
        (true, true) => Some(Outcome::Won(Side::Monsters)),
        (true, false) => None,
    }
}

/// A goal that nothing can bring about any more.
fn has_failed<R: Plotted>(rules: &R, state: &R::State, side: Side, aim: Aim) -> bool {
    if side == Side::Monsters {
        return false;
    }
    let out = |who: Who| rules.vital(state, who).gone && !rules.course(state).away.has(who);
    match aim {
        Aim::Bring { who, to } => rules.is_past_help(state, who) || to.is_some() && out(who),
        Aim::Reach { by: By::One(who), .. } => rules.is_past_help(state, who) || out(who),
        Aim::Kill { who } => out(who),
        Aim::Carry { prize, to } => match rules.course(state).lies(prize) {
            Lies::Out(Side::Monsters) => true,
            Lies::Out(Side::Heroes) => to.is_some(),
            _ => false,
        },
        _ => false,
    }
}

/// Those of a side who are up and on the field.
pub(super) fn members<R: Plotted>(rules: &R, state: &R::State, side: Side) -> Crowd {
    rules.standing(state).filter(|&who| rules.side(state, who) == side).collect()
}

pub(super) fn has_got_away<R: Plotted>(rules: &R, state: &R::State, who: Who) -> bool {
    rules.vital(state, who).gone && !rules.course(state).away.has(who)
}

pub(super) fn got_away<R: Plotted>(rules: &R, state: &R::State) -> usize {
    rules
        .everyone(state)
        .filter(|&who| rules.side(state, who) == Side::Heroes && has_got_away(rules, state, who))
        .count()
}
