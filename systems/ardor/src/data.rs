//! What does not change in a fight: sheets, abilities, fumbles and the scenario, checked and ready for use.
//!
//! What a sheet and an action decide together is added up when the scenario is loaded.

use fracas_dice::Roll;
use fracas_kernel::plot::Plot;
use fracas_kernel::{By, Field, Side, ZoneSet, Zones};
use serde::{Deserialize, Serialize};

use crate::action::Kind;
use crate::features::{Fall, Feature, Hazard};
use crate::state::{EachZone, State};
use crate::trek::Comforts;

/// One scenario of the ardor rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Ardor {
    pub(crate) title: String,
    pub(crate) field: Field,
    /// What forcing or picking each door takes.
    pub(crate) locks: By<u8, i16, { Field::MAX_DOORS }>,
    pub(crate) abilities: Vec<Ability>,
    /// What events can bring to zones.
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) placed: Vec<Placed>,
    pub(crate) plot: Plot,
    /// Has it any goals or events?
    pub(crate) plotted: bool,
    pub(crate) opening: State,
    /// The Challenge Score of each zone.
    pub(crate) challenge: EachZone<i16>,
    /// What standing in a zone adds to scores.
    pub(crate) footing: EachZone<i16>,
    /// Does any zone add anything?
    pub(crate) uneven: bool,
    /// What standing in a zone adds against shots from elsewhere; and the zones from which that is no help.
    pub(crate) cover: EachZone<i16>,
    pub(crate) high: ZoneSet,
    pub(crate) fumbles: Vec<Fumble>,
    /// What the judge's word brings about.
    pub(crate) mishap: Fumble,
    /// Which fumble threatens in each zone, by kind of action.
    pub(crate) threats: EachZone<[Option<u8>; Kind::COUNT]>,
    pub(crate) careful: Option<Careful>,
    pub(crate) discovery: bool,
    /// The foes know of nobody yet.
    pub(crate) unaware: bool,
    /// What can be used, and what befalls those who are pushed into each zone.
    pub(crate) features: Vec<Feature>,
    pub(crate) falls: Vec<Option<Fall>>,
}

impl Ardor {
    /// ARDOR-S2: of the zone or, if that is harder, of the encounter.
    #[inline]
    pub(crate) fn challenge_in(&self, state: &State, zone: u8) -> i16 {
        self.challenge[zone].max(state.least) + state.harder
    }

    /// The zones that something with this reach can be aimed at from `zone`, as the doors are now.
    #[inline]
    pub(crate) fn reached(&self, state: &State, zone: u8, reach: Reach) -> ZoneSet {
        // ARDOR-R10: melee in the same zone, a shot as far as one sees.
        if reach == Reach::Melee {
            return ZoneSet::one(zone);
        }
        let zones = self.zones(state);
        let seen = zones.seen_from(zone);
        if reach == Reach::Near { zones.beside(zone).with(zone) & seen } else { seen }
    }

    pub(crate) fn is_zone(&self, zone: u8) -> bool {
        usize::from(zone) < self.field.zones().len()
    }

    /// What somebody in a zone has against a shot from another.
    pub(crate) fn shelter(&self, from: u8, to: u8) -> i16 {
        // ARDOR-D3: none against who stands higher, or in the same zone.
        let helps = from != to && (!self.high.has(from) || self.high.has(to));
        if helps { self.cover[to] } else { 0 }
    }

    /// Is `zone` on a shortest way between two others, its ends included?
    pub(crate) fn is_between(&self, state: &State, zone: u8, from: u8, to: u8) -> bool {
        // ARDOR-R4
        let leg = |a, b| u16::from(self.zones(state).distance(a, b));
        let whole = leg(from, to);
        whole < u16::from(Zones::APART) && leg(from, zone) + leg(zone, to) == whole
    }

    /// The same zone or one beside it.
    pub(crate) fn is_near(&self, state: &State, a: u8, b: u8) -> bool {
        // ARDOR-R4
        self.zones(state).distance(a, b) <= 1
    }
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
    pub health: i16,
    pub most: i16,
    pub trauma: u8,
    pub bluffs: bool,
}

/// A character or a kind of creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    /// In a few words: an archetype, or a base score.
    pub kind: String,
    /// A player character: rolls a d20, has Trauma instead of an end.
    pub rolls: bool,
    pub health: i16,
    pub ardor: u8,
    pub surges: u8,
    pub xp: u8,
    /// Where it can rest for days.
    pub(crate) comforts: Comforts,
    /// Of one that does not roll.
    pub base: i16,
    pub attributes: [i16; Attribute::COUNT],
    pub melee: Option<Weapon>,
    pub ranged: Option<Weapon>,
    /// What each kind of action adds up to before the die: modifier and attribute, or modifier and base score. The
    /// second is for shooting.
    pub bonus: [[i16; 2]; Kind::COUNT],
    /// Known from the start, and then what may be discovered; indices into [`Ardor::abilities`].
    pub abilities: Vec<u8>,
    /// How many of them are known from the start.
    pub known: u8,
    /// As `bonus`, for each of them.
    pub ability_bonus: Vec<i16>,
    pub habits: Habits,
    /// Has no use for features.
    pub beast: bool,
    /// Has a melee weapon; has no abilities. Kept beside each other for quick thinking.
    pub strikes: bool,
    pub is_plain: bool,
    /// Always attacks: nothing to think about but whom.
    pub is_simple: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapon {
    pub name: String,
    pub by: Attribute,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Attribute {
    Might,
    Grace,
    Wit,
    Will,
}

impl Attribute {
    pub const COUNT: usize = 4;
    pub const ALL: [(&'static str, Attribute); Attribute::COUNT] = [
        ("might", Attribute::Might),
        ("grace", Attribute::Grace),
        ("wit", Attribute::Wit),
        ("will", Attribute::Will),
    ];

    pub fn name(self) -> &'static str {
        Attribute::ALL[self as usize].0
    }
}

/// What a creature tends to do: shares of its rounds, and whom it goes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    pub attack: u8,
    pub defend: u8,
    pub guard: u8,
    pub ability: u8,
    /// It runs when this much of its health is left, in percent; 0 is never.
    pub flees_at: u8,
    /// Bars the way instead of merely defending itself, where there is one to bar.
    pub bars: bool,
    pub prey: Prey,
}

