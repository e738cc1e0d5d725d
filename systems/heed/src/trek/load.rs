//! From an adventure's file, the library and perhaps a party's file to a checked journey. Every problem is reported
//! with its place.

use fracas_adventure::{Parts, Place};
use fracas_content::{Bundle, Check, Document, Problems, Reader};
use fracas_kernel::{Play, Side};

use super::data::{Deed, Haul, Opening, Task, Trek};
use super::party::Company;
use super::state::{MAX_EXTRAS, State};
use crate::data::{Heed, Placed, Qualities};
use crate::load::{Battlefield, Loader, properties};
use crate::state::{MAX, MAX_ZONES};

/// How many encounters a place can have, so that those of the judge have numbers too.
const MAX_ENCOUNTERS: usize = 64 - MAX_EXTRAS;
/// Words that begin other choices.
const TAKEN: [&str; 13] = [
    "begin", "go", "go-on", "lead", "leave", "wait", "candle", "snuff", "gather", "draw", "stow", "pack",
    "unpack",
];

impl Trek {
    pub fn load(bundle: &Bundle) -> Result<Trek, Problems> {
        let check = Check::new();
        let sources = bundle.library.iter().chain([&bundle.scenario]);
        let documents: Vec<_> = sources.filter_map(|source| Document::parse(source, &check)).collect();
        let party = bundle.party.as_ref().map(|source| Document::parse(source, &check));
        if documents.len() <= bundle.library.len() || matches!(party, Some(None)) {
            return check.finish_some(None);
        }
        let mut tops: Vec<Reader<'_>> = documents.iter().map(Document::top).collect();
        let mut party = party.flatten();
        let mut party = party.as_mut().map(|document| document.top());
        let mut loader = Loader::new();
        loader.read(&mut tops);
        let trek = tops.last_mut().and_then(|top| journey(loader, top, party.as_mut()));
        tops.iter().chain(&party).for_each(Reader::finish);
        check.finish_some(trek)
    }
}

fn journey(mut loader: Loader, top: &mut Reader<'_>, party: Option<&mut Reader<'_>>) -> Option<Trek> {
    top.string("system");
    top.string("kind");
    let title = top.string("title");
    top.optional_string("about");
    let limit = top.optional_integer("limit", 1..=2000).unwrap_or(100);
    let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
    let improvised = properties(top, "improvised");
    let own = Company::read(&loader, top, party.is_none());
    let company = match party {
        Some(file) => {
            if file.string("system") != Heed::SYSTEM {
                file.problem_at("system", "this party plays another game", "take a party of \"heed\"");
            }
            file.optional_one_of("kind", &[("party", ())]);
            file.string("title");
            Company::read(&loader, file, true)
        }
        None => own,
    };
    let (place, mut parts) = Place::read(top, &loader.sheet_names)?;
    let hauls = parts.caches.iter_mut().map(|table| haul(&loader, table)).collect();
    let trys = |table: &mut Reader<'_>| table.optional_integer("trys", 1..=60);
    let way_trys = parts.ways.iter_mut().map(trys).collect();
    let zone_trys = parts.zones.iter_mut().map(trys).collect();
    let company = company?;
    let fits = check_place(&loader, &place, &parts, &company, top);
    parts.finish();
    fits?;
    let (walk, fight) = (meta(&mut loader, Deed::Walk), meta(&mut loader, Deed::Fight));
    let (fights, fields) = battles(&loader, &place, &title, improvised, &company)?;
    let sensed = |foes: &[fracas_adventure::Foe]| {
        foes.iter().filter_map(|foe| loader.sheets.get(foe.creature)).fold(0, |all, sheet| all | sheet.sensed)
    };
    let begun = State::begin(&place, &company);
    let mut trek = Trek {
        title,
        sensed: place.encounters.iter().map(|encounter| sensed(&encounter.foes)).collect(),
        place,
        fights,
        fields,
        walk,
        fight,
        hauls,
        way_trys,
        zone_trys,
        senses: loader.sense_names.iter().map(str::to_owned).collect(),
        tasks: loader.tasks,
        limit,
        hour,
        begun: Box::new(begun),
    };
    let mut begun = (*trek.begun).clone();
    trek.count_senses(&mut begun);
    trek.begun = Box::new(begun);
    Some(trek)
}

