//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::{
    Attitude, Battles, Course, Distance, Event as Told, EventOf, Foe, Foes, Heroes, Step,
};
use fracas_dice::Dice;
use fracas_kernel::{Log, Outcome, Side, Who};

use super::data::turns_of;
use super::state::{Stage, Talk, set_hp};
use super::{Event, Lore, State};
use crate::apply::Turn;
use crate::conditions::Condition;
use crate::data::{Delve, Lasts, Reach};
use crate::ground::NONE;
use crate::state::{Band, MAX, State as Fight};

/// What happens by the rules of a fight where nobody fights, as something of the trek.
pub(crate) struct There<'a> {
    at: u8,
    log: &'a mut dyn Log<EventOf<Lore>>,
}

impl Log<crate::Event> for There<'_> {
    fn tell(&mut self, event: crate::Event) {
        self.log.tell(Told::Own(Event::There { at: self.at, event }));
    }
}

impl Battles for Lore {
    type Fight = Delve;

    fn fights(&self) -> &[Delve] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        let fought = state.meeting.filter(|_| state.own.talk.stage == Stage::Fight);
        fought.map(|_| self.fought(state))
    }

    fn enter(&self, state: &State) -> Fight {
        let (_, mut fight) = self.field_now(state);
        let Some(foes) = state.meeting else { return fight };
        let rules = &self.fights[self.fought(state)];
        let (place, talk) = (&self.setting.place, &state.own.talk);
        fight.aware = talk.aware;
        if talk.dim {
            for who in state.party.alive {
                rules.set_condition(&mut fight, who, Condition::Blinded, Lasts::Fight.code());
            }
        }
        let ground = &self.fields[usize::from(state.here.at)];
        let hazards = rules.ground.hazard_zones();
        let array = ground.array(&state.here, &mut fight.doors, hazards, talk.turned_up);
        let within = rules.passable(&fight);
        let stand = |foe: &Foe| {
            let sheet = &rules.sheets[foe.creature];
            let shoots = sheet.best[Reach::Far as usize].is_some();
            let suits = if shoots { Distance::Far } else { Distance::Near };
            let harm = |zone: u8| rules.ground.hazards[zone];
            array.face(within, foe, suits, |zone| {
                harm(zone).is_none_or(|hazard| sheet.unharmed_by.contains(&hazard))
            })
        };
        for friend in state.friends(place) {
            let zone = friend.at.and_then(|at| ground.local(at)).unwrap_or(array.footing.party);
            fight.add(rules, friend.creature as u8, Side::Heroes, zone);
        }
        for (foes, number, foe) in state.opponents(place, [foes]) {
            if usize::from(fight.count) >= MAX {
                break;
            }
            let comes = foe.at.filter(|_| foe.comes.is_some()).and_then(|at| ground.local(at));
            let zone = comes.unwrap_or_else(|| stand(&foe));
            let who = fight.add(rules, foe.creature as u8, Side::Monsters, zone);
            if state.is_out(foes, number) {
                fight.set_hit_points(who, 0);
                fight.standing.remove(who);
                fight.take_off(who);
                fight.dead.insert(who);
                continue;
            }
            // DELVE-R16: wounds of an earlier fight.
            let lost = state.own.wounds.of(place, foes, number);
            fight.set_hit_points(who, (fight.hp[who] - lost).max(1));
        }
        fight.open();
        if rules.plotted {
            fight.begin(rules, state.begin_plot(place, &rules.plot, self.heroes.len()));
        }
        rules.look_around(&mut fight);
        fight
    }

    /// The heroes' health, spells and poison, and what has become of the place.
    fn take_back(&self, state: &mut State, fight: &Fight) {
        let ground = &self.fields[usize::from(state.here.at)];
        ground.take_back(&mut state.here, &fight.doors, fight.seen);
        ground.wear_out(&mut state.own.uses, &fight.uses);
        for who in state.party.alive {
            set_hp(state, who, fight.hp[who]);
            state.own.slots[who] = fight.slots[who];
            state.own.poison[who] = fight.poison[who];
            if fight.dead.has(who) {
                state.party.kill(who);
                (state.own.poison[who], state.own.disease[who]) = (0, 0);
            }
        }
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: &mut dyn Log<EventOf<Lore>>) {
        let Some(foes) = state.meeting else { return };
        let exposed: Heroes =
            Iterator::filter(state.party.alive, |&who| fight.hp[who] < state.own.hp[who]).collect();
        self.take_back(state, fight);
        let left = self.count_losses(state, fight, foes);
        let any = |set: Band| state.party.alive.any(|who| set.has(who));
        // Where both sides are gone at once, those who left come back to an empty field.
        let won = outcome == Outcome::Won(Side::Heroes) || (!left && any(fight.gone));
        // Broken off by the judge, the field is nobody's.
        let held = won || (outcome == Outcome::Draw && any(fight.standing));
        state.own.attitudes.settle(foes, Attitude::Hostile);
        if held {
            let ground = &self.fields[usize::from(state.here.at)];
            ground.lift_bars(&mut state.here, &fight.doors, |door| fight.bars[door] != NONE);
            state.dismiss(foes);
        } else {
            for who in state.party.alive.filter(|&who| !(fight.gone | fight.standing).has(who)) {
                state.party.down.insert(who);
            }
        }
        // DELVE-T1
        let (owed, worked) = (turns_of(fight.round.into()), fight.turns);
        state.own.talk =
            Talk { stage: Stage::Aftermath, owed, worked, exposed, won, fled: !held, ..Talk::default() };
        self.conclude(state, false, log);
    }
}

