//! From an adventure's file, the library and perhaps a party's file to a checked adventure.

use fracas_adventure::{
    Attitude, Battlefield, Clock, Findings, Load, Numbers, Opening, Place, Roster, Setting, Snares, Supplies,
    Wandering, Wounds,
};
use fracas_content::{Names, Reader};
use fracas_kernel::Who;

use super::data::{Band, DAY, HOUR, MINUTES, SUPPLIES, Ware};
use super::state::{Own, light_up};
use super::treasure::kits;
use super::{Lore, State};
use crate::classes::LEVELS;
use crate::data::{Delve, Ill, Kind, risen};
use crate::ground::Ground;
use crate::load::{Loader, roll};
use crate::state::{MAX, MAX_ZONES};

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.library(shelves);
        let top = shelves.last_mut()?;
        let title = Opening::title(top);
        loader.check_sizes(top);
        let days = top.optional_integer("days", 1..=60_u32).unwrap_or(7);
        let hour = top.optional_integer("hour", 0..=23_u32).unwrap_or(8);
        let wandering = Wandering::read(top);
        let names = loader.sheet_names.clone();
        let mut with = (Own::default(), loader.findings());
        let member = |(own, found): &mut (Own, Findings), who, table: &mut Reader<'a>, sheet| {
            found.hero(who, table);
            own.read(who, table, sheet, &mut loader).is_some()
        };
        let crew =
            Roster::crew_with::<Lore, _>(top, party, &names, &mut with, member, |(_, found), table| {
                found.supplies(table)
            });
        let (mut own, found) = with;
        let count = crew.heroes.len();
        if count > 0 && own.hp.iter().take(count).all(|&hp| hp <= 0) {
            top.problem_at("party", "nobody is conscious", "somebody must have more than 0 hit points");
        }
        let (mut place, mut parts) = Place::read(top, &loader.sheet_names, &SUPPLIES)?;
        place.caches.iter_mut().for_each(|cache| cache.name = cache.name.to_lowercase());
        place.check(&parts, top, MAX_ZONES, MAX - count);
        Wounds::check(&place, top);
        let mut ground = loader.ground(&mut parts.zones, &parts.zone_names);
        ground.dark = (0..place.spots.len() as u8).filter(|&zone| place.is_dark(zone)).collect();
        place.snares = Snares::read(&mut parts, &loader.hazard_names);
        let (safe, iron) = (flagged(&mut parts.zones, "safe"), flagged(&mut parts.ways, "iron"));
        let thief = crew.heroes.iter().any(|&sheet| loader.sheets[usize::from(sheet)].picks > 0);
        place.check_sturdy(&parts, |way| iron.has(way) && !thief);
        let zones = parts.zone_names.clone();
        let mut bands: Vec<Band> =
            parts.encounters.iter_mut().map(|table| band(&loader, table, &zones)).collect();
        bands.push(Band { sound: Some(String::new()), ..Band::default() });
        let (treasure, pack) = found.place(&mut parts, top)?;
        parts.finish();
        let kits = kits(&mut loader, &treasure, &crew.heroes, top)?;
        place.treasure = treasure;
        let clock = Clock { unit: MINUTES, hour: 0, limit: days * DAY + hour * HOUR };
        let mut setting =
            Setting::in_zones(Opening { title, clock }, place, crew.heroes, MAX_ZONES, |_| true)?;
        let make =
            |title: &str, _: &Place, field: &mut Battlefield| fight(&loader, (title, &ground, iron), field);
        let fights =
            setting.fights(&mut parts, make, |fight, plots, cast| loader.plot_at_lair(fight, plots, cast));
        let fallen = crew.fallen.iter().map(|&sheet| loader.sheets[sheet].id.clone());
        own.stock(ground.things.iter().map(|thing| thing.uses));
        Some(Lore {
            start: State { pack, ..own.set_out(&setting.place, count, crew.supplies, hour * HOUR) },
            fallen: fallen.collect(),
            setting,
            fights,
            safe,
            kits,
            iron,
            bands,
            wandering,
            first_turn: hour * HOUR,
        })
    }
}

impl Own {
    /// A hero as its table has it. None for somebody who is no hero.
    fn read(&mut self, who: Who, table: &mut Reader<'_>, index: usize, loader: &mut Loader) -> Option<()> {
        let sheet = loader.sheets.get(index)?;
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
        (self.hp[who], self.xp[who]) = (hp + sheet.hp - before, xp);
        self.slots[who] = slots.unwrap_or(sheet.slots);
        self.poison[who] = ill(loader, table, "poison", Ill::Poison);
        self.disease[who] = ill(loader, table, "disease", Ill::Disease);
        Some(())
    }

    /// The party at the start, in the first turn.
    fn set_out(self, place: &Place, heroes: usize, supplies: Supplies, turn: u32) -> State {
        let mut state = State::new(place, heroes, supplies, self);
        state.clock = turn;
        for who in state.party.alive {
            state.set_down(who, state.own.hp[who] <= 0);
        }
        if let Some(first) = state.able().first() {
            state.party.follow(first);
        }
        if place.is_dark(state.here.at) {
            light_up(&mut state);
        }
        state
    }
}

/// What somebody suffers from: a hazard's number from 1, or 0.
fn ill(loader: &Loader, table: &mut Reader<'_>, key: &str, kind: Ill) -> u8 {
    let Some(index) = table.optional_reference(key, &loader.hazard_names) else { return 0 };
    if !loader.hazards.get(index).is_some_and(|hazard| hazard.kind == kind && hazard.lasting.is_some()) {
        let advice = format!("name a hazard that is a {key} and lasts");
        table.problem_at(key, format!("that is no lasting {key}"), advice);
    }
    index as u8 + 1
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

/// The rules of a fight on one of the fields, with its things.
fn fight(loader: &Loader, lore: (&str, &Ground, Numbers), field: &mut Battlefield) -> Delve {
    let (title, ground, iron) = lore;
    let (mut part, things) = ground.part(&field.zones);
    field.things = things;
    let doors = (0_u8..).zip(&field.ways).filter(|(_, way)| iron.has(**way));
    part.iron = doors.map(|(door, _)| door).collect();
    loader.delve(title.to_owned(), field.field.clone(), part, Vec::new(), [false; 2])
}
