//! Damage and wounds: being hurt, healed, unconscious and dead.

use std::cmp::Ordering;

use fracas_dice::{Dice, Why};
use fracas_kernel::grid::Square;
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Ability, Harm, Keyword, Ranks};
use crate::event::{Bonus, Event};
use crate::state::{MAX_ITEMS, NOTHING, State, dice_of};

impl Ranks {
    /// All that a dead one carried falls to the ground.
    pub(crate) fn spill(&self, state: &mut State, who: Who, log: &mut impl Log<Event>) {
        // RANKS-R21
        let at = state.at[who];
        if at == Square::NOWHERE {
            return;
        }
        let mut items = [NOTHING; MAX_ITEMS];
        for (place, slot) in items.iter_mut().enumerate() {
            let item = state.items[who][place];
            if item != NOTHING && !self.items[usize::from(item)].is_natural() {
                *slot = item;
                state.items[who][place] = NOTHING;
                state.equipped[who].remove(place as u8);
                state.lay(item, at);
            }
        }
        if items != [NOTHING; MAX_ITEMS] {
            self.refresh(state, who);
            log.tell(Event::Spilled { who, items });
        }
    }
}

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Damage of a rank. `by` is none for what comes of conditions and auras.
    pub fn hurt(&mut self, who: Who, by: Option<Who>, rank: u8, bonus: Bonus, harm: Harm) {
        // RANKS-W1
        let why = Why::new("damage", by.unwrap_or(who).0);
        // Whoever rolls for its own harm wants little of it.
        let why = if by.is_none() { why.wanted_low() } else { why };
        let throw = self.dice.roll(why, dice_of(rank));
        let resisted = self.rules.resistance(self.state, who, harm);
        let dealt = (throw.value + i32::from(bonus.sum()) - i32::from(resisted)).clamp(0, 999) as i16;
        let damage = &mut self.state.damage[who];
        *damage = damage.saturating_add(dealt);
        let damage = *damage;
        self.log.tell(Event::Hurt { who, by, harm, throw, bonus, resisted, dealt, damage });
        if dealt == 0 {
            return;
        }
        // RANKS-K2
        if self.rules.is(self.state, who, Keyword::Drone) {
            self.die(who);
            return;
        }
        // RANKS-W2
        let rank = self.rank(who, Ability::Endurance);
        let check = self.dice.check(Why::new("endurance", who.0), dice_of(rank), damage.into());
        self.log.tell(Event::Endures { who, check });
        if !check.success {
            self.state.damage[who] = 0;
            self.wound(who, 1);
        }
    }

    pub fn wound(&mut self, who: Who, more: u8) {
        let wounds = self.state.wounds[who].saturating_add(more);
        self.state.wounds[who] = wounds;
        self.log.tell(Event::Wounded { who, wounds });
        // RANKS-W3
        match wounds.cmp(&self.rank(who, Ability::Resolve)) {
            Ordering::Less => {}
            Ordering::Equal if !self.state.up.has(who) => {}
            Ordering::Equal => self.fall(who),
            Ordering::Greater => self.die(who),
        }
    }

    fn fall(&mut self, who: Who) {
        self.state.up.remove(who);
        self.state.unconscious.insert(who);
        self.state.hidden[who] = 0;
        self.log.tell(Event::Unconscious { who });
        self.conclude();
    }

    pub fn die(&mut self, who: Who) {
        self.die_quietly(who);
        self.conclude();
    }

    /// Without a look at whether that was the last one.
    pub fn die_quietly(&mut self, who: Who) {
        self.state.take_off(who);
        self.state.up.remove(who);
        self.state.unconscious.remove(who);
        self.state.stunned.remove(who);
        self.state.dead.insert(who);
        self.state.hidden[who] = 0;
        self.log.tell(Event::Dead { who });
        self.rules.spill(self.state, who, self.log);
    }

    /// Conscious again.
    pub fn wake(&mut self, who: Who) {
        // RANKS-W4
        self.state.unconscious.remove(who);
        self.state.up.insert(who);
        self.state.prone.insert(who);
        self.log.tell(Event::Conscious { who });
    }

    pub fn heal(&mut self, who: Who, rank: u8) {
        // Healing without Damage rolls nothing.
        if self.state.damage[who] == 0 {
            return;
        }
        // RANKS-R18: Damage only.
        let throw = self.roll("healing", who, rank);
        let damage = &mut self.state.damage[who];
        *damage = (i32::from(*damage) - throw.value).clamp(0, 999) as i16;
        self.log.tell(Event::Healed { who, throw, damage: *damage });
    }

    pub fn mend(&mut self, who: Who, fewer: u8) {
        let wounds = self.state.wounds[who].saturating_sub(fewer);
        if wounds == self.state.wounds[who] {
            return;
        }
        self.state.wounds[who] = wounds;
        self.log.tell(Event::Mended { who, wounds });
        if self.state.unconscious.has(who) && wounds < self.rank(who, Ability::Resolve) {
            self.wake(who);
        }
    }
}
