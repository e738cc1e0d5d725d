//! What the screen shows, on the display model; and the content that ships. How the terminal draws it is tested there.

use std::collections::BTreeSet;

use fracas_content::{Bundle, scenarios};
use fracas_kernel::{
    Crowd, Know, MapView, Offer, PieceColour, Play, Role, Seat, Show, Side, Status, Tab, TableView, Tell,
    Think, Typing, Whim, Who,
};
use fracas_ranks::{Deed, Keyword, Ranks};

use crate::scene::{FLOOR, Scene, scene};

fn squares(view: &TableView) -> (&Vec<String>, &Vec<String>) {
    match &view.map {
        MapView::Squares { cells, fog, .. } => (cells, fog),
        MapView::Zones { .. } => panic!("a grid"),
    }
}

/// RANKS-U1: the map, the list of all combatants, the controls of whoever acts, and a way to retreat.
#[test]
fn the_screen_has_its_four_parts() {
    let mut table = scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (7, 2))]);
    table.begin(5, 5);
    let view = table.view(table.seat(Side::Heroes));
    let MapView::Squares { width, height, cells, .. } = &view.map else { panic!("a grid") };
    assert_eq!((*width, *height, cells.len(), cells[0].len()), (8, 5, 5, 8));
    let listed: Vec<&str> = view.tokens.iter().map(|token| token.id.as_str()).collect();
    assert_eq!(listed, ["ann", "bob", "orc"], "heroes and monsters, in the order of initiative");
    let asked = view.question.expect("somebody acts");
    assert_eq!(asked.asked, Crowd::one(table.who("ann")));
    let retreat = table.shown("ann retreat");
    assert_eq!((retreat.tab, retreat.role, retreat.label.as_str()), (Tab::Turn, Role::Retreat, "Retreat"));
}

/// RANKS-U2: players control heroes; instinct decides for monsters, and what it decides is legal.
#[test]
fn monsters_act_for_themselves() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.play("ann roll initiative", &[1, 9, 5, 5]);
    let orc = table.who("orc");
    assert_eq!(table.rules().ask(table.state()).asked(), Crowd::one(orc));
    let choice = table.rules().instinct(table.state(), Crowd::one(orc), &mut Whim::new(0));
    assert_eq!(table.rules().text(table.state(), choice), "orc play strike ann with club");
    assert!(!table.seat(Side::Heroes).controls(orc) && table.seat(Side::Heroes).controls(table.who("ann")));
}

/// RANKS-U3: each hero has a colour of its own, monsters are black, treasure is piled; auras surround their tokens.
#[test]
fn tokens_have_colours_and_auras() {
    let more = "[[treasure]]\nat = [3, 3]\nitems = [\"coins\", \"club\"]\n[[creature]]\nid = \"lamp\"\nname = \"Lamp\"\nkeywords = [\"mindless\"]\n\
                ranks = { resolve = 1 }\naura = { name = \"Glow\", reach = 2, rank = 1, hurts = \"fire\" }\n";
    let table = scene(
        &FLOOR,
        more,
        &[("ann", (0, 0)), ("bob", (0, 4))],
        &[("orc", (7, 2)), ("giant", (5, 0)), ("lamp", (7, 4))],
    );
    let view = table.view(Seat::Judge);
    let MapView::Squares { pieces, treasure, auras, .. } = &view.map else { panic!("a grid") };
    let colours: Vec<PieceColour> = pieces.iter().map(|piece| piece.colour).collect();
    assert_eq!(colours[..2], [PieceColour::Own(0), PieceColour::Own(1)]);
    assert_eq!(colours[2..], [PieceColour::Black; 3]);
    assert_eq!((pieces[3].at, pieces[3].size), ((5, 0), 2));
    assert_eq!(treasure.len(), 1);
    assert_eq!((treasure[0].at, treasure[0].items.len()), ((3, 3), 2));
    assert_eq!((auras.len(), auras[0].who, auras[0].reach, auras[0].good), (1, table.who("lamp"), 2, false));
    // What is shown of a token when it is chosen.
    let ann = &view.tokens[0];
    assert_eq!(
        (ann.name.as_str(), ann.kind.as_str(), ann.place.as_deref()),
        ("Ann", "plain fighter (farmer)", Some("0,0"))
    );
}

/// RANKS-U4: floor, obstructed squares and walls are told apart.
#[test]
fn ground_is_told_apart() {
    let table = scene(&["..,#", "...."], "", &[("ann", (0, 0))], &[("orc", (3, 1))]);
    let view = table.view(Seat::Judge);
    assert_eq!(squares(&view).0, &["..,#", "...."]);
}

