//! Movement points, sight and items: clause by clause.

use fracas_kernel::{Narrate, Outcome, Play, Side};
use fracas_ranks::{Event, Halt};

use crate::scene::{FLOOR, Scene, scene};

/// RANKS-M1: 1 for a step to any of the eight squares around, as long as it is empty.
#[test]
fn a_step_costs_1() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (3, 2))], &[("orc", (7, 4))]);
    table.begin(3, 5);
    for to in ["1,1", "2,1", "3,1", "1,2", "1,3", "2,3", "3,3"] {
        assert_eq!(table.price("ann", to), 1, "{to}");
    }
    assert_eq!(table.refused("ann move 3,2"), Some("RANKS-M1"), "Bob is there");
    assert_eq!(table.price("ann", "4,2"), 2, "round him");
    assert_eq!(table.price("ann", "5,4"), 3);
    assert_eq!(table.refused("ann move 6,4"), Some("RANKS-M1"), "4 are needed");
    table.play("ann move 4,2", &[]);
    assert_eq!((table.at("ann"), table.movement("ann")), ("4,2".into(), 1));
}

/// RANKS-M2: 1 more to enter an obstructed square, 4 more to leave a square beside an opponent.
#[test]
fn obstructed_squares_and_opponents_cost_more() {
    let mut table = scene(&["...,....", "...,....", "...,...."], "", &[("ann", (2, 1))], &[("orc", (7, 1))]);
    table.begin(9, 5);
    assert_eq!((table.price("ann", "3,1"), table.price("ann", "4,1")), (2, 3));
    table.put("orc", "1,1");
    assert_eq!((table.price("ann", "3,1"), table.price("ann", "4,1")), (6, 7));
    table.play("ann move 3,1", &[]);
    assert_eq!(table.movement("ann"), 3);
    // The way goes round where that is cheaper: 2,0 is beside the orc at 1,1, so each step from there would cost 5.
    assert_eq!((table.price("ann", "4,1"), table.price("ann", "4,0")), (1, 1));
}

/// RANKS-R6: any number of opponents add 4 once; the dead, the unconscious and the unseen add nothing.
#[test]
fn which_opponents_count() {
    let foes = [("orc", (1, 1)), ("orc", (1, 2)), ("orc", (7, 4))];
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &foes);
    table.begin(9, 5);
    assert_eq!(table.price("ann", "3,2"), 5, "two beside her, and 4 once");
    table.set_track("orc-1", "wounds", 2);
    assert_eq!(table.price("ann", "3,2"), 5);
    table.set_track("orc-2", "wounds", 3);
    assert_eq!(table.price("ann", "3,2"), 1, "one unconscious, one dead");
    table.play("ann move 3,2", &[]);
    assert_eq!(table.movement("ann"), 8, "and that is what is paid");
    table.table.undo();
    table.set_track("orc-2", "wounds", 0);
    table.set_track("orc-2", "hidden", 6);
    assert_eq!(table.price("ann", "3,2"), 1, "her Senses are 5");
    table.set_track("orc-2", "hidden", 5);
    assert_eq!(table.price("ann", "3,2"), 5, "5 does not beat 5");
}

/// RANKS-M3, RANKS-R6: prone or hidden doubles what a step costs, all of it, and both together double once.
#[test]
fn prone_or_hidden_doubles() {
    let rows = ["...,....", "...,....", "...,...."];
    let mut table = scene(&rows, "", &[("ann", (2, 1))], &[("orc", (1, 1))]);
    table.begin(9, 5);
    table.set_track("ann", "movement", 30);
    assert_eq!(table.price("ann", "3,1"), 6);
    table.afflict("ann", "prone", Some(1));
    assert_eq!(table.price("ann", "3,1"), 12);
    table.set_track("ann", "hidden", 1);
    assert_eq!(table.price("ann", "3,1"), 12);
    let ann = table.who("ann");
    table.judge(fracas_kernel::Judgement::Lift { who: ann, condition: "prone".into() });
    assert_eq!(table.price("ann", "3,1"), 12);
    table.play("ann move 3,1", &[]);
    assert_eq!(table.movement("ann"), 18);
}

