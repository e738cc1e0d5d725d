//! From content files to a checked scenario: weapons, feats, sheets and who is where; the map is read in `map`. Every
//! problem is reported with its place; a scenario that loads can be played to its end.

use fracas_adventure::Role;
use fracas_content::{Bundle, Field, Hazards, Names, Person, Plots, Problems, Reader, Stage, each_table};
use fracas_kernel::plot::Plot;
use fracas_kernel::{By, Set, Side, Tell, Who};

use crate::data::{
    Arm, Attribute, Feat, Hazard, Knack, MAX_ARMS, NONE, Placed, Sheet, Trap, Twelves, Weapon,
};
use crate::heroes::oddities;
use crate::map::Map;
use crate::state::{MAX, State};

impl Twelves {
    pub fn load(bundle: &Bundle) -> Result<Twelves, Problems> {
        bundle.read(|tops| {
            let mut loader = Loader::default();
            loader.shelves(tops);
            loader.scenario(tops.last_mut()?)
        })
    }
}

/// What has been read so far; each part may refer to those before it.
#[derive(Clone)]
pub(crate) struct Loader {
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) weapon_names: Names,
    pub(crate) feats: Vec<Feat>,
    pub(crate) feat_names: Names,
    pub(crate) traps: Vec<Trap>,
    pub(crate) trap_names: Names,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) sheet_names: Names,
}

impl Default for Loader {
    fn default() -> Loader {
        Loader {
            weapons: Vec::new(),
            weapon_names: Names::new("weapon"),
            feats: Vec::new(),
            feat_names: Names::new("feat"),
            traps: Vec::new(),
            trap_names: Names::new("trap"),
            sheets: Vec::new(),
            sheet_names: Names::new("hero or creature"),
        }
    }
}

/// What everybody has who has nothing better.
const BARE_HANDS: u8 = u8::MAX - 1;

