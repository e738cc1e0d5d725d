//! What does not change in a fight: items, powers, sheets and the scenario, checked and ready for use.
//!
//! An item is a number in slots, hands and on floors; what it is good for is a set of qualities, looked up by that number.

use fracas_kernel::plot::Plot;
use fracas_kernel::{By, Door, Field, Numbered, Set, Side, Who, ZoneSet, Zones};
use serde::{Deserialize, Serialize};

use crate::features::Feature;
use crate::load::SENSES;
use crate::state::{MAX_ZONES, State, Things};

/// Senses by their numbers in a place: first those that every place knows.
pub type Senses = Set<u8, u32>;

/// One scenario of the heed rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Heed {
    pub(crate) title: String,
    pub(crate) field: Field,
    /// Zones that have a door.
    pub(crate) doored: ZoneSet,
    /// Everybody perceives everything: no doors, no darkness, and every zone in sight of every other.
    pub(crate) open: bool,
    pub(crate) features: Vec<Feature>,
    /// The features of each zone that can be used.
    pub(crate) offered: By<u8, Things, MAX_ZONES>,
    /// What the other features are: cover, height, and what trips or harms whoever comes.
    pub(crate) cover: ZoneSet,
    pub(crate) high: ZoneSet,
    pub(crate) trips: ZoneSet,
    pub(crate) harms: ZoneSet,
    /// By kind; kind 0 is nothing and kind 1 a pair of bare hands.
    pub(crate) items: Vec<Item>,
    /// The qualities of every kind, so that looking one up needs no check.
    pub(crate) qualities: Box<By<u8, Qualities, 256>>,
    pub(crate) spells: Vec<Spell>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    pub(crate) plot: Plot,
    /// Has it any goals or events?
    pub(crate) plotted: bool,
    /// The special properties that improvised weapons keep.
    pub(crate) improvised: Qualities,
    /// Zones that are dark unless somebody brings a light.
    pub(crate) dark: ZoneSet,
    /// For each way in which the doors can be, for each zone the zones in reach, up to near, and up to far.
    pub(crate) reached: Vec<[ZoneSet; 3]>,
    /// The state before anything has happened.
    pub(crate) begun: Box<State>,
}

impl Heed {
    /// The map with every door open: names, and how many zones there are.
    #[inline]
    pub(crate) fn zones(&self) -> &Zones {
        self.field.zones()
    }

    /// The map as the doors are now.
    #[inline]
    pub(crate) fn map(&self, state: &State) -> &Zones {
        self.field.now(&state.doors)
    }

    /// The zones that something with this range gets to from `zone`.
    #[inline]
    pub(crate) fn reached(&self, state: &State, zone: u8, range: Range) -> ZoneSet {
        let map = usize::from(state.blocked) * self.field.zones().len();
        self.reached[map + zone as usize][range as usize]
    }

    /// The range between two zones; none is remote.
    #[inline]
    pub(crate) fn range(&self, state: &State, from: u8, to: u8) -> Option<Range> {
        let all = [Range::Reach, Range::Near, Range::Far];
        all.into_iter().find(|&range| self.reached(state, from, range).has(to))
    }

    /// The zones that one can walk to from `zone`, opening what is shut.
    #[inline]
    pub(crate) fn ways(&self, state: &State, zone: u8) -> ZoneSet {
        let open = self.reached(state, zone, Range::Near) - ZoneSet::one(zone);
        if self.doored.has(zone) { open | self.behind(state, zone, Door::Shut) } else { open }
    }

    /// The zones behind doors of `zone` that are like this.
    #[inline(never)]
    pub(crate) fn behind(&self, state: &State, zone: u8, like: Door) -> ZoneSet {
        let doors = self.field.doors_of(zone).filter(|&door| state.doors.at(door) == like);
        doors.filter_map(|door| self.field.beyond(door, zone)).collect()
    }

    /// What a weapon or spell needs to be carried along with it; nothing if it needs nothing.
    pub(crate) fn needed(&self, kind: u8) -> u8 {
        self.items.get(kind as usize).map_or(NOTHING, |item| item.needs)
    }

