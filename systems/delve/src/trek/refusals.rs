//! Why something cannot be chosen between fights, and by which rule. Careful where the list is quick; tests hold them
//! against each other.

use fracas_adventure::Door;
use fracas_kernel::{Refusal, Who};

use super::choices::{Choice, is_healing};
use super::data::{Attitude, Trek, Ware};
use super::state::{Meeting, Stage, State, has, hero_bit, hx};

type Verdict = Result<(), Refusal>;

fn no(why: impl Into<String>) -> Verdict {
    Err(Refusal::new(why))
}

impl Trek {
    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Verdict {
        let who = choice.who();
        if state.here.outcome.is_some() {
            return no("the adventure is over");
        }
        if who.index() >= self.heroes.len() {
            return no("there is nobody of that name");
        }
        let name = &self.sheet(who).name;
        if state.able() & hero_bit(who) == 0 {
            return Err(Refusal::by("DELVE-D1", format!("{name} can do nothing now")));
        }
        match (state.meeting, choice.stage()) {
            (None, Some(_)) => return no("nobody is there to face"),
            (Some(meeting), stage) if Some(meeting.stage) != stage => {
                return Err(Refusal::by("DELVE-R8", self.what_is_first(meeting)));
            }
            _ => {}
        }
        let leads = state.leader() == who;
        if choice.is_for_all() && !leads {
            return no(format!("{} leads, and decides that", self.sheet(state.leader()).name));
        }
        if !choice.is_for_all() && state.busy & hero_bit(who) != 0 {
            return Err(Refusal::by("DELVE-T1", format!("{name} has used this turn")));
        }
        match (choice, state.meeting) {
            (_, Some(meeting)) => self.why_not_answer(state, choice, meeting),
            (Choice::Lead { .. } | Choice::Idle { .. }, _) if leads => no(format!("{name} leads")),
            (Choice::Lead { .. } | Choice::Idle { .. } | Choice::Wait { .. }, _) => Ok(()),
            (Choice::Leave { .. }, _) if !self.place.zone(state.here.at).exit => {
                no("there is no way out here")
            }
            (Choice::Leave { .. }, _) => Ok(()),
            (Choice::Camp { .. }, _) if state.poison.iter().any(|&poison| poison != 0) => {
                no("a poison must run its course first")
            }
            (Choice::Camp { .. }, _) => Ok(()),
            _ => self.why_not_deed(state, choice),
        }
    }

