//! From an adventure's file to a trek: the place with its furniture, what lies in it, the party. Every problem is reported
//! with its place.

use fracas_adventure::{
    Battlefield, Door, Load, Opening, Parts, Party, Place, Roster, Setting, Snares, State, Wounds,
};
use fracas_content::{Names, Reader};
use fracas_kernel::{Field, Who, Zones};

use super::Lore;
use super::data::{Hero, SUPPLIES};
use super::party::Member;
use super::state::{MAX_FURNITURE, Own};
use crate::data::{Does, Effect, Feature, Sheet, Twelves};
use crate::load::{Loader, plot_at_lair};
use crate::map::Map;
use crate::state::{MAX, MAX_ZONES};

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.shelves(shelves);
        let top = shelves.last_mut()?;
        let opening = Opening::read(top, 10);
        let danger = top.optional_integer("danger", 0..=11).unwrap_or(1);
        let mut members = Vec::new();
        let party = Roster::crew::<Lore, _>(
            top,
            party,
            &loader.sheet_names,
            &mut members,
            |members, _, table, sheet| {
                members.push(Member::read(table, sheet, &loader));
                true
            },
        );
        members.truncate(Party::MAX);
        let (mut place, mut parts) = Place::read(top, &loader.sheet_names, &SUPPLIES)?;
        place.check(&parts, top, MAX_ZONES, MAX - Party::MAX);
        let map = furnish(&place, &mut parts, top);
        let hard: Vec<u8> =
            parts.ways.iter_mut().zip(&place.ways).map(|(table, way)| hard(table, way.door)).collect();
        let weapon = |table: &mut Reader<'_>| table.optional_reference("weapon", &loader.weapon_names);
        let weapons: Vec<Option<usize>> = parts.caches.iter_mut().map(weapon).collect();
        place.snares = Snares::read(&mut parts, &loader.trap_names);
        parts.finish();
        let carried = members.iter().filter_map(|member| member.weapon);
        let mut finds: Vec<usize> = weapons.iter().flatten().copied().chain(carried).collect();
        finds.sort_unstable();
        finds.dedup();
        let map = map?;
        let heroes: Vec<Hero> = members.iter().map(|one| hero(one, &mut loader, &finds)).collect();
        loader.is_not_too_much(top)?;
        Wounds::check(&place, top);
        let mut setting = Setting::in_zones(opening, place, party.heroes, MAX_ZONES, |_| true)?;
        let make =
            |title: &str, _: &Place, ground: &mut Battlefield| fight(ground, &map, &hard, &loader, title);
        let fights = setting.fights(&mut parts, make, plot_at_lair);
        let mut lore = Lore {
            start: State::new(&setting.place, heroes.len(), party.supplies, Own { danger, ..Own::default() }),
            fights,
            hard,
            weapons: weapons
                .iter()
                .map(|weapon| finds.binary_search(&(*weapon)?).ok().map(|at| at as u8))
                .collect(),
            finds: finds.iter().map(|&weapon| weapon as u8).collect(),
            setting,
            heroes,
        };
        lore.set_out(&map, &members);
        Some(lore)
    }
}

impl Lore {
    /// The party and the place at the start.
    fn set_out(&mut self, map: &Map, members: &[Member]) {
        // TWELVES-J13
        self.start.traps.show();
        let start = &mut self.start.own;
        for (zone, hazard) in (0_u8..).zip(&map.hazards) {
            start.hazards.put(zone, hazard.as_ref().is_some_and(|hazard| hazard.active));
        }
        start.stock(map.features.iter().map(|feature| feature.uses));
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
    let field = Field::from(Zones::new(zones, &[], &[]).ok()?);
    let mut map = Map::bare(field, parts.zone_names.clone());
    for ((zone, cover), table) in (0_u8..).zip(&mut map.cover).zip(&mut parts.zones) {
        *cover = table.optional_integer("cover", 1..=6).unwrap_or(0);
        map.high.put(zone, table.flag("high", false));
    }
    map.furnish(&mut parts.zones, &Names::new("door"));
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

/// A hero, with a sheet for each weapon that it might find.
fn hero(member: &Member, loader: &mut Loader, finds: &[usize]) -> Hero {
    let (mut sheet, mut own): (usize, Sheet) = (member.sheet, loader.sheets[member.sheet].clone());
    if let Some(grown) = member.growth.of(&own, loader) {
        (sheet, own) = (loader.sheets.len(), grown.clone());
        loader.sheets.push(grown);
    }
    let with = finds.iter().map(|&weapon| {
        let armed = loader.with_weapon(&own, weapon)?;
        loader.sheets.push(armed);
        Some((loader.sheets.len() - 1).min(255) as u8)
    });
    Hero { with: with.collect(), sheet: sheet.min(255) as u8, hits: own.hits, growth: member.growth.clone() }
}

/// The rules of a fight on a field, which has zones, doors and features of the place.
fn fight(ground: &mut Battlefield, map: &Map, hard: &[u8], loader: &Loader, title: &str) -> Twelves {
    let names = Names::of("zone", ground.field.zones().all().iter().map(|zone| zone.id.clone()));
    let mut part = Map::bare(ground.field.clone(), names);
    part.cover = ground.zones.iter().map(|&zone| map.cover[usize::from(zone)]).collect();
    part.high = ground.locals(map.high);
    part.hazards = ground.zones.iter().map(|&zone| map.hazards[usize::from(zone)].clone()).collect();
    for (door, &way) in (0_u8..).zip(&ground.ways) {
        part.hard[door] = hard.get(usize::from(way)).copied().unwrap_or(0);
    }
    for (index, feature) in (0_u8..).zip(&map.features) {
        // What reaches beyond the field cannot be used on it.
        let effects = feature.effects.iter().map(|effect| translate(effect, ground)).collect();
        if let (Some(zone), Some(effects)) = (ground.local(feature.zone), effects) {
            part.features.push(Feature { zone, effects, ..feature.clone() });
            ground.things.push(index);
        }
    }
    loader.clone().finish(title.to_owned(), part, Vec::new())
}

/// An effect with the zones of a field instead of those of the place.
fn translate(effect: &Effect, ground: &Battlefield) -> Option<Effect> {
    let at = effect.at.map(|zone| ground.local(zone)).collect::<Option<Vec<u8>>>()?;
    let does = match effect.does {
        Does::Move(to) => Does::Move(ground.local(to)?),
        other => other,
    };
    Some(Effect { does, at: at.into_iter().collect(), ..*effect })
}
