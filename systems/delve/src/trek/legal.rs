//! Why something cannot be done on a trek, by the delve rules.

use std::borrow::Cow;

use fracas_adventure::explore::Limits;
use fracas_adventure::{Attitude, Heroes};
use fracas_kernel::{Refusal, Who};

use super::State;
use super::choices::Deed;
use super::data::{GOLD, Lore, Ware, is_healing};
use super::state::{Stage, attitude_of};

type Verdict = Result<(), Refusal>;

fn no(why: impl Into<Cow<'static, str>>) -> Verdict {
    Err(Refusal::new(why))
}

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match (state.meeting, deed.stage()) {
            // DELVE-R16: the party may attack anybody.
            (None, Some(_)) if deed == Deed::Attack && self.at_peace_here(state).is_some() => Ok(()),
            (None, Some(_)) => no("nobody is there to face"),
            (Some(_), stage) if stage != Some(state.own.talk.stage) => {
                Err(Refusal::by("DELVE-R8", self.what_is_first(state)))
            }
            (Some(_), _) => self.why_not_answer(state, deed),
            (None, None) => self.why_not_deed(state, who, deed),
        }
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        state.meeting.map(|_| Refusal::by("DELVE-R8", self.what_is_first(state)))
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
        match state.own.poison.iter().any(|&poison| poison != 0) {
            true => no("a poison must run its course first"),
            false => Ok(()),
        }
    }

    fn why_not_open(&self, _state: &State, who: Who, way: u8, force: bool) -> Verdict {
        match force {
            true if self.ways[usize::from(way)].iron => no("it is of iron and does not give"),
            true => Ok(()),
            false => self.why_no_thief(who),
        }
    }

    fn why_not_stay(&self, state: &State, who: Who) -> Verdict {
        match state.party.leads(who) {
            true => no(format!("{} leads", self.sheet(who).name)),
            false => Ok(()),
        }
    }

    /// A thief looks for more than others do.
    fn is_searched(&self, state: &State, who: Who) -> bool {
        let done = if self.is_thief(who) { state.own.scanned } else { state.here.searched };
        done.has(state.here.at)
    }

    fn is_dark(&self, state: &State, zone: u8) -> bool {
        state.own.light == 0 && self.setting.place.is_dark(zone)
    }
}

impl Lore {
    fn what_is_first(&self, state: &State) -> &'static str {
        match state.own.talk.stage {
            Stage::Sighted => "somebody is in sight: see how they take to you first",
            Stage::Parley => "somebody is waiting for an answer",
            Stage::Fight => "not while a fight goes on",
            Stage::Aftermath => "gather the party first",
        }
    }

    /// Who of the party has lost hit points and can be helped.
    pub(crate) fn wounded(&self, state: &State) -> Heroes {
        Iterator::filter(state.party.alive, |&who| state.own.hp[who] < self.sheet(who).hp).collect()
    }

    pub(crate) fn ill(&self, state: &State) -> Heroes {
        let ill = |who: &Who| state.own.poison[*who] != 0 || state.own.disease[*who] != 0;
        Iterator::filter(state.party.alive, ill).collect()
    }

    fn why_no_thief(&self, who: Who) -> Verdict {
        if self.is_thief(who) { Ok(()) } else { no("only thieves have learnt that") }
    }

    fn why_not_deed(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        match deed {
            Deed::Disarm { cache } => {
                if !self.setting.place.caches_here(&state.here).has(cache) {
                    return no("that is not here");
                }
                if !state.own.traps.known().caches.has(cache) {
                    return no("you know of no trap there");
                }
                self.why_no_thief(who)
            }
            Deed::Cast { spell, on } => self.why_not_cast(state, who, spell, on),
            Deed::Use { ware, on } => {
                let set = match ware {
                    Ware::Salves => self.wounded(state),
                    Ware::Tinctures => self.ill(state),
                    Ware::Torches | Ware::Rations => return no("that is used when it is needed"),
                };
                if state.supplies.of(ware as usize) == 0 {
                    return no(format!("there are no {} left", ware.id()));
                }
                if set.has(on) { Ok(()) } else { no("that one does not need it") }
            }
            _ => Ok(()),
        }
    }

    fn why_not_cast(&self, state: &State, who: Who, spell: u8, on: Option<Who>) -> Verdict {
        let Some(cast) = self.spell_of(who, spell) else { return no("there is no such spell") };
        if !is_healing(cast) {
            return Err(Refusal::by("DELVE-R7", "this spell is for fights"));
        }
        if cast.area != on.is_none() {
            return no("that is no target of this spell");
        }
        if state.own.slots[who][usize::from(cast.level) - 1] == 0 {
            return Err(Refusal::by("DELVE-R7", format!("no spells of level {} are left", cast.level)));
        }
        let wounded = self.wounded(state);
        if on.map_or(wounded.is_empty(), |on| !wounded.has(on)) {
            return no("there is no wound to heal");
        }
        Ok(())
    }

    fn why_not_answer(&self, state: &State, deed: Deed) -> Verdict {
        let Some(foes) = state.meeting else { return Ok(()) };
        let (lore, attitude) = (self.band(foes), attitude_of(state, foes).unwrap_or_default());
        let wary = matches!(attitude, Attitude::Unfriendly | Attitude::Neutral);
        let only = |fits: bool| {
            let why = format!("they are {}", attitude.name());
            if fits { Ok(()) } else { Err(Refusal::by("DELVE-R8", why)) }
        };
        let affords = |price: Option<u16>, none: &'static str| match price {
            None => no(none),
            Some(price) if price > state.supplies.of(GOLD) => no(format!("they want {price} gold")),
            Some(_) => Ok(()),
        };
        match deed {
            Deed::Pay => {
                only(wary)?;
                affords(lore.price, "they want no gold")
            }
            Deed::Pass => only(attitude != Attitude::Unfriendly),
            Deed::Withdraw if self.way_back(state).is_none() => no("there is nowhere to go"),
            Deed::Lure { to } => {
                only(wary)?;
                let open = self.setting.place.steps(&state.here).has(to);
                match open && self.trap_toward(state, to).is_some() {
                    true => Ok(()),
                    false => no("you know of no trap there"),
                }
            }
            Deed::AskHeal { on } => {
                only(attitude == Attitude::Friendly)?;
                if lore.heals.is_none() {
                    return no("they cannot do that");
                }
                if state.own.helped.has(foes.number()) {
                    return Err(Refusal::by("DELVE-R16", "they have helped you once"));
                }
                if self.wounded(state).has(on) { Ok(()) } else { no("there is no wound to heal") }
            }
            Deed::AskWay => {
                only(attitude == Attitude::Friendly)?;
                match lore.guides.is_within(state.here.seen) {
                    true => no("they know no more than you"),
                    false => Ok(()),
                }
            }
            Deed::Buy { ware } => {
                only(attitude == Attitude::Friendly)?;
                affords(lore.sells[ware as usize], "they have none to sell")
            }
            _ => Ok(()),
        }
    }
}
