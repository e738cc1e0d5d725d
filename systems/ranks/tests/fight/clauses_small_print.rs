//! What rules say on their edges: who is spared, what does not happen, what lasts just so long. Taped dice, exact.

use fracas_kernel::{Judgement, MapView, Play, Seat, Side};
use fracas_ranks::Event;

use crate::scene::{FLOOR, Scene, Table, cards, load, scenario, scene, with_cards};

fn card(id: &str, rest: &str) -> String {
    format!("[[card]]\nid = \"{id}\"\nname = \"Card\"\n{rest}\n")
}

/// Conditions for Resolve, which the library lacks.
const RESOLVE: &str = "[[condition]]\nid=\"stout\"\nname = \"Stout\"\nresisted = \"speed\"\nbonus = \"resolve\"\n\
                       [[condition]]\nid=\"meek\"\nname = \"Meek\"\nresisted = \"speed\"\npenalty = \"resolve\"\n";

/// Ann at 2,2 in her turn with an orc beside her, and Bob.
fn beside_an_orc(more: &str) -> Table {
    let mut table = scene(&FLOOR, more, &[("ann", (2, 2)), ("bob", (0, 4))], &[("orc", (3, 2))]);
    table.begin(9, 9);
    table
}

/// RANKS-W3: somebody unconscious whose wounds come up to the Resolve rank is unconscious still; above it, dead.
#[test]
fn as_many_wounds_as_resolve_kill_nobody() {
    let gash =
        card("gash", "takes = \"anyone\"\nrange = 8\nhit = [{ wound = 1 }]\nafter = [{ again = true }]");
    let slash = card("slash", "takes = \"anyone\"\nrange = 8\nhit = [{ wound = 1 }]");
    let mut table = with_cards(&format!("{gash}{slash}{RESOLVE}"));
    table.set_track("bob", "wounds", 2);
    table.afflict("bob", "stout", Some(1));
    table.play("cat play gash bob", &[]);
    let bob = table.who("bob");
    assert_eq!(table.wounds("bob"), 3);
    assert!(table.state().is_unconscious(bob) && !table.state().is_dead(bob), "Resolve is 3 now");
    table.play("cat play slash bob", &[]);
    assert!(table.state().is_dead(bob));
}

/// RANKS-W4: wounds must come below the Resolve rank, as it stands, before somebody wakes.
#[test]
fn as_many_wounds_as_resolve_wake_nobody() {
    let bind = card("bind", "takes = \"ally\"\nrange = 8\nhit = [{ mend = 1 }]\nafter = [{ again = true }]");
    let sew = card("sew", "takes = \"ally\"\nrange = 8\nhit = [{ mend = 1 }]");
    let mut table = with_cards(&format!("{bind}{sew}{RESOLVE}"));
    table.set_track("bob", "wounds", 2);
    table.afflict("bob", "meek", Some(1));
    table.play("cat play bind bob", &[]);
    let bob = table.who("bob");
    assert_eq!(table.wounds("bob"), 1);
    assert!(table.state().is_unconscious(bob), "Resolve is 1 now");
    table.play("cat play sew bob", &[]);
    assert!(table.state().is_up(bob) && table.state().is_prone(bob));
}

/// RANKS-R17: who is called needs room for the whole body, and whoever lurks there fills it.
#[test]
fn help_needs_room_for_its_whole_body() {
    let call = card("call", "takes = \"square\"\nrange = 3\nfirst = [{ summon = \"giant\" }]");
    let start = |hidden: i32| {
        let mut table = with_cards(&call);
        table.set_track("orc-1", "hidden", hidden);
        table
    };
    let mut table = start(20);
    let before = table.headcount();
    table.play("cat play call 3,2", &[]);
    assert_eq!(table.headcount(), before, "an unseen orc stands in the second square");
    assert_eq!(start(0).refused("cat play call 3,2"), Some("RANKS-R17"), "who sees the orc does not try");
    let mut table = start(20);
    table.play("cat play call 3,0", &[]);
    assert_eq!((table.headcount(), table.at("giant").as_str()), (before + 1, "3,0"));
}

