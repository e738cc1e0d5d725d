//! Attacks, gear checks, wounds and parries, clause by clause, with dice on the table.

use fracas_kernel::{EdgeName, Judgement, Outcome, Seat, Side, Status};

use crate::scene::{Stage, scene, staged};

fn near(p: f64, q: f64) -> bool {
    (p - q).abs() < 1e-9
}

/// HEED-K1: an attack is an action, and its target's gear check says whether and where it lands.
#[test]
fn an_attack_is_an_action_and_the_target_rolls() {
    let mut scene = scene("ann@yard orc@yard");
    scene.begin();
    scene.play("ann strike orc sword", &[4]);
    assert_eq!((scene.slot("orc", 4), scene.slot("orc", 3)), ("wound".into(), "bag".into()));
    assert_eq!(scene.left("ann", "action"), 0);
    assert_eq!(scene.refused("ann strike orc sword"), Some("HEED-A2"));
}

/// HEED-R1: a d6 looks into a slot: armour blocks, and so does a shield in hand; an empty slot dodges; anything else lets the
/// attack land, and a 1 always does.
#[test]
fn a_gear_check_looks_into_the_slot() {
    for (answer, face, lands) in [
        ("block", 1, true),
        ("block", 2, false),
        ("block", 3, false),
        ("block", 4, true),
        ("block", 6, true),
        ("dodge", 1, true),
        ("dodge", 2, true),
        ("dodge", 4, true),
        ("dodge", 5, false),
        ("dodge", 6, false),
    ] {
        let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
        scene.begin();
        scene.play("orc strike ann axe", &[]);
        scene.play(&format!("ann {answer}"), &[face]);
        assert_eq!(scene.grit("ann") == 2, lands, "{answer} {face}");
    }
    // The odds before: two slots of six either way.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.begin();
    scene.play("orc strike ann axe", &[]);
    assert!(near(scene.chance("ann block"), 1.0 / 3.0) && near(scene.chance("ann dodge"), 1.0 / 3.0));
}

/// HEED-R1: nobody is ever out of danger: with five empty slots, and with a free right hand too, a 1 lands.
#[test]
fn a_one_always_lands() {
    for drop in [false, true] {
        for (face, lands) in [(1, true), (2, false), (3, drop), (6, false)] {
            let mut scene = scene("gil@yard imp@yard");
            scene.begin();
            if drop {
                // The right hand is empty, and full of nothing.
                scene.play("gil drop sword", &[]);
            }
            scene.play("gil done", &[]);
            // The draught is in 3.
            let lands = lands || face == 3;
            scene.play("imp strike gil axe", &[face]);
            assert_eq!(scene.grit("gil") == 2, lands, "{face}, {drop}");
        }
    }
    let mut scene = scene("gil@yard imp@yard");
    scene.begin();
    assert!(near(scene.chance("gil strike imp sword"), 1.0 / 6.0));
}

/// HEED-R12: the target chooses, where there is something to choose; a dodge cannot be parried.
#[test]
fn the_target_chooses_between_block_and_dodge() {
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@yard cat@yard dot@yard orc@yard");
    scene.play_all(&["ann heed orc", "bob heed orc"], &[]);
    scene.begin();
    scene.play("orc strike ann axe", &[]);
    assert_eq!(scene.reacts().as_deref(), Some("ann"));
    assert_eq!(scene.choices(), ["ann block", "ann dodge"]);
    // Both heed the orc, and neither is asked to parry a dodge.
    scene.play("ann dodge", &[4]);
    assert_eq!((scene.reacts(), scene.grit("ann")), (None, 2));
    // Without armour, and with nobody to parry, there is nothing to choose.
    let mut scene = staged("starts = 'monsters'", "cat@yard orc@yard");
    scene.begin();
    scene.play("orc strike cat axe", &[6]);
    assert_eq!((scene.reacts(), scene.grit("cat")), (None, 3));
    // Without an empty slot neither.
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard");
    scene.begin();
    scene.play("orc strike bob axe", &[3]);
    assert_eq!((scene.reacts(), scene.grit("bob")), (None, 3));
}

