//! Space, rounds, initiative, setups and items, clause by clause, with dice on the table.

use fracas_content::{Bundle, Source};
use fracas_heed::Heed;
use fracas_kernel::{Judgement, Outcome, Seat, Side, Status};

use crate::scene::{Stage, scene, staged};

fn problems(zones: &str) -> String {
    let text = format!(
        "system = 'heed'\ntitle = 'X'\nstarts = 'heroes'\n{zones}\n[[hero]]\nid = 'h'\nname = 'H'\ngrit = 1\n\
         [[party]]\nhero = 'h'\nat = 'a'\n[[foes]]\ncreature = 'h'\nat = 'a'\n"
    );
    let bundle = Bundle { scenario: Source::new("x.toml", text), library: Vec::new(), party: None };
    Heed::load(&bundle).map_or_else(|problems| problems.to_string(), |_| String::new())
}

/// HEED-S1: a zone has one or two features and a place on the table; adjacency is part of the map.
#[test]
fn zones_have_one_or_two_features() {
    let zone = |features: &[&str]| {
        let one = |id: &&str| format!("{{ id = '{id}', name = '{id}', is = 'cover' }}");
        let all: Vec<String> = features.iter().map(one).collect();
        format!("[[zone]]\nid = 'a'\nname = 'A'\nat = [0, 0]\nfeature = [{}]", all.join(", "))
    };
    assert_eq!(problems(&zone(&["well"])), "");
    assert_eq!(problems(&zone(&["well", "wall"])), "");
    assert!(problems(&zone(&[])).contains("one or two interesting features"));
    assert!(problems(&zone(&["well", "wall", "gate"])).contains("one or two interesting features"));
    assert!(problems(&(zone(&["well"]) + "\ntags = ['wall']")).contains("a label does nothing"));
    assert!(problems(&zone(&["well"]).replace("at = [0, 0]\n", "")).contains("zone[0].at: missing"));
}

/// HEED-S2: the same zone is in reach, an adjacent one near, another in sight far, anything else remote.
#[test]
fn four_ranges() {
    let mut scene = scene("cat@yard ann@yard orc@loft");
    scene.begin();
    scene.play("cat fall-prone", &[]);
    let range = |zone: &str| scene.tags(zone).pop().unwrap();
    assert_eq!(
        ["yard", "hall", "stair", "loft", "cellar"].map(range),
        ["reach", "near", "far", "remote", "remote"]
    );
}

/// HEED-S3: one touches and grabs in reach, throws as far as near, shoots as far as far, and does nothing remote.
#[test]
fn what_each_range_allows() {
    let mut scene = scene("eve@yard cat@yard orc@yard elf@hall bat@stair ogre@loft");
    scene.begin();
    scene.play("eve draw javelin", &[]);
    assert!(
        scene.can("eve grab orc") && scene.can("eve pick-pocket orc") && scene.can("eve strike orc javelin")
    );
    assert_eq!(scene.refused("eve grab elf"), Some("HEED-S3"));
    assert_eq!(scene.refused("eve pick-pocket elf"), Some("HEED-S3"));
    assert!(scene.can("eve throw elf javelin") && !scene.can("eve throw bat javelin"));
    // Near is one move away, far is not.
    assert!(scene.can("eve move hall"));
    assert_eq!(scene.refused("eve move stair"), Some("HEED-A3"));
    scene.play("eve done", &[]);
    assert!(scene.can("cat shoot bat bow") && !scene.can("cat shoot ogre bow"));
    assert!(!scene.can("cat heed ogre"), "out of sight");
}

