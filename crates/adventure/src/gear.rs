//! Weapons, armour and the like that are found, won and bought: what there is of it in a place, who has taken up which, and
//! what is in the party's pack because nobody has. What a thing does is the system's business.

use std::iter::{once, repeat_n};

use fracas_content::{Names, Reader};
use fracas_kernel::{By, Named, Who};
use serde::{Deserialize, Serialize};

use crate::explore::Explore;
use crate::{ByHero, Event, Foes, Heroes, Numbers, Parts, PartyFile, State, Step};

/// Sorts of gear, of each of which somebody can have taken up one thing.
const SORTS: usize = 2;
/// How many different things a place and its party can have beside what is on sheets, and how many are sold.
const MAX_GEAR: usize = 24;
const MAX_GOODS: usize = Numbers::WIDTH;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gear {
    pub named: Named,
    sort: usize,
    /// Among all of its sort in the content.
    pub number: usize,
}

/// Something that a band sells, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Good {
    pub gear: u8,
    pub price: u16,
}

/// All gear of a place and its party, by number, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Treasure {
    pub gear: Vec<Gear>,
    /// What files call a thing of each sort that somebody has taken up.
    keys: [&'static str; SORTS],
    caches: Vec<Vec<u8>>,
    bands: Vec<Vec<u8>>,
    /// Everything that is sold, and by which band.
    goods: Vec<(u8, Good)>,
}

impl Treasure {
    pub fn named(&self, gear: u8) -> Named {
        self.gear
            .get(usize::from(gear))
            .map_or_else(|| Named::new("nothing", "nothing"), |one| one.named.clone())
    }

    pub fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.gear.len() as u8
    }

    pub fn in_cache(&self, cache: u8) -> &[u8] {
        self.caches.get(usize::from(cache)).map_or(&[], Vec::as_slice)
    }

    pub fn good(&self, good: u8) -> Option<Good> {
        self.goods.get(usize::from(good)).map(|(_, good)| *good)
    }

    /// What those sell who are met, and have not sold yet: with the numbers of the goods.
    pub fn offers<'a>(&'a self, pack: &Pack, foes: Foes) -> impl Iterator<Item = (u8, Good)> + use<'a> {
        let sold = pack.sold;
        let theirs = move |by: u8| foes == Foes::Encounter(by);
        let all = (0_u8..).zip(&self.goods).filter(move |(good, (by, _))| theirs(*by) && !sold.has(*good));
        all.map(|(number, (_, good))| (number, *good))
    }

    /// Every way to combine one thing of each sort, or nothing of it; nothing of all comes first.
    pub fn kits(&self) -> impl Iterator<Item = [Option<&Gear>; SORTS]> {
        let of =
            |sort: usize| once(None).chain(self.gear.iter().filter(move |gear| gear.sort == sort).map(Some));
        of(0).flat_map(move |one| of(1).map(move |other| [one, other]))
    }

    /// The place among those of what somebody has taken up.
    pub fn kit_of(&self, pack: &Pack, who: Who) -> usize {
        let many = self.gear.iter().filter(|gear| gear.sort == 1).count() + 1;
        let place = |sort: usize| {
            let before = self.gear.iter().take(pack.held[sort][who].into());
            before.filter(|gear| gear.sort == sort).count()
        };
        place(0) * many + place(1)
    }

    /// Somebody takes something up out of the pack, and puts away what it had of that sort; or puts it away again.
    pub fn equip(&self, pack: &mut Pack, who: Who, gear: u8, up: bool) {
        if let Some(known) = self.gear.get(usize::from(gear)) {
            pack.held[known.sort][who] = if up { gear + 1 } else { 0 };
        }
    }

    /// What nobody has taken up, in the supplies of a party's file.
    pub(crate) fn write_pack<O>(&self, state: &State<O>, file: &mut PartyFile) {
        let left = |gear| repeat_n(gear, state.pack.free(state.party.alive, gear).into());
        let ids: Vec<String> = self.numbers().flat_map(left).map(|gear| self.named(gear).id).collect();
        if !ids.is_empty() {
            file.texts("items", ids.iter().map(String::as_str));
        }
    }

    /// What somebody has taken up, in its table.
    pub(crate) fn write(&self, pack: &Pack, who: Who, file: &mut PartyFile) {
        for gear in pack.of(who) {
            let key = self.gear.get(usize::from(gear)).map_or("", |known| self.keys[known.sort]);
            file.text(key, &self.named(gear).id);
        }
    }
}

/// What has become of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pack {
    /// How many of each the party has, taken up or not.
    count: By<u8, u8, MAX_GEAR>,
    /// What each has taken up of each sort, by its number from 1; 0 is nothing.
    held: [ByHero<u8>; SORTS],
    /// Goods that are sold, by number.
    sold: Numbers,
}

impl Pack {
    pub fn add(&mut self, gear: u8) {
        if let Some(count) = self.count.get_mut(usize::from(gear)) {
            *count = count.saturating_add(1);
        }
    }

    /// How many the party has.
    pub fn count(&self, gear: u8) -> u8 {
        self.count.get(usize::from(gear)).copied().unwrap_or(0)
    }

    /// What somebody has taken up.
    pub fn of(&self, who: Who) -> impl Iterator<Item = u8> + use<> {
        self.held.map(|held| held[who]).into_iter().filter_map(|held| held.checked_sub(1))
    }

