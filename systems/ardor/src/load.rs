//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played.

use fracas_adventure::Role;
use fracas_content::{
    Bundle, Hazards, Names, Person, Plots, Problems, Reader, doors, field, fight_zone, zone_links,
};
use fracas_dice::Roll;
use fracas_kernel::plot::{Plot, Spot};
use fracas_kernel::{Field, Side, Tell, Who, ZoneSet};

use crate::action::Kind;
use crate::data::{
    Ability, Ardor, Attribute, Careful, Condition, Effect, Fumble, Habits, Placed, Prey, Reach, Sheet, Takes,
    Weapon,
};
use crate::features::{Fittings, Hazard};
use crate::score::bonuses;
use crate::state::{Abilities, EachDoor, EachZone, MAX, MAX_ZONES, State};
use crate::trek::{Comfort, Comforts, Pursuit, comforts, pursuit};

const TAKES: [(&str, Takes); 4] = [
    ("foes", Takes::Foes),
    ("friends", Takes::Friends),
    ("oneself", Takes::Oneself),
    ("everyone", Takes::Everyone),
];
const PREY: [(&str, Prey); 3] =
    [("weakest", Prey::Weakest), ("strongest", Prey::Strongest), ("anyone", Prey::Anyone)];
/// How many abilities can be discovered: the state holds a set of them.
const MAX_LORE: usize = Abilities::WIDTH;
/// The limit and the Challenge Scores that make sense.
pub(crate) const SCORES: std::ops::RangeInclusive<i16> = -10..=40;

impl Ardor {
    pub fn load(bundle: &Bundle) -> Result<Ardor, Problems> {
        bundle.read(|tops| {
            let library = Loader::read(tops);
            tops.last_mut().and_then(|top| library.scenario(top))
        })
    }
}

/// What has been read so far; each part may refer to those before it.
pub(crate) struct Loader {
    pub(crate) abilities: Vec<Ability>,
    pub(crate) ability_names: Names,
    archetypes: Vec<Archetype>,
    archetype_names: Names,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) sheet_names: Names,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) hazard_names: Names,
    /// What is worked on between fights; a single fight has no use for it.
    pub(crate) pursuits: Vec<Pursuit>,
    pub(crate) pursuit_names: Names,
}

/// A field with all that is special about it and whoever stands on it, before the sheets are added.
pub(crate) struct Stage {
    pub(crate) title: String,
    pub(crate) field: Field,
    pub(crate) locks: EachDoor<i16>,
    pub(crate) ground: Ground,
    pub(crate) fittings: Fittings,
    pub(crate) fumbles: Vec<Fumble>,
    pub(crate) threats: Threats,
    pub(crate) careful: Option<Careful>,
    pub(crate) discovery: bool,
    pub(crate) unaware: bool,
    pub(crate) placed: Vec<Placed>,
}

/// What heroes of a kind have in common.
#[derive(Clone, Debug)]
struct Archetype {
    name: String,
    health: i16,
    ardor: u8,
    surges: u8,
    abilities: Vec<u8>,
    lore: Vec<u8>,
}

/// What is special about each zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub(crate) challenge: EachZone<i16>,
    pub(crate) footing: EachZone<i16>,
    pub(crate) cover: EachZone<i16>,
    pub(crate) high: ZoneSet,
}

impl Ground {
    pub(crate) fn plain(challenge: i16) -> Ground {
        let even = EachZone::all(0);
        Ground { challenge: EachZone::all(challenge), footing: even, cover: even, high: ZoneSet::NONE }
    }

    /// What a `[[zone]]` says of itself: `challenge`, `footing`, `cover` and `high`.
    pub(crate) fn read(&mut self, zone: u8, table: &mut Reader<'_>) {
        if let Some(challenge) = table.optional_integer("challenge", SCORES) {
            self.challenge[zone] = challenge;
        }
        self.footing[zone] = table.optional_integer("footing", -9..=9).unwrap_or(0);
        self.cover[zone] = table.optional_integer("cover", 1..=9).unwrap_or(0);
        self.high.put(zone, table.flag("high", false));
    }
}

