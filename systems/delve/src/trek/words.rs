//! Choices on a trek in words, as far as they are of the delve rules alone.

use fracas_adventure::{Attempt, Attitude, Deed as Common, DeedOf, Foes, Good, Lookup, Wording};
use fracas_kernel::{ChoiceView, Cost, Named, Role, Tab, Unit, Who};

use super::data::Ware;
use super::state::is_wary;
use super::{Deed, Lore, State};
use crate::words::spell_words;

const GOLD_PIECES: Unit = Unit::new("gold piece", "gold pieces", "gold");

impl Wording for Lore {
    fn stakes(&self, _state: &State, who: Who, what: Attempt) -> String {
        format!("{} in 6", self.chances(who, what).1)
    }

    fn describe(&self, state: &State, who: Who, deed: DeedOf<Lore>, view: &mut ChoiceView) {
        if matches!(deed, Common::Go { .. } | Common::Rest) && !state.party.busy.is_empty() {
            view.warnings.push("the turn that has begun passes first".to_owned());
        }
        match deed {
            Common::Go { to } => self.warn_of_going(state, to, view),
            Common::Rest => self.describe_camp(state, view),
            Common::Stay => view.label = "Do nothing in this turn".to_owned(),
            Common::Force { .. } => view.warnings.push("everybody beyond will hear it".to_owned()),
            Common::Take { .. } => {
                let here = state.living_in(&self.setting.place, state.here.at);
                let mut here = here.map(Foes::numbered);
                if here.any(|foes| is_wary(state, foes)) {
                    view.warnings.push("those who live here will attack".to_owned());
                }
            }
            Common::Own(own) if own.stage().is_some() => self.describe_answer(state, own, view),
            Common::Own(own) => self.describe_deed(who, own, view),
            _ => {}
        }
    }
}

impl Lore {
    fn describe_deed(&self, who: Who, deed: Deed, view: &mut ChoiceView) {
        let name = |who: Who| self.sheet(who).name.as_str();
        match deed {
            Deed::Wait => {
                view.name("wait", "Let the turn pass", "Ten minutes go by.");
                (view.tab, view.role) = (Tab::Turn, Role::EndTurn);
            }
            Deed::Cast { spell, on } => {
                let cast = self.spell_of(who, spell);
                let (id, title) = cast.map_or(("nothing", "nothing"), |spell| (&spell.id, &spell.name));
                let on_all = if on.is_none() { " all" } else { "" };
                let effect = cast.map_or(String::new(), |spell| spell_words(spell, &self.fights[0]));
                view.name(format!("cast {id}{on_all}"), format!("Cast {title}"), effect);
                if let Some(on) = on {
                    view.label += &format!(" on {}", name(on));
                }
                view.targets = on.into_iter().collect();
                (view.aim, view.rule) = (Some("heals"), Some("DELVE-R7"));
            }
            Deed::Use { ware, on } => {
                let effect = super::data::SUPPLIES[ware as usize].means;
                view.name(format!("use {}", ware.id()), format!("Give {}", ware.one()), effect);
                view.label = format!("Give {} to {}", ware.one(), name(on));
                (view.targets, view.aim) = (vec![on], (ware == Ware::Salves).then_some("heals"));
            }
            _ => {}
        }
    }

