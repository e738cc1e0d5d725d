//! The battlefield as a scenario describes it: zones with their cover, hazards and features, and the doors between them.
//! It knows no combatant.

use fracas_content::{Names, Reader, doors, field, fight_zone, zone_links};
use fracas_kernel::{By, Door, Field, ZoneSet, Zones};

use crate::data::{Attribute, Does, Effect, Feature, Hazard, Takes};
use crate::load::id;
use crate::state::{MAX_FEATURES, MAX_ZONES, Things};

pub(crate) struct Map {
    pub(crate) field: Field,
    pub(crate) names: Names,
    /// By how much a check at each door is lowered.
    pub(crate) hard: By<u8, u8, { Field::MAX_DOORS }>,
    pub(crate) high: ZoneSet,
    pub(crate) hazards: Vec<Option<Hazard>>,
    pub(crate) features: Vec<Feature>,
    pub(crate) cover: Vec<u8>,
}

const TAKES: [(&str, Takes); 7] = [
    ("user", Takes::User),
    ("foe", Takes::Foe),
    ("friend", Takes::Friend),
    ("foes", Takes::Foes),
    ("friends", Takes::Friends),
    ("others", Takes::Others),
    ("everyone", Takes::Everyone),
];

impl Map {
    pub(crate) fn read(top: &mut Reader<'_>) -> Option<Map> {
        let mut names = Names::new("zone");
        let mut tables = top.need_tables("zone");
        let (mut zones, mut cover, mut high) = (Vec::new(), Vec::new(), ZoneSet::NONE);
        for (number, table) in (0_u8..).zip(&mut tables) {
            // TWELVES-Z3: a name for people, and nobody may leave it out.
            let read = fight_zone(table, &mut names);
            if read.name.trim().is_empty() && table.has("name") {
                table.problem_at(
                    "name",
                    "the name is empty",
                    "write what the zone looks like in a few words",
                );
            }
            zones.push(read);
            cover.push(table.optional_integer("cover", 1..=6).unwrap_or(0));
            high.put(number, table.flag("high", false));
        }
        let (links, unseen) = zone_links(&mut tables, &names);
        let doorways = doors(top, &names, &links);
        let door_names = Names::of("door", doorways.iter().map(|way| way.id.clone()));
        let field = field(top, zones, (&links, &unseen), doorways, MAX_ZONES)?;
        let mut map = Map { cover, high, ..Map::bare(field, names) };
        map.furnish(&mut tables, &door_names);
        tables.iter().for_each(Reader::finish);
        if map.features.len() > MAX_FEATURES {
            let count = map.features.len();
            top.problem_at(
                "zone",
                format_args!("{count} features"),
                format_args!("a battlefield has at most {MAX_FEATURES}"),
            );
            return None;
        }
        map.can_be_crossed(top);
        Some(map)
    }

    /// A field with names for its zones, and nothing in them yet.
    pub(crate) fn bare(field: Field, names: Names) -> Map {
        let cover = vec![0; field.zones().len()];
        let (hazards, features) = (Vec::new(), Vec::new());
        Map { field, names, hard: By::all(0), high: ZoneSet::NONE, hazards, features, cover }
    }

