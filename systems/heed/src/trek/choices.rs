//! What can be chosen between fights, and what bars a choice. The list is what can be thought of less what is barred.

use fracas_adventure::Door;
use fracas_kernel::{Made, Refusal, Who};

use super::data::{Deed, Task, Trek};
use super::event::Handling;
use super::state::{Chore, HANDLED, State};
use crate::data::{Heed, Quality};
use crate::items::is_item;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This is what somebody will do in the try.
    Pick {
        who: Who,
        chore: Chore,
    },
    /// Stands by.
    Wait {
        who: Who,
    },
    /// Lights a candle-end, or puts it out.
    Candle {
        who: Who,
        lit: bool,
    },
    Handle {
        who: Who,
        how: Handling,
        kind: u8,
    },
    Lead {
        who: Who,
    },
    /// The leader's: the try begins, with what everybody has picked.
    Begin {
        who: Who,
    },
    Go {
        who: Who,
        to: u8,
    },
    /// Everything that lies here goes into the pack.
    Gather {
        who: Who,
    },
    /// Out of the place, for good.
    Leave {
        who: Who,
    },
    /// After a combat: the try that it took ends.
    GoOn {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 6);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Pick { who, .. }
            | Choice::Wait { who }
            | Choice::Candle { who, .. }
            | Choice::Handle { who, .. }
            | Choice::Lead { who }
            | Choice::Begin { who }
            | Choice::Go { who, .. }
            | Choice::Gather { who }
            | Choice::Leave { who }
            | Choice::GoOn { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

/// Why something cannot be chosen, without words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bar {
    NotUp,
    NotLeader,
    Leads,
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
    NoWay,
    Locked,
    NothingLies,
    NoExit,
}

