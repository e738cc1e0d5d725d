//! Where somebody stands in a file decides nothing: with two of its lines swapped a scenario is the same fight.

mod common;

use std::collections::BTreeMap;

use common::bundle;
use fracas_content::Bundle;
use fracas_dice::Seeded;
use fracas_kernel::{Null, Outcome, Rules, Side, Whim, fight};
use fracas_minds::{Brain, tournament::bout};

/// How often each hero fell, by id, and under "" how often the heroes won.
fn falls<R: Rules>(rules: &R, fights: u64, seed: u64) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for nth in 0..fights {
        let mut state = rules.start();
        let heroes: Vec<_> =
            rules.everyone(&state).filter(|&who| rules.side(&state, who) == Side::Heroes).collect();
        let (mut dice, mut whim) = (Seeded::stream(seed, nth), Whim::stream(!seed, nth));
        let end = fight(rules, &mut state, &mut dice, &mut whim, &mut Null, 20_000).outcome;
        for who in heroes {
            let fell = !rules.vital(&state, who).standing;
            *counts.entry(rules.id(&state, who)).or_default() += f64::from(u8::from(fell));
        }
        *counts.entry(String::new()).or_default() +=
            f64::from(u8::from(end == Some(Outcome::Won(Side::Heroes))));
    }
    counts
}

/// The scenario with the first two of its entries of a kind swapped.
fn swapped(bundle: &Bundle, kind: &str) -> Bundle {
    let mark = format!("[[{kind}]]");
    let mut parts: Vec<String> = bundle.scenario.text.split(&mark).map(str::to_owned).collect();
    assert!(parts.len() > 2, "two of {kind}");
    // What follows the last of them stays where it is.
    let cut = |part: &str| part.find("\n[").map_or(part.len(), |at| at + 1);
    let (one, two) = (cut(&parts[1]), cut(&parts[2]));
    let (first, second) = (parts[1][..one].to_owned(), parts[2][..two].to_owned());
    parts[1].replace_range(..one, &format!("{}\n", second.trim_end()));
    parts[2].replace_range(..two, &format!("{}\n", first.trim_end()));
    let mut other = bundle.clone();
    other.scenario.text = parts.join(&mark);
    assert_ne!(other.scenario.text, bundle.scenario.text);
    other
}

fn order_decides_nothing<R: Rules>(
    bundle: &Bundle,
    fights: u64,
    load: impl Fn(&Bundle) -> Result<R, fracas_content::Problems>,
) {
    let there = falls(&load(bundle).unwrap(), fights, 1);
    let back = falls(&load(&swapped(bundle, "party")).unwrap(), fights, 2);
    assert_eq!(there.len(), back.len());
    for (id, count) in &there {
        let (one, two) = (count / fights as f64, back[id] / fights as f64);
        let mean = (one + two) / 2.0;
        // Four standard deviations of a difference between two shares, and a little for who of a side moves first.
        let spread = 4.0 * (2.0 * mean * (1.0 - mean) / fights as f64).sqrt() + 0.02;
        let what = if id.is_empty() { "heroes win" } else { id };
        assert!((one - two).abs() <= spread, "{}: {what}: {one:.3} and {two:.3}", bundle.scenario.name);
    }
}

/// A scenario of one room and two heroes, against this many of a creature.
fn brawl(system: &str, heroes: [&str; 2], creature: &str, count: u32) -> Bundle {
    let party = heroes.map(|hero| format!("[[party]]\nhero = \"{hero}\"\nat = \"room\"\n")).concat();
    let text = format!(
        "system = \"{system}\"\ntitle = \"Brawl\"\n[[zone]]\nid = \"room\"\nname = \"Room\"\nat = [0, 0]\n{party}\
         [[foes]]\ncreature = \"{creature}\"\ncount = {count}\nat = \"room\"\n"
    );
    let scenario = fracas_content::Source::new("brawl.toml", text);
    Bundle { scenario, library: fracas_content::library(system), party: None }
}

#[test]
fn the_order_of_a_delve_party_decides_nothing() {
    order_decides_nothing(&brawl("delve", ["brakk", "quorra"], "wolf", 3), 3000, fracas_delve::Delve::load);
    order_decides_nothing(&brawl("delve", ["brakk", "quorra"], "goblin", 4), 3000, fracas_delve::Delve::load);
    order_decides_nothing(&bundle("delve/last-stand"), 2000, fracas_delve::Delve::load);
}

#[test]
fn the_order_of_an_ardor_party_decides_nothing() {
    order_decides_nothing(&bundle("ardor/the-heron-bridge"), 2000, fracas_ardor::Ardor::load);
}

#[test]
fn the_order_of_a_twelves_party_decides_nothing() {
    order_decides_nothing(&bundle("twelves/captains-toll"), 2000, fracas_twelves::Twelves::load);
}

#[test]
fn the_order_of_a_heed_party_decides_nothing() {
    order_decides_nothing(&bundle("heed/under-the-barrow"), 2000, fracas_heed::Heed::load);
}

#[test]
fn the_order_of_a_ranks_party_decides_nothing() {
    order_decides_nothing(&bundle("ranks/toll-bridge"), 300, fracas_ranks::Ranks::load);
}

/// Minds that weigh things too: of choices that are worth the same, the first of a list is not taken.
#[test]
fn the_order_of_a_party_decides_nothing_for_greedy_minds() {
    let there = brawl("delve", ["brakk", "quorra"], "wolf", 3);
    let greedy: Brain = "greedy".parse().unwrap();
    let won = |bundle: &Bundle| {
        let rules = fracas_delve::Delve::load(bundle).unwrap();
        let fights = (0..150).filter(|&nth| {
            bout(&rules, [&greedy, &greedy], 3, nth).outcome == Some(Outcome::Won(Side::Heroes))
        });
        fights.count() as f64 / 150.0
    };
    let (one, two) = (won(&there), won(&swapped(&there, "party")));
    assert!((one - two).abs() <= 4.0 * (2.0 * 0.25_f64 / 150.0).sqrt(), "{one} and {two}");
}
