//! Versions of a scenario: varied, weighed and balanced.

use fracas_content::Bundle;
use fracas_lab::Plan;
use fracas_minds::Minds;
use fracas_systems::{Point, Vary, balance, bundle_for, trials, vary, weights};

fn ford() -> Bundle {
    bundle_for(fracas_content::find("goblins-at-the-ford").unwrap()).unwrap()
}

fn plan() -> Plan {
    Plan { threads: Some(1), ..Plan::new(400, 5) }
}

#[test]
fn what_to_vary_is_read_or_refused_with_the_right_spelling() {
    let vary = |text: &str| text.parse::<Vary>().map(|vary| (vary.path, vary.values.join(" ")));
    assert_eq!(vary("goblin.hp=3..5"), Ok(("goblin.hp".to_owned(), "3 4 5".to_owned())));
    assert_eq!(vary("x=-2..6/4"), Ok(("x".to_owned(), "-2 2 6".to_owned())));
    assert_eq!(vary("a.b=leather, plate"), Ok(("a.b".to_owned(), "leather plate".to_owned())));
    assert_eq!(vary("w=[\"a\",\"b\"],[]").unwrap().1, "[\"a\",\"b\"] []");
    for wrong in ["", "x", "=3", "x=", "x=5..3", "x=1..b", "x=1..9/0", "x=0..99999999"] {
        let error = wrong.parse::<Vary>().unwrap_err();
        assert!(error.contains("PATH=3..9"), "{error}");
    }
}

#[test]
fn more_goblins_are_harder_and_a_grid_has_every_version() {
    let varied: Vec<Vary> =
        ["foes.goblin.count=2,9", "heroes.level=1,4"].map(|text| text.parse().unwrap()).to_vec();
    let points = vary(&ford(), &Minds::default(), &varied, &plan(), &|_| {}).unwrap();
    let values: Vec<String> = points.iter().map(|point| point.values.join(" ")).collect();
    assert_eq!(values, ["2 1", "2 4", "9 1", "9 4"]);
    let share = |nth: usize| points[nth].heroes.share;
    assert!(share(0) > share(2) && share(3) > share(2), "{points:?}");
    let alone =
        trials(ford().with("foes.goblin.count", "9").unwrap().with("heroes.level", "1").unwrap()).unwrap();
    assert_eq!(Point::of(points[2].values.clone(), &alone.simulate(&plan(), 0..400, &|_| {})), points[2]);
}

#[test]
fn what_cannot_be_loaded_is_told_with_its_version() {
    let wrong: Vec<Vary> = vec!["goblin.ac=13,-70".parse().unwrap()];
    let error = vary(&ford(), &Minds::default(), &wrong, &plan(), &|_| {}).unwrap_err().to_string();
    assert!(error.starts_with("with goblin.ac = -70:"), "{error}");
    let missing: Vec<Vary> = vec!["gobln.ac=13".parse().unwrap()];
    assert!(
        vary(&ford(), &Minds::default(), &missing, &plan(), &|_| {})
            .unwrap_err()
            .to_string()
            .contains("\"goblin\"")
    );
}

#[test]
fn one_more_goblin_is_worth_something_and_names_are_not() {
    let (weights, idle) = weights(&ford(), &Minds::default(), &plan(), &|_| {}).unwrap();
    let goblin = weights.iter().find(|weight| weight.path == "foes.goblin.count").unwrap();
    assert!(goblin.worth < 0.0 && goblin.error > 0.0, "{goblin:?}");
    assert!(!idle.contains(&"foes.goblin.count".to_owned()));
    assert!(idle.iter().all(|path| weights.iter().all(|weight| weight.path != *path)));
}

#[test]
fn a_balanced_scenario_plays_as_promised() {
    let found = balance(&ford(), &Minds::default(), 0.6, &[], &plan(), &|_| {}).unwrap();
    assert!(found.path.starts_with("foes.") && found.path.ends_with(".count"), "{found:?}");
    assert!((found.win.share - 0.6).abs() < 0.15, "{found:?}");
    let by = ["goblin.ac=14..16".parse().unwrap()];
    let found = balance(&ford(), &Minds::default(), 0.6, &by, &plan(), &|_| {}).unwrap();
    assert!(found.scenario.text.contains("goblin-changed"), "{}", found.scenario.text);
    let changed = ford().with("goblin.ac", &found.value).unwrap();
    let ends = |bundle: Bundle| trials(bundle).unwrap().ends(&plan(), 0..400);
    assert_eq!(ends(Bundle { scenario: found.scenario, ..ford() }), ends(changed));
}
