//! Why something cannot be chosen on a trek by the heed rules alone.

use fracas_adventure::Door;
use fracas_adventure::explore::Limits;
use fracas_kernel::{Refusal, Who};

use super::State;
use super::choices::Deed;
use super::data::{CANDLES, Lore, Task, Work};
use super::event::Handling;
use super::state::{Chore, HANDLED};
use crate::data::Quality;
use crate::items::is_item;

/// Why something cannot be chosen, without words: minds ask often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bar {
    CombatNotOver,
    NoCombat,
    Already,
    NotPicked,
    NothingHidden,
    Searched,
    NoLock,
    NothingToHear,
    NotThere,
    NoWounds,
    NoBandage,
    NoSpell,
    NoPotion,
    Lacks(u8),
    Enough(u8),
    NoLightOfOwn(Who),
    Daylight,
    NoCandle,
    Handled,
    NotCarried,
    NoRoom,
    Worn,
    /// Somebody is met, and it has to be said how; or nobody is.
    Faced,
    Nobody,
    NoTalk,
    NoPrice,
    NoGold(u16),
    Nowhere,
}

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Result<(), Refusal> {
        self.bar(state, who, deed).map_or(Ok(()), |bar| Err(self.refusal(state, bar)))
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        let first = match () {
            () if state.own.facing => Bar::Faced,
            () if state.own.fought => Bar::CombatNotOver,
            () => return None,
        };
        Some(self.refusal(state, first))
    }
}

impl Lore {
    pub(super) fn bar(&self, state: &State, who: Who, deed: Deed) -> Option<Bar> {
        if let Deed::Face { answer } = deed {
            return unless(state.own.facing, Bar::Nobody).or_else(|| self.bar_answer(state, answer));
        }
        if state.own.facing {
            return Some(Bar::Faced);
        }
        if deed == Deed::GoOn {
            return unless(state.own.fought, Bar::NoCombat);
        }
        if state.own.fought {
            return Some(Bar::CombatNotOver);
        }
        match deed {
            Deed::Pick { chore } => self.bar_task(state, who, chore),
            // Saying so twice does no harm, and leaves nobody without a choice.
            Deed::Wait | Deed::Begin | Deed::GoOn | Deed::Face { .. } => None,
            Deed::Candle { lit: false } => unless(state.own.lit.has(who), Bar::NoCandle),
            Deed::Candle { lit: true } => self.bar_candle(state, who),
            Deed::Handle { how, kind } => self.bar_handling(state, who, how, kind),
            Deed::Give { kind, to } => {
                let there = to != who && state.able().has(to) && state.own.heroes[who].carries(kind);
                let room = there && state.own.heroes[to].has_room(self.heed(), kind);
                unless(there, Bar::NotCarried)
                    .or(unless(room, Bar::NoRoom))
                    .or(unless(state.own.heroes[who].handled < HANDLED, Bar::Handled))
            }
        }
    }

    fn bar_task(&self, state: &State, who: Who, chore: Chore) -> Option<Bar> {
        let Some(task) = self.task(chore.task) else { return Some(Bar::NotPicked) };
        if state.own.heroes[who].chore == chore {
            return Some(Bar::Already);
        }
        self.bar_deed(state, who, chore, task)
            .or_else(|| self.bar_together(state, who, chore, task))
            .or_else(|| self.bar_dark(state, who, task))
    }

