//! Whether a choice may be made, and by which rule not. Written apart from the list in `choices`, and held against it.

use fracas_kernel::{Allow, Refusal, Tell, Who};

use crate::action::{Action, Kind, OFF};
use crate::choices::{Choice, Deed, Means};
use crate::data::{Ardor, Condition};
use crate::state::{Phase, State};

impl Allow for Ardor {
    fn legal(&self, state: &State, choice: Choice) -> Result<(), Refusal> {
        let Choice { who, deed } = choice;
        if state.outcome.is_some() {
            return Err(Refusal::by("ARDOR-R9", "the encounter is over").unsought());
        }
        if !state.knows(who) {
            return Err(Refusal::new("there is nobody of that name"));
        }
        self.is_the_time(state, deed)?;
        if !state.answering().has(who) {
            return Err(self.not_asked(state, who));
        }
        match deed {
            Deed::Begin => Ok(()),
            Deed::Show { .. } if state.feigning.has(who) => {
                Err(Refusal::by("ARDOR-R6", "it has shown something: now say what it means").unsought())
            }
            Deed::Mean { .. } if !state.feigning.has(who) => {
                Err(Refusal::by("ARDOR-R6", "what it shows comes before what it means").unsought())
            }
            Deed::Show { action } | Deed::Mean { action } => {
                self.can(state, who, action, Means::first(state, who))
            }
            Deed::Commit { action, careful } => {
                self.can(state, who, action, Means::first(state, who))?;
                self.can_take_care(state, who, action, false, careful)
            }
            Deed::Learn { which } => self.can_settle(state, who, which, true),
            Deed::Later { which } => self.can_settle(state, who, which, false),
            Deed::Arduous { .. } | Deed::Pass if state.discovering.has(who) => {
                Err(Refusal::by("ARDOR-S7", "first the discovery: learn it now, or later").unsought())
            }
            Deed::Pass => Ok(()),
            Deed::Arduous { .. } if !self.may_strain(state, who) => {
                Err(Refusal::by("ARDOR-S6", "there is no Ardor left to spend on it"))
            }
            Deed::Arduous { action, careful } => {
                self.can(state, who, action, Means::second(self, state, who))?;
                self.can_take_care(state, who, action, true, careful)
            }
        }
    }
}

impl Ardor {
    fn is_the_time(&self, state: &State, deed: Deed) -> Result<(), Refusal> {
        let (phase, why) = match deed {
            Deed::Begin => (Phase::Before, "the fight has begun"),
            Deed::Show { .. } | Deed::Mean { .. } => {
                (Phase::Intents, "intents are shown at the start of a round, by those who do not roll")
            }
            Deed::Commit { .. } => (Phase::Commit, "players state their intents when the others' are known"),
            Deed::Arduous { .. } | Deed::Pass | Deed::Learn { .. } | Deed::Later { .. } => {
                (Phase::Arduous, "that comes after the rolls")
            }
        };
        // ARDOR-F1
        if state.phase == phase { Ok(()) } else { Err(Refusal::by("ARDOR-F1", why).unsought()) }
    }

    fn not_asked(&self, state: &State, who: Who) -> Refusal {
        let name = self.name(state, who);
        let (rule, why) = if !state.present().has(who) {
            ("ARDOR-R9", format!("{name} is out of the fight"))
        } else if state.unaware.has(who) {
            ("ARDOR-S2", format!("{name} has not noticed anybody"))
        } else if state.asked.has(who) {
            ("ARDOR-R11", format!("{name} is asked after those before have answered"))
        } else if state.phase == Phase::Arduous {
            ("ARDOR-R11", format!("{name} has no Arduous Action left in this round"))
        } else {
            ("ARDOR-F1", format!("it is not {name}'s turn to decide"))
        };
        Refusal::by(rule, why).unsought()
    }

    /// A discovery is learned, or noted.
    fn can_settle(&self, state: &State, who: Who, which: u8, at_once: bool) -> Result<(), Refusal> {
        if !state.discovering.has(who) {
            return Err(Refusal::by("ARDOR-S7", "nothing was discovered").unsought());
        }
        if !self.offered(state, who).any(|offered| offered == which) {
            return Err(Refusal::by("ARDOR-R20", "that is not what was discovered").unsought());
        }
        match at_once && !self.can_afford(state, who, which) {
            true => Err(Refusal::by("ARDOR-S7", "there is not enough XP to learn it now")),
            false => Ok(()),
        }
    }

    fn can_take_care(
        &self,
        state: &State,
        who: Who,
        action: Action,
        second: bool,
        careful: bool,
    ) -> Result<(), Refusal> {
        if !careful {
            return Ok(());
        }
        if self.threat(state, who, action, second, false).is_none() {
            return Err(Refusal::by("ARDOR-S9", "nothing can go wrong with that").unsought());
        }
        if self.careful.is_none() || state.hurried {
            return Err(Refusal::by("ARDOR-O2", "there is no time for care here"));
        }
        Ok(())
    }

