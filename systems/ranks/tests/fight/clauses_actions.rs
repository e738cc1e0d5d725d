//! Actions, cards and what they do, conditions and auras: clause by clause.

use fracas_kernel::{EdgeName, Judgement};
use fracas_ranks::{Ability, Event};

use crate::scene::{FLOOR, Scene, Table, cards, load, scenario, scene, with_cards};

/// RANKS-A1: one action a turn; movement points are another matter.
#[test]
fn one_action_a_turn() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.begin(9, 5);
    table.play("ann play strike orc with club", &[3, 6]);
    assert_eq!(table.refused("ann play unarmed orc"), Some("RANKS-A1"));
    assert!(table.can("ann scan") && table.can("ann move 1,2"));
    table.play("ann end turn", &[5, 5]);
    table.play("orc end turn", &[]);
    table.play("ann roll initiative", &[9, 1, 5, 5]);
    assert!(table.can("ann play unarmed orc"), "and another in the next");
}

/// RANKS-A2: an unreliable weapon first rolls its rank; 10 or more ends the attack.
#[test]
fn unreliable_weapons_fail() {
    let more = "[[hero]]\nid = \"cat\"\nname = \"Cat\"\nspecies = \"plain\"\nrole = \"fighter\"\nbackground = \"farmer\"\n\
                equipped = [\"pistol\"]\n";
    let start = || {
        let mut table = scene(&FLOOR, more, &[("cat", (2, 2))], &[("orc", (5, 2))]);
        table.begin(5, 5);
        table
    };
    let mut table = start();
    let events = table.happens("cat play strike orc with pistol", &[10, 2]);
    assert!(!events.iter().any(|event| matches!(event, Event::Attacks { .. })), "no attack was rolled");
    assert_eq!(table.refused("cat play unarmed orc"), Some("RANKS-A1"), "and yet that was the action");
    let mut table = start();
    table.play("cat play strike orc with pistol", &[9, 6, 3, 4, 9]);
    assert_eq!(table.damage("orc"), 4);
}

/// RANKS-A3, RANKS-R3: skill against trait; more hits, as much does not.
#[test]
fn an_attack_must_beat_the_trait() {
    for (mine, theirs, hits) in [(6, 5, true), (6, 6, false), (5, 6, false)] {
        let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
        table.begin(5, 5);
        let mut faces = vec![mine, theirs];
        faces.extend(if hits { vec![3, 9] } else { vec![] });
        table.play("ann play strike orc with club", &faces);
        assert_eq!(table.damage("orc"), if hits { 4 } else { 0 }, "{mine} against {theirs}");
    }
}

/// RANKS-A3: the ranks are those of the skill and the trait that the card names.
#[test]
fn a_card_names_its_skill_and_trait() {
    let mut table = with_cards(
        "[[card]]\nid = \"stare\"\nname = \"Stare\"\ntakes = \"enemy\"\nrange = 4\nattack = \"presence vs resolve\"\n\
         hit = [{ stun = true }]",
    );
    // Presence 1, one die; Resolve 2, two.
    table.play("cat play stare orc-1", &[7, 3, 6]);
    assert!(table.state().is_stunned(table.who("orc-1")));
}

/// RANKS-R9: standing up is an action, of monsters too.
#[test]
fn standing_up_is_an_action() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (5, 2))]);
    table.begin(5, 5);
    assert_eq!(table.refused("ann play stand-up"), Some("RANKS-U8"), "she stands");
    table.afflict("ann", "prone", Some(1));
    table.afflict("orc", "prone", Some(1));
    table.play("ann play stand-up", &[]);
    assert!(!table.state().is_prone(table.who("ann")));
    assert_eq!(table.refused("ann play unarmed orc"), Some("RANKS-A1"));
    table.play("ann end turn", &[5, 5]);
    table.play("orc play stand-up", &[]);
    assert!(!table.state().is_prone(table.who("orc")));
}

