//! What stands about in the zones: features, which are used as abilities are, by whoever is beside them; and what befalls
//! those who are pushed into a zone.
//!
//! A feature is an ability that belongs to a zone. It has a number from [`FEATURE`] on where abilities of a sheet have their
//! place, so that everything else that deals with abilities deals with features too.

use fracas_content::{Names, Reader};
use fracas_dice::{Dice, Throw, Why};
use fracas_kernel::{Log, Who, Zones};

use crate::action::{Action, OFF};
use crate::data::{Ability, Ardor, Condition, Effect, Sheet};
use crate::event::Event;
use crate::load::{Loader, affliction, check_ability, roll};
use crate::resolution::Resolution;
use crate::state::{Band, State};

/// Features have the numbers of abilities from here on.
pub const FEATURE: u8 = 0x80;
/// How many features a field, or a place, can have.
pub(crate) const MAX_FEATURES: usize = 24;

/// Something in a zone that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    pub zone: u8,
    /// How often, or [`Feature::ENDLESS`].
    pub uses: u8,
    /// What it does. It costs no Ardor.
    pub ability: Ability,
}

impl Feature {
    pub const ENDLESS: u8 = u8::MAX;
}

/// What befalls those who are pushed into a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fall {
    /// "the quarry edge"
    pub what: String,
    pub effect: Effect,
}

/// What an event can bring to a zone: it takes those who are there when a round is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hazard {
    pub id: String,
    pub name: String,
    pub effect: Effect,
}

impl Hazard {
    pub(crate) fn read(table: &mut Reader<'_>, names: &mut Names) -> Hazard {
        let (id, name) = (table.name("id", names), table.string("name"));
        let effect =
            Effect { damage: roll(table, "damage"), condition: affliction(table), ..Effect::default() };
        if effect.is_nothing() {
            table.problem("this hazard does nothing", "give `damage`, a `condition`, or both");
        }
        Hazard { id, name, effect }
    }
}

/// The features of a field and the falls of its zones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fittings {
    pub(crate) features: Vec<Feature>,
    pub(crate) falls: Vec<Option<Fall>>,
}

impl Fittings {
    /// Those of a field whose zones are these of a place, and the numbers that its features have in the place. What throws
    /// people beyond the field cannot be used on it.
    pub(crate) fn part(&self, zones: &[u8]) -> (Fittings, Vec<u8>) {
        let local = |zone: u8| zones.iter().position(|&other| other == zone).map(|index| index as u8);
        let moved = |effect: Effect| match effect.push_to {
            None => Some(effect),
            Some(to) => Some(Effect { push_to: Some(local(to)?), ..effect }),
        };
        let mut part = Fittings::default();
        let mut numbers = Vec::new();
        for (number, feature) in (0_u8..).zip(&self.features) {
            let ability = &feature.ability;
            if let (Some(zone), Some(full), Some(glancing)) =
                (local(feature.zone), moved(ability.full), moved(ability.glancing))
            {
                let ability = Ability { full, glancing, ..ability.clone() };
                part.features.push(Feature { zone, uses: feature.uses, ability });
                numbers.push(number);
            }
        }
        part.falls = zones.iter().map(|&zone| self.falls.get(usize::from(zone)).cloned().flatten()).collect();
        (part, numbers)
    }
}

