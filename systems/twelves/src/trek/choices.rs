//! What can be chosen between fights: the list, which is quick, and the reasons, which are careful.

use fracas_adventure::{Door, Place};
use fracas_kernel::{Made, Refusal, Who};

use super::data::Trek;
use super::state::{State, bit, each, has, ix};
use crate::data::{Does, Feature};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    // Of the whole party, for its leader to say.
    Go {
        who: Who,
        to: u8,
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
    /// At a way that nobody has gone yet.
    Listen {
        who: Who,
        way: u8,
    },
    Force {
        who: Who,
        way: u8,
    },
    Pick {
        who: Who,
        way: u8,
    },
    Take {
        who: Who,
        cache: u8,
    },
    Tend {
        who: Who,
        target: Who,
    },
    Salve {
        who: Who,
        target: Who,
    },
    /// A feature of the area, by its number there.
    Use {
        who: Who,
        feature: u8,
        target: Option<Who>,
    },
    Watch {
        who: Who,
    },
    /// Costs nothing.
    Lead {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 6);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Go { who, .. }
            | Choice::Rest { who }
            | Choice::Leave { who }
            | Choice::Search { who }
            | Choice::Listen { who, .. }
            | Choice::Force { who, .. }
            | Choice::Pick { who, .. }
            | Choice::Take { who, .. }
            | Choice::Tend { who, .. }
            | Choice::Salve { who, .. }
            | Choice::Use { who, .. }
            | Choice::Watch { who }
            | Choice::Lead { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

impl Trek {
    /// Who is asked: those who have done nothing yet, and the leader as long as there is something to decide.
    pub(crate) fn asked(&self, state: &State) -> u8 {
        let free = state.able() & !state.busy;
        if self.party_can_decide(state) { free | state.leading() } else { free }
    }

    fn party_can_decide(&self, state: &State) -> bool {
        state.down == 0 && (self.place.steps(&state.here) != 0 || self.can_rest(state) || self.is_exit(state))
    }

    pub(crate) fn can_rest(&self, state: &State) -> bool {
        let hurt = each(state.able()).any(|who| state.hits[ix(who)] < self.most_hits(who));
        state.down == 0 && hurt && u32::from(state.food) >= state.able().count_ones()
    }

    pub(crate) fn is_exit(&self, state: &State) -> bool {
        has(self.place.exits(), state.here.at)
    }

    /// Is there something that nobody has looked for yet?
    pub(crate) fn can_search(&self, state: &State) -> bool {
        let cluttered = self.place.spots[usize::from(state.here.at)].cluttered;
        cluttered && !has(state.here.searched, state.here.at) && self.is_lit(state)
    }

    pub(crate) fn locked_here(&self, state: &State) -> impl Iterator<Item = u8> {
        let here = state.here;
        self.place.ways_from(&here, here.at).filter(move |&way| !self.place.is_open(&here, way))
    }

    /// Ways with a door to where nobody has been, at which nobody has listened.
    pub(crate) fn audible_here(&self, state: &State) -> impl Iterator<Item = u8> {
        let (here, listened) = (state.here, state.listened);
        self.place.ways_from(&here, here.at).filter(move |&way| {
            let beyond = self.place.beyond(way, here.at);
            let new = beyond.is_some_and(|zone| !has(here.visited, zone));
            new && self.place.ways[usize::from(way)].door != Door::None && !has(listened, way)
        })
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.here.outcome.is_some() {
            return;
        }
        let leader = state.leading();
        for who in each(leader).filter(|_| state.down == 0) {
            out.extend(Place::zones_in(self.place.steps(&state.here)).map(|to| Choice::Go { who, to }));
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
            out.extend(self.audible_here(state).map(|way| Choice::Listen { who, way }));
            for way in self.locked_here(state) {
                out.push(Choice::Force { who, way });
                if self.is_lit(state) {
                    out.push(Choice::Pick { who, way });
                }
            }
            let caches = Place::zones_in(self.place.caches_here(&state.here));
            out.extend(caches.map(|cache| Choice::Take { who, cache }));
            self.list_help(state, who, out);
            out.push(Choice::Watch { who });
            if bit(who) != leader {
                out.push(Choice::Lead { who });
            }
        }
    }

    fn list_help(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let untried = each(state.down).filter(|&target| state.tried[ix(target)] & bit(who) == 0);
        out.extend(untried.map(|target| Choice::Tend { who, target }));
        if state.salves > 0 {
            let hurt = each(state.alive).filter(|&one| state.hits[ix(one)] < self.most_hits(one));
            out.extend(hurt.map(|target| Choice::Salve { who, target }));
        }
        let (area, zone) = self.spot(state);
        let offered = self.fights[area].offered[zone];
        if !offered.is_empty() {
            let (rules, field) = self.field(state);
            let mut uses = Vec::new();
            rules.list_features(&field, who, offered, &mut uses);
            out.extend(uses.into_iter().filter_map(|choice| match choice.deed {
                crate::Deed::Use { feature, target } if self.serves(area, feature) => {
                    Some(Choice::Use { who, feature, target })
                }
                _ => None,
            }));
        }
    }

    /// Is a feature of any use where nobody fights? It gives back hits, or ends a hazard.
    pub(crate) fn serves(&self, area: usize, feature: u8) -> bool {
        let helps = |feature: &Feature| {
            let serves = |does: Does| matches!(does, Does::Heal(_) | Does::Quell);
            feature.effects.iter().all(|effect| serves(effect.does))
        };
        self.fights[area].features.get(usize::from(feature)).is_some_and(helps)
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
            let name = &self.sheet(state, who).name;
            return Err(Refusal::by("TWELVES-R2", format!("{name} can do nothing")));
        }
        match choice {
            Choice::Go { .. } | Choice::Rest { .. } | Choice::Leave { .. } => {
                self.why_not_together(state, who, choice)
            }
            _ if state.busy & bit(who) != 0 => {
                Err(Refusal::by("TWELVES-J1", "one thing in ten minutes: that is done"))
            }
            Choice::Search { .. } => self.why_not_search(state),
            Choice::Listen { way, .. } => self.why_not_listen(state, way),
            Choice::Force { way, .. } => self.why_not_open(state, way),
            Choice::Pick { way, .. } => {
                self.why_not_open(state, way)?;
                self.why_not_see(state)
            }
            Choice::Take { cache, .. } => self.why_not_take(state, cache),
            Choice::Tend { target, .. } => self.why_not_tend(state, who, target),
            Choice::Salve { target, .. } => self.why_not_salve(state, target),
            Choice::Use { feature, target, .. } => self.why_not_use_there(state, who, feature, target),
            Choice::Watch { .. } => Ok(()),
            Choice::Lead { .. } if state.leading() == bit(who) => Err(Refusal::new("it leads already")),
            Choice::Lead { .. } => Ok(()),
        }
    }

    fn why_not_together(&self, state: &State, who: Who, choice: Choice) -> Result<(), Refusal> {
        if state.leading() != bit(who) {
            return Err(Refusal::by("TWELVES-J1", "that is for whoever leads the party"));
        }
        if let Some(down) = each(state.down).next() {
            let name = &self.sheet(state, down).name;
            return Err(Refusal::by("TWELVES-J7", format!("{name} lies there: see to that first")));
        }
        match choice {
            Choice::Go { to, .. } => {
                let Some(way) = self.place.way_between(&state.here, state.here.at, to) else {
                    return Err(Refusal::new("no way leads there that you know"));
                };
                if self.place.is_open(&state.here, way) {
                    return Ok(());
                }
                Err(Refusal::by("TWELVES-J3", "it is locked: pick it or force it first"))
            }
            Choice::Leave { .. } if !self.is_exit(state) => {
                Err(Refusal::new("there is no way out of the place here"))
            }
            Choice::Rest { .. } if u32::from(state.food) < state.able().count_ones() => {
                Err(Refusal::by("TWELVES-J8", "there is not a meal for everybody"))
            }
            Choice::Rest { .. } if !self.can_rest(state) => Err(Refusal::by("TWELVES-J8", "nobody is hurt")),
            _ => Ok(()),
        }
    }

    fn why_not_see(&self, state: &State) -> Result<(), Refusal> {
        // TWELVES-J10
        if self.is_lit(state) {
            return Ok(());
        }
        Err(Refusal::by("TWELVES-J10", "it is too dark, and the oil is used up"))
    }

    fn why_not_search(&self, state: &State) -> Result<(), Refusal> {
        if !self.place.spots[usize::from(state.here.at)].cluttered {
            return Err(Refusal::by("TWELVES-J2", "there is nothing here that could hide anything"));
        }
        if has(state.here.searched, state.here.at) {
            return Err(Refusal::by("TWELVES-J2", "this zone has been searched"));
        }
        self.why_not_see(state)
    }

    fn knows_here(&self, state: &State, way: u8) -> Result<(), Refusal> {
        if self.place.ways_from(&state.here, state.here.at).any(|known| known == way) {
            return Ok(());
        }
        Err(Refusal::new("you know of no such way here"))
    }

    fn why_not_listen(&self, state: &State, way: u8) -> Result<(), Refusal> {
        self.knows_here(state, way)?;
        if self.place.ways[usize::from(way)].door == Door::None {
            return Err(Refusal::by("TWELVES-J5", "there is no door to listen at"));
        }
        let beyond = self.place.beyond(way, state.here.at);
        if beyond.is_none_or(|zone| has(state.here.visited, zone)) {
            return Err(Refusal::by("TWELVES-J5", "you have been there"));
        }
        if has(state.listened, way) {
            return Err(Refusal::by("TWELVES-J5", "somebody has listened there"));
        }
        Ok(())
    }

    fn why_not_open(&self, state: &State, way: u8) -> Result<(), Refusal> {
        self.knows_here(state, way)?;
        if self.place.is_open(&state.here, way) {
            return Err(Refusal::by("TWELVES-J3", "it is not locked"));
        }
        Ok(())
    }

    fn why_not_take(&self, state: &State, cache: u8) -> Result<(), Refusal> {
        if has(self.place.caches_here(&state.here), cache) && cache < 64 {
            return Ok(());
        }
        Err(Refusal::new("no such thing lies here"))
    }

    fn why_not_tend(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        if target.index() >= self.heroes.len() || state.down & bit(target) == 0 {
            return Err(Refusal::by("TWELVES-J7", "only the defeated are tended"));
        }
        if state.tried[ix(target)] & bit(who) != 0 {
            return Err(Refusal::by("TWELVES-J7", "that one has done what it could"));
        }
        Ok(())
    }

    fn why_not_salve(&self, state: &State, target: Who) -> Result<(), Refusal> {
        if state.salves == 0 {
            return Err(Refusal::by("TWELVES-J9", "there is no salve left"));
        }
        if target.index() >= self.heroes.len() || state.alive & bit(target) == 0 {
            return Err(Refusal::new("that one is not with you"));
        }
        if state.hits[ix(target)] >= self.most_hits(target) {
            return Err(Refusal::by("TWELVES-J9", "that one is not hurt"));
        }
        Ok(())
    }

    fn why_not_use_there(
        &self,
        state: &State,
        who: Who,
        feature: u8,
        target: Option<Who>,
    ) -> Result<(), Refusal> {
        let (area, _) = self.spot(state);
        if !self.serves(area, feature) {
            return Err(Refusal::by("TWELVES-J11", "that is of use in a fight only"));
        }
        let (rules, field) = self.field(state);
        rules.why_not_use(&field, who, feature, target)
    }

    /// What the party could think of. What it does not know of, it cannot think of: refusals are told too.
    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let all = || (0..self.heroes.len() as u8).map(Who);
        let (area, here) = self.spot(state);
        let ways = || self.place.ways_from(&state.here, state.here.at);
        let beyond = ways().filter_map(|way| self.place.beyond(way, state.here.at));
        let zones = beyond.fold(state.here.seen, |set, zone| set | 1 << zone);
        for who in all() {
            out.extend([Choice::Rest { who }, Choice::Leave { who }, Choice::Search { who }]);
            out.extend([Choice::Watch { who }, Choice::Lead { who }]);
            out.extend(Place::zones_in(zones).map(|to| Choice::Go { who, to }));
            for way in ways() {
                out.extend([
                    Choice::Listen { who, way },
                    Choice::Force { who, way },
                    Choice::Pick { who, way },
                ]);
            }
            let caches = Place::zones_in(self.place.caches_here(&state.here) | state.here.taken);
            out.extend(caches.map(|cache| Choice::Take { who, cache }));
            for target in all() {
                out.extend([Choice::Tend { who, target }, Choice::Salve { who, target }]);
            }
            let offers = (0..).zip(&self.fights[area].features);
            for (feature, offer) in offers.filter(|(_, offer)| offer.zone == here) {
                let one = |one| Choice::Use { who, feature, target: Some(one) };
                match offer.aimed() {
                    Some(_) => out.extend(all().map(one)),
                    None => out.push(Choice::Use { who, feature, target: None }),
                }
            }
        }
    }
}
