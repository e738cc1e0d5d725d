//! The judge's hand in a fight. What is the same in every system is here: finding tracks, places, creatures and conditions
//! by name, refusing what is not there, and what comes first and last. A system says what its own are and what they do.

use fracas_dice::{Dice, Seeded};

use crate::{
    Decision, Demand, Judge, Judgement, Log, Named, Outcome, Refusal, Repertoire, Side, Tell, Who, Zones,
    any_dice, any_log,
};

/// What a fight must know for the judge to overrule it. [`Judge`] follows from it. Whoever an act is about exists, and
/// what it names was found, before any of these is called.
pub trait Overrule: Tell {
    /// What can be set, by the name of its track.
    type Track: Copy + 'static;
    const TRACKS: &'static [(&'static str, Self::Track)];

    /// Where somebody can be: a zone or a square.
    type Spot: Copy;
    type Condition: Copy;

    /// How many combatants a fight can hold, the dead and gone included.
    const MAX: usize;

    fn spot(&self, name: &str) -> Result<Self::Spot, Refusal>;
    /// Who can be brought in, by the number of the sheet.
    fn creatures(&self) -> Vec<Named>;
    /// Nothing can befall anybody, unless a system says otherwise.
    fn conditions(&self) -> Vec<(Self::Condition, Named)> {
        Vec::new()
    }

    fn set_track(
        &self,
        state: &mut Self::State,
        who: Who,
        track: Self::Track,
        value: i32,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal>;

    /// Puts somebody there, also who had left the field.
    fn put_at(
        &self,
        state: &mut Self::State,
        who: Who,
        spot: Self::Spot,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal>;

    /// There is room for one more.
    fn bring_in(
        &self,
        state: &mut Self::State,
        sheet: usize,
        side: Side,
        spot: Self::Spot,
    ) -> Result<(), Refusal>;

    fn take_off(&self, state: &mut Self::State, who: Who, log: &mut impl Log<Self::Event>);

    fn has_condition(&self, _state: &Self::State, _who: Who, _condition: Self::Condition) -> bool {
        false
    }

    /// `rank` is what the judge says about how strong it is or how long it lasts.
    fn afflict(
        &self,
        _state: &mut Self::State,
        _who: Who,
        _condition: Self::Condition,
        _rank: Option<i32>,
    ) -> Result<(), Refusal> {
        Err(Refusal::new("there are no conditions in these rules"))
    }

    /// Ends a condition that is there.
    fn lift(
        &self,
        _state: &mut Self::State,
        _who: Who,
        _condition: Self::Condition,
        _log: &mut impl Log<Self::Event>,
    ) {
    }

    /// Ends the fight, and tells it.
    fn end(&self, state: &mut Self::State, outcome: Outcome, log: &mut impl Log<Self::Event>);

    /// After an act the fight is over, or somebody can go on.
    fn go_on(&self, state: &mut Self::State, log: &mut impl Log<Self::Event>);

    /// What comes by itself of an act, before play goes on: what rules roll for whoever is at zero now, how somebody lies
    /// who has come to. `before` is the fight as it was before the act.
    fn aftermath(
        &self,
        _before: &Self::State,
        _state: &mut Self::State,
        _dice: &mut impl Dice,
        _log: &mut impl Log<Self::Event>,
    ) {
    }

    /// The checks that the judge can call for.
    fn checks(&self) -> Vec<Named> {
        Vec::new()
    }

    /// How `who` makes one of these checks.
    fn check_of(
        &self,
        _state: &Self::State,
        _who: Who,
        _check: &str,
        _against: Option<i32>,
    ) -> Option<Demand> {
        None
    }

    /// Takes the action of `who`, as for anything else that one can do in a turn.
    fn take_action(&self, _state: &mut Self::State, _who: Who) -> Result<(), Refusal> {
        Err(Refusal::new("these rules know only what can be chosen"))
    }

    /// What else the judge can decide.
    fn decisions(&self) -> Vec<Decision> {
        Vec::new()
    }

    /// Decides one of these; the value is one that it can have, and `who` is named if it needs one.
    fn decide(
        &self,
        _state: &mut Self::State,
        what: &str,
        _who: Option<Who>,
        _value: &str,
        _log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal> {
        Err(Refusal::new(format!("nothing can be decided about {what:?} here")))
    }
}

impl<R: Overrule> Judge for R {
    /// In thought, where nobody sees the dice: a table calls [`Judge::decree`] and [`Judge::resume`].
    fn judge(
        &self,
        state: &mut R::State,
        act: &Judgement,
        log: &mut impl Log<R::Event>,
    ) -> Result<(), Refusal> {
        let (before, mut unseen) = (state.clone(), Seeded::new(0));
        let (mut dice, mut log) = (any_dice(&mut unseen), any_log(log));
        self.decree(state, act, &mut dice, &mut log)?;
        self.resume(&before, state, act.ends(), &mut dice, &mut log);
        Ok(())
    }

    fn resume(
        &self,
        before: &R::State,
        state: &mut R::State,
        ended: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<R::Event>,
    ) {
        if !ended {
            self.aftermath(before, state, dice, log);
            self.go_on(state, log);
        }
    }

    fn demand(
        &self,
        state: &R::State,
        who: Who,
        check: &str,
        against: Option<i32>,
    ) -> Result<Demand, Refusal> {
        let all = self.checks();
        let id = find_named("check", check, &all)?;
        let demand = self.check_of(state, who, &id, against);
        demand.ok_or_else(|| Refusal::new(format!("{} cannot make that check", self.name(state, who))))
    }

    fn spend(&self, state: &mut R::State, who: Who, _log: &mut impl Log<R::Event>) -> Result<(), Refusal> {
        self.take_action(state, who)
    }

    fn decree(
        &self,
        state: &mut R::State,
        act: &Judgement,
        _dice: &mut impl Dice,
        log: &mut impl Log<R::Event>,
    ) -> Result<(), Refusal> {
        if let Some(who) = act.about()
            && !self.everyone(state).has(who)
        {
            return Err(Refusal::new(format!("there is no combatant number {}", who.0)));
        }
        match act.plain() {
            Judgement::Set { who, track, value } => {
                let named = R::TRACKS.iter().copied();
                self.set_track(state, *who, find("track", track, named)?, *value, log)?;
            }
            Judgement::Move { who, to } => self.put_at(state, *who, self.spot(to)?, log)?,
            Judgement::Add { creature, side, to } => {
                let spot = self.spot(to)?;
                let all = self.creatures();
                let named = all.iter().enumerate().map(|(sheet, named)| (named.id.as_str(), sheet));
                let sheet = find("creature", creature, named)?;
                if self.everyone(state).len() >= R::MAX {
                    return Err(Refusal::new(format!("a fight holds at most {} combatants", R::MAX)));
                }
                self.bring_in(state, sheet, *side, spot)?;
            }
            Judgement::Remove { who } => self.take_off(state, *who, log),
            Judgement::Afflict { who, condition: name, rank } => {
                let (condition, _) = condition(self, name)?;
                self.afflict(state, *who, condition, *rank)?;
            }
            Judgement::Lift { who, condition: name } => {
                let (condition, word) = condition(self, name)?;
                if !self.has_condition(state, *who, condition) {
                    return Err(Refusal::new(format!("{} is not {word}", self.name(state, *who))));
                }
                self.lift(state, *who, condition, log);
            }
            Judgement::End { winner } => {
                self.end(state, winner.map_or(Outcome::Draw, Outcome::Won), log);
            }
            Judgement::Decide { what, who, value } => {
                let all = self.decisions();
                let what = Decision::fit(&all, what, *who, value)?;
                self.decide(state, &what, *who, value, log)?;
            }
            // The table keeps these, for the rolls to come and for the log.
            Judgement::Favour { .. }
            | Judgement::Dice { .. }
            | Judgement::Say { .. }
            | Judgement::Decline { .. } => {}
            // The table makes checks, by what these rules say about them.
            Judgement::Check { .. } | Judgement::Attempt { .. } => {
                return Err(Refusal::new("checks are made at a table"));
            }
            Judgement::Open { .. } | Judgement::Secret { .. } => {}
            // The table hides and reveals; the rules only know who is on the field.
            Judgement::Hide { .. }
            | Judgement::Reveal { .. }
            | Judgement::HideZone { .. }
            | Judgement::RevealZone { .. } => return Err(Refusal::new("hiding is done at a table")),
            Judgement::Gauge { .. }
            | Judgement::Grant { .. }
            | Judgement::Fate { .. }
            | Judgement::EndAdventure { .. } => return Err(Refusal::no_adventure()),
        }
        Ok(())
    }

    fn repertoire(&self) -> Repertoire {
        let conditions = self.conditions().into_iter().map(|(_, named)| named).collect();
        Repertoire {
            creatures: self.creatures(),
            conditions,
            checks: self.checks(),
            decisions: self.decisions(),
            ..Repertoire::default()
        }
    }
}

/// A condition by its id or as people call it, with its id.
fn condition<R: Overrule>(rules: &R, name: &str) -> Result<(R::Condition, String), Refusal> {
    let all = rules.conditions();
    let called = |named: &Named| named.id == name || named.name.eq_ignore_ascii_case(name);
    match all.iter().find(|(_, named)| called(named)) {
        Some((condition, named)) => Ok((*condition, named.id.clone())),
        None => Err(Refusal::unknown("condition", name, all.iter().map(|(_, named)| named.id.as_str()))),
    }
}

/// The id of something by its id or as people call it.
pub fn find_named(what: &str, name: &str, all: &[Named]) -> Result<String, Refusal> {
    let called = |named: &&Named| named.id == name || named.name.eq_ignore_ascii_case(name);
    let found = all.iter().find(called).map(|named| named.id.clone());
    found.ok_or_else(|| Refusal::unknown(what, name, all.iter().map(|named| named.id.as_str())))
}

fn find<'a, T>(
    what: &str,
    name: &str,
    all: impl Iterator<Item = (&'a str, T)> + Clone,
) -> Result<T, Refusal> {
    let found = all.clone().find(|(known, _)| *known == name).map(|(_, found)| found);
    found.ok_or_else(|| Refusal::unknown(what, name, all.map(|(known, _)| known)))
}

impl Refusal {
    /// There is no such thing; these there are.
    pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
        let known: Vec<&str> = known.collect();
        match known.as_slice() {
            [] => Refusal::new(format!("there is no {what} {name:?} here, nor any other")),
            known => Refusal::new(format!("there is no {what} {name:?}; known: {}", known.join(", "))),
        }
    }
}

impl Zones {
    /// The zone that the judge means.
    pub fn named(&self, id: &str) -> Result<u8, Refusal> {
        let known = || self.all().iter().map(|zone| zone.id.as_str());
        self.find(id).ok_or_else(|| Refusal::unknown("zone", id, known()))
    }
}
