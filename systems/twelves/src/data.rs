//! What does not change in a fight: sheets, weapons, feats, the map with its features and hazards, checked and ready for
//! use.
//!
//! Everything that a sheet, its weapons and its feats decide together is worked out when the scenario is loaded.

use fracas_kernel::{By, Side, Who, ZoneSet, Zones};

use crate::state::{Band, MAX_ZONES, State, Things};

/// One scenario of the twelves rules, with the content that it can call on.
#[derive(Clone, Debug)]
pub struct Twelves {
    pub(crate) title: String,
    /// With every way that there is, open or shut.
    pub(crate) zones: Zones,
    /// The neighbours of each zone by ways that cannot be shut.
    pub(crate) always: By<u8, ZoneSet, MAX_ZONES>,
    pub(crate) gates: Vec<Gate>,
    /// Zones that have a gate.
    pub(crate) gated: ZoneSet,
    pub(crate) hazards: Vec<Option<Hazard>>,
    pub(crate) features: Vec<Feature>,
    /// The features of each zone.
    pub(crate) offered: By<u8, Things, MAX_ZONES>,
    /// The zones that can be attacked from each zone, by what a weapon reaches ([`Weapon::reach`]).
    pub(crate) reached: Vec<By<u8, ZoneSet, { Weapon::REACHES }>>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) feats: Vec<Feat>,
    pub(crate) sheets: Vec<Sheet>,
    /// In the order of their numbers.
    pub(crate) placed: Vec<Placed>,
    /// Nothing on the map matters but who is where: no exits, hazards or features.
    pub(crate) plain: bool,
    pub(crate) start: State,
}

impl Twelves {
    /// The zones that something with this reach can be aimed at from `zone`.
    #[inline]
    pub(crate) fn reached(&self, zone: u8, reach: u8) -> ZoneSet {
        self.reached.get(zone as usize).map_or(ZoneSet::NONE, |by_reach| by_reach[reach])
    }

    /// The zones that one can go to from `zone` now.
    #[inline]
    pub(crate) fn ways(&self, state: &State, zone: u8) -> ZoneSet {
        let always = self.always[zone];
        if self.gated.has(zone) { always | self.open_gates(state, zone) } else { always }
    }

    #[inline(never)]
    fn open_gates(&self, state: &State, zone: u8) -> ZoneSet {
        let open = (0..).zip(&self.gates).filter(|&(gate, _)| state.open.has(gate));
        open.filter_map(|(_, gate)| gate.beyond(zone)).collect()
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
        state.foes(who) & state.standing & state.in_zones(self.reached(state.zone[who], reach))
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
        let there = side & state.standing & state.in_zones(effect.at);
        match effect.does {
            Does::Heal(_) => there.filter(|&one| state.hits[one] < state.max_hits[one]).collect(),
            Does::Move(to) => there - state.at[to],
            Does::Hold => there - state.held,
            Does::Daze => there - state.dazed,
            Does::Hits(_) | Does::Dice(_) => there,
            Does::Cover(_) | Does::Open(_) | Does::Shut(_) | Does::Wake | Does::Quell => Band::NONE,
        }
    }

    /// Would it change anything at all?
    pub(crate) fn is_of_use(&self, state: &State, who: Who, effect: &Effect) -> bool {
        match effect.does {
            Does::Cover(cover) => effect.at.any(|zone| state.cover[zone] < cover),
            Does::Open(gate) => !state.open.has(gate),
            Does::Shut(gate) => state.open.has(gate),
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

/// What each reach can be aimed at from each zone.
pub(crate) fn reaches(zones: &Zones) -> Vec<By<u8, ZoneSet, { Weapon::REACHES }>> {
    let all = zones.numbers();
    all.map(|from| {
        // TWELVES-Z1: apart is counted in zones along the ways as they are drawn; nothing is measured.
        let apart = |steps: u8| -> ZoneSet {
            all.filter(|&to| zones.distance(from, to) == steps && zones.sees(from, to)).collect()
        };
        let by_steps = [apart(0), apart(1), apart(2), apart(3)];
        By::new(std::array::from_fn(|reach| {
            let steps = (0..4).filter(|steps| reach >> steps & 1 == 1);
            steps.fold(ZoneSet::NONE, |set, steps| set | by_steps[steps])
        }))
    })
    .collect()
}

/// A way that can be opened and shut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gate {
    pub id: String,
    pub name: String,
    pub between: [u8; 2],
    pub open: bool,
}

impl Gate {
    /// The zone on the other side, seen from one of its two.
    pub(crate) fn beyond(&self, zone: u8) -> Option<u8> {
        match self.between {
            [a, b] if a == zone => Some(b),
            [a, b] if b == zone => Some(a),
            _ => None,
        }
    }
}

/// What entering a zone costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub name: String,
    /// Who passes a check of this is spared.
    pub spared_by: Option<Attribute>,
    pub does: Does,
    /// There from the start.
    pub active: bool,
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
    Open(u8),
    Shut(u8),
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
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapon {
    pub id: String,
    pub name: String,
    pub dice: u8,
    /// How many zones apart it can be used, bit by number.
    pub reach: u8,
    pub two_handed: bool,
    pub about: String,
}

impl Weapon {
    // TWELVES-Z2, TWELVES-R10: hand to hand in the same zone only, thrown one zone, ranged one to three.
    pub const HAND: u8 = 0b0001;
    pub const THROWN: u8 = 0b0010;
    pub const RANGED: u8 = 0b1110;
    /// How many different reaches there are.
    pub(crate) const REACHES: usize = 16;
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
