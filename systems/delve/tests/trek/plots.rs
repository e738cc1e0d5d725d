//! Goals and events in fights that open in an adventure. What they mean in a fight is tested there; here is how they are
//! entered and left.

use fracas_kernel::{Judgement, Seat, Side, Status};

use crate::scene::{Scene, load, text};

/// A brute keeps Grim in the crypt; an imp comes from the hall.
const KEEP: &str = r#"
[[encounter]]
id = "keep"
name = "The keepers"
at = "crypt"
mood = "hostile"
because = "They are paid for it."
gold = 7
foes = [{ creature = "imp", at = "hall", comes = "horn" }, { creature = "brute" }]
friends = [{ creature = "grim" }]

[[encounter.goal]]
hold = 2
text = "Hold the crypt"

[[encounter.event]]
id = "horn"
when = { round = 2 }
text = "A horn!"
"#;

fn entered() -> Scene {
    let mut scene = Scene::in_hall(KEEP);
    scene.play("fia go crypt", &[]);
    scene
}

fn pass(scene: &mut Scene, who: &[&str], last: &[u16]) -> Vec<String> {
    let mut lines = Vec::new();
    for (nth, one) in who.iter().enumerate() {
        let dice = if nth + 1 == who.len() { last } else { &[] };
        lines = scene.play(&format!("{one} done"), dice);
    }
    lines
}

/// DELVE-G6: the goal of a lair is the goal of the fight there; who comes later is nobody's business until then.
#[test]
fn a_lair_has_a_goal_of_its_own() {
    let mut scene = entered();
    assert_eq!(scene.gauge("goal"), "Hold the crypt: round 0 of 2");
    assert_eq!(scene.zone("grim"), "crypt");
    let seen: Vec<String> = scene.player_view().tokens.into_iter().map(|token| token.id).collect();
    assert_eq!(seen, ["fia", "cora", "tess", "grim", "brute"]);
    scene.play("fia begin", &[6, 6, 6, 1]);
    pass(&mut scene, &["fia", "cora", "tess", "grim"], &[]);
    let lines = pass(&mut scene, &["brute"], &[6, 1]);
    assert!(lines.contains(&"A horn!".to_owned()), "{lines:?}");
    assert_eq!(scene.zone("imp"), "hall");
    pass(&mut scene, &["fia", "cora", "tess", "grim"], &[]);
    let lines = pass(&mut scene, &["brute", "imp"], &[]);
    assert!(lines.contains(&"The heroes have won".to_owned()), "{lines:?}");
    // DELVE-G6: whoever reaches the goal has the place, and what those had who leave it.
    let lines = scene.play("fia gather", &[]);
    assert!(lines.iter().any(|line| line.contains("7 gold")), "{lines:?}");
    assert!(scene.table.who("grim").is_none(), "a friend is there for the fight");
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    assert!(scene.can("fia wait"), "they are gone");
}

/// DELVE-G6: who was beaten before does not come again, and the others keep their numbers.
#[test]
fn the_beaten_stay_beaten() {
    let mut scene = entered();
    scene.play("fia begin", &[6, 6, 6, 1]);
    scene.set("brute", "hp", -1);
    assert_eq!(scene.token("brute").status, Status::Dead);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia gather", &[]);
    assert_eq!(scene.zone("fia"), "hall");
    scene.play("fia go crypt", &[]);
    let seen: Vec<String> = scene
        .view(Seat::Judge)
        .tokens
        .into_iter()
        .filter(|one| one.status == Status::Dead)
        .map(|one| one.id)
        .collect();
    assert_eq!(seen, ["brute"]);
    scene.play("fia begin", &[6, 1]);
    let lines = pass(&mut scene, &["fia", "cora", "tess", "grim"], &[6, 1]);
    assert!(lines.contains(&"A horn!".to_owned()), "{lines:?}");
    assert_eq!(scene.zone("imp"), "hall", "the imp never came to the first fight");
}

/// DELVE-G6: a rescue is lost with the one who was to be saved, and the party has to leave.
#[test]
fn a_rescue_can_fail() {
    let rescue = KEEP.replace("hold = 2\ntext = \"Hold the crypt\"", "rescue = \"grim\"");
    let mut scene = Scene::in_hall(&rescue);
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    scene.set("grim", "hp", 1);
    let lines = scene.play("brute attack grim sword", &[20, 8]);
    assert!(lines.contains(&"The monsters have won".to_owned()), "{lines:?}");
    scene.play("fia gather", &[]);
    assert_eq!(scene.zone("fia"), "hall");
}

#[test]
fn what_cannot_work_is_said() {
    for (from, to, expected) in [
        ("at = \"crypt\"\nmood", "mood", "goals, events and friends are for a fight in some place"),
        ("creature = \"imp\", at = \"hall\"", "creature = \"imp\"", "they come from somewhere"),
        ("hold = 2", "kill = \"ogre\"", "no combatant is named \"ogre\""),
        ("comes = \"horn\"", "comes = \"drum\"", "no event is named \"drum\""),
    ] {
        let tables = KEEP.replace(from, to);
        assert_ne!(tables, KEEP, "{from}");
        let said = load(text("", &["fia"], &tables), None).map(|_| ()).expect_err(expected);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}
