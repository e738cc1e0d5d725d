//! The ten standard actions and the abilities, clause by clause, with dice on the table.

use fracas_kernel::{Crowd, Judgement, Seat};

use crate::scene::{Scene, line, load, text};

/// ARDOR-A1: Move Far is two zones, and adds nothing.
#[test]
fn move_far() {
    let mut scene = Scene::new(&[("ann", "yard")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann move-far hall hall"), Some("ARDOR-A1"), "two zones, and no less");
    let lines = scene.play("ann move-far hall stair", &[9]);
    assert_eq!(line(&lines, "Ann means"), "Ann means to hurry to Stair by way of Hall: d20 [9] = 9");
    assert_eq!(scene.zone("ann"), "stair");
    // Barred half way, she gets no further.
    let mut scene = Scene::new(&[("ann", "yard")], &[("imp", "hall")]);
    scene.play_all(&["imp bar stair", "ann move-far hall stair"], &[12]);
    assert_eq!(scene.zone("ann"), "hall");
    // Off the field by way of an exit.
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "loft")]);
    scene.play_all(&["imp defend", "ann move-far yard off", "bea defend"], &[12, 1]);
    assert_eq!(scene.status("ann"), fracas_kernel::Status::Gone);
}

/// ARDOR-A2: Move to Attack adds 1: one zone, then melee.
#[test]
fn move_to_attack() {
    let mut scene = Scene::new(&[("ann", "yard")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    let lines = scene.play("ann move-to-attack hall imp", &[11, 2, 2]);
    assert_eq!(
        line(&lines, "Ann means"),
        "Ann means to go to Hall to attack Imp: d20 [11] + 1 = 12 (Move to Attack +1)"
    );
    assert_eq!((scene.zone("ann"), scene.health("imp")), ("hall".into(), 26));
    let scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    assert!(!scene.choices().iter().any(|choice| choice.contains("move-to-attack")), "it is here already");
}

/// ARDOR-A3: Move and Attack adds nothing: a zone and then a shot, or an attack and then a zone.
#[test]
fn move_and_attack() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    let lines = scene.play("ann attack-and-move imp yard", &[12, 2, 2]);
    assert_eq!(line(&lines, "Ann means"), "Ann means to strike Imp, then go to Yard: d20 [12] = 12");
    assert_eq!((scene.zone("ann"), scene.health("imp")), ("yard".into(), 26));
    scene.play("imp defend", &[]);
    scene.play("ann move-and-shoot hall imp", &[12, 1, 2]);
    assert_eq!((scene.zone("ann"), scene.health("imp")), ("hall".into(), 23));
    scene.play("imp defend", &[]);
    scene.play("ann shoot-and-move imp yard", &[12, 1, 2]);
    assert_eq!((scene.zone("ann"), scene.health("imp")), ("yard".into(), 20));
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann move-and-shoot loft imp"), Some("ARDOR-A3"), "one zone only");
}

/// ARDOR-A4, ARDOR-R10: Attack adds 3; melee reaches the same zone, a shot any in sight.
#[test]
fn attack() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall"), ("imp", "loft")]);
    scene.play_all(&["imp-1 defend", "imp-2 defend"], &[]);
    assert_eq!(scene.refused("bea attack imp-1"), Some("ARDOR-R10"));
    assert_eq!(scene.refused("bea shoot imp-2"), Some("ARDOR-R10"), "the loft is out of sight");
    assert!(scene.can("bea shoot imp-1") && scene.can("ann shoot imp-2"));
    let lines = scene.play_all(&["bea shoot imp-1", "ann attack imp-1"], &[9, 8, 1, 2]);
    assert_eq!(line(&lines, "Ann means"), "Ann means to strike Imp 1: d20 [9] + 3 = 12 (Attack +3)");
    assert!(line(&lines, "Bea shoots").contains("11 to 12, behind by 1"));
    assert_eq!(scene.health("imp-1"), 27);
}

/// ARDOR-A5: Defend adds 2 and turns glancing hits into misses, full hits not.
#[test]
fn defend() {
    for (face, dice, left) in [(11, vec![3, 3], 14), (12, vec![], 20)] {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
        let faces: Vec<u16> = [face].into_iter().chain(dice).collect();
        let lines = scene.play_all(&["imp attack ann", "ann defend"], &faces);
        assert!(line(&lines, "Ann means").ends_with(&format!("d20 [{face}] + 2 = {} (Defend +2)", face + 2)));
        assert_eq!(scene.health("ann"), left, "{lines:?}");
    }
}

