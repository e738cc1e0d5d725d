//! What only one side knows stays there, in views, in the log and in odds; and odds say what they know and what they do not.

use fracas_kernel::{Crowd, Know, Play, Seat, Undo};

use crate::scene::Scene;

fn seat(scene: &Scene, id: &str) -> Seat {
    Seat::Player(Crowd::one(scene.who(id)))
}

/// Ann, Bea and an imp in the hall, the imp's intent shown, and then these choices.
fn played(choices: &[&str]) -> Scene {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall")]);
    scene.play("imp attack ann", &[]);
    for choice in choices {
        scene.play(choice, &[]);
    }
    scene
}

/// ARDOR-R18: what a player states is open to the own side at once, and to nobody else before all are in.
#[test]
fn an_intent_is_open_to_the_own_side() {
    let (flees, tends) = (played(&["ann flee yard"]), played(&["ann recover"]));
    for who in [seat(&flees, "imp"), Seat::Watcher, Seat::Player(Crowd::NONE)] {
        let seen = flees.seen(who);
        assert_eq!(seen, tends.seen(who));
        assert!(!seen.contains("flee") && !seen.contains("Flee") && seen.contains("decided"), "{seen}");
        assert_eq!(flees.told_to(who), ["Ann has decided"]);
        let known = |scene: &Scene| scene.table.rules().known(scene.table.state(), who);
        assert_eq!(known(&flees), known(&tends));
    }
    for who in [seat(&flees, "ann"), seat(&flees, "bea"), Seat::Judge] {
        assert!(flees.seen(who).contains("means to flee to Yard"));
        assert_eq!(flees.told_to(who), ["Ann has decided: flee to Yard"]);
    }
    // It can be changed until all are in, and the last word counts.
    let mut scene = played(&["ann flee yard"]);
    assert!(scene.can("ann defend") && scene.can("ann flee yard"));
    assert_eq!(scene.table.rules().awaited(scene.table.state()), Crowd::one(scene.who("bea")));
    scene.play("ann defend", &[]);
    assert_eq!(scene.told_to(seat(&scene, "bea")), ["Ann has changed plans: defend"]);
    let lines = scene.play("bea recover", &[9, 9, 1, 2, 3]);
    assert!(lines.iter().any(|line| line.starts_with("Ann means to defend")), "{lines:?}");
}

