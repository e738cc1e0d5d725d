//! Goals and events in this system. What they mean everywhere is tested with the delve; here is what these rules add.

use fracas_ardor::Ardor;
use fracas_content::{Bundle, Source};
use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Play, Scripted, Seat, Side, Status, Whim, Who, fight};

const HEROES: Option<Outcome> = Some(Outcome::Won(Side::Heroes));

const MAP: &str = r#"
system = "ardor"
title = "Stage"
challenge = 12
discovery = false

[[zone]]
id = "yard"
name = "Yard"
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
at = [1, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Loft"
at = [2, 0]
"#;

type Scene = Scripted<Ardor>;

/// Tobin and a raider, in the first round.
fn begun(plot: &str, hero: &str, foe: &str) -> Scene {
    let text = format!(
        "{MAP}\n{plot}\n[[party]]\nhero = \"tobin\"\nat = {hero:?}\n[[foes]]\ncreature = \"raider\"\nat = {foe:?}\n"
    );
    let bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
    let mut scene = Scripted::new(Ardor::load(&bundle).unwrap_or_else(|said| panic!("{said}")));
    scene.play("tobin begin", &[]);
    scene
}

/// A round in which the raider defends, and Tobin does something with a 10.
fn round(scene: &mut Scene, deed: &str) -> Vec<String> {
    for foe in scene.asked() {
        scene.play(&format!("{foe} defend"), &[]);
    }
    let mut lines = scene.play(&format!("tobin {deed}"), &[10]);
    if scene.asked() == ["tobin"] && scene.can("tobin pass") {
        lines.extend(scene.play("tobin pass", &[]));
    }
    lines
}

/// ARDOR-G1: goals are looked at when the round is over, and the end is the last line.
#[test]
fn goals_end_an_encounter() {
    let mut scene = begun("[[goal]]\nhold = 1", "yard", "loft");
    assert_eq!(scene.gauge("goal"), "hold out for 1 round: round 1 of 1");
    let lines = round(&mut scene, "defend");
    assert_eq!(lines.last().map(String::as_str), Some("The heroes have won"), "{lines:?}");
    let mut scene = begun("[[goal]]\nreach = \"hall\"", "yard", "loft");
    round(&mut scene, "flee hall");
    assert_eq!(scene.outcome(), HEROES);
}

/// ARDOR-G2: what lies there is taken at the end of a round where no enemy stands; off the field with it wins.
#[test]
fn carrying() {
    let chest = "[[prize]]\nid = \"chest\"\nname = \"Chest\"\nat = \"hall\"\n[[goal]]\ncarry = \"chest\"\n";
    let mut scene = begun(chest, "yard", "loft");
    let lines = round(&mut scene, "flee hall");
    assert!(lines.contains(&"Tobin picks up the chest".to_owned()), "{lines:?}");
    assert!(scene.is("tobin", "chest"));
    round(&mut scene, "flee yard");
    let lines = round(&mut scene, "flee off");
    assert!(lines.contains(&"Tobin gets away with the chest".to_owned()), "{lines:?}");
    assert_eq!(scene.outcome(), HEROES);
    let mut scene = begun(chest, "yard", "hall");
    round(&mut scene, "flee hall");
    assert!(!scene.is("tobin", "chest"), "the raider stands there");
}

/// ARDOR-G3, ARDOR-G5: who comes later is unknown until they come, and acts in that round.
#[test]
fn reinforcements() {
    let riders = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\ntext = \"Hooves!\"\n\
        [[foes]]\ncreature = \"raider\"\nat = \"yard\"\ncomes = \"e\"\n";
    let mut scene = begun(riders, "yard", "loft");
    let seen =
        |scene: &Scene, seat| scene.view(seat).tokens.into_iter().map(|one| one.id).collect::<Vec<_>>();
    let player = Seat::Player([Who(0)].into_iter().collect());
    assert_eq!(seen(&scene, player), ["tobin", "raider"]);
    assert_eq!(scene.status("raider-2"), Status::Gone, "for the judge");
    let lines = round(&mut scene, "defend");
    assert!(lines.contains(&"Hooves!".to_owned()), "{lines:?}");
    assert_eq!(scene.place("raider-2").as_deref(), Some("yard"));
    assert!(scene.asked().contains(&"raider-2".to_owned()));
}

const FLOOD: &str = "[[hazard]]\nid = \"flood\"\nname = \"Flood\"\ndamage = \"1d6\"\ncondition = \"dazed\"\n\
    [[event]]\nid = \"e\"\nwhen = { round = 1 }\nhazard = \"flood\"\nzones = [\"yard\"]\n";

/// ARDOR-G4: what comes to a zone takes those who are there when the round is over, and not those who have left it.
#[test]
fn hazards_take_those_who_stay() {
    let mut scene = begun(FLOOD, "yard", "loft");
    assert!(scene.tags("yard").contains(&"flood".to_owned()), "{:?}", scene.tags("yard"));
    let before = scene.track("tobin", "health").unwrap();
    for foe in scene.asked() {
        if foe != "tobin" {
            scene.play(&format!("{foe} defend"), &[]);
        }
    }
    assert_eq!(scene.instinct("tobin"), "tobin flee hall", "out of it, before anything else");
    scene.play("tobin defend", &[10]);
    let lines = scene.play("tobin pass", &[4]);
    assert!(lines.iter().any(|line| line.contains("takes 4 damage")), "{lines:?}");
    assert_eq!(scene.track("tobin", "health"), Some(before - 4));
    assert!(scene.is("tobin", "dazed"));
    round(&mut scene, "flee hall");
    assert_eq!(scene.track("tobin", "health"), Some(before - 4), "in the hall it is dry");
}

/// The fight that ships with a goal is worth fighting: instinct wins some and loses some.
#[test]
fn the_goal_that_ships_is_fair() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/ardor/scenarios/the-lamplit-archive.toml");
    let text = std::fs::read_to_string(path).expect("it ships");
    let bundle = Bundle::new(Source::new(path, text)).unwrap();
    let rules = Ardor::load(&bundle).unwrap_or_else(|said| panic!("{said}"));
    let won = (0..400).filter(|&seed| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(1, seed));
        let fought = fight(&rules, &mut state, &mut dice, &mut Whim::stream(2, seed), &mut Null, 6000);
        assert!(fought.outcome.is_some(), "fight {seed} does not end");
        fought.outcome == HEROES
    });
    let share = won.count() as f64 / 400.0;
    assert!((0.5..=0.85).contains(&share), "{share}");
}
