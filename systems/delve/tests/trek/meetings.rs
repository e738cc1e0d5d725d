//! Meeting others: reactions, what follows from each, awareness, getting away, and the judge's word on it.

use fracas_content::adventures;
use fracas_delve::{Attitude, reaction};
use fracas_kernel::{Fate, Judgement, Outcome, Seat, Show, Side, Status};

use crate::scene::{BRUTE, IMPS, Scene, hostile, load, text};

/// Opens the crypt's door with a reaction of these two dice.
fn met(tables: &str, faces: [u16; 2]) -> (Scene, Vec<String>) {
    let mut scene = Scene::in_hall(tables);
    let lines = scene.play("fia go crypt", &faces);
    (scene, lines)
}

/// DELVE-M1: the table of reactions.
#[test]
fn the_reaction_table() {
    let expected = [(2, "hostile"), (3, "unfriendly"), (5, "unfriendly"), (6, "neutral"), (8, "neutral")];
    for (total, name) in
        expected.into_iter().chain([(9, "indifferent"), (11, "indifferent"), (12, "friendly")])
    {
        assert_eq!(reaction(total).name(), name, "{total}");
    }
    assert_eq!(
        (reaction(0), reaction(-4), reaction(15)),
        (Attitude::Hostile, Attitude::Hostile, Attitude::Friendly)
    );
}

/// DELVE-M1: 2d6 and the charisma of whoever leads, on first meeting only.
#[test]
fn the_leaders_charisma_counts_on_first_meeting() {
    let (mut scene, lines) = met(BRUTE, [4, 3]);
    assert!(lines.contains(&"Reaction: 2d6 [4 3] = 7: neutral".to_owned()), "{lines:?}");
    scene.play("fia withdraw", &[]);
    // Met before: no new roll.
    let again = scene.play("fia go crypt", &[]);
    assert_eq!(again[again.len() - 1], "The brute: neutral");
    let mut scene = Scene::in_hall(BRUTE);
    scene.play("cora lead", &[]);
    let lines = scene.play("cora go crypt", &[4, 3]);
    assert!(lines.contains(&"Reaction: 2d6 [4 3] + 2 = 9: indifferent".to_owned()), "{lines:?}");
}

/// DELVE-R1: a total under 0 counts as 0.
#[test]
fn a_reaction_is_never_under_nought() {
    let mut scene = Scene::with("", &["grim"], BRUTE);
    scene.play("grim go hall", &[]);
    let lines = scene.play("grim go crypt", &[1, 1]);
    assert!(lines.contains(&"Reaction: 2d6 [1 1] - 3 = -1, counts as 0: hostile".to_owned()), "{lines:?}");
}

/// DELVE-R8, DELVE-R14: hostile attacks; surprise comes after the reaction, for both sides that did not know.
#[test]
fn hostile_attacks_and_surprise_comes_after_the_reaction() {
    let (mut scene, lines) = met(BRUTE, [1, 1]);
    assert_eq!(
        lines[lines.len() - 2..],
        ["Reaction: 2d6 [1 1] = 2: hostile", "It comes to blows: the brute"]
    );
    assert_eq!(scene.choices(), ["fia begin"]);
    let lines = scene.play("fia begin", &[2, 3]);
    assert_eq!(lines[0], "Surprise of the heroes: d6 [2] = 2, surprised");
    assert_eq!(lines[1], "Surprise of the monsters: d6 [3] = 3, not surprised");
    assert_eq!(scene.asked(), ["brute"]);
}

/// A room of one zone with one way in is fought for from its doorway; where there is another zone, those who live there have
/// that one.
#[test]
fn nobody_is_met_side_by_side() {
    let places = |scene: &Scene, ids: &[&str]| ids.iter().map(|id| scene.zone(id)).collect::<Vec<_>>();
    let mut scene = Scene::in_hall(&hostile(BRUTE));
    scene.set("tess", "hp", 0);
    scene.play("fia go crypt", &[]);
    assert_eq!(places(&scene, &["fia", "cora", "tess", "brute"]), ["hall", "hall", "hall", "crypt"]);
    // Won, the room is the party's.
    scene.play("fia begin", &[6, 6, 6, 1]);
    scene.play("fia move crypt", &[]);
    scene.play("fia attack brute sword", &[20, 8]);
    scene.play("fia gather", &[]);
    assert_eq!(places(&scene, &["fia", "cora", "tess"]), ["crypt", "crypt", "crypt"]);
    let scene = Scene::in_hall(&hostile(&BRUTE.replace("crypt", "hall")));
    assert_eq!(places(&scene, &["fia", "brute"]), ["hall", "tunnel"]);
}

