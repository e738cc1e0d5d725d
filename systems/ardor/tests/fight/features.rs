//! Features of zones, pushes and falls: with dice on the table.

use std::sync::Arc;

use fracas_ardor::Ardor;
use fracas_kernel::checks::Effort;
use fracas_kernel::{Seat, check_every};

use crate::scene::{Scene, line, load, text};

const FEATURES: &str = r#"near = ["stair"]
feature = [
    { id = "brazier", name = "Brazier", by = "might", modifier = 2, takes = "foes", uses = 1, full = { damage = "2d6", push_to = "yard" }, glancing = { damage = "1d6" } },
    { id = "casks", name = "Casks", by = "might", takes = "everyone", range = "near", area = true, full = { condition = "prone", rounds = 1 } },
    { id = "font", name = "Font", by = "wit", takes = "friends", uses = 2, full = { heal = "1d6" } },
]"#;
const FALL: &str =
    "exit = true\nfall = { what = \"the well\", damage = \"1d6\", condition = \"dazed\", rounds = 1 }";
const MORE: &str = r#"
[[ability]]
id = "shove"
name = "Shove"
cost = 0
by = "might"
range = "melee"
takes = "foes"
full = { push = true }
glancing = { damage = "1d4" }

[[archetype]]
id = "pusher"
name = "pusher"
health = 20
ardor = 1
surges = 1
abilities = ["shove"]

[[hero]]
id = "fay"
name = "Fay"
archetype = "pusher"
melee = "pole"

[[creature]]
id = "wolf"
name = "Wolf"
base = 10
health = 10
melee = "teeth"
beast = true
"#;

/// The hall has things to use, and there is a well in the yard.
fn stage(party: &[(&str, &str)], foes: &[(&str, &str)]) -> String {
    let stage = text("", party, foes).replacen("near = [\"stair\"]", FEATURES, 1);
    stage.replacen("exit = true", FALL, 1) + MORE
}

fn begun(party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::of(&stage(party, foes));
    scene.play(&format!("{} begin", party[0].0), &[]);
    scene
}

fn all() -> Vec<Arc<Ardor>> {
    let party = [("ann", "hall"), ("cyd", "hall"), ("fay", "yard")];
    let foes = [("imp", "hall"), ("ogre", "hall"), ("wolf", "yard"), ("hag", "stair")];
    vec![Arc::new(load(&stage(&party, &foes)).unwrap())]
}

const EFFORT: Effort = Effort { listed: 0..2, playouts: 0..20, instinct: 0..20, nth: 211, ..Effort::SOME };

check_every!(all, EFFORT);

