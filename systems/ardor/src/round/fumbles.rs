//! What a low score brings: a fumble where one threatens, and being noticed where nobody was yet.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use super::{Deed, Round};
use crate::event::Event;
use crate::state::{bit, each, ix};

impl<D: Dice, L: Log<Event>, const FOCUS: bool> Round<'_, D, L, FOCUS> {
    #[inline(never)]
    pub(super) fn find_fumbles(&mut self) {
        for who in
            each(self.state.committed & self.state.standing & self.state.rollers & !self.state.inspired)
        {
            if FOCUS && who != self.focus {
                continue;
            }
            // Collected first: a fumble changes nothing that the second action's limit depends on.
            let deeds = [false, true].map(|second| {
                let there = !second || self.state.doubled & bit(who) != 0;
                there.then(|| self.deed(who, second))
            });
            for deed in deeds.into_iter().flatten() {
                self.fumble(deed);
            }
        }
    }

    fn fumble(&mut self, deed: Deed) {
        let Deed { who, act, score, second } = deed;
        let rules = self.rules;
        let careful = self.state.careful & bit(who) != 0;
        // ARDOR-S8, ARDOR-O1
        let Some((which, below)) = rules.threat(self.state, who, act, careful) else { return };
        if score >= below {
            return;
        }
        let fumble = &rules.fumbles[which as usize];
        self.log.tell(Event::Fumbled { who, act, which, score, below });
        if fumble.spoils {
            self.spoiled[usize::from(second)] |= bit(who);
        }
        if let Some(roll) = fumble.hurts {
            self.mishap(who, who, roll);
        }
        if let Some(roll) = fumble.hurts_friend {
            let friends = self.state.friends(who) & self.state.standing & !bit(who);
            let could = friends & self.state.in_zone(self.state.zone_of(who));
            if could != 0 {
                let picked = self.dice.pick(Why::new("who is hurt", who.0), could.count_ones() as usize);
                let found = each(could).nth(picked).unwrap_or(who);
                self.mishap(who, found, roll);
            }
        }
        let lost = fumble.costs_ardor.min(self.state.ardor[ix(who)]);
        if lost > 0 {
            self.state.ardor[ix(who)] -= lost;
            self.log.tell(Event::ArdorLost { who, amount: lost });
        }
        if let Some((condition, rounds)) = fumble.condition {
            self.afflict(who, condition, rounds);
        }
    }

    fn mishap(&mut self, by: Who, who: Who, roll: Roll) {
        let throw = self.dice.roll(Why::new("mishap", by.0), roll);
        let amount = throw.value.clamp(0, 999) as i16;
        self.state.harm[ix(who)] += amount;
        self.harmed |= bit(who);
        self.log.tell(Event::Mishap { who, throw, amount });
    }

    pub(super) fn sneak(&mut self, who: Who, to: u8, score: i16) {
        let watched = each(self.state.unaware & self.state.standing)
            .any(|foe| self.rules.zones.sees(self.state.zone_of(foe), to));
        if self.state.unaware & bit(who) != 0 || !watched {
            return;
        }
        // ARDOR-S2
        let challenge = self.rules.challenge_in(self.state, to);
        let seen = score < challenge;
        self.alarm |= seen;
        self.log.tell(Event::Sneaked { who, score, challenge, seen });
    }
}
