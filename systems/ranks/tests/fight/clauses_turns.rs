//! Dice, rounds and turns, damage and wounds, keywords: clause by clause, with dice from a tape.

use fracas_dice::{Dice, Tape, Why};
use fracas_kernel::{Outcome, Side};
use fracas_ranks::{Ability, Event, Phase, dice_of};

use crate::scene::{FLOOR, Scene, Table, load, scenario, scene};

fn rolled(rank: u8, faces: &[u16]) -> i32 {
    let mut tape = Tape::new(faces);
    let value = tape.roll(Why::table("test"), dice_of(rank)).value;
    assert_eq!(tape.done(), Ok(()), "rank {rank} with {faces:?}");
    value
}

/// RANKS-D1: as many dice as the rank, and the highest counts.
#[test]
fn a_rank_is_the_best_of_so_many_dice() {
    assert_eq!(rolled(1, &[7]), 7);
    assert_eq!(rolled(4, &[3, 9, 9, 1]), 9);
    assert_eq!(rolled(20, &[2; 20]), 2);
}

/// RANKS-D2: a ten is rolled again and added, for as long as it is one; each die for itself.
#[test]
fn tens_explode() {
    assert_eq!(rolled(1, &[10, 10, 3]), 23);
    assert_eq!(rolled(2, &[10, 1, 9]), 11);
    assert_eq!(rolled(2, &[8, 10, 10, 1]), 21);
}

/// RANKS-D3, RANKS-R4: one die halved, downwards, after it has exploded.
#[test]
fn rank_0_is_half_a_die() {
    assert_eq!(rolled(0, &[7]), 3);
    assert_eq!(rolled(0, &[1]), 0);
    assert_eq!(rolled(0, &[10, 5]), 7);
}

/// RANKS-T1: asked at the start of every round, and the order is that of the roll.
#[test]
fn initiative_is_rolled_every_round() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    assert_eq!((table.turn(), table.choices()), ("ann".into(), vec!["ann roll initiative".to_owned()]));
    assert_eq!(table.refused("ann end turn"), Some("RANKS-T1"));
    // Orc 9, Bob 6, Ann 3; then the orc's movement points and Senses.
    table.play("ann roll initiative", &[3, 6, 9, 5, 4]);
    assert_eq!((table.order(), table.turn()), (vec!["orc".into(), "bob".into(), "ann".into()], "orc".into()));
    assert_eq!(table.refused("ann end turn"), Some("RANKS-T1"));
    table.play("orc end turn", &[5, 4]);
    table.play("bob end turn", &[5, 4]);
    table.play("ann end turn", &[]);
    assert_eq!(
        (table.state().phase(), table.choices()),
        (Phase::Initiative, vec!["ann roll initiative".to_owned()])
    );
    table.play("ann roll initiative", &[9, 2, 1, 5, 4]);
    assert_eq!((table.order()[0].as_str(), table.view(fracas_kernel::Seat::Judge).round), ("ann", 2));
}

/// RANKS-R2: Speed; ties to the higher rank, then to heroes, then by the list.
#[test]
fn ties_of_initiative() {
    let more = "[[creature]]\nid = \"cat\"\nname = \"Cat\"\nkeywords = [\"mindless\"]\nranks = { speed = 2, resolve = 1 }\n";
    let foes = [("orc", (7, 2)), ("cat", (7, 4))];
    let mut table = scene(&FLOOR, more, &[("ann", (0, 0)), ("bob", (0, 4))], &foes);
    // All roll 6; the cat with two dice. It has no Perception: rank 0, one die.
    table.play("ann roll initiative", &[6, 6, 6, 6, 2, 9, 9, 4]);
    assert_eq!(table.order(), ["cat", "ann", "bob", "orc"]);
    // A hero who came later stands behind the orc in the list, and still comes before it.
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 2))]);
    let side = fracas_kernel::Side::Heroes;
    table.judge(fracas_kernel::Judgement::Add { creature: "bob".into(), side, to: "0,4".into() });
    table.play("ann roll initiative", &[6, 6, 6, 9, 4]);
    assert_eq!(table.order(), ["ann", "bob", "orc"]);
}