/// RANKS-U8: a thief takes what is loose, and the weapon in hand only where nothing is.
#[test]
fn thieves_take_what_is_loose_first() {
    let steal =
        card("steal", "takes = \"enemy\"\nrange = 8\nhit = [{ steal = true }]\nafter = [{ again = true }]");
    let rob = card("rob", "takes = \"enemy\"\nrange = 8\nhit = [{ steal = true }]");
    let rich = "[[creature]]\nid = \"reeve\"\nname = \"Reeve\"\nkeywords = [\"mindless\"]\nranks = { resolve = 1, speed = 1 }\nequipped = [\"club\"]\ncarried = [\"coins\"]\n";
    let more = format!("{}{rich}", cards(&format!("{steal}{rob}")));
    let mut table = scene(&FLOOR, &more, &[("cat", (2, 2))], &[("reeve", (4, 2))]);
    table.play("cat roll initiative", &[9, 8, 9, 9, 1]);
    table.play("cat play steal reeve", &[]);
    let gear = |table: &Table, id: &str| -> Vec<String> {
        let all = table.rules().gear(table.state(), table.who(id));
        all.into_iter().map(|(item, _)| item.to_owned()).collect()
    };
    assert_eq!(
        (gear(&table, "cat"), gear(&table, "reeve")),
        (vec!["club".into(), "coins".into()], vec!["club".into()])
    );
    table.play("cat play rob reeve", &[]);
    assert_eq!(gear(&table, "reeve"), [""; 0]);
}

/// RANKS-U8: bodies of different sizes do not trade places.
#[test]
fn only_bodies_of_a_size_trade_places() {
    let swap = card("swap", "takes = \"enemy\"\nrange = 4\nhit = [{ swap = true }, { knock_down = true }]");
    let mut table = scene(&FLOOR, &cards(&swap), &[("cat", (2, 2))], &[("giant", (4, 2))]);
    table.play("cat roll initiative", &[9, 8, 9, 9]);
    table.play("cat play swap giant", &[]);
    assert_eq!((table.at("cat").as_str(), table.at("giant").as_str()), ("2,2", "4,2"));
    assert!(table.state().is_prone(table.who("giant")), "the rest is done");
}

/// RANKS-R19: whoever is stunned in its own turn stops there, and loses the next one as well.
#[test]
fn a_stun_in_ones_own_turn_lasts_through_the_next() {
    let daze = card("daze", "takes = \"nothing\"\nfirst = [{ stun = true }]");
    let mut table = with_cards(&daze);
    table.play("cat play daze", &[5, 5]);
    assert_eq!(table.turn(), "bob", "that was her turn");
    assert!(table.state().is_stunned(table.who("cat")));
    table.play("bob end turn", &[5, 5]);
    table.play("orc-1 end turn", &[5, 5]);
    table.play("orc-2 end turn", &[]);
    let events = table.happens("cat roll initiative", &[9, 8, 7, 6, 5, 5, 5, 5]);
    assert!(events.iter().any(|event| matches!(event, Event::Dazed { .. })), "{events:?}");
    assert_eq!(table.turn(), "bob");
    assert!(!table.state().is_stunned(table.who("cat")), "and then it is over");
}

/// RANKS-R6: whoever falls unconscious is hidden no longer.
#[test]
fn the_fallen_do_not_hide() {
    let gash = card("gash", "takes = \"burst\"\nrange = 8\narea = 0\nhit = [{ wound = 2 }]");
    let mut table = with_cards(&gash);
    table.set_track("orc-1", "hidden", 20);
    table.play("cat play gash 4,2", &[]);
    assert!(table.state().is_unconscious(table.who("orc-1")));
    assert_eq!(table.hidden("orc-1"), 0);
}

