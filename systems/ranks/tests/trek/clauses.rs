//! Every clause of the time between fights, with dice on the table and exact expectations.

use fracas_kernel::{Crowd, Fate, Judgement, Know, Outcome, Play, Report, Seat, Side, Status, Who};

use crate::scene::{PLACE, Scene, TWO, load};

/// RANKS-J1: one thing for each, and then ten minutes are over; the leader decides for all; a stage is a fight of its own.
#[test]
fn stages_are_travelled_in_a_row() {
    let mut scene = Scene::new();
    scene.play("fia search", &[1]);
    assert_eq!(scene.refused("fia wait"), Some("RANKS-J1"));
    assert_eq!(scene.refused("mo go road"), Some("RANKS-J1"));
    assert_eq!(scene.gauge("clock"), "day 1, 08:00");
    scene.play("mo wait", &[1]);
    assert_eq!(scene.gauge("clock"), "day 1, 08:10");
    scene.play("mo lead", &[]);
    let told = scene.play("mo go road", &[]);
    assert!(told.contains(&"Somebody is here: A rat".to_owned()), "{told:?}");
    assert!(scene.fights());
    // The leader is farther in; whoever lives there is a few steps away.
    assert_eq!((scene.place("mo").as_deref(), scene.place("fia").as_deref()), (Some("2,1"), Some("1,1")));
    assert_eq!(scene.place("rat").as_deref(), Some("6,1"));
}

/// RANKS-J2: Perception, 8 or more.
#[test]
fn searching_takes_an_eight() {
    let mut scene = Scene::new();
    let chance = scene.odds("fia search").chance.unwrap().p;
    assert!((chance - 0.3).abs() < 1e-9, "{chance}");
    let told = scene.play("fia search", &[7]);
    assert!(told[0].ends_with("against 8: finds nothing"), "{told:?}");
    assert!(!scene.can("mo open sack"));
    let told = scene.play("mo search", &[8, 1]);
    assert!(told[0].ends_with("finds a hidden way to Barn, a sack"), "{told:?}");
    assert!(scene.can("fia go barn"));
    assert_eq!(scene.refused("fia search"), Some("RANKS-J2"));
    scene.play("mo open sack", &[]);
    assert_eq!(scene.gauge("food"), "7");
    assert!(scene.is("mo", "plate"));
    let road = Scene::on_the_road();
    assert_eq!(road.refused("fia search"), Some("RANKS-J2"), "nothing can be hidden there");
}

/// RANKS-J3: Brawl or Reactions, 8 or more.
#[test]
fn locks_take_an_eight() {
    let mut scene = Scene::new();
    assert_eq!(scene.refused("fia go cellar"), Some("RANKS-J3"));
    assert_eq!(scene.shown("fia force cellar").label, "Force the door to the south (brawl 1, 8 or more)");
    scene.play("fia force cellar", &[7]);
    scene.play("mo pick cellar", &[8, 1]);
    assert!(scene.can("fia go cellar"));
    assert_eq!(scene.refused("fia pick cellar"), Some("RANKS-J3"));
}

/// RANKS-J4, RANKS-M7: what lies on a field that is held is picked up, used, shared and left.
#[test]
fn treasure_and_gear_are_shared() {
    let mut scene = Scene::on_the_road();
    scene.play("mo take ring", &[]);
    scene.play("mo take sword", &[]);
    assert_eq!(scene.gauge("treasure"), "1");
    assert!(!scene.can("fia take ring"), "it is gone");
    scene.play("mo equip sword", &[]);
    assert_eq!(scene.refused("mo equip ring"), Some("RANKS-M7"));
    scene.play("mo give ring fia", &[]);
    assert!(scene.is("fia", "ring") && !scene.is("mo", "ring"));
    assert_eq!(scene.refused("mo give sword fia"), None, "it is in use");
    scene.play("fia drop ring", &[]);
    assert!(scene.can("fia take ring"));
    assert_eq!(scene.gauge("treasure"), "0");
    // Six things in ten minutes: Mo has handled four.
    scene.play("mo unequip sword", &[]);
    scene.play("mo equip sword", &[]);
    assert_eq!(scene.refused("mo unequip sword"), Some("RANKS-J4"));
    scene.play("fia pause", &[1]);
    assert!(scene.can("mo unequip sword"));
    // What was left lies there still, and what is carried is there in the next fight.
    scene.play("fia go camp", &[]);
    assert!(!scene.can("fia take ring"));
    scene.play("fia go road", &[]);
    scene.play("fia go mill", &[]);
    let (rules, state) = (scene.table.rules(), scene.table.state());
    let fight = state.fight.as_ref().unwrap();
    let rules = &fracas_adventure::Trek::fights(&rules.0)[fight.number];
    assert_eq!(rules.gear(&fight.state, Who(1)), [("sword", true)]);
    assert_eq!(rules.gear(&fight.state, Who(0)), [("sword", true), ("coat", true)]);
}

