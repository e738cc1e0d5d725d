//! Goals and events in fights that open in an adventure.

use fracas_adventure::Adventure;
use fracas_kernel::{Side, checks};

use crate::scene::{PARTY, Scene, load_with, text};

const GUARDS: &str = "foes = [{ creature = \"imp\", count = 2 }]\n";
const PLOT: &str = "foes = [{ creature = \"imp\", count = 2 }, { creature = \"ogre\", at = \"ridge\", comes = \"horn\" }]\n\
    friends = [{ creature = \"bea\" }]\n[[encounter.goal]]\nprotect = \"bea\"\n[[encounter.goal]]\nhold = 3\n\
    [[encounter.event]]\nid = \"horn\"\nwhen = { round = 2 }\ntext = \"A horn!\"\n\
    [[encounter.event]]\nid = \"smoke\"\nwhen = { round = 1 }\nhazard = \"fire\"\nzones = [\"ridge\"]\n";
const FIRE: &str = "[[hazard]]\nid = \"fire\"\nname = \"Fire\"\ndamage = \"1d4\"\n";

fn plotted() -> String {
    let party = PARTY.replace("\n[[party]]\nhero = \"bea\"\n", "");
    text("").replacen(GUARDS, PLOT, 1) + &party + FIRE
}

/// ARDOR-G6: the fight with those who live somewhere can have goals of its own, friends, and those who come later.
#[test]
fn a_lair_has_a_goal_of_its_own() {
    let mut scene = Scene::of(&plotted(), None);
    scene.go_to("ridge");
    scene.play("ann attack", &[]);
    assert!(scene.fighting());
    assert_eq!(
        scene.view(fracas_kernel::Seat::Judge).gauges.iter().filter(|one| one.name == "goal").count(),
        2
    );
    assert_eq!(scene.token("bea").place.as_deref(), Some("ridge"));
    let seen: Vec<String> =
        scene.view(fracas_kernel::Seat::Watcher).tokens.into_iter().map(|token| token.id).collect();
    assert_eq!(seen, ["ann", "bea", "imp-1", "imp-2"], "nobody knows of the ogre");
    scene.end_fight(Side::Heroes);
    assert!(!scene.fighting());
}

#[test]
fn generic_checks_hold() {
    let rules = Adventure(load_with(&plotted(), None).unwrap());
    checks::legal_exactly_when_listed(&rules, 0..4);
    checks::playouts_end(&rules, 0..15);
    checks::instinct_is_legal(&rules, 0..20);
    checks::secrets_are_kept(&rules, 0..2, 97);
    checks::odds_come_true(&rules, 0..1, 307);
}

#[test]
fn friends_are_heroes() {
    let said = load_with(&plotted().replace("creature = \"bea\"", "creature = \"imp\""), None)
        .map(|_| ())
        .unwrap_err();
    assert!(said.contains("only heroes stand with the party"), "{said}");
}
