//! What the odds of a choice are counted over: the choice itself, not what comes of itself when everybody has acted. What
//! waits for the end of a round that both sides share counts as if it had come.

use fracas_dice::Dice;
use fracas_kernel::{Foresee, Log, Mark, Plight, Who};

use crate::apply::Turn;
use crate::choices::Choice;
use crate::conditions::Condition;
use crate::data::{Delve, Lasts, middle};
use crate::event::Event;
use crate::state::{Band, Phase, State};

impl Foresee for Delve {
    #[inline(always)]
    fn resolve(&self, state: &mut State, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        Turn { rules: self, state, dice, log }.act(choice);
    }

    fn mark(&self, event: &Event) -> Mark {
        let success = match event {
            // What finds a friend is no success.
            Event::Attacked { check, foe, .. } => check.success && *foe,
            Event::Hurt { foe, .. } => *foe,
            Event::Afflicted { meant, .. } => *meant,
            Event::Handled { check, .. } => check.is_none_or(|check| check.success),
            Event::Healed { .. } | Event::Woken { by: Some(_), .. } => true,
            _ => false,
        };
        if success { Mark::Success } else { Mark::Nothing }
    }

    fn plights(&self, state: &State, who: Who, out: &mut Vec<Plight>) {
        for &condition in self.conditions_there() {
            let lasts = state.lasts[who][condition as usize].max(state.later.lasts[who][condition as usize]);
            if lasts == 0 {
                continue;
            }
            let (name, worth) = self.condition_worth(state, who, condition, lasts);
            match out.iter_mut().find(|plight| plight.name == name) {
                Some(plight) => plight.worth += worth,
                None => out.push(Plight { name, worth }),
            }
        }
    }

    fn turn_of(&self, state: &State, who: Who) -> Option<State> {
        let mut turn = *state;
        turn.phase = Phase::First(state.side_of(who));
        turn.acting = Band::one(who);
        turn.moved.remove(who);
        turn.acted.remove(who);
        (turn.steps[who], turn.struck[who]) = (0, 0);
        Some(turn)
    }
}

impl Delve {
    /// A condition in a word, and what it is worth to whoever has it, in hit points: the rounds it costs or helps in, as
    /// far as fights last, times what a round brings.
    fn condition_worth(
        &self,
        state: &State,
        who: Who,
        condition: Condition,
        lasts: u8,
    ) -> (&'static str, i32) {
        let rounds = match lasts {
            Lasts::UNTIL_SAVE => 3,
            Lasts::FIGHT => 4,
            rounds => i32::from(rounds).min(4),
        };
        let round = self.sheet(state, who).threat.max(1);
        let (name, worth) = match condition {
            Condition::Asleep => ("asleep", -rounds * round),
            Condition::Held => ("held", -rounds * round),
            Condition::Blinded => ("blinded", -rounds * round / 3),
            Condition::Poisoned => ("poisoned", -middle(self.poison_of(state, who))),
            Condition::Blessed => ("blessed", rounds * round / 8),
            Condition::Warded => ("warded", rounds),
            _ => self.own(condition).map_or(("afflicted", 0), |own| self.own_plight(own, rounds, round)),
        };
        let least = if self.is_good(condition) { 1 } else { -1 };
        (name, if worth == 0 { least } else { worth })
    }
}
