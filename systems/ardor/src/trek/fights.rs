//! Into a fight and out of it: the place as it is, unaware foes, wounds and Trauma that stay, captives, and
//! what a victory brings.

use fracas_adventure::{Battles, Course, Distance, Event as Common, Foes, Heroes, Lookup};
use fracas_kernel::{Outcome, Side, Who, ZoneSet};

use super::{Event, Lore, State, Told};
use crate::data::{Ardor, Condition};
use crate::state::{MAX, State as Fight};

/// How long a fight and seeing to its end take, in minutes.
const FIGHT: u32 = 10;

impl Battles for Lore {
    fn field_now(&self, state: &State) -> (&Ardor, Fight) {
        let ((rules, ground, zone), own) = (self.spot(state), &state.own);
        let mut fight = Fight::empty();
        self.lay_out(state, ground, &mut fight);
        for who in self.setting.everyone() {
            fight.add(rules, self.setting.heroes[who.index()], Side::Heroes, zone);
            fight.most[who] = own.most[who];
            fight.set_health(who, own.health[who]);
            fight.ardor[who] = own.ardor[who];
            fight.surges[who] = own.surges[who];
            fight.trauma[who] = own.trauma[who];
            fight.xp[who] = own.xp[who];
            fight.learned[who] = own.learned[who];
            fight.noted[who] = own.noted[who];
            for condition in Condition::ALL {
                fight.set_condition(who, condition, own.lasts[who][condition as usize]);
            }
        }
        self.thin_out(state, &mut fight);
        fight.harder = self.hardship(state);
        fight.asked = (fight.side[0] & fight.standing).lowest();
        (rules, fight)
    }

    fn enter(&self, state: &State, rules: &Ardor, fight: &mut Fight) {
        let Some(foes) = state.meeting else { return };
        let ground = self.setting.ground(&state.here);
        let array = ground.array(&state.here, &mut fight.doors, ZoneSet::NONE, state.turned_up);
        let ways = rules.ways_in_time(fight);
        let bluffs = foes.of(&self.bands).and_then(|band| band.bluffs);
        for (foe, kept) in self.opponents(state, state.met_now()).take(MAX - usize::from(fight.count)) {
            // ARDOR-D4: where their encounter puts them, or where it suits their weapons; not beside the party nor behind it
            // if they can help it, and if they come from elsewhere, from where a way leads in.
            let shoots = rules.sheets.get(foe.creature).is_some_and(|sheet| sheet.ranged.is_some());
            let suits = if shoots { Distance::Far } else { Distance::Near };
            let zone = array.stand(ways, &foe, suits, |_| true);
            let who = fight.add(rules, foe.creature as u8, foe.side, zone);
            fight.bluffers.put(who, bluffs == Some(foe.creature as u8));
            match kept {
                // ARDOR-R21: wounds of an earlier fight.
                Some(lost) => fight.set_health(who, (fight.most[who] - lost).max(1)),
                None => fight.lie_dead(who),
            }
        }
        self.keep_apart(state, &array, &rules.plot, fight);
        // ARDOR-S2: an encounter's own Challenge Score is for those who fall in it too.
        fight.least = foes.of(&self.bands).and_then(|band| band.challenge).unwrap_or(i16::MIN);
        if state.own.unaware {
            // ARDOR-S2: whoever was not noticed begins it.
            fight.unaware = fight.side[1] & fight.standing;
        }
        fight.begin(self.begin_plot(state, &rules.plot));
        rules.look_around(fight);
    }

    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.place_after(state, fight);
        for who in state.able() {
            let own = &mut state.own;
            own.health[who] = fight.health[who];
            own.ardor[who] = fight.ardor[who];
            own.surges[who] = fight.surges[who];
            own.trauma[who] = fight.trauma[who];
            own.xp[who] = fight.xp[who];
            // ARDOR-S7: what was discovered in the fight is learned, or noted for an Extended Rest.
            own.learned[who] = fight.learned[who];
            own.noted[who] = fight.noted[who];
            own.offer[who] = fight.offer[who];
            own.discovering.put(who, !fight.offer[who].is_empty() && own.discovering.has(who));
            own.lasts[who] = [0; Condition::COUNT];
        }
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        let Some(foes) = state.meeting else { return };
        state.own.unaware = false;
        self.take_back(state, fight);
        let lost = |who: Who| fight.most[who] - fight.health[who];
        // ARDOR-R21: who is out is out, and what the others have lost stays lost.
        let met = state.met_now();
        let left = fight.standing | fight.away();
        let left = self.count_losses(state, met, |who, _| left.has(who).then(|| lost(who)));
        state.part(outcome, left);
        // If both sides went down together, there is nobody left to fear.
        let victory = match outcome {
            Outcome::Won(side) => side == Side::Heroes,
            Outcome::Draw => !fight.side[1].meets(fight.standing),
        };
        if outcome != Outcome::Won(Side::Monsters) {
            self.lift_bars(state, fight);
        }
        match (victory, outcome) {
            (true, _) => self.win(state, foes, log),
            (false, Outcome::Draw) => {
                log.tell(Event::Parted(foes).into());
                self.wake(state, log);
            }
            (false, _) => self.flee(state, fight, foes, log),
        }
        self.let_pass(state, FIGHT, log);
        self.take_stock(state, log);
        if victory {
            // The noise has brought the others who live here.
            self.meet_here(state, log);
        }
    }
}

impl Lore {
    fn win(&self, state: &mut State, foes: Foes, log: Told<'_>) {
        self.wake(state, log);
        self.free_captives(state, foes, log);
        self.pay_for(state, foes, log);
        self.deed_done(state, foes.of(&self.bands).and_then(|band| band.fills), log);
    }

    pub(crate) fn free_captives(&self, state: &mut State, foes: Foes, log: Told<'_>) {
        for who in self.setting.everyone() {
            if state.own.captor[who] == Some(foes) && !state.party.alive.has(who) {
                self.free(state, who);
                log.tell(Common::of(who, Event::Freed));
            }
        }
    }

    /// Somebody is with the party again.
    pub(crate) fn free(&self, state: &mut State, who: Who) {
        state.party.raise(who);
        state.own.captor[who] = None;
        state.own.health[who] = state.own.health[who].max(1);
    }

    /// Whoever lies there is brought round, now that nobody keeps the others from it.
    fn wake(&self, state: &mut State, log: Told<'_>) {
        let down: Heroes = state.able().filter(|&who| state.own.health[who] <= 0).collect();
        for who in down {
            state.own.health[who] = 1;
            log.tell(Common::Woke { who });
        }
    }

    /// The fallen are left behind as captives; the others find themselves where they came from.
    fn flee(&self, state: &mut State, fight: &Fight, foes: Foes, log: Told<'_>) {
        for who in state.able() {
            if !fight.gone.has(who) && state.own.health[who] <= 0 {
                state.own.captor[who] = Some(foes);
                state.party.lose(who);
                log.tell(Common::LeftBehind { who });
            }
        }
        self.wake(state, log);
        if state.able().is_empty() {
            return;
        }
        self.get_away(state, log);
        // Where they flee to somebody may live as well; the flight itself goes unnoticed.
        if let Some(foes) = state.inhabitants(&self.setting.place) {
            state.come_to_know(foes);
        }
        self.look_around(state, log);
    }
}