/// RANKS-M4: 4 points and a Presence of 8 or more: friends in sight are stunned no longer.
#[test]
fn inspire() {
    let rows = [".....#..", ".....#..", "........"];
    let start = || {
        let party = [("ann", (0, 0)), ("bob", (2, 0)), ("bob", (7, 0))];
        let mut table = scene(&rows, "", &party, &[("orc", (0, 2))]);
        table.begin(9, 5);
        for who in ["bob-1", "bob-2", "orc"] {
            table.afflict(who, "stunned", Some(1));
        }
        table
    };
    let mut table = start();
    table.play("ann inspire", &[8]);
    let stunned = |table: &crate::scene::Table, id: &str| table.state().is_stunned(table.who(id));
    assert_eq!(table.movement("ann"), 5);
    assert!(
        !stunned(&table, "bob-1") && stunned(&table, "bob-2") && stunned(&table, "orc"),
        "a wall, and no friend"
    );
    let mut table = start();
    table.play("ann inspire", &[7]);
    assert!(stunned(&table, "bob-1"));
    table.set_track("ann", "movement", 3);
    assert_eq!(table.refused("ann inspire"), Some("RANKS-M4"));
}

/// RANKS-M5: 4 points, and Perception is added to Senses.
#[test]
fn scan() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 4))]);
    table.begin(9, 3);
    table.play("ann scan", &[10, 2]);
    assert_eq!((table.senses("ann"), table.movement("ann")), (15, 5));
    table.set_track("ann", "movement", 3);
    assert_eq!(table.refused("ann scan"), Some("RANKS-M5"));
}

/// RANKS-M6: 4 points, and Stealth is added to Hidden.
#[test]
fn hide() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0))], &[("orc", (7, 4))]);
    table.begin(9, 3);
    table.play("ann hide", &[6]);
    table.play("ann hide", &[3]);
    assert_eq!((table.hidden("ann"), table.movement("ann")), (9, 1));
    assert_eq!(table.refused("ann hide"), Some("RANKS-M6"));
}

const PILE: &str = "[[treasure]]\nat = [1, 1]\nitems = [\"coins\", \"shield\"]\n[[treasure]]\nat = [0, 0]\nitems = [\"mail\"]\n\
[[treasure]]\nat = [4, 0]\nitems = [\"coat\"]\n";

/// RANKS-M7: 1 to pick up what is beside one, 1 to equip or unequip, nothing to drop.
#[test]
fn items_are_picked_up_equipped_and_dropped() {
    let mut table = scene(&FLOOR, PILE, &[("ann", (0, 0))], &[("orc", (7, 4))]);
    table.begin(5, 3);
    assert_eq!(table.refused("ann pick-up coat 4,0"), Some("RANKS-M7"), "too far");
    table.play("ann pick-up shield 1,1", &[]);
    table.play("ann equip shield", &[]);
    table.play("ann unequip club", &[]);
    assert_eq!(table.movement("ann"), 2);
    let ann = table.who("ann");
    assert_eq!(table.rules().gear(table.state(), ann), [("club", false), ("shield", true)]);
    table.play("ann drop carried club", &[]);
    table.play("ann drop equipped shield", &[]);
    assert_eq!((table.movement("ann"), table.rules().gear(table.state(), ann).len()), (2, 0));
    table.set_track("ann", "movement", 0);
    assert_eq!(table.refused("ann pick-up club 0,0"), Some("RANKS-M7"), "there it lies, for 1");
}

/// RANKS-R20: from one's own square too, and what is dropped lies there.
#[test]
fn what_is_dropped_lies_there() {
    let mut table = scene(&FLOOR, PILE, &[("ann", (0, 0))], &[("orc", (7, 4))]);
    table.begin(5, 3);
    table.play("ann pick-up mail 0,0", &[]);
    table.play("ann equip mail", &[]);
    table.play("ann move 1,1", &[]);
    table.play("ann drop equipped mail", &[]);
    assert!(table.choices().contains(&"ann pick-up mail 1,1".to_owned()));
    assert!(table.choices().contains(&"ann pick-up coins 1,1".to_owned()));
}

/// RANKS-M7: two hands, and one piece of armour in each place.
#[test]
fn hands_and_places_are_limited() {
    let more = format!("{PILE}[[treasure]]\nat = [0, 1]\nitems = [\"bow\", \"coat\"]\n");
    let mut table = scene(&FLOOR, &more, &[("ann", (0, 0))], &[("orc", (7, 4))]);
    table.begin(9, 3);
    for item in ["mail 0,0", "bow 0,1", "coat 0,1"] {
        table.play(&format!("ann pick-up {item}"), &[]);
    }
    assert_eq!(table.refused("ann equip bow"), Some("RANKS-M7"), "one hand holds the club");
    table.play("ann equip mail", &[]);
    assert_eq!(table.refused("ann equip coat"), Some("RANKS-M7"), "over the mail");
    assert_eq!(table.refused("ann equip mail"), Some("RANKS-M7"), "it is");
}

