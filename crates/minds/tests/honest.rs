//! Minds know what their side knows, and nothing of the dice to come.

mod common;

use common::{delve, ranks};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Judgement, Null, Outcome, Play, Rules, Seat, Side, Whim, Who};
use fracas_minds::{Brain, think};

fn members<R: Rules>(rules: &R, state: &R::State, side: Side) -> Crowd {
    rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect()
}

/// Other tables that look the same to a side: somebody of the others is put elsewhere, where that cannot be seen.
fn lookalikes<R: Rules>(rules: &R, state: &R::State, side: Side, places: &[String]) -> Vec<R::State> {
    let seat = Seat::Player(members(rules, state, side));
    let known = rules.known(state, seat);
    let mut all = Vec::new();
    for who in members(rules, state, side.other()) {
        for to in places {
            let mut other = state.clone();
            let act = Judgement::Move { who, to: to.clone() };
            if rules.judge(&mut other, &act, &mut Null).is_ok()
                && other != *state
                && rules.known(&other, seat) == known
            {
                all.push(other);
                break;
            }
        }
    }
    all
}

fn hidden_enemies_change_nothing<R: Rules>(rules: &R, places: &[String], brains: &[&str]) -> usize {
    let mut compared = 0;
    for state in common::positions(rules, 3, 3, 16) {
        let asked = rules.ask(&state).asked();
        let Some(side) = asked.first().map(|who: Who| rules.side(&state, who)) else { continue };
        for other in lookalikes(rules, &state, side, places).iter().take(2) {
            if rules.ask(other) != rules.ask(&state) {
                continue;
            }
            for brain in brains {
                let brain: Brain = brain.parse().unwrap();
                let [here, there] =
                    [&state, other].map(|state| think(&brain, rules, state, asked, &mut Whim::new(9)).choice);
                assert_eq!(here, there, "{brain} peeks");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn moving_a_hidden_enemy_does_not_change_a_choice() {
    let squares: Vec<String> =
        (0..24).flat_map(|x| (0..24).map(move |y| format!("{},{}", 3 * x % 24, 5 * y % 24))).collect();
    let compared =
        hidden_enemies_change_nothing(&ranks("halls-of-the-gate"), &squares, &["greedy", "search:12"]);
    assert!(compared >= 8, "only {compared} pairs of tables that look the same");
}

/// Fights with the same dice: the heroes think with whims of this stream.
fn wins(rules: &fracas_delve::Delve, whims: impl Fn(u64) -> Whim, fights: u64) -> u64 {
    let brain = Brain::playouts(24);
    let won = (0..fights).filter(|&nth| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(5, nth));
        let mut whim = whims(nth);
        loop {
            let asked = match rules.ask(&state) {
                Ask::Over(outcome) => return outcome == Outcome::Won(Side::Heroes),
                ask => ask.asked(),
            };
            let choice = think(&brain, rules, &state, asked, &mut whim).choice;
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
    });
    won.count() as u64
}

#[test]
fn knowing_the_seed_of_the_table_does_not_help() {
    let rules = delve("last-stand");
    let fights = 60;
    // The whims are the very stream that the dice of the table come from; and any other.
    let knowing = wins(&rules, |nth| Whim::stream(5, nth), fights);
    let other = wins(&rules, |nth| Whim::stream(77, nth), fights);
    // Three standard deviations of a difference between two shares.
    let spread = 3.0 * (2.0 * fights as f64 * 0.25).sqrt();
    let apart = knowing.abs_diff(other) as f64;
    assert!(apart <= spread, "won {knowing} of {fights} with the seed, {other} without");
}
