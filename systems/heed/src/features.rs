//! What is in the zones, and what it does: cover and height, what trips or harms whoever comes, and what can be used.

use fracas_content::{Names, Reader};
use fracas_dice::Dice;
use fracas_kernel::{By, Log, Tag, TagKind, Who, ZoneSet};

use crate::apply::Turn;
use crate::choices::Target;
use crate::data::{Condition, Heed, Power, Sources};
use crate::event::Event;
use crate::load::power;
use crate::state::{MAX_ZONES, State, Things};

/// Something in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    pub id: String,
    pub name: String,
    /// What it looks like, in the words of its file.
    pub about: String,
    pub zone: u8,
    pub does: Fixture,
}

/// What a feature does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixture {
    /// Attacks from other zones on those who are here have disadvantage.
    Cover,
    /// Shots and throws from here at those who are elsewhere, and lower, have advantage.
    Height,
    /// Whoever comes here dodges, or falls prone.
    Trips,
    /// Whoever comes here dodges, or is wounded.
    Harms,
    /// It can be used so often.
    Use { power: Power, uses: u8 },
}

impl Feature {
    pub const ENDLESS: u8 = u8::MAX;

    /// How often it can be used.
    pub fn uses(&self) -> u8 {
        match self.does {
            Fixture::Use { uses, .. } => uses,
            _ => 0,
        }
    }

    pub fn power(&self) -> Option<&Power> {
        match &self.does {
            Fixture::Use { power, .. } => Some(power),
            _ => None,
        }
    }

    /// What it does, in words.
    pub fn words(&self) -> String {
        let does = match &self.does {
            Fixture::Cover => "Cover: attacks from other zones on those who are here have disadvantage. A good place to hide.".to_owned(),
            Fixture::Height => "High: shots and throws from here at those below have advantage.".to_owned(),
            Fixture::Trips => "Whoever comes here in a combat rolls Gear(dodge) or falls prone.".to_owned(),
            Fixture::Harms => "Whoever comes here in a combat rolls Gear(dodge) or is wounded.".to_owned(),
            Fixture::Use { power, uses } => {
                let often = match *uses {
                    Feature::ENDLESS => String::new(),
                    1 => " Once.".to_owned(),
                    uses => format!(" {uses} times."),
                };
                format!("Can be used, as an action. {}{often}", power.words(0))
            }
        };
        format!("{} {does}", self.about).trim_start().to_owned()
    }

    /// On a map: its name, how often it can still be used, and what it does.
    pub fn tag(&self, left: u8) -> Tag {
        let name = self.name.to_lowercase();
        let text = match (self.does, left) {
            (Fixture::Cover, _) => format!("{name} (cover)"),
            (Fixture::Height, _) => format!("{name} (height)"),
            (Fixture::Trips | Fixture::Harms, _) => format!("{name} (look out)"),
            (Fixture::Use { .. }, 0) => format!("{name} (used up)"),
            (Fixture::Use { .. }, Feature::ENDLESS) => format!("{name} (can be used)"),
            (Fixture::Use { .. }, left) => format!("{name} (can be used, {left} left)"),
        };
        let kind = if matches!(self.does, Fixture::Trips | Fixture::Harms) {
            TagKind::Hazard
        } else {
            TagKind::Feature
        };
        Tag::new(kind, text).meaning(self.words())
    }

    /// The features of a zone's table: one or two of them.
    pub(crate) fn read_all(table: &mut Reader<'_>, number: u8, names: &mut Names) -> Vec<Feature> {
        let tables = table.tables("feature");
        // HEED-S1, HEED-R21: an area with one or two features, each of which does something.
        if !(1..=2).contains(&tables.len()) {
            let advice = "add `feature = [{ id = \"…\", name = \"…\", is = \"cover\" }]`, or two of them";
            table.demand_at("feature", "a zone has one or two interesting features", advice);
        }
        let read = |mut table: Reader<'_>| {
            let read = Feature::read(&mut table, number, names);
            table.finish();
            read
        };
        tables.into_iter().filter_map(read).collect()
    }

    fn read(table: &mut Reader<'_>, zone: u8, names: &mut Names) -> Option<Feature> {
        let kinds = [
            ("cover", Some(Fixture::Cover)),
            ("height", Some(Fixture::Height)),
            ("trips", Some(Fixture::Trips)),
            ("harms", Some(Fixture::Harms)),
            ("use", None),
        ];
        let (id, name) = (table.name("id", names), table.string("name"));
        let about = table.optional_string("about").unwrap_or_default();
        let does = match table.one_of("is", &kinds) {
            Some(does) => does,
            None => Fixture::Use {
                uses: table.optional_integer("uses", 1..=20).unwrap_or(Feature::ENDLESS),
                power: power(table)?,
            },
        };
        if let Fixture::Use { power, .. } = does
            && (power.is_attack() || power.is_kept())
        {
            table.problem(
                "nobody aims it or keeps it in mind",
                "write `dodge = true`, or for how many `rounds`",
            );
        }
        Some(Feature { id, name, about, zone, does })
    }
}

