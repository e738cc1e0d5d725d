//! What can be chosen: the list, which is quick, and the reasons, which are careful. Tests hold them against each other.

use fracas_kernel::{Made, Refusal, Who};

use crate::data::{Does, Effect, Feature, Sheet, Takes, Twelves};
use crate::state::{MOST_FEATURES, NOBODY, State, bit, bits, each, ix};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Starts the encounter: the agility checks of the first round.
    Begin {
        who: Who,
    },
    /// `with` is the place of the weapon on the sheet.
    Attack {
        who: Who,
        with: u8,
        target: Who,
    },
    /// `pair` is the place of the two weapons among the sheet's pairs.
    Pair {
        who: Who,
        pair: u8,
        target: Who,
    },
    /// An answer in mid-action: whom the second weapon takes when the first has felled its target.
    Second {
        who: Who,
        target: Who,
    },
    Move {
        who: Who,
        to: u8,
    },
    /// Off the field, from an exit.
    Flee {
        who: Who,
    },
    Grapple {
        who: Who,
        target: Who,
    },
    Shove {
        who: Who,
        target: Who,
        to: u8,
    },
    BreakFree {
        who: Who,
    },
    /// Costs nothing.
    LetGo {
        who: Who,
    },
    Use {
        who: Who,
        feature: u8,
        target: Option<Who>,
    },
    /// Nothing in this turn.
    Pass {
        who: Who,
    },
}

const _: () = assert!(size_of::<Choice>() <= 6);

impl Choice {
    pub fn who(self) -> Who {
        match self {
            Choice::Begin { who }
            | Choice::Attack { who, .. }
            | Choice::Pair { who, .. }
            | Choice::Second { who, .. }
            | Choice::Move { who, .. }
            | Choice::Flee { who }
            | Choice::Grapple { who, .. }
            | Choice::Shove { who, .. }
            | Choice::BreakFree { who }
            | Choice::LetGo { who }
            | Choice::Use { who, .. }
            | Choice::Pass { who } => who,
        }
    }
}

impl Made for Choice {
    #[inline]
    fn who(self) -> Who {
        self.who()
    }
}

impl Twelves {
    #[inline]
    pub(crate) fn sheet(&self, state: &State, who: Who) -> &Sheet {
        &self.sheets[state.sheet[ix(who)] as usize]
    }

    /// The enemies that a weapon with this reach can be used on.
    #[inline]
    pub(crate) fn targets(&self, state: &State, who: Who, reach: u8) -> u32 {
        state.foes(who) & state.standing & state.in_zones(self.reached(state.zone_of(who), reach))
    }

    /// Whom an effect would change anything for, if `who` used it now.
    pub(crate) fn touched(&self, state: &State, who: Who, effect: &Effect) -> u32 {
        let side = match effect.takes {
            Takes::User => bit(who),
            Takes::Foe | Takes::Foes => state.foes(who),
            Takes::Friend | Takes::Friends => state.friends(who),
            Takes::Others => state.everyone() & !bit(who),
            Takes::Everyone => state.everyone(),
        };
        let there = side & state.standing & state.in_zones(effect.at);
        match effect.does {
            Does::Heal(_) => {
                let hurt = each(there).filter(|&one| state.hits[ix(one)] < state.most_hits[ix(one)]);
                hurt.fold(0, |set, one| set | bit(one))
            }
            Does::Move(to) => there & !state.in_zone(to),
            Does::Hold => there & !state.held,
            Does::Daze => there & !state.dazed,
            Does::Hits(_) | Does::Dice(_) => there,
            Does::Cover(_) | Does::Open(_) | Does::Shut(_) | Does::Wake | Does::Quell => 0,
        }
    }

    /// Would it change anything at all?
    pub(crate) fn is_of_use(&self, state: &State, who: Who, effect: &Effect) -> bool {
        match effect.does {
            Does::Cover(cover) => bits(effect.at).any(|zone| state.cover[crate::state::zx(zone)] < cover),
            Does::Open(gate) => state.open >> (gate & 15) & 1 == 0,
            Does::Shut(gate) => state.open >> (gate & 15) & 1 == 1,
            Does::Wake => effect.at & !state.hazards != 0,
            Does::Quell => effect.at & state.hazards != 0,
            _ => self.touched(state, who, effect) != 0,
        }
    }

