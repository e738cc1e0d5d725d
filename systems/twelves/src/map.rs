//! The battlefield as a scenario describes it: zones with their cover, hazards and features, and ways that can be shut.
//! It knows no combatant.

use fracas_content::{Field, Names, Reader, zone, zone_links, zone_map};
use fracas_kernel::{By, ZoneSet, Zones};

use crate::data::{Attribute, Does, Effect, Feature, Gate, Hazard, Takes};
use crate::load::id;
use crate::state::{MAX_FEATURES, MAX_ZONES, Things};

pub(crate) struct Map {
    pub(crate) zones: Zones,
    pub(crate) names: Names,
    pub(crate) always: By<u8, ZoneSet, MAX_ZONES>,
    pub(crate) gates: Vec<Gate>,
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
        let (mut zones, mut cover) = (Vec::new(), Vec::new());
        for table in &mut tables {
            // TWELVES-Z3: a name for people, and nobody may leave it out.
            let read = zone(table, &mut names);
            if read.name.trim().is_empty() && table.has("name") {
                table.problem_at(
                    "name",
                    "the name is empty",
                    "write what the zone looks like in a few words",
                );
            }
            zones.push(read);
            cover.push(table.optional_integer("cover", 1..=6).unwrap_or(0));
        }
        let (mut links, blind) = zone_links(&mut tables, &names);
        let mut gate_names = Names::new("gate");
        let gates = gates(top, &names, &mut gate_names);
        let always = always(&links);
        links.extend(gates.iter().map(|gate| (gate.between[0].into(), gate.between[1].into())));
        let zones = zone_map(top, zones, (&links, &blind), MAX_ZONES)?;
        let mut map = Map { zones, names, always, gates, hazards: Vec::new(), features: Vec::new(), cover };
        map.furnish(&mut tables, &gate_names);
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

    /// Zones that are always joined, with names for them, and nothing in them yet.
    pub(crate) fn bare(zones: Zones, names: Names) -> Map {
        let links: Vec<(usize, usize)> = zones.links().map(|(a, b)| (a.into(), b.into())).collect();
        let (always, cover) = (always(&links), vec![0; zones.len()]);
        Map { zones, names, always, gates: Vec::new(), hazards: Vec::new(), features: Vec::new(), cover }
    }

