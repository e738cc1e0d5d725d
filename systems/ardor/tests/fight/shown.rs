//! What the display model says: deeds, roles, aims, costs, effects, marks, units, refusals, and lines with their rolls.

use fracas_kernel::{
    BadgeMark, ChoiceView, Cost, Crowd, Line, MapView, Modifier, Play, Role, Rolled, Seat, Show, TagKind,
    Tone,
};

use crate::scene::{Scene, load, text};

/// Cyd and Ann in the yard, an imp in the hall, its intent shown.
fn met() -> Scene {
    let mut scene = Scene::new(&[("cyd", "yard"), ("ann", "yard")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    scene
}

fn cost(view: &ChoiceView) -> Option<String> {
    view.cost.map(|Cost { amount, unit }| unit.count(amount))
}

fn item(view: &ChoiceView) -> Option<&str> {
    view.item.as_ref().map(|item| item.id.as_str())
}

#[track_caller]
fn find<'a>(lines: &'a [Line], start: &str) -> &'a Line {
    lines.iter().find(|line| line.text.starts_with(start)).unwrap_or_else(|| panic!("{lines:#?}"))
}

#[test]
fn one_deed_for_all_aims() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall"), ("imp", "hall")]);
    scene.play_all(&["imp-1 defend", "imp-2 defend"], &[]);
    let (one, other) = (scene.shown("ann attack imp-1"), scene.shown("ann attack imp-2"));
    assert_eq!(one.deed, other.deed);
    assert_eq!((one.deed.id.as_str(), one.deed.title.as_str()), ("attack", "Strike · sword"));
    assert_eq!(one.deed.effect, "Full hit: 2d6 damage. Glancing hit: d6 damage. +3 on your score.");
    assert_eq!((one.role, one.targets), (Role::Act, vec![scene.who("imp-1")]));
    assert_eq!(scene.shown("ann shoot imp-1").deed.title, "Shoot · bow");
}

#[test]
fn what_a_choice_is_for() {
    let mut scene = Scene::with("", &[("eve", "yard")], &[("imp", "hall")]);
    assert_eq!(scene.shown("eve begin").role, Role::Begin);
    scene.play_all(&["eve begin", "imp defend"], &[]);
    for (choice, role, to) in [
        ("eve flee hall", Role::Move, Some("hall")),
        ("eve flee off", Role::Retreat, None),
        ("eve move-far hall stair", Role::Move, Some("stair")),
        ("eve bar hall", Role::Act, Some("hall")),
        ("eve defend", Role::Act, None),
    ] {
        let view = scene.shown(choice);
        assert_eq!((view.role, view.to.as_deref()), (role, to), "{choice}");
    }
    scene.play("eve defend", &[20]);
    let learn = scene.shown("eve learn gust");
    assert_eq!((learn.role, cost(&learn).as_deref()), (Role::Answer, Some("3 XP")));
    assert_eq!(
        learn.deed.effect,
        "One enemy in sight. Full hit: d6 damage. Glancing hit: nothing. Costs 0 points of Ardor."
    );
    scene.play("eve later gust", &[]);
    assert_eq!(scene.shown("eve pass").role, Role::EndTurn);
}

