//! Doors, what is behind them, and what the zones of a field do: with dice on the table.

use fracas_kernel::{Allow, Crowd, Know, MapView, Offer, Play, Seat, Show, Side, Status, Tell};

use crate::scene::{Scene, begun_on, hp};

/// A yard and a hall, a door, and behind it a crypt with an apse.
fn rooms(state: &str) -> String {
    format!(
        r#"
        zone = [
            {{ id = "yard", name = "Yard", at = [0, 0], near = ["hall"], exit = true }},
            {{ id = "hall", name = "Hall", at = [1, 0], feature = [
                {{ id = "pot", name = "Fire pot", at = "crypt", takes = "foes", damage = "2d4", save = "halves", uses = 2 }},
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

/// All of these are done with the round.
fn done(scene: &mut Scene, who: &[&str]) {
    who.iter().for_each(|who| drop(scene.play(&format!("{who} done"), &[])));
}

/// DELVE-F1: a shut door stops steps, sight, shots and whatever else reaches out; whoever walks through opens it, as part of
/// the move.
#[test]
fn a_shut_door_stops_shots() {
    let mut scene = begun_on(&rooms("shut"), &[("fia", "hall"), ("magnus", "hall")], &[("brute", "crypt")]);
    let choices = scene.choices();
    assert!(!choices.iter().any(|choice| choice.contains("brute") || choice.contains("pot")), "{choices:?}");
    assert_eq!(scene.refused("magnus cast burst crypt"), Some("DELVE-R2"));
    assert_eq!(scene.shown("fia move crypt").label, "Move to Crypt through the oak door");
    done(&mut scene, &["fia", "magnus"]);
    assert_eq!(scene.refused("brute shoot fia short-bow"), Some("DELVE-R2"));
    scene.play("brute done", &[6, 1]);
    let lines = scene.play("fia move crypt", &[]);
    assert_eq!(lines, ["The oak door is open", "Fia moves to Crypt"]);
    assert!(scene.can("fia attack brute sword"), "the action is left");
    assert!(scene.can("magnus use pot") && scene.can("magnus cast burst crypt"), "the door is open now");
}

/// DELVE-F1: opening, shutting and barring cost the action; where an enemy stands against it, the die decides.
#[test]
fn doors_are_opened_shut_and_barred() {
    let mut scene = begun_on(&rooms("shut"), &[("fia", "hall"), ("cora", "hall")], &[("brute", "crypt")]);
    assert_eq!(scene.play("fia open oak", &[]), ["Fia opens the oak door"]);
    assert_eq!(scene.refused("fia throw brute spear"), Some("DELVE-T2"), "that was the action");
    assert_eq!(scene.refused("cora open oak"), Some("DELVE-F1"));
    let shown = scene.shown("cora shut oak");
    assert_eq!(
        (shown.label.as_str(), &shown.warnings[..]),
        ("Shut the oak door (3 in 6)", &["Brute against it".to_owned()][..])
    );
    assert!((scene.odds("cora shut oak").chance.unwrap().p - 0.5).abs() < 1e-12);
    let lines = scene.play("cora shut oak", &[3]);
    assert_eq!(lines[0], "Cora tries to shut the oak door: d6 [3] = 3 against 4: it stays open");
    done(&mut scene, &["fia", "cora"]);
    scene.play("brute move apse", &[]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(scene.play("cora shut oak", &[]), ["Cora shuts the oak door"]);
    assert_eq!(scene.play("fia bar oak", &[]), ["Fia bars the oak door"]);
    assert_eq!(scene.refused("cora move crypt"), Some("DELVE-F1"));
    done(&mut scene, &["fia", "cora"]);
    // From the other side the bar has to be forced: a brute of two hit dice, 2 in 6.
    scene.play("brute move crypt", &[]);
    assert_eq!(scene.refused("brute open oak"), Some("DELVE-F1"));
    assert_eq!(scene.refused("brute pick oak"), Some("DELVE-F1"));
    let lines = scene.play("brute force oak", &[4, 6, 1]);
    assert_eq!(lines[0], "Brute throws all weight against the oak door: d6 [4] = 4 against 5: it holds");
    assert!(scene.can("fia open oak"), "from this side it is only lifted");
    done(&mut scene, &["fia", "cora"]);
    scene.play("brute force oak", &[5]);
    scene.play("brute done", &[6, 1]);
    for what in ["open", "shut", "bar", "force"] {
        assert_eq!(scene.refused(&format!("fia {what} oak")), Some("DELVE-F1"), "{what}: it is broken");
    }
    assert!(scene.can("fia throw brute spear"));
}

/// DELVE-F1: a lock is picked by thieves or forced by anybody; beasts shut nothing.
#[test]
fn locks_are_picked_or_forced() {
    let mut scene = begun_on(
        &rooms("locked"),
        &[("tess", "hall"), ("fia", "hall")],
        &[("brute", "crypt"), ("rat", "apse")],
    );
    assert_eq!(scene.refused("fia move crypt"), Some("DELVE-F1"));
    assert_eq!(scene.refused("fia pick oak"), Some("DELVE-F1"), "no thief");
    assert_eq!(scene.shown("tess pick oak").label, "Pick the oak door (3 in 6)");
    let lines = scene.play("tess pick oak", &[3]);
    assert_eq!(lines[0], "Tess works at the lock of the oak door: d6 [3] = 3 against 4: it holds");
    assert_eq!(scene.shown("fia force oak").label, "Force the oak door (3 in 6)");
    scene.play("fia force oak", &[4]);
    assert!(scene.can("fia move crypt"));

    let mut scene = begun_on(&rooms("open"), &[("fia", "yard")], &[("rat", "crypt"), ("brute", "crypt")]);
    scene.play("fia done", &[]);
    assert!(scene.can("brute shut oak") && !scene.can("rat shut oak"));
    assert_eq!(scene.refused("rat shut oak"), Some("DELVE-F1"));
}

/// DELVE-F2: nobody of the heroes' side learns of those behind a door, by view, choice, refusal, odds or line; the judge and
/// their own side do. What is shown is the same, wherever they are and however they fare.
#[test]
fn what_is_behind_a_door_stays_there() {
    let party = [("fia", "hall"), ("cora", "yard")];
    let mut scenes = [
        begun_on(&rooms("shut"), &party, &[("imp", "crypt"), ("imp", "apse")]),
        begun_on(&rooms("shut"), &party, &[("imp", "apse"), ("imp", "apse")]),
    ];
    scenes[1].set_track("imp-1", "hp", 1);
    let seen = |scene: &Scene| {
        let seat = heroes(scene);
        let (rules, state) = (scene.table.rules(), scene.table.state());
        let choices: Vec<_> = scene.choices().iter().map(|choice| scene.shown(choice)).collect();
        let odds: Vec<_> = scene.choices().iter().map(|choice| scene.odds(choice)).collect();
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let own = all.into_iter().filter(|choice| rules.side(state, choice.who) == Side::Heroes);
        let refusals: Vec<_> =
            own.map(|choice| (rules.text(state, choice), rules.legal(state, choice).err())).collect();
        (scene.view(seat), scene.view(Seat::Watcher), rules.known(state, seat), choices, odds, refusals)
    };
    assert!(seen(&scenes[0]) == seen(&scenes[1]), "somebody shows through the door");
    assert_eq!(
        (scenes[0].view(heroes(&scenes[0])).tokens.len(), scenes[0].view(Seat::Judge).tokens.len()),
        (2, 4)
    );
    for scene in &mut scenes {
        done(scene, &["fia", "cora"]);
    }
    assert_eq!(scenes[0].view(heroes(&scenes[0])).question.unwrap().asked, Crowd::NONE);
    scenes[0].play("imp-1 move apse", &[]);
    assert_eq!(scenes[0].lines_to(heroes(&scenes[0])), [], "nobody hears it go");
    assert_eq!(scenes[0].lines_to(Seat::Judge)[0].text, "Imp 1 moves to Apse");
    scenes[0].play("imp-1 done", &[]);
    scenes[1].play("imp-1 leave", &[]);
    for scene in &mut scenes {
        scene.play("imp-2 done", &[6, 1]);
    }
    assert!(seen(&scenes[0]) == seen(&scenes[1]), "somebody is seen to have gone");
    scenes[0].play("fia open oak", &[]);
    let view = scenes[0].view(heroes(&scenes[0]));
    assert_eq!(view.tokens.len(), 4, "and there they are");
}

/// DELVE-F1: what the program moves opens doors to get at people, forces what is fast, and looks where nobody has looked.
#[test]
fn instinct_uses_doors() {
    let scene = begun_on(&rooms("shut"), &[("cora", "hall")], &[("imp", "crypt")]);
    assert_eq!(scene.instinct("cora"), "cora move crypt", "nobody is in sight here");
    let scene = begun_on(&rooms("barred"), &[("cora", "hall")], &[("brute", "apse")]);
    assert_eq!(scene.instinct("cora"), "cora force oak");
    let scene = begun_on(&rooms("locked"), &[("tess", "hall")], &[("brute", "apse")]);
    assert_eq!(scene.instinct("tess"), "tess pick oak", "3 in 6 and 1 in 6");
    let mut scene = begun_on(&rooms("barred"), &[("cora", "hall")], &[("brute", "crypt")]);
    scene.play("cora done", &[]);
    assert_eq!(scene.instinct("brute"), "brute force oak");
}

const HILL: &str = r#"
    zone = [
        { id = "roof", name = "Roof", at = [0, 0], near = ["yard"], high = true, cover = 1 },
        { id = "yard", name = "Yard", at = [1, 0], near = ["lane"], cover = 2 },
        { id = "lane", name = "Lane", at = [2, 0], near = ["ditch"] },
        { id = "ditch", name = "Ditch", at = [3, 0], hazard = "pit", near = ["wood"] },
        { id = "wood", name = "Wood", at = [4, 0], dark = true },
    ]"#;

/// DELVE-F3: cover counts against what comes from another zone; from above it is no help, and the shot is a better one.
#[test]
fn cover_and_height() {
    let mut scene = begun_on(HILL, &[("fia", "lane"), ("wim", "roof")], &[("brute", "yard")]);
    assert_eq!(scene.shown("fia shoot brute short-bow").label, "Shoot Brute (short bow), cover -2");
    let lines = scene.play("fia shoot brute short-bow", &[12]);
    assert_eq!(
        lines[0],
        "Fia shoots at Brute (short bow): d20 [12] + 2 = 14 against AC 15 with cover 2: miss"
    );
    // Dexterity -3, hit bonus +1, height +1: 14 - 1 reaches 13.
    assert_eq!(scene.shown("wim shoot brute short-bow").label, "Shoot Brute (short bow), from above +1");
    let lines = scene.play("wim shoot brute short-bow", &[14, 1]);
    assert_eq!(lines[0], "Wim shoots at Brute (short bow): d20 [14] - 1 = 13 against AC 13: hit");
    // Hand to hand, nobody is behind anything.
    let scene = begun_on(HILL, &[("fia", "yard")], &[("brute", "yard")]);
    assert_eq!(scene.shown("fia attack brute sword").label, "Strike Brute (sword)");
    let MapView::Zones { zones, .. } = scene.table.rules().view(scene.table.state(), Seat::Watcher).map
    else {
        panic!("a map of zones")
    };
    assert_eq!(zones[0].words(), ["cover 1", "high"]);
    assert_eq!(
        (zones[3].words(), zones[4].words()),
        (vec!["hazard: covered pit".into()], vec!["dark".into()])
    );
}

/// DELVE-F4: heroes shoot badly into the dark, unless one of them brings a light near; those who live there do not.
#[test]
fn the_dark_hides() {
    let party = [("fia", "lane"), ("cora", "lane")];
    let mut scene = begun_on(HILL, &party, &[("brute", "wood")]);
    assert_eq!(scene.shown("fia shoot brute short-bow").label, "Shoot Brute (short bow), in the dark -4");
    // Cora goes into the ditch, and saves.
    scene.play("cora move ditch", &[13]);
    assert_eq!(scene.shown("fia shoot brute short-bow").label, "Shoot Brute (short bow)");
    let mut scene = begun_on(HILL, &[("fia", "wood")], &[("brute", "lane")]);
    scene.play("fia done", &[]);
    assert_eq!(scene.shown("brute shoot fia short-bow").label, "Shoot Fia (short bow)");
}

/// DELVE-F5: whoever enters a hazard braves it; who lives with it does not, and who is told of it is told before.
#[test]
fn hazards_are_braved() {
    let mut scene = begun_on(HILL, &[("fia", "lane"), ("wim", "lane")], &[("brute", "wood")]);
    assert_eq!(scene.shown("fia move ditch").warnings, ["covered pit: d6 damage; a save prevents it"]);
    let odds = scene.odds("fia move ditch");
    // A save of 15 fails in 14 of 20.
    assert!(odds.exact && (odds.loss.mean - 0.7 * 3.5).abs() < 1e-9, "{}", odds.loss.mean);
    let lines = scene.play("fia move ditch", &[14, 4]);
    assert_eq!(lines[1], "Fia braves the covered pit");
    assert_eq!(hp(&scene, "fia"), 4);
    scene.play("wim move ditch", &[15]);
    assert_eq!(hp(&scene, "wim"), 6);
    // At the end of a round that both share, as all damage.
    let mut scene =
        crate::scene::staged_on(HILL, &["heroes", "monsters"], &[("wim", "lane")], &[("imp", "ditch")]);
    scene.play("wim begin", &[3, 3]);
    scene.play("wim move ditch", &[1, 6]);
    assert_eq!((hp(&scene, "wim"), scene.badges("wim")), (6, vec!["6 damage to come".to_owned()]));
    assert_eq!(scene.token("wim").badges[0].means, "Takes effect at the end of this round, and leaves 0.");
}

/// DELVE-F6: what stands about can be used: an action, a few times, where it can be seen to work.
#[test]
fn things_are_used() {
    let mut scene = begun_on(
        &rooms("open"),
        &[("fia", "hall"), ("magnus", "hall")],
        &[("brute", "crypt"), ("imp", "crypt")],
    );
    let shown = scene.shown("fia use pot");
    assert_eq!(shown.label, "Use the fire pot: Brute, Imp");
    assert_eq!(shown.deed.effect, "2d4 damage; a save halves it.");
    assert_eq!(shown.targets.len(), 2);
    let lines = scene.play("fia use pot", &[3, 1, 16, 19]);
    assert_eq!(lines[0], "Fia uses the fire pot");
    assert_eq!((hp(&scene, "brute"), scene.status("imp")), (5, Status::Dead));
    assert_eq!(scene.refused("fia use pot"), Some("DELVE-T2"));
    scene.play("magnus use pot", &[1, 1, 17]);
    assert_eq!(hp(&scene, "brute"), 4);
    done(&mut scene, &["fia", "magnus"]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(scene.refused("fia use pot"), Some("DELVE-F6"), "used up");
}