/// RANKS-R11: a hero holds the basic cards and draws three others each turn; all come round before any comes again.
#[test]
fn heroes_draw_three_cards() {
    let card = |id: &str| {
        format!(
            "[[card]]\nid = \"{id}\"\nname = \"{id}\"\ntakes = \"nothing\"\nfirst = [{{ scan = true }}]\n"
        )
    };
    let text: String = ["c1", "c2", "c3", "c4", "c5"].iter().map(|id| card(id)).collect();
    let mut table = scene(&FLOOR, &cards(&text), &[("cat", (2, 2))], &[("orc", (3, 2))]);
    table.play("cat roll initiative", &[9, 1, 5, 5, 2, 2, 3]);
    let in_hand = |table: &Table| -> Vec<String> {
        let listed = table.choices();
        ["c1", "c2", "c3", "c4", "c5"]
            .iter()
            .filter(|id| listed.contains(&format!("cat play {id}")))
            .map(|id| (*id).to_owned())
            .collect()
    };
    // The second of five, the second of four, the third of three.
    assert_eq!(in_hand(&table), ["c2", "c3", "c5"]);
    assert_eq!(table.refused("cat play c1"), Some("RANKS-R11"));
    for basic in ["cat play strike orc with club", "cat play unarmed orc"] {
        assert!(table.can(basic), "{basic}");
    }
    table.play("cat end turn", &[5, 5]);
    table.play("orc end turn", &[]);
    // Two are left and the first of them is drawn, then the last, which is no choice; then one of the three others.
    table.play("cat roll initiative", &[9, 1, 5, 5, 1, 1]);
    assert_eq!(in_hand(&table), ["c1", "c2", "c4"]);
    // Catching breath: Endurance off the Damage.
    table.set_track("cat", "damage", 7);
    table.play("cat play catch-breath", &[5]);
    assert_eq!(table.damage("cat"), 2);
}

/// RANKS-R11: a monster holds all of its cards, and draws none.
#[test]
fn monsters_hold_all_their_cards() {
    let more = "[[creature]]\nid = \"imp\"\nname = \"Imp\"\nkeywords = [\"mindless\"]\nranks = { resolve = 1 }\nequipped = [\"club\"]\n\
                cards = [\"strike\", \"unarmed\", \"catch-breath\"]\n";
    let mut table = scene(&FLOOR, more, &[("ann", (2, 2))], &[("imp", (3, 2))]);
    // Speed 0 and Perception 0: one die each.
    table.play("ann roll initiative", &[1, 9, 5, 5]);
    table.set_track("imp", "damage", 3);
    for card in ["imp play strike ann with club", "imp play unarmed ann", "imp play catch-breath"] {
        assert!(table.can(card), "{card}");
    }
}

/// RANKS-R12: a type, or one of three groups; what is vulnerable takes more.
#[test]
fn resistances_name_types_and_groups() {
    let foe = |resists: &str| {
        let more = format!(
            "[[creature]]\nid = \"x\"\nname = \"X\"\nkeywords = [\"mindless\"]\nresists = {{ {resists} }}\nranks = {{ resolve = 1 }}\n"
        );
        let mut table = scene(&FLOOR, &more, &[("ann", (2, 2))], &[("x", (3, 2))]);
        table.begin(5, 5);
        // Speed 0: half of 2. Damage 6 and 1; Endurance 0: half of 10 and 9 and 9.
        let faces: &[u16] = &[9, 2, 6, 10, 10, 9];
        table.play("ann play strike x with club", faces);
        table.damage("x")
    };
    assert_eq!(foe("fire = 3"), 7, "a club is impact");
    assert_eq!(foe("impact = 2"), 5);
    assert_eq!(foe("physical = 2"), 5);
    assert_eq!(foe("physical = 2, impact = 1"), 4);
    assert_eq!(foe("energy = 5, corruption = 5"), 7);
    assert_eq!(foe("impact = -2"), 9);
    let bad = "[[creature]]\nid = \"x\"\nname = \"X\"\nkeywords = [\"mindless\"]\nresists = { water = 1 }\n";
    let problems =
        load(&scenario(&FLOOR, bad, &[("ann", (2, 2))], &[("orc", (3, 2))])).err().unwrap().to_string();
    assert!(problems.contains("water") && problems.contains("acid"), "{problems}");
}

