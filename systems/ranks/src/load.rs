//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played. Cards and their effects are read in `load/cards`, maps and who stands where in `field`.

mod cards;

use std::sync::OnceLock;

use fracas_content::{Bundle, Field, Hazards, Names, Person, Plots, Problems, Reader, Stage, each_table};
use fracas_kernel::grid::Grid;
use fracas_kernel::plot::{Plot, Spot};
use fracas_kernel::{Set, Tell, Who, ZoneSet};

use crate::card::{BREATH, Card, STAND, STRIKE, UNARMED, basic_cards};
use crate::data::{
    Ability, Armour, Aura, Cards, Condition, Doorway, Harm, Harms, Hazard, Item, ItemKind, Keyword, Lasting,
    MAX_CARDS, MAX_LIMITED, Origin, Placed, Ranks, Resists, Sheet, Weapon, Worn,
};
use crate::field;
use crate::instinct::chances::Chances;
use crate::state::{MAX_ITEMS, MAX_LYING, State};

impl Ranks {
    pub fn load(bundle: &Bundle) -> Result<Ranks, Problems> {
        bundle.read(|tops| Loader::default().load(tops))
    }
}

/// What a species, a role or a background gives.
#[derive(Clone, Debug, Default)]
struct Part {
    name: String,
    about: String,
    ranks: [i16; Ability::COUNT],
    resists: Resists,
    dealt: i8,
    size: u8,
    aura: Option<Aura>,
    cards: Vec<usize>,
}

/// A keyword of the content's own: those of the rules that it stands for, and what it gives.
#[derive(Clone, Debug)]
struct Word {
    is: Set<Keyword, u8>,
    about: String,
    part: Part,
}

/// What has been read so far; each part may refer to those before it.
#[derive(Clone)]
pub(crate) struct Loader {
    pub conditions: Vec<Condition>,
    pub condition_names: Names,
    pub items: Vec<Item>,
    pub item_names: Names,
    pub cards: Vec<Card>,
    pub card_names: Names,
    parts: [Vec<Part>; 3],
    part_names: [Names; 3],
    words: Vec<Word>,
    word_names: Names,
    hazards: Vec<Hazard>,
    hazard_names: Names,
    pub sheets: Vec<Sheet>,
    pub sheet_names: Names,
    /// Known before the creatures are read, because cards call them.
    pub creature_names: Names,
}

const PARTS: [&str; 3] = ["species", "role", "background"];

impl Default for Loader {
    fn default() -> Loader {
        let cards = basic_cards();
        Loader {
            conditions: Vec::new(),
            condition_names: Names::new("condition"),
            items: Vec::new(),
            item_names: Names::new("item"),
            card_names: Names::of("card", cards.iter().map(|card| card.id.clone())),
            cards,
            parts: Default::default(),
            part_names: PARTS.map(Names::new),
            words: Vec::new(),
            word_names: Names::new("keyword"),
            hazards: Vec::new(),
            hazard_names: Names::new("hazard"),
            sheets: Vec::new(),
            sheet_names: Names::new("hero or creature"),
            creature_names: Names::new("creature"),
        }
    }
}