/// RANKS-U5: the map hides what the current one cannot see, from the players with all that is on it.
#[test]
fn the_map_hides_what_is_out_of_sight() {
    let rows = ["...#....", "...#....", "...#....", "........"];
    let party = [("ann", (0, 0)), ("bob", (5, 0))];
    let more = "[[treasure]]\nat = [7, 0]\nitems = [\"coins\"]\n";
    let mut table = scene(&rows, more, &party, &[("orc", (6, 1)), ("orc", (4, 3))]);
    table.begin(9, 5);
    let seat = table.seat(Side::Heroes);
    let view = table.view(seat);
    let (cells, fog) = squares(&view);
    assert_eq!(cells[0], "...#????", "behind the wall");
    assert_eq!(fog[0], "....????");
    assert_eq!(&cells[3][..5], ".....");
    let MapView::Squares { treasure, .. } = &view.map else { panic!("a grid") };
    assert!(treasure.is_empty());
    // Bob sees it, and tells; alone, Ann knows of nothing there.
    let known = |table: &crate::scene::Table| table.rules().known(table.state(), table.seat(Side::Heroes));
    let conceives = |state: &fracas_ranks::State| {
        let mut all = Vec::new();
        table.rules().conceivable(state, &mut all);
        all.iter().any(|choice| matches!(choice.deed, Deed::PickUp { .. }))
    };
    assert!(!conceives(&known(&table)) && !conceives(table.state()), "it is Ann who picks things up");
    let mut alone = scene(&rows, more, &party[..1], &[("orc", (6, 1)), ("orc", (4, 3))]);
    alone.begin(9, 5);
    assert!(!conceives(alone.state()) && !conceives(&known(&alone)));
    // Nor does the field go dark when the last of them falls.
    alone.set_track("ann", "wounds", 9);
    let fallen = alone.view(alone.seat(Side::Heroes));
    assert!(fallen.outcome.is_some());
    assert_eq!(squares(&fallen).0[0], "...#????");
    // The judge sees the ground, and what is hidden from whoever acts.
    let all = table.view(Seat::Judge);
    assert_eq!((squares(&all).0[0].as_str(), squares(&all).1[0].as_str()), ("...#....", "....????"));
    // Bob's turn: he looks from the other side.
    table.play("ann end turn", &[5, 5]);
    let view = table.view(seat);
    assert_eq!(squares(&view).0[0], "???#....");
}

/// RANKS-U5, RANKS-M8: what a side does not see is in no view of its players: not its place, not its state.
#[test]
fn the_unseen_are_in_no_view() {
    let mut table =
        scene(&FLOOR, "", &[("ann", (0, 0)), ("bob", (0, 4))], &[("orc", (6, 1)), ("orc", (7, 3))]);
    table.begin(9, 5);
    table.set_track("orc-1", "hidden", 30);
    table.set_track("orc-1", "damage", 3);
    table.afflict("orc-1", "burning", Some(2));
    let seat = table.seat(Side::Heroes);
    let shown = |table: &crate::scene::Table| serde_free(&table.view(seat));
    let before = shown(&table);
    let orc = table.who("orc-1");
    let token = table.view(seat).tokens.into_iter().find(|token| token.who == orc).unwrap();
    assert_eq!((token.place, token.tracks.len(), token.status), (None, 0, Status::Up));
    table.put("orc-1", "3,3");
    table.set_track("orc-1", "damage", 7);
    table.afflict("orc-1", "burning", Some(4));
    assert_eq!(before, shown(&table), "wherever it is, and however it fares");
    assert!(serde_free(&table.view(Seat::Judge)).contains("burning 4"));
    // Bob has sharper eyes, and tells.
    table.set_track("bob", "senses", 30);
    assert!(shown(&table).contains("burning 4"));
}

fn serde_free(view: &TableView) -> String {
    format!("{view:?}")
}