/// RANKS-R12: gear resists only while it is in use.
#[test]
fn armour_must_be_worn() {
    let mut table = scene(
        &FLOOR,
        "[[treasure]]\nat = [2, 2]\nitems = [\"mail\"]\n",
        &[("ann", (2, 2))],
        &[("orc", (3, 2))],
    );
    table.begin(9, 5);
    table.play("ann pick-up mail 2,2", &[]);
    let ann = table.who("ann");
    assert_eq!(table.rules().rank(table.state(), ann, Ability::Stealth), 1);
    table.play("ann equip mail", &[]);
    assert_eq!(table.rules().rank(table.state(), ann, Ability::Stealth), 0);
    table.play("ann end turn", &[5, 5]);
    table.play("orc play strike ann with club", &[6, 3, 4, 9]);
    assert_eq!(table.damage("ann"), 3, "4 and 1, less 2");
}

/// RANKS-R13: bonuses and penalties to skills, damage dealt and movement, resistance and vulnerability; the rank says
/// how much.
#[test]
fn conditions_change_what_they_say() {
    let start = |who: &str, condition: &str| {
        let mut table = scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (0, 0))], &[("orc", (3, 2))]);
        table.begin(5, 5);
        table.afflict(who, condition, Some(2));
        table
    };
    let strike = "ann play strike orc with club";
    let damage = |who: &str, condition: &str, faces: &[u16]| {
        let mut table = start(who, condition);
        table.play(strike, faces);
        table.damage("orc")
    };
    assert_eq!(damage("ann", "strong", &[6, 3, 4, 9]), 7);
    assert_eq!(damage("ann", "feeble", &[6, 3, 4, 9]), 3);
    assert_eq!(damage("ann", "deft", &[1, 6, 2, 3, 4, 9]), 5, "three dice");
    assert_eq!(damage("ann", "clumsy", &[8, 3, 4, 9]), 5, "rank 0: half of 8");
    assert_eq!(damage("orc", "soft", &[6, 3, 4, 9]), 7);
    assert_eq!(damage("orc", "hard", &[6, 3, 4, 9]), 3);
    // A trait: the orc's Speed is 0, and half of 9 is 4.
    assert_eq!(damage("orc", "weary", &[5, 9, 4, 9]), 5);
    let moves = |condition: &str| {
        let mut table = start("bob", condition);
        table.play("ann end turn", &[5, 5]);
        table.movement("bob")
    };
    assert_eq!((moves("slow"), moves("quick")), (3, 7));
}

/// RANKS-R13: the higher rank counts where somebody bears the condition already.
#[test]
fn the_higher_rank_counts() {
    let afflict = |rank: u8| {
        let mut table = with_cards(&format!(
            "[[card]]\nid = \"light\"\nname = \"Light\"\ntakes = \"enemy\"\nrange = 4\nhit = [{{ afflict = \"burning\", rank = {rank} }}]"
        ));
        table.afflict("orc-1", "burning", Some(3));
        table.play("cat play light orc-1", &[]);
        table.condition("orc-1", "burning")
    };
    assert_eq!((afflict(2), afflict(5)), (Some(3), Some(5)));
}

fn aura(text: &str) -> String {
    format!(
        "[[creature]]\nid = \"lamp\"\nname = \"Lamp\"\nkeywords = [\"mindless\"]\nranks = {{ endurance = 1, resolve = 2, speed = 1, perception = 1 }}\n\
         aura = {{ name = \"Glow\", {text} }}\n"
    )
}

/// RANKS-R10, RANKS-R18: a harmful aura hurts enemies at the start of their turns, as far as it reaches (1 by default),
/// while its owner is conscious.
#[test]
fn harmful_auras_are_for_enemies() {
    let start = |text: &str, at: (u8, u8)| {
        let mut table =
            scene(&FLOOR, &aura(text), &[("ann", (0, 0)), ("bob", at)], &[("lamp", (4, 2)), ("orc", (5, 2))]);
        table.begin(5, 5);
        table
    };
    let burns = "rank = 2, hurts = \"fire\"";
    let mut table = start(burns, (3, 2));
    // Two dice, 6; Endurance 7; then the turn.
    table.play("ann end turn", &[6, 2, 7, 5, 5]);
    assert_eq!(table.damage("bob"), 6);
    let mut table = start(burns, (2, 2));
    table.play("ann end turn", &[5, 5]);
    assert_eq!(table.damage("bob"), 0, "two squares away");
    let mut table = start("rank = 2, reach = 2, hurts = \"fire\"", (2, 2));
    table.play("ann end turn", &[6, 2, 7, 5, 5]);
    table.set_track("bob", "damage", 0);
    table.set_track("lamp", "wounds", 2);
    // Bob, then the lamp, which clings to life, then the orc beside it, which is no enemy of it.
    table.play("bob end turn", &[5, 5, 5, 5]);
    assert_eq!((table.turn(), table.damage("orc")), ("orc".into(), 0));
    table.play("orc end turn", &[]);
    table.play("ann roll initiative", &[1, 9, 2, 3, 5, 5]);
    assert_eq!((table.turn(), table.damage("bob")), ("bob".into(), 0), "its owner is unconscious");
}