/// HEED-R3: a landed attack wounds the slot; what it held falls to the floor, armour is ruined; at grit one is down.
#[test]
fn a_wound_takes_a_slot() {
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[4]);
    assert_eq!(scene.slot("ann", 4), "wound");
    assert!(scene.tags("yard").contains(&"here lies: bag".to_owned()));
    scene.play_all(&["orc done", "ann done", "orc strike ann axe", "ann dodge"], &[3]);
    assert_eq!(scene.slot("ann", 3), "wound");
    assert!(
        scene.told_to(Seat::Judge).iter().any(|line| line.contains("the mail is ruined")),
        "{:?}",
        scene.told_to(Seat::Judge)
    );
    assert!(scene.tags("yard").contains(&"here lies: bag".to_owned()), "no mail on the floor");
    // A shield in hand is armour.
    scene.play_all(&["orc done", "ann done", "orc strike ann axe", "ann dodge"], &[2]);
    assert!(scene.told_to(Seat::Judge).iter().any(|line| line.contains("the shield is ruined")));
    assert_eq!((scene.grit("ann"), scene.status("ann")), (0, Status::Down));
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// HEED-R3: a heavy weapon puts a second wound in the next slot up, from 6 to 1.
#[test]
fn a_heavy_weapon_wounds_twice() {
    for (face, slots) in [(2, [2, 3]), (6, [6, 1])] {
        let mut scene = staged("starts = 'monsters'", "bob@yard dot@yard ogre@yard");
        scene.begin();
        scene.play("ogre strike bob maul", &[face]);
        assert_eq!(slots.map(|slot| scene.slot("bob", slot)), ["wound", "wound"], "{face}");
        assert_eq!((scene.grit("bob"), scene.status("bob")), (1, Status::Up));
    }
}

/// HEED-R14: a wound on a wounded slot goes to the next unwounded slot up.
#[test]
fn a_wound_on_a_wound_goes_up() {
    let mut scene = scene("ann@yard bob@yard orc@yard ogre@yard");
    scene.begin();
    scene.play("ann strike ogre sword", &[6]);
    scene.play_all(&["ann done", "bob strike ogre sword"], &[6]);
    // Slot 6 is wounded, so slot 1: the maul falls, out of both hands.
    assert_eq!((scene.slot("ogre", 6), scene.slot("ogre", 1)), ("wound".into(), "wound".into()));
    assert_eq!((scene.grit("ogre"), scene.slot("ogre", 2)), (2, "empty".into()));
    // The second wound of something heavy jumps over a wound too.
    let mut scene = staged("starts = 'monsters'", "bob@yard ann@loft ogre@yard orc@yard");
    scene.begin();
    scene.play("orc strike bob axe", &[6]);
    scene.play_all(&["orc done", "ogre strike bob maul"], &[5]);
    assert_eq!((scene.slot("bob", 5), scene.slot("bob", 1)), ("wound".into(), "wound".into()));
}

/// HEED-K2: advantage on an attack is disadvantage on the check, and the other way round.
#[test]
fn advantage_on_the_attack_is_disadvantage_on_the_check() {
    // A shot: the target has advantage, and the better die counts.
    let mut scene = scene("cat@yard ann@yard ogre@hall elf@loft");
    scene.begin();
    scene.play("cat shoot ogre bow", &[4, 3]);
    assert_eq!(scene.grit("ogre"), 4, "the second die found armour");
    // A strike at somebody prone: the worse die counts.
    scene.play("cat done", &[]);
    let mut scene = self::scene("ann@yard ogre@yard");
    scene.begin();
    scene.afflict("ogre", "prone", None);
    scene.play("ann strike ogre sword", &[3, 4]);
    assert_eq!((scene.grit("ogre"), scene.slot("ogre", 4)), (3, "wound".into()));
}

