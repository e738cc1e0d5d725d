//! Items: managing them, what is in hands and slots, and what lies on the floors.

use fracas_dice::Dice;
use fracas_kernel::{Log, Who, ZoneSet};
use serde::{Deserialize, Serialize};

use crate::apply::Turn;
use crate::choices::{Manage, Pay};
use crate::data::{BOTH, FISTS, HOLDING, Heed, NOTHING, Quality, WOUND};
use crate::event::Event;
use crate::state::{HANDS, SLOTS, Setup, SlotSet, State};

/// Is this something in a hand or slot, and no mark?
#[inline]
pub(crate) fn is_item(kind: u8) -> bool {
    kind > FISTS && kind < HOLDING
}

/// Slots without the marks of a fight.
pub(crate) fn kept(slots: &[u8; 6]) -> [u8; 6] {
    slots.map(|kind| if is_item(kind) || matches!(kind, BOTH | WOUND) { kind } else { NOTHING })
}

impl Heed {
    #[inline]
    pub(crate) fn hands_for(&self, kind: u8) -> usize {
        // HEED-R13: a two-handed weapon takes both.
        if self.is(kind, Quality::TwoHanded) { 2 } else { 1 }
    }

    /// How many bandages `who` has in hand.
    pub(crate) fn bandages(&self, state: &State, who: Who) -> usize {
        state.one(who).hands().into_iter().filter(|&kind| self.is(kind, Quality::Bandage)).count()
    }

    /// Something that a thief could take out of a slot.
    pub(crate) fn is_loot(&self, kind: u8) -> bool {
        is_item(kind) && !self.is(kind, Quality::Armour)
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub(crate) fn choose_to_manage(&mut self, who: Who, what: Manage, pay: Pay) {
        self.state.active = who;
        match pay {
            Pay::Free => {
                self.state.heeding.remove(who);
                self.state.use_item_budget(who);
                self.manage(who, what, pay);
            }
            Pay::Setup => self.begin_setup(who, Setup::Item(what)),
            Pay::Action => {
                // HEED-A5: two for the action, this one and another.
                self.take_other_action(who);
                self.state.one_item.insert(who);
                self.manage(who, what, pay);
            }
        }
    }

    /// False if it cannot be done any more.
    pub(crate) fn manage(&mut self, who: Who, what: Manage, pay: Pay) -> bool {
        // HEED-R13: drawing moves a thing from another slot into a free hand, stowing back into an empty slot.
        let zone = self.state.zone_of(who);
        let mut slot = None;
        match what {
            Manage::Draw(kind) => {
                let mut pockets = (2..6).filter(|&at| self.state.one(who).slots[at] == kind);
                let Some(from) = pockets.next() else { return false };
                if !self.take_in_hand(who, kind) {
                    return false;
                }
                slot = Some(from as u8);
                self.state.fill_slot(self.rules, who, from as u8, NOTHING);
            }
            Manage::PickUp(kind) => {
                if !self.state.floor.has(zone, kind) || !self.take_in_hand(who, kind) {
                    return false;
                }
                self.state.floor.take(zone, kind);
            }
            Manage::Stow(kind) => {
                slot = self.state.one(who).pockets().first();
                let Some(to) = slot.filter(|_| self.empty_hand(who, kind)) else { return false };
                self.state.fill_slot(self.rules, who, to, kind);
            }
            Manage::Drop(kind) => {
                if !self.empty_hand(who, kind) {
                    return false;
                }
                self.state.floor.drop(zone, kind);
            }
        }
        self.log.tell(Event::Managed { who, what, pay, slot });
        self.lights_changed();
        true
    }

    /// Puts something into free hands; false if there are not enough.
    pub(crate) fn take_in_hand(&mut self, who: Who, kind: u8) -> bool {
        let free = self.state.one(who).free_hands();
        if free.len() < self.rules.hands_for(kind) {
            return false;
        }
        let hand = free.head();
        self.state.fill_slot(self.rules, who, hand, kind);
        if self.rules.is(kind, Quality::TwoHanded) {
            self.state.fill_slot(self.rules, who, 1, BOTH);
        }
        true
    }

    /// Takes one item of a kind out of somebody's hands; false if there is none.
    pub(crate) fn empty_hand(&mut self, who: Who, kind: u8) -> bool {
        let Some(hand) = self.state.one(who).hands().iter().position(|&held| held == kind) else {
            return false;
        };
        self.state.fill_slot(self.rules, who, hand as u8, NOTHING);
        if self.rules.is(kind, Quality::TwoHanded) {
            self.state.fill_slot(self.rules, who, 1, NOTHING);
        }
        true
    }

    /// Everything in the hands of somebody falls.
    pub(crate) fn disarm(&mut self, by: Who, who: Who) {
        let zone = self.state.zone_of(who);
        for kind in self.state.one(who).hands() {
            if is_item(kind) && !self.rules.is(kind, Quality::Armour) && self.empty_hand(who, kind) {
                self.state.floor.drop(zone, kind);
                self.log.tell(Event::Disarmed { by, who, kind });
            }
        }
        self.lights_changed();
    }
}

impl State {
    /// How many items can still be managed freely.
    pub(crate) fn items_left(&self, who: Who) -> u8 {
        u8::from(self.one_item.has(who)) + u8::from(self.two_items.has(who))
    }

    #[inline]
    fn use_item_budget(&mut self, who: Who) {
        if self.two_items.has(who) {
            self.two_items.remove(who);
        } else {
            self.one_item.remove(who);
        }
    }

