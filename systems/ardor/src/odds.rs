//! What the odds of a choice are counted over, and what they take for granted about what is hidden.

use fracas_dice::Dice;
use fracas_kernel::{Doubts, Foresee, Log, Mark, Play, Tell, Who};

use crate::action::{Action, Kind};
use crate::apply::Turn;
use crate::choices::{Choice, Deed};
use crate::data::Ardor;
use crate::event::{Blow, Event, Hit};
use crate::resolution::Resolution;
use crate::state::{Band, Phase, State};

/// More possibilities than this are not gone through, however many bluff.
const MAX_DOUBTS: usize = 48;

impl Foresee for Ardor {
    /// What a choice means for whoever makes it, and no further: an intent is seen through to the end of the round, with
    /// what others are known to do to the same one, and with nothing that is hidden.
    fn foresee(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Choice { who, deed } = choice;
        let mut turn = Turn { rules: self, state, dice, log };
        match deed {
            // Thought of out of turn (what could it do to us?): it does not roll, and whom it goes for does, with
            // nothing in mind.
            Deed::Commit { action, .. } if !turn.state.rollers.has(who) => {
                turn.take_in(who, action, false);
                turn.pay(who, action);
                turn.state.score[who] = self.bonus(turn.state, who, action);
                turn.state.committed = Band::one(who);
                let rolls = turn.state.rollers & turn.state.standing;
                if let Some(target) = action.target().filter(|&target| rolls.has(target)) {
                    turn.take_in(target, Action::Nothing, false);
                    turn.roll(target, false);
                }
            }
            Deed::Commit { action, careful } => {
                turn.take_in(who, action, careful);
                turn.pay(who, action);
                turn.roll(who, false);
                turn.state.committed -= turn.state.rollers - Band::one(who);
            }
            Deed::Arduous { action } => {
                state.second[who] = action;
                state.doubled.insert(who);
            }
            Deed::Pass => {}
            Deed::Begin | Deed::Show { .. } | Deed::Mean { .. } | Deed::Learn | Deed::Later => {
                return self.apply(state, choice, dice, log);
            }
        }
        Resolution::<_, _, true>::new(self, state, dice, log, who).play();
    }

    /// An intent's odds see it through by themselves.
    fn unresolved(&self, _state: &State) -> bool {
        false
    }

    fn doubts(&self, state: &State, choice: Choice) -> Doubts<State> {
        let Choice { who, deed: Deed::Commit { action, .. } } = choice else {
            return Doubts { presumed: Vec::new(), instead: Vec::new() };
        };
        Doubts { presumed: self.presumed_of(state, who, action), instead: self.instead(state, who, action) }
    }

    fn answer(&self, _state: &State, choice: Choice) -> Option<(&'static str, &'static str)> {
        match choice.deed {
            Deed::Pass => Some(("arduous", "no")),
            Deed::Learn => Some(("discovery", "learn")),
            Deed::Later => Some(("discovery", "later")),
            _ => None,
        }
    }

    fn mark(&self, event: &Event) -> Mark {
        match *event {
            Event::Struck { who, blow: Blow { hit: Hit::Full, .. }, .. } => Mark::SuccessBy(who),
            Event::Recovered { who, by, success: true, .. } => Mark::SuccessBy(by.unwrap_or(who)),
            _ => Mark::Nothing,
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = state.clone();
        (turn.phase, turn.asked) = (Phase::Commit, Band::one(who));
        turn.committed.remove(who);
        Some(turn)
    }
}

/// What of a foe's intent makes a difference to one combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Upshot {
    kind: Kind,
    ranged: bool,
    ability: Option<u8>,
    concerns: bool,
    to: Option<u8>,
    bar: Option<u8>,
}

impl Ardor {
    /// Foes who may mean something else than they show.
    fn dubious(&self, state: &State, who: Who) -> Band {
        state.bluffers & state.foes(who) & state.standing & state.committed
    }

    /// What is taken for granted, in words.
    fn presumed_of(&self, state: &State, who: Who, action: Action) -> Vec<String> {
        let name = |who| self.name(state, who);
        if !state.rollers.has(who) {
            let target = action.target();
            return target.map(|target| format!("{} does nothing", name(target))).into_iter().collect();
        }
        let mut all = Vec::new();
        if (state.rollers & state.present()).len() > 1 {
            all.push("other players' intents are hidden and left out".to_owned());
        }
        match action {
            Action::DefendOther { ward } => all.push(format!("{} uses this score alone", name(ward))),
            Action::Tend { patient } => all.push(format!("{} gets up on this score alone", name(patient))),
            _ => {}
        }
        all.extend(self.dubious(state, who).map(|foe| self.doubt(state, foe, who, action)));
        all
    }

    /// What is thought of one that may be bluffing.
    fn doubt(&self, state: &State, foe: Who, who: Who, action: Action) -> String {
        let (shown, supposed) = (state.shown[foe], state.intent[foe]);
        let words = |action| self.action_words(state, foe, action);
        let name = self.name(state, foe);
        let taken = match shown == supposed {
            true => format!("{name} does what it shows ({})", words(shown)),
            false => {
                let (shown, supposed) = (words(shown), words(supposed));
                format!("{name} cannot mean to {shown} with its score; it may {supposed}")
            }
        };
        match self.could_mean(state, foe, who, action).len() {
            1 => format!("{taken}; its score allows nothing else"),
            many => format!("{taken}; the range covers the {many} things that its score allows"),
        }
    }

    /// What `foe` could really intend, as far as it makes a difference to `who`: all that fits the score that is seen.
    fn could_mean(&self, state: &State, foe: Who, who: Who, action: Action) -> Vec<Action> {
        let mine = match action {
            Action::DefendOther { ward } => Band::one(who).with(ward),
            _ => Band::one(who),
        };
        let mut found: Vec<(Upshot, Action)> = Vec::new();
        for action in self.fitting(state, foe) {
            let upshot = self.upshot(state, foe, action, mine);
            if !found.iter().any(|(known, _)| *known == upshot) {
                found.push((upshot, action));
            }
        }
        found.into_iter().map(|(_, action)| action).collect()
    }

    fn upshot(&self, state: &State, foe: Who, action: Action, mine: Band) -> Upshot {
        let (ability, hits) = match action {
            Action::Ability { which, on } => {
                let area = self.ability(state, foe, which).is_some_and(|ability| ability.area);
                (Some(which), if area { state.at[on] } else { Band::one(Who(on)) })
            }
            _ => (None, action.target().into_iter().collect()),
        };
        let bar = match action {
            Action::Defend { bar } => bar,
            _ => None,
        };
        let (kind, ranged, to) = (action.kind(), action.is_ranged(), action.destination());
        Upshot { kind, ranged, ability, concerns: hits.meets(mine), to, bar }
    }

    /// The table as it would be if those who bluff meant something else.
    fn instead(&self, state: &State, who: Who, action: Action) -> Vec<State> {
        let mut all = Vec::new();
        for foe in self.dubious(state, who) {
            let could = self.could_mean(state, foe, who, action);
            let before: Vec<State> =
                if all.is_empty() { vec![state.clone()] } else { std::mem::take(&mut all) };
            for base in &before {
                for &action in could.iter().take(MAX_DOUBTS / before.len().max(1)) {
                    let mut other = base.clone();
                    other.intent[foe] = action;
                    all.push(other);
                }
            }
        }
        all
    }
}