/// RANKS-U6: a hero's stats, and controls for moving, acting and ending the turn.
#[test]
fn a_heros_controls() {
    let mut table = scene(
        &FLOOR,
        "[[treasure]]\nat = [1, 1]\nitems = [\"coins\"]\n",
        &[("ann", (0, 0))],
        &[("orc", (1, 0))],
    );
    table.begin(9, 5);
    table.afflict("ann", "burning", Some(2));
    table.set_track("ann", "damage", 4);
    let view = table.view(table.seat(Side::Heroes));
    let ann = view.tokens.iter().find(|token| token.id == "ann").unwrap();
    let tracks: Vec<(&str, i32)> = ann.tracks.iter().map(|track| (track.name, track.value)).collect();
    let stats = [("health", 16), ("wounds left", 2), ("movement points", 9), ("Senses", 5), ("Hidden", 0)];
    assert_eq!(tracks, stats);
    assert!(ann.badges.iter().any(|badge| badge.name == "burning 2" && !badge.good));
    assert!(ann.badges.iter().any(|badge| badge.name == "4 Damage taken" && !badge.good));
    let tab = |text: &str| table.shown(text).tab;
    assert_eq!(tab("ann move 0,1"), Tab::Move);
    assert_eq!(tab("ann pick-up coins 1,1"), Tab::Move);
    assert_eq!(tab("ann play strike orc with club"), Tab::Action);
    assert_eq!(tab("ann end turn"), Tab::Turn);
    let MapView::Squares { reach, .. } = &view.map else { panic!("a grid") };
    let step = reach.iter().find(|place| place.at == (0, 1)).expect("within reach");
    assert_eq!(
        (step.price, step.path.as_slice()),
        (5, [(0, 1)].as_slice()),
        "4 more, for the orc beside her"
    );
    assert!(!reach.iter().any(|place| place.at == (0, 2)), "and the same again, which she cannot pay");
}

/// RANKS-U7: a monster has decided; less is shown of it, Go makes it act, and then the next one's turn comes.
#[test]
fn a_monsters_controls() {
    let mut table = scene(&FLOOR, "", &[("ann", (2, 2))], &[("orc", (3, 2))]);
    table.play("ann roll initiative", &[1, 9, 5, 5]);
    let orc = table.who("orc");
    let told = |seat| table.view(seat).question.unwrap().text;
    assert_eq!(told(Seat::Judge), "Orc means to play Strike · Weapon vs Speed · club: Ann. Go?");
    assert_eq!(told(table.seat(Side::Heroes)), "Orc has made up its mind. Go?");
    let seen =
        table.view(table.seat(Side::Heroes)).tokens.into_iter().find(|token| token.who == orc).unwrap();
    let tracks: Vec<&str> = seen.tracks.iter().map(|track| track.id).collect();
    assert_eq!(tracks, ["health", "wounds-left"]);
    let MapView::Squares { reach, .. } = &table.view(table.seat(Side::Heroes)).map else { panic!("a grid") };
    assert!(reach.is_empty(), "where it could go is not for the heroes to see");
    for _ in 0..9 {
        if table.turn() != "orc" {
            break;
        }
        let go = table.rules().instinct(table.state(), Crowd::one(orc), &mut Whim::new(0));
        table.table.choose(go, &Typing::default()).expect("what instinct says is legal");
    }
    assert_eq!(table.turn(), "ann");
}

/// RANKS-U8: each card is offered with all that it needs: weapon, enemy, ally, square.
#[test]
fn cards_ask_for_what_they_need() {
    let more = "[[card]]\nid = \"swap\"\nname = \"Swap\"\ntakes = \"ally\"\nrange = 9\nhit = [{ swap = true }]\n\
                [[card]]\nid = \"mud\"\nname = \"Mud\"\ntakes = \"burst\"\nrange = 1\nfirst = [{ terrain = \"obstructed\" }]\n\
                [[creature]]\nid = \"sage\"\nname = \"Sage\"\nkeywords = [\"mindless\"]\nranks = { resolve = 1, perception = 1 }\nequipped = [\"club\", \"pistol\"]\n\
                cards = [\"strike\", \"swap\", \"mud\"]\n";
    let mut table = scene(&FLOOR, more, &[("ann", (1, 0))], &[("sage", (0, 0)), ("orc", (7, 4))]);
    // Speed 0: half of 9 is more than 1.
    table.play("ann roll initiative", &[1, 9, 1, 9, 9]);
    assert_eq!(table.turn(), "sage");
    let listed: BTreeSet<String> = table.choices().into_iter().filter(|text| text.contains("play")).collect();
    let expected = [
        "sage play mud 0,0",
        "sage play mud 0,1",
        "sage play mud 1,0",
        "sage play mud 1,1",
        "sage play strike ann with club",
        "sage play strike ann with pistol",
        "sage play swap orc",
    ];
    assert_eq!(listed.into_iter().collect::<Vec<_>>(), expected);
    let pistol = table.shown("sage play strike ann with pistol");
    assert_eq!((pistol.deed.id.as_str(), pistol.targets), ("play strike", vec![table.who("ann")]));
    assert_eq!(pistol.deed.title, "Strike · Weapon vs Speed");
    assert_eq!(pistol.item.map(|item| item.id).as_deref(), Some("pistol"));
    assert_eq!(pistol.label, "Strike · Weapon vs Speed · pistol: Ann");
    let club = table.shown("sage play strike ann with club");
    assert_eq!((club.deed.id.as_str(), club.item.unwrap().id.as_str()), ("play strike", "club"));
    assert_eq!(
        pistol.deed.effect,
        "An attack with a weapon in hand. An enemy within 6 squares. On a hit: piercing damage of rank 1. \
         Unreliable 1: it fails when that rank rolls 10 or more."
    );
    let card = pistol.deed.card.unwrap();
    assert_eq!((card.name.as_str(), card.versus), ("Strike", Some(("Weapon".into(), "Speed".into()))));
    assert_eq!(pistol.warnings, ["unreliable 1: it may fail"]);
    let mud = table.shown("sage play mud 1,1");
    assert_eq!(mud.to.as_deref(), Some("1,1"));
}

