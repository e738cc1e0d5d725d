//! From content files to a checked scenario. Every problem is reported with its place; a scenario that loads can be
//! played.

use fracas_adventure::{Findings, Role};
use fracas_content::{
    Bundle, Hazards, Names, Person, Plots, Problems, Reader, Stage, doors, each_table, field, fight_zone,
    zone_links,
};
use fracas_dice::Roll;
use fracas_kernel::plot::{Plot, Spot};
use fracas_kernel::{Field, Named, Side, Tell, Who, Zones};

use crate::classes::{Class, LEVELS, row};
use crate::conditions::{Condition, Own};
use crate::data::{
    Armour, Attack, BARE, Conditions, Delve, Does, Effect, Harm, Harms, Hazard, Ill, Kind, Placed,
    Protection, Reach, SPELL_LEVELS, Save, Sheet, Spell, Takes, Talents, Weapon, ability_modifier, briefs,
    forces, middle, monster_save,
};
use crate::effects::names_its_save;
use crate::ground::{Ground, MAX_THINGS, Thing};
use crate::heroes::{hp_for_level, oddities};
use crate::state::{MAX, MAX_ZONES, State};

const REACHES: [(&str, Reach); 3] = [("close", Reach::Close), ("near", Reach::Near), ("far", Reach::Far)];
const TAKES: [(&str, Takes); 3] =
    [("friends", Takes::Friends), ("foes", Takes::Foes), ("everyone", Takes::Everyone)];
