//! What does not change in a fight: sheets, weapons, feats, the map with its features and hazards, checked and ready for
//! use.
//!
//! Everything that a sheet, its weapons and its feats decide together is worked out when the scenario is loaded.

use fracas_dice::{Roll, Why};
use fracas_kernel::plot::Plot;
use fracas_kernel::{By, Demand, Door, Field, Named, Side, Who, ZoneSet, Zones};

use crate::state::{Band, MAX_ZONES, State, Things};

/// One scenario of the twelves rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Twelves {
    pub(crate) title: String,
    pub(crate) field: Field,
    /// Zones that have a door.
    pub(crate) doored: ZoneSet,
    /// By how much a check at each door is lowered.
    pub(crate) hard: By<u8, u8, { Field::MAX_DOORS }>,
    /// Zones from which others are looked down on.
    pub(crate) high: ZoneSet,
    pub(crate) hazards: Vec<Option<Hazard>>,
    pub(crate) features: Vec<Feature>,
    /// The features of each zone.
    pub(crate) offered: By<u8, Things, MAX_ZONES>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) feats: Vec<Feat>,
    pub(crate) traps: Vec<Trap>,
    pub(crate) sheets: Vec<Sheet>,
    /// In the order of their numbers.
    pub(crate) placed: Vec<Placed>,
    pub(crate) plot: Plot,
    /// Has it any goals or events?
    pub(crate) plotted: bool,
    /// Nothing on the map matters but who is where: no exits, doors, hazards or features.
    pub(crate) plain: bool,
    pub(crate) start: State,
}

impl Twelves {
    /// The map as the doors are now.
    #[inline]
    pub(crate) fn zones(&self, state: &State) -> &Zones {
        self.field.now(&state.doors)
    }

    /// The zones that one can walk to from `zone` now, opening what is shut.
    #[inline]
    pub(crate) fn ways(&self, state: &State, zone: u8) -> ZoneSet {
        let open = self.zones(state).beside(zone);
        if self.doored.has(zone) { open | self.behind(state, zone, Door::Shut) } else { open }
    }

    /// The zones behind doors of `zone` that are like this.
    #[inline(never)]
    pub(crate) fn behind(&self, state: &State, zone: u8, like: Door) -> ZoneSet {
        let doors = self.field.doors_of(zone).filter(|&door| state.doors.at(door) == like);
        doors.filter_map(|door| self.field.beyond(door, zone)).collect()
    }

    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[who] as usize]
    }

    pub(crate) fn feature(&self, feature: u8) -> Option<&Feature> {
        self.features.get(feature as usize)
    }

    /// The hazard of a zone, if it is awake.
    pub(crate) fn hazard(&self, state: &State, zone: u8) -> Option<&Hazard> {
        self.hazards.get(zone as usize)?.as_ref().filter(|_| state.hazards.has(zone))
    }

    /// The enemies that a weapon with this reach can be used on.
    #[inline]
    pub(crate) fn targets(&self, state: &State, who: Who, reach: u8) -> Band {
        let (from, zones) = (state.zone[who], self.zones(state));
        let within = |foe: &Who| state.is_on_map(*foe) && is_within(zones, reach, from, state.zone[*foe]);
        (state.foes(who) & state.standing).filter(within).collect()
    }

    /// Whom an effect would change anything for, if `who` used it now.
    pub(crate) fn touched(&self, state: &State, who: Who, effect: &Effect) -> Band {
        let side = match effect.takes {
            Takes::User => Band::one(who),
            Takes::Foe | Takes::Foes => state.foes(who),
            Takes::Friend | Takes::Friends => state.friends(who),
            Takes::Others => state.everyone() - Band::one(who),
            Takes::Everyone => state.everyone(),
        };
        // Nothing flies through a door that is shut.
        let in_sight = effect.at & self.zones(state).seen_from(state.zone[who]);
        let there = side & state.standing & state.in_zones(in_sight);
        match effect.does {
            Does::Heal(_) => there.filter(|&one| state.hits[one] < state.max_hits[one]).collect(),
            Does::Move(to) => there - state.at[to],
            Does::Hold => there - state.held,
            Does::Daze => there - state.dazed,
            Does::Hits(_) | Does::Dice(_) => there,
            Does::Cover(_) | Does::Door(..) | Does::Wake | Does::Quell => Band::NONE,
        }
    }

    /// Would it change anything at all?
    pub(crate) fn is_of_use(&self, state: &State, who: Who, effect: &Effect) -> bool {
        match effect.does {
            Does::Cover(cover) => effect.at.any(|zone| state.cover[zone] < cover),
            Does::Door(door, now) => {
                let is = state.doors.at(door);
                is != now && !matches!(is, Door::None | Door::Broken | Door::Hidden)
            }
            Does::Wake => !effect.at.is_within(state.hazards),
            Does::Quell => effect.at.meets(state.hazards),
            _ => !self.touched(state, who, effect).is_empty(),
        }
    }

    /// What somebody's attribute is worth in a check: never hopeless, never certain.
    pub(crate) fn attribute(&self, state: &State, who: Who, attribute: Attribute, more: u8, less: u8) -> u8 {
        let value = self.sheet(state, who).attribute(attribute);
        value.saturating_add(more).saturating_sub(less).clamp(1, 11)
    }
}