/// DELVE-R14: whoever was heard cannot surprise; forcing a door is heard.
#[test]
fn who_knew_of_the_other_is_not_surprised() {
    let mut scene = Scene::in_hall(BRUTE);
    let lines = scene.play("tess listen crypt", &[4]);
    assert_eq!(lines, ["Tess listens at the door to the east: d6 [4] = 4 against 4: heavy breathing"]);
    scene.play("fia go crypt", &[1, 1]);
    let lines = scene.play("fia begin", &[3, 6, 1]);
    assert_eq!(lines[0], "Surprise of the monsters: d6 [3] = 3, not surprised");
    let mut scene = Scene::in_hall(&BRUTE.replace("crypt", "cell"));
    scene.play("fia force cell", &[6]);
    scene.play("fia go cell", &[1, 1]);
    let lines = scene.play("fia begin", &[3, 6, 1]);
    assert_eq!(lines[0], "Surprise of the heroes: d6 [3] = 3, not surprised");
}

#[test]
fn without_light_the_party_is_heard_and_fights_blind() {
    let mut scene = Scene::in_hall(&BRUTE.replace("crypt", "tunnel"));
    scene.set_gauge("torches", 0);
    scene.play("fia go tunnel", &[20, 1, 1]);
    scene.play("fia begin", &[3, 6, 1]);
    assert_eq!(scene.badges("fia"), ["blinded"]);
    // Hit bonus +1, and -4 for the dark.
    scene.play("cora move tunnel", &[]);
    let missed = scene.play("cora attack brute mace", &[15]);
    assert!(missed[0].ends_with("d20 [15] - 3 = 12 against AC 13: miss"), "{missed:?}");
}

/// DELVE-R8: unfriendly attacks unless paid or left.
#[test]
fn unfriendly_wants_to_be_paid_or_left() {
    let (mut scene, _) = met(BRUTE, [1, 3]);
    assert_eq!(scene.choices(), ["fia pay", "fia withdraw", "fia attack"]);
    assert_eq!(scene.refused("fia pass"), "they are unfriendly (DELVE-R8)");
    scene.play("fia pay", &[]);
    assert_eq!(scene.gauge("gold"), "5");
    assert!(scene.can("cora take coffer"), "nobody minds any more");
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    assert!(scene.can("fia go hall"), "paid once is paid");

    let (mut left, _) = met(BRUTE, [1, 3]);
    left.play("fia withdraw", &[]);
    assert_eq!(
        (left.zone("fia"), left.gauge("clock")),
        ("hall".to_owned(), "day 1, 08:30 (turn 51)".to_owned())
    );
    left.set_gauge("gold", 14);
    left.play("fia go crypt", &[]);
    assert_eq!(left.refused("fia pay"), "they want 15 gold");
    left.play("fia attack", &[]);
    // Both knew: no surprise.
    let lines = left.play("fia begin", &[6, 1]);
    assert!(lines[1].starts_with("Initiative: heroes d6 [6]"), "{lines:?}");
}

/// DELVE-R8: neutral waits: for gold, a blow, or the party's own way; but not while its things are taken.
#[test]
fn neutral_waits() {
    let (mut scene, _) = met(BRUTE, [3, 4]);
    assert_eq!(scene.choices(), ["fia pay", "fia pass", "fia withdraw", "fia attack"]);
    scene.play("fia pass", &[]);
    let lines = scene.play("cora take coffer", &[]);
    assert_eq!(lines, ["The brute will not stand for that", "It comes to blows: the brute"]);
    assert_eq!(scene.gauge("gold"), "20", "nothing was taken");
    // Nobody is surprised by that.
    let lines = scene.play("fia begin", &[6, 1]);
    assert!(lines[1].starts_with("Initiative: heroes d6 [6]"), "{lines:?}");
}

