//! Doors in a fight, what is behind them, cover and height: with dice on the table.

use fracas_kernel::{Allow, Crowd, Know, Offer, Play, Seat, Side, Tell};

use crate::scene::{Scene, line, text};

/// Yard and hall, a door, and behind it stair and loft.
fn begun(state: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let door = format!(
        "[[door]]\nid = \"oak\"\nname = \"Oak door\"\nbetween = [\"hall\", \"stair\"]\nstate = \"{state}\"\n"
    );
    let text = text(&door, party, foes).replacen("near = [\"stair\"]", "", 1);
    let mut scene = Scene::of(&text);
    scene.play(&format!("{} begin", party[0].0), &[]);
    scene
}

fn heroes(scene: &Scene) -> Seat {
    Seat::Player(Crowd::one(scene.who("ann")))
}

/// ARDOR-D1: a shut door stops steps, sight and shots; whoever walks through opens it, as part of the move.
#[test]
fn a_shut_door_stops_shots() {
    let mut scene = begun("shut", &[("ann", "hall")], &[("imp", "stair")]);
    scene.play("imp defend", &[]);
    let choices = scene.choices();
    assert!(!choices.iter().any(|choice| choice.contains("imp")), "{choices:?}");
    let lines = scene.play("ann flee stair", &[10]);
    assert_eq!(lines[3..5], ["The oak door is open", "Ann (12) goes to Stair"]);
    scene.play("imp defend", &[]);
    assert!(scene.can("ann attack imp") && scene.can("ann flee hall"));
    // Creatures hear heroes behind it, and come.
    let mut scene = begun("shut", &[("ann", "hall")], &[("imp", "stair")]);
    assert_eq!(scene.refused("imp shoot ann"), Some("ARDOR-R10"));
    let lines = scene.play_all(&["imp move-to-attack hall ann", "ann defend"], &[1, 2, 3]);
    assert!(line(&lines, "Imp strikes Ann").contains("9 to 3"), "{lines:?}");
}

/// ARDOR-D1: opening and shutting is an action; who is quicker decides, and on equal scores whoever shuts it.
#[test]
fn doors_are_shut_by_the_quicker() {
    // The imp comes through with 10 + 1 - 2 for the stair; Ann shuts it with her d20.
    for (face, at) in [(8, "hall"), (9, "stair"), (10, "stair")] {
        let mut scene = begun("open", &[("ann", "hall")], &[("imp", "stair")]);
        let faces: &[u16] = if face == 8 { &[8, 1, 1] } else { &[face] };
        scene.play_all(&["imp move-to-attack hall ann", "ann shut oak"], faces);
        assert_eq!(scene.zone("imp"), at, "{face}");
    }
    // A quicker foe who stays beside it keeps it open.
    let mut scene = begun("open", &[("ann", "hall")], &[("imp", "stair")]);
    let lines = scene.play_all(&["imp shoot ann", "ann shut oak"], &[10, 1, 1]);
    assert_eq!(
        line(&lines, "Ann (10) tries"),
        "Ann (10) tries to shut the oak door: Imp is quicker and keeps it from that"
    );
    // What somebody quicker has shut, nobody slower opens in this round; in the next it opens to a step.
    let mut scene = begun("open", &[("ann", "hall")], &[("imp", "stair")]);
    scene.play_all(&["imp flee hall", "ann shut oak"], &[15]);
    assert_eq!(scene.zone("imp"), "stair");
    scene.play_all(&["imp flee hall", "ann defend"], &[15]);
    assert_eq!(scene.zone("imp"), "hall");
}

