//! Into a fight and out of it: who begins, what is carried over, who is lost.

use fracas_kernel::{Judgement, Outcome, Side, Status, Who};

use crate::scene::{Scene, Venture, scene};

/// Those who are met are fought; nobody heeds anybody, and the combat begins.
pub fn ready(scene: &mut Scene) {
    scene.fight();
    while scene.choices().iter().any(|text| text.ends_with(" ready")) {
        let first = scene.choices().into_iter().find(|text| text.ends_with(" ready")).expect("one");
        scene.play(&first, &[]);
    }
}

fn told(scene: &Scene, part: &str) -> bool {
    scene.log().iter().any(|line| line.contains(part))
}

/// HEED-I1, HEED-I2 on a trek: chance meets us unprepared, a sense gives us away, a watch saves us, and ears give us
/// the first blow.
#[test]
fn who_begins_follows_from_the_trek() {
    // By chance: they begin.
    let mut scene = scene("orc");
    scene.play("ann begin", &[1]);
    ready(&mut scene);
    assert_eq!(scene.asked(), ["orc"]);
    assert!(!told(&scene, "surprised"));
    // By a sense: the party is surprised.
    let mut scene = crate::scene::scene("orc");
    scene.hall();
    scene.play_all(&["ann force vault", "ann begin"], &[1, 2]);
    ready(&mut scene);
    assert_eq!(scene.asked(), ["orc"]);
    assert!(told(&scene, "the party is surprised"));
    scene.play("orc done", &[]);
    assert!(!scene.choices().iter().any(|text| text.contains(" move ") || text.contains("fall-prone")));
    // Somebody keeps watch: the party begins.
    let mut scene = crate::scene::scene("orc");
    scene.hall();
    scene.play_all(&["ann force vault", "bob watch", "ann begin"], &[1, 2]);
    ready(&mut scene);
    assert_eq!(scene.asked(), ["ann", "bob", "cat"]);
    // Whoever comes in begins; those who were heard, and have noticed nothing, are surprised.
    let mut scene = crate::scene::scene("orc@pit");
    scene.cave();
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    assert_eq!(scene.asked(), ["ann", "bob", "cat"]);
    assert!(!told(&scene, "surprised"));
    let mut scene = crate::scene::scene("orc@pit");
    scene.cave();
    scene.play_all(&["ann listen pit", "ann begin"], &[10]);
    scene.play("ann go pit", &[]);
    assert!(told(&scene, "Somebody is beyond the door to"), "{:?}", scene.log());
    assert!(told(&scene, "They notice nothing, and are surprised"));
}

#[test]
fn those_who_have_noticed_are_not_surprised() {
    let mut scene = crate::scene::changed(
        "orc@pit",
        "door = \"locked\"",
        "door = \"shut\"\n[[way]]\nbetween = [\"cave\", \"vault\"]\ndoor = \"locked\"",
    );
    scene.cave();
    scene.play_all(&["ann listen pit", "ann begin"], &[10]);
    scene.play_all(&["ann force vault", "ann begin"], &[1, 10]);
    scene.play("ann go pit", &[]);
    assert!(!told(&scene, "they notice nothing"));
}

/// Slots, wounds, what was used up and what fell: all as it was left, into the fight and out of it.
#[test]
fn gear_and_wounds_are_carried_over() {
    let mut scene = scene("orc stone");
    scene.set_track("bob", "grit", 2);
    scene.play("ann begin", &[1, 1]);
    ready(&mut scene);
    assert_eq!((scene.grit("bob"), scene.is("bob", "6 wound")), (2, true));
    // The orc has come through the door and stands in the next zone; it strikes Bob in slot 4, where the bandage was.
    assert_eq!(scene.token("orc").place.as_deref(), Some("hall"));
    scene.play_all(&["orc move gate", "orc strike bob sword", "bob dodge"], &[4]);
    scene.play("orc done", &[]);
    assert_eq!((scene.grit("bob"), scene.is("bob", "4 wound")), (1, true));
    // Ann cuts it down by the sword hand.
    scene.play("ann strike orc sword", &[1]);
    assert!(!scene.fighting());
    let lines: Vec<String> = scene.told().into_iter().map(|(text, _)| text).collect();
    assert_eq!(lines.last().map(String::as_str), Some("The heroes have won"), "{lines:?}");
    assert_eq!(scene.grit("bob"), 1);
    scene.play("ann go-on", &[10]);
    // Bob's bandage and the orc's lie here, and its sword; herbs are of no use.
    let tags = scene.map(fracas_kernel::Seat::Watcher)[0].1.join(" ");
    assert!(tags.contains("bandage") && tags.contains("sword") && !tags.contains("herbs"), "{tags}");
    scene.play_all(&["cat pick-up bandage", "cat pick-up bandage"], &[]);
    assert_eq!(scene.gauge("bandages"), "2");
    // HEED-R9: a bandage for each wound, as many as there are.
    scene.play_all(&["cat bandage bob", "ann begin"], &[10]);
    assert_eq!((scene.grit("bob"), scene.gauge("bandages").as_str()), (3, "0"));
}

