//! Turns, light, what heroes do in them, rest, and the end.

use fracas_kernel::{Fate, Judge, Judgement, Know, Outcome, Report, Seat, Show, Side, Tell};

use crate::scene::{BRUTE, IMPS, Scene};

/// DELVE-T1: going somewhere takes a turn of ten minutes.
#[test]
fn going_takes_a_turn_of_ten_minutes() {
    let mut scene = Scene::new("");
    assert_eq!(scene.gauge("clock"), "day 1, 08:00 (turn 48)");
    assert_eq!(scene.play("fia go hall", &[]), ["Day 1, 08:10", "Hall"]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:10 (turn 49)");
    assert_eq!(scene.table.rules().time(scene.table.state()), 1);
}

/// DELVE-T1: each does one thing in a turn, and it is over when everybody has, or when the party moves on.
#[test]
fn everybody_does_one_thing_in_a_turn() {
    let mut scene = Scene::in_hall("");
    scene.play("cora search", &[1]);
    assert_eq!(scene.asked(), ["fia", "tess"]);
    assert_eq!(scene.refused("cora search"), "Cora has done something in this turn (DELVE-T1)");
    scene.play("fia listen crypt", &[1]);
    assert_eq!(scene.asked(), ["fia", "tess"], "the leader still decides for all");
    assert_eq!(scene.gauge("clock"), "day 1, 08:10 (turn 49)");
    scene.play("tess idle", &[]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:20 (turn 50)");
    assert_eq!(scene.asked(), ["fia", "cora", "tess"]);
    scene.play("cora search", &[1]);
    scene.play("fia go gate", &[]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:40 (turn 52)", "the turn that had begun, and the walk");
}

/// DELVE-T1: a fight's rounds are minutes; every turn begun counts.
#[test]
fn a_fight_takes_its_minutes_in_whole_turns() {
    for (rounds, clock) in [(1, "08:20"), (10, "08:20"), (11, "08:30")] {
        let mut scene = Scene::in_hall(BRUTE);
        scene.fate("brute", Fate::Now);
        scene.play("fia meet", &[1, 1]);
        scene.play("fia begin", &[6, 6, 6, 1]);
        for round in 1..=rounds {
            for who in ["fia", "cora", "tess"] {
                scene.play(&format!("{who} done"), &[]);
            }
            if round < rounds {
                scene.play("brute done", &[6, 1]);
            }
        }
        scene.judge(Judgement::End { winner: Some(Side::Heroes) });
        assert_eq!(
            scene.gauge("clock"),
            "day 1, 08:10 (turn 49)",
            "the turns pass when the party has gathered"
        );
        scene.play("fia gather", &[]);
        assert!(scene.gauge("clock").contains(clock), "{rounds} rounds: {}", scene.gauge("clock"));
    }
}

#[test]
fn torches_burn_for_six_turns_and_are_lit_in_the_dark() {
    let mut scene = Scene::in_hall("");
    assert_eq!(scene.gauge("light"), "not needed here");
    let lines = scene.play("fia go tunnel", &[20]);
    assert_eq!(lines[lines.len() - 1], "A torch is lit; 1 left");
    assert_eq!(
        (scene.gauge("light"), scene.gauge("torches")),
        ("a torch, for 6 turns".to_owned(), "1".to_owned())
    );
    for _ in 0..5 {
        scene.play("fia wait", &[]);
    }
    assert_eq!(scene.gauge("light"), "a torch, for one turn more");
    let lines = scene.play("fia wait", &[]);
    assert_eq!(lines[2..], ["The torch has burnt down", "A torch is lit; 0 left"]);
    for _ in 0..6 {
        assert!(scene.can("fia search"));
        scene.play("fia wait", &[]);
    }
    assert_eq!(scene.gauge("light"), "none: it is dark");
    assert_eq!(scene.refused("fia search"), "it is too dark to search");
}

#[test]
fn a_search_finds_hidden_things_and_only_a_thief_finds_traps() {
    let mut scene = Scene::in_hall("");
    assert_eq!(scene.odds("fia search").chance.unwrap().p, 2.0 / 6.0);
    assert_eq!(scene.odds("tess search").chance.unwrap().p, 3.0 / 6.0);
    assert_eq!(scene.play("fia search", &[4]), ["Fia searches: d6 [4] = 4 against 5: finds nothing"]);
    assert!(!scene.can("fia go loft"));
    assert_eq!(
        scene.play("cora search", &[5]),
        ["Cora searches: d6 [5] = 5 against 5: finds a hidden way to Loft, a niche"]
    );
    assert!(scene.can("fia go loft") && scene.can("tess take niche"));
    assert_eq!(scene.refused("fia search"), "Fia has done something in this turn (DELVE-T1)");
    assert!(scene.can("tess search"), "a thief looks for traps too");
    scene.play("tess take niche", &[]);
    assert_eq!((scene.gauge("torches"), scene.gauge("salves")), ("4".to_owned(), "2".to_owned()));
    let mut scene = Scene::in_hall("");
    let found = scene.play("tess search", &[4]);
    assert!(found[0].ends_with("finds a hidden way to Loft, a niche"), "{found:?}");
    assert_eq!(found[1], "Tess sees the signs of a trap");
    assert_eq!(scene.refused("fia search"), "this zone has been searched");
}

#[test]
fn locks_are_picked_by_thieves_and_forced_by_the_strong() {
    let mut scene = Scene::in_hall(BRUTE);
    assert_eq!(scene.refused("fia go cell"), "it is locked: open it first");
    assert_eq!(scene.refused("fia pick cell"), "only thieves have learnt that");
    assert_eq!(scene.refused("fia force strongroom"), "it is of iron and does not give");
    assert_eq!(scene.odds("tess pick cell").chance.unwrap().p, 0.5);
    assert_eq!(scene.odds("fia force cell").chance.unwrap().p, 0.5, "strength +2");
    assert!((scene.odds("cora force cell").chance.unwrap().p - 1.0 / 6.0).abs() < 1e-9);
    scene.play("tess pick cell", &[3]);
    assert!(!scene.can("fia go cell"));
    scene.play("fia force cell", &[4]);
    assert!(scene.can("fia go cell"));
    assert_eq!(scene.refused("cora force cell"), "it is not locked");
}

#[test]
fn a_key_opens_its_door() {
    let mut scene = Scene::in_hall("");
    scene.play("fia go crypt", &[]);
    // The needle in the coffer's lock: 1 damage, and a save against it.
    scene.play("fia take coffer", &[20]);
    assert_eq!(scene.gauge("gold"), "60");
    scene.play("fia go hall", &[]);
    assert!(scene.can("fia go strongroom"));
}

/// DELVE-D3: a meal and an unbroken night give back one hit point; without the meal there is none.
#[test]
fn a_day_of_rest_gives_back_one_hit_point_to_those_who_eat() {
    let mut scene = Scene::new("");
    for (hero, hp) in [("fia", 3), ("cora", 10), ("tess", 0)] {
        scene.set(hero, "hp", hp);
    }
    scene.set("cora", "spells-1", 0);
    scene.set_gauge("rations", 2);
    let lines = scene.play("fia camp", &[]);
    assert_eq!(scene.gauge("clock"), "day 2, 06:00 (turn 180)");
    assert_eq!((scene.hp("fia"), scene.hp("cora"), scene.hp("tess")), (4, 10, 0));
    assert!(lines.contains(&"Tess goes hungry, and regains nothing".to_owned()), "{lines:?}");
    assert_eq!(scene.gauge("rations"), "0");
    assert_eq!(scene.spells("cora"), 2, "a night brings spells back, with or without a meal");
    scene.set_gauge("rations", 3);
    scene.play("fia camp", &[]);
    assert_eq!((scene.hp("fia"), scene.hp("tess")), (5, 1));
    assert!(scene.asked().contains(&"tess".to_owned()), "conscious again");
}

/// DELVE-D3: a night that is broken gives nothing back.
#[test]
fn a_broken_night_gives_nothing() {
    let mut scene = Scene::with("wandering = { every = 2, chance = 1, night = 3 }", &["fia", "cora"], IMPS);
    scene.set("fia", "hp", 3);
    scene.set("cora", "spells-1", 0);
    let camp = scene.table.find("fia camp").unwrap();
    let warnings = scene.table.rules().describe(scene.table.state(), camp).warnings;
    assert_eq!(warnings, ["the night is broken with a chance of 42%"]);
    // What it heals counts only if nobody breaks it: 125 in 216.
    let odds = scene.odds("fia camp");
    assert!(odds.exact && (odds.gain.mean - 125.0 / 216.0).abs() < 1e-9, "{}", odds.gain.mean);
    // The first watch is quiet; in the second they come, and do not care; but nobody sleeps after that.
    let lines = scene.play("fia camp", &[5, 6, 4, 5]);
    assert_eq!(lines[lines.len() - 1], "The rest is broken");
    assert_eq!(scene.gauge("clock"), "day 1, 22:40 (turn 136)");
    assert_eq!(scene.gauge("rations"), "8");
    assert_eq!((scene.hp("fia"), scene.spells("cora")), (3, 0));
}

/// DELVE-R17: one night in a day: whoever camps again on waking sleeps until the next dawn, and has one hit point for it.
#[test]
fn one_night_is_had_in_a_day() {
    let mut scene = Scene::new("");
    scene.set("fia", "hp", 3);
    // From two in the night: eight hours, past dawn.
    scene.set_gauge("clock", 144 + 12);
    scene.play("fia camp", &[]);
    assert_eq!((scene.hp("fia"), scene.gauge("clock")), (4, "day 2, 10:00 (turn 204)".to_owned()));
    scene.play("fia camp", &[]);
    assert_eq!((scene.hp("fia"), scene.gauge("clock")), (5, "day 3, 06:00 (turn 324)".to_owned()));
    // Late in a night that was begun before dawn: the same day gives no second one.
    scene.set_gauge("clock", 324 - 2);
    scene.play("fia camp", &[]);
    assert_eq!((scene.hp("fia"), scene.gauge("clock")), (6, "day 4, 06:00 (turn 468)".to_owned()));
}

/// DELVE-D3: nights are long, and begin late: eight hours at least, and not before the next dawn.
#[test]
fn a_night_lasts_until_dawn_and_eight_hours_at_least() {
    let mut scene = Scene::new("");
    scene.set_gauge("clock", 140);
    scene.play("fia camp", &[]);
    assert_eq!(scene.gauge("clock"), "day 2, 07:20 (turn 188)");
}

#[test]
fn something_turns_up_when_the_die_says_so() {
    let top = "wandering = { every = 2, chance = 1 }";
    let mut scene = Scene::with(top, &["fia", "cora"], IMPS);
    scene.play("fia go hall", &[]);
    let quiet = scene.play("fia wait", &[5]);
    assert_eq!(quiet[2], "Wandering monsters: d6 [5] = 5 against 6: all is quiet");
    assert_eq!(scene.told().len(), 2, "players hear of it only when something comes");
    scene.play("fia wait", &[]);
    // A 6, the only lot, and a reaction of 7.
    scene.play("fia wait", &[6, 3, 4]);
    assert!(scene.can("fia pass"), "{:?}", scene.choices());
    scene.play("fia pass", &[]);
    scene.play("fia wait", &[]);
    let after = scene.play("fia wait", &[6]);
    assert!(
        after[2].ends_with("something stirs") && scene.can("fia wait"),
        "they have gone: nobody else comes"
    );
}

/// The judge says how likely it is that somebody comes at the next look, and players learn nothing of it.
#[test]
fn faces_by_the_judges_word() {
    let word = |value: &str| Judgement::Decide { what: "faces".into(), who: None, value: value.into() };
    let mut scene = Scene::with("wandering = { every = 1, chance = 1 }", &["fia", "cora"], IMPS);
    let known = |scene: &Scene| scene.table.rules().known(scene.table.state(), Seat::Watcher);
    let before = known(&scene);
    scene.judge(word("4"));
    assert_eq!(known(&scene), before);
    // A 3 is among the four faces; once.
    let lines = scene.play("fia go hall", &[3, 3, 4]);
    assert!(lines.iter().any(|line| line.starts_with("Wandering monsters: d6 [3] = 3 against 3: something")));
    scene.play("fia pass", &[]);
    scene.judge(word("0"));
    let lines = scene.play("fia wait", &[6]);
    assert!(lines.iter().any(|line| line.ends_with("against 7: all is quiet")), "{lines:?}");
    assert!(scene.table.judge(word("7")).is_err());
    let mut calm = Scene::with("", &["fia"], "");
    assert_eq!(calm.table.judge(word("1")).unwrap_err().why, "nobody wanders about here");
}

#[test]
fn safe_places_are_safe() {
    let text = crate::scene::text("wandering = { every = 1, chance = 6 }", &["fia"], IMPS);
    let text = text.replacen("exit = true", "exit = true\nsafe = true", 1);
    let mut scene = Scene::of(crate::scene::load(text, None).unwrap());
    scene.play("fia wait", &[]);
    scene.play("fia go hall", &[1, 3, 3]);
    assert!(scene.can("fia pass"));
}

#[test]
fn time_runs_out() {
    let mut scene = Scene::with("days = 1", &["fia"], "");
    scene.set_gauge("clock", 191);
    let lines = scene.play("fia wait", &[]);
    assert_eq!(lines[lines.len() - 2..], ["The time is up", "Not done: Take the crown and bring it out"]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_goal_counts_when_the_party_is_out() {
    let mut scene = Scene::in_hall("");
    scene.play("tess pick cell", &[6]);
    scene.play("fia go cell", &[]);
    scene.play("cora take crown", &[]);
    assert_eq!(scene.outcome(), None);
    scene.play("fia go hall", &[]);
    scene.play("fia go gate", &[]);
    assert!(scene.table.rules().view(scene.table.state(), Seat::Judge).outcome.is_none());
    scene.play("fia leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    let mut early = Scene::new("");
    early.play("fia leave", &[]);
    assert_eq!(early.outcome(), Some(Outcome::Draw));
}

#[test]
fn anybody_may_take_the_lead() {
    let mut scene = Scene::new("");
    assert_eq!(scene.badges("fia"), ["leads"]);
    assert_eq!(scene.refused("cora go hall"), "that is for whoever leads the party (DELVE-T1)");
    scene.play("cora lead", &[]);
    scene.play("cora go hall", &[]);
    scene.set("cora", "hp", 0);
    assert_eq!(scene.badges("fia"), ["leads"], "the first who is able, when the leader is not");
    assert!(scene.can("fia go gate"));
}

/// DELVE-R1, DELVE-R7: checks between fights are those of a fight, and what is tried is what one can do in a turn.
#[test]
fn checks_and_attempts_between_fights() {
    let mut scene = Scene::new("");
    let who = scene.table.who("fia").unwrap();
    let tries = |check: &str| Judgement::Attempt {
        who,
        tries: "climbs the wall".into(),
        check: Some(check.into()),
        against: Some(9),
        success: Default::default(),
        failure: Default::default(),
    };
    let told = scene.judge_rolling(tries("luck"), &[9]);
    assert_eq!(told[0], "Fia: climbs the wall: d20 [9] = 9 against luck 9: success");
    let again = scene.table.judge(tries("luck")).unwrap_err().to_string();
    assert!(again.contains("Fia"), "{again}");
    for check in ["save", "strength", "charisma"] {
        assert!(scene.rules().repertoire().checks.iter().any(|known| known.id == check), "{check}");
    }
}
