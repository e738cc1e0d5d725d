//! Meeting others: how they take to the party, what can be said and done then, and what comes back from a fight.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Outcome, Side, Who};

use super::apply::March;
use super::choices::Choice;
use super::data::{Attitude, Band, Ill, Trek, Ware, XP_PER_HIT_DIE, reaction, turns_of};
use super::event::Event;
use super::state::{
    EXTRAS, MOST_BANDS, Meeting, Stage, State, VENOM, bit32, bit64, has, hero_bit, heroes_in, hx,
};
use crate::data::{Condition, Lasts, Save};
use crate::state::{Band as Fighters, State as Fight};

pub(crate) static STRANGER: Band = Band {
    mood: None,
    price: None,
    gold: 0,
    heals: None,
    sells: [None; Ware::COUNT],
    guides: 0,
    disease: None,
    sound: Some(String::new()),
};

impl Trek {
    /// What is known of a band; of those whom the judge has placed, nothing.
    pub(crate) fn band(&self, band: u8) -> &Band {
        self.bands.get(usize::from(band)).unwrap_or(&STRANGER)
    }

    /// Where a band lives.
    pub(crate) fn lair_of(&self, state: &State, band: u8) -> Option<u8> {
        match usize::from(band).checked_sub(MOST_BANDS) {
            Some(extra) => state.extras.get(extra).map(|&(_, zone)| zone),
            None => self.place.encounters.get(usize::from(band))?.lair,
        }
    }