    /// Whether the task itself can be done, whoever else does what.
    pub(super) fn bar_deed(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Option<Bar> {
        let (here, place) = (&state.here, &self.setting.place);
        let target = Who(chore.at);
        let hurt = || {
            let there = chore.at < 8 && state.party.alive.has(target);
            unless(there && state.own.heroes[target].wounds() > 0, Bar::NoWounds)
        };
        let lacks = task.needs.filter(|&kind| !state.own.heroes[who].carries(kind)).map(Bar::Lacks);
        match task.does {
            Work::Walk | Work::Fight => Some(Bar::NotPicked),
            Work::Search if !place.is_cluttered(here.at) => Some(Bar::NothingHidden),
            Work::Search => unless(!here.searched.has(here.at), Bar::Searched),
            Work::Open => {
                let known = place.ways_from(here, here.at).any(|way| way == chore.at);
                unless(known && here.doors.at(chore.at) == Door::Locked, Bar::NoLock)
            }
            Work::Listen => {
                let known = place.ways_from(here, here.at).any(|way| way == chore.at);
                let beyond = place.beyond(chore.at, here.at).filter(|_| known);
                let unheard = beyond.is_some_and(|zone| !(here.visited | state.own.heard).has(zone));
                unless(unheard, Bar::NothingToHear)
            }
            Work::Take => unless(place.caches_here(here).any(|cache| cache == chore.at), Bar::NotThere),
            Work::Bandage => hurt().or_else(|| unless(self.bandage(state, who).is_some(), Bar::NoBandage)),
            Work::Cast => {
                unless(self.mends(&state.own.heroes[who], chore.with).is_some(), Bar::NoSpell).or_else(hurt)
            }
            Work::Pack => unless(self.to_pack(state, who, chore.with).next().is_some(), Bar::NotCarried),
            Work::Drink => {
                let got = self.heals(chore.with).is_some() && state.own.heroes[who].carries(chore.with);
                unless(got, Bar::NoPotion).or_else(hurt)
            }
            Work::Watch | Work::Make | Work::Read | Work::Rest => None,
        }
        .or(lacks)
    }

    /// HEED-O2: no more than the task allows work on the same thing.
    fn bar_together(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Option<Bar> {
        let most = task.together?;
        let same = |&other: &Who| {
            let theirs = state.own.heroes[other].chore;
            other != who && (theirs.task, theirs.at) == (chore.task, chore.at)
        };
        let others = state.able().filter(same).count();
        unless(others < usize::from(most), Bar::Enough(most))
    }

    /// HEED-T8: in the dark those who work at the same time need a light each; only resting is no work.
    fn bar_dark(&self, state: &State, who: Who, task: &Task) -> Option<Bar> {
        if !task.is_work() || !self.is_dark(state) {
            return None;
        }
        let works = |&other: &Who| other != who && self.works_by_light(state, other);
        let mut others = state.able().filter(works).peekable();
        others.peek()?;
        let without = |&one: &Who| !self.has_light(state, one);
        others.chain(std::iter::once(who)).find(without).map(Bar::NoLightOfOwn)
    }

    pub(super) fn works_by_light(&self, state: &State, who: Who) -> bool {
        self.task(state.own.heroes[who].chore.task).is_some_and(Task::is_work)
    }

    pub(super) fn is_dark(&self, state: &State) -> bool {
        self.setting.place.is_dark(state.here.at)
    }

    /// Has somebody a light of its own: in a hand, or a candle-end?
    pub(super) fn has_light(&self, state: &State, who: Who) -> bool {
        let held = state.own.heroes[who].hands().iter().any(|&kind| self.heed().is(kind, Quality::Light));
        held || state.own.lit.has(who)
    }

    fn bar_candle(&self, state: &State, who: Who) -> Option<Bar> {
        if !self.is_dark(state) {
            return Some(Bar::Daylight);
        }
        if state.own.lit.has(who) {
            return Some(Bar::Already);
        }
        unless(usize::from(state.supplies.of(CANDLES)) > state.own.lit.len(), Bar::NoCandle)
    }

    fn bar_handling(&self, state: &State, who: Who, how: Handling, kind: u8) -> Option<Bar> {
        let (hero, rules) = (&state.own.heroes[who], self.heed());
        if !is_item(kind) {
            return Some(Bar::NotCarried);
        }
        if hero.handled >= HANDLED {
            return Some(Bar::Handled);
        }
        let armour = rules.is(kind, Quality::Armour);
        match how {
            Handling::Draw if armour => Some(Bar::Worn),
            Handling::Draw => unless(hero.slots[2..].contains(&kind), Bar::NotCarried)
                .or(unless(hero.can_hold(rules, kind), Bar::NoRoom)),
            Handling::Stow => unless(hero.hands().contains(&kind), Bar::NotCarried)
                .or(unless(hero.pocket().is_some(), Bar::NoRoom)),
            Handling::PickUp => unless(state.own.floor.has(state.here.at, kind), Bar::NotCarried)
                .or(unless(hero.has_room(rules, kind), Bar::NoRoom)),
        }
    }

    fn refusal(&self, state: &State, bar: Bar) -> Refusal {
        let item = |kind: u8| self.heed().item_words(kind);
        match bar {
            Bar::CombatNotOver => Refusal::by("HEED-T6", "the combat took this try, which has to end first"),
            Bar::NoCombat => Refusal::new("there was no combat in this try"),
            Bar::Already => Refusal::new("that is settled already"),
            Bar::NotPicked => Refusal::new("that is no task that one picks"),
            Bar::NothingHidden => Refusal::new("nothing can be hidden here"),
            Bar::Searched => Refusal::new("this zone has been searched"),
            Bar::NoLock => Refusal::new("no locked door that the party knows leads there from here"),
            Bar::NothingToHear => Refusal::new("there is nothing new to be heard there"),
            Bar::NotThere => Refusal::new("nothing of the kind lies here"),
            Bar::NoWounds => Refusal::by("HEED-R9", "there is no wound to close"),
            Bar::NoBandage => Refusal::by("HEED-R9", "this one carries no bandage"),
            Bar::NoSpell => {
                Refusal::by("HEED-R19", "this one knows no such spell, or has not the book to read it")
            }
            Bar::NoPotion => Refusal::by("HEED-R19", "this one carries no such potion"),
            Bar::Lacks(kind) => {
                Refusal::by("HEED-R19", format!("that needs a {}, carried along", item(kind)))
            }
            Bar::Enough(1) => Refusal::by("HEED-O2", "one is at it already, and there is no room for more"),
            Bar::Enough(most) => {
                Refusal::by("HEED-O2", format!("{most} are at it already, and no more can be"))
            }
            Bar::NoLightOfOwn(who) => {
                let name = &self.hero_sheet(state, who).name;
                Refusal::by("HEED-T8", format!("it is dark: {name} has no light of its own to work by"))
            }
            Bar::Daylight => Refusal::new("it is light enough here"),
            Bar::NoCandle => Refusal::new("there is no candle-end for that"),
            Bar::Handled => {
                Refusal::new(format!("{HANDLED} items a try are as many as one handles for nothing"))
            }
            Bar::NotCarried => Refusal::new("it is not where it would have to be"),
            Bar::NoRoom => Refusal::by("HEED-R13", "there is no room for it"),
            Bar::Worn => Refusal::by("HEED-R13", "armour is worn in its slot, not drawn"),
            Bar::Faced => Refusal::by("HEED-R21", "somebody is here: fight, hide, talk or go away first"),
            Bar::Nobody => Refusal::new("nobody is met"),
            Bar::NoTalk => Refusal::by("HEED-R21", "they do not listen to anybody"),
            Bar::NoPrice => Refusal::by("HEED-R21", "they want nothing that could be paid"),
            Bar::NoGold(price) => Refusal::by("HEED-R21", format!("they would want {price} gold")),
            Bar::Nowhere => Refusal::by("HEED-R21", "there is nowhere to go"),
        }
    }
}

#[inline]
fn unless(holds: bool, bar: Bar) -> Option<Bar> {
    if holds { None } else { Some(bar) }
}
