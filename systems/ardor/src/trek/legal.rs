//! Why something cannot be done on a trek, by the ardor rules.

use std::borrow::Cow;

use fracas_adventure::explore::Limits;
use fracas_kernel::{Refusal, Who};

use super::State;
use super::choices::Deed;
use super::data::{KITS, Lore, RATIONS};
use super::rests::{TOUGHEN, TOUGHEST};
use super::state::Press;
use crate::data::Fumble;

fn no(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Result<(), Refusal> {
    Err(Refusal::by(rule, why))
}

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Result<(), Refusal> {
        let answers = matches!(deed, Deed::Learn { .. } | Deed::Later { .. });
        match state.own.discovering.first() {
            Some(finder) if answers && finder == who => {}
            Some(_) => return no("ARDOR-S7", "first the discovery: learn it now, or later"),
            None if answers => return Err(Refusal::by("ARDOR-S7", "nothing was discovered").unsought()),
            None => {}
        }
        match deed {
            Deed::GoCarefully { to } => {
                self.is_walkable(state, to)?;
                let slip = self.passage(state, to).and_then(|(_, passage)| passage.slip());
                self.can_take_care(true, slip)
            }
            Deed::Sneak { to, careful } => self.can_sneak(state, to, careful),
            Deed::Attack if self.company(state).is_none() => {
                Err(Refusal::by("ARDOR-S2", "nobody is here who has not noticed you").unsought())
            }
            Deed::Attack => Ok(()),
            Deed::Wait => self.is_peaceful(state, "ARDOR-B1"),
            Deed::Break => self.can_pause(state),
            Deed::Linger => self.can_linger(state),
            Deed::Kit => self.can_use_kit(state, who),
            Deed::Train { which } => self.can_train(state, who, which),
            Deed::Toughen => self.can_toughen(state, who),
            Deed::Work { pursuit } => self.can_work(state, who, pursuit),
            Deed::Learn { which } | Deed::Later { which }
                if !self.offered(state, who).any(|offered| offered == which) =>
            {
                Err(Refusal::by("ARDOR-R20", "that is not what was discovered").unsought())
            }
            Deed::Learn { which } if !self.can_afford(state, who, which) => {
                no("ARDOR-S7", "there is not enough XP to learn it now")
            }
            Deed::Learn { .. } | Deed::Later { .. } => Ok(()),
        }
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        let first = || Refusal::by("ARDOR-S7", "first the discovery: learn it now, or later");
        state.own.discovering.first().map(|_| first())
    }

    fn why_not_rest(&self, state: &State) -> Result<(), Refusal> {
        self.is_peaceful(state, "ARDOR-B2")?;
        let minutes = self.awake_for(state);
        if minutes > 0 {
            let hours = (minutes as u32).div_ceil(60);
            return no("ARDOR-B2", format!("nobody is tired yet: in {hours} hours at the earliest"));
        }
        if !self.has_food(state) {
            let (mouths, rations) = (self.mouths(state), state.supplies.of(RATIONS));
            return no("ARDOR-B2", format!("it takes {mouths} rations, and there are {rations}"));
        }
        Ok(())
    }

    fn why_not_search(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if self.company(state).is_some() {
            return no("ARDOR-S2", "not under the eyes of those who live here");
        }
        match state.own.looked[state.here.at].has(who) {
            true => Err(Refusal::new("has looked everywhere; somebody else may have better eyes").sought()),
            false => Ok(()),
        }
    }

    fn why_not_open(&self, state: &State, _who: Who, _way: u8, _force: bool) -> Result<(), Refusal> {
        match self.company(state) {
            Some(_) => no("ARDOR-S2", "not under the eyes of those who live here"),
            None => Ok(()),
        }
    }
}

impl Lore {
    fn is_walkable(&self, state: &State, to: u8) -> Result<(), Refusal> {
        match self.setting.place.steps(&state.here).has(to) {
            true => Ok(()),
            false => Err(Refusal::new("no open way that you know leads there from here")),
        }
    }

    fn can_sneak(&self, state: &State, to: u8, careful: bool) -> Result<(), Refusal> {
        self.is_walkable(state, to)?;
        if let Some(hazard) = self.passage(state, to).and_then(|(_, passage)| passage.hazard.as_ref()) {
            return no("ARDOR-S2", format!("nobody is quiet here: {}", hazard.name));
        }
        self.can_take_care(careful, self.terrain(to).slip.as_ref())
    }

