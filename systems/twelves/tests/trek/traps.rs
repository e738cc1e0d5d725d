//! Traps on doors, and goals of fights in a place.

use fracas_adventure::Adventure;
use fracas_kernel::checks;

use crate::scene::{PLACE, Scene, TWO, load};

/// Darts on the door from the camp to the cave.
fn text(more: &str) -> String {
    let way = "between = [\"camp\", \"cave\"]\ndoor = \"shut\"\n";
    let trapped = PLACE.replacen(way, &format!("{way}trap = \"darts\"\n"), 1);
    assert_ne!(trapped, PLACE);
    format!(
        "{trapped}{TWO}[[trap]]\nid = \"darts\"\nname = \"Darts\"\nhits = 2\nspared_by = \"agility\"\nhard = 2\n{more}"
    )
}

/// TWELVES-J13, TWELVES-Z4: everybody sees it; whoever goes through pays once, or makes the check.
#[test]
fn a_trapped_door_says_so() {
    for (face, hits) in [(6, 6), (7, 4)] {
        let mut scene = Scene::of(&text(""));
        assert_eq!(
            scene.shown("fia go cave").warnings[0],
            "sets off the darts: 2 hits unless you pass a check of agility"
        );
        let lines = scene.play("fia go cave", &[face]);
        assert_eq!(lines[0], "A trap on the way: darts: 2 hits unless you pass a check of agility");
        assert_eq!((scene.hits("fia"), scene.hits("eel")), (hits, 4), "whoever leads");
        scene.play("fia go camp", &[]);
        assert!(scene.shown("fia go cave").warnings.iter().all(|said| !said.contains("darts")));
        scene.play("fia go cave", &[]);
    }
}

/// TWELVES-J13: some take everybody.
#[test]
fn a_trap_may_take_everybody() {
    let mut scene = Scene::of(&text("all = true\n"));
    scene.play("fia go cave", &[7, 10]);
    assert_eq!((scene.hits("fia"), scene.hits("eel")), (4, 2));
}

/// TWELVES-J13: wits disarm it, lowered by how hard that is; whoever fails sets it off.
#[test]
fn wits_disarm() {
    let mut scene = Scene::of(&text(""));
    assert_eq!(scene.shown("eel disarm cave").label, "Disarm the trap on the door to the west (wits 6)");
    assert_eq!(scene.instinct("eel"), "eel disarm west-door", "whoever has the best wits");
    let lines = scene.play("eel disarm cave", &[6]);
    assert!(lines[0].ends_with("against wits 6: it will not go off"), "{lines:?}");
    assert!(!scene.can("fia disarm cave"));
    scene.play("fia go cave", &[12]);
    assert_eq!(scene.hits("fia"), 6);

    let mut scene = Scene::of(&text(""));
    let lines = scene.play("eel disarm cave", &[7, 10]);
    assert!(lines[0].ends_with("against wits 6: it goes off"), "{lines:?}");
    assert_eq!(scene.hits("eel"), 2);
}

/// TWELVES-G6: the fight with those who live somewhere can have a goal of its own.
#[test]
fn a_lair_has_a_goal_of_its_own() {
    let den = "foes = [{ creature = \"imp\", count = 2 }]\n";
    let text = format!("{PLACE}{TWO}").replacen(den, &format!("{den}[[encounter.goal]]\nhold = 1\n"), 1);
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    scene.play("fia go den", &[]);
    assert_eq!(scene.gauge("goal"), "hold out for 1 round: round 0 of 1");
    scene.play("fia begin", &[1, 1]);
    for choice in ["fia pass", "eel pass", "imp-1 pass"] {
        scene.play(choice, &[]);
    }
    assert!(scene.fights());
    let lines = scene.play("imp-2 pass", &[]);
    assert!(lines.contains(&"The heroes have won".to_owned()), "{lines:?}");
    assert!(!scene.fights());
    scene.play("fia go loft", &[]);
    scene.play("fia go den", &[]);
    assert!(!scene.fights(), "whoever reaches the goal has the place");
}

/// Traps, friends, and those who come later keep to what every game promises.
#[test]
fn generic_checks_hold() {
    let den = "foes = [{ creature = \"imp\", count = 2 }]\n";
    let plot = "foes = [{ creature = \"imp\", count = 2 }, { creature = \"brute\", at = \"hall\", comes = \"roar\" }]\n\
        friends = [{ creature = \"goat\", at = \"loft\" }]\n[[encounter.goal]]\nrescue = \"goat\"\nto = \"camp\"\n\
        [[encounter.event]]\nid = \"roar\"\nwhen = { down_to = 1 }\n";
    let rules = Adventure(load(&text("").replacen(den, plot, 1), None).unwrap());
    checks::legal_exactly_when_listed(&rules, 0..6);
    checks::playouts_end(&rules, 0..20);
    checks::instinct_is_legal(&rules, 0..30);
    checks::state_survives_json(&rules, 0..2);
    checks::secrets_are_kept(&rules, 0..2, 97);
    checks::odds_come_true(&rules, 0..1, 307);
}