impl Loader {
    fn new() -> Loader {
        Loader {
            abilities: Vec::new(),
            ability_names: Names::new("ability"),
            archetypes: Vec::new(),
            archetype_names: Names::new("archetype"),
            sheets: Vec::new(),
            sheet_names: Names::new("hero or creature"),
            hazards: Vec::new(),
            hazard_names: Names::new("hazard"),
            pursuits: Vec::new(),
            pursuit_names: Names::new("pursuit"),
        }
    }

    /// All that the library's files and the scenario tell of people and what they can do.
    pub(crate) fn read(tops: &mut [Reader<'_>]) -> Loader {
        let mut loader = Loader::new();
        let all = |tops: &mut [Reader<'_>], key: &str, read: &mut dyn FnMut(&mut Reader<'_>)| {
            for mut table in tops.iter_mut().flat_map(|top| top.tables(key)).collect::<Vec<_>>() {
                read(&mut table);
                table.finish();
            }
        };
        all(tops, "ability", &mut |table| loader.ability(table));
        all(tops, "archetype", &mut |table| loader.archetype(table));
        all(tops, "creature", &mut |table| loader.creature(table));
        all(tops, "hero", &mut |table| loader.hero(table));
        all(tops, "hazard", &mut |table| loader.hazards.push(Hazard::read(table, &mut loader.hazard_names)));
        all(tops, "pursuit", &mut |table| loader.pursuits.push(pursuit(table, &mut loader.pursuit_names)));
        loader
    }

    fn ability(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.ability_names);
        table.renamed("reach", "range");
        let ability = self.power(table, id, None);
        check_ability(table, &ability);
        self.abilities.push(ability);
    }

