//! What can be chosen on a trek by the heed rules alone.

use fracas_adventure::{Heroes, Options};
use fracas_kernel::Who;

use super::data::Work;
use super::event::Handling;
use super::meeting::Answer;
use super::state::{Chore, NONE};
use super::{Lore, State};
use crate::data::Quality;
use crate::items::is_item;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    // This is what somebody will do in the try.
    Pick { chore: Chore },
    // Stands by.
    Wait,
    // Lights a candle-end, or puts it out.
    Candle { lit: bool },
    Handle { how: Handling, kind: u8 },
    // The leader's: the try begins, with what everybody has picked.
    Begin,
    // Hands something to somebody.
    Give { kind: u8, to: Who },
    // How the party meets those who are here.
    Face { answer: Answer },
    // After a combat: the try that it took ends.
    GoOn,
}

impl Options for Lore {
    fn conceive(&self, state: &State, who: Who, out: &mut Vec<Deed>) {
        if state.own.facing {
            return out.extend(Answer::ALL.map(|answer| Deed::Face { answer }));
        }
        self.conceive_tasks(state, who, out);
        out.extend([Deed::Wait, Deed::Candle { lit: true }, Deed::Candle { lit: false }]);
        let hero = &state.own.heroes[who];
        for kind in each_kind(hero.slots.into_iter().chain(state.own.floor.kinds(state.here.at))) {
            out.extend(Handling::ALL.map(|how| Deed::Handle { how, kind }));
            let others = state.able() - Heroes::one(who);
            out.extend(others.filter(|_| hero.carries(kind)).map(|to| Deed::Give { kind, to }));
        }
        out.extend([Deed::Begin, Deed::GoOn]);
    }
}

/// The kinds of items among these, each once.
fn each_kind(slots: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut kinds: Vec<u8> = slots.into_iter().filter(|&kind| is_item(kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

impl Lore {
    fn conceive_tasks(&self, state: &State, who: Who, out: &mut Vec<Deed>) {
        let (place, here) = (&self.setting.place, &state.here);
        let hero = &state.own.heroes[who];
        for (task, index) in self.tasks.iter().zip(0_u8..) {
            let mut add = |at: u8, with: u8| out.push(Deed::Pick { chore: Chore { task: index, at, with } });
            match task.does {
                Work::Walk | Work::Fight => {}
                Work::Search | Work::Watch | Work::Make | Work::Read | Work::Rest => add(NONE, NONE),
                Work::Open | Work::Listen => place.ways_from(here, here.at).for_each(|way| add(way, NONE)),
                Work::Disarm => {
                    let known = state.traps.within_reach(place, here).map(|trap| Chore::on(index, trap));
                    known.for_each(|chore| add(chore.at, chore.with));
                }
                Work::Take => place.caches_here(here).for_each(|cache| add(cache, NONE)),
                Work::Bandage => state.party.alive.for_each(|target| add(target.0, NONE)),
                Work::Cast => {
                    let spells = 0..self.sheet(hero.sheet).spells.len() as u8;
                    for with in spells.filter(|&spell| self.mends(hero, spell).is_some()) {
                        state.party.alive.for_each(|target| add(target.0, with));
                    }
                }
                Work::Pack => {
                    add(NONE, NONE);
                    each_kind(hero.slots).into_iter().for_each(|kind| add(NONE, kind));
                }
                Work::Drink => {
                    for with in self.potions() {
                        state.party.alive.for_each(|target| add(target.0, with));
                    }
                }
            }
        }
    }

    /// Kinds of potion that close wounds.
    fn potions(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.heed().items.len() as u8).filter(|&kind| self.heals(kind).is_some())
    }

    /// The first kind of bandage that somebody carries.
    pub(super) fn bandage(&self, state: &State, who: Who) -> Option<u8> {
        let kinds = 0..self.heed().items.len() as u8;
        let mut bandages = kinds.filter(|&kind| self.heed().is(kind, Quality::Bandage));
        bandages.find(|&kind| state.own.heroes[who].carries(kind))
    }
}
