//! The party: who of it can act, who lies there, who is dead or gone, who has done something, and who leads.

use fracas_kernel::{By, Set, Who};
use serde::{Deserialize, Serialize};

/// A set of heroes.
pub type Heroes = Set<Who, u8>;
/// Something for each hero.
pub type ByHero<T> = By<Who, T, { Party::MAX }>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    /// With the party and not dead; of these, who is down.
    pub alive: Heroes,
    pub down: Heroes,
    pub dead: Heroes,
    /// Left behind, or taken out of the party by the judge.
    pub gone: Heroes,
    /// Who has done something in this turn.
    pub busy: Heroes,
    /// Who of them only stays, and keeps an eye on things.
    pub staying: Heroes,
    leader: Who,
}

impl Party {
    /// How many heroes go on a trek.
    pub const MAX: usize = Heroes::WIDTH;

    /// This many heroes, all of them well.
    pub fn of(count: usize) -> Party {
        Party {
            alive: Heroes::first_few(count.min(Party::MAX)),
            down: Heroes::NONE,
            dead: Heroes::NONE,
            gone: Heroes::NONE,
            busy: Heroes::NONE,
            staying: Heroes::NONE,
            leader: Who(0),
        }
    }

    /// Who can do something.
    #[inline]
    pub fn able(&self) -> Heroes {
        self.alive - self.down
    }

    /// Who can do something and has not yet.
    #[inline]
    pub fn free(&self) -> Heroes {
        self.able() - self.busy
    }

    /// Who decides for the party: whoever took the lead, or else the first who can.
    pub fn leader(&self) -> Option<Who> {
        let able = self.able();
        if able.has(self.leader) { Some(self.leader) } else { able.first() }
    }

    pub fn leads(&self, who: Who) -> bool {
        self.leader() == Some(who)
    }

    pub fn follow(&mut self, leader: Who) {
        self.leader = leader;
    }

    pub fn kill(&mut self, who: Who) {
        self.dead.insert(who);
        self.alive.remove(who);
        self.down.remove(who);
    }

    /// Back from the dead, or from wherever it was.
    pub fn raise(&mut self, who: Who) {
        self.dead.remove(who);
        self.gone.remove(who);
        self.alive.insert(who);
    }

    /// No longer with the party.
    pub fn lose(&mut self, who: Who) {
        self.gone.put(who, !self.dead.has(who));
        self.alive.remove(who);
        self.down.remove(who);
    }
}
