//! Everything that changes in a fight, as plain data of fixed size. What somebody carries is kept as kinds of items and,
//! beside that, as sets of the six slots, because every attack asks for those.

use fracas_kernel::plot::Course;
use fracas_kernel::{By, Doors, Field, Handle, Outcome, Set, Side, Who, ZoneSet};
use serde::{Deserialize, Serialize};

use crate::choices::Manage;
use crate::data::{Condition, Heed, NOTHING, Placed, Qualities, Sources};
use crate::items::{Floor, is_item};

/// How many combatants a fight can hold, the fallen and gone included.
pub const MAX: usize = 32;
/// How many zones a battlefield can have.
pub const MAX_ZONES: usize = 32;
/// How many spells can be concentrated on at the same time, by all together.
pub const MAX_KEPT: usize = 16;

/// How many features the zones of a battlefield can have together.
pub const MAX_FEATURES: usize = 64;

/// Combatants of a fight.
pub type Band = Set<Who, u32>;
/// Gear slots, from 0.
pub(crate) type SlotSet = Set<u8, u8>;

/// Features of a battlefield.
pub(crate) type Things = Set<u8, u64>;

/// All six slots, the two that are hands, and the one that is always hit.
pub(crate) const SLOTS: SlotSet = SlotSet::of(0b11_1111);
pub(crate) const HANDS: SlotSet = SlotSet::of(0b11);
pub(crate) const FIRST: SlotSet = SlotSet::of(0b1);
/// Where somebody could be and is not: no combatant has this number.
pub(crate) const NOBODY: Who = Who(127);
/// Where the place of a spell on a sheet could be and is not.
pub(crate) const UNCHARGED: u8 = u8::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) ones: By<Who, One, MAX>,
    /// How many rounds each condition lasts of itself; 0 is not at all.
    pub(crate) lasts: By<Who, [u8; Condition::COUNT], MAX>,
    pub(crate) kept: [Kept; MAX_KEPT],
    pub(crate) floor: Floor,
    /// How often each feature can still be used.
    pub(crate) uses: By<u8, u8, MAX_FEATURES>,
    /// How far goals and events have come.
    pub(crate) course: Course,
    pub(crate) doors: Doors,
    /// The zone from which each door was barred in this combat.
    pub(crate) bars: By<u8, u8, { Field::MAX_DOORS }>,
    /// The doors that block the way, as a number: which of the maps it is.
    pub(crate) blocked: u8,
    /// The zones that are on the heroes' map.
    pub(crate) seen: ZoneSet,
    /// Who is in each zone, the fallen included.
    pub(crate) at: By<u8, Band, MAX_ZONES>,
    /// The zones in which one sees: not dark, or lit.
    pub(crate) lit: ZoneSet,
    /// Who has a condition, from whatever source.
    pub(crate) has: [Band; Condition::COUNT],
    pub(crate) side: [Band; 2],
    /// Up, and on the field.
    pub(crate) standing: Band,
    pub(crate) gone: Band,
    /// Who may still act in this phase.
    pub(crate) acting: Band,
    /// Who has ended its turn of this round.
    pub(crate) spent: Band,
    pub(crate) set_up: Band,
    pub(crate) acted: Band,
    /// Who can still manage an item freely in this round, and who can manage two.
    pub(crate) one_item: Band,
    pub(crate) two_items: Band,
    /// Who has interrupted in this round.
    pub(crate) interrupted: Band,
    /// Whose heeding is still open: more creatures are part of the same setup.
    pub(crate) heeding: Band,
    /// Who aims at somebody.
    pub(crate) aiming: Band,
    /// Who has dice for a parry: against anything, and against a melee attack.
    pub(crate) guards: [Band; 2],
    /// Who has any condition.
    pub(crate) afflicted: Band,
    pub(crate) notes: Notes,
    pub(crate) pending: Pending,
    pub(crate) kept_count: u8,
    /// Who has begun a turn and not ended it.
    pub(crate) active: Who,
    pub(crate) count: u8,
    /// How many there were when it began: whoever came alone keeps a name without a number.
    pub(crate) at_first: u8,
    /// Whose turn comes first in every round, and who is surprised.
    pub(crate) first: Side,
    pub(crate) surprised: Option<Side>,
    /// Was a spell cast here, or a potion opened? Both can be noticed from afar.
    pub(crate) magic: bool,
    pub(crate) potions: bool,
    pub(crate) round: u16,
    /// The round in which somebody was last wounded.
    pub(crate) bloody: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 2080);

