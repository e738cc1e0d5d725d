//! The journey on the screen: the stages as far as they are known, the heroes with what they carry, gauges, and choices
//! with what one should know before.

use fracas_kernel::{
    Badge, BadgeMark, ChoiceView, Crowd, Gauge, MapView, Named, Outcome, OutcomeView, Question, Seat, Tab,
    TableView, Tag, Who,
};

use super::choices::Choice;
use super::data::Trek;
use super::state::{Spot, State, bit, crowd, each, has, ix};
use crate::data::{Ability, ItemKind};
use crate::state::NOTHING;

impl Trek {
    /// What the judge can give to a hero.
    pub(crate) fn gifts(&self) -> Vec<Named> {
        let carried = self.shelf().items.iter().filter(|item| !item.is_natural());
        let things = carried.map(|item| Named::new(&item.id, &item.name));
        std::iter::once(Named::word("food")).chain(things).collect()
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view = ChoiceView {
            rule: Some("RANKS-J1"),
            ..ChoiceView::new(choice.who(), self.choice_text(state, choice))
        };
        let held =
            |place: u8| state.item(who, place).map_or("nothing".to_owned(), |item| self.item_name(item));
        match choice {
            Choice::Go { to, .. } => self.go_view(state, to, &mut view),
            Choice::Pause { .. } => {
                view.label = "Catch breath, all of you: Damage and conditions go".to_owned();
                (view.tab, view.rule) = (Tab::Turn, Some("RANKS-J5"));
            }
            Choice::Rest { .. } => {
                view.label = "Rest eight hours: a wound less for everybody".to_owned();
                (view.tab, view.aim, view.rule) = (Tab::Turn, Some("stays unbroken"), Some("RANKS-J7"));
                view.warnings.push(format!("a meal each: {} of {}", state.alive.count_ones(), state.food));
            }
            Choice::Leave { .. } => {
                view.label = "Leave for good".to_owned();
                view.tab = Tab::Move;
                if !self.place.achieved(&state.here) {
                    view.warnings.push(format!("not done yet: {}", self.place.goal.text));
                }
            }
            Choice::Search { .. } => {
                let rank = self.rank(state, who, Ability::Perception);
                view.label = format!("Search here (perception {rank}, {} or more)", Trek::ENOUGH);
                (view.aim, view.rule) = (Some("finds what there is"), Some("RANKS-J2"));
            }
            Choice::Force { way, .. } | Choice::Pick { way, .. } => {
                self.open_view(state, choice, way, &mut view)
            }
            Choice::Open { cache, .. } => {
                let cache = self.place.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.name);
                view.label = format!("Open {cache}");
                view.rule = Some("RANKS-J4");
            }
            Choice::Tend { target, .. } => {
                let name = &self.sheet(target).name;
                view.label = match self.mends(who) {
                    0 => format!("Bind {name}'s wounds"),
                    fewer => format!("Bind {name}'s wounds: {fewer} less"),
                };
                view.targets = vec![target];
                view.rule = Some("RANKS-J6");
                view.warnings.push("once until the next rest".to_owned());
            }
            Choice::Wait { .. } => {
                view.label = "Wait".to_owned();
                view.tab = Tab::Turn;
            }
            Choice::Take { lying, .. } => {
                let item = state.lying.get(usize::from(lying)).map_or(NOTHING, |left| left.item);
                view.label = format!("Take the {}", self.item_name(item));
                view.rule = Some("RANKS-J4");
            }
            Choice::Equip { place, .. } => {
                view.label = format!("Equip the {}", held(place));
                view.rule = Some("RANKS-M7");
            }
            Choice::Unequip { place, .. } => {
                view.label = format!("Put the {} away", held(place));
                view.rule = Some("RANKS-M7");
            }
            Choice::Give { place, to, .. } => {
                view.label = format!("Give the {} to {}", held(place), self.sheet(to).name);
                view.targets = vec![to];
                view.rule = Some("RANKS-J4");
            }
            Choice::Drop { place, .. } => {
                view.label = format!("Leave the {} here", held(place));
                view.rule = Some("RANKS-M7");
            }
            Choice::Lead { .. } => {
                view.label = "Take the lead".to_owned();
                view.tab = Tab::Turn;
            }
        }
        view
    }

    fn go_view(&self, state: &State, to: u8, view: &mut ChoiceView) {
        view.label = format!("Go on {}", self.place.going(&state.here, to));
        view.tab = Tab::Move;
        view.to = self.place.on_map(&state.here, to);
        let carried =
            each(state.alive).filter(|&who| state.damage[ix(who)] > 0 || self.is_afflicted(state, who));
        let names: Vec<&str> = carried.map(|who| self.sheet(who).name.as_str()).collect();
        if !names.is_empty() {
            view.warnings
                .push(format!("without catching breath: the last fight still tells on {}", names.join(", ")));
        }
        let down: Vec<&str> = each(state.down).map(|who| self.sheet(who).name.as_str()).collect();
        if !down.is_empty() {
            view.warnings.push(format!("carries {} along, unconscious", down.join(", ")));
        }
        if self.lying_here(state).next().is_some() {
            view.warnings.push("leaves things lying here".to_owned());
        }
    }

    pub(crate) fn is_afflicted(&self, state: &State, who: Who) -> bool {
        state.borne[ix(who)].iter().any(|borne| {
            borne.rank > 0 && !self.shelf().conditions[usize::from(borne.condition)].does.is_good()
        })
    }

    fn open_view(&self, state: &State, choice: Choice, way: u8, view: &mut ChoiceView) {
        let door = self.way_words(state, way);
        let force = matches!(choice, Choice::Force { .. });
        let (verb, ability) = if force { ("Force", Ability::Brawl) } else { ("Pick", Ability::Reactions) };
        let rank = self.rank(state, view.who, ability);
        view.label = format!("{verb} {door} ({} {rank}, {} or more)", ability.name(), Trek::ENOUGH);
        let beyond = self.place.beyond(way, state.here.at);
        view.to = beyond.and_then(|zone| self.place.on_map(&state.here, zone));
        (view.aim, view.rule) = (Some("opens"), Some("RANKS-J3"));
    }

    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let (rules, field) = self.field(state, self.fights.len() - 1);
        let here = &self.place.zone(state.here.at).id;
        let heroes = (0..self.heroes.len() as u8).map(Who);
        let mut tokens: Vec<_> =
            heroes.map(|who| rules.token(&field, Seat::Judge, who, Crowd::NONE)).collect();
        for token in &mut tokens {
            token.to_act = state.able() & !state.busy & bit(token.who) != 0 && state.here.outcome.is_none();
            token.place = (state.alive & bit(token.who) != 0).then(|| here.clone());
            // Movement, senses and cards belong to turns.
            token.tracks.retain(|track| ["health", "wounds-left", "damage"].contains(&track.id));
            token.badges.retain(|badge| badge.mark != BadgeMark::Gear);
            self.badges(state, token.who, &mut token.badges);
        }
        TableView {
            system: "ranks",
            health: crate::view::HEALTH,
            title: self.title.clone(),
            round: 0,
            phase: format!("between fights: {}", self.place.zone(state.here.at).name),
            map: self.map(state, seat),
            tokens,
            question: (state.here.outcome.is_none()).then(|| Question {
                asked: crowd(self.asked(state)),
                text: "What does each of you do in these ten minutes, or where does the party go?".to_owned(),
                reaction: false,
                rule: Some("RANKS-J1"),
            }),
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
        let mut badge = |name: String, means: &str| {
            badges.push(Badge { name, means: means.to_owned(), good: true, mark: Default::default() })
        };
        if state.leading() == bit(who) && state.here.outcome.is_none() {
            badge("leads".to_owned(), "decides where the party goes");
        }
        if state.busy & bit(who) != 0 {
            badge("busy".to_owned(), "has done something in these ten minutes");
        }
        for (place, item) in (0_u8..).zip(state.items[ix(who)]).filter(|&(_, item)| item != NOTHING) {
            let means = if state.has_equipped(who, place) { "equipped" } else { "carried" };
            badge(self.item_name(item), means);
        }
    }

    /// The stages as far as they are known, with what lies there.
    fn map(&self, state: &State, seat: Seat) -> MapView {
        let mut map = self.place.map(&state.here, seat);
        if let MapView::Zones { zones, .. } = &mut map {
            for card in zones {
                let Some(zone) = self.place.find_zone(&card.id) else { continue };
                if seat == Seat::Judge || has(state.here.visited.0, zone) {
                    let lying = state.left_at(Spot::Stage(zone));
                    card.tags.extend(
                        lying
                            .map(|left| format!("lies there: {}", self.item_name(left.item)))
                            .map(Tag::feature),
                    );
                }
                if seat == Seat::Judge {
                    let sheets = &self.shelf().sheets;
                    let names = state.strays_in(zone).map(|stray| &sheets[usize::from(stray.sheet)].name);
                    card.tags.extend(names.map(|name| format!("stray: {name}")).map(Tag::feature));
                }
            }
        }
        map
    }

    /// How many valuables the party has with it.
    pub(crate) fn treasure(&self, state: &State) -> usize {
        let carried = each(state.alive).flat_map(|who| state.items[ix(who)]).filter(|&item| item != NOTHING);
        let known = carried.map(|item| &self.shelf().items[usize::from(item)]);
        known.filter(|item| item.kind == ItemKind::Valuable).count()
    }

    pub(crate) fn measure(&self, state: &State) -> Vec<Gauge> {
        let daylight = self.clock.is_day(state.clock.into());
        let gauge =
            |id, name, text: String, means: &str, low| Gauge { id, name, text, means: means.to_owned(), low };
        vec![
            self.clock.gauge(state.clock.into(), 48),
            gauge(
                "light",
                "light",
                if daylight { "day" } else { "night" }.to_owned(),
                "by the clock; lamps are lit where they are needed",
                false,
            ),
            gauge(
                "food",
                "meals",
                state.food.to_string(),
                "one each for a rest",
                u32::from(state.food) < state.alive.count_ones(),
            ),
            gauge(
                "treasure",
                "treasure",
                self.treasure(state).to_string(),
                "valuables that are carried",
                false,
            ),
            gauge(
                "danger",
                "danger",
                format!("rank {}", self.danger),
                "rolled after ten minutes in one place: on 10 or more something turns up",
                false,
            ),
        ]
    }
}
