//! The twelves clauses of zones, rounds and attacks, one by one, with dice on the table.

use fracas_kernel::{
    Ask, EdgeName, Judgement, MapView, Outcome, Play, Role, Seat, Show, Side, Status, TagKind, Tone,
};

use crate::scene::{Scene, begun, begun_on, hits, pass_until, rules, script, staged, with_features};

// --- zones ---

/// TWELVES-Z1: how far apart two zones are is a number of steps along the ways that are drawn, wherever the cards lie;
/// of two ways the shorter counts, and a door that is shut is no way.
#[test]
fn apart_is_counted_in_zones() {
    let map = r#"
        zone = [
            { id = "a", name = "A", at = [0, 0], near = ["b"] },
            { id = "b", name = "B", at = [40, 0], near = ["c"] },
            { id = "c", name = "C", at = [41, 0], near = ["d"] },
            { id = "d", name = "D", at = [1, 0], near = ["e"] },
            { id = "e", name = "E", at = [2, 0] },
        ]
        door = [{ id = "door", name = "Door", between = ["e", "a"], state = "open" }]
    "#;
    let mut scene =
        begun_on(map, &[("fia", "a"), ("goat", "b")], &[("imp", "b"), ("imp", "d"), ("imp", "e")]);
    // Round the ring, d is two from a and e is one.
    assert!(scene.can("fia shoot imp-2 bow"));
    assert!(scene.can("fia throw imp-3 spear"));
    assert_eq!(scene.refused("fia throw imp-2 spear"), Some("TWELVES-Z2"));
    // Held, it does not stand against the door. The other way, e is four from a, and d is three.
    scene.afflict("imp-3", "held", None);
    scene.play("fia shut door", &[]);
    pass_until(&mut scene, "fia");
    assert_eq!(scene.refused("fia throw imp-3 spear"), Some("TWELVES-R10"));
    assert!(scene.can("fia shoot imp-2 bow") && scene.can("fia move e"), "going through opens it");
}

/// TWELVES-Z2, TWELVES-R10: hand to hand in the same zone, thrown or ranged one apart, ranged two or three apart; nothing
/// thrown or shot within a zone, and nothing further than three.
#[test]
fn what_reaches_where() {
    let all = [("imp", "yard"), ("imp", "hall"), ("imp", "stair"), ("imp", "loft"), ("imp", "attic")];
    let scene = begun(&[("fia", "yard"), ("twin", "yard")], &all);
    let attacks: Vec<String> =
        scene.choices().into_iter().filter(|choice| choice.starts_with("fia")).collect();
    let with = |weapon: &str| -> Vec<&str> {
        let ends = |choice: &&String| choice.ends_with(weapon);
        attacks.iter().filter(ends).map(|choice| choice.split(' ').nth(2).unwrap()).collect()
    };
    assert_eq!(with("sword"), ["imp-1"]);
    assert_eq!(with("spear"), ["imp-1", "imp-2"]);
    assert_eq!(with("bow"), ["imp-2", "imp-3", "imp-4"]);
    assert!(!scene.can("twin strike imp-1 dart") && scene.can("twin throw imp-2 dart"));
    assert_eq!(scene.refused("fia strike imp-1 bow"), Some("TWELVES-R10"));
    assert_eq!(scene.refused("twin strike imp-1 dart"), Some("TWELVES-R10"));
    assert_eq!(scene.refused("fia shoot imp-5 bow"), Some("TWELVES-R10"));
    assert_eq!(scene.refused("fia throw imp-3 sword"), Some("TWELVES-Z2"));
    assert_eq!(scene.refused("twin throw imp-3 dart"), Some("TWELVES-Z2"));
}

/// TWELVES-Z2: what is out of sight cannot be shot at, though it is near enough.
#[test]
fn out_of_sight_is_out_of_reach() {
    let scene = begun(&[("fia", "hall")], &[("imp", "cellar"), ("imp", "stair")]);
    assert_eq!(scene.refused("fia shoot imp-1 bow"), Some("TWELVES-Z2"));
    assert!(!scene.can("fia shoot imp-1 bow") && scene.can("fia shoot imp-2 bow"));
}