/// What minds look at in every turn. It follows from the rest of the state, and is here because it changes with gear and
/// wounds only: a mind that worked it out at each of its choices would take longer than the rules themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// Roughly how much it would take to put each one down.
    pub tough: By<Who, u8, MAX>,
    /// What each would strike with, of what is in hand or natural.
    pub arm: By<Who, u8, MAX>,
    /// Who has had a bandage or a potion at any time.
    pub supplied: Band,
    /// Who knows a spell that hurts or hinders, and who knows any.
    pub casters: Band,
    pub mages: Band,
}

/// One combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct One {
    /// Whom it heeds, and who heeds it.
    pub heeds: Band,
    pub heeded_by: Band,
    /// The first two are the hands.
    pub slots: [u8; 6],
    /// Slots that hold armour, that hold nothing, and that are wounded.
    pub armour: SlotSet,
    pub empty: SlotSet,
    pub wounds: SlotSet,
    pub grit: u8,
    pub focus: u8,
    pub zone: u8,
    pub sheet: u8,
    /// At whom it aims, with what, and how many slots that fills.
    pub aim: Who,
    pub aim_with: u8,
    pub aim_slots: u8,
    /// The place on its sheet of the spell that is charged.
    pub charge: u8,
    pub charge_slots: u8,
    /// How many slots its concentration fills.
    pub kept_slots: u8,
    /// Whom it holds.
    pub hold: Who,
    /// Dice for a parry: against anything, and against a melee attack.
    pub guard: [u8; 2],
    /// Focus slots that are filled, those of an aim left out: whatever else is done ends the aim.
    pub busy: u8,
}

const _: () = assert!(size_of::<One>() == 32);

impl One {
    pub(crate) const NONE: One = One {
        heeds: Band::NONE,
        heeded_by: Band::NONE,
        slots: [NOTHING; 6],
        armour: SlotSet::NONE,
        empty: SLOTS,
        wounds: SlotSet::NONE,
        grit: 1,
        focus: 0,
        zone: 0,
        sheet: 0,
        aim: NOBODY,
        aim_with: NOTHING,
        aim_slots: 0,
        charge: UNCHARGED,
        charge_slots: 0,
        kept_slots: 0,
        hold: NOBODY,
        guard: [0; 2],
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
        self.guard[usize::from(melee)]
    }

    #[inline]
    pub fn wound_count(&self) -> u8 {
        self.wounds.len() as u8
    }

    /// HEED-R1: the slots on which a block succeeds, and those on which a dodge does. A 1 always lands.
    #[inline]
    pub fn blocks(&self) -> SlotSet {
        self.armour - FIRST
    }

    #[inline]
    pub fn dodges(&self) -> SlotSet {
        self.empty - FIRST
    }

    /// HEED-R13: slots 1 and 2 are the hands.
    #[inline]
    pub fn hands(&self) -> [u8; 2] {
        [self.slots[0], self.slots[1]]
    }

    #[inline]
    pub fn free_hands(&self) -> SlotSet {
        self.empty & HANDS
    }

    /// Empty slots that are no hands.
    #[inline]
    pub fn pockets(&self) -> SlotSet {
        self.empty - HANDS
    }

