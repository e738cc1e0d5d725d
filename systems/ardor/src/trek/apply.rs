//! What choices do on a trek by the ardor rules: going, going unseen, dangerous ways, finding and learning.

use fracas_adventure::{Attempt, ByHero, Clauses, Course, DeedOf, Explore, Foes, Heroes, Test, Words};
use fracas_dice::{Roll, Why};
use fracas_kernel::Who;

use super::data::{KITS, RATIONS};
use super::event::Try;
use super::rests::TOUGHEN;
use super::state::{DAWN, DUSK, of_day};
use super::{Deed, Event, Lore, State, Step, Told};
use crate::data::{Attribute, Fumble};
use crate::discovery::glimpse;
use crate::state::Abilities;

/// How long things take, in minutes.
const SEARCH: u32 = 20;
const FORCE: u32 = 10;
/// What darkness takes from a Challenge Score for going unseen, and from a score on a dangerous way.
pub(crate) const GLOOM: i16 = 2;
/// The die that is rolled for a night.
pub(crate) const NIGHT_DIE: u8 = 6;
/// Health for [`TOUGHEN`] experience.
pub const TOUGHER: i16 = 2;

impl Explore for Lore {
    const WORDS: Words = Words {
        listen: "",
        pick: "",
        stay: "",
        in_turn: "now",
        left_behind: "a captive",
        rules: Clauses {
            able: Some("ARDOR-R9"),
            search: Some("ARDOR-S1"),
            door: Some("ARDOR-S1"),
            rest: Some("ARDOR-B2"),
            lair: Some("ARDOR-S2"),
            wandering: Some("ARDOR-B2"),
            flight: Some("ARDOR-R9"),
            wake: Some("ARDOR-R15"),
            ..Clauses::NONE
        },
        ..Words::USUAL
    };

    fn health(&self, state: &State, who: Who) -> i32 {
        state.own.health[who].max(0).into()
    }

    /// Everybody may do something at any time; a discovery is settled first.
    fn asked(&self, state: &State) -> Heroes {
        let finder = state.own.discovering.lowest();
        if finder.is_empty() { state.able() } else { finder }
    }

    /// It goes on when the leader says so.
    fn awaited(&self, state: &State) -> Heroes {
        let leader: Heroes = state.party.leader().into_iter().collect();
        let asked = self.asked(state);
        if asked.meets(leader) { leader } else { asked }
    }

    fn is_for_all(&self, deed: Deed) -> bool {
        matches!(
            deed,
            Deed::GoCarefully(_)
                | Deed::Sneak { .. }
                | Deed::Attack
                | Deed::Break
                | Deed::Linger
                | Deed::Wait
        )
    }

    /// Time goes by with each thing that is done; nobody waits for a turn to end.
    fn is_work(&self, _deed: DeedOf<Lore>) -> bool {
        false
    }

    fn attempt(&self, step: &mut Step<'_>, who: Who, what: Attempt) -> Test {
        match what {
            Attempt::Force { way } | Attempt::Pick { way } => {
                step.state.own.strain();
                step.state.own.forced = true;
                let lock = self.passages.get(usize::from(way)).map_or(0, |passage| passage.challenge);
                let challenge = lock + self.hardship(step.state);
                self.roll(step, "lock", who, self.knack(step.state, who), challenge).into()
            }
            Attempt::Search | Attempt::Listen { .. } | Attempt::Disarm { .. } => {
                let modifier = self.modifier(step.state, who, Attribute::Wit);
                let challenge = self.challenges[step.state.here.at] + self.hardship(step.state);
                self.roll(step, "search", who, modifier, challenge).into()
            }
        }
    }

