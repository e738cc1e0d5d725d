//! Choices on a trek in words, as far as they are of the ranks rules alone.

use fracas_adventure::{Attempt, Deed as Common, DeedOf, Wording};
use fracas_kernel::{ChoiceView, Deed as DeedView, Named, Tab, Who};

use super::apply::tried;
use super::data::FOOD;
use super::{Deed, Lore, State};
use crate::state::NOTHING;

impl Wording for Lore {
    fn stakes(&self, state: &State, who: Who, what: Attempt) -> String {
        let (_, ability) = tried(what);
        format!("{} {}, {} or more", ability.name(), self.rank(state, who, ability), Lore::ENOUGH)
    }

    fn describe(&self, state: &State, who: Who, deed: DeedOf<Lore>, view: &mut ChoiceView) {
        match deed {
            Common::Go { .. } => self.warn_of_going(state, view),
            Common::Rest => {
                view.label = "Rest eight hours: a wound less for everybody".to_owned();
                let (mouths, meals) = (state.party.alive.len(), state.supplies.of(FOOD));
                view.warnings.push(format!("a meal each: {mouths} of {meals}"));
            }
            Common::Own(Deed::Pause) => {
                view.deed = DeedView::new("pause", "Catch breath").with_effect("Damage and conditions go");
                view.label = "Catch breath, all of you: Damage and conditions go".to_owned();
                (view.tab, view.rule) = (Tab::Turn, Some("RANKS-J5"));
            }
            Common::Own(Deed::Tend(target)) => {
                let (name, fewer) = (&self.sheet(target).name, self.mends(who));
                view.deed = DeedView::new("tend", "Bind wounds").with_effect(format!("{fewer} fewer wounds"));
                view.label = format!("Bind {name}'s wounds: {fewer} less");
                (view.targets, view.rule) = (vec![target], Some("RANKS-J6"));
                view.warnings.push("once until the next rest".to_owned());
            }
            Common::Own(own) => self.describe_handling(state, who, own, view),
            _ => {}
        }
    }
}

impl Lore {
    fn item_id(&self, item: u8) -> &str {
        self.shelf().items.get(usize::from(item)).map_or("nothing", |item| &item.id)
    }

    pub(crate) fn item_name(&self, item: u8) -> String {
        match item {
            NOTHING => "nothing".to_owned(),
            item => self.shelf().item_name(item).to_lowercase(),
        }
    }

    fn item_of(&self, state: &State, who: Who, deed: Deed) -> u8 {
        match deed {
            Deed::Take(lying) => state.own.lying[lying].item,
            Deed::Equip(place) | Deed::Unequip(place) | Deed::Give { place, .. } | Deed::Drop(place) => {
                state.own.item(who, place).unwrap_or(NOTHING)
            }
            Deed::Pause | Deed::Tend(_) => NOTHING,
        }
    }

    fn describe_handling(&self, state: &State, who: Who, deed: Deed, view: &mut ChoiceView) {
        let number = self.item_of(state, who, deed);
        let (item, (id, title, rule)) = (self.item_name(number), verb(deed));
        view.name(id, title, effect(deed));
        (view.label, view.rule) = (format!("{title} the {item}"), Some(rule));
        view.item = Some(Named::new(self.item_id(number), &item));
        if let Deed::Give { to, .. } = deed {
            view.label += &format!(" to {}", self.sheet(to).name);
            view.targets = vec![to];
        }
    }

    fn warn_of_going(&self, state: &State, view: &mut ChoiceView) {
        let names = |all: &mut dyn Iterator<Item = Who>| {
            let names: Vec<&str> = all.map(|who| self.sheet(who).name.as_str()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let tells = |who: &Who| state.own.damage[*who] > 0 || self.is_afflicted(state, *who);
        if let Some(names) = names(&mut Iterator::filter(state.party.alive, tells)) {
            view.warnings.push(format!("without catching breath: the last fight still tells on {names}"));
        }
        if let Some(names) = names(&mut state.party.down.into_iter()) {
            view.warnings.push(format!("carries {names} along, unconscious"));
        }
        if self.lying_here(state).next().is_some() {
            view.warnings.push("leaves things lying here".to_owned());
        }
    }
}

fn effect(deed: Deed) -> &'static str {
    match deed {
        Deed::Equip(_) => "It is in use from now on.",
        Deed::Unequip(_) => "It is carried, and not in use.",
        Deed::Give { .. } => "Somebody else carries it.",
        Deed::Drop(_) => "It stays in this stage.",
        _ => "It is carried from now on.",
    }
}

/// What goes from hand to hand, as a word, a title and by a rule.
fn verb(deed: Deed) -> (&'static str, &'static str, &'static str) {
    match deed {
        Deed::Equip(_) => ("equip", "Equip", "RANKS-M7"),
        Deed::Unequip(_) => ("unequip", "Put away", "RANKS-M7"),
        Deed::Give { .. } => ("give", "Give", "RANKS-J4"),
        Deed::Drop(_) => ("drop", "Leave", "RANKS-M7"),
        _ => ("take", "Take", "RANKS-J4"),
    }
}
