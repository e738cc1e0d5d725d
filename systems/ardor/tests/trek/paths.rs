//! Going unseen, dangerous ways, fumbles and care, discoveries, searching, locks, and what comes of fights.

use fracas_kernel::{Fate, Judgement, Outcome, Seat, Side, Status};

use crate::scene::{PARTY, Scene, line, text};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

// ARDOR-S2, ARDOR-R1
#[test]
fn the_clumsiest_must_meet_the_challenge() {
    let mut scene = Scene::new();
    // The guards are known, and harder to pass (15) than their ridge (13). Bea has -1.
    assert_eq!(scene.warnings("ann sneak ridge")[0], "Bea, the least quiet, against 15");
    assert!(near(scene.chance("ann sneak ridge"), 0.25), "16 or more");
    scene.set("ann", "trauma", 3);
    assert!(near(scene.chance("ann sneak ridge"), 0.15), "now it is Ann, with -3");
    scene.set("ann", "trauma", 20);
    assert!(near(scene.chance("ann sneak ridge"), 0.05), "a natural 20 always makes it");
    scene.set("ann", "trauma", 0);
    let lines = scene.play("ann sneak ridge", &[16]);
    line(&lines, "Bea sets the pace to Ridge, unseen: d20 [16] - 1 = 15 against 15, just enough");
    line(&lines, "You are not noticed by the guards");
    assert!(!scene.fighting());
    assert_eq!(
        (scene.place("ann").as_deref(), scene.shown("clock").as_str()),
        (Some("ridge"), "day 1, 09:00")
    );
    assert_eq!((scene.track("ann", "xp"), scene.track("bea", "xp")), (2, 7), "past them is over them");
}

// ARDOR-S2
#[test]
fn failing_opens_the_encounter() {
    let mut scene = Scene::new();
    let lines = scene.play("ann sneak ridge", &[15]);
    line(&lines, "Somebody is here: the guards");
    assert!(scene.fighting());
    assert_eq!(scene.track("ann", "xp"), 0);
    assert!(scene.token("imp-1").badges.is_empty(), "they are on their guard");
}

// ARDOR-S2
#[test]
fn whoever_went_unseen_can_fall_upon_them() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("ann attack").0, Some("ARDOR-S2"));
    scene.play("ann sneak ridge", &[20]);
    scene.play("bea later gust", &[]);
    assert_eq!(scene.refused("ann search").0, Some("ARDOR-S2"));
    scene.play("ann attack", &[]);
    assert_eq!(scene.token("imp-1").badges[0].name, "unaware");
    scene.end_fight(Side::Heroes);
    assert_eq!(scene.track("ann", "xp"), 2, "experience comes once");
}

// ARDOR-S2: what nobody knows of is as hard to pass as the place.
#[test]
fn who_lives_there_counts_once_it_is_known() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    scene.go_to("ridge");
    let warning = |scene: &Scene| scene.warnings("ann sneak den")[0].clone();
    assert_eq!(warning(&scene), "Bea, the least quiet, against 12", "14, and 2 less in the dark");
    scene.play("ann go den", &[]);
    assert!(scene.fighting());
    scene.end_fight(Side::Monsters);
    assert_eq!(scene.place("ann").as_deref(), Some("ridge"), "they got away");
    assert_eq!(warning(&scene), "Bea, the least quiet, against 16");
}

#[test]
fn the_night_hides() {
    let mut scene = Scene::new();
    scene.gauge("clock", 22 * 60);
    assert_eq!(scene.warnings("ann sneak ridge")[0], "Bea, the least quiet, against 13");
    // And dangerous ways are worse in it: Ann has +0, less 2, against 10.
    assert!(near(scene.chance("ann go isle"), 0.45));
    assert!(near(scene.chance("ann sneak inn"), 0.4), "lamps are lit within: 13 or more with -1 against 12");
}

