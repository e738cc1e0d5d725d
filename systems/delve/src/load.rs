//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played.

use fracas_content::{Bundle, Names, Problems, Reader, doors, each_table, field, zone, zone_links};
use fracas_dice::Roll;
use fracas_kernel::{Field, Side, Zones};

use crate::data::{
    Attack, Class, Condition, Delve, Does, Effect, Hazard, Ill, Kind, Lasts, Placed, Reach, SPELL_LEVELS,
    Save, Sheet, Spell, Takes, Talents, Weapon, ability_modifier, briefs, forces, middle, monster_save,
};
use crate::ground::{Ground, MAX_THINGS, Thing};
use crate::state::{MAX, MAX_ZONES, State};

const REACHES: [(&str, Reach); 3] = [("close", Reach::Close), ("near", Reach::Near), ("far", Reach::Far)];
const TAKES: [(&str, Takes); 3] =
    [("friends", Takes::Friends), ("foes", Takes::Foes), ("everyone", Takes::Everyone)];
const SIDES: [(&str, Side); 2] = [("heroes", Side::Heroes), ("monsters", Side::Monsters)];
pub(crate) const LEVELS: usize = 5;

impl Delve {
    pub fn load(bundle: &Bundle) -> Result<Delve, Problems> {
        bundle.read(|tops| {
            let mut loader = Loader::default();
            loader.library(tops);
            loader.scenario(tops.last_mut()?)
        })
    }
}

/// What has been read so far; each part may refer to those before it.
pub(crate) struct Loader {
    weapons: Vec<Weapon>,
    weapon_names: Names,
    armour: Vec<i16>,
    armour_names: Names,
    spells: Vec<Spell>,
    spell_names: Names,
    classes: [ClassTable; 4],
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) sheet_names: Names,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) hazard_names: Names,
}

/// What a class gives at each level.
#[derive(Clone, Copy, Debug, Default)]
struct ClassTable {
    hit_die: i16,
    hit_bonus: [i16; LEVELS],
    save: [i16; LEVELS],
    slots: [[u8; SPELL_LEVELS]; LEVELS],
}

impl Default for Loader {
    fn default() -> Loader {
        Loader {
            weapons: Vec::new(),
            weapon_names: Names::new("weapon"),
            armour: Vec::new(),
            armour_names: Names::new("armour"),
            spells: Vec::new(),
            spell_names: Names::new("spell"),
            classes: Default::default(),
            sheets: Vec::new(),
            sheet_names: Names::new("hero or creature"),
            hazards: Vec::new(),
            hazard_names: Names::new("hazard"),
        }
    }
}

impl Loader {
    /// What the library's files and the scenario have of sheets and what belongs to them.
    pub(crate) fn library(&mut self, tops: &mut [Reader<'_>]) {
        each_table(tops, "hazard", |table| {
            let id = table.name("id", &mut self.hazard_names);
            self.hazards.push(hazard(table, id));
        });
        each_table(tops, "weapon", |table| self.weapon(table));
        each_table(tops, "armour", |table| self.armour(table));
        each_table(tops, "spell", |table| self.spell(table));
        each_table(tops, "class", |table| self.class(table));
        each_table(tops, "creature", |table| self.creature(table));
        each_table(tops, "hero", |table| self.hero(table));
    }

    fn weapon(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.weapon_names);
        let melee = table.flag("melee", true);
        let ranged = table.optional_one_of("range", &REACHES[1..]);
        if !melee && ranged.is_none() {
            table.problem(
                "this weapon can be used in no way",
                "leave out `melee = false`, or give it a `range`",
            );
        }
        self.weapons.push(Weapon {
            id,
            name: table.string("name"),
            damage: roll(table, "damage").unwrap_or(Roll::d(6)),
            melee,
            ranged,
            magic: table.optional_integer("magic", -5..=5).unwrap_or(0),
            effect: table.table("effect").and_then(|mut table| {
                let effect = self.effect(&mut table);
                table.finish();
                effect
            }),
            about: table.optional_string("about").unwrap_or_default(),
        });
    }

    fn armour(&mut self, table: &mut Reader<'_>) {
        table.name("id", &mut self.armour_names);
        table.string("name");
        self.armour.push(table.integer("ac", 5..=25));
    }

