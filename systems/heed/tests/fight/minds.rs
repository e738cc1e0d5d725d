//! What instinct does in situations that are plain to see, and what standing answers, odds and the judge find.

use fracas_kernel::{Foresee, Judgement, Status, Typing, Who};

use crate::scene::{Scene, Stage, scene, staged};

/// Plays what `who` would choose for this many choices, and says what that was.
fn act(scene: &mut Scene, who: &str, choices: usize) -> Vec<String> {
    (0..choices)
        .map(|_| {
            let text = scene.instinct(who);
            let choice = scene.table.find(&text).expect("a mind's choice is legal");
            scene.table.choose(choice, &Typing::default()).expect("legal");
            text
        })
        .collect()
}

#[test]
fn it_heeds_the_caster_first_and_interrupts_its_charge() {
    let mut scene = scene("dot@yard ann@yard orc@yard elf@hall");
    assert_eq!(scene.instinct("orc"), "orc heed dot");
    scene.play_all(&["orc heed dot", "orc heed ann", "elf heed dot"], &[]);
    scene.begin();
    // It lets a friend's setup pass while the caster has not acted yet, and strikes at the charge.
    scene.play("ann fall-prone", &[]);
    assert_eq!(scene.instinct("orc"), "orc hold-back");
    scene.play_all(&["orc hold-back", "ann done", "dot charge ember"], &[]);
    assert_eq!(scene.instinct("orc"), "orc strike dot axe");
}

#[test]
fn it_aims_when_that_pays() {
    let mut scene = scene("cat@yard orc@hall");
    scene.begin();
    assert_eq!(act(&mut scene, "cat", 2), ["cat aim orc bow", "cat shoot orc bow"]);
    // Not under the eyes of somebody who would interrupt it.
    let mut scene = self::scene("cat@yard elf@hall");
    scene.play("elf heed cat", &[]);
    scene.begin();
    assert_eq!(scene.instinct("cat"), "cat shoot elf bow");
}

#[test]
fn it_guards_allies_and_picks_the_better_defence() {
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@yard orc@yard");
    scene.play("bob heed orc", &[]);
    scene.begin();
    scene.play("orc strike ann axe", &[]);
    // 2 of 6 to dodge; 2 of 6 to block, and one die of Bob's.
    assert_eq!(scene.instinct("ann"), "ann block");
    scene.play("ann block", &[5]);
    assert_eq!(scene.instinct("bob"), "bob parry");
    // With a wound in the shield arm the dodge is better.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.begin();
    scene.play_all(&["orc strike ann axe", "ann dodge"], &[2]);
    scene.play_all(&["orc done", "ann done", "orc strike ann axe"], &[]);
    assert_eq!(scene.instinct("ann"), "ann dodge");
}

#[test]
fn it_draws_a_weapon_and_closes_in() {
    let mut scene = scene("eve@yard ann@loft orc@stair");
    scene.begin();
    let drawn = act(&mut scene, "eve", 2);
    assert_eq!(drawn, ["eve draw cleaver", "eve move hall"]);
    let mut scene = self::scene("cat@yard orc@yard");
    scene.begin();
    scene.play("cat drop bow", &[]);
    assert_eq!(scene.instinct("cat"), "cat draw axe");
}

#[test]
fn it_tends_the_fallen_and_drinks_when_nearly_down() {
    let mut scene = scene("eve@yard ann@yard orc@loft");
    scene.begin();
    scene.set_track("ann", "grit", 0);
    assert_eq!(act(&mut scene, "eve", 2), ["eve draw bandage", "eve treat ann"]);
    assert_eq!(scene.status("ann"), Status::Up);
    let mut scene = self::scene("gil@yard ann@yard orc@loft");
    scene.begin();
    scene.set_track("gil", "grit", 1);
    assert_eq!(act(&mut scene, "gil", 2), ["gil draw draught", "gil use draught gil"]);
    assert_eq!(scene.grit("gil"), 3);
}

#[test]
fn it_runs_when_it_is_hopeless() {
    let mut scene = scene("ann@hall orc@hall elf@hall bat@hall");
    scene.begin();
    assert_eq!(act(&mut scene, "ann", 2), ["ann move yard", "ann leave"]);
}

