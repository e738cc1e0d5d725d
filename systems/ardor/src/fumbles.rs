//! What a low score brings where a fumble threatens.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::event::Event;
use crate::resolution::{Resolution, Scored};
use crate::state::Band;

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    #[inline(never)]
    pub(crate) fn find_fumbles(&mut self) {
        let players = self.state.committed & self.state.standing & self.state.rollers;
        for who in players - self.state.inspired {
            // Collected first: a fumble changes nothing that the second action's limit depends on.
            let actions = [false, true].map(|second| {
                let there = !second || self.state.doubled.has(who);
                there.then(|| self.scored(who, second))
            });
            for scored in actions.into_iter().flatten() {
                self.fumble(scored);
            }
        }
    }

    fn fumble(&mut self, scored: Scored) {
        let Scored { who, action, score, second } = scored;
        let rules = self.rules;
        let careful = self.state.careful[usize::from(second)].has(who);
        // ARDOR-S8, ARDOR-O1
        let Some((which, below)) = rules.threat(self.state, who, action, second, careful) else { return };
        if score >= below {
            return;
        }
        let fumble = rules.fumble(which);
        self.log.tell(Event::Fumbled { who, action, which, score, below });
        if fumble.spoils {
            self.spoiled[usize::from(second)].insert(who);
        }
        if let Some(roll) = fumble.hurts {
            self.mishap(who, who, roll);
        }
        if let Some(roll) = fumble.hurts_friend {
            let friends = self.state.friends(who) & (self.state.standing - Band::one(who));
            let could = friends & self.state.at[self.state.zone[who]];
            if !could.is_empty() && (!FOCUS || could.meets(self.touched)) {
                let picked = self.dice.pick(Why::new("who is hurt", who.0), could.len());
                let found = could.nth(picked).unwrap_or(who);
                self.mishap(who, found, roll);
            }
        }
        let lost = fumble.costs_ardor.min(self.state.ardor[who]);
        if lost > 0 {
            self.state.ardor[who] -= lost;
            self.log.tell(Event::ArdorLost { who, amount: lost });
        }
        if let Some((condition, rounds)) = fumble.condition {
            self.afflict(who, condition, rounds);
        }
    }

    pub(crate) fn mishap(&mut self, by: Who, who: Who, roll: Roll) {
        if !self.concerns(who) {
            return;
        }
        // It is the roller's own side that comes to harm.
        let throw = self.dice.roll(Why::new("mishap", by.0).wanted_low(), roll);
        let amount = throw.value.clamp(0, 999) as i16;
        self.state.harm[who] += amount;
        self.harmed.insert(who);
        self.log.tell(Event::Mishap { who, throw, amount });
    }
}
