//! Doors in a fight, what is behind them, and height: with dice on the table.

use fracas_kernel::{Allow, Crowd, Know, MapView, Offer, Play, Seat, Show, Side, Tell};

use crate::scene::{Scene, begun_on, hits, pass_until, with_features};

/// A yard and a hall, a door, and behind it a crypt with an apse.
fn map(state: &str) -> String {
    format!(
        r#"
        zone = [
            {{ id = "yard", name = "Yard", at = [0, 0], near = ["hall"], exit = true }},
            {{ id = "hall", name = "Hall", at = [1, 0], feature = [
                {{ id = "pot", name = "Fire pot", check = "wits", does = [{{ hits = 2, takes = "foes", at = "crypt" }}] }},
            ] }},
            {{ id = "crypt", name = "Crypt", at = [2, 0], near = ["apse"] }},
            {{ id = "apse", name = "Apse", at = [3, 0], exit = true }},
        ]
        door = [{{ id = "oak", name = "Oak door", between = ["hall", "crypt"], state = "{state}" }}]
    "#
    )
}

fn heroes(scene: &Scene) -> Seat {
    Seat::Player(Crowd::one(scene.who("fia")))
}

/// TWELVES-D1: a shut door stops steps, sight and shots, whatever is thrown; whoever walks through opens it.
#[test]
fn a_shut_door_stops_shots() {
    let mut scene = begun_on(&map("shut"), &[("fia", "hall"), ("duo", "hall")], &[("archer", "crypt")]);
    let choices = scene.choices();
    assert!(!choices.iter().any(|choice| choice.contains("archer") || choice.contains("pot")), "{choices:?}");
    assert_eq!(scene.shown("fia move crypt").label, "Move to Crypt through the oak door");
    scene.play("duo pass", &[]);
    scene.play("fia pass", &[]);
    assert_eq!(scene.refused("archer shoot fia bow"), Some("TWELVES-Z2"));
    scene.play("archer pass", &[]);
    let lines = scene.play("fia move crypt", &[]);
    assert_eq!(lines[..2], ["The oak door is open", "Fia moves to Crypt"]);
    assert!(scene.can("duo use pot"), "the door is open now");
}

/// TWELVES-D1: opening costs an action and no check; shutting and barring need might where an enemy stands against it.
#[test]
fn doors_are_opened_and_shut() {
    let mut scene = begun_on(&map("shut"), &[("fia", "hall"), ("duo", "hall")], &[("imp", "crypt")]);
    assert_eq!(scene.play("fia open oak", &[]), ["Fia opens the oak door"]);
    assert_eq!(scene.refused("duo open oak"), Some("TWELVES-D1"));
    assert!(scene.can("duo throw imp dirk"));
    let shown = scene.shown("duo shut oak");
    assert_eq!(
        (shown.label.as_str(), &shown.warnings[..]),
        ("Shut the oak door (might 6)", &["Imp against it".to_owned()][..])
    );
    assert!((scene.odds("duo shut oak").chance.unwrap().p - 0.5).abs() < 1e-12);
    let lines = scene.play("duo shut oak", &[7]);
    assert_eq!(lines[0], "Duo tries to shut the oak door: d12 [7] = 7 against might 6: it stays open");
    scene.play("imp move apse", &[]);
    assert_eq!(scene.play("duo shut oak", &[]), ["Duo shuts the oak door"]);
    assert_eq!(scene.refused("fia shut oak"), Some("TWELVES-D1"));
    assert_eq!(scene.play("fia bar oak", &[])[0], "Fia bars the oak door");
    // From this side the bar is lifted; from the other the door is forced, and broken.
    scene.play("imp move crypt", &[]);
    assert!(scene.can("fia open oak") && scene.can("fia force oak"));
    assert_eq!(scene.refused("duo move crypt"), Some("TWELVES-D1"));
    pass_until(&mut scene, "imp");
    assert_eq!(scene.refused("imp open oak"), Some("TWELVES-D1"));
    assert_eq!(scene.refused("imp pick oak"), Some("TWELVES-D1"), "there is no lock");
    let lines = scene.play("imp force oak", &[4]);
    assert_eq!(lines[0], "Imp throws all weight against the oak door: d12 [4] = 4 against might 3: it holds");
    pass_until(&mut scene, "imp");
    scene.play("imp force oak", &[3]);
    assert!(scene.can("fia throw imp spear") && scene.can("duo move crypt"));
    for what in ["open", "shut", "bar", "force"] {
        assert_eq!(scene.refused(&format!("fia {what} oak")), Some("TWELVES-D1"), "{what}: it is broken");
    }
}