/// RANKS-J4: six things and no more.
#[test]
fn nobody_carries_more_than_six() {
    let mut scene = Scene::on_the_road();
    scene.judge(Judgement::Grant { who: Who(1), what: "ring".to_owned(), count: 6 });
    assert_eq!(scene.refused("mo take ring"), Some("RANKS-J4"));
    scene.judge(Judgement::Grant { who: Who(0), what: "ring".to_owned(), count: 1 });
    assert_eq!(scene.refused("fia give ring mo"), Some("RANKS-J4"));
    let refusal = scene.table.judge(Judgement::Grant { who: Who(0), what: "rong".to_owned(), count: 1 });
    assert!(refusal.unwrap_err().why.contains("known: food, sword, coat, plate, ring"));
}

/// RANKS-J5: Damage and conditions go along, or are gone after ten minutes.
#[test]
fn going_straight_on_has_its_price() {
    let mut scene = Scene::on_the_road();
    scene.set("fia", "damage", 4);
    scene.afflict("fia", "dull");
    let warnings = scene.shown("fia go mill").warnings;
    assert!(
        warnings.contains(&"without catching breath: the last fight still tells on Fia".to_owned()),
        "{warnings:?}"
    );
    scene.play("fia go mill", &[]);
    assert!(scene.fights());
    assert_eq!(scene.track("fia", "damage"), 4);
    assert!(scene.is("fia", "dull 2"));
    scene.win();
    assert_eq!(scene.track("fia", "damage"), 4);
    let told = scene.play("fia pause", &[1]);
    assert!(told[0].starts_with("Everybody catches breath"), "{told:?}");
    assert_eq!(scene.track("fia", "damage"), 0);
    assert!(!scene.is("fia", "dull 2"));
}

/// RANKS-J5: a rank that a condition lowers is lower between fights too, and wounds stay.
#[test]
fn what_is_borne_counts() {
    let mut scene = Scene::new();
    scene.afflict("fia", "dull");
    assert_eq!(scene.shown("fia search").label, "Search here (perception 0, 8 or more)");
    // RANKS-D3: one die, halved. Only 16 and more would do.
    scene.play("fia search", &[9]);
    scene.set("mo", "wounds", 2);
    scene.play("fia go road", &[]);
    assert_eq!(scene.track("mo", "wounds"), 2);
    scene.set("mo", "wounds", 1);
    scene.win();
    assert_eq!(scene.track("mo", "wounds"), 1);
}

/// RANKS-J5: the unconscious are carried along, and lie on the next field.
#[test]
fn the_unconscious_are_carried() {
    let mut scene = Scene::on_the_road();
    scene.set("mo", "wounds", 3);
    assert_eq!(scene.token("mo").status, Status::Down);
    assert!(scene.shown("fia go mill").warnings.contains(&"carries Mo along, unconscious".to_owned()));
    scene.play("fia go mill", &[]);
    assert_eq!(scene.token("mo").status, Status::Down);
    assert!(scene.place("mo").is_some());
    let fight = &scene.table.state().fight.as_ref().unwrap().state;
    assert!(fight.is_unconscious(Who(1)) && !fight.is_up(Who(1)));
    // RANKS-R20: and if the others lose the field, that is the end.
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    assert_eq!(scene.token("mo").status, Status::Dead);
    assert_eq!(scene.place("fia").as_deref(), Some("road"));
}

