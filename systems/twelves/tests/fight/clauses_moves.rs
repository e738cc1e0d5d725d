//! The twelves clauses of moving, holding and the map, one by one, with dice on the table; and what instinct makes of them.

use fracas_kernel::{Bond, BondKind, Outcome, Seat, Show, Side, Status};

use crate::scene::{Scene, begun, begun_on, hits, pass_until, staged, with_features};

fn held(scene: &mut Scene, id: &str) {
    scene.afflict(id, "held", None);
}

// --- opportunity attacks ---

/// TWELVES-R4, TWELVES-R13: leaving a zone lets each standing enemy in it strike once, hand to hand, before the move.
#[test]
fn leaving_lets_every_enemy_strike() {
    let foes = [("imp", "yard"), ("brute", "yard"), ("imp", "yard"), ("imp", "hall")];
    let mut scene = begun(&[("fia", "yard"), ("duo", "loft")], &foes);
    scene.set_track("imp-2", "hits", 0);
    // The imp and the brute strike with clubs, two dice each, at TH 8; the third is down, the fourth in another zone.
    let lines = scene.play("fia move hall", &[8, 1, 7, 9]);
    assert_eq!(
        lines,
        [
            "Imp 1 strikes at Fia (club, in passing): 2d12!>=8 [8 1] = 1 against TH 8: 1 hit, 5 left",
            "Brute strikes at Fia (club, in passing): 2d12!>=8 [7 9] = 1 against TH 8: 1 hit, 4 left",
            "Fia moves to Draughty hall",
        ]
    );
    assert_eq!((scene.place("fia"), hits(&scene, "fia")), (Some("hall".to_owned()), 4));
}

/// TWELVES-R4: each enemy once a round, whoever leaves; and again in the next.
#[test]
fn each_enemy_strikes_once_a_round() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard")]);
    scene.play("fia move hall", &[1, 1]);
    scene.play("duo move hall", &[]);
    scene.play("imp move hall", &[]);
    // It is another round: the imp, which came along, strikes again.
    scene.play("fia move yard", &[1, 1]);
    assert!(scene.is("imp", "struck"));
}

/// TWELVES-R4: somebody who is held strikes at nobody; whoever has only a bow has bare hands.
#[test]
fn the_held_do_not_strike_and_archers_have_hands() {
    let mut scene = begun(&[("fia", "yard")], &[("imp", "yard"), ("archer", "yard")]);
    held(&mut scene, "imp");
    let lines = scene.play("fia move hall", &[8]);
    assert_eq!(
        lines[0],
        "Archer strikes at Fia (bare hands, in passing): d12!>=8 [8] = 1 against TH 8: 1 hit, 5 left"
    );
}

/// TWELVES-R13: a defeat cancels the move, and those who have not struck yet keep their attack.
#[test]
fn a_defeat_cancels_the_move() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard"), ("brute", "yard")]);
    scene.set_track("fia", "hits", 1);
    let lines = scene.play("fia move hall", &[8, 1]);
    assert_eq!(lines[1..], ["Fia is defeated"]);
    assert_eq!((scene.place("fia"), scene.status("fia")), (Some("yard".to_owned()), Status::Down));
    assert!(scene.is("imp", "struck") && !scene.is("brute", "struck"));
    scene.play("duo move hall", &[1, 1]);
}

/// TWELVES-R13: fleeing provokes, and a defeat cancels that too.
#[test]
fn fleeing_provokes() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("imp", "yard"), ("imp", "yard")]);
    scene.set_track("duo", "hits", 1);
    scene.play("fia flee", &[8, 1, 1, 1]);
    assert_eq!((scene.status("fia"), hits(&scene, "fia")), (Status::Gone, 5));
    pass_until(&mut scene, "imp-1");
    scene.play("imp-1 pass", &[]);
    scene.play("imp-2 pass", &[]);
    scene.play("duo flee", &[7, 1]);
    assert_eq!((scene.status("duo"), scene.outcome()), (Status::Down, Some(Outcome::Won(Side::Monsters))));
}

