//! The journey on the screen: choices with the faces that bring an encounter, the map as it grows, gauges and tokens.

use fracas_adventure::Door;
use fracas_kernel::{
    ChoiceView, Gauge, Know, MapView, Named, OutcomeView, Play, Question, Seat, Tab, TableView, Tag, Token,
    Unit, Who,
};

use super::choices::Choice;
use super::data::{Deed, Task, Trek};
use super::event::Handling;
use super::state::{Chore, State};
use crate::data::Quality;

/// So many trys are a day.
const DAY: u32 = 240;

impl Trek {
    /// What the judge can give to a hero.
    pub(crate) fn gifts(&self) -> Vec<Named> {
        let carried = self.heed().items.iter().skip(2).filter(|item| !item.qualities.has(Quality::Natural));
        let things = carried.map(|item| Named::new(&item.id, &item.name));
        ["gold", "candles"].map(Named::word).into_iter().chain(things).collect()
    }

    fn hero_id(&self, state: &State, who: Who) -> &str {
        &self.hero_sheet(state.hero(who).sheet).id
    }

    pub(super) fn hero_name(&self, state: &State, who: Who) -> &str {
        &self.hero_sheet(state.hero(who).sheet).name
    }

    pub(super) fn zone_name(&self, zone: u8) -> &str {
        &self.place.zone(zone).name
    }

    /// What a chore is at and with, as a word and as words for people.
    fn target(&self, state: &State, who: Who, chore: Chore) -> (String, String) {
        let Some(task) = self.task(chore.task) else { return Default::default() };
        let hero =
            |at: u8| (self.hero_id(state, Who(at)).to_owned(), self.hero_name(state, Who(at)).to_owned());
        match task.does {
            Deed::Open | Deed::Listen => {
                let beyond = self.place.beyond(chore.at, state.here.at).unwrap_or(state.here.at);
                (self.place.handle(&state.here, beyond), self.way_words(state, chore.at))
            }
            Deed::Take => {
                let cache = self.place.caches.get(usize::from(chore.at));
                cache.map(|cache| (cache.id.clone(), cache.name.clone())).unwrap_or_default()
            }
            Deed::Bandage => hero(chore.at),
            Deed::Cast => {
                let spell = self.hero_sheet(state.hero(who).sheet).spells.get(usize::from(chore.with));
                let (id, name) =
                    (self.heed().spell_id(spell.copied()), self.heed().spell_name(spell.copied()));
                let (target, whom) = hero(chore.at);
                (format!("{id} {target}"), format!("{name} on {whom}"))
            }
            Deed::Drink => {
                let (target, whom) = hero(chore.at);
                let (id, name) = (self.heed().item_id(chore.with), self.heed().item_name(chore.with));
                (format!("{id} {target}"), format!("{} for {whom}", name.to_lowercase()))
            }
            _ => Default::default(),
        }
    }

    /// A way as somebody here sees it.
    pub(super) fn way_words(&self, state: &State, way: u8) -> String {
        let beyond = self.place.beyond(way, state.here.at).unwrap_or(state.here.at);
        let open = self.place.ways.get(usize::from(way)).is_some_and(|way| way.door == Door::None);
        let what = if open { "way" } else { "door" };
        format!("the {what} to {}", self.place.whither(&state.here, beyond))
    }

    pub(super) fn chore_words(&self, state: &State, who: Who, chore: Chore) -> String {
        let Some(task) = self.task(chore.task) else { return "stands by".to_owned() };
        let (_, what) = self.target(state, who, chore);
        if what.is_empty() { task.name.clone() } else { format!("{}: {what}", task.name) }
    }