/// TWELVES-D1: a lock is picked by wits or forced by might.
#[test]
fn locks_are_picked_or_forced() {
    let mut scene = begun_on(&map("locked"), &[("fia", "hall"), ("duo", "hall")], &[("imp", "crypt")]);
    assert_eq!(scene.refused("fia move crypt"), Some("TWELVES-D1"));
    assert_eq!(scene.refused("fia bar oak"), Some("TWELVES-D1"));
    let lines = scene.play("fia pick oak", &[6]);
    assert_eq!(lines[0], "Fia works at the lock of the oak door: d12 [6] = 6 against wits 5: it holds");
    scene.play("duo pick oak", &[6]);
    pass_until(&mut scene, "fia");
    assert!(scene.can("fia shut oak") && scene.can("fia move crypt"));
}

/// TWELVES-D2: nobody of the heroes' side learns of those behind a door, by view, choice, odds or line; the judge and their
/// own side do. What is told and shown is the same, wherever they are and whatever they do there.
#[test]
fn what_is_behind_a_door_stays_there() {
    let party = [("fia", "hall"), ("duo", "yard")];
    let mut scenes = [
        begun_on(&map("shut"), &party, &[("imp", "crypt"), ("imp", "apse")]),
        begun_on(&map("shut"), &party, &[("imp", "apse"), ("imp", "apse")]),
    ];
    scenes[1].set_track("imp-1", "hits", 1);
    let seen = |scene: &Scene| {
        let seat = heroes(scene);
        let known = scene.table.rules().known(scene.table.state(), seat);
        let choices: Vec<_> = scene.choices().iter().map(|choice| scene.shown(choice)).collect();
        let odds: Vec<_> = scene.choices().iter().map(|choice| scene.odds(choice)).collect();
        // Whatever a hero can think of, and why it is refused.
        let (rules, state) = (scene.table.rules(), scene.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let own = all.into_iter().filter(|choice| rules.side(state, choice.who) == Side::Heroes);
        let refusals: Vec<_> =
            own.map(|choice| (rules.text(state, choice), rules.legal(state, choice).err())).collect();
        (scene.view(seat), scene.view(Seat::Watcher), known, choices, odds, refusals)
    };
    assert!(seen(&scenes[0]) == seen(&scenes[1]), "somebody shows through the door");
    assert_eq!(
        (scenes[0].view(heroes(&scenes[0])).tokens.len(), scenes[0].view(Seat::Judge).tokens.len()),
        (2, 4)
    );
    for scene in &mut scenes {
        scene.play("fia pass", &[]);
        scene.play("duo pass", &[]);
    }
    assert_eq!(scenes[0].view(heroes(&scenes[0])).question.unwrap().asked, Crowd::NONE);
    scenes[0].play("imp-1 move apse", &[]);
    assert_eq!(scenes[0].lines_to(heroes(&scenes[0])), [], "nobody hears it go");
    assert_eq!(scenes[0].lines_to(Seat::Judge)[0].text, "Imp 1 moves to Apse");
    scenes[1].play("imp-1 pass", &[]);
    for scene in &mut scenes {
        scene.play("imp-2 pass", &[]);
    }
    assert!(seen(&scenes[0]) == seen(&scenes[1]), "somebody shows through the door");
    // One of them leaves unseen.
    for scene in &mut scenes {
        scene.play("fia pass", &[]);
        scene.play("duo pass", &[]);
    }
    scenes[0].play("imp-1 flee", &[]);
    scenes[1].play("imp-1 pass", &[]);
    for scene in &mut scenes {
        scene.play("imp-2 pass", &[]);
    }
    assert!(seen(&scenes[0]) == seen(&scenes[1]), "somebody is seen to have gone");
    // Somebody opens the door, and there they are, with what has happened to them.
    scenes[1].play("fia open oak", &[]);
    let view = scenes[1].view(heroes(&scenes[1]));
    assert_eq!((view.tokens.len(), view.tokens[2].tracks[0].value), (4, 1));
}

/// TWELVES-D2: who comes through a door is seen to come, and who goes through is seen to go.
#[test]
fn coming_and_going_is_seen() {
    let mut scene = begun_on(&map("shut"), &[("fia", "hall")], &[("imp", "crypt")]);
    scene.play("fia pass", &[]);
    scene.play("imp move hall", &[]);
    let told = |scene: &Scene| -> Vec<String> {
        scene.lines_to(heroes(scene)).iter().map(|line| line.text.clone()).take(2).collect()
    };
    assert_eq!(told(&scene), ["The oak door is open", "Imp moves to Hall"]);
}

/// TWELVES-D1, TWELVES-R11: what the program moves opens doors to get at people, forces what is fast, and looks where nobody has
/// looked.
#[test]
fn instinct_uses_doors() {
    let mut scene = begun_on(&map("shut"), &[("duo", "hall")], &[("imp", "crypt")]);
    assert_eq!(scene.instinct("duo"), "duo move crypt", "nobody is in sight here");
    pass_until(&mut scene, "imp");
    assert_eq!(scene.instinct("imp"), "imp move hall");
    let mut scene = begun_on(&map("barred"), &[("duo", "hall")], &[("giant", "apse")]);
    assert_eq!(scene.instinct("duo"), "duo force oak");
    pass_until(&mut scene, "giant");
    assert_eq!(scene.instinct("giant"), "giant move crypt");
    scene.play("giant move crypt", &[]);
    pass_until(&mut scene, "giant");
    assert_eq!(scene.instinct("giant"), "giant force oak");
    let scene = begun_on(&map("locked"), &[("eel", "hall")], &[("giant", "apse")]);
    assert_eq!(scene.instinct("eel"), "eel pick oak", "wits 8 and might 3");
}

/// TWELVES-D3: from a high zone the cover of lower ones is no help; from a low one it is.
#[test]
fn cover_is_no_help_from_above() {
    let map = r#"
        zone = [
            { id = "roof", name = "Roof", at = [0, 0], near = ["yard"], high = true, cover = 1 },
            { id = "yard", name = "Yard", at = [1, 0], near = ["street"], cover = 2 },
            { id = "street", name = "Street", at = [2, 0] },
        ]"#;
    let scene = begun_on(map, &[("fia", "roof"), ("duo", "street")], &[("brute", "yard")]);
    assert!(scene.shown("fia shoot brute bow").label.ends_with("(2d12, TH 8)"));
    assert!(scene.shown("duo throw brute dirk").label.ends_with("(2d12, TH 8 + 2 for cover)"));
    let MapView::Zones { zones, .. } = scene.table.rules().view(scene.table.state(), Seat::Watcher).map
    else {
        panic!("a map of zones")
    };
    assert!(zones[0].words().contains(&"high".to_owned()));
    let mut scene = begun_on(map, &[("fia", "roof")], &[("brute", "yard")]);
    pass_until(&mut scene, "brute");
    assert!(scene.shown("brute shoot fia bow").label.ends_with("(2d12, TH 8 + 1 for cover)"));
}

/// Odds count a net for what it is worth: who is held, who loses a turn, and how much that is.
#[test]
fn odds_count_conditions() {
    let net = "feature = [{ id = \"net\", name = \"Net\", check = \"agility\", does = [{ hold = true, takes = \"foes\" }, { daze = true, takes = \"foes\" }] }]";
    let scene = with_features(net, &[("fia", "hall")], &[("brute", "hall"), ("giant", "hall")]);
    let odds = scene.odds("fia use net");
    assert!(odds.exact);
    let befalls: Vec<(&str, bool)> = odds.befalls.iter().map(|one| (one.what, one.ends)).collect();
    assert_eq!(befalls.len(), 4, "{befalls:?}");
    assert!(odds.befalls.iter().all(|one| (one.p - 0.5).abs() < 1e-12 && !one.ends));
    assert_eq!((odds.struck.most, odds.harm.most), (2, 0));
    // Brute and giant have two and three dice: a turn is worth one hit each, a hold one.
    assert!((odds.swing - 0.5 * (2.0 + 2.0)).abs() < 1e-12, "{}", odds.swing);
    assert_eq!(hits(&scene, "brute"), 6);
}
