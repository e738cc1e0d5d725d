//! The journey on the screen: the map as it has grown, the heroes, gauges, and choices with what one should know before.

use fracas_kernel::{
    Badge, ChoiceView, Gauge, MapView, Named, Outcome, OutcomeView, Question, Seat, Status, Tab, TableView,
    Tag, Unit, Who,
};

use super::choices::Choice;
use super::data::Trek;
use super::state::{MOST_FURNITURE, NONE, State, bit, crowd, each, has, ix};
use crate::data::{Attribute, Feature};

impl Trek {
    /// What the judge can give to a hero.
    pub(crate) fn gifts(&self) -> Vec<Named> {
        let weapons = self.finds.iter().map(|&find| &self.fights[0].weapons[usize::from(find)]);
        let finds = weapons.map(|weapon| Named::new(&weapon.id, &weapon.name));
        ["oil", "food", "salves", "silver"].map(Named::word).into_iter().chain(finds).collect()
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view = ChoiceView {
            rule: Some("TWELVES-J1"),
            ..ChoiceView::new(choice.who(), self.choice_text(state, choice))
        };
        match choice {
            Choice::Go { to, .. } => self.go_view(state, to, &mut view),
            Choice::Rest { .. } => self.rest_view(state, &mut view),
            Choice::Leave { .. } => {
                view.label = "Leave this place for good".to_owned();
                view.tab = Tab::Move;
                if !self.place.achieved(&state.here) {
                    view.warnings.push(format!("not done yet: {}", self.place.goal.text));
                }
            }
            Choice::Search { .. } => {
                let wits = self.attribute(state, who, Attribute::Wits, 0);
                self.task(
                    &mut view,
                    format!("Search here (wits {wits})"),
                    "finds what there is",
                    "TWELVES-J2",
                );
            }
            Choice::Listen { way, .. } => {
                let wits = self.attribute(state, who, Attribute::Wits, 0);
                let label = format!("Listen at {} (wits {wits})", self.way_words(state, way));
                self.task(&mut view, label, "hears what there is", "TWELVES-J5");
                self.lead_there(state, way, &mut view);
            }
            Choice::Force { way, .. } => {
                let might = self.attribute(state, who, Attribute::Might, self.hard_at(way));
                let label = format!("Force {} (might {might})", self.way_words(state, way));
                self.task(&mut view, label, "opens", "TWELVES-J3");
                view.warnings.push("loud: what turns up is twice as likely".to_owned());
                self.lead_there(state, way, &mut view);
            }
            Choice::Pick { way, .. } => {
                let wits = self.attribute(state, who, Attribute::Wits, self.hard_at(way));
                let label = format!("Pick {} (wits {wits})", self.way_words(state, way));
                self.task(&mut view, label, "opens", "TWELVES-J3");
                self.lead_there(state, way, &mut view);
            }
            Choice::Take { cache, .. } => self.take_view(state, who, cache, &mut view),
            Choice::Tend { target, .. } => {
                let wits = self.attribute(state, who, Attribute::Wits, 0);
                let label = format!("Tend {} (wits {wits})", self.sheet(state, target).name);
                self.task(&mut view, label, "brings round", "TWELVES-J7");
                view.targets = vec![target];
                if state.salves == 0 && state.able() & !state.tried[ix(target)] == bit(who) {
                    view.warnings.push("the last who can try".to_owned());
                }
            }
            Choice::Salve { target, .. } => {
                view.label =
                    format!("Salve {}: {} hits back", self.sheet(state, target).name, Trek::SALVE_HEALS);
                view.targets = vec![target];
                view.rule = Some("TWELVES-J9");
            }
            Choice::Use { feature, target, .. } => {
                let (rules, field) = self.field(state);
                let there = fracas_kernel::Tell::describe(
                    rules,
                    &field,
                    who.does(crate::Deed::Use { feature, target }),
                );
                view = ChoiceView { text: view.text, ..there };
            }
            Choice::Watch { .. } => {
                view.label = "Keep watch".to_owned();
                view.tab = Tab::Turn;
                view.rule = Some("TWELVES-J5");
            }
            Choice::Lead { .. } => {
                view.label = "Take the lead".to_owned();
                view.tab = Tab::Turn;
            }
        }
        view
    }