    /// The slots of somebody that hold an item which could be picked: out of a hand only of those who lie there.
    #[inline]
    pub(crate) fn pocket(&self, target: Who) -> SlotSet {
        let one = self.one(target);
        let held = HANDS.only_if(self.standing.has(target));
        SLOTS.filter(|&slot| is_item(one.slots[slot as usize])).collect::<SlotSet>() - one.armour - held
    }

    /// Puts something, a wound or nothing into a slot.
    #[inline]
    pub(crate) fn fill_slot(&mut self, rules: &Heed, who: Who, slot: u8, kind: u8) {
        let slot = slot % 6;
        let one = self.one_mut(who);
        one.slots[slot as usize] = kind;
        one.empty.put(slot, kind == NOTHING);
        one.wounds.put(slot, kind == WOUND);
        // HEED-R1: a shield in hand is armour.
        let (qualities, in_hand) = (rules.qualities(kind), HANDS.has(slot));
        one.armour.put(slot, qualities.has(Quality::Armour) || in_hand && qualities.has(Quality::Shield));
        if qualities.meets(Quality::SUPPLY) {
            self.notes.supplied.insert(who);
        }
        if in_hand {
            self.grip(rules, who);
        }
        self.size_up(who);
    }

    /// Counts the dice for a parry again, after what is in the hands has changed.
    #[inline]
    pub(crate) fn grip(&mut self, rules: &Heed, who: Who) {
        let one = self.one_mut(who);
        let [right, left] = one.hands().map(|kind| rules.qualities(kind));
        // HEED-P1: two dice for a shield, and against melee one for each melee weapon.
        let shield = if (right | left).has(Quality::Shield) { 2 } else { 0 };
        let weapons = u8::from(right.has(Quality::Melee)) + u8::from(left.has(Quality::Melee));
        one.guard = [shield, shield + weapons];
        for (set, dice) in self.guards.iter_mut().zip([shield, shield + weapons]) {
            set.put(who, dice != 0);
        }
        let arm = rules.striking(self.one(who), rules.sheet(self, who));
        self.notes.arm[who] = arm.unwrap_or(NOTHING);
    }
}

/// How many items can lie about; a fight that loads has no more than this.
pub const MAX_ITEMS: usize = 128;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Lying {
    pub zone: u8,
    pub kind: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<Lying>", try_from = "Vec<Lying>")]
pub(crate) struct Floor {
    list: [Lying; MAX_ITEMS],
    count: u8,
    /// Zones where something lies.
    littered: ZoneSet,
}

impl From<Floor> for Vec<Lying> {
    fn from(floor: Floor) -> Vec<Lying> {
        floor.all().to_vec()
    }
}

impl TryFrom<Vec<Lying>> for Floor {
    type Error = String;

    fn try_from(list: Vec<Lying>) -> Result<Floor, String> {
        if list.len() > MAX_ITEMS {
            return Err(format!("at most {MAX_ITEMS} items can lie about, not {}", list.len()));
        }
        let mut floor = Floor::EMPTY;
        list.into_iter().for_each(|lying| floor.drop(lying.zone, lying.kind));
        Ok(floor)
    }
}

impl Default for Floor {
    fn default() -> Floor {
        Floor::EMPTY
    }
}

impl Floor {
    pub const EMPTY: Floor =
        Floor { list: [Lying { zone: 0, kind: 0 }; MAX_ITEMS], count: 0, littered: ZoneSet::NONE };

    pub fn all(&self) -> &[Lying] {
        &self.list[..usize::from(self.count)]
    }

    #[inline]
    pub fn is_bare(&self, zone: u8) -> bool {
        !self.littered.has(zone)
    }

    pub fn drop(&mut self, zone: u8, kind: u8) {
        if let Some(place) = self.list.get_mut(usize::from(self.count)) {
            *place = Lying { zone, kind };
            self.count += 1;
            self.littered.insert(zone);
        }
    }

    /// Takes one of this kind off the floor of a zone; false if none lies there.
    pub fn take(&mut self, zone: u8, kind: u8) -> bool {
        let wanted = Lying { zone, kind };
        let Some(at) = self.all().iter().position(|lying| *lying == wanted) else { return false };
        // Kept in order, so that what fell first is found first, and no trace of the past is left behind.
        let count = usize::from(self.count);
        self.list.copy_within(at + 1..count, at);
        self.list[count - 1] = Lying { zone: 0, kind: 0 };
        self.count -= 1;
        if !self.all().iter().any(|lying| lying.zone == zone) {
            self.littered.remove(zone);
        }
        true
    }

    pub fn has(&self, zone: u8, kind: u8) -> bool {
        !self.is_bare(zone) && self.all().contains(&Lying { zone, kind })
    }

    /// The kinds that lie in a zone, each once.
    #[inline]
    pub fn kinds(&self, zone: u8) -> impl Iterator<Item = u8> {
        let all = if self.is_bare(zone) { &[] } else { self.all() };
        let here = move |index: usize| all[index].zone == zone;
        (0..all.len())
            .filter(move |&at| here(at) && !all[..at].contains(&all[at]))
            .map(move |at| all[at].kind)
    }

    pub fn zones_with(&self, wanted: impl Fn(u8) -> bool) -> ZoneSet {
        self.all().iter().filter(|lying| wanted(lying.kind)).map(|lying| lying.zone).collect()
    }
}