/// HEED-R2: the better or the worse of two dice; where both are as good, the first; sources cancel one for one, and what
/// is left counts once.
#[test]
fn two_dice_and_which_counts() {
    // Both dice are bad for a check with advantage: the first one counts.
    let mut scene = scene("cat@yard ogre@hall elf@loft");
    scene.begin();
    scene.play("cat shoot ogre bow", &[4, 5]);
    assert_eq!((scene.slot("ogre", 4), scene.slot("ogre", 5)), ("wound".into(), "bag".into()));
    // Both bad with disadvantage: the first again.
    let mut scene = self::scene("ann@yard ogre@yard");
    scene.begin();
    scene.afflict("ogre", "prone", None);
    scene.play("ann strike ogre sword", &[5, 4]);
    assert_eq!((scene.slot("ogre", 5), scene.slot("ogre", 4)), ("wound".into(), "bag".into()));
    // One of each: a single die.
    let mut scene = self::scene("ann@yard ogre@yard");
    scene.begin();
    scene.afflict("ogre", "prone", None);
    scene.afflict("ann", "dazzled", None);
    scene.play("ann strike ogre sword", &[5]);
    // Two against one: what is left counts once, two dice and not three.
    let mut scene = self::scene("ann@yard ogre@yard");
    scene.begin();
    scene.afflict("ogre", "prone", None);
    scene.afflict("ann", "dazzled", None);
    scene.afflict("ogre", "warded", None);
    scene.play("ann strike ogre sword", &[5, 3]);
    assert_eq!(scene.grit("ogre"), 4);
    // Two against none: still two dice.
    let mut scene = self::scene("ann@yard ogre@yard");
    scene.begin();
    scene.afflict("ann", "dazzled", None);
    scene.afflict("ogre", "warded", None);
    scene.play("ann strike ogre sword", &[5, 6]);
    assert_eq!(scene.slot("ogre", 5), "wound");
}

/// HEED-K3: melee attacks work in reach only.
#[test]
fn melee_works_in_reach() {
    let mut scene = scene("ann@yard orc@hall");
    scene.begin();
    assert_eq!(scene.refused("ann strike orc sword"), Some("HEED-K3"));
    scene.play("ann move hall", &[]);
    assert!(scene.can("ann strike orc sword"));
}

/// HEED-K4: thrown attacks work in reach and near, with disadvantage unless the weapon is made for it. What is thrown
/// lies where it was thrown.
#[test]
fn throwing() {
    let mut scene = scene("eve@yard ann@yard orc@hall ogre@hall elf@stair");
    scene.begin();
    scene.play("eve draw javelin", &[]);
    assert_eq!(scene.refused("eve throw elf javelin"), Some("HEED-K4"));
    assert_eq!(scene.edges("eve throw orc javelin"), "");
    scene.play("eve throw ogre javelin", &[4]);
    assert_eq!(scene.slot("ogre", 4), "wound");
    assert!(scene.tags("hall").contains(&"here lies: javelin, bag".to_owned()), "{:?}", scene.tags("hall"));
    scene.play("eve done", &[]);
    assert_eq!(scene.edges("ann throw ogre sword"), "disadvantage: thrown, and not made for it");
    scene.play("ann throw ogre sword", &[2, 3]);
    assert_eq!(scene.grit("ogre"), 3, "the second die found armour");
    let mut close = self::scene("eve@yard orc@yard");
    close.begin();
    close.play_all(&["eve draw javelin", "eve throw orc javelin"], &[2]);
    assert_eq!(close.grit("orc"), 2);
}

/// HEED-K5: shots work in reach, near and far, with disadvantage.
#[test]
fn shooting() {
    for zone in ["yard", "hall", "stair"] {
        let mut scene = scene(&format!("cat@yard ogre@{zone}"));
        scene.begin();
        assert_eq!(scene.edges("cat shoot ogre bow"), "disadvantage: a shot");
        scene.play("cat shoot ogre bow", &[2, 3]);
        assert_eq!(scene.grit("ogre"), 4, "{zone}");
    }
    // Remote, though a friend sees it.
    let mut scene = scene("cat@yard ann@stair orc@loft");
    scene.begin();
    assert_eq!(scene.refused("cat shoot orc bow"), Some("HEED-K5"));
}

