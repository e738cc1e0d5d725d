//! Everything that changes in a fight, as plain data of fixed size.
//!
//! Everybody's zone is kept twice, by combatant and by zone, because both are asked for all the time; [`State::put`] is
//! the only place that writes them.

use fracas_kernel::plot::Course;
use fracas_kernel::{By, Doors, Field, Outcome, Set, Side, Who, ZoneSet};
use serde::{Deserialize, Serialize};

use crate::conditions::Condition;
use crate::data::{Delve, SPELL_LEVELS};
use crate::ground::{MAX_THINGS, NONE};

/// How many combatants a fight can hold, the dead and gone included.
pub const MAX: usize = 32;
/// How many zones a battlefield can have.
pub const MAX_ZONES: usize = 32;

/// Combatants of a fight.
pub type Band = Set<Who, u32>;
/// Something for each combatant.
type Each<T> = By<Who, T, MAX>;

// Copy, so that a clone is one memcpy and not a copy of each field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) hp: Each<i16>,
    pub(crate) max_hp: Each<i16>,
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: Each<u8>,
    pub(crate) sheet: Each<u8>,
    pub(crate) slots: Each<[u8; SPELL_LEVELS]>,
    /// How long each condition lasts ([`crate::data::Lasts::code`]); 0 is not there.
    pub(crate) lasts: Each<[u8; Condition::COUNT]>,
    /// What takes effect at the end of a round in which both sides act at the same time.
    pub(crate) later: Later,
    /// Who is in each zone, the fallen included.
    pub(crate) at: By<u8, Band, MAX_ZONES>,
    /// What the poisoned have in their blood: a hazard's number from 1, or 0.
    pub(crate) poison: Each<u8>,
    /// How far goals and events have come.
    pub(crate) course: Course,
    pub(crate) doors: Doors,
    /// The zone from which each of the barred doors was barred; [`NONE`] for what is fast from both sides.
    pub(crate) bars: By<u8, u8, { Field::MAX_DOORS }>,
    /// How often each thing on the field can still be used.
    pub(crate) uses: By<u8, u8, MAX_THINGS>,
    /// The zones that the heroes have seen: all of them, but in an adventure.
    pub(crate) seen: ZoneSet,
    /// Who has a condition.
    pub(crate) has: [Band; Condition::COUNT],
    /// Who has any condition at all.
    pub(crate) afflicted: Band,
    pub(crate) side: [Band; 2],
    /// On their feet and on the field.
    pub(crate) standing: Band,
    pub(crate) dead: Band,
    pub(crate) gone: Band,
    /// Who has lost any hit points: every blow of a mind looks for the weakest, and mostly nobody or one is hurt. Kept here
    /// because only the state is there when a blow lands.
    pub(crate) hurt: Band,
    /// Who has used the move of this round, and the action.
    pub(crate) moved: Band,
    pub(crate) acted: Band,
    /// How many zones everybody has walked in this round, and which of several attacks have been made.
    pub(crate) steps: Each<u8>,
    pub(crate) struck: Each<u8>,
    /// Who cannot act, and who cannot move, whatever else they may be.
    pub(crate) stunned: Band,
    pub(crate) rooted: Band,
    /// Who gets hit points back each round, and who of them will not in this one.
    pub(crate) regrows: Band,
    pub(crate) scarred: Band,
    /// Who may still act in this phase.
    pub(crate) acting: Band,
    pub(crate) count: u8,
    /// How many were there from the start.
    pub(crate) at_first: u8,
    /// Sides that know of the other and cannot be surprised.
    pub(crate) aware: [bool; 2],
    /// Sides that are surprised by the judge's word.
    pub(crate) caught: [bool; 2],
    /// Turns of ten rounds that have gone by.
    pub(crate) turns: u8,
    pub(crate) round: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 1648);

/// Effects of a simultaneous round that wait for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Later {
    /// Whom any of it concerns.
    pub touched: Band,
    pub harm: Each<i16>,
    pub heal: Each<i16>,
    pub lasts: Each<[u8; Condition::COUNT]>,
}

impl Later {
    pub const NOTHING: Later = Later {
        touched: Band::NONE,
        harm: By::all(0),
        heal: By::all(0),
        lasts: By::all([0; Condition::COUNT]),
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Nothing was rolled yet.
    Before,
    /// The free round of a side that surprised the other.
    Free(Side),
    First(Side),
    Second(Side),
    /// Both sides at the same time.
    Both,
}

impl State {
    pub(crate) fn new(rules: &Delve) -> State {
        let mut state = State { aware: rules.aware, ..State::on(rules) };
        for placed in &rules.placed {
            let who = state.add(rules, placed.sheet, placed.side, placed.zone);
            state.hp[who] = placed.hp;
            state.max_hp[who] = placed.hp;
        }
        state.open();
        state.begin(rules, Course::new(&rules.plot));
        state
    }

    /// Goals and events as they are at the start.
    pub(crate) fn begin(&mut self, rules: &Delve, course: Course) {
        self.course = course;
        // DELVE-G3: who comes later is nowhere, and has a name as one who comes later.
        for &(who, _) in &rules.plot.comers {
            self.take_off(who);
            self.standing.remove(who);
            self.at_first = self.at_first.min(who.0);
        }
    }

