//! Everything that changes in a fight, as plain data of fixed size.
//!
//! Everybody's zone is kept twice, by combatant and by zone, because both are asked for all the time; [`State::put`] and
//! [`State::take_off`] are the only places that write them.

use fracas_kernel::plot::Course;
use fracas_kernel::{By, Doors, Field, Outcome, Set, Side, Who, ZoneSet};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::{Ardor, Condition, Placed};
use crate::features::MAX_FEATURES;

/// How many combatants a fight can hold, the fallen and gone included.
pub const MAX: usize = 32;
/// How many zones a battlefield can have.
pub const MAX_ZONES: usize = 32;

/// Some of those in a fight.
pub(crate) type Band = Set<Who, u32>;
/// Abilities, by their place among those that a sheet can discover.
pub(crate) type Abilities = Set<u8, u8>;
/// Something of everybody, and of every zone.
pub(crate) type Each<T> = By<Who, T, MAX>;
pub(crate) type EachZone<T> = By<u8, T, MAX_ZONES>;
pub(crate) type EachDoor<T> = By<u8, T, { Field::MAX_DOORS }>;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) health: Each<i16>,
    pub(crate) most: Each<i16>,
    /// Damage that waits for the end of the round.
    pub(crate) harm: Each<i16>,
    /// Action Scores of this round; for the incapacitated, what they rolled to recover.
    pub(crate) score: Each<i16>,
    /// What everybody intends, those who bluff in earnest.
    pub(crate) intent: Each<Action>,
    /// The Arduous Action.
    pub(crate) second: Each<Action>,
    /// What those who bluff seem to intend.
    pub(crate) shown: Each<Action>,
    /// Where everybody is; stale for those who are gone.
    pub(crate) zone: Each<u8>,
    /// Where everybody was when the round began.
    pub(crate) began: Each<u8>,
    pub(crate) sheet: Each<u8>,
    pub(crate) ardor: Each<u8>,
    pub(crate) surges: Each<u8>,
    pub(crate) trauma: Each<u8>,
    /// The d6 of a surge in this round, for one who tries to recover.
    pub(crate) boost: Each<u8>,
    /// Rounds until the next Trauma of one who is incapacitated.
    pub(crate) timer: Each<u8>,
    pub(crate) xp: Each<u8>,
    /// Abilities learned in this fight, and those noted for a rest.
    pub(crate) learned: Each<Abilities>,
    pub(crate) noted: Each<Abilities>,
    /// What somebody has glimpsed and can choose from, or is to by the judge's word.
    pub(crate) offer: Each<Abilities>,
    /// The judge's word: below this score somebody fumbles in this round; 0 is no such word.
    pub(crate) limit: Each<u8>,
    /// Dice of damage that wait to be rolled, in odds: sixes and fours.
    pub(crate) pool: Each<[u8; 2]>,
    /// How many rounds each condition lasts; 0 is not there.
    pub(crate) lasts: Each<[u8; Condition::COUNT]>,
    /// Who is in each zone, the fallen included.
    pub(crate) at: EachZone<Band>,
    pub(crate) has: [Band; Condition::COUNT],
    /// Who has any condition at all.
    pub(crate) afflicted: Band,
    pub(crate) side: [Band; 2],
    /// Player characters.
    pub(crate) rollers: Band,
    /// Conscious and on the field.
    pub(crate) standing: Band,
    /// Incapacitated, on the field.
    pub(crate) down: Band,
    pub(crate) gone: Band,
    /// Who has lost any health. Kept for minds, which look for the weakest with nearly every choice: without it a fight
    /// takes 6 % more instructions.
    pub(crate) hurt: Band,
    pub(crate) bluffers: Band,
    /// Foes who know of nobody yet.
    pub(crate) unaware: Band,
    pub(crate) asked: Band,
    /// Whose intent is in.
    pub(crate) committed: Band,
    /// Those who bluff and have shown something, but not yet decided what they mean.
    pub(crate) feigning: Band,
    /// Who takes care over the first action, and over the second.
    pub(crate) careful: [Band; 2],
    /// Those for whom the judge has set a limit.
    pub(crate) limited: Band,
    /// The judge leaves no time for care.
    pub(crate) hurried: bool,
    /// Natural 20 this round: of those on their feet, and of the incapacitated.
    pub(crate) inspired: Band,
    pub(crate) lucky: Band,
    /// Who has discovered something and can learn it at once.
    pub(crate) discovering: Band,
    /// Who takes a second action.
    pub(crate) doubled: Band,
    /// How far goals and events have come.
    pub(crate) course: Course,
    pub(crate) doors: Doors,
    /// The zone from which each door is barred, if it was in this fight; and how much each has given.
    pub(crate) bars: EachDoor<u8>,
    pub(crate) worn: EachDoor<u8>,
    /// How often each feature can still be used.
    pub(crate) uses: By<u8, u8, MAX_FEATURES>,
    /// The zones that the heroes have seen.
    pub(crate) seen: ZoneSet,
    /// The Challenge Score of the encounter, which counts where that of the zone is lower; and what is added to all.
    pub(crate) least: i16,
    pub(crate) harder: i16,
    pub(crate) round: u16,
    pub(crate) count: u8,
    pub(crate) phase: Phase,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 1632);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Before,
    /// Those who do not roll show their intents.
    Intents,
    /// Players state theirs, and may change them until all are in.
    Commit,
    /// The dice have fallen; Arduous Actions are declared.
    Arduous,
}

