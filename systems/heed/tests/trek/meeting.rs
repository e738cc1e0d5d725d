//! HEED-R19 and HEED-R21 on a trek: what is carried, what is left, and how others are met.

use fracas_kernel::{Fate, Seat};

use crate::scene::{Scene, Venture, near, place_of, scene};

/// HEED-R19: leaving things is a task, they lie where they were left, and have to be picked up there.
#[test]
fn packing_is_a_task_that_leaves_things() {
    let mut scene = scene("stone");
    // A try, with its d10.
    near(scene.risk("bob pack"), 0.1);
    scene.play_all(&["bob pack", "ann begin"], &[10]);
    assert_eq!(scene.trys(), 1);
    assert!(scene.is("bob", "3 mail") && scene.is("bob", "4 empty") && scene.is("bob", "5 empty"));
    let lies = |scene: &Scene, zone: usize| scene.map(Seat::Watcher)[zone].1.join(" ");
    assert!(
        lies(&scene, 0).contains("here lies: torch, bandage") || lies(&scene, 0).contains("bandage, torch")
    );
    scene.hall();
    assert!(!scene.choices().iter().any(|text| text.contains("pick-up")), "it is elsewhere");
    scene.play("ann go gate", &[]);
    scene.play_all(&["cat pick-up bandage", "bob pick-up torch"], &[]);
    assert!(scene.is("cat", "3 bandage") && scene.is("bob", "4 torch"));
    assert_eq!(scene.trys(), 2, "picking up takes no try");
}

/// HEED-R19: a tool, a potion, a bandage serve whoever carries them; they can be handed over.
#[test]
fn a_task_takes_its_tool() {
    let mut scene = scene("stone");
    scene.hall();
    let refusal = scene.refusal("bob pick vault");
    assert_eq!((&*refusal.why, refusal.rule), ("it takes picks, and Bob carries none", Some("HEED-R19")));
    assert_eq!(scene.refused("bob brew"), Some("HEED-R19"));
    scene.set_track("ann", "grit", 2);
    assert_eq!(scene.refused("cat bandage ann"), Some("HEED-R9"));
    assert!(scene.can("bob bandage ann") && scene.can("cat pick vault"));
    scene.play_all(&["cat give picks bob", "bob give bandage cat"], &[]);
    assert!(scene.can("bob pick vault") && scene.can("cat bandage ann") && !scene.can("cat pick vault"));
}

fn talkers() -> Scene {
    let text = place_of("orc");
    let wanted = "name = 'The orc'\n";
    let mut scene = crate::scene::of(&text.replacen(wanted, "name = 'The orc'\ntalk = 3\nprice = 10\n", 1));
    scene.hall();
    scene.fate("orc", Fate::Now);
    scene
}

/// HEED-R21: those who are met can be talked to; it lasts. Where it fails, they begin.
#[test]
fn those_who_listen_are_talked_to() {
    let mut scene = talkers();
    assert_eq!(scene.asked(), ["ann"]);
    assert_eq!(scene.refused("ann go gate"), Some("HEED-R21"), "first things first");
    near(scene.chance("ann talk"), 0.5);
    scene.play("ann talk", &[4, 10]);
    assert!(!scene.fighting());
    scene.play("ann begin", &[1]);
    assert!(!scene.fighting(), "nobody else is here");
    let mut scene = talkers();
    scene.play("ann talk", &[3]);
    crate::combat::ready(&mut scene);
    assert_eq!(scene.asked(), ["orc"]);
}

/// HEED-R21: gold makes them listen.
#[test]
fn those_who_take_gold_are_paid() {
    let mut scene = talkers();
    assert_eq!(scene.refused("ann pay"), Some("HEED-R21"), "there is none");
    scene.judge(fracas_kernel::Judgement::Gauge { gauge: "gold".to_owned(), value: 12 });
    near(scene.chance("ann pay"), 5.0 / 6.0);
    scene.play("ann pay", &[2, 10]);
    assert_eq!((scene.fighting(), scene.gauge("gold").as_str()), (false, "2"));
    // Not everybody listens.
    let mut scene = scene_of_stone();
    assert_eq!((scene.refused("ann talk"), scene.refused("ann pay")), (Some("HEED-R21"), Some("HEED-R21")));
    scene.fight();
    assert!(scene.fighting());
}

fn scene_of_stone() -> Scene {
    let mut scene = scene("stone");
    scene.hall();
    scene.fate("stone", Fate::Now);
    scene
}

/// HEED-R21: the party hides, better behind cover, or goes away; they are still about.
#[test]
fn the_party_hides_or_goes_away() {
    let mut scene = scene_of_stone();
    // Two faces, and one for the table.
    near(scene.chance("ann hide"), 0.5);
    scene.play("ann hide", &[4, 10]);
    assert!(!scene.fighting() && scene.token("ann").place.as_deref() == Some("hall"), "they have passed by");
    scene.fate("stone", Fate::Now);
    near(scene.chance("ann go-away"), 0.5);
    scene.play("ann go-away", &[4, 10]);
    assert!(!scene.fighting() && scene.token("ann").place.as_deref() == Some("gate"));
    scene.play("ann begin", &[1]);
    assert!(scene.fighting(), "they are still about");
    // At home they stay, and the party slips out.
    let mut scene = crate::scene::scene("orc@pit");
    scene.cave();
    scene.play_all(&["ann listen pit", "ann begin"], &[10]);
    scene.play("ann go pit", &[]);
    near(scene.chance("ann hide"), 5.0 / 6.0);
    scene.play("ann hide", &[2, 10]);
    assert_eq!(scene.token("ann").place.as_deref(), Some("cave"));
    scene.play("ann go pit", &[]);
    assert!(scene.fighting());
}

/// HEED-R21, and a ruling: those who come by a sense are met like all others. Who fails there is surprised all the same.
#[test]
fn whoever_comes_by_a_sense_can_be_avoided_too() {
    let surprised = || {
        let mut scene = scene("orc");
        scene.hall();
        scene.play_all(&["ann force vault", "ann begin"], &[1, 2]);
        scene
    };
    let mut scene = surprised();
    assert_eq!(scene.asked(), ["ann"]);
    // Two faces, one for the table, and one less for the noise.
    near(scene.chance("ann hide"), 2.0 / 6.0);
    scene.play("ann hide", &[5, 10]);
    assert!(!scene.fighting());
    for (answer, faces) in [("ann hide", &[4][..]), ("ann fight", &[])] {
        let mut scene = surprised();
        scene.play(answer, faces);
        crate::combat::ready(&mut scene);
        assert_eq!(scene.asked(), ["orc"]);
        scene.play("orc done", &[]);
        assert!(!scene.choices().iter().any(|text| text.contains(" move ")), "no setup: {answer}");
    }
}