/// HEED-S3: who is grabbed cannot move, and melee attacks on it have advantage; it breaks free by a Gear(dodge).
#[test]
fn grabbing() {
    let mut scene = scene("eve@yard ann@yard tripper@yard orc@loft");
    // The tripper has one empty slot, the sixth: armour would be no help.
    scene.begin();
    scene.play("eve grab tripper", &[6]);
    scene.play("eve done", &[]);
    assert!(!scene.is("tripper", "held"));
    scene.play_all(&["ann done", "orc done", "tripper done", "eve grab tripper"], &[2]);
    assert!(scene.is("tripper", "held") && scene.is("eve", "holds Tripper"));
    assert_eq!(scene.focus("eve"), 2, "a hold fills a slot of focus");
    scene.play("eve done", &[]);
    assert_eq!(scene.edges("ann strike tripper sword"), "advantage: the target is held");
    scene.play_all(&["ann done", "orc done"], &[]);
    assert_eq!(scene.refused("tripper move hall"), Some("HEED-S3"));
    scene.play("tripper break-free", &[3]);
    scene.play("tripper done", &[]);
    assert!(scene.is("tripper", "held"));
    scene.play_all(&["eve done", "ann done", "orc done", "tripper break-free"], &[6]);
    assert!(!scene.is("tripper", "held") && !scene.is("eve", "holds Tripper"));
    assert_eq!(scene.focus("eve"), 3);
}

/// HEED-S3: a grabbing natural weapon holds on to whom it wounds, with a slot of focus and no hand; a wound breaks it.
#[test]
fn jaws_hold_on() {
    let mut scene = scene("cat@yard bob@yard croc@yard");
    scene.begin();
    scene.play_all(&["cat done", "bob done"], &[]);
    assert!(scene.shown("croc strike cat jaws").deed.effect.contains("A hit holds the target"));
    // Cat's dodge finds her quiver in the third slot.
    scene.play("croc strike cat jaws", &[3]);
    assert!(scene.is("cat", "held") && scene.is("croc", "holds Cat"));
    assert_eq!((scene.focus("croc"), scene.grit("cat")), (0, 2));
    scene.play_all(&["croc done", "cat done"], &[]);
    assert_eq!(scene.edges("bob strike croc sword"), "");
    // Bob's blow finds a bag, and the grip is gone with the focus.
    scene.play("bob strike croc sword", &[3]);
    assert!(!scene.is("cat", "held") && !scene.is("croc", "holds Cat"));
    // One that holds somebody only wounds the next.
    let mut scene = crate::scene::scene("cat@yard bob@yard croc@yard");
    scene.begin();
    scene.play_all(&["cat done", "bob done", "croc strike cat jaws"], &[3]);
    scene.play_all(&["croc done", "cat done", "bob done", "croc strike bob jaws"], &[1]);
    assert!(scene.is("croc", "holds Cat") && !scene.is("bob", "held") && scene.grit("bob") == 2);
}

/// HEED-A1: six seconds a round, ten rounds a minute.
#[test]
fn rounds_of_six_seconds() {
    let mut scene = scene("ann@yard orc@loft");
    scene.begin();
    assert_eq!(scene.view(Seat::Judge).phase, "the heroes act · 0:00 into the combat");
    for _ in 0..10 {
        scene.play_all(&["ann done", "orc done"], &[]);
    }
    assert_eq!(
        (scene.round(), scene.view(Seat::Judge).phase),
        (11, "the heroes act · 1:00 into the combat".into())
    );
}

/// HEED-A2: one action a round: attacking, treating, picking a pocket, casting, using a potion.
#[test]
fn one_action_a_round() {
    let mut scene = scene("eve@yard fay@yard orc@yard elf@loft");
    scene.begin();
    scene.play("eve pick-pocket orc", &[3]);
    assert_eq!((scene.slot("eve", 1), scene.slot("orc", 3)), ("bag".into(), "empty".into()));
    for action in ["eve pick-pocket orc", "eve strike orc fists", "eve grab orc"] {
        assert_eq!(scene.refused(action), Some("HEED-A2"));
    }
    scene.play_all(&["eve done", "fay draw tonic", "fay use tonic fay"], &[]);
    assert!(scene.is("fay", "emboldened") && scene.slot("fay", 4) == "empty");
    assert_eq!(scene.slot("fay", 1), "empty", "used up");
    // Next round there is another one.
    scene.pass_to("eve");
    assert!(scene.can("eve pick-pocket orc"));
    // Somebody who heeds the thief cannot be robbed.
    let mut scene = self::scene("eve@yard orc@yard");
    scene.play("orc heed eve", &[]);
    scene.begin();
    assert_eq!(scene.refused("eve pick-pocket orc"), Some("HEED-A2"));
}