/// A battlefield for each area, and on each the four ways in which a combat can begin.
fn battles(
    loader: &Loader,
    place: &Place,
    title: &str,
    improvised: Qualities,
    company: &Company,
) -> Option<(Vec<Heed>, Vec<Vec<u8>>)> {
    let (mut fights, mut fields) = (Vec::new(), Vec::new());
    for area in 0..place.areas.len() {
        let (zones, inside) = place.field(area)?;
        let dark = inside.iter().enumerate().filter(|(_, zone)| place.spots[usize::from(**zone)].dark);
        let dark = dark.map(|(at, _)| at as u8).collect();
        let one = |sheet| Placed { sheet, side: Side::Heroes, zone: 0 };
        let placed: Vec<Placed> = company.heroes.iter().map(|hero| one(hero.sheet)).collect();
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
fn meta(loader: &mut Loader, does: Deed) -> u8 {
    if let Some(at) = loader.tasks.iter().position(|task| task.does == does) {
        return at as u8;
    }
    loader.tasks.push(Task::plain(does));
    (loader.tasks.len() - 1) as u8
}

fn haul(loader: &Loader, table: &mut Reader<'_>) -> Haul {
    Haul {
        items: loader.kinds(table, "items"),
        gold: table.optional_integer("gold", 0..=10_000).unwrap_or(0),
        candles: table.optional_integer("candles", 0..=50).unwrap_or(0),
        trys: table.optional_integer("trys", 1..=60),
        senses: loader.senses(table),
    }
}

/// That every fight there can be has room for everybody.
fn check_place(
    loader: &Loader,
    place: &Place,
    parts: &Parts<'_>,
    company: &Company,
    top: &Reader<'_>,
) -> Option<()> {
    for (key, count, most) in [
        ("zone", place.spots.len(), MAX_ZONES),
        ("encounter", place.encounters.len(), MAX_ENCOUNTERS),
        ("task", loader.tasks.len(), 200),
    ] {
        if count > most {
            top.problem_at(key, format!("{count} of them"), format!("an adventure has at most {most}"));
            return None;
        }
    }
    for (spot, table) in place.spots.iter().zip(&parts.zones) {
        // HEED-S1, as on a battlefield.
        if !(1..=2).contains(&spot.zone.tags.len()) {
            table.problem_at("tags", "a zone has one or two interesting features", "name one or two");
        }
    }
    for (encounter, table) in place.encounters.iter().zip(&parts.encounters) {
        let foes: usize = encounter.foes.iter().map(|foe| usize::from(foe.count)).sum();
        if foes + company.heroes.len() > MAX {
            let count = foes + company.heroes.len();
            table.problem_at("foes", format!("{count} combatants"), format!("a fight holds at most {MAX}"));
            return None;
        }
        if encounter.foes.is_empty() {
            return None;
        }
    }
    Some(())
}

impl Task {
    /// A task of one try that needs nothing.
    fn plain(does: Deed) -> Task {
        let name = Deed::ALL.iter().find(|(_, deed)| *deed == does).map_or("", |(name, _)| name);
        Task {
            id: name.to_owned(),
            name: name.to_owned(),
            about: String::new(),
            does,
            trys: 1,
            together: None,
            senses: 0,
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
        let does = table.one_of("does", &Deed::ALL);
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
        if does == Deed::Make && (task.gives.is_none() || task.needs.is_none()) {
            table.problem("nothing comes of nothing", "say what it `needs` and what it `gives`");
        }
        if does == Deed::Read && task.needs.is_none() {
            table.problem("there is nothing to read", "say which scroll it `needs`");
        }
        self.tasks.push(task);
    }
}
