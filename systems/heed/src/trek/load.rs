//! From an adventure's file, the library and perhaps a party's file to a checked trek. Every problem is reported with its
//! place.

use fracas_adventure::{
    ByHero, Clock, Heroes, Load, Numbers, Parts, Party, Place, Roster, Setting, Supplies,
};
use fracas_content::Reader;
use fracas_kernel::{Play, Side, Who};

use super::State;
use super::data::{Haul, Lore, Opening, SUPPLIES, Task, Work};
use super::state::{Hero, Own, Pack};
use crate::data::{Heed, Placed, Qualities, Senses};
use crate::items::Floor;
use crate::load::{Battlefield, Loader, properties};
use crate::state::{MAX, MAX_ZONES};

/// A try is six minutes.
const UNIT: u32 = 6;
/// Words that begin other choices.
const TAKEN: [&str; 13] = [
    "begin", "go", "go-on", "lead", "leave", "wait", "candle", "snuff", "gather", "draw", "stow", "pack",
    "unpack",
];

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], file: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::new();
        loader.read(shelves);
        let top = shelves.last_mut()?;
        top.string("system");
        top.string("kind");
        let title = top.string("title");
        top.optional_string("about");
        let limit = top.optional_integer("limit", 1..=2000).unwrap_or(100);
        let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
        let improvised = properties(top, "improvised");
        let mut pack = Pack::default();
        let kinds = (Heed::SYSTEM, &loader.sheet_names, &SUPPLIES[..]);
        let member = |table: &mut Reader<'a>, sheet| Hero::read(table, sheet, &loader);
        let party = Roster::read_with(top, file, kinds, member, |table| read_pack(&loader, table, &mut pack));
        let (place, mut parts) = Place::read(top, &loader.sheet_names)?;
        let hauls = parts.caches.iter_mut().map(|table| haul(&loader, table)).collect();
        let trys = |table: &mut Reader<'_>| table.optional_integer("trys", 1..=60);
        let way_trys = parts.ways.iter_mut().map(trys).collect();
        let zone_trys = parts.zones.iter_mut().map(trys).collect();
        check_place(&loader, &place, &parts, top);
        parts.finish();
        let up = |hero: &Hero| hero.wounds() < loader.sheets[usize::from(hero.sheet)].grit;
        if !party.members.iter().any(up) {
            top.problem_at("party", "nobody can go", "name at least one hero who is alive and on its feet");
            return None;
        }
        let (walk, fight) = (meta(&mut loader, Work::Walk), meta(&mut loader, Work::Fight));
        let (fights, fields) = battles(&loader, &place, &title, improvised, &party.members)?;
        let sensed = |foes: &[fracas_adventure::Foe]| {
            let sheets = foes.iter().filter_map(|foe| loader.sheets.get(foe.creature));
            sheets.fold(Senses::NONE, |all, sheet| all | sheet.sensed)
        };
        let heroes = party.members.len();
        let mut lore = Lore {
            sensed: place.encounters.iter().map(|encounter| sensed(&encounter.foes)).collect(),
            begun: Box::new(State::new(&place, heroes, party.supplies, Own::new(&party.members, pack))),
            setting: Setting { title, place, clock: Clock { unit: UNIT, hour, limit }, heroes },
            fights,
            fields,
            walk,
            fight,
            hauls,
            way_trys,
            zone_trys,
            senses: loader.sense_names.iter().map(str::to_owned).collect(),
            tasks: loader.tasks,
        };
        lore.set_out();
        Some(lore)
    }
}

impl Lore {
    fn set_out(&mut self) {
        let mut begun = (*self.begun).clone();
        self.count_senses(&mut begun);
        self.setting.everyone().for_each(|who| self.fit_to_wounds(&mut begun, who));
        *self.begun = begun;
    }
}

impl Own {
    fn new(members: &[Hero], pack: Pack) -> Own {
        let mut heroes = ByHero::all(Hero::NOBODY);
        for (who, &member) in (0..Party::MAX as u8).map(Who).zip(members) {
            heroes[who] = member;
        }
        Own {
            heroes,
            pack,
            floor: Floor::EMPTY,
            heard: Numbers::NONE,
            warned: Numbers::NONE,
            alert: Senses::NONE,
            alarm: Senses::NONE,
            stir: Senses::NONE,
            walked: Senses::NONE,
            lit: Heroes::NONE,
            opening: Opening::Ours,
            fought: false,
        }
    }
}

fn read_pack(loader: &Loader, table: &mut Reader<'_>, pack: &mut Pack) {
    for kind in loader.kinds(table, "pack") {
        if !pack.add(kind) {
            table.problem_at("pack", "that is more than it holds", "leave some kinds of item out");
        }
    }
}