/// RANKS-R10: a beneficial aura is for its owner and allies.
#[test]
fn beneficial_auras_are_for_allies() {
    let more = aura("rank = 2, bonus = \"weapon\"");
    let mut table =
        scene(&FLOOR, &more, &[("ann", (3, 2))], &[("lamp", (4, 2)), ("orc", (5, 2)), ("orc", (7, 2))]);
    table.begin(5, 5);
    let rank = |id: &str| table.rules().rank(table.state(), table.who(id), Ability::Weapon);
    assert_eq!((rank("lamp"), rank("orc-1"), rank("orc-2"), rank("ann")), (2, 3, 1, 1));
    table.set_track("lamp", "wounds", 2);
    let rank = |id: &str| table.rules().rank(table.state(), table.who(id), Ability::Weapon);
    assert_eq!((rank("lamp"), rank("orc-1")), (0, 1), "its owner is unconscious");
}

/// RANKS-R16: an attack ends hiding, hit or miss, once it is resolved; other actions do not.
#[test]
fn attacking_ends_hiding() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.begin(9, 5);
    table.set_track("ann", "hidden", 8);
    table.play("ann play strike orc with club", &[3, 6]);
    assert_eq!(table.hidden("ann"), 0);
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.begin(9, 5);
    table.set_track("ann", "hidden", 8);
    table.set_track("ann", "damage", 8);
    table.play("ann play catch-breath", &[3]);
    assert_eq!(table.hidden("ann"), 8);
}

/// RANKS-R16: what takes an area takes the unseen in it too, friends among them; a wall shelters.
#[test]
fn areas_take_the_unseen() {
    let more = cards(
        "[[card]]\nid = \"bomb\"\nname = \"Bomb\"\ntakes = \"burst\"\nrange = 6\narea = 1\nhit = [{ knock_down = true }]",
    );
    let rows = ["........", "........", "......#.", "........"];
    let foes = [("orc", (5, 1)), ("orc", (7, 3)), ("orc", (5, 3))];
    let mut table = scene(&rows, &more, &[("cat", (2, 2)), ("bob", (5, 2))], &foes);
    table.play("cat roll initiative", &[9, 8, 7, 6, 5, 9, 5]);
    table.set_track("orc-1", "hidden", 30);
    let choice = table.found("cat play bomb 5,2");
    let warnings = fracas_kernel::Tell::describe(table.rules(), table.state(), choice).warnings;
    assert_eq!(warnings, ["takes Bob too"]);
    table.play("cat play bomb 5,2", &[]);
    let prone = |id: &str| table.state().is_prone(table.who(id));
    assert!(prone("orc-1") && prone("bob") && prone("orc-3"));
    assert!(!prone("orc-2") && !prone("cat"), "two away from the middle");
}

/// RANKS-R18: healing lowers Damage, and Wounds only where it says so.
#[test]
fn healing_is_for_damage() {
    let mut table = with_cards(
        "[[card]]\nid = \"balm\"\nname = \"Balm\"\ntakes = \"friend\"\nrange = 4\nhit = [{ heal = 2 }]\n\
         [[card]]\nid = \"stitch\"\nname = \"Stitch\"\ntakes = \"friend\"\nrange = 4\nhit = [{ mend = 1 }]\nafter = [{ again = true }]",
    );
    table.set_track("bob", "damage", 9);
    table.set_track("bob", "wounds", 1);
    table.play("cat play stitch bob", &[]);
    assert_eq!((table.damage("bob"), table.wounds("bob")), (9, 0));
    table.set_track("bob", "wounds", 1);
    table.play("cat play balm bob", &[4, 2]);
    assert_eq!((table.damage("bob"), table.wounds("bob")), (5, 1));
    // Where there is no Damage nothing is rolled.
    let balm =
        "[[card]]\nid = \"balm\"\nname = \"Balm\"\ntakes = \"friend\"\nrange = 4\nhit = [{ heal = 2 }]";
    let mut table = with_cards(balm);
    table.set_track("bob", "wounds", 1);
    table.play("cat play balm bob", &[]);
    assert_eq!((table.damage("bob"), table.wounds("bob")), (0, 1));
}

