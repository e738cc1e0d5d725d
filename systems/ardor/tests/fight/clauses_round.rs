//! The course of a round and the scores, clause by clause, with dice on the table.

use fracas_kernel::{Crowd, EdgeName, Judgement, Outcome, Seat, Side, Status};

use crate::scene::{Scene, line, load, text};

// --- scores ---

/// ARDOR-S1: a d20 with attribute, action and situation for a player character; base, action and situation for others.
#[test]
fn a_score_adds_everything_up() {
    let mut scene = Scene::new(&[("dag", "stair")], &[("imp", "stair")]);
    let lines = scene.play("imp defend", &[]);
    assert_eq!(line(&lines, "Imp has"), "Imp has 10 (base 10, Defend +2, footing -2)");
    let lines = scene.play("dag attack imp", &[10, 3, 4]);
    assert_eq!(
        line(&lines, "Dag means"),
        "Dag means to strike Imp: d20 [10] + 4 = 14 (might +3, Attack +3, footing -2)"
    );
    assert_eq!(
        line(&lines, "Dag strikes"),
        "Dag strikes Imp: 14 to 10, ahead by 4: a full hit, 2d6 [3 4] = 7 damage"
    );
    assert_eq!(scene.health("imp"), 23);
}

/// ARDOR-S2: the Challenge Score of the zone is what recovering must meet.
#[test]
fn recovering_is_against_the_zones_challenge() {
    // 12 in the hall, 15 on the stair.
    for (zone, face, status) in
        [("hall", 13, Status::Up), ("stair", 15, Status::Down), ("stair", 16, Status::Up)]
    {
        let mut scene = Scene::with(
            "",
            &[("ann", "yard"), ("bea", &format!("{zone} fallen = true"))],
            &[("imp", "loft")],
        );
        scene.play("ann begin", &[4]);
        // Less one Trauma; d6 health if it is enough.
        let faces: &[u16] = if status == Status::Up { &[5, face, 3] } else { &[5, face] };
        scene.play_all(&["imp defend", "ann defend", "bea rise"], faces);
        assert_eq!(scene.status("bea"), status, "{zone} {face}");
    }
}

/// ARDOR-S2: it is also what moving unseen must meet; who fails rouses those who knew of nobody.
#[test]
fn moving_unseen_is_against_the_challenge() {
    let begun = || {
        let mut scene =
            Scene::with("unaware = true", &[("ann", "yard"), ("bea", "yard")], &[("imp", "stair")]);
        scene.play("ann begin", &[]);
        assert_eq!(scene.asked(), ["ann", "bea"], "the imp knows of nobody, and has no intent");
        scene
    };
    // Fleeing adds 2, against 12 in the hall.
    let mut scene = begun();
    let lines = scene.play_all(&["ann flee hall", "bea defend"], &[9, 1]);
    assert_eq!(line(&lines, "Ann is"), "Ann is noticed: 11 against 12");
    assert_eq!(scene.asked(), ["imp"]);
    let mut scene = begun();
    let lines = scene.play_all(&["ann flee hall", "bea defend"], &[10, 1]);
    assert_eq!(line(&lines, "Ann goes"), "Ann goes unseen: 12 against 12");
    assert_eq!(scene.asked(), ["ann", "bea"]);
    // An attack is noticed at once: by its base score the imp defends itself, and then it acts.
    let lines = scene.play_all(&["ann shoot imp", "bea defend"], &[7, 1, 2, 2]);
    assert!(line(&lines, "Ann shoots").contains("10 to 8"), "base 10, bad footing: {lines:?}");
    assert!(lines.contains(&"The foes are on the alert".to_owned()));
    assert_eq!(scene.asked(), ["imp"]);
}

/// ARDOR-S3, ARDOR-S4: meeting the score is a full hit for 2d6; one less is glancing, for 1d6.
#[test]
fn full_and_glancing_hits() {
    for (face, dice, result, left) in [
        (10, vec![6, 5], "13 to 13, even: a full hit, 2d6 [6 5] = 11 damage", 19),
        (9, vec![6], "12 to 13, behind by 1: a glancing hit, d6 [6] = 6 damage", 24),
    ] {
        let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "hall")]);
        // The imp strikes at Ann, who has 13 or 12, with a full hit either way; who has more comes first.
        let both = if face == 10 { [dice, vec![1, 1]] } else { [vec![1, 1], dice] };
        let faces = [vec![face, 1], both.concat()].concat();
        let lines = scene.play_all(&["imp attack ann", "ann attack imp", "bea defend"], &faces);
        assert_eq!(line(&lines, "Ann strikes"), format!("Ann strikes Imp: {result}"));
        assert_eq!((scene.health("imp"), scene.health("ann")), (left, 18));
    }
}

/// ARDOR-S5: ten behind is a miss, so that 3 misses 13; nine behind is not.
#[test]
fn ten_behind_is_a_miss() {
    let attack = |face: u16, dice: &[u16]| {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall"), ("imp", "loft")]);
        let faces: Vec<u16> = [face].into_iter().chain(dice.iter().copied()).collect();
        // Attacking and then moving adds nothing; the first imp has 13 by its own attack, on Ann.
        scene.play_all(&["imp-1 attack ann", "imp-2 defend", "ann attack-and-move imp-1 yard"], &faces)
    };
    assert!(line(&attack(3, &[1, 1]), "Ann strikes").ends_with("3 to 13, behind by 10: a miss"));
    assert!(
        line(&attack(4, &[1, 1, 2]), "Ann strikes")
            .ends_with("4 to 13, behind by 9: a glancing hit, d6 [2] = 2 damage")
    );
}