impl Loader {
    /// The library's files, and the scenario last.
    fn load(mut self, tops: &mut [Reader<'_>]) -> Option<Ranks> {
        self.shelves(tops)?;
        self.scenario(tops.last_mut()?)
    }

    /// Conditions, items, cards, creatures and heroes of all files.
    pub(crate) fn shelves(&mut self, tops: &mut [Reader<'_>]) -> Option<()> {
        tops.iter_mut().for_each(|top| top.renamed("monster", "creature"));
        let named: Vec<_> = tops.iter_mut().flat_map(|top| top.tables("creature")).collect();
        let ids = named
            .into_iter()
            .map(|mut table| table.field("id").and_then(|id| id.as_text()).unwrap_or("").to_owned());
        self.creature_names = Names::of("creature", ids);
        each_table(tops, "condition", |table| self.condition(table));
        self.opposites(tops);
        each_table(tops, "weapon", |table| self.weapon(table));
        each_table(tops, "armour", |table| self.armour(table));
        each_table(tops, "valuable", |table| self.valuable(table));
        each_table(tops, "card", |table| self.card(table));
        for (nth, key) in PARTS.into_iter().enumerate() {
            each_table(tops, key, |table| self.part(nth, table));
        }
        each_table(tops, "keyword", |table| self.keyword(table));
        each_table(tops, "hazard", |table| self.hazard(table));
        each_table(tops, "creature", |table| self.creature(table));
        each_table(tops, "hero", |table| self.hero(table));
        let top = tops.last_mut()?;
        let sizes = [self.sheets.len(), self.items.len(), self.cards.len(), self.conditions.len()];
        if sizes.iter().any(|&size| size > 250) {
            top.problem("more than 250 items, cards, conditions or sheets", "leave some out");
            return None;
        }
        // RANKS-R21: a pile of each kind can always lie somewhere.
        if self.items.len() >= MAX_LYING {
            top.problem(
                format!("{} kinds of items", self.items.len()),
                format!("give fewer than {MAX_LYING}"),
            );
            return None;
        }
        Some(())
    }

    fn scenario(self, top: &mut Reader<'_>) -> Option<Ranks> {
        top.string("system");
        top.optional_one_of("kind", &[("fight", ())]);
        let title = top.string("title");
        top.optional_string("about");
        let plots = Plots::begin(top);
        let field = field::Field::read(&self, top, &plots)?;
        let comes = field.comes.clone();
        let mut ranks = self.finish(title, field);
        plot(&mut ranks, plots, &comes);
        Some(ranks)
    }

    pub(crate) fn finish(self, title: String, field: field::Field) -> Ranks {
        let Loader { conditions, items, cards, sheets, hazards, .. } = self;
        Ranks {
            title,
            closed: (0..1_usize << field.doors.len()).map(|_| OnceLock::new()).collect(),
            grid: field.grid,
            doors: field.doors,
            ways: field.ways,
            conditions,
            items,
            cards,
            sheets,
            placed: field.placed,
            plot: Plot::default(),
            plotted: false,
            hazards,
            areas: field.areas,
            treasure: field.treasure,
            haunts: field.haunts,
            chances: Chances::new(),
        }
    }

    /// What an event can bring to a part of the map.
    fn hazard(&mut self, table: &mut Reader<'_>) {
        self.hazards.push(Hazard {
            id: table.name("id", &mut self.hazard_names),
            name: table.string("name"),
            rank: table.integer("rank", 1..=20),
            harm: table.one_of("damage", &Harm::ALL),
        });
    }

    // --- conditions ---

    fn condition(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.condition_names);
        let name = table.string("name");
        let resisted = table.one_of("resisted", &Ability::ALL[..Ability::TRAITS]);
        let about = table.optional_string("about").unwrap_or_default();
        // Read when all are known.
        table.field("opposite");
        let does = lasting(table).unwrap_or(Lasting::Heals);
        let also = table.table("also").and_then(|mut table| {
            let also = lasting(&mut table);
            table.finish();
            also
        });
        // RANKS-E1: it is turned, passed on and shaken off as one thing.
        if also.is_some_and(|also| also.is_good() != does.is_good()) {
            table.problem_at(
                "also",
                "one half of it is good for its bearer and the other bad",
                "make two conditions of it",
            );
        }
        self.conditions.push(Condition { id, name, about, resisted, does, also, opposite: None });
    }

    fn opposites(&mut self, tops: &mut [Reader<'_>]) {
        let tables: Vec<_> = tops.iter_mut().flat_map(|top| top.tables("condition")).collect();
        for (index, mut table) in tables.into_iter().enumerate() {
            let Some(other) = table.optional_reference("opposite", &self.condition_names) else { continue };
            let same = self.conditions[index].does.is_good() == self.conditions[other].does.is_good();
            if same {
                table.problem_at(
                    "opposite",
                    "both are good for their bearer, or both bad",
                    "name one of the other kind",
                );
            }
            self.conditions[index].opposite = Some(other as u8);
        }
    }

    // --- items ---

    fn weapon(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.item_names);
        let natural = table.flag("natural", false);
        let hands = table.optional_integer("hands", 1..=2).unwrap_or(1);
        let range = table.optional_integer("range", 2..=40).unwrap_or(0);
        let weapon = Weapon {
            reach: table.optional_integer("reach", 0..=4).unwrap_or(u8::from(range == 0)),
            range,
            damage: table.integer("damage", 0..=12),
            bonus: table.optional_integer("bonus", -10..=10).unwrap_or(0),
            harm: table.one_of("type", &Harm::ALL),
            hands: if natural { 0 } else { hands },
            unreliable: table.optional_integer("unreliable", 0..=10).unwrap_or(0),
        };
        if weapon.reach == 0 && weapon.range == 0 {
            table.problem("this weapon reaches nobody", "give it a `reach` or a `range`");
        }
        self.item(table, id, ItemKind::Weapon(weapon));
    }

    fn armour(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.item_names);
        let worn = table.one_of("worn", &Worn::ALL);
        let bonus = ranks(table, "bonus", -5..=5).map(|rank| rank as i8);
        let armour = Armour { worn, resists: resists(table), bonus };
        self.item(table, id, ItemKind::Armour(armour));
    }