    /// Reads the hazards and features of the zones.
    pub(crate) fn furnish(&mut self, zones: &mut [Reader<'_>], doors: &Names) {
        self.hazards = zones.iter_mut().map(|table| self.hazard(table)).collect();
        let mut names = Names::new("feature");
        for (zone, table) in (0_u8..).zip(zones) {
            for mut feature in table.tables("feature") {
                let read = self.feature(&mut feature, zone, &mut names, doors);
                feature.finish();
                self.features.push(read);
            }
        }
    }

    /// The features of each zone.
    pub(crate) fn offered(&self) -> By<u8, Things, MAX_ZONES> {
        let mut offered = By::all(Things::NONE);
        for (index, feature) in (0..).zip(&self.features) {
            offered[feature.zone].insert(index);
        }
        offered
    }

    fn hazard(&self, zone: &mut Reader<'_>) -> Option<Hazard> {
        let mut table = zone.table("hazard")?;
        let mut hazard = Map::harm(&mut table);
        hazard.active = !table.flag("dormant", false);
        table.finish();
        Some(hazard)
    }

    /// What a hazard or a trap is called, who is spared, and what it does.
    pub(crate) fn harm(table: &mut Reader<'_>) -> Hazard {
        let name = table.string("name");
        let spared_by = table.optional_one_of("spared_by", &Attribute::ALL);
        // TWELVES-D5
        let keys = ["hits", "dice", "hold", "daze"].into_iter().filter(|key| table.has(key));
        let keys: Vec<&str> = keys.collect();
        let none = (&Names::new("zone"), &Names::new("door"));
        let does: Vec<Does> = keys.iter().filter_map(|key| does(table, key, none)).collect();
        if keys.is_empty() {
            table.problem("this hazard does nothing", "give some of `hits`, `dice`, `hold`, `daze`");
        }
        Hazard { name, spared_by, does, active: true }
    }

    fn feature(&self, table: &mut Reader<'_>, zone: u8, names: &mut Names, doors: &Names) -> Feature {
        let id = id(table, names);
        let mut effects = Vec::new();
        for mut effect in table.need_tables("does") {
            effects.extend(self.effect(&mut effect, zone, doors));
            effect.finish();
        }
        if effects.len() > 4 {
            table.problem_at("does", "too many effects", "give it at most 4");
        }
        let chosen =
            effects.iter().filter(|effect: &&Effect| matches!(effect.takes, Takes::Foe | Takes::Friend));
        if chosen.clone().any(|a| chosen.clone().any(|b| a.takes != b.takes)) {
            table.problem_at(
                "does",
                "its user chooses a foe and a friend at once",
                "use either \"foe\" or \"friend\"",
            );
        }
        let uses = table.optional_integer("uses", 1..=99);
        if uses.is_none() && effects.iter().any(|effect| matches!(effect.does, Does::Heal(_))) {
            table.problem_at("uses", "it would heal for ever", "say how often: `uses = 2`");
        }
        let feature = Feature {
            id,
            name: table.string("name"),
            zone,
            check: table.one_of("check", &Attribute::ALL),
            hard: table.optional_integer("hard", 1..=10).unwrap_or(0),
            uses: uses.unwrap_or(Feature::ENDLESS),
            safe: table.flag("safe", false),
            effects,
            about: table.optional_string("about").unwrap_or_default(),
        };
        if feature.safe && !feature.moves_user() {
            table.problem_at(
                "safe",
                "its user goes nowhere",
                "leave it out, or add { move = \"…\", takes = \"user\" }",
            );
        }
        feature
    }

    fn effect(&self, table: &mut Reader<'_>, zone: u8, doors: &Names) -> Option<Effect> {
        let keys = [
            "hits", "dice", "heal", "move", "hold", "daze", "cover", "opens", "shuts", "bars", "wakes",
            "quells",
        ];
        let key = one_of_these(table, &keys)?;
        // What concerns a zone or a door names it; what concerns people says who, and where they are.
        match key {
            "opens" | "shuts" | "bars" => {
                let does = does(table, key, (&self.names, doors))?;
                return Some(Effect { does, takes: Takes::User, at: ZoneSet::NONE });
            }
            "wakes" | "quells" => {
                let at = table.reference(key, &self.names)?;
                if self.hazards.get(at).is_none_or(Option::is_none) {
                    table.problem_at(
                        key,
                        "this zone has no hazard",
                        "give it a [zone.hazard], `dormant = true` if it sleeps at first",
                    );
                }
                let does = if key == "wakes" { Does::Wake } else { Does::Quell };
                return Some(Effect { does, takes: Takes::User, at: ZoneSet::one(at as u8) });
            }
            _ => {}
        }
        let does = does(table, key, (&self.names, doors))?;
        table.renamed("to", "takes");
        let at = self.places(table, zone);
        let takes = match does {
            Does::Cover(_) => Takes::User,
            _ => table.one_of("takes", &TAKES),
        };
        Some(Effect { does, takes, at })
    }

    /// The zones in which an effect is felt: one, or a list; its own if it names none.
    fn places(&self, table: &mut Reader<'_>, zone: u8) -> ZoneSet {
        let Some(field) = table.field("at") else { return ZoneSet::one(zone) };
        let named: Vec<fracas_content::Field<'_>> =
            if field.is_list() { field.list().unwrap_or_default() } else { vec![field] };
        named.iter().filter_map(|name| name.reference(&self.names)).map(|zone| zone as u8).collect()
    }

    /// A fight must not come to nothing because neither side can reach the other: all zones hang together. Every door can
    /// be forced.
    fn can_be_crossed(&self, top: &Reader<'_>) {
        let zones = self.field.zones();
        if let Some(lost) = zones.numbers().find(|&zone| zones.distance(0, zone) == Zones::APART) {
            let name = &zones.zone(lost).id;
            top.problem_at(
                "zone",
                format_args!("no way leads to \"{name}\""),
                "join it to another with `near`, or by a [[door]]",
            );
        }
    }
}

/// What one key says; zones and doors are named.
fn does(table: &mut Reader<'_>, key: &str, (zones, doors): (&Names, &Names)) -> Option<Does> {
    Some(match key {
        "hits" => Does::Hits(table.integer(key, 1..=20)),
        "dice" => Does::Dice(table.integer(key, 1..=20)),
        "heal" => Does::Heal(table.integer(key, 1..=20)),
        "cover" => Does::Cover(table.integer(key, 1..=6)),
        "move" => Does::Move(table.reference(key, zones)? as u8),
        "opens" => Does::Door(table.reference(key, doors)? as u8, Door::Open),
        "shuts" => Does::Door(table.reference(key, doors)? as u8, Door::Shut),
        "bars" => Does::Door(table.reference(key, doors)? as u8, Door::Barred),
        _ => {
            if !table.flag(key, true) {
                table.problem_at(key, "it does nothing", "write `true`, or leave the effect out");
            }
            if key == "hold" { Does::Hold } else { Does::Daze }
        }
    })
}

/// The one key of these that a table has.
fn one_of_these<'k>(table: &mut Reader<'_>, keys: &[&'k str]) -> Option<&'k str> {
    let named: Vec<&str> = keys.iter().copied().filter(|key| table.has(key)).collect();
    if let [key] = named[..] {
        return Some(key);
    }
    // All of them are known, and only their number is wrong.
    keys.iter().for_each(|key| drop(table.field(key)));
    let all: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    table.problem("this must do one thing", format_args!("give one of {}", all.join(", ")));
    None
}
