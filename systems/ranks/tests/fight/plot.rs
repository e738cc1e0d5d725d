//! Goals and events in this system. What they mean everywhere is tested with the delve; here is what these rules add.

use fracas_content::{Bundle, Source};
use fracas_dice::Seeded;
use fracas_kernel::{MapView, Null, Outcome, Play, Seat, Show, Side, Tell, Think, Whim, Who, fight};
use fracas_ranks::Ranks;

const HEROES: Option<Outcome> = Some(Outcome::Won(Side::Heroes));

const MAP: &str = r#"
system = "ranks"
title = "Stage"

[map]
rows = [
  '##########',
  '#........#',
  '#........#',
  '#........#',
  '##########',
]

[[area]]
id = "near"
name = "the near end"
at = [1, 1]
size = [2, 3]

[[area]]
id = "far"
name = "the far end"
at = [7, 1]
size = [2, 3]
"#;

fn load(plot: &str) -> Result<Ranks, String> {
    let text = format!(
        "{MAP}\n{plot}\n[[party]]\nhero = \"orla\"\nat = [1, 2]\n[[foes]]\ncreature = \"footpad\"\nat = [8, 3]\n"
    );
    let bundle = Bundle::new(Source::new("stage.toml", text)).unwrap();
    Ranks::load(&bundle).map_err(|problems| problems.to_string())
}