impl State {
    /// Nobody, before anything.
    pub(crate) fn empty() -> State {
        State {
            health: Each::all(0),
            most: Each::all(0),
            harm: Each::all(0),
            score: Each::all(0),
            intent: Each::all(Action::Nothing),
            second: Each::all(Action::Nothing),
            shown: Each::all(Action::Nothing),
            zone: Each::all(0),
            began: Each::all(0),
            sheet: Each::all(0),
            ardor: Each::all(0),
            surges: Each::all(0),
            trauma: Each::all(0),
            boost: Each::all(0),
            timer: Each::all(0),
            xp: Each::all(0),
            learned: Each::all(Abilities::NONE),
            noted: Each::all(Abilities::NONE),
            offer: Each::all(Abilities::NONE),
            limit: Each::all(0),
            pool: Each::all([0; 2]),
            lasts: Each::all([0; Condition::COUNT]),
            at: EachZone::all(Band::NONE),
            has: [Band::NONE; Condition::COUNT],
            afflicted: Band::NONE,
            side: [Band::NONE; 2],
            rollers: Band::NONE,
            standing: Band::NONE,
            down: Band::NONE,
            gone: Band::NONE,
            hurt: Band::NONE,
            bluffers: Band::NONE,
            unaware: Band::NONE,
            asked: Band::NONE,
            committed: Band::NONE,
            feigning: Band::NONE,
            careful: [Band::NONE; 2],
            limited: Band::NONE,
            hurried: false,
            inspired: Band::NONE,
            lucky: Band::NONE,
            discovering: Band::NONE,
            doubled: Band::NONE,
            course: Course::NONE,
            doors: Doors::default(),
            bars: EachDoor::all(u8::MAX),
            worn: EachDoor::all(0),
            uses: By::all(0),
            seen: ZoneSet::NONE,
            least: i16::MIN,
            harder: 0,
            round: 0,
            count: 0,
            phase: Phase::Before,
            outcome: None,
        }
    }

    /// Everybody in their places.
    pub(crate) fn opening(rules: &Ardor) -> State {
        let mut state = State::empty();
        for placed in &rules.placed {
            state.place(rules, placed);
        }
        if rules.unaware {
            state.unaware = state.side[1] - state.rollers;
        }
        state.doors = rules.field.start();
        for (uses, feature) in state.uses.iter_mut().zip(&rules.features) {
            *uses = feature.uses;
        }
        // What a scenario shows is known from the start.
        state.seen = rules.field.zones().numbers();
        state.asked = state.side[0].lowest();
        state.begin(Course::new(&rules.plot));
        state
    }

    /// Goals and events as they are at the start.
    pub(crate) fn begin(&mut self, course: Course) {
        self.course = course;
        // ARDOR-G3: who comes later is nowhere.
        for who in self.away() {
            self.take_off(who);
            self.standing.remove(who);
            self.unaware.remove(who);
        }
    }