    /// A field before anybody came to it.
    pub(crate) fn on(rules: &Delve) -> State {
        let mut state = State { doors: rules.field.start(), ..State::NOBODY };
        state.seen = rules.field.zones().numbers();
        for (uses, thing) in state.uses.iter_mut().zip(&rules.ground.things) {
            *uses = thing.uses;
        }
        state
    }

    const NOBODY: State = State {
        hp: By::all(0),
        max_hp: By::all(0),
        zone: By::all(0),
        sheet: By::all(0),
        slots: By::all([0; SPELL_LEVELS]),
        lasts: By::all([0; Condition::COUNT]),
        later: Later::NOTHING,
        at: By::all(Band::NONE),
        poison: By::all(0),
        course: Course::NONE,
        doors: Doors::NONE,
        bars: By::all(NONE),
        uses: By::all(0),
        seen: ZoneSet::NONE,
        has: [Band::NONE; Condition::COUNT],
        afflicted: Band::NONE,
        side: [Band::NONE; 2],
        standing: Band::NONE,
        dead: Band::NONE,
        gone: Band::NONE,
        hurt: Band::NONE,
        moved: Band::NONE,
        acted: Band::NONE,
        steps: By::all(0),
        struck: By::all(0),
        stunned: Band::NONE,
        rooted: Band::NONE,
        regrows: Band::NONE,
        scarred: Band::NONE,
        acting: Band::NONE,
        count: 0,
        at_first: 0,
        aware: [false; 2],
        caught: [false; 2],
        turns: 0,
        round: 0,
        phase: Phase::Before,
        outcome: None,
    };

    /// Everybody is there: the first hero on their feet may begin.
    pub(crate) fn open(&mut self) {
        self.at_first = self.count;
        self.acting = (self.side[0] & self.standing).lowest();
    }

    /// A new combatant, with the hit points of its sheet. There must be room.
    pub(crate) fn add(&mut self, rules: &Delve, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let of = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[who] = sheet;
        self.hp[who] = of.hp;
        self.max_hp[who] = of.hp;
        self.slots[who] = of.slots;
        self.side[side.index()].insert(who);
        self.standing.insert(who);
        self.rooted.put(who, of.speed == 0);
        self.regrows.put(who, of.regrows > 0);
        self.zone[who] = zone;
        self.at[zone].insert(who);
        who
    }

    /// Puts somebody into a zone.
    #[inline]
    pub(crate) fn put(&mut self, who: Who, zone: u8) {
        self.take_off(who);
        self.at[zone].insert(who);
        self.zone[who] = zone;
    }

    /// Takes somebody off the map.
    #[inline]
    pub(crate) fn take_off(&mut self, who: Who) {
        self.at[self.zone[who]].remove(who);
    }

    /// Was beaten before this fight.
    pub(crate) fn lie_dead(&mut self, who: Who) {
        self.hp[who] = 0;
        self.standing.remove(who);
        self.dead.insert(who);
        self.take_off(who);
    }

    /// Off the field, unbeaten.
    pub(crate) fn leave(&mut self, who: Who) {
        self.standing.remove(who);
        self.acting.remove(who);
        self.gone.insert(who);
        self.take_off(who);
    }

    /// New hit points, no more than there can be.
    pub(crate) fn set_hit_points(&mut self, who: Who, hp: i16) {
        let max = self.max_hp[who];
        self.hp[who] = hp.min(max);
        self.hurt.put(who, hp < max);
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.acting = Band::NONE;
    }

    /// How it ended, if a side has nobody left.
    pub(crate) fn result(&self) -> Option<Outcome> {
        // DELVE-R9: a side that is all down, dead or gone has lost.
        Outcome::of_sides(self.side.map(|side| side.meets(self.standing)))
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0].has(who) { Side::Heroes } else { Side::Monsters }
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

    /// Everybody in the same zone.
    #[inline]
    pub(crate) fn around(&self, who: Who) -> Band {
        self.at[self.zone[who]]
    }

    /// Is somebody there, on their feet or not?
    #[inline]
    pub(crate) fn is_on_map(&self, who: Who) -> bool {
        self.at[self.zone[who]].has(who)
    }

    /// The zones in which any of these is.
    pub(crate) fn zones_of(&self, set: Band) -> ZoneSet {
        set.filter(|&who| self.is_on_map(who)).map(|who| self.zone[who]).collect()
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

    /// Who cannot do anything for now.
    #[inline]
    pub(crate) fn helpless(&self) -> Band {
        self.has[Condition::Asleep as usize] | self.has[Condition::Held as usize] | self.stunned
    }

    /// On the field, on their feet or not, and alive.
    #[inline]
    pub(crate) fn present(&self) -> Band {
        self.everyone() - self.dead - self.gone
    }

    /// Who has lost hit points, or will have by the end of the round.
    pub(crate) fn wounded(&self) -> Band {
        let harmed = self.later.touched.filter(|&who| self.later.harm[who] > 0);
        self.hurt | harmed.collect()
    }

    /// Who is still to come.
    #[inline]
    pub(crate) fn away(&self) -> Band {
        Band::of(self.course.away.0 as u32)
    }

    #[inline]
    pub(crate) fn everyone(&self) -> Band {
        self.side[0] | self.side[1]
    }
}
