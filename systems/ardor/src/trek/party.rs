//! The party: read from the adventure's file or one of its own, written again, sent into fights and taken back.

use fracas_adventure::{PartyFile, Place};
use fracas_content::Reader;
use fracas_kernel::{Side, Who};

use super::data::{Boon, Trek};
use super::state::{Foes, HEROES, MOST_PURSUITS, Meeting, Press, STRAYS, State, each, hero, hx};
use crate::data::{Condition, Sheet};
use crate::load::Loader;
use crate::state::{Lore, State as Fight};

/// A hero as the file tells of it.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) sheet: u8,
    health: i16,
    most: i16,
    ardor: u8,
    surges: u8,
    trauma: u8,
    xp: u8,
    learned: u8,
    noted: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Supplies {
    kits: u8,
    rations: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub(crate) members: Vec<Member>,
    pub(crate) supplies: Supplies,
    pub(crate) pursuits: [u8; MOST_PURSUITS],
    /// Has it come from another adventure?
    pub(crate) fresh: bool,
}

/// The party of the adventure's file, or that of the file which is `apart`.
pub(crate) fn read(top: &mut Reader<'_>, apart: Option<&mut Reader<'_>>, library: &Loader) -> Option<Party> {
    let Some(apart) = apart else { return tables(top, library) };
    if top.has("party") || top.has("supplies") || top.has("pursuits") {
        // It stays at home, and has to be right all the same.
        tables(top, library);
    }
    apart.one_of("system", &[("ardor", ())]);
    apart.optional_one_of("kind", &[("party", ())]);
    apart.string("title");
    tables(apart, library).map(|party| Party { fresh: true, ..party })
}

fn tables(top: &mut Reader<'_>, library: &Loader) -> Option<Party> {
    let mut members: Vec<Member> = Vec::new();
    for mut table in top.need_tables("party") {
        let Some(member) = member(&mut table, library) else { continue };
        if members.iter().any(|other| other.sheet == member.sheet) {
            table.problem_at("hero", "this one is in the party already", "name each hero once");
        }
        members.push(member);
    }
    if members.is_empty() {
        top.problem_at("party", "nobody sets out", "name at least one hero who is not lost");
    }
    if members.len() > HEROES {
        let count = members.len();
        top.problem_at("party", format!("{count} heroes"), format!("a party has at most {HEROES}"));
        return None;
    }
    let supplies = top.table("supplies").map_or(Supplies::default(), |mut table| {
        let mut number = |key| table.optional_integer(key, 0..=200).unwrap_or(0);
        let supplies = Supplies { kits: number("kits"), rations: number("rations") };
        table.finish();
        supplies
    });
    (!members.is_empty()).then(|| Party { members, supplies, pursuits: segments(top, library), fresh: false })
}

/// How far each pursuit has come.
fn segments(top: &mut Reader<'_>, library: &Loader) -> [u8; MOST_PURSUITS] {
    let mut all = [0; MOST_PURSUITS];
    let Some(mut table) = top.table("pursuits") else { return all };
    for (key, field) in table.entries() {
        let Some(index) = library.pursuit_names.find(key) else {
            let known: Vec<&str> = library.pursuit_names.iter().collect();
            field.problem(format!("there is no pursuit {key:?}"), format!("known: {}", known.join(", ")));
            continue;
        };
        let most = library.pursuits[index].segments;
        if let Some(slot) = all.get_mut(index) {
            *slot = field.integer(&(0..=most)).unwrap_or(0);
        }
    }
    all
}

/// `None` for one that is lost, or that nobody knows.
fn member(table: &mut Reader<'_>, library: &Loader) -> Option<Member> {
    let index = table.reference("hero", &library.sheet_names);
    let lost = table.flag("lost", false);
    let mut number = |key, range| table.optional_integer::<u8>(key, range);
    let (ardor, surges) = (number("ardor", 0..=99), number("surges", 0..=99));
    let (trauma, xp) = (number("trauma", 0..=20), number("xp", 0..=99));
    let most = table.optional_integer("most", 1..=300);
    let health = table.optional_integer("health", 1..=300);
    let learned = table.references("learned", &library.ability_names);
    let noted = table.references("noted", &library.ability_names);
    let index = index?;
    let sheet = library.sheets.get(index)?;
    if !sheet.rolls {
        table.problem_at("hero", format_args!("{} is no hero", sheet.name), "name a hero here");
    }
    let learned = lore(table, sheet, "learned", &learned);
    let noted = lore(table, sheet, "noted", &noted) & !learned;
    table.finish();
    if lost {
        return None;
    }
    let most = most.unwrap_or(sheet.health);
    Some(Member {
        sheet: index as u8,
        health: health.unwrap_or(most).min(most),
        most,
        ardor: ardor.unwrap_or(sheet.ardor),
        surges: surges.unwrap_or(sheet.surges),
        trauma: trauma.unwrap_or(0),
        xp: xp.unwrap_or(sheet.xp),
        learned,
        noted,
    })
}