impl Trek {
    pub(super) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        self.think_of_everything(state, out);
        out.retain(|&choice| self.bar(state, choice).is_none());
    }

    pub(super) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        for who in state.everyone() {
            self.think_of_tasks(state, who, out);
            out.push(Choice::Wait { who });
            out.extend([true, false].map(|lit| Choice::Candle { who, lit }));
            let hero = state.hero(who);
            let carried = hero.slots.iter().chain(&hero.hands).copied();
            let mut kinds: Vec<u8> = carried.chain(state.pack.all().map(|stack| stack.kind)).collect();
            kinds.retain(|&kind| is_item(kind));
            kinds.sort_unstable();
            kinds.dedup();
            for kind in kinds {
                out.extend(Handling::ALL.map(|how| Choice::Handle { who, how, kind }));
            }
            out.push(Choice::Lead { who });
            out.push(Choice::Begin { who });
            let ways = self.place.ways_from(&state.here, state.here.at);
            out.extend(
                ways.filter_map(|way| self.place.beyond(way, state.here.at)).map(|to| Choice::Go { who, to }),
            );
            out.extend([Choice::Gather { who }, Choice::Leave { who }, Choice::GoOn { who }]);
        }
    }

    fn think_of_tasks(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        for (task, index) in self.tasks.iter().zip(0_u8..) {
            let mut add = |at: u8, with: u8| {
                out.push(Choice::Pick { who, chore: Chore { task: index, at, with } });
            };
            let none = Chore::NOTHING.at;
            match task.does {
                Deed::Walk | Deed::Fight => {}
                Deed::Search | Deed::Watch | Deed::Make | Deed::Read | Deed::Rest => add(none, none),
                Deed::Open | Deed::Listen => {
                    self.place.ways_from(&state.here, state.here.at).for_each(|way| add(way, none));
                }
                Deed::Take => {
                    fracas_adventure::Place::zones_in(self.place.caches_here(&state.here).0)
                        .for_each(|cache| add(cache, none));
                }
                Deed::Bandage => state.present().for_each(|target| add(target.0, none)),
                Deed::Cast => {
                    let spells = self.hero_sheet(state.hero(who).sheet).spells.len() as u8;
                    for with in
                        (0..spells).filter(|&spell| self.mends(state.hero(who).sheet, spell).is_some())
                    {
                        state.present().for_each(|target| add(target.0, with));
                    }
                }
                Deed::Drink => {
                    for with in self.potions() {
                        state.present().for_each(|target| add(target.0, with));
                    }
                }
            }
        }
    }

    /// Kinds of potion that close wounds.
    pub(super) fn potions(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.heed().items.len() as u8).filter(|&kind| self.heals(kind).is_some())
    }

    /// The first kind of bandage that somebody can lay hands on.
    pub(super) fn bandage(&self, state: &State, who: Who) -> Option<u8> {
        let bandages =
            (0..self.heed().items.len() as u8).filter(|&kind| self.heed().is(kind, Quality::Bandage));
        bandages.into_iter().find(|&kind| state.gets(who, kind))
    }

    // --- what bars a choice ---

    pub(super) fn bar(&self, state: &State, choice: Choice) -> Option<Bar> {
        let who = choice.who();
        if !state.is_up(self.heed(), who) {
            return Some(Bar::NotUp);
        }
        let leads = state.leading(self.heed()) == Some(who);
        if let Choice::GoOn { .. } = choice {
            return unless(leads, Bar::NotLeader).or(unless(state.fought, Bar::NoCombat));
        }
        if state.fought {
            return Some(Bar::CombatNotOver);
        }
        match choice {
            Choice::Pick { chore, .. } => self.bar_task(state, who, chore),
            // Saying so twice does no harm, and leaves nobody without a choice.
            Choice::Wait { .. } => None,
            Choice::Candle { lit: false, .. } => unless(state.lit >> (who.0 & 7) & 1 == 1, Bar::NoCandle),
            Choice::Candle { lit: true, .. } => self.bar_candle(state, who),
            Choice::Handle { how, kind, .. } => self.bar_handling(state, who, how, kind),
            Choice::Lead { .. } => unless(!leads, Bar::Leads),
            _ if !leads => Some(Bar::NotLeader),
            Choice::Begin { .. } | Choice::GoOn { .. } => None,
            Choice::Go { to, .. } => match self.place.way_between(&state.here, state.here.at, to) {
                None => Some(Bar::NoWay),
                Some(way) => unless(self.place.is_open(&state.here, way), Bar::Locked),
            },
            Choice::Gather { .. } => {
                unless(state.floor.kinds(state.here.at).next().is_some(), Bar::NothingLies)
            }
            Choice::Leave { .. } => unless(self.place.exits().0 >> state.here.at & 1 == 1, Bar::NoExit),
        }
    }

    fn bar_task(&self, state: &State, who: Who, chore: Chore) -> Option<Bar> {
        let Some(task) = self.task(chore.task) else { return Some(Bar::NotPicked) };
        if state.hero(who).chore == chore {
            return Some(Bar::Already);
        }
        self.bar_deed(state, who, chore, task)
            .or_else(|| self.bar_together(state, who, chore, task))
            .or_else(|| self.bar_dark(state, who, task))
    }

    /// Whether the task itself can be done, whoever else does what.
    pub(super) fn bar_deed(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Option<Bar> {
        let here = &state.here;
        let target = Who(chore.at);
        let hurt = || {
            let there = target.0 < state.count && !state.hero(target).lost;
            unless(there && state.hero(target).wounds() > 0, Bar::NoWounds)
        };
        let lacks = task.needs.filter(|&kind| !state.gets(who, kind)).map(Bar::Lacks);
        match task.does {
            Deed::Walk | Deed::Fight => Some(Bar::NotPicked),
            Deed::Search if !self.place.spots[usize::from(here.at)].cluttered => Some(Bar::NothingHidden),
            Deed::Search => unless(here.searched.0 >> here.at & 1 == 0, Bar::Searched),
            Deed::Open => {
                let locked =
                    self.place.ways.get(usize::from(chore.at)).is_some_and(|way| way.door == Door::Locked);
                let known = self.place.ways_from(here, here.at).any(|way| way == chore.at);
                unless(locked && known && !self.place.is_open(here, chore.at), Bar::NoLock)
            }
            Deed::Listen => {
                let known = self.place.ways_from(here, here.at).any(|way| way == chore.at);
                let beyond = self.place.beyond(chore.at, here.at).filter(|_| known);
                let unheard = beyond.is_some_and(|zone| (here.visited.0 | state.heard) >> zone & 1 == 0);
                unless(unheard, Bar::NothingToHear)
            }
            Deed::Take => unless(self.place.caches_here(here).0 >> (chore.at & 63) & 1 == 1, Bar::NotThere),
            Deed::Bandage => hurt().or_else(|| unless(self.bandage(state, who).is_some(), Bar::NoBandage)),
            Deed::Cast => {
                unless(self.mends(state.hero(who).sheet, chore.with).is_some(), Bar::NoSpell).or_else(hurt)
            }
            Deed::Drink => {
                let got = self.heals(chore.with).is_some() && state.gets(who, chore.with);
                unless(got, Bar::NoPotion).or_else(hurt)
            }
            Deed::Watch | Deed::Make | Deed::Read | Deed::Rest => None,
        }
        .or(lacks)
    }

    /// HEED-O2: no more than the task allows work on the same thing.
    fn bar_together(&self, state: &State, who: Who, chore: Chore, task: &Task) -> Option<Bar> {
        let most = task.together?;
        let same = |&other: &Who| {
            let theirs = state.hero(other).chore;
            other != who && (theirs.task, theirs.at) == (chore.task, chore.at)
        };
        let others = state.up(self.heed()).filter(same).count();
        unless(others < usize::from(most), Bar::Enough(most))
    }

    /// HEED-T8: in the dark those who work at the same time need a light each.
    fn bar_dark(&self, state: &State, who: Who, task: &Task) -> Option<Bar> {
        if !task.light || !self.is_dark(state) {
            return None;
        }
        let works = |&other: &Who| other != who && self.works_by_light(state, other);
        let mut others = state.up(self.heed()).filter(works).peekable();
        others.peek()?;
        let without = |&one: &Who| !state.has_light(self.heed(), one);
        others.chain(std::iter::once(who)).find(without).map(Bar::NoLightOfOwn)
    }

    pub(super) fn works_by_light(&self, state: &State, who: Who) -> bool {
        self.task(state.hero(who).chore.task).is_some_and(|task| task.light)
    }

    pub(super) fn is_dark(&self, state: &State) -> bool {
        self.place.spots.get(usize::from(state.here.at)).is_some_and(|spot| spot.dark)
    }

    fn bar_candle(&self, state: &State, who: Who) -> Option<Bar> {
        if !self.is_dark(state) {
            return Some(Bar::Daylight);
        }
        if state.lit >> (who.0 & 7) & 1 == 1 {
            return Some(Bar::Already);
        }
        unless(u32::from(state.candles) > state.lit.count_ones(), Bar::NoCandle)
    }

    fn bar_handling(&self, state: &State, who: Who, how: Handling, kind: u8) -> Option<Bar> {
        let (hero, rules) = (state.hero(who), self.heed());
        if !is_item(kind) {
            return Some(Bar::NotCarried);
        }
        if hero.handled >= HANDLED {
            return Some(Bar::Handled);
        }
        let armour = rules.is(kind, Quality::Armour);
        match how {
            Handling::Draw if armour => Some(Bar::Worn),
            Handling::Draw => unless(hero.slots.contains(&kind), Bar::NotCarried)
                .or(unless(hero.can_hold(rules, kind), Bar::NoRoom)),
            Handling::Stow => unless(hero.hands.contains(&kind), Bar::NotCarried)
                .or(unless(hero.empty_slot().is_some(), Bar::NoRoom)),
            Handling::Pack => {
                let mut pack = state.pack;
                unless(hero.carries(kind), Bar::NotCarried).or(unless(pack.add(kind), Bar::NoRoom))
            }
            Handling::Unpack => unless(state.pack.has(kind), Bar::NotCarried)
                .or(unless(hero.empty_slot().is_some(), Bar::NoRoom)),
        }
    }

    pub(super) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        self.bar(state, choice).map_or(Ok(()), |bar| Err(self.refusal(state, bar)))
    }

    fn refusal(&self, state: &State, bar: Bar) -> Refusal {
        let rules: &Heed = self.heed();
        let item = |kind: u8| rules.item_name(kind).to_lowercase();
        match bar {
            Bar::NotUp => Refusal::new("this one cannot act"),
            Bar::NotLeader => Refusal::new("that is for whoever leads the party"),
            Bar::Leads => Refusal::new("this one leads already"),
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
            Bar::NoBandage => {
                Refusal::by("HEED-R9", "there is no bandage left, neither at hand nor in the pack")
            }
            Bar::NoSpell => Refusal::new("this one knows no such spell"),
            Bar::NoPotion => Refusal::new("there is no such potion, neither at hand nor in the pack"),
            Bar::Lacks(kind) => Refusal::new(format!("that needs a {}", item(kind))),
            Bar::Enough(1) => Refusal::by("HEED-O2", "one is at it already, and there is no room for more"),
            Bar::Enough(most) => {
                Refusal::by("HEED-O2", format!("{most} are at it already, and no more can be"))
            }
            Bar::NoLightOfOwn(who) => {
                let name = &self.hero_sheet(state.hero(who).sheet).name;
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
            Bar::NoWay => Refusal::new("no way that the party knows leads there"),
            Bar::Locked => Refusal::new("the door is locked"),
            Bar::NothingLies => Refusal::new("nothing lies on the floor here"),
            Bar::NoExit => Refusal::new("one cannot leave the place from here"),
        }
    }
}

#[inline]
fn unless(holds: bool, bar: Bar) -> Option<Bar> {
    if holds { None } else { Some(bar) }
}
