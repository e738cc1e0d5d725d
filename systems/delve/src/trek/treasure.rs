//! Weapons and armour that can be found, won and bought: what there is of them in an adventure, who has taken up which, and
//! the sheets of those who have. What nobody has taken up is in the party's pack.

use fracas_adventure::{ByHero, Heroes, Numbers, Parts};
use fracas_content::{Names, Reader};
use fracas_kernel::{By, Who};
use serde::{Deserialize, Serialize};

use super::data::Hero;
use super::{Lore, State};
use crate::data::Sheet;
use crate::load::{Loader, promise};

/// How many different weapons and pieces of armour an adventure and its party can have beside what is on sheets.
pub(crate) const MAX_GEAR: usize = 24;

/// A weapon or a piece of armour, as far as it can be taken up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gear {
    pub id: String,
    pub name: String,
    pub what: What,
}

/// By number among the weapons or the armour of the content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    Weapon(u8),
    Armour(u8),
}

/// Something that a band sells, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Good {
    pub gear: u8,
    pub price: u16,
}

/// All of it, by number, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Treasure {
    pub gear: Vec<Gear>,
    /// In each cache, and with each band.
    pub caches: Vec<Vec<u8>>,
    pub bands: Vec<Vec<u8>>,
    /// What the party sets out with, beside what somebody has taken up.
    pub brought: Vec<u8>,
    /// Everything that is sold, and by which band.
    pub goods: Vec<(u8, Good)>,
    /// By hero: the sheet with each weapon and each piece of armour, none of either first.
    kits: Vec<Vec<u8>>,
}

/// What has become of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pack {
    /// How many of each the party has, taken up or not.
    count: By<u8, u8, MAX_GEAR>,
    /// What each has taken up, by its number from 1; 0 is nothing.
    weapon: ByHero<u8>,
    worn: ByHero<u8>,
    /// Goods that are sold, by number.
    sold: Numbers,
}

impl Pack {
    pub fn add(&mut self, gear: u8) {
        if let Some(count) = self.count.iter_mut().nth(gear.into()) {
            *count = count.saturating_add(1);
        }
    }

    /// How many the party has.
    pub fn count(&self, gear: u8) -> u8 {
        self.count.iter().nth(gear.into()).copied().unwrap_or(0)
    }

    /// What somebody has taken up.
    pub fn of(&self, who: Who) -> impl Iterator<Item = u8> + use<> {
        [self.weapon[who], self.worn[who]].into_iter().filter_map(|held| held.checked_sub(1))
    }

    /// How many are left for others, with what the dead had.
    pub fn free(&self, party: Heroes, gear: u8) -> u8 {
        let held = party.filter(|&who| self.of(who).any(|held| held == gear)).count();
        self.count(gear).saturating_sub(held as u8)
    }

    pub fn sell(&mut self, good: u8) {
        self.sold.insert(good);
    }

    /// Somebody lets go of something; it is in the pack.
    pub fn put_away(&mut self, who: Who, gear: u8) {
        for held in [&mut self.weapon[who], &mut self.worn[who]] {
            if *held == gear + 1 {
                *held = 0;
            }
        }
    }

