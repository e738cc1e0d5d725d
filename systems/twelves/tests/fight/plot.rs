//! Goals and events in this system. What they mean everywhere is tested with the delve; here is what these rules add.

use fracas_content::{Bundle, Source};
use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Play, Seat, Side, Status, Whim, Who, fight};
use fracas_twelves::Twelves;

use crate::scene::{Scene, begun_on, hits};

const HEROES: Option<Outcome> = Some(Outcome::Won(Side::Heroes));

const MAP: &str = r#"
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
hazard = { name = "Fire", hits = 1, dormant = true }

[[zone]]
id = "loft"
name = "Loft"
at = [2, 0]
"#;

fn begun(plot: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    begun_on(&format!("{MAP}\n{plot}"), party, foes)
}

/// TWELVES-G1: a goal ends the fight and the last enemy's fall does not; holding out is counted at the end of a round.
#[test]
fn goals_end_a_fight() {
    let mut scene = begun("[[goal]]\nhold = 1", &[("fia", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.gauge("goal"), "hold out for 1 round: round 1 of 1");
    scene.play("fia pass", &[]);
    let lines = scene.play("imp pass", &[]);
    assert_eq!(lines.last().map(String::as_str), Some("The heroes have won"), "{lines:?}");
    assert_eq!(scene.outcome(), HEROES);
    let mut scene = begun("[[goal]]\nreach = \"loft\"", &[("fia", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.instinct("fia"), "fia move hall");
    scene.play("fia move hall", &[]);
    scene.play("imp pass", &[]);
    scene.play("fia move loft", &[]);
    assert_eq!(scene.outcome(), HEROES);
}

/// TWELVES-G2: picking up takes the turn, dropping does not; fleeing with it wins.
#[test]
fn carrying() {
    let chest = "[[prize]]\nid = \"chest\"\nname = \"Chest\"\nat = \"yard\"\n[[goal]]\ncarry = \"chest\"\n";
    let mut scene = begun(chest, &[("fia", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.instinct("fia"), "fia take chest");
    assert!(scene.play("fia take chest", &[]).contains(&"Fia picks up the chest".to_owned()));
    scene.play("imp pass", &[]);
    scene.play("fia drop chest", &[]);
    assert!(scene.asked().contains(&"fia".to_owned()));
    scene.play("fia take chest", &[]);
    scene.play("imp pass", &[]);
    assert_eq!(scene.instinct("fia"), "fia flee");
    let lines = scene.play("fia flee", &[]);
    assert_eq!(lines[1..], ["Fia gets away with the chest", "The heroes have won"]);
}

/// TWELVES-G3, TWELVES-G5: who comes later is unknown until they come; they act when their side next does.
#[test]
fn reinforcements() {
    let riders = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\ntext = \"Hooves!\"\n\
        [[foes]]\ncreature = \"imp\"\nat = \"yard\"\ncomes = \"e\"\n";
    let mut scene = begun(riders, &[("fia", "hall")], &[("imp", "loft")]);
    let seen =
        |scene: &Scene, seat| scene.view(seat).tokens.into_iter().map(|one| one.id).collect::<Vec<_>>();
    let player = Seat::Player([Who(0)].into_iter().collect());
    assert_eq!(seen(&scene, player), ["fia", "imp"]);
    assert_eq!(scene.status("imp-2"), Status::Gone, "for the judge");
    scene.play("fia pass", &[]);
    let lines = scene.play("imp pass", &[]);
    assert!(lines.contains(&"Hooves!".to_owned()) && lines.contains(&"Imp 2 comes to the field".to_owned()));
    assert_eq!(scene.place("imp-2").as_deref(), Some("yard"));
    scene.play("fia pass", &[]);
    assert!(scene.asked().contains(&"imp-2".to_owned()));
}

/// TWELVES-G4: what sleeps in a zone wakes, and takes those who are there.
#[test]
fn fire() {
    let fire = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\nzones = [\"hall\"]\n";
    let mut scene = begun(fire, &[("fia", "hall")], &[("imp", "loft")]);
    let before = hits(&scene, "fia");
    scene.play("fia pass", &[]);
    let lines = scene.play("imp pass", &[]);
    assert!(lines.contains(&"Hall: fire from now on".to_owned()), "{lines:?}");
    assert_eq!(hits(&scene, "fia"), before - 1);
    assert!(scene.tags("hall").iter().any(|tag| tag.starts_with("hazard")));
}

/// A whole fight with a goal is worth fighting: instinct wins some and loses some.
#[test]
fn a_rescue_is_fair() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fight/scene/burning-tollhouse.toml");
    let text = std::fs::read_to_string(path).expect("it is there");
    let bundle = Bundle::new(Source::new(path, text)).unwrap();
    let rules = Twelves::load(&bundle).unwrap_or_else(|said| panic!("{said}"));
    let won = (0..400).filter(|&seed| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(1, seed));
        let fought = fight(&rules, &mut state, &mut dice, &mut Whim::stream(2, seed), &mut Null, 3000);
        assert!(fought.outcome.is_some(), "fight {seed} does not end");
        fought.outcome == HEROES
    });
    let share = won.count() as f64 / 400.0;
    assert!((0.5..=0.85).contains(&share), "{share}");
}