    fn act(&self, step: &mut Step<'_>, who: Who, deed: Deed) {
        match deed {
            Deed::GoCarefully(to) => self.go(step, to, true),
            Deed::Sneak { to, careful } => self.sneak(step, to, careful),
            Deed::Attack => {
                if let Some(foes) = self.company(step.state) {
                    self.meet(step.state, foes, false, step.log);
                    step.state.own.unaware = true;
                }
            }
            Deed::Break => self.pause(step),
            Deed::Linger => self.linger(step),
            Deed::Wait => self.wait(step),
            Deed::Kit => {
                // ARDOR-B1: used up, and all health is back.
                step.state.supplies.spend(KITS);
                step.state.own.health[who] = step.state.own.most[who];
                step.tell_of(who, Event::Mended);
            }
            Deed::Train(which) => {
                // ARDOR-S7: what could not be learned at once is trained at an Extended Rest.
                if let Some(price) = self.price(step.state, who, which) {
                    self.master(step, who, which, price);
                }
            }
            Deed::Toughen => {
                let own = &mut step.state.own;
                own.xp[who] = own.xp[who].saturating_sub(TOUGHEN);
                own.most[who] += TOUGHER;
                own.health[who] += TOUGHER;
                step.tell_of(who, Event::Toughened);
            }
            Deed::Work(pursuit) => {
                step.state.own.idle.remove(who);
                let filled = self.further(step.state, pursuit);
                step.tell_of(who, Event::Worked(pursuit, filled));
                self.complete(step.state, pursuit, step.log);
            }
            Deed::Learn(which) => {
                step.state.own.settle_discovery(who);
                let price = self.ability(who, which).map_or(0, |ability| ability.xp);
                self.master(step, who, which, price);
            }
            Deed::Later(which) => {
                step.state.own.settle_discovery(who);
                step.state.own.noted[who] |= Abilities::one(which.saturating_sub(self.sheet(who).known));
                step.tell_of(who, Event::Noted(which));
            }
        }
    }

    fn travel(&self, step: &mut Step<'_>, to: u8) {
        self.go(step, to, false);
    }

    fn searched(&self, step: &mut Step<'_>, who: Who, _success: bool) {
        step.state.own.looked[step.state.here.at].insert(who);
        self.let_pass(step.state, SEARCH, step.log);
    }

    fn lay_hands_on(&self, step: &mut Step<'_>, who: Who, cache: u8) -> bool {
        let Some(foes) = self.company(step.state) else { return true };
        let modifier = self.modifier(step.state, who, Attribute::Grace);
        let challenge = self.challenge(step.state, step.state.here.at);
        let roll = self.roll(step, "stealth", who, modifier, challenge);
        step.tell_of(who, Event::Filched { cache, roll });
        if !roll.success {
            self.meet(step.state, foes, false, step.log);
        }
        roll.success
    }

    fn gain(&self, step: &mut Step<'_>, _who: Who, cache: u8) {
        let hoard = self.hoards.get(usize::from(cache)).copied().unwrap_or_default();
        self.reward(step.state, hoard.xp, step.log);
        self.deed_done(step.state, hoard.fills, step.log);
        self.take_stock(step.state, step.log);
    }

    /// A Standard Rest.
    fn rest(&self, step: &mut Step<'_>) {
        self.sleep(step);
    }

    /// An Inspired Moment shows what it is good for, and a door that was tried has taken its time.
    fn settle(&self, step: &mut Step<'_>) {
        step.state.party.busy = Heroes::NONE;
        if let Some(who) = step.state.own.inspired.take() {
            self.inspire(step, who);
        }
        if std::mem::take(&mut step.state.own.forced) && self.let_pass(step.state, FORCE, step.log) {
            self.look_around(step.state, step.log);
        }
    }

    /// Is the night broken, by the judge's word or by the dice?
    fn stirs(&self, step: &mut Step<'_>) -> bool {
        let judged = step.state.own.faces.take();
        let risk = judged.unwrap_or(self.terrain(step.state.here.at).risk);
        if step.state.next.is_some() {
            return true;
        }
        let quiet = Why::table("a quiet night");
        risk > 0
            && self.setting.place.weight > 0
            && !step.dice.check(quiet, Roll::d(NIGHT_DIE.into()), i32::from(risk) + 1).success
    }