/// RANKS-R11: catching breath heals by the own Endurance, whatever its rank is.
#[test]
fn catching_breath_rolls_endurance() {
    let more = "[[creature]]\nid = \"ox\"\nname = \"Ox\"\nkeywords = [\"mindless\"]\nranks = { endurance = 3, resolve = 1, speed = 1 }\ncards = [\"catch-breath\"]\n";
    let mut table = scene(&FLOOR, more, &[("ann", (2, 2))], &[("ox", (3, 2))]);
    table.play("ann roll initiative", &[1, 9, 5, 5]);
    table.set_track("ox", "damage", 9);
    table.play("ox play catch-breath", &[2, 5, 4]);
    assert_eq!(table.damage("ox"), 4);
}

/// RANKS-A1, RANKS-U8: conditions removed, turned and passed on.
#[test]
fn cards_work_on_conditions() {
    let mut table = with_cards(
        "[[card]]\nid = \"turn\"\nname = \"Turn\"\ntakes = \"anyone\"\nrange = 4\nhit = [{ turn = true }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"pass\"\nname = \"Pass\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ pass = true }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"wash\"\nname = \"Wash\"\ntakes = \"friend\"\nrange = 4\nhit = [{ remove = \"harmful\" }]",
    );
    table.afflict("orc-1", "deft", Some(3));
    table.afflict("orc-1", "burning", Some(1));
    table.play("cat play turn orc-1", &[]);
    assert_eq!((table.condition("orc-1", "deft"), table.condition("orc-1", "clumsy")), (None, Some(3)));
    assert_eq!(table.condition("orc-1", "burning"), Some(1), "what harms an enemy stays");
    table.afflict("cat", "burning", Some(2));
    table.afflict("cat", "slow", Some(4));
    table.afflict("cat", "strong", Some(5));
    table.play("cat play pass orc-1", &[]);
    assert_eq!((table.condition("cat", "slow"), table.condition("orc-1", "slow")), (None, Some(4)));
    table.play("cat play wash cat", &[]);
    assert_eq!((table.condition("cat", "burning"), table.condition("cat", "strong")), (None, Some(5)));
}

/// RANKS-U8: what serves an enemy is taken from it, everything from whoever is meant; a friend's troubles turn to the good.
#[test]
fn cards_work_on_good_and_bad_conditions() {
    let mut table = with_cards(
        "[[card]]\nid = \"strip\"\nname = \"Strip\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ remove = \"helpful\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"level\"\nname = \"Level\"\ntakes = \"enemy\"\nrange = 8\nhit = [{ remove = \"all\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"turn\"\nname = \"Turn\"\ntakes = \"anyone\"\nrange = 4\nhit = [{ turn = true }]",
    );
    for orc in ["orc-1", "orc-2"] {
        table.afflict(orc, "deft", Some(3));
        table.afflict(orc, "slow", Some(2));
    }
    table.play("cat play strip orc-1", &[]);
    assert_eq!((table.condition("orc-1", "deft"), table.condition("orc-1", "slow")), (None, Some(2)));
    table.play("cat play level orc-2", &[]);
    assert_eq!((table.condition("orc-2", "deft"), table.condition("orc-2", "slow")), (None, None));
    table.afflict("bob", "burning", Some(2));
    table.afflict("bob", "deft", Some(1));
    table.play("cat play turn bob", &[]);
    assert_eq!((table.condition("bob", "mending"), table.condition("bob", "burning")), (Some(2), None));
    assert_eq!(table.condition("bob", "deft"), Some(1), "what serves a friend stays");
}

