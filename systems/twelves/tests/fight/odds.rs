//! Odds before a choice, to the last digit, worked out by hand beside each.

use fracas_content::{Bundle, scenarios};
use fracas_dice::{Dice, Seeded};
use fracas_kernel::{Ask, Null, Offer, Play, Stakes, odds};
use fracas_twelves::Twelves;

use crate::scene::{Scene, begun};

fn near(is: f64, should: f64) {
    assert!((is - should).abs() < 1e-12, "{is} should be {should}");
}

/// The chances of 0, 1, 2, … hits of some dice that must reach `number`: a die fails with (number - 1) / 12; it has k
/// hits if k - 1 twelves come first and then a hit that is no twelve, or k twelves and then a miss.
fn pool(dice: usize, number: i32) -> Vec<f64> {
    let (hit, miss, twelve) = ((12 - number) as f64 / 12.0, (number - 1) as f64 / 12.0, 1.0 / 12.0_f64);
    let die = |k: usize| match k {
        0 => miss,
        k => twelve.powi(k as i32 - 1) * hit + twelve.powi(k as i32) * miss,
    };
    let mut sum = vec![1.0];
    for _ in 0..dice {
        sum = (0..60).map(|n| (0..=n).filter_map(|k| Some(sum.get(k)? * die(n - k))).sum()).collect();
    }
    sum
}

fn agrees(found: &Stakes, pool: &[f64], left: usize) {
    assert!(found.exact);
    near(found.chance.as_ref().unwrap().p, 1.0 - pool[0]);
    for &(value, p) in &found.harm.values {
        let value = value as usize;
        near(p, if value == left { pool[left..].iter().sum() } else { pool[value] });
    }
    let fall = found.drops.first().map_or(0.0, |drop| drop.p);
    near(fall, pool[left..].iter().sum());
}

/// TWELVES-K1, TWELVES-K2: an attack.
#[test]
fn an_attack() {
    let scene = begun(&[("fia", "yard")], &[("brute", "yard")]);
    agrees(&scene.odds("fia strike brute sword"), &pool(3, 8), 6);
}

/// TWELVES-K2: a pool of twelve dice.
#[test]
fn a_pool_of_twelve() {
    let text = crate::scene::script(
        "ready = \"all\"",
        "zone = [{ id = \"a\", name = \"A\", at = [0, 0] }]",
        &[("fia", "a")],
        &[("giant", "a")],
    );
    let rules = crate::scene::rules(text.replacen("dice = 3", "dice = 12", 1));
    let mut scene = Scene::new(rules);
    scene.play("fia begin", &[]);
    agrees(&scene.odds("fia strike giant sword"), &pool(12, 9), 12);
}

/// TWELVES-K3, TWELVES-R3: a pair, the second against a number raised by Rank 3.
#[test]
fn a_pair() {
    let scene = begun(&[("duo", "yard")], &[("brute", "yard")]);
    let found = scene.odds("duo pair brute sword dirk");
    let (first, second) = (pool(3, 8), pool(2, 11));
    near(found.chance.as_ref().unwrap().p, 1.0 - first[0] * second[0]);
    // Six hits in all, or six by the first alone.
    let both: f64 = (0..6).map(|n| first[n] * second[6 - n..].iter().sum::<f64>()).sum();
    near(found.drops[0].p, both + first[6..].iter().sum::<f64>());
    assert!(found.exact);
}

/// TWELVES-R3: a number that no face reaches brings nothing.
#[test]
fn beyond_the_highest_face() {
    let mut scene =
        begun(&[("duo", "yard"), ("fia", "yard")], &[("imp", "yard"), ("giant", "yard"), ("giant", "yard")]);
    scene.play("duo pair imp sword dirk", &[6, 6, 6]);
    let found = scene.odds("duo second giant-1");
    near(found.chance.as_ref().unwrap().p, 0.0);
    assert_eq!((found.harm.most, found.exact), (0, true));
}

/// TWELVES-R1: a check succeeds with as many twelfths as the attribute has points.
#[test]
fn a_check() {
    let scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    near(scene.odds("fia grapple brute").chance.unwrap().p, 7.0 / 12.0);
    let shove = scene.odds("fia shove brute pit");
    near(shove.chance.as_ref().unwrap().p, 7.0 / 12.0);
    near(shove.harm.mean, 2.0 * 7.0 / 12.0);
}

/// TWELVES-R4, TWELVES-R11: what a move costs on average is shown before it is made; who has left has not fallen.
#[test]
fn a_move_that_provokes() {
    let scene = begun(&[("fia", "yard"), ("duo", "loft")], &[("imp", "yard"), ("imp", "yard")]);
    let found = scene.odds("fia flee");
    let both = pool(4, 8);
    near(found.loss.values[0].1, both[0]);
    near(found.loss.values[1].1, both[1]);
    near(found.drops[0].p, both[6..].iter().sum());
    near(found.chance.unwrap().p, both[..6].iter().sum());
}

/// Every choice that comes up in the scenarios that ship is counted out, none sampled.
#[test]
fn all_odds_are_exact() {
    for built_in in scenarios().filter(|scenario| scenario.system == Twelves::SYSTEM) {
        let rules = Twelves::load(&Bundle::new(built_in.source).unwrap()).unwrap();
        let (mut choices, mut met) = (Vec::new(), 0);
        for seed in 0..4 {
            let (mut state, mut dice) = (rules.start(), Seeded::new(seed));
            while let Ask::Decide(_) | Ask::React(_) = rules.ask(&state) {
                rules.choices(&state, &mut choices);
                for &choice in &choices {
                    met += 1;
                    if met % 3 == 0 {
                        assert!(odds(&rules, &state, choice).exact, "{}: {choice:?}", built_in.id);
                    }
                }
                let choice = choices[dice.pick(fracas_dice::Why::table("whim"), choices.len())];
                rules.apply(&mut state, choice, &mut dice, &mut Null);
            }
        }
        assert!(met > 500, "{}", built_in.id);
    }
}
