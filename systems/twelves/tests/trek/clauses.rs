//! Every clause of the time between fights, with dice on the table and exact expectations.

use std::collections::BTreeSet;

use fracas_adventure::Adventure;
use fracas_content::{Bundle, adventures};
use fracas_kernel::{Crowd, Fate, Judgement, Outcome, Scripted, Seat, Side, Status, Who};
use fracas_twelves::Trek;

use crate::scene::{PLACE, Scene, TWO};

/// TWELVES-J1: one thing for each, and then ten minutes are over; the leader decides for all.
#[test]
fn ten_minutes_are_one_thing_for_each() {
    let mut scene = Scene::in_the_hall();
    assert_eq!(scene.gauge("clock"), "day 1, 08:10", "walking took ten minutes");
    scene.play("fia search", &[12]);
    assert_eq!(scene.refused("fia watch"), Some("TWELVES-J1"));
    assert_eq!(scene.refused("fia search"), Some("TWELVES-J1"));
    assert!(scene.can("fia go camp"), "a leader who has done something still leads");
    assert_eq!(scene.refused("eel go camp"), Some("TWELVES-J1"));
    assert_eq!(scene.gauge("clock"), "day 1, 08:10");
    scene.play("eel watch", &[12]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:20");
    assert!(scene.can("fia search"));
    scene.play("eel lead", &[]);
    assert!(scene.can("eel go camp") && !scene.can("fia go camp"));
    assert_eq!(scene.gauge("clock"), "day 1, 08:20", "taking the lead costs nothing");
}

/// TWELVES-J2, TWELVES-R1: wits or less finds everything that is hidden, more finds nothing.
#[test]
fn searching_is_a_wits_check() {
    let mut scene = Scene::in_the_hall();
    assert!(!scene.can("fia take chest") && !scene.can("fia go nook"));
    let told = scene.play("fia search", &[6]);
    assert!(told[0].ends_with("against wits 5: finds nothing"), "{told:?}");
    assert!(!scene.can("eel take chest"));
    let told = scene.play("eel search", &[8, 12]);
    assert!(told[0].ends_with("finds a hidden way to Nook, a chest"), "{told:?}");
    assert!(scene.can("fia take chest") && scene.can("fia go nook"));
    assert_eq!(scene.refused("fia search"), Some("TWELVES-J2"));
    scene.play("fia take chest", &[]);
    assert_eq!((scene.gauge("silver"), scene.gauge("food")), ("10".to_owned(), "5".to_owned()));
    scene.play("fia go camp", &[12]);
    assert_eq!(scene.refused("fia search"), Some("TWELVES-J2"), "nothing can be hidden in the camp");
}

/// TWELVES-J3: might forces, wits picks, both lowered by the lock; noise doubles the danger.
#[test]
fn locks_are_forced_or_picked() {
    let mut scene = Scene::in_the_hall();
    assert_eq!(scene.refused("fia go cell"), Some("TWELVES-J3"));
    assert_eq!(scene.shown("fia force cell").label, "Force the door to the south-east (might 5)");
    for (choice, twelfths) in [("fia force cell", 5.0), ("eel pick cell", 6.0)] {
        let chance = scene.odds(choice).chance.unwrap().p;
        assert!((chance * 12.0 - twelfths).abs() < 1e-9, "{choice}: {chance}");
    }
    scene.play("fia force cell", &[6]);
    // Danger 2, twice that after noise: 5 is more.
    scene.play("eel pick cell", &[7, 5]);
    assert!(!scene.can("fia go cell"));
    scene.play("fia force cell", &[5]);
    assert!(scene.can("fia go cell"));
    // 4 is not.
    scene.play("eel watch", &[4, 1]);
    assert!(scene.fights());
    let mut quiet = Scene::in_the_hall();
    quiet.play("fia pick cell", &[3]);
    quiet.play("eel watch", &[3]);
    assert!(!quiet.fights(), "a lock that is picked makes no noise");
    assert!(quiet.can("fia go cell"));
    assert_eq!(quiet.refused("fia pick cell"), Some("TWELVES-J3"));
}

/// TWELVES-J4: a d12 after ten minutes in one place, none for walking; the table says who comes.
#[test]
fn something_turns_up() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia go camp", &[]);
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[3]);
    assert!(!scene.fights());
    scene.play("fia watch", &[]);
    // Two lots for the patrol, one for the brutes.
    let told = scene.play("eel watch", &[2, 3]);
    assert!(told.iter().any(|line| line.starts_with("Something turns up: Brutes")), "{told:?}");
    assert!(scene.fights() && scene.who("brute") == Who(2));
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert!(!scene.fights());
    // Who was beaten does not come again: the lot goes to the others.
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[1, 3]);
    assert_eq!(scene.who("imp"), Who(2));
}

