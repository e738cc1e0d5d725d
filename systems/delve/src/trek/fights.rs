//! Into a fight and out of it.

use fracas_adventure::explore::{Battles, EventOf};
use fracas_adventure::{Course, Door, Event as Told, Foes, Heroes};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::State;
use super::data::{Attitude, GOLD, Lore, turns_of};
use super::event::Event;
use super::state::{Stage, Talk, VENOM, is_slain, remove, set_hp, settle_attitude, slay};
use crate::data::{Condition, Delve, Lasts};
use crate::state::{Band, MAX, State as Fight};

impl Battles for Lore {
    type Fight = Delve;

    fn fights(&self) -> &[Delve] {
        &self.fights
    }

    fn field(&self, state: &State) -> Option<usize> {
        let fought = state.meeting.filter(|_| state.own.talk.stage == Stage::Fight);
        fought.map(|_| self.setting.place.area_of(state.here.at))
    }

    fn enter(&self, state: &State) -> Fight {
        let Some(foes) = state.meeting else { return self.on_the_field(state, false) };
        let talk = &state.own.talk;
        let mut fight = self.on_the_field(state, talk.dim);
        fight.aware = talk.aware;
        let rules = &self.fights[self.setting.place.area_of(state.here.at)];
        for (number, (sheet, at)) in (0..32_u8).zip(self.members(state, foes)) {
            if is_slain(state, foes, number) || usize::from(fight.count) >= MAX {
                continue;
            }
            let zone = self.stand(state, at);
            let who = fight.add(rules, sheet, Side::Monsters, self.in_field[usize::from(zone)]);
            let full = i16::from(talk.caught.has(number)) * talk.damage;
            let half = i16::from(talk.grazed.has(number)) * (talk.damage / 2);
            let hp = rules.sheets[usize::from(sheet)].hp - full - half;
            fight.set_hit_points(who, hp.max(1));
        }
        fight.open();
        fight
    }

    /// The heroes' health, spells and poison.
    fn take_back(&self, state: &mut State, fight: &Fight) {
        for who in state.party.alive {
            set_hp(state, who, fight.hp[who]);
            state.own.slots[who] = fight.slots[who];
            state.own.poison[who] = match (fight.is(who, Condition::Poisoned), state.own.poison[who]) {
                (false, _) => 0,
                (true, 0) => VENOM,
                (true, known) => known,
            };
            if fight.dead.has(who) {
                state.party.kill(who);
            }
        }
    }

    fn leave(&self, state: &mut State, fight: &Fight, outcome: Outcome, log: &mut dyn Log<EventOf<Lore>>) {
        let Some(foes) = state.meeting else { return };
        let exposed: Heroes =
            Iterator::filter(state.party.alive, |&who| fight.hp[who] < state.own.hp[who]).collect();
        self.take_back(state, fight);
        self.count_the_slain(state, fight, foes);
        let left = |set: Band| state.party.alive.any(|who| set.has(who));
        // Where both sides are gone at once, those who left come back to an empty field.
        let emptied = self.is_wiped_out(state, foes) && left(fight.gone);
        let won = outcome == Outcome::Won(Side::Heroes) || emptied;
        // Broken off by the judge, the field is nobody's.
        let held = won || (outcome == Outcome::Draw && left(fight.standing));
        if won {
            self.spoils(state, foes, log);
        }
        settle_attitude(state, foes, Attitude::Hostile);
        if held {
            remove(state, foes);
        } else {
            self.retreat(state, fight, log);
        }
        // DELVE-T1
        let owed = turns_of(fight.round.into());
        state.own.talk = Talk { owed, exposed, ..Talk::at(Stage::Aftermath) };
        self.conclude(state, false, log);
    }
}

impl Lore {
    /// The heroes alone, as they are now, on the field of the area where they are.
    pub(crate) fn on_the_field(&self, state: &State, dim: bool) -> Fight {
        let rules = &self.fights[self.setting.place.area_of(state.here.at)];
        let zone = self.in_field[usize::from(state.here.at)];
        let mut fight = Fight::NOBODY;
        for hero in &self.heroes {
            let who = fight.add(rules, hero.sheet, Side::Heroes, zone);
            fight.set_hit_points(who, state.own.hp[who]);
            fight.slots[who] = state.own.slots[who];
            if !state.able().has(who) {
                fight.standing.remove(who);
            }
            if !state.party.alive.has(who) {
                fight.take_off(who);
                let lot = if state.party.dead.has(who) { &mut fight.dead } else { &mut fight.gone };
                lot.insert(who);
                continue;
            }
            if state.own.poison[who] != 0 {
                fight.set_condition(who, Condition::Poisoned, Lasts::UntilSave.code());
            }
            if dim {
                fight.set_condition(who, Condition::Blinded, Lasts::Fight.code());
            }
        }
        fight
    }

    /// Where one of a band stands: where it belongs, if that is on this field, or a step away, not where the party came
    /// from.
    fn stand(&self, state: &State, at: Option<u8>) -> u8 {
        let (area, here) = (self.area(state), &state.here);
        if let Some(zone) = at.filter(|&zone| area.has(zone)) {
            return zone;
        }
        let open = self.setting.place.ways.iter().filter(|way| way.door == Door::None && !way.secret);
        let mut next = open.filter_map(|way| match here.at {
            at if at == way.a => Some(way.b),
            at if at == way.b => Some(way.a),
            _ => None,
        });
        next.find(|&zone| zone != here.from && area.has(zone)).unwrap_or(here.at)
    }

    /// What those have who beat a band.
    pub(crate) fn spoils(&self, state: &mut State, foes: Foes, log: &mut dyn Log<EventOf<Lore>>) {
        let gold = self.band(foes).gold;
        state.supplies.add(GOLD, gold.into());
        if let Foes::Encounter(index) = foes {
            state.here.beaten.insert(index);
        }
        log.tell(Told::Own(Event::Won { gold }));
        let xp = self.share_xp(state, self.worth(state, foes));
        if xp > 0 {
            log.tell(Told::Own(Event::Learnt { xp }));
        }
    }

    fn count_the_slain(&self, state: &mut State, fight: &Fight, foes: Foes) {
        let count = self.members(state, foes).take(32).count() as u8;
        let alive = (0..count).filter(|&number| !is_slain(state, foes, number));
        let slain = (self.heroes.len() as u8..).map(Who).zip(alive).filter(|(who, _)| fight.dead.has(*who));
        let slain: fracas_adventure::Numbers = slain.map(|(_, number)| number).collect();
        slain.for_each(|number| slay(state, foes, number));
    }

    /// Who left the field, or was still on their feet, is where the party came from; the others are lost.
    fn retreat(&self, state: &mut State, fight: &Fight, log: &mut dyn Log<EventOf<Lore>>) {
        for who in state.party.alive {
            if !(fight.gone | fight.standing).has(who) {
                state.party.lose(who);
                log.tell(Told::Own(Event::LeftBehind { who }));
            }
        }
        if state.able().is_empty() {
            return;
        }
        let to = self.way_back(state).unwrap_or(state.here.at);
        if to != state.here.at {
            self.setting.place.arrive(&mut state.here, to);
            self.look_around_anew(state);
        }
        log.tell(Told::GotAway { to });
    }
}
