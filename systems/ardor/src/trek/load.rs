//! From an adventure's file, and perhaps a party's, to a trek. Every problem is reported with its place.

use fracas_adventure::{
    Battlefield, Clock, Foe, Goal, Load, Opening, Parts, Party, Place, Roster, Setting, State, Wounds,
};
use fracas_content::{Names, Reader};
use fracas_kernel::Null;

use super::Lore;
use super::data::{
    Band, Boon, Comfort, Comforts, Hazard, Hoard, KITS, Matter, Passage, Pursuit, RATIONS, SUPPLIES, Terrain,
};
use super::party::segments;
use super::state::{MAX_PURSUITS, Own, Press};
use crate::data::{Ardor, Attribute, Careful, Fumble};
use crate::features::Fittings;
use crate::load::{Ground, Loader, Peril, SCORES, Stage, careful, fumble, perils, plot_at_lair, threats};
use crate::state::{EachDoor, MAX, MAX_ZONES};

/// Zones this near each other, in minutes, are on one battlefield.
const NEAR: u16 = 15;

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], mut party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let library = &Loader::read(shelves);
        let top = shelves.last_mut()?;
        let title = Opening::title(top);
        let usual = top.integer("challenge", SCORES);
        let discovery = top.flag("discovery", true);
        let careful = careful(top);
        let days: u32 = top.optional_integer("days", 1..=60).unwrap_or(30);
        let rest_days = top.optional_integer("rest_days", 2..=14).unwrap_or(3);
        let hour: u8 = top.optional_integer("hour", 0..=23).unwrap_or(8);
        let reward = top.optional_integer("reward", 0..=20).unwrap_or(3);
        let (mut place, mut parts) = Place::read(top, &library.sheet_names, &SUPPLIES)?;
        place.check(&parts, top, MAX_ZONES, MAX - Party::MAX);
        Wounds::check(&place, top);
        let mut ground = Ground::plain(usual);
        for (zone, table) in (0_u8..).zip(&mut parts.zones) {
            ground.read(zone % MAX_ZONES as u8, table);
        }
        let fittings = library.fittings(&mut parts.zones, &parts.zone_names);
        let terrain: Vec<Terrain> = parts.zones.iter_mut().map(terrain).collect();
        let passages: Vec<Passage> = parts.ways.iter_mut().map(|table| passage(table, usual)).collect();
        let hoards = parts.caches.iter_mut().map(|table| hoard(table, library)).collect();
        let bands = parts.encounters.iter_mut().map(|table| band(table, library)).collect();
        let perils = perils(top, &parts.zone_names);
        let matter = matter(top, &parts);
        let mut own = Own { fresh: party.is_some(), pursuits: segments(top, library), ..Own::default() };
        if let Some(party) = &mut party {
            own.pursuits = segments(party, library);
        }
        let roster =
            Roster::crew::<Lore, _>(top, party, &library.sheet_names, &mut own, |own, who, table, sheet| {
                own.read(who, table, sheet, library)
            });
        parts.finish();
        if library.pursuits.len() > MAX_PURSUITS {
            let count = library.pursuits.len();
            top.problem_at("pursuit", format!("{count} pursuits"), format!("give at most {MAX_PURSUITS}"));
            return None;
        }
        if roster.heroes.is_empty() || place.spots.len() > MAX_ZONES {
            return None;
        }
        let near = |way: u8| passages.get(usize::from(way)).is_some_and(is_near);
        // What is far off is not in sight either: who comes to a zone has those in view that are near.
        place.areas = place.areas(near);
        let common = Common {
            title: &title,
            passages: &passages,
            ground,
            fittings: &fittings,
            perils: &perils,
            careful,
            discovery,
        };
        let mut fields = place.battlefields(MAX_ZONES, near)?;
        let fights = fields.iter_mut().map(|field| fight(library, top, field, &common));
        let mut fights = fights.collect::<Option<Vec<Ardor>>>()?;
        check_foes(&place, &parts, library, &fields);
        let start = u32::from(hour) * 60;
        let clock = Clock { unit: 1, hour, limit: days * Clock::DAY - start };
        own.stock(fittings.features.iter().map(|feature| feature.uses));
        // Nobody has slept since the midnight before.
        own.slept = -(start as i32);
        own.matter = if matter.is_some() { Press::Presses } else { Press::Nothing };
        let mut opening = State::new(&place, roster.heroes.len(), roster.supplies, own);
        for (pursuit, filled) in library.pursuits.iter().zip(opening.own.pursuits) {
            if filled >= pursuit.segments {
                opening.supplies.add(KITS, pursuit.gives.kits.into());
                opening.supplies.add(RATIONS, pursuit.gives.rations.into());
            }
        }
        let setting = Setting { title, place, clock, heroes: roster.heroes, fields };
        setting.add_plots(&mut parts, &mut fights, plot_at_lair);
        let mut lore = Lore {
            setting,
            terrain,
            passages,
            hoards,
            bands,
            fights,
            challenges: ground.challenge,
            matter,
            pursuits: library.pursuits.clone(),
            careful,
            discovery,
            reward,
            rest_days,
            start: opening.clone(),
        };
        lore.look_around(&mut opening, &mut Null);
        lore.start = opening;
        Some(lore)
    }
}