/// TWELVES-J5, TWELVES-A3: who keeps watch needs no agility check, and nobody does against those who were heard.
#[test]
fn watching_and_listening_make_ready() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia watch", &[]);
    scene.play("eel search", &[12, 1, 1]);
    let told = scene.play("fia begin", &[10]);
    assert!(told.contains(&"Fia is ready".to_owned()), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("Eel is put to the test")), "{told:?}");

    let mut scene = Scene::in_the_hall();
    let told = scene.play("eel listen den", &[8]);
    assert!(told[0].ends_with("somebody is behind it"), "{told:?}");
    assert_eq!(scene.refused("fia listen den"), Some("TWELVES-J5"), "one try for each door");
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[]);

    let mut deaf = Scene::in_the_hall();
    let told = deaf.play("eel listen den", &[9]);
    assert!(told[0].ends_with("hears nothing certain"), "{told:?}");
    deaf.play("fia go den", &[]);
    deaf.play("fia begin", &[1, 1]);
}

/// TWELVES-J6: who lives there is met on coming in, across the room, and the battlefield goes on through the doors.
#[test]
fn lairs_are_fought_where_they_are() {
    let mut scene = Scene::in_the_hall();
    let told = scene.play("fia go den", &[]);
    assert!(told.contains(&"Somebody is here: Imps".to_owned()), "{told:?}");
    assert_eq!(scene.place("fia").as_deref(), Some("den"));
    assert_eq!(scene.place("imp-1").as_deref(), Some("loft"));
    assert_eq!(
        scene.zones(Seat::Watcher),
        ["camp", "hall", "pit", "den", "loft"],
        "through the door that stands open, and what the party has seen of it"
    );
    assert_eq!(scene.zones(Seat::Judge).len(), 8);
    assert_eq!(scene.tags(Seat::Watcher, "loft"), ["cover 1"]);
    scene.play("fia begin", &[1, 1]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia go loft", &[]);
    scene.play("fia go den", &[]);
    assert!(!scene.fights(), "they are gone");
}

/// TWELVES-J7: the defeated are tended, once by each; nobody is left behind but by those who flee.
#[test]
fn the_defeated_are_tended_or_die() {
    let mut scene = Scene::in_the_hall();
    scene.set("fia", 0);
    assert_eq!(scene.token("fia").status, Status::Down);
    assert_eq!(scene.refused("eel go camp"), Some("TWELVES-J7"));
    assert_eq!(scene.refused("fia search"), Some("TWELVES-R2"));
    scene.play("eel tend fia", &[8]);
    assert_eq!(scene.hits("fia"), 1);
    assert!(scene.can("eel go camp") || scene.can("fia go camp"));

    let mut scene = Scene::in_the_hall();
    scene.judge(Judgement::Gauge { gauge: "salves".to_owned(), value: 0 });
    scene.set("fia", 0);
    assert_eq!(scene.shown("eel tend fia").warnings, ["the last who can try"]);
    let told = scene.play("eel tend fia", &[9, 12]);
    assert!(told.contains(&"Fia is dead".to_owned()), "{told:?}");
    assert_eq!(scene.token("fia").status, Status::Dead);

    let mut scene = Scene::in_the_hall();
    scene.set("fia", 0);
    scene.play("eel tend fia", &[9, 12]);
    assert_eq!(scene.token("fia").status, Status::Down, "there is a salve yet");
    assert_eq!(scene.refused("eel tend fia"), Some("TWELVES-J7"));
}

/// TWELVES-J7: hits, the dead and the fled of a fight are carried over.
#[test]
fn what_a_fight_did_stays_done() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[1, 1]);
    scene.set("fia", 0);
    scene.set("imp-1", 0);
    // Nobody is beside Eel, so nobody strikes.
    for choice in ["eel move hall", "imp-2 pass", "eel move camp", "imp-2 pass", "eel flee"] {
        scene.play(choice, &[]);
    }
    assert_eq!(scene.token("fia").status, Status::Dead, "left behind");
    assert_eq!(scene.place("eel").as_deref(), Some("hall"));
    scene.play("eel go den", &[]);
    assert_eq!(
        scene.view(Seat::Judge).tokens.len(),
        3,
        "one imp is left, and Fia is no more in anybody's way"
    );
    assert_eq!(scene.token("fia").place, None);
    assert_eq!(scene.hits("eel"), 4);
}