/// ARDOR-S6, ARDOR-R11: one Ardor for a second action, declared after the rolls, once a round; an ability's own cost
/// comes on top.
#[test]
fn an_arduous_action_costs_ardor() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("cyd arduous defend"), Some("ARDOR-F1"), "not before the rolls");
    let lines = scene.play("cyd attack imp", &[10]);
    assert_eq!(line(&lines, "Cyd means"), "Cyd means to strike Imp: d20 [10] + 3 = 13 (Attack +3)");
    assert_eq!(scene.asked(), ["cyd"]);
    let lines = scene.play("cyd arduous use bash imp", &[1, 2, 3, 4]);
    assert_eq!(lines[0], "Cyd takes an Arduous Action: use Bash on Imp, with 12");
    assert_eq!(scene.track("cyd", "ardor"), Some(1), "one for the second action, one for Bash");
    assert_eq!(scene.health("imp"), 20);
    // With one left, a second action can be no ability that costs anything; with none, there is no question at all.
    scene.play_all(&["imp defend", "cyd attack imp"], &[10]);
    assert_eq!(scene.refused("cyd arduous use bash imp"), Some("ARDOR-R7"));
    scene.play("cyd arduous attack imp", &[1, 1, 1, 1]);
    assert_eq!(scene.track("cyd", "ardor"), Some(0));
    scene.play_all(&["imp defend", "cyd attack imp"], &[11, 1, 1]);
    assert_eq!(scene.asked(), ["imp"], "the next round");
}

/// ARDOR-R11: an ability can be the first action; ARDOR-R5: the second uses the score less the first one's modifier, plus
/// its own; and defence uses that of the first.
#[test]
fn a_second_action_has_its_own_modifier() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    // Chain +4: 12 + 4 = 16. A second Attack: 12 + 3 = 15. The imp's attack of 13 is held against 16.
    let lines = scene.play_all(&["imp attack cyd", "cyd use chain imp"], &[12]);
    assert_eq!(line(&lines, "Cyd means"), "Cyd means to use Chain on Imp: d20 [12] + 4 = 16 (Chain +4)");
    let lines = scene.play("cyd arduous attack imp", &[1, 1, 2]);
    assert_eq!(
        lines[1..5],
        [
            "Cyd uses Chain on Imp: 16 to 13, ahead by 3: a full hit",
            "Imp is rooted for 2 rounds",
            "Cyd strikes Imp: 15 to 13, ahead by 2: a full hit, 2d6 [1 1] = 2 damage",
            "Imp strikes Cyd: 13 to 16, behind by 3: a glancing hit, d6 [2] = 2 damage",
        ]
    );
    assert_eq!(scene.track("cyd", "ardor"), Some(1));
}

/// ARDOR-S7: on a natural 20 attacks are full hits, attacks on one miss, and a second action is free.
#[test]
fn an_inspired_moment() {
    let mut scene = Scene::with("discovery = false", &[("cyd", "hall"), ("ann", "hall")], &[("imp", "hall")]);
    scene.play("cyd begin", &[]);
    scene.play("imp attack cyd", &[]);
    scene.set_track("imp", "score", 50);
    let lines = scene.play_all(&["cyd attack imp", "ann attack imp"], &[20, 19]);
    assert!(line(&lines, "Cyd means").ends_with("= 23 (Attack +3): an Inspired Moment!"));
    let lines = scene.play("cyd arduous attack imp", &[1, 2, 3, 4]);
    assert_eq!(lines[0], "Cyd takes a free Arduous Action, inspired: strike Imp, with 23");
    assert_eq!(
        lines[1..5],
        [
            "Imp strikes Cyd: 50 to 23, ahead by 27: a miss, as Cyd is inspired",
            "Cyd strikes Imp: 23 to 50, behind by 27: a full hit, being inspired, 2d6 [1 2] = 3 damage",
            "Cyd strikes Imp: 23 to 50, behind by 27: a full hit, being inspired, 2d6 [3 4] = 7 damage",
            "Ann strikes Imp: 22 to 50, behind by 28: a miss",
        ]
    );
    assert_eq!((scene.track("cyd", "ardor"), scene.health("cyd")), (Some(3), 20));
}