    fn valuable(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.item_names);
        self.item(table, id, ItemKind::Valuable);
    }

    fn item(&mut self, table: &mut Reader<'_>, id: String, kind: ItemKind) {
        let name = table.string("name");
        let about = table.optional_string("about").unwrap_or_default();
        if id.contains(char::is_whitespace) {
            table.problem_at("id", "an id is one word", "join its parts with hyphens");
        }
        self.items.push(Item { id, name, about, kind });
    }

    // --- sheets ---

    fn part(&mut self, nth: usize, table: &mut Reader<'_>) {
        table.name("id", &mut self.part_names[nth]);
        let part = self.read_part(table);
        self.parts[nth].push(part);
    }

    fn read_part(&self, table: &mut Reader<'_>) -> Part {
        Part {
            name: table.string("name"),
            ranks: ranks(table, "ranks", -5..=10),
            resists: resists(table),
            dealt: table.optional_integer("damage_bonus", -5..=10).unwrap_or(0),
            size: table.optional_integer("size", 1..=3).unwrap_or(1),
            aura: aura(table),
            cards: table.references("cards", &self.card_names),
            about: table.optional_string("about").unwrap_or_default(),
        }
    }

    fn hero(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let chosen: [Option<usize>; 3] =
            std::array::from_fn(|nth| table.reference(PARTS[nth], &self.part_names[nth]));
        let parts: Vec<Part> =
            chosen.iter().zip(&self.parts).filter_map(|(at, parts)| parts.get((*at)?)).cloned().collect();
        let word = |nth: usize| parts.get(nth).map(|part| part.name.clone()).unwrap_or_default();
        let origin = Origin::Hero { species: word(0), role: word(1), background: word(2) };
        let basic = [STAND, STRIKE, UNARMED, BREATH];
        self.sheet(table, id, name, origin, (Set::NONE, Vec::new()), &parts, &basic);
    }

    fn creature(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let (keywords, words) = self.keywords(table);
        let role = table.optional_reference("role", &self.part_names[1]);
        let background = table.optional_reference("background", &self.part_names[2]);
        // RANKS-K1
        let simple = keywords.has(Keyword::Beast) || keywords.has(Keyword::Mindless);
        for (key, given) in [("role", role), ("background", background)] {
            if simple && given.is_some() {
                let advice = "leave it out, or take \"beast\" and \"mindless\" off its keywords";
                table.problem_at(key, format!("a beast or a mindless monster has no {key}"), advice);
            }
            if !simple && given.is_none() {
                let advice = "give it one, or make it \"beast\" or \"mindless\"";
                table.problem_at(key, format!("a monster that thinks has a {key}"), advice);
            }
        }
        let parts: Vec<Part> = [(1, role), (2, background)]
            .into_iter()
            .filter_map(|(nth, at)| self.parts[nth].get(at?))
            .chain(words.iter().filter_map(|&word| Some(&self.words.get(word)?.part)))
            .cloned()
            .collect();
        let words = words.iter().filter_map(|&word| self.words.get(word));
        let words = words.map(|word| [word.part.name.clone(), word.about.clone()]).collect();
        let word = |nth: usize, at: Option<usize>| {
            at.and_then(|at| self.parts[nth].get(at)).map(|part| part.name.clone())
        };
        let origin = Origin::Monster { role: word(1, role), background: word(2, background) };
        self.sheet(table, id, name, origin, (keywords, words), &parts, &[STAND]);
    }

    /// A keyword of the content's own: what creatures that have it have in common.
    fn keyword(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.word_names);
        if Keyword::ALL.iter().any(|(known, _)| *known == id) {
            table.problem_at("id", "the rules have a keyword of this name", "call it something else");
        }
        let is = table.some_of("is", &Keyword::ALL).into_iter().collect();
        let part = self.read_part(table);
        // Told as a keyword, and not a second time with the sheet.
        let (about, part) = (part.about.clone(), Part { about: String::new(), ..part });
        self.words.push(Word { is, about, part });
    }

    /// Those of the rules that a creature has, by itself or by others, and those of the content's own.
    fn keywords(&self, table: &mut Reader<'_>) -> (Set<Keyword, u8>, Vec<usize>) {
        // RANKS-E4
        let known = Keyword::ALL.iter().map(|&(name, word)| (name, Ok(word)));
        let own = (0..).zip(self.word_names.iter()).map(|(index, name)| (name, Err(index)));
        let all: Vec<(&str, Result<Keyword, usize>)> = known.chain(own).collect();
        let (mut keywords, mut words) = (Set::NONE, Vec::new());
        for word in table.some_of("keywords", &all) {
            match word {
                Ok(word) => keywords.insert(word),
                Err(index) => {
                    keywords |= self.words.get(index).map_or(Set::NONE, |word| word.is);
                    words.push(index);
                }
            }
        }
        (keywords, words)
    }

    #[allow(clippy::too_many_arguments, reason = "all that heroes and monsters have in common")]
    fn sheet(
        &mut self,
        table: &mut Reader<'_>,
        id: String,
        name: String,
        origin: Origin,
        (keywords, words): (Set<Keyword, u8>, Vec<[String; 2]>),
        parts: &[Part],
        basic: &[u8],
    ) {
        let mut sum = ranks(table, "ranks", -5..=12);
        let mut resists = resists(table);
        let mut dealt: i8 = table.optional_integer("damage_bonus", -5..=10).unwrap_or(0);
        for part in parts {
            sum.iter_mut().zip(part.ranks).for_each(|(rank, more)| *rank += more);
            resists.iter_mut().zip(part.resists).for_each(|(sum, more)| *sum += more);
            dealt += part.dealt;
        }
        let own: Vec<usize> = table.references("cards", &self.card_names);
        let given = parts.iter().flat_map(|part| part.cards.iter().copied()).chain(own);
        let mut cards: Vec<u8> = basic.to_vec();
        for card in given.map(|card| card as u8) {
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        if cards.len() > MAX_CARDS {
            table.problem_at(
                "cards",
                "too many cards",
                format!("give it at most {MAX_CARDS}, basic ones included"),
            );
            cards.truncate(MAX_CARDS);
        }
        // RANKS-R11: a hero draws its feature cards, a monster holds all of its own.
        let hero = matches!(origin, Origin::Hero { .. });
        let held = if hero { basic.len() } else { cards.len() };
        let size = table.optional_integer("size", 1..=3).or(parts.iter().map(|part| part.size).max());
        let aura = aura(table).or_else(|| parts.iter().find_map(|part| part.aura.clone()));
        let own = table.optional_string("about").into_iter();
        let given = parts.iter().map(|part| part.about.clone()).filter(|about| !about.is_empty());
        let about: Vec<String> = own.chain(given).collect();
        let mut sheet = Sheet {
            id,
            name,
            origin,
            about: about.join(" "),
            keywords,
            words,
            ranks: sum.map(|rank| rank.clamp(0, 20) as u8),
            size: size.unwrap_or(1),
            resists,
            dealt,
            aura,
            items: self.gear(table),
            held: Cards::first_few(held),
            limited: self.limited(table, &cards),
            cards,
            worth: 0,
        };
        sheet.worth = self.worth(&sheet);
        if sheet.id.contains(char::is_whitespace) || sheet.id.contains(char::is_uppercase) {
            table.problem_at("id", "an id is one word in lower case", "join its parts with hyphens");
        }
        self.sheets.push(sheet);
    }

    /// The places of cards that can be played a few times in a fight only.
    fn limited(&self, table: &Reader<'_>, cards: &[u8]) -> Vec<u8> {
        let is_limited = |&(_, &card): &(u8, &u8)| self.cards[usize::from(card)].uses.is_some();
        let mut limited: Vec<u8> = (0..).zip(cards).filter(is_limited).map(|(place, _)| place).collect();
        if limited.len() > MAX_LIMITED {
            let count = limited.len();
            table.problem_at(
                "cards",
                format!("{count} cards with `uses`"),
                format!("give it at most {MAX_LIMITED} of them"),
            );
            limited.truncate(MAX_LIMITED);
        }
        limited
    }

    /// What is in use and what is only carried.
    pub(crate) fn gear(&self, table: &mut Reader<'_>) -> Vec<(u8, bool)> {
        let mut gear = Vec::new();
        let (mut hands, mut worn) = (0, Vec::new());
        for field in table.list("equipped") {
            let Some(index) = field.reference(&self.item_names) else { continue };
            let item = &self.items[index];
            hands += item.hands();
            let twice = match item.kind {
                ItemKind::Armour(armour) => {
                    worn.push(armour.worn);
                    worn.iter().filter(|&&place| place == armour.worn).count() > 1
                }
                ItemKind::Weapon(_) => false,
                ItemKind::Valuable => true,
            };
            if hands > crate::choices::HANDS || twice {
                field.problem(
                    "this cannot be in use as well",
                    "two hands, one body, one head: move it to `carried`",
                );
            }
            gear.push((index as u8, true));
        }
        gear.extend(
            table.references("carried", &self.item_names).into_iter().map(|index| (index as u8, false)),
        );
        if gear.len() > MAX_ITEMS {
            table.problem_at("carried", "too many items", format!("nobody carries more than {MAX_ITEMS}"));
            gear.truncate(MAX_ITEMS);
        }
        gear
    }

    /// A hero has grown since its sheet was written.
    pub(crate) fn raise(&mut self, sheet: usize, raised: &[u8; Ability::COUNT]) {
        let Some(known) = self.sheets.get_mut(sheet) else { return };
        known.ranks.iter_mut().zip(raised).for_each(|(rank, more)| *rank = (*rank + more).min(20));
        let known = known.clone();
        self.sheets[sheet].worth = self.worth(&known);
    }

    /// What somebody weighs in an encounter: how hard it hits, and how much it stands.
    fn worth(&self, sheet: &Sheet) -> u32 {
        let rank = |ability: Ability| u32::from(sheet.ranks[ability as usize]);
        let skill = rank(Ability::Brawl).max(rank(Ability::Weapon)).max(rank(Ability::Spellcasting));
        let weapons = sheet.items.iter().filter_map(|&(item, _)| self.items[item as usize].weapon());
        let bite = weapons.map(|weapon| u32::from(weapon.damage)).max().unwrap_or(1);
        let hide = sheet.resists[..3].iter().map(|&resist| resist.max(0) as u32).max().unwrap_or(0);
        let tough = if sheet.is(Keyword::Drone) {
            1
        } else {
            rank(Ability::Resolve) * 4 + rank(Ability::Endurance) * 2
        };
        let undead = if sheet.is(Keyword::Undead) { 3 } else { 0 };
        let hurts = skill * 3 + bite * 2 + u32::try_from(sheet.dealt.max(0)).unwrap_or(0) * 2;
        hurts + tough + rank(Ability::Speed) * 2 + hide * 2 + undead + sheet.cards.len() as u32
    }
}

