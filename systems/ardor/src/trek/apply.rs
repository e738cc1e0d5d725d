//! What happens on a journey when somebody chooses: going, sneaking, resting, finding. What is told of it is in `story`.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use super::choices::{Choice, TOUGHEN};
use super::data::Trek;
use super::event::{Event, Try};
use super::state::{DAWN, DAY, DUSK, Foes, Meeting, State, bit, each, has, hero, hx};
use crate::data::{Attribute, Condition, Fumble};

/// How long things take, in minutes.
const BREAK: u32 = 10;
const NIGHT: u32 = 8 * 60;
const SEARCH: u32 = 20;
const FORCE: u32 = 10;
/// What darkness takes from a Challenge Score for going unseen, and from a score on a dangerous way.
pub(crate) const GLOOM: i16 = 2;
/// Health for [`TOUGHEN`] experience.
const TOUGHER: i16 = 2;

/// A journey and what it needs to go on.
pub(crate) struct Step<'a, D, L> {
    pub(crate) rules: &'a Trek,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

impl Trek {
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        if self.why_not(state, choice).is_err() {
            return;
        }
        Step { rules: self, state, dice, log }.take(choice);
    }

    /// What one adds to a d20: an attribute, less Trauma, and what conditions do.
    pub(crate) fn modifier(&self, state: &State, who: Who, by: Attribute) -> i16 {
        // ARDOR-S1, ARDOR-R1
        self.sheet(who).attributes[by as usize] - i16::from(state.trauma[hx(who)]) + state.burden(who)
    }

    /// Is it dark in a zone now?
    pub(crate) fn is_gloomy(&self, state: &State, zone: u8) -> bool {
        let dark = self.place.spots.get(usize::from(zone)).is_some_and(|spot| spot.dark);
        let open = self.terrain.get(usize::from(zone)).is_some_and(|terrain| !terrain.indoors);
        dark || (open && state.is_night())
    }

    /// Who speaks for the party when it goes unseen: the one who is worst at it.
    pub(crate) fn clumsiest(&self, state: &State) -> Who {
        let all = each(state.present(self.party()));
        all.min_by_key(|&who| self.modifier(state, who, Attribute::Grace)).unwrap_or(Who(0))
    }

    /// The Challenge Score of going unseen in a zone, as far as the party knows who lives there.
    pub(crate) fn challenge(&self, state: &State, zone: u8) -> i16 {
        // ARDOR-S2: of the zone, or of an encounter there that is harder to get past.
        let own = self.terrain.get(usize::from(zone)).map_or(0, |terrain| terrain.challenge);
        let lairs = self.place.encounters.iter().zip(0_u8..).zip(&self.bands);
        let known = lairs.filter(|((e, index), _)| {
            e.lair == Some(zone) && has(state.met, *index) && !has(state.here.gone.0, *index)
        });
        let hardest = known.filter_map(|(_, band)| band.challenge).fold(own, i16::max);
        let full =
            self.pursuits.iter().zip(state.pursuits).filter(|(pursuit, filled)| *filled >= pursuit.segments);
        let friends: i16 = full.map(|(pursuit, _)| pursuit.gives.stealth).sum();
        let gloom = if self.is_gloomy(state, zone) { GLOOM } else { 0 };
        hardest + self.hardship(state) - friends - gloom
    }

    /// The score below which a slip happens; none if care rules it out.
    pub(crate) fn limit(&self, slip: &Fumble, careful: bool) -> Option<i16> {
        match self.careful.filter(|_| careful) {
            None => Some(slip.below),
            // ARDOR-S9, ARDOR-O2: by so much, or altogether.
            Some(careful) => careful.lowers.map(|by| slip.below - by),
        }
    }

    pub(crate) fn care(&self, careful: bool) -> i16 {
        self.careful.filter(|_| careful).map_or(0, |careful| careful.penalty)
    }

    /// Who can be seen from where the party is, without going there.
    pub(crate) fn look_around(&self, state: &mut State, log: &mut impl Log<Event>) {
        let near = self.place.steps(&state.here).0 & state.here.seen.0;
        for (encounter, index) in self.place.encounters.iter().zip(0_u8..) {
            let plain = self.bands.get(usize::from(index)).is_some_and(|band| band.plain);
            let there = encounter.lair.is_some_and(|zone| has(near, zone));
            if plain && there && !has(state.met | state.here.gone.0, index) {
                state.met |= bit(index);
                log.tell(Event::Seen { foes: Foes::Band(index) });
            }
        }
    }
}