    /// What somebody had is gone for good.
    pub fn lose_all_of(&mut self, who: Who) {
        for gear in self.of(who) {
            self.put_away(who, gear);
            if let Some(count) = self.count.iter_mut().nth(gear.into()) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

/// What is read of it before the sheets are made.
pub(crate) struct Findings {
    names: Names,
    treasure: Treasure,
    taken_up: Vec<[Option<u8>; 2]>,
}

impl Findings {
    pub fn new(loader: &Loader) -> Findings {
        let names = loader.weapon_names.iter().chain(loader.armour_names.iter()).map(str::to_owned);
        let names = Names::of("weapon or armour", names.collect::<Vec<_>>());
        Findings { names, treasure: Treasure::default(), taken_up: Vec::new() }
    }

    /// The number among what can be found of something in the content: weapons first, then armour.
    fn number(&mut self, loader: &Loader, index: usize) -> u8 {
        let what = match index.checked_sub(loader.weapons.len()) {
            None => What::Weapon(index as u8),
            Some(armour) => What::Armour(armour as u8),
        };
        let known = &mut self.treasure.gear;
        if let Some(at) = known.iter().position(|gear| gear.what == what) {
            return at as u8;
        }
        let (id, name) = match what {
            What::Weapon(at) => loader.weapons.get(usize::from(at)).map(|one| (&one.id, &one.name)),
            What::Armour(at) => loader.armour.get(usize::from(at)).map(|one| (&one.id, &one.name)),
        }
        .map_or_else(Default::default, |(id, name)| (id.clone(), name.to_lowercase()));
        known.push(Gear { id, name, what });
        (known.len() - 1) as u8
    }

    /// The `items` of a cache, an encounter or the party's supplies.
    fn items(&mut self, loader: &Loader, table: &mut Reader<'_>) -> Vec<u8> {
        let items = table.references("items", &self.names);
        items.into_iter().map(|index| self.number(loader, index)).collect()
    }

    /// What a hero of the party has taken up.
    pub fn hero(&mut self, loader: &Loader, table: &mut Reader<'_>) {
        let weapon = table.optional_reference("weapon", &loader.weapon_names);
        let worn = table.optional_reference("armour", &loader.armour_names);
        let worn = worn.map(|index| index + loader.weapons.len());
        let held = [weapon, worn].map(|index| index.map(|index| self.number(loader, index)));
        if !table.flag("dead", false) {
            self.taken_up.push(held);
        }
    }

    pub fn supplies(&mut self, loader: &Loader, table: &mut Reader<'_>) {
        self.treasure.brought = self.items(loader, table);
    }

    pub fn place(&mut self, loader: &Loader, parts: &mut Parts<'_>) {
        self.treasure.caches = parts.caches.iter_mut().map(|table| self.items(loader, table)).collect();
        let mut bands = Vec::new();
        for (band, table) in (0_u8..).zip(&mut parts.encounters) {
            bands.push(self.items(loader, table));
            for mut good in table.tables("goods") {
                let item = good.reference("item", &self.names).map(|index| self.number(loader, index));
                let price = good.integer("price", 1..=9_999);
                let sold =
                    |gear| self.treasure.goods.iter().any(|(by, good)| (*by, good.gear) == (band, gear));
                if item.is_some_and(sold) {
                    good.problem_at("item", "they sell that already", "name each thing once");
                }
                self.treasure.goods.extend(item.map(|gear| (band, Good { gear, price })));
                good.finish();
            }
        }
        self.treasure.bands = bands;
    }

    /// Makes the sheets, and says what the party has at first. `None` if it is too much.
    pub fn settle(
        mut self,
        loader: &mut Loader,
        heroes: &[Hero],
        top: &Reader<'_>,
    ) -> Option<(Treasure, Pack)> {
        let Treasure { gear, goods, .. } = &self.treasure;
        if gear.len() > MAX_GEAR || goods.len() > 64 {
            let advice = format!("give at most {MAX_GEAR} of different kinds, and 64 that are sold");
            top.problem_at("cache", "too many weapons and pieces of armour to be found", advice);
            return None;
        }
        let (weapons, worn) = (self.treasure.slots(true), self.treasure.slots(false));
        let wanted = heroes.len() * ((weapons.len() + 1) * (worn.len() + 1) - 1);
        if loader.sheets.len() + wanted > 250 {
            let most = (250_usize.saturating_sub(loader.sheets.len())) / heroes.len().max(1);
            let advice =
                format!("let there be fewer: {most} ways to combine them are the most for this party");
            top.problem_at("cache", "too many weapons and pieces of armour to be found", advice);
            return None;
        }
        for hero in heroes {
            let own: Sheet = loader.sheets[usize::from(hero.sheet)].clone();
            let kits = ways(&weapons).flat_map(|weapon| ways(&worn).map(move |worn| (weapon, worn)));
            let kits: Vec<_> = kits.collect();
            let mut sheets = Vec::new();
            for (weapon, worn) in kits {
                if (weapon, worn) == (None, None) {
                    sheets.push(hero.sheet);
                    continue;
                }
                let of = |gear: u8| match self.treasure.gear[usize::from(gear)].what {
                    What::Weapon(index) | What::Armour(index) => usize::from(index),
                };
                let armed = loader.equipped(&own, weapon.map(of), worn.map(of));
                sheets.push(loader.sheets.len() as u8);
                loader.sheets.push(armed);
            }
            self.treasure.kits.push(sheets);
        }
        let mut pack = Pack::default();
        for &gear in &self.treasure.brought {
            pack.add(gear);
        }
        for (who, held) in (0..).map(Who).zip(&self.taken_up).take(heroes.len()) {
            let [weapon, worn] = held.map(|gear| gear.map_or(0, |gear| gear + 1));
            held.iter().flatten().for_each(|&gear| pack.add(gear));
            (pack.weapon[who], pack.worn[who]) = (weapon, worn);
        }
        Some((self.treasure, pack))
    }
}

/// Nothing, or one of these.
fn ways(gear: &[u8]) -> impl Iterator<Item = Option<u8>> + '_ {
    std::iter::once(None).chain(gear.iter().copied().map(Some))
}

impl Treasure {
    /// The numbers of all weapons, or of all that is worn.
    fn slots(&self, weapons: bool) -> Vec<u8> {
        let all = (0_u8..).zip(&self.gear);
        let fits = all.filter(|(_, gear)| matches!(gear.what, What::Weapon(_)) == weapons);
        fits.map(|(number, _)| number).collect()
    }

    fn kit(&self, who: Who, weapon: u8, worn: u8) -> Option<u8> {
        let place = |weapons: bool, held: u8| {
            let kind = |gear: &&Gear| matches!(gear.what, What::Weapon(_)) == weapons;
            self.gear.iter().take(held.into()).filter(kind).count()
        };
        let many = self.gear.iter().filter(|gear| matches!(gear.what, What::Armour(_))).count() + 1;
        self.kits.get(who.index())?.get(place(true, weapon) * many + place(false, worn)).copied()
    }
}

impl Lore {
    pub(crate) fn gear(&self, gear: u8) -> Option<&Gear> {
        self.treasure.gear.get(usize::from(gear))
    }

    pub(crate) fn gear_name(&self, gear: u8) -> &str {
        self.gear(gear).map_or("nothing", |gear| &gear.name)
    }

    pub(crate) fn gear_id(&self, gear: u8) -> &str {
        self.gear(gear).map_or("nothing", |gear| &gear.id)
    }

    pub(crate) fn good(&self, good: u8) -> Good {
        self.treasure.goods.get(usize::from(good)).map_or(Good { gear: u8::MAX, price: 0 }, |(_, good)| *good)
    }

    /// The sheet of a hero with what it has taken up.
    pub(crate) fn sheet_now(&self, state: &State, who: Who) -> u8 {
        let pack = &state.own.pack;
        self.treasure.kit(who, pack.weapon[who], pack.worn[who]).unwrap_or(self.hero(who).sheet)
    }

    /// The same with one thing more, instead of what it has of that kind.
    pub(crate) fn sheet_with(&self, state: &State, who: Who, gear: u8) -> &Sheet {
        let mut pack = state.own.pack;
        self.take_up(&mut pack, who, gear);
        let sheet = self.treasure.kit(who, pack.weapon[who], pack.worn[who]);
        self.sheet_at(sheet.unwrap_or(self.hero(who).sheet).into())
    }

    /// Somebody takes something up, and puts away what it had of that kind.
    pub(crate) fn take_up(&self, pack: &mut Pack, who: Who, gear: u8) {
        match self.gear(gear).map(|gear| gear.what) {
            Some(What::Weapon(_)) => pack.weapon[who] = gear + 1,
            Some(What::Armour(_)) => pack.worn[who] = gear + 1,
            None => {}
        }
    }

    /// What somebody would gain by taking it up, as minds see it; nothing if it is no better than what there is.
    pub(crate) fn gain_by(&self, state: &State, who: Who, gear: u8) -> i32 {
        let now = self.sheet_at(self.sheet_now(state, who).into());
        let then = self.sheet_with(state, who, gear);
        let best = |sheet: &Sheet| sheet.attacks.iter().map(promise).max().unwrap_or(0);
        let safety = |sheet: &Sheet| i32::from(2 * sheet.ac - sheet.save);
        (best(then) - best(now)).max(0) + 100 * (safety(then) - safety(now)).max(0)
    }

    /// What lies in the pack that somebody should take up: each thing goes to whom it serves most.
    pub(crate) fn better_gear(&self, state: &State, who: Who) -> Option<u8> {
        let free = |&gear: &u8| state.own.pack.free(state.party.alive, gear) > 0;
        (0..self.treasure.gear.len() as u8).filter(free).find(|&gear| {
            let gain = |one: Who| self.gain_by(state, one, gear);
            gain(who) > 0 && state.able().all(|other| gain(other) <= gain(who))
        })
    }

    /// After a fight: whoever holds the field has what the dead had; whoever fled does not.
    pub(crate) fn bring_in_gear(&self, state: &mut State, fled: bool) {
        for who in self.setting.everyone() - state.party.alive {
            let pack = &mut state.own.pack;
            match fled || state.party.gone.has(who) {
                true => pack.lose_all_of(who),
                false => pack.of(who).for_each(|gear| pack.put_away(who, gear)),
            }
        }
    }

    /// What a band sells and has not sold yet: numbers of goods.
    pub(crate) fn goods_of(&self, state: &State, band: u8) -> impl Iterator<Item = (u8, Good)> + use<'_> {
        let sold = state.own.pack.sold;
        let all = (0_u8..).zip(&self.treasure.goods).filter(move |(_, (seller, _))| *seller == band);
        all.map(|(number, (_, good))| (number, *good)).filter(move |(number, _)| !sold.has(*number))
    }
}