/// RANKS-R13: nobody bears more than six conditions; the weakest gives way to a stronger one, and to no weaker one.
#[test]
fn the_weakest_condition_gives_way() {
    let hex = card("hex", "takes = \"anyone\"\nrange = 8\nhit = [{ afflict = \"weary\", rank = 2 }]");
    for (weakest, left) in [(1, None), (2, Some(2))] {
        let mut table = with_cards(&hex);
        let ranks =
            [("burning", 5), ("clumsy", 4), ("slow", weakest), ("soft", 3), ("feeble", 4), ("hard", 5)];
        for (condition, rank) in ranks {
            table.afflict("orc-1", condition, Some(rank));
        }
        table.play("cat play hex orc-1", &[]);
        assert_eq!(table.condition("orc-1", "slow"), left);
        assert_eq!(table.condition("orc-1", "weary"), if left.is_none() { Some(2) } else { None });
        assert_eq!(
            (table.condition("orc-1", "burning"), table.condition("orc-1", "hard")),
            (Some(5), Some(5))
        );
    }
}

/// RANKS-R16: an area around somebody takes everybody else in it, friends too.
#[test]
fn an_area_around_spares_its_middle() {
    let whirl = card("whirl", "takes = \"around\"\narea = 2\nhit = [{ wound = 1 }]");
    let mut table = with_cards(&whirl);
    table.play("cat play whirl", &[]);
    assert_eq!(
        (table.wounds("cat"), table.wounds("bob"), table.wounds("orc-1"), table.wounds("orc-2")),
        (0, 1, 1, 0)
    );
}

/// RANKS-K2: a drone dies of any damage, and of none it does not.
#[test]
fn a_drone_survives_a_blow_that_does_nothing() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("gnat", (3, 2)), ("orc", (7, 4))]);
    table.begin(9, 9);
    table.afflict("ann", "feeble", Some(3));
    table.play("ann play strike gnat with club", &[6, 5, 2]);
    assert!(table.state().is_up(table.who("gnat")), "2 and 1 for the club, less 3");
}

/// RANKS-R12: armour in the pack keeps nothing off.
#[test]
fn armour_in_the_pack_resists_nothing() {
    let guard = |how: &str| {
        let more = format!(
            "[[creature]]\nid = \"guard\"\nname = \"Guard\"\nkeywords = [\"mindless\"]\nranks = {{ endurance = 1, resolve = 2, speed = 1 }}\n\
             equipped = [\"club\"{}]\ncarried = [{}]\n",
            if how == "equipped" { ", \"mail\"" } else { "" },
            if how == "carried" { "\"mail\"" } else { "" }
        );
        let mut table = scene(&FLOOR, &more, &[("ann", (2, 2))], &[("guard", (3, 2))]);
        table.begin(9, 9);
        table.play("ann play strike guard with club", &[6, 5, 4, 9]);
        table.damage("guard")
    };
    assert_eq!((guard("carried"), guard("equipped")), (5, 3));
}

/// RANKS-R16: an attack without a weapon ends hiding just as well.
#[test]
fn fists_end_hiding_too() {
    let mut table = beside_an_orc("");
    table.set_track("ann", "hidden", 7);
    table.play("ann play unarmed orc", &[3, 6]);
    assert_eq!(table.hidden("ann"), 0);
}

/// RANKS-M2: a large body pays for obstructed ground under any of its squares.
#[test]
fn large_bodies_pay_for_all_their_squares() {
    let rows = ["........", "....,...", "........", "........", "........"];
    let mut table = scene(&rows, "", &[("ann", (0, 4))], &[("giant", (1, 0))]);
    table.play("ann roll initiative", &[1, 9, 9, 9]);
    assert_eq!(table.turn(), "giant");
    let price = |to: &str| table.price("giant", to);
    assert_eq!(
        (price("2,0"), price("3,0"), price("4,0")),
        (1, 3, 5),
        "with its far corner, then with its near one"
    );
    assert_eq!(price("3,2"), 2, "below it there is nothing in the way");
}

/// RANKS-T2: conditions hurt the unconscious too, before they roll.
#[test]
fn the_unconscious_burn() {
    let mut table = beside_an_orc("");
    table.set_track("bob", "wounds", 2);
    table.afflict("bob", "burning", Some(1));
    // Bob burns for 3 and endures that, clings on with 5 and 1, and rolls against the fire.
    table.play("ann end turn", &[3, 9, 5, 1, 4, 6, 5, 5]);
    assert_eq!((table.damage("bob"), table.turn().as_str()), (3, "orc"));
    let mut table = beside_an_orc("");
    table.set_track("bob", "wounds", 2);
    table.afflict("bob", "burning", Some(1));
    table.play("ann end turn", &[3, 2, 5, 5]);
    assert!(table.state().is_dead(table.who("bob")), "a wound more than Resolve: no roll is left to make");
}