/// TWELVES-R13: who failed the agility check of the first round can still strike at those who leave.
#[test]
fn the_unready_can_still_strike() {
    let mut scene = staged("", &[("fia", "yard")], &[("imp", "yard")]);
    scene.play("fia begin", &[12]);
    assert_eq!(scene.asked(), ["imp"]);
    // Fia's best weapon hand to hand is the sword; the imp has TH 6.
    let lines = scene.play("imp move hall", &[6, 1, 1]);
    assert_eq!(
        lines[0],
        "Fia strikes at Imp (sword, in passing): 3d12!>=6 [6 1 1] = 1 against TH 6: 1 hit, 1 left"
    );
    assert_eq!(scene.place("imp").as_deref(), Some("hall"));
}

/// TWELVES-R4: feats: one slips away unhindered, another stops whom it hits.
#[test]
fn feats_about_leaving() {
    let mut scene = begun(&[("eel", "yard"), ("fia", "yard"), ("duo", "yard")], &[("keeper", "yard")]);
    scene.play("eel move hall", &[]);
    assert!(!scene.is("keeper", "struck"));
    let lines = scene.play("fia move hall", &[8, 1]);
    assert_eq!(lines[1..], ["Fia is stopped by Keeper"]);
    assert_eq!((scene.place("fia"), scene.asked()), (Some("yard".to_owned()), vec!["duo".to_owned()]));
    pass_until(&mut scene, "keeper");
    scene.play("keeper pass", &[]);
    scene.play("fia move hall", &[7, 7]);
    assert_eq!(scene.place("fia").as_deref(), Some("hall"), "a miss stops nobody");
}

// --- grapple and shove ---

/// TWELVES-R1, TWELVES-R5: a might check holds; the held cannot move or flee, but can do all else, and gets free by a
/// might check as its action.
#[test]
fn a_grapple_holds_until_the_held_breaks_free() {
    // Fia has might 7, the brute might 8.
    let mut scene = begun(&[("fia", "yard")], &[("brute", "yard")]);
    let lines = scene.play("fia grapple brute", &[8]);
    assert_eq!(lines[0], "Fia grapples Brute: d12 [8] = 8 against might 7: gets no hold");
    assert!(!scene.is("brute", "held") && scene.can("brute move hall"));
    scene.play("brute pass", &[]);
    scene.play("fia grapple brute", &[7]);
    assert!(scene.is("brute", "held") && scene.is("fia", "holding"));
    // A line on the map says who holds whom.
    let bonds = |scene: &Scene| scene.rules().bonds(scene.state(), Seat::Watcher);
    assert_eq!(bonds(&scene), [Bond::to(BondKind::Hold, scene.who("fia"), scene.who("brute"))]);
    assert_eq!(scene.refused("brute move hall"), Some("TWELVES-R5"));
    assert_eq!(scene.refused("brute flee"), Some("TWELVES-R5"));
    assert!(
        scene.can("brute strike fia club")
            && scene.can("brute grapple fia")
            && scene.can("brute shove fia hall")
    );
    let lines = scene.play("brute break-free", &[9]);
    assert_eq!(lines[0], "Brute struggles: d12 [9] = 9 against might 8: still held");
    scene.play("fia pass", &[]);
    scene.play("brute break-free", &[8]);
    assert!(!scene.is("brute", "held") && !scene.is("fia", "holding"));
    assert_eq!(bonds(&scene), []);
    scene.play("fia pass", &[]);
    assert!(scene.can("brute move hall") && !scene.can("brute break-free"));
}

/// TWELVES-R5: a hold ends when the holder is defeated.
#[test]
fn a_hold_ends_with_its_holder() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("brute", "yard"), ("imp", "yard")]);
    scene.set_track("fia", "hits", 1);
    scene.play("fia grapple brute", &[1]);
    scene.play("duo pass", &[]);
    scene.play("imp strike fia club", &[8, 1]);
    assert!(!scene.is("brute", "held") && scene.can("brute move hall"));
}

/// TWELVES-R5, TWELVES-R4: a hold ends when the holder moves; whom it held cannot strike at it for that.
#[test]
fn a_hold_ends_when_the_holder_moves() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("brute", "yard")]);
    scene.play("fia grapple brute", &[1]);
    scene.play("duo pass", &[]);
    scene.play("brute pass", &[]);
    assert_eq!(scene.shown("fia move hall").warnings, ["lets go of Brute"]);
    let lines = scene.play("fia move hall", &[]);
    assert_eq!(lines, ["Fia moves to Draughty hall", "Brute is no longer held"]);
    assert!(!scene.is("brute", "held"));
}

