//! What lasts from one fight to the next, and what a fight shows of the place around it.

use fracas_kernel::{Crowd, Fate, Judgement, Seat, Side, Who};

use crate::scene::{PLACE, Scene, TWO};

/// TWELVES-R5, TWELVES-J11: what holds between fights holds: nobody goes on before everybody is free, and a fight finds them
/// held. Others can pull, unless they are held too.
#[test]
fn held_is_held_between_fights() {
    let text = format!("{PLACE}{TWO}[[party]]\nhero = \"goat\"\n").replacen(
        "hits = 2\nspared_by = \"agility\"",
        "hold = true\nspared_by = \"agility\"",
        1,
    );
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    // Fia has agility 6, Eel 9; the goat is sure-footed.
    scene.play("fia go pit", &[7, 10]);
    assert!(scene.is("fia", "held") && scene.is("eel", "held") && !scene.is("goat", "held"));
    assert_eq!(scene.refused("fia go hall"), Some("TWELVES-R5"));
    assert_eq!(scene.refused("fia rest"), Some("TWELVES-R5"));
    assert_eq!(scene.refused("fia free eel"), Some("TWELVES-J11"));
    assert!(!scene.can("fia free goat"));
    assert_eq!(scene.shown("goat free eel").label, "Pull Eel free (might 5)");
    let told = scene.play("goat free eel", &[6]);
    assert!(told[0].ends_with("against might 5: still held"), "{told:?}");
    scene.play("fia free fia", &[7]);
    assert!(!scene.is("fia", "held") && scene.is("eel", "held"));
    scene.judge(Judgement::Fate { encounter: "patrol".to_owned(), fate: Fate::Now });
    scene.play("fia begin", &[1, 1, 1]);
    assert!(scene.is("eel", "held"), "the fight finds it so");
    assert_eq!(scene.refused("eel move hall"), Some("TWELVES-R5"));
    scene.play("eel break-free", &[4]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert!(scene.is("eel", "held"), "and leaves it so");
    scene.play("eel free eel", &[3]);
    scene.play("fia watch", &[]);
    scene.play("goat watch", &[12]);
    assert!(scene.can("fia go hall"));
}

/// TWELVES-J11: who is dazed by a hazard is dazed in a fight that begins there, and over it after ten minutes.
#[test]
fn dazed_is_dazed_when_a_fight_begins() {
    let text = format!("{PLACE}{TWO}").replacen(
        "hits = 2\nspared_by = \"agility\"",
        "daze = true\nspared_by = \"agility\"",
        1,
    );
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    scene.play("fia go pit", &[7, 1]);
    assert!(!scene.is("fia", "dazed"));
    scene.play("fia go hall", &[]);
    scene.judge(Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: "pit".to_owned() });
    scene.play("fia go pit", &[7, 1]);
    assert!(scene.fights() && scene.is("fia", "dazed") && !scene.is("eel", "dazed"));
    let told = scene.play("fia begin", &[1, 1]);
    assert!(told.contains(&"Fia is dazed and loses the turn".to_owned()), "{told:?}");
    assert_eq!(scene.asked(), ["eel"]);
}

/// TWELVES-J7: creatures that were wounded or felled are so when the party comes back, and take nobody unawares again.
#[test]
fn wounds_last() {
    let text = format!("{PLACE}{TWO}").replacen(
        "{ creature = \"imp\", count = 2 }",
        "{ creature = \"brute\", count = 2 }",
        1,
    );
    let mut scene = Scene::of(&text);
    scene.play("fia go hall", &[]);
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[1, 1]);
    scene.set("brute-1", 2);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    assert!(!scene.fights());
    scene.play("fia go den", &[]);
    assert_eq!((scene.hits("brute-1"), scene.hits("brute-2")), (2, 6));
    let told = scene.play("fia begin", &[]);
    assert!(told.contains(&"Eel is ready".to_owned()), "{told:?}");
    scene.set("brute-2", 0);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia go den", &[]);
    assert_eq!((scene.view(Seat::Judge).tokens.len(), scene.hits("brute")), (3, 2));
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.judge(Judgement::Fate { encounter: "imps".to_owned(), fate: Fate::Back });
    scene.play("fia go den", &[]);
    assert_eq!((scene.hits("brute-1"), scene.hits("brute-2")), (6, 6), "brought back whole");
}

