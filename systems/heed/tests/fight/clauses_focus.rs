//! Heeding, interruption, aiming, spells and everything that fills focus, clause by clause, with dice on the table.

use fracas_kernel::{Judgement, Seat, Status};

use crate::scene::{Stage, scene, staged};

/// HEED-H1: before the combat, or as setup, one heeds creatures that one perceives; one setup may heed several.
#[test]
fn heeding_before_and_as_setup() {
    let mut scene = scene("ann@yard orc@hall elf@stair bat@loft");
    assert_eq!(scene.asked(), ["ann", "orc", "elf", "bat"]);
    assert!(!scene.can("ann heed bat"), "out of sight");
    scene.play("ann heed orc", &[]);
    scene.begin();
    assert!(scene.is("ann", "heeds Orc"));
    assert_eq!((scene.left("ann", "setup"), scene.left("ann", "action")), (1, 1));
    scene.play("ann heed elf", &[]);
    assert_eq!(scene.left("ann", "setup"), 0);
    // A second creature by another setup costs the action; in the same breath it does not.
    let mut scene = self::scene("ann@yard orc@hall elf@stair");
    scene.begin();
    scene.play_all(&["ann heed orc", "ann heed elf"], &[]);
    assert_eq!((scene.left("ann", "setup"), scene.left("ann", "action")), (0, 1));
    assert!(scene.is("ann", "heeds Orc") && scene.is("ann", "heeds Elf"));
    let mut scene = self::scene("ann@yard orc@hall elf@stair");
    scene.begin();
    scene.play_all(&["ann heed orc", "ann drop sword", "ann heed elf"], &[]);
    assert_eq!(scene.left("ann", "action"), 0);
}

/// HEED-H2: each heeded creature fills one slot of focus.
#[test]
fn a_slot_for_each_creature() {
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard elf@yard bat@yard dog@yard");
    assert_eq!(scene.focus("ann"), 3);
    scene.play_all(&["ann heed orc", "ann heed elf"], &[]);
    assert_eq!(scene.focus("ann"), 1);
    scene.play("ann heed bat", &[]);
    assert_eq!(scene.focus("ann"), 0);
    assert!(!scene.can("ann heed dog"), "no slot is left");
}

/// HEED-H3: heeding ends when the focus is lost or the creature is no longer perceived.
#[test]
fn heeding_ends() {
    let mut scene = staged("starts = 'monsters'", "bob@yard ann@yard orc@hall elf@yard");
    scene.play_all(&["bob heed orc", "bob heed elf"], &[]);
    scene.begin();
    // From the yard the loft is remote.
    scene.play_all(&["orc move stair", "bob hold-back"], &[]);
    assert!(scene.is("bob", "heeds Orc"));
    scene.play_all(&["orc move loft", "bob hold-back"], &[]);
    assert!(!scene.is("bob", "heeds Orc") && scene.is("bob", "heeds Elf"));
    scene.play_all(&["orc done", "elf strike bob bow"], &[5, 6]);
    scene.play("bob parry", &[1]);
    assert!(!scene.is("bob", "heeds Elf"), "a wound: the focus is lost");
    assert_eq!(scene.focus("bob"), 3);
}

/// HEED-R4: three slots unless the sheet says otherwise; a wound loses all of it.
#[test]
fn a_wound_loses_all_focus() {
    let mut scene = staged("starts = 'monsters'", "dot@yard bob@yard orc@yard ogre@stair");
    assert_eq!((scene.focus("dot"), scene.focus("ogre")), (3, 1));
    scene.play("dot heed ogre", &[]);
    scene.begin();
    scene.pass_to("dot");
    scene.play_all(&["dot charge ward", "dot cast ward bob", "dot done", "bob done"], &[]);
    assert_eq!(scene.focus("dot"), 1);
    assert!(scene.is("bob", "warded"));
    scene.play("orc strike dot axe", &[1]);
    assert_eq!(scene.focus("dot"), 3);
    assert!(!scene.is("dot", "heeds Ogre") && !scene.is("bob", "warded"));
    // An aim and a hold too.
    let mut scene = staged("starts = 'heroes'", "cat@yard eve@yard orc@yard tripper@yard");
    scene.begin();
    scene.play_all(&["cat aim orc bow", "cat done", "eve grab tripper"], &[1]);
    scene.play("eve done", &[]);
    assert!(scene.is("cat", "aims at Orc") && scene.is("tripper", "held"));
    scene.play("orc strike cat axe", &[1]);
    scene.play("orc done", &[]);
    assert!(!scene.is("cat", "aims at Orc"));
    scene.play("tripper strike eve hook", &[1]);
    assert!(!scene.is("tripper", "held"));
}