/// TWELVES-J7, TWELVES-R6: a feature that is used up stays so, and hits taken stay taken.
#[test]
fn the_place_remembers() {
    let mut scene = Scene::in_the_hall();
    scene.set("fia", 3);
    scene.judge(Judgement::Fate { encounter: "patrol".to_owned(), fate: Fate::Now });
    scene.play("fia begin", &[1, 1]);
    assert_eq!(scene.hits("fia"), 3);
    scene.play("eel use spring fia", &[8]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert_eq!(scene.hits("fia"), 4);
    assert!(scene.tags(Seat::Watcher, "hall").contains(&"use: spring (used up)".to_owned()));
    assert!(!scene.can("fia use spring fia"));
}

/// TWELVES-J8: six hours, a meal each, three hits, if the d12 lets them.
#[test]
fn rest_gives_back_three_hits() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("fia rest"), Some("TWELVES-J8"), "nobody is hurt");
    scene.set("fia", 1);
    let chance = scene.odds("fia rest").chance.unwrap().p;
    assert!((chance - (10.0_f64 / 12.0).powi(3)).abs() < 1e-9, "{chance}");
    scene.play("fia rest", &[3, 12, 3]);
    assert_eq!((scene.hits("fia"), scene.hits("eel")), (4, 4));
    assert_eq!((scene.gauge("food"), scene.gauge("clock")), ("2".to_owned(), "day 1, 14:00".to_owned()));
    scene.play("fia rest", &[3, 2, 1]);
    assert!(scene.fights(), "the second watch was not quiet");
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert_eq!((scene.hits("fia"), scene.gauge("food")), (4, "2".to_owned()), "a broken rest is none");
    scene.judge(Judgement::Gauge { gauge: "food".to_owned(), value: 1 });
    assert_eq!(scene.refused("fia rest"), Some("TWELVES-J8"), "not a meal for everybody");
}

/// TWELVES-J9: a salve gives two hits back, without a check, and gets the defeated up.
#[test]
fn salves_heal_two() {
    let mut scene = Scene::in_the_hall();
    assert_eq!(scene.refused("eel salve fia"), Some("TWELVES-J9"), "not hurt");
    scene.set("fia", 0);
    scene.play("eel salve fia", &[]);
    assert_eq!((scene.hits("fia"), scene.token("fia").status), (2, Status::Up));
    assert_eq!(scene.gauge("salves"), "0");
    assert_eq!(scene.refused("fia salve fia"), Some("TWELVES-J9"), "none left");
}