/// ARDOR-A6: Defend Other adds 5; the other may use that score, if it is higher, against melee from near.
#[test]
fn defend_other_against_melee() {
    // Bea has 2 by herself. Ann covers her with 10 + 5: the imp's 13 is glancing then.
    for (zone, helps) in [("hall", true), ("yard", true), ("stair", true), ("loft", false)] {
        let mut scene = Scene::new(&[("ann", zone), ("bea", "hall")], &[("imp", "hall")]);
        // On the stair footing takes 2 off.
        // Bea attacks with 2 + 3 = 5, 8 behind: glancing.
        let faces: &[u16] = if helps { &[12, 2, 4, 1] } else { &[12, 2, 3, 3, 1] };
        let lines = scene.play_all(&["imp attack bea", "ann defend-other bea", "bea attack imp"], faces);
        let struck = line(&lines, "Imp strikes Bea");
        assert_eq!(struck.contains("of Ann"), helps, "{zone}: {struck}");
        assert_eq!(scene.health("bea"), if helps { 16 } else { 14 }, "{zone}");
    }
    // A lower score helps nobody.
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall")]);
    let lines = scene.play_all(&["imp attack bea", "ann defend-other bea", "bea defend"], &[1, 12]);
    assert!(
        line(&lines, "Imp strikes Bea").contains("13 to 14, behind by 1: glancing, and turned aside"),
        "{lines:?}"
    );
}

/// ARDOR-A6, ARDOR-R4: against shots one must be between: on a shortest way from attacker to target, ends included.
#[test]
fn defend_other_against_shots() {
    for (zone, helps) in [("yard", false), ("hall", true), ("stair", true), ("loft", true)] {
        let mut scene = Scene::new(&[("ann", zone), ("bea", "hall")], &[("imp", "loft")]);
        // Bea recovers with 1 + 2; her d6 comes after the shot, at the end of the order.
        let faces: &[u16] = if helps { &[12, 1, 4, 1] } else { &[12, 1, 3, 3, 1] };
        let lines = scene.play_all(&["imp shoot bea", "ann defend-other bea", "bea recover"], faces);
        assert_eq!(line(&lines, "Imp shoots Bea").contains("of Ann"), helps, "{zone}: {lines:?}");
    }
    let mut scene = Scene::new(&[("ann", "yard"), ("bea", "loft")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann defend-other bea"), Some("ARDOR-A6"), "out of sight");
}

/// ARDOR-R4: near is the same zone or one beside it.
#[test]
fn near_is_here_or_beside() {
    let mut scene = Scene::new(&[("cyd", "yard"), ("ann", "yard"), ("bea", "stair")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    assert!(scene.can("cyd use mend ann"));
    assert_eq!(scene.refused("cyd use mend bea"), Some("ARDOR-R10"), "two zones away");
}

/// ARDOR-A7: Flee adds 2 and goes one zone; an attack that one beats by 3 misses, by 2 it glances.
#[test]
fn flee() {
    for (face, dice, left) in [(13, vec![2], 18), (14, vec![], 20)] {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
        let faces: Vec<u16> = [face].into_iter().chain(dice).collect();
        let lines = scene.play_all(&["imp attack ann", "ann flee yard"], &faces);
        assert_eq!((scene.zone("ann"), scene.health("ann")), ("yard".into(), left), "{lines:?}");
    }
}

/// ARDOR-A8: Recover adds 2: a surge for d6 health, and on a 6 one Ardor too.
#[test]
fn recover_while_conscious() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "loft")]);
    scene.set_track("cyd", "health", 5);
    scene.set_track("cyd", "ardor", 0);
    let lines = scene.play_all(&["imp defend", "cyd recover"], &[10, 6]);
    assert!(line(&lines, "Cyd means").ends_with("d20 [10] + 2 = 12 (Recover +2)"));
    assert_eq!(
        (scene.health("cyd"), scene.track("cyd", "ardor"), scene.track("cyd", "surges")),
        (11, Some(1), Some(0))
    );
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("cyd recover"), Some("ARDOR-A8"), "no surge left");
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "loft")]);
    scene.set_track("cyd", "ardor", 0);
    scene.set_track("cyd", "health", 5);
    scene.play_all(&["imp defend", "cyd recover"], &[10, 5]);
    assert_eq!((scene.health("cyd"), scene.track("cyd", "ardor")), (10, Some(0)));
}

/// ARDOR-R12: healing has its place in the order and its limit, and damage comes after it.
#[test]
fn healing_before_damage() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")]);
    scene.set_track("ann", "health", 18);
    // 18 + 6 is no more than 20; then 12 damage leave 8, where 18 - 12 + 6 would be 12.
    scene.play_all(&["imp attack ann", "ann recover", "bea defend"], &[1, 1, 6, 6, 6]);
    assert_eq!(scene.health("ann"), 8);
    // One who would fall but for it does not.
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")]);
    scene.set_track("ann", "health", 4);
    let lines = scene.play_all(&["imp attack ann", "ann recover", "bea defend"], &[1, 1, 3, 3, 6]);
    assert_eq!(scene.health("ann"), 4, "{lines:?}");
}

