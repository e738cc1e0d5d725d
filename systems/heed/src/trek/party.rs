//! The party as a file, and how it is read: the heroes with what they carry and their wounds, and the supplies.

use fracas_adventure::{PartyFile, Place};
use fracas_content::{Names, Reader};
use fracas_kernel::{Play, Who};

use super::data::Trek;
use super::state::{Chore, Extra, Hero, MAX_EXTRAS, MAX_HEROES, NONE, Pack, State};
use crate::data::{Heed, NOTHING, WOUND};
use crate::items::Floor;
use crate::items::is_item;
use crate::load::Loader;

const WOUNDED: &str = "wound";
const EMPTY: &str = "-";

/// Who sets out, and with what.
pub(super) struct Company {
    pub heroes: Vec<Hero>,
    pub pack: Pack,
    pub gold: u16,
    pub candles: u8,
}

impl Company {
    /// The tables `[[party]]` and `[supplies]`. `None` if nobody can go, which is reported.
    pub fn read(loader: &Loader, top: &mut Reader<'_>, needed: bool) -> Option<Company> {
        let tables = if needed { top.need_tables("party") } else { top.tables("party") };
        let mut names = Names::new("hero");
        let mut heroes = Vec::new();
        for mut table in tables {
            table.name("hero", &mut names);
            let hero = hero(loader, &mut table);
            table.finish();
            // The dead stay behind.
            heroes.extend(hero.filter(|hero| !hero.lost));
        }
        let mut company = Company { heroes, pack: Pack::default(), gold: 0, candles: 0 };
        if let Some(mut table) = top.table("supplies") {
            company.gold = table.optional_integer("gold", 0..=60_000).unwrap_or(0);
            company.candles = table.optional_integer("candles", 0..=100).unwrap_or(0);
            for kind in loader.kinds(&mut table, "pack") {
                if !company.pack.add(kind) {
                    table.problem_at("pack", "that is more than it holds", "leave some kinds of item out");
                }
            }
            table.finish();
        }
        let up = |hero: &Hero| {
            loader.sheets.get(usize::from(hero.sheet)).is_some_and(|sheet| hero.wounds() < sheet.grit)
        };
        if needed && !company.heroes.iter().any(up) {
            top.problem_at("party", "nobody can go", "name at least one hero who is alive and on its feet");
            return None;
        }
        if company.heroes.len() > MAX_HEROES {
            let count = company.heroes.len();
            top.problem_at("party", format!("{count} heroes"), format!("a party has at most {MAX_HEROES}"));
            return None;
        }
        Some(company)
    }
}

fn hero(loader: &Loader, table: &mut Reader<'_>) -> Option<Hero> {
    let index = table.reference("hero", &loader.sheet_names);
    let lost = table.flag("dead", false);
    let own_slots = table.has("slots").then(|| slots(loader, table));
    let own_hands = table.has("hands").then(|| loader.hands(table));
    let index = index?;
    let sheet = loader.sheets.get(index)?;
    let slots = own_slots.unwrap_or(sheet.slots);
    let hands = own_hands.unwrap_or(sheet.hands);
    Some(Hero { slots, hands, sheet: index as u8, lost, chore: Chore::UNDECIDED, handled: 0 })
}

/// As on a sheet, and wounds.
fn slots(loader: &Loader, table: &mut Reader<'_>) -> [u8; 6] {
    let mut slots = [NOTHING; 6];
    for (at, field) in table.list("slots").into_iter().enumerate() {
        let Some(slot) = slots.get_mut(at) else {
            let advice = format!("name at most six; {EMPTY:?} is an empty slot and {WOUNDED:?} a wound");
            field.problem("there are six gear slots", advice);
            break;
        };
        *slot = match field.as_text() {
            Some(EMPTY) => NOTHING,
            Some(WOUNDED) => WOUND,
            _ => loader.carried_kind(&field),
        };
    }
    slots
}

impl State {
    pub(super) fn begin(place: &Place, company: &Company) -> State {
        let mut heroes = [Hero::NOBODY; MAX_HEROES];
        for (hero, own) in heroes.iter_mut().zip(&company.heroes) {
            *hero = *own;
        }
        State {
            here: place.begin(),
            heroes,
            pack: company.pack,
            floor: Floor::EMPTY,
            extras: [Extra::NOBODY; MAX_EXTRAS],
            heard: 0,
            warned: 0,
            alert: 0,
            alarm: 0,
            stir: 0,
            trys: 0,
            gold: company.gold,
            candles: company.candles,
            lit: 0,
            count: company.heroes.len().min(MAX_HEROES) as u8,
            leader: 0,
            open: None,
            fought: false,
            next: NONE,
        }
    }
}

impl Trek {
    pub(super) fn write_party(&self, state: &State) -> String {
        let mut file = PartyFile::new(Heed::SYSTEM, &format!("After {}", self.title));
        for who in state.everyone() {
            self.write_hero(state, who, &mut file);
        }
        let pack = state.pack.all().flat_map(|stack| std::iter::repeat_n(stack.kind, stack.count.into()));
        let pack: Vec<&str> = pack.map(|kind| self.heed().item_id(kind)).collect();
        file.table("supplies").number("gold", state.gold).number("candles", state.candles);
        file.texts("pack", pack);
        file.finish()
    }

    fn write_hero(&self, state: &State, who: Who, file: &mut PartyFile) {
        let hero = state.hero(who);
        let word = |&kind: &u8| match kind {
            WOUND => WOUNDED,
            kind if is_item(kind) => self.heed().item_id(kind),
            _ => EMPTY,
        };
        file.one_of("party").text("hero", &self.hero_sheet(hero.sheet).id);
        if hero.lost {
            file.flag("dead", true);
            return;
        }
        file.texts("slots", hero.slots.iter().map(word));
        file.texts("hands", hero.hands.iter().filter(|&&kind| is_item(kind)).map(word));
    }
}