#[test]
fn what_else_tells_choices_apart() {
    let mut scene = Scene::with("", &[("ann", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play("ann begin", &[4]);
    scene.play("imp defend", &[]);
    let (alone, surge) = (scene.shown("bea rise"), scene.shown("bea rise-with-surge"));
    assert_eq!((alone.deed.id.as_str(), item(&alone), cost(&alone)), ("rise", None, None));
    assert_eq!((surge.deed.id.as_str(), item(&surge)), ("rise", Some("surge")));
    assert_eq!(cost(&surge).as_deref(), Some("1 healing surge"));
    assert!(surge.deed.effect.starts_with("d20 + d6 less your Trauma against 12"), "{}", surge.deed.effect);
    assert_eq!(item(&scene.shown("ann move-far hall stair")), Some("hall"));
}

#[test]
fn care_is_a_way_to_do_the_same() {
    let slip = "[[fumble]]\nwhat = \"a slip\"\nbelow = 10\nspoils = true\nhurts = \"1d4\"\n";
    let mut scene = Scene::with(slip, &[("ann", "yard")], &[("imp", "hall")]);
    scene.play_all(&["ann begin", "imp defend"], &[]);
    let (bold, careful) = (scene.shown("ann flee hall"), scene.shown("ann flee hall carefully"));
    assert_eq!((bold.deed, bold.item), (careful.deed.clone(), None));
    assert_eq!(item(&careful), Some("carefully"));
    assert_eq!(bold.warnings, ["below 10, a slip: the action fails, d4 damage"]);
    assert!(careful.warnings.is_empty());
    assert_eq!(item(&scene.shown("ann move-far hall stair carefully")), Some("hall carefully"));
    let MapView::Zones { zones, .. } = scene.view(Seat::Watcher).map else { panic!("a map of zones") };
    let hazard = zones[0].tags.iter().find(|tag| tag.kind == TagKind::Hazard).unwrap();
    assert_eq!(
        (hazard.text.as_str(), hazard.means.as_str()),
        ("fumbles below 10", "a slip: the action fails, d4 damage")
    );
}

#[test]
fn a_zone_says_what_it_is_like() {
    let stage = text("", &[("ann", "hall")], &[("imp", "hall")]);
    let rules =
        load(&stage.replacen("name = \"Hall\"", "name = \"Hall\"\nabout = \"damp, with a smell of dog\"", 1));
    let rules = rules.unwrap_or_else(|problems| panic!("{problems}"));
    let MapView::Zones { zones, .. } = rules.view(&rules.start(), Seat::Watcher).map else { panic!("zones") };
    let words = |id: &str| zones.iter().find(|zone| zone.id == id).unwrap().words();
    assert_eq!(words("hall"), ["damp, with a smell of dog", "challenge 12"]);
    assert_eq!(words("yard"), ["challenge 12"]);
}

#[test]
fn abilities_say_what_they_do_and_cost() {
    let mut scene = met();
    let blast = scene.shown("cyd use blast hall");
    assert_eq!((blast.deed.id.as_str(), blast.deed.title.as_str()), ("use blast", "Blast"));
    assert_eq!(
        blast.deed.effect,
        "Everybody else, friends too, in one zone in sight. Full hit: d6+1 damage. Glancing hit: d4 damage."
    );
    assert_eq!(cost(&blast).as_deref(), Some("2 points of Ardor"));
    let mend = scene.shown("cyd use mend ann");
    assert_eq!(mend.deed.effect, "One friend in your zone or one beside it. It always works: 2d6 health.");
    // A second action costs one Ardor, and an ability's price comes on top.
    scene.play_all(&["ann defend", "cyd flee hall"], &[10, 1]);
    let bash = scene.shown("cyd arduous use bash imp");
    assert_eq!((bash.deed.id.as_str(), bash.deed.title.as_str()), ("arduous use bash", "Also: Bash"));
    assert_eq!(
        bash.deed.effect,
        "One enemy in your zone. Full hit: 2d6 damage and dazed for 1 round (-3 on its Action Score). \
         Glancing hit: d6 damage. +2 on the score."
    );
    assert_eq!(cost(&bash).as_deref(), Some("2 points of Ardor"));
    assert_eq!(cost(&scene.shown("cyd arduous attack imp")).as_deref(), Some("1 point of Ardor"));
}

#[test]
fn what_shows_and_what_really_is() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall bluffs = true")]);
    assert_eq!(scene.shown("imp show defend").deed.id, "show defend");
    scene.play("imp show defend", &[]);
    assert_eq!(scene.shown("imp mean attack ann").deed.title, "Really: Strike · claws");
}

#[test]
fn badges_have_marks() {
    let mut scene = met();
    let mark = |scene: &Scene, id: &str, name: &str, seat: Seat| {
        let tokens = scene.view(seat).tokens;
        let token = tokens.into_iter().find(|token| token.id == id).unwrap();
        let badge = token.badges.into_iter().find(|badge| badge.name == name);
        badge.map(|badge| (badge.mark, badge.means))
    };
    let intent = (BadgeMark::Intent, "its intent".to_owned());
    assert_eq!(mark(&scene, "imp", "means to defend", Seat::Watcher), Some(intent));
    scene.play("ann recover", &[]);
    let hidden = (BadgeMark::FaceDown, "an intent that only the own side knows yet".to_owned());
    assert_eq!(mark(&scene, "ann", "decided", Seat::Watcher), Some(hidden));
    scene.afflict("imp", "dazed", Some(2));
    let dazed = (BadgeMark::Stunned, "-3 on its Action Score (2 rounds left)".to_owned());
    assert_eq!(mark(&scene, "imp", "dazed", Seat::Watcher), Some(dazed));
    let (gear, means) = mark(&scene, "cyd", "Chain", Seat::Watcher).unwrap();
    assert_eq!(gear, BadgeMark::Gear);
    assert!(means.ends_with("rooted for 2 rounds (cannot leave its zone). Glancing hit: nothing. +4 on the score. Costs 1 point of Ardor."), "{means}");
}

#[test]
fn refusals_say_whether_anybody_would_look() {
    let mut scene = met();
    for (choice, sought) in [
        ("cyd attack imp", true),
        ("cyd use bash imp", true),
        ("cyd attack ann", false),
        ("cyd tend ann", false),
        ("cyd flee loft", false),
        ("cyd begin", false),
    ] {
        assert_eq!(scene.refusal(choice).sought, sought, "{choice}");
    }
    scene.set_track("ann", "surges", 0);
    assert!(scene.refusal("ann recover").sought);
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert!(scene.refusal("ann flee off").sought, "leaving is looked for where it cannot be done");
}

#[test]
fn a_score_is_a_roll_with_named_parts() {
    let mut scene = Scene::with("", &[("dag", "stair trauma = 1")], &[("imp", "stair")]);
    scene.play_all(&["dag begin", "imp defend", "dag attack imp"], &[10, 3, 4]);
    let lines = scene.lines_to(Seat::Judge);
    let line = find(&lines, "Dag means");
    let [Rolled { text, pool, added, modifiers, total, .. }] = &line.rolls[..] else { panic!("{line:?}") };
    assert_eq!((text.as_str(), pool.as_str(), *added, *total), ("d20 [10] + 3 = 13", "d20", 3, 13));
    let named = [("might", 3), ("Attack", 3), ("footing", -2), ("Trauma", -1)];
    let named = named.map(|(name, value)| Modifier { name: name.to_owned(), value });
    assert_eq!(*modifiers, named);
    assert_eq!(line.about, [scene.who("dag")]);
    let line = find(&lines, "Dag strikes");
    assert_eq!((line.rolls[0].text.as_str(), line.rolls[0].total), ("2d6 [3 4] = 7", 7));
    assert_eq!(line.about, [scene.who("dag"), scene.who("imp")]);
    assert_eq!(find(&lines, "Round 2").tone, Tone::Round);
}

#[test]
fn recovering_is_a_roll_against_the_challenge() {
    let mut scene = Scene::with("", &[("ann", "yard"), ("bea", "hall fallen = true")], &[("imp", "loft")]);
    scene.play_all(&["ann begin"], &[4]);
    scene.play_all(&["imp defend", "ann defend", "bea rise"], &[1, 13, 3]);
    let lines = scene.lines_to(Seat::Judge);
    let roll = &find(&lines, "Bea tries").rolls[0];
    let target = roll.target.as_ref().unwrap();
    assert_eq!((target.name.as_str(), target.value, roll.success), ("Challenge Score", 12, Some(true)));
    assert_eq!(roll.modifiers, [Modifier { name: "Trauma".to_owned(), value: -1 }]);
}

#[test]
fn news_is_good_or_bad_for_the_seat() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp attack ann", "ann defend"], &[5, 2, 2]);
    let tone = |id: &str| {
        let seat = Seat::Player(Crowd::one(scene.who(id)));
        find(&scene.lines_to(seat), "Imp strikes").tone
    };
    assert_eq!((tone("ann"), tone("imp")), (Tone::Bad, Tone::Good));
    assert_eq!(find(&scene.lines_to(Seat::Judge), "Imp strikes").tone, Tone::Bad);
}
