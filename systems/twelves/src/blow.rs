//! Attacks: what each die must reach, one weapon, two weapons, and falling.

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::Twelves;
use crate::event::{Event, How, Number};
use crate::state::{Pending, State};

/// The highest number that cover makes of a TH: the highest face.
const HARDEST: u8 = 12;

impl Twelves {
    /// What each die of an attack must reach.
    #[inline(always)]
    pub(crate) fn number(&self, state: &State, who: Who, target: Who, second: bool) -> Number {
        let th = state.th[target];
        let mut number = Number { th, cover: 0, penalty: 0 };
        let there = state.zone[target];
        let here = state.zone[who];
        // TWELVES-D3: within a zone everybody is on the same side of what gives cover, and from above it gives none.
        if here != there && (!self.high.has(here) || self.high.has(there)) {
            number.cover = state.cover[there].min(HARDEST.saturating_sub(th));
        }
        if second {
            // TWELVES-K3, TWELVES-R3: a roll that is lowered falls short exactly where a number that is raised by as much
            // is not reached; the die explodes by the face that it shows, in either weapon and in every roll of it.
            let less = self.sheet(state, who).knack.second;
            number.penalty = state.rank[target].saturating_sub(less);
        }
        number
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    #[inline(always)]
    pub(crate) fn attack(&mut self, who: Who, with: u8, target: Who) {
        self.spend(who);
        self.strike(who, with, target, How::First);
    }

    /// One attack with one weapon: how many hits.
    #[inline(always)]
    pub(crate) fn strike(&mut self, who: Who, with: u8, target: Who, how: How) -> i32 {
        let arm = self.rules.sheet(self.state, who).arm(with);
        let number = self.rules.number(self.state, who, target, how == How::Second);
        // TWELVES-K1, TWELVES-K2, TWELVES-R9: each die that reaches the number is a hit, and each 12 is rolled again.
        let throw =
            self.dice.roll(Why::new(label(how), who.0), Roll::exploding_hits(arm.dice, 12, number.total()));
        let left = self.lose(target, throw.value);
        self.log.tell(Event::Attacked { who, with, target, how, number, throw, left });
        if left == 0 {
            self.fall(target);
        } else if arm.holds && throw.value > 0 {
            self.catch(who, arm, target);
        }
        throw.value
    }

    /// Takes hits away; how many are left.
    #[inline(always)]
    pub(crate) fn lose(&mut self, who: Who, hits: i32) -> u8 {
        let left = &mut self.state.hits[who];
        *left = left.saturating_sub(hits.clamp(0, 255) as u8);
        *left
    }

    #[inline(never)]
    pub(crate) fn attack_twice(&mut self, who: Who, pair: u8, target: Who) {
        let Some(&[first, second]) = self.rules.sheet(self.state, who).pairs.get(pair as usize) else {
            return;
        };
        self.attack(who, first, target);
        if self.state.outcome.is_some() {
            return;
        }
        // TWELVES-R8
        if self.state.standing.has(target) {
            self.strike(who, second, target, How::Second);
            return;
        }
        let reach = self.rules.sheet(self.state, who).arm(second).reach;
        let others = self.rules.targets(self.state, who, reach);
        if let Some(other) = others.only() {
            self.turn_to(who, second, other);
        } else if !others.is_empty() {
            self.state.pending = Some(Pending { who, arm: second });
        }
    }

    pub(crate) fn turn_to(&mut self, who: Who, with: u8, target: Who) {
        self.log.tell(Event::Turned { who, target });
        self.strike(who, with, target, How::Second);
    }

    #[inline(never)]
    pub(crate) fn fall(&mut self, who: Who) {
        // TWELVES-R2
        if !self.state.standing.has(who) {
            return;
        }
        self.state.standing.remove(who);
        self.state.acting.remove(who);
        self.state.dazed.remove(who);
        self.log.tell(Event::Defeated { who });
        self.end_holds(who);
        self.conclude();
    }
}

const fn label(how: How) -> &'static str {
    match how {
        How::First => "attack",
        How::Second => "second attack",
        How::Opportunity => "opportunity attack",
    }
}
