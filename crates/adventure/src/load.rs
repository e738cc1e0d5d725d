//! Reads a place from an adventure's file. Each table may have keys of the system's own: the readers are handed on.

use fracas_content::{Bundle, Names, Plots, Problems, Reader, zone, zones_apart};
use fracas_kernel::{Side, Who};

use crate::place::{Cache, Encounter, Foe, Goal, Numbers, Place, Spot, Way};
use crate::{
    Basis, Battlefield, Clock, Distance, Door, Explorer, Party, PartyFile, Role, Setting, Snares, Supplies,
    Supply, Treasure,
};

/// A system's adventure, from its files.
pub trait Load: Basis {
    /// The library's files with the adventure last, and the party's own file if it has one. `None` if there is too little
    /// to go on, which is reported.
    fn read<'a>(shelves: &mut [Reader<'a>], party: Option<&mut Reader<'a>>) -> Option<Self>;
}

impl<R: Load> Explorer<R> {
    pub fn load(bundle: &Bundle) -> Result<Explorer<R>, Problems> {
        bundle.read_party(|shelves, party| R::read(shelves, party).map(Explorer))
    }
}

/// What an adventure's file says first.
#[derive(Debug)]
pub struct Opening {
    pub title: String,
    pub clock: Clock,
}

impl Opening {
    /// What every adventure begins with: its title, and what nobody asks here.
    pub fn title(top: &mut Reader<'_>) -> String {
        let (_, title) = (top.string("system"), top.string("title"));
        top.one_of("kind", &[("adventure", ())]);
        top.optional_string("about");
        title
    }

    /// The title, the hour at which it begins, and how many hours there are; `unit` is what the clock counts, in minutes.
    pub fn read(top: &mut Reader<'_>, unit: u32) -> Opening {
        let title = Opening::title(top);
        let hour = top.optional_integer("hour", 0..=23).unwrap_or(8);
        let hours: u32 = top.optional_integer("hours", 1..=500).unwrap_or(48);
        Opening { title, clock: Clock { unit, hour, limit: hours * 60 / unit } }
    }
}

impl Setting {
    /// A place in which a fight has at most `max_zones` zones, over ways that are `part` of a battlefield. `None` if
    /// nobody sets out, or if the place has more zones than that, which is reported elsewhere.
    pub fn in_zones(
        Opening { title, clock }: Opening,
        place: Place,
        heroes: Vec<u8>,
        max_zones: usize,
        part: impl Fn(u8) -> bool,
    ) -> Option<Setting> {
        if heroes.is_empty() || place.spots.len() > max_zones {
            return None;
        }
        let fields = place.battlefields(max_zones, part)?;
        Some(Setting { title, place, clock, heroes, fields })
    }

    /// The fight around each zone, which `make` makes of its field; and those with goals, events or friends.
    pub fn fights<'a, F: Clone>(
        &mut self,
        parts: &mut Parts<'a>,
        mut make: impl FnMut(&str, &Place, &mut Battlefield) -> F,
        plot: impl FnMut(&mut F, Plots<'a>, &[Role]),
    ) -> Vec<F> {
        let Setting { title, place, fields, .. } = self;
        let mut fights = fields.iter_mut().map(|field| make(title, place, field)).collect();
        self.add_plots(parts, &mut fights, plot);
        fights
    }

    /// Behind the fights of the zones come those with goals, events or friends: each like the one where those live who are
    /// fought in it, with what `plot` makes of the tables and of everybody who is in it.
    pub fn add_plots<'a, F: Clone>(
        &self,
        parts: &mut Parts<'a>,
        fights: &mut Vec<F>,
        mut plot: impl FnMut(&mut F, Plots<'a>, &[Role]),
    ) {
        for (encounter, plots) in std::mem::take(&mut parts.plots) {
            let met = &self.place.encounters[usize::from(encounter)];
            let lair = usize::from(met.lair.unwrap_or(self.place.start));
            let heroes = self.heroes.iter().map(|&sheet| sheet.into());
            let mut fight = fights[lair].clone();
            plot(&mut fight, plots, &self.fields[lair].cast(met, heroes));
            fights.push(fight);
        }
    }
}

