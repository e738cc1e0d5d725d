//! Everything that changes in a fight, as plain data of fixed size.
//!
//! Everybody's zone is kept twice, by combatant and by zone; [`State::put`] is the only place that writes them. Who holds
//! whom is kept as sets and as the holder.

use fracas_kernel::plot::Course;
use fracas_kernel::{By, Doors, Field, Outcome, Set, Side, Who, ZoneSet};
use serde::{Deserialize, Serialize};

use crate::data::{NONE, Twelves};

/// How many combatants a fight can hold, the defeated and gone included.
pub const MAX: usize = 32;
/// How many zones a battlefield can have.
pub const MAX_ZONES: usize = 32;
/// How many features.
pub const MAX_FEATURES: usize = 32;

/// Combatants of a fight.
pub type Band = Set<Who, u32>;
/// Features, by number.
pub(crate) type Things = Set<u8, u32>;
/// Something for each combatant.
type Each<T> = By<Who, T, MAX>;
/// Something for each zone.
type EachZone<T> = By<u8, T, MAX_ZONES>;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) hits: Each<u8>,
    pub(crate) max_hits: Each<u8>,
    pub(crate) th: Each<u8>,
    pub(crate) rank: Each<u8>,
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: Each<u8>,
    pub(crate) sheet: Each<u8>,
    /// Who holds each of `held`; none if it is a net, or mud.
    pub(crate) held_by: Each<Option<Who>>,
    /// Who is in each zone, the defeated included.
    pub(crate) at: EachZone<Band>,
    pub(crate) cover: EachZone<u8>,
    /// How often each feature can still be used with success.
    pub(crate) uses: By<u8, u8, MAX_FEATURES>,
    /// How far goals and events have come.
    pub(crate) course: Course,
    pub(crate) doors: Doors,
    /// The zone from which each of the barred doors was barred; [`NONE`] for what is fast from both sides.
    pub(crate) bars: By<u8, u8, { Field::MAX_DOORS }>,
    /// The zones that the heroes have seen: all of them, but in an adventure.
    pub(crate) seen: ZoneSet,
    /// Zones whose hazard is awake.
    pub(crate) hazards: ZoneSet,
    pub(crate) side: [Band; 2],
    /// Undefeated and on the field.
    pub(crate) standing: Band,
    /// Who need not make the agility check of the first round.
    pub(crate) ready: Band,
    pub(crate) gone: Band,
    pub(crate) held: Band,
    pub(crate) holding: Band,
    /// Who loses the next turn.
    pub(crate) dazed: Band,
    /// Who has made the opportunity attack of this round.
    pub(crate) struck: Band,
    /// Who gets hits back with each new round.
    pub(crate) regrows: Band,
    /// Who may still act in this turn.
    pub(crate) acting: Band,
    /// Whose second weapon is looking for another target.
    pub(crate) pending: Option<Pending>,
    pub(crate) count: u8,
    /// How many of them were there from the start.
    pub(crate) first: u8,
    pub(crate) round: u16,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 624);

/// A second weapon whose target has fallen to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub who: Who,
    /// Which of the arms.
    pub arm: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Nothing was rolled yet.
    Before,
    Turn(Side),
}

impl State {
    /// Nobody, and no map: what a loader starts from.
    pub(crate) fn nowhere() -> State {
        State {
            hits: By::all(0),
            max_hits: By::all(0),
            th: By::all(0),
            rank: By::all(0),
            zone: By::all(0),
            sheet: By::all(0),
            held_by: By::all(None),
            at: By::all(Band::NONE),
            cover: By::all(0),
            uses: By::all(0),
            course: Course::NONE,
            doors: Doors::default(),
            bars: By::all(NONE),
            seen: ZoneSet::NONE,
            hazards: ZoneSet::NONE,
            side: [Band::NONE; 2],
            standing: Band::NONE,
            ready: Band::NONE,
            gone: Band::NONE,
            held: Band::NONE,
            holding: Band::NONE,
            dazed: Band::NONE,
            struck: Band::NONE,
            regrows: Band::NONE,
            acting: Band::NONE,
            pending: None,
            count: 0,
            first: 0,
            round: 0,
            phase: Phase::Before,
            outcome: None,
        }
    }

