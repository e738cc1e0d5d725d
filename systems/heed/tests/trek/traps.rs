//! Traps in a place, and goals of fights there.

use fracas_adventure::Adventure;
use fracas_kernel::checks;

use crate::scene::{Scene, Venture, load, of, place_of};

const TRAPS: &str = "
[[trap]]
id = 'blade'
name = 'Blade'

[[trap]]
id = 'rockfall'
name = 'Rockfall'
wounds = 2
all = true

[[task]]
id = 'disarm'
name = 'Disarm'
does = 'disarm'
chance = 4
";

/// A blade on the door to the cave, and something else on the crown and in the nook.
fn text(foes: &str) -> String {
    let text = place_of(foes);
    let way = "between = [\"hall\", \"cave\"]\ndoor = \"shut\"\n";
    let trapped = text.replacen(way, &format!("{way}trap = 'blade'\n"), 1);
    assert_ne!(text, trapped);
    let jar = "name = \"a jar\"\nat = \"hall\"\n";
    trapped.replacen(jar, &format!("{jar}trap = 'rockfall'\n"), 1) + TRAPS
}

fn scene() -> Scene {
    let mut scene = of(&text("stone"));
    scene.hall();
    scene
}

/// HEED-J1: a trap that nobody knows strikes at whoever leads: a dodge, or a wound. It goes off once.
#[test]
fn a_hidden_trap_goes_off() {
    // Ann's second slot is empty, her fourth holds herbs.
    for (face, grit) in [(2, 3), (4, 2)] {
        let mut scene = scene();
        scene.play("ann go cave", &[face, 10]);
        assert_eq!(scene.grit("ann"), grit);
        assert_eq!(scene.told()[0], ("A trap on the way: blade (1 wound, dodge)".to_owned(), "HEED-J1"));
        scene.play_all(&["ann go hall", "ann go cave"], &[]);
    }
}

/// HEED-J1: a search finds it, and what is known is stepped around.
#[test]
fn a_search_finds_traps() {
    let mut scene = scene();
    scene.play_all(&["ann search", "ann begin"], &[10]);
    assert!(scene.log().contains(&"Ann sees the signs of a trap".to_owned()), "{:?}", scene.log());
    scene.play("ann go cave", &[10]);
    assert_eq!(scene.grit("ann"), 3);
}

/// HEED-J1: what lies in a trap is taken by setting it off, unless somebody takes it apart; failing sets it off too.
#[test]
fn a_trap_is_taken_apart_or_set_off() {
    let searched = || {
        let mut scene = scene();
        scene.play_all(&["ann search", "ann begin"], &[10]);
        scene
    };
    let mut scene = searched();
    assert_eq!(
        scene.shown("bob take jar").warnings[0],
        "sets off the rockfall (2 wounds for everybody, dodge)"
    );
    // Two strikes at each: Ann dodges with 2; Bob with 2 and 6; Cat with 2 to 5.
    scene.play_all(&["bob take jar", "ann begin"], &[2, 2, 2, 6, 2, 1, 10]);
    assert_eq!(["ann", "bob", "cat"].map(|who| scene.grit(who)), [3, 3, 2]);

    let mut scene = searched();
    scene.play_all(&["cat disarm jar", "ann begin"], &[3, 10]);
    assert!(scene.log().contains(&"Cat has taken the trap on a jar apart".to_owned()), "{:?}", scene.log());
    scene.play_all(&["bob take jar", "ann begin"], &[10]);
    assert_eq!(["ann", "bob", "cat"].map(|who| scene.grit(who)), [3, 3, 3]);

    let mut scene = searched();
    scene.play_all(&["cat disarm jar", "ann begin"], &[2, 2, 2, 2, 2, 2, 6, 10]);
    assert_eq!(["ann", "bob", "cat"].map(|who| scene.grit(who)), [3, 3, 2]);
    assert!(!scene.can("cat disarm jar"), "it has gone off");
}

/// Nothing tells of a trap that nobody has found.
#[test]
fn hidden_traps_are_secrets() {
    let mut plain = of(&(place_of("stone") + TRAPS));
    plain.hall();
    let trapped = scene();
    assert_eq!(trapped.odds("ann go cave"), plain.odds("ann go cave"));
    assert_eq!(trapped.shown("ann go cave").warnings, plain.shown("ann go cave").warnings);
    assert_eq!(trapped.choices(), plain.choices());
    let rules = Adventure(load(&text("orc@pit gob"), None).unwrap());
    checks::secrets_are_kept(&rules, 0..3, 97);
    checks::legal_exactly_when_listed(&rules, 0..6);
    checks::instinct_is_legal(&rules, 0..30);
    checks::odds_come_true(&rules, 0..1, 307);
}

/// HEED-G6: the fight with those who live somewhere can have a goal of its own.
#[test]
fn a_lair_has_a_goal_of_its_own() {
    let foes = "foes = [{ creature = \"orc\" }]\n";
    let plot = "foes = [{ creature = \"orc\" }, { creature = \"gob\", at = \"cave\", comes = \"howl\" }]\n\
        friends = [{ creature = \"cat\" }]\n[[encounter.goal]]\nhold = 3\n\
        [[encounter.event]]\nid = \"howl\"\nwhen = { round = 2 }\n";
    let text = place_of("orc@pit").replacen(foes, plot, 1).replacen("[[party]]\nhero = 'cat'\n", "", 1);
    let mut scene = of(&text);
    scene.cave();
    scene.play("ann go pit", &[]);
    scene.fight();
    assert_eq!(scene.gauge("goal"), "hold out for 3 rounds: round 0 of 3");
    assert_eq!(scene.place("cat").as_deref(), Some("pit"));
    let rules = Adventure(load(&text, None).unwrap());
    checks::legal_exactly_when_listed(&rules, 0..6);
    checks::playouts_end(&rules, 0..20);
    checks::instinct_is_legal(&rules, 0..30);
    checks::secrets_are_kept(&rules, 0..2, 97);
}