/// ARDOR-S7, ARDOR-O3: an Inspired Moment may bring an ability, to be learned at once for XP or noted for a rest.
#[test]
fn a_discovery() {
    // Eve has 5 XP, and Gust costs 3.
    let mut scene = Scene::new(&[("eve", "hall")], &[("imp", "hall")]);
    assert_eq!(scene.refused("eve learn gust"), Some("ARDOR-F1"));
    let lines = scene.play_all(&["imp defend", "eve defend"], &[20]);
    let glimpsed = "Eve glimpses Gust: One enemy in sight. Full hit: d6 damage. Glancing hit: nothing.";
    assert_eq!(line(&lines, "Eve glimpses"), glimpsed);
    assert_eq!(scene.choices(), ["eve learn gust", "eve later gust"]);
    assert_eq!(scene.refused("eve pass"), Some("ARDOR-S7"));
    scene.play("eve learn gust", &[]);
    assert_eq!(scene.track("eve", "xp"), Some(2));
    // It can be used at once, and costs nothing but the free action.
    scene.play("eve arduous use gust imp", &[4]);
    assert_eq!(scene.health("imp"), 26);
    // There is nothing more to discover.
    let lines = scene.play_all(&["imp defend", "eve defend"], &[20]);
    assert!(!lines.iter().any(|line| line.contains("glimpses")), "{lines:?}");
    scene.play("eve pass", &[]);

    let mut scene = Scene::new(&[("eve", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp defend", "eve defend"], &[20]);
    scene.play("eve later gust", &[]);
    assert_eq!(scene.track("eve", "xp"), Some(5));
    assert_eq!(scene.refused("eve arduous use gust imp"), Some("ARDOR-S7"));
    assert!(scene.badges("eve").contains(&"noted: Gust".to_owned()));

    // Cyd has no XP: it can only be noted.
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    let lines = scene.play_all(&["imp defend", "cyd defend"], &[20]);
    assert!(
        line(&lines, "Cyd glimpses").starts_with("Cyd glimpses Gust (too few XP to learn it now): One enemy")
    );
    assert_eq!(scene.refused("cyd learn gust"), Some("ARDOR-S7"));
    scene.play("cyd later gust", &[]);
    assert!(scene.can("cyd pass") && scene.badges("cyd").contains(&"noted: Gust".to_owned()));
}

/// ARDOR-O3: a scenario can do without discoveries.
#[test]
fn no_discovery_where_the_scenario_says_so() {
    let mut scene = Scene::with("discovery = false", &[("eve", "hall")], &[("imp", "hall")]);
    scene.play("eve begin", &[]);
    scene.play_all(&["imp defend", "eve defend"], &[20]);
    assert!(scene.can("eve pass") && !scene.can("eve learn gust"));
    assert!(scene.badges("eve").iter().all(|badge| !badge.contains("Gust")));
}

// --- fumbles and care ---

const SLIPPERY: &str = r#"
[[fumble]]
what = "a slip"
zones = ["hall"]
actions = ["attack", "move-to-attack"]
below = 10
spoils = true
hurts = "1d4"

[[fumble]]
what = "a bad day"
actions = ["defend"]
below = 5
costs_ardor = 1
condition = "prone"
"#;

/// ARDOR-S8, ARDOR-O1: below the limit, in the zones and actions that are named, a fumble does its harm.
#[test]
fn a_fumble_happens_below_its_limit() {
    let party = [("ann", "hall"), ("bea", "hall")];
    let mut scene = Scene::with(SLIPPERY, &party, &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    // 6 + 3 = 9: a slip, d4 of harm, and no attack. 7 + 3 = 10: none.
    let lines =
        scene.play_all(&["imp move-far stair loft", "ann attack imp", "bea attack imp"], &[6, 7, 4, 3, 3]);
    assert_eq!(line(&lines, "Ann fumbles"), "Ann fumbles with 9, below 10: a slip");
    assert_eq!(line(&lines, "Ann takes"), "Ann takes 4 damage from the mishap: d4 [4] = 4");
    assert!(
        !lines.iter().any(|line| line.starts_with("Ann strikes") || line.starts_with("Bea fumbles")),
        "{lines:?}"
    );
    assert!(line(&lines, "Bea strikes").contains("10 to 10"));
    assert_eq!((scene.health("ann"), scene.health("imp")), (16, 24));
    // Shooting is an attack too; moving is not named, nor is the imp that does not roll.
    let lines = scene.play_all(&["imp shoot ann", "ann flee yard", "bea shoot imp"], &[1, 2, 2, 1, 1]);
    assert_eq!(lines.iter().filter(|line| line.contains("fumbles")).count(), 1, "{lines:?}");
    assert_eq!(line(&lines, "Bea fumbles"), "Bea fumbles with 5, below 10: a slip");
}

/// ARDOR-O1: a fumble for an action anywhere; what it can do: cost Ardor, put on the ground.
#[test]
fn a_fumble_for_an_action() {
    let mut scene = Scene::with(SLIPPERY, &[("cyd", "yard")], &[("imp", "loft")]);
    scene.play("cyd begin", &[]);
    scene.play_all(&["imp defend", "cyd defend"], &[2]);
    // A spoilt defence it is not: only Ardor is lost.
    let lines = scene.play("cyd pass", &[]);
    assert!(lines.contains(&"Cyd fumbles with 4, below 5: a bad day".to_owned()), "{lines:?}");
    assert_eq!(scene.track("cyd", "ardor"), Some(2));
    assert!(scene.badges("cyd").contains(&"prone".to_owned()));
    assert_eq!(scene.refused("cyd flee hall"), Some("ARDOR-F1"));
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("cyd flee hall"), Some("ARDOR-R7"), "on the ground");
}

/// ARDOR-S9, ARDOR-O2: where a fumble threatens, care costs 3 and rules it out.
#[test]
fn care_costs_three_and_prevents_it() {
    let mut scene = Scene::with(SLIPPERY, &[("ann", "hall")], &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann flee yard carefully"), Some("ARDOR-S9"));
    let lines = scene.play("ann attack imp carefully", &[5]);
    assert_eq!(
        line(&lines, "Ann means"),
        "Ann means to strike Imp, carefully: d20 [5] = 5 (Attack +3, care -3)"
    );
    assert_eq!(
        line(&lines, "Ann strikes"),
        "Ann strikes Imp: 5 to 12, behind by 7: glancing, and turned aside"
    );
    // The care was for one round.
    scene.play("imp defend", &[]);
    assert!(line(&scene.play("ann attack imp", &[5, 1]), "Ann fumbles").contains("with 8, below 10"));
}

/// ARDOR-S9: the judge may offer care, or not.
#[test]
fn care_by_the_judges_word() {
    let word = |value: &str| Judgement::Decide { what: "careful".into(), who: None, value: value.into() };
    let mut scene = Scene::with(SLIPPERY, &[("ann", "hall")], &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    scene.play("imp defend", &[]);
    scene.judge(word("refused"));
    assert_eq!(scene.refused("ann attack imp carefully"), Some("ARDOR-O2"));
    scene.judge(word("offered"));
    assert!(scene.can("ann attack imp carefully"));
    let mut scene = Scene::with("[careful]\noffered = false\n", &[("ann", "hall")], &[("imp", "hall")]);
    assert_eq!(scene.table.judge(word("offered")).unwrap_err().rule, Some("ARDOR-O2"));
}

/// ARDOR-O2: care can be refused, or cost less and help less.
#[test]
fn care_on_other_terms() {
    let none = format!("[careful]\noffered = false\n{SLIPPERY}");
    let mut scene = Scene::with(&none, &[("ann", "hall")], &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann attack imp carefully"), Some("ARDOR-O2"));
    let some = format!("[careful]\npenalty = 1\nlowers = 4\n{SLIPPERY}");
    for (face, fumbles) in [(3, true), (4, false)] {
        let mut scene = Scene::with(&some, &[("ann", "hall")], &[("imp", "hall")]);
        scene.play("ann begin", &[]);
        scene.play("imp attack ann", &[]);
        // The limit is 6 now: 3 + 3 - 1 is below, 4 + 3 - 1 is not.
        // The mishap's d4 or Ann's own glancing hit, and the imp's 2d6.
        let lines = scene.play("ann attack imp carefully", &[face, 1, 1, 1]);
        assert_eq!(lines.iter().any(|line| line.starts_with("Ann fumbles")), fumbles, "{lines:?}");
    }
}

// --- the round ---

/// ARDOR-F1: intents of those who do not roll, their scores, everybody else's intents, the rolls, what happens.
#[test]
fn the_order_of_a_round() {
    let mut scene =
        Scene::with("", &[("ann", "hall"), ("bea", "hall")], &[("imp", "hall"), ("ogre", "hall")]);
    assert_eq!(scene.choices(), ["ann begin"]);
    assert_eq!(scene.refused("imp defend"), Some("ARDOR-F1"));
    scene.play("ann begin", &[]);
    assert_eq!(scene.asked(), ["imp", "ogre"]);
    assert_eq!(scene.refused("ann defend"), Some("ARDOR-F1"));
    assert_eq!(scene.track("imp", "score"), None);
    scene.play("ogre attack ann", &[]);
    assert_eq!(scene.asked(), ["imp"]);
    let lines = scene.play("imp defend", &[]);
    assert_eq!(lines[1..], ["Imp has 12 (base 10, Defend +2)", "Ogre has 17 (base 14, Attack +3)"]);
    assert_eq!(scene.asked(), ["ann", "bea"]);
    assert_eq!(scene.refused("imp defend"), Some("ARDOR-F1"));
    scene.play("bea defend", &[]);
    // In any order, and with second thoughts until all are in.
    assert_eq!((scene.asked(), scene.awaited()), (vec!["ann".into(), "bea".into()], vec!["ann".to_owned()]));
    assert_eq!(scene.play("bea flee yard", &[]), ["Bea has changed plans: flee to Yard"]);
    let lines = scene.play("ann attack ogre", &[15, 1, 1, 1, 1]);
    assert_eq!(lines[1], "All intents are in");
    assert!(lines[2].starts_with("Ann means") && lines[3].starts_with("Bea means to flee"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "Round 2");
    assert_eq!(scene.zone("bea"), "yard");
}

/// ARDOR-R17: scores of those who do not roll are seen before players commit; attributes go from -1 to +4.
#[test]
fn scores_are_seen_before_players_commit() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp attack ann", &[]);
    assert_eq!((scene.track("imp", "score"), scene.track("ann", "score")), (Some(13), None));
    let view = scene.seen(Seat::Player(Crowd::one(scene.who("ann"))));
    assert!(view.contains(r#""id":"score","name":"Action Score","value":13"#), "{view}");
    let wrong = text("", &[("ann", "hall")], &[("imp", "hall")]).replace("might = 3", "might = 5");
    assert!(load(&wrong).unwrap_err().contains("write a whole number from -1 to 4"));
    assert!(load(&wrong.replace("might = 5", "might = -2")).unwrap_err().contains("from -1 to 4"));
}

/// ARDOR-F2: of two who cannot both have their way, the one with the higher score does. ARDOR-R3: on equal scores the one
/// who bars the way.
#[test]
fn a_barred_way_is_for_the_higher_score() {
    // The imp goes from the stair to the hall to attack: 10 + 1 - 2 = 9. Ann bars that way: a d20 + 2.
    for (face, crosses) in [(6, true), (7, false), (8, false)] {
        let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "stair")]);
        let faces: &[u16] = if crosses { &[face, 1, 1] } else { &[face] };
        let lines = scene.play_all(&["imp move-to-attack hall ann", "ann bar stair"], faces);
        assert_eq!(scene.zone("imp"), if crosses { "hall" } else { "stair" }, "{lines:?}");
        match face {
            6 => assert!(line(&lines, "Imp strikes Ann").contains("9 to 8, ahead by 1: a full hit")),
            7 => assert_eq!(
                line(&lines, "Ann bars Imp"),
                "Ann bars Imp's way to Hall: both have 9, and a tie goes to whoever bars it"
            ),
            _ => assert_eq!(line(&lines, "Ann bars Imp"), "Ann bars Imp's way to Hall: 10 to 9, ahead by 1"),
        }
        if !crosses {
            assert!(lines.contains(&"Ann is out of Imp's reach".to_owned()), "{lines:?}");
        }
    }
    // Another way than the barred one is open, and friends pass.
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "yard")], &[("imp", "stair")]);
    scene.play_all(&["imp flee hall", "ann bar yard", "bea flee hall"], &[19, 5]);
    assert_eq!((scene.zone("imp"), scene.zone("bea")), ("hall".into(), "hall".into()));
    assert_eq!(scene.refused("ann bar loft"), Some("ARDOR-F1"));
    scene.play("imp defend", &[]);
    assert_eq!(scene.refused("ann bar loft"), Some("ARDOR-R3"));
}

/// ARDOR-R3: from the highest score down; damage at the end, so that who falls still acts.
#[test]
fn damage_waits_for_the_end() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("ogre", "hall")]);
    scene.set_track("ann", "health", 2);
    // Ogre 17, Bea 15 + 3, Ann 10 + 3: Bea, the ogre, Ann. The ogre is as good as dead, and so is Ann.
    let lines = scene
        .play_all(&["ogre attack ann", "ann attack ogre", "bea attack ogre"], &[10, 15, 6, 6, 1, 1, 2, 3]);
    let order: Vec<&str> =
        lines.iter().filter(|l| l.contains("strikes")).map(|l| l.split(' ').next().unwrap()).collect();
    assert_eq!(order, ["Bea", "Ogre", "Ann"]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    assert_eq!(scene.status("ann"), Status::Down);
    assert!(lines.contains(&"Ogre loses 14 health: 0 left".to_owned()), "{lines:?}");
}

