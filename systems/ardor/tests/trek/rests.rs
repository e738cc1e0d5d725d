//! Breaks, Standard Rests and Extended Rests, what presses, and what is worked on.

use fracas_kernel::{Fate, Judgement, Outcome, Seat, Side};

use crate::scene::{PARTY, Scene, line, text};

const PRESSING: &str = r#"
[pressing]
name = "The dam"
segments = 4
hours = 6
beat = "guards"
comes = "The dam breaks."
ends = true
"#;

// ARDOR-B1
#[test]
fn a_break_brings_ardor_back_and_a_kit_all_health() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("ann break").0, Some("ARDOR-B1"));
    scene.set("ann", "ardor", 0);
    scene.set("ann", "health", 3);
    scene.set("bea", "ardor", 1);
    assert_eq!(scene.refused("ann kit").1, "Healing Kits are used during a Break");
    scene.play("ann break", &[]);
    assert_eq!((scene.track("ann", "ardor"), scene.track("bea", "ardor")), (3, 3));
    assert_eq!(scene.track("ann", "health"), 3, "a Break alone heals nobody");
    assert_eq!(scene.shown("clock"), "day 1, 08:10");
    assert_eq!(scene.refused("bea kit").1, "is not hurt");
    scene.play("ann kit", &[]);
    assert_eq!((scene.track("ann", "health"), scene.shown("kits").as_str()), (20, "0"));
    scene.set("ann", "health", 3);
    assert_eq!(scene.refused("ann kit").1, "no Healing Kit is left");
}

// ARDOR-B1: it goes on while nothing strenuous is done.
#[test]
fn searching_does_not_end_a_break_and_walking_does() {
    let mut scene = Scene::new();
    scene.set("ann", "health", 3);
    scene.play("ann break", &[]);
    scene.play("bea search", &[2]);
    assert!(scene.can("ann kit"));
    scene.play("ann go inn", &[]);
    assert_eq!(scene.refused("ann kit").0, Some("ARDOR-B1"));
}

// ARDOR-B1: after the encounter, not beside it.
#[test]
fn there_is_no_break_with_foes_at_hand() {
    let mut scene = Scene::new();
    scene.set("ann", "ardor", 0);
    scene.play("ann sneak ridge", &[19]);
    assert!(!scene.fighting());
    assert_eq!(scene.refused("ann break").0, Some("ARDOR-B1"));
    assert_eq!(scene.refused("ann rest").0, Some("ARDOR-B2"));
    assert_eq!(scene.refused("ann linger").0, Some("ARDOR-B3"));
    scene.play("ann attack", &[]);
    scene.end_fight(Side::Heroes);
    scene.play("ann break", &[]);
    assert_eq!(scene.track("ann", "ardor"), 3);
}

// ARDOR-B2, ARDOR-R16
#[test]
fn a_standard_rest_restores_all_but_trauma() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("ann rest").1, "nobody is tired yet: in 4 hours at the earliest");
    scene.gauge("clock", 13 * 60);
    for (track, value) in [("health", 2), ("ardor", 0), ("surges", 0), ("trauma", 2)] {
        scene.set("bea", track, value);
    }
    scene.play("ann rest", &[]);
    let tracks = ["health", "ardor", "surges", "trauma"].map(|track| scene.track("bea", track));
    assert_eq!(tracks, [20, 3, 2, 2]);
    assert_eq!(
        (scene.shown("kits").as_str(), scene.shown("rations").as_str()),
        ("1", "2"),
        "no kit, two meals"
    );
    assert_eq!(scene.shown("clock"), "day 1, 21:00");
    assert_eq!(scene.refused("ann rest").0, Some("ARDOR-B2"));
    scene.gauge("clock", 33 * 60);
    scene.gauge("rations", 1);
    assert_eq!(scene.refused("ann rest").1, "it takes 2 rations, and there are 1");
}