    /// An ability, or what can be done with a feature of one of these zones.
    pub(crate) fn power(&self, table: &mut Reader<'_>, id: String, zones: Option<&Names>) -> Ability {
        let part = |table: &mut Reader<'_>, key| {
            table.table(key).map_or(Effect::default(), |mut table| {
                let effect = Effect::read(&mut table, zones);
                table.finish();
                effect
            })
        };
        let own = zones.is_none();
        let cost = if own { table.optional_integer("cost", 0..=9).unwrap_or(1) } else { 0 };
        let xp = if own { table.optional_integer("xp", 0..=99).unwrap_or(0) } else { 0 };
        let varies = if own { table.optional_reference("varies", &self.ability_names) } else { None };
        Ability {
            id,
            name: table.string("name"),
            about: table.optional_string("about").unwrap_or_default(),
            cost,
            modifier: table.optional_integer("modifier", -9..=9).unwrap_or(0),
            by: table.one_of("by", &Attribute::ALL),
            reach: match own {
                true => table.one_of("range", &Reach::ALL),
                false => table.optional_one_of("range", &Reach::ALL).unwrap_or(Reach::Melee),
            },
            area: table.flag("area", false),
            takes: table.one_of("takes", &TAKES),
            full: part(table, "full"),
            glancing: part(table, "glancing"),
            xp,
            varies: varies.map(|index| index as u8),
        }
    }

    fn archetype(&mut self, table: &mut Reader<'_>) {
        table.name("id", &mut self.archetype_names);
        let archetype = Archetype {
            name: table.string("name"),
            health: table.integer("health", 1..=200),
            ardor: table.integer("ardor", 0..=20),
            surges: table.integer("surges", 0..=20),
            abilities: self.abilities_of(table, "abilities"),
            lore: self.abilities_of(table, "lore"),
        };
        table.optional_string("about");
        self.archetypes.push(archetype);
    }

    fn abilities_of(&self, table: &mut Reader<'_>, key: &str) -> Vec<u8> {
        let all = table.references(key, &self.ability_names);
        if all.len() > MAX_LORE {
            table.problem_at(key, "too many abilities", format_args!("give at most {MAX_LORE}"));
        }
        all.into_iter().take(MAX_LORE).map(|index| index as u8).collect()
    }

    fn creature(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let base = table.integer("base", SCORES);
        let beast = table.flag("beast", false);
        // A beast goes for whoever comes to hand.
        let plain = Habits { prey: if beast { Prey::Anyone } else { Prey::Weakest }, ..Habits::PLAIN };
        let habits = table.table("habits").map_or(plain, |mut table| {
            let habits = habits(&mut table, plain);
            table.finish();
            habits
        });
        let abilities = self.abilities_of(table, "abilities");
        if habits.ability > 0 && abilities.is_empty() {
            table.problem_at(
                "habits",
                "it has no ability to use",
                "name some `abilities`, or leave this habit out",
            );
        }
        let sheet = Sheet {
            id,
            name,
            kind: format!("base {base}"),
            rolls: false,
            health: table.integer("health", 1..=300),
            ardor: table.optional_integer("ardor", 0..=20).unwrap_or(0),
            surges: table.optional_integer("surges", 0..=20).unwrap_or(0),
            xp: 0,
            comforts: Comforts::NONE,
            base,
            attributes: [0; Attribute::COUNT],
            melee: weapon(table, "melee", Attribute::Might),
            ranged: weapon(table, "ranged", Attribute::Grace),
            bonus: [[0; 2]; Kind::COUNT],
            known: abilities.len() as u8,
            abilities,
            ability_bonus: Vec::new(),
            strikes: false,
            is_plain: false,
            is_simple: habits.is_plain() && habits.flees_at == 0,
            habits,
            beast,
        };
        table.optional_string("about");
        if sheet.melee.is_none() && sheet.ranged.is_none() && sheet.abilities.is_empty() {
            table
                .problem("it can do nobody any harm", "give it a `melee` or a `ranged` weapon, or abilities");
        }
        self.push(sheet);
    }

    fn hero(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let archetype = table.reference("archetype", &self.archetype_names);
        // ARDOR-R17: each from -1 to +4.
        let attributes = Attribute::ALL.map(|(key, _)| table.optional_integer(key, -1..=4).unwrap_or(0));
        let health = table.optional_integer("health", 1..=300);
        let xp = table.optional_integer("xp", 0..=99).unwrap_or(0);
        let comforts = comforts(table).unwrap_or_else(Comfort::usual);
        let melee = weapon(table, "melee", Attribute::Might);
        let ranged = weapon(table, "ranged", Attribute::Grace);
        table.optional_string("about");
        // A stand-in keeps the numbers of sheets those of the names; the problem was reported.
        let archetype =
            archetype.and_then(|index| self.archetypes.get(index).cloned()).unwrap_or(Archetype {
                name: String::new(),
                health: 1,
                ardor: 0,
                surges: 0,
                abilities: Vec::new(),
                lore: Vec::new(),
            });
        let known = archetype.abilities.len() as u8;
        self.push(Sheet {
            id,
            name,
            kind: archetype.name,
            rolls: true,
            health: health.unwrap_or(archetype.health),
            ardor: archetype.ardor,
            surges: archetype.surges,
            xp,
            comforts,
            base: 0,
            attributes,
            melee,
            ranged,
            bonus: [[0; 2]; Kind::COUNT],
            abilities: archetype.abilities.into_iter().chain(archetype.lore).collect(),
            known,
            ability_bonus: Vec::new(),
            habits: Habits::PLAIN,
            beast: false,
            strikes: false,
            is_plain: false,
            is_simple: false,
        });
    }

    fn push(&mut self, mut sheet: Sheet) {
        sheet.bonus = bonuses(&sheet);
        sheet.strikes = sheet.melee.is_some();
        sheet.is_plain = sheet.abilities.is_empty();
        let abilities = sheet.abilities.iter().filter_map(|&index| self.abilities.get(index as usize));
        sheet.ability_bonus =
            abilities.map(|a| sheet.base + a.modifier + sheet.attributes[a.by as usize]).collect();
        self.sheets.push(sheet);
    }

    fn scenario(self, top: &mut Reader<'_>) -> Option<Ardor> {
        top.string("system");
        top.optional_one_of("kind", &[("fight", ())]);
        let title = top.string("title");
        top.optional_string("about");
        let challenge = top.integer("challenge", SCORES);
        let unaware = top.flag("unaware", false);
        let discovery = top.flag("discovery", true);
        let careful = careful(top);
        let (field, names, locks, ground, fittings) = self.battlefield(top, challenge)?;
        let perils = perils(top, &names);
        let plots = Plots::begin(top);
        let (mut placed, mut comes) = (Vec::new(), Vec::new());
        for (key, what, side) in [("party", "hero", Side::Heroes), ("foes", "creature", Side::Monsters)] {
            for mut table in top.need_tables(key) {
                let from = placed.len();
                self.place(&mut table, what, side, &names, &mut placed);
                comes.resize(placed.len().max(from), plots.comes(&mut table));
                table.finish();
            }
        }
        // ARDOR-G3: those who come later are listed last.
        let mut all: Vec<(Placed, Option<u8>)> = placed.into_iter().zip(comes).collect();
        all.sort_by_key(|(_, comes)| comes.is_some());
        let (placed, comes): (Vec<Placed>, Vec<Option<u8>>) = all.into_iter().unzip();
        let able = placed.iter().any(|one| one.side == Side::Heroes && one.health > 0);
        if !able && !placed.is_empty() {
            top.problem_at(
                "party",
                "nobody in the party is on their feet",
                "leave out `fallen` for one of them",
            );
        }
        if placed.len() > MAX {
            let count = placed.len();
            top.problem_at("foes", format!("{count} combatants"), format!("a fight holds at most {MAX}"));
            return None;
        }
        let threats = threats(&perils, &(0..field.zones().len()).collect::<Vec<_>>());
        let fumbles = perils.into_iter().map(|peril| peril.fumble).collect();
        let stage = Stage {
            title,
            field,
            locks,
            ground,
            fittings,
            fumbles,
            threats,
            careful,
            discovery,
            unaware,
            placed,
        };
        let mut ardor = self.set(top, stage)?;
        plot(&mut ardor, plots, &comes);
        Some(ardor)
    }

    /// A fight on a stage, with everybody whom the library knows.
    pub(crate) fn set(&self, top: &Reader<'_>, stage: Stage) -> Option<Ardor> {
        if self.sheets.len() > 255 || self.abilities.len() > 255 {
            top.problem("more than 255 abilities or sheets", "leave some out");
            return None;
        }
        let mut ardor = Ardor {
            title: stage.title,
            field: stage.field,
            locks: stage.locks,
            abilities: self.abilities.clone(),
            hazards: self.hazards.clone(),
            sheets: self.sheets.clone(),
            placed: stage.placed,
            plot: Plot::default(),
            plotted: false,
            opening: State::empty(),
            challenge: stage.ground.challenge,
            footing: stage.ground.footing,
            uneven: stage.ground.footing != EachZone::all(0),
            cover: stage.ground.cover,
            high: stage.ground.high,
            fumbles: stage.fumbles,
            mishap: Fumble::judged(),
            threats: stage.threats,
            careful: stage.careful,
            discovery: stage.discovery,
            unaware: stage.unaware,
            features: stage.fittings.features,
            falls: stage.fittings.falls,
        };
        ardor.opening = State::opening(&ardor);
        Some(ardor)
    }

    fn place(&self, table: &mut Reader<'_>, what: &str, side: Side, zones: &Names, placed: &mut Vec<Placed>) {
        let sheet = table.reference(what, &self.sheet_names);
        let zone = table.reference("at", zones);
        let count = table.optional_integer("count", 1..=MAX).unwrap_or(1);
        let health = table.optional_integer("health", 1..=300);
        let hero = side == Side::Heroes;
        let fallen = hero && table.flag("fallen", false);
        let trauma = if hero { table.optional_integer("trauma", 0..=20) } else { None };
        let bluffs = !hero && table.flag("bluffs", false);
        let (Some(sheet), Some(zone)) = (sheet, zone) else { return };
        let Some(known) = self.sheets.get(sheet) else { return };
        if known.rolls != hero {
            let advice = if hero { "name a hero here" } else { "name a creature here" };
            table.problem_at(what, format_args!("{} is on the other side of the rules", known.name), advice);
        }
        let most = known.health.max(health.unwrap_or(0));
        let one = Placed {
            sheet: sheet as u8,
            side,
            zone: zone as u8,
            health: if fallen { 0 } else { health.unwrap_or(known.health) },
            most,
            // Who lies there has one already.
            trauma: trauma.unwrap_or(u8::from(fallen)),
            bluffs,
        };
        placed.extend(std::iter::repeat_n(one, count));
    }
}

