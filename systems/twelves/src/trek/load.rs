//! From an adventure's file to a journey: the place with its furniture, what lies in it, the party. Every problem is
//! reported with its place.

use fracas_adventure::{Clock, Door, Parts, Place};
use fracas_content::{Bundle, Check, Document, Names, Problems, Reader};
use fracas_kernel::Zones;

use super::data::{Contents, Hero, Trek};
use super::party::Party;
use super::state::{MOST_ENCOUNTERS, MOST_FURNITURE, MOST_HEROES, State};
use crate::data::{Does, Effect, Feature, Sheet, Twelves};
use crate::load::Loader;
use crate::map::Map;
use crate::state::{MAX, MAX_FEATURES, MAX_ZONES};

impl Trek {
    pub fn load(bundle: &Bundle) -> Result<Trek, Problems> {
        let check = Check::new();
        let sources = bundle.library.iter().chain([&bundle.scenario]).chain(&bundle.party);
        let documents: Vec<_> =
            sources.clone().filter_map(|source| Document::parse(source, &check)).collect();
        if documents.len() < sources.count() {
            return check.finish_some(None);
        }
        let mut tops: Vec<Reader<'_>> = documents.iter().map(Document::top).collect();
        let (shelves, party) = tops.split_at_mut(bundle.library.len() + 1);
        let trek = read(shelves, party.first_mut());
        tops.iter().for_each(Reader::finish);
        check.finish_some(trek)
    }
}