/// ARDOR-R3: moving away does not void an attack on one who was in reach when the round began; it does on one whom the
/// attacker only comes to when it is gone.
#[test]
fn moving_away_from_an_attack() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall"), ("imp", "stair")]);
    // Ann has 14 + 2 and is away before anybody strikes. The first imp was beside her: 13 to 16, but she is 3 ahead
    // and on the run. The second comes to where she was.
    let lines = scene.play_all(
        &["imp-1 attack ann", "imp-2 move-to-attack hall ann", "ann flee yard", "bea flee yard"],
        &[14, 1],
    );
    assert!(line(&lines, "Imp 1 strikes Ann").contains("13 to 16"), "{lines:?}");
    assert!(lines.contains(&"Ann is out of Imp 2's reach".to_owned()), "{lines:?}");
    // Slower, she is still there when it comes: 9 to 7.
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "stair")]);
    let lines = scene.play_all(&["imp move-to-attack hall ann", "ann flee yard"], &[5, 1, 1]);
    assert!(line(&lines, "Imp strikes Ann").contains("9 to 7"), "{lines:?}");
    assert_eq!((scene.zone("imp"), scene.zone("ann")), ("hall".into(), "yard".into()));
    // At the same score both happen: she gets away, and is struck.
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "stair")]);
    let lines = scene.play_all(&["imp move-to-attack hall ann", "ann flee yard"], &[7, 1, 1]);
    assert!(line(&lines, "Imp strikes Ann").contains("9 to 9"), "{lines:?}");
}