/// HEED-A3: one setup for the action: move, fall prone, stand up, aim, charge, heed.
#[test]
fn one_setup_a_round() {
    for setup in ["cat move hall", "cat fall-prone", "cat aim orc bow", "cat heed orc"] {
        let mut scene = scene("cat@yard ann@yard orc@stair");
        scene.begin();
        scene.play(setup, &[]);
        assert_eq!((scene.left("cat", "setup"), scene.left("cat", "action")), (0, 1), "{setup}");
    }
    let mut scene = scene("cat@yard dot@yard orc@stair");
    scene.begin();
    scene.afflict("cat", "prone", None);
    scene.play_all(&["cat stand-up", "cat done", "dot charge ember"], &[]);
    assert_eq!((scene.left("dot", "setup"), scene.left("dot", "action")), (0, 1));
}

/// HEED-A4: the action may be spent on one more setup, and then nothing is left.
#[test]
fn the_action_as_one_more_setup() {
    let mut scene = scene("ann@yard orc@loft");
    scene.begin();
    scene.play("ann move hall", &[]);
    assert_eq!(scene.shown("ann move stair").warnings, ["spends the action"]);
    scene.play("ann move stair", &[]);
    assert_eq!((scene.place("ann"), scene.left("ann", "action")), (Some("stair".into()), 0));
    assert_eq!(scene.refused("ann move loft"), Some("HEED-R15"));
}

/// HEED-A5: two items a round; one more as the setup, two more as the action.
#[test]
fn managing_items() {
    let mut scene = scene("eve@yard ann@yard orc@loft");
    scene.begin();
    scene.play_all(&["eve draw bandage", "eve draw cleaver"], &[]);
    assert_eq!(scene.left("eve", "items"), 0);
    assert_eq!(scene.refused("eve drop cleaver"), Some("HEED-A5"));
    scene.play("eve drop cleaver as-setup", &[]);
    assert_eq!((scene.left("eve", "setup"), scene.left("eve", "action")), (0, 1));
    assert_eq!(scene.refused("eve drop bandage as-setup"), Some("HEED-A5"));
    scene.play("eve drop bandage as-action", &[]);
    assert_eq!((scene.left("eve", "action"), scene.left("eve", "items")), (0, 1));
    scene.play("eve pick-up cleaver", &[]);
    assert_eq!(scene.left("eve", "items"), 0);
    assert_eq!(scene.refused("eve drop cleaver as-action"), Some("HEED-A2"));
    // Every round anew.
    scene.pass_to("orc");
    scene.play("orc done", &[]);
    assert_eq!(scene.left("eve", "items"), 2);
}

/// HEED-R13: slots 1 and 2 are the hands; drawing moves a thing from another slot into a free hand, stowing back into an
/// empty slot; a two-handed weapon takes both hands.
#[test]
fn hands_are_slots() {
    let mut scene = scene("fay@yard bob@yard orc@loft");
    scene.begin();
    scene.play("fay draw maul", &[]);
    let slots = |scene: &crate::scene::Scene| [1, 2, 3].map(|slot| scene.slot("fay", slot));
    assert_eq!(slots(&scene), ["maul", "maul", "empty"], "in both hands, and out of its slot");
    assert_eq!(scene.refused("fay draw torch"), Some("HEED-R13"));
    scene.play("fay stow maul", &[]);
    assert_eq!(slots(&scene), ["empty", "empty", "maul"]);
    scene.play("fay done", &[]);
    assert_eq!(scene.refused("bob stow sword"), Some("HEED-R13"));
    assert_eq!(scene.refused("bob draw mail"), Some("HEED-R13"));
    scene.pass_to("fay");
    scene.play("fay draw torch", &[]);
    assert_eq!(scene.refused("fay draw maul"), Some("HEED-R13"));
    // A wounded hand holds nothing: one is left, and a maul takes two.
    let mut scene = staged("starts = 'monsters'", "fay@yard orc@yard");
    scene.begin();
    scene.play("orc strike fay axe", &[1]);
    scene.play("orc done", &[]);
    assert_eq!((scene.slot("fay", 1), scene.refused("fay draw maul")), ("wound".into(), Some("HEED-R13")));
    scene.play("fay draw torch", &[]);
    assert_eq!(scene.slot("fay", 2), "torch");
    assert_eq!(scene.refused("fay draw flask"), Some("HEED-R13"));
    // Only what is in hand strikes.
    let mut scene = self::scene("fay@yard orc@yard");
    scene.begin();
    assert_eq!(scene.refused("fay strike orc maul"), Some("HEED-R13"));
    scene.play_all(&["fay draw maul", "fay strike orc maul"], &[2]);
    assert_eq!(scene.grit("orc"), 1);
}

