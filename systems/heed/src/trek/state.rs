//! Everything that changes between fights, as plain data of fixed size. What the heroes carry is kept as in a fight,
//! by kinds of items.

use fracas_adventure::Whereabouts;
use fracas_kernel::{Crowd, Who};
use serde::{Deserialize, Serialize};

use super::data::Opening;
use crate::data::{BOTH, Heed, NOTHING, Quality, WOUND};
use crate::items::Floor;
use crate::items::is_item;

/// How many heroes go on a journey at most.
pub(crate) const MAX_HEROES: usize = 8;
/// How many creatures the judge can have waiting somewhere.
pub(crate) const MAX_EXTRAS: usize = 4;
/// How many kinds of item the pack holds.
pub(crate) const MAX_STACKS: usize = 24;
/// So many items a hero handles freely in a try.
pub(crate) const HANDLED: u8 = 8;
pub(crate) const NONE: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) here: Whereabouts,
    pub(crate) heroes: [Hero; MAX_HEROES],
    pub(crate) pack: Pack,
    /// What lies about, by the zones of the place.
    pub(crate) floor: Floor,
    pub(crate) extras: [Extra; MAX_EXTRAS],
    /// Zones at whose door somebody has listened, and those in which something was heard.
    pub(crate) heard: u64,
    pub(crate) warned: u64,
    /// What all that still lives here can sense between them.
    pub(crate) alert: u32,
    /// The senses that were touched in the last try.
    pub(crate) alarm: u32,
    /// The senses that the last combat touched.
    pub(crate) stir: u32,
    pub(crate) trys: u16,
    pub(crate) gold: u16,
    pub(crate) candles: u8,
    /// Who has lit a candle-end, as a set of heroes.
    pub(crate) lit: u8,
    pub(crate) count: u8,
    pub(crate) leader: u8,
    /// The combat that has to be fought.
    pub(crate) open: Option<Met>,
    /// A combat was fought in a try that is not over.
    pub(crate) fought: bool,
    /// What the judge has picked to turn up next.
    pub(crate) next: u8,
}

const _: () = assert!(size_of::<State>() <= 704);

/// Somebody of the party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hero {
    pub slots: [u8; 6],
    pub hands: [u8; 2],
    pub sheet: u8,
    /// Dead, or left behind.
    pub lost: bool,
    pub chore: Chore,
    /// How many items it has handled in this try.
    pub handled: u8,
}

impl Hero {
    pub const NOBODY: Hero = Hero {
        slots: [NOTHING; 6],
        hands: [NOTHING; 2],
        sheet: 0,
        lost: true,
        chore: Chore::UNDECIDED,
        handled: 0,
    };

    pub fn wounds(&self) -> u8 {
        self.slots.iter().filter(|&&kind| kind == WOUND).count() as u8
    }

    pub fn empty_slot(&self) -> Option<usize> {
        self.slots.iter().position(|&kind| kind == NOTHING)
    }

    /// Takes a wound off. False if there is none.
    pub fn heal(&mut self) -> bool {
        let wound = self.slots.iter_mut().find(|slot| **slot == WOUND);
        wound.map(|slot| *slot = NOTHING).is_some()
    }

    pub fn carries(&self, kind: u8) -> bool {
        is_item(kind) && (self.slots.contains(&kind) || self.hands.contains(&kind))
    }

    /// Takes one out of a hand, or else out of a slot.
    pub fn let_go(&mut self, kind: u8) -> bool {
        if self.hands.contains(&kind) && is_item(kind) {
            self.release(kind);
            return true;
        }
        let slot = self.slots.iter_mut().find(|slot| **slot == kind && is_item(kind));
        slot.map(|slot| *slot = NOTHING).is_some()
    }

    pub fn release(&mut self, kind: u8) {
        let Some(hand) = self.hands.iter().position(|&held| held == kind) else { return };
        self.hands[hand] = NOTHING;
        self.hands = self.hands.map(|held| if held == BOTH { NOTHING } else { held });
    }

    /// Is there a hand for it, or two?
    pub fn can_hold(&self, rules: &Heed, kind: u8) -> bool {
        let needed = rules.hands_for(kind);
        self.hands.iter().filter(|&&held| held == NOTHING).count() >= needed
    }

    pub fn take_in_hand(&mut self, rules: &Heed, kind: u8) {
        if rules.is(kind, Quality::TwoHanded) {
            self.hands = [kind, BOTH];
        } else if let Some(hand) = self.hands.iter_mut().find(|hand| **hand == NOTHING) {
            *hand = kind;
        }
    }
}

/// What a hero does in this try: a task, at what (a way, a cache, a hero) and with what (a spell, a potion).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chore {
    pub(crate) task: u8,
    pub(crate) at: u8,
    pub(crate) with: u8,
}