impl Habits {
    pub const PLAIN: Habits =
        Habits { attack: 1, defend: 0, guard: 0, ability: 0, flees_at: 0, bars: false, prey: Prey::Weakest };

    /// Does nothing but attack: there is nothing to draw lots for.
    pub fn is_plain(&self) -> bool {
        self.defend == 0 && self.guard == 0 && self.ability == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prey {
    /// Whoever is nearest to falling.
    Weakest,
    /// Whoever has most left.
    Strongest,
    /// Anybody, by whim.
    Anyone,
}

/// How far something reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Reach {
    Melee,
    Near,
    Ranged,
}

impl Reach {
    pub const ALL: [(&'static str, Reach); 3] =
        [("melee", Reach::Melee), ("near", Reach::Near), ("ranged", Reach::Ranged)];

    pub fn name(self) -> &'static str {
        Reach::ALL[self as usize].0
    }

    /// Is it parried from between, as shots are, or from near?
    pub fn is_shot(self) -> bool {
        self != Reach::Melee
    }
}

/// A special ability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ability {
    pub id: String,
    pub name: String,
    /// What it looks like, for people.
    pub about: String,
    pub cost: u8,
    pub modifier: i16,
    pub by: Attribute,
    pub reach: Reach,
    /// Everybody in a zone, or one target.
    pub area: bool,
    pub takes: Takes,
    pub full: Effect,
    pub glancing: Effect,
    /// What learning it costs.
    pub xp: u8,
    /// The ability that this is another form of.
    pub varies: Option<u8>,
}

/// Whom an ability takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Foes,
    Friends,
    Oneself,
    /// An area that spares nobody, except whoever makes it.
    Everyone,
}

impl Takes {
    /// Is there anybody to be hit, or does it simply work?
    pub fn is_contested(self) -> bool {
        matches!(self, Takes::Foes | Takes::Everyone)
    }
}

/// The grammar of effects: any of these together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    pub damage: Option<Roll>,
    pub heal: Option<Roll>,
    /// And for how many rounds after this one.
    pub condition: Option<(Condition, u8)>,
    /// Into a zone beside it, which whoever does it chooses; or into this one.
    pub push: bool,
    pub push_to: Option<u8>,
}

impl Effect {
    pub fn pushes(&self) -> bool {
        self.push || self.push_to.is_some()
    }

    pub fn is_nothing(&self) -> bool {
        *self == Effect::default()
    }
}

/// What happens to whoever scores too low in a place or an action that allows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fumble {
    /// "an innocent gets the bottle"
    pub what: String,
    pub below: i16,
    /// The action comes to nothing.
    pub spoils: bool,
    pub hurts: Option<Roll>,
    /// Hurts a friend in the same zone, if there is one.
    pub hurts_friend: Option<Roll>,
    pub costs_ardor: u8,
    pub condition: Option<(Condition, u8)>,
}

impl Fumble {
    /// What the judge's word brings about where the scenario has nothing to say.
    pub(crate) fn judged() -> Fumble {
        Fumble {
            what: "it goes wrong".to_owned(),
            below: 0,
            spoils: true,
            hurts: None,
            hurts_friend: None,
            costs_ardor: 0,
            condition: None,
        }
    }
}

/// What taking care costs, and what it is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Careful {
    pub penalty: i16,
    /// By how much the limit is lowered; none is no fumble at all.
    pub lowers: Option<i16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Condition {
    Dazed,
    Rooted,
    Prone,
    Emboldened,
    Guarded,
}

impl Condition {
    pub const COUNT: usize = 5;
    pub const ALL: [Condition; Condition::COUNT] =
        [Condition::Dazed, Condition::Rooted, Condition::Prone, Condition::Emboldened, Condition::Guarded];

    pub fn name(self) -> &'static str {
        match self {
            Condition::Dazed => "dazed",
            Condition::Rooted => "rooted",
            Condition::Prone => "prone",
            Condition::Emboldened => "emboldened",
            Condition::Guarded => "guarded",
        }
    }

    pub fn named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|condition| condition.name() == name)
    }

    pub fn means(self) -> &'static str {
        match self {
            Condition::Dazed => "-3 on its Action Score",
            Condition::Rooted => "cannot leave its zone",
            Condition::Prone => "-2 on its Action Score, and cannot leave its zone",
            Condition::Emboldened => "+2 on its Action Score",
            Condition::Guarded => "glancing hits on it miss",
        }
    }

    pub fn is_good(self) -> bool {
        matches!(self, Condition::Emboldened | Condition::Guarded)
    }

    /// What it adds to scores.
    pub fn modifier(self) -> i16 {
        match self {
            Condition::Dazed => -3,
            Condition::Prone => -2,
            Condition::Emboldened => 2,
            Condition::Rooted | Condition::Guarded => 0,
        }
    }
}
