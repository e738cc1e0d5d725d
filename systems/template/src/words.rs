//! Names of combatants and choices.

use fracas_kernel::{ChoiceView, Deed as Verb, Role, Tab, Tell, Who};

use crate::apply::RALLY;
use crate::choices::{Choice, Deed};
use crate::data::Template;
use crate::state::State;

impl Template {
    /// Of several who share a sheet.
    fn number(&self, state: &State, who: Who) -> Option<usize> {
        let mut alike = state.everyone().filter(|&one| state.sheet[one] == state.sheet[who]);
        (alike.clone().count() > 1).then(|| alike.position(|one| one == who).unwrap_or(0) + 1)
    }
}

impl Tell for Template {
    fn title(&self) -> &str {
        &self.title
    }

    fn id(&self, state: &State, who: Who) -> String {
        let id = &self.sheet(state, who).id;
        self.number(state, who).map_or_else(|| id.clone(), |number| format!("{id}-{number}"))
    }

    fn name(&self, state: &State, who: Who) -> String {
        let name = &self.sheet(state, who).name;
        self.number(state, who).map_or_else(|| name.clone(), |number| format!("{name} {number}"))
    }

    fn text(&self, state: &State, Choice { who, deed }: Choice) -> String {
        let who = self.id(state, who);
        match deed {
            Deed::Move { to } => format!("{who} move {}", self.zones.zone(to).id),
            Deed::Strike { target } => format!("{who} strike {}", self.id(state, target)),
            Deed::Rally => format!("{who} rally"),
        }
    }

    fn describe(&self, state: &State, choice: Choice) -> ChoiceView {
        let mut view = ChoiceView::new(choice.who, self.text(state, choice));
        match choice.deed {
            Deed::Move { to } => {
                (view.role, view.tab) = (Role::Move, Tab::Move);
                view.deed = Verb::new("move", "Move");
                view.label = format!("Move to {}", self.zones.zone(to).name);
                view.to = Some(self.zones.zone(to).id.clone());
            }
            Deed::Strike { target } => {
                view.deed = Verb::new("strike", "Strike").with_effect("a hit does 1d6 harm");
                view.label = format!("Strike {}", self.name(state, target));
                (view.targets, view.aim) = (vec![target], Some("hits"));
            }
            Deed::Rally => {
                let effect = format!("2 health back on {RALLY} or more");
                view.deed = Verb::new("rally", "Catch your breath").with_effect(effect);
                (view.label, view.aim) = ("Catch your breath".to_owned(), Some("helps"));
            }
        }
        view
    }
}
