//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played.

use fracas_adventure::Role;
use fracas_content::{
    Bundle, Field, Hazards, Names, Person, Plots, Problems, Reader, Stage, doors, field, fight_zone,
    zone_links,
};
use fracas_kernel::plot::Plot;
use fracas_kernel::{By, Side, Tell, Who, ZoneSet};

use crate::data::{
    BOTH, Condition, Does, FISTS, Heed, Item, MAX_KINDS, NOTHING, Placed, Power, Qualities, Quality, Range,
    Senses, Sheet, Spell, Takes, Trap, WOUND, reaches,
};
use crate::features::{Feature, Ground};
use crate::items::{MAX_ITEMS, is_item};
use crate::plot::hazards;
use crate::state::{MAX, MAX_FEATURES, MAX_ZONES, State};
use crate::trek::Task;

const SIDES: [(&str, Side); 2] = [("heroes", Side::Heroes), ("monsters", Side::Monsters)];
/// The senses that every place knows; each has a bit of its own in a set of senses, by its place in this list.
pub(crate) const SENSES: [&str; 8] =
    ["sight", "sound", "smell", "dark-sight", "scent", "potions", "gold", "magic"];
/// What stands for an empty gear slot in a list.
pub(crate) const EMPTY: &str = "-";
/// What stands for a wound.
pub(crate) const WOUNDED: &str = "wound";

impl Heed {
    pub fn load(bundle: &Bundle) -> Result<Heed, Problems> {
        bundle.read(|tops| Loader::new().load(tops))
    }
}

/// How much there is to play with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    pub spells: usize,
    /// Is there a spell of each level?
    pub levels: [bool; 3],
    pub concentration: usize,
    pub potions: usize,
    pub creatures: usize,
}

impl Heed {
    /// Counts the content that this scenario can call on.
    pub fn shipped(&self) -> Shipped {
        Shipped {
            spells: self.spells.len(),
            levels: [1, 2, 3].map(|level| self.spells.iter().any(|spell| spell.level == level)),
            concentration: self.spells.iter().filter(|spell| spell.concentration).count(),
            potions: self.items.iter().filter(|item| item.power.is_some()).count(),
            creatures: self.sheets.len(),
        }
    }
}

/// What has been read so far; each part may refer to those before it.
pub(crate) struct Loader {
    pub sense_names: Names,
    /// From kind 2 on.
    items: Vec<Item>,
    pub item_names: Names,
    spells: Vec<Spell>,
    spell_names: Names,
    pub sheets: Vec<Sheet>,
    pub sheet_names: Names,
    pub tasks: Vec<Task>,
    pub task_names: Names,
    pub traps: Vec<Trap>,
    pub trap_names: Names,
}

/// A battlefield, and how a combat on it begins.
pub(crate) struct Battlefield {
    pub title: String,
    pub field: fracas_kernel::Field,
    pub dark: ZoneSet,
    pub features: Vec<Feature>,
    pub first: Side,
    pub surprised: Option<Side>,
    pub improvised: Qualities,
    pub placed: Vec<Placed>,
}

impl Loader {
    pub fn new() -> Loader {
        Loader {
            sense_names: Names::of("sense", SENSES),
            traps: Vec::new(),
            trap_names: Names::new("trap"),
            tasks: Vec::new(),
            task_names: Names::new("task"),
            items: Vec::new(),
            item_names: Names::new("item"),
            spells: Vec::new(),
            spell_names: Names::new("spell"),
            sheets: Vec::new(),
            sheet_names: Names::new("hero or creature"),
        }
    }