    fn met(&self, state: &mut State, foes: Foes, _turned_up: bool) {
        state.own.strain();
        state.own.unaware = false;
        state.come_to_know(foes);
    }

    /// Encounters that nobody has met are as the file has them; nor does anybody know what the judge has decided.
    fn hide(&self, state: &mut State) {
        state.here.gone &= state.heard;
        state.here.beaten &= state.heard;
        let own = &mut state.own;
        (own.limit, own.faces) = (ByHero::default(), None);
        let waiting = Heroes::ALL - own.discovering;
        waiting.for_each(|who| own.offer[who] = Abilities::NONE);
    }
}

impl Lore {
    // --- what somebody brings to it ---

    /// What one adds to a d20: an attribute, less Trauma, and what conditions do.
    pub(crate) fn modifier(&self, state: &State, who: Who, by: Attribute) -> i16 {
        // ARDOR-S1, ARDOR-R1
        self.sheet(who).attributes[by as usize] - i16::from(state.own.trauma[who]) + state.own.burden(who)
    }

    /// What somebody brings to a lock: strength or wit, whichever is better.
    pub(crate) fn knack(&self, state: &State, who: Who) -> i16 {
        let by = |attribute| self.modifier(state, who, attribute);
        by(Attribute::Might).max(by(Attribute::Wit))
    }

    pub(crate) fn is_night(&self, state: &State) -> bool {
        !(DAWN..DUSK).contains(&of_day(self.setting.clock, state.clock))
    }

    /// Is it dark in a zone now?
    pub(crate) fn is_gloomy(&self, state: &State, zone: u8) -> bool {
        self.setting.place.is_dark(zone) || !self.terrain(zone).indoors && self.is_night(state)
    }

    /// Who speaks for the party when it goes unseen: the one who is worst at it.
    pub(crate) fn clumsiest(&self, state: &State) -> Who {
        let worst = state.able().min_by_key(|&who| self.modifier(state, who, Attribute::Grace));
        worst.unwrap_or(Who(0))
    }

    /// The Challenge Score of going unseen in a zone, as far as the party knows who lives there.
    pub(crate) fn challenge(&self, state: &State, zone: u8) -> i16 {
        // ARDOR-S2: of the zone, or of an encounter there that is harder to get past.
        let own = self.challenges[zone];
        let known = state.known_in(&self.setting.place, zone);
        let theirs = known.filter_map(|foes| foes.of(&self.bands)?.challenge);
        let full =
            self.pursuits.iter().zip(state.own.pursuits).filter(|(one, filled)| *filled >= one.segments);
        let friends: i16 = full.map(|(pursuit, _)| pursuit.gives.stealth).sum();
        let gloom = if self.is_gloomy(state, zone) { GLOOM } else { 0 };
        theirs.fold(own, i16::max) + self.hardship(state) - friends - gloom
    }

    /// The score below which something goes wrong; none if care rules it out.
    pub(crate) fn limit(&self, below: i16, careful: bool) -> Option<i16> {
        match self.careful.filter(|_| careful) {
            None => Some(below),
            // ARDOR-S9, ARDOR-O2: lower, or none at all.
            Some(careful) => careful.lowers.map(|by| below - by),
        }
    }

    /// Is care offered?
    pub(crate) fn may_take_care(&self, state: &State) -> bool {
        self.careful.is_some() && !state.own.hurried
    }

    pub(crate) fn care(&self, careful: bool) -> i16 {
        self.careful.filter(|_| careful).map_or(0, |careful| careful.penalty)
    }