/// ARDOR-R3: what takes hold at the same time as a move does not stop it; what came before does.
#[test]
fn equal_scores_at_once() {
    // The hag chains Ann with 10 + 4 = 14; Ann flees with a d20 + 2.
    for (face, at) in [(12, "yard"), (11, "hall"), (13, "yard")] {
        let mut scene = Scene::new(&[("ann", "hall")], &[("hag", "hall")]);
        scene.play_all(&["hag use chain ann", "ann flee yard"], &[face]);
        scene.play("hag pass", &[]);
        assert_eq!(scene.zone("ann"), at, "{face}");
        let held = scene.badges("ann").contains(&"rooted".to_owned());
        assert_eq!(held, face <= 12, "{face}: three ahead on the run is a miss, and so is a glancing Chain");
    }
}

/// ARDOR-R6: who bluffs shows one thing and means another, which decides the score and the act.
#[test]
fn a_bluff() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall bluffs = true")]);
    assert!(scene.can("imp show attack ann") && !scene.can("imp attack ann"));
    assert_eq!(scene.refused("imp mean defend"), Some("ARDOR-R6"));
    scene.play("imp show defend", &[]);
    assert_eq!(scene.asked(), ["imp"]);
    scene.play("imp mean attack bea", &[]);
    assert_eq!(scene.track("imp", "score"), Some(13), "that of an attack");
    let told = scene.told_to(Seat::Player(Crowd::one(scene.who("ann"))));
    assert_eq!(told, ["Imp has 13"], "and not what it means");
    let lines = scene.play_all(&["ann defend", "bea defend"], &[1, 11, 6, 1]);
    assert!(lines.contains(&"Imp was bluffing: it means to strike Bea".to_owned()), "{lines:?}");
    assert!(line(&lines, "Imp strikes Bea").contains("13 to 13"));
    // Others say what they mean.
    let scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    assert!(scene.can("imp attack ann") && !scene.can("imp show attack ann"));
}

