//! Traps, poisons, diseases, and saves against them.

use fracas_content::{Source, library, read};
use fracas_kernel::{EdgeName, Judgement, Outcome, Side, Status};

use crate::scene::{BRUTE, Scene, hostile};

/// DELVE-V1, DELVE-R15: a trap forces a save, a d20 that must reach the number on the sheet; failing costs its damage.
#[test]
fn a_trap_forces_a_save() {
    for (face, hp) in [(15, 8), (14, 4)] {
        let mut scene = Scene::in_hall("");
        let lines = scene.play("fia go tunnel", if face == 15 { &[15] } else { &[14, 4] });
        assert_eq!(scene.hp("fia"), hp);
        let result = if face == 15 { "saved" } else { "failed" };
        assert_eq!(lines[1], "A trap on the way: covered pit");
        assert_eq!(lines[2], format!("Fia saves: d20 [{face}] = {face} against 15: {result}"));
        // It has gone off, and does so once.
        scene.play("fia go hall", &[]);
        scene.play("fia go tunnel", &[]);
    }
}

/// DELVE-R15: some take everybody who is there, and a save may halve.
#[test]
fn a_trap_may_take_everybody_and_be_halved() {
    let mut scene = Scene::in_hall("");
    scene.play("fia go tunnel", &[15]);
    scene.play("fia go den", &[5, 15, 12, 1]);
    assert_eq!((scene.hp("fia"), scene.hp("cora"), scene.hp("tess")), (6, 5, 1));
}

#[test]
fn a_trap_that_is_known_is_stepped_around() {
    let mut scene = Scene::in_hall("");
    scene.play("tess search", &[4]);
    scene.play("fia go tunnel", &[]);
    assert_eq!(scene.zone("fia"), "tunnel");
}

/// DELVE-R15: a poison acts every turn until a save.
#[test]
fn a_poison_lasts_until_a_save() {
    let mut scene = Scene::in_hall("");
    scene.play("fia go crypt", &[]);
    let lines = scene.play("cora take coffer", &[12]);
    assert!(lines.contains(&"Cora is poisoned".to_owned()), "{lines:?}");
    assert_eq!((scene.hp("cora"), scene.badges("cora")), (9, vec!["poisoned needle".to_owned()]));
    assert_eq!(scene.refused("fia camp"), "a poison must run its course first");
    scene.play("fia wait", &[12, 3]);
    assert_eq!(scene.hp("cora"), 6);
    let lines = scene.play("fia wait", &[13]);
    assert_eq!(lines[lines.len() - 1], "Cora is no longer poisoned");
    assert!(scene.badges("cora").is_empty());
    scene.play("fia wait", &[]);
    assert_eq!(scene.hp("cora"), 6);
}

#[test]
fn a_tincture_ends_poison_and_disease() {
    let mut scene = Scene::in_hall("");
    let who = scene.table.who("tess").unwrap();
    for condition in ["needle", "rat-fever"] {
        scene.judge(Judgement::Afflict { who, condition: condition.to_owned(), rank: None });
    }
    assert_eq!(scene.badges("tess"), ["poisoned needle", "rat fever"]);
    scene.play("fia use tinctures tess", &[]);
    assert!(scene.badges("tess").is_empty());
    assert_eq!(scene.gauge("tinctures"), "0");
}

/// DELVE-R15: a disease acts once a day until a save.
#[test]
fn a_disease_acts_each_day() {
    let mut scene = Scene::new("");
    let who = scene.table.who("fia").unwrap();
    scene.judge(Judgement::Afflict { who, condition: "rat-fever".to_owned(), rank: None });
    scene.play("fia wait", &[]);
    // At dawn: no save, and 2; the night and the meal give back 1.
    scene.play("fia camp", &[14, 2]);
    assert_eq!(scene.hp("fia"), 7);
    scene.play("fia camp", &[15]);
    assert_eq!(scene.hp("fia"), 8);
    assert_eq!(scene.badges("fia"), ["leads"]);
}

/// DELVE-R15: at dawn, whether the party sleeps or not.
#[test]
fn a_disease_acts_at_dawn_on_the_way_too() {
    let mut scene = Scene::new("");
    let who = scene.table.who("fia").unwrap();
    scene.judge(Judgement::Afflict { who, condition: "rat-fever".to_owned(), rank: None });
    // Half past five; then twenty to, ten to, and six o'clock.
    scene.set_gauge("clock", 144 + 33);
    scene.play("fia wait", &[]);
    scene.play("fia wait", &[]);
    assert_eq!(scene.hp("fia"), 8);
    scene.play("fia wait", &[14, 2]);
    assert_eq!((scene.hp("fia"), scene.gauge("clock")), (6, "day 2, 06:00 (turn 180)".to_owned()));
    scene.play("fia wait", &[]);
}

