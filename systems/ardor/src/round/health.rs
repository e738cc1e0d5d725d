//! Healing in its place in the order: surges, and the return of the fallen.

use fracas_dice::{Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Who};

use super::{FULL, Round};
use crate::act::Act;
use crate::event::Event;
use crate::state::{bit, each, ix};

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Round<'_, D, L, FOCUS> {
    pub(super) fn heal(&mut self, who: Who, throw: Throw, ardor: bool) {
        // ARDOR-R12: at its place in the order, up to the maximum.
        let health = self.state.health[ix(who)] + throw.value.clamp(0, 999) as i16;
        self.state.set_health(who, health);
        if ardor {
            let most = self.rules.sheet(self.state, who).ardor.max(self.state.ardor[ix(who)]);
            self.state.ardor[ix(who)] = (self.state.ardor[ix(who)] + 1).min(most);
        }
        let health = self.state.health[ix(who)];
        self.log.tell(Event::Healed { who, throw, health, ardor });
        if self.state.down & bit(who) != 0 && health > 0 {
            // ARDOR-R15: the timer stops.
            self.state.down &= !bit(who);
            self.state.standing |= bit(who);
            self.state.timer[ix(who)] = 0;
            self.log.tell(Event::Awake { who });
        }
    }

    pub(super) fn recover(&mut self, who: Who) {
        if FOCUS && who != self.focus {
            return;
        }
        // ARDOR-A8: a d6, and on a 6 one Ardor too.
        let throw = self.dice.roll(Why::new("recover", who.0), Roll::d(6));
        self.heal(who, throw, throw.value == 6);
    }

    /// The incapacitated: by their own roll, or by the score of whoever tends them.
    pub(super) fn rise(&mut self, who: Who) {
        if FOCUS && who != self.focus && self.tenders(who) & bit(self.focus) == 0 {
            return;
        }
        let challenge = self.rules.challenge_in(self.state, self.state.zone_of(who));
        let lucky = self.state.lucky & bit(who) != 0;
        let (mut score, mut by) = (self.state.score[ix(who)], None);
        // ARDOR-R13: met is enough; a natural 20 always is.
        if score < challenge && !lucky {
            // ARDOR-R14: the same zone; a surge still counts, and Trauma does not.
            for tender in each(self.tenders(who)) {
                if self.state.zone_of(tender) != self.state.zone_of(who) {
                    continue;
                }
                let tended = self.deeds(tender).filter(|deed| deed.act == Act::Tend { patient: who });
                let lent =
                    tended.map(|deed| deed.score).max().unwrap_or(0) + i16::from(self.state.boost[ix(who)]);
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

    pub(super) fn tend(&mut self, who: Who, act: Act, patient: Who, score: i16) {
        self.log.tell(Event::Stood { who, act, score });
        // What the patient will roll is hidden: the odds are those of the tender's score alone.
        if FOCUS && self.state.committed & bit(patient) == 0 && self.state.down & bit(patient) != 0 {
            self.state.score[ix(patient)] = i16::MIN / 2;
            self.state.boost[ix(patient)] = 0;
            self.rise(patient);
        }
    }

    pub(super) fn tenders(&self, patient: Who) -> u32 {
        let tends = |who: &Who| self.deeds(*who).any(|deed| deed.act == Act::Tend { patient });
        let all = each(self.tending & self.state.standing).filter(tends);
        all.fold(0, |set, who| set | bit(who))
    }

    /// Whoever is tended rises no earlier than the one who tends is there.
    pub(super) fn place_after_tending(&self, patient: Who) -> i16 {
        let own = self.state.score[ix(patient)];
        let places = each(self.tenders(patient)).flat_map(|who| self.deeds(who)).map(|deed| deed.score);
        places.fold(own, i16::min)
    }
}
