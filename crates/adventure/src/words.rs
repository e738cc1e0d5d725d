//! Choices of a trek in words: their stable form, and as people see them.

use fracas_kernel::{ChoiceView, Deed as DeedView, Named, Role, Tab, Tell, Who};

use crate::explore::{DeedOf, Expedition, StateOf};
use crate::{Attempt, Choice, Deed, Door, Explorer, Foes, Found, Lookup, Place, Tales, Trap, Whereabouts};

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

    /// What a search where the party is has brought to light.
    pub fn found_words(&self, here: &Whereabouts, Found { ways, caches }: Found) -> String {
        let ways = ways.map(|way| match self.beyond(way, here.at) {
            Some(zone) => format!("a hidden way to {}", self.whither(here, zone)),
            None => "a hidden way".to_owned(),
        });
        let caches = caches.map(|cache| self.cache_name(cache).to_owned());
        ways.chain(caches).collect::<Vec<_>>().join(", ")
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

    fn text(&self, state: &StateOf<R>, choice: Choice<R::Deed>) -> String {
        self.describe(state, choice).text
    }

    fn describe(&self, state: &StateOf<R>, choice: Choice<R::Deed>) -> ChoiceView {
        let Choice { who, deed } = choice;
        let mut view = ChoiceView { rule: R::WORDS.rules.turn, ..ChoiceView::new(who, String::new()) };
        self.describe_common(state, who, deed, &mut view);
        self.0.describe(state, who, deed, &mut view);
        if view.deed.title.is_empty() {
            view.deed.title = view.label.clone();
        }
        view.text = self.spell_out(state, &view);
        view
    }
}

/// What is said of a trap that the party knows, before somebody does what can set it off.
pub fn trap_warning<R: Tales>(lore: &R, state: &StateOf<R>, trap: Trap, how: &str) -> Option<String> {
    let what = lore.setting().place.snares.at(trap).filter(|_| state.traps.known().has(trap))?;
    Some(format!("{how} the {}", lore.trap_name(what)))
}

impl<R: Expedition> Explorer<R> {
    /// The stable form of a choice: who, the deed, where to, with what, on whom. They are what tells it from all others.
    fn spell_out(&self, state: &StateOf<R>, view: &ChoiceView) -> String {
        let id = |who: Who| self.0.called(state, who).0;
        let item = view.item.as_ref().map(|item| item.id.as_str());
        // A way is named by where it leads.
        let to = view.to.as_deref().filter(|&to| item != Some(to));
        let parts = [Some(id(view.who)), Some(&view.deed.id), to, item].into_iter().flatten();
        parts.chain(view.targets.iter().map(|&whom| id(whom))).collect::<Vec<_>>().join(" ")
    }

    fn describe_common(&self, state: &StateOf<R>, who: Who, deed: DeedOf<R>, view: &mut ChoiceView) {
        let (place, here, words) = (&self.0.setting().place, &state.here, R::WORDS);
        let clauses = words.rules;
        match deed {
            Deed::Go { to } => {
                view.deed = DeedView::new("go", "Go").with_effect("Takes the whole party there.");
                (view.label, view.to) = (format!("Go {}", place.going(here, to)), place.on_map(here, to));
                (view.tab, view.role) = (Tab::Move, Role::Move);
                // A zone out of sight is told from others by its way.
                view.item =
                    view.to.is_none().then(|| Named::new(&place.handle(here, to), &place.whither(here, to)));
                let trap = state.traps.toward(place, here, to).filter(|_| !R::STEPS_AROUND);
                view.warnings.extend(trap.and_then(|trap| trap_warning(&self.0, state, trap, "sets off")));
            }
            Deed::Leave => {
                view.deed = DeedView::new("leave", "Leave");
                view.label = "Leave this place for good".to_owned();
                view.deed.effect = "Ends the adventure.".to_owned();
                (view.tab, view.role) = (Tab::Move, Role::Leave);
                if !place.achieved(here) {
                    view.warnings.push(format!("not done yet: {}", place.goal.text));
                }
            }
            Deed::Rest => {
                view.deed = DeedView::new(words.rest, capital(words.rest))
                    .with_effect("Everybody rests, as long as nothing turns up.");
                (view.tab, view.aim, view.rule) = (Tab::Turn, Some("stays unbroken"), clauses.rest);
            }
            Deed::Search => {
                view.deed = DeedView::new(words.search, "Search").with_effect("Finds what is hidden here.");
                view.label = format!("Search here ({})", self.0.stakes(state, who, Attempt::Search));
                (view.aim, view.rule) = (Some("finds what there is"), clauses.search);
            }
            Deed::Listen { way } => {
                self.describe_way(state, who, "Listen at", Attempt::Listen { way }, way, view);
                view.deed.effect = "Tells what is on the other side.".to_owned();
                (view.aim, view.rule) = (Some("hears what there is"), clauses.listen);
            }
            Deed::Force { way } => {
                self.describe_way(state, who, "Force", Attempt::Force { way }, way, view);
                view.deed.effect = "Breaks the way open.".to_owned();
                (view.aim, view.rule) = (Some("opens"), clauses.door);
            }
            Deed::Pick { way } => {
                self.describe_way(state, who, "Pick", Attempt::Pick { way }, way, view);
                view.deed.effect = "Opens the lock.".to_owned();
                (view.aim, view.rule) = (Some("opens"), clauses.door);
            }
            Deed::Take { cache } => {
                let verb = capital(words.take);
                view.label = format!("{verb} {}", place.cache_name(cache));
                view.item = Some(Named::new(place.cache_id(cache), place.cache_name(cache)));
                view.deed = DeedView::new(words.take, verb).with_effect("It is the party's from now on.");
                view.rule = clauses.take.or(clauses.turn);
                view.warnings.extend(trap_warning(&self.0, state, Trap::Cache(cache), "sets off"));
            }
            Deed::Disarm { trap } => {
                let (verb, at) = (capital(words.disarm), place.trap_place(here, trap));
                let stakes = self.0.stakes(state, who, Attempt::Disarm { trap });
                view.label = format!("{verb} the trap {at} ({stakes})");
                view.deed = DeedView::new(words.disarm, verb)
                    .with_effect("It no longer goes off. Failing sets it off.");
                view.item = Some(Named::new(&place.trap_id(here, trap), &at));
                (view.aim, view.rule) = (Some("disarms it"), clauses.trap.or(clauses.turn));
                view.warnings.extend(trap_warning(&self.0, state, trap, "failing sets off"));
            }
            Deed::Equip { gear, up } => {
                let item = place.treasure.named(gear);
                let (id, verb, effect) = match up {
                    true => ("take-up", "Take up", "Beside what is on the sheet, from the next fight on."),
                    false => ("put-away", "Put away", "It is in the pack, for anybody."),
                };
                view.deed = DeedView::new(id, verb).with_effect(effect);
                view.label = format!("{verb} the {}", item.name);
                (view.item, view.rule) = (Some(item), clauses.gear.or(clauses.turn));
            }
            Deed::Stay => {
                view.deed = DeedView::new(words.stay, capital(words.stay)).with_effect("Does nothing more.");
                view.label = view.deed.title.clone();
                (view.tab, view.role, view.rule) = (Tab::Turn, Role::EndTurn, clauses.stay.or(clauses.turn));
            }
            Deed::Lead => {
                view.deed =
                    DeedView::new("lead", "Take the lead").with_effect("Decides for all from now on.");
                (view.label, view.tab, view.role) = ("Take the lead".to_owned(), Tab::Turn, Role::Aside);
            }
            Deed::Own(_) => {}
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