/// TWELVES-R5: letting go is free; one holds one at a time, and nobody is held twice.
#[test]
fn letting_go_costs_nothing() {
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard")], &[("brute", "yard"), ("imp", "yard")]);
    scene.play("fia grapple brute", &[1]);
    assert_eq!(scene.refused("duo grapple brute"), Some("TWELVES-R5"));
    pass_until(&mut scene, "imp");
    scene.play("imp pass", &[]);
    scene.play("brute pass", &[]);
    assert_eq!(scene.refused("fia grapple imp"), Some("TWELVES-R5"));
    scene.play("fia let-go", &[]);
    assert!(!scene.is("brute", "held") && scene.asked() == ["fia", "duo"]);
    scene.play("fia grapple imp", &[1]);
    assert!(scene.is("imp", "held") && !scene.can("duo let-go"));
}

/// TWELVES-R5: feats make a grip stronger and harder to break.
#[test]
fn a_strong_grip() {
    // Vice has might 6 and wrestles at 8; the brute's might 8 is 5 in its grip.
    let mut scene = begun(&[("vice", "yard")], &[("brute", "yard")]);
    assert_eq!(scene.shown("vice grapple brute").label, "Grapple Brute (might 8)");
    scene.play("vice grapple brute", &[8]);
    let lines = scene.play("brute break-free", &[6]);
    assert_eq!(lines[0], "Brute struggles: d12 [6] = 6 against might 5: still held");
}

/// TWELVES-R5, TWELVES-R12: a might check shoves into a neighbouring zone of choice; nobody strikes at the shoved.
#[test]
fn a_shove_provokes_nothing() {
    let mut scene = begun(&[("fia", "hall"), ("duo", "hall")], &[("brute", "hall")]);
    assert!(["yard", "stair", "pit"].iter().all(|zone| scene.can(&format!("fia shove brute {zone}"))));
    assert_eq!(scene.refused("fia shove brute loft"), Some("TWELVES-A5"));
    let lines = scene.play("fia shove brute yard", &[8]);
    assert_eq!(lines, ["Fia shoves Brute: d12 [8] = 8 against might 7: it stands fast"]);
    assert_eq!(scene.place("brute").as_deref(), Some("hall"));
    let lines = scene.play("duo shove brute yard", &[6]);
    assert_eq!(lines[0], "Duo shoves Brute: d12 [6] = 6 against might 6: into Muddy yard");
    assert_eq!(scene.place("brute").as_deref(), Some("yard"));
    assert!(!scene.is("fia", "struck") && !scene.is("duo", "struck"));
}

/// TWELVES-R12: grapple and shove need the same zone.
#[test]
fn hands_need_the_same_zone() {
    let scene = begun(&[("fia", "yard")], &[("imp", "hall")]);
    assert_eq!(scene.refused("fia grapple imp"), Some("TWELVES-R12"));
    assert_eq!(scene.refused("fia shove imp stair"), Some("TWELVES-R12"));
}

/// TWELVES-R12, TWELVES-R6: a shove sets off the hazard of the zone.
#[test]
fn a_shove_sets_off_hazards() {
    let mut scene = begun(&[("fia", "hall")], &[("brute", "hall")]);
    assert_eq!(
        scene.shown("fia shove brute pit").label,
        "Shove Brute to Spiked pit (might 7, spikes: 2 hits)"
    );
    let lines = scene.play("fia shove brute pit", &[7]);
    assert_eq!(lines[1], "Brute is caught by the spikes: 2 hits, 4 left");
    assert_eq!((hits(&scene, "brute"), scene.place("brute")), (4, Some("pit".to_owned())));
}

