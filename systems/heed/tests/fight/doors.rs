//! Doors in a combat, what is behind them, and what is in the zones: with dice on the table.

use fracas_content::{Bundle, Source};
use fracas_heed::Heed;
use fracas_kernel::{Allow, Crowd, Know, Offer, Play, Scripted, Seat, Side, Tell};

use crate::scene::{Scene, Stage};

/// A yard and a hall, a door, and behind it a crypt with an apse. Ann has a heavy maul, Bob picks, Cat a bow.
fn stage(door: &str, cast: &str) -> Scene {
    let mut text = format!(
        r#"
        system = "heed"
        title = "Doors"
        starts = "heroes"
        zone = [
            {{ id = "yard", name = "Yard", at = [0, 0], near = ["hall"], exit = true, feature = [
                {{ id = "wall", name = "Wall", is = "cover" }},
            ] }},
            {{ id = "hall", name = "Hall", at = [1, 0], feature = [
                {{ id = "pot", name = "Fire pot", is = "use", range = "near", area = true, takes = "everyone", dodge = true, does = "wound", uses = 1 }},
            ] }},
            {{ id = "crypt", name = "Crypt", at = [2, 0], near = ["apse", "fire"], feature = [
                {{ id = "rubble", name = "Rubble", is = "trips" }},
            ] }},
            {{ id = "apse", name = "Apse", at = [3, 0], exit = true, feature = [
                {{ id = "ledge", name = "Ledge", is = "height" }},
            ] }},
            {{ id = "fire", name = "Fire", at = [2, 1], feature = [
                {{ id = "flames", name = "Flames", is = "harms" }},
            ] }},
        ]
        door = [{{ id = "oak", name = "Oak door", between = ["hall", "crypt"], state = "{door}" }}]
        gear = [
            {{ id = "bag", name = "Bag", kind = "thing" }},
            {{ id = "picks", name = "Picks", kind = "picks" }},
        ]
        weapon = [
            {{ id = "axe", name = "Axe" }},
            {{ id = "maul", name = "Maul", two_handed = true, properties = ["heavy"] }},
            {{ id = "bow", name = "Bow", shot = true, two_handed = true }},
        ]
        hero = [
            {{ id = "ann", name = "Ann", grit = 3, hands = ["maul"], slots = ["bag", "bag", "bag", "bag"] }},
            {{ id = "bob", name = "Bob", grit = 3, hands = ["axe", "bag"], slots = ["picks", "bag", "bag", "-"] }},
            {{ id = "cat", name = "Cat", grit = 3, hands = ["bow"], slots = ["bag", "bag", "bag", "bag"] }},
        ]
        creature = [
            {{ id = "orc", name = "Orc", grit = 3, hands = ["axe", "bag"], slots = ["bag", "bag", "bag", "-"] }},
            {{ id = "elf", name = "Elf", grit = 3, hands = ["bow"], slots = ["bag", "bag", "bag", "bag"] }},
        ]
        "#
    );
    for one in cast.split_whitespace() {
        let (who, zone) = one.split_once('@').expect("who@zone");
        let hero = ["ann", "bob", "cat"].contains(&who);
        let (part, what) = if hero { ("party", "hero") } else { ("foes", "creature") };
        text += &format!("\n[[{part}]]\n{what} = {who:?}\nat = {zone:?}\n");
    }
    let bundle = Bundle { scenario: Source::new("doors.toml", text), library: Vec::new(), party: None };
    let mut scene = Scripted::new(Heed::load(&bundle).unwrap_or_else(|problems| panic!("{problems}")));
    scene.begin();
    scene
}

/// HEED-S3: a shut door stops steps, sight and shots; whoever walks through opens it, and then they see each other.
#[test]
fn a_shut_door_stops_shots() {
    let mut scene = stage("shut", "cat@hall ann@hall elf@crypt");
    assert!(!scene.choices().iter().any(|choice| choice.contains("elf") || choice.contains("pot crypt")));
    assert_eq!(scene.shown("ann move east-door").label, "Move through the door to the east");
    scene.play("ann move east-door", &[4]);
    let told = scene.told_to(Seat::Watcher);
    assert_eq!(told[..2], ["Ann opens the door to the east", "Ann moves to Crypt"], "{told:?}");
    // HEED-R21: the rubble trips whoever does not dodge.
    assert!(scene.is("ann", "prone"));
    scene.play("ann done", &[]);
    assert!(scene.can("cat shoot elf bow") && scene.can("cat work pot crypt"));
}

/// HEED-A3, HEED-R15: opening and shutting are setups, and can be interrupted; where an enemy stands against it, shutting
/// takes a 4.
#[test]
fn doors_are_opened_and_shut() {
    let mut scene = stage("shut", "bob@hall ann@hall orc@crypt");
    scene.play("bob open east-door", &[]);
    assert_eq!((scene.left("bob", "setup"), scene.left("bob", "action")), (0, 1));
    scene.play("bob done", &[]);
    let shown = scene.shown("ann shut oak");
    assert_eq!(
        (shown.label.as_str(), &shown.warnings[..]),
        ("Shut the oak door (4 or more on a d6)", &["Orc against it".to_owned()][..])
    );
    assert!((scene.chance("ann shut oak") - 0.5).abs() < 1e-9);
    scene.play("ann shut oak", &[3]);
    assert!(
        scene.told_to(Seat::Judge)[0].ends_with("needs 4: it stays open"),
        "{:?}",
        scene.told_to(Seat::Judge)
    );
    scene.play_all(&["ann done", "orc move apse", "orc done", "ann shut oak"], &[]);
    // Barring is an action; from here it opens like any other, from the other side it is forced.
    scene.play("ann bar oak", &[]);
    scene.play("ann done", &[]);
    assert!(scene.can("bob open oak"));
    assert_eq!(scene.refused("bob move crypt"), Some("HEED-A3"));
    scene.play("bob done", &[]);
    scene.play("orc move crypt", &[6]);
    assert!(!scene.can("orc open oak"));
    scene.play("orc force oak", &[5]);
    scene.play("orc done", &[]);
    assert!(scene.can("bob move crypt"));
    for what in ["open", "shut", "bar", "force"] {
        assert!(!scene.can(&format!("bob {what} oak")), "{what}: it is broken");
    }
}