/// DELVE-R15: bites can carry a disease; whoever was hurt saves after the fight.
#[test]
fn bites_carry_diseases() {
    let mut scene = Scene::in_hall(&hostile(BRUTE).replace("mood", "disease = \"rat-fever\"\nmood"));
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    scene.play("brute move hall", &[]);
    scene.play("brute attack fia sword", &[20, 2]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    let lines = scene.play("fia gather", &[14]);
    assert!(lines.contains(&"Fia suffers from rat fever".to_owned()), "{lines:?}");
    assert_eq!(scene.badges("fia"), ["leads", "rat fever"]);
}

#[test]
fn a_thief_disarms_and_pays_for_failing() {
    let mut scene = Scene::in_hall("");
    scene.play("fia go crypt", &[]);
    assert!(!scene.can("tess disarm coffer"), "nobody knows of it");
    scene.play("tess search", &[6]);
    scene.play("fia wait", &[]);
    assert_eq!(scene.refused("fia disarm coffer"), "only thieves have learnt that");
    let odds = scene.odds("tess disarm coffer");
    assert_eq!((odds.chance.unwrap().p, odds.exact), (0.5, true));
    scene.play("tess disarm coffer", &[4]);
    scene.play("cora take coffer", &[]);
    assert_eq!(scene.hp("cora"), 10);
    let mut scene = Scene::in_hall("");
    scene.play("fia go crypt", &[]);
    scene.play("tess search", &[6]);
    scene.play("fia wait", &[]);
    scene.play("tess disarm coffer", &[3, 14]);
    assert_eq!((scene.hp("tess"), scene.badges("tess")), (5, vec!["poisoned needle".to_owned()]));
}

/// DELVE-V2, DELVE-R15: monsters that are lured over a trap save against 19 less their hit dice.
#[test]
fn monsters_can_be_lured_over_a_trap() {
    for (face, hp) in [(17, 9), (16, 4)] {
        let mut scene = Scene::in_hall(BRUTE);
        scene.play("tess search", &[4]);
        scene.play("fia wait", &[]);
        scene.judge(Judgement::Fate { encounter: "brute".to_owned(), fate: fracas_kernel::Fate::Now });
        scene.play("fia meet", &[1, 2]);
        let lines = scene.play("fia lure tunnel", if face == 17 { &[17] } else { &[16, 5] });
        let result = if face == 17 { "saved" } else { "failed" };
        let save = format!("Brute saves: d20 [{face}] = {face} against 17: {result}");
        assert!(lines.contains(&save), "{lines:?}");
        assert_eq!((scene.zone("fia"), scene.hp("fia")), ("tunnel".to_owned(), 8));
        assert_eq!(scene.hp("brute"), hp);
        // Both know: no surprise, only initiative.
        scene.play("fia begin", &[6, 1]);
    }
}

#[test]
fn a_trap_can_be_the_end_of_them() {
    let imp = BRUTE.replace("creature = \"brute\"", "creature = \"imp\"");
    let mut scene = Scene::in_hall(&imp);
    scene.play("tess search", &[4]);
    scene.play("fia wait", &[]);
    scene.judge(Judgement::Fate { encounter: "brute".to_owned(), fate: fracas_kernel::Fate::Now });
    scene.play("fia meet", &[1, 2]);
    let lines = scene.play("fia lure tunnel", &[18, 5]);
    assert!(lines.contains(&"Imp dies".to_owned()), "{lines:?}");
    assert_eq!(scene.gauge("gold"), "27");
    assert!(scene.can("fia go hall"), "there is nobody left to fight");
}

#[test]
fn a_hazard_can_kill_the_last_of_them() {
    let mut scene = Scene::with("", &["fia"], "");
    scene.play("fia go hall", &[]);
    scene.set("fia", "hp", 3);
    scene.play("fia go tunnel", &[1, 4]);
    assert_eq!(scene.status("fia"), Status::Dead);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

#[test]
fn nobody_left_to_act_is_the_end() {
    let mut scene = Scene::with("", &["fia"], "");
    scene.play("fia go hall", &[]);
    scene.set("fia", "hp", 4);
    scene.play("fia go tunnel", &[1, 4]);
    assert_eq!((scene.hp("fia"), scene.status("fia")), (0, Status::Down));
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// DELVE-R15: at least two of each come with the program, and each names its save.
#[test]
fn there_are_two_of_each_kind() {
    let file = library("delve").into_iter().find(|file| file.name.ends_with("hazards.toml")).unwrap();
    let kinds: Vec<(String, String)> = read(&Source::new("hazards.toml", file.text), |top| {
        top.tables("hazard").iter_mut().map(|table| (table.string("kind"), table.string("save"))).collect()
    })
    .unwrap();
    for kind in ["trap", "poison", "disease"] {
        let count = kinds.iter().filter(|(known, save)| known == kind && save != "none").count();
        assert!(count >= 2, "{kind}: {count}");
    }
}

#[test]
fn healing_spells_and_salves_work_between_fights() {
    let mut scene = Scene::in_hall("");
    scene.set("tess", "hp", -0);
    scene.set("fia", "hp", 2);
    assert_eq!(scene.refused("cora cast ward all"), "this spell is for fights (DELVE-R7)");
    scene.play("cora cast mend tess", &[3]);
    assert_eq!((scene.hp("tess"), scene.spells("cora")), (4, 1));
    scene.play("tess use salves fia", &[4]);
    assert_eq!((scene.hp("fia"), scene.gauge("salves")), (7, "0".to_owned()));
}

/// DELVE-R15: the judge's favour helps whoever rolls, and so a poison takes less.
#[test]
fn a_favour_softens_a_poison() {
    let mut scene = Scene::in_hall("");
    scene.play("fia go crypt", &[]);
    scene.play("cora take coffer", &[12]);
    let roller = scene.table.who("cora");
    let roll = Some("poison".to_owned());
    scene.judge(Judgement::Favour { roller, roll, add: 0, edge: EdgeName::Advantage });
    scene.play("fia wait", &[12, 3, 1]);
    assert_eq!(scene.hp("cora"), 8, "the lower of two dice");
}
