//! What can be chosen on a journey: the list, which is quick, and the reasons, which are careful. Tests hold them
//! against each other. Nothing here depends on what the party does not know.

use fracas_adventure::Place;
use fracas_kernel::{Made, Refusal, Who};

use super::data::Trek;
use super::state::{Foes, Press, State, Stray, bit, each, has, hero, hx};
use crate::data::{Condition, Fumble};

/// Experience for two more points of health.
pub(crate) const TOUGHEN: u8 = 4;
/// What training costs on top, if the ability was never glimpsed.
pub(crate) const UNGLIMPSED: u8 = 2;
/// Minutes awake before one can sleep again.
pub(crate) const AWAKE: u32 = 12 * 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Takes the lead.
    Lead {
        who: Who,
    },
    // Of the leader, for all.
    Go {
        who: Who,
        to: u8,
        careful: bool,
    },
    Sneak {
        who: Who,
        to: u8,
        careful: bool,
    },
    /// Falls upon those who have not noticed anybody.
    Attack {
        who: Who,
    },
    Break {
        who: Who,
    },
    Rest {
        who: Who,
    },
    Linger {
        who: Who,
    },
    Wait {
        who: Who,
    },
    Leave {
        who: Who,
    },
    // Of anybody.
    Search {
        who: Who,
    },
    Force {
        who: Who,
        to: u8,
    },
    Take {
        who: Who,
        cache: u8,
    },
    Kit {
        who: Who,
    },
    Train {
        who: Who,
        which: u8,
    },
    Toughen {
        who: Who,
    },
    Work {
        who: Who,
        pursuit: u8,
    },
    // A discovery.
    Learn {
        who: Who,
    },
    Later {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 4);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Lead { who }
            | Choice::Go { who, .. }
            | Choice::Sneak { who, .. }
            | Choice::Attack { who }
            | Choice::Break { who }
            | Choice::Rest { who }
            | Choice::Linger { who }
            | Choice::Wait { who }
            | Choice::Leave { who }
            | Choice::Search { who }
            | Choice::Force { who, .. }
            | Choice::Take { who, .. }
            | Choice::Kit { who }
            | Choice::Train { who, .. }
            | Choice::Toughen { who }
            | Choice::Work { who, .. }
            | Choice::Learn { who }
            | Choice::Later { who } => who,
        }
    }

    /// Is it decided for all?
    fn is_the_leaders(self) -> bool {
        matches!(
            self,
            Choice::Go { .. }
                | Choice::Sneak { .. }
                | Choice::Attack { .. }
                | Choice::Break { .. }
                | Choice::Rest { .. }
                | Choice::Linger { .. }
                | Choice::Wait { .. }
                | Choice::Leave { .. }
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
    pub(crate) fn leader(&self, state: &State) -> Who {
        let present = state.present(self.party());
        let chosen = Who(state.leader);
        if present & hero(chosen) != 0 { chosen } else { each(present).next().unwrap_or(chosen) }
    }

    /// Those who are where the party is and have not noticed it.
    pub(crate) fn company(&self, state: &State) -> Option<Foes> {
        let band = self.place.lair_here(&state.here).filter(|&band| has(state.met, band));
        let stray = || {
            let here = |stray: &Stray| stray.zone == state.here.at && stray.known;
            state.strays.iter().position(|stray| stray.as_ref().is_some_and(here))
        };
        band.map(Foes::Band).or_else(|| stray().map(|slot| Foes::Stray(slot as u8)))
    }

    /// What threatens on a way that is no plain walk.
    pub(crate) fn slip_on(&self, way: u8) -> Option<&Fumble> {
        self.passages.get(usize::from(way))?.hazard.as_ref()?.slip.as_ref()
    }

    pub(crate) fn slip_in(&self, zone: u8) -> Option<&Fumble> {
        self.terrain.get(usize::from(zone))?.slip.as_ref()
    }

    /// The price of an ability at an Extended Rest; none if it is known already.
    pub(crate) fn price(&self, state: &State, who: Who, which: u8) -> Option<u8> {
        let sheet = self.sheet(who);
        let place = which.checked_sub(sheet.known)?.min(7);
        let ability = self.fights[0].abilities.get(usize::from(*sheet.abilities.get(usize::from(which))?))?;
        if state.learned[hx(who)] >> place & 1 == 1 {
            return None;
        }
        let glimpsed = state.noted[hx(who)] >> place & 1 == 1;
        Some(ability.xp.saturating_add(if glimpsed { 0 } else { UNGLIMPSED }))
    }

    /// Whom the place suits for days, of those who are there.
    pub(crate) fn suited(&self, state: &State) -> u8 {
        // ARDOR-B3: between adventures everybody goes where they are at ease.
        if state.fresh {
            return state.present(self.party());
        }
        let place = self.terrain[usize::from(state.here.at)].comforts;
        let all = each(state.present(self.party())).filter(|&who| self.sheet(who).comforts & place != 0);
        all.fold(0, |set, who| set | hero(who))
    }

    /// Has anybody something to gain from a Break?
    pub(crate) fn weary(&self, state: &State) -> bool {
        each(state.present(self.party())).any(|who| {
            state.ardor[hx(who)] < self.sheet(who).ardor
                || (state.kits > 0 && state.health[hx(who)] < state.most[hx(who)])
                || Condition::ALL.into_iter().any(|one| state.lasts[hx(who)][one as usize] > 0)
        })
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.here.outcome.is_some() {
            return;
        }
        if let Some(who) = each(state.discovering).next() {
            out.extend([Choice::Learn { who }, Choice::Later { who }]);
            return;
        }
        self.list_the_leaders(state, out);
        let (here, leader) = (&state.here, self.leader(state));
        let alone = self.company(state).is_none();
        let caches = self.place.caches_here(here).0;
        for who in each(state.present(self.party())) {
            if who != leader {
                out.push(Choice::Lead { who });
            }
            let looked = state.looked[usize::from(here.at) % 64] & hero(who) != 0;
            let searched = has(here.searched.0, here.at) || looked;
            if alone && self.place.spots[usize::from(here.at)].cluttered && !searched {
                out.push(Choice::Search { who });
            }
            let barred = if alone { self.barred(state) } else { 0 };
            out.extend(Place::zones_in(barred).map(|to| Choice::Force { who, to }));
            out.extend(Place::zones_in(caches).map(|cache| Choice::Take { who, cache }));
            if state.pausing && state.kits > 0 && state.health[hx(who)] < state.most[hx(who)] {
                out.push(Choice::Kit { who });
            }
            if state.leisure & hero(who) != 0 {
                self.list_leisure(state, who, out);
            }
        }
    }

    fn list_the_leaders(&self, state: &State, out: &mut Vec<Choice>) {
        let (who, here) = (self.leader(state), &state.here);
        for to in Place::zones_in(self.place.steps(here).0) {
            let Some(way) = self.way_to(state, to) else { continue };
            out.push(Choice::Go { who, to, careful: false });
            if self.passages[usize::from(way)].hazard.is_some() {
                if self.careful.is_some() && self.slip_on(way).is_some() {
                    out.push(Choice::Go { who, to, careful: true });
                }
                continue;
            }
            out.push(Choice::Sneak { who, to, careful: false });
            if self.careful.is_some() && self.slip_in(to).is_some() {
                out.push(Choice::Sneak { who, to, careful: true });
            }
        }
        if has(self.place.exits().0, here.at) {
            out.push(Choice::Leave { who });
        }
        if self.company(state).is_some() {
            out.push(Choice::Attack { who });
            return;
        }
        out.push(Choice::Wait { who });
        if !state.pausing && self.weary(state) {
            out.push(Choice::Break { who });
        }
        let mouths = state.present(self.party()).count_ones() as u8;
        if state.clock >= state.slept + AWAKE && state.rations >= mouths {
            out.push(Choice::Rest { who });
        }
        if state.fresh || state.matter != Press::Presses && self.suited(state) != 0 {
            out.push(Choice::Linger { who });
        }
    }

    fn list_leisure(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        for which in 0..self.sheet(who).abilities.len() as u8 {
            if self.price(state, who, which).is_some_and(|price| price <= state.xp[hx(who)]) {
                out.push(Choice::Train { who, which });
            }
        }
        if state.xp[hx(who)] >= TOUGHEN && state.most[hx(who)] < 300 {
            out.push(Choice::Toughen { who });
        }
        if state.idle & hero(who) != 0 {
            for (pursuit, index) in self.pursuits.iter().zip(0_u8..) {
                if state.pursuits[usize::from(index)] < pursuit.segments {
                    out.push(Choice::Work { who, pursuit: index });
                }
            }
        }
    }

    /// Zones behind locked doors.
    pub(crate) fn barred(&self, state: &State) -> u64 {
        let here = &state.here;
        let locked = self.place.ways_from(here, here.at).filter(|&way| !self.place.is_open(here, way));
        locked.filter_map(|way| self.place.beyond(way, here.at)).fold(0, |set, zone| set | bit(zone))
    }

    /// The open or closed way that leads from here to a zone; an open one first.
    pub(crate) fn way_to(&self, state: &State, to: u8) -> Option<u8> {
        let here = &state.here;
        let ways =
            || self.place.ways_from(here, here.at).filter(|&way| self.place.beyond(way, here.at) == Some(to));
        ways().find(|&way| self.place.is_open(here, way)).or_else(|| ways().next())
    }

    // --- why not ---

    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.here.outcome.is_some() {
            return Err(Refusal::new("the adventure is over"));
        }
        if who.index() >= self.heroes.len() {
            return Err(Refusal::new("there is nobody of that name"));
        }
        let name = &self.sheet(who).name;
        if state.present(self.party()) & hero(who) == 0 {
            return Err(Refusal::new(format!("{name} is not with the party")));
        }
        if let Some(finder) = each(state.discovering).next() {
            let answers = matches!(choice, Choice::Learn { .. } | Choice::Later { .. }) && who == finder;
            let other = || Refusal::by("ARDOR-S7", "first the discovery: learn it now, or later");
            return if answers { Ok(()) } else { Err(other()) };
        }
        if choice.is_the_leaders() && who != self.leader(state) {
            let leader = &self.sheet(self.leader(state)).name;
            return Err(Refusal::new(format!("{leader} decides that for all; {name} would have to lead")));
        }
        self.why_not_for_all(state, choice)
    }

    fn why_not_for_all(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Lead { who } if who == self.leader(state) => Err(Refusal::new("leads already")),
            Choice::Lead { .. } => Ok(()),
            Choice::Go { to, careful, .. } => self.why_not_go(state, to, careful),
            Choice::Sneak { to, careful, .. } => self.why_not_sneak(state, to, careful),
            Choice::Attack { .. } if self.company(state).is_none() => {
                Err(Refusal::by("ARDOR-S2", "nobody is here who has not noticed you"))
            }
            Choice::Attack { .. } => Ok(()),
            Choice::Leave { .. } if !has(self.place.exits().0, state.here.at) => {
                Err(Refusal::new("no way leads out of the place from here"))
            }
            Choice::Leave { .. } => Ok(()),
            Choice::Wait { .. } => self.why_no_peace(state, "ARDOR-B1"),
            Choice::Break { .. } => self.why_no_break(state),
            Choice::Rest { .. } => self.why_no_rest(state),
            Choice::Linger { .. } => self.why_no_linger(state),
            Choice::Search { who } => self.why_not_search(state, who),
            Choice::Force { to, .. } => self.why_not_force(state, to),
            Choice::Take { cache, .. } if !has(self.place.caches_here(&state.here).0, cache) => {
                Err(Refusal::new("nothing of that name can be taken here"))
            }
            Choice::Take { .. } => Ok(()),
            Choice::Kit { who } => self.why_no_kit(state, who),
            Choice::Train { who, which } => self.why_not_train(state, who, which),
            Choice::Toughen { who } => self.why_not_toughen(state, who),
            Choice::Work { who, pursuit } => self.why_not_work(state, who, pursuit),
            Choice::Learn { .. } | Choice::Later { .. } => {
                Err(Refusal::by("ARDOR-S7", "nothing was discovered"))
            }
        }
    }

    fn why_not_walk(&self, state: &State, to: u8) -> Result<u8, Refusal> {
        let Some(way) = self.way_to(state, to) else {
            return Err(Refusal::new("no way that you know leads there from here"));
        };
        if !self.place.is_open(&state.here, way) {
            return Err(Refusal::new("the door is locked: force it first, or find the key"));
        }
        Ok(way)
    }

    fn why_not_go(&self, state: &State, to: u8, careful: bool) -> Result<(), Refusal> {
        let way = self.why_not_walk(state, to)?;
        self.why_not_careful(careful, self.slip_on(way))
    }

    fn why_not_sneak(&self, state: &State, to: u8, careful: bool) -> Result<(), Refusal> {
        let way = self.why_not_walk(state, to)?;
        if let Some(hazard) = &self.passages[usize::from(way)].hazard {
            let why = format!("nobody is quiet here: {}", hazard.name);
            return Err(Refusal::by("ARDOR-S2", why));
        }
        self.why_not_careful(careful, self.slip_in(to))
    }

    fn why_not_careful(&self, careful: bool, slip: Option<&Fumble>) -> Result<(), Refusal> {
        match (careful, slip) {
            (false, _) => Ok(()),
            (true, None) => Err(Refusal::by("ARDOR-S9", "nothing can go wrong with that")),
            // ARDOR-O2
            (true, Some(_)) if self.careful.is_none() => {
                Err(Refusal::by("ARDOR-O2", "there is no time for care here"))
            }
            (true, Some(_)) => Ok(()),
        }
    }

    /// There is none with foes at hand, noticed or not.
    fn why_no_peace(&self, state: &State, rule: &'static str) -> Result<(), Refusal> {
        match self.company(state) {
            Some(_) => Err(Refusal::by(rule, "not with foes so near: go on, or fall upon them")),
            None => Ok(()),
        }
    }

    fn why_no_break(&self, state: &State) -> Result<(), Refusal> {
        self.why_no_peace(state, "ARDOR-B1")?;
        if state.pausing {
            return Err(Refusal::by("ARDOR-B1", "you have caught your breath"));
        }
        match self.weary(state) {
            true => Ok(()),
            false => Err(Refusal::by("ARDOR-B1", "nobody has Ardor to recover, or wounds for a Healing Kit")),
        }
    }

    fn why_no_rest(&self, state: &State) -> Result<(), Refusal> {
        self.why_no_peace(state, "ARDOR-B2")?;
        let due = state.slept + AWAKE;
        if state.clock < due {
            let hours = (due - state.clock).div_ceil(60);
            return Err(Refusal::by(
                "ARDOR-B2",
                format!("nobody is tired yet: in {hours} hours at the earliest"),
            ));
        }
        let mouths = state.present(self.party()).count_ones();
        if u32::from(state.rations) < mouths {
            let why = format!("{} rations are too few to eat: it takes {mouths}", state.rations);
            return Err(Refusal::by("ARDOR-B2", why));
        }
        Ok(())
    }

    fn why_no_linger(&self, state: &State) -> Result<(), Refusal> {
        self.why_no_peace(state, "ARDOR-B3")?;
        // ARDOR-R8: not while matters press, nor where it suits nobody.
        if state.fresh {
            return Ok(());
        }
        if state.matter == Press::Presses {
            let what = self.matter.as_ref().map_or("something", |matter| &matter.name);
            return Err(Refusal::by("ARDOR-R8", format!("matters press: {what}")));
        }
        if self.suited(state) == 0 {
            return Err(Refusal::by("ARDOR-R8", "nobody is at ease here for days"));
        }
        Ok(())
    }

    fn why_not_search(&self, state: &State, who: Who) -> Result<(), Refusal> {
        let at = state.here.at;
        if self.company(state).is_some() {
            return Err(Refusal::by("ARDOR-S2", "not under the eyes of those who live here"));
        }
        if !self.place.spots[usize::from(at)].cluttered {
            return Err(Refusal::new("there is nothing here where anything could be hidden"));
        }
        if has(state.here.searched.0, at) {
            return Err(Refusal::new("everything here was turned over already"));
        }
        if state.looked[usize::from(at) % 64] & hero(who) != 0 {
            return Err(Refusal::new("has looked everywhere; somebody else may have better eyes"));
        }
        Ok(())
    }

    fn why_not_force(&self, state: &State, to: u8) -> Result<(), Refusal> {
        let here = &state.here;
        let locked = |way: u8| self.place.beyond(way, here.at) == Some(to) && !self.place.is_open(here, way);
        if !self.place.ways_from(here, here.at).any(locked) {
            return Err(Refusal::new("no locked door leads there from here"));
        }
        match self.company(state) {
            Some(_) => Err(Refusal::by("ARDOR-S2", "not under the eyes of those who live here")),
            None => Ok(()),
        }
    }

    fn why_no_kit(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if !state.pausing {
            return Err(Refusal::by("ARDOR-B1", "Healing Kits are used during a Break"));
        }
        if state.kits == 0 {
            return Err(Refusal::by("ARDOR-B1", "no Healing Kit is left"));
        }
        if state.health[hx(who)] >= state.most[hx(who)] {
            return Err(Refusal::by("ARDOR-B1", "is not hurt"));
        }
        Ok(())
    }

    fn why_no_leisure(&self, state: &State, who: Who) -> Result<(), Refusal> {
        match state.leisure & hero(who) != 0 {
            true => Ok(()),
            false => Err(Refusal::by("ARDOR-B3", "only at an Extended Rest, by those whom the place suits")),
        }
    }

    fn why_not_train(&self, state: &State, who: Who, which: u8) -> Result<(), Refusal> {
        self.why_no_leisure(state, who)?;
        match self.price(state, who, which) {
            None => Err(Refusal::by("ARDOR-B3", "is known already")),
            Some(price) if price > state.xp[hx(who)] => {
                Err(Refusal::by("ARDOR-B3", format!("costs {price} XP, and there are {}", state.xp[hx(who)])))
            }
            Some(_) => Ok(()),
        }
    }

    fn why_not_toughen(&self, state: &State, who: Who) -> Result<(), Refusal> {
        self.why_no_leisure(state, who)?;
        if state.xp[hx(who)] < TOUGHEN {
            let why = format!("costs {TOUGHEN} XP, and there are {}", state.xp[hx(who)]);
            return Err(Refusal::by("ARDOR-B3", why));
        }
        match state.most[hx(who)] < 300 {
            true => Ok(()),
            false => Err(Refusal::new("nobody gets tougher than that")),
        }
    }

    fn why_not_work(&self, state: &State, who: Who, pursuit: u8) -> Result<(), Refusal> {
        self.why_no_leisure(state, who)?;
        let Some(known) = self.pursuits.get(usize::from(pursuit)) else {
            return Err(Refusal::new("there is no such pursuit"));
        };
        if state.idle & hero(who) == 0 {
            return Err(Refusal::by("ARDOR-B3", "has worked on something in this rest"));
        }
        match state.pursuits[usize::from(pursuit)] < known.segments {
            true => Ok(()),
            false => Err(Refusal::by("ARDOR-B3", format!("{} is finished", known.name))),
        }
    }

    // --- everything ---

    /// Only what the party knows of: what cannot be done is told with the reason.
    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let here = &state.here;
        let beyond = self.place.ways_from(here, here.at).filter_map(|way| self.place.beyond(way, here.at));
        let zones = beyond.fold(here.seen.0, |set, zone| set | bit(zone));
        let caches = (0..self.place.caches.len() as u8).filter(|&index| {
            let cache = &self.place.caches[usize::from(index)];
            has(state.here.visited.0, cache.at)
                && (!cache.hidden || has(state.here.spotted.0 | state.here.taken.0, index))
        });
        let caches: Vec<u8> = caches.collect();
        for who in each(self.party()) {
            out.push(Choice::Lead { who });
            for to in Place::zones_in(zones) {
                for careful in [false, true] {
                    out.extend([Choice::Go { who, to, careful }, Choice::Sneak { who, to, careful }]);
                }
                out.push(Choice::Force { who, to });
            }
            out.extend([
                Choice::Attack { who },
                Choice::Break { who },
                Choice::Rest { who },
                Choice::Linger { who },
                Choice::Wait { who },
                Choice::Leave { who },
                Choice::Search { who },
                Choice::Kit { who },
                Choice::Toughen { who },
                Choice::Learn { who },
                Choice::Later { who },
            ]);
            out.extend(caches.iter().map(|&cache| Choice::Take { who, cache }));
            let abilities = 0..self.sheet(who).abilities.len() as u8;
            out.extend(abilities.map(|which| Choice::Train { who, which }));
            out.extend((0..self.pursuits.len() as u8).map(|pursuit| Choice::Work { who, pursuit }));
        }
    }
}