/// DELVE-R8, DELVE-R16: indifferent ignores the party, and can be attacked all the same: at once, or later.
#[test]
fn the_indifferent_let_the_party_be_and_can_be_attacked() {
    let (mut scene, lines) = met(BRUTE, [4, 5]);
    assert_eq!(lines[lines.len() - 1], "Reaction: 2d6 [4 5] = 9: indifferent");
    assert_eq!(scene.choices(), ["fia pass", "fia withdraw", "fia attack"]);
    assert_eq!(scene.play("fia pass", &[]), ["The brute: they let the party be"]);
    assert!(scene.can("fia go hall") && scene.can("cora take coffer"));
    scene.play("fia go hall", &[]);
    assert_eq!(scene.refused("fia attack"), "nobody is there to face");
    scene.play("fia go crypt", &[]);
    assert_eq!(scene.shown("fia attack").label, "Attack: the brute");
    assert_eq!(scene.play("fia attack", &[]), ["It comes to blows: the brute"]);
    scene.play("fia begin", &[6, 1]);
    scene.play("fia move crypt", &[]);
    assert!(scene.can("fia attack brute sword"));

    let (mut paid, _) = met(BRUTE, [1, 3]);
    paid.play("fia pay", &[]);
    paid.play("fia attack", &[]);
    assert_eq!(paid.choices(), ["fia begin"], "gold buys no safety from the party");
}

/// DELVE-R16: the reaction is rolled once: withdrawing, waiting and coming back with another leader brings no new one.
#[test]
fn a_reaction_is_kept() {
    let (mut scene, _) = met(BRUTE, [1, 3]);
    scene.play("fia withdraw", &[]);
    scene.play("cora lead", &[]);
    scene.play("cora wait", &[]);
    let lines = scene.play("cora go crypt", &[]);
    assert_eq!(lines[lines.len() - 1], "The brute: unfriendly");
    assert_eq!(scene.choices(), ["cora pay", "cora withdraw", "cora attack"]);
}

/// DELVE-R16: friends help once, whatever the party does in between.
#[test]
fn help_is_given_once() {
    let mut scene = Scene::in_hall(BRUTE);
    scene.set("tess", "hp", 1);
    scene.play("fia go crypt", &[6, 6]);
    scene.play("fia ask-healing tess", &[1]);
    scene.play("fia pass", &[]);
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    assert_eq!(scene.hp("tess"), 2);
    assert_eq!(scene.refused("fia ask-healing tess"), "they have helped you once (DELVE-R16)");
    assert!(scene.can("fia buy torches"), "trade is no gift");
}

/// DELVE-R8: friendly helps or trades.
#[test]
fn friendly_helps_and_trades() {
    let mut scene = Scene::in_hall(BRUTE);
    scene.set("tess", "hp", 2);
    scene.play("fia go crypt", &[6, 6]);
    assert_eq!(
        scene.choices(),
        ["fia pass", "fia ask-healing tess", "fia ask-way", "fia buy torches", "fia withdraw", "fia attack"]
    );
    assert_eq!(scene.refused("fia buy salves"), "they want 30 gold");
    scene.play("fia ask-healing tess", &[3]);
    assert_eq!(scene.hp("tess"), 5);
    assert_eq!(scene.refused("fia ask-healing tess"), "they have helped you once (DELVE-R16)");
    scene.play("fia buy torches", &[]);
    assert_eq!((scene.gauge("gold"), scene.gauge("torches")), ("18".to_owned(), "3".to_owned()));
    let map = |scene: &Scene| serde_json::to_string(&scene.player_view().map).unwrap();
    assert!(!map(&scene).contains("Loft"));
    scene.play("fia ask-way", &[]);
    assert!(map(&scene).contains("Loft"));
    scene.play("fia pass", &[]);
    assert!(scene.can("fia go hall"));
}

/// DELVE-R16: who is hostile without a roll says why, in the file and at the table; and in what ships that is the exception.
#[test]
fn some_are_hostile_without_a_roll_and_say_why() {
    let mut scene = Scene::in_hall(&hostile(BRUTE));
    let lines = scene.play("fia go crypt", &[]);
    assert_eq!(
        lines[lines.len() - 2..],
        ["The brute: hostile. It is hungry.", "It comes to blows: the brute"]
    );
    let said = load(text("", &["fia"], &BRUTE.replace("price", "mood = \"hostile\"\nprice")), None);
    let said = said.map(|_| ()).unwrap_err();
    assert!(said.contains("they are hostile without a roll, and nobody says why"), "{said}");
    for adventure in adventures().filter(|adventure| adventure.system == "delve") {
        let [all, hostile] =
            ["[[encounter]]", "mood = \"hostile\""].map(|part| adventure.source.text.matches(part).count());
        assert!(hostile * 2 < all, "{hostile} of {all} are hostile without a roll");
    }
}

