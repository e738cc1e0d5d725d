//! From an adventure's file to a trek: the stages, a fight for each encounter, what lies there, the party. Every problem
//! is reported with its place.

use fracas_adventure::{Load, Numbers, Opening, Parts, Place, Roster, Setting, State, Supplies};
use fracas_content::Reader;
use fracas_kernel::{Play, Side, Who};

use super::data::{Contents, Lore, SUPPLIES};
use super::party::Member;
use super::state::{MAX_LEFT, Own};
use crate::data::Ranks;
use crate::field::Field;
use crate::load::Loader;
use crate::state::{MAX_COMBATANTS, MAX_ITEMS};

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.shelves(shelves)?;
        let top = shelves.last_mut()?;
        let Opening { title, clock } = Opening::read(top, 10);
        let danger = top.optional_integer("danger", 0..=5).unwrap_or(1);
        let step: u32 = top.optional_integer("step", 0..=100).unwrap_or(10);
        let known = (Ranks::SYSTEM, &loader.sheet_names, &SUPPLIES[..]);
        let party = Roster::read(top, party, known, |table, sheet| Some(Member::read(table, sheet, &loader)));
        let (mut place, mut parts) = Place::read(top, &loader.monster_names)?;
        // Each stage of the road has a field of its own.
        place.areas = (0..place.spots.len() as u8).map(Numbers::one).collect();
        place.check_names(&parts);
        place.check_sizes(&parts, top, Place::MAX_ZONES, usize::MAX);
        check_foes(&place, &parts);
        let contents: Vec<Contents> = parts.caches.iter_mut().map(|table| contents(table, &loader)).collect();
        if contents.iter().map(|known| known.items.len()).sum::<usize>() > MAX_LEFT {
            top.problem_at("cache", "too many things lie about", format_args!("at most {MAX_LEFT}"));
        }
        let heroes: Vec<usize> = party.members.iter().map(|member| member.sheet).collect();
        let fights = fights(&place, &mut parts, &loader, &heroes, step, &title);
        parts.finish();
        if heroes.is_empty() {
            return None;
        }
        let mut start = State::new(&place, heroes.len(), party.supplies, Own::START);
        set_out(&mut start.own, &party.members);
        Some(Lore {
            start,
            fights: fights?,
            contents,
            danger,
            setting: Setting { title, place, clock, heroes: heroes.len() },
            heroes: heroes.iter().map(|&sheet| sheet as u8).collect(),
        })
    }
}

fn set_out(start: &mut Own, members: &[Member]) {
    for (who, member) in (0..).map(Who).zip(members) {
        start.wounds[who] = member.wounds;
        for (place, &(item, equipped)) in member.gear.iter().enumerate().take(MAX_ITEMS) {
            start.items[who][place] = item;
            start.equipped[who].put(place as u8, equipped);
        }
    }
}

fn check_foes(place: &Place, parts: &Parts<'_>) {
    for (met, table) in place.encounters.iter().zip(&parts.encounters) {
        if met.foes.iter().any(|foe| foe.at.is_some()) {
            let advice = "leave `at` out, and mark the map with M";
            table.problem_at("foes", "here they stand where their map says", advice);
        }
    }
}

fn contents(table: &mut Reader<'_>, loader: &Loader) -> Contents {
    let items = table.references("items", &loader.item_names).into_iter().map(|item| item as u8).collect();
    table.optional_string("about");
    Contents { items, supplies: Supplies::read(table, &SUPPLIES) }
}

/// The fight of each encounter, and one for those whom the judge brings in.
fn fights(
    place: &Place,
    parts: &mut Parts<'_>,
    loader: &Loader,
    party: &[usize],
    step: u32,
    title: &str,
) -> Option<Vec<Ranks>> {
    let mut fights = Vec::new();
    for (met, table) in place.encounters.iter().zip(&mut parts.encounters) {
        // The further along the row, the harder; those who turn up do so anywhere.
        let harder = met.lair.map_or(0, |lair| step * stages_to(place, lair).saturating_sub(1));
        let field = Field::of_encounter(loader, table, party, &met.foes, harder);
        if let Some(field) = &field {
            let foes = field.placed.iter().filter(|one| one.side == Side::Monsters).count();
            if foes == 0 {
                table.problem("there is nobody to fight", "give it `foes`, or a `difficulty`");
            }
            if field.placed.len() > MAX_COMBATANTS || foes > 64 {
                table.problem_at("foes", format_args!("{foes} at once"), "give at most 64");
            }
        }
        fights.push(field.map(|field| loader.clone().finish(title.to_owned(), field)));
    }
    let open = Field::of_nothing(loader, party)?;
    fights.push(Some(loader.clone().finish(title.to_owned(), open)));
    fights.into_iter().collect()
}

/// How many stages lie between the start and another, that one included.
fn stages_to(place: &Place, stage: u8) -> u32 {
    let mut reached = 1_u64 << place.start;
    for steps in 0.. {
        if reached >> stage & 1 == 1 {
            return steps;
        }
        let joined = place.ways.iter().filter(|way| (reached >> way.a | reached >> way.b) & 1 == 1);
        let next = joined.fold(reached, |set, way| set | 1 << way.a | 1 << way.b);
        if next == reached {
            return steps;
        }
        reached = next;
    }
    0
}
