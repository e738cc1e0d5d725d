//! What lasts from one fight to the next: doors, wounds, deaths, what was dropped and stolen; and how a fight begins.

use fracas_kernel::{Fate, Judgement, MapView, Seat, Side};

use crate::scene::{PLACE, Scene, TWO, load};

/// The mill and its cellar on one map, with a door between them; two rats in the cellar, and one at the mill.
fn house() -> Scene {
    house_with(|text| text)
}

fn house_with(change: impl Fn(String) -> String) -> Scene {
    let text = PLACE
        .replacen(
            "id = \"mill\"\nrows = ['########', '#......#', '#......#', '########']",
            "id = \"mill\"\nrows = ['##########', '#....+...#', '#....#...#', '##########']",
            1,
        )
        .replacen("field = \"yard\"\nsquare = [2, 1]", "field = \"mill\"\nsquare = [7, 1]", 1)
        .replacen(
            "between = [\"camp\", \"cellar\"]\ndoor = \"locked\"",
            "between = [\"mill\", \"cellar\"]\ndoor = \"shut\"\nsquare = [5, 1]",
            1,
        )
        .replacen(
            "foes = [{ creature = \"rat\", count = 2 }]",
            "foes = [{ creature = \"rat\" }, { creature = \"rat\", at = \"cellar\" }]",
            1,
        );
    let mut scene = Scene::of(&format!("{}{TWO}", change(text)), None);
    scene.play("fia go road", &[]);
    scene.win();
    scene.play("fia go mill", &[]);
    assert!(scene.fights());
    scene
}

fn cells(scene: &Scene) -> Vec<String> {
    let MapView::Squares { cells, .. } = scene.view(Seat::Judge).map else { panic!("a map of squares") };
    cells
}

/// RANKS-J1: a fight is fought on the map of that part of the place; inhabitants are where they live.
#[test]
fn fights_are_fought_in_the_place() {
    let scene = house();
    assert_eq!(cells(&scene), ["##########", "#....+...#", "#....#...#", "##########"]);
    assert_eq!((scene.place("mo").as_deref(), scene.place("fia").as_deref()), (Some("1,1"), Some("2,1")));
    assert_eq!(
        (scene.place("rat-1").as_deref(), scene.place("rat-2").as_deref()),
        (Some("4,1"), Some("7,1"))
    );
}

/// RANKS-J1: those who turn up come through a door from beside, which they leave open.
#[test]
fn newcomers_come_through_a_door() {
    let mut scene = house();
    scene.win();
    scene.judge(Judgement::Fate { encounter: "stragglers".to_owned(), fate: Fate::Now });
    assert!(scene.fights());
    assert_eq!(cells(&scene)[1], "#..../...#");
    assert_eq!(scene.place("rat").as_deref(), Some("6,1"), "beyond the door");
}

/// RANKS-J1: who shoots comes no nearer than need be, and still sees the party; the others come first.
#[test]
fn newcomers_keep_the_distance_that_suits_them() {
    let bow = "[[weapon]]\nid = \"bow\"\nname = \"Bow\"\ndamage = 1\ntype = \"piercing\"\nrange = 8\n\n[[creature]]\n\
               id = \"archer\"\nname = \"Archer\"\nkeywords = [\"beast\"]\nequipped = [\"bow\"]\n\
               ranks = { endurance = 1, resolve = 1, speed = 1, brawl = 1, weapon = 1, perception = 1 }\n";
    let mut scene = house_with(|text| {
        let wide = text.replacen(
            "'##########', '#....+...#', '#....#...#', '##########'",
            "'#############', '#....+......#', '#....#......#', '#############'",
            1,
        );
        let band = wide.replacen(
            "weight = 1\nfoes = [{ creature = \"rat\" }]",
            "weight = 1\nfoes = [{ creature = \"archer\", count = 2 }, { creature = \"rat\" }]",
            1,
        );
        format!("{band}{bow}")
    });
    scene.win();
    scene.judge(Judgement::Fate { encounter: "stragglers".to_owned(), fate: Fate::Now });
    let places = ["archer-1", "archer-2", "rat"].map(|id| scene.place(id).unwrap_or_default());
    assert_eq!(places, ["11,1", "11,2", "6,1"]);
}

