//! From an adventure's file to a trek: the stages and the fields on which they are, who is met, what lies there, the party.
//! Every problem is reported with its place.

use fracas_adventure::{
    ByFoe, ByHero, Door, Encounter, Foe, Load, Opening, Parts, Place, Roster, Setting, Spot, State, Way,
};
use fracas_content::{Names, Plots, Reader};
use fracas_kernel::grid::{Board, MAX_SIDE, Square};
use fracas_kernel::plot::Spot as Named;

use super::Lore;
use super::data::{DANGER, SUPPLIES};
use super::ground::Stage;
use super::party::Growth;
use super::state::{Kept, MAX_FIELDS, Own};
use crate::data::{Placed, Ranks};
use crate::field::{Field, build};
use crate::load::{Loader, plot};
use crate::maps::spread;
use crate::plot::Area;

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::default();
        loader.shelves(shelves)?;
        let top = shelves.last_mut()?;
        let Opening { title, clock } = Opening::read(top, 10);
        let danger = top.optional_integer("danger", DANGER).unwrap_or(1) as u8;
        let step: u32 = top.optional_integer("step", 0..=100).unwrap_or(10);
        let mut with = (Own::new(), ByHero::<Growth>::default());
        let party = Roster::crew::<Lore, _>(
            top,
            party,
            &loader.sheet_names,
            &mut with,
            |(own, growth), who, table, sheet| {
                growth[who] = own.read(who, table, sheet, &loader);
                true
            },
        );
        let (own, growth) = with;
        let own = Own { danger, ..own };
        let heroes: Vec<usize> = party.heroes.iter().map(|&sheet| sheet.into()).collect();
        heroes.iter().zip(growth.iter()).for_each(|(&sheet, growth)| loader.raise(sheet, &growth.raised));
        let (mut place, mut parts) = Place::read(top, &loader.creature_names, &SUPPLIES)?;
        let items = |table: &mut Reader<'_>| table.references("items", &loader.item_names);
        let hoards = parts.caches.iter_mut().map(items);
        let hoards = hoards.map(|items| items.into_iter().map(|item| item as u8).collect()).collect();
        build_foes(&mut place, &mut parts, &loader, &heroes, step);
        place.check(&parts, top, Place::MAX_ZONES, 64);
        let fields = fields(top, &loader, &heroes, &title);
        let (stages, way_doors) = stages(&place, &mut parts, &fields);
        check_foes(&place, &parts, &stages, top);
        let field = |zone: u8| stages.get(usize::from(zone)).map(|stage| stage.field);
        let one_field =
            |way: u8| field(place.ways[usize::from(way)].a) == field(place.ways[usize::from(way)].b);
        place.areas = place.areas(one_field);
        parts.finish();
        if heroes.is_empty() {
            return None;
        }
        let mut start = State::new(&place, heroes.len(), party.supplies, own);
        let mut fights: Vec<Ranks> = fields.fights.into_iter().collect::<Option<_>>()?;
        if stages.len() < place.spots.len() {
            return None;
        }
        for (field, rules) in (0_u8..).zip(&mut fights) {
            for (doors, way) in start.own.doors[field].iter_mut().zip(&rules.doors) {
                *doors = way.door;
            }
            // What lies there from the start lies in its stage.
            for (item, at) in std::mem::take(&mut rules.treasure) {
                let holds =
                    |stage: &Stage| stage.field == field && (stage.squares.has(at) || stage.behind.has(at));
                let zone = stages.iter().position(holds);
                start.own.lay(item, zone.unwrap_or(0) as u8, at);
            }
        }
        for (encounter, plots) in std::mem::take(&mut parts.plots) {
            let met = &place.encounters[usize::from(encounter)];
            let home = stages[usize::from(met.lair.unwrap_or(place.start))].field;
            let mut fight = fights[usize::from(home)].clone();
            add_plot(&mut fight, plots, (&place, &stages, met));
            fights.push(fight);
        }
        Some(Lore {
            start,
            fights,
            stages,
            way_doors,
            hoards,
            growth,
            setting: Setting { title, place, clock, heroes: party.heroes, fields: Vec::new() },
        })
    }
}

