//! Why something cannot be chosen, and by which rule.

use fracas_kernel::plot::{why_not_drop, why_not_take};
use fracas_kernel::{Allow, Door, Refusal, Tell, Who, Zones};

use crate::choices::{Choice, Deed};
use crate::data::{Effect, Twelves};
use crate::state::State;

impl Allow for Twelves {
    fn legal(&self, state: &State, Choice { who, deed }: Choice) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::by("TWELVES-A4", "the fight is over").unsought());
        }
        if who.index() >= state.count as usize {
            return Err(Refusal::new("there is nobody of that name"));
        }
        let answers = matches!(deed, Deed::Second { .. });
        if answers != state.pending.is_some()
            || answers && state.pending.map(|pending| pending.who) != Some(who)
        {
            return Err(Refusal::new("that is not the question now"));
        }
        if !answers && !state.acting.has(who) {
            return Err(self.why_not_acting(state, who));
        }
        let begins = deed == Deed::Begin;
        if begins != state.is_before() {
            return Err(Refusal::new(if begins { "the fight has begun" } else { "the fight has not begun" }));
        }
        match deed {
            Deed::Begin | Deed::Pass => Ok(()),
            Deed::Attack { with, target } => {
                let sheet = self.sheet(state, who);
                if with >= sheet.armed {
                    return Err(Refusal::new("there is no such weapon"));
                }
                self.why_not_target(state, who, target)?;
                self.why_not_reach(state, who, sheet.arm(with).reach, target)
            }
            Deed::Pair { pair, target } => self.why_not_pair(state, who, pair, target),
            Deed::Second { target } => {
                let arm = state.pending.map_or(0, |pending| pending.arm);
                self.why_not_target(state, who, target)?;
                self.why_not_reach(state, who, self.sheet(state, who).arm(arm).reach, target)
            }
            Deed::Move { to } => {
                self.why_not_way(state, state.zone[who], to)?;
                self.why_not_leave(state, who)
            }
            Deed::Flee if !self.field.zones().zone(state.zone[who]).exit => {
                Err(Refusal::by("TWELVES-R7", "there is no exit here"))
            }
            Deed::Flee => self.why_not_leave(state, who),
            Deed::Grapple { target } => self.why_not_grapple(state, who, target),
            // Nobody looks for every way on which everybody could be shoved.
            Deed::Shove { target, to } => {
                self.why_not_target(state, who, target)?;
                self.why_not_way(state, state.zone[target], to).map_err(Refusal::unsought)?;
                if !self.zones(state).beside(state.zone[target]).has(to) {
                    return Err(Refusal::by("TWELVES-R12", "nobody is shoved through a shut door").unsought());
                }
                self.why_not_hands_on(state, who, target).map_err(Refusal::unsought)
            }
            Deed::BreakFree if !state.held.has(who) => Err(Refusal::new("nothing holds you")),
            Deed::BreakFree => Ok(()),
            Deed::LetGo if state.held_of(who).is_none() => Err(Refusal::new("you hold nobody")),
            Deed::LetGo => Ok(()),
            Deed::Use { feature, target } => self.why_not_use(state, who, feature, target),
            Deed::Door { door, what } => self.why_not_handle(state, who, door, what),
            Deed::Carry { prize, up: true } => why_not_take(self, state, who, prize),
            Deed::Carry { prize, up: false } => why_not_drop(self, state, who, prize),
        }
    }
}

impl Twelves {
    pub(crate) fn why_not_acting(&self, state: &State, who: Who) -> Refusal {
        let name = self.name(state, who);
        if !state.standing.has(who) {
            return Refusal::by("TWELVES-R2", format!("{name} is out of the fight"));
        }
        // TWELVES-A5: one action, and the turn is over.
        Refusal::by("TWELVES-A5", format!("it is not {name}'s turn, or {name} has acted"))
    }

    fn why_not_target(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        let there = target.index() < state.count as usize && !self.unperceived(state, who).has(target);
        if !there || !state.foes(who).has(target) {
            return Err(Refusal::new("that is no enemy"));
        }
        if !state.standing.has(target) {
            return Err(Refusal::new("that one is out of the fight"));
        }
        Ok(())
    }

    fn why_not_reach(&self, state: &State, who: Who, reach: u8, target: Who) -> Result<(), Refusal> {
        let (from, to) = (state.zone[who], state.zone[target]);
        let zones = self.zones(state);
        let (apart, seen) = (zones.distance(from, to), zones.sees(from, to));
        if apart < 4 && reach >> apart & 1 == 1 {
            return if seen { Ok(()) } else { Err(Refusal::by("TWELVES-Z2", "the target is not in sight")) };
        }
        Err(match apart {
            0 => Refusal::by("TWELVES-R10", "it cannot be thrown or shot at a target in the same zone"),
            Zones::APART => Refusal::by("TWELVES-Z2", "no open way leads there"),
            4.. => Refusal::by("TWELVES-R10", "no weapon reaches further than three zones"),
            1 => Refusal::by("TWELVES-Z2", "the weapon does not reach the next zone"),
            _ => Refusal::by("TWELVES-Z2", format!("the weapon does not reach {apart} zones")),
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
        if to as usize >= self.field.zones().len() || to == from {
            return Err(Refusal::new("that is no zone to go to"));
        }
        if !self.field.zones().beside(from).has(to) || self.behind(state, from, Door::Hidden).has(to) {
            return Err(Refusal::by("TWELVES-A5", "a move takes you to an adjacent zone only"));
        }
        if !self.ways(state, from).has(to) {
            return Err(Refusal::by("TWELVES-D1", "that door is fast"));
        }
        Ok(())
    }

    fn why_not_leave(&self, state: &State, who: Who) -> Result<(), Refusal> {
        if !state.held.has(who) {
            return Ok(());
        }
        // TWELVES-R5
        let name = self.name(state, who);
        let by = state.held_by[who].map_or("fast".to_owned(), |by| format!("by {}", self.name(state, by)));
        Err(Refusal::by("TWELVES-R5", format!("{name} is held {by} and cannot move")))
    }

    fn why_not_hands_on(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        if state.zone[who] != state.zone[target] {
            return Err(Refusal::by("TWELVES-R12", "the target must be in the same zone"));
        }
        Ok(())
    }

    fn why_not_grapple(&self, state: &State, who: Who, target: Who) -> Result<(), Refusal> {
        self.why_not_target(state, who, target)?;
        self.why_not_hands_on(state, who, target)?;
        if state.held.has(target) {
            return Err(Refusal::by("TWELVES-R5", "the target is held already"));
        }
        if state.held_of(who).is_some() {
            return Err(Refusal::by("TWELVES-R5", "you can hold only one at a time: let go first"));
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
        let Some(offer) = self.feature(feature) else {
            return Err(Refusal::new("there is no such feature"));
        };
        if offer.zone != state.zone[who] {
            return Err(Refusal::new("that is in another zone"));
        }
        match (offer.aimed(), target) {
            (None, None) => {}
            (Some(effect), Some(one)) if one.index() < state.count as usize => {
                self.why_not_taken(state, who, effect, one)?;
            }
            _ => return Err(Refusal::new("it is not used like that")),
        }
        if state.uses[feature] == 0 {
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
        if self.touched(state, who, effect).has(one) {
            return Ok(());
        }
        Err(Refusal::new("it does nothing to that one"))
    }
}
