//! The course of an adventure, as far as no dice are needed: time and what presses, rewards, pursuits, and how fights end
//! for the party.

use fracas_kernel::{Log, Outcome, Side, Who};

use super::data::{Band, Trek};
use super::event::Event;
use super::state::{DAY, Foes, Meeting, Press, State, bit, each, has, hx};
use crate::data::{Ability, Attribute};
use crate::state::State as Fight;

/// How long a fight and seeing to its end take, in minutes.
const FIGHT: u32 = 10;

impl Trek {
    /// An ability by its place on somebody's sheet.
    pub(crate) fn lore(&self, who: Who, which: u8) -> Option<&Ability> {
        let index = *self.sheet(who).abilities.get(usize::from(which))?;
        self.fights[0].abilities.get(usize::from(index))
    }

    /// What somebody brings to a lock: strength or wit, whichever is better.
    pub(crate) fn knack(&self, state: &State, who: Who) -> i16 {
        let by = |attribute| self.modifier(state, who, attribute);
        by(Attribute::Might).max(by(Attribute::Wit))
    }

    /// By how much everything is harder, once what pressed has come to pass.
    pub(crate) fn hardship(&self, state: &State) -> i16 {
        let harder = self.matter.as_ref().map_or(0, |matter| matter.harder);
        if state.matter == Press::CameToPass { harder } else { 0 }
    }

    pub(crate) fn band(&self, foes: Foes) -> Option<&Band> {
        match foes {
            Foes::Band(index) => self.bands.get(usize::from(index)),
            Foes::Stray(_) => None,
        }
    }

    /// Who is where the party is, known or not.
    pub(crate) fn inhabitants(&self, state: &State) -> Option<Foes> {
        let stray =
            || state.strays.iter().position(|one| one.is_some_and(|stray| stray.zone == state.here.at));
        let band = self.place.lair_here(&state.here).map(Foes::Band);
        band.or_else(|| stray().map(|slot| Foes::Stray(slot as u8)))
    }

    pub(crate) fn come_to_know(&self, state: &mut State, foes: Foes) {
        match foes {
            Foes::Band(index) => state.met |= bit(index),
            Foes::Stray(slot) => {
                if let Some(Some(stray)) = state.strays.get_mut(usize::from(slot)) {
                    stray.known = true;
                }
            }
        }
    }

    // --- time ---

    /// How many segments of what presses are full.
    pub(crate) fn pressed(&self, state: &State) -> u8 {
        let Some(matter) = &self.matter else { return 0 };
        let (segment, gone) = (i32::from(matter.hours) * 60, state.clock as i32 - state.pressed);
        (gone.max(0) / segment.max(1)).min(matter.segments.into()) as u8
    }

    pub(crate) fn let_pass(&self, state: &mut State, minutes: u32, log: &mut impl Log<Event>) {
        let before = self.pressed(state);
        state.clock = state.clock.saturating_add(minutes);
        state.fresh = false;
        if state.here.outcome.is_some() {
            return;
        }
        self.press(state, before, log);
        if state.here.outcome.is_none() && state.clock >= u32::from(self.days) * DAY {
            log.tell(Event::TimeUp);
            self.end(state, Outcome::Draw, log);
        }
    }

    /// What presses has come further, and may come to pass.
    pub(crate) fn press(&self, state: &mut State, before: u8, log: &mut impl Log<Event>) {
        let (Some(matter), Press::Presses) = (&self.matter, state.matter) else { return };
        let filled = self.pressed(state);
        if filled > before {
            log.tell(Event::Pressed { filled });
        }
        if filled >= matter.segments {
            state.matter = Press::CameToPass;
            log.tell(Event::CameToPass);
            if matter.ends {
                self.end(state, Outcome::Won(Side::Monsters), log);
            }
        }
    }

    fn end(&self, state: &mut State, outcome: Outcome, log: &mut impl Log<Event>) {
        state.here.outcome = Some(outcome);
        state.discovering = 0;
        log.tell(Event::Over { outcome });
    }

    // --- what is achieved ---