/// RANKS-T2, RANKS-R18: conditions first, each with the dice of its rank, healing before or after as they were put on;
/// then the Resolve roll of whoever is unconscious.
#[test]
fn a_turn_starts_with_conditions_and_then_the_resolve_roll() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.set_track("bob", "damage", 6);
    table.afflict("bob", "mending", Some(1));
    table.afflict("bob", "burning", Some(2));
    // Mending 1 heals 4 of 6. Burning 2 rolls two dice, 3 at best: Damage 5, Endurance 5 is not below. Then movement and
    // Senses.
    let events = table.happens("ann end turn", &[4, 1, 3, 5, 7, 8]);
    assert!(matches!(events[1], Event::Healed { damage: 2, .. }), "{events:?}");
    assert!(matches!(events[2], Event::Hurt { dealt: 3, damage: 5, .. }), "{events:?}");
    assert_eq!(
        (table.damage("bob"), table.wounds("bob"), table.movement("bob"), table.senses("bob")),
        (5, 0, 7, 8)
    );
}

/// RANKS-T2, RANKS-W3: unconscious, a Resolve roll of 0 or 1 kills, and the next one's turn starts.
#[test]
fn unconscious_ones_roll_resolve() {
    let start = || {
        let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
        table.begin(5, 5);
        table.set_track("bob", "wounds", 2);
        assert!(table.state().is_unconscious(table.who("bob")));
        table
    };
    // Resolve 2: two ones. The orc is next.
    let mut table = start();
    table.play("ann end turn", &[1, 1, 5, 5]);
    assert!(table.state().is_dead(table.who("bob")));
    assert_eq!(table.turn(), "orc");
    let mut table = start();
    table.play("ann end turn", &[1, 2, 5, 5]);
    assert!(table.state().is_unconscious(table.who("bob")));
    assert_eq!((table.turn(), table.movement("bob")), ("orc".into(), 0), "and so its turn is over");
}

/// RANKS-T3: Speed for movement points, Perception for Senses, Hidden back to 0.
#[test]
fn a_turn_rolls_movement_and_senses_and_ends_hiding() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.set_track("bob", "hidden", 12);
    table.play("ann end turn", &[10, 3, 7]);
    assert_eq!((table.movement("bob"), table.senses("bob"), table.hidden("bob")), (13, 7, 0));
}

/// RANKS-T4, RANKS-R19: a stunned one can do nothing; it ends with that turn, and nothing is rolled against it.
#[test]
fn a_stunned_one_loses_a_turn() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.afflict("bob", "stunned", Some(1));
    let events = table.happens("ann end turn", &[6, 6, 5, 5]);
    assert!(events.iter().any(|event| matches!(event, Event::Dazed { .. })));
    assert_eq!(table.turn(), "orc");
    assert!(!table.state().is_stunned(table.who("bob")));
    table.play("orc end turn", &[]);
    table.play("ann roll initiative", &[1, 9, 2, 6, 6]);
    assert_eq!(table.turn(), "bob", "and has the next one");
}

/// RANKS-T5, RANKS-R3: what serves loses 1; against the rest its trait is rolled, the rank rolls too, and a tie is not
/// enough.
#[test]
fn conditions_wear_off_at_the_end_of_a_turn() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.afflict("ann", "strong", Some(2));
    table.afflict("ann", "slow", Some(2));
    table.afflict("ann", "feeble", Some(3));
    // Slow 2: Speed 6 against 4 and 5. Feeble 3: Endurance 6 against 1, 6, 2. Then Bob's turn.
    table.play("ann end turn", &[6, 4, 5, 6, 1, 6, 2, 5, 5]);
    assert_eq!(table.condition("ann", "strong"), Some(1));
    assert_eq!(table.condition("ann", "slow"), None, "beaten: gone at once");
    assert_eq!(table.condition("ann", "feeble"), Some(2), "a tie: only 1 less");
}

/// RANKS-T5: a rank that has come down to 0 is gone.
#[test]
fn a_condition_of_rank_0_is_none() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.afflict("ann", "strong", Some(1));
    table.afflict("ann", "feeble", Some(1));
    table.play("ann end turn", &[3, 8, 5, 5]);
    assert_eq!((table.condition("ann", "strong"), table.condition("ann", "feeble")), (None, None));
}

