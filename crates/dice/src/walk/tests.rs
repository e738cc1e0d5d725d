use super::*;
use crate::{Edge, Take, Tricks};

const WHY: Why = Why::table("test");

#[test]
fn one_roll_gives_its_distribution() {
    for roll in [Roll::pool(3, 6).plus(2), Roll::d(20).with_edge(Edge::Advantage), Roll::constant(7)] {
        let dist = Dist::of(&roll);
        let mut seen = Vec::new();
        let mut walk = Walk::new();
        walk.each(|dice| dice.roll(WHY, roll).value, |value, p| seen.push((value, p)));
        assert_eq!(seen, dist.iter().collect::<Vec<_>>());
        assert_eq!(walk.leaves(), seen.len() as u64);
    }
}

#[test]
fn rolls_that_depend_on_rolls() {
    // A d6; on a 6 a d4 is added, on a 1 nothing more is rolled and the result is 0.
    let code = |dice: &mut Walk| match dice.roll(WHY, Roll::d(6)).value {
        1 => (0, dice.depth()),
        6 => (6 + dice.roll(WHY, Roll::d(4)).value, dice.depth()),
        n => (n, dice.depth()),
    };
    let mut seen = Vec::new();
    let mut walk = Walk::new();
    walk.each(code, |(value, depth), p| seen.push((value, depth, (p * 24.0).round() as i32)));
    let expected =
        [(0, 1, 4), (2, 1, 4), (3, 1, 4), (4, 1, 4), (5, 1, 4), (7, 2, 1), (8, 2, 1), (9, 2, 1), (10, 2, 1)];
    assert_eq!(seen, expected);
}

#[test]
fn checks_take_two_branches_and_contests_three() {
    let mut walk = Walk::new();
    let mut seen = Vec::new();
    walk.each(
        |dice| {
            let check = dice.check(WHY, Roll::d(20).plus(3), 15);
            assert_eq!(check.success, check.throw.value >= 15);
            check.success
        },
        |success, p| seen.push((success, p)),
    );
    assert_eq!(seen.len(), 2);
    assert!((seen[0].1 - 0.45).abs() < 1e-12 && seen[0].0 && !seen[1].0);

    let (mine, theirs) = (Roll::best_exploding(8, 10), Roll::best_exploding(6, 10));
    let odds = Dist::of(&mine).versus(&Dist::of(&theirs));
    let mut seen = Vec::new();
    walk.each(
        |dice| {
            let versus = dice.versus(WHY, mine, WHY, theirs);
            assert_eq!(versus.result, versus.mine.value.cmp(&versus.theirs.value));
            versus.result
        },
        |result, p| seen.push((result, p)),
    );
    assert_eq!(
        seen,
        [(Ordering::Greater, odds.win), (Ordering::Equal, odds.tie), (Ordering::Less, odds.lose)]
    );
}

#[test]
fn what_cannot_be_takes_no_branch() {
    let mut walk = Walk::new();
    walk.each(|dice| dice.check(WHY, Roll::d(6), 1).success, |success, p| assert!(success && p == 1.0));
    assert_eq!(walk.leaves(), 1);
    walk.each(|dice| dice.check(WHY, Roll::d(6), 7).success, |success, p| assert!(!success && p == 1.0));
    assert_eq!(walk.leaves(), 1);
    walk.each(|dice| dice.versus(WHY, Roll::d(4), WHY, Roll::d(4).plus(4)).result, |r, _| assert!(r.is_lt()));
    assert_eq!(walk.leaves(), 1);
    walk.each(|dice| dice.check(WHY, Roll::d(6), i32::MIN).success, |success, _| assert!(success));
    walk.each(|_| (), |_, p| assert_eq!(p, 1.0));
    assert_eq!((walk.leaves(), walk.depth()), (1, 0));
}