/// ARDOR-F1: all intents are turned over together, and that cannot be taken back freely.
#[test]
fn intents_are_turned_over_together() {
    let mut scene = Scene::new(&[("cyd", "hall"), ("bea", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp attack bea", "cyd flee yard"], &[]);
    assert_eq!(scene.table.undo_cost(), Undo::Free);
    scene.play("bea defend", &[5, 6]);
    assert_eq!(scene.table.undo_cost(), Undo::DiceFell);
    assert!(scene.seen(Seat::Watcher).contains("flee to Yard"), "Cyd is asked for more, and all lies open");
    let told = scene.told_to(Seat::Watcher);
    assert_eq!(told[0], "Bea has decided: defend");
    assert_eq!(told[2], "Cyd means to flee to Yard: d20 [5] + 2 = 7 (Flee +2)");
}

/// What was changed or taken back in secret stays secret.
#[test]
fn second_thoughts_are_secret_too() {
    let mut scene = played(&["ann flee yard", "ann defend"]);
    assert_eq!(scene.told_to(seat(&scene, "imp")), ["Ann has changed plans"]);
    scene.table.take_back(1);
    let told = scene.table.lines(0, seat(&scene, "imp"));
    assert_eq!(told.last().unwrap().text, "The judge takes back: what Ann chose in secret");
}

fn bluffing(means: &str) -> Scene {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall bluffs = true")]);
    scene.play("imp show attack bea", &[]);
    scene.play(&format!("imp mean {means}"), &[]);
    scene
}

/// ARDOR-R6: what a bluff hides is in nobody else's view, log or odds; the score is, as it must be.
#[test]
fn a_bluff_is_not_seen_through() {
    let (honest, false_one) = (bluffing("attack bea"), bluffing("attack ann"));
    for who in [seat(&honest, "ann"), seat(&honest, "bea"), Seat::Watcher] {
        assert_eq!(honest.seen(who), false_one.seen(who));
        assert!(honest.seen(who).contains("means to strike Bea") && honest.seen(who).contains("may bluff"));
        assert_eq!(honest.told_to(who), ["Imp has 13"]);
        assert_eq!(false_one.told_to(who), ["Imp has 13"]);
    }
    assert!(false_one.seen(Seat::Judge).contains("shows: strike Bea; means to strike Ann"));
    assert!(false_one.seen(seat(&false_one, "imp")).contains("means to strike Ann"));
    assert_eq!(honest.odds("ann attack imp"), false_one.odds("ann attack imp"));
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Odds of an intent, counted out: the own die against the scores that are seen, and what is shown to come.
#[test]
fn odds_of_an_intent() {
    let scene = played(&[]);
    let stakes = scene.odds("ann attack imp");
    // 10 or more meets the imp's 13: 11 faces of 20.
    let chance = stakes.chance.clone().unwrap();
    assert!(near(chance.p, 11.0 / 20.0) && chance.means == "hits fully" && stakes.exact, "{chance:?}");
    // Full: 7 on average. Nine faces glance: 3.5.
    assert!(near(stakes.harm.mean, (11.0 * 7.0 + 9.0 * 3.5) / 20.0), "{}", stakes.harm.mean);
    // The imp's 13: a full hit on ten faces, glancing on nine, a miss on a natural 20.
    assert!(near(stakes.loss.mean, (10.0 * 7.0 + 9.0 * 3.5) / 20.0), "{}", stakes.loss.mean);
    assert_eq!(stakes.assumes, ["who has stated nothing yet defends or rises: Bea"]);
    assert_eq!(stakes.range, None, "the imp says what it means");
    // Who defends loses less: glancing hits are turned, and 12 more faces beat 13.
    let defends = scene.odds("ann defend");
    assert!(near(defends.loss.mean, 11.0 * 7.0 / 20.0), "{}", defends.loss.mean);
    assert_eq!((defends.harm.most, defends.chance), (0, None));
    // Nobody is shown to do anything to Bea.
    assert_eq!(scene.odds("bea defend").loss.most, 0);
    // But if she defends Ann, what happens to Ann is hers: 13 against the better of a d20 + 5 and Ann's own d20 + 2, with
    // which Ann turns glancing hits aside.
    let covers = scene.odds("bea defend-other ann");
    // Eleven faces of Ann's and eight of Bea's are not enough; Ann's natural 20 always is.
    assert!(near(covers.loss.mean, 7.0 * 11.0 / 20.0 * 8.0 / 20.0), "{}", covers.loss.mean);
}

/// Odds where somebody may be bluffing: as it seems, and between which bounds if it is not so; labelled.
#[test]
fn odds_against_what_it_could_be() {
    let scene = bluffing("attack ann");
    let stakes = scene.odds("ann attack imp");
    assert_eq!(stakes.loss.most, 0, "as it seems, the imp is after Bea");
    let range = stakes.range.clone().expect("it could be otherwise");
    assert!(
        near(range.loss.least, 0.0) && near(range.loss.most, (10.0 * 7.0 + 9.0 * 3.5) / 20.0),
        "{range:?}"
    );
    // Defending gives it 12 and not 13: the score is seen, and rules that out.
    let chance = range.chance.unwrap();
    assert!(near(chance.least, 11.0 / 20.0) && near(chance.most, 11.0 / 20.0), "{range:?}");
    let label = "Imp does what it shows (strike Bea); the range covers the 4 things that its score allows";
    assert!(stakes.assumes.contains(&label.to_owned()), "{:?}", stakes.assumes);
    assert_eq!(range.over, 4, "a blow or a shot, at her or at somebody else");
    // A score of 12 is no attack, whatever it shows: it is a flight, or a defence that turns glancing hits aside.
    let scene = bluffing("defend");
    let stakes = scene.odds("ann attack imp");
    let range = stakes.range.clone().unwrap();
    assert_eq!((stakes.loss.most, range.loss.most), (0, 0.0));
    assert!(
        near(range.chance.unwrap().least, 12.0 / 20.0) && range.harm.least < range.harm.most,
        "{range:?}"
    );
    let label = "Imp cannot mean to strike Bea with its score; it may ";
    assert!(stakes.assumes.iter().any(|line| line.starts_with(label)), "{:?}", stakes.assumes);
}

/// Odds after the rolls, when all lies open: only the second action is left to chance.
#[test]
fn odds_of_a_second_action() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp attack cyd", "cyd attack imp"], &[12]);
    // 15 to 13 either way: a full hit by the first action, and glancing from the imp.
    let pass = scene.odds("cyd pass");
    assert!(near(pass.harm.mean, 7.0) && near(pass.loss.mean, 3.5) && pass.assumes.is_empty());
    let again = scene.odds("cyd arduous attack imp");
    assert!(near(again.harm.mean, 14.0) && near(again.chance.unwrap().p, 1.0));
    let defends = scene.odds("cyd arduous defend");
    assert_eq!((defends.loss.most, defends.harm.mean), (0, 7.0), "glancing is turned aside now");
}

/// Odds of getting somebody up, by oneself and by tending.
#[test]
fn odds_of_coming_round() {
    let mut scene = Scene::with("", &[("ann", "hall"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("ann begin", &[4]);
    scene.play("imp defend", &[]);
    // A d20 less one Trauma against 12; a natural 20 brings 2d6.
    let rise = scene.odds("bea rise");
    assert!(near(rise.chance.unwrap().p, 8.0 / 20.0));
    assert!(near(rise.gain.mean, (7.0 * 3.5 + 7.0) / 20.0), "{}", rise.gain.mean);
    let tend = scene.odds("ann tend bea");
    // Bea rolls as well, and the better score counts: eight faces of hers, or nine of Ann's.
    let up = 1.0 - 12.0 / 20.0 * 11.0 / 20.0;
    assert!(near(tend.chance.unwrap().p, 12.0 / 20.0 * 9.0 / 20.0), "by Ann's score, and not by Bea's own");
    assert!(near(tend.gain.mean, 7.0 / 20.0 + (up - 1.0 / 20.0) * 3.5), "{}", tend.gain.mean);
}