    fn describe_answer(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        let (place, here) = (&self.setting.place, &state.here);
        let foes = state.meeting.or_else(|| self.at_peace_here(state));
        let band = foes.map(|foes| self.band(foes));
        let cost = |gold: u16| Some(Cost { amount: gold.into(), unit: GOLD_PIECES });
        (view.tab, view.role, view.rule) = (Tab::Answer, Role::Answer, Some("DELVE-R8"));
        let mut name = |id: &str, title: &str, effect: &str| view.name(id, title, effect);
        match deed {
            Deed::Meet => {
                name(
                    "meet",
                    "See how they take to you",
                    "2d6 and the leader's CHA decide how they take to you.",
                );
                (view.aim, view.rule) = (Some("leaves you in peace"), Some("DELVE-M1"));
            }
            Deed::Attack => {
                name("attack", "Attack", "A fight begins.");
                let whom = foes.map_or("", |foes| self.foes_name(state, foes));
                (view.label, view.rule) = (format!("Attack: {}", whom.to_lowercase()), Some("DELVE-R16"));
                if state.meeting.is_none() {
                    (view.tab, view.role) = (Tab::Action, Role::Act);
                }
            }
            Deed::Pay => {
                let price = band.and_then(|band| band.price).unwrap_or(0);
                name("pay", &format!("Pay {price} gold"), "They leave you in peace from now on.");
                view.cost = cost(price);
            }
            Deed::Withdraw => {
                name("withdraw", "Withdraw", "The party goes back the way it came.");
                if let Some(to) = self.way_back(state) {
                    view.label = format!("Withdraw {}", place.going(here, to));
                }
            }
            Deed::Lure { to } => {
                name("lure", "Lure them over a trap", "The trap goes off among them.");
                view.label = format!("Lure them over the trap toward {}", place.whither(here, to));
                (view.to, view.rule) = (place.on_map(here, to), Some("DELVE-V2"));
                view.item = Some(Named::new(&place.handle(here, to), &place.whither(here, to)));
            }
            Deed::Pass => name("pass", "Go your own way", "Nothing comes of it."),
            Deed::AskHeal { on } => {
                name("ask-healing", "Ask for healing", "They tend somebody, once.");
                view.label = format!("Ask them to tend {}", self.sheet(on).name);
                (view.targets, view.aim) = (vec![on], Some("heals"));
            }
            Deed::AskWay => {
                name(
                    "ask-way",
                    "Ask what they know of this place",
                    "They tell you of zones that you have not seen.",
                );
            }
            Deed::Buy { ware } => {
                let price = band.and_then(|band| band.sells[ware as usize]).unwrap_or(0);
                name("buy", "Buy", super::data::SUPPLIES[ware as usize].means);
                view.label = format!("Buy {} for {price} gold", ware.one());
                (view.item, view.cost) = (Some(Named::new(ware.id(), &ware.one())), cost(price));
            }
            Deed::BuyGear { good } => {
                let Some(Good { gear, price }) = place.treasure.good(good) else { return };
                let item = place.treasure.named(gear);
                name("buy", "Buy", "It is in the pack, for whomever it serves.");
                view.label = format!("Buy the {} for {price} gold", item.name);
                (view.item, view.cost) = (Some(item), cost(price));
            }
            Deed::Gather => {
                name("gather", "Gather the party", "The turns that the fight took go by.");
                (view.tab, view.role, view.rule) = (Tab::Turn, Role::Act, Some("DELVE-T1"));
            }
            _ => {}
        }
    }

    fn warn_of_going(&self, state: &State, to: u8, view: &mut ChoiceView) {
        let dark = self.setting.place.is_dark(to) && state.here.seen.has(to);
        if dark && state.own.light <= 1 && state.supplies.of(Ware::Torches as usize) == 0 {
            view.warnings.push("it is dark there, and there is no torch left".to_owned());
        }
        let hostile = |foes| state.own.attitudes.of(foes) == Some(Attitude::Hostile);
        if state.living_in(&self.setting.place, to).map(Foes::numbered).any(hostile) {
            view.warnings.push("those who live there will attack".to_owned());
        }
    }

    fn describe_camp(&self, state: &State, view: &mut ChoiceView) {
        view.label = "Make camp for the night".to_owned();
        view.aim = None;
        let safe = self.safe.has(state.here.at);
        if let Some(wandering) = self.wandering.filter(|wandering| !safe && wandering.night > 0) {
            let broken = 100.0 * wandering.breaks_a_night();
            view.warnings.push(format!("the night is broken with a chance of {broken:.0}%"));
        }
        if usize::from(state.supplies.of(Ware::Rations as usize)) < state.party.alive.len() {
            view.warnings.push("not everybody has a meal: whoever has none regains nothing".to_owned());
        }
    }
}