    /// HEED-R19: does `who` carry what this weapon cannot do without, as a bow its quiver?
    pub(crate) fn is_supplied(&self, state: &State, who: Who, kind: u8) -> bool {
        let needed = self.needed(kind);
        needed == NOTHING || state.one(who).carries(needed)
    }

    #[inline]
    pub(crate) fn qualities(&self, kind: u8) -> Qualities {
        self.qualities[kind]
    }

    #[inline]
    pub(crate) fn is(&self, kind: u8, quality: Quality) -> bool {
        self.qualities(kind).has(quality)
    }

    pub(crate) fn item_name(&self, kind: u8) -> &str {
        self.items.get(kind as usize).map_or("nothing", |item| &item.name)
    }

    pub(crate) fn item_id(&self, kind: u8) -> &str {
        self.items.get(kind as usize).map_or("nothing", |item| &item.id)
    }

    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.one(who).sheet as usize]
    }
}

/// For each way in which doors can be blocked, for each zone what is in reach, near and far, each with what is closer.
pub(crate) fn reaches(field: &Field) -> Vec<[ZoneSet; 3]> {
    let of = |zones: &Zones, zone: u8| {
        // HEED-S2: the same zone, an adjacent one, any other in sight; the rest is remote.
        let reach = ZoneSet::one(zone);
        let near = reach | zones.beside(zone);
        [reach, near, near | zones.seen_from(zone)]
    };
    field.maps().iter().flat_map(|zones| zones.numbers().map(move |zone| of(zones, zone))).collect()
}

/// How far something gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Range {
    Reach,
    Near,
    Far,
}

impl Range {
    pub const ALL: [(&'static str, Range); 3] =
        [("reach", Range::Reach), ("near", Range::Near), ("far", Range::Far)];

    pub fn name(self) -> &'static str {
        Range::ALL[self as usize].0
    }

    /// How many focus slots an aim at this range fills.
    pub(crate) const fn aim_slots(self) -> u8 {
        // HEED-K8
        self as u8 + 1
    }
}

/// What an item is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// A melee weapon.
    Melee,
    /// A bow, a crossbow, a sling; or a creature's spittle.
    Shot,
    Shield,
    Armour,
    Bandage,
    Potion,
    Light,
    TwoHanded,
    /// Part of a body: in no slot and in no hand.
    Natural,
    /// Hands, feet and elbows: nobody is without them.
    Fists,
    /// Opens locks.
    Picks,
    // Special properties.
    Throwing,
    Heavy,
    Tripping,
    Disarming,
    /// Holds on to whom it hits.
    Grabbing,
}

pub type Qualities = Set<Quality, u16>;

impl Quality {
    const ALL: [Quality; 16] = [
        Quality::Melee,
        Quality::Shot,
        Quality::Shield,
        Quality::Armour,
        Quality::Bandage,
        Quality::Potion,
        Quality::Light,
        Quality::TwoHanded,
        Quality::Natural,
        Quality::Fists,
        Quality::Picks,
        Quality::Throwing,
        Quality::Heavy,
        Quality::Tripping,
        Quality::Disarming,
        Quality::Grabbing,
    ];
    /// The special properties of weapons, by name.
    pub const PROPERTIES: [(&str, Quality); 4] = [
        ("throwing", Quality::Throwing),
        ("heavy", Quality::Heavy),
        ("tripping", Quality::Tripping),
        ("disarming", Quality::Disarming),
    ];
    /// And those of natural weapons.
    pub const NATURAL: [(&str, Quality); 4] = [
        ("heavy", Quality::Heavy),
        ("tripping", Quality::Tripping),
        ("disarming", Quality::Disarming),
        ("grabbing", Quality::Grabbing),
    ];
    pub(crate) const WEAPON: Qualities = Quality::any([Quality::Melee, Quality::Shot]);
    pub(crate) const MELEE_OR_FISTS: Qualities = Quality::any([Quality::Melee, Quality::Fists]);
    pub(crate) const SUPPLY: Qualities = Quality::any([Quality::Bandage, Quality::Potion]);
    /// What a hit does beyond wounds.
    pub(crate) const ON_A_HIT: Qualities = Qualities::of(
        1 << Quality::Tripping as u16 | 1 << Quality::Disarming as u16 | 1 << Quality::Grabbing as u16,
    );

