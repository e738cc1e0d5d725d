//! Into a fight and out of it: the party and the place as they are, and as it leaves them.

use fracas_adventure::{Attitude, Battles, Course, Distance, Event, Foe, Foes, Fray, Heroes, Lookup, There};
use fracas_dice::Dice;
use fracas_kernel::{Outcome, Side};

use super::data::turns_of;
use super::state::{Stage, Talk, set_hp};
use super::{Lore, State, Step, Told};
use crate::apply::Turn;
use crate::conditions::Condition;
use crate::data::{Delve, Lasts, Reach};
use crate::state::{Band, MAX, State as Fight};

impl Battles for Lore {
    fn is_fought(&self, state: &State) -> bool {
        state.own.talk.stage == Stage::Fight
    }

    fn field_now(&self, state: &State) -> (&Delve, Fight) {
        let (rules, mut fight, zone) = self.field_at(state, state.here.at);
        for who in self.setting.everyone() {
            fight.add(rules, self.sheet_now(&state.pack, who), Side::Heroes, zone);
            fight.set_hit_points(who, state.own.hp[who]);
            fight.slots[who] = state.own.slots[who];
            if state.party.alive.has(who) && state.own.poison[who] != 0 {
                rules.set_condition(&mut fight, who, Condition::Poisoned, Lasts::UntilSave.code());
                fight.poison[who] = state.own.poison[who];
            }
        }
        self.thin_out(state, &mut fight);
        fight.dead = state.party.dead.collect();
        fight.gone -= fight.dead;
        (rules, fight)
    }

    fn enter(&self, state: &State, rules: &Delve, fight: &mut Fight) {
        let Some(foes) = state.meeting else { return };
        let talk = &state.own.talk;
        fight.aware = talk.aware;
        if talk.dim {
            for who in state.party.alive {
                rules.set_condition(fight, who, Condition::Blinded, Lasts::Fight.code());
            }
        }
        let ground = self.setting.ground(&state.here);
        let hazards = rules.ground.hazard_zones();
        let array = ground.array(&state.here, &mut fight.doors, hazards, state.turned_up);
        let within = rules.passable(fight);
        let stand = |foe: &Foe| {
            let sheet = &rules.sheets[foe.creature];
            let shoots = sheet.best[Reach::Far as usize].is_some();
            let suits = if shoots { Distance::Far } else { Distance::Near };
            let harm = |zone: u8| rules.ground.hazards[zone];
            array.stand(within, foe, suits, |zone| {
                harm(zone).is_none_or(|hazard| sheet.unharmed_by.contains(&hazard))
            })
        };
        for (foe, kept) in self.opponents(state, [foes]).take(MAX - usize::from(fight.count)) {
            let who = fight.add(rules, foe.creature as u8, foe.side, stand(&foe));
            match kept {
                // DELVE-R16: wounds of an earlier fight.
                Some(lost) => fight.set_hit_points(who, (fight.hp[who] - lost).max(1)),
                None => fight.lie_dead(who),
            }
        }
        self.keep_apart(state, &array, &rules.plot, fight);
        fight.open();
        fight.begin(rules, self.begin_plot(state, &rules.plot));
        rules.look_around(fight);
    }

    /// The heroes' health, spells and poison, and what has become of the place.
    fn take_back(&self, state: &mut State, fight: &Fight) {
        self.place_after(state, fight);
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

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: Told<'_>) {
        let Some(foes) = state.meeting else { return };
        let exposed: Heroes =
            Iterator::filter(state.party.alive, |&who| fight.hp[who] < state.own.hp[who]).collect();
        self.take_back(state, fight);
        let left = self.foes_after(state, fight, foes);
        let any = |set: Band| state.party.alive.any(|who| set.has(who));
        // Where both sides are gone at once, those who left come back to an empty field.
        let won = outcome == Outcome::Won(Side::Heroes) || (!left && any(fight.gone));
        // Broken off by the judge, the field is nobody's.
        let held = won || (outcome == Outcome::Draw && any(fight.standing));
        state.own.attitudes.settle(foes, Attitude::Hostile);
        if held {
            self.lift_bars(state, fight);
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
    /// The battlefield around a zone, with nobody on it, and that zone on it.
    pub(crate) fn field_at(&self, state: &State, zone: u8) -> (&Delve, Fight, u8) {
        let (rules, ground, zone) = self.around(zone);
        let mut fight = Fight::on(rules);
        self.lay_out(state, ground, &mut fight);
        (rules, fight, zone)
    }

    /// Something by the rules of a fight, with nobody to fight.
    pub(crate) fn there<T>(
        &self,
        step: &mut Step<'_>,
        what: impl FnOnce(&mut Turn<'_, &mut dyn Dice, There<'_, Lore>>) -> T,
    ) -> T {
        step.as_if_fighting(|rules, state, mut dice, log| {
            what(&mut Turn { rules, state, dice: &mut dice, log })
        })
    }

    /// A trap takes those who are faced, or the first of them. Is anybody left?
    pub(crate) fn caught_in_it(&self, step: &mut Step<'_>, foes: Foes, hazard: u8) -> bool {
        let (mut fight, rules) = (self.fight_now(step.state), &self.fights[self.fought(step.state)]);
        let all = self.hazard(hazard).is_some_and(|hazard| hazard.all);
        let caught = if all { fight.side[1] } else { fight.side[1].lowest() };
        let (mut dice, mut log) = step.there();
        // DELVE-V2: a monster's target number is on its sheet too.
        let mut turn = Turn { rules, state: &mut fight, dice: &mut dice, log: &mut log };
        turn.brave(caught, None, hazard);
        self.foes_after(step.state, &fight, foes)
    }

    /// Who of a band is dead, and what the others have lost. Is anybody left?
    fn foes_after(&self, state: &mut State, fight: &Fight, foes: Foes) -> bool {
        self.count_losses(state, [foes], |who, _| {
            // DELVE-R16
            let lives = who.0 < fight.count && !fight.dead.has(who);
            lives.then(|| (fight.max_hp[who] - fight.hp[who]).max(0))
        })
    }

    /// Who left the field, or was still on their feet, is where the party came from; the others are lost.
    pub(crate) fn retreat(&self, step: &mut Step<'_>) {
        for who in step.state.party.down {
            step.state.party.lose(who);
            step.log.tell(Event::LeftBehind { who });
        }
        let to = self.way_back(step.state).unwrap_or(step.state.here.at);
        if to != step.state.here.at {
            self.setting.place.arrive(&mut step.state.here, to);
            self.look_around_anew(step.state);
        }
        step.log.tell(Event::GotAway { to });
    }
}