/// RANKS-R19: the conditions of an unconscious one that lives on wear off too.
#[test]
fn the_unconscious_end_their_turns() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.set_track("bob", "wounds", 2);
    table.afflict("bob", "strong", Some(3));
    table.play("ann end turn", &[5, 5, 5, 5]);
    assert_eq!((table.condition("bob", "strong"), table.turn()), (Some(2), "orc".into()));
}

fn duel() -> Table {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.begin(5, 5);
    table
}

/// RANKS-W1: the damage rank and the bonus, less what is resisted; added to the Damage.
/// RANKS-W2: Endurance below it costs a wound and sets it to 0; as much as it does not.
#[test]
fn damage_and_endurance() {
    let mut table = duel();
    // 6 against 3 hits; damage 4 and 1 for the club; Endurance 5 is not below 5.
    table.play("ann play strike orc with club", &[6, 3, 4, 5]);
    assert_eq!((table.damage("orc"), table.wounds("orc")), (5, 0));
    let mut table = duel();
    table.play("ann play strike orc with club", &[6, 3, 4, 4]);
    assert_eq!((table.damage("orc"), table.wounds("orc")), (0, 1));
    let mut table = duel();
    table.set_track("orc", "damage", 3);
    table.play("ann play strike orc with club", &[6, 3, 1, 4]);
    assert_eq!(
        (table.damage("orc"), table.wounds("orc")),
        (0, 1),
        "against the whole Damage, not the last blow"
    );
}

/// RANKS-W1: 0 or less does nothing at all, and Endurance is not rolled.
#[test]
fn resisted_damage_does_nothing() {
    let more = "[[creature]]\nid = \"rock\"\nname = \"Rock\"\nkeywords = [\"mindless\"]\nresists = { impact = 3 }\nranks = { resolve = 1 }\n";
    let mut table = scene(&FLOOR, more, &[("ann", (2, 2))], &[("rock", (3, 2))]);
    table.begin(5, 5);
    table.set_track("rock", "damage", 2);
    // Speed 0 of the rock: a die halved.
    table.play("ann play strike rock with club", &[6, 3, 2]);
    assert_eq!((table.damage("rock"), table.wounds("rock")), (2, 0));
}

/// RANKS-W3: wounds raised to Resolve, unconscious; raised above it, dead.
#[test]
fn wounds_against_resolve() {
    let mut table = duel();
    table.set_track("orc", "wounds", 1);
    let events = table.happens("ann play strike orc with club", &[6, 3, 9, 1]);
    assert!(table.state().is_unconscious(table.who("orc")) && table.wounds("orc") == 2);
    assert!(events.contains(&Event::Unconscious { who: table.who("orc") }));
    // Another orc still stands, so that the fight goes on.
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2)), ("orc", (7, 4))]);
    table.begin(5, 5);
    table.set_track("orc-1", "wounds", 2);
    table.play("ann play strike orc-1 with club", &[6, 3, 9, 1]);
    assert!(table.state().is_dead(table.who("orc-1")));
}

const AID: &str = r#"
[[card]]
id = "aid"
name = "Aid"
takes = "ally"
range = 5
hit = [{ mend = 1 }]
[[role]]
id = "leech"
name = "Leech"
cards = ["aid"]
[[hero]]
id = "cat"
name = "Cat"
species = "plain"
role = "leech"
background = "farmer"
"#;

