//! Why a chance is what it is: the rolls that a choice takes, with their modifiers and what they are held against.
//!
//! The choice is tried a few times on a copy of the table, as the one who chooses knows it, and the lines of the log that
//! the try would give are asked for their rolls. Faces mean nothing here and are left out. Knows no system.

use fracas_dice::{Expr, Seeded};

use crate::answers::{Minds, play};
use crate::{
    Crowd, Fiat, Habit, Hand, Made, Record, Rolled, Rules, Seat, Telling, Typing, any_dice, any_log,
};

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
    best
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
    let mut left: Vec<(&Record, Rolled)> = rolls.iter().map(|record| (record, record.rolled())).collect();
    // Whose it is, where that is not whoever chooses, and what it is for.
    let purpose = |record: &Record| match record.roller.filter(|&who| who != choice.who()) {
        Some(who) => format!("{}'s {}", rules.name(known, who), record.label),
        None => record.label.clone(),
    };
    if told.is_empty() {
        // Lines that only name their rolls in words leave the dice themselves.
        let all = left.into_iter().take(MAX_ROLLS);
        return all.map(|(record, rolled)| faceless(rolled, &purpose(record))).collect();
    }
    let lay = |told: &Rolled, rolled: &Rolled| (&told.pool, &told.dice) == (&rolled.pool, &rolled.dice);
    told.into_iter()
        .map(|told| {
            let found = left.iter().position(|(_, rolled)| lay(&told, rolled));
            let what = found.map_or_else(String::new, |at| purpose(left.remove(at).0));
            faceless(told, &what)
        })
        .collect()
}

/// The roll before it is rolled, after what it is for. What kept its success says whether this try went well.
fn faceless(mut rolled: Rolled, what: &str) -> Rolled {
    // "the highest of 4 exploding d10" says more than "4d10!kh1".
    let mut pool = Expr::parse(&rolled.pool).map_or_else(|_| rolled.pool.clone(), |pool| pool.words());
    // Where each die has to reach the number, the pool says so; where that comes from is told with it.
    let each = rolled.target.take_if(|target| rolled.pool.ends_with(&format!(">={}", target.value)));
    if let Some(target) = each {
        pool = format!("{pool} ({})", target.name.trim_end_matches(" ="));
    }
    let what = if what.is_empty() { String::new() } else { format!("{what}: ") };
    let pool = format!("{what}{pool}");
    let text = match rolled.added {
        0 => pool,
        n if n < 0 => format!("{pool} - {}", -n),
        n => format!("{pool} + {n}"),
    };
    Rolled { text, dice: Vec::new(), total: 0, ..rolled }
}