    fn can(&self, state: &State, who: Who, action: Action, means: Means) -> Result<(), Refusal> {
        let zone = means.zone;
        let is_down = state.down.has(who);
        if is_down && action.kind() != Kind::Rise {
            return Err(Refusal::by("ARDOR-H2", "an incapacitated character can only recover").unsought());
        }
        if !is_down && action.kind() == Kind::Rise {
            return Err(Refusal::by("ARDOR-H2", "only the incapacitated have to get up").unsought());
        }
        match action {
            Action::Nothing => Err(Refusal::new("that is no action")),
            Action::Defend { bar: None } | Action::Rise { surge: false } => Ok(()),
            Action::Rise { surge: true } | Action::Recover if means.surges == 0 => {
                Err(Refusal::by("ARDOR-A8", "no healing surge is left"))
            }
            Action::Rise { surge: true } | Action::Recover => Ok(()),
            Action::Attack { target, ranged } => self.can_strike(state, who, target, ranged, zone),
            Action::AttackAndMove { target, ranged, to } => {
                self.can_strike(state, who, target, ranged, zone).map_err(Refusal::unsought)?;
                self.can_step(state, who, zone, to)
            }
            Action::MoveToAttack { to, target } => {
                self.can_step(state, who, zone, to)?;
                self.can_strike(state, who, target, false, to).map_err(Refusal::unsought)
            }
            Action::MoveAndShoot { to, target } => {
                self.can_step(state, who, zone, to)?;
                self.is_known(state, who, to)?;
                self.can_strike(state, who, target, true, to).map_err(Refusal::unsought)
            }
            Action::Flee { to: OFF } => self.can_leave(state, who, zone),
            Action::Flee { to } => self.can_step(state, who, zone, to),
            Action::MoveFar { via, to } => self.can_move_far(state, who, zone, via, to),
            Action::Defend { bar: Some(to) } if !self.is_beside(state, zone, to) => {
                Err(Refusal::by("ARDOR-R3", "only ways out of one's own zone can be barred").unsought())
            }
            Action::Defend { bar: Some(_) } => Ok(()),
            Action::DefendOther { ward } => self.can_defend(state, who, ward, zone),
            Action::Tend { patient } => self.can_tend(state, who, patient, zone),
            Action::Ability { which, on, to } => self.can_use(state, who, which, [on, to], means),
            Action::Door { door, what } => self.why_not_handle(state, zone, door, what),
        }
    }

    /// Is it next to this zone, with nothing shut in between?
    fn is_beside(&self, state: &State, from: u8, to: u8) -> bool {
        self.is_zone(from) && self.is_zone(to) && self.zones(state).distance(from, to) == 1
    }

    fn can_strike(
        &self,
        state: &State,
        who: Who,
        target: Who,
        ranged: bool,
        from: u8,
    ) -> Result<(), Refusal> {
        if !state.knows(target) || !state.foes(who).has(target) {
            return Err(Refusal::new("that is no enemy"));
        }
        if !self.prey(state, who).has(target) {
            return Err(Refusal::new("that one is out of the fight"));
        }
        let sheet = self.sheet(state, who);
        if (if ranged { &sheet.ranged } else { &sheet.melee }).is_none() {
            return Err(Refusal::new("there is no weapon for that"));
        }
        if !self.is_zone(from) {
            return Err(Refusal::new("that is no zone to attack from"));
        }
        let there = state.zone[target];
        if !ranged && from != there {
            return Err(Refusal::by("ARDOR-R10", "melee reaches only one's own zone"));
        }
        if !self.zones(state).sees(from, there) {
            return Err(Refusal::by("ARDOR-R10", "the target is out of sight"));
        }
        Ok(())
    }

    fn can_step(&self, state: &State, who: Who, from: u8, to: u8) -> Result<(), Refusal> {
        if !self.is_zone(to) {
            return Err(Refusal::new("that is no zone to move to"));
        }
        if !self.is_zone(from) || !self.ways(state, from).has(to) {
            return Err(Refusal::by("ARDOR-A3", "no way leads there from here").unsought());
        }
        self.can_go(state, who)
    }

    /// What is behind a door that nobody has opened cannot be planned for.
    fn is_known(&self, state: &State, who: Who, zone: u8) -> Result<(), Refusal> {
        match self.map_of(state, who).has(zone) {
            true => Ok(()),
            false => Err(Refusal::by("ARDOR-D2", "nobody knows what is there").unsought()),
        }
    }

    fn can_leave(&self, state: &State, who: Who, from: u8) -> Result<(), Refusal> {
        if !(self.is_zone(from) && self.field.zones().zone(from).exit) {
            return Err(Refusal::by("ARDOR-R9", "the field cannot be left from here"));
        }
        self.can_go(state, who)
    }