/// TWELVES-J10: oil burns in the dark; without it nobody searches.
#[test]
fn the_dark_needs_oil() {
    let mut scene = Scene::new();
    scene.play("fia go cave", &[]);
    assert_eq!((scene.gauge("oil"), scene.gauge("light")), ("1".to_owned(), "lamp".to_owned()));
    assert!(scene.can("fia search"));
    scene.play("fia watch", &[]);
    let told = scene.play("eel watch", &[12]);
    assert!(told.contains(&"The last of the oil is burnt".to_owned()), "{told:?}");
    assert_eq!(scene.gauge("light"), "dark");
    assert_eq!(scene.refused("fia search"), Some("TWELVES-J10"));
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[1, 1]);
    scene.play("fia begin", &[1, 1]);
    let mut camp = Scene::new();
    camp.play("fia watch", &[]);
    camp.play("eel watch", &[12]);
    assert_eq!(camp.gauge("oil"), "2", "nothing burns by day");
}

/// TWELVES-J11, TWELVES-R6, TWELVES-Z4: hazards cost everybody who walks in, and say so before.
#[test]
fn hazards_are_walked_into_with_open_eyes() {
    let mut scene = Scene::of(&format!("{PLACE}{}[[party]]\nhero = \"goat\"\n", TWO));
    scene.play("fia go hall", &[]);
    assert_eq!(
        scene.shown("fia go pit").warnings,
        ["spikes: 2 hits unless you pass a check of agility (2 of you)"]
    );
    let told = scene.play("fia go pit", &[7, 9]);
    assert!(told.iter().any(|line| line.ends_with("against agility 6: caught")), "{told:?}");
    assert_eq!((scene.hits("fia"), scene.hits("eel"), scene.hits("goat")), (4, 4, 4));
    let loss = scene.odds("fia go hall").loss.mean;
    assert_eq!(loss, 0.0);
    scene.play("fia go hall", &[]);
    assert_eq!(scene.refused("eel use net fia"), Some("TWELVES-J11"), "a net is for enemies");
    scene.play("eel use spring fia", &[9]);
    assert_eq!(scene.hits("fia"), 4);
    scene.play("goat use spring fia", &[4]);
    assert_eq!(scene.hits("fia"), 5);
}

/// TWELVES-J12: the time is up, and nothing is won.
#[test]
fn time_runs_out() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Gauge { gauge: "clock".to_owned(), value: (8 + 24) * 60 - 10 });
    assert_eq!(scene.gauge("clock"), "day 2, 07:50");
    scene.play("fia watch", &[]);
    let told = scene.play("eel watch", &[12]);
    assert!(told.contains(&"The time is up".to_owned()), "{told:?}");
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_goal_is_what_counts() {
    let mut scene = Scene::in_the_hall();
    scene.play("eel pick cell", &[1]);
    scene.play("fia go cell", &[12]);
    scene.play("fia take cup", &[]);
    assert_eq!(scene.outcome(), None, "not out yet");
    scene.play("fia go hall", &[12]);
    scene.play("fia go camp", &[]);
    scene.play("fia leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    let mut scene = Scene::new();
    assert_eq!(scene.shown("fia leave").warnings, ["not done yet: fetch the cup"]);
    scene.play("fia leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
    let mut scene = Scene::new();
    scene.set("fia", 0);
    scene.set("eel", 0);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// A weapon that was found can be used in the next fight, by whoever took it.
#[test]
fn found_weapons_are_carried_into_fights() {
    let mut scene = Scene::in_the_hall();
    scene.play("eel search", &[1]);
    scene.play("fia go nook", &[12]);
    scene.play("eel take rack", &[]);
    scene.play("fia go hall", &[12]);
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[1, 1]);
    assert!(scene.can("eel shoot imp-1 bow") && !scene.can("fia shoot imp-1 bow"));
}

/// The judge sets the clock as it is shown, in minutes since midnight.
#[test]
fn the_clock_is_set_as_it_is_shown() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Gauge { gauge: "clock".to_owned(), value: 14 * 60 + 35 });
    assert_eq!(scene.gauge("clock"), "day 1, 14:30");
    for (value, last) in [(479, 1920), (1920 + 1, 1920), (-1, 1920)] {
        let act = Judgement::Gauge { gauge: "clock".to_owned(), value };
        let why = scene.table.judge(act).unwrap_err().why;
        assert_eq!(why, format!("the clock counts minutes from the first midnight: give 480 to {last}"));
    }
}

