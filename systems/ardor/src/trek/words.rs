//! Choices on a trek in words, as far as they are of the ardor rules alone.

use fracas_adventure::{Attempt, Clock, Deed as Common, DeedOf, Display, Wording};
use fracas_kernel::{ChoiceView, Cost, Deed as DeedView, Named, Role, Tab, Unit, Who};

use super::apply::{GLOOM, TOUGHER};
use super::data::Boon;
use super::rests::TOUGHEN;
use super::{Deed, Lore, State};
use crate::data::{Attribute, Fumble};
use crate::effects::{XP, ability_effect, fumble_effect};
use crate::words::capital;

const RATIONS: Unit = Unit::new("ration", "rations", "rations");
const KITS: Unit = Unit::new("Healing Kit", "Healing Kits", "kits");

/// "1 ration", "3 rations"; none of nothing.
fn count(number: u16, one: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        number => Some(format!("{number} {one}s")),
    }
}

/// What a pursuit gives, in words.
pub(crate) fn boon_words(boon: &Boon) -> String {
    let lasting = |number: u8, one| {
        count(number.into(), one).map(|more| format!("{more} more now and in every adventure"))
    };
    let parts = [
        lasting(boon.kits, "Healing Kit"),
        lasting(boon.rations, "ration"),
        (boon.xp > 0).then(|| format!("{} XP for everybody", boon.xp)),
        (boon.stealth > 0).then(|| format!("Challenge Scores for going unseen are {} lower", boon.stealth)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Wording for Lore {
    fn called(&self, _state: &State, who: Who) -> (&str, &str) {
        let sheet = self.sheet(who);
        (&sheet.id, &sheet.name)
    }

    fn text(&self, state: &State, who: Who, deed: Deed) -> String {
        let zone = |to| self.setting.place.handle(&state.here, to);
        let ability = |which| self.ability(who, which).map_or("nothing", |ability| &ability.id);
        match deed {
            Deed::GoCarefully { to } => format!("go {} carefully", zone(to)),
            Deed::Sneak { to, careful: false } => format!("sneak {}", zone(to)),
            Deed::Sneak { to, careful: true } => format!("sneak {} carefully", zone(to)),
            Deed::Attack => "attack".to_owned(),
            Deed::Break => "break".to_owned(),
            Deed::Linger => "linger".to_owned(),
            Deed::Wait => "wait".to_owned(),
            Deed::Kit => "kit".to_owned(),
            Deed::Train { which } => format!("train {}", ability(which)),
            Deed::Toughen => "toughen".to_owned(),
            Deed::Work { pursuit } => {
                format!("work {}", self.pursuits.get(usize::from(pursuit)).map_or("nothing", |one| &one.id))
            }
            Deed::Learn { which } => format!("learn {}", ability(which)),
            Deed::Later { which } => format!("later {}", ability(which)),
        }
    }

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
            Common::Go { to } => return self.describe_going(state, to, false, view),
            Common::Own(deed) => return self.describe_own(state, who, deed, view),
            Common::Rest => return self.describe_rest(state, view),
            Common::Leave => "Ends the adventure.",
            Common::Search => "Brings to light whatever is hidden here. Each tries once.",
            Common::Take { .. } if self.company(state).is_some() => {
                (view.aim, view.rule) = (Some("is not noticed"), Some("ARDOR-S2"));
                "A roll to go unseen, with grace: who is noticed has to fight."
            }
            Common::Take { .. } => "It is the party's from now on.",
            Common::Force { .. } | Common::Pick { .. } | Common::Listen { .. } => "Opens the door for good.",
            Common::Disarm { .. } => "It does not go off any more.",
            Common::Lead => "Decides where all go and when they rest, and finds the way on dangerous ways.",
            Common::Stay => "Nothing.",
        };
        view.deed.effect = effect.to_owned();
    }
}

impl Lore {
    /// "day 2, 14:30"
    pub(crate) fn when(&self, state: &State) -> String {
        Clock::words(self.setting.clock.minutes(state.clock))
    }

    /// Over a way, openly: all of it, care included.
    fn describe_going(&self, state: &State, to: u8, careful: bool, view: &mut ChoiceView) {
        let (place, here) = (&self.setting.place, &state.here);
        let passage = self.passage(state, to).map(|(_, passage)| passage);
        let long = passage.map_or(String::new(), |passage| duration(passage.minutes.into()));
        let care = if careful { ", carefully" } else { "" };
        (view.tab, view.role, view.to) = (Tab::Move, Role::Move, place.on_map(here, to));
        view.deed = DeedView::new("go", "Go").with_effect("Whoever lives there notices you.");
        view.label = format!("Go {}{care}{long}", place.going(here, to));
        self.name_item(state, to, careful, view);
        if let Some(hazard) = passage.and_then(|passage| passage.hazard.as_ref()) {
            let leader = state.party.leader().unwrap_or(view.who);
            let challenge = hazard.challenge + self.hardship(state);
            view.aim = Some("gets across");
            view.rule = Some(if careful { "ARDOR-S9" } else { "ARDOR-S2" });
            view.label = format!("{}: {}{care}{long}", capital(&hazard.name), place.going(here, to));
            view.warnings.push(format!(
                "{}'s {} against {challenge}",
                self.sheet(leader).name,
                hazard.by.name()
            ));
            if self.is_gloomy(state, here.at) {
                view.warnings.push(format!("in the dark: {GLOOM} less"));
            }
            self.warn_of_slip(hazard.slip.as_ref(), careful, view);
        }
        self.warn_of_foes(state, to, view);
    }

    fn describe_sneaking(&self, state: &State, to: u8, careful: bool, view: &mut ChoiceView) {
        let (place, here) = (&self.setting.place, &state.here);
        let minutes = self.passage(state, to).map(|(_, passage)| 2 * u32::from(passage.minutes));
        let long = minutes.map_or(String::new(), duration);
        let care = if careful { ", carefully" } else { "" };
        (view.tab, view.role, view.to) = (Tab::Move, Role::Move, place.on_map(here, to));
        view.deed = DeedView::new("sneak", "Go unseen").with_effect(
            "Takes twice the time. On a success nobody there notices you; otherwise it is a fight.",
        );
        view.label = format!("Go unseen {}{care}{long}", place.going(here, to));
        (view.aim, view.rule) = (Some("goes unseen"), Some(if careful { "ARDOR-S9" } else { "ARDOR-S2" }));
        self.name_item(state, to, careful, view);
        let (clumsiest, challenge) = (self.clumsiest(state), self.challenge(state, to));
        view.warnings.push(format!("{}, the least quiet, against {challenge}", self.sheet(clumsiest).name));
        self.warn_of_slip(self.terrain(to).slip.as_ref(), careful, view);
        self.warn_of_foes(state, to, view);
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
        if let Some(below) = self.limit(slip, careful) {
            view.warnings.push(format!("below {below}, {}", fumble_effect(slip)));
        }
    }

    /// Those who are known to live there.
    fn warn_of_foes(&self, state: &State, zone: u8, view: &mut ChoiceView) {
        let names =
            self.dwellers(state, zone).map(|index| &self.setting.place.encounters[usize::from(index)].name);
        view.warnings.extend(names.map(|name| format!("there: {name}")));
        let strays = state.strays_in(zone).filter(|(_, stray)| stray.known);
        let sheets = strays.filter_map(|(_, stray)| self.fights[0].sheets.get(usize::from(stray.sheet)));
        view.warnings.extend(sheets.map(|sheet| format!("there: {}", sheet.name)));
    }

    fn describe_rest(&self, state: &State, view: &mut ChoiceView) {
        let mouths = self.mouths(state);
        view.deed = DeedView::new("rest", "Standard Rest")
            .with_effect("8 hours. All health, Ardor and surges are back.");
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
            Deed::GoCarefully { to } => self.describe_going(state, to, true, view),
            Deed::Sneak { to, careful } => self.describe_sneaking(state, to, careful, view),
            Deed::Attack => {
                let foes = self.company(state).map_or("whoever is here", |foes| self.foes_name(state, foes));
                view.label = format!("Fall upon {foes}, unnoticed");
                view.deed = DeedView::new("attack", "Fall upon them")
                    .with_effect("A fight begins with foes who have noticed nobody.");
                (view.tab, view.rule) = (Tab::Action, Some("ARDOR-S2"));
            }
            Deed::Break => {
                view.label = "Take a Break (10 minutes)".to_owned();
                view.deed = DeedView::new("break", "Break")
                    .with_effect("All Ardor is back, conditions end, and Healing Kits can be used.");
                view.rule = Some("ARDOR-B1");
            }
            Deed::Linger => self.describe_lingering(state, view),
            Deed::Wait => {
                let until = if self.is_night(state) { "daybreak" } else { "nightfall" };
                view.label = format!("Wait for {until}");
                view.deed = DeedView::new("wait", "Wait")
                    .with_effect("The dark hides you, and makes dangerous ways worse.");
            }
            Deed::Kit => {
                view.label = format!("Use up a Healing Kit: health back to {}", state.own.most[who]);
                view.deed = DeedView::new("kit", "Healing Kit").with_effect("All health is back.");
                view.cost = Some(Cost { amount: 1, unit: KITS });
                (view.tab, view.rule) = (Tab::Action, Some("ARDOR-B1"));
            }
            Deed::Train { .. }
            | Deed::Toughen
            | Deed::Work { .. }
            | Deed::Learn { .. }
            | Deed::Later { .. } => {
                self.describe_growth(state, who, deed, view);
            }
        }
    }

    fn describe_lingering(&self, state: &State, view: &mut ChoiceView) {
        view.label = match state.own.fresh {
            true => "Rest for days before you set out: an Extended Rest".to_owned(),
            false => format!("Rest for {} days: an Extended Rest", self.rest_days),
        };
        view.deed = DeedView::new("linger", "Extended Rest").with_effect(
            "As a Standard Rest, without rations. Those at ease lose one Trauma and may train, get tougher or work.",
        );
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
        match deed {
            Deed::Train { which } => {
                let name = self.ability_name(who, which);
                view.label = format!("Train {name}");
                view.deed = DeedView::new(format!("train {name}").to_lowercase(), format!("Train {name}"))
                    .with_effect(effect(which));
                view.cost = price(self.price(state, who, which).unwrap_or(0));
            }
            Deed::Toughen => {
                view.label = format!("Get tougher: {TOUGHER} more health");
                view.deed = DeedView::new("toughen", "Get tougher")
                    .with_effect(format!("{TOUGHER} more health, for good."));
                view.cost = price(TOUGHEN);
            }
            Deed::Work { pursuit } => {
                view.deed = DeedView::new("work", "Work").with_effect("One segment of its clock.");
                if let Some(known) = self.pursuits.get(usize::from(pursuit)) {
                    let filled = state.own.pursuits[usize::from(pursuit)];
                    view.label = format!("Work on {} ({filled} of {})", known.name, known.segments);
                    view.item = Some(Named::new(&known.id, &known.name));
                    let boon = boon_words(&known.gives);
                    view.deed.effect =
                        format!("{} One segment of its clock. When it is full: {boon}.", known.about);
                }
            }
            Deed::Learn { which } | Deed::Later { which } => {
                let name = self.ability_name(who, which);
                let at_once = matches!(deed, Deed::Learn { .. });
                view.label = match at_once {
                    true => format!("Learn {name} now"),
                    false => format!("Note {name} for an Extended Rest"),
                };
                view.cost =
                    price(self.ability(who, which).map_or(0, |ability| ability.xp)).filter(|_| at_once);
                let id = self.text(state, who, deed);
                view.deed = DeedView::new(id, &view.label).with_effect(effect(which));
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