/// RANKS-U8: a card helps a friend up, stuns, knocks down.
#[test]
fn cards_put_people_down_and_up() {
    let mut table = with_cards(
        "[[card]]\nid = \"up\"\nname = \"Up\"\ntakes = \"ally\"\nrange = 4\nhit = [{ stand = true }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"down\"\nname = \"Down\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ knock_down = true }, { stun = true }]",
    );
    table.afflict("bob", "prone", Some(1));
    table.play("cat play up bob", &[]);
    assert!(!table.state().is_prone(table.who("bob")));
    table.play("cat play down orc-1", &[]);
    let orc = table.who("orc-1");
    assert!(table.state().is_prone(orc) && table.state().is_stunned(orc));
}

/// RANKS-R17, RANKS-U8: a push goes neither into somebody else nor between two walls that touch.
#[test]
fn a_push_needs_room() {
    let push = "[[card]]\nid = \"push\"\nname = \"Push\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ push = 2 }]";
    let start = |rows: &[&str], foes: &[(&str, (u8, u8))]| {
        let mut table = scene(rows, &cards(push), &[("cat", (1, 1))], foes);
        let faces: Vec<u16> = (0..=foes.len() as u16).map(|nth| 9 - nth).chain([9, 9]).collect();
        table.play("cat roll initiative", &faces);
        table
    };
    let mut table = start(&FLOOR, &[("orc", (2, 1)), ("orc", (4, 1))]);
    table.play("cat play push orc-1", &[]);
    assert_eq!(table.at("orc-1"), "3,1", "the other is in the way");
    let mut table = start(&[".....", ".....", "...#.", "..#..", "....."], &[("orc", (2, 2))]);
    table.play("cat play push orc", &[]);
    assert_eq!(table.at("orc"), "2,2");
}

/// RANKS-R16: an area stops at walls, as seen from its middle.
#[test]
fn a_wall_shelters_from_an_area() {
    let more = cards(
        "[[card]]\nid = \"bomb\"\nname = \"Bomb\"\ntakes = \"burst\"\nrange = 6\narea = 2\nhit = [{ knock_down = true }]",
    );
    let rows = ["..#...", "..#...", "..#...", "......"];
    let foes = [("orc", (1, 0)), ("orc", (3, 0))];
    let mut table = scene(&rows, &more, &[("cat", (0, 3))], &foes);
    table.play("cat roll initiative", &[9, 8, 7, 9, 5]);
    table.play("cat play bomb 1,1", &[]);
    let prone = |id: &str| table.state().is_prone(table.who(id));
    assert!(prone("orc-1") && !prone("orc-2"), "two squares away, behind the wall");
}

/// RANKS-U8: bodies pushed, pulled and swapped, as far as there is room.
#[test]
fn cards_move_bodies() {
    let text = "[[card]]\nid = \"push\"\nname = \"Push\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ push = 2 }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"pull\"\nname = \"Pull\"\ntakes = \"enemy\"\nrange = 6\nhit = [{ pull = 5 }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"swap\"\nname = \"Swap\"\ntakes = \"ally\"\nrange = 4\nhit = [{ swap = true }]\nafter = [{ again = true }]";
    let mut table = with_cards(text);
    table.play("cat play push orc-1", &[]);
    assert_eq!(table.at("orc-1"), "6,2");
    table.play("cat play pull orc-1", &[]);
    assert_eq!(table.at("orc-1"), "3,2", "until it is beside her");
    table.play("cat play swap bob", &[]);
    assert_eq!((table.at("cat"), table.at("bob")), ("2,4".into(), "2,2".into()));
    let mut table = with_cards(text);
    table.put("orc-1", "6,2");
    table.play("cat play push orc-1", &[]);
    assert_eq!(table.at("orc-1"), "7,2", "the edge stops it");
    assert_eq!(table.refused("cat play push orc-1"), Some("RANKS-A1"), "a card is played once a turn");
}

