//! What somebody is worth to minds that look ahead: health, Ardor and surges left, Trauma suffered.

use fracas_kernel::plot::progress;
use fracas_kernel::{Crowd, Ponder, Side, Think, Whim, Who};

use crate::action::Action;
use crate::choices::{Choice, Deed};
use crate::data::{Ardor, Condition};
use crate::state::{Phase, State};

impl Ponder for Ardor {
    fn stands_at(&self, state: &State, who: Who) -> Option<[u8; 2]> {
        (!state.gone.has(who)).then(|| [state.zone[who], 0])
    }

    fn progress(&self, state: &State) -> f32 {
        if self.plotted { progress(self, state) } else { 0.0 }
    }

    fn worth(&self, state: &State, who: Who) -> f32 {
        let health = f32::from((state.health[who] - state.harm[who]).max(0));
        let reserves = f32::from(state.surges[who]) * 3.0 + f32::from(state.ardor[who]) * 1.5;
        let trauma = f32::from(state.trauma[who]) * 3.0;
        if state.gone.has(who) {
            return (0.4 * health - trauma).max(0.0);
        }
        if state.down.has(who) {
            // Down, but a player character may rise again.
            return (2.0 + 0.5 * reserves - trauma).max(0.0);
        }
        if !state.standing.has(who) {
            return 0.0;
        }
        let falls = health <= 0.0;
        let mut worth = if falls { 2.0 } else { 8.0 + health };
        for (condition, worse) in [(Condition::Dazed, 2.0), (Condition::Prone, 1.5), (Condition::Rooted, 0.5)]
        {
            if state.is(who, condition) {
                worth -= worse;
            }
        }
        for condition in [Condition::Emboldened, Condition::Guarded] {
            if state.is(who, condition) {
                worth += 1.0;
            }
        }
        if state.rollers.has(who) { (worth + reserves - trauma).max(0.5) } else { worth }
    }

    /// Those who bluff may mean anything that fits the score that is seen; friends whose intents are not known do what
    /// they would.
    fn suppose(&self, known: &State, side: Side, whim: &mut Whim) -> State {
        let mut maybe = known.clone();
        if known.phase == Phase::Commit {
            let foes = known.side[side.other().index()];
            for who in known.committed & known.bluffers & foes {
                let fitting = self.fitting(known, who);
                if !fitting.is_empty() {
                    maybe.intent[who] = fitting[whim.below(fitting.len() as u64) as usize];
                }
            }
            for who in (known.committed & known.rollers).filter(|&who| known.intent[who] == Action::Nothing) {
                maybe.committed.remove(who);
                let one = Crowd::one(who);
                if let Deed::Commit { action, careful } = self.instinct(&maybe, one, whim).deed {
                    maybe.intent[who] = action;
                    maybe.careful[0].put(who, careful);
                }
                maybe.committed.insert(who);
            }
        }
        maybe
    }

    fn rest(&self, state: &State, who: Who) -> Option<Choice> {
        let asked =
            state.phase == Phase::Arduous && state.answering().has(who) && !state.discovering.has(who);
        asked.then_some(who.does(Deed::Pass))
    }
}