    /// After anything was reached, taken or beaten: does it still press, and is the goal reached?
    pub(crate) fn take_stock(&self, state: &mut State, log: &mut impl Log<Event>) {
        if let (Some(matter), Press::Presses) = (&self.matter, state.matter) {
            let done = matter.take.is_none_or(|cache| has(state.here.taken.0, cache))
                && matter.beat.is_none_or(|band| has(state.here.beaten.0, band))
                && matter.reach.is_none_or(|zone| has(state.here.visited.0, zone));
            if done {
                state.matter = Press::Settled;
                log.tell(Event::Settled);
            }
        }
        if !state.rewarded && self.place.achieved(&state.here) {
            state.rewarded = true;
            log.tell(Event::Achieved);
            self.reward(state, self.reward, log);
        }
        self.conclude(state, false, log);
    }

    pub(crate) fn conclude(&self, state: &mut State, leaving: bool, log: &mut impl Log<Event>) {
        if state.here.outcome.is_some() {
            return;
        }
        let anybody = state.present(self.party()) != 0;
        self.place.conclude(&mut state.here, leaving, anybody);
        if let Some(outcome) = state.here.outcome {
            self.end(state, outcome, log);
        }
    }

    fn reward(&self, state: &mut State, xp: u8, log: &mut impl Log<Event>) {
        if xp == 0 {
            return;
        }
        for who in each(state.present(self.party())) {
            state.earn(who, xp);
        }
        log.tell(Event::Earned { xp });
    }

    /// Experience for an encounter that was overcome, by force or by stealth, once.
    pub(crate) fn pay_for(&self, state: &mut State, foes: Foes, log: &mut impl Log<Event>) {
        let Foes::Band(index) = foes else { return };
        if has(state.paid, index) {
            return;
        }
        state.paid |= bit(index);
        self.reward(state, self.band(foes).map_or(0, |band| band.xp), log);
    }

    /// What was in a cache.
    pub(crate) fn unpack(&self, state: &mut State, cache: u8, log: &mut impl Log<Event>) {
        let Some(hoard) = self.hoards.get(usize::from(cache)).copied() else { return };
        state.kits = state.kits.saturating_add(hoard.kits);
        state.rations = state.rations.saturating_add(hoard.rations);
        for (passage, way) in self.passages.iter().zip(0_u8..) {
            if passage.key == Some(cache) && !state.here.doors.at(way).shows() {
                state.here.doors.set(way, fracas_adventure::Door::Open);
                log.tell(Event::Unlocked { way });
            }
        }
        self.reward(state, hoard.xp, log);
        self.deed(state, hoard.fills, log);
        self.take_stock(state, log);
    }

    // --- pursuits ---

    /// One segment more; how many are full then.
    pub(crate) fn further(&self, state: &mut State, pursuit: u8) -> u8 {
        let most = self.pursuits.get(usize::from(pursuit)).map_or(0, |pursuit| pursuit.segments);
        let Some(filled) = state.pursuits.get_mut(usize::from(pursuit)) else { return 0 };
        *filled = (*filled + 1).min(most);
        *filled
    }

    fn deed(&self, state: &mut State, fills: Option<u8>, log: &mut impl Log<Event>) {
        let Some(index) = fills else { return };
        let Some(pursuit) = self.pursuits.get(usize::from(index)) else { return };
        if state.pursuits[usize::from(index)] < pursuit.segments {
            let filled = self.further(state, index);
            log.tell(Event::Furthered { pursuit: index, filled });
            self.complete(state, index, log);
        }
    }

    /// If its clock has just been filled: what it is good for.
    pub(crate) fn complete(&self, state: &mut State, index: u8, log: &mut impl Log<Event>) {
        let Some(pursuit) = self.pursuits.get(usize::from(index)) else { return };
        if state.pursuits[usize::from(index)] < pursuit.segments {
            return;
        }
        log.tell(Event::Completed { pursuit: index });
        state.kits = state.kits.saturating_add(pursuit.gives.kits);
        state.rations = state.rations.saturating_add(pursuit.gives.rations);
        self.reward(state, pursuit.gives.xp, log);
    }

    // --- after a fight ---