fn terrain(table: &mut Reader<'_>) -> Terrain {
    Terrain {
        indoors: table.flag("indoors", false),
        risk: table.optional_integer("risk", 0..=6).unwrap_or(0),
        comforts: comforts(table).unwrap_or_default(),
        slip: slip(table),
    }
}

/// The words under `comforts`, if there are any.
pub(crate) fn comforts(table: &mut Reader<'_>) -> Option<Comforts> {
    if !table.has("comforts") {
        return None;
    }
    Some(table.some_of("comforts", &Comfort::ALL).into_iter().collect())
}

fn slip(table: &mut Reader<'_>) -> Option<Fumble> {
    let mut table = table.table("slip")?;
    let slip = fumble(&mut table);
    if slip.spoils {
        table.problem_at("spoils", "failing does that already", "leave `spoils` out");
    }
    table.finish();
    Some(slip)
}

fn passage(table: &mut Reader<'_>, usual: i16) -> Passage {
    Passage {
        minutes: table.optional_integer("minutes", 1..=1440).unwrap_or(10),
        challenge: table.optional_integer("challenge", SCORES).unwrap_or(usual),
        hazard: table.table("hazard").map(|mut table| {
            let hazard = Hazard {
                name: table.string("name"),
                challenge: table.optional_integer("challenge", SCORES).unwrap_or(usual),
                by: table.optional_one_of("by", &Attribute::ALL).unwrap_or(Attribute::Grace),
                slip: slip(&mut table),
            };
            table.finish();
            hazard
        }),
    }
}

fn hoard(table: &mut Reader<'_>, library: &Loader) -> Hoard {
    Hoard { xp: table.optional_integer("xp", 0..=50).unwrap_or(0), fills: fills(table, library) }
}

fn fills(table: &mut Reader<'_>, library: &Loader) -> Option<u8> {
    table.optional_reference("fills", &library.pursuit_names).map(|index| index as u8)
}

fn band(table: &mut Reader<'_>, library: &Loader) -> Band {
    Band {
        challenge: table.optional_integer("challenge", SCORES),
        plain: table.flag("plain", false),
        xp: table.optional_integer("xp", 0..=20).unwrap_or(1),
        fills: fills(table, library),
        bluffs: table.optional_reference("bluffs", &library.sheet_names).map(|index| index as u8),
    }
}

pub(crate) fn pursuit(table: &mut Reader<'_>, names: &mut Names) -> Pursuit {
    let id = table.name("id", names);
    let gives = table.need_table("gives").map_or(Boon::default(), |mut table| {
        let mut number = |key| table.optional_integer(key, 0..=20).unwrap_or(0);
        let boon = Boon {
            kits: number("kits"),
            rations: number("rations"),
            xp: number("xp"),
            stealth: number("stealth").into(),
        };
        if boon == Boon::default() {
            table.problem("it is good for nothing", "give one of `kits`, `rations`, `xp` and `stealth`");
        }
        table.finish();
        boon
    });
    Pursuit {
        id,
        name: table.string("name"),
        about: table.optional_string("about").unwrap_or_default(),
        segments: table.integer("segments", 1..=12),
        gives,
    }
}

