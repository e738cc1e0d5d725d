//! What a broken adventure says, and parties as files.

use fracas_kernel::{Judgement, Play, Report, Side, Status};

use crate::scene::{PLACE, Scene, TWO, load};

fn good() -> String {
    format!("{PLACE}{TWO}")
}

#[track_caller]
fn says(text: &str, expected: &str) {
    let said = load(text, None).expect_err("it should not load");
    assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
}

#[track_caller]
fn breaks(from: &str, to: &str, expected: &str) {
    let text = good();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    says(&text.replacen(from, to, 1), expected);
}

#[test]
fn problems_say_where_and_what_would_be_right() {
    breaks("id = \"chest\"", "id = \"The chest\"", "an id is one word in lower case");
    breaks("hard = 2", "hard = 20", "way[2].hard: 20 is out of range");
    breaks("door = \"locked\"\n", "", "only what is locked is hard to open");
    breaks("weapon = \"bow\"", "weapon = \"bwo\"", "did you mean \"bow\"?");
    breaks("count = 2", "count = 24 }, { creature = \"imp\"", "encounter[0].foes: 25 at once");
    breaks("at = \"den\"\nfoes", "at = \"camp\"\nfoes", "the party begins there");
    breaks(
        "between = [\"camp\", \"cave\"]",
        "between = [\"hall\", \"camp\"]",
        "these two are joined already",
    );
    breaks("cover = 1", "cover = 9", "cover: 9 is out of range");
    breaks("danger = 2", "danger = 12", "danger: 12 is out of range");
    breaks(
        "does = [{ hold = true, takes = \"foe\" }]",
        "does = [{ hold = true, takes = \"foe\", at = \"den\" }]",
        "\"net\" does something behind a door",
    );
    breaks("[supplies]\n", "[supplies]\nluck = 1\n", "supplies.luck: unknown key");
    says(PLACE, "party: missing");
    says(&format!("{PLACE}{TWO}{TWO}"), "this one is in the party already");
}

/// What is written after one adventure is what the next begins with.
#[test]
fn a_party_comes_home_as_it_is() {
    let mut scene = Scene::in_the_hall();
    scene.play("eel search", &[1]);
    scene.play("fia go nook", &[12]);
    scene.play("fia take rack", &[]);
    scene.set("fia", 2);
    scene.judge(Judgement::Gauge { gauge: "silver".to_owned(), value: 77 });
    let file = scene.table.rules().party_file(scene.table.state()).unwrap();
    let again = Scene::with_party(&good(), Some(&file));
    assert_eq!((again.hits("fia"), again.hits("eel")), (2, 4));
    assert_eq!(again.gauge("silver"), "77");
    let tokens = [scene.token("fia"), again.token("fia")];
    assert_eq!(tokens[0].tracks, tokens[1].tracks);
    assert!(tokens[1].badges.iter().any(|badge| badge.name == "bow"));
    assert_eq!(again.table.rules().party_file(again.table.state()).unwrap(), file);
}