#[test]
fn a_night_may_be_broken() {
    let mut scene = Scene::new();
    scene.go_to("isle");
    scene.gauge("clock", 13 * 60);
    scene.set("ann", "health", 5);
    assert_eq!(scene.warnings("ann rest"), ["2 in 6 that something turns up"]);
    let mut quiet = Scene::new();
    quiet.go_to("isle");
    quiet.gauge("clock", 13 * 60);
    quiet.play("ann rest", &[3]);
    assert_eq!(quiet.shown("clock"), "day 1, 21:00");
    // Lots 1 to 3 are the wolves', 4 and 5 the thieves'.
    let lines = scene.play("ann rest", &[2, 4]);
    line(&lines, "Something turns up: thieves");
    assert!(scene.fighting());
    assert_eq!(scene.shown("clock"), "day 1, 17:00");
    scene.end_fight(Side::Heroes);
    assert_eq!((scene.track("ann", "health"), scene.shown("rations").as_str()), (5, "4"), "it did no good");
    assert!(scene.can("ann rest"));
}

#[test]
fn the_judge_says_what_turns_up() {
    let mut scene = Scene::new();
    scene.gauge("clock", 13 * 60);
    scene.fate("wolves", Fate::Next);
    let lines = scene.play("ann rest", &[]);
    line(&lines, "Something turns up: wolves");
}

// ARDOR-B3, ARDOR-R8
#[test]
fn an_extended_rest_recovers_one_trauma_of_those_whom_the_place_suits() {
    let mut scene = Scene::new();
    for id in ["ann", "bea"] {
        scene.set(id, "trauma", 2);
        scene.set(id, "health", 2);
        scene.set(id, "surges", 0);
    }
    assert_eq!(scene.warnings("ann linger"), ["no comfort for Ann"]);
    let lines = scene.play("ann linger", &[]);
    line(&lines, "Ann is ill at ease here");
    assert_eq!((scene.track("ann", "trauma"), scene.track("bea", "trauma")), (2, 1));
    for id in ["ann", "bea"] {
        assert_eq!((scene.track(id, "health"), scene.track(id, "surges")), (20, 2), "as a Standard Rest");
    }
    assert_eq!((scene.shown("clock").as_str(), scene.shown("rations").as_str()), ("day 4, 08:00", "4"));
    // Ann's comfort is an inn.
    scene.play("ann go inn", &[]);
    scene.play("ann linger", &[]);
    assert_eq!((scene.track("ann", "trauma"), scene.track("bea", "trauma")), (1, 1));
}

// ARDOR-R8
#[test]
fn nobody_rests_for_days_where_it_suits_nobody() {
    let mut scene = Scene::new();
    scene.go_to("isle");
    assert_eq!(scene.refused("ann linger"), (Some("ARDOR-R8"), "nobody is at ease here for days".to_owned()));
}

// ARDOR-R8, ARDOR-B3
#[test]
fn nobody_rests_for_days_while_matters_press() {
    let mut scene = Scene::with(PRESSING);
    assert_eq!(scene.refused("ann linger"), (Some("ARDOR-R8"), "matters press: The dam".to_owned()));
    assert_eq!(scene.shown("pressing"), "The dam: 0 of 4");
    scene.play("ann go ridge", &[]);
    let lines = scene.end_fight(Side::Heroes);
    line(&lines, "That is settled: The dam");
    assert_eq!(scene.shown("pressing"), "The dam: settled");
    scene.go_to("camp");
    scene.play("ann linger", &[]);
    assert_eq!(scene.outcome(), None, "its clock stands still");
}