impl Lore {
    /// The battlefield around a zone, with nobody on it.
    pub(crate) fn field_at(&self, state: &State, zone: u8) -> (&Delve, Fight) {
        let centre = usize::from(zone);
        let (rules, ground) = (&self.fights[centre], &self.fields[centre]);
        let mut fight = Fight::on(rules);
        fight.doors = ground.doors(&self.setting.place, &state.here);
        fight.seen = ground.locals(state.here.seen);
        ground.furnish(&mut fight.uses, &state.own.uses);
        (rules, fight)
    }

    /// The battlefield where the party is, with the party and nobody else.
    pub(crate) fn field_now(&self, state: &State) -> (&Delve, Fight) {
        let (rules, mut fight) = self.field_at(state, state.here.at);
        let zone = self.fields[usize::from(state.here.at)].local(state.here.at).unwrap_or(0);
        for hero in self.setting.everyone() {
            let who = fight.add(rules, self.sheet_now(state, hero), Side::Heroes, zone);
            fight.set_hit_points(who, state.own.hp[who]);
            fight.slots[who] = state.own.slots[who];
            if !state.able().has(who) {
                fight.standing.remove(who);
            }
            if !state.party.alive.has(who) {
                fight.take_off(who);
                let lot = if state.party.dead.has(who) { &mut fight.dead } else { &mut fight.gone };
                lot.insert(who);
            } else if state.own.poison[who] != 0 {
                rules.set_condition(&mut fight, who, Condition::Poisoned, Lasts::UntilSave.code());
                fight.poison[who] = state.own.poison[who];
            }
        }
        (rules, fight)
    }

    /// Something by the rules of a fight, with nobody to fight.
    pub(crate) fn there<T>(
        &self,
        step: &mut Step<'_, Lore>,
        what: impl FnOnce(&mut Turn<'_, &mut dyn Dice, There<'_>>) -> T,
    ) -> T {
        let (rules, mut fight) = self.field_now(step.state);
        let mut log = There { at: step.state.here.at, log: step.log };
        let mut dice: &mut dyn Dice = step.dice;
        let done = what(&mut Turn { rules, state: &mut fight, dice: &mut dice, log: &mut log });
        self.take_back(step.state, &fight);
        done
    }

    /// A trap takes those who are faced, or the first of them. Is anybody left?
    pub(crate) fn caught_in_it(&self, step: &mut Step<'_, Lore>, foes: Foes, hazard: u8) -> bool {
        let rules = &self.fights[usize::from(step.state.here.at)];
        let mut fight = self.enter(step.state);
        let all = self.hazard(hazard).is_some_and(|hazard| hazard.all);
        let caught = if all { fight.side[1] } else { fight.side[1].lowest() };
        let mut log = There { at: step.state.here.at, log: step.log };
        let mut dice: &mut dyn Dice = step.dice;
        // DELVE-V2: a monster's target number is on its sheet too.
        let mut turn = Turn { rules, state: &mut fight, dice: &mut dice, log: &mut log };
        turn.brave(caught, None, hazard);
        self.count_losses(step.state, &fight, foes)
    }

    /// Who of a band is dead, and what the others have lost. Is anybody left?
    fn count_losses(&self, state: &mut State, fight: &Fight, foes: Foes) -> bool {
        let place = &self.setting.place;
        let first = state.first_foe(place, self.heroes.len());
        state.count_losses(place, [foes], |own, nth, foes, number| {
            let who = Who((first + nth) as u8);
            // DELVE-R16
            own.wounds.set(place, foes, number, (fight.max_hp[who] - fight.hp[who]).max(0));
            who.0 < fight.count && !fight.dead.has(who)
        })
    }

    /// Who left the field, or was still on their feet, is where the party came from; the others are lost.
    pub(crate) fn retreat(&self, step: &mut Step<'_, Lore>) {
        for who in step.state.party.down {
            step.state.party.lose(who);
            step.log.tell(Told::LeftBehind { who });
        }
        self.bring_in_gear(step.state, true);
        let to = self.way_back(step.state).unwrap_or(step.state.here.at);
        if to != step.state.here.at {
            self.setting.place.arrive(&mut step.state.here, to);
            self.look_around_anew(step.state);
        }
        step.log.tell(Told::GotAway { to });
    }
}