/// A table of ranks by ability.
pub(crate) fn ranks(
    table: &mut Reader<'_>,
    key: &str,
    range: std::ops::RangeInclusive<i16>,
) -> [i16; Ability::COUNT] {
    let mut ranks = [0; Ability::COUNT];
    if let Some(mut inner) = table.table(key) {
        for (name, ability) in Ability::ALL {
            ranks[ability as usize] = inner.optional_integer(name, range.clone()).unwrap_or(0);
        }
        inner.finish();
    }
    ranks
}

/// `resists = { physical = 1, fire = -2 }`: below 0 is a vulnerability.
fn resists(table: &mut Reader<'_>) -> Resists {
    let mut sum = Resists::default();
    if let Some(mut inner) = table.table("resists") {
        for (name, harms) in all_harms() {
            let amount: i8 = inner.optional_integer(name, -10..=10).unwrap_or(0);
            harms.for_each(|harm| sum[harm as usize] += amount);
        }
        inner.finish();
    }
    sum
}

/// The twelve kinds of damage and the three groups, by name.
fn all_harms() -> Vec<(&'static str, Harms)> {
    // RANKS-R12
    let kinds = Harm::ALL.iter().map(|&(name, harm)| (name, Harms::one(harm)));
    kinds.chain(Harm::GROUPS).collect()
}