    pub fn has(&self, who: Who, gear: u8) -> bool {
        self.of(who).any(|held| held == gear)
    }

    /// How many are left for others, with what the dead had.
    pub fn free(&self, party: Heroes, gear: u8) -> u8 {
        let held = party.filter(|&who| self.has(who, gear)).count();
        self.count(gear).saturating_sub(held as u8)
    }

    /// Something that was sold is the party's.
    pub fn buy(&mut self, good: u8, gear: u8) {
        self.sold.insert(good);
        self.add(gear);
    }
}

impl<O> State<O> {
    /// After a fight: whoever holds the field has what the dead had; what the lost had is lost, and what the dead had too if
    /// the others have `fled`.
    pub fn bring_in_gear(&mut self, fled: bool) {
        for who in self.party.dead | self.party.gone {
            for gear in self.pack.of(who).filter(|_| fled || self.party.gone.has(who)) {
                if let Some(count) = self.pack.count.get_mut(usize::from(gear)) {
                    *count = count.saturating_sub(1);
                }
            }
            self.pack.held.iter_mut().for_each(|held| held[who] = 0);
        }
    }
}

impl<R: Explore> Step<'_, R> {
    /// What those carried who were beaten is in the pack.
    pub fn plunder(&mut self, foes: Foes) {
        for &gear in foes.of(&self.rules.setting().place.treasure.bands).into_iter().flatten() {
            self.state.pack.add(gear);
            self.log.tell(Event::Plundered { gear });
        }
    }
}

/// What is read of it.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What the content has, sort by sort, and all of it together.
    known: [Vec<Named>; SORTS],
    names: [Names; SORTS],
    all: Names,
    treasure: Treasure,
    pack: Pack,
}

impl Findings {
    /// The keys of the sorts, and what the content has of each.
    pub fn new(keys: [&'static str; SORTS], known: [Vec<Named>; SORTS]) -> Findings {
        let ids = |sort: usize| known[sort].iter().map(|named| named.id.clone());
        Findings {
            names: [0, 1].map(|sort| Names::of(keys[sort], ids(sort))),
            all: Names::of(format!("{} or {}", keys[0], keys[1]), ids(0).chain(ids(1))),
            treasure: Treasure { keys, ..Treasure::default() },
            pack: Pack::default(),
            known,
        }
    }

    /// The number of something among what there is in the place.
    fn number(&mut self, sort: usize, number: usize) -> u8 {
        let gear = &mut self.treasure.gear;
        let there = gear.iter().position(|one| (one.sort, one.number) == (sort, number));
        let at = there.unwrap_or_else(|| {
            let named = self.known[sort].get(number);
            let named = named.map_or_else(
                || Named::new("", ""),
                |named| Named::new(&named.id, &named.name.to_lowercase()),
            );
            gear.push(Gear { named, sort, number });
            gear.len() - 1
        });
        at.min(255) as u8
    }

    fn any(&mut self, index: usize) -> u8 {
        match index.checked_sub(self.known[0].len()) {
            None => self.number(0, index),
            Some(number) => self.number(1, number),
        }
    }

    /// The `items` of a cache or an encounter.
    fn items(&mut self, table: &mut Reader<'_>) -> Vec<u8> {
        let items = table.references("items", &self.all);
        items.into_iter().map(|index| self.any(index)).collect()
    }

    /// The `items` of the party's supplies.
    pub fn supplies(&mut self, table: &mut Reader<'_>) {
        self.items(table).into_iter().for_each(|gear| self.pack.add(gear));
    }

    /// What a hero of the party has taken up.
    pub fn hero(&mut self, who: Who, table: &mut Reader<'_>) {
        for sort in 0..SORTS {
            if let Some(number) = table.optional_reference(self.treasure.keys[sort], &self.names[sort]) {
                let gear = self.number(sort, number);
                self.pack.add(gear);
                self.pack.held[sort][who] = gear + 1;
            }
        }
    }

    /// What lies in caches, and what bands carry and sell. `None` if it is too much.
    pub fn place(mut self, parts: &mut Parts<'_>, top: &Reader<'_>) -> Option<(Treasure, Pack)> {
        self.treasure.caches = parts.caches.iter_mut().map(|table| self.items(table)).collect();
        for (band, table) in (0_u8..).zip(&mut parts.encounters) {
            let carried = self.items(table);
            self.treasure.bands.push(carried);
            for mut good in table.tables("goods") {
                let item = good.reference("item", &self.all).map(|index| self.any(index));
                let price = good.integer("price", 1..=9_999);
                let goods = &mut self.treasure.goods;
                if goods.iter().any(|(by, good)| *by == band && Some(good.gear) == item) {
                    good.problem_at("item", "they sell that already", "name each thing once");
                }
                goods.extend(item.map(|gear| (band, Good { gear, price })));
                good.finish();
            }
        }
        let Treasure { gear, goods, .. } = &self.treasure;
        if gear.len() > MAX_GEAR || goods.len() > MAX_GOODS {
            let advice = format!("give at most {MAX_GEAR} of different kinds, and {MAX_GOODS} that are sold");
            top.problem_at("cache", "too many weapons and pieces of armour to be found", advice);
            return None;
        }
        Some((self.treasure, self.pack))
    }
}
