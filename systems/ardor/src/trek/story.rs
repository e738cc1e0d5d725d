//! The journey told as a story: every event as a line of the log, with its arithmetic and the rule behind it.

use fracas_adventure::Clock;
use fracas_kernel::{Line, Outcome, Side, Telling, Tone, Who};

use super::data::Trek;
use super::event::{Event, Try};
use super::state::{Foes, STRAYS, State, hx};

fn good(text: impl Into<String>) -> Line {
    Line::new(Tone::Good, text)
}

fn bad(text: impl Into<String>) -> Line {
    Line::new(Tone::Bad, text)
}

fn plain(text: impl Into<String>) -> Line {
    Line::new(Tone::Plain, text)
}

impl Trek {
    pub(crate) fn zone_name(&self, zone: u8) -> &str {
        &self.place.zone(zone).name
    }

    pub(crate) fn foes_name(&self, state: &State, foes: Foes) -> String {
        match foes {
            Foes::Band(index) => self
                .place
                .encounters
                .get(usize::from(index))
                .map_or("somebody".to_owned(), |e| e.name.clone()),
            Foes::Stray(slot) => {
                let sheet = state.strays.get(usize::from(slot)).copied().flatten().map(|stray| stray.sheet);
                let sheet = sheet.and_then(|sheet| self.fights[0].sheets.get(usize::from(sheet)));
                sheet.map_or("somebody".to_owned(), |sheet| sheet.name.clone())
            }
        }
    }

    fn foes_about(&self, foes: Foes) -> String {
        let Foes::Band(index) = foes else { return String::new() };
        let about = self.place.encounters.get(usize::from(index)).map_or("", |e| &e.about);
        if about.is_empty() { String::new() } else { format!(". {about}") }
    }

    pub(crate) fn ability_name(&self, who: Who, which: u8) -> &str {
        self.lore(who, which).map_or("nothing", |ability| &ability.name)
    }

    fn pursuit_name(&self, pursuit: u8) -> &str {
        self.pursuits.get(usize::from(pursuit)).map_or("", |pursuit| &pursuit.name)
    }

