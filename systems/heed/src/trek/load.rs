//! From an adventure's file, the library and perhaps a party's file to a checked trek. Every problem is reported with its
//! place.

use fracas_adventure::{
    Battlefield, ByHero, Clock, Load, Opening, Parts, Party, Place, Roster, Setting, Snares,
};
use fracas_content::{Names, Reader};
use fracas_kernel::Side;

use super::data::{Haul, SUPPLIES, Task, Work};
use super::meeting::Manner;
use super::state::{Gear, Hero, Own};
use super::{Lore, State};
use crate::data::{Qualities, Senses};
use crate::features::Feature;
use crate::load::{Battlefield as Ground, Loader, plot_at_lair, properties};
use crate::state::{MAX, MAX_FEATURES, MAX_ZONES};

/// A try is six minutes.
const UNIT: u32 = 6;
/// How much grit can be gained on adventures.
pub const MAX_GROWTH: u8 = 2;
/// Words that begin other choices.
const TAKEN: [&str; 17] = [
    "begin", "go", "go-on", "lead", "leave", "wait", "candle", "snuff", "draw", "stow", "pick-up", "give",
    "fight", "hide", "talk", "pay", "go-away",
];

impl Load for Lore {
    fn read<'a>(shelves: &mut [Reader<'a>], file: Option<&mut Reader<'a>>) -> Option<Lore> {
        let mut loader = Loader::new();
        loader.read(shelves);
        let top = shelves.last_mut()?;
        let title = Opening::title(top);
        let limit = top.optional_integer("limit", 1..=2000).unwrap_or(100);
        let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
        let improvised = properties(top, "improvised");
        let mut with = (Own::default(), ByHero::default());
        let party = Roster::crew::<Lore, _>(
            top,
            file,
            &loader.sheet_names,
            &mut with,
            |(own, advances), who, table, sheet| {
                advances[who] = table.optional_integer("advances", 0..=200).unwrap_or(0);
                own.read(who, table, sheet, &loader)
            },
        );
        let (mut own, advances) = with;
        for (&sheet, &advances) in party.heroes.iter().zip(advances.iter()) {
            let sheet = &mut loader.sheets[usize::from(sheet)];
            sheet.grit = grown(sheet.grit, advances);
        }
        let (mut place, mut parts) = Place::read(top, &loader.sheet_names, &SUPPLIES)?;
        let hauls = parts.caches.iter_mut().map(|table| haul(&loader, table)).collect();
        let trys = |table: &mut Reader<'_>| table.optional_integer("trys", 1..=60);
        let way_trys = parts.ways.iter_mut().map(trys).collect();
        let zone_trys = parts.zones.iter_mut().map(trys).collect();
        let manners = parts.encounters.iter_mut().map(manner).collect();
        place.snares = Snares::read(&mut parts, &loader.trap_names);
        let features = features(&mut parts);
        check_place(&loader, &place, &parts, top);
        parts.finish();
        let up = |hero: &Hero| hero.wounds() < loader.sheets[usize::from(hero.sheet)].grit;
        if !own.heroes.iter().take(party.heroes.len()).any(up) {
            top.problem_at("party", "nobody can go", "name at least one hero who is alive and on its feet");
            return None;
        }
        let (walk, fight) = (meta(&mut loader, Work::Walk), meta(&mut loader, Work::Fight));
        let (count, clock) = (party.heroes.len(), Clock { unit: UNIT, hour, limit });
        let mut setting =
            Setting::in_zones(Opening { title, clock }, place, party.heroes, MAX_ZONES, |_| true)?;
        let make = |title: &str, place: &Place, field: &mut Battlefield| {
            loader.battle(Ground { improvised, ..furnished(field, place, title, &features) })
        };
        let fights = setting.fights(&mut parts, make, plot_at_lair);
        let place = &setting.place;
        let sensed = |foes: &[fracas_adventure::Foe]| {
            let sheets = foes.iter().filter_map(|foe| loader.sheets.get(foe.creature));
            sheets.fold(Senses::NONE, |all, sheet| all | sheet.sensed)
        };
        own.stock(features.iter().map(Feature::uses));
        let mut lore = Lore {
            sensed: place.encounters.iter().map(|encounter| sensed(&encounter.foes)).collect(),
            start: State::new(place, count, party.supplies, own),
            setting,
            fights,
            features,
            manners,
            walk,
            fight,
            hauls,
            way_trys,
            zone_trys,
            senses: loader.sense_names.iter().map(str::to_owned).collect(),
            advances,
            traps: loader.traps,
            tasks: loader.tasks,
        };
        lore.set_out();
        Some(lore)
    }
}

/// What becomes of somebody's grit: one more for each two adventures that reached their goal.
fn grown(grit: u8, advances: u8) -> u8 {
    grit.saturating_add((advances / 2).min(MAX_GROWTH)).min(6)
}

impl Lore {
    fn set_out(&mut self) {
        let mut start = self.start.clone();
        self.count_senses(&mut start);
        self.setting.everyone().for_each(|who| self.fit_to_wounds(&mut start, who));
        self.start = start;
    }
}

/// The features of all zones, by their numbers in the place.
fn features(parts: &mut Parts<'_>) -> Vec<Feature> {
    let mut names = Names::new("feature");
    let mut read = |(at, table): (u8, &mut Reader<'_>)| Feature::read_all(table, at, &mut names);
    let mut all: Vec<Feature> = (0_u8..).zip(&mut parts.zones).flat_map(&mut read).collect();
    all.truncate(MAX_FEATURES);
    all
}

/// How those of an encounter can be talked to.
fn manner(table: &mut Reader<'_>) -> Manner {
    Manner {
        talk: table.optional_integer("talk", 0..=5).unwrap_or(0),
        price: table.optional_integer("price", 1..=1000).unwrap_or(0),
    }
}

/// A field with the zones, doors and features that it has of the place.
fn furnished(field: &mut Battlefield, place: &Place, title: &str, features: &[Feature]) -> Ground {
    let dark = (0_u8..).zip(&field.zones).filter(|(_, zone)| place.is_dark(**zone));
    let mut ground = Ground {
        title: title.to_owned(),
        field: field.field.clone(),
        dark: dark.map(|(at, _)| at).collect(),
        features: Vec::new(),
        first: Side::Heroes,
        surprised: None,
        improvised: Qualities::NONE,
        placed: Vec::new(),
    };
    for (number, feature) in (0_u8..).zip(features) {
        if let Some(zone) = field.local(feature.zone) {
            ground.features.push(Feature { zone, ..feature.clone() });
            field.things.push(number);
        }
    }
    ground
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
    Gear::check(place, top);
    place.check_sizes(parts, top, MAX_ZONES, MAX - Party::MAX);
}

impl Task {
    /// A task of one try that needs nothing.
    fn plain(does: Work) -> Task {
        let name = Work::ALL.iter().find(|(_, work)| *work == does).map_or("", |(name, _)| name);
        Task { id: name.to_owned(), name: name.to_owned(), does, trys: 1, chance: 6, ..Task::default() }
    }
}

impl Loader {
    pub fn task(&mut self, table: &mut Reader<'_>) {
        let does = table.one_of("does", &Work::ALL);
        table.renamed("uses", "uses_up");
        let id = table.name("id", &mut self.task_names);
        let picked = !matches!(does, Work::Walk | Work::Fight);
        if picked && TAKEN.contains(&id.as_str()) {
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
            uses: table.flag("uses_up", false),
            gives: kind(table, "gives"),
            wounds: table.optional_integer("wounds", 0..=6).unwrap_or(0),
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