/// HEED-N1: when somebody makes setup, each character of the other side that heeds it may take one action first.
#[test]
fn interruption() {
    let mut scene = staged("starts = 'monsters'", "bob@yard cat@stair eve@yard orc@yard");
    scene.play_all(&["bob heed orc", "cat heed orc"], &[]);
    scene.begin();
    assert_eq!(scene.shown("orc move hall").warnings, ["Bob and Cat may interrupt"]);
    scene.play("orc move hall", &[]);
    assert_eq!((scene.reacts().as_deref(), scene.place("orc")), (Some("bob"), Some("yard".into())));
    scene.play("bob strike orc sword", &[3]);
    assert_eq!((scene.reacts().as_deref(), scene.grit("orc")), (Some("cat"), 2));
    // No setup in an interruption: no aim, no move, no spell; nor managing items.
    assert_eq!(scene.refused("cat aim orc bow"), Some("HEED-R15"));
    assert_eq!(scene.refused("cat move hall"), Some("HEED-R15"));
    scene.play("cat shoot orc bow", &[4, 5]);
    assert_eq!((scene.reacts(), scene.grit("orc"), scene.place("orc")), (None, 1, Some("hall".into())));
    // Eve heeds nobody and was not asked. An action is no setup, and nobody interrupts it.
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play("orc strike bob axe", &[3]);
    assert_eq!(scene.reacts(), None);
}

/// HEED-N2: each character interrupts at most once a round.
#[test]
fn one_interruption_a_round() {
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard elf@yard");
    scene.play_all(&["bob heed orc", "bob heed elf"], &[]);
    scene.begin();
    scene.play_all(&["orc fall-prone", "bob strike orc sword"], &[2]);
    scene.play_all(&["orc done", "elf fall-prone"], &[]);
    assert_eq!((scene.reacts(), scene.is("elf", "prone")), (None, true));
    scene.play_all(&["elf done", "bob done", "elf stand-up"], &[]);
    assert_eq!(scene.reacts().as_deref(), Some("bob"), "a new round");
    // Holding back keeps the chance.
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard elf@yard");
    scene.play_all(&["bob heed orc", "bob heed elf"], &[]);
    scene.begin();
    scene.play_all(&["orc fall-prone", "bob hold-back", "orc done", "elf fall-prone"], &[]);
    assert_eq!(scene.reacts().as_deref(), Some("bob"));
}

/// HEED-R5: an interrupted setup still happens, unless its maker is down or the focus for it is gone.
#[test]
fn an_interrupted_setup_happens() {
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard elf@loft");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc move hall", "bob strike orc sword"], &[2]);
    assert_eq!((scene.grit("orc"), scene.place("orc")), (2, Some("hall".into())));
    // Down: it does not move.
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard elf@loft");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.set_track("orc", "grit", 1);
    scene.play_all(&["orc move hall", "bob strike orc sword"], &[2]);
    assert_eq!((scene.status("orc"), scene.place("orc")), (Status::Down, Some("yard".into())));
    assert_eq!(scene.asked(), ["elf"]);
    // Held: it cannot move any more.
    let mut scene = staged("starts = 'monsters'", "eve@yard tripper@yard elf@loft");
    scene.play("eve heed tripper", &[]);
    scene.begin();
    scene.play_all(&["tripper move hall", "eve grab tripper"], &[2]);
    assert_eq!((scene.is("tripper", "held"), scene.place("tripper")), (true, Some("yard".into())));
}

/// HEED-R6: an interruption does not use up the action of the round.
#[test]
fn an_interruption_is_extra() {
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@yard");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc fall-prone", "bob strike orc sword"], &[2]);
    scene.play("orc done", &[]);
    assert_eq!((scene.left("bob", "setup"), scene.left("bob", "action")), (1, 1));
    scene.play("bob strike orc sword", &[3, 4]);
    assert_eq!(scene.grit("orc"), 1);
}