    /// The members of a band by number: their sheets, and where they stand if that is said.
    pub(crate) fn members(
        &self,
        state: &State,
        band: u8,
    ) -> impl Iterator<Item = (u8, Option<u8>)> + use<'_> {
        let extra =
            usize::from(band).checked_sub(MOST_BANDS).map(|slot| (state.extras[slot % EXTRAS].0, None));
        let foes = self.place.encounters.get(usize::from(band)).map_or(&[][..], |met| &met.foes[..]);
        let known =
            foes.iter().flat_map(|foe| std::iter::repeat_n((foe.creature as u8, foe.at), foe.count.into()));
        extra.into_iter().chain(known)
    }

    /// The fight that is called for, with everybody where they stand.
    pub(crate) fn open_fight(&self, state: &State) -> Fight {
        let Some(meeting) = state.meeting else { return self.on_the_field(state, false) };
        let mut fight = self.on_the_field(state, meeting.dim);
        fight.aware = meeting.aware;
        let rules = &self.fights[self.place.area_of(state.here.at)];
        let slain = state.slain[usize::from(meeting.band) % state.slain.len()];
        for (number, (sheet, at)) in (0..32_u8).zip(self.members(state, meeting.band)) {
            if slain & bit32(number) != 0 || usize::from(fight.count) >= crate::state::MAX {
                continue;
            }
            let zone = self.stand(state, at);
            let who = fight.add(rules, sheet, Side::Monsters, self.in_field[usize::from(zone)]);
            let full = i16::from(meeting.caught & bit32(number) != 0) * meeting.damage;
            let half = i16::from(meeting.grazed & bit32(number) != 0) * (meeting.damage / 2);
            let hp = rules.sheets[usize::from(sheet)].hp - full - half;
            fight.set_hit_points(who, hp.max(1));
        }
        fight.open();
        fight
    }

    /// The heroes alone, as they are now, on the field of the area where they are.
    pub(crate) fn on_the_field(&self, state: &State, dim: bool) -> Fight {
        let rules = &self.fights[self.place.area_of(state.here.at)];
        let zone = self.in_field[usize::from(state.here.at)];
        let mut fight = Fight::NOBODY;
        for (index, hero) in self.heroes.iter().enumerate() {
            let who = fight.add(rules, hero.sheet, Side::Heroes, zone);
            fight.set_hit_points(who, state.hp[index]);
            fight.slots[who] = state.slots[index];
            let absent = (state.dead | state.lost) & hero_bit(who) != 0;
            if absent || state.hp[index] <= 0 {
                fight.standing.remove(who);
            }
            if absent {
                fight.take_off(who);
                let lot = if state.dead & hero_bit(who) != 0 { &mut fight.dead } else { &mut fight.gone };
                lot.insert(who);
                continue;
            }
            if state.poison[index] != 0 {
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
        let area = self.place.areas[self.place.area_of(state.here.at)].0;
        if let Some(zone) = at.filter(|&zone| has(area, zone)) {
            return zone;
        }
        let open =
            self.place.ways.iter().filter(|way| way.door == fracas_adventure::Door::None && !way.secret);
        let next = open.filter_map(|way| match state.here.at {
            at if at == way.a => Some(way.b),
            at if at == way.b => Some(way.a),
            _ => None,
        });
        next.into_iter().find(|&zone| zone != state.here.from && has(area, zone)).unwrap_or(state.here.at)
    }

    /// The heroes' health, spells and poison, as they are in a fight.
    pub(crate) fn heroes_after(&self, state: &mut State, fight: &Fight) {
        for who in heroes_in(state.with_us(self)) {
            let index = hx(who);
            state.hp[index] = fight.hp[who];
            state.slots[index] = fight.slots[who];
            state.poison[index] = match (fight.is(who, Condition::Poisoned), state.poison[index]) {
                (false, _) => 0,
                (true, 0) => VENOM,
                (true, known) => known,
            };
            if fight.dead.has(who) {
                state.dead |= hero_bit(who);
            }
        }
    }

    /// Takes back how a fight went.
    pub(crate) fn close_fight(
        &self,
        state: &mut State,
        fight: &Fight,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        let Some(meeting) = state.meeting else { return };
        let with_us = heroes_in(state.with_us(self));
        let hurt = with_us.filter(|&who| fight.hp[who] < state.hp[hx(who)]);
        let exposed = hurt.fold(0, |set, who| set | hero_bit(who));
        self.heroes_after(state, fight);
        self.count_the_slain(state, fight, meeting.band);
        let left = |set: Fighters| heroes_in(state.with_us(self)).any(|who| set.has(who));
        // Where both sides are gone at once, those who left come back to an empty field.
        let emptied = self.is_wiped_out(state, meeting.band) && left(fight.gone);
        let won = outcome == Outcome::Won(Side::Heroes) || emptied;
        // Broken off by the judge, the field is nobody's.
        let held = won || (outcome == Outcome::Draw && left(fight.standing));
        if won {
            let gold = self.band(meeting.band).gold;
            state.gold = state.gold.saturating_add(gold);
            state.here.beaten.0 |= bit64(meeting.band);
            log.tell(Event::Won { band: meeting.band, gold });
            let xp = state.share_xp(self, self.worth(state, meeting.band));
            if xp > 0 {
                log.tell(Event::Learnt { xp });
            }
        }
        if held {
            state.remove(meeting.band);
        } else {
            self.get_away(state, fight, log);
        }
        state.met |= bit32(meeting.band);
        state.attitude[usize::from(meeting.band) % state.slain.len()] = Attitude::Hostile;
        // DELVE-T1
        let owed = turns_of(fight.round.into());
        state.meeting = Some(Meeting { owed, exposed, ..Meeting::new(meeting.band, Stage::Aftermath) });
        let anybody = state.able() != 0;
        self.place.conclude(&mut state.here, false, anybody);
        if let Some(outcome) = state.here.outcome {
            state.meeting = None;
            log.tell(Event::Ended { outcome });
        }
    }

    /// What a band teaches those who beat it: its gold, and something for each hit die.
    fn worth(&self, state: &State, band: u8) -> u32 {
        let sheets = &self.fights[0].sheets;
        let members = self.members(state, band).filter_map(|(sheet, _)| sheets.get(usize::from(sheet)));
        let dice: u32 = members.map(|sheet| u32::from(sheet.hit_dice())).sum();
        dice * XP_PER_HIT_DIE + u32::from(self.band(band).gold)
    }

    /// Is nobody of a band left alive?
    fn is_wiped_out(&self, state: &State, band: u8) -> bool {
        let slain = state.slain[usize::from(band) % state.slain.len()];
        (0..32_u8).zip(self.members(state, band)).all(|(number, _)| slain & bit32(number) != 0)
    }

    fn count_the_slain(&self, state: &mut State, fight: &Fight, band: u8) {
        let index = usize::from(band) % state.slain.len();
        let alive =
            (0..32_u8).zip(self.members(state, band)).filter(|(n, _)| state.slain[index] & bit32(*n) == 0);
        let mut slain = state.slain[index];
        for (who, (number, _)) in (self.heroes.len() as u8..).map(Who).zip(alive) {
            if fight.dead.has(who) {
                slain |= bit32(number);
            }
        }
        state.slain[index] = slain;
    }

    /// Who left the field, or was still on their feet, is where the party came from; the others are lost.
    fn get_away(&self, state: &mut State, fight: &Fight, log: &mut impl Log<Event>) {
        for who in heroes_in(state.with_us(self)) {
            if !(fight.gone | fight.standing).has(who) {
                state.lost |= hero_bit(who);
                log.tell(Event::LeftBehind { who });
            }
        }
        if state.able() == 0 {
            return;
        }
        let to = self.way_back(state).unwrap_or(state.here.at);
        if to != state.here.at {
            self.place.arrive(&mut state.here, to);
            (state.tries, state.faced) = (0, 0);
        }
        log.tell(Event::GotAway { to });
    }
}

impl<D: Dice, L: Log<Event>> March<'_, D, L> {
    /// Faces whoever lives here and was not faced since the party came.
    pub(crate) fn face_the_next(&mut self) {
        let state = &*self.state;
        let ignores = |band| state.met & bit32(band) != 0 && state.attitude_of(band) == Attitude::Indifferent;
        let here = self.rules.living_in(state, state.here.at) & !state.faced;
        let next = (0..32).find(|&band| here & bit32(band) != 0 && !ignores(band));
        if let Some(band) = next {
            self.meet(band, false);
        }
    }

    /// The party and a band come upon each other.
    pub(crate) fn meet(&mut self, band: u8, by_a_fire: bool) {
        let dim = self.rules.is_dark(self.state) && !by_a_fire;
        // Whoever knew of the other cannot be surprised; in the dark the party is heard before it hears.
        let knew = [self.state.knows, self.state.known_to].map(|set| set & bit32(band) != 0);
        let aware = [knew[0] && !dim, knew[1] || dim];
        self.log.tell(Event::Met { band });
        self.state.faced |= bit32(band);
        self.state.knows |= bit32(band);
        self.state.known_to |= bit32(band);
        self.state.meeting = Some(Meeting { aware, dim, ..Meeting::new(band, Stage::Sighted) });
        self.take_measure();
    }

    /// Their attitude, rolled if it is not settled, and what follows at once.
    fn take_measure(&mut self) {
        let Some(meeting) = self.state.meeting else { return };
        let band = meeting.band;
        if self.state.met & bit32(band) == 0 {
            // DELVE-R14: before surprise, which is rolled only if it comes to blows.
            match self.rules.band(band).mood {
                Some(attitude) => self.settle_attitude(band, attitude),
                None => return self.react(band),
            }
        }
        let attitude = self.state.attitude_of(band);
        self.log.tell(Event::Mood { band, attitude });
        self.follow(attitude);
    }

    fn settle_attitude(&mut self, band: u8, attitude: Attitude) {
        self.state.met |= bit32(band);
        self.state.attitude[usize::from(band) % 32] = attitude;
    }

    fn react(&mut self, band: u8) {
        let leader = self.state.leader();
        let charisma = self.rules.heroes[hx(leader)].charisma;
        let throw = self.dice.roll(Why::new("reaction", leader.0), Roll::pool(2, 6).plus(charisma));
        // DELVE-R1: a total under 0 counts as 0.
        let total = throw.value.max(0);
        let attitude = reaction(total);
        self.settle_attitude(band, attitude);
        self.log.tell(Event::Reaction { band, throw, total, attitude });
        self.follow(attitude);
    }

    /// What comes of an attitude without anybody's doing.
    fn follow(&mut self, attitude: Attitude) {
        // DELVE-R8
        let Some(meeting) = &mut self.state.meeting else { return };
        match attitude {
            Attitude::Hostile => {
                meeting.stage = Stage::Fight;
                self.log.tell(Event::Attacked { band: meeting.band });
            }
            Attitude::Indifferent => self.part(),
            Attitude::Unfriendly | Attitude::Neutral | Attitude::Friendly => meeting.stage = Stage::Parley,
        }
    }

    /// They part in peace. Who has no lair here goes away.
    fn part(&mut self) {
        let Some(meeting) = self.state.meeting.take() else { return };
        if self.rules.lair_of(self.state, meeting.band) != Some(self.state.here.at) {
            self.state.remove(meeting.band);
        }
        self.log.tell(Event::Passed { band: meeting.band });
        self.face_the_next();
    }

    /// Neutral ones who live here do not stand by while their things are taken.
    pub(crate) fn provoke_the_watchful(&mut self) -> bool {
        let here = self.rules.living_in(self.state, self.state.here.at);
        let watchful = |band: &u8| {
            here & bit32(*band) != 0
                && self.state.met & bit32(*band) != 0
                && matches!(self.state.attitude_of(*band), Attitude::Neutral | Attitude::Unfriendly)
        };
        let Some(band) = (0..32).find(watchful) else { return false };
        self.state.meeting = Some(Meeting::new(band, Stage::Parley));
        self.log.tell(Event::Provoked { band });
        self.come_to_blows();
        true
    }

    /// It comes to blows, and nobody is surprised.
    fn come_to_blows(&mut self) {
        let dim = self.rules.is_dark(self.state);
        let Some(meeting) = &mut self.state.meeting else { return };
        let band = meeting.band;
        (meeting.stage, meeting.aware, meeting.dim) = (Stage::Fight, [true, true], dim);
        self.settle_attitude(band, Attitude::Hostile);
        self.log.tell(Event::Attacked { band });
    }

    pub(crate) fn answer(&mut self, choice: Choice) {
        let Some(meeting) = self.state.meeting else { return };
        let band = meeting.band;
        match choice {
            Choice::Meet { .. } => self.take_measure(),
            Choice::Attack { .. } => self.come_to_blows(),
            Choice::Talk { .. } => {
                if let Some(meeting) = &mut self.state.meeting {
                    (meeting.talked, meeting.aware) = (true, [true, true]);
                }
                self.react(band);
            }
            Choice::Pay { .. } => {
                let gold = self.rules.band(band).price.unwrap_or(0);
                self.state.gold = self.state.gold.saturating_sub(gold);
                self.log.tell(Event::Paid { band, gold });
                self.settle_attitude(band, Attitude::Indifferent);
                self.part();
            }
            Choice::Withdraw { .. } => self.withdraw(),
            Choice::Lure { to, .. } => self.lure(band, to),
            Choice::Pass { .. } => self.part(),
            Choice::AskHeal { on, .. } => {
                if let Some(meeting) = &mut self.state.meeting {
                    meeting.healed = true;
                }
                if let Some(roll) = self.rules.band(band).heals {
                    let throw = self.dice.roll(Why::table("healing"), roll);
                    self.heal(on, throw);
                }
            }
            Choice::AskWay { .. } => {
                self.state.here.seen.0 |= self.rules.band(band).guides;
                self.log.tell(Event::Guided { band });
            }
            Choice::Buy { ware, .. } => {
                let gold = self.rules.band(band).sells[ware as usize].unwrap_or(0);
                self.state.gold = self.state.gold.saturating_sub(gold);
                let have = &mut self.state.wares[ware as usize];
                *have = have.saturating_add(1);
                self.log.tell(Event::Bought { ware, gold });
            }
            Choice::Gather { .. } => self.gather(meeting),
            _ => {}
        }
    }

    fn withdraw(&mut self) {
        let Some(to) = self.rules.way_back(self.state) else { return };
        self.state.meeting = None;
        self.log.tell(Event::Withdrew { to });
        if self.walk(to) {
            self.face_the_next();
        }
    }

    /// The party leads a band over a trap that it knows, and turns to fight.
    fn lure(&mut self, band: u8, to: u8) {
        let Some((trap, number)) = self.rules.trap_toward(self.state, to) else { return };
        let Some(hazard) = self.rules.hazards.get(usize::from(number)) else { return };
        self.state.meeting = None;
        self.log.tell(Event::Lured { band, to });
        if !self.walk(to) {
            return;
        }
        self.spend_trap(trap);
        self.log.tell(Event::Sprung { trap, hazard: number });
        self.state.faced |= bit32(band);
        self.state.meeting = Some(Meeting::new(band, Stage::Parley));
        if let Some(throw) = self.damage_of(hazard).filter(|_| hazard.kind != Ill::Disease) {
            self.log.tell(Event::FoesHurt { throw });
            self.catch_foes(band, throw.value.clamp(0, 999) as i16, hazard.save, hazard.all);
        }
        if self.rules.is_wiped_out(self.state, band) {
            self.state.meeting = None;
            self.state.remove(band);
            self.state.here.beaten.0 |= bit64(band);
            let gold = self.rules.band(band).gold;
            self.state.gold = self.state.gold.saturating_add(gold);
            self.log.tell(Event::Won { band, gold });
            self.learn(self.rules.worth(self.state, band));
            return self.conclude(false);
        }
        self.come_to_blows();
    }

    fn catch_foes(&mut self, band: u8, damage: i16, save: Save, all: bool) {
        let rules = self.rules;
        let index = usize::from(band) % 32;
        let members: [Option<u8>; 32] = {
            let mut sheets = [None; 32];
            for (slot, (sheet, _)) in sheets.iter_mut().zip(rules.members(self.state, band)) {
                *slot = Some(sheet);
            }
            sheets
        };
        let alive = (0..32_u8)
            .filter(|&n| self.state.slain[index] & bit32(n) == 0 && members[usize::from(n)].is_some());
        let caught = alive.take(if all { 32 } else { 1 }).fold(0, |set, n| set | bit32(n));
        for number in (0..32_u8).filter(|&n| caught & bit32(n) != 0) {
            let Some(sheet) = members[usize::from(number)] else { continue };
            let Some(sheet) = rules.fights[0].sheets.get(usize::from(sheet)) else { continue };
            let saved = save != Save::No && {
                // DELVE-V2: a monster's target number is on its sheet too.
                let check = self.dice.check(Why::table("save of a monster"), Roll::d(20), sheet.save.into());
                self.log.tell(Event::FoeSaved { band, number, check });
                check.success
            };
            let amount = match (saved, save) {
                (true, Save::Negates) => continue,
                (true, _) => damage / 2,
                (false, _) => damage,
            };
            if amount >= sheet.hp {
                self.state.slain[index] |= bit32(number);
                self.log.tell(Event::FoeSlain { band, number });
            } else if let Some(meeting) = &mut self.state.meeting {
                meeting.damage = damage;
                let set = if saved { &mut meeting.grazed } else { &mut meeting.caught };
                *set |= bit32(number);
            }
        }
    }

    /// After a fight: the turns that it took pass, bites show what they carried, and others may come.
    fn gather(&mut self, meeting: Meeting) {
        self.state.meeting = None;
        self.log.tell(Event::Gathered { turns: meeting.owed });
        if let Some(disease) = self.rules.band(meeting.band).disease {
            for who in heroes_in(meeting.exposed & self.state.with_us(self.rules)) {
                let well = self.state.disease[hx(who)] == 0;
                if well {
                    self.strike(who, disease, None);
                }
            }
        }
        for _ in 0..meeting.owed {
            self.tick();
            if self.state.here.outcome.is_some() {
                return;
            }
        }
        self.conclude(false);
        if self.goes_on() {
            self.face_the_next();
        }
    }
}