    fn place(&mut self, rules: &Ardor, placed: &Placed) {
        let who = self.add(rules, placed.sheet, placed.side, placed.zone);
        self.most[who] = placed.most;
        self.trauma[who] = placed.trauma;
        self.set_health(who, placed.health);
        if placed.health <= 0 {
            self.standing.remove(who);
            self.down.insert(who);
        }
        self.bluffers.put(who, placed.bluffs);
    }

    /// A new combatant, with the health of its sheet. There must be room.
    pub(crate) fn add(&mut self, rules: &Ardor, sheet: u8, side: Side, zone: u8) -> Who {
        let who = Who(self.count);
        let card = &rules.sheets[sheet as usize];
        self.count += 1;
        self.sheet[who] = sheet;
        self.health[who] = card.health;
        self.most[who] = card.health;
        self.ardor[who] = card.ardor;
        self.surges[who] = card.surges;
        self.xp[who] = card.xp;
        self.side[side.index()].insert(who);
        self.standing.insert(who);
        self.rollers.put(who, card.rolls);
        self.zone[who] = zone;
        self.began[who] = zone;
        self.at[zone].insert(who);
        who
    }

    /// Puts somebody into a zone.
    #[inline]
    pub(crate) fn put(&mut self, who: Who, zone: u8) {
        self.at[self.zone[who]].remove(who);
        self.at[zone].insert(who);
        self.zone[who] = zone;
    }

    /// Takes somebody off the map.
    pub(crate) fn take_off(&mut self, who: Who) {
        self.at[self.zone[who]].remove(who);
    }

    /// Was beaten before this fight.
    pub(crate) fn lie_dead(&mut self, who: Who) {
        self.set_health(who, 0);
        self.standing.remove(who);
        self.take_off(who);
    }

    /// New health, no more than there can be and no less than none.
    pub(crate) fn set_health(&mut self, who: Who, health: i16) {
        let most = self.most[who];
        self.health[who] = health.clamp(0, most.max(0));
        self.hurt.put(who, health < most);
    }

    /// Who is still to come.
    #[inline]
    pub(crate) fn away(&self) -> Band {
        Band::of(self.course.away.0 as u32)
    }

    /// Is there a combatant with this number?
    pub(crate) fn knows(&self, who: Who) -> bool {
        who.index() < self.count.into()
    }

    #[inline]
    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.side[0].has(who) { Side::Heroes } else { Side::Monsters }
    }

    /// The members of the other side.
    #[inline(always)]
    pub(crate) fn foes(&self, who: Who) -> Band {
        // Without a branch: the heroes' foes are the second set.
        self.side[usize::from(self.side[0].has(who))]
    }

    #[inline]
    pub(crate) fn friends(&self, who: Who) -> Band {
        self.side[self.side_of(who).index()]
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

    /// Who cannot leave their zone.
    #[inline]
    pub(crate) fn stuck(&self) -> Band {
        self.has[Condition::Rooted as usize] | self.has[Condition::Prone as usize]
    }

    /// On the field, on their feet or not.
    #[inline]
    pub(crate) fn present(&self) -> Band {
        self.standing | self.down
    }

    /// The player characters who are on the field: each commits an intent.
    #[inline]
    pub(crate) fn players(&self) -> Band {
        self.standing & self.rollers | self.down
    }

    /// Those who are asked now. After the rolls that is one at a time.
    #[inline(always)]
    pub(crate) fn answering(&self) -> Band {
        if self.phase == Phase::Arduous { self.asked.lowest() } else { self.asked }
    }

    /// Those without whom it cannot go on; others who are asked may only change their mind.
    #[inline]
    pub(crate) fn awaited(&self) -> Band {
        if self.phase == Phase::Commit { self.asked - self.committed } else { self.answering() }
    }

    pub(crate) fn set_condition(&mut self, who: Who, condition: Condition, lasts: u8) {
        self.lasts[who][condition as usize] = lasts;
        self.has[condition as usize].put(who, lasts > 0);
        self.afflicted = self.has.into_iter().fold(Band::NONE, Band::or);
    }

    /// How the fight has ended, if it has.
    pub(crate) fn decided(&self) -> Option<Outcome> {
        // ARDOR-R9
        Outcome::of_sides(self.side.map(|side| side.meets(self.standing)))
    }
}