/// HEED-K6: what is no weapon, a bow in melee and a heavy weapon that is thrown are improvised: disadvantage, and no
/// special properties.
#[test]
fn improvised_weapons() {
    let mut scene = scene("ann@yard eve@yard cat@yard ogre@yard orc@hall");
    scene.begin();
    assert_eq!(scene.edges("ann strike ogre shield"), "disadvantage: an improvised weapon");
    scene.play("ann strike ogre shield", &[2, 3]);
    scene.play("ann done", &[]);
    assert_eq!(scene.grit("ogre"), 4);
    assert_eq!(scene.edges("cat strike ogre bow"), "disadvantage: an improvised weapon");
    scene.play("cat strike ogre bow", &[2, 3]);
    scene.play("cat done", &[]);
    assert_eq!(scene.edges("eve strike ogre fists"), "disadvantage: an improvised weapon");
    scene.play("eve draw cleaver", &[]);
    assert_eq!(scene.edges("eve strike ogre cleaver"), "");
    assert_eq!(
        scene.edges("eve throw orc cleaver"),
        "disadvantage: thrown, and not made for it; disadvantage: an improvised weapon"
    );
    scene.play("eve throw orc cleaver", &[2, 5]);
    assert_eq!(scene.grit("orc"), 2, "one wound, though the cleaver is heavy");
}

/// HEED-O3: the judge may allow special properties to improvised weapons.
#[test]
fn the_judge_allows_properties() {
    let mut scene = staged("starts = 'heroes'\nimprovised = ['heavy']", "eve@yard orc@hall");
    scene.begin();
    scene.play_all(&["eve draw cleaver", "eve throw orc cleaver"], &[2, 5]);
    assert_eq!(scene.grit("orc"), 1, "two wounds");
    let mut scene = staged("starts = 'heroes'\nimprovised = ['tripping']", "eve@yard orc@hall");
    scene.begin();
    scene.play_all(&["eve draw cleaver", "eve throw orc cleaver"], &[2, 5]);
    assert_eq!(scene.grit("orc"), 2, "one wound: another property is allowed");
}

/// HEED-R8: prone: melee attacks on it have advantage, thrown and shot ones disadvantage; its own melee attacks have
/// disadvantage; it cannot move before it stands up.
#[test]
fn prone() {
    let mut scene = scene("ann@yard cat@yard eve@yard ogre@yard");
    scene.begin();
    scene.afflict("ogre", "prone", None);
    scene.play("eve draw javelin", &[]);
    assert_eq!(scene.edges("eve throw ogre javelin"), "disadvantage: the target lies low");
    scene.play("eve done", &[]);
    assert_eq!(scene.edges("ann strike ogre sword"), "advantage: the target is prone");
    assert_eq!(scene.edges("cat shoot ogre bow"), "disadvantage: a shot; disadvantage: the target lies low");
    scene.afflict("ann", "prone", None);
    assert_eq!(
        scene.edges("ann strike ogre sword"),
        "advantage: the target is prone; disadvantage: the attacker is prone"
    );
    assert_eq!(scene.refused("ann move hall"), Some("HEED-R8"));
    assert_eq!(scene.refused("ann leave"), Some("HEED-R8"));
    scene.play("ann stand-up", &[]);
    assert!(!scene.is("ann", "prone") && scene.can("ann move hall"));
    // A tripping weapon knocks down whom it wounds.
    let mut scene = staged("starts = 'monsters'", "ann@yard tripper@yard");
    scene.begin();
    scene.play_all(&["tripper strike ann hook", "ann dodge"], &[1]);
    assert!(scene.is("ann", "prone"));
    assert!(scene.tags("yard").contains(&"here lies: sword".to_owned()), "out of the wounded hand");
}

/// HEED-P1: a parry takes a shield or melee weapons in hand, and a block check against an attack by a creature that one
/// heeds; for oneself or an ally in reach.
#[test]
fn who_may_parry_and_with_what() {
    // Ann and Bob heed the orc, Cat does not; Dot heeds it and has empty hands; Fay heeds it from another zone.
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@yard cat@yard dot@yard orc@yard elf@hall");
    scene.play_all(&["ann heed orc", "bob heed orc", "dot heed orc"], &[]);
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[5]);
    assert_eq!(scene.reacts().as_deref(), Some("ann"));
    assert_eq!(scene.choices(), ["ann parry", "ann no-parry"]);
    // A shield and a sword: three dice.
    scene.play("ann parry", &[1, 2, 3]);
    assert_eq!(scene.reacts().as_deref(), Some("bob"), "an ally in reach");
    scene.play("bob parry", &[6]);
    assert_eq!((scene.reacts(), scene.grit("ann")), (None, 2), "Dot has nothing to parry with");
    // Against a shot the shield alone counts.
    scene.play("orc done", &[]);
    scene.set_track("ann", "grit", 3);
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@yard elf@hall orc@loft");
    scene.play_all(&["ann heed elf", "bob heed elf"], &[]);
    scene.begin();
    scene.play_all(&["elf shoot ann bow", "ann block"], &[5, 6]);
    scene.play("ann parry", &[1, 2]);
    assert_eq!((scene.reacts(), scene.grit("ann")), (None, 2), "Bob's sword does not stop arrows");
    // From another zone nobody parries, and without heeding neither.
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@hall orc@yard");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[5]);
    assert_eq!((scene.reacts(), scene.grit("ann")), (None, 2));
}