/// RANKS-R18: healing takes Damage away, all of it perhaps, and no wound.
#[test]
fn healing_leaves_wounds() {
    let heal = card("heal", "takes = \"friend\"\nhit = [{ heal = 1 }]");
    let mut table = with_cards(&heal);
    table.set_track("cat", "wounds", 1);
    table.set_track("cat", "damage", 4);
    table.play("cat play heal cat", &[9]);
    assert_eq!((table.damage("cat"), table.wounds("cat")), (0, 1));
}

/// RANKS-U5: who plays one side is not told where the other lurks; who plays both knows.
#[test]
fn who_plays_both_sides_knows_both() {
    let rows = ["...#....", "...#....", "...#....", "...#....", "...#...."];
    let mut table = scene(&rows, "", &[("ann", (0, 2))], &[("orc", (6, 2))]);
    table.begin(5, 5);
    let place = |seat| {
        let tokens = table.view(seat).tokens;
        tokens.into_iter().find(|token| token.id == "orc").and_then(|token| token.place)
    };
    assert_eq!(place(table.seat(Side::Heroes)), None);
    assert_eq!(place(Seat::Player(table.rules().everyone(table.state()))), Some("6,2".to_owned()));
}

/// RANKS-U8: the cards that are shown are those that can still be played in this turn.
#[test]
fn played_cards_are_shown_no_longer() {
    let jab = card("jab", "takes = \"enemy\"\nrange = 8\nhit = [{ wound = 1 }]\nafter = [{ again = true }]");
    let hook = card("hook", "takes = \"enemy\"\nrange = 8\nhit = [{ wound = 1 }]").replace("Card", "Hook");
    let mut table = with_cards(&format!("{jab}{hook}"));
    let shown = |table: &Table| -> Vec<String> {
        let view = table.view(table.seat(Side::Heroes));
        let cat = view.tokens.into_iter().find(|token| token.id == "cat").expect("she is there");
        let cards = cat.badges.into_iter().filter(|badge| badge.name.starts_with("card: "));
        cards.map(|badge| badge.name).collect()
    };
    assert_eq!(shown(&table), ["card: Card", "card: Hook"]);
    table.play("cat play jab orc-1", &[]);
    assert_eq!(shown(&table), ["card: Hook"]);
}

/// Two rooms with a door between them.
const ROOMS: [&str; 3] = ["...#....", "...+....", "...#...."];

/// RANKS-J10: a door that is shut blocks steps and sight; for a movement point whoever is beside it opens or shuts it.
#[test]
fn doors_are_opened_and_shut() {
    let mut table = scene(&ROOMS, "", &[("ann", (2, 1))], &[("orc", (5, 1))]);
    table.begin(9, 9);
    assert_eq!(table.refused("ann move 4,1"), Some("RANKS-U5"), "she does not see what is beyond");
    assert!(!table.can("ann play strike orc with club") && !table.can("ann shut door 3,1"));
    let open = table.shown("ann open door 3,1");
    assert_eq!((open.deed.title.as_str(), open.cost.unwrap().amount), ("Open the door", 1));
    assert_eq!(table.play("ann open door 3,1", &[]), ["Ann opens the door at 3,1"]);
    assert_eq!((table.movement("ann"), table.can("ann move 4,1")), (8, true));
    assert_eq!(table.refused("ann open door 3,1"), Some("RANKS-J10"));
    // Nobody shuts it while somebody stands in it, and nobody does from afar.
    table.play("ann move 3,1", &[]);
    assert!(!table.can("ann shut door 3,1"));
    table.put("ann", "0,1");
    assert_eq!(table.refusal("ann shut door 3,1").why, "the door is not within arm's reach");
    table.put("ann", "2,1");
    table.play("ann shut door 3,1", &[]);
    let view = table.view(table.seat(Side::Heroes));
    let MapView::Squares { cells, .. } = view.map else { panic!("a grid") };
    assert_eq!(cells[1], "...+????");
    // The other side uses it as well.
    table.play("ann end turn", &[9, 9]);
    table.play("orc move 4,1", &[]);
    table.play("orc open door 3,1", &[]);
    assert_eq!(table.told_to(table.seat(Side::Heroes)), ["Orc opens the door at 3,1"]);
    assert!(table.can("orc move 3,1"));
}