/// Goals and events of a fight, in which the zones of the place are areas; those in it are named by how they would stand.
fn add_plot(rules: &mut Ranks, plots: Plots<'_>, (place, stages, met): (&Place, &[Stage], &Encounter)) {
    let home = &stages[usize::from(met.lair.unwrap_or(place.start))];
    let here = place.spots.iter().zip(stages).filter(|(_, stage)| stage.field == home.field);
    let area = |(spot, stage): (&Spot, &Stage)| {
        let name = format!("{} ({})", spot.zone.name, stage.square);
        Area { spot: Named { id: spot.zone.id.clone(), name }, squares: stage.squares, midst: stage.square }
    };
    rules.areas = here.map(area).collect();
    let mut comes = vec![None; rules.placed.len()];
    for one in met.friends.iter().chain(&met.foes) {
        let at = one.at.map_or(home.square, |zone| stages[usize::from(zone)].square);
        let placed = Placed { sheet: one.creature as u8, side: one.side, at };
        rules.placed.extend(std::iter::repeat_n(placed, one.count.into()));
        comes.resize(rules.placed.len(), one.comes);
    }
    plot(rules, plots, &comes);
}

/// Everybody of an encounter is on one field, and there are not too many of them.
fn check_foes(place: &Place, parts: &Parts<'_>, stages: &[Stage], top: &Reader<'_>) {
    for (met, table) in place.encounters.iter().zip(&parts.encounters) {
        let field = |zone: u8| stages.get(usize::from(zone)).map(|stage| stage.field);
        let lair = met.lair.and_then(field);
        if met.foes.iter().filter_map(|foe| foe.at).any(|zone| field(zone) != lair) {
            let advice = "put them into zones of the same field";
            table.problem_at("foes", "they are not on the field of their encounter", advice);
        }
        if met.foes.is_empty() {
            table.problem("there is nobody to fight", "give it `foes`, or a `difficulty`");
        }
    }
    ByFoe::<Kept, 132>::check(place, top);
}

/// Beside those who are named there are those who are built to a difficulty.
fn build_foes(place: &mut Place, parts: &mut Parts<'_>, loader: &Loader, party: &[usize], step: u32) {
    for (index, table) in parts.encounters.iter_mut().enumerate() {
        let lair = place.encounters[index].lair;
        let mut built = Vec::new();
        if table.has("difficulty") {
            // The further along the row, the harder; those who turn up do so anywhere.
            let harder = lair.map_or(0, |lair| step * place.steps_to(lair).saturating_sub(1));
            built = build(loader, table, party, harder, 64);
        }
        let foes = &mut place.encounters[index].foes;
        foes.extend(built.into_iter().map(|sheet| Foe::new(sheet.into())));
        foes.sort_by_key(|foe| foe.comes.is_some());
        foes.iter_mut().for_each(|foe| foe.at = foe.at.or(lair));
    }
}

/// The fields of a place by name, each with its fight; none where a map has problems.
struct Fields {
    names: Names,
    fights: Vec<Option<Ranks>>,
}

fn fields(top: &mut Reader<'_>, loader: &Loader, party: &[usize], title: &str) -> Fields {
    let mut fields = Fields { names: Names::new("field"), fights: Vec::new() };
    let tables = top.need_tables("field");
    if tables.len() > MAX_FIELDS {
        let many = format_args!("{} fields", tables.len()).to_string();
        top.problem_at("field", many, format_args!("give at most {MAX_FIELDS}"));
    }
    for mut table in tables {
        table.name("id", &mut fields.names);
        let field = Field::of_place(loader, &mut table, party);
        table.finish();
        fields.fights.push(field.map(|field| loader.clone().finish(title.to_owned(), field)));
    }
    fields
}