/// DELVE-R8: the person who runs the game can decide otherwise.
#[test]
fn the_judge_decides_about_meetings() {
    let mut scene =
        Scene::with("wandering = { every = 1, chance = 1 }", &["fia", "cora"], &format!("{BRUTE}{IMPS}"));
    scene.fate("imps", Fate::Next);
    scene.play("fia go hall", &[3, 3]);
    assert!(scene.can("fia pass"), "no die was needed for them to come");
    scene.play("fia pass", &[]);
    scene.fate("imps", Fate::Now);
    assert_eq!(scene.choices(), ["fia meet"]);
    scene.judge(Judgement::Dice { roller: None, roll: Some("reaction".to_owned()), faces: vec![6, 6] });
    let lines = scene.play("fia meet", &[]);
    assert!(lines.contains(&"Reaction: 2d6 [6 6] = 12: friendly".to_owned()), "{lines:?}");
    scene.play("fia pass", &[]);
    scene.fate("brute", Fate::Gone);
    scene.play("fia go crypt", &[1]);
    assert!(scene.can("fia go hall"), "nobody lives there any more");
}

#[test]
fn the_judge_can_place_somebody() {
    let mut scene = Scene::in_hall("");
    let add =
        |to: &str| Judgement::Add { creature: "imp".to_owned(), side: Side::Monsters, to: to.to_owned() };
    scene.judge(add("crypt"));
    scene.play("fia go crypt", &[1, 1]);
    assert_eq!(scene.choices(), ["fia begin"]);
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    scene.play("fia gather", &[]);
    scene.judge(add("crypt"));
    assert_eq!(scene.choices(), ["fia meet"], "in sight at once, where the party is");
    assert!(scene.table.judge(add("nowhere")).unwrap_err().why.contains("known: gate, hall, crypt"));
}

/// DELVE-R9: who leaves the field is where the party came from; the fallen are lost, and the encounter remains.
#[test]
fn getting_away_leaves_the_fallen() {
    let mut scene = Scene::in_hall(&hostile(BRUTE));
    scene.set("tess", "hp", 0);
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 6, 1]);
    // From the door that they came by, and out at the gate.
    for who in ["fia", "cora"] {
        scene.play(&format!("{who} move gate"), &[]);
        scene.play(&format!("{who} done"), &[]);
    }
    scene.play("brute done", &[6, 1]);
    scene.play("fia leave", &[]);
    let lines = scene.play("cora leave", &[]);
    assert_eq!(lines, ["Cora leaves the field", "The monsters have won"]);
    let lines = scene.play("fia gather", &[]);
    assert!(lines.contains(&"Tess is left behind, and lost".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Whoever got away gathers at Hall".to_owned()), "{lines:?}");
    assert_eq!(
        (scene.zone("fia"), scene.zone("cora"), scene.status("tess")),
        ("hall".into(), "hall".into(), Status::Gone)
    );
    // It still lives there, and both know: no reaction, no surprise.
    scene.play("fia go crypt", &[]);
    let lines = scene.play("fia begin", &[6, 1]);
    assert!(lines[1].starts_with("Initiative: heroes d6 [6]"), "{lines:?}");
    assert_eq!(scene.outcome(), None);
}

#[test]
fn the_fallen_are_carried_from_a_field_that_is_won() {
    let mut scene = Scene::in_hall(&hostile(BRUTE));
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    scene.play("brute move hall", &[]);
    scene.play("brute attack tess sword", &[20, 6]);
    let lines = scene.play("fia attack brute sword", &[20, 8]);
    // The end of a fight is told once, as its last line.
    assert_eq!(lines[2..], ["Brute dies", "The heroes have won"]);
    assert_eq!(scene.status("tess"), Status::Down);
    let lines = scene.play("fia gather", &[]);
    assert_eq!(lines[0], "On those who were beaten: 7 gold");
    assert_eq!((scene.gauge("gold"), scene.zone("tess")), ("27".to_owned(), "crypt".to_owned()));
    scene.play("fia go hall", &[]);
    assert_eq!(scene.zone("tess"), "hall");
}

/// DELVE-R16: the wounded and the dead of a band that drove the party off are not whole again; nor are spells that were cast.
#[test]
fn a_fight_leaves_its_marks_on_both_sides() {
    let three = hostile(BRUTE).replace("[{ creature = \"brute\" }]", "[{ creature = \"brute\", count = 3 }]");
    let mut scene = Scene::in_hall(&three);
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 6, 1]);
    scene.play("cora cast ward fia", &[]);
    scene.play("fia move crypt", &[]);
    scene.play("fia attack brute-2 sword", &[20, 8]);
    scene.play("tess move crypt", &[]);
    scene.play("tess attack brute-3 dagger", &[20, 4]);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia gather", &[]);
    assert_eq!(scene.spells("cora"), 1);
    // An hour later.
    for _ in 0..6 {
        scene.play("fia wait", &[]);
    }
    scene.play("fia go crypt", &[]);
    let view = scene.table.rules().view(scene.table.state(), Seat::Judge);
    let foes = view.tokens.iter().filter(|token| token.side == Side::Monsters).count();
    assert_eq!(foes, 2, "the one that fell stays where it fell");
    assert_eq!((scene.hp("brute-1"), scene.hp("brute-2")), (9, 5), "and a wound stays open");
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.play("fia gather", &[]);
    scene.fate("brute", Fate::Back);
    scene.play("fia go crypt", &[]);
    assert_eq!((scene.hp("brute-1"), scene.hp("brute-3")), (9, 9), "brought back by the judge: whole");
}