/// ARDOR-R9: won when the others are out or fled, lost when all are incapacitated or gone; both at once is a draw.
#[test]
fn how_it_ends() {
    let won = |mut scene: Scene, choices: &[&str], faces: &[u16]| {
        scene.play_all(choices, faces);
        scene.outcome()
    };
    let heroes = Some(Outcome::Won(Side::Heroes));
    let monsters = Some(Outcome::Won(Side::Monsters));
    let scene = || Scene::new(&[("ann", "yard")], &[("imp", "yard")]);
    assert_eq!(won(scene(), &["imp flee off", "ann defend"], &[1]), heroes);
    assert_eq!(won(scene(), &["imp defend", "ann flee off"], &[1]), monsters);
    assert_eq!(won(scene(), &["imp flee off", "ann flee off"], &[1]), Some(Outcome::Draw));
    let mut hurt = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    hurt.set_track("ann", "health", 1);
    assert_eq!(won(hurt, &["imp attack ann", "ann defend"], &[1, 6, 6, 3]), monsters);
    let mut both = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    both.set_track("ann", "health", 1);
    both.set_track("imp", "health", 1);
    assert_eq!(won(both, &["imp attack ann", "ann attack imp"], &[10, 1, 1, 1, 1, 3]), Some(Outcome::Draw));
    let scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    assert_eq!(scene.refused("imp flee off"), Some("ARDOR-R9"), "no exit here");
}

/// Whoever leaves the field in the round in which a deadly blow falls has not got away (ARDOR-R3).
#[test]
fn nobody_flees_from_a_deadly_blow() {
    let mut scene = Scene::new(&[("ann", "yard"), ("bea", "hall")], &[("imp", "yard")]);
    scene.set_track("ann", "health", 2);
    scene.play_all(&["imp attack ann", "ann flee off", "bea defend"], &[10, 1, 6, 4, 2]);
    assert_eq!((scene.status("ann"), scene.zone("ann")), (Status::Down, "yard".to_owned()));
    let mut scene = Scene::new(&[("ann", "yard")], &[("imp", "yard"), ("imp", "loft")]);
    scene.set_track("imp-1", "health", 2);
    scene.play_all(&["imp-1 flee off", "imp-2 defend", "ann attack imp-1"], &[15, 1, 1]);
    assert_eq!(scene.status("imp-1"), Status::Dead, "and not gone");
}

/// The judge can take part at any time, and the round goes on.
#[test]
fn the_judge_in_a_round() {
    let mut scene = Scene::new(&[("ann", "hall"), ("bea", "hall")], &[("imp", "hall"), ("ogre", "hall")]);
    scene.play("imp attack ann", &[]);
    let ogre = scene.who("ogre");
    scene.judge(Judgement::Remove { who: ogre });
    assert_eq!(scene.asked(), ["ann", "bea"], "nobody else has an intent to show");
    scene.play("ann attack imp", &[]);
    scene.set_track("ann", "health", 0);
    assert_eq!(scene.awaited(), ["ann", "bea"], "an intent that cannot be carried out is asked for again");
    assert!(scene.can("ann rise") && !scene.can("ann attack imp"));
    scene.set_track("ann", "health", 5);
    assert_eq!(scene.track("ann", "timer"), None);
}

/// ARDOR-R3: an ability too finds its target where it was when the round began.
#[test]
fn an_ability_is_not_outrun() {
    let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp flee yard", "cyd use bash imp"], &[5]);
    let lines = scene.play("cyd pass", &[]);
    assert_eq!(
        line(&lines, "Cyd uses Bash"),
        "Cyd uses Bash on Imp: 7 to 12, behind by 5: a miss, as Imp is on the run"
    );
}

/// ARDOR-R3: whoever is rooted at the very moment of a move gets away, whichever of the two is looked at first.
#[test]
fn equal_scores_the_other_way_round() {
    for (face, at) in [(8, "yard"), (9, "hall")] {
        let mut scene = Scene::new(&[("cyd", "hall")], &[("imp", "hall")]);
        // Chain adds 4, against the imp's 12.
        scene.play_all(&["imp flee yard", "cyd use chain imp"], &[face]);
        scene.play("cyd pass", &[]);
        assert_eq!(scene.zone("imp"), at, "{face}");
        assert!(scene.badges("imp").contains(&"rooted".to_owned()));
    }
}

/// ARDOR-R11: a second action comes after the first, and starts where that one led, even with a higher score.
#[test]
fn the_second_action_comes_second() {
    let mut scene = Scene::new(&[("cyd", "yard")], &[("imp", "hall")]);
    scene.play_all(&["imp defend", "cyd flee hall"], &[10]);
    assert!(scene.can("cyd arduous attack imp"), "from where she will be");
    // 12 for the flight, 13 for the attack.
    let lines = scene.play("cyd arduous attack imp", &[1, 2]);
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(at("Cyd (12) goes to Hall") < at("Cyd strikes Imp: 13 to 12"), "{lines:?}");
    assert_eq!(scene.health("imp"), 27);
}

/// ARDOR-R11: in an Inspired Moment an ability's own cost is free as well.
#[test]
fn inspiration_pays_for_abilities() {
    let mut scene = Scene::with("discovery = false", &[("cyd", "hall")], &[("imp", "hall")]);
    scene.play("cyd begin", &[]);
    scene.set_track("cyd", "ardor", 0);
    scene.play_all(&["imp defend", "cyd defend"], &[20]);
    assert_eq!(scene.shown("cyd arduous use blast hall").cost, None);
    scene.play("cyd arduous use bash imp", &[3, 4]);
    assert_eq!((scene.track("cyd", "ardor"), scene.health("imp")), (Some(0), 23));
    // Without it, Bash is one Ardor and the second action another.
    scene.set_track("cyd", "ardor", 1);
    scene.play_all(&["imp defend", "cyd defend"], &[10]);
    assert_eq!(scene.refused("cyd arduous use bash imp"), Some("ARDOR-R7"));
}