// ARDOR-S8, ARDOR-O1
#[test]
fn a_fumble_hurts_in_the_way_of_the_place() {
    let mut scene = Scene::new();
    assert!(scene.warnings("ann sneak ridge").contains(
        &"below 7, a stone comes loose: d6 damage, dazed for 2 rounds (-3 on its Action Score)".to_owned()
    ));
    let odds = scene.odds("ann sneak ridge");
    assert!(near(odds.loss.mean, 0.35 * 3.5), "7 faces of 20: {}", odds.loss.mean);
    let mut safe = Scene::new();
    safe.play("ann sneak ridge", &[8]);
    assert_eq!(safe.track("bea", "health"), 20, "7 is not below 7");
    let lines = scene.play("ann sneak ridge", &[7, 4]);
    line(&lines, "Bea fumbles, below 7: a stone comes loose");
    assert_eq!(scene.track("bea", "health"), 16);
    // It is brought into the fight that follows.
    assert_eq!(scene.token("bea").badges[0].name, "dazed");
}

// ARDOR-S8, ARDOR-H2
#[test]
fn a_fumble_can_be_the_last_straw() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    scene.set("bea", "health", 4);
    let lines = scene.play("ann sneak ridge", &[2, 6]);
    line(&lines, "Bea collapses and is brought round: Trauma 1");
    assert_eq!((scene.track("bea", "health"), scene.track("bea", "trauma")), (1, 1));
    // -1 for grace, -1 for Trauma, -3 for being dazed, which a Break ends.
    assert_eq!(scene.label("bea search"), "Search here (wit -4 against 13, 20 minutes)");
    scene.play("ann break", &[]);
    assert_eq!(scene.label("bea search"), "Search here (wit -1 against 13, 20 minutes)");
}

// ARDOR-S9, ARDOR-O2
#[test]
fn care_costs_three_and_rules_fumbles_out() {
    let mut scene = Scene::new();
    assert!(near(scene.chance("ann sneak ridge carefully"), 0.1));
    assert!(near(scene.odds("ann sneak ridge carefully").loss.mean, 0.0));
    let lines = scene.play("ann sneak ridge carefully", &[1]);
    line(&lines, "Bea sets the pace to Ridge, unseen, carefully: d20 [1] - 4 = -3 against 15");
    assert_eq!(scene.track("bea", "health"), 20);
}

// ARDOR-S9, ARDOR-O2
#[test]
fn care_on_other_terms() {
    let scene = Scene::with("[careful]\npenalty = 1\nlowers = 5");
    assert!(near(scene.chance("ann sneak ridge carefully"), 0.2));
    // Below 2 with -2: faces 1 to 3.
    assert!(near(scene.odds("ann sneak ridge carefully").loss.mean, 0.15 * 3.5));
    let scene = Scene::with("[careful]\noffered = false");
    assert_eq!(scene.refused("ann sneak ridge carefully").0, Some("ARDOR-O2"));
}

// ARDOR-S9, ARDOR-O1: no fumble, unless the file has one.
#[test]
fn there_is_no_care_where_nothing_can_go_wrong() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("ann sneak inn carefully").0, Some("ARDOR-S9"));
    scene.play("ann sneak inn", &[1]);
    assert_eq!((scene.track("bea", "health"), scene.fighting()), (20, false), "nobody was there to notice");
}

// ARDOR-S2, ARDOR-S8
#[test]
fn the_leader_finds_the_way_over_a_hazard() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("ann sneak isle").0, Some("ARDOR-S2"));
    assert!(near(scene.chance("ann go isle"), 0.55), "10 or more with nothing added");
    scene.play("bea lead", &[]);
    assert!(near(scene.chance("bea go isle"), 0.65), "Bea has might 2");
    assert!(near(scene.chance("bea go isle carefully"), 0.5));
    let lines = scene.play("bea go isle", &[2]);
    line(&lines, "Bea leads over the ford to Isle: d20 [2] + 2 = 4 against 10, 6 short");
    line(&lines, "Bea fumbles, below 5: the current wins");
    assert_eq!((scene.track("bea", "ardor"), scene.place("bea").as_deref()), (2, Some("camp")));
    assert_eq!(scene.shown("clock"), "day 1, 08:20", "it took its time all the same");
    scene.play("bea go isle", &[8]);
    assert_eq!(scene.place("bea").as_deref(), Some("isle"));
}