/// TWELVES-R12: a shove ends the hold on the shoved, and the shoved one's own hold.
#[test]
fn a_shove_ends_holds() {
    let mut scene = begun(&[("fia", "hall"), ("duo", "hall")], &[("brute", "hall"), ("imp", "hall")]);
    scene.play("fia grapple brute", &[1]);
    scene.play("duo shove brute yard", &[1]);
    assert!(!scene.is("brute", "held") && !scene.is("fia", "holding"));
    // The imp grapples Duo, who throws it off.
    pass_until(&mut scene, "imp");
    scene.play("imp grapple duo", &[3]);
    assert!(scene.is("duo", "held"));
    pass_until(&mut scene, "duo");
    scene.play("duo shove imp stair", &[1]);
    assert!(!scene.is("duo", "held") && !scene.is("imp", "holding"));
}

// --- the map ---

/// TWELVES-R6: entering costs what the hazard says, unless a check spares; a feat may make it nothing.
#[test]
fn entering_a_hazard_costs() {
    let mut scene =
        begun(&[("fia", "hall"), ("goat", "hall"), ("duo", "yard"), ("vice", "yard")], &[("imp", "attic")]);
    assert_eq!(scene.shown("fia move pit").warnings, ["spikes: 2 hits"]);
    let lines = scene.play("fia move pit", &[]);
    assert_eq!(lines, ["Fia moves to Spiked pit", "Fia is caught by the spikes: 2 hits, 4 left"]);
    assert!(scene.shown("goat move pit").warnings.is_empty());
    scene.play("goat move pit", &[]);
    assert_eq!(hits(&scene, "goat"), 4);
    // Duo and Vice have agility 7 and 6.
    let lines = scene.play("duo move mire", &[7]);
    assert_eq!(lines[1], "Duo braves the mud: d12 [7] = 7 against agility 7: spared");
    assert!(!scene.is("duo", "held"));
    scene.play("vice move mire", &[7]);
    assert!(scene.is("vice", "held"), "by the mud, until a might check");
    pass_until(&mut scene, "vice");
    assert!(!scene.can("vice move yard"));
    scene.play("vice break-free", &[6]);
    assert!(!scene.is("vice", "held"));
}

