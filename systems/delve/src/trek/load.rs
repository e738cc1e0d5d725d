//! From an adventure's file, the library and perhaps a party's file to a checked adventure.

use fracas_adventure::{
    Attitude, Battlefield, Clock, Load, Place, Roster, Setting, Snares, Supplies, Wandering, Wounds,
};
use fracas_content::{Names, Reader};
use fracas_kernel::Play;

use super::data::{Band, CacheLore, DAY, HOUR, Hero, Lore, MINUTES, SUPPLIES, Ware, WayLore};
use crate::data::{Delve, Ill, Kind, risen};
use crate::ground::Ground;
use crate::load::{LEVELS, Loader, roll};
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
        let crew = Roster::read(top, party, known, |table, sheet| hero(&mut loader, table, sheet));
        let heroes = crew.members;
        if !heroes.is_empty() && heroes.iter().all(|hero| hero.hp <= 0) {
            top.problem_at("party", "nobody is conscious", "somebody must have more than 0 hit points");
        }
        let loader = &loader;
        let (mut place, mut parts) = Place::read(top, &loader.sheet_names)?;
        place.caches.iter_mut().for_each(|cache| cache.name = cache.name.to_lowercase());
        place.check_names(&parts);
        place.check_sizes(&parts, top, MAX_ZONES, MAX - heroes.len());
        Wounds::check(&place, top);
        let mut ground = loader.ground(&mut parts.zones, &parts.zone_names);
        ground.dark = (0..place.spots.len() as u8).filter(|&zone| place.is_dark(zone)).collect();
        let snares = Snares::read(&mut parts, &loader.hazard_names);
        let safe = (0_u8..)
            .zip(&mut parts.zones)
            .filter_map(|(zone, table)| table.flag("safe", false).then_some(zone));
        let safe = safe.collect();
        let caches: Vec<CacheLore> = parts.caches.iter_mut().map(cache).collect();
        let (cache_names, zone_names) = (parts.cache_names.clone(), parts.zone_names.clone());
        let ways: Vec<WayLore> = parts.ways.iter_mut().map(|table| way(table, &cache_names)).collect();
        let mut bands: Vec<Band> =
            parts.encounters.iter_mut().map(|table| band(loader, table, &zone_names)).collect();
        bands.push(Band { sound: Some(String::new()), ..Band::default() });
        parts.finish();
        if heroes.is_empty() || place.spots.len() > MAX_ZONES {
            return None;
        }
        let mut fields = Vec::new();
        for centre in 0..place.spots.len() as u8 {
            fields.push(place.battlefield(centre, MAX_ZONES, |_| true)?);
        }
        let parts = fields.iter().map(|field| fight(loader, (&title, &ground, &ways), field));
        let (fights, things) = parts.unzip();
        let fallen = crew.fallen.iter().map(|&sheet| loader.sheets[sheet].id.clone());
        Some(Lore {
            fallen: fallen.collect(),
            setting: Setting {
                title,
                place,
                clock: Clock { unit: MINUTES, hour: 0, limit: days * DAY + hour * HOUR },
                heroes: heroes.len(),
            },
            fights,
            fields,
            things,
            uses: ground.things.iter().map(|thing| thing.uses).collect(),
            heroes,
            supplies: crew.supplies,
            safe,
            snares,
            ways,
            caches,
            bands,
            wandering,
            first_turn: hour * HOUR,
        })
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

fn way(table: &mut Reader<'_>, caches: &Names) -> WayLore {
    WayLore {
        iron: table.flag("iron", false),
        key: table.optional_reference("key", caches).map(|index| index as u8),
    }
}

fn cache(table: &mut Reader<'_>) -> CacheLore {
    CacheLore {
        about: table.optional_string("about").unwrap_or_default(),
        supplies: Supplies::read(table, &SUPPLIES),
    }
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

/// The rules of a fight on one of the fields, and the numbers that its things have in the place.
fn fight(loader: &Loader, lore: (&str, &Ground, &[WayLore]), field: &Battlefield) -> (Delve, Vec<u8>) {
    let (title, ground, ways) = lore;
    let (mut part, things) = ground.part(&field.zones);
    let iron = |way: &u8| ways.get(usize::from(*way)).is_some_and(|way| way.iron);
    let doors = (0_u8..).zip(&field.ways).filter(|(_, way)| iron(way));
    part.iron = doors.map(|(door, _)| door).collect();
    (loader.delve(title.to_owned(), field.field.clone(), part, Vec::new(), [false; 2]), things)
}