/// HEED-R15: setup comes before the action; an additional setup and an item's can be interrupted too; a wound cancels the
/// heed, aim or charge that was being made.
#[test]
fn what_can_be_interrupted_and_cancelled() {
    let mut scene = scene("bob@yard ann@yard orc@yard");
    scene.begin();
    scene.play("ann strike orc sword", &[2]);
    assert_eq!(scene.refused("ann move hall"), Some("HEED-R15"));
    // An additional setup, and an item's.
    let mut scene = staged("starts = 'monsters'", "bob@yard orc@stair elf@loft");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play("orc fall-prone", &[]);
    assert_eq!(scene.reacts(), None, "Bob has nothing to do at that range, and is not asked");
    let mut scene = staged("starts = 'monsters'", "cat@yard orc@hall elf@loft");
    scene.play("cat heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc move stair", "cat hold-back", "orc move hall"], &[]);
    assert_eq!(scene.reacts().as_deref(), Some("cat"), "the action as one more setup");
    let mut scene = staged("starts = 'monsters'", "cat@yard orc@hall elf@loft");
    scene.play("cat heed orc", &[]);
    scene.begin();
    scene.play_all(&["orc drop axe", "orc pick-up axe"], &[]);
    assert_eq!(scene.reacts(), None, "managing items is no setup");
    scene.play("orc drop axe as-setup", &[]);
    assert_eq!(scene.reacts().as_deref(), Some("cat"), "an item as setup is");
    scene.play("cat shoot orc bow", &[3, 4]);
    assert!(scene.tags("hall").iter().any(|tag| tag.contains("axe")), "it happens all the same");
    // A wound cancels a heed, an aim, a charge.
    for (cast, setup, filled) in [
        ("ann@yard orc@yard elf@loft", "ann heed orc", "heeds Orc"),
        ("cat@yard orc@yard elf@loft", "cat aim orc bow", "aims at Orc"),
        ("dot@yard orc@yard elf@loft", "dot charge ember", "has charged Ember"),
    ] {
        let who = cast.split('@').next().unwrap();
        let mut scene = crate::scene::scene(cast);
        scene.play(&format!("orc heed {who}"), &[]);
        scene.begin();
        scene.play(setup, &[]);
        scene.play(&format!("orc strike {who} axe"), if who == "ann" { &[] } else { &[3] });
        if who == "ann" {
            scene.play("ann dodge", &[4]);
        }
        assert!(!scene.is(who, filled), "{setup}");
        assert_eq!((scene.grit(who), scene.left(who, "setup"), scene.focus(who)), (2, 0, 3), "{setup}");
        // Turned aside, or held back, it comes off.
        let mut scene = crate::scene::scene(cast);
        scene.play(&format!("orc heed {who}"), &[]);
        scene.begin();
        scene.play(setup, &[]);
        scene.play("orc hold-back", &[]);
        assert!(scene.is(who, filled), "{setup}");
    }
}

/// HEED-K7: aiming is setup, and gives advantage to every thrown or shot attack on that target until the aim is lost.
#[test]
fn aiming() {
    let mut scene = scene("cat@yard ogre@hall elf@loft");
    scene.begin();
    scene.play("cat aim ogre bow", &[]);
    let aimed = "advantage: aimed; disadvantage: a shot";
    assert_eq!(scene.edges("cat shoot ogre bow"), aimed);
    scene.play("cat shoot ogre bow", &[4]);
    assert_eq!(scene.grit("ogre"), 3);
    // It lasts.
    scene.pass_to("elf");
    scene.play("elf done", &[]);
    scene.pass_to("cat");
    assert_eq!(scene.edges("cat shoot ogre bow"), aimed);
    scene.play("cat shoot ogre bow", &[5]);
    // A throwing weapon that is aimed has advantage.
    let mut scene = self::scene("eve@yard ogre@hall");
    scene.begin();
    scene.play_all(&["eve draw javelin", "eve aim ogre javelin", "eve throw ogre javelin"], &[3, 4]);
    assert_eq!(scene.grit("ogre"), 3);
    // A throw gets no farther than near, and neither does its aim.
    let mut scene = self::scene("ann@yard ogre@stair");
    scene.begin();
    assert_eq!(scene.refused("ann aim ogre sword"), Some("HEED-K7"));
}

