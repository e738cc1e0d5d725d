//! The judge's word between fights.

use fracas_kernel::{EdgeName, Judgement, Seat, Sequel, Who};

use crate::scene::Scene;

/// TWELVES-R1: the judge's advantage keeps the lower die between fights too, a plus is taken off, and the log says so.
#[test]
fn the_judges_favour_helps_between_fights() {
    let told = |add, edge, faces: &[u16]| {
        let mut scene = Scene::in_the_hall();
        scene.judge(Judgement::Favour { roller: Some(Who(0)), roll: None, add, edge });
        scene.play("fia search", faces).swap_remove(0)
    };
    let line = told(0, EdgeName::Advantage, &[12, 5]);
    assert!(line.starts_with("Fia searches: adv d12 [12 5] = 5 against wits 5: finds"), "{line}");
    let line = told(0, EdgeName::Disadvantage, &[12, 5]);
    assert_eq!(line, "Fia searches: dis d12 [12 5] = 12 against wits 5: finds nothing");
    let line = told(2, EdgeName::Level, &[7]);
    assert!(line.starts_with("Fia searches: d12 [7] - 2 = 5 against wits 5: finds"), "{line}");
}

/// TWELVES-R17, TWELVES-J1: what somebody tries between fights takes their ten minutes.
#[test]
fn anything_within_reason_takes_ten_minutes() {
    let mut scene = Scene::in_the_hall();
    let clock = scene.gauge("clock");
    let attempt = |who| Judgement::Attempt {
        who: Who(who),
        tries: "climbs the beams".to_owned(),
        check: Some("agility".to_owned()),
        against: None,
        success: Sequel {
            says: "There is silver up there".to_owned(),
            acts: vec![Judgement::Grant { who: Who(who), what: "silver".to_owned(), count: 3 }],
        },
        failure: Sequel::default(),
    };
    scene.table.propose(Who(0), "climbs the beams").unwrap();
    let told = scene.judge_rolling(attempt(0), &[6]);
    let line = "Fia: climbs the beams: d12 [6] = 6 against agility 6: success. There is silver up there";
    assert_eq!(told, [line, "Judge: Fia receives 3 silver"]);
    assert_eq!(scene.told_to(Seat::Watcher), told);
    assert_eq!((scene.gauge("silver"), scene.gauge("clock")), ("3".to_owned(), clock));
    assert_eq!(scene.refused("fia search"), Some("TWELVES-J1"), "that was what Fia did");
    let again = scene.table.propose(Who(0), "climbs again").unwrap_err();
    assert!(again.why.contains("has done something in these ten minutes"), "{again}");
    // The last one ends them, and something may come (TWELVES-J4).
    scene.judge_rolling(attempt(1), &[12, 12]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:20");
    assert!(scene.can("fia search"));
}

/// TWELVES-J4: the judge says on which faces something turns up, and everybody sees the gauge.
#[test]
fn the_judge_sets_the_danger() {
    let mut scene = Scene::in_the_hall();
    let danger = |value| Judgement::Gauge { gauge: "danger".to_owned(), value };
    scene.judge(danger(9));
    assert_eq!(scene.gauge("danger"), "9 in 12");
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[9, 1]);
    assert!(scene.fights());
    let mut scene = Scene::in_the_hall();
    scene.judge(danger(0));
    scene.play("fia watch", &[]);
    scene.play("eel watch", &[]);
    assert!(!scene.fights(), "and nothing is rolled");
    assert!(scene.table.judge(danger(12)).unwrap_err().why.contains("danger goes from 0 to 11"));
}