/// ARDOR-R7: an ability has its cost, modifier and reach, and does one thing on a full hit and another on a glancing one.
#[test]
fn abilities() {
    // Bash adds 2: 11 + 2 meets the imp's 13.
    for (face, dice, left, dazed) in [(11, vec![3, 4], 23, true), (10, vec![5], 25, false)] {
        let mut scene = Scene::new(&[("cyd", "hall"), ("ann", "yard")], &[("imp", "hall")]);
        scene.play_all(&["imp shoot ann", "cyd use bash imp", "ann defend"], &[face, 1]);
        // At 13 Cyd comes first, at 12 the imp, whose shot is a full hit on Ann.
        let faces = if dazed { [dice, vec![1, 1]].concat() } else { [vec![1, 1], dice].concat() };
        let lines = scene.play("cyd pass", &faces);
        assert_eq!(scene.health("imp"), left, "{lines:?}");
        assert_eq!(scene.badges("imp").contains(&"dazed".to_owned()), dazed);
        assert_eq!(scene.track("cyd", "ardor"), Some(2));
        if dazed {
            let lines = scene.play("imp defend", &[]);
            assert_eq!(lines[1], "Imp has 9 (base 10, Defend +2, dazed -3)");
        }
    }
}

/// ARDOR-R7: an area takes everybody in a zone, each on their own score, and spares only whoever makes it.
#[test]
fn an_area() {
    let mut scene = Scene::new(&[("cyd", "hall"), ("ann", "hall")], &[("imp", "hall"), ("ogre", "hall")]);
    scene.play_all(&["imp defend", "ogre defend", "cyd use blast hall"], &[]);
    scene.play("ann defend", &[14, 3]);
    // 14: Ann has 5, a full hit; the imp 12, a full hit; the ogre 16, glancing, and turned aside.
    let lines = scene.play("cyd pass", &[2, 3]);
    assert_eq!((scene.health("ann"), scene.health("imp"), scene.health("ogre")), (17, 26, 8), "{lines:?}");
    assert!(
        line(&lines, "Cyd uses Blast on Ogre").ends_with("14 to 16, behind by 2: glancing, and turned aside")
    );
    assert_eq!(scene.track("cyd", "ardor"), Some(1));
}

/// ARDOR-R7: an ability that heals works without a roll to hit, and wakes the fallen.
#[test]
fn a_heal() {
    let mut scene = Scene::with("", &[("cyd", "hall"), ("bea", "yard fallen = true")], &[("imp", "loft")]);
    scene.play("cyd begin", &[2]);
    scene.play_all(&["imp defend", "cyd use mend bea", "bea rise"], &[1, 2]);
    let lines = scene.play("cyd pass", &[3, 4]);
    assert!(lines.contains(&"Bea is conscious again".to_owned()), "{lines:?}");
    assert_eq!((scene.health("bea"), scene.track("bea", "timer")), (7, None));
}

/// ARDOR-R7: a control holds for as many rounds as it says.
#[test]
fn a_control_lasts() {
    let mut scene = Scene::new(&[("cyd", "hall"), ("ann", "yard")], &[("imp", "stair")]);
    scene.play_all(&["imp defend", "cyd use chain imp", "ann defend"], &[15, 1]);
    scene.play("cyd pass", &[]);
    for _ in 0..2 {
        assert_eq!(scene.refused("imp flee loft"), Some("ARDOR-R7"));
        scene.play_all(&["imp defend", "cyd defend", "ann defend"], &[1, 1]);
        scene.play("cyd pass", &[]);
    }
    assert!(scene.can("imp flee loft"));
}

/// ARDOR-R7: what content may say of an ability is checked.
#[test]
fn abilities_are_checked() {
    let stage = text("", &[("ann", "hall")], &[("imp", "hall")]);
    let wrong = |from: &str, to: &str, expected: &str| {
        assert!(stage.contains(from), "{from}");
        let problems = load(&stage.replacen(from, to, 1)).unwrap_err();
        assert!(problems.contains(expected), "{problems}");
    };
    wrong("full = { heal = \"2d6\" }", "full = { damage = \"2d6\" }", "this hurts friends");
    wrong("takes = \"friends\"", "takes = \"foes\"", "this heals enemies");
    wrong("condition = \"dazed\"", "condition = \"dazzed\"", "did you mean \"dazed\"?");
    wrong("range = \"melee\"", "range = \"mele\"", "did you mean \"melee\"?");
    wrong("abilities = [\"chain\", \"blast\"]", "abilities = [\"chains\"]", "no ability is named \"chains\"");
}

/// A ward is covered by whoever stands highest, and a friend's arrival counts (ARDOR-A6).
#[test]
fn the_best_of_several_defenders() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall"), ("dag", "hall")], &[("imp", "hall")]);
    let lines = scene.play_all(
        &["imp attack bea", "ann defend-other bea", "dag defend-other bea", "bea defend"],
        &[10, 1, 11],
    );
    // Dag: 11 + 3 + 5 = 19.
    assert!(line(&lines, "Imp strikes Bea").contains("13 to 19 of Dag"), "{lines:?}");
}

/// The judge's favour changes a roll, and its natural face still counts.
#[test]
fn a_favour_is_no_inspiration() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    let favour = Judgement::Favour { roller: None, roll: None, add: 5, edge: fracas_kernel::EdgeName::Level };
    scene.judge(favour);
    let lines = scene.play("ann defend", &[15]);
    assert!(!lines.iter().any(|line| line.contains("Inspired")), "15 + 5 is no natural 20: {lines:?}");
    let told = scene.told_to(Seat::Player(Crowd::NONE));
    assert!(told.iter().any(|line| line.starts_with("Ann means to defend: d20 [15] + 7 = 22")), "{told:?}");
}