/// Who sets out, and with what.
#[derive(Debug, Default)]
pub struct Roster {
    /// By their sheets.
    pub heroes: Vec<u8>,
    /// Heroes of the file, by their sheets, who did not live to see this.
    pub fallen: Vec<usize>,
    pub supplies: Supplies,
}

impl Roster {
    /// Who sets out: the `[[party]]` and `[supplies]` of the adventure's file, or of the party's own, which must be one of
    /// this system. `member` reads the rest of the table of somebody with this sheet into `own`, and says whether that one
    /// goes along.
    pub fn crew<'a, R: Basis, O: Clone>(
        top: &mut Reader<'a>,
        file: Option<&mut Reader<'a>>,
        heroes: &Names,
        own: &mut O,
        member: impl FnMut(&mut O, Who, &mut Reader<'a>, usize) -> bool,
    ) -> Roster {
        Roster::crew_with::<R, O>(top, file, heroes, own, member, |_, _| {})
    }

    /// The same, where `more` stands among the supplies.
    pub fn crew_with<'a, R: Basis, O: Clone>(
        top: &mut Reader<'a>,
        file: Option<&mut Reader<'a>>,
        heroes: &Names,
        own: &mut O,
        member: impl FnMut(&mut O, Who, &mut Reader<'a>, usize) -> bool,
        more: impl FnMut(&mut O, &mut Reader<'a>),
    ) -> Roster {
        let Some(file) = file else { return Roster::read(top, heroes, R::SUPPLIES, own, member, more) };
        // The adventure's own party stays at home.
        top.tables("party");
        top.table("supplies");
        PartyFile::check_head(file, R::SYSTEM);
        Roster::read(file, heroes, R::SUPPLIES, own, member, more)
    }

    fn read<'a, O: Clone>(
        top: &mut Reader<'a>,
        heroes: &Names,
        kinds: &[Supply],
        own: &mut O,
        mut member: impl FnMut(&mut O, Who, &mut Reader<'a>, usize) -> bool,
        mut more: impl FnMut(&mut O, &mut Reader<'a>),
    ) -> Roster {
        let mut roster = Roster::default();
        let (mut there, mut listed) = (Vec::new(), 0);
        for mut table in top.need_tables("party") {
            listed += 1;
            let sheet = table.reference("hero", heroes);
            if sheet.is_some_and(|sheet| there.contains(&sheet)) {
                table.problem_at("hero", "this one is in the party already", "name everybody once");
            }
            there.extend(sheet);
            // The dead are read too, and leave no trace.
            let (who, mut with) = (Who(roster.heroes.len().min(Party::MAX - 1) as u8), own.clone());
            let goes = sheet.filter(|&sheet| member(&mut with, who, &mut table, sheet));
            if table.flag("dead", false) {
                roster.fallen.extend(sheet);
            } else if let Some(sheet) = goes {
                roster.heroes.push(sheet.min(255) as u8);
                *own = with;
            }
            table.finish();
        }
        if let Some(mut table) = top.table("supplies") {
            roster.supplies = Supplies::read(&mut table, kinds);
            more(own, &mut table);
            table.finish();
        }
        PartyFile::check_count(top, listed, roster.heroes.len(), Party::MAX);
        roster.heroes.truncate(Party::MAX);
        roster
    }
}

/// The tables of a place with what was not read of them yet, in the order of the place's own lists, and the names that
/// other tables may refer to.
#[derive(Debug)]
pub struct Parts<'a> {
    pub zones: Vec<Reader<'a>>,
    pub ways: Vec<Reader<'a>>,
    pub caches: Vec<Reader<'a>>,
    pub encounters: Vec<Reader<'a>>,
    /// The goals and events of those encounters that have any, by number.
    pub plots: Vec<(u8, Plots<'a>)>,
    pub zone_names: Names,
    pub cache_names: Names,
    pub encounter_names: Names,
}

impl Parts<'_> {
    /// Reports every key that nobody asked for.
    pub fn finish(&self) {
        for table in [&self.zones, &self.ways, &self.caches, &self.encounters].into_iter().flatten() {
            table.finish();
        }
    }
}

const DOORS: [(&str, Door); 5] = [
    ("none", Door::None),
    ("open", Door::Open),
    ("shut", Door::Shut),
    ("barred", Door::Barred),
    ("locked", Door::Locked),
];

/// What a shut door was called before.
const SHUT: [&str; 2] = ["closed", "shut"];

impl Place {
    /// All that is checked where choices name what is in a place, and fights have so much room.
    pub fn check(&self, parts: &Parts<'_>, top: &Reader<'_>, max_zones: usize, max_foes: usize) {
        self.check_names(parts);
        self.check_sizes(parts, top, max_zones, max_foes);
    }

