//! Every outcome of a choice that deals with many people one after the other, counted step by step: after each step the
//! rules forget what is of no account for the next, and ways that are then the same go on as one. So an area with ten
//! targets costs ten times one target, and not the tenth power. It knows no rules, and nothing of answers in between.

use fracas_dice::Walk;

use crate::answers::Marker;
use crate::hand::Favoured;
use crate::odds::{Spread, Stakes};
use crate::toll::{Sums, Toll};
use crate::{Crowd, Fiat, Made, Rules, Stage, any_dice, any_log};

/// Ways that have come to more points than this are too many.
const MAX_LOTS: usize = 400;

/// All ways that have come to the same point.
#[derive(Debug)]
struct Lot<S> {
    state: S,
    stage: Stage,
    /// What the judge has said about rolls that are still to come.
    fiats: Vec<Fiat>,
    /// Who has been booked.
    settled: Crowd,
    chance: f64,
    /// The chance to be here and to have come off.
    success: f64,
    /// The chance to be here with each sum of what has been booked.
    sums: [Vec<f64>; 5],
}

/// What one step from a lot leads to, alike outcomes put together.
#[derive(Debug)]
struct Turn {
    to: usize,
    booked: Sums,
    success: bool,
    chance: f64,
}

/// The stakes of a choice that has steps, but for words; and the chance of success. None if that takes more than
/// `most` runs of the rules, or ways stay apart too long.
pub(crate) fn count<R: Rules>(
    rules: &R,
    state: &R::State,
    choice: R::Choice,
    fiats: &[Fiat],
    most: u64,
) -> Option<(Stakes, f64)> {
    let mut toll = Toll::new(rules, state, rules.side(state, choice.who()));
    let (mut walk, mut left) = (Walk::new(), most);
    let mut lots = vec![Lot {
        state: state.clone(),
        stage: Stage::Beginning,
        fiats: fiats.to_vec(),
        settled: Crowd::NONE,
        chance: 1.0,
        success: 0.0,
        sums: std::array::from_fn(|_| vec![1.0]),
    }];
    let (mut success, mut sums) = (0.0, [const { Vec::new() }; 5]);
    while !lots.is_empty() {
        let mut next = Vec::new();
        for lot in &lots {
            fan_out(rules, state, &mut toll, &mut walk, lot, choice, &mut left, &mut next)?;
        }
        if next.len() > MAX_LOTS {
            return None;
        }
        let (over, on) = next.into_iter().partition::<Vec<_>, _>(|lot| lot.stage == Stage::Over);
        for lot in over {
            success += lot.success;
            for (all, own) in sums.iter_mut().zip(&lot.sums) {
                add(all, own, 0, 1.0);
            }
        }
        lots = on;
    }
    let spreads = sums.map(|sum| Spread::of((0..).zip(sum).filter(|&(_, p)| p > 0.0).collect()));
    Some((Stakes::of(toll, spreads), success.min(1.0)))
}

/// Takes one step from a lot in every way that the dice can fall.
#[expect(clippy::too_many_arguments, reason = "one step needs all that goes on between steps")]
fn fan_out<R: Rules>(
    rules: &R,
    before: &R::State,
    toll: &mut Toll<'_, R>,
    walk: &mut Walk,
    lot: &Lot<R::State>,
    choice: R::Choice,
    left: &mut u64,
    next: &mut Vec<Lot<R::State>>,
) -> Option<()> {
    let mut turns: Vec<Turn> = Vec::new();
    walk.restart();
    loop {
        *left = left.checked_sub(1)?;
        walk.begin();
        let mut state = lot.state.clone();
        let mut dice = Favoured::new(walk, &lot.fiats);
        let mut marker = Marker { rules, actor: choice.who(), success: false };
        let stage = {
            let (mut thrown, mut log) = (any_dice(&mut dice), any_log(&mut marker));
            rules.step(&mut state, choice, lot.stage, &mut thrown, &mut log)
        };
        let fiats = dice.left();
        let (chance, success) = (walk.probability(), marker.success);
        let settled = match stage {
            Stage::Over => rules.everyone(before),
            stage => lot.settled.or(rules.settled(before, choice, stage)),
        };
        let booked = toll.book(&state, settled - lot.settled, lot.chance * chance);
        rules.forget(before, &mut state, choice, stage);
        let to = place(next, state, stage, fiats, settled);
        let same = |turn: &&mut Turn| (turn.to, turn.booked, turn.success) == (to, booked, success);
        match turns.iter_mut().find(same) {
            Some(turn) => turn.chance += chance,
            None => turns.push(Turn { to, booked, success, chance }),
        }
        if !walk.advance() {
            break;
        }
    }
    for Turn { to, booked, success, chance } in turns {
        let there = &mut next[to];
        there.chance += lot.chance * chance;
        there.success += chance * if success { lot.chance } else { lot.success };
        for ((sum, own), more) in there.sums.iter_mut().zip(&lot.sums).zip(booked) {
            add(sum, own, more as usize, chance);
        }
    }
    Some(())
}

/// The lot for those who have come to this point, a new one if nobody has yet.
fn place<S: PartialEq>(
    lots: &mut Vec<Lot<S>>,
    state: S,
    stage: Stage,
    fiats: Vec<Fiat>,
    settled: Crowd,
) -> usize {
    // Where a choice is over nothing counts any more.
    let same = |lot: &Lot<S>| {
        lot.stage == stage && (stage == Stage::Over || lot.fiats == fiats && lot.state == state)
    };
    lots.iter().position(same).unwrap_or_else(|| {
        let sums = std::array::from_fn(|_| Vec::new());
        lots.push(Lot { state, stage, fiats, settled, chance: 0.0, success: 0.0, sums });
        lots.len() - 1
    })
}

/// Adds one distribution to another, moved up by so much.
fn add(to: &mut Vec<f64>, from: &[f64], up: usize, chance: f64) {
    if to.len() < from.len() + up {
        to.resize(from.len() + up, 0.0);
    }
    for (to, from) in to[up..].iter_mut().zip(from) {
        *to += from * chance;
    }
}
