//! What an enemy could do to somebody if it were that enemy's turn now. Asked for on demand, and worked out from what the
//! one who asks knows, so that nothing hidden shows.
//!
//! Rules only say how the table would be on that turn (`turn_of`); the rest are the same choices and odds that
//! everybody else gets.

use fracas_dice::Seeded;
use serde::Serialize;

use crate::{
    Ask, Care, Habit, Judgement, Made, Null, Refusal, Rules, Seat, Stakes, Veil, Vital, Whim, Who, any_dice,
    any_log, knows_place, odds_with,
};

/// How many first choices of an enemy are tried, to see what it could do after them: a move, a setup.
const MAX_LEADS: usize = 64;
/// How many answers of others are looked through on the way.
const MAX_ANSWERS: usize = 4;

/// Something that an enemy could do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Threat {
    pub by: Who,
    /// The choice as people see it.
    pub label: String,
    /// What it would have to do first, if anything: one such way of several.
    pub after: Option<String>,
    pub stakes: Stakes,
}

/// Somebody's danger, to be worked out: the table as a seat knows it, perhaps with `who` at another place.
#[derive(Debug)]
pub struct Danger<R: Rules> {
    known: R::State,
    seat: Seat,
    who: Who,
    habits: Vec<Habit>,
    /// What the judge hides, and zones that the seat has not seen: nobody is thought to go there.
    veil: Veil,
}

impl<R: Rules> Danger<R> {
    /// `to` is where `who` is thought to stand, as [`Judgement::Move`] names a place. Refuses where nobody can stand there.
    pub fn new(
        rules: &R,
        state: &R::State,
        seat: Seat,
        who: Who,
        to: Option<&str>,
        habits: &[Habit],
    ) -> Result<Danger<R>, Refusal> {
        let (mut known, map) = (rules.known(state, seat), rules.view(state, seat).map);
        if !rules.everyone(&known).has(who) {
            return Err(Refusal::new("there is no such combatant"));
        }
        if let Some(to) = to {
            // Rules would tell where else there is floor, or what all places are called.
            if seat != Seat::Judge && !knows_place(&map, who, to) {
                return Err(Refusal::new("you know of no such place"));
            }
            let moved = rules.judge(&mut known, &Judgement::Move { who, to: to.to_owned() }, &mut Null);
            moved.map_err(|refusal| match seat {
                Seat::Judge => refusal,
                _ => Refusal::new("nobody can stand there"),
            })?;
        }
        let veil = Veil::beyond(&map, &rules.view(state, Seat::Judge).map);
        Ok(Danger { known, seat, who, habits: habits.to_vec(), veil })
    }

    /// The same where something is hidden.
    pub(crate) fn behind(self, veil: &Veil, to: Option<&str>) -> Result<Danger<R>, Refusal> {
        if self.seat == Seat::Judge {
            return Ok(self);
        }
        if to.is_some_and(|place| veil.shown().zones.iter().any(|zone| zone == place)) {
            return Err(Refusal::new("you know of no such place"));
        }
        Ok(Danger { veil: self.veil.with(veil), ..self })
    }

    /// Tells one threat after the other, for as long as the answer is true.
    pub fn look(&self, rules: &R, tell: &mut dyn FnMut(Threat) -> bool) {
        let side = rules.side(&self.known, self.who);
        let seen: Vec<Who> = rules
            .view(&self.known, self.seat)
            .tokens
            .into_iter()
            .filter(|token| token.place.is_some() && token.side != side)
            .map(|token| token.who)
            .collect();
        for enemy in seen {
            let Vital { standing, .. } = rules.vital(&self.known, enemy);
            let turn = if standing { rules.turn_of(&self.known, enemy) } else { None };
            if let Some(turn) = turn
                && !self.by(rules, &turn, enemy, tell)
            {
                return;
            }
        }
    }

    /// All that one enemy could do; false if nobody wants to know more.
    fn by(&self, rules: &R, turn: &R::State, enemy: Who, tell: &mut dyn FnMut(Threat) -> bool) -> bool {
        let mut told: Vec<String> = Vec::new();
        let (strikes, leads) = self.sorted(rules, turn, enemy);
        if !self.weigh(rules, turn, strikes, None, &mut told, tell) {
            return false;
        }
        for (lead, label) in leads.into_iter().take(MAX_LEADS) {
            let Some(then) = after(rules, turn, lead, enemy) else { continue };
            let (strikes, _) = self.sorted(rules, &then, enemy);
            if !self.weigh(rules, &then, strikes, Some(&label), &mut told, tell) {
                return false;
            }
        }
        true
    }

    /// An enemy's choices, with their labels: those that are about `who`, and the others.
    #[expect(clippy::type_complexity, reason = "two lists of the same")]
    fn sorted(
        &self,
        rules: &R,
        state: &R::State,
        enemy: Who,
    ) -> (Vec<(R::Choice, String)>, Vec<(R::Choice, String)>) {
        let mut choices = Vec::new();
        rules.choices(state, &mut choices);
        let own = choices.into_iter().filter(|&choice| choice.who() == enemy);
        let described = own.map(|choice| (choice, rules.describe(state, choice)));
        let described = described.filter(|(_, view)| !self.veil.bars(view));
        let (about, other): (Vec<_>, Vec<_>) =
            described.partition(|(_, view)| view.targets.contains(&self.who));
        let labels = |all: Vec<(R::Choice, crate::ChoiceView)>| {
            all.into_iter().map(|(choice, view)| (choice, view.label)).collect()
        };
        (labels(about), labels(other))
    }

    fn weigh(
        &self,
        rules: &R,
        state: &R::State,
        strikes: Vec<(R::Choice, String)>,
        after: Option<&String>,
        told: &mut Vec<String>,
        tell: &mut dyn FnMut(Threat) -> bool,
    ) -> bool {
        for (choice, label) in strikes {
            if told.contains(&label) {
                continue;
            }
            let stakes = odds_with(rules, state, choice, &[], &self.habits, Care::FULL);
            if stakes.harm.most <= 0 && stakes.drops.is_empty() && stakes.chance.is_none() {
                continue;
            }
            told.push(label.clone());
            let by = choice.who();
            if !tell(Threat { by, label, after: after.cloned(), stakes }) {
                return false;
            }
        }
        true
    }
}

/// The table after an enemy's first choice, if it can go on in the same turn.
fn after<R: Rules>(rules: &R, turn: &R::State, lead: R::Choice, enemy: Who) -> Option<R::State> {
    let (mut state, mut dice, mut whim) = (turn.clone(), Seeded::new(0), Whim::new(0));
    let (mut nobody, mut dice) = (Null, any_dice(&mut dice));
    let mut log = any_log(&mut nobody);
    rules.resolve(&mut state, lead, &mut dice, &mut log);
    for _ in 0..MAX_ANSWERS {
        match rules.ask(&state) {
            Ask::Decide(crowd) => {
                let goes_on = crowd.has(enemy) && rules.round(&state) == rules.round(turn) && state != *turn;
                return goes_on.then_some(state);
            }
            Ask::Over(_) => return None,
            ask @ Ask::React(_) => {
                let answer = rules.instinct(&state, ask.asked(), &mut whim);
                rules.resolve(&mut state, answer, &mut dice, &mut log);
            }
        }
    }
    None
}