    fn cache_name(&self, cache: u8) -> &str {
        self.place.caches.get(usize::from(cache)).map_or("", |cache| &cache.name)
    }

    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let name = |who: Who| &self.sheet(who).name;
        let (before, after) = (telling.before, telling.state);
        match *event {
            Event::Led { who } => plain(format!("{} takes the lead", name(who))),
            Event::Went { to, first } => {
                let about = &self.place.spots[usize::from(to)].about;
                let more = if first && !about.is_empty() { format!(". {about}") } else { String::new() };
                let text = format!("{}: {}{more}", Clock::words(after.clock), self.zone_name(to));
                Line::new(if first { Tone::Heading } else { Tone::Plain }, text)
            }
            Event::Seen { foes } => {
                let about = self.foes_about(foes);
                plain(format!("You can make out {}{about}", self.foes_name(after, foes))).by("ARDOR-S2")
            }
            Event::Passed { foes } => {
                good(format!("You are not noticed by {}", self.foes_name(after, foes))).by("ARDOR-S2")
            }
            Event::Met { foes, unaware } => {
                let about = self.foes_about(foes);
                // Whoever is beaten in the same step is in the state before only.
                let gone =
                    matches!(foes, Foes::Stray(slot) if after.strays[usize::from(slot) % STRAYS].is_none());
                let who = self.foes_name(if gone { before } else { after }, foes);
                let how = if unaware { "You fall upon" } else { "You meet" };
                Line::new(Tone::Heading, format!("{how} {who}{about}")).by("ARDOR-S2")
            }
            Event::Roused { foes } => {
                bad(format!("The night is broken by {}", self.foes_name(after, foes))).by("ARDOR-B2")
            }
            Event::Earned { xp } => good(format!("Everybody earns {xp} XP")).by("ARDOR-B3"),
            Event::Beaten { foes } => {
                good(format!("You have overcome {}", self.foes_name(before, foes))).by("ARDOR-R9")
            }
            Event::Parted { foes } => plain(format!("You see no more of {}", self.foes_name(before, foes))),
            Event::Achieved => good(format!("It is done: {}", self.place.goal.text)),
            Event::Left => plain("The party leaves"),
            Event::TimeUp => bad(format!("{} days have gone by, and the adventure with them", self.days)),
            Event::Over { outcome } => Line::new(Tone::Heading, outcome_words(outcome)),
            _ => self.deed_line(telling, event).unwrap_or_else(|| self.rest_line(telling, event)),
        }
    }

    fn sum(&self, telling: &Telling<'_, State>, roll: &Try) -> String {
        let margin = roll.throw.value - i32::from(roll.challenge);
        let how = match (roll.inspired, margin) {
            (true, _) => "an Inspired Moment".to_owned(),
            (false, 0) => "just enough".to_owned(),
            (false, n) if n > 0 => format!("{n} to spare"),
            (false, n) => format!("{} short", -n),
        };
        format!("{} against {}, {how}", telling.sum(&roll.throw), roll.challenge)
    }

    fn tried(&self, roll: &Try, text: String) -> Line {
        if roll.success { good(text) } else { bad(text) }
    }

    /// What somebody does and how it goes.
    fn deed_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let name = |who: Who| &self.sheet(who).name;
        let care = |careful: bool| if careful { ", carefully" } else { "" };
        let (before, after) = (telling.before, telling.state);
        Some(match *event {
            Event::Sneaked { who, to, careful, ref roll } => {
                let (sum, care) = (self.sum(telling, roll), care(careful));
                let to = self.zone_name(to);
                self.tried(roll, format!("{} sets the pace to {to}, unseen{care}: {sum}", name(who)))
                    .by("ARDOR-S2")
            }
            Event::Crossed { who, way, to, careful, ref roll } => {
                let hazard =
                    self.passages[usize::from(way)].hazard.as_ref().map_or("", |hazard| &hazard.name);
                let (sum, care) = (self.sum(telling, roll), care(careful));
                let to = self.zone_name(to);
                self.tried(roll, format!("{} leads over {hazard} to {to}{care}: {sum}", name(who)))
                    .by("ARDOR-S2")
            }
            Event::Fumbled { who, way, to, below } => {
                let slip = way.map_or_else(|| self.slip_in(to), |way| self.slip_on(way));
                let what = slip.map_or("", |slip| &slip.what);
                bad(format!("{} fumbles, being below {below}: {what}", name(who))).by("ARDOR-S8")
            }
            Event::Mishap { who, ref throw, amount } => {
                bad(format!("{} loses {amount} health: {}", name(who), telling.sum(throw))).by("ARDOR-S8")
            }
            Event::ArdorLost { who, amount } => {
                bad(format!("{} loses {amount} Ardor", name(who))).by("ARDOR-O1")
            }
            Event::Afflicted { who, condition, .. } => {
                bad(format!("{} is {}, until there is time for a Break", name(who), condition.name()))
                    .by("ARDOR-S8")
            }
            Event::Collapsed { who } => {
                let trauma = after.trauma[hx(who)];
                bad(format!("{} collapses, and is brought round: Trauma {trauma}", name(who))).by("ARDOR-H2")
            }
            Event::Searched { who, ref roll, found } => {
                let sum = self.sum(telling, roll);
                let nothing = if roll.success && !found { ". There is nothing to be found" } else { "" };
                self.tried(roll, format!("{} searches: {sum}{nothing}", name(who))).by("ARDOR-S1")
            }
            Event::FoundWay { way } => {
                let ends = self.place.ways.get(usize::from(way)).map(|way| (way.a, way.b));
                let (a, b) = ends.unwrap_or_default();
                let to = if before.here.at == a { b } else { a };
                good(format!("A hidden way to {}", self.zone_name(to)))
            }
            Event::FoundCache { cache } => good(format!("Hidden here: {}", self.cache_name(cache))),
            Event::Forced { who, way, ref roll } => {
                let to = self.place.beyond(way, before.here.at).map_or("", |to| self.zone_name(to));
                let sum = self.sum(telling, roll);
                self.tried(roll, format!("{} works on the door to {to}: {sum}", name(who))).by("ARDOR-S1")
            }
            Event::Unlocked { way } => {
                let way = self.place.ways.get(usize::from(way)).map(|way| (way.a, way.b)).unwrap_or_default();
                let (a, b) = (self.zone_name(way.0), self.zone_name(way.1));
                good(format!("That is the key to the door between {a} and {b}"))
            }
            Event::Filched { who, cache, ref roll } => {
                let (sum, what) = (self.sum(telling, roll), self.cache_name(cache));
                self.tried(roll, format!("{} reaches for {what}, unseen: {sum}", name(who))).by("ARDOR-S2")
            }
            Event::Took { who, cache } => {
                let hoard = self.hoards.get(usize::from(cache)).copied().unwrap_or_default();
                let count = |n: u8, one: &str| match n {
                    0 => None,
                    1 => Some(format!("1 {one}")),
                    n => Some(format!("{n} {one}s")),
                };
                let (kits, rations) = (count(hoard.kits, "Healing Kit"), count(hoard.rations, "ration"));
                let parts: Vec<String> = kits.into_iter().chain(rations).collect();
                let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
                good(format!("{} takes {}{parts}", name(who), self.cache_name(cache)))
            }
            Event::Discovered { who, which, enough } => {
                let lacks = if enough { "" } else { ", but lacks the XP to learn it now" };
                good(format!("{} discovers {}{lacks}", name(who), self.ability_name(who, which)))
                    .by("ARDOR-S7")
            }
            Event::Noted { who, which } => plain(format!(
                "{} will train {} at an Extended Rest",
                name(who),
                self.ability_name(who, which)
            ))
            .by("ARDOR-S7"),
            Event::Learned { who, which, price } => {
                good(format!("{} learns {} for {price} XP", name(who), self.ability_name(who, which)))
                    .by("ARDOR-S7")
            }
            _ => return None,
        })
    }

    /// Rests, pursuits, what presses, and what becomes of people.
    fn rest_line(&self, telling: &Telling<'_, State>, event: &Event) -> Line {
        let name = |who: Who| &self.sheet(who).name;
        let after = telling.state;
        let segments = |pursuit: u8, filled: u8| {
            let most = self.pursuits.get(usize::from(pursuit)).map_or(0, |pursuit| pursuit.segments);
            format!("{}: {filled} of {most}", self.pursuit_name(pursuit))
        };
        let matter = |of: fn(&super::data::Matter) -> &str| self.matter.as_ref().map_or("", of);
        match *event {
            Event::Paused => good("A Break: everybody recovers Ardor").by("ARDOR-B1"),
            Event::Mended { who } => good(format!(
                "{} uses up a Healing Kit: health is back at {}",
                name(who),
                after.health[hx(who)]
            ))
            .by("ARDOR-B1"),
            Event::Slept { eaten } => {
                let when = Clock::words(after.clock);
                good(format!("{when}: slept, after {eaten} rations. Ardor, health and surges are back"))
                    .by("ARDOR-B2")
            }
            Event::Lingered { days: 0 } => good("Days of rest, before you set out").by("ARDOR-B3"),
            Event::Lingered { days } => {
                good(format!("{}: {days} days of rest", Clock::words(after.clock))).by("ARDOR-B3")
            }
            Event::IllAtEase { who } => {
                plain(format!("{} is ill at ease here: it is no more than a Standard Rest", name(who)))
                    .by("ARDOR-R8")
            }
            Event::Eased { who } => {
                good(format!("{} recovers one Trauma, {} left", name(who), after.trauma[hx(who)]))
                    .by("ARDOR-R8")
            }
            Event::Waited => plain(format!("You wait until {}", Clock::words(after.clock))),
            Event::Toughened { who, most } => {
                good(format!("{} gets tougher: health {most}", name(who))).by("ARDOR-B3")
            }
            Event::Worked { who, pursuit, filled } => {
                good(format!("{} works on {}", name(who), segments(pursuit, filled))).by("ARDOR-B3")
            }
            Event::Furthered { pursuit, filled } => {
                good(format!("This helps with {}", segments(pursuit, filled))).by("ARDOR-B3")
            }
            Event::Completed { pursuit } => {
                let known = self.pursuits.get(usize::from(pursuit));
                let gives = known.map_or(String::new(), |pursuit| super::view::boon_words(&pursuit.gives));
                good(format!("{} is finished: {gives}", self.pursuit_name(pursuit))).by("ARDOR-B3")
            }
            Event::Pressed { filled } => {
                let most = self.matter.as_ref().map_or(0, |matter| matter.segments);
                bad(format!("{}: {filled} of {most}", matter(|matter| &matter.name))).by("ARDOR-B3")
            }
            Event::Settled => {
                good(format!("That is settled: {}. Nothing presses now", matter(|matter| &matter.name)))
                    .by("ARDOR-R8")
            }
            Event::CameToPass => bad(format!("Too late. {}", matter(|matter| &matter.comes))),
            Event::Woke { who } => plain(format!("{} comes round", name(who))).by("ARDOR-R15"),
            Event::LeftBehind { who } => {
                bad(format!("{} is left behind, a captive", name(who))).by("ARDOR-R9")
            }
            Event::Freed { who } => good(format!("{} is free again", name(who))),
            Event::GotAway { to } => plain(format!("You get away to {}", self.zone_name(to))).by("ARDOR-R9"),
            _ => plain(String::new()),
        }
    }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The adventure is won",
        Outcome::Won(Side::Monsters) => "The adventure is lost",
        Outcome::Draw => "The adventure ends with its goal not reached",
    }
}