    fn spell(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.spell_names);
        let spell = Spell {
            id,
            name: table.string("name"),
            level: table.integer("level", 1..=SPELL_LEVELS as u8),
            reach: table.one_of("reach", &REACHES),
            area: table.flag("area", false),
            takes: table.one_of("takes", &TAKES),
            effect: self.effect(table).unwrap_or(Effect { does: Does::Damage(Roll::d(6)), save: Save::No }),
            about: table.optional_string("about").unwrap_or_default(),
        };
        if spell.takes == Takes::Everyone && !spell.area {
            table.problem_at("takes", "only an area takes everyone", "write `area = true`, or take \"foes\"");
        }
        names_its_save(table, spell.takes, spell.effect);
        self.spells.push(spell);
    }

    /// What the zones of a field or of a place are like, from their tables.
    pub(crate) fn ground(&self, zones: &mut [Reader<'_>], names: &Names) -> Ground {
        let mut ground = Ground::default();
        let mut thing_names = Names::new("thing");
        for (number, table) in (0_u8..).zip(zones).take(MAX_ZONES) {
            ground.cover[number] = table.optional_integer("cover", 1..=6).unwrap_or(0);
            ground.high.put(number, table.flag("high", false));
            let hazard = table.optional_reference("hazard", &self.hazard_names);
            let fits = |hazard: &Hazard| hazard.kind != Ill::Disease;
            if hazard.and_then(|index| self.hazards.get(index)).is_some_and(|hazard| !fits(hazard)) {
                table.problem_at("hazard", "a disease is caught, not walked into", "name a trap or a poison");
            }
            ground.hazards[number] = hazard.map(|index| index as u8);
            for mut thing in table.tables("thing") {
                ground.things.extend(self.thing(&mut thing, number, names, &mut thing_names));
                thing.finish();
            }
            if let Some(count) = Some(ground.things.len()).filter(|&count| count > MAX_THINGS) {
                table.problem_at("thing", format!("{count} things"), format!("give at most {MAX_THINGS}"));
                ground.things.truncate(MAX_THINGS);
            }
        }
        ground
    }

    fn thing(&self, table: &mut Reader<'_>, zone: u8, zones: &Names, names: &mut Names) -> Option<Thing> {
        let id = table.name("id", names);
        let thing = Thing {
            id,
            name: table.string("name"),
            zone,
            at: table.optional_reference("at", zones).map_or(zone, |at| at as u8),
            takes: table.one_of("takes", &TAKES),
            effect: self.effect(table)?,
            uses: table.optional_integer("uses", 1..=99).unwrap_or(1),
            about: table.optional_string("about").unwrap_or_default(),
        };
        names_its_save(table, thing.takes, thing.effect);
        Some(thing)
    }

    fn class(&mut self, table: &mut Reader<'_>) {
        let class = table.one_of("id", &Class::ALL);
        let mut slots = [[0; SPELL_LEVELS]; LEVELS];
        for (level, row) in table.list("slots").into_iter().enumerate() {
            match (slots.get_mut(level), row.array::<u8, SPELL_LEVELS>(&(0..=9))) {
                (Some(slot), Some(row)) => *slot = row,
                (None, _) => {
                    row.problem("there are only five levels", "give one row for each of the levels 1 to 5")
                }
                (_, None) => {}
            }
        }
        self.classes[class as usize] = ClassTable {
            hit_die: table.integer("hit_die", 2..=12),
            hit_bonus: table.array("hit_bonus", 0..=10),
            save: table.array("save", 2..=20),
            slots,
        };
    }

    fn creature(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let dice = table.number("hd", 0.5..=20.0);
        let half_dice = (dice * 2.0).round() as u8;
        if (f64::from(half_dice) - dice * 2.0).abs() > 1e-9 {
            table.problem_at("hd", "hit dice come in halves", "write 0.5, 1, 1.5, 2, …");
        }
        let average = (i16::from(half_dice) * 9 / 4).max(1);
        // DELVE-C6: 1 for each hit die.
        let bonus = i16::from(half_dice / 2);
        let attacks = self.attacks(table, &|weapon, _melee| (bonus + weapon.magic, 0));
        let spells = self.spells_of(table);
        let unharmed_by = table.references("unharmed_by", &self.hazard_names);
        let (mindless, beast) = (table.flag("mindless", false), table.flag("beast", false));
        let slots = table.optional_array("slots", 0..=9).unwrap_or_default();
        self.sheets.push(Sheet {
            id,
            name,
            kind: Kind::Monster { half_dice },
            hp: table.optional_integer("hp", 1..=300).unwrap_or(average),
            ac: table.integer("ac", 5..=25),
            save: monster_save(half_dice),
            dead_at: 0,
            skill: bonus,
            talents: Talents::default(),
            fearless: table.flag("fearless", false),
            mindless,
            handy: !(mindless || beast),
            unharmed_by: unharmed_by.into_iter().map(|hazard| hazard as u8).collect(),
            // DELVE-F1: a monster forces doors by its hit dice.
            forces: forces(bonus / 2),
            picks: 0,
            threat: threat(&attacks),
            best: best(&attacks),
            attacks,
            spells,
            slots,
        });
        table.optional_string("about");
    }

    fn hero(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let class = table.one_of("class", &Class::ALL);
        let level: u8 = table.integer("level", 1..=LEVELS as u8);
        let mut score = |key| ability_modifier(table.optional_integer(key, 3..=18).unwrap_or(10));
        let [strength, dexterity, constitution] = ["str", "dex", "con"].map(&mut score);
        let [intelligence, wisdom, charisma] = ["int", "wis", "cha"].map(&mut score);
        let talents = Talents { strength, dexterity, constitution, intelligence, wisdom, charisma };
        let given = self.classes[class as usize];
        let row = usize::from(level) - 1;
        let bonus = given.hit_bonus[row];
        let attacks = self.attacks(table, &|weapon, melee| {
            // DELVE-C5, DELVE-R13: strength in melee, dexterity at range, penalties too.
            let ability = if melee { strength } else { dexterity };
            // DELVE-C7, DELVE-R13: only a fighter's strength, only in melee, and only as a bonus.
            let damage = if melee && class == Class::Fighter { strength.max(0) } else { 0 };
            (bonus + ability + weapon.magic, damage)
        });
        let spells = self.spells_of(table);
        let worn =
            table.optional_reference("armour", &self.armour_names).map_or(10, |worn| self.armour[worn]);
        let shield = i16::from(table.flag("shield", false));
        let whole_die = given.hit_die + i16::from(level - 1) * (given.hit_die / 2 + 1);
        let average = (whole_die + constitution * i16::from(level)).max(i16::from(level));
        self.sheets.push(Sheet {
            id,
            name,
            kind: Kind::Character { class, level },
            hp: table.optional_integer("hp", 1..=300).unwrap_or(average),
            ac: table.optional_integer("ac", 5..=25).unwrap_or(worn + shield),
            // DELVE-R6
            save: given.save[row],
            dead_at: -i16::from(level),
            skill: bonus,
            talents,
            fearless: table.flag("fearless", false),
            mindless: false,
            handy: true,
            unharmed_by: Vec::new(),
            forces: forces(strength),
            picks: picks(class, level),
            threat: threat(&attacks),
            best: best(&attacks),
            attacks,
            spells,
            slots: slots(given, level, talents.more_spells(class)),
        });
        table.optional_string("about");
    }

    /// A hero's sheet as it is at another level than its table says.
    pub(crate) fn set_level(&mut self, index: usize, level: u8) {
        let Some(sheet) = self.sheets.get_mut(index) else { return };
        let Kind::Character { class, level: before } = sheet.kind else { return };
        let given = self.classes[class as usize];
        let [old, new] = [before, level].map(|level| usize::from(level.clamp(1, LEVELS as u8)) - 1);
        let more = given.hit_bonus[new] - given.hit_bonus[old];
        sheet.skill += more;
        sheet.attacks.iter_mut().for_each(|attack| attack.to_hit += more);
        sheet.best = best(&sheet.attacks);
        let each = (given.hit_die / 2 + 1 + sheet.talents.constitution).max(1);
        sheet.hp = (sheet.hp + (new as i16 - old as i16) * each).max(i16::from(level));
        sheet.kind = Kind::Character { class, level };
        (sheet.save, sheet.dead_at, sheet.picks) = (given.save[new], -i16::from(level), picks(class, level));
        sheet.slots = slots(given, level, sheet.talents.more_spells(class));
    }

    /// Every way of using every weapon; `numbers` gives the bonus to hit and to damage.
    fn attacks(&self, table: &mut Reader<'_>, numbers: &dyn Fn(&Weapon, bool) -> (i16, i16)) -> Vec<Attack> {
        let mut attacks = Vec::new();
        for index in table.references("weapons", &self.weapon_names) {
            let Some(weapon) = self.weapons.get(index) else { continue };
            let mut add = |reach, melee| {
                let (to_hit, more) = numbers(weapon, melee);
                let damage = weapon.damage.plus(more);
                attacks.push(Attack {
                    weapon: index as u8,
                    reach,
                    melee,
                    to_hit,
                    damage,
                    effect: weapon.effect,
                });
            };
            if weapon.melee {
                add(Reach::Close, true);
            }
            if let Some(reach) = weapon.ranged {
                add(reach, false);
            }
        }
        if attacks.len() > 16 {
            table.problem_at("weapons", "too many weapons", "give it at most 8");
            attacks.truncate(16);
        }
        attacks
    }

    fn spells_of(&self, table: &mut Reader<'_>) -> Vec<u8> {
        let spells = table.references("spells", &self.spell_names);
        if spells.len() > 32 {
            table.problem_at("spells", "too many spells", "give it at most 32");
        }
        spells.into_iter().take(32).map(|index| index as u8).collect()
    }

    fn scenario(&self, top: &mut Reader<'_>) -> Option<Delve> {
        top.string("system");
        top.optional_one_of("kind", &[("fight", ())]);
        let title = top.string("title");
        top.optional_string("about");
        let mut aware = [false; 2];
        for side in top.some_of("aware", &SIDES) {
            aware[side.index()] = true;
        }
        let mut zone_names = Names::new("zone");
        let mut tables = top.need_tables("zone");
        let zones = tables.iter_mut().map(|table| zone(table, &mut zone_names)).collect();
        let (links, unseen) = zone_links(&mut tables, &zone_names);
        let doorways = doors(top, &zone_names, &links);
        let mut ground = self.ground(&mut tables, &zone_names);
        for (number, table) in (0_u8..).zip(&mut tables) {
            ground.dark.put(number, table.flag("dark", false));
        }
        tables.iter().for_each(Reader::finish);
        let field = field(top, zones, (&links, &unseen), doorways, MAX_ZONES)?;
        hangs_together(&field, top);
        let mut placed = Vec::new();
        let parts = [("party", "hero", Side::Heroes), ("foes", "creature", Side::Monsters)];
        for (key, what, side) in parts {
            for mut table in top.need_tables(key) {
                self.place(&mut table, what, side, &zone_names, &mut placed);
                table.finish();
            }
        }
        if placed.len() > MAX {
            let count = placed.len();
            top.problem_at("foes", format!("{count} combatants"), format!("a fight holds at most {MAX}"));
        }
        self.check_sizes(top);
        Some(self.delve(title, field, ground, placed, aware))
    }

    /// Numbers of these are kept in a byte.
    pub(crate) fn check_sizes(&self, top: &Reader<'_>) {
        let sizes = [self.sheets.len(), self.weapons.len(), self.spells.len(), self.hazards.len()];
        if sizes.iter().any(|&size| size > 250) {
            top.problem("more than 250 weapons, spells, hazards or sheets", "leave some out");
        }
    }

    /// The rules of a fight on this field, with all that was read.
    pub(crate) fn delve(
        &self,
        title: String,
        field: Field,
        ground: Ground,
        placed: Vec<Placed>,
        aware: [bool; 2],
    ) -> Delve {
        let zones = field.zones();
        let ways_on =
            zones.numbers().filter(|&zone| !zones.beside(zone).is_empty() || zones.zone(zone).exit).collect();
        let (weapons, spells, sheets) = (self.weapons.clone(), self.spells.clone(), self.sheets.clone());
        let briefs = briefs(&sheets, zones, &ground);
        let (hazards, start) = (self.hazards.clone(), None);
        let mut delve = Delve {
            title,
            field,
            ground,
            weapons,
            spells,
            hazards,
            sheets,
            placed,
            aware,
            ways_on,
            briefs,
            start,
        };
        delve.start = Some(Box::new(State::new(&delve)));
        delve
    }

    fn place(&self, table: &mut Reader<'_>, what: &str, side: Side, zones: &Names, placed: &mut Vec<Placed>) {
        let sheet = table.reference(what, &self.sheet_names);
        let zone = table.reference("at", zones);
        let count = table.optional_integer("count", 1..=MAX).unwrap_or(1);
        let hp = table.optional_integer("hp", 1..=300);
        if let (Some(sheet), Some(zone)) = (sheet, zone)
            && let Some(known) = self.sheets.get(sheet)
        {
            let one = Placed { sheet: sheet as u8, side, zone: zone as u8, hp: hp.unwrap_or(known.hp) };
            placed.extend(std::iter::repeat_n(one, count));
        }
    }
}

