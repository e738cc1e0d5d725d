//! Goals and events in this system. What they mean everywhere is tested with the delve; here is what these rules add.

use fracas_content::{Bundle, Source};
use fracas_dice::Seeded;
use fracas_heed::Heed;
use fracas_kernel::{Null, Outcome, Play, Scripted, Seat, Side, Status, Whim, Who, fight};

use crate::scene::{Scene, Stage};

const HEROES: Option<Outcome> = Some(Outcome::Won(Side::Heroes));

const MAP: &str = r#"
system = "heed"
title = "Stage"
starts = "heroes"

[[zone]]
id = "yard"
name = "Yard"
feature = [{ id = "posts", name = "Posts", is = "cover" }]
at = [0, 0]
near = ["hall"]
exit = true

[[zone]]
id = "hall"
name = "Hall"
feature = [{ id = "bench", name = "Bench", is = "cover" }]
at = [1, 0]
near = ["loft"]

[[zone]]
id = "loft"
name = "Loft"
feature = [{ id = "beams", name = "Beams", is = "height" }]
at = [2, 0]
"#;

/// Hanno and a goblin, in the first round.
fn begun(plot: &str, hero: &str, foe: &str) -> Scene {
    let text = format!(
        "{MAP}\n{plot}\n[[party]]\nhero = \"hanno\"\nat = {hero:?}\n[[foes]]\ncreature = \"goblin\"\nat = {foe:?}\n"
    );
    let bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
    let mut scene = Scripted::new(Heed::load(&bundle).unwrap_or_else(|said| panic!("{said}")));
    scene.begin();
    scene
}

/// HEED-G1: holding out is counted at the end of a round, and the end is the last line.
#[test]
fn goals_end_a_combat() {
    let mut scene = begun("[[goal]]\nhold = 1", "yard", "loft");
    scene.play("hanno done", &[]);
    let lines = scene.play("goblin done", &[]);
    assert_eq!(lines.last().map(String::as_str), Some("The heroes have won"), "{lines:?}");
    let mut scene = begun("[[goal]]\nreach = \"hall\"", "yard", "loft");
    assert_eq!(scene.instinct("hanno"), "hanno move hall");
    while scene.outcome().is_none() && scene.place("hanno").as_deref() != Some("hall") {
        scene.play("hanno move hall", &[]);
    }
    assert_eq!(scene.outcome(), HEROES);
}

/// HEED-G2: picking up is an action, dropping costs nothing; leaving with it wins.
#[test]
fn carrying() {
    let chest = "[[prize]]\nid = \"chest\"\nname = \"Chest\"\nat = \"yard\"\n[[goal]]\ncarry = \"chest\"\n";
    let mut scene = begun(chest, "yard", "loft");
    assert_eq!(scene.instinct("hanno"), "hanno take chest");
    assert_eq!(scene.play("hanno take chest", &[]), ["Hanno picks up the chest"]);
    assert_eq!(scene.play("hanno drop chest", &[]), ["Hanno drops the chest"]);
    assert!(!scene.can("hanno take chest"), "the action is spent");
    scene.play("hanno done", &[]);
    scene.play("goblin done", &[]);
    scene.play("hanno take chest", &[]);
    scene.play("hanno done", &[]);
    scene.play("goblin done", &[]);
    assert_eq!(scene.instinct("hanno"), "hanno leave");
    let lines = scene.play("hanno leave", &[]);
    assert_eq!(lines[1..], ["Hanno gets away with the chest", "The heroes have won"]);
}

/// HEED-G3, HEED-G5: who comes later is unknown until they come.
#[test]
fn reinforcements() {
    let riders = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\ntext = \"Hooves!\"\n\
        [[foes]]\ncreature = \"goblin\"\nat = \"hall\"\ncomes = \"e\"\n";
    let mut scene = begun(riders, "yard", "loft");
    let seen =
        |scene: &Scene, seat| scene.view(seat).tokens.into_iter().map(|one| one.id).collect::<Vec<_>>();
    let player = Seat::Player([Who(0)].into_iter().collect());
    assert_eq!(seen(&scene, player), ["hanno", "goblin"]);
    assert_eq!(scene.status("goblin-2"), Status::Gone, "for the judge");
    scene.play("hanno done", &[]);
    let lines = scene.play("goblin done", &[]);
    assert!(lines.contains(&"Hooves!".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Goblin 2 comes to the field".to_owned()), "{lines:?}");
    scene.play("hanno done", &[]);
    assert!(scene.asked().contains(&"goblin-2".to_owned()));
}

/// HEED-G4: fire comes to a zone: those who are there dodge or are wounded, and it shows.
#[test]
fn fire() {
    let fire = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\nhazard = \"fire\"\nzones = [\"yard\"]\n";
    let mut scene = begun(fire, "yard", "loft");
    scene.play("hanno done", &[]);
    // Hanno's dodge: a 2 is no slot of his that dodges, and is wounded.
    let lines = scene.play("goblin done", &[2]);
    assert!(lines.contains(&"Yard: fire from now on".to_owned()), "{lines:?}");
    assert!(scene.tags("yard").contains(&"fire (look out)".to_owned()));
    assert_eq!(lines.iter().filter(|line| line.contains("wound")).count(), 1, "{lines:?}");
}

/// The fight that ships with a goal is worth fighting: instinct wins some and loses some.
#[test]
fn the_goal_that_ships_is_fair() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/heed/scenarios/hold-the-signal-fire.toml");
    let text = std::fs::read_to_string(path).expect("it ships");
    let bundle = Bundle::new(Source::new(path, text)).unwrap();
    let rules = Heed::load(&bundle).unwrap_or_else(|said| panic!("{said}"));
    let won = (0..400).filter(|&seed| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(1, seed));
        let fought = fight(&rules, &mut state, &mut dice, &mut Whim::stream(2, seed), &mut Null, 6000);
        assert!(fought.outcome.is_some(), "fight {seed} does not end");
        fought.outcome == HEROES
    });
    let share = won.count() as f64 / 400.0;
    assert!((0.5..=0.85).contains(&share), "{share}");
}