#[test]
fn what_presses_comes_to_pass() {
    let mut scene = Scene::with(PRESSING);
    let lines = scene.play("ann wait", &[]);
    line(&lines, "The dam: 2 of 4");
    assert_eq!(scene.shown("clock"), "day 1, 20:00");
    scene.gauge("pressing", 3);
    let lines = scene.play("ann wait", &[]);
    line(&lines, "Too late. The dam breaks.");
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

#[test]
fn what_came_to_pass_makes_it_harder() {
    let harder = PRESSING.replace("ends = true", "harder = 2");
    let mut scene = Scene::with(&harder);
    let before = scene.chance("ann search");
    let ford = scene.chance("ann go isle");
    scene.gauge("pressing", 4);
    assert!((ford - scene.chance("ann go isle") - 0.1).abs() < 1e-9);
    assert_eq!(scene.outcome(), None);
    assert!((before - scene.chance("ann search") - 0.1).abs() < 1e-9);
    assert_eq!(scene.warnings("ann go isle")[0], "Ann's might against 12", "dangerous ways too");
    // It is too late, and so nothing presses.
    assert!(scene.can("ann linger"));
}

// ARDOR-B3
#[test]
fn experience_is_spent_at_an_extended_rest() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("bea train gust").0, Some("ARDOR-B3"));
    scene.play("ann linger", &[]);
    // Bea has 5; what she never glimpsed costs 2 more than it is worth.
    assert_eq!(scene.refused("bea train gale").1, "costs 6 XP, and there are 5");
    scene.set("ann", "xp", 9);
    let idle = (Some("ARDOR-B3"), "only at an Extended Rest, by those whom the place suits".to_owned());
    for choice in ["ann train gust", "ann toughen", "ann work tower"] {
        assert_eq!(scene.refused(choice), idle, "no comfort, no leisure");
    }
    scene.play("bea train gust", &[]);
    assert_eq!(scene.track("bea", "xp"), 0);
    assert_eq!(scene.refused("bea train gust").1, "is known already");
    scene.set("bea", "xp", 4);
    scene.play("bea toughen", &[]);
    assert_eq!((scene.track("bea", "xp"), scene.track("bea", "health")), (0, 22));
    scene.set("bea", "xp", 9);
    scene.play("ann go inn", &[]);
    assert_eq!(scene.refused("bea toughen").0, Some("ARDOR-B3"), "leisure is over");
}

// ARDOR-B3
#[test]
fn strongholds_and_goals_are_clocks() {
    let mut scene = Scene::new();
    scene.play("ann linger", &[]);
    scene.play("bea work tower", &[]);
    assert_eq!(scene.shown("pursuits"), "The tower 1/2");
    assert_eq!(scene.refused("bea work friends").1, "has worked on something in this rest");
    // A deed fills the rest of it.
    scene.play("ann go ridge", &[]);
    let lines = scene.end_fight(Side::Heroes);
    line(&lines, "This helps with The tower: 2 of 2");
    line(&lines, "The tower is finished: 1 Healing Kit more");
    assert_eq!(scene.shown("kits"), "2");
    scene.go_to("camp");
    scene.play("ann linger", &[]);
    assert_eq!(scene.refused("bea work tower").1, "The tower is finished");
    let before = scene.chance("ann sneak ridge");
    scene.play("bea work friends", &[]);
    assert!((scene.chance("ann sneak ridge") - before - 0.1).abs() < 1e-9, "2 less to beat");
}