impl Loader {
    /// The zones and doors of a scenario, and what is special about them.
    fn battlefield(
        &self,
        top: &mut Reader<'_>,
        usual: i16,
    ) -> Option<(Field, Names, EachDoor<i16>, Ground, Fittings)> {
        let (mut names, mut zones, mut ground) = (Names::new("zone"), Vec::new(), Ground::plain(usual));
        let mut tables = top.need_tables("zone");
        // Too many zones are refused below, by `field`.
        for (number, table) in (0_u8..).zip(&mut tables) {
            zones.push(fight_zone(table, &mut names));
            ground.read(number % MAX_ZONES as u8, table);
        }
        let (links, blind) = zone_links(&mut tables, &names);
        let fittings = self.fittings(&mut tables, &names);
        tables.iter().for_each(Reader::finish);
        if names.find("off").is_some() {
            top.problem_at(
                "zone",
                "a zone is named \"off\"",
                "that is the word for leaving the field: take another",
            );
        }
        let doorways = doors(top, &names, &links);
        let mut locks = EachDoor::all(usual);
        for (door, way) in (0_u8..).zip(&doorways) {
            // A door is as hard to open as its place is.
            locks[door] = way.between.into_iter().map(|zone| ground.challenge[zone]).fold(usual, i16::max);
        }
        Some((field(top, zones, (&links, &blind), doorways, MAX_ZONES)?, names, locks, ground, fittings))
    }
}