/// Abilities by their place among those that a hero can discover, as bits.
fn lore(table: &Reader<'_>, sheet: &Sheet, key: &str, abilities: &[usize]) -> u8 {
    let found = |ability: &usize| {
        let lore = sheet.abilities.iter().skip(usize::from(sheet.known));
        let place = lore.copied().position(|one| usize::from(one) == *ability);
        if place.is_none() {
            let message = format_args!("{} cannot discover this", sheet.name);
            table.problem_at(key, message, "name abilities of the archetype's `lore`");
        }
        place
    };
    abilities.iter().filter_map(found).fold(0, |set, place| set | 1 << place.min(7))
}

/// The state at the start of the journey.
pub(crate) fn opening(place: &Place, library: &Loader, party: &Party, hour: u32, presses: bool) -> State {
    let &Party { ref members, supplies, pursuits, fresh } = party;
    let full = library.pursuits.iter().zip(pursuits).filter(|(pursuit, filled)| *filled >= pursuit.segments);
    let (kits, rations) = full.fold((supplies.kits, supplies.rations), |(kits, rations), (pursuit, _)| {
        let Boon { kits: more, rations: meals, .. } = pursuit.gives;
        (kits.saturating_add(more), rations.saturating_add(meals))
    });
    let clock = hour * 60;
    let mut state = State {
        here: place.begin(),
        met: 0,
        paid: 0,
        clock,
        slept: 0,
        pressed: clock as i32,
        health: [0; HEROES],
        most: [0; HEROES],
        ardor: [0; HEROES],
        surges: [0; HEROES],
        trauma: [0; HEROES],
        xp: [0; HEROES],
        learned: [0; HEROES],
        noted: [0; HEROES],
        captor: [0; HEROES],
        lasts: [[0; Condition::COUNT]; HEROES],
        looked: [0; 64],
        strays: [None; STRAYS],
        pursuits,
        kits,
        rations,
        lost: 0,
        leader: 0,
        leisure: 0,
        idle: 0,
        discovering: 0,
        pausing: false,
        rewarded: false,
        fresh,
        matter: if presses { Press::Presses } else { Press::Nothing },
        meeting: None,
        next: None,
    };
    for (index, member) in members.iter().enumerate().take(HEROES) {
        state.health[index] = member.health;
        state.most[index] = member.most;
        state.ardor[index] = member.ardor;
        state.surges[index] = member.surges;
        state.trauma[index] = member.trauma;
        state.xp[index] = member.xp;
        state.learned[index] = member.learned;
        state.noted[index] = member.noted;
    }
    state
}

impl Trek {
    /// The party as a file that another adventure can begin with.
    pub(crate) fn write_party(&self, state: &State) -> String {
        let mut file = PartyFile::new("ardor", &format!("The party of {}", self.title));
        file.table("supplies").number("kits", state.kits).number("rations", state.rations);
        if !self.pursuits.is_empty() {
            file.table("pursuits");
            for (pursuit, filled) in self.pursuits.iter().zip(state.pursuits) {
                file.number(&pursuit.id, filled);
            }
        }
        let free = state.present(self.party());
        for who in each(self.party()) {
            let (sheet, index) = (self.sheet(who), hx(who));
            let lore = |set: u8| {
                let all = sheet.abilities.iter().skip(usize::from(sheet.known)).enumerate();
                let had = all.filter(move |(place, _)| set >> place & 1 == 1);
                had.filter_map(|(_, &ability)| self.fights[0].abilities.get(usize::from(ability)))
                    .map(|ability| ability.id.as_str())
                    .collect::<Vec<_>>()
            };
            file.one_of("party").text("hero", &sheet.id);
            if free & hero(who) == 0 {
                file.flag("lost", true);
            }
            // ARDOR-B2: the next adventure begins with all health, Ardor and surges.
            file.number("most", state.most[index]);
            file.number("trauma", state.trauma[index].min(20)).number("xp", state.xp[index]);
            file.texts("learned", lore(state.learned[index])).texts("noted", lore(state.noted[index]));
        }
        file.finish()
    }