#[test]
fn it_ends_when_the_days_are_over() {
    let mut scene = Scene::with("days = 2");
    let lines = scene.play("ann linger", &[]);
    line(&lines, "The time is up");
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_stretch_of_time_that_the_judge_sets_counts_like_any_other() {
    let mut scene = Scene::with(PRESSING);
    scene.gauge("clock", 8 * 60 + 13 * 60);
    assert_eq!(scene.shown("pressing"), "The dam: 2 of 4");
    let light = scene.table.judge(Judgement::Gauge { gauge: "light".to_owned(), value: 1 }).unwrap_err();
    assert_eq!(light.why, "light follows the clock and the place: set the clock");
}

// ARDOR-B3: between adventures there is time for an Extended Rest, whatever presses and wherever one is.
#[test]
fn there_is_time_between_two_adventures() {
    let mut first = Scene::new();
    first.set("ann", "trauma", 2);
    first.set("ann", "xp", 5);
    first.set("bea", "trauma", 1);
    let mut scene = Scene::of(&text(PRESSING), Some(&first.party_file()));
    assert!(scene.label("ann linger").starts_with("Rest for days before you set out"));
    assert!(scene.warnings("ann linger").is_empty(), "everybody goes where they are at ease");
    let lines = scene.play("ann linger", &[]);
    line(&lines, "Days of rest, before you set out");
    assert_eq!((scene.track("ann", "trauma"), scene.track("bea", "trauma")), (1, 0));
    assert_eq!(
        (scene.shown("clock").as_str(), scene.shown("pressing").as_str()),
        ("day 1, 08:00", "The dam: 0 of 4")
    );
    scene.play("ann train gust", &[]);
    scene.play("bea work tower", &[]);
    assert_eq!((scene.track("ann", "xp"), scene.shown("pursuits").as_str()), (0, "The tower 1/2"));
    assert_eq!(scene.refused("ann linger"), (Some("ARDOR-R8"), "matters press: The dam".to_owned()), "once");
}

// ARDOR-B3
#[test]
fn that_time_is_over_when_the_adventure_has_begun() {
    let file = Scene::new().party_file();
    let mut scene = Scene::of(&text(PRESSING), Some(&file));
    scene.play("bea search", &[1]);
    assert_eq!(scene.refused("ann linger").0, Some("ARDOR-R8"));
    // The adventure's own party has come from nowhere.
    assert_eq!(Scene::with(PRESSING).refused("ann linger").0, Some("ARDOR-R8"));
}

// ARDOR-B1: Ardor that one has beyond the usual is kept; a kit is one kit; forcing a door is strenuous.
#[test]
fn a_break_takes_nothing_away() {
    let mut scene = Scene::new();
    scene.gauge("kits", 3);
    scene.set("ann", "ardor", 5);
    scene.set("bea", "ardor", 0);
    scene.set("bea", "health", 1);
    scene.play("ann go inn", &[]);
    scene.play("ann break", &[]);
    assert_eq!((scene.track("ann", "ardor"), scene.track("bea", "ardor")), (5, 3));
    scene.play("bea kit", &[]);
    assert_eq!(scene.shown("kits"), "2");
    scene.set("bea", "health", 1);
    scene.play("ann force vault", &[1]);
    assert_eq!(scene.refused("bea kit").0, Some("ARDOR-B1"));
}

// ARDOR-B3: leisure ends with the rest, and work is done once in each.
#[test]
fn each_extended_rest_has_its_own_leisure() {
    let mut scene = Scene::new();
    scene.play("ann linger", &[]);
    scene.play("bea work tower", &[]);
    scene.play("ann linger", &[]);
    let lines = scene.play("bea work tower", &[]);
    line(&lines, "The tower is finished");
    assert_eq!((scene.shown("kits").as_str(), scene.shown("clock").as_str()), ("2", "day 7, 08:00"));
    assert_eq!(scene.refused("ann rest").1, "nobody is tired yet: in 12 hours at the earliest", "they slept");
}

// ARDOR-B3: what a finished pursuit is good for, at once and from then on.
#[test]
fn a_finished_pursuit_gives_all_that_it_promises() {
    let boon = |text: String| text.replace("gives = { kits = 1 }", "gives = { rations = 3, xp = 2 }");
    let mut scene = Scene::of(&boon(text("") + PARTY), None);
    scene.judge(Judgement::Grant { who: fracas_kernel::Who(0), what: "tower".to_owned(), count: 2 });
    assert_eq!(
        (scene.shown("rations").as_str(), scene.track("ann", "xp"), scene.track("bea", "xp")),
        ("7", 2, 7)
    );
    scene.judge(Judgement::Grant { who: fracas_kernel::Who(0), what: "tower".to_owned(), count: 1 });
    assert_eq!((scene.shown("rations").as_str(), scene.track("ann", "xp")), ("7", 2), "once");
    let next = Scene::of(&boon(text("")), Some(&scene.party_file()));
    assert_eq!((next.shown("rations").as_str(), next.track("ann", "xp")), ("10", 2), "experience came once");
}

/// ARDOR-B2: the judge says on how many faces the next night is broken; nobody is told, and the one after is as ever.
#[test]
fn a_night_is_broken_by_the_judges_word() {
    let word = |value: &str| Judgement::Decide { what: "faces".into(), who: None, value: value.into() };
    let mut scene = Scene::new();
    scene.go_to("isle");
    scene.gauge("clock", 13 * 60);
    let (seat, before) = (Seat::Watcher, scene.view(Seat::Watcher));
    let odds = scene.odds("ann rest");
    scene.judge(word("6"));
    assert!(scene.told_to(seat).is_empty() && scene.view(seat) == before);
    assert_eq!(scene.odds("ann rest"), odds, "nor do odds know of it");
    assert_eq!(scene.warnings("ann rest"), ["2 in 6 that something turns up"]);
    let lines = scene.play("ann rest", &[6, 4]);
    line(&lines, "Something turns up: thieves");
    scene.end_fight(Side::Heroes);
    scene.judge(word("0"));
    scene.play("ann rest", &[]);
    assert!(!scene.fighting());
}
