//! Weapons and armour that are found, won and bought.

use fracas_kernel::{Judgement, Report, Side};

use crate::scene::{BRUTE, Scene, hostile, load, text};

/// A rack in the hall, with a blade that helps to hit and mail that is better than anybody's.
const RACK: &str = r#"
[[armour]]
id = "river-mail"
name = "River-mail"
ac = 17

[[armour]]
id = "ward-ring"
name = "Ward ring"
adds = 1
saves = 2

[[cache]]
id = "rack"
name = "A rack"
at = "hall"
items = ["lantern-blade", "river-mail"]
"#;

fn file(scene: &Scene) -> String {
    scene.table.rules().party_file(scene.table.state()).expect("an adventure has a party")
}

/// The party in the hall with Tess's blade and Cora's mail.
fn equipped(tables: &str) -> Scene {
    let mut scene = Scene::in_hall(&format!("{RACK}{tables}"));
    let lines = scene.play("fia take rack", &[]);
    assert_eq!(lines, ["Fia takes a rack: the lantern blade, the river-mail"]);
    let lines = scene.play("cora take-up river-mail", &[]);
    assert_eq!(lines, ["Cora takes up the river-mail"]);
    scene.play("tess take-up lantern-blade", &[]);
    scene
}

/// DELVE-F17: what is found is in the pack until somebody takes it up, which is what one does in a turn; and it is carried
/// into fights.
#[test]
fn what_is_found_can_be_taken_up_and_used() {
    let mut scene = equipped(&hostile(BRUTE));
    assert!(scene.badges("tess").contains(&"lantern blade".to_owned()));
    assert_eq!(scene.refused("fia take-up lantern-blade"), "somebody else has it (DELVE-F17)");
    assert_eq!(scene.gauge("clock"), "day 1, 08:20 (turn 50)", "taking and taking up were a turn");
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 6, 1]);
    scene.play("tess move crypt", &[]);
    // A thief of level 1 adds nothing, the blade 1: 12 hits AC 13.
    let lines = scene.play("tess attack brute lantern-blade", &[12, 5]);
    assert!(lines[0].ends_with("d20 [12] + 1 = 13 against AC 13: hit"), "{lines:?}");
    assert_eq!(scene.hp("brute"), 4);

    let mut scene = equipped(&hostile(BRUTE));
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    scene.play("brute move hall", &[]);
    // Two hit dice add 2: 16 would hit AC 14, and does not hit 17.
    scene.play("brute attack cora sword", &[14]);
    assert_eq!(scene.hp("cora"), 10);
}

/// DELVE-F17: one found weapon and one piece of armour each; what is no better is not taken up, and can be put away.
#[test]
fn one_of_each_for_everybody() {
    let mut scene = equipped(
        "[[cache]]\nid = \"chest\"\nname = \"A chest\"\nat = \"hall\"\nitems = [\"ward-ring\", \"club\"]\n",
    );
    scene.play("fia take chest", &[]);
    assert_eq!(scene.refused("cora take-up club"), "what this one has is as good (DELVE-F17)");
    assert_eq!(scene.refused("cora take-up ward-ring"), "what this one has is as good (DELVE-F17)");
    assert_eq!(scene.refused("tess put-away river-mail"), "they do not have one");
    assert_eq!(scene.play("cora put-away river-mail", &[]), ["Cora puts away the river-mail"]);
    scene.play("tess take-up ward-ring", &[]);
    assert!(scene.can("fia take-up river-mail"), "whoever wants it");
    // A save of 15 less 2: the pit on the way to the tunnel, with Tess in front.
    scene.play("tess lead", &[]);
    let lines = scene.play("tess go tunnel", &[13]);
    assert!(lines.iter().any(|line| line == "Tess saves: d20 [13] = 13 against 13: saved"), "{lines:?}");
}