    /// A fight at its start: the heroes where the party is, the foes where their encounter puts them or one step away.
    pub(crate) fn deploy(&self, state: &State, meeting: Option<Meeting>) -> Fight {
        let (field, zone) = self.field_of(state.here.at);
        let rules = &self.fights[field];
        let mut fight = Fight::EMPTY;
        for who in each(self.party()) {
            let index = hx(who);
            fight.add(rules, self.heroes[index], Side::Heroes, zone);
            fight.most[who] = state.most[index];
            fight.set_health(who, state.health[index]);
            fight.ardor[who] = state.ardor[index];
            fight.surges[who] = state.surges[index];
            fight.trauma[who] = state.trauma[index];
            fight.xp[who] = state.xp[index];
            fight.learned[who] = Lore::of(state.learned[index]);
            fight.noted[who] = Lore::of(state.noted[index]);
            for condition in Condition::ALL {
                fight.set_condition(who, condition, state.lasts[index][condition as usize]);
            }
        }
        for who in each(self.party() & !state.present(self.party())) {
            fight.standing.remove(who);
            fight.gone.insert(who);
            fight.take_off(who);
        }
        let beside = rules.zones.beside(zone).first().unwrap_or(zone);
        let mut stand = |sheet: u8, at: u8, bluffs: bool| {
            let who = fight.add(rules, sheet, Side::Monsters, at);
            fight.bluffers.put(who, bluffs);
        };
        match meeting.map(|meeting| meeting.foes) {
            Some(Foes::Band(index)) => {
                let band = self.bands.get(usize::from(index));
                for foe in self.place.encounters.get(usize::from(index)).iter().flat_map(|e| &e.foes) {
                    let own = foe.at.map(|zone| self.field_of(zone)).filter(|(of, _)| *of == field);
                    let bluffs = band.and_then(|band| band.bluffs) == Some(foe.creature as u8);
                    for _ in 0..foe.count {
                        stand(foe.creature as u8, own.map_or(beside, |(_, at)| at), bluffs);
                    }
                }
            }
            Some(Foes::Stray(slot)) => {
                if let Some(stray) = state.strays.get(usize::from(slot)).copied().flatten() {
                    stand(stray.sheet, beside, false);
                }
            }
            None => {}
        }
        // ARDOR-S2: an encounter's own Challenge Score is for those who fall in it too.
        let band = meeting.and_then(|meeting| self.band(meeting.foes));
        fight.least = band.and_then(|band| band.challenge).unwrap_or(i16::MIN);
        fight.harder = self.hardship(state);
        if meeting.is_some_and(|meeting| meeting.unaware) {
            // ARDOR-S2: whoever was not noticed begins it.
            fight.unaware = fight.side[1];
        }
        fight.asked = (fight.side[0] & fight.standing).lowest();
        fight
    }

    /// What a fight has made of the party. Wounds and Trauma stay; what lasts for rounds is over.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &Fight) {
        for who in each(state.present(self.party())) {
            state.health[hx(who)] = fight.health[who];
            state.ardor[hx(who)] = fight.ardor[who];
            state.surges[hx(who)] = fight.surges[who];
            state.trauma[hx(who)] = fight.trauma[who];
            state.xp[hx(who)] = fight.xp[who];
            if fight.learned[who].0 | fight.noted[who].0 != state.learned[hx(who)] | state.noted[hx(who)] {
                // What it discovered just before was settled in the fight.
                state.discovering &= !hero(who);
            }
            // ARDOR-S7: what was discovered in the fight is learned, or noted for an Extended Rest.
            state.learned[hx(who)] = fight.learned[who].0;
            state.noted[hx(who)] = fight.noted[who].0;
            state.lasts[hx(who)] = [0; Condition::COUNT];
        }
    }

    /// The first ability that somebody could still discover, by its place on the sheet.
    pub(crate) fn undiscovered(&self, state: &State, who: Who) -> Option<u8> {
        let sheet = self.sheet(who);
        let had = state.learned[hx(who)] | state.noted[hx(who)];
        (sheet.known..sheet.abilities.len() as u8).find(|which| had >> (which - sheet.known).min(7) & 1 == 0)
    }
}