/// HEED-R20: any weapon can be aimed for throwing; the aim belongs to that weapon, and goes with it.
#[test]
fn an_aim_belongs_to_its_weapon() {
    let mut scene = scene("ann@yard eve@yard ogre@hall");
    scene.begin();
    scene.play("ann aim ogre sword", &[]);
    let level = "advantage: aimed; disadvantage: thrown, and not made for it";
    assert_eq!(scene.edges("ann throw ogre sword"), level);
    // The shield was not aimed.
    assert_eq!(
        scene.edges("ann throw ogre shield"),
        "disadvantage: thrown, and not made for it; disadvantage: an improvised weapon"
    );
    assert!(!scene.can("ann aim ogre shield"), "no weapon");
    scene.play("ann throw ogre sword", &[4]);
    assert!(
        !scene.is("ann", "aims at Ogre") && scene.focus("ann") == 3,
        "the sword is gone, and the aim with it"
    );
    // Of two weapons, one is aimed.
    scene.play_all(&["ann done", "eve draw javelin", "eve draw cleaver", "eve aim ogre javelin"], &[]);
    assert_eq!(scene.edges("eve throw ogre javelin"), "advantage: aimed");
    assert!(!scene.edges("eve throw ogre cleaver").contains("aimed"));
    assert!(scene.shown("eve aim ogre cleaver").warnings.contains(&"the aim is lost".to_owned()));
}

/// HEED-R20: friends and the fallen can be heeded as well as enemies, and fill a slot each; nobody heeds oneself.
#[test]
fn anybody_can_be_heeded() {
    let mut scene = scene("ann@yard bob@yard orc@yard elf@hall");
    scene.play("ann heed bob", &[]);
    assert_eq!(scene.focus("ann"), 2);
    assert!(!scene.can("ann heed ann"));
    scene.begin();
    scene.set_track("orc", "grit", 0);
    scene.play("ann heed orc", &[]);
    assert!(scene.is("ann", "heeds Orc") && scene.is("ann", "heeds Bob"));
    // A friend's setup is nothing to interrupt, and a friend's attack nothing to parry.
    scene.play_all(&["ann done", "bob move hall"], &[]);
    assert_eq!((scene.reacts(), scene.place("bob")), (None, Some("hall".into())));
    scene.play("bob strike elf sword", &[4]);
    assert_eq!((scene.reacts(), scene.grit("elf")), (None, 2));
}

/// HEED-R19: a bow needs its quiver, and a spell of a book its book, carried by whoever shoots or casts.
#[test]
fn a_thing_serves_only_whoever_carries_it() {
    let mut scene = staged("starts = 'monsters'", "cat@hall dot@yard orc@hall");
    scene.begin();
    scene.play("orc strike cat axe", &[3]);
    assert!(scene.tags("hall").contains(&"here lies: quiver".to_owned()));
    scene.pass_to("cat");
    assert_eq!(scene.refused("cat shoot orc bow"), Some("HEED-R19"));
    assert!(!scene.can("cat aim orc bow") || scene.can("cat throw orc bow"), "only as something to throw");
    assert!(scene.can("dot charge lance"), "the book is in slot 5");
    scene.play_all(&["cat done", "dot done"], &[]);
    scene.play_all(&["orc move yard", "orc strike dot axe"], &[5]);
    scene.pass_to("dot");
    assert_eq!(scene.refused("dot charge lance"), Some("HEED-R19"));
    assert!(scene.can("dot charge ember"), "known by heart");
    scene.play_all(&["dot drop bag", "dot pick-up book"], &[]);
    assert!(scene.can("dot charge lance"));
}

/// HEED-K8: an aim fills one slot in reach, two near, three far.
#[test]
fn an_aim_fills_slots_by_range() {
    for (zone, left) in [("yard", 2), ("hall", 1), ("stair", 0)] {
        let mut scene = scene(&format!("cat@yard orc@{zone}"));
        scene.begin();
        scene.play("cat aim orc bow", &[]);
        assert_eq!(scene.focus("cat"), left, "{zone}");
    }
    let mut scene = scene("cat@yard orc@stair elf@hall");
    scene.play("cat heed elf", &[]);
    scene.begin();
    assert_eq!(scene.refused("cat aim orc bow"), Some("HEED-R18"));
    assert!(scene.can("cat aim elf bow"));
}