/// RANKS-J6, RANKS-W4: a card that mends, once for each between two rests; below Resolve one wakes.
#[test]
fn wounds_are_tended_once() {
    let mut scene = Scene::on_the_road();
    scene.set("fia", "wounds", 3);
    assert_eq!(scene.token("fia").status, Status::Down);
    assert_eq!(scene.refused("mo tend mo"), Some("RANKS-J6"), "no wounds");
    let told = scene.play("mo tend fia", &[]);
    assert!(told.contains(&"Fia comes round".to_owned()), "{told:?}");
    assert_eq!((scene.track("fia", "wounds"), scene.token("fia").status), (2, Status::Up));
    scene.set("mo", "wounds", 1);
    assert_eq!(scene.refused("fia tend mo"), Some("RANKS-J6"), "no card for it");
    scene.play("fia wait", &[1]);
    assert_eq!(scene.refused("mo tend fia"), Some("RANKS-J6"), "seen to already");
    scene.play("fia rest", &[1, 1]);
    assert_eq!(scene.track("fia", "wounds"), 1);
    scene.play("mo tend fia", &[]);
    assert_eq!(scene.track("fia", "wounds"), 0);
}

/// RANKS-J7: eight hours, a meal each, a wound less, if nothing turns up.
#[test]
fn rest_mends_a_wound() {
    let mut scene = Scene::on_the_road();
    assert_eq!(scene.refused("fia rest"), Some("RANKS-J7"), "nobody is hurt");
    scene.set("fia", "wounds", 2);
    scene.set("mo", "wounds", 3);
    let chance = scene.odds("fia rest").chance.unwrap().p;
    assert!((chance - 0.81).abs() < 1e-9, "{chance}");
    let told = scene.play("fia rest", &[9, 9]);
    assert!(told.contains(&"Mo comes round".to_owned()), "{told:?}");
    assert_eq!((scene.track("fia", "wounds"), scene.track("mo", "wounds")), (1, 2));
    assert_eq!((scene.gauge("food"), scene.gauge("clock")), ("3".to_owned(), "day 1, 16:20".to_owned()));
    scene.play("fia rest", &[9, 10, 1]);
    assert!(scene.fights(), "the second half was not quiet");
    scene.win();
    assert_eq!(
        (scene.track("fia", "wounds"), scene.gauge("food")),
        (1, "3".to_owned()),
        "a broken rest is none"
    );
    scene.judge(Judgement::Gauge { gauge: "food".to_owned(), value: 1 });
    assert_eq!(scene.refused("fia rest"), Some("RANKS-J7"), "not a meal for everybody");
}

/// RANKS-J8: the danger rank is rolled after ten minutes in one place; on 10 or more something turns up.
#[test]
fn something_turns_up() {
    let mut scene = Scene::new();
    scene.play("fia pause", &[9]);
    assert!(!scene.fights());
    let told = scene.play("fia pause", &[10, 1]);
    assert!(told.contains(&"Something turns up: Stragglers".to_owned()), "{told:?}");
    assert!(scene.fights());
    scene.win();
    let told = scene.play("fia pause", &[10, 1]);
    assert!(told.contains(&"A noise somewhere, then silence".to_owned()), "{told:?}");
}

/// RANKS-J9: the time is up, and nothing is won.
#[test]
fn time_runs_out() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Gauge { gauge: "clock".to_owned(), value: (8 + 48) * 60 - 10 });
    assert_eq!(scene.gauge("clock"), "day 3, 07:50");
    let told = scene.play("fia pause", &[1]);
    assert!(told.contains(&"The time is up".to_owned()), "{told:?}");
    assert_eq!(scene.outcome(), Some(Outcome::Draw));
}

/// RANKS-R20: a retreat goes back to the stage before; the unconscious are lost, and whom they beat stays beaten.
#[test]
fn a_retreat_goes_back() {
    let mut scene = Scene::on_the_road();
    scene.play("fia go mill", &[]);
    scene.set("mo", "wounds", 3);
    scene.set("rat-1", "wounds", 9);
    // Initiative of three, then movement and senses of Fia, who is first.
    scene.play("fia roll initiative", &[9, 1, 2, 1, 1]);
    scene.play("fia retreat", &[]);
    assert_eq!(scene.token("mo").status, Status::Dead);
    assert_eq!(scene.place("fia").as_deref(), Some("road"));
    assert_eq!(scene.outcome(), None);
    scene.play("fia go mill", &[]);
    assert_eq!((scene.view(Seat::Judge).tokens.len(), scene.token("rat").status), (3, Status::Up));
    assert_eq!((scene.token("mo").status, scene.place("mo")), (Status::Dead, None));
    scene.win();
    scene.play("fia go road", &[]);
    scene.play("fia go camp", &[]);
    scene.play("fia leave", &[]);
    assert_eq!(scene.outcome(), Some(Outcome::Won(Side::Heroes)));
}

