//! Conditions and auras: what they do when a turn begins and ends, and what cards do to them.

use std::cmp::Ordering;

use fracas_dice::{Dice, Why};
use fracas_kernel::{Log, Who};

use crate::apply::Turn;
use crate::card::Which;
use crate::data::Lasting;
use crate::event::{Bonus, Event};
use crate::state::{Borne, MAX_CONDITIONS, dice_of};

impl<D: Dice, L: Log<Event>> Turn<'_, D, L> {
    /// Healing and damage at the start of a turn.
    #[inline(never)]
    pub fn feel_lasting(&mut self, who: Who) {
        for borne in self.state.borne[who] {
            if borne.rank > 0 {
                for does in self.rules.conditions[borne.condition as usize].effects() {
                    self.feel(who, does, borne.rank);
                }
            }
        }
        let rules = self.rules;
        for owner in self.state.auras & self.state.up {
            let touched = rules.auras_on(self.state, who).any(|one| one == owner);
            if let (true, Some(aura)) = (touched, &rules.sheet(self.state, owner).aura) {
                self.feel(who, aura.does, aura.rank);
            }
        }
    }

    fn feel(&mut self, who: Who, does: Lasting, rank: u8) {
        if !self.state.present().has(who) || self.state.outcome.is_some() {
            return;
        }
        match does {
            Lasting::Heals => self.heal(who, rank),
            // RANKS-R18
            Lasting::Hurts(harm) => self.hurt(who, None, rank, Bonus::default(), harm),
            _ => {}
        }
    }

    /// What the end of a turn does to conditions.
    #[inline(never)]
    pub fn wear_conditions(&mut self, who: Who) {
        for place in 0..MAX_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[who][place];
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
            self.state.borne[who][place].rank = left;
            self.log.tell(Event::Wears { who, condition, contest, rank: left });
        }
        self.rules.refresh(self.state, who);
    }

    /// Somebody who bears it already keeps the higher rank. Where there is no more room, the weakest gives way.
    pub fn afflict(&mut self, who: Who, condition: u8, rank: u8) {
        let borne = &mut self.state.borne[who];
        let same = borne.iter().position(|b| b.rank > 0 && b.condition == condition);
        let free = borne.iter().position(|b| b.rank == 0);
        let weakest = (0..MAX_CONDITIONS).min_by_key(|&place| borne[place].rank).unwrap_or(0);
        let place = same.or(free).unwrap_or(weakest);
        if borne[place].rank >= rank {
            return;
        }
        borne[place] = Borne { condition, rank };
        self.log.tell(Event::Afflicted { who, condition, rank });
        self.rules.refresh(self.state, who);
    }

    pub fn relieve(&mut self, who: Who, which: Which) {
        for place in 0..MAX_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[who][place];
            let good =
                self.rules.conditions.get(condition as usize).is_some_and(|known| known.does.is_good());
            let meant = match which {
                Which::All => true,
                Which::Harmful => !good,
                Which::Helpful => good,
            };
            if rank > 0 && meant {
                self.state.borne[who][place].rank = 0;
                self.log.tell(Event::Relieved { who, condition });
            }
        }
        self.rules.refresh(self.state, who);
    }

    /// Helpful conditions, or harmful ones, become their opposites.
    pub fn turn_conditions(&mut self, who: Who, helpful: bool) {
        for place in 0..MAX_CONDITIONS {
            let Borne { condition, rank } = self.state.borne[who][place];
            let Some(known) = self.rules.conditions.get(condition as usize) else { continue };
            if let (true, Some(opposite)) = (rank > 0 && known.does.is_good() == helpful, known.opposite) {
                self.state.borne[who][place].condition = opposite;
                self.log.tell(Event::Turned { who, from: condition, to: opposite });
            }
        }
        self.rules.refresh(self.state, who);
    }

    /// The worst condition passes to somebody else.
    pub fn pass_on(&mut self, who: Who, to: Who) {
        let rules = self.rules;
        let harmful =
            |borne: &Borne| borne.rank > 0 && !rules.conditions[borne.condition as usize].does.is_good();
        let borne = self.state.borne[who];
        let worst = (0..MAX_CONDITIONS)
            .filter(|&place| harmful(&borne[place]))
            .max_by_key(|&place| borne[place].rank);
        let Some(place) = worst else { return };
        let Borne { condition, rank } = borne[place];
        self.state.borne[who][place].rank = 0;
        self.rules.refresh(self.state, who);
        self.log.tell(Event::PassedOn { who, to, condition, rank });
        self.afflict(to, condition, rank);
    }
}