/// What the party does not know is on nobody's map but the judge's.
#[test]
fn secrets_are_kept() {
    let mut scene = Scene::in_the_hall();
    let player = Seat::Player(Crowd::one(Who(0)));
    scene.judge(Judgement::Fate { encounter: "brutes".to_owned(), fate: Fate::Next });
    scene.judge(Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: "pit".to_owned() });
    let judge = scene.tags(Seat::Judge, "den");
    assert!(judge.contains(&"lair: Imps".to_owned()), "{judge:?}");
    assert!(scene.tags(Seat::Judge, "hall").contains(&"a chest (hidden)".to_owned()));
    for seat in [player, Seat::Watcher] {
        assert_eq!(scene.zones(seat), ["camp", "hall", "pit"]);
        let all = format!("{:?} {}", scene.view(seat), scene.labels());
        for secret in ["Imps", "chest", "Nook", "Brute", "stray"] {
            assert!(!all.contains(secret), "{secret} is told to {seat:?}: {all}");
        }
        // Nothing that odds are counted from differs, whatever the judge has laid out.
        let rules = scene.table.rules();
        let known = fracas_kernel::Know::known(rules, scene.table.state(), seat);
        let plain = fracas_kernel::Know::known(rules, Scene::in_the_hall().table.state(), seat);
        assert_eq!(known, plain);
    }
    // It comes true all the same: the lot is not drawn.
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[1]);
    assert_eq!(scene.who("brute"), Who(2));
}

/// What the judge puts somewhere is met there.
#[test]
fn strays_are_met() {
    let mut scene = Scene::in_the_hall();
    scene.judge(Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: "camp".to_owned() });
    let told = scene.play("fia go camp", &[]);
    assert!(told.contains(&"Somebody is here".to_owned()), "{told:?}");
    assert_eq!(["fia", "brute"].map(|id| scene.place(id).unwrap_or_default()), ["hall", "camp"]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia go hall", &[]);
    scene.play("fia go camp", &[]);
    assert!(!scene.fights());
    let refusal = scene.table.judge(Judgement::Fate { encounter: "ghosts".to_owned(), fate: Fate::Now });
    assert!(refusal.unwrap_err().why.contains("known: imps, patrol, brutes"));
    let refusal = scene.table.judge(Judgement::Gauge { gauge: "luck".to_owned(), value: 1 });
    assert!(refusal.unwrap_err().why.contains("known: clock, danger, food, oil, salves, silver"));
}