/// RANKS-M8: an enemy whose Hidden beats one's Senses is not seen, and so not attacked; allies are.
#[test]
fn hidden_enemies_cannot_be_attacked() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (2, 3))], &[("orc", (3, 2))]);
    table.begin(5, 5);
    let (ann, orc) = (table.who("ann"), table.who("orc"));
    table.set_track("orc", "hidden", 6);
    assert_eq!(table.refused("ann play strike orc with club"), Some("RANKS-M8"));
    assert!(!table.rules().can_see(table.state(), ann, orc));
    table.set_track("orc", "hidden", 5);
    assert!(table.can("ann play strike orc with club"));
    table.set_track("bob", "hidden", 30);
    assert!(table.rules().can_see(table.state(), ann, table.who("bob")));
}

/// RANKS-M8, RANKS-R6: nothing that can be chosen tells of an enemy who is not seen; whoever walks into it finds it.
#[test]
fn choices_do_not_betray_the_hidden() {
    let mut table = scene(&["......", "######"], "", &[("ann", (0, 0))], &[("orc", (3, 0)), ("orc", (5, 0))]);
    table.begin(5, 5);
    table.set_track("orc-1", "hidden", 9);
    let with = table.choices();
    assert_eq!(table.price("ann", "4,0"), 4, "through the orc, who is not there as far as she knows");
    let gone = table.who("orc-1");
    let events = table.happens("ann move 4,0", &[]);
    assert_eq!((table.at("ann"), table.movement("ann"), table.hidden("orc-1")), ("2,0".into(), 3, 0));
    assert!(events.iter().any(|event| matches!(event, Event::Moved { halted: Halt::Blocked, .. })));
    assert!(events.contains(&Event::Found { who: gone, by: table.who("ann") }));
    let mut table = scene(&["......", "######"], "", &[("ann", (0, 0))], &[("orc", (3, 0)), ("orc", (5, 0))]);
    table.begin(5, 5);
    table.judge(fracas_kernel::Judgement::Remove { who: gone });
    assert_eq!(with, table.choices(), "the same as if nobody were there");
}

/// RANKS-R7: sight runs where a straight line does, both ways, past bodies, and not through walls.
#[test]
fn walls_block_sight_and_bodies_do_not() {
    let rows = ["....#...", "....#...", "........"];
    let mut table =
        scene(&rows, "", &[("ann", (3, 0)), ("bob", (3, 1))], &[("orc", (5, 0)), ("orc", (3, 2))]);
    table.begin(5, 5);
    let sees = |a: &str, b: &str| table.rules().can_see(table.state(), table.who(a), table.who(b));
    assert!(!sees("ann", "orc-1") && !sees("orc-1", "ann"), "a wall");
    assert!(sees("ann", "orc-2") && sees("orc-2", "ann"), "only Bob is between");
    assert_eq!(table.refused("ann move 5,0"), Some("RANKS-U5"));
    let mut table = scene(&rows, "", &[("bob", (2, 0))], &[("orc", (5, 0))]);
    table.begin(5, 5);
    assert_eq!(table.refused("bob play strike orc with bow"), Some("RANKS-M8"));
    table.put("orc", "4,2");
    assert!(table.can("bob play strike orc with bow"));
}

/// RANKS-R7, RANKS-R6: somebody who comes into sight stops a move, because its price has changed.
#[test]
fn a_move_stops_when_an_enemy_comes_into_sight() {
    let rows = ["......", "###.##", "###.##"];
    let mut table = scene(&rows, "", &[("ann", (0, 0))], &[("orc", (3, 2)), ("orc", (5, 0))]);
    table.begin(5, 5);
    let events = table.happens("ann move 4,0", &[]);
    assert!(
        events.iter().any(|event| matches!(event, Event::Moved { halted: Halt::Sighted, price: 2, .. })),
        "{events:?}"
    );
    assert_eq!((table.at("ann"), table.movement("ann")), ("2,0".into(), 3));
    assert!(table.rules().reveals(events.last().unwrap()), "so this is not taken back freely");
}

/// RANKS-R8: a diagonal counts as one.
#[test]
fn distances_count_diagonals_once() {
    let mut table = scene(&FLOOR, "", &[("bob", (0, 0))], &[("orc", (6, 4)), ("orc", (7, 4))]);
    table.begin(5, 5);
    assert!(table.can("bob play strike orc-1 with bow"), "6 away");
    assert_eq!(table.refused("bob play strike orc-2 with bow"), Some("RANKS-R8"), "7 away");
}