/// RANKS-J10, RANKS-J11: doors stay as they were left, and so do those who were wounded or killed.
#[test]
fn what_was_done_to_a_place_stays_done() {
    let mut scene = house();
    scene.set("rat-1", "wounds", 9);
    // Initiative of Fia, Mo and the rat that is left; then Fia's movement points and Senses.
    scene.play("fia roll initiative", &[9, 8, 1, 9, 9]);
    scene.play("fia move 4,1", &[]);
    scene.play("fia open door 5,1", &[]);
    scene.set("rat-2", "damage", 3);
    scene.play("fia retreat", &[]);
    scene.play("fia go mill", &[]);
    assert_eq!(cells(&scene)[1], "#..../...#", "it stands open");
    assert_eq!(scene.view(Seat::Judge).tokens.len(), 3, "one rat is dead");
    assert_eq!(scene.place("rat").as_deref(), Some("7,1"));
    scene.win();
    assert!(scene.can("fia go cellar"), "the party has seen into the cellar");
}

/// RANKS-J11: wounds last an hour and more.
#[test]
fn wounds_of_foes_last() {
    let tough = "ranks = { endurance = 1, resolve = 3, speed = 1, brawl = 1, weapon = 1, perception = 1 }";
    let text = PLACE.replacen(
        "ranks = { endurance = 1, resolve = 1, speed = 1, brawl = 1, weapon = 1, perception = 1 }",
        tough,
        1,
    );
    let mut scene = Scene::of(&format!("{text}{TWO}"), None);
    scene.play("fia go road", &[]);
    scene.set("rat", "wounds", 2);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    for _ in 0..6 {
        scene.play("fia pause", &[1]);
    }
    scene.play("fia go road", &[]);
    assert_eq!(scene.track("rat", "wounds"), 2);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.judge(Judgement::Fate { encounter: "rat".to_owned(), fate: Fate::Back });
    scene.play("fia go road", &[]);
    assert_eq!(scene.track("rat", "wounds"), 0, "brought back whole");
}

/// RANKS-R14: the end of a fight is told once, as its last line.
#[test]
fn the_end_of_a_fight_is_told_once() {
    let mut scene = Scene::new();
    scene.play("fia go road", &[]);
    scene.put("rat", "3,1");
    scene.set("rat", "damage", 20);
    scene.play("fia roll initiative", &[9, 8, 1, 9, 9]);
    let told = scene.play("fia play strike rat with sword", &[9, 1, 9, 1]);
    assert_eq!(told.last().map(String::as_str), Some("The heroes have won"), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.contains("won") || line.contains("field")).count(), 1);
}

/// RANKS-E5: an adventure that reaches its goal is an advance, and an advance is a rank.
#[test]
fn heroes_grow() {
    let file =
        |more: &str| format!("system = \"ranks\"\nkind = \"party\"\n[[party]]\nhero = \"fia\"\n{more}");
    let scene = |more: &str| Scene::of(&format!("{PLACE}{TWO}"), Some(&file(more)));
    // Fia has Resolve 3, and could not set out with that many wounds.
    let hurt = "wounds = 4\nadvances = 2\n";
    assert!(load(&format!("{PLACE}{TWO}"), Some(&file(hurt))).is_err());
    let mut after = scene(&format!("{hurt}raised = {{ resolve = 2 }}\n"));
    assert_eq!(after.track("fia", "wounds"), 4);
    assert!(after.party_file().contains("advances = 2\nraised.resolve = 2\n"), "{}", after.party_file());
    after.judge(Judgement::EndAdventure { winner: Some(Side::Heroes) });
    assert!(after.party_file().contains("advances = 3\nraised.resolve = 2\n"), "{}", after.party_file());
    for (more, what) in [
        ("advances = 1\nraised = { weapon = 2 }\n", "party[0].raised: 2 ranks for 1 advances"),
        ("advances = 9\nraised = { weapon = 4 }\n", "write a whole number from 0 to 3"),
    ] {
        let said = load(&format!("{PLACE}{TWO}"), Some(&file(more))).map(drop).unwrap_err();
        assert!(said.contains(what), "{said}");
    }
}