/// RANKS-U8: things lost and taken; a part of the body is not.
#[test]
fn cards_take_things() {
    let text = "[[card]]\nid = \"strip\"\nname = \"Strip\"\ntakes = \"enemy\"\nrange = 4\nhit = [{ disarm = true }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"steal\"\nname = \"Steal\"\ntakes = \"enemy\"\nrange = 8\nhit = [{ steal = true }]\nafter = [{ again = true }]";
    let mut table = with_cards(text);
    table.play("cat play strip orc-1", &[]);
    let gear = |table: &Table, id: &str| table.rules().gear(table.state(), table.who(id)).len();
    assert_eq!((gear(&table, "orc-1"), gear(&table, "cat")), (0, 1));
    table.play("cat play steal orc-2", &[]);
    assert_eq!((gear(&table, "orc-2"), gear(&table, "cat")), (0, 2));
    table.play("cat move 3,2", &[]);
    assert!(table.can("cat pick-up club 4,2"), "what was lost lies there");
    let mut table = scene(&FLOOR, &cards(text), &[("cat", (2, 2))], &[("ghoul", (4, 2))]);
    table.play("cat roll initiative", &[9, 8, 9, 9, 1]);
    table.play("cat play strip ghoul", &[]);
    table.play("cat play steal ghoul", &[]);
    assert_eq!(gear(&table, "ghoul"), 1);
}

/// RANKS-U8: ground raised, broken and obstructed; sight and steps follow. Help called to a square.
#[test]
fn cards_change_the_ground() {
    let text = "[[card]]\nid = \"wall\"\nname = \"Wall\"\ntakes = \"square\"\nrange = 4\nfirst = [{ terrain = \"wall\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"mud\"\nname = \"Mud\"\ntakes = \"burst\"\nrange = 6\narea = 1\nfirst = [{ terrain = \"obstructed\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"call\"\nname = \"Call\"\ntakes = \"square\"\nrange = 2\nfirst = [{ summon = \"gnat\" }]";
    let rows = ["########", "........", "########"];
    let mut table = scene(&rows, &cards(text), &[("cat", (1, 1))], &[("orc", (6, 1))]);
    table.play("cat roll initiative", &[9, 8, 9, 9, 1, 1]);
    assert_eq!(table.refused("cat play wall 1,1"), Some("RANKS-R17"), "she stands there");
    table.play("cat play mud 3,1", &[]);
    assert_eq!((table.price("cat", "2,1"), table.price("cat", "4,1"), table.price("cat", "5,1")), (2, 6, 7));
    let (cat, orc) = (table.who("cat"), table.who("orc"));
    assert!(table.rules().can_see(table.state(), cat, orc));
    table.play("cat play wall 3,1", &[]);
    assert!(!table.rules().can_see(table.state(), cat, orc));
    assert!(table.can("cat move 2,1") && !table.can("cat move 4,1"));
    table.play("cat play call 0,1", &[]);
    let gnat = table.who("gnat");
    assert_eq!((table.at("gnat"), table.state().is_up(gnat)), ("0,1".into(), true));
    assert!(!table.order().contains(&"gnat".to_owned()), "it acts from the next round on");
    table.judge(Judgement::Remove { who: gnat });
}

/// RANKS-U8, RANKS-R17: stone broken lets sight and steps through; stone raised over an area spares whoever stands in it;
/// whoever is called fights for the one who called.
#[test]
fn cards_break_and_raise_stone() {
    let text = "[[card]]\nid = \"break\"\nname = \"Break\"\ntakes = \"burst\"\nrange = 4\narea = 1\nfirst = [{ terrain = \"clear\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"maze\"\nname = \"Maze\"\ntakes = \"burst\"\nrange = 6\narea = 1\nfirst = [{ terrain = \"wall\" }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"call\"\nname = \"Call\"\ntakes = \"square\"\nrange = 2\nfirst = [{ summon = \"gnat\" }]";
    let rows = ["########", "...#....", "########"];
    let mut table = scene(&rows, &cards(text), &[("cat", (1, 1))], &[("orc", (6, 1))]);
    table.play("cat roll initiative", &[9, 8, 9, 9, 1, 1]);
    let (cat, orc) = (table.who("cat"), table.who("orc"));
    assert!(!table.rules().can_see(table.state(), cat, orc));
    table.play("cat play break 2,1", &[]);
    assert!(table.rules().can_see(table.state(), cat, orc));
    assert_eq!((table.price("cat", "3,1"), table.price("cat", "2,0")), (2, 1), "what was stone is floor");
    table.play("cat play maze 6,1", &[]);
    assert!(table.rules().can_see(table.state(), orc, orc));
    let view = table.view(fracas_kernel::Seat::Judge);
    let fracas_kernel::MapView::Squares { cells, .. } = &view.map else { panic!("a grid") };
    assert_eq!(cells[1], ".....#.#", "around the orc, not on it");
    table.play("cat play call 0,1", &[]);
    assert_eq!(
        fracas_kernel::Play::side(table.rules(), table.state(), table.who("gnat")),
        fracas_kernel::Side::Heroes
    );
}

