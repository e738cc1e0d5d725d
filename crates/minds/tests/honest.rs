//! Minds know what their side knows, and nothing of the dice to come.

mod common;

use common::{ardor, delve, heed, ranks, twelves};
use fracas_content::{Bundle, Problems, Source, library, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Crowd, Judgement, Null, Outcome, Rules, Seat, Side, Whim, Who};
use fracas_minds::{Brain, think};

fn members<R: Rules>(rules: &R, state: &R::State, side: Side) -> Crowd {
    rules.everyone(state).filter(|&who| rules.side(state, who) == side).collect()
}

/// Other tables that look the same to a side: somebody of the others is put elsewhere, where that cannot be seen.
fn lookalikes<R: Rules>(rules: &R, state: &R::State, side: Side, places: &[String]) -> Vec<R::State> {
    let seat = Seat::Player(members(rules, state, side));
    let known = rules.known(state, seat);
    let mut all = Vec::new();
    for who in members(rules, state, side.other()) {
        for to in places {
            let mut other = state.clone();
            let act = Judgement::Move { who, to: to.clone() };
            if rules.judge(&mut other, &act, &mut Null).is_ok()
                && other != *state
                && rules.known(&other, seat) == known
            {
                all.push(other);
                break;
            }
        }
    }
    all
}

fn hidden_enemies_change_nothing<R: Rules>(rules: &R, places: &[String], brains: &[&str]) -> usize {
    let mut compared = 0;
    for state in common::positions(rules, 3, 3, 16) {
        let asked = rules.ask(&state).asked();
        let Some(side) = asked.first().map(|who: Who| rules.side(&state, who)) else { continue };
        for other in lookalikes(rules, &state, side, places).iter().take(2) {
            if rules.ask(other) != rules.ask(&state) {
                continue;
            }
            for brain in brains {
                let brain: Brain = brain.parse().unwrap();
                let [here, there] =
                    [&state, other].map(|state| think(&brain, rules, state, asked, &mut Whim::new(9)).choice);
                assert_eq!(here, there, "{brain} peeks");
                compared += 1;
            }
        }
    }
    compared
}

/// Wherever something is hidden: all zones that a scenario names, or squares, in a scenario for the purpose and in all of a
/// system until enough tables were compared.
fn nobody_peeks<R: Rules>(
    system: &str,
    load: impl Fn(&Bundle) -> Result<R, Problems>,
    places: impl Fn(&str) -> Vec<String>,
    own: Option<Source>,
) -> usize {
    const ENOUGH: usize = 12;
    let mut compared = 0;
    let shipped = scenarios().filter(|built_in| built_in.system == system).map(|built_in| built_in.source);
    for scenario in own.into_iter().chain(shipped) {
        let bundle = Bundle { scenario, library: library(system), party: None };
        let places = places(&bundle.scenario.text);
        compared += hidden_enemies_change_nothing(&load(&bundle).unwrap(), &places, &["greedy", "search:12"]);
        if compared >= ENOUGH {
            break;
        }
    }
    compared
}

/// Whoever is behind the door may be in either room.
const BEHIND_A_DOOR: &str = r#"
system = "delve"
title = "Crypt"
zone = [
    { id = "stair", name = "Stair", at = [0, 0] },
    { id = "crypt", name = "Crypt", at = [1, 0], near = ["vault"] },
    { id = "vault", name = "Vault", at = [2, 0] },
]
door = [{ id = "gate", name = "Gate", between = ["stair", "crypt"], state = "shut" }]
party = [{ hero = "brakk", at = "stair" }, { hero = "pell", at = "stair" }]
foes = [{ creature = "goblin", count = 3, at = "crypt" }]
"#;

/// Every id in a file: those of zones are among them.
fn ids(text: &str) -> Vec<String> {
    let all = text.split("id = \"").skip(1).filter_map(|rest| rest.split('"').next());
    all.map(str::to_owned).collect()
}

#[test]
fn moving_a_hidden_enemy_does_not_change_a_choice() {
    let squares: Vec<String> = (0..48).map(|n| format!("{},{}", 7 * n % 24, 5 * n % 23)).collect();
    let fog = nobody_peeks("ranks", fracas_ranks::Ranks::load, |_| squares.clone(), None);
    let door = Source::new("crypt.toml", BEHIND_A_DOOR);
    let doors = nobody_peeks("delve", fracas_delve::Delve::load, ids, Some(door));
    assert!(fog >= 12 && doors >= 4, "{fog} and {doors} pairs of tables look the same");
    // Where nobody is hidden in what ships, there is nothing to compare.
    nobody_peeks("twelves", fracas_twelves::Twelves::load, ids, None);
    nobody_peeks("heed", fracas_heed::Heed::load, ids, None);
    nobody_peeks("ardor", fracas_ardor::Ardor::load, ids, None);
}

/// Fights with the same dice: everybody thinks with whims of this stream.
fn wins<R: Rules>(rules: &R, whims: impl Fn(u64) -> Whim, fights: u64, playouts: u32) -> u64 {
    let brain = Brain::playouts(playouts);
    let won = (0..fights).filter(|&nth| {
        let (mut state, mut dice) = (rules.start(), Seeded::stream(5, nth));
        let mut whim = whims(nth);
        loop {
            let asked = match rules.ask(&state) {
                Ask::Over(outcome) => return outcome == Outcome::Won(Side::Heroes),
                ask => ask.asked(),
            };
            let choice = think(&brain, rules, &state, asked, &mut whim).choice;
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
    });
    won.count() as u64
}

fn the_seed_does_not_help<R: Rules>(rules: &R, fights: u64, playouts: u32) {
    // The whims are the very stream that the dice of the table come from; and any other.
    let knowing = wins(rules, |nth| Whim::stream(5, nth), fights, playouts);
    let other = wins(rules, |nth| Whim::stream(77, nth), fights, playouts);
    // Three standard deviations of a difference between two shares.
    let spread = 3.0 * (2.0 * fights as f64 * 0.25).sqrt();
    let apart = knowing.abs_diff(other) as f64;
    assert!(apart <= spread, "{}: won {knowing} of {fights} with the seed, {other} without", rules.title());
}

#[test]
fn knowing_the_seed_of_the_table_does_not_help() {
    the_seed_does_not_help(&delve("last-stand"), 120, 16);
    the_seed_does_not_help(&twelves("captains-toll"), 60, 8);
    the_seed_does_not_help(&heed("under-the-barrow"), 40, 8);
    the_seed_does_not_help(&ardor("the-heron-bridge"), 30, 8);
    the_seed_does_not_help(&ranks("toll-bridge"), 8, 4);
}
