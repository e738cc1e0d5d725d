//! What can be chosen between fights: the list, which is quick, and the reasons, which are careful.

use fracas_adventure::Place;
use fracas_kernel::{Made, Refusal, Who};

use super::data::Trek;
use super::state::{State, bit, each, has, ix};
use crate::choices::HANDS;
use crate::data::ItemKind;
use crate::state::{MAX_ITEMS, NOTHING};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    // Of the whole party, for its leader to say.
    Go {
        who: Who,
        to: u8,
    },
    /// Ten minutes, until everybody has caught breath.
    Pause {
        who: Who,
    },
    Rest {
        who: Who,
    },
    Leave {
        who: Who,
    },
    // Of one hero, who has done something then in these ten minutes.
    Search {
        who: Who,
    },
    Force {
        who: Who,
        way: u8,
    },
    Pick {
        who: Who,
        way: u8,
    },
    Open {
        who: Who,
        cache: u8,
    },
    Tend {
        who: Who,
        target: Who,
    },
    Wait {
        who: Who,
    },
    // Of one hero, a few of them in ten minutes.
    /// `lying` is the place in the list of what lies about.
    Take {
        who: Who,
        lying: u8,
    },
    /// `place` is that of the item among those carried.
    Equip {
        who: Who,
        place: u8,
    },
    Unequip {
        who: Who,
        place: u8,
    },
    Give {
        who: Who,
        place: u8,
        to: Who,
    },
    Drop {
        who: Who,
        place: u8,
    },
    /// Costs nothing.
    Lead {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 4);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Go { who, .. }
            | Choice::Pause { who }
            | Choice::Rest { who }
            | Choice::Leave { who }
            | Choice::Search { who }
            | Choice::Force { who, .. }
            | Choice::Pick { who, .. }
            | Choice::Open { who, .. }
            | Choice::Tend { who, .. }
            | Choice::Wait { who }
            | Choice::Take { who, .. }
            | Choice::Equip { who, .. }
            | Choice::Unequip { who, .. }
            | Choice::Give { who, .. }
            | Choice::Drop { who, .. }
            | Choice::Lead { who } => who,
        }
    }

    /// Does it only move things from hand to hand?
    pub(crate) fn handles(self) -> bool {
        matches!(
            self,
            Choice::Take { .. }
                | Choice::Equip { .. }
                | Choice::Unequip { .. }
                | Choice::Give { .. }
                | Choice::Drop { .. }
        )
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

impl Trek {
    /// Who is asked: those who have done nothing yet, and the leader, who can always call a pause.
    pub(crate) fn asked(&self, state: &State) -> u8 {
        state.able() & !state.busy | state.leading()
    }

    pub(crate) fn can_rest(&self, state: &State) -> bool {
        self.is_hurt(state) && u32::from(state.food) >= state.alive.count_ones()
    }

    fn is_hurt(&self, state: &State) -> bool {
        each(state.alive).any(|who| state.wounds[ix(who)] > 0 || state.damage[ix(who)] > 0)
    }

    pub(crate) fn is_exit(&self, state: &State) -> bool {
        has(self.place.exits().0, state.here.at)
    }

    pub(crate) fn can_search(&self, state: &State) -> bool {
        let cluttered = self.place.spots[usize::from(state.here.at)].cluttered;
        cluttered && !has(state.here.searched.0, state.here.at)
    }

    pub(crate) fn locked_here(&self, state: &State) -> impl Iterator<Item = u8> {
        let here = state.here;
        self.place.ways_from(&here, here.at).filter(move |&way| !self.place.is_open(&here, way))
    }

    /// Whom somebody can tend: who has wounds, and was not tended since the last rest.
    pub(crate) fn patients(&self, state: &State) -> impl Iterator<Item = Who> {
        let state = state.clone();
        each(state.alive & !state.tended).filter(move |&who| state.wounds[ix(who)] > 0)
    }

    /// Hands in use, and which pieces of armour are worn, bit by [`crate::Worn`].
    pub(crate) fn in_use(&self, state: &State, who: Who) -> (u8, u8) {
        let mut used = (0, 0);
        for (place, item) in (0_u8..).zip(state.items[ix(who)]).filter(|&(_, item)| item != NOTHING) {
            if state.has_equipped(who, place) {
                let item = &self.shelf().items[usize::from(item)];
                used.0 += item.hands();
                if let ItemKind::Armour(armour) = item.kind {
                    used.1 |= 1 << armour.worn as u8;
                }
            }
        }
        used
    }

    pub(crate) fn is_natural(&self, item: u8) -> bool {
        self.shelf().items.get(usize::from(item)).is_none_or(|item| item.is_natural())
    }

    /// Can somebody put this on, or take it in hand, as it stands?
    pub(crate) fn can_equip(&self, state: &State, who: Who, item: u8) -> bool {
        let (hands, worn) = self.in_use(state, who);
        let known = &self.shelf().items[usize::from(item)];
        let fits = match known.kind {
            ItemKind::Valuable => false,
            ItemKind::Weapon(_) => !known.is_natural(),
            ItemKind::Armour(armour) => worn & 1 << armour.worn as u8 == 0,
        };
        fits && hands + known.hands() <= HANDS
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.here.outcome.is_some() {
            return;
        }
        let leader = state.leading();
        for who in each(leader) {
            out.extend(Place::zones_in(self.place.steps(&state.here).0).map(|to| Choice::Go { who, to }));
            out.push(Choice::Pause { who });
            if self.can_rest(state) {
                out.push(Choice::Rest { who });
            }
            if self.is_exit(state) {
                out.push(Choice::Leave { who });
            }
        }
        for who in each(state.able() & !state.busy) {
            if self.can_search(state) {
                out.push(Choice::Search { who });
            }
            for way in self.locked_here(state) {
                out.extend([Choice::Force { who, way }, Choice::Pick { who, way }]);
            }
            let caches = Place::zones_in(self.place.caches_here(&state.here).0);
            out.extend(caches.map(|cache| Choice::Open { who, cache }));
            if self.mends(who) > 0 {
                out.extend(self.patients(state).map(|target| Choice::Tend { who, target }));
            }
            out.push(Choice::Wait { who });
            if state.handled[ix(who)] < Trek::HANDLED {
                self.list_handling(state, who, out);
            }
            if bit(who) != leader {
                out.push(Choice::Lead { who });
            }
        }
    }

    fn list_handling(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        if state.free_place(who).is_some() {
            out.extend(self.lying_here(state).map(|(lying, _)| Choice::Take { who, lying }));
        }
        for (place, item) in state.carried(who).filter(|&(_, item)| !self.is_natural(item)) {
            if state.has_equipped(who, place) {
                out.push(Choice::Unequip { who, place });
                continue;
            }
            if self.can_equip(state, who, item) {
                out.push(Choice::Equip { who, place });
            }
            let others = each(state.able() & !bit(who)).filter(|&to| state.free_place(to).is_some());
            out.extend(others.map(|to| Choice::Give { who, place, to }));
            out.push(Choice::Drop { who, place });
        }
    }

    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.here.outcome.is_some() {
            return Err(Refusal::new("the adventure is over"));
        }
        if who.index() >= self.heroes.len() {
            return Err(Refusal::new("there is nobody of that name"));
        }
        if state.able() & bit(who) == 0 {
            return Err(Refusal::by("RANKS-W3", format!("{} can do nothing", self.sheet(who).name)));
        }
        match choice {
            Choice::Go { .. } | Choice::Pause { .. } | Choice::Rest { .. } | Choice::Leave { .. } => {
                self.why_not_together(state, who, choice)
            }
            _ if state.busy & bit(who) != 0 => {
                Err(Refusal::by("RANKS-J1", "one thing in ten minutes: that is done"))
            }
            _ if choice.handles() && state.handled[ix(who)] >= Trek::HANDLED => {
                Err(Refusal::by("RANKS-J4", "enough was handled in these ten minutes"))
            }
            Choice::Search { .. } if !self.place.spots[usize::from(state.here.at)].cluttered => {
                Err(Refusal::by("RANKS-J2", "there is nothing here that could hide anything"))
            }
            Choice::Search { .. } if has(state.here.searched.0, state.here.at) => {
                Err(Refusal::by("RANKS-J2", "this stage has been searched"))
            }
            Choice::Force { way, .. } | Choice::Pick { way, .. } => self.why_not_open(state, way),
            Choice::Open { cache, .. } => self.why_not_cache(state, cache),
            Choice::Tend { target, .. } => self.why_not_tend(state, who, target),
            Choice::Take { lying, .. } => self.why_not_take(state, who, lying),
            Choice::Equip { place, .. } => self.why_not_equip(state, who, place),
            Choice::Unequip { place, .. } => {
                self.why_not_handle(state, who, place)?;
                let on = state.has_equipped(who, place);
                if on { Ok(()) } else { Err(Refusal::new("that is not equipped")) }
            }
            Choice::Give { place, to, .. } => self.why_not_give(state, who, place, to),
            Choice::Drop { place, .. } => self.why_not_part(state, who, place),
            Choice::Lead { .. } if state.leading() == bit(who) => Err(Refusal::new("it leads already")),
            _ => Ok(()),
        }
    }

    fn why_not_together(&self, state: &State, who: Who, choice: Choice) -> Result<(), Refusal> {
        if state.leading() != bit(who) {
            return Err(Refusal::by("RANKS-J1", "that is for whoever leads the party"));
        }
        match choice {
            Choice::Go { to, .. } => {
                let Some(way) = self.place.way_between(&state.here, state.here.at, to) else {
                    return Err(Refusal::new("no way leads there that you know"));
                };
                if self.place.is_open(&state.here, way) {
                    return Ok(());
                }
                Err(Refusal::by("RANKS-J3", "it is locked: pick it or force it first"))
            }
            Choice::Leave { .. } if !self.is_exit(state) => Err(Refusal::new("there is no way out here")),
            Choice::Rest { .. } if !self.is_hurt(state) => Err(Refusal::by("RANKS-J7", "nobody is hurt")),
            Choice::Rest { .. } if !self.can_rest(state) => {
                Err(Refusal::by("RANKS-J7", "there is not a meal for everybody"))
            }
            _ => Ok(()),
        }
    }

    fn why_not_open(&self, state: &State, way: u8) -> Result<(), Refusal> {
        if !self.place.ways_from(&state.here, state.here.at).any(|known| known == way) {
            return Err(Refusal::new("you know of no such way here"));
        }
        if self.place.is_open(&state.here, way) {
            return Err(Refusal::by("RANKS-J3", "it is not locked"));
        }
        Ok(())
    }

    fn why_not_cache(&self, state: &State, cache: u8) -> Result<(), Refusal> {
        if cache < 64 && has(self.place.caches_here(&state.here).0, cache) {
            return Ok(());
        }
        Err(Refusal::new("no such thing is here"))
    }

    fn why_not_tend(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        if self.mends(who) == 0 {
            return Err(Refusal::by("RANKS-J6", "that one has no card that mends wounds"));
        }
        if target.index() >= self.heroes.len() || state.alive & bit(target) == 0 {
            return Err(Refusal::new("that one is not with you"));
        }
        if state.wounds[ix(target)] == 0 {
            return Err(Refusal::by("RANKS-J6", "that one has no wounds"));
        }
        if state.tended & bit(target) != 0 {
            return Err(Refusal::by("RANKS-J6", "those wounds were seen to: they need a rest now"));
        }
        Ok(())
    }

    fn why_not_take(&self, state: &State, who: Who, lying: u8) -> Result<(), Refusal> {
        if !self.lying_here(state).any(|(known, _)| known == lying) {
            return Err(Refusal::new("no such thing lies here"));
        }
        if state.free_place(who).is_none() {
            return Err(Refusal::by("RANKS-J4", "nobody carries more than six things"));
        }
        Ok(())
    }

    fn why_not_handle(&self, state: &State, who: Who, place: u8) -> Result<(), Refusal> {
        if !state.carried(who).any(|(known, _)| known == place) {
            return Err(Refusal::new("there is no such thing, or it is the same as another"));
        }
        if state.item(who, place).is_none_or(|item| self.is_natural(item)) {
            return Err(Refusal::new("that is a part of the body"));
        }
        Ok(())
    }

    fn why_not_equip(&self, state: &State, who: Who, place: u8) -> Result<(), Refusal> {
        self.why_not_handle(state, who, place)?;
        if state.has_equipped(who, place) {
            return Err(Refusal::new("that is equipped already"));
        }
        let item = state.item(who, place).unwrap_or(NOTHING);
        let known = &self.shelf().items[usize::from(item).min(self.shelf().items.len() - 1)];
        let (hands, worn) = self.in_use(state, who);
        match known.kind {
            ItemKind::Valuable => Err(Refusal::by("RANKS-M7", "that cannot be put to use")),
            ItemKind::Armour(armour) if worn >> armour.worn as u8 & 1 == 1 => {
                Err(Refusal::by("RANKS-M7", "something is worn there"))
            }
            _ if hands + known.hands() > HANDS => Err(Refusal::by("RANKS-M7", "there is no hand free")),
            _ => Ok(()),
        }
    }

    fn why_not_part(&self, state: &State, who: Who, place: u8) -> Result<(), Refusal> {
        self.why_not_handle(state, who, place)?;
        if state.has_equipped(who, place) {
            return Err(Refusal::new("that is in use: unequip it first"));
        }
        Ok(())
    }

    fn why_not_give(&self, state: &State, who: Who, place: u8, to: Who) -> Result<(), Refusal> {
        self.why_not_part(state, who, place)?;
        if to.index() >= self.heroes.len() || to == who || state.able() & bit(to) == 0 {
            return Err(Refusal::new("there is nobody like that to give it to"));
        }
        if state.free_place(to).is_none() {
            return Err(Refusal::by("RANKS-J4", "nobody carries more than six things"));
        }
        Ok(())
    }

    /// What the party could think of. What it does not know of, it cannot think of: refusals are told too.
    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let all = || (0..self.heroes.len() as u8).map(Who);
        let ways = || self.place.ways_from(&state.here, state.here.at);
        let beyond = ways().filter_map(|way| self.place.beyond(way, state.here.at));
        let stages = beyond.fold(state.here.seen.0, |set, stage| set | 1 << stage);
        for who in all() {
            out.extend([Choice::Pause { who }, Choice::Rest { who }, Choice::Leave { who }]);
            out.extend([Choice::Search { who }, Choice::Wait { who }, Choice::Lead { who }]);
            out.extend(Place::zones_in(stages).map(|to| Choice::Go { who, to }));
            for way in ways() {
                out.extend([Choice::Force { who, way }, Choice::Pick { who, way }]);
            }
            let caches = Place::zones_in(self.place.caches_here(&state.here).0 | state.here.taken.0);
            out.extend(caches.map(|cache| Choice::Open { who, cache }));
            out.extend(self.lying_here(state).map(|(lying, _)| Choice::Take { who, lying }));
            for place in (0..MAX_ITEMS as u8).filter(|&place| state.item(who, place).is_some()) {
                out.extend([Choice::Equip { who, place }, Choice::Unequip { who, place }]);
                out.push(Choice::Drop { who, place });
                out.extend(all().map(|to| Choice::Give { who, place, to }));
            }
            out.extend(all().map(|target| Choice::Tend { who, target }));
        }
    }
}