    fn task(&self, view: &mut ChoiceView, label: String, aim: &'static str, rule: &'static str) {
        view.label = label;
        view.aim = Some(aim);
        view.rule = Some(rule);
    }

    pub(crate) fn hard_at(&self, way: u8) -> u8 {
        self.hard.get(usize::from(way)).copied().unwrap_or(0)
    }

    fn lead_there(&self, state: &State, way: u8, view: &mut ChoiceView) {
        let beyond = self.place.beyond(way, state.here.at);
        view.to = beyond.and_then(|zone| self.place.on_map(&state.here, zone));
    }

    fn go_view(&self, state: &State, to: u8, view: &mut ChoiceView) {
        view.label = format!("Go {}", self.place.going(&state.here, to));
        view.tab = Tab::Move;
        view.to = self.place.on_map(&state.here, to);
        // TWELVES-Z4: nobody walks into a hazard without having been told.
        if let Some(cost) = self.hazard_words(state, to) {
            let spared = |who: &Who| self.sheet(state, *who).knack.sure;
            let caught = each(state.able()).filter(|who| !spared(who)).count();
            view.warnings.push(format!("{cost} ({caught} of you)"));
        }
        if self.is_dark(to) && state.oil == 0 {
            view.warnings.push("dark, and no oil".to_owned());
        }
    }

    /// What entering a zone costs now.
    fn hazard_words(&self, state: &State, zone: u8) -> Option<String> {
        let area = self.place.area_of(zone);
        let local = self.local(area, zone)?;
        let hazard = self.fights[area].hazards.get(usize::from(local))?.as_ref()?;
        (state.hazards >> (zone & 31) & 1 == 1).then(|| self.fights[area].hazard_words(hazard))
    }

    fn rest_view(&self, state: &State, view: &mut ChoiceView) {
        view.label = format!("Rest six hours: {} hits back for everybody", Trek::REST_HEALS);
        view.tab = Tab::Turn;
        view.aim = Some("stays unbroken");
        view.rule = Some("TWELVES-J8");
        view.warnings.push(format!("a meal each: {} of {}", state.able().count_ones(), state.food));
        if self.is_dark(state.here.at) {
            view.warnings.push(format!(
                "burns {} of {} measures of oil",
                Trek::REST.min(state.oil),
                state.oil
            ));
        }
    }

    fn take_view(&self, state: &State, who: Who, cache: u8, view: &mut ChoiceView) {
        let Some(known) = self.place.caches.get(usize::from(cache)) else { return };
        view.label = format!("Take {}", known.name);
        let weapon = self.contents.get(usize::from(cache)).and_then(|contents| contents.weapon);
        if let Some(weapon) = weapon {
            let name = self.find_name(weapon);
            if self.can_carry(state, who, weapon) {
                view.label += &format!(" and carry the {name}");
            } else {
                view.warnings.push(format!("leaves the {name}: no hand free for it"));
            }
        }
    }