/// RANKS-J4: what a hero carried who dies on a field that is held can be taken up.
#[test]
fn the_gear_of_the_dead_is_left_to_the_living() {
    let mut scene = Scene::new();
    scene.play("fia go road", &[]);
    scene.set("fia", "wounds", 4);
    scene.win();
    assert_eq!(scene.token("fia").status, Status::Dead);
    assert!(scene.can("mo take coat") && scene.can("mo take sword") && scene.can("mo take ring"));
}

/// Encounters that are built get harder along the row.
#[test]
fn the_row_gets_harder() {
    let built = "difficulty = 100\nseed = 1\nfrom = [\"rat\"]\n";
    let text = PLACE
        .replacen("foes = [{ creature = \"rat\" }]\n", built, 1)
        .replacen("foes = [{ creature = \"rat\", count = 2 }]\n", built, 1)
        .replacen("danger = 1\n", "danger = 1\nstep = 100\n", 1);
    let mut scene = Scene::of(&format!("{text}{TWO}"), None);
    let foes = |scene: &Scene| scene.view(Seat::Judge).tokens.len() - 2;
    scene.play("fia go road", &[]);
    let first = foes(&scene);
    scene.win();
    scene.play("fia go mill", &[]);
    assert!(foes(&scene) >= 2 * first && first > 0, "{first} and then {}", foes(&scene));
}

/// The judge sets the clock as it is shown, in minutes since midnight.
#[test]
fn the_clock_is_set_as_it_is_shown() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Gauge { gauge: "clock".to_owned(), value: 1440 + 14 * 60 + 35 });
    assert_eq!(scene.gauge("clock"), "day 2, 14:30");
    for (value, last) in [(479, 3360), (3360 + 1, 3360), (-1, 3360)] {
        let act = Judgement::Gauge { gauge: "clock".to_owned(), value };
        let why = scene.table.judge(act).unwrap_err().why;
        assert_eq!(why, format!("the clock counts minutes from the first midnight: give 480 to {last}"));
    }
}

/// What the party does not know is on nobody's map but the judge's.
#[test]
fn secrets_are_kept() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Fate { encounter: "millers".to_owned(), fate: Fate::Next });
    scene.judge(Judgement::Add { creature: "rat".to_owned(), side: Side::Monsters, to: "road".to_owned() });
    assert_eq!(scene.stages(Seat::Judge).len(), 5);
    for seat in [Seat::Player(Crowd::one(Who(0))), Seat::Watcher] {
        assert_eq!(scene.stages(seat), ["camp", "road"]);
        let all = format!("{:?} {}", scene.view(seat), scene.labels()).replace("exploring", "");
        for secret in ["Barn", "sack", "rat", "Rat", "Mill", "ring"] {
            assert!(!all.contains(secret), "{secret} is told to {seat:?}: {all}");
        }
        let rules = scene.table.rules();
        assert_eq!(rules.known(scene.table.state(), seat), rules.known(&rules.start(), seat));
    }
    // It comes true all the same.
    scene.play("fia pause", &[10, 1]);
    assert_eq!(scene.view(Seat::Judge).tokens.len(), 4, "the millers, wherever they live");
    scene.judge(Judgement::End { winner: None });
    assert!(!scene.fights());
    scene.play("fia go road", &[]);
    scene.win();
    assert!(scene.fights(), "after the rat of the road the stray is met");
    assert_eq!(scene.view(Seat::Judge).tokens.len(), 3);
}

