//! Rulings of our own, and corners of the clauses where something could slip through.

use fracas_kernel::{Crowd, Know, Seat, Status};

use crate::scene::{Scene, line};

fn begun(options: &str, party: &[(&str, &str)], foes: &[(&str, &str)], faces: &[u16]) -> Scene {
    let mut scene = Scene::with(options, party, foes);
    scene.play(&format!("{} begin", party[0].0), faces);
    scene
}

fn no_fumble(lines: &[String]) -> bool {
    !lines.iter().any(|line| line.contains("fumbles"))
}

/// ARDOR-R14: whoever is kept from getting there tends nobody.
#[test]
fn tending_does_not_reach_through_a_barred_way() {
    let mut scene = begun("", &[("cyd", "yard"), ("bea", "hall fallen = true")], &[("imp", "hall")], &[4]);
    // Cyd runs with 8 + 2 against the imp's 12. With her 8 and the surge's 5 Bea would be up.
    scene.play_all(&["imp bar yard", "cyd flee hall", "bea rise-with-surge"], &[8, 2, 5]);
    let lines = scene.play("cyd arduous tend bea", &[]);
    assert_eq!(line(&lines, "Bea stays"), "Bea stays down: 6 misses 12 by 6");
    assert_eq!((scene.zone("cyd"), scene.status("bea")), ("yard".into(), Status::Down));
}

