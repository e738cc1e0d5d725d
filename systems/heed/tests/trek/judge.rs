//! The judge's hand on a trek.

use fracas_kernel::{Fate, Judgement, Outcome, Seat, Side, Status, Who};

use crate::scene::{Scene, Venture, near, scene};

fn refusal(scene: &mut Scene, act: Judgement) -> String {
    let before = scene.table.now().clone();
    let why = scene.table.judge(act).expect_err("refused").why;
    assert_eq!(scene.table.now(), &before);
    why.into_owned()
}

fn gauge(gauge: &str, value: i32) -> Judgement {
    Judgement::Gauge { gauge: gauge.to_owned(), value }
}

fn grant(who: u8, what: &str, count: i32) -> Judgement {
    Judgement::Grant { who: Who(who), what: what.to_owned(), count }
}

#[test]
fn gauges_are_set() {
    let mut scene = scene("stone");
    for (id, value, shown) in [
        ("clock", 25, "day 1, 10:30 (25 of 100 trys)"),
        ("light", 7, "light here; own light: nobody has a light; 7 candle-ends"),
        ("bandages", 3, "3"),
        ("gold", 12, "12"),
    ] {
        scene.judge(gauge(id, value));
        assert_eq!(scene.gauge(id), shown);
    }
    assert_eq!(
        refusal(&mut scene, gauge("mood", 1)),
        "there is no gauge \"mood\"; known: clock, light, bandages, candles, gold"
    );
}

#[test]
fn things_are_granted() {
    let mut scene = scene("stone");
    scene.judge(grant(1, "draught", 1));
    scene.judge(grant(0, "gold", 5));
    scene.judge(grant(0, "candles", 2));
    assert!(scene.is("bob", "6 draught"));
    assert_eq!((scene.gauge("gold").as_str(), scene.gauge("potions").as_str()), ("5", "1"));
    // No slot is free: it lies there.
    scene.judge(grant(1, "mail", 4));
    let lies = |scene: &Scene| scene.map(Seat::Judge)[0].1.join(" ");
    assert!(lies(&scene).contains("here lies: mail"), "{}", lies(&scene));
    assert!(
        refusal(&mut scene, grant(0, "teeth", 1))
            .starts_with("there is no gift \"teeth\"; known: candles, gold, torch")
    );
    assert!(refusal(&mut scene, grant(9, "sword", 1)).contains("number 9"));
    assert!(refusal(&mut scene, grant(0, "sword", 0)).contains("at least one"));
    // In a combat nobody has a hand for it.
    scene.fate("stone", Fate::Now);
    scene.fight();
    assert!(refusal(&mut scene, grant(0, "bow", 1)).contains("give it afterwards"));
    scene.end(Some(Side::Heroes));
}

#[test]
fn fates_are_decided() {
    let mut scene = scene("stone orc");
    scene.fate("orc", Fate::Now);
    assert!(scene.fighting());
    let fate = |encounter: &str, fate| Judgement::Fate { encounter: encounter.to_owned(), fate };
    assert!(refusal(&mut scene, fate("orc", Fate::Back)).contains("faces them now"));
    assert!(refusal(&mut scene, fate("stone", Fate::Now)).contains("faces somebody already"));
    scene.end(Some(Side::Heroes));
    scene.play("ann go-on", &[10]);
    scene.fate("orc", Fate::Next);
    assert_eq!(
        refusal(&mut scene, fate("ork", Fate::Now)),
        "there is no encounter \"ork\"; known: stone, orc"
    );
    scene.play("ann begin", &[1]);
    assert!(scene.fighting());
    assert!(scene.table.undo() && scene.table.undo());
    assert!(!scene.fighting());
}

