//! From an adventure's file, the library and perhaps a party's file to a checked adventure.

use std::cell::RefCell;

use fracas_adventure::{
    Attitude, Battlefield, Clock, Load, Numbers, Place, Role, Roster, Setting, Snares, Wandering, Wounds,
};
use fracas_content::{Names, Plots, Reader};
use fracas_kernel::Play;

use super::data::{Band, DAY, HOUR, Hero, MINUTES, SUPPLIES, Ware};
use super::state::Own;
use super::treasure::Findings;
use super::{Lore, State};
use crate::classes::LEVELS;
use crate::data::{Delve, Ill, Kind, Placed, risen};
use crate::ground::Ground;
use crate::load::{Loader, roll};
use crate::state::{MAX, MAX_ZONES};

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.library(shelves);
        let top = shelves.last_mut()?;
        top.string("system");
        top.string("kind");
        let title = top.string("title");
        top.optional_string("about");
        loader.check_sizes(top);
        let days = top.optional_integer("days", 1..=60_u32).unwrap_or(7);
        let hour = top.optional_integer("hour", 0..=23_u32).unwrap_or(8);
        let wandering = Wandering::read(top);
        let names = loader.sheet_names.clone();
        let known = (Delve::SYSTEM, &names, &SUPPLIES[..]);
        let (findings, reading) = (RefCell::new(Findings::new(&loader)), RefCell::new(&mut loader));
        let member = |table: &mut Reader<'a>, sheet| {
            findings.borrow_mut().hero(&reading.borrow(), table);
            hero(&mut reading.borrow_mut(), table, sheet)
        };
        let more = |table: &mut Reader<'a>| findings.borrow_mut().supplies(&reading.borrow(), table);
        let crew = Roster::read_with(top, party, known, member, more);
        let (mut findings, heroes) = (findings.into_inner(), crew.members);
        if !heroes.is_empty() && heroes.iter().all(|hero| hero.hp <= 0) {
            top.problem_at("party", "nobody is conscious", "somebody must have more than 0 hit points");
        }
        let (mut place, mut parts) = Place::read(top, &loader.sheet_names, &SUPPLIES)?;
        place.caches.iter_mut().for_each(|cache| cache.name = cache.name.to_lowercase());
        place.check_names(&parts);
        place.check_sizes(&parts, top, MAX_ZONES, MAX - heroes.len());
        Wounds::check(&place, top);
        let mut ground = loader.ground(&mut parts.zones, &parts.zone_names);
        ground.dark = (0..place.spots.len() as u8).filter(|&zone| place.is_dark(zone)).collect();
        place.snares = Snares::read(&mut parts, &loader.hazard_names);
        let (safe, iron) = (flagged(&mut parts.zones, "safe"), flagged(&mut parts.ways, "iron"));
        let zones = parts.zone_names.clone();
        let mut bands: Vec<Band> =
            parts.encounters.iter_mut().map(|table| band(&loader, table, &zones)).collect();
        bands.push(Band { sound: Some(String::new()), ..Band::default() });
        findings.place(&loader, &mut parts);
        parts.finish();
        let sheets = loader.sheets.len();
        let (treasure, pack) = findings.settle(&mut loader, &heroes, top)?;
        let loader = &loader;
        if heroes.is_empty() || place.spots.len() > MAX_ZONES {
            return None;
        }
        let mut fields = place.battlefields(MAX_ZONES, |_| true)?;
        let mut fights: Vec<Delve> =
            fields.iter_mut().map(|field| fight(loader, (&title, &ground, iron), field)).collect();
        for (encounter, plots) in std::mem::take(&mut parts.plots) {
            let met = &place.encounters[usize::from(encounter)];
            let lair = usize::from(met.lair.unwrap_or(place.start));
            let cast = fields[lair].cast(met, heroes.iter().map(|hero| usize::from(hero.sheet)));
            let fought = with_plot(loader, fights[lair].clone(), plots, &cast);
            fights.push(fought);
        }
        let fallen = crew.fallen.iter().map(|&sheet| loader.sheets[sheet].id.clone());
        let mut lore = Lore {
            start: State::new(&place, heroes.len(), crew.supplies, Own { pack, ..Own::default() }),
            fallen: fallen.collect(),
            setting: Setting {
                title,
                place,
                clock: Clock { unit: MINUTES, hour: 0, limit: days * DAY + hour * HOUR },
                heroes: heroes.len(),
            },
            fights,
            fields,
            uses: ground.things.iter().map(|thing| thing.uses).collect(),
            heroes,
            safe,
            treasure,
            sheets,
            iron,
            bands,
            wandering,
            first_turn: hour * HOUR,
        };
        lore.start = lore.set_out();
        Some(lore)
    }
}