/// What follows from the features of a battlefield for its zones.
pub(crate) struct Ground {
    pub offered: By<u8, Things, MAX_ZONES>,
    pub cover: ZoneSet,
    pub high: ZoneSet,
    pub trips: ZoneSet,
    pub harms: ZoneSet,
}

impl Ground {
    pub fn of(features: &[Feature]) -> Ground {
        let with =
            |does: Fixture| features.iter().filter(|one| one.does == does).map(|one| one.zone).collect();
        let mut offered = By::all(Things::NONE);
        for (number, feature) in (0_u8..).zip(features).filter(|(_, feature)| feature.uses() > 0) {
            offered[feature.zone].insert(number);
        }
        Ground {
            offered,
            cover: with(Fixture::Cover),
            high: with(Fixture::Height),
            trips: with(Fixture::Trips),
            harms: with(Fixture::Harms),
        }
    }
}

impl Heed {
    pub(crate) fn feature_name(&self, feature: u8) -> String {
        self.features.get(feature as usize).map_or_else(String::new, |feature| feature.name.to_lowercase())
    }

    pub(crate) fn features_of(&self, zone: u8) -> impl Iterator<Item = (u8, &Feature)> {
        (0_u8..).zip(&self.features).filter(move |(_, feature)| feature.zone == zone)
    }

    /// What can be used here, and on what; stops, and is true, where `visit` is.
    pub(crate) fn usable(
        &self,
        state: &State,
        who: Who,
        visit: &mut impl FnMut(u8, &Power, Target) -> bool,
    ) -> bool {
        let left = self.offered[state.zone_of(who)].filter(|&feature| state.uses[feature] > 0);
        left.filter_map(|feature| Some((feature, self.features.get(feature as usize)?.power()?))).any(
            |(feature, power)| {
                self.power_targets(state, who, power, &mut |target| visit(feature, power, target))
            },
        )
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Somebody uses what is in the zone.
    pub(crate) fn work_feature(&mut self, who: Who, feature: u8, target: Target) {
        let rules = self.rules;
        let Some(power) = rules.features.get(feature as usize).and_then(Feature::power) else { return };
        self.take_other_action(who);
        // HEED-R21
        let uses = &mut self.state.uses[feature];
        if *uses != Feature::ENDLESS {
            *uses = uses.saturating_sub(1);
        }
        self.log.tell(Event::Worked { who, feature, target });
        self.work(who, power, target);
        self.finish();
    }

    /// Something strikes at somebody: a check, or a wound.
    pub(crate) fn dodge_or_bleed(&mut self, who: Who) {
        if !self.state.standing.has(who) {
            return;
        }
        let (number, dodged) = self.gear_check(who, false, Sources::NONE);
        if !dodged {
            self.hurt(who, number, false);
        }
    }

    /// What comes of treading where one should look out.
    #[inline]
    pub(crate) fn tread(&mut self, who: Who, zone: u8) {
        if (self.rules.trips | self.rules.harmful(self.state)).has(zone) && self.state.standing.has(who) {
            self.stumble(who, zone);
        }
    }

    #[inline(never)]
    fn stumble(&mut self, who: Who, zone: u8) {
        self.log.tell(Event::Treads { who, zone });
        let (number, dodged) = self.gear_check(who, false, Sources::NONE);
        if dodged {
            return;
        }
        if self.rules.harmful(self.state).has(zone) {
            self.hurt(who, number, false);
            if !self.state.standing.has(who) {
                return self.conclude();
            }
        }
        if self.rules.trips.has(zone) {
            self.afflict(who, Condition::Prone, Condition::LASTING);
        }
    }
}
