//! Into a fight and out of it: unaware foes, wounds and Trauma that stay, captives, and what a victory brings.

use fracas_adventure::explore::Battles;
use fracas_adventure::{Course, Event as Common, Foes, Heroes};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::State;
use super::data::Lore;
use super::event::Event;
use crate::data::{Ardor, Condition};
use crate::state::State as Fight;

/// How long a fight and seeing to its end take, in minutes.
const FIGHT: u32 = 10;

type Told<'a> = &'a mut dyn Log<Common<Event>>;

impl Battles for Lore {
    type Fight = Ardor;

    fn fights(&self) -> &[Ardor] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        state.meeting.map(|_| self.field_of(state.here.at).0)
    }

    fn enter(&self, state: &State) -> Fight {
        let mut fight = self.deploy(state);
        let (field, zone) = self.field_of(state.here.at);
        let rules = &self.fights[field];
        let beside = rules.zones.beside(zone).first().unwrap_or(zone);
        let mut stand = |sheet: u8, at: u8, bluffs: bool| {
            let who = fight.add(rules, sheet, Side::Monsters, at);
            fight.bluffers.put(who, bluffs);
        };
        match state.meeting {
            Some(Foes::Encounter(index)) => {
                let bluffs = self.bands.get(usize::from(index)).and_then(|band| band.bluffs);
                for foe in
                    self.setting.place.encounters.get(usize::from(index)).iter().flat_map(|met| &met.foes)
                {
                    let own = foe.at.map(|zone| self.field_of(zone)).filter(|(of, _)| *of == field);
                    let at = own.map_or(beside, |(_, at)| at);
                    (0..foe.count)
                        .for_each(|_| stand(foe.creature as u8, at, bluffs == Some(foe.creature as u8)));
                }
            }
            Some(Foes::Stray(slot)) => {
                state.stray(slot).into_iter().for_each(|stray| stand(stray.sheet, beside, false));
            }
            None => {}
        }
        // ARDOR-S2: an encounter's own Challenge Score is for those who fall in it too.
        let band = state.meeting.and_then(|foes| self.band(foes));
        fight.least = band.and_then(|band| band.challenge).unwrap_or(i16::MIN);
        if state.own.unaware {
            // ARDOR-S2: whoever was not noticed begins it.
            fight.unaware = fight.side[1];
        }
        fight
    }

    fn take_back(&self, state: &mut State, fight: &Fight) {
        for who in state.able() {
            let own = &mut state.own;
            own.health[who] = fight.health[who];
            own.ardor[who] = fight.ardor[who];
            own.surges[who] = fight.surges[who];
            own.trauma[who] = fight.trauma[who];
            own.xp[who] = fight.xp[who];
            if fight.learned[who] | fight.noted[who] != own.learned[who] | own.noted[who] {
                // What it discovered just before was settled in the fight.
                own.discovering.remove(who);
            }
            // ARDOR-S7: what was discovered in the fight is learned, or noted for an Extended Rest.
            own.learned[who] = fight.learned[who];
            own.noted[who] = fight.noted[who];
            own.lasts[who] = [0; Condition::COUNT];
        }
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        let Some(foes) = state.meeting.take() else { return };
        state.own.unaware = false;
        self.take_back(state, fight);
        // If both sides went down together, there is nobody left to fear.
        let victory = match outcome {
            Outcome::Won(side) => side == Side::Heroes,
            Outcome::Draw => !fight.side[1].meets(fight.standing),
        };
        match (victory, outcome) {
            (true, _) => self.win(state, foes, log),
            (false, Outcome::Draw) => {
                self.close(state, foes, false);
                log.tell(Common::Own(Event::Parted { foes }));
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
    /// The heroes where the party is, and nobody else.
    pub(crate) fn deploy(&self, state: &State) -> Fight {
        let (field, zone) = self.field_of(state.here.at);
        let (rules, own) = (&self.fights[field], &state.own);
        let mut fight = Fight::EMPTY;
        for who in self.setting.everyone() {
            fight.add(rules, self.heroes[who.index()], Side::Heroes, zone);
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
        for who in self.setting.everyone() - state.able() {
            fight.standing.remove(who);
            fight.gone.insert(who);
            fight.take_off(who);
        }
        fight.harder = self.hardship(state);
        fight.asked = (fight.side[0] & fight.standing).lowest();
        fight
    }

    /// An encounter is over for good.
    fn close(&self, state: &mut State, foes: Foes, beaten: bool) {
        match foes {
            Foes::Encounter(index) => {
                state.here.gone.insert(index);
                if beaten {
                    state.here.beaten.insert(index);
                }
            }
            Foes::Stray(slot) => {
                if let Some(stray) = state.strays.get_mut(usize::from(slot)) {
                    *stray = None;
                }
            }
        }
    }

    fn win(&self, state: &mut State, foes: Foes, log: Told<'_>) {
        // Who is told of before they are gone.
        log.tell(Common::Own(Event::Beaten { foes }));
        self.close(state, foes, true);
        self.wake(state, log);
        self.free_captives(state, foes, log);
        self.pay_for(state, foes, log);
        self.deed_done(state, self.band(foes).and_then(|band| band.fills), log);
    }

    pub(crate) fn free_captives(&self, state: &mut State, foes: Foes, log: Told<'_>) {
        for who in self.setting.everyone() {
            if state.own.captor[who] == Some(foes) {
                self.free(state, who);
                log.tell(Common::Own(Event::Freed { who }));
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
            log.tell(Common::Own(Event::Woke { who }));
        }
    }

    /// The fallen are left behind as captives; the others find themselves where they came from.
    fn flee(&self, state: &mut State, fight: &Fight, foes: Foes, log: Told<'_>) {
        for who in state.able() {
            if !fight.gone.has(who) && state.own.health[who] <= 0 {
                state.own.captor[who] = Some(foes);
                state.party.lose(who);
                log.tell(Common::Own(Event::LeftBehind { who }));
            }
        }
        self.wake(state, log);
        if state.able().is_empty() {
            return;
        }
        let (place, here) = (&self.setting.place, &mut state.here);
        let back = if here.from == here.at { place.steps(here).first() } else { Some(here.from) };
        if let Some(back) = back {
            place.arrive(here, back);
        }
        log.tell(Common::GotAway { to: state.here.at });
        // Where they flee to somebody may live as well; the flight itself goes unnoticed.
        if let Some(foes) = state.inhabitants(place) {
            self.come_to_know(state, foes);
        }
        self.look_around(state, log);
    }
}