/// TWELVES-J7: the same for those whom the judge has put there.
#[test]
fn strays_stay_as_they_were_left() {
    let mut scene = Scene::in_the_hall();
    let add = || Judgement::Add { creature: "brute".to_owned(), side: Side::Monsters, to: "camp".to_owned() };
    scene.judge(add());
    scene.judge(add());
    scene.play("fia go camp", &[]);
    scene.play("fia begin", &[1, 1]);
    scene.set("brute-1", 0);
    scene.set("brute-2", 3);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia go camp", &[]);
    assert_eq!((scene.view(Seat::Judge).tokens.len(), scene.hits("brute")), (3, 3));
    // Known by now, it takes nobody unawares (TWELVES-A3): no agility check is rolled.
    scene.play("fia begin", &[]);
    assert_eq!(scene.asked(), ["fia", "eel"]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia go hall", &[]);
    scene.judge(add());
    scene.play("fia go camp", &[]);
    assert_eq!(scene.hits("brute"), 6, "another brute is whole");
    scene.play("fia begin", &[1, 1]);
}

/// TWELVES-A4: the end of a fight is told once, as its last line.
#[test]
fn the_end_of_a_fight_is_told_once() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia go den", &[]);
    scene.play("fia begin", &[1, 1]);
    scene.set("imp-1", 0);
    scene.set("imp-2", 1);
    scene.play("fia move loft", &[]);
    let told = scene.play("eel pass", &[]);
    assert!(!told.contains(&"The heroes have won".to_owned()));
    scene.play("imp-2 pass", &[]);
    let told = scene.play("fia strike imp-2 club", &[6, 6]);
    assert_eq!(told.last().map(String::as_str), Some("The heroes have won"), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.contains("won") || line.contains("field")).count(), 1);
}

/// TWELVES-D2: in a fight too, what nobody has seen has no name: not on the map, not in choices, labels or refusals, not in
/// lines.
#[test]
fn a_fight_names_nothing_that_nobody_has_seen() {
    let mut scene = Scene::in_the_hall();
    scene.play("fia go den", &[]);
    let mut told = scene.play("fia begin", &[1, 1]);
    told.extend(scene.play("fia move hall", &[]));
    told.extend(scene.play("eel pass", &[]));
    told.extend(scene.play("imp-1 pass", &[]));
    told.extend(scene.play("imp-2 pass", &[]));
    let choices = scene.choices();
    assert!(choices.contains(&"fia force south-east-door".to_owned()), "{choices:?}");
    assert_eq!(scene.shown("fia force south-east-door").label, "Force the door to the south-east (might 5)");
    told.extend(scene.play("fia force south-east-door", &[6]));
    assert!(
        told.last()
            .unwrap()
            .contains("against the door to the south-east: d12 [6] = 6 against might 5: it holds")
    );
    for seat in [Seat::Player(Crowd::one(Who(0))), Seat::Watcher] {
        let all = format!("{:?} {} {choices:?} {told:?}", scene.view(seat), scene.labels());
        for secret in ["Cell", "cell", "Nook", "nook", "Cave", "cave"] {
            assert!(!all.contains(secret), "{secret} is told to {seat:?}: {all}");
        }
    }
    // Once the door is open, what is behind it has a name, and stays on the map.
    for choice in ["eel pass", "imp-1 pass", "imp-2 pass"] {
        scene.play(choice, &[]);
    }
    scene.play("fia force south-east-door", &[5]);
    assert!(scene.can("eel move hall") && scene.zones(Seat::Watcher).contains(&"cell".to_owned()));
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert!(scene.zones(Seat::Watcher).contains(&"cell".to_owned()));
    scene.play("fia go hall", &[]);
    assert!(scene.can("fia go cell"), "and the door stays broken");
}
