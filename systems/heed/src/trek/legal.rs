//! Why something cannot be chosen on a trek by the heed rules alone.

use fracas_adventure::{Door, Limits, Verdict, need, no};
use fracas_kernel::{Refusal, Who};

use super::data::{CANDLES, Task, Work};
use super::event::Handling;
use super::state::{Chore, HANDLED};
use super::{Deed, Lore, State};
use crate::data::Quality;
use crate::items::is_item;

const SETTLED: &str = "that is settled already";
const NO_CANDLE: &str = "there is no candle-end for that";
const NOT_THERE: &str = "it is not where it would have to be";
const NO_ROOM: &str = "there is no room for it";

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        let own = &state.own;
        match deed {
            Deed::Face { answer } => {
                need(own.facing, None, "nobody is met")?;
                return self.why_not_answer(state, answer);
            }
            Deed::GoOn if !own.facing => return need(own.fought, None, "there was no combat in this try"),
            _ => self.is_at_leisure(state)?,
        }
        match deed {
            Deed::Pick { chore } => self.why_not_pick(state, who, chore),
            // Saying so twice does no harm, and leaves nobody without a choice.
            Deed::Wait | Deed::Begin | Deed::GoOn | Deed::Face { .. } => Ok(()),
            Deed::Candle { lit: false } => need(own.lit.has(who), None, NO_CANDLE),
            Deed::Candle { lit: true } => {
                need(self.is_dark(state), None, "it is light enough here")?;
                need(!own.lit.has(who), None, SETTLED)?;
                need(usize::from(state.supplies.of(CANDLES)) > own.lit.len(), None, NO_CANDLE)
            }
            Deed::Handle { how, kind } => self.why_not_handle(state, who, how, kind),
            Deed::Give { kind, to } => {
                let there = to != who && state.able().has(to) && own.heroes[who].carries(kind);
                need(there, None, NOT_THERE)?;
                need(own.heroes[to].has_room(self.heed(), kind), "HEED-R13", NO_ROOM)?;
                has_handled_little(state, who)
            }
        }
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        self.is_at_leisure(state).err()
    }
}

impl Lore {
    fn is_at_leisure(&self, state: &State) -> Verdict {
        need(!state.own.facing, "HEED-R21", "somebody is here: fight, hide, talk or go away first")?;
        need(!state.own.fought, "HEED-T6", "the combat took this try, which has to end first")
    }

    fn why_not_pick(&self, state: &State, who: Who, chore: Chore) -> Verdict {
        let task = self.task_for(state, who, chore)?;
        let name = |one: Who| &self.hero_sheet(state, one).name;
        if let Some(tool) = self.missing(state, who, task) {
            let tool = self.heed().item_words(tool);
            return no("HEED-R19", format!("it takes {tool}, and {} carries none", name(who)));
        }
        if task.is_work() { self.why_no_light(state, who) } else { Ok(()) }
    }

    /// HEED-T8: whoever works beside others in the dark needs a light, and so do they.
    pub(super) fn why_no_light(&self, state: &State, who: Who) -> Verdict {
        let Some(one) = self.without_light(state, who) else { return Ok(()) };
        let name = &self.hero_sheet(state, one).name;
        no("HEED-T8", format!("it is dark, and {name} has no light to work by"))
    }

    /// The task that somebody could pick, if there were light and tools enough.
    pub(super) fn task_for(&self, state: &State, who: Who, chore: Chore) -> Result<&Task, Refusal> {
        let task = self.task(chore.task).ok_or_else(|| Refusal::new("that is no task that one picks"))?;
        need(state.own.heroes[who].chore != chore, None, SETTLED)?;
        self.why_not_work(state, who, chore, task)?;
        self.why_not_join(state, who, chore, task)?;
        Ok(task)
    }

