//! Why something cannot be chosen on a trek, and by which rule. Careful where the list is quick; tests hold them against
//! each other.

use std::borrow::Cow;

use fracas_kernel::{Allow, Refusal, Who};

use crate::explore::{DeedOf, Expedition, StateOf};
use crate::{Choice, Deed, Door, Explorer, Lookup};

pub type Verdict = Result<(), Refusal>;

/// By a clause, if there is one; otherwise nobody would look for it.
pub fn no(rule: impl Into<Option<&'static str>>, why: impl Into<Cow<'static, str>>) -> Verdict {
    Err(match rule.into() {
        Some(rule) => Refusal::by(rule, why),
        None => Refusal::new(why),
    })
}

/// What has to hold, and what is said where it does not.
pub fn need(
    holds: bool,
    rule: impl Into<Option<&'static str>>,
    why: impl Into<Cow<'static, str>>,
) -> Verdict {
    if holds { Ok(()) } else { no(rule, why) }
}

impl<R: Expedition> Allow for Explorer<R> {
    fn legal(&self, state: &StateOf<R>, choice: Choice<R::Deed>) -> Verdict {
        let (rules, clauses) = (&self.0, R::WORDS.rules);
        let Choice { who, deed } = choice;
        if state.is_over() {
            return no(None, "the adventure is over");
        }
        if who.index() >= rules.setting().heroes.len() {
            return no(None, "there is nobody of that name");
        }
        let name = rules.called(state, who).1;
        if !state.able().has(who) {
            return no(clauses.able, format!("{name} can do nothing"));
        }
        if let Some(first) = rules.first_things(state).filter(|_| !matches!(deed, Deed::Own(_))) {
            return Err(first);
        }
        let for_all = match deed {
            Deed::Go { .. } | Deed::Rest | Deed::Leave => true,
            Deed::Own(own) => rules.is_for_all(own),
            _ => false,
        };
        if for_all && !state.party.leads(who) {
            return no(clauses.turn, "that is for whoever leads the party");
        }
        if !for_all && state.party.busy.has(who) {
            return no(clauses.turn, format!("{name} has done something {}", R::WORDS.in_turn));
        }
        match deed {
            Deed::Own(own) => rules.refuse(state, who, own),
            Deed::Go { .. } | Deed::Rest | Deed::Leave => {
                rules.why_not_set_out(state)?;
                self.together(state, deed)
            }
            _ => self.alone(state, who, deed),
        }
    }
}

impl<R: Expedition> Explorer<R> {
    fn together(&self, state: &StateOf<R>, deed: DeedOf<R>) -> Verdict {
        let (place, here) = (&self.0.setting().place, &state.here);
        match deed {
            Deed::Go { to } => match place.way_between(here, here.at, to).map(|way| here.doors.at(way)) {
                None => no(None, "no way leads there that you know"),
                Some(Door::Locked) => no(R::WORDS.rules.door, "it is locked: open it first"),
                Some(Door::Barred) => no(R::WORDS.rules.door, "it is barred: force it first"),
                Some(_) => Ok(()),
            },
            Deed::Leave if !place.is_exit(here) => no(None, "there is no way out of the place here"),
            Deed::Rest => self.0.why_not_rest(state),
            _ => Ok(()),
        }
    }

    fn alone(&self, state: &StateOf<R>, who: Who, deed: DeedOf<R>) -> Verdict {
        let (rules, here, clauses) = (&self.0, &state.here, R::WORDS.rules);
        let place = &rules.setting().place;
        let knows = |way: u8| {
            need(
                place.ways_from(here, here.at).any(|known| known == way),
                None,
                "you know of no such way here",
            )
        };
        match deed {
            Deed::Search if !place.is_cluttered(here.at) => {
                no(clauses.search, "there is nothing here that could hide anything")
            }
            Deed::Search if rules.is_searched(state, who) => {
                no(clauses.search, "this zone has been searched")
            }
            Deed::Search if rules.is_dark(state, here.at) => no(clauses.light, "it is too dark to search"),
            Deed::Search => rules.why_not_search(state, who),
            Deed::Listen { way } => {
                knows(way)?;
                rules.why_not_listen(state, way)
            }
            Deed::Force { way } | Deed::Pick { way } => {
                knows(way)?;
                let force = matches!(deed, Deed::Force { .. });
                match here.doors.at(way) {
                    Door::Barred if !force => no(clauses.door, "it is barred: there is no lock to pick"),
                    door if door.lets_through() => no(clauses.door, "it is not locked"),
                    _ => rules.why_not_open(state, who, way, force),
                }
            }
            Deed::Take { cache } => need(place.caches_here(here).has(cache), None, "no such thing lies here"),
            Deed::Disarm { trap } => {
                let known = state.traps.within_reach(place, here).any(|known| known == trap);
                need(known, None, "you know of no trap there")?;
                rules.why_not_disarm(state, who, trap)
            }
            Deed::Equip { gear, up: false } => need(state.pack.has(who, gear), None, "they do not have one"),
            Deed::Equip { gear, up: true } => {
                need(state.pack.count(gear) > 0, None, "there is no such thing in the pack")?;
                need(!state.pack.has(who, gear), None, "this one has it already")?;
                let free = state.pack.free(state.party.alive, gear) > 0;
                need(free, clauses.gear, "somebody else has it")?;
                rules.why_not_equip(state, who, gear)
            }
            Deed::Stay => rules.why_not_stay(state, who),
            Deed::Lead if state.party.leads(who) => {
                no(None, format!("{} leads already", rules.called(state, who).1))
            }
            _ => Ok(()),
        }
    }
}
