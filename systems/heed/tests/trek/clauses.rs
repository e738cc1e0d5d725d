//! HEED-T1 to T8, O1 and O2.

use fracas_kernel::{Fate, Know, Role, Seat};

use crate::scene::{Scene, Venture, changed, near, of, scene};

/// HEED-T1: six minutes a try, ten an hour.
#[test]
fn ten_trys_are_an_hour() {
    let mut scene = scene("stone");
    assert_eq!(scene.gauge("clock"), "day 1, 08:00 (0 of 100 trys)");
    scene.hall();
    assert_eq!((scene.trys(), scene.gauge("clock")), (1, "day 1, 08:06 (1 of 100 trys)".to_owned()));
    scene.play("ann wait", &[]);
    for _ in 0..9 {
        scene.play("ann begin", &[10]);
    }
    assert_eq!((scene.trys(), scene.gauge("clock")), (10, "day 1, 09:00 (10 of 100 trys)".to_owned()));
    // What is known is crossed in no time.
    scene.play_all(&["ann go gate", "ann go hall"], &[]);
    assert_eq!(scene.trys(), 10);
}

/// HEED-T2: one d10 at the end of a try, and an encounter on a 1.
#[test]
fn a_one_brings_an_encounter() {
    let mut scene = scene("stone");
    near(scene.risk("ann begin"), 0.1);
    scene.play("ann begin", &[2]);
    assert!(!scene.fighting());
    scene.play("ann begin", &[1]);
    assert!(scene.fighting());
    assert_eq!(scene.told()[1].1, "HEED-T2");
}

/// HEED-T2: drawn from the table by lots, or picked by the judge.
#[test]
fn lots_are_drawn_or_the_judge_picks() {
    // Three lots: orc, owl, snuffler.
    for (lot, id) in [(1, "orc"), (2, "owl"), (3, "snuffler")] {
        let mut scene = scene("orc owl snuffler");
        scene.play("ann begin", &[1, lot]);
        assert!(scene.log().iter().any(|line| line.contains(&format!(": The {id}."))), "{:?}", scene.log());
    }
    let mut scene =
        changed("orc owl", "id = \"owl\"\nname = 'The owl'", "id = \"owl\"\nname = 'The owl'\nweight = 9");
    scene.play("ann begin", &[1, 10]);
    assert!(scene.log().iter().any(|line| line.contains(": The owl.")));
    // With the judge's pick no lot is drawn, and the pick is used up.
    let mut scene = crate::scene::scene("orc owl snuffler");
    scene.fate("snuffler", Fate::Next);
    scene.play("ann begin", &[2]);
    scene.play("ann begin", &[1]);
    assert!(scene.log().iter().any(|line| line.contains(": The snuffler.")));
}

/// HEED-T3: as many d10s as the task takes trys, and one encounter face among them is enough.
#[test]
fn a_long_task_rolls_a_die_for_each_try() {
    let mut scene = scene("stone");
    scene.play("ann rest", &[]);
    near(scene.risk("ann begin"), 1.0 - 0.9_f64.powi(10));
    scene.play("ann begin", &[10, 9, 8, 7, 6, 5, 4, 3, 2, 2]);
    assert!(!scene.fighting());
    assert_eq!((scene.trys(), scene.told().last().map(|line| line.1)), (10, Some("HEED-T3")));
    scene.play_all(&["ann rest", "ann begin"], &[10, 10, 10, 10, 1, 10, 10, 10, 10, 10]);
    assert!(scene.fighting());
}

/// HEED-T2: once everybody has said what they do, what is left of the turn is to begin it, and who stands by would only take
/// that back.
#[test]
fn when_all_have_picked_the_turn_ends_with_the_try() {
    let mut scene = scene("stone");
    let roles = |scene: &Scene| ["ann begin", "ann wait"].map(|choice| scene.shown(choice).role);
    assert_eq!(roles(&scene), [Role::Begin, Role::EndTurn]);
    scene.play_all(&["ann watch", "bob watch"], &[]);
    assert_eq!(roles(&scene), [Role::Begin, Role::Aside]);
    scene.play("cat watch", &[]);
    assert_eq!(roles(&scene), [Role::EndTurn, Role::Aside]);
}