#[test]
fn tails_are_merged_and_nothing_is_lost() {
    let (mut walk, mut sum, mut mean) = (Walk::new(), 0.0, 0.0);
    let open = Roll::best_exploding(4, 10);
    walk.each(
        |dice| dice.roll(WHY, open).value,
        |value, p| {
            sum += p;
            mean += f64::from(value) * p;
        },
    );
    let dist = Dist::of(&open);
    assert!((sum - 1.0).abs() < 1e-12);
    assert!((mean - dist.mean()).abs() < 1e-10);
    assert!(walk.leaves() < dist.iter().count() as u64);
}

/// The whole against the parts: a fight of three exchanges by the walk, and by hand.
#[test]
fn a_small_fight() {
    let fight = |dice: &mut Walk| {
        let mut health = 5;
        let mut rounds = 0;
        while health > 0 && rounds < 3 {
            rounds += 1;
            if dice.check(WHY, Roll::d(20), 11).success {
                health -= dice.roll(WHY, Roll::d(4)).value;
            }
        }
        health <= 0
    };
    let (mut walk, mut won, mut all) = (Walk::new(), 0.0, 0.0);
    walk.each(fight, |win, p| {
        won += if win { p } else { 0.0 };
        all += p;
    });
    assert!((all - 1.0).abs() < 1e-12);
    // Two hits of three (3/8) need 5 or more on 2d4 (10/16), three hits (1/8) on 3d4 (60/64).
    assert!((won - (0.375 * 0.625 + 0.125 * 60.0 / 64.0)).abs() < 1e-12, "{won}");
}

#[test]
fn the_loop_can_be_written_out() {
    let mut walk = Walk::new();
    let mut sum = 0;
    loop {
        walk.begin();
        sum += walk.roll(WHY, Roll::pool(1, 3)).value * 10 + walk.pick(WHY, 2) as i32;
        if !walk.advance() {
            break;
        }
    }
    assert_eq!((sum, walk.leaves()), (2 * 60 + 3, 6));
}

#[test]
fn an_early_stop_drops_the_rest_of_the_path() {
    let mut walk = Walk::new();
    let mut stop = false;
    walk.begin();
    walk.roll(WHY, Roll::d(2));
    walk.roll(WHY, Roll::d(6));
    assert!(walk.advance());
    // The next run stops after its first roll.
    walk.begin();
    walk.roll(WHY, Roll::d(2));
    while walk.advance() {
        walk.begin();
        walk.roll(WHY, Roll::d(2));
        stop = true;
    }
    assert!(stop);
    assert_eq!(walk.leaves(), 3);
}

#[test]
fn keeping_dice_is_walked_by_sums() {
    let stats = Roll::new(4, 6, 0, Tricks { take: Take::High(3), ..Tricks::default() }).unwrap();
    let mut walk = Walk::new();
    walk.each(|dice| dice.roll(WHY, stats).value, |_, _| ());
    assert_eq!(walk.leaves(), 16);
}

#[test]
fn an_exact_match_is_two_branches() {
    let any_of_three = |dice: &mut Walk| (0..3).any(|_| dice.exactly(WHY, Roll::d(6), 4).success);
    let (mut walk, mut met) = (Walk::new(), 0.0);
    walk.each(any_of_three, |any, p| met += if any { p } else { 0.0 });
    assert_eq!(walk.leaves(), 4);
    assert!((met - (1.0 - 125.0 / 216.0)).abs() < 1e-12, "{met}");
    // What cannot be, and what must be, is one branch.
    walk.each(|dice| dice.exactly(WHY, Roll::d(6), 7).success, |met, p| assert_eq!((met, p), (false, 1.0)));
    walk.each(
        |dice| dice.exactly(WHY, Roll::constant(3), 3).success,
        |met, p| assert_eq!((met, p), (true, 1.0)),
    );
    assert_eq!(walk.leaves(), 1);
}

#[test]
fn the_first_run_tells_how_many_there_are() {
    let mut walk = Walk::new();
    walk.begin();
    let why = Why::table("a");
    assert_eq!(walk.breadth(), 1.0);
    walk.roll(why, Roll::d(6));
    walk.check(why, Roll::d(20), 11);
    walk.roll(why, Roll::d(8));
    assert_eq!(walk.breadth(), 6.0 * 2.0 * 8.0);
}