/// TWELVES-R6: a hazard may be what defeats somebody.
#[test]
fn a_hazard_can_defeat() {
    let mut scene = begun(&[("fia", "hall")], &[("imp", "hall")]);
    scene.play("fia shove imp pit", &[1]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

/// TWELVES-R6: a feature is an attribute check, and what happens on success; it is used up by coming off.
#[test]
fn a_feature_takes_a_check() {
    let cart = "feature = [{ id = \"cart\", name = \"Cart\", check = \"wits\", hard = 1, uses = 1, does = [{ hits = 2, takes = \"everyone\", at = \"stair\" }] }]";
    let foes = [("brute", "stair"), ("imp", "stair"), ("imp", "hall")];
    let mut scene = with_features(cart, &[("fia", "hall"), ("duo", "stair"), ("vice", "yard")], &foes);
    assert_eq!(scene.refused("vice use cart"), None, "it is in another zone");
    // Fia has wits 5, and it is hard.
    let shown = scene.shown("fia use cart");
    assert_eq!(shown.label, "Use cart (wits 4): 2 hits to everyone at Winding stair");
    assert_eq!(shown.warnings, ["affects Duo too"]);
    assert!((scene.odds("fia use cart").chance.unwrap().p - 4.0 / 12.0).abs() < 1e-12);
    let lines = scene.play("fia use cart", &[5]);
    assert_eq!(lines, ["Fia tries the cart: d12 [5] = 5 against wits 4: nothing happens"]);
    assert_eq!(scene.tags("hall"), ["use: cart (1 left)"]);
    pass_until(&mut scene, "brute");
    pass_until(&mut scene, "fia");
    scene.play("fia use cart", &[4]);
    assert_eq!((hits(&scene, "brute"), hits(&scene, "duo"), hits(&scene, "imp-2")), (4, 3, 2));
    assert_eq!(scene.status("imp-1"), Status::Down);
    assert_eq!(scene.tags("hall"), ["use: cart (used up)"]);
    pass_until(&mut scene, "brute");
    pass_until(&mut scene, "fia");
    assert_eq!(scene.refused("fia use cart"), Some("TWELVES-R6"));
}

/// TWELVES-R6: the grammar of effects: dice against each TH, holding, dazing, one chosen foe, healing, cover.
#[test]
fn effects_on_people() {
    let features = r#"feature = [
        { id = "net", name = "Net", check = "agility", does = [{ hold = true, takes = "foe", at = ["hall", "stair"] }, { daze = true, takes = "foe", at = ["hall", "stair"] }] },
        { id = "oil", name = "Oil", check = "might", does = [{ dice = 2, takes = "others" }] },
        { id = "salve", name = "Salve", check = "wits", uses = 3, does = [{ heal = 2, takes = "friend" }] },
        { id = "table", name = "Table", check = "might", does = [{ cover = 3 }] },
    ]"#;
    let mut scene =
        with_features(features, &[("fia", "hall"), ("duo", "hall")], &[("brute", "hall"), ("imp", "stair")]);
    assert!(scene.can("fia use net imp") && !scene.can("fia use salve fia"), "nobody is hurt");
    scene.play("fia use net brute", &[6]);
    assert!(scene.is("brute", "held") && scene.is("brute", "dazed"));
    // Others than Duo, each by its own TH: Fia 8, the brute 8.
    let lines = scene.play("duo use oil", &[1, 8, 1, 8, 9]);
    assert_eq!(lines[1], "Fia is caught by the oil: 2d12!>=8 [8 1] = 1 against TH 8: 1 hit, 5 left");
    assert_eq!(lines[2], "Brute is caught by the oil: 2d12!>=8 [8 9] = 2 against TH 8: 2 hits, 4 left");
    // The brute loses the turn that comes, and no more.
    assert_eq!(scene.asked(), ["imp"]);
    scene.play("imp pass", &[]);
    assert!(!scene.is("brute", "dazed") && scene.is("brute", "held"));
    scene.play("duo use salve fia", &[6]);
    assert_eq!(hits(&scene, "fia"), 6, "no more than there were");
    scene.play("fia use table", &[7]);
    assert!(scene.tags("hall").contains(&"cover 3".to_owned()));
    assert_eq!(scene.asked(), ["brute", "imp"]);
    scene.play("brute pass", &[]);
    scene.play("imp pass", &[]);
    assert_eq!(scene.refused("fia use table"), Some("TWELVES-R6"), "it would change nothing");
}

/// TWELVES-R6, TWELVES-R5, TWELVES-R4: what takes its user elsewhere is a move: it provokes, unless it is safe, and the
/// held cannot use it. Who is moved by another provokes nobody.
#[test]
fn effects_that_move() {
    let features = r#"feature = [
        { id = "rope", name = "Rope", check = "agility", does = [{ move = "loft", takes = "user" }] },
        { id = "swing", name = "Swing", check = "agility", safe = true, does = [{ move = "loft", takes = "user" }] },
        { id = "trap", name = "Trap door", check = "wits", does = [{ move = "pit", takes = "foes" }] },
    ]"#;
    let party = [("fia", "hall"), ("duo", "hall"), ("vice", "hall"), ("goat", "hall")];
    let mut scene = with_features(features, &party, &[("brute", "hall"), ("imp", "hall")]);
    assert!(scene.shown("duo use swing").warnings.is_empty());
    scene.play("duo use swing", &[7]);
    assert_eq!(scene.place("duo").as_deref(), Some("loft"));
    assert_eq!(scene.shown("fia use rope").warnings, ["provokes Brute (2d12), Imp (2d12)"]);
    // The check first, then the blows, then the move.
    let lines = scene.play("fia use rope", &[6, 8, 1, 1, 1]);
    assert_eq!(lines[3], "Fia is taken to Hay loft");
    assert_eq!((scene.place("fia"), hits(&scene, "fia")), (Some("loft".to_owned()), 5));
    held(&mut scene, "vice");
    assert_eq!(scene.refused("vice use swing"), Some("TWELVES-R5"));
    scene.play("vice pass", &[]);
    let lines = scene.play("goat use trap", &[8]);
    assert_eq!(
        lines[1..3],
        ["Brute is taken to Spiked pit", "Brute is caught by the spikes: 2 hits, 4 left"]
    );
    assert_eq!(
        (scene.place("brute"), scene.place("imp"), scene.status("imp")),
        (Some("pit".to_owned()), Some("pit".to_owned()), Status::Down)
    );
}