/// HEED-R19: a lock is picked with picks that are carried, on a 5, or forced; something heavy helps.
#[test]
fn locks_are_picked_or_forced() {
    let mut scene = stage("locked", "ann@hall bob@hall orc@crypt");
    assert!(!scene.can("ann move east-door"));
    assert_eq!(scene.refused("ann pick east-door"), Some("HEED-R19"));
    assert!((scene.chance("bob pick east-door") - 1.0 / 3.0).abs() < 1e-9);
    assert!((scene.chance("bob force east-door") - 1.0 / 3.0).abs() < 1e-9);
    assert!((scene.chance("ann force east-door") - 2.0 / 3.0).abs() < 1e-9);
    scene.play("bob pick east-door", &[4]);
    scene.play_all(&["bob done", "ann force east-door"], &[3]);
    assert!(scene.can("ann strike orc maul") || scene.view(Seat::Watcher).tokens.len() == 3, "it is open");
}

/// HEED-R17: nobody of the heroes' side learns of those behind a door, by view, choice, odds, refusal or line; the judge and
/// their own side do. What is told and shown is the same, wherever they are and whatever they do there.
#[test]
fn what_is_behind_a_door_stays_there() {
    let mut scenes = [
        stage("shut", "ann@hall bob@yard orc@crypt elf@apse"),
        stage("shut", "ann@hall bob@yard orc@apse elf@fire"),
    ];
    scenes[1].set_track("orc", "grit", 1);
    let heroes = |scene: &Scene| Seat::Player(Crowd::one(scene.who("ann")));
    let seen = |scene: &Scene| {
        let (rules, state, seat) = (scene.table.rules(), scene.table.state(), heroes(scene));
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
    // What they do there is told to nobody else.
    let mut scene = stage("shut", "ann@hall bob@yard orc@crypt elf@apse");
    scene.play_all(&["ann done", "bob done", "orc fall-prone"], &[]);
    assert_eq!(scene.told_to(heroes(&scene)), [""; 0]);
    assert_eq!(scene.told_to(Seat::Judge).len(), 1);
}

/// HEED-R21: cover is no help in reach, and against throws, shots and spells from elsewhere gives disadvantage.
#[test]
fn cover_and_height() {
    let mut scene = stage("open", "bob@yard cat@hall elf@apse orc@crypt");
    scene.play_all(&["bob done", "cat done"], &[]);
    // From the apse down to the hall, where nothing is in the way: but it is two rooms off.
    scene.play("elf move crypt", &[1]);
    scene.play_all(&["elf done", "orc done"], &[]);
    scene.play_all(&["bob done", "cat done"], &[]);
    assert_eq!(scene.edges("elf shoot cat bow"), "disadvantage: a shot");
    let covered = "disadvantage: a shot; disadvantage: the target has cover";
    assert_eq!(scene.edges("elf shoot bob bow"), covered);
    // From above: Cat comes into the crypt, and the elf shoots down from the ledge.
    let mut scene = stage("open", "cat@crypt bob@yard elf@apse");
    scene.play_all(&["bob done", "cat done"], &[]);
    let above = "advantage: from above; disadvantage: a shot";
    assert_eq!(scene.edges("elf shoot cat bow"), above);
}

/// HEED-R21: fire burns whoever comes and does not dodge; a thing that can be used is used up; both sides have it.
#[test]
fn hazards_and_things_to_use() {
    let mut scene = stage("open", "bob@crypt ann@yard orc@crypt");
    let shown = scene.shown("bob move fire");
    assert_eq!(shown.warnings, ["flames: dodge or be wounded"]);
    scene.play("bob move fire", &[6]);
    assert_eq!(scene.grit("bob"), 3, "the sixth slot is empty");
    scene.play_all(&["bob move crypt"], &[6]);
    scene.play_all(&["bob done", "ann done", "orc move fire"], &[4]);
    assert_eq!((scene.grit("orc"), scene.slot("orc", 4)), (2, "wound".into()));
    // The pot takes everybody in a near zone, and is used up.
    let mut scene = stage("open", "ann@hall bob@hall orc@crypt elf@crypt");
    scene.play("ann work pot crypt", &[3, 4]);
    assert_eq!((scene.grit("orc"), scene.grit("elf")), (2, 2));
    scene.play("ann done", &[]);
    assert_eq!(scene.refused("bob work pot crypt"), Some("HEED-R21"));
    assert!(scene.tags("hall").contains(&"fire pot (used up)".to_owned()), "{:?}", scene.tags("hall"));
}
