//! Parties as files, problems in files, and what a player's seat must not see.

use fracas_kernel::{Crowd, Fate, Judgement, Offer, Play, Seat, Side, Tell, Who};

use crate::scene::{PARTY, Scene, load_with, text};

#[test]
fn a_party_goes_from_one_adventure_to_the_next() {
    let mut scene = Scene::new();
    scene.play("ann search", &[20]);
    scene.play("ann later gust", &[]);
    scene.play("ann linger", &[]);
    scene.play("bea work friends", &[]);
    scene.set("bea", "xp", 9);
    scene.play("bea toughen", &[]);
    scene.play("bea train gust", &[]);
    for (track, value) in [("health", 7), ("ardor", 1), ("surges", 0), ("trauma", 2), ("xp", 9)] {
        scene.set("ann", track, value);
    }
    let file = scene.party_file();
    let next = Scene::of(&text(""), Some(&file));
    for track in ["trauma", "xp"] {
        assert_eq!(next.track("ann", track), scene.track("ann", track));
    }
    // ARDOR-B2: the adventuring day starts with health, Ardor and surges.
    assert_eq!(["health", "ardor", "surges"].map(|track| next.track("ann", track)), [20, 3, 2]);
    assert_eq!(next.track("bea", "health"), 22, "she got tougher");
    assert_eq!(next.party_file(), file);
    for gauge in ["kits", "rations", "pursuits"] {
        assert_eq!(next.shown(gauge), scene.shown(gauge));
    }
    assert_eq!(next.shown("clock"), "day 1, 08:00");
}

#[test]
fn a_stronghold_gives_a_kit_in_every_adventure() {
    let party = format!("system = \"ardor\"\ntitle = \"Ours\"\n{PARTY}\n[pursuits]\ntower = 2\n");
    assert_eq!(Scene::of(&text(""), Some(&party)).shown("kits"), "2");
    let half = party.replace("tower = 2", "tower = 1");
    assert_eq!(Scene::of(&text(""), Some(&half)).shown("kits"), "1");
}

#[test]
fn the_lost_stay_behind() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Remove { who: Who(0) });
    let next = Scene::of(&text(""), Some(&scene.party_file()));
    assert_eq!(next.table.rules().everyone(next.table.state()).len(), 1);
    assert_eq!(next.table.rules().id(next.table.state(), Who(0)), "bea");
}

#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    let stage = text(
        "[pressing]\nname = \"x\"\nsegments = 2\nhours = 1\nbeat = \"ogre\"\ncomes = \"y\"\nends = true",
    ) + PARTY;
    assert!(load_with(&stage, None).is_ok());
    assert!(stage.contains(from), "{from:?} is not on the stage");
    let problems = load_with(&stage.replacen(from, to, 1), None).expect_err("it is wrong");
    assert!(problems.contains(expected), "{problems}");
}

#[test]
fn mistakes_are_found() {
    wrong("challenge = 12\n", "", "challenge: missing");
    wrong("kind = \"adventure\"", "kind = \"adventur\"", "did you mean \"adventure\"?");
    wrong("comforts = [\"woods\"]", "comforts = [\"wood\"]", "did you mean \"woods\"?");
    wrong("hurts = \"1d6\"", "hurts = \"1x6\"", "1x6");
    wrong("costs_ardor = 1", "", "this fumble does no harm");
    wrong("costs_ardor = 1", "spoils = true", "failing does that already");
    wrong("key = \"iron-key\"", "key = \"iron\"", "did you mean \"iron-key\"?");
    wrong("fills = \"tower\"", "fills = \"towr\"", "did you mean \"tower\"?");
    wrong("gives = { kits = 1 }", "gives = { kits = 0 }", "it is good for nothing");
    wrong("segments = 2\ngives", "segments = 0\ngives", "from 1 to 12");
    wrong("creature = \"ogre\" }", "creature = \"ann\" }", "name creatures here");
    wrong("count = 2 }", "count = 24 }, { creature = \"imp\", count = 12 }", "give at most 24");
    wrong("count = 2 }", "count = 2, at = \"den\" }", "too far from the rest of their encounter");
    wrong("beat = \"ogre\"\n", "", "nothing is to be done");
    wrong("ends = true", "ends = false", "nothing comes of it");
    wrong("hero = \"bea\"", "hero = \"ann\"", "name everybody once");
    wrong("hero = \"bea\"", "hero = \"imp\"", "Imp is no hero");
    wrong("hero = \"bea\"", "hero = \"bea\"\nlearned = [\"gist\"]", "did you mean \"gust\"?");
    wrong("kits = 1\nrations", "kit = 1\nrations", "did you mean `kits`?");
    wrong("risk = 2", "risk = 7", "from 0 to 6");
}