/// TWELVES-R6: a failed check of something that would take one elsewhere provokes nobody: one has not left.
#[test]
fn a_failed_rope_provokes_nobody() {
    let rope = "feature = [{ id = \"rope\", name = \"Rope\", check = \"agility\", does = [{ move = \"loft\", takes = \"user\" }] }]";
    let mut scene = with_features(rope, &[("fia", "hall"), ("eel", "attic")], &[("brute", "hall")]);
    scene.play("fia use rope", &[7]);
    assert_eq!(scene.place("fia").as_deref(), Some("hall"));
}

/// TWELVES-R6: ways open and shut, and hazards wake and end.
#[test]
fn effects_on_the_map() {
    let map = r#"
        zone = [
            { id = "a", name = "Left", at = [0, 0], near = ["c"], feature = [
                { id = "shut", name = "Bar", check = "wits", does = [{ bars = "door" }] },
                { id = "open", name = "Handle", check = "wits", does = [{ opens = "door" }] },
                { id = "fire", name = "Torch", check = "wits", does = [{ wakes = "c" }] },
                { id = "sand", name = "Sand", check = "wits", does = [{ quells = "c" }] },
            ] },
            { id = "b", name = "Right", at = [1, 0], near = ["c"] },
            { id = "c", name = "Straw", at = [0, 1], hazard = { name = "Fire", hits = 1, dormant = true } },
        ]
        door = [{ id = "door", name = "Oak door", between = ["a", "b"], state = "open" }]
    "#;
    let mut scene = begun_on(map, &[("fia", "a"), ("duo", "a"), ("eel", "c")], &[("imp", "b")]);
    assert!(scene.can("duo move b") && !scene.can("fia use open") && !scene.can("fia use sand"));
    scene.play("fia use shut", &[1]);
    assert_eq!(scene.refused("duo move b"), Some("TWELVES-D1"));
    assert_eq!(scene.tags("b"), ["barred door to Left"]);
    assert!(scene.shown("duo move c").warnings.is_empty());
    scene.play("duo use fire", &[1]);
    assert_eq!(
        (hits(&scene, "eel"), scene.tags("c")),
        (4, vec!["hazard: fire: 1 hit".to_owned()]),
        "it costs who enters"
    );
    scene.play("eel pass", &[]);
    assert!(!scene.can("imp move a"), "nor can the other side pass");
    scene.play("imp move c", &[]);
    assert_eq!(hits(&scene, "imp"), 1);
    scene.play("fia use open", &[1]);
    scene.play("duo use sand", &[1]);
    assert!(scene.can("eel move a"));
    scene.play("eel pass", &[]);
    scene.play("imp pass", &[]);
    scene.play("duo move c", &[]);
    assert_eq!(hits(&scene, "duo"), 5);
    assert!(scene.can("fia move b"));
}

// --- instinct, and what a player is told ---

/// TWELVES-R11, TWELVES-Z4: before a move a player sees whom it provokes, what stops it, and what entering costs.
#[test]
fn a_move_says_what_it_provokes() {
    let mut scene = begun(
        &[("fia", "hall"), ("eel", "hall")],
        &[("imp", "hall"), ("keeper", "hall"), ("archer", "hall")],
    );
    held(&mut scene, "imp");
    let shown = scene.shown("fia move pit");
    assert_eq!(
        shown.warnings,
        ["provokes Keeper (2d12), Archer (1d12)", "a hit by Keeper ends it", "spikes: 2 hits"]
    );
    assert_eq!(scene.shown("fia move yard").warnings.len(), 2);
    assert!(scene.shown("eel move yard").warnings.is_empty());
    // What it costs on average, before it is done: a die against TH 8 brings 5/11 of a hit, and the keeper may end it.
    let odds = scene.odds("fia move yard");
    let missed = (7.0_f64 / 12.0).powi(2);
    // Six hits by the archer's one die are five 12s and one more hit.
    let felled = 5.0 / 12.0_f64.powi(6);
    assert!((odds.chance.as_ref().unwrap().p - missed * (1.0 - felled)).abs() < 1e-12, "{odds:?}");
    let mean = 2.0 * 5.0 / 11.0 + missed * 5.0 / 11.0;
    assert!((odds.loss.mean - mean).abs() < 1e-3, "{} and {mean}", odds.loss.mean);
    // Whoever has struck is not named again.
    scene.play("fia move yard", &[7, 7, 1]);
    scene.play("eel shove keeper stair", &[12]);
    scene.play("imp break-free", &[1]);
    assert_eq!(scene.shown("keeper move yard").warnings, ["provokes Eel (1d12)"]);
}