    /// Whether the task itself can be done, whoever else does what.
    pub(super) fn why_not_work(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Verdict {
        let (here, place, hero) = (&state.here, &self.setting.place, &state.own.heroes[who]);
        let is_hurt = || {
            let there = chore.at < 8 && state.party.alive.has(Who(chore.at));
            let hurt = there && state.own.heroes[Who(chore.at)].wounds() > 0;
            need(hurt, "HEED-R9", "there is no wound to close")
        };
        let known = || place.ways_from(here, here.at).any(|way| way == chore.at);
        match task.does {
            Work::Walk | Work::Fight => no(None, "that is no task that one picks")?,
            Work::Search => {
                need(place.is_cluttered(here.at), None, "nothing can be hidden here")?;
                need(!here.searched.has(here.at), None, "this zone has been searched")?;
            }
            Work::Open => {
                let locked = known() && here.doors.at(chore.at) == Door::Locked;
                need(locked, None, "no locked door that the party knows leads there from here")?;
            }
            Work::Disarm => {
                let mut known = state.traps.within_reach(place, here);
                let there = known.any(|trap| chore.trap() == Some(trap));
                need(there, "HEED-J1", "the party knows of no trap there")?;
            }
            Work::Listen => {
                let beyond = place.beyond(chore.at, here.at).filter(|_| known());
                let unheard = beyond.is_some_and(|zone| !(here.visited | state.own.heard).has(zone));
                need(unheard, None, "there is nothing new to be heard there")?;
            }
            Work::Take => need(place.caches_here(here).has(chore.at), None, "nothing of the kind lies here")?,
            Work::Bandage => {
                is_hurt()?;
                need(self.bandage(state, who).is_some(), "HEED-R9", "this one carries no bandage")?;
            }
            Work::Cast => {
                let why = "this one knows no such spell, or has not the book to read it";
                need(self.mends(hero, chore.with).is_some(), "HEED-R19", why)?;
                is_hurt()?;
            }
            Work::Pack => need(self.to_pack(state, who, chore.with).next().is_some(), None, NOT_THERE)?,
            Work::Drink => {
                let got = self.heals(chore.with).is_some() && hero.carries(chore.with);
                need(got, "HEED-R19", "this one carries no such potion")?;
                is_hurt()?;
            }
            Work::Watch | Work::Make | Work::Read | Work::Rest => {}
        }
        Ok(())
    }

    /// HEED-R19: the tool that a task takes and somebody does not carry.
    pub(super) fn missing(&self, state: &State, who: Who, task: &Task) -> Option<u8> {
        task.needs.filter(|&kind| !state.own.heroes[who].carries(kind))
    }

    /// HEED-O2: no more than the task allows work on the same thing.
    fn why_not_join(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Verdict {
        let Some(most) = task.together else { return Ok(()) };
        let same = |&other: &Who| {
            let theirs = state.own.heroes[other].chore;
            other != who && (theirs.task, theirs.at) == (chore.task, chore.at)
        };
        if state.able().filter(same).count() < usize::from(most) {
            return Ok(());
        }
        no("HEED-O2", "there is no room for another helper")
    }

    /// HEED-T8: in the dark those who work at the same time need a light each; only resting is no work. Who has none?
    pub(super) fn without_light(&self, state: &State, who: Who) -> Option<Who> {
        if !self.is_dark(state) {
            return None;
        }
        let works = |&other: &Who| other != who && self.works_by_light(state, other);
        let mut others = state.able().filter(works).peekable();
        others.peek()?;
        others.chain(std::iter::once(who)).find(|&one| !self.has_light(state, one))
    }

    pub(super) fn works_by_light(&self, state: &State, who: Who) -> bool {
        let works = || self.task(state.own.heroes[who].chore.task).is_some_and(Task::is_work);
        state.party.busy.has(who) || works()
    }

    pub(super) fn is_dark(&self, state: &State) -> bool {
        self.setting.place.is_dark(state.here.at)
    }

    /// Has somebody a light of its own: in a hand, or a candle-end?
    pub(super) fn has_light(&self, state: &State, who: Who) -> bool {
        let held = state.own.heroes[who].hands().iter().any(|&kind| self.heed().is(kind, Quality::Light));
        held || state.own.lit.has(who)
    }

    fn why_not_handle(&self, state: &State, who: Who, how: Handling, kind: u8) -> Verdict {
        let (hero, rules) = (&state.own.heroes[who], self.heed());
        need(is_item(kind), None, NOT_THERE)?;
        has_handled_little(state, who)?;
        let worn = how == Handling::Draw && rules.is(kind, Quality::Armour);
        need(!worn, "HEED-R13", "armour is worn in its slot, not drawn")?;
        let (there, room) = match how {
            Handling::Draw => (hero.slots[2..].contains(&kind), hero.can_hold(rules, kind)),
            Handling::Stow => (hero.hands().contains(&kind), hero.pocket().is_some()),
            Handling::PickUp => (state.own.floor.has(state.here.at, kind), hero.has_room(rules, kind)),
        };
        need(there, None, NOT_THERE)?;
        need(room, "HEED-R13", NO_ROOM)
    }
}

fn has_handled_little(state: &State, who: Who) -> Verdict {
    need(state.own.heroes[who].handled < HANDLED, None, "nothing more can be handled in this try")
}