/// TWELVES-Z3: every zone has a name, and every seat is shown all of them all the time.
#[test]
fn everybody_sees_the_names_of_the_zones() {
    let mut scene = staged("", &[("fia", "yard")], &[("imp", "attic")]);
    let names =
        ["Muddy yard", "Draughty hall", "Winding stair", "Hay loft", "Attic", "Spiked pit", "Cellar", "Mire"];
    for step in 0..3 {
        let (rules, state) = (scene.table.rules(), scene.table.state());
        for seat in [Seat::Watcher, Seat::Judge, Seat::Player(fracas_kernel::Crowd::one(scene.who("imp")))] {
            let MapView::Zones { zones, .. } = rules.view(state, seat).map else { panic!("a map of zones") };
            assert_eq!(
                zones.iter().map(|zone| zone.name.as_str()).collect::<Vec<_>>(),
                names,
                "{seat:?}, {step}"
            );
        }
        match step {
            0 => drop(scene.play("fia begin", &[1])),
            _ => drop(scene.play("fia pass", &[])),
        }
        if step == 1 {
            break;
        }
    }
    let nameless =
        script("", "zone = [{ id = \"a\", name = \" \", at = [0, 0] }]", &[("fia", "a")], &[("imp", "a")]);
    let bundle = fracas_content::Bundle {
        scenario: fracas_content::Source::new("x.toml", nameless),
        library: vec![],
        party: None,
    };
    let said = fracas_twelves::Twelves::load(&bundle).unwrap_err().to_string();
    assert!(said.contains("zone[0].name: the name is empty"), "{said}");
}

// --- rounds ---

/// TWELVES-A1: the player characters in the order they like, then their opponents, round by round.
#[test]
fn player_characters_then_opponents() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "loft"), ("imp", "loft")]);
    for _ in 0..2 {
        assert_eq!(scene.asked(), ["fia", "duo"]);
        scene.play("duo pass", &[]);
        assert_eq!(scene.asked(), ["fia"]);
        assert_eq!(scene.play("fia pass", &[])[1..], ["The monsters act"]);
        assert_eq!(scene.asked(), ["imp-1", "imp-2"]);
        scene.play("imp-2 pass", &[]);
        let lines = scene.play("imp-1 pass", &[]);
        assert_eq!(lines[2], "The heroes act");
    }
    assert_eq!(scene.table.rules().round(scene.table.state()), 3);
}