/// TWELVES-J7, TWELVES-R6: cover that is made and hazards that are ended in a fight stay so, and count in the next.
#[test]
fn what_was_made_of_a_room_stays() {
    let more = "[[zone.feature]]\nid = \"sand\"\nname = \"Sand\"\ncheck = \"wits\"\n\
        does = [{ quells = \"pit\" }, { cover = 3 }]\n\n[[zone.feature]]\nid = \"net\"";
    let text = format!("{PLACE}{TWO}").replacen("[[zone.feature]]\nid = \"net\"", more, 1);
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    scene.judge(Judgement::Fate { encounter: "patrol".to_owned(), fate: Fate::Now });
    scene.play("fia begin", &[1, 1]);
    scene.play("eel use sand", &[1]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert!(scene.tags(Seat::Watcher, "hall").contains(&"cover 3".to_owned()));
    assert_eq!(scene.shown("fia go pit").warnings, [""; 0], "the spikes are out of the way");
    scene.judge(Judgement::Fate { encounter: "brutes".to_owned(), fate: Fate::Now });
    assert!(scene.tags(Seat::Watcher, "hall").contains(&"cover 3".to_owned()), "in the next fight too");
    scene.play("fia begin", &[1, 1]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia go pit", &[]);
    assert_eq!((scene.hits("fia"), scene.hits("eel")), (6, 4));
}

/// TWELVES-J6, TWELVES-R16: foes stand where their encounter puts them, but not beside the party, not where it has just come
/// through and not in a hazard; archers stand far off, and those who turn up come from elsewhere.
#[test]
fn foes_stand_where_they_belong() {
    let text = format!("{PLACE}{TWO}").replacen(
        "foes = [{ creature = \"imp\", count = 2 }]",
        "foes = [{ creature = \"imp\", at = \"den\" }, { creature = \"imp\", at = \"camp\" }, { creature = \"imp\", at = \"pit\" }, { creature = \"imp\", stands = \"far\" }, { creature = \"imp\", at = \"cell\" }]",
        1,
    );
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    scene.play("fia go den", &[]);
    let places = |scene: &Scene| -> Vec<String> {
        let tokens = scene.view(Seat::Judge).tokens.into_iter().filter(|token| token.side == Side::Monsters);
        tokens.filter_map(|token| token.place).collect()
    };
    assert_eq!(places(&scene), ["den", "loft", "loft", "loft", "cell"]);
    assert_eq!(scene.token("fia").place.as_deref(), Some("hall"), "the den is theirs");
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.judge(Judgement::Fate { encounter: "patrol".to_owned(), fate: Fate::Now });
    assert_eq!(places(&scene), ["camp"], "from outside, and not from where the party came");
}

/// TWELVES-J6: sleepers are met where they sleep, and not at the party's feet.
#[test]
fn sleepers_are_apart() {
    let porridge =
        adventures().find(|adventure| adventure.source.name.contains("porridge")).expect("shipped");
    let bundle = Bundle::new(porridge.source).unwrap();
    let trek = Trek::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
    let mut scene = Scripted::new(Adventure(trek));
    let places = |scene: &Scripted<Adventure<Trek>>, side: Side| -> BTreeSet<String> {
        let tokens = scene.view(Seat::Judge).tokens.into_iter().filter(|token| token.side == side);
        tokens.filter_map(|token| token.place).collect()
    };
    let mut meets = |at: &str| {
        scene.judge(Judgement::Move { who: Who(0), to: at.to_owned() });
        let met = [Side::Heroes, Side::Monsters].map(|side| places(&scene, side));
        scene.judge(Judgement::End { winner: Some(Side::Heroes) });
        met.map(|places| places.into_iter().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(meets("hall"), ["hall", "kennel"]);
    assert_eq!(meets("bedchamber"), ["hall", "bedchamber"]);
}

/// TWELVES-J7: whoever falls again can be tended again, by those who tried in vain too.
#[test]
fn another_fall_is_another_try() {
    let mut scene = Scene::in_the_hall();
    scene.set("fia", 0);
    scene.play("eel tend fia", &[9, 12]);
    assert_eq!(scene.refused("eel tend fia"), Some("TWELVES-J7"));
    scene.play("eel salve fia", &[]);
    scene.set("fia", 0);
    assert!(scene.can("eel tend fia"));
}

/// Whom the judge brings back is whole again, and is met at once where the party is.
#[test]
fn whoever_is_brought_back_is_whole() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[1, 1]);
    scene.set("imp-1", 0);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.judge(Judgement::Fate { encounter: "imps".to_owned(), fate: Fate::Back });
    scene.play("eel lead", &[]);
    scene.play("eel go den", &[]);
    assert_eq!(scene.view(Seat::Judge).tokens.len(), 4, "both imps");
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    let add =
        |to: &str| Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: to.to_owned() };
    scene.judge(add("hall"));
    assert!(!scene.fights());
    scene.judge(add("den"));
    assert!(scene.fights(), "it walks in on them");
}