    fn can_go(&self, state: &State, who: Who) -> Result<(), Refusal> {
        let held = [Condition::Rooted, Condition::Prone].into_iter().find(|&held| state.is(who, held));
        match held {
            Some(held) => {
                Err(Refusal::by("ARDOR-R7", format!("cannot leave the zone while {}", held.name())))
            }
            None => Ok(()),
        }
    }

    fn can_move_far(&self, state: &State, who: Who, from: u8, via: u8, to: u8) -> Result<(), Refusal> {
        self.can_step(state, who, from, via)?;
        self.is_known(state, who, via)?;
        if to == via {
            let why = "Move Far is two zones; for one, flee or move to attack";
            return Err(Refusal::by("ARDOR-A1", why).unsought());
        }
        if to == OFF {
            return self.can_leave(state, who, via).map_err(Refusal::unsought);
        }
        if to == from {
            return Err(Refusal::by("ARDOR-A1", "there and back again is no Move Far").unsought());
        }
        self.can_step(state, who, via, to)
    }

    fn can_defend(&self, state: &State, who: Who, ward: Who, from: u8) -> Result<(), Refusal> {
        if !state.knows(ward) || ward == who || state.side_of(ward) != state.side_of(who) {
            return Err(Refusal::new("that is no friend"));
        }
        if !state.standing.has(ward) {
            return Err(Refusal::new("that one needs no defence"));
        }
        if !self.is_zone(from) || !self.zones(state).sees(from, state.zone[ward]) {
            return Err(Refusal::by("ARDOR-A6", "out of sight"));
        }
        Ok(())
    }

    fn can_tend(&self, state: &State, who: Who, patient: Who, from: u8) -> Result<(), Refusal> {
        if !state.knows(patient) || patient == who || state.side_of(patient) != state.side_of(who) {
            return Err(Refusal::new("that is no friend"));
        }
        if !state.down.has(patient) {
            return Err(Refusal::by("ARDOR-A10", "only the incapacitated are tended").unsought());
        }
        if state.zone[patient] != from {
            return Err(Refusal::by("ARDOR-R14", "one tends only those in one's own zone"));
        }
        Ok(())
    }

    /// ARDOR-D5: whoever is beside a feature can use it, as long as it lasts.
    fn is_at_hand(&self, state: &State, who: Who, which: u8, zone: u8) -> Result<(), Refusal> {
        let Some(feature) = self.feature(which) else { return Ok(()) };
        let why = if feature.zone != zone {
            return Err(Refusal::by("ARDOR-D5", "that is in another zone").unsought());
        } else if self.sheet(state, who).beast {
            "beasts have no use for it"
        } else if self.uses_left(state, which) == 0 {
            "it is used up"
        } else {
            return Ok(());
        };
        Err(Refusal::by("ARDOR-D5", why))
    }

    fn can_use(
        &self,
        state: &State,
        who: Who,
        which: u8,
        [on, to]: [u8; 2],
        means: Means,
    ) -> Result<(), Refusal> {
        let Some(ability) = self.ability(state, who, which) else {
            return Err(Refusal::new("there is no such ability"));
        };
        if !self.knows(state, who, which) {
            return Err(Refusal::by("ARDOR-S7", format!("{} is not known yet", ability.name)).unsought());
        }
        self.is_at_hand(state, who, which, means.zone)?;
        let taken = self.takes(state, who, ability) - self.unperceived(state, who);
        let zone = match ability.area {
            true if self.is_zone(on) => on,
            false if on < state.count && taken.has(Who(on)) => state.zone[Who(on)],
            _ => return Err(Refusal::new("that is no target of this")),
        };
        if ability.cost > means.ardor {
            let why = format!("{} costs {} Ardor, and {} is left", ability.name, ability.cost, means.ardor);
            return Err(Refusal::by("ARDOR-R7", why));
        }
        let oneself = !ability.area && on == who.0;
        if !oneself
            && (!self.is_zone(means.zone) || !self.reached(state, means.zone, ability.reach).has(zone))
        {
            return Err(Refusal::by("ARDOR-R10", format!("out of the reach of {}", ability.name)));
        }
        if ability.area && !state.at[on].meets(taken) {
            return Err(Refusal::new("nobody is there"));
        }
        match ability.is_aimed_push() {
            false if to != OFF => Err(Refusal::new("that pushes nobody").unsought()),
            true if to == OFF => Err(Refusal::by("ARDOR-D6", "say where to push them").unsought()),
            true if !self.is_beside(state, zone, to) => {
                Err(Refusal::by("ARDOR-D6", "a push leads to the next zone").unsought())
            }
            true => self.is_known(state, who, to),
            false => Ok(()),
        }
    }
}
