//! From an adventure's file to a journey: the stages, a fight for each encounter, what lies there, the party. Every
//! problem is reported with its place.

use fracas_adventure::{Clock, Parts, Place};
use fracas_content::{Bundle, Check, Document, Problems, Reader};
use fracas_kernel::Side;

use super::data::{Contents, Trek};
use super::party::Party;
use super::state::{MOST_ENCOUNTERS, MOST_LEFT, State};
use crate::data::Ranks;
use crate::field::Field;
use crate::load::Loader;
use crate::state::{MAX, MAX_ITEMS};

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
    loader.shelves(shelves)?;
    let top = shelves.last_mut()?;
    let (_, title) = (top.string("system"), top.string("title"));
    for key in ["kind", "about"] {
        top.optional_string(key);
    }
    let danger = top.optional_integer("danger", 0..=5).unwrap_or(1);
    let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
    let hours: u16 = top.optional_integer("hours", 1..=500).unwrap_or(48);
    let step: u32 = top.optional_integer("step", 0..=100).unwrap_or(10);
    let own = Party::read(top, &loader);
    let (mut place, mut parts) = Place::read(top, &loader.monster_names)?;
    // Each stage of the road has a field of its own.
    place.areas = (0..place.spots.len()).map(|zone| fracas_adventure::Numbers::one(zone as u8)).collect();
    check_place(&place, &parts, top);
    let contents: Vec<Contents> = parts.caches.iter_mut().map(|table| contents(table, &loader)).collect();
    if contents.iter().map(|known| known.items.len()).sum::<usize>() > MOST_LEFT {
        top.problem_at("cache", "too many things lie about", format_args!("at most {MOST_LEFT}"));
    }
    let party = match party {
        Some(file) => Party::of_file(file, &loader),
        None => own.check(top),
    };
    let heroes: Vec<usize> = party.members.iter().map(|member| member.sheet).collect();
    let fights = fights(&place, &mut parts, &loader, &heroes, step, &title);
    parts.finish();
    if heroes.is_empty() {
        return None;
    }
    let mut trek = Trek {
        start: State::nowhere(place.begin()),
        title,
        place,
        fights: fights?,
        contents,
        heroes: heroes.iter().map(|&sheet| sheet as u8).collect(),
        danger,
        clock: Clock { unit: 10, hour, limit: u32::from(hours) * 6 },
    };
    trek.set_out(&party);
    Some(trek)
}

impl Trek {
    fn set_out(&mut self, party: &Party) {
        let start = &mut self.start;
        start.food = party.food;
        for (index, member) in party.members.iter().enumerate() {
            start.alive |= 1 << index;
            start.wounds[index] = member.wounds;
            for (place, &(item, equipped)) in member.gear.iter().enumerate().take(MAX_ITEMS) {
                start.items[index][place] = item;
                start.equipped[index] |= u8::from(equipped) << place;
            }
        }
    }
}

fn check_place(place: &Place, parts: &Parts<'_>, top: &Reader<'_>) {
    if place.encounters.len() > MOST_ENCOUNTERS {
        let count = place.encounters.len();
        top.problem_at(
            "encounter",
            format_args!("{count} of them"),
            format_args!("give at most {MOST_ENCOUNTERS}"),
        );
    }
    place.check_names(parts);
    for (met, table) in place.encounters.iter().zip(&parts.encounters) {
        if met.foes.iter().any(|foe| foe.at.is_some()) {
            let advice = "leave `at` out, and mark the map with M";
            table.problem_at("foes", "here they stand where their map says", advice);
        }
        if met.lair == Some(place.start) {
            table.problem_at("at", "the party begins in this stage", "let them live elsewhere");
        }
    }
}

fn contents(table: &mut Reader<'_>, loader: &Loader) -> Contents {
    let items = table.references("items", &loader.item_names).into_iter().map(|item| item as u8).collect();
    table.optional_string("about");
    Contents { items, food: table.optional_integer("food", 1..=200).unwrap_or(0) }
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
            if field.placed.len() > MAX || foes > 64 {
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