/// HEED-P2: any die that shows the number of the block check blocks the attack; the kept die is that number.
#[test]
fn a_matching_die_parries() {
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard elf@hall");
    scene.play_all(&["ann heed orc", "ann heed elf"], &[]);
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[5]);
    assert!(near(scene.chance("ann parry"), 1.0 - 125.0 / 216.0));
    scene.play("ann parry", &[1, 5, 6]);
    assert_eq!((scene.reacts(), scene.grit("ann")), (None, 3));
    // A shot: two dice for the check, and the number is that of the first, as both are as bad.
    scene.play_all(&["orc done", "elf shoot ann bow", "ann block"], &[4, 6]);
    scene.play("ann parry", &[6, 4]);
    assert_eq!(scene.grit("ann"), 3);
    // One who may parry may also not.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[5]);
    scene.play("ann no-parry", &[]);
    assert_eq!(scene.grit("ann"), 2);
    // A block that succeeds needs no parry.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann block"], &[2]);
    assert_eq!(scene.reacts(), None);
}

/// HEED-R9: treating takes off one wound for each bandage used up; below its grit again a creature is conscious, and
/// prone, and takes its turn if that has not gone by.
#[test]
fn treating_wounds() {
    let mut scene = scene("ann@yard eve@yard orc@loft");
    scene.begin();
    scene.set_track("ann", "grit", 0);
    assert_eq!(scene.status("ann"), Status::Down);
    assert_eq!(scene.refused("eve treat ann"), Some("HEED-R9"));
    scene.play_all(&["eve draw bandage", "eve draw bandage", "eve treat ann twice"], &[]);
    assert_eq!((scene.grit("ann"), scene.status("ann")), (2, Status::Up));
    assert!(scene.is("ann", "prone"));
    assert_eq!((scene.slot("eve", 1), scene.slot("eve", 2)), ("empty".into(), "empty".into()), "used up");
    scene.play("eve done", &[]);
    assert_eq!(scene.asked(), ["ann"]);
    // One wound less than grit is enough.
    let mut scene = self::scene("ann@yard eve@yard orc@loft");
    scene.begin();
    scene.set_track("ann", "grit", 0);
    scene.play_all(&["eve draw bandage", "eve treat ann"], &[]);
    assert_eq!((scene.grit("ann"), scene.status("ann")), (1, Status::Up));
    assert!(scene.is("ann", "prone"));
    // With as many wounds as grit it stays down: the heavy blow has put one more into Ann than that.
    let mut scene = staged("starts = 'monsters'", "ann@yard eve@yard ogre@yard");
    scene.begin();
    // The judge's wounds go into 5 and 6, and the heavy blow's into 4 and, past those, 1.
    scene.set_track("ann", "grit", 1);
    scene.play_all(&["ogre strike ann maul"], &[4]);
    assert_eq!(scene.status("ann"), Status::Down);
    scene.play_all(&["ogre done", "eve draw bandage", "eve treat ann"], &[]);
    assert_eq!((scene.grit("ann"), scene.status("ann")), (0, Status::Down), "three wounds are left");
    // One bandage, one wound.
    let mut scene = self::scene("bob@yard eve@yard orc@loft ogre@yard");
    scene.begin();
    scene.set_track("bob", "grit", 1);
    scene.play_all(&["eve draw bandage", "eve treat bob"], &[]);
    assert_eq!(scene.grit("bob"), 2);
    assert_eq!(scene.refused("eve treat bob"), Some("HEED-A2"));
}