/// ARDOR-D1: a bar is put up on one side and lifted there; from the other the door is forced, and gives with every try.
#[test]
fn bars_and_force() {
    let mut scene = begun("shut", &[("ann", "hall")], &[("imp", "loft")]);
    scene.play_all(&["imp defend", "ann bar-door oak"], &[10]);
    assert!(!scene.can("imp move-far stair hall"));
    scene.play("imp flee stair", &[]);
    assert!(scene.can("ann open oak") && scene.can("ann flee stair"));
    scene.play("ann defend", &[10]);
    assert_eq!(scene.zone("imp"), "stair");
    assert_eq!(scene.refused("imp flee hall"), Some("ARDOR-A3"));
    assert_eq!(scene.refused("imp pick oak"), Some("ARDOR-D1"), "there is no lock");
    // Challenge 15 by the stair, 10 - 2 for its footing; each try takes 2 off.
    for challenge in [15, 13, 11, 9] {
        let lines = scene.play_all(&["imp force oak", "ann defend"], &[10]);
        let start = format!("Imp (8 against {challenge}) tries to force the oak door: it holds");
        assert_eq!(line(&lines, "Imp (8"), start);
    }
    let lines = scene.play_all(&["imp force oak", "ann defend"], &[10]);
    assert_eq!(line(&lines, "Imp (8"), "Imp (8 against 7) tries to force the oak door: done");
    assert_eq!(scene.refused("imp shut oak"), Some("ARDOR-D1"), "it is broken");
}