/// Instinct gives each thing to whom it serves most.
#[test]
fn minds_take_up_what_helps() {
    let mut scene = Scene::in_hall(RACK);
    scene.play("fia take rack", &[]);
    // A sword of 1d8 is more to a dagger than to a mace, and least to Fia's own sword.
    assert_eq!(scene.instinct("tess"), "tess take-up lantern-blade");
    scene.play("tess take-up lantern-blade", &[]);
    assert!(!scene.instinct("cora").contains("take-up lantern-blade"));
}

/// DELVE-F17: whoever beats a band has what it carried.
#[test]
fn what_a_band_carries_is_won() {
    let mut scene =
        Scene::in_hall(&hostile(&BRUTE.replace("gold = 7", "gold = 7\nitems = [\"winter-spear\"]")));
    scene.play("fia go crypt", &[]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    let lines = scene.play("fia gather", &[]);
    assert!(lines.contains(&"On those who were beaten: the winter spear".to_owned()), "{lines:?}");
    assert!(scene.can("tess take-up winter-spear"));
}

/// DELVE-F17, DELVE-R8: friends sell what they have, once.
#[test]
fn goods_are_bought() {
    let goods =
        "gold = 7\ngoods = [{ item = \"lantern-blade\", price = 18 }, { item = \"plate\", price = 500 }]";
    let mut scene = Scene::in_hall(&BRUTE.replace("gold = 7", goods));
    scene.play("fia go crypt", &[6, 6]);
    assert_eq!(scene.refused("fia buy plate"), "they want 500 gold");
    let lines = scene.play("fia buy lantern-blade", &[]);
    assert_eq!(lines, ["The party buys the lantern blade for 18 gold"]);
    assert_eq!(scene.gauge("gold"), "2");
    assert!(!scene.can("fia buy lantern-blade"), "there was one");
    scene.play("fia pass", &[]);
    assert!(scene.can("tess take-up lantern-blade"));
}

/// What they have is nobody's business before they are friends.
#[test]
fn goods_are_shown_to_friends() {
    let goods = BRUTE.replace("gold = 7", "gold = 7\ngoods = [{ item = \"lantern-blade\", price = 18 }]");
    let mut scene = Scene::in_hall(&goods);
    scene.play("fia go crypt", &[3, 4]);
    let rules = scene.table.rules();
    let mut thought = Vec::new();
    fracas_kernel::Offer::conceivable(rules, scene.table.state(), &mut thought);
    let texts = thought.iter().map(|&choice| fracas_kernel::Tell::text(rules, scene.table.state(), choice));
    assert_eq!(texts.filter(|text| text.contains("blade")).count(), 0);
}

/// DELVE-F17: taken up or not, it goes home with the party; what the lost had is lost.
#[test]
fn gear_goes_along() {
    let mut scene = equipped("");
    scene.play("cora put-away river-mail", &[]);
    let written = file(&scene);
    assert!(written.contains("items = [\"river-mail\"]"), "{written}");
    assert!(written.contains("weapon = \"lantern-blade\""), "{written}");
    let next = Scene::of(load(text("", &["grim"], RACK), Some(written.clone())).unwrap());
    assert!(next.badges("tess").contains(&"lantern blade".to_owned()));
    assert!(next.can("fia take-up river-mail"));
    assert_eq!(file(&next), written, "what is read is what was written");

    let mut scene = equipped(&hostile(BRUTE));
    scene.play("fia go crypt", &[]);
    scene.set("tess", "hp", 0);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia gather", &[]);
    assert!(!file(&scene).contains("lantern-blade"), "{}", file(&scene));
}

#[test]
fn wrong_gear_says_what_is_wrong() {
    for (tables, expected) in [
        (RACK.replace("lantern-blade", "lantern-blad"), "no weapon or armour is named \"lantern-blad\""),
        (RACK.replace("ac = 17", "ac = 17\nadds = 1"), "there is an armour class already"),
        (RACK.replace("ac = 17\n", ""), "armour[0].ac: missing"),
    ] {
        let said = load(text("", &["fia"], &tables), None).map(|_| ()).expect_err(expected);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}
