//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played. Cards and their effects are read in `load/cards`, maps and who stands where in `field`.

mod cards;

use std::sync::OnceLock;

use fracas_content::{Bundle, Field, Names, Problems, Reader, each_table};
use fracas_kernel::Set;

use crate::card::{BREATH, Card, STAND, STRIKE, UNARMED, basic_cards};
use crate::data::{
    Ability, Armour, Aura, Cards, Condition, Harm, Harms, Item, ItemKind, Keyword, Lasting, MAX_CARDS,
    Origin, Ranks, Resists, Sheet, Weapon, Worn,
};
use crate::field;
use crate::instinct::chances::Chances;
use crate::state::{MAX_ITEMS, MAX_LYING};

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
    pub sheets: Vec<Sheet>,
    pub sheet_names: Names,
    /// Known before the monsters are read, because cards call them.
    pub monster_names: Names,
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
            sheets: Vec::new(),
            sheet_names: Names::new("hero or monster"),
            monster_names: Names::new("monster"),
        }
    }
}

impl Loader {
    /// The library's files, and the scenario last.
    fn load(mut self, tops: &mut [Reader<'_>]) -> Option<Ranks> {
        self.shelves(tops)?;
        self.scenario(tops.last_mut()?)
    }

    /// Conditions, items, cards, monsters and heroes of all files.
    pub(crate) fn shelves(&mut self, tops: &mut [Reader<'_>]) -> Option<()> {
        let named: Vec<_> = tops.iter_mut().flat_map(|top| top.tables("monster")).collect();
        let ids = named
            .into_iter()
            .map(|mut table| table.field("id").and_then(|id| id.as_text()).unwrap_or("").to_owned());
        self.monster_names = Names::of("monster", ids);
        each_table(tops, "condition", |table| self.condition(table));
        self.opposites(tops);
        each_table(tops, "weapon", |table| self.weapon(table));
        each_table(tops, "armour", |table| self.armour(table));
        each_table(tops, "valuable", |table| self.valuable(table));
        each_table(tops, "card", |table| self.card(table));
        for (nth, key) in PARTS.into_iter().enumerate() {
            each_table(tops, key, |table| self.part(nth, table));
        }
        each_table(tops, "monster", |table| self.monster(table));
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
        let field = field::Field::read(&self, top)?;
        Some(self.finish(title, field))
    }

    pub(crate) fn finish(self, title: String, field: field::Field) -> Ranks {
        let Loader { conditions, items, cards, sheets, .. } = self;
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
            treasure: field.treasure,
            haunts: field.haunts,
            chances: Chances::new(),
        }
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
        self.conditions.push(Condition { id, name, about, resisted, does, opposite: None });
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
        let part = Part {
            name: table.string("name"),
            ranks: ranks(table, "ranks", -5..=10),
            resists: resists(table),
            dealt: table.optional_integer("damage_bonus", -5..=10).unwrap_or(0),
            size: table.optional_integer("size", 1..=3).unwrap_or(1),
            aura: aura(table),
            cards: table.references("cards", &self.card_names),
            about: table.optional_string("about").unwrap_or_default(),
        };
        self.parts[nth].push(part);
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
        self.sheet(table, id, name, origin, Set::NONE, &parts, &basic);
    }

    fn monster(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let keywords: Set<Keyword, u8> = table.some_of("keywords", &Keyword::ALL).into_iter().collect();
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
            .cloned()
            .collect();
        let word = |nth: usize, at: Option<usize>| {
            at.and_then(|at| self.parts[nth].get(at)).map(|part| part.name.clone())
        };
        let origin = Origin::Monster { role: word(1, role), background: word(2, background) };
        self.sheet(table, id, name, origin, keywords, &parts, &[STAND]);
    }

    #[allow(clippy::too_many_arguments, reason = "all that heroes and monsters have in common")]
    fn sheet(
        &mut self,
        table: &mut Reader<'_>,
        id: String,
        name: String,
        origin: Origin,
        keywords: Set<Keyword, u8>,
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
            ranks: sum.map(|rank| rank.clamp(0, 20) as u8),
            size: size.unwrap_or(1),
            resists,
            dealt,
            aura,
            items: self.gear(table),
            held: Cards::first_few(held),
            cards,
            worth: 0,
        };
        sheet.worth = self.worth(&sheet);
        if sheet.id.contains(char::is_whitespace) || sheet.id.contains(char::is_uppercase) {
            table.problem_at("id", "an id is one word in lower case", "join its parts with hyphens");
        }
        self.sheets.push(sheet);
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
fn ranks(table: &mut Reader<'_>, key: &str, range: std::ops::RangeInclusive<i16>) -> [i16; Ability::COUNT] {
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