/// The library's files with the adventure last, and the party's own file.
fn read(shelves: &mut [Reader<'_>], party: Option<&mut Reader<'_>>) -> Option<Trek> {
    let mut loader = Loader::default();
    loader.shelves(shelves);
    let top = shelves.last_mut()?;
    let (_, title) = (top.string("system"), top.string("title"));
    for key in ["kind", "about"] {
        top.optional_string(key);
    }
    let danger = top.optional_integer("danger", 0..=11).unwrap_or(1);
    let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
    let hours: u16 = top.optional_integer("hours", 1..=500).unwrap_or(48);
    let own = Party::read(top, &loader);
    let (place, mut parts) = Place::read(top, &loader.sheet_names)?;
    check_place(&place, &parts, top);
    let map = furnish(&place, &mut parts, top);
    let hard = parts.ways.iter_mut().zip(&place.ways).map(|(table, way)| hard(table, way.door)).collect();
    let mut finds = Vec::new();
    let contents = parts.caches.iter_mut().map(|table| contents(table, &loader, &mut finds)).collect();
    parts.finish();
    let party = match party {
        Some(file) => Party::of_file(file, &loader),
        None => own.check(top),
    };
    finds.extend(party.members.iter().filter_map(|member| member.weapon));
    finds.sort_unstable();
    finds.dedup();
    let map = map?;
    let heroes: Vec<Hero> = party.members.iter().map(|one| hero(one.sheet, &mut loader, &finds)).collect();
    loader.is_not_too_much(top)?;
    if heroes.is_empty() {
        return None;
    }
    let (fights, inside, furniture) = fights(&place, &map, &loader, &title)?;
    let mut trek = Trek {
        start: State::nowhere(place.begin()),
        title,
        place,
        fights,
        inside,
        furniture,
        hard,
        contents: points_to(contents, &finds),
        heroes,
        finds: finds.iter().map(|&weapon| weapon as u8).collect(),
        danger,
        clock: Clock { hour, limit: hours * 6 },
    };
    trek.set_out(&map, &party);
    Some(trek)
}

impl Trek {
    /// The party and the place at the start.
    fn set_out(&mut self, map: &Map, party: &Party) {
        let start = &mut self.start;
        for (zone, hazard) in map.hazards.iter().enumerate() {
            start.hazards |= u32::from(hazard.as_ref().is_some_and(|hazard| hazard.active)) << zone;
        }
        for (known, feature) in start.uses.iter_mut().zip(&map.features) {
            *known = feature.uses;
        }
        for (known, cover) in start.cover.iter_mut().zip(&map.cover) {
            *known = *cover;
        }
        for (index, (member, hero)) in party.members.iter().zip(&self.heroes).enumerate() {
            start.alive |= 1 << index;
            start.hits[index] = member.hits.unwrap_or(hero.hits).min(hero.hits);
            let found = member
                .weapon
                .and_then(|weapon| self.finds.iter().position(|&find| usize::from(find) == weapon));
            if let Some(found) = found.filter(|&found| hero.with[found].is_some()) {
                start.weapon[index] = found as u8;
            }
        }
        let supplies = &party.supplies;
        (start.food, start.oil) = (supplies.food, supplies.oil);
        (start.salves, start.silver) = (supplies.salves, supplies.silver);
    }
}

fn check_place(place: &Place, parts: &Parts<'_>, top: &Reader<'_>) {
    for (key, count, most) in
        [("zone", place.spots.len(), MAX_ZONES), ("encounter", place.encounters.len(), MOST_ENCOUNTERS)]
    {
        if count > most {
            top.problem_at(key, format_args!("{count} of them"), format_args!("give at most {most}"));
        }
    }
    place.check_names(parts);
    for (met, table) in place.encounters.iter().zip(&parts.encounters) {
        let count: usize = met.foes.iter().map(|foe| usize::from(foe.count)).sum();
        let most = MAX - MOST_HEROES;
        if count > most {
            table.problem_at("foes", format_args!("{count} at once"), format_args!("give at most {most}"));
        }
        if met.lair == Some(place.start) {
            table.problem_at("at", "the party begins in this zone", "let them live elsewhere");
        }
    }
}

/// Cover, hazards and features of all zones, by their numbers in the place.
fn furnish(place: &Place, parts: &mut Parts<'_>, top: &Reader<'_>) -> Option<Map> {
    if place.spots.len() > MAX_ZONES {
        return None;
    }
    let zones = place.spots.iter().map(|spot| spot.zone.clone()).collect();
    let mut map = Map::bare(Zones::new(zones, &[], &[]).ok()?, parts.zone_names.clone());
    for (cover, table) in map.cover.iter_mut().zip(&mut parts.zones) {
        *cover = table.optional_integer("cover", 1..=6).unwrap_or(0);
        if table.has("name") && place_name_is_empty(table) {
            table.problem_at("name", "the name is empty", "write what the zone looks like in a few words");
        }
    }
    map.furnish(&mut parts.zones, &Names::new("gate"));
    if map.features.len() > MOST_FURNITURE {
        let count = map.features.len();
        top.problem_at(
            "zone",
            format_args!("{count} features"),
            format_args!("give at most {MOST_FURNITURE}"),
        );
        return None;
    }
    for (index, area) in place.areas.iter().enumerate() {
        let there = map.features.iter().filter(|feature| area >> feature.zone & 1 == 1);
        if there.clone().count() > MAX_FEATURES {
            let zone = there.clone().next().map_or(0, |feature| usize::from(feature.zone));
            parts.zones[zone].problem_at(
                "feature",
                "too many features in zones that no door parts",
                format_args!("give at most {MAX_FEATURES}"),
            );
        }
        for feature in there.filter(|feature| feature.effects.iter().any(|effect| reaches_out(effect, *area)))
        {
            parts.zones[usize::from(feature.zone)].problem_at(
                "feature",
                format_args!("\"{}\" does something behind a door", feature.id),
                format_args!("let it act in zones that open ways join to its own (area {})", index + 1),
            );
        }
    }
    Some(map)
}

fn place_name_is_empty(table: &mut Reader<'_>) -> bool {
    table.optional_string("name").is_some_and(|name| name.trim().is_empty())
}

fn reaches_out(effect: &Effect, area: u64) -> bool {
    let to = match effect.does {
        Does::Move(to) => 1 << to,
        _ => 0,
    };
    (effect.at.0 | to) & !area != 0
}

fn hard(table: &mut Reader<'_>, door: Door) -> u8 {
    let hard = table.optional_integer("hard", 1..=10);
    if hard.is_some() && door != Door::Locked {
        table.problem_at(
            "hard",
            "only what is locked is hard to open",
            "add door = \"locked\", or leave it out",
        );
    }
    hard.unwrap_or(0)
}

fn contents(table: &mut Reader<'_>, loader: &Loader, finds: &mut Vec<usize>) -> (Contents, Option<usize>) {
    let weapon = table.optional_reference("weapon", &loader.weapon_names);
    finds.extend(weapon);
    let mut amount = |key: &str| table.optional_integer(key, 1..=200).unwrap_or(0);
    let (food, oil, salves) = (amount("food"), amount("oil"), amount("salves"));
    let silver = table.optional_integer("silver", 1..=9999).unwrap_or(0);
    table.optional_string("about");
    (Contents { weapon: None, food, oil, salves, silver }, weapon)
}

fn points_to(contents: Vec<(Contents, Option<usize>)>, finds: &[usize]) -> Vec<Contents> {
    let number = |weapon: usize| finds.iter().position(|&find| find == weapon).map(|index| index as u8);
    contents
        .into_iter()
        .map(|(known, weapon)| Contents { weapon: weapon.and_then(number), ..known })
        .collect()
}

/// A hero, with a sheet for each weapon that it might find.
fn hero(sheet: usize, loader: &mut Loader, finds: &[usize]) -> Hero {
    let own: Sheet = loader.sheets[sheet].clone();
    let with = finds.iter().map(|&weapon| {
        let armed = loader.with_weapon(&own, weapon)?;
        loader.sheets.push(armed);
        Some((loader.sheets.len() - 1).min(255) as u8)
    });
    Hero { with: with.collect(), sheet: sheet as u8, hits: own.hits }
}

type Fields = (Vec<Twelves>, Vec<Vec<u8>>, Vec<Vec<u8>>);

/// The rules of a fight in each area, with the zones and the features that it has of the place.
fn fights(place: &Place, map: &Map, loader: &Loader, title: &str) -> Option<Fields> {
    let (mut fights, mut inside, mut furniture) = (Vec::new(), Vec::new(), Vec::new());
    for area in 0..place.areas.len() {
        let (zones, there) = place.field(area)?;
        let names = Names::of("zone", zones.all().iter().map(|zone| zone.id.clone()));
        let mut part = Map::bare(zones, names);
        part.cover = there.iter().map(|&zone| map.cover[usize::from(zone)]).collect();
        part.hazards = there.iter().map(|&zone| map.hazards[usize::from(zone)].clone()).collect();
        let local = |zone: u8| there.iter().position(|&other| other == zone).map(|index| index as u8);
        let ours = (0_u8..)
            .zip(&map.features)
            .filter_map(|(index, feature)| Some((index, feature, local(feature.zone)?)));
        let mut numbers = Vec::new();
        for (index, feature, zone) in ours {
            let effects = feature.effects.iter().map(|effect| translate(effect, &local)).collect();
            part.features.push(Feature { zone, effects, ..feature.clone() });
            numbers.push(index);
        }
        fights.push(loader.clone().finish(title.to_owned(), part, Vec::new()));
        inside.push(there);
        furniture.push(numbers);
    }
    Some((fights, inside, furniture))
}

/// An effect with the zones of an area instead of those of the place.
fn translate(effect: &Effect, local: &impl Fn(u8) -> Option<u8>) -> Effect {
    let at = effect.at.filter_map(local).collect();
    let does = match effect.does {
        Does::Move(to) => Does::Move(local(to).unwrap_or(0)),
        other => other,
    };
    Effect { does, at, ..*effect }
}