    /// The state before anything was rolled.
    pub(crate) fn new(rules: &Twelves) -> State {
        let mut state = State::nowhere();
        state.doors = rules.field.start();
        // TWELVES-Z3: the names of all zones lie open.
        state.seen = rules.field.zones().numbers();
        for (feature, of) in (0..).zip(&rules.features) {
            state.uses[feature] = of.uses;
        }
        for (zone, hazard) in (0..).zip(&rules.hazards) {
            state.hazards.put(zone, hazard.as_ref().is_some_and(|hazard| hazard.active));
        }
        for placed in &rules.placed {
            let who = state.add(rules, placed.sheet, placed.side, placed.zone);
            state.hits[who] = placed.hits;
            state.max_hits[who] = placed.hits;
        }
        state.open_fight();
        state.begin(rules, Course::new(&rules.plot));
        state
    }

    /// Goals and events as they are at the start.
    pub(crate) fn begin(&mut self, rules: &Twelves, course: Course) {
        self.course = course;
        // TWELVES-G3: who comes later is nowhere, and has a name as one who comes later.
        for &(who, _) in &rules.plot.comers {
            self.take_off(who);
            self.standing.remove(who);
            self.first = self.first.min(who.0);
        }
    }

    /// Everybody is there: the first hero who stands may begin it.
    pub(crate) fn open_fight(&mut self) {
        self.acting = (self.side[0] & self.standing).lowest();
        self.first = self.count;
    }

    /// A new combatant, as its sheet has it. There must be room.
    pub(crate) fn add(&mut self, rules: &Twelves, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let of = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[who] = sheet;
        self.hits[who] = of.hits;
        self.max_hits[who] = of.hits;
        self.th[who] = of.th;
        self.rank[who] = of.rank;
        self.side[side.index()].insert(who);
        self.standing.insert(who);
        self.ready.put(who, of.ready);
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
        self.hits[who] = 0;
        self.standing.remove(who);
        self.take_off(who);
    }

    /// Is somebody there, standing or not?
    #[inline]
    pub(crate) fn is_on_map(&self, who: Who) -> bool {
        self.at[self.zone[who]].has(who)
    }

    /// The zones in which any of these is.
    pub(crate) fn zones_of(&self, set: Band) -> ZoneSet {
        set.filter(|&who| self.is_on_map(who)).map(|who| self.zone[who]).collect()
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.acting = Band::NONE;
        self.pending = None;
    }

    /// How the fight has ended, if it has.
    pub(crate) fn result(&self) -> Option<Outcome> {
        // TWELVES-A4, TWELVES-R14: who has fled is as little there as who is defeated.
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

    /// The enemies who stand in the same zone.
    #[inline]
    pub(crate) fn close_foes(&self, who: Who) -> Band {
        self.foes(who) & self.standing & self.at[self.zone[who]]
    }

    /// Everybody in a set of zones.
    #[inline]
    pub(crate) fn in_zones(&self, zones: ZoneSet) -> Band {
        zones.fold(Band::NONE, |all, zone| all | self.at[zone])
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

    /// Whom `who` holds.
    pub(crate) fn held_of(&self, who: Who) -> Option<Who> {
        if !self.holding.has(who) {
            return None;
        }
        self.held.find(|&held| self.held_by[held] == Some(who))
    }

    /// `by` is none for a net, or mud.
    pub(crate) fn hold(&mut self, who: Who, by: Option<Who>) {
        self.held.insert(who);
        self.held_by[who] = by;
        if let Some(by) = by {
            self.holding.insert(by);
        }
    }

    /// Ends the hold on `who`.
    pub(crate) fn release(&mut self, who: Who) {
        self.held.remove(who);
        if let Some(by) = self.held_by[who].take() {
            self.holding.remove(by);
        }
    }

    pub(crate) fn is_before(&self) -> bool {
        self.phase == Phase::Before
    }
}