impl Loader {
    /// Weapons, feats, creatures and heroes of all files.
    pub(crate) fn shelves(&mut self, tops: &mut [Reader<'_>]) {
        each_table(tops, "weapon", |table| self.weapon(table));
        each_table(tops, "feat", |table| self.feat(table));
        each_table(tops, "trap", |table| self.trap(table));
        each_table(tops, "creature", |table| self.sheet(table, false));
        each_table(tops, "hero", |table| self.sheet(table, true));
    }

    fn trap(&mut self, table: &mut Reader<'_>) {
        let id = id(table, &mut self.trap_names);
        self.traps.push(Trap {
            id,
            hazard: Map::harm(table),
            all: table.flag("all", false),
            hard: table.optional_integer("hard", 1..=10).unwrap_or(0),
        });
    }

    fn weapon(&mut self, table: &mut Reader<'_>) {
        let id = id(table, &mut self.weapon_names);
        if id == HANDS {
            table.problem_at("id", "everybody has hands", "choose another id");
        }
        let uses = [("hand", Weapon::HAND), ("thrown", Weapon::THROWN), ("ranged", Weapon::RANGED)];
        let named = table.some_of("use", &uses);
        if named.is_empty() {
            table.problem_at(
                "use",
                "this weapon can be used in no way",
                "name some of \"hand\", \"thrown\", \"ranged\"",
            );
        }
        self.weapons.push(Weapon {
            id,
            name: table.string("name"),
            dice: table.integer("dice", 1..=20),
            reach: named.into_iter().fold(0, |reach, each| reach | each),
            two_handed: table.flag("two_handed", false),
            holds: table.flag("holds", false),
            about: table.optional_string("about").unwrap_or_default(),
        });
    }

    fn feat(&mut self, table: &mut Reader<'_>) {
        let feat = Feat {
            id: id(table, &mut self.feat_names),
            name: table.string("name"),
            about: table.string("about"),
            knack: Knack {
                ready: table.flag("ready", false),
                slips: table.flag("slips", false),
                stops: table.flag("stops", false),
                sure: table.flag("sure", false),
                wrestles: table.optional_integer("wrestles", 1..=6).unwrap_or(0),
                grips: table.optional_integer("grips", 1..=6).unwrap_or(0),
                second: table.optional_integer("second", 1..=9).unwrap_or(0),
            },
        };
        if feat.knack == Knack::default() {
            let keys = "`ready`, `slips`, `stops`, `sure`, `wrestles`, `grips`, `second`";
            table.problem("this feat gives nothing", format_args!("give some of {keys}"));
        }
        self.feats.push(feat);
    }

    fn sheet(&mut self, table: &mut Reader<'_>, hero: bool) {
        let id = id(table, &mut self.sheet_names);
        let name = table.string("name");
        // TWELVES-R14: a character's Rank is 1 unless it says otherwise.
        let rank = match table.has("rank") || !hero {
            true => table.integer("rank", 1..=9),
            false => 1,
        };
        let feats = table.references("feats", &self.feat_names);
        let known = feats.iter().filter_map(|&feat| self.feats.get(feat));
        let knack = known.fold(Knack::default(), |sum, feat| sum.and(feat.knack));
        let (arms, armed, doubled) = self.arms(table);
        let pairs = self.pairs(&arms.values()[..armed.into()], doubled);
        let mut sheet = Sheet {
            id,
            name,
            rank,
            threat: 0,
            th: table.integer("th", 2..=12),
            hits: table.integer("hits", 1..=99),
            attributes: Attribute::ALL.map(|(key, _)| table.integer(key, 1..=11)),
            best: [NONE; 4],
            best_pair: [NONE; 4],
            main_reach: Weapon::HAND,
            arms,
            armed,
            pairs,
            feats: feats.into_iter().map(|feat| feat as u8).collect(),
            knack,
            fearless: table.flag("fearless", false),
            ready: knack.ready,
            regrows: table.optional_integer("regenerates", 1..=5).unwrap_or(0),
        };
        if sheet.regrows >= sheet.hits {
            let most = format_args!("give less than its {} hits", sheet.hits);
            table.problem_at("regenerates", "it would be whole again in every round", most);
        }
        weigh_arms(&mut sheet);
        if hero {
            oddities(&sheet).iter().for_each(|odd| table.warn(odd, ""));
        }
        self.sheets.push(sheet);
        table.optional_string("about");
    }

    /// The same one with one weapon more; none if it has that one already, or carries too much.
    pub(crate) fn with_weapon(&self, sheet: &Sheet, index: usize) -> Option<Sheet> {
        let weapon = self.weapons.get(index)?;
        let armed = usize::from(sheet.armed);
        let has = sheet.arms().iter().any(|arm| usize::from(arm.weapon) == index);
        let mut other = sheet.clone();
        let free = other.arms.get_mut(armed).filter(|_| !has)?;
        *free = weapon.as_arm(index);
        other.armed += 1;
        other.pairs = self.pairs(other.arms(), doubles(&sheet.pairs));
        weigh_arms(&mut other);
        Some(other)
    }

    /// What is carried, with the bare hands last where nothing else serves hand to hand; and of which there are two.
    fn arms(&self, table: &mut Reader<'_>) -> (By<u8, Arm, MAX_ARMS>, u8, Slots) {
        let (mut arms, mut doubled) = (Vec::<Arm>::new(), Slots::NONE);
        for index in table.references("weapons", &self.weapon_names) {
            let Some(weapon) = self.weapons.get(index) else { continue };
            let Some(slot) = arms.iter().position(|arm| arm.weapon == index as u8) else {
                arms.push(weapon.as_arm(index));
                continue;
            };
            if weapon.two_handed || doubled.has(slot as u8) {
                table.problem_at(
                    "weapons",
                    format_args!("\"{}\" is there too often", weapon.id),
                    "name a weapon once, or twice if there is one in each hand",
                );
            }
            doubled.insert(slot as u8);
        }
        if arms.iter().all(|arm| arm.reach & Weapon::HAND == 0) {
            arms.push(Arm { weapon: BARE_HANDS, dice: 1, reach: Weapon::HAND, holds: false });
        }
        if arms.len() > MAX_ARMS {
            table.problem_at("weapons", "too many weapons", format_args!("give it at most {}", MAX_ARMS - 1));
            arms.truncate(MAX_ARMS);
        }
        let armed = arms.len() as u8;
        arms.resize(MAX_ARMS, Arm::default());
        (By::new(arms.try_into().unwrap_or_default()), armed, doubled)
    }

    /// Any two weapons of one hand each that reach the same target, in either order.
    fn pairs(&self, arms: &[Arm], doubled: Slots) -> Vec<[u8; 2]> {
        // TWELVES-R15: whoever has one in each hand; bare hands are no weapon.
        let is_one_handed = |slot: &u8| {
            let weapon = self.weapons.get(usize::from(arms[usize::from(*slot)].weapon));
            weapon.is_some_and(|weapon| !weapon.two_handed)
        };
        let slots: Vec<u8> = (0..arms.len() as u8).filter(is_one_handed).collect();
        let together = |&[a, b]: &[u8; 2]| {
            let reach = arms[usize::from(a)].reach & arms[usize::from(b)].reach;
            reach != 0 && (a != b || doubled.has(a))
        };
        slots.iter().flat_map(|&a| slots.iter().map(move |&b| [a, b])).filter(together).collect()
    }

    fn scenario(mut self, top: &mut Reader<'_>) -> Option<Twelves> {
        top.string("system");
        top.optional_one_of("kind", &[("fight", ())]);
        let title = top.string("title");
        top.optional_string("about");
        let ready = self.ready(top);
        let map = Map::read(top)?;
        let plots = Plots::begin(top);
        let mut placed = Vec::new();
        let parts = [("party", "hero", Side::Heroes), ("foes", "creature", Side::Monsters)];
        for (key, what, side) in parts {
            for mut table in top.need_tables(key) {
                self.place(&mut table, what, side, (&map, &plots), &mut placed);
                table.finish();
            }
        }
        if placed.len() > MAX {
            let count = placed.len();
            top.problem_at(
                "foes",
                format_args!("{count} combatants"),
                format_args!("a fight holds at most {MAX}"),
            );
        }
        // TWELVES-G3: those who come later are listed last.
        placed.sort_by_key(|(_, comes)| comes.is_some());
        placed.truncate(MAX);
        let (placed, comes): (Vec<Placed>, Vec<Option<u8>>) = placed.into_iter().unzip();
        self.make_ready(top, ready, &placed);
        self.is_not_too_much(top)?;
        let cover = map.cover.clone();
        let mut twelves = self.finish(title, map, placed);
        plot(&mut twelves, plots, &comes, cover);
        Some(twelves)
    }

    pub(crate) fn is_not_too_much(&self, top: &Reader<'_>) -> Option<()> {
        if [self.sheets.len(), self.weapons.len(), self.feats.len()].iter().any(|&size| size > 250) {
            top.problem("more than 250 weapons, feats or sheets", "leave some out");
            return None;
        }
        Some(())
    }

    pub(crate) fn finish(mut self, title: String, map: Map, placed: Vec<Placed>) -> Twelves {
        let hands = self.weapons.len() as u8;
        self.weapons.push(Weapon {
            id: HANDS.to_owned(),
            name: "Bare hands".to_owned(),
            dice: 1,
            reach: Weapon::HAND,
            two_handed: false,
            holds: false,
            about: String::new(),
        });
        let arms = self.sheets.iter_mut().flat_map(|sheet| sheet.arms.iter_mut());
        arms.filter(|arm| arm.weapon == BARE_HANDS).for_each(|arm| arm.weapon = hands);
        let plain = map.field.zones().exit_zones().is_empty()
            && map.field.doorways().is_empty()
            && map.features.is_empty()
            && map.hazards.iter().all(Option::is_none);
        let mut twelves = Twelves {
            title,
            offered: map.offered(),
            doored: map.field.doorways().iter().flat_map(|way| way.between).collect(),
            hard: map.hard,
            high: map.high,
            field: map.field,
            hazards: map.hazards,
            features: map.features,
            weapons: self.weapons,
            feats: self.feats,
            traps: self.traps,
            sheets: self.sheets,
            placed,
            plain,
            plot: Plot::default(),
            plotted: false,
            start: State::nowhere(),
        };
        twelves.start = State::new(&twelves);
        for (zone, cover) in (0..).zip(map.cover) {
            twelves.start.cover[zone] = cover;
        }
        twelves
    }

    fn place(
        &self,
        table: &mut Reader<'_>,
        what: &str,
        side: Side,
        (map, plots): (&Map, &Plots<'_>),
        placed: &mut Vec<(Placed, Option<u8>)>,
    ) {
        let sheet = table.reference(what, &self.sheet_names);
        let zone = table.reference("at", &map.names);
        let count = table.optional_integer("count", 1..=MAX).unwrap_or(1);
        let hits = table.optional_integer("hits", 1..=99);
        let comes = plots.comes(table);
        if let (Some(sheet), Some(zone)) = (sheet, zone)
            && let Some(known) = self.sheets.get(sheet)
        {
            // TWELVES-R16
            let hazard = map.hazards.get(zone).and_then(Option::as_ref).filter(|hazard| hazard.active);
            if let Some(hazard) = hazard.filter(|_| !known.knack.sure) {
                table.problem_at(
                    "at",
                    format_args!("{} would begin in a hazard: {}", known.name, hazard.name),
                    "begin in another zone, or give a feat with `sure`",
                );
            }
            let one = Placed { sheet: sheet as u8, side, zone: zone as u8, hits: hits.unwrap_or(known.hits) };
            placed.extend(std::iter::repeat_n((one, comes), count));
        }
    }

    /// Who is ready when the fight starts: some by name, or all.
    fn ready(&self, top: &mut Reader<'_>) -> Ready {
        match top.field("ready") {
            None => Ready::These(Vec::new()),
            Some(field) if field.as_text() == Some("all") => Ready::All,
            Some(field) if field.is_list() => {
                let named = |name: &Field<'_>| name.reference(&self.sheet_names);
                Ready::These(field.list().unwrap_or_default().iter().filter_map(named).collect())
            }
            Some(field) => {
                field
                    .problem("this does not say who is ready", "write \"all\", or a list of heroes: [\"…\"]");
                Ready::These(Vec::new())
            }
        }
    }

    fn make_ready(&mut self, top: &Reader<'_>, ready: Ready, placed: &[Placed]) {
        match ready {
            Ready::All => self.sheets.iter_mut().for_each(|sheet| sheet.ready = true),
            Ready::These(named) => {
                for index in named {
                    let there =
                        placed.iter().any(|one| usize::from(one.sheet) == index && one.side == Side::Heroes);
                    let Some(sheet) = self.sheets.get_mut(index) else { continue };
                    sheet.ready = true;
                    if !there {
                        let message = format!("\"{}\" is not in the party", sheet.id);
                        top.problem_at("ready", message, "name heroes of [[party]], or write \"all\"");
                    }
                }
            }
        }
    }
}

const HANDS: &str = "hands";

/// The name by which a thing is called in choices: one word in lower case.
pub(crate) fn id(table: &mut Reader<'_>, names: &mut Names) -> String {
    let id = table.name("id", names);
    if id.contains(|c: char| c.is_whitespace() || c.is_uppercase()) {
        table.problem_at("id", "an id is one word in lower case", "put hyphens between its parts");
    }
    id
}

/// Places among somebody's arms.
type Slots = Set<u8, u16>;

/// Of which arms there are two.
fn doubles(pairs: &[[u8; 2]]) -> Slots {
    pairs.iter().filter(|[a, b]| a == b).map(|&[a, _]| a).collect()
}

enum Ready {
    All,
    These(Vec<usize>),
}

/// What somebody's weapons come to, for a mind that is in a hurry.
fn weigh_arms(sheet: &mut Sheet) {
    let arms = sheet.arms();
    let main = arms.iter().max_by_key(|arm| (arm.dice, arm.reach.count_ones()));
    let alone = arms.iter().map(|arm| arm.dice).max().unwrap_or(1);
    let together = |pair: &[u8; 2]| pair.iter().map(|&slot| sheet.arm(slot).dice).sum();
    let both = sheet.pairs.iter().map(together).max().unwrap_or(0);
    let best = std::array::from_fn(|apart| best(arms, apart));
    let best_pair = std::array::from_fn(|apart| best_pair(&sheet.pairs, arms, apart));
    sheet.main_reach = main.map_or(Weapon::HAND, |arm| arm.reach);
    sheet.threat = alone.max(both);
    (sheet.best, sheet.best_pair) = (best, best_pair);
}

/// The arm with the most dice for targets this many zones apart.
fn best(arms: &[Arm], apart: usize) -> u8 {
    let fitting = arms.iter().enumerate().filter(|(_, arm)| arm.reach >> apart & 1 == 1);
    fitting
        .max_by_key(|(slot, arm)| (arm.dice, arm.holds, usize::MAX - slot))
        .map_or(NONE, |(slot, _)| slot as u8)
}

/// The pair that promises most: the better weapon first, because the second is lowered.
fn best_pair(pairs: &[[u8; 2]], arms: &[Arm], apart: usize) -> u8 {
    let dice = |slot: u8| arms[slot as usize].dice;
    let both = |&[a, b]: &[u8; 2]| (arms[a as usize].reach & arms[b as usize].reach) >> apart & 1 == 1;
    let fitting = pairs.iter().enumerate().filter(|(_, pair)| both(pair));
    let most = fitting.max_by_key(|(index, pair)| (dice(pair[0]), dice(pair[1]), usize::MAX - index));
    most.map_or(NONE, |(index, _)| index as u8)
}

/// The goals and events of a fight of an adventure, in which those are named by how they would stand.
pub(crate) fn plot_at_lair(fight: &mut Twelves, plots: Plots<'_>, cast: &[Role]) {
    let placed = |role: &Role| {
        let hits = fight.sheets.get(role.sheet).map_or(1, |sheet| sheet.hits);
        Placed { sheet: role.sheet as u8, side: role.side, zone: role.zone, hits }
    };
    fight.placed = cast.iter().map(placed).collect();
    let cover = fight.start.cover.iter().copied().take(fight.field.zones().len()).collect();
    plot(fight, plots, &Role::comings(cast), cover);
}

/// Goals and events, when everybody has a name. A hazard that comes is one that sleeps in its zone.
fn plot(twelves: &mut Twelves, plots: Plots<'_>, comes: &[Option<u8>], cover: Vec<u8>) {
    let later = comes.iter().zip(0_u8..).filter(|(comes, _)| comes.is_some());
    twelves.plot.comers = later.map(|(_, who)| (Who(who), 0)).collect();
    let state = State::new(twelves);
    let person = |((placed, &comes), who): ((&Placed, &Option<u8>), u8)| {
        Person::on(&twelves.field, twelves.id(&state, Who(who)), placed.side, placed.zone, comes)
    };
    let people = twelves.placed.iter().zip(comes).zip(0_u8..).map(person).collect();
    let names = |hazard: &Option<Hazard>| hazard.as_ref().map(|hazard| hazard.name.clone());
    let asleep = twelves.hazards.iter().map(names).collect();
    let plot = plots.end(Stage::on(&twelves.field, Hazards::Asleep(asleep), people));
    twelves.plotted = !plot.is_empty();
    twelves.plain &= !twelves.plotted;
    twelves.plot = plot;
    twelves.start = State::new(twelves);
    for (zone, cover) in (0..).zip(cover) {
        twelves.start.cover[zone] = cover;
    }
}