/// A battlefield for each area, and on each the four ways in which a combat can begin.
fn battles(
    loader: &Loader,
    place: &Place,
    title: &str,
    improvised: Qualities,
    heroes: &[Hero],
) -> Option<(Vec<Heed>, Vec<Vec<u8>>)> {
    let (mut fights, mut fields) = (Vec::new(), Vec::new());
    for area in 0..place.areas.len() {
        let (zones, inside) = place.field(area)?;
        let dark = inside.iter().enumerate().filter(|(_, zone)| place.spots[usize::from(**zone)].dark);
        let dark = dark.map(|(at, _)| at as u8).collect();
        let one = |sheet| Placed { sheet, side: Side::Heroes, zone: 0 };
        let placed: Vec<Placed> = heroes.iter().map(|hero| one(hero.sheet)).collect();
        for opening in Opening::ALL {
            fights.push(loader.battle(Battlefield {
                title: title.to_owned(),
                zones: zones.clone(),
                dark,
                first: opening.first(),
                surprised: opening.surprised(),
                improvised,
                placed: placed.clone(),
            }));
        }
        fields.push(inside);
    }
    Some((fights, fields))
}

/// The task of this kind that nobody picks; one of a single try where the content has none.
fn meta(loader: &mut Loader, does: Work) -> u8 {
    if let Some(at) = loader.tasks.iter().position(|task| task.does == does) {
        return at as u8;
    }
    loader.tasks.push(Task::plain(does));
    (loader.tasks.len() - 1) as u8
}

fn haul(loader: &Loader, table: &mut Reader<'_>) -> Haul {
    Haul {
        items: loader.kinds(table, "items"),
        supplies: Supplies::read(table, &SUPPLIES),
        trys: table.optional_integer("trys", 1..=60),
        senses: loader.senses(table),
    }
}

/// That every fight there can be has room for everybody.
fn check_place(loader: &Loader, place: &Place, parts: &Parts<'_>, top: &Reader<'_>) {
    if loader.tasks.len() > 200 {
        let count = loader.tasks.len();
        top.problem_at("task", format!("{count} of them"), "an adventure has at most 200");
    }
    for (spot, table) in place.spots.iter().zip(&parts.zones) {
        // HEED-S1, as on a battlefield.
        if !(1..=2).contains(&spot.zone.tags.len()) {
            table.problem_at("tags", "a zone has one or two interesting features", "name one or two");
        }
    }
    place.check_sizes(parts, top, MAX_ZONES, MAX - Party::MAX);
}

impl Task {
    /// A task of one try that needs nothing.
    fn plain(does: Work) -> Task {
        let name = Work::ALL.iter().find(|(_, work)| *work == does).map_or("", |(name, _)| name);
        Task {
            id: name.to_owned(),
            name: name.to_owned(),
            about: String::new(),
            does,
            trys: 1,
            together: None,
            senses: Senses::NONE,
            chance: 6,
            needs: None,
            uses: false,
            gives: None,
            wounds: 0,
            light: true,
        }
    }
}

impl Loader {
    pub fn task(&mut self, table: &mut Reader<'_>) {
        let does = table.one_of("does", &Work::ALL);
        let id = table.name("id", &mut self.task_names);
        if TAKEN.contains(&id.as_str()) {
            table.problem_at("id", format!("{id:?} is a choice of its own"), "call the task something else");
        }
        let kind = |table: &mut Reader<'_>, key: &str| {
            table.optional_reference(key, &self.item_names).map(|index| (index + 2) as u8)
        };
        let task = Task {
            id,
            name: table.string("name"),
            about: table.optional_string("about").unwrap_or_default(),
            // HEED-O1: one try, unless the author says otherwise.
            trys: table.optional_integer("trys", 1..=60).unwrap_or(1),
            // HEED-O2: all of them, unless the author says otherwise.
            together: table.optional_integer("together", 1..=8),
            senses: self.senses(table),
            chance: table.optional_integer("chance", 1..=6).unwrap_or(6),
            needs: kind(table, "needs"),
            uses: table.flag("uses", false),
            gives: kind(table, "gives"),
            wounds: table.optional_integer("wounds", 0..=6).unwrap_or(0),
            light: table.flag("light", true),
            does,
        };
        if does == Work::Make && (task.gives.is_none() || task.needs.is_none()) {
            table.problem("nothing comes of nothing", "say what it `needs` and what it `gives`");
        }
        if does == Work::Read && task.needs.is_none() {
            table.problem("there is nothing to read", "say which scroll it `needs`");
        }
        self.tasks.push(task);
    }
}
