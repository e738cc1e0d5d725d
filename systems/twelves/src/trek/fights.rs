//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::explore::Battles;
use fracas_adventure::{Course, Distance, Door, Event as Common, Foe, Foes, Footing, Heroes, Numbers};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::State;
use super::data::Lore;
use super::event::Event;
use super::state::fit_to_hits;
use crate::data::{NONE, Twelves, Weapon};
use crate::state::{Band, MAX, Phase};

impl Battles for Lore {
    type Fight = Twelves;

    fn fights(&self) -> &[Twelves] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        state.meeting.map(|_| usize::from(state.here.at))
    }

    fn enter(&self, state: &State) -> crate::State {
        let (rules, mut fight) = self.field_now(state);
        let (_, party) = self.spot(state);
        let field = &self.fields[usize::from(state.here.at)];
        let from = field.local(state.here.from).filter(|&from| from != party);
        let mut footing =
            Footing { field: &rules.field, doors: fight.doors, party, from, hazards: fight.hazards };
        if state.own.turned_up {
            footing.let_in();
            fight.doors = footing.doors;
        }
        let within = rules.within_reach(&fight, party);
        // TWELVES-J6, TWELVES-R16: where their encounter puts them, or where it suits their weapons; not beside the party if
        // they can help it, never in what would harm them, and from somewhere.
        let place = |foe: &Foe| {
            let sheet = &rules.sheets[foe.creature];
            let own =
                foe.at.and_then(|zone| field.local(zone)).filter(|&zone| zone != party && within.has(zone));
            let safe = own.filter(|&zone| sheet.knack.sure || !footing.hazards.has(zone));
            let suits = if sheet.main_reach & Weapon::HAND == 0 { Distance::Far } else { Distance::Near };
            let wants = foe.stands.unwrap_or(suits);
            safe.unwrap_or_else(|| match state.own.turned_up {
                true => footing.arrive(wants),
                false => footing.stand(wants),
            })
        };
        let mut put = |sheet: u8, zone: u8, lost: u8| {
            if fight.count < MAX as u8 {
                let who = fight.add(rules, sheet, Side::Monsters, zone);
                // TWELVES-J7: wounds of an earlier fight.
                fight.hits[who] = fight.max_hits[who].saturating_sub(lost).max(1);
            }
        };
        for foes in self.met_now(state) {
            for (number, foe) in state.left_of(&self.setting.place, foes) {
                let lost = state.own.wounds.of(&self.setting.place, foes, number);
                put(foe.creature as u8, place(&foe), lost.clamp(0, 255) as u8);
            }
        }
        rules.look_around(&mut fight);
        fight.phase = Phase::Before;
        fight.ready |= Band::of(state.own.ready.0.into());
        fight.open_fight();
        fight
    }

    fn take_back(&self, state: &mut State, fight: &crate::State) {
        self.heroes_after(state, fight);
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &crate::State,
        outcome: Outcome,
        log: &mut dyn Log<Common<Event>>,
    ) {
        self.heroes_after(state, fight);
        if outcome == Outcome::Won(Side::Monsters) {
            // TWELVES-J7: who lay there is lost.
            self.bury_the_fallen(state, log);
            (state.own.held, state.own.dazed) = (Heroes::NONE, Heroes::NONE);
        }
        if outcome != Outcome::Won(Side::Monsters) {
            self.lift_bars(state, fight);
        }
        (state.own.ready, state.own.turned_up) = (Heroes::NONE, false);
        let (felled, left) = self.foes_after(state, fight);
        self.close_fight(state, outcome, felled, left, log);
    }
}

