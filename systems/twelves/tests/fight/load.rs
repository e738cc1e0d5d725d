//! What a broken scenario says: file, line, field, and what would be right.

use fracas_content::{Bundle, Source};
use fracas_twelves::Twelves;

const GOOD: &str = r#"system = "twelves"
title = "Test"
ready = ["ossa"]

[[zone]]
id = "here"
name = "Here"
at = [0, 0]
near = ["there"]
hazard = { name = "Fire", dormant = true, hits = 1 }
feature = [{ id = "lever", name = "Lever", check = "might", does = [{ opens = "door" }] }]

[[zone]]
id = "there"
name = "There"
at = [1, 0]

[[zone]]
id = "yonder"
name = "Yonder"
at = [2, 0]

[[door]]
id = "door"
name = "Door"
between = ["there", "yonder"]
state = "shut"

[[party]]
hero = "ossa"
at = "here"

[[foes]]
creature = "cutpurse"
at = "there"
"#;

const SHEET: &str = "
[[creature]]
id = \"thing\"
name = \"Thing\"
rank = 2
th = 7
hits = 3
might = 5
agility = 5
wits = 5
weapons = [\"knife\", \"maul\", \"sling\"]
";

fn load(text: &str) -> Result<(), String> {
    let bundle = Bundle::new(Source::new("test.toml", text)).unwrap();
    Twelves::load(&bundle).map(|_| ()).map_err(|problems| problems.to_string())
}

#[track_caller]
fn says(text: &str, expected: &str) {
    let said = load(text).expect_err("it should not load");
    assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
}

#[track_caller]
fn breaks(old: &str, new: &str, expected: &str) {
    assert!(GOOD.contains(old), "{old}");
    says(&GOOD.replacen(old, new, 1), expected);
}

/// A sheet with something changed or added.
#[track_caller]
fn sheet(old: &str, new: &str, expected: &str) {
    assert!(SHEET.contains(old), "{old}");
    says(&format!("{GOOD}{}", SHEET.replacen(old, new, 1)), expected);
}

#[test]
fn the_good_ones_load() {
    assert_eq!(load(GOOD), Ok(()));
    assert_eq!(load(&format!("{GOOD}{SHEET}")), Ok(()));
}

#[test]
fn misspelt_keys_and_names_are_answered_with_the_nearest() {
    breaks("near = ", "nears = ", "test.toml:9:1: zone[0].nears: unknown key");
    breaks("near = ", "nears = ", "did you mean `near`?");
    breaks("\"cutpurse\"", "\"cutpurze\"", "did you mean \"cutpurse\"?");
    breaks("near = [\"there\"]", "near = [\"ther\"]", "zone[0].near[0]: no zone is named \"ther\"");
    breaks("near = [\"there\"]", "near = [\"here\"]", "zone[0].near: a zone is not beside itself");
}

/// TWELVES-Z3: a zone needs a name.
#[test]
fn a_zone_needs_a_name() {
    breaks("name = \"There\"\n", "", "test.toml:13:1: zone[1].name: missing");
}

/// TWELVES-R1: attributes go from 1 to 11.
#[test]
fn attributes_are_in_range() {
    sheet("might = 5", "might = 12", "creature[0].might: 12 is out of range");
    sheet("wits = 5", "wits = 0", "write a whole number from 1 to 11");
    sheet("th = 7", "th = 13", "creature[0].th: 13 is out of range");
    sheet("rank = 2", "rank = 0", "creature[0].rank: 0 is out of range");
}

/// TWELVES-R15: one in each hand is two of a weapon at most, and none that takes both hands.
#[test]
fn there_are_two_hands() {
    let carried = |weapons: &str, expected: &str| {
        sheet("weapons = [\"knife\", \"maul\", \"sling\"]", &format!("weapons = {weapons}"), expected);
    };
    carried("[\"knife\", \"knife\", \"knife\"]", "creature[0].weapons: \"knife\" is there too often");
    carried("[\"maul\", \"maul\"]", "name a weapon once, or twice if there is one in each hand");
    let two = SHEET.replacen("\"maul\"", "\"knife\"", 1);
    assert_eq!(load(&format!("{GOOD}{two}")), Ok(()));
}

#[test]
fn weapons_and_feats_are_for_something() {
    let weapon = |rest: &str| format!("{GOOD}[[weapon]]\nid = \"w\"\nname = \"W\"\n{rest}\n");
    says(&weapon("dice = 2"), "weapon[0].use: this weapon can be used in no way");
    says(&weapon("dice = 0\nuse = [\"hand\"]"), "weapon[0].dice: 0 is out of range");
    says(&weapon("dice = 2\nuse = [\"hands\"]"), "did you mean \"hand\"?");
    says(&format!("{GOOD}[[feat]]\nid = \"f\"\nname = \"F\"\nabout = \"…\"\n"), "this feat gives nothing");
    says(
        &format!("{GOOD}[[weapon]]\nid = \"hands\"\nname = \"H\"\ndice = 1\nuse = [\"hand\"]\n"),
        "everybody has hands",
    );
    says(
        &format!("{GOOD}[[weapon]]\nid = \"Big Axe\"\nname = \"H\"\ndice = 1\nuse = [\"hand\"]\n"),
        "one word in lower case",
    );
}

/// TWELVES-O1: who is ready must be in the party.
#[test]
fn ready_names_the_party() {
    breaks("[\"ossa\"]", "[\"cutpurse\"]", "test.toml:3:9: ready: \"cutpurse\" is not in the party");
    breaks("[\"ossa\"]", "\"everybody\"", "write \"all\", or a list of heroes");
    breaks("[\"ossa\"]", "true", "write \"all\", or a list of heroes");
    breaks("[\"ossa\"]", "[\"osa\"]", "did you mean \"ossa\"?");
}

/// TWELVES-R6: features and hazards are scenario data, and must make sense.
#[test]
fn features_and_hazards_make_sense() {
    let does = |does: &str, expected: &str| breaks("{ opens = \"door\" }", does, expected);
    does("{ opens = \"dor\" }", "did you mean \"door\"?");
    does("{ hits = 2 }", "zone[0].feature[0].does[0].takes: missing");
    does("{ hits = 2, dice = 2, takes = \"foes\" }", "this must do one thing");
    does("{ hits = 2, takes = \"enemies\" }", "\"enemies\" is not allowed here");
    does("{ hits = 2, takes = \"foes\", at = \"nowhere\" }", "no zone is named \"nowhere\"");
    does("{ wakes = \"there\" }", "this zone has no hazard");
    does("{ heal = 1, takes = \"friend\" }", "it would heal for ever");
    does("{ hits = 1, takes = \"friend\" }, { hits = 1, takes = \"foe\" }", "a foe and a friend at once");
    does("{ daze = false, takes = \"foe\" }", "it does nothing");
    does(
        "{ move = \"there\", takes = \"foes\" }], safe = true, about = \"\", check2 = [1",
        "its user goes nowhere",
    );
    breaks("hits = 1 }", "daze = false }", "zone[0].hazard.daze: it does nothing");
    breaks("hits = 1 }", "heal = 1 }", "zone[0].hazard.heal: unknown key");
    breaks("check = \"might\"", "check = \"luck\"", "\"luck\" is not allowed here");
}

/// TWELVES-R16: nobody begins in a hazard, unless it costs them nothing.
#[test]
fn nobody_begins_in_a_hazard() {
    let awake = |text: &str| text.replacen("dormant = true, ", "", 1);
    says(&awake(GOOD), "test.toml:31:6: party[0].at: Ossa would begin in a hazard: Fire");
    let there = GOOD.replacen("at = \"there\"\n", "at = \"here\"\n", 1);
    says(&awake(&there), "foes[0].at: Cutpurse would begin in a hazard");
    let sure = GOOD.replacen("\"ossa\"", "\"karsh\"", 2);
    assert_eq!(load(&awake(&sure)), Ok(()), "it costs the sure-footed nothing");
}

/// A scenario that loads can be played to its end: all zones hang together, and every door can be forced.
#[test]
fn no_zone_is_cut_off() {
    let island = "\n[[zone]]\nid = \"isle\"\nname = \"Isle\"\nat = [5, 5]\n";
    says(&GOOD.replacen("\n[[door]]", &format!("{island}\n[[door]]"), 1), "no way leads to \"isle\"");
    breaks(
        "[\"there\", \"yonder\"]",
        "[\"there\", \"there\"]",
        "door[0].between: a door is between two zones",
    );
    breaks(
        "[\"there\", \"yonder\"]",
        "[\"here\", \"there\"]",
        "door[0].between: these are joined without a door",
    );
    breaks("\"shut\"", "\"ajar\"", "\"ajar\" is not allowed here");
}

#[test]
fn too_many_are_too_many() {
    breaks("creature = \"cutpurse\"", "creature = \"cutpurse\"\ncount = 32", "foes: 33 combatants");
    let without = GOOD.split("[[foes]]").next().unwrap();
    says(without, "foes: missing");
    let zones: String =
        (0..40).map(|n| format!("[[zone]]\nid = \"z{n}\"\nname = \"Z\"\nat = [{n}, 9]\n")).collect();
    says(&GOOD.replacen("[[door]]", &format!("{zones}[[door]]"), 1), "a battlefield has at most 32");
    let levers: Vec<String> = (0..33)
        .map(|n| format!("{{ id = \"l{n}\", name = \"L\", check = \"might\", does = [{{ cover = 1 }}] }}"))
        .collect();
    breaks(
        "at = [1, 0]",
        &format!("at = [1, 0]\nfeature = [{}]", levers.join(", ")),
        "a battlefield has at most 32",
    );
}
