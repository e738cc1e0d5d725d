//! Choices of a trek in words: their stable form, and as people see them.

use fracas_kernel::{ChoiceView, Deed as DeedView, Named, Role, Tab, Tell, Who};

use crate::explore::{DeedOf, Expedition, StateOf};
use crate::{Attempt, Choice, Deed, Door, Explorer, Foes, Place, Trap, Whereabouts};

impl Place {
    /// A way by the zone that it leads to from here, in the text of a choice.
    pub fn way_id(&self, here: &Whereabouts, way: u8) -> String {
        self.beyond(way, here.at).map_or("nowhere".to_owned(), |zone| self.handle(here, zone))
    }

    /// "the door to Ossuary", or where nobody has seen beyond it, "the door to the north".
    pub fn way_words(&self, here: &Whereabouts, way: u8) -> String {
        let what = if here.doors.at(way) == Door::None { "way" } else { "door" };
        match self.beyond(way, here.at) {
            Some(zone) => format!("the {what} to {}", self.whither(here, zone)),
            None => format!("a {what} elsewhere"),
        }
    }

    /// A trap by what it is on, in the text of a choice.
    pub fn trap_id(&self, here: &Whereabouts, trap: Trap) -> String {
        match trap {
            Trap::Zone(zone) => self.handle(here, zone),
            Trap::Way(way) => self.way_id(here, way),
            Trap::Cache(cache) => self.cache_id(cache).to_owned(),
        }
    }

    /// "on the door to Ossuary"
    pub fn trap_place(&self, here: &Whereabouts, trap: Trap) -> String {
        match trap {
            Trap::Zone(zone) => format!("in {}", self.whither(here, zone)),
            Trap::Way(way) => format!("on {}", self.way_words(here, way)),
            Trap::Cache(cache) => format!("on {}", self.cache_name(cache)),
        }
    }

    /// What is told of those who are met, beside their name.
    pub fn foes_about(&self, foes: Foes) -> Option<&str> {
        let Foes::Encounter(index) = foes else { return None };
        let about = self.encounters.get(usize::from(index)).map(|met| met.about.as_str());
        about.filter(|about| !about.is_empty())
    }

    pub fn cache_id(&self, cache: u8) -> &str {
        self.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.id)
    }

    pub fn cache_name(&self, cache: u8) -> &str {
        self.caches.get(usize::from(cache)).map_or("nothing", |cache| &cache.name)
    }
}

/// With a capital.
pub(crate) fn capital(word: &str) -> String {
    Named::word(word).name
}

impl<R: Expedition> Tell for Explorer<R> {
    fn title(&self) -> &str {
        &self.0.setting().title
    }

    fn id(&self, state: &StateOf<R>, who: Who) -> String {
        self.0.called(state, who).0.to_owned()
    }

    fn name(&self, state: &StateOf<R>, who: Who) -> String {
        self.0.called(state, who).1.to_owned()
    }

    fn text(&self, state: &StateOf<R>, Choice { who, deed }: Choice<R::Deed>) -> String {
        let (place, here, words) = (&self.0.setting().place, &state.here, R::WORDS);
        let what = match deed {
            Deed::Go { to } => format!("go {}", place.handle(here, to)),
            Deed::Rest => words.rest.to_owned(),
            Deed::Leave => "leave".to_owned(),
            Deed::Search => words.search.to_owned(),
            Deed::Listen { way } => format!("{} {}", words.listen, place.way_id(here, way)),
            Deed::Force { way } => format!("{} {}", words.force, place.way_id(here, way)),
            Deed::Pick { way } => format!("{} {}", words.pick, place.way_id(here, way)),
            Deed::Take { cache } => format!("{} {}", words.take, place.cache_id(cache)),
            Deed::Disarm { trap } => format!("{} {}", words.disarm, place.trap_id(here, trap)),
            Deed::Stay => words.stay.to_owned(),
            Deed::Lead => "lead".to_owned(),
            Deed::Own(own) => self.0.text(state, who, own),
        };
        format!("{} {what}", self.0.called(state, who).0)
    }

    fn describe(&self, state: &StateOf<R>, choice: Choice<R::Deed>) -> ChoiceView {
        let Choice { who, deed } = choice;
        let mut view =
            ChoiceView { rule: R::WORDS.rules.turn, ..ChoiceView::new(who, self.text(state, choice)) };
        self.describe_common(state, who, deed, &mut view);
        self.0.describe(state, who, deed, &mut view);
        if view.deed.title.is_empty() {
            view.deed.title = view.label.clone();
        }
        view
    }
}