/// HEED-T4: one more face for each sense that is touched, shown with its reason and in the odds.
#[test]
fn each_sense_adds_a_face() {
    let mut scene = scene("orc owl");
    scene.hall();
    near(scene.risk("ann search"), 0.1);
    near(scene.risk("ann force vault"), 0.2);
    assert_eq!(scene.shown("ann force vault").warnings[1], "d10: an encounter on 1, 2 (sound)");
    scene.play("ann force vault", &[]);
    near(scene.risk("ann begin"), 0.2);
    // A 2 is the first sense that was touched: those who have it come, and nobody draws lots about it.
    scene.play("ann begin", &[1, 2]);
    assert!(scene.fighting());
    assert!(scene.told().iter().any(|(text, rule)| text.contains("by sound") && *rule == "HEED-T5"));
    assert!(scene.told().iter().any(|(text, _)| text.contains(": The orc.")));
}

/// HEED-T4: two senses, three faces, over several trys: 1 − (1 − 3/10)^4.
#[test]
fn senses_and_trys_multiply() {
    let mut scene = scene("gob orc");
    scene.hall();
    scene.play_all(&["ann brew", "bob force vault"], &[]);
    // Smell and potions for the brewing, sound for the door.
    near(scene.risk("ann begin"), 1.0 - 0.6_f64.powi(4));
    let warnings = scene.shown("ann begin").warnings;
    assert_eq!(warnings, ["4d10: an encounter if any shows 1, 2 (sound), 3 (smell), 4 (potions)"]);
    // What a pick shows is what would come of it together with the picks of the others.
    near(scene.risk("cat search"), 1.0 - 0.6_f64.powi(4));
}

/// HEED-T5: only the senses of what lives there count.
#[test]
fn nobody_is_alerted_who_does_not_sense_it() {
    let mut scene = scene("gob drake snuffler stone");
    scene.hall();
    // Nothing here has ears.
    near(scene.risk("ann force vault"), 0.1);
    scene.set_track("bob", "grit", 1);
    near(scene.risk("cat cast mend bob"), 0.2);
    assert!(scene.shown("cat cast mend bob").warnings[0].ends_with("2 (magic)"));
    scene.fate("snuffler", Fate::Gone);
    near(scene.risk("cat cast mend bob"), 0.1);
    scene.fate("snuffler", Fate::Back);
    near(scene.risk("cat cast mend bob"), 0.2);
}

/// HEED-T5: goblins smell potions, dragons sense gold, spellsniffers sense magic, and come out of their lairs for it.
#[test]
fn those_who_sense_it_come_for_it() {
    let mut scene = scene("gob@pit stone");
    scene.hall();
    scene.play_all(&["ann search", "ann begin"], &[10]);
    scene.play_all(&["ann take jar", "ann begin"], &[10]);
    scene.set_track("bob", "grit", 1);
    scene.play("ann drink draught bob", &[]);
    assert!(
        scene.shown("ann begin").warnings[0].ends_with("2 (potions)"),
        "{:?}",
        scene.shown("ann begin").warnings
    );
    scene.play("ann begin", &[2]);
    assert!(scene.told().iter().any(|(text, _)| text.contains(": The gob.")), "{:?}", scene.told());

    let mut scene = crate::scene::scene("drake@pit stone");
    scene.hall();
    scene.play_all(&["cat pick vault", "ann begin"], &[3, 10]);
    scene.play("ann go vault", &[]);
    scene.play("ann take crown", &[]);
    assert!(scene.shown("ann begin").warnings[0].ends_with("2 (gold)"));
    scene.play("ann begin", &[2]);
    assert!(scene.told().iter().any(|(text, _)| text.contains(": The drake.")));

    let mut scene = crate::scene::scene("snuffler@pit stone");
    scene.hall();
    scene.play_all(&["ann read", "ann begin"], &[2]);
    assert!(scene.told().iter().any(|(text, _)| text.contains(": The snuffler.")));
}

/// HEED-T5: a light in the dark is seen, if it is one that shines far; and by day it is not.
#[test]
fn a_torch_shows_in_the_dark() {
    let mut scene = scene("owl");
    scene.play("bob draw torch", &[]);
    near(scene.risk("ann begin"), 0.1);
    scene.hall();
    near(scene.risk("ann go cave"), 0.1);
    scene.play("ann go cave", &[10]);
    assert!(scene.shown("ann go pit").warnings[0].ends_with("2 (sight)"));
    near(scene.risk("ann go pit"), 0.2);
    near(scene.risk("ann begin"), 0.2);
    scene.play_all(&["bob stow torch", "ann draw lamp"], &[]);
    near(scene.risk("ann begin"), 0.1);
}