pub(crate) fn roll(table: &mut Reader<'_>, key: &str) -> Option<Roll> {
    table.optional_parsed(key, |text| text.parse::<Roll>())
}

/// A weapon as its name, or as a table with the attribute that goes with it.
fn weapon(table: &mut Reader<'_>, key: &str, usual: Attribute) -> Option<Weapon> {
    let field = table.field(key)?;
    if !field.is_table() {
        return field.string().map(|name| Weapon { name, by: usual });
    }
    let mut table = field.table()?;
    let weapon = Weapon {
        name: table.string("name"),
        by: table.optional_one_of("by", &Attribute::ALL).unwrap_or(usual),
    };
    table.finish();
    Some(weapon)
}

fn habits(table: &mut Reader<'_>, plain: Habits) -> Habits {
    let mut share = |key, absent| table.optional_integer(key, 0..=20).unwrap_or(absent);
    let (attack, defend, guard, ability) =
        (share("attack", 1), share("defend", 0), share("guard", 0), share("ability", 0));
    if attack == 0 && defend == 0 && guard == 0 && ability == 0 {
        table.problem(
            "it has no habit at all",
            "give it at least one of `attack`, `defend`, `guard`, `ability`",
        );
    }
    Habits {
        attack,
        defend,
        guard,
        ability,
        flees_at: table.optional_integer("flees_at", 0..=99).unwrap_or(0),
        bars: table.flag("bars", false),
        prey: table.optional_one_of("prey", &PREY).unwrap_or(plain.prey),
    }
}

