//! What happens in a fight, as data. Words are made of it in `story`.

use fracas_dice::Throw;
use fracas_kernel::plot::Happening;
use fracas_kernel::{Handle, Outcome, Who};

use crate::action::Action;
use crate::data::Condition;

/// How an attack came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    Full,
    Glancing,
    Miss(Missed),
}

/// Why it missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Beaten by ten or more.
    Outclassed,
    /// The target was inspired.
    Inspired,
    /// It would have been glancing, and the target defended itself or was guarded.
    Defended,
    /// The target fled, and beat it by three.
    Fled,
}

/// Two scores compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow {
    pub score: i16,
    pub against: i16,
    /// Who lent that score to the target.
    pub by: Option<Who>,
    /// What of it is cover.
    pub cover: i16,
    /// The target is on the attacker's side.
    pub friendly: bool,
    /// The attacker has an Inspired Moment.
    pub inspired: bool,
    pub hit: Hit,
}

/// What an attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum With {
    Melee,
    Ranged,
    /// By its place on the sheet.
    Ability(u8),
}

impl Event {
    /// Whom it is about.
    pub(crate) fn people(&self) -> [Option<Who>; 2] {
        match *self {
            Event::Round { .. }
            | Event::Revealed
            | Event::Alarm
            | Event::Over { .. }
            | Event::DoorOpened { .. } => [None; 2],
            Event::Plot { happening } => happening.people(),
            Event::Shown { who, .. }
            | Event::Meant { who, .. }
            | Event::Score { who, .. }
            | Event::Committed { who, .. }
            | Event::Unmasked { who, .. }
            | Event::Rolled { who, .. }
            | Event::Struggled { who, .. }
            | Event::Discovered { who, .. }
            | Event::Learned { who, .. }
            | Event::Noted { who, .. }
            | Event::Arduous { who, .. }
            | Event::Passed { who }
            | Event::Fumbled { who, .. }
            | Event::Mishap { who, .. }
            | Event::ArdorLost { who, .. }
            | Event::Moved { who, .. }
            | Event::NoWay { who, .. }
            | Event::Stuck { who }
            | Event::Left { who }
            | Event::Handled { who, .. }
            | Event::DoorMoot { who, .. }
            | Event::Moot { who, .. }
            | Event::Pushed { who, .. }
            | Event::Stood { who, .. }
            | Event::Used { who, .. }
            | Event::Afflicted { who, .. }
            | Event::Healed { who, .. }
            | Event::Recovered { who, .. }
            | Event::Awake { who }
            | Event::Hurt { who, .. }
            | Event::Fell { who, .. }
            | Event::Out { who }
            | Event::Worse { who, .. }
            | Event::Relieved { who, .. }
            | Event::Sneaked { who, .. } => [Some(who), None],
            Event::Barred { who, by, .. } => [Some(who), Some(by)],
            Event::OutOfReach { who, target } | Event::Struck { who, target, .. } => {
                [Some(who), Some(target)]
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Round {
        number: u16,
    },
    /// What one that does not roll intends, or seems to.
    Shown {
        who: Who,
        action: Action,
    },
    /// What one that bluffs really intends.
    Meant {
        who: Who,
        action: Action,
    },
    Score {
        who: Who,
        action: Action,
        score: i16,
    },
    /// `again` if it was another before.
    Committed {
        who: Who,
        action: Action,
        careful: bool,
        again: bool,
    },
    /// All intents lie open.
    Revealed,
    /// One that bluffed.
    Unmasked {
        who: Who,
        action: Action,
    },
    Rolled {
        who: Who,
        action: Action,
        careful: bool,
        throw: Throw,
        inspired: bool,
    },
    /// The roll of one who lies incapacitated.
    Struggled {
        who: Who,
        throw: Throw,
        surge: Option<Throw>,
    },
    /// One of the things that somebody can choose from; `enough` if there is the experience to learn it at once.
    Discovered {
        who: Who,
        ability: u8,
        enough: bool,
    },
    Learned {
        who: Who,
        ability: u8,
    },
    Noted {
        who: Who,
        ability: u8,
    },
    Arduous {
        who: Who,
        action: Action,
        score: i16,
        free: bool,
    },
    Passed {
        who: Who,
    },
    Fumbled {
        who: Who,
        action: Action,
        which: u8,
        score: i16,
        below: i16,
    },
    /// What a fumble did to somebody.
    Mishap {
        who: Who,
        throw: Throw,
        amount: i16,
    },
    ArdorLost {
        who: Who,
        amount: u8,
    },
    Moved {
        who: Who,
        to: u8,
        score: i16,
    },
    Barred {
        who: Who,
        by: Who,
        to: u8,
        score: i16,
        against: i16,
    },
    /// Not where it thought to start from.
    NoWay {
        who: Who,
        to: u8,
    },
    /// Rooted, or on the ground.
    Stuck {
        who: Who,
    },
    Left {
        who: Who,
    },
    /// A door: the score, what it takes, and who kept it from being shut.
    Handled {
        who: Who,
        door: u8,
        what: Handle,
        score: i16,
        challenge: Option<i16>,
        by: Option<Who>,
        success: bool,
    },
    /// That cannot be done with the door as it is now.
    DoorMoot {
        who: Who,
        door: u8,
        what: Handle,
    },
    /// In passing.
    DoorOpened {
        door: u8,
    },
    /// The target was not in reach when it came to it.
    OutOfReach {
        who: Who,
        target: Who,
    },
    /// A feature is not at hand any more, or used up.
    Moot {
        who: Who,
        which: u8,
    },
    /// Into another zone, and what that costs there.
    Pushed {
        who: Who,
        to: u8,
        damage: Option<Throw>,
    },
    Stood {
        who: Who,
        action: Action,
        score: i16,
    },
    /// Damage waits for the end of the round.
    Struck {
        who: Who,
        with: With,
        target: Who,
        blow: Blow,
        damage: Option<Throw>,
    },
    /// An ability that needs no hit.
    Used {
        who: Who,
        which: u8,
        on: u8,
        score: i16,
    },
    Afflicted {
        who: Who,
        condition: Condition,
        rounds: u8,
    },
    Healed {
        who: Who,
        throw: Throw,
        health: i16,
        ardor: bool,
    },
    /// `by` is whoever tended, if that is what did it or came nearest.
    Recovered {
        who: Who,
        score: i16,
        challenge: i16,
        by: Option<Who>,
        success: bool,
        lucky: bool,
    },
    Awake {
        who: Who,
    },
    /// All damage of the round.
    Hurt {
        who: Who,
        amount: i16,
        health: i16,
    },
    Fell {
        who: Who,
        timer: Throw,
    },
    Out {
        who: Who,
    },
    /// The timer ran out.
    Worse {
        who: Who,
        timer: Throw,
    },
    Relieved {
        who: Who,
        condition: Condition,
    },
    /// Went unseen, or did not.
    Sneaked {
        who: Who,
        score: i16,
        challenge: i16,
        seen: bool,
    },
    /// The foes know.
    Alarm,
    /// Of the goals and events of this fight.
    Plot {
        happening: Happening,
    },
    Over {
        outcome: Outcome,
    },
}
