//! What a broken scenario says: file, line, field, and what would be right.

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;

const GOOD: &str = r#"system = "delve"
title = "Test"
aware = ["heroes"]

[[zone]]
id = "here"
name = "Here"
at = [0, 0]

[[party]]
hero = "brakk"
at = "here"

[[foes]]
creature = "goblin"
at = "here"
"#;

fn problems(text: &str) -> String {
    let bundle = Bundle::new(Source::new("test.toml", text)).unwrap();
    Delve::load(&bundle).map(|_| ()).expect_err("it should not load").to_string()
}

#[track_caller]
fn breaks(old: &str, new: &str, expected: &str) {
    assert!(GOOD.contains(old));
    let said = problems(&GOOD.replacen(old, new, 1));
    assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
}

#[test]
fn the_good_one_loads() {
    let bundle = Bundle::new(Source::new("test.toml", GOOD)).unwrap();
    assert!(Delve::load(&bundle).is_ok());
}

#[test]
fn a_misspelt_key_names_the_nearest() {
    breaks("name = \"Here\"", "name = \"Here\"\nexits = true", "test.toml:8:1: zone[0].exits: unknown key");
    breaks("name = \"Here\"", "name = \"Here\"\nexits = true", "did you mean `exit`?");
}

#[test]
fn an_unknown_creature_names_the_nearest() {
    breaks(
        "\"goblin\"",
        "\"gobblin\"",
        "test.toml:15:12: foes[0].creature: no hero or creature is named \"gobblin\"",
    );
    breaks("\"goblin\"", "\"gobblin\"", "did you mean \"goblin\"?");
}

#[test]
fn a_wrong_place_is_found() {
    breaks(
        "at = \"here\"\n\n[[foes]]",
        "at = \"there\"\n\n[[foes]]",
        "party[0].at: no zone is named \"there\"",
    );
}

#[test]
fn nobody_to_fight_is_a_problem() {
    let without = GOOD.split("[[foes]]").next().unwrap();
    assert!(problems(without).contains("foes: missing"), "{}", problems(without));
}

#[test]
fn too_many_are_too_many() {
    breaks("creature = \"goblin\"", "creature = \"goblin\"\ncount = 32", "foes: 33 combatants");
    breaks("creature = \"goblin\"", "creature = \"goblin\"\ncount = 33", "foes[0].count: 33 is out of range");
}

#[test]
fn a_zone_is_not_beside_itself() {
    breaks("at = [0, 0]", "at = [0, 0]\nnear = [\"here\"]", "zone[0].near: a zone is not beside itself");
}

#[test]
fn damage_is_read_as_dice() {
    let weapon = "[[weapon]]\nid = \"w\"\nname = \"W\"\ndamage = \"1d\"\n";
    let said = problems(&format!("{GOOD}{weapon}"));
    assert!(said.contains("test.toml:20:10: weapon[0].damage:"), "{said}");
}

#[test]
fn effects_and_saves_must_go_together() {
    let spell = |rest: &str| {
        let head = "[[spell]]\nid = \"s\"\nname = \"S\"\nlevel = 1\nrange = \"near\"\ntakes = \"foes\"\n";
        problems(&format!("{GOOD}{head}{rest}\n"))
    };
    assert!(spell("damage = \"1d6\"\nsave = \"ends\"").contains("this save does not go with this effect"));
    assert!(spell("damage = \"1d6\"\nheal = \"1d6\"").contains("an effect does one thing"));
    assert!(spell("condition = \"held\"").contains("helpless for ever"));
    assert!(spell("condition = \"held\"\nsave = \"ends\"\nrounds = 2").contains("a save ends this one"));
    assert!(spell("condition = \"dizzy\"\nrounds = 2").contains("no condition is named \"dizzy\""));
}