impl Loader {
    /// What stands about in zones, from their tables.
    pub(crate) fn fittings(&self, zones: &mut [Reader<'_>], names: &Names) -> Fittings {
        let mut fittings = Fittings::default();
        let mut own = Names::new("feature");
        for (number, table) in (0_u8..=u8::MAX).zip(zones) {
            for mut feature in table.tables("feature") {
                fittings.features.push(self.feature(&mut feature, number, names, &mut own));
                feature.finish();
            }
            if let Some(count) = Some(fittings.features.len()).filter(|&count| count > MAX_FEATURES) {
                table.problem_at(
                    "feature",
                    format!("{count} of them"),
                    format!("give at most {MAX_FEATURES}"),
                );
                fittings.features.truncate(MAX_FEATURES);
            }
            fittings.falls.push(table.table("fall").map(|mut table| {
                let fall = Fall { what: table.string("what"), effect: Effect::read(&mut table, None) };
                if fall.effect.push {
                    table.problem_at("push", "nobody falls on into another zone", "leave `push` out");
                }
                if fall.effect.heal.is_some() {
                    table.problem_at("heal", "nobody is pushed into being well", "leave `heal` out");
                }
                table.finish();
                fall
            }));
        }
        fittings
    }

    fn feature(&self, table: &mut Reader<'_>, zone: u8, zones: &Names, own: &mut Names) -> Feature {
        let id = table.name("id", own);
        if self.ability_names.find(&id).is_some() {
            table.problem_at("id", "an ability has this id", "take another: choices name both by it");
        }
        let ability = self.power(table, id, Some(zones));
        check_ability(table, &ability);
        let uses = table.optional_integer("uses", 1..=99);
        if uses.is_none() && ability.full.heal.is_some() {
            table.problem_at("uses", "it would heal for ever", "say how often: `uses = 2`");
        }
        Feature { zone, uses: uses.unwrap_or(Feature::ENDLESS), ability }
    }
}

impl Ardor {
    /// The feature with the number of an ability, if that is one.
    pub(crate) fn feature(&self, which: u8) -> Option<&Feature> {
        self.features.get(usize::from(which.checked_sub(FEATURE)?))
    }

    fn features(&self) -> impl Iterator<Item = (u8, &Feature)> {
        (FEATURE..).zip(&self.features)
    }

    /// What `who` could use in a zone: abilities of the sheet, and features that are there and not used up.
    pub(crate) fn powers(&self, state: &State, who: Who, zone: u8) -> impl Iterator<Item = u8> {
        let sheet = self.sheet(state, who);
        let handy = self.features().filter(move |(_, feature)| feature.zone == zone && !sheet.beast);
        let left = handy.map(|(which, _)| which).filter(|&which| self.uses_left(state, which) > 0);
        (0..sheet.abilities.len() as u8).chain(left)
    }

    /// What somebody could think of using, sensible or not.
    pub(crate) fn thinkable_powers(&self, state: &State, who: Who) -> impl Iterator<Item = u8> {
        let known = self.thinkable(state, who);
        let features = self.features().filter(move |(_, feature)| known.has(feature.zone));
        (0..self.sheet(state, who).abilities.len() as u8).chain(features.map(|(which, _)| which))
    }

    /// How often a feature can still be used.
    pub(crate) fn uses_left(&self, state: &State, which: u8) -> u8 {
        if self.feature(which).is_some() { state.uses[which - FEATURE] } else { 0 }
    }

    /// Attribute or base score, and modifier, of an ability by its number.
    pub(crate) fn power_bonus(&self, sheet: &Sheet, which: u8) -> i16 {
        match self.feature(which) {
            Some(Feature { ability, .. }) => {
                sheet.base + ability.modifier + sheet.attributes[ability.by as usize]
            }
            None => sheet.ability_bonus.get(usize::from(which)).copied().unwrap_or(0),
        }
    }

    /// What befalls those who are pushed into a zone.
    pub(crate) fn fall(&self, zone: u8) -> Option<&Fall> {
        self.falls.get(usize::from(zone))?.as_ref()
    }

    /// Where an ability pushes its targets if it does so fully, and is aimed so.
    pub(crate) fn pushes_to(&self, state: &State, who: Who, action: Action) -> Option<u8> {
        let Action::Ability { which, to, .. } = action else { return None };
        let ability = self.ability(state, who, which)?;
        let of = |effect: Effect| effect.push_to.or(effect.push.then_some(to)).filter(|&to| to != OFF);
        of(ability.full).or_else(|| of(ability.glancing))
    }