/// Plays by instinct until something holds, at most a few rounds; the lines on the way.
fn play_until(
    rules: &Ranks,
    seed: u64,
    mut done: impl FnMut(&<Ranks as Play>::State) -> bool,
) -> <Ranks as Play>::State {
    let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
    for _ in 0..600 {
        if done(&state) {
            return state;
        }
        let asked = rules.ask(&state).asked();
        let choice = rules.instinct(&state, asked, &mut whim);
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    panic!("it never came to that");
}

/// RANKS-G1: holding out ends at the end of a round; a goal is shown as a gauge.
#[test]
fn goals_end_an_encounter() {
    let rules = load("[[goal]]\nhold = 1").unwrap();
    let over = play_until(&rules, 3, |state| rules.ask(state).asked().is_empty());
    assert_eq!(rules.round(&over), 1);
    let gauges = rules.view(&rules.start(), Seat::Judge).gauges;
    assert_eq!(gauges[0].text, "hold out for 1 round: round 0 of 1");
}

/// RANKS-G2: somebody in the area picks the thing up for a movement point, and wins by bringing it where it belongs.
#[test]
fn carrying() {
    let plot =
        "[[prize]]\nid = \"key\"\nname = \"Key\"\nat = \"near\"\n[[goal]]\ncarry = \"key\"\nto = \"far\"\n";
    let rules = load(plot).unwrap();
    let MapView::Squares { treasure, .. } = rules.view(&rules.start(), Seat::Judge).map else {
        panic!("squares")
    };
    assert_eq!(treasure[0].items, ["Key"]);
    let mut carried = false;
    let over = play_until(&rules, 5, |state| {
        let view = rules.view(state, Seat::Judge);
        carried |= view.tokens.iter().any(|token| token.badges.iter().any(|badge| badge.name == "key"));
        rules.ask(state).asked().is_empty()
    });
    assert!(carried, "somebody had it");
    let fraction = (0..20).filter(|&seed| {
        let over = play_until(&rules, seed, |state| rules.ask(state).asked().is_empty());
        rules.view(&over, Seat::Judge).outcome.is_some_and(|outcome| outcome.winner == Some(Side::Heroes))
    });
    assert!(fraction.count() > 5);
    assert!(rules.round(&over) > 0);
}

/// RANKS-G3, RANKS-G5: who comes later is nobody's business, and then has a square of its own.
#[test]
fn reinforcements() {
    let riders = "[[event]]\nid = \"e\"\nwhen = { round = 2 }\n[[foes]]\ncreature = \"footpad\"\nat = [8, 2]\ncomes = \"e\"\n";
    let rules = load(riders).unwrap();
    let start = rules.start();
    let player = Seat::Player([Who(0)].into_iter().collect());
    assert_eq!(rules.view(&start, player).tokens.len(), 2);
    assert_eq!(rules.view(&start, Seat::Judge).tokens.len(), 3);
    assert_eq!(rules.id(&start, Who(1)), "footpad", "no number gives the second away");
    let second = play_until(&rules, 1, |state| rules.round(state) == 2);
    assert!(rules.everyone(&second).has(Who(2)) && rules.standing(&second).has(Who(2)));
    let MapView::Squares { pieces, .. } = rules.view(&second, Seat::Judge).map else { panic!("squares") };
    let mut squares: Vec<(u8, u8)> = pieces.iter().map(|piece| piece.at).collect();
    squares.sort();
    squares.dedup();
    assert_eq!(squares.len(), pieces.len(), "nobody stands on another");
}

/// RANKS-G4: what comes to a part of the map hurts those who are there, and whoever begins a turn there.
#[test]
fn hazards_hurt_where_they_are() {
    let fire = "[[hazard]]\nid = \"fire\"\nname = \"Fire\"\nrank = 3\ndamage = \"fire\"\n\
        [[event]]\nid = \"e\"\nwhen = { round = 1 }\nhazard = \"fire\"\nzones = [\"near\"]\n";
    let rules = load(fire).unwrap();
    let (mut state, mut lines) = (rules.start(), Vec::new());
    let burnt = |lines: &[<Ranks as Play>::Event]| {
        lines
            .iter()
            .filter(|event| matches!(event, fracas_ranks::Event::Hurt { who: Who(0), by: None, .. }))
            .count()
    };
    let (mut dice, mut whim) = (Seeded::new(4), Whim::new(4));
    // Initiative begins the round; Orla stands at the near end, the footpad does not.
    let choice = rules.instinct(&state, rules.ask(&state).asked(), &mut whim);
    rules.apply(&mut state, choice, &mut dice, &mut lines);
    assert!(burnt(&lines) >= 1, "as it comes");
    assert!(
        !lines.iter().any(|event| matches!(event, fracas_ranks::Event::Hurt { who: Who(1), by: None, .. }))
    );
    let gauges = rules.view(&state, Seat::Judge).gauges;
    assert_eq!(gauges.last().map(|gauge| gauge.text.as_str()), Some("the near end (2,2): fire"));
    let mut turns = 0;
    for _ in 0..40 {
        let before = lines.len();
        if rules.ask(&state).asked().is_empty() {
            break;
        }
        let choice = rules.instinct(&state, rules.ask(&state).asked(), &mut whim);
        rules.apply(&mut state, choice, &mut dice, &mut lines);
        turns += lines[before..]
            .iter()
            .filter(|one| matches!(one, fracas_ranks::Event::Turn { who: Who(0), .. }))
            .count();
    }
    assert!(turns > 0 && burnt(&lines) >= 2, "and at the beginning of a turn there");
}

#[test]
fn what_cannot_work_is_said() {
    for (plot, expected) in [
        ("[[goal]]\nreach = \"attic\"", "no zone is named \"attic\""),
        ("[[goal]]\nleave = 1", "there is no exit"),
        ("[[goal]]\nreach = \"far\"\ncount = 2", "only 1 of them can get there, not 2"),
        ("[[area]]\nid = \"a\"\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]", "there is no floor in this area"),
    ] {
        let said = load(plot).map(|_| ()).expect_err(plot);
        assert!(said.contains(expected), "expected:\n{expected}\nsaid:\n{said}");
    }
}

/// The fight that ships with a goal is worth fighting: instinct wins some and loses some.
#[test]
fn the_goal_that_ships_is_fair() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/ranks/scenarios/the-broken-dam.toml");
    let text = std::fs::read_to_string(path).expect("it ships");
    let bundle = Bundle::new(Source::new(path, text)).unwrap();
    let rules = Ranks::load(&bundle).unwrap_or_else(|said| panic!("{said}"));
    let won = (0..200).filter(|&seed| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(1, seed));
        let fought = fight(&rules, &mut state, &mut dice, &mut Whim::stream(2, seed), &mut Null, 6000);
        assert!(fought.outcome.is_some(), "fight {seed} does not end");
        fought.outcome == HEROES
    });
    let share = won.count() as f64 / 200.0;
    assert!((0.5..=0.85).contains(&share), "{share}");
}
