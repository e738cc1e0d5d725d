//! The delve clauses of combat, one by one, with dice on the table.

use fracas_delve::{ability_modifier, monster_save};
use fracas_kernel::{Judgement, Outcome, Play, Role, Seat, Show, Side, Status, Tone, Who};

use crate::scene::{begun, hp, staged};

// --- time and movement ---

/// DELVE-T1: a round of combat is a minute, and the log counts them.
#[test]
fn a_round_is_a_minute() {
    let mut scene = staged(&["heroes", "monsters"], &[("fia", "yard")], &[("brute", "hall")]);
    assert_eq!(scene.play("fia begin", &[6, 1])[0], "Round 1, minute 1");
    scene.play("fia done", &[]);
    assert_eq!(scene.play("brute done", &[2, 5])[1], "Round 2, minute 2");
}

/// DELVE-T2, DELVE-R10: one action and one zone, before or after it.
#[test]
fn one_action_and_a_near_move_in_either_order() {
    let mut scene = begun(&[("fia", "yard"), ("wim", "hall")], &[("brute", "hall")]);
    scene.play("fia move hall", &[]);
    scene.play("fia attack brute sword", &[1]);
    assert_eq!(scene.asked(), ["wim"], "moved and acted: done");
    scene.play("wim attack brute sword", &[1]);
    assert_eq!(scene.asked(), ["wim"], "the move is left");
    assert_eq!(scene.refused("wim attack brute sword"), Some("DELVE-T2"));
    scene.play("wim move stair", &[]);
    assert_eq!(scene.asked(), ["brute"]);
}

/// DELVE-T2, DELVE-R10: moving far is two zones, and gives up the action.
#[test]
fn a_far_move_gives_up_the_action() {
    let mut scene = begun(&[("fia", "yard"), ("wim", "yard")], &[("brute", "stair")]);
    assert_eq!(scene.refused("fia move stair"), Some("DELVE-R10"), "one zone at a time");
    scene.play("fia move hall", &[]);
    assert!(scene.can("fia throw brute spear"));
    assert_eq!(scene.play("fia move stair", &[]), ["Fia hurries on to Stair"]);
    assert_eq!(scene.asked(), ["wim"]);
    assert_eq!(scene.refused("fia attack brute sword"), Some("DELVE-C1"), "no action is left");
    assert_eq!(scene.place("fia").as_deref(), Some("stair"));
}

// --- damage, death ---

/// DELVE-D1: at zero a character is unconscious, and dies at minus its level.
#[test]
fn a_character_falls_at_zero_and_dies_at_minus_its_level() {
    // Cora is of level 3, with 10 hit points.
    for (damage, left, status) in
        [(9, 1, Status::Up), (10, 0, Status::Down), (12, -2, Status::Down), (13, -3, Status::Dead)]
    {
        let mut scene = begun(&[("cora", "hall"), ("fia", "yard")], &[("brute", "hall")]);
        scene.set_track("cora", "hp", 18 - damage);
        scene.play("cora done", &[]);
        scene.play("fia done", &[]);
        // 12 + 2 reaches armour class 14; 8 on the d8, with what she had lost before.
        scene.play("brute attack cora sword", &[12, 8]);
        assert_eq!(hp(&scene, "cora"), left);
        assert_eq!(scene.status("cora"), status);
    }
}

/// DELVE-D2: a monster dies at 0.
#[test]
fn a_monster_dies_at_zero() {
    let mut scene = begun(&[("cora", "hall")], &[("imp", "hall"), ("brute", "loft")]);
    // 9 + 1 + 2 reaches 12; 2 on the d6 is all that the imp has.
    let lines = scene.play("cora attack imp mace", &[9, 2]);
    assert_eq!(lines[1..], ["Imp takes 2 damage: d6 [2] = 2; 0 left", "Imp dies"]);
    assert_eq!(scene.status("imp"), Status::Dead);
}

// --- saves ---

/// DELVE-V2: 19 less the hit dice; half a hit die counts for nothing.
#[test]
fn a_monster_saves_at_nineteen_less_its_hit_dice() {
    let targets = [1, 2, 3, 4, 8, 12].map(monster_save);
    assert_eq!(targets, [19, 18, 18, 17, 15, 13]);
}

