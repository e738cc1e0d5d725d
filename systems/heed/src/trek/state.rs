//! Everything that changes on a trek by the heed rules alone, as plain data of fixed size. What the heroes carry is kept
//! as in a fight, by kinds of items.

use fracas_adventure::{ByFoe, ByHero, Heroes, Numbers, Trap};
use fracas_kernel::{By, Who};
use serde::{Deserialize, Serialize};

use super::data::Opening;
use crate::data::{BOTH, Heed, NOTHING, Quality, Senses, WOUND};
use crate::items::{Floor, is_item};
use crate::state::MAX_FEATURES;

/// How many items a hero handles freely in a try.
pub(crate) const HANDLED: u8 = 8;
/// What each foe has in its slots; nothing is kept while that is as on its sheet.
pub(crate) type Gear = ByFoe<Option<[u8; 6]>, 68>;
pub(crate) const NONE: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    pub(crate) heroes: ByHero<Hero>,
    /// What lies about, by the zones of the place.
    pub(crate) floor: Floor,
    /// How often each feature of the place can still be used.
    pub(crate) uses: By<u8, u8, MAX_FEATURES>,
    /// The gear and wounds of those who can be met.
    pub(crate) foes: Gear,
    /// Zones at whose door somebody has listened, and those in which something was heard.
    pub(crate) heard: Numbers,
    pub(crate) warned: Numbers,
    /// What all that still lives here can sense between them.
    pub(crate) alert: Senses,
    /// The senses that were touched in the last try, by the last combat, and by a walk that is not over.
    pub(crate) alarm: Senses,
    pub(crate) stir: Senses,
    pub(crate) walked: Senses,
    /// The judge's word: senses that count where they would not, or do not where they would; on how many faces the next
    /// encounter comes; how long the next task takes.
    pub(crate) turned: Senses,
    pub(crate) faces: Option<u8>,
    pub(crate) trys: Option<u8>,
    /// And how those who are met can be talked to: on how many faces, and what they would take.
    pub(crate) talk: Option<u8>,
    pub(crate) price: Option<u16>,
    /// Who has lit a candle-end.
    pub(crate) lit: Heroes,
    /// How the combat begins, if there has to be one.
    pub(crate) opening: Opening,
    /// Somebody was met, and the party has not said how it meets them.
    pub(crate) facing: bool,
    /// A combat was fought in a try that is not over.
    pub(crate) fought: bool,
}

const _: () = assert!(size_of::<Own>() <= 952);

/// Somebody of the party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Hero {
    /// The first two are the hands.
    pub slots: [u8; 6],
    pub sheet: u8,
    pub chore: Chore,
    /// How many items it has handled in this try.
    pub handled: u8,
}

impl Hero {
    pub fn wounds(&self) -> u8 {
        self.slots.iter().filter(|&&kind| kind == WOUND).count() as u8
    }

    pub fn hands(&self) -> [u8; 2] {
        [self.slots[0], self.slots[1]]
    }

    /// An empty slot that is no hand.
    pub fn pocket(&self) -> Option<usize> {
        (2..6).find(|&slot| self.slots[slot] == NOTHING)
    }

    /// Closes a wound. False if there is none.
    pub fn heal(&mut self) -> bool {
        let wound = self.slots.iter_mut().find(|slot| **slot == WOUND);
        wound.map(|slot| *slot = NOTHING).is_some()
    }

    pub fn carries(&self, kind: u8) -> bool {
        is_item(kind) && self.slots.contains(&kind)
    }

    /// Takes one out of a slot, the last first. False if it carries none.
    pub fn let_go(&mut self, kind: u8) -> bool {
        let Some(slot) = self.slots.iter().rposition(|&held| held == kind && is_item(kind)) else {
            return false;
        };
        self.slots[slot] = NOTHING;
        if slot == 0 && self.slots[1] == BOTH {
            self.slots[1] = NOTHING;
        }
        true
    }

    /// Is there a hand for it, or two?
    pub fn can_hold(&self, rules: &Heed, kind: u8) -> bool {
        let free = self.hands().iter().filter(|&&held| held == NOTHING).count();
        free >= rules.hands_for(kind) && !rules.is(kind, Quality::Armour)
    }

    pub fn take_in_hand(&mut self, rules: &Heed, kind: u8) {
        if rules.is(kind, Quality::TwoHanded) {
            [self.slots[0], self.slots[1]] = [kind, BOTH];
        } else if let Some(hand) = self.slots[..2].iter_mut().find(|hand| **hand == NOTHING) {
            *hand = kind;
        }
    }

    pub fn has_room(&self, rules: &Heed, kind: u8) -> bool {
        self.pocket().is_some() || self.can_hold(rules, kind)
    }

    /// Into an empty slot, or else a hand. False if there is no room.
    pub fn stow(&mut self, rules: &Heed, kind: u8) -> bool {
        match self.pocket() {
            Some(slot) => self.slots[slot] = kind,
            None if self.can_hold(rules, kind) => self.take_in_hand(rules, kind),
            None => return false,
        }
        true
    }
}

/// What a hero does in this try: a task, at what (a way, a cache, a hero) and with what (a spell, a potion).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chore {
    pub(crate) task: u8,
    pub(crate) at: u8,
    pub(crate) with: u8,
}

impl Default for Chore {
    fn default() -> Chore {
        Chore::UNDECIDED
    }
}

impl Chore {
    pub const UNDECIDED: Chore = Chore { task: NONE, at: NONE, with: NONE };
    /// Stands by.
    pub const NOTHING: Chore = Chore { task: NONE - 1, at: NONE, with: NONE };

    /// The task of taking a trap apart: `with` says on what it is.
    pub fn on(task: u8, trap: Trap) -> Chore {
        let (at, with) = trap.numbers();
        Chore { task, at, with }
    }

    /// The trap that such a task is about.
    pub fn trap(self) -> Option<Trap> {
        Trap::numbered(self.at, self.with)
    }

    /// A task that is at nothing and with nothing in particular.
    pub fn of(task: u8) -> Chore {
        Chore { task, at: NONE, with: NONE }
    }
}

impl Own {
    /// Somebody gets something, or it lies on the floor of the zone if there is no room for it.
    pub(crate) fn keep(&mut self, rules: &Heed, who: Who, zone: u8, kind: u8) {
        if !self.heroes[who].stow(rules, kind) {
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