pub(crate) fn roll(table: &mut Reader<'_>, key: &str) -> Option<Roll> {
    table.parsed(key, |text| text.parse::<Roll>())
}

impl Loader {
    /// The effect that a table describes with one of `damage`, `heal`, `condition`, `slumber` and `hazard`.
    fn effect(&self, table: &mut Reader<'_>) -> Option<Effect> {
        let saves =
            [("none", Save::No), ("halves", Save::Halves), ("negates", Save::Negates), ("ends", Save::Ends)];
        let save = table.optional_one_of("save", &saves).unwrap_or(Save::No);
        let kinds = ["damage", "heal", "condition", "slumber", "hazard"];
        let named: Vec<&str> = kinds.into_iter().filter(|key| table.has(key)).collect();
        let does = match named[..] {
            ["damage"] => Does::Damage(roll(table, "damage")?),
            ["heal"] => Does::Heal(roll(table, "heal")?),
            ["condition"] => affliction(table, save)?,
            ["slumber"] => {
                Does::Slumber { dice: roll(table, "slumber")?, max: table.integer("most", 1..=20) }
            }
            ["hazard"] => Does::Hazard(table.optional_reference("hazard", &self.hazard_names)? as u8),
            _ => {
                table.problem(
                    "an effect does one thing",
                    "give one of `damage`, `heal`, `condition`, `slumber` and `hazard`",
                );
                return None;
            }
        };
        let fits = match does {
            Does::Damage(_) => save != Save::Ends,
            Does::Afflict { .. } => save != Save::Halves,
            Does::Slumber { .. } => matches!(save, Save::No | Save::Negates),
            Does::Heal(_) | Does::Hazard(_) => save == Save::No,
        };
        if !fits {
            let advice = "damage takes \"halves\" or \"negates\", a condition \"negates\" or \"ends\", slumber \
                          \"negates\", others none (a hazard has its own)";
            table.problem_at("save", "this save does not go with this effect", advice);
        }
        Some(Effect { does, save })
    }
}

