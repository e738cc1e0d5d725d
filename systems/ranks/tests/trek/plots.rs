//! Goals and events in fights that open in an adventure.

use fracas_adventure::Adventure;
use fracas_kernel::{MapView, Seat, checks};

use crate::scene::{PLACE, Scene, TWO, load};

const MILLERS: &str = "foes = [{ creature = \"rat\", count = 2 }]\n";
const PLOT: &str = "foes = [{ creature = \"rat\", count = 2 }, { creature = \"magpie\", at = \"mill\", comes = \"caw\" }]\n\
    friends = [{ creature = \"rat\" }]\n[[encounter.goal]]\nhold = 2\n\
    [[encounter.event]]\nid = \"caw\"\nwhen = { round = 2 }\nhazard = \"fire\"\nzones = [\"mill\"]\n";
const FIRE: &str = "[[hazard]]\nid = \"fire\"\nname = \"Fire\"\nrank = 2\ndamage = \"fire\"\n";

fn plotted() -> String {
    let text = format!("{PLACE}{TWO}{FIRE}");
    let changed = text.replacen(MILLERS, PLOT, 1);
    assert_ne!(changed, text);
    changed
}

/// RANKS-G6: the fight with those who live somewhere can have a goal of its own; the zones of its field are areas.
#[test]
fn a_lair_has_a_goal_of_its_own() {
    let mut scene = Scene::of(&plotted(), None);
    scene.play("fia go road", &[]);
    scene.win();
    scene.play("fia go mill", &[]);
    assert!(scene.fights());
    assert_eq!(scene.gauge("goal"), "hold out for 2 rounds: round 0 of 2");
    assert_eq!(scene.view(Seat::Judge).tokens.len(), 6, "two heroes, a friend, two rats, and one to come");
    let MapView::Squares { pieces, .. } = scene.view(Seat::Judge).map else { panic!("squares") };
    assert_eq!(pieces.len(), 5);
    scene.win();
    assert!(!scene.fights());
}

#[test]
fn generic_checks_hold() {
    let rules = Adventure(load(&plotted(), None).unwrap());
    checks::legal_exactly_when_listed(&rules, 0..2);
    checks::playouts_end(&rules, 0..6);
    checks::instinct_is_legal(&rules, 0..12);
    checks::secrets_are_kept(&rules, 0..1, 97);
}