impl Effect {
    /// Any of `damage`, `heal`, `condition` with its `rounds`, and `push`; or `push_to` one of these zones.
    pub(crate) fn read(table: &mut Reader<'_>, zones: Option<&Names>) -> Effect {
        let effect = Effect {
            damage: roll(table, "damage"),
            heal: roll(table, "heal"),
            condition: affliction(table),
            push: table.flag("push", false),
            push_to: zones.and_then(|zones| table.optional_reference("push_to", zones)).map(|to| to as u8),
        };
        if effect.is_nothing() {
            let advice = "give at least one of `damage`, `heal`, `condition` and `push`";
            table.problem("this does nothing", advice);
        }
        if effect.push && effect.push_to.is_some() {
            table.problem_at("push", "it is said twice where to", "leave out `push` or `push_to`");
        }
        effect
    }
}

pub(crate) fn affliction(table: &mut Reader<'_>) -> Option<(Condition, u8)> {
    let conditions = Condition::ALL.map(|condition| (condition.name(), condition));
    let condition = table.optional_one_of("condition", &conditions);
    let rounds = table.optional_integer("rounds", 1..=20);
    if condition.is_none() && rounds.is_some() {
        table.problem_at("rounds", "nothing lasts so long", "name a `condition`, or leave `rounds` out");
    }
    Some((condition?, rounds.unwrap_or(1)))
}

/// What an ability may be.
pub(crate) fn check_ability(table: &Reader<'_>, ability: &Ability) {
    let contested = ability.takes.is_contested();
    if ability.full.is_nothing() {
        table.problem_at("full", "it does nothing", "say what a full hit does: [ability.full]");
    }
    if contested && (ability.full.heal.is_some() || ability.glancing.heal.is_some()) {
        table.problem_at("takes", "this heals enemies", "let it take \"friends\" or \"oneself\"");
    }
    if !contested && ability.full.damage.is_some() {
        table.problem_at("takes", "this hurts friends", "let it take \"foes\" or \"everyone\"");
    }
    if !contested && !ability.glancing.is_nothing() {
        table.problem_at(
            "glancing",
            "it cannot miss",
            "leave [ability.glancing] out: there is nobody to beat",
        );
    }
    if ability.takes == Takes::Everyone && !ability.area {
        table.problem_at("takes", "only an area takes everyone", "write `area = true`, or take \"foes\"");
    }
    if ability.varies.is_some() && ability.xp == 0 {
        table.problem_at("varies", "a variation is discovered, and costs something", "give it `xp`");
    }
    if ability.area && ability.is_aimed_push() {
        table.problem_at(
            "area",
            "one of many cannot be pushed somewhere else",
            "leave `area` out, or `push`",
        );
    }
    if ability.takes == Takes::Oneself && ability.is_aimed_push() {
        table.problem_at("takes", "nobody pushes themselves", "that is a move: leave `push` out");
    }
    if ability.takes == Takes::Oneself && ability.area {
        table.problem_at("area", "one is no crowd", "leave `area` out, or take \"friends\"");
    }
}

/// Whether care is offered, and on what terms.
pub(crate) fn careful(top: &mut Reader<'_>) -> Option<Careful> {
    // ARDOR-O2: offered, -3, and no fumble, unless the scenario says otherwise.
    let usual = Careful { penalty: 3, lowers: None };
    let Some(mut table) = top.table("careful") else { return Some(usual) };
    let offered = table.flag("offered", true);
    let careful = Careful {
        penalty: table.optional_integer("penalty", 0..=20).unwrap_or(usual.penalty),
        lowers: table.optional_integer("lowers", 1..=40),
    };
    table.finish();
    offered.then_some(careful)
}

pub(crate) type Threats = EachZone<[Option<u8>; Kind::COUNT]>;

/// A fumble, where it threatens and in which actions; nowhere and none named is everywhere and all.
pub(crate) struct Peril {
    pub(crate) fumble: Fumble,
    zones: Vec<usize>,
    actions: Vec<Kind>,
}

