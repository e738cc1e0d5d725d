//! Everything that changes in a fight, as plain data of fixed size.
//!
//! A set of combatants is a `u32`, bit by number, and so is a set of zones. What somebody carries is kept as kinds of
//! items and, beside that, as masks of the six slots, because every attack asks for those.

use fracas_kernel::{Crowd, Outcome, Side, Who};
use serde::{Deserialize, Serialize};

use crate::choices::Manage;
use crate::data::{Condition, Heed, NOTHING, Placed, Sources, WOUND, flag};
use crate::floor::Floor;

/// How many combatants a fight can hold, the fallen and gone included.
pub const MOST: usize = 32;
/// How many zones a battlefield can have.
pub const MOST_ZONES: usize = 32;
/// How many spells can be concentrated on at the same time, by all together.
pub const MOST_KEPT: usize = 16;
/// All six slots.
pub(crate) const SLOTS: u8 = 0b11_1111;
pub(crate) const NOBODY: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) ones: [One; MOST],
    /// How many rounds each condition lasts of itself; 0 is not at all.
    pub(crate) lasts: [[u8; Condition::COUNT]; MOST],
    /// How much it would take to put somebody down, roughly: for minds that look for the weakest.
    pub(crate) tough: [u8; MOST],
    pub(crate) kept: [Kept; MOST_KEPT],
    pub(crate) floor: Floor,
    /// Who is in each zone, the fallen included.
    pub(crate) at: [u32; MOST_ZONES],
    /// Who has a condition, from whatever source.
    pub(crate) has: [u32; Condition::COUNT],
    pub(crate) side: [u32; 2],
    /// Up, and on the field.
    pub(crate) standing: u32,
    pub(crate) gone: u32,
    /// Who may still act in this phase.
    pub(crate) acting: u32,
    /// Who has ended its turn of this round.
    pub(crate) spent: u32,
    pub(crate) set_up: u32,
    pub(crate) acted: u32,
    /// Who can still manage an item freely in this round, and who can manage two.
    pub(crate) one_item: u32,
    pub(crate) two_items: u32,
    /// Who has interrupted in this round.
    pub(crate) interrupted: u32,
    /// Whose heeding is still open: more creatures are part of the same setup.
    pub(crate) heeding: u32,
    /// Who aims at somebody.
    pub(crate) aiming: u32,
    /// Who has dice for a parry: against anything, and against a melee attack.
    pub(crate) guards: [u32; 2],
    /// Who has any condition.
    pub(crate) afflicted: u32,
    /// Who has had a bandage or a potion at any time.
    pub(crate) supplied: u32,
    /// Who knows a spell that hurts or hinders, and who knows any.
    pub(crate) casters: u32,
    pub(crate) mages: u32,
    /// The zones in which one sees: not dark, or lit.
    pub(crate) lit: u32,
    pub(crate) pending: Pending,
    pub(crate) kept_count: u8,
    /// Who has begun a turn and not ended it.
    pub(crate) active: u8,
    pub(crate) count: u8,
    /// How many there were when it began: whoever came alone keeps a name without a number.
    pub(crate) at_first: u8,
    /// What was done here that could be noticed from afar, as [`trace`]s.
    pub(crate) traces: u8,
    pub(crate) round: u16,
    /// The round in which somebody was last wounded.
    pub(crate) bloody: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 2048);

/// What a combat leaves in the air.
pub(crate) mod trace {
    pub const MAGIC: u8 = 1;
    pub const POTION: u8 = 1 << 1;
}

/// One combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct One {
    /// Whom it heeds, and who heeds it.
    pub heeds: u32,
    pub heeded_by: u32,
    pub slots: [u8; 6],
    pub hands: [u8; 2],
    /// Slots that hold armour, that hold nothing, and that are wounded.
    pub armour: u8,
    pub empty: u8,
    pub wounds: u8,
    pub grit: u8,
    pub focus: u8,
    pub zone: u8,
    pub sheet: u8,
    /// At whom it aims, and how many slots that fills.
    pub aim: u8,
    pub aim_slots: u8,
    /// The place on its sheet of the spell that is charged.
    pub charge: u8,
    pub charge_slots: u8,
    /// How many slots its concentration fills.
    pub kept_slots: u8,
    /// Whom it holds.
    pub hold: u8,
    /// Dice for a parry: against a melee attack in the lower half, against anything in the upper.
    pub guard: u8,
    /// What it would strike with, of what is in hand or natural.
    pub arm: u8,
    /// Focus slots that are filled, those of an aim left out: whatever else is done ends the aim.
    pub busy: u8,
}