    pub(crate) fn find_name(&self, find: u8) -> String {
        let weapon = self.finds.get(usize::from(find)).map_or(0, |&weapon| usize::from(weapon));
        self.fights[0].weapons[weapon.min(self.fights[0].weapons.len() - 1)].name.to_lowercase()
    }

    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let (rules, field) = self.field(state);
        let mut tokens: Vec<_> =
            (0..self.heroes.len() as u8).map(|index| rules.token(&field, Who(index))).collect();
        for token in &mut tokens {
            token.to_act = state.able() & !state.busy & bit(token.who) != 0 && state.here.outcome.is_none();
            if state.dead & bit(token.who) != 0 {
                (token.status, token.place) = (Status::Dead, None);
            }
            self.badges(state, token.who, &mut token.badges);
        }
        TableView {
            system: "twelves",
            health: Unit::default(),
            title: self.title.clone(),
            round: 0,
            phase: format!("exploring: {}", self.place.zone(state.here.at).name),
            map: self.map(state, seat),
            tokens,
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: self.measure(state),
            outcome: state.here.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: self.outcome_words(outcome),
            }),
        }
    }

    fn badges(&self, state: &State, who: Who, badges: &mut Vec<Badge>) {
        let mut badge = |name: &str, means: String, good| {
            badges.push(Badge { name: name.to_owned(), means, good, mark: Default::default() })
        };
        if state.leading() == bit(who) && state.here.outcome.is_none() {
            badge("leads", "decides where the party goes".to_owned(), true);
        }
        if state.watching & bit(who) != 0 {
            badge("watch", "ready for what turns up".to_owned(), true);
        } else if state.busy & bit(who) != 0 {
            badge("busy", "has done something in these ten minutes".to_owned(), true);
        }
        if state.weapon[ix(who)] != NONE {
            let name = self.find_name(state.weapon[ix(who)]);
            badge(&name.clone(), format!("has found a {name}"), true);
        }
    }

    /// The place as far as it is known, with its hazards and features.
    fn map(&self, state: &State, seat: Seat) -> MapView {
        let mut map = self.place.map(&state.here, seat);
        if let MapView::Zones { zones, .. } = &mut map {
            for card in zones {
                let Some(zone) = self.place.find_zone(&card.id) else { continue };
                card.tags.extend(
                    self.hazard_words(state, zone).map(|words| format!("hazard: {words}")).map(Tag::feature),
                );
                if seat == Seat::Judge || has(state.here.visited, zone) {
                    self.furniture_tags(state, zone, &mut card.tags);
                }
                if seat == Seat::Judge {
                    let sheets = &self.fights[0].sheets;
                    let names = state.strays_in(zone).map(|stray| &sheets[usize::from(stray.sheet)].name);
                    card.tags.extend(names.map(|name| format!("stray: {name}")).map(Tag::feature));
                }
            }
        }
        map
    }

    fn furniture_tags(&self, state: &State, zone: u8, tags: &mut Vec<Tag>) {
        let area = self.place.area_of(zone);
        let there = self.furniture[area].iter().zip(&self.fights[area].features);
        for (&number, feature) in there.filter(|(_, feature)| self.local(area, zone) == Some(feature.zone)) {
            let left = match state.uses[usize::from(number) % MOST_FURNITURE] {
                0 => " (used up)".to_owned(),
                Feature::ENDLESS => String::new(),
                left => format!(" ({left} left)"),
            };
            tags.push(Tag::feature(format!("use: {}{left}", feature.name.to_lowercase())));
        }
        match state.cover[usize::from(zone) % state.cover.len()] {
            0 => {}
            cover => tags.push(Tag::feature(format!("cover {cover}"))),
        }
    }

    fn question(&self, state: &State) -> Option<Question> {
        if state.here.outcome.is_some() {
            return None;
        }
        let text = match each(state.down).next() {
            Some(who) => format!("{} lies there. Who helps, and how?", self.sheet(state, who).name),
            None => "What does each of you do in these ten minutes, or where does the party go?".to_owned(),
        };
        let rule = if state.down != 0 { "TWELVES-J7" } else { "TWELVES-J1" };
        Some(Question { asked: crowd(self.asked(state)), text, reaction: false, rule: Some(rule) })
    }

    pub(crate) fn measure(&self, state: &State) -> Vec<Gauge> {
        let dark = self.is_dark(state.here.at);
        let light = match (dark, state.oil) {
            (false, _) => "none needed".to_owned(),
            (true, 0) => "dark".to_owned(),
            (true, _) => "lamp".to_owned(),
        };
        let gauge = |id, name, value: u16, means: &str, low| Gauge {
            id,
            name,
            text: value.to_string(),
            means: means.to_owned(),
            low,
        };
        let party = state.alive.count_ones() as u16;
        vec![
            self.clock.gauge(state.clock, 36),
            Gauge {
                id: "light",
                name: "light",
                text: light,
                means: "where it is dark, oil burns".to_owned(),
                low: dark && state.oil == 0,
            },
            gauge("oil", "oil", state.oil, "ten minutes of light each, in the dark", state.oil <= 6),
            gauge("food", "meals", state.food, "one each for a rest", state.food < party),
            gauge("salves", "salves", state.salves, "2 hits back, for the defeated too", state.salves == 0),
            gauge("silver", "silver", state.silver, "what was found", false),
            Gauge {
                id: "danger",
                name: "danger",
                text: format!("{} in 12", self.danger),
                means: "that something turns up after ten minutes in one place".to_owned(),
                low: false,
            },
        ]
    }
}
