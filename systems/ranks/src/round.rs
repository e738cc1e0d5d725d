//! The course of a fight: initiative, how turns begin and end, cards drawn, and how it is over.

use fracas_dice::{Dice, Why};
use fracas_kernel::grid::Square;
use fracas_kernel::plot::Tick;
use fracas_kernel::{Log, Outcome, Side, Who};

use crate::apply::Turn;
use crate::data::{Ability, Cards, DRAWN, Keyword};
use crate::event::Event;
use crate::state::{MAX_COMBATANTS, Phase};

/// RANKS-R5
pub(crate) const REANIMATES: i32 = 10;

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    pub fn roll_initiative(&mut self) {
        // RANKS-T1
        self.state.round = self.state.round.saturating_add(1);
        self.log.tell(Event::Round { number: self.state.round });
        // RANKS-G3: what comes with a round comes before initiative.
        if self.rules.plotted {
            self.unfold(Tick::Now);
            if self.state.outcome.is_some() {
                return;
            }
        }
        let mut keys = [0_u64; MAX_COMBATANTS];
        let mut turns = 0;
        for who in self.state.present() {
            let rank = self.rank(who, Ability::Speed);
            let throw = self.roll("initiative", who, rank);
            self.log.tell(Event::Initiative { who, throw });
            // RANKS-R2: the roll, the rank, heroes, the list; the lowest key acts first.
            let roll = u64::from(u16::MAX - throw.value.clamp(0, u16::MAX.into()) as u16);
            let monster = u64::from(self.state.side_of(who) == Side::Monsters);
            keys[turns] = roll << 32 | u64::from(u8::MAX - rank) << 16 | monster << 8 | u64::from(who.0);
            turns += 1;
        }
        keys[..turns].sort_unstable();
        for (place, key) in self.state.order.iter_mut().zip(&keys[..turns]) {
            *place = Who(*key as u8);
        }
        self.state.turns = turns as u8;
        self.state.phase = Phase::Ending;
        self.state.acted = true;
        self.state.dazed = false;
        // Nobody has acted yet: the first turn begins where a turn before it would have ended.
        self.state.now = u8::MAX;
    }

    /// Goes on to whoever can act next, or to the end.
    #[inline(always)]
    pub fn settle(&mut self) {
        while self.state.phase == Phase::Ending && self.state.outcome.is_none() {
            self.next_turn();
        }
    }

    #[inline(never)]
    fn next_turn(&mut self) {
        if self.state.now != u8::MAX {
            self.end_turn(self.state.current());
        }
        loop {
            self.state.now = self.state.now.wrapping_add(1);
            if self.state.now >= self.state.turns {
                self.state.now = 0;
                self.state.phase = Phase::Initiative;
                if self.rules.plotted {
                    self.unfold(Tick::RoundEnds);
                }
                return;
            }
            if self.state.present().has(self.state.current()) {
                return self.begin_turn(self.state.current());
            }
        }
    }

    fn begin_turn(&mut self, who: Who) {
        self.state.acted = false;
        self.state.played = Cards::NONE;
        self.state.phase = Phase::Turn;
        self.state.dazed = self.state.stunned.has(who);
        // RANKS-T2
        if self.state.afflicted.has(who) || !self.state.auras.is_empty() {
            self.feel_lasting(who);
        }
        if self.rules.plotted && !self.state.course.risen.is_empty() {
            self.brave_all(who);
        }
        if self.state.outcome.is_some() {
            return;
        }
        if self.state.dead.has(who) || self.state.unconscious.has(who) && !self.cling(who) {
            self.state.movement[who] = 0;
            self.state.phase = Phase::Ending;
            return;
        }
        // RANKS-T3
        let bonus = self.rules.movement_bonus(self.state, who);
        let speed = self.roll("movement", who, self.rank(who, Ability::Speed));
        let movement = (speed.value + i32::from(bonus)).clamp(0, 250) as u8;
        self.state.movement[who] = movement;
        let perception = self.roll("senses", who, self.rank(who, Ability::Perception));
        self.state.senses[who] = perception.value.clamp(0, 999) as i16;
        self.state.hidden[who] = 0;
        self.log.tell(Event::Turn { who, speed, bonus, movement, perception });
        self.draw(who);
        // RANKS-T4
        if self.state.dazed {
            self.log.tell(Event::Dazed { who });
            self.state.phase = Phase::Ending;
        }
    }

    /// An unconscious one rolls; true if it has come back and acts.
    fn cling(&mut self, who: Who) -> bool {
        let rank = self.rank(who, Ability::Resolve);
        let throw = self.roll("resolve", who, rank);
        self.log.tell(Event::Clings { who, throw });
        // RANKS-T2
        if throw.value <= 1 {
            self.die(who);
            return false;
        }
        // RANKS-K3, RANKS-R5
        if throw.value >= REANIMATES && self.rules.is(self.state, who, Keyword::Undead) {
            self.state.wounds[who] = rank.saturating_sub(1);
            self.log.tell(Event::Reanimated { who });
            self.wake(who);
            // RANKS-R19: it goes on and acts.
            return true;
        }
        false
    }

    fn draw(&mut self, who: Who) {
        let sheet = self.rules.sheet(self.state, who);
        // RANKS-E3: what cannot be played any more is not drawn.
        let (held, whole) = (sheet.held, sheet.whole_deck() - self.rules.used_up(self.state, who));
        if whole.is_empty() {
            self.state.hand[who] = held;
            return;
        }
        // RANKS-R11: what is left in the hand goes back when the deck has run out.
        let mut hand = Cards::NONE;
        for _ in 0..DRAWN {
            if self.state.deck[who].is_empty() {
                self.state.deck[who] = whole - hand;
            }
            let deck = self.state.deck[who];
            if deck.is_empty() {
                break;
            }
            let nth = self.dice.pick(Why::new("card", who.0), deck.len());
            let Some(card) = deck.nth(nth) else { break };
            hand.insert(card);
            self.state.deck[who].remove(card);
        }
        self.state.hand[who] = held | hand;
        self.log.tell(Event::Drawn { who });
    }

    fn end_turn(&mut self, who: Who) {
        if !self.state.present().has(who) {
            return;
        }
        self.state.movement[who] = 0;
        // RANKS-R19
        if self.state.dazed {
            self.state.stunned.remove(who);
            self.state.dazed = false;
        }
        if self.state.afflicted.has(who) {
            self.wear_conditions(who);
        }
    }

    /// Ends the encounter if a side has nobody left. Called whenever somebody may have been the last.
    pub fn conclude(&mut self) {
        // A fight with a plot ends by its goals, when all else has happened.
        if self.rules.plotted {
            return;
        }
        // RANKS-R14
        let outcome = Outcome::of_sides(self.state.side.map(|side| side.meets(self.state.up)));
        self.state.outcome = outcome.or(self.state.outcome);
    }

    /// Whoever can no longer act has had its turn.
    pub fn stop_if_out(&mut self) {
        let who = self.state.current();
        if self.state.phase == Phase::Turn && (!self.state.up.has(who) || self.state.stunned.has(who)) {
            self.state.phase = Phase::Ending;
        }
    }

    pub fn retreat(&mut self, who: Who) {
        // RANKS-R14, RANKS-R20: whoever is unconscious is left behind.
        self.log.tell(Event::Retreat { who });
        for hero in self.state.side[0] & self.state.unconscious {
            self.die_quietly(hero);
        }
        for hero in self.state.side[0] & self.state.up {
            self.state.take_off(hero);
            self.state.gone.insert(hero);
            self.state.up.remove(hero);
            self.state.at[hero] = Square::NOWHERE;
        }
        self.conclude();
    }
}