/// HEED-T5: a place can name more senses.
#[test]
fn a_place_has_senses_of_its_own() {
    let mut scene = changed("stone", "title = \"Place\"", "title = \"Place\"\nsenses = ['tremor']");
    scene.hall();
    near(scene.risk("ann force vault"), 0.1);
    let text = crate::scene::place_of("stone")
        .replacen("title = \"Place\"", "title = \"Place\"\nsenses = ['tremor']", 1)
        .replacen("senses = [\"sound\"]", "senses = [\"tremor\"]", 1)
        .replacen("name = \"Stone\"\ngrit = 1", "name = \"Stone\"\ngrit = 1\nsenses = ['tremor']", 1);
    let mut scene = of(&text);
    scene.hall();
    assert!(scene.shown("ann force vault").warnings[1].ends_with("2 (tremor)"));
    near(scene.risk("ann force vault"), 0.2);
}

/// HEED-T6: a search, a lock, a combat take one try each.
#[test]
fn common_tasks_take_one_try() {
    let mut scene = scene("orc@pit");
    scene.hall();
    scene.play_all(&["cat pick vault", "ann begin"], &[2, 10]);
    assert_eq!(scene.trys(), 2);
    assert!(!scene.can("ann go vault"), "3 or more opens it");
    scene.play_all(&["cat pick vault", "ann search", "ann begin"], &[3, 10]);
    assert_eq!(scene.trys(), 3);
    assert!(scene.can("ann go vault") && scene.can("ann take jar") && scene.can("ann go nook"));
    scene.play("ann go cave", &[10]);
    scene.play("ann go pit", &[]);
    assert_eq!(scene.trys(), 4);
    scene.end(Some(fracas_kernel::Side::Heroes));
    // The combat is the task of this try, and the leader ends it.
    assert_eq!(scene.asked(), ["ann"]);
    assert_eq!(scene.choices(), ["ann go-on"]);
    scene.play("ann go-on", &[10]);
    assert_eq!(scene.trys(), 5);
}

/// HEED-T6, HEED-O1: the author gives a task, or one cache, more trys.
#[test]
fn the_author_gives_a_task_more_trys() {
    let mut scene = changed("stone", "id = \"search\"", "id = \"search\"\ntrys = 2");
    scene.hall();
    scene.play("ann search", &[]);
    near(scene.risk("ann begin"), 1.0 - 0.81);
    scene.play("ann begin", &[10, 10]);
    assert_eq!(scene.trys(), 3);
    scene.play("ann go cave", &[10]);
    scene.play_all(&["ann take crate", "ann begin"], &[10, 10, 10]);
    assert_eq!(scene.trys(), 7);
    // A combat too.
    let mut scene = changed("stone", "id = \"fight\"", "id = \"fight\"\ntrys = 2");
    scene.play("ann begin", &[1]);
    scene.end(Some(fracas_kernel::Side::Heroes));
    scene.play("ann go-on", &[10, 10]);
    assert_eq!(scene.trys(), 3);
}

/// HEED-T7: different things at once are one try between them.
#[test]
fn several_tasks_spend_one_try() {
    let mut scene = scene("stone");
    scene.hall();
    scene.play_all(&["ann search", "bob listen cave", "cat pick vault"], &[]);
    assert_eq!(scene.awaited(), ["ann"], "all have chosen: the leader begins");
    scene.play("ann begin", &[6, 10]);
    assert_eq!(scene.trys(), 2);
    assert!(scene.can("ann take jar") && scene.can("ann go vault"));
    assert!(scene.told().iter().any(|(text, _)| text.contains("Not a sound")));
    // What was picked can be changed for nothing until it begins.
    scene.play_all(&["bob watch", "bob wait", "bob take jar"], &[]);
    assert_eq!(scene.trys(), 2);
    assert_eq!(scene.refused("ann take jar"), Some("HEED-O2"));
}

