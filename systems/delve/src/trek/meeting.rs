//! Meeting others: how they take to the party, and what can be said and done then.

use fracas_adventure::explore::Limits;
use fracas_adventure::{Course, Event as Told, Foes, Step};
use fracas_dice::{Roll, Why};
use fracas_kernel::Who;

use super::State;
use super::choices::Deed;
use super::data::{Attitude, GOLD, Ill, Lore, XP_PER_HIT_DIE, reaction};
use super::event::Event;
use super::state::{
    Stage, Talk, attitude_of, has_met, is_slain, is_wary, knows, number, numbered, remove, settle_attitude,
    slay,
};
use crate::data::Save;

impl Lore {
    /// What a band teaches those who beat it: its gold, and something for each hit die.
    pub(crate) fn worth(&self, state: &State, foes: Foes) -> u32 {
        let sheets = &self.fights[0].sheets;
        let members = self.members(state, foes).filter_map(|(sheet, _)| sheets.get(usize::from(sheet)));
        let dice: u32 = members.map(|sheet| u32::from(sheet.hit_dice())).sum();
        dice * XP_PER_HIT_DIE + u32::from(self.band(foes).gold)
    }

    /// Faces whoever lives here and was not faced since the party came.
    pub(crate) fn face_the_next(&self, step: &mut Step<'_, Lore>) {
        let state = &*step.state;
        let ignores = |foes| has_met(state, foes) && attitude_of(state, foes) == Attitude::Indifferent;
        let here = self.living_in(state, state.here.at) - state.own.faced;
        if let Some(foes) = here.map(numbered).find(|&foes| !ignores(foes)) {
            self.come_upon_them(step, foes, false, false);
        }
    }

    /// The party and a band come upon each other.
    pub(crate) fn come_upon_them(
        &self,
        step: &mut Step<'_, Lore>,
        foes: Foes,
        turned_up: bool,
        by_a_fire: bool,
    ) {
        let knew = [knows(step.state, foes), step.state.own.known_to.has(number(foes))];
        self.meet(step.state, foes, turned_up, step.log);
        if by_a_fire {
            (step.state.own.talk.dim, step.state.own.talk.aware) = (false, knew);
        }
        self.take_measure(step, foes);
    }

    /// Their attitude, rolled if it is not settled, and what follows at once.
    fn take_measure(&self, step: &mut Step<'_, Lore>, foes: Foes) {
        if !has_met(step.state, foes) {
            // DELVE-R14: before surprise, which is rolled only if it comes to blows.
            match self.band(foes).mood {
                Some(attitude) => settle_attitude(step.state, foes, attitude),
                None => return self.react(step, foes),
            }
        }
        let attitude = attitude_of(step.state, foes);
        step.log.tell(Told::Own(Event::Mood { foes, attitude }));
        self.follow(step, foes, attitude);
    }

    fn react(&self, step: &mut Step<'_, Lore>, foes: Foes) {
        let leader = step.state.party.leader().unwrap_or(Who(0));
        let charisma = self.hero(leader).charisma;
        let throw = step.dice.roll(Why::new("reaction", leader.0), Roll::pool(2, 6).plus(charisma));
        // DELVE-R1: a total under 0 counts as 0.
        let total = throw.value.max(0);
        let attitude = reaction(total);
        settle_attitude(step.state, foes, attitude);
        step.log.tell(Told::Own(Event::Reaction { throw, total, attitude }));
        self.follow(step, foes, attitude);
    }

    /// What comes of an attitude without anybody's doing.
    fn follow(&self, step: &mut Step<'_, Lore>, foes: Foes, attitude: Attitude) {
        // DELVE-R8
        match attitude {
            Attitude::Hostile => {
                step.state.own.talk.stage = Stage::Fight;
                step.log.tell(Told::Own(Event::Attacked { foes }));
            }
            Attitude::Indifferent => self.part(step, foes),
            Attitude::Unfriendly | Attitude::Neutral | Attitude::Friendly => {
                step.state.own.talk.stage = Stage::Parley;
            }
        }
    }

    /// They part in peace. Who has no lair here goes away.
    fn part(&self, step: &mut Step<'_, Lore>, foes: Foes) {
        step.state.meeting = None;
        let lair = self.lair_of(step.state, foes);
        step.log.tell(Told::Own(Event::Passed { foes }));
        if lair != Some(step.state.here.at) {
            remove(step.state, foes);
        }
        self.face_the_next(step);
    }

    /// Neutral ones who live here do not stand by while their things are taken.
    pub(crate) fn provoke_the_watchful(&self, step: &mut Step<'_, Lore>) -> bool {
        let here = self.living_in(step.state, step.state.here.at);
        let Some(foes) = here.map(numbered).find(|&foes| is_wary(step.state, foes)) else { return false };
        step.state.meeting = Some(foes);
        step.state.own.talk = Talk::at(Stage::Parley);
        step.log.tell(Told::Own(Event::Provoked { foes }));
        self.come_to_blows(step, foes);
        true
    }

    /// It comes to blows, and nobody is surprised.
    fn come_to_blows(&self, step: &mut Step<'_, Lore>, foes: Foes) {
        let dim = self.is_dark(step.state, step.state.here.at);
        let talk = step.state.own.talk;
        step.state.own.talk = Talk { stage: Stage::Fight, aware: [true, true], dim, ..talk };
        settle_attitude(step.state, foes, Attitude::Hostile);
        step.log.tell(Told::Own(Event::Attacked { foes }));
    }