    fn can_take_care(&self, careful: bool, slip: Option<&Fumble>) -> Result<(), Refusal> {
        match (careful, slip) {
            (false, _) => Ok(()),
            (true, None) => Err(Refusal::by("ARDOR-S9", "nothing can go wrong with that").unsought()),
            // ARDOR-O2
            (true, Some(_)) if self.careful.is_none() => no("ARDOR-O2", "there is no time for care here"),
            (true, Some(_)) => Ok(()),
        }
    }

    /// There is no rest with foes at hand, noticed or not.
    fn is_peaceful(&self, state: &State, rule: &'static str) -> Result<(), Refusal> {
        match self.company(state) {
            Some(_) => no(rule, "not with foes this near: go on, or fall upon them"),
            None => Ok(()),
        }
    }

    fn can_pause(&self, state: &State) -> Result<(), Refusal> {
        self.is_peaceful(state, "ARDOR-B1")?;
        if state.own.pausing {
            return no("ARDOR-B1", "you have caught your breath");
        }
        match self.is_weary(state) {
            true => Ok(()),
            false => no("ARDOR-B1", "nobody has Ardor to recover, or wounds for a Healing Kit"),
        }
    }

    fn can_linger(&self, state: &State) -> Result<(), Refusal> {
        self.is_peaceful(state, "ARDOR-B3")?;
        // ARDOR-R8: not while matters press, nor where it suits nobody.
        if state.own.fresh {
            return Ok(());
        }
        if state.own.matter == Press::Presses {
            let what = self.matter.as_ref().map_or("something", |matter| &matter.name);
            return no("ARDOR-R8", format!("matters press: {what}"));
        }
        match self.suited(state).is_empty() {
            true => no("ARDOR-R8", "nobody is at ease here for days"),
            false => Ok(()),
        }
    }

    fn can_use_kit(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if !state.own.pausing {
            return no("ARDOR-B1", "Healing Kits are used during a Break");
        }
        if state.supplies.of(KITS) == 0 {
            return no("ARDOR-B1", "no Healing Kit is left");
        }
        match state.own.health[who] < state.own.most[who] {
            true => Ok(()),
            false => no("ARDOR-B1", "is not hurt"),
        }
    }

    fn has_leisure(&self, state: &State, who: Who) -> Result<(), Refusal> {
        match state.own.leisure.has(who) {
            true => Ok(()),
            false => {
                Err(Refusal::by("ARDOR-B3", "only at an Extended Rest, by those whom the place suits")
                    .unsought())
            }
        }
    }

    fn can_train(&self, state: &State, who: Who, which: u8) -> Result<(), Refusal> {
        self.has_leisure(state, who)?;
        let xp = state.own.xp[who];
        match self.price(state, who, which) {
            None => Err(Refusal::by("ARDOR-B3", "is known already").unsought()),
            Some(price) if price > xp => no("ARDOR-B3", format!("costs {price} XP, and there are {xp}")),
            Some(_) => Ok(()),
        }
    }

    fn can_toughen(&self, state: &State, who: Who) -> Result<(), Refusal> {
        self.has_leisure(state, who)?;
        let xp = state.own.xp[who];
        if xp < TOUGHEN {
            return no("ARDOR-B3", format!("costs {TOUGHEN} XP, and there are {xp}"));
        }
        match state.own.most[who] < TOUGHEST {
            true => Ok(()),
            false => Err(Refusal::new("nobody gets tougher than that")),
        }
    }

    fn can_work(&self, state: &State, who: Who, pursuit: u8) -> Result<(), Refusal> {
        self.has_leisure(state, who)?;
        let Some(known) = self.pursuits.get(usize::from(pursuit)) else {
            return Err(Refusal::new("there is no such pursuit"));
        };
        if !state.own.idle.has(who) {
            return no("ARDOR-B3", "has worked on something in this rest");
        }
        match self.is_full(state, pursuit) {
            true => no("ARDOR-B3", format!("{} is finished", known.name)),
            false => Ok(()),
        }
    }
}
