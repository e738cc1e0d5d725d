//! Everything that changes in a fight, as plain data of fixed size.

use fracas_kernel::{By, Outcome, Set, Side, Who};
use serde::{Deserialize, Serialize};

use crate::data::{Placed, Template};

pub const MAX_COMBATANTS: usize = 16;
pub const MAX_ZONES: usize = 16;

/// A set of combatants.
pub type Band = Set<Who, u16>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    pub(crate) sheet: By<Who, u8, MAX_COMBATANTS>,
    pub(crate) zone: By<Who, u8, MAX_COMBATANTS>,
    pub(crate) health: By<Who, i16, MAX_COMBATANTS>,
    pub(crate) count: u8,
    pub(crate) heroes: Band,
    /// On the field and not out.
    pub(crate) standing: Band,
    /// Who has had a turn in this round.
    pub(crate) acted: Band,
    pub(crate) round: u16,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 80);

impl State {
    pub(crate) fn new(rules: &Template) -> State {
        let mut state = State { round: 1, ..State::default() };
        rules.placed.iter().for_each(|&placed| state.bring_in(rules, placed));
        state
    }

    /// There is room for one more.
    pub(crate) fn bring_in(&mut self, rules: &Template, Placed { sheet, side, zone }: Placed) {
        let who = Who(self.count);
        self.count += 1;
        (self.sheet[who], self.zone[who]) = (sheet, zone);
        self.health[who] = rules.sheets[usize::from(sheet)].health;
        self.standing.insert(who);
        self.heroes.put(who, side == Side::Heroes);
    }

    pub(crate) fn everyone(&self) -> Band {
        Band::first_few(self.count.into())
    }

    pub(crate) fn side_of(&self, who: Who) -> Side {
        if self.heroes.has(who) { Side::Heroes } else { Side::Monsters }
    }

    pub(crate) fn of_side(&self, side: Side) -> Band {
        if side == Side::Heroes { self.heroes } else { self.everyone() - self.heroes }
    }

    pub(crate) fn foes(&self, who: Who) -> Band {
        self.of_side(self.side_of(who).other()) & self.standing
    }

    /// Enemies in the same zone.
    pub(crate) fn foes_here(&self, who: Who) -> Band {
        self.foes(who).filter(|&foe| self.zone[foe] == self.zone[who]).collect()
    }

    /// Whose turn it is: heroes first, then monsters, each side in its order.
    pub(crate) fn turn(&self) -> Option<Who> {
        let waiting = self.standing - self.acted;
        (waiting & self.heroes).first().or(waiting.first())
    }
}