const _: () = assert!(size_of::<One>() == 32);

impl One {
    const NONE: One = One {
        heeds: 0,
        heeded_by: 0,
        slots: [NOTHING; 6],
        hands: [NOTHING; 2],
        armour: 0,
        empty: SLOTS,
        wounds: 0,
        grit: 1,
        focus: 0,
        zone: 0,
        sheet: 0,
        aim: NOBODY,
        aim_slots: 0,
        charge: NOBODY,
        charge_slots: 0,
        kept_slots: 0,
        hold: NOBODY,
        guard: 0,
        arm: NOTHING,
        busy: 0,
    };

    pub fn filled(&self) -> u8 {
        self.busy + self.aim_slots
    }

    /// Focus slots that are free for something other than a ranged attack.
    #[inline]
    pub fn free(&self) -> u8 {
        self.focus.saturating_sub(self.busy)
    }

    /// Dice for a parry.
    #[inline]
    pub fn parry_dice(&self, melee: bool) -> u8 {
        self.guard >> (4 * u8::from(!melee)) & 15
    }

    #[inline]
    pub fn wound_count(&self) -> u8 {
        count(self.wounds)
    }

    #[inline]
    pub fn free_hand(&self) -> Option<usize> {
        self.hands.iter().position(|&held| held == NOTHING)
    }

    pub fn holds_item(&self, kind: u8) -> bool {
        self.hands.contains(&kind)
    }
}

/// A spell that somebody concentrates on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub caster: u8,
    /// Index into [`Heed::spells`].
    pub spell: u8,
    pub target: u8,
    pub slots: u8,
}

impl Kept {
    pub const NONE: Kept = Kept { caster: NOBODY, spell: 0, target: NOBODY, slots: 0 };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Those who are not surprised heed whom they like.
    Before,
    Turn(Side),
}

/// What waits for somebody else's answer: an attack, a setup, or an attack that interrupts a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub setup: Option<Setup>,
    pub waiting: Waiting,
    pub asked: u8,
    /// Who makes the setup.
    pub maker: u8,
    /// The maker was wounded by an interrupter.
    pub spoiled: bool,
    /// Who may still interrupt it.
    pub interrupters: u32,
    pub blow: Blow,
}

impl Pending {
    pub const NOTHING: Pending = Pending {
        setup: None,
        waiting: Waiting::Nothing,
        asked: NOBODY,
        maker: NOBODY,
        spoiled: false,
        interrupters: 0,
        blow: Blow {
            by: NOBODY,
            at: NOBODY,
            how: How::Strike,
            with: NOTHING,
            number: 0,
            properties: 0,
            sources: Sources(0),
            parriers: 0,
        },
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Waiting {
    Nothing,
    /// Block or dodge?
    Defence,
    Parry,
    Interrupt,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setup {
    Heed(Who),
    Move(u8),
    Leave,
    FallProne,
    StandUp,
    Aim(Who),
    /// The place of the spell on the sheet.
    Charge(u8),
    Item(Manage),
}

/// An attack that has not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Blow {
    pub by: u8,
    pub at: u8,
    pub how: How,
    /// The kind of item; for a spell its index.
    pub with: u8,
    /// What the block check came to.
    pub number: u8,
    pub properties: u16,
    pub sources: Sources,
    /// Who may still parry it.
    pub parriers: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    Strike,
    Throw,
    Shoot,
    Spell,
}

impl How {
    #[inline]
    pub(crate) fn is_ranged(self) -> bool {
        matches!(self, How::Throw | How::Shoot)
    }
}

/// How many slots a mask of slots has. A table, because not every processor counts bits.
#[inline]
pub(crate) fn count(slots: u8) -> u8 {
    const COUNTS: [u8; 64] = {
        let mut counts = [0; 64];
        let mut mask = 1;
        while mask < 64 {
            counts[mask] = counts[mask / 2] + (mask % 2) as u8;
            mask += 1;
        }
        counts
    };
    COUNTS[slots as usize % 64]
}

#[inline]
pub(crate) fn bit(who: Who) -> u32 {
    1 << (who.0 & 31)
}

/// The place of a combatant in the arrays. The mask costs nothing and saves every bounds check.
#[inline]
pub(crate) fn ix(who: Who) -> usize {
    who.0 as usize % MOST
}

#[inline]
pub(crate) fn zx(zone: u8) -> usize {
    zone as usize % MOST_ZONES
}

/// The combatants of a set, from the lowest.
#[inline]
pub(crate) fn each(set: u32) -> impl Iterator<Item = Who> {
    each_zone(set).map(Who)
}

/// The zones of a set, from the lowest.
#[inline]
pub(crate) fn each_zone(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(first)
    })
}