/// ARDOR-S6: those who do not roll and have Ardor may take a second action too, with the score less the first one's modifier.
#[test]
fn creatures_strain_themselves() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("hag", "hall")]);
    scene.play_all(&["hag attack ann", "ann attack hag"], &[5]);
    assert_eq!(scene.asked(), ["hag"], "she has Ardor");
    assert_eq!(
        scene.refused("hag arduous use blast hall"),
        Some("ARDOR-R7"),
        "two, and one for the second action"
    );
    // 13 by the attack, 12 by the defence; Ann's 8 glances, and is turned.
    let lines = scene.play("hag arduous defend", &[1, 2]);
    assert_eq!(lines[0], "Hag takes an Arduous Action: defend, with 12");
    assert_eq!((scene.track("hag", "ardor"), scene.health("hag"), scene.health("ann")), (Some(1), 20, 17));
    // Whoever has none is not asked.
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play_all(&["imp defend", "ann defend"], &[5]);
    assert_eq!(scene.asked(), ["imp"], "the next round");
}

/// ARDOR-R19: Move Far ends in any zone that two moves lead to, also one that a single move would.
#[test]
fn two_moves_lead_anywhere() {
    let stage = crate::scene::text("", &[("ann", "yard")], &[("imp", "loft")]).replacen(
        "near = [\"hall\"]",
        "near = [\"hall\", \"stair\"]",
        1,
    );
    let mut scene = Scene::of(&stage);
    scene.play_all(&["ann begin", "imp defend"], &[]);
    let far = scene.choices().into_iter().filter(|choice| choice.starts_with("ann move-far"));
    let all = ["ann move-far hall stair", "ann move-far stair hall", "ann move-far stair loft"];
    assert_eq!(far.collect::<Vec<_>>(), all);
    scene.play("ann move-far stair hall", &[10]);
    assert_eq!(scene.zone("ann"), "hall");
}

/// ARDOR-R19: a zone that is crossed or entered can make one fumble; the worst on the way counts.
#[test]
fn crossing_a_zone_can_go_wrong() {
    let slips = "[[fumble]]\nwhat = \"a slip\"\nzones = [\"hall\"]\nbelow = 10\nspoils = true\n\
                 [[fumble]]\nwhat = \"a fall\"\nzones = [\"stair\"]\nbelow = 8\nhurts = \"1d4\"\n";
    let begun = || {
        let mut scene = Scene::with(slips, &[("ann", "yard")], &[("imp", "loft")]);
        scene.play_all(&["ann begin", "imp defend"], &[]);
        scene
    };
    let mut scene = begun();
    assert_eq!(scene.shown("ann move-far hall stair").warnings, ["below 10, a slip: the action fails"]);
    assert!(scene.shown("ann defend").warnings.is_empty(), "nothing threatens in the yard");
    let lines = scene.play("ann move-far hall stair", &[9]);
    assert!(lines.contains(&"Ann fumbles with 9, below 10: a slip".to_owned()), "{lines:?}");
    assert_eq!(scene.zone("ann"), "yard");
    let mut scene = begun();
    scene.play("ann move-far hall stair", &[10]);
    assert_eq!(scene.zone("ann"), "stair");
}

/// ARDOR-R19: any action of the round can be careful, a second one too, each by itself.
#[test]
fn care_over_each_action() {
    let slip = "[[fumble]]\nwhat = \"a slip\"\nactions = [\"attack\"]\nbelow = 12\nspoils = true\n";
    let begun = || {
        let mut scene = Scene::with(slip, &[("cyd", "hall")], &[("imp", "hall")]);
        scene.play_all(&["cyd begin", "imp defend"], &[]);
        scene
    };
    // A d20 of 8: 11 by attacking boldly, and a slip; 8 with care, and none.
    let mut scene = begun();
    scene.play("cyd attack imp", &[8]);
    let lines = scene.play("cyd arduous attack imp carefully", &[]);
    assert_eq!(lines[0], "Cyd takes an Arduous Action: strike Imp, with 8");
    assert_eq!(lines.iter().filter(|line| line.starts_with("Cyd fumbles")).count(), 1, "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Cyd strikes Imp: 8 to 12")), "{lines:?}");
    // The other way round: the first one's care is not carried over.
    let mut scene = begun();
    scene.play("cyd attack imp carefully", &[8]);
    let lines = scene.play("cyd arduous attack imp", &[]);
    assert_eq!(lines[0], "Cyd takes an Arduous Action: strike Imp, with 11");
    assert!(lines.contains(&"Cyd fumbles with 11, below 12: a slip".to_owned()), "{lines:?}");
}