/// What presses, and what has to be done about it.
fn matter(top: &mut Reader<'_>, parts: &Parts<'_>) -> Option<Matter> {
    let mut table = top.table("pressing")?;
    let matter = Matter {
        goal: Goal::read(&mut table, &parts.cache_names, &parts.encounter_names, &parts.zone_names),
        name: table.string("name"),
        segments: table.integer("segments", 1..=24),
        hours: table.integer("hours", 1..=48),
        comes: table.string("comes"),
        ends: table.flag("ends", false),
        harder: table.optional_integer("harder", 0..=9).unwrap_or(0),
    };
    if !matter.ends && matter.harder == 0 {
        table.problem("nothing comes of it", "write `ends = true`, or by how much it makes all `harder`");
    }
    table.finish();
    Some(matter)
}

/// Is a way short and easy enough to be part of a battlefield?
fn is_near(passage: &Passage) -> bool {
    passage.hazard.is_none() && passage.minutes <= NEAR
}

/// Those who are met are creatures, somebody, and together on one field.
fn check_foes(place: &Place, parts: &Parts<'_>, library: &Loader, fields: &[Battlefield]) {
    for (encounter, table) in place.encounters.iter().zip(&parts.encounters) {
        if encounter.foes.is_empty() {
            table.problem_at("foes", "nobody is met", "name those who are: foes = [{ creature = \"imp\" }]");
        }
        let rolls = |foe: &Foe| library.sheets.get(foe.creature).is_some_and(|sheet| sheet.rolls);
        if !encounter.friends.iter().all(rolls) {
            table.problem_at("friends", "only heroes stand with the party", "name heroes here");
        }
        if encounter.foes.iter().any(rolls) {
            table.problem_at("foes", "a hero is on the other side of the rules", "name creatures here");
        }
        let field = encounter.lair.and_then(|lair| fields.get(usize::from(lair)));
        let mut spots = encounter.foes.iter().filter_map(|foe| foe.at);
        if field.is_some_and(|field| spots.any(|zone| field.local(zone).is_none())) {
            let advice = format!("put them where ways of at most {NEAR} minutes lead, three steps away");
            table.problem_at("foes", "they are too far from the rest of their encounter", advice);
        }
    }
}

/// What all fights of an adventure have in common.
struct Common<'a> {
    title: &'a str,
    passages: &'a [Passage],
    ground: Ground,
    fittings: &'a Fittings,
    perils: &'a [Peril],
    careful: Option<Careful>,
    discovery: bool,
}

/// The rules of a fight on a field, with the ground, the locks and the features that it has of the place.
fn fight(library: &Loader, top: &Reader<'_>, field: &mut Battlefield, common: &Common<'_>) -> Option<Ardor> {
    let (mut ground, mut locks) = (Ground::plain(0), EachDoor::all(0));
    for (local, &zone) in (0_u8..).zip(&field.zones) {
        ground.challenge[local] = common.ground.challenge[zone];
        ground.footing[local] = common.ground.footing[zone];
        ground.cover[local] = common.ground.cover[zone];
        ground.high.put(local, common.ground.high.has(zone));
    }
    for (door, &way) in (0_u8..).zip(&field.ways) {
        locks[door] = common.passages[usize::from(way)].challenge;
    }
    let (fittings, things) = common.fittings.part(&field.zones);
    field.things = things;
    let numbers: Vec<usize> = field.zones.iter().map(|&zone| usize::from(zone)).collect();
    let stage = Stage {
        title: common.title.to_owned(),
        field: field.field.clone(),
        locks,
        ground,
        fittings,
        fumbles: common.perils.iter().map(|peril| peril.fumble.clone()).collect(),
        threats: threats(common.perils, &numbers),
        careful: common.careful,
        discovery: common.discovery,
        unaware: false,
        placed: Vec::new(),
    };
    library.set(top, stage)
}