    pub(super) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let who = self.hero_id(state, choice.who());
        match choice {
            Choice::Pick { who: one, chore } => {
                let id = self.task(chore.task).map_or("nothing", |task| &task.id);
                match self.target(state, one, chore).0.as_str() {
                    "" => format!("{who} {id}"),
                    target => format!("{who} {id} {target}"),
                }
            }
            Choice::Wait { .. } => format!("{who} wait"),
            Choice::Candle { lit: true, .. } => format!("{who} candle"),
            Choice::Candle { lit: false, .. } => format!("{who} snuff"),
            Choice::Handle { how, kind, .. } => format!("{who} {} {}", how.word(), self.heed().item_id(kind)),
            Choice::Lead { .. } => format!("{who} lead"),
            Choice::Begin { .. } => format!("{who} begin"),
            Choice::Go { to, .. } => format!("{who} go {}", self.place.handle(&state.here, to)),
            Choice::Gather { .. } => format!("{who} gather"),
            Choice::Leave { .. } => format!("{who} leave"),
            Choice::GoOn { .. } => format!("{who} go-on"),
        }
    }

    pub(super) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view =
            ChoiceView { tab: Tab::Turn, ..ChoiceView::new(choice.who(), self.choice_text(state, choice)) };
        match choice {
            Choice::Pick { chore, .. } => self.describe_task(state, who, chore, &mut view),
            Choice::Wait { .. } => view.label = "Stand by".to_owned(),
            Choice::Candle { lit: true, .. } => {
                (view.label, view.rule) = ("Light a candle-end for this try".to_owned(), Some("HEED-T8"));
            }
            Choice::Candle { lit: false, .. } => view.label = "Put the candle-end out".to_owned(),
            Choice::Handle { how, kind, .. } => {
                let item = self.heed().item_name(kind).to_lowercase();
                view.label = match how {
                    Handling::Draw => format!("Take the {item} in hand"),
                    Handling::Stow => format!("Stow the {item} in a slot"),
                    Handling::Pack => format!("Put the {item} into the pack"),
                    Handling::Unpack => format!("Take the {item} out of the pack, into a slot"),
                };
            }
            Choice::Lead { .. } => view.label = "Lead the party".to_owned(),
            Choice::Begin { .. } => {
                let trys = self.trys(state);
                view.label = format!("Begin: {}", trys_words(trys));
                view.rule = Some("HEED-T2");
                self.warn(state, trys, self.touched(state), &mut view);
            }
            Choice::Go { to, .. } => self.describe_going(state, to, &mut view),
            Choice::Gather { .. } => view.label = "Put what lies here into the pack".to_owned(),
            Choice::Leave { .. } => {
                view.label = "Leave the place for good".to_owned();
                if !self.place.achieved(&state.here) {
                    view.warnings.push(format!("not done yet: {}", self.place.goal.text));
                }
            }
            Choice::GoOn { .. } => {
                view.label = "Go on: the try ends".to_owned();
                view.rule = Some("HEED-T6");
                let trys = self.task(self.fight).map_or(1, |task| task.trys);
                self.warn(state, trys, state.stir | self.light_touches(state), &mut view);
            }
        }
        view
    }

    fn describe_task(&self, state: &State, who: Who, chore: Chore, view: &mut ChoiceView) {
        let Some(task) = self.task(chore.task) else { return };
        view.label = self.chore_words(state, who, chore);
        view.tab = Tab::Action;
        if matches!(task.does, Deed::Bandage | Deed::Cast | Deed::Drink) {
            view.targets.push(Who(chore.at));
        }
        if matches!(task.does, Deed::Open | Deed::Listen) {
            let beyond = self.place.beyond(chore.at, state.here.at);
            view.to = beyond.and_then(|zone| self.place.on_map(&state.here, zone));
        }
        view.rule = Some("HEED-T6");
        if task.chance < 6 {
            view.warnings.push(chance_words(task));
        }
        // As if the try began with this and with what the others have picked.
        let mut begun = state.clone();
        begun.hero_mut(who).chore = chore;
        let (trys, touched) = (self.trys(&begun), self.touched(&begun));
        let own = self.chore_trys(state, chore);
        if own > 1 {
            view.warnings.push(format!("takes {}", trys_words(own)));
        }
        self.warn(&begun, trys, touched, view);
    }

    fn describe_going(&self, state: &State, to: u8, view: &mut ChoiceView) {
        view.tab = Tab::Move;
        view.to = self.place.on_map(&state.here, to);
        view.label = format!("Go {}", self.place.going(&state.here, to));
        if state.here.visited.0 >> to & 1 == 0 {
            let trys = self.task(self.walk).map_or(1, |task| task.trys);
            self.warn(state, trys, self.walk_touches(state), view);
            if state.warned >> to & 1 == 1 {
                view.warnings.push("somebody was heard in there".to_owned());
            }
        }
    }

    /// Which faces of how many dice bring an encounter, and why; and that its chance is shown.
    fn warn(&self, state: &State, trys: u8, touched: u32, view: &mut ChoiceView) {
        view.aim = Some("brings an encounter");
        let faces = self.faces(state, touched);
        let mut why = vec!["1 always".to_owned()];
        let felt = (0..32_u8).filter(|sense| (touched & state.alert) >> sense & 1 == 1);
        why.extend(felt.zip(2..).map(|(sense, face)| format!("{face} {}", self.sense_name(sense))));
        let dice = if trys > 1 { format!("{trys}d10, any") } else { "d10".to_owned() };
        view.warnings.push(match faces {
            0 => "nothing is left here that could turn up".to_owned(),
            _ => format!("encounter on {dice} showing {}", why.join(", ")),
        });
    }

    pub(super) fn sense_name(&self, sense: u8) -> &str {
        self.senses.get(usize::from(sense)).map_or("", String::as_str)
    }

    // --- the table ---

    pub(super) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let known = self.known(state, seat);
        let state = &known;
        TableView {
            system: Trek::SYSTEM,
            health: Unit::default(),
            title: self.title.clone(),
            round: 0,
            phase: format!("Exploring: {}", self.zone_name(state.here.at)),
            gauges: self.all_gauges(state),
            map: self.map(state, seat),
            tokens: self.tokens(state),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.here.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    fracas_kernel::Outcome::Won(side) => Some(side),
                    fracas_kernel::Outcome::Draw => None,
                },
                text: match outcome {
                    fracas_kernel::Outcome::Draw => {
                        "The party is out of it, and what it came for is not done".to_owned()
                    }
                    _ => outcome.words().to_owned(),
                },
            }),
        }
    }

    fn map(&self, state: &State, seat: Seat) -> MapView {
        let mut map = self.place.map(&state.here, seat);
        let MapView::Zones { zones, .. } = &mut map else { return map };
        for card in zones {
            let Some(zone) = self.place.find_zone(&card.id) else { continue };
            let lying: Vec<&str> = state.floor.kinds(zone).map(|kind| self.heed().item_name(kind)).collect();
            if !lying.is_empty() {
                card.tags.push(Tag::feature(format!("here lies: {}", lying.join(", ").to_lowercase())));
            }
            if state.warned >> zone & 1 == 1 && state.here.visited.0 >> zone & 1 == 0 {
                card.tags.push(Tag::feature("somebody is in there".to_owned()));
            }
            for extra in state.extras.iter().filter(|extra| extra.zone == zone) {
                card.tags.push(Tag::feature(format!("waits here: {}", self.hero_sheet(extra.sheet).name)));
            }
        }
        map
    }

    fn tokens(&self, state: &State) -> Vec<Token> {
        let area = self.place.area_of(state.here.at);
        let rules = &self.fights[area * 4 % self.fights.len()];
        let mut fight = self.heroes_in(state, rules, &self.fields[area % self.fields.len()]);
        fight.at_first = fight.count;
        let awaited = self.awaited(state);
        let leader = state.leading(self.heed());
        let badge = |name: String, means: String| fracas_kernel::Badge {
            name,
            means,
            good: true,
            mark: Default::default(),
        };
        let token = |who: Who| {
            let mut token = rules.token(&fight, who);
            token.to_act = awaited.has(who);
            if state.hero(who).lost {
                token.status = fracas_kernel::Status::Dead;
            }
            if leader == Some(who) {
                token.badges.insert(0, badge("leads".to_owned(), "decides for the party".to_owned()));
            }
            if state.hero(who).chore != Chore::UNDECIDED {
                let words = self.chore_words(state, who, state.hero(who).chore);
                token.badges.insert(0, badge(words, "in this try".to_owned()));
            }
            if state.lit >> (who.0 & 7) & 1 == 1 {
                token
                    .badges
                    .push(badge("candle-end".to_owned(), "a light of its own for this try".to_owned()));
            }
            token
        };
        state.everyone().map(token).collect()
    }

    fn question(&self, state: &State) -> Option<Question> {
        let asked = self.ask(state).asked();
        if state.here.outcome.is_some() || asked.is_empty() {
            return None;
        }
        let leader =
            state.leading(self.heed()).map_or(String::new(), |who| self.hero_name(state, who).to_owned());
        let (text, rule) = if state.fought {
            ("The combat is over. Go on?".to_owned(), "HEED-T6")
        } else {
            let faces = self.faces(state, self.touched(state));
            let text = format!(
                "What does everybody do in this try? {leader} begins it, or leads on (d10: {faces} of 10 bring an encounter)"
            );
            (text, "HEED-T2")
        };
        Some(Question { asked, text, reaction: false, rule: Some(rule) })
    }

    pub(super) fn all_gauges(&self, state: &State) -> Vec<Gauge> {
        let gauge =
            |id, name, text: String, means: &str, low| Gauge { id, name, text, means: means.to_owned(), low };
        let rules = self.heed();
        let lights: Vec<&str> = state
            .up(rules)
            .filter(|&who| state.has_light(rules, who))
            .map(|who| self.hero_name(state, who))
            .collect();
        let here = if self.is_dark(state) { "dark" } else { "light" };
        let own = if lights.is_empty() { "nobody has a light".to_owned() } else { lights.join(", ") };
        let light = format!("{here} here; own light: {own}; {} candle-ends", state.candles);
        let left = self.limit.saturating_sub(state.trys);
        let bandages = self.carried(state, Quality::Bandage);
        let potions = self.carried(state, Quality::Potion);
        let pack: Vec<String> = state
            .pack
            .all()
            .map(|stack| format!("{} × {}", stack.count, rules.item_name(stack.kind).to_lowercase()))
            .collect();
        let pack = if pack.is_empty() { "empty".to_owned() } else { pack.join(", ") };
        vec![
            gauge("clock", "time", self.clock(state.trys), "a try is six minutes", left <= 10),
            gauge(
                "light",
                "light",
                light,
                "in the dark those who work at once need a light each",
                lights.is_empty() && self.is_dark(state),
            ),
            gauge(
                "bandages",
                "bandages",
                bandages.to_string(),
                "at hand and in the pack; one for each wound",
                bandages == 0,
            ),
            gauge("potions", "potions", potions.to_string(), "at hand and in the pack", false),
            gauge("gold", "gold", state.gold.to_string(), "what was found so far", false),
            gauge(
                "pack",
                "pack",
                pack,
                "what the party carries together; nobody gets at it in a combat",
                false,
            ),
        ]
    }

    /// How many things of a sort the party has, at hand and in the pack.
    pub(super) fn carried(&self, state: &State, wanted: Quality) -> u32 {
        let rules = self.heed();
        let heroes = state.present().flat_map(|who| {
            let hero = state.hero(who);
            hero.slots.into_iter().chain(hero.hands)
        });
        let own = heroes.filter(|&kind| rules.is(kind, wanted)).count() as u32;
        own + state
            .pack
            .all()
            .filter(|stack| rules.is(stack.kind, wanted))
            .map(|stack| u32::from(stack.count))
            .sum::<u32>()
    }

    /// The time of day after so many trys.
    pub(super) fn clock(&self, trys: u16) -> String {
        let since_midnight = u32::from(self.hour) * 10 + u32::from(trys);
        let (day, minutes) = (since_midnight / DAY + 1, since_midnight % DAY * 6);
        format!("day {day}, {:02}:{:02} ({trys} of {} trys)", minutes / 60, minutes % 60, self.limit)
    }
}

pub(super) fn trys_words(trys: u8) -> String {
    match trys {
        1 => "one try, six minutes".to_owned(),
        _ => format!("{trys} trys, {} minutes", u32::from(trys) * 6),
    }
}

fn chance_words(task: &Task) -> String {
    let chance = f64::from(task.chance) / 6.0 * 100.0;
    format!(
        "comes off on {} or more of a d6 ({chance:.0} %), one face more for each who helps",
        7 - task.chance
    )
}
