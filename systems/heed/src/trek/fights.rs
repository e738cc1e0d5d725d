//! From the trek into a fight and back: who stands where, what everybody carries, and what is left of it afterwards.

use fracas_adventure::{Battles, Course, Distance, Event as Told, Foe, Foes, Step};
use fracas_dice::Dice;
use fracas_kernel::{Log, Outcome, Side, Who};

use super::{Event, Lore, State};
use crate::apply::Turn;
use crate::data::{BOTH, Heed, NOTHING, Placed, Quality, Senses, Sheet, WOUND};
use crate::items::{MAX_ITEMS, is_item};
use crate::state::{self as fight, MAX};

/// What happens by the rules of a combat where nobody fights, as something of the trek.
pub(super) struct There<'a> {
    at: u8,
    log: &'a mut dyn Log<Told<Event>>,
}

impl Log<crate::Event> for There<'_> {
    fn tell(&mut self, event: crate::Event) {
        self.log.tell(Told::Own(Event::There { at: self.at, event }));
    }
}

impl Battles for Lore {
    type Fight = Heed;

    fn fights(&self) -> &[Heed] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        state.meeting.filter(|_| !state.own.facing).map(|_| self.fought(state))
    }

    fn enter(&self, state: &State) -> fight::State {
        let (_, mut fight) = self.field_now(state);
        let rules = &self.fights[self.fought(state)];
        let ground = &self.fields[usize::from(state.here.at)];
        (fight.first, fight.surprised) = (state.own.opening.first(), state.own.opening.surprised());
        let hazards = rules.trips | rules.harms;
        let array = ground.array(&state.here, &mut fight.doors, hazards, state.own.turned_up);
        fight.count_doors();
        let place = &self.setting.place;
        for friend in state.friends(place) {
            let zone = friend.at.and_then(|at| ground.local(at)).unwrap_or(array.footing.party);
            fight.add(rules, &Placed { sheet: friend.creature as u8, side: Side::Heroes, zone });
        }
        for (foes, number, foe) in state.opponents(place, state.meeting) {
            if usize::from(fight.count) < MAX {
                let comes = foe.at.filter(|_| foe.comes.is_some()).and_then(|at| ground.local(at));
                let zone = comes.unwrap_or_else(|| array.stand(&foe, suits(rules, &foe), |_| true));
                let placed = Placed { sheet: foe.creature as u8, side: Side::Monsters, zone };
                let who = fight.add(rules, &placed);
                fight.equip(rules, who, &state.own.foes.of(place, foes, number));
                if state.is_out(foes, number) {
                    fight.standing.remove(who);
                    fight.at[zone].remove(who);
                }
            }
        }
        let room = room(&fight);
        for lying in state.own.floor.all().iter().take(room) {
            if let Some(zone) = ground.local(lying.zone) {
                fight.floor.drop(zone, lying.kind);
            }
        }
        fight.begin(rules, state.begin_plot(place, &rules.plot, self.setting.heroes));
        fight
    }

    /// The heroes' wounds and gear, and the doors and features of the place, as they are in a fight.
    fn take_back(&self, state: &mut State, fight: &fight::State) {
        let ground = &self.fields[usize::from(state.here.at)];
        ground.take_back(&mut state.here, &fight.doors, fight.seen);
        ground.wear_out(&mut state.own.uses, &fight.uses);
        for who in self.setting.everyone() {
            state.own.heroes[who].slots = kept(&fight.one(who).slots);
            self.fit_to_wounds(state, who);
        }
    }

    fn leave(
        &self,
        state: &mut State,
        fight: &fight::State,
        outcome: Outcome,
        log: &mut dyn Log<Told<Event>>,
    ) {
        self.take_back_floor(state, fight);
        let here = fight.standing & fight.side[0];
        let safe = here | fight.gone;
        let held = outcome == Outcome::Won(Side::Heroes) || (outcome == Outcome::Draw && !here.is_empty());
        self.take_back(state, fight);
        for who in state.party.alive {
            // A ruling: the fallen are lost where the others have to leave them.
            if !held && !safe.has(who) {
                state.party.kill(who);
                log.tell(Told::Died { who });
            }
        }
        state.own.fought = true;
        state.own.stir = self.stirred(fight);
        let left = self.foes_after(state, fight);
        if held {
            let ground = &self.fields[usize::from(state.here.at)];
            ground.lift_bars(&mut state.here, &fight.doors, |door| fight.bars[door] != u8::MAX);
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
    /// The battlefield around the party, with the party and nobody else.
    pub(super) fn field_now(&self, state: &State) -> (&Heed, fight::State) {
        let centre = usize::from(state.here.at);
        let (rules, ground) = (&self.fights[centre], &self.fields[centre]);
        let mut fight = fight::State::bare(rules);
        fight.doors = ground.doors(&self.setting.place, &state.here);
        fight.count_doors();
        fight.seen = ground.locals(state.here.seen);
        ground.furnish(&mut fight.uses, &state.own.uses);
        let zone = ground.local(state.here.at).unwrap_or(0);
        for who in self.setting.everyone() {
            let hero = &state.own.heroes[who];
            fight.add(rules, &Placed { sheet: hero.sheet, side: Side::Heroes, zone });
            fight.equip(rules, who, &hero.slots);
            if !state.able().has(who) {
                fight.standing.remove(who);
            }
            if !state.party.alive.has(who) {
                fight.gone.insert(who);
                fight.at[zone].remove(who);
            }
        }
        fight.at_first = fight.count;
        (rules, fight)
    }

    /// Something by the rules of a combat, with nobody to fight; what falls lies where the party is.
    pub(super) fn there(
        &self,
        step: &mut Step<'_, Lore>,
        what: impl FnOnce(&mut Turn<'_, &mut dyn Dice, There<'_>>),
    ) {
        let (rules, mut fight) = self.field_now(step.state);
        let mut log = There { at: step.state.here.at, log: step.log };
        let mut dice: &mut dyn Dice = step.dice;
        what(&mut Turn { rules, state: &mut fight, dice: &mut dice, log: &mut log });
        let at = step.state.here.at;
        fight.floor.all().iter().for_each(|lying| step.state.own.floor.drop(at, lying.kind));
        self.take_back(step.state, &fight);
    }

    /// What a combat does to the senses: its noise, and whatever was cast and drunk in it.
    fn stirred(&self, fight: &fight::State) -> Senses {
        let noise = self.task(self.fight).map_or(Senses::NONE, |task| task.senses);
        let (magic, potions) = (Sheet::sense("magic"), Sheet::sense("potions"));
        noise | magic.only_if(fight.magic) | potions.only_if(fight.potions)
    }

    /// What a fight has done to the foes: is anybody left? Wounds and gear stay as they are, and nobody takes them unawares
    /// again.
    fn foes_after(&self, state: &mut State, fight: &fight::State) -> bool {
        let (place, met) = (&self.setting.place, state.meeting);
        let first = state.first_foe(place, self.setting.heroes);
        let left = state.count_losses(place, met, |own, nth, foes, number| {
            let one = Who((first + nth) as u8);
            if one.0 < fight.count {
                own.foes.set(place, foes, number, kept(&fight.one(one).slots));
            }
            one.0 < fight.count && (fight.standing | fight.away()).has(one)
        });
        if let Some(Foes::Encounter(index)) = met {
            state.heard.insert(index);
        }
        left
    }

    /// What lies about afterwards, and the gear of fallen enemies that is of use.
    fn take_back_floor(&self, state: &mut State, fight: &fight::State) {
        let (rules, begun) = (self.heed(), self.enter(state));
        // Whoever was beaten before has nothing left to drop.
        let (fought, out) = (&begun.floor, begun.side[1] - begun.standing - begun.away());
        let zones = &self.fields[usize::from(state.here.at)].zones;
        let place = |zone: u8| zones.get(usize::from(zone)).copied().unwrap_or(0);
        for lying in fought.all() {
            state.own.floor.take(place(lying.zone), lying.kind);
        }
        for lying in fight.floor.all() {
            state.own.floor.drop(place(lying.zone), lying.kind);
        }
        for who in fight.side[1] - fight.standing - fight.gone - out {
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

/// Slots without the marks of a fight.
pub(super) fn kept(slots: &[u8; 6]) -> [u8; 6] {
    slots.map(|kind| if is_item(kind) || matches!(kind, BOTH | WOUND) { kind } else { NOTHING })
}

/// How many things can still lie about, if everybody may drop all they have.
fn room(fight: &fight::State) -> usize {
    let slots = fight.everybody().flat_map(|who| fight.one(who).slots);
    MAX_ITEMS.saturating_sub(slots.filter(|&kind| is_item(kind)).count())
}
