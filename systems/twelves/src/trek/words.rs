//! Choices on a trek in words, as far as they are of the twelves rules alone.

use fracas_adventure::{Attempt, Battles, Deed as Common, DeedOf, Lookup, Wording};
use fracas_kernel::{ChoiceView, Deed as DeedView, Tell, Who};

use super::data::{FOOD, OIL, SALVES};
use super::{Deed, Lore, State};
use crate::data::Attribute;

impl Wording for Lore {
    fn stakes(&self, state: &State, who: Who, what: Attempt) -> String {
        let (_, attribute, less) = self.means(what);
        format!("{} {}", attribute.name(), self.attribute(state, who, attribute, less))
    }

    fn describe(&self, state: &State, who: Who, deed: DeedOf<Lore>, view: &mut ChoiceView) {
        match deed {
            Common::Go { to } => self.warn_of(state, to, view),
            Common::Rest => self.describe_rest(state, view),
            Common::Force { .. } => view.warnings.push("loud: what turns up is twice as likely".to_owned()),
            Common::Take { cache } => self.describe_find(state, who, cache, view),
            Common::Stay => view.label = "Keep watch".to_owned(),
            Common::Own(Deed::Tend(target)) => {
                let wits = self.stakes(state, who, Attempt::Search);
                view.deed = DeedView::new("tend", "Tend").with_effect("brings round, with 1 hit left");
                view.label = format!("Tend {} ({wits})", self.sheet(state, target).name);
                (view.aim, view.rule, view.targets) =
                    (Some("brings round"), Some("TWELVES-J7"), vec![target]);
                let others = state.able() - state.own.tried[target];
                if state.supplies.of(SALVES) == 0 && others.only() == Some(who) {
                    view.warnings.push("the last who can try".to_owned());
                }
            }
            Common::Own(Deed::Salve(target)) => {
                let heals = Lore::SALVE_HEALS;
                view.deed = DeedView::new("salve", "Salve").with_effect(format!("{heals} hits back"));
                view.label = format!("Salve {}: {heals} hits back", self.sheet(state, target).name);
                (view.rule, view.targets) = (Some("TWELVES-J9"), vec![target]);
            }
            Common::Own(Deed::Free(target)) => {
                let might = self.attribute(state, who, Attribute::Might, 0);
                let name = &self.sheet(state, target).name;
                view.deed = DeedView::new("free", "Free").with_effect("ends what holds");
                view.label = match who == target {
                    true => format!("Get free (might {might})"),
                    false => format!("Pull {name} free (might {might})"),
                };
                (view.aim, view.rule, view.targets) = (Some("frees"), Some("TWELVES-R5"), vec![target]);
            }
            Common::Own(Deed::Use { feature, target }) => {
                let (rules, field) = self.field_now(state);
                let there = rules.describe(&field, who.does(crate::Deed::Use { feature, target }));
                *view = there;
            }
            _ => {}
        }
    }
}

impl Lore {
    fn warn_of(&self, state: &State, to: u8, view: &mut ChoiceView) {
        // TWELVES-Z4: nobody walks into a hazard or a trap without having been told.
        if let Some(cost) = self.hazard_words(state, to) {
            let caught = state.able().filter(|&who| !self.sheet(state, who).knack.sure).count();
            view.warnings.push(format!("{cost} ({caught} of you)"));
        }
        if self.setting.place.is_dark(to) && state.supplies.of(OIL) == 0 {
            view.warnings.push("dark, and no oil".to_owned());
        }
    }

    /// What entering a zone costs now.
    pub(crate) fn hazard_words(&self, state: &State, zone: u8) -> Option<String> {
        let (rules, _, local) = self.around(zone);
        let hazard = rules.hazards.get(usize::from(local))?.as_ref()?;
        state.own.hazards.has(zone).then(|| rules.hazard_words(hazard))
    }

    fn describe_rest(&self, state: &State, view: &mut ChoiceView) {
        let oil = u32::from(state.supplies.of(OIL));
        view.label = format!("Rest six hours: {} hits back for everybody", Lore::REST_HEALS);
        view.warnings.push(format!("a meal each: {} of {}", state.able().len(), state.supplies.of(FOOD)));
        if self.setting.place.is_dark(state.here.at) {
            view.warnings.push(format!("burns {} of {oil} measures of oil", Lore::REST.min(oil)));
        }
    }

    fn describe_find(&self, state: &State, who: Who, cache: u8, view: &mut ChoiceView) {
        let Some(find) = self.weapon_in(cache) else { return };
        let name = self.find_name(find);
        if self.can_carry(state, who, find) {
            view.label += &format!(" and carry the {name}");
        } else {
            view.warnings.push(format!("leaves the {name}: no hand free for it"));
        }
    }
}
