//! All that changes in a duel, and the words in which it is told: plain data without heap.

use fracas_dice::{Check, Throw, Versus};
use fracas_kernel::{Ask, Crowd, Made, Outcome, Seat, Side, Who};
use serde::{Deserialize, Serialize};

/// How many fencers fit, those whom the judge brings in included.
pub const MAX: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub fencers: [Fencer; MAX],
    pub count: u8,
    pub round: u8,
    pub turn: Turn,
    /// The strike that waits for somebody's answer.
    pub blow: Option<Blow>,
    pub over: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 112);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Turn {
    /// Everybody chooses a guard in secret.
    #[default]
    Guards,
    Of(Who),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blow {
    pub by: Who,
    pub at: Who,
    /// How the target meets it, once that is known; it has hit by then.
    pub met: Option<Defence>,
    /// The friend of the target who is asked for a parry.
    pub parrier: Option<Who>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fencer {
    pub kind: u8,
    pub side: Side,
    pub zone: u8,
    pub health: i8,
    pub breath: u8,
    /// For how many strikes yet.
    pub shaken: u8,
    pub bound: bool,
    pub place: Place,
    pub guard: Option<Guard>,
    /// Under the coat: others learn of it when it turns a blade.
    pub mail: bool,
    pub mail_seen: bool,
    pub parried: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Place {
    #[default]
    Up,
    Down,
    Gone,
}

/// Each beats the next, and the last the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Guard {
    High,
    Low,
    Feint,
}

impl Guard {
    pub const ALL: [Guard; 3] = [Guard::High, Guard::Low, Guard::Feint];

    pub fn beats(self, other: Guard) -> bool {
        (self as u8 + 1) % 3 == other as u8
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Defence {
    Block,
    Dodge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Guard(Who, Guard),
    Strike(Who, Who),
    Flurry(Who, Who),
    Storm(Who, Who),
    Taunt(Who, Who),
    /// Burning oil into a zone.
    Oil(Who, u8),
    Move(Who, u8),
    Leave(Who),
    Rally(Who),
    Hold(Who),
    Defend(Who, Defence),
    Parry(Who),
    Stay(Who),
}

impl Made for Choice {
    fn who(self) -> Who {
        match self {
            Choice::Guard(who, _)
            | Choice::Strike(who, _)
            | Choice::Flurry(who, _)
            | Choice::Storm(who, _)
            | Choice::Taunt(who, _)
            | Choice::Oil(who, _)
            | Choice::Move(who, _)
            | Choice::Leave(who)
            | Choice::Rally(who)
            | Choice::Hold(who)
            | Choice::Defend(who, _)
            | Choice::Parry(who)
            | Choice::Stay(who) => who,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Somebody has chosen a guard; which one is a secret.
    Ready {
        who: Who,
        guard: Guard,
    },
    /// All guards come to light.
    Shown,
    Aims {
        by: Who,
        at: Who,
    },
    Swings {
        by: Who,
        at: Who,
        defence: Defence,
        check: Check,
    },
    Parries {
        by: Who,
        check: Check,
    },
    Lands {
        by: Who,
        at: Who,
        harm: Throw,
        lost: i8,
        mail_found: bool,
    },
    FreeBlow {
        by: Who,
        at: Who,
        check: Check,
        harm: Option<Throw>,
        lost: i8,
        mail_found: bool,
    },
    Flurry {
        by: Who,
        at: Who,
        hits: Throw,
        lost: i8,
    },
    Taunts {
        by: Who,
        at: Who,
        contest: Versus,
    },
    Burns {
        by: Who,
        at: Who,
        check: Check,
        lost: i8,
    },
    Moves {
        who: Who,
        zone: u8,
    },
    Leaves {
        who: Who,
    },
    Rallies {
        who: Who,
        throw: Throw,
    },
    Holds {
        who: Who,
    },
    Falls {
        who: Who,
    },
    Round(u8),
    Ends(Outcome),
}

impl Fencer {
    pub fn up(&self) -> bool {
        self.place == Place::Up
    }
}

impl State {
    pub fn everyone(&self) -> Crowd {
        (0..self.count).map(Who).collect()
    }

    pub fn of(&self, who: Who) -> &Fencer {
        &self.fencers[who.index()]
    }

    pub fn of_mut(&mut self, who: Who) -> &mut Fencer {
        &mut self.fencers[who.index()]
    }

    pub fn up(&self, who: Who) -> bool {
        self.of(who).up()
    }

    /// Those on their feet in a zone.
    pub fn present(&self, zone: u8) -> Crowd {
        self.everyone().filter(|&who| self.up(who) && self.of(who).zone == zone).collect()
    }

    /// Those on their feet beside `who` who are against, or else with, `who`.
    pub fn foes(&self, who: Who) -> Crowd {
        self.present(self.of(who).zone).filter(|&other| self.of(other).side != self.of(who).side).collect()
    }

    pub fn friends(&self, who: Who) -> Crowd {
        let near = self.present(self.of(who).zone).without(Crowd::one(who));
        near.filter(|&other| self.of(other).side == self.of(who).side).collect()
    }

    /// Those who have still to choose a guard.
    pub fn undecided(&self) -> Crowd {
        self.everyone().filter(|&who| self.up(who) && self.of(who).guard.is_none()).collect()
    }

    pub fn ask(&self) -> Ask {
        match (self.over, self.blow, self.turn) {
            (Some(outcome), _, _) => Ask::Over(outcome),
            (None, Some(Blow { parrier: Some(who), .. }), _) => Ask::React(who),
            (None, Some(blow), _) => Ask::React(blow.at),
            (None, None, Turn::Of(who)) => Ask::Decide(Crowd::one(who)),
            (None, None, Turn::Guards) => Ask::Decide(self.undecided()),
        }
    }

    /// Does this seat know what `who` keeps from the other side?
    pub fn confides(&self, who: Who, seat: Seat) -> bool {
        match seat {
            Seat::Judge => true,
            Seat::Watcher => false,
            Seat::Player(crowd) => {
                self.everyone().and(crowd).any(|own| self.of(own).side == self.of(who).side)
            }
        }
    }

    /// Puts what a stranger would suppose in place of what is secret about `who`.
    pub fn conceal(&mut self, who: Who) {
        let guards_are_hidden = self.turn == Turn::Guards;
        let fencer = self.of_mut(who);
        fencer.mail &= fencer.mail_seen;
        if guards_are_hidden && fencer.guard.is_some() {
            fencer.guard = Some(Guard::High);
        }
    }
}