/// HEED-K9: an aim is lost with the focus, when the target moves, or by any other action or setup; what cannot be seen
/// cannot be aimed at.
#[test]
fn an_aim_is_lost() {
    let aimed = || {
        let mut scene = scene("cat@yard ann@yard orc@hall elf@hall");
        scene.begin();
        scene.play("cat aim orc bow", &[]);
        scene
    };
    for setup in ["cat move hall", "cat fall-prone", "cat heed elf", "cat aim elf bow"] {
        let mut scene = aimed();
        assert!(scene.shown(setup).warnings.contains(&"the aim is lost".to_owned()), "{setup}");
        scene.play(setup, &[]);
        assert!(!scene.is("cat", "aims at Orc"), "{setup}");
    }
    let mut scene = aimed();
    scene.play("cat shoot elf bow", &[4, 5]);
    assert!(!scene.is("cat", "aims at Orc"), "a shot at another");
    // The target moves.
    let mut scene = aimed();
    scene.play_all(&["cat done", "ann done", "orc move stair"], &[]);
    assert!(!scene.is("cat", "aims at Orc"));
    // Managing an item is neither action nor setup; nor is anything that others do.
    let mut scene = aimed();
    scene.play_all(
        &["cat drop bow", "cat pick-up bow", "cat done", "ann done", "elf move stair", "elf done"],
        &[],
    );
    assert!(scene.is("cat", "aims at Orc"));
    // Not what is in the dark, though it is near.
    let mut scene = self::scene("cat@hall orc@cellar");
    scene.begin();
    assert!(!scene.can("cat aim orc bow"), "nobody knows of it");
    // Nor where a friend is who has bumped into it: in the dark there is nothing to aim at.
    let mut scene = self::scene("cat@hall ann@cellar orc@cellar");
    scene.begin();
    assert_eq!(scene.refused("cat aim orc bow"), Some("HEED-K9"));
    assert_eq!(scene.refused("cat heed orc"), Some("HEED-H1"));
    assert_eq!(scene.refused("cat shoot orc bow"), Some("HEED-R17"));
}

/// HEED-C1: casting is an action, and the spell must be charged as its setup.
#[test]
fn casting_needs_a_charge() {
    let mut scene = scene("dot@yard ann@yard orc@stair");
    scene.begin();
    assert!(!scene.can("dot cast ember orc"));
    scene.play("dot move hall", &[]);
    assert_eq!(scene.refused("dot charge ember"), Some("HEED-C1"));
    scene.play_all(&["dot done", "ann done", "orc done", "dot charge ember", "dot cast ember orc"], &[2]);
    assert_eq!((scene.grit("orc"), scene.left("dot", "action")), (2, 0));
    // An attack like any other: block or dodge, and a shield may parry.
    let mut scene = staged("starts = 'monsters'", "dot@yard orc@yard");
    scene.begin();
    scene.pass_to("dot");
    scene.play_all(&["dot charge lance", "dot cast lance orc"], &[6]);
    assert_eq!((scene.slot("orc", 6), scene.slot("orc", 1)), ("wound".into(), "wound".into()));
}

/// HEED-C2: charging fills as many slots as the spell's level; if that focus is lost the spell fails.
#[test]
fn charging_fills_focus() {
    for (spell, left) in [("ember", 2), ("snare", 1), ("lance", 0)] {
        let mut scene = scene("dot@yard orc@yard");
        scene.begin();
        scene.play(&format!("dot charge {spell}"), &[]);
        assert_eq!(scene.focus("dot"), left, "{spell}");
    }
    let mut scene = scene("dot@yard orc@yard");
    scene.play("orc heed dot", &[]);
    scene.begin();
    scene.play_all(&["dot charge ember", "orc strike dot axe"], &[1]);
    assert!(!scene.can("dot cast ember orc"));
    assert!(
        scene.told_to(Seat::Judge).iter().any(|line| line.contains("comes to nothing")),
        "{:?}",
        scene.told_to(Seat::Judge)
    );
}

/// HEED-C3: a spell that needs concentration ends when its focus is lost.
#[test]
fn concentration_ends_with_focus() {
    let mut scene = scene("dot@yard tripper@yard orc@hall");
    scene.begin();
    scene.play_all(&["dot charge snare", "dot cast snare tripper"], &[2]);
    assert!(scene.is("tripper", "held"));
    scene.play_all(&["dot done", "tripper strike dot hook"], &[1]);
    assert!(!scene.is("tripper", "held"));
    // Dodged, it takes no hold, and fills nothing.
    let mut scene = self::scene("dot@yard tripper@yard orc@hall");
    scene.begin();
    scene.play_all(&["dot charge snare", "dot cast snare tripper"], &[6]);
    assert_eq!((scene.is("tripper", "held"), scene.focus("dot")), (false, 3));
}

