//! Why a chance is what it is: the rolls that a choice takes, with their modifiers and what they are held against.
//!
//! The choice is tried a few times on a copy of the table, as the one who chooses knows it, and the lines of the log that
//! the try would give are asked for their rolls. Faces mean nothing here and are left out. Knows no system.

use fracas_dice::{Expr, Seeded};

use crate::answers::{Minds, play};
use crate::{Crowd, Fiat, Habit, Hand, Made, Rolled, Rules, Seat, Telling, Typing, any_dice, any_log};

/// So many tries to find one that goes well.
const TRIES: u64 = 12;
/// More than this nobody reads.
const MAX_ROLLS: usize = 6;

/// The rolls of `choice`; none where no die falls, or none is told.
pub(crate) fn because<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    habits: &[Habit],
) -> Vec<Rolled> {
    let seat = Seat::Player(Crowd::one(choice.who()));
    let known = rules.known(state, seat);
    let mut minds = Minds::new(rules, habits);
    let mut best = Vec::new();
    for seed in 0..TRIES {
        let rolls = tried(&mut minds, &known, choice, fiats, seat, seed);
        if rolls.first().is_none_or(|roll| roll.success == Some(true)) {
            best = rolls;
            break;
        }
        if best.is_empty() {
            best = rolls;
        }
    }
    best.into_iter().map(faceless).collect()
}

fn tried<R: Rules>(
    minds: &mut Minds<'_, R>,
    known: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    seat: Seat,
    seed: u64,
) -> Vec<Rolled> {
    let (rules, mut dice, mut fiats) = (minds.rules, Seeded::new(seed), fiats.to_vec());
    let typing = Typing::default();
    let mut hand = Hand::new(&mut dice, &mut fiats, &typing);
    let mut events: Vec<R::Event> = Vec::new();
    let after =
        play(minds, known, choice, &mut any_dice(&mut hand), &mut any_log(&mut events), &mut |_, _| ());
    let Ok(rolls) = hand.finish() else { return Vec::new() };
    let telling = Telling { before: known, state: &after, seat, rolls: &rolls };
    let lines = events.iter().filter_map(|event| rules.line(&telling, event));
    let told: Vec<Rolled> = lines.flat_map(|line| line.rolls).take(MAX_ROLLS).collect();
    if !told.is_empty() {
        return told;
    }
    // Lines that only name their rolls in words leave the dice themselves.
    rolls.iter().take(MAX_ROLLS).map(|record| record.rolled()).collect()
}

/// The roll before it is rolled. What kept its success says whether this try went well.
fn faceless(rolled: Rolled) -> Rolled {
    // "the highest of 4 exploding d10" says more than "4d10!kh1".
    let pool = Expr::parse(&rolled.pool).map_or_else(|_| rolled.pool.clone(), |pool| pool.words());
    let text = match rolled.added {
        0 => pool,
        n if n < 0 => format!("{pool} - {}", -n),
        n => format!("{pool} + {n}"),
    };
    Rolled { text, dice: Vec::new(), total: 0, ..rolled }
}