/// RANKS-J10: a lock takes Brawl or Reactions of 8 or more and four movement points a try; a bar has no lock. What was
/// forced is broken.
#[test]
fn doors_are_forced_and_picked() {
    let locked = ROOMS.map(|row| if row.contains('+') { "...L...." } else { row });
    let mut table = scene(&locked, "", &[("ann", (2, 1))], &[("orc", (5, 1))]);
    table.begin(9, 9);
    table.set_track("ann", "movement", 9);
    let why = |table: &crate::scene::Table, choice: &str| table.refusal(choice).why.into_owned();
    assert_eq!(why(&table, "ann open door 3,1"), "the door is fast: force it");
    assert!((table.chance("ann pick door 3,1") - 0.3).abs() < 1e-9);
    assert_eq!(table.shown("ann pick door 3,1").label, "Pick the lock at 3,1 (reactions 1)");
    let told = table.play("ann force door 3,1", &[7]);
    assert!(told[0].ends_with("against 8: it holds"), "{told:?}");
    let told = table.play("ann pick door 3,1", &[8]);
    assert!(told[0].ends_with("against 8: it opens"), "{told:?}");
    assert_eq!(table.movement("ann"), 1);
    let barred = ROOMS.map(|row| if row.contains('+') { "...B...." } else { row });
    let mut table = scene(&barred, "", &[("ann", (2, 1))], &[("orc", (5, 1))]);
    table.begin(9, 9);
    assert_eq!(why(&table, "ann pick door 3,1"), "there is no lock to pick");
    table.play("ann force door 3,1", &[9]);
    assert_eq!(why(&table, "ann shut door 3,1"), "the door is broken");
    assert!(table.can("ann move 4,1"));
}

/// RANKS-J10: wide doors are one door, and a map has eight at most.
#[test]
fn doors_are_read_from_the_map() {
    let rows = ["...+....", "...+....", "...#...."];
    let mut table = scene(&rows, "", &[("ann", (2, 1))], &[("orc", (5, 1))]);
    table.begin(9, 9);
    table.play("ann open door 3,0", &[]);
    assert!(table.can("ann move 3,0") && table.can("ann move 3,1"));
    let many = ["+.+.+.+.", ".+.+.+.+", "........"];
    let said = load(&scenario(&many, "", &[("ann", (0, 2))], &[("orc", (5, 2))])).err();
    assert_eq!(said.map(|said| said.to_string()), None);
    let many = ["+.+.+.+.", ".+.+.+.+", "+......."];
    let said = load(&scenario(&many, "", &[("ann", (2, 2))], &[("orc", (5, 2))])).err().unwrap().to_string();
    assert!(said.contains("9 doors") && said.contains("at most 8"), "{said}");
}

/// RANKS-R21: whoever dies drops all that is no part of the body, where it died; and nothing that is dropped is ever lost.
#[test]
fn the_dead_drop_their_gear() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2)), ("gnat", (7, 4))]);
    table.begin(9, 9);
    table.set_track("orc", "wounds", 2);
    let told = table.play("ann play strike orc with club", &[6, 3, 9, 1]);
    assert_eq!(told[told.len() - 2..], ["Orc dies", "Orc drops club"]);
    assert!(table.can("ann pick-up club 3,2"));
    let view = table.view(Seat::Judge);
    let MapView::Squares { treasure, .. } = view.map else { panic!("a grid") };
    assert_eq!((treasure[0].at, treasure[0].items.as_slice()), ((3, 2), ["Club".to_owned()].as_slice()));
    table.play("ann pick-up club 3,2", &[]);
    assert_eq!(table.movement("ann"), 8);
    // The judge's word kills as well; teeth are no gear.
    table.set_track("gnat", "wounds", 3);
    assert_eq!(
        table.table.lines(0, Seat::Judge).iter().filter(|line| line.text.contains("drops")).count(),
        1
    );
}