/// HEED-I1: the side that starts takes its turn first, then the other, and so on in every round; members act in any
/// order.
#[test]
fn sides_take_turns() {
    let mut scene = scene("ann@yard bob@yard orc@loft elf@loft");
    scene.begin();
    assert_eq!(scene.asked(), ["ann", "bob"]);
    scene.play("bob done", &[]);
    assert_eq!(scene.asked(), ["ann"]);
    scene.play("ann done", &[]);
    assert_eq!((scene.asked(), scene.round()), (vec!["orc".to_owned(), "elf".to_owned()], 1));
    assert_eq!(scene.refused("ann done"), None);
    scene.play_all(&["elf done", "orc done"], &[]);
    assert_eq!((scene.asked(), scene.round()), (vec!["ann".to_owned(), "bob".to_owned()], 2));
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@loft");
    scene.begin();
    assert_eq!(scene.asked(), ["orc"]);
    assert_eq!(scene.refused("ann done"), Some("HEED-I1"));
    scene.play("orc done", &[]);
    assert_eq!((scene.asked(), scene.round()), (vec!["ann".to_owned()], 1));
}

/// HEED-I2: a surprised side has no setup in the first round.
#[test]
fn a_surprised_side_has_no_setup() {
    let mut scene = staged("starts = 'monsters'\nsurprised = 'heroes'", "cat@yard ann@yard orc@hall");
    scene.begin();
    scene.play("orc done", &[]);
    for setup in ["cat move hall", "cat aim orc bow", "cat heed orc", "cat fall-prone"] {
        assert_eq!(scene.refused(setup), Some("HEED-I2"));
    }
    assert!(scene.can("cat shoot orc bow"));
    scene.play_all(&["cat done", "ann done", "orc done"], &[]);
    assert!(scene.can("cat move hall") && scene.can("cat aim orc bow"));
}

/// HEED-R16: by no exchange either, and nobody was heeded before the combat.
#[test]
fn a_surprised_side_has_heeded_nobody() {
    let mut scene = staged("starts = 'monsters'\nsurprised = 'heroes'", "eve@yard ann@yard orc@yard");
    assert_eq!(scene.asked(), ["orc"]);
    assert_eq!(scene.refused("ann heed orc"), Some("HEED-R16"));
    scene.begin();
    scene.play_all(&["orc done", "eve draw bandage", "eve draw bandage"], &[]);
    assert_eq!(scene.refused("eve drop bandage as-setup"), Some("HEED-I2"));
    // The action may be spent on items, which is no setup; on a setup it may not.
    assert!(scene.can("eve drop bandage as-action"));
    scene.play("eve drop bandage as-action", &[]);
    assert_eq!(scene.refused("eve move hall"), Some("HEED-I2"));
}

