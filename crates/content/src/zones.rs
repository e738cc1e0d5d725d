//! The zones of a battlefield or a place, as every system writes them.

use fracas_kernel::{Door, Doorway, Field, Picture, Zone, Zones};

use crate::{Names, Reader};

/// Pairs of zones, by number.
pub type Pairs = Vec<(usize, usize)>;

/// How many characters of what is said about a zone fit on its card.
const CARD: usize = 60;

/// What every `[[zone]]` has: `id`, `name`, `at`, `exit`, `picture`.
pub fn zone(table: &mut Reader<'_>, names: &mut Names) -> Zone {
    let [x, y] = table.array("at", -50..=50);
    let advice = "say it in the zone's `about`, or write something that has an effect";
    let labels = table.dropped("tags", "a label does nothing", advice).and_then(|field| field.list());
    Zone {
        id: table.name("id", names),
        name: table.string("name"),
        tags: labels.iter().flatten().filter_map(|label| label.string()).collect(),
        at: (x, y),
        exit: table.flag("exit", false),
        picture: table
            .optional_one_of("picture", &Picture::ALL.map(|one| (one.name(), one)))
            .unwrap_or_default(),
    }
}

/// The same in a fight, with a few words `about` it that are shown on its card. (On an adventure such words are told when
/// somebody comes there.)
pub fn fight_zone(table: &mut Reader<'_>, names: &mut Names) -> Zone {
    let mut zone = zone(table, names);
    if let Some(about) = table.optional_string("about").filter(|about| !about.is_empty()) {
        if about.chars().count() > CARD {
            let advice = format_args!("write at most {CARD} characters");
            table.problem_at("about", "this does not fit on the zone's card", advice);
        }
        zone.tags.push(about);
    }
    zone
}

/// Warns of zones in one place: on a map one would lie on top of the other.
pub fn zones_apart(tables: &mut [Reader<'_>]) {
    let mut taken: Vec<(Option<[i32; 2]>, String)> = Vec::new();
    for table in tables {
        let at = table.optional_array("at", -50..=50);
        if let Some((_, other)) = taken.iter().find(|(place, _)| at.is_some() && *place == at) {
            let message = format_args!("here is {other:?} already");
            table.warn_at("at", message, "give each zone a place of its own");
        }
        taken.push((at, table.optional_string("id").unwrap_or_default()));
    }
}

/// Which zones are adjacent (`near`), and which cannot see each other (`unseen`).
pub fn zone_links(tables: &mut [Reader<'_>], names: &Names) -> (Pairs, Pairs) {
    zones_apart(tables);
    let (mut links, mut blind) = (Vec::new(), Vec::new());
    for (index, table) in tables.iter_mut().enumerate() {
        for (key, pairs) in [("near", &mut links), ("unseen", &mut blind)] {
            let others = table.references(key, names);
            if others.contains(&index) {
                table.problem_at(key, "a zone is not beside itself", "name other zones here");
            }
            pairs.extend(others.into_iter().filter(|&other| other != index).map(|other| (index, other)));
        }
    }
    (links, blind)
}

/// The map of these zones, if there are not more than `max`.
pub fn zone_map(
    top: &Reader<'_>,
    zones: Vec<Zone>,
    (links, blind): (&Pairs, &Pairs),
    max: usize,
) -> Option<Zones> {
    if zones.len() > max {
        let count = zones.len();
        top.problem_at(
            "zone",
            format_args!("{count} zones"),
            format_args!("a battlefield has at most {max}"),
        );
        return None;
    }
    Zones::new(zones, links, blind).ok()
}

/// All `[[zone]]` tables of a battlefield that have nothing but what every zone has, with their names.
pub fn zones(top: &mut Reader<'_>, max: usize) -> Option<(Zones, Names)> {
    let mut names = Names::new("zone");
    let mut tables = top.need_tables("zone");
    let zones = tables.iter_mut().map(|table| fight_zone(table, &mut names)).collect();
    let (links, blind) = zone_links(&mut tables, &names);
    tables.iter().for_each(Reader::finish);
    Some((zone_map(top, zones, (&links, &blind), max)?, names))
}

/// How a file says that a door is.
pub const DOORS: [(&str, Door); 5] = [
    ("open", Door::Open),
    ("shut", Door::Shut),
    ("barred", Door::Barred),
    ("locked", Door::Locked),
    ("broken", Door::Broken),
];

/// The `[[door]]` tables of a battlefield: `id`, `name`, `between` two zones that no `near` joins, and how it is at first.
pub fn doors(top: &mut Reader<'_>, zones: &Names, links: &Pairs) -> Vec<Doorway> {
    let mut names = Names::new("door");
    let mut doors = Vec::new();
    let mut tables = top.tables("door");
    for table in &mut tables {
        let (id, name) = (table.name("id", &mut names), table.string("name"));
        let door = table.optional_one_of("state", &DOORS).unwrap_or(Door::Shut);
        match table.references("between", zones)[..] {
            [a, b] if links.contains(&(a, b)) || links.contains(&(b, a)) => {
                table.problem_at("between", "these are joined without a door", "leave them out of `near`");
            }
            [a, b] if a != b => {
                doors.push(Doorway { id, name, between: [a as u8, b as u8], door });
            }
            _ => table.problem_at("between", "a door is between two zones", "name two zones that differ"),
        }
        table.finish();
    }
    if let Some(table) = tables.get(Field::MAX_DOORS) {
        let most = Field::MAX_DOORS;
        table.problem("one door too many", format_args!("a battlefield has at most {most}"));
        doors.truncate(most);
    }
    doors
}

/// The battlefield of these zones and doors, if there are not more than `max` zones.
pub fn field(
    top: &Reader<'_>,
    zones: Vec<Zone>,
    (links, unseen): (&Pairs, &Pairs),
    doors: Vec<Doorway>,
    max: usize,
) -> Option<Field> {
    if doors.is_empty() {
        return zone_map(top, zones, (links, unseen), max).map(Field::from);
    }
    // For what it says of too many.
    zone_map(top, zones.clone(), (links, unseen), max)?;
    Field::new(zones, links, unseen, doors).ok()
}
