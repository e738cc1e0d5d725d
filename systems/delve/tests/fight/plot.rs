//! Goals and events: what ends a fight beside the last side standing, and what happens of itself. With dice on the table.

use fracas_content::{Bundle, Source};
use fracas_delve::Delve;
use fracas_dice::Seeded;
use fracas_kernel::{Judgement, Null, Outcome, Play, Seat, Side, Status, Whim, Who, fight};

use crate::scene::{STAGE, Scene, hp, staged_on};

const HEROES: Option<Outcome> = Some(Outcome::Won(Side::Heroes));
const MONSTERS: Option<Outcome> = Some(Outcome::Won(Side::Monsters));

fn begun(plot: &str, party: &[(&str, &str)], foes: &[(&str, &str)]) -> Scene {
    let mut scene = staged_on(&format!("{STAGE}\n{plot}"), &["heroes", "monsters"], party, foes);
    scene.play(&format!("{} begin", party[0].0), &[6, 1]);
    scene
}

fn over(lines: &[String], last: &str) {
    assert_eq!(lines.last().map(String::as_str), Some(last), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("have won")).count(), 1, "{lines:?}");
}

/// DELVE-G1: whoever holds out for the rounds has won, when the last of them is over.
#[test]
fn holding_out() {
    let mut scene = begun("[[goal]]\nhold = 2", &[("fia", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.gauge("goal"), "hold out for 2 rounds: round 1 of 2");
    scene.play("fia done", &[]);
    scene.play("imp done", &[6, 1]);
    assert_eq!(scene.gauge("goal"), "hold out for 2 rounds: round 2 of 2");
    scene.play("fia done", &[]);
    let lines = scene.play("imp done", &[]);
    over(&lines, "The heroes have won");
    assert_eq!(scene.outcome(), HEROES);
}

/// DELVE-G1: the last enemy's fall does not end it, and the last hero's does.
#[test]
fn a_goal_outlives_the_enemy() {
    let mut scene = begun("[[goal]]\nhold = 9", &[("fia", "hall")], &[("imp", "hall")]);
    scene.play("fia attack imp sword", &[20, 8]);
    assert_eq!((scene.status("imp"), scene.outcome()), (Status::Dead, None));
    let mut scene = begun("[[goal]]\nhold = 9", &[("wim", "hall")], &[("brute", "hall")]);
    scene.set_track("wim", "hp", 1);
    scene.play("wim done", &[]);
    over(&scene.play("brute attack wim sword", &[20, 8]), "The monsters have won");
}

/// DELVE-G1: a number of heroes in a place, or the one who is named; instinct goes there.
#[test]
fn reaching_a_place() {
    let two = "[[goal]]\nreach = \"hall\"\ncount = 2";
    let mut scene = begun(two, &[("fia", "yard"), ("wim", "yard")], &[("imp", "loft")]);
    assert_eq!(scene.instinct("fia"), "fia move hall");
    scene.play("fia move hall", &[]);
    assert_eq!((scene.gauge("goal"), scene.outcome()), ("reach Hall: 1 of 2".to_owned(), None));
    over(&scene.play("wim move hall", &[]), "The heroes have won");
    let one = "[[goal]]\nreach = \"hall\"\nby = \"wim\"";
    let mut scene = begun(one, &[("fia", "yard"), ("wim", "yard")], &[("imp", "loft")]);
    scene.play("fia move hall", &[]);
    assert_eq!(scene.outcome(), None);
    scene.play("wim move hall", &[]);
    assert_eq!(scene.outcome(), HEROES);
}

const CHEST: &str =
    "[[prize]]\nid = \"chest\"\nname = \"Chest\"\nat = \"hall\"\n[[goal]]\ncarry = \"chest\"\n";

/// DELVE-G2: an action to pick up, nothing to drop; whoever goes down drops it; off the field with it wins.
#[test]
fn carrying_something_out() {
    let mut scene = begun(CHEST, &[("fia", "yard"), ("wim", "hall")], &[("brute", "hall")]);
    assert!(scene.tags("hall").contains(&"chest".to_owned()));
    assert!(!scene.can("fia take chest"), "it is in the next zone");
    assert_eq!(scene.instinct("wim"), "wim take chest");
    assert_eq!(scene.play("wim take chest", &[]), ["Wim picks up the chest"]);
    assert_eq!(scene.refused("wim take chest"), None, "no rule, but no");
    assert!(scene.is("wim", "chest") && !scene.tags("hall").contains(&"chest".to_owned()));
    assert_eq!(scene.play("wim drop chest", &[]), ["Wim drops the chest"]);
    assert_eq!(scene.refused("wim take chest"), Some("DELVE-T2"), "the action is spent");
    scene.play("fia move hall", &[]);
    scene.play("fia take chest", &[]);
    scene.play("wim done", &[]);
    scene.set_track("fia", "hp", 1);
    assert_eq!(scene.instinct("brute"), "brute attack fia sword", "whoever carries it");
    let lines = scene.play("brute attack fia sword", &[19, 8]);
    assert!(lines.contains(&"Fia drops the chest".to_owned()), "{lines:?}");
    scene.play("brute done", &[6, 1]);
    scene.play("wim take chest", &[]);
    assert_eq!(scene.instinct("wim"), "wim move yard");
    scene.play("wim move yard", &[]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(scene.instinct("wim"), "wim leave");
    let lines = scene.play("wim leave", &[]);
    over(&lines, "The heroes have won");
    assert!(lines.contains(&"Wim gets away with the chest".to_owned()), "{lines:?}");
}

/// DELVE-G1: who is to be brought out must live, and whoever is protected too.
#[test]
fn rescue_and_protect() {
    let rescue = "[[goal]]\nrescue = \"wim\"";
    let mut scene = begun(rescue, &[("fia", "hall"), ("wim", "hall")], &[("brute", "hall")]);
    assert_eq!(scene.instinct("wim"), "wim move yard");
    scene.play("wim move yard", &[]);
    over(&scene.play("wim leave", &[]), "The heroes have won");
    for goal in ["[[goal]]\nrescue = \"wim\"", "[[goal]]\nprotect = \"wim\""] {
        let mut scene = begun(goal, &[("fia", "hall"), ("wim", "hall")], &[("brute", "hall")]);
        scene.set_track("wim", "hp", 1);
        scene.play("fia done", &[]);
        scene.play("wim done", &[]);
        assert_eq!(scene.instinct("brute"), "brute attack wim sword");
        over(&scene.play("brute attack wim sword", &[19, 8]), "The monsters have won");
        assert_eq!(scene.status("wim"), Status::Dead);
    }
    // With nothing else to do, the last side standing still wins.
    let protect = "[[goal]]\nprotect = \"wim\"";
    let mut scene = begun(protect, &[("fia", "hall"), ("wim", "hall")], &[("imp", "hall")]);
    over(&scene.play("fia attack imp sword", &[20, 8]), "The heroes have won");
}

/// DELVE-G1: the target's fall is enough, and its flight loses.
#[test]
fn killing_one_target() {
    let kill = "[[goal]]\nkill = \"imp\"";
    let mut scene = begun(kill, &[("fia", "hall")], &[("brute", "hall"), ("imp", "hall")]);
    assert_eq!(scene.instinct("fia"), "fia attack imp rune-sword");
    over(&scene.play("fia attack imp sword", &[20, 8]), "The heroes have won");
    let mut scene = begun(kill, &[("fia", "hall")], &[("brute", "hall"), ("imp", "yard")]);
    scene.play("fia done", &[]);
    scene.play("brute done", &[]);
    over(&scene.play("imp leave", &[]), "The monsters have won");
}

/// DELVE-G1: when nobody is left on the field, it counts how many got away.
#[test]
fn getting_away() {
    for (needed, outcome) in [(1, HEROES), (2, MONSTERS)] {
        let goal = format!("[[goal]]\nleave = {needed}");
        let mut scene = begun(&goal, &[("fia", "yard"), ("wim", "yard")], &[("brute", "yard")]);
        assert_eq!(scene.instinct("fia"), "fia leave");
        scene.play("fia leave", &[]);
        assert_eq!(scene.outcome(), None);
        scene.set_track("wim", "hp", 1);
        scene.play("wim done", &[]);
        scene.play("brute attack wim sword", &[19, 8]);
        assert_eq!(scene.outcome(), outcome);
    }
}

/// DELVE-G1: all goals must be reached, each is told; any loss is enough.
#[test]
fn several_goals_and_losses() {
    let plot = "[[goal]]\nreach = \"hall\"\n[[goal]]\nhold = 1\n[[loss]]\nreach = \"yard\"\n";
    let mut scene = begun(plot, &[("fia", "yard")], &[("imp", "hall")]);
    let lines = scene.play("fia move hall", &[]);
    assert_eq!(lines, ["Fia moves to Hall", "Done: reach Hall"]);
    scene.play("fia done", &[]);
    assert_eq!(scene.gauge("goal"), "reach Hall: done");
    assert_eq!(scene.instinct("imp"), "imp move yard", "it is what the monsters want");
    over(&scene.play("imp move yard", &[]), "The monsters have won");
    let mut scene = begun("[[goal]]\nhold = 9\n[[loss]]\nrounds = 1", &[("fia", "yard")], &[("imp", "hall")]);
    scene.play("fia done", &[]);
    over(&scene.play("imp done", &[]), "The monsters have won");
}

const RIDERS: &str = "[[event]]\nid = \"riders\"\nwhen = { round = 2 }\ntext = \"Hooves!\"\n\
    [[foes]]\ncreature = \"imp\"\nat = \"yard\"\ncomes = \"riders\"\n";

/// DELVE-G3, DELVE-G5: who comes later is nowhere, and known to nobody but the judge; then they come and act.
#[test]
fn reinforcements() {
    let mut scene = begun(RIDERS, &[("fia", "hall")], &[("imp", "loft")]);
    let names = |scene: &Scene, seat: Seat| -> Vec<String> {
        scene.view(seat).tokens.into_iter().map(|token| token.id).collect()
    };
    let player = Seat::Player([Who(0)].into_iter().collect());
    assert_eq!(names(&scene, player), ["fia", "imp"], "no number gives the second away");
    assert_eq!(names(&scene, Seat::Judge), ["fia", "imp", "imp-2"]);
    assert_eq!(scene.status("imp-2"), Status::Gone);
    scene.play("fia done", &[]);
    let lines = scene.play("imp done", &[6, 1]);
    let told: Vec<&str> = lines.iter().skip(1).take(3).map(String::as_str).collect();
    assert_eq!(told, ["Round 2, minute 2", "Hooves!", "Imp 2 comes to the field"]);
    assert_eq!((names(&scene, player).len(), scene.place("imp-2").as_deref()), (3, Some("yard")));
    scene.play("fia done", &[]);
    assert!(scene.asked().contains(&"imp-2".to_owned()));
}

/// DELVE-G3: the fall of the last brings more before the end is told.
#[test]
fn a_second_wave() {
    let wave = RIDERS.replace("round = 2", "down_to = 0");
    let mut scene = begun(&wave, &[("fia", "hall")], &[("imp", "hall")]);
    scene.play("fia attack imp sword", &[20, 8]);
    assert_eq!((scene.outcome(), scene.place("imp-2").as_deref()), (None, Some("yard")));
    scene.play("fia move yard", &[]);
    scene.play("imp-2 done", &[6, 1]);
    over(&scene.play("fia attack imp-2 sword", &[20, 8]), "The heroes have won");
}

/// DELVE-G3: what an event can wait for.
#[test]
fn cues() {
    let enters = "[[event]]\nid = \"e\"\nwhen = { enters = \"stair\" }\ntext = \"Creak.\"\n";
    let mut scene = begun(enters, &[("fia", "hall")], &[("imp", "stair")]);
    assert!(scene.play("fia move stair", &[]).contains(&"Creak.".to_owned()));
    let falls = "[[event]]\nid = \"e\"\nwhen = { falls = \"imp\" }\ntext = \"A howl.\"\n";
    let mut scene = begun(falls, &[("fia", "hall")], &[("imp", "hall"), ("brute", "loft")]);
    assert!(scene.play("fia attack imp sword", &[20, 8]).contains(&"A howl.".to_owned()));
    let taken =
        format!("{CHEST}[[event]]\nid = \"e\"\nwhen = {{ taken = \"chest\" }}\ntext = \"A click.\"\n");
    let mut scene = begun(&taken, &[("fia", "hall")], &[("imp", "loft")]);
    assert_eq!(scene.play("fia take chest", &[]), ["Fia picks up the chest", "A click."]);
    let once = scene.play("fia drop chest", &[]);
    assert_eq!(once, ["Fia drops the chest"], "an event happens once");
}

const DOOR: &str = "[[zone]]\nid = \"vault\"\nname = \"Vault\"\nat = [0, 1]\n\
    [[door]]\nid = \"grate\"\nname = \"Grate\"\nbetween = [\"yard\", \"vault\"]\nstate = \"open\"\n";

/// DELVE-G3, DELVE-G5: a door shuts of itself, and only those hear of it who are where it is; one that opens is a cue.
#[test]
fn doors_that_move() {
    let plot = format!(
        "{DOOR}[[event]]\nid = \"falls\"\nwhen = {{ round = 2 }}\nshuts = \"grate\"\n\
         [[event]]\nid = \"opened\"\nwhen = {{ enters = \"vault\", side = \"monsters\" }}\ntext = \"It is in.\"\n"
    );
    let mut scene = begun(&plot, &[("fia", "yard")], &[("imp", "loft")]);
    scene.play("fia done", &[]);
    assert!(scene.play("imp done", &[6, 1]).contains(&"The grate shuts".to_owned()));
    assert!(scene.can("fia move vault"), "shut, not locked");
    let opened = format!("{DOOR}[[event]]\nid = \"o\"\nwhen = {{ opened = \"grate\" }}\ntext = \"Dust.\"\n");
    let mut scene = begun(&opened.replace("\"open\"", "\"shut\""), &[("fia", "yard")], &[("imp", "loft")]);
    assert!(scene.play("fia move vault", &[]).contains(&"Dust.".to_owned()));
}

/// DELVE-G4: water comes to one zone after the other, takes those who are there, and then those who enter.
#[test]
fn rising_water() {
    let water = "[[hazard]]\nid = \"flood\"\nname = \"Flood\"\nkind = \"trap\"\nsave = \"none\"\ndamage = \"3\"\n\
        [[event]]\nid = \"w\"\nwhen = { round = 2 }\nhazard = \"flood\"\nzones = [\"yard\", \"hall\"]\nevery = 1\n";
    let mut scene = begun(water, &[("fia", "yard")], &[("brute", "loft")]);
    assert!(scene.tags("yard").iter().all(|tag| !tag.contains("flood")), "nobody knows yet");
    scene.play("fia done", &[]);
    let lines = scene.play("brute done", &[6, 1]);
    assert!(lines.contains(&"Yard: flood from now on".to_owned()), "{lines:?}");
    assert_eq!((hp(&scene, "fia"), scene.tags("yard")), (5, vec!["hazard: flood".to_owned()]));
    scene.play("fia move hall", &[]);
    assert_eq!(hp(&scene, "fia"), 5, "not there yet");
    scene.play("fia done", &[]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(hp(&scene, "fia"), 2);
    scene.play("fia move stair", &[]);
    scene.play("fia move hall", &[]);
    assert_eq!(scene.status("fia"), Status::Dead);
    assert_eq!(scene.outcome(), MONSTERS);
}

/// DELVE-G3: nobody comes into what has become dangerous.
#[test]
fn newcomers_keep_out_of_the_water() {
    let plot = format!(
        "[[hazard]]\nid = \"flood\"\nname = \"Flood\"\nkind = \"trap\"\nsave = \"none\"\ndamage = \"3\"\n\
         [[event]]\nid = \"w\"\nwhen = {{ round = 1 }}\nhazard = \"flood\"\nzones = [\"yard\"]\n{RIDERS}"
    );
    let mut scene = begun(&plot, &[("fia", "hall")], &[("brute", "loft")]);
    scene.play("fia done", &[]);
    scene.play("brute done", &[6, 1]);
    assert_eq!(scene.place("imp").as_deref(), Some("hall"));
}

/// The judge's table goes on by its goals, too.
#[test]
fn the_judge_and_the_goal() {
    let mut scene = begun("[[goal]]\nhold = 3", &[("fia", "hall")], &[("imp", "loft")]);
    let imp = scene.who("imp");
    scene.judge(Judgement::Remove { who: imp });
    assert_eq!(scene.outcome(), None, "the rounds still have to go by");
    let fia = scene.who("fia");
    scene.judge(Judgement::Remove { who: fia });
    assert_eq!(scene.outcome(), MONSTERS);
}

#[test]
fn what_cannot_work_is_said() {
    let said = |plot: &str| {
        let text = format!(
            "system = \"delve\"\ntitle = \"T\"\n{}\n{plot}\n[[party]]\nhero = \"brakk\"\nat = \"yard\"\n\
             [[foes]]\ncreature = \"goblin\"\nat = \"loft\"\n",
            STAGE.replace("exit = true", "")
        );
        let bundle = Bundle::new(Source::new("t.toml", text)).unwrap();
        Delve::load(&bundle).map(|_| ()).expect_err(plot).to_string()
    };
    for (plot, expected) in [
        ("[[goal]]\nreach = \"cellar\"", "no zone is named \"cellar\""),
        ("[[goal]]\nreach = \"hall\"\ncount = 2", "only 1 of them can get there, not 2"),
        ("[[goal]]\nreach = \"hall\"\nby = \"bran\"", "no combatant is named \"bran\""),
        ("[[goal]]\nleave = 1", "nobody can leave: there is no exit"),
        ("[[goal]]\nrescue = \"brakk\"", "there is no exit"),
        ("[[goal]]\ncarry = \"cup\"", "no prize is named \"cup\""),
        ("[[goal]]\nkill = \"brakk\"", "they are on the same side"),
        ("[[goal]]\nhold = 3\nkill = \"goblin\"", "this says one thing that is wanted"),
        ("[[event]]\nid = \"e\"\nwhen = { round = 2 }", "nothing happens"),
        ("[[event]]\nid = \"e\"\nwhen = { }\ntext = \"?\"", "an event waits for one thing"),
        ("[[event]]\nid = \"e\"\nwhen = { round = 2 }\nhazard = \"flames\"", "a hazard comes to some place"),
        (
            "[[event]]\nid = \"e\"\nwhen = { round = 2 }\nhazard = \"rat-fever\"\nzones = [\"hall\"]",
            "no hazard is named",
        ),
        (
            "[[event]]\nid = \"e\"\nwhen = { falls = \"goblin\" }\nhazard = \"flames\"\nzones = [\"hall\"]\nevery = 2",
            "only what begins in a round spreads",
        ),
    ] {
        let said = said(plot);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}

/// The fight that ships with a goal is worth fighting: instinct wins some and loses some.
#[test]
fn the_goal_that_ships_is_fair() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/delve/scenarios/the-drowning-cistern.toml");
    let text = std::fs::read_to_string(path).expect("it ships");
    let bundle = Bundle::new(Source::new(path, text)).unwrap();
    let rules = Delve::load(&bundle).unwrap_or_else(|said| panic!("{said}"));
    let won = (0..400).filter(|&seed| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(1, seed));
        let fought = fight(&rules, &mut state, &mut dice, &mut Whim::stream(2, seed), &mut Null, 3000);
        assert!(fought.outcome.is_some(), "fight {seed} does not end");
        fought.outcome == HEROES
    });
    let share = won.count() as f64 / 400.0;
    assert!((0.5..=0.85).contains(&share), "{share}");
}