/// RANKS-W4: unconscious, and wounds reduced below Resolve: conscious, and prone.
#[test]
fn fewer_wounds_wake() {
    let mut table = scene(&FLOOR, AID, &[("cat", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.set_track("bob", "wounds", 2);
    let bob = table.who("bob");
    assert!(table.state().is_unconscious(bob) && !table.state().is_prone(bob));
    table.play("cat play aid bob", &[]);
    assert!(table.state().is_up(bob) && table.state().is_prone(bob) && table.wounds("bob") == 1);
}

/// RANKS-K1: a beast or a mindless monster has neither role nor background, and every other one has both.
#[test]
fn beasts_have_no_role_and_no_background() {
    for (keyword, key, value) in [("beast", "role", "fighter"), ("mindless", "background", "farmer")] {
        let more = format!(
            "[[creature]]\nid = \"x\"\nname = \"X\"\nkeywords = [\"{keyword}\"]\n{key} = \"{value}\"\n"
        );
        let loaded = load(&scenario(&FLOOR, &more, &[("ann", (0, 0))], &[("orc", (7, 2))]));
        let problems = loaded.err().unwrap_or_else(|| panic!("{keyword} with a {key}")).to_string();
        assert!(problems.contains("a beast or a mindless monster has no"), "{problems}");
    }
    // Everybody else has both.
    for (keywords, given, missing) in [
        ("[\"undead\"]", "role = \"fighter\"", Some("background")),
        ("[\"drone\"]", "background = \"farmer\"", Some("role")),
        ("[]", "", Some("role")),
        ("[\"undead\"]", "role = \"fighter\"\nbackground = \"farmer\"", None),
    ] {
        let more = format!("[[creature]]\nid = \"x\"\nname = \"X\"\nkeywords = {keywords}\n{given}\n");
        let loaded = load(&scenario(&FLOOR, &more, &[("ann", (0, 0))], &[("orc", (7, 2))]));
        let said = loaded.err().map(|problems| problems.to_string());
        match missing {
            None => assert_eq!(said, None),
            Some(key) => {
                let said = said.unwrap_or_default();
                assert!(said.contains(&format!("a monster that thinks has a {key}")), "{said}");
            }
        }
    }
}

/// RANKS-K2: a drone dies of any damage, without a roll.
#[test]
fn a_drone_dies_of_a_scratch() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("gnat", (3, 2))]);
    table.begin(5, 5);
    table.play("ann play strike gnat with club", &[6, 3, 1]);
    assert!(table.state().is_dead(table.who("gnat")));
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Heroes)));
}

/// RANKS-K3, RANKS-R5, RANKS-R19: 10 or more reanimates an undead, prone, with wounds one below Resolve, and it acts.
#[test]
fn the_undead_rise_again() {
    let start = |foe: &str| {
        let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[(foe, (7, 2)), ("orc", (7, 4))]);
        table.begin(5, 5);
        table.set_track(foe, "wounds", 2);
        table
    };
    let mut table = start("ghoul");
    table.play("ann end turn", &[10, 1, 4, 6, 6]);
    let ghoul = table.who("ghoul");
    assert!(table.state().is_up(ghoul) && table.state().is_prone(ghoul));
    assert_eq!((table.wounds("ghoul"), table.turn(), table.movement("ghoul")), (1, "ghoul".into(), 6));
    // 9 is not enough, and the living do not rise at all.
    let mut table = start("ghoul");
    table.play("ann end turn", &[9, 4, 6, 6]);
    assert!(table.state().is_unconscious(table.who("ghoul")));
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 2)), ("orc", (7, 4))]);
    table.begin(5, 5);
    table.set_track("orc-1", "wounds", 2);
    table.play("ann end turn", &[10, 8, 4, 6, 6]);
    assert!(table.state().is_unconscious(table.who("orc-1")));
}

/// RANKS-K4: a monster moves, scans, hides, handles items and plays cards as a hero does.
#[test]
fn monsters_are_like_heroes() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 2))]);
    table.play("ann roll initiative", &[1, 9, 9, 5]);
    let listed = table.choices();
    for choice in
        ["orc move 6,2", "orc scan", "orc hide", "orc inspire", "orc unequip club", "orc drop equipped club"]
    {
        assert!(listed.contains(&choice.to_owned()), "{choice}");
    }
    assert!(!listed.contains(&"orc retreat".to_owned()));
    table.play("orc scan", &[7]);
    assert_eq!((table.senses("orc"), table.movement("orc")), (12, 5));
}

/// RANKS-R1: a rank is never below 0, whatever is taken from it.
#[test]
fn no_rank_is_below_0() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.afflict("ann", "clumsy", Some(3));
    let ann = table.who("ann");
    assert_eq!(table.rules().rank(table.state(), ann, Ability::Weapon), 0);
    table.afflict("ann", "deft", Some(4));
    assert_eq!(table.rules().rank(table.state(), ann, Ability::Weapon), 2);
    let names: Vec<&str> = Ability::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[..Ability::TRAITS], ["endurance", "resolve", "speed"]);
    assert_eq!(
        names[Ability::TRAITS..],
        ["brawl", "weapon", "stealth", "perception", "presence", "reactions", "spellcasting"]
    );
}