/// A hostile spell, or thing, that rolls nothing to hit leaves its victims a save.
fn names_its_save(table: &Reader<'_>, takes: Takes, effect: Effect) {
    // DELVE-R18
    let hostile = match effect.does {
        Does::Damage(_) | Does::Slumber { .. } => true,
        Does::Afflict { condition, .. } => !condition.is_good(),
        Does::Heal(_) | Does::Hazard(_) => false,
    };
    if hostile && takes != Takes::Friends && effect.save == Save::No {
        let advice = "add `save = \"negates\"`, or another that goes with the effect";
        table.demand_at("save", "what is hostile and rolls nothing to hit names a save", advice);
    }
}

/// A trap, a poison or a disease.
fn hazard(table: &mut Reader<'_>, id: String) -> Hazard {
    let kinds = [("trap", Ill::Trap), ("poison", Ill::Poison), ("disease", Ill::Disease)];
    let saves = [("none", Save::No), ("halves", Save::Halves), ("negates", Save::Negates)];
    let optional_roll = |table: &mut Reader<'_>, key: &str| {
        if table.has(key) { roll(table, key) } else { None }
    };
    let hazard = Hazard {
        id,
        name: table.string("name"),
        kind: table.one_of("kind", &kinds),
        save: table.one_of("save", &saves),
        damage: optional_roll(table, "damage"),
        lasting: optional_roll(table, "lasting"),
        all: table.flag("all", false),
    };
    table.optional_string("about");
    if hazard.damage.is_none() && hazard.lasting.is_none() {
        table.problem("failing the save does nothing", "give `damage`, `lasting`, or both");
    }
    if hazard.kind == Ill::Trap && hazard.lasting.is_some() {
        table.problem_at("lasting", "a trap is over at once", "make it a poison or a disease");
    }
    if hazard.save == Save::Halves && hazard.damage.is_none() {
        table.problem_at("save", "there is no damage to halve", "give `damage`, or write \"negates\"");
    }
    hazard
}