// ARDOR-S7, ARDOR-R20: out of two, told with what they do.
#[test]
fn a_natural_twenty_may_bring_a_discovery() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    let lines = scene.play("ann sneak ridge", &[20]);
    line(&lines, "Bea glimpses Gust: One enemy in sight. Full hit: d6 damage.");
    line(&lines, "Bea glimpses Gale: One enemy in sight. Full hit: 2d6 damage.");
    let all = ["bea learn gust", "bea later gust", "bea learn gale", "bea later gale"];
    assert_eq!(scene.choices(), all);
    assert_eq!(scene.refused("ann lead").0, Some("ARDOR-S7"));
    let lines = scene.play("bea learn gust", &[]);
    line(&lines, "Bea learns Gust for 3 XP");
    assert_eq!(scene.track("bea", "xp"), 2);
    assert!(scene.party_file().contains("learned = [\"gust\"]"));
}

// ARDOR-S7
#[test]
fn without_the_experience_it_is_noted_and_trained_at_an_extended_rest() {
    let mut scene = Scene::new();
    let lines = scene.play("ann search", &[20]);
    line(&lines, "Ann glimpses Gust (too few XP to learn it now)");
    assert_eq!(scene.choices(), ["ann later gust", "ann later gale"]);
    scene.play("ann later gust", &[]);
    assert!(scene.party_file().contains("noted = [\"gust\"]"));
    scene.set("ann", "xp", 4);
    scene.play("ann go inn", &[]);
    scene.play("ann linger", &[]);
    assert!(!scene.can("ann train gale"));
    scene.play("ann train gust", &[]);
    assert_eq!(scene.track("ann", "xp"), 1, "what was noted costs no more than it is worth");
    assert!(scene.party_file().contains("noted = []"));
}

// ARDOR-O3
#[test]
fn no_discovery_where_the_adventure_says_so() {
    let mut scene = Scene::with("discovery = false");
    scene.play("bea search", &[20]);
    assert!(scene.can("ann lead") || scene.can("bea lead"));
    assert!(!scene.party_file().contains("\"gust\""));
}

// ARDOR-S7: what a fight brings to light goes on with the hero.
#[test]
fn a_discovery_in_a_fight_is_carried_out_of_it() {
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    scene.play("ann begin", &[]);
    scene.play("imp-1 attack ann", &[]);
    scene.play("imp-2 attack ann", &[]);
    scene.play("ann attack imp-1", &[]);
    scene.play("bea attack imp-1", &[20, 20]);
    scene.play("ann later gust", &[]);
    scene.play("ann pass", &[]);
    scene.play("bea learn gust", &[]);
    scene.end_fight(Side::Heroes);
    assert_eq!(scene.track("bea", "xp"), 4, "5, less 3, and 2 for the guards");
    let file = scene.party_file();
    assert!(file.contains("noted = [\"gust\"]") && file.contains("learned = [\"gust\"]"), "{file}");
}

#[test]
fn a_search_brings_everything_to_light() {
    let mut scene = Scene::new();
    assert!(near(scene.chance("ann search"), 0.45));
    scene.play("ann search", &[11]);
    assert_eq!(scene.refused("ann search").1, "has looked everywhere; somebody else may have better eyes");
    assert!(!scene.can("ann go nook") && !scene.can("ann take purse"));
    let lines = scene.play("bea search", &[12]);
    assert!(line(&lines, "Bea searches").ends_with("finds a hidden way to Nook, a purse of herbs"));
    scene.play("ann take purse", &[]);
    assert_eq!((scene.shown("kits").as_str(), scene.shown("rations").as_str()), ("3", "7"));
    assert_eq!((scene.track("ann", "xp"), scene.shown("pursuits").as_str()), (1, "The tower 1/2"));
    scene.play("ann go nook", &[]);
    assert_eq!(scene.place("bea").as_deref(), Some("nook"));
}

