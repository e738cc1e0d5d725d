//! Healing in its place in the order: surges, and the return of the fallen.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use crate::action::Action;
use crate::attack::FULL;
use crate::event::Event;
use crate::resolution::Resolution;
use crate::state::Band;

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Resolution<'_, D, L, FOCUS> {
    pub(crate) fn heal(&mut self, who: Who, throw: Throw, ardor: bool) {
        // ARDOR-R12: at its place in the order, up to the maximum.
        let health = self.state.health[who] + throw.value.clamp(0, 999) as i16;
        self.state.set_health(who, health);
        if ardor {
            let most = self.rules.sheet(self.state, who).ardor.max(self.state.ardor[who]);
            self.state.ardor[who] = (self.state.ardor[who] + 1).min(most);
        }
        let health = self.state.health[who];
        self.log.tell(Event::Healed { who, throw, health, ardor });
        if self.state.down.has(who) && health > 0 {
            // ARDOR-R15: the timer stops.
            self.state.down.remove(who);
            self.state.standing.insert(who);
            self.woken.insert(who);
            self.has_coming = true;
            self.state.timer[who] = 0;
            self.log.tell(Event::Awake { who });
        }
    }

    pub(crate) fn recover(&mut self, who: Who) {
        if !self.concerns(who) {
            return;
        }
        // ARDOR-A8: a d6, and on a 6 one Ardor too.
        let throw = self.dice.roll(Why::new("recover", who.0), Roll::d(6));
        self.heal(who, throw, throw.value == 6);
    }

    /// The incapacitated: by their own roll, or by the score of whoever tends them.
    pub(crate) fn rise(&mut self, who: Who) {
        // Whoever was brought round already has nothing to recover from.
        if !self.concerns(who) || !self.state.down.has(who) {
            return;
        }
        let challenge = self.rules.challenge_in(self.state, self.state.zone[who]);
        let lucky = self.state.lucky.has(who);
        let (mut score, mut by) = (self.state.score[who], None);
        // ARDOR-R13: met is enough; a natural 20 always is.
        if score < challenge && !lucky {
            // ARDOR-R14: the same zone; a surge still counts, and Trauma does not.
            for tender in self.tenders(who) {
                if self.state.zone[tender] != self.state.zone[who] {
                    continue;
                }
                let tended =
                    self.actions(tender).filter(|scored| scored.action == Action::Tend { patient: who });
                let lent =
                    tended.map(|scored| scored.score).max().unwrap_or(0) + i16::from(self.state.boost[who]);
                if lent > score {
                    // ARDOR-A10
                    (score, by) = (lent, Some(tender));
                }
            }
        }
        let success = lucky || score >= challenge;
        self.log.tell(Event::Recovered { who, score, challenge, by, success, lucky });
        if success {
            // ARDOR-A9
            let roll = if lucky { FULL } else { Roll::d(6) };
            let throw = self.dice.roll(Why::new("health", who.0), roll);
            self.heal(who, throw, false);
        }
    }

    pub(crate) fn tend(&mut self, who: Who, action: Action, score: i16) {
        self.log.tell(Event::Stood { who, action, score });
    }

    fn tenders(&self, patient: Who) -> Band {
        let tends = |who: &Who| self.actions(*who).any(|scored| scored.action == Action::Tend { patient });
        (self.tending & self.state.standing).filter(tends).collect()
    }

    /// Whoever is tended rises no earlier than the one who tends is there.
    pub(crate) fn place_after_tending(&self, patient: Who) -> i16 {
        let own = self.state.score[patient];
        let places = self.tenders(patient).flat_map(|who| self.actions(who)).map(|scored| scored.score);
        places.fold(own, i16::min)
    }
}