/// Every `[[fumble]]`.
pub(crate) fn perils(top: &mut Reader<'_>, names: &Names) -> Vec<Peril> {
    let mut perils = Vec::new();
    for mut table in top.tables("fumble") {
        let zones = table.references("zones", names);
        let actions = table.some_of("actions", &fumbling());
        perils.push(Peril { fumble: fumble(&mut table), zones, actions });
        table.finish();
    }
    if perils.len() > 64 {
        top.problem_at("fumble", "too many kinds of fumble", "give at most 64");
    }
    perils
}

/// Whoever lies on the ground cannot slip.
fn fumbling() -> Vec<(&'static str, Kind)> {
    Kind::ALL.into_iter().filter(|(_, kind)| !matches!(kind, Kind::Rise | Kind::Nothing)).collect()
}

pub(crate) fn fumble(table: &mut Reader<'_>) -> Fumble {
    let fumble = Fumble {
        what: table.string("what"),
        below: table.integer("below", SCORES),
        spoils: table.flag("spoils", false),
        hurts: roll(table, "hurts"),
        hurts_friend: roll(table, "hurts_friend"),
        costs_ardor: table.optional_integer("costs_ardor", 0..=9).unwrap_or(0),
        condition: affliction(table),
    };
    let harmless = !fumble.spoils
        && fumble.hurts.is_none()
        && fumble.hurts_friend.is_none()
        && fumble.costs_ardor == 0
        && fumble.condition.is_none();
    if harmless {
        let advice = "give one of `spoils`, `hurts`, `hurts_friend`, `costs_ardor` and `condition`";
        table.problem("this fumble does no harm", advice);
    }
    fumble
}

/// What threatens in each zone of a field, by the number that the zone has among the names. The first that fits counts.
pub(crate) fn threats(perils: &[Peril], zones: &[usize]) -> Threats {
    let mut threats = Threats::all([None; Kind::COUNT]);
    // ARDOR-O1: for the whole scenario, for zones, for actions, or for actions in zones.
    for (index, zone) in zones.iter().enumerate() {
        for (_, kind) in fumbling() {
            let fits = |peril: &Peril| {
                (peril.zones.is_empty() || peril.zones.contains(zone))
                    && (peril.actions.is_empty() || peril.actions.contains(&kind))
            };
            threats[index as u8][kind as usize] = perils.iter().position(fits).map(|index| index as u8);
        }
    }
    threats
}

/// The goals and events of a fight of an adventure, in which those are named by how they would stand.
pub(crate) fn plot_at_lair(fight: &mut Ardor, plots: Plots<'_>, cast: &[Role]) {
    let placed = |role: &Role| {
        let health = fight.sheets.get(role.sheet).map_or(1, |sheet| sheet.health);
        let Role { side, zone, .. } = *role;
        Placed { sheet: role.sheet as u8, side, zone, health, most: health, trauma: 0, bluffs: false }
    };
    fight.placed = cast.iter().map(placed).collect();
    plot(fight, plots, &Role::comings(cast));
}

/// Goals and events, when everybody has a name.
fn plot(ardor: &mut Ardor, plots: Plots<'_>, comes: &[Option<u8>]) {
    let later = comes.iter().zip(0_u8..).filter(|(comes, _)| comes.is_some());
    ardor.plot.comers = later.map(|(_, who)| (Who(who), 0)).collect();
    let state = State::opening(ardor);
    let person = |((placed, &comes), who): ((&Placed, &Option<u8>), u8)| {
        Person::on(&ardor.field, ardor.id(&state, Who(who)), placed.side, placed.zone, comes)
    };
    let people = ardor.placed.iter().zip(comes).zip(0_u8..).map(person).collect();
    let hazards = ardor.hazards.iter().map(|one| Spot { id: one.id.clone(), name: one.name.clone() });
    let hazards = Hazards::Named(hazards.collect());
    let plot = plots.end(fracas_content::Stage::on(&ardor.field, hazards, people));
    ardor.plotted = !plot.is_empty();
    ardor.plot = plot;
    ardor.opening = State::opening(ardor);
}