impl<D: Dice, L: Log<Event>> Step<'_, D, L> {
    fn take(&mut self, choice: Choice) {
        match choice {
            Choice::Lead { who } => {
                self.state.leader = who.0;
                self.log.tell(Event::Led { who });
            }
            Choice::Go { to, careful, .. } => self.go(to, careful),
            Choice::Sneak { to, careful, .. } => self.sneak(to, careful),
            Choice::Attack { .. } => self.meet(true),
            Choice::Break { .. } => self.pause(),
            Choice::Rest { .. } => self.sleep(),
            Choice::Linger { .. } => self.linger(),
            Choice::Wait { .. } => self.wait(),
            Choice::Leave { .. } => {
                self.log.tell(Event::Left);
                self.conclude(true);
            }
            Choice::Search { who } => self.search(who),
            Choice::Force { who, to } => self.force(who, to),
            Choice::Take { who, cache } => self.lift(who, cache),
            Choice::Kit { who } => {
                // ARDOR-B1: used up, and all health is back.
                self.state.kits = self.state.kits.saturating_sub(1);
                self.state.health[hx(who)] = self.state.most[hx(who)];
                self.log.tell(Event::Mended { who });
            }
            Choice::Train { who, which } => self.train(who, which),
            Choice::Toughen { who } => {
                self.state.xp[hx(who)] = self.state.xp[hx(who)].saturating_sub(TOUGHEN);
                self.state.most[hx(who)] += TOUGHER;
                self.state.health[hx(who)] += TOUGHER;
                self.log.tell(Event::Toughened { who, most: self.state.most[hx(who)] });
            }
            Choice::Work { who, pursuit } => {
                self.state.idle &= !hero(who);
                let filled = self.rules.further(self.state, pursuit);
                self.log.tell(Event::Worked { who, pursuit, filled });
                self.rules.complete(self.state, pursuit, self.log);
            }
            Choice::Learn { who } => self.learn(who),
            Choice::Later { who } => self.note(who),
        }
    }

    // --- going ---

    /// Something strenuous begins: Breaks and leisure are over.
    fn strain(&mut self) {
        (self.state.pausing, self.state.leisure, self.state.idle) = (false, 0, 0);
    }

    fn go(&mut self, to: u8, careful: bool) {
        let Some(way) = self.rules.way_to(self.state, to) else { return };
        self.strain();
        let rules = self.rules;
        let passage = &rules.passages[usize::from(way)];
        if let Some(hazard) = &passage.hazard {
            // The leader finds the way for all.
            let who = rules.leader(self.state);
            let gloom = if rules.is_gloomy(self.state, self.state.here.at) { GLOOM } else { 0 };
            let modifier = rules.modifier(self.state, who, hazard.by) - rules.care(careful) - gloom;
            let challenge = hazard.challenge + rules.hardship(self.state);
            let roll = self.attempt("crossing", who, modifier, challenge);
            self.log.tell(Event::Crossed { who, way, to, careful, roll });
            self.slip(who, Some(way), to, rules.slip_on(way), careful, roll);
            self.inspire(who, roll);
            if !self.pass(passage.minutes.into()) || !roll.success {
                return;
            }
        } else if !self.pass(passage.minutes.into()) {
            return;
        }
        self.arrive(to);
        self.meet(false);
    }

    fn sneak(&mut self, to: u8, careful: bool) {
        let Some(way) = self.rules.way_to(self.state, to) else { return };
        self.strain();
        let rules = self.rules;
        let who = rules.clumsiest(self.state);
        let challenge = rules.challenge(self.state, to);
        let modifier = rules.modifier(self.state, who, Attribute::Grace) - rules.care(careful);
        let roll = self.attempt("stealth", who, modifier, challenge);
        self.log.tell(Event::Sneaked { who, to, careful, roll });
        self.slip(who, None, to, rules.slip_in(to), careful, roll);
        self.inspire(who, roll);
        // Quiet feet are slow.
        if !self.pass(2 * u32::from(rules.passages[usize::from(way)].minutes)) {
            return;
        }
        self.arrive(to);
        match roll.success {
            true => self.slip_past(),
            false => self.meet(false),
        }
    }

    /// A d20 against a Challenge Score; a natural 20 always makes it.
    fn attempt(&mut self, label: &'static str, who: Who, modifier: i16, challenge: i16) -> Try {
        let throw = self.dice.roll(Why::new(label, who.0), Roll::d(20).plus(modifier));
        let inspired = throw.value - i32::from(throw.roll.added()) == 20;
        // ARDOR-S2: met or beaten.
        let success = inspired || throw.value >= i32::from(challenge);
        Try { throw, challenge, success, inspired }
    }

    /// Harm of the situation's kind, for whoever scores below the limit.
    fn slip(&mut self, who: Who, way: Option<u8>, to: u8, slip: Option<&Fumble>, careful: bool, roll: Try) {
        let Some(slip) = slip else { return };
        // ARDOR-S8, ARDOR-O1
        let Some(below) = self.rules.limit(slip, careful) else { return };
        if roll.inspired || roll.throw.value >= i32::from(below) {
            return;
        }
        self.log.tell(Event::Fumbled { who, way, to, below });
        if let Some(hurts) = slip.hurts {
            self.mishap(who, who, hurts);
        }
        let others = self.state.present(self.rules.party()) & !hero(who);
        if let Some(hurts) = slip.hurts_friend
            && others != 0
        {
            let picked = self.dice.pick(Why::new("who is hurt", who.0), others.count_ones() as usize);
            self.mishap(who, each(others).nth(picked).unwrap_or(who), hurts);
        }
        let amount = slip.costs_ardor.min(self.state.ardor[hx(who)]);
        if amount > 0 {
            self.state.ardor[hx(who)] -= amount;
            self.log.tell(Event::ArdorLost { who, amount });
        }
        if let Some((condition, rounds)) = slip.condition {
            self.state.lasts[hx(who)][condition as usize] = rounds;
            self.log.tell(Event::Afflicted { who, condition, rounds });
        }
    }

    fn mishap(&mut self, by: Who, who: Who, hurts: Roll) {
        let throw = self.dice.roll(Why::new("mishap", by.0), hurts);
        let amount = throw.value.clamp(0, 999) as i16;
        self.log.tell(Event::Mishap { who, throw, amount });
        if self.state.hurt(who, amount) {
            self.log.tell(Event::Collapsed { who });
        }
    }

    fn arrive(&mut self, to: u8) {
        let first = !has(self.state.here.visited.0, to);
        self.rules.place.arrive(&mut self.state.here, to);
        self.log.tell(Event::Went { to, first });
        self.rules.look_around(self.state, self.log);
        self.rules.take_stock(self.state, self.log);
    }

    /// Those who live here are seen, and do not see.
    fn slip_past(&mut self) {
        let Some(foes) = self.rules.inhabitants(self.state) else { return };
        self.rules.come_to_know(self.state, foes);
        self.log.tell(Event::Passed { foes });
        self.rules.pay_for(self.state, foes, self.log);
    }

    /// Whoever is here has to be fought.
    fn meet(&mut self, unaware: bool) {
        if self.state.here.outcome.is_some() {
            return;
        }
        if let Some(foes) = self.rules.inhabitants(self.state) {
            self.confront(foes, unaware);
        }
    }

    fn confront(&mut self, foes: Foes, unaware: bool) {
        self.strain();
        self.rules.come_to_know(self.state, foes);
        self.state.meeting = Some(Meeting { foes, unaware });
        self.log.tell(Event::Met { foes, unaware });
    }

    // --- resting ---

    /// Time goes by; false if the adventure ends with it.
    fn pass(&mut self, minutes: u32) -> bool {
        self.rules.let_pass(self.state, minutes, self.log);
        self.state.here.outcome.is_none()
    }

    fn pause(&mut self) {
        if !self.pass(BREAK) {
            return;
        }
        self.state.pausing = true;
        for who in each(self.state.present(self.rules.party())) {
            self.refresh(who);
        }
        self.log.tell(Event::Paused);
    }

    /// The good of a Break.
    fn refresh(&mut self, who: Who) {
        // ARDOR-B1
        let most = self.rules.sheet(who).ardor;
        self.state.ardor[hx(who)] = self.state.ardor[hx(who)].max(most);
        self.state.lasts[hx(who)] = [0; Condition::COUNT];
    }

    /// The good of a night's sleep.
    fn restore(&mut self, who: Who) {
        // ARDOR-B2: as a Break, and all surges. ARDOR-R16: all health, with no kit.
        self.refresh(who);
        let most = self.rules.sheet(who).surges;
        self.state.surges[hx(who)] = self.state.surges[hx(who)].max(most);
        self.state.health[hx(who)] = self.state.most[hx(who)];
    }

    fn sleep(&mut self) {
        self.strain();
        let foes = self.what_turns_up();
        if let Some(foes) = foes {
            if self.pass(NIGHT / 2) {
                self.log.tell(Event::Roused { foes });
                self.confront(foes, false);
            }
            return;
        }
        let present = self.state.present(self.rules.party());
        let eaten = present.count_ones() as u8;
        self.state.rations = self.state.rations.saturating_sub(eaten);
        if !self.pass(NIGHT) {
            return;
        }
        each(present).for_each(|who| self.restore(who));
        (self.state.slept, self.state.pausing) = (self.state.clock, true);
        self.log.tell(Event::Slept { eaten });
    }

    /// Whatever breaks the night: what the judge has said, or what the dice say.
    fn what_turns_up(&mut self) -> Option<Foes> {
        let (place, left) = (&self.rules.place, !self.state.here.gone);
        if let Some(next) = self.state.next.take() {
            return Some(Foes::Band(next)).filter(|_| left.has(next));
        }
        let risk = self.rules.terrain[usize::from(self.state.here.at)].risk;
        if risk == 0 || place.weight == 0 {
            return None;
        }
        let quiet = self.dice.check(Why::table("a quiet night"), Roll::d(6), i32::from(risk) + 1);
        if quiet.success {
            return None;
        }
        let lot = self.dice.pick(Why::table("what turns up"), usize::from(place.weight));
        place.drawn(lot as u16, left).map(Foes::Band)
    }

    fn linger(&mut self) {
        self.strain();
        let (rules, suited) = (self.rules, self.rules.suited(self.state));
        // What lies before the adventure takes none of its days.
        let before = std::mem::take(&mut self.state.fresh);
        if !before && !self.pass(u32::from(rules.rest_days) * DAY) {
            return;
        }
        let days = if before { 0 } else { rules.rest_days };
        self.log.tell(Event::Lingered { days });
        for who in each(self.state.present(rules.party())) {
            self.restore(who);
            if suited & hero(who) == 0 {
                // ARDOR-R8: for whom the place does not suit it is only a night's rest.
                self.log.tell(Event::IllAtEase { who });
            } else if self.state.trauma[hx(who)] > 0 {
                // ARDOR-R8, ARDOR-H3: one Trauma.
                self.state.trauma[hx(who)] -= 1;
                self.log.tell(Event::Eased { who });
            }
        }
        // ARDOR-B3: experience can be spent, and strongholds and goals worked on.
        (self.state.leisure, self.state.idle) = (suited, suited);
        (self.state.slept, self.state.pausing) = (self.state.clock, true);
    }

    /// Until it gets dark, or light.
    fn wait(&mut self) {
        let now = self.state.clock % DAY;
        let until = [DAWN, DUSK, DAY + DAWN].into_iter().find(|&hour| hour > now).unwrap_or(DAY + DAWN);
        if self.pass(until - now) {
            self.log.tell(Event::Waited);
        }
    }

    // --- finding ---

    fn search(&mut self, who: Who) {
        let (rules, at) = (self.rules, self.state.here.at);
        let modifier = rules.modifier(self.state, who, Attribute::Wit);
        let challenge = rules.terrain[usize::from(at)].challenge + rules.hardship(self.state);
        let roll = self.attempt("search", who, modifier, challenge);
        self.state.looked[usize::from(at) % 64] |= hero(who);
        let found = if roll.success { rules.place.search(&mut self.state.here) } else { Default::default() };
        self.log.tell(Event::Searched { who, roll, found: !found.nothing() });
        for way in fracas_adventure::Place::zones_in(found.ways.0) {
            self.log.tell(Event::FoundWay { way });
        }
        for cache in fracas_adventure::Place::zones_in(found.caches.0) {
            self.log.tell(Event::FoundCache { cache });
        }
        self.inspire(who, roll);
        self.pass(SEARCH);
    }

    fn force(&mut self, who: Who, to: u8) {
        self.strain();
        let (rules, here) = (self.rules, self.state.here);
        let locked =
            |way: &u8| rules.place.beyond(*way, here.at) == Some(to) && !rules.place.is_open(&here, *way);
        let Some(way) = rules.place.ways_from(&here, here.at).find(locked) else { return };
        let modifier = rules.knack(self.state, who);
        let challenge = rules.passages[usize::from(way)].challenge + rules.hardship(self.state);
        let roll = self.attempt("lock", who, modifier, challenge);
        self.log.tell(Event::Forced { who, way, roll });
        if roll.success {
            rules.place.unlock(&mut self.state.here, way);
        }
        self.inspire(who, roll);
        if self.pass(FORCE) {
            rules.look_around(self.state, self.log);
        }
    }

    fn lift(&mut self, who: Who, cache: u8) {
        let rules = self.rules;
        if let Some(foes) = rules.company(self.state) {
            let modifier = rules.modifier(self.state, who, Attribute::Grace);
            let challenge = rules.challenge(self.state, self.state.here.at);
            let roll = self.attempt("stealth", who, modifier, challenge);
            self.log.tell(Event::Filched { who, cache, roll });
            self.inspire(who, roll);
            if !roll.success {
                return self.confront(foes, false);
            }
        }
        self.state.here.taken.0 |= bit(cache);
        self.log.tell(Event::Took { who, cache });
        rules.unpack(self.state, cache, self.log);
    }

    // --- learning ---

    /// An Inspired Moment outside of a fight: something may be discovered.
    fn inspire(&mut self, who: Who, roll: Try) {
        // ARDOR-S7, ARDOR-O3
        if !roll.inspired || !self.rules.discovery {
            return;
        }
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        let price = self.rules.lore(who, which).map_or(0, |ability| ability.xp);
        let enough = self.state.xp[hx(who)] >= price;
        self.log.tell(Event::Discovered { who, which, enough });
        match enough {
            true => self.state.discovering |= hero(who),
            false => self.note(who),
        }
    }

    fn learn(&mut self, who: Who) {
        self.state.discovering &= !hero(who);
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        let price = self.rules.lore(who, which).map_or(0, |ability| ability.xp);
        self.master(who, which, price);
    }

    fn note(&mut self, who: Who) {
        self.state.discovering &= !hero(who);
        let Some(which) = self.rules.undiscovered(self.state, who) else { return };
        self.state.noted[hx(who)] |= 1 << (which - self.rules.sheet(who).known).min(7);
        self.log.tell(Event::Noted { who, which });
    }

    fn train(&mut self, who: Who, which: u8) {
        // ARDOR-S7: what could not be learned at once is trained at an Extended Rest.
        if let Some(price) = self.rules.price(self.state, who, which) {
            self.master(who, which, price);
        }
    }

    fn master(&mut self, who: Who, which: u8, price: u8) {
        let place = 1 << (which - self.rules.sheet(who).known).min(7);
        self.state.xp[hx(who)] = self.state.xp[hx(who)].saturating_sub(price);
        self.state.learned[hx(who)] |= place;
        self.state.noted[hx(who)] &= !place;
        self.log.tell(Event::Learned { who, which, price });
    }

    fn conclude(&mut self, leaving: bool) {
        self.rules.conclude(self.state, leaving, self.log);
    }
}