fn aura(table: &mut Reader<'_>) -> Option<Aura> {
    let mut inner = table.table("aura")?;
    let aura = Aura {
        name: inner.string("name"),
        // RANKS-R10
        reach: inner.optional_integer("reach", 0..=10).unwrap_or(1),
        rank: inner.integer("rank", 1..=10),
        does: lasting(&mut inner).unwrap_or(Lasting::Heals),
    };
    inner.finish();
    Some(aura)
}

/// What a table says with one of `heals`, `hurts`, `bonus`, `penalty`, `resists` and `vulnerable`.
fn lasting(table: &mut Reader<'_>) -> Option<Lasting> {
    // RANKS-R13
    let kinds = ["heals", "hurts", "bonus", "penalty", "resists", "vulnerable"];
    let named: Vec<&str> = kinds.into_iter().filter(|key| table.has(key)).collect();
    let [key] = named[..] else {
        table.problem(
            "it does one thing",
            "give one of `heals`, `hurts`, `bonus`, `penalty`, `resists` and `vulnerable`",
        );
        return None;
    };
    let field = table.field(key)?;
    match key {
        "heals" => field.flag().map(|_| Lasting::Heals),
        "hurts" => field.one_of(&Harm::ALL).map(Lasting::Hurts),
        "bonus" | "penalty" => modifier(&field, key == "bonus"),
        _ => field.one_of(&all_harms()).map(|harms| Lasting::Resists { harms, bonus: key == "resists" }),
    }
}

