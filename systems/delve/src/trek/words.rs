//! Choices on a trek in words, as far as they are of the delve rules alone.

use fracas_adventure::{Attempt, Attitude, Deed as Common, DeedOf, Display, Foes, Wording};
use fracas_kernel::{ChoiceView, Cost, Named, Role, Tab, Unit, Who};

use super::data::Ware;
use super::state::{attitude_of, is_wary};
use super::treasure::Good;
use super::{Deed, Lore, State};

const GOLD_PIECES: Unit = Unit::new("gold piece", "gold pieces", "gold");

impl Wording for Lore {
    fn called(&self, _state: &State, who: Who) -> (&str, &str) {
        let sheet = self.sheet(who);
        (&sheet.id, &sheet.name)
    }

    fn text(&self, state: &State, who: Who, deed: Deed) -> String {
        let place = &self.setting.place;
        let hero = |who: Who| self.sheet(who).id.as_str();
        match deed {
            Deed::Wait => "wait".to_owned(),
            Deed::Cast { spell, on } => {
                let spell = self.spell_of(who, spell).map_or("nothing", |spell| &spell.id);
                format!("cast {spell} {}", on.map_or("all", hero))
            }
            Deed::Use { ware, on } => format!("use {} {}", ware.id(), hero(on)),
            Deed::Equip { gear, up: true } => format!("take-up {}", self.gear_id(gear)),
            Deed::Equip { gear, up: false } => format!("put-away {}", self.gear_id(gear)),
            Deed::Meet => "meet".to_owned(),
            Deed::Attack => "attack".to_owned(),
            Deed::Pay => "pay".to_owned(),
            Deed::Withdraw => "withdraw".to_owned(),
            Deed::Lure { to } => format!("lure {}", place.handle(&state.here, to)),
            Deed::Pass => "pass".to_owned(),
            Deed::AskHeal { on } => format!("ask-healing {}", hero(on)),
            Deed::AskWay => "ask-way".to_owned(),
            Deed::Buy { ware } => format!("buy {}", ware.id()),
            Deed::BuyGear { good } => format!("buy {}", self.gear_id(self.good(good).gear)),
            Deed::Gather => "gather".to_owned(),
        }
    }

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
                view.name("wait", "Let the turn pass", "");
                (view.tab, view.role) = (Tab::Turn, Role::EndTurn);
            }
            Deed::Cast { spell, on } => {
                let cast = self.spell_of(who, spell);
                let (id, title) = cast.map_or(("nothing", "nothing"), |spell| (&spell.id, &spell.name));
                view.name(format!("cast {id}"), format!("Cast {title}"), "");
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
            Deed::Equip { gear, up } => {
                let name = self.gear_name(gear);
                match up {
                    true => view.name("take-up", "Take up", ""),
                    false => view.name("put-away", "Put away", ""),
                }
                view.label += &format!(" the {name}");
                (view.item, view.rule) = (Some(Named::new(self.gear_id(gear), name)), Some("DELVE-F17"));
            }
            _ => {}
        }
    }

    fn describe_answer(&self, state: &State, deed: Deed, view: &mut ChoiceView) {
        let (place, here) = (&self.setting.place, &state.here);
        let Some(foes) = state.meeting.or_else(|| self.at_peace_here(state)) else { return };
        let lore = self.band(foes);
        let cost = |gold: u16| Some(Cost { amount: gold.into(), unit: GOLD_PIECES });
        (view.tab, view.role, view.rule) = (Tab::Answer, Role::Answer, Some("DELVE-R8"));
        let mut name = |id: &str, title: &str| view.name(id, title, "");
        match deed {
            Deed::Meet => {
                name("meet", "See how they take to you");
                (view.aim, view.rule) = (Some("leaves you in peace"), Some("DELVE-M1"));
            }
            Deed::Attack => {
                name("attack", "Attack");
                let whom = self.foes_name(state, foes);
                (view.label, view.rule) = (format!("Attack: {}", whom.to_lowercase()), Some("DELVE-R16"));
                if state.meeting.is_none() {
                    (view.tab, view.role) = (Tab::Action, Role::Act);
                }
            }
            Deed::Pay => {
                let price = lore.price.unwrap_or(0);
                name("pay", &format!("Pay {price} gold"));
                view.cost = cost(price);
            }
            Deed::Withdraw => {
                name("withdraw", "Withdraw");
                if let Some(to) = self.way_back(state) {
                    view.label = format!("Withdraw {}", place.going(here, to));
                }
            }
            Deed::Lure { to } => {
                name("lure", "Lure them over a trap");
                view.label = format!("Lure them over the trap toward {}", place.whither(here, to));
                (view.to, view.rule) = (place.on_map(here, to), Some("DELVE-V2"));
                view.item = Some(Named::new(&place.handle(here, to), &place.whither(here, to)));
            }
            Deed::Pass => name("pass", "Go your own way"),
            Deed::AskHeal { on } => {
                name("ask-healing", "Ask for healing");
                view.label = format!("Ask them to tend {}", self.sheet(on).name);
                (view.targets, view.aim) = (vec![on], Some("heals"));
            }
            Deed::AskWay => name("ask-way", "Ask what they know of this place"),
            Deed::Buy { ware } => {
                let price = lore.sells[ware as usize].unwrap_or(0);
                name("buy", "Buy");
                view.label = format!("Buy {} for {price} gold", ware.one());
                (view.item, view.cost) = (Some(Named::new(ware.id(), &ware.one())), cost(price));
            }
            Deed::BuyGear { good } => {
                let Good { gear, price } = self.good(good);
                name("buy", "Buy");
                view.label = format!("Buy the {} for {price} gold", self.gear_name(gear));
                (view.item, view.cost) =
                    (Some(Named::new(self.gear_id(gear), self.gear_name(gear))), cost(price));
            }
            Deed::Gather => {
                name("gather", "Gather the party");
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
        let hostile = |foes| attitude_of(state, foes) == Some(Attitude::Hostile);
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