/// TWELVES-A1, TWELVES-A2, TWELVES-R1: an agility check each to act in the first round, at the attribute or under; who
/// fails loses that turn, and only that one. Their opponents make none.
#[test]
fn the_first_round_takes_an_agility_check() {
    // Fia has agility 6, Duo 7, Vice 6.
    let mut scene = staged("", &[("fia", "yard"), ("duo", "yard"), ("vice", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.asked(), ["fia"]);
    let lines = scene.play("fia begin", &[6, 8, 7]);
    assert_eq!(
        lines,
        [
            "Round 1",
            "Fia is put to the test: d12 [6] = 6 against agility 6: may act",
            "Duo is put to the test: d12 [8] = 8 against agility 7: loses this turn",
            "Vice is put to the test: d12 [7] = 7 against agility 6: loses this turn",
        ]
    );
    assert_eq!(scene.asked(), ["fia"]);
    scene.play("fia pass", &[]);
    assert_eq!(scene.asked(), ["imp"], "and it has rolled nothing");
    scene.play("imp pass", &[]);
    assert_eq!(scene.asked(), ["fia", "duo", "vice"]);
}

/// TWELVES-R1: an attribute check wants a low die, and so the judge's advantage keeps the lower one and a plus takes off.
#[test]
fn the_judges_favour_helps_an_attribute_check() {
    let told = |add, edge, faces: &[u16]| {
        let mut scene = staged("", &[("fia", "yard")], &[("imp", "loft")]);
        scene.judge(Judgement::Favour { roller: None, roll: Some("agility check".to_owned()), add, edge });
        scene.play("fia begin", faces).swap_remove(1)
    };
    let level = |add, face| told(add, EdgeName::Level, &[face]);
    for faces in [[9, 3], [3, 9]] {
        let line = told(0, EdgeName::Advantage, &faces);
        assert!(line.ends_with("= 3 against agility 6: may act"), "{line}");
        let line = told(0, EdgeName::Disadvantage, &faces);
        assert!(line.ends_with("= 9 against agility 6: loses this turn"), "{line}");
    }
    assert_eq!(level(2, 8), "Fia is put to the test: d12 [8] - 2 = 6 against agility 6: may act");
    assert_eq!(level(-2, 5), "Fia is put to the test: d12 [5] + 2 = 7 against agility 6: loses this turn");
}

/// TWELVES-A2: if all fail, the opponents have the first round for themselves.
#[test]
fn all_may_fail() {
    let mut scene = staged("", &[("fia", "yard"), ("duo", "yard")], &[("imp", "loft")]);
    scene.play("fia begin", &[12, 12]);
    assert_eq!(scene.asked(), ["imp"]);
}

/// TWELVES-A3, TWELVES-O1: a feat waives the check; so does the scenario, for some or for all. By default, nobody is ready.
#[test]
fn a_feat_or_the_scenario_waives_the_check() {
    let party = [("fia", "yard"), ("eel", "yard"), ("duo", "yard")];
    let mut scene = staged("", &party, &[("imp", "loft")]);
    let lines = scene.play("fia begin", &[12, 12]);
    assert_eq!(lines[2], "Eel is ready");
    assert_eq!(scene.asked(), ["eel"]);
    let mut scene = staged("ready = [\"duo\"]", &party, &[("imp", "loft")]);
    scene.play("fia begin", &[12]);
    assert_eq!(scene.asked(), ["eel", "duo"]);
    let mut scene = staged("ready = \"all\"", &party, &[("imp", "loft")]);
    scene.play("fia begin", &[]);
    assert_eq!(scene.asked(), ["fia", "eel", "duo"]);
}

/// TWELVES-A3: the judge says who is ready before the first round, and nobody afterwards.
#[test]
fn the_judge_says_who_is_ready() {
    let mut scene = staged("", &[("fia", "yard"), ("duo", "yard")], &[("imp", "loft")]);
    scene.afflict("duo", "ready", None);
    assert!(scene.is("duo", "ready") && !scene.is("fia", "ready"));
    let lines = scene.play("fia begin", &[12]);
    assert_eq!(lines[2], "Duo is ready");
    assert_eq!(scene.asked(), ["duo"]);
    let late = Judgement::Afflict { who: scene.who("fia"), condition: "ready".to_owned(), rank: None };
    assert_eq!(scene.table.judge(late).unwrap_err().rule, Some("TWELVES-A3"));
}

/// TWELVES-A4: when the judge fells the last one, the end is told once, and last.
#[test]
fn the_end_is_told_once() {
    let mut scene = begun(&[("fia", "yard")], &[("imp", "yard")]);
    scene.set_track("imp", "hits", 0);
    let told: Vec<String> = scene.lines_to(Seat::Judge).iter().map(|line| line.text.clone()).collect();
    assert_eq!(told.last().map(String::as_str), Some("The heroes have won"), "{told:?}");
    scene.set_track("imp", "th", 9);
    let told: Vec<String> = scene.lines_to(Seat::Judge).iter().map(|line| line.text.clone()).collect();
    assert!(!told.contains(&"The heroes have won".to_owned()), "{told:?}");
}

/// TWELVES-A4: it goes on until a side is defeated, and no longer.
#[test]
fn it_ends_when_a_side_is_defeated() {
    let mut scene = begun(&[("fia", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.play("fia strike imp-1 sword", &[6, 6, 1]);
    assert_eq!((scene.outcome(), scene.asked()), (None, vec!["imp-2".to_owned()]));
    pass_until(&mut scene, "fia");
    let lines = scene.play("fia strike imp-2 sword", &[6, 6, 1]);
    assert_eq!(lines[1..], ["Imp 2 is defeated", "The heroes have won"]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
    assert!(matches!(scene.table.ask(), Ask::Over(_)) && scene.choices().is_empty());
    assert_eq!(scene.refused("fia pass"), Some("TWELVES-A4"));
}

/// TWELVES-A5: one action is the whole turn, whatever it is; a move goes to a neighbouring zone and no further.
#[test]
fn a_turn_is_one_action() {
    let actions = [
        ("fia move stair", &[1, 1][..]),
        ("fia strike imp sword", &[1, 1, 1]),
        ("fia grapple imp", &[12]),
        ("fia shove imp yard", &[12]),
        ("fia use bell", &[12]),
        ("fia pass", &[]),
    ];
    let bell = "feature = [{ id = \"bell\", name = \"Bell\", check = \"wits\", does = [{ daze = true, takes = \"foes\" }] }]";
    for (action, faces) in actions {
        let mut scene = with_features(bell, &[("fia", "hall"), ("eel", "attic")], &[("imp", "hall")]);
        scene.play(action, faces);
        assert_eq!(scene.asked(), ["eel"], "{action}");
        assert_eq!(scene.refused("fia pass"), Some("TWELVES-A5"));
    }
    let scene = begun(&[("fia", "hall")], &[("imp", "attic")]);
    assert!(["yard", "stair", "pit"].iter().all(|zone| scene.can(&format!("fia move {zone}"))));
    assert_eq!(scene.refused("fia move loft"), Some("TWELVES-A5"));
}

// --- attacks ---

/// TWELVES-K1, TWELVES-R2: as many dice as the weapon has, each that equals or beats the TH is a hit, and none left is
/// defeat.
#[test]
fn each_die_that_reaches_the_th_is_a_hit() {
    // The brute has TH 8 and 6 hits.
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("brute", "yard")]);
    let lines = scene.play("fia strike brute sword", &[7, 8, 9]);
    assert_eq!(lines, ["Fia strikes at Brute (sword): 3d12!>=8 [7 8 9] = 2 against TH 8: 2 hits, 4 left"]);
    assert_eq!(hits(&scene, "brute"), 4);
    scene.play("duo strike brute sword", &[1, 11, 7]);
    assert_eq!((hits(&scene, "brute"), scene.status("brute")), (3, Status::Up));
    pass_until(&mut scene, "fia");
    let lines = scene.play("fia strike brute sword", &[8, 8, 8]);
    assert_eq!(lines[1], "Brute is defeated");
    assert_eq!((hits(&scene, "brute"), scene.status("brute")), (0, Status::Down));
}

/// TWELVES-K2, TWELVES-R9: a 12 is a hit and is rolled again, always, for another chance; that can explode again.
#[test]
fn a_twelve_is_rolled_again_and_again() {
    let mut scene = begun(&[("fia", "yard")], &[("giant", "yard")]);
    // The first die: 12, 12, 3. The second: 9. The third: 12, 8. Against TH 9 that is four hits.
    let lines = scene.play("fia strike giant sword", &[12, 12, 3, 9, 12, 8]);
    assert_eq!(
        lines,
        [
            "Fia strikes at Giant (sword): 3d12!>=9 [12 12 3 9 12 8] = 4 against TH 9: 4 hits, 8 left",
            "The monsters act"
        ]
    );
    pass_until(&mut scene, "fia");
    // More hits than it has left are as good as enough.
    scene.set_track("giant", "hits", 2);
    scene.play("fia strike giant sword", &[12, 12, 12, 12, 1, 1, 1]);
    assert_eq!((hits(&scene, "giant"), scene.outcome()), (0, Some(Outcome::Won(Side::Heroes))));
}

/// TWELVES-K3, TWELVES-R8: with two weapons the first attack is normal, and the rolls of the second are lowered by the
/// target's Rank; both are made on the same target.
#[test]
fn the_second_weapon_is_lowered_by_the_rank() {
    // The brute has TH 8 and Rank 3: with the dirk 10 is not enough, and 11 is.
    let mut scene = begun(&[("duo", "yard")], &[("brute", "yard"), ("imp", "yard")]);
    let lines = scene.play("duo pair brute sword dirk", &[8, 7, 7, 10, 11]);
    assert_eq!(
        lines[..2],
        [
            "Duo strikes at Brute (sword): 3d12!>=8 [8 7 7] = 1 against TH 8: 1 hit, 5 left",
            "Duo strikes at Brute (dirk, second weapon): 2d12!>=11 [10 11] = 1 against TH 8 + 3 for rank: 1 hit, 4 left",
        ]
    );
    assert_eq!((hits(&scene, "brute"), hits(&scene, "imp")), (4, 2));
    // The other way round, the dirk is the one that is normal.
    pass_until(&mut scene, "duo");
    let lines = scene.play("duo pair brute dirk sword", &[8, 8, 10, 10, 10]);
    assert_eq!(hits(&scene, "brute"), 2, "{lines:?}");
    assert_eq!(lines.len(), 3, "and the turn is over: {lines:?}");
}

/// TWELVES-K3: a single weapon is not lowered, whatever the Rank; two of the same make a pair as well.
#[test]
fn one_weapon_is_not_lowered() {
    let mut scene = begun(&[("duo", "yard"), ("twin", "yard")], &[("giant", "yard")]);
    scene.play("duo strike giant dirk", &[9, 9]);
    assert_eq!(hits(&scene, "giant"), 10);
    // Rank 5 on TH 9 is beyond any face.
    scene.play("twin pair giant dirk dirk", &[9, 9, 11, 11]);
    assert_eq!(hits(&scene, "giant"), 8);
}

/// TWELVES-R3: a die explodes by the face it shows, however much it is lowered; the exploded die is lowered as well. A
/// number that no face reaches is never hit, and the dice still explode.
#[test]
fn a_lowered_die_explodes_by_its_face() {
    // Brute: 11 is needed with the second. The 12 is a hit and explodes into a 10, which is none, and an 11, which is.
    let mut scene = begun(&[("duo", "yard")], &[("brute", "yard")]);
    let lines = scene.play("duo pair brute sword dirk", &[1, 1, 1, 12, 10, 12, 11]);
    assert!(lines[1].contains("2d12!>=11 [12 10 12 11] = 3"), "{lines:?}");
    assert_eq!(hits(&scene, "brute"), 3);
    // Giant: TH 9 and Rank 5 make 14. Not even a 12 is a hit, but it is rolled again.
    let mut scene = begun(&[("duo", "yard")], &[("giant", "yard")]);
    let lines = scene.play("duo pair giant sword dirk", &[1, 1, 1, 12, 12, 5, 12, 2]);
    assert!(lines[1].contains("2d12!>=14 [12 12 5 12 2] = 0 against TH 9 + 5 for rank: no hit"), "{lines:?}");
    assert_eq!(hits(&scene, "giant"), 12);
}

/// TWELVES-K3: a feat may lessen the penalty.
#[test]
fn a_feat_lessens_the_penalty() {
    // Rank 3 less 2: 9 is needed with the second.
    let mut scene = begun(&[("ambi", "yard")], &[("brute", "yard")]);
    scene.play("ambi pair brute sword dirk", &[1, 1, 1, 8, 9]);
    assert_eq!(hits(&scene, "brute"), 5);
    // And never below nothing.
    let mut scene = begun(&[("ambi", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.play("ambi pair imp-1 sword dirk", &[1, 1, 1, 5, 6]);
    assert_eq!(hits(&scene, "imp-1"), 1);
}

/// TWELVES-R8: when the first weapon has felled its target, the second takes another, lowered by that one's Rank. Where
/// there are several, whoever attacks is asked; where there is one, it is that one; where there is none, it is over.
#[test]
fn the_second_weapon_may_take_another() {
    let mut scene = begun(
        &[("duo", "yard"), ("fia", "yard")],
        &[("imp", "yard"), ("brute", "yard"), ("keeper", "yard"), ("imp", "hall")],
    );
    scene.play("duo pair imp-1 sword dirk", &[6, 6, 1]);
    assert_eq!(scene.status("imp-1"), Status::Down);
    assert_eq!(scene.table.ask(), Ask::React(scene.who("duo")));
    let question = scene.table.rules().view(scene.table.state(), Seat::Watcher).question.unwrap();
    assert!(
        question.reaction && question.text.contains("Whom does Duo attack with the dirk?"),
        "{question:?}"
    );
    // The dirk can be thrown, so the imp in the hall will do too.
    assert_eq!(scene.choices(), ["duo second brute", "duo second keeper", "duo second imp-2"]);
    // The keeper has TH 7 and Rank 2.
    let lines = scene.play("duo second keeper", &[8, 9]);
    assert_eq!(
        lines,
        [
            "Duo turns the second weapon on Keeper",
            "Duo strikes at Keeper (dirk, second weapon): 2d12!>=9 [8 9] = 1 against TH 7 + 2 for rank: 1 hit, 4 left",
        ]
    );
    assert_eq!(scene.asked(), ["fia"]);
    // One is left besides: no question.
    let mut scene = begun(&[("duo", "yard")], &[("imp", "yard"), ("brute", "yard")]);
    scene.play("duo pair imp sword dirk", &[6, 6, 1, 11, 1]);
    assert_eq!((hits(&scene, "brute"), scene.asked()), (5, vec!["brute".to_owned()]));
    // None in reach: the second dirk stays where it is.
    let mut scene = begun(&[("twin", "yard")], &[("imp", "yard"), ("brute", "attic")]);
    scene.play("twin pair imp dirk dirk", &[6, 6]);
    assert_eq!((hits(&scene, "brute"), scene.asked()), (6, vec!["brute".to_owned()]));
}

/// TWELVES-R8: both weapons must reach the one target.
#[test]
fn a_pair_needs_both_to_reach() {
    let scene = begun(&[("duo", "yard"), ("twin", "yard")], &[("imp", "hall")]);
    assert!(!scene.can("duo pair imp sword dirk"), "a sword is not thrown");
    assert_eq!(scene.refused("duo pair imp sword dirk"), Some("TWELVES-Z2"));
    assert!(scene.can("twin pair imp dirk dirk"));
}

/// TWELVES-R15: two weapons are for anybody who holds two that take one hand each and reach the target, without a feat; not
/// for whoever needs both hands for one of them, nor for bare hands.
#[test]
fn anybody_with_two_weapons_can_use_both() {
    let foe = |id: &str, weapons: &str| {
        format!(
            "[[creature]]\nid = \"{id}\"\nname = \"{id}\"\nrank = 2\nth = 7\nhits = 4\nmight = 7\nagility = 5\nwits = 3\nweapons = {weapons}\n"
        )
    };
    let people = [
        foe("thug", "[\"club\", \"dirk\", \"dart\"]"),
        foe("twice", "[\"dart\", \"dart\"]"),
        foe("pike", "[\"spear\", \"club\"]"),
    ];
    let map = "zone = [{ id = \"a\", name = \"A\", at = [0, 0], near = [\"b\"] }, { id = \"b\", name = \"B\", at = [1, 0] }]";
    let foes = [("thug", "a"), ("twice", "a"), ("pike", "a")];
    let text = script("ready = \"all\"", map, &[("fia", "a"), ("goat", "b")], &foes) + &people.concat();
    let mut scene = Scene::new(rules(text));
    scene.play("fia begin", &[]);
    let pairs = |scene: &Scene| -> Vec<String> {
        scene.choices().into_iter().filter(|choice| choice.contains(" pair ")).collect()
    };
    assert_eq!(pairs(&scene), [""; 0], "a spear takes both hands");
    pass_until(&mut scene, "thug");
    assert_eq!(
        pairs(&scene),
        [
            "thug pair fia club dirk",
            "thug pair fia dirk club",
            "thug pair goat dirk dart",
            "thug pair goat dart dirk",
            "twice pair goat dart dart",
        ]
    );
    // Fia has TH 8 and Rank 1.
    scene.play("thug pair fia club dirk", &[8, 7, 8, 9]);
    assert_eq!(hits(&scene, "fia"), 4);
    scene.play("twice pair goat dart dart", &[7, 6, 7, 8]);
    assert_eq!(hits(&scene, "goat"), 2);
}

/// TWELVES-R10: cover counts against what comes from another zone, and leaves a 12 as a hit.
#[test]
fn cover_is_against_what_comes_from_outside() {
    let mut scene = begun(&[("fia", "stair"), ("duo", "loft")], &[("brute", "loft")]);
    let lines = scene.play("fia throw brute spear", &[9, 10]);
    assert!(lines[0].contains("against TH 8 + 2 for cover: 1 hit"), "{lines:?}");
    scene.play("duo strike brute sword", &[8, 7, 7]);
    assert_eq!(hits(&scene, "brute"), 4);
    scene.set_track("brute", "th", 12);
    pass_until(&mut scene, "fia");
    let lines = scene.play("fia throw brute spear", &[12, 1, 11]);
    assert!(lines[0].contains("2d12!>=12 [12 1 11] = 1 against TH 12: 1 hit"), "{lines:?}");
}

// --- everybody has a Rank; the end ---

/// TWELVES-R14: a character's Rank is 1 unless its sheet says otherwise, and a creature's must be said.
#[test]
fn everybody_has_a_rank() {
    let scene = begun(&[("fia", "yard")], &[("brute", "yard")]);
    assert_eq!((scene.track("fia", "rank"), scene.track("brute", "rank")), (Some(1), Some(3)));
    let ranked = "[[hero]]\nid = \"ace\"\nname = \"Ace\"\nrank = 4\nth = 8\nhits = 3\nmight = 5\nagility = 5\nwits = 5\n";
    let text =
        script("", "zone = [{ id = \"a\", name = \"A\", at = [0, 0] }]", &[("ace", "a")], &[("brute", "a")])
            + ranked;
    let loaded = rules(text.clone());
    let token = &loaded.view(&loaded.start(), Seat::Judge).tokens[0];
    assert_eq!(token.tracks[2].value, 4);
    let unranked = text.replace("rank = 3\n", "");
    let bundle = fracas_content::Bundle {
        scenario: fracas_content::Source::new("x.toml", unranked),
        library: vec![],
        party: None,
    };
    let said = fracas_twelves::Twelves::load(&bundle).unwrap_err().to_string();
    assert!(said.contains("creature[1].rank: missing"), "{said}");
}

/// TWELVES-R14: a character is a target like any other, and its Rank lowers second weapons.
#[test]
fn a_characters_rank_counts() {
    let captain = "[[creature]]\nid = \"captain\"\nname = \"Captain\"\nrank = 3\nth = 8\nhits = 7\nmight = 7\nagility = 7\nwits = 7\nweapons = [\"sword\", \"dirk\"]\n";
    let text = script(
        "ready = \"all\"",
        "zone = [{ id = \"a\", name = \"A\", at = [0, 0] }]",
        &[("fia", "a")],
        &[("captain", "a")],
    ) + captain;
    let mut scene = Scene::new(rules(text));
    scene.play("fia begin", &[]);
    scene.play("fia pass", &[]);
    // TH 8 and Rank 1: 9 is needed with the second.
    scene.play("captain pair fia sword dirk", &[7, 7, 8, 8, 9]);
    assert_eq!(hits(&scene, "fia"), 4);
}

/// TWELVES-A4, TWELVES-R7, TWELVES-R14: a side that has fled has lost, and so has one that is part defeated, part fled.
#[test]
fn part_defeated_and_part_fled_has_lost() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "attic")]);
    scene.play("fia flee", &[]);
    assert_eq!((scene.outcome(), scene.status("fia")), (None, Status::Gone));
    scene.play("duo flee", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.set_track("duo", "hits", 0);
    scene.play("fia flee", &[1, 1, 1, 1]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
    assert_eq!((scene.status("fia"), scene.status("duo")), (Status::Gone, Status::Down));
    // The same for their opponents.
    let mut scene = begun(&[("fia", "attic")], &[("imp", "yard"), ("imp", "hall")]);
    scene.set_track("imp-2", "hits", 0);
    scene.play("fia pass", &[]);
    scene.play("imp-1 flee", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

/// TWELVES-R7: only from a zone that is marked as an exit.
#[test]
fn fleeing_needs_an_exit() {
    let scene = begun(&[("fia", "yard"), ("duo", "hall")], &[("imp", "attic")]);
    assert!(scene.can("fia flee"));
    assert_eq!(scene.refused("duo flee"), Some("TWELVES-R7"));
}

/// TWELVES-R2: whoever is defeated is out of it: no target, no turn.
#[test]
fn the_defeated_are_out_of_it() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.play("duo strike imp-1 sword", &[6, 6, 6]);
    assert!(scene.choices().iter().all(|choice| !choice.contains("imp-1")));
    scene.play("fia pass", &[]);
    assert_eq!(scene.asked(), ["imp-2"]);
    assert_eq!(scene.refused("imp-1 pass"), Some("TWELVES-R2"));
}

// --- what a screen is told ---

/// A choice says what it is, what it is for and what it does, with numbers.
#[test]
fn choices_say_what_they_do() {
    let lever = "feature = [{ id = \"lever\", name = \"Lever\", about = \"It groans.\", check = \"might\", hard = 2, \
                 does = [{ hits = 2, takes = \"foe\", at = \"stair\" }] }]";
    let mut scene =
        with_features(lever, &[("fia", "hall"), ("duo", "yard")], &[("brute", "hall"), ("imp", "stair")]);
    let shown = scene.shown("fia strike brute sword");
    assert_eq!((shown.deed.id.as_str(), shown.deed.title.as_str()), ("strike sword", "Strike · sword"));
    assert_eq!(
        shown.deed.effect,
        "3d12, in the same zone: each die that reaches TH is a hit, each 12 is rolled again."
    );
    assert_eq!((shown.role, shown.targets), (Role::Act, vec![scene.who("brute")]));
    let shown = scene.shown("fia shove brute stair");
    assert_eq!((shown.deed.id.as_str(), shown.to.as_deref()), ("shove", Some("stair")));
    let shown = scene.shown("fia use lever imp");
    assert_eq!((shown.deed.id.as_str(), shown.deed.title.as_str()), ("use lever", "Use · lever"));
    assert_eq!(shown.deed.effect, "A d12 of 5 or less (might): 2 hits to a foe at Winding stair. It groans.");
    assert_eq!(scene.shown("duo flee").role, Role::Retreat);
    assert_eq!(scene.shown("duo pass").role, Role::EndTurn);
    scene.play("fia grapple brute", &[1]);
    pass_until(&mut scene, "fia");
    assert_eq!(scene.shown("fia let-go").role, Role::Aside);
}

/// A roll in the log says what it was against and how it went; news are good or bad for a seat.
#[test]
fn rolls_say_what_they_were_against() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "loft")]);
    scene.play("fia shoot brute bow", &[10, 3]);
    let line = scene.lines_to(Seat::Judge)[0].clone();
    let target = line.rolls[0].target.as_ref().unwrap();
    assert_eq!((target.name.as_str(), target.value, target.under), ("TH 8 + 2 for cover =", 10, false));
    assert_eq!((line.rolls[0].total, line.rolls[0].success, line.tone), (1, Some(true), Tone::Good));
    let brute = Seat::Player([scene.who("brute")].into_iter().collect());
    assert_eq!(scene.lines_to(brute)[0].tone, Tone::Bad);
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.play("fia grapple brute", &[8]);
    let rolled = scene.lines_to(Seat::Judge)[0].rolls[0].clone();
    let target = rolled.target.unwrap();
    assert_eq!((target.name.as_str(), target.value, target.under), ("might", 7, true));
    assert_eq!(rolled.success, Some(false));
}

/// A zone's card says what its tags mean.
#[test]
fn zones_say_what_they_cost() {
    let scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    let MapView::Zones { zones, .. } = scene.view(Seat::Watcher).map else { panic!("a map of zones") };
    let pit = zones.iter().find(|zone| zone.id == "pit").unwrap();
    assert_eq!(
        (pit.tags[0].kind, pit.tags[0].means.as_str()),
        (TagKind::Hazard, "Whoever enters pays: spikes: 2 hits.")
    );
    let loft = zones.iter().find(|zone| zone.id == "loft").unwrap();
    assert_eq!(loft.tags[0].means, "Attacks from other zones need 2 more to hit.");
}
