//! What instinct does where it is plain to see.

use fracas_kernel::Tell;

use crate::scene::{Scene, Venture, scene};

fn next(scene: &Scene) -> String {
    let choice = scene.table.instinct(scene.table.ask().asked());
    scene.rules().text(scene.state(), choice)
}

#[test]
fn it_explores_searches_and_takes() {
    let mut scene = scene("stone");
    assert_eq!(next(&scene), "ann go east-door");
    scene.hall();
    // One searches, one keeps watch, and the third listens at a door.
    for expected in ["bob search", "cat watch", "ann listen east-door"] {
        assert_eq!(next(&scene), expected);
        scene.play(expected, &[]);
    }
    assert_eq!(next(&scene), "ann begin");
    scene.play("ann begin", &[10]);
    assert_eq!(scene.instinct("bob"), "bob take jar");
}

#[test]
fn it_tends_the_hurt_and_goes_home_when_it_is_bad() {
    let mut scene = scene("stone");
    scene.hall();
    scene.set_track("bob", "grit", 1);
    assert_eq!(scene.instinct("cat"), "cat cast mend bob");
    scene.set_track("ann", "grit", 1);
    scene.set_track("cat", "grit", 0);
    scene.set_track("bob", "grit", 1);
    scene.judge(fracas_kernel::Judgement::Gauge { gauge: "bandages".to_owned(), value: 0 });
    scene.play_all(&["ann wait", "bob wait"], &[]);
    assert_eq!(scene.instinct("ann"), "ann go gate");
}

#[test]
fn it_draws_a_light_and_takes_a_candle_for_a_second_pair_of_hands() {
    let mut scene = scene("stone");
    scene.cave();
    assert_eq!(next(&scene), "bob draw torch");
    scene.play_all(&["ann draw lamp", "ann search"], &[]);
    assert_eq!(scene.instinct("bob"), "bob candle");
    scene.play("bob candle", &[]);
    assert_eq!(scene.instinct("bob"), "bob take crate");
}

/// With nothing left to close wounds with, somebody brews and the others rest, as long as there is time for it.
#[test]
fn it_brews_and_rests_rather_than_give_up() {
    let mut scene = scene("stone");
    scene.hall();
    scene.set_track("ann", "grit", 1);
    scene.set_track("cat", "grit", 0);
    scene.set_track("bob", "grit", 1);
    let none = fracas_kernel::Judgement::Gauge { gauge: "bandages".to_owned(), value: 0 };
    scene.judge(none);
    // What the judge's wounds made fall is picked up first.
    scene.play_all(&["ann pick-up lamp", "bob pick-up torch"], &[]);
    assert_eq!(scene.instinct("ann"), "ann brew");
    scene.play("ann brew", &[]);
    assert_eq!(scene.instinct("bob"), "bob rest");
    scene.judge(fracas_kernel::Judgement::Gauge { gauge: "clock".to_owned(), value: 88 });
    assert_ne!(scene.instinct("bob"), "bob rest", "not when it is late");
}