/// A fight must not come to nothing because neither side can reach the other. Every door can be forced.
fn hangs_together(field: &Field, top: &Reader<'_>) {
    let zones = field.zones();
    if let Some(lost) = zones.numbers().find(|&zone| zones.distance(0, zone) == Zones::APART) {
        let name = &zones.zone(lost).id;
        let advice = "join it to another with `near`, or by a [[door]]";
        top.problem_at("zone", format!("no way leads to {name:?}"), advice);
    }
}

/// Of six, for what only thieves do.
fn picks(class: Class, level: u8) -> u8 {
    if class == Class::Thief { 3 + (level - 1) / 2 } else { 0 }
}

/// Spells by level; those who have any may know more of the first.
fn slots(given: ClassTable, level: u8, more: u8) -> [u8; SPELL_LEVELS] {
    let mut slots = given.slots[usize::from(level.clamp(1, LEVELS as u8)) - 1];
    slots[0] += if slots[0] > 0 { more } else { 0 };
    slots
}

fn affliction(table: &mut Reader<'_>, save: Save) -> Option<Does> {
    let conditions = Condition::ALL.map(|condition| (condition.name(), condition));
    let condition = table.optional_one_of("condition", &conditions)?;
    let rounds = table.optional_integer("rounds", 1..=253);
    let lasts = match (save, rounds) {
        (Save::Ends, None) => Lasts::UntilSave,
        (Save::Ends, Some(_)) => {
            table.problem_at(
                "rounds",
                "a save ends this one",
                "leave `rounds` out, or choose another `save`",
            );
            Lasts::UntilSave
        }
        (_, Some(rounds)) => Lasts::Rounds(rounds),
        (_, None) => Lasts::Fight,
    };
    if lasts == Lasts::Fight && matches!(condition, Condition::Asleep | Condition::Held) {
        table.problem_at(
            "condition",
            "somebody would be helpless for ever",
            "give `rounds`, or `save = \"ends\"`",
        );
    }
    Some(Does::Afflict { condition, lasts })
}