/// What is written after one adventure is what the next begins with; the dead stay at home.
#[test]
fn a_party_comes_home_as_it_is() {
    let text = format!("{PLACE}{TWO}");
    let mut scene = Scene::on_the_road();
    scene.play("mo take ring", &[]);
    scene.play("mo take sword", &[]);
    scene.play("mo equip sword", &[]);
    scene.set("fia", "wounds", 2);
    let file = scene.table.rules().party_file(scene.table.state()).unwrap();
    let again = Scene::of(&text, Some(&file));
    assert_eq!(again.track("fia", "wounds"), 2);
    assert!(again.is("mo", "ring") && again.is("fia", "coat"));
    assert_eq!(again.table.rules().party_file(again.table.state()).unwrap(), file);
    scene.set("fia", "wounds", 9);
    let file = scene.table.rules().party_file(scene.table.state()).unwrap();
    assert!(file.contains("hero = \"fia\"\ndead = true"), "{file}");
    let next = load(&text, Some(&file)).unwrap();
    assert_eq!(next.everyone(&next.start()).len(), 1);
    let said = load(&text, Some(&file.replacen("ranks", "heed", 1))).unwrap_err();
    assert!(said.contains("party.toml:1:10: system: this party plays by other rules: \"heed\""), "{said}");
}