/// DELVE-V1, DELVE-V2, DELVE-R6: a save is forced, equal or more makes it, and the spell says what that does.
#[test]
fn a_save_that_equals_the_target_halves_a_blast() {
    for (face, left) in [(16, 9 - 8), (17, 9 - 4)] {
        let mut scene = begun(&[("magnus", "yard")], &[("brute", "stair")]);
        let lines = scene.play("magnus cast burst stair", &[2, 2, 2, 2, face]);
        assert_eq!(hp(&scene, "brute"), left);
        let result = if face == 17 { "saved" } else { "failed" };
        assert!(
            lines.contains(&format!("Brute saves: d20 [{face}] = {face} against 17: {result}")),
            "{lines:?}"
        );
    }
}

/// DELVE-R6: a character's save is on its sheet, by class and level.
#[test]
fn a_characters_save_is_by_class_and_level() {
    // Magnus is in his own fire, and so is Cora: saves of 12 and 13.
    let mut scene = begun(&[("magnus", "hall"), ("cora", "hall")], &[("brute", "hall")]);
    let lines = scene.play("magnus cast burst hall", &[1, 1, 1, 1, 12, 12, 20]);
    assert!(lines.contains(&"Magnus saves: d20 [12] = 12 against 12: saved".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Cora saves: d20 [12] = 12 against 13: failed".to_owned()), "{lines:?}");
    assert_eq!([hp(&scene, "magnus"), hp(&scene, "cora"), hp(&scene, "brute")], [7, 6, 7]);
}

/// DELVE-R6: where a save negates, it negates; otherwise all of it counts.
#[test]
fn a_save_may_negate() {
    for (face, left) in [(17, 9), (16, 0)] {
        let mut scene = begun(&[("magnus", "hall")], &[("brute", "hall"), ("imp", "loft")]);
        scene.play("magnus cast wither brute", &[3, 3, 3, face]);
        assert_eq!(hp(&scene, "brute"), left);
    }
}

/// DELVE-R7, DELVE-V1: an effect that a save ends holds until one is made, at the end of each round.
#[test]
fn a_save_at_the_end_of_a_round_ends_the_binding() {
    let mut scene = begun(&[("cora", "yard")], &[("brute", "stair"), ("imp", "stair")]);
    scene.play("cora cast bind brute", &[]);
    assert_eq!(scene.badges("brute"), ["held"]);
    scene.play("cora done", &[]);
    assert_eq!(scene.asked(), ["imp"], "who is held does not act");
    // The save of the round's end fails; initiative to the heroes.
    scene.play("imp done", &[16, 6, 1]);
    scene.play("cora done", &[]);
    assert_eq!(scene.asked(), ["imp"]);
    // This one holds.
    let lines = scene.play("imp done", &[17, 6, 1]);
    assert!(lines.contains(&"Brute is no longer held".to_owned()), "{lines:?}");
    scene.play("cora done", &[]);
    assert_eq!(scene.asked(), ["brute", "imp"]);
}

// --- the course of combat ---

/// DELVE-C1: surprise, initiative, the winners act and it takes effect, the losers act, and initiative again.
#[test]
fn the_winners_results_take_effect_before_the_losers_act() {
    let mut scene =
        staged(&["heroes", "monsters"], &[("fia", "hall")], &[("imp", "hall"), ("brute", "loft")]);
    assert_eq!(scene.choices(), ["fia begin"]);
    scene.play("fia begin", &[4, 3]);
    assert_eq!(scene.asked(), ["fia"]);
    scene.play("fia attack imp sword", &[20, 2]);
    scene.play("fia done", &[]);
    assert_eq!(scene.asked(), ["brute"], "the dead imp does not act");
    scene.play("brute done", &[1, 2]);
    assert_eq!(scene.asked(), ["brute"], "initiative was rolled anew");
}

/// DELVE-C2: on 2 in 6 a side that did not know is surprised, and the other has a free round before initiative.
#[test]
fn surprise_is_on_two_in_six() {
    for (face, free) in [(1, true), (2, true), (3, false), (6, false)] {
        let mut scene = staged(&["monsters"], &[("fia", "hall")], &[("brute", "hall")]);
        // Without surprise, initiative follows at once.
        let faces: &[u16] = if free { &[face] } else { &[face, 6, 1] };
        scene.play("fia begin", faces);
        assert_eq!(scene.asked(), [if free { "brute" } else { "fia" }], "{face}");
        if free {
            scene.play("brute attack fia sword", &[1]);
            scene.play("brute done", &[6, 1]);
            assert_eq!(scene.asked(), ["fia"], "then initiative");
        }
    }
}

/// DELVE-C2: the heroes can surprise too; who knows is not rolled for.
#[test]
fn monsters_can_be_surprised() {
    let mut scene = staged(&["heroes"], &[("fia", "hall")], &[("brute", "hall")]);
    let lines = scene.play("fia begin", &[2]);
    assert_eq!(lines, ["Surprise of the monsters: d6 [2] = 2, surprised", "A free round for the heroes"]);
    assert_eq!(scene.asked(), ["fia"]);
}

/// DELVE-R3: if both are surprised, neither has a free round.
#[test]
fn both_surprised_is_nobodys_free_round() {
    let mut scene = staged(&[], &[("fia", "hall")], &[("brute", "hall")]);
    let lines = scene.play("fia begin", &[1, 2, 3, 5]);
    assert_eq!(lines[2], "Both sides are surprised: no free round");
    assert_eq!(scene.asked(), ["brute"], "initiative was 3 against 5");
}

/// DELVE-C2: the judge says who is surprised, and nothing is rolled for it; or leaves it to the dice again.
#[test]
fn surprise_by_the_judges_word() {
    let word = |value: &str| Judgement::Decide { what: "surprise".into(), who: None, value: value.into() };
    let cases: [(&str, &[u16], &[&str]); 5] = [
        ("heroes", &[], &["brute"]),
        ("monsters", &[], &["fia"]),
        ("nobody", &[2, 5], &["brute"]),
        ("both", &[5, 2], &["fia"]),
        ("rolled", &[6, 2], &["fia"]),
    ];
    for (value, faces, asked) in cases {
        let mut scene = staged(&["heroes"], &[("fia", "hall")], &[("brute", "hall")]);
        scene.judge(word(value));
        assert!(scene.told_to(Seat::Watcher).is_empty(), "nobody perceives a circumstance");
        scene.play("fia begin", faces);
        assert_eq!(scene.asked(), asked, "{value}");
        assert_eq!(scene.table.judge(word("nobody")).unwrap_err().rule, Some("DELVE-C2"));
    }
}

/// DELVE-C3: the higher d6 acts first; equal dice mean both at the same time.
#[test]
fn initiative_goes_to_the_higher_die() {
    for (heroes, monsters, asked) in
        [(2, 1, vec!["fia"]), (1, 2, vec!["brute"]), (3, 3, vec!["fia", "brute"])]
    {
        let mut scene = staged(&["heroes", "monsters"], &[("fia", "hall")], &[("brute", "hall")]);
        scene.play("fia begin", &[heroes, monsters]);
        assert_eq!(scene.asked(), asked);
    }
}

/// DELVE-R4: at the same time, who is brought to zero still acts, and both can fall.
#[test]
fn in_a_simultaneous_round_the_slain_still_strike() {
    let mut scene = staged(&["heroes", "monsters"], &[("wim", "hall")], &[("imp", "hall")]);
    scene.play("wim begin", &[4, 4]);
    let lines = scene.play("wim attack imp sword", &[20, 8]);
    assert_eq!(lines[1], "Imp takes 8 damage: d8 [8] = 8; at the end of the round");
    scene.play("wim done", &[]);
    assert_eq!((scene.status("imp"), scene.outcome()), (Status::Up, None));
    // 12 + 0 reaches 12; three times 2 would not fell Wim, so he is weakened first.
    scene.set_track("wim", "hp", 2);
    scene.play("imp attack wim club", &[12, 3]);
    let lines = scene.play("imp done", &[]);
    assert_eq!(lines[1], "Everything takes effect at once");
    assert_eq!((scene.status("imp"), scene.status("wim")), (Status::Dead, Status::Dead));
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

/// DELVE-R12: moves happen as they are made, healing and effects at the end of the round.
#[test]
fn in_a_simultaneous_round_moves_are_immediate_and_effects_are_not() {
    let mut scene =
        staged(&["heroes", "monsters"], &[("cora", "yard"), ("wim", "yard")], &[("brute", "hall")]);
    scene.set_track("wim", "hp", 1);
    scene.play("cora begin", &[4, 4]);
    scene.play("brute move yard", &[]);
    assert_eq!(scene.place("brute").as_deref(), Some("yard"));
    scene.play("brute attack wim sword", &[20, 4]);
    assert_eq!(hp(&scene, "wim"), 1, "not yet");
    scene.play("cora cast mend wim", &[4]);
    assert_eq!(hp(&scene, "wim"), 1, "not yet");
    scene.play("cora done", &[]);
    scene.play("wim done", &[6, 1]);
    // 1 + 5 - 4: harm and healing meet.
    assert_eq!((hp(&scene, "wim"), scene.status("wim")), (2, Status::Up));

    let mut scene = staged(&["heroes", "monsters"], &[("cora", "yard")], &[("brute", "hall")]);
    scene.play("cora begin", &[4, 4]);
    scene.play("cora cast bind brute", &[]);
    assert_eq!(scene.badges("brute"), ["held soon"]);
    scene.play("cora done", &[]);
    assert_eq!(scene.asked(), ["brute"], "it acts all the same");
    // At the end it is held, and saves at once in vain.
    scene.play("brute done", &[3, 6, 1]);
    assert_eq!(scene.badges("brute"), ["held"]);
}

/// DELVE-R12: a blow of that round finds also who left the field in it.
#[test]
fn nobody_leaves_a_simultaneous_round_unhurt() {
    let mut scene =
        staged(&["heroes", "monsters"], &[("wim", "yard"), ("fia", "hall")], &[("brute", "yard")]);
    scene.play("wim begin", &[2, 2]);
    scene.play("brute attack wim sword", &[20, 6]);
    scene.play("wim leave", &[]);
    assert_eq!(scene.status("wim"), Status::Gone);
    scene.play("fia done", &[]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(
        (scene.status("wim"), hp(&scene, "wim"), scene.place("wim").as_deref()),
        (Status::Down, 0, Some("yard"))
    );
}

// --- attacks ---

/// DELVE-C5: hit bonus, strength in melee, the weapon's magic; equal or more hits.
#[test]
fn an_attack_adds_what_applies_and_equal_hits() {
    let attack = |choice: &str, face: u16, rest: &[u16]| {
        let mut scene = begun(&[("fia", "hall"), ("wim", "yard")], &[("brute", "hall")]);
        let faces: Vec<u16> = [face].iter().chain(rest).copied().collect();
        scene.play(choice, &faces)[0].clone()
    };
    let line = attack("fia attack brute sword", 10, &[1]);
    assert_eq!(line, "Fia strikes at Brute (sword): d20 [10] + 3 = 13 against AC 13: hit");
    let line = attack("fia attack brute sword", 9, &[]);
    assert_eq!(line, "Fia strikes at Brute (sword): d20 [9] + 3 = 12 against AC 13: miss");
    let line = attack("fia attack brute rune-sword", 8, &[1]);
    assert_eq!(line, "Fia strikes at Brute (rune sword): d20 [8] + 5 = 13 against AC 13: hit");
}

/// DELVE-C5, DELVE-R13: dexterity at range, and penalties count.
#[test]
fn range_uses_dexterity_and_penalties_apply() {
    let mut scene = begun(&[("fia", "yard"), ("wim", "yard")], &[("brute", "hall")]);
    let line = scene.play("fia shoot brute short-bow", &[11, 1])[0].clone();
    assert_eq!(line, "Fia shoots at Brute (short bow): d20 [11] + 2 = 13 against AC 13: hit");
    let line = scene.play("wim shoot brute short-bow", &[14])[0].clone();
    assert_eq!(line, "Wim shoots at Brute (short bow): d20 [14] - 2 = 12 against AC 13: miss");
    scene.play("fia done", &[]);
    scene.play("wim move hall", &[]);
    scene.play("brute done", &[6, 1]);
    let line = scene.play("wim attack brute sword", &[14, 1])[0].clone();
    assert_eq!(line, "Wim strikes at Brute (sword): d20 [14] - 1 = 13 against AC 13: hit");
}

/// DELVE-C6: a monster adds 1 for each hit die, and nothing for half a one.
#[test]
fn a_monster_adds_its_hit_dice() {
    let mut scene =
        staged(&["heroes", "monsters"], &[("fia", "hall")], &[("brute", "hall"), ("imp", "hall")]);
    scene.play("fia begin", &[1, 6]);
    let line = scene.play("brute attack fia sword", &[13, 1])[0].clone();
    assert_eq!(line, "Brute strikes at Fia (sword): d20 [13] + 2 = 15 against AC 15: hit");
    let line = scene.play("imp attack fia club", &[14])[0].clone();
    assert_eq!(line, "Imp strikes at Fia (club): d20 [14] = 14 against AC 15: miss");
}

/// DELVE-C7, DELVE-R13: the weapon's damage; a fighter adds strength, as a bonus only, and in melee only.
#[test]
fn only_a_fighter_adds_strength_to_damage_and_only_in_melee() {
    let damage = |hero: &str, choice: &str, face| {
        let mut scene = begun(&[(hero, "hall"), ("magnus", "yard")], &[("brute", "hall"), ("imp", "loft")]);
        scene.play(choice, &[20, face]);
        9 - hp(&scene, "brute")
    };
    assert_eq!(damage("fia", "fia attack brute sword", 4), 6, "a fighter with +2");
    assert_eq!(damage("wim", "wim attack brute sword", 4), 4, "a penalty does not count");
    assert_eq!(damage("cora", "cora attack brute mace", 4), 4, "no fighter");

    let mut scene = begun(&[("fia", "yard")], &[("brute", "hall")]);
    scene.play("fia throw brute spear", &[20, 4]);
    assert_eq!(hp(&scene, "brute"), 5, "thrown: no strength");
}

/// DELVE-R13: a hit does at least 1.
#[test]
fn a_hit_does_at_least_one() {
    let mut scene = begun(&[("wim", "hall")], &[("brute", "hall")]);
    let lines = scene.play("wim attack brute twig", &[20, 1]);
    assert_eq!(lines[1], "Brute takes 1 damage: d4 [1] - 3 = -2, so 1; 8 left");
    assert_eq!(hp(&scene, "brute"), 8);
}

/// DELVE-R13: a natural 1 or 20 is nothing special.
#[test]
fn no_face_is_special() {
    // The rune sword with +5, a blessing and a helpless target: 1 + 10 is not 12, but 3 + 10 is 13.
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.afflict("brute", "held", Some(9));
    scene.judge(Judgement::Favour { roller: None, roll: None, add: 3, edge: Default::default() });
    let line = scene.play("fia attack brute rune-sword", &[1, 1])[0].clone();
    assert_eq!(line, "Fia strikes at Brute (rune sword): d20 [1] + 12 = 13 against AC 13: hit");

    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.judge(Judgement::Favour { roller: None, roll: None, add: -11, edge: Default::default() });
    let line = scene.play("fia attack brute sword", &[20])[0].clone();
    assert_eq!(line, "Fia strikes at Brute (sword): d20 [20] - 8 = 12 against AC 13: miss");
}

/// DELVE-C4, DELVE-R5: into a melee a shot finds friend or foe, evenly, the shooter excepted.
#[test]
fn a_shot_into_a_melee_finds_anybody_who_stands_there() {
    let party = [("fia", "yard"), ("wim", "hall"), ("cora", "hall")];
    // Wim, Cora, Brute and Imp stand there: a d4 says who.
    for (face, found, ac) in [(1, "Wim", 12), (2, "Cora", 14), (3, "Brute", 13), (4, "Imp", 12)] {
        let mut scene = begun(&party, &[("brute", "hall"), ("imp", "hall")]);
        let lines = scene.play("fia shoot brute short-bow", &[face, 1]);
        let stray = match found {
            "Brute" => "Fia aims at Brute in the melee, and the shot goes true".to_owned(),
            other => format!("Fia aims at Brute in the melee, but the shot goes to {other}"),
        };
        assert_eq!(lines[0], stray);
        assert_eq!(
            lines[1],
            format!("Fia shoots at {found} (short bow): d20 [1] + 2 = 3 against AC {ac}: miss")
        );
    }
}

/// DELVE-R5: the fallen are not found; without a melee nobody else is.
#[test]
fn only_the_standing_are_found_and_only_in_a_melee() {
    let mut scene = begun(&[("fia", "yard"), ("cora", "hall")], &[("brute", "hall"), ("imp", "hall")]);
    scene.set_track("cora", "hp", 0);
    let lines = scene.play("fia shoot brute short-bow", &[1]);
    assert_eq!(lines[0], "Fia shoots at Brute (short bow): d20 [1] + 2 = 3 against AC 13: miss");
}

/// DELVE-R5, DELVE-R11: a shooter who is close makes it a melee, but never hits itself.
#[test]
fn a_shot_at_close_quarters_never_finds_the_shooter() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall"), ("imp", "hall")]);
    let lines = scene.play("fia shoot imp short-bow", &[1, 1]);
    assert_eq!(lines[0], "Fia aims at Imp in the melee, but the shot goes to Brute");
    // With one enemy there is nobody else to find, and nothing is rolled for it.
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    let lines = scene.play("fia shoot brute short-bow", &[1]);
    assert_eq!(lines[0], "Fia aims at Brute in the melee, and the shot goes true");
}

/// DELVE-R2: the same zone is close, the next near, all others in sight far. Melee needs close.
#[test]
fn distances_are_zones() {
    let scene = begun(&[("fia", "yard")], &[("brute", "hall"), ("imp", "loft")]);
    assert_eq!(scene.refused("fia attack brute sword"), Some("DELVE-R2"));
    assert!(scene.can("fia shoot brute short-bow"));
    assert_eq!(scene.refused("fia shoot imp short-bow"), Some("DELVE-R2"), "out of sight");
    let scene = begun(&[("fia", "hall")], &[("brute", "hall"), ("imp", "loft")]);
    assert!(scene.can("fia attack brute sword"));
    assert!(scene.can("fia shoot imp short-bow"), "in sight");
}

/// DELVE-R11: thrown weapons reach near, bows far, and both can be used close.
#[test]
fn thrown_reaches_near_and_bows_reach_far() {
    for (zone, thrown, shot) in [("yard", true, true), ("hall", true, true), ("stair", false, true)] {
        let scene = begun(&[("fia", "yard")], &[("brute", zone)]);
        assert_eq!(scene.can("fia throw brute spear"), thrown, "{zone}");
        assert_eq!(scene.can("fia shoot brute short-bow"), shot, "{zone}");
    }
    let scene = begun(&[("fia", "yard")], &[("brute", "stair")]);
    assert_eq!(scene.refused("fia throw brute spear"), Some("DELVE-R11"));
}

/// DELVE-R1: the modifiers of ability scores.
#[test]
fn modifiers_by_score() {
    let modifiers: Vec<i16> = (3..=18).map(ability_modifier).collect();
    assert_eq!(modifiers, [-3, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
}

/// DELVE-R7: four classes of five levels; eight spells or more; one heals, one takes an area, one is ended by a save.
#[test]
fn classes_and_spells_are_there() {
    for class in ["fighter", "cleric", "magic-user", "thief"] {
        for level in 1..=5 {
            let text = format!(
                "system = \"delve\"\ntitle = \"t\"\n[[zone]]\nid = \"a\"\nname = \"A\"\nat = [0, 0]\n\
                 [[hero]]\nid = \"h\"\nname = \"H\"\nclass = \"{class}\"\nlevel = {level}\nweapons = [\"mace\"]\n\
                 [[party]]\nhero = \"h\"\nat = \"a\"\n[[foes]]\ncreature = \"rat\"\nat = \"a\"\n"
            );
            let bundle = fracas_content::Bundle::new(fracas_content::Source::new("t.toml", text)).unwrap();
            let rules = fracas_delve::Delve::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
            let hero = &rules.view(&rules.start(), Seat::Judge).tokens[0];
            assert_eq!(hero.kind, format!("{class} {level}"));
        }
    }
    let text: String = fracas_content::library("delve").into_iter().map(|source| source.text).collect();
    assert!(text.matches("[[spell]]").count() >= 8);
    assert!(text.matches("[[creature]]").count() >= 15);

    // Heals: from zero back to consciousness, never above the most.
    let mut scene = begun(&[("cora", "hall"), ("wim", "hall")], &[("brute", "loft")]);
    scene.set_track("wim", "hp", 0);
    assert_eq!(scene.status("wim"), Status::Down);
    scene.play("cora cast mend wim", &[6]);
    assert_eq!((hp(&scene, "wim"), scene.status("wim")), (6, Status::Up));
    assert!(!scene.can("cora cast mend cora"), "she is whole");
}

/// DELVE-R7: spells are used up, level by level.
#[test]
fn spells_run_out() {
    // A cleric of level 3 has two spells of the first level and one of the second.
    let mut scene = begun(&[("cora", "hall")], &[("brute", "stair"), ("imp", "stair")]);
    scene.play("cora cast bind brute", &[]);
    scene.play("cora done", &[]);
    scene.play("imp done", &[2, 6, 1]);
    assert_eq!(scene.refused("cora cast bind imp"), Some("DELVE-R7"));
    assert!(scene.can("cora cast ward cora"));
}

/// DELVE-R7: slumber takes the smallest first, as far as its dice go, and pain wakes.
#[test]
fn slumber_takes_the_smallest_first() {
    let mut scene = begun(
        &[("magnus", "yard"), ("fia", "hall")],
        &[("brute", "hall"), ("imp", "hall"), ("brute", "hall")],
    );
    // 3 hit dice: the imp for 1, the first brute for 2. Both fail their saves.
    scene.play("magnus cast slumber hall", &[2, 1, 18, 16]);
    assert_eq!(scene.badges("imp"), ["asleep 10"]);
    assert_eq!(scene.badges("brute-1"), ["asleep 10"]);
    assert_eq!(scene.badges("brute-2"), Vec::<String>::new());
    // Helpless: +4, so 6 + 3 + 4 = 13 hits; and it wakes.
    let lines = scene.play("fia attack brute-1 sword", &[6, 1]);
    assert_eq!(lines[0], "Fia strikes at Brute 1 (sword): d20 [6] + 7 = 13 against AC 13: hit");
    assert_eq!(lines[2], "Brute 1 wakes up");
}

/// DELVE-R9: a side that is all down, dead or gone has lost; one leaves from an exit.
#[test]
fn a_side_that_is_down_or_gone_has_lost() {
    let mut scene = begun(&[("fia", "yard"), ("cora", "hall")], &[("brute", "hall")]);
    assert_eq!(scene.refused("cora leave"), Some("DELVE-R9"), "no exit there");
    assert_eq!(scene.play("fia leave", &[]), ["Fia leaves the field"]);
    assert_eq!((scene.status("fia"), scene.outcome()), (Status::Gone, None));
    scene.play("cora done", &[]);
    scene.set_track("cora", "hp", 1);
    let lines = scene.play("brute attack cora sword", &[20, 1]);
    assert_eq!(lines[2..], ["Cora falls unconscious", "The monsters have won"]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));

    let mut scene = begun(&[("fia", "hall")], &[("imp", "hall")]);
    scene.play("fia attack imp sword", &[20, 1]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

// --- what a screen is told ---

/// A choice says what it is, what it is for, what it does and what it costs, with numbers.
#[test]
fn choices_say_what_they_do() {
    let mut scene = begun(&[("fia", "yard"), ("magnus", "yard")], &[("brute", "hall"), ("imp", "yard")]);
    let shown = scene.shown("fia attack imp sword");
    assert_eq!((shown.deed.id.as_str(), shown.deed.title.as_str()), ("attack sword", "Strike · sword"));
    assert_eq!(shown.deed.effect, "In the same zone: d20 + 3 against armour class, d8+2 damage.");
    assert_eq!((shown.role, shown.targets, shown.cost), (Role::Act, vec![Who(3)], None));
    assert_eq!(scene.shown("fia leave").role, Role::Retreat);
    assert_eq!(scene.shown("fia done").role, Role::EndTurn);
    let shown = scene.shown("fia move hall");
    assert_eq!((shown.role, shown.to.as_deref(), shown.cost), (Role::Move, Some("hall"), None));
    let shown = scene.shown("magnus cast burst hall");
    assert_eq!(
        shown.deed.effect,
        "Everyone in a zone, at any distance in sight: 4d6 fire damage; a save halves it. \
         Fire fills the zone and spares neither friend nor foe."
    );
    let cost = shown.cost.unwrap();
    assert_eq!(cost.unit.count(cost.amount), "1 level 3 spell");
    scene.play("fia move hall", &[]);
    let cost = scene.shown("fia move stair").cost.unwrap();
    assert_eq!(cost.unit.count(cost.amount), "1 action");
}

/// A roll in the log says what was added and why, what it was against, and how it went; news are good or bad for a seat.
#[test]
fn rolls_give_their_reasons() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.afflict("brute", "held", Some(9));
    scene.afflict("fia", "blessed", Some(9));
    scene.play("fia attack brute rune-sword", &[3, 1]);
    let line = scene.lines_to(Seat::Judge)[0].clone();
    let rolled = &line.rolls[0];
    let reasons: Vec<(&str, i32)> =
        rolled.modifiers.iter().map(|part| (part.name.as_str(), part.value)).collect();
    let expected =
        [("fighter 1", 1), ("strength", 2), ("rune sword", 2), ("blessed", 1), ("helpless target", 4)];
    assert_eq!(reasons, expected);
    assert_eq!((rolled.added, rolled.total, rolled.success), (10, 13, Some(true)));
    let target = rolled.target.as_ref().unwrap();
    assert_eq!((target.name.as_str(), target.value, target.under), ("AC", 13, false));
    assert_eq!((line.about, line.tone), (vec![Who(0), Who(1)], Tone::Good));
    let brute = Seat::Player([Who(1)].into_iter().collect());
    assert_eq!(scene.lines_to(brute)[0].tone, Tone::Bad);
}

/// A condition says what it does and how long it lasts.
#[test]
fn conditions_say_what_they_do() {
    let mut scene = begun(&[("cora", "hall")], &[("brute", "hall")]);
    scene.afflict("brute", "held", Some(3));
    scene.afflict("cora", "poisoned", None);
    let [held, poisoned] = ["brute", "cora"].map(|id| scene.token(id).badges[0].means.clone());
    assert_eq!(held, "Cannot act; attacks on it get +4. 3 rounds left.");
    assert_eq!(poisoned, "A save, or d4 hit points are lost, at the end of each turn of ten rounds: in 10.");
    assert_eq!(scene.badges("brute"), ["held 3"], "how long is told at a glance");
}

/// What the judge says about dice does not take back how the judge has ended a fight.
#[test]
fn a_favour_does_not_reopen_a_fight() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    scene.judge(Judgement::End { winner: None });
    scene.judge(Judgement::Favour { roller: None, roll: None, add: 1, edge: Default::default() });
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

/// Who names something that is not there is told what there is.
#[test]
fn the_judge_is_told_what_there_is() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    let (who, to, track, side) = (Who(0), "hall".to_owned(), "hp".to_owned(), Side::Heroes);
    let mut refused = |act| scene.table.judge(act).expect_err("it is refused").why;
    let said = refused(Judgement::Set { who, track: "luck".to_owned(), value: 1 });
    assert_eq!(said, "there is no track \"luck\"; known: hp, spells-1, spells-2, spells-3");
    let said = refused(Judgement::Move { who, to: "moon".to_owned() });
    assert_eq!(said, "there is no zone \"moon\"; known: yard, hall, stair, loft");
    let said = refused(Judgement::Add { creature: "dragon".to_owned(), side, to: to.clone() });
    assert!(said.starts_with("there is no creature \"dragon\"; known: "), "{said}");
    let said = refused(Judgement::Afflict { who, condition: "sad".to_owned(), rank: None });
    assert!(said.starts_with("there is no condition \"sad\"; known: asleep, held, "), "{said}");
    let said = refused(Judgement::Lift { who, condition: "held".to_owned() });
    assert_eq!(said, "Fia is not held");
    let said = refused(Judgement::Set { who: Who(9), track, value: 1 });
    assert_eq!(said, "there is no combatant number 9");
    for _ in 0..30 {
        scene.judge(Judgement::Add { creature: "imp".to_owned(), side, to: to.clone() });
    }
    let mut refused = |act| scene.table.judge(act).expect_err("it is refused").why;
    let said = refused(Judgement::Add { creature: "imp".to_owned(), side, to });
    assert_eq!(said, "a fight holds at most 32 combatants");
}