/// Can something with this reach be aimed from one zone at another?
#[inline]
pub(crate) fn is_within(zones: &Zones, reach: u8, from: u8, to: u8) -> bool {
    // TWELVES-Z1: apart is counted in zones along the ways as they are open; nothing is measured.
    let apart = zones.distance(from, to);
    apart < 4 && reach >> apart & 1 == 1 && zones.sees(from, to)
}

/// What entering a zone costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub name: String,
    /// Who passes a check of this is spared.
    pub spared_by: Option<Attribute>,
    /// One after the other.
    pub does: Vec<Does>,
    /// There from the start.
    pub active: bool,
}

/// A trap in a place that is explored: a hazard that goes off once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    pub id: String,
    pub hazard: Hazard,
    /// It takes everybody who is there, or only whoever set it off.
    pub all: bool,
    /// By how much a check to disarm it is lowered.
    pub hard: u8,
}

/// Something in a zone that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    pub id: String,
    pub name: String,
    pub zone: u8,
    pub check: Attribute,
    /// How much the attribute is lowered.
    pub hard: u8,
    /// How often it can be used with success; [`Feature::ENDLESS`] for ever.
    pub uses: u8,
    /// Its user leaves the zone without provoking anybody.
    pub safe: bool,
    pub effects: Vec<Effect>,
    pub about: String,
}

impl Feature {
    pub const ENDLESS: u8 = u8::MAX;

    /// The effect that takes one whom the user chooses.
    pub(crate) fn aimed(&self) -> Option<&Effect> {
        self.effects.iter().find(|effect| matches!(effect.takes, Takes::Foe | Takes::Friend))
    }

    /// Does it take its user elsewhere?
    pub(crate) fn moves_user(&self) -> bool {
        self.effects.iter().any(|effect| effect.takes == Takes::User && matches!(effect.does, Does::Move(_)))
    }
}

/// The grammar of effects: what happens, to whom, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    pub does: Does,
    pub takes: Takes,
    /// In which zones.
    pub at: ZoneSet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// This many hits.
    Hits(u8),
    /// A pool of this many dice against the TH of each.
    Dice(u8),
    Heal(u8),
    /// Puts them into a zone, which sets off its hazard.
    Move(u8),
    Hold,
    /// They lose their next turn.
    Daze,
    /// The zone gives this much cover from now on.
    Cover(u8),
    /// A door is like this from now on.
    Door(u8, Door),
    /// The zone's hazard awakes, or ends.
    Wake,
    Quell,
}

/// Whom an effect takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    User,
    /// One whom the user chooses.
    Foe,
    Friend,
    Foes,
    Friends,
    /// Everybody but the user.
    Others,
    Everyone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    Might,
    Agility,
    Wits,
}

