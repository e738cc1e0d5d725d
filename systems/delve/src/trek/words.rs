//! Choices in their stable form, and events as lines of the log, as a seat may know them.

use fracas_adventure::Place;
use fracas_kernel::{Line, Seat, Telling, Tone, Who};

use super::choices::{Choice, Trap};
use super::data::{DAY, Trek, Ware};
use super::event::Event;
use super::state::{MOST_BANDS, State};
use super::view::{hour_words, outcome_words};

impl Trek {
    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = &self.sheet(choice.who()).id;
        let zone = |zone: u8| self.place.handle(&state.here, zone);
        let cache =
            |cache: u8| self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.id);
        let hero = |who: Who| self.sheet(who).id.as_str();
        match choice {
            Choice::Lead { .. } => format!("{id} lead"),
            Choice::Go { to, .. } => format!("{id} go {}", zone(to)),
            Choice::Wait { .. } => format!("{id} wait"),
            Choice::Idle { .. } => format!("{id} idle"),
            Choice::Camp { .. } => format!("{id} camp"),
            Choice::Leave { .. } => format!("{id} leave"),
            Choice::Search { .. } => format!("{id} search"),
            Choice::Listen { to, .. } => format!("{id} listen {}", zone(to)),
            Choice::Pick { to, .. } => format!("{id} pick {}", zone(to)),
            Choice::Force { to, .. } => format!("{id} force {}", zone(to)),
            Choice::Disarm { cache: c, .. } => format!("{id} disarm {}", cache(c)),
            Choice::Take { cache: c, .. } => format!("{id} take {}", cache(c)),
            Choice::Cast { who, spell, on } => {
                let spell = self.spell_of(who, spell).map_or("nothing", |spell| &spell.id);
                format!("{id} cast {spell} {}", on.map_or("all", hero))
            }
            Choice::Use { ware, on, .. } => format!("{id} use {} {}", ware.id(), hero(on)),
            Choice::Meet { .. } => format!("{id} meet"),
            Choice::Attack { .. } => format!("{id} attack"),
            Choice::Talk { .. } => format!("{id} talk"),
            Choice::Pay { .. } => format!("{id} pay"),
            Choice::Withdraw { .. } => format!("{id} withdraw"),
            Choice::Lure { to, .. } => format!("{id} lure {}", zone(to)),
            Choice::Pass { .. } => format!("{id} pass"),
            Choice::AskHeal { on, .. } => format!("{id} ask-healing {}", hero(on)),
            Choice::AskWay { .. } => format!("{id} ask-way"),
            Choice::Buy { ware, .. } => format!("{id} buy {}", ware.id()),
            Choice::Gather { .. } => format!("{id} gather"),
        }
    }

    /// What those are called who are met together.
    pub(crate) fn band_words(&self, state: &State, band: u8) -> String {
        match usize::from(band).checked_sub(MOST_BANDS) {
            None => {
                self.place.encounters.get(usize::from(band)).map_or_else(String::new, |met| met.name.clone())
            }
            Some(slot) => {
                let sheet = state
                    .extras
                    .get(slot)
                    .and_then(|&(sheet, _)| self.fights[0].sheets.get(usize::from(sheet)));
                sheet.map_or_else(String::new, |sheet| sheet.name.clone())
            }
        }
    }

    fn foe_words(&self, state: &State, band: u8, number: u8) -> String {
        let sheet = self.members(state, band).nth(number.into()).map(|(sheet, _)| sheet);
        let sheet = sheet.and_then(|sheet| self.fights[0].sheets.get(usize::from(sheet)));
        sheet.map_or_else(String::new, |sheet| sheet.name.clone())
    }

    fn names_of(set: u64, name: impl Fn(u8) -> String) -> Vec<String> {
        Place::zones_in(set).map(name).collect()
    }

    fn found_words(&self, state: &State, ways: u64, caches: u64, traps: bool) -> String {
        let at = state.here.at;
        let way = |way: u8| {
            let to = self.place.beyond(way, at).unwrap_or(at);
            format!("a secret way to {}", self.place.whither(&state.here, to))
        };
        let mut found = Trek::names_of(ways, way);
        found.extend(Trek::names_of(caches, |cache| {
            self.place.caches[usize::from(cache)].name.to_lowercase()
        }));
        if traps {
            found.push("the signs of a trap".to_owned());
        }
        if found.is_empty() { "nothing".to_owned() } else { found.join(", ") }
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who: Who| self.sheet(who).name.clone();
        let zone = |zone: u8| self.place.zone(zone).name.clone();
        let band = |number: u8| self.band_words(state, number);
        let plain = |text: String| Line::new(Tone::Plain, text);
        let good = |text: String| Line::new(Tone::Good, text);
        let bad = |text: String| Line::new(Tone::Bad, text);
        let came =
            |success: bool, text: String| Line::new(if success { Tone::Good } else { Tone::Plain }, text);
        let line = match *event {
            Event::Turn { turn } => {
                let day = turn / DAY + 1;
                Line::new(Tone::Heading, format!("Day {day}, {}", hour_words(turn))).by("DELVE-T1")
            }
            Event::Led { who } => plain(format!("{} takes the lead", name(who))),
            Event::Lit { left } => plain(format!("A torch is lit; {left} left")),
            Event::BurntOut => plain("The torch has burnt down".to_owned()),
            Event::Dark => bad("It is dark, and there is no torch".to_owned()),
            Event::Arrived { to, first } => {
                let spot = &self.place.spots[usize::from(to)];
                let about =
                    if first && !spot.about.is_empty() { format!(". {}", spot.about) } else { String::new() };
                plain(format!("The party comes to {}{about}", spot.zone.name))
            }
            Event::Sprung { trap, hazard } => {
                let place = match trap {
                    Trap::Zone(at) => format!("in {}", zone(at)),
                    Trap::Way(_) => "on the way".to_owned(),
                    Trap::Cache(cache) => {
                        format!("on {}", self.place.caches[usize::from(cache)].name.to_lowercase())
                    }
                };
                bad(format!("A trap {place}: {}", self.hazard_words(hazard))).by("DELVE-R15")
            }
            Event::Saved { who, hazard, ref check } => {
                let result = if check.success { "saved" } else { "failed" };
                let (sum, target, what) =
                    (telling.sum(&check.throw), check.target, self.hazard_words(hazard));
                plain(format!("{} saves against {what}: {sum} against {target}: {result}", name(who)))
                    .by("DELVE-V1")
            }
            Event::Hurt { who, ref throw, amount, hp } => {
                let sum = telling.sum(throw);
                let share =
                    if throw.value == i32::from(amount) { String::new() } else { format!(", so {amount}") };
                bad(format!("{} takes {amount} damage: {sum}{share}; {hp} left", name(who))).by("DELVE-D1")
            }
            Event::Down { who } => bad(format!("{} falls unconscious", name(who))).by("DELVE-D1"),
            Event::Dead { who } => bad(format!("{} dies", name(who))).by("DELVE-D1"),
            Event::Caught { who, hazard } => {
                bad(format!("{} suffers from {}", name(who), self.hazard_words(hazard))).by("DELVE-R15")
            }
            Event::Cured { who, hazard } => {
                good(format!("{} is rid of {}", name(who), self.hazard_words(hazard))).by("DELVE-R15")
            }
            Event::Healed { who, ref throw, hp } => {
                good(format!("{} is healed: {}; now {hp}", name(who), telling.sum(throw)))
            }
            Event::Up { who } => good(format!("{} is conscious again", name(who))).by("DELVE-D1"),
            Event::Searched { who, ref check, ways, caches, traps } => {
                let (sum, found) = (telling.sum(&check.throw), self.found_words(state, ways, caches, traps));
                let luck = ways | caches != 0 || traps;
                came(luck, format!("{} searches: {sum} against {}: {found}", name(who), check.target))
            }
            Event::Listened { who, to: _, ref check, band: heard } => {
                let sound = heard.and_then(|number| self.band(number).sound.as_deref());
                let sound = match sound {
                    None => "nothing",
                    Some("") => "somebody is there",
                    Some(sound) => sound,
                };
                let sum = telling.sum(&check.throw);
                came(
                    heard.is_some(),
                    format!("{} listens: {sum} against {}: {sound}", name(who), check.target),
                )
            }
            Event::Opened { who, ref check, forced, .. } => {
                let how = if forced { "throws all weight against the door" } else { "works on the lock" };
                let result = if check.success { "it opens" } else { "it holds" };
                let sum = telling.sum(&check.throw);
                came(check.success, format!("{} {how}: {sum} against {}: {result}", name(who), check.target))
            }
            Event::Disarmed { who, ref check, .. } => {
                let result = if check.success { "it will not go off" } else { "it goes off" };
                let sum = telling.sum(&check.throw);
                came(
                    check.success,
                    format!("{} works on the trap: {sum} against {}: {result}", name(who), check.target),
                )
            }
            Event::Took { who, cache } => {
                let (lore, known) =
                    (&self.caches[usize::from(cache)], &self.place.caches[usize::from(cache)]);
                let gold = (lore.gold > 0).then(|| format!("{} gold", lore.gold));
                let wares = Ware::ALL.into_iter().filter(|&ware| lore.wares[ware as usize] > 0);
                let wares = wares.map(|ware| format!("{} {}", lore.wares[ware as usize], ware.id()));
                let things: Vec<String> = gold.into_iter().chain(wares).collect();
                let things =
                    if things.is_empty() { String::new() } else { format!(": {}", things.join(", ")) };
                let about = if lore.about.is_empty() { String::new() } else { format!(". {}", lore.about) };
                good(format!("{} takes {}{things}{about}", name(who), known.name.to_lowercase()))
            }
            Event::KeyFits { way }
                if self.place.knows_way(&state.here, way) || telling.seat == Seat::Judge =>
            {
                good(format!("Its key fits {}", self.place.door_between(&state.here, way)))
            }
            Event::KeyFits { .. } => good("There is a key in it".to_owned()),
            Event::Cast { who, spell, on } => {
                let spell = self.spell_of(who, spell).map_or("nothing", |spell| &spell.name);
                let on = on.map_or("everybody".to_owned(), name);
                plain(format!("{} casts {spell} on {on}", name(who))).by("DELVE-R7")
            }
            Event::Used { who, ware, on } => {
                plain(format!("{} gives {} to {}", name(who), ware.one(), name(on)))
            }
            Event::Idled { who } => plain(format!("{} waits", name(who))),
            Event::Waited => plain("The party waits".to_owned()),
            // Players hear of it when something comes.
            Event::Stirring { ref check } if telling.seat == Seat::Judge => {
                let result = if check.success { "something stirs" } else { "all is quiet" };
                let text = format!(
                    "Wandering monsters: {} against {}: {result}",
                    telling.sum(&check.throw),
                    check.target
                );
                Line::new(Tone::Judge, text)
            }
            Event::Stirring { .. } => return None,
            Event::Wandered { band: number } => {
                bad(format!("Something comes this way: {}", band(number).to_lowercase()))
            }
            Event::Met { band: number } => {
                let about = self.place.encounters.get(usize::from(number)).map_or("", |met| &met.about);
                let about = if about.is_empty() { String::new() } else { format!(". {about}") };
                Line::new(Tone::Heading, format!("{}{about}", band(number)))
            }
            Event::Reaction { ref throw, total, attitude, .. } => {
                let counts =
                    if total == throw.value { String::new() } else { format!(", counts as {total}") };
                plain(format!("Reaction: {}{counts}: {}", telling.sum(throw), attitude.name())).by("DELVE-M1")
            }
            Event::Mood { band: number, attitude } => {
                plain(format!("{}: {}", band(number), attitude.name())).by("DELVE-R8")
            }
            Event::Provoked { band: number } => {
                bad(format!("{} will not stand for that", band(number))).by("DELVE-R8")
            }
            Event::Attacked { band: number } => {
                bad(format!("It comes to blows: {}", band(number).to_lowercase())).by("DELVE-R8")
            }
            Event::Paid { gold, .. } => {
                plain(format!("The party pays {gold} gold and is left in peace")).by("DELVE-R8")
            }
            Event::Withdrew { to } => plain(format!("The party withdraws to {}", zone(to))).by("DELVE-R8"),
            Event::Lured { band: number, to } => plain(format!(
                "The party steps back to {}, and they follow: {}",
                zone(to),
                band(number).to_lowercase()
            )),
            Event::FoeSaved { band: number, number: which, ref check } => {
                let result = if check.success { "saved" } else { "failed" };
                let sum = telling.sum(&check.throw);
                let foe = self.foe_words(state, number, which);
                plain(format!("{foe} saves: {sum} against {}: {result}", check.target)).by("DELVE-V2")
            }
            Event::FoesHurt { ref throw } => {
                good(format!("The trap does {}", telling.sum(throw))).by("DELVE-R15")
            }
            Event::FoeSlain { band: number, number: which } => {
                good(format!("{} dies in the trap", self.foe_words(state, number, which))).by("DELVE-D2")
            }
            Event::Passed { band: number } => {
                plain(format!("{}: they let the party be", band(number))).by("DELVE-R8")
            }
            Event::Guided { .. } => {
                good("They draw a part of the place in the dust".to_owned()).by("DELVE-R8")
            }
            Event::Bought { ware, gold } => {
                plain(format!("The party buys {} for {gold} gold", ware.one())).by("DELVE-R8")
            }
            Event::Won { gold: 0, .. } => good("The field is the party's".to_owned()),
            Event::Won { gold, .. } => good(format!("The field is the party's, and {gold} gold on it")),
            Event::Learnt { xp } => good(format!("Everybody learns something: {xp} xp")),
            Event::GotAway { to } => bad(format!("Those who got away gather in {}", zone(to))).by("DELVE-R9"),
            Event::LeftBehind { who } => {
                bad(format!("{} is left behind, and lost", name(who))).by("DELVE-R9")
            }
            Event::Gathered { turns: 1 } => {
                plain("With a pause for breath, the fight has taken a turn".to_owned()).by("DELVE-T1")
            }
            Event::Gathered { turns } => {
                plain(format!("With a pause for breath, the fight has taken {turns} turns")).by("DELVE-T1")
            }
            Event::Camped => plain("The party makes camp".to_owned()).by("DELVE-D3"),
            Event::CampBroken => {
                bad("The night is broken, and nobody regains anything".to_owned()).by("DELVE-D3")
            }
            Event::Ate { who } => plain(format!("{} eats", name(who))).by("DELVE-D3"),
            Event::Hungry { who } => {
                bad(format!("{} goes hungry, and regains nothing", name(who))).by("DELVE-D3")
            }
            Event::Rested { who, hp } => {
                good(format!("{} has slept well: 1 hit point, now {hp}", name(who))).by("DELVE-D3")
            }
            Event::Morning => {
                let text = format!(
                    "Day {}, {}: spells are learnt anew",
                    state.turn / DAY + 1,
                    hour_words(state.turn)
                );
                Line::new(Tone::Heading, text).by("DELVE-R7")
            }
            Event::TimeUp => bad("Time is up".to_owned()),
            Event::Ended { outcome } => Line::new(Tone::Heading, outcome_words(outcome)),
        };
        Some(line)
    }
}