/// HEED-T8: in the dark only those work at once who have a light each; listening and watching are work, resting is not.
#[test]
fn in_the_dark_everybody_needs_a_light() {
    let mut scene = scene("stone");
    scene.cave();
    // One alone can always work.
    scene.play("ann search", &[]);
    let refusal = scene.refusal("bob take crate");
    assert_eq!(
        (&*refusal.why, refusal.rule),
        ("it is dark, and Ann has no light to work by", Some("HEED-T8"))
    );
    scene.play("ann draw lamp", &[]);
    assert_eq!(scene.refusal("bob take crate").why, "it is dark, and Bob has no light to work by");
    // A candle-end is a light of one's own, for this try.
    assert!(scene.gauge("light").ends_with("2 candle-ends"));
    scene.play_all(&["bob candle", "bob take crate"], &[]);
    // Putting it out ends the work.
    scene.play("bob snuff", &[]);
    assert!(!scene.is("bob", "Take: a crate"));
    scene.play_all(&["bob candle", "bob take crate"], &[]);
    for work in ["cat watch", "cat listen pit"] {
        assert_eq!(scene.refused(work), Some("HEED-T8"), "{work}");
    }
    assert!(scene.can("cat rest"));
    scene.play("ann begin", &[10, 10, 10]);
    assert!(scene.gauge("light").ends_with("1 candle-ends"), "one is burnt");
    assert_eq!(scene.gauge("bandages"), "2");
    // By day nobody minds.
    scene.play_all(&["ann go hall", "ann search", "bob force vault", "cat force vault"], &[]);
}

/// HEED-T8, HEED-O2: a task has limited room; those who help make it likelier.
#[test]
fn a_task_has_room_for_so_many() {
    let mut scene = scene("stone");
    scene.hall();
    scene.play_all(&["ann force vault", "bob force vault"], &[]);
    let refusal = scene.refusal("cat force vault");
    assert_eq!(refusal.why, "there is no room for another helper");
    assert_eq!(refusal.rule, Some("HEED-O2"));
    // Two faces of six for one, three for two: 4 or more.
    scene.play("ann begin", &[3, 10]);
    assert!(!scene.can("ann go vault"));
    scene.play_all(&["ann force vault", "bob force vault", "ann begin"], &[4, 10]);
    assert!(scene.can("ann go vault"));
    // The default is all.
    let mut scene = crate::scene::scene("stone");
    scene.hall();
    scene.play_all(&["ann search", "bob search", "cat search"], &[]);
}

/// Who lives behind a door shows neither in the odds of going there nor in those of listening, until it was heard.
#[test]
fn odds_do_not_tell_who_lives_there() {
    let (mut full, mut empty) = (scene("orc@pit"), scene("orc@vault"));
    for scene in [&mut full, &mut empty] {
        scene.cave();
        near(scene.risk("ann go pit"), 0.1);
        near(scene.risk("ann listen pit"), 0.1);
        scene.play_all(&["ann listen pit", "ann begin"], &[10]);
    }
    assert_eq!(full.shown("ann go pit").warnings[1], "somebody was heard in there");
    assert_eq!(empty.shown("ann go pit").warnings.len(), 1);
    full.play("ann go pit", &[]);
    empty.play("ann go pit", &[10]);
    assert!(full.fighting() && !empty.fighting());
}

/// What nobody may know is on no map but the judge's.
#[test]
fn the_map_grows_and_keeps_its_secrets() {
    let mut scene = scene("orc@pit stone");
    let seen = |scene: &crate::scene::Scene, seat| -> Vec<String> {
        scene.map(seat).into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(seen(&scene, Seat::Watcher), ["gate"]);
    assert_eq!(seen(&scene, Seat::Judge).len(), 6);
    scene.hall();
    assert!(!scene.choices().iter().any(|text| text.contains("nook") || text.contains("jar")));
    scene.play_all(&["ann search", "ann begin"], &[10]);
    assert!(scene.can("ann go nook") && scene.can("ann take jar"));
    // The judge's pick shows nowhere.
    let known = |scene: &crate::scene::Scene| scene.rules().known(scene.state(), Seat::Watcher);
    let (before, knew) = (scene.view(Seat::Watcher), known(&scene));
    scene.fate("stone", Fate::Next);
    assert_eq!(scene.view(Seat::Watcher), before);
    assert!(known(&scene) == knew && scene.state() != &knew);
    let add = fracas_kernel::Judgement::Add {
        creature: "stone".to_owned(),
        side: fracas_kernel::Side::Monsters,
        to: "nook".to_owned(),
    };
    scene.judge(add);
    assert_eq!(scene.view(Seat::Watcher), before);
    assert!(known(&scene) == knew);
    assert!(scene.map(Seat::Judge).iter().any(|(_, tags)| tags.iter().any(|tag| tag == "stray: Stone")));
}