fn modifier(field: &Field<'_>, bonus: bool) -> Option<Lasting> {
    let abilities = Ability::ALL.iter().map(|&(name, ability)| (name, Lasting::Ability { ability, bonus }));
    let others = [("damage", Lasting::Dealt { bonus }), ("movement", Lasting::Movement { bonus })];
    field.one_of(&abilities.chain(others).collect::<Vec<_>>())
}

/// Goals and events, when everybody has a name.
pub(crate) fn plot(ranks: &mut Ranks, plots: Plots<'_>, comes: &[Option<u8>]) {
    let later = comes.iter().zip(0_u8..).filter(|(comes, _)| comes.is_some());
    ranks.plot.comers = later.map(|(_, who)| (Who(who), 0)).collect();
    let state = State::new(ranks);
    let person = |((placed, &comes), who): ((&Placed, &Option<u8>), u8)| {
        let size = ranks.sheets[usize::from(placed.sheet)].size;
        let area_of = |at| (0_u8..).zip(&ranks.areas).find(|(_, area)| area.squares.has(at));
        let reaches = (0_u8..).zip(&ranks.areas);
        let reaches =
            reaches.filter(|(_, area)| ranks.way(placed.at, area.midst, size) < u16::from(Grid::APART));
        Person {
            id: ranks.id(&state, Who(who)),
            side: placed.side,
            at: area_of(placed.at).map(|(place, _)| place),
            reaches: reaches.map(|(place, _)| place).collect(),
            comes,
        }
    };
    let people = ranks.placed.iter().zip(comes).zip(0_u8..).map(person).collect();
    let door = |way: &Doorway| Spot { id: way.at.to_string(), name: format!("Door at {}", way.at) };
    let hazard = |one: &Hazard| Spot { id: one.id.clone(), name: one.name.clone() };
    let plot = plots.end(Stage {
        places: ranks.areas.iter().map(|area| area.spot.clone()).collect(),
        exits: ZoneSet::NONE,
        doors: ranks.doors.iter().map(door).collect(),
        hazards: Hazards::Named(ranks.hazards.iter().map(hazard).collect()),
        people,
    });
    ranks.plotted = !plot.is_empty();
    ranks.plot = plot;
}