    /// A d20 against a Challenge Score, with all that raises it; a natural 20 always makes it.
    fn roll(&self, step: &mut Step<'_>, label: &'static str, who: Who, modifier: i16, challenge: i16) -> Try {
        let throw = step.dice.roll(Why::new(label, who.0), Roll::d(20).plus(modifier));
        let inspired = throw.value - i32::from(throw.roll.added()) == 20;
        step.state.own.inspired = inspired.then_some(who).or(step.state.own.inspired);
        // ARDOR-S2: met or beaten.
        let success = inspired || throw.value >= i32::from(challenge);
        Try { throw, challenge, success, inspired }
    }

    // --- going ---

    fn go(&self, step: &mut Step<'_>, to: u8, careful: bool) {
        let Some((way, passage)) = self.passage(step.state, to) else { return };
        step.state.own.strain();
        let mut arrives = true;
        if let Some(hazard) = &passage.hazard {
            // The leader finds the way for all.
            let who = step.state.party.leader().unwrap_or(Who(0));
            let gloom = if self.is_gloomy(step.state, step.state.here.at) { GLOOM } else { 0 };
            let modifier = self.modifier(step.state, who, hazard.by) - self.care(careful) - gloom;
            let challenge = hazard.challenge + self.hardship(step.state);
            let roll = self.roll(step, "crossing", who, modifier, challenge);
            step.tell_of(who, Event::Crossed { way, to, careful, roll });
            let spoiled = self.slip(step, who, (Some(way), to), passage.slip(), careful, roll);
            arrives = roll.success && !spoiled;
        }
        if self.let_pass(step.state, passage.minutes.into(), step.log) && arrives {
            self.arrive(step, to);
            self.meet_here(step.state, step.log);
        }
    }

    fn sneak(&self, step: &mut Step<'_>, to: u8, careful: bool) {
        let Some((_, passage)) = self.passage(step.state, to) else { return };
        step.state.own.strain();
        let who = self.clumsiest(step.state);
        let challenge = self.challenge(step.state, to);
        let modifier = self.modifier(step.state, who, Attribute::Grace) - self.care(careful);
        let roll = self.roll(step, "stealth", who, modifier, challenge);
        step.tell_of(who, Event::Sneaked { to, careful, roll });
        let slip = self.terrain(to).slip.as_ref();
        let spoiled = self.slip(step, who, (None, to), slip, careful, roll);
        // Quiet feet are slow.
        if !self.let_pass(step.state, 2 * u32::from(passage.minutes), step.log) {
            return;
        }
        self.arrive(step, to);
        match roll.success && !spoiled {
            true => self.slip_past(step),
            false => self.meet_here(step.state, step.log),
        }
    }

    /// Harm of the situation's kind, for whoever scores below the limit. True if all is spoiled by it.
    fn slip(
        &self,
        step: &mut Step<'_>,
        who: Who,
        (way, to): (Option<u8>, u8),
        slip: Option<&Fumble>,
        careful: bool,
        roll: Try,
    ) -> bool {
        // As in a fight, the judge's word counts where it is the worse.
        let limit = i16::from(step.state.own.limit[who]);
        let judged = limit > 0 && slip.is_none_or(|slip| limit > slip.below);
        let threat = slip.map(|slip| (slip, slip.below)).filter(|_| !judged);
        let threat = threat.or(judged.then_some((&self.fights[0].mishap, limit)));
        // ARDOR-S8, ARDOR-O1
        let Some((slip, below)) = threat.and_then(|(slip, below)| Some((slip, self.limit(below, careful)?)))
        else {
            return false;
        };
        if roll.inspired || roll.throw.value >= i32::from(below) {
            return false;
        }
        step.tell_of(who, Event::Fumbled { way, to, below, judged });
        if let Some(hurts) = slip.hurts {
            self.mishap(step, who, who, hurts);
        }
        let others = step.state.able() - Heroes::one(who);
        if let Some(hurts) = slip.hurts_friend
            && !others.is_empty()
        {
            let picked = step.dice.pick(Why::new("who is hurt", who.0), others.len());
            self.mishap(step, who, others.nth(picked).unwrap_or(who), hurts);
        }
        let amount = slip.costs_ardor.min(step.state.own.ardor[who]);
        if amount > 0 {
            step.state.own.ardor[who] -= amount;
            step.tell_of(who, Event::ArdorLost(amount));
        }
        if let Some((condition, rounds)) = slip.condition {
            step.state.own.lasts[who][condition as usize] = rounds;
            step.tell_of(who, Event::Afflicted(condition));
        }
        slip.spoils
    }

