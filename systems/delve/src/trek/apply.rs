//! What a choice between fights does: turns and what they bring, moving, searching, locks, healing, camping. Meeting
//! others is in `meeting`.

use fracas_dice::{Check, Dice, Roll, Throw, Why};
use fracas_kernel::{Log, Outcome, Who};

use super::choices::{Choice, Trap};
use super::data::{DAWN, DAY, Hazard, Ill, NIGHT, SALVE, Trek, Ware};
use super::event::Event;
use super::state::{State, VENOM, bit32, bit64, has, hero_bit, heroes_in, hx};
use crate::data::{Does, POISON, Save};

/// An adventure and what it needs to go on, so that rules read as sentences.
pub(crate) struct March<'a, D, L> {
    pub rules: &'a Trek,
    pub state: &'a mut State,
    pub dice: &'a mut D,
    pub log: &'a mut L,
}

impl Trek {
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        self.act(state, choice, dice, log);
        March { rules: self, state, dice, log }.settle();
    }

    /// The choice itself, without what comes when everybody has used the turn.
    pub(crate) fn act(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        if hx(choice.who()) >= self.heroes.len() {
            return;
        }
        March { rules: self, state, dice, log }.act(choice);
    }
}

impl<D: Dice, L: Log<Event>> March<'_, D, L> {
    fn act(&mut self, choice: Choice) {
        let who = choice.who();
        match choice {
            Choice::Lead { .. } => {
                self.state.leader = who.0;
                self.log.tell(Event::Led { who });
            }
            Choice::Go { to, .. } => self.go(to),
            Choice::Wait { .. } => {
                self.log.tell(Event::Waited);
                self.pass_turn();
            }
            Choice::Idle { .. } => self.log.tell(Event::Idled { who }),
            Choice::Camp { .. } => self.camp(),
            Choice::Leave { .. } => self.conclude(true),
            Choice::Search { .. } => self.search(who),
            Choice::Listen { to, .. } => self.listen(who, to),
            Choice::Pick { to, .. } => self.open(who, to, false),
            Choice::Force { to, .. } => self.open(who, to, true),
            Choice::Disarm { cache, .. } => self.disarm(who, cache),
            Choice::Take { cache, .. } => self.take(who, cache),
            Choice::Cast { spell, on, .. } => self.cast(who, spell, on),
            Choice::Use { ware, on, .. } => self.apply_ware(who, ware, on),
            _ => self.answer(choice),
        }
        let own_deed = matches!(
            choice,
            Choice::Idle { .. }
                | Choice::Search { .. }
                | Choice::Listen { .. }
                | Choice::Pick { .. }
                | Choice::Force { .. }
                | Choice::Disarm { .. }
                | Choice::Take { .. }
                | Choice::Cast { .. }
                | Choice::Use { .. }
        );
        if own_deed {
            self.state.busy |= hero_bit(who);
        }
        if self.state.able() == 0 {
            self.conclude(false);
        }
    }

    /// The turn is over when everybody has used it.
    fn settle(&mut self) {
        let idle = self.state.able() & !self.state.busy;
        if idle == 0 && self.goes_on() {
            self.pass_turn();
        }
    }

    /// Neither over nor held up.
    pub(crate) fn goes_on(&self) -> bool {
        self.state.here.outcome.is_none() && self.state.meeting.is_none()
    }

    pub(crate) fn conclude(&mut self, leaving: bool) {
        if self.state.here.outcome.is_some() {
            return;
        }
        let anybody = self.state.able() != 0;
        self.rules.place.conclude(&mut self.state.here, leaving, anybody);
        self.tell_end();
    }

    fn tell_end(&mut self) {
        if let Some(outcome) = self.state.here.outcome {
            self.state.meeting = None;
            self.log.tell(Event::Ended { outcome });
        }
    }

    // --- time ---

    /// A turn passes, and something may turn up.
    fn pass_turn(&mut self) {
        self.tick();
        let every = self.rules.wandering.map_or(0, |wandering| wandering.every);
        if every > 0 && self.state.turn.is_multiple_of(every) {
            self.look_out(false);
        }
    }

    /// Ten minutes and what they do by themselves.
    pub(crate) fn tick(&mut self) {
        // DELVE-T1
        self.state.busy = 0;
        self.state.turn = self.state.turn.saturating_add(1);
        self.log.tell(Event::Turn { turn: self.state.turn });
        if self.state.light > 0 {
            self.state.light -= 1;
            if self.state.light == 0 {
                self.log.tell(Event::BurntOut);
            }
        }
        self.see_to_light();
        for who in heroes_in(self.state.with_us(self.rules)) {
            self.suffer_poison(who);
        }
        if self.state.turn % DAY == DAWN {
            self.suffer_diseases();
        }
        self.watch_the_clock();
    }

    /// In the dark the party lights the next torch by itself.
    pub(crate) fn see_to_light(&mut self) {
        if !self.rules.is_dark(self.state) {
            return;
        }
        if self.state.light_up() {
            self.log.tell(Event::Lit { left: self.state.wares[Ware::Torches as usize] });
        } else {
            self.log.tell(Event::Dark);
        }
    }

    fn watch_the_clock(&mut self) {
        if self.state.here.outcome.is_some() {
            return;
        }
        if self.state.able() == 0 {
            self.conclude(false);
        } else if self.state.turn >= self.rules.last_turn {
            self.log.tell(Event::TimeUp);
            self.state.here.outcome = Some(Outcome::Draw);
            self.tell_end();
        }
    }

    /// Does something turn up?
    fn look_out(&mut self, by_a_fire: bool) -> bool {
        let Some(wandering) = self.rules.wandering.filter(|_| self.goes_on()) else { return false };
        if self.rules.zones[usize::from(self.state.here.at)].safe {
            return false;
        }
        if let Some(next) = self.state.next.take().filter(|&next| self.state.is_about(next)) {
            self.log.tell(Event::Wandered { band: next });
            self.meet(next, by_a_fire);
            return true;
        }
        let needed = 7 - i32::from(wandering.chance);
        let check = self.dice.check(Why::table("wandering monsters"), Roll::d(6), needed);
        self.log.tell(Event::Stirring { check });
        let left = !self.state.here.gone;
        if !check.success || self.rules.place.drawn(0, left).is_none() {
            return false;
        }
        let lot = self.dice.pick(Why::table("who turns up"), self.rules.place.weight.into());
        let Some(band) = self.rules.place.drawn(lot as u16, left) else { return false };
        self.log.tell(Event::Wandered { band });
        self.meet(band, by_a_fire);
        true
    }

    // --- moving ---

    fn go(&mut self, to: u8) {
        if self.state.busy != 0 {
            self.pass_turn();
        }
        if self.goes_on() && self.walk(to) {
            self.face_the_next();
            let every = self.rules.wandering.map_or(0, |wandering| wandering.every);
            if self.goes_on() && every > 0 && self.state.turn.is_multiple_of(every) {
                self.look_out(false);
            }
        }
    }

    /// A turn's walk to a neighbouring zone, traps on the way included. False if the adventure ends by it.
    pub(crate) fn walk(&mut self, to: u8) -> bool {
        let Some(way) = self.rules.way_to(self.state, to) else { return false };
        self.tick();
        if self.state.here.outcome.is_some() {
            return false;
        }
        let leader = self.state.leader();
        self.step_into(Trap::Way(way), leader);
        let first = !has(self.state.here.visited.0, to);
        self.rules.place.arrive(&mut self.state.here, to);
        (self.state.tries, self.state.faced) = (0, 0);
        self.log.tell(Event::Arrived { to, first });
        self.see_to_light();
        self.step_into(Trap::Zone(to), leader);
        self.conclude(false);
        self.state.here.outcome.is_none()
    }

    // --- traps, poisons, diseases ---

    fn trap_at(&self, trap: Trap) -> (Option<u8>, bool, bool) {
        let (armed, spied) = (self.state.armed, self.state.spied);
        match trap {
            Trap::Zone(z) => {
                (self.rules.zones[usize::from(z)].trap, has(armed.zones, z), has(spied.zones, z))
            }
            Trap::Way(w) => (self.rules.ways[usize::from(w)].trap, has(armed.ways, w), has(spied.ways, w)),
            Trap::Cache(c) => {
                (self.rules.caches[usize::from(c)].trap, has(armed.caches, c), has(spied.caches, c))
            }
        }
    }

    /// A trap on the way catches those who do not know of it; the others step around it.
    fn step_into(&mut self, trap: Trap, first: Who) {
        if let (Some(hazard), true, false) = self.trap_at(trap) {
            self.spring(trap, hazard, first);
        }
    }

    /// A trap has gone off, and everybody knows where it was.
    pub(crate) fn spend_trap(&mut self, trap: Trap) {
        let State { armed, spied, .. } = self.state;
        match trap {
            Trap::Zone(zone) => {
                (armed.zones, spied.zones) = (armed.zones & !bit64(zone), spied.zones | bit64(zone))
            }
            Trap::Way(way) => (armed.ways, spied.ways) = (armed.ways & !bit64(way), spied.ways | bit64(way)),
            Trap::Cache(cache) => {
                (armed.caches, spied.caches) = (armed.caches & !bit64(cache), spied.caches | bit64(cache));
            }
        }
    }

    fn spring(&mut self, trap: Trap, number: u8, first: Who) {
        self.spend_trap(trap);
        self.log.tell(Event::Sprung { trap, hazard: number });
        let Some(hazard) = self.rules.hazards.get(usize::from(number)) else { return };
        let all = if hazard.all { self.state.with_us(self.rules) } else { hero_bit(first) };
        // One roll for everybody who is caught.
        let shared = if hazard.all { self.damage_of(hazard) } else { None };
        for who in heroes_in(all) {
            self.strike(who, number, shared);
        }
    }

    pub(crate) fn damage_of(&mut self, hazard: &Hazard) -> Option<Throw> {
        hazard.damage.map(|roll| self.dice.roll(Why::table("damage"), roll))
    }

    /// A hazard takes one hero, unless a save helps.
    pub(crate) fn strike(&mut self, who: Who, number: u8, shared: Option<Throw>) {
        // DELVE-R15: the hazard names its save, and what failing does.
        let Some(hazard) = self.rules.hazards.get(usize::from(number)) else { return };
        let saved = hazard.save != Save::No && self.saves(who, number);
        if saved && hazard.save == Save::Negates {
            return;
        }
        if let Some(throw) = shared.or_else(|| self.damage_of(hazard)) {
            let whole = throw.value.clamp(0, 999) as i16;
            self.hurt(who, throw, if saved { whole / 2 } else { whole });
        }
        if hazard.lasting.is_some() && !saved && self.state.with_us(self.rules) & hero_bit(who) != 0 {
            let kept = match hazard.kind {
                Ill::Disease => &mut self.state.disease[hx(who)],
                Ill::Poison | Ill::Trap => &mut self.state.poison[hx(who)],
            };
            *kept = number + 1;
            self.log.tell(Event::Caught { who, hazard: number });
        }
    }

    fn saves(&mut self, who: Who, hazard: u8) -> bool {
        // DELVE-V1: forced, and a d20 that must reach the number on the sheet.
        let target = self.rules.sheet(who).save;
        let check = self.dice.check(Why::new("save", who.0), Roll::d(20), target.into());
        self.log.tell(Event::Saved { who, hazard, check });
        check.success
    }

    fn suffer_poison(&mut self, who: Who) {
        let number = self.state.poison[hx(who)];
        if number == 0 {
            return;
        }
        let hazard = number - 1;
        let lasting = self.rules.hazards.get(usize::from(hazard)).and_then(|hazard| hazard.lasting);
        let roll = if number == VENOM { POISON } else { lasting.unwrap_or(POISON) };
        if self.saves(who, hazard) {
            self.state.poison[hx(who)] = 0;
            self.log.tell(Event::Cured { who, hazard });
        } else {
            let throw = self.dice.roll(Why::new("poison", who.0), roll);
            self.hurt(who, throw, throw.value.clamp(0, 999) as i16);
        }
    }

    /// A disease acts once a day, until a save ends it.
    fn suffer_diseases(&mut self) {
        for who in heroes_in(self.state.with_us(self.rules)) {
            let Some(hazard) = self.state.disease[hx(who)].checked_sub(1) else { continue };
            let lasting = self.rules.hazards.get(usize::from(hazard)).and_then(|hazard| hazard.lasting);
            if self.saves(who, hazard) {
                self.state.disease[hx(who)] = 0;
                self.log.tell(Event::Cured { who, hazard });
            } else if let Some(roll) = lasting {
                let throw = self.dice.roll(Why::new("disease", who.0), roll);
                self.hurt(who, throw, throw.value.clamp(0, 999) as i16);
            }
        }
    }

    fn hurt(&mut self, who: Who, throw: Throw, amount: i16) {
        let was_up = self.state.able() & hero_bit(who) != 0;
        let hp = &mut self.state.hp[hx(who)];
        *hp -= amount;
        let hp = *hp;
        self.log.tell(Event::Hurt { who, throw, amount, hp });
        if hp <= self.rules.sheet(who).dead_at {
            self.state.dead |= hero_bit(who);
            (self.state.poison[hx(who)], self.state.disease[hx(who)]) = (0, 0);
            self.log.tell(Event::Dead { who });
        } else if hp <= 0 && was_up {
            self.log.tell(Event::Down { who });
        }
    }

    pub(crate) fn heal(&mut self, who: Who, throw: Throw) {
        let was_down = self.state.hp[hx(who)] <= 0;
        let most = self.rules.sheet(who).hp;
        let hp = (self.state.hp[hx(who)] + throw.value.clamp(0, 999) as i16).min(most);
        self.state.hp[hx(who)] = hp;
        self.log.tell(Event::Healed { who, throw, hp });
        if was_down && hp > 0 {
            self.log.tell(Event::Up { who });
        }
    }

    // --- what single heroes do ---

    /// So many in six.
    fn chance(&mut self, label: &'static str, who: Who, of_six: u8) -> Check {
        self.dice.check(Why::new(label, who.0), Roll::d(6), 7 - i32::from(of_six))
    }

    fn search(&mut self, who: Who) {
        let hero = &self.rules.heroes[hx(who)];
        let check = self.chance("search", who, hero.notices());
        self.state.tries = self.state.tries.saturating_add(1);
        if u32::from(self.state.tries) >= self.state.able().count_ones() {
            self.state.combed |= bit64(self.state.here.at);
        }
        let (mut ways, mut caches, mut traps) = (0, 0, false);
        if check.success {
            let found = self.rules.place.search(&mut self.state.here);
            (ways, caches) = (found.ways.0, found.caches.0);
            traps = hero.skill.is_some() && self.spy_traps();
            if hero.skill.is_some() {
                self.state.scanned |= bit64(self.state.here.at);
            }
        }
        self.log.tell(Event::Searched { who, check, ways, caches, traps });
    }

    /// What a thief finds: traps on what lies here, on the ways from here, and in zones that can be seen.
    fn spy_traps(&mut self) -> bool {
        let (state, place) = (&mut *self.state, &self.rules.place);
        let (at, before) = (state.here.at, state.armed.and(state.spied));
        let ways = Trek::set_of(place.ways_from(&state.here, at));
        let seen = Trek::set_of(place.ways_from(&state.here, at).filter_map(|way| place.beyond(way, at)));
        let caches = place.caches_here(&state.here).0;
        state.spied.ways |= ways & state.armed.ways;
        state.spied.zones |= seen & state.here.seen.0 & state.armed.zones;
        state.spied.caches |= caches & state.armed.caches;
        state.armed.and(state.spied) != before
    }

    fn listen(&mut self, who: Who, to: u8) {
        let check = self.chance("listen", who, self.rules.heroes[hx(who)].notices());
        if let Some(way) = self.rules.way_to(self.state, to) {
            self.state.listened |= bit64(way);
        }
        let there = self.rules.living_in(self.state, to);
        let loud = (0..32).find(|&band| there & bit32(band) != 0 && self.rules.band(band).sound.is_some());
        let band = loud.filter(|_| check.success);
        if let Some(band) = band {
            self.state.knows |= bit32(band);
        }
        self.log.tell(Event::Listened { who, to, check, band });
    }

    fn open(&mut self, who: Who, to: u8, forced: bool) {
        let hero = &self.rules.heroes[hx(who)];
        let check = if forced {
            self.chance("force", who, hero.forces())
        } else {
            self.chance("pick", who, hero.skill.unwrap_or(0))
        };
        if forced {
            // Blows on a door are heard by everybody beyond it.
            let area = self.rules.place.areas[self.rules.place.area_of(to)].0;
            for zone in fracas_adventure::Place::zones_in(area) {
                self.state.known_to |= self.rules.living_in(self.state, zone);
            }
        }
        if check.success
            && let Some(way) = self.rules.way_to(self.state, to)
        {
            self.rules.place.unlock(&mut self.state.here, way);
        }
        self.log.tell(Event::Opened { who, to, check, forced });
    }

    fn disarm(&mut self, who: Who, cache: u8) {
        let skill = self.rules.heroes[hx(who)].skill.unwrap_or(0);
        let check = self.chance("disarm", who, skill);
        self.log.tell(Event::Disarmed { who, cache, check });
        if check.success {
            self.spend_trap(Trap::Cache(cache));
        } else if let (Some(hazard), true, _) = self.trap_at(Trap::Cache(cache)) {
            self.spring(Trap::Cache(cache), hazard, who);
        }
    }

    fn take(&mut self, who: Who, cache: u8) {
        if self.provoke_the_watchful() {
            return;
        }
        if let (Some(hazard), true, _) = self.trap_at(Trap::Cache(cache)) {
            self.spring(Trap::Cache(cache), hazard, who);
        }
        let Some(lore) = self.rules.caches.get(usize::from(cache)) else { return };
        self.state.here.taken.0 |= bit64(cache);
        self.state.gold = self.state.gold.saturating_add(lore.gold);
        for (have, more) in self.state.wares.iter_mut().zip(lore.wares) {
            *have = have.saturating_add(more);
        }
        self.log.tell(Event::Took { who, cache });
        self.learn(lore.gold.into());
        for (way, lore) in (0_u8..).zip(&self.rules.ways) {
            if lore.key == Some(cache) && !self.state.here.doors.at(way).shows() {
                self.state.here.doors.set(way, fracas_adventure::Door::Open);
                self.log.tell(Event::KeyFits { way });
            }
        }
        self.conclude(false);
    }

    /// Gold that is won and enemies that are beaten teach something.
    pub(crate) fn learn(&mut self, xp: u32) {
        let xp = self.state.share_xp(self.rules, xp);
        if xp > 0 {
            self.log.tell(Event::Learnt { xp });
        }
    }

    fn cast(&mut self, who: Who, spell: u8, on: Option<Who>) {
        let Some(cast) = self.rules.spell_of(who, spell) else { return };
        let Does::Heal(roll) = cast.effect.does else { return };
        let slots = &mut self.state.slots[hx(who)][usize::from(cast.level) - 1];
        *slots = slots.saturating_sub(1);
        self.log.tell(Event::Cast { who, spell, on });
        let throw = self.dice.roll(Why::new("healing", who.0), roll);
        let taken = on.map_or(self.state.with_us(self.rules), hero_bit);
        for one in heroes_in(taken) {
            self.heal(one, throw);
        }
    }

    fn apply_ware(&mut self, who: Who, ware: Ware, on: Who) {
        let left = &mut self.state.wares[ware as usize];
        *left = left.saturating_sub(1);
        self.log.tell(Event::Used { who, ware, on });
        match ware {
            Ware::Salves => {
                let throw = self.dice.roll(Why::new("healing", who.0), SALVE);
                self.heal(on, throw);
            }
            Ware::Tinctures => {
                for ill in [self.state.poison[hx(on)], self.state.disease[hx(on)]] {
                    if let Some(hazard) = ill.checked_sub(1) {
                        self.log.tell(Event::Cured { who: on, hazard });
                    }
                }
                (self.state.poison[hx(on)], self.state.disease[hx(on)]) = (0, 0);
            }
            Ware::Torches | Ware::Rations => {}
        }
    }

    // --- camping ---

    fn camp(&mut self) {
        if self.state.busy != 0 {
            self.pass_turn();
        }
        if !self.goes_on() {
            return;
        }
        self.log.tell(Event::Camped);
        self.state.light = 0;
        let began = self.state.turn;
        let dawn = (began + DAY - DAWN) / DAY * DAY + DAWN;
        let end = dawn.max(began + NIGHT);
        let watches = self.rules.wandering.map_or(0, |wandering| wandering.night).max(1);
        for watch in 1..=watches {
            let before = self.state.turn;
            let passed = u32::from(end - began) * u32::from(watch) / u32::from(watches);
            self.state.turn = began + passed as u16;
            if before < dawn && dawn <= self.state.turn {
                self.suffer_diseases();
            }
            self.watch_the_clock();
            let broken = self.look_out(true);
            if self.state.here.outcome.is_some() {
                return;
            }
            if broken {
                self.state.busy = 0;
                self.log.tell(Event::CampBroken);
                return;
            }
        }
        self.wake_up();
    }

    /// After a whole night.
    fn wake_up(&mut self) {
        for who in heroes_in(self.state.with_us(self.rules)) {
            let rations = &mut self.state.wares[Ware::Rations as usize];
            if *rations == 0 {
                self.log.tell(Event::Hungry { who });
                continue;
            }
            *rations -= 1;
            self.log.tell(Event::Ate { who });
            // DELVE-D3: a meal and an unbroken night give back a hit point.
            if self.state.hp[hx(who)] < self.rules.sheet(who).hp {
                self.state.hp[hx(who)] += 1;
                let hp = self.state.hp[hx(who)];
                self.log.tell(Event::Rested { who, hp });
                if hp == 1 {
                    self.log.tell(Event::Up { who });
                }
            }
        }
        for who in heroes_in(self.state.with_us(self.rules)) {
            self.state.slots[hx(who)] = self.rules.sheet(who).slots;
        }
        self.state.busy = 0;
        self.log.tell(Event::Morning);
        self.see_to_light();
    }
}