fn favour(roll: &str, add: i16, edge: EdgeName) -> Judgement {
    Judgement::Favour { roller: None, roll: Some(roll.to_owned()), add, edge }
}

/// HEED-R2: advantage by the judge's word helps whoever makes the gear check, whichever number is good there; so does a
/// plus. Disadvantage hurts.
#[test]
fn the_judges_favour_helps_the_check() {
    let struck = |act: Judgement, answer: &str, faces: &[u16]| {
        let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
        scene.begin();
        scene.play("orc strike ann axe", &[]);
        scene.judge(act);
        scene.play(answer, faces);
        scene.grit("ann")
    };
    let (advantage, disadvantage) = (EdgeName::Advantage, EdgeName::Disadvantage);
    // Ann's armour is in 2 and 3, her empty slots are 5 and 6: low is good for a block, high for a dodge.
    for faces in [[2, 6], [6, 2]] {
        assert_eq!(struck(favour("block", 0, advantage), "ann block", &faces), 3, "{faces:?}");
        assert_eq!(struck(favour("block", 0, disadvantage), "ann block", &faces), 2, "{faces:?}");
        assert_eq!(struck(favour("dodge", 0, advantage), "ann dodge", &faces), 3, "{faces:?}");
        assert_eq!(struck(favour("dodge", 0, disadvantage), "ann dodge", &faces), 2, "{faces:?}");
    }
    assert_eq!(struck(favour("block", 2, EdgeName::Level), "ann block", &[6, 2]), 3);
    assert_eq!(struck(favour("block", -2, EdgeName::Level), "ann block", &[2, 6]), 2);
    // It cancels with what else there is.
    assert_eq!(struck(favour("block", 1, disadvantage), "ann block", &[2]), 3);
    let mut scene = staged("starts = 'monsters'", "ann@yard elf@yard");
    scene.begin();
    scene.play("elf shoot ann bow", &[]);
    scene.judge(favour("block", 0, disadvantage));
    scene.play("ann block", &[2]);
    assert_eq!(scene.grit("ann"), 3, "a shot has disadvantage, and so the check is level");
}

/// HEED-R2: the odds know of the judge's word: two chances in six, and a second try at them.
#[test]
fn the_odds_of_a_favoured_check() {
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard");
    scene.begin();
    assert!(near(scene.chance("orc strike bob axe"), 4.0 / 6.0));
    scene.judge(favour("block", 0, EdgeName::Advantage));
    assert!(near(scene.chance("orc strike bob axe"), 16.0 / 36.0));
}

/// HEED-P2: on a parry the judge's favour is a die more, or a die fewer.
#[test]
fn the_judges_favour_helps_the_parry() {
    let parried = |edge: EdgeName, faces: &[u16]| {
        let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
        scene.play("ann heed orc", &[]);
        scene.begin();
        scene.play_all(&["orc strike ann axe", "ann block"], &[4]);
        scene.judge(favour("parry", 0, edge));
        scene.play("ann parry", faces);
        scene.grit("ann") == 3
    };
    // Three dice by rights.
    assert!(parried(EdgeName::Advantage, &[1, 2, 3, 4]) && !parried(EdgeName::Advantage, &[1, 2, 3, 5]));
    assert!(parried(EdgeName::Disadvantage, &[1, 4]) && !parried(EdgeName::Disadvantage, &[1, 2]));
}

/// HEED-A2: on a pocket the judge's favour is a second die, and the one that finds something is the better.
#[test]
fn the_judges_favour_finds_a_pocket() {
    let found = |edge: EdgeName, faces: &[u16]| {
        let mut scene = scene("eve@yard tripper@yard");
        scene.begin();
        scene.judge(favour("pocket", 0, edge));
        scene.play("eve pick-pocket tripper", faces);
        scene.slot("eve", 1) == "bag"
    };
    // The sixth slot is empty, and what is in hand is no pocket.
    assert!(found(EdgeName::Advantage, &[6, 3]) && found(EdgeName::Advantage, &[3, 2]));
    assert!(!found(EdgeName::Disadvantage, &[6, 3]) && !found(EdgeName::Disadvantage, &[3, 1]));
}