#[test]
fn heroes_are_moved_hurt_and_removed() {
    let mut scene = scene("orc");
    scene.judge(Judgement::Move { who: Who(0), to: "nook".to_owned() });
    assert_eq!(scene.token("bob").place.as_deref(), Some("nook"));
    scene.set_track("bob", "grit", 0);
    assert_eq!(scene.status("bob"), Status::Down);
    scene.set_track("bob", "grit", 3);
    scene.judge(Judgement::Remove { who: Who(0) });
    assert_eq!(
        (scene.status("ann"), scene.asked()),
        (Status::Gone, vec!["bob".to_owned(), "cat".to_owned()])
    );
    let luck = Judgement::Set { who: Who(1), track: "luck".to_owned(), value: 1 };
    assert_eq!(refusal(&mut scene, luck), "there is no track \"luck\"; known: grit");
    let held = Judgement::Afflict { who: Who(1), condition: "held".to_owned(), rank: None };
    assert!(refusal(&mut scene, held).contains("on a trek"));
    let nowhere = Judgement::Move { who: Who(1), to: "moon".to_owned() };
    assert!(refusal(&mut scene, nowhere).contains("known: gate, hall"));
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

/// A creature of the judge's waits where it was put, senses what it senses, and is met there.
#[test]
fn creatures_are_placed() {
    let mut scene = scene("stone");
    let add = |creature: &str, side, to: &str| Judgement::Add {
        creature: creature.to_owned(),
        side,
        to: to.to_owned(),
    };
    assert!(refusal(&mut scene, add("troll", Side::Monsters, "hall")).contains("known: orc"));
    assert!(refusal(&mut scene, add("orc", Side::Heroes, "hall")).contains("party file"));
    scene.judge(add("orc", Side::Monsters, "cave"));
    scene.hall();
    assert!(scene.shown("ann force vault").warnings[1].ends_with("2 (sound)"));
    crate::scene::near(scene.risk("ann force vault"), 0.2);
    assert!(!scene.map(Seat::Watcher).iter().any(|(_, tags)| tags.iter().any(|tag| tag.contains("Orc"))));
    scene.play("ann go cave", &[]);
    assert!(scene.fighting());
    scene.end(Some(Side::Heroes));
    scene.play("ann go-on", &[10]);
    scene.judge(add("owl", Side::Monsters, "cave"));
    assert!(scene.fighting(), "where the party is, it is met at once");
    scene.end(Some(Side::Heroes));
    scene.play("ann go-on", &[10]);
    for _ in 0..4 {
        scene.judge(add("owl", Side::Monsters, "pit"));
    }
    assert!(refusal(&mut scene, add("owl", Side::Monsters, "pit")).contains("no room for more"));
}

/// HEED-T4, HEED-T5, HEED-T6: how likely the next encounter is, how long the next task takes and which senses count are the
/// judge's to say, once.
#[test]
fn senses_faces_and_trys_by_the_judges_word() {
    let word =
        |what: &str, value: &str| Judgement::Decide { what: what.into(), who: None, value: value.into() };
    let mut scene = scene("orc owl");
    scene.hall();
    near(scene.risk("ann force vault"), 0.2);
    scene.judge(word("senses", "no-sound"));
    near(scene.risk("ann force vault"), 0.1);
    scene.judge(word("senses", "sound"));
    near(scene.risk("ann force vault"), 0.2);
    let trys = scene.trys();
    scene.judge(word("trys", "3"));
    scene.judge(word("faces", "0"));
    scene.play("ann search", &[]);
    scene.play("ann begin", &[1, 1, 1]);
    assert_eq!((scene.trys(), scene.fighting()), (trys + 3, false), "no face brings anybody");
    near(scene.risk("ann force vault"), 0.2);
    assert!(refusal(&mut scene, word("faces", "11")).contains("10"));
    assert!(refusal(&mut scene, word("senses", "taste")).contains("known: "));
}

/// HEED-R21: the judge says on how many faces those who are met listen, and what they would take; nobody is told.
#[test]
fn those_who_are_met_listen_by_the_judges_word() {
    let word =
        |what: &str, value: &str| Judgement::Decide { what: what.into(), who: None, value: value.into() };
    let mut scene = scene("stone");
    assert!(refusal(&mut scene, word("talk", "4")).contains("faces nobody"));
    scene.hall();
    scene.fate("stone", Fate::Now);
    assert_eq!(scene.refused("ann talk"), Some("HEED-R21"), "by the file they listen to nobody");
    let before = scene.view(Seat::Watcher);
    scene.judge(word("talk", "4"));
    scene.judge(word("price", "3"));
    assert!(scene.told_to(Seat::Watcher).is_empty() && scene.view(Seat::Watcher) == before);
    near(scene.chance("ann talk"), 4.0 / 6.0);
    scene.judge(gauge("gold", 5));
    near(scene.chance("ann pay"), 5.0 / 6.0);
    scene.play("ann pay", &[2, 10]);
    assert_eq!((scene.fighting(), scene.gauge("gold").as_str()), (false, "2"));
    // It was for that meeting alone.
    scene.fate("stone", Fate::Now);
    assert_eq!(scene.refused("ann talk"), Some("HEED-R21"));
}

/// HEED-T2, HEED-T8: what somebody tries that is on no list is its task of this try, and work like any other.
#[test]
fn what_is_tried_is_a_task_of_the_try() {
    let tries = |who: u8| Judgement::Attempt {
        who: Who(who),
        tries: "climbs the wall".into(),
        check: Some("chance".into()),
        against: Some(5),
        success: Default::default(),
        failure: Default::default(),
    };
    let mut scene = scene("stone");
    let told = scene.judge_rolling(tries(1), &[5]);
    assert_eq!(told, ["Bob: climbs the wall: d6 [5] = 5 against number 5: success"]);
    assert_eq!((scene.asked(), scene.trys()), (vec!["ann".to_owned(), "cat".to_owned()], 0));
    assert!(refusal(&mut scene, tries(1)).contains("not Bob's turn"), "once in a try");
    scene.play("ann begin", &[10]);
    assert_eq!((scene.asked().len(), scene.trys()), (3, 1));
    // Two at work in the dark need a light each.
    scene.cave();
    scene.judge_rolling(tries(1), &[1]);
    assert!(refusal(&mut scene, tries(2)).contains("no light to work by"));
}