impl State {
    pub(crate) const EMPTY: State = State {
        ones: [One::NONE; MOST],
        lasts: [[0; Condition::COUNT]; MOST],
        tough: [0; MOST],
        kept: [Kept::NONE; MOST_KEPT],
        floor: Floor::EMPTY,
        at: [0; MOST_ZONES],
        has: [0; Condition::COUNT],
        side: [0; 2],
        standing: 0,
        gone: 0,
        acting: 0,
        spent: 0,
        set_up: 0,
        acted: 0,
        one_item: u32::MAX,
        two_items: u32::MAX,
        interrupted: 0,
        heeding: 0,
        aiming: 0,
        guards: [0; 2],
        afflicted: 0,
        supplied: 0,
        casters: 0,
        mages: 0,
        lit: u32::MAX,
        pending: Pending::NOTHING,
        kept_count: 0,
        active: NOBODY,
        count: 0,
        at_first: 0,
        traces: 0,
        round: 0,
        bloody: 0,
        phase: Phase::Before,
        outcome: None,
    };

    pub(crate) fn new(rules: &Heed) -> State {
        let mut state = State::EMPTY;
        for placed in &rules.placed {
            state.add(rules, placed);
        }
        state.open(rules);
        state
    }

    /// Everybody is there: the combat can begin.
    pub(crate) fn open(&mut self, rules: &Heed) {
        self.at_first = self.count;
        self.relight(rules);
        rules.open_before(self);
    }

    /// A new combatant as its sheet has it. There must be room.
    pub(crate) fn add(&mut self, rules: &Heed, placed: &Placed) -> Who {
        let who = Who(self.count);
        let sheet = &rules.sheets[placed.sheet as usize];
        self.count += 1;
        self.ones[ix(who)] = One {
            grit: sheet.grit,
            focus: sheet.focus,
            zone: placed.zone,
            sheet: placed.sheet,
            hands: sheet.hands,
            ..One::NONE
        };
        for (slot, &kind) in (0..).zip(&sheet.slots) {
            self.fill_slot(rules, who, slot, kind);
        }
        self.grip(rules, who);
        self.casters |= u32::from(sheet.caster) << (who.0 & 31);
        self.mages |= u32::from(!sheet.spells.is_empty()) << (who.0 & 31);
        self.side[placed.side.index()] |= bit(who);
        self.standing |= bit(who);
        self.at[zx(placed.zone)] |= bit(who);
        who
    }

    #[inline]
    pub(crate) fn one(&self, who: Who) -> &One {
        &self.ones[ix(who)]
    }

    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut One {
        &mut self.ones[ix(who)]
    }