/// HEED-I1, HEED-I2, HEED-R16: the judge says who started it and who did not see it coming.
#[test]
fn surprise_by_the_judges_word() {
    let word =
        |what: &str, value: &str| Judgement::Decide { what: what.into(), who: None, value: value.into() };
    let mut scene = scene("cat@yard ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.judge(word("surprise", "heroes"));
    assert!(scene.told_to(Seat::Watcher).is_empty(), "nobody perceives a circumstance");
    assert_eq!(scene.asked(), ["orc"]);
    assert_eq!(scene.refused("ann heed orc"), Some("HEED-R16"));
    assert_eq!(scene.table.judge(word("first", "heroes")).unwrap_err().rule, Some("HEED-I2"));
    scene.begin();
    scene.play("orc done", &[]);
    assert_eq!(scene.refused("ann fall-prone"), Some("HEED-I2"));
    assert_eq!(scene.table.judge(word("surprise", "nobody")).unwrap_err().rule, Some("HEED-I2"));
    let mut scene = self::scene("cat@yard ann@yard orc@yard");
    scene.judge(word("first", "monsters"));
    scene.begin();
    assert_eq!(scene.asked(), ["orc"]);
}

/// HEED-R10: a side loses when all of it is down or gone; one leaves from an exit.
#[test]
fn leaving_and_losing() {
    let mut scene = scene("ann@yard bob@hall orc@loft");
    scene.begin();
    assert_eq!(scene.refused("bob leave"), Some("HEED-R10"));
    scene.play("ann leave", &[]);
    assert_eq!((scene.status("ann"), scene.outcome()), (Status::Gone, None));
    scene.play_all(&["bob move yard", "bob leave"], &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
    let mut scene = self::scene("ann@yard orc@yard");
    scene.begin();
    scene.set_track("orc", "grit", 1);
    scene.play("ann strike orc sword", &[5]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    // A flask that puts the last of both sides down.
    let mut scene = self::scene("fay@yard orc@yard");
    scene.begin();
    scene.play("fay draw flask", &[]);
    scene.set_track("orc", "grit", 1);
    scene.set_track("fay", "grit", 1);
    scene.play("fay use flask yard", &[6, 4]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
    let told = scene.told_to(Seat::Judge);
    assert_eq!(
        told.iter().filter(|line| line.contains("draw") || line.contains("won")).count(),
        1,
        "{told:?}"
    );
}

/// HEED-R11: enough spells, potions and creatures ship.
#[test]
fn what_ships() {
    let scenario = fracas_content::scenarios().find(|scenario| scenario.system == "heed").expect("some ship");
    let bundle = Bundle::new(scenario.source).expect("it names its system");
    let counts = Heed::load(&bundle).expect("it loads").shipped();
    assert!(counts.spells >= 8 && counts.levels == [true; 3] && counts.concentration >= 2, "{counts:?}");
    assert!(counts.potions >= 3 && counts.creatures >= 10, "{counts:?}");
    assert!(fracas_content::scenarios().filter(|scenario| scenario.system == "heed").count() >= 4);
}

/// HEED-T6: a combat takes a try, and no more: two sides that do nothing give up after that long without a wound.
#[test]
fn a_combat_that_cannot_be_decided_is_given_up() {
    // Sixty rounds, and not one less.
    let mut scene = scene("ann@yard orc@loft");
    scene.begin();
    for _ in 0..59 {
        scene.play_all(&["ann done", "orc done"], &[]);
    }
    assert_eq!((scene.round(), scene.outcome()), (60, None));
    scene.play_all(&["ann done", "orc done"], &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
    let gave_up = "Nobody has been wounded for six minutes: both sides give up";
    assert!(
        scene.told_to(Seat::Judge).iter().any(|line| line == gave_up),
        "{:?}",
        scene.told_to(Seat::Judge)
    );
}

/// HEED-T6: a wound shows that it can still be decided, and the time starts anew.
#[test]
fn a_wound_keeps_a_combat_going() {
    let mut scene = scene("ann@yard orc@yard");
    scene.begin();
    scene.play_all(&["ann done", "orc done", "ann strike orc sword"], &[4]);
    for _ in 0..60 {
        scene.play_all(&["ann done", "orc done"], &[]);
    }
    assert_eq!((scene.round(), scene.outcome()), (62, None));
    scene.play_all(&["ann done", "orc done"], &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}
