//! Why something cannot be done on a trek, by the ardor rules.

use fracas_adventure::{Limits, Verdict, need, no};
use fracas_kernel::{Refusal, Who};

use super::data::{KITS, RATIONS};
use super::rests::{TOUGHEN, TOUGHEST};
use super::state::Press;
use super::{Deed, Lore, State};
use crate::data::Fumble;

impl Limits for Lore {
    fn refuse(&self, state: &State, who: Who, deed: Deed) -> Verdict {
        let answers = matches!(deed, Deed::Learn(_) | Deed::Later(_));
        match state.own.discovering.first() {
            Some(finder) if answers && finder == who => {}
            Some(_) => return no("ARDOR-S7", "first the discovery: learn it now, or later"),
            None if answers => return Err(Refusal::by("ARDOR-S7", "nothing was discovered").unsought()),
            None => {}
        }
        match deed {
            Deed::GoCarefully(to) => {
                self.is_walkable(state, to)?;
                let slip = self.passage(state, to).and_then(|(_, passage)| passage.slip());
                self.can_take_care(state, true, slip)
            }
            Deed::Sneak { to, careful } => self.can_sneak(state, to, careful),
            Deed::Attack => {
                let there = self.company(state).is_some();
                need(there, "ARDOR-S2", "nobody is here who has not noticed you").map_err(Refusal::unsought)
            }
            Deed::Wait => self.is_peaceful(state, "ARDOR-B1"),
            Deed::Break => self.can_pause(state),
            Deed::Linger => self.can_linger(state),
            Deed::Kit => self.can_use_kit(state, who),
            Deed::Train(which) => self.can_train(state, who, which),
            Deed::Toughen => self.can_toughen(state, who),
            Deed::Work(pursuit) => self.can_work(state, who, pursuit),
            Deed::Learn(which) | Deed::Later(which) => {
                let offered = self.offered(state, who).any(|offered| offered == which);
                need(offered, "ARDOR-R20", "that is not what was discovered").map_err(Refusal::unsought)?;
                let paid = matches!(deed, Deed::Later(_)) || self.can_afford(state, who, which);
                need(paid, "ARDOR-S7", "there is not enough XP to learn it now")
            }
        }
    }

    fn first_things(&self, state: &State) -> Option<Refusal> {
        let first = || Refusal::by("ARDOR-S7", "first the discovery: learn it now, or later");
        state.own.discovering.first().map(|_| first())
    }

    fn why_not_rest(&self, state: &State) -> Verdict {
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

    fn why_not_search(&self, state: &State, who: Who) -> Verdict {
        self.is_unwatched(state)?;
        let fresh = !state.own.looked[state.here.at].has(who);
        let why = "has looked everywhere; somebody else may have better eyes";
        need(fresh, None, why).map_err(Refusal::sought)
    }

    fn why_not_open(&self, state: &State, _who: Who, _way: u8, _force: bool) -> Verdict {
        self.is_unwatched(state)
    }
}

impl Lore {
    fn is_unwatched(&self, state: &State) -> Verdict {
        need(self.company(state).is_none(), "ARDOR-S2", "not under the eyes of those who live here")
    }

    fn is_walkable(&self, state: &State, to: u8) -> Verdict {
        let walkable = self.setting.place.steps(&state.here).has(to);
        need(walkable, None, "no open way that you know leads there from here")
    }

    fn can_sneak(&self, state: &State, to: u8, careful: bool) -> Verdict {
        self.is_walkable(state, to)?;
        if let Some(hazard) = self.passage(state, to).and_then(|(_, passage)| passage.hazard.as_ref()) {
            return no("ARDOR-S2", format!("nobody is quiet here: {}", hazard.name));
        }
        self.can_take_care(state, careful, self.terrain(to).slip.as_ref())
    }

    fn can_take_care(&self, state: &State, careful: bool, slip: Option<&Fumble>) -> Verdict {
        let risky = !careful || slip.is_some();
        need(risky, "ARDOR-S9", "nothing can go wrong with that").map_err(Refusal::unsought)?;
        // ARDOR-O2
        need(!careful || self.may_take_care(state), "ARDOR-O2", "there is no time for care here")
    }

    /// There is no rest with foes at hand, noticed or not.
    fn is_peaceful(&self, state: &State, rule: &'static str) -> Verdict {
        need(self.company(state).is_none(), rule, "not with foes this near: go on, or fall upon them")
    }

    fn can_pause(&self, state: &State) -> Verdict {
        self.is_peaceful(state, "ARDOR-B1")?;
        need(!state.own.pausing, "ARDOR-B1", "you have caught your breath")?;
        let weary = self.is_weary(state);
        need(weary, "ARDOR-B1", "nobody has Ardor to recover, or wounds for a Healing Kit")
    }

    fn can_linger(&self, state: &State) -> Verdict {
        self.is_peaceful(state, "ARDOR-B3")?;
        // ARDOR-R8: not while matters press, nor where it suits nobody.
        if state.own.fresh {
            return Ok(());
        }
        if state.own.matter == Press::Presses {
            let what = self.matter.as_ref().map_or("something", |matter| &matter.name);
            return no("ARDOR-R8", format!("matters press: {what}"));
        }
        need(!self.suited(state).is_empty(), "ARDOR-R8", "nobody is at ease here for days")
    }

    fn can_use_kit(&self, state: &State, who: Who) -> Verdict {
        need(state.own.pausing, "ARDOR-B1", "Healing Kits are used during a Break")?;
        need(state.supplies.of(KITS) > 0, "ARDOR-B1", "no Healing Kit is left")?;
        need(state.own.health[who] < state.own.most[who], "ARDOR-B1", "is not hurt")
    }

    fn has_leisure(&self, state: &State, who: Who) -> Verdict {
        let why = "only at an Extended Rest, by those whom the place suits";
        need(state.own.leisure.has(who), "ARDOR-B3", why).map_err(Refusal::unsought)
    }

    fn can_train(&self, state: &State, who: Who, which: u8) -> Verdict {
        self.has_leisure(state, who)?;
        let xp = state.own.xp[who];
        match self.price(state, who, which) {
            None => Err(Refusal::by("ARDOR-B3", "is known already").unsought()),
            Some(price) if price > xp => no("ARDOR-B3", format!("costs {price} XP, and there are {xp}")),
            Some(_) => Ok(()),
        }
    }

    fn can_toughen(&self, state: &State, who: Who) -> Verdict {
        self.has_leisure(state, who)?;
        let xp = state.own.xp[who];
        if xp < TOUGHEN {
            return no("ARDOR-B3", format!("costs {TOUGHEN} XP, and there are {xp}"));
        }
        need(state.own.most[who] < TOUGHEST, None, "nobody gets tougher than that")
    }

    fn can_work(&self, state: &State, who: Who, pursuit: u8) -> Verdict {
        self.has_leisure(state, who)?;
        let Some(known) = self.pursuits.get(usize::from(pursuit)) else {
            return no(None, "there is no such pursuit");
        };
        need(state.own.idle.has(who), "ARDOR-B3", "has worked on something in this rest")?;
        match self.is_full(state, pursuit) {
            true => no("ARDOR-B3", format!("{} is finished", known.name)),
            false => Ok(()),
        }
    }
}