    pub(crate) fn list(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        if state.outcome.is_some() {
            return;
        }
        if state.pending != NOBODY {
            let who = Who(state.pending);
            let reach = self.sheet(state, who).arm(state.pending_arm).reach;
            out.extend(each(self.targets(state, who, reach)).map(|target| Choice::Second { who, target }));
            return;
        }
        if state.is_before() {
            out.extend(each(state.acting).map(|who| Choice::Begin { who }));
            return;
        }
        for who in each(state.acting) {
            self.list_attacks(state, who, out);
            self.list_manoeuvres(state, who, out);
            out.push(Choice::Pass { who });
        }
    }

    fn list_attacks(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let sheet = self.sheet(state, who);
        for (with, arm) in (0..).zip(sheet.arms()) {
            let targets = self.targets(state, who, arm.reach);
            out.extend(each(targets).map(|target| Choice::Attack { who, with, target }));
        }
        for (pair, &[first, second]) in (0..).zip(&sheet.pairs) {
            let targets = self.targets(state, who, sheet.arm(first).reach & sheet.arm(second).reach);
            out.extend(each(targets).map(|target| Choice::Pair { who, pair, target }));
        }
    }

    fn list_manoeuvres(&self, state: &State, who: Who, out: &mut Vec<Choice>) {
        let zone = state.zone_of(who);
        let ways = self.ways(state, zone);
        let close = state.foes(who) & state.standing & state.in_zone(zone);
        if state.holding & bit(who) == 0 {
            out.extend(each(close & !state.held).map(|target| Choice::Grapple { who, target }));
        } else {
            out.push(Choice::LetGo { who });
        }
        for target in each(close) {
            out.extend(bits(ways).map(|to| Choice::Shove { who, target, to }));
        }
        if state.held & bit(who) != 0 {
            out.push(Choice::BreakFree { who });
        } else {
            out.extend(bits(ways).map(|to| Choice::Move { who, to }));
            if self.zones.exits() >> zone & 1 == 1 {
                out.push(Choice::Flee { who });
            }
        }
        let offered = self.offered[crate::state::zx(zone)];
        if offered != 0 {
            self.list_features(state, who, offered, out);
        }
    }

    #[inline(never)]
    pub(crate) fn list_features(&self, state: &State, who: Who, offered: u16, out: &mut Vec<Choice>) {
        for feature in bits(offered.into()) {
            let Some(offer) = self.features.get(feature as usize) else { continue };
            let stuck = offer.moves_user() && state.held & bit(who) != 0;
            if stuck || state.uses[feature as usize % MOST_FEATURES] == 0 {
                continue;
            }
            match offer.aimed() {
                Some(effect) => {
                    let targets = each(self.touched(state, who, effect));
                    out.extend(targets.map(|one| Choice::Use { who, feature, target: Some(one) }));
                }
                None if offer.effects.iter().any(|effect| self.is_of_use(state, who, effect)) => {
                    out.push(Choice::Use { who, feature, target: None });
                }
                None => {}
            }
        }
    }