/// DELVE-R17: venom works when it enters, then each ten minutes with its own die, in a fight and after it; a round does
/// nothing.
#[test]
fn venom_works_each_turn_and_not_each_round() {
    let viper = hostile(BRUTE).replace("creature = \"brute\"", "creature = \"cave-viper\"");
    let mut scene = Scene::in_hall(&viper);
    scene.set("cora", "hp", 10);
    scene.play("cora lead", &[]);
    scene.play("cora go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    // The bite does 1; a save of 12 fails against 13, and the venom does 2.
    scene.play("cave-viper move hall", &[]);
    scene.play("cave-viper attack cora venom-bite", &[20, 1, 12, 2]);
    assert_eq!((scene.hp("cora"), scene.badges("cora")), (7, vec!["poisoned".to_owned()]));
    for round in 1..=10_u16 {
        // In the first it has moved and bitten.
        if round > 1 {
            scene.play("cave-viper done", &[]);
        }
        for who in ["fia", "cora"] {
            scene.play(&format!("{who} done"), &[]);
        }
        assert_eq!(scene.hp("cora"), 7, "round {round}");
        // After ten rounds a save, and a d4; then initiative.
        let faces: &[u16] = if round == 10 { &[12, 3, 1, 6] } else { &[1, 6] };
        let lines = scene.play("tess done", faces);
        if round == 10 {
            assert_eq!(lines[1], "Turn 1 of ten minutes is over: poisons work");
            assert_eq!(lines[3], "Cora takes 3 damage: d4 [3] = 3; 4 left");
        }
    }
    scene.judge(Judgement::End { winner: Some(Side::Heroes) });
    assert_eq!(scene.badges("cora"), ["leads", "viper venom"]);
    // Eleven rounds have taken two turns; in the first the venom has worked.
    scene.play("cora gather", &[12, 1]);
    assert_eq!((scene.hp("cora"), scene.gauge("clock")), (3, "day 1, 08:40 (turn 52)".to_owned()));
    scene.play("cora wait", &[13]);
    assert_eq!(scene.badges("cora"), ["leads"]);
}

#[test]
fn everybody_lost_is_the_end() {
    let mut scene = Scene::with("", &["fia"], &hostile(BRUTE));
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 1, 6]);
    scene.play("brute move hall", &[]);
    scene.play("brute attack fia sword", &[20, 8]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// In a round at the same time the last hero can leave as the last enemy falls: the field is theirs to come back to.
#[test]
fn an_emptied_field_is_won() {
    let mut scene = Scene::with("", &["fia", "cora"], &hostile(BRUTE));
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    scene.play("fia begin", &[6, 6, 3, 3]);
    for id in ["fia", "cora", "brute"] {
        let who = scene.table.who(id).unwrap();
        scene.judge(Judgement::Move { who, to: "gate".to_owned() });
    }
    scene.play("fia attack brute sword", &[20, 8]);
    scene.play("fia leave", &[]);
    scene.play("cora leave", &[]);
    scene.play("brute done", &[]);
    let lines = scene.play("fia gather", &[]);
    assert!(lines.contains(&"On those who were beaten: 7 gold".to_owned()), "{lines:?}");
    assert_eq!(scene.zone("fia"), "crypt");
    scene.play("fia go hall", &[]);
    scene.play("fia go crypt", &[]);
    assert!(scene.can("fia go hall"), "nobody is left there");
}