    #[inline]
    pub(crate) fn zone_of(&self, who: Who) -> u8 {
        self.ones[ix(who)].zone
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0] & bit(who) != 0 { Side::Heroes } else { Side::Monsters }
    }

    /// The members of the other side.
    #[inline]
    pub(crate) fn foes(&self, who: Who) -> u32 {
        // Without a branch: the heroes' foes are the second set.
        self.side[(self.side[0] >> (who.0 & 31) & 1) as usize]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> u32 {
        self.side[self.side_of(who).index()]
    }

    #[inline]
    pub(crate) fn everyone(&self) -> u32 {
        self.side[0] | self.side[1]
    }

    /// On the field, up or down.
    #[inline]
    pub(crate) fn present(&self) -> u32 {
        self.everyone() & !self.gone
    }

    #[inline]
    pub(crate) fn in_zone(&self, zone: u8) -> u32 {
        self.at[zx(zone)]
    }

    /// Everybody in a set of zones.
    #[inline]
    pub(crate) fn in_zones(&self, mut zones: u32) -> u32 {
        let mut all = 0;
        while zones != 0 {
            all |= self.at[zones.trailing_zeros() as usize % MOST_ZONES];
            zones &= zones - 1;
        }
        all
    }

    #[inline]
    pub(crate) fn is(&self, who: Who, condition: Condition) -> bool {
        self.has[condition as usize] & bit(who) != 0
    }

    #[inline]
    pub(crate) fn has_acted(&self, who: Who) -> bool {
        self.acted & bit(who) != 0
    }

    /// How many items can still be managed freely.
    pub(crate) fn items_left(&self, who: Who) -> u8 {
        let has = |set: u32| u8::from(set & bit(who) != 0);
        has(self.one_item) + has(self.two_items)
    }

    #[inline]
    pub(crate) fn use_item_budget(&mut self, who: Who) {
        if self.two_items & bit(who) != 0 {
            self.two_items &= !bit(who);
        } else {
            self.one_item &= !bit(who);
        }
    }

    /// Puts something, a wound or nothing into a slot.
    #[inline]
    pub(crate) fn fill_slot(&mut self, rules: &Heed, who: Who, slot: u8, kind: u8) {
        let one = self.one_mut(who);
        let mask = 1 << slot;
        one.slots[slot as usize % 6] = kind;
        one.armour &= !mask;
        one.empty &= !mask;
        one.wounds &= !mask;
        match kind {
            NOTHING => one.empty |= mask,
            WOUND => one.wounds |= mask,
            _ if rules.has(kind, flag::ARMOUR) => one.armour |= mask,
            _ => {}
        }
        if rules.has(kind, flag::BANDAGE | flag::POTION) {
            self.supplied |= bit(who);
        }
        self.size_up(who);
    }

    /// Counts the dice for a parry again, after what is in the hands has changed.
    #[inline]
    pub(crate) fn grip(&mut self, rules: &Heed, who: Who) {
        let one = self.one_mut(who);
        let [right, left] = one.hands.map(|kind| rules.flags(kind));
        // HEED-P1: two dice for a shield, and against melee one for each melee weapon.
        let shield = if (right | left) & flag::SHIELD != 0 { 2 } else { 0 };
        let weapons = (right & flag::MELEE) as u8 + (left & flag::MELEE) as u8;
        one.guard = shield << 4 | (shield + weapons);
        if (right | left) & (flag::BANDAGE | flag::POTION) != 0 {
            self.supplied |= bit(who);
        }
        for (set, dice) in [(0, shield), (1, shield + weapons)] {
            self.guards[set] = self.guards[set] & !bit(who) | u32::from(dice != 0) << (who.0 & 31);
        }
        let arm = rules.striking(self.one(who), rules.sheet(self, who));
        self.one_mut(who).arm = arm.unwrap_or(NOTHING);
    }

    /// Judges again how much it would take to put somebody down.
    #[inline]
    pub(crate) fn size_up(&mut self, who: Who) {
        let one = self.one(who);
        let needed = one.grit.saturating_sub(one.wound_count());
        self.tough[ix(who)] = needed * 8 + count(one.armour).max(count(one.empty));
    }

    /// Works out again in which zones one can see.
    pub(crate) fn relight(&mut self, rules: &Heed) {
        if rules.dark == 0 {
            return;
        }
        let carried = each(self.present())
            .filter(|&who| self.one(who).hands.iter().any(|&kind| rules.has(kind, flag::LIGHT)))
            .fold(0, |zones, who| zones | 1 << self.zone_of(who));
        self.lit = !rules.dark | carried | self.floor.zones_with(|kind| rules.has(kind, flag::LIGHT));
    }

    pub(crate) fn crowd(set: u32) -> Crowd {
        Crowd::of(u128::from(set))
    }
}