    /// The items in its hands, each kind once.
    #[inline]
    pub fn held(&self) -> impl Iterator<Item = u8> {
        let [right, left] = self.hands();
        [right, if left == right { NOTHING } else { left }].into_iter().filter(|&kind| is_item(kind))
    }

    pub fn holds_item(&self, kind: u8) -> bool {
        self.hands().contains(&kind)
    }

    #[inline]
    pub fn carries(&self, kind: u8) -> bool {
        self.slots.contains(&kind)
    }
}

/// A spell that somebody concentrates on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub caster: Who,
    /// Index into [`Heed::spells`].
    pub spell: u8,
    pub target: Who,
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
    pub asked: Who,
    /// Who makes the setup.
    pub maker: Who,
    /// The maker was wounded by an interrupter.
    pub spoiled: bool,
    /// Who may still interrupt it.
    pub interrupters: Band,
    pub blow: Blow,
}

impl Pending {
    pub const NOTHING: Pending = Pending {
        setup: None,
        waiting: Waiting::Nothing,
        asked: NOBODY,
        maker: NOBODY,
        spoiled: false,
        interrupters: Band::NONE,
        blow: Blow {
            by: NOBODY,
            at: NOBODY,
            how: How::Strike,
            number: 0,
            properties: Qualities::NONE,
            sources: Sources::NONE,
            parriers: Band::NONE,
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
    /// At whom, with what.
    Aim(Who, u8),
    /// The place of the spell on the sheet.
    Charge(u8),
    Item(Manage),
    Door(u8, Handle),
}

/// An attack that has not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Blow {
    pub by: Who,
    pub at: Who,
    pub how: How,
    /// What the block check came to.
    pub number: u8,
    pub properties: Qualities,
    pub sources: Sources,
    /// Who may still parry it.
    pub parriers: Band,
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

impl State {
    pub(crate) const EMPTY: State = State {
        ones: By::all(One::NONE),
        lasts: By::all([0; Condition::COUNT]),
        kept: [Kept::NONE; MAX_KEPT],
        floor: Floor::EMPTY,
        uses: By::all(0),
        course: Course::NONE,
        doors: Doors::NONE,
        bars: By::all(u8::MAX),
        blocked: 0,
        seen: ZoneSet::ALL,
        at: By::all(Band::NONE),
        lit: ZoneSet::ALL,
        has: [Band::NONE; Condition::COUNT],
        side: [Band::NONE; 2],
        standing: Band::NONE,
        gone: Band::NONE,
        acting: Band::NONE,
        spent: Band::NONE,
        set_up: Band::NONE,
        acted: Band::NONE,
        one_item: Band::ALL,
        two_items: Band::ALL,
        interrupted: Band::NONE,
        heeding: Band::NONE,
        aiming: Band::NONE,
        guards: [Band::NONE; 2],
        afflicted: Band::NONE,
        notes: Notes {
            tough: By::all(0),
            arm: By::all(NOTHING),
            supplied: Band::NONE,
            casters: Band::NONE,
            mages: Band::NONE,
        },
        pending: Pending::NOTHING,
        kept_count: 0,
        active: NOBODY,
        count: 0,
        at_first: 0,
        first: Side::Heroes,
        surprised: None,
        magic: false,
        potions: false,
        round: 0,
        bloody: 0,
        phase: Phase::Before,
        outcome: None,
    };

    /// The battlefield of these rules, with nobody on it.
    pub(crate) fn bare(rules: &Heed) -> State {
        let mut state = State { doors: rules.field.start(), ..State::EMPTY };
        for (uses, feature) in state.uses.iter_mut().zip(&rules.features) {
            *uses = feature.uses();
        }
        state.count_doors();
        state
    }

    pub(crate) fn new(rules: &Heed, first: Side, surprised: Option<Side>) -> State {
        let mut state = State { first, surprised, ..State::bare(rules) };
        for placed in &rules.placed {
            state.add(rules, placed);
        }
        state.seen = ZoneSet::NONE;
        state.begin(rules, Course::new(&rules.plot));
        state
    }

    /// Everybody is there: the combat can begin, with goals and events as they are at the start.
    pub(crate) fn begin(&mut self, rules: &Heed, course: Course) {
        self.course = course;
        // HEED-G3: who comes later is nowhere, and has a name as one who comes later.
        for who in self.away() {
            self.take_off(who);
            self.standing.remove(who);
            self.gone.insert(who);
        }
        self.at_first = self.count - rules.plot.comers.len() as u8;
        self.relight(rules);
        rules.look_around(self);
        rules.open_before(self);
    }

    /// Was beaten before this fight.
    pub(crate) fn lie_dead(&mut self, who: Who) {
        self.take_off(who);
        self.standing.remove(who);
    }

    pub(crate) fn take_off(&mut self, who: Who) {
        let zone = self.zone_of(who);
        self.at[zone].remove(who);
    }

    /// A new combatant as its sheet has it. There must be room.
    pub(crate) fn add(&mut self, rules: &Heed, placed: &Placed) -> Who {
        let who = Who(self.count);
        let sheet = &rules.sheets[placed.sheet as usize];
        self.count += 1;
        self.ones[who] =
            One { grit: sheet.grit, focus: sheet.focus, zone: placed.zone, sheet: placed.sheet, ..One::NONE };
        self.equip(rules, who, &sheet.slots);
        self.notes.casters.put(who, sheet.caster);
        self.notes.mages.put(who, !sheet.spells.is_empty());
        self.side[placed.side.index()].insert(who);
        self.standing.insert(who);
        self.at[placed.zone].insert(who);
        who
    }

    #[inline]
    pub(crate) fn one(&self, who: Who) -> &One {
        &self.ones[who]
    }

    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> &mut One {
        &mut self.ones[who]
    }

    #[inline]
    pub(crate) fn zone_of(&self, who: Who) -> u8 {
        self.ones[who].zone
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0].has(who) { Side::Heroes } else { Side::Monsters }
    }

    /// Puts everything into its slot.
    pub(crate) fn equip(&mut self, rules: &Heed, who: Who, slots: &[u8; 6]) {
        for (slot, &kind) in (0..).zip(slots) {
            self.fill_slot(rules, who, slot, kind);
        }
        self.grip(rules, who);
    }

    /// The members of the other side.
    #[inline]
    pub(crate) fn foes(&self, who: Who) -> Band {
        // Without a branch: the heroes' foes are the second set.
        self.side[usize::from(self.side[0].has(who))]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> Band {
        self.side[self.side_of(who).index()]
    }

    #[inline]
    pub(crate) fn everybody(&self) -> Band {
        self.side[0] | self.side[1]
    }

    /// On the field, up or down.
    #[inline]
    pub(crate) fn present(&self) -> Band {
        self.everybody() - self.gone
    }

    /// Who is still to come.
    #[inline]
    pub(crate) fn away(&self) -> Band {
        Band::of(self.course.away.0 as u32)
    }

    #[inline]
    pub(crate) fn in_zone(&self, zone: u8) -> Band {
        self.at[zone]
    }

    /// Everybody in a set of zones.
    #[inline]
    pub(crate) fn in_zones(&self, zones: ZoneSet) -> Band {
        zones.fold(Band::NONE, |all, zone| all | self.at[zone])
    }

    #[inline]
    pub(crate) fn is(&self, who: Who, condition: Condition) -> bool {
        self.has[condition as usize].has(who)
    }

    #[inline]
    pub(crate) fn has_acted(&self, who: Who) -> bool {
        self.acted.has(who)
    }

    /// The spells that are concentrated on.
    #[inline]
    pub(crate) fn kept(&self) -> &[Kept] {
        &self.kept[..usize::from(self.kept_count).min(MAX_KEPT)]
    }
}