/// ARDOR-D5, ARDOR-D7: a feature is used with a score as an ability is, at no cost; it can push people where they fall.
#[test]
fn a_feature_is_used_like_an_ability() {
    let mut scene = begun(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp attack ann", &[]);
    // 12 + 2 against 13: two dice of damage, one for the well; the imp had Ann in reach, and 13 to 14 is glancing.
    let lines = scene.play("ann use brazier imp", &[12, 3, 4, 5, 2]);
    assert!(line(&lines, "Ann uses Brazier on Imp").contains("14 to 13"), "{lines:?}");
    assert_eq!(line(&lines, "Imp is pushed"), "Imp is pushed to Yard: the well, d6 [5] = 5 damage");
    assert_eq!((scene.zone("imp"), scene.health("imp"), scene.health("ann")), ("yard".into(), 18, 18));
    assert!(scene.badges("imp").iter().any(|badge| badge.contains("dazed")), "{:?}", scene.badges("imp"));
    scene.play("imp move-to-attack hall ann", &[]);
    assert_eq!(scene.refused("ann use brazier imp"), Some("ARDOR-D5"), "it is used up");
    assert!(scene.seen(Seat::Judge).contains("Brazier (used up)"));
    // A glancing hit does what it says, and pushes nobody.
    let mut scene = begun(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp attack ann", "ann use brazier imp"], &[10, 1, 1, 6]);
    assert_eq!((scene.zone("imp"), scene.health("imp"), scene.health("ann")), ("hall".into(), 24, 18));
}

/// ARDOR-D5: only beside it, and beasts do not. It is there for the quicker; at the same score both are in time.
#[test]
fn a_feature_is_there_for_the_quicker() {
    let mut scene = begun(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall"), ("wolf", "hall")]);
    assert_eq!(scene.refused("wolf use casks hall"), Some("ARDOR-D5"));
    scene.play_all(&["imp defend", "wolf defend"], &[]);
    let lines = scene.play_all(&["ann use brazier imp", "bea use brazier imp"], &[15, 14, 1, 1, 1]);
    assert_eq!(line(&lines, "Bea is"), "Bea is too late to use Brazier");
    for (second, both) in [(15, true), (14, false)] {
        let mut scene = begun(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall")]);
        scene.play("imp defend", &[]);
        let faces: &[u16] = if both { &[15, second, 1, 1, 2, 2, 1] } else { &[15, second, 1, 1, 1] };
        scene.play_all(&["ann use brazier imp", "bea use brazier imp"], faces);
        assert_eq!(scene.health("imp"), if both { 23 } else { 27 }, "{second}");
    }
    let mut scene = begun(&[("ann", "stair")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann use brazier imp"), Some("ARDOR-D5"), "it is in another zone");
}

/// ARDOR-D5: what helps friends simply works, as often as there is some of it; what takes everyone spares nobody else.
#[test]
fn help_and_harm_of_features() {
    let mut scene = begun(&[("ann", "hall"), ("bea", "hall health = 5")], &[("imp", "hall")]);
    for (face, health) in [(4, 9), (1, 10)] {
        scene.play_all(&["imp defend", "ann use font bea", "bea defend"], &[1, 1, face]);
        assert_eq!(scene.health("bea"), health);
    }
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann use font bea"), Some("ARDOR-D5"));
    let lines = scene.play_all(&["ann use casks hall", "bea defend"], &[19, 1]);
    assert!(line(&lines, "Ann uses Casks on Imp").contains("a full hit"), "{lines:?}");
    assert!(line(&lines, "Bea is prone").contains("next round"), "{lines:?}");
}

/// ARDOR-D6: a push leads into a zone beside the target that its maker names; the rooted stay where they are.
#[test]
fn pushes_are_aimed() {
    let mut scene = begun(&[("fay", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert!(scene.can("fay use shove imp yard") && scene.can("fay use shove imp stair"));
    assert_eq!(scene.refused("fay use shove imp loft"), Some("ARDOR-D6"));
    scene.play("fay use shove imp yard", &[20]);
    scene.play("fay pass", &[6]);
    assert_eq!((scene.zone("imp"), scene.health("imp")), ("yard".into(), 24));
    let mut scene = begun(&[("fay", "hall")], &[("imp", "hall")]);
    scene.afflict("imp", "rooted", Some(3));
    scene.play("imp defend", &[]);
    scene.play("fay use shove imp yard", &[15]);
    let lines = scene.play("fay pass", &[]);
    assert_eq!((scene.zone("imp"), line(&lines, "Imp cannot")), ("hall".into(), "Imp cannot leave the zone"));
}

/// Minds use what does more than a blow; beasts do not.
#[test]
fn instinct_uses_what_stands_about() {
    for (foe, uses) in [("ogre", true), ("wolf", false)] {
        let scene = begun(&[("ann", "hall"), ("bea", "hall")], &[(foe, "hall")]);
        let choice = scene.instinct(foe);
        assert_eq!(choice.contains(" use "), uses, "{choice}");
    }
}

#[test]
fn what_cannot_be_is_told() {
    let wrong = |from: &str, to: &str| {
        load(&stage(&[("ann", "hall")], &[("imp", "hall")]).replacen(from, to, 1)).unwrap_err()
    };
    let told = |from: &str, to: &str, what: &str| {
        let problems = wrong(from, to);
        assert!(problems.contains(what), "{problems}");
    };
    told("id = \"brazier\"", "id = \"bash\"", "zone[1].feature[0].id: an ability has this id");
    told("uses = 2, full = { heal", "full = { heal", "zone[1].feature[2].uses: it would heal for ever");
    told("push_to = \"yard\"", "push_to = \"yrad\"", "did you mean \"yard\"?");
    told("push_to = \"yard\"", "push_to = \"yard\", push = true", "it is said twice where to");
    told(
        "full = { push = true }",
        "area = true\nfull = { push = true }",
        "one of many cannot be pushed somewhere else",
    );
    told("full = { push = true }", "full = { push_to = \"yard\" }", "push_to: unknown key");
    told(
        "fall = { what = \"the well\", damage = \"1d6\", condition = \"dazed\", rounds = 1 }",
        "fall = { what = \"the well\" }",
        "zone[0].fall: this does nothing",
    );
    told(
        "damage = \"1d6\", condition = \"dazed\"",
        "heal = \"1d6\", condition = \"dazed\"",
        "nobody is pushed into being well",
    );
}
