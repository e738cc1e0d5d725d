//! Parties as files, and what is said of files that are wrong.

use fracas_kernel::{Judgement, Report, Side};

use crate::scene::{BRUTE, SUPPLIES, Scene, hostile, load, text};

const PARTY: [&str; 3] = ["fia", "cora", "tess"];

fn file(scene: &Scene) -> String {
    scene.table.rules().party_file(scene.table.state()).expect("an adventure has a party")
}

#[test]
fn a_party_goes_on_as_it_was() {
    let mut scene = Scene::new("");
    scene.set("fia", "hp", 3);
    scene.set("cora", "spells-1", 1);
    let who = scene.table.who("cora").unwrap();
    scene.judge(Judgement::Afflict { who, condition: "grave-rot".to_owned(), rank: None });
    scene.set_gauge("torches", 5);
    scene.set_gauge("gold", 77);
    scene.set("tess", "hp", -9);
    let written = file(&scene);
    let next = Scene::of(load(text("", &["grim"], ""), Some(written.clone())).unwrap());
    assert_eq!((next.hp("fia"), next.hp("cora"), next.spells("cora")), (3, 10, 1));
    assert_eq!(next.badges("cora"), ["grave rot"]);
    assert_eq!((next.gauge("torches"), next.gauge("gold")), ("5".to_owned(), "77".to_owned()));
    assert!(next.table.who("tess").is_none(), "the dead do not go again");
    assert!(next.table.who("grim").is_none(), "the file's party goes instead of the adventure's own");
    assert_eq!(file(&next), written, "what is read is what was written");
}

#[test]
fn a_party_of_other_rules_is_refused() {
    let said = load(
        text("", &PARTY, ""),
        Some("system = \"heed\"\ntitle = \"X\"\n[[party]]\nhero = \"fia\"\n".to_owned()),
    );
    let said = said.unwrap_err();
    assert!(said.contains("party.toml:1:10: system: this party plays by other rules"), "{said}");
}

#[test]
fn a_party_without_anybody_is_refused() {
    let dead = "system = \"delve\"\ntitle = \"X\"\n[[party]]\nhero = \"fia\"\ndead = true\n";
    let said = load(text("", &PARTY, ""), Some(dead.to_owned())).unwrap_err();
    assert!(said.contains("nobody in this party is alive"), "{said}");
}

#[track_caller]
fn problem(top: &str, party: &[&str], tables: &str, expected: &str) {
    let said = load(text(top, party, tables), None).map(|_| ()).expect_err("it should not load");
    assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
}

#[test]
fn wrong_files_say_what_is_wrong() {
    assert!(load(text("", &PARTY, SUPPLIES), None).is_ok());
    problem("", &["fia", "fia"], "", "party[1].hero: this one is in the party already");
    problem("", &["brute"], "", "party[0].hero: Brute is a monster");
    problem("", &["nobody"], "", "no hero or creature is named \"nobody\"");
    problem("day = 3", &PARTY, "", "day: unknown key");
    problem("wandering = { every = 0, chance = 1 }", &PARTY, "", "wandering.every: 0 is out of range");
    problem("", &PARTY, "[supplies]\ncandles = 2\n", "supplies.candles: unknown key");
    problem("", &PARTY, &BRUTE.replace("\"crypt\"", "\"gate\""), "the party begins there");
    problem("", &PARTY, &BRUTE.replace("price = 15", "mood = \"grumpy\""), "\"grumpy\" is not allowed here");
    problem("", &PARTY, &BRUTE.replace("price = 15", "disease = \"pit\""), "that is no disease");
    problem(
        "",
        &PARTY,
        &BRUTE.replace("\"brute\" }", "\"brute\", count = 24 }, { creature = \"imp\", count = 6 }"),
        "30 at once",
    );
    problem("", &PARTY, "[[way]]\nbetween = [\"hall\", \"gate\"]\n", "these two are joined already");
    problem(
        "",
        &PARTY,
        "[[zone]]\nid = \"x\"\nname = \"X\"\nat = [9, 9]\ntrap = \"pitt\"\n",
        "did you mean \"pit\"?",
    );
}

#[test]
fn wrong_hazards_say_what_is_wrong() {
    let hazard = |rest: &str| format!("[[hazard]]\nid = \"h\"\nname = \"H\"\n{rest}\n");
    problem("", &PARTY, &hazard("kind = \"trap\"\nsave = \"negates\""), "failing the save does nothing");
    problem(
        "",
        &PARTY,
        &hazard("kind = \"trap\"\nsave = \"negates\"\nlasting = \"1d4\""),
        "a trap is over at once",
    );
    problem(
        "",
        &PARTY,
        &hazard("kind = \"poison\"\nsave = \"halves\"\nlasting = \"1d4\""),
        "there is no damage to halve",
    );
    problem("", &PARTY, &hazard("kind = \"poison\"\nlasting = \"1d4\""), "hazard[0].save: missing");
}

#[test]
fn the_judge_gives_and_takes_supplies() {
    let mut scene = Scene::new(SUPPLIES.split("[supplies]").next().unwrap());
    let who = scene.table.who("fia").unwrap();
    scene.judge(Judgement::Grant { who, what: "gold".to_owned(), count: 5 });
    scene.judge(Judgement::Grant { who, what: "salves".to_owned(), count: 2 });
    assert_eq!((scene.gauge("gold"), scene.gauge("salves")), ("25".to_owned(), "3".to_owned()));
    let refusal =
        scene.table.judge(Judgement::Grant { who, what: "wings".to_owned(), count: 1 }).unwrap_err();
    assert_eq!(
        refusal.why,
        "there is no gift \"wings\"; known: torches, rations, salves, tinctures, gold, xp"
    );
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert!(scene.outcome().is_some());
    assert!(scene.table.take_back(1) == 1 && scene.outcome().is_none(), "everything can be taken back");
}

/// Gold and beaten enemies teach; enough of it is a level, when the next adventure begins.
#[test]
fn heroes_grow_from_one_adventure_to_the_next() {
    let mut scene = Scene::in_hall(&hostile(BRUTE));
    scene.play("fia go crypt", &[]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia gather", &[]);
    // Two hit dice and 7 gold: 27, and 9 for each.
    assert!(file(&scene).contains("hero = \"fia\"\nhp = 8\nlevel = 1\nxp = 9\n"), "{}", file(&scene));
    let who = scene.table.who("fia").unwrap();
    scene.judge(Judgement::Grant { who, what: "xp".to_owned(), count: 92 });
    scene.set("fia", "hp", 5);
    let next = Scene::of(load(text("", &["grim"], ""), Some(file(&scene))).unwrap());
    // A fighter's second level: 5 hit points more.
    assert_eq!(next.hp("fia"), 10);
    assert!(file(&next).contains("hero = \"fia\"\nhp = 10\nlevel = 2\nxp = 1\n"), "{}", file(&next));
    let again = Scene::of(load(text("", &["grim"], ""), Some(file(&next))).unwrap());
    assert_eq!(file(&again), file(&next));
}