#[test]
fn a_combat_is_heard_and_magic_in_it_is_sensed() {
    let mut scene = scene("stone orc snuffler gob");
    scene.fate("stone", fracas_kernel::Fate::Next);
    scene.play("ann begin", &[1]);
    scene.end(Some(Side::Heroes));
    assert!(scene.shown("ann go-on").warnings[0].ends_with("1, 2 (sound)"));
    scene.play("ann go-on", &[10]);
    scene.set_track("bob", "grit", 1);
    scene.fate("orc", fracas_kernel::Fate::Now);
    ready(&mut scene);
    scene.play_all(&["orc done", "cat charge mend", "cat cast mend bob"], &[]);
    scene.end(Some(Side::Heroes));
    assert_eq!(scene.shown("ann go-on").warnings[0], "d10: an encounter on 1, 2 (magic)", "no more ears");
    // HEED-T5: and a potion that was opened in it is smelt.
    scene.play("ann go-on", &[10]);
    scene.set_track("bob", "grit", 1);
    scene.judge(Judgement::Grant { who: Who(2), what: "draught".to_owned(), count: 1 });
    scene.fate("snuffler", fracas_kernel::Fate::Now);
    ready(&mut scene);
    scene.play_all(&["snuffler done", "cat draw draught", "cat use draught bob"], &[]);
    scene.end(Some(Side::Heroes));
    assert_eq!(scene.shown("ann go-on").warnings[0], "d10: an encounter on 1, 2 (potions)");
}

/// Those who leave the field get away to where they came from; the fallen are lost.
#[test]
fn whoever_flees_leaves_the_fallen_behind() {
    let mut scene = scene("orc@pit");
    scene.cave();
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    scene.set_track("bob", "grit", 0);
    scene.end(Some(Side::Monsters));
    assert!(told(&scene, "Bob is dead") && told(&scene, "gathers at Cave"));
    assert_eq!((scene.status("bob"), scene.status("ann")), (Status::Dead, Status::Up));
    assert_eq!(scene.token("ann").place.as_deref(), Some("cave"));
    // They are still there.
    scene.play("ann go-on", &[10]);
    scene.play("ann go pit", &[]);
    ready(&mut scene);
    assert!(scene.fighting());
    assert_eq!(scene.status("bob"), Status::Gone);
    scene.set_track("ann", "grit", 0);
    scene.set_track("cat", "grit", 0);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// Where both sides give up, the party goes back with its fallen, and the others stay where they are.
#[test]
fn a_draw_loses_nobody_and_beats_nobody() {
    let mut scene = scene("orc@pit");
    scene.cave();
    scene.play("ann go pit", &[]);
    scene.fight();
    scene.set_track("bob", "grit", 0);
    scene.end(None);
    assert!(told(&scene, "gathers at Cave") && !told(&scene, "dead") && !told(&scene, "beaten"));
    assert_eq!(scene.status("bob"), Status::Down);
    scene.play("ann go-on", &[10]);
    scene.play("ann go pit", &[]);
    assert!(scene.fighting());
}

/// Where the party holds the field its fallen are carried along, and come round with a bandage.
#[test]
fn the_fallen_are_carried_and_tended() {
    let mut scene = scene("orc");
    scene.play("ann begin", &[1]);
    scene.fight();
    scene.set_track("cat", "grit", 0);
    scene.end(Some(Side::Heroes));
    scene.play("ann go-on", &[10]);
    assert_eq!(
        (scene.status("cat"), scene.asked()),
        (Status::Down, vec!["ann".to_owned(), "bob".to_owned()])
    );
    scene.play_all(&["bob bandage cat", "ann begin"], &[10]);
    assert_eq!((scene.status("cat"), scene.grit("cat")), (Status::Up, 1));
}

/// The goal: taken, and carried out.
#[test]
fn it_ends_outside() {
    let mut scene = scene("stone");
    assert_eq!(scene.shown("ann leave").warnings, ["not done yet: take the crown out"]);
    scene.hall();
    scene.play_all(&["cat pick vault", "ann begin"], &[3, 10]);
    scene.play("ann go vault", &[]);
    scene.play_all(&["cat take crown", "ann begin"], &[10]);
    assert_eq!((scene.outcome(), scene.gauge("gold").as_str()), (None, "100"));
    scene.play_all(&["ann go hall", "ann go gate", "ann leave"], &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    let mut scene = crate::scene::scene("stone");
    scene.play("ann leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

#[test]
fn there_is_not_time_for_ever() {
    let mut scene = crate::scene::changed("stone", "hour = 8", "hour = 8\nlimit = 2");
    scene.play("ann begin", &[10]);
    assert_eq!(scene.outcome(), None);
    scene.play("ann begin", &[10]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
    assert!(told(&scene, "The time is up"));
}
