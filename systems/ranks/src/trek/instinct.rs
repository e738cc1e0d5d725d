//! A sensible traveller: it binds wounds, takes what lies there, wears the better coat, catches breath, rests when hurt,
//! goes on to where nobody was, and home when it is done or too much.

use fracas_adventure::{Deed as Common, DeedOf, Instincts, Limits, Routes};
use fracas_kernel::Who;

use super::{Deed, Lore, State};
use crate::data::{Ability, Armour, ItemKind};

impl Instincts for Lore {
    fn errand(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        if self.mends(who) > 0 {
            let patients = (state.party.alive - state.own.tended).filter(|&one| state.own.wounds[one] > 0);
            let worst = patients.max_by_key(|&one| (state.own.wounds[one], std::cmp::Reverse(one)));
            if let Some(target) = worst {
                return Some(Common::Own(Deed::Tend(target)));
            }
        }
        if let Some(cache) = self.setting.place.caches_here(&state.here).first() {
            return Some(Common::Take { cache });
        }
        let handles = state.own.handled[who] < Lore::HANDLED;
        let handled = if handles { self.dress(state, who).or_else(|| self.gather(state, who)) } else { None };
        let rank = |ability| self.rank(state, who, ability);
        let skilled = || rank(Ability::Reactions) > rank(Ability::Brawl);
        handled.or_else(|| match self.goes_home(state) {
            true => None,
            false => self.inquire(state, rank(Ability::Perception) >= 2, skilled()),
        })
    }

    fn plan(&self, state: &State) -> Option<DeedOf<Lore>> {
        if self.is_winded(state) {
            return Some(Common::Own(Deed::Pause));
        }
        if self.why_not_rest(state).is_ok() && self.is_worn(state) {
            return Some(Common::Rest);
        }
        let onward = if self.goes_home(state) { None } else { self.onward(state) };
        onward.or_else(|| self.home(state)).or(Some(Common::Own(Deed::Pause)))
    }
}

impl Lore {
    /// The better of two pieces of armour.
    fn dress(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        for (place, item) in state.own.carried(who).filter(|&(place, _)| !state.own.has_equipped(who, place))
        {
            let Some(found) = self.armour(item) else { continue };
            let worn = state.own.carried(who).find(|&(other, item)| {
                state.own.has_equipped(who, other)
                    && self.armour(item).is_some_and(|worn| worn.worn == found.worn)
            });
            match worn {
                None if self.why_not_equip(state, who, place).is_ok() && self.is_best(state, who, &found) => {
                    return Some(Common::Own(Deed::Equip(place)));
                }
                Some((other, item)) if self.armour(item).is_some_and(|worn| worth(&found) > worth(&worn)) => {
                    return Some(Common::Own(Deed::Unequip(other)));
                }
                _ => {}
            }
        }
        None
    }

    /// Has somebody nothing better for the same place?
    fn is_best(&self, state: &State, who: Who, found: &Armour) -> bool {
        let others = state.own.carried(who).filter_map(|(_, item)| self.armour(item));
        others.filter(|other| other.worn == found.worn).all(|other| worth(&other) <= worth(found))
    }

    fn armour(&self, item: u8) -> Option<Armour> {
        match self.shelf().items.get(usize::from(item))?.kind {
            ItemKind::Armour(armour) => Some(armour),
            _ => None,
        }
    }

    fn gather(&self, state: &State, who: Who) -> Option<DeedOf<Lore>> {
        state.own.free_place(who)?;
        self.lying_here(state).next().map(|(lying, _)| Common::Own(Deed::Take(lying)))
    }

    /// Has the party done what it came for, or is it past doing it?
    fn goes_home(&self, state: &State) -> bool {
        let late = self.setting.clock.limit.saturating_sub(state.clock) < 12;
        let few = state.able().len() * 2 < self.setting.heroes.len() && self.why_not_rest(state).is_err();
        self.setting.place.achieved(&state.here) || late || few
    }

    fn is_winded(&self, state: &State) -> bool {
        state.party.alive.any(|who| state.own.damage[who] > 0 || self.is_afflicted(state, who))
    }

    /// Is somebody near the end, or has everybody a wound?
    fn is_worn(&self, state: &State) -> bool {
        let alive = state.party.alive;
        let near = |who: Who| state.own.wounds[who] + 1 >= self.rank(state, who, Ability::Resolve);
        let hurt = Iterator::filter(alive, |&who| state.own.wounds[who] > 0).count();
        !state.party.down.is_empty() || alive.any(near) || hurt * 2 > alive.len()
    }
}

/// What a piece of armour is worth: what it takes off blows, less what it hinders.
fn worth(armour: &Armour) -> i32 {
    let resists: i32 = armour.resists.iter().map(|&resist| i32::from(resist)).sum();
    let blows: i32 = armour.resists[..3].iter().map(|&resist| i32::from(resist)).sum();
    let bonus: i32 = armour.bonus.iter().map(|&bonus| i32::from(bonus)).sum();
    resists + blows * 3 + bonus * 2
}