/// RANKS-R15: what the library must hold at least, every keyword among the monsters, drawn and generated maps.
#[test]
fn the_library_is_large_enough() {
    let library = fracas_content::library("ranks");
    let count = |key: &str| {
        let head = format!("[[{key}]]");
        library
            .iter()
            .map(|source| source.text.lines().filter(|line| line.trim() == head).count())
            .sum::<usize>()
    };
    let wanted = [
        ("species", 4),
        ("role", 4),
        ("background", 3),
        ("card", 40),
        ("weapon", 12),
        ("armour", 6),
        ("creature", 12),
    ];
    for (key, least) in wanted {
        assert!(count(key) >= least, "{}: only {}", key, count(key));
    }
    let text: String = library.iter().map(|source| source.text.as_str()).collect();
    for (keyword, _) in Keyword::ALL {
        assert!(text.contains(&format!("\"{keyword}\"")), "no monster is {keyword}");
    }
    let scenes: Vec<String> =
        scenarios().filter(|scene| scene.system == Ranks::SYSTEM).map(|scene| scene.source.text).collect();
    for kind in ["kind = \"rooms\"", "kind = \"cavern\"", "kind = \"street\"", "rows = ["] {
        assert!(scenes.iter().any(|text| text.contains(kind)), "no scenario has {kind}");
    }
    for scene in scenarios().filter(|scene| scene.system == Ranks::SYSTEM) {
        let bundle = Bundle::new(scene.source).unwrap();
        assert!(Ranks::load(&bundle).is_ok());
    }
}

/// RANKS-R15: an encounter that is built weighs what was asked for, and other seeds bring others.
#[test]
fn encounters_are_built_to_a_difficulty() {
    let build = |difficulty: u32, seed: u32| {
        let text = format!(
            "system = \"ranks\"\ntitle = \"T\"\n[map]\nkind = \"rooms\"\nsize = [30, 30]\nseed = 1\n\
             [encounter]\ndifficulty = {difficulty}\nseed = {seed}\n[[party]]\nhero = \"orla\"\n[[party]]\nhero = \"vesk\"\n\
             [[party]]\nhero = \"kestrel\"\n[[party]]\nhero = \"jory\"\n"
        );
        let bundle = Bundle::new(fracas_content::Source::new("built.toml", text)).unwrap();
        let rules = Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
        let [heroes, monsters] = rules.worth(&rules.start());
        (100.0 * f64::from(monsters) / f64::from(heroes), rules.everyone(&rules.start()).len())
    };
    let mut sizes = BTreeSet::new();
    for seed in 0..20 {
        for difficulty in [40, 100, 180] {
            let (percent, many) = build(difficulty, seed);
            let target = f64::from(difficulty);
            assert!(percent <= target && percent > target - 20.0, "{difficulty} asked for, {percent} built");
            sizes.insert(many);
        }
    }
    assert!(sizes.len() > 3, "{sizes:?}");
}

/// RANKS-R15: a hero is species, role and background added up.
#[test]
fn heroes_are_built_from_three_parts() {
    use fracas_ranks::Ability;
    let scene = scenarios().find(|scene| scene.id == "toll-bridge").unwrap();
    let rules = Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap();
    let state = rules.start();
    let orla = Who(0);
    // Stonekin 4 and 3, vanguard 1 and 1, soldier 0 and 1.
    assert_eq!(rules.rank(&state, orla, Ability::Endurance), 5);
    assert_eq!(rules.rank(&state, orla, Ability::Resolve), 5);
    assert_eq!(rules.rank(&state, orla, Ability::Weapon), 5);
    let view = rules.view(&state, Seat::Judge);
    assert_eq!(view.tokens[0].kind, "stonekin vanguard (soldier)");
}