    /// Reads the hazards and features of the zones.
    pub(crate) fn furnish(&mut self, zones: &mut [Reader<'_>], gates: &Names) {
        self.hazards = zones.iter_mut().map(|table| self.hazard(table)).collect();
        let mut names = Names::new("feature");
        for (zone, table) in (0_u8..).zip(zones) {
            for mut feature in table.tables("feature") {
                let read = self.feature(&mut feature, zone, &mut names, gates);
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

    pub(crate) fn gated(&self) -> ZoneSet {
        self.gates.iter().flat_map(|gate| gate.between).collect()
    }

    fn hazard(&self, zone: &mut Reader<'_>) -> Option<Hazard> {
        let mut table = zone.table("hazard")?;
        let name = table.string("name");
        let spared_by = table.optional_one_of("spared_by", &Attribute::ALL);
        let does = one_of_these(&mut table, &["hits", "dice", "hold", "daze"]);
        let does = does.and_then(|key| self.does(&mut table, key, &Names::new("gate")));
        let active = !table.flag("dormant", false);
        table.finish();
        Some(Hazard { name, spared_by, does: does.unwrap_or(Does::Hits(1)), active })
    }

    fn feature(&self, table: &mut Reader<'_>, zone: u8, names: &mut Names, gates: &Names) -> Feature {
        let id = id(table, names);
        let mut effects = Vec::new();
        for mut effect in table.need_tables("does") {
            effects.extend(self.effect(&mut effect, zone, gates));
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
                "leave it out, or add { move = \"…\", to = \"user\" }",
            );
        }
        feature
    }

    fn effect(&self, table: &mut Reader<'_>, zone: u8, gates: &Names) -> Option<Effect> {
        let keys =
            ["hits", "dice", "heal", "move", "hold", "daze", "cover", "opens", "shuts", "wakes", "quells"];
        let key = one_of_these(table, &keys)?;
        // What concerns a zone or a gate names it; what concerns people says who, and where they are.
        match key {
            "opens" | "shuts" => {
                let does = self.does(table, key, gates)?;
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
        let does = self.does(table, key, gates)?;
        let at = self.places(table, zone);
        let takes = match does {
            Does::Cover(_) => Takes::User,
            _ => table.one_of("to", &TAKES),
        };
        Some(Effect { does, takes, at })
    }

    /// The zones in which an effect is felt: one, or a list; its own if it names none.
    fn places(&self, table: &mut Reader<'_>, zone: u8) -> ZoneSet {
        let Some(field) = table.field("at") else { return ZoneSet::one(zone) };
        let named: Vec<Field<'_>> =
            if field.is_list() { field.list().unwrap_or_default() } else { vec![field] };
        named.iter().filter_map(|name| name.reference(&self.names)).map(|zone| zone as u8).collect()
    }

    fn does(&self, table: &mut Reader<'_>, key: &str, gates: &Names) -> Option<Does> {
        Some(match key {
            "hits" => Does::Hits(table.integer(key, 1..=20)),
            "dice" => Does::Dice(table.integer(key, 1..=20)),
            "heal" => Does::Heal(table.integer(key, 1..=20)),
            "cover" => Does::Cover(table.integer(key, 1..=6)),
            "move" => Does::Move(table.reference(key, &self.names)? as u8),
            "opens" => Does::Open(table.reference(key, gates)? as u8),
            "shuts" => Does::Shut(table.reference(key, gates)? as u8),
            _ => {
                if !table.flag(key, true) {
                    table.problem_at(key, "it does nothing", "write `true`, or leave the effect out");
                }
                if key == "hold" { Does::Hold } else { Does::Daze }
            }
        })
    }

    /// A fight must not come to nothing because neither side can reach the other: all zones hang together, and what can
    /// be shut between two parts of the map can be opened again from both sides, as often as one likes.
    fn can_be_crossed(&self, top: &Reader<'_>) {
        let joined = spread(0, |zone| self.zones.beside(zone));
        if let Some(lost) = (self.zones.numbers() - joined).first() {
            let name = &self.zones.zone(lost).id;
            top.problem_at(
                "zone",
                format_args!("no way leads to \"{name}\""),
                "join it to another with `near`, or by a [[gate]]",
            );
        }
        for (index, gate) in self.gates.iter().enumerate() {
            let [a, b] = gate.between;
            let opens = |zone: u8| {
                let here = self
                    .features
                    .iter()
                    .filter(|feature| feature.zone == zone && feature.uses == Feature::ENDLESS);
                here.flat_map(|feature| &feature.effects).any(|effect| effect.does == Does::Open(index as u8))
            };
            let shuts = |effect: &Effect| effect.does == Does::Shut(index as u8);
            let may_be_shut =
                !gate.open || self.features.iter().flat_map(|feature| &feature.effects).any(shuts);
            let another_way = spread(a, |zone| self.always[zone]).has(b);
            if may_be_shut && !another_way && !(opens(a) && opens(b)) {
                let advice = "give both of its zones a feature that opens it and has no `uses`, or join them by another way";
                top.problem_at(
                    "gate",
                    format_args!("\"{}\" could cut the map in two for good", gate.id),
                    advice,
                );
            }
        }
    }
}

fn gates(top: &mut Reader<'_>, zones: &Names, names: &mut Names) -> Vec<Gate> {
    let mut gates = Vec::new();
    for mut table in top.tables("gate") {
        let id = id(&mut table, names);
        let name = table.string("name");
        let open = table.flag("open", true);
        let between = match table.references("between", zones)[..] {
            [a, b] if a != b => [a as u8, b as u8],
            _ => {
                table.problem_at("between", "a gate is between two zones", "name two zones");
                [0, 0]
            }
        };
        table.finish();
        gates.push(Gate { id, name, between, open });
    }
    if gates.len() > MAX_FEATURES {
        let count = gates.len();
        top.problem_at(
            "gate",
            format_args!("{count} gates"),
            format_args!("a battlefield has at most {MAX_FEATURES}"),
        );
        gates.truncate(MAX_FEATURES);
    }
    // The stand-in of a gate that was wrong must not join a zone to itself.
    gates.retain(|gate| gate.between[0] != gate.between[1]);
    gates
}

fn always(links: &[(usize, usize)]) -> By<u8, ZoneSet, MAX_ZONES> {
    let mut always = By::all(ZoneSet::NONE);
    for &(a, b) in links {
        always[a as u8].insert(b as u8);
        always[b as u8].insert(a as u8);
    }
    always
}

/// All zones that can be reached from one.
fn spread(from: u8, ways: impl Fn(u8) -> ZoneSet) -> ZoneSet {
    let (mut reached, mut edge) = (ZoneSet::NONE, ZoneSet::one(from));
    while !edge.is_empty() {
        reached |= edge;
        edge = edge.fold(ZoneSet::NONE, |set, zone| set | ways(zone)) - reached;
    }
    reached
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
