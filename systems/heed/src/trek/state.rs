//! Everything that changes on a trek by the heed rules alone, as plain data of fixed size. What the heroes carry is kept
//! as in a fight, by kinds of items.

use fracas_adventure::{ByHero, Heroes, Numbers};
use fracas_kernel::Who;
use serde::{Deserialize, Serialize};

use super::data::Opening;
use crate::data::{BOTH, Heed, NOTHING, Quality, Senses, WOUND};
use crate::items::{Floor, is_item};

/// How many kinds of item the pack holds.
pub(crate) const MAX_STACKS: usize = 24;
/// How many items a hero handles freely in a try.
pub(crate) const HANDLED: u8 = 8;
pub(crate) const NONE: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Own {
    pub(crate) heroes: ByHero<Hero>,
    pub(crate) pack: Pack,
    /// What lies about, by the zones of the place.
    pub(crate) floor: Floor,
    /// Zones at whose door somebody has listened, and those in which something was heard.
    pub(crate) heard: Numbers,
    pub(crate) warned: Numbers,
    /// What all that still lives here can sense between them.
    pub(crate) alert: Senses,
    /// The senses that were touched in the last try, by the last combat, and by a walk that is not over.
    pub(crate) alarm: Senses,
    pub(crate) stir: Senses,
    pub(crate) walked: Senses,
    /// Who has lit a candle-end.
    pub(crate) lit: Heroes,
    /// How the combat begins that has to be fought.
    pub(crate) opening: Opening,
    /// A combat was fought in a try that is not over.
    pub(crate) fought: bool,
}

const _: () = assert!(size_of::<Own>() <= 576);

/// Somebody of the party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Hero {
    pub slots: [u8; 6],
    pub hands: [u8; 2],
    pub sheet: u8,
    pub chore: Chore,
    /// How many items it has handled in this try.
    pub handled: u8,
}

impl Hero {
    pub const NOBODY: Hero =
        Hero { slots: [NOTHING; 6], hands: [NOTHING; 2], sheet: 0, chore: Chore::UNDECIDED, handled: 0 };

    pub fn wounds(&self) -> u8 {
        self.slots.iter().filter(|&&kind| kind == WOUND).count() as u8
    }

    pub fn empty_slot(&self) -> Option<usize> {
        self.slots.iter().position(|&kind| kind == NOTHING)
    }

    /// Closes a wound. False if there is none.
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

impl Own {
    /// Can somebody lay hands on this: its own, or out of the pack?
    pub(crate) fn gets(&self, who: Who, kind: u8) -> bool {
        self.heroes[who].carries(kind) || self.pack.has(kind)
    }

    /// Uses up one, the own first.
    pub(crate) fn use_up(&mut self, who: Who, kind: u8) -> bool {
        self.heroes[who].let_go(kind) || self.pack.take(kind)
    }

    /// Into the pack, or onto the floor of a zone if that is full.
    pub(crate) fn keep(&mut self, zone: u8, kind: u8) {
        if !self.pack.add(kind) {
            self.floor.drop(zone, kind);
        }
    }

    /// The next try: nobody has decided anything.
    pub(crate) fn clear_chores(&mut self) {
        for hero in self.heroes.iter_mut() {
            hero.chore = Chore::UNDECIDED;
            hero.handled = 0;
        }
        self.lit = Heroes::NONE;
    }
}
