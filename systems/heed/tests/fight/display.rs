//! What a screen is told: deeds, aims, costs, effects, marks and rolls, without reading any sentence.

use fracas_kernel::{BadgeMark, Crowd, MapView, Role, Seat, TagKind, Tone};

use crate::scene::{Stage, scene, staged};

#[test]
fn a_choice_says_what_it_is_for() {
    let mut scene = scene("eve@yard dot@yard ann@yard orc@yard");
    assert_eq!(scene.shown("ann ready").role, Role::Begin);
    scene.begin();
    for (choice, role) in [
        ("ann heed orc", Role::Act),
        ("ann strike orc sword", Role::Act),
        ("ann move hall", Role::Move),
        ("ann leave", Role::Retreat),
        ("ann done", Role::EndTurn),
    ] {
        assert_eq!(scene.shown(choice).role, role, "{choice}");
    }
    let strike = scene.shown("ann strike orc sword");
    assert_eq!((strike.deed.id.as_str(), strike.deed.title.as_str()), ("strike sword", "Strike · sword"));
    assert_eq!(strike.deed.effect, "Melee, in reach. A hit leaves 1 wound.");
    assert_eq!(strike.targets, [scene.who("orc")]);
    let charge = scene.shown("dot charge lance");
    assert_eq!(
        charge.deed.effect,
        "Level 3. Far, one enemy: an attack; a hit leaves 2 wounds. Read out of a book."
    );
    assert_eq!(charge.cost.map(|cost| cost.unit.count(cost.amount)).as_deref(), Some("3 focus slots"));
    let draw = scene.shown("eve draw javelin");
    assert_eq!((draw.deed.id.as_str(), draw.item.unwrap().id.as_str()), ("draw", "javelin"));
    let heed = scene.shown("ann heed orc");
    assert_eq!(heed.cost.map(|cost| cost.unit.count(cost.amount)).as_deref(), Some("1 focus slot"));
    // What was heeded can be let go of, which is no deed of the turn.
    scene.play("ann heed orc", &[]);
    assert_eq!(scene.shown("ann let-go heed orc").role, Role::Aside);
    // In the middle of another's action everything is an answer.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    scene.play("orc fall-prone", &[]);
    assert_eq!(scene.shown("ann strike orc sword").role, Role::Answer);
    assert_eq!(scene.shown("ann hold-back").role, Role::Answer);
}

#[test]
fn refusals_that_nobody_would_look_for_say_so() {
    let mut scene = scene("ann@yard cat@yard orc@yard elf@stair");
    scene.begin();
    assert!(scene.refusal("ann strike elf sword").sought, "out of reach");
    assert!(scene.refusal("cat strike orc axe").sought, "an axe in a slot");
    assert!(!scene.refusal("cat strike orc quiver").sought, "a quiver in a slot");
    assert!(!scene.refusal("ann aim elf bag").sought, "a bag is nothing to aim with");
    assert!(!scene.refusal("ann cast nothing elf").sought, "no spells at all");
}

#[test]
fn marks_tags_and_units() {
    let mut scene = scene("cat@hall fay@cellar orc@hall");
    scene.begin();
    scene.play_all(&["fay draw torch", "fay done", "cat aim orc bow"], &[]);
    let badge = |id: &str, name: &str| {
        let badges = scene.token(id).badges;
        badges.into_iter().find(|badge| badge.name == name).unwrap_or_else(|| panic!("no {name}"))
    };
    assert_eq!(badge("cat", "aims at Orc").mark, BadgeMark::Aiming);
    assert!(badge("cat", "aims at Orc").means.ends_with("fills 1 of 3 focus slots"));
    assert_eq!(badge("cat", "1 right hand bow").mark, BadgeMark::Gear);
    let view = scene.view(Seat::Watcher);
    assert_eq!(view.health.count(2), "2 wounds");
    assert!(view.tokens.iter().flat_map(|token| &token.tracks).all(|track| !track.unit.one.is_empty()));
    let MapView::Zones { zones, .. } = view.map else { panic!("zones") };
    let cellar = zones.iter().find(|card| card.id == "cellar").unwrap();
    let lit = cellar.tags.iter().find(|tag| tag.kind == TagKind::Light).unwrap();
    assert_eq!(lit.text, "dark, but lit");
}

/// A line has its rolls as values, says whom it is about, and whether that is good news for whoever is told.
#[test]
fn lines_carry_their_rolls() {
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    scene.afflict("orc", "emboldened", None);
    let (ann, orc) = (scene.who("ann"), scene.who("orc"));
    scene.play("orc strike ann axe", &[]);
    scene.play("ann block", &[2, 5]);
    let lines = scene.lines_to(Seat::Judge);
    let check = lines.iter().find(|line| !line.rolls.is_empty()).unwrap();
    assert_eq!(check.about, [ann]);
    let [first, second] = &check.rolls[..] else { panic!("{check:?}") };
    // The worse of two is kept: the first one would have found armour.
    assert_eq!((first.dice[0].kept, first.success), (false, None));
    assert_eq!((second.dice[0].kept, second.success), (true, Some(false)));
    scene.play("ann parry", &[1, 2, 3]);
    let tone = |seat| {
        let lines = scene.lines_to(seat);
        lines.into_iter().find(|line| line.about == [orc, ann]).map(|line| line.tone)
    };
    assert_eq!(tone(Seat::Player(Crowd::one(ann))), Some(Tone::Bad));
    assert_eq!(tone(Seat::Player(Crowd::one(orc))), Some(Tone::Good));
    let lines = scene.lines_to(Seat::Judge);
    let parry = lines.iter().find(|line| line.rolls.len() == 3).unwrap();
    assert!(parry.rolls.iter().all(|roll| roll.success == Some(false) && parry.text.contains(&roll.text)));
}