impl Lore {
    /// The battlefield where the party is, with the party and nobody else.
    pub(crate) fn field_now(&self, state: &State) -> (&Twelves, crate::State) {
        let (rules, zone) = self.spot(state);
        let centre = usize::from(state.here.at);
        let ground = &self.fields[centre];
        let mut field = rules.start.clone();
        field.doors = ground.doors(&self.setting.place, &state.here);
        field.seen = ground.locals(state.here.seen);
        for (uses, &feature) in field.uses.iter_mut().zip(&self.furniture[centre]) {
            *uses = state.own.uses[feature];
        }
        field.hazards = Default::default();
        for (local, &place) in (0_u8..).zip(&ground.zones) {
            field.cover[local] = state.own.cover[place];
            field.hazards.put(local, state.own.hazards.has(place));
        }
        for hero in self.setting.everyone() {
            let who = field.add(rules, self.sheet_index(state, hero), Side::Heroes, zone);
            field.hits[who] = state.own.hits[hero];
            if !state.able().has(hero) {
                field.standing.remove(who);
            }
            if !state.party.alive.has(hero) {
                field.gone.insert(who);
                field.take_off(who);
            }
        }
        state.own.held.for_each(|hero| field.hold(hero, None));
        field.dazed = Band::of(state.own.dazed.0.into());
        field.phase = Phase::Turn(Side::Heroes);
        field.first = field.count;
        (rules, field)
    }

    /// Whoever holds the field takes away what was put across doors in the fight.
    fn lift_bars(&self, state: &mut State, fight: &crate::State) {
        let ways = &self.fields[usize::from(state.here.at)].ways;
        for (door, &way) in (0_u8..).zip(ways).filter(|(door, _)| fight.bars[*door] != NONE) {
            if fight.doors.at(door) == Door::Barred {
                state.here.doors.set(way, Door::Shut);
            }
        }
    }

    /// What a fight has done to the heroes and to the place.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &crate::State) {
        let centre = usize::from(state.here.at);
        let ground = &self.fields[centre];
        ground.take_back(&mut state.here, &fight.doors, fight.seen);
        for (&uses, &feature) in fight.uses.iter().zip(&self.furniture[centre]) {
            state.own.uses[feature] = uses;
        }
        for (local, &place) in (0_u8..).zip(&ground.zones) {
            state.own.cover[place] = fight.cover[local];
            state.own.hazards.put(place, fight.hazards.has(local));
        }
        for who in state.party.alive {
            state.own.hits[who] = fight.hits[who].min(self.max_hits(who));
            fit_to_hits(state, who);
        }
        // TWELVES-R5: mud and nets hold on when nobody fights any more; whoever held somebody has other things to do.
        let in_the_grip = fight.held.filter(|&who| fight.held_by[who].is_none());
        let able = state.able();
        state.own.held = able & in_the_grip.collect();
        state.own.dazed = able & Heroes::of(fight.dazed.0 as u8);
    }

    /// What a fight has done to the foes: who of an encounter is out of it, and is anybody left? What the others have
    /// lost stays lost, and nobody is caught unawares by them again.
    fn foes_after(&self, state: &mut State, fight: &crate::State) -> (Numbers, bool) {
        let mut who = (self.heroes.len() as u8..).map(Who);
        let mut left_of = |foe: Who| {
            let lost = fight.max_hits[foe].saturating_sub(fight.hits[foe]);
            fight.standing.has(foe).then_some(lost)
        };
        let (mut felled, mut left) = (Numbers::NONE, false);
        for foes in self.met_now(state) {
            let members: Numbers =
                state.left_of(&self.setting.place, foes).map(|(number, _)| number).collect();
            for number in members {
                match (who.next().and_then(&mut left_of), foes) {
                    (Some(lost), _) => {
                        state.own.wounds.set(&self.setting.place, foes, number, lost.into());
                        left = true;
                    }
                    (None, Foes::Encounter(_)) => felled.insert(number),
                    (None, Foes::Stray(_)) => state.dismiss(foes),
                }
            }
            state.come_to_know(foes);
        }
        (felled, left)
    }

    /// The bands that are met now: one of the place, or all whom the judge has put there.
    fn met_now(&self, state: &State) -> impl Iterator<Item = Foes> + use<> {
        let all = match state.meeting {
            Some(Foes::Encounter(index)) => Numbers::one(index),
            _ => state.strays_in(state.here.at).map(|(slot, _)| Foes::Stray(slot).number()).collect(),
        };
        all.map(Foes::numbered)
    }
}