/// What to reach for: for each reach the attack that promises most.
fn best(attacks: &[Attack]) -> [Option<u8>; 3] {
    let worth = |attack: &Attack| {
        let damage = attack.damage;
        let doubled =
            i32::from(damage.count()) * (i32::from(damage.sides()) + 1) + 2 * i32::from(damage.added());
        // A point to hit is worth a twentieth of the damage; an effect is worth a few hit points.
        doubled * (20 + i32::from(attack.to_hit)) + if attack.effect.is_some() { 200 } else { 0 }
    };
    let pick = |fits: &dyn Fn(&Attack) -> bool| {
        let fitting = attacks.iter().enumerate().filter(|(_, attack)| fits(attack));
        fitting
            .max_by_key(|(index, attack)| (worth(attack), usize::MAX - index))
            .map(|(index, _)| index as u8)
    };
    [
        pick(&|attack| attack.melee),
        pick(&|attack| !attack.melee && attack.reach >= Reach::Near),
        pick(&|attack| !attack.melee && attack.reach >= Reach::Far),
    ]
}

/// What a round of the best of these brings, where about every second attack hits.
fn threat(attacks: &[Attack]) -> i32 {
    let worth = |attack: &Attack| middle(attack.damage) / 2 + if attack.effect.is_some() { 2 } else { 0 };
    attacks.iter().map(worth).max().unwrap_or(0)
}
