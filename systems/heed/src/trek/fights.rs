//! From the trek into a fight and back: who stands where, what everybody carries, and what is left of it afterwards.

use fracas_adventure::{Battles, Course, Distance, Event, Foe, Foes, Fray, Lookup};
use fracas_kernel::{Outcome, Side};

use super::{Lore, State, Told};
use crate::data::{Heed, Placed, Quality, Senses, Sheet};
use crate::items::{MAX_ITEMS, is_item, kept};
use crate::state::{MAX, State as Fight};

impl Battles for Lore {
    fn is_fought(&self, state: &State) -> bool {
        !state.own.facing
    }

    fn field_now(&self, state: &State) -> (&Heed, Fight) {
        let (rules, ground, zone) = self.spot(state);
        let mut fight = Fight::bare(rules);
        self.lay_out(state, ground, &mut fight);
        fight.count_doors();
        for who in self.setting.everyone() {
            let hero = &state.own.heroes[who];
            fight.add(rules, &Placed { sheet: hero.sheet, side: Side::Heroes, zone });
            fight.equip(rules, who, &hero.slots);
        }
        self.thin_out(state, &mut fight);
        fight.at_first = fight.count;
        (rules, fight)
    }

    fn enter(&self, state: &State, rules: &Heed, fight: &mut Fight) {
        let ground = self.setting.ground(&state.here);
        (fight.first, fight.surprised) = state.own.opening.sides();
        let hazards = rules.trips | rules.harms;
        let array = ground.array(&state.here, &mut fight.doors, hazards, state.turned_up);
        fight.count_doors();
        let within = rules.field.in_time(&fight.doors);
        for (foe, kept) in self.opponents(state, state.meeting).take(MAX - usize::from(fight.count)) {
            let zone = array.stand(within, &foe, suits(rules, &foe), |zone| !hazards.has(zone));
            let who = fight.add(rules, &Placed { sheet: foe.creature as u8, side: foe.side, zone });
            match kept {
                Some(kept) => fight.equip(rules, who, &kept.unwrap_or(rules.sheets[foe.creature].slots)),
                None => fight.lie_dead(who),
            }
        }
        self.keep_apart(state, &array, &rules.plot, fight);
        let room = room(fight);
        for lying in state.own.floor.all().iter().take(room) {
            if let Some(zone) = ground.local(lying.zone) {
                fight.floor.drop(zone, lying.kind);
            }
        }
        fight.begin(rules, self.begin_plot(state, &rules.plot));
    }

    /// The heroes' wounds and gear, and the doors and features of the place, as they are in a fight.
    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.place_after(state, fight);
        for who in self.setting.everyone() {
            state.own.heroes[who].slots = kept(&fight.one(who).slots);
            self.fit_to_wounds(state, who);
        }
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        self.take_back_floor(state, fight);
        let here = fight.standing & fight.side[0];
        let safe = here | fight.gone;
        let held = outcome == Outcome::Won(Side::Heroes) || (outcome == Outcome::Draw && !here.is_empty());
        self.take_back(state, fight);
        for who in state.party.alive {
            // A ruling: the fallen are lost where the others have to leave them.
            if !held && !safe.has(who) {
                state.party.kill(who);
                log.tell(Event::Died { who });
            }
        }
        state.own.fought = true;
        state.own.stir = self.stirred(fight);
        let left = self.foes_after(state, fight);
        if held {
            self.lift_bars(state, fight);
        }
        // Where both give up, they stay where they are.
        let parted = if outcome == Outcome::Draw && left { Outcome::Won(Side::Monsters) } else { outcome };
        state.part(parted, left);
        if outcome != Outcome::Won(Side::Heroes) {
            self.get_away(state, log);
        }
        self.count_senses(state);
        self.conclude(state, false, log);
        state.own.fought &= !state.is_over();
    }
}

impl Lore {
    /// What a combat does to the senses: its noise, and whatever was cast and drunk in it.
    fn stirred(&self, fight: &Fight) -> Senses {
        let noise = self.task(self.fight).map_or(Senses::NONE, |task| task.senses);
        let (magic, potions) = (Sheet::sense("magic"), Sheet::sense("potions"));
        noise | magic.only_if(fight.magic) | potions.only_if(fight.potions)
    }

    /// What a fight has done to the foes: is anybody left? Wounds and gear stay as they are, and nobody takes them unawares
    /// again.
    fn foes_after(&self, state: &mut State, fight: &Fight) -> bool {
        let left = self.count_losses(state, state.meeting, |one, _| {
            let up = one.0 < fight.count && (fight.standing | fight.away()).has(one);
            up.then(|| Some(kept(&fight.one(one).slots)))
        });
        if let Some(Foes::Encounter(index)) = state.meeting {
            state.heard.insert(index);
        }
        left
    }

    /// What lies about afterwards, and the gear of fallen enemies that is of use.
    fn take_back_floor(&self, state: &mut State, fight: &Fight) {
        let (rules, fought) = (self.heed(), self.fight_now(state));
        let zones = &self.setting.ground(&state.here).zones;
        let place = |zone: u8| zones.get(usize::from(zone)).copied().unwrap_or(0);
        for lying in fought.floor.all() {
            state.own.floor.take(place(lying.zone), lying.kind);
        }
        for lying in fight.floor.all() {
            state.own.floor.drop(place(lying.zone), lying.kind);
        }
        for who in fight.side[1] - fight.standing - fight.gone {
            if self.was_beaten(state, who) {
                continue;
            }
            let one = fight.one(who);
            for (&kind, slot) in one.slots.iter().zip(0..) {
                let of_use = !rules.qualities(kind).is_empty() || !self.item_touches(kind).is_empty();
                if is_item(kind) && of_use && !rules.is_ruined(slot, kind) {
                    state.own.floor.drop(place(one.zone), kind);
                }
            }
        }
    }
}

/// Where somebody stands best: not beside the party who shoots or casts.
fn suits(rules: &Heed, foe: &Foe) -> Distance {
    let sheet = &rules.sheets[foe.creature];
    let shoots = |&kind: &u8| rules.is(kind, Quality::Shot);
    let far = sheet.slots[..2].iter().chain(&sheet.natural).any(shoots) || sheet.caster;
    if far { Distance::Far } else { Distance::Near }
}

/// How many things can still lie about, if everybody may drop all they have.
fn room(fight: &Fight) -> usize {
    let slots = fight.everybody().flat_map(|who| fight.one(who).slots);
    MAX_ITEMS.saturating_sub(slots.filter(|&kind| is_item(kind)).count())
}