const SIDES: [(&str, Side); 2] = [("heroes", Side::Heroes), ("monsters", Side::Monsters)];

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
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) weapon_names: Names,
    pub(crate) armour: Vec<Armour>,
    pub(crate) armour_names: Names,
    spells: Vec<Spell>,
    spell_names: Names,
    pub(crate) own: Vec<Own>,
    pub(crate) condition_names: Names,
    classes: Vec<Class>,
    class_names: Names,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) sheet_names: Names,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) hazard_names: Names,
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
            own: Vec::new(),
            condition_names: Condition::names(),
            classes: Vec::new(),
            class_names: Names::new("class"),
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
        each_table(tops, "condition", |table| self.own.push(Own::read(table, &mut self.condition_names)));
        each_table(tops, "hazard", |table| self.hazards.push(Hazard::read(table, &mut self.hazard_names)));
        each_table(tops, "weapon", |table| self.weapon(table));
        each_table(tops, "armour", |table| self.armour(table));
        each_table(tops, "spell", |table| self.spell(table));
        each_table(tops, "class", |table| self.classes.push(Class::read(table, &mut self.class_names)));
        each_table(tops, "creature", |table| self.creature(table));
        each_table(tops, "hero", |table| self.hero(table));
    }

    fn weapon(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.weapon_names);
        let melee = table.flag("melee", true);
        let reach = table.optional_one_of("reach", &REACHES[..2]);
        if reach.is_some() && !melee {
            table.problem_at("reach", "it is not used hand to hand", "leave out `reach`, or write `range`");
        }
        let ranged = table.optional_one_of("range", &REACHES[1..]);
        if !melee && ranged.is_none() {
            table.problem(
                "this weapon can be used in no way",
                "leave out `melee = false`, or give it a `range`",
            );
        }
        let magic = table.optional_integer("magic", -5..=5).unwrap_or(0);
        let harm = table.optional_one_of("type", &Harm::ALL);
        let harm = harm.unwrap_or(if magic > 0 { Harm::Magic } else { Harm::Plain });
        self.weapons.push(Weapon {
            id,
            name: table.string("name"),
            damage: roll(table, "damage").unwrap_or(Roll::d(6)),
            melee: melee.then(|| reach.unwrap_or(Reach::Close)),
            ranged,
            magic,
            harm,
            effect: table.table("effect").and_then(|mut table| {
                let effect = self.effect(&mut table, harm);
                table.finish();
                effect
            }),
            about: table.optional_string("about").unwrap_or_default(),
        });
    }

    fn armour(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.armour_names);
        let name = table.string("name");
        let gives = match table.has("adds") {
            true => Protection::More(table.integer("adds", 0..=5)),
            false => Protection::Class(table.integer("ac", 5..=25)),
        };
        if table.has("adds") && table.has("ac") {
            table.problem_at("adds", "there is an armour class already", "give either `ac` or `adds`");
        }
        let saves = table.optional_integer("saves", 1..=5).unwrap_or(0);
        self.armour.push(Armour { id, name, gives, saves });
    }

    fn spell(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.spell_names);
        table.renamed("reach", "range");
        let spell = Spell {
            id,
            name: table.string("name"),
            level: table.integer("level", 1..=SPELL_LEVELS as u8),
            reach: table.one_of("range", &REACHES),
            area: table.flag("area", false),
            takes: table.one_of("takes", &TAKES),
            effect: self.effect(table, Harm::Magic).unwrap_or(Effect {
                does: Does::Damage(Roll::d(6)),
                save: Save::No,
                harm: Harm::Magic,
                leaves: None,
            }),
            about: table.optional_string("about").unwrap_or_default(),
        };
        if spell.takes == Takes::Everyone && !spell.area {
            table.problem_at("takes", "only an area takes everyone", "write `area = true`, or take \"foes\"");
        }
        names_its_save(self, table, spell.takes, spell.effect);
        self.spells.push(spell);
    }

    /// What the zones of a field or of a place are like, from their tables.
    pub(crate) fn ground(&self, zones: &mut [Reader<'_>], names: &Names) -> Ground {
        let mut ground = Ground::default();
        let mut thing_names = Names::new("feature");
        for (number, table) in (0_u8..).zip(zones).take(MAX_ZONES) {
            ground.cover[number] = table.optional_integer("cover", 1..=6).unwrap_or(0);
            ground.high.put(number, table.flag("high", false));
            let hazard = table.optional_reference("hazard", &self.hazard_names);
            let fits = |hazard: &Hazard| hazard.kind != Ill::Disease;
            if hazard.and_then(|index| self.hazards.get(index)).is_some_and(|hazard| !fits(hazard)) {
                table.problem_at("hazard", "a disease is caught, not walked into", "name a trap or a poison");
            }
            ground.hazards[number] = hazard.map(|index| index as u8);
            table.renamed("thing", "feature");
            for mut thing in table.tables("feature") {
                ground.things.extend(self.thing(&mut thing, number, names, &mut thing_names));
                thing.finish();
            }
            if let Some(count) = Some(ground.things.len()).filter(|&count| count > MAX_THINGS) {
                table.problem_at("feature", format!("{count} of them"), format!("give at most {MAX_THINGS}"));
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
            effect: self.effect(table, Harm::Plain)?,
            uses: table.optional_integer("uses", 1..=99).unwrap_or(1),
            about: table.optional_string("about").unwrap_or_default(),
        };
        names_its_save(self, table, thing.takes, thing.effect);
        Some(thing)
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
        let (attacks, several) = self.attacks(table, &|weapon, _melee| (bonus + weapon.magic, 0));
        let spells = self.spells_of(table);
        let unharmed_by = table.references("unharmed_by", &self.hazard_names);
        let (mindless, beast) = (table.flag("mindless", false), table.flag("beast", false));
        let slots = table.optional_array("slots", 0..=9).unwrap_or_default();
        let (immune, proof) = self.immunities(table);
        let (regrows, scars) = regeneration(table);
        self.sheets.push(Sheet {
            id,
            name,
            kind: Kind::Monster { half_dice },
            hp: table.optional_integer("hp", 1..=300).unwrap_or(average),
            ac: table.integer("ac", 5..=25),
            shield: 0,
            save: monster_save(half_dice),
            dead_at: 0,
            skill: bonus,
            talents: Talents::default(),
            fearless: table.flag("fearless", false),
            mindless,
            handy: !(mindless || beast),
            unharmed_by: unharmed_by.into_iter().map(|hazard| hazard as u8).collect(),
            immune,
            proof,
            regrows,
            scars,
            speed: table.optional_integer("speed", 0..=6).unwrap_or(1),
            // DELVE-F1: a monster forces doors by its hit dice.
            forces: forces(bonus / 2),
            picks: 0,
            threat: threat(&attacks),
            best: best(&attacks),
            long: long(&attacks),
            attacks,
            several,
            spells,
            slots,
        });
        table.optional_string("about");
    }

    fn hero(&mut self, table: &mut Reader<'_>) {
        let id = table.name("id", &mut self.sheet_names);
        let name = table.string("name");
        let class = table.reference("class", &self.class_names).unwrap_or(usize::MAX);
        let level: u8 = table.integer("level", 1..=LEVELS as u8);
        let mut score = |key| ability_modifier(table.optional_integer(key, 3..=18).unwrap_or(10));
        let [strength, dexterity, constitution] = ["str", "dex", "con"].map(&mut score);
        let [intelligence, wisdom, charisma] = ["int", "wis", "cha"].map(&mut score);
        let talents = Talents { strength, dexterity, constitution, intelligence, wisdom, charisma };
        // DELVE-F14
        let given = self.classes.get(class).cloned().unwrap_or_default();
        let bonus = given.hit_bonus[row(level)];
        let (attacks, several) =
            self.attacks(table, &|weapon, melee| hand(&given, bonus, talents, weapon, melee));
        let spells = self.spells_of(table);
        let worn = table.optional_reference("armour", &self.armour_names).and_then(|at| self.armour.get(at));
        let saves = worn.map_or(0, |worn| worn.saves);
        let worn = worn.map_or(BARE, |worn| worn.gives.over(BARE));
        let shield = i16::from(table.flag("shield", false));
        let whole_die = given.hit_die + i16::from(level - 1) * (given.hit_die / 2 + 1);
        let average = (whole_die + constitution * i16::from(level)).max(i16::from(level));
        let (immune, proof) = self.immunities(table);
        let (regrows, scars) = regeneration(table);
        self.sheets.push(Sheet {
            id,
            name,
            kind: Kind::Character { class: class as u8, level },
            hp: table.optional_integer("hp", 1..=300).unwrap_or(average),
            ac: table.optional_integer("ac", 5..=25).unwrap_or(worn + shield),
            shield,
            // DELVE-R6
            save: given.save[row(level)] - saves,
            dead_at: -i16::from(level),
            skill: bonus,
            talents,
            fearless: table.flag("fearless", false),
            mindless: false,
            handy: true,
            unharmed_by: Vec::new(),
            immune,
            proof,
            regrows,
            scars,
            speed: table.optional_integer("speed", 1..=6).unwrap_or(1),
            forces: forces(strength),
            picks: given.picks[row(level)],
            threat: threat(&attacks),
            best: best(&attacks),
            long: long(&attacks),
            attacks,
            several,
            spells,
            slots: given.spells(level, talents),
        });
        if let Some(sheet) = self.sheets.last().filter(|_| !given.id.is_empty()) {
            let odd = oddities(sheet, level, &given, worn + shield, &self.spells);
            odd.iter().for_each(|odd| table.warn(odd, ""));
        }
        table.optional_string("about");
    }

    /// A hero's sheet as it is at another level than its table says.
    pub(crate) fn set_level(&mut self, index: usize, level: u8) {
        let Some(sheet) = self.sheets.get_mut(index) else { return };
        let Kind::Character { class, level: before } = sheet.kind else { return };
        let Some(given) = self.classes.get(usize::from(class)) else { return };
        let [old, new] = [before, level].map(row);
        let more = given.hit_bonus[new] - given.hit_bonus[old];
        sheet.skill += more;
        sheet.attacks.iter_mut().for_each(|attack| attack.to_hit += more);
        sheet.best = best(&sheet.attacks);
        let each = hp_for_level(given.hit_die, sheet.talents.constitution);
        sheet.hp = (sheet.hp + (new as i16 - old as i16) * each).max(i16::from(level));
        sheet.kind = Kind::Character { class, level };
        sheet.save += given.save[new] - given.save[old];
        (sheet.dead_at, sheet.picks) = (-i16::from(level), given.picks[new]);
        sheet.slots = given.spells(level, sheet.talents);
    }

    /// Every way of using every weapon, and which of them are made in one action; `numbers` gives the bonus to hit and to
    /// damage.
    fn attacks(
        &self,
        table: &mut Reader<'_>,
        numbers: &dyn Fn(&Weapon, bool) -> (i16, i16),
    ) -> (Vec<Attack>, u8) {
        let mut weapons = table.references("weapons", &self.weapon_names);
        let several = table.references("attacks", &self.weapon_names);
        if several.len() == 1 || several.len() > 8 {
            let advice = "name 2 to 8 weapons, one for each attack, or leave it out";
            table.problem_at("attacks", "several attacks are more than one", advice);
        }
        for &index in &several {
            if !weapons.contains(&index) {
                weapons.push(index);
            }
        }
        let mut attacks = Vec::new();
        for index in weapons {
            let Some(weapon) = self.weapons.get(index) else { continue };
            // DELVE-F9
            let places = (0_u32..8).zip(&several).filter(|(_, other)| **other == index);
            let turns = places.fold(0, |turns, (place, _)| turns | 1 << place);
            attacks.extend(uses(index, weapon, turns, numbers));
        }
        if attacks.len() > 16 {
            table.problem_at("weapons", "too many weapons", "give it at most 8");
            attacks.truncate(16);
        }
        let all = attacks.iter().fold(0, |all, attack| all | attack.turns);
        (attacks, all)
    }

    /// A hero's sheet with a weapon and a piece of armour beside what is on it.
    pub(crate) fn equipped(&self, sheet: &Sheet, weapon: Option<usize>, worn: Option<usize>) -> Sheet {
        // DELVE-F17
        let mut sheet = sheet.clone();
        let Kind::Character { class, .. } = sheet.kind else { return sheet };
        let class = self.classes.get(usize::from(class)).cloned().unwrap_or_default();
        if let Some((index, weapon)) = weapon.and_then(|index| Some((index, self.weapons.get(index)?))) {
            let (skill, talents) = (sheet.skill, sheet.talents);
            let numbers = |weapon: &Weapon, melee| hand(&class, skill, talents, weapon, melee);
            sheet.attacks.extend(uses(index, weapon, 0, &numbers));
            (sheet.threat, sheet.best) = (threat(&sheet.attacks), best(&sheet.attacks));
            sheet.long = long(&sheet.attacks);
        }
        if let Some(worn) = worn.and_then(|index| self.armour.get(index)) {
            sheet.ac = worn.gives.over(sheet.ac - sheet.shield) + sheet.shield;
            sheet.save -= worn.saves;
        }
        sheet
    }

    /// Kinds of damage, and conditions, that do nothing to somebody.
    fn immunities(&self, table: &mut Reader<'_>) -> (Harms, Conditions) {
        #[derive(Clone, Copy)]
        enum Immunity {
            To(Harm),
            From(Condition),
        }
        let harms = Harm::ALL.into_iter().map(|(name, harm)| (name, Immunity::To(harm)));
        let conditions = self.condition_names.iter().zip(Condition::ALL);
        let conditions = conditions.map(|(name, condition)| (name, Immunity::From(condition)));
        let known: Vec<(&str, Immunity)> = harms.chain(conditions).collect();
        let (mut immune, mut proof) = (Harms::NONE, Conditions::NONE);
        for one in table.some_of("immune", &known) {
            match one {
                Immunity::To(harm) => immune.insert(harm),
                Immunity::From(condition) => proof.insert(condition),
            }
        }
        // Whom poison does not harm it does not stay with.
        proof.put(Condition::Poisoned, proof.has(Condition::Poisoned) || immune.has(Harm::Poison));
        (immune, proof)
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
        let zones = tables.iter_mut().map(|table| fight_zone(table, &mut zone_names)).collect();
        let (links, unseen) = zone_links(&mut tables, &zone_names);
        let doorways = doors(top, &zone_names, &links);
        let mut ground = self.ground(&mut tables, &zone_names);
        for (number, table) in (0_u8..).zip(&mut tables) {
            ground.dark.put(number, table.flag("dark", false));
        }
        tables.iter().for_each(Reader::finish);
        let field = field(top, zones, (&links, &unseen), doorways, MAX_ZONES)?;
        hangs_together(&field, top);
        let plots = Plots::begin(top);
        let mut placed = Vec::new();
        let parts = [("party", "hero", Side::Heroes), ("foes", "creature", Side::Monsters)];
        for (key, what, side) in parts {
            for mut table in top.need_tables(key) {
                self.place(&mut table, what, side, (&zone_names, &plots), &mut placed);
                table.finish();
            }
        }
        if placed.len() > MAX {
            let count = placed.len();
            top.problem_at("foes", format!("{count} combatants"), format!("a fight holds at most {MAX}"));
        }
        self.check_sizes(top);
        // DELVE-G3: those who come later are listed last.
        placed.sort_by_key(|(_, comes)| comes.is_some());
        let (placed, comes): (Vec<Placed>, Vec<Option<u8>>) = placed.into_iter().unzip();
        let mut delve = self.delve(title, field, ground, placed, aware);
        self.plot(&mut delve, plots, &comes);
        Some(delve)
    }

    /// Goals and events, when everybody has a name.
    pub(crate) fn plot(&self, delve: &mut Delve, plots: Plots<'_>, comes: &[Option<u8>]) {
        let later = comes.iter().zip(0_u8..).filter(|(comes, _)| comes.is_some());
        delve.plot.comers = later.map(|(_, who)| (Who(who), 0)).collect();
        let state = State::new(delve);
        let person = |((placed, &comes), who): ((&Placed, &Option<u8>), u8)| {
            Person::on(&delve.field, delve.id(&state, Who(who)), placed.side, placed.zone, comes)
        };
        let people = delve.placed.iter().zip(comes).zip(0_u8..).map(person).collect();
        // Numbers stay as they are; a disease cannot be named.
        let id =
            |hazard: &Hazard| if hazard.kind == Ill::Disease { String::new() } else { hazard.id.clone() };
        let hazards = self.hazards.iter().map(|hazard| Spot { id: id(hazard), name: hazard.name.clone() });
        let plot = plots.end(Stage::on(&delve.field, Hazards::Named(hazards.collect()), people));
        delve.plotted = !plot.is_empty();
        delve.plot = plot;
        delve.briefs = briefs(&delve.sheets, delve.field.zones(), &delve.ground, delve.plotted);
        delve.start = Some(Box::new(State::new(delve)));
    }

    /// The same for a fight of an adventure, in which those are named by how they would stand.
    pub(crate) fn plot_at_lair(&self, delve: &mut Delve, plots: Plots<'_>, cast: &[Role]) {
        let placed = |role: &Role| {
            let hp = delve.sheets.get(role.sheet).map_or(1, |sheet| sheet.hp);
            Placed { sheet: role.sheet as u8, side: role.side, zone: role.zone, hp }
        };
        delve.placed = cast.iter().map(placed).collect();
        self.plot(delve, plots, &Role::comings(cast));
    }

    /// What adventures can have to be found.
    pub(crate) fn findings(&self) -> Findings {
        let weapons = self.weapons.iter().map(|weapon| Named::new(&weapon.id, &weapon.name));
        let armour = self.armour.iter().map(|armour| Named::new(&armour.id, &armour.name));
        Findings::new(["weapon", "armour"], [weapons.collect(), armour.collect()])
    }

    /// Numbers of these are kept in a byte.
    pub(crate) fn check_sizes(&self, top: &Reader<'_>) {
        let sizes = [
            self.sheets.len(),
            self.weapons.len(),
            self.spells.len(),
            self.hazards.len(),
            self.classes.len(),
        ];
        Own::check_count(&self.own, top);
        if sizes.iter().any(|&size| size > 250) {
            top.problem("more than 250 weapons, spells, hazards, classes or sheets", "leave some out");
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
        let briefs = briefs(&sheets, zones, &ground, false);
        let (hazards, start) = (self.hazards.clone(), None);
        let (classes, own) = (self.classes.clone(), self.own.clone());
        let mut delve = Delve {
            title,
            field,
            ground,
            plot: Plot::default(),
            plotted: false,
            weapons,
            spells,
            hazards,
            classes,
            own,
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
        let hp = table.optional_integer("hp", 1..=300);
        let comes = plots.comes(table);
        if let (Some(sheet), Some(zone)) = (sheet, zone)
            && let Some(known) = self.sheets.get(sheet)
        {
            let one = Placed { sheet: sheet as u8, side, zone: zone as u8, hp: hp.unwrap_or(known.hp) };
            placed.extend(std::iter::repeat_n((one, comes), count));
        }
    }
}

pub(crate) fn roll(table: &mut Reader<'_>, key: &str) -> Option<Roll> {
    table.parsed(key, |text| text.parse::<Roll>())
}

pub(crate) fn optional_roll(table: &mut Reader<'_>, key: &str) -> Option<Roll> {
    if table.has(key) { roll(table, key) } else { None }
}

/// Hit points that come back each round, and the kinds of damage that prevent it.
fn regeneration(table: &mut Reader<'_>) -> (i16, Harms) {
    let regrows = table.optional_integer("regenerates", 1..=50).unwrap_or(0);
    let scars: Harms = table.some_of("scarred_by", &Harm::ALL).into_iter().collect();
    if regrows == 0 && !scars.is_empty() {
        table.problem_at("scarred_by", "it does not regenerate", "give `regenerates`, or leave this out");
    }
    (regrows, scars)
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

/// The ways in which a weapon can be used; `numbers` gives the bonus to hit and to damage.
fn uses<'a>(
    index: usize,
    weapon: &'a Weapon,
    turns: u8,
    numbers: &'a dyn Fn(&Weapon, bool) -> (i16, i16),
) -> impl Iterator<Item = Attack> + 'a {
    // DELVE-F15
    let ways = [(weapon.melee, true), (weapon.ranged, false)];
    ways.into_iter().filter_map(move |(reach, melee)| {
        let (to_hit, more) = numbers(weapon, melee);
        Some(Attack {
            weapon: index as u8,
            reach: reach?,
            melee,
            to_hit,
            damage: weapon.damage.plus(more),
            harm: weapon.harm,
            effect: weapon.effect.is_some(),
            turns,
        })
    })
}

/// What somebody of a class, with this bonus, adds to hit and to damage with a weapon.
fn hand(class: &Class, bonus: i16, talents: Talents, weapon: &Weapon, melee: bool) -> (i16, i16) {
    // DELVE-C5, DELVE-R13: strength in melee, dexterity at range, penalties too.
    let ability = if melee { talents.strength } else { talents.dexterity };
    // DELVE-C7, DELVE-R13: only a fighter's strength, only in melee, and only as a bonus.
    let damage = if melee && class.mighty { talents.strength.max(0) } else { 0 };
    (bonus + ability + weapon.magic, damage)
}

/// What an attack promises: a point to hit is worth a twentieth of the damage, an effect a few hit points.
pub(crate) fn promise(attack: &Attack) -> i32 {
    let damage = attack.damage;
    let doubled = i32::from(damage.count()) * (i32::from(damage.sides()) + 1) + 2 * i32::from(damage.added());
    doubled * (20 + i32::from(attack.to_hit)) + if attack.effect { 200 } else { 0 }
}

/// The one of these attacks that promises most.
fn pick(attacks: &[Attack], fits: impl Fn(&Attack) -> bool) -> Option<u8> {
    let fitting = attacks.iter().enumerate().filter(|(_, attack)| fits(attack));
    fitting.max_by_key(|(index, attack)| (promise(attack), usize::MAX - index)).map(|(index, _)| index as u8)
}

/// What to reach for: for each reach the attack that promises most.
fn best(attacks: &[Attack]) -> [Option<u8>; 3] {
    [
        pick(attacks, |attack| attack.melee),
        pick(attacks, |attack| !attack.melee && attack.reach >= Reach::Near),
        pick(attacks, |attack| !attack.melee && attack.reach >= Reach::Far),
    ]
}

/// What to strike with into the next zone.
fn long(attacks: &[Attack]) -> Option<u8> {
    pick(attacks, |attack| attack.melee && attack.reach >= Reach::Near)
}

/// What a round of the best of these brings, where about every second attack hits.
fn threat(attacks: &[Attack]) -> i32 {
    let worth = |attack: &Attack| middle(attack.damage) / 2 + if attack.effect { 2 } else { 0 };
    let several = attacks.iter().filter(|attack| attack.turns != 0 && attack.melee);
    let several: i32 = several.map(|attack| attack.turns.count_ones() as i32 * worth(attack)).sum();
    attacks.iter().map(worth).max().unwrap_or(0).max(several)
}