    /// For rules whose choices name zones, caches and encounters by their ids, and ways by the zone beyond: are the ids
    /// single words, and is there one way between two zones at most?
    fn check_names(&self, parts: &Parts<'_>) {
        let ids = [
            (&parts.zones, self.spots.iter().map(|spot| &spot.zone.id).collect::<Vec<_>>()),
            (&parts.caches, self.caches.iter().map(|cache| &cache.id).collect()),
            (&parts.encounters, self.encounters.iter().map(|met| &met.id).collect()),
        ];
        for (tables, ids) in ids {
            for (table, id) in tables.iter().zip(ids) {
                if id.contains(|c: char| c.is_whitespace() || c.is_uppercase()) {
                    table.problem_at(
                        "id",
                        "an id is one word in lower case",
                        "put hyphens between its parts",
                    );
                }
            }
        }
        for (index, (way, table)) in self.ways.iter().zip(&parts.ways).enumerate() {
            let same = |other: &Way| [(other.a, other.b), (other.b, other.a)].contains(&(way.a, way.b));
            if self.ways[..index].iter().any(same) {
                table.problem_at("between", "these two are joined already", "leave one of the ways out");
            }
        }
    }

    /// For rules whose battlefields and fights hold so much: are there too many zones or foes, and does nobody live where
    /// the party begins?
    pub fn check_sizes(&self, parts: &Parts<'_>, top: &Reader<'_>, max_zones: usize, max_foes: usize) {
        if self.spots.len() > max_zones {
            let count = self.spots.len();
            top.problem_at("zone", format_args!("{count} of them"), format_args!("give at most {max_zones}"));
        }
        for (met, table) in self.encounters.iter().zip(&parts.encounters) {
            let all = met.foes.iter().chain(&met.friends);
            let count: usize = all.map(|foe| usize::from(foe.count)).sum();
            if count > max_foes {
                table.problem_at(
                    "foes",
                    format_args!("{count} at once"),
                    format_args!("give at most {max_foes}"),
                );
            }
            if met.lair == Some(self.start) {
                table.problem_at("at", "the party begins there", "let them live elsewhere");
            }
        }
    }

    /// The zones, ways, caches, encounters, start and goal of the file; `creatures` are those that can be met, and `kinds`
    /// the supplies that can be found. `None` if there is too little to go on, which is reported.
    pub fn read<'a>(top: &mut Reader<'a>, creatures: &Names, kinds: &[Supply]) -> Option<(Place, Parts<'a>)> {
        let (mut zone_names, mut cache_names, mut encounter_names) =
            (Names::new("zone"), Names::new("cache"), Names::new("encounter"));
        let mut zones = top.need_tables("zone");
        let spots: Vec<Spot> = zones.iter_mut().map(|table| spot(table, &mut zone_names)).collect();
        zones_apart(&mut zones);
        let unseen = unseen(&mut zones, &zone_names);
        let mut ways = top.tables("way");
        let mut joined: Vec<Option<Way>> = ways.iter_mut().map(|table| way(table, &zone_names)).collect();
        let mut caches = top.tables("cache");
        let lying = caches.iter_mut().map(|table| Cache::read(table, &mut cache_names, &zone_names, kinds));
        let lying = lying.collect();
        for (way, table) in joined.iter_mut().zip(&mut ways) {
            let key = table.optional_reference("key", &cache_names).map(|index| index as u8);
            way.iter_mut().for_each(|way| way.key = key);
        }
        let mut encounters = top.tables("encounter");
        let (mut met, mut plots) = (Vec::new(), Vec::new());
        for (index, table) in (0_u8..).zip(&mut encounters) {
            let (mut read, plot) = encounter(table, &mut encounter_names, &zone_names, creatures);
            if let Some(plot) = plot {
                read.plot = Some(plots.len() as u8);
                plots.push((index, plot));
            }
            met.push(read);
        }
        let start = top.reference("start", &zone_names);
        let goal = goal(top, &cache_names, &encounter_names, &zone_names);
        for (key, count, most) in [
            ("zone", spots.len(), Place::MAX_ZONES),
            ("way", joined.len(), Place::MAX_WAYS),
            ("cache", caches.len(), Place::MAX_CACHES),
            ("encounter", met.len(), Place::MAX_ENCOUNTERS),
        ] {
            if count > most {
                top.problem_at(key, format!("{count} of them"), format!("a place has at most {most}"));
                return None;
            }
        }
        let joined: Option<Vec<Way>> = joined.into_iter().collect();
        let weight = met.iter().map(|encounter| u16::from(encounter.weight)).sum();
        let mut place = Place {
            areas: Vec::new(),
            snares: Snares::default(),
            treasure: Treasure::default(),
            unseen,
            spots,
            ways: joined?,
            caches: lying,
            encounters: met,
            start: start? as u8,
            goal: goal?,
            weight,
        };
        place.areas = place.areas(|_| true);
        place.check_reachable(top);
        place.check_keys(&ways);
        place.check_foes(&encounters);
        let parts =
            Parts { zones, ways, caches, encounters, plots, zone_names, cache_names, encounter_names };
        place.check_goal(&parts);
        Some((place, parts))
    }