impl Attribute {
    pub const ALL: [(&'static str, Attribute); 3] =
        [("might", Attribute::Might), ("agility", Attribute::Agility), ("wits", Attribute::Wits)];

    pub fn name(self) -> &'static str {
        Attribute::ALL[self as usize].0
    }

    pub(crate) fn named(name: &str) -> Option<Attribute> {
        Attribute::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, attribute)| attribute)
    }

    /// All of them, for the judge to call for.
    pub(crate) fn checks() -> Vec<Named> {
        Attribute::ALL.into_iter().map(|(name, _)| Named::word(name)).collect()
    }

    /// A check of it that the judge calls for: at this or under it.
    pub(crate) fn demand(self, who: Who, value: i32) -> Demand {
        let label = match self {
            Attribute::Might => "might check",
            Attribute::Agility => "agility check",
            Attribute::Wits => "wits check",
        };
        // TWELVES-R1
        Demand::staying_under(Why::new(label, who.0), Roll::d(12), self.name(), value).by("TWELVES-R1")
    }
}

/// Somebody who is there when the fight starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub sheet: u8,
    pub side: Side,
    pub zone: u8,
    pub hits: u8,
}

/// A character or a kind of creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub id: String,
    pub name: String,
    pub rank: u8,
    /// To Hit.
    pub th: u8,
    pub hits: u8,
    pub attributes: [u8; 3],
    pub arms: By<u8, Arm, MAX_ARMS>,
    /// How many of them there are; at least one is for fighting hand to hand.
    pub armed: u8,
    /// Two of the arms in one attack, the first first. Both orders, where they differ.
    pub pairs: Vec<[u8; 2]>,
    /// The arm with the most dice for each number of zones apart, and the best of `pairs`; `NONE` where there is none.
    pub best: [u8; 4],
    pub best_pair: [u8; 4],
    /// What the weapon with the most dice of all reaches.
    pub main_reach: u8,
    /// The most dice that it brings to bear in a turn.
    pub threat: u8,
    pub feats: Vec<u8>,
    pub knack: Knack,
    /// Never flees.
    pub fearless: bool,
    /// Need not pass the agility check of the first round.
    pub ready: bool,
    /// Hits that it gets back with each new round.
    pub regrows: u8,
}

pub const MAX_ARMS: usize = 8;
pub(crate) const NONE: u8 = u8::MAX;

impl Sheet {
    #[inline]
    pub(crate) fn arm(&self, with: u8) -> Arm {
        self.arms[with]
    }

    pub(crate) fn arms(&self) -> &[Arm] {
        self.arms.get(..self.armed.into()).unwrap_or_default()
    }

    pub fn attribute(&self, attribute: Attribute) -> u8 {
        self.attributes[attribute as usize]
    }
}

/// A weapon in somebody's hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arm {
    pub weapon: u8,
    pub dice: u8,
    pub reach: u8,
    /// Whom it hits is held.
    pub holds: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapon {
    pub id: String,
    pub name: String,
    pub dice: u8,
    /// How many zones apart it can be used, bit by number.
    pub reach: u8,
    pub two_handed: bool,
    /// Whom it hits is held.
    pub holds: bool,
    pub about: String,
}

impl Weapon {
    // TWELVES-Z2, TWELVES-R10: hand to hand in the same zone only, thrown one zone, ranged one to three.
    pub const HAND: u8 = 0b0001;
    pub const THROWN: u8 = 0b0010;
    pub const RANGED: u8 = 0b1110;

    /// In somebody's hands, by its number.
    pub(crate) fn as_arm(&self, number: usize) -> Arm {
        Arm { weapon: number as u8, dice: self.dice, reach: self.reach, holds: self.holds }
    }
}

/// A feat, and what it is good for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feat {
    pub id: String,
    pub name: String,
    pub about: String,
    pub knack: Knack,
}

/// What feats give, added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Knack {
    /// No agility check in the first round.
    pub ready: bool,
    /// Leaves zones without provoking anybody.
    pub slips: bool,
    /// Whom its opportunity attack hits does not get away.
    pub stops: bool,
    /// Hazards cost nothing.
    pub sure: bool,
    /// On the might of its grapples and shoves.
    pub wrestles: u8,
    /// Off the might of whoever would break free of it.
    pub grips: u8,
    /// Off the penalty of its second weapon.
    pub second: u8,
}

impl Knack {
    pub(crate) fn and(self, other: Knack) -> Knack {
        Knack {
            ready: self.ready | other.ready,
            slips: self.slips | other.slips,
            stops: self.stops | other.stops,
            sure: self.sure | other.sure,
            wrestles: self.wrestles.saturating_add(other.wrestles),
            grips: self.grips.saturating_add(other.grips),
            second: self.second.saturating_add(other.second),
        }
    }
}