#[test]
fn it_casts_what_promises_most() {
    let mut scene = scene("dot@yard ann@yard orc@hall");
    scene.begin();
    assert_eq!(act(&mut scene, "dot", 2), ["dot charge lance", "dot cast lance orc"]);
}

#[test]
fn standing_answers_have_names() {
    let mut scene = staged("starts = 'monsters'", "ann@yard bob@yard orc@yard");
    let named = |scene: &Scene| -> Vec<Option<(&'static str, &'static str)>> {
        let table = &scene.table;
        table.choices().into_iter().map(|choice| scene.rules().answer(scene.state(), choice)).collect()
    };
    scene.play_all(&["ann heed orc", "bob heed orc"], &[]);
    scene.begin();
    assert!(named(&scene).iter().all(Option::is_none), "a turn is no question");
    scene.play("orc strike ann axe", &[]);
    assert_eq!(named(&scene), [Some(("defence", "block")), Some(("defence", "dodge"))]);
    scene.play("ann block", &[5]);
    assert_eq!(named(&scene), [Some(("parry", "yes")), Some(("parry", "no"))]);
    scene.play_all(
        &["ann no-parry", "bob no-parry", "orc done", "ann done", "bob done", "orc fall-prone"],
        &[],
    );
    let answers = named(&scene);
    assert_eq!(answers.iter().flatten().count(), 2, "{answers:?}");
    assert_eq!(answers.last(), Some(&Some(("interrupt", "no"))));
    assert!(answers.contains(&Some(("interrupt", "yes"))));
}

/// The odds look through the target's choice, parries and interruptions.
#[test]
fn odds_see_an_attack_to_its_end() {
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.begin();
    // The target blocks with armour in two slots of six.
    assert!((scene.chance("orc strike ann axe") - 4.0 / 6.0).abs() < 1e-9);
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    // The target blocks with 2 of 6, and then parries with three dice.
    let lands = 4.0 / 6.0 * 125.0 / 216.0;
    assert!((scene.chance("orc strike ann axe") - lands).abs() < 1e-9);
    // A charge that the orc would strike at: any face lands, and cancels it.
    let mut scene = self::scene("dot@yard orc@yard elf@loft");
    scene.play("orc heed dot", &[]);
    scene.begin();
    // One slot of Dot's is empty: a dodge with 1 of 6 saves the charge.
    assert!((scene.chance("dot charge ember") - 1.0 / 6.0).abs() < 1e-9);
}

#[test]
fn the_judge_has_a_hand_in_everything() {
    let mut scene = scene("ann@yard orc@yard");
    scene.begin();
    let orc = scene.who("orc");
    scene.set_track("orc", "grit", 1);
    assert_eq!(scene.grit("orc"), 1);
    scene.set_track("ann", "action", 0);
    scene.set_track("ann", "setup", 0);
    scene.set_track("ann", "items", 1);
    assert_eq!(["action", "setup", "items"].map(|track| scene.left("ann", track)), [0, 0, 1]);
    scene.set_track("ann", "action", 1);
    scene.set_track("ann", "focus", 1);
    assert_eq!((scene.left("ann", "action"), scene.focus("ann")), (1, 1));
    scene.afflict("orc", "held", None);
    scene.judge(Judgement::Lift { who: orc, condition: "held".to_owned() });
    assert!(!scene.is("orc", "held"));
    let add = Judgement::Add {
        creature: "bat".to_owned(),
        side: fracas_kernel::Side::Monsters,
        to: "yard".to_owned(),
    };
    scene.judge(add);
    scene.judge(Judgement::Remove { who: orc });
    assert_eq!((scene.status("orc"), scene.outcome()), (Status::Gone, None));
    let refused = scene.table.judge(Judgement::Set { who: Who(0), track: "luck".to_owned(), value: 1 });
    assert!(refused.unwrap_err().why.contains("known: grit, focus, setup, action, items"));
    // The maker of a setup is taken away while somebody thinks about interrupting it: the table goes on.
    let mut scene = staged("starts = 'monsters'", "ann@yard orc@yard elf@yard");
    scene.play("ann heed orc", &[]);
    scene.begin();
    scene.play("orc fall-prone", &[]);
    assert_eq!(scene.reacts().as_deref(), Some("ann"));
    let orc = scene.who("orc");
    scene.judge(Judgement::Remove { who: orc });
    assert_eq!(scene.asked(), ["elf"]);
}
