//! What is wrong with a scenario is said with its place and with what would be right.

use crate::scene::{load, text};

#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    let stage = text(
        "[[fumble]]\nwhat = \"a slip\"\nbelow = 5\nspoils = true\n",
        &[("ann", "hall")],
        &[("imp", "hall")],
    );
    assert!(stage.contains(from), "{from:?} is not on the stage");
    let problems = load(&stage.replacen(from, to, 1)).expect_err("it is wrong");
    assert!(problems.contains(expected), "{problems}");
}

#[test]
fn mistakes_are_found() {
    wrong("challenge = 12\n", "", "challenge: missing");
    wrong("challenge = 12\n", "chalenge = 12\nchallenge = 12\n", "did you mean `challenge`?");
    wrong("exit = true", "exit = 1", "true or false");
    wrong("exit = true", "exit = true\ntags = [\"wind\"]", "a label does nothing");
    wrong("spoils = true", "", "this fumble does no harm");
    wrong("spoils = true", "spoils = true\nactions = [\"atack\"]", "did you mean \"attack\"?");
    wrong("spoils = true", "spoils = true\nzones = [\"hal\"]", "no zone is named \"hal\"");
    wrong("archetype = \"plain\"", "archetype = \"plane\"", "known: \"plain\", \"keen\"");
    wrong("hero = \"ann\"", "hero = \"imp\"", "name a hero here");
    wrong("creature = \"imp\"\nat", "creature = \"ann\"\nat", "name a creature here");
    wrong("at = \"hall\"", "at = \"hall\"\nfallen = true", "nobody in the party is on their feet");
    wrong("at = \"hall\"", "at = \"hall\"\nbluffs = true", "unknown key");
    wrong("id = \"loft\"", "id = \"off\"", "leaving the field");
    wrong("near = [\"loft\"]", "near = [\"stair\"]", "a zone is not beside itself");
    wrong(
        "base = 10\nhealth = 30\nmelee = \"claws\"\nranged = \"thorns\"",
        "base = 10\nhealth = 30",
        "it can do nobody any harm",
    );
    wrong("base = 10\nhealth = 30", "base = 10\nhealth = 30\nhabits = { attack = 0 }", "no habit at all");
    wrong(
        "base = 10\nhealth = 30",
        "base = 10\nhealth = 30\nhabits = { ability = 1 }",
        "it has no ability to use",
    );
    wrong("base = 10\nhealth = 30", "base = 10\nhealth = 0", "from 1 to 300");
    wrong("melee = \"axe\"", "melee = { name = \"axe\", by = \"mite\" }", "allowed: \"might\", \"grace\"");
    wrong("damage = \"2d6\"", "damage = \"2x6\"", "2x6");
}

#[test]
fn too_much_is_refused() {
    let foes = vec![("imp", "hall"); 32];
    assert!(load(&text("", &[("ann", "hall")], &foes)).unwrap_err().contains("at most 32"));
    assert!(load(&text("", &[("ann", "hall")], &foes[1..])).is_ok());
}