/// RANKS-R17: the dead and treasure fill no square, everybody else does; no step between two walls at a corner.
#[test]
fn what_fills_a_square() {
    let rows = [".....", ".....", "..#..", ".#...", "....."];
    let foes = [("orc", (1, 0)), ("orc", (1, 1)), ("orc", (4, 4))];
    let mut table =
        scene(&rows, "[[treasure]]\nat = [0, 1]\nitems = [\"coins\"]\n", &[("ann", (0, 0))], &foes);
    table.begin(9, 5);
    table.set_track("orc-1", "wounds", 3);
    table.set_track("orc-2", "wounds", 2);
    assert!(table.can("ann move 1,0"), "a dead orc");
    assert_eq!(table.refused("ann move 1,1"), Some("RANKS-M1"), "an unconscious one");
    assert!(table.can("ann move 0,1"), "treasure");
    table.put("ann", "1,2");
    table.set_track("ann", "movement", 1);
    assert_eq!(table.refused("ann move 2,3"), Some("RANKS-U5"), "not between the walls, nor is it seen");
    assert!(table.can("ann move 2,1"), "past one wall");
}

/// RANKS-R17: both squares may be seen from elsewhere, and still the way does not lead between two walls that touch.
#[test]
fn no_way_leads_between_walls_that_touch() {
    let rows = [".......", "..#....", ".#.....", "......."];
    let mut table =
        scene(&rows, "", &[("ann", (3, 0)), ("bob", (3, 1)), ("bob", (4, 1))], &[("orc", (6, 3))]);
    table.begin(9, 5);
    // By 1,1 it would be three steps; friends close the short way on the other side.
    assert_eq!((table.price("ann", "1,1"), table.price("ann", "2,2")), (2, 5));
}

/// RANKS-R17: whoever dies in the fight leaves its square at once; whoever falls unconscious does not.
#[test]
fn a_square_is_free_when_its_owner_dies() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("gnat", (3, 2)), ("orc", (7, 4))]);
    table.begin(9, 5);
    table.play("ann play strike gnat with club", &[6, 3, 4]);
    table.play("ann move 3,2", &[]);
    assert_eq!(table.at("ann"), "3,2");
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2)), ("orc", (7, 4))]);
    table.begin(9, 5);
    table.set_track("orc-1", "wounds", 1);
    table.play("ann play strike orc-1 with club", &[6, 3, 4, 1]);
    assert!(table.state().is_unconscious(table.who("orc-1")));
    assert_eq!(table.refused("ann move 3,2"), Some("RANKS-M1"));
}

/// RANKS-R17, RANKS-M1: a body of two by two needs all of its squares free, and is adjacent with any of them.
#[test]
fn large_bodies() {
    let rows = ["......", "......", "..#...", "......"];
    let mut table = scene(&rows, "", &[("ann", (5, 3))], &[("giant", (0, 0))]);
    table.play("ann roll initiative", &[1, 9, 9, 5]);
    assert_eq!((table.turn(), table.price("giant", "1,0")), ("giant".into(), 1));
    assert_eq!(table.refused("giant move 1,1"), Some("RANKS-M1"), "the wall is in the way");
    assert_eq!(table.refused("giant move 5,0"), Some("RANKS-M1"), "over the edge");
    assert_eq!(table.price("giant", "3,0"), 3);
    table.put("ann", "2,1");
    assert_eq!(table.price("giant", "0,1"), 5, "she is beside its right half");
    assert!(table.can("giant play strike ann with fangs"));
}

/// RANKS-R14: won when every enemy is dead or unconscious, lost the other way round.
#[test]
fn the_encounter_ends() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2)), ("orc", (7, 4))]);
    table.begin(5, 5);
    table.set_track("orc-2", "wounds", 2);
    assert_eq!(table.outcome(), None);
    table.set_track("orc-1", "wounds", 1);
    table.play("ann play strike orc-1 with club", &[6, 3, 9, 1]);
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Heroes)));
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.play("ann roll initiative", &[1, 9, 5, 5]);
    table.set_track("ann", "wounds", 1);
    table.play("orc play strike ann with club", &[6, 3, 9, 1]);
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Monsters)));
}

/// RANKS-R14, RANKS-R20: a retreat on any hero's turn takes the conscious out; the unconscious are lost.
#[test]
fn a_retreat() {
    let party = [("ann", (0, 0)), ("bob", (0, 4)), ("bob", (1, 4))];
    let mut table = scene(&FLOOR, "", &party, &[("orc", (7, 2))]);
    table.begin(5, 5);
    table.set_track("bob-1", "wounds", 2);
    let view = table.shown("ann retreat");
    assert_eq!(view.warnings, ["Bob 1 is left behind", "the encounter is lost"]);
    table.play("ann retreat", &[]);
    let [ann, lost, bob] = ["ann", "bob-1", "bob-2"].map(|id| table.who(id));
    assert!(table.state().is_gone(ann) && table.state().is_gone(bob) && table.state().is_dead(lost));
    assert!(table.rules().vital(table.state(), ann).gone && !table.rules().vital(table.state(), lost).gone);
    assert_eq!(table.outcome(), Some(Outcome::Won(Side::Monsters)));
}