    /// Every zone can be come to, with every door opened and every secret found.
    fn check_reachable(&self, top: &Reader<'_>) {
        let cluttered = |zone: u8| self.spots[usize::from(zone)].cluttered;
        let reached = self.reached(|_, _| true);
        // Who searches finds everything, but only where there is anything to search.
        let found = self.reached(|way, from| !way.secret || cluttered(from));
        for (spot, zone) in self.spots.iter().zip(0_u8..) {
            let id = &spot.zone.id;
            if !reached.has(zone) {
                let advice = "add a [[way]] to it, or leave the zone out";
                top.problem_at("way", format!("no way leads to {id:?}"), advice);
            } else if !found.has(zone) {
                let advice = "let the way be no secret, or leave out `cluttered = false` on this side of it";
                top.problem_at("way", format!("nobody can find the way to {id:?}"), advice);
            }
        }
        if self.exits().is_empty() {
            top.problem_at("zone", "the place cannot be left", "give at least one zone `exit = true`");
        }
    }

    /// Can the key of each door be come to without passing it?
    fn check_keys(&self, ways: &[Reader<'_>]) {
        for (way, table) in self.ways.iter().zip(ways) {
            let Some(key) = way.key.and_then(|key| self.caches.get(usize::from(key))) else { continue };
            if !self.reached(|other, _| !std::ptr::eq(other, way)).has(key.at) {
                let message =
                    format_args!("the key of this door lies behind it, in {:?}", self.id_of(key.at));
                table.warn_at("key", message, "put it on this side");
            }
        }
    }

    /// Warns of locked doors that stay so: those that are too `sturdy` for this party, and whose keys nobody gets.
    pub fn check_sturdy(&self, parts: &Parts<'_>, sturdy: impl Fn(u8) -> bool) {
        let number = |way: &Way| self.ways.iter().position(|other| std::ptr::eq(other, way)).unwrap_or(0);
        let fast = |way: &Way| way.door == Door::Locked && sturdy(number(way) as u8);
        let found = |cache: &Cache| !cache.hidden || self.spots[usize::from(cache.at)].cluttered;
        let key =
            |way: &Way| way.key.and_then(|key| self.caches.get(usize::from(key))).filter(|key| found(key));
        let mut reached = Numbers::one(self.start);
        // Behind one door may lie the key of the next.
        for _ in 0..=self.ways.len() {
            let opens = |way: &Way| key(way).is_some_and(|key| reached.has(key.at));
            reached = self.reached(|way, _| !fast(way) || opens(way));
        }
        for (way, table) in self.ways.iter().zip(&parts.ways).filter(|(way, _)| fast(way)) {
            if !key(way).is_some_and(|key| reached.has(key.at)) {
                let [a, b] = [way.a, way.b].map(|zone| self.id_of(zone));
                let message = format_args!("nobody in this party can open the door between {a:?} and {b:?}");
                table.warn_at(
                    "door",
                    message,
                    "let a `key` lie on this side of it, or take somebody who can",
                );
            }
        }
    }

    fn id_of(&self, zone: u8) -> &str {
        &self.spots[usize::from(zone)].zone.id
    }

    /// Sets of zones that are joined by ways without a door that everybody can see, as far as those are `open`.
    pub fn areas(&self, open: impl Fn(u8) -> bool) -> Vec<Numbers> {
        let mut areas: Vec<Numbers> = (0..self.spots.len() as u8).map(Numbers::one).collect();
        let ways = (0_u8..).zip(&self.ways).filter(|(_, way)| way.door == Door::None && !way.secret);
        for (_, way) in ways.filter(|(index, _)| open(*index)) {
            let find = |zone: u8| areas.iter().position(|area| area.has(zone));
            if let (Some(a), Some(b)) = (find(way.a), find(way.b))
                && a != b
            {
                let joined = areas.remove(a.max(b));
                areas[a.min(b)] |= joined;
            }
        }
        areas.sort_by_key(|area| area.first());
        areas
    }

    /// The zones that are come to from the start over ways that can be taken, each from one of its ends.
    fn reached(&self, taken: impl Fn(&Way, u8) -> bool) -> Numbers {
        let mut reached = Numbers::one(self.start);
        for _ in 0..self.spots.len() {
            for way in &self.ways {
                if [way.a, way.b].into_iter().any(|from| reached.has(from) && taken(way, from)) {
                    reached = reached.with(way.a).with(way.b);
                }
            }
        }
        reached
    }

    /// What is to be taken can be found, and whom it is to be beaten is there to be met.
    fn check_goal(&self, parts: &Parts<'_>) {
        let cache = self.goal.take.map(usize::from).and_then(|index| Some((self.caches.get(index)?, index)));
        if let Some((cache, index)) = cache
            && cache.hidden
            && !self.spots[usize::from(cache.at)].cluttered
        {
            let what = "the goal is to take this, and nobody can find it where there is nothing to search";
            parts.caches[index].problem_at("hidden", what, "leave `hidden` out, or put it elsewhere");
        }
        let met =
            self.goal.beat.map(usize::from).and_then(|index| Some((self.encounters.get(index)?, index)));
        if let Some((met, index)) = met
            && met.lair.is_none()
            && met.weight == 0
        {
            let what = "the goal is to beat them, and nobody ever meets them";
            parts.encounters[index].problem_at("weight", what, "give them a place with `at`, or a `weight`");
        }
    }

    /// Those who are met together stand on one battlefield, and those who turn up anywhere have no place of their own.
    fn check_foes(&self, encounters: &[Reader<'_>]) {
        for (encounter, table) in self.encounters.iter().zip(encounters) {
            let mut spots = encounter.foes.iter().chain(&encounter.friends).filter_map(|foe| foe.at);
            let field = encounter.lair.and_then(|lair| self.battlefield(lair, Place::MAX_ZONES, |_| true));
            match field {
                None if spots.next().is_some() => table.problem_at(
                    "foes",
                    "they turn up anywhere, and yet stand somewhere",
                    "give the encounter a place with `at`, or leave out the `at` of its foes",
                ),
                Some(field) if spots.any(|zone| field.local(zone).is_none()) => table.problem_at(
                    "foes",
                    "they stand too far from the rest of their encounter",
                    "put them into zones within three steps of its own",
                ),
                _ => {}
            }
        }
    }
}

fn spot(table: &mut Reader<'_>, names: &mut Names) -> Spot {
    let zone = zone(table, names);
    if table.has("name") && zone.name.trim().is_empty() {
        table.problem_at("name", "the name is empty", "write what the zone looks like in a few words");
    }
    Spot {
        zone,
        about: table.optional_string("about").unwrap_or_default(),
        dark: table.flag("dark", false),
        cluttered: table.flag("cluttered", true),
    }
}

/// Zones that do not see each other, as `unseen` names them.
fn unseen(zones: &mut [Reader<'_>], names: &Names) -> Vec<(u8, u8)> {
    let pairs = (0_u8..).zip(zones).flat_map(|(zone, table)| {
        table.references("unseen", names).into_iter().map(move |other| (zone, other as u8))
    });
    pairs.filter(|(a, b)| a != b).collect()
}

fn way(table: &mut Reader<'_>, zones: &Names) -> Option<Way> {
    let ends = table.need_list("between");
    let [a, b] = ends.as_slice() else {
        table.problem_at("between", "a way has two ends", "name two zones: between = [\"hall\", \"stair\"]");
        return None;
    };
    let (a, b) = (a.reference(zones)? as u8, b.reference(zones)? as u8);
    if a == b {
        table.problem_at("between", "a zone is not beside itself", "name two zones that differ");
        return None;
    }
    let door = table.optional_one_of_renamed("door", &DOORS, &[SHUT]).unwrap_or(Door::None);
    Some(Way { a, b, door, secret: table.flag("secret", false), key: None })
}

impl Cache {
    fn read(table: &mut Reader<'_>, names: &mut Names, zones: &Names, kinds: &[Supply]) -> Cache {
        Cache {
            id: table.name("id", names),
            name: table.string("name"),
            at: table.reference("at", zones).unwrap_or_default() as u8,
            hidden: table.flag("hidden", false),
            about: table.optional_string("about").unwrap_or_default(),
            supplies: Supplies::read(table, kinds),
        }
    }
}

fn encounter<'a>(
    table: &mut Reader<'a>,
    names: &mut Names,
    zones: &Names,
    creatures: &Names,
) -> (Encounter, Option<Plots<'a>>) {
    let id = table.name("id", names);
    let name = table.string("name");
    let lair = table.optional_reference("at", zones).map(|zone| zone as u8);
    let weight = table.optional_integer("weight", 0..=100).unwrap_or(u8::from(lair.is_none()));
    let (mut foes, plots) = (Vec::new(), Plots::begin(table));
    // Foes that a system builds to a difficulty are its own business.
    let foes_read = if table.has("difficulty") { table.tables("foes") } else { table.need_tables("foes") };
    for mut foe in foes_read {
        let creature = foe.reference("creature", creatures);
        let count = foe.optional_integer("count", 1..=24).unwrap_or(1);
        let at = foe.optional_reference("at", zones).map(|zone| zone as u8);
        let stands = foe.optional_one_of("stands", &Distance::ALL);
        let comes = plots.comes(&mut foe);
        if comes.is_some() && at.is_none() && !foe.has("at") {
            foe.demand_at("at", "they come from somewhere", "name the zone in which they arrive");
        }
        foes.extend(creature.map(|creature| Foe { count, at, stands, comes, ..Foe::new(creature) }));
        foe.finish();
    }
    foes.sort_by_key(|foe| foe.comes.is_some());
    let mut friends = Vec::new();
    for mut friend in table.tables("friends") {
        friend.renamed("who", "creature");
        let who = friend.reference("creature", creatures);
        let count = friend.optional_integer("count", 1..=8).unwrap_or(1);
        let at = friend.optional_reference("at", zones).map(|zone| zone as u8);
        friends.extend(who.map(|who| Foe { count, at, side: Side::Heroes, ..Foe::new(who) }));
        friend.finish();
    }
    let plot = (!plots.is_empty() || !friends.is_empty()).then_some(plots);
    if plot.is_some() && lair.is_none() && !table.has("at") {
        let advice = "give the encounter a place with `at`, or leave them out";
        table.demand_at("at", "goals, events and friends are for a fight in some place", advice);
    }
    let about = table.optional_string("about").unwrap_or_default();
    (Encounter { id, name, about, lair, weight, foes, friends, plot: None }, plot)
}

fn goal(top: &mut Reader<'_>, caches: &Names, encounters: &Names, zones: &Names) -> Option<Goal> {
    let mut table = top.need_table("goal")?;
    let goal = Goal::read(&mut table, caches, encounters, zones);
    let goal = Goal { text: table.string("text"), leave: table.flag("leave", false), ..goal };
    table.finish();
    Some(goal)
}

impl Goal {
    /// What is to be done, of which something must be named.
    pub fn read(table: &mut Reader<'_>, caches: &Names, encounters: &Names, zones: &Names) -> Goal {
        let mut wanted =
            |key: &str, names: &Names| table.optional_reference(key, names).map(|index| index as u8);
        let (take, beat, reach) =
            (wanted("take", caches), wanted("beat", encounters), wanted("reach", zones));
        if (take, beat, reach) == (None, None, None) {
            table.problem("nothing is to be done", "give at least one of `take`, `beat` and `reach`");
        }
        Goal { take, beat, reach, ..Goal::default() }
    }
}