    pub(crate) fn come_out(
        &self,
        state: &mut State,
        fight: &Fight,
        outcome: Outcome,
        log: &mut impl Log<Event>,
    ) {
        let Some(Meeting { foes, .. }) = state.meeting.take() else { return };
        self.heroes_after(state, fight);
        let victory = match outcome {
            Outcome::Won(side) => side == Side::Heroes,
            // Both sides went down together: there is nobody left to fear.
            Outcome::Draw => !fight.side[1].meets(fight.standing),
        };
        match (victory, outcome) {
            (true, _) => self.win(state, foes, log),
            (false, Outcome::Draw) => {
                self.close(state, foes, false);
                log.tell(Event::Parted { foes });
                self.wake(state, log);
            }
            (false, _) => self.get_away(state, fight, foes, log),
        }
        self.let_pass(state, FIGHT, log);
        self.take_stock(state, log);
        let next = self.inhabitants(state).filter(|_| victory && state.here.outcome.is_none());
        if let Some(foes) = next {
            // The noise has brought the others who live here.
            self.come_to_know(state, foes);
            state.meeting = Some(Meeting { foes, unaware: false });
            log.tell(Event::Met { foes, unaware: false });
        }
    }

    /// An encounter is over for good.
    fn close(&self, state: &mut State, foes: Foes, beaten: bool) {
        match foes {
            Foes::Band(index) => {
                state.here.gone.0 |= bit(index);
                if beaten {
                    state.here.beaten.0 |= bit(index);
                }
            }
            Foes::Stray(slot) => {
                if let Some(stray) = state.strays.get_mut(usize::from(slot)) {
                    *stray = None;
                }
            }
        }
    }

    fn win(&self, state: &mut State, foes: Foes, log: &mut impl Log<Event>) {
        self.close(state, foes, true);
        log.tell(Event::Beaten { foes });
        self.wake(state, log);
        self.free_captives(state, foes, log);
        self.pay_for(state, foes, log);
        self.deed(state, self.band(foes).and_then(|band| band.fills), log);
    }

    /// Who holds somebody.
    pub(crate) fn captor(&self, state: &State, who: Who) -> Option<Foes> {
        match state.captor[hx(who)] {
            0 => None,
            stray if stray & STRAY != 0 => Some(Foes::Stray(stray & !STRAY)),
            band => Some(Foes::Band(band - 1)),
        }
    }

    pub(crate) fn free_captives(&self, state: &mut State, foes: Foes, log: &mut impl Log<Event>) {
        for who in each(self.party() & !state.lost) {
            if self.captor(state, who) == Some(foes) {
                state.captor[hx(who)] = 0;
                state.health[hx(who)] = state.health[hx(who)].max(1);
                log.tell(Event::Freed { who });
            }
        }
    }

    /// Whoever lies there is brought round, now that nobody keeps the others from it.
    fn wake(&self, state: &mut State, log: &mut impl Log<Event>) {
        for who in each(state.present(self.party())) {
            if state.health[hx(who)] <= 0 {
                state.health[hx(who)] = 1;
                log.tell(Event::Woke { who });
            }
        }
    }

    /// The fallen are left behind as captives; the others find themselves where they came from.
    fn get_away(&self, state: &mut State, fight: &Fight, foes: Foes, log: &mut impl Log<Event>) {
        for who in each(state.present(self.party())) {
            if !fight.gone.has(who) && state.health[hx(who)] <= 0 {
                state.captor[hx(who)] = captor(foes);
                log.tell(Event::LeftBehind { who });
            }
        }
        self.wake(state, log);
        if state.present(self.party()) == 0 {
            return;
        }
        let here = &mut state.here;
        let back = match here.from {
            from if from != here.at => Some(from),
            _ => fracas_adventure::Place::zones_in(self.place.steps(here).0).next(),
        };
        if let Some(back) = back {
            self.place.arrive(here, back);
        }
        log.tell(Event::GotAway { to: state.here.at });
        // Where they flee to somebody may live as well; the flight itself goes unnoticed.
        if let Some(foes) = self.inhabitants(state) {
            self.come_to_know(state, foes);
        }
        self.look_around(state, log);
    }
}

/// Foes as a captive knows them: a number above 0.
fn captor(foes: Foes) -> u8 {
    match foes {
        Foes::Band(index) => index + 1,
        Foes::Stray(slot) => STRAY | slot,
    }
}

const STRAY: u8 = 0x80;