#[test]
fn a_partys_file_is_checked() {
    let party = format!("system = \"ardor\"\ntitle = \"Ours\"\n{PARTY}");
    let problem =
        |from: &str, to: &str| load_with(&text(""), Some(&party.replacen(from, to, 1))).unwrap_err();
    assert!(load_with(&text(""), Some(&party)).is_ok());
    assert!(
        problem("ardor", "delve")
            .starts_with("party.toml:1:10: system: this party plays by other rules: \"delve\"")
    );
    assert!(problem("[supplies]", "[pursuits]\ntowr = 1\n[supplies]").contains("known: tower, friends"));
    assert!(problem("[supplies]", "[pursuits]\ntower = 3\n[supplies]").contains("from 0 to 2"));
    assert!(problem("rations = 4", "rations = 4\nsalt = 1").contains("unknown key"));
    let lost = party.replace("\"ann\"", "\"ann\"\nlost = true").replace("\"bea\"", "\"bea\"\nlost = true");
    assert!(load_with(&text(""), Some(&lost)).unwrap_err().contains("nobody in this party is alive"));
    assert!(load_with(&text(""), Some("system = \"ardor\"\ntitle = ")).is_err());
    for (from, to, expected) in [
        ("kits = 1", "kits = -1", "supplies.kits: -1 is out of range"),
        ("\"bea\"", "\"bea\"\ntrauma = -2", "party[1].trauma: -2 is out of range"),
        ("\"bea\"", "\"bea\"\nhealth = 0", "party[1].health: 0 is out of range"),
        ("\"bea\"", "\"bae\"", "did you mean \"bea\"?"),
        ("\"bea\"", "\"ann\"", "party[1].hero: this one is in the party already"),
        ("\"bea\"", "\"bea\"\nnoted = [\"sword\"]", "no ability is named \"sword\""),
    ] {
        let said = problem(from, to);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}

#[test]
fn a_player_sees_nothing_that_is_hidden() {
    let mut scene = Scene::new();
    let player = Seat::Player(Crowd::one(scene.who("ann")));
    let hidden = ["purse", "herbs", "Nook", "ogre", "wolves", "thieves", "Den"];
    let seen = |scene: &Scene| {
        let rules = scene.table.rules();
        let mut all = Vec::new();
        rules.conceivable(scene.table.state(), &mut all);
        let described: Vec<_> = all.iter().map(|&c| rules.describe(scene.table.state(), c)).collect();
        format!("{:?} {described:?}", scene.view(player))
    };
    for word in hidden {
        assert!(!seen(&scene).contains(word), "{word} is seen");
        assert!(format!("{:?}", scene.view(Seat::Judge)).contains("lair: the ogre"));
    }
    // What the judge has in store is not to be seen either.
    let before = seen(&scene);
    scene.fate("wolves", Fate::Next);
    scene.fate("ogre", Fate::Gone);
    assert_eq!(seen(&scene), before);
    // The guards are in plain sight.
    assert!(before.contains("the guards"));
}

#[test]
fn the_judge_gives_and_takes() {
    let mut scene = Scene::new();
    let ann = scene.who("ann");
    let grant = |what: &str, count| Judgement::Grant { who: ann, what: what.to_owned(), count };
    scene.judge(grant("xp", 3));
    scene.judge(grant("kits", 2));
    scene.judge(grant("gale", 1));
    scene.judge(grant("tower", 1));
    assert_eq!((scene.track("ann", "xp"), scene.shown("kits").as_str()), (3, "3"));
    assert_eq!(scene.shown("pursuits"), "The tower 1/2");
    assert!(scene.party_file().contains("learned = [\"gale\"]"));
    let refusal = scene.table.judge(grant("pony", 1)).unwrap_err().why;
    assert_eq!(refusal, "there is no gift \"pony\"; known: kits, rations, xp, tower, friends, gust, gale");
    let fate = Judgement::Fate { encounter: "dragon".to_owned(), fate: Fate::Now };
    let refusal = scene.table.judge(fate).unwrap_err().why;
    assert_eq!(refusal, "there is no encounter \"dragon\"; known: guards, ogre, wolves, thieves");
    scene.fate("ogre", Fate::Now);
    assert!(scene.fighting());
    // The fight has its own account of experience; supplies are everybody's.
    assert!(scene.table.judge(grant("xp", 1)).is_err() && scene.table.judge(grant("gust", 1)).is_err());
    scene.judge(grant("kits", 1));
    scene.end_fight(Side::Heroes);
    assert!(!scene.fighting());
    // What is met by the judge's word is there again, beaten or not.
    scene.fate("ogre", Fate::Now);
    assert!(scene.fighting());
}
