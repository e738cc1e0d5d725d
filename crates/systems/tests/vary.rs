//! Versions of a scenario: varied, weighed and balanced.

use fracas_content::Bundle;
use fracas_lab::Plan;
use fracas_minds::Minds;
use std::sync::atomic::{AtomicU64, Ordering};

use fracas_systems::{
    Follow, Point, Vary, Weights, against, balance, bundle_for, spots, trials, vary, weights,
};

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
fn no_path_is_varied_twice_and_no_grid_is_endless() {
    let refused = |varied: &[String]| {
        let varied: Vec<Vary> = varied.iter().map(|text| text.parse().unwrap()).collect();
        vary(&ford(), &Minds::default(), &varied, &plan(), &|_| {}).unwrap_err().to_string()
    };
    let twice = ["goblin.hp=3", "goblin.hp=4..6"].map(str::to_owned);
    assert_eq!(
        refused(&twice),
        "goblin.hp is varied twice: name all its values at once, as in goblin.hp=1,3,5"
    );
    // Together more versions than can be counted in 64 bits.
    let endless: Vec<String> = (1..=7).map(|nth| format!("goblin-{nth}.hp=1..1000")).collect();
    assert!(refused(&endless).contains("vary less at once"));
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
    let Weights { weights, idle, left } = weights(&ford(), &Minds::default(), &plan(), &|_| {}).unwrap();
    assert!(left.is_empty());
    // What no file says has a default, and weighs as much.
    let hp = weights.iter().find(|weight| weight.path == "goblin.hp").unwrap();
    assert!(hp.value == 4 && hp.worth < 0.0, "{hp:?}");
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

fn balanced(bundle: &Bundle, by: &str) -> Result<(Bundle, Bundle), String> {
    let few = Plan { fights: 60, ..plan() };
    let by = [by.parse().unwrap()];
    let found =
        balance(bundle, &Minds::default(), 0.5, &by, &few, &|_| {}).map_err(|error| error.to_string())?;
    let written = Bundle { scenario: found.scenario, ..bundle.clone() };
    Ok((written, bundle.with(&found.path, &found.value).unwrap()))
}

/// Armour, weapons, spells, hazards and classes are named by those who fight, and not by the scenario.
#[test]
fn a_written_version_fights_like_the_varied_one_whatever_was_changed() {
    let inline = "system = 'delve'\ntitle = 'Ford'\naware = ['heroes', 'monsters']\n\
        zone = [{ id = 'lane', name = 'Lane', at = [0, 0] }]\nparty = [{ hero = 'brakk', at = 'lane' }]\n\
        foes = [{ creature = 'goblin', at = 'lane', count = 2 }]\n\
        creature = [{ id = 'imp', name = 'Imp', like = 'goblin' }]\n";
    let inline = bundle_for(fracas_content::Source::new("inline.toml", inline)).unwrap();
    let wanted = [
        (ford(), "chain.ac=10"),
        (ford(), "short-sword.damage=2d12"),
        (ford(), "goblin.hp=9"),
        (ford(), "heroes.level=4"),
        (ford(), "fast-water.damage=3d6"),
        (ford(), "foes.goblin.count=3"),
        (inline.clone(), "goblin.ac=19"),
        (inline.clone(), "short-sword.damage=2d12"),
        (inline, "foes.goblin.count=4"),
    ];
    for (bundle, by) in wanted {
        let ends = |bundle: Bundle| trials(bundle).unwrap().ends(&plan(), 0..400);
        let (written, varied) = balanced(&bundle, by).unwrap();
        let (written, varied) = (ends(written), ends(varied));
        assert_eq!(written, varied, "{by}");
        assert_ne!(varied, ends(bundle), "{by} changes something");
    }
}

/// One scenario of each system, and every whole number in it. What only the library can say is refused, and never written as
/// something that fights otherwise.
#[test]
fn every_number_can_be_written() {
    for name in ["goblins-at-the-ford", "kiln-yard", "hexers-mill", "the-heron-bridge", "out-of-grindle-gaol"]
    {
        let bundle = bundle_for(fracas_content::find(name).unwrap()).unwrap();
        let mut refused = Vec::new();
        let mut some = 0;
        for spot in spots(&bundle).unwrap() {
            let Some(value) = spot.whole else { continue };
            let Ok(varied) = bundle.with(&spot.path, &(value + 1).to_string()) else { continue };
            if trials(varied.clone()).is_err() {
                continue;
            }
            some += 1;
            match balanced(&bundle, &format!("{}={}", spot.path, value + 1)) {
                Ok((written, varied)) => {
                    let ends = |bundle: Bundle| trials(bundle).unwrap().ends(&plan(), 0..60);
                    assert_eq!(ends(written), ends(varied), "{}", spot.path);
                }
                Err(error) => refused.push(error),
            }
        }
        assert!(some > 20 && refused.len() * 10 <= some, "{name}: {} of {some}: {refused:#?}", refused.len());
    }
}

/// What is not written but has a value is listed with it, and so is what all heroes have.
#[test]
fn defaults_are_listed_with_their_values() {
    let spots = spots(&ford()).unwrap();
    let spot = |path: &str| {
        spots.iter().find(|spot| spot.path == path).unwrap_or_else(|| panic!("{path}: {spots:?}"))
    };
    assert_eq!((spot("goblin.hp").whole, spot("goblin.hp").given), (Some(4), false));
    assert!(spot("goblin.ac").given && spot("goblin.ac").line > 1);
    assert_eq!(spot("foes.goblin-shaman.count").whole, Some(1));
    assert!(spot("heroes.level").given, "{:?}", spot("heroes.level"));
    // What several have has a value only where it is the same for all of them.
    for spot in spots.iter().filter(|spot| !spot.given && spot.whole.is_some()) {
        let same = trials(ford().with(&spot.path, &spot.value).unwrap()).unwrap();
        assert_eq!(same.ends(&plan(), 0..20), trials(ford()).unwrap().ends(&plan(), 0..20), "{}", spot.path);
    }
}

/// Somebody who has had enough after this many fights or numbers.
struct Patience(AtomicU64);

impl Follow for Patience {
    fn more(&self, fights: u64) {
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(fights)));
    }

    fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn what_is_stopped_keeps_what_is_done() {
    let patience = |many: u64| Patience(AtomicU64::new(many));
    let long = Plan { fights: 5000, ..plan() };
    let varied: Vec<Vary> = vec!["goblin.ac=11..15".parse().unwrap()];
    let points = vary(&ford(), &Minds::default(), &varied, &long, &patience(6000)).unwrap();
    let fights: Vec<u64> = points.iter().map(|point| point.fights).collect();
    assert_eq!(fights, [5000, 2048]);
    assert_eq!(points[0], vary(&ford(), &Minds::default(), &varied, &long, &|_| {}).unwrap()[0]);
    let one = trials(ford()).unwrap();
    assert_eq!(against(&*one, &*one, &long, &patience(1)).1, 2048);
    let weighed = weights(&ford(), &Minds::default(), &plan(), &patience(3)).unwrap();
    assert!(weighed.weights.len() + weighed.idle.len() == 2 && !weighed.left.is_empty(), "{weighed:?}");
    let found = balance(&ford(), &Minds::default(), 0.6, &varied, &long, &patience(6000)).unwrap();
    assert!(found.stopped && found.tried.len() == 2, "{found:?}");
    // Whoever stops at once still learns something.
    let first = balance(&ford(), &Minds::default(), 0.6, &varied, &long, &patience(0)).unwrap();
    assert!(first.stopped && first.tried.len() == 1 && first.tried[0].1.fights == 2048, "{first:?}");
}