/// ARDOR-R19: what happens at equal scores does not depend on who is listed first: who comes into reach or leaves the field
/// at the very same time is where it was before.
#[test]
fn equal_scores_know_no_order() {
    for swapped in [false, true] {
        let heroes =
            if swapped { [("cyd", "stair"), ("ann", "yard")] } else { [("ann", "yard"), ("cyd", "stair")] };
        // Ann comes to the hall with 13, and Cyd's Blast, which spares nobody, falls on it with 13 too.
        let begun = || {
            let mut scene = Scene::with("", &heroes, &[("imp", "hall")]);
            scene.play(&format!("{} begin", heroes[0].0), &[]);
            scene.play("imp defend", &[]);
            scene
        };
        let faces = |ann: u16, cyd: u16| if swapped { [cyd, ann] } else { [ann, cyd] };
        let mut scene = begun();
        scene.play_all(&["ann flee hall", "cyd use blast hall"], &faces(11, 15));
        let lines = scene.play("cyd pass", &[3]);
        assert!(!lines.iter().any(|line| line.starts_with("Cyd uses Blast on Ann")), "{swapped}: {lines:?}");
        // A little earlier she is there, and it takes her.
        let mut scene = begun();
        scene.play_all(&["ann flee hall", "cyd use blast hall"], &faces(12, 15));
        let lines = scene.play("cyd pass", &[3, 3]);
        assert!(lines.iter().any(|line| line.starts_with("Cyd uses Blast on Ann")), "{swapped}: {lines:?}");
        // Ann leaves the field with 13, and Cyd's Blast falls on the yard with 13: she is still there.
        let mut scene = begun();
        scene.play_all(&["ann flee off", "cyd use blast yard"], &faces(11, 15));
        let lines = scene.play("cyd pass", &[3]);
        assert!(lines.iter().any(|line| line.starts_with("Cyd uses Blast on Ann")), "{swapped}: {lines:?}");
    }
}

/// ARDOR-R20: a discovery is chosen out of something new and a variation of a known ability; or the judge has chosen it.
#[test]
fn a_choice_of_discoveries() {
    let more = "[[ability]]\nid = \"bash-hard\"\nname = \"Bash Hard\"\nvaries = \"bash\"\ncost = 1\nby = \"might\"\n\
                range = \"melee\"\ntakes = \"foes\"\nfull = { damage = \"3d6\" }\nxp = 2\n";
    let stage = crate::scene::text("", &[("eve", "hall")], &[("imp", "hall")])
        .replacen("[[archetype]]", &format!("{more}\n[[archetype]]"), 1)
        .replacen("lore = [\"gust\"]", "lore = [\"gust\", \"bash-hard\"]", 1);
    let begun = || {
        let mut scene = Scene::of(&stage);
        scene.play("eve begin", &[]);
        scene
    };
    let mut scene = begun();
    scene.play_all(&["imp defend", "eve defend"], &[20]);
    assert_eq!(
        scene.choices(),
        ["eve learn gust", "eve later gust", "eve learn bash-hard", "eve later bash-hard"]
    );
    let effect = scene.shown("eve learn bash-hard").deed.effect;
    assert_eq!(
        effect,
        "A variation of Bash. One enemy in your zone. Full hit: 3d6 damage. Glancing hit: nothing. Costs 1 point of Ardor."
    );
    scene.play("eve learn bash-hard", &[]);
    assert_eq!(scene.track("eve", "xp"), Some(3));
    scene.play("eve arduous use bash-hard imp", &[1, 1, 1]);
    // What the judge has chosen is all there is.
    let mut scene = begun();
    scene.set_track("eve", "discovery", 2);
    scene.play_all(&["imp defend", "eve defend"], &[20]);
    assert_eq!(scene.choices(), ["eve learn bash-hard", "eve later bash-hard"]);
}

/// ARDOR-R6: any creature may bluff if the judge says so.
#[test]
fn a_bluff_by_the_judges_word() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.set_track("imp", "bluffs", 1);
    assert!(scene.can("imp show defend") && !scene.can("imp defend"));
    scene.play_all(&["imp show defend", "imp mean attack ann", "ann defend"], &[1, 3, 3]);
    assert_eq!(scene.health("ann"), 14);
    scene.set_track("imp", "bluffs", 0);
    assert!(scene.can("imp defend"));
}

/// ARDOR-S8, ARDOR-S9: the judge says below which score somebody fumbles, and care helps.
#[test]
fn a_fumble_by_the_judges_word() {
    let mut scene = Scene::new(&[("ann", "hall")], &[("imp", "hall")]);
    scene.play("imp defend", &[]);
    assert!(!scene.can("ann attack imp carefully"));
    scene.set_track("ann", "fumble", 15);
    assert!(scene.can("ann attack imp carefully"));
    let lines = scene.play("ann attack imp", &[11]);
    assert!(lines.contains(&"Ann fumbles with 14, below 15: it goes wrong".to_owned()), "{lines:?}");
    assert_eq!(scene.health("imp"), 30);
}

/// ARDOR-S2: the judge says whether the others have noticed anybody, before it begins.
#[test]
fn surprise_by_the_judges_word() {
    let word = |value: &str| Judgement::Decide { what: "surprise".into(), who: None, value: value.into() };
    for (value, asked) in [("monsters", "ann"), ("nobody", "imp")] {
        let mut scene = Scene::with("unaware = true", &[("ann", "yard")], &[("imp", "stair")]);
        scene.judge(word(value));
        assert!(scene.told_to(Seat::Watcher).is_empty(), "nobody perceives a circumstance");
        scene.play("ann begin", &[]);
        assert_eq!(scene.asked(), [asked], "{value}");
        assert_eq!(scene.table.judge(word("nobody")).unwrap_err().rule, Some("ARDOR-S2"));
    }
}

/// A favour helps whoever rolls: a mishap does less harm then.
#[test]
fn a_favour_softens_a_mishap() {
    let mut scene = Scene::with(SLIPPERY, &[("ann", "hall")], &[("imp", "hall")]);
    scene.play("ann begin", &[]);
    let roller = Some(scene.who("ann"));
    scene.judge(Judgement::Favour { roller, roll: Some("mishap".into()), add: 2, edge: EdgeName::Level });
    let lines = scene.play_all(&["imp move-far stair loft", "ann attack imp"], &[6, 4]);
    assert_eq!(line(&lines, "Ann takes"), "Ann takes 2 damage from the mishap: d4 [4] - 2 = 2");
}