    /// Those whom anybody means to push into a zone.
    pub(crate) fn pushed_to(&self, state: &State, zone: u8) -> Band {
        let mut pushed = Band::NONE;
        for who in state.committed & state.standing {
            let second = state.doubled.has(who).then_some(state.second[who]);
            for action in [state.intent[who]].into_iter().chain(second) {
                if let Action::Ability { which, on, .. } = action
                    && self.pushes_to(state, who, action) == Some(zone)
                {
                    let area = self.ability(state, who, which).is_some_and(|ability| ability.area);
                    pushed |= if area { state.at[on] } else { Band::one(Who(on)) };
                }
            }
        }
        pushed
    }
}

impl Ability {
    /// Does its user say where to push the target?
    pub(crate) fn is_aimed_push(&self) -> bool {
        self.full.push || self.glancing.push
    }
}

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    /// Is a feature still at hand when it comes to using it? One use is gone when all that happens now has happened.
    pub(crate) fn take_hold(&mut self, who: Who, which: u8) -> bool {
        // ARDOR-D5
        let Some(feature) = self.rules.feature(which) else { return true };
        let here = self.state.zone[who] == feature.zone && self.rules.uses_left(self.state, which) > 0;
        match here {
            true if feature.uses != Feature::ENDLESS => {
                let spent = &mut self.spent[which - FEATURE];
                *spent = spent.saturating_add(1);
                self.has_coming = true;
            }
            true => {}
            false => self.log.tell(Event::Moot { who, which }),
        }
        here
    }

    /// Somebody is pushed, when all that happens at the same time has happened.
    pub(crate) fn push(&mut self, who: Who, to: u8) {
        // Of two pushes at once, the same one counts whoever is listed first.
        self.pushes[who] = if self.pushed.has(who) { self.pushes[who].min(to) } else { to };
        self.pushed.insert(who);
        self.has_coming = true;
    }

    /// What has come to zones takes those who are there when the round is over.
    #[inline(never)]
    pub(crate) fn weather(&mut self) {
        // ARDOR-G4
        let rules = self.rules;
        for zone in rules.plot.risen(&self.state.course) {
            let hazard = rules.plot.hazard_at(&self.state.course, zone);
            let Some(hazard) = hazard.and_then(|number| rules.hazards.get(usize::from(number))) else {
                continue;
            };
            for who in (self.state.at[zone] & self.state.standing) - self.leaving {
                if let Some(roll) = hazard.effect.damage {
                    self.mishap(who, who, roll);
                }
                if let Some((condition, rounds)) = hazard.effect.condition {
                    self.afflict(who, condition, rounds);
                }
            }
        }
        self.settle_conditions();
    }

    /// Pushes happen, and what was used is used up.
    pub(crate) fn settle_features(&mut self) {
        for (uses, spent) in self.state.uses.iter_mut().zip(self.spent.iter_mut()) {
            *uses = uses.saturating_sub(std::mem::take(spent));
        }
        for who in std::mem::take(&mut self.pushed) & self.state.present() {
            self.land(who, self.pushes[who]);
        }
    }

    fn land(&mut self, who: Who, to: u8) {
        let from = self.state.zone[who];
        if self.leaving.has(who) || from == to || !self.rules.is_zone(to) {
            return;
        }
        // ARDOR-D6: whoever is rooted stays, and nobody is pushed through what is shut.
        let apart = self.rules.zones(self.state).distance(from, to) == Zones::APART;
        if self.state.is(who, Condition::Rooted) || apart {
            self.log.tell(Event::Stuck { who });
            return;
        }
        self.state.put(who, to);
        // ARDOR-D7
        let fall = self.rules.fall(to).map_or(Effect::default(), |fall| fall.effect);
        let damage: Option<Throw> = match fall.damage.filter(|_| self.concerns(who)) {
            Some(roll) if FOCUS => {
                self.put_aside(who, who, roll);
                None
            }
            // Whoever falls rolls, and wants little of it.
            roll => roll.map(|roll| self.dice.roll(Why::new("damage", who.0).wanted_low(), roll)),
        };
        self.log.tell(Event::Pushed { who, to, damage });
        if let Some(throw) = damage {
            self.wound(who, throw);
        }
        if let Some((condition, rounds)) = fall.condition {
            self.afflict(who, condition, rounds);
        }
    }
}