    const fn any(two: [Quality; 2]) -> Qualities {
        Qualities::of(1 << two[0] as u16 | 1 << two[1] as u16)
    }
}

impl Numbered for Quality {
    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }

    fn numbered(number: usize) -> Quality {
        Quality::ALL[number % Quality::ALL.len()]
    }
}

/// Marks that stand where a kind of item could.
pub(crate) const NOTHING: u8 = 0;
pub(crate) const FISTS: u8 = 1;
/// In a slot: a wound.
pub(crate) const WOUND: u8 = 255;
/// In the left hand: the other end of what the right one holds.
pub(crate) const BOTH: u8 = 254;
/// In a hand: somebody is held with it.
pub(crate) const HOLDING: u8 = 253;
/// How many kinds of item there can be, nothing and bare hands included.
pub(crate) const MAX_KINDS: usize = 250;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub id: String,
    pub name: String,
    /// What it is or does, in the words of its file.
    pub about: String,
    pub qualities: Qualities,
    /// What a potion does.
    pub power: Option<Power>,
    /// The senses by which using it could be noticed on a trek.
    pub senses: Senses,
    /// The kind of item that it needs to shoot with.
    pub needs: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    pub id: String,
    pub name: String,
    /// What it does, in the words of its file.
    pub about: String,
    pub level: u8,
    pub concentration: bool,
    pub power: Power,
    /// The kind of item out of which it is read; nothing if it is known by heart.
    pub needs: u8,
}

/// The grammar of effects, shared by spells and potions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    pub range: Range,
    /// Everybody in a zone, or one target.
    pub area: bool,
    pub takes: Takes,
    /// A Gear(dodge) check of the target negates it.
    pub dodge: bool,
    pub does: Does,
}

impl Power {
    /// Is it an attack, against which the target chooses between block and dodge?
    pub fn is_attack(&self) -> bool {
        matches!(self.does, Does::Wound { .. }) && !self.area && !self.dodge
    }

    /// Does it last as long as somebody concentrates on it?
    pub fn is_kept(&self) -> bool {
        matches!(self.does, Does::Afflict { rounds: 0, .. })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Friends,
    Foes,
    Everyone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Wound {
        heavy: bool,
    },
    /// Closes this many wounds.
    Heal(u8),
    /// `rounds` is how long it lasts; 0 is as long as the caster concentrates.
    Afflict {
        condition: Condition,
        rounds: u8,
    },
    /// What is in the target's hands falls.
    Disarm,
    /// The target loses its focus.
    Scatter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Condition {
    Prone,
    Held,
    Warded,
    Dazzled,
    Emboldened,
}

impl Condition {
    pub const COUNT: usize = 5;
    pub const ALL: [Condition; Condition::COUNT] =
        [Condition::Prone, Condition::Held, Condition::Warded, Condition::Dazzled, Condition::Emboldened];
    /// Until something else ends it.
    pub(crate) const LASTING: u8 = u8::MAX;

    pub fn name(self) -> &'static str {
        match self {
            Condition::Prone => "prone",
            Condition::Held => "held",
            Condition::Warded => "warded",
            Condition::Dazzled => "dazzled",
            Condition::Emboldened => "emboldened",
        }
    }

    pub fn named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|condition| condition.name() == name)
    }

    pub fn means(self) -> &'static str {
        match self {
            Condition::Prone => {
                "melee attacks on it have advantage, thrown and shot ones disadvantage, its own melee attacks \
                 disadvantage; it cannot move before it stands up"
            }
            Condition::Held => "cannot move or leave; melee attacks on it have advantage",
            Condition::Warded => "attacks on it have disadvantage",
            Condition::Dazzled => "its attacks have disadvantage",
            Condition::Emboldened => "its attacks have advantage",
        }
    }

    pub fn is_good(self) -> bool {
        matches!(self, Condition::Warded | Condition::Emboldened)
    }
}