/// RANKS-U8: a square to step to, and an enemy beside it; hiding and scanning for nothing.
#[test]
fn cards_step_hide_scan_and_reveal() {
    let mut table = with_cards(
        "[[card]]\nid = \"rush\"\nname = \"Rush\"\ntakes = \"charge\"\nweapon = \"melee\"\nfirst = [{ step = 3 }]\n\
         attack = \"weapon vs speed\"\nhit = [{ damage = \"weapon\", bonus = 1 }]\nafter = [{ again = true }]\n\
         [[card]]\nid = \"fade\"\nname = \"Fade\"\ntakes = \"square\"\nfirst = [{ step = 2 }]\nafter = [{ hide = true }, { scan = true }, { again = true }]\n\
         [[card]]\nid = \"spot\"\nname = \"Spot\"\ntakes = \"burst\"\nrange = 6\narea = 1\nonly = \"enemies\"\nhit = [{ reveal = true }, { wound = 1 }]",
    );
    assert!(!table.can("cat play rush orc-1 2,2 with club"), "from here the orc is out of reach");
    assert_eq!(table.refused("cat play rush orc-2 3,2 with club"), Some("RANKS-R8"));
    table.play("cat play rush orc-1 4,1 with club", &[6, 3, 4, 9]);
    assert_eq!((table.at("cat"), table.damage("orc-1"), table.movement("cat")), ("4,1".into(), 6, 9));
    table.play("cat play fade 2,1", &[7, 4]);
    assert_eq!((table.at("cat"), table.hidden("cat"), table.senses("cat")), ("2,1".into(), 7, 13));
    table.set_track("orc-1", "hidden", 20);
    table.play("cat play spot 4,2", &[]);
    assert_eq!((table.hidden("orc-1"), table.wounds("orc-1"), table.wounds("orc-2")), (0, 1, 0));
}

/// RANKS-U8: what a card needs must be so.
#[test]
fn cards_have_prerequisites() {
    let mut table = with_cards(
        "[[card]]\nid = \"stab\"\nname = \"Stab\"\ntakes = \"nothing\"\nneeds = [\"hidden\"]\nfirst = [{ scan = true }]\n\
         [[card]]\nid = \"bash\"\nname = \"Bash\"\ntakes = \"nothing\"\nneeds = [\"shield\"]\nfirst = [{ scan = true }]\n\
         [[card]]\nid = \"rage\"\nname = \"Rage\"\ntakes = \"nothing\"\nneeds = [\"wounded\"]\nfirst = [{ scan = true }]",
    );
    for card in ["stab", "bash", "rage"] {
        assert_eq!(table.refused(&format!("cat play {card}")), Some("RANKS-U8"), "{card}");
    }
    table.set_track("cat", "hidden", 1);
    table.set_track("cat", "wounds", 1);
    assert!(table.can("cat play stab") && table.can("cat play rage"));
    assert_eq!(table.refused("cat play bash"), Some("RANKS-U8"));
}

/// RANKS-A2: the judge's favour keeps an unreliable weapon from failing, as it helps whoever rolls.
#[test]
fn a_favour_keeps_a_weapon_from_failing() {
    let more = "[[hero]]\nid = \"cat\"\nname = \"Cat\"\nspecies = \"plain\"\nrole = \"fighter\"\nbackground = \"farmer\"\n\
                equipped = [\"pistol\"]\n";
    let mut table = scene(&FLOOR, more, &[("cat", (2, 2))], &[("orc", (5, 2))]);
    table.begin(5, 5);
    let favour = Judgement::Favour {
        roller: Some(table.who("cat")),
        roll: Some("unreliable".to_owned()),
        add: 5,
        edge: EdgeName::Level,
    };
    table.judge(favour);
    // A ten and two, less five, is no failure.
    let events = table.happens("cat play strike orc with pistol", &[10, 2, 6, 3, 4, 9]);
    assert!(events.iter().any(|event| matches!(event, Event::Attacks { .. })), "{events:?}");
}