    fn what_is_first(&self, meeting: Meeting) -> &'static str {
        match meeting.stage {
            Stage::Sighted => "somebody is in sight: see how they take to you first",
            Stage::Parley => "somebody is waiting for an answer",
            Stage::Fight => "not while a fight goes on",
            Stage::Aftermath => "gather the party first",
        }
    }

    fn why_not_deed(&self, state: &State, choice: Choice) -> Verdict {
        let who = choice.who();
        match choice {
            Choice::Search { .. } => self.why_not_search(state, who),
            Choice::Go { to, .. } => {
                let Some(way) = self.way_to(state, to) else { return no("no way that you know leads there") };
                if self.place.is_open(&state.here, way) { Ok(()) } else { no("the door is locked") }
            }
            Choice::Listen { to, .. } if self.way_to(state, to).is_none() => {
                no("no way that you know leads there")
            }
            Choice::Listen { .. } => Ok(()),
            Choice::Pick { to, .. } | Choice::Force { to, .. } => {
                let Some(way) = self.way_to(state, to) else { return no("no way that you know leads there") };
                if self.place.ways[usize::from(way)].door != Door::Locked {
                    return no("there is no lock on it");
                }
                if self.place.is_open(&state.here, way) {
                    return no("it is open");
                }
                let forced = matches!(choice, Choice::Force { .. });
                if forced && self.ways[usize::from(way)].iron {
                    return no("it is of iron and does not give");
                }
                if forced { Ok(()) } else { self.why_no_thief(who) }
            }
            Choice::Take { cache, .. } | Choice::Disarm { cache, .. } => {
                if !self.place.caches_here(&state.here).has(cache) {
                    return no("that is not here");
                }
                if matches!(choice, Choice::Take { .. }) {
                    return Ok(());
                }
                if !has(state.armed.and(state.spied).caches, cache) {
                    return no("you know of no trap there");
                }
                self.why_no_thief(who)
            }
            Choice::Cast { spell, on, .. } => self.why_not_cast(state, who, spell, on),
            Choice::Use { ware, on, .. } => self.why_not_use(state, ware, on),
            _ => no("not now"),
        }
    }

    fn why_no_thief(&self, who: Who) -> Verdict {
        if self.heroes[hx(who)].skill.is_some() { Ok(()) } else { no("only thieves have learnt that") }
    }

    fn why_not_search(&self, state: &State, who: Who) -> Verdict {
        if self.can_search(state, who) {
            return Ok(());
        }
        if !self.place.spots[usize::from(state.here.at) % self.place.spots.len()].cluttered {
            return no("there is nothing here that could hide anything");
        }
        if self.is_dark(state) {
            return no("it is too dark to search");
        }
        no("nothing here has been left unturned")
    }

    fn why_not_cast(&self, state: &State, who: Who, spell: u8, on: Option<Who>) -> Verdict {
        let Some(cast) = self.spell_of(who, spell) else { return no("there is no such spell") };
        if !is_healing(cast) {
            return Err(Refusal::by("DELVE-R7", "this spell is for fights"));
        }
        if cast.area != on.is_none() {
            return no("that is no target of this spell");
        }
        if state.slots[hx(who)][usize::from(cast.level) - 1] == 0 {
            return Err(Refusal::by("DELVE-R7", format!("no spells of level {} are left", cast.level)));
        }
        let wounded = self.wounded(state);
        if on.map_or(wounded == 0, |on| wounded & hero_bit(on) == 0) {
            return no("there is no wound to heal");
        }
        Ok(())
    }

    fn why_not_use(&self, state: &State, ware: Ware, on: Who) -> Verdict {
        let set = match ware {
            Ware::Salves => self.wounded(state),
            Ware::Tinctures => self.ill(state),
            Ware::Torches | Ware::Rations => return no("that is used when it is needed"),
        };
        if state.wares[ware as usize] == 0 {
            return no(format!("there are no {} left", ware.id()));
        }
        if set & hero_bit(on) == 0 { no("that one does not need it") } else { Ok(()) }
    }

    fn why_not_answer(&self, state: &State, choice: Choice, meeting: Meeting) -> Verdict {
        let lore = self.band(meeting.band);
        let attitude = state.attitude_of(meeting.band);
        let wary = matches!(attitude, Attitude::Unfriendly | Attitude::Neutral);
        let only = |fits: bool| {
            let why = format!("they are {}", attitude.name());
            if fits { Ok(()) } else { Err(Refusal::by("DELVE-R8", why)) }
        };
        let friendly = attitude == Attitude::Friendly;
        match choice {
            Choice::Pay { .. } => {
                only(wary)?;
                match lore.price {
                    None => no("they want no gold"),
                    Some(price) if price > state.gold => no(format!("they want {price} gold")),
                    Some(_) => Ok(()),
                }
            }
            Choice::Talk { .. } if meeting.talked => no("they have heard you"),
            Choice::Talk { .. } => only(attitude == Attitude::Neutral),
            Choice::Pass { .. } => only(attitude != Attitude::Unfriendly),
            Choice::Withdraw { .. } if self.way_back(state).is_none() => no("there is nowhere to go"),
            Choice::Lure { to, .. } => {
                only(wary)?;
                let open = self.place.steps(&state.here).has(to);
                if open && self.trap_toward(state, to).is_some() {
                    Ok(())
                } else {
                    no("you know of no trap there")
                }
            }
            Choice::AskHeal { on, .. } => {
                only(friendly)?;
                if lore.heals.is_none() || meeting.healed {
                    return no("they cannot do more for you");
                }
                if self.wounded(state) & hero_bit(on) == 0 { no("there is no wound to heal") } else { Ok(()) }
            }
            Choice::AskWay { .. } => {
                only(friendly)?;
                if lore.guides & !state.here.seen.0 == 0 { no("they know no more than you") } else { Ok(()) }
            }
            Choice::Buy { ware, .. } => {
                only(friendly)?;
                match lore.sells[ware as usize] {
                    None => no("they have none to sell"),
                    Some(price) if price > state.gold => no(format!("they want {price} gold")),
                    Some(_) => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
