//! Into a fight and out of it: the place as it is, unaware foes, wounds and Trauma that stay, captives, and what a victory
//! brings.

use fracas_adventure::{Battles, Course, Distance, Event as Common, Foes, Heroes};
use fracas_kernel::{Log, Outcome, Side, Who, ZoneSet, Zones};

use super::{Event, Lore, State};
use crate::data::{Ardor, Condition};
use crate::state::{Band, MAX, State as Fight};

/// How long a fight and seeing to its end take, in minutes.
const FIGHT: u32 = 10;

type Told<'a> = &'a mut dyn Log<Common<Event>>;

impl Battles for Lore {
    type Fight = Ardor;

    fn fights(&self) -> &[Ardor] {
        &self.fights
    }

    fn enter(&self, state: &State) -> Fight {
        let mut fight = self.deploy(state);
        let Some(foes) = state.meeting else { return fight };
        let (_, ground, party) = self.spot(state);
        let rules = &self.fights[self.fought(state)];
        let array = ground.array(&state.here, &mut fight.doors, ZoneSet::NONE, state.own.turned_up);
        let ways = rules.ways_in_time(&fight);
        let bluffs = self.band(foes).and_then(|band| band.bluffs);
        let place = &self.setting.place;
        for friend in state.friends(place) {
            let zone = friend.at.and_then(|at| ground.local(at)).unwrap_or(party);
            fight.add(rules, friend.creature as u8, Side::Heroes, zone);
        }
        let mut out = Band::NONE;
        for (foes, number, foe) in state.opponents(place, state.met_now()) {
            if fight.count == MAX as u8 {
                break;
            }
            // ARDOR-D4: where their encounter puts them, or where it suits their weapons; not beside the party if they can
            // help it, and if they come from elsewhere, from where a way leads in.
            let shoots = rules.sheets.get(foe.creature).is_some_and(|sheet| sheet.ranged.is_some());
            let suits = if shoots { Distance::Far } else { Distance::Near };
            let reached = |zone: u8| ways.distance(zone, party) != Zones::APART;
            let comes = foe.at.filter(|_| foe.comes.is_some()).and_then(|at| ground.local(at));
            let zone = comes.unwrap_or_else(|| array.stand(&foe, suits, reached));
            let who = fight.add(rules, foe.creature as u8, Side::Monsters, zone);
            if state.is_out(foes, number) {
                fight.set_health(who, 0);
                fight.standing.remove(who);
                fight.take_off(who);
                out.insert(who);
                continue;
            }
            fight.bluffers.put(who, bluffs == Some(foe.creature as u8));
            // ARDOR-R21: wounds of an earlier fight.
            let lost = state.own.wounds.of(place, foes, number);
            fight.set_health(who, (fight.most[who] - lost).max(1));
        }
        // ARDOR-S2: an encounter's own Challenge Score is for those who fall in it too.
        fight.least = self.band(foes).and_then(|band| band.challenge).unwrap_or(i16::MIN);
        if state.own.unaware {
            // ARDOR-S2: whoever was not noticed begins it.
            fight.unaware = fight.side[1] - out;
        }
        if rules.plotted {
            fight.begin(state.begin_plot(place, &rules.plot, self.heroes.len()));
        }
        rules.look_around(&mut fight);
        fight
    }

    fn take_back(&self, state: &mut State, fight: &Fight) {
        let (_, ground, _) = self.spot(state);
        ground.take_back(&mut state.here, &fight.doors, fight.seen);
        for (&left, &feature) in fight.uses.iter().zip(&self.features[usize::from(state.here.at)]) {
            state.own.uses[feature] = left;
        }
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
        (state.own.unaware, state.own.turned_up) = (false, false);
        self.take_back(state, fight);
        self.foes_after(state, fight);
        state.meeting = None;
        // If both sides went down together, there is nobody left to fear.
        let victory = match outcome {
            Outcome::Won(side) => side == Side::Heroes,
            Outcome::Draw => !fight.side[1].meets(fight.standing),
        };
        if outcome != Outcome::Won(Side::Monsters) {
            let (_, ground, _) = self.spot(state);
            ground.lift_bars(&mut state.here, &fight.doors, |door| fight.bars[door] != u8::MAX);
        }
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
        let ((rules, ground, zone), own) = (self.spot(state), &state.own);
        let mut fight = Fight::empty();
        fight.doors = ground.doors(&self.setting.place, &state.here);
        fight.seen = ground.locals(state.here.seen);
        for (left, &feature) in fight.uses.iter_mut().zip(&self.features[usize::from(state.here.at)]) {
            *left = own.uses[feature];
        }
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

    /// ARDOR-R21: who is out is out, and what the others have lost stays lost.
    fn foes_after(&self, state: &mut State, fight: &Fight) {
        let (place, met) = (&self.setting.place, state.met_now());
        let first = state.first_foe(place, self.heroes.len());
        state.count_losses(place, met, |own, nth, foes, number| {
            let who = Who((first + nth) as u8);
            own.wounds.set(place, foes, number, fight.most[who] - fight.health[who]);
            (fight.standing | fight.away()).has(who)
        });
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
            Foes::Stray(_) => state.dismiss(foes),
        }
    }

    fn win(&self, state: &mut State, foes: Foes, log: Told<'_>) {
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