    pub(crate) fn why_not(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let who = choice.who();
        if state.outcome.is_some() {
            return Err(Refusal::by("TWELVES-A4", "the encounter is over"));
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        let answers = matches!(choice, Choice::Second { .. });
        if answers != (state.pending != NOBODY) || answers && state.pending != who.0 {
            return Err(Refusal::new("that is not the question now"));
        }
        if !answers && state.acting & bit(who) == 0 {
            return Err(self.why_not_acting(state, who));
        }
        let begins = matches!(choice, Choice::Begin { .. });
        if begins != state.is_before() {
            return Err(Refusal::new(if begins { "it has begun" } else { "it has not begun" }));
        }
        match choice {
            Choice::Begin { .. } | Choice::Pass { .. } => Ok(()),
            Choice::Attack { with, target, .. } => {
                let sheet = self.sheet(state, who);
                if with >= sheet.armed {
                    return Err(Refusal::new("there is no such weapon"));
                }
                self.why_not_target(state, who, target)?;
                self.why_not_reach(state, who, sheet.arm(with).reach, target)
            }
            Choice::Pair { pair, target, .. } => self.why_not_pair(state, who, pair, target),
            Choice::Second { target, .. } => {
                self.why_not_target(state, who, target)?;
                self.why_not_reach(state, who, self.sheet(state, who).arm(state.pending_arm).reach, target)
            }
            Choice::Move { to, .. } => {
                self.why_not_way(state, state.zone_of(who), to)?;
                self.why_not_leave(state, who)
            }
            Choice::Flee { .. } if !self.zones.zone(state.zone_of(who)).exit => {
                Err(Refusal::by("TWELVES-R7", "there is no exit here"))
            }
            Choice::Flee { .. } => self.why_not_leave(state, who),
            Choice::Grapple { target, .. } => self.why_not_grapple(state, who, target),
            Choice::Shove { target, to, .. } => {
                self.why_not_target(state, who, target)?;
                self.why_not_way(state, state.zone_of(target), to)?;
                self.why_not_hands_on(state, who, target)
            }
            Choice::BreakFree { .. } if state.held & bit(who) == 0 => Err(Refusal::new("nothing holds it")),
            Choice::BreakFree { .. } => Ok(()),
            Choice::LetGo { .. } if state.held_of(who).is_none() => Err(Refusal::new("it holds nobody")),
            Choice::LetGo { .. } => Ok(()),
            Choice::Use { feature, target, .. } => self.why_not_use(state, who, feature, target),
        }
    }

    fn why_not_acting(&self, state: &State, who: Who) -> Refusal {
        let name = self.name_of(state, who);
        if state.standing & bit(who) == 0 {
            return Refusal::by("TWELVES-R2", format!("{name} is out of the fight"));
        }
        // TWELVES-A5: one action, and the turn is over.
        Refusal::by("TWELVES-A5", format!("it is not {name}'s turn, or it is used up"))
    }

    fn why_not_target(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        if target.index() >= state.count as usize || state.foes(who) & bit(target) == 0 {
            return Err(Refusal::new("that is no enemy"));
        }
        if state.standing & bit(target) == 0 {
            return Err(Refusal::new("that one is out of the fight"));
        }
        Ok(())
    }

    fn why_not_reach(&self, state: &State, who: Who, reach: u8, target: Who) -> Result<(), Refusal> {
        let (from, to) = (state.zone_of(who), state.zone_of(target));
        let apart = self.zones.distance(from, to);
        if apart < 4 && reach >> apart & 1 == 1 {
            let seen = self.zones.sees(from, to);
            return if seen { Ok(()) } else { Err(Refusal::by("TWELVES-Z2", "the target is not in sight")) };
        }
        Err(match apart {
            0 => Refusal::by("TWELVES-R10", "it cannot be thrown or shot within a zone"),
            4.. => Refusal::by("TWELVES-R10", "nothing reaches further than three zones"),
            1 => Refusal::by("TWELVES-Z2", "the next zone is too far for it"),
            _ => Refusal::by("TWELVES-Z2", format!("{apart} zones apart is too far for it")),
        })
    }

    fn why_not_pair(&self, state: &State, who: Who, pair: u8, target: Who) -> Result<(), Refusal> {
        let sheet = self.sheet(state, who);
        let Some(&both) = sheet.pairs.get(pair as usize) else {
            return Err(Refusal::new("there is no such pair of weapons"));
        };
        self.why_not_target(state, who, target)?;
        both.into_iter().try_for_each(|with| self.why_not_reach(state, who, sheet.arm(with).reach, target))
    }

    fn why_not_way(&self, state: &State, from: u8, to: u8) -> Result<(), Refusal> {
        if to as usize >= self.zones.len() || to == from {
            return Err(Refusal::new("that is no zone to go to"));
        }
        if self.zones.adjacent(from) >> to & 1 == 0 {
            return Err(Refusal::by("TWELVES-A5", "that zone is no neighbour"));
        }
        if self.ways(state, from) >> to & 1 == 0 {
            return Err(Refusal::by("TWELVES-R6", "the way is shut"));
        }
        Ok(())
    }

    fn why_not_leave(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if state.held & bit(who) == 0 {
            return Ok(());
        }
        // TWELVES-R5
        let by = match state.held_by[ix(who)] {
            NOBODY => "fast".to_owned(),
            by => format!("by {}", self.name_of(state, Who(by))),
        };
        Err(Refusal::by("TWELVES-R5", format!("it is held {by} and cannot move")))
    }

    fn why_not_hands_on(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        if state.zone_of(who) != state.zone_of(target) {
            return Err(Refusal::by("TWELVES-R12", "that needs the same zone"));
        }
        Ok(())
    }

    fn why_not_grapple(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        self.why_not_target(state, who, target)?;
        self.why_not_hands_on(state, who, target)?;
        if state.held & bit(target) != 0 {
            return Err(Refusal::by("TWELVES-R5", "it is held already"));
        }
        if state.held_of(who).is_some() {
            return Err(Refusal::by("TWELVES-R5", "one holds one at a time: let go first"));
        }
        Ok(())
    }

    pub(crate) fn why_not_use(
        &self,
        state: &State,
        who: Who,
        feature: u8,
        target: Option<Who>,
    ) -> Result<(), Refusal> {
        let Some(offer) = self.features.get(feature as usize) else {
            return Err(Refusal::new("there is no such thing"));
        };
        if offer.zone != state.zone_of(who) {
            return Err(Refusal::new("it is in another zone"));
        }
        match (offer.aimed(), target) {
            (None, None) => {}
            (Some(effect), Some(one)) if one.index() < state.count as usize => {
                self.why_not_taken(state, who, effect, one)?;
            }
            _ => return Err(Refusal::new("that is no way to use it")),
        }
        if state.uses[feature as usize % MOST_FEATURES] == 0 {
            return Err(Refusal::by("TWELVES-R6", "it is used up"));
        }
        if offer.moves_user() {
            self.why_not_leave(state, who)?;
        }
        let idle = |effect: &Effect| !self.is_of_use(state, who, effect);
        if target.is_none() && offer.effects.iter().all(idle) {
            return Err(Refusal::by("TWELVES-R6", "it would change nothing now"));
        }
        Ok(())
    }

    fn why_not_taken(&self, state: &State, who: Who, effect: &Effect, one: Who) -> Result<(), Refusal> {
        if self.touched(state, who, effect) & bit(one) != 0 {
            return Ok(());
        }
        Err(Refusal::new("it does nothing to that one"))
    }

    pub(crate) fn think_of_everything(&self, state: &State, out: &mut Vec<Choice>) {
        out.clear();
        let all = || (0..state.count).map(Who);
        let zones = || 0..self.zones.len() as u8;
        for who in all() {
            let sheet = self.sheet(state, who);
            out.extend([Choice::Begin { who }, Choice::Pass { who }, Choice::Flee { who }]);
            out.extend([Choice::BreakFree { who }, Choice::LetGo { who }]);
            out.extend(zones().map(|to| Choice::Move { who, to }));
            for target in all() {
                out.extend((0..sheet.armed).map(|with| Choice::Attack { who, with, target }));
                out.extend((0..sheet.pairs.len() as u8).map(|pair| Choice::Pair { who, pair, target }));
                out.extend([Choice::Second { who, target }, Choice::Grapple { who, target }]);
                out.extend(zones().map(|to| Choice::Shove { who, target, to }));
            }
            for (feature, offer) in (0..).zip(&self.features) {
                let one = |one| Choice::Use { who, feature, target: Some(one) };
                match offer.aimed() {
                    Some(_) => out.extend(all().map(one)),
                    None => out.push(Choice::Use { who, feature, target: None }),
                }
            }
        }
    }

    pub(crate) fn feature(&self, feature: u8) -> Option<&Feature> {
        self.features.get(feature as usize)
    }
}