impl Chore {
    pub const UNDECIDED: Chore = Chore { task: NONE, at: NONE, with: NONE };
    /// Stands by.
    pub const NOTHING: Chore = Chore { task: NONE - 1, at: NONE, with: NONE };

    /// A task that is at nothing and with nothing in particular.
    pub fn of(task: u8) -> Chore {
        Chore { task, at: NONE, with: NONE }
    }
}

/// Those who are met: an encounter of the place, or from its number on one of the judge's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Met {
    pub encounter: u8,
    pub opening: Opening,
}

/// A creature that the judge has put somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Extra {
    pub sheet: u8,
    /// [`NONE`] if there is nobody.
    pub zone: u8,
}

impl Extra {
    pub const NOBODY: Extra = Extra { sheet: 0, zone: NONE };
}

/// What the party carries together, by kind. Nobody gets at it in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pack {
    /// Sorted by kind; those without a count are at the end.
    stacks: [Stack; MAX_STACKS],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stack {
    pub kind: u8,
    pub count: u8,
}

impl Pack {
    pub fn all(&self) -> impl Iterator<Item = Stack> + use<> {
        let stacks = self.stacks;
        (0..MAX_STACKS).map(move |at| stacks[at]).filter(|stack| stack.count > 0)
    }

    pub fn count(&self, kind: u8) -> u8 {
        self.stacks.iter().find(|stack| stack.kind == kind).map_or(0, |stack| stack.count)
    }

    pub fn has(&self, kind: u8) -> bool {
        self.count(kind) > 0
    }

    /// False if it is full.
    pub fn add(&mut self, kind: u8) -> bool {
        if let Some(stack) = self.stacks.iter_mut().find(|stack| stack.count > 0 && stack.kind == kind) {
            stack.count = stack.count.saturating_add(1);
            return true;
        }
        let Some(free) = self.stacks.iter_mut().find(|stack| stack.count == 0) else { return false };
        *free = Stack { kind, count: 1 };
        self.settle();
        true
    }

    pub fn take(&mut self, kind: u8) -> bool {
        let Some(stack) = self.stacks.iter_mut().find(|stack| stack.count > 0 && stack.kind == kind) else {
            return false;
        };
        stack.count -= 1;
        if stack.count == 0 {
            *stack = Stack::default();
        }
        self.settle();
        true
    }

    fn settle(&mut self) {
        self.stacks.sort_unstable_by_key(|stack| (stack.count == 0, stack.kind));
    }
}

impl State {
    #[inline]
    pub(crate) fn hero(&self, who: Who) -> &Hero {
        &self.heroes[who.index() % MAX_HEROES]
    }

    #[inline]
    pub(crate) fn hero_mut(&mut self, who: Who) -> &mut Hero {
        &mut self.heroes[who.index() % MAX_HEROES]
    }

    pub(crate) fn everyone(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.count).map(Who)
    }

    /// Those who are with the party, the fallen included.
    pub(crate) fn present(&self) -> impl Iterator<Item = Who> + '_ {
        self.everyone().filter(|&who| !self.hero(who).lost)
    }

    pub(crate) fn is_up(&self, rules: &Heed, who: Who) -> bool {
        let hero = self.hero(who);
        who.0 < self.count && !hero.lost && hero.wounds() < rules.sheets[usize::from(hero.sheet)].grit
    }

    pub(crate) fn up(&self, rules: &Heed) -> Crowd {
        self.everyone().filter(|&who| self.is_up(rules, who)).collect()
    }

    /// Whoever decides for the party: the leader, or the first who can.
    pub(crate) fn leading(&self, rules: &Heed) -> Option<Who> {
        let leader = Who(self.leader);
        if self.is_up(rules, leader) { Some(leader) } else { self.up(rules).first() }
    }

    /// Has somebody a light of its own: in a hand, or a candle-end?
    pub(crate) fn has_light(&self, rules: &Heed, who: Who) -> bool {
        let held = self.hero(who).hands.iter().any(|&kind| rules.is(kind, Quality::Light));
        held || self.lit >> (who.0 & 7) & 1 == 1
    }

    /// Can somebody lay hands on this: its own, or out of the pack?
    pub(crate) fn gets(&self, who: Who, kind: u8) -> bool {
        self.hero(who).carries(kind) || self.pack.has(kind)
    }

    /// Uses up one, the own first.
    pub(crate) fn use_up(&mut self, who: Who, kind: u8) -> bool {
        self.hero_mut(who).let_go(kind) || self.pack.take(kind)
    }

    /// Into the pack, or onto the floor if that is full.
    pub(crate) fn keep(&mut self, kind: u8) {
        if !self.pack.add(kind) {
            self.floor.drop(self.here.at, kind);
        }
    }

    /// The next try: nobody has decided anything.
    pub(crate) fn clear_chores(&mut self) {
        for hero in &mut self.heroes {
            hero.chore = Chore::UNDECIDED;
            hero.handled = 0;
        }
        self.lit = 0;
    }
}