fn hero(loader: &mut Loader, table: &mut Reader<'_>, index: usize) -> Option<Hero> {
    let sheet = loader.sheets.get(index)?.clone();
    let Kind::Character { level, .. } = sheet.kind else {
        table.problem_at("hero", format!("{} is a monster", sheet.name), "name a hero");
        return None;
    };
    let level = table.optional_integer("level", 1..=LEVELS as u8).unwrap_or(level);
    loader.set_level(index, level);
    let before = loader.sheets.get(index)?.hp;
    let hp = table.optional_integer("hp", -i16::from(level) + 1..=before).unwrap_or(before);
    let slots = table.optional_array("slots", 0..=9);
    let (level, xp) = risen(level, table.optional_integer("xp", 0..=60_000).unwrap_or(0), LEVELS as u8);
    loader.set_level(index, level);
    let sheet = loader.sheets.get(index)?;
    let ill = |table: &mut Reader<'_>, key: &str, kind: Ill| {
        let index = table.optional_reference(key, &loader.hazard_names)?;
        let fits =
            loader.hazards.get(index).is_some_and(|hazard| hazard.kind == kind && hazard.lasting.is_some());
        if !fits {
            table.problem_at(
                key,
                format!("that is no lasting {key}"),
                format!("name a hazard that is a {key} and lasts"),
            );
        }
        Some(index as u8 + 1)
    };
    Some(Hero {
        sheet: index as u8,
        hp: hp + sheet.hp - before,
        slots: slots.unwrap_or(sheet.slots),
        level,
        xp,
        poison: ill(table, "poison", Ill::Poison).unwrap_or(0),
        disease: ill(table, "disease", Ill::Disease).unwrap_or(0),
    })
}

/// Which of these have a flag.
fn flagged(tables: &mut [Reader<'_>], key: &str) -> Numbers {
    let each = (0_u8..).zip(tables);
    each.filter_map(|(index, table)| table.flag(key, false).then_some(index)).collect()
}

fn band(loader: &Loader, table: &mut Reader<'_>, zones: &Names) -> Band {
    let heals = if table.has("heals") { roll(table, "heals") } else { None };
    let mut band = Band {
        mood: table.optional_one_of("mood", &Attitude::ALL),
        because: table.optional_string("because").unwrap_or_default(),
        price: table.optional_integer("price", 1..=9_999),
        gold: table.optional_integer("gold", 0..=20_000).unwrap_or(0),
        heals,
        guides: table.references("guides", zones).into_iter().map(|zone| zone as u8).collect(),
        disease: table.optional_reference("disease", &loader.hazard_names).map(|index| index as u8),
        sound: table.optional_string("sound"),
        ..Band::default()
    };
    // DELVE-R16
    if band.mood == Some(Attitude::Hostile) && band.because.trim().is_empty() {
        let advice = "write why in `because`, or leave `mood` out and let the dice decide";
        table.problem_at("mood", "they are hostile without a roll, and nobody says why", advice);
    }
    if let Some(mut sells) = table.table("sells") {
        band.sells = Ware::ALL.map(|ware| sells.optional_integer(ware.id(), 1..=9_999));
        sells.finish();
    }
    if let Some(disease) = band.disease
        && loader.hazards.get(usize::from(disease)).is_some_and(|hazard| hazard.kind != Ill::Disease)
    {
        table.problem_at("disease", "that is no disease", "name a hazard whose `kind` is \"disease\"");
    }
    band
}

/// The same fight with goals and events; those in it are named by how they would stand.
fn with_plot(loader: &Loader, mut fight: Delve, plots: Plots<'_>, cast: &[Role]) -> Delve {
    let placed = |role: &Role| {
        let hp = loader.sheets.get(role.sheet).map_or(1, |sheet| sheet.hp);
        Placed { sheet: role.sheet as u8, side: role.side, zone: role.zone, hp }
    };
    fight.placed = cast.iter().map(placed).collect();
    let comes: Vec<Option<u8>> = cast.iter().map(|role| role.comes).collect();
    loader.plot(&mut fight, plots, &comes);
    fight
}

/// The rules of a fight on one of the fields, with its things.
fn fight(loader: &Loader, lore: (&str, &Ground, Numbers), field: &mut Battlefield) -> Delve {
    let (title, ground, iron) = lore;
    let (mut part, things) = ground.part(&field.zones);
    field.things = things;
    let doors = (0_u8..).zip(&field.ways).filter(|(_, way)| iron.has(**way));
    part.iron = doors.map(|(door, _)| door).collect();
    loader.delve(title.to_owned(), field.field.clone(), part, Vec::new(), [false; 2])
}