#[test]
fn locks_are_forced_or_opened_with_their_key() {
    let mut scene = Scene::new();
    scene.play("ann go inn", &[]);
    assert!(!scene.can("ann go vault"));
    assert!(near(scene.chance("bea force vault"), 0.4), "might 2 against 15");
    scene.play("bea force vault", &[12]);
    assert!(scene.can("bea force vault"));
    let mut keyed = Scene::new();
    keyed.go_to("isle");
    line(&keyed.play("ann take iron-key", &[]), "Its key fits");
    keyed.go_to("inn");
    keyed.play("ann go vault", &[]);
    scene.play("bea force vault", &[13]);
    scene.play("ann go vault", &[]);
    assert_eq!(scene.place("ann").as_deref(), Some("vault"));
}

#[test]
fn the_prize_can_be_stolen_and_brought_home() {
    let mut scene = Scene::with("reward = 4");
    scene.fate("guards", Fate::Gone);
    scene.go_to("ridge");
    scene.play("ann sneak den", &[19]);
    // Ann has +0 against the ogre's 18, less 2 in the dark.
    assert!(near(scene.chance("ann take crown"), 0.25));
    let lines = scene.play("ann take crown", &[16]);
    line(&lines, "It is done: fetch the crown");
    assert_eq!(scene.track("ann", "xp"), 5, "1 for getting past the ogre, 4 for the goal");
    assert_eq!(scene.outcome(), None);
    scene.play("ann go ridge", &[]);
    scene.play("ann go camp", &[]);
    scene.play("ann leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

#[test]
fn leaving_without_the_prize_is_no_victory() {
    let mut scene = Scene::new();
    assert_eq!(scene.warnings("ann leave"), ["not done yet: fetch the crown"]);
    scene.play("ann leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_fallen_are_left_behind_and_freed() {
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    scene.set("bea", "health", 0);
    let lines = scene.end_fight(Side::Monsters);
    line(&lines, "Bea is left behind, a captive");
    line(&lines, "Whoever got away gathers at Camp");
    assert_eq!(scene.token("bea").status, Status::Gone);
    assert!(!scene.party_file().contains("bea"), "who is left behind is not in the party");
    scene.play("ann go ridge", &[]);
    assert_eq!(scene.token("bea").status, Status::Gone, "not in the fight for her");
    let lines = scene.end_fight(Side::Heroes);
    line(&lines, "Bea is free again");
    assert_eq!((scene.track("bea", "health"), scene.token("bea").status), (1, Status::Up));
}

// ARDOR-R9
#[test]
fn it_is_lost_when_nobody_gets_away() {
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    scene.play("ann begin", &[]);
    scene.set("bea", "health", 0);
    scene.set("ann", "health", 0);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

#[test]
fn the_fallen_come_round_when_the_fight_is_won() {
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    scene.set("bea", "health", 0);
    scene.end_fight(Side::Heroes);
    assert_eq!((scene.track("bea", "health"), scene.shown("clock").as_str()), (1, "day 1, 08:40"));
}

#[test]
fn a_creature_that_the_judge_places_is_met_where_it_is() {
    let mut scene = Scene::new();
    let add =
        |to: &str| Judgement::Add { creature: "ogre".to_owned(), side: Side::Monsters, to: to.to_owned() };
    scene.judge(add("inn"));
    let player = Seat::Player(fracas_kernel::Crowd::one(scene.who("ann")));
    assert!(!format!("{:?}", scene.view(player)).contains("Ogre"), "nobody knows of it");
    scene.play("ann go inn", &[]);
    assert!(scene.fighting());
    scene.end_fight(Side::Heroes);
    assert!(!scene.fighting());
    scene.judge(add("inn"));
    assert!(scene.fighting(), "it walks in on them");
}

// ARDOR-S2: the Challenge Score to come round is that of the zone, or of the encounter if it is harder.
#[test]
fn whoever_falls_must_meet_the_encounters_challenge() {
    let tags = |scene: &Scene, id: &str| {
        let fracas_kernel::MapView::Zones { zones, .. } = scene.view(Seat::Judge).map else {
            panic!("zones")
        };
        zones.into_iter().find(|zone| zone.id == id).expect("such a zone").words()
    };
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    assert!(tags(&scene, "ridge").contains(&"challenge 15".to_owned()), "{:?}", tags(&scene, "ridge"));
    scene.set("bea", "health", 0);
    scene.play("ann begin", &[]);
    scene.play("imp-1 attack ann", &[]);
    scene.play("imp-2 attack ann", &[]);
    scene.play("ann defend", &[]);
    // The imps' 13 glance off Ann's 21; Bea has 14, less a Trauma.
    scene.play("bea rise", &[19, 14]);
    let lines = scene.play("ann pass", &[]);
    assert!(lines.iter().any(|line| line.contains("misses 15 by 2")), "{lines:#?}");
    // What came to pass makes coming round harder as well.
    let harder =
        "[pressing]\nname = \"x\"\nsegments = 2\nhours = 1\nbeat = \"ogre\"\ncomes = \"y\"\nharder = 2";
    let mut scene = Scene::with(harder);
    scene.gauge("pressing", 2);
    scene.play("ann go ridge", &[]);
    assert!(tags(&scene, "ridge").contains(&"challenge 17".to_owned()));
}

// ARDOR-S2: those who are beaten make nothing harder.
#[test]
fn a_beaten_encounter_is_no_challenge() {
    let mut scene = Scene::new();
    scene.play("ann go ridge", &[]);
    scene.end_fight(Side::Heroes);
    scene.play("ann go camp", &[]);
    assert_eq!(scene.warnings("ann sneak ridge")[0], "Bea, the least quiet, against 13");
}

// ARDOR-S2: whoever is seen reaching for something has to fight those who saw it.
#[test]
fn a_clumsy_hand_is_seen() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    scene.go_to("den");
    let lines = scene.play("bea take crown", &[16]);
    line(&lines, "Bea reaches for the crown, unseen: d20 [16] - 1 = 15 against 16, 1 short");
    assert!(scene.fighting());
    assert!(scene.token("ogre").badges.is_empty(), "it is on its guard");
    scene.end_fight(Side::Heroes);
    assert!(scene.can("bea take crown"), "it lies there still");
}

// ARDOR-S8: an Inspired Moment is no fumble, however low the score; ARDOR-S9: care costs on dangerous ways too.
#[test]
fn the_inspired_do_not_fumble() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    scene.set("bea", "trauma", 18);
    scene.play("ann sneak ridge", &[20]);
    assert_eq!(scene.track("bea", "health"), 20, "1 is below 7");
    let mut scene = Scene::new();
    let lines = scene.play("ann go isle carefully", &[12]);
    line(&lines, "Ann leads over the ford to Isle, carefully: d20 [12] - 3 = 9 against 10, 1 short");
}

// ARDOR-S8: harm to a friend is for whom the lot falls on.
#[test]
fn a_fumble_can_hurt_a_friend() {
    let three = "[[hero]]\nid = \"cat\"\nname = \"Cat\"\narchetype = \"plain\"\nmelee = \"sword\"\n";
    let stage = text("").replace("hurts = \"1d6\"\ncondition", "hurts_friend = \"1d6\"\ncondition");
    let all = format!("{stage}{three}{PARTY}\n[[party]]\nhero = \"cat\"\n");
    let mut scene = Scene::of(&all, None);
    scene.fate("guards", Fate::Gone);
    // The second of the two others, Ann and Cat.
    scene.play("ann sneak ridge", &[1, 2, 5]);
    assert_eq!(["ann", "bea", "cat"].map(|id| scene.track(id, "health")), [20, 20, 15]);
}

// ARDOR-S7: the price of what was never glimpsed; and what a hero has learned it has in the next fight.
#[test]
fn what_was_learned_is_there_in_fights() {
    let mut scene = Scene::new();
    scene.set("bea", "xp", 11);
    scene.play("ann linger", &[]);
    scene.play("bea train gale", &[]);
    assert_eq!(scene.track("bea", "xp"), 5, "4 and 2 more");
    scene.set("bea", "surges", 1);
    scene.set("bea", "trauma", 2);
    scene.set("bea", "ardor", 2);
    scene.play("ann go ridge", &[]);
    assert_eq!(["xp", "surges", "trauma", "ardor"].map(|track| scene.track("bea", track)), [5, 1, 2, 2]);
    scene.play("ann begin", &[]);
    scene.play("imp-1 attack ann", &[]);
    scene.play("imp-2 attack ann", &[]);
    assert!(scene.can("bea use gale imp-1") && !scene.can("bea use gust imp-1"), "{:#?}", scene.choices());
    // And what the fight makes of it is carried out again.
    for (track, value) in [("surges", 0), ("trauma", 3), ("ardor", 1), ("health", 9)] {
        scene.set("bea", track, value);
    }
    scene.end_fight(Side::Heroes);
    assert_eq!(["surges", "trauma", "ardor", "health"].map(|track| scene.track("bea", track)), [0, 3, 1, 9]);
}

// Whoever has searched well has searched for all.
#[test]
fn a_good_search_is_the_last() {
    let mut scene = Scene::new();
    scene.play("ann search", &[12]);
    assert_eq!(scene.refused("bea search").1, "this zone has been searched");
    assert!(!scene.can("bea search"));
}

fn word(what: &str, value: &str) -> Judgement {
    Judgement::Decide { what: what.into(), who: None, value: value.into() }
}

/// ARDOR-S8, ARDOR-R20: fumbles and discoveries are the judge's to decide, and nobody sees anything of it before it comes.
#[test]
fn fumbles_and_discoveries_by_the_judges_word() {
    let mut scene = Scene::new();
    scene.fate("guards", Fate::Gone);
    let seat = Seat::Watcher;
    let (before, chance) = (scene.view(seat), scene.chance("ann sneak ridge"));
    for (track, value) in [("fumble", 18), ("discovery", 1)] {
        scene.set("bea", track, value);
        assert!(scene.told_to(seat).is_empty() && scene.view(seat) == before, "{track}");
    }
    assert!(near(scene.chance("ann sneak ridge"), chance), "odds do not know of it either");
    // Enough to pass, and below the judge's limit.
    let lines = scene.play("ann sneak ridge", &[17]);
    line(&lines, "Bea fumbles, below 18: it goes wrong");
    scene.set("bea", "fumble", 0);
    scene.play("ann go camp", &[]);
    scene.play("ann sneak ridge", &[20]);
    let offered = scene.choices().iter().filter(|choice| choice.starts_with("bea later ")).count();
    assert_eq!(offered, 1, "what the judge has chosen: {:?}", scene.choices());
}

/// ARDOR-S9: the judge may offer care, or not.
#[test]
fn care_by_the_judges_word() {
    let mut scene = Scene::new();
    assert!(scene.can("ann sneak ridge carefully"));
    scene.judge(word("careful", "refused"));
    assert!(scene.told_to(Seat::Watcher).is_empty());
    assert_eq!(scene.refused("ann sneak ridge carefully").0, Some("ARDOR-O2"));
    scene.judge(word("careful", "offered"));
    assert!(scene.can("ann sneak ridge carefully"));
}

/// ARDOR-S1, ARDOR-S2: what somebody tries that is on no list takes the time of a lock, by a check like any other.
#[test]
fn what_is_tried_takes_its_time() {
    let mut scene = Scene::new();
    let tries = Judgement::Attempt {
        who: scene.who("bea"),
        tries: "climbs the wall".into(),
        check: Some("grace".into()),
        against: Some(12),
        success: Default::default(),
        failure: Default::default(),
    };
    let clock = scene.shown("clock");
    let told = scene.judge_rolling(tries, &[13]);
    assert_eq!(told[0], "Bea: climbs the wall: d20 [13] - 1 = 12 against Challenge Score 12: success");
    assert_ne!(scene.shown("clock"), clock);
    assert!(scene.choices().iter().any(|choice| choice.starts_with("bea ")), "nobody waits for a turn");
}