#[test]
fn problems_say_where_and_what_would_be_right() {
    #[track_caller]
    fn breaks(from: &str, to: &str, expected: &str) {
        let text = format!("{PLACE}{TWO}");
        assert!(text.contains(from), "{from}");
        let said = load(&text.replacen(from, to, 1), None).expect_err("it should not load");
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
    breaks("foes = [{ creature = \"rat\" }]", "foes = [{ creature = \"rta\" }]", "did you mean \"rat\"?");
    breaks("foes = [{ creature = \"rat\" }]\n", "", "encounter[0].foes: missing");
    breaks(
        "foes = [{ creature = \"rat\" }]",
        "foes = [{ creature = \"rat\", at = \"camp\" }]",
        "they are not on the field of their encounter",
    );
    breaks(
        "foes = [{ creature = \"rat\" }]",
        "difficulty = 5\nseed = 1",
        "encounter[0].difficulty: 5 is out of range",
    );
    breaks("rows = ['########'", "rows = ['#######'", "field[0].rows[1]: 8 squares");
    breaks("items = [\"ring\", \"sword\"]", "items = [\"rign\"]", "did you mean \"ring\"?");
    breaks("items = [\"plate\"]", "items = [\"plat\"]", "did you mean \"plate\"?");
    breaks("id = \"sack\"", "id = \"A sack\"", "an id is one word in lower case");
    breaks("at = \"road\"\nfoes", "at = \"camp\"\nfoes", "the party begins there");
    breaks("hero = \"mo\"\n", "hero = \"mo\"\nwounds = 3\n", "nobody sets out with that many wounds");
    breaks("hero = \"mo\"\n", "hero = \"fia\"\n", "this one is in the party already");
    breaks("danger = 1", "danger = 9", "danger: 9 is out of range");
}

/// RANKS-J4: a field that had to be left is found as it was left, and nothing lies there twice.
#[test]
fn a_field_is_found_as_it_was_left() {
    let mut scene = Scene::new();
    scene.play("fia go road", &[]);
    // Initiative of Fia, Mo and the rat; then Fia's movement and senses.
    scene.play("fia roll initiative", &[9, 8, 1, 9, 1]);
    for square in ["2,2", "3,1", "4,1"] {
        scene.play(&format!("fia move {square}"), &[]);
    }
    scene.play("fia pick-up ring 5,1", &[]);
    scene.play("fia drop equipped coat", &[]);
    scene.play("fia retreat", &[]);
    assert!(scene.is("fia", "ring") && !scene.is("fia", "coat"));
    scene.play("fia go road", &[]);
    assert_eq!(scene.lying(), ["coat 4,1", "sword 5,1"], "the ring is not there again");
    scene.win();
    assert!(scene.can("fia take coat") && scene.can("fia take sword") && !scene.can("fia take ring"));
    assert_eq!(scene.gauge("treasure"), "1");
}

/// RANKS-J4, RANKS-R20: whoever is left behind leaves everything there.
#[test]
fn the_gear_of_those_left_behind_lies_where_they_fell() {
    let mut scene = Scene::on_the_road();
    scene.judge(Judgement::Grant { who: Who(1), what: "plate".to_owned(), count: 1 });
    scene.play("fia go mill", &[]);
    scene.set("mo", "wounds", 3);
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    assert_eq!(scene.token("mo").status, Status::Dead);
    scene.play("fia go mill", &[]);
    assert_eq!(scene.lying(), ["plate 1,1"]);
    // If the judge lets the millers go, it can be had for nothing.
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    scene.judge(Judgement::Fate { encounter: "millers".to_owned(), fate: Fate::Gone });
    assert!(!scene.can("fia take plate"));
    scene.play("fia go mill", &[]);
    scene.play("fia take plate", &[]);
    // Whoever is brought back is as at first.
    scene.play("fia go road", &[]);
    scene.judge(Judgement::Fate { encounter: "millers".to_owned(), fate: Fate::Back });
    scene.play("fia go mill", &[]);
    assert_eq!(scene.lying(), [""; 0]);
}

/// RANKS-J4: what was stolen is found on the thief, or lies where it was left.
#[test]
fn what_was_stolen_is_found_again() {
    let text = PLACE
        .replacen("foes = [{ creature = \"rat\" }]", "foes = [{ creature = \"magpie\" }]", 1)
        .replacen("items = [\"ring\", \"sword\"]", "items = [\"ring\"]", 1);
    let mut scene = Scene::of(&format!("{text}{TWO}"), None);
    scene.play("fia go road", &[]);
    scene.put("magpie", "3,1");
    scene.put("fia", "2,2");
    scene.play("fia roll initiative", &[1, 2, 9, 1, 1]);
    let told = scene.play("magpie play snatch fia", &[9, 1, 2, 3]);
    assert!(told.iter().any(|line| line.contains("sword")), "{told:?}");
    assert_eq!(scene.gear("fia"), [("coat".to_owned(), true)]);
    scene.win();
    assert!(!scene.is("fia", "sword"));
    scene.play("fia take sword", &[]);
    scene.play("fia equip sword", &[]);
    assert!(scene.is("fia", "sword"));
    for _ in 0..3 {
        scene.table.undo();
    }
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    assert!(!scene.is("fia", "sword") && scene.is("fia", "coat"));
    scene.play("fia go road", &[]);
    assert_eq!(scene.lying(), ["ring 5,1", "sword 3,1"]);
    scene.win();
    assert!(scene.can("fia take sword"));
}

/// RANKS-J4, RANKS-J5: what changed in a fight is so afterwards: what is in use, what is borne, Damage.
#[test]
fn a_fight_is_left_as_one_is() {
    let mut scene = Scene::new();
    scene.play("fia go road", &[]);
    scene.play("fia roll initiative", &[9, 8, 1, 9, 1]);
    scene.play("fia unequip sword", &[]);
    scene.set("fia", "damage", 5);
    scene.afflict("fia", "dull");
    scene.win();
    assert!(scene.can("fia equip sword") && scene.can("fia unequip coat"));
    assert_eq!(scene.track("fia", "damage"), 5);
    assert_eq!(scene.gauge("clock"), "day 1, 08:20", "ten minutes to walk, ten for the fight");
    scene.play("fia go mill", &[]);
    assert!(scene.is("fia", "dull 2"));
    assert_eq!(scene.gear("fia"), [("sword".to_owned(), false), ("coat".to_owned(), true)]);
    // RANKS-R1: ranks are as gear and conditions make them, from the first roll on.
    assert_eq!(scene.track("fia", "damage"), 5);
}

/// Whoever the judge puts where the party is, is met there and then.
#[test]
fn a_stray_is_met_at_once() {
    let mut scene = Scene::new();
    scene.judge(Judgement::Add { creature: "rat".to_owned(), side: Side::Monsters, to: "camp".to_owned() });
    assert!(scene.fights());
    scene.win();
    assert!(!scene.fights());
}

/// RANKS-R20: those who get away do not run into others whom they got away from.
#[test]
fn a_flight_does_not_lead_into_a_lair() {
    let mut scene = Scene::on_the_road();
    scene.judge(Judgement::Fate { encounter: "rat".to_owned(), fate: Fate::Back });
    scene.play("fia go camp", &[]);
    scene.judge(Judgement::Fate { encounter: "rat".to_owned(), fate: Fate::Gone });
    scene.play("fia go road", &[]);
    scene.play("fia go mill", &[]);
    scene.judge(Judgement::Fate { encounter: "rat".to_owned(), fate: Fate::Back });
    scene.judge(Judgement::End { winner: Some(Side::Monsters) });
    // The road is the only way: there is no better place, and it is a fight again.
    assert!(scene.fights());
    assert_eq!(scene.place("rat").as_deref(), Some("6,1"));
}

#[test]
fn a_party_that_cannot_go_is_told_why() {
    let text = format!("{PLACE}{TWO}");
    let party = "system = \"ranks\"\nkind = \"party\"\n[supplies]\nfood = 3\n[[party]]\nhero = \"fia\"\nwounds = 2\nequipped = [\"sword\"]\n";
    assert!(load(&text, Some(party)).is_ok());
    let cases = [
        ("kind = \"party\"", "kind = \"fight\"", "party.toml:2:8: kind:"),
        ("food = 3", "food = -3", "party.toml:4:8: supplies.food: -3 is out of range"),
        ("wounds = 2", "wounds = -1", "party.toml:7:10: party[0].wounds: -1 is out of range"),
        (
            "wounds = 2",
            "wounds = 3",
            "party.toml:7:10: party[0].wounds: nobody sets out with that many wounds",
        ),
        ("[\"sword\"]", "[\"sord\"]", "did you mean \"sword\"?"),
        ("wounds = 2", "dead = true", "nobody in this party is alive"),
        ("\"fia\"", "\"rats\"", "is named \"rats\""),
        ("wounds = 2\n", "[[party]]\nhero = \"fia\"\n", "party[1].hero: this one is in the party already"),
    ];
    for (from, to, expected) in cases {
        assert!(party.contains(from), "{from}");
        let said = load(&text, Some(&party.replacen(from, to, 1))).expect_err(to);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}

#[test]
fn an_adventure_that_cannot_be_won_is_told_so() {
    let text = format!("{PLACE}{TWO}");
    let cases = [
        ("between = [\"camp\", \"road\"]", "between = [\"camp\", \"roads\"]", "did you mean \"road\"?"),
        ("beat = \"millers\"", "beat = \"miller\"", "did you mean \"millers\"?"),
        ("beat = \"millers\"\n", "", "nothing is to be done"),
        ("foes = [{ creature = \"rat\", count = 2 }]\n", "", "foes"),
        ("foes = [{ creature = \"rat\", count = 2 }]\n", "foes = []\n", "there is nobody to fight"),
        (
            "id = \"camp\"\nname = \"Camp\"",
            "id = \"camp\"\ncluttered = false\nname = \"Camp\"",
            "nobody can find the way to \"barn\"",
        ),
        ("exit = true", "exit = false", "the place cannot be left"),
    ];
    for (from, to, expected) in cases {
        assert!(text.contains(from), "{from}");
        let said = load(&text.replacen(from, to, 1), None).expect_err(to);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
    let never = text.replacen("weight = 1", "weight = 0", 1).replacen(
        "beat = \"millers\"",
        "beat = \"stragglers\"",
        1,
    );
    assert!(load(&never, None).expect_err("never met").contains("nobody ever meets them"));
    let hidden = text.replacen("beat = \"millers\"", "take = \"sack\"", 1).replacen(
        "at = \"camp\"\nhidden",
        "at = \"road\"\nhidden",
        1,
    );
    assert!(
        load(&hidden, None).expect_err("never found").contains("nobody can find it where there is nothing")
    );
}

/// RANKS-J8: the danger that is shown can be set by the judge.
#[test]
fn the_danger_is_set_by_the_judge() {
    let mut scene = Scene::new();
    let set = |value| Judgement::Gauge { gauge: "danger".to_owned(), value };
    scene.judge(set(0));
    assert_eq!(scene.gauge("danger"), "rank 0");
    scene.play("fia pause", &[]);
    scene.judge(set(2));
    scene.play("fia pause", &[3, 9]);
    assert!(!scene.fights());
    let why = scene.table.judge(set(6)).expect_err("out of range").why.into_owned();
    assert_eq!(why, "danger goes from 0 to 5, not to 6");
}