/// RANKS-R21: a field full of things holds more of them.
#[test]
fn nothing_that_is_dropped_is_lost() {
    let coins: String = (0..40_u8)
        .flat_map(|y| (0..4_u8).map(move |x| (x, y)))
        .map(|(x, y)| format!("[[treasure]]\nat = [{x}, {y}]\nitems = [\"coins\"]\n"))
        .take(128)
        .collect();
    let rows = ["....."; 40];
    let mut table = scene(&rows, &coins, &[("ann", (4, 1))], &[("orc", (4, 39))]);
    table.begin(9, 9);
    let lying = |table: &crate::scene::Table, item: &str| {
        let MapView::Squares { treasure, .. } = table.view(Seat::Judge).map else { panic!("a grid") };
        treasure.iter().flat_map(|pile| &pile.items).filter(|known| *known == item).count()
    };
    assert_eq!((lying(&table, "Coins"), lying(&table, "Club")), (128, 0));
    table.play("ann drop equipped club", &[]);
    assert_eq!((lying(&table, "Coins"), lying(&table, "Club")), (128, 1));
}

/// RANKS-R22, RANKS-W4: if the judge removes or stuns whoever acts, the next turn starts as any other; whom the judge wakes
/// is prone.
#[test]
fn the_judge_ends_a_turn() {
    let mut table =
        scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (0, 0))], &[("orc", (7, 4)), ("orc", (6, 4))]);
    table.begin(9, 9);
    table.afflict("bob", "burning", Some(1));
    table.afflict("ann", "stunned", None);
    assert_eq!(table.asked(), ["bob"]);
    assert_eq!(table.refused("bob scan"), Some("RANKS-R22"));
    // Bob burns, endures, and has movement points and Senses like on any turn of his.
    let told = table.play("bob begin turn", &[1, 9, 8, 7]);
    assert!(told.iter().any(|line| line.starts_with("Bob: 8 movement points")), "{told:?}");
    assert_eq!((table.movement("bob"), table.senses("bob"), table.damage("bob")), (8, 7, 1));
    // Ann's stun lasts through her next turn.
    assert!(table.state().is_stunned(table.who("ann")));
    table.judge(Judgement::Remove { who: table.who("bob") });
    assert_eq!(table.asked(), ["orc-1"]);
    assert_eq!(table.instinct("orc-1"), "orc-1 begin turn");
    table.play("orc-1 begin turn", &[6, 5]);
    assert_eq!((table.turn().as_str(), table.movement("orc-1")), ("orc-1", 6));
    // At the end of a round, initiative comes next.
    table.play("orc-1 end turn", &[6, 5]);
    table.judge(Judgement::Remove { who: table.who("orc-2") });
    table.play("ann begin turn", &[]);
    assert!(table.can("ann roll initiative"));
    let ann = table.who("ann");
    table.set_track("ann", "wounds", 2);
    assert!(table.state().is_unconscious(ann) && table.outcome().is_some());
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2)), ("bob", (0, 0))], &[("orc", (7, 4))]);
    table.begin(9, 9);
    let bob = table.who("bob");
    table.set_track("bob", "wounds", 2);
    table.set_track("bob", "wounds", 1);
    assert!(table.state().is_up(bob) && table.state().is_prone(bob));
}

/// RANKS-R14: the end is told once, after all that led to it.
#[test]
fn the_end_is_the_last_line() {
    let card = "[[card]]\nid = \"finish\"\nname = \"Finish\"\ntakes = \"enemy\"\nhit = [{ wound = 5 }]\nafter = [{ stand = true }]\n";
    let mut table = scene(&FLOOR, &cards(card), &[("cat", (2, 2))], &[("orc", (3, 2))]);
    table.play("cat roll initiative", &[9, 8, 9, 9]);
    let told = table.play("cat play finish orc", &[]);
    assert_eq!(told.last().map(String::as_str), Some("The heroes have won"), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.contains("won")).count(), 1);
}
