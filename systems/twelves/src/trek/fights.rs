//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::{Battles, Course, Distance, Heroes, Lookup};
use fracas_kernel::{Outcome, Side};

use super::state::fit_to_hits;
use super::{Lore, State, Told};
use crate::data::{Twelves, Weapon};
use crate::state::{Band, MAX, Phase, State as Fight};

impl Battles for Lore {
    fn field_now(&self, state: &State) -> (&Twelves, Fight) {
        let (rules, ground, zone) = self.spot(state);
        let mut field = rules.start.clone();
        self.lay_out(state, ground, &mut field);
        field.hazards = Default::default();
        for (local, &place) in (0_u8..).zip(&ground.zones) {
            field.cover[local] = state.own.cover[place];
            field.hazards.put(local, state.own.hazards.has(place));
        }
        for hero in self.setting.everyone() {
            let who = field.add(rules, self.sheet_index(state, hero), Side::Heroes, zone);
            field.hits[who] = state.own.hits[hero];
        }
        self.thin_out(state, &mut field);
        state.own.held.for_each(|hero| field.hold(hero, None));
        field.dazed = Band::of(state.own.dazed.0.into());
        field.phase = Phase::Turn(Side::Heroes);
        field.first = field.count;
        (rules, field)
    }

    fn enter(&self, state: &State, rules: &Twelves, fight: &mut Fight) {
        let ground = self.setting.ground(&state.here);
        let array = ground.array(&state.here, &mut fight.doors, fight.hazards, state.turned_up);
        let (within, hazards) = (rules.field.in_time(&fight.doors), fight.hazards);
        for (foe, kept) in self.opponents(state, state.met_now()).take(MAX - usize::from(fight.count)) {
            // TWELVES-J6, TWELVES-R16: where their encounter puts them, or where it suits their weapons; not beside the party
            // nor behind it if they can help it, never in what would harm them, and from somewhere.
            let sheet = &rules.sheets[foe.creature];
            let safe = |zone: u8| sheet.knack.sure || !hazards.has(zone);
            let suits = if sheet.main_reach & Weapon::HAND == 0 { Distance::Far } else { Distance::Near };
            let zone = array.stand(within, &foe, suits, safe);
            let who = fight.add(rules, foe.creature as u8, foe.side, zone);
            match kept.map(|lost| lost.clamp(0, 255) as u8) {
                // TWELVES-J7: wounds of an earlier fight.
                Some(lost) => fight.hits[who] = fight.max_hits[who].saturating_sub(lost).max(1),
                None => fight.lie_dead(who),
            }
        }
        self.keep_apart(state, &array, &rules.plot, fight);
        fight.phase = Phase::Before;
        fight.ready |= Band::of(state.own.ready.0.into());
        fight.open_fight();
        fight.begin(rules, self.begin_plot(state, &rules.plot));
        rules.look_around(fight);
    }

    /// What a fight has done to the heroes and to the place.
    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.place_after(state, fight);
        for (local, &place) in (0_u8..).zip(&self.setting.ground(&state.here).zones) {
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

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        self.take_back(state, fight);
        if outcome == Outcome::Won(Side::Monsters) {
            // TWELVES-J7: who lay there is lost.
            self.bury_the_fallen(state, log);
            (state.own.held, state.own.dazed) = (Heroes::NONE, Heroes::NONE);
        } else {
            self.lift_bars(state, fight);
        }
        state.own.ready = Heroes::NONE;
        // What foes have lost stays lost, and nobody is caught unawares by them again.
        let met = state.met_now();
        let left = self.count_losses(state, met, |foe, _| {
            let lost = || fight.max_hits[foe].saturating_sub(fight.hits[foe]).into();
            (fight.standing | fight.away()).has(foe).then(lost)
        });
        state.met_now().for_each(|foes| state.come_to_know(foes));
        self.close_fight(state, outcome, left, log);
    }
}