/// ARDOR-R14: whoever is tended waits for the one who comes to do it.
#[test]
fn the_tended_wait_for_whoever_comes() {
    let mut scene = begun("", &[("cyd", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")], &[4]);
    // Bea's own 6 - 1 + 5 come before Cyd's 7 + 2, and are not enough; Cyd's 7 and the surge's 5 are.
    scene.play_all(&["imp defend", "cyd flee hall", "bea rise-with-surge"], &[7, 6, 5]);
    let lines = scene.play("cyd arduous tend bea", &[4]);
    assert_eq!(line(&lines, "Bea recovers"), "Bea recovers: Cyd's 12 meets 12");
    assert_eq!(scene.health("bea"), 4);
}

/// ARDOR-R11: with two actions one defends with the first one's score, also where somebody else defends one.
#[test]
fn the_first_score_defends_beside_a_defender() {
    let mut scene = Scene::new(&[("cyd", "hall"), ("bea", "hall")], &[("imp", "hall")]);
    // Cyd attacks with 8, and chains with 9; Bea covers her with 6.
    scene.play_all(&["imp attack cyd", "cyd attack imp", "bea defend-other cyd"], &[5, 1]);
    let lines = scene.play("cyd arduous use chain imp", &[1, 1, 2]);
    assert!(line(&lines, "Imp strikes Cyd").contains("13 to 8"), "{lines:?}");
}

/// ARDOR-A6: whoever has left the field defends nobody any more.
#[test]
fn who_has_left_defends_nobody() {
    let mut scene = Scene::new(&[("cyd", "yard"), ("bea", "yard")], &[("imp", "yard")]);
    // 20 for defending, 17 for the flight; both come before the imp's 13.
    scene.play_all(&["imp attack bea", "cyd defend-other bea", "bea defend"], &[15, 1]);
    let lines = scene.play("cyd arduous flee off", &[3, 3]);
    assert!(line(&lines, "Imp strikes Bea").contains("13 to 3, ahead by 10"), "{lines:?}");
    assert_eq!((scene.status("cyd"), scene.health("bea")), (Status::Gone, 14));
}

// --- fumbles ---

/// ARDOR-S8, ARDOR-O1: a fumble can hurt a friend who stands in the same zone, and nobody else.
#[test]
fn a_fumble_can_hurt_a_friend() {
    let wild =
        "[[fumble]]\nwhat = \"a wild swing\"\nactions = [\"attack\"]\nbelow = 10\nhurts_friend = \"1d4\"\n";
    let party = [("ann", "hall"), ("bea", "hall"), ("dag", "yard")];
    let mut scene = begun(wild, &party, &[("imp", "hall")], &[]);
    let lines =
        scene.play_all(&["imp defend", "ann attack imp", "bea defend", "dag defend"], &[5, 10, 10, 3]);
    assert_eq!(line(&lines, "Bea takes"), "Bea takes 3 damage from the mishap: d4 [3] = 3");
    assert_eq!((scene.health("ann"), scene.health("bea"), scene.health("dag")), (20, 17, 20));
    // Where there is nobody to hit, nothing is rolled.
    let mut scene = begun(wild, &[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")], &[]);
    let lines = scene.play_all(&["imp defend", "ann attack imp", "bea defend"], &[5, 10]);
    assert!(lines.iter().any(|line| line.starts_with("Ann fumbles")), "{lines:?}");
}

/// ARDOR-S8: a defence that is spoilt turns nothing aside.
#[test]
fn a_spoilt_defence_does_not_hold() {
    let slip = "[[fumble]]\nwhat = \"a slip\"\nactions = [\"defend\"]\nbelow = 20\nspoils = true\n";
    let mut scene = begun(slip, &[("ann", "hall")], &[("imp", "hall")], &[]);
    let lines = scene.play_all(&["imp attack ann", "ann defend"], &[13, 4]);
    assert_eq!(
        line(&lines, "Imp strikes Ann"),
        "Imp strikes Ann: 13 to 15, behind by 2: a glancing hit, d6 [4] = 4 damage"
    );
    assert_eq!(scene.health("ann"), 16);
}

/// ARDOR-S7, ARDOR-S8: the inspired do not fumble; ARDOR-S9: care is for the second action too.
#[test]
fn who_does_not_fumble() {
    let slip = "[[fumble]]\nwhat = \"a slip\"\nactions = [\"attack\"]\nbelow = 30\nspoils = true\n";
    let mut scene = begun(slip, &[("ann", "hall")], &[("imp", "hall")], &[]);
    scene.play_all(&["imp defend", "ann attack imp"], &[20]);
    let lines = scene.play("ann pass", &[1, 2]);
    assert!(no_fumble(&lines) && scene.health("imp") == 27, "{lines:?}");
    let mut scene = begun(slip, &[("cyd", "hall")], &[("imp", "hall")], &[]);
    scene.play_all(&["imp defend", "cyd attack imp carefully"], &[5]);
    let lines = scene.play("cyd arduous attack imp carefully", &[]);
    assert!(no_fumble(&lines), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("Cyd strikes Imp: 5 to 12")).count(), 2);
}

// --- conditions ---

/// ARDOR-R7: what the conditions of abilities do.
#[test]
fn what_conditions_do() {
    let strike = |condition: &str| {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
        scene.afflict("ann", condition, Some(2));
        scene.play("imp defend", &[]);
        let flees = scene.can("ann flee yard");
        let lines = scene.play("ann attack imp", &[4]);
        (line(&lines, "Ann means").split(": ").nth(1).unwrap_or("").to_owned(), flees)
    };
    let score = |text: &str| text.to_owned();
    assert_eq!(strike("emboldened"), (score("d20 [4] + 5 = 9 (Attack +3, emboldened +2)"), true));
    assert_eq!(strike("dazed"), (score("d20 [4] = 4 (Attack +3, dazed -3)"), true));
    assert_eq!(strike("prone"), (score("d20 [4] + 1 = 5 (Attack +3, prone -2)"), false));
    assert_eq!(strike("rooted"), (score("d20 [4] + 3 = 7 (Attack +3)"), false));
    assert_eq!(strike("guarded"), (score("d20 [4] + 3 = 7 (Attack +3)"), true));
}

/// ARDOR-R7, ARDOR-A5: to the guarded glancing hits are misses, full hits are not.
#[test]
fn the_guarded_turn_glancing_hits() {
    // 15 to 13: Ann's full hit, and a glancing one that is turned. 13 to 13: full hits both ways.
    for (faces, left) in [(vec![12, 1, 1], 20), (vec![10, 1, 1, 2, 3], 15)] {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
        scene.afflict("ann", "guarded", Some(2));
        scene.play_all(&["imp attack ann", "ann attack imp"], &faces);
        assert_eq!(scene.health("ann"), left, "{faces:?}");
    }
}

// --- secrets ---

/// ARDOR-R18: whether somebody takes care is as secret as the intent, and as open to friends.
#[test]
fn care_is_secret_too() {
    let slip = "[[fumble]]\nwhat = \"a slip\"\nactions = [\"attack\"]\nbelow = 5\nspoils = true\n";
    let played = |choice: &str| {
        let mut scene = begun(slip, &[("ann", "hall"), ("bea", "hall")], &[("imp", "hall")], &[]);
        scene.play_all(&["imp attack ann", choice], &[]);
        scene
    };
    let (bold, careful) = (played("ann attack imp"), played("ann attack imp carefully"));
    let bea = Seat::Player(Crowd::one(bold.who("bea")));
    assert_ne!(bold.seen(bea), careful.seen(bea));
    let imp = Seat::Player(Crowd::one(bold.who("imp")));
    for seat in [imp, Seat::Watcher] {
        assert_eq!(bold.seen(seat), careful.seen(seat));
        assert_eq!(bold.told_to(seat), careful.told_to(seat));
        let known = |scene: &Scene| scene.table.rules().known(scene.table.state(), seat);
        assert_eq!(known(&bold), known(&careful));
    }
    assert_ne!(bold.seen(Seat::Judge), careful.seen(Seat::Judge));
}
