//! Damage, wounds and conditions.

use std::cmp::Ordering;

use fracas_dice::{Dice, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::data::{Ability, Harm, Keyword, Lasting, Which};
use crate::event::Event;
use crate::state::{Borne, MOST_CONDITIONS, bit, dice_of, each, ix};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    // --- damage and wounds ---

    /// Damage of a rank. `by` is none for what comes of conditions and auras.
    pub fn hurt(&mut self, who: Who, by: Option<Who>, rank: u8, bonus: i16, harm: Harm) {
        // RANKS-W1
        let roller = by.unwrap_or(who);
        let throw = self.roll("damage", roller, rank);
        let resisted = self.rules.resistance(self.state, who, harm);
        let dealt = (throw.value + i32::from(bonus) - i32::from(resisted)).clamp(0, 999) as i16;
        let damage = &mut self.state.damage[ix(who)];
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
            self.state.damage[ix(who)] = 0;
            self.wound(who, 1);
        }
    }

    pub fn wound(&mut self, who: Who, more: u8) {
        let wounds = self.state.wounds[ix(who)].saturating_add(more);
        self.state.wounds[ix(who)] = wounds;
        self.log.tell(Event::Wounded { who, wounds });
        // RANKS-W3
        match wounds.cmp(&self.rank(who, Ability::Resolve)) {
            Ordering::Less => {}
            Ordering::Equal if self.state.up & bit(who) == 0 => {}
            Ordering::Equal => self.fall(who),
            Ordering::Greater => self.die(who),
        }
    }

    fn fall(&mut self, who: Who) {
        self.state.up &= !bit(who);
        self.state.unconscious |= bit(who);
        self.state.hidden[ix(who)] = 0;
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
        self.state.up &= !bit(who);
        self.state.unconscious &= !bit(who);
        self.state.stunned &= !bit(who);
        self.state.dead |= bit(who);
        self.state.hidden[ix(who)] = 0;
        self.log.tell(Event::Dead { who });
    }

    /// Conscious again.
    pub fn wake(&mut self, who: Who) {
        // RANKS-W4
        self.state.unconscious &= !bit(who);
        self.state.up |= bit(who);
        self.state.prone |= bit(who);
        self.log.tell(Event::Conscious { who });
    }

    pub fn heal(&mut self, who: Who, rank: u8) {
        // Where there is none to heal, nothing is rolled.
        if self.state.damage[ix(who)] == 0 {
            return;
        }
        // RANKS-R18: Damage only.
        let throw = self.roll("healing", who, rank);
        let damage = &mut self.state.damage[ix(who)];
        *damage = (i32::from(*damage) - throw.value).clamp(0, 999) as i16;
        self.log.tell(Event::Healed { who, throw, damage: *damage });
    }

    pub fn mend(&mut self, who: Who, fewer: u8) {
        let wounds = self.state.wounds[ix(who)].saturating_sub(fewer);
        if wounds == self.state.wounds[ix(who)] {
            return;
        }
        self.state.wounds[ix(who)] = wounds;
        self.log.tell(Event::Mended { who, wounds });
        if self.state.unconscious & bit(who) != 0 && wounds < self.rank(who, Ability::Resolve) {
            self.wake(who);
        }
    }

    // --- conditions and auras ---

    /// Healing and damage at the start of a turn.
    #[inline(never)]
    pub fn feel_lasting(&mut self, who: Who) {
        for borne in self.state.borne[ix(who)] {
            if borne.rank > 0 {
                self.feel(who, self.rules.conditions[borne.condition as usize].does, borne.rank);
            }
        }
        let rules = self.rules;
        for owner in each(self.state.auras & self.state.up) {
            let touched = rules.auras_on(self.state, who).any(|one| one == owner);
            if let (true, Some(aura)) = (touched, &rules.sheet(self.state, owner).aura) {
                self.feel(who, aura.does, aura.rank);
            }
        }
    }

    fn feel(&mut self, who: Who, does: Lasting, rank: u8) {
        if self.state.present() & bit(who) == 0 || self.state.outcome.is_some() {
            return;
        }
        match does {
            Lasting::Heals => self.heal(who, rank),
            // RANKS-R18
            Lasting::Hurts(harm) => self.hurt(who, None, rank, 0, harm),
            _ => {}
        }
    }

    /// What the end of a turn does to conditions.
    #[inline(never)]
    pub fn wear_conditions(&mut self, who: Who) {
        for place in 0..MOST_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[ix(who)][place];
            if rank == 0 {
                continue;
            }
            let known = &self.rules.conditions[condition as usize];
            // RANKS-T5, RANKS-R3
            let (contest, left) = if known.does.is_good() {
                (None, rank - 1)
            } else {
                let mine = self.rank(who, known.resisted);
                let contest = self.dice.versus(
                    Why::new(known.resisted.name(), who.0),
                    dice_of(mine),
                    Why::table("condition"),
                    dice_of(rank),
                );
                (Some(contest), if contest.result == Ordering::Greater { 0 } else { rank - 1 })
            };
            self.state.borne[ix(who)][place].rank = left;
            self.log.tell(Event::Wears { who, condition, contest, rank: left });
        }
        self.rules.refresh(self.state, who);
    }

    /// The higher rank counts where somebody bears it already; the weakest gives way where there is no more room.
    pub fn afflict(&mut self, who: Who, condition: u8, rank: u8) {
        let borne = &mut self.state.borne[ix(who)];
        let same = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
        let free = borne.iter().position(|b| b.rank == 0);
        let weakest = (0..MOST_CONDITIONS).min_by_key(|&place| borne[place].rank).unwrap_or(0);
        let place = same.or(free).unwrap_or(weakest);
        if borne[place].rank >= rank {
            return;
        }
        borne[place] = Borne { condition, rank };
        self.log.tell(Event::Afflicted { who, condition, rank });
        self.rules.refresh(self.state, who);
    }

    pub fn relieve(&mut self, who: Who, which: Which) {
        for place in 0..MOST_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[ix(who)][place];
            let good =
                self.rules.conditions.get(condition as usize).is_some_and(|known| known.does.is_good());
            let meant = match which {
                Which::All => true,
                Which::Harmful => !good,
                Which::Helpful => good,
            };
            if rank > 0 && meant {
                self.state.borne[ix(who)][place].rank = 0;
                self.log.tell(Event::Relieved { who, condition });
            }
        }
        self.rules.refresh(self.state, who);
    }

    /// Conditions that serve it, or harm it, become their opposites.
    pub fn turn_conditions(&mut self, who: Who, helpful: bool) {
        for place in 0..MOST_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[ix(who)][place];
            let Some(known) = self.rules.conditions.get(condition as usize) else { continue };
            if let (true, Some(opposite)) = (rank > 0 && known.does.is_good() == helpful, known.opposite) {
                self.state.borne[ix(who)][place].condition = opposite;
                self.log.tell(Event::Turned { who, from: condition, to: opposite });
            }
        }
        self.rules.refresh(self.state, who);
    }

    /// The worst condition goes over to somebody else.
    pub fn pass_on(&mut self, who: Who, to: Who) {
        let rules = self.rules;
        let harmful =
            |borne: &Borne| borne.rank > 0 && !rules.conditions[borne.condition as usize].does.is_good();
        let borne = self.state.borne[ix(who)];
        let worst = (0..MOST_CONDITIONS)
            .filter(|&place| harmful(&borne[place]))
            .max_by_key(|&place| borne[place].rank);
        let Some(place) = worst else { return };
        let Borne { condition, rank } = borne[place];
        self.state.borne[ix(who)][place].rank = 0;
        self.rules.refresh(self.state, who);
        self.log.tell(Event::PassedOn { who, to, condition, rank });
        self.afflict(to, condition, rank);
    }
}