/// HEED-R7: a charge that is not cast in its turn is lost; a cast spell frees its slots, but for concentration.
#[test]
fn what_becomes_of_a_charge() {
    let mut scene = scene("dot@yard ann@yard orc@stair");
    scene.begin();
    scene.play("dot charge lance", &[]);
    assert_eq!(scene.focus("dot"), 0);
    scene.play("dot done", &[]);
    assert_eq!((scene.focus("dot"), scene.is("dot", "has charged Lance")), (3, false));
    scene.play_all(&["ann done", "orc done", "dot charge ember", "dot cast ember orc"], &[2]);
    assert_eq!(scene.focus("dot"), 3);
    scene.play_all(&["dot done", "ann done", "orc done", "dot charge ward", "dot cast ward ann"], &[]);
    assert_eq!((scene.focus("dot"), scene.is("ann", "warded")), (2, true));
    scene.play_all(&["dot done", "ann done", "orc done"], &[]);
    assert!(scene.is("ann", "warded"), "as long as it is kept in mind");
}

/// HEED-R18: focus is let go freely on one's own turn; what does not fit cannot be begun.
#[test]
fn letting_go() {
    let mut scene = scene("dot@yard ann@yard orc@yard elf@yard");
    scene.play_all(&["dot heed orc", "dot heed elf"], &[]);
    scene.begin();
    assert_eq!(scene.refused("dot charge snare"), Some("HEED-R18"));
    scene.play("dot let-go heed elf", &[]);
    assert_eq!((scene.focus("dot"), scene.left("dot", "setup"), scene.left("dot", "action")), (2, 1, 1));
    assert!(scene.can("dot charge snare"));
    scene.play_all(&["dot charge ward", "dot cast ward ann", "dot let-go ward ann"], &[]);
    assert!(!scene.is("ann", "warded"));
    assert_eq!(scene.focus("dot"), 2);
    scene.play("dot done", &[]);
    assert!(!scene.can("dot let-go heed orc"));
}

/// HEED-R17: what is remote, or in darkness without a light, is not perceived; some creatures need no light.
#[test]
fn darkness_and_light() {
    // The cellar is dark: nobody in the hall perceives the orc there, the orc perceives them.
    let mut scene = scene("cat@hall fay@hall orc@cellar");
    scene.begin();
    assert!(!scene.can("cat heed orc") && !scene.can("cat shoot orc bow"));
    // A torch in the dark lights the zone.
    scene.play_all(&["fay draw torch", "fay move cellar", "fay done"], &[]);
    assert!(scene.can("cat heed orc") && scene.can("cat shoot orc bow") && scene.can("cat aim orc bow"));
    assert!(scene.tags("cellar").contains(&"dark, but lit".to_owned()));
    scene.play_all(&["cat heed orc", "cat done", "orc done"], &[]);
    // Put away it lights nothing, and what was heeded by it is not heeded any longer.
    scene.play("fay stow torch", &[]);
    assert!(!scene.is("cat", "heeds Orc") && scene.tags("cellar").contains(&"dark".to_owned()));
    // In reach one may strike at what one does not perceive, at a disadvantage.
    scene.play("fay draw maul", &[]);
    assert_eq!(scene.edges("fay strike orc maul"), "disadvantage: the target is not perceived");
    // Dark-sight needs no light, and a nose none nearby.
    for (creature, perceives) in [("bat", true), ("dog", true), ("orc", false)] {
        let mut scene = crate::scene::scene(&format!("ann@cellar {creature}@hall"));
        scene.begin();
        scene.pass_to(creature);
        assert_eq!(scene.can(&format!("{creature} heed ann")), perceives, "{creature}");
    }
}

/// HEED-R4: what the judge's hand does to focus: somebody who is moved loses the aim, and so does who aimed at it.
#[test]
fn the_judge_moves_somebody() {
    let mut scene = scene("cat@yard orc@hall");
    scene.begin();
    scene.play("cat aim orc bow", &[]);
    let who = scene.who("orc");
    scene.judge(Judgement::Move { who, to: "stair".to_owned() });
    assert!(!scene.is("cat", "aims at Orc"));
}
