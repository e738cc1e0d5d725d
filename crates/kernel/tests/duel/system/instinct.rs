//! A quick mind: fights the weakest foe at hand, and goes to where foes are.

use fracas_kernel::{Ask, Crowd, Whim, Who};

use super::data::Duel;
use super::state::{Choice, Defence, Guard, State, Turn};

impl Duel {
    pub(super) fn decide(&self, state: &State, asked: Crowd, whim: &mut Whim) -> Choice {
        let who = state.ask().asked().and(asked).first().unwrap_or(Who(0));
        match (state.ask(), state.turn) {
            (Ask::React(_), _) if state.blow.is_some_and(|blow| blow.parrier.is_some()) => Choice::Parry(who),
            (Ask::React(_), _) if state.of(who).health <= 1 => Choice::Defend(who, Defence::Dodge),
            (Ask::React(_), _) => Choice::Defend(who, Defence::Block),
            (_, Turn::Guards) => Choice::Guard(who, Guard::ALL[whim.below(3) as usize]),
            (_, Turn::Of(_)) => self.act(state, who),
        }
    }

    fn act(&self, state: &State, who: Who) -> Choice {
        let own = state.of(who);
        if let Some(foe) = state.foes(who).min_by_key(|&foe| state.of(foe).health) {
            return if own.breath == 2 { Choice::Flurry(who, foe) } else { Choice::Strike(who, foe) };
        }
        let foe = |other: &Who| state.up(*other) && state.of(*other).side != own.side;
        let nearest =
            state.everyone().filter(foe).min_by_key(|&foe| self.zones.distance(own.zone, state.of(foe).zone));
        match nearest {
            Some(foe) if !own.bound => Choice::Move(who, self.zones.toward(own.zone, state.of(foe).zone)),
            _ => Choice::Hold(who),
        }
    }
}