/// TWELVES-R11, TWELVES-Z4: what the program moves goes round a hazard if it can, and through it if it must.
#[test]
fn instinct_goes_round_hazards() {
    let ring = |detour: &str| {
        format!(
            r#"
        zone = [
            {{ id = "a", name = "A", at = [0, 0], near = ["fire", "d1"] }},
            {{ id = "fire", name = "Fire", at = [1, 0], near = ["b"], hazard = {{ name = "Fire", hits = 1 }} }},
            {{ id = "b", name = "B", at = [2, 0] }},
            {{ id = "d1", name = "D1", at = [0, 1], near = ["d2"] }},
            {{ id = "d2", name = "D2", at = [1, 1], near = ["{detour}"] }},
        ]"#
        )
    };
    let mut scene = begun_on(&ring("b"), &[("duo", "a"), ("goat", "a")], &[("giant", "b")]);
    assert_eq!(scene.instinct("duo"), "duo pass", "it lets the giant come");
    held(&mut scene, "giant");
    assert_eq!(scene.instinct("duo"), "duo move d1", "three steps round it and not two through it");
    assert_eq!(scene.instinct("goat"), "goat move fire", "it costs the sure-footed nothing");
    let mut scene = begun_on(&ring("d1"), &[("duo", "a")], &[("giant", "b")]);
    held(&mut scene, "giant");
    assert_eq!(scene.instinct("duo"), "duo move fire", "there is no other way");
}

/// TWELVES-R11, TWELVES-Z4: nor does it leave an enemy's side without need.
#[test]
fn instinct_provokes_nobody_without_need() {
    // Its bow is no use against the giant beside it, and there is better game further off.
    let scene = begun(&[("eel", "hall"), ("fia", "hall")], &[("giant", "hall"), ("imp", "loft")]);
    assert_eq!(scene.instinct("eel"), "eel shoot imp bow");
    assert!(!scene.instinct("fia").contains("move"));
    let mut scene = begun(&[("fia", "stair")], &[("sniper", "stair")]);
    pass_until(&mut scene, "sniper");
    assert_eq!(scene.instinct("sniper"), "sniper shove fia hall", "it makes room without leaving");
}

/// TWELVES-R12, TWELVES-R6: instinct shoves into hazards when that is worth more than a blow.
#[test]
fn instinct_pushes_into_hazards() {
    let scene = begun(&[("goat", "hall")], &[("giant", "hall")]);
    // Two hits at might 8 are worth more than two dice against TH 9.
    assert_eq!(scene.instinct("goat"), "goat shove giant pit");
    let scene = begun(&[("goat", "stair")], &[("giant", "stair")]);
    assert_eq!(scene.instinct("goat"), "goat strike giant spear");
}

/// TWELVES-R5, TWELVES-R7: instinct flees when it is hopeless, and holds those who would.
#[test]
fn instinct_flees_and_holds_the_fleeing() {
    let mut scene = begun(
        &[("vice", "yard"), ("duo", "yard"), ("fia", "yard")],
        &[("brute", "yard"), ("giant", "attic")],
    );
    scene.set_track("brute", "hits", 6);
    scene.set_track("giant", "hits", 0);
    scene.set_track("duo", "th", 12);
    // One against three: it would flee, if it could live through the blows.
    for id in ["vice", "fia"] {
        held(&mut scene, id);
    }
    assert_eq!(scene.instinct("vice"), "vice grapple brute");
    scene.play("vice grapple brute", &[8]);
    assert!(!scene.instinct("duo").contains("grapple"), "it is held already");
    pass_until(&mut scene, "brute");
    assert_eq!(scene.instinct("brute"), "brute break-free");
    scene.play("brute break-free", &[5]);
    pass_until(&mut scene, "brute");
    assert_eq!(scene.instinct("brute"), "brute flee");
}

