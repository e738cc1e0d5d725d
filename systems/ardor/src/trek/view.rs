//! The journey on the screen: choices, gauges and the display model. The log is in `story`.

use fracas_adventure::Clock;
use fracas_kernel::{
    Badge, ChoiceView, Gauge, MapView, Named, Outcome, OutcomeView, Play, Question, Seat, Show, Tab,
    TableView, Tag, Token, Unit, Who,
};

use super::apply::GLOOM;
use super::choices::{Choice, TOUGHEN};
use super::data::{Boon, Comfort, Trek};
use super::state::{DAY, Press, State, each, hero, hx};
use super::story::outcome_words;
use crate::data::Attribute;
use crate::words::capital;

/// What a pursuit gives, in words.
pub(crate) fn boon_words(boon: &Boon) -> String {
    let many = |count: u8, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("one more {one} now and in every adventure")),
        n => Some(format!("{n} more {many} now and in every adventure")),
    };
    let parts = [
        many(boon.kits, "Healing Kit", "Healing Kits"),
        many(boon.rations, "ration", "rations"),
        (boon.xp > 0).then(|| format!("{} XP for everybody", boon.xp)),
        (boon.stealth > 0).then(|| format!("Challenge Scores for going unseen are {} lower", boon.stealth)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Trek {
    /// What the judge can give to a hero.
    pub(crate) fn gifts(&self) -> Vec<Named> {
        let heroes = (0..self.heroes.len() as u8).map(Who);
        let lore = heroes.flat_map(|who| {
            let sheet = self.sheet(who);
            (sheet.known..sheet.abilities.len() as u8).filter_map(move |which| self.lore(who, which))
        });
        let abilities = lore.map(|ability| Named::new(&ability.id, &ability.name));
        let pursuits = self.pursuits.iter().map(|pursuit| Named::new(&pursuit.id, &pursuit.name));
        let mut all: Vec<Named> = ["xp", "kits", "rations"].map(Named::word).into_iter().collect();
        for gift in pursuits.chain(abilities) {
            if !all.contains(&gift) {
                all.push(gift);
            }
        }
        all
    }

    // --- choices ---

    pub(crate) fn choice_text(&self, state: &State, choice: Choice) -> String {
        let id = &self.sheet(choice.who()).id;
        let cache =
            |cache: u8| self.place.caches.get(usize::from(cache)).map_or("", |cache| cache.id.as_str());
        let ability = |who, which| self.lore(who, which).map_or("", |ability| ability.id.as_str());
        let pursuit = |pursuit: u8| self.pursuits.get(usize::from(pursuit)).map_or("", |one| one.id.as_str());
        let care = |careful| if careful { " carefully" } else { "" };
        match choice {
            Choice::Lead { .. } => format!("{id} lead"),
            Choice::Go { to, careful, .. } => {
                format!("{id} go {}{}", self.place.handle(&state.here, to), care(careful))
            }
            Choice::Sneak { to, careful, .. } => {
                format!("{id} sneak {}{}", self.place.handle(&state.here, to), care(careful))
            }
            Choice::Attack { .. } => format!("{id} attack"),
            Choice::Break { .. } => format!("{id} break"),
            Choice::Rest { .. } => format!("{id} rest"),
            Choice::Linger { .. } => format!("{id} linger"),
            Choice::Wait { .. } => format!("{id} wait"),
            Choice::Leave { .. } => format!("{id} leave"),
            Choice::Search { .. } => format!("{id} search"),
            Choice::Force { to, .. } => format!("{id} force {}", self.place.handle(&state.here, to)),
            Choice::Take { cache: index, .. } => format!("{id} take {}", cache(index)),
            Choice::Kit { .. } => format!("{id} kit"),
            Choice::Train { who, which } => format!("{id} train {}", ability(who, which)),
            Choice::Toughen { .. } => format!("{id} toughen"),
            Choice::Work { pursuit: index, .. } => format!("{id} work {}", pursuit(index)),
            Choice::Learn { .. } => format!("{id} learn"),
            Choice::Later { .. } => format!("{id} later"),
        }
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let mut view =
            ChoiceView { tab: Tab::Turn, ..ChoiceView::new(choice.who(), self.choice_text(state, choice)) };
        match choice {
            Choice::Go { to, careful, .. } => self.go_view(state, to, careful, &mut view),
            Choice::Sneak { to, careful, .. } => self.sneak_view(state, to, careful, &mut view),
            Choice::Break { .. } | Choice::Rest { .. } | Choice::Linger { .. } | Choice::Wait { .. } => {
                self.rest_view(state, choice, &mut view);
            }
            Choice::Train { .. }
            | Choice::Toughen { .. }
            | Choice::Work { .. }
            | Choice::Learn { .. }
            | Choice::Later { .. } => self.growth_view(state, choice, &mut view),
            _ => self.deed_view(state, choice, &mut view),
        }
        view
    }

    fn go_view(&self, state: &State, to: u8, careful: bool, view: &mut ChoiceView) {
        (view.tab, view.to) = (Tab::Move, self.place.on_map(&state.here, to));
        let way = self.way_to(state, to).and_then(|way| self.passages.get(usize::from(way)));
        let long = way.map_or(String::new(), |way| duration(way.minutes.into()));
        let care = if careful { ", carefully" } else { "" };
        view.label = format!("Go {}{care}{long}", self.place.going(&state.here, to));
        let Some(hazard) = way.and_then(|way| way.hazard.as_ref()) else {
            return self.warn_of_foes(state, to, view);
        };
        let leader = self.leader(state);
        view.aim = Some("gets across");
        view.rule = Some(if careful { "ARDOR-S9" } else { "ARDOR-S2" });
        view.label = format!("{}: {}{care}{long}", capital(&hazard.name), self.place.going(&state.here, to));
        view.warnings.push(format!(
            "{}'s {} against {}",
            self.sheet(leader).name,
            hazard.by.name(),
            hazard.challenge + self.hardship(state)
        ));
        if self.is_gloomy(state, state.here.at) {
            view.warnings.push(format!("in the dark: {GLOOM} less"));
        }
        self.warn_of_slip(hazard.slip.as_ref(), careful, view);
        self.warn_of_foes(state, to, view);
    }

    fn sneak_view(&self, state: &State, to: u8, careful: bool, view: &mut ChoiceView) {
        (view.tab, view.to) = (Tab::Move, self.place.on_map(&state.here, to));
        let way = self.way_to(state, to).and_then(|way| self.passages.get(usize::from(way)));
        let long = way.map_or(String::new(), |way| duration(2 * u32::from(way.minutes)));
        let care = if careful { ", carefully" } else { "" };
        view.label = format!("Go unseen {}{care}{long}", self.place.going(&state.here, to));
        view.aim = Some("goes unseen");
        view.rule = Some(if careful { "ARDOR-S9" } else { "ARDOR-S2" });
        let who = self.clumsiest(state);
        view.warnings.push(format!(
            "{}, who is the least quiet, against {}",
            self.sheet(who).name,
            self.challenge(state, to)
        ));
        self.warn_of_slip(self.slip_in(to), careful, view);
        self.warn_of_foes(state, to, view);
    }

    fn warn_of_slip(&self, slip: Option<&crate::data::Fumble>, careful: bool, view: &mut ChoiceView) {
        let Some(slip) = slip else { return };
        if careful {
            view.warnings.push(format!("care: {} less", self.care(true)));
        }
        if let Some(below) = self.limit(slip, careful) {
            view.warnings.push(format!("below {below}: {}", slip.what));
        }
    }

    /// Those who are known to live there.
    fn warn_of_foes(&self, state: &State, zone: u8, view: &mut ChoiceView) {
        for (encounter, index) in self.place.encounters.iter().zip(0_u8..) {
            let known = state.met & !state.here.gone.0 & super::state::bit(index) != 0;
            if known && encounter.lair == Some(zone) {
                view.warnings.push(format!("there: {}", encounter.name));
            }
        }
        for stray in state.strays.iter().flatten().filter(|stray| stray.zone == zone && stray.known) {
            if let Some(sheet) = self.fights[0].sheets.get(usize::from(stray.sheet)) {
                view.warnings.push(format!("there: {}", sheet.name));
            }
        }
    }

    fn rest_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        let terrain = &self.terrain[usize::from(state.here.at)];
        match choice {
            Choice::Break { .. } => {
                view.label = "Take a Break: Ardor, and Healing Kits (10 minutes)".to_owned();
                view.rule = Some("ARDOR-B1");
            }
            Choice::Rest { .. } => {
                let mouths = state.present(self.party()).count_ones();
                view.label = format!("Eat and sleep: a Standard Rest (8 hours, {mouths} rations)");
                view.rule = Some("ARDOR-B2");
                if terrain.risk > 0 && self.place.weight > 0 {
                    view.warnings.push(format!("{} in 6 that something turns up", terrain.risk));
                }
            }
            Choice::Linger { .. } => {
                view.label = match state.fresh {
                    true => "Rest for days before you set out: an Extended Rest".to_owned(),
                    false => format!("Rest for {} days: an Extended Rest", self.rest_days),
                };
                view.rule = Some("ARDOR-B3");
                let uneasy = state.present(self.party()) & !self.suited(state);
                let names: Vec<&str> = each(uneasy).map(|who| self.sheet(who).name.as_str()).collect();
                if !names.is_empty() {
                    view.warnings.push(format!("no comfort for {}", names.join(", ")));
                }
            }
            _ => {
                let until = if state.is_night() { "daybreak" } else { "nightfall" };
                view.label = format!("Wait for {until}");
            }
        }
    }

    fn growth_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        let who = choice.who();
        view.rule = Some("ARDOR-B3");
        match choice {
            Choice::Train { which, .. } => {
                let price = self.price(state, who, which).unwrap_or(0);
                view.label = format!("Train {} ({price} XP)", self.ability_name(who, which));
            }
            Choice::Toughen { .. } => view.label = format!("Get tougher: 2 more health ({TOUGHEN} XP)"),
            Choice::Work { pursuit, .. } => {
                let filled = state.pursuits.get(usize::from(pursuit)).copied().unwrap_or(0);
                if let Some(known) = self.pursuits.get(usize::from(pursuit)) {
                    view.label = format!("Work on {} ({filled} of {})", known.name, known.segments);
                    view.warnings.push(format!("when full: {}", boon_words(&known.gives)));
                }
            }
            _ => {
                let which = self.undiscovered(state, who).unwrap_or(0);
                let (ability, price) =
                    (self.ability_name(who, which), self.lore(who, which).map_or(0, |ability| ability.xp));
                view.label = match choice {
                    Choice::Learn { .. } => format!("Learn {ability} now ({price} XP)"),
                    _ => format!("Note {ability} for an Extended Rest"),
                };
                (view.tab, view.rule) = (Tab::Answer, Some("ARDOR-S7"));
            }
        }
    }

    fn deed_view(&self, state: &State, choice: Choice, view: &mut ChoiceView) {
        let at = &self.terrain[usize::from(state.here.at)];
        view.tab = Tab::Action;
        match choice {
            Choice::Lead { .. } => (view.label, view.tab) = ("Take the lead".to_owned(), Tab::Turn),
            Choice::Attack { .. } => {
                let foes = self.company(state).map(|foes| self.foes_name(state, foes));
                let foes = foes.unwrap_or_else(|| "whoever is here".to_owned());
                view.label = format!("Fall upon {foes}, unnoticed");
                view.rule = Some("ARDOR-S2");
            }
            Choice::Leave { .. } => {
                (view.label, view.tab) = ("Leave for good".to_owned(), Tab::Turn);
                if !self.place.achieved(&state.here) {
                    view.warnings.push(format!("not done yet: {}", self.place.goal.text));
                }
            }
            Choice::Search { who } => {
                let modifier = self.modifier(state, who, Attribute::Wit);
                view.label = "Search (20 minutes)".to_owned();
                (view.aim, view.rule) = (Some("searches well"), Some("ARDOR-S1"));
                let challenge = at.challenge + self.hardship(state);
                view.warnings.push(format!("wit {modifier:+} against {challenge}"));
            }
            Choice::Force { who, to } => {
                let knack = self.knack(state, who);
                view.label =
                    format!("Force the door to {} (10 minutes)", self.place.whither(&state.here, to));
                view.to = self.place.on_map(&state.here, to);
                (view.aim, view.rule) = (Some("opens it"), Some("ARDOR-S1"));
                view.warnings.push(format!("might or wit {knack:+}"));
            }
            Choice::Take { cache, .. } => {
                let name = self.place.caches.get(usize::from(cache)).map_or("", |cache| &cache.name);
                view.label = format!("Take {name}");
                if self.company(state).is_some() {
                    (view.aim, view.rule) = (Some("is not noticed"), Some("ARDOR-S2"));
                }
            }
            _ => {
                let health = state.most[hx(choice.who())];
                view.label = format!("Use up a Healing Kit: health back to {health}");
                view.rule = Some("ARDOR-B1");
            }
        }
    }

    // --- the table ---

    pub(crate) fn all_gauges(&self, state: &State) -> Vec<Gauge> {
        let here = state.here.at;
        let light = match (self.is_gloomy(state, here), state.is_night()) {
            (true, true) => "night",
            (true, false) => "dark",
            (false, true) => "night, lamps within",
            (false, false) => "day",
        };
        let gauge =
            |id, name, text: String, means: &str, low| Gauge { id, name, text, means: means.to_owned(), low };
        let mouths = state.present(self.party()).count_ones();
        let last = state.clock + 2 * DAY > u32::from(self.days) * DAY;
        let mut all = vec![
            gauge("clock", "Time", Clock::words(state.clock), "what everything takes, rests above all", last),
            gauge(
                "light",
                "Light",
                light.to_owned(),
                "the dark hides you, and makes dangerous ways worse",
                false,
            ),
            gauge(
                "kits",
                "Healing Kits",
                state.kits.to_string(),
                "one restores all health of one, at a Break",
                state.kits == 0,
            ),
            gauge(
                "rations",
                "Rations",
                state.rations.to_string(),
                "a Standard Rest takes one for each",
                u32::from(state.rations) < mouths,
            ),
        ];
        if let Some(matter) = &self.matter {
            let text = match state.matter {
                Press::Presses => format!("{}: {} of {}", matter.name, self.pressed(state), matter.segments),
                Press::CameToPass => format!("{}: too late", matter.name),
                Press::Settled | Press::Nothing => format!("{}: settled", matter.name),
            };
            let low = state.matter == Press::Presses && self.pressed(state) + 1 >= matter.segments;
            all.push(gauge("pressing", "Presses", text, "no Extended Rest until it is settled", low));
        }
        let begun = self.pursuits.iter().zip(state.pursuits).filter(|(_, filled)| *filled > 0);
        let begun: Vec<String> =
            begun.map(|(one, filled)| format!("{} {filled}/{}", one.name, one.segments)).collect();
        if !begun.is_empty() {
            all.push(gauge(
                "pursuits",
                "Pursuits",
                begun.join(", "),
                "filled at Extended Rests and by deeds",
                false,
            ));
        }
        all
    }

    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let outcome = state.here.outcome;
        let finder = each(state.discovering).next();
        let text = match finder {
            Some(_) => "A discovery: learn it at once?".to_owned(),
            None => format!("You are at {}. What now?", self.zone_name(state.here.at)),
        };
        let question = Question {
            asked: self.ask(state).asked(),
            text,
            reaction: false,
            rule: finder.map(|_| "ARDOR-S7"),
        };
        let phase = if state.leisure != 0 { "at leisure in" } else { "exploring" };
        TableView {
            system: "ardor",
            health: Unit::default(),
            title: self.title.clone(),
            round: 0,
            phase: format!("{phase} {}", self.zone_name(state.here.at)),
            gauges: Vec::new(),
            map: self.map(state, seat),
            tokens: self.tokens(state, seat),
            question: outcome.is_none().then_some(question),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: outcome_words(outcome).to_owned(),
            }),
        }
    }

    /// The party's map, with Challenge Scores, known dwellers and what a place is good for.
    fn map(&self, state: &State, seat: Seat) -> MapView {
        let mut map = self.place.map(&state.here, seat);
        if let MapView::Zones { zones, .. } = &mut map {
            for card in zones {
                let Some(zone) = self.place.find_zone(&card.id) else { continue };
                let terrain = &self.terrain[usize::from(zone)];
                card.tags.push(Tag::feature(format!("challenge {}", self.challenge(state, zone))));
                if terrain.comforts != 0 && super::state::has(state.here.visited.0, zone) {
                    card.tags.push(Tag::feature(format!("comfort: {}", Comfort::words(terrain.comforts))));
                }
                let known = self.place.encounters.iter().zip(0_u8..).filter(|(encounter, index)| {
                    let met = state.met & !state.here.gone.0 & super::state::bit(*index) != 0;
                    met && encounter.lair == Some(zone) && seat != Seat::Judge
                });
                card.tags.extend(known.map(|(encounter, _)| encounter.name.clone()).map(Tag::feature));
                let strays = state.strays.iter().flatten().filter(|stray| stray.zone == zone);
                let sheets = strays.filter_map(|stray| self.fights[0].sheets.get(usize::from(stray.sheet)));
                card.tags.extend(sheets.map(|sheet| sheet.name.clone()).map(Tag::feature));
            }
        }
        map
    }

    /// The heroes as a fight would show them that nobody else is in.
    fn tokens(&self, state: &State, seat: Seat) -> Vec<Token> {
        let (field, _) = self.field_of(state.here.at);
        let mut tokens = self.fights[field].view(&self.deploy(state, None), seat).tokens;
        let awaited = self.awaited(state);
        for token in &mut tokens {
            token.to_act = state.here.outcome.is_none() && awaited.has(token.who);
            self.badges(state, token.who, &mut token.badges);
        }
        tokens
    }

    fn badges(&self, state: &State, who: Who, badges: &mut Vec<Badge>) {
        let badge = |name: &str, means: String, good| Badge {
            name: name.to_owned(),
            means,
            good,
            mark: Default::default(),
        };
        if state.captor[hx(who)] != 0 {
            badges.push(badge("captive", "free when those who hold it are beaten".to_owned(), false));
            return;
        }
        if who == self.leader(state) {
            badges.push(badge("leads", "decides where the party goes, and finds the way".to_owned(), true));
        }
        if self.suited(state) & hero(who) != 0 {
            let words = Comfort::words(self.sheet(who).comforts);
            badges.push(badge("at ease", format!("rests well in: {words}"), true));
        }
    }
}

/// " (20 minutes)", " (3 hours)"
fn duration(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!(" ({minutes} minutes)"),
        (1, 0) => " (1 hour)".to_owned(),
        (hours, 0) => format!(" ({hours} hours)"),
        (hours, minutes) => format!(" ({hours} h {minutes} min)"),
    }
}
