//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::{Battles, Course, Distance, Event as Common, Heroes};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::state::fit_to_hits;
use super::{Event, Lore, State};
use crate::data::{NONE, Twelves, Weapon};
use crate::state::{Band, MAX, Phase};

impl Battles for Lore {
    type Fight = Twelves;

    fn fights(&self) -> &[Twelves] {
        &self.fights
    }

    fn enter(&self, state: &State) -> crate::State {
        let (_, mut fight) = self.field_now(state);
        let rules = &self.fights[self.fought(state)];
        let (place, own) = (&self.setting.place, &state.own);
        let ground = &self.fields[usize::from(state.here.at)];
        let array = ground.array(&state.here, &mut fight.doors, fight.hazards, own.turned_up);
        let (within, hazards) = (rules.within_reach(&fight, array.footing.party), fight.hazards);
        for friend in state.friends(place) {
            let zone = friend.at.and_then(|at| ground.local(at)).unwrap_or(array.footing.party);
            fight.add(rules, friend.creature as u8, Side::Heroes, zone);
        }
        for (foes, number, foe) in state.opponents(place, state.met_now()) {
            if fight.count == MAX as u8 {
                break;
            }
            // TWELVES-J6, TWELVES-R16: where their encounter puts them, or where it suits their weapons; not beside the party if
            // they can help it, never in what would harm them, and from somewhere.
            let sheet = &rules.sheets[foe.creature];
            let safe = |zone: u8| sheet.knack.sure || !hazards.has(zone);
            let suits = if sheet.main_reach & Weapon::HAND == 0 { Distance::Far } else { Distance::Near };
            let comes = foe.at.filter(|_| foe.comes.is_some()).and_then(|at| ground.local(at));
            let zone =
                comes.unwrap_or_else(|| array.stand(&foe, suits, |zone| within.has(zone) && safe(zone)));
            let who = fight.add(rules, foe.creature as u8, Side::Monsters, zone);
            if state.is_out(foes, number) {
                fight.hits[who] = 0;
                fight.standing.remove(who);
                fight.take_off(who);
                continue;
            }
            // TWELVES-J7: wounds of an earlier fight.
            let lost = own.wounds.of(place, foes, number).clamp(0, 255) as u8;
            fight.hits[who] = fight.max_hits[who].saturating_sub(lost).max(1);
        }
        fight.phase = Phase::Before;
        fight.ready |= Band::of(state.own.ready.0.into());
        fight.open_fight();
        if rules.plotted {
            fight.begin(rules, state.begin_plot(place, &rules.plot, self.heroes.len()));
        }
        rules.look_around(&mut fight);
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
            let ground = &self.fields[usize::from(state.here.at)];
            ground.lift_bars(&mut state.here, &fight.doors, |door| fight.bars[door] != NONE);
        }
        (state.own.ready, state.own.turned_up) = (Heroes::NONE, false);
        let left = self.foes_after(state, fight);
        self.close_fight(state, outcome, left, log);
    }
}

impl Lore {
    /// The battlefield where the party is, with the party and nobody else.
    pub(crate) fn field_now(&self, state: &State) -> (&Twelves, crate::State) {
        let (rules, zone) = self.spot(state);
        let ground = &self.fields[usize::from(state.here.at)];
        let mut field = rules.start.clone();
        field.doors = ground.doors(&self.setting.place, &state.here);
        field.seen = ground.locals(state.here.seen);
        ground.furnish(&mut field.uses, &state.own.uses);
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

    /// What a fight has done to the heroes and to the place.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &crate::State) {
        let ground = &self.fields[usize::from(state.here.at)];
        ground.take_back(&mut state.here, &fight.doors, fight.seen);
        ground.wear_out(&mut state.own.uses, &fight.uses);
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

    /// What a fight has done to the foes: is anybody left? What they have lost stays lost, and nobody is caught unawares by
    /// them again.
    fn foes_after(&self, state: &mut State, fight: &crate::State) -> bool {
        let (place, met) = (&self.setting.place, state.met_now());
        let first = state.first_foe(place, self.heroes.len());
        let left = state.count_losses(place, met, |own, nth, foes, number| {
            let foe = Who((first + nth) as u8);
            let lost = fight.max_hits[foe].saturating_sub(fight.hits[foe]);
            own.wounds.set(place, foes, number, lost.into());
            (fight.standing | fight.away()).has(foe)
        });
        state.met_now().for_each(|foes| state.come_to_know(foes));
        left
    }
}
