//! Choices on a trek in words, as far as they are of the ardor rules alone.

use fracas_adventure::{Attempt, Deed as Common, DeedOf, Lookup, Wording};
use fracas_kernel::{ChoiceView, Cost, Named, Role, Tab, Unit, Who};

use super::apply::{GLOOM, TOUGHER};
use super::data::Boon;
use super::rests::TOUGHEN;
use super::{Deed, Lore, State};
use crate::data::{Attribute, Fumble};
use crate::effects::{XP, ability_effect, fumble_effect};
use crate::words::capital;

const RATIONS: Unit = Unit::new("ration", "rations", "rations");
const KITS: Unit = Unit::new("Healing Kit", "Healing Kits", "kits");

/// What a pursuit gives, in words.
pub(crate) fn boon_words(boon: &Boon) -> String {
    let lasting = |number: u8, of: Unit| {
        let more = of.count(number.into());
        (number > 0).then(|| format!("{more} more now and in every adventure"))
    };
    let parts = [
        lasting(boon.kits, KITS),
        lasting(boon.rations, RATIONS),
        (boon.xp > 0).then(|| format!("{} XP for everybody", boon.xp)),
        (boon.stealth > 0).then(|| format!("Challenge Scores for going unseen are {} lower", boon.stealth)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Wording for Lore {
    fn stakes(&self, state: &State, who: Who, what: Attempt) -> String {
        match what {
            Attempt::Search | Attempt::Listen { .. } | Attempt::Disarm { .. } => {
                let challenge = self.challenges[state.here.at] + self.hardship(state);
                format!("wit {:+} against {challenge}, 20 minutes", self.modifier(state, who, Attribute::Wit))
            }
            Attempt::Force { .. } | Attempt::Pick { .. } => {
                format!("might or wit {:+}, 10 minutes", self.knack(state, who))
            }
        }
    }

    fn describe(&self, state: &State, who: Who, deed: DeedOf<Lore>, view: &mut ChoiceView) {
        let effect = match deed {
            Common::Go { to } => return self.describe_walk(state, to, [false, false], view),
            Common::Own(deed) => return self.describe_own(state, who, deed, view),
            Common::Rest => return self.describe_rest(state, view),
            Common::Search => "Brings to light whatever is hidden here. Each tries once.",
            Common::Take { .. } if self.company(state).is_some() => {
                (view.aim, view.rule) = (Some("is not noticed"), Some("ARDOR-S2"));
                "A roll to go unseen, with grace: who is noticed has to fight."
            }
            Common::Force { .. } => "Opens the door for good.",
            Common::Lead => "Decides where all go and when they rest, and finds the way on dangerous ways.",
            _ => return,
        };
        view.deed.effect = effect.to_owned();
    }
}

impl Lore {
    /// Over a way, openly or unseen, with care or without.
    fn describe_walk(&self, state: &State, to: u8, [unseen, careful]: [bool; 2], view: &mut ChoiceView) {
        let (place, here) = (&self.setting.place, &state.here);
        let passage = self.passage(state, to).map(|(_, passage)| passage);
        let care = if careful { ", carefully" } else { "" };
        // Quiet feet are slow.
        let minutes = passage.map(|passage| u32::from(passage.minutes) * if unseen { 2 } else { 1 });
        let whither = format!("{}{care}{}", place.going(here, to), minutes.map_or(String::new(), duration));
        (view.tab, view.role, view.to) = (Tab::Move, Role::Move, place.on_map(here, to));
        self.name_item(state, to, careful, view);
        let rule = Some(if careful { "ARDOR-S9" } else { "ARDOR-S2" });
        if unseen {
            let effect =
                "Takes twice the time. On a success nobody there notices you; otherwise it is a fight.";
            view.name("sneak", "Go unseen", effect);
            (view.label, view.aim, view.rule) = (format!("Go unseen {whither}"), Some("goes unseen"), rule);
            let (slowest, challenge) = (self.sheet(self.clumsiest(state)), self.challenge(state, to));
            view.warnings.push(format!("{}, the least quiet, against {challenge}", slowest.name));
            self.warn_of_slip(self.terrain(to).slip.as_ref(), careful, view);
        } else {
            view.name("go", "Go", "Whoever lives there notices you.");
            view.label = format!("Go {whither}");
        }
        if let Some(hazard) = passage.and_then(|passage| passage.hazard.as_ref()).filter(|_| !unseen) {
            let leader = self.sheet(state.party.leader().unwrap_or(view.who));
            let challenge = hazard.challenge + self.hardship(state);
            view.label = format!("{}: {whither}", capital(&hazard.name));
            (view.aim, view.rule) = (Some("gets across"), rule);
            view.warnings.push(format!("{}'s {} against {challenge}", leader.name, hazard.by.name()));
            if self.is_gloomy(state, here.at) {
                view.warnings.push(format!("in the dark: {GLOOM} less"));
            }
            self.warn_of_slip(hazard.slip.as_ref(), careful, view);
        }
        let there = state.known_in(place, to).map(|foes| self.foes_name(state, foes));
        view.warnings.extend(there.map(|name| format!("there: {name}")));
    }

    /// A zone out of sight is told from others by its way, and care from the want of it.
    fn name_item(&self, state: &State, to: u8, careful: bool, view: &mut ChoiceView) {
        let place = &self.setting.place;
        let way = view.to.is_none().then(|| (place.handle(&state.here, to), place.whither(&state.here, to)));
        view.item = match (way, careful) {
            (None, false) => None,
            (None, true) => Some(Named::new("carefully", "carefully")),
            (Some((id, name)), false) => Some(Named::new(&id, &name)),
            (Some((id, name)), true) => {
                Some(Named::new(&format!("{id} carefully"), &format!("{name}, carefully")))
            }
        };
    }

    fn warn_of_slip(&self, slip: Option<&Fumble>, careful: bool, view: &mut ChoiceView) {
        let Some(slip) = slip else { return };
        if careful {
            view.warnings.push(format!("care: {} less", self.care(true)));
        }
        if let Some(below) = self.limit(slip.below, careful) {
            view.warnings.push(format!("below {below}, {}", fumble_effect(slip)));
        }
    }

    fn describe_rest(&self, state: &State, view: &mut ChoiceView) {
        let mouths = self.mouths(state);
        view.name("rest", "Standard Rest", "8 hours. All health, Ardor and surges are back.");
        view.label = "Eat and sleep: a Standard Rest (8 hours)".to_owned();
        view.cost = Some(Cost { amount: mouths.into(), unit: RATIONS });
        (view.aim, view.rule) = (None, Some("ARDOR-B2"));
        let risk = self.terrain(state.here.at).risk;
        if risk > 0 && self.setting.place.weight > 0 {
            view.warnings.push(format!("{risk} in 6 that something turns up"));
        }
    }

    fn describe_own(&self, state: &State, who: Who, deed: Deed, view: &mut ChoiceView) {
        view.tab = Tab::Turn;
        match deed {
            Deed::GoCarefully(to) => self.describe_walk(state, to, [false, true], view),
            Deed::Sneak { to, careful } => self.describe_walk(state, to, [true, careful], view),
            Deed::Attack => {
                let foes = self.company(state).map_or("whoever is here", |foes| self.foes_name(state, foes));
                view.name("attack", "Fall upon them", "A fight begins with foes who have noticed nobody.");
                view.label = format!("Fall upon {foes}, unnoticed");
                (view.tab, view.rule) = (Tab::Action, Some("ARDOR-S2"));
            }
            Deed::Break => {
                let effect = "All Ardor is back, conditions end, and Healing Kits can be used.";
                view.name("break", "Break", effect);
                (view.label, view.rule) = ("Take a Break (10 minutes)".to_owned(), Some("ARDOR-B1"));
            }
            Deed::Linger => self.describe_lingering(state, view),
            Deed::Wait => {
                let until = if self.is_night(state) { "daybreak" } else { "nightfall" };
                view.name("wait", "Wait", "The dark hides you, and makes dangerous ways worse.");
                view.label = format!("Wait for {until}");
            }
            Deed::Kit => {
                view.name("kit", "Healing Kit", "All health is back.");
                view.label = format!("Use up a Healing Kit: health back to {}", state.own.most[who]);
                view.cost = Some(Cost { amount: 1, unit: KITS });
                (view.tab, view.rule) = (Tab::Action, Some("ARDOR-B1"));
            }
            _ => self.describe_growth(state, who, deed, view),
        }
    }

    fn describe_lingering(&self, state: &State, view: &mut ChoiceView) {
        let effect = "As a Standard Rest, without rations. Those at ease lose one Trauma and may train, get tougher or work.";
        view.name("linger", "Extended Rest", effect);
        view.label = match state.own.fresh {
            true => "Rest for days before you set out: an Extended Rest".to_owned(),
            false => format!("Rest for {} days: an Extended Rest", self.rest_days),
        };
        view.rule = Some("ARDOR-B3");
        let uneasy = state.able() - self.suited(state);
        if !uneasy.is_empty() {
            let names: Vec<&str> = uneasy.map(|who| self.sheet(who).name.as_str()).collect();
            view.warnings.push(format!("no comfort for {}", names.join(", ")));
        }
    }

    fn describe_growth(&self, state: &State, who: Who, deed: Deed, view: &mut ChoiceView) {
        view.rule = Some("ARDOR-B3");
        let price = |amount: u8| Some(Cost { amount: amount.into(), unit: XP });
        let effect = |which| self.ability(who, which).map_or(String::new(), ability_effect);
        let id = |which| self.ability(who, which).map_or("nothing", |ability| &ability.id);
        match deed {
            Deed::Train(which) => {
                let title = format!("Train {}", self.ability_name(who, which));
                view.name(format!("train {}", id(which)), title, effect(which));
                view.cost = price(self.price(state, who, which).unwrap_or(0));
            }
            Deed::Toughen => {
                view.name("toughen", "Get tougher", format!("{TOUGHER} more health, for good."));
                view.label = format!("Get tougher: {TOUGHER} more health");
                view.cost = price(TOUGHEN);
            }
            Deed::Work(pursuit) => {
                let Some(known) = self.pursuits.get(usize::from(pursuit)) else { return };
                let boon = boon_words(&known.gives);
                let effect = format!("{} One segment of its clock. When it is full: {boon}.", known.about);
                view.name("work", "Work", effect);
                let filled = state.own.pursuits[usize::from(pursuit)];
                view.label = format!("Work on {} ({filled} of {})", known.name, known.segments);
                view.item = Some(Named::new(&known.id, &known.name));
            }
            Deed::Learn(which) | Deed::Later(which) => {
                let name = self.ability_name(who, which);
                let at_once = matches!(deed, Deed::Learn(_));
                let (verb, title) = match at_once {
                    true => ("learn", format!("Learn {name} now")),
                    false => ("later", format!("Note {name} for an Extended Rest")),
                };
                view.name(format!("{verb} {}", id(which)), title, effect(which));
                view.cost =
                    price(self.ability(who, which).map_or(0, |ability| ability.xp)).filter(|_| at_once);
                (view.tab, view.role, view.rule) = (Tab::Answer, Role::Answer, Some("ARDOR-R20"));
            }
            _ => {}
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