/// TWELVES-R16: foes flee when their side is a third as strong as the other and it shows; not before, and not if they
/// would not live to get away. The fearless never do.
#[test]
fn foes_flee_when_the_fight_is_lost() {
    let party = [("fia", "stair"), ("duo", "stair"), ("vice", "stair")];
    let mut scene = begun(&party, &[("archer", "yard"), ("giant", "attic")]);
    pass_until(&mut scene, "archer");
    assert_eq!(scene.instinct("archer"), "archer shoot duo bow", "there is a giant on its side");
    scene.set_track("giant", "hits", 0);
    assert_eq!(scene.instinct("archer"), "archer flee");
    scene.set_track("fia", "hits", 1);
    scene.set_track("duo", "hits", 1);
    scene.set_track("vice", "hits", 0);
    assert_eq!(scene.instinct("archer"), "archer shoot duo bow", "they are hardly better off");
    let mut scene = begun(&[("fia", "yard"), ("duo", "yard"), ("vice", "yard")], &[("archer", "yard")]);
    scene.set_track("archer", "hits", 1);
    pass_until(&mut scene, "archer");
    assert!(!scene.instinct("archer").contains("flee"), "three would strike at it");
    let mut scene = begun(&[("fia", "stair"), ("duo", "stair"), ("vice", "stair")], &[("giant", "yard")]);
    scene.set_track("giant", "hits", 1);
    pass_until(&mut scene, "giant");
    assert_eq!(scene.instinct("giant"), "giant move hall");
}

/// TWELVES-R16, TWELVES-R11: of two ways out the one that provokes least, though it is longer.
#[test]
fn who_flees_goes_round_enemies() {
    let map = r#"
        zone = [
            { id = "a", name = "A", at = [0, 0], near = ["b", "c"] },
            { id = "b", name = "B", at = [1, 0], near = ["out"] },
            { id = "out", name = "Out", at = [2, 0], exit = true },
            { id = "c", name = "C", at = [0, 1], near = ["d"] },
            { id = "d", name = "D", at = [1, 1], near = ["out"] },
        ]"#;
    let mut scene =
        begun_on(map, &[("fia", "b"), ("duo", "b"), ("vice", "b")], &[("imp", "a"), ("imp", "a")]);
    scene.set_track("imp-2", "hits", 0);
    pass_until(&mut scene, "imp-1");
    assert_eq!(scene.instinct("imp-1"), "imp-1 move c");
    for id in ["fia", "duo", "vice"] {
        held(&mut scene, id);
    }
    assert_eq!(scene.instinct("imp-1"), "imp-1 move b", "those who are held do not strike");
}

/// TWELVES-R6: instinct uses what is at hand when that promises most, and opens the way when it is cut off.
#[test]
fn instinct_uses_features() {
    let cart = "feature = [{ id = \"cart\", name = \"Cart\", check = \"wits\", uses = 1, does = [{ hits = 4, takes = \"everyone\", at = \"stair\" }] }]";
    let foes = [("brute", "stair"), ("brute", "stair"), ("giant", "hall")];
    let scene = with_features(cart, &[("duo", "hall"), ("eel", "attic")], &foes);
    assert_eq!(scene.instinct("duo"), "duo use cart");
    let scene = with_features(cart, &[("duo", "hall"), ("fia", "stair"), ("eel", "stair")], &foes);
    assert!(!scene.instinct("duo").contains("cart"), "friends are in the way");
    let map = r#"
        zone = [
            { id = "a", name = "A", at = [0, 0], near = ["c"] },
            { id = "b", name = "B", at = [1, 0], feature = [{ id = "in", name = "Crank", check = "might", does = [{ opens = "door" }] }] },
            { id = "c", name = "C", at = [0, 1], feature = [{ id = "out", name = "Lever", check = "might", does = [{ opens = "door" }] }] },
        ]
        door = [{ id = "door", name = "Door", between = ["c", "b"], state = "barred" }]
    "#;
    let mut scene = begun_on(map, &[("vice", "a")], &[("giant", "b")]);
    assert_eq!(scene.instinct("vice"), "vice move c", "to where the lever is");
    scene.play("vice move c", &[]);
    pass_until(&mut scene, "vice");
    assert_eq!(scene.instinct("vice"), "vice use out");
    scene.play("vice use out", &[1]);
    assert_eq!(scene.instinct("giant"), "giant move c");
}