    pub(crate) fn answer(&self, step: &mut Step<'_, Lore>, deed: Deed) {
        let Some(foes) = step.state.meeting else { return };
        match deed {
            Deed::Meet => self.take_measure(step, foes),
            Deed::Attack => self.come_to_blows(step, foes),
            Deed::Talk => {
                (step.state.own.talk.talked, step.state.own.talk.aware) = (true, [true, true]);
                self.react(step, foes);
            }
            Deed::Pay => {
                let gold = self.band(foes).price.unwrap_or(0);
                step.state.supplies.add(GOLD, -i32::from(gold));
                step.log.tell(Told::Own(Event::Paid { gold }));
                settle_attitude(step.state, foes, Attitude::Indifferent);
                self.part(step, foes);
            }
            Deed::Withdraw => self.withdraw(step),
            Deed::Lure { to } => self.lure(step, foes, to),
            Deed::Pass => self.part(step, foes),
            Deed::AskHeal { on } => {
                step.state.own.talk.healed = true;
                if let Some(roll) = self.band(foes).heals {
                    let throw = step.dice.roll(Why::table("healing"), roll);
                    self.heal(step, on, throw);
                }
            }
            Deed::AskWay => {
                step.state.here.seen |= self.band(foes).guides;
                step.log.tell(Told::Own(Event::Guided));
            }
            Deed::Buy { ware } => {
                let gold = self.band(foes).sells[ware as usize].unwrap_or(0);
                step.state.supplies.add(GOLD, -i32::from(gold));
                step.state.supplies.add(ware as usize, 1);
                step.log.tell(Told::Own(Event::Bought { ware, gold }));
            }
            Deed::Gather => self.gather(step, foes),
            _ => {}
        }
    }

    fn withdraw(&self, step: &mut Step<'_, Lore>) {
        let Some(to) = self.way_back(step.state) else { return };
        step.state.meeting = None;
        step.log.tell(Told::Own(Event::Withdrew { to }));
        if self.walk(step, to) {
            self.face_the_next(step);
        }
    }

    /// The party leads a band over a trap that it knows, and turns to fight.
    fn lure(&self, step: &mut Step<'_, Lore>, foes: Foes, to: u8) {
        let Some((trap, hazard)) = self.trap_toward(step.state, to) else { return };
        let Some(known) = self.hazard(hazard) else { return };
        step.state.meeting = None;
        step.log.tell(Told::Own(Event::Lured { foes, to }));
        if !self.walk(step, to) {
            return;
        }
        self.spend_trap(step.state, trap);
        step.log.tell(Told::Own(Event::Sprung { trap, hazard }));
        step.state.own.faced.insert(number(foes));
        step.state.meeting = Some(foes);
        step.state.own.talk = Talk::at(Stage::Parley);
        if let Some(throw) = self.damage_of(step, known).filter(|_| known.kind != Ill::Disease) {
            step.log.tell(Told::Own(Event::FoesHurt { throw }));
            self.catch_foes(step, foes, throw.value.clamp(0, 999) as i16, known.save, known.all);
        }
        if !self.is_wiped_out(step.state, foes) {
            return self.come_to_blows(step, foes);
        }
        step.state.meeting = None;
        self.spoils(step.state, foes, step.log);
        remove(step.state, foes);
        step.conclude(false);
    }

    fn catch_foes(&self, step: &mut Step<'_, Lore>, foes: Foes, damage: i16, save: Save, all: bool) {
        // At most one for each number that can be kept.
        let mut members = [None; 32];
        for (slot, (sheet, _)) in members.iter_mut().zip(self.members(step.state, foes)) {
            *slot = self.fights[0].sheets.get(usize::from(sheet));
        }
        let mut left = if all { members.len() } else { 1 };
        for (number, sheet) in (0_u8..).zip(members) {
            let Some(sheet) = sheet.filter(|_| left > 0 && !is_slain(step.state, foes, number)) else {
                continue;
            };
            left -= 1;
            let saved = save != Save::No && {
                // DELVE-V2: a monster's target number is on its sheet too.
                let check = step.dice.check(Why::table("save of a monster"), Roll::d(20), sheet.save.into());
                step.log.tell(Told::Own(Event::FoeSaved { foes, number, check }));
                check.success
            };
            let amount = match (saved, save) {
                (true, Save::Negates) => continue,
                (true, _) => damage / 2,
                (false, _) => damage,
            };
            if amount >= sheet.hp {
                slay(step.state, foes, number);
                step.log.tell(Told::Own(Event::FoeSlain { foes, number }));
                continue;
            }
            let talk = &mut step.state.own.talk;
            talk.damage = damage;
            let caught = if saved { &mut talk.grazed } else { &mut talk.caught };
            caught.insert(number);
        }
    }

    /// After a fight: the turns that it took pass, bites show what they carried, and others may come.
    fn gather(&self, step: &mut Step<'_, Lore>, foes: Foes) {
        let Talk { owed, exposed, .. } = step.state.own.talk;
        step.state.meeting = None;
        step.log.tell(Told::Own(Event::Gathered { turns: owed }));
        if let Some(disease) = self.band(foes).disease {
            for who in exposed & step.state.party.alive {
                if step.state.own.disease[who] == 0 {
                    self.strike(step, who, disease, None);
                }
            }
        }
        for _ in 0..owed {
            self.tick(step);
            if step.state.is_over() {
                return;
            }
        }
        step.conclude(false);
        if step.state.goes_on() {
            self.face_the_next(step);
        }
    }
}
