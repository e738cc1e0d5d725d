//! Falling, Trauma and coming round, clause by clause, with dice on the table.

use fracas_kernel::Status;

use crate::scene::{Scene, line};

/// Ann on her feet far from any harm, Bea on the ground with the Trauma given; her timer is what the d4 shows.
fn fallen(trauma: u8, timer: u16) -> Scene {
    let bea = format!("hall fallen = true;trauma = {trauma}");
    let mut scene = Scene::with("", &[("ann", "hall"), ("bea", &bea)], &[("imp", "loft")]);
    scene.play("ann begin", &[timer]);
    scene
}

/// ARDOR-H1: damage lowers health, and at zero a character is incapacitated.
#[test]
fn at_zero_one_is_incapacitated() {
    for (damage, left, status) in [([6, 5], 1, Status::Up), ([6, 6], 0, Status::Down)] {
        let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")]);
        scene.set_track("ann", "health", 12);
        let mut faces = vec![1, 1, damage[0], damage[1]];
        if status == Status::Down {
            faces.push(4);
        }
        let lines = scene.play_all(&["imp attack ann", "ann defend", "bea defend"], &faces);
        assert_eq!((scene.health("ann"), scene.status("ann")), (left, status));
        let total: u16 = damage.iter().sum();
        assert_eq!(line(&lines, "Ann loses"), format!("Ann loses {total} health: {left} left"));
    }
}

/// ARDOR-H2, ARDOR-R15: falling brings a Trauma and a d4 of rounds, counted from the next; when they are over another Trauma
/// and a new d4. Recover is all that is left.
#[test]
fn trauma_and_its_timer() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")]);
    scene.set_track("ann", "health", 1);
    let lines = scene.play_all(&["imp attack ann", "ann defend", "bea defend"], &[1, 1, 1, 1, 2]);
    assert_eq!(
        line(&lines, "Ann is inc"),
        "Ann is incapacitated: Trauma 1, the next in 2 rounds (d4 [2] = 2)"
    );
    assert_eq!((scene.track("ann", "trauma"), scene.track("ann", "timer")), (Some(1), Some(2)));
    scene.play("imp defend", &[]);
    let own: Vec<String> = scene.choices().into_iter().filter(|choice| choice.starts_with("ann")).collect();
    assert_eq!(own, ["ann rise", "ann rise-with-surge"]);
    assert_eq!(scene.refused("ann defend"), Some("ARDOR-H2"));
    assert_eq!(scene.refused("bea rise"), Some("ARDOR-H2"));
    scene.play_all(&["bea defend", "ann rise"], &[1, 1]);
    assert_eq!((scene.track("ann", "trauma"), scene.track("ann", "timer")), (Some(1), Some(1)));
    let lines = scene.play_all(&["imp defend", "bea defend", "ann rise"], &[1, 1, 3]);
    assert_eq!(line(&lines, "Ann gets"), "Ann gets worse: Trauma 2, the next in 3 rounds (d4 [3] = 3)");
    assert_eq!((scene.track("ann", "trauma"), scene.track("ann", "timer")), (Some(2), Some(3)));
}

/// ARDOR-R15: the timer stops with the return to consciousness, and the next fall rolls a new one.
#[test]
fn the_timer_stops() {
    let mut scene = fallen(1, 1);
    // 13 - 1 meets 12; in the round in which the timer would have run out.
    let lines = scene.play_all(&["imp defend", "ann defend", "bea rise"], &[1, 13, 4]);
    assert_eq!((scene.track("bea", "timer"), scene.track("bea", "trauma")), (None, Some(1)), "{lines:?}");
    assert_eq!((scene.status("bea"), scene.health("bea")), (Status::Up, 4));
}