/// A character or a kind of creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// How many wounds put it down.
    pub grit: u8,
    pub focus: u8,
    /// Sees in the dark.
    pub dark_sight: bool,
    /// Perceives, but does not see, what is in reach or near.
    pub scent: bool,
    /// All of its senses by name.
    pub senses: Vec<String>,
    /// What it can notice on a trek.
    pub sensed: Senses,
    /// Never runs.
    pub fearless: bool,
    /// What each gear slot holds at first; the first two are the hands.
    pub slots: [u8; 6],
    /// Kinds of its natural weapons, bare hands where it has no others.
    pub natural: Vec<u8>,
    /// Indices into [`Heed::spells`].
    pub spells: Vec<u8>,
    /// Has a spell that hurts or hinders enemies: somebody to be interrupted.
    pub caster: bool,
    /// The focus that a mind keeps free, for spells or an aim.
    pub kept_free: u8,
}

impl Sheet {
    /// A sense that every place knows.
    pub(crate) fn sense(name: &str) -> Senses {
        SENSES.iter().position(|&known| known == name).map(|at| at as u8).into_iter().collect()
    }
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
}

/// Something that gives advantage or disadvantage to an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    // Advantages.
    Aimed,
    TargetProne,
    TargetHeld,
    Emboldened,
    Height,
    // Disadvantages.
    NotForThrowing,
    Shot,
    Improvised,
    AttackerProne,
    LowTarget,
    Dazzled,
    Warded,
    Unseen,
    Cover,
}

impl Source {
    /// In their order, in words.
    const ALL: [(Source, &'static str); 14] = [
        // HEED-K7
        (Source::Aimed, "aimed"),
        // HEED-R8
        (Source::TargetProne, "the target is prone"),
        // HEED-S3
        (Source::TargetHeld, "the target is held"),
        // HEED-R11
        (Source::Emboldened, "emboldened"),
        // HEED-R21
        (Source::Height, "from above"),
        // HEED-K4
        (Source::NotForThrowing, "thrown, and not made for it"),
        // HEED-K5
        (Source::Shot, "a shot"),
        // HEED-K6
        (Source::Improvised, "an improvised weapon"),
        // HEED-R8
        (Source::AttackerProne, "the attacker is prone"),
        // HEED-R8
        (Source::LowTarget, "the target lies low"),
        // HEED-R11
        (Source::Dazzled, "dazzled"),
        // HEED-R11
        (Source::Warded, "the target is warded"),
        // HEED-R17
        (Source::Unseen, "the target is not perceived"),
        // HEED-R21
        (Source::Cover, "the target has cover"),
    ];
}

impl Numbered for Source {
    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }

    fn numbered(number: usize) -> Source {
        Source::ALL[number % Source::ALL.len()].0
    }
}

/// Everything that gives advantage or disadvantage to an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sources(pub Set<Source, u16>);

impl Sources {
    pub const NONE: Sources = Sources(Set::NONE);
    const FOR: Set<Source, u16> = Set::of(0x1F);

    /// Above 0: advantage for the attack; below: disadvantage.
    #[inline]
    pub fn net(self) -> i32 {
        // HEED-R2: they cancel one for one.
        if self.0.is_empty() {
            return 0;
        }
        (self.0 & Sources::FOR).len() as i32 - (self.0 - Sources::FOR).len() as i32
    }

    /// Every source in words; true is an advantage.
    pub fn reasons(self) -> impl Iterator<Item = (bool, &'static str)> {
        Source::ALL
            .into_iter()
            .filter(move |&(source, _)| self.0.has(source))
            .map(|(source, words)| (Sources::FOR.has(source), words))
    }
}

/// What waits in a zone, on a way or on a cache until somebody sets it off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trap {
    pub name: String,
    /// How many times it strikes.
    pub wounds: u8,
    /// At everybody who is there, or only at whoever set it off.
    pub all: bool,
}
