//! From an adventure's file to a trek: the place with its furniture, what lies in it, the party. Every problem is reported
//! with its place.

use fracas_adventure::{Door, Load, Opening, Parts, Party, Place, Roster, Setting, State, Supplies};
use fracas_content::{Names, Reader};
use fracas_kernel::{Play, Who, Zones};

use super::data::{Contents, Hero, Lore, SUPPLIES};
use super::party::Member;
use super::state::{MAX_FOES, MAX_FURNITURE, Own};
use crate::data::{Does, Effect, Feature, Sheet, Twelves};
use crate::load::Loader;
use crate::map::Map;
use crate::state::{MAX, MAX_FEATURES, MAX_ZONES};

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.shelves(shelves);
        let top = shelves.last_mut()?;
        let Opening { title, clock } = Opening::read(top, 10);
        let danger = top.optional_integer("danger", 0..=11).unwrap_or(1);
        let known = (Twelves::SYSTEM, &loader.sheet_names, &SUPPLIES[..]);
        let party = Roster::read(top, party, known, |table, sheet| Some(Member::read(table, sheet, &loader)));
        let (place, mut parts) = Place::read(top, &loader.sheet_names)?;
        place.check_names(&parts);
        place.check_sizes(&parts, top, MAX_ZONES, MAX - Party::MAX);
        let map = furnish(&place, &mut parts, top);
        let hard = parts.ways.iter_mut().zip(&place.ways).map(|(table, way)| hard(table, way.door)).collect();
        let mut finds = Vec::new();
        let contents = parts.caches.iter_mut().map(|table| contents(table, &loader, &mut finds)).collect();
        parts.finish();
        finds.extend(party.members.iter().filter_map(|member| member.weapon));
        finds.sort_unstable();
        finds.dedup();
        let map = map?;
        let heroes: Vec<Hero> =
            party.members.iter().map(|one| hero(one.sheet, &mut loader, &finds)).collect();
        loader.is_not_too_much(top)?;
        if heroes.is_empty() {
            return None;
        }
        let ranks = ranks(&place, top);
        let (fights, inside, furniture) = fights(&place, &map, &loader, &title)?;
        let mut lore = Lore {
            start: State::new(&place, heroes.len(), party.supplies, Own::START),
            fights,
            inside,
            furniture,
            ranks,
            hard,
            contents: points_to(contents, &finds),
            finds: finds.iter().map(|&weapon| weapon as u8).collect(),
            danger,
            setting: Setting { title, place, clock, heroes: heroes.len() },
            heroes,
        };
        lore.set_out(&map, &party.members);
        Some(lore)
    }
}

impl Lore {
    /// The party and the place at the start.
    fn set_out(&mut self, map: &Map, members: &[Member]) {
        let start = &mut self.start.own;
        for (zone, hazard) in (0_u8..).zip(&map.hazards) {
            start.hazards.put(zone, hazard.as_ref().is_some_and(|hazard| hazard.active));
        }
        for (known, feature) in start.uses.iter_mut().zip(&map.features) {
            *known = feature.uses;
        }
        for (known, cover) in start.cover.iter_mut().zip(&map.cover) {
            *known = *cover;
        }
        for (who, (member, hero)) in (0..).map(Who).zip(members.iter().zip(&self.heroes)) {
            start.hits[who] = member.hits.unwrap_or(hero.hits).min(hero.hits);
            let is_it = |&find: &u8| Some(usize::from(find)) == member.weapon;
            let found = self.finds.iter().position(is_it).filter(|&found| hero.with[found].is_some());
            start.weapon[who] = found.map(|found| found as u8);
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
    if map.features.len() > MAX_FURNITURE {
        let count = map.features.len();
        top.problem_at(
            "zone",
            format_args!("{count} features"),
            format_args!("give at most {MAX_FURNITURE}"),
        );
        return None;
    }
    for (index, area) in place.areas.iter().enumerate() {
        let there = map.features.iter().filter(|feature| area.has(feature.zone));
        if there.clone().count() > MAX_FEATURES {
            let zone = there.clone().next().map_or(0, |feature| usize::from(feature.zone));
            parts.zones[zone].problem_at(
                "feature",
                "too many features in zones that no door parts",
                format_args!("give at most {MAX_FEATURES}"),
            );
        }
        for feature in
            there.filter(|feature| feature.effects.iter().any(|effect| reaches_out(effect, area.0)))
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

/// The number of each encounter's first foe among all.
fn ranks(place: &Place, top: &Reader<'_>) -> Vec<u8> {
    let mut count = 0;
    let mut ranks = Vec::new();
    for met in &place.encounters {
        ranks.push(count.min(255) as u8);
        count += met.foes.iter().map(|foe| usize::from(foe.count)).sum::<usize>();
    }
    if count > MAX_FOES {
        top.problem_at(
            "encounter",
            format_args!("{count} foes in all"),
            format_args!("give a place at most {MAX_FOES}"),
        );
    }
    ranks
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
    table.optional_string("about");
    (Contents { weapon: None, supplies: Supplies::read(table, &SUPPLIES) }, weapon)
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