/// TWELVES-H2: a deed for each adventure that was done, and a step of growth for each deed.
#[test]
fn heroes_grow_by_deeds() {
    let party = |more: &str| format!("system = \"twelves\"\n[[party]]\nhero = \"fia\"\n{more}\n");
    let before = Scene::with_party(&good(), Some(&party(""))).token("fia");
    let grown = "deeds = 3\ngrown = [\"wits\", \"hits\"]";
    let mut scene = Scene::with_party(&good(), Some(&party(grown)));
    let after = scene.token("fia");
    assert_eq!(after.tracks[0].max, before.tracks[0].max.map(|hits| hits + 1));
    assert_ne!(after.kind, before.kind, "wits are on the screen");
    let file = |scene: &Scene| scene.table.rules().party_file(scene.table.state()).unwrap();
    assert!(file(&scene).contains("deeds = 3\ngrown = [\"wits\", \"hits\"]\n"), "{}", file(&scene));
    scene.judge(Judgement::EndAdventure { winner: Some(Side::Heroes) });
    assert!(file(&scene).contains("deeds = 4\n"), "{}", file(&scene));
    let wrong = [
        ("deeds = 1\ngrown = [\"wits\", \"hits\"]", "2 steps of growth for 1 deeds"),
        ("deeds = 9\ngrown = [\"luck\"]", "\"luck\" is not allowed here"),
        (
            "deeds = 20\ngrown = [\"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\", \"wits\"]",
            "no attribute grows beyond 11",
        ),
    ];
    for (text, expected) in wrong {
        let said = load(&good(), Some(&party(text))).expect_err(text);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn the_dead_stay_at_home() {
    let mut scene = Scene::in_the_hall();
    let who = scene.who("fia");
    scene.judge(Judgement::Afflict { who, condition: "dead".to_owned(), rank: None });
    assert_eq!(scene.token("fia").status, Status::Dead);
    let file = scene.table.rules().party_file(scene.table.state()).unwrap();
    assert!(file.contains("hero = \"fia\"\ndead = true"), "{file}");
    let next = load(&good(), Some(&file)).unwrap();
    assert_eq!(next.everyone(&next.start()).len(), 1);
    let nobody = "system = \"twelves\"\n[[party]]\nhero = \"fia\"\ndead = true\n";
    assert!(load(&good(), Some(nobody)).unwrap_err().contains("nobody in this party is alive"));
    let other = file.replacen("twelves", "delve", 1);
    let said = load(&good(), Some(&other)).unwrap_err();
    assert!(said.contains("party.toml:1:10: system: this party plays by other rules: \"delve\""), "{said}");
}

#[test]
fn what_cannot_be_played_is_said() {
    let cases = [
        ("between = [\"camp\", \"hall\"]", "between = [\"camp\", \"hal\"]", "did you mean \"hall\"?"),
        ("between = [\"camp\", \"hall\"]", "between = [\"camp\"]", "a way has two ends"),
        ("between = [\"camp\", \"hall\"]", "between = [\"camp\", \"camp\"]", "a zone is not beside itself"),
        ("between = [\"camp\", \"hall\"]", "between = [\"camp\", \"cave\"]", "no way leads to \"hall\""),
        ("take = \"cup\"", "take = \"cap\"", "did you mean \"cup\"?"),
        ("take = \"cup\"\n", "", "nothing is to be done"),
        ("take = \"cup\"", "beat = \"patrol\"\ntake = \"mug\"", "no cache is named \"mug\""),
        ("exit = true", "exit = false", "the place cannot be left"),
        ("start = \"camp\"", "start = \"moon\"", "start: no zone is named \"moon\""),
    ];
    for (from, to, expected) in cases {
        let text = good();
        assert!(text.contains(from), "{from}");
        says(&text.replacen(from, to, 1), expected);
    }
}

#[test]
fn a_party_that_cannot_go_is_told_why() {
    let party = "system = \"twelves\"\nkind = \"party\"\ntitle = \"Ours\"\n[supplies]\nfood = 3\n[[party]]\nhero = \"fia\"\nhits = 2\n";
    assert!(load(&good(), Some(party)).is_ok());
    let cases = [
        ("\"twelves\"", "\"heed\"", "party.toml:1:10: system: this party plays by other rules: \"heed\""),
        ("\"twelves\"", "\"heed\"", "take a party of \"twelves\""),
        ("kind = \"party\"", "kind = \"fight\"", "party.toml:2:8: kind:"),
        ("food = 3", "food = -3", "party.toml:5:8: supplies.food: -3 is out of range"),
        ("food = 3", "gold = 3", "party.toml:5:1: supplies.gold: unknown key"),
        ("hits = 2", "hits = 0", "party.toml:8:8: party[0].hits: 0 is out of range"),
        ("hits = 2", "weapon = \"spoon\"", "no weapon is named \"spoon\""),
        ("hits = 2", "dead = true", "nobody in this party is alive"),
        ("\"fia\"", "\"fai\"", "did you mean \"fia\"?"),
        ("hits = 2\n", "[[party]]\nhero = \"fia\"\n", "party[1].hero: this one is in the party already"),
        ("[[party]]\nhero = \"fia\"\nhits = 2\n", "", "party: missing"),
    ];
    for (from, to, expected) in cases {
        assert!(party.contains(from), "{from}");
        let said = load(&good(), Some(&party.replacen(from, to, 1))).expect_err(to);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}