impl<R: Expedition> Explorer<R> {
    fn describe_common(&self, state: &StateOf<R>, who: Who, deed: DeedOf<R>, view: &mut ChoiceView) {
        let (place, here, words) = (&self.0.setting().place, &state.here, R::WORDS);
        let clauses = words.rules;
        match deed {
            Deed::Go { to } => {
                view.deed = DeedView::new("go", "Go");
                (view.label, view.to) = (format!("Go {}", place.going(here, to)), place.on_map(here, to));
                (view.tab, view.role) = (Tab::Move, Role::Move);
                // A zone out of sight is told from others by its way.
                view.item =
                    view.to.is_none().then(|| Named::new(&place.handle(here, to), &place.whither(here, to)));
            }
            Deed::Leave => {
                view.deed = DeedView::new("leave", "Leave");
                view.label = "Leave this place for good".to_owned();
                (view.tab, view.role) = (Tab::Move, Role::Leave);
                if !place.achieved(here) {
                    view.warnings.push(format!("not done yet: {}", place.goal.text));
                }
            }
            Deed::Rest => {
                view.deed = DeedView::new(words.rest, capital(words.rest));
                (view.tab, view.aim, view.rule) = (Tab::Turn, Some("stays unbroken"), clauses.rest);
            }
            Deed::Search => {
                view.deed = DeedView::new(words.search, "Search");
                view.label = format!("Search here ({})", self.0.stakes(state, who, Attempt::Search));
                (view.aim, view.rule) = (Some("finds what there is"), clauses.search);
            }
            Deed::Listen { way } => {
                self.describe_way(state, who, "Listen at", Attempt::Listen { way }, way, view);
                (view.aim, view.rule) = (Some("hears what there is"), clauses.listen);
            }
            Deed::Force { way } => {
                self.describe_way(state, who, "Force", Attempt::Force { way }, way, view);
                (view.aim, view.rule) = (Some("opens"), clauses.door);
            }
            Deed::Pick { way } => {
                self.describe_way(state, who, "Pick", Attempt::Pick { way }, way, view);
                (view.aim, view.rule) = (Some("opens"), clauses.door);
            }
            Deed::Take { cache } => {
                let verb = capital(words.take);
                view.label = format!("{verb} {}", place.cache_name(cache));
                view.item = Some(Named::new(place.cache_id(cache), place.cache_name(cache)));
                view.deed = DeedView::new(words.take, verb);
                view.rule = clauses.take.or(clauses.turn);
                self.warn_of_trap(state, Trap::Cache(cache), "sets off", view);
            }
            Deed::Disarm { trap } => {
                let (at, id) = (place.trap_place(here, trap), place.trap_id(here, trap));
                let stakes = self.0.stakes(state, who, Attempt::Disarm { trap });
                view.deed = DeedView::new(words.disarm, capital(words.disarm));
                view.label = format!("{} the trap {at} ({stakes})", capital(words.disarm));
                view.item = Some(Named::new(&id, &at));
                (view.aim, view.rule) = (Some("disarms it"), clauses.trap.or(clauses.turn));
                self.warn_of_trap(state, trap, "failing sets off", view);
            }
            Deed::Stay => {
                view.deed = DeedView::new(words.stay, capital(words.stay));
                view.label = view.deed.title.clone();
                (view.tab, view.role, view.rule) = (Tab::Turn, Role::EndTurn, clauses.stay.or(clauses.turn));
            }
            Deed::Lead => {
                view.deed = DeedView::new("lead", "Take the lead");
                (view.label, view.tab, view.role) = ("Take the lead".to_owned(), Tab::Turn, Role::Aside);
            }
            Deed::Own(_) => {}
        }
    }

    /// Names a trap that the party knows and that would go off.
    fn warn_of_trap(&self, state: &StateOf<R>, trap: Trap, how: &str, view: &mut ChoiceView) {
        let what = self.0.setting().place.snares.at(trap).filter(|_| state.traps.known().has(trap));
        if let Some(what) = what {
            view.warnings.push(format!("{how} the {}", self.0.trap_name(what)));
        }
    }

    fn describe_way(
        &self,
        state: &StateOf<R>,
        who: Who,
        verb: &str,
        what: Attempt,
        way: u8,
        view: &mut ChoiceView,
    ) {
        let (place, here) = (&self.0.setting().place, &state.here);
        let door = place.way_words(here, way);
        view.label = format!("{verb} {door} ({})", self.0.stakes(state, who, what));
        let (id, _) = verb.split_once(' ').unwrap_or((verb, ""));
        view.deed = DeedView::new(id.to_lowercase(), id);
        view.to = place.beyond(way, here.at).and_then(|zone| place.on_map(here, zone));
        view.item = Some(Named::new(&place.way_id(here, way), &door));
    }
}