/// ARDOR-H3, ARDOR-R1: each Trauma is 1 less on every d20, the Action Score's too.
#[test]
fn trauma_lowers_rolls() {
    let mut scene = Scene::with("", &[("ann", "hall trauma = 3")], &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    let lines = scene.play_all(&["imp defend", "ann attack imp"], &[12, 2, 3]);
    assert_eq!(line(&lines, "Ann means"), "Ann means to strike Imp: d20 [12] = 12 (Attack +3, Trauma -3)");
    // And on the roll to recover: 14 - 3 is not 12, 15 - 3 is.
    for (face, status) in [(14, Status::Down), (15, Status::Up)] {
        let mut scene = fallen(3, 4);
        let faces: &[u16] = if status == Status::Up { &[1, face, 2] } else { &[1, face] };
        scene.play_all(&["imp defend", "ann defend", "bea rise"], faces);
        assert_eq!(scene.status("bea"), status);
    }
}

/// ARDOR-A9: d20 less Trauma against the Challenge Score, a surge before the roll adds a d6; d6 health on success.
#[test]
fn recover_while_incapacitated() {
    let mut scene = fallen(1, 4);
    let lines = scene.play_all(&["imp defend", "ann defend", "bea rise-with-surge"], &[1, 8, 5, 6]);
    assert_eq!(line(&lines, "Bea tries"), "Bea tries to recover: d20 [8] - 1 = 7, and the surge d6 [5] = 5");
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: 12 meets 12");
    assert_eq!((scene.health("bea"), scene.track("bea", "surges")), (6, Some(1)));
    // The surge is gone whether it helped or not.
    let mut scene = fallen(1, 4);
    let lines = scene.play_all(&["imp defend", "ann defend", "bea rise-with-surge"], &[1, 8, 4]);
    assert_eq!(line(&lines, "Bea stays"), "Bea stays down: 11 misses 12 by 1");
    assert_eq!((scene.status("bea"), scene.track("bea", "surges")), (Status::Down, Some(1)));
    // Without a surge there is only the roll.
    scene.set_track("bea", "surges", 0);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("bea rise-with-surge"), Some("ARDOR-A8"));
}