/// ARDOR-D1: a lock is picked by wit or forced by might.
#[test]
fn locks_are_picked() {
    let mut scene = begun("locked", &[("dag", "hall"), ("ann", "hall")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("dag flee stair"), Some("ARDOR-A3"));
    assert!((scene.odds("dag pick oak").chance.unwrap().p - 8.0 / 20.0).abs() < 1e-12, "wit 2 against 15");
    assert!((scene.odds("dag force oak").chance.unwrap().p - 9.0 / 20.0).abs() < 1e-12, "might 3");
    scene.play_all(&["dag pick oak", "ann defend"], &[13, 10]);
    assert!(scene.can("imp flee stair"));
    scene.play("imp defend", &[]);
    assert!(scene.can("dag shut oak"));
}

/// ARDOR-D2: nobody of the heroes' side learns of those behind a door, by view, choice, refusal, odds or line; the judge and
/// their own side do.
#[test]
fn what_is_behind_a_door_stays_there() {
    let party = [("ann", "hall"), ("bea", "yard")];
    let mut scenes = [
        begun("shut", &party, &[("imp", "stair"), ("hag", "stair")]),
        begun("shut", &party, &[("imp", "loft"), ("hag", "loft")]),
    ];
    scenes[1].set_track("imp", "health", 3);
    for (scene, intent) in scenes.iter_mut().zip(["imp flee loft", "imp defend"]) {
        scene.play_all(&[intent, "hag defend"], &[]);
        let told = scene.told_to(heroes(scene));
        assert!(!told.iter().any(|line| line.contains("Imp") || line.contains("Hag")), "{told:?}");
        assert!(scene.told_to(Seat::Judge).iter().any(|line| line.contains("Hag")));
    }
    let seen = |scene: &Scene| {
        let (seat, rules, state) = (heroes(scene), scene.table.rules(), scene.table.state());
        let listed: Vec<String> = scene
            .choices()
            .into_iter()
            .filter(|choice| choice.starts_with("ann") || choice.starts_with("bea"))
            .collect();
        let choices: Vec<_> = listed.iter().map(|choice| scene.shown(choice)).collect();
        let odds: Vec<_> = listed.iter().map(|choice| scene.odds(choice)).collect();
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let own = all.into_iter().filter(|choice| rules.side(state, choice.who) == Side::Heroes);
        let refusals: Vec<_> =
            own.map(|choice| (rules.text(state, choice), rules.legal(state, choice).err())).collect();
        (scene.view(seat), scene.view(Seat::Watcher), rules.known(state, seat), choices, odds, refusals)
    };
    let same = |scenes: &[Scene; 2]| {
        let [one, other] = [seen(&scenes[0]), seen(&scenes[1])];
        assert_eq!(one.0, other.0, "somebody shows in a view");
        assert_eq!(one.1, other.1, "somebody shows in a watcher's view");
        assert_eq!(one.2, other.2, "somebody is known");
        assert_eq!(
            (one.3, one.4, one.5),
            (other.3, other.4, other.5),
            "somebody shows in what can be chosen"
        );
    };
    same(&scenes);
    assert_eq!(
        (scenes[0].view(heroes(&scenes[0])).tokens.len(), scenes[0].view(Seat::Judge).tokens.len()),
        (2, 4)
    );
    for scene in &mut scenes {
        scene.play_all(&["ann defend", "bea defend"], &[9, 9]);
        scene.play("hag pass", &[]);
    }
    same(&scenes);
    // Somebody opens it, and there they are.
    for scene in &mut scenes {
        scene.play_all(&["imp defend", "hag defend", "ann open oak", "bea defend"], &[19, 9]);
        scene.play("hag pass", &[]);
    }
    assert_eq!(scenes[1].view(heroes(&scenes[1])).tokens.len(), 4);
}

/// ARDOR-D3: cover is added against shots from other zones, and is no help against those from above.
#[test]
fn cover_and_height() {
    let covered = |high: bool| {
        let more = if high { "cover = 3\nhigh = true" } else { "cover = 3" };
        let text = text("", &[("ann", "hall")], &[("imp", "yard")])
            .replacen("at = [0, 0]", "at = [0, 0]\ncover = 3", 1)
            .replacen("at = [1, 0]", &format!("at = [1, 0]\n{more}"), 1);
        let mut scene = Scene::of(&text);
        scene.play("ann begin", &[]);
        let faces: &[u16] = if high { &[10, 1, 1, 1] } else { &[10, 1, 1] };
        scene.play_all(&["imp shoot ann", "ann shoot imp"], faces)
    };
    let lines = covered(false);
    assert!(line(&lines, "Ann shoots Imp").contains("13 to 16 with 3 for cover, behind by 3"), "{lines:?}");
    assert!(line(&lines, "Imp shoots Ann").contains("13 to 16 with 3 for cover"), "{lines:?}");
    let lines = covered(true);
    assert!(line(&lines, "Ann shoots Imp").contains("13 to 13, even: a full hit"), "{lines:?}");
    assert!(line(&lines, "Imp shoots Ann").contains("13 to 16 with 3 for cover"), "{lines:?}");
}

/// ARDOR-D1: what the program moves opens doors to get at people, forces what is fast, and looks where nobody has looked.
#[test]
fn instinct_uses_doors() {
    let mut scene = begun("shut", &[("ann", "hall")], &[("imp", "loft")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.instinct("ann"), "ann flee stair", "nobody is in sight here");
    let mut scene = begun("locked", &[("dag", "hall")], &[("ogre", "stair")]);
    assert_eq!(scene.instinct("ogre"), "ogre force oak");
    scene.play("ogre defend", &[]);
    assert_eq!(scene.instinct("dag"), "dag force oak", "might 3 and wit 2");
}

/// That somebody behind a door may bluff does not show in what those are asked whom everybody sees.
#[test]
fn the_question_does_not_tell_of_unseen_bluffers() {
    let asked = |hidden: &str| {
        let foes = [("imp", "hall"), ("imp", hidden)];
        let scene = begun("shut", &[("ann", "hall")], &foes);
        let seats = [heroes(&scene), Seat::Watcher, Seat::Judge];
        seats.map(|seat| scene.table.view(seat).question.expect("the imps are asked").text)
    };
    let (plain, bluffing) = (asked("stair"), asked("stair bluffs = true"));
    assert_eq!(plain, ["What does each of them mean to do?"; 3]);
    assert_eq!(bluffing[..2], plain[..2]);
    assert_eq!(bluffing[2], "What does each of them mean to do, or seem to?");
}