    /// The library's files, and the scenario last.
    fn load(mut self, tops: &mut [Reader<'_>]) -> Option<Heed> {
        self.read(tops);
        self.scenario(tops.last_mut()?)
    }

    /// Everything that a scenario can call on.
    pub fn read(&mut self, tops: &mut [Reader<'_>]) {
        self.more_senses(tops);
        let all = |tops: &mut [Reader<'_>], key: &str, read: &mut dyn FnMut(&mut Reader<'_>)| {
            for mut table in tops.iter_mut().flat_map(|top| top.tables(key)).collect::<Vec<_>>() {
                read(&mut table);
                table.finish();
            }
        };
        all(tops, "gear", &mut |table| self.gear(table));
        all(tops, "armour", &mut |table| self.item(table, Qualities::one(Quality::Armour), None));
        all(tops, "weapon", &mut |table| self.weapon(table, Qualities::NONE));
        all(tops, "natural", &mut |table| self.weapon(table, Qualities::one(Quality::Natural)));
        all(tops, "potion", &mut |table| self.potion(table));
        all(tops, "spell", &mut |table| self.spell(table));
        all(tops, "creature", &mut |table| self.sheet(table));
        all(tops, "hero", &mut |table| self.sheet(table));
        all(tops, "task", &mut |table| self.task(table));
        all(tops, "trap", &mut |table| self.trap(table));
    }

    fn trap(&mut self, table: &mut Reader<'_>) {
        table.name("id", &mut self.trap_names);
        self.traps.push(Trap {
            name: table.string("name"),
            wounds: table.optional_integer("wounds", 1..=3).unwrap_or(1),
            all: table.flag("all", false),
        });
    }

    /// HEED-T5: a place can name senses of its own.
    fn more_senses(&mut self, tops: &mut [Reader<'_>]) {
        let more: Vec<String> = tops.iter_mut().flat_map(|top| top.strings("senses")).collect();
        let known = SENSES.iter().map(|&sense| sense.to_owned());
        let mut all: Vec<String> = known.chain(more).collect();
        if all.len() > 32
            && let Some(top) = tops.last()
        {
            top.problem_at("senses", format!("{} senses in all", all.len()), "there can be at most 32");
            all.truncate(32);
        }
        self.sense_names = Names::of("sense", all);
    }

    pub fn senses(&self, table: &mut Reader<'_>) -> Senses {
        table.references("senses", &self.sense_names).into_iter().map(|sense| sense as u8).collect()
    }

    fn weapon(&mut self, table: &mut Reader<'_>, mut qualities: Qualities) {
        let natural = qualities.has(Quality::Natural);
        let shot = table.flag("shot", false);
        qualities.insert(if shot { Quality::Shot } else { Quality::Melee });
        qualities.put(Quality::TwoHanded, !natural && table.flag("two_handed", false));
        let known = if natural { Quality::NATURAL } else { Quality::PROPERTIES };
        qualities |= table.some_of("properties", &known).into_iter().collect();
        let throwing = qualities.has(Quality::Throwing);
        if throwing && (shot || qualities.has(Quality::Heavy)) {
            table.problem_at(
                "properties",
                "a throwing weapon is neither heavy nor shot",
                "leave one of them out",
            );
        }
        if shot && qualities.has(Quality::Grabbing) {
            table.problem_at(
                "properties",
                "what is spat does not hold on",
                "leave out `shot`, or \"grabbing\"",
            );
        }
        self.item(table, qualities, None);
    }

    fn item(&mut self, table: &mut Reader<'_>, qualities: Qualities, power: Option<Power>) {
        let id = table.name("id", &mut self.item_names);
        let name = table.string("name");
        let about = table.optional_string("about").unwrap_or_default();
        let senses = self.senses(table);
        let needs = if qualities.has(Quality::Shot) { self.needs(table) } else { NOTHING };
        self.items.push(Item { id, name, about, qualities, power, senses, needs });
    }

    /// HEED-R19: what must be carried along, of what was read before.
    fn needs(&self, table: &mut Reader<'_>) -> u8 {
        table.optional_reference("needs", &self.item_names).map_or(NOTHING, |index| (index + 2) as u8)
    }

    fn gear(&mut self, table: &mut Reader<'_>) {
        let kinds = [
            ("shield", Qualities::one(Quality::Shield)),
            ("light", Qualities::one(Quality::Light)),
            ("bandage", Qualities::one(Quality::Bandage)),
            ("picks", Qualities::one(Quality::Picks)),
            ("thing", Qualities::NONE),
        ];
        let qualities = table.one_of("kind", &kinds);
        self.item(table, qualities, None);
    }

    fn potion(&mut self, table: &mut Reader<'_>) {
        let power = power(table);
        if power.is_some_and(|power| power.is_attack()) {
            table.problem("a flask is not aimed like an attack", "write `dodge = true`");
        }
        if power.is_some_and(|power| power.is_kept()) {
            table.problem("nobody concentrates on a potion", "say for how many `rounds` it works");
        }
        self.item(table, Qualities::one(Quality::Potion), power);
    }

    fn spell(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.spell_names);
        let name = table.string("name");
        let level = table.integer("level", 1..=3);
        let concentration = table.flag("concentration", false);
        let about = table.optional_string("about").unwrap_or_default();
        let needs = self.needs(table);
        let Some(power) = power(table) else { return };
        let lasting = power.is_kept();
        if lasting != concentration {
            let advice =
                "concentration goes with a condition that has no `rounds`; other conditions need them";
            table.problem_at("concentration", "this does not fit what the spell does", advice);
        }
        if concentration && power.area {
            table.problem_at("area", "one concentrates on one target", "leave `area` out");
        }
        self.spells.push(Spell { id, name, about, level, concentration, power, needs });
    }

    fn sheet(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let senses = self.senses(table);
        let has = |sense: &str| senses.meets(Sheet::sense(sense));
        let mut natural = self.kinds(table, "natural");
        if natural.iter().any(|&kind| !self.is(kind, Quality::Natural)) {
            table.problem_at(
                "natural",
                "that is an item, not a part of a body",
                "put it into `hands` or `slots`",
            );
        }
        let slots = self.gear_slots(table, &natural);
        if natural.is_empty() {
            natural.push(FISTS);
        }
        let spells: Vec<u8> =
            table.references("spells", &self.spell_names).into_iter().map(|index| index as u8).collect();
        if spells.len() > 16 {
            table.problem_at("spells", "too many spells", "give it at most 16");
        }
        let harms =
            |&spell: &u8| self.spells.get(spell as usize).is_some_and(|s| s.power.takes != Takes::Friends);
        // HEED-R4: three slots of focus unless the sheet says otherwise.
        let focus = table.optional_integer("focus", 0..=9).unwrap_or(3);
        let mut sheet = Sheet {
            id,
            name,
            about: table.optional_string("about").unwrap_or_default(),
            grit: table.integer("grit", 1..=6),
            focus,
            dark_sight: has("dark-sight"),
            scent: has("scent"),
            fearless: table.flag("fearless", false),
            slots,
            caster: spells.iter().any(harms),
            kept_free: 0,
            sensed: sensed(senses),
            senses: self
                .sense_names
                .iter()
                .zip(0..)
                .filter(|(_, at)| senses.has(*at))
                .map(|(name, _)| name.to_owned())
                .collect(),
            natural,
            spells,
        };
        let levels =
            sheet.spells.iter().filter_map(|&spell| self.spells.get(spell as usize)).map(|spell| spell.level);
        let shoots = sheet.slots[..2].iter().chain(&sheet.natural).any(|&kind| self.is(kind, Quality::Shot));
        sheet.kept_free = levels.max().unwrap_or(0).max(if shoots { 2 } else { 0 });
        self.sheets.push(sheet);
    }

    pub fn is(&self, kind: u8, quality: Quality) -> bool {
        let item = usize::from(kind).checked_sub(2).and_then(|at| self.items.get(at));
        item.is_some_and(|item| item.qualities.has(quality))
    }

    /// A list of items by name, as kinds.
    pub fn kinds(&self, table: &mut Reader<'_>, key: &str) -> Vec<u8> {
        table.references(key, &self.item_names).into_iter().map(|index| (index + 2) as u8).collect()
    }

    /// HEED-R1, HEED-R13: six slots, each with one thing or nothing; `hands` are the first two, `slots` the others.
    pub fn gear_slots(&self, table: &mut Reader<'_>, natural: &[u8]) -> [u8; 6] {
        let [right, left] = self.hands(table, natural);
        let mut slots = [right, left, NOTHING, NOTHING, NOTHING, NOTHING];
        for (at, field) in table.list("slots").into_iter().enumerate() {
            let Some(slot) = slots.get_mut(at + 2) else {
                let advice = format!(
                    "name at most four items in `slots` and two in `hands`; {EMPTY:?} is an empty slot"
                );
                field.problem("there are six gear slots, of which two are the hands", advice);
                break;
            };
            *slot = self.slot(&field);
        }
        slots
    }

    /// What is in a slot: an item, a wound, or nothing.
    fn slot(&self, field: &Field<'_>) -> u8 {
        match field.as_text() {
            Some(EMPTY) => NOTHING,
            Some(WOUNDED) => WOUND,
            _ => self.carried_kind(field),
        }
    }

    /// An item that can be in a slot; nothing if it is none, which is reported.
    pub fn carried_kind(&self, field: &Field<'_>) -> u8 {
        let Some(kind) = field.reference(&self.item_names).map(|index| (index + 2) as u8) else {
            return NOTHING;
        };
        if self.is(kind, Quality::Natural) {
            field.problem("a part of a body is in no slot", "put it into `natural`");
        }
        kind
    }

    /// The first two slots. What has no hands has its armour there too.
    fn hands(&self, table: &mut Reader<'_>, natural: &[u8]) -> [u8; 2] {
        let fields = table.list("hands");
        let held: Vec<u8> = fields.iter().map(|field| self.slot(field)).collect();
        let worn = |kind: u8| self.is(kind, Quality::Armour) && natural.is_empty();
        for (field, _) in fields.iter().zip(&held).filter(|(_, kind)| worn(**kind)) {
            field.problem("armour is worn, not held", "put it into `slots`");
        }
        let two = |kind: u8| self.is(kind, Quality::TwoHanded);
        match held[..] {
            [] => [NOTHING; 2],
            [one] | [one, NOTHING] if two(one) => [one, BOTH],
            [one] => [one, NOTHING],
            [one, other] if !two(one) && !two(other) => [one, other],
            _ => {
                let advice = "a two-handed weapon takes both";
                table.problem_at("hands", "that is more than two hands hold", advice);
                [NOTHING; 2]
            }
        }
    }

    fn scenario(self, top: &mut Reader<'_>) -> Option<Heed> {
        top.string("system");
        top.optional_one_of("kind", &[("fight", ())]);
        let title = top.string("title");
        top.optional_string("about");
        let first = top.one_of("starts", &SIDES);
        let surprised = top.optional_one_of("surprised", &SIDES);
        if surprised == Some(first) {
            top.problem_at("surprised", "the side that starts is not surprised", "surprise the other side");
        }
        let improvised = properties(top, "improvised");
        let (field, zone_names, dark, features) = self.zones(top)?;
        let plots = Plots::begin(top);
        let mut placed = Vec::new();
        for (key, what, side) in [("party", "hero", Side::Heroes), ("foes", "creature", Side::Monsters)] {
            for mut table in top.need_tables(key) {
                self.place(&mut table, what, side, (&zone_names, &plots), &mut placed);
                table.finish();
            }
        }
        // HEED-G3: those who come later are listed last.
        placed.sort_by_key(|(_, comes)| comes.is_some());
        let (placed, comes): (Vec<Placed>, Vec<Option<u8>>) = placed.into_iter().unzip();
        self.check_sizes(top, &placed)?;
        let field = Battlefield { title, field, dark, features, first, surprised, improvised, placed };
        let mut heed = self.battle(field);
        plot(&mut heed, plots, &comes, (first, surprised));
        Some(heed)
    }

    /// A fight on a battlefield, with everything that was read.
    pub fn battle(&self, field: Battlefield) -> Heed {
        let Battlefield { title, field, dark, features, first, surprised, improvised, placed } = field;
        let mark = |id: &str, name: &str, qualities| Item {
            id: id.to_owned(),
            name: name.to_owned(),
            about: String::new(),
            qualities,
            power: None,
            senses: Senses::NONE,
            needs: NOTHING,
        };
        let fists = [Quality::Natural, Quality::Fists, Quality::Melee].into_iter().collect();
        let mut items =
            vec![mark("nothing", "nothing", Qualities::NONE), mark("fists", "bare hands and feet", fists)];
        items.extend(self.items.iter().cloned());
        let mut qualities = Box::new(By::all(Qualities::NONE));
        for (kind, item) in items.iter().enumerate() {
            qualities[kind as u8] = item.qualities;
        }
        let reached = reaches(&field);
        let all = field.zones().numbers();
        let sighted = |zone: u8| reached[usize::from(zone)][Range::Far as usize] == all;
        let Ground { offered, cover, high, trips, harms } = Ground::of(&features);
        let mut heed = Heed {
            title,
            open: field.doorways().is_empty() && dark.is_empty() && all.all(sighted),
            doored: all.filter(|&zone| !field.doors_of(zone).is_empty()).collect(),
            reached,
            field,
            features,
            offered,
            cover,
            high,
            trips,
            harms,
            items,
            qualities,
            spells: self.spells.clone(),
            sheets: self.sheets.clone(),
            placed,
            plot: Plot::default(),
            plotted: false,
            improvised,
            dark,
            begun: Box::new(State::EMPTY),
        };
        heed.begun = Box::new(State::new(&heed, first, surprised));
        heed
    }

    pub fn check_sizes(&self, top: &mut Reader<'_>, placed: &[Placed]) -> Option<()> {
        let count = placed.len();
        let items: usize =
            placed.iter().filter_map(|one| self.sheets.get(one.sheet as usize)).map(carried).sum();
        let limits = [
            (count, MAX, "combatants"),
            (items, MAX_ITEMS, "items in all"),
            (self.items.len() + 2, MAX_KINDS, "kinds of item"),
            (self.spells.len(), 255, "spells"),
            (self.sheets.len(), 255, "heroes and creatures"),
        ];
        let mut fits = Some(());
        for (count, most, what) in limits {
            if count > most {
                top.problem_at("foes", format!("{count} {what}"), format!("a fight holds at most {most}"));
                fits = None;
            }
        }
        fits
    }

    fn place(
        &self,
        table: &mut Reader<'_>,
        what: &str,
        side: Side,
        (zones, plots): (&Names, &Plots<'_>),
        placed: &mut Vec<(Placed, Option<u8>)>,
    ) {
        let sheet = table.reference(what, &self.sheet_names);
        let zone = table.reference("at", zones);
        let count = table.optional_integer("count", 1..=MAX).unwrap_or(1);
        let comes = plots.comes(table);
        if let (Some(sheet), Some(zone)) = (sheet, zone)
            && sheet < self.sheets.len()
        {
            let one = Placed { sheet: sheet as u8, side, zone: zone as u8 };
            placed.extend(std::iter::repeat_n((one, comes), count));
        }
    }

    fn zones(&self, top: &mut Reader<'_>) -> Option<(fracas_kernel::Field, Names, ZoneSet, Vec<Feature>)> {
        let (mut names, mut feature_names) = (Names::new("zone"), Names::new("feature"));
        let mut tables = top.need_tables("zone");
        let (mut zones, mut features) = (Vec::new(), Vec::new());
        let mut dark = ZoneSet::NONE;
        for (index, table) in (0_u8..).zip(&mut tables) {
            zones.push(fight_zone(table, &mut names));
            features.extend(Feature::read_all(table, index, &mut feature_names));
            dark.put(index, table.flag("dark", false));
        }
        let (links, blind) = zone_links(&mut tables, &names);
        let doorways = doors(top, &names, &links);
        tables.iter().for_each(Reader::finish);
        let field = field(top, zones, (&links, &blind), doorways, MAX_ZONES)?;
        features.truncate(MAX_FEATURES);
        Some((field, names, dark, features))
    }
}

/// Special properties of weapons by name.
pub(crate) fn properties(table: &mut Reader<'_>, key: &str) -> Qualities {
    table.some_of(key, &Quality::PROPERTIES).into_iter().collect()
}

/// Those who see in the dark see a light, and a keen nose is a nose.
fn sensed(senses: Senses) -> Senses {
    let also = |keen: &str, plain: &str| Sheet::sense(plain).only_if(senses.meets(Sheet::sense(keen)));
    senses | also("dark-sight", "sight") | also("scent", "smell")
}

/// How many items somebody has that could come to lie on the floor.
pub(crate) fn carried(sheet: &Sheet) -> usize {
    sheet.slots.iter().filter(|&&kind| is_item(kind)).count()
}

/// What a spell or a potion does, as its table describes it.
pub(crate) fn power(table: &mut Reader<'_>) -> Option<Power> {
    let takes = [("friends", Takes::Friends), ("foes", Takes::Foes), ("everyone", Takes::Everyone)];
    let power = Power {
        range: table.one_of("range", &Range::ALL),
        area: table.flag("area", false),
        takes: table.one_of("takes", &takes),
        dodge: table.flag("dodge", false),
        does: does(table)?,
    };
    if power.takes == Takes::Everyone && !power.area {
        table.problem_at("takes", "only an area takes everyone", "write `area = true`, or take \"foes\"");
    }
    if matches!(power.does, Does::Wound { .. }) && power.area && !power.dodge {
        table.problem_at("area", "a wound needs a gear check to find its slot", "write `dodge = true`");
    }
    if matches!(power.does, Does::Wound { .. }) && power.takes == Takes::Friends {
        table.problem_at("takes", "nobody wounds friends alone", "take \"foes\" or \"everyone\"");
    }
    Some(power)
}

fn does(table: &mut Reader<'_>) -> Option<Does> {
    let kinds = ["wound", "heavy-wound", "heal", "condition", "disarm", "scatter"];
    let kinds: Vec<(&str, usize)> = kinds.into_iter().zip(0..).collect();
    Some(match table.one_of("does", &kinds) {
        0 => Does::Wound { heavy: false },
        1 => Does::Wound { heavy: true },
        2 => Does::Heal(table.integer("wounds", 1..=6)),
        3 => {
            let conditions = Condition::ALL.map(|condition| (condition.name(), condition));
            let condition = table.one_of("condition", &conditions);
            let rounds = table.optional_integer("rounds", 1..=250);
            if condition == Condition::Prone {
                if rounds.is_some() {
                    table.problem_at("rounds", "prone lasts until one stands up", "leave `rounds` out");
                }
                return Some(Does::Afflict { condition, rounds: Condition::LASTING });
            }
            Does::Afflict { condition, rounds: rounds.unwrap_or(0) }
        }
        4 => Does::Disarm,
        _ => Does::Scatter,
    })
}

/// The goals and events of a fight of an adventure, in which those are named by how they would stand.
pub(crate) fn plot_at_lair(fight: &mut Heed, plots: Plots<'_>, cast: &[Role]) {
    let placed = |role: &Role| Placed { sheet: role.sheet as u8, side: role.side, zone: role.zone };
    fight.placed = cast.iter().map(placed).collect();
    plot(fight, plots, &Role::comings(cast), (Side::Heroes, None));
}

/// Goals and events, when everybody has a name.
fn plot(heed: &mut Heed, plots: Plots<'_>, comes: &[Option<u8>], (first, surprised): (Side, Option<Side>)) {
    let later = comes.iter().zip(0_u8..).filter(|(comes, _)| comes.is_some());
    heed.plot.comers = later.map(|(_, who)| (Who(who), 0)).collect();
    let state = State::new(heed, first, surprised);
    let person = |((placed, &comes), who): ((&Placed, &Option<u8>), u8)| {
        Person::on(&heed.field, heed.id(&state, Who(who)), placed.side, placed.zone, comes)
    };
    let people = heed.placed.iter().zip(comes).zip(0_u8..).map(person).collect();
    let plot = plots.end(Stage::on(&heed.field, Hazards::Named(hazards()), people));
    heed.plotted = !plot.is_empty();
    heed.plot = plot;
    let begun = State::new(heed, first, surprised);
    *heed.begun = begun;
}