/// Where each zone is on its field, and which door of it each way leads through.
fn stages(place: &Place, parts: &mut Parts<'_>, fields: &Fields) -> (Vec<Stage>, Vec<Option<(u8, u8)>>) {
    let mut stages = Vec::new();
    for table in &mut parts.zones {
        let field = table.reference("field", &fields.names);
        let square = table.array("square", 0..=MAX_SIDE as u8 - 1);
        let edge = table.optional_array("edge", 0..=MAX_SIDE as u8 - 1);
        let point = |[x, y]: [u8; 2]| Square::new(x, y);
        let (square, edge) = (point(square), edge.map(point));
        let Some(field) = field else { continue };
        if let Some(Some(rules)) = fields.fights.get(field) {
            let floor = floor_of(rules);
            for (key, at) in [("square", Some(square)), ("edge", edge)] {
                if at.is_some_and(|at| !floor.has(at)) {
                    let advice = "name a square of the map that is neither wall nor door";
                    table.problem_at(key, "there is no floor on that square", advice);
                }
            }
        }
        stages.push(Stage { field: field as u8, square, edge, squares: Board::EMPTY, behind: Board::EMPTY });
    }
    for (field, rules) in (0_u8..).zip(&fields.fights) {
        if let Some(rules) = rules {
            share_out(rules, field, &mut stages);
        }
    }
    let doors = place.ways.iter().zip(&mut parts.ways);
    let doors = doors.map(|(way, table)| way_door(way, table, &stages, fields)).collect();
    (stages, doors)
}

fn floor_of(rules: &Ranks) -> Board {
    let floor = rules.grid.inside().without(rules.grid.walls());
    rules.doors.iter().fold(floor, |floor, way| floor.without(&way.squares))
}

/// Each square of a field belongs to the stage that is nearest to it, without going through a door if there is one.
fn share_out(rules: &Ranks, field: u8, stages: &mut [Stage]) {
    let (rooms, whole) = (floor_of(rules), rules.grid.inside().without(rules.grid.walls()));
    let mut left = rooms;
    for through_doors in [false, true] {
        let (floor, walls) = match through_doors {
            true => (whole, *rules.grid.walls()),
            false => {
                (rooms, rules.doors.iter().fold(*rules.grid.walls(), |walls, way| walls.or(&way.squares)))
            }
        };
        let mut fronts: Vec<(usize, Vec<Square>)> = Vec::new();
        for (nth, stage) in stages.iter().enumerate().filter(|(_, stage)| stage.field == field) {
            fronts.push((nth, spread(&walls, &floor, stage.square)));
        }
        // The order in which squares are come to stands for how far they are.
        for square in left.squares().collect::<Vec<_>>() {
            let near = fronts.iter().filter_map(|(nth, order)| {
                let far = order.iter().position(|&other| other == square)?;
                Some((far, *nth))
            });
            if let Some((_, nth)) = near.min() {
                let Stage { squares, behind, .. } = &mut stages[nth];
                if through_doors { behind } else { squares }.insert(square);
                left.remove(square);
            }
        }
    }
}

/// The door that a way leads through, where both its ends are on one field.
fn way_door(way: &Way, table: &mut Reader<'_>, stages: &[Stage], fields: &Fields) -> Option<(u8, u8)> {
    let field = |zone: u8| stages.get(usize::from(zone)).map(|stage| stage.field);
    let at = table.optional_array("square", 0..=MAX_SIDE as u8 - 1).map(|[x, y]| Square::new(x, y));
    let same = field(way.a).filter(|&one| field(way.b) == Some(one));
    let needs_one = same.is_some() && (way.door != Door::None || way.secret);
    let Some(at) = at else {
        if needs_one {
            let advice = "give the square of its door, such as `square = [9, 4]`";
            table.problem_at("square", "where on the map is this way's door?", advice);
        }
        return None;
    };
    let rules = fields.fights.get(usize::from(same?))?.as_ref()?;
    let door = rules.doors.iter().position(|door| door.squares.has(at));
    if door.is_none() || !needs_one {
        table.problem_at(
            "square",
            "there is no door on that square",
            "draw one with +, / or L, and give it a `door`",
        );
    }
    Some((same?, door? as u8))
}