    fn mishap(&self, step: &mut Step<'_>, by: Who, who: Who, hurts: Roll) {
        let throw = step.dice.roll(Why::new("mishap", by.0).wanted_low(), hurts);
        step.tell_of(who, Event::Mishap(throw));
        if step.state.own.hurt(who, throw.value.clamp(0, 999) as i16) {
            step.tell_of(who, Event::Collapsed);
        }
    }

    fn arrive(&self, step: &mut Step<'_>, to: u8) {
        step.arrive(to);
        self.look_around(step.state, step.log);
        self.take_stock(step.state, step.log);
    }

    /// Those who live here are seen, and do not see.
    fn slip_past(&self, step: &mut Step<'_>) {
        let Some(foes) = step.state.inhabitants(&self.setting.place) else { return };
        step.state.come_to_know(foes);
        step.tell(Event::Passed(foes));
        self.pay_for(step.state, foes, step.log);
    }

    /// Who can be seen from where the party is, without going there.
    pub(crate) fn look_around(&self, state: &mut State, log: Told<'_>) {
        let place = &self.setting.place;
        let near = place.steps(&state.here) & state.here.seen;
        for (encounter, index) in place.encounters.iter().zip(0_u8..) {
            let plain = self.bands.get(usize::from(index)).is_some_and(|band| band.plain);
            let there = encounter.lair.is_some_and(|zone| near.has(zone));
            if plain && there && !(state.heard | state.here.gone).has(index) {
                state.heard.insert(index);
                log.tell(Event::Seen(Foes::Encounter(index)).into());
            }
        }
    }

    // --- learning ---

    /// An Inspired Moment outside of a fight: something may be discovered.
    fn inspire(&self, step: &mut Step<'_>, who: Who) {
        // ARDOR-S7, ARDOR-O3
        if !self.discovery {
            return;
        }
        // ARDOR-R20: what the judge has chosen, or else two to choose from.
        let own = &mut step.state.own;
        if own.offer[who].is_empty() {
            let sheet = self.sheet(who);
            own.offer[who] = glimpse(&self.fights[0].abilities, sheet, own.learned[who], own.noted[who]);
        }
        own.discovering.put(who, !own.offer[who].is_empty());
        for which in self.offered(step.state, who) {
            let enough = self.can_afford(step.state, who, which);
            step.tell_of(who, Event::Discovered(which, enough));
        }
    }

    fn master(&self, step: &mut Step<'_>, who: Who, which: u8, price: u8) {
        let own = &mut step.state.own;
        let place = which.saturating_sub(self.sheet(who).known);
        own.xp[who] = own.xp[who].saturating_sub(price);
        own.learned[who] |= Abilities::one(place);
        own.noted[who] -= Abilities::one(place);
        step.tell_of(who, Event::Learned(which, price));
    }

    /// What somebody has to choose from, by places on the sheet.
    pub(crate) fn offered(&self, state: &State, who: Who) -> impl Iterator<Item = u8> + use<> {
        let known = self.sheet(who).known;
        state.own.offer[who].map(move |place| known + place)
    }

    pub(crate) fn can_afford(&self, state: &State, who: Who, which: u8) -> bool {
        self.ability(who, which).is_some_and(|ability| state.own.xp[who] >= ability.xp)
    }

    /// How many meals a Standard Rest takes.
    pub(crate) fn mouths(&self, state: &State) -> u16 {
        state.able().len() as u16
    }

    pub(crate) fn has_food(&self, state: &State) -> bool {
        state.supplies.of(RATIONS) >= self.mouths(state)
    }
}