/// ARDOR-A9, ARDOR-R13: a natural 20 always succeeds, for 2d6, and is no Inspired Moment.
#[test]
fn a_natural_twenty_on_the_ground() {
    // Trauma 9 makes it 11, which is not enough, and enough all the same.
    let mut scene = fallen(9, 4);
    let lines = scene.play_all(&["imp defend", "ann defend", "bea rise"], &[1, 20, 5, 6]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers on a natural 20");
    assert_eq!(scene.health("bea"), 11);
    assert!(!lines.iter().any(|line| line.contains("Inspired")), "{lines:?}");
    assert_eq!(scene.asked(), ["imp"], "no second action for it");
}

/// ARDOR-R13: meeting the Challenge Score is enough, and Trauma is taken off once.
#[test]
fn meeting_is_enough() {
    for (face, status) in [(13, Status::Down), (14, Status::Up)] {
        let mut scene = fallen(2, 4);
        let faces: &[u16] = if status == Status::Up { &[1, face, 1] } else { &[1, face] };
        scene.play_all(&["imp defend", "ann defend", "bea rise"], faces);
        assert_eq!(scene.status("bea"), status, "{face}");
    }
}

/// ARDOR-A10, ARDOR-R14: whoever is tended may use the other's score for the roll: no Trauma off, the surge's d6 on.
#[test]
fn tend() {
    // Bea rolls 2 - 2; Ann tends with 12.
    let mut scene = fallen(2, 4);
    let lines = scene.play_all(&["imp defend", "ann tend bea", "bea rise"], &[12, 2, 3]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: Ann's 12 meets 12");
    assert_eq!(scene.health("bea"), 3);
    // 8 of Ann's and 4 of the surge.
    let mut scene = fallen(2, 4);
    let lines = scene.play_all(&["imp defend", "ann tend bea", "bea rise-with-surge"], &[8, 2, 4, 1]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: Ann's 12 meets 12");
    // Not enough.
    let mut scene = fallen(2, 4);
    let lines = scene.play_all(&["imp defend", "ann tend bea", "bea rise-with-surge"], &[8, 2, 3]);
    assert_eq!(line(&lines, "Bea stays"), "Bea stays down: Ann's 11 misses 12 by 1");
    // One's own roll, where it is better.
    let mut scene = fallen(0, 4);
    let lines = scene.play_all(&["imp defend", "ann tend bea", "bea rise"], &[1, 12, 3]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: 12 meets 12");
}

/// ARDOR-R14: in the same zone; ARDOR-A10: only the incapacitated.
#[test]
fn tending_needs_the_same_zone() {
    let mut scene = Scene::with("", &[("ann", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("ann begin", &[4]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann tend bea"), Some("ARDOR-R14"));
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann tend bea"), Some("ARDOR-A10"));
}

/// ARDOR-R14: tending as a second action counts where the first one led.
#[test]
fn hurrying_to_tend() {
    let mut scene = Scene::with("", &[("cyd", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("cyd begin", &[4]);
    scene.play_all(&["imp defend", "cyd flee hall", "bea rise"], &[12, 18]);
    let lines = scene.play("cyd arduous tend bea", &[2]);
    // Bea's own 17 would do, and waits for nobody; but nothing is lost by the order.
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: 17 meets 12");
    assert_eq!(scene.zone("cyd"), "hall");
    let mut scene = Scene::with("", &[("cyd", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("cyd begin", &[4]);
    scene.play_all(&["imp defend", "cyd flee hall", "bea rise"], &[12, 8]);
    let lines = scene.play("cyd arduous tend bea", &[2]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: Cyd's 12 meets 12");
}

/// ARDOR-R2: one that does not roll is out at zero, and stays out.
#[test]
fn others_are_out_at_zero() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("ogre", "hall"), ("imp", "loft")]);
    // 18 to the ogre's 16: 12 damage are more than its 8 health.
    let lines = scene.play_all(&["ogre defend", "imp defend", "ann attack ogre"], &[15, 6, 6]);
    assert!(lines.contains(&"Ogre is out of the fight".to_owned()), "{lines:?}");
    assert_eq!((scene.health("ogre"), scene.status("ogre")), (0, Status::Dead));
    assert_eq!(scene.asked(), ["imp"]);
    assert_eq!(scene.track("ogre", "trauma"), None);
}

/// ARDOR-H2, ARDOR-R15: whom the judge puts down has a Trauma and a d4 like anybody, which counts from the next round.
#[test]
fn the_judge_puts_somebody_down() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    scene.set_track("ann", "health", 0);
    let told = scene.told_to(fracas_kernel::Seat::Judge);
    assert!(
        told.iter().any(|line| line.starts_with("Ann is incapacitated: Trauma 1, the next in ")),
        "{told:?}"
    );
    let timer = scene.track("ann", "timer").expect("a d4");
    assert!((2..=5).contains(&timer), "this round does not count: {timer}");
    scene.play_all(&["ann rise", "bea defend"], &[1, 10]);
    assert_eq!((scene.track("ann", "timer"), scene.track("ann", "trauma")), (Some(timer - 1), Some(1)));
    // Back on her feet and down again, it is another.
    scene.set_track("ann", "health", 5);
    assert_eq!(scene.track("ann", "timer"), None);
    scene.set_track("ann", "health", 0);
    assert_eq!(scene.track("ann", "trauma"), Some(2));
}

/// ARDOR-A9: whoever has been brought round in this round does not recover again.
#[test]
fn the_awake_do_not_recover_again() {
    let mut scene = Scene::with("", &[("cyd", "hall"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("cyd begin", &[4]);
    // Cyd's 18 mends Bea for 5 before her own 15 would have been enough.
    scene.play_all(&["imp defend", "cyd use mend bea", "bea rise"], &[18, 16]);
    let lines = scene.play("cyd pass", &[2, 3]);
    assert_eq!(scene.health("bea"), 5);
    assert!(!lines.iter().any(|line| line.starts_with("Bea recovers")), "{lines:?}");
}
