//! What weapons, creatures and hazards can do that most do not: hits that hold, regeneration, several effects at once.

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_kernel::checks::Effort;
use fracas_kernel::{Scripted, Seat, check_every, check_odds};
use fracas_twelves::Twelves;

const WORLD: &str = r#"
system = "twelves"
title = "Nature"
ready = "all"

[[zone]]
id = "bank"
name = "Muddy bank"
at = [0, 0]
near = ["ford", "weir"]
exit = true

[[zone]]
id = "ford"
name = "Shallow ford"
at = [1, 0]

[[zone]]
id = "weir"
name = "Broken weir"
at = [0, 1]
hazard = { name = "Undertow", hits = 1, hold = true, daze = true, spared_by = "might" }

[[weapon]]
id = "coils"
name = "Coils"
dice = 2
use = ["hand"]
holds = true

[[weapon]]
id = "net"
name = "Casting net"
dice = 1
use = ["thrown"]
holds = true

[[weapon]]
id = "blade"
name = "Blade"
dice = 3
use = ["hand"]

[[hero]]
id = "ann"
name = "Ann"
th = 8
hits = 6
might = 6
agility = 6
wits = 6
weapons = ["blade", "net"]

[[hero]]
id = "bert"
name = "Bert"
th = 8
hits = 6
might = 6
agility = 6
wits = 6
weapons = ["blade"]

[[creature]]
id = "eel"
name = "Eel"
rank = 2
th = 7
hits = 8
might = 8
agility = 5
wits = 3
regenerates = 2
weapons = ["coils"]

[[party]]
hero = "ann"
at = "bank"

[[party]]
hero = "bert"
at = "bank"

[[foes]]
creature = "eel"
at = "bank"

[[foes]]
creature = "eel"
at = "ford"
with = { hits = 5, th = 9 }
"#;

fn scene() -> Scripted<Twelves> {
    let rules = load(WORLD).unwrap_or_else(|problems| panic!("{problems}"));
    let mut scene = Scripted::new(rules);
    scene.play("ann begin", &[]);
    scene
}

fn load(text: &str) -> Result<Twelves, String> {
    let bundle = Bundle::new(Source::new("nature.toml", text)).unwrap();
    Twelves::load(&bundle).map_err(|problems| problems.to_string())
}

fn all() -> Vec<Arc<Twelves>> {
    vec![Arc::new(load(WORLD).unwrap())]
}

/// A part of the whole: the shipped fights have the rest.
const EFFORT: Effort = Effort {
    listed: 0..3,
    illegal: 0..1,
    playouts: 0..20,
    instinct: 0..20,
    same: 0..3,
    json: 0..2,
    odds: 0..1,
    nth: 37,
    shortcuts: 0..3,
    peeks: 0..1,
};

check_every!(all, EFFORT);
check_odds!(all, EFFORT);

/// TWELVES-D4: whom such a weapon hits is held by whoever struck, one at a time.
#[test]
fn a_hit_may_hold() {
    let mut scene = scene();
    scene.play("ann pass", &[]);
    scene.play("bert pass", &[]);
    assert!(scene.shown("eel strike ann coils").deed.effect.contains("A hit holds."));
    // One of two reaches 8.
    let lines = scene.play("eel strike ann coils", &[9, 3]);
    assert!(lines.contains(&"Ann is caught and held by Eel".to_owned()), "{lines:?}");
    scene.play("eel-b pass", &[]);
    assert_eq!(scene.refused("ann move ford"), Some("TWELVES-R5"));
    scene.play("ann pass", &[]);
    scene.play("bert pass", &[]);
    scene.play("eel strike bert coils", &[9, 9]);
    assert!(!scene.is("bert", "held"), "it holds Ann already");
    // A miss holds nobody, nor does a hit that fells.
    assert!(scene.is("ann", "held") && scene.is("eel", "holding"));
}

/// TWELVES-D4: what is thrown holds without a hand, and a swing that holds ends a move.
#[test]
fn nets_hold_by_themselves_and_swings_stop() {
    let mut scene = scene();
    scene.play("ann throw eel-b net", &[10]);
    assert!(scene.is("eel-b", "held") && !scene.is("ann", "holding"));
    let lines = scene.play("bert move ford", &[8, 1]);
    assert!(lines.iter().any(|line| line.contains("Bert is caught and held by Eel")), "{lines:?}");
    assert_eq!(scene.place("bert").as_deref(), Some("bank"));
}

/// TWELVES-D6: hits come back with each new round, never more than there were, and not to the defeated.
#[test]
fn some_regenerate() {
    let mut scene = scene();
    scene.play("ann strike eel blade", &[7, 8, 9]);
    scene.play("bert pass", &[]);
    scene.play("eel pass", &[]);
    let lines = scene.play("eel-b pass", &[]);
    assert!(lines.contains(&"Eel regenerates 2 hits: 7 hits left".to_owned()), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("regenerates")).count(), 1, "the other is whole");
    assert!(scene.badges("eel").contains(&"regenerates 2".to_owned()));
    for _ in 0..2 {
        scene.play_all(&["ann pass", "bert pass", "eel pass", "eel-b pass"], &[]);
    }
    assert_eq!(scene.track("eel", "hits"), Some(8));
}

/// TWELVES-D5: a hazard may do several things, one after the other; one check spares all of them.
#[test]
fn a_hazard_may_do_several_things() {
    let mut scene = scene();
    let undertow = "undertow: 1 hit, holds you, costs your next turn unless you pass a check of might";
    assert_eq!(scene.tags("weir")[0], format!("hazard: {undertow}"));
    // Shoved by Bert: might 6. The eel fails its own of 8.
    scene.play("bert shove eel weir", &[6, 9]);
    assert_eq!(scene.track("eel", "hits"), Some(7));
    assert!(scene.is("eel", "held") && scene.is("eel", "dazed"));
    let mut scene = self::scene();
    scene.play("bert shove eel weir", &[6, 8]);
    assert_eq!((scene.track("eel", "hits"), scene.is("eel", "held")), (Some(8), false));
}

/// One foe of a kind may differ from the others in any number.
#[test]
fn one_foe_may_differ() {
    let view = scene().view(Seat::Judge);
    let hits: Vec<Option<i32>> = view.tokens.iter().map(|token| token.tracks[0].max).collect();
    assert_eq!(hits, [Some(6), Some(6), Some(8), Some(5)]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let said = |old: &str, new: &str| load(&WORLD.replacen(old, new, 1)).unwrap_err();
    assert!(said("hits = 1, hold = true, daze = true, ", "").contains("this hazard does nothing"));
    assert!(said("hold = true", "hold = false").contains("it does nothing"));
    assert!(said("regenerates = 2", "regenerates = 6").contains("6 is out of range"));
    assert!(said("hits = 8", "hits = 2").contains("it would be whole again in every round"));
}
